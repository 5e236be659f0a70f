/* SPDX-License-Identifier: MIT
 * The text of single values. */
#ifndef EXPORT_VALUE_H
#define EXPORT_VALUE_H

#include "codec/number.h"

#include <reel/format.h>

/* Room for the text of a value of any type but STRING and BYTES. */
#define SCALAR_SIZE NUMBER_SIZE

/* The text of such a value as CSV has it; returns its length. */
size_t scalar_text(char *buffer, reel_type type, const void *value);
/* Whether JSON has that text without quotes around it: it is no UUID and no float beyond the finite. */
bool scalar_is_bare(reel_type type, const void *value);
/* `count` F32 values with commas between, at least one; in quotes, where asked, what is beyond the finite. Floats are most of what
 * replays hold, so this way is short. */
void put_floats(reel_output *out, const uint8_t *place, size_t count, bool quotes);
/* The name of an integer value, or NULL. */
const char *scalar_label(const reel_field *field, const void *value);

static inline bool type_is_text(reel_type type) { return type == REEL_STRING || type == REEL_BYTES; }

/* A STRING or BYTES value of a row: both are a pointer and a size. */
static inline reel_bytes text_value(const void *place)
{
    reel_bytes value;
    memcpy(&value, place, sizeof value);
    return value;
}

/* What a text may have to be taken apart at, beside bytes that are not UTF-8. */
enum {
    TEXT_NUL = 1 << 0,
    TEXT_CONTROL = 1 << 1, /* below a space */
    TEXT_QUOTE = 1 << 2,
    TEXT_BACKSLASH = 1 << 3,
    TEXT_HIGH = 1 << 4 /* not ASCII */
};

/* How many bytes of a text can be copied as they are: up to a byte of the kinds in `stops`, or one that is not UTF-8 or belongs to
 * a code point that stands for such a byte. */
size_t text_plain(const uint8_t *text, size_t size, unsigned stops);

/* Every byte b that text cannot say becomes the code point U+F700 + b, three bytes of UTF-8. Such bytes are NUL (but for JSON),
 * those that are not UTF-8, and those of the code points U+F700 and U+F780 to U+F7FF themselves. */
enum { BAD_BYTE_SIZE = 3 };
void bad_byte_text(char *out, uint8_t byte);
/* Whether such a code point stands at the start of `text`, and its byte. */
bool bad_byte_read(const uint8_t *text, size_t size, uint8_t *byte);

static inline size_t base64_size(size_t size) { return (size + 2) / 3 * 4; }
/* Writes base64_size(size) characters. */
void base64_text(char *out, const uint8_t *data, size_t size);
/* Reads what base64_text wrote into `out` of at least size / 4 * 3 bytes; false where the text is not that. */
bool base64_read(const char *text, size_t size, uint8_t *out, size_t *got);

/* Bytes that are turned into base64 at a time: a multiple of three, whose text fits in a space of reel_put_space. */
enum { BASE64_BLOCK = 3000 };

#endif
