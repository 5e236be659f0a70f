/* SPDX-License-Identifier: MIT */
#include "guard.h"

#include "fail.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { BUCKETS = 65536, REDIRECTS = 3 };

struct guard {
    pthread_rwlock_t lock;
    guard_options options;
    atomic_uint links; /* that are fetched now */
    limits *limits;
    deadlines *deadlines;
};

guard *guard_new(const guard_options *options, unsigned connections)
{
    guard *g = calloc(1, sizeof *g);
    if (!g) return NULL;
    pthread_rwlock_init(&g->lock, NULL);
    errno = ENOMEM;
    g->limits = limits_new(BUCKETS);
    if (g->limits) g->deadlines = deadlines_new(&options->deadline, connections);
    if (g->deadlines) {
        guard_set(g, options);
        return g;
    }
    int why = errno;
    guard_free(g);
    errno = why;
    return NULL;
}

void guard_free(guard *g)
{
    if (!g) return;
    deadlines_free(g->deadlines);
    limits_free(g->limits);
    pthread_rwlock_destroy(&g->lock);
    free(g);
}

void guard_set(guard *g, const guard_options *options)
{
    pthread_rwlock_wrlock(&g->lock);
    g->options = *options;
    pthread_rwlock_unlock(&g->lock);
    limits_set(g->limits, options->address, options->token);
}

static int64_t clock_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

/* False: a socket of this machine. */
static bool find_client(guard *g, struct MHD_Connection *connection, ip_address *client)
{
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    ip_address peer;
    if (!info || !address_of(info->client_addr, &peer)) return false;
    const char *forwarded = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "X-Forwarded-For");
    pthread_rwlock_rdlock(&g->lock);
    *client = limits_client(&peer, forwarded, g->options.proxies, g->options.proxy_count);
    pthread_rwlock_unlock(&g->lock);
    return true;
}

unsigned guard_request(guard *g, struct MHD_Connection *connection)
{
    ip_address client;
    return find_client(g, connection, &client) ? limits_address(g->limits, &client, clock_us()) : 0;
}

bool guard_client(guard *g, struct MHD_Connection *connection, char text[ADDRESS_TEXT])
{
    ip_address client;
    if (!find_client(g, connection, &client)) return false;
    address_write(&client, text);
    return true;
}

unsigned guard_token(guard *g, const char *name) { return limits_token(g->limits, name, clock_us()); }

int guard_trusts(guard *g, const char *key)
{
    pthread_rwlock_rdlock(&g->lock);
    int trusted = g->options.keys.given ? keys_have(&g->options.keys, key) : -1;
    pthread_rwlock_unlock(&g->lock);
    return trusted;
}

void guard_policy(guard *g, upload_policy *policy)
{
    pthread_rwlock_rdlock(&g->lock);
    *policy = g->options.policy;
    pthread_rwlock_unlock(&g->lock);
}

deadlines *guard_deadlines(guard *g) { return g->deadlines; }

reel_status guard_fetch(guard *g, const char *link, int file, uint64_t *size, reel_error *error)
{
    guard_options *now = malloc(sizeof *now);
    if (!now) return fail(error, REEL_MEMORY, "link.failed", "out of memory");
    pthread_rwlock_rdlock(&g->lock);
    *now = g->options;
    pthread_rwlock_unlock(&g->lock);
    link_options options = { .count = now->host_count,
                             .ca = *now->link_ca ? now->link_ca : NULL,
                             .seconds = now->link_seconds,
                             .redirects = REDIRECTS,
                             .bytes = now->link_bytes };
    for (size_t i = 0; i < now->host_count; i++) options.hosts[i] = now->hosts[i];
    reel_status status = atomic_fetch_add(&g->links, 1) < now->links
                             ? link_fetch(&options, link, file, size, error)
                             : fail(error, REEL_IO, "link.busy", "the server fetches enough links: try again");
    atomic_fetch_sub(&g->links, 1);
    free(now);
    return status;
}
