/* SPDX-License-Identifier: MIT
 * Rows of one table as a block of coded columns: what a chunk of an archive holds. docs/formats/reel-columns.md specifies the bytes.
 *
 * A block is decoded alone: it needs no other block. Each column says by which method it was coded, so that a reader skips columns that
 * nobody wants. Values come back bit for bit, NaN payloads and the sign of zero included, on every machine. */
#ifndef COLUMNS_CODER_H
#define COLUMNS_CODER_H

#include "core/chunk.h"

/* One field as a block stores it. A reader makes these from the schema in the file, a writer from the field table. */
typedef struct coder_field {
    reel_type type;
    uint16_t count; /* values in a row, as in reel_field */
    bool pose; /* three f32 of a position, and the next field is the rotation of the same device: four f32 (REEL_FIELD_POSE) */
    bool time; /* the time axis (REEL_FIELD_TIME) */
    const reel_field *field; /* where the values are in a row; for decoding NULL if they are not wanted */
} coder_field;

typedef struct coder_table {
    const coder_field *fields;
    size_t count;
    size_t row_size;
} coder_table;

/* The table of a format, all fields wanted. `fields` has room for table->field_count of them and lives as long as the result. */
coder_table coder_table_of(const reel_table *table, coder_field *fields);

typedef enum coder_level { CODER_FAST = 1, CODER_DEFAULT = 2 } coder_level;

typedef struct coder_options {
    coder_level level;
    /* Quantise poses to errors of at most so many metres, and degrees. 0: exact, and so are poses unless both are given; poses with values
     * that are not finite or above 10^4, or whose rotation is no unit quaternion, are always exact. */
    double position_step, rotation_step;
} coder_options;

/* Appends the block of `count` rows to `to`. REEL_MEMORY, or REEL_LIMIT if a value's text is above 2 GiB. */
reel_status coder_encode(const coder_table *table, const void *rows, size_t count, const coder_options *options, reel_memory *to,
                         reel_error *error);

/* Fills the wanted fields of `count` rows at `rows`, which the caller has zeroed, from the block in `in`, which ends with it. Text and bytes
 * are copied into `chunk`. Charges the budget for what it decompresses and loops over. REEL_CORRUPT and REEL_UNSUPPORTED (a method that this
 * version does not know; the other columns are still filled) with offsets of `in`; REEL_MEMORY; REEL_LIMIT. */
reel_status coder_decode(const coder_table *table, reel_cursor *in, void *rows, size_t count, reel_chunk *chunk,
                         reel_budget *budget, const reel_allocator *allocator, reel_error *error);

/* Fewest bytes that a block of `count` rows can have: bounds the rows that a hostile block claims. */
uint64_t coder_least(const coder_table *table, uint64_t count);

#endif
