/* SPDX-License-Identifier: MIT
 * The loops of C that Bench.cs compares with. */
#include <reel/bsor.h>
#include <reel/reel.h>

REEL_API double sum_of_heights(const char *path);
REEL_API double sum_of_array(const float *first, size_t count, size_t stride);

double sum_of_array(const float *first, size_t count, size_t stride)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++, first += stride) sum += (double)*first;
    return sum;
}

double sum_of_heights(const char *path)
{
    reel_replay *replay;
    if (reel_load_file(path, NULL, &replay, NULL) < 0) return 0;
    size_t count;
    const bsor_frame *frames = reel_rows(replay, &bsor_frames, &count);
    double sum = 0;
    for (size_t i = 0; i < count; i++) sum += (double)frames[i].head.position.y;
    reel_free(replay);
    return sum;
}
