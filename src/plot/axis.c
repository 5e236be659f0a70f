/* SPDX-License-Identifier: MIT
 * Axes and their ticks. */
#include "axis.h"

#include <math.h>

/* The smallest step of 1, 2 or 5 times a power of ten that is not below `least`. */
static double round_step(double least, int *decimals)
{
    double power = 1;
    int digits = 0;
    while (power < least) power *= 10;
    while (power / 10 >= least && digits < 12) {
        power /= 10;
        digits++;
    }
    static const double parts[] = { 5, 2 };
    double step = power;
    for (size_t i = 0; i < 2; i++)
        if (power / parts[i] >= least) {
            step = power / parts[i];
            digits += power <= 1;
            break;
        }
    *decimals = digits < 3 ? digits : 3;
    return step;
}

static double clock_step(double least)
{
    static const double steps[] = { 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600 };
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
        if (steps[i] >= least) return steps[i];
    int decimals;
    return 3600 * round_step(least / 3600, &decimals);
}

plot_axis reel__axis_of(plot_axis_kind kind, double from, double to, double low, double high, double room, bool round)
{
    static const double farthest = 1e15; /* integers are exact up to here, and labels end here */
    if (isnan(from) || isnan(to)) from = 0, to = 1;
    from = fmin(fmax(from, -farthest), farthest);
    to = fmin(fmax(to, -farthest), farthest);
    double middle = from + (to - from) / 2, least = fmax(fabs(middle) * 1e-6, 1e-6);
    if (to - from < least) {
        from = middle - least / 2;
        to = middle + least / 2;
    }
    plot_axis axis = { kind, from, to, low, high, 1, 0 };
    double ticks = fmax(floor(fabs(high - low) / room), 1);
    double scale = kind == AXIS_PERCENT ? 100 : 1;
    double least_step = (to - from) * scale / ticks;
    axis.step = kind == AXIS_CLOCK ? clock_step(least_step) : round_step(least_step, &axis.decimals) / scale;
    if (kind == AXIS_COUNT) {
        axis.step = fmax(axis.step, 1);
        axis.decimals = 0;
    }
    if (round) {
        axis.from = floor(from / axis.step + 1e-9) * axis.step;
        axis.to = ceil(to / axis.step - 1e-9) * axis.step;
    }
    return axis;
}

double reel__axis_at(const plot_axis *axis, double value)
{
    return axis->low + (value - axis->from) / (axis->to - axis->from) * (axis->high - axis->low);
}

bool reel__axis_tick(const plot_axis *axis, int n, double *value)
{
    double first = ceil(axis->from / axis->step - 1e-9);
    *value = (first + n) * axis->step;
    return *value <= axis->to + axis->step * 1e-9;
}

static void axis_label(const plot_axis *axis, double value, plot_label *label)
{
    switch (axis->kind) {
    case AXIS_NUMBER:
    case AXIS_COUNT: reel__label_number(label, value, axis->decimals); break;
    case AXIS_CLOCK: reel__label_clock(label, value); break;
    case AXIS_PERCENT:
        reel__label_number(label, value * 100, axis->decimals);
        reel__label_text(label, " %");
        break;
    }
}

void reel__axis_grid_across(reel_canvas *canvas, const plot_axis *axis, plot_box panel)
{
    double value;
    reel__path_begin(canvas, PEN_FINE, INK_GRID);
    for (int n = 0; reel__axis_tick(axis, n, &value); n++) {
        reel__path_move(canvas, reel__axis_at(axis, value), panel.y);
        reel__path_line(canvas, reel__axis_at(axis, value), panel.y + panel.height);
    }
    reel__path_end(canvas);
}

void reel__axis_draw_below(reel_canvas *canvas, const plot_axis *axis, plot_box panel, const char *name)
{
    double bottom = panel.y + panel.height, value;
    reel__axis_grid_across(canvas, axis, panel);
    reel__canvas_line(canvas, (plot_point){ panel.x, bottom }, (plot_point){ panel.x + panel.width, bottom }, INK_AXIS, false);
    for (int n = 0; reel__axis_tick(axis, n, &value); n++) {
        plot_label label = { "", 0 };
        axis_label(axis, value, &label);
        reel__canvas_text(canvas, reel__axis_at(axis, value), bottom + 16, AT_MIDDLE, INK_MUTED, label.text);
    }
    if (name) reel__canvas_text(canvas, panel.x + panel.width / 2, bottom + 34, AT_MIDDLE, INK_MUTED, name);
}

void reel__axis_draw_left(reel_canvas *canvas, const plot_axis *axis, plot_box panel, const char *name)
{
    double value;
    reel__path_begin(canvas, PEN_FINE, INK_GRID);
    for (int n = 0; reel__axis_tick(axis, n, &value); n++) {
        reel__path_move(canvas, panel.x, reel__axis_at(axis, value));
        reel__path_line(canvas, panel.x + panel.width, reel__axis_at(axis, value));
    }
    reel__path_end(canvas);
    for (int n = 0; reel__axis_tick(axis, n, &value); n++) {
        plot_label label = { "", 0 };
        axis_label(axis, value, &label);
        reel__canvas_text(canvas, panel.x - 8, reel__axis_at(axis, value) + 4, AT_END, INK_MUTED, label.text);
    }
    if (name) reel__canvas_text_bold(canvas, panel.x, panel.y - 8, AT_START, INK_TEXT, name);
}
