/* SPDX-License-Identifier: MIT
 * The map of a game, beside what is drawn of the game. */
#ifndef PLOT_DDNET_MAP_H
#define PLOT_DDNET_MAP_H

#include "plot/axis.h"

/* What the colours of the map mean, for a label; "" without a level. */
const char *reel__ddnet_map_words(const reel_canvas *canvas);
/* Draws the part of the level that the axes show, in tiles: what is solid, freezes or kills, the start and the finish. Nothing without a level. */
reel_status reel__ddnet_map_draw(reel_canvas *canvas, const plot_axis *across, const plot_axis *down, reel_error *error);

#endif
