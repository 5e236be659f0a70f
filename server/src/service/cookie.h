/* SPDX-License-Identifier: MIT
 * The cookie of the pages for who signed in (desk.h). */
#ifndef SERVER_SERVICE_COOKIE_H
#define SERVER_SERVICE_COOKIE_H

#include "service/request.h"

#define COOKIE_NAME "desk_token"

/* The token of the cookie as the value of a header Authorization, or NULL; it lives as long as the request. */
const char *cookie_token(request *request);

#endif
