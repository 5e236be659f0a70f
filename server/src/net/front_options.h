/* SPDX-License-Identifier: MIT
 * How connections are taken, and how the server is called for their requests. */
#ifndef SERVER_NET_FRONT_OPTIONS_H
#define SERVER_NET_FRONT_OPTIONS_H

#include "base/address.h"
#include "base/budget.h"
#include "net/http.h"

#include <stddef.h>
#include <sys/types.h>

enum { FRONT_LISTENERS = 2 };

typedef struct front_options {
    unsigned threads;        /* that serve connections */
    unsigned connections;    /* at most, in all */
    unsigned per_address;    /* at most, of one address; 0: no limit */
    unsigned idle_seconds;   /* for which a client that is expected to send or to read may be silent */
    unsigned header_seconds; /* for the head of a request, from its first byte */
    unsigned body_seconds;   /* for its body */
    unsigned answer_seconds; /* for reading its answer */
} front_options;

/* A connection, and the request that it has now. */
typedef struct conn conn;

/* How the server is called, on a thread that serves connections. */
typedef struct front_calls {
    /* For each request: once when its head is there, for each part of its body (`size` not 0), and once after it; besides, after front_resume, if
     * the request was suspended. It may answer at any time but with a part of the body. *state is NULL at first. HTTP_END: the connection ends. */
    http_result (*handle)(void *context, conn *conn, const char *data, size_t size, void **state);
    /* The request is over: its answer has left, or its connection has ended. Only if *state is not NULL. */
    void (*completed)(void *context, void *state);
    bool (*is_proxy)(void *context, const ip_address *address); /* its connections are of many clients: they are not limited */
    void *context;
} front_calls;

/* A socket that listens. */
typedef struct front_listener {
    int socket;    /* -1: none */
    unsigned kind; /* what front_kind gives for its connections */
} front_listener;

enum { FRONT_STREAM_ENDS = -1 };
/* Gives the next bytes of an answer: their number, at most `most`; 0 if there are none now, after front_suspend; or FRONT_STREAM_ENDS. */
typedef ssize_t front_read(void *context, char *to, size_t most);

typedef struct front front;

#endif
