/* SPDX-License-Identifier: MIT
 * /live: a play is sent while it is recorded. A recorder begins a live, sends pieces of its file, each with its offset, and ends it (live_end.c). What
 * was sent already may be sent again, so after a cut it goes on from the offset that GET /live/ID has, or simply from its last piece. */
#include "api/live.h"

#include "api/handlers.h"
#include "api/upload_checks.h"
#include "service/answer.h"
#include "service/lanes.h"
#include "service/live_stream.h"
#include "service/query.h"
#include "json/record_json.h"

#include <stdio.h>
#include <string.h>

static const char stream_type[] = "text/event-stream";

/* ---- refusals ------------------------------------------------------------------------------------------------------------ */

static const struct {
    uint16_t code;
    const char *rule, *message;
} refusals[] = {
    [LIVE_CLOSED] = { HTTP_SERVICE_UNAVAILABLE, "live.closed", "the server is not taking live plays now: try again" },
    [LIVE_MANY] = { HTTP_SERVICE_UNAVAILABLE, "live.many", "too many live plays on this server: try again" },
    [LIVE_OWN_MANY] = { HTTP_TOO_MANY_REQUESTS, "live.own-many", "too many live plays of this token" },
    [LIVE_OVER] = { HTTP_CONFLICT, "live.over", "the live play has ended, or is being judged" },
    [LIVE_GAP] = { HTTP_CONFLICT, "live.offset", "the piece begins past the bytes that the server has" },
    [LIVE_OTHER] = { HTTP_CONFLICT, "live.bytes", "the server has other bytes at this offset" },
    [LIVE_UNKNOWN] = { HTTP_UNPROCESSABLE_CONTENT, "live.form", "only a spool or a .reel can be sent live" },
    [LIVE_LARGE] = { HTTP_CONTENT_TOO_LARGE, "live.size", "the live play is larger than the server allows" },
    [LIVE_NO_ROOM] = { HTTP_SERVICE_UNAVAILABLE, "live.room", "the server has no space for the piece: try again" },
};

bool live_refuse(request *r, live_result result, live *l)
{
    live_view view;
    if (result == LIVE_OWN_MANY) request_add_header(r, HEADER_RETRY_AFTER, "10");
    text_free(&r->answer);
    if (l) {
        live_look(r->server->live, l, &view);
        json_name(&r->answer, "live");
        record_add(&r->answer, &live_record, &view);
    }
    return request_refuse(r, refusals[result].code, refusals[result].rule, refusals[result].message);
}

static const char no_lives[] = "this server takes no live plays";

live *live_of_path(request *r)
{
    live_set *set = r->server->live;
    live *l = live_find(set, r->captures[0]);
    if (!l) return request_refuse(r, HTTP_NOT_FOUND, "live.id", live_missing), NULL;
    if (live_is_of(l, r->token)) return l;
    live_release(set, l);
    request_refuse(r, HTTP_FORBIDDEN, "live.owner", "the live play was begun with another token");
    return NULL;
}

/* ---- pieces -------------------------------------------------------------------------------------------------------------- */

static void write_view(request *r, live *l)
{
    live_view view;
    live_look(r->server->live, l, &view);
    record_add(&r->answer, &live_record, &view);
    text_add(&r->answer, "\n");
}

/* Starts the steps of a call of a recorder. */
http_result change_live(request *r)
{
    return r->server->live ? request_start(r) : answer_refusal(r, HTTP_NOT_FOUND, "live.none", no_lives);
}

http_result post_live(request *r)
{
    const char *title = request_parameter(r, "title");
    if (title && strlen(title) >= CATALOGUE_TEXT)
        return answer_refusal(r, HTTP_BAD_REQUEST, "server.parameter", "title has at most 255 bytes");
    return change_live(r);
}

bool live_begin_step(request *r)
{
    live *l;
    ban_action ban;
    live_set *set = r->server->live;
    live_owner owner = { .begun = clock_wall_ms() };
    if (!upload_check_account(r) || !upload_check_ban(r, "", &ban) || !upload_check_quota(r)) return false;
    memcpy(owner.token, r->token, sizeof owner.token);
    memcpy(owner.player, r->player, sizeof owner.player);
    const char *title = request_parameter(r, "title");
    if (title) snprintf(owner.title, sizeof owner.title, "%s", title);
    live_result result = live_begin(set, &owner, &l);
    if (result != LIVE_FINE) return live_refuse(r, result, NULL);
    result = live_append(set, l, 0, r->body, r->body_size);
    if (result == LIVE_FINE) {
        write_view(r, l);
        snprintf(r->captures[0], sizeof r->captures[0], "%s", live_id(l));
    } else {
        live_discard(set, l);
        live_refuse(r, result, NULL);
    }
    live_release(set, l);
    r->code = HTTP_CREATED;
    return false;
}

http_result finish_live_begin(request *r)
{
    char place[sizeof "/live/" + LIVE_ID];
    snprintf(place, sizeof place, "/live/%.32s", r->captures[0]);
    request_add_header(r, HEADER_LOCATION, place);
    return finish_live(r);
}

http_result finish_live(request *r)
{
    request_add_header(r, HEADER_CACHE_CONTROL, "no-store");
    return answer_prepared(r, "application/json");
}

/* The offset of the query. False: the request was answered. */
static bool read_offset(request *r, bool needed, int64_t *offset)
{
    const char *text = request_parameter(r, "offset");
    *offset = 0;
    if ((text || !needed) && read_whole(text, offset)) return true;
    answer_refusal(r, HTTP_BAD_REQUEST, "server.parameter", "offset is a number of bytes from the start");
    return false;
}

http_result post_live_piece(request *r)
{
    int64_t offset;
    if (r->server->live && !read_offset(r, true, &offset)) return HTTP_GO;
    return change_live(r);
}

bool live_piece_step(request *r)
{
    int64_t offset = 0;
    ban_action ban;
    live *l = live_of_path(r);
    if (!l) return false;
    read_whole(request_parameter(r, "offset"), &offset);
    const bool allowed = upload_check_ban(r, "", &ban);
    const live_result result = allowed ? live_append(r->server->live, l, (uint64_t)offset, r->body, r->body_size) : LIVE_FINE;
    if (result != LIVE_FINE)
        live_refuse(r, result, l);
    else if (allowed)
        write_view(r, l);
    live_release(r->server->live, l);
    return false;
}

bool live_discard_step(request *r)
{
    live *l = live_of_path(r);
    if (!l) return false;
    const live_result result = live_discard(r->server->live, l);
    if (result == LIVE_FINE)
        write_view(r, l);
    else
        live_refuse(r, result, l);
    live_release(r->server->live, l);
    return false;
}

/* ---- who watches --------------------------------------------------------------------------------------------------------- */

static void add_one(void *context, const live_view *view)
{
    text *to = context;
    record_add(to, &live_record, view);
}

http_result get_lives(request *r)
{
    if (!r->server->live) return answer_refusal(r, HTTP_NOT_FOUND, "live.none", no_lives);
    json_begin_object(&r->answer, NULL);
    json_begin_array(&r->answer, "lives");
    live_each(r->server->live, add_one, &r->answer);
    json_end_array(&r->answer);
    json_end_line(&r->answer);
    return finish_live(r);
}

http_result get_live(request *r)
{
    live *l = r->server->live ? live_find(r->server->live, r->captures[0]) : NULL;
    if (!l) return answer_refusal(r, HTTP_NOT_FOUND, "live.id", live_missing);
    write_view(r, l);
    live_release(r->server->live, l);
    return finish_live(r);
}

http_result get_live_stream(request *r)
{
    int64_t offset;
    live_set *set = r->server->live;
    const char *last = request_header(r, "Last-Event-ID");
    r->type = request_accepts(r, r->route->types);
    if (!r->type) return answer_refusal(r, HTTP_NOT_ACCEPTABLE, "server.accept", "none of the types in Accept is possible here");
    if (!read_offset(r, false, &offset)) return HTTP_GO;
    if (last && *last && !read_whole(last, &offset))
        return answer_refusal(r, HTTP_BAD_REQUEST, "server.parameter", "Last-Event-ID is the id of an event");
    live *l = set ? live_find(set, r->captures[0]) : NULL;
    if (!l) return answer_refusal(r, HTTP_NOT_FOUND, "live.id", live_missing);
    live_stream *stream =
        live_stream_open(set, l, r->connection, &r->client, (uint64_t)offset, strcmp(r->type, stream_type) == 0);
    live_release(set, l);
    if (!stream)
        return answer_refusal(r, HTTP_SERVICE_UNAVAILABLE, "server.streams",
                              "too many clients are watching live plays: try again");
    request_add_header(r, HEADER_CACHE_CONTROL, "no-store");
    request_add_header(r, HEADER_VARY, "Accept");
    request_add_header(r, "X-Accel-Buffering", "no"); /* a proxy passes bytes on as they come */
    return answer_stream(r, r->type, live_stream_read, live_stream_close, stream);
}
