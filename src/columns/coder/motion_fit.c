/* SPDX-License-Identifier: MIT
 * The coefficients of a chunk: for every component the least squares of what the steps of its row are, as a sum of the features. A row
 * counts by the inverse of how far a constant step was off, so that the many calm rows decide and not the few wild ones: what is to be
 * small is the sum of the residuals' lengths in bits. A reader needs none of this: the coefficients are in the file. */
#include "columns/coder/motion_model.h"

enum {
    RUN = 64,           /* rows that are looked at together */
    ROWS_ENOUGH = 1536, /* in larger chunks only every second or third run counts */
    ROWS_LEAST = 64,
    TERMS_MOST = MOTION_MOVE_TERMS
};

/* Sums of products of features, and with what is to be predicted as the last one; the upper triangle. */
typedef struct fit_sums {
    lanes turn[MOTION_TURN_TERMS][MOTION_TURN_TERMS + 1], move[MOTION_MOVE_TERMS][MOTION_MOVE_TERMS + 1];
} fit_sums;

static lanes weight_of(lanes actual, lanes simple)
{
    lanes error = lanes_subtract(actual, simple), weight;
    for (int k = 0; k < LANES; k++) {
        double size = error.v[k] < 0 ? -error.v[k] : error.v[k];
        weight.v[k] = 1 / (size + 1e-3);
    }
    return weight;
}

static void add_turn(fit_sums *sums, motion_pose *const *past, double pace)
{
    lanes f[MOTION_TURN_TERMS + 1];
    motion_turn_features(past, pace, f);
    f[MOTION_TURN_TERMS] = past[0]->turn;
    lanes weight = weight_of(past[0]->turn, past[1]->ahead);
    for (int a = 0; a < MOTION_TURN_TERMS; a++) {
        lanes weighted = lanes_multiply(weight, f[a]);
        for (int b = a; b <= MOTION_TURN_TERMS; b++) sums->turn[a][b] = lanes_add_product(sums->turn[a][b], weighted, f[b]);
    }
}

static void add_move(fit_sums *sums, motion_pose *const *past, double pace)
{
    lanes f[MOTION_MOVE_TERMS + 1];
    motion_move_features(past, pace, f);
    f[MOTION_MOVE_TERMS] = past[0]->move;
    lanes weight = weight_of(past[0]->move, past[1]->move);
    for (int a = 0; a < MOTION_MOVE_TERMS; a++) {
        lanes weighted = lanes_multiply(weight, f[a]);
        for (int b = a; b <= MOTION_MOVE_TERMS; b++) sums->move[a][b] = lanes_add_product(sums->move[a][b], weighted, f[b]);
    }
}

static void read_pose(const motion_device *device, size_t row, motion_pose *now, const motion_pose *last)
{
    const uint8_t *rotation = device->rotation + row * device->rotation_stride;
    const uint8_t *position = device->position + row * device->position_stride;
    lanes q, p = { .v = { 0 } };
    for (size_t k = 0; k < MOTION_ROTATION; k++) q.v[k] = motion_value(motion_load(rotation + 4 * k));
    for (size_t k = 0; k < MOTION_AXES; k++) p.v[k] = motion_value(motion_load(position + 4 * k));
    if (motion_dot(q, last->rotation) < 0) q = lanes_scale(q, -1);
    now->rotation = q;
    now->position = p;
}

/* The rows of one device from `from` on, after those that only fill the features. */
static void add_run(fit_sums *sums, const motion_group *group, const motion_device *device, size_t from, size_t to)
{
    motion_pose ring[MOTION_PAST], *past[5];
    memset(ring, 0, sizeof ring);
    for (size_t row = from; row < to; row++) {
        for (size_t b = 0; b < 5; b++) past[b] = &ring[(row - b) % MOTION_PAST];
        read_pose(device, row, past[0], past[1]);
        motion_turned(past, true);
        motion_moved(past);
        if (row < from + MOTION_WARM_UP) continue;
        add_turn(sums, past, group->pace[row]);
        add_move(sums, past, group->pace[row]);
    }
}

/* Gaussian elimination of `count` equations; false if they do not decide. A row's last element is the right side. */
static bool solve(double (*a)[TERMS_MOST + 1], int count)
{
    for (int i = 0; i < count; i++) {
        if (!(a[i][i] > 1e-30)) return false;
        for (int r = i + 1; r < count; r++) {
            double factor = a[r][i] / a[i][i];
            for (int c = i; c <= count; c++) a[r][c] -= factor * a[i][c];
        }
    }
    for (int i = count - 1; i >= 0; i--) {
        double sum = a[i][count];
        for (int c = i + 1; c < count; c++) sum -= a[i][c] * a[c][count];
        a[i][count] = sum / a[i][i];
    }
    return true;
}

/* A coefficient as it is stored: a multiple of 1 / 4096 between -8 and 8. */
static double rounded(double x)
{
    if (!(x > -7.99)) x = -7.99;
    if (!(x < 7.99)) x = 7.99;
    int32_t above = (int32_t)(x * MOTION_SCALE + 0.5 + 8 * MOTION_SCALE); /* positive, so that the fraction is cut downwards */
    return (double)(above - 8 * MOTION_SCALE) / MOTION_SCALE;
}

/* Solves for lane `k` of the sums, an upper triangle of rows of count + 1. */
static void solve_lane(const lanes *sums, int count, int k, bool enough, lanes *terms)
{
    double a[TERMS_MOST][TERMS_MOST + 1], trace = 0;
    for (int r = 0; r < count; r++) {
        for (int c = r; c <= count; c++) {
            a[r][c] = sums[r * (count + 1) + c].v[k];
            if (c < count) a[c][r] = a[r][c];
        }
        trace += a[r][r];
    }
    /* A little towards zero, so that features that say the same do not get huge opposite coefficients. */
    for (int r = 0; r < count; r++) a[r][r] += 1e-6 * a[r][r] + 1e-10 * trace + 1e-20;
    bool solved = enough && solve(a, count);
    for (int t = 0; t < count; t++) terms[t].v[k] = solved ? rounded(a[t][count]) : t == 0;
}

static size_t run_distance(size_t count)
{
    size_t every = (count + ROWS_ENOUGH - 1) / ROWS_ENOUGH;
    return RUN * (every ? every : 1);
}

void reel__motion_fit(const motion_group *group)
{
    size_t distance = run_distance(group->count);
    for (size_t d = 0; d < group->devices; d++) {
        fit_sums sums;
        motion_terms *terms = &group->terms[d];
        memset(&sums, 0, sizeof sums);
        memset(terms, 0, sizeof *terms);
        for (size_t from = 0; from < group->count; from += distance) {
            size_t begin = from < MOTION_WARM_UP ? 0 : from - MOTION_WARM_UP, end = from + RUN;
            add_run(&sums, group, &group->device[d], begin, end < group->count ? end : group->count);
        }
        bool enough = group->count >= ROWS_LEAST;
        for (int k = 0; k < MOTION_ROTATION; k++) solve_lane(&sums.turn[0][0], MOTION_TURN_TERMS, k, enough, terms->turn);
        for (int k = 0; k < MOTION_AXES; k++) solve_lane(&sums.move[0][0], MOTION_MOVE_TERMS, k, enough, terms->move);
    }
}
