/* SPDX-License-Identifier: MIT
 * Stops: moments at which a hand is slowest, between two swings.
 *
 * Around a stop the position hardly depends on the time, so a copy whose times are warped or stretched has its stops at the same
 * places, to a few millimetres. A player who repeats a swing stops some centimetres away. */
#include "insight/fingerprint/fingerprint.h"

enum { SMOOTHINGS = 2 };

/* A stop is confirmed when the squared speed has fallen, and has risen again, by this factor. */
#define SPEED_RATIO 2.5
/* (m/s)^2. Slower movements are not swings. */
#define LEAST_SPEED 0.1225

typedef struct place {
    double at[3];
} place;

/* Means of three neighbours. The ends are not changed. */
static void smooth_places(place *places, size_t count)
{
    place before = places[0];
    for (size_t i = 1; i + 1 < count; i++) {
        place here = places[i];
        for (int axis = 0; axis < 3; axis++) places[i].at[axis] = (before.at[axis] + here.at[axis] + places[i + 1].at[axis]) / 3;
        before = here;
    }
}

static void squared_speeds(const place *places, size_t count, double *speeds)
{
    speeds[0] = speeds[count - 1] = 0;
    for (size_t i = 1; i + 1 < count; i++) {
        speeds[i] = 0;
        for (int axis = 0; axis < 3; axis++) {
            double velocity = (places[i + 1].at[axis] - places[i - 1].at[axis]) * RATE / 2;
            speeds[i] += velocity * velocity;
        }
    }
}

/* Positions are kept in millimetres modulo STOP_SPAN: only their differences are used. */
static int16_t millimetres(double metres)
{
    double scaled = metres * 1000;
    int64_t whole = (int64_t)(scaled + (scaled < 0 ? -0.5 : 0.5));
    return (int16_t)((uint64_t)whole % STOP_SPAN);
}

/* The place and the time of a minimum, refined by the parabola through it and its neighbours. */
static hand_stop stop_at(const stretch *from, const place *places, const double *speeds, size_t at)
{
    double before = speeds[at - 1], here = speeds[at], after = speeds[at + 1], bend = before - 2 * here + after;
    double top = bend > 0 ? 0.5 * (before - after) / bend : 0;
    top = top > 0.5 ? 0.5 : top < -0.5 ? -0.5 : top;
    const place *next = &places[top > 0 ? at + 1 : at - 1];
    double share = top > 0 ? top : -top, time = (from->start + ((double)at + top) / RATE) * 1000;
    hand_stop stop = { .ms = (int32_t)(time + (time < 0 ? -0.5 : 0.5)) };
    for (int axis = 0; axis < 3; axis++)
        stop.at[axis] = millimetres(places[at].at[axis] + share * (next->at[axis] - places[at].at[axis]));
    return stop;
}

static bool append(const reel_allocator *allocator, stop_list *list, hand_stop stop)
{
    if (list->count - list->first == MOST_STOPS) {
        list->after++;
        return true;
    }
    hand_stop *grown = reel__memory_items(allocator, list->data, &list->capacity, list->count + 1, sizeof *grown);
    if (!grown) return false;
    list->data = grown;
    grown[list->count++] = stop;
    return true;
}

/* A hand that rests for long stops where it is, again and again: so the times between stops fit into a fingerprint. */
static bool add_stop(const reel_allocator *allocator, stop_list *list, hand_stop stop)
{
    while (list->count > list->first && stop.ms - list->data[list->count - 1].ms > LONGEST_REST && !list->after) {
        hand_stop rest = list->data[list->count - 1];
        rest.ms += LONGEST_REST;
        if (!append(allocator, list, rest)) return false;
    }
    return append(allocator, list, stop);
}

/* Walks from the fastest moment of each swing to the slowest one behind it. */
static bool add_stops(const reel_allocator *allocator, const stretch *from, const place *places, const double *speeds,
                      stop_list *list)
{
    bool rises = false, swung = false; /* has there been a swing before? */
    size_t extreme = 1;
    for (size_t i = 2; i + 1 < from->count; i++) {
        if (rises) {
            if (speeds[i] > speeds[extreme]) extreme = i;
            if (speeds[i] * SPEED_RATIO >= speeds[extreme]) continue;
            swung = true;
            rises = false;
            extreme = i;
        } else {
            if (speeds[i] < speeds[extreme]) extreme = i;
            if (!(speeds[i] > SPEED_RATIO * speeds[extreme] && speeds[i] > LEAST_SPEED)) continue;
            if (swung && !add_stop(allocator, list, stop_at(from, places, speeds, extreme))) return false;
            rises = true;
            extreme = i;
        }
    }
    return true;
}

static bool find_stops(const signal_track *signal, int hand, stop_list *list)
{
    size_t longest = 0;
    for (size_t i = 0; i < signal->stretch_count; i++)
        if (signal->stretches[i].count > longest) longest = signal->stretches[i].count;
    if (longest == 0) return true;
    place *places = reel__memory_new(&signal->allocator, longest * sizeof *places);
    double *speeds = reel__memory_new(&signal->allocator, longest * sizeof *speeds);
    bool done = places && speeds;
    for (size_t i = 0; done && i < signal->stretch_count; i++) {
        const stretch *from = &signal->stretches[i];
        for (size_t j = 0; j < from->count; j++)
            for (int axis = 0; axis < 3; axis++)
                places[j].at[axis] = (double)signal->samples[from->first + j].at[3 + 3 * hand + axis];
        for (int pass = 0; pass < SMOOTHINGS; pass++) smooth_places(places, from->count);
        squared_speeds(places, from->count, speeds);
        done = add_stops(&signal->allocator, from, places, speeds, list);
    }
    reel__memory_drop(&signal->allocator, places);
    reel__memory_drop(&signal->allocator, speeds);
    return done;
}

bool reel__stops_find(const signal_track *signal, stop_list *list)
{
    if (!find_stops(signal, 0, list)) return false;
    list->first = list->left = list->count;
    return find_stops(signal, 1, list);
}
