/* SPDX-License-Identifier: MIT
 * One connection of the front, and what the front is made of. Each thread has an epoll and its connections. The next head is read when the answer
 * before it has left, so a request that is refused can be answered here.
 *
 * Sockets are edge-triggered: `readable` and `writable` are kept until the system says EAGAIN. conn_pump moves bytes until nothing moves or the
 * connection has had its share of the turn; then it waits for the next turn behind those that are due. The server is called from there, so what it
 * does for a request is time of the address that sent it. */
#ifndef SERVER_NET_CONN_H
#define SERVER_NET_CONN_H

#include "net/address_count.h"
#include "net/front_options.h"
#include "net/request_head.h"
#include "net/shares.h"

#include <pthread.h>

enum { IN_BYTES = HEAD_MOST + 1024 /* of a connection's buffer */ };
enum { REQUEST_BYTES = 64 << 10 /* a request of the server's, its head, and a part of its answer */ };
enum { TURN_BYTES = 32 << 10 /* that a connection moves before the others have their turn */ };

typedef enum source_kind { SOURCE_LISTENER, SOURCE_WAKE, SOURCE_CLIENT } source_kind;

/* What an event is of. */
typedef struct event_source {
    source_kind kind;
    int file;
    bool readable, writable;
    unsigned number; /* of a listener */
    struct conn *conn;
} event_source;

typedef enum conn_phase {
    CONN_HEAD,   /* a head is awaited */
    CONN_BEGIN,  /* the server is called for a head, maybe again after it was suspended */
    CONN_BODY,   /* a body is read */
    CONN_ANSWER, /* all of the request is there; its answer is made or sent */
    CONN_LINGER  /* nothing more is answered */
} conn_phase;

/* The rest of an answer, behind what is in `out`. */
typedef struct reply {
    bool there;  /* the request was answered */
    bool closes; /* the connection ends after it */
    int file;    /* -1: none */
    bool owns;   /* it closes the file */
    off_t at;    /* of the file */
    uint64_t left;
    front_read *read; /* NULL: no stream, or its end */
    void (*end)(void *context);
    void *context;
    bool chunked;
} reply;

struct conn {
    struct front_thread *thread;
    conn *next, *before, *touched_next, *resumed_next;
    event_source client;
    ip_address address;
    bool has_address, counted;
    unsigned kind;
    uint32_t slot; /* of its address, in the shares */
    conn_phase phase;
    head head;
    chunks chunks;
    uint64_t left;           /* of a body with a length */
    char *in, *out;          /* from the client, and to it */
    size_t in_size;          /* of them */
    size_t in_top;           /* bytes of `in` that have been written to */
    size_t out_size, out_at; /* bytes, and those that have left */
    uint64_t lingered;
    size_t moved, moved_body; /* bytes in this turn */
    int64_t deadline, active; /* steady ms; 0: no deadline. When the client last sent or read */
    int64_t waits;            /* steady ms since which it waits for its share; 0: it does not */
    request_head *request;    /* NULL: none */
    void *state;              /* the server's, of the request */
    reply reply;
    bool busy;       /* there is a request */
    bool suspended;  /* until front_resume */
    bool queued;     /* with the lock of the thread: it is in `resumed` */
    bool fresh;      /* it has brought no request so far */
    bool client_end; /* no more bytes will come from there */
    bool shut, closed, touched;
    unsigned refusal; /* front_refuse: its status */
    const char *refusal_rule, *refusal_why;
};

typedef struct front_thread {
    struct front *front;
    pthread_t thread;
    int events;
    event_source listeners[FRONT_LISTENERS], wake;
    conn *first, *last; /* the oldest first */
    conn *touched, *touched_last, *dead;
    conn *later, *later_last; /* whose address has used its share; they count as touched */
    pthread_mutex_t resume_lock;
    conn *resumed, **resumed_end; /* with the lock: those to go on with, the first to come first */
    shares shares;
    uint32_t full_turn,
        full_most;      /* the turn in which one was ended for a new one, or none could be, and how many the worst address had */
    atomic_uint wanted; /* connections that other threads want to be ended */
    int64_t swept;
    bool quiet;
    char *spare_in; /* zeros; NULL: none */
    head_parts parts;
} front_thread;

struct front {
    front_options options;
    front_calls calls;
    front_listener listeners[FRONT_LISTENERS];
    address_count *address_count;
    budget *memory;
    atomic_bool closing, stopping;
    atomic_uint connections, busy, fresh;
    atomic_uint quiet; /* threads that take no more connections */
    atomic_ulong refused, late;
    shares_contended contended;
    atomic_uint started;
    front_thread threads[];
};

/* Lets epoll report a source's events. */
bool thread_watch(front_thread *thread, event_source *source, uint32_t events);
void thread_wake(front_thread *thread);
/* Ends the oldest connection of the address that has most on this thread, if that is much more than the address of `added` has. */
bool thread_evict_largest(front_thread *thread, const conn *added);

void conn_set_deadline(conn *conn, unsigned seconds);
/* pump is to be called at the end of the turn. */
void conn_touch(conn *conn);
/* The connection stays in thread->dead until its request is not suspended. */
void conn_close(conn *conn);
void conn_free_in(conn *conn);
/* Writes an answer of an error to `to`. Returns its size. */
int conn_write_refusal(char *to, size_t size, unsigned code, const char *rule, const char *why);
/* Answers, if nothing was answered yet, and ends the connection. */
void conn_refuse(conn *conn, unsigned code, const char *rule, const char *why);

/* ---- its turn (pump.c) ------------------------------------------------------------------------------------------------- */

void conn_pump(conn *conn);

/* ---- a request (conn.c, exchange.c) ------------------------------------------------------------------------------------ */

/* A request is there, for which REQUEST_BYTES were taken. */
void conn_begin_request(conn *conn);
/* Lets go of it, if there is one. */
void conn_end_request(conn *conn);
/* Whether all of its body has come. */
bool conn_has_body(const conn *conn);
/* Each returns whether something happened, so that there may be more. */
bool exchange_read_head(conn *conn);
bool exchange_serve(conn *conn);

/* ---- its answer (reply.c) ---------------------------------------------------------------------------------------------- */

/* Sends what the client takes. */
bool reply_send(conn *conn);
bool reply_is_sent(const conn *conn);
/* The stream has no more bytes. */
void conn_end_stream(conn *conn);

#endif
