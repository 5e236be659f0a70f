/* SPDX-License-Identifier: MIT
 * The content hash of a replay: BLAKE3 of what was played, whatever the header says and however the file stores it.
 *
 * It covers the rows of every table that is neither a header nor layout nor filled on request only. Each table has a hash of its own,
 * which runs over the values of its rows in their portable form (core/packing.h): the fields in the order of the field table, without
 * those that are derived, those that identify a player, and values that the row does not have. A table with a GROUP field, whose groups
 * files may store one after the other, has two such hashes. The result is the hash of
 *
 *     "reel content 1" NUL, the name of the game NUL
 *     and for each table that has rows: its name NUL, the number of rows (u64 little-endian), its hash or hashes
 *
 * so it depends neither on the chunks that the rows come in nor on the machine, and a table that a later version adds to a format changes
 * no hash of a file without it. */
#ifndef JOBS_CONTENT_HASH_H
#define JOBS_CONTENT_HASH_H

#include "codec/blake3.h"
#include "core/packing.h"

typedef struct content_table {
    const reel_table *table;
    const reel_field *group; /* or NULL */
    uint64_t rows;
    blake3_hasher sums[2]; /* of the rows outside the group, or all; of those in it */
} content_table;

typedef struct content_hash {
    const reel_format *format;
    content_table *tables;
    size_t count;
    reel_memory packed; /* rows of one table and group in their portable form, not hashed yet */
} content_hash;

/* false: no memory, and nothing to free. */
bool reel__content_begin(content_hash *content, const reel_format *format, const reel_allocator *allocator);
/* Adds the rows of the next chunk of the format. Fails with REEL_MEMORY, or as the budget (may be NULL) does: a step is a byte hashed. */
reel_status reel__content_add(content_hash *content, const reel_chunk *chunk, reel_budget *budget);
/* Ends the hash. false: no rows; the hash is all zeros. */
bool reel__content_end(content_hash *content, uint8_t hash[BLAKE3_OUT_LEN]);
void reel__content_free(content_hash *content);

#endif
