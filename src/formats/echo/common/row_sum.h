/* SPDX-License-Identifier: MIT
 * A sum over rows by which a writer sees whether they are what they were when they were read. It is taken over the values of the fields
 * that are written, walked by the field table: neither padding nor the order of bytes of the machine counts. */
#ifndef ECHO_COMMON_ROW_SUM_H
#define ECHO_COMMON_ROW_SUM_H

#include <reel/format.h>

enum { ROW_SUM_RUNS = 128, ROW_SUM_TEXTS = 16 };

/* Bytes of a row, and of one value among them. */
typedef struct row_run {
    uint16_t offset, size, unit;
} row_run;

/* Which bytes of a row count: those of fields that are not DERIVED, neighbours joined, and its texts. */
typedef struct row_plan {
    const reel_table *table; /* NULL: not made yet */
    size_t run_count, text_count;
    row_run runs[ROW_SUM_RUNS];
    uint16_t texts[ROW_SUM_TEXTS]; /* offsets */
} row_plan;

/* Adds rows of one table, and how many they are, to *sum. `plan` starts zeroed and serves one table, which has at most ROW_SUM_RUNS
 * fields, of which ROW_SUM_TEXTS are texts. */
void row_sum_add(uint64_t *sum, row_plan *plan, const reel_table *table, const void *rows, size_t count);
/* Adds bytes and their number. */
void row_sum_bytes(uint64_t *sum, const void *data, size_t size);

/* The first field that is written, has a value in `meant` and has another one, or none, in `got`; NULL: there is none. Numbers with a fraction
 * may be off by `share` of their size and by `least`; a rotation that is a quaternion by its direction alone. */
const reel_field *row_difference(const reel_table *table, const void *meant, const void *got, double share, double least);

#endif
