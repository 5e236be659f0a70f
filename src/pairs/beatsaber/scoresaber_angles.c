/* SPDX-License-Identifier: MIT
 * Rotations as angles and as quaternions, with the same bits on every machine. */
#include "pairs/beatsaber/scoresaber_angles.h"

#include "game/beatsaber/angle.h"

#include <math.h>

/* ---- rotations -------------------------------------------------------------------------------------------------- */

/* A rotation about z, then x, then y has the matrix R = Ry Rx Rz, whose elements include
 *
 *     R[0][2] = cos x sin y    R[2][2] = cos x cos y    R[1][2] = -sin x    R[1][0] = cos x sin z    R[1][1] = cos x cos z
 *
 * so every angle is the arctangent of a ratio of elements. The elements computed from the quaternion all have its squared length as a factor,
 * which cancels out: the quaternion need not be normalised. If x is a quarter turn, cos x is 0, and the rotations about y and z have the same
 * axis. Then z is set to 0, and y is all of it. */
bool reel__angles_of(reel_quaternion rotation, reel_vec3 *angles)
{
    const double x = (double)rotation.x, y = (double)rotation.y, z = (double)rotation.z, w = (double)rotation.w;
    const double length = x * x + y * y + z * z + w * w;
    *angles = (reel_vec3){ 0, 0, 0 };
    if (!(length > 0) || !(length - length == 0)) return false;
    const double right = 2 * (x * z + w * y), ahead = w * w - x * x - y * y + z * z, level = sqrt(right * right + ahead * ahead);
    angles->x = (float)reel__angle_of_point(2 * (w * x - y * z), level);
    if (level > 1e-6 * length) {
        angles->y = (float)reel__angle_of_point(right, ahead);
        angles->z = (float)reel__angle_of_point(2 * (x * y + w * z), w * w - x * x + y * y - z * z);
    } else {
        angles->y = (float)reel__angle_of_point(2 * (w * y - x * z), w * w + x * x - y * y - z * z);
    }
    return true;
}

bool reel__quaternion_of(reel_vec3 angles, reel_quaternion *rotation)
{
    enum { LARGEST = 1000000 };
    const double degrees[3] = { (double)angles.x, (double)angles.y, (double)angles.z };
    double s[3], c[3];
    for (size_t i = 0; i < 3; i++) {
        if (!(degrees[i] <= LARGEST && degrees[i] >= -LARGEST)) return false;
        reel__angle_sine_cosine(degrees[i] / 2, &s[i], &c[i]);
    }
    double w = c[1] * c[0] * c[2] + s[1] * s[0] * s[2];
    const double sign = w < 0 ? -1 : 1;
    rotation->x = (float)(sign * (c[1] * s[0] * c[2] + s[1] * c[0] * s[2]));
    rotation->y = (float)(sign * (s[1] * c[0] * c[2] - c[1] * s[0] * s[2]));
    rotation->z = (float)(sign * (c[1] * c[0] * s[2] - s[1] * s[0] * c[2]));
    rotation->w = (float)(sign * w);
    return true;
}
