/* SPDX-License-Identifier: MIT
 * Rows turned into columns: what Arrow, Parquet and the archive are made of. One transposer for all of them.
 *
 * A column is the values of one field side by side. Its buffers have the layout of the Arrow columnar format, so that a door can hand them
 * on without a copy:
 *
 *   numbers      `values`: count * field->count values in the byte order of the machine, the components of a vector side by side
 *   bool         `values`: one bit a value, the least significant first; every byte that is not 0 is true
 *   uuid         `values`: 16 bytes each
 *   text, bytes  `offsets`: count + 1 offsets into `values`, the first 0; empty while there are no rows
 *   all          `validity`: one bit a row, 1 where the row has a value; empty while no row lacks one
 *
 * Rows are handled in blocks of 64: a block of rows stays in the cache while each field is gathered from it, and its presence is one
 * word of the validity bitmap. */
#ifndef COLUMNS_COLUMNS_H
#define COLUMNS_COLUMNS_H

#include "core/memory.h"

enum { COLUMN_BLOCK = 64 };

typedef struct column {
    const reel_field *field;
    reel_memory values;
    reel_memory offsets;  /* int64_t each; of text and bytes only */
    reel_memory validity; /* size 0: every row has a value */
    uint64_t null_count;
} column;

/* The columns of one table. */
typedef struct column_set {
    const reel_table *table;
    reel_allocator allocator;
    column *columns;
    size_t count;  /* of columns */
    uint64_t rows; /* in each */
} column_set;

/* Empty columns for the fields of `table` that are named in `names` (ending with NULL, in their order, each once), or all of them (NULL).
 * REEL_ARGUMENT, rule "columns.unknown-field": the table has no such field. REEL_MEMORY. Ended by columns_free, also after a failure. */
reel_status columns_begin(column_set *set, const reel_table *table, const char *const *names, const reel_allocator *allocator,
                          reel_error *error);
/* Adds rows. False: no memory, and the set is of no use any more. */
bool columns_append(column_set *set, const void *rows, size_t count);
/* Forgets the rows and keeps the room. */
void columns_reset(column_set *set);
void columns_free(column_set *set);

/* Whether a row of the column has a value. */
bool column_has(const column *column, uint64_t row);

#endif
