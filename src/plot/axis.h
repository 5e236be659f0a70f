/* SPDX-License-Identifier: MIT
 * Axes: map values to canvas positions, with ticks at round values. */
#ifndef PLOT_AXIS_H
#define PLOT_AXIS_H

#include "canvas.h"

typedef enum plot_axis_kind {
    AXIS_NUMBER,
    AXIS_COUNT,  /* ticks at whole numbers only */
    AXIS_CLOCK,  /* seconds, written as minutes and seconds; ticks at 1, 2, 5, 10, 15, 30 of them */
    AXIS_PERCENT /* values from 0 to 1, written from 0 % to 100 % */
} plot_axis_kind;

typedef struct plot_axis {
    plot_axis_kind kind;
    double from, to;  /* values at both ends, from < to */
    double low, high; /* canvas positions of both ends */
    double step;      /* between ticks */
    int decimals;     /* of their labels */
} plot_axis;

/* Makes an axis from `from` to `to` with a tick about every `room` units. Ends that are equal, swapped or NaN are corrected. With
 * `round` the ends move outwards to the next ticks. */
plot_axis reel__axis_of(plot_axis_kind kind, double from, double to, double low, double high, double room, bool round);
/* The canvas position of a value. */
double reel__axis_at(const plot_axis *axis, double value);
/* The n-th tick, from 0. Returns false beyond the end of the axis. */
bool reel__axis_tick(const plot_axis *axis, int n, double *value);

/* Draws grid lines at the ticks of a horizontal axis. */
void reel__axis_grid_across(reel_canvas *canvas, const plot_axis *axis, plot_box panel);
/* The same, with an axis line, tick labels and the name below the panel. `name` may be NULL. */
void reel__axis_draw_below(reel_canvas *canvas, const plot_axis *axis, plot_box panel, const char *name);
/* The same for a vertical axis, with labels on the left and the name above. */
void reel__axis_draw_left(reel_canvas *canvas, const plot_axis *axis, plot_box panel, const char *name);

/* Space for the labels left of a panel, below it with the name, and for the name above it. */
enum { AXIS_LEFT = 72, AXIS_BELOW = 38, AXIS_ABOVE = 16 };

#endif
