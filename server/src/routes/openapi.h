/* SPDX-License-Identifier: MIT
 * The description of the service, made from the table of routes. */
#ifndef SERVER_ROUTES_OPENAPI_H
#define SERVER_ROUTES_OPENAPI_H

#include "service/request.h"

/* GET /openapi.json: OpenAPI 3.1 as JSON. */
http_result description(request *request);

#endif
