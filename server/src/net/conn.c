/* SPDX-License-Identifier: MIT */
#include "net/conn.h"

#include "base/clock.h"
#include "base/json_write.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

/* ---- the life of a connection ------------------------------------------------------------------------------------------ */

bool thread_watch(front_thread *t, event_source *source, uint32_t events)
{
    struct epoll_event event = { .events = events, .data.ptr = source };
    return epoll_ctl(t->events, EPOLL_CTL_ADD, source->file, &event) == 0;
}

/* By name, before it is closed: a worker that is being started has a copy of the file for a moment, and as long its events would come. */
static void close_watched(front_thread *t, event_source *source)
{
    epoll_ctl(t->events, EPOLL_CTL_DEL, source->file, NULL);
    close(source->file);
    source->file = -1;
}

void thread_wake(front_thread *t) { (void)!write(t->wake.file, &(uint64_t){ 1 }, sizeof(uint64_t)); }

/* The next client gets the buffer: what was in it is cleared, which is less than all of it. */
void conn_free_in(conn *c)
{
    if (!c->in) return;
    budget_give(c->thread->front->memory, IN_BYTES);
    explicit_bzero(c->in, c->in_top);
    if (c->thread->spare_in)
        free(c->in);
    else
        c->thread->spare_in = c->in;
    c->in = NULL;
    c->in_top = 0;
}

void conn_end_stream(conn *c)
{
    if (c->reply.end) c->reply.end(c->reply.context);
    c->reply.end = NULL;
    c->reply.read = NULL;
}

static void free_reply(conn *c)
{
    conn_end_stream(c);
    if (c->reply.there && c->reply.owns) close(c->reply.file);
    c->reply = (reply){ .file = -1 };
}

static void set_busy(conn *c, bool busy)
{
    if (busy == c->busy) return;
    c->busy = busy;
    if (busy)
        atomic_fetch_add(&c->thread->front->busy, 1);
    else
        atomic_fetch_sub(&c->thread->front->busy, 1);
}

void conn_end_request(conn *c)
{
    front *f = c->thread->front;
    if (!c->busy) return;
    free_reply(c);
    if (c->state) f->calls.completed(f->calls.context, c->state);
    c->state = NULL;
    free(c->request);
    c->request = NULL;
    budget_give(f->memory, REQUEST_BYTES);
    set_busy(c, false);
}

void conn_begin_request(conn *c)
{
    set_busy(c, true);
    if (c->fresh) atomic_fetch_sub(&c->thread->front->fresh, 1);
    c->fresh = false;
}

bool conn_has_body(const conn *c) { return c->head.chunked ? chunks_end(&c->chunks) : c->left == 0; }

/* A stream that waits ends at once: when it has ended, nobody goes on with it any more, but somebody may just have. */
static void end_waiting_stream(conn *c)
{
    conn_end_request(c);
    pthread_mutex_lock(&c->thread->resume_lock);
    c->suspended = c->queued;
    pthread_mutex_unlock(&c->thread->resume_lock);
}

void conn_close(conn *c)
{
    if (c->closed) return;
    c->closed = true;
    atomic_fetch_sub(&c->thread->front->connections, 1);
    c->thread->shares.slots[c->slot].connections--;
    close_watched(c->thread, &c->client);
    if (!c->suspended)
        conn_end_request(c);
    else if (c->reply.there)
        end_waiting_stream(c);
    if (c->fresh) atomic_fetch_sub(&c->thread->front->fresh, 1);
    c->fresh = false;
    conn_free_in(c);
    free(c->out);
    c->out = NULL;
    *(c->before ? &c->before->next : &c->thread->first) = c->next;
    *(c->next ? &c->next->before : &c->thread->last) = c->before;
    c->next = c->thread->dead;
    c->thread->dead = c;
}

void conn_touch(conn *c)
{
    front_thread *t = c->thread;
    if (c->touched) return;
    c->touched = true;
    c->touched_next = NULL;
    *(t->touched_last ? &t->touched_last->touched_next : &t->touched) = c;
    t->touched_last = c;
}

void conn_set_deadline(conn *c, unsigned seconds)
{
    c->active = clock_steady_ms();
    c->deadline = seconds ? c->active + (int64_t)seconds * 1000 : 0;
}

static unsigned open_of(const front_thread *t, const conn *c) { return t->shares.slots[c->slot].connections; }

bool thread_evict_largest(front_thread *t, const conn *added)
{
    conn *worst = NULL;
    const unsigned least = 2 * open_of(t, added) + 2;
    if (t->full_turn == t->shares.turn && t->full_most <= least) return false; /* looked for one in this turn already */
    for (conn *c = t->first; c; c = c->next)
        if (c->counted && (!worst || open_of(t, c) > open_of(t, worst))) worst = c;
    t->full_turn = t->shares.turn;
    t->full_most = worst ? open_of(t, worst) : 0;
    return t->full_most > least && (conn_close(worst), true);
}

/* ---- refusals ---------------------------------------------------------------------------------------------------------- */

int conn_write_refusal(char *to, size_t size, unsigned code, const char *rule, const char *why)
{
    text body = { .data = NULL };
    json_begin_object(&body, NULL);
    json_member_uint(&body, "status", code);
    json_member_string(&body, "title", why);
    json_member_string(&body, "rule", rule);
    json_end_line(&body);
    const int length = body.failed ? 0 : (int)body.size;
    const int written = snprintf(
        to, size,
        "HTTP/1.1 %u %s\r\nContent-Type: application/problem+json\r\nContent-Length: %d\r\nCache-Control: no-store\r\n"
        "X-Content-Type-Options: nosniff\r\n%sConnection: close\r\n\r\n%.*s",
        code, http_reason(code), length, code == 429 || code == 503 ? "Retry-After: 2\r\n" : "", length, length ? body.data : "");
    text_free(&body);
    return written;
}

void conn_refuse(conn *c, unsigned code, const char *rule, const char *why)
{
    enum { MOST = 768 };
    const bool begun = c->reply.there || c->out;
    atomic_fetch_add(&c->thread->front->refused, 1);
    c->out = begun ? c->out : malloc(MOST);
    if (begun || !c->out) {
        conn_close(c);
        return;
    }
    c->out_size = (size_t)conn_write_refusal(c->out, MOST, code, rule, why);
    c->out_at = 0;
    c->in_size = 0;
    conn_set_deadline(c, c->thread->front->options.answer_seconds);
    conn_end_request(c);
    c->phase = CONN_LINGER;
}
