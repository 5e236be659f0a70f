/* SPDX-License-Identifier: MIT
 * Rotations as quaternions and as Euler angles. */
#ifndef CONVERT_SCORESABER_ANGLES_H
#define CONVERT_SCORESABER_ANGLES_H

#include <reel/reel.h>

/* Converts a quaternion to angles about the axes x, y and z in degrees, in the order of Unity: about z first, then x, then y. Angles are between
 * -180 and 180, x between -90 and 90. Returns false, with angles of 0, if the quaternion is zero or not finite. */
bool reel__angles_of(reel_quaternion rotation, reel_vec3 *angles);

/* Converts such angles to a quaternion of length 1 with w >= 0. Returns false if an angle is not finite or absurdly large. */
bool reel__quaternion_of(reel_vec3 angles, reel_quaternion *rotation);

#endif
