/* SPDX-License-Identifier: MIT
 * A hash table with chains; the key is random, so that nobody can fill one chain. */
#include "net/address_count.h"

#include <pthread.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum { CHAINS = 4096 };

typedef struct address_count_entry {
    struct address_count_entry *next;
    ip_address network;
    unsigned count;
} address_count_entry;

struct address_count {
    pthread_mutex_t lock;
    uint8_t secret[crypto_shorthash_KEYBYTES];
    address_count_entry *chains[CHAINS];
};

address_count *address_count_new(void)
{
    address_count *t = sodium_init() >= 0 ? calloc(1, sizeof *t) : NULL;
    if (!t) return NULL;
    pthread_mutex_init(&t->lock, NULL);
    crypto_shorthash_keygen(t->secret);
    return t;
}

void address_count_free(address_count *t)
{
    if (!t) return;
    for (size_t i = 0; i < CHAINS; i++) {
        while (t->chains[i]) {
            address_count_entry *next = t->chains[i]->next;
            free(t->chains[i]);
            t->chains[i] = next;
        }
    }
    pthread_mutex_destroy(&t->lock);
    free(t);
}

static uint64_t hash_of(const address_count *t, const ip_address *network)
{
    uint64_t hash;
    crypto_shorthash((uint8_t *)&hash, network->bytes, sizeof network->bytes, t->secret);
    return hash;
}

static address_count_entry **address_count_find(address_count *t, const ip_address *network)
{
    address_count_entry **at = &t->chains[hash_of(t, network) % CHAINS];
    while (*at && memcmp(&(*at)->network, network, sizeof *network) != 0) at = &(*at)->next;
    return at;
}

bool address_count_add(address_count *t, const ip_address *address, unsigned most)
{
    ip_address network = address_network(address);
    pthread_mutex_lock(&t->lock);
    address_count_entry **at = address_count_find(t, &network);
    if (!*at) {
        *at = calloc(1, sizeof **at);
        if (*at) (*at)->network = network;
    }
    bool fits = *at && (!most || (*at)->count < most);
    if (fits) (*at)->count++;
    pthread_mutex_unlock(&t->lock);
    return fits;
}

void address_count_remove(address_count *t, const ip_address *address)
{
    ip_address network = address_network(address);
    pthread_mutex_lock(&t->lock);
    address_count_entry **at = address_count_find(t, &network), *entry = *at;
    if (entry && --entry->count == 0) {
        *at = entry->next;
        free(entry);
    }
    pthread_mutex_unlock(&t->lock);
}

uint32_t address_count_hash(const address_count *t, const ip_address *address)
{
    ip_address network = address_network(address);
    return (uint32_t)(hash_of(t, &network) >> 32);
}
