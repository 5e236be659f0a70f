/* SPDX-License-Identifier: MIT */
#include "codec/blake3.h"
#include "codec/blake3_parts.h"

#include "codec/vendored_begin.h"

#include "blake3/blake3_impl.h"

#if BLAKE3_USE_NEON
#include "blake3/blake3_neon.c" /* NOLINT(bugprone-suspicious-include) */
#endif

#include "codec/vendored_end.h"
