/* SPDX-License-Identifier: MIT
 * One request: what it has so far, and what its answer will have. */
#ifndef SERVER_SERVICE_REQUEST_H
#define SERVER_SERVICE_REQUEST_H

#include "base/text.h"
#include "rules/token.h"
#include "service/route.h"

enum { ROUTE_CAPTURES = 3, REQUEST_HEADERS = 6, HEADER_TEXT = 192, ENTITY_TAG = STORE_ID + 32 };

typedef enum request_stage { REQUEST_BODY, REQUEST_TOKEN, REQUEST_WAITS, REQUEST_ANSWERED } request_stage;

/* A parameter of a request that no client sent. */
typedef struct request_given {
    const char *name, *value; /* NULL: the last one */
} request_given;

typedef struct request {
    server *server;
    conn *connection;           /* NULL: no client sent it */
    const request_given *given; /* its parameters then; NULL: none */
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
    char content[JOB_HASH];      /* of an upload, by the inspection without its map */
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
    /* Waits until the steps that follow a job may begin, on a thread of the lane; NULL: they begin at once. */
    void (*await_turn)(struct request *request);
    void *work;                              /* of the route's steps: one block of memory, which is freed with the request */
    void (*end_work)(void *work);            /* frees what the block points to; NULL: nothing */
    text bearer, cookie;                     /* of pages: the token that was sent, and the value of Set-Cookie, with a NUL each */
    text location;                           /* the value of Location, if it is long, with a NUL */
    void *held;                              /* what is kept until the request is over; NULL: nothing */
    void (*let_go)(struct request *request); /* is called then, if there is something */
    const char *policy;                      /* Content-Security-Policy of the answer; NULL: the strictest */
    queued_job queued;                       /* the last member: see request_new */
} request;

/* `connection` NULL: no client sent it. NULL: out of memory. */
request *request_new(server *server, conn *connection);
void request_free(request *request);

/* A parameter of the query, or NULL. */
const char *request_parameter(const request *request, const char *name);
/* A header of the request, or NULL. */
const char *request_header(const request *request, const char *name);
/* For a step: fails the request. Returns false. */
bool request_fail(request *request, unsigned code, const reel_error *error);
bool request_refuse(request *request, unsigned code, const char *rule, const char *message);
/* For a step: drops the answer so far, and fails the request, since the catalogue does not answer. Returns false. */
bool request_unavailable(request *request, const reel_error *error);
/* Adds a header to the answer; errors are sent without those that are of a good answer. `name` is static text. Control characters in the value are left out. */
void request_add_header(request *request, const char *name, const char *value);
/* The best of the route's types for the header Accept, or NULL. */
const char *request_accepts(const request *request, const char *const *types);

#endif
