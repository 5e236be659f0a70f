/* SPDX-License-Identifier: MIT
 * Anchors: moments that two copies of a motion have in common, whatever their frame rates and clocks. They are the maxima of the
 * energy of both hands. */
#include "insight/fingerprint/fingerprint.h"

enum {
    REACH = 10,       /* samples on each side that an anchor exceeds */
    MARGIN = HALF,    /* samples at each end of a stretch without anchors: their windows do not fit */
    POSITION_BOX = 3, /* half the width of the box that smooths positions, and that of energies */
    ENERGY_BOX = 4
};

/* (m/s)^2. Below it, a maximum is noise of the tracking. */
#define LEAST_ENERGY 0.01

/* Sums over 2 * half + 1 values, each added anew, so that no rounding error lasts. The ends are not changed. */
static void smooth(double *to, const double *from, size_t count, size_t half)
{
    double width = (double)(2 * half + 1);
    memcpy(to, from, count * sizeof *to);
    for (size_t i = half; i + half < count; i++) {
        double sum = 0;
        for (size_t j = i - half; j <= i + half; j++) sum += from[j];
        to[i] = sum / width;
    }
}

/* Adds the squared velocity of one channel to the energy. `one` and `other` have room for the stretch. */
static void add_energy(const sample *samples, size_t count, int channel, double *one, double *other, double *energy)
{
    for (size_t i = 0; i < count; i++) one[i] = (double)samples[i].at[channel];
    smooth(other, one, count, POSITION_BOX);
    smooth(one, other, count, POSITION_BOX);
    smooth(other, one, count, POSITION_BOX);
    for (size_t i = 1; i + 1 < count; i++) {
        double velocity = (other[i + 1] - other[i - 1]) * RATE / 2;
        energy[i] += velocity * velocity;
    }
}

static bool is_maximum(const double *energy, size_t at)
{
    if (!(energy[at] >= LEAST_ENERGY)) return false;
    for (size_t i = 1; i <= REACH; i++)
        if (!(energy[at] > energy[at - i]) || !(energy[at] >= energy[at + i])) return false;
    return true;
}

/* The top of the parabola through three values, in samples from the middle one. */
static double top_of(const double *energy, size_t at)
{
    double before = energy[at - 1], here = energy[at], after = energy[at + 1], bend = before - 2 * here + after;
    double top = bend < 0 ? 0.5 * (before - after) / bend : 0;
    return top > 0.5 ? 0.5 : top < -0.5 ? -0.5 : top;
}

static bool add_anchors(const signal_track *signal, const stretch *from, const double *energy, anchor_list *list)
{
    for (size_t i = MARGIN; i + MARGIN < from->count; i++) {
        if (!is_maximum(energy, i)) continue;
        double position = (double)i + top_of(energy, i);
        if (position < HALF || position > (double)(from->count - 1 - HALF)) continue;
        anchor *grown = reel__memory_items(&signal->allocator, list->data, &list->capacity, list->count + 1, sizeof *grown);
        if (!grown) return false;
        list->data = grown;
        grown[list->count++] = (anchor){ from->start + position / RATE, energy[i] };
    }
    return true;
}

bool reel__anchors_find(const signal_track *signal, anchor_list *list)
{
    size_t longest = 0;
    for (size_t i = 0; i < signal->stretch_count; i++)
        if (signal->stretches[i].count > longest) longest = signal->stretches[i].count;
    if (longest == 0) return true;
    double *rooms = reel__memory_new(&signal->allocator, 3 * longest * sizeof *rooms);
    if (!rooms) return false;
    bool done = true;
    for (size_t i = 0; done && i < signal->stretch_count; i++) {
        const stretch *from = &signal->stretches[i];
        double *energy = rooms, *one = rooms + longest, *other = one + longest;
        memset(energy, 0, from->count * sizeof *energy);
        for (int channel = 3; channel < CHANNELS; channel++)
            add_energy(signal->samples + from->first, from->count, channel, one, other, energy);
        smooth(one, energy, from->count, ENERGY_BOX);
        smooth(energy, one, from->count, ENERGY_BOX);
        done = add_anchors(signal, from, energy, list);
    }
    reel__memory_drop(&signal->allocator, rooms);
    return done;
}

size_t reel__anchors_choose(const anchor_list *list, size_t most, double least_cell, anchor *kept)
{
    if (list->count == 0) return 0;
    double first = list->data[0].time, span = list->data[list->count - 1].time - first;
    double cell = span / (double)(most - 1) > least_cell ? span / (double)(most - 1) : least_cell;
    size_t count = 0, last = 0;
    for (size_t i = 0; i < list->count; i++) {
        size_t number = (size_t)((list->data[i].time - first) / cell);
        if (count && number == last) {
            if (list->data[i].energy > kept[count - 1].energy) kept[count - 1] = list->data[i];
        } else if (count < most) {
            kept[count++] = list->data[i];
            last = number;
        }
    }
    return count;
}
