/* SPDX-License-Identifier: MIT
 * The little of HTTP that the game's local API speaks: one GET for each connection. */
#ifndef REEL_CLI_GAME_HTTP_H
#define REEL_CLI_GAME_HTTP_H

#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct http_server {
    uintptr_t socket;
    unsigned port;
};

/* Listens on 127.0.0.1; port 0 chooses a free one. */
bool http_listen(struct http_server *server, unsigned port);
void http_stop(const struct http_server *server);
/* Answers one request, if one comes within a moment. `respond` fills `body` for a path, and returns the status. */
typedef int http_respond(void *context, const char *path, struct text *body);
void http_serve_one(const struct http_server *server, http_respond *respond, void *context);

/* Waits, but not beyond an interruption. */
void http_nap(unsigned ms);
/* Asks a server for a path. Returns the status, or 0 if nothing answers within `wait_ms`, or not as HTTP. */
bool http_begin(void);
int http_get(const char *address, unsigned port, const char *path, unsigned wait_ms, struct text *body);

#endif
