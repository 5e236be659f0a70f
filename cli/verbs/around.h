/* SPDX-License-Identifier: MIT
 * reel export --around: which rows are near a row of another table in time. */
#ifndef REEL_CLI_AROUND_H
#define REEL_CLI_AROUND_H

#include "run/job.h"

struct around {
    const reel_format *format;
    const reel_table *events; /* NULL: not asked for */
    const reel_table **reads; /* the tables to export, and that one; ending with NULL */
    double within;
    struct near_rows *near; /* of each exported table with times, ending with one without a table */
};

/* When the format is known: finds the table, and refuses tables whose times are in another unit. Then the distance, which may need the header. */
reel_status around_choose(struct job *job, struct around *around, const reel_format *format, const reel_table *const *tables);
reel_status around_header(struct job *job, struct around *around, const reel_chunk *header);
/* Marks the rows of the tables that are near. */
reel_status around_find(struct job *job, struct around *around, const reel_chunk *chunk, const reel_table *const *tables);
/* Whether a row is exported; for reel_export_options. */
bool around_takes(void *around, const reel_table *table, const void *row);
void around_free(struct around *around);

#endif
