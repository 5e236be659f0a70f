/* SPDX-License-Identifier: MIT
 * The inputs of a macro with what belongs to each, to be changed together. */
#ifndef FORMATS_GDR_MACRO_H
#define FORMATS_GDR_MACRO_H

#include <reel/format.h>
#include <reel/gdr.h>

/* An input, and the rows that belong to it. */
typedef struct macro_item {
    gdr_input input;
    gdr_physics physics; /* where input.extra is GDR_PHYSICS */
    reel_bytes block;    /* where it is GDR_BLOCK */
} macro_item;

typedef struct macro {
    reel_chunk *chunk;
    macro_item *items;
    size_t count;
    bool by_player; /* GDR2: the first player's inputs come before the second's */
} macro;

/* Takes the inputs out of a chunk, with room for `more`. False: no memory, told in *error. */
bool macro_take(macro *m, reel_chunk *chunk, size_t more, reel_error *error);
/* Adds the inputs of another chunk; there must be room. Strings are copied. */
bool macro_add(macro *m, const reel_chunk *other);
/* Puts them back, in the order of the items; in GDR2 the first player's first. */
reel_status macro_put(macro *m, reel_error *error);
/* By frame, the first player's before the second's on one frame; what is equal stays in order. */
bool macro_sort(macro *m);

/* The header, whichever of the two it is; NULL where there is none. */
gdr_info *macro_info(const reel_chunk *chunk);
gdr_info_v1 *macro_info_v1(const reel_chunk *chunk);

#endif
