/* SPDX-License-Identifier: MIT
 * Maps: POST /maps, lists, and what moderators remove. An upload names no hash: the worker that reads it computes by which hashes replays name the
 * map, and it is kept under these. The file is on disk before the entry is in the catalogue; a crash between leaves a file that the next start
 * finds. */
#include "store/maps.h"
#include "api/handlers.h"
#include "api/upload_checks.h"
#include "api/upload_state.h"
#include "base/json_write.h"
#include "base/url_text.h"
#include "service/answer.h"
#include "service/lanes.h"
#include "service/query.h"
#include "service/stored_replay.h"
#include "json/map_json.h"
#include "json/report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LIMIT = 50, MOST = 200 };

static http_result no_maps(request *r)
{
    return answer_refusal(r, HTTP_NOT_FOUND, "server.maps", "this server judges without maps: start it with --maps");
}

static bool no_map(request *r) { return request_refuse(r, HTTP_NOT_FOUND, "server.map", "map not found"); }

static bool unavailable(request *r, const reel_error *error)
{
    text_free(&r->answer);
    return upload_unavailable(r, error);
}

/* The hash of the path, in lower case. False: the path has none. */
static bool read_hash(const request *r, char hash[JOB_MAP])
{
    snprintf(hash, JOB_MAP, "%.*s", JOB_MAP - 1, r->captures[0]);
    for (char *at = hash; *at; at++)
        if (*at >= 'A' && *at <= 'F') *at = (char)(*at - 'A' + 'a');
    return strlen(r->captures[0]) < JOB_MAP && maps_is_hash(hash);
}

static void add_to_answer(void *context, const map_entry *map, const char *figures) { map_add_json(context, map, figures); }

static void copy_entry(void *context, const map_entry *map, const char *figures)
{
    (void)figures;
    *(map_entry *)context = *map;
}

/* ---- uploads ---------------------------------------------------------------------------------------------------------- */

http_result upload_map(request *r) { return r->server->options.maps ? request_start(r) : no_maps(r); }

static bool begin_upload(request *r)
{
    ban_action ban;
    if (!upload_check_account(r) || !upload_check_ban(r, "", &ban) || !upload_check_quota(r)) return false;
    r->queued.job.kind = JOB_LEVEL;
    return true;
}

static bool read_figures(request *r, json_report *figures)
{
    reel_error error = { .message = "the figures of the map are too long" };
    const uint64_t size = r->queued.result.size;
    off_t at = 0;
    *figures = (json_report){ .data = NULL };
    if (size > MAP_FIGURES) return request_refuse(r, HTTP_UNPROCESSABLE_CONTENT, "server.map-figures", error.message);
    char *bytes = malloc((size_t)size + 1);
    const bool whole = bytes && output_read(r, bytes, size, &at);
    const bool read = whole && json_report_read(bytes, (size_t)size, figures, &error) >= 0;
    free(bytes);
    return read || (bytes ? upload_worker_failed(r, &error) : upload_no_memory(r));
}

/* Whether the file of a map is in the folder. */
static bool has_file(const request *r, const char *hash)
{
    const int file = maps_open(r->server->options.maps, hash);
    if (file >= 0) close(file);
    return file >= 0;
}

/* Keeps the map under one hash. A file without an entry was not read yet, and may be anything: this one takes its place. */
static bool keep_map(request *r, const map_entry *map, const char *figures, add_result *result)
{
    reel_error error;
    upload_policy policy;
    map_entry known;
    admission_policy(r->server->admission, &policy);
    const upload_quota quota = upload_quota_of(&policy);
    catalogue *c = r->server->catalogue;
    reel_status status = map_get(c, map->hash, copy_entry, &known, &error);
    const bool is_known = status == REEL_OK, is_there = is_known && has_file(r, map->hash);
    if (status >= 0 && !is_there) status = maps_put(r->server->options.maps, map->hash, r->body, r->body_size, &error);
    if (status >= 0 && is_known && !is_there) status = map_again(c, map->hash, &error);
    if (status < 0) return unavailable(r, &error);
    return map_add(c, map, figures, &quota, result, &error) >= 0 || unavailable(r, &error);
}

static bool keep_upload(request *r)
{
    reel_error error;
    json_report figures;
    const map_facts *facts = &r->queued.result.map;
    map_entry map = { .size = (int64_t)r->body_size, .added = clock_wall_ms() };
    map_describe(&map, facts, r->queued.result.format);
    snprintf(map.uploader, sizeof map.uploader, "%s", r->token);
    if (!read_figures(r, &figures)) return false;
    add_result result = ADD_KNOWN;
    bool fine = true, added = false;
    for (size_t i = 0; i < MAP_HASHES && fine; i++) {
        memcpy(map.hash, facts->hashes[i], sizeof map.hash);
        fine = !*map.hash || (keep_map(r, &map, figures.data, &result) && upload_judge_quota(r, result));
        added |= fine && *map.hash && result == ADD_DONE;
    }
    json_report_free(&figures);
    judge_wake(r->server->judge);
    r->code = added ? HTTP_CREATED : HTTP_OK;
    if (!fine) return false;
    const reel_status status = map_get(r->server->catalogue, facts->hashes[0], add_to_answer, &r->answer, &error);
    if (status == REEL_END) return no_map(r); /* a moderator was faster */
    text_add(&r->answer, "\n");
    return status < 0 ? unavailable(r, &error) : false;
}

bool upload_map_step(request *r)
{
    if (r->jobs == 0) return begin_upload(r);
    return r->queued.result.status < 0 ? false : keep_upload(r);
}

http_result finish_upload_map(request *r)
{
    char place[sizeof "/maps/" + JOB_MAP];
    snprintf(place, sizeof place, "/maps/%s", r->queued.result.map.hashes[0]);
    request_add_header(r, HEADER_LOCATION, place);
    return answer_prepared(r, "application/json");
}

/* ---- lists ------------------------------------------------------------------------------------------------------------- */

typedef struct map_page {
    text *to;
    unsigned count;
    int64_t number; /* of the last one */
} map_page;

static void add_to_page(void *context, const map_entry *map, const char *figures)
{
    map_page *page = context;
    page->count++;
    map_add_json(page->to, map, figures);
    page->number = map->number;
}

http_result get_maps(request *r)
{
    int64_t after = 0;
    if (!read_limit(r, LIMIT, MOST)) return HTTP_GO;
    if (!read_whole(request_parameter(r, "after"), &after))
        return answer_refusal(r, HTTP_BAD_REQUEST, "server.parameter", "after is a number");
    return request_start(r);
}

bool maps_step(request *r)
{
    reel_error error;
    int64_t after = 0;
    map_page page = { .to = &r->answer };
    text address = { .data = NULL };
    const unsigned limit = read_limit(r, LIMIT, MOST);
    read_whole(request_parameter(r, "after"), &after);
    json_begin_object(page.to, NULL);
    json_begin_array(page.to, "maps");
    if (map_list(r->server->catalogue, after, limit, add_to_page, &page, &error) < 0) return unavailable(r, &error);
    json_end_array(page.to);
    if (page.count == limit) {
        text_print(&address, "/maps?limit=%u&after=%lld", limit, (long long)page.number);
        url_next(page.to, &address);
    }
    json_end_line(page.to);
    return false;
}

/* ---- one map ------------------------------------------------------------------------------------------------------------ */

http_result get_map(request *r)
{
    char hash[JOB_MAP];
    return read_hash(r, hash) ? request_start(r) : answer_refusal(r, HTTP_NOT_FOUND, "server.map", "map not found");
}

bool map_step(request *r)
{
    reel_error error;
    char hash[JOB_MAP];
    read_hash(r, hash);
    const reel_status status = map_get(r->server->catalogue, hash, add_to_answer, &r->answer, &error);
    if (status == REEL_END) return no_map(r);
    text_add(&r->answer, "\n");
    return status < 0 ? unavailable(r, &error) : false;
}

/* Maps are works of others: their bytes are for everybody only if the operator says so. */
http_result get_map_bytes(request *r)
{
    if (r->server->options.share_maps) return get_map(r);
    return answer_refusal(r, HTTP_FORBIDDEN, "server.maps-private", "this server does not give away maps");
}

bool map_bytes_step(request *r)
{
    reel_error error;
    char hash[JOB_MAP];
    map_entry map;
    read_hash(r, hash);
    const reel_status status = map_get(r->server->catalogue, hash, copy_entry, &map, &error);
    if (status < 0) return unavailable(r, &error);
    r->stored = status == REEL_OK ? maps_open(r->server->options.maps, hash) : -1;
    return r->stored < 0 ? no_map(r) : false;
}

http_result finish_map_bytes(request *r)
{
    struct stat info;
    char name[HEADER_TEXT], hash[JOB_MAP];
    const int file = r->stored;
    if (!read_hash(r, hash) || fstat(file, &info) != 0) return HTTP_END;
    snprintf(name, sizeof name, "attachment; filename=\"%s.%s\"", hash, maps_extension(hash));
    request_add_header(r, HEADER_CONTENT_DISPOSITION, name);
    request_add_header(r, HEADER_CACHE_CONTROL, "no-store"); /* a moderator may remove it */
    r->stored = -1;
    return answer_file(r, HTTP_OK, "application/octet-stream", file, 0, (uint64_t)info.st_size);
}

/* ---- for moderators ----------------------------------------------------------------------------------------------------- */

http_result remove_map(request *r)
{
    const char *reason = request_parameter(r, "reason");
    if (reason && strlen(reason) >= CATALOGUE_TEXT)
        return answer_refusal(r, HTTP_BAD_REQUEST, "server.parameter", "a parameter has more than 255 bytes");
    return get_map(r);
}

/* The file goes first: without its entry it would come back at the next start. */
bool remove_map_step(request *r)
{
    reel_error error;
    char hash[JOB_MAP];
    map_entry map;
    const char *reason = request_parameter(r, "reason");
    read_hash(r, hash);
    reel_status status = map_get(r->server->catalogue, hash, copy_entry, &map, &error);
    if (status == REEL_OK) status = maps_remove(r->server->options.maps, hash, &error);
    if (status == REEL_OK)
        status = map_remove(r->server->catalogue, hash, r->token, reason ? reason : "", clock_wall_ms(), &error);
    if (status < 0) return unavailable(r, &error);
    if (status == REEL_END) return no_map(r);
    json_begin_object(&r->answer, NULL);
    json_member_string(&r->answer, "map", hash);
    json_end_line(&r->answer);
    return false;
}
