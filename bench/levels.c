/* SPDX-License-Identifier: MIT
 * Loads a level from memory, for bench/levels.sh. Prints the seconds of the processor for a load, the least of some rounds, and the rows or tiles
 * that the readers of others have, too: notes of a map of Beat Saber, tiles of DDNet that are not air. */
#include "measure.h"

#include <reel/beatsaber_map.h>
#include <reel/ddnet_map.h>
#include <stdio.h>
#include <stdlib.h>

static bytes file;
static size_t things;

/* Tiles are in runs. */
static size_t things_of(const reel_chunk *chunk)
{
    size_t notes, runs;
    reel_chunk_rows(chunk, &beatsaber_map_notes, &notes);
    const ddnet_map_tile *tiles = reel_chunk_rows(chunk, &ddnet_map_tiles, &runs);
    for (size_t i = 0; i < runs; i++) notes += tiles[i].count;
    return notes;
}

static void load(void *context)
{
    (void)context;
    const reel_options options = { REEL_SIZED(reel_options) };
    reel_replay *level;
    reel_error error;
    must(reel_load(reel_source_memory(file.data, file.size), &options, &level, &error), &error);
    things = things_of(reel_replay_chunk(level));
    reel_free(level);
}

int main(int argc, char **argv)
{
    enum { ROUNDS = 7 };
    if (argc != 2) return 2;
    file = read_all(argv[1]);
    const double seconds = measure_processor(load, NULL, ROUNDS, 0.05);
    printf("%.6f %zu\n", seconds, things);
    free(file.data);
    return 0;
}
