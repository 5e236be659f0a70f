/* SPDX-License-Identifier: MIT
 * Variable-length integers of Teeworlds: a signed 32-bit value in one to five bytes. Byte 0 is ESDDDDDD, the others are EDDDDDDD: E
 * says that another byte follows, S is the sign, D are value bits, lowest first. A negative value v is stored as ~v. Only the low four
 * bits of byte 4 are used. */
#ifndef CODEC_TEEWORLDS_INT_H
#define CODEC_TEEWORLDS_INT_H

#include <reel/format.h>

enum { VARINT_MOST = 5, VARINT_SKIP = 6 };

/* Decodes the number at `at` and returns its size, or 0 if it does not end within `left` bytes. */
static inline size_t varint_read(const uint8_t *at, size_t left, int32_t *value)
{
    if (!left) return 0;
    uint32_t bits = at[0] & 0x3fu, sign = 0u - (at[0] >> 6 & 1u);
    size_t size = 1;
    for (unsigned shift = 6; at[size - 1] & 0x80 && size < VARINT_MOST; shift += 7, size++) {
        if (size == left) return 0;
        bits |= (uint32_t)(at[size] & (size == 4 ? 0x0f : 0x7f)) << shift;
    }
    *value = (int32_t)(bits ^ sign);
    return size;
}

/* 0 if a number of `size` bytes that ends with `last` is in its shortest form, else what varint_write_form needs to write it again. */
static inline uint8_t varint_form(size_t size, uint8_t last)
{
    if (size == VARINT_MOST && last >> 4) return (uint8_t)(size | (last & 0xf0u));
    return size > 1 && last == 0 ? (uint8_t)size : 0;
}

/* Writes the shortest form and returns its size. `at` has room for VARINT_MOST bytes. */
static inline size_t varint_write(uint8_t *at, int32_t value)
{
    uint32_t sign = value < 0 ? 0xffffffffu : 0, bits = (uint32_t)value ^ sign;
    uint32_t byte = (bits & 0x3f) | (sign & 0x40);
    uint8_t *to = at;
    for (bits >>= 6; bits; bits >>= 7) {
        *to++ = (uint8_t)(byte | 0x80);
        byte = bits & 0x7f;
    }
    *to++ = (uint8_t)byte;
    return (size_t)(to - at);
}

/* Writes the form that a file had. If the value has changed and needs more bytes, it gets them. */
static inline size_t varint_write_form(uint8_t *at, int32_t value, uint8_t form)
{
    size_t size = varint_write(at, value), wanted = form & 0x0f;
    for (; size < wanted && size < VARINT_MOST; size++) {
        at[size - 1] |= 0x80;
        at[size] = 0;
    }
    if (size == VARINT_MOST) at[4] |= form & 0xf0;
    return size;
}

#endif
