/* SPDX-License-Identifier: MIT */
#include "convert/tally.h"

static void tell(const reel_reporter *reporter, const reel_tally_item *item)
{
    reel_find(reporter,
              (reel_finding){ .rule = item->rule,
                              .severity = item->severity,
                              .offset = REEL_NO_OFFSET,
                              .table = item->table,
                              .row = REEL_NO_ROW,
                              .count = item->rows },
              "%llu %s%s of %s%s%s: %s", (unsigned long long)item->rows, item->field ? "value" : "row",
              item->rows == 1 ? "" : "s", item->table->name, item->field ? "." : "", item->field ? item->field : "",
              item->message);
}

void reel_tally(const reel_change *change, const char *rule, reel_severity severity, const reel_table *table, const char *field,
                uint64_t rows, const char *message)
{
    reel_tallies *tallies = change->tallies;
    const reel_tally_item fresh = { rule, field, message, table, severity, rows };
    if (!rows) return;
    for (size_t i = 0; tallies && i < tallies->count; i++) {
        reel_tally_item *item = &tallies->items[i];
        bool same = item->table == table && item->field == field && !strcmp(item->rule, rule) && !strcmp(item->message, message);
        if (!same) continue;
        item->rows += rows;
        return;
    }
    if (tallies && tallies->count < TALLIES)
        tallies->items[tallies->count++] = fresh;
    else
        tell(&change->reporter, &fresh);
}

void tallies_report(const reel_tallies *tallies, const reel_reporter *reporter)
{
    for (size_t i = 0; i < tallies->count; i++) tell(reporter, &tallies->items[i]);
}
