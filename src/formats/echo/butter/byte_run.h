/* SPDX-License-Identifier: MIT
 * Writes the bytes of a frame into a buffer. frame_most tells how large it must be. */
#ifndef ECHO_BUTTER_BYTE_RUN_H
#define ECHO_BUTTER_BYTE_RUN_H

#include <reel/format.h>

typedef struct byte_run {
    uint8_t *at;
} byte_run;

static inline void put8(byte_run *to, unsigned value) { *to->at++ = (uint8_t)value; }

static inline void put16(byte_run *to, unsigned value)
{
    put8(to, value);
    put8(to, value >> 8);
}

static inline void put32(byte_run *to, uint32_t value)
{
    reel_store_u32le(to->at, value);
    to->at += 4;
}

static inline void put64(byte_run *to, uint64_t value)
{
    reel_store_u64le(to->at, value);
    to->at += 8;
}

static inline void put_bytes(byte_run *to, const void *data, size_t size)
{
    if (size) memcpy(to->at, data, size);
    to->at += size;
}

#endif
