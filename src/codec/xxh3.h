/* SPDX-License-Identifier: MIT
 * XXH3 with 64 bits: the checksum of records of an archive. Not for secrets. */
#ifndef CODEC_XXH3_H
#define CODEC_XXH3_H

#include <stddef.h>
#include <stdint.h>

/* The same number on every machine. `data` may be NULL if `size` is 0. */
uint64_t reel__xxh3_64(const void *data, size_t size, uint64_t seed);

#endif
