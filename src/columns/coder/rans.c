/* SPDX-License-Identifier: MIT
 * Tables of frequencies. They are written with four significant bits, except for the most frequent symbol, which gets what remains: that
 * costs less than a thousandth of the symbols and saves half of the table. */
#include "columns/coder/rans.h"

enum { SIGNIFICANT = 4, LENGTH_BITS = 4, LOG_STEPS = 8 };

uint32_t reel__rans_log2(uint64_t value)
{
    unsigned length = bits_length(value);
    uint64_t mantissa = length > 32 ? value >> (length - 32) : value << (32 - length); /* 2^31 to 2^32 */
    uint32_t log = (length - 1) << LOG_STEPS;
    for (unsigned bit = LOG_STEPS; bit-- > 0;) {
        mantissa = mantissa * mantissa >> 31;
        if (mantissa >> 32) {
            mantissa >>= 1;
            log |= 1u << bit;
        }
    }
    return log;
}

static uint16_t four_bits_of(uint64_t value)
{
    unsigned length = bits_length(value), dropped = length > SIGNIFICANT ? length - SIGNIFICANT : 0;
    if (dropped) value += UINT64_C(1) << (dropped - 1);
    return (uint16_t)(value >> dropped << dropped);
}

void reel__rans_normalise(const uint32_t *counts, size_t symbols, unsigned bits, uint16_t *frequencies)
{
    uint64_t total = 0, whole = UINT64_C(1) << bits, used = 0;
    size_t most = 0;
    for (size_t s = 0; s < symbols; s++) {
        total += counts[s];
        if (counts[s] > counts[most]) most = s;
    }
    for (size_t s = 0; s < symbols; s++) {
        frequencies[s] = 0;
        if (!counts[s] || s == most) continue;
        uint64_t share = counts[s] * whole / total;
        frequencies[s] = four_bits_of(share ? share : 1);
        used += frequencies[s];
    }
    if (!total) return;
    /* Rounding up must leave the most frequent symbol half of its share: the largest of the others give back. */
    uint64_t due = counts[most] * whole / total / 2;
    while (used + (due ? due : 1) > whole) {
        size_t largest = most == 0;
        for (size_t s = 0; s < symbols; s++)
            if (s != most && frequencies[s] > frequencies[largest]) largest = s;
        unsigned length = bits_length(frequencies[largest]);
        unsigned step = length > SIGNIFICANT ? 1u << (length - SIGNIFICANT) : 1;
        frequencies[largest] = (uint16_t)(frequencies[largest] - step);
        used -= step;
    }
    frequencies[most] = (uint16_t)(whole - used);
}

/* A run of absent symbols, at least one, as an Elias gamma code. */
static void put_gamma(bit_writer *out, uint32_t value)
{
    unsigned length = bits_length(value | 1);
    bits_put(out, UINT64_C(1) << (length - 1), length);
    bits_put(out, value & ((UINT64_C(1) << (length - 1)) - 1), length - 1);
}

static uint32_t get_gamma(bit_reader *in)
{
    unsigned length = 1;
    while (length < 16 && !bits_get(in, 1)) length++;
    return (uint32_t)(UINT64_C(1) << (length - 1) | bits_get(in, length - 1));
}

static size_t most_frequent(const uint16_t *frequencies, size_t symbols)
{
    size_t most = 0;
    for (size_t s = 1; s < symbols; s++)
        if (frequencies[s] > frequencies[most]) most = s;
    return most;
}

void reel__rans_write_table(bit_writer *out, const uint16_t *frequencies, size_t symbols)
{
    size_t rest = most_frequent(frequencies, symbols);
    /* What remains need not be the largest: it is the one that four bits cannot write, if there is one. */
    for (size_t s = 0; s < symbols; s++)
        if (frequencies[s] != four_bits_of(frequencies[s])) rest = s;
    put_gamma(out, frequencies[rest] ? (uint32_t)rest + 2 : 1);
    if (!frequencies[rest]) return;
    for (size_t s = 0; s < symbols; s++) {
        if (s == rest) continue;
        unsigned length = bits_length(frequencies[s]), low = length > SIGNIFICANT ? SIGNIFICANT - 1 : length ? length - 1 : 0;
        bits_put(out, length, LENGTH_BITS);
        if (length) {
            bits_put(out, (uint64_t)frequencies[s] >> (length - 1 - low) & ((UINT64_C(1) << low) - 1), low);
            continue;
        }
        size_t run = 1;
        while (s + run < symbols && (!frequencies[s + run] && s + run != rest)) run++;
        put_gamma(out, (uint32_t)run);
        s += run - 1;
    }
}

bool reel__rans_read_table(bit_reader *in, uint16_t *frequencies, size_t symbols, unsigned bits)
{
    memset(frequencies, 0, symbols * sizeof *frequencies);
    size_t rest = get_gamma(in);
    if (rest == 1) return true;
    rest -= 2;
    uint32_t whole = 1u << bits, used = 0;
    if (rest >= symbols) return false;
    for (size_t s = 0; s < symbols; s++) {
        if (s == rest) continue;
        unsigned length = (unsigned)bits_get(in, LENGTH_BITS);
        if (length) {
            unsigned low = length > SIGNIFICANT ? SIGNIFICANT - 1 : length - 1;
            uint32_t value = (1u << low | (uint32_t)bits_get(in, low)) << (length - 1 - low);
            used += value;
            if (length > bits || used >= whole) return false;
            frequencies[s] = (uint16_t)value;
            continue;
        }
        size_t run = get_gamma(in);
        if (run > symbols - s) return false;
        s += run - 1;
    }
    frequencies[rest] = (uint16_t)(whole - used);
    return true;
}

void reel__rans_build(const uint16_t *frequencies, size_t symbols, unsigned bits, rans_slot *slots)
{
    size_t at = 0;
    for (size_t s = 0; s < symbols; s++)
        for (uint16_t i = 0; i < frequencies[s]; i++)
            slots[at++] = (uint32_t)s | (uint32_t)frequencies[s] << RANS_FREQUENCY_SHIFT | (uint32_t)i << RANS_OFFSET_SHIFT;
    while (at < (size_t)1 << bits) slots[at++] = 1u << RANS_FREQUENCY_SHIFT;
}
