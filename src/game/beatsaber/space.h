/* SPDX-License-Identifier: MIT
 * Vectors and rotations in doubles, in the left-handed axes of the game: +x right, +y up, +z ahead. All of it is additions, multiplications,
 * divisions and square roots in one order, so that the bits are the same on every machine. */
#ifndef GAME_BEATSABER_SPACE_H
#define GAME_BEATSABER_SPACE_H

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

double reel__space_length(space_vec a);
/* Scaled to the length 1; zero if it is shorter than 0.01 mm, as in the game. */
space_vec reel__space_unit(space_vec a);
/* The angle between two vectors, degrees; 0 if one of them is zero. */
double reel__space_angle(space_vec a, space_vec b);

/* The rotation by three angles in degrees: about z, then x, then y. */
space_turn reel__space_turn_by(space_vec degrees);
space_vec reel__space_turn_vec(space_turn turn, space_vec v);
/* From `a` (at 0) to `b` (at 1), along the shorter arc: at a steady speed, or by the straight line between the quaternions. */
space_turn reel__space_turn_arc(space_turn a, space_turn b, double at);
space_turn reel__space_turn_line(space_turn a, space_turn b, double at);
/* The rotation that looks along `ahead`, with its top towards `up`. */
space_turn reel__space_turn_toward(space_vec ahead, space_vec up);

#endif
