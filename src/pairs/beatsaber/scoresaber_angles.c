/* SPDX-License-Identifier: MIT
 * Sines and arcs are computed here, in doubles and in one order, so that the output is the same on every machine: the C library's differ in
 * the last bit. Results are stored as floats, so 12 digits are enough. */
#include "pairs/beatsaber/scoresaber_angles.h"

#include <math.h>

static const double pi = 3.14159265358979323846;

/* ---- sine and cosine -------------------------------------------------------------------------------------------- */

/* For |x| <= pi/4: Taylor series, whose first term left out is below 1e-16. */
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

/* Quarter turns are taken off in degrees, where that is exact. */
static void sine_cosine(double degrees, double *sine, double *cosine)
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

/* ---- arcs ------------------------------------------------------------------------------------------------------- */

/* For 0 <= t <= 1. Above tan(pi/8) by atan t = pi/4 + atan((t - 1) / (t + 1)); the series then ends below 1e-12. */
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

/* Out of the rows of the rotation matrix, each times the squared length: the angles are ratios of them. If the x rotation is a quarter turn,
 * the other two are about the same axis, and y gets all of it. */
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
