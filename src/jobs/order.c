/* SPDX-License-Identifier: MIT
 * Rows of several tables in one order: the smallest of the heads of all lists comes next. Formats have few tables, so the heads are
 * compared one by one. */
#include "core/chunk.h"

typedef struct ordered_list {
    const reel_row_list *list;
    const reel_field *field;
    size_t at;
    double value; /* of the row at `at`, or of the last one before it that has a value */
} ordered_list;

struct reel_order {
    reel_allocator allocator;
    size_t count;
    ordered_list lists[];
};

static const void *row_at(const ordered_list *ordered)
{
    return (const uint8_t *)ordered->list->data + ordered->at * ordered->list->table->row_size;
}

static bool is_at_end(const ordered_list *ordered) { return ordered->at >= ordered->list->count; }

static void read_value(ordered_list *ordered)
{
    if (is_at_end(ordered) || !reel_field_present(ordered->field, row_at(ordered))) return;
    double value = reel_field_number(ordered->field, row_at(ordered), 0);
    if (value == value) ordered->value = value; /* not NaN */
}

/* The field that orders a table; NULL: the table is left out. `unit` is that of the first one. */
static const reel_field *ordering_field(const reel_table *table, const char *name, const char **unit)
{
    if (name) return reel_table_field(table, name);
    const reel_field *field = table->flags & REEL_TABLE_HEADER ? NULL : reel_table_time(table);
    if (!field) return NULL;
    if (!*unit) *unit = field->unit;
    return strcmp(*unit, field->unit) == 0 ? field : NULL;
}

reel_status reel_order_open(const reel_chunk *chunk, const char *name, const reel_allocator *given, reel_order **order,
                            reel_error *error)
{
    reel_allocator allocator = reel__memory_allocator(given);
    const char *unit = NULL;
    *order = reel__memory_new(&allocator, sizeof **order + chunk->count * sizeof(ordered_list));
    if (!*order) return reel__memory_fail(error);
    reel_order *fresh = *order;
    fresh->allocator = allocator;
    for (size_t i = 0; i < chunk->count; i++) {
        const reel_field *field = ordering_field(chunk->tables[i], name, &unit);
        if (!field) continue;
        fresh->lists[fresh->count] = (ordered_list){ .list = &chunk->lists[i], .field = field };
        read_value(&fresh->lists[fresh->count++]);
    }
    if (fresh->count) return REEL_OK;
    reel_order_close(fresh);
    *order = NULL;
    return reel_fail(error, REEL_ARGUMENT, "order.field", "", 0, "no table has %s", name ? name : "a time axis");
}

bool reel_order_next(reel_order *order, const reel_table **table, const void **row)
{
    ordered_list *first = NULL;
    for (size_t i = 0; i < order->count; i++) {
        ordered_list *ordered = &order->lists[i];
        if (!is_at_end(ordered) && (!first || ordered->value < first->value)) first = ordered;
    }
    if (!first) return false;
    *table = first->list->table;
    *row = row_at(first);
    first->at++;
    read_value(first);
    return true;
}

void reel_order_close(reel_order *order)
{
    if (!order) return;
    reel_allocator allocator = order->allocator;
    reel__memory_drop(&allocator, order);
}
