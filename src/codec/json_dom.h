/* SPDX-License-Identifier: MIT
 * Parses JSON documents of moderate size, one at a time, into a pool of memory that is reused: for text with one document per line. */
#ifndef CODEC_JSON_DOM_H
#define CODEC_JSON_DOM_H

#include <reel/format.h>

typedef struct json_value json_value;

/* Memory for one document at a time. Start with `allocator` set and the rest zero. */
typedef struct json_pool {
    reel_allocator allocator;
    uint8_t *memory;
    size_t size;
} json_pool;

/* Parses a document; the previous one in this pool becomes invalid. On failure returns NULL and sets *status to REEL_MEMORY, or to
 * REEL_CORRUPT with the offset of the error in *bad_at. */
const json_value *reel__json_doc_read(json_pool *pool, const void *text, size_t size, reel_status *status, size_t *bad_at);
void reel__json_pool_free(json_pool *pool);

typedef enum json_type {
    JSON_IS_NULL,
    JSON_IS_BOOL,
    JSON_IS_INTEGER,
    JSON_IS_REAL,
    JSON_IS_TEXT,
    JSON_IS_LIST,
    JSON_IS_OBJECT
} json_type;
json_type reel__doc_type(const json_value *value);
double reel__doc_number(const json_value *value);      /* 0 if not a number */
int64_t reel__doc_whole(const json_value *value);      /* a real is truncated; out of range: the nearest int64_t */
reel_string reel__doc_string(const json_value *value); /* empty if not a string */

/* Iterates over a list or an object. Start with reel__doc_begin. `key` is empty in a list. */
typedef struct doc_steps {
    const json_value *next;
    size_t left;
    bool object;
} doc_steps;
doc_steps reel__doc_begin(const json_value *value);
bool reel__doc_step(doc_steps *steps, reel_string *key, const json_value **value);

/* Prints a value as compact JSON in memory that the caller frees with `allocator`. data is NULL if out of memory. */
reel_string reel__doc_text(const json_value *value, reel_allocator *allocator);

#endif
