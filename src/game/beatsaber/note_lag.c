/* SPDX-License-Identifier: MIT
 * A note is turned by a part `keeps` of the way from how it is by itself to where it faces the head, with the top of the frame before. How far that
 * is from how it is by itself, its lag, follows from the lag of the frame before, by two facts.
 *
 * A part of a rotation of no more than a half turn moves no direction by more than the whole: both are about one axis, and the chord is 2 sin(angle
 * to the axis) sin(part of the rotation / 2). So the front of the note is no farther from where it is by itself than the line to the head is, which
 * is `wide`; and its top, at a right angle to the front, leans towards the next line by no more than twice that.
 *
 * Two tops that are `lag` apart and lean by no more than `lean` give rolls that are 2 asin(sin(lag / 2) / cos(lean)) apart. The way to the head is
 * this roll, after the rotation that brings the front to the line without a roll, of no more than tan(wide). And the part `keeps` of the straight line
 * between quaternions at an angle a turns by the arc tangent of keeps sin a / (1 - keeps + keeps cos a). Each step grows with the lag, with `wide`
 * and with `keeps`, so that bounds of them bound the lag.
 *
 * While a note keeps a quarter or less, its lag is no more than 2 atan(1 / 3), whatever was before. From there on there is a frame in each
 * step of `keeps`. Where the bound of a step is below that of the step before, it holds for all frames of the step; where it is not, one is
 * looked for that gives no more than itself. */
#include "game/beatsaber/note_lag.h"

#define FIRST 0.25
#define TILT 0.36    /* rad: notes are tilted by no more */
#define FARTHEST 1.5 /* rad */
#define RAD (3.14159265358979323846 / 180)
enum { TRIES = 40 };

static double arc_tangent(double y, double x) { return reel__angle_of_point(y, x) * RAD; }
static double sine(double rad) { return reel__angle_sine(rad / RAD); }
static double cosine(double rad) { return reel__angle_sine(rad / RAD + 90); }

typedef struct lag_step {
    double keeps;
    double wide;  /* between the front by itself and the line to the head */
    double lean;  /* of tops towards that line */
    double moved; /* how far the note by itself has turned since the frame before */
} lag_step;

static double lag_after(const lag_step *s, double lag)
{
    const double half = sine((lag + s->moved) / 2), longest = cosine(s->lean);
    if (!(lag + s->moved < FARTHEST) || !(half < longest)) return SPACE_ANY_ANGLE;
    const double roll = 2 * arc_tangent(half, sqrt(longest * longest - half * half));
    const double angle = (sine(s->wide) / cosine(s->wide) + roll) / 2;
    if (!(angle < FARTHEST)) return SPACE_ANY_ANGLE;
    return 2 * arc_tangent(s->keeps * sine(angle), 1 - s->keeps + s->keeps * cosine(angle));
}

/* How far a tilted note is still from its arrow. */
static double tilt_left(const note_flight *flight, double keeps)
{
    const double settled = sine((keeps / 2 - 0.125) * 360 * RAD);
    return flight->tilted ? TILT * (settled < 0 ? 1 : 1 - settled) : 0;
}

static double wide_at(const note_flight *flight, double across, double keeps)
{
    const double share = keeps * (1.5 - keeps / 2),
                 depth = 0.9 + flight->distance / 2 * (1 - keeps) - NOTE_LAG_AHEAD * (1 - share);
    return depth > 0 ? arc_tangent(across, depth) + tilt_left(flight, keeps) : FARTHEST;
}

/* By half of a sine that turns by 360 degrees in the jump. */
static double moved_in(const note_flight *flight, double step) { return flight->tilted ? TILT * 180 * RAD * step : 0; }

/* Before the first step, notes turn from upright by a sine of 720 degrees, by a half turn at most, of which this is the end. */
static double risen_in(double step) { return 180 * RAD * (1 - sine((90 - 360 * step) * RAD)); }

/* The step that ends with `keeps`. How wide it is has no maximum but at its ends: it is convex. */
static lag_step step_to(const note_flight *flight, double across, double step, double keeps)
{
    double wide[3];
    lag_step s = { .keeps = keeps, .moved = moved_in(flight, step) };
    for (int i = 0; i < 3; i++) wide[i] = wide_at(flight, across, keeps - i * step);
    s.wide = wide[0] > wide[1] ? wide[0] : wide[1];
    s.lean = s.wide + (wide[2] > s.wide ? wide[2] : s.wide) + s.moved;
    if (s.wide > FARTHEST) s.wide = FARTHEST;
    if (s.lean > FARTHEST) s.lean = FARTHEST;
    return s;
}

void reel__note_lag_make(const note_flight *flight, double across, double step, note_lag *lag)
{
    double most = 2 * arc_tangent(FIRST, 1 - FIRST);
    *lag = (note_lag){ .step = step, .moved = moved_in(flight, step) };
    for (size_t i = 0; i < NOTE_LAG_STEPS; i++) {
        lag_step s = step_to(flight, across, step, FIRST + (double)(i + 1) * step);
        if (i == 0) s.moved += risen_in(step);
        const double any = s.keeps < 1 ? 2 * arc_tangent(s.keeps, 1 - s.keeps) : SPACE_ANY_ANGLE;
        double next = s.keeps < 1 ? lag_after(&s, most) : SPACE_ANY_ANGLE;
        for (int tries = 0; next > most && most < any && tries < TRIES; tries++) {
            most = next * 1.02 + 0.001;
            next = lag_after(&s, most);
        }
        if (next > most || next > any) next = any;
        lag->most[i] = most = next;
    }
    lag->least = most;
    for (size_t i = 1; i < NOTE_LAG_STEPS; i++) {
        const double larger = lag->most[i] > lag->most[i - 1] ? lag->most[i] : lag->most[i - 1];
        if (larger < lag->least) lag->least = larger;
    }
    lag->least += lag->moved;
}

double reel__note_lag_at(const note_lag *lag, double keeps)
{
    const double at = (keeps - FIRST) / lag->step;
    if (!(at >= 1) || !(at < NOTE_LAG_STEPS)) return SPACE_ANY_ANGLE;
    const size_t i = (size_t)at;
    return (lag->most[i] > lag->most[i - 1] ? lag->most[i] : lag->most[i - 1]) + lag->moved;
}
