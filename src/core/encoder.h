/* SPDX-License-Identifier: MIT
 * A writer facet over an output. What keeps rows, spools them and names files is src/jobs/writer.c. */
#ifndef CORE_ENCODER_H
#define CORE_ENCODER_H

#include "core/chunk.h"
#include "core/output.h"

/* Around the writer and the operations in the description of a format: NULL in a library that only reads. */
#ifdef REEL_READ_ONLY
#define REEL_WRITES(facet) (1 ? NULL : (facet))
#else
#define REEL_WRITES(facet) (facet)
#endif

/* Around the check in the description of a format: NULL in a library for recorders. */
#ifdef REEL_RECORD_ONLY
#define REEL_CHECKS(check) (1 ? NULL : (check))
#else
#define REEL_CHECKS(check) (check)
#endif

/* Fails with REEL_ARGUMENT or REEL_LIMIT if a row can be in no file of a format, whatever other rows there are. `of` is the format's own. */
typedef reel_status row_check(const void *of, const reel_table *table, const void *row, size_t number, reel_error *error);
/* Checks rows as they are appended, which is what a format's `accepts` does. */
reel_status reel__encoder_check_rows(row_check *check, const void *of, const reel_table *table, const void *rows, size_t count,
                                     reel_error *error);
/* Checks all rows of a replay, before it is written. */
reel_status reel__encoder_check_chunk(row_check *check, const void *of, const reel_chunk *chunk, reel_error *error);

typedef struct encoder_run {
    const reel_format_writer *facet;
    reel_allocator allocator;
    reel_sink sink;
    reel_output out;
    reel_encoder encoder;
    reel_error error; /* where the facet puts its failure */
} encoder_run;

/* Begins a file of `format`. Whatever it returns, end with reel__encoder_end; committing or discarding the sink is the caller's. */
reel_status reel__encoder_begin(encoder_run *run, const reel_format *format, reel_sink sink, const reel_write_options *options,
                                const reel_allocator *allocator);
/* Ends the file with the rows in `staged`, or with those that were passed on (NULL), and flushes it. */
reel_status reel__encoder_finish(encoder_run *run, const reel_chunk *staged);
void reel__encoder_end(encoder_run *run);

/* The bytes of a chunk that holds a whole replay, in `bytes`, to be freed by reel_memory_free. */
reel_status reel__encode_chunk(const reel_format *format, const reel_chunk *chunk, const reel_allocator *allocator,
                               reel_memory *bytes, reel_error *error);

#endif
