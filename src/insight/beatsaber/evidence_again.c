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
#define NEAR_HILT 0.02f    /* m, of a sample; beyond it the stretch ends */
#define NEAR_TIP 0.045f    /* m */
#define CELL 0.04f         /* m */
#define CELL_MARGIN 0.012f /* m: a stop this near to a border is looked up beyond it, too */
#define MOST_SHIFT 1.5     /* samples, from whole ones */

enum { SIDE = 2 /* samples averaged on each side */, KEPT = 8 /* entries of a cell that are looked at */ };
enum { TIP = 4 /* behind the values of the hilt */, ROOM = 8, AXES = 3, VALUES = 6 /* of two stops */, MASKS = 1 << VALUES };
enum { LONGEST = 400 /* samples of a stretch that is compared */, EFFORT = 64 /* comparisons for each sample */, FITS = 3 };

/* Of hilt and tip, each with a 0 behind it. Operations are those of floats, one by one. */
#ifdef __GNUC__
typedef float again_quad __attribute__((vector_size(16), aligned(4)));
typedef union again_place {
    again_quad quads[2];
    float at[ROOM];
} again_place;
#define PLACE_OPERATION(name, operator)                                                                                          \
    static inline again_place name(again_place a, again_place b)                                                                 \
    {                                                                                                                            \
        return (again_place){ .quads = { a.quads[0] operator b.quads[0], a.quads[1] operator b.quads[1] } };                     \
    }
#else
typedef struct again_place {
    float at[ROOM];
} again_place;
#define PLACE_OPERATION(name, operator)                                                                                          \
    static inline again_place name(again_place a, again_place b)                                                                 \
    {                                                                                                                            \
        for (size_t v = 0; v < ROOM; v++) a.at[v] = a.at[v] operator b.at[v];                                                    \
        return a;                                                                                                                \
    }
#endif
PLACE_OPERATION(place_add, +)
PLACE_OPERATION(place_subtract, -)
PLACE_OPERATION(place_multiply, *)
PLACE_OPERATION(place_divide, /)

static inline again_place place_of_one(float x) { return (again_place){ .at = { x, x, x, x, x, x, x, x } }; }
static inline float sum_of_axes(const float *at) { return at[0] + at[1] + at[2]; }
static inline double place_sum(const again_place *a) { return (double)sum_of_axes(a->at) + (double)sum_of_axes(a->at + TIP); }

typedef struct again_sample {
    again_place place;
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
    again_sample *poses; /* of a hand, as they are: one for each frame in which it has a pose */
    size_t pose_count;
    again_sample *samples;
    size_t count;
    again_swing *swings;
    size_t swing_count;
    uint32_t stop; /* the sample of the last stop whose place is known */
    float stop_place[AXES];
    uint32_t *cells;
    size_t mask;
    size_t covered; /* samples that are known to be in a copy end here */
    size_t effort;  /* comparisons that are left */
    uint8_t *marks; /* of poses */
} again_search;

static inline double tip_at(const again_sample *at, size_t axis) { return (double)at->place.at[TIP + axis]; }

/* ---- samples ---------------------------------------------------------------------------------------------------- */

static bool follows(const evidence_pose *pose, uint8_t hand)
{
    return (pose - 1)->has_hand[hand] && pose->row == (pose - 1)->row + 1 &&
           (double)pose->time - (double)(pose - 1)->time <= LONGEST_STEP;
}

/* The frames of a hand. */
static void take_poses(again_search *s, const evidence_pose *poses, size_t count, const swing_frame *sabers, uint8_t hand)
{
    uint32_t stretch = 0;
    s->pose_count = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (!poses[i].has_hand[hand]) continue;
        again_sample *own = &s->poses[s->pose_count];
        const reel_vec3 *p = &sabers[i].hilt, *t = &sabers[i].tip;
        if (s->pose_count) stretch += !follows(&poses[i], hand);
        *own = (again_sample){ { .at = { p->x, p->y, p->z, 0, t->x, t->y, t->z, 0 } }, poses[i].time, i, stretch };
        s->pose_count++;
    }
}

/* floor(), which is a call on processors of the first 64-bit generation. Times are below 10^6 s. */
static inline double floor_of(double value)
{
    const double whole = (double)(int64_t)value;
    return whole > value ? whole - 1 : whole;
}

/* The samples at multiples of the step between two frames. */
static void put_between(again_search *s, const again_sample *a, const again_sample *b, bool first)
{
    const double from = (double)a->time, way = (double)b->time - from, end = (double)b->time * RATE;
    for (double step = floor_of(from * RATE) + 1; step <= end; step++) {
        const double time = step / RATE;
        const float part = (float)((time - from) / way);
        again_sample *own = &s->samples[s->count];
        own->place = place_add(a->place, place_multiply(place_subtract(b->place, a->place), place_of_one(part)));
        own->time = (float)time;
        own->pose = b->pose;
        own->stretch = s->count ? own[-1].stretch + first : 0;
        s->count++;
        first = false;
    }
}

static void make_samples(again_search *s, bool equal_steps)
{
    if (!equal_steps) {
        if (s->pose_count) memcpy(s->samples, s->poses, s->pose_count * sizeof *s->samples);
        s->count = s->pose_count;
        return;
    }
    bool first = true;
    s->count = 0;
    for (size_t i = 1; i < s->pose_count; i++) {
        const again_sample *now = &s->poses[i], *before = now - 1;
        const size_t was = s->count;
        const bool goes_on = now->stretch == before->stretch;
        first = first || !goes_on;
        if (!goes_on || !(now->time > before->time)) continue;
        put_between(s, before, now, first);
        first = first && s->count == was;
    }
}

/* Averages each sample with its neighbours in its stretch. `before` are those that were overwritten. */
static void smooth_samples(again_search *s)
{
    const again_place whole = place_of_one(1 + 2 * SIDE);
    again_place before[SIDE] = { place_of_one(0), place_of_one(0) };
    const size_t count = s->count;
    for (size_t i = 0; i < count; i++) {
        again_sample *own = &s->samples[i];
        const uint32_t stretch = own->stretch;
        const again_place now = own->place;
        if (i >= SIDE && i + SIDE < count && own[-SIDE].stretch == stretch && own[SIDE].stretch == stretch) {
            const again_place early = place_add(place_add(before[1], before[0]), now);
            own->place = place_divide(place_add(place_add(early, own[1].place), own[2].place), whole);
        } else {
            again_place sum = place_of_one(0);
            float number = 1;
            for (size_t k = SIDE; k > 0; k--)
                if (i >= k && own[-(ptrdiff_t)k].stretch == stretch) sum = place_add(sum, before[k - 1]), number++;
            sum = place_add(sum, now);
            for (size_t k = 1; k <= SIDE && i + k < count; k++)
                if (own[k].stretch == stretch) sum = place_add(sum, own[k].place), number++;
            own->place = place_divide(sum, place_of_one(number));
        }
        before[1] = before[0];
        before[0] = now;
    }
}

/* ---- comparing -------------------------------------------------------------------------------------------------- */

/* Sums over the samples of a pair, of products of their again_curve: what the squares of all distances are for any shift follows from them. */
typedef struct again_sums {
    again_place offs, off_slopes, off_bends, slopes, slope_bends, bends;
} again_sums;

/* A stretch of samples, and where it was before: `lag` samples earlier, and a part of one. */
typedef struct again_pair {
    size_t first, end, lag;
    double shift;
    again_sums sums;
} again_pair;

/* Around an earlier sample, the hand moves along the parabola through it and its neighbours: now + shift * (slope + shift * bend / 2), with the
 * shift in samples. `off`: from there to the later sample. */
typedef struct again_curve {
    again_place off, slope, bend;
} again_curve;

static inline void find_curve(const again_search *s, const again_pair *pair, size_t i, again_curve *c)
{
    const again_sample *later = &s->samples[i], *at = later - pair->lag;
    for (size_t v = 0; v < ROOM; v++) {
        const float now = at->place.at[v], to = at[1].place.at[v] - now, from = now - at[-1].place.at[v];
        c->off.at[v] = later->place.at[v] - now;
        c->slope.at[v] = (to + from) * 0.5f;
        c->bend.at[v] = to - from;
    }
}

static inline void add_curve(again_sums *sums, const again_curve *c)
{
    for (size_t v = 0; v < ROOM; v++) {
        const float off = c->off.at[v], slope = c->slope.at[v], bend = c->bend.at[v];
        sums->offs.at[v] += off * off;
        sums->off_slopes.at[v] += off * slope;
        sums->off_bends.at[v] += off * bend;
        sums->slopes.at[v] += slope * slope;
        sums->slope_bends.at[v] += slope * bend;
        sums->bends.at[v] += bend * bend;
    }
}

/* Fits the part of a sample by which the earlier stretch has to be moved: by the squares of `off - shift * (slope + shift * bend / 2)`, where the
 * direction of the curve is `slope + shift * bend`. */
static void fit_shift(again_search *s, again_pair *pair)
{
    const again_sums *sums = &pair->sums;
    const double first = place_sum(&sums->off_slopes), square = place_sum(&sums->slopes), both = place_sum(&sums->slope_bends),
                 bend = place_sum(&sums->bends), second = place_sum(&sums->off_bends) - square;
    double shift = pair->shift;
    for (int fit = 0; fit < FITS; fit++) {
        const double along = first + shift * (second - shift * (1.5 * both + shift * bend / 2));
        const double all = square + shift * (2 * both + shift * bend);
        if (all > 0) shift += along / all;
        if (!(fabs(shift) <= MOST_SHIFT)) shift = shift < 0 ? -MOST_SHIFT : MOST_SHIFT;
    }
    pair->shift = shift;
    const size_t spent = FITS * (pair->end - pair->first);
    s->effort -= s->effort > spent ? spent : s->effort;
}

/* The sum of the squares of all samples of a pair: of the hilt, or of the tip, whose values begin there. */
static double squares_of(const again_sums *sums, size_t from, double shift)
{
    const double second = (double)sum_of_axes(sums->slopes.at + from) - (double)sum_of_axes(sums->off_bends.at + from),
                 third =
                     (double)sum_of_axes(sums->slope_bends.at + from) + shift * (double)sum_of_axes(sums->bends.at + from) / 4,
                 first = -2 * (double)sum_of_axes(sums->off_slopes.at + from);
    return (double)sum_of_axes(sums->offs.at + from) + shift * (first + shift * (second + shift * third));
}

/* Whether a sample, the earlier one and their neighbours are in the stretches of these. */
static bool is_inside(const again_search *s, size_t i, size_t lag, size_t like)
{
    if (i < lag + 1 || i + 1 >= s->count) return false;
    const again_sample *now = &s->samples[i], *was = now - lag;
    return now->stretch == s->samples[like].stretch && (was - 1)->stretch == s->samples[like - lag].stretch &&
           (was + 1)->stretch == s->samples[like - lag].stretch;
}

/* Adds a sample if the hand is near to where it was. */
static bool add_near(const again_search *s, again_pair *pair, size_t i)
{
    again_curve c;
    float squares[ROOM];
    const float shift = (float)pair->shift, half = (float)(pair->shift / 2);
    find_curve(s, pair, i, &c);
    for (size_t v = 0; v < ROOM; v++) {
        const float off = c.off.at[v] - shift * (c.slope.at[v] + half * c.bend.at[v]);
        squares[v] = off * off;
    }
    if (!(sum_of_axes(squares) <= NEAR_HILT * NEAR_HILT && sum_of_axes(squares + TIP) <= NEAR_TIP * NEAR_TIP)) return false;
    add_curve(&pair->sums, &c);
    return true;
}

/* Lets both ends grow while the hand is near to where it was, so long as both stretches are apart. */
static void grow(again_search *s, again_pair *pair, size_t most)
{
    const size_t like = pair->first, limit = pair->lag < most ? pair->lag : most;
    size_t spent = 0;
    while (pair->end - pair->first < limit && is_inside(s, pair->end, pair->lag, like) && add_near(s, pair, pair->end))
        pair->end++, spent++;
    while (pair->end - pair->first < limit && pair->first && is_inside(s, pair->first - 1, pair->lag, like) &&
           add_near(s, pair, pair->first - 1))
        pair->first--, spent++;
    s->effort -= s->effort > spent ? spent : s->effort;
}

static double way_of(const again_search *s, const again_pair *pair)
{
    double way = 0;
    for (size_t i = pair->first + 1; i < pair->end; i++) {
        double step = 0;
        for (size_t axis = 0; axis < AXES; axis++) {
            const double move = tip_at(&s->samples[i], axis) - tip_at(&s->samples[i - 1], axis);
            step += move * move;
        }
        way += sqrt(step);
    }
    return way;
}

/* Whether the stretch is long enough, moves, and is where it was but for noise. */
static bool is_copy(const again_search *s, const again_pair *pair)
{
    const double count = (double)(pair->end - pair->first), shift = pair->shift;
    if (!(s->samples[pair->end - 1].time - s->samples[pair->first].time >= LEAST_TIME)) return false;
    return squares_of(&pair->sums, 0, shift) <= SAME_HILT * SAME_HILT * count &&
           squares_of(&pair->sums, TIP, shift) <= SAME_TIP * SAME_TIP * count && way_of(s, pair) >= LEAST_WAY;
}

static void compare_swings(again_search *s, const again_swing *one, const again_swing *two)
{
    const size_t swing = two->to - two->from + 1;
    again_pair pair = { .first = two->from, .end = two->to + 1, .lag = two->to - one->to };
    if (pair.lag < swing || !is_inside(s, two->from, pair.lag, two->to) || !is_inside(s, two->to, pair.lag, two->to)) return;
    for (size_t i = pair.first; i < pair.end; i++) {
        again_curve c;
        find_curve(s, &pair, i, &c);
        add_curve(&pair.sums, &c);
    }
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
        const float at = swing->places[v] * (1 / CELL), cell = (float)floor_of((double)at), within = at - cell;
        cells[v] = (int32_t)cell;
        beside[v] = within < CELL_MARGIN / CELL ? -1 : within > 1 - CELL_MARGIN / CELL ? 1 : 0;
    }
}

/* A swing's cells are one number, in which each has a part of its own: that of a cell beside it is known by a sum. */
static const uint32_t factors[VALUES] = { 0x9E3779B1u, 0x85EBCA77u, 0xC2B2AE3Du, 0x27D4EB2Fu, 0x165667B1u, 0xD3A2646Du };

static uint32_t number_of(const int32_t cells[VALUES])
{
    uint32_t number = 0;
    for (size_t v = 0; v < VALUES; v++) number += (uint32_t)cells[v] * factors[v];
    return number;
}

static uint32_t *slot_of(const again_search *s, uint32_t number)
{
    number ^= number >> 15;
    number *= 0x2C1B3C6Du;
    return &s->cells[(number ^ number >> 13) & s->mask];
}

/* Whether both stops of two swings are at the same places, as far as cells go. */
static bool are_near(const again_swing *one, const again_swing *two)
{
    for (size_t v = 0; v < VALUES; v++)
        if (!(fabsf(one->places[v] - two->places[v]) <= CELL_MARGIN)) return false;
    return true;
}

/* Compares the swing with earlier ones in its cell and those beside it, of which `beside` says on which side they are near. */
static void look_up(again_search *s, const again_swing *swing, uint32_t own, const int32_t beside[VALUES])
{
    uint32_t numbers[MASKS] = { own };
    size_t count = 1;
    for (size_t v = 0; v < VALUES; v++)
        if (beside[v]) {
            for (size_t i = 0; i < count; i++) numbers[count + i] = numbers[i] + (uint32_t)beside[v] * factors[v];
            count *= 2;
        }
    for (size_t i = 0; i < count; i++) {
        uint32_t at = *slot_of(s, numbers[i]);
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
    for (size_t axis = 0; axis < AXES; axis++) {
        const double way = tip_at(&s->samples[i + 1], axis) - tip_at(&s->samples[i - 1], axis);
        squares += way * way;
    }
    return time > 0 ? squares / (time * time) : 0;
}

/* The place of the tip at a stop: at the minimum of the parabola through the speeds around it. */
static void place_of(const again_search *s, size_t at, float place[AXES])
{
    const double before = speed_at(s, at - 1), now = speed_at(s, at), after = speed_at(s, at + 1),
                 bend = before - 2 * now + after;
    double top = bend > 0 ? (before - after) / bend / 2 : 0;
    top = top > 0.5 ? 0.5 : top < -0.5 ? -0.5 : top;
    for (size_t axis = 0; axis < AXES; axis++) {
        const double from = tip_at(&s->samples[at - 1], axis), own = tip_at(&s->samples[at], axis),
                     to = tip_at(&s->samples[at + 1], axis);
        place[axis] = (float)(own + top * ((to - from) / 2 + top * (to - 2 * own + from) / 2));
    }
}

static void add_swing(again_search *s, size_t from, size_t to)
{
    const again_sample *a = &s->samples[from], *b = &s->samples[to];
    const float time = b->time - a->time;
    if (!from || a->stretch != b->stretch || !(time >= LEAST_SWING && time <= LONGEST_SWING)) return;
    again_swing *swing = &s->swings[s->swing_count++];
    int32_t cells[VALUES], beside[VALUES];
    *swing = (again_swing){ (uint32_t)from, (uint32_t)to, 0, { 0 } };
    if (from != s->stop) place_of(s, from, s->stop_place);
    memcpy(swing->places, s->stop_place, sizeof s->stop_place);
    place_of(s, to, s->stop_place);
    s->stop = (uint32_t)to;
    memcpy(swing->places + AXES, s->stop_place, sizeof s->stop_place);
    cells_of(swing, cells, beside);
    const uint32_t number = number_of(cells);
    if (s->covered <= to && s->effort) look_up(s, swing, number, beside);
    uint32_t *slot = slot_of(s, number);
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

static void search_hand(again_search *s, const evidence_pose *poses, size_t count, const swing_frame *sabers, uint8_t hand)
{
    take_poses(s, poses, count, sabers, hand);
    for (int equal_steps = 0; equal_steps < 2; equal_steps++) {
        make_samples(s, equal_steps);
        smooth_samples(s);
        memset(s->cells, 0, (s->mask + 1) * sizeof *s->cells);
        s->swing_count = s->covered = 0;
        s->stop = 0; /* no stop is the first sample */
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

bool reel__evidence_happens_again(const play_state *play, const swing_frame *const sabers[2], uint32_t *frames)
{
    const evidence_pose *poses = play->evidence.poses.data;
    const size_t count = play->evidence.poses.count, most = most_samples(poses, count) + 1;
    play_list made = { 0 }, samples = { 0 }, swings = { 0 }, cells = { 0 }, marks = { 0 };
    again_search s = { .mask = 1 };
    while (s.mask < most / 4) s.mask *= 2;
    s.poses = reel__play_list_grow(&made, count + 1, sizeof *s.poses, &play->allocator);
    s.samples = reel__play_list_grow(&samples, most, sizeof *s.samples, &play->allocator);
    s.swings = reel__play_list_grow(&swings, most / 2 + 1, sizeof *s.swings, &play->allocator);
    s.cells = reel__play_list_grow(&cells, s.mask, sizeof *s.cells, &play->allocator);
    s.marks = reel__play_list_grow(&marks, count + 1, 1, &play->allocator);
    s.mask--;
    const bool done = s.poses && s.samples && s.swings && s.cells && s.marks;
    for (uint8_t hand = 0; done && hand < 2; hand++) {
        memset(s.marks, 0, count + 1);
        search_hand(&s, poses, count, sabers[hand], hand);
        const uint32_t found = count_marks(s.marks, count);
        if (found > *frames) *frames = found;
    }
    reel__play_list_free(&made, &play->allocator);
    reel__play_list_free(&samples, &play->allocator);
    reel__play_list_free(&swings, &play->allocator);
    reel__play_list_free(&cells, &play->allocator);
    reel__play_list_free(&marks, &play->allocator);
    return done;
}
