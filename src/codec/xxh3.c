/* SPDX-License-Identifier: MIT */
#include "codec/xxh3.h"

#define XXH_INLINE_ALL
#define XXH_NO_STREAM
#define XXH_NO_STDLIB
#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpragmas"
#pragma GCC diagnostic ignored "-Wunknown-warning-option"
#pragma GCC diagnostic ignored "-Wall"
#pragma GCC diagnostic ignored "-Wextra"
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wsign-conversion"
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wundef"
#pragma GCC diagnostic ignored "-Wpedantic"
#pragma GCC diagnostic ignored "-Wcast-align"
#pragma GCC diagnostic ignored "-Wcast-qual"
#endif
#include "xxhash/xxhash.h"
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

uint64_t xxh3_64(const void *data, size_t size, uint64_t seed)
{
    return size ? XXH3_64bits_withSeed(data, size, seed) : XXH3_64bits_withSeed("", 0, seed);
}
