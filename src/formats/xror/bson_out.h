/* SPDX-License-Identifier: MIT
 * Writes BSON into a growing block: every document begins with its length, which is known at its end. */
#ifndef XROR_BSON_OUT_H
#define XROR_BSON_OUT_H

#include "codec/pull.h"
#include "core/memory.h"

enum { BSON_OUT_DEPTH = 16 };

typedef struct bson_out {
    reel_memory block;
    bool failed; /* out of memory */
    unsigned depth;
    size_t starts[BSON_OUT_DEPTH];   /* of the documents that are open */
    uint32_t counts[BSON_OUT_DEPTH]; /* elements of those that are arrays */
    bool arrays[BSON_OUT_DEPTH];
} bson_out;

static inline void bson_raw(bson_out *out, const void *data, size_t size)
{
    if (!memory_add(&out->block, data, size)) out->failed = true;
}

/* Opens the outermost document. */
void reel__bson_begin(bson_out *out);
/* Begins an element; in an array the key is its number. Its value is written next, by bson_raw or one of those below. */
void reel__bson_element(bson_out *out, uint8_t type, const void *key, size_t size);
/* An element that is a document or an array, which is then open. */
void reel__bson_open(bson_out *out, uint8_t type, const char *key);
void reel__bson_close(bson_out *out);
/* An element as it is in another document. */
void reel__bson_copy(bson_out *out, const uint8_t *start, const uint8_t *end);

void reel__bson_string(bson_out *out, const char *key, reel_string text);
void reel__bson_double(bson_out *out, const char *key, double value);
void reel__bson_bool(bson_out *out, const char *key, uint8_t value);
void reel__bson_date(bson_out *out, const char *key, int64_t value);
/* An int32 if it fits, otherwise an int64. */
void reel__bson_integer(bson_out *out, const char *key, int64_t value);
void reel__bson_binary(bson_out *out, const char *key, reel_bytes data);

#endif
