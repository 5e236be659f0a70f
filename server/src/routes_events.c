/* SPDX-License-Identifier: MIT
 * GET /events: what the log has is read here, before the answer begins, and what comes later is sent by the feed. */
#include "routes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PAGE = 1000 };

typedef struct events_work {
    feed_filter filter;
    bool has_after;
    int64_t after;
    text *to;
    int64_t last; /* number of the last event that was read */
} events_work;

static bool copy_parameter(const request *r, const char *name, char *to, size_t size)
{
    const char *value = request_parameter(r, name);
    return !value || (size_t)snprintf(to, size, "%s", value) < size;
}

/* Fills the filter from the parameters. False: one is too long. */
static bool read_filter(const request *r, feed_filter *filter)
{
    const char *level = request_parameter(r, "level"), *player = request_parameter(r, "player");
    if (level) reel_level_key(level, strlen(level), filter->level, sizeof filter->level);
    if (player) reel_player_key(player, strlen(player), filter->player, sizeof filter->player);
    return copy_parameter(r, "event", filter->kind, sizeof filter->kind) &&
           copy_parameter(r, "game", filter->game, sizeof filter->game);
}

enum MHD_Result get_events(request *r)
{
    const char *last = request_header(r, "Last-Event-ID"), *after = last && *last ? last : request_parameter(r, "after");
    events_work *work = calloc(1, sizeof *work);
    if (!work) return answer_refusal(r, MHD_HTTP_SERVICE_UNAVAILABLE, "server.memory", "out of memory");
    r->work = work;
    work->has_after = after != NULL;
    if (!read_whole(after, &work->after) || !read_filter(r, &work->filter))
        return answer_refusal(r, MHD_HTTP_BAD_REQUEST, "server.parameter", "the parameters are not those of an event");
    return request_start(r);
}

static void add_old(void *context, const event_entry *event)
{
    events_work *work = context;
    work->last = event->number;
    if (feed_fits(&work->filter, event)) feed_write(work->to, event);
}

bool events_step(request *r)
{
    reel_error error;
    events_work *work = r->work;
    int64_t known = feed_position(r->server->feed);
    work->to = &r->answer;
    work->last = work->after;
    text_add(&r->answer, "retry: 1000\n\n");
    reel_status status = work->has_after ? event_list(r->server->catalogue, work->after, PAGE, add_old, work, &error)
                                         : event_last(r->server->catalogue, &work->last, &error);
    if (status < 0) return text_free(&r->answer), request_fail(r, MHD_HTTP_SERVICE_UNAVAILABLE, &error);
    /* what is below the number that the feed knew before is all read, or was erased, if the page is the last one */
    if (work->last == work->after && known > work->last) work->last = known;
    /* also for a client that has no event yet, so that it misses none when it comes again */
    text_print(&r->answer, "id: %lld\n\n", (long long)work->last);
    return false;
}

enum MHD_Result finish_events(request *r)
{
    const events_work *work = r->work;
    if (r->answer.failed) return answer_refusal(r, MHD_HTTP_SERVICE_UNAVAILABLE, "server.memory", "out of memory");
    feed_stream *stream = feed_open(r->server->feed, r->connection, &work->filter, work->last, &r->answer);
    text_free(&r->answer);
    if (!stream)
        return answer_refusal(r, MHD_HTTP_SERVICE_UNAVAILABLE, "server.streams",
                              "the server has enough clients of events: try again");
    request_add_header(r, MHD_HTTP_HEADER_CACHE_CONTROL, "no-store");
    request_add_header(r, "X-Accel-Buffering", "no"); /* a proxy passes events on as they come */
    return answer_stream(r, "text/event-stream", feed_read, stream, feed_close);
}
