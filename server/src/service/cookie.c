/* SPDX-License-Identifier: MIT */
#include "service/cookie.h"

#include "service/request.h"

const char *cookie_token(request *r)
{
    size_t size;
    const char *value = front_cookie(r->connection, COOKIE_NAME, &size);
    if (!value || !size) return NULL;
    if (r->bearer.size) return r->bearer.data;
    text_add(&r->bearer, "Bearer ");
    text_raw(&r->bearer, value, size);
    text_raw(&r->bearer, "", 1);
    return r->bearer.failed ? NULL : r->bearer.data;
}
