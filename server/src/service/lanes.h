/* SPDX-License-Identifier: MIT
 * Where a request waits for its turn and for a worker. */
#ifndef SERVER_SERVICE_LANES_H
#define SERVER_SERVICE_LANES_H

#include "service/request.h"

/* Jobs of a lane that can run at a time; those of the last three lanes have a worker process each. */
unsigned server_lane_threads(const server_options *options, server_lane lane);
/* Jobs of all lanes. */
pool_count server_jobs(const server *server);
/* Whether anyone may have sent the request, and a worker is needed for it. */
bool request_is_anyones(const request *request);
/* Starts the route's steps, on a thread of request->lane. */
http_result request_start(request *request);
/* Waits for a turn in a lane; the connection is served again when `step` has returned false. */
http_result request_wait(request *request, server_lane lane, request_stage stage, bool (*step)(queued_job *queued));
/* Starts the steps of a request that no client sent, whose body is there. `done` is called on a thread of its lane; the context of the job is the
 * request. False: there is no room. */
bool request_add(request *request, void (*done)(queued_job *queued));
/* Another file than the one that was sent becomes the body, which takes it. For a step; false: the request has failed. */
bool request_take_body(request *request, scratch_file *file);
/* Answers that the client has to wait. */
http_result request_refuse_rate(request *request, unsigned seconds, const char *rule, const char *message);

#endif
