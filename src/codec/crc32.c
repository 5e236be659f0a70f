/* SPDX-License-Identifier: MIT */
#include "codec/crc32.h"

#ifdef REEL_WITH_LIBDEFLATE
#include <libdeflate.h>

uint32_t reel__crc32(const void *data, size_t size) { return libdeflate_crc32(0, data, size); }

#elif defined REEL_WITH_ZLIB
#include <limits.h>

#define ZLIB_CONST
#include <zlib.h>

uint32_t reel__crc32(const void *data, size_t size)
{
    uLong sum = crc32(0, Z_NULL, 0);
    for (const uint8_t *at = data; size;) {
        const unsigned step = size < INT_MAX ? (unsigned)size : INT_MAX;
        sum = crc32(sum, at, step);
        at += step;
        size -= step;
    }
    return (uint32_t)sum;
}

#else

/* Four bits at a time: slower, without a table of a kilobyte. */
uint32_t reel__crc32(const void *data, size_t size)
{
    static const uint32_t nibbles[16] = { 0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac, 0x76dc4190, 0x6b6b51f4,
                                          0x4db26158, 0x5005713c, 0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c,
                                          0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c };
    const uint8_t *at = data;
    uint32_t crc = 0xffffffffu;
    for (size_t i = 0; i < size; i++) {
        crc ^= at[i];
        crc = crc >> 4 ^ nibbles[crc & 15];
        crc = crc >> 4 ^ nibbles[crc & 15];
    }
    return ~crc;
}

#endif
