/* SPDX-License-Identifier: MIT
 * The state of a writer of Parquet. */
#ifndef COLUMNS_PARQUET_WRITER_H
#define COLUMNS_PARQUET_WRITER_H

#include "columns/parquet/footer.h"
#include "columns/parquet/parquet.h"

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
    reel_status status;
};

#endif
