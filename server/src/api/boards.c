/* SPDX-License-Identifier: MIT
 * GET /boards and what is below it: which boards there are, their levels, their entries, and the plays of a player on a level. */
#include "api/handlers.h"
#include "base/real.h"
#include "base/url_text.h"
#include "service/answer.h"
#include "service/lanes.h"
#include "service/query.h"
#include "json/entry_json.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LIMIT = 100, MOST = 1000, LEVELS = 50, MOST_LEVELS = 100 };

/* ---- what a board is ------------------------------------------------------------------------------------------------- */

static void add_source(text *to, const char *name, const board_source *source)
{
    json_begin_array(to, name);
    for (size_t i = 0; i < source->count; i++) {
        const board_field *field = &source->fields[i];
        char whole[3 * JOB_NAME + 2];
        snprintf(whole, sizeof whole, "%s%s%s", field->table, *field->table ? "." : "", field->field);
        json_string(to, whole);
    }
    json_end_array(to);
}

static void add_rules(text *to, const board *b)
{
    json_begin_array(to, "where");
    for (size_t i = 0; i < b->condition_count; i++) {
        const board_condition *c = &b->conditions[i];
        char whole[5 * JOB_NAME];
        snprintf(whole, sizeof whole, "%s%s%s%s%s%s%s%s", c->test == BOARD_NOT ? "not " : "", c->field.table,
                 *c->field.table ? "." : "", c->field.field, c->test > BOARD_NOT ? " " : "",
                 c->test > BOARD_NOT ? board_test_names[c->test] : "", *c->value ? " " : "", c->value);
        json_string(to, whole);
    }
    json_end_array(to);
    json_member_string(to, "evidence",
                       b->evidence == EVIDENCE_FULL      ? "full"
                       : b->evidence == EVIDENCE_PARTIAL ? "partial"
                                                         : NULL);
}

/* What is needed to show the values of a board. */
static void begin_board(text *to, const board *b)
{
    json_begin_object(to, NULL);
    json_member_string(to, "board", b->name);
    json_member_string(to, "title", b->title);
    json_member_string(to, "game", b->game);
    json_member_string(to, "better", b->lower ? "lower" : "higher");
    json_member_string(to, "unit", b->unit);
    json_member_string(to, "show", board_show_names[b->show]);
}

http_result get_boards(request *r)
{
    text *to = &r->answer;
    board_list *list = board_holder_get(&r->server->boards);
    json_begin_object(to, NULL);
    json_begin_array(to, "boards");
    for (size_t i = 0; i < list->set.count; i++) {
        const board *b = &list->set.boards[i];
        begin_board(to, b);
        json_member_string(to, "rows", b->rows);
        json_member_string(to, "value", b->value);
        add_source(to, "level", &b->level);
        add_source(to, "player", &b->player);
        add_source(to, "name", &b->player_name);
        add_source(to, "group", &b->group);
        add_rules(to, b);
        json_end_object(to);
    }
    json_end_array(to);
    json_end_line(to);
    board_list_release(list);
    return answer_prepared(r, "application/json");
}

/* ---- entries --------------------------------------------------------------------------------------------------------- */

typedef struct entry_list {
    text *to;
    unsigned count;
    double rank; /* of the last entry */
    int64_t number;
    char level[CATALOGUE_TEXT]; /* its key */
} entry_list;

static void add_to_list(void *context, const board_entry *entry)
{
    entry_list *list = context;
    list->count++;
    list->rank = entry->rank;
    list->number = entry->number;
    memcpy(list->level, entry->level_key, sizeof list->level);
    record_add(list->to, &board_entry_record, entry);
}

/* An address below /boards/, with what the path of the request has. */
static void begin_address(text *address, const request *r, const char *level)
{
    text_add(address, "/boards/");
    url_path(address, r->captures[0]);
    if (!level) return;
    text_add(address, "/");
    url_path(address, level);
}

/* ---- GET /boards/{board} --------------------------------------------------------------------------------------------- */

http_result get_board_levels(request *r) { return read_limit(r, LEVELS, MOST_LEVELS) ? request_start(r) : HTTP_GO; }

bool board_levels_step(request *r)
{
    board b;
    reel_error error;
    text *to = &r->answer;
    entry_list list = { .to = to };
    const char *after = request_parameter(r, "after");
    const unsigned limit = read_limit(r, LEVELS, MOST_LEVELS);
    if (!find_board_of_path(r, &b)) return false;
    begin_board(to, &b);
    json_begin_array(to, "levels");
    if (catalogue_levels(r->server->catalogue, b.name, after ? after : "", limit, add_to_list, &list, &error) < 0)
        return request_unavailable(r, &error);
    json_end_array(to);
    if (list.count == limit) {
        text address = { .data = NULL };
        begin_address(&address, r, NULL);
        text_print(&address, "?limit=%u", limit);
        url_parameter(&address, "after", list.level);
        url_next(to, &address);
    }
    json_end_line(to);
    return false;
}

/* ---- GET /boards/{board}/{level} ------------------------------------------------------------------------------------- */

http_result get_board(request *r)
{
    board_page page;
    return read_board_page(r, r->captures[1], &page) ? request_start(r) : HTTP_GO;
}

static void add_next_places(const request *r, const board_page *page, const entry_list *list)
{
    text address = { .data = NULL };
    char rank[REAL_TEXT];
    begin_address(&address, r, r->captures[1]);
    text_print(&address, "?limit=%u%s%s", page->limit, page->all ? "&all=1" : "", page->newest ? "&sort=date" : "");
    if (page->newest)
        text_print(&address, "&after=%lld", (long long)list->number);
    else
        text_print(&address, "&after=%s%%3A%lld", real_text(list->rank, rank), (long long)list->number);
    url_next(list->to, &address);
}

bool board_step(request *r)
{
    board b;
    reel_error error;
    board_page page;
    text *to = &r->answer;
    entry_list list = { .to = to };
    read_board_page(r, r->captures[1], &page);
    if (!find_board_of_path(r, &b)) return false;
    page.board = b.name;
    begin_board(to, &b);
    json_member_string(to, "level", page.level);
    json_begin_array(to, "entries");
    reel_status status = catalogue_board(r->server->catalogue, &page, add_to_list, &list, &error);
    if (status < 0) return request_unavailable(r, &error);
    if (status == REEL_END) {
        text_free(to);
        return request_refuse(r, HTTP_NOT_FOUND, "server.player", "the player has no place on this board");
    }
    json_end_array(to);
    if (list.count == page.limit) add_next_places(r, &page, &list);
    json_end_line(to);
    return false;
}

/* ---- GET /boards/{board}/{level}/players/{player} -------------------------------------------------------------------- */

http_result get_progress(request *r)
{
    int64_t after = 0;
    if (!read_limit(r, LIMIT, MOST)) return HTTP_GO;
    if (!read_whole(request_parameter(r, "after"), &after))
        return answer_refusal(r, HTTP_BAD_REQUEST, "server.parameter", "after is not of the form that the member next has");
    return request_start(r);
}

bool progress_step(request *r)
{
    board b;
    reel_error error;
    uint64_t place = 0;
    int64_t after = 0;
    text *to = &r->answer;
    entry_list list = { .to = to };
    const char *level = r->captures[1], *player = r->captures[2];
    const unsigned limit = read_limit(r, LIMIT, MOST);
    read_whole(request_parameter(r, "after"), &after);
    if (!find_board_of_path(r, &b)) return false;
    reel_status status = catalogue_place(r->server->catalogue, b.name, level, player, &place, &error);
    if (status == REEL_END) return request_refuse(r, HTTP_NOT_FOUND, "server.player", "the player has no place on this board");
    if (status < 0) return request_unavailable(r, &error);
    begin_board(to, &b);
    json_member_string(to, "level", level);
    json_member_string(to, "player", player);
    json_member_uint(to, "place", place);
    json_begin_array(to, "plays");
    if (catalogue_progress(r->server->catalogue, b.name, level, player, after, limit, add_to_list, &list, &error) < 0)
        return request_unavailable(r, &error);
    json_end_array(to);
    if (list.count == limit) {
        text address = { .data = NULL };
        begin_address(&address, r, level);
        text_add(&address, "/players/");
        url_path(&address, player);
        text_print(&address, "?limit=%u&after=%lld", limit, (long long)list.number);
        url_next(to, &address);
    }
    json_end_line(to);
    return false;
}
