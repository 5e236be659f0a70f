/* SPDX-License-Identifier: MIT
 * JSON strings. */
#ifndef CODEC_JSON_TEXT_H
#define CODEC_JSON_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { JSON_ESCAPE_SIZE = 6 };

/* Returns true if a JSON string cannot contain `byte` as it is: a control character, a quote or a backslash. */
static inline bool json_needs_escape(uint8_t byte) { return byte < 0x20 || byte == '"' || byte == '\\'; }

/* Writes the escape of such a byte, the short form where JSON has one. Returns its length, 2 or JSON_ESCAPE_SIZE. */
size_t reel__json_escape(char out[JSON_ESCAPE_SIZE], uint8_t byte);

/* Writes a string with its quotes. `put` takes its parts, none of them empty; bytes that are not UTF-8 stay as they are. */
void reel__json_quote(void (*put)(void *context, const void *data, size_t size), void *context, const void *text, size_t size);

#endif
