/* SPDX-License-Identifier: MIT */
#include "core/tally.h"

#include "core/memory.h"

static const char loss_rule[] = "convert.loss";

static void report(const reel_reporter *reporter, const reel_tally_item *item)
{
    const reel_finding finding = { .rule = item->rule,
                                   .severity = item->severity,
                                   .offset = REEL_NO_OFFSET,
                                   .table = item->table,
                                   .row = REEL_NO_ROW,
                                   .count = item->rows };
    const char *table = item->table->name, *dot = item->field ? "." : "", *field = item->field ? item->field : "";
    if (item->rule == loss_rule)
        reel_find(reporter, finding, "%s%s%s is lost: %s", table, dot, field, item->message);
    else
        reel_find(reporter, finding, "%llu %s%s of %s%s%s: %s", (unsigned long long)item->rows, item->field ? "value" : "row",
                  item->rows == 1 ? "" : "s", table, dot, field, item->message);
}

static bool same_text(const char *a, const char *b) { return a == b || (a && b && strcmp(a, b) == 0); }

/* A conversion reports one loss for each field, with its first reason. */
static bool same_item(const reel_tally_item *a, const reel_tally_item *b)
{
    return a->table == b->table && same_text(a->rule, b->rule) && same_text(a->field, b->field) &&
           (a->rule == loss_rule || same_text(a->message, b->message));
}

static bool make_room(reel_tallies *tallies)
{
    reel_tally_item *items =
        reel__memory_items(&tallies->allocator, tallies->items, &tallies->capacity, tallies->count + 1, sizeof *items);
    if (items) tallies->items = items;
    return items != NULL;
}

bool reel__tallies_begin(reel_tallies *tallies, const reel_allocator *allocator)
{
    *tallies = (reel_tallies){ .allocator = *allocator };
    return make_room(tallies);
}

/* Without memory for the list an item is reported at once: nothing is dropped. The texts are static, so the list is bounded by the
 * code, not by the file. */
static void add(reel_tallies *tallies, const reel_reporter *reporter, const reel_tally_item *fresh)
{
    if (!fresh->rows) return;
    for (size_t i = 0; tallies && i < tallies->count; i++) {
        if (!same_item(&tallies->items[i], fresh)) continue;
        tallies->items[i].rows += fresh->rows;
        return;
    }
    if (tallies && make_room(tallies))
        tallies->items[tallies->count++] = *fresh;
    else
        report(reporter, fresh);
}

void reel_tally(const reel_change *change, const char *rule, reel_severity severity, const reel_table *table, const char *field,
                uint64_t rows, const char *message)
{
    const reel_tally_item item = { rule, field, message, table, severity, rows };
    add(change->tallies, &change->reporter, &item);
}

void reel__tallies_lose(reel_tallies *tallies, const reel_reporter *reporter, const reel_table *table, const char *field,
                        uint64_t rows, const char *why)
{
    const reel_tally_item item = { loss_rule, field, why, table, REEL_WARNING, rows };
    add(tallies, reporter, &item);
}

void reel__tallies_report(const reel_tallies *tallies, const reel_reporter *reporter)
{
    for (size_t i = 0; i < tallies->count; i++) report(reporter, &tallies->items[i]);
}

void reel__tallies_free(reel_tallies *tallies)
{
    if (tallies->items) tallies->allocator.free(tallies->allocator.context, tallies->items);
    tallies->items = NULL;
    tallies->count = tallies->capacity = 0;
}
