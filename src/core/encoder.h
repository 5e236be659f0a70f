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

typedef struct encoder_run {
    const reel_format_writer *facet;
    reel_allocator allocator;
    reel_sink sink;
    reel_output out;
    reel_encoder encoder;
    reel_error error; /* where the facet puts its failure */
} encoder_run;

/* Begins a file of `format`. Whatever it returns, end with encoder_end; committing or discarding the sink is the caller's. */
reel_status encoder_begin(encoder_run *run, const reel_format *format, reel_sink sink, const reel_write_options *options,
                          const reel_allocator *allocator);
/* Ends the file with the rows in `staged`, or with those that were passed on (NULL), and flushes it. */
reel_status encoder_finish(encoder_run *run, const reel_chunk *staged);
void encoder_end(encoder_run *run);

/* The bytes of a chunk that holds a whole replay, in `bytes`, to be freed by reel_memory_free. */
reel_status encode_chunk(const reel_format *format, const reel_chunk *chunk, const reel_allocator *allocator, reel_memory *bytes,
                         reel_error *error);

#endif
