/* SPDX-License-Identifier: MIT
 * An allocator that keeps large blocks for the next file. Replays of one kind need blocks of the same sizes, and memory that is fresh from
 * the system costs a page fault every 4 KiB: more time than decoding. */
#ifndef REEL_DUCKDB_BLOCKS_H
#define REEL_DUCKDB_BLOCKS_H

#include <reel/reel.h>

enum { BLOCKS_SMALLEST = 16, BLOCKS_KINDS = 8 }; /* powers of 2: 64 KiB to 8 MiB, one block kept of each */

typedef struct blocks {
    reel_allocator allocator; /* used by one thread at a time, like the handles that it serves */
    void *kept[BLOCKS_KINDS];
} blocks;

/* `store` must not move as long as its allocator is in use. */
void blocks_begin(blocks *store);
void blocks_free(blocks *store);

#endif
