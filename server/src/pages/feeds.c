/* SPDX-License-Identifier: MIT
 * GET /feeds/{feed}: the newest plays, or the newest first places, as Atom (RFC 4287) and RSS 2.0. */
#include "base/url_text.h"
#include "pages/handlers.h"
#include "pages/page.h"
#include "pages/share.h"
#include "service/answer.h"
#include "service/lanes.h"
#include "service/query.h"
#include "store/reign.h"
#include "json/entry_json.h"

#include <stdio.h>
#include <string.h>

enum { ENTRIES = 50 };

/* What a feed lists, and how it is written. */
static const struct feed_kind {
    const char *name, *template, *type;
    bool records;
} kinds[] = {
    { "plays.atom", "feed_atom", "application/atom+xml; charset=utf-8", false },
    { "plays.rss", "feed_rss", "application/rss+xml; charset=utf-8", false },
    { "records.atom", "feed_atom", "application/atom+xml; charset=utf-8", true },
    { "records.rss", "feed_rss", "application/rss+xml; charset=utf-8", true },
};

static const struct feed_kind *kind_of(const request *r)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(kinds[i].name, r->captures[0]) == 0) return &kinds[i];
    return NULL;
}

typedef struct feed_page {
    page_head head;
    text base, self;
    const char *base_url, *self_url;
    int64_t updated;
    record_list entries;
} feed_page;
static RECORD(feed_record, feed_page, FIELDS_OF(feed_page, head, &page_head_record),
              FIELD_AS(feed_page, "base", base_url, FIELD_STRING), FIELD_AS(feed_page, "self", self_url, FIELD_STRING),
              FIELD(feed_page, updated, FIELD_INT), FIELD_OF(feed_page, entries, FIELD_LIST, &board_entry_record));

static void release(void *data)
{
    feed_page *values = data;
    text_free(&values->base);
    text_free(&values->self);
}

static http_result refuse(request *r, const char *message)
{
    return answer_refusal(r, HTTP_BAD_REQUEST, "server.parameter", message);
}

http_result get_feed(request *r)
{
    const struct feed_kind *kind = kind_of(r);
    const bool player = request_parameter(r, "player"), level = request_parameter(r, "level"),
               game = request_parameter(r, "game");
    const bool board = request_parameter(r, "board");
    if (!kind)
        return answer_refusal(r, HTTP_NOT_FOUND, "server.path",
                              "the feeds are plays.atom, plays.rss, records.atom and records.rss");
    if (kind->records && (player || level || game)) return refuse(r, "records can be of a board, and of nothing else");
    if (!kind->records && ((board && (!level || player || game)) || (game && (player || level))))
        return refuse(r, "plays can be of a player, of a level, of both, of a game, or of a board with a level");
    return request_start(r);
}

static void add_entry(void *context, const board_entry *entry)
{
    feed_page *values = context;
    record_list_copy(&values->entries, &board_entry_record, entry);
    if (entry->replay.received > values->updated) values->updated = entry->replay.received;
}

static void add_replay(void *context, const replay_entry *entry)
{
    const board_entry one = { .replay = *entry };
    if (entry->verdict == VERDICT_ACCEPTED) add_entry(context, &one);
}

/* The address of the feed itself, and of the server. */
static void add_addresses(const request *r, feed_page *values)
{
    static const char *const names[] = { "player", "level", "game", "board" };
    char separator = '?';
    values->base_url = share_base(r, &values->base);
    text_print(&values->self, "%s/feeds/%s", values->base_url ? values->base_url : "", r->captures[0]);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *value = request_parameter(r, names[i]);
        const size_t at = values->self.size;
        if (!value) continue;
        url_parameter(&values->self, names[i], value);
        if (!values->self.failed) values->self.data[at] = separator; /* instead of & */
        separator = '&';
    }
    text_raw(&values->self, "", 1);
    values->self_url = values->self.failed ? "" : values->self.data;
}

static reel_status read_plays(request *r, feed_page *values, reel_error *error)
{
    catalogue *c = r->server->catalogue;
    const char *board_name = request_parameter(r, "board"), *level = request_parameter(r, "level");
    const char *game = request_parameter(r, "game");
    board b;
    if (!board_name) {
        const replay_filter filter = { .player = request_parameter(r, "player"),
                                       .level = level,
                                       .kind = game ? KIND_GAME : KIND_ANY,
                                       .value = game,
                                       .limit = ENTRIES };
        return catalogue_list(c, &filter, add_replay, values, error);
    }
    if (!find_board(r, board_name, &b)) return REEL_END;
    const board_page page = { .board = b.name, .level = level, .all = true, .newest = true, .limit = ENTRIES };
    return catalogue_board(c, &page, add_entry, values, error);
}

static reel_status read_records(request *r, feed_page *values, reel_error *error)
{
    const char *name = request_parameter(r, "board");
    board b;
    if (name && !find_board(r, name, &b)) return REEL_END;
    return reign_newest(r->server->catalogue, name ? b.name : NULL, ENTRIES, add_entry, values, error);
}

bool feed_step(request *r)
{
    reel_error error;
    const struct feed_kind *kind = kind_of(r);
    feed_page values = { .head = page_begin(r, kind->records ? "New first places" : "New plays") };
    const page page = { kind->template, &feed_record, &values, release };
    add_addresses(r, &values);
    reel_status status = kind->records ? read_records(r, &values, &error) : read_plays(r, &values, &error);
    if (status < 0) return page_unavailable(r, &page, &error);
    if (status == REEL_END) return page_not_found(r, &page, "server.board", "there is no such board");
    return page_end(r, &page);
}

http_result finish_feed(request *r) { return page_answer(r, kind_of(r)->type); }
