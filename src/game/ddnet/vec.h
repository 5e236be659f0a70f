/* SPDX-License-Identifier: MIT
 * Arithmetic in single precision, as the game does it: every operation is rounded to a float, so that the bits are the same on every
 * machine, also where a compiler computes with more digits (the cast rounds). Single operations rounded from longer ones are exact. */
#ifndef GAME_DDNET_VEC_H
#define GAME_DDNET_VEC_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct vec {
    float x, y;
} vec;

/* A constant, which some compilers keep with more digits otherwise. */
#define FLOAT(x) ((float)(x))
#define PI FLOAT(3.14159274F)

static inline float float_add(float a, float b) { return (float)(a + b); }
static inline float float_sub(float a, float b) { return (float)(a - b); }
static inline float float_mul(float a, float b) { return (float)(a * b); }
static inline float float_div(float a, float b) { return (float)(a / b); }

/* As processors of the game's servers do it: numbers that no int32 holds, and NaN, are INT32_MIN. */
static inline int32_t float_truncate(float f) { return f >= -2147483648.0F && f < 2147483648.0F ? (int32_t)f : INT32_MIN; }
static inline int32_t float_round(float f) { return float_truncate(f > 0 ? float_add(f, 0.5F) : float_sub(f, 0.5F)); }
static inline float float_clamp(float f, float low, float high) { return f < low ? low : f > high ? high : f; }

static inline vec vec_add(vec a, vec b) { return (vec){ float_add(a.x, b.x), float_add(a.y, b.y) }; }
static inline vec vec_sub(vec a, vec b) { return (vec){ float_sub(a.x, b.x), float_sub(a.y, b.y) }; }
static inline vec vec_scale(vec a, float by) { return (vec){ float_mul(a.x, by), float_mul(a.y, by) }; }
static inline float vec_dot(vec a, vec b) { return float_add(float_mul(a.x, b.x), float_mul(a.y, b.y)); }
static inline float vec_length(vec a) { return (float)sqrtf(vec_dot(a, a)); }
static inline float vec_distance(vec a, vec b) { return vec_length(vec_sub(a, b)); }
static inline bool vec_equal(vec a, vec b) { return a.x == b.x && a.y == b.y; }
static inline vec vec_unit(vec a)
{
    float length = vec_length(a);
    if (length == 0) return (vec){ 0, 0 };
    return vec_scale(a, float_div(1.0F, length));
}
/* From `a` (at 0) to `b` (at 1). */
static inline vec vec_mix(vec a, vec b, float at) { return vec_add(a, vec_scale(vec_sub(b, a), at)); }
/* The point of the line that is nearest; false if the line has no length. */
static inline bool vec_nearest(vec from, vec to, vec point, vec *nearest)
{
    vec line = vec_sub(to, from);
    float square = vec_dot(line, line);
    if (!(square > 0)) return false;
    float at = float_div(vec_dot(vec_sub(point, from), line), square);
    *nearest = vec_add(from, vec_scale(line, float_clamp(at, 0, 1)));
    return true;
}

#endif
