/* SPDX-License-Identifier: MIT
 * The transforms of series and their inverses. All arithmetic is modulo 2^64, and residuals are cut to the bits of the type: so every
 * value has a residual, and no difference overflows. */
#include "columns/coder/series.h"

uint64_t reel__series_narrow(uint64_t value, series_type type)
{
    if (type.bits == 64) return value;
    uint64_t sign = UINT64_C(1) << (type.bits - 1), mask = (sign << 1) - 1;
    value &= mask;
    return type.is_signed ? (value ^ sign) - sign : value;
}

void reel__series_narrow_all(uint64_t *values, size_t count, series_type type)
{
    if (type.bits == 64) return;
    const uint64_t sign = type.is_signed ? UINT64_C(1) << (type.bits - 1) : 0, mask = (UINT64_C(1) << type.bits) - 1;
    for (size_t i = 0; i < count; i++) values[i] = ((values[i] & mask) ^ sign) - sign;
}

uint64_t reel__series_order(uint64_t value, unsigned bits)
{
    if (bits == 64) return value ^ (UINT64_C(0) - (value >> 63)) >> 1;
    uint32_t low = (uint32_t)value;
    return (uint64_t)(int64_t)(int32_t)(low ^ (UINT32_C(0) - (low >> 31)) >> 1);
}

uint64_t reel__series_unorder(uint64_t value, unsigned bits)
{
    uint64_t back = reel__series_order(value, bits);
    return bits == 64 ? back : (uint32_t)back;
}

void reel__series_unorder_all(uint64_t *values, size_t count, unsigned bits)
{
    if (bits == 64)
        for (size_t i = 0; i < count; i++) values[i] ^= (UINT64_C(0) - (values[i] >> 63)) >> 1;
    else
        for (size_t i = 0; i < count; i++) {
            const uint32_t low = (uint32_t)values[i];
            values[i] = low ^ (UINT32_C(0) - (low >> 31)) >> 1;
        }
}

static inline uint64_t signed_part(uint64_t value, unsigned bits)
{
    const unsigned spare = 64 - bits;
    return (uint64_t)((int64_t)(value << spare) >> spare);
}

/* The last value and the last step of each key. */
typedef struct series_last {
    uint64_t value, step;
} series_last;

/* One function for both directions: `back` is a constant where it is called. */
static inline void by_key(const series_model *model, unsigned bits, const uint64_t *from, size_t count, uint64_t *to, bool second,
                          bool back)
{
    series_last last[SERIES_KEYS];
    memset(last, 0, sizeof last);
    for (size_t i = 0; i < count; i++) {
        series_last *l = &last[model->other[i] % SERIES_KEYS];
        uint64_t predicted = second ? l->value + l->step : l->value, value;
        if (back) {
            value = signed_part(predicted + unzigzag(from[i]), bits);
            to[i] = value;
        } else {
            value = from[i];
            to[i] = zigzag(signed_part(value - predicted, bits));
        }
        if (second) l->step = value - l->value;
        l->value = value;
    }
}

static inline void by_row(unsigned bits, const uint64_t *from, size_t count, uint64_t *to, bool second, bool back)
{
    uint64_t last = 0, step = 0;
    for (size_t i = 0; i < count; i++) {
        uint64_t predicted = second ? last + step : last, value;
        if (back) {
            value = signed_part(predicted + unzigzag(from[i]), bits);
            to[i] = value;
        } else {
            value = from[i];
            to[i] = zigzag(signed_part(value - predicted, bits));
        }
        step = i ? value - last : 0;
        last = value;
    }
}

#ifndef __OPTIMIZE_SIZE__ /* a browser gets the general one */
/* The same for values of 32 bits, back: each waits for the one before, so the sums are as short as can be. */
static inline void back_by_row_32(uint64_t *values, size_t count, bool second)
{
    uint32_t last = 0, step = 0;
    for (size_t i = 0; i < count; i++) {
        const uint32_t residual = (uint32_t)unzigzag(values[i]);
        if (second) step += residual;
        last += second ? step : residual;
        if (second && !i) step = 0;
        values[i] = (uint64_t)(int64_t)(int32_t)last;
    }
}
#endif

static inline void by_difference(const series_model *model, unsigned bits, const uint64_t *from, size_t count, uint64_t *to,
                                 bool back)
{
    uint64_t difference = 0;
    for (size_t i = 0; i < count; i++) {
        uint64_t other = model->other[i];
        if (back) {
            difference += unzigzag(from[i]);
            to[i] = signed_part(other + difference, bits);
        } else {
            uint64_t now = from[i] - other;
            to[i] = zigzag(signed_part(now - difference, bits));
            difference = now;
        }
    }
}

static inline void by_sizes(const series_model *model, const uint64_t *from, size_t count, uint64_t *to, bool back)
{
    for (size_t i = 0; i < count; i++) to[i] = back ? model->other[i] + unzigzag(from[i]) : zigzag(from[i] - model->other[i]);
}

static inline void by_expected(const series_model *model, unsigned bits, const uint64_t *from, size_t count, uint64_t *to,
                               bool back)
{
    for (size_t i = 0; i < count; i++)
        to[i] =
            back ? signed_part(model->other[i] + unzigzag(from[i]), bits) : zigzag(signed_part(from[i] - model->other[i], bits));
}

/* The distance of the size from the root, and the sign as the lowest bit. */
static inline void by_root(const series_model *model, const uint64_t *from, size_t count, uint64_t *to, bool back)
{
    enum { SIGN = 31 };
    const uint64_t size = (UINT64_C(1) << SIGN) - 1;
    for (size_t i = 0; i < count; i++) {
        uint64_t root = model->other[i];
        if (back) {
            uint64_t bits = ((root + unzigzag(from[i] >> 1)) & size) | (from[i] & 1) << SIGN;
            to[i] = reel__series_order(bits, SIGN + 1);
        } else {
            uint64_t bits = reel__series_unorder(from[i], SIGN + 1);
            to[i] = zigzag((bits & size) - root) << 1 | bits >> SIGN;
        }
    }
}

void reel__series_add_sizes(const uint64_t *key, const uint64_t *values, size_t count, uint64_t *steps)
{
    enum { MORE_BITS = 7 };
    uint64_t last[SERIES_KEYS] = { 0 };
    for (size_t i = 0; i < count; i++) {
        uint64_t *before = &last[key[i] % SERIES_KEYS], change = values[i] - *before;
        *before = values[i];
        steps[i] += 1 + bits_length(change ^ (UINT64_C(0) - (change >> 63))) / MORE_BITS; /* six bits, then seven each */
    }
}

void reel__series_forward(const series_model *model, series_type type, const uint64_t *values, size_t count, uint64_t *residuals)
{
    switch (model->transform) {
    case SERIES_DELTA: by_row(type.bits, values, count, residuals, false, false); break;
    case SERIES_DELTA_2: by_row(type.bits, values, count, residuals, true, false); break;
    case SERIES_KEYED: by_key(model, type.bits, values, count, residuals, false, false); break;
    case SERIES_KEYED_2: by_key(model, type.bits, values, count, residuals, true, false); break;
    case SERIES_DIFFERENCE: by_difference(model, type.bits, values, count, residuals, false); break;
    case SERIES_SIZES: by_sizes(model, values, count, residuals, false); break;
    case SERIES_MINUS:
    case SERIES_SHIFTED:
    case SERIES_RATE: by_expected(model, type.bits, values, count, residuals, false); break;
    case SERIES_ROOT: by_root(model, values, count, residuals, false); break;
    default:
        for (size_t i = 0; i < count; i++) residuals[i] = type.is_signed ? zigzag(values[i]) : values[i];
    }
}

void reel__series_back(const series_model *model, series_type type, uint64_t *values, size_t count)
{
#ifndef __OPTIMIZE_SIZE__
    if (type.bits == 32 && (model->transform == SERIES_DELTA || model->transform == SERIES_DELTA_2)) {
        if (model->transform == SERIES_DELTA)
            back_by_row_32(values, count, false);
        else
            back_by_row_32(values, count, true);
        return;
    }
#endif
    switch (model->transform) {
    case SERIES_DELTA: by_row(type.bits, values, count, values, false, true); break;
    case SERIES_DELTA_2: by_row(type.bits, values, count, values, true, true); break;
    case SERIES_KEYED: by_key(model, type.bits, values, count, values, false, true); break;
    case SERIES_KEYED_2: by_key(model, type.bits, values, count, values, true, true); break;
    case SERIES_DIFFERENCE: by_difference(model, type.bits, values, count, values, true); break;
    case SERIES_SIZES: by_sizes(model, values, count, values, true); break;
    case SERIES_MINUS:
    case SERIES_SHIFTED:
    case SERIES_RATE: by_expected(model, type.bits, values, count, values, true); break;
    case SERIES_ROOT: by_root(model, values, count, values, true); break;
    default:
        for (size_t i = 0; i < count && type.is_signed; i++) values[i] = unzigzag(values[i]);
    }
}
