/* SPDX-License-Identifier: MIT
 * Notes of whose frames the first are left out are no farther from the others than they say. Heads are anywhere in their limits in each frame: still,
 * swaying, jumping, or where they do the most harm of several places. */
#include "game/beatsaber/note_lag.h"
#include "support.h"

#include <math.h>

enum { MOST = 400, HEADS = 4, PLACES = 6, STARTS = 6 };

static uint64_t seed;

/* SplitMix64. */
static uint32_t below(uint32_t most)
{
    uint64_t z = seed += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return (uint32_t)(((z ^ z >> 31) >> 32) * most >> 32);
}

static double between(double low, double high) { return low + (high - low) * (double)below(1u << 20) / (1u << 20); }

static double apart_of(space_turn a, space_turn b)
{
    const space_turn way = space_turn_product((space_turn){ -a.x, -a.y, -a.z, a.w }, b);
    return 2 * atan2(sqrt(way.x * way.x + way.y * way.y + way.z * way.z), fabs(way.w));
}

static double apart_vec(space_vec a, space_vec b) { return atan2(space_length(space_cross(a, b)), space_dot(a, b)); }
static space_vec top_of(space_turn t) { return reel__space_turn_vec(t, (space_vec){ 0, 1, 0 }); }

/* A note, and the limits of the head. */
typedef struct made_note {
    note_flight flight;
    note_spot spot;
    note_own own;
    note_lag lag;
    double half, left, right, low, high;
    uint32_t heads;
    bool even; /* the frames are as far apart as they may be */
} made_note;

static made_note any_note(void)
{
    static const double steps[] = { NOTE_LAG_LEAST_STEP, 0.0275, 0.0375, 0.05 };
    const double speed = between(8, 26), middle = between(-0.5, 0.5), sway = between(0, 0.4);
    made_note m = { .flight = { speed, speed * between(0.5, 1.6), between(-0.2, 0.6), below(2) },
                    .spot = { .line = (int)below(NOTE_LINES),
                              .layer = (int)below(NOTE_LAYERS),
                              .direction = (int)below(NOTE_DOT + 1),
                              .time = between(1, 300) },
                    .left = middle - sway,
                    .right = middle + sway,
                    .low = between(1, 1.6),
                    .heads = below(HEADS),
                    .even = below(2) };
    m.spot.start_layer = (int)below((uint32_t)m.spot.layer + 1);
    m.high = m.low + between(0, 0.6);
    m.half = m.flight.distance / speed / 2;
    m.own = reel__note_own(&m.flight, &m.spot);
    const double x = reel__note_x(m.spot.line), top = reel__note_y(&m.flight, &m.spot, 0);
    const double bottom = fmin(top, reel__note_y(&m.flight, &m.spot, m.half));
    const double aside = fmax(x - m.left, m.right - x), above = NOTE_LAG_HEIGHT * fmax(top - m.low, m.high - bottom);
    reel__note_lag_make(&m.flight, sqrt(aside * aside + above * above), steps[below(4)], &m.lag);
    return m;
}

static reel_vec3 any_head(const made_note *m)
{
    const double z = below(3) ? between(-1, NOTE_LAG_AHEAD) : NOTE_LAG_AHEAD;
    return (reel_vec3){ (float)(below(2)   ? between(m->left, m->right)
                                : below(2) ? m->left
                                           : m->right),
                        (float)(below(2)   ? between(m->low, m->high)
                                : below(2) ? m->low
                                           : m->high),
                        (float)z };
}

/* The heads are floats, and may be outside of limits by their rounding. */
static double slack(double bound) { return bound * (1 + 1e-6) + 1e-7; }

typedef struct late_note {
    note_top top;
    bool begun;
    double ends; /* the turn was so far off at the end */
} late_note;

/* How a note begins late: as it is by itself, or somewhere that far from where it is: beside its front, so that all of it is roll, or anywhere. */
static note_top begin_late(const made_note *m, double to_hit, space_turn all, double bound, bool by_itself)
{
    if (by_itself) return (note_top){ reel__note_own_top(&m->flight, &m->own, to_hit), bound };
    const double off = between(0.001, 0.7);
    const space_vec up = top_of(all), any = { between(-1, 1), between(-1, 1), between(-1, 1) };
    const space_vec way = below(2) ? reel__space_turn_vec(all, (space_vec){ below(2) ? 1 : -1, 0, 0 })
                                   : space_unit(space_sub(any, space_scale(up, space_dot(any, up))));
    return (note_top){ space_add(space_scale(up, cos(off)), space_scale(way, sin(off))), off + 1e-9 };
}

static size_t bounded, starts, useful;
static double closest_lag, closest_off;

static reel_vec3 next_head(const made_note *m, double to_hit, const space_turn *all, const late_note *late, reel_vec3 before)
{
    if (m->heads == 0) return before;
    if (m->heads == 1) return any_head(m);
    reel_vec3 worst = before;
    double most = -1;
    for (int i = 0; i < PLACES; i++) { /* the farthest from how it is by itself, or those that are the farthest from each other */
        const reel_vec3 head = any_head(m);
        space_turn turn = *all, other;
        note_top top = late->top;
        turn = reel__note_turn_on(&m->flight, &m->own, &m->spot, to_hit, &head, top_of(turn));
        double apart = apart_vec(top_of(turn), reel__note_own_top(&m->flight, &m->own, to_hit));
        if (m->heads == 3 && late->begun) {
            reel__note_top_on(&m->flight, &m->own, &m->spot, to_hit, &head, &top, &other);
            apart = apart_of(turn, other);
        }
        if (apart > most) worst = head, most = apart;
    }
    return worst;
}

static void turn_late(const made_note *m, double to_hit, const reel_vec3 *head, space_turn all, late_note *late)
{
    space_turn turn;
    reel__note_top_on(&m->flight, &m->own, &m->spot, to_hit, head, &late->top, &turn);
    const double apart = apart_of(all, turn);
    if (late->top.off < 1 && apart / late->top.off > closest_off && apart > 1e-6) closest_off = apart / late->top.off;
    if (late->top.off < SPACE_ANY_ANGLE && !(apart <= slack(late->top.off)))
        fail_msg("seed %llu: off by %g, not %g", (unsigned long long)seed, apart, late->top.off);
    assert_true(apart_vec(late->top.up, top_of(turn)) < 1e-7);
    late->ends = late->top.off;
}

static void fly(const made_note *m)
{
    late_note late[STARTS] = { { .begun = false } };
    double begins[STARTS];
    space_turn all = { 0, 0, 0, 1 };
    note_top whole = { { 0, 1, 0 }, 0 };
    reel_vec3 head = any_head(m);
    for (int i = 0; i < STARTS; i++) begins[i] = between(0.25, 1);
    for (double to_hit = m->half * (1 - m->lag.step * between(0, 1)); to_hit > 0;) {
        const double keeps = reel__note_keeps(&m->flight, to_hit), bound = reel__note_lag_at(&m->lag, keeps);
        head = next_head(m, to_hit, &all, &late[below(STARTS)], head);
        const double lag = apart_vec(top_of(all), reel__note_own_top(&m->flight, &m->own, to_hit));
        if (bound < SPACE_ANY_ANGLE) {
            bounded++;
            if (lag / bound > closest_lag) closest_lag = lag / bound;
            if (!(lag <= slack(bound))) fail_msg("seed %llu: a lag of %g, not %g", (unsigned long long)seed, lag, bound);
        }
        for (int i = 0; i < STARTS; i++) {
            const bool by_itself = i % 2 == 0;
            if (late[i].begun || keeps < begins[i] || (by_itself && !(bound < SPACE_ANY_ANGLE))) continue;
            late[i] = (late_note){ begin_late(m, to_hit, all, bound, by_itself), .begun = true };
            starts++;
        }
        space_turn turn;
        all = reel__note_turn_on(&m->flight, &m->own, &m->spot, to_hit, &head, top_of(all));
        reel__note_top_on(&m->flight, &m->own, &m->spot, to_hit, &head, &whole, &turn);
        assert_true(apart_of(all, turn) < 1e-7 && !(whole.off > 0));
        for (int i = 0; i < STARTS; i++)
            if (late[i].begun) turn_late(m, to_hit, &head, all, &late[i]);
        to_hit -= m->half * m->lag.step * (m->even ? 0.999 : between(0.05, 0.999));
    }
    for (int i = 0; i < STARTS; i++) useful += late[i].begun && late[i].ends < 0.05;
}

static void notes_lag_by_no_more_than_they_say(void **state)
{
    (void)state;
    const size_t count = by_effort(20000, 1500, 600);
    for (size_t n = 1; n <= count; n++) {
        seed = (uint64_t)n << 32;
        const made_note m = any_note();
        fly(&m);
    }
    print_message("%zu frames have a bound of their lag, of which %f is reached at most; of %zu late starts, %zu end less than "
                  "0.05 rad off, and %f of what they say is reached\n",
                  bounded, closest_lag, starts, useful, closest_off);
    assert_true(useful * 10 > starts && closest_lag > 0.3 && closest_off > 0.3);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(notes_lag_by_no_more_than_they_say) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
