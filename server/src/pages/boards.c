/* SPDX-License-Identifier: MIT
 * Pages about boards: the levels of one, one level, and the plays of a player on it. */
#include "pages/handlers.h"
#include "pages/page.h"
#include "service/answer.h"
#include "service/lanes.h"
#include "service/query.h"
#include "json/entry_json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BESTS = 20, MOST_COUNTED = 1000 };

void page_level(text *values, const replay_entry *entry, const char *level)
{
    text_string(values, "heading", *entry->title ? entry->title : level);
    text_string(values, "author", entry->author);
    text_string(values, "detail", entry->detail);
}

/* What the template needs to show the values of a board. */
static void add_board(text *to, const board *b)
{
    text_string(to, "board", b->name);
    text_string(to, "board_title", b->title);
    text_string(to, "game", b->game);
    text_string(to, "unit", b->show == BOARD_NUMBER ? b->unit : "");
    text_print(to, ",\"is_time\":%s,\"is_percent\":%s,\"is_number\":%s", b->show == BOARD_TIME ? "true" : "false",
               b->show == BOARD_PERCENT ? "true" : "false", b->show == BOARD_NUMBER ? "true" : "false");
}

/* Entries of a board, as a list of objects. */
typedef struct entries {
    text *to;
    unsigned count;
    replay_entry first;
    double rank; /* of the last one */
    int64_t number;
    char level_key[CATALOGUE_TEXT], player[CATALOGUE_TEXT]; /* of the last one; key of the player that the page is around */
} entries;

static void begin_board_entry(text *to, const board_entry *entry)
{
    begin_entry(to, &entry->replay);
    text_print(to, ",\"value\":%.17g,\"place\":%llu", entry->value, (unsigned long long)entry->place);
}

static void add_board_row(void *context, const board_entry *entry)
{
    entries *list = context;
    char player[CATALOGUE_TEXT];
    if (!list->count) list->first = entry->replay;
    if (list->count++) text_add(list->to, ",");
    begin_board_entry(list->to, entry);
    reel_player_key(entry->replay.player, strlen(entry->replay.player), player, sizeof player);
    text_print(list->to, ",\"here\":%s}", *player && strcmp(player, list->player) == 0 ? "true" : "false");
    list->rank = entry->rank;
    list->number = entry->number;
    memcpy(list->level_key, entry->level_key, sizeof list->level_key);
}

/* ---- parts of other pages -------------------------------------------------------------------------------------------- */

reel_status page_boards(request *r, text *values, unsigned levels, reel_error *error)
{
    board_list *boards = board_holder_get(&r->server->boards);
    reel_status status = REEL_OK;
    unsigned found = 0;
    text_add(values, ",\"boards\":[");
    for (size_t i = 0; i < boards->set.count && status >= 0; i++) {
        text rows = { .data = NULL };
        entries list = { .to = &rows };
        status = catalogue_levels(r->server->catalogue, boards->set.boards[i].name, "", levels, add_board_row, &list, error);
        if (status >= 0 && list.count) {
            text_add(values, found++ ? ",{\"levels\":[" : "{\"levels\":[");
            text_raw(values, rows.data, rows.size);
            text_add(values, "]");
            add_board(values, &boards->set.boards[i]);
            text_add(values, "}");
        }
        values->failed |= rows.failed;
        text_free(&rows);
    }
    text_add(values, "]");
    board_list_release(boards);
    return status;
}

reel_status page_level_boards(request *r, text *values, const char *level, reel_error *error)
{
    board_list *boards = board_holder_get(&r->server->boards);
    reel_status status = REEL_OK;
    unsigned found = 0;
    text_add(values, ",\"boards\":[");
    for (size_t i = 0; i < boards->set.count && status >= 0; i++) {
        const board *b = &boards->set.boards[i];
        uint64_t count = 0;
        status = catalogue_count_players(r->server->catalogue, b->name, level, MOST_COUNTED, &count, error);
        if (status < 0 || !count) continue;
        text_print(values, "%s{\"players\":%llu", found++ ? "," : "", (unsigned long long)count);
        add_board(values, b);
        text_add(values, "}");
    }
    text_add(values, "]");
    board_list_release(boards);
    return status;
}

typedef struct bests {
    board_entry *entries;
    size_t count;
} bests;

static void keep_best(void *context, const board_entry *entry)
{
    bests *list = context;
    list->entries[list->count++] = *entry;
}

reel_status page_bests(request *r, text *values, const char *player, reel_error *error)
{
    board b;
    unsigned found = 0;
    catalogue *c = r->server->catalogue;
    bests list = { malloc(BESTS * sizeof *list.entries), 0 };
    reel_status status = list.entries ? catalogue_bests(c, player, "", "", BESTS, keep_best, &list, error) : REEL_OK;
    values->failed |= !list.entries;
    text_add(values, ",\"bests\":[");
    for (size_t i = 0; i < list.count && status >= 0; i++) {
        board_entry *e = &list.entries[i];
        if (!find_board(r, e->board, &b)) continue;
        status = catalogue_place(c, e->board, e->level_key, player, &e->place, error);
        if (found++) text_add(values, ",");
        begin_board_entry(values, e);
        add_board(values, &b);
        text_add(values, "}");
    }
    text_add(values, "]");
    free(list.entries);
    return status;
}

/* ---- pages ----------------------------------------------------------------------------------------------------------- */

static bool no_board(request *r, text *values) { return page_not_found(r, values, "server.board", "there is no such board"); }

/* Whether the parameters are there; `needed` ends with NULL. Answers if one is not. */
static bool has_parameters(request *r, const char *const *needed)
{
    char message[64];
    for (; *needed; needed++) {
        if (request_parameter(r, *needed)) continue;
        snprintf(message, sizeof message, "the parameter %s is missing", *needed);
        return answer_refusal(r, MHD_HTTP_BAD_REQUEST, "server.parameter", message), false;
    }
    return true;
}

enum MHD_Result get_board_page(request *r)
{
    static const char *const needed[] = { "board", "level", NULL };
    board_page page;
    if (!has_parameters(r, needed)) return MHD_YES;
    return read_board_page(r, request_parameter(r, "level"), &page) ? request_start(r) : MHD_YES;
}

bool board_page_step(request *r)
{
    board b;
    reel_error error;
    board_page page;
    text values = { .data = NULL };
    entries list = { .to = &values };
    const char *level = request_parameter(r, "level");
    read_board_page(r, level, &page);
    page.limit = PAGE_PLAYS;
    if (page.player) reel_player_key(page.player, strlen(page.player), list.player, sizeof list.player);
    page_begin(r, &values);
    if (!find_board(r, request_parameter(r, "board"), &b)) return no_board(r, &values);
    page.board = b.name;
    add_board(&values, &b);
    text_add(&values, ",\"entries\":[");
    reel_status status = catalogue_board(r->server->catalogue, &page, add_board_row, &list, &error);
    if (status < 0) return page_unavailable(r, &values, &error);
    if (status == REEL_END) return page_not_found(r, &values, "server.player", "the player has no place on this board");
    text_add(&values, "]");
    page_level(&values, &list.first, level);
    text_string(&values, "level", level);
    if (page.player || page.has_after) text_add(&values, ",\"around\":true");
    if (list.count == page.limit) text_print(&values, ",\"next\":\"%.17g:%lld\"", list.rank, (long long)list.number);
    return page_end(r, &values, "board");
}

enum MHD_Result get_levels_page(request *r)
{
    static const char *const needed[] = { "board", NULL };
    return has_parameters(r, needed) ? request_start(r) : MHD_YES;
}

bool levels_page_step(request *r)
{
    board b;
    reel_error error;
    text values = { .data = NULL };
    entries list = { .to = &values };
    const char *after = request_parameter(r, "after");
    page_begin(r, &values);
    if (!find_board(r, request_parameter(r, "board"), &b)) return no_board(r, &values);
    text_string(&values, "heading", b.title);
    add_board(&values, &b);
    text_add(&values, ",\"levels\":[");
    if (catalogue_levels(r->server->catalogue, b.name, after ? after : "", PAGE_PLAYS, add_board_row, &list, &error) < 0)
        return page_unavailable(r, &values, &error);
    text_add(&values, "]");
    if (list.count == PAGE_PLAYS) text_string(&values, "next", list.level_key);
    return page_end(r, &values, "levels");
}

enum MHD_Result get_progress_page(request *r)
{
    static const char *const needed[] = { "board", "level", "player", NULL };
    int64_t after = 0;
    if (!has_parameters(r, needed)) return MHD_YES;
    if (read_whole(request_parameter(r, "after"), &after)) return request_start(r);
    return answer_refusal(r, MHD_HTTP_BAD_REQUEST, "server.parameter",
                          "after is not of the form that the link to the next page has");
}

bool progress_page_step(request *r)
{
    board b;
    reel_error error;
    uint64_t place = 0;
    int64_t after = 0;
    text values = { .data = NULL };
    entries list = { .to = &values };
    const char *level = request_parameter(r, "level"), *player = request_parameter(r, "player");
    read_whole(request_parameter(r, "after"), &after);
    page_begin(r, &values);
    if (!find_board(r, request_parameter(r, "board"), &b)) return no_board(r, &values);
    reel_status status = catalogue_place(r->server->catalogue, b.name, level, player, &place, &error);
    if (status == REEL_END) return page_not_found(r, &values, "server.player", "the player has no place on this board");
    add_board(&values, &b);
    text_print(&values, ",\"place\":%llu,\"entries\":[", (unsigned long long)place);
    if (status >= 0)
        status = catalogue_progress(r->server->catalogue, b.name, level, player, after, PAGE_PLAYS, add_board_row, &list, &error);
    if (status < 0) return page_unavailable(r, &values, &error);
    text_add(&values, "]");
    page_level(&values, &list.first, level);
    text_string(&values, "level", level);
    text_string(&values, "player", player);
    text_string(&values, "player_name", list.first.player_name);
    if (list.count == PAGE_PLAYS) text_print(&values, ",\"next\":\"%lld\"", (long long)list.number);
    return page_end(r, &values, "progress");
}
