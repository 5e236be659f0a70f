/* SPDX-License-Identifier: MIT
 * Cells in aligned columns. */
#include "base/grid.h"

#include <stdlib.h>
#include <string.h>

void grid_begin(struct grid *grid, size_t columns)
{
    *grid = (struct grid){ .columns = columns, .right = grow(NULL, columns * sizeof *grid->right) };
    memset(grid->right, 0, columns * sizeof *grid->right);
}

void grid_add(struct grid *grid, const char *data, size_t size)
{
    text_visible(&grid->cells, data, size);
    text_add(&grid->cells, "", 1);
    grid->count++;
}

static size_t width_of(const char *cell)
{
    struct text scratch = { 0 };
    size_t width = text_visible(&scratch, cell, strlen(cell));
    text_free(&scratch);
    return width;
}

/* Prints the row whose cells begin at `cell`; returns the first cell of the next row. */
static const char *print_row(struct text *out, const struct grid *grid, const char *cell, const size_t *widths, size_t indent,
                             size_t width)
{
    size_t used = indent, gap = indent; /* spaces to print before the next text */
    for (size_t column = 0; column < grid->columns; column++, cell += strlen(cell) + 1) {
        if (used >= width) continue;
        size_t wide = width_of(cell), pad = widths[column] - wide;
        if (grid->right[column]) gap += pad;
        used += grid->right[column] ? pad : 0;
        if (*cell && used < width) {
            text_spaces(out, gap);
            gap = 0;
            text_cut(out, cell, strlen(cell), width - used);
        }
        used += wide + (grid->right[column] ? 0 : pad) + 2;
        gap += (grid->right[column] ? 0 : pad) + 2;
    }
    text_string(out, "\n");
    return cell;
}

/* Whether no cell was lost for lack of memory. */
static bool is_whole(const struct grid *grid)
{
    size_t cells = 0;
    for (size_t i = 0; i < grid->cells.size; i++) cells += !grid->cells.data[i];
    return cells == grid->count;
}

void grid_print(struct text *out, const struct grid *grid, size_t indent, size_t width)
{
    if (!is_whole(grid)) return; /* job_end reports it */
    size_t *widths = grow(NULL, grid->columns * sizeof *widths);
    memset(widths, 0, grid->columns * sizeof *widths);
    const char *cell = grid->cells.data;
    for (size_t i = 0; i < grid->count; i++, cell += strlen(cell) + 1) {
        size_t wide = width_of(cell);
        if (wide > widths[i % grid->columns]) widths[i % grid->columns] = wide;
    }
    cell = grid->cells.data;
    for (size_t row = 0; (row + 1) * grid->columns <= grid->count; row++)
        cell = print_row(out, grid, cell, widths, indent, width);
    free(widths);
}

void grid_free(struct grid *grid)
{
    text_free(&grid->cells);
    free(grid->right);
}
