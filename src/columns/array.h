/* SPDX-License-Identifier: MIT
 * What the Arrow C data interface says about a column: its type, its metadata, its bitmaps. The writers of IPC and Parquet read arrays
 * of any producer through these functions. */
#ifndef COLUMNS_ARRAY_H
#define COLUMNS_ARRAY_H

#include "core/memory.h"

#include <reel/arrow.h>

typedef enum array_kind {
    ARRAY_BOOL,
    ARRAY_INTEGER,
    ARRAY_FLOAT,
    ARRAY_TEXT,  /* offsets and bytes: text or opaque bytes */
    ARRAY_FIXED, /* bytes of one size */
    ARRAY_STRUCT,
    ARRAY_LIST /* of one length */
} array_kind;

typedef struct array_type {
    array_kind kind;
    uint32_t size;  /* bytes of an integer, a float, a fixed value or an offset; values in a list; else 0 */
    bool is_signed; /* integers */
    bool is_utf8;   /* ARRAY_TEXT */
    bool is_moment; /* integers: microseconds since 1970, UTC */
} array_type;

/* The type that a schema's format states; for a dictionary, the type of its indexes. False: none of those above. */
bool reel__array_type_of(const struct ArrowSchema *schema, array_type *type);
/* The name of a column, which may be NULL in a schema. */
static inline const char *array_name(const struct ArrowSchema *schema) { return schema->name ? schema->name : ""; }
/* Whether the schema is a dictionary of texts by integers. */
bool reel__array_is_dictionary(const struct ArrowSchema *schema);

/* Pairs of metadata, in their order. */
typedef struct array_pairs {
    const char *at;
    int32_t left;
} array_pairs;
array_pairs reel__array_pairs_of(const char *metadata); /* may be NULL */
bool reel__array_pairs_next(array_pairs *pairs, reel_string *key, reel_string *value);
/* The value of a key, or a NULL `data`. */
reel_string reel__array_metadata(const struct ArrowSchema *schema, const char *key);

/* ---- values ------------------------------------------------------------------------------------------------------- */

/* Whether an array has the buffers and children that its schema calls for. */
bool reel__array_fits(const struct ArrowSchema *schema, const struct ArrowArray *array);
/* The validity bitmap; NULL: every value is there. */
static inline const uint8_t *array_validity(const struct ArrowArray *array)
{
    return array->null_count && array->n_buffers ? array->buffers[0] : NULL;
}
/* The bytes of value `i` of an ARRAY_TEXT, counted without the array's offset. */
reel_bytes reel__array_text(const array_type *type, const struct ArrowArray *array, uint64_t i);
/* Value `i` of an array of integers, in 64 bits with its sign. */
int64_t reel__array_integer(const array_type *type, const void *values, uint64_t i);

/* Sets value `i`, of which the lowest bytes are stored. */
void reel__array_set_integer(const array_type *type, void *values, uint64_t i, uint64_t value);

static inline bool bit_at(const uint8_t *bits, uint64_t i) { return bits[i / 8] >> i % 8 & 1; }
/* Copies bits [from, from + count) to [at, at + count) of `to`, whose bits from `at` on are 0. NULL: all are 1. */
void reel__bits_copy(uint8_t *to, uint64_t at, const uint8_t *bits, uint64_t from, uint64_t count);
uint64_t reel__bits_count(const uint8_t *bits, uint64_t from, uint64_t count);

#endif
