/* SPDX-License-Identifier: MIT
 * Rotations as the sums that they were made of.
 *
 * A recorder has nine directions with three decimals, the columns of a matrix m. With i the largest part of the rotation, and j and k the others, it
 * takes s = 2 sqrt(1 + m[i][i] - m[j][j] - m[k][k]), and the parts are s / 4 and sums of two of m over s; if the largest is w, the root is of the
 * trace plus 1. So (s / 2)^2 - 1 and part * s are whole thousandths, four small numbers, and a rotation of length 1 gives the first one of them.
 * As the directions were floats, what comes out is next to what was stored: the difference is counted in floats. */
#include "formats/echo/tape/model.h"

#include <math.h>

static double root(double value) { return value > 0 ? sqrt(value) : 0; }

/* Floats in their order, so that those next to each other differ by 1. */
static int64_t ordered(float value)
{
    const uint32_t bits = reel_float_bits(value);
    return bits >> 31 ? -(int64_t)(bits & 0x7fffffff) - 1 : (int64_t)bits;
}

static float unordered(int64_t order)
{
    if (order > INT32_MAX) order = INT32_MAX;
    if (order < -(int64_t)INT32_MAX - 1) order = -(int64_t)INT32_MAX - 1;
    return reel_float_of(order < 0 ? (uint32_t)(-(order + 1)) | 0x80000000u : (uint32_t)order);
}

static int64_t rounded(double value) { return (int64_t)(value < 0 ? value - 0.5 : value + 0.5); }

/* The square that the largest part of a rotation of length 1 has with these products. */
static int32_t square_of(const int32_t products[3])
{
    const double a = (double)products[0], b = (double)products[1], c = (double)products[2];
    return (int32_t)rounded(1000 * (1 + 2 * root(1 - (a * a + b * b + c * c) / 4e6)));
}

/* The parts that the numbers give, the largest one at `part`. */
static void parts_of(const model_rotation *r, unsigned part, float to[4])
{
    const double square = (double)((int64_t)square_of(r->products) + r->square);
    const double s = 2 * root(1 + square / 1000);
    for (unsigned i = 0, at = 0; i < 4; i++)
        to[i] = i == part ? (float)(0.25 * s) : (float)((double)r->products[at++] / 1000 / s);
}

enum { PRODUCT_MOST = 2500, ERROR_MOST = 1 << 14 };

/* Whether the numbers by this part are small. */
static bool find_numbers(const float q[4], unsigned part, model_rotation *r)
{
    const double largest = (double)q[part];
    float made[4];
    *r = (model_rotation){ .form = (uint8_t)(ROTATION_BY_X + part) };
    if (!(largest > 0.3 && largest < 1.1)) return false;
    for (unsigned i = 0, at = 0; i < 4; i++) {
        if (i == part) continue;
        const double product = 4000 * largest * (double)q[i];
        if (!(product > -PRODUCT_MOST && product < PRODUCT_MOST)) return false;
        r->products[at++] = (int32_t)rounded(product);
    }
    r->square = (int32_t)rounded(1000 * (4 * largest * largest - 1)) - square_of(r->products);
    parts_of(r, part, made);
    for (unsigned i = 0; i < 4; i++) {
        const int64_t error = ordered(q[i]) - ordered(made[i]);
        if (error > ERROR_MOST || error < -ERROR_MOST) return false;
        r->errors[i] = (int32_t)error;
    }
    return true;
}

model_rotation reel__tape_model_rotation(reel_quaternion q)
{
    const float parts[4] = { q.x, q.y, q.z, q.w };
    const float a = q.x * q.x, b = q.y * q.y, c = q.z * q.z;
    const unsigned part = q.w > 0.5f ? 3 : a > b && a > c ? 0 : b > c ? 1 : 2;
    model_rotation r;
    if (find_numbers(parts, part, &r)) return r;
    return (model_rotation){ .form = ROTATION_FLOATS, .floats = q };
}

reel_quaternion reel__tape_model_quaternion(const model_rotation *r)
{
    float parts[4];
    if (r->form < ROTATION_BY_X || r->form > ROTATION_BY_W) return r->floats;
    parts_of(r, r->form - (unsigned)ROTATION_BY_X, parts);
    for (unsigned i = 0; i < 4; i++) parts[i] = unordered(ordered(parts[i]) + r->errors[i]);
    return (reel_quaternion){ parts[0], parts[1], parts[2], parts[3] };
}
