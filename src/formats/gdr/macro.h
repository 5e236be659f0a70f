/* SPDX-License-Identifier: MIT
 * The inputs of a macro together with their physics and blocks, for operations. */
#ifndef GDR_MACRO_H
#define GDR_MACRO_H

#include "core/rank.h"

#include <reel/format.h>
#include <reel/gdr.h>

/* An input with the rows that belong to it. */
typedef struct macro_item {
    gdr_input input;
    gdr_physics physics; /* if input.extra is GDR_PHYSICS */
    reel_bytes block;    /* if it is GDR_BLOCK */
} macro_item;

/* Items and marks have memory of their own and are freed by reel__macro_end, so a chain of operations holds only one set at a time. */
typedef struct macro {
    const reel_change *change;
    macro_item *items;
    uint8_t *marks; /* one per item; see reel__macro_mark */
    size_t count, capacity;
    bool by_player; /* GDR2: the first player's inputs come before the second's */
} macro;

/* Copies the inputs of the chunk, with capacity for `more`. Call reel__macro_end afterwards, also on failure. */
reel_status reel__macro_load(macro *m, const reel_change *change, size_t more);
/* Allocates the marks, all 0. */
reel_status reel__macro_mark(macro *m);
/* Adds the inputs of another chunk and copies their blocks. The capacity must suffice. */
reel_status reel__macro_add(macro *m, const reel_chunk *other);
/* Replaces the rows of the chunk by the items, in order; in GDR2 the first player's come first. */
reel_status reel__macro_store(macro *m);
/* Stable sort by frame; on the same frame the first player's inputs come first. */
reel_status reel__macro_sort(macro *m);
void reel__macro_end(macro *m);

/* reel__rank_items, with the failures of an operation. Free *order with reel__macro_release. */
reel_status reel__macro_rank(const reel_change *change, const void *rows, size_t count, rank_before *before, size_t **order);
void *reel__macro_alloc(const reel_change *change, size_t count, size_t size);
void reel__macro_release(const reel_change *change, void *memory);

/* The header, of either type; NULL if missing. */
gdr_info *reel__macro_info(const reel_chunk *chunk);
gdr_info_v1 *reel__macro_info_v1(const reel_chunk *chunk);

#endif
