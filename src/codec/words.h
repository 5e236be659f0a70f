/* SPDX-License-Identifier: MIT
 * Eight bytes at a time, in one word of which the first is the lowest byte. */
#ifndef CODEC_WORDS_H
#define CODEC_WORDS_H

#include <reel/format.h>

#include <string.h>

#define EACH_BYTE UINT64_C(0x0101010101010101)
#define TOP_BITS (0x80 * EACH_BYTE)

/* The index of the lowest bit that is set; there is one. */
static inline unsigned word_lowest(uint64_t bits)
{
#if defined(__GNUC__)
    return (unsigned)__builtin_ctzll(bits);
#else
    unsigned count = 0;
    for (; !(bits & 0xff); bits >>= 8) count += 8;
    for (; !(bits & 1); bits >>= 1) count++;
    return count;
#endif
}

/* The index of the lowest byte whose top bit is set; 8 if no bit is set. */
static inline unsigned word_first(uint64_t bits)
{
    bits &= TOP_BITS;
    return bits ? word_lowest(bits) / 8 : 8;
}

/* Sets the top bit of each byte that is `byte`. Bytes above the first of them may be marked in error, as the subtraction carries. */
static inline uint64_t word_find(uint64_t word, uint8_t byte)
{
    word ^= byte * EACH_BYTE;
    return (word - EACH_BYTE) & ~word & TOP_BITS;
}

/* The same for each byte below `limit`, which is 0x80 at most. */
static inline uint64_t word_below(uint64_t word, uint8_t limit) { return (word - limit * EACH_BYTE) & ~word & TOP_BITS; }

/* The first byte from `at` on that is one of two; `end` if not found. */
static inline const uint8_t *word_search(const uint8_t *at, const uint8_t *end, uint8_t one, uint8_t other)
{
    for (; end - at >= 8; at += 8) {
        const uint64_t word = reel_load_u64le(at), found = word_find(word, one) | word_find(word, other);
        if (found) return at + word_first(found);
    }
    while (at < end && *at != one && *at != other) at++;
    return at;
}

/* The first `byte` from `at` on; `end` if not found. memchr is faster only if that is far away. */
static inline const uint8_t *word_search_byte(const uint8_t *at, const uint8_t *end, uint8_t byte)
{
    enum { WORDS = 4 };
    for (int i = 0; i < WORDS && end - at >= 8; i++, at += 8) {
        const uint64_t found = word_find(reel_load_u64le(at), byte);
        if (found) return at + word_first(found);
    }
    const uint8_t *found = at < end ? memchr(at, byte, (size_t)(end - at)) : NULL;
    return found ? found : end;
}

#endif
