/* SPDX-License-Identifier: MIT
 * The plots of Geometry Dash macros. */
#ifndef PLOT_GEOMETRYDASH_MACRO_H
#define PLOT_GEOMETRYDASH_MACRO_H

#include <reel/gdr.h>
#include <reel/geometrydash.h>

#include "plot/axis.h"
#include "plot/legend.h"

extern const reel_plot plot_macro_inputs, plot_macro_clicks, plot_macro_holds;

#endif
