/* SPDX-License-Identifier: MIT
 * The description of the service, made from the table of routes. */
#ifndef SERVER_ROUTES_OPENAPI_H
#define SERVER_ROUTES_OPENAPI_H

#include <stddef.h>

struct route;

/* OpenAPI 3.1 as JSON. Sets *size. The caller frees it. NULL: out of memory. */
char *openapi_make(const struct route *routes, size_t *size);

#endif
