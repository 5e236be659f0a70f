/* SPDX-License-Identifier: MIT
 * A map from above: the part that a picture shows, and its mapping to the canvas. */
#ifndef PLOT_ECHO_FLOOR_H
#define PLOT_ECHO_FLOOR_H

#include "match.h"

/* Seen from above: z, towards the orange goal, is horizontal; x, to the left of it, is vertical. */
typedef struct floor_plan {
    double z_from, z_to, x_from, x_to; /* m */
    plot_box panel;
    plot_axis across, up;
} floor_plan;

/* Chooses the part to show: the Arena, and where players were most of the time. Returns false without valid positions. */
bool reel__floor_measure(floor_plan *plan, const match_view *view);
/* The natural height of the picture at this width. */
double reel__floor_height(const floor_plan *plan, double width);
/* Places the plan in the area below a legend, at equal scale in both directions, and draws the axes. */
void reel__floor_begin(floor_plan *plan, reel_canvas *canvas, const match_view *view, plot_box room);
void reel__floor_marks(const floor_plan *plan, reel_canvas *canvas, const match_view *view);

static inline bool floor_holds(const floor_plan *plan, reel_vec3 at)
{
    return (double)at.z >= plan->z_from && (double)at.z <= plan->z_to && (double)at.x >= plan->x_from &&
           (double)at.x <= plan->x_to;
}

/* Positions of players that a picture does not show, by reason, out of `all`. */
typedef struct floor_missing {
    uint64_t all;
    uint64_t outside; /* the picture */
    uint64_t invalid; /* NaN, or not in any map */
    uint64_t others;  /* of players beyond those that are drawn */
} floor_missing;

/* Counts a position that is outside the plan. */
void reel__floor_miss(floor_missing *missing, reel_vec3 at);
/* Draws a line at the bottom of the picture: how many positions are not shown, and why. */
void reel__floor_note(reel_canvas *canvas, plot_box room, const floor_missing *missing);

#endif
