/* SPDX-License-Identifier: MIT
 * The table of routes: requests are dispatched by it, and /openapi.json is made from it. */
#ifndef SERVER_ROUTES_TABLE_H
#define SERVER_ROUTES_TABLE_H

#include "service/route.h"

extern const route routes[]; /* ends with a NULL method */

#endif
