/* SPDX-License-Identifier: MIT
 * Changes to the rows of a replay: what a number chooses, the same each time. */
#ifndef REEL_TEST_SHAKES_H
#define REEL_TEST_SHAKES_H

#include "machinery.h"

/* Tables with more rows stay as they are. */
enum { SHAKEN_TABLES = 64, SHAKEN_ROWS = 20000 };

/* Gives a field of a row another value, one of CHANGED_VALUES: near the old one, the extremes of its type, and odd texts. */
enum { CHANGED_VALUES = 8 };
void change_value(const reel_table *table, const reel_field *field, uint8_t *row, size_t candidate);

typedef struct shaking {
    reel_row_list *lists[SHAKEN_TABLES], before[SHAKEN_TABLES];
    size_t count, what_size;
    char what[1000]; /* the changes, in words */
} shaking;

/* Until shaking_end the replay has rows of its own, which can be shaken so many times. */
void shaking_begin(shaking *s, const reel_replay *replay, size_t shakes);
/* One to three changes in tables that are drawn, in those with fewer rows as often as in others. Call record_seed before. */
void shaking_shake(shaking *s, size_t number);
void shaking_end(shaking *s);

#endif
