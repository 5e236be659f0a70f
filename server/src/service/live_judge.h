/* SPDX-License-Identifier: MIT
 * The end of a live: a request that judges its bytes as it would an upload. */
#ifndef SERVER_SERVICE_LIVE_JUDGE_H
#define SERVER_SERVICE_LIVE_JUDGE_H

#include "service/live.h"
#include "service/request.h"

/* The request, which judges the live, keeps the reference until it is over. The live has been closed. */
void live_judge(request *request, live *one);
/* Makes the bytes of the live the body of the request. For a step; false: the request has failed. */
bool live_judge_bytes(request *request, const live *one);
/* Tells the live what came of it, once: when that is known, at the latest with the end of the request. */
void live_judged(request *request);

#endif
