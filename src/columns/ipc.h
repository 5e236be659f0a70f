/* SPDX-License-Identifier: MIT
 * Writes Arrow IPC: the stream format, and the file format, which is a stream with an index of its messages behind it. From arrays of
 * the C data interface, so no Arrow library is needed.
 *
 * A dictionary is written before the first batch that uses it, and again when it has changed. A stream replaces it. In a file it only
 * grows, because a reader may read the batches in any order: new texts are written as a delta, and the indexes of a batch with another
 * dictionary become those of this one. */
#ifndef COLUMNS_IPC_H
#define COLUMNS_IPC_H

#include "core/output.h"

#include <reel/arrow.h>

typedef struct ipc_options {
    bool is_stream;
    int level; /* of zstd, for the buffers; or PACKER_DEFAULT or PACKER_NONE */
} ipc_options;

typedef struct ipc_writer ipc_writer;

/* Writes the schema, which is borrowed until reel__ipc_free; so is `out`. The batches are structs ("+s").
 *
 * REEL_OK, REEL_MEMORY, the status of the output, REEL_UNSUPPORTED (arrow.type: a type that array.h does not have;
 * columns.no-zstd) or REEL_ARGUMENT (arrow.schema: not a struct, or nested too deeply). */
reel_status reel__ipc_begin(ipc_writer **writer, reel_output *out, const struct ArrowSchema *schema, const ipc_options *options,
                            const reel_allocator *allocator);
/* Writes a batch, which is only read. REEL_OK, REEL_MEMORY, the status of the output, REEL_ARGUMENT (arrow.batch: the array does not have
 * the schema's shape), or REEL_LIMIT (arrow.dictionary: a dictionary has more texts than its indexes can count, or 2 GiB of them). The
 * output is then of no use. */
reel_status reel__ipc_write(ipc_writer *writer, const struct ArrowArray *batch);
/* Writes what a file or a stream ends with; the output is not flushed. */
reel_status reel__ipc_end(ipc_writer *writer);
void reel__ipc_free(ipc_writer *writer); /* NULL is fine */

/* The schema as an encapsulated message, the way that Parquet keeps it in ARROW:schema. Statuses as of reel__ipc_begin. */
reel_status reel__ipc_schema_message(const struct ArrowSchema *schema, const reel_allocator *allocator, reel_memory *message,
                                     reel_error *error);

#endif
