/* SPDX-License-Identifier: MIT
 * Motion of a hand that occurs twice, but for noise. Of two stretches of a play in which people swing alike for 0.8 s, hands are 9 mm apart or
 * more, and the tips of sabers 20 mm (root of the mean square, 50 complete plays and clips); copies are apart by their noise. Both are
 * averaged over five samples, which takes more from noise than from a difference between swings.
 *
 * Candidates come from stops, the moments at which the tip is slowest between two swings: around them, the place hardly depends on the
 * time. A table has the places of each stop and of the one before it, in cells. A candidate gives the number of samples between both
 * stretches; a part of one more is fitted, then the stretch grows while the hand stays near.
 *
 * Copies are looked for frame by frame, and at equal steps of time, since either may have been copied. */
#include "insight/beatsaber/evidence.h"

#include <math.h>

#define RATE 80.0          /* samples a second */
#define LONGEST_STEP 0.1   /* s, between frames of a stretch */
#define LEAST_SWING 0.05f  /* s, from stop to stop */
#define LONGEST_SWING 1.0f /* s */
#define SPEED_RATIO 2.5    /* of squared speeds, from a stop to the swings beside it */
#define LEAST_SPEED 2.25   /* (m/s)^2, of a swing */
#define LEAST_TIME 0.8f    /* s, of motion that occurs twice */
#define LEAST_WAY 1.6      /* m, of the tip */
#define SAME_HILT 0.006    /* m, root of the mean square */
#define SAME_TIP 0.013     /* m */
#define NEAR_HILT 0.02     /* m, of a sample; beyond it the stretch ends */
#define NEAR_TIP 0.045     /* m */
#define CELL 0.04f         /* m */
#define CELL_MARGIN 0.012f /* m: a stop this near to a border is looked up beyond it, too */
#define MOST_SHIFT 1.5     /* samples, from whole ones */

enum { VALUES = 6, TIP = 3, SIDE = 2 /* samples averaged on each side */, KEPT = 8 /* entries of a cell that are looked at */ };
enum { LONGEST = 400 /* samples of a stretch that is compared */, EFFORT = 64 /* comparisons for each sample */, FITS = 3 };

typedef struct again_sample {
    float at[VALUES]; /* of hilt and tip */
    float time;
    uint32_t pose;
    uint32_t stretch; /* samples of one follow each other without a gap */
} again_sample;

/* Two stops that follow each other. */
typedef struct again_swing {
    uint32_t from, to;    /* samples */
    uint32_t next;        /* the one before it in its cell, plus 1 */
    float places[VALUES]; /* of the tip at both stops */
} again_swing;

typedef struct again_search {
    again_sample *samples;
    size_t count;
    again_swing *swings;
    size_t swing_count;
    uint32_t *cells;
    size_t mask;
    size_t covered; /* samples that are known to be in a copy end here */
    size_t effort;  /* comparisons that are left */
    uint8_t *marks; /* of poses */
} again_search;

/* ---- samples ---------------------------------------------------------------------------------------------------- */

static again_sample sample_of(const evidence_pose *pose, uint32_t at, uint8_t hand)
{
    const reel_quaternion *q = &pose->hands[hand].rotation;
    const space_turn turn = { (double)q->x, (double)q->y, (double)q->z, (double)q->w };
    const space_vec hilt = space_of(&pose->hands[hand].position);
    const reel_vec3 tip = space_store(space_add(hilt, reel__space_turn_vec(turn, reel__swing_grip_plain.ahead)));
    const reel_vec3 *p = &pose->hands[hand].position;
    return (again_sample){ { p->x, p->y, p->z, tip.x, tip.y, tip.z }, pose->time, at, 0 };
}

static bool follows(const evidence_pose *pose, uint8_t hand)
{
    return (pose - 1)->has_hand[hand] && pose->row == (pose - 1)->row + 1 &&
           (double)pose->time - (double)(pose - 1)->time <= LONGEST_STEP;
}

static void put_sample(again_search *s, again_sample sample, bool goes_on)
{
    sample.stretch = s->count ? s->samples[s->count - 1].stretch + !goes_on : 0;
    s->samples[s->count++] = sample;
}

/* The samples at multiples of the step between two frames. */
static void put_between(again_search *s, const again_sample *a, const again_sample *b, bool first)
{
    const double from = (double)a->time, way = (double)b->time - from;
    for (int64_t step = (int64_t)floor(from * RATE) + 1; (double)step <= (double)b->time * RATE; step++) {
        const double time = (double)step / RATE;
        const float part = (float)((time - from) / way);
        again_sample sample = *b;
        for (size_t k = 0; k < VALUES; k++) sample.at[k] = a->at[k] + (b->at[k] - a->at[k]) * part;
        sample.time = (float)time;
        put_sample(s, sample, !first);
        first = false;
    }
}

static void make_samples(again_search *s, const evidence_pose *poses, size_t count, uint8_t hand, bool equal_steps)
{
    again_sample before = { { 0 }, 0, 0, 0 };
    bool first = true;
    s->count = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (!poses[i].has_hand[hand]) continue;
        const bool goes_on = i && follows(&poses[i], hand);
        const again_sample sample = sample_of(&poses[i], i, hand);
        first = first || !goes_on;
        if (!equal_steps) {
            put_sample(s, sample, goes_on);
        } else if (goes_on && sample.time > before.time) {
            const size_t was = s->count;
            put_between(s, &before, &sample, first);
            first = first && s->count == was;
        }
        before = sample;
    }
}

/* Averages each sample with its neighbours. */
static void smooth_samples(again_search *s)
{
    float ring[SIDE + 1][VALUES] = { { 0 } }; /* of samples that were overwritten */
    for (size_t i = 0; i < s->count; i++) {
        float sum[VALUES] = { 0 };
        float number = 0;
        memcpy(ring[i % (SIDE + 1)], s->samples[i].at, sizeof ring[0]);
        for (size_t k = i >= SIDE ? i - SIDE : 0; k <= i + SIDE && k < s->count; k++) {
            if (s->samples[k].stretch != s->samples[i].stretch) continue;
            const float *from = k < i ? ring[k % (SIDE + 1)] : s->samples[k].at;
            for (size_t v = 0; v < VALUES; v++) sum[v] += from[v];
            number++;
        }
        for (size_t v = 0; v < VALUES; v++) s->samples[i].at[v] = sum[v] / number;
    }
}

/* ---- comparing -------------------------------------------------------------------------------------------------- */

/* A stretch of samples, and where it was before: `lag` samples earlier, and a part of one. */
typedef struct again_pair {
    size_t first, end, lag;
    double shift;
} again_pair;

/* The value of an earlier sample, moved by a part of a step: the parabola through it and its neighbours. */
static double moved(const again_sample *at, size_t v, double shift, double *slope)
{
    const double before = (double)(at - 1)->at[v], now = (double)at->at[v], after = (double)(at + 1)->at[v];
    const double half = (after - before) / 2, bend = after - 2 * now + before;
    *slope = half + shift * bend;
    return now + shift * (half + shift * bend / 2);
}

/* Fits the part of a sample by which the earlier stretch has to be moved. */
static void fit_shift(again_search *s, again_pair *pair)
{
    for (int fit = 0; fit < FITS; fit++) {
        double along = 0, all = 0;
        for (size_t i = pair->first; i < pair->end; i++)
            for (size_t v = 0; v < VALUES; v++) {
                double slope;
                const double value = moved(&s->samples[i - pair->lag], v, pair->shift, &slope);
                along += ((double)s->samples[i].at[v] - value) * slope;
                all += slope * slope;
            }
        s->effort -= s->effort > pair->end - pair->first ? pair->end - pair->first : s->effort;
        if (all > 0) pair->shift += along / all;
        if (!(fabs(pair->shift) <= MOST_SHIFT)) pair->shift = pair->shift < 0 ? -MOST_SHIFT : MOST_SHIFT;
    }
}

/* The squared distances of hilt and tip from where they were before. */
static void apart(const again_search *s, const again_pair *pair, size_t i, double squares[2])
{
    squares[0] = squares[1] = 0;
    for (size_t v = 0; v < VALUES; v++) {
        double slope;
        const double off = (double)s->samples[i].at[v] - moved(&s->samples[i - pair->lag], v, pair->shift, &slope);
        squares[v >= TIP] += off * off;
    }
}

/* Whether a sample, the earlier one and their neighbours are in the stretches of these. */
static bool is_inside(const again_search *s, size_t i, size_t lag, size_t like)
{
    if (i < lag + 1 || i + 1 >= s->count) return false;
    const again_sample *now = &s->samples[i], *was = now - lag;
    return now->stretch == s->samples[like].stretch && (was - 1)->stretch == s->samples[like - lag].stretch &&
           (was + 1)->stretch == s->samples[like - lag].stretch;
}

static bool is_near(const again_search *s, const again_pair *pair, size_t i)
{
    double squares[2];
    apart(s, pair, i, squares);
    return squares[0] <= NEAR_HILT * NEAR_HILT && squares[1] <= NEAR_TIP * NEAR_TIP;
}

/* Lets both ends grow while the hand is near to where it was, so long as both stretches are apart. */
static void grow(again_search *s, again_pair *pair, size_t most)
{
    const size_t like = pair->first;
    size_t spent = 0;
    while (pair->end - pair->first < pair->lag && pair->end - pair->first < most && is_inside(s, pair->end, pair->lag, like) &&
           is_near(s, pair, pair->end))
        pair->end++, spent++;
    while (pair->end - pair->first < pair->lag && pair->end - pair->first < most && pair->first &&
           is_inside(s, pair->first - 1, pair->lag, like) && is_near(s, pair, pair->first - 1))
        pair->first--, spent++;
    s->effort -= s->effort > spent ? spent : s->effort;
}

/* Whether the stretch is long enough, moves, and is where it was but for noise. */
static bool is_copy(again_search *s, const again_pair *pair)
{
    double sums[2] = { 0 }, way = 0;
    const double count = (double)(pair->end - pair->first);
    if (!(s->samples[pair->end - 1].time - s->samples[pair->first].time >= LEAST_TIME)) return false;
    for (size_t i = pair->first; i < pair->end; i++) {
        double squares[2], step = 0;
        apart(s, pair, i, squares);
        sums[0] += squares[0];
        sums[1] += squares[1];
        for (size_t v = TIP; v < VALUES && i > pair->first; v++) {
            const double move = (double)s->samples[i].at[v] - (double)s->samples[i - 1].at[v];
            step += move * move;
        }
        way += sqrt(step);
    }
    return way >= LEAST_WAY && sums[0] <= SAME_HILT * SAME_HILT * count && sums[1] <= SAME_TIP * SAME_TIP * count;
}

static void compare_swings(again_search *s, const again_swing *one, const again_swing *two)
{
    const size_t swing = two->to - two->from + 1;
    again_pair pair = { two->from, two->to + 1, two->to - one->to, 0 };
    if (pair.lag < swing || !is_inside(s, two->from, pair.lag, two->to) || !is_inside(s, two->to, pair.lag, two->to)) return;
    fit_shift(s, &pair);
    grow(s, &pair, LONGEST);
    fit_shift(s, &pair);
    grow(s, &pair, LONGEST);
    if (!is_copy(s, &pair)) return;
    grow(s, &pair, s->count);
    memset(s->marks + s->samples[pair.first].pose, 1, s->samples[pair.end - 1].pose - s->samples[pair.first].pose + 1);
    if (pair.end > s->covered) s->covered = pair.end;
}

/* ---- candidates ------------------------------------------------------------------------------------------------- */

static void cells_of(const again_swing *swing, int32_t cells[VALUES], int32_t beside[VALUES])
{
    for (size_t v = 0; v < VALUES; v++) {
        const float at = swing->places[v] / CELL, cell = floorf(at), within = at - cell;
        cells[v] = (int32_t)cell;
        beside[v] = within < CELL_MARGIN / CELL ? -1 : within > 1 - CELL_MARGIN / CELL ? 1 : 0;
    }
}

static uint32_t *slot_of(const again_search *s, const int32_t cells[VALUES])
{
    uint32_t hash = 0;
    for (size_t v = 0; v < VALUES; v++) {
        hash = (hash ^ (uint32_t)cells[v]) * 0x9E3779B1u;
        hash ^= hash >> 15;
    }
    return &s->cells[hash & s->mask];
}

/* Whether both stops of two swings are at the same places, as far as cells go. */
static bool are_near(const again_swing *one, const again_swing *two)
{
    for (size_t v = 0; v < VALUES; v++)
        if (!(fabsf(one->places[v] - two->places[v]) <= CELL_MARGIN)) return false;
    return true;
}

/* Compares the swing with earlier ones in its cell and those beside it. */
static void look_up(again_search *s, const again_swing *swing)
{
    int32_t cells[VALUES], beside[VALUES], wanted[VALUES];
    cells_of(swing, cells, beside);
    for (unsigned mask = 0; mask < 1u << VALUES; mask++) {
        bool used = true;
        for (size_t v = 0; v < VALUES; v++) {
            used = used && (beside[v] || !(mask >> v & 1));
            wanted[v] = cells[v] + (mask >> v & 1 ? beside[v] : 0);
        }
        if (!used) continue;
        uint32_t at = *slot_of(s, wanted);
        for (size_t seen = 0; at && seen < KEPT && s->effort; seen++, at = s->swings[at - 1].next) {
            if (are_near(&s->swings[at - 1], swing)) compare_swings(s, &s->swings[at - 1], swing);
            if (s->covered > swing->to) return;
        }
    }
}

/* The squared speed of the tip; 0 at the ends of a stretch. */
static double speed_at(const again_search *s, size_t i)
{
    double squares = 0;
    if (!i || i + 1 >= s->count || s->samples[i - 1].stretch != s->samples[i + 1].stretch) return 0;
    const double time = (double)s->samples[i + 1].time - (double)s->samples[i - 1].time;
    for (size_t v = TIP; v < VALUES; v++) {
        const double way = (double)s->samples[i + 1].at[v] - (double)s->samples[i - 1].at[v];
        squares += way * way;
    }
    return time > 0 ? squares / (time * time) : 0;
}

/* The place of the tip at a stop: at the minimum of the parabola through the speeds around it. */
static void place_of(const again_search *s, size_t at, float place[TIP])
{
    const double before = speed_at(s, at - 1), now = speed_at(s, at), after = speed_at(s, at + 1),
                 bend = before - 2 * now + after;
    double top = bend > 0 ? (before - after) / bend / 2 : 0, slope;
    top = top > 0.5 ? 0.5 : top < -0.5 ? -0.5 : top;
    for (size_t v = 0; v < TIP; v++) place[v] = (float)moved(&s->samples[at], TIP + v, top, &slope);
}

static void add_swing(again_search *s, size_t from, size_t to)
{
    const again_sample *a = &s->samples[from], *b = &s->samples[to];
    const float time = b->time - a->time;
    if (!from || a->stretch != b->stretch || !(time >= LEAST_SWING && time <= LONGEST_SWING)) return;
    again_swing *swing = &s->swings[s->swing_count++];
    int32_t cells[VALUES], beside[VALUES];
    *swing = (again_swing){ (uint32_t)from, (uint32_t)to, 0, { 0 } };
    place_of(s, from, swing->places);
    place_of(s, to, swing->places + TIP);
    if (s->covered <= to && s->effort) look_up(s, swing);
    cells_of(swing, cells, beside);
    uint32_t *slot = slot_of(s, cells);
    swing->next = *slot;
    *slot = (uint32_t)s->swing_count;
}

/* Walks from the fastest moment of each swing to the slowest one behind it. */
static void find_swings(again_search *s)
{
    double extreme = 0;
    size_t slowest = 0, stop = SIZE_MAX;
    bool rises = false;
    for (size_t i = 1; i + 1 < s->count; i++) {
        const double speed = speed_at(s, i);
        if (s->samples[i].stretch != s->samples[i - 1].stretch) stop = SIZE_MAX, rises = false, extreme = 0;
        if (rises) {
            if (speed > extreme) extreme = speed;
            if (speed * SPEED_RATIO >= extreme) continue;
            rises = false;
        } else {
            if (speed > SPEED_RATIO * extreme && speed > LEAST_SPEED) {
                if (stop != SIZE_MAX) add_swing(s, stop, slowest);
                stop = slowest;
                rises = true;
            } else if (speed >= extreme) {
                continue;
            }
        }
        extreme = speed;
        slowest = i;
    }
}

/* ---- the play --------------------------------------------------------------------------------------------------- */

static uint32_t count_marks(const uint8_t *marks, size_t count)
{
    uint32_t sum = 0;
    for (size_t i = 0; i < count; i++) sum += marks[i];
    return sum;
}

static void search_hand(again_search *s, const evidence_pose *poses, size_t count, uint8_t hand)
{
    for (int equal_steps = 0; equal_steps < 2; equal_steps++) {
        make_samples(s, poses, count, hand, equal_steps);
        smooth_samples(s);
        memset(s->cells, 0, (s->mask + 1) * sizeof *s->cells);
        s->swing_count = s->covered = 0;
        s->effort = EFFORT * s->count;
        find_swings(s);
    }
}

/* The most samples that a hand has. */
static size_t most_samples(const evidence_pose *poses, size_t count)
{
    size_t steps = 0;
    for (size_t i = 1; i < count; i++) {
        const double step = (double)poses[i].time - (double)poses[i - 1].time;
        if (step > 0 && step <= LONGEST_STEP) steps += (size_t)(step * RATE) + 2;
    }
    return steps > count ? steps : count;
}

bool reel__evidence_happens_again(const play_state *play, uint32_t *frames)
{
    const evidence_pose *poses = play->evidence.poses.data;
    const size_t count = play->evidence.poses.count, most = most_samples(poses, count) + 1;
    play_list samples = { 0 }, swings = { 0 }, cells = { 0 }, marks = { 0 };
    again_search s = { .mask = 1 };
    while (s.mask < most / 4) s.mask *= 2;
    s.samples = reel__play_list_grow(&samples, most, sizeof *s.samples, &play->allocator);
    s.swings = reel__play_list_grow(&swings, most / 2 + 1, sizeof *s.swings, &play->allocator);
    s.cells = reel__play_list_grow(&cells, s.mask, sizeof *s.cells, &play->allocator);
    s.marks = reel__play_list_grow(&marks, count + 1, 1, &play->allocator);
    s.mask--;
    const bool done = s.samples && s.swings && s.cells && s.marks;
    for (uint8_t hand = 0; done && hand < 2; hand++) {
        memset(s.marks, 0, count + 1);
        search_hand(&s, poses, count, hand);
        const uint32_t found = count_marks(s.marks, count);
        if (found > *frames) *frames = found;
    }
    reel__play_list_free(&samples, &play->allocator);
    reel__play_list_free(&swings, &play->allocator);
    reel__play_list_free(&cells, &play->allocator);
    reel__play_list_free(&marks, &play->allocator);
    return done;
}
