/* SPDX-License-Identifier: MIT
 * Text: messages without stdio, UTF-8, hexadecimal digits. reel_utf8 (reel.h) decodes one character. */
#ifndef CORE_TEXT_H
#define CORE_TEXT_H

#include <reel/format.h>

#include <string.h>

/* Formats into `buffer`, always NUL-terminated; if it is cut at `size`, it ends with "…" and never inside a character. Supports %s %.*s %c %d %u %x %% with l, ll and z, and %f as a
 * decimal with at most three digits after the point; "{wall has|walls have}" gives the first words if the last integer before was 1,
 * else the second ones. */
void reel__text_format(char *buffer, size_t size, const char *format, va_list arguments);

/* Returns true if all `size` bytes are valid UTF-8. */
bool reel__utf8_is_valid(const void *start, size_t size);
/* Writes the UTF-8 of a code point, at most 4 bytes, and returns their number. */
size_t reel__utf8_write(uint8_t *to, uint32_t code);

/* The byte order mark of UTF-8, with which editors of Windows begin text files. */
static const uint8_t text_mark[3] = { 0xef, 0xbb, 0xbf };
static inline bool text_has_mark(const void *text, size_t size)
{
    return size >= sizeof text_mark && memcmp(text, text_mark, sizeof text_mark) == 0;
}

/* The value of a hexadecimal digit of either case, or -1. */
static inline int hex_digit(char c)
{
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* Writes two lower-case digits for each byte. */
static inline void hex_text(char *to, const uint8_t *bytes, size_t count)
{
    for (size_t i = 0; i < 2 * count; i++) to[i] = "0123456789abcdef"[bytes[i / 2] >> (i % 2 ? 0 : 4) & 15];
}

#endif
