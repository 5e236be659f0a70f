/* SPDX-License-Identifier: MIT */
#include "convert/digest.h"

static bool counts(const reel_table *table) { return !(table->flags & REEL_TABLE_LAYOUT); }

static bool add_row(digest *sum, uint64_t *to, const reel_table *table, const uint8_t *row, uint32_t skip)
{
    sum->scratch.size = 0;
    if (!packing_add(&sum->scratch, table, row, 1, REEL_FIELD_DERIVED | skip)) return false;
    *to = (*to ^ packing_checksum(sum->scratch.data, sum->scratch.size)) * 0x9e3779b97f4a7c15u + 1;
    return true;
}

bool digest_chunk(digest *sum, const reel_chunk *chunk)
{
    for (size_t t = 0; t < chunk->count && t < DIGEST_TABLES; t++) {
        const reel_row_list *list = &chunk->lists[t];
        if (!counts(list->table)) continue;
        for (size_t i = 0; i < list->count; i++) {
            const uint8_t *row = list->data + i * list->table->row_size;
            if (!add_row(sum, &sum->sums[t], list->table, row, 0)) return false;
            if (sum->rounds && !add_row(sum, &sum->coarse[t], list->table, row, PACKING_FLOATS)) return false;
        }
        sum->rows[t] += list->count;
    }
    return true;
}

void digest_free(digest *sum) { reel_memory_free(&sum->scratch); }

const reel_table *digest_difference(const digest *a, const digest *b, const reel_table *const *tables, bool coarse)
{
    const uint64_t *sums = coarse ? a->coarse : a->sums, *others = coarse ? b->coarse : b->sums;
    for (size_t t = 0; t < DIGEST_TABLES && tables[t]; t++)
        if (counts(tables[t]) && (a->rows[t] != b->rows[t] || sums[t] != others[t])) return tables[t];
    return NULL;
}
