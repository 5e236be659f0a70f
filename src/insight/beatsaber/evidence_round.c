/* SPDX-License-Identifier: MIT
 * Poses that were rounded after the play: archives with a precision, decimals. All positions are then multiples of one step, and so are
 * three components of each rotation; the largest one may be computed from them. The step is near the smallest difference between frames,
 * and is refined by larger and larger ones: a difference of n steps gives the step n times as exactly. Then the values themselves must be
 * multiples of it. What is not rounded has no such step, whatever the hands do. */
#include "insight/beatsaber/evidence.h"

#include <math.h>

#define LEAST_STEP                                                                                                               \
    2e-6 /* floats have steps of 1e-7 at arm's length, and recorded hands move by more than a thousand times this */
#define STEP_SLACK 0.12 /* of a step */
#define FIRST_STEPS 8.0 /* multiples of which the first estimate tells how many steps they are */
#define FLOAT_ERROR 1.2e-7
enum { SAMPLES = 4000, SMALLEST = 200 /* part of the differences that may be smaller, by other means */, LEAST_VALUES = 60 };

/* Differences are floats above 0, which compare like their bits. A bin is the upper part of these: an eighth of a power of two. */
enum { BIN_SHIFT = 20, BINS = 1 << (31 - BIN_SHIFT), BIN_OCTAVE = 1 << (23 - BIN_SHIFT) };

typedef struct step_search {
    const evidence_pose *poses;
    size_t count, step_over;
    bool rotations;
    uint32_t *bits; /* of the differences that are not 0 */
    play_key *keys; /* room for them, and as much to sort them */
    size_t bit_count, key_count;
} step_search;

/* The values of a hand in a frame that are rounded as they are: three of its position or its rotation. */
static void values_of(const step_search *s, size_t at, size_t hand, double *values)
{
    const reel_pose *pose = &s->poses[at].hands[hand];
    const double q[] = { (double)pose->rotation.x, (double)pose->rotation.y, (double)pose->rotation.z, (double)pose->rotation.w };
    size_t largest = 0, count = 0;
    if (!s->rotations) {
        values[0] = (double)pose->position.x;
        values[1] = (double)pose->position.y;
        values[2] = (double)pose->position.z;
        return;
    }
    for (size_t k = 1; k < 4; k++)
        if (fabs(q[k]) > fabs(q[largest])) largest = k;
    for (size_t k = 0; k < 4; k++)
        if (k != largest) values[count++] = q[k];
}

static void find_differences(step_search *s)
{
    double before[3] = { 0 }, now[3];
    for (size_t hand = 0; hand < 2; hand++) {
        size_t known = SIZE_MAX; /* the frame of `now` */
        for (size_t i = 1; i < s->count; i += s->step_over) {
            if (!s->poses[i].has_hand[hand] || !s->poses[i - 1].has_hand[hand]) continue;
            if (known == i - 1)
                memcpy(before, now, sizeof before);
            else
                values_of(s, i - 1, hand, before);
            values_of(s, known = i, hand, now);
            for (size_t k = 0; k < 3; k++) {
                const double difference = fabs(now[k] - before[k]);
                s->bits[s->bit_count] = reel_float_bits((float)difference);
                s->bit_count += difference > LEAST_STEP;
            }
        }
    }
}

static double value_at(const step_search *s, size_t at) { return (double)reel_float_of(s->keys[at].key); }

static bool is_multiple(double value, double step, double slack)
{
    const double steps = value / step;
    return fabs(steps - floor(steps + 0.5)) <= slack + FLOAT_ERROR * fabs(value) / step;
}

/* Keeps the smallest differences as keys: all that are below the first ones of which `refine` asks how many steps they are. */
static void keep_smallest(step_search *s)
{
    uint32_t counts[BINS] = { 0 };
    size_t before = s->bit_count / SMALLEST, bin = 0;
    for (size_t i = 0; i < s->bit_count; i++) counts[s->bits[i] >> BIN_SHIFT]++;
    for (; counts[bin] <= before; bin++) before -= counts[bin];
    const uint32_t end = (uint32_t)(bin + 1 + 3 * BIN_OCTAVE) << BIN_SHIFT; /* FIRST_STEPS times as large */
    s->key_count = 0;
    for (size_t i = 0; i < s->bit_count; i++) {
        s->keys[s->key_count].key = s->bits[i];
        s->key_count += s->bits[i] < end;
    }
}

static void keep_all(step_search *s)
{
    for (size_t i = 0; i < s->bit_count; i++) s->keys[i].key = s->bits[i];
    s->key_count = s->bit_count;
    reel__play_sort(s->keys, s->keys + s->key_count, s->key_count);
}

/* Whether nearly all of the smallest differences are multiples of a step, which `refine` asks first: of most plays they are not, and need not be
 * sorted. */
static bool may_be_step(const step_search *s, double step)
{
    size_t all = 0, near = 0;
    for (size_t i = 0; i < s->key_count; i++) {
        const double value = value_at(s, i);
        if (!(value < FIRST_STEPS * step)) continue;
        all++;
        near += is_multiple(value, step, STEP_SLACK);
    }
    return near * 10 >= all * 9;
}

/* The step that the differences, in order, are multiples of, or 0. */
static double refine(const step_search *s, double step)
{
    size_t at = 0;
    for (double most = FIRST_STEPS; at < s->key_count; most *= 2) {
        double sum = 0, weights = 0;
        size_t all = 0, near = 0;
        for (at = 0; at < s->key_count && value_at(s, at) < most * step; at++) {
            const double value = value_at(s, at), steps = floor(value / step + 0.5);
            all++;
            if (!(steps > 0) || !is_multiple(value, step, STEP_SLACK)) continue;
            near++;
            sum += value * steps;
            weights += steps * steps;
        }
        if (near * 10 < all * 9 || !(weights > 0)) return 0;
        step = sum / weights;
    }
    return step;
}

/* Whether the values are multiples too, and not by chance: a step that is near the error of floats fits anything. */
static bool fits(const step_search *s, double step)
{
    size_t all = 0, near = 0;
    for (size_t i = 0; i < s->count; i += s->step_over)
        for (size_t hand = 0; hand < 2; hand++) {
            double values[3];
            if (!s->poses[i].has_hand[hand]) continue;
            values_of(s, i, hand, values);
            for (size_t k = 0; k < 3; k++, all++) near += is_multiple(values[k], step, STEP_SLACK);
        }
    return near >= LEAST_VALUES && near * 20 >= all * 19;
}

static double find_step(step_search *s)
{
    s->bit_count = 0;
    find_differences(s);
    if (s->bit_count < LEAST_VALUES) return 0;
    keep_smallest(s);
    play_key *spare = s->keys + s->key_count;
    memcpy(spare, s->keys, s->key_count * sizeof *spare);
    double step = (double)reel_float_of(reel__play_nth(spare, s->key_count, s->bit_count / SMALLEST));
    if (!may_be_step(s, step)) return 0;
    keep_all(s);
    step = refine(s, step);
    return step > LEAST_STEP && fits(s, step) ? step : 0;
}

/* A coordinate is off by half a step at most; a point by the root of three times that. Three components that are off by e make the fourth
 * off by 3 e at most, and the angle twice the root of 3 e^2 + (3 e)^2. */
#define POINT_SHARE 0.8660254037844386
#define TURN_SHARE 3.4641016151377544

bool reel__evidence_find_rounding(const play_state *play, evidence_rounding *rounding)
{
    step_search s = { .poses = play->evidence.poses.data, .count = play->evidence.poses.count };
    play_list keys = { 0 }, bits = { 0 };
    s.step_over = s.count / SAMPLES + 1;
    const size_t most = 6 * (s.count / s.step_over + 1);
    s.keys = reel__play_list_grow(&keys, 2 * most, sizeof *s.keys, &play->allocator);
    s.bits = reel__play_list_grow(&bits, most, sizeof *s.bits, &play->allocator);
    const bool done = s.keys && s.bits;
    if (done) rounding->position = POINT_SHARE * find_step(&s);
    s.rotations = true;
    if (done) rounding->rotation = TURN_SHARE * find_step(&s);
    reel__play_list_free(&keys, &play->allocator);
    reel__play_list_free(&bits, &play->allocator);
    return done;
}

/* ---- what rounding does to a cut -------------------------------------------------------------------------------- */

#define DEGREES 57.295779513082323
#define SWING_SEGMENTS 16.0 /* the errors of the angles of a swing add up as those of so many */
#define PLANE_REACH 0.6     /* m: how far from the center of the note the tip passes its plane */

/* The plane of a cut goes through the blade and the middle of the blade before: it turns about the blade the more, the nearer that is. */
evidence_bounds reel__evidence_slack(const evidence_rounding *rounding, const swing_frame *frame, space_vec center)
{
    if (!(rounding->position > 0) && !(rounding->rotation > 0)) return (evidence_bounds){ 0 };
    const double p = rounding->position, r = rounding->rotation, height = (double)frame->height;
    const space_vec hilt = space_of(&frame->hilt), way = space_sub(center, hilt);
    const double along = fabs(space_dot(way, space_sub(space_of(&frame->tip), hilt)));
    const double beside = sqrt(fabs(space_dot(way, way) - along * along));
    double about = height > 0 ? (2 * p + 1.5 * r) / height : 1;
    if (about > 1) about = 1;
    const double angle = DEGREES * (SWING_SEGMENTS * r + 2 * p + PLANE_REACH * (about + r));
    const double plane = p + about * beside + r * along;
    return (evidence_bounds){ DEGREES * (about + r), plane, plane, angle / 100, angle / 60 };
}
