/* SPDX-License-Identifier: MIT
 * Exporters whose output is made of columns: rows are collected in batches, and each batch goes to a writer as an Arrow array. */
#ifndef EXPORT_ARRAYS_H
#define EXPORT_ARRAYS_H

#include "columns/arrow.h"
#include "export/export.h"

/* What an exporter does with the columns. Each function returns the status of its writer, which fills out->error. */
typedef struct arrays_writer {
    bool joins_origins; /* a batch may have rows of several origins: few rows each cost less so. They come as a dictionary */
    /* `schema` is that of the batches, `stated` the same with the origin as text */
    reel_status (*begin)(void **writer, const reel_export *e, reel_output *out, const struct ArrowSchema *schema,
                         const struct ArrowSchema *stated);
    reel_status (*write)(void *writer, const struct ArrowArray *batch);
    reel_status (*end)(void *writer);
    void (*drop)(void *writer);
    /* Adds rows of an output of such a writer; takes the source over. NULL: not supported */
    reel_status (*copy)(void *writer, reel_source source, uint64_t rows, const reel_export_range *ranges, size_t count,
                        uint64_t *found);
} arrays_writer;

/* The functions of an exporter over a writer. */
void reel__arrays_begin(reel_export *e, const arrays_writer *writer);
void reel__arrays_chunk(reel_export *e, const reel_chunk *chunk);
/* Takes the source over. */
void reel__arrays_copy(reel_export *e, reel_source source, uint64_t rows, const reel_export_range *ranges, size_t count,
                       uint64_t *found);
void reel__arrays_end(reel_export *e);
void reel__arrays_drop(reel_export *e);

#endif
