/* SPDX-License-Identifier: MIT */
#include "jobs/rewrite/digest.h"

static bool counts(const reel_table *table) { return !(table->flags & REEL_TABLE_LAYOUT); }

static bool add_row(digest *sum, uint64_t *to, const packing_plan *plan, const uint8_t *row)
{
    uint64_t checksum;
    sum->scratch.size = 0;
    if (plan->plain) {
        checksum = reel__packing_checksum(row, plan->table->row_size);
    } else {
        if (!reel__packing_add_planned(&sum->scratch, plan, row, 1)) return false;
        checksum = reel__packing_checksum(sum->scratch.data, sum->scratch.size);
    }
    *to = (*to ^ checksum) * 0x9e3779b97f4a7c15u + 1;
    return true;
}

static const reel_field *group_of(const reel_table *table)
{
    for (size_t i = 0; i < table->field_count; i++)
        if (table->fields[i].flags & REEL_FIELD_GROUP) return &table->fields[i];
    return NULL;
}

static bool add_rows(digest *sum, table_digest *of, const reel_table *table, const uint8_t *rows, size_t count)
{
    if (!counts(table) || !count) return true;
    const reel_field *group = group_of(table);
    packing_plan plan, coarse;
    reel__packing_make_plan(&plan, table, REEL_FIELD_DERIVED | PACKING_ABSENT);
    if (sum->rounds) reel__packing_make_plan(&coarse, table, REEL_FIELD_DERIVED | PACKING_ABSENT | PACKING_FLOATS);
    for (size_t i = 0; i < count; i++) {
        const uint8_t *row = rows + i * table->row_size;
        size_t g = group && row[group->offset];
        if (!add_row(sum, &of->sum[g], &plan, row)) return false;
        if (sum->rounds && !add_row(sum, &of->coarse[g], &coarse, row)) return false;
    }
    of->rows += count;
    return true;
}

bool reel__digest_rows(digest *sum, const reel_table *table, const void *rows, size_t count)
{
    size_t t = 0;
    while (sum->of[t] && sum->of[t] != table) t++;
    return !sum->of[t] || add_rows(sum, &sum->tables[t], table, rows, count);
}

bool reel__digest_chunk(digest *sum, const reel_chunk *chunk)
{
    for (size_t t = 0; t < chunk->count; t++) {
        const reel_row_list *list = &chunk->lists[t];
        if (!add_rows(sum, &sum->tables[t], list->table, list->data, list->count)) return false;
    }
    return true;
}

bool reel__digest_new(digest *sum, const reel_table *const *tables, bool rounds, const reel_allocator *allocator)
{
    size_t count = 0;
    while (tables[count]) count++;
    *sum = (digest){ .of = tables,
                     .tables = reel__memory_new(allocator, count * sizeof *sum->tables),
                     .rounds = rounds,
                     .scratch.allocator = *allocator };
    return sum->tables != NULL;
}

void reel__digest_free(digest *sum)
{
    if (!sum->tables) return;
    reel__memory_drop(&sum->scratch.allocator, sum->tables);
    sum->tables = NULL;
    reel_memory_free(&sum->scratch);
}

const reel_table *reel__digest_difference(const digest *a, const digest *b, const reel_table *const *tables, bool coarse)
{
    for (size_t t = 0; tables[t]; t++) {
        const table_digest *one = &a->tables[t], *other = &b->tables[t];
        const uint64_t *sums = coarse ? one->coarse : one->sum, *others = coarse ? other->coarse : other->sum;
        bool same = sums[0] == others[0] && sums[1] == others[1];
        if (counts(tables[t]) && (one->rows != other->rows || !same)) return tables[t];
    }
    return NULL;
}
