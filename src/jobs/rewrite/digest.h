/* SPDX-License-Identifier: MIT
 * A short proof of what rows say, so that what was written can be compared with what was meant without keeping it. */
#ifndef JOBS_REWRITE_DIGEST_H
#define JOBS_REWRITE_DIGEST_H

#include "core/packing.h"

typedef struct table_digest {
    uint64_t rows;      /* rows seen */
    uint64_t sum[2];    /* over all values; the second of rows whose GROUP field is set */
    uint64_t coarse[2]; /* the same without floating-point values; only if `rounds` is set */
} table_digest;

typedef struct digest {
    const reel_table *const *of;
    table_digest *tables; /* one for each table of the format */
    bool rounds;          /* the format may round floating-point values */
    reel_memory scratch;
} digest;

/* false: no memory, and nothing to free. */
bool reel__digest_new(digest *sum, const reel_table *const *tables, bool rounds, const reel_allocator *allocator);

/* Adds rows of one table, in order; layout tables and derived fields do not count. false: no memory. */
bool reel__digest_rows(digest *sum, const reel_table *table, const void *rows, size_t count);
/* Adds the rows of a chunk of the format. */
bool reel__digest_chunk(digest *sum, const reel_chunk *chunk);
void reel__digest_free(digest *sum);
/* The first table in which two digests differ, or NULL. With `coarse` numbers that have a fraction do not count. */
const reel_table *reel__digest_difference(const digest *a, const digest *b, const reel_table *const *tables, bool coarse);

#endif
