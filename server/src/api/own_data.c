/* SPDX-License-Identifier: MIT
 * GET /me/data: all that is kept of who signed in. */
#include "api/handlers.h"
#include "service/answer.h"
#include "service/lanes.h"
#include "service/session.h"
#include "json/account_data.h"

http_result get_own_data(request *r) { return request_start(r); }

static bool write_data(void *context, const void *data, size_t size) { return request_write(context, data, size); }

bool own_data_step(request *r)
{
    reel_error error;
    account who;
    reel_status status = session_account(r, &who, &error);
    if (status == REEL_END) return request_refuse(r, HTTP_UNAUTHORIZED, "server.token", "you are not signed in any more");
    if (status >= 0) status = account_data_write(&r->server->keep, &who, write_data, r, &error);
    return status < 0 ? request_fail(r, HTTP_SERVICE_UNAVAILABLE, &error) : false;
}

http_result finish_own_data(request *r)
{
    request_add_header(r, HEADER_CACHE_CONTROL, "no-store");
    request_add_header(r, HEADER_CONTENT_DISPOSITION, "attachment; filename=\"reel-account.tar\"");
    return answer_output(r, "application/x-tar");
}
