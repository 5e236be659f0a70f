/* SPDX-License-Identifier: MIT
 * Threads, listeners, and how long connections may take. */
#include "net/front.h"

#include "base/clear.h"
#include "base/clock.h"
#include "net/conn.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

enum {
    EVENTS = 256,
    OVERFLOW = 16, /* connections above the limit, until another has ended */
    BACKLOG = 4096,
    ACCEPTS = 64, /* connections that are taken in a turn */
    SWEEP_MS = 1000,
    RECEIVE_BYTES = 256 << 10, /* of a connection that the system may have, besides as much for its own needs */
    LATER_MS = 3               /* until connections that wait for their shares are looked at again */
};

/* ---- new connections --------------------------------------------------------------------------------------------------------- */

/* Ends the connection of this thread that has waited longest for a head. */
static bool front_evict(front_thread *t)
{
    for (conn *c = t->first; c; c = c->next) {
        if (c->phase != CONN_HEAD || c->busy) continue;
        conn_close(c);
        return true;
    }
    return false;
}

/* Makes room for one more connection: here, or on another thread, whose connection ends a moment later. */
static bool make_room(front_thread *t, const conn *added)
{
    front *f = t->front;
    if (atomic_load(&f->connections) < f->options.connections || front_evict(t) || thread_evict_largest(t, added)) return true;
    if (atomic_load(&f->connections) >= f->options.connections + OVERFLOW) return false;
    for (unsigned i = 0; i < f->started; i++) {
        front_thread *other = &f->threads[i];
        if (other == t || atomic_load(&other->wanted) >= OVERFLOW) continue;
        atomic_fetch_add(&other->wanted, 1);
        thread_wake(other);
        return true;
    }
    return false;
}

static void turn_away(int file, unsigned code, const char *why)
{
    char text[768];
    int size = conn_write_refusal(text, sizeof text, code, "server.connections", why);
    (void)!send(file, text, (size_t)size, MSG_NOSIGNAL);
    shutdown(file, SHUT_WR);
    close(file);
}

static conn *conn_new(front_thread *t, int file, unsigned kind, const struct sockaddr *from)
{
    front *f = t->front;
    conn *c = calloc(1, sizeof *c);
    if (!c) return close(file), NULL;
    *c = (conn){ .thread = t, .kind = kind, .fresh = true, .reply.file = -1 };
    c->client = (event_source){ .kind = SOURCE_CLIENT, .file = file, .conn = c };
    c->has_address = address_of(from, &c->address);
    bool free_of_limits = !c->has_address || f->calls.is_proxy(f->calls.context, &c->address);
    if (!free_of_limits && !address_count_add(f->address_count, &c->address, f->options.per_address)) {
        atomic_fetch_add(&f->refused, 1);
        turn_away(file, HTTP_TOO_MANY_REQUESTS, "too many connections from this address");
        return free(c), NULL;
    }
    c->counted = !free_of_limits;
    c->slot = c->has_address ? address_count_hash(f->address_count, &c->address) % SHARE_SLOTS : 0;
    return c;
}

static void add_conn(front_thread *t, int file, unsigned kind, const struct sockaddr *from)
{
    front *f = t->front;
    conn *c = conn_new(t, file, kind, from);
    if (!c) return;
    if (!make_room(t, c)) {
        atomic_fetch_add(&f->refused, 1);
        turn_away(file, HTTP_SERVICE_UNAVAILABLE, "the server has too many connections: try again");
        if (c->counted) address_count_remove(f->address_count, &c->address);
        free(c);
        return;
    }
    c->before = t->last;
    t->shares.slots[c->slot].connections++;
    atomic_fetch_add(&f->connections, 1);
    atomic_fetch_add(&f->fresh, 1);
    *(t->last ? &t->last->next : &t->first) = c;
    t->last = c;
    conn_set_deadline(c, f->options.header_seconds);
    if (!thread_watch(t, &c->client, EPOLLIN | EPOLLOUT | EPOLLRDHUP | EPOLLET)) conn_close(c);
}

/* What a new connection costs is of its address. When few are left, an address that has used its share gets no more of them. */
static void take_conn(front_thread *t, int file, unsigned kind, const struct sockaddr *from)
{
    front *f = t->front;
    ip_address address;
    const int64_t now = clock_steady_us(), used = clock_thread_us();
    const bool has_address = address_of(from, &address), is_full = atomic_load(&f->connections) > f->options.connections / 4 * 3;
    const uint32_t slot = has_address ? address_count_hash(f->address_count, &address) % SHARE_SLOTS : 0;
    if (has_address && is_full && shares_in_debt(&t->shares, slot, now) && !f->calls.is_proxy(f->calls.context, &address)) {
        atomic_fetch_add(&f->refused, 1);
        close(file);
    } else {
        add_conn(t, file, kind, from);
    }
    shares_charge(&t->shares, slot, clock_thread_us() - used, 0);
}

/* False: none waits. */
static bool accept_one(front_thread *t, const event_source *listener)
{
    struct sockaddr_storage from = { .ss_family = AF_UNSPEC };
    socklen_t size = sizeof from;
    int file = accept4(listener->file, (struct sockaddr *)&from, &size, SOCK_CLOEXEC | SOCK_NONBLOCK);
    if (file >= 0) {
        /* or the end of an answer of several parts waits 40 ms for a client's acknowledgement; a socket of this machine refuses */
        setsockopt(file, IPPROTO_TCP, TCP_NODELAY, &(int){ 1 }, sizeof(int));
        take_conn(t, file, t->front->listeners[listener->number].kind, (struct sockaddr *)&from);
        return true;
    }
    if (errno == EMFILE || errno == ENFILE || errno == ENOMEM || errno == ENOBUFS) {
        front_evict(t);
        nanosleep(&(struct timespec){ .tv_nsec = 10000000 }, NULL);
    }
    return false;
}

static void accept_some(front_thread *t, const event_source *listener)
{
    for (unsigned i = 0; i < ACCEPTS && accept_one(t, listener); i++) continue;
}

/* An abandoned request keeps its place among those of its address until the server is done with it. */
static void front_bury(front_thread *t)
{
    conn **at = &t->dead;
    while (*at) {
        conn *c = *at;
        if (c->suspended || c->touched) {
            at = &c->next;
            continue;
        }
        *at = c->next;
        conn_end_request(c);
        if (c->counted) address_count_remove(t->front->address_count, &c->address);
        free(c);
    }
}

/* ---- time --------------------------------------------------------------------------------------------------------------------- */

/* Whether the client is what the connection waits for. */
static bool waits_for_client(const conn *c) { return c->out || (!c->suspended && (c->reply.there || c->phase != CONN_ANSWER)); }

static void front_sweep(front_thread *t, int64_t now)
{
    t->swept = now;
    for (conn *c = t->first, *next; c; c = next) {
        next = c->next;
        if (c->waits) continue;
        bool silent = waits_for_client(c) && now - c->active > (int64_t)t->front->options.idle_seconds * 1000;
        if (!silent && (!c->deadline || c->deadline > now)) continue;
        if (c->phase != CONN_LINGER && (c->phase != CONN_HEAD || c->in_size)) atomic_fetch_add(&t->front->late, 1);
        conn_close(c);
    }
}

/* ---- requests that were suspended --------------------------------------------------------------------------------------------- */

void front_resume(conn *c)
{
    front_thread *t = c->thread; /* the connection may go as soon as it is in the list */
    c->resumed_next = NULL;
    pthread_mutex_lock(&t->resume_lock);
    c->queued = true;
    *t->resumed_end = c;
    t->resumed_end = &c->resumed_next;
    pthread_mutex_unlock(&t->resume_lock);
    thread_wake(t);
}

static void take_resumed(front_thread *t)
{
    pthread_mutex_lock(&t->resume_lock);
    conn *c = t->resumed;
    for (conn *each = c; each; each = each->resumed_next) each->queued = false;
    t->resumed = NULL;
    t->resumed_end = &t->resumed;
    pthread_mutex_unlock(&t->resume_lock);
    for (conn *next; c; c = next) {
        next = c->resumed_next;
        c->suspended = false;
        if (!c->closed) conn_touch(c);
    }
}

/* ---- threads --------------------------------------------------------------------------------------------------------------------- */

/* A request goes on, or no more connections are taken. */
static void thread_woken(front_thread *t)
{
    uint64_t count;
    (void)!read(t->wake.file, &count, sizeof count);
    take_resumed(t);
    for (unsigned wanted = atomic_exchange(&t->wanted, 0); wanted && front_evict(t); wanted--) continue;
    for (int i = 0; i < FRONT_LISTENERS && atomic_load(&t->front->closing); i++) {
        if (t->listeners[i].file >= 0) epoll_ctl(t->events, EPOLL_CTL_DEL, t->listeners[i].file, NULL);
        t->listeners[i].file = -1;
    }
    if (atomic_load(&t->front->closing) && !t->quiet) {
        t->quiet = true;
        atomic_fetch_add(&t->front->quiet, 1);
    }
}

/* Whether a client is gone altogether: what it has sent before, which may be megabytes, is not read. One that only sends no more waits for its
 * answer; and after ours, what it still sends is read over. */
static bool is_gone(const event_source *source, uint32_t events)
{
    return source->kind == SOURCE_CLIENT && (events & EPOLLERR || (events & EPOLLHUP && !source->conn->shut));
}

static void use_event(front_thread *t, event_source *source, uint32_t events)
{
    switch (source->kind) {
    case SOURCE_LISTENER: accept_some(t, source); return;
    case SOURCE_WAKE: thread_woken(t); return;
    default: break;
    }
    if (is_gone(source, events)) {
        conn_close(source->conn);
        return;
    }
    source->readable |= (events & (EPOLLIN | EPOLLRDHUP | EPOLLHUP | EPOLLERR)) != 0;
    source->writable |= (events & (EPOLLOUT | EPOLLHUP | EPOLLERR)) != 0;
    if (!source->conn->closed) conn_touch(source->conn);
}

static void append(conn **first, conn **last, conn *c)
{
    c->touched_next = NULL;
    *(*last ? &(*last)->touched_next : first) = c;
    *last = c;
}

/* The connections whose addresses had used their shares are due again, before any that has been served since: maybe there is something in
 * these shares now. */
static void wake_later(front_thread *t)
{
    if (!t->later) return;
    t->later_last->touched_next = t->touched;
    if (!t->touched) t->touched_last = t->later_last;
    t->touched = t->later;
    t->later = t->later_last = NULL;
}

/* The time in which a connection has waited for its share is not its client's. */
static void end_wait(conn *c, int64_t now)
{
    const int64_t passed = c->waits ? now - c->waits : 0;
    c->waits = 0;
    c->active += passed;
    if (c->deadline) c->deadline += passed;
}

static void pump_in_turn(front_thread *t, conn *c)
{
    const int64_t now = clock_steady_us();
    const share_verdict verdict = shares_ask(&t->shares, &t->front->contended, c->slot, c->counted, c->phase == CONN_BODY, now);
    if (verdict != SHARE_NOW) {
        c->touched = true;
        if (!c->waits) c->waits = now / 1000;
        if (verdict == SHARE_LATER)
            append(&t->later, &t->later_last, c);
        else
            append(&t->touched, &t->touched_last, c);
        return;
    }
    end_wait(c, now / 1000);
    const int64_t used = clock_thread_us();
    conn_pump(c);
    shares_charge(&t->shares, c->slot, clock_thread_us() - used, c->moved_body);
}

/* A turn of the connections that are due. */
static void pump_touched(front_thread *t)
{
    conn *c = t->touched;
    t->touched = t->touched_last = NULL;
    shares_begin_turn(&t->shares);
    for (conn *next; c; c = next) {
        next = c->touched_next;
        c->touched = false;
        if (!c->closed) pump_in_turn(t, c);
    }
}

/* How long to wait for events. */
static int wait_ms(const front_thread *t)
{
    if (t->touched) return 0;
    return t->later ? LATER_MS : SWEEP_MS;
}

static void *front_run(void *argument)
{
    front_thread *t = argument;
    struct epoll_event events[EVENTS];
    while (!atomic_load(&t->front->stopping)) {
        int count = epoll_wait(t->events, events, EVENTS, wait_ms(t));
        for (int i = 0; i < count; i++) use_event(t, events[i].data.ptr, events[i].events);
        for (unsigned i = 0; i < FRONT_LISTENERS && count == EVENTS; i++) /* they may be behind thousands of others */
            if (t->listeners[i].file >= 0) accept_some(t, &t->listeners[i]);
        wake_later(t);
        pump_touched(t);
        int64_t now = clock_steady_ms();
        const bool sweeps = now - t->swept >= SWEEP_MS;
        if (sweeps) front_sweep(t, now);
        front_bury(t);
        if (sweeps)
            clear_stack();
        else
            clear_frames();
    }
    return NULL;
}

static bool start_thread(front *f, front_thread *t)
{
    t->front = f;
    t->swept = clock_steady_ms();
    t->wake.file = -1;
    t->events = epoll_create1(EPOLL_CLOEXEC);
    t->resumed_end = &t->resumed;
    if (t->events < 0) return false;
    pthread_mutex_init(&t->resume_lock, NULL);
    t->wake = (event_source){ .kind = SOURCE_WAKE, .file = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK) };
    bool fine = t->wake.file >= 0 && thread_watch(t, &t->wake, EPOLLIN);
    for (unsigned i = 0; i < FRONT_LISTENERS; i++) {
        t->listeners[i] = (event_source){ .kind = SOURCE_LISTENER, .file = f->listeners[i].socket, .number = i };
        if (fine && t->listeners[i].file >= 0) fine = thread_watch(t, &t->listeners[i], EPOLLIN | EPOLLEXCLUSIVE);
    }
    return fine && pthread_create(&t->thread, NULL, front_run, t) == 0;
}

/* Nobody works on a request any more. */
static void free_thread(front_thread *t)
{
    take_resumed(t);
    while (t->first) conn_close(t->first);
    wake_later(t);
    for (conn *c = t->touched; c; c = c->touched_next) c->touched = false;
    for (conn *c = t->dead; c; c = c->next) c->suspended = false;
    front_bury(t);
    free(t->spare_in);
    if (t->wake.file >= 0) close(t->wake.file);
    if (t->events >= 0) close(t->events);
    pthread_mutex_destroy(&t->resume_lock);
}

bool front_start(const front_options *options, const front_calls *calls, const front_listener listeners[FRONT_LISTENERS],
                 budget *memory, front **started)
{
    unsigned threads = options->threads ? options->threads : 1;
    front *f = calloc(1, sizeof *f + threads * sizeof *f->threads);
    *started = f;
    if (!f) return fputs("reel-server: out of memory\n", stderr), false;
    f->options = *options;
    f->calls = *calls;
    memcpy(f->listeners, listeners, sizeof f->listeners);
    f->memory = memory;
    for (unsigned i = 0; i < FRONT_LISTENERS; i++) /* its connections have the same */
        if (listeners[i].socket >= 0)
            setsockopt(listeners[i].socket, SOL_SOCKET, SO_RCVBUF, &(int){ RECEIVE_BYTES }, sizeof(int));
    f->address_count = address_count_new();
    bool fine = f->address_count != NULL;
    for (; fine && f->started < threads; f->started += fine) {
        fine = start_thread(f, &f->threads[f->started]);
        if (!fine) free_thread(&f->threads[f->started]);
    }
    if (fine) return true;
    fprintf(stderr, "reel-server: cannot start threads: %s\n", strerror(errno));
    *started = NULL;
    front_stop(f);
    return false;
}

void front_quiesce(front *f)
{
    atomic_store(&f->closing, true);
    for (unsigned i = 0; i < f->started; i++) thread_wake(&f->threads[i]);
}

bool front_is_quiet(front *f) { return atomic_load(&f->quiet) == atomic_load(&f->started); }
unsigned front_fresh(front *f) { return atomic_load(&f->fresh); }
unsigned front_busy(front *f) { return atomic_load(&f->busy); }
unsigned long front_refused(front *f) { return atomic_load(&f->refused); }
unsigned long front_late(front *f) { return atomic_load(&f->late); }

void front_stop(front *f)
{
    if (!f) return;
    atomic_store(&f->stopping, true);
    for (unsigned i = 0; i < f->started; i++) thread_wake(&f->threads[i]);
    for (unsigned i = 0; i < f->started; i++) pthread_join(f->threads[i].thread, NULL);
    for (unsigned i = 0; i < f->started; i++) free_thread(&f->threads[i]);
    address_count_free(f->address_count);
    free(f);
}

int front_listen(const char *address, uint16_t port)
{
    struct sockaddr_in four = { .sin_family = AF_INET, .sin_port = htons(port) };
    struct sockaddr_in6 six = { .sin6_family = AF_INET6, .sin6_port = htons(port) };
    bool is_four = inet_pton(AF_INET, address, &four.sin_addr) == 1;
    errno = EINVAL;
    if (!is_four && inet_pton(AF_INET6, address, &six.sin6_addr) != 1) return -1;
    int file = socket(is_four ? AF_INET : AF_INET6, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0), on = 1;
    if (file < 0) return -1;
    setsockopt(file, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    const struct sockaddr *to = is_four ? (const struct sockaddr *)&four : (const struct sockaddr *)&six;
    if (bind(file, to, is_four ? sizeof four : sizeof six) == 0 && listen(file, BACKLOG) == 0) return file;
    int why = errno;
    close(file);
    errno = why;
    return -1;
}
