/* SPDX-License-Identifier: MIT */
#include "game/beatsaber/space.h"

#include "game/beatsaber/angle.h"

#include <math.h>

#define SHORTEST 1e-5 /* m */

double reel__space_length(space_vec a) { return sqrt(space_dot(a, a)); }

space_vec reel__space_unit(space_vec a)
{
    const double length = reel__space_length(a);
    return length > SHORTEST ? space_scale(a, 1 / length) : (space_vec){ 0, 0, 0 };
}

double reel__space_angle(space_vec a, space_vec b)
{
    return reel__angle_of_point(reel__space_length(space_cross(a, b)), space_dot(a, b));
}

/* ---- rotations -------------------------------------------------------------------------------------------------- */

static double turn_dot(space_turn a, space_turn b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }

static space_turn turn_sum(space_turn a, double by_a, space_turn b, double by_b)
{
    return (space_turn){ a.x * by_a + b.x * by_b, a.y * by_a + b.y * by_b, a.z * by_a + b.z * by_b, a.w * by_a + b.w * by_b };
}

static space_turn turn_unit(space_turn a)
{
    const double length = sqrt(turn_dot(a, a));
    return length > 0 ? turn_sum(a, 1 / length, a, 0) : (space_turn){ 0, 0, 0, 1 };
}

space_turn reel__space_turn_by(space_vec degrees)
{
    double sx, cx, sy, cy, sz, cz;
    reel__angle_sine_cosine(degrees.x / 2, &sx, &cx);
    reel__angle_sine_cosine(degrees.y / 2, &sy, &cy);
    reel__angle_sine_cosine(degrees.z / 2, &sz, &cz);
    return (space_turn){ cy * sx * cz + sy * cx * sz, sy * cx * cz - cy * sx * sz, cy * cx * sz - sy * sx * cz,
                         cy * cx * cz + sy * sx * sz };
}

space_vec reel__space_turn_vec(space_turn turn, space_vec v)
{
    const space_vec axis = { turn.x, turn.y, turn.z };
    const space_vec across = space_add(space_cross(axis, v), space_scale(v, turn.w));
    return space_add(v, space_scale(space_cross(axis, across), 2));
}

space_turn reel__space_turn_line(space_turn a, space_turn b, double at)
{
    const double sign = turn_dot(a, b) < 0 ? -1 : 1;
    return turn_unit(turn_sum(a, 1 - at, b, sign * at));
}

/* Nearly equal rotations have no arc that could be divided by its sine. */
space_turn reel__space_turn_arc(space_turn a, space_turn b, double at)
{
    double same = turn_dot(a, b), sign = same < 0 ? -1 : 1, whole, from, to;
    same *= sign;
    if (!(same < 0.9999)) return reel__space_turn_line(a, b, at);
    const double arc = reel__angle_of_point(sqrt(1 - same * same), same);
    double cosine;
    reel__angle_sine_cosine(arc, &whole, &cosine);
    reel__angle_sine_cosine(arc * (1 - at), &from, &cosine);
    reel__angle_sine_cosine(arc * at, &to, &cosine);
    return turn_sum(a, from / whole, b, sign * to / whole);
}

/* From the matrix whose columns are the axes: the largest of the four members is found first, so that nothing is divided by a small one. */
space_turn reel__space_turn_toward(space_vec ahead, space_vec up)
{
    const space_vec z = reel__space_unit(ahead), x = reel__space_unit(space_cross(up, z)), y = space_cross(z, x);
    const double squares[4] = { 1 + x.x - y.y - z.z, 1 - x.x + y.y - z.z, 1 - x.x - y.y + z.z, 1 + x.x + y.y + z.z };
    size_t most = 0;
    for (size_t i = 1; i < 4; i++)
        if (squares[i] > squares[most]) most = i;
    if (!(squares[most] > 0)) return (space_turn){ 0, 0, 0, 1 };
    const double twice = sqrt(squares[most]), by = 0.5 / twice, half = twice / 2;
    const double xy = (x.y + y.x) * by, xz = (x.z + z.x) * by, yz = (y.z + z.y) * by;
    const double wx = (y.z - z.y) * by, wy = (z.x - x.z) * by, wz = (x.y - y.x) * by;
    switch (most) {
    case 0: return (space_turn){ half, xy, xz, wx };
    case 1: return (space_turn){ xy, half, yz, wy };
    case 2: return (space_turn){ xz, yz, half, wz };
    default: return (space_turn){ wx, wy, wz, half };
    }
}
