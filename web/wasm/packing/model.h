/* SPDX-License-Identifier: MIT
 * How likely the next bit of a WebAssembly module is, by all bytes before it. Both the packer and what unpacks use this, and nothing but this
 * decides what the bits of a packed module mean.
 *
 * Six contexts are looked up in tables of counters: the last opcodes, the last immediate values, what the field itself is likely to repeat.
 * A seventh guess is the byte that followed the last time that the same bytes came. A small neural network weighs the seven guesses: its
 * weights are those of the kind of field and of the opcode before, and learn from each bit. What remains of its error in each context is taken away at last. This
 * is context mixing as Matt Mahoney describes it ("Data Compression Explained", 4.3); what is new is only what the contexts are.
 *
 * Numbers are floats of 32 bits, which WebAssembly defines to the last bit, so that each browser unpacks the same. A compiler for a
 * machine may join operations: the packer is WebAssembly, too. */
#ifndef REEL_PACKING_MODEL_H
#define REEL_PACKING_MODEL_H

#include <stdint.h>

#include "walk.h"

enum {
    MODEL_SCALE = 16,  /* bits of a probability */
    MODEL_LONGEST = 12 /* bits of a code */
};

/* The lengths of the codes, 0 for bytes that do not come; set before model_begin. */
extern uint8_t model_lengths[WALK_FIELDS][256];
/* The codes, which model_begin finds. */
extern uint16_t model_codes[WALK_FIELDS][256];

void model_begin(const uint8_t *bytes);
/* A byte begins: its place in `bytes`. Returns its field. */
walk_field model_byte(uint32_t at);
/* The probability that the next bit of its code is 1, from 1 to 2^MODEL_SCALE - 1. */
uint32_t model_guess(void);
/* The bit that it was. Returns the byte if it is whole, otherwise -1. */
int model_learn(uint32_t bit);
/* The byte is in `bytes`. */
void model_byte_end(void);

#endif
