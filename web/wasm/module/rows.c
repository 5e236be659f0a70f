/* SPDX-License-Identifier: MIT
 * Tables: where rows are, and copies of them as columns. */
#include "module.h"

#include <reel/arrow.h>
#include <stdlib.h>

static struct ArrowArray column;

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

EXPORT(column_free) void column_free(void)
{
    if (column.release) column.release(&column);
    column = (struct ArrowArray){ 0 };
}

/* Makes a column of value `component` of a field, as an Arrow array; a bool has a byte for each row. Free it with column_free. */
EXPORT(column_make) int column_make(const row_set *set, size_t index, size_t field, size_t component)
{
    const reel_table *table = set->tables[index];
    size_t count, length = reel_column_name(&table->fields[field], component, NULL, 0);
    const void *rows = reel_chunk_rows(set->chunk, table, &count);
    char *name = malloc(length + 1);
    column_free();
    if (!name) return fail_memory();
    reel_column_name(&table->fields[field], component, name, length + 1);
    const char *const names[] = { name, NULL };
    const reel_arrow_options options = { .struct_size = sizeof options, .flags = REEL_ARROW_BYTES, .columns = names };
    int status = reel_arrow_rows(table, rows, count, 0, &options, &column, &last_error);
    free(name);
    return status;
}

/* A buffer of the column: 0 is the bitmap of rows that have a value, or NULL if all have one. */
EXPORT(column_buffer) const void *column_buffer(size_t buffer)
{
    const struct ArrowArray *values = column.children[0];
    return (int64_t)buffer < values->n_buffers ? values->buffers[buffer] : NULL;
}
