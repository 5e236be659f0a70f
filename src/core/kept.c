/* SPDX-License-Identifier: MIT */
#include "core/kept.h"
#include "core/rows.h"

uint64_t reel__kept_sum(const reel_chunk *rows, const reel_table *const *tables, const reel_table *layout, reel_bytes bytes)
{
    uint64_t sum = 1;
    row_plan plan = { .table = NULL };
    reel__row_sum_bytes(&sum, bytes.data, bytes.size);
    for (; *tables; tables++) {
        if ((*tables)->flags & REEL_TABLE_LAYOUT && *tables != layout) continue;
        size_t count;
        const void *data = reel_chunk_rows(rows, *tables, &count);
        reel__row_sum_add(&sum, &plan, *tables, data, count);
    }
    return sum ? sum : 1;
}

bool reel__kept_is_whole(const reel_chunk *chunk, const reel_table *const *tables)
{
    for (size_t i = 0; i < chunk->count; i++) {
        const reel_table *const *table = tables;
        while (*table && *table != chunk->tables[i]) table++;
        if (*table && !chunk->lists[i].wanted) return false;
    }
    return true;
}

bool reel__kept_rows_agree(const reel_replay *old, const reel_table *table, const void *rows, size_t count)
{
    size_t found;
    const void *read = reel_rows(old, table, &found);
    return count == found && reel__rows_are_equal(table, rows, read, count);
}

bool reel__kept_agrees(const reel_replay *old, const reel_chunk *rows)
{
    for (const reel_table *const *table = old->format->tables; *table; table++) {
        if ((*table)->flags & REEL_TABLE_LAYOUT) continue;
        size_t count;
        const void *now = reel_chunk_rows(rows, *table, &count);
        if (!reel__kept_rows_agree(old, *table, now, count)) return false;
    }
    return true;
}
