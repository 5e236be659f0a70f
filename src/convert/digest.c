/* SPDX-License-Identifier: MIT */
#include "convert/digest.h"

static bool counts(const reel_table *table) { return !(table->flags & REEL_TABLE_LAYOUT); }

bool digest_chunk(digest *sum, const reel_chunk *chunk)
{
    for (size_t t = 0; t < chunk->count && t < DIGEST_TABLES; t++) {
        const reel_row_list *list = &chunk->lists[t];
        if (!counts(list->table)) continue;
        for (size_t i = 0; i < list->count; i++) {
            sum->scratch.size = 0;
            if (!packing_add(&sum->scratch, list->table, list->data + i * list->table->row_size, 1, REEL_FIELD_DERIVED))
                return false;
            uint64_t row = packing_checksum(sum->scratch.data, sum->scratch.size);
            sum->sums[t] = (sum->sums[t] ^ row) * 0x9e3779b97f4a7c15u + 1;
        }
        sum->rows[t] += list->count;
    }
    return true;
}

void digest_free(digest *sum) { packing_free(&sum->scratch); }

const reel_table *digest_difference(const digest *a, const digest *b, const reel_table *const *tables)
{
    for (size_t t = 0; t < DIGEST_TABLES && tables[t]; t++)
        if (counts(tables[t]) && (a->rows[t] != b->rows[t] || a->sums[t] != b->sums[t])) return tables[t];
    return NULL;
}
