/* SPDX-License-Identifier: MIT
 * Rows turned into columns: what Arrow, Parquet and the archive are made of. One transposer for all of them.
 *
 * A column holds one value of each row, or the values of a vector side by side. Its buffers have the layout of the Arrow columnar
 * format, so that a door can pass them on without a copy:
 *
 *   numbers      `values`: count * width values in the byte order of the machine
 *   bool         `values`: one bit a value, the least significant first; every byte that is not 0 is true
 *   uuid         `values`: 16 bytes each
 *   text, bytes  `offsets`: count + 1 offsets into `values`, the first 0; empty while there are no rows
 *   labels       `values`: int32 positions in the column's dictionary
 *   moments      `values`: int64 microseconds since 1970, UTC
 *   all          `validity`: one bit a row, 1 where the row has a value; empty while every row has one
 *
 * A plan says which columns a table gives; it is made once. A set has the columns of some rows. Rows are handled in blocks of 64: a
 * block stays in the cache while each column is gathered from it, and its presence is one word of the validity bitmap. */
#ifndef COLUMNS_COLUMNS_H
#define COLUMNS_COLUMNS_H

#include "core/memory.h"

enum { COLUMN_BLOCK = 64 };

/* Text of one column of a set, unless reel__columns_begin is followed by another limit. */
#define COLUMN_TEXT_BYTES (UINT64_C(16) << 20)

/* Forms that differ from those above. */
enum {
    COLUMNS_WIDER = 1 << 0,  /* unsigned integers as the next wider signed ones, u64 as 128 bits; uuid as text */
    COLUMNS_BYTES = 1 << 1,  /* bool as the byte that the row has */
    COLUMNS_VECTOR = 1 << 2, /* a vector is one column, not one for each value */
    COLUMNS_LABELS = 1 << 3, /* enumerations as positions in a dictionary; with WIDER as text */
    COLUMNS_RAW = 1 << 4,    /* text as its bytes, even if they are not UTF-8 */
    COLUMNS_CLEAN = 1 << 6,  /* values that are not valid are missing: reel_field_valid */
    COLUMNS_SHARED = 1 << 8, /* numbers in the type that columns of their name have in all tables: columns/shared_type.h */
    COLUMNS_GROUPS = 1 << 7, /* the columns of a vector that is named as a whole are one value: a row lacks all of them or none */
    COLUMNS_MOMENTS =
        1 << 5 /* after each field that is a moment, a column with the moment; without it, only those that are named */
};

typedef enum column_form {
    COLUMN_FIXED, /* numbers and uuid, as they are */
    COLUMN_WIDER,
    COLUMN_SHARED, /* numbers of `type` */
    COLUMN_BITS,
    COLUMN_TEXT, /* valid UTF-8 */
    COLUMN_UUID, /* as text */
    COLUMN_BYTES,
    COLUMN_NAMES, /* of an enumeration, as text; of other whole numbers, their digits */
    COLUMN_LABELS,
    COLUMN_MOMENT /* microseconds since 1970, UTC, as an int64_t; without a value where the field has no moment */
} column_form;

/* One column of a plan: `width` values from value `first` of a field. */
typedef struct column_plan {
    const reel_field *field;
    uint16_t first, width;
    uint16_t group; /* at the first column of a vector that was named as a whole: their number; else 0 */
    uint16_t words; /* at the first of several columns of 4 bytes that are adjacent in the row, too: their number; else 0 */
    column_form form;
    bool is_valid;              /* values that are not valid are missing: reel_field_valid */
    bool as_whole;              /* if none of the vector's is */
    uint8_t type;               /* of the values, a reel_type; that of the field unless the form is COLUMN_SHARED */
    uint8_t from_size, to_size; /* of one value: in the row, and in the column (0 for bits and text) */
} column_plan;

typedef struct columns_plan {
    const reel_table *table;
    reel_allocator allocator;
    column_plan *columns;
    size_t count;
    bool has_text; /* some column has no fixed size */
} columns_plan;

/* Names that occur in a column, each once: those of the field's labels, then the others as they come. */
typedef struct column_dictionary {
    reel_memory offsets, text; /* as in a column of text */
    size_t count;
    reel_memory slots; /* hash table of dictionary_slot; a power of 2 */
} column_dictionary;

typedef struct column {
    const column_plan *plan;
    reel_memory values;   /* of a fixed size: a part of `block`, which does not grow by itself */
    void *block;          /* NULL until the first row */
    reel_memory offsets;  /* int32_t each; of text and bytes only */
    reel_memory validity; /* size 0: every row has a value */
    uint64_t null_count;
    reel_memory parts; /* one bit a value of a vector that is one column, if values that are not valid are missing */
    uint64_t missing_parts;
    column_dictionary dictionary; /* of labels only */
} column;

/* The columns of some rows of a table. */
typedef struct column_set {
    const columns_plan *plan;
    reel_allocator allocator;
    column *columns;     /* one for each of the plan */
    size_t capacity;     /* rows of the blocks */
    size_t rows;         /* in each */
    uint64_t text_limit; /* bytes of text in one column after which no more rows are taken, up to INT32_MAX */
} column_set;

/* Plans columns for the names in `names`, in their order, or for all fields (NULL). A name is that of a column or of a field; a field
 * stands for its columns. REEL_ARGUMENT: rule "columns.unknown" (with the nearest name) or "columns.twice". REEL_MEMORY. Ended by
 * reel__columns_plan_free, also after a failure. */
reel_status reel__columns_plan_make(columns_plan *plan, const reel_table *table, const char *const *names, unsigned forms,
                                    const reel_allocator *allocator, reel_error *error);
void reel__columns_plan_free(columns_plan *plan);

/* An empty set; `plan` must outlive it. False: no memory; reel__columns_free is still needed. */
bool reel__columns_begin(column_set *set, const columns_plan *plan, const reel_allocator *allocator);
/* Adds rows and sets *taken to their number: all of them unless there is so much text. The first row of a set always fits, unless its text is
 * above 2 GiB: REEL_LIMIT. After that and after REEL_MEMORY the set is of no use any more. */
reel_status reel__columns_append(column_set *set, const void *rows, size_t count, size_t *taken);
/* Forgets the rows and keeps the room. */
void reel__columns_reset(column_set *set);
void reel__columns_free(column_set *set);

/* Adds text as the valid UTF-8 that stands for it. False: no memory. */
bool reel__columns_text(reel_memory *to, const uint8_t *text, size_t size);

/* Whether rows may have no value in the column. */
bool reel__column_is_optional(const column_plan *plan);

#endif
