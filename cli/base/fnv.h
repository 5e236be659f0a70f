/* SPDX-License-Identifier: MIT
 * FNV-1a of 64 bits. */
#ifndef REEL_CLI_FNV_H
#define REEL_CLI_FNV_H

#include <stddef.h>
#include <stdint.h>

#define FNV_BEGIN UINT64_C(0xcbf29ce484222325)
uint64_t fnv_add(uint64_t hash, const void *data, size_t size);
/* Makes every bit depend on all bytes: plain FNV-1a is weak in its low bits. */
uint64_t fnv_end(uint64_t hash);

#endif
