/* SPDX-License-Identifier: MIT
 * Tables: where rows are, and copies of them as columns. */
#include "module.h"

#include <reel/arrow.h>
#include <stdlib.h>

static struct ArrowArray columns;

/* The number of rows of table `index` in the order of the schema. */
EXPORT(row_count) size_t row_count(const row_set *set, size_t index)
{
    size_t count;
    reel_chunk_rows(set->chunk, set->tables[index], &count);
    return count;
}

EXPORT(row_data) const void *row_data(const row_set *set, size_t index)
{
    size_t count;
    return reel_chunk_rows(set->chunk, set->tables[index], &count);
}

/* The number in the file of the first row. */
EXPORT(row_first) double row_first(const row_set *set, size_t index)
{
    return (double)reel_chunk_first(set->chunk, set->tables[index]);
}

EXPORT(row_size) size_t row_size(const row_set *set, size_t index) { return set->tables[index]->row_size; }
EXPORT(field_offset) size_t field_offset(const row_set *set, size_t index, size_t field)
{
    return set->tables[index]->fields[field].offset;
}
EXPORT(present_offset) size_t present_offset(const row_set *set, size_t index, size_t field)
{
    return set->tables[index]->fields[field].present_offset;
}
EXPORT(present_mask) unsigned present_mask(const row_set *set, size_t index, size_t field)
{
    return set->tables[index]->fields[field].present_mask;
}

EXPORT(batch_free) void batch_free(void)
{
    if (columns.release) columns.release(&columns);
    columns = (struct ArrowArray){ 0 };
}

/* Makes columns of a table, by their names, as an Arrow array; a bool has a byte for each row. Free them with batch_free. */
EXPORT(batch_make) int batch_make(const row_set *set, size_t index, const char *names)
{
    const reel_table *table = set->tables[index];
    size_t count;
    const void *rows = reel_chunk_rows(set->chunk, table, &count);
    const char **list = list_of(names);
    batch_free();
    if (!list) return fail_memory();
    const reel_arrow_options options = { REEL_SIZED(reel_arrow_options),
                                         .flags = REEL_ARROW_BYTES | (set->clean ? REEL_ARROW_CLEAN : 0u), .columns = list };
    int status = reel_arrow_rows(table, rows, count, 0, &options, &columns, &last_error);
    free(list);
    return status;
}

/* A buffer of a column by its number: 0 is the bitmap of rows that have a value, or NULL if all have one. */
EXPORT(batch_buffer) const void *batch_buffer(size_t index, size_t buffer)
{
    const struct ArrowArray *values = columns.children[index];
    return (int64_t)buffer < values->n_buffers ? values->buffers[buffer] : NULL;
}
