/* SPDX-License-Identifier: MIT
 * A short proof of what rows say, so that what was written can be compared with what was meant without keeping it. */
#ifndef CONVERT_DIGEST_H
#define CONVERT_DIGEST_H

#include "core/packing.h"

enum { DIGEST_TABLES = 64 };

typedef struct digest {
    uint64_t rows[DIGEST_TABLES]; /* rows seen of each table of the format */
    uint64_t sums[DIGEST_TABLES];
    uint64_t coarse[DIGEST_TABLES]; /* the same without numbers that have a fraction; taken where `rounds` is set */
    bool rounds;                    /* of a format that may round them */
    reel_memory scratch;
} digest;

/* Takes in the rows of a chunk, in order; layout tables and derived fields do not count. false: no memory. */
bool digest_chunk(digest *sum, const reel_chunk *chunk);
void digest_free(digest *sum);
/* The first table in which two digests differ, or NULL. With `coarse` numbers that have a fraction do not count. */
const reel_table *digest_difference(const digest *a, const digest *b, const reel_table *const *tables, bool coarse);

#endif
