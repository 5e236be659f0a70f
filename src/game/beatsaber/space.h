/* SPDX-License-Identifier: MIT
 * Vectors and rotations in doubles, in the left-handed axes of the game: +x right, +y up, +z ahead. All of it is additions, multiplications,
 * divisions and square roots in one order, so that the bits are the same on every machine. */
#ifndef GAME_BEATSABER_SPACE_H
#define GAME_BEATSABER_SPACE_H

#include "game/beatsaber/angle.h"

#include <math.h>
#include <reel/reel.h>

typedef struct space_vec {
    double x, y, z;
} space_vec;

/* A rotation: a quaternion. */
typedef struct space_turn {
    double x, y, z, w;
} space_turn;

static inline space_vec space_of(const reel_vec3 *v) { return (space_vec){ (double)v->x, (double)v->y, (double)v->z }; }
static inline reel_vec3 space_store(space_vec v) { return (reel_vec3){ (float)v.x, (float)v.y, (float)v.z }; }
static inline space_vec space_add(space_vec a, space_vec b) { return (space_vec){ a.x + b.x, a.y + b.y, a.z + b.z }; }
static inline space_vec space_sub(space_vec a, space_vec b) { return (space_vec){ a.x - b.x, a.y - b.y, a.z - b.z }; }
static inline space_vec space_scale(space_vec a, double by) { return (space_vec){ a.x * by, a.y * by, a.z * by }; }
static inline double space_dot(space_vec a, space_vec b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static inline space_vec space_cross(space_vec a, space_vec b)
{
    return (space_vec){ a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x };
}
static inline space_vec space_middle(space_vec a, space_vec b) { return space_scale(space_add(a, b), 0.5); }

static inline double space_length(space_vec a) { return sqrt(space_dot(a, a)); }
/* Scaled to the length 1; zero if it is shorter than 0.01 mm, as in the game. */
static inline space_vec space_unit_of(space_vec a, double length)
{
    const double shortest = 1e-5;
    return length > shortest ? space_scale(a, 1 / length) : (space_vec){ 0, 0, 0 };
}
static inline space_vec space_unit(space_vec a) { return space_unit_of(a, space_length(a)); }
/* The angle between two vectors, degrees; 0 if one of them is zero. */
double reel__space_angle(space_vec a, space_vec b);

/* ---- rotations -------------------------------------------------------------------------------------------------- */

static inline double space_turn_dot(space_turn a, space_turn b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }
static inline space_turn space_turn_sum(space_turn a, double by_a, space_turn b, double by_b)
{
    return (space_turn){ a.x * by_a + b.x * by_b, a.y * by_a + b.y * by_b, a.z * by_a + b.z * by_b, a.w * by_a + b.w * by_b };
}
static inline space_turn space_turn_unit(space_turn a)
{
    const double length = sqrt(space_turn_dot(a, a));
    return length > 0 ? space_turn_sum(a, 1 / length, a, 0) : (space_turn){ 0, 0, 0, 1 };
}

static inline space_turn space_turn_product(space_turn a, space_turn b)
{
    return (space_turn){ a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y, a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
                         a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w, a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z };
}
#define SPACE_ANY_ANGLE 4.0  /* rad: more than there is */
#define SPACE_ROUNDING 1e-11 /* rad: of doubles */

/* The rotation by three angles in degrees: about z, then x, then y. */
space_turn reel__space_turn_by(space_vec degrees);
static inline space_vec space_turned(space_turn turn, space_vec v)
{
    const space_vec axis = { turn.x, turn.y, turn.z };
    const space_vec across = space_add(space_cross(axis, v), space_scale(v, turn.w));
    return space_add(v, space_scale(space_cross(axis, across), 2));
}
space_vec reel__space_turn_vec(space_turn turn, space_vec v);
/* (0, 0, 1) turned: the same bits, in fewer steps. */
static inline space_vec space_turned_ahead(space_turn t)
{
    return (space_vec){ 2 * (t.y * t.w + t.z * t.x), 2 * (t.z * t.y - t.x * t.w), 1 + 2 * (t.x * -t.x - t.y * t.y) };
}
/* From `a` (at 0) to `b` (at 1), along the shorter arc, by the straight line between the quaternions. */
static inline space_turn space_turn_line(space_turn a, space_turn b, double at)
{
    const double sign = space_turn_dot(a, b) < 0 ? -1 : 1;
    return space_turn_unit(space_turn_sum(a, 1 - at, b, sign * at));
}
/* The same at a steady speed. What depends on both ends only is computed once. */
typedef struct space_arc {
    space_turn from, across; /* `across`: a quarter turn further; of a short arc, the other end */
    double degrees;          /* 0: so short that it is a line */
} space_arc;
space_arc reel__space_arc_between(space_turn a, space_turn b);
static inline space_turn space_arc_at(const space_arc *arc, double at)
{
    double sine, cosine;
    if (!(arc->degrees > 0)) return space_turn_line(arc->from, arc->across, at);
    reel__angle_sine_cosine(arc->degrees * at, &sine, &cosine);
    return space_turn_sum(arc->from, cosine, arc->across, sine);
}

/* The rotation that looks along `ahead`, with its top towards `up`. From the matrix whose columns are the axes: the largest of the four members
 * is found first, so that nothing is divided by a small one. */
static inline space_turn space_turn_toward(space_vec ahead, space_vec up)
{
    const space_vec z = space_unit(ahead), x = space_unit(space_cross(up, z)), y = space_cross(z, x);
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

#endif
