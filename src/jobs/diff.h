/* SPDX-License-Identifier: MIT
 * The differences between two versions of a table's rows. */
#ifndef JOBS_DIFF_H
#define JOBS_DIFF_H

#include <reel/format.h>

/* Rows of one table; a table of another format with the same row is fine. */
typedef struct rows_side {
    const uint8_t *rows;
    size_t count;
} rows_side;

typedef bool rows_each(void *context, const reel_difference *difference);

/* Pairs rows by their keys, or by their order if `ordered` or if there are none, and calls `each` for every field that differs and every row
 * that only one side has, until it returns false. Returns the number of calls. */
uint64_t reel__rows_diff(const reel_table *table, rows_side a, rows_side b, bool ordered, rows_each *each, void *context);

#endif
