/* SPDX-License-Identifier: MIT
 * GET /replays: entries of the catalogue. */
#include "routes/table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LIMIT = 100, MOST = 1000 };

/* ---- entries ----------------------------------------------------------------------------------------------------- */

void add_text(text *to, const char *name, const char *value)
{
    text_member(to, name);
    text_json(to, value);
}

static void add_number(text *to, const char *name, bool there, double value)
{
    text_member(to, name);
    if (there)
        text_print(to, "%.17g", value);
    else
        text_add(to, "null");
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
    add_text(to, "title", e->title);
    add_text(to, "author", e->author);
    add_text(to, "detail", e->detail);
    add_text(to, "modifiers", e->modifiers);
    add_text(to, "headset", e->headset);
    add_number(to, "score", e->has_score, e->score);
    add_number(to, "accuracy", e->has_accuracy, e->accuracy);
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
    replay_entry last;
} page;

static void add_to_page(void *context, const replay_entry *entry)
{
    page *page = context;
    add_entry(page->to, entry);
    page->count++;
    page->last = *entry;
}

bool read_whole(const char *text, int64_t *number)
{
    char *end;
    if (!text) return true;
    *number = strtoll(text, &end, 10);
    return *text >= '0' && *text <= '9' && *number < INT64_MAX && !*end;
}

static void escape(text *to, const char *value, const char *plain)
{
    for (; *value; value++) {
        if (strchr(plain, *value))
            text_raw(to, value, 1);
        else
            text_print(to, "%%%02X", (unsigned char)*value);
    }
}

#define UNRESERVED "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~"

void add_escaped(text *to, const char *name, const char *value)
{
    text_print(to, "&%s=", name);
    escape(to, value, UNRESERVED);
}

void add_path(text *to, const char *value) { escape(to, value, UNRESERVED "/"); }

void add_next(text *to, text *address)
{
    text_raw(address, "", 1);
    text_member(to, "next");
    text_json(to, address->failed ? "" : address->data);
    to->failed |= address->failed;
    text_free(address);
}

void add_place(text *to, const replay_filter *filter, const replay_entry *last)
{
    char place[64];
    const double value = filter->order == ORDER_SCORE ? last->score : last->accuracy;
    snprintf(place, sizeof place, "%.17g:%lld", value, (long long)last->number);
    add_escaped(to, filter->order == ORDER_DATE ? "before" : "after",
                filter->order == ORDER_DATE ? strchr(place, ':') + 1 : place);
    text_raw(to, "", 1);
}

/* The parameters that stay the same on the next page. */
static void add_next_page(const request *r, const page *page, const replay_filter *filter)
{
    text address = { .data = NULL }, place = { .data = NULL };
    add_place(&place, filter, &page->last);
    text_print(&address, "/replays?limit=%u%s", filter->limit, place.data ? place.data : "");
    text_free(&place);
    for (const route_parameter *each = r->route->parameters; each->name; each++) {
        const char *value = request_parameter(r, each->name);
        if (value && strcmp(each->name, "limit") != 0 && strcmp(each->name, "before") != 0 && strcmp(each->name, "after") != 0)
            add_escaped(&address, each->name, value);
    }
    add_next(page->to, &address);
}

static const char *const kind_names[KINDS] = { NULL, "game", "format", "verdict", "uploader", "modifiers", "headset" };
static const char *const order_names[ORDERS] = { "date", "score", "accuracy" };

static bool is_verdict(const char *name)
{
    return strcmp(name, verdict_names[VERDICT_HELD]) == 0 || strcmp(name, verdict_names[VERDICT_ACCEPTED]) == 0;
}

/* What is wrong with the parameters, or NULL. */
static const char *read_kind(request *r, replay_filter *filter)
{
    for (int kind = KIND_ANY + 1; kind < KINDS; kind++) {
        const char *value = request_parameter(r, kind_names[kind]);
        if (!value) continue;
        if (filter->kind)
            return "a list is of one game, format, verdict, uploader, headset or set of modifiers: give one of these";
        filter->kind = (replay_kind)kind;
        filter->value = value;
    }
    return filter->kind != KIND_VERDICT || is_verdict(filter->value) ? NULL : "verdict is held or accepted";
}

/* The place in a list by a value that the member next has: VALUE:NUMBER. */
static bool read_place(const char *text, replay_filter *filter)
{
    char *end;
    if (!text) return true;
    filter->after = strtod(text, &end);
    return isfinite(filter->after) && *end == ':' && end > text && read_whole(end + 1, &filter->before);
}

/* What is wrong with the order, or NULL. */
static const char *read_order(request *r, replay_filter *filter)
{
    const char *name = request_parameter(r, "sort"), *after = request_parameter(r, "after");
    if (name)
        while (filter->order < ORDERS && strcmp(order_names[filter->order], name) != 0) filter->order++;
    if (filter->order == ORDERS) return "sort is date, score or accuracy";
    if (filter->order == ORDER_DATE) return after ? "after is for lists by score or accuracy: by date, give before" : NULL;
    if (!filter->player == !filter->level || filter->kind || filter->since || filter->before)
        return "a list by score or accuracy is of a player or of a level, and of nothing else";
    return read_place(after, filter) ? NULL : "after is not of the form that the member next has";
}

bool read_filter(request *r, replay_filter *filter)
{
    *filter = (replay_filter){ .player = request_parameter(r, "player"),
                               .level = request_parameter(r, "level"),
                               .limit = read_limit(r, LIMIT, MOST) };
    if (!filter->limit) return false;
    const char *problem = read_kind(r, filter);
    if (!read_whole(request_parameter(r, "since"), &filter->since)) problem = "since is a Unix time in ms";
    if (!read_whole(request_parameter(r, "before"), &filter->before))
        problem = "before is not of the form that the member next has";
    if (!problem) problem = read_order(r, filter);
    if (problem) answer_refusal(r, MHD_HTTP_BAD_REQUEST, "server.parameter", problem);
    return !problem;
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
    if (page.count == filter.limit) add_next_page(r, &page, &filter);
    text_add(&r->answer, "}\n");
    return false;
}

/* ---- the end ------------------------------------------------------------------------------------------------------ */

enum MHD_Result finish_list(request *r) { return answer_prepared(r, "application/json"); }
