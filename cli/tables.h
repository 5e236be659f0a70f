/* SPDX-License-Identifier: MIT
 * Choosing tables and fields by name, and showing rows to a person. */
#ifndef REEL_CLI_TABLES_H
#define REEL_CLI_TABLES_H

#include "files.h"

#include <reel/export.h>
#include <reel/plot.h>

/* The tables of `all` that are named, in the order of `all`, ending with NULL; with no names those without the flags `hidden`.
 * The number in *count. Free it. */
const reel_table **tables_chosen(const reel_table *const *all, char *const *names, unsigned hidden, size_t *count);

/* Whether every name in a list is a table (a field) of these tables; the first that is none in *missing. */
bool tables_have(const reel_table *const *tables, char *const *names, const char **missing);
bool fields_have(const reel_table *const *tables, char *const *names, const char **missing);
/* Whether a table has one of the fields at least; with NULL it has. */
bool table_has_some(const reel_table *table, char *const *fields);

/* Whether a picture can be drawn of a format. */
bool plot_takes(const reel_plot *plot, const reel_format *format);

/* The value of a field as text, as long as it is. */
void field_text(struct text *text, const reel_field *field, const void *row, bool labels);

/* A whole chunk as one JSON document on one line. The format's id stands in its head. */
reel_status export_text(struct job *job, const reel_chunk *chunk, const char *id, const reel_export_options *how,
                        struct text *text);

/* Cells in columns. `right` columns are numbers. */
struct grid {
    struct text cells; /* one behind the other, each with a NUL */
    bool *right;
    size_t columns, count;
};

void grid_begin(struct grid *grid, size_t columns);
/* Adds the next cell: text of a file, made visible. */
void grid_add(struct grid *grid, const char *text, size_t size);
/* Prints the rows, aligned, each behind `indent` spaces and no wider than `width`; the last cells of too wide rows are cut. */
void grid_print(struct text *out, const struct grid *grid, size_t indent, size_t width);
void grid_free(struct grid *grid);

#endif
