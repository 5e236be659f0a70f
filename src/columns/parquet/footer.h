/* SPDX-License-Identifier: MIT
 * The footer of a Parquet file. */
#ifndef COLUMNS_PARQUET_FOOTER_H
#define COLUMNS_PARQUET_FOOTER_H

#include "columns/parquet/column.h"

enum { PAGES_PLAIN = 0, PAGES_ZSTD = 6 }; /* CompressionCodec */
#define PARQUET_SCHEMA_KEY "ARROW:schema"

/* What is known about a file when all of it is written. */
typedef struct parquet_file {
    const struct ArrowSchema *schema;
    reel_bytes schema_text; /* as reel__footer_schema made it */
    const parquet_column *columns;
    size_t count; /* of columns */
    uint64_t rows;
    size_t groups;
    const reel_memory *group_list; /* their structs, as reel__group_add wrote them */
} parquet_file;

/* Where the column chunk of a row group is: its pages, and the dictionary page before them. */
typedef struct parquet_chunk {
    uint64_t offset, size;
    uint64_t dictionary_size; /* 0: none */
} parquet_chunk;

/* Adds the struct of a row group. False: no memory. */
bool reel__group_add(reel_memory *list, const parquet_column *columns, const parquet_chunk *chunks, size_t count, uint64_t rows,
                     size_t number);
/* The schema as the footer has it under PARQUET_SCHEMA_KEY, to an empty `text`. REEL_OK or REEL_MEMORY. */
reel_status reel__footer_schema(const struct ArrowSchema *schema, reel_memory *text, reel_error *error);
/* Adds the footer. REEL_OK or REEL_MEMORY. */
reel_status reel__footer_add(reel_memory *to, const parquet_file *file, reel_error *error);

#endif
