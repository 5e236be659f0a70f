/* SPDX-License-Identifier: MIT
 * From a connection to a request with its body, by libmicrohttpd. */
#include "journal.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

enum { DRAINED = 1 << 20 /* bytes above the limit that are read, so that the client sees the answer */ };

int64_t now_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

int64_t now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* ---- requests --------------------------------------------------------------------------------------------------- */

/* An id that no other request of any server is likely to have. It need not be secret. */
static void make_id(server *server, char id[17])
{
    static const uint64_t odd = 0x9e3779b97f4a7c15; /* spreads the count over all bits */
    uint64_t number = server->first_id + odd * atomic_fetch_add_explicit(&server->counts.ids, 1, memory_order_relaxed);
    uint8_t bytes[sizeof number];
    memcpy(bytes, &number, sizeof number);
    sodium_bin2hex(id, 17, bytes, sizeof bytes);
}

static request *request_new(server *server, struct MHD_Connection *connection)
{
    request *r = malloc(sizeof *r);
    if (!r) return NULL;
    /* the result of a job is larger than the rest, and is there only after one */
    memset(r, 0, offsetof(request, queued) + offsetof(queued_job, result));
    make_id(server, r->id);
    r->queued.with = -1;
    r->server = server;
    r->connection = connection;
    r->body = r->out = r->stored = -1;
    atomic_fetch_add(&server->counts.active, 1);
    return r;
}

static void request_free(request *r)
{
    if (r->body >= 0) close(r->body);
    if (r->out >= 0) close(r->out);
    if (r->stored >= 0) close(r->stored);
    if (r->queued.with >= 0) close(r->queued.with);
    text_free(&r->answer);
    free(r->work);
    atomic_fetch_sub(&r->server->counts.active, 1);
    free(r);
}

const char *request_parameter(const request *request, const char *name)
{
    return MHD_lookup_connection_value(request->connection, MHD_GET_ARGUMENT_KIND, name);
}

const char *request_header(const request *request, const char *name)
{
    return MHD_lookup_connection_value(request->connection, MHD_HEADER_KIND, name);
}

/* ---- the header Accept (RFC 9110, 12.5.1) ------------------------------------------------------------------------ */

/* How well a range of length `size` names a type: 3 itself, 2 its first half, 1 any, 0 not. */
static int range_fits(const char *range, size_t size, const char *type)
{
    if (size == 3 && memcmp(range, "*/*", 3) == 0) return 1;
    if (size > 2 && memcmp(range + size - 2, "/*", 2) == 0 && strncasecmp(range, type, size - 1) == 0) return 2;
    return strlen(type) == size && strncasecmp(range, type, size) == 0 ? 3 : 0;
}

/* The weight of one range in thousandths; it begins after the range's ';'. */
static int weight_of(const char *at, const char *end)
{
    for (; at < end; at++) {
        if ((*at != 'q' && *at != 'Q') || at + 1 >= end || at[1] != '=' || (at[-1] != ';' && at[-1] != ' ')) continue;
        double weight = strtod(at + 2, NULL);
        return weight >= 1 ? 1000 : weight > 0 ? (int)(weight * 1000) : 0;
    }
    return 1000;
}

/* The weight that `accept` gives to a type: that of the most specific range. */
static int type_weight(const char *accept, const char *type)
{
    int best_fit = 0, weight = 0;
    for (const char *at = accept; *at;) {
        at += strspn(at, " \t,");
        size_t size = strcspn(at, ",; \t"), whole = strcspn(at, ",");
        int fit = size ? range_fits(at, size, type) : 0;
        if (fit > best_fit) {
            best_fit = fit;
            weight = weight_of(at + size, at + whole);
        }
        at += whole;
    }
    return weight;
}

const char *request_accepts(const request *request, const char *const *types)
{
    const char *accept = request_header(request, MHD_HTTP_HEADER_ACCEPT), *best = NULL;
    int best_weight = 0;
    if (!accept || !*accept) return types[0];
    for (; *types; types++) {
        int weight = type_weight(accept, *types);
        if (weight <= best_weight) continue;
        best_weight = weight;
        best = *types;
    }
    return best;
}

/* ---- answers ---------------------------------------------------------------------------------------------------- */

static enum MHD_Result queue_answer(request *r, unsigned code, const char *type, struct MHD_Response *response, uint64_t size)
{
    if (!response) return MHD_NO;
    MHD_add_response_header(response, MHD_HTTP_HEADER_CONTENT_TYPE, type);
    MHD_add_response_header(response, "X-Content-Type-Options", "nosniff");
    MHD_add_response_header(response, "X-Request-Id", r->id);
    MHD_add_response_header(response, "Content-Security-Policy",
                            r->policy ? r->policy : "default-src 'none'; style-src 'unsafe-inline'; sandbox");
    for (size_t i = 0; i < REQUEST_HEADERS && r->headers[i].name; i++)
        MHD_add_response_header(response, r->headers[i].name, r->headers[i].value);
    if (code == MHD_HTTP_SERVICE_UNAVAILABLE) MHD_add_response_header(response, MHD_HTTP_HEADER_RETRY_AFTER, "1");
    if (code == MHD_HTTP_UNAUTHORIZED) MHD_add_response_header(response, MHD_HTTP_HEADER_WWW_AUTHENTICATE, "Bearer");
    deadline_enter(guard_deadlines(r->server->guard), r->connection, DEADLINE_ANSWER);
    journal_answer(r, code);
    enum MHD_Result result = MHD_queue_response(r->connection, code, response);
    MHD_destroy_response(response);
    r->stage = REQUEST_ANSWERED;
    atomic_fetch_add(&r->server->counts.requests[code / 100 % 6], 1);
    atomic_fetch_add(&r->server->counts.answer_bytes, size);
    return result;
}

enum MHD_Result answer_text(request *request, unsigned code, const char *type, const char *data, size_t size)
{
    return queue_answer(request, code, type, MHD_create_response_from_buffer(size, (void *)(size_t)data, MHD_RESPMEM_MUST_COPY),
                        size);
}

enum MHD_Result answer_prepared(request *request, const char *type)
{
    if (request->answer.failed) return answer_refusal(request, MHD_HTTP_SERVICE_UNAVAILABLE, "server.memory", "out of memory");
    struct MHD_Response *response =
        MHD_create_response_from_buffer(request->answer.size, request->answer.data, MHD_RESPMEM_MUST_FREE);
    size_t size = request->answer.size;
    if (response) request->answer = (text){ .data = NULL };
    return queue_answer(request, request->code ? request->code : MHD_HTTP_OK, type, response, size);
}

/* A small part of a file is read here: it leaves with the header in one call of the system, instead of three. Closes the file. NULL: it is
 * not small, or cannot be read. */
static struct MHD_Response *small_response(int file, uint64_t offset, uint64_t size)
{
    char *bytes = size <= CACHE_MOST ? malloc((size_t)size + 1) : NULL;
    if (!bytes || pread(file, bytes, (size_t)size, (off_t)offset) != (ssize_t)size) return free(bytes), NULL;
    struct MHD_Response *response = MHD_create_response_from_buffer((size_t)size, bytes, MHD_RESPMEM_MUST_FREE);
    if (!response) return free(bytes), NULL;
    close(file);
    return response;
}

enum MHD_Result answer_file(request *request, unsigned code, const char *type, int file, uint64_t offset, uint64_t size)
{
    struct MHD_Response *response = small_response(file, offset, size);
    if (!response) {
        response = MHD_create_response_from_fd_at_offset64(size, file, offset);
        if (!response) close(file);
    }
    return queue_answer(request, code, type, response, size);
}

enum MHD_Result answer_output(request *request, const char *type)
{
    off_t size = lseek(request->out, 0, SEEK_END);
    if (size < 0) return MHD_NO;
    int file = request->out;
    request->out = -1;
    return answer_file(request, MHD_HTTP_OK, type, file, 0, (uint64_t)size);
}

void request_add_header(request *request, const char *name, const char *value)
{
    size_t slot = 0, used = 0;
    while (slot < REQUEST_HEADERS && request->headers[slot].name) slot++;
    if (slot == REQUEST_HEADERS) return;
    request->headers[slot].name = name;
    for (; *value && used + 1 < HEADER_TEXT; value++)
        if ((unsigned char)*value >= 0x20 && *value != 0x7f) request->headers[slot].value[used++] = *value;
}

enum MHD_Result answer_problem(request *request, unsigned code, const reel_error *error)
{
    text out = { .data = NULL };
    request->rule = error->rule;
    text_print(&out, "{\"status\":%u,\"title\":", code);
    text_json(&out, error->message);
    text_member(&out, "rule");
    text_json(&out, error->rule);
    if (error->section && *error->section) {
        text_member(&out, "section");
        text_json(&out, error->section);
    }
    if (error->status < 0) text_print(&out, ",\"offset\":%llu", (unsigned long long)error->offset);
    if (request->answer.size) text_raw(&out, request->answer.data, request->answer.size);
    text_print(&out, ",\"instance\":\"urn:reel:request:%s\"}\n", request->id);
    if (out.failed) text_free(&out); /* an empty answer has its status at least */
    enum MHD_Result result = answer_text(request, code, "application/problem+json", out.data, out.size);
    text_free(&out);
    return result;
}

enum MHD_Result answer_refusal(request *request, unsigned code, const char *rule, const char *message)
{
    reel_error error = { .rule = rule, .section = "" };
    snprintf(error.message, sizeof error.message, "%s", message);
    return answer_problem(request, code, &error);
}

/* ---- jobs ------------------------------------------------------------------------------------------------------- */

static bool job_step(queued_job *queued)
{
    request *r = queued->context;
    bool more = r->route->step ? r->route->step(r) : r->jobs == 0;
    if (!more) return false;
    r->jobs++;
    atomic_fetch_add(&r->server->counts.decodes, 1);
    /* the worker before may have left bytes */
    if (ftruncate(queued->out, 0) == 0 && lseek(queued->out, 0, SEEK_SET) == 0) return true;
    return request_refuse(r, MHD_HTTP_SERVICE_UNAVAILABLE, "server.memory", "out of memory");
}

static void job_done(queued_job *queued) { MHD_resume_connection(((request *)queued->context)->connection); }

bool request_fail(request *request, unsigned code, const reel_error *error)
{
    request->failure = *error;
    request->failure_code = code;
    return false;
}

bool request_refuse(request *request, unsigned code, const char *rule, const char *message)
{
    reel_error error = { .rule = rule, .section = "" };
    snprintf(error.message, sizeof error.message, "%s", message);
    return request_fail(request, code, &error);
}

enum MHD_Result request_start(request *request)
{
    queued_job *queued = &request->queued;
    request->out = memfd_create("answer", MFD_CLOEXEC);
    if (request->out < 0) return answer_refusal(request, MHD_HTTP_SERVICE_UNAVAILABLE, "server.memory", "out of memory");
    /* a worker that a file has taken over must not change the bytes that were hashed */
    if (request->body >= 0) fcntl(request->body, F_ADD_SEALS, F_SEAL_WRITE | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL);
    queued->in = request->body;
    queued->out = request->out;
    queued->step = job_step;
    queued->done = job_done;
    queued->context = request;
    request->stage = REQUEST_WAITS;
    deadline_enter(guard_deadlines(request->server->guard), request->connection, DEADLINE_NONE);
    MHD_suspend_connection(request->connection);
    if (pool_add(request->server->pool, queued)) return MHD_YES;
    queued->end = JOB_STOPPED;
    MHD_resume_connection(request->connection);
    return MHD_YES;
}

static unsigned code_of(reel_status status)
{
    switch (status) {
    case REEL_UNSUPPORTED: return MHD_HTTP_UNSUPPORTED_MEDIA_TYPE;
    case REEL_TRUNCATED:
    case REEL_CORRUPT: return MHD_HTTP_UNPROCESSABLE_CONTENT;
    case REEL_LIMIT:
    case REEL_MEMORY: return MHD_HTTP_CONTENT_TOO_LARGE;
    case REEL_ARGUMENT: return MHD_HTTP_BAD_REQUEST;
    default: return MHD_HTTP_INTERNAL_SERVER_ERROR;
    }
}

static enum MHD_Result answer_job(request *r)
{
    const job_result *result = &r->queued.result;
    switch (r->queued.end) {
    case JOB_STOPPED: return answer_refusal(r, MHD_HTTP_SERVICE_UNAVAILABLE, "server.busy", "the server is busy");
    case JOB_LATE: return answer_refusal(r, MHD_HTTP_GATEWAY_TIMEOUT, "server.time", "the replay took too long to decode");
    case JOB_DIED:
        fprintf(stderr, "reel-server: request %s: a worker died\n", r->id);
        return answer_refusal(r, MHD_HTTP_INTERNAL_SERVER_ERROR, "server.worker", "the worker died; report the request's id");
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
    return answer_problem(r, missing ? MHD_HTTP_NOT_FOUND : code_of(error.status), &error);
}

/* ---- from a connection to a route ---------------------------------------------------------------------------------- */

/* Whether a path has the form of a route. A capture has one or more bytes. */
static bool path_fits(const char *form, const char *path, char captures[ROUTE_CAPTURES][CATALOGUE_TEXT])
{
    for (size_t n = 0; *form;) {
        if (*form != '{') {
            if (*form++ != *path++) return false;
            continue;
        }
        const char *end = strchr(form, '}');
        size_t size = end[-1] == '*' ? strlen(path) : strcspn(path, "/");
        if (!size || size >= CATALOGUE_TEXT || n == ROUTE_CAPTURES) return false;
        memcpy(captures[n], path, size);
        captures[n++][size] = '\0';
        path += size;
        form = end + 1;
    }
    return !*path;
}

/* Finds the route, or answers. */
static enum MHD_Result route_request(request *r, const char *method, const char *path)
{
    char allow[64] = "";
    bool is_head = strcmp(method, MHD_HTTP_METHOD_HEAD) == 0;
    for (const route *each = r->server->routes; each->method; each++) {
        if (!path_fits(each->path, path, r->captures)) continue;
        if (strcmp(each->method, is_head ? MHD_HTTP_METHOD_GET : method) == 0) {
            r->route = each;
            return MHD_YES;
        }
        size_t used = strlen(allow);
        snprintf(allow + used, sizeof allow - used, "%s%s", used ? ", " : "", each->method);
    }
    if (!*allow) return answer_refusal(r, MHD_HTTP_NOT_FOUND, "server.path", "there is nothing at this path");
    char text[160];
    int size = snprintf(text, sizeof text, "{\"status\":405,\"title\":\"method not allowed here\",\"rule\":\"server.method\"}\n");
    struct MHD_Response *response = MHD_create_response_from_buffer((size_t)size, text, MHD_RESPMEM_MUST_COPY);
    if (response) MHD_add_response_header(response, MHD_HTTP_HEADER_ALLOW, allow);
    return queue_answer(r, MHD_HTTP_METHOD_NOT_ALLOWED, "application/problem+json", response, (uint64_t)size);
}

/* Whether the token of the request allows its route; else answers. */
static enum MHD_Result check_token(request *r)
{
    reel_error error;
    server *s = r->server;
    if ((r->route->needs_store || r->route->scope) && !s->catalogue)
        return answer_refusal(r, MHD_HTTP_NOT_FOUND, "server.no-store", "this server keeps no replays");
    if (!r->route->scope) return MHD_YES;
    switch (token_check(s->tokens, s->catalogue, request_header(r, MHD_HTTP_HEADER_AUTHORIZATION), r->route->scope, r->token,
                        &error)) {
    case TOKEN_FINE: return MHD_YES;
    case TOKEN_MISSING:
        return answer_refusal(r, MHD_HTTP_UNAUTHORIZED, "server.token", "a token is needed: Authorization: Bearer TOKEN");
    case TOKEN_WRONG: return answer_refusal(r, MHD_HTTP_UNAUTHORIZED, "server.token", "the token is unknown or was revoked");
    case TOKEN_NO_SCOPE: return answer_refusal(r, MHD_HTTP_FORBIDDEN, "server.scope", "the token does not allow this");
    default: return answer_problem(r, MHD_HTTP_SERVICE_UNAVAILABLE, &error);
    }
}

/* Answers if the client is to wait. */
static enum MHD_Result check_rate(request *r, unsigned seconds)
{
    char text[16];
    if (!seconds) return MHD_YES;
    snprintf(text, sizeof text, "%u", seconds);
    request_add_header(r, MHD_HTTP_HEADER_RETRY_AFTER, text);
    return answer_refusal(r, MHD_HTTP_TOO_MANY_REQUESTS, "server.rate", "too many requests: wait as the header Retry-After says");
}

/* Refuses a body by what the headers say of it, before it is sent. */
static enum MHD_Result check_length(request *r)
{
    const char *length = request_header(r, MHD_HTTP_HEADER_CONTENT_LENGTH),
               *coding = request_header(r, MHD_HTTP_HEADER_TRANSFER_ENCODING);
    if (!r->route->has_body) return MHD_YES;
    if (!length && !coding) return answer_refusal(r, MHD_HTTP_LENGTH_REQUIRED, "server.length", "the request has no body");
    if (length && strtoull(length, NULL, 10) > r->server->options.body)
        return answer_refusal(r, MHD_HTTP_CONTENT_TOO_LARGE, "server.body", "the body is larger than the server allows");
    r->body = memfd_create("body", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    return r->body >= 0 ? MHD_YES : answer_refusal(r, MHD_HTTP_SERVICE_UNAVAILABLE, "server.memory", "out of memory");
}

static enum MHD_Result add_body(request *r, const char *data, size_t *size)
{
    r->body_size += *size;
    atomic_fetch_add(&r->server->counts.body_bytes, *size);
    if (r->body_size > r->server->options.body + DRAINED) return MHD_NO;
    for (size_t left = r->body_size <= r->server->options.body ? *size : 0; left;) {
        ssize_t count = write(r->body, data, left);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return MHD_NO;
        data += count;
        left -= (size_t)count;
    }
    *size = 0;
    return MHD_YES;
}

static enum MHD_Result handle(void *context, struct MHD_Connection *connection, const char *path, const char *method,
                              const char *version, const char *data, size_t *size, void **state)
{
    request *r = *state;
    (void)version;
    if (!r) {
        *state = r = request_new(context, connection);
        if (!r || route_request(r, method, path) != MHD_YES) return MHD_NO;
        if (r->stage == REQUEST_ANSWERED) return MHD_YES;
        if (atomic_load(&r->server->draining))
            return answer_refusal(r, MHD_HTTP_SERVICE_UNAVAILABLE, "server.stopping", "the server is about to stop");
        deadline_enter(guard_deadlines(r->server->guard), connection, DEADLINE_BODY);
        enum MHD_Result allowed =
            check_rate(r, guard_request(r->server->guard, connection)); /* before the token: argon2 is slow */
        if (r->stage != REQUEST_ANSWERED) allowed = check_token(r);
        if (r->stage != REQUEST_ANSWERED && *r->token) allowed = check_rate(r, guard_token(r->server->guard, r->token));
        return r->stage == REQUEST_ANSWERED ? allowed : check_length(r);
    }
    if (r->stage == REQUEST_WAITS) return answer_job(r);
    if (*size && r->body >= 0) return add_body(r, data, size);
    if (*size) {
        *size = 0; /* a body that the route does not take */
        return MHD_YES;
    }
    if (r->stage == REQUEST_ANSWERED) return MHD_YES;
    if (r->body_size > r->server->options.body)
        return answer_refusal(r, MHD_HTTP_CONTENT_TOO_LARGE, "server.body", "the body is larger than the server allows");
    return r->route->handle(r);
}

static void request_completed(void *context, struct MHD_Connection *connection, void **state, enum MHD_RequestTerminationCode why)
{
    server *s = context;
    (void)why;
    deadline_enter(guard_deadlines(s->guard), connection, DEADLINE_HEADER);
    if (*state) request_free(*state);
    *state = NULL;
}

/* ---- the daemon -------------------------------------------------------------------------------------------------- */

static struct MHD_Daemon *listen_on(server *s, const struct sockaddr *address, unsigned flags)
{
    const server_options *o = &s->options;
    return MHD_start_daemon(MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME | flags, o->port, NULL, NULL, handle, s,
                            MHD_OPTION_SOCK_ADDR, address, MHD_OPTION_THREAD_POOL_SIZE, o->threads, MHD_OPTION_CONNECTION_LIMIT,
                            o->connections, MHD_OPTION_PER_IP_CONNECTION_LIMIT, o->per_address, MHD_OPTION_CONNECTION_TIMEOUT,
                            o->idle_seconds, MHD_OPTION_NOTIFY_COMPLETED, request_completed, s, MHD_OPTION_NOTIFY_CONNECTION,
                            deadline_notify, guard_deadlines(s->guard),
                            o->socket >= 0 ? MHD_OPTION_LISTEN_SOCKET : MHD_OPTION_END, o->socket, MHD_OPTION_END);
}

/* Opens the store and the catalogue. */
static bool open_store(server *s)
{
    const server_options *o = &s->options;
    reel_error error;
    s->guard = guard_new(&o->guard, o->connections);
    if (!s->guard) return fprintf(stderr, "reel-server: cannot start threads: %s\n", strerror(errno)), false;
    if (!o->store) return true;
    if (keep_open(o->store, o->database, o->pool.workers + o->threads, &s->keep, &error) < 0)
        return fprintf(stderr, "reel-server: %s\n", error.message), false;
    s->store = s->keep.store;
    s->remote = strncmp(o->store, "s3://", 5) == 0 || (o->database && strstr(o->database, "://"));
    s->catalogue = s->keep.catalogue;
    s->tokens = token_cache_new();
    s->cache = cache_new((size_t)o->cache);
    return (s->tokens && s->cache) || (fprintf(stderr, "reel-server: out of memory\n"), false);
}

static void close_store(server *s)
{
    token_cache_free(s->tokens);
    cache_free(s->cache);
    keep_close(&s->keep);
    guard_free(s->guard);
    s->tokens = NULL;
    s->cache = NULL;
    s->catalogue = NULL;
    s->store = NULL;
    s->guard = NULL;
}

bool server_start(server *server)
{
    const server_options *o = &server->options;
    struct sockaddr_in four = { .sin_family = AF_INET, .sin_port = htons(o->port) };
    struct sockaddr_in6 six = { .sin6_family = AF_INET6, .sin6_port = htons(o->port) };
    bool is_four = inet_pton(AF_INET, o->address, &four.sin_addr) == 1;
    if (!is_four && inet_pton(AF_INET6, o->address, &six.sin6_addr) != 1)
        return fprintf(stderr, "reel-server: invalid address '%s'\n", o->address), false;
    if (getrandom(&server->first_id, sizeof server->first_id, 0) != sizeof server->first_id)
        return fprintf(stderr, "reel-server: no random numbers: %s\n", strerror(errno)), false;
    if (!open_store(server)) return close_store(server), false;
    server->pool = pool_start(&o->pool);
    if (!server->pool) {
        fprintf(stderr, "reel-server: cannot start threads: %s\n", strerror(errno));
        return close_store(server), false;
    }
    server->daemon =
        is_four ? listen_on(server, (struct sockaddr *)&four, 0) : listen_on(server, (struct sockaddr *)&six, MHD_USE_IPv6);
    if (server->daemon) return true;
    fprintf(stderr, "reel-server: cannot listen on %s port %u: %s\n", o->address, o->port, strerror(errno));
    pool_stop(server->pool);
    return close_store(server), false;
}

uint16_t server_port(const server *server)
{
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(server->daemon, MHD_DAEMON_INFO_BIND_PORT);
    return info ? info->port : 0;
}

void server_stop(server *server)
{
    atomic_store(&server->draining, true);
    MHD_socket listening = MHD_quiesce_daemon(server->daemon);
    int64_t deadline = now_us() + (int64_t)server->options.drain_seconds * 1000000;
    while (atomic_load(&server->counts.active) && now_us() < deadline) nanosleep(&(struct timespec){ .tv_nsec = 10000000 }, NULL);
    pool_stop(server->pool);
    MHD_stop_daemon(server->daemon);
    if (listening != MHD_INVALID_SOCKET) close(listening);
    close_store(server);
}
