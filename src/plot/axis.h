/* SPDX-License-Identifier: MIT
 * Axes: from values to places on the canvas, with ticks at round values. */
#ifndef PLOT_AXIS_H
#define PLOT_AXIS_H

#include "canvas.h"

typedef enum plot_axis_kind {
    AXIS_NUMBER,
    AXIS_CLOCK,  /* seconds, written as minutes and seconds; ticks at 1, 2, 5, 10, 15, 30 of them */
    AXIS_PERCENT /* values from 0 to 1, written from 0 % to 100 % */
} plot_axis_kind;

typedef struct plot_axis {
    plot_axis_kind kind;
    double from, to;  /* values at both ends, from < to */
    double low, high; /* where they are */
    double step;      /* between ticks */
    int decimals;     /* of their labels */
} plot_axis;

/* An axis from `from` to `to` with a tick about every `room` units. Ends that are equal, in the wrong order or no numbers are put
 * right. With `round` the ends move out to the next ticks. */
plot_axis axis_of(plot_axis_kind kind, double from, double to, double low, double high, double room, bool round);
double axis_at(const plot_axis *axis, double value);
/* The n-th tick from 0; false when it would lie beyond the axis. */
bool axis_tick(const plot_axis *axis, int n, double *value);
void axis_label(const plot_axis *axis, double value, plot_label *label);

/* Grid lines at the ticks of an axis that runs across a panel. */
void axis_grid_across(reel_canvas *canvas, const plot_axis *axis, plot_box panel);
/* The same with a line and labels of the ticks below the panel, and the axis' name. */
void axis_draw_below(reel_canvas *canvas, const plot_axis *axis, plot_box panel, const char *name);
/* The same for an axis that runs up a panel: labels at the left; the name stands above. */
void axis_draw_left(reel_canvas *canvas, const plot_axis *axis, plot_box panel, const char *name);

/* Room that the labels of an axis take at the left of a panel, and below it with the name. */
enum { AXIS_LEFT = 72, AXIS_BELOW = 38, AXIS_ABOVE = 16 };

#endif
