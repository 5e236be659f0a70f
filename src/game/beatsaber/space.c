/* SPDX-License-Identifier: MIT */
#include "game/beatsaber/space.h"

double reel__space_angle(space_vec a, space_vec b)
{
    return reel__angle_of_point(space_length(space_cross(a, b)), space_dot(a, b));
}

/* ---- rotations -------------------------------------------------------------------------------------------------- */

space_turn reel__space_turn_by(space_vec degrees)
{
    double sx, cx, sy, cy, sz, cz;
    reel__angle_sine_cosine(degrees.x / 2, &sx, &cx);
    reel__angle_sine_cosine(degrees.y / 2, &sy, &cy);
    reel__angle_sine_cosine(degrees.z / 2, &sz, &cz);
    return (space_turn){ cy * sx * cz + sy * cx * sz, sy * cx * cz - cy * sx * sz, cy * cx * sz - sy * sx * cz,
                         cy * cx * cz + sy * sx * sz };
}

space_vec reel__space_turn_vec(space_turn turn, space_vec v) { return space_turned(turn, v); }

/* Nearly equal rotations have no arc that could be divided by its sine. Quaternions of an arc are those of a circle: its center is the origin,
 * and `across` is on it at a right angle to the begin. */
space_arc reel__space_arc_between(space_turn a, space_turn b)
{
    double same = space_turn_dot(a, b);
    const double sign = same < 0 ? -1 : 1;
    same *= sign;
    if (!(same < 0.9999)) return (space_arc){ a, b, 0 };
    const double sine = sqrt(1 - same * same);
    return (space_arc){ a, space_turn_sum(b, sign / sine, a, -same / sine), reel__angle_of_point(sine, same) };
}
