/* SPDX-License-Identifier: MIT
 * UTF-8, and the versions of .dat. */
#include "formats/scoresaber/layout.h"

/* Length of the character at `at`, 0 if it is truncated or invalid. */
static size_t character(const uint8_t *at, size_t left)
{
    if (at[0] < 0x80) return 1;
    size_t size = at[0] >= 0xf0 ? 4 : at[0] >= 0xe0 ? 3 : 2;
    if (at[0] < 0xc2 || at[0] > 0xf4 || size > left) return 0;
    /* the second byte rules out overlong forms, surrogates and code points above U+10FFFF */
    uint8_t low = at[0] == 0xe0 ? 0xa0 : at[0] == 0xf0 ? 0x90 : 0x80;
    uint8_t high = at[0] == 0xed ? 0x9f : at[0] == 0xf4 ? 0x8f : 0xbf;
    if (at[1] < low || at[1] > high) return 0;
    for (size_t i = 2; i < size; i++)
        if ((at[i] & 0xc0) != 0x80) return 0;
    return size;
}

bool utf8_valid(const void *text, size_t size)
{
    const uint8_t *at = text;
    for (size_t step; size; at += step, size -= step) {
        step = character(at, size);
        if (step == 0) return false;
    }
    return true;
}

/* Readers know 2.0.0 by its text, and take everything else up to 3.1.0 for version 3; the three strings came with 3.1.0. */
dat_version dat_version_of(reel_string text)
{
    uint32_t numbers[3] = { 0 };
    size_t at = 0, part = 0;
    for (; part < 3; part++) {
        size_t first = at;
        for (; at < text.size && text.data[at] >= '0' && text.data[at] <= '9' && at - first < 6; at++)
            numbers[part] = numbers[part] * 10 + (uint32_t)(text.data[at] - '0');
        if (at == first) return (dat_version){ .known = false };
        if (part < 2 && (at == text.size || text.data[at++] != '.')) return (dat_version){ .known = false };
    }
    if (at != text.size) return (dat_version){ .known = false };
    bool v2 = text.size == 5 && memcmp(text.data, "2.0.0", 5) == 0;
    bool above = numbers[0] > 3 || (numbers[0] == 3 && (numbers[1] > 1 || (numbers[1] == 1 && numbers[2] > 0)));
    return (dat_version){ .known = !above, .v2 = v2, .recorder = numbers[0] == 3 && numbers[1] == 1 };
}
