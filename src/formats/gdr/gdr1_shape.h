/* SPDX-License-Identifier: MIT
 * A program writes all inputs of a file alike: the same keys in the same order with the same blanks. Once one input has been read by the
 * grammar, those after it that differ in nothing but their values are read by comparing bytes. All others, and all values that are not
 * plain, are left to the grammar, so the rows and findings are the same. */
#ifndef GDR_GDR1_SHAPE_H
#define GDR_GDR1_SHAPE_H

#include "formats/gdr/gdr1.h"

enum { GDR1_SHAPE_BYTES = 128 };

/* Where the values of one input are in the file, in the order of the file. */
typedef struct gdr1_places {
    unsigned count;
    struct {
        uint8_t key; /* a gdr1_input_key */
        const uint8_t *from, *to;
    } at[GDR1_INPUT_KEYS];
} gdr1_places;

/* The bytes between the values. */
typedef struct gdr1_shape {
    bool known;
    uint8_t keys[GDR1_INPUT_KEYS];
    uint8_t before[GDR1_INPUT_KEYS + 1]; /* bytes before each value, and after the last one */
    uint8_t text[GDR1_SHAPE_BYTES];      /* these bytes, one after the other */
} gdr1_shape;

/* Takes the shape of an input with each of the keys once and no others. `from` is the end of the input before it, `to` its own end. */
void gdr1_shape_learn(gdr1_shape *shape, const gdr1_places *places, const uint8_t *from, const uint8_t *to);

/* Reads the next input of the array if it has the shape and plain values: unsigned frames, buttons in range, booleans. Returns false,
 * without reading anything, for all others. */
bool gdr1_shape_read(const gdr1_shape *shape, pull_reader *tree, gdr_input *row);

#endif
