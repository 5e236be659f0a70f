/* SPDX-License-Identifier: MIT
 * GET /events: a page of the log, or a stream for clients that ask for that type. What the log has is read here, before the answer begins; what
 * comes later is sent by the feed. */
#include "api/handlers.h"
#include "base/json_write.h"
#include "base/url_text.h"
#include "service/answer.h"
#include "service/lanes.h"
#include "service/query.h"
#include "json/event_json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PAGE = 1000, LIMIT = 100 };

static const char stream_type[] = "text/event-stream";

typedef struct events_work {
    feed_filter filter;
    bool has_after;
    int64_t after;
    bool streams;   /* else: a page */
    unsigned limit; /* of a page */
    text *to;
    unsigned read;
    int64_t last; /* number of the last event that was read */
} events_work;

static bool copy_parameter(const request *r, const char *name, char *to, size_t size)
{
    const char *value = request_parameter(r, name);
    return !value || (size_t)snprintf(to, size, "%s", value) < size;
}

static bool is_kind(const char *kind)
{
    return !*kind || strcmp(kind, EVENT_NEW) == 0 || strcmp(kind, EVENT_CHANGED) == 0 || strcmp(kind, EVENT_ERASED) == 0;
}

/* Fills the filter from the parameters. False: there is no such event. */
static bool read_wanted(const request *r, feed_filter *filter)
{
    const char *level = request_parameter(r, "level"), *player = request_parameter(r, "player");
    if (level) reel_level_key(level, strlen(level), filter->level, sizeof filter->level);
    if (player) reel_player_key(player, strlen(player), filter->player, sizeof filter->player);
    copy_parameter(r, "game", filter->game, sizeof filter->game); /* no game has a longer name */
    return copy_parameter(r, "event", filter->kind, sizeof filter->kind) && is_kind(filter->kind);
}

http_result get_events(request *r)
{
    const char *last = request_header(r, "Last-Event-ID"), *after = last && *last ? last : request_parameter(r, "after");
    events_work *work = calloc(1, sizeof *work);
    if (!work) return answer_refusal(r, HTTP_SERVICE_UNAVAILABLE, "server.memory", "out of memory");
    r->work = work;
    r->type = request_accepts(r, r->route->types);
    if (!r->type) return answer_refusal(r, HTTP_NOT_ACCEPTABLE, "server.accept", "none of the types in Accept is possible here");
    work->streams = strcmp(r->type, stream_type) == 0;
    work->limit = read_limit(r, LIMIT, PAGE);
    if (!work->limit) return HTTP_GO;
    work->has_after = after != NULL;
    if (!read_whole(after, &work->after) || !read_wanted(r, &work->filter))
        return answer_refusal(r, HTTP_BAD_REQUEST, "server.parameter", "event is new, changed or erased, and after a number");
    return request_start(r);
}

static void add_old(void *context, const event_entry *event)
{
    events_work *work = context;
    work->last = event->number;
    work->read++;
    if (!feed_fits(&work->filter, event)) return;
    if (work->streams) {
        feed_write(work->to, event);
        return;
    }
    record_add(work->to, &event_record, event);
}

/* What a stream begins with. */
static reel_status begin_stream(request *r, events_work *work, reel_error *error)
{
    int64_t known = feed_position(r->server->feed);
    text_add(&r->answer, "retry: 1000\n\n");
    reel_status status = work->has_after ? event_list(r->server->catalogue, work->after, PAGE, add_old, work, error)
                                         : event_last(r->server->catalogue, &work->last, error);
    /* what is below the number that the feed knew before is all read, or was erased, if the page is the last one */
    if (!work->read && known > work->last) work->last = known;
    /* also for a client that has no event yet, so that it misses none when it comes again */
    text_print(&r->answer, "id: %lld\n\n", (long long)work->last);
    return status;
}

static reel_status write_page(request *r, events_work *work, reel_error *error)
{
    text address = { .data = NULL };
    json_begin_object(&r->answer, NULL);
    json_begin_array(&r->answer, "events");
    reel_status status = event_list(r->server->catalogue, work->after, work->limit, add_old, work, error);
    text_print(&address, "/events?limit=%u&after=%lld", work->limit, (long long)work->last);
    for (const route_parameter *each = r->route->parameters; each->name; each++) {
        const char *value = request_parameter(r, each->name);
        if (value && strcmp(each->name, "limit") != 0 && strcmp(each->name, "after") != 0)
            url_parameter(&address, each->name, value);
    }
    json_end_array(&r->answer);
    json_member_bool(&r->answer, "more", work->read == work->limit);
    url_next(&r->answer, &address);
    json_end_line(&r->answer);
    return status;
}

bool events_step(request *r)
{
    reel_error error;
    events_work *work = r->work;
    work->to = &r->answer;
    work->last = work->after;
    reel_status status = work->streams ? begin_stream(r, work, &error) : write_page(r, work, &error);
    return status < 0 ? request_unavailable(r, &error) : false;
}

http_result finish_events(request *r)
{
    const events_work *work = r->work;
    request_add_header(r, HEADER_CACHE_CONTROL, "no-store");
    request_add_header(r, HEADER_VARY, "Accept");
    if (!work->streams) return answer_prepared(r, r->type);
    if (r->answer.failed) return answer_refusal(r, HTTP_SERVICE_UNAVAILABLE, "server.memory", "out of memory");
    feed_stream *stream = feed_open(r->server->feed, r->connection, &r->client, &work->filter, work->last, &r->answer);
    text_free(&r->answer);
    if (!stream)
        return answer_refusal(r, HTTP_SERVICE_UNAVAILABLE, "server.streams",
                              "the server has enough clients of events: try again");
    request_add_header(r, "X-Accel-Buffering", "no"); /* a proxy passes events on as they come */
    return answer_stream(r, stream_type, feed_read, feed_close, stream);
}
