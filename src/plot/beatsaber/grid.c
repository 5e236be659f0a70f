/* SPDX-License-Identifier: MIT
 * Points of cuts per cell of the grid of four columns and three rows. */
#include "play.h"

#include <math.h>

enum { LINES = 4, LAYERS = 3, CELL_WIDTH = 80, CELL_HEIGHT = 76, GRIDS = 3, MOST_POINTS = 115 };

/* The values of a cell in one of the grids. */
typedef struct grid_cell {
    double mean;
    uint32_t count;
} grid_cell;

static const char *const grid_names[GRIDS] = { "Left hand", "Right hand", "Both hands" };

static grid_cell cell_in(const beatsaber_cell *cell, int grid)
{
    if (grid < HANDS) return (grid_cell){ (double)cell->mean_by_hand[grid], cell->count_by_hand[grid] };
    return (grid_cell){ (double)cell->mean_points, cell->count };
}

static bool drawable(const beatsaber_cell *cell) { return cell->line < LINES && cell->layer < LAYERS; }

/* Chooses the points per heat step so that the scale, which ends at 115, includes the lowest mean. Cells with few cuts are ignored:
 * they would leave few colours for the others. */
static double heat_width(const beatsaber_cell *cells, size_t count)
{
    enum { FEW_IN = 200 };
    static const double widths[] = { 1, 2, 3, 4, 5, 10, 15, 20 };
    double least = MOST_POINTS;
    uint64_t total = 0;
    for (size_t i = 0; i < count; i++) total += cells[i].count;
    for (size_t i = 0; i < count; i++)
        for (int grid = 0; grid < GRIDS; grid++) {
            grid_cell cell = cell_in(&cells[i], grid);
            if (drawable(&cells[i]) && cell.count && cell.count >= total / FEW_IN) least = fmin(least, cell.mean);
        }
    size_t at = 0;
    while (at + 1 < sizeof widths / sizeof *widths && MOST_POINTS - HEAT_STEPS * widths[at] > least) at++;
    return widths[at];
}

static void draw_cell(reel_canvas *canvas, plot_box box, const beatsaber_cell *cell, int grid, double width)
{
    grid_cell shown = cell_in(cell, grid);
    double middle = box.x + box.width / 2;
    plot_box inner = { box.x + 1, box.y + 1, box.width - 2, box.height - 2 };
    plot_label mean = { "", 0 }, count = { "", 0 }, faults = { "", 0 };
    if (grid == HANDS && cell->faults) reel__label_many(&faults, cell->faults, "fault", "faults");
    if (!shown.count) {
        reel__canvas_rect(canvas, inner, INK_PANEL);
        reel__canvas_text(canvas, middle, box.y + 36, AT_MIDDLE, INK_MUTED, "no cuts");
        if (faults.size) reel__canvas_text(canvas, middle, box.y + 52, AT_MIDDLE, INK_MUTED, faults.text);
        return;
    }
    double step = floor((shown.mean - (MOST_POINTS - HEAT_STEPS * width)) / width);
    int heat = (int)fmin(fmax(step, 0), HEAT_STEPS - 1);
    reel__label_number(&mean, shown.mean, 1);
    reel__label_many(&count, shown.count, "cut", "cuts");
    reel__canvas_heat_rect(canvas, inner, heat);
    double top = box.y + (faults.size ? 0 : 7);
    reel__canvas_text_on_heat(canvas, middle, top + 29, heat, 18, mean.text);
    reel__canvas_text_on_heat(canvas, middle, top + 48, heat, 12, count.text);
    if (faults.size) reel__canvas_text_on_heat(canvas, middle, top + 64, heat, 12, faults.text);
}

static void draw_scale(reel_canvas *canvas, plot_box room, double width)
{
    enum { SWATCH = 64 };
    reel__canvas_text(canvas, room.x, room.y + 13, AT_START, INK_MUTED, "mean points per good cut");
    reel__canvas_text(canvas, room.x + room.width, room.y + 13, AT_END, INK_MUTED, "faults: bad cuts and misses");
    double left = room.x + 190;
    for (int step = 0; step < HEAT_STEPS; step++)
        reel__canvas_heat_rect(canvas, (plot_box){ left + step * SWATCH, room.y, SWATCH, 16 }, step);
    for (int edge = 0; edge <= HEAT_STEPS; edge++) {
        plot_label label = { "", 0 };
        if (edge)
            reel__label_number(&label, fmax(MOST_POINTS - (HEAT_STEPS - edge) * width, 0), 0);
        else
            reel__label_text(&label, "less");
        reel__canvas_text(canvas, left + edge * SWATCH, room.y + 32, AT_MIDDLE, INK_MUTED, label.text);
    }
}

static reel_status grid_analyse(reel_canvas *canvas, const reel_replay *replay, const reel_replay **result, reel_error *error)
{
    const reel_table *const tables[] = { &beatsaber_cells, NULL };
    return reel__canvas_insight(canvas, &reel_insight_beatsaber, replay, tables, result, error);
}

static void draw_grids(reel_canvas *canvas, plot_box room, const beatsaber_cell *cells, size_t count, double width)
{
    double gap = (room.width - GRIDS * LINES * CELL_WIDTH) / (GRIDS - 1);
    for (int grid = 0; grid < GRIDS; grid++) {
        double left = room.x + grid * (LINES * CELL_WIDTH + gap), top = room.y + 24;
        reel__canvas_text_bold(canvas, left, room.y + 12, AT_START, grid < HANDS ? reel__play_inks[grid] : INK_TEXT,
                               grid_names[grid]);
        for (size_t i = 0; i < count; i++) {
            if (!drawable(&cells[i])) continue;
            plot_box box = { left + cells[i].line * CELL_WIDTH, top + (LAYERS - 1 - cells[i].layer) * CELL_HEIGHT, CELL_WIDTH,
                             CELL_HEIGHT };
            draw_cell(canvas, box, &cells[i], grid, width);
        }
        reel__canvas_outline(canvas, (plot_box){ left, top, LINES * CELL_WIDTH, LAYERS * CELL_HEIGHT }, INK_AXIS);
    }
}

static reel_status draw_grid(reel_canvas *canvas, const reel_replay *replay, reel_error *error)
{
    const reel_replay *result;
    reel_status status = grid_analyse(canvas, replay, &result, error);
    if (status < 0) return status;
    size_t count;
    uint64_t shown = 0;
    const beatsaber_cell *cells = reel_rows(result, &beatsaber_cells, &count);
    for (size_t i = 0; i < count; i++) shown += drawable(&cells[i]) ? (uint64_t)cells[i].count + cells[i].faults : 0;
    if (shown) {
        plot_label detail;
        plot_heading heading =
            reel__play_heading(replay,
                               "Mean points and number of good cuts for each cell of the grid of four columns and three "
                               "rows, as the player sees it.",
                               1080, 410, &detail);
        plot_box room = reel__canvas_begin(canvas, &heading);
        double width = heat_width(cells, count);
        draw_grids(canvas, room, cells, count, width);
        draw_scale(canvas, (plot_box){ room.x, room.y + 24 + LAYERS * CELL_HEIGHT + 22, room.width, 40 }, width);
    }
    reel__canvas_drop(canvas, result);
    return shown ? REEL_OK : REEL_END;
}

const reel_plot reel__plot_grid = {
    .id = "grid",
    .name = "Cut points by grid cell",
    .doc = "Mean points and number of good cuts for each of the 4 x 3 grid cells, for each hand and for both, as the "
           "player sees them; bad cuts and misses are counted as faults.",
    .formats = reel__play_formats,
    .draw = draw_grid,
};
