/* SPDX-License-Identifier: MIT
 * A table of sets of WAYS buckets. The set of a client is chosen by a keyed hash, so that nobody can aim at the set of another. */
#include "limits.h"

#include <pthread.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum { WAYS = 8, ADDRESS = 1, TOKEN = 2, NETWORK_SIX = 8 /* bytes of a /64 */ };

typedef struct bucket {
    uint8_t key[16]; /* keyed hash of the client */
    int64_t when;    /* of `left`; 0: the bucket is free */
    double left;     /* requests */
    uint8_t kind;
} bucket;

struct limits {
    pthread_mutex_t lock;
    uint8_t secret[crypto_generichash_KEYBYTES];
    limit_rate rates[3];
    size_t sets;
    bucket buckets[];
};

limits *limits_new(size_t buckets)
{
    size_t sets = buckets / WAYS ? buckets / WAYS : 1;
    limits *l = sodium_init() >= 0 ? calloc(1, sizeof *l + sets * WAYS * sizeof *l->buckets) : NULL;
    if (!l) return NULL;
    pthread_mutex_init(&l->lock, NULL);
    randombytes_buf(l->secret, sizeof l->secret);
    l->sets = sets;
    return l;
}

void limits_free(limits *l)
{
    if (!l) return;
    pthread_mutex_destroy(&l->lock);
    free(l);
}

void limits_set(limits *l, limit_rate address, limit_rate token)
{
    pthread_mutex_lock(&l->lock);
    l->rates[ADDRESS] = address;
    l->rates[TOKEN] = token;
    pthread_mutex_unlock(&l->lock);
}

static double capacity(const limit_rate *rate) { return rate->burst ? rate->burst : rate->rate; }

/* What a bucket holds now. */
static double level(const limits *l, const bucket *bucket, int64_t now)
{
    const limit_rate *rate = &l->rates[bucket->kind];
    double left = bucket->left + (double)(now - bucket->when) * rate->rate / 1e6;
    return left < capacity(rate) ? left : capacity(rate);
}

/* The client's bucket: its own, a free one, or that of the client in its set that has used the least. */
static bucket *find_bucket(limits *l, const uint8_t key[16], uint8_t kind, int64_t now)
{
    uint64_t number;
    memcpy(&number, key, sizeof number);
    bucket *set = l->buckets + number % l->sets * WAYS, *best = set;
    double best_room = -1;
    for (bucket *each = set; each < set + WAYS; each++) {
        if (each->when && each->kind == kind && memcmp(each->key, key, sizeof each->key) == 0) return each;
        double most = each->when ? capacity(&l->rates[each->kind]) : 0;
        double room = most > 0 ? level(l, each, now) / most : 2;
        if (room > best_room) best = each, best_room = room;
    }
    *best = (bucket){ .when = now, .left = capacity(&l->rates[kind]), .kind = kind };
    memcpy(best->key, key, sizeof best->key);
    return best;
}

static unsigned count_request(limits *l, uint8_t kind, const void *client, size_t size, int64_t now)
{
    uint8_t key[16];
    unsigned wait = 0;
    pthread_mutex_lock(&l->lock);
    bool limited = l->rates[kind].rate != 0;
    pthread_mutex_unlock(&l->lock);
    if (!limited) return 0;
    if (now <= 0) now = 1;
    crypto_generichash(key, sizeof key, client, size, l->secret, sizeof l->secret);
    pthread_mutex_lock(&l->lock);
    const limit_rate *rate = &l->rates[kind];
    if (rate->rate) {
        bucket *bucket = find_bucket(l, key, kind, now);
        double left = level(l, bucket, now);
        if (left >= 1)
            *bucket = (struct bucket){ .when = now, .left = left - 1, .kind = kind };
        else
            wait = 1 + (unsigned)((1 - left) / rate->rate * 0.999999); /* rounded up */
        memcpy(bucket->key, key, sizeof bucket->key);
    }
    pthread_mutex_unlock(&l->lock);
    return wait;
}

unsigned limits_address(limits *l, const ip_address *address, int64_t now)
{
    bool four = address_is_four(address);
    return count_request(l, ADDRESS, address->bytes, four ? sizeof address->bytes : NETWORK_SIX, now);
}

unsigned limits_token(limits *l, const char *name, int64_t now) { return count_request(l, TOKEN, name, strlen(name), now); }

static bool is_trusted(const ip_address *address, const ip_address *trusted, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (memcmp(address, &trusted[i], sizeof *address) == 0) return true;
    return false;
}

ip_address limits_client(const ip_address *peer, const char *forwarded, const ip_address *trusted, size_t count)
{
    ip_address client = *peer;
    size_t end = forwarded ? strlen(forwarded) : 0;
    while (end && is_trusted(&client, trusted, count)) {
        size_t begin = end;
        while (begin && forwarded[begin - 1] != ',') begin--;
        ip_address next;
        if (!address_read_forwarded(forwarded + begin, end - begin, &next)) break;
        client = next;
        end = begin ? begin - 1 : 0;
    }
    return client;
}
