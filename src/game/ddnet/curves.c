/* SPDX-License-Identifier: MIT
 * Range reduction and Taylor series, on doubles in one fixed order. */
#include "game/ddnet/curves.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

/* ---- arctangent ------------------------------------------------------------------------------------------------- */

/* The arctangents of n / 8. */
static const double eighths[9] = {
    0,
    0.12435499454676144,
    0.24497866312686414,
    0.35877067027057225,
    0.46364760900080609,
    0.55859931534356244,
    0.64350110879328437,
    0.71882999962162453,
    0.78539816339744828,
};

/* For 0 <= t <= 1: atan t = atan n/8 + atan (t - n/8) / (1 + t n/8). What is left is at most 1/16, so that the first term that the series
 * leaves out is below 1e-19. */
static double small_arctangent(double t)
{
    int n = (int)(t * 8 + 0.5);
    double near = n / 8.0, x = (t - near) / (1 + t * near), s = x * x, sum = 0;
    for (int k = 13; k >= 1; k -= 2) sum = 1.0 / k - s * sum;
    return eighths[n] + x * sum;
}

double reel__curve_arctangent(double y, double x)
{
    double a = x < 0 ? -x : x, b = y < 0 ? -y : y;
    if (a == 0 && b == 0) return 0;
    double angle = b <= a ? small_arctangent(b / a) : pi / 2 - small_arctangent(a / b);
    if (x < 0) angle = pi - angle;
    return y < 0 ? -angle : angle;
}

/* ---- sine and cosine -------------------------------------------------------------------------------------------- */

/* For |x| <= pi / 4; the first terms that are left out are below 1e-18. */
static double small_sine(double x)
{
    double s = x * x, sum = 0;
    for (int k = 17; k >= 1; k -= 2) sum = 1 - s / ((k + 1.0) * (k + 2.0)) * sum;
    return x * sum;
}

static double small_cosine(double x)
{
    double s = x * x, sum = 0;
    for (int k = 18; k >= 0; k -= 2) sum = 1 - s / ((k + 1.0) * (k + 2.0)) * sum;
    return sum;
}

void reel__curve_sine_cosine(double radians, double *sine, double *cosine)
{
    /* pi / 2 in two parts, the first with 33 bits: multiples of it up to 2^20 are exact. */
    static const double high = 1.57079632673412561417, low = 6.07710050650619224932e-11;
    if (!(radians < 1e6 && radians > -1e6)) {
        *sine = *cosine = (double)NAN;
        return;
    }
    int64_t quarters = (int64_t)(radians / (high + low) + (radians < 0 ? -0.5 : 0.5));
    double rest = (radians - (double)quarters * high) - (double)quarters * low, s = small_sine(rest), c = small_cosine(rest);
    switch ((uint64_t)quarters & 3) {
    case 0: *sine = s, *cosine = c; break;
    case 1: *sine = c, *cosine = -s; break;
    case 2: *sine = -s, *cosine = -c; break;
    default: *sine = -c, *cosine = s; break;
    }
}

/* ---- powers ----------------------------------------------------------------------------------------------------- */

static const double ln2_high = 6.93147180369123816490e-01, ln2_low = 1.90821492927058770002e-10;

/* x = m 2^e with m from sqrt(1/2) to sqrt(2); ln m = 2 artanh((m - 1) / (m + 1)). */
double reel__curve_logarithm(double x)
{
    if (!(x > 2.3e-308 && x < 1.7e308)) return x > 0 && x >= 1.7e308 ? 709 : -1000;
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    int exponent = (int)(bits >> 52) - 1023;
    bits = (bits & 0xfffffffffffffULL) | (UINT64_C(1023) << 52);
    double m;
    memcpy(&m, &bits, sizeof m);
    if (m > 1.4142135623730951) m /= 2, exponent++;
    double s = (m - 1) / (m + 1), square = s * s, sum = 0;
    for (int k = 21; k >= 1; k -= 2) sum = 1.0 / k + square * sum;
    return exponent * ln2_high + (2 * s * sum + exponent * ln2_low);
}

static double exponential(double x)
{
    if (!(x > -700)) return 0;
    if (x > 700) return HUGE_VAL;
    int n = (int)(x / (ln2_high + ln2_low) + (x < 0 ? -0.5 : 0.5));
    double r = (x - n * ln2_high) - n * ln2_low, sum = 1;
    for (int k = 15; k >= 1; k--) sum = 1 + r / k * sum;
    uint64_t bits = (uint64_t)(n + 1023) << 52;
    double scale;
    memcpy(&scale, &bits, sizeof scale);
    return sum * scale;
}

double reel__curve_power(double base, double exponent)
{
    if (exponent == 0 || base == 1) return 1;
    if (exponent != exponent || base != base) return (double)NAN;
    if (base == 0) return exponent > 0 ? 0 : HUGE_VAL;
    if (base > 0) return exponential(exponent * reel__curve_logarithm(base));
    if (!(exponent < 1e9 && exponent > -1e9) || exponent != (double)(int64_t)exponent) return NAN;
    double size = exponential(exponent * reel__curve_logarithm(-base));
    return (int64_t)exponent & 1 ? -size : size;
}
