/* SPDX-License-Identifier: MIT
 * Rankings across levels, who held a level, and what moderators set about both. */
#include "api/handlers.h"
#include "base/json_write.h"
#include "base/real.h"
#include "base/url_text.h"
#include "service/answer.h"
#include "service/lanes.h"
#include "service/query.h"
#include "json/ranking_json.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LIMIT = 50, MOST = 200 };

static bool not_found(request *r, const char *rule, const char *message)
{
    text_free(&r->answer);
    return request_refuse(r, HTTP_NOT_FOUND, rule, message);
}

static bool no_ranking(request *r) { return not_found(r, "server.ranking", "no such ranking; GET /rankings lists them"); }

/* The ranking that the path names. False: the request has failed. */
static bool find_ranking(request *r, ranking_entry *ranking)
{
    reel_error error;
    reel_status status = ranking_get(r->server->catalogue, r->captures[0], ranking, &error);
    return status == REEL_OK || (status < 0 ? request_unavailable(r, &error) : no_ranking(r));
}

static void begin_ranking(text *to, const ranking_entry *ranking)
{
    const ranking_shown shown = ranking_show(ranking);
    record_begin(to, &ranking_shown_record, &shown);
}

/* ---- GET /rankings ----------------------------------------------------------------------------------------------------- */

http_result get_rankings(request *r) { return request_start(r); }

static void add_ranking(void *context, const ranking_entry *ranking)
{
    const ranking_shown shown = ranking_show(ranking);
    record_add(context, &ranking_shown_record, &shown);
}

bool rankings_step(request *r)
{
    reel_error error;
    json_begin_object(&r->answer, NULL);
    json_begin_array(&r->answer, "rankings");
    if (ranking_list(r->server->catalogue, add_ranking, &r->answer, &error) < 0) return request_unavailable(r, &error);
    json_end_array(&r->answer);
    json_end_line(&r->answer);
    return false;
}

/* ---- GET /rankings/{ranking} ------------------------------------------------------------------------------------------- */

http_result get_ranking(request *r)
{
    ranking_page page;
    return read_ranking_page(r, r->captures[0], &page) ? request_start(r) : HTTP_GO;
}

typedef struct total_list {
    text *to;
    unsigned count;
    ranking_total last;
} total_list;

static void add_total(void *context, const ranking_total *total)
{
    total_list *list = context;
    list->count++;
    list->last = *total;
    record_add(list->to, &ranking_total_record, total);
}

bool ranking_step(request *r)
{
    reel_error error;
    ranking_page page;
    ranking_entry ranking;
    text *to = &r->answer;
    total_list list = { .to = to };
    if (!find_ranking(r, &ranking)) return false;
    read_ranking_page(r, ranking.name, &page);
    begin_ranking(to, &ranking);
    json_member_string(to, "by", ranking_group_names[page.group]);
    json_begin_array(to, "entries");
    reel_status status = ranking_totals(r->server->catalogue, &page, add_total, &list, &error);
    if (status < 0) return request_unavailable(r, &error);
    if (status == REEL_END) return not_found(r, "server.player", "the player, team or country has no place in this ranking");
    json_end_array(to);
    if (list.count == page.limit) {
        text address = { .data = NULL };
        char rank[REAL_TEXT];
        text_print(&address, "/rankings/%s?limit=%u&by=%s&after=%s%%3A%lld", ranking.name, page.limit,
                   ranking_group_names[page.group], real_text(list.last.rank, rank), (long long)list.last.number);
        url_next(to, &address);
    }
    json_end_line(to);
    return false;
}

/* ---- GET /rankings/{ranking}/players/{player} -------------------------------------------------------------------------- */

http_result get_ranked_player(request *r)
{
    int64_t after;
    char level[CATALOGUE_TEXT];
    if (!read_limit(r, LIMIT, MOST)) return HTTP_GO;
    if (read_part_place(request_parameter(r, "after"), &after, level)) return request_start(r);
    return answer_refusal(r, HTTP_BAD_REQUEST, "server.parameter", "after is not of the form that the member next has");
}

typedef struct part_list {
    text *to;
    unsigned count;
    int64_t thousandths;
    char level[CATALOGUE_TEXT];
} part_list;

static void add_part(void *context, const ranking_part *part)
{
    part_list *list = context;
    list->count++;
    list->thousandths = part->thousandths;
    memcpy(list->level, part->entry.level_key, sizeof list->level);
    record_add(list->to, &ranking_part_record, part);
}

static void keep_total(void *context, const ranking_total *total) { *(ranking_total *)context = *total; }

bool ranked_player_step(request *r)
{
    reel_error error;
    ranking_entry ranking;
    ranking_total total;
    text *to = &r->answer;
    int64_t after;
    part_list list = { .to = to };
    char level[CATALOGUE_TEXT];
    const unsigned limit = read_limit(r, LIMIT, MOST);
    if (!find_ranking(r, &ranking)) return false;
    const ranking_page page = { .ranking = ranking.name, .member = r->captures[1], .limit = 1 };
    reel_status status = ranking_totals(r->server->catalogue, &page, keep_total, &total, &error);
    if (status < 0) return request_unavailable(r, &error);
    if (status == REEL_END) return not_found(r, "server.player", "the player has no place in this ranking");
    begin_ranking(to, &ranking);
    json_name(to, "total");
    record_add(to, &ranking_total_record, &total);
    json_begin_array(to, "parts");
    read_part_place(request_parameter(r, "after"), &after, level);
    if (ranking_parts(r->server->catalogue, ranking.name, r->captures[1], after, level, limit, add_part, &list, &error) < 0)
        return request_unavailable(r, &error);
    json_end_array(to);
    if (list.count == limit) {
        text address = { .data = NULL };
        char place[CATALOGUE_TEXT + 32];
        text_print(&address, "/rankings/%s/players/", ranking.name);
        url_path(&address, r->captures[1]);
        text_print(&address, "?limit=%u", limit);
        snprintf(place, sizeof place, "%lld:%s", (long long)list.thousandths, list.level);
        url_parameter(&address, "after", place);
        url_next(to, &address);
    }
    json_end_line(to);
    return false;
}

/* ---- GET /rankings/{ranking}/levels ------------------------------------------------------------------------------------ */

http_result get_ranked_levels(request *r) { return read_limit(r, LIMIT, MOST) ? request_start(r) : HTTP_GO; }

typedef struct level_list {
    text *to;
    unsigned count;
    char level[CATALOGUE_TEXT];
} level_list;

static void add_level(void *context, const ranking_level *level)
{
    level_list *list = context;
    list->count++;
    memcpy(list->level, level->level, sizeof list->level);
    record_add(list->to, &ranking_level_record, level);
}

bool ranked_levels_step(request *r)
{
    reel_error error;
    ranking_entry ranking;
    text *to = &r->answer;
    level_list list = { .to = to };
    const unsigned limit = read_limit(r, LIMIT, MOST);
    const char *after = request_parameter(r, "after");
    if (!find_ranking(r, &ranking)) return false;
    begin_ranking(to, &ranking);
    json_begin_array(to, "weights");
    if (ranking_levels(r->server->catalogue, ranking.name, after ? after : "", limit, add_level, &list, &error) < 0)
        return request_unavailable(r, &error);
    json_end_array(to);
    if (list.count == limit) {
        text address = { .data = NULL };
        text_print(&address, "/rankings/%s/levels?limit=%u", ranking.name, limit);
        url_parameter(&address, "after", list.level);
        url_next(to, &address);
    }
    json_end_line(to);
    return false;
}

/* ---- GET /boards/{board}/{level}/history ------------------------------------------------------------------------------- */

http_result get_history(request *r)
{
    int64_t before = 0;
    if (!read_limit(r, LIMIT, MOST)) return HTTP_GO;
    if (!read_whole(request_parameter(r, "before"), &before))
        return answer_refusal(r, HTTP_BAD_REQUEST, "server.parameter", "before is a number");
    return request_start(r);
}

typedef struct reign_rows {
    text *to;
    unsigned count;
    int64_t number;
} reign_rows;

static void add_reign(void *context, const reign_entry *entry)
{
    reign_rows *list = context;
    list->count++;
    list->number = entry->entry.number;
    record_add(list->to, &reign_record, entry);
}

bool history_step(request *r)
{
    board b;
    reel_error error;
    text *to = &r->answer;
    int64_t before = 0;
    reign_rows list = { .to = to };
    const unsigned limit = read_limit(r, LIMIT, MOST);
    read_whole(request_parameter(r, "before"), &before);
    if (!find_board_of_path(r, &b)) return false;
    json_begin_object(to, NULL);
    json_member_string(to, "board", b.name);
    json_member_string(to, "level", r->captures[1]);
    json_begin_array(to, "holders");
    if (reign_list(r->server->catalogue, b.name, r->captures[1], before, limit, add_reign, &list, &error) < 0)
        return request_unavailable(r, &error);
    if (!list.count && !before) return not_found(r, "server.level", "no play of this level is on the board");
    json_end_array(to);
    if (list.count == limit) {
        text address = { .data = NULL };
        text_print(&address, "/boards/%s/", b.name);
        url_path(&address, r->captures[1]);
        text_print(&address, "/history?limit=%u&before=%lld", limit, (long long)list.number);
        url_next(to, &address);
    }
    json_end_line(to);
    return false;
}

/* ---- what moderators set ----------------------------------------------------------------------------------------------- */

static const char *parameter(const request *r, const char *name)
{
    const char *value = request_parameter(r, name);
    return value ? value : "";
}

static http_result bad_parameter(request *r, const char *why)
{
    return answer_refusal(r, HTTP_BAD_REQUEST, "server.parameter", why);
}

/* The change of the parameters; without a weight, a level loses the one that it has. False: they are wrong. */
static bool read_change(const request *r, ranking_change *change)
{
    const char *weight = parameter(r, "weight");
    const bool lifts = strcmp(r->route->method, METHOD_DELETE) == 0;
    char *end = NULL;
    *change = (ranking_change){ .ranking = parameter(r, "ranking"),
                                .level = parameter(r, "level"),
                                .who = r->token,
                                .reason = parameter(r, "reason"),
                                .weight = -1,
                                .now = clock_wall_ms() };
    if (!lifts && (!*weight || strspn(weight, "0123456789.") != strlen(weight))) return false;
    if (!lifts) change->weight = strtod(weight, &end);
    return *change->ranking && *change->level && strlen(change->level) < CATALOGUE_TEXT &&
           (lifts || (!*end && change->weight <= 1e9));
}

http_result change_level(request *r)
{
    ranking_change change;
    if (read_change(r, &change)) return request_start(r);
    return bad_parameter(r, "ranking and level are needed, and a weight from 0 to 1000000000");
}

bool change_level_step(request *r)
{
    reel_error error;
    ranking_change change;
    read_change(r, &change);
    ranking_level level = { .weight = change.weight < 0 ? 0 : change.weight, .at = change.now };
    reel_status status = ranking_weigh(r->server->catalogue, &change, &error);
    if (status < 0) return request_unavailable(r, &error);
    if (status == REEL_END) return no_ranking(r);
    reel_level_key(change.level, strlen(change.level), level.level, sizeof level.level);
    record_add(&r->answer, &ranking_level_record, &level);
    text_add(&r->answer, "\n");
    return false;
}

static bool read_profile(const request *r, player_profile *profile)
{
    const char *player = parameter(r, "player"), *team = parameter(r, "team"), *country = parameter(r, "country");
    *profile = (player_profile){ .team = "" };
    if (!*player || strlen(player) >= sizeof profile->player || strlen(team) >= sizeof profile->team) return false;
    if (*country && (strlen(country) != 2 || strspn(country, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != 2)) return false;
    strcpy(profile->player, player);
    strcpy(profile->team, team);
    strcpy(profile->country, country);
    return true;
}

http_result change_profile(request *r)
{
    player_profile profile;
    if (read_profile(r, &profile)) return request_start(r);
    return bad_parameter(r, "player is needed; team has at most 63 bytes, country is two capital letters (ISO 3166)");
}

bool change_profile_step(request *r)
{
    reel_error error;
    player_profile profile;
    const bool writes = strcmp(r->route->method, METHOD_GET) != 0;
    read_profile(r, &profile);
    reel_status status = writes ? ranking_profile_set(r->server->catalogue, &profile, r->token, clock_wall_ms(), &error)
                                : ranking_profile_get(r->server->catalogue, parameter(r, "player"), &profile, &error);
    if (status < 0) return request_unavailable(r, &error);
    record_add(&r->answer, &profile_record, &profile);
    text_add(&r->answer, "\n");
    return false;
}
