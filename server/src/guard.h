/* SPDX-License-Identifier: MIT
 * What the server allows to whom: rate limits, deadlines and links. It can be changed while the server runs. */
#ifndef SERVER_GUARD_H
#define SERVER_GUARD_H

#include "keys.h"
#include "limits.h"
#include "link.h"
#include "policy.h"

#include <microhttpd.h>

enum { GUARD_PROXIES = 16, GUARD_HOST = 256 };

typedef struct guard_options {
    limit_rate address, token;
    ip_address proxies[GUARD_PROXIES]; /* whose X-Forwarded-For is believed */
    size_t proxy_count;
    char hosts[LINK_HOSTS][GUARD_HOST]; /* for links */
    size_t host_count;
    char link_ca[GUARD_HOST]; /* empty: the system's certificates */
    unsigned link_seconds;
    unsigned links; /* that are fetched at a time: each one keeps a thread of the pool waiting */
    uint64_t link_bytes;
    unsigned failures;   /* wrong tokens of an address in a minute; 0: no limit */
    unsigned work;       /* seconds of workers in a minute that an address without a token may use; 0: no limit */
    unsigned token_work; /* the same for a token */
    key_list keys;       /* of marks */
    upload_policy policy;
} guard_options;

typedef struct guard guard;

/* NULL: errno says why. */
guard *guard_new(const guard_options *options);
void guard_free(guard *guard);
void guard_set(guard *guard, const guard_options *options);

/* Whether X-Forwarded-For of this address is believed. */
bool guard_is_proxy(guard *guard, const ip_address *address);
/* Who sent a request of a connection, whose other end has the address `peer`. */
ip_address guard_client(guard *guard, struct MHD_Connection *connection, const ip_address *peer);

/* Count a request of a client, or of a token, or a wrong token of a client. Return 0, or the seconds after which the client may try again. */
unsigned guard_request(guard *guard, const ip_address *client);
unsigned guard_token(guard *guard, const char *name);
unsigned guard_failure(guard *guard, const ip_address *client);
/* The seconds after which a client may send a token that may be wrong; 0: now. */
unsigned guard_failure_wait(guard *guard, const ip_address *client);
/* The seconds after which a client may use workers again; 0: now. *heavy: it has used most of what it may. */
unsigned guard_work_wait(guard *guard, const ip_address *client, bool *heavy);
void guard_charge_work(guard *guard, const ip_address *client, int64_t ms);
/* The same for a token. */
unsigned guard_token_work_wait(guard *guard, const char *name);
void guard_charge_token_work(guard *guard, const char *name, int64_t ms);

/* Whether a mark by this key is trusted: 1, or 0; -1 without a list of keys. */
int guard_trusts(guard *guard, const char *key);
/* A copy of what is demanded of uploads now. */
void guard_policy(guard *guard, upload_policy *policy);

/* As link_fetch. */
reel_status guard_fetch(guard *guard, const char *link, int file, uint64_t *size, reel_error *error);

#endif
