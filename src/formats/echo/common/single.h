/* SPDX-License-Identifier: MIT
 * Single-precision arithmetic, rounded after each step. Some machines evaluate float expressions in double (C17,
 * FLT_EVAL_METHOD 1), which would change single bits of output files. Assigning to a float variable rounds
 * everywhere. */
#ifndef ECHO_COMMON_SINGLE_H
#define ECHO_COMMON_SINGLE_H

static inline float single_product(float a, float b)
{
    float product = a * b;
    return product;
}

static inline float single_sum(float a, float b)
{
    float sum = a + b;
    return sum;
}

/* From left to right, as the operators do. */
static inline float single_sum3(float a, float b, float c) { return single_sum(single_sum(a, b), c); }
static inline float single_sum4(float a, float b, float c, float d) { return single_sum(single_sum3(a, b, c), d); }

/* a * b - c * d */
static inline float single_cross(float a, float b, float c, float d)
{
    return single_sum(single_product(a, b), -single_product(c, d));
}

static inline float single_square(float a) { return single_product(a, a); }

#endif
