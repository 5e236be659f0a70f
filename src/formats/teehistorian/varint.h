/* SPDX-License-Identifier: MIT
 * The number of teehistorian: one to five bytes for a signed 32-bit value. Byte 0 is E S dddddd (E another byte follows, S sign),
 * the next ones are E ddddddd, groups of bits from the lowest; of byte 4 the low four bits count. */
#ifndef TEEHISTORIAN_VARINT_H
#define TEEHISTORIAN_VARINT_H

#include <reel/format.h>

enum { VARINT_MOST = 5, VARINT_SKIP = 6 };

/* Bytes of the number at `at`, of which `left` are there; 0: it is cut. *value its value. */
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

/* How a number of `size` bytes ending with `last` is not in its shortest form: 0 it is, else a byte of teehistorian_form. */
static inline uint8_t varint_form(size_t size, uint8_t last)
{
    if (size == VARINT_MOST && last >> 4) return (uint8_t)(size | (last & 0xf0u));
    return size > 1 && last == 0 ? (uint8_t)size : 0;
}

/* The shortest form; returns its bytes. `at` has room for five. */
static inline size_t varint_write(uint8_t *at, int32_t value)
{
    uint32_t sign = value < 0 ? 0xffffffffu : 0, bits = (uint32_t)value ^ sign;
    at[0] = (uint8_t)((bits & 0x3f) | (sign & 0x40));
    bits >>= 6;
    size_t size = 1;
    if (!bits) return size;
    for (; bits && size < VARINT_MOST; bits >>= 7) {
        at[size - 1] |= 0x80;
        at[size++] = (uint8_t)(bits & 0x7f);
    }
    return size;
}

/* The form that was found in a file, as far as the value still allows it. */
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
