/* SPDX-License-Identifier: MIT
 * Lists of the different values of a series. */
#ifndef COLUMNS_CODER_VALUE_LIST_H
#define COLUMNS_CODER_VALUE_LIST_H

#include "columns/coder/tokens.h"

typedef struct value_list {
    uint64_t *values;
    size_t count;
    uint32_t *slots; /* index + 1 of the value in a slot */
    uint32_t mask;
} value_list;

/* Lists the values in the order in which they appear. False: there are more than `most`, or no memory, with the status set. */
bool reel__value_list_make(block_writer *block, const uint64_t *values, size_t count, size_t most, value_list *list);
/* Puts the same values into another order. */
bool reel__value_list_reorder(value_list *list, const uint64_t *values);
/* The index of each value. False: one is not listed. */
bool reel__value_list_index(const value_list *list, const uint64_t *values, size_t count, uint64_t *indexes);

/* Sorts the list by how often its values are in the series, the most frequent first, and sets `ranks` to the indexes of the values in it.
 * False: no memory. */
bool reel__ranks_make(block_writer *block, const uint64_t *values, size_t count, value_list *list, uint64_t *ranks);
/* Bits that the list takes, about. */
uint64_t reel__ranks_cost(block_writer *block, const value_list *list);
void reel__ranks_encode(block_writer *block, const value_list *list, reel_memory *to);
/* Reads a list for `count` ranks, and replaces ranks by its values. */
reel_status reel__ranks_decode(block_source *source, reel_cursor *in, size_t count, uint64_t **list, size_t *listed);
reel_status reel__ranks_replace(block_source *source, reel_cursor *in, const uint64_t *list, size_t listed, uint64_t *values,
                                size_t count);

#endif
