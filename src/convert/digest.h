/* SPDX-License-Identifier: MIT
 * A short proof of what rows say, so that what was written can be compared with what was meant without keeping it. */
#ifndef CONVERT_DIGEST_H
#define CONVERT_DIGEST_H

#include "core/packing.h"

enum { DIGEST_TABLES = 64 };

typedef struct digest {
    uint64_t rows[DIGEST_TABLES]; /* rows seen of each table of the format */
    uint64_t sums[DIGEST_TABLES];
    packed_bytes scratch;
} digest;

/* Takes in the rows of a chunk, in order; layout tables and derived fields do not count. false: no memory. */
bool digest_chunk(digest *sum, const reel_chunk *chunk);
void digest_free(digest *sum);
/* The first table in which two digests differ, or NULL. */
const reel_table *digest_difference(const digest *a, const digest *b, const reel_table *const *tables);

#endif
