/* SPDX-License-Identifier: MIT */
#include "codec/text_form.h"

#include "core/text.h"

size_t reel__uuid_text(char *buffer, const uint8_t *bytes)
{
    static const size_t groups[] = { 4, 2, 2, 2, 6 };
    char *at = buffer;
    for (size_t g = 0; g < sizeof groups / sizeof *groups; bytes += groups[g++]) {
        if (g) *at++ = '-';
        hex_text(at, bytes, groups[g]);
        at += 2 * groups[g];
    }
    return (size_t)(at - buffer);
}

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

bool reel__bad_byte_read(const uint8_t *text, size_t size, uint8_t *byte)
{
    if (size < BAD_BYTE_SIZE || text[0] != 0xef || (text[1] & 0xfc) != 0x9c || !utf8_continues(text[2])) return false;
    *byte = (uint8_t)((text[1] & 3) << 6 | (text[2] & 0x3f));
    return *byte == 0 || *byte >= 0x80;
}

void reel__bad_byte_text(char *out, uint8_t byte)
{
    out[0] = (char)0xef;
    out[1] = (char)(0x9c | byte >> 6);
    out[2] = (char)(0x80 | (byte & 0x3f));
}

size_t reel__text_plain(const uint8_t *text, size_t size, unsigned stops)
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
        if (!length || reel__bad_byte_read(text + at, length, &byte)) break;
        at += length;
    }
    return at;
}
