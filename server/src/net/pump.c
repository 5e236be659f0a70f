/* SPDX-License-Identifier: MIT
 * The turn of a connection: its bytes from the client and to it. */
#include "net/conn.h"

#include "base/clock.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/socket.h>

enum {
    LINGER_MS = 2000, /* for which bytes are read that a client still sends after the last answer, so that it reads the answer */
    LINGER_BYTES = 4 << 20
};

/* ---- sockets ------------------------------------------------------------------------------------------------------------- */

/* After the last answer: what the client still sends is not used. TCP drops it without a copy. */
static bool read_rest(conn *c)
{
    enum { DROPPED = 256 << 10 };
    char nothing[4096];
    ssize_t count =
        c->has_address ? recv(c->client.file, NULL, DROPPED, MSG_TRUNC) : recv(c->client.file, nothing, sizeof nothing, 0);
    if (count < 0 && errno == EAGAIN) return c->client.readable = false;
    c->lingered += count > 0 ? (uint64_t)count : 0;
    c->moved += TURN_BYTES / 2;
    if (count <= 0) c->client_end = true;
    if (c->lingered > LINGER_BYTES) conn_close(c);
    return true;
}

/* A buffer for what a client sends: the one that is spare, or a new one. */
static char *take_in(front_thread *t)
{
    char *in = t->spare_in ? t->spare_in : malloc(IN_BYTES);
    t->spare_in = NULL;
    return in;
}

static bool read_client(conn *c)
{
    if (!c->client.readable || c->client_end || c->closed) return false;
    if (c->phase == CONN_LINGER) return read_rest(c);
    if (c->in_size == IN_BYTES) return false;
    if (!c->in) {
        budget *memory = c->thread->front->memory;
        if (!budget_take(memory, IN_BYTES) && !(thread_evict_largest(c->thread, c) && budget_take(memory, IN_BYTES))) {
            conn_refuse(c, HTTP_SERVICE_UNAVAILABLE, "server.memory", "the server has no memory left: try again");
            return true;
        }
        c->in = take_in(c->thread);
        if (!c->in) {
            budget_give(c->thread->front->memory, IN_BYTES);
            conn_close(c);
            return false;
        }
    }
    ssize_t count = recv(c->client.file, c->in + c->in_size, IN_BYTES - c->in_size, 0);
    if (count > 0) {
        if (c->phase == CONN_HEAD && !c->in_size) conn_set_deadline(c, c->thread->front->options.header_seconds);
        c->active = clock_steady_ms();
        c->in_size += (size_t)count;
        c->moved += (size_t)count;
        if (c->phase == CONN_BODY) c->moved_body += (size_t)count;
        if (c->in_size > c->in_top) c->in_top = c->in_size;
        return true;
    }
    if (!c->in_size) conn_free_in(c);
    if (count < 0 && errno == EAGAIN) return c->client.readable = false;
    if (count < 0)
        conn_close(c);
    else
        c->client_end = true;
    return true;
}

static bool write_client(conn *c)
{
    if (!c->out || !c->client.writable || c->closed) return false;
    ssize_t count = send(c->client.file, c->out + c->out_at, c->out_size - c->out_at, MSG_NOSIGNAL);
    if (count < 0 && errno == EAGAIN) return c->client.writable = false;
    if (count < 0) {
        conn_close(c);
        return false;
    }
    c->active = clock_steady_ms();
    c->out_at += (size_t)count;
    c->moved += (size_t)count;
    if (c->out_at < c->out_size) return true;
    free(c->out);
    c->out = NULL;
    return true;
}

/* ---- what follows from it -------------------------------------------------------------------------------------------------- */

/* All of the answer has left: the next request is due, or the end. */
static void end_request(conn *c)
{
    const bool closes = c->reply.closes;
    conn_end_request(c);
    c->head = (head){ .scanned = 0 };
    if (closes) c->in_size = 0;
    if (closes) conn_free_in(c);
    c->phase = closes ? CONN_LINGER : CONN_HEAD;
    conn_set_deadline(c, c->in_size ? c->thread->front->options.header_seconds : 0);
}

/* Whether the connection can go on. */
static bool conn_settle(conn *c)
{
    if (c->closed || c->out) return false;
    if (c->reply.there && reply_is_sent(c)) return end_request(c), true;
    if (c->phase == CONN_LINGER) {
        if (c->client_end) return conn_close(c), false;
        if (!c->shut) {
            c->shut = true;
            c->deadline = clock_steady_ms() + LINGER_MS;
            shutdown(c->client.file, SHUT_WR);
        }
        return c->client.readable;
    }
    /* what a head or a body lacks will not come any more */
    const bool waits = c->phase == CONN_HEAD || (c->phase == CONN_BODY && !c->in_size && !conn_has_body(c));
    if (c->client_end && waits) conn_close(c);
    return false;
}

void conn_pump(conn *c)
{
    enum { STEP_BYTES = 512 /* what a step costs, however little it moves */ };
    c->moved = c->moved_body = 0;
    for (bool more = true; more && !c->closed; c->moved += STEP_BYTES) {
        if (c->moved >= TURN_BYTES) {
            conn_touch(c);
            return;
        }
        more = write_client(c);
        more |= reply_send(c);
        if (!c->closed && c->phase == CONN_HEAD) more |= exchange_read_head(c);
        more |= exchange_serve(c);
        more |= read_client(c);
        if (!more) more = conn_settle(c);
    }
}
