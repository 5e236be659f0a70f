/* SPDX-License-Identifier: MIT
 * Writes Parquet: one flat table, from arrays of the C data interface.
 *
 *   floats             BYTE_STREAM_SPLIT
 *   integers           DELTA_BINARY_PACKED
 *   bool               RLE
 *   text and bytes     RLE_DICTIONARY; without it, DELTA_LENGTH_BYTE_ARRAY, from where the dictionary is larger than 1 MiB, or in a row group
 *                      whose first page has few repetitions. A dictionary of Arrow that is too large becomes PLAIN
 *   bytes of one size  PLAIN
 *   missing values     definition levels, in columns whose schema is nullable
 *
 * A dictionary of Arrow becomes text. Pages have checksums, column chunks have bounds, and the footer has the metadata of the schema, and the
 * schema itself in ARROW:schema. A row group is held in memory, encoded, until it is written. */
#ifndef COLUMNS_PARQUET_PARQUET_H
#define COLUMNS_PARQUET_PARQUET_H

#include "columns/parquet/writer.h"

#include <reel/export.h>

/* Starts a file. The schema is borrowed until reel__parquet_free; so is `out`. Batches are structs ("+s").
 *
 * REEL_OK, REEL_MEMORY, the status of the output, REEL_UNSUPPORTED (arrow.type or parquet.type: a type that is not written;
 * columns.no-zstd) or REEL_ARGUMENT (arrow.schema: not a struct, or nested too deeply). */
reel_status reel__parquet_begin(parquet_writer **writer, reel_output *out, const struct ArrowSchema *schema,
                                const parquet_options *options, const reel_allocator *allocator);
/* Adds the rows of a batch, which is only read. REEL_OK, REEL_MEMORY, the status of the output, REEL_ARGUMENT (arrow.batch: the array does
 * not have the schema's shape) or REEL_LIMIT (parquet.value: a value of more than 1 GiB). The output is then of no use. */
reel_status reel__parquet_write(parquet_writer *writer, const struct ArrowArray *batch);
/* Adds rows of a file that a writer of the same schema and options made: see reel_export_copy, whose statuses it returns. Memory is that of a
 * page of each column. */
reel_status reel__parquet_copy(parquet_writer *writer, reel_source source, uint64_t rows, const reel_export_range *ranges,
                               size_t count, uint64_t *found);
/* Writes the last row group and the footer; the output is not flushed. */
reel_status reel__parquet_end(parquet_writer *writer);
void reel__parquet_free(parquet_writer *writer); /* NULL is fine */

#endif
