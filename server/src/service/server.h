/* SPDX-License-Identifier: MIT
 * The server: its settings, its parts, and what it counts. */
#ifndef SERVER_SERVICE_SERVER_H
#define SERVER_SERVICE_SERVER_H

#include "base/cache.h"
#include "base/clock.h"
#include "base/scratch.h"
#include "net/front.h"
#include "rules/admission.h"
#include "rules/board_list.h"
#include "rules/login.h"
#include "rules/rankings.h"
#include "rules/sign_in.h"
#include "service/chores.h"
#include "service/feed.h"
#include "service/hooks.h"
#include "service/judge.h"
#include "service/live_types.h"
#include "store/repository.h"
#include "work/pool.h"

#include <stdatomic.h>

enum { PUBLIC_URL = 256, ANCESTORS = 1024 };

typedef struct server_options {
    const char *address;        /* to listen on: numeric, IPv4 or IPv6 */
    uint16_t port;              /* 0: any */
    const char *metrics;        /* address to serve /metrics on; NULL: nowhere */
    uint16_t metrics_port;      /* 0: any */
    unsigned drain_seconds;     /* for requests that run when the server is to stop */
    uint64_t body;              /* bytes of a request's body */
    uint64_t cache;             /* bytes of answers in memory */
    uint64_t budget;            /* bytes of memory in all: for workers, connections, bodies, answers and the cache */
    uint64_t scratch_size;      /* bytes of bodies and answers on the disk */
    const char *scratch;        /* folder for them; NULL: that of the store, or /var/tmp */
    bool no_anonymous;          /* decoding needs a token */
    const char *store;          /* folder of replays or s3://...; NULL: the server keeps nothing */
    const char *database;       /* "postgres://..." or an SQLite file; NULL: catalogue.sqlite in the folder */
    const char *maps;           /* folder of maps; NULL: none */
    bool share_maps;            /* anyone gets their bytes */
    struct board_list *boards;  /* what is ranked */
    ranking_set *rankings;      /* and across levels */
    const char *viewer;         /* the page of web/viewer; NULL: share/reel/viewer.html beside the program */
    const char *public_url;     /* of this server for clients, without a slash at its end; NULL: http:// and their header Host */
    const char *ancestors;      /* origins that may frame the viewer's page, each after a blank */
    const char *cors;           /* origins whose pages may read answers, each after a blank; " *": all */
    unsigned challenge_seconds; /* for which a challenge is valid; 0: an hour */
    int socket;                 /* that listens already; -1: none */
    hook_options hooks;
    login_options login;
    sign_in_options sign_in;
    live_options live;
    unsigned event_clients; /* of GET /events, at a time */
    unsigned keep_removed;  /* days for which a replay that was removed stays as evidence; 0: for ever */
    front_options front;
    bool access_log; /* a line for each answer */
    pool_options pool;
    admission_options admission;
} server_options;

/* What waits for its turn apart from what else waits: none of them delays another. */
typedef enum server_lane {
    LANE_LOOKUP,    /* the catalogue and the store; no worker */
    LANE_TOKEN,     /* tokens */
    LANE_OLD_TOKEN, /* tokens with a hash that costs much */
    LANE_SIGN_IN,   /* what waits for issuers; it has threads with --sign-in only */
    LANE_UPLOAD,
    LANE_STORED, /* what is made of replays in the store */
    LANE_DECODE, /* what clients send to be decoded */
    LANES
} server_lane;

enum { MOST_ROUTES = 128 };

/* What came of uploads. */
typedef enum upload_end { UPLOAD_ACCEPTED, UPLOAD_HELD, UPLOAD_REFUSED, UPLOAD_KNOWN, UPLOAD_FAILED, UPLOAD_ENDS } upload_end;

/* Answers of a route. */
typedef struct route_counts {
    atomic_ulong classes[6]; /* by the first digit of the status */
    histogram times;         /* from the head of the request to that of the answer */
} route_counts;

/* Counts since the start. */
typedef struct server_counts {
    atomic_ulong requests[6]; /* by the first digit of the status */
    atomic_ulong body_bytes, answer_bytes;
    atomic_ulong decode_micros, decodes;
    atomic_uint active; /* requests that have no complete answer yet */
    atomic_ulong ids;   /* of requests */
    atomic_ulong uploads[UPLOAD_ENDS];
    route_counts routes[MOST_ROUTES]; /* in the order of the table */
} server_counts;

typedef struct server {
    server_options options;
    const struct route *routes; /* that requests are dispatched by; ends with a NULL method */
    front *front;
    front_listener listeners[FRONT_LISTENERS];
    pool *lanes[LANES];
    budget memory; /* for connections, bodies and answers */
    scratch scratch;
    admission *admission;
    board_holder boards;
    repository keep;
    store *store;         /* of `keep`; NULL: the server keeps nothing */
    catalogue *catalogue; /* beside it */
    cache *cache;
    chores *chores;
    login *login;    /* NULL: none */
    signer *sign_in; /* NULL: nobody can sign in */
    feed *feed;
    hooks *hooks;
    judge *judge;   /* NULL: without --maps */
    live_set *live; /* NULL: this server takes none */
    server_counts counts;
    uint64_t first_id; /* of a request: random */
    bool remote;       /* the store or the catalogue is on another machine: only threads of the pool wait for it */
    atomic_bool draining;
} server;

#endif
