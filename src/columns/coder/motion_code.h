/* SPDX-License-Identifier: MIT
 * One value of a pose as a symbol and raw bits. The residual is the difference between the value and its prediction in the order of floats;
 * its length in bits, counted from the length that is expected, is the symbol. What is expected comes from the lengths so far, each taken
 * together with the exponent of its prediction, so that a hand that passes zero does not upset it, and from how far the components of this
 * row that are already known were off. */
#ifndef COLUMNS_CODER_MOTION_CODE_H
#define COLUMNS_CODER_MOTION_CODE_H

#include "columns/coder/motion_model.h"
#include "columns/coder/rans.h"

enum {
    CODE_BITS = 10,    /* of a table's sum */
    CODE_SYMBOLS = 16, /* 0 and 15 are escapes: the length is in the bits */
    CODE_MIDDLE = 10,  /* symbol of a residual as long as expected */
    CODE_ESCAPE = 6,   /* bits of a length after an escape */
    CODE_LENGTHS = 32, /* a residual's length at most */
    CODE_GROUPS = 5,   /* of tables: see code_group */
    CODE_HALVES = 2,   /* tables of a group: by the fraction of the length that is expected */
    CODE_TABLES = CODE_GROUPS * CODE_HALVES,
    CODE_FRACTION = 8,  /* bits of fractions of lengths */
    CODE_START = 141,   /* length and exponent before anything is known */
    CODE_EXPONENT = 100 /* smaller exponents count as this */
};

typedef enum code_group { CODE_FIRST_MOVE, CODE_FIRST_TURN, CODE_MOVE, CODE_TURN, CODE_LARGEST } code_group;

typedef enum code_mode { CODE_WRITE, CODE_READ } code_mode;

/* Averages of length and exponent, over about 4, 8 and 32 values. */
typedef struct code_level {
    int32_t quick, middle, slow;
} code_level;

/* How far the lengths of a device in this row and the row before it were from what was expected. */
typedef struct code_bias {
    int32_t sum, count, before;
} code_bias;

typedef struct code_stream {
    bit_writer out;
    bit_reader in;
    rans_decoder states;
    const rans_slot *slots; /* CODE_TABLES tables */
    uint8_t *record;        /* table and symbol of each value, for the encoder's second pass */
} code_stream;

/* Floats in their order as integers: a bijection, with -0 just below +0. It is its own inverse. */
static inline int32_t code_order(uint32_t bits) { return (int32_t)(bits ^ ((uint32_t)0 - (bits >> 31)) >> 1); }

/* Bits of a value in a byte of the record. */
enum { CODE_SYMBOL_BITS = 4 };

static inline int32_t code_ordinal(double predicted)
{
    float value = (float)predicted;
    if (!(value > -1e9f && value < 1e9f)) value = 0;
    return code_order(reel_float_bits(value));
}

static inline int32_t code_exponent(int32_t ordinal)
{
    int32_t exponent = (int32_t)((uint32_t)code_order((uint32_t)ordinal) >> 23 & 255);
    return exponent < CODE_EXPONENT ? CODE_EXPONENT : exponent;
}

/* The length that is expected, in 1 / 256. */
static inline int32_t code_expected(const code_level *level, const code_bias *bias, int32_t exponent)
{
    static const int32_t share[MOTION_VALUES] = { 0, 4096, 2048, 1365, 1024, 819, 683 };
    int32_t e = ((level->quick * 6 + level->middle * 4 + level->slow * 6) >> 4) - (exponent << CODE_FRACTION);
    if (bias) e += (((bias->sum * share[bias->count]) >> 12) * 4 + bias->before * 3) >> 4;
    int32_t most = (CODE_LENGTHS + 1) << CODE_FRACTION;
    return e < 0 ? 0 : e > most ? most : e;
}

FORCE_INLINE uint32_t code_write(code_stream *s, uint32_t residual, int32_t expected, unsigned table)
{
    uint32_t negative = residual >> 31;
    uint32_t size = negative ? 0 - residual : residual;
    int length = (int)bits_length(size), symbol = length - expected + CODE_MIDDLE;
    symbol = symbol < 0 ? 0 : symbol > CODE_SYMBOLS - 1 ? CODE_SYMBOLS - 1 : symbol;
    *s->record++ = (uint8_t)(table << CODE_SYMBOL_BITS | (unsigned)symbol);
    if (symbol == 0 || symbol == CODE_SYMBOLS - 1) bits_put(&s->out, (unsigned)length, CODE_ESCAPE);
    if (length) {
        uint64_t low = size & ((UINT64_C(1) << (length - 1)) - 1);
        bits_put(&s->out, low | (uint64_t)negative << (length - 1), (unsigned)length);
    }
    return (uint32_t)length;
}

FORCE_INLINE uint32_t code_read(code_stream *s, uint32_t *residual, int32_t expected, unsigned table, unsigned which)
{
    int symbol = (int)rans_get(&s->states, s->slots + ((size_t)table << CODE_BITS), CODE_BITS, which);
    int length = symbol + expected - CODE_MIDDLE;
    if (symbol == 0 || symbol == CODE_SYMBOLS - 1) length = (int)bits_get(&s->in, CODE_ESCAPE);
    length = length < 0 ? 0 : length > CODE_LENGTHS ? CODE_LENGTHS : length;
    uint64_t bits = bits_get(&s->in, (unsigned)length);
    uint32_t top = length ? 1u << (length - 1) : 0, negative = (bits & top) != 0;
    uint32_t size = top | ((uint32_t)bits & (top - (length > 0)));
    *residual = negative ? 0 - size : size;
    return (uint32_t)length;
}

/* Codes a residual, which is set when reading. `which` is the state of the entropy coder. */
FORCE_INLINE void code_residual(code_stream *s, code_level *level, code_bias *bias, code_group group, uint32_t *residual,
                                int32_t exponent, unsigned which, code_mode mode)
{
    int32_t e = code_expected(level, bias, exponent);
    unsigned table = (unsigned)group * CODE_HALVES + ((unsigned)e >> (CODE_FRACTION - 1) & 1);
    uint32_t length = mode == CODE_READ ? code_read(s, residual, e >> CODE_FRACTION, table, which)
                                        : code_write(s, *residual, e >> CODE_FRACTION, table);
    int32_t both = ((int32_t)length + exponent) << CODE_FRACTION;
    if (bias) {
        bias->sum += both - (exponent << CODE_FRACTION) - e;
        bias->count++;
    }
    level->quick += (both - level->quick) >> 2;
    level->middle += (both - level->middle) >> 3;
    level->slow += (both - level->slow) >> 5;
}

/* Reads the bits of a float. */
FORCE_INLINE uint32_t code_value(code_stream *s, code_level *level, code_bias *bias, code_group group, double prediction,
                                 unsigned which)
{
    int32_t predicted = code_ordinal(prediction);
    uint32_t residual = 0;
    code_residual(s, level, bias, group, &residual, code_exponent(predicted), which, CODE_READ);
    return (uint32_t)code_order((uint32_t)predicted + residual);
}

/* Codes a whole number of steps, *actual, of which `prediction` may be a fraction. */
FORCE_INLINE void code_whole(code_stream *s, code_level *level, code_bias *bias, code_group group, int32_t *actual,
                             double prediction, unsigned which, code_mode mode)
{
    enum { EXPONENT = 127 };
    static const double middle = 1 << 30;
    if (!(prediction > -middle && prediction < middle)) prediction = 0;
    int32_t predicted = (int32_t)((int64_t)(prediction + middle + 0.5) - (INT64_C(1) << 30));
    uint32_t residual = mode == CODE_READ ? 0 : (uint32_t)*actual - (uint32_t)predicted;
    code_residual(s, level, bias, group, &residual, EXPONENT, which, mode);
    if (mode == CODE_READ) *actual = (int32_t)((uint32_t)predicted + residual);
}

#endif
