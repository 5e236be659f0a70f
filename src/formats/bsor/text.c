/* SPDX-License-Identifier: MIT
 * Lengths of texts in UTF-8, and version numbers. */
#include "codec/words.h"
#include "formats/bsor/layout.h"

size_t reel__bsor_character(const uint8_t *at, size_t left)
{
    size_t size = 0;
    if (left) reel_utf8(at, left, &size);
    return size;
}

size_t reel__bsor_ascii_words(const uint8_t *at, size_t size)
{
    size_t words = 0;
    while (size - words >= 8 && !(reel_load_u64le(at + words) & TOP_BITS)) words += 8;
    return words;
}

/* Whether all of it is ASCII, of which the first `plain` bytes are known to be. The last word overlaps them. */
static bool ends_plain(const uint8_t *at, size_t size, size_t plain)
{
    uint8_t bits = 0;
    if (size >= 8) return !(reel_load_u64le(at + size - 8) & TOP_BITS);
    for (; plain < size; plain++) bits |= at[plain];
    return bits < 0x80;
}

bsor_text_size reel__bsor_measure(const void *text, size_t size)
{
    const uint8_t *at = text;
    if (size == 0) return (bsor_text_size){ 0, 0, true }; /* the text may be NULL */
    const size_t plain = reel__bsor_ascii_words(at, size);
    if (size - plain < 8 && ends_plain(at, size, plain)) return (bsor_text_size){ size, size, true };
    bsor_text_size measured = { plain, plain, true };
    at += plain;
    size -= plain;
    for (size_t step; size; at += step, size -= step) {
        if (*at < 0x80 && (step = reel__bsor_ascii_words(at, size))) {
            measured.points += step;
            measured.units += step;
            continue;
        }
        step = *at < 0x80 ? 1 : reel__bsor_character(at, size);
        if (step == 0) {
            measured.valid = false;
            return measured;
        }
        measured.points++;
        measured.units += step == 4 ? 2 : 1;
    }
    return measured;
}

static size_t parse_number(const char *at, size_t size, int *number)
{
    size_t digits = 0;
    for (; digits < size && digits < 6 && at[digits] >= '0' && at[digits] <= '9'; digits++)
        *number = *number * 10 + (at[digits] - '0');
    return digits;
}

int reel__bsor_version_of(reel_string text, int numbers[3])
{
    numbers[0] = numbers[1] = numbers[2] = 0;
    for (int i = 0; i < 3; i++) {
        size_t digits = text.size ? parse_number(text.data, text.size, &numbers[i]) : 0;
        if (digits == 0) return i;
        if (digits == text.size || text.data[digits] != '.') return i + 1;
        text.data += digits + 1;
        text.size -= digits + 1;
    }
    return 3;
}
