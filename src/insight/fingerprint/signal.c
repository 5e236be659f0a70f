/* SPDX-License-Identifier: MIT
 * Rows of any frame rate become samples at one rate. */
#include "insight/fingerprint/fingerprint.h"

#include <math.h>

/* s. A longer gap between two rows is not interpolated. So a row makes at most 50 samples, whatever its time claims. */
#define LONGEST_GAP 1.0
/* Larger times (s) and positions (m) cannot be real, and their squares would overflow. */
#define LARGEST_TIME 1e6
#define LARGEST_POSITION 1e4

static bool is_usable(double time, const double values[CHANNELS])
{
    if (!(fabs(time) <= LARGEST_TIME)) return false;
    for (int i = 0; i < CHANNELS; i++)
        if (!(fabs(values[i]) <= LARGEST_POSITION)) return false;
    return true;
}

static bool add_sample(signal_track *signal, const double values[CHANNELS])
{
    sample *grown = reel__memory_items(&signal->allocator, signal->samples, &signal->capacity, signal->count + 1, sizeof *grown);
    if (!grown) return false;
    signal->samples = grown;
    for (int i = 0; i < CHANNELS; i++) grown[signal->count].at[i] = (float)values[i];
    signal->count++;
    signal->open.count++;
    return true;
}

/* Ends the stretch that grows. One that no window fits in is dropped. */
static bool end_stretch(signal_track *signal)
{
    stretch done = signal->open;
    signal->open.count = 0;
    if (done.count < WINDOW) {
        signal->count = done.count ? done.first : signal->count;
        return true;
    }
    stretch *grown = reel__memory_items(&signal->allocator, signal->stretches, &signal->stretch_capacity,
                                        signal->stretch_count + 1, sizeof *grown);
    if (!grown) return false;
    signal->stretches = grown;
    grown[signal->stretch_count++] = done;
    return true;
}

static void remember(signal_track *signal, double time, const double values[CHANNELS])
{
    signal->last_time = time;
    memcpy(signal->last, values, sizeof signal->last);
}

static bool begin_stretch(signal_track *signal, double time, const double values[CHANNELS])
{
    signal->open = (stretch){ .first = signal->count, .start = time };
    remember(signal, time, values);
    return add_sample(signal, values);
}

/* Samples from the last row to this one. */
static bool interpolate(signal_track *signal, double time, const double values[CHANNELS])
{
    double span = time - signal->last_time;
    for (;;) {
        double at = signal->open.start + (double)signal->open.count / RATE;
        if (!(at <= time)) return true;
        double share = (at - signal->last_time) / span, between[CHANNELS];
        for (int i = 0; i < CHANNELS; i++) between[i] = signal->last[i] + share * (values[i] - signal->last[i]);
        if (!add_sample(signal, between)) return false;
    }
}

/* The time before which no stretch may begin. */
static double kept_until(const signal_track *signal)
{
    if (signal->stretch_count == 0) return -LARGEST_TIME - 1;
    const stretch *last = &signal->stretches[signal->stretch_count - 1];
    return last->start + (double)last->count / RATE;
}

/* Time goes back. A single row with a time far ahead would hide all that follow: a stretch that no window fits in gives way. */
static bool step_back(signal_track *signal, double time, const double values[CHANNELS])
{
    if (signal->open.count >= WINDOW || signal->last_time - time <= LONGEST_GAP || time < kept_until(signal)) {
        signal->late++;
        return true;
    }
    return end_stretch(signal) && begin_stretch(signal, time, values);
}

bool reel__signal_add(signal_track *signal, double time, const double values[CHANNELS])
{
    if (!is_usable(time, values)) {
        signal->unusable++;
        return true;
    }
    if (signal->stretch_count && time - signal->stretches[0].start > MOST_SECONDS) {
        signal->after++;
        return true;
    }
    if (signal->open.count == 0) return begin_stretch(signal, time, values);
    if (!(time > signal->last_time)) return step_back(signal, time, values);
    if (time - signal->last_time > LONGEST_GAP) return end_stretch(signal) && begin_stretch(signal, time, values);
    if (time - signal->open.start > MOST_SECONDS) {
        signal->after++;
        return true;
    }
    if (!interpolate(signal, time, values)) return false;
    remember(signal, time, values);
    return true;
}

/* The mean direction from the left hand to the right one, as cosine and sine of its yaw. */
static void direction_of(const signal_track *signal, double *cosine, double *sine)
{
    double x = 0, z = 0;
    for (size_t i = 0; i < signal->count; i++) {
        const float *at = signal->samples[i].at;
        x += (double)at[6] - (double)at[3];
        z += (double)at[8] - (double)at[5];
    }
    double length = sqrt(x * x + z * z);
    *cosine = length > 0 ? x / length : 1;
    *sine = length > 0 ? z / length : 0;
}

bool reel__signal_finish(signal_track *signal)
{
    double cosine, sine;
    if (!end_stretch(signal)) return false;
    direction_of(signal, &cosine, &sine);
    for (size_t i = 0; i < signal->count; i++) {
        for (int part = 0; part < CHANNELS; part += 3) {
            float *at = &signal->samples[i].at[part];
            double x = (double)at[0], z = (double)at[2];
            at[0] = (float)(x * cosine + z * sine);
            at[2] = (float)(z * cosine - x * sine);
        }
    }
    return true;
}

void reel__signal_free(signal_track *signal)
{
    reel__memory_drop(&signal->allocator, signal->samples);
    reel__memory_drop(&signal->allocator, signal->stretches);
}

const stretch *reel__signal_stretch_at(const signal_track *signal, double time, double half)
{
    size_t low = 0, high = signal->stretch_count; /* the first stretch that begins after `time` */
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (signal->stretches[middle].start <= time)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == 0) return NULL;
    const stretch *found = &signal->stretches[low - 1];
    double at = (time - found->start) * RATE;
    return at - half >= 0 && at + half <= (double)(found->count - 1) ? found : NULL;
}
