/* SPDX-License-Identifier: MIT */
#include "service/lanes.h"

#include "service/answer.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LOOKUPS = 4, TOKENS = 2, SIGNERS = 4 };

unsigned server_lane_threads(const server_options *o, server_lane lane)
{
    switch (lane) {
    case LANE_LOOKUP: return LOOKUPS;
    case LANE_TOKEN: return TOKENS;
    case LANE_OLD_TOKEN: return 1;
    case LANE_SIGN_IN: return o->sign_in.count ? SIGNERS : 0;
    case LANE_DECODE: return o->pool.workers;
    case LANE_UPLOAD:
        return o->pool.workers > 3 ? (o->pool.workers + 1) / 2 : 2; /* one long upload does not keep all others waiting */
    default: return (o->pool.workers + 1) / 2;
    }
}

pool_count server_jobs(const server *s)
{
    pool_count count = { .waiting = 0 };
    for (server_lane lane = 0; lane < LANES; lane++) pool_add_count(s->lanes[lane], &count);
    return count;
}

/* Decoding is anyone's: what it may cost depends on what was sent, so that few bytes never cost much. */
enum { ANYONE_SECONDS = 2, ANYONE_BYTES_A_SECOND = 1 << 18, ANYONE_RATIO = 2048 };
#define ANYONE_OUTPUT (UINT64_C(64) << 20)
#define UPLOAD_OUTPUT (UINT64_C(16) << 20)

bool request_is_anyones(const request *r)
{
    return !*r->token && !address_is_none(&r->client) && (r->lane == LANE_DECODE || r->lane == LANE_STORED);
}

static uint64_t smaller_of(uint64_t one, uint64_t other) { return one < other ? one : other; }

/* What the job may use. */
static void set_job_limits(request *r)
{
    struct stat info;
    queued_job *queued = &r->queued;
    const pool_options *most = &r->server->options.pool;
    uint64_t size = fstat(queued->in, &info) == 0 ? (uint64_t)info.st_size : 0;
    queued->output = r->lane == LANE_UPLOAD ? smaller_of(UPLOAD_OUTPUT, most->output) : most->output;
    queued->seconds = 0;
    if (!request_is_anyones(r) || queued->job.kind == JOB_PICTURE) return; /* what a picture costs is not for a file to choose */
    queued->seconds = (unsigned)smaller_of(most->seconds, ANYONE_SECONDS + size / ANYONE_BYTES_A_SECOND);
    queued->output = smaller_of(most->output, ANYONE_OUTPUT + ANYONE_RATIO * size);
}

/* An empty file for the output of the job. */
static bool prepare_output(request *r)
{
    if (r->out_file.file >= 0) /* of the job before */
        return ftruncate(r->out, 0) == 0 && lseek(r->out, 0, SEEK_SET) == 0;
    bool fine = scratch_reserve(&r->server->scratch, &r->out_file, r->queued.output);
    r->out = r->queued.out = r->out_file.file;
    return fine;
}

static bool job_step(queued_job *queued)
{
    request *r = queued->context;
    if (r->jobs && r->await_turn) r->await_turn(r);
    bool more = r->route->step ? r->route->step(r) : r->jobs == 0;
    if (!more) return false;
    set_job_limits(r);
    if (!prepare_output(r))
        return request_refuse(r, HTTP_SERVICE_UNAVAILABLE, "server.memory", "the server has no room for the answer: try again");
    r->jobs++;
    atomic_fetch_add(&r->server->counts.decodes, 1);
    return true;
}

/* What the job may have written and did not is given back here, not when the answer is sent: the next job needs it. */
static void job_done(queued_job *queued)
{
    request *r = queued->context;
    scratch_settle(&r->server->scratch, &r->out_file);
    front_resume(r->connection);
}

/* Whose turn the job takes. While a token is checked, its name is not known. */
static void set_client(request *r, server_lane lane)
{
    const bool is_check = lane == LANE_TOKEN || lane == LANE_OLD_TOKEN;
    r->queued.client = address_network(&r->client);
    r->queued.token = is_check || !*r->token ? NULL : r->token;
}

http_result request_wait(request *r, server_lane lane, request_stage stage, bool (*step)(queued_job *queued))
{
    queued_job *queued = &r->queued;
    queued->step = step;
    queued->done = job_done;
    queued->context = r;
    set_client(r, lane);
    r->stage = stage;
    front_suspend(r->connection);
    if (pool_add(r->server->lanes[lane], queued)) return HTTP_GO;
    queued->end = JOB_STOPPED;
    front_resume(r->connection);
    return HTTP_GO;
}

http_result request_refuse_rate(request *r, unsigned seconds, const char *rule, const char *message)
{
    char text[16];
    snprintf(text, sizeof text, "%u", seconds);
    request_add_header(r, HEADER_RETRY_AFTER, text);
    return answer_refusal(r, HTTP_TOO_MANY_REQUESTS, rule, message);
}

bool request_add(request *r, void (*done)(queued_job *queued))
{
    queued_job *queued = &r->queued;
    r->shared = scratch_share(&r->body_file);
    if (r->shared < 0) return false;
    queued->in = r->shared;
    queued->step = job_step;
    queued->done = done;
    queued->context = r;
    set_client(r, r->lane);
    return pool_add(r->server->lanes[r->lane], queued);
}

bool request_take_body(request *r, scratch_file *file)
{
    const int shared = scratch_share(file);
    if (shared < 0) return request_refuse(r, HTTP_SERVICE_UNAVAILABLE, "server.memory", "too many open files: try again");
    close(r->shared);
    scratch_drop(&r->server->scratch, &r->body_file);
    r->shared = r->queued.in = shared;
    r->body_file = *file;
    r->body = file->file;
    r->body_size = file->size;
    *file = scratch_none;
    return true;
}

http_result request_start(request *r)
{
    queued_job *queued = &r->queued;
    admission *g = r->server->admission;
    unsigned seconds = request_is_anyones(r) ? admission_work_wait(g, &r->client, &queued->heavy) : 0;
    if (seconds)
        return request_refuse_rate(r, seconds, "server.work",
                                   "too much work for one address: wait as the header Retry-After says");
    seconds = *r->token && !r->route->is_piece ? admission_token_work_wait(g, r->token) : 0;
    if (seconds)
        return request_refuse_rate(r, seconds, "server.work", "too much work for one token: wait as the header Retry-After says");
    if (r->body >= 0 && r->shared < 0) r->shared = scratch_share(&r->body_file);
    if (r->body >= 0 && r->shared < 0)
        return answer_refusal(r, HTTP_SERVICE_UNAVAILABLE, "server.memory", "too many open files: try again");
    queued->in = r->shared; /* a worker that a file has taken over must not change the bytes that were hashed */
    return request_wait(r, r->lane, REQUEST_WAITS, job_step);
}
