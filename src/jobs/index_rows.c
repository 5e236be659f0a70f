/* SPDX-License-Identifier: MIT
 * Rows of tables that have few, in the index itself: names, joins, finishes. Who needs only these reads no byte of the replay. A table is
 * kept as long as its rows take a small part of the bytes that were read, so no format has to say which these are. */
#include "core/output.h"
#include "core/packing.h"
#include "jobs/index.h"

/* Most bytes of the rows of a table: some, and a part of those that were read. */
enum { ROWS_FREE = 64 << 10, ROWS_PART = 32 };

static bool is_header(const reel_table *table) { return (table->flags & REEL_TABLE_HEADER) != 0; }

bool reel__index_rows_keep(index_table *tables, const reel_chunk *chunk, uint64_t offset)
{
    for (size_t i = 0; i < chunk->count; i++) {
        index_table *kept = &tables[i];
        const reel_row_list *list = &chunk->lists[i];
        if (kept->is_large || is_header(list->table) || !list->count) continue;
        if (!reel__packing_add(&kept->rows, list->table, list->data, list->count, 0)) return false;
        kept->count += list->count;
        kept->is_large = kept->rows.size > ROWS_FREE + offset / ROWS_PART;
        if (kept->is_large) reel_memory_free(&kept->rows);
    }
    return true;
}

void reel__index_rows_placed(index_table *tables, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        tables[i].placed = tables[i].rows.size;
        tables[i].placed_count = tables[i].count;
    }
}

void reel__index_rows_put(reel_output *out, const index_table *tables, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        reel_put_u8(out, !tables[i].is_large);
        if (tables[i].is_large) continue;
        reel_put_u64le(out, tables[i].placed_count);
        reel_put_u64le(out, tables[i].placed);
        reel_put(out, tables[i].rows.data, tables[i].placed);
    }
}

void reel__index_rows_free(index_table *tables, size_t count)
{
    for (size_t i = 0; tables && i < count; i++) reel_memory_free(&tables[i].rows);
}

/* ---- reading ---------------------------------------------------------------------------------------------------- */

static bool is_wanted(const reel_row_list *list, const reel_table *const *wanted)
{
    if (!wanted || is_header(list->table)) return list->wanted && !is_header(list->table);
    while (*wanted && *wanted != list->table) wanted++;
    return *wanted && list->wanted;
}

/* The rows of one table. False: none are kept, or the cursor has failed. */
static bool next_table(reel_cursor *in, uint64_t *count, reel_cursor *rows)
{
    *rows = (reel_cursor){ 0 };
    if (reel_get_u8(in) != 1) return false;
    *count = reel_get_u64le(in);
    const uint64_t size = reel_get_u64le(in);
    const uint8_t *bytes = size <= reel_left(in) ? reel_take(in, (size_t)size) : NULL;
    if (!bytes) in->failed = true;
    *rows = (reel_cursor){ .at = bytes, .end = bytes ? bytes + size : NULL };
    return !in->failed;
}

static bool has_all(const reel_chunk *chunk, const reel_table *const *wanted, reel_cursor in, bool *damaged)
{
    bool all = true;
    for (size_t i = 0; i < chunk->count; i++) {
        uint64_t count;
        reel_cursor rows;
        const bool kept = next_table(&in, &count, &rows);
        all &= kept || !is_wanted(&chunk->lists[i], wanted);
    }
    *damaged = in.failed || reel_left(&in);
    return all && !*damaged;
}

static bool take_rows(reel_row_list *list, reel_cursor *rows, uint64_t count)
{
    if (!reel_count_fits(rows, count, reel__packing_least(list->table))) return false;
    for (; count && !rows->failed; count--) {
        void *row = reel_row_add(list);
        if (!row) return true; /* the chunk says why */
        reel__packing_read(rows, list->table, row, list->chunk);
    }
    return !rows->failed;
}

reel_status reel__index_rows_take(reel_chunk *chunk, const reel_table *const *wanted, reel_cursor in, reel_cursor counts,
                                  bool *damaged)
{
    if (!has_all(chunk, wanted, in, damaged)) return REEL_END;
    for (size_t i = 0; i < chunk->count && !*damaged; i++) {
        uint64_t all = 0;
        reel_cursor rows;
        const bool kept = next_table(&in, &all, &rows);
        const uint64_t count = reel_get_u64le(&counts);
        if (!kept || !is_wanted(&chunk->lists[i], wanted)) continue;
        *damaged = count > all || !take_rows(&chunk->lists[i], &rows, count);
    }
    for (size_t i = 0; i < chunk->count && *damaged; i++)
        if (is_wanted(&chunk->lists[i], wanted)) chunk_forget(&chunk->lists[i]);
    return *damaged ? REEL_END : REEL_OK;
}
