/* SPDX-License-Identifier: MIT
 * Rate limits: a bucket of tokens for each client address (of IPv6 each /64) and for each access token. A bucket holds `burst` requests and
 * fills with `rate` a second. Memory is bounded: among as many clients as there are buckets, the one that was refused least loses its own. */
#ifndef SERVER_LIMITS_H
#define SERVER_LIMITS_H

#include "address.h"

#include <stddef.h>

typedef struct limit_rate {
    unsigned rate;  /* requests a second; 0: no limit */
    unsigned burst; /* requests at once; 0: as many as `rate` */
} limit_rate;

typedef struct limits limits;

/* `buckets`: how many clients are remembered. NULL: out of memory. */
limits *limits_new(size_t buckets);
void limits_free(limits *limits);
/* May be called at any time, on any thread, as may the functions below. */
void limits_set(limits *limits, limit_rate address, limit_rate token);

/* Counts a request at `now_us`, of a clock that only goes forward. Returns 0, or after how many seconds the client may try again; then
 * nothing was counted. */
unsigned limits_address(limits *limits, const ip_address *address, int64_t now_us);
unsigned limits_token(limits *limits, const char *name, int64_t now_us);

/* The address of a client. Behind the proxies in `trusted`, it is the last one in `forwarded` (X-Forwarded-For, or NULL) that is not one of
 * them. */
ip_address limits_client(const ip_address *peer, const char *forwarded, const ip_address *trusted, size_t count);

#endif
