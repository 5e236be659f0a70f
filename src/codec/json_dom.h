/* SPDX-License-Identifier: MIT
 * JSON documents of moderate size, one after another, each read into the same memory: lines of a text. */
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

/* Reads a document; the one before in this pool is gone. NULL: REEL_CORRUPT in *status and the place in *bad_at, or REEL_MEMORY. */
const json_value *json_doc_read(json_pool *pool, const void *text, size_t size, reel_status *status, size_t *bad_at);
void json_pool_free(json_pool *pool);

typedef enum json_type {
    JSON_IS_NULL,
    JSON_IS_BOOL,
    JSON_IS_INTEGER,
    JSON_IS_REAL,
    JSON_IS_TEXT,
    JSON_IS_LIST,
    JSON_IS_OBJECT
} json_type;
json_type doc_type(const json_value *value);
bool doc_truth(const json_value *value);         /* true, or a number that is not 0 */
double doc_number(const json_value *value);      /* 0 for what is no number */
int64_t doc_whole(const json_value *value);      /* an integer, a real cut to one; the nearest where it does not fit */
reel_string doc_string(const json_value *value); /* empty for what is no text */

/* A walk over a list or an object: begin with doc_begin. `key` is empty in a list. */
typedef struct doc_steps {
    const json_value *next;
    size_t left;
    bool object;
} doc_steps;
doc_steps doc_begin(const json_value *value);
bool doc_step(doc_steps *steps, reel_string *key, const json_value **value);

/* A value as compact JSON in memory of `allocator`, to be freed by it; data NULL: no memory. */
reel_string doc_text(const json_value *value, reel_allocator *allocator);

#endif
