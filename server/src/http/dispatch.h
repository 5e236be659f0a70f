/* SPDX-License-Identifier: MIT
 * From a connection to a route and back: what libmicrohttpd calls. */
#ifndef SERVER_HTTP_DISPATCH_H
#define SERVER_HTTP_DISPATCH_H

#include "service/server.h"

/* What front_kind gives. */
typedef enum listener_kind { LISTENS_FOR_CLIENTS, LISTENS_FOR_METRICS } listener_kind;

/* MHD_AccessHandlerCallback and MHD_RequestCompletedCallback; the context is the server. */
enum MHD_Result dispatch_request(void *context, struct MHD_Connection *connection, const char *path, const char *method,
                                 const char *version, const char *data, size_t *size, void **state);
void dispatch_completed(void *context, struct MHD_Connection *connection, void **state, enum MHD_RequestTerminationCode why);

#endif
