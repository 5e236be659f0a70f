/* SPDX-License-Identifier: MIT
 * GET /replays/{id} and what is below it. A replay never changes, so its bytes may be cached for ever; what is made of it depends on the
 * version of the server, too. */
#include "api/decode.h"
#include "api/handlers.h"
#include "service/answer.h"
#include "service/lanes.h"
#include "service/query.h"
#include "service/stored_replay.h"

#include <errno.h>
#include <reel/plot.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char for_ever[] = "public, max-age=31536000, immutable";
static const char for_a_day[] = "public, max-age=86400";

static const char *const stored_types[] = { "application/octet-stream",
                                            "application/json",
                                            "application/x-ndjson",
                                            "text/csv",
                                            "application/vnd.apache.arrow.stream",
                                            NULL };

static http_result not_found(request *r) { return answer_refusal(r, HTTP_NOT_FOUND, "server.replay", "replay not found"); }

/* ---- the store ----------------------------------------------------------------------------------------------------- */

/* Whether the replay has what the job names. */
static bool has_what_is_named(const request *r)
{
    const job *job = &r->queued.job;
    const reel_format *format = reel_format_by_id(NULL, r->entry.format);
    if (!format) return false;
    if (job->kind == JOB_PLOT) return reel_plot_by_id(format, job->plot) != NULL || !strcmp(job->plot, SCENE_PLOT);
    if (job->kind == JOB_EXPORT && *job->table) return reel_format_table(format, job->table) != NULL;
    return true;
}

/* The client has the answer, as it says, or the cache has it: fine, if the replay is there. */
static bool confirm_answer(request *r)
{
    reel_error error;
    reel_status status = stored_find(r, r->captures[0], &error);
    if (status == REEL_OK && has_what_is_named(r)) return false;
    text_free(&r->answer);
    if (status < 0) return request_fail(r, HTTP_SERVICE_UNAVAILABLE, &error);
    return request_refuse(r, HTTP_NOT_FOUND, "server.replay", "replay not found, or it has no such part");
}

bool stored_step(request *r)
{
    if (r->unchanged || r->known) return confirm_answer(r);
    return r->jobs == 0 && open_stored(r, r->captures[0]) && !r->whole;
}

/* ---- entity tags (RFC 9110, 8.8.3 and 13.1.2) ------------------------------------------------------------------------ */

static void add_to_hash(crypto_generichash_state *state, const char *name, const char *value)
{
    crypto_generichash_update(state, (const uint8_t *)name, strlen(name) + 1);
    crypto_generichash_update(state, (const uint8_t *)(value ? "=" : "&"), 1); /* no value is not the next name */
    if (value) crypto_generichash_update(state, (const uint8_t *)value, strlen(value) + 1);
}

/* The tag of what is made of a replay: its id, and a hash of all that it depends on. */
static void make_tag(request *r)
{
    crypto_generichash_state state;
    uint8_t hash[crypto_generichash_BYTES_MIN];
    char text[2 * sizeof hash + 1];
    crypto_generichash_init(&state, NULL, 0, sizeof hash);
    add_to_hash(&state, reel_version(), r->route->path);
    add_to_hash(&state, r->type, r->captures[1]);
    size_t count;
    const head_value *parameters = front_parameters(r->connection, &count);
    for (size_t i = 0; i < count; i++) add_to_hash(&state, parameters[i].name, parameters[i].value);
    crypto_generichash_final(&state, hash, sizeof hash);
    sodium_bin2hex(text, sizeof text, hash, sizeof hash);
    snprintf(r->tag, sizeof r->tag, "\"%.32s-%s\"", r->captures[0], text);
}

static http_result answer_not_modified(request *r) { return answer_text(r, HTTP_NOT_MODIFIED, r->type, "", 0); }

static void add_cache_headers(request *r, const char *tag, const char *age)
{
    request_add_header(r, HEADER_ETAG, tag);
    request_add_header(r, HEADER_CACHE_CONTROL, age);
    request_add_header(r, HEADER_VARY, "Accept");
}

/* ---- bytes (RFC 9110, 14) ------------------------------------------------------------------------------------------- */

typedef enum range_kind { RANGE_NONE, RANGE_FINE, RANGE_OUTSIDE } range_kind;

static bool read_digits(const char **at, uint64_t *number)
{
    char *end;
    if (**at < '0' || **at > '9') return false;
    errno = 0;
    *number = strtoull(*at, &end, 10);
    *at = end;
    return errno == 0;
}

/* One range of bytes. Anything else, such as a list, is ignored, as the standard allows. */
static range_kind read_range(const char *text, uint64_t size, uint64_t *from, uint64_t *count)
{
    static const char unit[] = "bytes=";
    uint64_t first = 0, last = 0;
    if (!text || strncmp(text, unit, sizeof unit - 1) != 0) return RANGE_NONE;
    const char *at = text + sizeof unit - 1;
    bool has_first = read_digits(&at, &first);
    if (*at++ != '-') return RANGE_NONE;
    bool has_last = read_digits(&at, &last);
    if (*at || (!has_first && !has_last) || (has_first && has_last && last < first)) return RANGE_NONE;
    if (!has_first) { /* the last bytes */
        if (last == 0 || size == 0) return RANGE_OUTSIDE;
        first = last < size ? size - last : 0;
        last = size - 1;
    }
    if (first >= size) return RANGE_OUTSIDE;
    if (!has_last || last >= size) last = size - 1;
    *from = first;
    *count = last - first + 1;
    return RANGE_FINE;
}

static http_result answer_bytes(request *r, const char *tag)
{
    char text[HEADER_TEXT];
    struct stat info;
    const char *only = request_header(r, HEADER_IF_RANGE);
    if (fstat(r->stored, &info) != 0) return HTTP_END;
    uint64_t size = (uint64_t)info.st_size, from = 0, count = size;
    bool ranges = !only || strcmp(only, tag) == 0;
    range_kind kind = ranges ? read_range(request_header(r, HEADER_RANGE), size, &from, &count) : RANGE_NONE;
    request_add_header(r, HEADER_ACCEPT_RANGES, "bytes");
    if (kind == RANGE_OUTSIDE) {
        snprintf(text, sizeof text, "bytes */%llu", (unsigned long long)size);
        request_add_header(r, HEADER_CONTENT_RANGE, text);
        return answer_refusal(r, HTTP_RANGE_NOT_SATISFIABLE, "server.range", "the range is outside the replay");
    }
    if (kind == RANGE_FINE) {
        snprintf(text, sizeof text, "bytes %llu-%llu/%llu", (unsigned long long)from, (unsigned long long)(from + count - 1),
                 (unsigned long long)size);
        request_add_header(r, HEADER_CONTENT_RANGE, text);
    }
    int file = r->stored;
    r->stored = -1;
    return answer_file(r, kind == RANGE_FINE ? HTTP_PARTIAL_CONTENT : HTTP_OK, r->type, file, from, count);
}

/* The name of a download is the id: what the replay says of itself is not for file names. */
static void add_file_name(request *r)
{
    char text[HEADER_TEXT];
    snprintf(text, sizeof text, "attachment; filename=\"%s.%s\"", r->entry.id, r->entry.format);
    request_add_header(r, HEADER_CONTENT_DISPOSITION, text);
}

static http_result finish_bytes(request *r)
{
    char tag[ENTITY_TAG];
    snprintf(tag, sizeof tag, "\"%s\"", r->entry.id);
    add_cache_headers(r, tag, for_ever);
    if (tag_is_listed(request_header(r, HEADER_IF_NONE_MATCH), tag)) return answer_not_modified(r);
    add_file_name(r);
    return answer_bytes(r, tag);
}

static http_result get_bytes(request *r)
{
    reel_error error;
    r->whole = true;
    r->lane = LANE_LOOKUP;
    if (r->server->remote) return request_start(r);
    unsigned code = stored_open_entry(r, r->captures[0], &error);
    return code ? answer_problem(r, code, &error) : finish_bytes(r);
}

/* ---- what is made of it ---------------------------------------------------------------------------------------------- */

static http_result answer_known(request *r)
{
    if (r->unchanged) return answer_not_modified(r);
    return answer_prepared(r, decoded_type(r));
}

/* Starts the job, unless the client or the cache has its result. */
static http_result start_on_stored(request *r)
{
    const char *known = request_header(r, HEADER_IF_NONE_MATCH);
    if (!store_is_id(r->captures[0])) return not_found(r);
    make_tag(r);
    add_cache_headers(r, r->tag, for_a_day);
    r->unchanged = known && strcmp(known, "*") != 0 && tag_is_listed(known, r->tag);
    r->known = cache_get(r->server->cache, r->tag, &r->answer);
    if (r->unchanged || r->known) r->lane = LANE_LOOKUP; /* no worker is needed */
    if (!r->known || r->server->remote) return request_start(r);
    confirm_answer(r);
    return r->failure_code ? answer_problem(r, r->failure_code, &r->failure) : answer_known(r);
}

http_result get_replay(request *r)
{
    const char *const *types;
    if (!read_decode_job(r, &types)) return HTTP_GO;
    if (!choose_exporter(r, types == table_types && !*r->queued.job.table ? stored_types : types)) return HTTP_GO;
    bool whole = types == table_types && r->type == stored_types[0];
    return whole ? get_bytes(r) : start_on_stored(r);
}

http_result start_kind(request *r, job_kind kind, const char *const *types)
{
    r->queued.job.kind = kind;
    return choose_exporter(r, types) ? start_on_stored(r) : HTTP_GO;
}

http_result get_stats(request *r) { return start_kind(r, JOB_STATS, json_types); }
http_result get_findings(request *r) { return start_kind(r, JOB_FINDINGS, json_types); }

http_result get_table(request *r)
{
    if (!copy_name(r->queued.job.table, r->captures[1])) return not_found(r);
    return start_kind(r, JOB_EXPORT, table_types);
}

http_result get_plot(request *r)
{
    if (!copy_name(r->queued.job.plot, r->captures[1])) return not_found(r);
    return start_kind(r, JOB_PLOT, svg_types);
}

/* Reads the output of the job, if it is small. */
static bool read_small(request *r)
{
    struct stat info;
    if (fstat(r->out, &info) != 0 || info.st_size > CACHE_MOST) return false;
    char *bytes = malloc((size_t)info.st_size + 1);
    bool fine = bytes && pread(r->out, bytes, (size_t)info.st_size, 0) == info.st_size;
    if (fine) text_raw(&r->answer, bytes, (size_t)info.st_size);
    free(bytes);
    return fine && !r->answer.failed;
}

http_result finish_stored(request *r)
{
    if (r->whole) return finish_bytes(r);
    if (r->unchanged || r->known) return answer_known(r);
    if (!read_small(r)) return text_free(&r->answer), finish_decode(r);
    cache_put(r->server->cache, r->tag, r->answer.data, r->answer.size);
    return answer_prepared(r, decoded_type(r));
}

/* ---- the old service's call -------------------------------------------------------------------------------------------- */

/* Whether a page is asked for by its type, as browsers do. */
static bool is_browser(const request *r)
{
    const char *accept = request_header(r, HEADER_ACCEPT);
    return accept && strstr(accept, "text/html");
}

http_result get_old(request *r)
{
    const char *const *types;
    const char *player = request_parameter(r, "playerID"), *song = request_parameter(r, "songID");
    bool is_link = request_parameter(r, "link") != NULL;
    if (!is_link && !player && !song && is_browser(r)) {
        request_add_header(r, HEADER_LOCATION, "/start");
        return answer_text(r, HTTP_SEE_OTHER, "text/plain", "", 0);
    }
    if (!is_link && (!player || !*player || !song || !*song))
        return answer_refusal(r, HTTP_BAD_REQUEST, "server.parameter", "name the replay by playerID and songID, or by link");
    if (!is_link && !r->server->catalogue)
        return answer_refusal(r, HTTP_NOT_FOUND, "server.no-store", "this server keeps no replays");
    if (!read_decode_job(r, &types)) return HTTP_GO;
    job *job = &r->queued.job;
    if (job->kind == JOB_EXPORT && !*job->table) { /* what the old service gave */
        job->kind = JOB_CONVERT;
        copy_name(job->format, "scoresaber-json");
        types = json_types;
    }
    if (!choose_exporter(r, types)) return HTTP_GO;
    r->lane = is_link ? LANE_DECODE : LANE_STORED;
    request_add_header(r, HEADER_CACHE_CONTROL, "no-cache");
    return request_start(r);
}

bool old_step(request *r)
{
    reel_error error;
    if (request_parameter(r, "link")) return link_step(r);
    if (r->jobs) return false;
    reel_status status =
        catalogue_find(r->server->catalogue, request_parameter(r, "playerID"), request_parameter(r, "songID"), &r->entry, &error);
    if (status < 0) return request_fail(r, HTTP_SERVICE_UNAVAILABLE, &error);
    if (status == REEL_END) return request_refuse(r, HTTP_NOT_FOUND, "server.replay", "replay not found");
    char id[STORE_ID];
    memcpy(id, r->entry.id, sizeof id);
    return open_stored(r, id);
}
