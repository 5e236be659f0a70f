/* SPDX-License-Identifier: MIT
 * Estimates the framerate of macros without one, like those of Mega Hack, from the position of the player at each input. Outside of
 * platformer levels the player moves at one of five constant speeds. A speed is distance / frames * framerate, so the right framerate is
 * the one that gives one of the five speeds for most steps between inputs. */
#include "pairs/geometrydash/gdr.h"

/* Units per second at half, normal, double, triple and quadruple speed, measured in macros of known framerate. */
static const double speeds[] = { 251.16, 311.58, 387.42, 468, 576 };

/* Rates that bots offer, the most common one first. Some cannot be distinguished: 311.58 at 240 is nearly the same step as 468 at 360. */
static const double rates[GDR_RATES] = { 240, 60, 120, 144, 180, 300, 360, 480, 720, 960, 1000 };

enum { SPEEDS = sizeof speeds / sizeof *speeds, LEAST_STEPS = 8 };

static bool fits(double step, double rate)
{
    for (size_t i = 0; i < SPEEDS; i++)
        if (step * rate > speeds[i] * 0.99 && step * rate < speeds[i] * 1.01) return true;
    return false;
}

void reel__gdr_rates_add(gdr_rates *tally, double distance, double frames)
{
    if (!(distance > 0) || !(frames > 0)) return;
    tally->steps++;
    for (size_t r = 0; r < GDR_RATES; r++) tally->fitting[r] += fits(distance / frames, rates[r]);
}

double reel__gdr_rates_best(const gdr_rates *tally, uint64_t *fitting)
{
    double best = 0;
    *fitting = 0;
    for (size_t r = 0; r < GDR_RATES && tally->steps >= LEAST_STEPS; r++) {
        if (tally->fitting[r] <= *fitting + tally->steps / 10) continue; /* a less common rate must fit clearly better */
        *fitting = tally->fitting[r];
        best = rates[r];
    }
    return *fitting > tally->steps / 2 ? best : 0;
}
