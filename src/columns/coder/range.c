/* SPDX-License-Identifier: MIT */
#include "columns/coder/range.h"

enum { START_BYTES = 4 };

range_coder reel__range_writer(reel_memory *to) { return (range_coder){ .range = UINT32_MAX, .to = to }; }

range_coder reel__range_reader(const uint8_t *data, size_t size)
{
    range_coder coder = { .at = data, .end = data + size, .range = UINT32_MAX };
    for (int i = 0; i < START_BYTES; i++) reel__range_shift(&coder);
    return coder;
}

static void add_byte(range_coder *coder, uint8_t byte)
{
    if (!memory_add(coder->to, &byte, 1)) coder->failed = true;
}

/* Moves one byte out of `low`. A byte is written once no carry can reach it: bytes of 255 wait with the one before them. */
static void write_byte(range_coder *coder)
{
    uint8_t carry = (uint8_t)(coder->low >> 32), next = (uint8_t)(coder->low >> 24);
    if (carry || next != UINT8_MAX || !coder->waiting) {
        if (coder->waiting) add_byte(coder, (uint8_t)(coder->first + carry));
        for (; coder->waiting > 1; coder->waiting--) add_byte(coder, (uint8_t)(UINT8_MAX + carry));
        coder->waiting = 0;
        coder->first = next;
    }
    coder->waiting++;
    coder->low = (coder->low & 0xffffff) << 8;
}

void reel__range_shift(range_coder *coder)
{
    if (coder->to) {
        write_byte(coder);
        return;
    }
    coder->code <<= 8;
    if (coder->at < coder->end)
        coder->code |= *coder->at++;
    else
        coder->failed = ++coder->waiting > START_BYTES; /* what the writer left off */
}

void reel__range_end(range_coder *coder)
{
    for (int i = 0; i <= START_BYTES; i++) reel__range_shift(coder);
    if (coder->failed) return;
    for (int i = 0; i < START_BYTES && !coder->to->data[coder->to->size - 1]; i++) coder->to->size--;
}

uint64_t reel__range_code_number(range_coder *coder, range_bit *lengths, uint64_t value)
{
    unsigned length = 0;
    while (length < RANGE_LENGTHS && range_code(coder, &lengths[length], value >> length != 0)) length++;
    if (!length) return 0;
    uint64_t number = 1;
    for (unsigned i = length - 1; i-- > 0;) {
        range_bit even = RANGE_BIT;
        number = number << 1 | range_code(coder, &even, value >> i & 1);
    }
    return number;
}
