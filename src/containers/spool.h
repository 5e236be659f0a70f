/* SPDX-License-Identifier: MIT
 * The spool: rows on their way to a file that is not finished yet, safe from a crash. docs/spool.md has its layout. */
#ifndef CONTAINERS_SPOOL_H
#define CONTAINERS_SPOOL_H

#include "core/packing.h"
#include "core/reader.h"

typedef struct row_spool {
    reel_sink sink;
    const reel_format *format;
    uint64_t (*clock_ms)(void);
    uint64_t last;       /* clock at the last flush */
    reel_memory block;   /* what was appended since */
    packing_plan *plans; /* by table; those without a table are not made yet */
    size_t batch;        /* where the last batch of the block begins; 0 if there is none that can grow */
    size_t latest;       /* number of its table */
    bool open;           /* its sink is held */
    bool lost;           /* nothing more is written to it */
} row_spool;

reel_status reel__spool_open(row_spool *spool, reel_sink sink, const reel_format *format, uint64_t (*clock_ms)(void),
                             const reel_allocator *allocator, reel_error *error);
reel_status reel__spool_append(row_spool *spool, const reel_table *table, const void *rows, size_t count, reel_error *error);
/* Every row of a chunk in one block, so that rows of different tables that belong together are read back together. */
reel_status reel__spool_append_chunk(row_spool *spool, const reel_chunk *chunk, reel_error *error);
/* Forgets rows as reel__chunk_drop_after does. */
reel_status reel__spool_drop_after(row_spool *spool, double time, reel_error *error);
reel_status reel__spool_flush(row_spool *spool, reel_error *error);
/* done: the replay was finished, the spool goes; else it stays, with all that was appended. Nothing happens where none is open. */
void reel__spool_close(row_spool *spool, bool done, reel_error *error);

/* Whether a file begins as a spool does, and whether the id of its format is complete. */
bool reel__spool_begins(const uint8_t *head, size_t size, bool *complete);

/* Reads a spool as a replay of its format: block by block where the format streams, whole where it does not. */
extern const reel_container reel__spool_container;

#endif
