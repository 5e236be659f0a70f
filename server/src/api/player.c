/* SPDX-License-Identifier: MIT
 * GET /players/{player} and GET /levels/{level}. */
#include "api/handlers.h"
#include "base/json_write.h"
#include "base/url_text.h"
#include "service/answer.h"
#include "service/lanes.h"
#include "service/query.h"
#include "json/ranking_json.h"
#include "json/stated_json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LIMIT = 20, MOST = 100, RECENT = 20, TOP = 3, MOST_COUNTED = 1000 };

typedef struct entry_list {
    text *to;
    unsigned count;
    char name[CATALOGUE_TEXT]; /* of the player, by the first entry */
} entry_list;

static void note_entry(void *context, const board_entry *entry)
{
    entry_list *list = context;
    if (!list->count++) snprintf(list->name, sizeof list->name, "%s", entry->replay.player_name);
    record_add(list->to, &board_entry_record, entry);
}

/* ---- players --------------------------------------------------------------------------------------------------------- */

enum { CURSOR = JOB_BOARD + CATALOGUE_TEXT };

/* The parameter after=BOARD:LEVEL. */
static bool read_cursor(request *r, char board[JOB_BOARD], char level[CATALOGUE_TEXT])
{
    const char *after = request_parameter(r, "after"), *colon = after ? strchr(after, ':') : NULL;
    *board = *level = '\0';
    if (!after) return true;
    if (!colon || colon - after >= JOB_BOARD || strlen(colon + 1) >= CATALOGUE_TEXT) return false;
    snprintf(board, JOB_BOARD, "%.*s", (int)(colon - after), after);
    strcpy(level, colon + 1);
    return true;
}

http_result get_player(request *r)
{
    char board[JOB_BOARD], level[CATALOGUE_TEXT];
    if (!read_limit(r, LIMIT, MOST)) return HTTP_GO;
    if (!read_cursor(r, board, level))
        return answer_refusal(r, HTTP_BAD_REQUEST, "server.parameter", "after is not of the form that the member next has");
    return request_start(r);
}

typedef struct best_list {
    board_entry *entries;
    size_t count;
} best_list;

static void keep_best(void *context, const board_entry *entry)
{
    best_list *list = context;
    list->entries[list->count++] = *entry;
}

/* The best plays with their places, which are look-ups of their own. */
static reel_status add_bests(request *r, text *to, unsigned limit, reel_error *error)
{
    char board[JOB_BOARD], level[CATALOGUE_TEXT];
    catalogue *c = r->server->catalogue;
    const char *player = r->captures[0];
    board_entry *entries = malloc(limit * sizeof *entries);
    best_list list = { entries, 0 };
    if (!entries) return *error = (reel_error){ .status = REEL_MEMORY, .rule = "server.memory", .section = "" }, REEL_MEMORY;
    read_cursor(r, board, level);
    json_begin_array(to, "bests");
    reel_status status = catalogue_bests(c, player, board, level, limit, keep_best, &list, error);
    for (size_t i = 0; i < list.count && status >= 0; i++) {
        status = catalogue_place(c, entries[i].board, entries[i].level_key, player, &entries[i].place, error);
        record_add(to, &board_entry_record, &entries[i]);
    }
    json_end_array(to);
    if (status >= 0 && list.count == limit) {
        const board_entry *last = &entries[list.count - 1];
        char cursor[CURSOR];
        text address = { .data = NULL };
        snprintf(cursor, sizeof cursor, "%s:%s", last->board, last->level_key);
        text_add(&address, "/players/");
        url_path(&address, player);
        text_print(&address, "?limit=%u", limit);
        url_parameter(&address, "after", cursor);
        url_next(to, &address);
    }
    free(entries);
    return status;
}

static void add_total(void *context, const ranking_total *total) { record_add(context, &ranking_total_record, total); }

static reel_status add_rankings(request *r, text *to, reel_error *error)
{
    json_begin_array(to, "rankings");
    reel_status status = ranking_of_player(r->server->catalogue, r->captures[0], add_total, to, error);
    json_end_array(to);
    return status;
}

/* On how many levels of each board the player is. */
static reel_status add_board_counts(request *r, text *to, reel_error *error)
{
    board_list *boards = board_holder_get(&r->server->boards);
    reel_status status = REEL_OK;
    json_begin_array(to, "boards");
    for (size_t i = 0; i < boards->set.count && status >= 0; i++) {
        const char *name = boards->set.boards[i].name;
        uint64_t count;
        status = catalogue_count_levels(r->server->catalogue, name, r->captures[0], MOST_COUNTED, &count, error);
        if (status < 0 || !count) continue;
        json_begin_object(to, NULL);
        json_member_string(to, "board", name);
        json_member_uint(to, "levels", count);
        json_end_object(to);
    }
    json_end_array(to);
    board_list_release(boards);
    return status;
}

/* Plays that imports state. */
typedef struct stated_rows {
    text *to;
    unsigned count;
    char name[CATALOGUE_TEXT]; /* of the player, by the first one */
} stated_rows;

static void add_stated(void *context, const stated_play *play)
{
    stated_rows *rows = context;
    if (!rows->count++) snprintf(rows->name, sizeof rows->name, "%s", play->player_name);
    record_add(rows->to, &stated_record, play);
}

/* Adds a list whose entries are in another text, and frees that. */
static void move_list(text *to, const char *name, text *entries)
{
    json_begin_array(to, name);
    json_move(to, entries);
    json_end_array(to);
}

bool player_step(request *r)
{
    reel_error error;
    static const char none[] = "no play of this player is on a board, or stated by an import";
    text *to = &r->answer, recent = { .data = NULL }, rows = { .data = NULL };
    entry_list list = { .to = &recent };
    stated_rows stated = { .to = &rows };
    reel_status status = catalogue_recent(r->server->catalogue, r->captures[0], 0, RECENT, note_entry, &list, &error);
    if (status >= 0)
        status = stated_of_player(r->server->catalogue, r->captures[0], NULL, "", RECENT, add_stated, &stated, &error);
    if (status >= 0 && !list.count && !stated.count)
        return text_free(&recent), text_free(&rows), request_refuse(r, HTTP_NOT_FOUND, "server.player", none);
    json_begin_object(to, NULL);
    json_member_string(to, "player", r->captures[0]);
    json_member_string(to, "player_name", list.count ? list.name : stated.name);
    if (status >= 0) status = add_board_counts(r, to, &error);
    if (status >= 0) status = add_rankings(r, to, &error);
    if (status >= 0) status = add_bests(r, to, read_limit(r, LIMIT, MOST), &error);
    move_list(to, "recent", &recent);
    move_list(to, "stated", &rows);
    json_end_line(to);
    return status < 0 ? request_unavailable(r, &error) : false;
}

/* ---- levels ---------------------------------------------------------------------------------------------------------- */

http_result get_level(request *r) { return request_start(r); }

static void add_replay(void *context, const replay_entry *entry)
{
    entry_list *list = context;
    list->count++;
    record_add(list->to, &entry_record, entry);
}

/* The best entries of a board at the level. */
static reel_status add_top(request *r, const char *board, uint64_t players, reel_error *error)
{
    text *to = &r->answer;
    entry_list list = { .to = to };
    const board_page page = { .board = board, .level = r->captures[0], .limit = TOP };
    json_begin_object(to, NULL);
    json_member_string(to, "board", board);
    json_member_uint(to, "players", players);
    json_begin_array(to, "best");
    reel_status status = catalogue_board(r->server->catalogue, &page, note_entry, &list, error);
    json_end_array(to);
    json_end_object(to);
    return status;
}

/* The boards on which the level has players. Sets *found. */
static reel_status add_boards(request *r, unsigned *found, reel_error *error)
{
    board_list *boards = board_holder_get(&r->server->boards);
    reel_status status = REEL_OK;
    for (size_t i = 0; i < boards->set.count && status >= 0; i++) {
        const char *name = boards->set.boards[i].name;
        uint64_t count;
        status = catalogue_count_players(r->server->catalogue, name, r->captures[0], MOST_COUNTED, &count, error);
        if (status < 0 || !count) continue;
        ++*found;
        status = add_top(r, name, count, error);
    }
    board_list_release(boards);
    return status;
}

/* The best stated plays of each board. */
static reel_status add_stated_tops(request *r, stated_rows *rows, reel_error *error)
{
    char level[CATALOGUE_TEXT];
    board_list *boards = board_holder_get(&r->server->boards);
    reel_status status = REEL_OK;
    for (size_t i = 0; i < boards->set.count && status >= 0; i++) {
        const char *name = boards->set.boards[i].name;
        status = stated_find(r->server->catalogue, name, r->captures[0], level, error);
        if (status < 0 || !*level) continue;
        status = stated_list(r->server->catalogue, name, level, &(stated_place){ .player = "" }, TOP, add_stated, rows, error);
    }
    board_list_release(boards);
    return status;
}

bool level_step(request *r)
{
    reel_error error;
    unsigned found = 0;
    text rows = { .data = NULL };
    stated_rows stated = { .to = &rows };
    text *to = &r->answer;
    entry_list list = { .to = to };
    const replay_filter filter = { .level = r->captures[0], .limit = RECENT };
    json_begin_object(to, NULL);
    json_member_string(to, "level", r->captures[0]);
    json_begin_array(to, "boards");
    reel_status status = add_boards(r, &found, &error);
    json_end_array(to);
    json_begin_array(to, "recent");
    if (status >= 0) status = catalogue_list(r->server->catalogue, &filter, add_replay, &list, &error);
    if (status >= 0) status = add_stated_tops(r, &stated, &error);
    json_end_array(to);
    move_list(to, "stated", &rows);
    json_end_line(to);
    if (status < 0) return request_unavailable(r, &error);
    if (found || list.count || stated.count) return false;
    text_free(to);
    return request_refuse(r, HTTP_NOT_FOUND, "server.level", "no replay of this level is kept, and no play of it is stated");
}
