/* SPDX-License-Identifier: MIT
 * reel-unpack.wasm, which the page of the viewer has to unpack its module. A damaged file ends in other bytes, and these do not compile. */
#include "coder.h"

static uint8_t *made;
static const uint8_t *in, *in_end;
static uint32_t low, high, code, size, at;

static uint32_t next_byte(void) { return in < in_end ? *in++ : 0; }

static uint32_t next_bit(uint32_t guess)
{
    const uint32_t middle = middle_of(low, high, guess);
    const uint32_t bit = code <= middle;
    if (bit)
        high = middle;
    else
        low = middle + 1;
    for (; (low ^ high) >> 24 == 0; low <<= 8, high = high << 8 | 255) code = code << 8 | next_byte();
    return bit;
}

static void read_lengths(void)
{
    lengths known;
    lengths_begin(&known);
    uint8_t *const all = &model_lengths[0][0];
    for (uint32_t i = 0, before = 0; i < sizeof model_lengths; i++) {
        uint32_t node = 1;
        while (node >> CODER_LENGTH_BITS == 0) {
            uint16_t *guess = &known.guesses[before][node];
            const uint32_t bit = next_bit(*guess);
            lengths_learn(guess, bit);
            node = node << 1 | bit;
        }
        before = node - (1 << CODER_LENGTH_BITS);
        all[i] = (uint8_t)(before <= MODEL_LONGEST ? before : 0);
    }
}

/* Where a packed file of this size, which makes so many bytes, has to be put; 0: there is not enough memory. */
uint8_t *EXPORT(place)(uint32_t packed, uint32_t unpacked)
{
    made = room_for(packed + unpacked);
    in = made + unpacked;
    in_end = in + packed;
    size = unpacked;
    return made ? made + unpacked : 0;
}

/* The file is there. */
void EXPORT(begin)(void)
{
    in += CODER_SIZE_BYTES;
    low = at = 0;
    high = UINT32_MAX;
    for (int i = 0; i < 4; i++) code = code << 8 | next_byte();
    read_lengths();
    model_begin(made);
}

/* Unpacks so many bytes more, or fewer at the end; returns where they are, from the first. */
const uint8_t *EXPORT(run)(uint32_t count)
{
    for (const uint32_t end = size - at < count ? size : at + count; at < end; at++) {
        model_byte(at);
        int byte;
        while ((byte = model_learn(next_bit(model_guess()))) < 0) continue;
        made[at] = (uint8_t)byte;
        model_byte_end();
    }
    return made;
}
