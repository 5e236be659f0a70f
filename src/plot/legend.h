/* SPDX-License-Identifier: MIT
 * Legends: keys for inks and pens, and the colour scale of a heat map. */
#ifndef PLOT_LEGEND_H
#define PLOT_LEGEND_H

#include "canvas.h"

/* An entry of a legend: a short line, or a bar for PEN_FILL. */
typedef struct plot_key {
    plot_pen pen;
    plot_ink ink;
    const char *text;
} plot_key;

/* Draws the entries side by side, ending at `right`. `y` is the baseline of their text. */
void reel__legend_draw(reel_canvas *canvas, double right, double y, const plot_key *keys, size_t count);

/* The colour scale of a map in which a colour step is `factor` times the step before. The steps end at `most` seconds. */
typedef struct plot_heat_scale {
    double most; /* s */
    double factor;
    const char *name; /* what is measured, left of the scale */
} plot_heat_scale;

/* The step of a value. */
int reel__heat_step(const plot_heat_scale *scale, double seconds);
/* Draws the scale with the values between its steps, ending at `right`. It needs LEGEND_HEAT_HEIGHT units below `y`. */
void reel__legend_heat(reel_canvas *canvas, double right, double y, const plot_heat_scale *scale);
enum { LEGEND_HEAT_HEIGHT = 32 };

#endif
