/* SPDX-License-Identifier: MIT
 * The reader: a format's functions over a window on a source. Which format it is, and what wraps the bytes, is found out in
 * src/formats/open.c. */
#ifndef CORE_READER_H
#define CORE_READER_H

#include "core/chunk.h"
#include "core/input.h"

/* How rows come out of bytes: a format's own functions, or those of the spool. */
typedef struct reader_functions {
    size_t size;
    reel_status (*open)(reel_decoder *decoder);
    reel_status (*next)(reel_decoder *decoder);
    void (*close)(reel_decoder *decoder);
    reel_status (*snapshot)(const reel_decoder *decoder, reel_output *out, double *time); /* NULL: cannot be entered in the middle */
    reel_status (*restore)(reel_decoder *decoder, reel_cursor *bytes);
} reader_functions;

struct reel_reader {
    reel_allocator allocator;
    reel_options options;
    const reel_format *format;
    reader_functions functions;
    reel_budget budget;
    reel_decoder decoder;
    reel_input input;
    reel_input packed; /* what `input` unpacks, kept because its first bytes are still read; else empty */
    reel_chunk *chunk;
    reel_error error; /* where the decoder tells its failure */
    reel_error damage;
    bool damaged, started, ended, keep; /* keep: rows add up instead of being forgotten, for reel_load */
};

struct reel_replay {
    reel_allocator allocator;
    const reel_format *format;
    reel_chunk *chunk;
    reel_error damage;
    bool damaged;
};

/* Options with every default filled in, and limits that no zero stands in. */
reel_options reader_options(const reel_options *options);
/* Whether a convention is none or one of a format's list. */
bool knows_convention(const char *const *known, const char *word);
/* An open input becomes a reader of `format`: its header is read. Everything of `reader` is freed by reel_close. */
reel_status reader_start(reel_reader *reader, const reel_format *format, const reader_functions *functions, reel_error *error);
/* A replay around a chunk, which it owns; the chunk is freed where there is no memory. */
reel_replay *replay_new(const reel_format *format, reel_chunk *chunk, const reel_allocator *allocator);

#endif
