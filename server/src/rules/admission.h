/* SPDX-License-Identifier: MIT
 * What the server allows to whom: rate limits, deadlines and links. It can be changed while the server runs. */
#ifndef SERVER_RULES_ADMISSION_H
#define SERVER_RULES_ADMISSION_H

#include "net/front.h"
#include "net/link.h"
#include "rules/rate_limits.h"
#include "rules/trusted_keys.h"
#include "rules/upload_policy.h"

enum { ADMISSION_PROXIES = 16, ADMISSION_HOST = 256 };

typedef struct admission_options {
    limit_rate address, token;
    ip_address proxies[ADMISSION_PROXIES]; /* whose X-Forwarded-For is believed */
    size_t proxy_count;
    char hosts[LINK_HOSTS][ADMISSION_HOST]; /* for links */
    size_t host_count;
    char link_ca[ADMISSION_HOST]; /* empty: the system's certificates */
    unsigned link_seconds;
    unsigned links; /* that are fetched at a time: each one keeps a thread of the pool waiting */
    uint64_t link_bytes;
    unsigned failures;   /* wrong tokens of an address in a minute; 0: no limit */
    unsigned work;       /* seconds of workers in a minute that an address without a token may use; 0: no limit */
    unsigned token_work; /* the same for a token */
    key_list keys;       /* of marks */
    upload_policy policy;
} admission_options;

typedef struct admission admission;

/* NULL: errno says why. */
admission *admission_new(const admission_options *options);
void admission_free(admission *admission);
void admission_set(admission *admission, const admission_options *options);

/* Whether X-Forwarded-For of this address is believed. */
bool admission_is_proxy(admission *admission, const ip_address *address);
/* Who sent a request of a connection, whose other end has the address `peer`. */
ip_address admission_client(admission *admission, conn *connection, const ip_address *peer);

/* Count a request of a client, or of a token, or a wrong token of a client. Return 0, or the seconds after which the client may try again. */
unsigned admission_request(admission *admission, const ip_address *client);
unsigned admission_token(admission *admission, const char *name);
unsigned admission_failure(admission *admission, const ip_address *client);
/* The seconds after which a client may send a token that may be wrong; 0: now. */
unsigned admission_failure_wait(admission *admission, const ip_address *client);
/* The seconds after which a client may use workers again; 0: now. *heavy: it has used most of what it may. */
unsigned admission_work_wait(admission *admission, const ip_address *client, bool *heavy);
void admission_charge_work(admission *admission, const ip_address *client, int64_t ms);
/* The same for a token. */
unsigned admission_token_work_wait(admission *admission, const char *name);
void admission_charge_token_work(admission *admission, const char *name, int64_t ms);

/* Whether a mark by this key is trusted: 1, or 0; -1 without a list of keys. */
int admission_trusts(admission *admission, const char *key);
/* A copy of what is demanded of uploads now. */
void admission_policy(admission *admission, upload_policy *policy);

/* As link_fetch. */
reel_status admission_fetch(admission *admission, const char *link, int file, uint64_t *size, reel_error *error);

#endif
