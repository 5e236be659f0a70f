/* SPDX-License-Identifier: MIT */
#include "service/cookie.h"

#include "service/request.h"

const char *cookie_token(request *r)
{
    const char *value = MHD_lookup_connection_value(r->connection, MHD_COOKIE_KIND, COOKIE_NAME);
    if (!value || !*value) return NULL;
    if (r->bearer.size) return r->bearer.data;
    text_print(&r->bearer, "Bearer %s", value);
    text_raw(&r->bearer, "", 1);
    return r->bearer.failed ? NULL : r->bearer.data;
}
