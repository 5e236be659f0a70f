/* SPDX-License-Identifier: MIT
 * Selects tables and fields by name, and prints rows as text. */
#ifndef REEL_CLI_TABLES_H
#define REEL_CLI_TABLES_H

#include "files.h"

#include <reel/export.h>
#include <reel/plot.h>

/* The tables of `all` that are in `names`, in the order of `all`, NULL-terminated. If `names` is NULL: those without the flags
 * `hidden`. Sets *count. The caller frees the array. */
const reel_table **tables_chosen(const reel_table *const *all, char *const *names, unsigned hidden, size_t *count);

/* Whether every name in the list is a table (a field) of these tables. If not, sets *missing to the first that is not. */
bool tables_have(const reel_table *const *tables, char *const *names, const char **missing);
bool fields_have(const reel_table *const *tables, char *const *names, const char **missing);
/* Finds what "name" or "table.name" selects in a table: a field, or one value of a vector by the name of its column, which is then a
 * field of its own. */
bool table_selects(const reel_table *table, const char *name, reel_field *field);
/* Enough for the name of any column of the built-in tables. */
enum { COLUMN_NAME = 96 };
/* Adds the names of all fields, then those of the columns of vectors. */
void names_add_fields(struct names *names, const reel_table *const *tables);
/* Whether a table has at least one of the fields; true if `fields` is NULL. */
bool table_has_some(const reel_table *table, char *const *fields);

/* Fail the job for a table or field that is not there, with the closest name or a list of the names. `subject`, which begins
 * the message, is "FORMAT has", or "no selected table has a field". */
reel_status unknown_table(struct job *job, const char *rule, const char *subject, const reel_table *const *tables,
                          const char *word);
reel_status unknown_field(struct job *job, const char *rule, const char *subject, const reel_table *const *tables,
                          const char *word);

/* Appends the header fields of a format that can be set, with their labels: "keyframe_interval, compression (none, gzip)". */
void settable_fields(struct text *text, const reel_format *format);

/* Whether a plot supports a format. */
bool plot_takes(const reel_plot *plot, const reel_format *format);

/* Appends the value of a field as text, of any length. */
void field_text(struct text *text, const reel_field *field, const void *row, bool labels);

/* Appends a whole chunk as a JSON document on one line. `id` is the format's. */
reel_status export_text(struct job *job, const reel_chunk *chunk, const reel_format *format, const reel_export_options *how,
                        struct text *text);

/* A sink that appends to a text. It never fails: see struct text. */
reel_sink text_sink(struct text *text);

/* A long text, such as a name of hundreds of characters, is cut to so many columns where people read it. */
enum { VALUE_COLUMNS = 120, CELL_COLUMNS = 64 };

/* Cells in aligned columns. Columns with `right` set are right-aligned. */
struct grid {
    struct text cells; /* one after another, each with a NUL */
    bool *right;
    size_t columns, count;
};

void grid_begin(struct grid *grid, size_t columns);
/* Adds the next cell. Control characters are escaped. */
void grid_add(struct grid *grid, const char *text, size_t size);
/* Prints the rows, aligned, indented by `indent` spaces and at most `width` columns wide; longer rows are cut. */
void grid_print(struct text *out, const struct grid *grid, size_t indent, size_t width);
void grid_free(struct grid *grid);

#endif
