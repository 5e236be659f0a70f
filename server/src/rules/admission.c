/* SPDX-License-Identifier: MIT */
#include "rules/admission.h"

#include "base/clock.h"
#include "base/fail.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { BUCKETS = 65536, REDIRECTS = 3, FORWARDED = 1024 };

struct admission {
    pthread_rwlock_t lock;
    admission_options options;
    atomic_uint links; /* that are fetched now */
    rate_limits *limits;
};

admission *admission_new(const admission_options *options)
{
    admission *g = calloc(1, sizeof *g);
    if (!g) return NULL;
    pthread_rwlock_init(&g->lock, NULL);
    g->limits = rate_limits_new(BUCKETS);
    if (g->limits) return admission_set(g, options), g;
    admission_free(g);
    errno = ENOMEM;
    return NULL;
}

void admission_free(admission *g)
{
    if (!g) return;
    rate_limits_free(g->limits);
    pthread_rwlock_destroy(&g->lock);
    free(g);
}

void admission_set(admission *g, const admission_options *options)
{
    pthread_rwlock_wrlock(&g->lock);
    g->options = *options;
    pthread_rwlock_unlock(&g->lock);
    rate_limits_set(g->limits, options->address, options->token);
    rate_limits_set_minute(g->limits, LIMIT_FAILURE, options->failures);
    rate_limits_set_minute(g->limits, LIMIT_WORK, options->work * 1000);
    rate_limits_set_minute(g->limits, LIMIT_TOKEN_WORK, options->token_work * 1000);
}

/* ---- clients ------------------------------------------------------------------------------------------------------ */

bool admission_is_proxy(admission *g, const ip_address *address)
{
    bool found = false;
    pthread_rwlock_rdlock(&g->lock);
    for (size_t i = 0; i < g->options.proxy_count && !found; i++)
        found = memcmp(address, &g->options.proxies[i], sizeof *address) == 0;
    pthread_rwlock_unlock(&g->lock);
    return found;
}

typedef struct forwarded {
    char text[FORWARDED];
    size_t size;
} forwarded;

/* Several headers are one list (RFC 9110, 5.3): a proxy may add one of its own after that of the client. */
static void add_forwarded(forwarded *f, const char *value)
{
    size_t size = strlen(value);
    if (!size) return;
    if (size + 2 > sizeof f->text) value += size + 2 - sizeof f->text, size = sizeof f->text - 2; /* the last ones count */
    if (f->size + size + 2 > sizeof f->text) f->size = 0;
    if (f->size) f->text[f->size++] = ',';
    memcpy(f->text + f->size, value, size);
    f->size += size;
    f->text[f->size] = '\0';
}

ip_address admission_client(admission *g, conn *connection, const ip_address *peer)
{
    forwarded list = { .size = 0 };
    size_t count;
    if (!admission_is_proxy(g, peer)) return *peer;
    const head_value *headers = front_headers(connection, &count);
    for (size_t i = 0; i < count; i++)
        if (strcasecmp(headers[i].name, "X-Forwarded-For") == 0) add_forwarded(&list, headers[i].value);
    pthread_rwlock_rdlock(&g->lock);
    ip_address client = rate_limits_client(peer, list.size ? list.text : NULL, g->options.proxies, g->options.proxy_count);
    pthread_rwlock_unlock(&g->lock);
    return client;
}

unsigned admission_request(admission *g, const ip_address *client)
{
    return rate_limits_address(g->limits, client, clock_steady_us());
}

unsigned admission_token(admission *g, const char *name) { return rate_limits_token(g->limits, name, clock_steady_us()); }

unsigned admission_failure_wait(admission *g, const ip_address *client)
{
    unsigned seconds;
    rate_limits_left(g->limits, LIMIT_FAILURE, client, clock_steady_us(), &seconds);
    return seconds;
}

unsigned admission_failure(admission *g, const ip_address *client)
{
    unsigned seconds = admission_failure_wait(g, client);
    if (!seconds) rate_limits_charge(g->limits, LIMIT_FAILURE, client, 1, clock_steady_us());
    return seconds;
}

unsigned admission_work_wait(admission *g, const ip_address *client, bool *heavy)
{
    unsigned seconds;
    *heavy = rate_limits_left(g->limits, LIMIT_WORK, client, clock_steady_us(), &seconds) < 0.5;
    return seconds;
}

void admission_charge_work(admission *g, const ip_address *client, int64_t ms)
{
    if (ms > 0) rate_limits_charge(g->limits, LIMIT_WORK, client, (double)ms, clock_steady_us());
}

unsigned admission_token_work_wait(admission *g, const char *name)
{
    return rate_limits_token_wait(g->limits, LIMIT_TOKEN_WORK, name, clock_steady_us());
}

void admission_charge_token_work(admission *g, const char *name, int64_t ms)
{
    if (ms > 0) rate_limits_charge_token(g->limits, LIMIT_TOKEN_WORK, name, (double)ms, clock_steady_us());
}

/* ---- keys and links ----------------------------------------------------------------------------------------------- */

int admission_trusts(admission *g, const char *key)
{
    pthread_rwlock_rdlock(&g->lock);
    int trusted = g->options.keys.given ? trusted_keys_have(&g->options.keys, key) : -1;
    pthread_rwlock_unlock(&g->lock);
    return trusted;
}

void admission_policy(admission *g, upload_policy *policy)
{
    pthread_rwlock_rdlock(&g->lock);
    *policy = g->options.policy;
    pthread_rwlock_unlock(&g->lock);
}

reel_status admission_fetch(admission *g, const char *link, int file, uint64_t *size, reel_error *error)
{
    admission_options *now = malloc(sizeof *now);
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
