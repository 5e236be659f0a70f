/* SPDX-License-Identifier: MIT
 * From a connection to a route and back: what the front calls. */
#ifndef SERVER_HTTP_DISPATCH_H
#define SERVER_HTTP_DISPATCH_H

#include "service/server.h"

/* What front_kind gives. */
typedef enum listener_kind { LISTENS_FOR_CLIENTS, LISTENS_FOR_METRICS } listener_kind;

/* The calls of the front; the context is the server. */
http_result dispatch_request(void *context, conn *connection, const char *data, size_t size, void **state);
void dispatch_completed(void *context, void *state);

#endif
