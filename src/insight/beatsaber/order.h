/* SPDX-License-Identifier: MIT
 * Growing lists, and numbers in order. */
#ifndef INSIGHT_BEATSABER_ORDER_H
#define INSIGHT_BEATSABER_ORDER_H

#include <reel/format.h>

typedef struct play_list {
    void *data;
    size_t count, capacity;
} play_list;

/* Appends `count` uninitialised items of `size` bytes and returns the first. NULL: out of memory. */
void *reel__play_list_grow(play_list *list, size_t count, size_t size, const reel_allocator *allocator);
/* Room for `count` more items. False: out of memory. */
bool reel__play_list_reserve(play_list *list, size_t count, size_t size, const reel_allocator *allocator);
void reel__play_list_free(play_list *list, const reel_allocator *allocator);

typedef struct play_key {
    uint32_t key, index;
} play_key;

/* Stable sort by key. `spare` must have room for `count` items. */
void reel__play_sort(play_key *items, play_key *spare, size_t count);
/* Maps a float to a key with the same order: NaN first, -0 equal to 0. */
uint32_t reel__play_key_of(float value);
/* The float of a key that is not that of NaN. */
float reel__play_value_of(uint32_t key);
/* The key that `before` others come before, if they are in order. Leaves the keys in any order. `before` is below `count`. */
uint32_t reel__play_nth(play_key *keys, size_t count, size_t before);
/* The median of floats by their keys: the upper one of two. Leaves the keys in any order. `count` is not 0. */
float reel__play_median(play_key *keys, size_t count);

#endif
