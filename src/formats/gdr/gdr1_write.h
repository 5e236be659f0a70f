/* SPDX-License-Identifier: MIT
 * What the two parts of the writer of GDR1 share: gdr1_write.c has the keys of the file, gdr1_inputs.c the inputs. */
#ifndef GDR_GDR1_WRITE_H
#define GDR_GDR1_WRITE_H

#include "core/encoder.h"
#include "formats/gdr/gdr1.h"

/* Inputs with the blocks of those that have one. */
typedef struct gdr1_inputs {
    const gdr_input *rows;
    const gdr_block *blocks;
    size_t count, block_count;
} gdr1_inputs;

typedef struct gdr1_writing {
    reel_encoder *e;
    pull_form form;
    push_writer *w;
    pull_reader *reader, *items, *inner;
    const gdr_info_v1 *info, *old; /* the rows to write; those of the original file, or empty ones */
    gdr1_inputs inputs, old_inputs;
    const gdr_extension *extensions;
    size_t extension_count, next_extension;
    bool same_inputs, inputs_put;
    unsigned order[GDR1_INPUT_KEYS];
    bool sorts;    /* the bot's own keys of an input are sorted among the others; else they come last */
    bool counting; /* only count pairs: msgpack states their number before them */
    uint64_t pairs;
} gdr1_writing;

/* Counts a pair. Returns true if it must also be written. */
static inline bool gdr1_count_pair(gdr1_writing *g)
{
    g->pairs++;
    return !g->counting;
}

/* A key and its value in the original. */
typedef struct gdr1_pair {
    pull_value name, value;
    const uint8_t *name_end, *end;
} gdr1_pair;

bool reel__gdr1_next_pair(pull_reader *reader, gdr1_pair *pair);
void reel__gdr1_copy_pair(gdr1_writing *g, const gdr1_pair *pair);

/* Writes the array of inputs from the rows alone. */
void reel__gdr1_write_inputs(gdr1_writing *g);
/* Writes it in place of the original's array: an input that is still there keeps its keys, their order and what stands for a value that is
 * still the same. */
void reel__gdr1_update_inputs(gdr1_writing *g, reel_bytes array);

#endif
