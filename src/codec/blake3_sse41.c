/* SPDX-License-Identifier: MIT */
#include "codec/blake3.h"
#include "codec/blake3_parts.h"

#if BLAKE3_HAS_SSE41
#include <immintrin.h>
#include <string.h>
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("sse4.1"))), apply_to = function)
#else
#pragma GCC target("sse4.1")
#endif

#include "codec/vendored_begin.h"

#include "blake3/blake3_sse41.c" /* NOLINT(bugprone-suspicious-include) */

#include "codec/vendored_end.h"

#if defined(__clang__)
#pragma clang attribute pop
#endif
#endif
