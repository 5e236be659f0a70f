/* SPDX-License-Identifier: MIT
 * How .butter packs values, and what the parts of this family share. docs/formats/butter.md has the layouts. */
#ifndef ECHO_COMMON_WIRE_H
#define ECHO_COMMON_WIRE_H

#include <reel/butter.h>
#include <reel/format.h>

#include <math.h>

enum { WIRE_BONES = 23, WIRE_POSES = 4, WIRE_PLAYERS = 256 };

#define WIRE_KEYFRAME 0xfefcu
#define WIRE_DELTA 0xfefeu

/* Which way the frames of a file are laid out. */
typedef struct wire_kind {
    uint8_t layout; /* BUTTER_LAYOUT_3B, ... */
    bool arena, combat, private_match;
    unsigned players; /* of the roster */
} wire_kind;

/* A half is exact as a float. NaN and infinity stay what they are. */
static inline float wire_half(uint16_t half)
{
    uint32_t sign = (uint32_t)(half & 0x8000) << 16, rest = half & 0x7fffu;
    if (rest >= 0x7c00) return reel_float_of(sign | 0x7f800000u | (rest & 0x3ff) << 13);
    return reel_float_of(sign | reel_float_bits(reel_float_of(rest << 13) * 0x1p112f));
}

/* To a half towards zero, as the reference does: 65536 and above become infinite. */
uint16_t wire_half_down(float value);

/* To the nearest finite half; of two that are as near the even one. */
static inline uint16_t wire_half_near(float value)
{
    uint32_t bits = reel_float_bits(value), rest = bits & 0x7fffffffu;
    uint16_t sign = (uint16_t)(bits >> 16 & 0x8000);
    if (rest - 0x38800000u < 0x477fe000u - 0x38800000u) /* from 2^-14 to below 65504: 13 bits go */
        return (uint16_t)(sign | (rest - 0x38000000u + 0xfff + (rest >> 13 & 1)) >> 13);
    if (rest >= 0x477fe000u) return rest > 0x7f800000u ? wire_half_down(value) : (uint16_t)(sign | 0x7bff);
    float steps = reel_float_of(rest) * 0x1p24f + 0x1p23f; /* the sum has no room for fractions */
    return (uint16_t)(sign | (reel_float_bits(steps) & 0x7fffffu));
}

/* Four numbers as the three smallest in ten bits each. `down` truncates as the reference does, else the nearest is taken. */
uint32_t wire_small3(reel_quaternion q, bool down);

/* Whether the three numbers were longer than 1: the fourth is then 0. */
static inline bool wire_quaternion(uint32_t bits, reel_quaternion *q)
{
    const float step = (float)(1.41421356 / 1023), low = 0.70710678f;
    float a = (float)(bits >> 2 & 1023) * step - low, b = (float)(bits >> 12 & 1023) * step - low,
          c = (float)(bits >> 22) * step - low;
    float rest = 1 - (a * a + b * b + c * c);
    float d = sqrtf(rest > 0 ? rest : 0);
    switch (bits & 3) {
    case 0: *q = (reel_quaternion){ d, a, b, c }; break;
    case 1: *q = (reel_quaternion){ a, d, b, c }; break;
    case 2: *q = (reel_quaternion){ a, b, d, c }; break;
    default: *q = (reel_quaternion){ a, b, c, d }; break;
    }
    return rest < 0;
}

/* A forward and an upward direction as a rotation, in the reference's own order of single-precision steps. */
reel_quaternion wire_look(reel_vec3 forward, reel_vec3 up);
/* The directions that a rotation stands for. */
void wire_directions(reel_quaternion q, reel_vec3 *forward, reel_vec3 *left, reel_vec3 *up);

/* A signed number of bones in one to nine bytes. The length is in the first: up to 240 it is the number. */
static inline size_t wire_signed_size(uint8_t first)
{
    return first <= 240 ? 1 : first <= 248 ? 2 : first == 249 ? 3 : first - 246u;
}

/* Of eight bytes at once those that begin a longer number: not 0 where there is one. A byte is above 240 where its top bit is set and the other
 * seven are above 112, so that 15 more carry into the top bit. */
static inline uint64_t wire_longer(uint64_t bytes)
{
    const uint64_t top = UINT64_C(0x8080808080808080);
    return ((bytes & ~top) + UINT64_C(0x0f0f0f0f0f0f0f0f)) & bytes & top;
}

int64_t wire_get_signed(const uint8_t **at);
size_t wire_put_signed(uint8_t *at, int64_t value);
/* A difference of bone places in steps of 1/4096 m. */
int64_t wire_fixed14(float value);

#endif
