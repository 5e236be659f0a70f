/* SPDX-License-Identifier: MIT
 * The adaptive model of fpzip, and the sums that a processor may do its own way. */
#include "codec/fpzip_model.h"

enum { LONGEST_PERIOD = 1024 };

uint64_t reel__fpzip_table_size(const fpzip_shape *shape)
{
    uint64_t values = (uint64_t)shape->columns * shape->rows, size = fpzip_value_size(shape);
    return values > UINT64_MAX / size ? UINT64_MAX : values * size;
}

/* ---- the model -------------------------------------------------------------------------------------------------- */

static void fill_buckets(fpzip_model *m)
{
    uint32_t bucket = 0;
    for (uint32_t s = 0; s < m->symbols; s++)
        for (; bucket < FPZIP_BUCKETS && bucket << FPZIP_BUCKET_LOG < m->starts[s + 1]; bucket++) m->first[bucket] = (uint8_t)s;
}

/* Takes the counted frequencies into use and halves them. What is missing to the sum is given out by the symbols of the next period, in
 * increments of which the last `more` are larger by one. */
void reel__fpzip_model_rebuild(fpzip_model *m)
{
    if (m->more) {
        m->left = m->more;
        m->more = 0;
        m->increment++;
        return;
    }
    if (m->period < LONGEST_PERIOD) m->period = 2 * m->period < LONGEST_PERIOD ? 2 * m->period : LONGEST_PERIOD;
    uint32_t total = FPZIP_TOTAL, missing = FPZIP_TOTAL;
    for (uint32_t s = m->symbols; s-- > 0;) {
        total -= m->counts[s];
        m->starts[s] = total;
        m->counts[s] = m->counts[s] >> 1 | 1;
        missing -= m->counts[s];
    }
    m->increment = missing / m->period;
    m->more = missing % m->period;
    m->left = m->period - m->more;
    fill_buckets(m);
}

void reel__fpzip_model_start(fpzip_model *m, bool wide)
{
    m->symbols = wide ? 129 : 65;
    m->period = m->symbols / 16 | 2;
    m->more = 0;
    for (uint32_t s = 0; s < m->symbols; s++) m->counts[s] = FPZIP_TOTAL / m->symbols + (s < FPZIP_TOTAL % m->symbols);
    m->starts[m->symbols] = FPZIP_TOTAL;
    reel__fpzip_model_rebuild(m);
}

/* ---- sums ------------------------------------------------------------------------------------------------------- */

/* What x86 makes of a sum that is not a number; other processors make other bits of it. `negated`: the sign of b was turned, which a NaN
 * does not show. */
uint64_t reel__fpzip_nan_sum(uint64_t a, uint64_t b, bool negated, bool wide)
{
    if (bits_are_nan(a, wide)) return a | quiet_bit(wide);
    if (bits_are_nan(b, wide)) return (negated ? b ^ sign_bit(wide) : b) | quiet_bit(wide);
    return sign_bit(wide) | infinity_bits(wide) | quiet_bit(wide);
}

/* Doubles do change where a machine has 64 bits of mantissa (FLT_EVAL_METHOD 2), so they are added as integers. Tables of doubles are rare:
 * a writer's answer to one error, which no longer occurs. A zero has any sign. */
uint64_t reel__fpzip_add_doubles(uint64_t a, uint64_t b)
{
    enum { MANTISSA = 52, GUARD = 3, LARGEST = 0x7FF };
    uint64_t sign = sign_bit(true), fraction = (UINT64_C(1) << MANTISSA) - 1;
    if ((a & ~sign) < (b & ~sign)) {
        uint64_t smaller = a;
        a = b;
        b = smaller;
    }
    uint32_t exponent = (uint32_t)(a >> MANTISSA) & LARGEST, lower = (uint32_t)(b >> MANTISSA) & LARGEST;
    if (exponent == LARGEST) return bits_are_nan(a, true) || lower != LARGEST || a == b ? a : a | quiet_bit(true);
    uint64_t larger = (a & fraction) | (exponent ? fraction + 1 : 0), other = (b & fraction) | (lower ? fraction + 1 : 0);
    if (!exponent) exponent = 1;
    if (!lower) lower = 1;
    uint32_t shift = exponent - lower;
    larger <<= GUARD, other <<= GUARD;
    if (shift > MANTISSA + GUARD + 1)
        other = other != 0;
    else
        other = other >> shift | ((other & ((UINT64_C(1) << shift) - 1)) != 0);
    uint64_t sum = (a ^ b) & sign ? larger - other : larger + other, one = (fraction + 1) << GUARD;
    if (sum == 0) return 0;
    for (; sum >= 2 * one; exponent++) sum = sum >> 1 | (sum & 1);
    for (; sum < one && exponent > 1; exponent--) sum <<= 1;
    uint64_t kept = sum >> GUARD, cut = sum & 7;
    kept += cut > 4 || (cut == 4 && (kept & 1));
    uint64_t bits = ((uint64_t)(exponent - 1) << MANTISSA) + kept; /* the bit before the mantissa is one of the exponent */
    return (a & sign) | (bits < infinity_bits(true) ? bits : infinity_bits(true));
}
