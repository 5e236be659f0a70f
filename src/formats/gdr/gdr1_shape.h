/* SPDX-License-Identifier: MIT
 * A program writes all inputs of a file alike: the same keys in the same order with the same blanks. Once one input has been read by the
 * grammar, those after it that differ in nothing but their values are read by comparing bytes. All others, and all values that are not
 * plain, are left to the grammar, so the rows and findings are the same. */
#ifndef GDR_GDR1_SHAPE_H
#define GDR_GDR1_SHAPE_H

#include "formats/gdr/gdr1.h"

enum { GDR1_PIECE_BYTES = 32 }; /* four words; an input with more than that between two values has no shape */

/* Where the values of one input are in the file, in the order of the file. */
typedef struct gdr1_places {
    unsigned count;
    struct {
        uint8_t key; /* a gdr1_input_key */
        const uint8_t *from, *to;
    } at[GDR1_INPUT_KEYS];
} gdr1_places;

enum { GDR1_SHAPE_PIECES = GDR1_INPUT_KEYS + 1 };

/* The bytes between the values: before each of them, and after the last one. */
typedef struct gdr1_shape {
    bool known;
    uint8_t keys[GDR1_INPUT_KEYS];
    uint8_t size[GDR1_SHAPE_PIECES];
    uint8_t text[GDR1_SHAPE_PIECES][GDR1_PIECE_BYTES]; /* the pieces, then zeros */
    uint8_t mask[GDR1_SHAPE_PIECES][GDR1_PIECE_BYTES]; /* 0xff for each byte of the piece */
    size_t most, least;                                /* bytes that are looked at for an input, and that it has at least */
} gdr1_shape;

/* Takes the shape of an input with each of the keys once and no others. `from` is the end of the input before it, `to` its own end. */
void reel__gdr1_shape_learn(gdr1_shape *shape, const gdr1_places *places, const uint8_t *from, const uint8_t *to);

/* Reads the next inputs of the array, `room` at most, as long as they have the shape and plain values: unsigned frames, buttons in range,
 * booleans. The last ones of the file, whose bytes are fewer than an input may have, and all others are left unread. Returns their number. */
size_t reel__gdr1_shape_read(const gdr1_shape *shape, pull_reader *tree, gdr_input *rows, size_t room);

#endif
