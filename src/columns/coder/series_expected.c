/* SPDX-License-Identifier: MIT
 * Floats that follow from others but for their rounding: a difference of two times that are stored, too; an angle and the same angle from
 * another zero; the third component of a direction. Or whole numbers that follow from floats: a rate of frames. What is expected is computed with doubles and rounded once, so it is the same
 * everywhere; what is stored is how far, in floats, the value is from it. */
#include "columns/coder/series.h"

#include <math.h>

/* For arithmetic: what is not finite is 0. */
static double number_of(uint64_t bits)
{
    uint32_t low = (uint32_t)bits;
    return (low >> 23 & 255) == 255 ? 0 : (double)reel_float_of(low);
}

static uint64_t in_order(double expected) { return reel__series_order(reel_float_bits((float)expected), 32); }

void reel__expect_difference(const uint64_t *a, const uint64_t *b, size_t count, uint64_t *expected)
{
    for (size_t i = 0; i < count; i++) expected[i] = in_order(number_of(a[i]) - number_of(b[i]));
}

void reel__expect_shift(const uint64_t *a, int64_t shift, size_t count, uint64_t *expected)
{
    for (size_t i = 0; i < count; i++) expected[i] = in_order(number_of(a[i]) + (double)shift);
}

void reel__expect_root(const uint64_t *a, const uint64_t *b, size_t count, uint64_t *expected)
{
    for (size_t i = 0; i < count; i++) {
        double x = number_of(a[i]), y = number_of(b[i]), xx = x * x, yy = y * y, rest = (1 - xx) - yy;
        expected[i] = reel_float_bits((float)sqrt(rest > 0 ? rest : 0));
    }
}

void reel__expect_rate(const uint64_t *time, size_t count, uint64_t *expected)
{
    static const double most = 2147483648.0;
    for (size_t i = 0; i < count; i++) {
        double step = i ? number_of(time[i]) - number_of(time[i - 1]) : 0, rate = step > 0 ? 1 / step : 0;
        expected[i] = rate < most ? (uint64_t)rate : 0;
    }
}

/* ---- finding them ----------------------------------------------------------------------------------------------- */

/* A few rows decide whether a relation is worth a try. */
enum { PLACES = 16, ENOUGH = 11, NEAR = 256 /* floats between a value and what is expected */ };

typedef struct probe {
    const uint64_t *values; /* in order */
    size_t count;
} probe;

static size_t place_of(const probe *p, size_t i) { return (p->count - 1) * (i + 1) / PLACES; }

static bool is_near(uint64_t value, uint64_t expected) { return value - expected + NEAR <= 2 * (uint64_t)NEAR; }

static bool is_difference(const probe *p, const uint64_t *a, const uint64_t *b)
{
    unsigned near = 0;
    for (size_t i = 0; i < PLACES; i++) {
        size_t at = place_of(p, i);
        near += is_near(p->values[at], in_order(number_of(a[at]) - number_of(b[at])));
        if (near + PLACES - 1 - i < ENOUGH) return false;
    }
    return true;
}

/* The whole number that is between a series and another in most rows. */
static bool find_shift(const probe *p, const uint64_t *a, int64_t *shift)
{
    for (size_t first = 0; first <= PLACES - ENOUGH; first++) {
        size_t at = place_of(p, first);
        double apart = number_of(reel__series_unorder(p->values[at], 32)) - number_of(a[at]);
        if (!(apart > -SHIFT_MOST && apart < SHIFT_MOST)) continue;
        *shift = (int64_t)(apart < 0 ? apart - 0.5 : apart + 0.5);
        unsigned near = 0;
        for (size_t i = first; i < PLACES; i++) {
            size_t there = place_of(p, i);
            near += is_near(p->values[there], in_order(number_of(a[there]) + (double)*shift));
        }
        if (near >= ENOUGH) return true;
    }
    return false;
}

/* The next series of f32 with one value a row that was written before this field. NULL: there is no other. */
static const uint64_t *next_floats(const block_writer *block, series_place *place, bool *begun)
{
    for (;;) {
        if (*begun) place->index++;
        *begun = true;
        while (place->field < block->table->count && place->index >= reel__field_series(&block->table->fields[place->field])) {
            place->field++;
            place->index = 0;
        }
        if (place->field == block->table->count) return NULL;
        const uint64_t *values = block->series[block->first[place->field] + place->index];
        if (block->written[place->field] && values && block->table->fields[place->field].type == REEL_F32) return values;
    }
}

bool reel__find_difference(const block_writer *block, const uint64_t *values, size_t count, series_place *a, series_place *b)
{
    const probe p = { values, count };
    const uint64_t *from, *less;
    bool a_begun = false;
    for (*a = (series_place){ 0 }; (from = next_floats(block, a, &a_begun));) {
        bool b_begun = false;
        for (*b = (series_place){ 0 }; (less = next_floats(block, b, &b_begun));)
            if (from != less && is_difference(&p, from, less)) return true;
    }
    return false;
}

bool reel__find_shift(const block_writer *block, const uint64_t *values, size_t count, series_place *a, int64_t *shift)
{
    const probe p = { values, count };
    const uint64_t *from;
    bool begun = false;
    for (*a = (series_place){ 0 }; (from = next_floats(block, a, &begun));)
        if (find_shift(&p, from, shift)) return true;
    return false;
}

static bool is_rate(const uint64_t *values, const uint64_t *time, size_t count)
{
    enum { CLOSE = 8 };
    const probe p = { values, count };
    unsigned close = 0;
    for (size_t i = 0; i < PLACES; i++) {
        size_t at = place_of(&p, i);
        uint64_t expected[2];
        reel__expect_rate(time + at - (at > 0), at ? 2 : 1, expected);
        close += values[at] - expected[at > 0] + CLOSE <= 2 * (uint64_t)CLOSE;
    }
    return close >= ENOUGH;
}

bool reel__find_rate(const block_writer *block, const uint64_t *values, size_t count, series_place *time)
{
    for (size_t f = 0; f < block->table->count; f++) {
        const coder_field *field = &block->table->fields[f];
        const uint64_t *series = block->series[block->first[f]];
        if (!field->time || field->type != REEL_F32 || field->count != 1 || !block->written[f] || !series) continue;
        *time = (series_place){ (uint16_t)f, 0 };
        return is_rate(values, series, count);
    }
    return false;
}
