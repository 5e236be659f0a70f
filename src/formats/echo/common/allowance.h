/* SPDX-License-Identifier: MIT
 * Limits the bytes of rows that a file may become. A frame without changes takes a few bytes, compressed next to
 * none, but makes rows for all players. So rows are limited in proportion to the file, like decompressed bytes. */
#ifndef ECHO_COMMON_ALLOWANCE_H
#define ECHO_COMMON_ALLOWANCE_H

#include "core/budget.h"

typedef struct row_allowance {
    uint64_t used; /* bytes of rows so far */
} row_allowance;

#define ALLOWANCE_FREE (UINT64_C(4) << 20) /* allowed for any file */

/* Most bytes of rows of a file of `size` bytes: the free ones, and reel_limits.ratio for each byte. */
static inline uint64_t allowance_most(const reel_limits *limits, uint64_t size)
{
    uint64_t ratio = limits->ratio ? limits->ratio : 1000;
    return size > (UINT64_MAX - ALLOWANCE_FREE) / ratio ? UINT64_MAX : ALLOWANCE_FREE + size * ratio;
}

/* Charges `bytes` of rows. Returns false if they exceed the limit. The limit depends on the size of the file itself, not
 * on what was decompressed from it. */
static inline bool allowance_take(row_allowance *allowance, const reel_decoder *decoder, uint64_t bytes)
{
    uint64_t most = decoder->budget ? allowance_most(&decoder->limits, decoder->budget->read) : UINT64_MAX;
    if (bytes > most || allowance->used > most - bytes) return false;
    allowance->used += bytes;
    return true;
}

#endif
