/* SPDX-License-Identifier: MIT */
#include "codec/xxh3.h"

#define XXH_INLINE_ALL
#define XXH_NO_STREAM
#define XXH_NO_STDLIB

#include "codec/vendored_begin.h"

#include "xxhash/xxhash.h"

#include "codec/vendored_end.h"

uint64_t reel__xxh3_64(const void *data, size_t size, uint64_t seed)
{
    return size ? XXH3_64bits_withSeed(data, size, seed) : XXH3_64bits_withSeed("", 0, seed);
}
