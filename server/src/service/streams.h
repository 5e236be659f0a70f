/* SPDX-License-Identifier: MIT
 * Clients that stay connected while an answer grows. A stream that has nothing to send is suspended and costs no thread. Whoever owns the set has a
 * lock, under which all of these are called. */
#ifndef SERVER_SERVICE_STREAMS_H
#define SERVER_SERVICE_STREAMS_H

#include "net/front.h"

/* What is the same of each stream: the first member of its struct. */
typedef struct stream_link {
    struct stream_link *next, *before;
    conn *connection;
    ip_address client; /* its network */
    int64_t active;    /* steady ms, when something was sent last */
    bool suspended;
} stream_link;

typedef struct stream_set {
    unsigned most, count;
    stream_link *first;
} stream_set;

/* False: there are too many, or too many of `client`: a quarter of all is for one address, and always a few. */
bool streams_add(stream_set *set, stream_link *stream, conn *connection, const ip_address *client);
void streams_remove(stream_set *set, stream_link *stream);
/* Nothing is to be sent now. On the thread of the connection. */
void stream_suspend(stream_link *stream);
/* Lets a suspended stream be read again. */
void stream_resume(stream_link *stream);
/* Whether a stream has been silent for so long that it sends a comment, so that proxies keep the connection and clients that are gone are noticed. */
bool stream_is_silent(const stream_link *stream, int64_t now);

#endif
