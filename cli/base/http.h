/* SPDX-License-Identifier: MIT
 * The little of HTTP that the command speaks on this computer: one GET for each connection, answered one after the other. */
#ifndef REEL_CLI_HTTP_H
#define REEL_CLI_HTTP_H

#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct http_server {
    uintptr_t socket;
    unsigned port;
};

/* An answer. `data` has to live until the next one is made. */
struct http_reply {
    const char *status;  /* "200 OK" */
    const char *headers; /* lines, each with its end: all but Content-Length and Connection */
    const char *data;
    size_t size;
};

/* Answers a GET, whose head ends with a NUL. */
typedef void http_respond(void *context, const char *head, struct http_reply *reply);

/* Prepares the network, which http_listen does, too. */
bool http_begin(void);
/* Listens on 127.0.0.1; port 0 chooses a free one. */
bool http_listen(struct http_server *server, unsigned port);
void http_stop(const struct http_server *server);
/* Answers one request, if one comes within a moment. A client that takes or sends nothing for some seconds is left. */
void http_serve_one(const struct http_server *server, http_respond *respond, void *context);

/* How often a head has a header, and the value of the last one, which ends with the line. `name` is lower case, with its colon. */
size_t http_header(const char *head, const char *name, reel_string *value);
/* Whether a head asks for a path, with or without a query. */
bool http_asks_for(const char *head, const char *path);

/* Waits, but not beyond an interruption. */
void http_nap(unsigned ms);
/* Asks a server for a path. Returns the status, or 0 if nothing answers within `wait_ms`, or not as HTTP. */
int http_get(const char *address, unsigned port, const char *path, unsigned wait_ms, struct text *body);

#endif
