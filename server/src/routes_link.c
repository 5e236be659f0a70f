/* SPDX-License-Identifier: MIT
 * GET /?link=: a replay that another server has. */
#include "routes.h"

#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>

static unsigned code_of(const char *rule)
{
    static const struct {
        const char *rule;
        unsigned code;
    } codes[] = {
        { "link.url", MHD_HTTP_BAD_REQUEST },          { "link.host", MHD_HTTP_FORBIDDEN },
        { "link.address", MHD_HTTP_FORBIDDEN },        { "link.size", MHD_HTTP_CONTENT_TOO_LARGE },
        { "link.busy", MHD_HTTP_SERVICE_UNAVAILABLE }, { "link.time", MHD_HTTP_GATEWAY_TIMEOUT },
    };
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
        if (strcmp(codes[i].rule, rule) == 0) return codes[i].code;
    return MHD_HTTP_BAD_GATEWAY;
}

bool link_step(request *r)
{
    reel_error error;
    if (r->jobs) return false;
    r->body = memfd_create("link", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (r->body < 0) return request_refuse(r, MHD_HTTP_SERVICE_UNAVAILABLE, "server.memory", "out of memory");
    if (guard_fetch(r->server->guard, request_parameter(r, "link"), r->body, &r->body_size, &error) < 0)
        return request_fail(r, code_of(error.rule), &error);
    fcntl(r->body, F_ADD_SEALS, F_SEAL_WRITE | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL);
    r->queued.in = r->body;
    return true;
}
