/* SPDX-License-Identifier: MIT
 * Which other sites' pages may read answers (Cross-Origin Resource Sharing, https://fetch.spec.whatwg.org/): never with cookies. */
#ifndef SERVER_SERVICE_CORS_H
#define SERVER_SERVICE_CORS_H

#include "service/request.h"

/* The value of Access-Control-Allow-Origin for a request to a route. NULL: none; the route is of a page with a cookie, for example. */
const char *cors_origin(const request *request, const route *route);

#endif
