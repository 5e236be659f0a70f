/* SPDX-License-Identifier: MIT
 * What changes concerned and what a conversion could not carry, counted until all chunks have gone by. */
#ifndef CONVERT_TALLY_H
#define CONVERT_TALLY_H

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

/* Reports every item, in the order in which they first came. */
/* Makes room before the first item, so that a conversion without memory fails at its start; false: no memory. */
bool tallies_begin(reel_tallies *tallies, const reel_allocator *allocator);
void tallies_report(const reel_tallies *tallies, const reel_reporter *reporter);
void tallies_free(reel_tallies *tallies);

#endif
