/* SPDX-License-Identifier: MIT
 * Rows of a recording that have no place in what is made of it. */
#include "pairs/ddnet/state.h"

/* Each row of a message begins with its number and offset, and then has its tick. */
static int32_t tick_of(const uint8_t *row)
{
    int32_t tick;
    memcpy(&tick, row + offsetof(teehistorian_join, tick), sizeof tick);
    return tick;
}

/* Rows in the span. Time does not go back. */
static size_t rows_of_span(const remake *d, const reel_chunk *in, const reel_table *table)
{
    size_t count, kept = 0;
    const uint8_t *row = reel_chunk_rows(in, table, &count);
    if (!count || tick_of(row + (count - 1) * table->row_size) < d->first) return 0;
    for (size_t i = 0; i < count; i++, row += table->row_size) {
        const int32_t tick = tick_of(row);
        kept += tick >= d->first && tick <= d->last;
    }
    return kept;
}

void reel__remake_lose(pair_job *job, const reel_chunk *in, const remake_loss *losses)
{
    for (; losses->table; losses++) {
        const size_t rows = rows_of_span(job->state, in, losses->table);
        if (rows) reel__pair_lose(job, losses->table, losses->field, rows, losses->why);
    }
}
