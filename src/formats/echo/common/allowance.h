/* SPDX-License-Identifier: MIT
 * How many bytes of rows a file may become. Frames that say nothing new take a few bytes, packed next to none, and each becomes rows of
 * all players: so rows are held against the bytes of the file, as what is unpacked is. */
#ifndef ECHO_COMMON_ALLOWANCE_H
#define ECHO_COMMON_ALLOWANCE_H

#include "core/budget.h"

typedef struct row_allowance {
    uint64_t used; /* bytes of rows so far */
} row_allowance;

#define ALLOWANCE_FREE (UINT64_C(4) << 20) /* of any file */

/* Most bytes of rows of a file of `size` bytes: those that are free, and reel_limits.ratio for each byte. */
static inline uint64_t allowance_most(const reel_limits *limits, uint64_t size)
{
    uint64_t ratio = limits->ratio ? limits->ratio : 1000;
    return size > (UINT64_MAX - ALLOWANCE_FREE) / ratio ? UINT64_MAX : ALLOWANCE_FREE + size * ratio;
}

/* Whether the file may have `bytes` more; they are taken. It is the file itself that counts, not what was unpacked around the format. */
static inline bool allowance_take(row_allowance *allowance, const reel_decoder *decoder, uint64_t bytes)
{
    uint64_t most = decoder->budget ? allowance_most(&decoder->limits, decoder->budget->read) : UINT64_MAX;
    if (bytes > most || allowance->used > most - bytes) return false;
    allowance->used += bytes;
    return true;
}

#endif
