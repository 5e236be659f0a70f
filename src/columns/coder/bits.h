/* SPDX-License-Identifier: MIT
 * Bits, the lowest first. Neither side checks its end on every call: the writer has room for BITS_MOST more bits a call, the reader works
 * on a copy with zeros after it, and asks from time to time whether it went too far. */
#ifndef COLUMNS_CODER_BITS_H
#define COLUMNS_CODER_BITS_H

#include <reel/format.h>

enum { BITS_MOST = 56, BITS_SLACK = 8 };

/* Bits of a number from its highest one on; 0 for 0. */
static inline unsigned bits_length(uint64_t value)
{
#ifdef __GNUC__
    return value ? 64 - (unsigned)__builtin_clzll(value) : 0;
#else
    unsigned length = 0;
    for (; value; value >>= 1) length++;
    return length;
#endif
}

typedef struct bit_writer {
    uint8_t *at;
    uint64_t held; /* bits below `count` are not written yet */
    unsigned count;
} bit_writer;

/* Adds the lowest `count` bits of `value`, which has no others, and at most BITS_MOST. */
static inline void bits_put(bit_writer *bits, uint64_t value, unsigned count)
{
    bits->held |= value << bits->count;
    bits->count += count;
    reel_store_u64le(bits->at, bits->held);
    unsigned whole = bits->count >> 3;
    bits->at += whole;
    bits->held = whole == 8 ? 0 : bits->held >> (8 * whole);
    bits->count &= 7;
}

static inline void bits_put_long(bit_writer *bits, uint64_t value, unsigned count)
{
    unsigned low = count > 32 ? 32 : count;
    bits_put(bits, value & ((UINT64_C(1) << low) - 1), low);
    if (count > 32) bits_put(bits, value >> 32, count - 32);
}

/* The end of what was written. */
static inline uint8_t *bits_end(const bit_writer *bits) { return bits->at + (bits->count ? 1 : 0); }

typedef struct bit_reader {
    const uint8_t *at;
    unsigned used; /* bits of the byte at `at` */
} bit_reader;

static inline uint64_t bits_get(bit_reader *bits, unsigned count)
{
    uint64_t value = reel_load_u64le(bits->at) >> bits->used & ((UINT64_C(1) << count) - 1);
    unsigned all = bits->used + count;
    bits->at += all >> 3;
    bits->used = all & 7;
    return value;
}

static inline uint64_t bits_get_long(bit_reader *bits, unsigned count)
{
    if (count <= BITS_MOST) return bits_get(bits, count);
    uint64_t low = bits_get(bits, 32);
    return low | bits_get(bits, count - 32) << 32;
}

#endif
