/* SPDX-License-Identifier: MIT
 * Keys under which an index finds windows. A key has the signs of the 14 strongest numbers of one part of the body; `check` has those
 * of 16 more of the same part, so that copies of which another part was exchanged are still found. */
#include "insight/fingerprint/fingerprint.h"

#include <math.h>

enum { CHECK_NUMBERS = 16 };

/* Numbers of a window: head x 0-9, y 10-19, z 20-29; left x 30-38, z 39-46; right x 47-55, z 56-63. */
static const uint8_t key_numbers[POSE_FAMILIES][KEY_NUMBERS] = {
    [FAMILY_HEAD] = { 10, 11, 12, 13, 14, 20, 21, 22, 23, 24, 0, 1, 2, 3 },
    [FAMILY_HANDS] = { 30, 31, 32, 33, 47, 48, 49, 50, 39, 40, 41, 56, 57, 58 },
};
static const uint8_t check_numbers[POSE_FAMILIES][CHECK_NUMBERS] = {
    [FAMILY_HEAD] = { 15, 16, 17, 18, 19, 25, 26, 27, 28, 29, 4, 5, 6, 7, 8, 9 },
    [FAMILY_HANDS] = { 34, 35, 36, 37, 38, 51, 52, 53, 54, 55, 42, 43, 44, 59, 60, 61 },
};

static uint32_t signs_of(const window_code *code, const uint8_t *numbers, unsigned count)
{
    uint32_t signs = 0;
    for (unsigned i = 0; i < count; i++)
        signs |= (uint32_t)((code->c >> numbers[i] & 1) | (code->s >> numbers[i] & 1) << 1) << 2 * i;
    return signs;
}

reel_match_key reel__key_of(const window_code *code, unsigned family)
{
    return (reel_match_key){ .key = signs_of(code, key_numbers[family], KEY_NUMBERS),
                             .family = (uint8_t)family,
                             .check = signs_of(code, check_numbers[family], CHECK_NUMBERS) };
}

void reel__key_weakest(const complex_number numbers[NUMBERS], unsigned family, unsigned bits[2])
{
    double least[2] = { INFINITY, INFINITY };
    bits[0] = bits[1] = 0;
    for (unsigned i = 0; i < 2 * KEY_NUMBERS; i++) {
        const complex_number *number = &numbers[key_numbers[family][i / 2]];
        double size = fabs(i % 2 ? number->s : number->c);
        if (size < least[0]) {
            least[1] = least[0];
            bits[1] = bits[0];
            least[0] = size;
            bits[0] = i;
        } else if (size < least[1]) {
            least[1] = size;
            bits[1] = i;
        }
    }
}
