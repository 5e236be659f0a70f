/* SPDX-License-Identifier: MIT */
#include "service/query.h"

#include "base/real.h"
#include "base/url_text.h"
#include "service/answer.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LIMIT = 100, MOST = 1000 };

bool copy_name(char to[JOB_NAME], const char *name)
{
    if (!name) return true;
    size_t size = strlen(name);
    if (size >= JOB_NAME) return false;
    memcpy(to, name, size + 1);
    return true;
}

bool read_whole(const char *text, int64_t *number)
{
    char *end;
    if (!text) return true;
    *number = strtoll(text, &end, 10);
    return *text >= '0' && *text <= '9' && *number < INT64_MAX && !*end;
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
    answer_refusal(r, HTTP_BAD_REQUEST, "server.parameter", message);
    return 0;
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
    if (problem) answer_refusal(r, HTTP_BAD_REQUEST, "server.parameter", problem);
    return !problem;
}

void add_place(text *to, const replay_filter *filter, const replay_entry *last)
{
    char place[64], rank[REAL_TEXT];
    const double value = filter->order == ORDER_SCORE ? last->score : last->accuracy;
    snprintf(place, sizeof place, "%s:%lld", real_text(value, rank), (long long)last->number);
    url_parameter(to, filter->order == ORDER_DATE ? "before" : "after",
                  filter->order == ORDER_DATE ? strchr(place, ':') + 1 : place);
    text_raw(to, "", 1);
}

/* ---- boards ---------------------------------------------------------------------------------------------------- */

/* The parameter after=RANK:NUMBER, or NUMBER of plays by date. */
static bool read_after(request *r, board_page *page)
{
    const char *after = request_parameter(r, "after");
    char *end = NULL;
    if (!after) return true;
    page->has_after = true;
    if (page->newest) return read_whole(after, &page->after_number);
    page->after_rank = strtod(after, &end);
    return end > after && *end == ':' && isfinite(page->after_rank) && end[1] && read_whole(end + 1, &page->after_number);
}

/* What is wrong with the parameters, or NULL. */
static const char *read_page(request *r, board_page *page)
{
    const char *sort = request_parameter(r, "sort"), *all = request_parameter(r, "all");
    if (all && strcmp(all, "1") != 0) return "all is 1";
    if (sort && strcmp(sort, "value") != 0 && strcmp(sort, "date") != 0) return "sort is value or date";
    page->all = all != NULL;
    page->newest = sort && strcmp(sort, "date") == 0;
    if (page->newest && page->player) return "the plays of a player by date are at …/players/PLAYER";
    if (!read_after(r, page)) return "after is not of the form that the member next has";
    return page->has_after && page->player ? "a page is around a player or after a place" : NULL;
}

bool read_board_page(request *r, const char *level, board_page *page)
{
    *page = (board_page){ .level = level, .player = request_parameter(r, "player"), .limit = read_limit(r, LIMIT, MOST) };
    if (!page->limit) return false;
    const char *problem = read_page(r, page);
    if (problem) answer_refusal(r, HTTP_BAD_REQUEST, "server.parameter", problem);
    return !problem;
}

bool find_board(request *r, const char *name, board *found)
{
    board_list *list = board_holder_get(&r->server->boards);
    const board *b = board_of(&list->set, name);
    if (b) *found = *b;
    board_list_release(list);
    return b != NULL;
}

bool find_board_of_path(request *r, board *found)
{
    return find_board(r, r->captures[0], found) ||
           request_refuse(r, HTTP_NOT_FOUND, "server.board", "no such board; GET /boards lists them");
}

bool read_refused_place(const char *text, refused_upload *before)
{
    char *end;
    *before = (refused_upload){ .received = INT64_MAX, .slot = INT64_MAX };
    if (!text) return true;
    before->received = strtoll(text, &end, 10);
    return *text >= '0' && *text <= '9' && *end == ':' && read_whole(end + 1, &before->slot);
}

bool read_part_place(const char *text, int64_t *thousandths, char level[CATALOGUE_TEXT])
{
    char *end;
    *thousandths = INT64_MAX;
    *level = '\0';
    if (!text) return true;
    *thousandths = strtoll(text, &end, 10);
    if (*text < '0' || *text > '9' || *end != ':' || strlen(end + 1) >= CATALOGUE_TEXT) return false;
    strcpy(level, end + 1);
    return true;
}

bool read_ranking_page(request *r, const char *ranking, ranking_page *page)
{
    enum { USUAL = 50, PAGE_MOST = 100 };
    const char *by = request_parameter(r, "by"), *after = request_parameter(r, "after");
    char *end;
    *page =
        (ranking_page){ .ranking = ranking, .member = request_parameter(r, "player"), .limit = read_limit(r, USUAL, PAGE_MOST) };
    if (!page->limit) return false;
    while (by && page->group < RANKING_GROUPS && strcmp(ranking_group_names[page->group], by) != 0) page->group++;
    bool fine = page->group < RANKING_GROUPS && !(page->member && (after || strlen(page->member) >= CATALOGUE_TEXT));
    if (after) {
        page->has_after = true;
        page->after_rank = strtod(after, &end);
        fine = fine && strspn(after, "-0123456789") == (size_t)(end - after) && *end == ':' &&
               read_whole(end + 1, &page->after_number);
    }
    if (!fine)
        answer_refusal(r, HTTP_BAD_REQUEST, "server.parameter",
                       "by is player, team or country; after is what the member next has");
    return fine;
}

bool read_stated_place(const char *text, stated_place *after)
{
    char *end, *colon;
    *after = (stated_place){ .player = "" };
    if (!text) return true;
    const unsigned long long place = strtoull(text, &end, 10);
    if (*text < '0' || *text > '9' || *end != ':' || place < 1 || place >= INT64_MAX) return false;
    after->place = place;
    after->rank = strtod(end + 1, &colon);
    after->player = colon + 1;
    return strspn(end + 1, "-0123456789.e+") == (size_t)(colon - end - 1) && colon > end + 1 && *colon == ':' &&
           isfinite(after->rank);
}

void write_stated_place(const stated_play *last, char place[STATED_PLACE])
{
    char rank[REAL_TEXT];
    snprintf(place, STATED_PLACE, "%llu:%s:%s", (unsigned long long)last->place, real_text(last->rank, rank), last->player_key);
}

reel_status list_stated_levels(request *r, const board *b, const char *after, unsigned limit, stated_each *each, void *context,
                               reel_error *error)
{
    catalogue *c = r->server->catalogue;
    const char *player = request_parameter(r, "player"), *from = after ? after : "";
    return player ? stated_of_player(c, player, b->name, from, limit, each, context, error)
                  : stated_levels(c, b->name, from, limit, each, context, error);
}
