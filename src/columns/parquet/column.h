/* SPDX-License-Identifier: MIT
 * One column of a Parquet file while it is written: values are collected for a page, pages for a row group. */
#ifndef COLUMNS_PARQUET_COLUMN_H
#define COLUMNS_PARQUET_COLUMN_H

#include "columns/array.h"
#include "columns/packer.h"
#include "columns/parquet/checksum.h"
#include "columns/parquet/encode.h"
#include "columns/parquet/statistics.h"
#include "columns/text_set.h"

/* A page of four-byte floats has four planes of 64 KiB, a block of zstd each. Larger ones save 0.1 % and take twice the memory. */
enum { PAGE_ROWS = 65536, PAGE_BYTES = 1 << 20, DICTIONARY_MOST = 1 << 20 };

typedef enum parquet_physical {
    PHYSICAL_BOOL = 0,
    PHYSICAL_I32 = 1,
    PHYSICAL_I64 = 2,
    PHYSICAL_F32 = 4,
    PHYSICAL_F64 = 5,
    PHYSICAL_BYTES = 6,
    PHYSICAL_FIXED = 7
} parquet_physical;

/* What all columns of a writer use. */
typedef struct parquet_tools {
    reel_allocator allocator;
    packer packer;
    checksum_tables checksums;
    reel_memory plain, packed; /* the page that is being made */
    reel_error *error;
} parquet_tools;

typedef struct parquet_column {
    const struct ArrowSchema *schema;
    parquet_tools *tools;
    array_type type; /* of the values; of the texts of a dictionary */
    parquet_physical physical;
    bool is_nullable;
    uint8_t width;      /* bytes of a number in `values`; 0: texts and fixed values */
    uint32_t page_rows; /* most rows of a page */

    /* The page. Values that are missing are not in it. */
    reel_memory values;  /* numbers of 1 (booleans), 4 or 8 bytes; fixed values; or the bytes of texts */
    reel_memory sizes;   /* of texts: uint32_t each */
    reel_memory indexes; /* of texts in the dictionary, instead: uint32_t each */
    reel_memory present; /* a bitmap of the rows; only for columns that are nullable */
    uint32_t rows, missing;

    /* The row group. */
    reel_memory pages; /* encoded */
    text_set dictionary;
    bool is_direct; /* texts are not put into the dictionary any more */
    bool used[ENCODING_SPLIT + 1];
    uint64_t group_rows, group_missing, plain_size; /* plain_size: of the pages before compression */
    statistics statistics;
    reel_memory mapped; /* of an array's dictionary: our index + 1 of each text, or 0 */
} parquet_column;

/* Fills a zeroed column. REEL_OK or REEL_UNSUPPORTED (parquet.type). column_end frees it in any case. */
reel_status reel__column_begin(parquet_column *column, const struct ArrowSchema *schema, parquet_tools *tools);
/* Adds values [from, from + count) of an array that fits the schema, counted without the array's offset. REEL_OK, REEL_MEMORY or
 * REEL_LIMIT (parquet.value: a text that no page can hold). */
reel_status reel__column_add(parquet_column *column, const struct ArrowArray *array, uint64_t from, uint64_t count);
/* Encodes the page that was begun. */
reel_status reel__column_flush(parquet_column *column);
/* Forgets the row group. */
void reel__column_reset(parquet_column *column);
void reel__column_end(parquet_column *column);

/* Bytes that wait to be written. */
static inline uint64_t column_held(const parquet_column *column)
{
    return column->pages.size + column->values.size + column->indexes.size + column->dictionary.page.size;
}

/* Adds a page: its header, and `tools->plain` compressed. `rows`: of a dictionary page, its texts. */
reel_status reel__page_add(parquet_column *column, reel_memory *to, int encoding, uint32_t rows, bool is_dictionary);

#endif
