/* SPDX-License-Identifier: MIT
 * yyjson as static code, for the few files that use it: none of its symbols are exported, and the compiler drops unused functions. */
#ifndef CODEC_YYJSON_STATIC_H
#define CODEC_YYJSON_STATIC_H

#define yyjson_api static
#define YYJSON_DISABLE_UTILS 1

#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpragmas"
#pragma GCC diagnostic ignored "-Wunknown-warning-option"
#pragma GCC diagnostic ignored "-Wall"
#pragma GCC diagnostic ignored "-Wextra"
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wunused-parameter"
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wsign-conversion"
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wundef"
#pragma GCC diagnostic ignored "-Wpedantic"
#endif
#include "yyjson/yyjson.c" /* NOLINT(bugprone-suspicious-include): static, so that no symbol leaves */
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

#endif
