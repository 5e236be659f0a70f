/* SPDX-License-Identifier: MIT
 * reel-pack.wasm, which packs the module of the page while it is built. */
#include "coder.h"

static uint8_t *bytes, *packed;
static uint32_t size, made, low, high;

static void put_bit(uint32_t bit, uint32_t guess)
{
    const uint32_t middle = middle_of(low, high, guess);
    if (bit)
        high = middle;
    else
        low = middle + 1;
    for (; (low ^ high) >> 24 == 0; low <<= 8, high = high << 8 | 255) packed[made++] = (uint8_t)(high >> 24);
}

/* The lengths of Huffman codes for what was counted; true: none is too long. Two trees at a time become one. */
static bool find_lengths(const uint32_t *counts, uint8_t *lengths)
{
    uint32_t weights[511], parents[511] = { 0 };
    int trees = 256, left = 0;
    for (int i = 0; i < 256; i++) left += (weights[i] = counts[i]) > 0;
    const bool lone = left == 1;
    for (; left > 1; left--) {
        int one = -1, other = -1;
        for (int i = 0; i < trees; i++) {
            if (weights[i] == 0) continue;
            if (one < 0 || weights[i] < weights[one])
                other = one, one = i;
            else if (other < 0 || weights[i] < weights[other])
                other = i;
        }
        weights[trees] = weights[one] + weights[other];
        weights[one] = weights[other] = 0;
        parents[one] = parents[other] = (uint32_t)trees++;
    }
    for (int i = 0; i < 256; i++) {
        uint32_t length = counts[i] > 0 && lone;
        for (uint32_t up = parents[i]; up; up = parents[up]) length++;
        if (length > MODEL_LONGEST) return false;
        lengths[i] = (uint8_t)length;
    }
    return true;
}

static void count_bytes(void)
{
    static uint32_t counts[WALK_FIELDS][256];
    walk place = { 0 };
    for (uint32_t i = 0; i < size; i++) {
        counts[place.field][bytes[i]]++;
        walk_on(&place, bytes[i]);
    }
    for (int field = 0; field < WALK_FIELDS; field++)
        while (!find_lengths(counts[field], model_lengths[field]))
            for (int i = 0; i < 256; i++) counts[field][i] = (counts[field][i] + 1) / 2;
}

static void put_lengths(void)
{
    lengths known;
    lengths_begin(&known);
    const uint8_t *const all = &model_lengths[0][0];
    for (uint32_t i = 0, before = 0; i < sizeof model_lengths; i++) {
        uint32_t node = 1;
        for (int left = CODER_LENGTH_BITS - 1; left >= 0; left--) {
            uint16_t *guess = &known.guesses[before][node];
            const uint32_t bit = all[i] >> left & 1;
            put_bit(bit, *guess);
            lengths_learn(guess, bit);
            node = node << 1 | bit;
        }
        before = all[i];
    }
}

/* Where a module of this size has to be put; 0: there is not enough memory. */
uint8_t *EXPORT(place)(uint32_t module_size)
{
    size = module_size;
    bytes = room_for(3 * size + (1 << 16));
    packed = bytes ? bytes + size : 0;
    return bytes;
}

/* Returns the size of the packed file, which is behind the module. Is called once. */
uint32_t EXPORT(pack)(void)
{
    for (int i = 0; i < CODER_SIZE_BYTES; i++) packed[made++] = (uint8_t)(size >> (8 * i));
    high = UINT32_MAX;
    count_bytes();
    put_lengths();
    model_begin(bytes);
    for (uint32_t at = 0; at < size; at++) {
        const walk_field field = model_byte(at);
        const uint32_t code = model_codes[field][bytes[at]];
        for (int left = model_lengths[field][bytes[at]] - 1; left >= 0; left--) {
            const uint32_t bit = code >> left & 1;
            put_bit(bit, model_guess());
            model_learn(bit);
        }
        model_byte_end();
    }
    for (int i = 0; i < 4; i++, low <<= 8) packed[made++] = (uint8_t)(low >> 24);
    return made;
}
