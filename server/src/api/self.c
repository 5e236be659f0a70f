/* SPDX-License-Identifier: MIT
 * What the server says of itself. */
#include "api/handlers.h"
#include "base/fail.h"
#include "base/json_write.h"
#include "service/answer.h"
#include "service/lanes.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>

http_result health(request *r) { return answer_text(r, HTTP_OK, "text/plain", "ok\n", 3); }

http_result readiness(request *r) { return request_start(r); }

/* What the last try found. However often is asked, there is one try at a time, and the next not before `until`. */
static struct {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool known, running;
    int64_t until;
    reel_status status;
    reel_error error;
} tried = { .lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER };

/* Whether a folder's disk has room for the largest body. On a small one, a fiftieth of it is enough. */
static bool has_room(const char *folder, uint64_t body)
{
    enum { PARTS = 50 };
    struct statvfs info;
    if (!folder || strstr(folder, "://") || statvfs(folder, &info) != 0) return true;
    const uint64_t whole = (uint64_t)info.f_blocks * info.f_frsize, left = (uint64_t)info.f_bavail * info.f_frsize;
    return left >= body || left >= whole / PARTS;
}

/* Before the disk is full, so that a proxy sends uploads elsewhere, and somebody sees it. */
static reel_status try_disks(const server *s, reel_error *error)
{
    const uint64_t body = s->options.body;
    if (has_room(s->options.store, body) && has_room(s->scratch.folder, body)) return REEL_OK;
    return fail(error, REEL_IO, "server.disk", "the disk is nearly full: less is free than one upload may take");
}

/* Whether a worker starts, and catalogue, store and the folder for bodies and answers can be written. */
static reel_status try_parts(const server *s, reel_error *error)
{
    reel_status status = pool_try(s->lanes[LANE_DECODE], error);
    if (status >= 0 && !scratch_try(&s->scratch))
        status = fail(error, REEL_IO, "server.scratch", "bodies and answers cannot be written: %s", strerror(errno));
    if (status >= 0) status = try_disks(s, error);
    if (status >= 0 && s->catalogue) status = catalogue_ping(s->catalogue, error);
    return status >= 0 && s->store ? s->store->kind->try_put(s->store, error) : status;
}

static reel_status try_server(const server *s, reel_error *error)
{
    enum { TRY_MS = 1000 };
    int64_t fine_ms = s->store ? s->store->kind->try_ms : TRY_MS;
    reel_error why = { .rule = "" };
    pthread_mutex_lock(&tried.lock);
    while (tried.running && !tried.known) pthread_cond_wait(&tried.changed, &tried.lock);
    if (!tried.running && clock_steady_ms() >= tried.until) {
        tried.running = true;
        pthread_mutex_unlock(&tried.lock);
        reel_status status = try_parts(s, &why);
        pthread_mutex_lock(&tried.lock);
        tried.status = status;
        tried.error = why;
        tried.until = clock_steady_ms() + (status < 0 ? TRY_MS : fine_ms);
        tried.known = true;
        tried.running = false;
        pthread_cond_broadcast(&tried.changed);
    }
    *error = tried.error;
    reel_status status = tried.status;
    pthread_mutex_unlock(&tried.lock);
    return status;
}

bool readiness_step(request *r)
{
    reel_error error;
    return try_server(r->server, &error) < 0 ? request_fail(r, HTTP_SERVICE_UNAVAILABLE, &error) : false;
}

http_result finish_readiness(request *r) { return answer_text(r, HTTP_OK, "text/plain", "ready\n", 6); }

http_result version(request *r)
{
    json_begin_object(&r->answer, NULL);
    json_member_string(&r->answer, "reel", reel_version());
    json_end_line(&r->answer);
    return answer_prepared(r, "application/json");
}
