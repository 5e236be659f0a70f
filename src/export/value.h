/* SPDX-License-Identifier: MIT
 * Text of single values. */
#ifndef EXPORT_VALUE_H
#define EXPORT_VALUE_H

#include "codec/base64.h"
#include "codec/number.h"
#include "core/rows.h"

#include <reel/format.h>

/* Maximum size of the text of a value of any type except STRING and BYTES. */
#define SCALAR_SIZE NUMBER_SIZE

/* Writes the text of such a value as in CSV. Returns its length. */
size_t scalar_text(char *buffer, reel_type type, const void *value);
/* Returns true if JSON has that text without quotes: not for UUIDs, NaN and infinities. */
bool scalar_is_bare(reel_type type, const void *value);
/* Writes `count` F32 values, at least one, separated by commas. With `quotes`, NaN and infinities are quoted. This is the fast path:
 * most values of replays are floats. */
void put_floats(reel_output *out, const uint8_t *slot, size_t count, bool quotes);
/* The enumeration name of an integer value, or NULL. */
const char *scalar_label(const reel_field *field, const void *value);

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
size_t text_plain(const uint8_t *text, size_t size, unsigned stops);

/* A byte b that text cannot represent becomes the code point U+F700 + b, three bytes of UTF-8. Such bytes are NUL (except in JSON),
 * invalid UTF-8, and the bytes of the code points U+F700 and U+F780 to U+F7FF. The last makes the mapping reversible: such a code
 * point in the output always stands for one byte. */
enum { BAD_BYTE_SIZE = 3 };
void bad_byte_text(char *out, uint8_t byte);
/* Returns true if `text` starts with such a code point, and stores its byte. */
bool bad_byte_read(const uint8_t *text, size_t size, uint8_t *byte);

#endif
