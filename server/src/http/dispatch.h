/* SPDX-License-Identifier: MIT
 * From a connection to a route and back: what libmicrohttpd calls. */
#ifndef SERVER_HTTP_DISPATCH_H
#define SERVER_HTTP_DISPATCH_H

#include "service/server.h"

/* What front_kind gives. */
typedef enum listener_kind { LISTENS_FOR_CLIENTS, LISTENS_FOR_METRICS } listener_kind;

/* `connection` NULL: no client sent it. NULL: out of memory. */
request *request_new(server *server, struct MHD_Connection *connection);
/* Starts the steps of a request that no client sent, whose body is there. `done` is called on a thread of its lane; the context of the job is the
 * request. False: there is no room. */
bool dispatch_add(request *r, void (*done)(queued_job *queued));
void request_free(request *request);

/* MHD_AccessHandlerCallback and MHD_RequestCompletedCallback; the context is the server. */
enum MHD_Result dispatch_request(void *context, struct MHD_Connection *connection, const char *path, const char *method,
                                 const char *version, const char *data, size_t *size, void **state);
void dispatch_completed(void *context, struct MHD_Connection *connection, void **state, enum MHD_RequestTerminationCode why);

#endif
