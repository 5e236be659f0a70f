/* SPDX-License-Identifier: MIT
 * Trigonometric functions of C libraries differ in the last bits. These are computed with the same operations on doubles everywhere, so that
 * output files and figures are the same on every machine. Results are stored as floats, so an error of 1e-11 is small enough. */
#include "game/beatsaber/angle.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#define LARGEST 1e15 /* degrees; sines of larger angles would be mostly rounding */

static const double pi = 3.14159265358979323846;

/* ---- sine and cosine -------------------------------------------------------------------------------------------- */

/* Taylor series for |x| <= pi/4. The first omitted term is x^13 / 13! < 1e-11 for the sine and x^14 / 14! < 1e-12 for the cosine. */
static double small_sine(double x)
{
    double s = x * x;
    return x * (1 + s * (-1.0 / 6 + s * (1.0 / 120 + s * (-1.0 / 5040 + s * (1.0 / 362880 + s * (-1.0 / 39916800))))));
}

static double small_cosine(double x)
{
    double s = x * x;
    return 1 + s * (-1.0 / 2 + s * (1.0 / 24 + s * (-1.0 / 720 + s * (1.0 / 40320 + s * (-1.0 / 3628800 + s / 479001600)))));
}

/* Reduces the angle to at most 45 degrees by subtracting quarter turns, which is exact in degrees. */
static inline double angle_rest(double degrees, unsigned *quarters)
{
    const int64_t whole = (int64_t)(degrees / 90 + (degrees < 0 ? -0.5 : 0.5));
    *quarters = (unsigned)((uint64_t)whole & 3);
    return (degrees - 90 * (double)whole) * (pi / 180);
}

void reel__angle_sine_cosine(double degrees, double *sine, double *cosine)
{
    unsigned quarters;
    if (!(degrees < LARGEST && degrees > -LARGEST)) {
        *sine = *cosine = NAN;
        return;
    }
    const double rest = angle_rest(degrees, &quarters), s = small_sine(rest), c = small_cosine(rest);
    switch (quarters) {
    case 0: *sine = s, *cosine = c; break;
    case 1: *sine = c, *cosine = -s; break;
    case 2: *sine = -s, *cosine = -c; break;
    default: *sine = -c, *cosine = s; break;
    }
}

double reel__angle_sine(double degrees)
{
    unsigned quarters;
    if (!(degrees < LARGEST && degrees > -LARGEST)) return NAN;
    const double rest = angle_rest(degrees, &quarters), size = quarters & 1 ? small_cosine(rest) : small_sine(rest);
    return quarters & 2 ? -size : size;
}

/* ---- arctangent ------------------------------------------------------------------------------------------------- */

/* For 0 <= t <= 1. Above tan(pi/8), uses atan t = pi/4 + atan((t - 1) / (t + 1)), so that the series is only summed for |x| <= tan(pi/8). Its
 * first omitted term is x^27 / 27 < 1e-11. */
static double small_arctangent(double t)
{
    bool far = t > 0.41421356237309503;
    double x = far ? (t - 1) / (t + 1) : t, s = x * x, sum = 0;
    for (int n = 25; n >= 1; n -= 2) sum = 1.0 / n - s * sum;
    return far ? pi / 4 + x * sum : x * sum;
}

double reel__angle_of_point(double y, double x)
{
    double a = x < 0 ? -x : x, b = y < 0 ? -y : y;
    if (a == 0 && b == 0) return 0;
    double arc = b <= a ? small_arctangent(b / a) : pi / 2 - small_arctangent(a / b);
    if (x < 0) arc = pi - arc;
    return (y < 0 ? -arc : arc) * (180 / pi);
}

/* The same operations for many points, without branches: a compiler makes vectors of this. */
void reel__angles_of_points(double *angles, const double *y, const double *x, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const double a = fabs(x[i]), b = fabs(y[i]), least = b <= a ? b : a, most = b <= a ? a : b;
        const double t = least / most, less = t - 1, more = t + 1, beside = less / more;
        const bool far = t > 0.41421356237309503;
        const double part = far ? beside : t, s = part * part;
        double sum = 0;
        for (int n = 25; n >= 1; n -= 2) sum = 1.0 / n - s * sum;
        const double small = part * sum, shifted = pi / 4 + small, arc = far ? shifted : small, rest = pi / 2 - arc;
        const double steep = b <= a ? arc : rest, back = pi - steep, whole = (x[i] < 0 ? back : steep) * (180 / pi),
                     turned = -whole;
        const double angle = y[i] < 0 ? turned : whole;
        angles[i] = most > 0 ? angle : 0;
    }
}
