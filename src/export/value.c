/* SPDX-License-Identifier: MIT */
#include "export/value.h"

/* ---- values of a fixed size ------------------------------------------------------------------------------------- */

static size_t literal_text(char *buffer, const char *text)
{
    size_t size = strlen(text);
    memcpy(buffer, text, size + 1);
    return size;
}

#define F32_EXPONENT 0x7f800000u
#define F64_EXPONENT UINT64_C(0x7ff0000000000000)

static bool is_finite(reel_type type, const void *value)
{
    uint32_t narrow;
    uint64_t wide;
    if (type == REEL_F32) {
        memcpy(&narrow, value, sizeof narrow);
        return (narrow & F32_EXPONENT) != F32_EXPONENT;
    }
    memcpy(&wide, value, sizeof wide);
    return (wide & F64_EXPONENT) != F64_EXPONENT;
}

static size_t float_text(char *buffer, reel_type type, const void *value)
{
    float narrow = 0;
    double wide;
    if (type == REEL_F32) {
        memcpy(&narrow, value, sizeof narrow);
        wide = (double)narrow;
    } else {
        memcpy(&wide, value, sizeof wide);
    }
    if (is_finite(type, value)) return type == REEL_F32 ? number_f32(buffer, narrow) : number_f64(buffer, wide);
    return literal_text(buffer, wide != wide ? "NaN" : wide < 0 ? "-Infinity" : "Infinity");
}

enum { FLOATS_AT_ONCE = 32 };

/* A batch shares one reservation of the output and is written straight into it. */
void put_floats(reel_output *out, const uint8_t *slot, size_t count, bool quotes)
{
    while (count) {
        size_t some = count < FLOATS_AT_ONCE ? count : FLOATS_AT_ONCE;
        char *at = (char *)reel_put_space(out, some * (SCALAR_SIZE + 3));
        if (!at) return;
        for (size_t i = 0; i < some; i++, slot += sizeof(float)) {
            bool bare = !quotes || is_finite(REEL_F32, slot);
            if (!bare) *at++ = '"';
            at += float_text(at, REEL_F32, slot);
            if (!bare) *at++ = '"';
            *at++ = ',';
        }
        out->at = (uint8_t *)at;
        count -= some;
    }
    out->at--; /* the last comma, which is still in the buffer */
}

static size_t uuid_text(char *buffer, const uint8_t *bytes)
{
    char *at = buffer;
    for (size_t i = 0; i < sizeof(reel_uuid); i++) {
        if (i == 4 || i == 6 || i == 8 || i == 10) *at++ = '-';
        *at++ = "0123456789abcdef"[bytes[i] >> 4];
        *at++ = "0123456789abcdef"[bytes[i] & 15];
    }
    return (size_t)(at - buffer);
}

/* An integer value. A U64 value keeps its bits. */
static int64_t integer_value(reel_type type, const void *value)
{
    int8_t i8;
    uint16_t u16;
    int16_t i16;
    uint32_t u32;
    int32_t i32;
    int64_t i64;
    switch (type) {
    case REEL_I8: memcpy(&i8, value, sizeof i8); return i8;
    case REEL_U16: memcpy(&u16, value, sizeof u16); return u16;
    case REEL_I16: memcpy(&i16, value, sizeof i16); return i16;
    case REEL_U32: memcpy(&u32, value, sizeof u32); return u32;
    case REEL_I32: memcpy(&i32, value, sizeof i32); return i32;
    case REEL_U64:
    case REEL_I64: memcpy(&i64, value, sizeof i64); return i64;
    default: return *(const uint8_t *)value;
    }
}

size_t scalar_text(char *buffer, reel_type type, const void *value)
{
    switch (type) {
    case REEL_BOOL: return literal_text(buffer, *(const uint8_t *)value ? "true" : "false");
    case REEL_F32:
    case REEL_F64: return float_text(buffer, type, value);
    case REEL_U64: return number_u64(buffer, (uint64_t)integer_value(type, value));
    case REEL_UUID: return uuid_text(buffer, value);
    default: return number_i64(buffer, integer_value(type, value));
    }
}

bool scalar_is_bare(reel_type type, const void *value)
{
    return type == REEL_F32 || type == REEL_F64 ? is_finite(type, value) : type != REEL_UUID;
}

const char *scalar_label(const reel_field *field, const void *value)
{
    if (field->type > REEL_I64) return NULL;
    int64_t number = integer_value(field->type, value);
    for (const reel_label *label = field->labels; label->name; label++)
        if (label->value == number) return label->name;
    return NULL;
}

/* ---- text ------------------------------------------------------------------------------------------------------- */

#define C TEXT_CONTROL
#define Q TEXT_QUOTE
#define B TEXT_BACKSLASH
#define H TEXT_HIGH
#define HIGH_ROW H, H, H, H, H, H, H, H, H, H, H, H, H, H, H, H

/* clang-format off */
static const uint8_t kinds[256] = {
    C | TEXT_NUL, C, C, C, C, C, C, C, C, C, C, C, C, C, C, C, /* 00 */
    C, C, C, C, C, C, C, C, C, C, C, C, C, C, C, C,            /* 10 */
    0, 0, Q, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,            /* 20 */
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,            /* 30 */
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,            /* 40 */
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, B, 0, 0, 0,            /* 50 */
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,            /* 60 */
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,            /* 70 */
    HIGH_ROW, HIGH_ROW, HIGH_ROW, HIGH_ROW, HIGH_ROW, HIGH_ROW, HIGH_ROW, HIGH_ROW,
};
/* clang-format on */

static bool utf8_continues(uint8_t byte) { return (byte & 0xc0) == 0x80; }

bool bad_byte_read(const uint8_t *text, size_t size, uint8_t *byte)
{
    if (size < BAD_BYTE_SIZE || text[0] != 0xef || (text[1] & 0xfc) != 0x9c || !utf8_continues(text[2])) return false;
    *byte = (uint8_t)((text[1] & 3) << 6 | (text[2] & 0x3f));
    return *byte == 0 || *byte >= 0x80;
}

void bad_byte_text(char *out, uint8_t byte)
{
    out[0] = (char)0xef;
    out[1] = (char)(0x9c | byte >> 6);
    out[2] = (char)(0x80 | (byte & 0x3f));
}

size_t text_plain(const uint8_t *text, size_t size, unsigned stops)
{
    size_t at = 0;
    uint8_t byte;
    while (at < size) {
        unsigned kind = kinds[text[at]] & (stops | TEXT_HIGH);
        if (!kind) {
            at++;
            continue;
        }
        size_t length = 0;
        if (!(kind & stops)) reel_utf8(text + at, size - at, &length);
        if (!length || bad_byte_read(text + at, length, &byte)) break;
        at += length;
    }
    return at;
}
