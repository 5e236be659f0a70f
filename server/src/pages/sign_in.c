/* SPDX-License-Identifier: MIT
 * Signing in at an issuer: the page that has them, the way there, and the way back. */
#include "rules/sign_in.h"

#include "pages/handlers.h"
#include "pages/page.h"
#include "service/answer.h"
#include "service/cookie.h"
#include "service/lanes.h"
#include "service/session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Where a sign-in may lead: nowhere else, whatever the address says. */
static const char *const pages_after[SIGN_IN_PAGES] = { "/me", "/desk", "/desk/uploads" };

static unsigned page_after(const request *r)
{
    const char *to = request_parameter(r, "to");
    for (unsigned i = 0; to && i < SIGN_IN_PAGES; i++)
        if (strcmp(to, pages_after[i]) == 0) return i;
    return 0;
}

http_result get_sign_in(request *r) { return page_sign_in(r, pages_after[page_after(r)]); }

static http_result refuse_unknown(request *r)
{
    return answer_refusal(r, HTTP_NOT_FOUND, "server.path", "there is nothing at this path");
}

/* Goes to an address that may be longer than a header of request_add_header. */
static http_result go_to(request *r, const char *address)
{
    static const char plain[] = "text/plain; charset=utf-8";
    text_print(&r->location, "%s", address);
    text_raw(&r->location, "", 1);
    request_add_header(r, HEADER_CACHE_CONTROL, "no-store");
    return answer_text(r, HTTP_SEE_OTHER, plain, "", 0);
}

http_result get_sign_in_begin(request *r)
{
    char flow[FLOW_TEXT];
    text address = { .data = NULL };
    reel_error error;
    const int provider = sign_in_find(&r->server->options.sign_in, r->captures[0]);
    if (provider < 0) return refuse_unknown(r);
    flow_make(flow, page_after(r), clock_onward_ms());
    reel_status status = sign_in_begin(r->server->sign_in, provider, flow, &address, &error);
    cookie_set(r, COOKIE_FLOW, flow, FLOW_SECONDS);
    http_result result = status < 0 ? answer_problem(r, HTTP_SERVICE_UNAVAILABLE, &error) : go_to(r, address.data);
    text_free(&address);
    return result;
}

/* ---- the way back -------------------------------------------------------------------------------------------------------- */

/* One that came back. */
typedef struct return_work {
    int provider, seconds;
    unsigned page;
    char flow[FLOW_TEXT], value[SESSION_VALUE];
    identity who;
} return_work;

static http_result refuse_return(request *r, const char *message)
{
    return answer_refusal(r, HTTP_BAD_REQUEST, "server.sign-in", message);
}

http_result get_sign_in_end(request *r)
{
    size_t size = 0;
    unsigned page;
    const int provider = sign_in_find(&r->server->options.sign_in, r->captures[0]);
    const char *flow = front_cookie(r->connection, COOKIE_FLOW, &size);
    if (provider < 0) return refuse_unknown(r);
    if (!flow || !flow_read(flow, size, clock_onward_ms(), &page))
        return refuse_return(r, "this browser did not begin to sign in here, or too long ago: begin again");
    return_work *work = r->work = calloc(1, sizeof *work);
    if (!work) return answer_refusal(r, HTTP_SERVICE_UNAVAILABLE, "server.memory", "out of memory");
    memcpy(work->flow, flow, size);
    work->provider = provider;
    work->page = page;
    if (!sign_in_is_of(r->server->sign_in, provider, work->flow, request_parameter(r, "state"), request_parameter(r, "iss")))
        return refuse_return(r, "this is not the answer to what this browser began: begin again");
    if (request_parameter(r, "error")) return refuse_return(r, "the sign-in was cancelled or refused there");
    const char *code = request_parameter(r, "code");
    if (!code || !*code) return refuse_return(r, "the answer has no code");
    const unsigned wait = address_is_none(&r->client) ? 0 : admission_failure_wait(r->server->admission, &r->client);
    if (wait)
        return request_refuse_rate(r, wait, "server.token-rate", "too many failed sign-ins: wait as the header Retry-After says");
    return request_start(r);
}

/* What an issuer that does not say who it is costs one of the wrong tokens that an address may send. */
static bool fail_return(request *r, const reel_error *error)
{
    const bool refused = error->status == REEL_ARGUMENT || strcmp(error->rule, "link.status") == 0;
    if (refused && !address_is_none(&r->client)) admission_failure(r->server->admission, &r->client);
    fprintf(stderr, "reel-server: request %s: sign-in with %s: %s\n", r->id, r->captures[0], error->message);
    if (refused && strcmp(error->rule, "sign-in.refused") != 0)
        return request_refuse(r, HTTP_BAD_REQUEST, "server.sign-in", "the code was not taken: begin again");
    return request_fail(r, refused ? HTTP_BAD_REQUEST : HTTP_SERVICE_UNAVAILABLE, error);
}

bool sign_in_end_step(request *r)
{
    reel_error error = { .message = "" };
    return_work *work = r->work;
    if (sign_in_end(r->server->sign_in, work->provider, work->flow, request_parameter(r, "code"), &work->who, &error) < 0)
        return fail_return(r, &error);
    reel_status status = session_begin(r, work->provider, &work->who, work->flow, work->value, &work->seconds, &error);
    if (status < 0) return request_fail(r, HTTP_SERVICE_UNAVAILABLE, &error);
    return status == REEL_END
               ? request_refuse(r, HTTP_BAD_REQUEST, "server.sign-in", "this sign-in was used already: begin again")
               : false;
}

http_result finish_sign_in_end(request *r)
{
    const return_work *work = r->work;
    cookie_set(r, COOKIE_SESSION, work->value, work->seconds);
    cookie_set(r, COOKIE_FLOW, "", 0);
    return go_to(r, pages_after[work->page]);
}
