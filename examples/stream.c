/* SPDX-License-Identifier: MIT
 * Reads a file that is larger than memory, chunk by chunk, and only one of its tables. */
#include <reel/bsor.h>
#include <reel/reel.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    const reel_table *const wanted[] = { &bsor_frames, NULL };
    const reel_options options = { REEL_SIZED(reel_options), .tables = wanted };
    reel_reader *reader;
    reel_error error;
    if (reel_open_file(argc > 1 ? argv[1] : "-", &options, &reader, &error) < 0) {
        fprintf(stderr, "%s at byte %llu\n", error.message, (unsigned long long)error.offset);
        return 1;
    }
    const reel_chunk *chunk;
    reel_status status;
    size_t count, frames = 0;
    double height = 0;
    while ((status = reel_next(reader, &chunk, &error)) == REEL_OK) {
        const bsor_frame *rows = reel_chunk_rows(chunk, &bsor_frames, &count);
        for (size_t i = 0; i < count; i++) height += (double)rows[i].head.position.y;
        frames += count;
    }
    reel_close(reader);
    if (status < 0) fprintf(stderr, "%s at byte %llu\n", error.message, (unsigned long long)error.offset);
    if (frames) printf("%zu frames, average head height %.2f m\n", frames, height / (double)frames);
    return status < 0;
}
