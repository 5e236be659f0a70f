/* SPDX-License-Identifier: MIT
 * Reads a capture from memory chunk by chunk, all its rows, for bench/tape.sh. Prints the seconds of the processor for a pass, the best of some, the
 * frames and a sum over them; with --times=N it makes N passes, to be counted. With --rows it only fills the memory of these rows, chunk by chunk,
 * which every reader that gives them has to. The process keeps the memory of a pass for the next one, as the
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

enum { CHUNKS = 4096 };
static size_t chunk_bytes[CHUNKS], chunks;

static const reel_table *const wanted[] = { &echoreplay_frames, &echoreplay_teams, &echoreplay_players, &echoreplay_bones, NULL };

/* Bytes of the rows of a chunk. */
static size_t bytes_of(const reel_chunk *chunk)
{
    size_t all = 0, count;
    for (const reel_table *const *table = wanted; *table; table++) {
        reel_chunk_rows(chunk, *table, &count);
        all += count * (*table)->row_size;
    }
    return all;
}

static void fill_rows(void)
{
    static uint8_t *rows;
    static size_t size;
    for (size_t i = 0; i < chunks; i++) {
        if (chunk_bytes[i] > size) rows = realloc(rows, size = chunk_bytes[i]);
        if (!rows) abort();
        memset(rows, (int)i, chunk_bytes[i]);
        heights += (double)rows[chunk_bytes[i] / 2];
    }
}

static void pass(bytes file)
{
    const reel_options options = { REEL_SIZED(reel_options), .tables = wanted };
    reel_reader *reader;
    const reel_chunk *chunk;
    reel_error error;
    reel_status status;
    heights = 0, frames = chunks = 0;
    must(reel_open(reel_source_memory(file.data, file.size), &options, &reader, &error), &error);
    while ((status = reel_next(reader, &chunk, &error)) == REEL_OK) {
        size_t count, players;
        reel_chunk_rows(chunk, &echoreplay_frames, &count);
        const echoreplay_player *rows = reel_chunk_rows(chunk, &echoreplay_players, &players);
        frames += count;
        if (chunks < CHUNKS) chunk_bytes[chunks++] = bytes_of(chunk);
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
    const bool only = argc > 2 && !strcmp(argv[1], "--rows");
    double best = 1e9;
    if (only) pass(file);
    for (int i = 0; i < times; i++) {
        const clock_t start = clock();
        if (only)
            fill_rows();
        else
            pass(file);
        const double took = (double)(clock() - start) / CLOCKS_PER_SEC;
        if (took < best) best = took;
    }
    printf("%.6f %zu %.3f\n", best, frames, heights);
    free(file.data);
    return 0;
}
