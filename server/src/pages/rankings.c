/* SPDX-License-Identifier: MIT
 * Pages about rankings: which there are, one of them, a player in it, and who held a level. */
#include "base/real.h"
#include "pages/handlers.h"
#include "pages/page.h"
#include "service/answer.h"
#include "service/lanes.h"
#include "service/query.h"
#include "json/ranking_json.h"

#include <stdio.h>
#include <string.h>

static bool no_ranking(request *r, const page *page)
{
    return page_not_found(r, page, "server.ranking", "there is no such ranking");
}

static http_result wrong_parameter(request *r, const char *message)
{
    return answer_refusal(r, HTTP_BAD_REQUEST, "server.parameter", message);
}

/* ---- all --------------------------------------------------------------------------------------------------------------- */

typedef struct ranking_names {
    char name[RANKING_NAME], title[RANKING_TITLE];
} ranking_names;
static RECORD(names_record, ranking_names, FIELD_AS(ranking_names, "ranking", name, FIELD_TEXT),
              FIELD(ranking_names, title, FIELD_TEXT));

/* A ranking with its first players. */
typedef struct ranking_part_shown {
    ranking_names names;
    record_list entries;
} ranking_part_shown;
static RECORD(part_record, ranking_part_shown, FIELDS_OF(ranking_part_shown, names, &names_record),
              FIELD_OF(ranking_part_shown, entries, FIELD_LIST, &ranking_total_record));

typedef struct rankings_page {
    page_head head;
    record_list rankings;
} rankings_page;
static RECORD(rankings_record, rankings_page, FIELDS_OF(rankings_page, head, &page_head_record),
              FIELD_OF(rankings_page, rankings, FIELD_LIST, &part_record));

static void add_total(void *context, const ranking_total *total) { record_list_copy(context, &ranking_total_record, total); }

static void add_ranking(void *context, const ranking_entry *ranking)
{
    ranking_part_shown *part = record_list_add(context, &part_record);
    if (!part) return;
    memcpy(part->names.name, ranking->name, sizeof part->names.name);
    memcpy(part->names.title, ranking->title, sizeof part->names.title);
}

http_result get_rankings_page(request *r) { return request_start(r); }

bool rankings_page_step(request *r)
{
    enum { TOP = 5 };
    reel_error error;
    size_t kept = 0;
    rankings_page values = { .head = page_begin(r, "Rankings") };
    const page page = { "rankings", &rankings_record, &values, NULL };
    reel_status status = ranking_list(r->server->catalogue, add_ranking, &values.rankings, &error);
    ranking_part_shown *rows = values.rankings.rows;
    for (size_t i = 0; i < values.rankings.count && status >= 0; i++) {
        const ranking_page wanted = { .ranking = rows[i].names.name, .limit = TOP };
        status = ranking_totals(r->server->catalogue, &wanted, add_total, &rows[i].entries, &error);
        if (!rows[i].entries.count) continue; /* nobody is in it yet */
        if (kept != i) rows[kept] = rows[i];
        kept++;
    }
    if (status >= 0) values.rankings.count = kept;
    return status < 0 ? page_unavailable(r, &page, &error) : page_end(r, &page);
}

/* ---- one ---------------------------------------------------------------------------------------------------------------- */

/* A member with what tells whether the page is around it. */
typedef struct total_row {
    ranking_total total;
    bool here;
} total_row;
static RECORD(row_record, total_row, FIELDS_OF(total_row, total, &ranking_total_record), FIELD(total_row, here, FIELD_BOOL));

typedef struct ranking_page_shown {
    page_head head;
    ranking_shown shown;
    const char *by, *player;
    bool people, around, has_teams, has_countries;
    record_list entries;
    char next[64];
} ranking_page_shown;
static RECORD(ranking_record, ranking_page_shown, FIELDS_OF(ranking_page_shown, head, &page_head_record),
              FIELDS_OF(ranking_page_shown, shown, &ranking_shown_record), FIELD(ranking_page_shown, by, FIELD_STRING),
              FIELD(ranking_page_shown, player, FIELD_STRING), FIELD(ranking_page_shown, people, FIELD_BOOL),
              FIELD(ranking_page_shown, around, FIELD_BOOL), FIELD(ranking_page_shown, has_teams, FIELD_BOOL),
              FIELD(ranking_page_shown, has_countries, FIELD_BOOL),
              FIELD_OF(ranking_page_shown, entries, FIELD_LIST, &row_record), FIELD(ranking_page_shown, next, FIELD_TEXT));

http_result get_ranking_page(request *r)
{
    ranking_page page;
    if (!request_parameter(r, "ranking")) return wrong_parameter(r, "the parameter ranking is missing");
    return read_ranking_page(r, request_parameter(r, "ranking"), &page) ? request_start(r) : HTTP_GO;
}

typedef struct row_list {
    record_list *rows;
    const char *here; /* key of the member that the page is around */
} row_list;

static void add_row(void *context, const ranking_total *total)
{
    const row_list *list = context;
    total_row *row = record_list_add(list->rows, &row_record);
    if (row) *row = (total_row){ *total, strcmp(total->member, list->here) == 0 };
}

static void see(void *context, const ranking_total *total)
{
    (void)total;
    *(bool *)context = true;
}

/* Whether anybody is of a team or a country. */
static reel_status see_groups(request *r, ranking_page_shown *values, const char *name, reel_error *error)
{
    const ranking_page teams = { .ranking = name, .group = RANKING_TEAMS, .limit = 1 };
    const ranking_page countries = { .ranking = name, .group = RANKING_COUNTRIES, .limit = 1 };
    reel_status status = ranking_totals(r->server->catalogue, &teams, see, &values->has_teams, error);
    return status < 0 ? status : ranking_totals(r->server->catalogue, &countries, see, &values->has_countries, error);
}

bool ranking_page_step(request *r)
{
    reel_error error;
    ranking_entry ranking;
    ranking_page wanted;
    char key[CATALOGUE_TEXT] = "";
    ranking_page_shown values = { .head = page_begin(r, ""), .player = request_parameter(r, "player") };
    const page page = { "ranking", &ranking_record, &values, NULL };
    row_list list = { &values.entries, key };
    read_ranking_page(r, request_parameter(r, "ranking"), &wanted);
    reel_status status = ranking_get(r->server->catalogue, wanted.ranking, &ranking, &error);
    if (status == REEL_END) return no_ranking(r, &page);
    wanted.ranking = ranking.name;
    values.shown = ranking_show(&ranking);
    values.head.heading = ranking.title;
    values.by = ranking_group_names[wanted.group];
    values.people = wanted.group == RANKING_PLAYERS;
    values.around = wanted.member || wanted.has_after;
    if (wanted.member) snprintf(key, sizeof key, "%s", wanted.member);
    if (wanted.member && values.people) reel_player_key(wanted.member, strlen(wanted.member), key, sizeof key);
    if (status >= 0) status = see_groups(r, &values, ranking.name, &error);
    if (status >= 0) status = ranking_totals(r->server->catalogue, &wanted, add_row, &list, &error);
    if (status == REEL_END)
        return page_not_found(r, &page, "server.player", "the player, team or country is not in this ranking");
    const total_row *rows = values.entries.rows;
    if (status >= 0 && values.entries.count == wanted.limit) {
        const ranking_total *last = &rows[values.entries.count - 1].total;
        char rank[REAL_TEXT];
        snprintf(values.next, sizeof values.next, "%s:%lld", real_text(last->rank, rank), (long long)last->number);
    }
    return status < 0 ? page_unavailable(r, &page, &error) : page_end(r, &page);
}

/* ---- a player ----------------------------------------------------------------------------------------------------------- */

typedef struct standing_page {
    page_head head;
    ranking_shown shown;
    ranking_total total;
    record_list parts;
    char next[CATALOGUE_TEXT + 32];
} standing_page;
static RECORD(standing_record, standing_page, FIELDS_OF(standing_page, head, &page_head_record),
              FIELDS_OF(standing_page, shown, &ranking_shown_record),
              FIELD_OF(standing_page, total, FIELD_STRUCT, &ranking_total_record),
              FIELD_OF(standing_page, parts, FIELD_LIST, &ranking_part_record), FIELD(standing_page, next, FIELD_TEXT));

http_result get_standing_page(request *r)
{
    int64_t after;
    char level[CATALOGUE_TEXT];
    if (!request_parameter(r, "ranking") || !request_parameter(r, "player"))
        return wrong_parameter(r, "the parameter ranking or player is missing");
    if (read_part_place(request_parameter(r, "after"), &after, level)) return request_start(r);
    return wrong_parameter(r, "after is not of the form that the link to the next page has");
}

static void keep_total(void *context, const ranking_total *total) { *(ranking_total *)context = *total; }
static void add_part(void *context, const ranking_part *part) { record_list_copy(context, &ranking_part_record, part); }

bool standing_page_step(request *r)
{
    reel_error error;
    int64_t after;
    ranking_entry ranking;
    char level[CATALOGUE_TEXT];
    catalogue *c = r->server->catalogue;
    const char *player = request_parameter(r, "player");
    standing_page values = { .head = page_begin(r, "") };
    const page page = { "standing", &standing_record, &values, NULL };
    read_part_place(request_parameter(r, "after"), &after, level);
    reel_status status = ranking_get(c, request_parameter(r, "ranking"), &ranking, &error);
    if (status == REEL_END) return no_ranking(r, &page);
    const ranking_page one = { .ranking = ranking.name, .member = player, .limit = 1 };
    if (status >= 0) status = ranking_totals(c, &one, keep_total, &values.total, &error);
    if (status == REEL_END) return page_not_found(r, &page, "server.player", "the player is not in this ranking");
    values.shown = ranking_show(&ranking);
    values.head.heading = *values.total.player_name ? values.total.player_name : values.total.player;
    if (status >= 0) status = ranking_parts(c, ranking.name, player, after, level, PAGE_PLAYS, add_part, &values.parts, &error);
    if (status < 0) return page_unavailable(r, &page, &error);
    const ranking_part *parts = values.parts.rows, *last = values.parts.count == PAGE_PLAYS ? &parts[PAGE_PLAYS - 1] : NULL;
    if (last) snprintf(values.next, sizeof values.next, "%lld:%s", (long long)last->thousandths, last->entry.level_key);
    return page_end(r, &page);
}

/* ---- part of the page of a player ---------------------------------------------------------------------------------------- */

RECORD(page_ranking_record, page_ranking, FIELDS_OF(page_ranking, total, &ranking_total_record),
       FIELD(page_ranking, title, FIELD_TEXT));

static void add_own(void *context, const ranking_total *total)
{
    page_ranking *row = record_list_add(context, &page_ranking_record);
    if (row) row->total = *total;
}

reel_status page_player_rankings(request *r, record_list *to, const char *player, reel_error *error)
{
    ranking_entry ranking;
    reel_status status = ranking_of_player(r->server->catalogue, player, add_own, to, error);
    page_ranking *rows = to->rows;
    for (size_t i = 0; i < to->count && status >= 0; i++) {
        status = ranking_get(r->server->catalogue, rows[i].total.ranking, &ranking, error);
        memcpy(rows[i].title, ranking.title, sizeof rows[i].title);
    }
    return status;
}

/* ---- who held a level ---------------------------------------------------------------------------------------------------- */

typedef struct history_page {
    page_head head;
    board_shown board;
    level_shown shown;
    const char *level;
    record_list holders;
    char next[32];
} history_page;
static RECORD(history_record, history_page, FIELDS_OF(history_page, head, &page_head_record),
              FIELDS_OF(history_page, board, &board_shown_record), FIELDS_OF(history_page, shown, &level_shown_record),
              FIELD(history_page, level, FIELD_STRING), FIELD_OF(history_page, holders, FIELD_LIST, &reign_record),
              FIELD(history_page, next, FIELD_TEXT));

http_result get_history_page(request *r)
{
    int64_t before = 0;
    if (!request_parameter(r, "board") || !request_parameter(r, "level"))
        return wrong_parameter(r, "the parameter board or level is missing");
    if (read_whole(request_parameter(r, "before"), &before)) return request_start(r);
    return wrong_parameter(r, "before is not of the form that the link to the next page has");
}

static void add_holder(void *context, const reign_entry *entry) { record_list_copy(context, &reign_record, entry); }

bool history_page_step(request *r)
{
    board b;
    reel_error error;
    int64_t before = 0;
    history_page values = { .head = page_begin(r, ""), .level = request_parameter(r, "level") };
    const page page = { "history", &history_record, &values, NULL };
    read_whole(request_parameter(r, "before"), &before);
    if (!find_board(r, request_parameter(r, "board"), &b))
        return page_not_found(r, &page, "server.board", "there is no such board");
    values.board = page_show_board(&b);
    if (reign_list(r->server->catalogue, b.name, values.level, before, PAGE_PLAYS, add_holder, &values.holders, &error) < 0)
        return page_unavailable(r, &page, &error);
    if (!values.holders.count) return page_not_found(r, &page, "server.level", "no play of this level is on the board");
    const reign_entry *rows = values.holders.rows, *last = &rows[values.holders.count - 1];
    values.head.heading = level_heading(&rows->entry.replay, values.level);
    values.shown = (level_shown){ rows->entry.replay.author, rows->entry.replay.detail };
    if (values.holders.count == PAGE_PLAYS) snprintf(values.next, sizeof values.next, "%lld", (long long)last->entry.number);
    return page_end(r, &page);
}
