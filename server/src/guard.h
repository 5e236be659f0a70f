/* SPDX-License-Identifier: MIT
 * What the server allows to whom: rate limits, deadlines and links. It can be changed while the server runs. */
#ifndef SERVER_GUARD_H
#define SERVER_GUARD_H

#include "deadline.h"
#include "keys.h"
#include "limits.h"
#include "link.h"
#include "policy.h"

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
    key_list keys;             /* of marks */
    upload_policy policy;      /* of uploads */
    deadline_options deadline; /* cannot be changed later */
} guard_options;

typedef struct guard guard;

/* NULL: errno says why. */
guard *guard_new(const guard_options *options, unsigned connections);
void guard_free(guard *guard);
void guard_set(guard *guard, const guard_options *options);

/* Count a request of a connection, or of a token. Return 0, or the seconds after which the client may try again. */
unsigned guard_request(guard *guard, struct MHD_Connection *connection);
/* Writes the address of the client. False: it is on this machine. */
bool guard_client(guard *guard, struct MHD_Connection *connection, char text[ADDRESS_TEXT]);
unsigned guard_token(guard *guard, const char *name);
deadlines *guard_deadlines(guard *guard);

/* Whether a mark by this key is trusted: 1, or 0; -1 without a list of keys. */
int guard_trusts(guard *guard, const char *key);
/* A copy of what is demanded of uploads now. */
void guard_policy(guard *guard, upload_policy *policy);

/* As link_fetch. */
reel_status guard_fetch(guard *guard, const char *link, int file, uint64_t *size, reel_error *error);

#endif
