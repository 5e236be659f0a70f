/* SPDX-License-Identifier: MIT */
#include "service/live_watch.h"

#include "base/clear.h"
#include "base/clock.h"
#include "service/answer_count.h"
#include "service/journal.h"
#include "service/lanes.h"
#include "service/live_internal.h"
#include "service/live_judge.h"
#include "service/live_stream.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    TICK_MS = 100, /* after which those who watch get what came */
    REST_MS = 1000,
    TRIES = 1000 /* after which a live that was left is dropped, because the server could not judge it all the time */
};

/* ---- lives that were left -------------------------------------------------------------------------------------------------- */

/* The status that a client would have got. */
static unsigned code_of(const request *r)
{
    if (r->queued.end != JOB_DONE) return HTTP_SERVICE_UNAVAILABLE;
    if (r->failure_code) return r->failure_code;
    return r->jobs && r->queued.result.status < 0 ? HTTP_UNPROCESSABLE_CONTENT : r->code;
}

/* On a thread of the lane. */
static void left_done(queued_job *queued)
{
    request *r = queued->context;
    const unsigned code = code_of(r);
    admission_charge_token_work(r->server->admission, r->token, r->queued.worked_ms);
    if (r->failure_code)
        r->rule = r->failure.rule;
    else if (r->jobs && queued->result.status < 0)
        r->rule = queued->result.rule;
    journal_answer(r, code);
    server_count(r, code, 0);
    request_free(r);
}

/* Starts to judge a live without its recorder. False: the lane is full, or its token has used up the time of workers that it may have. */
static bool judge_left(server *s, live *l)
{
    if (admission_token_work_wait(s->admission, l->owner.token)) return false;
    request *r = request_new(s, NULL);
    const route *end = s->routes;
    while (end->method && strcmp(end->id, "live-end") != 0) end++;
    if (!r || !end->method || !scratch_append(&s->scratch, &r->body_file, "", 0)) {
        if (r) request_free(r);
        return false;
    }
    r->route = end;
    r->lane = end->lane;
    r->body = r->body_file.file;
    memcpy(r->token, l->owner.token, sizeof r->token);
    memcpy(r->player, l->owner.player, sizeof r->player);
    live_judge(r, l);
    if (request_add(r, left_done)) return true;
    r->held = NULL;
    request_free(r);
    return false;
}

/* It ends at its last whole record. The reference goes to the request. */
static void end_left(live_set *s, live *l)
{
    if (live_close(s, l) != LIVE_FINE) { /* somebody else was faster */
        live_release(s, l);
        return;
    }
    live_trim(s, l);
    const bool drops = !l->size || ++l->tries > TRIES;
    if (!drops && judge_left(s->server, l)) return;
    live_conclude(s, l, &(live_outcome){ .state = drops ? LIVE_DISCARDED : LIVE_ON });
    live_release(s, l);
}

/* One whose recorder has sent nothing for long, with a reference. With the lock. */
static live *find_left(live_set *s, int64_t now)
{
    const int64_t most = (int64_t)s->options.seconds * 1000;
    live *l = s->first;
    while (l && (l->state != LIVE_ON || !l->shown || now - l->active < most)) l = l->next;
    if (l) l->references++;
    return l;
}

/* ---- the thread ------------------------------------------------------------------------------------------------------------ */

static void *run(void *argument)
{
    live_set *s = argument;
    pthread_mutex_lock(&s->lock);
    while (!s->stopping) {
        if (!s->ready) {
            pthread_mutex_unlock(&s->lock);
            live_set_load(s);
            pthread_mutex_lock(&s->lock);
        }
        const int64_t now = clock_steady_ms();
        live_stream_wake(s, now);
        live_set_sweep(s, now);
        live *left = find_left(s, now);
        if (left) {
            pthread_mutex_unlock(&s->lock);
            end_left(s, left);
            clear_stack();
            pthread_mutex_lock(&s->lock);
            continue;
        }
        if (!s->stopping) clock_wait(&s->stop, &s->lock, s->first ? TICK_MS : REST_MS);
    }
    pthread_mutex_unlock(&s->lock);
    return NULL;
}

live_set *live_start(server *server, const live_options *options)
{
    live_set *s = live_set_new(server, options);
    if (!s) return NULL;
    live_set_load(s); /* before the first request */
    const int why = pthread_create(&s->thread, NULL, run, s);
    s->started = why == 0;
    if (s->started) return s;
    live_set_free(s);
    errno = why;
    return NULL;
}

void live_quit(live_set *s)
{
    if (!s || !s->started) return;
    pthread_mutex_lock(&s->lock);
    s->stopping = s->ended = true;
    live_stream_wake(s, clock_steady_ms());
    pthread_cond_signal(&s->stop);
    pthread_mutex_unlock(&s->lock);
    pthread_join(s->thread, NULL);
    s->started = false;
}

void live_stop(live_set *s)
{
    live_quit(s);
    if (s) live_set_free(s);
}
