/* SPDX-License-Identifier: MIT
 * What the decoder and the encoder of fpzip share. Private to the codec. */
#ifndef CODEC_FPZIP_MODEL_H
#define CODEC_FPZIP_MODEL_H

#include "codec/fpzip.h"
#include "core/inline.h"

enum {
    FPZIP_TOTAL_LOG = 16, /* frequencies have this sum */
    FPZIP_TOTAL = 1 << FPZIP_TOTAL_LOG,
    FPZIP_STEP_BITS = 16, /* a raw number is coded in steps of at most this many */
    FPZIP_BUCKET_LOG = 6,
    FPZIP_VALUE_BYTES = 32, /* at least what one value shifts, 25 bytes, and the 4 that are loaded or stored at once */
    FPZIP_VERSION = 0x0110,
    FPZIP_FAST_MODE = 1
};

#define FPZIP_MAGIC "fpz" /* with its NUL */

/* ---- the model -------------------------------------------------------------------------------------------------- */

void reel__fpzip_model_start(fpzip_model *model, bool wide);
void reel__fpzip_model_rebuild(fpzip_model *model);

FORCE_INLINE void count_symbol(fpzip_model *m, uint32_t symbol)
{
    if (m->left == 0) reel__fpzip_model_rebuild(m);
    m->left--;
    m->counts[symbol] += m->increment;
}

/* Index of the highest bit of a number other than 0. */
FORCE_INLINE uint32_t fpzip_highest_bit(uint64_t number)
{
#if defined(__GNUC__)
    return 63 - (uint32_t)__builtin_clzll(number);
#else
    uint32_t bit = 0;
    for (uint32_t half = 32; half; half /= 2)
        if (number >> half) bit += half, number >>= half;
    return bit;
#endif
}

/* ---- the range -------------------------------------------------------------------------------------------------- */

/* Bytes at the top of low and of low + range that are equal, at most 3: the range is never 0. */
FORCE_INLINE uint32_t settled_bytes(uint32_t low, uint32_t range)
{
    uint32_t differ = low ^ (low + range);
    return (31 - fpzip_highest_bit(differ)) / 8;
}

/* ---- values as numbers ------------------------------------------------------------------------------------------ */

/* The functions below are made for 32 and for 64 bits: `wide` is a constant wherever they are used. */
FORCE_INLINE uint64_t sign_bit(bool wide) { return wide ? UINT64_C(1) << 63 : UINT64_C(1) << 31; }
FORCE_INLINE uint64_t all_bits(bool wide) { return wide ? UINT64_MAX : UINT32_MAX; }
FORCE_INLINE uint64_t infinity_bits(bool wide) { return wide ? UINT64_C(0x7FF) << 52 : UINT64_C(0xFF) << 23; }
FORCE_INLINE uint64_t quiet_bit(bool wide) { return wide ? UINT64_C(1) << 51 : UINT64_C(1) << 22; }

/* Bits of a value as a number that grows with the value, and back. Signs are as good as random, so nothing here branches. */
FORCE_INLINE uint64_t order_of(uint64_t bits, bool wide)
{
    uint64_t negative = bits >> (wide ? 63 : 31);
    return (bits ^ ((0 - negative) | sign_bit(wide))) & all_bits(wide);
}
FORCE_INLINE uint64_t value_of(uint64_t order, bool wide)
{
    uint64_t positive = order >> (wide ? 63 : 31);
    return (order ^ ((positive - 1) | sign_bit(wide))) & all_bits(wide);
}

/* -number if `negative`, otherwise the number. */
FORCE_INLINE uint64_t negated_if(bool negative, uint64_t number) { return (number ^ (0 - (uint64_t)negative)) + negative; }

FORCE_INLINE uint64_t load_value(const uint8_t *table, uint64_t index, bool wide)
{
    uint64_t bits64;
    uint32_t bits32;
    if (wide) {
        memcpy(&bits64, table + index * sizeof bits64, sizeof bits64);
        return bits64;
    }
    memcpy(&bits32, table + index * sizeof bits32, sizeof bits32);
    return bits32;
}

FORCE_INLINE void store_value(uint8_t *table, uint64_t index, uint64_t bits, bool wide)
{
    uint32_t bits32 = (uint32_t)bits;
    if (wide)
        memcpy(table + index * sizeof bits, &bits, sizeof bits);
    else
        memcpy(table + index * sizeof bits32, &bits32, sizeof bits32);
}

/* ---- sums ------------------------------------------------------------------------------------------------------- */

FORCE_INLINE bool bits_are_nan(uint64_t bits, bool wide) { return (bits & ~sign_bit(wide)) > infinity_bits(wide); }

/* Assigning to a float rounds on every machine, and rounding twice changes nothing: 53 bits are more than 2 * 24 + 1. */
FORCE_INLINE uint64_t add_floats(uint64_t a_bits, uint64_t b_bits)
{
    uint32_t bits = (uint32_t)a_bits;
    float a, b;
    memcpy(&a, &bits, sizeof a);
    bits = (uint32_t)b_bits;
    memcpy(&b, &bits, sizeof b);
    float sum = a + b;
    memcpy(&bits, &sum, sizeof bits);
    return bits;
}

/* The same for doubles, and sums that are not a number. */
uint64_t reel__fpzip_add_doubles(uint64_t a, uint64_t b);
uint64_t reel__fpzip_nan_sum(uint64_t a, uint64_t b, bool negated, bool wide);

FORCE_INLINE uint64_t add_values(uint64_t a, uint64_t b, bool wide)
{
    return wide ? reel__fpzip_add_doubles(a, b) : add_floats(a, b);
}

/* (left + above) - diagonal, and never -0. */
FORCE_INLINE uint64_t predict(uint64_t left, uint64_t above, uint64_t diagonal, bool wide)
{
    uint64_t sum = add_values(left, above, wide);
    if (bits_are_nan(sum, wide)) sum = reel__fpzip_nan_sum(left, above, false, wide);
    uint64_t result = add_values(sum, diagonal ^ sign_bit(wide), wide);
    if (bits_are_nan(result, wide)) result = reel__fpzip_nan_sum(sum, diagonal ^ sign_bit(wide), true, wide);
    return result == sign_bit(wide) ? 0 : result;
}

#endif
