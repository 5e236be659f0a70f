/* SPDX-License-Identifier: MIT
 * From bytes to the server. */
#include "net/exchange.h"

#include "net/conn.h"

#include <stdlib.h>
#include <string.h>

static const char rule_of_requests[] = "server.request";

/* Removes bytes that were used from the client's buffer. */
static void consume(conn *c, size_t size)
{
    c->in_size -= size;
    memmove(c->in, c->in + size, c->in_size);
    if (!c->in_size) conn_free_in(c);
}

/* ---- the head ----------------------------------------------------------------------------------------------------------- */

static void begin_request(conn *c)
{
    front_thread *t = c->thread;
    front *f = t->front;
    if (!budget_take(f->memory, REQUEST_BYTES) && !(thread_evict_largest(t, c) && budget_take(f->memory, REQUEST_BYTES))) {
        conn_refuse(c, HTTP_SERVICE_UNAVAILABLE, "server.memory", "the server has no memory left: try again");
        return;
    }
    c->request = request_head_new(&t->parts, c->in);
    if (!c->request) {
        budget_give(f->memory, REQUEST_BYTES);
        conn_close(c);
        return;
    }
    conn_begin_request(c);
    c->reply = (reply){ .file = -1 };
    c->refusal = 0;
    c->left = c->head.length;
    c->chunks = (chunks){ .state = 0 };
    c->phase = CONN_BEGIN;
    conn_set_deadline(c, conn_has_body(c) ? 0 : f->options.body_seconds);
    consume(c, c->head.start + c->head.size);
}

bool exchange_read_head(conn *c)
{
    if (!c->in_size) return false;
    switch (head_read(&c->head, c->in, c->in_size, &c->thread->parts)) {
    case HEAD_MORE: return false;
    case HEAD_BAD: conn_refuse(c, c->head.code, rule_of_requests, c->head.why); return true;
    default: begin_request(c); return true;
    }
}

/* ---- the server ---------------------------------------------------------------------------------------------------------- */

/* Whether the request goes on: it was neither answered nor suspended, and its connection does not end. */
static bool call(conn *c, const char *data, size_t size)
{
    const front_calls *calls = &c->thread->front->calls;
    const http_result result = calls->handle(calls->context, c, data, size, &c->state);
    if (c->reply.there) {
        c->phase = CONN_ANSWER;
        return false;
    }
    if (result == HTTP_GO) return !c->suspended;
    if (c->refusal)
        conn_refuse(c, c->refusal, c->refusal_rule, c->refusal_why);
    else
        conn_close(c);
    return false;
}

/* The client waits for a word before it sends a body. */
static void ask_for_body(conn *c)
{
    static const char interim[] = "HTTP/1.1 100 Continue\r\n\r\n";
    if (!c->head.expects || c->in_size || conn_has_body(c)) return;
    c->out = malloc(sizeof interim);
    if (!c->out) return;
    memcpy(c->out, interim, sizeof interim);
    c->out_size = sizeof interim - 1;
    c->out_at = 0;
}

static bool end_body(conn *c)
{
    c->phase = CONN_ANSWER;
    conn_set_deadline(c, 0);
    return true;
}

static bool read_chunks(conn *c)
{
    size_t held;
    const size_t used = chunks_read(&c->chunks, c->in, c->in_size, &held);
    const bool wrong = used < c->in_size && !chunks_end(&c->chunks);
    if (chunks_are_tiny(&c->chunks)) {
        conn_refuse(c, HTTP_BAD_REQUEST, "server.chunks", "the chunks of the body are too small");
        return true;
    }
    if (held && !call(c, c->in, held)) return true;
    consume(c, used);
    if (wrong) conn_refuse(c, HTTP_BAD_REQUEST, rule_of_requests, "the chunks of the body are malformed");
    return true;
}

static bool read_body(conn *c)
{
    if (conn_has_body(c)) return end_body(c);
    if (!c->in_size) return false;
    if (c->head.chunked) return read_chunks(c);
    const size_t size = c->in_size < c->left ? c->in_size : (size_t)c->left;
    if (!call(c, c->in, size)) return true;
    c->left -= size;
    consume(c, size);
    return true;
}

bool exchange_serve(conn *c)
{
    if (c->closed || c->suspended || c->out || c->reply.there) return false;
    switch (c->phase) {
    case CONN_BEGIN:
        if (!call(c, NULL, 0)) return true;
        ask_for_body(c);
        c->phase = CONN_BODY;
        return true;
    case CONN_BODY: return read_body(c);
    case CONN_ANSWER:
        if (call(c, NULL, 0)) conn_close(c); /* it has no answer */
        return true;
    default: return false;
    }
}

/* ---- what the server asks ------------------------------------------------------------------------------------------------ */

const ip_address *front_address(const conn *c) { return c->has_address ? &c->address : NULL; }
unsigned front_slashes(const conn *c) { return c->head.slashes; }
unsigned front_kind(const conn *c) { return c->kind; }
const char *front_method(const conn *c) { return c->request->method; }
const char *front_path(const conn *c) { return c->request->path; }

const char *front_header(const conn *c, const char *name) { return c ? request_head_field(c->request, name) : NULL; }
const char *front_parameter(const conn *c, const char *name) { return c ? request_head_parameter(c->request, name) : NULL; }

const char *front_cookie(const conn *c, const char *name, size_t *size)
{
    return c ? request_head_cookie(c->request, name, size) : NULL;
}

const head_value *front_headers(const conn *c, size_t *count)
{
    *count = c->request->field_count;
    return c->request->fields;
}

const head_value *front_parameters(const conn *c, size_t *count)
{
    *count = c->request->parameter_count;
    return c->request->parameters;
}

void front_suspend(conn *c)
{
    c->suspended = true;
    if (c->phase == CONN_ANSWER && !c->reply.there) conn_set_deadline(c, 0);
}

void front_refuse(conn *c, unsigned code, const char *rule, const char *why)
{
    c->refusal = code;
    c->refusal_rule = rule;
    c->refusal_why = why;
}
