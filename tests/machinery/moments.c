/* SPDX-License-Identifier: MIT */
#include "moments.h"

#include "machinery.h"

#include <math.h>

static int compare_moments(const void *a, const void *b)
{
    const moment *one = a, *other = b;
    if (one->time != other->time) return one->time < other->time ? -1 : 1;
    return one->number < other->number ? -1 : one->number > other->number;
}

/* The field that orders the rows of a table: the sequence of the file, else the time. */
static const reel_field *order_of(const reel_table *table)
{
    const reel_field *time = NULL;
    for (size_t f = 0; f < table->field_count; f++) {
        const reel_field *field = &table->fields[f];
        if (!strcmp(field->name, "seq")) return field;
        if (field->flags & REEL_FIELD_TIME && !time) time = field;
    }
    return time;
}

/* Whether a recorder has the rows of a table before it starts: all without a time but the data of inputs. */
static bool comes_first(const reel_table *table)
{
    if (table->flags & REEL_TABLE_HEADER) return true;
    return !order_of(table) && strcmp(table->name, "physics") && strcmp(table->name, "blocks");
}

moment *moments_of(const reel_replay *replay, size_t *total)
{
    const reel_format *format = reel_replay_format(replay);
    double first = 0, last = 0;
    moment *moments = NULL;
    *total = 0;
    for (int timed = 1; timed >= 0; timed--)
        for (const reel_table *const *table = format->tables; *table; table++) {
            size_t count;
            const uint8_t *rows = reel_rows(replay, *table, &count);
            const reel_field *by = order_of(*table);
            if ((*table)->flags & REEL_TABLE_LAYOUT || !count || (by != NULL) != timed) continue;
            moments = realloc(moments, (*total + count) * sizeof *moments);
            assert_non_null(moments);
            for (size_t i = 0; i < count; i++, rows += (*table)->row_size) {
                double time = by ? reel_field_number(by, rows, 0) : first + (last - first) * (double)i / (double)count;
                if (comes_first(*table)) time = -INFINITY;
                if (by && (time < first || !*total)) first = time;
                if (by && time > last) last = time;
                moments[*total] = (moment){ *table, rows, time == time ? time : first, *total };
                ++*total;
            }
        }
    if (moments) qsort(moments, *total, sizeof *moments, compare_moments);
    return moments;
}

/* Whether a row belongs to the append of `first`. */
static bool is_next(const moment *first, const moment *row, size_t rows)
{
    return row->table == first->table && row->time == first->time && row->row == first->row + rows * first->table->row_size;
}

size_t moments_together(const moment *first, size_t left)
{
    size_t rows = 1;
    while (rows < left && is_next(first, &first[rows], rows)) rows++;
    return rows;
}
