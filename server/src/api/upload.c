/* SPDX-License-Identifier: MIT
 * POST /replays. An upload is hashed, inspected by a worker, compared with the replays of other players whose motion is alike, judged,
 * stored, and entered into the catalogue, in this order. If such a replay came in meanwhile, it is compared again. It is acknowledged when
 * the entry is on disk. A crash before that leaves at most a file without an entry, which the same upload later completes. */
#include "api/handlers.h"
#include "api/motion_read.h"
#include "api/similar.h"
#include "api/upload_checks.h"
#include "api/upload_player.h"
#include "api/upload_state.h"
#include "service/answer.h"
#include "service/lanes.h"
#include "service/stored_replay.h"
#include "store/maps.h"
#include "json/kept_answer.h"

#include <fcntl.h>
#include <reel/sign.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { KEY_TEXT = 128, CANDIDATES = 32 /* that were accepted, and as many that were not */, COMPARISONS = 16 };
#define KEY_MS (INT64_C(24) * 3600 * 1000) /* for which an Idempotency-Key is remembered */

/* ---- before the worker -------------------------------------------------------------------------------------------- */

http_result upload(request *r)
{
    const char *key = request_header(r, "Idempotency-Key");
    if (key && (!*key || strlen(key) >= KEY_TEXT ||
                strspn(key, " !\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                            "[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~") != strlen(key)))
        return answer_refusal(r, HTTP_BAD_REQUEST, "server.idempotency-key",
                              "an Idempotency-Key has 1 to 127 printable ASCII characters");
    return request_start(r);
}

static bool hash_body(request *r)
{
    uint8_t hash[REEL_HASH_SIZE];
    size_t size = (size_t)r->body_size;
    void *bytes = size ? mmap(NULL, size, PROT_READ, MAP_PRIVATE, r->body, 0) : NULL;
    if (bytes == MAP_FAILED)
        return request_refuse(r, HTTP_SERVICE_UNAVAILABLE, "server.memory", "the body cannot be mapped: try again");
    reel_status status = reel_source_hash(reel_source_memory(bytes, size), NULL, hash, NULL);
    if (bytes) munmap(bytes, size);
    for (size_t i = 0; i < sizeof hash; i++) sprintf(r->entry.id + 2 * i, "%02x", hash[i]);
    return status >= 0 || upload_no_memory(r);
}

static bool check_key(request *r)
{
    reel_error error;
    bool same = true;
    const char *key = request_header(r, "Idempotency-Key");
    int64_t now = clock_wall_ms();
    if (key && catalogue_key_use(r->server->catalogue, r->token, key, r->entry.id, now, now - KEY_MS, &same, &error) < 0)
        return upload_unavailable(r, &error);
    return same || request_refuse(r, HTTP_UNPROCESSABLE_CONTENT, "server.idempotency-key",
                                  "this Idempotency-Key was sent with other bytes");
}

/* An answer that is kept, with the verdict of now. */
typedef struct kept {
    text *to;
    reel_status status;
    reel_error error;
} kept;

static void read_kept(void *context, verdict verdict, const char *answer)
{
    kept *k = context;
    k->status = kept_answer_write(k->to, answer, verdict, true, &k->error);
    text_add(k->to, "\n");
}

/* Takes the answer that the first upload of these bytes got. False also if there was none. */
static bool find_answer(request *r, bool *found)
{
    reel_error error;
    kept k = { .to = &r->answer };
    reel_status status = catalogue_answer(r->server->catalogue, r->entry.id, read_kept, &k, &error);
    *found = status == REEL_OK;
    r->code = HTTP_OK;
    if (status < 0) return upload_unavailable(r, &error);
    if (k.status >= 0) return true;
    text_free(&r->answer);
    fprintf(stderr, "reel-server: request %s: the answer that is kept for %s: %s\n", r->id, r->entry.id, k.error.message);
    return request_refuse(r, HTTP_INTERNAL_SERVER_ERROR, "server.answer",
                          "the answer to the first upload of this replay cannot be read; report the request's id");
}

/* Also when the catalogue has the replay: fsck may have moved damaged bytes away, and this upload brings them again. */
static bool store_bytes(request *r)
{
    reel_error error;
    return store_put(r->server->store, r->entry.id, r->body, r->body_size, &error) >= 0 || upload_unavailable(r, &error);
}

/* The worker gets the declarations of boards with the replay. */
static bool upload_give_boards(request *r)
{
    board_list *list = board_holder_get(&r->server->boards);
    r->queued.with = fcntl(list->file, F_DUPFD_CLOEXEC, 0);
    board_list_release(list);
    return r->queued.with >= 0 || request_refuse(r, HTTP_SERVICE_UNAVAILABLE, "server.memory", "too many open files: try again");
}

static bool upload_begin(request *r)
{
    bool found;
    ban_action ban;
    if (!hash_body(r) || !upload_check_account(r) || !upload_check_ban(r, "", &ban) || !upload_check_withdrawn(r, "") ||
        !check_key(r) || !find_answer(r, &found))
        return false;
    if (found && !store_bytes(r)) text_free(&r->answer);
    if (found || !upload_check_quota(r)) return false;
    r->queued.job.kind = JOB_INSPECT;
    return upload_give_boards(r);
}

/* ---- keeping it ------------------------------------------------------------------------------------------------------ */

/* What the upload was compared with is not there any more. */
static bool upload_changed(request *r)
{
    return request_refuse(r, HTTP_SERVICE_UNAVAILABLE, "server.changed",
                          "a replay with the same content was removed or restored in the meantime: try again");
}

/* Answers with what the upload of another replay got: it holds the same, packed in another way. */
static bool link_to(request *r)
{
    bool found;
    text_free(&r->answer);
    return find_answer(r, &found) && !found && upload_changed(r);
}

static bool upload_compare(request *r);

/* Returns true if the motion is to be compared again. */
static bool upload_keep(request *r, upload_state *work)
{
    reel_error error;
    server *s = r->server;
    add_result result = ADD_DONE;
    size_t size = (size_t)work->inspection.fingerprint_size,
           length = sodium_base64_encoded_len(size, sodium_base64_VARIANT_ORIGINAL);
    reel_status same = catalogue_same(s->catalogue, work->more.content, (verdict)r->entry.verdict, &r->entry, &error);
    if (same == REEL_OK) return link_to(r); /* before there are bytes without an entry */
    char *print = malloc(length);
    if (same < 0) text_free(&r->answer);
    if (same < 0) return free(print), upload_unavailable(r, &error);
    if (!print || r->answer.failed) return free(print), upload_no_memory(r);
    *print = '\0';
    if (size) sodium_bin2base64(print, length, work->fingerprint, size, sodium_base64_VARIANT_ORIGINAL);
    work->more.quota = upload_quota_of(&work->policy);
    work->more.answer = r->answer.data;
    work->more.fingerprint = print;
    bool stored = store_bytes(r);
    reel_status status = stored ? catalogue_add(s->catalogue, &r->entry, &work->more, &result, &error) : REEL_OK;
    free(print);
    r->code = HTTP_CREATED;
    if (!stored || status < 0 || result == ADD_NEWER) text_free(&r->answer);
    if (!stored) return false;
    if (status < 0) return upload_unavailable(r, &error);
    if (result == ADD_NEWER) return upload_compare(r);
    if (result == ADD_DONE) return false;
    if (result == ADD_UPLOADS || result == ADD_BYTES) return text_free(&r->answer), upload_judge_quota(r, result);
    if (result == ADD_ERASED) return text_free(&r->answer), upload_refuse_erased(r);
    if (result == ADD_WITHDRAWN) return text_free(&r->answer), upload_check_withdrawn(r, work->more.content) && upload_changed(r);
    return link_to(r); /* another request was faster with the same */
}

static bool upload_conclude(request *r, uint64_t copies)
{
    upload_state *work = r->work;
    if (!upload_judge(r, work, copies)) return false;
    upload_write_answer(r, work);
    return upload_keep(r, work);
}

/* ---- the steps ------------------------------------------------------------------------------------------------------- */

static void forget_similar(upload_state *work)
{
    free(work->similar);
    work->similar = NULL;
    work->similar_count = 0;
}

/* Compares the motion with the replays of other players that have keys in common with it. A step. */
static bool upload_compare(request *r)
{
    upload_state *work = r->work;
    unsigned count = 0;
    if (r->jobs > COMPARISONS)
        return request_refuse(r, HTTP_SERVICE_UNAVAILABLE, "server.busy", "too many uploads of like motion");
    if (work->more.probe_count && !add_candidates(r, &work->more, CANDIDATES, &count)) return false;
    if (!count) return forget_similar(work), upload_conclude(r, 0);
    r->queued.job.kind = JOB_SIMILAR;
    return true;
}

/* If there is a map of the level, the upload is inspected again, with the map. */
static bool upload_find_map(request *r)
{
    char hash[JOB_MAP];
    if (*r->queued.job.map) return false;
    const int file = maps_open_level(r->server->options.maps, r->queued.result.inspection.level_key, hash);
    if (file < 0) return false;
    r->queued.map = file;
    memcpy(r->queued.job.map, hash, sizeof hash);
    memcpy(r->content, r->queued.result.inspection.content, sizeof r->content);
    return true;
}

static bool after_inspection(request *r)
{
    reel_error error;
    if (r->queued.result.status < 0) return upload_refuse_unreadable(r);
    if (upload_find_map(r)) return true;
    /* what the file says, however it is packed, does not depend on the map */
    if (*r->queued.job.map) memcpy(r->queued.result.inspection.content, r->content, sizeof r->content);
    if (!upload_read_work(r)) return false;
    upload_state *work = r->work;
    if (!upload_find_player(r, &work->inspection) || !upload_keep_names(r, work)) return false;
    upload_choose_plays(r, work);
    upload_fill_entry(r, work);
    if (!upload_check_inspection(r, work)) return false;
    if (!upload_check_ban(r, work->inspection.player_key, &work->ban) || !upload_check_withdrawn(r, work->inspection.content))
        return false;
    reel_status status = catalogue_same(r->server->catalogue, work->inspection.content, VERDICT_ACCEPTED, &r->entry, &error);
    if (status < 0) return upload_unavailable(r, &error);
    return status == REEL_OK ? link_to(r) : upload_compare(r);
}

static bool after_comparison(request *r)
{
    reel_error error;
    const job_result *result = &r->queued.result;
    if (result->status == REEL_IO) /* the disk was full for a moment */
        return request_refuse(r, HTTP_SERVICE_UNAVAILABLE, "server.memory", "the server has no room for its work: try again");
    upload_state *work = r->work;
    forget_similar(work);
    const reel_status status = motion_matches_read(r, &work->similar, &work->similar_count, &error);
    if (status < 0) return status == REEL_MEMORY ? upload_no_memory(r) : upload_worker_failed(r, &error);
    return upload_conclude(r, result->copies);
}

bool upload_step(request *r)
{
    const bool inspected = r->queued.job.kind == JOB_INSPECT;
    bool more = r->jobs == 0 ? upload_begin(r) : inspected ? after_inspection(r) : after_comparison(r);
    if (!more && r->work) upload_free(r->work);
    return more;
}

http_result finish_upload(request *r)
{
    char place[sizeof "/replays/" + STORE_ID];
    snprintf(place, sizeof place, "/replays/%s", r->entry.id);
    request_add_header(r, HEADER_LOCATION, place);
    return answer_prepared(r, "application/json");
}
