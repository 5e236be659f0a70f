/* SPDX-License-Identifier: MIT
 * The state of a writer of Parquet. */
#ifndef COLUMNS_PARQUET_WRITER_H
#define COLUMNS_PARQUET_WRITER_H

#include "columns/parquet/footer.h"
#include "core/output.h"

typedef struct parquet_options {
    int level;            /* of zstd; or PACKER_DEFAULT or PACKER_NONE */
    uint64_t group_rows;  /* most rows of a row group; 0: 1 Mi */
    uint64_t group_bytes; /* a row group ends when its encoded columns have this many bytes; 0: 64 MiB */
    /* What ARROW:schema has: a column that comes as a dictionary only because that is cheaper is text there. NULL: the schema. Borrowed as it is */
    const struct ArrowSchema *stated;
} parquet_options;

typedef struct parquet_writer parquet_writer;

struct parquet_writer {
    reel_output *out;
    const struct ArrowSchema *schema;
    parquet_options options;
    parquet_tools tools;
    uint64_t base; /* offset in the output of the first byte */
    parquet_column *columns;
    parquet_chunk *chunks; /* of the row group that is written */
    size_t count;
    uint64_t group_rows, rows; /* in the row group; in those before it */
    size_t groups;
    reel_memory group_list;
    reel_memory schema_text; /* of the schema in the footer; empty until it is needed */
    reel_status status;
};

/* Makes the schema_text of a writer that has none. REEL_OK or REEL_MEMORY. */
reel_status reel__writer_schema(parquet_writer *w);

#endif
