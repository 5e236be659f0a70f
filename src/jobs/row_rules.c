/* SPDX-License-Identifier: MIT */
#include "jobs/row_rules.h"
#include "core/rows.h"

bool reel__row_rules_begin(row_rules *rules, const reel_table *const *tables, const reel_allocator *allocator)
{
    size_t count = 0;
    while (tables[count]) count++;
    *rules = (row_rules){ .tables = tables, .only = reel__memory_new(allocator, (count + 1) * sizeof *rules->only) };
    return rules->only != NULL;
}

void reel__row_rules_end(row_rules *rules, const reel_allocator *allocator)
{
    reel__memory_drop(allocator, rules->only);
    rules->only = NULL;
}

static only_row *only_row_of(const row_rules *rules, const reel_table *table)
{
    size_t i = 0;
    while (rules->tables[i] != table) i++;
    return &rules->only[i];
}

/* Of the values of a row, and of which are there. */
static uint64_t sum_of(const reel_table *table, const void *row)
{
    row_plan plan = { 0 };
    uint64_t sum = 0;
    for (size_t i = 0; i < table->field_count; i++) {
        const uint8_t present = reel_field_present(&table->fields[i], row);
        if (table->fields[i].present_mask) reel__row_sum_bytes(&sum, &present, 1);
    }
    reel__row_sum_add(&sum, &plan, table, row, 1);
    return sum;
}

static reel_status refuse_second(const reel_table *table, reel_error *error)
{
    return reel_fail(error, REEL_ARGUMENT, "writer.second-row", table->name, 0,
                     "a replay has one row of %s, and this one differs from it", table->name);
}

static reel_status check_place(const row_rules *rules, const reel_table *table, reel_error *error)
{
    if (!(table->flags & REEL_TABLE_FIRST) || !rules->begun) return REEL_OK;
    return reel_fail(error, REEL_ARGUMENT, "writer.late-row", table->name, 0, "rows of %s come before those of other tables",
                     table->name);
}

/* Whether the rows are all the same, and the one that the table has. */
static bool is_only_row(const only_row *only, const reel_table *table, const void *rows, size_t count)
{
    const uint64_t first = only->known ? only->sum : sum_of(table, rows);
    for (size_t i = 0; i < count; i++)
        if (sum_of(table, (const uint8_t *)rows + i * table->row_size) != first) return false;
    return true;
}

reel_status reel__row_rules_take(row_rules *rules, const reel_table *table, const void *rows, size_t *count, reel_error *error)
{
    if (!*count) return REEL_OK;
    only_row *only = table->flags & REEL_TABLE_ONE_ROW ? only_row_of(rules, table) : NULL;
    if (only && !is_only_row(only, table, rows, *count)) return refuse_second(table, error);
    if (only && only->known) {
        *count = 0;
        return REEL_OK;
    }
    const reel_status status = check_place(rules, table, error);
    if (status < 0 || !only) return status;
    *only = (only_row){ .sum = sum_of(table, rows), .known = true };
    *count = 1;
    return REEL_OK;
}

static bool has_layout(const reel_chunk *chunk)
{
    for (size_t i = 0; i < chunk->count; i++)
        if (chunk->tables[i]->flags & REEL_TABLE_LAYOUT && chunk->lists[i].count) return true;
    return false;
}

bool reel__row_rules_repeat(const row_rules *rules, const reel_chunk *chunk)
{
    for (size_t i = 0; i < chunk->count; i++) {
        const reel_table *table = chunk->tables[i];
        const size_t count = table->flags & REEL_TABLE_ONE_ROW ? chunk->lists[i].count : 0;
        if (count && (only_row_of(rules, table)->known || (count > 1 && !has_layout(chunk)))) return true;
    }
    return false;
}

reel_status reel__row_rules_take_chunk(row_rules *rules, const reel_chunk *chunk, reel_error *error)
{
    reel_status status = REEL_OK;
    bool others = false;
    for (size_t i = 0; i < chunk->count && status >= 0; i++) {
        const reel_row_list *list = &chunk->lists[i];
        size_t count = list->table->flags & REEL_TABLE_ONE_ROW && list->count ? 1 : list->count;
        others |= count && !(list->table->flags & REEL_TABLE_FIRST);
        if (table_has_rules(list->table)) status = reel__row_rules_take(rules, list->table, list->data, &count, error);
    }
    rules->begun |= others;
    return status;
}

bool reel__row_rules_has(const row_rules *rules, const reel_table *table)
{
    return table->flags & REEL_TABLE_ONE_ROW && only_row_of(rules, table)->known;
}

void reel__row_rules_replace(row_rules *rules, const reel_table *table, const void *row)
{
    only_row_of(rules, table)->sum = sum_of(table, row);
}
