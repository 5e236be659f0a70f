/* SPDX-License-Identifier: MIT
 * A table of sets of WAYS buckets. The set of a client is chosen by a keyed hash, so that nobody can aim at the set of another. */
#include "rules/rate_limits.h"

#include <pthread.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum { WAYS = 8 };

/* A rate with a fraction. */
typedef struct fill {
    double rate, burst;
} fill;

typedef struct bucket {
    uint8_t key[16]; /* keyed hash of the client */
    int64_t when;    /* of `left`; 0: the bucket is free */
    double left;     /* requests */
    uint8_t kind;
} bucket;

struct rate_limits {
    pthread_mutex_t lock;
    uint8_t secret[crypto_generichash_KEYBYTES];
    fill fills[LIMIT_KINDS];
    size_t sets;
    bucket buckets[];
};

rate_limits *rate_limits_new(size_t buckets)
{
    size_t sets = buckets / WAYS ? buckets / WAYS : 1;
    rate_limits *l = sodium_init() >= 0 ? calloc(1, sizeof *l + sets * WAYS * sizeof *l->buckets) : NULL;
    if (!l) return NULL;
    pthread_mutex_init(&l->lock, NULL);
    randombytes_buf(l->secret, sizeof l->secret);
    l->sets = sets;
    return l;
}

void rate_limits_free(rate_limits *l)
{
    if (!l) return;
    pthread_mutex_destroy(&l->lock);
    free(l);
}

static void set_fill(rate_limits *l, limit_kind kind, double rate, double burst)
{
    pthread_mutex_lock(&l->lock);
    l->fills[kind] = (fill){ rate, burst };
    pthread_mutex_unlock(&l->lock);
}

void rate_limits_set(rate_limits *l, limit_rate address, limit_rate token)
{
    set_fill(l, LIMIT_ADDRESS, address.rate, address.burst ? address.burst : address.rate);
    set_fill(l, LIMIT_TOKEN, token.rate, token.burst ? token.burst : token.rate);
}

void rate_limits_set_minute(rate_limits *l, limit_kind kind, unsigned minute) { set_fill(l, kind, minute / 60.0, minute); }

/* What a bucket holds now. */
static double bucket_level(const rate_limits *l, const bucket *bucket, int64_t now)
{
    const fill *fill = &l->fills[bucket->kind];
    double left = bucket->left + (double)(now - bucket->when) * fill->rate / 1e6;
    return left < fill->burst ? left : fill->burst;
}

/* The client's bucket: its own, a free one, or that of the client in its set that has used the least. */
static bucket *find_bucket(rate_limits *l, const uint8_t key[16], uint8_t kind, int64_t now)
{
    uint64_t number;
    memcpy(&number, key, sizeof number);
    bucket *set = l->buckets + number % l->sets * WAYS, *best = set;
    double best_room = -1;
    for (bucket *each = set; each < set + WAYS; each++) {
        if (each->when && each->kind == kind && memcmp(each->key, key, sizeof each->key) == 0) return each;
        double most = each->when ? l->fills[each->kind].burst : 0;
        double room = most > 0 ? bucket_level(l, each, now) / most : 2;
        if (room > best_room) best = each, best_room = room;
    }
    *best = (bucket){ .when = now, .left = l->fills[kind].burst, .kind = kind };
    memcpy(best->key, key, sizeof best->key);
    return best;
}

/* Takes `cost` from the bucket of a client if `least` is in it. Returns what was in it; *fill is its size, 0: there is no limit. */
static double use_bucket(rate_limits *l, limit_kind kind, const void *client, size_t size, double least, double cost, int64_t now,
                         fill *fill)
{
    uint8_t key[16];
    double left = 0;
    if (now <= 0) now = 1;
    crypto_generichash(key, sizeof key, client, size, l->secret, sizeof l->secret);
    pthread_mutex_lock(&l->lock);
    *fill = l->fills[kind];
    if (fill->rate > 0) {
        bucket *bucket = find_bucket(l, key, (uint8_t)kind, now);
        left = bucket_level(l, bucket, now);
        double after = left - cost > -fill->burst ? left - cost : -fill->burst;
        if (left >= least && cost > 0) *bucket = (struct bucket){ .when = now, .left = after, .kind = (uint8_t)kind };
        memcpy(bucket->key, key, sizeof bucket->key);
    }
    pthread_mutex_unlock(&l->lock);
    return left;
}

/* Seconds until one is in the bucket, rounded up. */
static unsigned seconds_until_one(double left, const fill *fill)
{
    return fill->rate > 0 && left < 1 ? 1 + (unsigned)((1 - left) / fill->rate * 0.999999) : 0;
}

static unsigned count_request(rate_limits *l, limit_kind kind, const void *client, size_t size, int64_t now)
{
    fill fill;
    double left = use_bucket(l, kind, client, size, 1, 1, now, &fill);
    return seconds_until_one(left, &fill);
}

unsigned rate_limits_address(rate_limits *l, const ip_address *address, int64_t now)
{
    ip_address network = address_network(address);
    return count_request(l, LIMIT_ADDRESS, network.bytes, sizeof network.bytes, now);
}

unsigned rate_limits_token(rate_limits *l, const char *name, int64_t now)
{
    return count_request(l, LIMIT_TOKEN, name, strlen(name), now);
}

void rate_limits_charge(rate_limits *l, limit_kind kind, const ip_address *address, double cost, int64_t now)
{
    fill fill;
    ip_address network = address_network(address);
    use_bucket(l, kind, network.bytes, sizeof network.bytes, -1e18, cost, now, &fill);
}

double rate_limits_left(rate_limits *l, limit_kind kind, const ip_address *address, int64_t now, unsigned *seconds)
{
    fill fill;
    ip_address network = address_network(address);
    double left = use_bucket(l, kind, network.bytes, sizeof network.bytes, 0, 0, now, &fill);
    *seconds = seconds_until_one(left, &fill);
    return fill.rate > 0 ? left / fill.burst : 1;
}

void rate_limits_charge_token(rate_limits *l, limit_kind kind, const char *name, double cost, int64_t now)
{
    fill fill;
    use_bucket(l, kind, name, strlen(name), -1e18, cost, now, &fill);
}

unsigned rate_limits_token_wait(rate_limits *l, limit_kind kind, const char *name, int64_t now)
{
    fill fill;
    double left = use_bucket(l, kind, name, strlen(name), 0, 0, now, &fill);
    return seconds_until_one(left, &fill);
}

static bool is_trusted(const ip_address *address, const ip_address *trusted, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (memcmp(address, &trusted[i], sizeof *address) == 0) return true;
    return false;
}

ip_address rate_limits_client(const ip_address *peer, const char *forwarded, const ip_address *trusted, size_t count)
{
    ip_address client = *peer, next;
    size_t end = forwarded ? strlen(forwarded) : 0;
    while (end && is_trusted(&client, trusted, count)) {
        size_t begin = end;
        while (begin && forwarded[begin - 1] != ',') begin--;
        if (!address_read_forwarded(forwarded + begin, end - begin, &next)) break;
        client = next;
        end = begin ? begin - 1 : 0;
    }
    return client;
}
