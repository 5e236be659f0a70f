/* SPDX-License-Identifier: MIT
 * Arithmetic in single precision, rounded at each step. Some machines evaluate expressions of floats in double (C17, FLT_EVAL_METHOD 1),
 * which changes single bits, and with them bytes of files; a variable of type float is rounded everywhere. */
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

/* From the left, as the operators do. */
static inline float single_sum3(float a, float b, float c) { return single_sum(single_sum(a, b), c); }
static inline float single_sum4(float a, float b, float c, float d) { return single_sum(single_sum3(a, b, c), d); }

/* a * b - c * d */
static inline float single_cross(float a, float b, float c, float d)
{
    return single_sum(single_product(a, b), -single_product(c, d));
}

static inline float single_square(float a) { return single_product(a, a); }

#endif
