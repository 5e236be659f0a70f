/* SPDX-License-Identifier: MIT
 * The plots of DDNet games. */
#ifndef PLOT_DDNET_GAME_H
#define PLOT_DDNET_GAME_H

#include "plot/canvas.h"

#include <reel/teehistorian.h>

extern const reel_plot plot_tiles, plot_online, plot_sessions, plot_tee_paths;
extern const reel_format *const ddnet_formats[];

/* Runs the insight for some of its tables. The caller frees *result. */
reel_status ddnet_analyse(const reel_canvas *canvas, const reel_replay *replay, const reel_table *const *tables,
                          reel_replay **result, reel_error *error);
plot_heading ddnet_heading(const reel_replay *replay, const char *description, double width, double height);

#endif
