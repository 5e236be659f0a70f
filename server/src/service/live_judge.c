/* SPDX-License-Identifier: MIT */
#include "service/live_judge.h"

#include "service/lanes.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

void live_judge(request *r, live *l)
{
    r->held = l;
    r->let_go = live_judged;
}

bool live_judge_bytes(request *r, const live *l)
{
    scratch_file bytes = scratch_none;
    bytes.file = live_open(l, &bytes.size);
    if (bytes.file < 0) return request_refuse(r, HTTP_SERVICE_UNAVAILABLE, "server.memory", "too many open files: try again");
    const bool fine = request_take_body(r, &bytes);
    scratch_drop(&r->server->scratch, &bytes);
    return fine;
}

static live_outcome refuse(const char *rule)
{
    live_outcome outcome = { .state = LIVE_REFUSED };
    snprintf(outcome.rule, sizeof outcome.rule, "%s", rule);
    return outcome;
}

/* The server, not the replay, is why it was not judged, or the uploader has to wait. */
static live_outcome outcome_of(const request *r)
{
    static const live_outcome again = { .state = LIVE_ON };
    const job_result *result = &r->queued.result;
    switch (r->queued.end) {
    case JOB_DONE: break;
    case JOB_DIED: return refuse("server.worker");
    case JOB_LATE: return refuse("server.time");
    default: return again;
    }
    if (r->failure_code == HTTP_SERVICE_UNAVAILABLE || r->failure_code == HTTP_TOO_MANY_REQUESTS) return again;
    if (r->failure_code) return refuse(r->failure.rule);
    if (r->jobs && result->status < 0) return result->status == REEL_IO ? again : refuse(result->rule);
    if (!r->code) return again; /* its steps never ran to their end */
    live_outcome outcome = { .state = LIVE_KEPT };
    memcpy(outcome.replay, r->entry.id, sizeof outcome.replay);
    snprintf(outcome.verdict, sizeof outcome.verdict, "%s", verdict_names[r->entry.verdict]);
    return outcome;
}

void live_judged(request *r)
{
    live *l = r->held;
    if (!l) return;
    const live_outcome outcome = outcome_of(r);
    r->held = NULL;
    live_conclude(r->server->live, l, &outcome);
    live_release(r->server->live, l);
}
