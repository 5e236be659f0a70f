/* SPDX-License-Identifier: MIT
 * The pictures of DDNet games. */
#ifndef PLOT_DDNET_H
#define PLOT_DDNET_H

#include <reel/plot.h>

extern const reel_plot plot_tiles, plot_online, plot_sessions;

#endif
