/* SPDX-License-Identifier: MIT */
#include "codec/blake3.h"
#include "codec/blake3_parts.h"

#if BLAKE3_HAS_AVX
#include <immintrin.h>
#include <string.h>
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#else
#pragma GCC target("avx2")
#endif

#include "codec/vendored_begin.h"

#include "blake3/blake3_avx2.c" /* NOLINT(bugprone-suspicious-include) */

#include "codec/vendored_end.h"

#if defined(__clang__)
#pragma clang attribute pop
#endif
#endif
