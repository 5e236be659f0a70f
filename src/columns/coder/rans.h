/* SPDX-License-Identifier: MIT
 * The entropy coder: range variant of asymmetric numeral systems (rANS) with static tables of frequencies, 32-bit states and 16-bit steps,
 * four states that take turns so that a processor works on four symbols at once. Encoded from the last symbol to the first. */
#ifndef COLUMNS_CODER_RANS_H
#define COLUMNS_CODER_RANS_H

#include "columns/coder/bits.h"

enum {
    RANS_SYMBOLS = 192, /* at most */
    RANS_STATES = 4,
    RANS_LOW = 1 << 16, /* a state is at least this */
    RANS_BITS_MOST = 11,
    RANS_TABLES = 16, /* that a reader has at a time, at most */
    RANS_STEP = 2     /* bytes that a symbol takes at most */
};

/* Rounds counts to frequencies that sum to 1 << bits and that reel__rans_write_table can write. All zero if no symbol was counted. At most
 * half as many symbols as 1 << bits. */
void reel__rans_normalise(const uint32_t *counts, size_t symbols, unsigned bits, uint16_t *frequencies);
/* log2 in 1/256, of a number above 0. */
uint32_t reel__rans_log2(uint64_t value);

/* Bytes that a table takes at most. */
#define RANS_TABLE_MOST(symbols) (((symbols)*14 + 16) / 8)
void reel__rans_write_table(bit_writer *out, const uint16_t *frequencies, size_t symbols);
/* Whether it was a table: the sum is right, or all are zero. Never reads more than RANS_TABLE_MOST bytes. */
bool reel__rans_read_table(bit_reader *in, uint16_t *frequencies, size_t symbols, unsigned bits);

/* One entry for each of 1 << bits: what a decoder needs to know of a state's lowest bits. The symbol in 8 bits, its frequency in 12, the
 * offset within it above them. */
typedef uint32_t rans_slot;
enum { RANS_FREQUENCY_SHIFT = 8, RANS_OFFSET_SHIFT = 20, RANS_FREQUENCY_MASK = 0xfff, RANS_SYMBOL_MASK = 0xff };

/* Fills a decoder's table. A table of zeros gives symbol 0 everywhere, which no encoder uses. */
void reel__rans_build(const uint16_t *frequencies, size_t symbols, unsigned bits, rans_slot *slots);

typedef struct rans_decoder {
    uint32_t state[RANS_STATES];
    const uint8_t *at;
} rans_decoder;

static inline unsigned rans_get(rans_decoder *d, const rans_slot *slots, unsigned bits, unsigned which)
{
    uint32_t x = d->state[which];
    rans_slot slot = slots[x & ((1u << bits) - 1)];
    x = (slot >> RANS_FREQUENCY_SHIFT & RANS_FREQUENCY_MASK) * (x >> bits) + (slot >> RANS_OFFSET_SHIFT);
    uint32_t more = x << 16 | reel_load_u16le(d->at), low = x < RANS_LOW;
    d->state[which] = low ? more : x;
    d->at += low ? RANS_STEP : 0;
    return slot & RANS_SYMBOL_MASK;
}

/* Encodes backwards: `at` goes down from the end of a room of RANS_STEP bytes a symbol. */
typedef struct rans_encoder {
    uint32_t state[RANS_STATES];
    uint8_t *at;
} rans_encoder;

static inline rans_encoder rans_encoder_at(uint8_t *end)
{
    return (rans_encoder){ { RANS_LOW, RANS_LOW, RANS_LOW, RANS_LOW }, end };
}

static inline void rans_put(rans_encoder *e, uint32_t frequency, uint32_t start, unsigned bits, unsigned which)
{
    uint32_t x = e->state[which];
    if (x >= (uint64_t)frequency << (32 - bits)) {
        e->at -= RANS_STEP;
        e->at[0] = (uint8_t)x;
        e->at[1] = (uint8_t)(x >> 8);
        x >>= 16;
    }
    e->state[which] = ((x / frequency) << bits) + x % frequency + start;
}

#endif
