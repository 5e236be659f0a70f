/* SPDX-License-Identifier: MIT
 * Cells in aligned columns. */
#ifndef REEL_CLI_GRID_H
#define REEL_CLI_GRID_H

#include "base/text.h"

/* A long text, such as a name of hundreds of characters, is cut to this many columns where people read it. */
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
