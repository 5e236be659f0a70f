/* SPDX-License-Identifier: MIT
 * A line of the table of routes. */
#ifndef SERVER_SERVICE_ROUTE_H
#define SERVER_SERVICE_ROUTE_H

#include "service/server.h"

struct request;

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
    const char *body;                  /* what the body is; NULL: a replay */
    bool is_form;                      /* the body is a small one */
    bool by_cookie;                    /* a page whose token is in a cookie (desk.h) */
    bool by_session;                   /* and has to be a session (session.h), whatever its scopes */
    bool is_piece;                     /* one of many of the same upload, without a worker: no line in the log if it is fine */
    bool needs_sign_in;                /* without --sign-in it is not there */
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
    const char *answer;                /* schema of its answer in JSON (routes/schemas.c); NULL: it has none */
    const uint16_t *codes;             /* other statuses that the route gives, ending with 0 */
    /* Called when the body is there. Answers, or starts a job (request_start_job). */
    http_result (*handle)(struct request *request);
    /* Called on a thread of the pool, before the first job and after each one that ended as JOB_DONE, whatever its status (request->jobs
     * counts them); may wait for disks. Returns true to run request->queued.job, or false if the work is done or has failed
     * (request_fail). NULL: one job on the body. */
    bool (*step)(struct request *request);
    /* Answers when the steps are done, unless one failed or the last job did. NULL: the route has no steps. */
    http_result (*finish)(struct request *request);
    /* Answers with a problem as a page; such a route is for people, and not in /openapi.json. NULL: as JSON. */
    http_result (*problem)(struct request *request, unsigned code, const reel_error *error);
} route;

#endif
