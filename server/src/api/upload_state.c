/* SPDX-License-Identifier: MIT */
#include "api/upload_state.h"

#include "api/similar.h"
#include "service/stored_replay.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool upload_no_memory(request *r) { return request_refuse(r, MHD_HTTP_SERVICE_UNAVAILABLE, "server.memory", "out of memory"); }

bool upload_unavailable(request *r, const reel_error *error)
{
    fprintf(stderr, "reel-server: request %s: %s\n", r->id, error->message);
    return request_fail(r, MHD_HTTP_SERVICE_UNAVAILABLE, error);
}

/* Whether bytes from a worker can be part of a JSON text. */
bool upload_is_clean(const char *at, size_t size)
{
    for (size_t step; size; at += step, size -= step) {
        uint32_t point = reel_utf8(at, size, &step);
        if (!step || (point < 0x20 && point != '\n')) return false;
    }
    return true;
}

static bool read_keys(const request *r, upload_state *work, off_t at)
{
    const inspection *i = &work->inspection;
    size_t size = (size_t)(i->keys_size + i->probes_size);
    work->keys = malloc(size + 1);
    if (!work->keys || !motion_keys_read(r, work->keys, size / sizeof *work->keys, at)) return false;
    work->more = (new_replay){ .level_key = i->level_key,
                               .player_key = i->player_key,
                               .content = i->content,
                               .keys = work->keys,
                               .probes = work->keys + i->keys_size / sizeof *work->keys,
                               .key_count = (size_t)i->keys_size / sizeof *work->keys,
                               .probe_count = (size_t)i->probes_size / sizeof *work->keys };
    return true;
}

void upload_free(void *block)
{
    upload_state *work = block;
    free(work->keys);
    free(work->plays);
    free(work->new_plays);
    work->keys = NULL;
    work->plays = NULL;
    work->new_plays = NULL;
}

/* Reads the plays, which follow the keys in the output. */
static bool read_plays(const request *r, upload_state *work, off_t at)
{
    const inspection *i = &work->inspection;
    size_t size = (size_t)i->plays_size, count = size / sizeof *work->plays;
    work->plays = malloc(size + 1);
    work->new_plays = malloc((count + 1) * sizeof *work->new_plays);
    if (!work->plays || !work->new_plays || !output_read(r, (char *)work->plays, size, &at)) return false;
    for (size_t n = 0; n < count; n++)
        if (!play_is_sound(&work->plays[n])) return false;
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

bool upload_read_work(request *r)
{
    const inspection *i = &r->queued.result.inspection;
    if (i->findings_size > UPLOAD_MOST_REPORT || i->statistics_size > UPLOAD_MOST_REPORT ||
        i->evidence_size > UPLOAD_MOST_REPORT || i->fingerprint_size > UPLOAD_MOST_REPORT)
        return request_refuse(r, MHD_HTTP_CONTENT_TOO_LARGE, "server.report", "the list of findings is too long");
    upload_state *work =
        malloc(sizeof *work + i->findings_size + i->statistics_size + i->evidence_size + i->fingerprint_size + 4);
    if (!work) return upload_no_memory(r);
    r->work = work;
    *work = (upload_state){ .inspection = *i };
    memcpy(work->format, r->queued.result.format, sizeof work->format);
    admission_policy(r->server->admission, &work->policy);
    off_t at = 0;
    work->statistics = work->data;
    work->findings = output_read(r, work->statistics, i->statistics_size, &at);
    work->evidence = work->findings ? output_read(r, work->findings, i->findings_size, &at) : NULL;
    char *print = work->evidence ? output_read(r, work->evidence, i->evidence_size, &at) : NULL;
    work->fingerprint = (const uint8_t *)print;
    if (print && output_read(r, print, i->fingerprint_size, &at) && upload_is_clean(work->statistics, i->statistics_size) &&
        upload_is_clean(work->findings, i->findings_size) && upload_is_clean(work->evidence, i->evidence_size) &&
        read_keys(r, work, at) && read_plays(r, work, at + (off_t)(i->keys_size + i->probes_size)))
        return true;
    return request_refuse(r, MHD_HTTP_INTERNAL_SERVER_ERROR, "server.worker", "the worker failed; report the request's id");
}

void upload_fill_entry(request *r, const upload_state *work)
{
    const inspection *i = &work->inspection;
    replay_entry *e = &r->entry;
    e->received = clock_wall_ms();
    e->size = (int64_t)r->body_size;
    e->has_score = i->has_score;
    e->ranked = work->more.play_count > 0;
    e->score = i->score;
    e->seconds = i->seconds;
    e->errors = (int64_t)i->errors;
    e->warnings = (int64_t)i->warnings;
    memcpy(e->format, work->format, sizeof e->format);
    memcpy(e->game, i->game, sizeof e->game);
    memcpy(e->player, i->player, sizeof e->player);
    memcpy(e->player_name, i->player_name, sizeof e->player_name);
    memcpy(e->level, i->level, sizeof e->level);
    memcpy(e->title, i->title, sizeof e->title);
    memcpy(e->author, i->author, sizeof e->author);
    memcpy(e->detail, i->detail, sizeof e->detail);
    memcpy(e->modifiers, i->modifiers, sizeof e->modifiers);
    memcpy(e->headset, i->headset, sizeof e->headset);
    e->has_accuracy = i->has_accuracy;
    e->accuracy = i->accuracy;
    memcpy(e->uploader, r->token, sizeof e->uploader);
}
