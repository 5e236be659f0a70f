/* SPDX-License-Identifier: MIT
 * Makes rates fit for sums: a macro cannot have 0 frames per second. What is not finite is removed before. */
#include "core/clean.h"
#include "core/chunk.h"
#include "formats/gdr/operations.h"

#include <reel/macros.h>

static const double RATE_MOST = 1e9; /* what statistics and checks take for a rate */

static bool is_bad_rate(double rate) { return rate <= 0 || rate >= RATE_MOST; }

static void clean_rates(reel_change *change, const reel_table *table, const char *name)
{
    reel_row_list *list = reel_chunk_table(change->chunk, table);
    const reel_field *field = reel_table_field(table, name);
    uint64_t removed = 0;
    for (size_t i = 0; list && i < list->count; i++) {
        uint8_t *row = list->data + i * table->row_size;
        bool is_change = table != &macros_events || ((const macros_event *)(const void *)row)->kind == MACROS_TPS;
        if (!is_change || !reel_field_present(field, row) || !is_bad_rate(reel_field_number(field, row, 0))) continue;
        reel__clean_remove(table, field, row);
        removed++;
    }
    reel_tally(change, "clean.gdr.rate", REEL_NOTE, table, name, removed, "0 or less, or 1e9 and more: removed");
}

static reel_status clean(reel_change *change)
{
    clean_rates(change, &gdr_infos, "framerate");
    clean_rates(change, &gdr_infos_v1, "framerate");
    clean_rates(change, &gdr_cut_infos, "framerate");
    clean_rates(change, &macros_events, "tps");
    return REEL_OK;
}

const reel_operation reel__gdr_cleaning = {
    .id = "clean",
    .doc = "remove framerates that cannot be",
    .apply = clean,
};
