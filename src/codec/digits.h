/* SPDX-License-Identifier: MIT
 * Decimal digits, eight at a time, in one word of which the first is the lowest byte. */
#ifndef CODEC_DIGITS_H
#define CODEC_DIGITS_H

#include "codec/words.h"

/* Counts the digits at the start of eight characters, of which the first is the lowest byte.
 *
 * XOR with '0' turns the digits into 0 to 9 and every other byte into 10 or more. Adding 0x76 to the low seven bits sets
 * a byte's top bit exactly if they are 10 or more (0x80 - 0x76 = 10), and cannot carry into the next byte (0x7f + 0x76 <
 * 0x100). Bytes of 128 or more have their top bit already. So the lowest top bit marks the first byte that is not a
 * digit. */
static inline unsigned digits_count(uint64_t word)
{
    uint64_t off = word ^ UINT64_C(0x3030303030303030); /* digits become 0 to 9 */
    uint64_t others = ((off & UINT64_C(0x7f7f7f7f7f7f7f7f)) + UINT64_C(0x7676767676767676)) | off;
    return word_first(others);
}

/* The number that eight digits form, of which the first is the lowest byte.
 *
 * Neighbours are combined in three steps, all at once in one word. Multiplying by 1 + 10 * 2^8 adds ten times each byte
 * to the byte above it: byte 1 becomes 10 * d0 + d1, which is at most 99, so nothing carries. The shift and mask keep
 * every second byte, now four numbers of two digits. The second step does the same with 1 + 100 * 2^16 (at most 9999),
 * the third with 1 + 10000 * 2^32. */
static inline uint64_t digits_eight(uint64_t word)
{
    word &= UINT64_C(0x0f0f0f0f0f0f0f0f);
    word = (word * 2561) >> 8 & UINT64_C(0x00ff00ff00ff00ff);     /* 10 * first + second */
    word = (word * 6553601) >> 16 & UINT64_C(0x0000ffff0000ffff); /* 100 * first + second */
    return (word * UINT64_C(42949672960001)) >> 32 & 0xffffffff;  /* 10000 * first + second */
}

/* The number that the first `count` bytes form, 1 to 8 digits. The bytes before them are 0, which is the digit 0 as well. */
static inline uint64_t digits_value(uint64_t word, unsigned count) { return digits_eight(word << (64 - 8 * count)); }

#endif
