/* SPDX-License-Identifier: MIT
 * GET /?link=: a replay that another server has. */
#include "api/handlers.h"

#include <string.h>

static unsigned code_of(const char *rule)
{
    static const struct {
        const char *rule;
        unsigned code;
    } codes[] = {
        { "link.url", HTTP_BAD_REQUEST },        { "link.host", HTTP_FORBIDDEN },           { "link.address", HTTP_FORBIDDEN },
        { "link.size", HTTP_CONTENT_TOO_LARGE }, { "link.busy", HTTP_SERVICE_UNAVAILABLE }, { "link.time", HTTP_GATEWAY_TIMEOUT },
    };
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
        if (strcmp(codes[i].rule, rule) == 0) return codes[i].code;
    return HTTP_BAD_GATEWAY;
}

bool link_step(request *r)
{
    reel_error error;
    server *s = r->server;
    if (r->jobs) return false;
    if (!scratch_reserve(&s->scratch, &r->body_file, s->options.body))
        return request_refuse(r, HTTP_SERVICE_UNAVAILABLE, "server.memory", "the server has no room for the replay: try again");
    if (admission_fetch(s->admission, request_parameter(r, "link"), r->body_file.file, &r->body_size, &error) < 0)
        return request_fail(r, code_of(error.rule), &error);
    scratch_settle(&s->scratch, &r->body_file);
    r->body = r->body_file.file;
    r->queued.in = r->shared = scratch_share(&r->body_file);
    return r->shared >= 0 || request_refuse(r, HTTP_SERVICE_UNAVAILABLE, "server.memory", "too many open files: try again");
}
