/* SPDX-License-Identifier: MIT
 * A binary range coder with adaptive probabilities, for what is coded one decision after the other. The same function codes both ways, so
 * that a model is written once: it passes the bit when writing, and gets it when reading. */
#ifndef COLUMNS_CODER_RANGE_H
#define COLUMNS_CODER_RANGE_H

#include "core/memory.h"

/* The probability of a 0, in 1 / 65536, and how often it was used. It adapts faster at first. */
typedef struct range_bit {
    uint16_t zero;
    uint8_t used;
} range_bit;

enum { RANGE_SLOWEST = 6, RANGE_LENGTHS = 64 };

#define RANGE_BIT ((range_bit){ 1u << 15, 0 })

typedef struct range_coder {
    const uint8_t *at, *end; /* reading; zeros follow the end */
    uint32_t range, code;
    reel_memory *to; /* writing; NULL: reading */
    uint64_t low;
    uint32_t waiting; /* bytes that a carry may still change: `first` and then 255s; when reading, bytes after the end */
    uint8_t first;
    bool failed; /* no memory, or more bits than there are */
} range_coder;

range_coder reel__range_writer(reel_memory *to);
range_coder reel__range_reader(const uint8_t *data, size_t size);
void reel__range_shift(range_coder *coder); /* for range_normalise */
/* Writes what remains, without the zeros that a reader adds: at most four. */
void reel__range_end(range_coder *coder);

static inline void range_normalise(range_coder *coder)
{
    if (coder->range >> 24) return;
    coder->range <<= 8;
    reel__range_shift(coder);
}

static inline unsigned range_code(range_coder *coder, range_bit *bit, unsigned value)
{
    uint32_t bound = (coder->range >> 16) * bit->zero;
    if (!coder->to) value = coder->code >= bound;
    unsigned rate = bit->used < RANGE_SLOWEST - 1 ? ++bit->used : RANGE_SLOWEST - 1;
    if (value) {
        coder->low += bound;
        coder->code -= bound;
        coder->range -= bound;
        bit->zero = (uint16_t)(bit->zero - (bit->zero >> rate));
    } else {
        coder->range = bound;
        bit->zero = (uint16_t)(bit->zero + ((65535 - bit->zero) >> rate));
    }
    range_normalise(coder);
    return value;
}

/* The state of a reader in variables of its own, for loops of which most decisions take one of two ways. */
typedef struct range_fast {
    const uint8_t *at, *end;
    uint32_t range, code;
} range_fast;

static inline range_fast range_fast_begin(const range_coder *coder)
{
    return (range_fast){ coder->at, coder->end, coder->range, coder->code };
}

static inline void range_fast_end(range_coder *coder, const range_fast *fast)
{
    coder->at = fast->at;
    coder->range = fast->range;
    coder->code = fast->code;
}

/* Whether two decisions can be read without looking for the end: each takes one byte at most. */
static inline bool range_fast_can(const range_fast *fast) { return fast->end - fast->at >= 2; }

/* As range_code of a reader. */
static inline unsigned range_fast_get(range_fast *fast, range_bit *bit)
{
    const uint32_t zero = bit->zero, bound = (fast->range >> 16) * zero;
    const unsigned rate = bit->used < RANGE_SLOWEST - 1 ? ++bit->used : RANGE_SLOWEST - 1;
    const unsigned value = fast->code >= bound;
    if (value) {
        fast->code -= bound;
        fast->range -= bound;
        bit->zero = (uint16_t)(zero - (zero >> rate));
    } else {
        fast->range = bound;
        bit->zero = (uint16_t)(zero + ((65535 - zero) >> rate));
    }
    if (fast->range >> 24 == 0) {
        fast->range <<= 8;
        fast->code = fast->code << 8 | *fast->at++;
    }
    return value;
}

/* A number: its length by `lengths`, of which there are RANGE_LENGTHS, then its bits below the highest, each as often 0 as 1. */
uint64_t reel__range_code_number(range_coder *coder, range_bit *lengths, uint64_t value);

#endif
