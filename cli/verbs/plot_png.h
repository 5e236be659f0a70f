/* SPDX-License-Identifier: MIT
 * Plots as PNG, drawn by librsvg, which is loaded when it is needed. */
#ifndef REEL_CLI_PLOT_PNG_H
#define REEL_CLI_PLOT_PNG_H

#include "run/job.h"

/* Draws an SVG document as PNG into a sink, twice as large in pixels as in units. The call owns the sink: it is committed on success
 * and discarded otherwise. REEL_ARGUMENT (plot.png): librsvg is not installed. */
reel_status png_write(struct job *job, const reel_memory *svg, reel_sink sink);

#endif
