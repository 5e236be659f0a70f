/* SPDX-License-Identifier: MIT
 * Pages about boards: the levels of one, one level, and the plays of a player on it. */
#include "base/real.h"
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

const char *level_heading(const replay_entry *entry, const char *level) { return *entry->title ? entry->title : level; }

RECORD(level_shown_record, level_shown, FIELD(level_shown, author, FIELD_STRING), FIELD(level_shown, detail, FIELD_STRING));

RECORD(board_shown_record, board_shown, FIELD(board_shown, board, FIELD_TEXT), FIELD(board_shown, board_title, FIELD_TEXT),
       FIELD(board_shown, game, FIELD_TEXT), FIELD(board_shown, unit, FIELD_TEXT), FIELD(board_shown, is_time, FIELD_BOOL),
       FIELD(board_shown, is_percent, FIELD_BOOL), FIELD(board_shown, is_number, FIELD_BOOL));

board_shown page_show_board(const board *b)
{
    board_shown shown = { .is_time = b->show == BOARD_TIME,
                          .is_percent = b->show == BOARD_PERCENT,
                          .is_number = b->show == BOARD_NUMBER };
    memcpy(shown.board, b->name, sizeof shown.board);
    memcpy(shown.board_title, b->title, sizeof shown.board_title);
    memcpy(shown.game, b->game, sizeof shown.game);
    if (shown.is_number) memcpy(shown.unit, b->unit, sizeof shown.unit);
    return shown;
}

/* An entry of a board. */
typedef struct board_row {
    board_entry entry;
    bool here; /* its player is the one that the page is around */
} board_row;
static RECORD(board_row_record, board_row, FIELDS_OF(board_row, entry, &board_entry_record), FIELD(board_row, here, FIELD_BOOL));

RECORD(board_part_record, board_part, FIELDS_OF(board_part, board, &board_shown_record),
       FIELD_OF(board_part, levels, FIELD_LIST, &board_row_record), FIELD(board_part, players, FIELD_UINT));
RECORD(best_row_record, best_row, FIELDS_OF(best_row, entry, &board_entry_record),
       FIELDS_OF(best_row, board, &board_shown_record));

/* Entries that are being listed. `player` is the key of the one that the page is around. */
typedef struct entries {
    record_list *list;
    char player[CATALOGUE_TEXT];
} entries;

static void add_board_row(void *context, const board_entry *entry)
{
    const entries *to = context;
    char player[CATALOGUE_TEXT];
    board_row *row = record_list_add(to->list, &board_row_record);
    if (!row) return;
    reel_player_key(entry->replay.player, strlen(entry->replay.player), player, sizeof player);
    row->entry = *entry;
    row->here = *player && strcmp(player, to->player) == 0;
}

/* NULL: there is none. */
static const board_entry *first_of(const record_list *list)
{
    return list->count ? &((const board_row *)list->rows)->entry : NULL;
}

static const board_entry *last_of(const record_list *list)
{
    return list->count ? &((const board_row *)record_list_at(list, &board_row_record, list->count - 1))->entry : NULL;
}

/* ---- parts of other pages -------------------------------------------------------------------------------------------- */

reel_status page_boards(request *r, record_list *to, unsigned levels, reel_error *error)
{
    board_list *boards = board_holder_get(&r->server->boards);
    reel_status status = REEL_OK;
    for (size_t i = 0; i < boards->set.count && status >= 0; i++) {
        board_part part = { .board = page_show_board(&boards->set.boards[i]) };
        status = catalogue_levels(r->server->catalogue, part.board.board, "", levels, add_board_row,
                                  &(entries){ &part.levels, "" }, error);
        part.players = 0;
        if (status >= 0 && part.levels.count && !to->failed) {
            record_list_copy(to, &board_part_record, &part);
            if (!to->failed) continue; /* it has the levels now */
        }
        to->failed |= part.levels.failed;
        free(part.levels.rows);
    }
    board_list_release(boards);
    return status;
}

reel_status page_level_boards(request *r, record_list *to, const char *level, reel_error *error)
{
    board_list *boards = board_holder_get(&r->server->boards);
    reel_status status = REEL_OK;
    for (size_t i = 0; i < boards->set.count && status >= 0; i++) {
        board_part part = { .board = page_show_board(&boards->set.boards[i]) };
        status = catalogue_count_players(r->server->catalogue, part.board.board, level, MOST_COUNTED, &part.players, error);
        if (status >= 0 && part.players) record_list_copy(to, &board_part_record, &part);
    }
    board_list_release(boards);
    return status;
}

static void keep_best(void *context, const board_entry *entry)
{
    best_row *row = record_list_add(context, &best_row_record);
    if (row) row->entry = *entry;
}

reel_status page_bests(request *r, record_list *bests, const char *player, reel_error *error)
{
    board b;
    size_t kept = 0;
    catalogue *c = r->server->catalogue;
    reel_status status = catalogue_bests(c, player, "", "", BESTS, keep_best, bests, error);
    best_row *rows = bests->rows;
    for (size_t i = 0; i < bests->count && status >= 0; i++) {
        board_entry *e = &rows[i].entry;
        if (!find_board(r, e->board, &b)) continue; /* it is not declared any more */
        status = catalogue_place(c, e->board, e->level_key, player, &e->place, error);
        rows[i].board = page_show_board(&b);
        if (kept != i) rows[kept] = rows[i];
        kept++;
    }
    bests->count = kept;
    return status;
}

/* ---- pages ----------------------------------------------------------------------------------------------------------- */

static bool no_board(request *r, const page *page) { return page_not_found(r, page, "server.board", "there is no such board"); }

/* Whether the parameters are there; `needed` ends with NULL. Answers if one is not. */
static bool has_parameters(request *r, const char *const *needed)
{
    char message[64];
    for (; *needed; needed++) {
        if (request_parameter(r, *needed)) continue;
        snprintf(message, sizeof message, "the parameter %s is missing", *needed);
        return answer_refusal(r, HTTP_BAD_REQUEST, "server.parameter", message), false;
    }
    return true;
}

http_result get_board_page(request *r)
{
    static const char *const needed[] = { "board", "level", NULL };
    board_page page;
    if (!has_parameters(r, needed)) return HTTP_GO;
    return read_board_page(r, request_parameter(r, "level"), &page) ? request_start(r) : HTTP_GO;
}

/* A level on a board, with some of its entries. */
typedef struct board_page_shown {
    page_head head;
    board_shown board;
    level_shown shown;
    const char *level, *player, *player_name;
    uint64_t place;
    bool around;                 /* it does not begin at the first place */
    char stated[CATALOGUE_TEXT]; /* the level of plays that an import states; empty: none */
    record_list entries;
    char next[64];
} board_page_shown;
#define TEXT(member) FIELD(board_page_shown, member, FIELD_STRING)
static RECORD(board_page_record, board_page_shown, FIELDS_OF(board_page_shown, head, &page_head_record),
              FIELDS_OF(board_page_shown, board, &board_shown_record), FIELDS_OF(board_page_shown, shown, &level_shown_record),
              TEXT(level), TEXT(player), TEXT(player_name), FIELD(board_page_shown, place, FIELD_UINT),
              FIELD(board_page_shown, around, FIELD_BOOL), FIELD(board_page_shown, stated, FIELD_TEXT),
              FIELD_OF(board_page_shown, entries, FIELD_LIST, &board_row_record), FIELD(board_page_shown, next, FIELD_TEXT));

/* Fills what the page says of the level, from its first entry. */
static void describe_level(board_page_shown *values)
{
    const board_entry *first = first_of(&values->entries);
    values->head.heading = first ? level_heading(&first->replay, values->level) : values->level;
    if (!first) return;
    values->shown = (level_shown){ first->replay.author, first->replay.detail };
    values->player_name = first->replay.player_name;
}

bool board_page_step(request *r)
{
    board b;
    reel_error error;
    board_page wanted;
    board_page_shown values = { .head = page_begin(r, ""), .level = request_parameter(r, "level") };
    const page page = { "board", &board_page_record, &values, NULL };
    entries list = { .list = &values.entries };
    read_board_page(r, values.level, &wanted);
    wanted.limit = PAGE_PLAYS;
    if (wanted.player) reel_player_key(wanted.player, strlen(wanted.player), list.player, sizeof list.player);
    if (!find_board(r, request_parameter(r, "board"), &b)) return no_board(r, &page);
    wanted.board = b.name;
    values.board = page_show_board(&b);
    reel_status status = catalogue_board(r->server->catalogue, &wanted, add_board_row, &list, &error);
    if (status == REEL_OK) status = stated_find(r->server->catalogue, b.name, values.level, values.stated, &error);
    if (status < 0) return page_unavailable(r, &page, &error);
    if (status == REEL_END) return page_not_found(r, &page, "server.player", "the player has no place on this board");
    describe_level(&values);
    values.around = wanted.player || wanted.has_after;
    char rank[REAL_TEXT];
    const board_entry *last = last_of(&values.entries);
    if (last && values.entries.count == wanted.limit)
        snprintf(values.next, sizeof values.next, "%s:%lld", real_text(last->rank, rank), (long long)last->number);
    return page_end(r, &page);
}

http_result get_levels_page(request *r)
{
    static const char *const needed[] = { "board", NULL };
    return has_parameters(r, needed) ? request_start(r) : HTTP_GO;
}

/* The levels of a board. */
typedef struct levels_page {
    page_head head;
    board_part board;
    char stated[CATALOGUE_TEXT]; /* a level of which an import states plays; empty: none */
    char next[CATALOGUE_TEXT];
} levels_page;
static RECORD(levels_record, levels_page, FIELDS_OF(levels_page, head, &page_head_record),
              FIELDS_OF(levels_page, board, &board_part_record), FIELD(levels_page, stated, FIELD_TEXT),
              FIELD(levels_page, next, FIELD_TEXT));

bool levels_page_step(request *r)
{
    board b;
    reel_error error;
    levels_page values = { .head = page_begin(r, "") };
    const page page = { "levels", &levels_record, &values, NULL };
    record_list *levels = &values.board.levels;
    const char *after = request_parameter(r, "after");
    if (!find_board(r, request_parameter(r, "board"), &b)) return no_board(r, &page);
    values.board.board = page_show_board(&b);
    values.head.heading = values.board.board.board_title;
    if (catalogue_levels(r->server->catalogue, b.name, after ? after : "", PAGE_PLAYS, add_board_row, &(entries){ levels, "" },
                         &error) < 0 ||
        stated_find(r->server->catalogue, b.name, NULL, values.stated, &error) < 0)
        return page_unavailable(r, &page, &error);
    const board_entry *last = last_of(levels);
    if (last && levels->count == PAGE_PLAYS) memcpy(values.next, last->level_key, sizeof values.next);
    return page_end(r, &page);
}

http_result get_progress_page(request *r)
{
    static const char *const needed[] = { "board", "level", "player", NULL };
    int64_t after = 0;
    if (!has_parameters(r, needed)) return HTTP_GO;
    if (read_whole(request_parameter(r, "after"), &after)) return request_start(r);
    return answer_refusal(r, HTTP_BAD_REQUEST, "server.parameter", "after is not of the form that the link to the next page has");
}

bool progress_page_step(request *r)
{
    board b;
    reel_error error;
    int64_t after = 0;
    board_page_shown values = { .head = page_begin(r, ""),
                                .level = request_parameter(r, "level"),
                                .player = request_parameter(r, "player") };
    const page page = { "progress", &board_page_record, &values, NULL };
    read_whole(request_parameter(r, "after"), &after);
    if (!find_board(r, request_parameter(r, "board"), &b)) return no_board(r, &page);
    values.board = page_show_board(&b);
    reel_status status = catalogue_place(r->server->catalogue, b.name, values.level, values.player, &values.place, &error);
    if (status == REEL_END) return page_not_found(r, &page, "server.player", "the player has no place on this board");
    if (status >= 0)
        status = catalogue_progress(r->server->catalogue, b.name, values.level, values.player, after, PAGE_PLAYS, add_board_row,
                                    &(entries){ &values.entries, "" }, &error);
    if (status < 0) return page_unavailable(r, &page, &error);
    describe_level(&values);
    const board_entry *last = last_of(&values.entries);
    if (last && values.entries.count == PAGE_PLAYS) snprintf(values.next, sizeof values.next, "%lld", (long long)last->number);
    return page_end(r, &page);
}
