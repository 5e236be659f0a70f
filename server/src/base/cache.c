/* SPDX-License-Identifier: MIT
 * A hash table with chains, whose entries are also in a list by when they were asked for. */
#include "base/cache.h"

#include <pthread.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum { ENTRY_BYTES = 2048 /* of a usual entry: there is a chain for each */ };

typedef struct entry {
    struct entry *chained, *newer, *older;
    uint64_t hash;
    size_t size;
    char *key, data[]; /* the key is behind the data */
} entry;

struct cache {
    pthread_mutex_t lock;
    uint8_t secret[crypto_shorthash_KEYBYTES];
    size_t limit, used, chains;
    entry *newest, *oldest;
    entry *table[];
};

cache *cache_new(size_t bytes)
{
    size_t chains = bytes / ENTRY_BYTES + 1;
    cache *c = sodium_init() >= 0 ? calloc(1, sizeof *c + chains * sizeof *c->table) : NULL;
    if (!c) return NULL;
    pthread_mutex_init(&c->lock, NULL);
    crypto_shorthash_keygen(c->secret);
    c->limit = bytes;
    c->used = chains * sizeof *c->table;
    c->chains = chains;
    return c;
}

static uint64_t hash_key(const cache *c, const char *key)
{
    uint64_t hash;
    _Static_assert(sizeof hash == crypto_shorthash_BYTES, "the hash is a number");
    crypto_shorthash((uint8_t *)&hash, (const uint8_t *)key, strlen(key), c->secret);
    return hash;
}

static size_t cost_of(size_t size, const char *key) { return sizeof(entry) + size + strlen(key) + 1; }

/* Where the entry is in its chain, or would be. */
static entry **cache_find(cache *c, uint64_t hash, const char *key)
{
    entry **at = &c->table[hash % c->chains];
    while (*at && ((*at)->hash != hash || strcmp((*at)->key, key) != 0)) at = &(*at)->chained;
    return at;
}

static void unlink_entry(cache *c, entry *e)
{
    *(e->newer ? &e->newer->older : &c->newest) = e->older;
    *(e->older ? &e->older->newer : &c->oldest) = e->newer;
}

static void link_newest(cache *c, entry *e)
{
    e->newer = NULL;
    e->older = c->newest;
    *(c->newest ? &c->newest->newer : &c->oldest) = e;
    c->newest = e;
}

static void cache_drop(cache *c, entry *e)
{
    *cache_find(c, e->hash, e->key) = e->chained;
    unlink_entry(c, e);
    c->used -= cost_of(e->size, e->key);
    free(e);
}

void cache_free(cache *c)
{
    if (!c) return;
    while (c->oldest) cache_drop(c, c->oldest);
    pthread_mutex_destroy(&c->lock);
    free(c);
}

bool cache_get(cache *c, const char *key, text *to)
{
    uint64_t hash = hash_key(c, key);
    pthread_mutex_lock(&c->lock);
    entry *e = *cache_find(c, hash, key);
    if (e) {
        unlink_entry(c, e);
        link_newest(c, e);
        text_raw(to, e->data, e->size);
    }
    pthread_mutex_unlock(&c->lock);
    return e != NULL;
}

void cache_put(cache *c, const char *key, const void *data, size_t size)
{
    size_t cost = cost_of(size, key);
    entry *e = size <= CACHE_MOST && cost < c->limit ? malloc(cost) : NULL;
    if (!e) return;
    *e = (entry){ .hash = hash_key(c, key), .size = size, .key = e->data + size };
    memcpy(e->data, data, size);
    strcpy(e->key, key);
    pthread_mutex_lock(&c->lock);
    entry *before = *cache_find(c, e->hash, key);
    if (before) cache_drop(c, before);
    while (c->oldest && c->used + cost > c->limit) cache_drop(c, c->oldest);
    entry **at = cache_find(c, e->hash, key);
    e->chained = *at;
    *at = e;
    link_newest(c, e);
    c->used += cost;
    pthread_mutex_unlock(&c->lock);
}
