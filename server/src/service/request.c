/* SPDX-License-Identifier: MIT
 * Requests. */
#include "service/request.h"

#include <sodium.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

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

request *request_new(server *server, conn *connection)
{
    request *r = malloc(sizeof *r);
    if (!r) return NULL;
    /* the result of a job is larger than the rest, and is there only after one */
    memset(r, 0, offsetof(request, queued) + offsetof(queued_job, result));
    make_id(server, r->id);
    r->begun = clock_steady_us();
    r->queued.with = -1;
    r->server = server;
    r->connection = connection;
    r->body = r->out = r->shared = r->stored = -1;
    r->body_file = r->out_file = scratch_none;
    const ip_address *peer = connection ? front_address(connection) : NULL;
    if (peer) r->client = admission_client(server->admission, connection, peer);
    atomic_fetch_add(&server->counts.active, 1);
    return r;
}

void request_free(request *r)
{
    server *s = r->server;
    if (r->held) r->let_go(r);
    if (r->shared >= 0) close(r->shared); /* before the body, so that it is not the last to close that file */
    if (r->stored >= 0) close(r->stored);
    scratch_drop(&s->scratch, &r->body_file);
    scratch_drop(&s->scratch, &r->out_file);
    budget_give(&s->memory, r->taken);
    if (r->queued.with >= 0) close(r->queued.with);
    if (*r->queued.job.map) close(r->queued.map);
    text_free(&r->answer);
    text_free(&r->bearer);
    text_free(&r->cookie);
    text_free(&r->location);
    if (r->work && r->end_work) r->end_work(r->work);
    free(r->work);
    atomic_fetch_sub(&s->counts.active, 1);
    free(r);
}

const char *request_parameter(const request *request, const char *name)
{
    for (const request_given *given = request->given; given && given->name; given++)
        if (strcmp(given->name, name) == 0) return given->value;
    return front_parameter(request->connection, name);
}

const char *request_header(const request *request, const char *name) { return front_header(request->connection, name); }

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

/* The weight that `accept` gives to a type: that of the most specific range. A browser sends ten of them; what is beyond the last is not read. */
static int type_weight(const char *accept, const char *type)
{
    enum { MOST_RANGES = 64 };
    int best_fit = 0, weight = 0;
    unsigned count = 0;
    for (const char *at = accept; *at && count < MOST_RANGES; count++) {
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
    const char *accept = request_header(request, HEADER_ACCEPT), *best = NULL;
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

/* ---- headers of the answer ------------------------------------------------------------------------------------------- */

void request_add_header(request *request, const char *name, const char *value)
{
    size_t slot = 0, used = 0;
    while (slot < REQUEST_HEADERS && request->headers[slot].name) slot++;
    if (slot == REQUEST_HEADERS) return;
    request->headers[slot].name = name;
    for (; *value && used + 1 < HEADER_TEXT; value++)
        if ((unsigned char)*value >= 0x20 && *value != 0x7f) request->headers[slot].value[used++] = *value;
}

/* ---- steps ---------------------------------------------------------------------------------------------------------- */

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

bool request_unavailable(request *request, const reel_error *error)
{
    text_free(&request->answer);
    return request_fail(request, HTTP_SERVICE_UNAVAILABLE, error);
}
