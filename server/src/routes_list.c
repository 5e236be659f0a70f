/* SPDX-License-Identifier: MIT
 * GET /replays and GET /boards: entries of the catalogue. */
#include "routes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LIMIT = 100, MOST = 1000 };

/* ---- entries ----------------------------------------------------------------------------------------------------- */

static void add_text(text *to, const char *name, const char *value)
{
    text_member(to, name);
    text_json(to, value);
}

void begin_entry(text *to, const replay_entry *e)
{
    text_add(to, "{");
    add_text(to, "id", e->id);
    add_text(to, "verdict", verdict_names[e->verdict]);
    add_text(to, "format", e->format);
    add_text(to, "game", e->game);
    add_text(to, "player", e->player);
    add_text(to, "player_name", e->player_name);
    add_text(to, "level", e->level);
    text_member(to, "score");
    if (e->has_score)
        text_print(to, "%.17g", e->score);
    else
        text_add(to, "null");
    text_print(to, ",\"ranked\":%s", e->ranked ? "true" : "false");
    text_print(to, ",\"seconds\":%.17g,\"size\":%lld,\"received\":%lld,\"errors\":%lld,\"warnings\":%lld", e->seconds,
               (long long)e->size, (long long)e->received, (long long)e->errors, (long long)e->warnings);
}

void add_entry(text *to, const replay_entry *e)
{
    if (to->size && to->data[to->size - 1] == '}') text_add(to, ",");
    begin_entry(to, e);
    text_add(to, "}");
}

unsigned read_limit(request *r, unsigned usual, unsigned most)
{
    const char *text = request_parameter(r, "limit");
    char *end;
    if (!text) return usual;
    unsigned long number = strtoul(text, &end, 10);
    if (*text >= '0' && *text <= '9' && !*end && number >= 1 && number <= most) return (unsigned)number;
    char message[64];
    snprintf(message, sizeof message, "limit is a number from 1 to %u", most);
    answer_refusal(r, MHD_HTTP_BAD_REQUEST, "server.parameter", message);
    return 0;
}

/* ---- the list ----------------------------------------------------------------------------------------------------- */

typedef struct page {
    text *to;
    unsigned count;
    int64_t received; /* of the last entry */
    char id[STORE_ID];
} page;

static void add_to_page(void *context, const replay_entry *entry)
{
    page *page = context;
    add_entry(page->to, entry);
    page->count++;
    page->received = entry->received;
    memcpy(page->id, entry->id, sizeof page->id);
}

/* A whole number that is not negative. */
static bool read_number(const char *text, int64_t *number, const char **end)
{
    char *stop;
    *number = strtoll(text, &stop, 10);
    *end = stop;
    return *text >= '0' && *text <= '9' && *number < INT64_MAX;
}

/* The parameters since and before=TIME-ID. */
static bool read_place(const request *r, replay_filter *filter)
{
    const char *since = request_parameter(r, "since"), *before = request_parameter(r, "before"), *end;
    if (since && (!read_number(since, &filter->since, &end) || *end)) return false;
    if (!before) return true;
    if (!read_number(before, &filter->before, &end) || *end != '-' || strlen(end + 1) != STORE_ID - 1) return false;
    filter->before_id = end + 1;
    return strspn(end + 1, "0123456789abcdef") == STORE_ID - 1;
}

static void add_escaped(text *to, const char *name, const char *value)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~";
    if (!value) return;
    text_print(to, "&%s=", name);
    for (; *value; value++) {
        if (strchr(plain, *value))
            text_raw(to, value, 1);
        else
            text_print(to, "%%%02X", (unsigned char)*value);
    }
}

static void add_next(const request *r, text *to, const replay_filter *filter, const page *page)
{
    text next = { .data = NULL };
    text_print(&next, "/replays?limit=%u&before=%lld-%s", filter->limit, (long long)page->received, page->id);
    add_escaped(&next, "player", filter->player);
    add_escaped(&next, "level", filter->level);
    add_escaped(&next, "game", filter->game);
    add_escaped(&next, "since", request_parameter(r, "since"));
    text_raw(&next, "", 1);
    text_member(to, "next");
    text_json(to, next.failed ? "" : next.data);
    to->failed |= next.failed;
    text_free(&next);
}

/* Fills the filter from the parameters. False: the request was answered. */
static bool read_filter(request *r, replay_filter *filter)
{
    *filter = (replay_filter){ .player = request_parameter(r, "player"),
                               .level = request_parameter(r, "level"),
                               .game = request_parameter(r, "game"),
                               .limit = read_limit(r, LIMIT, MOST) };
    if (!filter->limit) return false;
    if (read_place(r, filter)) return true;
    answer_refusal(r, MHD_HTTP_BAD_REQUEST, "server.parameter", "since and before are not of the form that the list gives");
    return false;
}

enum MHD_Result list_replays(request *r)
{
    replay_filter filter;
    return read_filter(r, &filter) ? request_start(r) : MHD_YES;
}

/* A slow database keeps a thread of the pool waiting, not one that serves connections. */
bool list_step(request *r)
{
    reel_error error;
    replay_filter filter;
    page page = { .to = &r->answer };
    read_filter(r, &filter);
    text_add(&r->answer, "{\"replays\":[");
    if (catalogue_list(r->server->catalogue, &filter, add_to_page, &page, &error) < 0)
        return text_free(&r->answer), request_fail(r, MHD_HTTP_SERVICE_UNAVAILABLE, &error);
    text_add(&r->answer, "]");
    if (page.count == filter.limit) add_next(r, &r->answer, &filter, &page);
    text_add(&r->answer, "}\n");
    return false;
}

/* ---- boards ------------------------------------------------------------------------------------------------------- */

static void add_to_board(void *context, const replay_entry *entry) { add_entry(context, entry); }

enum MHD_Result get_board(request *r) { return read_limit(r, LIMIT, MOST) ? request_start(r) : MHD_YES; }

bool board_step(request *r)
{
    reel_error error;
    const char *game = r->captures[0], *level = r->captures[1];
    text *to = &r->answer;
    text_add(to, "{");
    add_text(to, "game", game);
    add_text(to, "level", level);
    text_add(to, ",\"entries\":[");
    if (catalogue_board(r->server->catalogue, game, level, read_limit(r, LIMIT, MOST), add_to_board, to, &error) < 0)
        return text_free(to), request_fail(r, MHD_HTTP_SERVICE_UNAVAILABLE, &error);
    text_add(to, "]}\n");
    return false;
}

enum MHD_Result finish_list(request *r) { return answer_prepared(r, "application/json"); }
