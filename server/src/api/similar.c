/* SPDX-License-Identifier: MIT
 * Replays of like motion: the index of the catalogue names candidates, and a worker compares them. */
#include "api/similar.h"

#include "api/decode.h"
#include "api/handlers.h"
#include "api/motion_read.h"
#include "service/answer.h"
#include "service/lanes.h"
#include "service/stored_replay.h"
#include "json/evidence_json.h"

#include <errno.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { CANDIDATES = 16 /* that were accepted, and as many that were not */ };

static bool no_memory(request *r) { return request_refuse(r, HTTP_SERVICE_UNAVAILABLE, "server.memory", "out of memory"); }

static bool worker_failed(request *r)
{
    return request_refuse(r, HTTP_INTERNAL_SERVER_ERROR, "server.worker", "the worker failed; report the request's id");
}

/* ---- candidates ------------------------------------------------------------------------------------------------------ */

static bool write_all(int file, const void *data, size_t size)
{
    for (const char *at = data; size;) {
        ssize_t count = write(file, at, size);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return false;
        at += count;
        size -= (size_t)count;
    }
    return true;
}

typedef struct candidate_list {
    const char *except; /* the replay itself */
    int file;
    unsigned count;
    bool failed;
} candidate_list;

static bool add_candidate(void *context, const similar_entry *entry)
{
    static const size_t most = 1 << 16;
    candidate_list *list = context;
    const char *fingerprint = entry->fingerprint;
    if (strcmp(entry->id, list->except) == 0) return true;
    candidate head = { .own = entry->own, .number = entry->number };
    size_t size = 0, length = strlen(fingerprint);
    uint8_t *bytes = length < most ? malloc(length + 1) : NULL;
    if (!bytes || sodium_base642bin(bytes, length, fingerprint, length, NULL, &size, NULL, sodium_base64_VARIANT_ORIGINAL) != 0) {
        free(bytes);
        return true; /* a damaged entry is not compared */
    }
    snprintf(head.id, sizeof head.id, "%s", entry->id);
    head.size = (uint32_t)size;
    list->failed |= !write_all(list->file, &head, sizeof head) || !write_all(list->file, bytes, size);
    list->count++;
    free(bytes);
    return !list->failed;
}

bool add_candidates(request *r, new_replay *replay, unsigned limit, unsigned *count)
{
    reel_error error;
    candidate_list list = { .except = r->entry.id, .file = memfd_create("candidates", MFD_CLOEXEC) };
    if (list.file < 0) return request_refuse(r, HTTP_SERVICE_UNAVAILABLE, "server.memory", "too many open files: try again");
    if (r->queued.with >= 0) close(r->queued.with);
    r->queued.with = list.file;
    if (catalogue_candidates(r->server->catalogue, replay, limit, add_candidate, &list, &error) < 0)
        return request_fail(r, HTTP_SERVICE_UNAVAILABLE, &error);
    *count = list.count;
    return !list.failed ||
           request_refuse(r, HTTP_SERVICE_UNAVAILABLE, "server.memory", "the server has no room for its work: try again");
}

/* ---- GET /replays/{id}/similar --------------------------------------------------------------------------------------- */

/* Compares the replay with those that the index finds by the keys that the first job made. */
static bool compare(request *r)
{
    unsigned count;
    size_t size = (size_t)r->queued.result.size;
    if (size > JOB_MOST_KEYS * sizeof(motion_key)) return worker_failed(r);
    motion_key *keys = malloc(size + 1);
    if (!keys) return no_memory(r);
    new_replay replay = { .level_key = "", .player_key = "", .content = "", .probes = keys, .probe_count = size / sizeof *keys };
    bool fine =
        motion_keys_read(r, keys, replay.probe_count, 0) ? add_candidates(r, &replay, CANDIDATES, &count) : worker_failed(r);
    free(keys);
    r->queued.job.kind = JOB_SIMILAR;
    return fine;
}

static bool write_matches(request *r)
{
    reel_error error;
    motion_match *matches;
    size_t count;
    const reel_status status = motion_matches_read(r, &matches, &count, &error);
    if (status < 0) return status == REEL_MEMORY ? no_memory(r) : worker_failed(r);
    motion_matches_add(&r->answer, matches, count);
    free(matches);
    return false;
}

bool similar_step(request *r)
{
    if (r->jobs == 0) return open_stored(r, r->captures[0]);
    if (r->queued.result.status < 0) return false;
    return r->jobs == 1 ? compare(r) : write_matches(r);
}

/* Not cached: the answer changes with the store. */
http_result get_similar(request *r)
{
    r->queued.job.kind = JOB_PROBES;
    if (!store_is_id(r->captures[0])) return answer_refusal(r, HTTP_NOT_FOUND, "server.replay", "replay not found");
    if (!choose_exporter(r, json_types)) return HTTP_GO;
    request_add_header(r, HEADER_CACHE_CONTROL, "no-store");
    return request_start(r);
}

http_result finish_similar(request *r) { return answer_prepared(r, r->type); }
