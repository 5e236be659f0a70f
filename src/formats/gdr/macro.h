/* SPDX-License-Identifier: MIT
 * The inputs of a macro with their physics and blocks, to be changed together. */
#ifndef GDR_MACRO_H
#define GDR_MACRO_H

#include <reel/format.h>
#include <reel/gdr.h>

/* An input, and the rows that belong to it. */
typedef struct macro_item {
    gdr_input input;
    gdr_physics physics; /* where input.extra is GDR_PHYSICS */
    reel_bytes block;    /* where it is GDR_BLOCK */
} macro_item;

/* Items and marks live until macro_end, in memory of their own: a chain of operations needs no more than one of them. */
typedef struct macro {
    const reel_change *change;
    macro_item *items;
    uint8_t *marks; /* one for each item, 0 at first; see macro_mark */
    size_t count, capacity;
    bool by_player; /* GDR2: the first player's inputs come before the second's */
} macro;

/* Copies the inputs of the chunk, with room for `more`. On every return macro_end may be called. */
reel_status macro_load(macro *m, const reel_change *change, size_t more);
/* Makes room for the marks. */
reel_status macro_mark(macro *m);
/* Adds the inputs of another chunk; there must be room. Strings are copied. */
reel_status macro_add(macro *m, const reel_chunk *other);
/* Writes the items back to the chunk, in order; in GDR2 the first player's first. */
reel_status macro_store(macro *m);
/* By frame, the first player's before the second's on one frame; a stable sort. */
reel_status macro_sort(macro *m);
void macro_end(macro *m);

/* Whether row `a` comes before row `b`. */
typedef bool macro_before(const void *rows, size_t a, size_t b);
/* The numbers of `count` rows in order; equal rows keep theirs. Linear if the rows are two sorted runs, otherwise n log n, charged to
 * the budget. Free *order with macro_release. */
reel_status macro_rank(const reel_change *change, const void *rows, size_t count, macro_before *before, size_t **order);
void *macro_alloc(const reel_change *change, size_t count, size_t size);
void macro_release(const reel_change *change, void *memory);
reel_status macro_no_memory(const reel_change *change);

/* The header, of either type; NULL if missing. */
gdr_info *macro_info(const reel_chunk *chunk);
gdr_info_v1 *macro_info_v1(const reel_chunk *chunk);

#endif
