/* SPDX-License-Identifier: MIT
 * A map from above: which part of it a picture shows, and where on the canvas a place is. */
#ifndef PLOT_ECHO_FLOOR_H
#define PLOT_ECHO_FLOOR_H

#include "match.h"

/* From above: z, to which the orange goal lies, runs across, and x, which is left of it, runs up. */
typedef struct floor_plan {
    double z_from, z_to, x_from, x_to; /* m */
    plot_box panel;
    plot_axis across, up;
} floor_plan;

/* The part of the map to show: the Arena, and where the players were most of the time. False where no place is a number. */
bool floor_measure(floor_plan *plan, const match_view *view);
/* The height that the picture likes at this width. */
double floor_height(const floor_plan *plan, double width);
/* Lays the plan out in the room below a legend, a metre as long up as across, and draws axes and the marks of the Arena. */
void floor_begin(floor_plan *plan, reel_canvas *canvas, const match_view *view, plot_box room);
void floor_marks(const floor_plan *plan, reel_canvas *canvas, const match_view *view);

static inline bool floor_holds(const floor_plan *plan, reel_vec3 at)
{
    return (double)at.z >= plan->z_from && (double)at.z <= plan->z_to && (double)at.x >= plan->x_from &&
           (double)at.x <= plan->x_to;
}

/* A line at the foot of the picture: how many places of players are not in it. */
void floor_note(reel_canvas *canvas, plot_box room, uint64_t missing, uint64_t all);

#endif
