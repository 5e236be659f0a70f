/* SPDX-License-Identifier: MIT
 * Pages for people: the start, plays, players, levels, boards, and the search. */
#include "pages/handlers.h"
#include "pages/page.h"
#include "service/answer.h"
#include "service/lanes.h"
#include "service/query.h"
#include "json/entry_json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { START_PLAYS = 20, START_LEVELS = 4, FOUND = 50 };

/* ---- lists of plays ------------------------------------------------------------------------------------------------ */

typedef struct plays {
    text *to;
    unsigned count;
    replay_entry first, last;
} plays;

static void add_play(void *context, const replay_entry *entry)
{
    plays *list = context;
    if (!list->count) list->first = *entry;
    list->count++;
    list->last = *entry;
    add_entry(list->to, entry);
}

/* Adds the member replays, and next if there may be more. False: the request has failed. */
static bool add_plays(request *r, text *values, const replay_filter *filter, plays *list)
{
    reel_error error;
    *list = (plays){ .to = values };
    text_add(values, ",\"replays\":[");
    if (catalogue_list(r->server->catalogue, filter, add_play, list, &error) < 0) return page_unavailable(r, values, &error);
    text_add(values, "]");
    if (list->count == filter->limit) {
        text place = { .data = NULL };
        add_place(&place, filter, &list->last);
        text_string(values, "next", place.failed ? "" : place.data + 1);
        text_free(&place);
    }
    return true;
}

enum MHD_Result get_plays(request *r)
{
    replay_filter filter;
    return read_filter(r, &filter) ? request_start(r) : MHD_YES;
}

/* What the list is of, if it can be in another order, and which it has. */
static void add_order(text *values, const replay_filter *filter)
{
    static const char *const members[ORDERS] = { "by_date", "by_score", "by_accuracy" };
    for (int order = 0; order < ORDERS; order++)
        text_print(values, ",\"%s\":%s", members[order], order == (int)filter->order ? "true" : "false");
    if (filter->kind != KIND_ANY || filter->since || !filter->player == !filter->level) return;
    text_string(values, "of", filter->player ? "player" : "level");
    text_string(values, "id", filter->player ? filter->player : filter->level);
}

static void name_list(const replay_filter *filter, char heading[2 * CATALOGUE_TEXT])
{
    const char *what = filter->kind != KIND_ANY ? filter->value : filter->player ? filter->player : filter->level;
    if (filter->kind == KIND_VERDICT)
        snprintf(heading, 2 * CATALOGUE_TEXT, "%s plays", strcmp(filter->value, "held") == 0 ? "Held" : "Accepted");
    else
        snprintf(heading, 2 * CATALOGUE_TEXT, what ? "Plays: %s" : "Plays", what);
}

bool plays_step(request *r)
{
    plays list;
    replay_filter filter;
    text values = { .data = NULL };
    char heading[2 * CATALOGUE_TEXT];
    read_filter(r, &filter);
    if (!request_parameter(r, "limit")) filter.limit = PAGE_PLAYS;
    name_list(&filter, heading);
    page_begin(r, &values);
    text_string(&values, "heading", heading);
    if (!add_plays(r, &values, &filter, &list)) return false;
    add_order(&values, &filter);
    text_add(&values, ",\"filters\":{");
    for (const route_parameter *each = r->route->parameters; each->name; each++) {
        const char *value = request_parameter(r, each->name);
        if (value && strcmp(each->name, "before") != 0 && strcmp(each->name, "after") != 0)
            text_string(&values, each->name, value);
    }
    text_add(&values, "}");
    return page_end(r, &values, "plays");
}

/* ---- a player, a level ----------------------------------------------------------------------------------------------- */

/* Whether the parameter that the page is about is there. Answers, or starts the step. */
static enum MHD_Result start_page(request *r, const char *const *needed)
{
    for (; *needed; needed++) {
        if (request_parameter(r, *needed)) continue;
        char message[64];
        snprintf(message, sizeof message, "the parameter %s is missing", *needed);
        return answer_refusal(r, MHD_HTTP_BAD_REQUEST, "server.parameter", message);
    }
    replay_filter filter;
    return read_filter(r, &filter) ? request_start(r) : MHD_YES;
}

static const char *const id_only[] = { "id", NULL }, *const q_only[] = { "q", NULL };

enum MHD_Result get_player_page(request *r) { return start_page(r, id_only); }
enum MHD_Result get_level_page(request *r) { return start_page(r, id_only); }
enum MHD_Result get_search(request *r) { return start_page(r, q_only); }

/* The filter of a page about the player or level of the parameter id. */
static replay_filter filter_of(request *r, bool player)
{
    replay_filter filter;
    const char *id = request_parameter(r, "id");
    read_filter(r, &filter);
    *(player ? &filter.player : &filter.level) = id;
    filter.limit = PAGE_PLAYS;
    return filter;
}

bool player_page_step(request *r)
{
    plays list;
    reel_error error;
    text values = { .data = NULL };
    const replay_filter filter = filter_of(r, true);
    page_begin(r, &values);
    if (!add_plays(r, &values, &filter, &list)) return false;
    if (!list.count && !filter.before) return page_not_found(r, &values, "server.player", "this player has no plays here");
    text_string(&values, "heading", *list.first.player_name ? list.first.player_name : filter.player);
    text_string(&values, "id", *list.first.player ? list.first.player : filter.player);
    if (!filter.before && page_bests(r, &values, filter.player, &error) < 0) return page_unavailable(r, &values, &error);
    return page_end(r, &values, "player");
}

bool level_page_step(request *r)
{
    plays list;
    reel_error error;
    text values = { .data = NULL };
    const replay_filter filter = filter_of(r, false);
    page_begin(r, &values);
    if (!add_plays(r, &values, &filter, &list)) return false;
    if (!list.count && !filter.before) return page_not_found(r, &values, "server.level", "nobody has played this level here");
    const char *level = *list.first.level ? list.first.level : filter.level;
    page_level(&values, &list.first, level);
    text_string(&values, "id", level);
    text_string(&values, "game", list.first.game);
    if (!filter.before && page_level_boards(r, &values, filter.level, &error) < 0) return page_unavailable(r, &values, &error);
    return page_end(r, &values, "level");
}

/* ---- the search ------------------------------------------------------------------------------------------------------ */

typedef struct names {
    text *to;
    unsigned count;
} names;

static void add_name(void *context, const char *key, const char *shown)
{
    names *list = context;
    text_add(list->to, list->count++ ? ",{" : "{");
    text_string(list->to, "key", key);
    text_string(list->to, "shown", shown);
    text_add(list->to, "}");
}

bool search_step(request *r)
{
    static const char *const members[] = { [NAME_PLAYER] = "players", [NAME_LEVEL] = "levels" };
    reel_error error;
    text values = { .data = NULL };
    const char *query = request_parameter(r, "q");
    bool full = false;
    page_begin(r, &values);
    text_string(&values, "heading", "Search");
    text_string(&values, "query", query);
    for (int kind = NAME_PLAYER; kind <= NAME_LEVEL; kind++) {
        names list = { &values, 0 };
        text_member(&values, members[kind]);
        text_add(&values, "[");
        if (catalogue_search(r->server->catalogue, (name_kind)kind, query, FOUND, add_name, &list, &error) < 0)
            return page_unavailable(r, &values, &error);
        text_add(&values, "]");
        full |= list.count == FOUND;
    }
    text_print(&values, ",\"full\":%s", full ? "true" : "false");
    return page_end(r, &values, "search");
}

/* ---- the start ------------------------------------------------------------------------------------------------------- */

static const replay_filter newest = { .limit = START_PLAYS };

enum MHD_Result get_start(request *r)
{
    r->policy = page_script_policy;
    return request_start(r);
}

bool start_step(request *r)
{
    plays list;
    reel_error error;
    text values = { .data = NULL };
    page_begin(r, &values);
    text_string(&values, "heading", "Replays");
    if (!r->server->catalogue) return page_end(r, &values, "start");
    if (!add_plays(r, &values, &newest, &list)) return false;
    if (page_boards(r, &values, START_LEVELS, &error) < 0) return page_unavailable(r, &values, &error);
    return page_end(r, &values, "start");
}
