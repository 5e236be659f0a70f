/* SPDX-License-Identifier: MIT
 * The server: its settings, one request, and the table of routes. */
#ifndef SERVER_SERVICE_SERVER_H
#define SERVER_SERVICE_SERVER_H

#include "rules/board_list.h"
#include "base/cache.h"
#include "service/chores.h"
#include "base/clock.h"
#include "service/feed.h"
#include "net/front.h"
#include "rules/admission.h"
#include "service/hooks.h"
#include "store/repository.h"
#include "rules/login.h"
#include "work/pool.h"
#include "base/scratch.h"
#include "base/text.h"
#include "rules/token.h"

#include <microhttpd.h>
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
    struct board_list *boards;  /* what is ranked */
    const char *viewer;         /* the page of web/viewer; NULL: share/reel/viewer.html beside the program */
    const char *public_url;     /* of this server for clients, without a slash at its end; NULL: http:// and their header Host */
    const char *ancestors;      /* origins that may frame the viewer's page, each after a blank */
    unsigned challenge_seconds; /* for which a challenge is valid; 0: an hour */
    int socket;                 /* that listens already; -1: none */
    hook_options hooks;
    login_options login;
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
    histogram times;           /* from the head of the request to that of the answer */
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
    login *login; /* NULL: none */
    feed *feed;
    hooks *hooks;
    server_counts counts;
    uint64_t first_id; /* of a request: random */
    bool remote;       /* the store or the catalogue is on another machine: only threads of the pool wait for it */
    atomic_bool draining;
} server;

struct request;

enum { ROUTE_CAPTURES = 3, REQUEST_HEADERS = 6, HEADER_TEXT = 192, ENTITY_TAG = STORE_ID + 32 };

/* One line of the table of routes, from which requests are dispatched and /openapi.json is made. */
typedef struct route_parameter {
    const char *name, *doc;
    const char *schema; /* JSON Schema of its value */
} route_parameter;
/* Parameters that are one object in the description. `rule` is what JSON Schema says of it beside its properties, such as that it has one of them. */
typedef struct parameter_group {
    const char *name;
    const char *const *members;
    const char *rule;
} parameter_group;

typedef struct route {
    const char *method,
        *path; /* "{name}" in a path is a capture up to a slash, "{name*}" one of all that follows, or of all up to
                              * the last part of the form that is plain */
    const char *id, *doc;
    bool has_body;
    bool is_form;                      /* the body is a small one */
    bool by_cookie;                    /* a page whose token is in a cookie (desk.h) */
    bool creates;                      /* status 201 is possible */
    bool needs_store;                  /* without one the answer is 404 */
    const char *scope;                 /* that a token must have; NULL: no token is needed */
    server_lane lane;                  /* of its steps */
    bool is_work;                      /* decodes what anyone sends: with --no-anonymous it needs a token */
    bool for_metrics;                  /* only on the address of --metrics */
    const route_parameter *parameters; /* of the query, ending with a NULL name; NULL: none are read */
    const parameter_group *groups;     /* of parameters, ending with a NULL name; NULL: none */
    bool other_parameters;             /* are ignored; else they are refused, if the route has parameters */
    const char *const *types;          /* content types of status 200, ending with NULL */
    const uint16_t *codes;             /* other statuses that the route gives, ending with 0 */
    /* Called when the body is there. Answers, or starts a job (request_start_job). */
    enum MHD_Result (*handle)(struct request *request);
    /* Called on a thread of the pool, before the first job and after each one that ended as JOB_DONE, whatever its status (request->jobs
     * counts them); may wait for disks. Returns true to run request->queued.job, or false if the work is done or has failed
     * (request_fail). NULL: one job on the body. */
    bool (*step)(struct request *request);
    /* Answers when the steps are done, unless one failed or the last job did. NULL: the route has no steps. */
    enum MHD_Result (*finish)(struct request *request);
    /* Answers with a problem as a page; such a route is for people, and not in /openapi.json. NULL: as JSON. */
    enum MHD_Result (*problem)(struct request *request, unsigned code, const reel_error *error);
} route;

extern const route routes[]; /* ends with a NULL method */

typedef enum request_stage { REQUEST_BODY, REQUEST_TOKEN, REQUEST_WAITS, REQUEST_ANSWERED } request_stage;

typedef struct request {
    server *server;
    struct MHD_Connection *connection;
    const route *route;
    int64_t begun; /* steady us */
    char id[17];   /* for logs and answers of status 500 */
    request_stage stage;
    ip_address client; /* zeros: a socket of this machine */
    server_lane lane;  /* of its steps */
    int body, out;     /* the files of the two below; -1: none */
    scratch_file body_file, out_file;
    int shared;         /* the body, for a worker: it cannot be written; -1: none */
    int stored;         /* the replay in the store; -1: not open */
    unsigned jobs;      /* that were started */
    uint64_t body_size; /* that was sent; what is above the limit is not kept */
    uint64_t taken;     /* of the budget of memory, for the answer */
    token_answer token_answer;
    const char *type; /* content type of the answer */
    char captures[ROUTE_CAPTURES][CATALOGUE_TEXT];
    char token[TOKEN_TEXT];      /* name of the token */
    char player[CATALOGUE_TEXT]; /* whose login it is; empty: the token is not of a login */
    replay_entry entry;          /* of the replay that the request is about */
    bool known;                  /* the cache has the answer */
    bool whole;                  /* the answer is the bytes of the replay */
    bool unchanged;              /* the client has the answer already */
    char tag[ENTITY_TAG];        /* of an answer that never changes; empty: none */
    unsigned code;               /* of the answer; 0: 200 */
    text answer;                 /* the answer, or members that a problem gets in addition, each after a comma */
    reel_error failure;          /* of a step */
    unsigned failure_code;
    const char *rule; /* of the problem that is the answer; NULL: none */
    struct {
        const char *name;
        char value[HEADER_TEXT];
    } headers[REQUEST_HEADERS]; /* of the answer */
    void *work;                 /* of the route's steps: one block of memory, which is freed with the request */
    text bearer, cookie;        /* of pages: the token that was sent, and the value of Set-Cookie, with a NUL each */
    const char *policy;         /* Content-Security-Policy of the answer; NULL: the strictest */
    queued_job queued;          /* the last member: see request_new */
} request;

/* Starts the server. False: a message was printed. */
bool server_start(server *server);
/* The same without the network, for a command. server_stop_lanes is needed in any case. */
bool server_start_lanes(server *server);
void server_stop_lanes(server *server);
uint16_t server_port(const server *server);
uint16_t server_metrics_port(const server *server); /* 0 if there is none */
/* Stops accepting, answers what is there, and frees everything. */
void server_stop(server *server);

/* ---- for routes ------------------------------------------------------------------------------------------------- */

/* A parameter of the query, or NULL. */
const char *request_parameter(const request *request, const char *name);
/* A header of the request, or NULL. */
const char *request_header(const request *request, const char *name);
/* Starts the route's steps, on a thread of request->lane. */
enum MHD_Result request_start(request *request);
/* Counts an answer of this status. */
void server_count(request *request, unsigned code, uint64_t size);
/* Jobs of a lane that can run at a time. */
unsigned server_lane_threads(const server *server, server_lane lane);
/* Jobs of all lanes. */
pool_count server_jobs(const server *server);
/* For a step: fails the request. Returns false. */
bool request_fail(request *request, unsigned code, const reel_error *error);
bool request_refuse(request *request, unsigned code, const char *rule, const char *message);
/* Adds a header to the answer; errors are sent without those that are of a good answer. `name` is static text. Control characters in the value are left out. */
void request_add_header(request *request, const char *name, const char *value);
/* The best of the route's types for the header Accept, or NULL. */
const char *request_accepts(const request *request, const char *const *types);

/* Answers with bytes, which are copied. */
enum MHD_Result answer_text(request *request, unsigned code, const char *type, const char *data, size_t size);
/* Adds bytes to the output, as a job does. False: the request has failed. For a step. */
bool request_write(request *request, const void *data, size_t size);
/* Answers with the output of the request's job. */
enum MHD_Result answer_output(request *request, const char *type);
/* Answers with a part of an open file, which it closes. */
enum MHD_Result answer_file(request *request, unsigned code, const char *type, int file, uint64_t offset, uint64_t size);
/* Answers with what `read` gives until it ends. `end` frees the context. */
enum MHD_Result answer_stream(request *request, const char *type, MHD_ContentReaderCallback read, void *context,
                              MHD_ContentReaderFreeCallback end);
/* Answers with request->answer, and empties it. */
enum MHD_Result answer_prepared(request *request, const char *type);
/* Answers with application/problem+json. `error` has rule, section, offset and message. */
enum MHD_Result answer_problem(request *request, unsigned code, const reel_error *error);
/* The same, with a rule and a message only. */
enum MHD_Result answer_refusal(request *request, unsigned code, const char *rule, const char *message);

#endif
