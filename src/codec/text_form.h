/* SPDX-License-Identifier: MIT
 * The text of values that may be any bytes, as every output has it: valid UTF-8 from which the bytes can be restored. */
#ifndef CODEC_TEXT_FORM_H
#define CODEC_TEXT_FORM_H

#include <reel/format.h>

/* Kinds of bytes that text may have to be split at, besides invalid UTF-8. */
enum {
    TEXT_NUL = 1 << 0,
    TEXT_CONTROL = 1 << 1, /* below a space */
    TEXT_QUOTE = 1 << 2,
    TEXT_BACKSLASH = 1 << 3,
    TEXT_HIGH = 1 << 4 /* not ASCII */
};

/* The number of bytes that can be copied unchanged: up to a byte of the kinds in `stops`, or one that is invalid UTF-8 or part of a
 * code point that stands for such a byte. */
size_t reel__text_plain(const uint8_t *text, size_t size, unsigned stops);

/* A byte b that text cannot represent becomes the code point U+F700 + b, three bytes of UTF-8. Such bytes are NUL (except in JSON),
 * invalid UTF-8, and the bytes of the code points U+F700 and U+F780 to U+F7FF. The last makes the mapping reversible: such a code
 * point in the output always stands for one byte. */
enum { BAD_BYTE_SIZE = 3 };
void reel__bad_byte_text(char *out, uint8_t byte);
/* Returns true if `text` starts with such a code point, and stores its byte. */
bool reel__bad_byte_read(const uint8_t *text, size_t size, uint8_t *byte);

/* Writes a UUID as 36 characters and returns their number. */
enum { UUID_TEXT_SIZE = 36 };
size_t reel__uuid_text(char *buffer, const uint8_t *bytes);

#endif
