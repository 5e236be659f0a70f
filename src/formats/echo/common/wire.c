/* SPDX-License-Identifier: MIT
 * Halves, rotations in four bytes, and the numbers of bones. */
#include "formats/echo/common/wire.h"

uint16_t reel__wire_half_down(float value)
{
    uint32_t bits = reel_float_bits(value), rest = bits & 0x7fffffffu;
    uint16_t sign = (uint16_t)(bits >> 16 & 0x8000);
    if (rest > 0x7f800000u) return (uint16_t)(sign | 0x7c00 | (rest >> 13 & 0x3ff)); /* a NaN may become infinite */
    if (rest >= 0x47800000u) return (uint16_t)(sign | 0x7c00);                       /* 65536 and above */
    if (rest >= 0x38800000u) return (uint16_t)(sign | (rest - 0x38000000u) >> 13);
    if (rest < 0x33800000u) return sign;
    return (uint16_t)(sign | ((rest & 0x7fffffu) | 0x800000u) >> (126 - (rest >> 23)));
}

static uint32_t ten_bits(double part, bool down)
{
    double steps = (part + 0.70710678) / 1.41421356 * 1023;
    if (steps != steps) return 0;
    if (down) return steps > -1e6 && steps < 1e6 ? (uint32_t)(int32_t)steps : 0;
    steps = floor(steps + 0.5);
    return steps < 0 ? 0 : steps > 1023 ? 1023 : (uint32_t)steps;
}

uint32_t reel__wire_small3(reel_quaternion q, bool down)
{
    const double part[4] = { (double)q.x, (double)q.y, (double)q.z, (double)q.w };
    unsigned most = 0;
    for (unsigned i = 1; i < 4; i++)
        if (fabs(part[i]) > fabs(part[most])) most = i;
    double sign = part[most] < 0 ? -1 : 1;
    uint32_t bits = most;
    for (unsigned i = 0, shift = 2; i < 4; i++) {
        if (i == most) continue;
        bits |= ten_bits(part[i] * sign, down) << shift;
        shift += 10;
    }
    return part[0] != part[0] ? 0 : bits;
}

/* The squared length is summed as (x2 + z2) + y2. Another order would change single bits, and so existing files. */
static reel_vec3 normal(reel_vec3 v)
{
    float length = sqrtf(single_sum3(single_square(v.x), single_square(v.z), single_square(v.y)));
    return (reel_vec3){ v.x / length, v.y / length, v.z / length };
}

static reel_vec3 cross(reel_vec3 a, reel_vec3 b)
{
    return (reel_vec3){ single_cross(a.y, b.z, a.z, b.y), single_cross(a.z, b.x, a.x, b.z), single_cross(a.x, b.y, a.y, b.x) };
}

static float apart(float a, float b, float scale) { return single_product(single_sum(a, -b), scale); }
static float together(float a, float b, float scale) { return single_product(single_sum(a, b), scale); }

reel_quaternion reel__wire_look(reel_vec3 forward, reel_vec3 up)
{
    reel_vec3 f = normal(forward), r = normal(cross(up, f)), u = cross(f, r);
    float t = single_sum3(r.x, u.y, f.z);
    if (t > 0) {
        float s = sqrtf(single_sum(t, 1)), k = 0.5f / s;
        return (reel_quaternion){ apart(u.z, f.y, k), apart(f.x, r.z, k), apart(r.y, u.x, k), s * 0.5f };
    }
    if (r.x >= u.y && r.x >= f.z) {
        float s = sqrtf(single_sum4(1, r.x, -u.y, -f.z)), k = 0.5f / s;
        return (reel_quaternion){ 0.5f * s, together(r.y, u.x, k), together(r.z, f.x, k), apart(u.z, f.y, k) };
    }
    if (u.y > f.z) {
        float s = sqrtf(single_sum4(1, u.y, -r.x, -f.z)), k = 0.5f / s;
        return (reel_quaternion){ together(u.x, r.y, k), 0.5f * s, together(f.y, u.z, k), apart(f.x, r.z, k) };
    }
    float s = sqrtf(single_sum4(1, f.z, -r.x, -u.y)), k = 0.5f / s;
    return (reel_quaternion){ together(f.x, r.z, k), together(f.y, u.z, k), 0.5f * s, apart(r.y, u.x, k) };
}

/* 2 (a b + c d), 2 (a b - c d), 1 - 2 (a a + b b) */
static float twice_sum(float a, float b, float c, float d)
{
    return single_product(2, single_sum(single_product(a, b), single_product(c, d)));
}

static float twice_cross(float a, float b, float c, float d) { return single_product(2, single_cross(a, b, c, d)); }

static float on_axis(float a, float b)
{
    return single_sum(1, -single_product(2, single_sum(single_square(a), single_square(b))));
}

void reel__wire_directions(reel_quaternion q, reel_vec3 *forward, reel_vec3 *left, reel_vec3 *up)
{
    *forward = (reel_vec3){ twice_sum(q.x, q.z, q.w, q.y), twice_cross(q.y, q.z, q.w, q.x), on_axis(q.x, q.y) };
    *up = (reel_vec3){ twice_cross(q.x, q.y, q.w, q.z), on_axis(q.x, q.z), twice_sum(q.y, q.z, q.w, q.x) };
    *left = cross(*up, *forward);
}

int64_t reel__wire_get_signed(const uint8_t **at)
{
    const uint8_t *p = *at;
    size_t size = wire_signed_size(p[0]);
    uint64_t value = p[0];
    if (size == 2) value = 240 + ((uint64_t)(p[0] - 241) << 8) + p[1];
    if (size == 3) value = 2288 + ((uint64_t)p[1] << 8) + p[2];
    if (size > 3) {
        value = 0;
        for (size_t i = size - 1; i > 0; i--) value = value << 8 | p[i];
    }
    *at = p + size;
    return (int64_t)(value >> 1) ^ -(int64_t)(value & 1);
}

size_t reel__wire_put_signed(uint8_t *at, int64_t value)
{
    uint64_t u = (uint64_t)value << 1 ^ (value < 0 ? UINT64_MAX : 0);
    if (u <= 240) {
        at[0] = (uint8_t)u;
        return 1;
    }
    if (u <= 2287) {
        at[0] = (uint8_t)(241 + ((u - 240) >> 8));
        at[1] = (uint8_t)(u - 240);
        return 2;
    }
    if (u <= 67823) {
        at[0] = 249;
        at[1] = (uint8_t)((u - 2288) >> 8);
        at[2] = (uint8_t)(u - 2288);
        return 3;
    }
    size_t size = 3;
    while (size < 8 && u >> (8 * size)) size++;
    at[0] = (uint8_t)(247 + size);
    for (size_t i = 0; i < size; i++) at[1 + i] = (uint8_t)(u >> (8 * i));
    return 1 + size;
}

int64_t reel__wire_fixed14(float value)
{
    float raised = value + 2.0f;
    double steps = (double)raised / 4 * 16384 - 8192;
    if (!(steps >= -8192)) return -8192;
    return steps > 8191 ? 8191 : (int64_t)steps;
}
