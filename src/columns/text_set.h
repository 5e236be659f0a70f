/* SPDX-License-Identifier: MIT
 * Distinct texts in the order in which they first occur: a dictionary. */
#ifndef COLUMNS_TEXT_SET_H
#define COLUMNS_TEXT_SET_H

#include "core/memory.h"

typedef enum text_set_result { TEXT_SET_KNOWN, TEXT_SET_NEW, TEXT_SET_FULL, TEXT_SET_NO_MEMORY } text_set_result;

typedef struct text_set {
    reel_allocator allocator;
    reel_memory page; /* each text behind its size in four bytes, as a dictionary page of Parquet has them */
    size_t most;      /* bytes of the page */
    uint32_t *starts; /* where each text's size is in the page */
    size_t capacity;  /* of `starts` */
    uint32_t count;
    uint32_t *slots;     /* a hash table of indexes + 1; 0: free */
    uint32_t slot_count; /* a power of two */
} text_set;

void reel__text_set_begin(text_set *set, const reel_allocator *allocator, size_t most);
/* The index of a text, which is added if it is new. TEXT_SET_FULL: the page has no room for it, or too many texts have its hash. */
text_set_result reel__text_set_add(text_set *set, const void *text, size_t size, uint32_t *index);
reel_bytes reel__text_set_at(const text_set *set, uint32_t index);
void reel__text_set_reset(text_set *set); /* forgets the texts, keeps the room */
void reel__text_set_free(text_set *set);

#endif
