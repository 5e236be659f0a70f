/* SPDX-License-Identifier: MIT
 * Number formats of .butter, shared by the formats of Echo VR. docs/formats/butter.md describes the layouts. */
#ifndef ECHO_COMMON_WIRE_H
#define ECHO_COMMON_WIRE_H

#include "formats/echo/common/single.h"

#include <reel/butter.h>
#include <reel/format.h>

#include <math.h>

enum { WIRE_BONES = 23, WIRE_POSES = 4, WIRE_PLAYERS = 256 };

#define WIRE_KEYFRAME 0xfefcu
#define WIRE_DELTA 0xfefeu

/* The layout of a file's frames. */
typedef struct wire_kind {
    uint8_t layout; /* BUTTER_LAYOUT_3B, ... */
    bool arena, combat, private_match;
    unsigned players; /* in the roster */
} wire_kind;

/* The value of a half, which is exact as a float. The bits of exponent and fraction move to their place in a float. The
 * exponent is then too small by 127 - 15 = 112, which the multiplication corrects, for subnormal halves as well. NaN and
 * infinity are kept. */
static inline float wire_half(uint16_t half)
{
    uint32_t sign = (uint32_t)(half & 0x8000) << 16, rest = half & 0x7fffu;
    if (rest >= 0x7c00) return reel_float_of(sign | 0x7f800000u | (rest & 0x3ff) << 13);
    return reel_float_of(sign | reel_float_bits(reel_float_of(rest << 13) * 0x1p112f));
}

/* Converts to a half, truncating as the reference does. 65536 and above become infinite. */
uint16_t reel__wire_half_down(float value);

/* Converts to the nearest finite half, ties to even.
 *
 * Normal halves: the exponent's bias changes from 127 to 15, which subtracts 112 << 23, and 13 bits of the fraction are
 * dropped. Adding half a step less one (0xfff), plus the lowest remaining bit, rounds: a remainder above half carries,
 * exactly half carries only if that bit is odd. A carry out of the fraction increments the exponent, which is right.
 * Numbers from 65504 on are clamped, so none becomes infinite.
 *
 * Subnormal halves are multiples of 2^-24. value * 2^24 is below 2^10; added to 2^23, where floats have a step of 1, the
 * addition itself rounds to the nearest integer, ties to even, and leaves it in the fraction. The result 2^10 is the
 * smallest normal half. */
static inline uint16_t wire_half_near(float value)
{
    uint32_t bits = reel_float_bits(value), rest = bits & 0x7fffffffu;
    uint16_t sign = (uint16_t)(bits >> 16 & 0x8000);
    if (rest - 0x38800000u < 0x477fe000u - 0x38800000u) /* from 2^-14 to below 65504 */
        return (uint16_t)(sign | (rest - 0x38000000u + 0xfff + (rest >> 13 & 1)) >> 13);
    if (rest >= 0x477fe000u) return rest > 0x7f800000u ? reel__wire_half_down(value) : (uint16_t)(sign | 0x7bff);
    float steps = reel_float_of(rest) * 0x1p24f + 0x1p23f; /* 2^23 leaves no room for fractions */
    return (uint16_t)(sign | (reel_float_bits(steps) & 0x7fffffu));
}

/* Packs a rotation: the three smaller components in ten bits each, and the index of the largest. `down` truncates as the
 * reference does; otherwise components are rounded. */
uint32_t reel__wire_small3(reel_quaternion q, bool down);

/* Puts the component that was left out in its place. */
static inline reel_quaternion wire_unpacked(unsigned largest, float a, float b, float c, float d)
{
    switch (largest) {
    case 0: return (reel_quaternion){ d, a, b, c };
    case 1: return (reel_quaternion){ a, d, b, c };
    case 2: return (reel_quaternion){ a, b, d, c };
    default: return (reel_quaternion){ a, b, c, d };
    }
}

/* Unpacks a rotation. Returns true if the three components are longer than 1: the fourth is then 0. */
static inline bool wire_quaternion(uint32_t bits, reel_quaternion *q)
{
    const float step = (float)(1.41421356 / 1023), low = -0.70710678f;
    float a = single_sum(single_product((float)(bits >> 2 & 1023), step), low),
          b = single_sum(single_product((float)(bits >> 12 & 1023), step), low),
          c = single_sum(single_product((float)(bits >> 22), step), low);
    float rest = single_sum(1, -single_sum3(single_square(a), single_square(b), single_square(c)));
    *q = wire_unpacked(bits & 3, a, b, c, sqrtf(rest > 0 ? rest : 0));
    return rest < 0;
}

/* A component as the reference decoder unpacks it: the quotient is single, the rest double. */
static inline float wire_component(uint32_t ten_bits)
{
    float share = (float)ten_bits / 1023.0f;
    return (float)((double)share * 1.41421356 - 0.70710678);
}

/* The same with every operation of the reference decoder, rounded as it rounds. */
static inline bool wire_quaternion_faithful(uint32_t bits, reel_quaternion *q)
{
    float a = wire_component(bits >> 2 & 1023), b = wire_component(bits >> 12 & 1023), c = wire_component(bits >> 22);
    float rest = single_sum4(1, -single_square(a), -single_square(b), -single_square(c));
    *q = wire_unpacked(bits & 3, a, b, c, sqrtf(rest > 0 ? rest : 0));
    return rest < 0;
}

/* The rotation with these forward and up directions. The steps are those of the reference, each rounded to single
 * precision. */
reel_quaternion reel__wire_look(reel_vec3 forward, reel_vec3 up);
/* The directions of a rotation. */
void reel__wire_directions(reel_quaternion q, reel_vec3 *forward, reel_vec3 *left, reel_vec3 *up);

/* Signed numbers of bones take one to nine bytes. The first byte tells the length; up to 240 it is the number itself. */
static inline size_t wire_signed_size(uint8_t first)
{
    return first <= 240 ? 1 : first <= 248 ? 2 : first == 249 ? 3 : first - 246u;
}

/* Finds first bytes of longer numbers, which are above 240, among eight bytes at once: nonzero if there is one. A byte
 * is above 240 if its top bit is set and its other seven bits are above 112. Adding 15 to those seven bits carries into
 * the top bit exactly if they are 113 or more, and never into the next byte (127 + 15 < 256). */
static inline uint64_t wire_longer(uint64_t bytes)
{
    const uint64_t top = UINT64_C(0x8080808080808080);
    return ((bytes & ~top) + UINT64_C(0x0f0f0f0f0f0f0f0f)) & bytes & top;
}

int64_t reel__wire_get_signed(const uint8_t **at);
size_t reel__wire_put_signed(uint8_t *at, int64_t value);
/* A difference of bone positions in steps of 1/4096 m. */
int64_t reel__wire_fixed14(float value);

#endif
