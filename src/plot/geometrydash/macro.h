/* SPDX-License-Identifier: MIT
 * The plots of Geometry Dash macros. */
#ifndef PLOT_GEOMETRYDASH_MACRO_H
#define PLOT_GEOMETRYDASH_MACRO_H

#include <reel/gdr.h>
#include <reel/geometrydash.h>

#include "plot/axis.h"
#include "plot/legend.h"

extern const reel_plot reel__plot_macro_inputs, reel__plot_macro_clicks, reel__plot_macro_holds;
extern const reel_format *const reel__macro_formats[];

/* The level, and who made the macro with what. */
plot_heading reel__macro_name(const reel_replay *replay, plot_label *detail);

#endif
