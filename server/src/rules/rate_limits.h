/* SPDX-License-Identifier: MIT
 * Rate limits: a bucket of tokens for each client address (of IPv6 each /64) and for each access token. A bucket holds `burst` requests and
 * fills with `rate` a second. Memory is bounded: among as many clients as there are buckets, the one that was refused least loses its own. */
#ifndef SERVER_RULES_RATE_LIMITS_H
#define SERVER_RULES_RATE_LIMITS_H

#include "base/address.h"

#include <stddef.h>

typedef struct limit_rate {
    unsigned rate;  /* requests a second; 0: no limit */
    unsigned burst; /* requests at once; 0: as many as `rate` */
} limit_rate;

/* What is limited, each with buckets of its own. */
typedef enum limit_kind {
    LIMIT_ADDRESS = 1, /* requests of an address */
    LIMIT_TOKEN,       /* requests of an access token */
    LIMIT_FAILURE,     /* wrong tokens of an address */
    LIMIT_WORK,        /* milliseconds of workers, of an address */
    LIMIT_TOKEN_WORK,  /* and of an access token */
    LIMIT_KINDS
} limit_kind;

typedef struct rate_limits rate_limits;

/* `buckets`: how many clients are remembered. NULL: out of memory. */
rate_limits *rate_limits_new(size_t buckets);
void rate_limits_free(rate_limits *limits);
/* May be called at any time, on any thread, as may the functions below. */
void rate_limits_set(rate_limits *limits, limit_rate address, limit_rate token);
/* `minute`: how much may be used in a minute, and at once; 0: no limit. */
void rate_limits_set_minute(rate_limits *limits, limit_kind kind, unsigned minute);

/* Counts a request at `now_us`, of a clock that only goes forward. Returns 0, or after how many seconds the client may try again; then
 * nothing was counted. */
unsigned rate_limits_address(rate_limits *limits, const ip_address *address, int64_t now_us);
unsigned rate_limits_token(rate_limits *limits, const char *name, int64_t now_us);
/* Counts `cost` against the bucket of an address, whatever is left. The bucket holds nothing less than one that was never filled. */
void rate_limits_charge(rate_limits *limits, limit_kind kind, const ip_address *address, double cost, int64_t now_us);
/* How full the bucket is, from 0 to 1; *seconds until there is something in it. */
double rate_limits_left(rate_limits *limits, limit_kind kind, const ip_address *address, int64_t now_us, unsigned *seconds);

/* The same for a token; the seconds only. */
void rate_limits_charge_token(rate_limits *limits, limit_kind kind, const char *name, double cost, int64_t now_us);
unsigned rate_limits_token_wait(rate_limits *limits, limit_kind kind, const char *name, int64_t now_us);

/* The address of a client. Behind the proxies in `trusted`, it is the last one in `forwarded` (X-Forwarded-For, or NULL) that is not one of
 * them. */
ip_address rate_limits_client(const ip_address *peer, const char *forwarded, const ip_address *trusted, size_t count);

#endif
