/* SPDX-License-Identifier: MIT
 * A packed module: its size, 32 bits little-endian, and the bits of one number between 0 and 1, which is in the part of a part of a part
 * of that interval that the bits of the module choose (arithmetic coding). First come the lengths of all codes, then the codes. */
#ifndef REEL_PACKING_CODER_H
#define REEL_PACKING_CODER_H

#include "model.h"

enum { CODER_SIZE_BYTES = 4, CODER_LENGTH_BITS = 4 };
/* Calls of the packer and of what unpacks are exported under their own names. */
#define EXPORT(name) __attribute__((export_name(#name))) name

/* The probability of each bit of a length, by the length before it. */
typedef struct lengths {
    uint16_t guesses[1 << CODER_LENGTH_BITS][1 << CODER_LENGTH_BITS];
} lengths;

static inline void lengths_begin(lengths *l)
{
    for (int i = 0; i < 1 << CODER_LENGTH_BITS; i++)
        for (int k = 0; k < 1 << CODER_LENGTH_BITS; k++) l->guesses[i][k] = 1 << (MODEL_SCALE - 1);
}

static inline void lengths_learn(uint16_t *guess, uint32_t bit)
{
    *guess = (uint16_t)(bit ? *guess + ((65535 - *guess) >> 4) : *guess - ((*guess - 1) >> 4));
}

/* Where the interval is divided: [low, middle] is 1, (middle, high] is 0. */
static inline uint32_t middle_of(uint32_t low, uint32_t high, uint32_t guess)
{
    return low + (uint32_t)((uint64_t)(high - low) * guess >> MODEL_SCALE);
}

/* Allocates bytes after the static data. NULL: out of memory. */
static inline uint8_t *room_for(uint32_t size)
{
    extern uint8_t __heap_base;
    uint8_t *const from = &__heap_base;
    const uint32_t end = (uint32_t)(uintptr_t)from + size;
    const uint32_t have = (uint32_t)__builtin_wasm_memory_size(0) << 16;
    if (end > have && __builtin_wasm_memory_grow(0, (end - have + 0xffff) >> 16) == (uint32_t)-1) return 0;
    return from;
}

#endif
