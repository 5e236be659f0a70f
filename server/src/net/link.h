/* SPDX-License-Identifier: MIT
 * Fetches a replay from another server, by a link that a client gave: https only, from hosts that the operator allowed, and never from an
 * address of this machine or a local network, whatever names resolve to and wherever answers redirect. */
#ifndef SERVER_NET_LINK_H
#define SERVER_NET_LINK_H

#include "base/address.h"

#include <reel/reel.h>
#include <stdatomic.h>

enum { LINK_ADDRESSES = 16, LINK_HOSTS = 64 };

typedef struct link_options {
    const char *hosts[LINK_HOSTS]; /* that are allowed: "example.com", or "*.example.com" for those below it */
    size_t count;
    const char *ca;             /* a file of certificates to trust instead of the system's; NULL: the system's */
    unsigned seconds;           /* for a link with all its redirects, without the resolver's own time */
    unsigned redirects;         /* at most */
    uint64_t bytes;             /* of the replay, at most */
    const atomic_bool *stopped; /* ends a request within about a second when it becomes true; NULL: nothing does */
    bool loopback;              /* link_ask may go to this machine, for tests */
    /* For tests. `resolve` stands in for getaddrinfo and returns the number of addresses; `divert` may change the address that is connected
     * to, after it was checked. */
    size_t (*resolve)(void *context, const char *host, ip_address addresses[LINK_ADDRESSES]);
    void (*divert)(void *context, struct sockaddr *address);
    void *context;
} link_options;

/* Appends what the link has to `file`, and sets *size. Fails with the rules link.url, link.host, link.address, link.redirect, link.size,
 * link.time, link.status and link.failed. May be called on any thread. */
reel_status link_fetch(const link_options *options, const char *link, int file, uint64_t *size, reel_error *error);

/* A request to a URL that the operator chose. */
typedef struct link_request {
    const char *url;
    const char *const *headers; /* end with NULL */
    const char *body;           /* is posted; NULL: it is a GET */
    size_t size;
    int file; /* gets the body of an answer of status 200, at most options->bytes; -1: it is dropped */
} link_request;
/* Its host need not be in `hosts`; the rest is as for link_fetch, without redirects. Sets *code to the status of the answer. With `loopback`,
 * http://127.0.0.1:PORT is fine, too. */
reel_status link_ask(const link_options *options, const link_request *request, long *code, reel_error *error);
/* The same for text: the body of an answer of status 200, which is shorter than `room`; other answers fail with link.status. options->bytes is less
 * than `room`. request->file is not used. */
reel_status link_ask_text(const link_options *options, const link_request *request, char *text, size_t room, size_t *size,
                          reel_error *error);
/* Whether link_ask may go to a URL. */
bool link_is_url(const char *url, bool loopback);

/* Whether a name is one that may be in `hosts`. */
bool link_is_host(const char *name);

#endif
