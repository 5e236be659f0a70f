/* SPDX-License-Identifier: MIT
 * Messages without stdio: the part of printf that they need. */
#ifndef CORE_TEXT_H
#define CORE_TEXT_H

#include <reel/format.h>

/* Formats into `buffer`, always NUL-terminated, cut at `size`. Knows %s %.*s %c %d %u %x %% with l, ll and z, and %f as a
 * decimal with at most three digits after the point. */
void text_format(char *buffer, size_t size, const char *format, va_list arguments);

#endif
