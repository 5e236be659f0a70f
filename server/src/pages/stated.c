/* SPDX-License-Identifier: MIT
 * Pages about plays that tables of others state: the levels of a board that have some, and those of a level. */
#include "pages/handlers.h"
#include "pages/page.h"
#include "service/answer.h"
#include "service/lanes.h"
#include "service/query.h"
#include "json/stated_json.h"

#include <stdio.h>
#include <string.h>

/* ---- parts of other pages ---------------------------------------------------------------------------------------------- */

enum { PLAYER_ROWS = 50 };

RECORD(stated_row_record, stated_row, FIELDS_OF(stated_row, play, &stated_record),
       FIELDS_OF(stated_row, board, &board_shown_record));

static void add_row(void *context, const stated_play *play)
{
    stated_row *row = record_list_add(context, &stated_row_record);
    if (row) row->play = *play;
}

reel_status page_player_stated(request *r, record_list *list, const char *player, reel_error *error)
{
    board b;
    size_t kept = 0;
    const reel_status status = stated_of_player(r->server->catalogue, player, NULL, "", PLAYER_ROWS, add_row, list, error);
    stated_row *rows = list->rows;
    for (size_t i = 0; i < list->count; i++) {
        if (!find_board(r, rows[i].play.board, &b)) continue; /* it is not declared any more */
        rows[i].board = page_show_board(&b);
        if (kept != i) rows[kept] = rows[i];
        kept++;
    }
    list->count = kept;
    return status;
}

reel_status page_level_stated(request *r, record_list *list, const char *level, reel_error *error)
{
    char found[CATALOGUE_TEXT];
    catalogue *c = r->server->catalogue;
    board_list *boards = board_holder_get(&r->server->boards);
    reel_status status = REEL_OK;
    for (size_t i = 0; i < boards->set.count && status >= 0; i++) {
        const board *b = &boards->set.boards[i];
        const size_t count = list->count;
        status = stated_find(c, b->name, level, found, error);
        if (status >= 0 && *found)
            status = stated_list(c, b->name, found, &(stated_place){ .player = "" }, 1, add_row, list, error);
        if (list->count > count) ((stated_row *)list->rows)[count].board = page_show_board(b);
    }
    board_list_release(boards);
    return status;
}

/* ---- pages ----------------------------------------------------------------------------------------------------------- */

/* `level` is empty on the page of the levels, which may be those of a player. */
typedef struct stated_page {
    page_head head;
    board_shown board;
    const char *level, *of;
    record_list entries;
    char next[STATED_PLACE];
} stated_page;
static RECORD(stated_page_record, stated_page, FIELDS_OF(stated_page, head, &page_head_record),
              FIELDS_OF(stated_page, board, &board_shown_record), FIELD(stated_page, level, FIELD_STRING),
              FIELD(stated_page, of, FIELD_STRING), FIELD_OF(stated_page, entries, FIELD_LIST, &stated_record),
              FIELD(stated_page, next, FIELD_TEXT));

http_result get_stated_page(request *r)
{
    stated_place after;
    const char *message = "the parameter board is missing";
    if (request_parameter(r, "board")) message = "after is not of the form that the link to the next page has";
    if (request_parameter(r, "board") &&
        (!request_parameter(r, "level") || read_stated_place(request_parameter(r, "after"), &after)))
        return request_start(r);
    return answer_refusal(r, HTTP_BAD_REQUEST, "server.parameter", message);
}

static void add_stated(void *context, const stated_play *play) { record_list_copy(context, &stated_record, play); }

static reel_status read_entries(request *r, const board *b, stated_page *values, reel_error *error)
{
    stated_place place;
    const char *after = request_parameter(r, "after");
    if (!values->level) return list_stated_levels(r, b, after, PAGE_PLAYS, add_stated, &values->entries, error);
    read_stated_place(after, &place);
    return stated_list(r->server->catalogue, b->name, values->level, &place, PAGE_PLAYS, add_stated, &values->entries, error);
}

bool stated_page_step(request *r)
{
    board b;
    reel_error error;
    stated_page values = { .head = page_begin(r, ""), .level = request_parameter(r, "level") };
    if (!values.level) values.of = request_parameter(r, "player");
    const page page = { "stated", &stated_page_record, &values, NULL };
    if (!find_board(r, request_parameter(r, "board"), &b))
        return page_not_found(r, &page, "server.board", "there is no such board");
    values.board = page_show_board(&b);
    values.head.heading = values.level ? values.level : values.board.board_title;
    if (read_entries(r, &b, &values, &error) < 0) return page_unavailable(r, &page, &error);
    if (!values.entries.count) return page_not_found(r, &page, "server.level", "no play of this is stated by an import");
    const stated_play *rows = values.entries.rows, *last = &rows[values.entries.count - 1];
    if (values.entries.count == PAGE_PLAYS && values.level) write_stated_place(last, values.next);
    if (values.entries.count == PAGE_PLAYS && !values.level) memcpy(values.next, last->level_key, sizeof last->level_key);
    return page_end(r, &page);
}
