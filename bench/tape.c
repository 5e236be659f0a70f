/* SPDX-License-Identifier: MIT
 * Reads a capture from memory chunk by chunk, all its rows, for bench/tape.sh. Prints the seconds of the processor for a pass, the best of some, the
 * frames and a sum over them; with --times=N it makes N passes, to be counted. The process keeps the memory of a pass for the next one, as the
 * peers do, which use one message and one buffer again. */
#include "measure.h"

#include <reel/tape.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double heights;
static size_t frames;

static void pass(bytes file)
{
    static const reel_table *const wanted[] = { &echoreplay_frames, &echoreplay_teams, &echoreplay_players, &echoreplay_bones,
                                                NULL };
    const reel_options options = { REEL_SIZED(reel_options), .tables = wanted };
    reel_reader *reader;
    const reel_chunk *chunk;
    reel_error error;
    reel_status status;
    heights = 0, frames = 0;
    must(reel_open(reel_source_memory(file.data, file.size), &options, &reader, &error), &error);
    while ((status = reel_next(reader, &chunk, &error)) == REEL_OK) {
        size_t count, players;
        reel_chunk_rows(chunk, &echoreplay_frames, &count);
        const echoreplay_player *rows = reel_chunk_rows(chunk, &echoreplay_players, &players);
        frames += count;
        for (size_t i = 0; i < players; i++) heights += (double)rows[i].common.head.y;
    }
    must(status, &error);
    reel_close(reader);
}

int main(int argc, char **argv)
{
    enum { ROUNDS = 20 };
    if (argc < 2) return 2;
#ifdef __GLIBC__
    mallopt(M_MMAP_THRESHOLD, 1 << 30);
    mallopt(M_TRIM_THRESHOLD, 1 << 30);
#endif
    const bytes file = read_all(argv[argc - 1]);
    const int times = argc > 2 && !strncmp(argv[1], "--times=", 8) ? (int)strtol(argv[1] + 8, NULL, 10) : ROUNDS;
    double best = 1e9;
    for (int i = 0; i < times; i++) {
        const clock_t start = clock();
        pass(file);
        const double took = (double)(clock() - start) / CLOCKS_PER_SEC;
        if (took < best) best = took;
    }
    printf("%.6f %zu %.3f\n", best, frames, heights);
    free(file.data);
    return 0;
}
