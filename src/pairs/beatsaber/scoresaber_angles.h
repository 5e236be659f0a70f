/* SPDX-License-Identifier: MIT
 * Rotations as quaternions and as Euler angles. */
#ifndef CONVERT_SCORESABER_ANGLES_H
#define CONVERT_SCORESABER_ANGLES_H

#include <reel/reel.h>

/* Degrees about the axes x, y and z, applied as Unity does: about z first, then x, then y. From -180 to 180, x from -90 to 90. False: the
 * quaternion is no rotation (zero, or not finite), and the angles are 0. */
bool angles_of(reel_quaternion rotation, reel_vec3 *angles);

/* The quaternion of such angles, of length 1 and with w >= 0. False: an angle is not finite, or too large to mean one. */
bool quaternion_of(reel_vec3 angles, reel_quaternion *rotation);

#endif
