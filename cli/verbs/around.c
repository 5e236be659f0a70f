/* SPDX-License-Identifier: MIT */
#include "verbs/around.h"
#include "args/tables.h"
#include "run/choose.h"
#include "run/rows.h"
#include "run/span.h"

#include <reel/insight.h>

#include <math.h>
#include <stdlib.h>

struct near_rows {
    const reel_table *table;
    const uint8_t *rows;
    reel_near *near; /* of each row */
};

reel_status around_choose(struct job *job, struct around *around, const reel_format *format, const reel_table *const *tables)
{
    const char *name = value_of(job->arguments, OPT_AROUND);
    size_t count = 0;
    around_free(around); /* of an earlier attempt */
    around->format = format;
    if (!name) return REEL_OK;
    for (const reel_table *const *table = format->tables; *table; table++)
        if (!strcmp((*table)->name, name)) around->events = *table;
    if (!around->events) return unknown_table(job, "export.table", format->name, format->tables, name);
    const reel_field *time = reel_table_time(around->events);
    if (!time) return fail_job(job, REEL_ARGUMENT, "export.around", "rows of '%s' have no times", name);
    for (; tables[count]; count++) {
        const reel_field *own = reel_table_time(tables[count]);
        if (own && strcmp(own->unit, time->unit) != 0)
            return fail_job(job, REEL_ARGUMENT, "export.around", "times of '%s' are in %s, those of '%s' in %s",
                            tables[count]->name, own->unit, name, time->unit);
    }
    around->reads = grow(NULL, (count + 2) * sizeof *around->reads);
    memcpy(around->reads, tables, count * sizeof *around->reads);
    around->reads[count] = around->events;
    for (size_t i = 0; i < count; i++)
        if (tables[i] == around->events) around->reads[count] = NULL;
    around->reads[count + 1] = NULL;
    return REEL_OK;
}

reel_status around_header(struct job *job, struct around *around, const reel_chunk *header)
{
    bool given;
    if (!around->events) return REEL_OK;
    reel_status status = span_moment(job, OPT_WITHIN, around->format, header, &given, &around->within);
    if (status >= 0 && !(around->within >= 0))
        status = fail_job(job, REEL_ARGUMENT, "export.around", "--within %s: a distance in time is not negative",
                          value_of(job->arguments, OPT_WITHIN));
    return status;
}

/* The times of a table's rows; NaN: none. */
static double *times_of(const reel_chunk *chunk, const reel_table *table, size_t *count)
{
    const reel_field *time = reel_table_time(table);
    const uint8_t *rows = reel_chunk_rows(chunk, table, count);
    double *times = grow(NULL, (*count + 1) * sizeof *times);
    for (size_t i = 0; i < *count; i++) {
        const void *row = rows + i * table->row_size;
        times[i] = reel_field_present(time, row) ? reel_field_number(time, row, 0) : (double)NAN;
    }
    return times;
}

reel_status around_find(struct job *job, struct around *around, const reel_chunk *chunk, const reel_table *const *tables)
{
    size_t events, count = 0, made = 0;
    while (tables[count]) count++;
    double *event_times = times_of(chunk, around->events, &events);
    uint64_t *order = grow(NULL, (events + 1) * sizeof *order);
    around->near = grow(NULL, (count + 1) * sizeof *around->near);
    reel_status status = REEL_OK;
    for (size_t i = 0; i < count && status >= 0; i++) {
        if (!reel_table_time(tables[i])) continue;
        size_t rows;
        double *times = times_of(chunk, tables[i], &rows);
        struct near_rows *near = &around->near[made++];
        *near = (struct near_rows){ .table = tables[i], .rows = reel_chunk_rows(chunk, tables[i], &rows) };
        near->near = grow(NULL, (rows + 1) * sizeof *near->near);
        status = reel_around(times, rows, event_times, events, around->within, around->within, NULL, order, near->near, NULL,
                             &job->error);
        free(times);
    }
    around->near[made] = (struct near_rows){ .table = NULL };
    free(event_times);
    free(order);
    return status;
}

bool around_takes(void *context, const reel_table *table, const void *row)
{
    const struct around *around = context;
    for (const struct near_rows *near = around->near; near->table; near++)
        if (near->table == table) return near->near[(size_t)((const uint8_t *)row - near->rows) / table->row_size].count > 0;
    return true;
}

void around_free(struct around *around)
{
    for (struct near_rows *near = around->near; near && near->table; near++) free(near->near);
    free(around->near);
    free(around->reads);
    *around = (struct around){ .near = NULL };
}
