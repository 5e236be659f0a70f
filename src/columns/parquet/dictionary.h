/* SPDX-License-Identifier: MIT
 * The distinct texts of a column chunk, in the order in which they first occur. */
#ifndef COLUMNS_PARQUET_DICTIONARY_H
#define COLUMNS_PARQUET_DICTIONARY_H

#include "core/memory.h"

enum { DICTIONARY_MOST = 1 << 20 /* bytes of its page */ };

typedef enum dictionary_result { DICTIONARY_KNOWN, DICTIONARY_NEW, DICTIONARY_FULL, DICTIONARY_NO_MEMORY } dictionary_result;

typedef struct parquet_dictionary {
    reel_allocator allocator;
    reel_memory page; /* each text behind its size in four bytes: the dictionary page */
    uint32_t *starts; /* where each text's size is in the page */
    size_t capacity;  /* of `starts` */
    uint32_t count;
    uint32_t *slots;     /* a hash table of indexes + 1; 0: free */
    uint32_t slot_count; /* a power of two */
} parquet_dictionary;

void dictionary_begin(parquet_dictionary *dictionary, const reel_allocator *allocator);
/* The index of a text, which is added if it is new and the page has room. */
dictionary_result dictionary_add(parquet_dictionary *dictionary, const void *text, size_t size, uint32_t *index);
reel_bytes dictionary_text(const parquet_dictionary *dictionary, uint32_t index);
void dictionary_reset(parquet_dictionary *dictionary); /* forgets the texts, keeps the room */
void dictionary_free(parquet_dictionary *dictionary);

#endif
