/* SPDX-License-Identifier: MIT
 * What changes concerned, counted until all chunks have gone by. */
#ifndef CONVERT_TALLY_H
#define CONVERT_TALLY_H

#include <reel/format.h>

enum { TALLIES = 128 };

typedef struct reel_tally_item {
    const char *rule, *field, *message;
    const reel_table *table;
    reel_severity severity;
    uint64_t rows;
} reel_tally_item;

typedef struct reel_tallies {
    reel_tally_item items[TALLIES];
    size_t count;
} reel_tallies;

void tallies_report(const reel_tallies *tallies, const reel_reporter *reporter);

#endif
