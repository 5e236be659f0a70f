/* SPDX-License-Identifier: MIT */
#include "service/cookie.h"

#include "service/request.h"

#include <stdio.h>

/* The value of a cookie that is not empty, or NULL. */
static const char *find_cookie(const request *r, const char *name, size_t *size)
{
    const char *value = front_cookie(r->connection, name, size);
    return value && *size ? value : NULL;
}

const char *cookie_token(request *r)
{
    size_t size = 0;
    const char *scheme = "Bearer ", *value = r->route->by_session ? NULL : find_cookie(r, COOKIE_NAME, &size);
    if (!value && r->server->sign_in) {
        scheme = COOKIE_SCHEME;
        value = find_cookie(r, COOKIE_SESSION, &size);
    }
    if (!value) return NULL;
    if (r->bearer.size) return r->bearer.data;
    text_add(&r->bearer, scheme);
    text_raw(&r->bearer, value, size);
    text_raw(&r->bearer, "", 1);
    return r->bearer.failed ? NULL : r->bearer.data;
}

void cookie_set(request *r, const char *name, const char *value, int seconds)
{
    char header[HEADER_TEXT];
    snprintf(header, sizeof header, "%s=%s" COOKIE_HOST_BOUNDS "%d", name, value, seconds);
    request_add_header(r, HEADER_SET_COOKIE, header);
}
