/* SPDX-License-Identifier: MIT
 * Floats that are multiples of a power of two. A time that adds up steps of a clock has steps of few values, but as floats their sizes
 * change with the exponent of the time, and their lowest bits are 0. */
#include "columns/coder/decimal.h"

#include "columns/coder/bits.h"

static const series_type whole_type = { .bits = 64, .is_signed = true };

/* 2^-149 is the smallest f32. Numbers beyond 2^52 have no room for their fraction in a double. */
enum { GRID_MOST = 149, WHOLE_BITS_MOST = 52 };
enum { DOUBLE_BIAS = 1023, DOUBLE_FRACTION = 52 };

/* 2^power, of a usual double. */
static double power_of_two(int power) { return reel_double_of((uint64_t)(power + DOUBLE_BIAS) << DOUBLE_FRACTION); }

static double number_of(uint64_t bits, unsigned size)
{
    return size == 64 ? reel_double_of(bits) : (double)reel_float_of((uint32_t)bits);
}

/* How many halvings of 1 a number is a multiple of. False: it is not finite, or minus zero, or needs too many. */
static bool halvings_of(double number, unsigned *halvings)
{
    const uint64_t bits = reel_double_bits(number), fraction = bits & ((UINT64_C(1) << DOUBLE_FRACTION) - 1);
    const int exponent = (int)(bits >> DOUBLE_FRACTION & (2 * DOUBLE_BIAS + 1));
    *halvings = 0;
    if (!bits) return true;
    if (!exponent || exponent > 2 * DOUBLE_BIAS) return false;
    const uint64_t odd = fraction | UINT64_C(1) << DOUBLE_FRACTION;
    const int lowest = exponent - DOUBLE_BIAS - DOUBLE_FRACTION + (int)bits_length(odd & (0 - odd)) - 1;
    if (lowest < -GRID_MOST) return false;
    if (lowest < 0) *halvings = (unsigned)-lowest;
    return true;
}

bool reel__grid_encode(block_writer *block, series_type type, const uint64_t *values, size_t count, reel_memory *to)
{
    static const uint8_t method = (uint8_t)(PACKING_NOTHING << PACKING_SHIFT | SERIES_GRID);
    uint64_t *wholes = reel__block_room(block, count, sizeof *wholes);
    unsigned most = 0;
    for (size_t i = 0; i < count && wholes; i++) {
        unsigned halvings;
        if (!halvings_of(number_of(values[i], type.bits), &halvings)) return false;
        if (halvings > most) most = halvings;
    }
    const double scale = power_of_two((int)most), limit = power_of_two(WHOLE_BITS_MOST);
    for (size_t i = 0; i < count && wholes; i++) {
        const double whole = number_of(values[i], type.bits) * scale;
        if (!(whole > -limit && whole < limit)) return false;
        wholes[i] = (uint64_t)(int64_t)whole;
    }
    reel__block_add(block, to, &method, 1);
    reel__block_add(block, to, &(uint8_t){ (uint8_t)most }, 1);
    if (wholes) reel__series_encode_simple(block, NULL, whole_type, wholes, count, NULL, to);
    return block->status == REEL_OK;
}

reel_status reel__grid_decode(block_source *source, block_column *column, series_type type, size_t count, uint64_t *values)
{
    const unsigned halvings = reel_get_u8(&column->in);
    if (column->in.failed || halvings > GRID_MOST) return reel__source_corrupt(source, &column->in, "floats without their grid");
    const reel_status status = reel__series_decode_simple(source, column, whole_type, count, values);
    if (status != REEL_OK) return status;
    const double step = power_of_two(-(int)halvings);
    for (size_t i = 0; i < count; i++) {
        const double number = (double)(int64_t)values[i] * step;
        values[i] = type.bits == 64 ? reel_double_bits(number) : reel_float_bits((float)number);
    }
    return REEL_OK;
}
