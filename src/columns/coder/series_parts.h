/* SPDX-License-Identifier: MIT
 * What series are made of (series.h).
 *
 * A transform makes residuals of the values: differences from what is expected. A packing makes bytes of the residuals. Transform and
 * packing are one byte, followed by what they need. */
#ifndef COLUMNS_CODER_SERIES_PARTS_H
#define COLUMNS_CODER_SERIES_PARTS_H

#include "columns/coder/block.h"
#include "columns/coder/tokens.h"

/* The lower four bits of a series' first byte. */
typedef enum series_transform {
    SERIES_CONSTANT = 0,
    SERIES_PLAIN = 1,
    SERIES_DELTA = 2,      /* from the row before */
    SERIES_DELTA_2 = 3,    /* from the row before and its step */
    SERIES_KEYED = 4,      /* from the last row with the same key in another series */
    SERIES_KEYED_2 = 5,    /* from that and its step */
    SERIES_DIFFERENCE = 6, /* from another series in the same row, and the same difference in the row before */
    SERIES_DICTIONARY = 7, /* numbers in a sorted list of values */
    SERIES_DECIMAL = 8,    /* floats that are whole numbers over a power of ten */
    SERIES_SIZES = 9,      /* sums of the sizes of other series' steps, as variable-length integers */
    SERIES_SCALED = 10,    /* floats that are whole numbers times a power of ten, in one of several forms */
    SERIES_SAME = 11,      /* the values of another series, but for some rows */
    SERIES_MINUS = 12,     /* f32: another series less a third one */
    SERIES_SHIFTED = 13,   /* f32: another series and a whole number */
    SERIES_ROOT = 14,      /* f32: with the two series before it, a direction */
    SERIES_RATE = 15,      /* whole numbers: one over the step of a time in another series */
    SERIES_GRID = 15       /* with PACKING_NOTHING: floats that are multiples of a power of two */
} series_transform;

/* The upper four bits: a token_context, or one of these. */
enum { PACKING_STORED = 8, PACKING_PLANES = 9, PACKING_NOTHING = 10, PACKING_RANKS = 11 /* and a token_context */ };
enum { PACKING_SHIFT = 4, TRANSFORM_MASK = 15 };

enum { SERIES_KEYS = 256, SERIES_TERMS = 12, PRODUCT_TERMS = 4 };

/* What the values of a series are. */
typedef struct series_type {
    unsigned bits;
    bool is_signed, is_float;
} series_type;
series_type reel__series_type_of(const coder_field *field);

/* A series of an earlier column. */
typedef struct series_place {
    uint16_t field;
    uint16_t index;
} series_place;

/* The references of the column that is being written; NULL where series cannot refer to others. */
typedef struct series_context {
    size_t field, index; /* the series that is being written */
    uint16_t references[COLUMN_REFERENCES];
    size_t count;
} series_context;

bool reel__series_is_constant(const uint64_t *values, size_t count);
/* A series without another list of numbers (series_simple.c, series_read.c): what the other forms are made of. */
bool reel__series_encode_simple(block_writer *block, series_context *context, series_type type, const uint64_t *values,
                                size_t count, uint8_t *tokens, reel_memory *to);
reel_status reel__series_decode_simple(block_source *source, block_column *column, series_type type, size_t count,
                                       uint64_t *values);
/* The parts of that: the first byte (false: the column ends before it), and what follows it. */
bool reel__series_read_method(block_column *column, uint8_t *method);
reel_status reel__series_decode_method(block_source *source, block_column *column, series_type type, uint8_t method, size_t count,
                                       uint64_t *values, uint8_t *tokens);
static inline bool series_is_method(uint8_t method, unsigned packing, series_transform transform)
{
    return method == (packing << PACKING_SHIFT | (unsigned)transform);
}

/* Appends the position of a series: which reference its column is, and its number there. False: no reference is left. */
bool reel__series_add_place(block_writer *block, series_context *context, series_place place, reel_memory *to);
/* Reads one. The index is that of one of the column's series, if it has any. */
reel_status reel__series_read_place(block_source *source, block_column *column, const block_column **other, uint64_t *index);
/* Whether a series has one value a row, as those that refer to others must. */
reel_status reel__series_is_of_rows(const block_source *source, const block_column *column, size_t count);

/* ---- transforms ------------------------------------------------------------------------------------------------- */

/* A value cut to the bits of its type, and sign-extended if it is signed. */
uint64_t reel__series_narrow(uint64_t value, series_type type);
void reel__series_narrow_all(uint64_t *values, size_t count, series_type type);
/* Floats in their order as signed integers of the same size: a bijection, and its inverse. */
uint64_t reel__series_order(uint64_t value, unsigned bits);
uint64_t reel__series_unorder(uint64_t value, unsigned bits);
/* The same for many at once. */
void reel__series_unorder_all(uint64_t *values, size_t count, unsigned bits);

/* What a transform needs besides the values. `other` is the key of SERIES_KEYED, what SERIES_DIFFERENCE is from, the sum of
 * SERIES_SIZES, or what SERIES_MINUS, SERIES_SHIFTED, SERIES_ROOT and SERIES_RATE expect. */
typedef struct series_model {
    series_transform transform;
    const uint64_t *other;
} series_model;

/* Adds to each row's sum how many bytes the change of a series takes, from the last row with the same key, as a variable-length integer
 * with six bits in its first byte and seven in each other. */
void reel__series_add_sizes(const uint64_t *key, const uint64_t *values, size_t count, uint64_t *steps);

/* Floats that are expected from others (series_expected.c): in their order, but of roots their bits. */
enum { SHIFT_MOST = 1 << 20 };
void reel__expect_difference(const uint64_t *a, const uint64_t *b, size_t count, uint64_t *expected);
void reel__expect_shift(const uint64_t *a, int64_t shift, size_t count, uint64_t *expected);
void reel__expect_root(const uint64_t *a, const uint64_t *b, size_t count, uint64_t *expected);
/* Whole numbers: rows a second, by the step of the time from the row before. */
void reel__expect_rate(const uint64_t *time, size_t count, uint64_t *expected);
/* Finds earlier series whose difference the values are, in most rows, or that one whole number is missing to. The values are in order. */
bool reel__find_difference(const block_writer *block, const uint64_t *values, size_t count, series_place *a, series_place *b);
bool reel__find_shift(const block_writer *block, const uint64_t *values, size_t count, series_place *a, int64_t *shift);
/* Finds a time, written before, of whose steps the values are the rate, about, in most rows. */
bool reel__find_rate(const block_writer *block, const uint64_t *values, size_t count, series_place *time);

/* Residuals of values, zigzagged where they may be negative, and values of residuals, in place or not. */
void reel__series_forward(const series_model *model, series_type type, const uint64_t *values, size_t count, uint64_t *residuals);
void reel__series_back(const series_model *model, series_type type, uint64_t *values, size_t count);

#endif
