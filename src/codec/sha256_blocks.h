/* SPDX-License-Identifier: MIT
 * Whole blocks of SHA-256, in portable C and by instructions of a processor. Both give the same state. */
#ifndef CODEC_SHA256_BLOCKS_H
#define CODEC_SHA256_BLOCKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Of these compilers __builtin_cpu_supports knows "sha". */
#if defined(__x86_64__) && (defined(__clang__) ? __clang_major__ >= 18 : defined(__GNUC__) && __GNUC__ >= 11)
#define SHA256_X86 1
#else
#define SHA256_X86 0
#endif

extern const uint32_t reel__sha256_constants[64];

/* Adds `count` blocks of SHA256_BLOCK bytes. */
void reel__sha256_portable(uint32_t state[8], const uint8_t *data, size_t count);
/* Whether this processor and this build have reel__sha256_x86. */
bool reel__sha256_x86_is_supported(void);
void reel__sha256_x86(uint32_t state[8], const uint8_t *data, size_t count);

#endif
