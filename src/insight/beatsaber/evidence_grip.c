/* SPDX-License-Identifier: MIT
 * Where the saber is in the hand. Some mods move it, so that its pose is not that of the frames, but the same all the time. The normals
 * and points of the cuts tell where: with R the rotation of the hand, p its place, n the normal and c the point of a cut, u the blade and
 * h the hilt in the axes of the hand,
 *
 *     n . R u = 0                                the blade is in the plane of the cut
 *     n . (p + R h - c) = 0                      and so is the hilt
 *     n . (p' + R' (h + u / 2) - p - R h) = 0    and the middle of the blade in the frame before (')
 *
 * which are linear in u (up to its length) and h: least squares, in which cuts count less the worse they fit. */
#include "insight/beatsaber/evidence.h"

#include <math.h>

/* Eight cuts give 24 equations for five unknowns. */
enum { LEAST = 8, ROUNDS = 10, UNKNOWNS = 3 };

#define SAME_ANGLE 0.1 /* degrees */
#define FIRST_SCALE 0.1
#define SCALE_STEP 0.5
#define MOST_OFFSET 0.3 /* m */

/* The sums of a linear system that is solved by least squares. */
typedef struct linear_sums {
    double a[UNKNOWNS][UNKNOWNS], b[UNKNOWNS];
} linear_sums;

static void sums_add(linear_sums *sums, const double *row, double value, double weight)
{
    for (int i = 0; i < UNKNOWNS; i++) {
        for (int j = 0; j < UNKNOWNS; j++) sums->a[i][j] += weight * row[i] * row[j];
        sums->b[i] += weight * row[i] * value;
    }
}

static double determinant(const linear_sums *sums)
{
    const double(*a)[UNKNOWNS] = sums->a;
    return a[0][0] * (a[1][1] * a[2][2] - a[1][2] * a[2][1]) - a[0][1] * (a[1][0] * a[2][2] - a[1][2] * a[2][0]) +
           a[0][2] * (a[1][0] * a[2][1] - a[1][1] * a[2][0]);
}

/* By Cramer's rule; a little is added to the diagonal, so that what the cuts do not tell is 0. */
static bool sums_solve(linear_sums *sums, double *x)
{
    double trace = 0;
    for (int i = 0; i < UNKNOWNS; i++) trace += sums->a[i][i];
    for (int i = 0; i < UNKNOWNS; i++) sums->a[i][i] += trace * 1e-9;
    const double whole = determinant(sums);
    if (!(fabs(whole) > 0)) return false;
    for (int k = 0; k < UNKNOWNS; k++) {
        linear_sums other = *sums;
        for (int i = 0; i < UNKNOWNS; i++) other.a[i][k] = sums->b[i];
        x[k] = determinant(&other) / whole;
    }
    return true;
}

static space_turn turn_of(const reel_pose *pose)
{
    const reel_quaternion *q = &pose->rotation;
    return (space_turn){ (double)q->x, (double)q->y, (double)q->z, (double)q->w };
}

static space_vec turned_back(const reel_pose *pose, space_vec v)
{
    const space_turn turn = turn_of(pose);
    return reel__space_turn_vec((space_turn){ -turn.x, -turn.y, -turn.z, turn.w }, v);
}

static double weight_of(double residual, double scale)
{
    const double part = residual / scale;
    return 1 / (1 + part * part);
}

static double residual_of(const double *row, double value, const double *x)
{
    return row[0] * x[0] + row[1] * x[1] + row[2] * x[2] - value;
}

typedef struct grip_fit {
    const play_evidence *evidence;
    const evidence_rounding *rounding;
    uint8_t hand;
    swing_grip grip;
} grip_fit;

static bool next_sample(const grip_fit *fit, size_t *at, evidence_sample *sample)
{
    const evidence_claim *claims = fit->evidence->claims.data;
    for (; *at < fit->evidence->claims.count; ++*at)
        if (claims[*at].saber == fit->hand && reel__evidence_sample_of(fit->evidence, &claims[*at], sample)) return ++*at, true;
    return false;
}

/* The blade: (x, y, 1), scaled afterwards. */
static bool fit_blade(grip_fit *fit, double scale)
{
    linear_sums sums = { 0 };
    sums.a[2][2] = 1;
    const space_vec u = fit->grip.ahead;
    double x[UNKNOWNS] = { u.x / u.z, u.y / u.z, 0 };
    evidence_sample sample;
    for (size_t at = 0; next_sample(fit, &at, &sample);) {
        const space_vec n = turned_back(&sample.pose->hands[fit->hand], space_of(&sample.claim->normal));
        const double row[UNKNOWNS] = { n.x, n.y, 0 };
        sums_add(&sums, row, -n.z, weight_of(residual_of(row, -n.z, x), scale));
    }
    if (!sums_solve(&sums, x)) return false;
    fit->grip.ahead = space_unit((space_vec){ x[0], x[1], 1 });
    return fit->grip.ahead.z > 0.5;
}

static bool fit_hilt(grip_fit *fit, double scale)
{
    linear_sums sums = { 0 };
    double x[UNKNOWNS] = { fit->grip.hilt.x, fit->grip.hilt.y, fit->grip.hilt.z };
    evidence_sample sample;
    for (size_t at = 0; next_sample(fit, &at, &sample);) {
        const reel_pose *now = &sample.pose->hands[fit->hand], *before = &(sample.pose - 1)->hands[fit->hand];
        const space_vec normal = space_of(&sample.claim->normal), place = space_of(&now->position);
        const space_vec n = turned_back(now, normal), m = turned_back(before, normal);
        const double row[UNKNOWNS] = { n.x, n.y, n.z },
                     value = space_dot(normal, space_sub(space_of(&sample.claim->point), place));
        sums_add(&sums, row, value, weight_of(residual_of(row, value, x), scale));
        const double step[UNKNOWNS] = { m.x - n.x, m.y - n.y, m.z - n.z };
        const double way = space_dot(normal, space_sub(place, space_of(&before->position))) - space_dot(m, fit->grip.ahead) / 2;
        sums_add(&sums, step, way, weight_of(residual_of(step, way, x), scale));
    }
    if (!sums_solve(&sums, x)) return false;
    fit->grip.hilt = (space_vec){ x[0], x[1], x[2] };
    return space_length(fit->grip.hilt) < MOST_OFFSET;
}

/* How many cuts have the normal of the motion with this grip; *all: how many there are. */
static size_t count_same(const grip_fit *fit, size_t *all)
{
    size_t same = 0;
    evidence_sample sample;
    *all = 0;
    for (size_t at = 0; next_sample(fit, &at, &sample); ++*all) {
        swing_frame before, now;
        reel__swing_take(&before, &(sample.pose - 1)->hands[fit->hand], &fit->grip, 0, NULL);
        reel__swing_take(&now, &sample.pose->hands[fit->hand], &fit->grip, 0, &before);
        const double angle = reel__space_angle(space_of(&now.normal), space_of(&sample.claim->normal));
        const space_vec point = space_of(&sample.claim->point);
        const evidence_bounds slack = reel__evidence_slack(fit->rounding, &now, point);
        const double bound = SAME_ANGLE + slack.normal;
        const bool in_plane =
            !(slack.plane > 0) || fabs(reel__swing_distance(&now, point)) <= reel__evidence_plain_bounds.plane + slack.plane;
        same += in_plane && (angle < bound || angle > 180 - bound);
    }
    return same;
}

void reel__evidence_fit_grip(const play_evidence *evidence, uint8_t hand, evidence_fit *found)
{
    const bool rounded = found->rounding.position > 0 || found->rounding.rotation > 0;
    grip_fit fit = { .evidence = evidence, .rounding = &found->rounding, .hand = hand, .grip = reel__swing_grip_plain };
    size_t all, same = count_same(&fit, &all);
    found->grips[hand] = reel__swing_grip_plain;
    /* fits of rounded poses are not exact, so that of these only a plain saber is known */
    found->unknown_grips[hand] = rounded ? same * 20 < all * 19 : same * 2 < all && all < LEAST;
    if (same * 2 >= all) return;
    if (all < LEAST) return;
    double scale = FIRST_SCALE;
    for (int round = 0; round < ROUNDS; round++, scale *= SCALE_STEP)
        if (!fit_blade(&fit, scale)) return;
    scale = FIRST_SCALE;
    for (int round = 0; round < ROUNDS; round++, scale *= SCALE_STEP)
        if (!fit_hilt(&fit, scale)) return;
    same = count_same(&fit, &all);
    found->has_grip[hand] = same * 10 > all * 8;
    if (found->has_grip[hand]) found->grips[hand] = fit.grip;
}
