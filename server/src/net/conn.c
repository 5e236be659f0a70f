/* SPDX-License-Identifier: MIT */
#include "net/conn.h"

#include "base/clock.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <unistd.h>

enum {
    IN_BYTES = HEAD_MOST + 1024, /* of a connection's buffer */
    PAIR_BYTES = 32 << 10,       /* of the buffers of a pair */
    REQUEST_BYTES = 16 << 10,    /* of a request and the head of its answer */
    ATTACHED_BYTES = DAEMON_BYTES + PAIR_BYTES + OUT_BYTES + REQUEST_BYTES,
    INTERIM_BYTES = sizeof "HTTP/1.1 100 Continue\r\n\r\n" - 1,
    CUT_SECONDS = 1,  /* for an answer to a body that was not sent to its end */
    LINGER_MS = 2000, /* for which bytes are read that a client still sends after the last answer, so that it reads the answer */
    LINGER_BYTES = 4 << 20
};

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

/* A buffer for what a client sends: the one that is spare, or a new one. */
static char *take_in(front_thread *t)
{
    char *in = t->spare_in ? t->spare_in : malloc(IN_BYTES);
    t->spare_in = NULL;
    return in;
}

/* The next client gets the buffer: what was in it is cleared, which is less than all of it. */
static void free_in(conn *c)
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

static void set_busy(conn *c, bool busy)
{
    if (busy == c->busy) return;
    c->busy = busy;
    if (busy)
        atomic_fetch_add(&c->thread->front->busy, 1);
    else
        atomic_fetch_sub(&c->thread->front->busy, 1);
}

static void close_pair(conn *c)
{
    if (c->pair.file < 0) return;
    close_watched(c->thread, &c->pair);
    c->thread->run = true; /* the daemon sees the end */
}

static void end_fresh(conn *c)
{
    if (c->fresh) atomic_fetch_sub(&c->thread->front->fresh, 1);
    c->fresh = false;
}

void conn_close(conn *c)
{
    if (c->closed) return;
    c->closed = true;
    atomic_fetch_sub(&c->thread->front->connections, 1);
    c->thread->shares.slots[c->slot].connections--;
    close_watched(c->thread, &c->client);
    close_pair(c);
    set_busy(c, false);
    end_fresh(c);
    free_in(c);
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

static const char rule_of_requests[] = "server.request";

static const char *reason_of(unsigned code)
{
    const char *text = MHD_get_reason_phrase_for(code);
    return text ? text : "Error";
}

int conn_write_refusal(char *to, size_t size, unsigned code, const char *rule, const char *why)
{
    char body[256];
    int length = snprintf(body, sizeof body, "{\"status\":%u,\"title\":\"%s\",\"rule\":\"%s\"}\n", code, why, rule);
    return snprintf(
        to, size,
        "HTTP/1.1 %u %s\r\nContent-Type: application/problem+json\r\nContent-Length: %d\r\nCache-Control: no-store\r\n"
        "X-Content-Type-Options: nosniff\r\n%sConnection: close\r\n\r\n%s",
        code, reason_of(code), length, code == 429 || code == 503 ? "Retry-After: 2\r\n" : "", body);
}

/* Answers, if nothing of an answer has left yet, and ends the connection. */
static void conn_refuse(conn *c, unsigned code, const char *rule, const char *why)
{
    enum { MOST = 768 };
    bool begun = c->answered > (c->head.expects ? INTERIM_BYTES : 0) || c->out;
    atomic_fetch_add(&c->thread->front->refused, 1);
    c->out = begun ? NULL : malloc(MOST);
    if (!c->out) {
        conn_close(c);
        return;
    }
    c->out_size = (size_t)conn_write_refusal(c->out, MOST, code, rule, why);
    c->out_at = 0;
    c->in_size = c->sound = 0;
    conn_set_deadline(c, c->thread->front->options.answer_seconds);
    close_pair(c);
    c->pair_end = true;
    c->phase = CONN_LINGER;
}

/* ---- to the daemon ------------------------------------------------------------------------------------------------------ */

static bool conn_attach(conn *c)
{
    front_thread *t = c->thread;
    int pair[2], bytes = PAIR_BYTES;
    if (!budget_take(t->front->memory, ATTACHED_BYTES)) return false;
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, pair) != 0)
        return budget_give(t->front->memory, ATTACHED_BYTES), false;
    for (int i = 0; i < 2; i++) setsockopt(pair[i], SOL_SOCKET, SO_SNDBUF, &bytes, sizeof bytes);
    c->pair = (event_source){ .kind = SOURCE_PAIR, .file = pair[0], .writable = true, .conn = c };
    const struct sockaddr_un none = { .sun_family = AF_UNIX };
    t->adding = c;
    bool fine = thread_watch(t, &c->pair, EPOLLIN | EPOLLOUT | EPOLLRDHUP | EPOLLET) &&
                MHD_add_connection(t->daemon, pair[1], (const struct sockaddr *)&none, sizeof none) == MHD_YES; /* or closes it */
    t->adding = NULL;
    if (fine) return true;
    budget_give(t->front->memory, ATTACHED_BYTES);
    close_watched(t, &c->pair);
    return false;
}

/* Removes bytes that have gone on from the client's buffer. */
static void conn_consume(conn *c, size_t size)
{
    c->in_size -= size;
    memmove(c->in, c->in + size, c->in_size);
    if (!c->in_size) free_in(c);
}

/* The pair is empty when a head goes in, and a head is smaller than its buffer. */
static bool send_head(conn *c)
{
    const head *h = &c->head;
    const char *from = c->in + h->start, *end = from + h->size, *skip = c->in + h->skip_from;
    struct iovec parts[] = { { (void *)(size_t)from, (size_t)(skip - from) },
                             { (void *)(size_t)(skip + h->skip), (size_t)(end - skip) - h->skip } };
    const struct msghdr message = { .msg_iov = parts, .msg_iovlen = 2 };
    return sendmsg(c->pair.file, &message, MSG_NOSIGNAL) == (ssize_t)(h->size - h->skip);
}

static void begin_request(conn *c)
{
    front_thread *t = c->thread;
    if (c->pair.file < 0 && !conn_attach(c)) {
        if (thread_evict_largest(t, c)) { /* the memory comes when the daemon has let go of it: in this turn */
            c->head = (head){ .scanned = 0 };
            conn_touch(c);
            return;
        }
        conn_refuse(c, MHD_HTTP_SERVICE_UNAVAILABLE, "server.memory", "the server has no memory left: try again");
        return;
    }
    if (!send_head(c)) {
        conn_close(c);
        return;
    }
    set_busy(c, true);
    end_fresh(c);
    c->completed = c->in_answer = c->in_work = false;
    c->answered = 0;
    c->left = c->head.length;
    c->chunks = (chunks){ .state = 0 };
    c->phase = c->head.chunked || c->left ? CONN_BODY : CONN_ANSWER;
    conn_set_deadline(c, c->phase == CONN_BODY ? t->front->options.body_seconds : t->front->options.header_seconds);
    conn_consume(c, c->head.start + c->head.size);
    t->run = true;
}

static bool read_head(conn *c)
{
    if (!c->in_size || c->busy) return false;
    switch (head_read(&c->head, c->in, c->in_size)) {
    case HEAD_MORE: return false;
    case HEAD_BAD: conn_refuse(c, c->head.code, rule_of_requests, c->head.why); return true;
    default: begin_request(c); return c->busy || c->closed || c->phase != CONN_HEAD;
    }
}

/* The body has gone, or the daemon wants no more of it. A request that the daemon does not pass on ends, too. */
static void end_body(conn *c)
{
    c->phase = CONN_ANSWER;
    if (!c->in_answer) conn_set_deadline(c, c->in_work ? 0 : c->thread->front->options.header_seconds);
}

/* Takes what is body from the bytes that have come. */
static void read_body(conn *c)
{
    size_t held, used;
    if (!c->head.chunked) {
        c->sound = c->in_size < c->left ? c->in_size : (size_t)c->left;
        return;
    }
    used = chunks_read(&c->chunks, c->in, c->in_size, &held);
    c->wrong = used < c->in_size && !chunks_end(&c->chunks);
    memmove(c->in + held, c->in + used, c->in_size - used);
    c->in_size -= used - held;
    c->sound = held;
}

/* Sends the body's bytes as one chunk, and the end of the body. A message that is smaller than half of the pair's buffer goes as a whole or not
 * at all. */
static ssize_t send_chunk(conn *c)
{
    static const char end[] = "\r\n0\r\n\r\n";
    enum { LINE = 2 };
    char size[24];
    const bool ends = chunks_end(&c->chunks) && !c->wrong;
    const int digits = snprintf(size, sizeof size, "%zx\r\n", c->sound);
    struct iovec parts[] = { { size, (size_t)digits },
                             { c->in, c->sound },
                             { (void *)(size_t)end, ends ? sizeof end - 1 : LINE } };
    struct iovec last = { (void *)(size_t)(end + LINE), sizeof end - 1 - LINE };
    const struct msghdr message = { .msg_iov = c->sound ? parts : &last, .msg_iovlen = c->sound ? 3 : 1 };
    const size_t whole = c->sound ? (size_t)digits + c->sound + parts[2].iov_len : last.iov_len;
    const ssize_t count = sendmsg(c->pair.file, &message, MSG_NOSIGNAL);
    if (count >= 0 && (size_t)count != whole) return errno = EIO, -1;
    return count < 0 ? count : (ssize_t)c->sound;
}

/* Sends what has come of the body to the daemon. False: nothing went. */
static bool send_body(conn *c)
{
    if (!c->pair.writable) return false;
    ssize_t count = c->head.chunked ? send_chunk(c) : send(c->pair.file, c->in, c->sound, MSG_NOSIGNAL);
    if (count < 0 && errno == EAGAIN) return c->pair.writable = false, c->thread->run = true, false;
    if (count < 0) { /* an early answer: the daemon has closed its end */
        c->in_size = c->sound = 0;
        c->wrong = false;
        free_in(c);
        end_body(c);
        return true;
    }
    c->thread->run = true;
    c->sound -= (size_t)count;
    if (!c->head.chunked) c->left -= (uint64_t)count;
    if (count) conn_consume(c, (size_t)count);
    return true;
}

static bool body_is_read(const conn *c) { return c->head.chunked ? chunks_end(&c->chunks) : c->left == 0; }

static bool carry_body(conn *c)
{
    if (!c->in_size && !body_is_read(c)) return false;
    if (!c->sound && !body_is_read(c)) read_body(c);
    if (c->head.chunked && chunks_are_tiny(&c->chunks)) {
        conn_refuse(c, MHD_HTTP_BAD_REQUEST, "server.chunks", "the chunks of the body are too small");
        return true;
    }
    if ((c->sound || (c->head.chunked && body_is_read(c))) && !send_body(c)) return false;
    if (c->sound || c->phase != CONN_BODY) return true;
    if (c->wrong)
        conn_refuse(c, MHD_HTTP_BAD_REQUEST, rule_of_requests, "the chunks of the body are malformed");
    else if (body_is_read(c))
        end_body(c);
    else if (!c->in_size)
        free_in(c);
    return true;
}

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

static bool read_client(conn *c)
{
    if (!c->client.readable || c->client_end || c->closed) return false;
    if (c->phase == CONN_LINGER) return read_rest(c);
    if (c->in_size == IN_BYTES) return false;
    if (!c->in) {
        budget *memory = c->thread->front->memory;
        if (!budget_take(memory, IN_BYTES) && !(thread_evict_largest(c->thread, c) && budget_take(memory, IN_BYTES))) {
            conn_refuse(c, MHD_HTTP_SERVICE_UNAVAILABLE, "server.memory", "the server has no memory left: try again");
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
    if (!c->in_size) free_in(c);
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

/* Sends bytes of an answer to the client, and keeps those that it does not take now. */
static void carry_back(conn *c, const char *data, size_t size)
{
    ssize_t count = c->client.writable ? send(c->client.file, data, size, MSG_NOSIGNAL) : 0;
    if (count < 0 && errno == EAGAIN) c->client.writable = false, count = 0;
    if (count > 0) c->active = clock_steady_ms();
    if (count >= 0 && (size_t)count == size) return;
    c->out_at = 0;
    c->out_size = size - (size_t)(count > 0 ? count : 0);
    c->out = count < 0 ? NULL : malloc(c->out_size);
    if (c->out)
        memcpy(c->out, data + count, c->out_size);
    else
        conn_close(c);
}

static bool read_pair(conn *c)
{
    char *data = c->thread->passing;
    if (c->pair.file < 0 || !c->pair.readable || c->pair_end || c->out || c->closed) return false;
    ssize_t count = recv(c->pair.file, data, OUT_BYTES, 0);
    if (count < 0 && errno == EAGAIN) return c->pair.readable = false;
    c->thread->run = true; /* there is room again */
    if (count <= 0) {
        c->pair_end = true;
        return true;
    }
    c->answered += (size_t)count;
    c->moved += (size_t)count;
    carry_back(c, data, (size_t)count);
    explicit_bzero(data, (size_t)count);
    return true;
}

/* ---- what follows from it -------------------------------------------------------------------------------------------------- */

/* Whether the connection can go on. */
static bool conn_settle(conn *c)
{
    if (c->closed || c->out) return false;
    if (c->pair_end && c->phase != CONN_LINGER && c->refusal) {
        conn_refuse(c, c->refusal, c->refusal_rule, c->refusal_why);
        return true;
    }
    if (c->pair_end && c->phase != CONN_LINGER) {
        c->in_size = c->sound = 0;
        free_in(c);
        close_pair(c);
        c->phase = CONN_LINGER;
    }
    if (c->phase == CONN_LINGER) {
        set_busy(c, false);
        if (c->client_end) return conn_close(c), false;
        if (!c->shut) {
            c->shut = true;
            c->deadline = clock_steady_ms() + LINGER_MS;
            shutdown(c->client.file, SHUT_WR);
        }
        return c->client.readable;
    }
    if (c->phase == CONN_ANSWER && c->completed && !c->pair.readable) { /* all of the answer has left */
        set_busy(c, false);
        c->answered = 0;
        c->phase = CONN_HEAD;
        c->head = (head){ .scanned = 0 };
        conn_set_deadline(c, c->in_size ? c->thread->front->options.header_seconds : 0);
        return true;
    }
    if (c->client_end && c->phase == CONN_BODY && !c->in_size &&
        !body_is_read(c)) { /* an early answer may be on its way; else the daemon ends it */
        shutdown(c->pair.file, SHUT_WR);
        c->thread->run = true;
        end_body(c);
        if (!c->in_answer && !c->in_work) conn_set_deadline(c, CUT_SECONDS);
        return true;
    }
    if (c->client_end && !c->busy && c->phase == CONN_HEAD) conn_close(c);
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
        more |= read_pair(c);
        if (!c->closed && c->phase == CONN_HEAD) more |= read_head(c);
        if (!c->closed && c->phase == CONN_BODY) more |= carry_body(c);
        more |= read_client(c);
        if (!more) more = conn_settle(c);
    }
}

void conn_detached(conn *c)
{
    c->attached = false;
    budget_give(c->thread->front->memory, ATTACHED_BYTES);
}
