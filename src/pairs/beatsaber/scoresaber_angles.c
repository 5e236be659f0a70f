/* SPDX-License-Identifier: MIT
 * Trigonometric functions of C libraries differ in the last bits. These are computed with the same operations on doubles everywhere, so that
 * output files are the same on every machine. Results are stored as floats, so an error of 1e-11 is small enough. */
#include "pairs/beatsaber/scoresaber_angles.h"

#include <math.h>

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
void sine_cosine(double degrees, double *sine, double *cosine)
{
    int64_t quarters = (int64_t)(degrees / 90 + (degrees < 0 ? -0.5 : 0.5));
    double rest = (degrees - 90 * (double)quarters) * (pi / 180), s = small_sine(rest), c = small_cosine(rest);
    switch ((uint64_t)quarters & 3) {
    case 0: *sine = s, *cosine = c; break;
    case 1: *sine = c, *cosine = -s; break;
    case 2: *sine = -s, *cosine = -c; break;
    default: *sine = -c, *cosine = s; break;
    }
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

/* The angle of the point (x, y), in degrees. */
static double arctangent(double y, double x)
{
    double a = x < 0 ? -x : x, b = y < 0 ? -y : y;
    if (a == 0 && b == 0) return 0;
    double arc = b <= a ? small_arctangent(b / a) : pi / 2 - small_arctangent(a / b);
    if (x < 0) arc = pi - arc;
    return (y < 0 ? -arc : arc) * (180 / pi);
}

/* ---- rotations -------------------------------------------------------------------------------------------------- */

/* A rotation about z, then x, then y has the matrix R = Ry Rx Rz, whose elements include
 *
 *     R[0][2] = cos x sin y    R[2][2] = cos x cos y    R[1][2] = -sin x    R[1][0] = cos x sin z    R[1][1] = cos x cos z
 *
 * so every angle is the arctangent of a ratio of elements. The elements computed from the quaternion all have its squared length as a factor,
 * which cancels out: the quaternion need not be normalised. If x is a quarter turn, cos x is 0, and the rotations about y and z have the same
 * axis. Then z is set to 0, and y is all of it. */
bool angles_of(reel_quaternion rotation, reel_vec3 *angles)
{
    const double x = (double)rotation.x, y = (double)rotation.y, z = (double)rotation.z, w = (double)rotation.w;
    const double length = x * x + y * y + z * z + w * w;
    *angles = (reel_vec3){ 0, 0, 0 };
    if (!(length > 0) || !(length - length == 0)) return false;
    const double right = 2 * (x * z + w * y), ahead = w * w - x * x - y * y + z * z, level = sqrt(right * right + ahead * ahead);
    angles->x = (float)arctangent(2 * (w * x - y * z), level);
    if (level > 1e-6 * length) {
        angles->y = (float)arctangent(right, ahead);
        angles->z = (float)arctangent(2 * (x * y + w * z), w * w - x * x + y * y - z * z);
    } else {
        angles->y = (float)arctangent(2 * (w * y - x * z), w * w + x * x - y * y - z * z);
    }
    return true;
}

bool quaternion_of(reel_vec3 angles, reel_quaternion *rotation)
{
    enum { LARGEST = 1000000 };
    const double degrees[3] = { (double)angles.x, (double)angles.y, (double)angles.z };
    double s[3], c[3];
    for (size_t i = 0; i < 3; i++) {
        if (!(degrees[i] <= LARGEST && degrees[i] >= -LARGEST)) return false;
        sine_cosine(degrees[i] / 2, &s[i], &c[i]);
    }
    double w = c[1] * c[0] * c[2] + s[1] * s[0] * s[2];
    const double sign = w < 0 ? -1 : 1;
    rotation->x = (float)(sign * (c[1] * s[0] * c[2] + s[1] * c[0] * s[2]));
    rotation->y = (float)(sign * (s[1] * c[0] * c[2] - c[1] * s[0] * s[2]));
    rotation->z = (float)(sign * (c[1] * c[0] * s[2] - s[1] * s[0] * c[2]));
    rotation->w = (float)(sign * w);
    return true;
}
