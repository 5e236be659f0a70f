/* SPDX-License-Identifier: MIT
 * What a request passes on its way to a route: limits, its token, its body, and its turn in a lane. */
#include "http/dispatch.h"

#include "net/head.h"
#include "service/answer.h"
#include "service/cookie.h"
#include "service/cors.h"
#include "service/lanes.h"
#include "service/session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- jobs ------------------------------------------------------------------------------------------------------- */

static unsigned code_of(reel_status status)
{
    switch (status) {
    case REEL_UNSUPPORTED: return HTTP_UNSUPPORTED_MEDIA_TYPE;
    case REEL_TRUNCATED:
    case REEL_CORRUPT: return HTTP_UNPROCESSABLE_CONTENT;
    case REEL_LIMIT:
    case REEL_MEMORY: return HTTP_CONTENT_TOO_LARGE;
    case REEL_ARGUMENT: return HTTP_BAD_REQUEST;
    case REEL_IO: return HTTP_SERVICE_UNAVAILABLE; /* no room for what a worker gives */
    default: return HTTP_INTERNAL_SERVER_ERROR;
    }
}

static http_result answer_job(request *r)
{
    const job_result *result = &r->queued.result;
    if (request_is_anyones(r)) admission_charge_work(r->server->admission, &r->client, r->queued.worked_ms);
    if (*r->token) admission_charge_token_work(r->server->admission, r->token, r->queued.worked_ms);
    switch (r->queued.end) {
    case JOB_STOPPED: return answer_refusal(r, HTTP_SERVICE_UNAVAILABLE, "server.busy", "the server is busy");
    case JOB_LATE: return answer_refusal(r, HTTP_GATEWAY_TIMEOUT, "server.time", "the replay took too long to decode");
    case JOB_DIED:
        fprintf(stderr, "reel-server: request %s: a worker died\n", r->id);
        return answer_refusal(r, HTTP_INTERNAL_SERVER_ERROR, "server.worker", "the worker died; report the request's id");
    case JOB_UNSTARTED:
        fprintf(stderr, "reel-server: request %s: cannot start a worker: %s\n", r->id, strerror(r->queued.why));
        return answer_refusal(r, HTTP_SERVICE_UNAVAILABLE, "server.worker", "the server cannot start a worker: try again");
    case JOB_DONE: break;
    }
    if (r->failure_code) return answer_problem(r, r->failure_code, &r->failure);
    if (r->jobs == 0 || result->status >= 0) return r->route->finish(r);
    reel_error error = {
        .status = (reel_status)result->status, .rule = result->rule, .section = result->section, .offset = result->offset
    };
    memcpy(error.message, result->message, sizeof error.message);
    if (!*error.message) snprintf(error.message, sizeof error.message, "%s", reel_status_name(error.status));
    /* what the path names is missing, not wrong */
    bool missing = error.status == REEL_ARGUMENT && *r->captures[1];
    return answer_problem(r, missing ? HTTP_NOT_FOUND : code_of(error.status), &error);
}

/* ---- from a connection to a route ---------------------------------------------------------------------------------- */

/* The size of a capture that takes slashes, too: up to the last place where the plain text after it, if any, is in the path. */
static size_t star_size(const char *form, const char *path)
{
    size_t plain = strcspn(form, "{"), size = strlen(path);
    while (plain && size && strncmp(path + size, form, plain) != 0) size--;
    return size;
}

/* Whether a path has the form of a route. A capture has one or more bytes. The first `slashes` of the path were slashes before its escapes were
 * read: only these end a part. */
static bool path_fits(const char *form, const char *path, unsigned slashes, char captures[ROUTE_CAPTURES][CATALOGUE_TEXT])
{
    for (size_t n = 0; *form;) {
        if (*form == '/' && !slashes--) return false;
        if (*form != '{') {
            if (*form++ != *path++) return false;
            continue;
        }
        const char *end = strchr(form, '}');
        size_t size = end[-1] == '*' ? star_size(end + 1, path) : strcspn(path, "/");
        if (!size || size >= CATALOGUE_TEXT || n == ROUTE_CAPTURES) return false;
        memcpy(captures[n], path, size);
        captures[n++][size] = '\0';
        path += size;
        form = end + 1;
    }
    return !*path;
}

/* What a browser asks before a page of another site sends a request. `methods`: of the routes with this path. */
static http_result answer_preflight(request *r, const char *origin, const char *methods)
{
    static const char plain[] = "text/plain; charset=utf-8";
    request_add_header(r, HEADER_ALLOW_ORIGIN, origin);
    request_add_header(r, HEADER_ALLOW_METHODS, methods);
    request_add_header(r, HEADER_ALLOW_HEADERS,
                       "Authorization, Content-Type, Idempotency-Key, If-None-Match, Last-Event-ID, Range");
    request_add_header(r, HEADER_MAX_AGE, "600");
    if (*origin != '*') request_add_header(r, HEADER_VARY, HEADER_ORIGIN);
    return answer_text(r, HTTP_OK, plain, "", 0);
}

/* Finds the route, or answers. */
static http_result route_request(request *r, const char *method, const char *path)
{
    char allow[64] = "";
    const char *origin = NULL;
    bool is_head = strcmp(method, METHOD_HEAD) == 0;
    bool is_metrics = front_kind(r->connection) == LISTENS_FOR_METRICS;
    const unsigned slashes = front_slashes(r->connection);
    for (const route *each = r->server->routes; each->method; each++) {
        if (each->for_metrics != is_metrics || (each->needs_sign_in && !r->server->sign_in) ||
            !path_fits(each->path, path, slashes, r->captures))
            continue;
        if (strcmp(each->method, is_head ? METHOD_GET : method) == 0) {
            r->route = each;
            r->lane = each->lane;
            return HTTP_GO;
        }
        if (!origin) origin = cors_origin(r, each);
        size_t used = strlen(allow);
        snprintf(allow + used, sizeof allow - used, "%s%s", used ? ", " : "", each->method);
    }
    if (!*allow) return answer_refusal(r, HTTP_NOT_FOUND, "server.path", "there is nothing at this path");
    if (origin && strcmp(method, METHOD_OPTIONS) == 0) return answer_preflight(r, origin, allow);
    request_add_header(r, HEADER_ALLOW, allow);
    return answer_refusal(r, HTTP_METHOD_NOT_ALLOWED, "server.method", "method not allowed here");
}

static const char too_large[] = "the body is larger than the server allows";

/* A route that takes no body reads over a small one. */
static uint64_t most_body(const request *r)
{
    return r->route->has_body && !r->route->is_form ? r->server->options.body : SCRATCH_MEMORY;
}

/* Refuses a body by what the headers say of it, before it is sent. */
static http_result check_length(request *r)
{
    const char *length = request_header(r, HEADER_CONTENT_LENGTH), *coding = request_header(r, HEADER_TRANSFER_ENCODING);
    server *s = r->server;
    uint64_t size = length ? strtoull(length, NULL, 10) : 0;
    if (size > most_body(r)) return answer_refusal(r, HTTP_CONTENT_TOO_LARGE, "server.body", too_large);
    if (!r->route->has_body) return HTTP_GO;
    if (!length && !coding) return answer_refusal(r, HTTP_LENGTH_REQUIRED, "server.length", "the request has no body");
    bool fits = size <= SCRATCH_MEMORY || atomic_load(&s->scratch.disk.used) + size <= s->scratch.disk.most;
    if (!fits || !scratch_append(&s->scratch, &r->body_file, "", 0)) {
        request_add_header(r, HEADER_RETRY_AFTER, "2");
        return answer_refusal(r, HTTP_SERVICE_UNAVAILABLE, "server.memory", "the server has no room for the body: try again");
    }
    r->body = r->body_file.file;
    return HTTP_GO;
}

/* ---- tokens ------------------------------------------------------------------------------------------------------ */

/* What the token must allow; false: the route needs none. */
static bool needs_token(const request *r)
{
    return r->route->scope || r->route->by_session || (r->route->is_work && r->server->options.no_anonymous);
}

/* The value of the header Authorization, or of a page's cookie in its form. NULL: none. */
static const char *sent_token(request *r)
{
    return r->route->by_cookie ? cookie_token(r) : request_header(r, HEADER_AUTHORIZATION);
}

static bool check_step(request *r, token_answer (*check)(catalogue *, const char *, const char *, char *, reel_error *))
{
    if (r->token_answer != TOKEN_MISSING) return false; /* done */
    r->token_answer = check(r->server->catalogue, sent_token(r), r->route->scope, r->token, &r->failure);
    return false;
}

static bool token_step(queued_job *queued)
{
    request *r = queued->context;
    login *login = r->server->login;
    const char *header = sent_token(r);
    if (r->route->by_cookie && session_is_for(header)) {
        if (r->token_answer == TOKEN_MISSING) r->token_answer = session_check(r, header, r->route->scope);
        return false;
    }
    if (!login_is_for(login, header)) return check_step(r, token_check);
    if (r->token_answer != TOKEN_MISSING) return false;
    r->token_answer = login_check(login, header, r->route->scope, r->token, r->player, &r->failure);
    return false;
}
static bool old_token_step(queued_job *queued) { return check_step(queued->context, token_check_old); }

/* Starts to check the token of the request, if its route needs one; else answers or returns. */
static http_result check_token(request *r)
{
    if ((r->route->needs_store || r->route->scope) && !r->server->catalogue)
        return answer_refusal(r, HTTP_NOT_FOUND, "server.no-store", "this server keeps no replays");
    if (!needs_token(r)) return check_length(r);
    r->token_answer = TOKEN_MISSING;
    if (!sent_token(r))
        return answer_refusal(r, HTTP_UNAUTHORIZED, "server.token", "a token is needed: Authorization: Bearer TOKEN");
    return request_wait(r, LANE_TOKEN, REQUEST_TOKEN, token_step);
}

static http_result refuse_token(request *r)
{
    unsigned seconds = address_is_none(&r->client) ? 0 : admission_failure(r->server->admission, &r->client);
    if (seconds)
        return request_refuse_rate(r, seconds, "server.token-rate", "too many wrong tokens: wait as the header Retry-After says");
    bool has_reason = r->token_answer == TOKEN_WRONG && *r->failure.message;
    return answer_refusal(r, HTTP_UNAUTHORIZED, "server.token",
                          has_reason ? r->failure.message : "the token is unknown, has expired, or was revoked");
}

/* An old hash costs much: one at a time, and only for who did not send many wrong tokens. */
static http_result check_old_token(request *r)
{
    if (!address_is_none(&r->client) && admission_failure_wait(r->server->admission, &r->client)) return refuse_token(r);
    r->token_answer = TOKEN_MISSING;
    return request_wait(r, LANE_OLD_TOKEN, REQUEST_TOKEN, old_token_step);
}

static http_result check_rate(request *r, unsigned seconds)
{
    if (!seconds) return HTTP_GO;
    return request_refuse_rate(r, seconds, "server.rate", "too many requests: wait as the header Retry-After says");
}

/* Goes on after the check. */
static http_result use_token(request *r)
{
    r->stage = REQUEST_BODY;
    if (r->queued.end == JOB_STOPPED) return answer_refusal(r, HTTP_SERVICE_UNAVAILABLE, "server.busy", "the server is busy");
    switch (r->token_answer) {
    case TOKEN_FINE: break;
    case TOKEN_OLD: return check_old_token(r);
    case TOKEN_NO_SCOPE: return answer_refusal(r, HTTP_FORBIDDEN, "server.scope", "the token does not allow this");
    case TOKEN_FAILED: return answer_problem(r, HTTP_SERVICE_UNAVAILABLE, &r->failure);
    default: return refuse_token(r);
    }
    http_result allowed = check_rate(r, admission_token(r->server->admission, r->token));
    return r->stage == REQUEST_ANSWERED ? allowed : check_length(r);
}

/* ---- parameters -------------------------------------------------------------------------------------------------- */

/* The parameters of a query so far. */
typedef struct query {
    const route *route;
    const char *names[HEAD_PARAMETERS];
    size_t count;
    const char *wrong;
} query;

static bool has_parameter(const route *route, const char *name)
{
    for (const route_parameter *each = route->parameters; each->name; each++)
        if (strcmp(each->name, name) == 0) return true;
    return route->other_parameters;
}

static bool is_second(const query *q, const char *name)
{
    for (size_t i = 0; i < q->count; i++)
        if (strcmp(q->names[i], name) == 0) return true;
    return false;
}

static void add_parameter(query *q, const char *name, const char *value)
{
    if (!has_parameter(q->route, name))
        q->wrong = "there is no such parameter; /openapi.json has those of each path";
    else if (!value || !*value || q->count == HEAD_PARAMETERS || is_second(q, name))
        q->wrong = "a parameter has no value, or is there twice";
    else
        q->names[q->count++] = name;
}

/* A filter that is misspelled, that has no value, or two of them, must not give everything. */
static http_result check_parameters(request *r)
{
    query query = { .route = r->route };
    if (!r->route->parameters) return HTTP_GO;
    size_t count;
    const head_value *parameters = front_parameters(r->connection, &count);
    for (size_t i = 0; i < count && !query.wrong; i++) add_parameter(&query, parameters[i].name, parameters[i].value);
    if (!query.wrong) return HTTP_GO;
    return answer_refusal(r, HTTP_BAD_REQUEST, "server.parameter", query.wrong);
}

/* ---- requests ------------------------------------------------------------------------------------------------------ */

/* The first call for a request: its head is there. */
static http_result begin_request(request *r, const char *method, const char *path)
{
    server *s = r->server;
    if (route_request(r, method, path) != HTTP_GO) return HTTP_END;
    if (r->stage != REQUEST_ANSWERED && check_parameters(r) != HTTP_GO) return HTTP_END;
    if (r->stage == REQUEST_ANSWERED) return HTTP_GO;
    bool limited = !address_is_none(&r->client) && !r->route->for_metrics;
    http_result allowed = check_rate(r, limited ? admission_request(s->admission, &r->client) : 0);
    return r->stage == REQUEST_ANSWERED ? allowed : check_token(r);
}

/* Keeps a part of the body. The front gives its refusals: no answer can be made while a body arrives. */
static http_result add_body(request *r, const char *data, size_t size)
{
    server *s = r->server;
    r->body_size += size;
    atomic_fetch_add(&s->counts.body_bytes, size);
    if (r->body_size > most_body(r)) {
        front_refuse(r->connection, HTTP_CONTENT_TOO_LARGE, "server.body", too_large);
        return HTTP_END;
    }
    if (r->body >= 0 && !scratch_append(&s->scratch, &r->body_file, data, size)) {
        front_refuse(r->connection, HTTP_SERVICE_UNAVAILABLE, "server.memory", "the server has no room for the body: try again");
        return HTTP_END;
    }
    if (r->body >= 0) r->body = r->body_file.file; /* it may have moved to the disk */
    return HTTP_GO;
}

http_result dispatch_request(void *context, conn *connection, const char *data, size_t size, void **state)
{
    request *r = *state;
    if (!r) {
        *state = r = request_new(context, connection);
        return r ? begin_request(r, front_method(connection), front_path(connection)) : HTTP_END;
    }
    if (r->stage == REQUEST_TOKEN) return use_token(r);
    if (r->stage == REQUEST_WAITS) return answer_job(r);
    return size ? add_body(r, data, size) : r->route->handle(r);
}

void dispatch_completed(void *context, void *state)
{
    (void)context;
    request_free(state);
}
