/* SPDX-License-Identifier: MIT
 * Which table of a replay a query reads, and which files have it. */
#ifndef REEL_DUCKDB_SELECT_H
#define REEL_DUCKDB_SELECT_H

#include "parameters.h"
#include "replays.h"

#include <reel/insight.h>

/* The table that a file is for: positions over time if the format has them. Never NULL. */
const reel_table *main_table(const reel_format *format);

typedef struct selection {
    const char *wanted;          /* name of the table; NULL: the main table, or the first of the statistics */
    bool statistics;             /* tables of insights only */
    wanted_replays only;         /* of which replays */
    const reel_format *format;   /* of the first file with the table */
    const reel_table *table;     /* NULL: not found yet */
    const reel_insight *insight; /* of the table; NULL: a table of the format */
    char name[128];              /* of the table, as reel_arrow_stream takes it */
} selection;

/* Whether a format has a table of that name; selects it if none was selected before, else whether it is the same table. If not, fails with
 * REEL_ARGUMENT, rule "arrow.table". */
reel_status select_table(selection *selected, const reel_format *format, reel_error *error);
/* Identifies a replay by its content. Fails as replay_open, reel_identify and wanted_choose do. */
reel_status identify_replay(const wanted_replays *only, const replay *each, const reel_format **format, reel_error *error);

/* Selects the table of the first replay that has it. With `strict`, that must be the first one. */
bool find_table(duckdb_bind_info info, const patterns *found, selection *selected, bool strict);

/* Whether the content is that of no format. */
bool is_no_replay(const reel_error *error);
/* "PATH: MESSAGE (RULE, byte OFFSET)", or without the path if it is NULL. */
enum { FAILURE_SIZE = 1024 };
void failure_text(char text[FAILURE_SIZE], const char *path, const reel_error *error);

#endif
