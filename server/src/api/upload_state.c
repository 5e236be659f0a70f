/* SPDX-License-Identifier: MIT */
#include "api/upload_state.h"

#include "api/motion_read.h"
#include "base/fail.h"
#include "rules/entry_describe.h"
#include "service/stored_replay.h"
#include "store/maps.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool upload_no_memory(request *r) { return request_refuse(r, HTTP_SERVICE_UNAVAILABLE, "server.memory", "out of memory"); }

bool upload_worker_failed(request *r, const reel_error *why)
{
    fprintf(stderr, "reel-server: request %s: a worker's answer: %s\n", r->id, why->message);
    return request_refuse(r, HTTP_INTERNAL_SERVER_ERROR, "server.worker", "the worker failed; report the request's id");
}

bool upload_unavailable(request *r, const reel_error *error)
{
    fprintf(stderr, "reel-server: request %s: %s\n", r->id, error->message);
    return request_fail(r, HTTP_SERVICE_UNAVAILABLE, error);
}

/* Reads `size` bytes of the output with one of the readers of JSON into `to`. */
static bool read_part(request *r, uint64_t size, off_t *at,
                      reel_status (*read)(const char *data, size_t size, void *to, reel_error *error), void *to)
{
    reel_error error = { .message = "the worker's answer ends early" };
    char *bytes = malloc((size_t)size + 1);
    if (!bytes) return upload_no_memory(r);
    bool whole = output_read(r, bytes, size, at) != NULL;
    reel_status status = whole ? read(bytes, (size_t)size, to, &error) : REEL_CORRUPT;
    free(bytes);
    if (status >= 0) return true;
    if (status == REEL_MEMORY) return upload_no_memory(r);
    return upload_worker_failed(r, &error);
}

static reel_status read_report(const char *data, size_t size, void *to, reel_error *error)
{
    return json_report_read(data, size, to, error);
}

static reel_status read_findings(const char *data, size_t size, void *to, reel_error *error)
{
    return findings_read(data, size, to, error);
}

static bool failed(request *r, const char *why)
{
    reel_error error;
    fail(&error, REEL_CORRUPT, "server.worker", "%s", why);
    return upload_worker_failed(r, &error);
}

static bool read_keys(request *r, upload_state *work, off_t at)
{
    const inspection *i = &work->inspection;
    size_t size = (size_t)(i->keys_size + i->probes_size);
    work->keys = malloc(size + 1);
    if (!work->keys) return upload_no_memory(r);
    if (!motion_keys_read(r, work->keys, size / sizeof *work->keys, at)) return failed(r, "a key of the motion is impossible");
    work->more = (new_replay){ .level_key = i->level_key,
                               .player_key = i->player_key,
                               .content = i->content,
                               .keys = work->keys,
                               .probes = work->keys + i->keys_size / sizeof *work->keys,
                               .key_count = (size_t)i->keys_size / sizeof *work->keys,
                               .probe_count = (size_t)i->probes_size / sizeof *work->keys,
                               .map_hash = work->map_hash,
                               .with_map = *i->map != '\0' };
    maps_key(i->level_key, work->map_hash);
    return true;
}

void upload_free(void *block)
{
    upload_state *work = block;
    json_report_free(&work->statistics);
    findings_free(&work->findings);
    evidence_free(&work->evidence);
    free(work->similar);
    free(work->fingerprint);
    free(work->keys);
    free(work->plays);
    free(work->new_plays);
    work->similar = NULL;
    work->similar_count = 0;
    work->fingerprint = NULL;
    work->keys = NULL;
    work->plays = NULL;
    work->new_plays = NULL;
}

/* Reads the plays, which follow the keys in the output. */
static bool read_plays(request *r, upload_state *work, off_t at)
{
    const inspection *i = &work->inspection;
    size_t size = (size_t)i->plays_size, count = size / sizeof *work->plays;
    work->plays = malloc(size + 1);
    work->new_plays = malloc((count + 1) * sizeof *work->new_plays);
    if (!work->plays || !work->new_plays) return upload_no_memory(r);
    if (!output_read(r, (char *)work->plays, size, &at)) return failed(r, "the plays end early");
    for (size_t n = 0; n < count; n++)
        if (!play_is_sound(&work->plays[n])) return failed(r, "a play is impossible");
    return true;
}

/* Chooses those that count: after the player is known. */
void upload_choose_plays(request *r, upload_state *work)
{
    board_list *list = board_holder_get(&r->server->boards);
    const inspection *i = &work->inspection;
    work->more.plays = work->new_plays;
    work->more.play_count = board_list_plays(list, work->plays, (size_t)i->plays_size / sizeof *work->plays, i, work->new_plays);
    board_list_release(list);
}

static bool read_fingerprint(request *r, upload_state *work, off_t *at)
{
    const uint64_t size = work->inspection.fingerprint_size;
    work->fingerprint = malloc((size_t)size + 1);
    if (!work->fingerprint) return upload_no_memory(r);
    return output_read(r, (char *)work->fingerprint, size, at) || failed(r, "the fingerprint ends early");
}

bool upload_read_work(request *r)
{
    const inspection *i = &r->queued.result.inspection;
    if (i->findings_size > UPLOAD_MOST_REPORT || i->statistics_size > UPLOAD_MOST_REPORT ||
        i->evidence_size > UPLOAD_MOST_REPORT || i->against_size > UPLOAD_MOST_REPORT || i->fingerprint_size > UPLOAD_MOST_REPORT)
        return request_refuse(r, HTTP_CONTENT_TOO_LARGE, "server.report", "the list of findings is too long");
    upload_state *work = calloc(1, sizeof *work);
    if (!work) return upload_no_memory(r);
    r->work = work;
    r->end_work = upload_free;
    work->inspection = *i;
    memcpy(work->format, r->queued.result.format, sizeof work->format);
    admission_policy(r->server->admission, &work->policy);
    work->evidence.support = (motion_evidence)i->evidence;
    off_t at = 0;
    if (!read_part(r, i->statistics_size, &at, read_report, &work->statistics) ||
        !read_part(r, i->findings_size, &at, read_findings, &work->findings))
        return false;
    if (i->evidence_size && (!read_part(r, i->evidence_size, &at, read_report, &work->evidence.motion) ||
                             !read_part(r, i->against_size, &at, read_findings, &work->evidence.findings)))
        return false;
    return read_fingerprint(r, work, &at) && read_keys(r, work, at) &&
           read_plays(r, work, at + (off_t)(i->keys_size + i->probes_size));
}

void upload_fill_entry(request *r, const upload_state *work)
{
    replay_entry *e = &r->entry;
    entry_describe(e, &work->inspection, work->more.play_count);
    e->received = clock_wall_ms();
    e->size = (int64_t)r->body_size;
    memcpy(e->format, work->format, sizeof e->format);
    memcpy(e->uploader, r->token, sizeof e->uploader);
}
