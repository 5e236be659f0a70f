/* SPDX-License-Identifier: MIT
 * Sine, cosine and arctangent with the same bits on every machine. */
#ifndef GAME_BEATSABER_ANGLE_H
#define GAME_BEATSABER_ANGLE_H

#include <stddef.h>

/* Of an angle in degrees. NaN beyond 10^15. */
void reel__angle_sine_cosine(double degrees, double *sine, double *cosine);
double reel__angle_sine(double degrees);
/* The angle of the point (x, y), in degrees from -180 to 180. 0 for (0, 0). */
double reel__angle_of_point(double y, double x);
/* The same of many finite points. */
void reel__angles_of_points(double *angles, const double *y, const double *x, size_t count);

#endif
