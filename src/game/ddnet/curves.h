/* SPDX-License-Identifier: MIT
 * Functions whose last bits differ between C libraries, with the same bits on every machine. Relative errors are below 1e-14, so that
 * results rounded to floats are those of a good library but for one in some millions. */
#ifndef GAME_DDNET_CURVES_H
#define GAME_DDNET_CURVES_H

double reel__curve_arctangent(double y, double x);                          /* radians, -pi to pi; 0 for (0, 0) */
void reel__curve_sine_cosine(double radians, double *sine, double *cosine); /* NaN beyond 10^6 */
double reel__curve_logarithm(double x);                                     /* of x > 0; others: -1000 */
double reel__curve_power(double base, double exponent);

#endif
