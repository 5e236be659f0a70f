/* SPDX-License-Identifier: MIT
 * yyjson as static code, for the few files that use it: none of its symbols are exported, and the compiler drops unused functions. */
#ifndef CODEC_YYJSON_STATIC_H
#define CODEC_YYJSON_STATIC_H

#define yyjson_api static
#define YYJSON_DISABLE_UTILS 1

#include "codec/vendored_begin.h"

#include "yyjson/yyjson.c" /* NOLINT(bugprone-suspicious-include): static, so that no symbol leaves */

#include "codec/vendored_end.h"

#endif
