/* SPDX-License-Identifier: MIT
 * Small answers that never change, in memory: what was not asked for longest goes first. Functions may be called on any thread. */
#ifndef SERVER_BASE_CACHE_H
#define SERVER_BASE_CACHE_H

#include "base/text.h"

enum { CACHE_MOST = 1 << 16 /* bytes of one answer */ };

typedef struct cache cache;

/* Keeps at most `bytes`, with what it needs itself. 0: nothing. NULL: out of memory. */
cache *cache_new(size_t bytes);
void cache_free(cache *cache);

/* Adds the answer that was put under `key` to *to. False if there is none. */
bool cache_get(cache *cache, const char *key, text *to);
/* Copies an answer. One that is larger than CACHE_MOST is not kept. */
void cache_put(cache *cache, const char *key, const void *data, size_t size);

#endif
