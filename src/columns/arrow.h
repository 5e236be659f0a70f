/* SPDX-License-Identifier: MIT
 * Tables as Arrow schemas and arrays. A layout is shared by the batches made from it, and a batch by the arrays that a consumer got from
 * it: each is freed with its last reference, on whatever thread that is. */
#ifndef COLUMNS_ARROW_H
#define COLUMNS_ARROW_H

#include "columns/columns.h"

#include <reel/arrow.h>

#include <stdatomic.h>

/* Which columns a table has as Arrow. Constant but for the count of references. */
typedef struct arrow_layout {
    atomic_uint references;
    reel_allocator allocator;
    columns_plan plan;
    uint32_t flags;                 /* REEL_ARROW_... */
    char *row_column, *file_column; /* NULL: none */
} arrow_layout;

/* A layout with one reference. Fails as reel_arrow_schema does. */
reel_status reel__arrow_layout_new(const reel_table *table, const reel_arrow_options *options, arrow_layout **layout,
                                   reel_error *error);
void reel__arrow_layout_drop(arrow_layout *layout); /* NULL is fine */
/* `format` may be NULL. */
reel_status reel__arrow_layout_schema(const arrow_layout *layout, const reel_format *format, struct ArrowSchema *schema,
                                      reel_error *error);

/* The columns of some rows, on their way to a consumer. */
typedef struct arrow_batch arrow_batch;

/* An empty batch with one reference; NULL: no memory. */
arrow_batch *reel__arrow_batch_new(arrow_layout *layout);
void reel__arrow_batch_drop(arrow_batch *batch); /* NULL is fine */
/* Whether nobody but the caller refers to the batch, so that it may be emptied and used again. */
bool reel__arrow_batch_is_free(const arrow_batch *batch);
void reel__arrow_batch_reset(arrow_batch *batch);
uint64_t reel__arrow_batch_rows(const arrow_batch *batch);
/* Adds rows of which the first is number `first` of the file, as reel__columns_append does. */
reel_status reel__arrow_batch_append(arrow_batch *batch, const void *rows, size_t count, uint64_t first, size_t *taken);
/* Gives the batch to a consumer: *array refers to it until it is released. `file` is the text of the file column, if the layout has one.
 * REEL_OK; REEL_MEMORY, or REEL_LIMIT if the file column would have more than 2 GiB of text. */
reel_status reel__arrow_batch_give(arrow_batch *batch, const char *file, struct ArrowArray *array);

#endif
