/* SPDX-License-Identifier: MIT
 * Windows of four seconds as complex numbers: the first harmonics of each channel, weighted by a Hann window. */
#include "insight/fingerprint/fingerprint.h"

#include <math.h>

/* Harmonics of the channels in a fingerprint, in its order. The heights of the hands are left out: the map determines them. */
static const struct {
    uint8_t channel, harmonics;
} order[USED_CHANNELS] = {
    { HEAD_X, 10 }, { HEAD_Y, 10 }, { HEAD_Z, 10 }, { LEFT_X, 9 }, { LEFT_Z, 8 }, { RIGHT_X, 9 }, { RIGHT_Z, 8 },
};

static const uint8_t sample_channel[USED_CHANNELS] = { 0, 1, 2, 3, 5, 6, 8 };

/* Sample j of a window is at u = (j + .5)/200 - .5 of its length, so 2 pi k u is k (2 j + 1 - 200) steps of a turn. Cosines are even
 * about the middle and sines odd: half of them are enough. A constant is taken off the cosines so that they sum to 0: a position in
 * the room has no effect. */
void reel__window_basis_make(window_basis *basis)
{
    double hann[HALF], sum = 0;
    for (int j = 0; j < HALF; j++) {
        hann[j] = 0.5 + 0.5 * reel__cosine_of(2 * j + 1 - WINDOW);
        sum += 2 * hann[j];
    }
    for (int j = 0; j < HALF; j++) hann[j] /= sum;
    for (int k = 1; k <= HARMONICS; k++) {
        double mean = 0;
        for (int j = 0; j < HALF; j++) mean += 2 * hann[j] * reel__cosine_of(k * (2 * j + 1 - WINDOW));
        for (int j = 0; j < HALF; j++) {
            basis->of[j][k - 1].c = hann[j] * (reel__cosine_of(k * (2 * j + 1 - WINDOW)) - mean);
            basis->of[j][k - 1].s = hann[j] * sine_of(k * (2 * j + 1 - WINDOW));
        }
    }
}

static void sample_at(const sample *samples, double position, double values[USED_CHANNELS])
{
    size_t index = (size_t)position;
    double share = position - (double)index;
    const float *one = samples[index].at, *next = samples[share > 0 ? index + 1 : index].at;
    for (int i = 0; i < USED_CHANNELS; i++) {
        double from = (double)one[sample_channel[i]], to = (double)next[sample_channel[i]];
        values[i] = from + share * (to - from);
    }
}

/* What two samples at equal distances from the middle have in common, and by what they differ. */
typedef struct sample_pair {
    double sum, difference;
} sample_pair;

/* The harmonics of one channel. Sums are kept in registers; each is over the samples in their order. */
static void add_channel(complex_number *numbers, const window_basis *basis, const sample_pair *pairs)
{
    complex_number sums[HARMONICS] = { { 0, 0 } };
    for (int j = 0; j < HALF; j++)
        for (int k = 0; k < HARMONICS; k++) {
            sums[k].c += pairs[j].sum * basis->of[j][k].c;
            sums[k].s += pairs[j].difference * basis->of[j][k].s;
        }
    memcpy(numbers, sums, sizeof sums);
}

bool reel__window_spectrum(const signal_track *signal, const window_basis *basis, double time, double scale,
                           pose_spectrum *result)
{
    sample_pair pairs[USED_CHANNELS][HALF];
    const stretch *from = reel__signal_stretch_at(signal, time, (HALF - 0.5) * scale);
    if (!from) return false;
    const sample *samples = signal->samples + from->first;
    double middle = (time - from->start) * RATE, last = (double)(from->count - 1);
    for (int j = 0; j < HALF; j++) {
        double away = (HALF - 0.5 - (double)j) * scale, early[USED_CHANNELS], late[USED_CHANNELS];
        sample_at(samples, middle - away > 0 ? middle - away : 0, early);
        sample_at(samples, middle + away < last ? middle + away : last, late);
        for (int i = 0; i < USED_CHANNELS; i++) pairs[i][j] = (sample_pair){ early[i] + late[i], early[i] - late[i] };
    }
    for (int i = 0; i < USED_CHANNELS; i++) add_channel(result->of[i], basis, pairs[i]);
    return true;
}

static const complex_number *numbers_of(const pose_spectrum *spectrum, int channel, bool mirrored)
{
    if (mirrored && channel >= LEFT_X) channel = channel < RIGHT_X ? channel + (RIGHT_X - LEFT_X) : channel - (RIGHT_X - LEFT_X);
    return spectrum->of[channel];
}

void reel__window_numbers(const pose_spectrum *spectrum, bool mirrored, int yaw, complex_number numbers[NUMBERS])
{
    double cosine = reel__cosine_of(yaw), sine = sine_of(yaw), flip = mirrored ? -1 : 1;
    for (int i = 0; i < USED_CHANNELS; i++) {
        int channel = order[i].channel;
        if (channel == HEAD_Y) {
            memcpy(numbers, spectrum->of[HEAD_Y], HARMONICS * sizeof *numbers);
            numbers += HARMONICS;
            continue;
        }
        bool is_x = channel == HEAD_X || channel == LEFT_X || channel == RIGHT_X;
        int x_channel = channel == HEAD_Z ? HEAD_X : is_x ? channel : channel - 1;
        int z_channel = channel == HEAD_X ? HEAD_Z : is_x ? channel + 1 : channel;
        const complex_number *x = numbers_of(spectrum, x_channel, mirrored), *z = numbers_of(spectrum, z_channel, mirrored);
        double of_x = (is_x ? cosine : -sine) * flip, of_z = is_x ? sine : cosine;
        for (int k = 0; k < order[i].harmonics; k++)
            numbers[k] = (complex_number){ x[k].c * of_x + z[k].c * of_z, x[k].s * of_x + z[k].s * of_z };
        numbers += order[i].harmonics;
    }
}

window_code reel__window_code_of(const complex_number numbers[NUMBERS])
{
    window_code code = { 0, 0, 0 };
    for (int i = 0; i < NUMBERS; i++) {
        code.c |= (uint64_t)(numbers[i].c > 0) << i;
        code.s |= (uint64_t)(numbers[i].s > 0) << i;
        code.b |= (uint64_t)(fabs(numbers[i].c) > fabs(numbers[i].s)) << i;
    }
    return code;
}
