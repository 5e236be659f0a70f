/* SPDX-License-Identifier: MIT
 * Selects tables and fields by name. */
#ifndef REEL_CLI_TABLES_H
#define REEL_CLI_TABLES_H

#include "base/names.h"
#include "base/text.h"

#include <reel/plot.h>

/* The tables of `all` that are in `names`, in the order of `all`, NULL-terminated. If `names` is NULL: those without the flags
 * `hidden`. Sets *count. The caller frees the array. */
const reel_table **tables_chosen(const reel_table *const *all, char *const *names, unsigned hidden, size_t *count);

/* Whether every name in the list is a table (a field) of these tables. If not, sets *missing to the first that is not. */
bool tables_have(const reel_table *const *tables, char *const *names, const char **missing);
bool fields_have(const reel_table *const *tables, char *const *names, const char **missing);
/* Enough for the name of any column of the built-in tables. */
enum { COLUMN_NAME = 96 };
/* Adds the names of all fields, then those of the columns of vectors, of moments, and those that fields had. */
void names_add_fields(struct names *names, const reel_table *const *tables);
/* Whether a table has at least one of the fields; true if `fields` is NULL. */
bool table_has_some(const reel_table *table, char *const *fields);

/* Appends the header fields of a format that can be set, with their labels: "keyframe_interval, compression (none, gzip)". */
void settable_fields(struct text *text, const reel_format *format);

/* Whether a plot supports a format. */
bool plot_takes(const reel_plot *plot, const reel_format *format);

#endif
