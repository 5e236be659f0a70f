/* SPDX-License-Identifier: MIT
 * One connection of the front, and what the front is made of. Each thread has an epoll, its connections, and a daemon of libmicrohttpd that it
 * runs itself. A connection that has sent the head of a request gets a socket pair, whose other end is the daemon's. The next head is read
 * when the answer before it has left, so what comes out of the pair belongs to the request that went in last, and a request that is refused can
 * be answered here.
 *
 * Sockets are edge-triggered: `readable` and `writable` are kept until the system says EAGAIN. conn_pump moves bytes until nothing moves or the
 * connection has had its share of the turn; then it waits for the next turn behind those that are due.
 *
 * The daemon calls the server once for each chunk that it reads, so the chunks of a client are not passed on: what they hold is put into new ones. */
#ifndef SERVER_NET_CONN_H
#define SERVER_NET_CONN_H

#include "net/address_count.h"
#include "net/front_options.h"
#include "net/head.h"
#include "net/shares.h"

#include <pthread.h>

/* What libmicrohttpd takes for a connection: a head, 64 bytes for each field, parameter and cookie, the cookies once more, and the head of an answer.
 * It answers nothing if that is too little. */
enum { DAEMON_BYTES = 64 << 10 };
enum { OUT_BYTES = 16 << 10 /* of an answer, that are carried back at once */ };
enum { TURN_BYTES = 32 << 10 /* that a connection moves before the others have their turn */ };

typedef enum source_kind { SOURCE_LISTENER, SOURCE_WAKE, SOURCE_DAEMON, SOURCE_CLIENT, SOURCE_PAIR } source_kind;

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
    CONN_BODY,   /* a body is carried to the daemon */
    CONN_ANSWER, /* the request has gone; its answer is awaited or carried back */
    CONN_LINGER  /* nothing more is answered */
} conn_phase;

typedef struct conn {
    struct front_thread *thread;
    struct conn *next, *before, *touched_next;
    event_source client, pair; /* pair.file -1: none */
    ip_address address;
    bool has_address, counted;
    unsigned kind;
    uint32_t slot; /* of its address, in the shares */
    conn_phase phase;
    head head;
    chunks chunks;
    uint64_t left;           /* of a body with a length */
    char *in, *out;          /* from the client, and to it */
    size_t in_size, sound;   /* of them, those that may go on */
    size_t in_top;           /* bytes of `in` that have been written to */
    size_t out_size, out_at; /* bytes, and those that have left */
    uint64_t answered;       /* bytes of the answer so far */
    uint64_t lingered;
    size_t moved, moved_body;        /* bytes in this turn */
    int64_t deadline, active;        /* steady ms; 0: no deadline. When the client last sent or read */
    bool busy, completed, in_answer; /* a request is with the daemon; it is done with it; its answer has begun */
    bool in_work;                    /* the request waits for the server */
    bool fresh;                      /* it has brought no request so far */
    bool client_end, pair_end;       /* no more bytes will come from there */
    bool wrong, shut, attached, closed, touched;
    unsigned refusal; /* front_refuse: its status */
    const char *refusal_rule, *refusal_why;
} conn;

typedef struct front_thread {
    struct front *front;
    pthread_t thread;
    int events;
    struct MHD_Daemon *daemon;
    event_source listeners[FRONT_LISTENERS], wake, daemon_source;
    conn *first, *last; /* the oldest first */
    conn *touched, *touched_last, *dead;
    conn *later, *later_last; /* whose address has used its share; they count as touched */
    shares shares;
    uint32_t full_turn,
        full_most;      /* the turn in which one was ended for a new one, or none could be, and how many the worst address had */
    conn *adding;       /* the connection that is being given to the daemon */
    bool run;           /* the daemon has something to do */
    atomic_uint wanted; /* connections that other threads want to be ended */
    int64_t swept;
    bool quiet;
    char *spare_in;          /* zeros; NULL: none */
    char passing[OUT_BYTES]; /* for the moment in which bytes are carried back; zeros else */
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
void conn_pump(conn *conn);
/* The connection stays in thread->dead until the daemon is done with it, too. */
void conn_close(conn *conn);
/* Writes an answer of an error to `to`. Returns its size. */
int conn_write_refusal(char *to, size_t size, unsigned code, const char *rule, const char *why);
/* The daemon has let go of the connection. */
void conn_detached(conn *conn);

#endif
