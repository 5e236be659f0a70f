/* SPDX-License-Identifier: MIT
 * What changes concerned and what a conversion could not carry, counted until all chunks have gone by. */
#ifndef CORE_TALLY_H
#define CORE_TALLY_H

#include <reel/format.h>

typedef struct reel_tally_item {
    const char *rule, *field, *message;
    const reel_table *table;
    reel_severity severity;
    uint64_t rows;
} reel_tally_item;

typedef struct reel_tallies {
    reel_allocator allocator;
    reel_tally_item *items;
    size_t count, capacity;
} reel_tallies;

/* Makes room before the first item, so that a conversion without memory fails at its start; false: no memory. */
bool reel__tallies_begin(reel_tallies *tallies, const reel_allocator *allocator);
/* Counts what a conversion cannot carry, under the rule "convert.loss". Without memory, or without tallies, it is reported at once. */
void reel__tallies_lose(reel_tallies *tallies, const reel_reporter *reporter, const reel_table *table, const char *field,
                        uint64_t rows, const char *why);
/* Reports every item, in the order in which they first came. */
void reel__tallies_report(const reel_tallies *tallies, const reel_reporter *reporter);
void reel__tallies_free(reel_tallies *tallies);

#endif
