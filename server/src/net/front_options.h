/* SPDX-License-Identifier: MIT
 * How connections are taken, and how the server is called for their requests. */
#ifndef SERVER_NET_FRONT_OPTIONS_H
#define SERVER_NET_FRONT_OPTIONS_H

#include "base/address.h"
#include "base/budget.h"

#include <microhttpd.h>

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

/* How the server is called, on a thread that serves connections. */
typedef struct front_calls {
    MHD_AccessHandlerCallback handle;
    MHD_RequestCompletedCallback completed;
    bool (*is_proxy)(void *context, const ip_address *address); /* its connections are of many clients: they are not limited */
    void *context;
} front_calls;

/* A socket that listens. */
typedef struct front_listener {
    int socket;    /* -1: none */
    unsigned kind; /* what front_kind gives for its connections */
} front_listener;

typedef struct front front;

#endif
