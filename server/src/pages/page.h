/* SPDX-License-Identifier: MIT
 * What the pages for people have in common. A page is a struct, whose first member is a page_head, and a template that shows it. */
#ifndef SERVER_PAGES_PAGE_H
#define SERVER_PAGES_PAGE_H

#include "base/record.h"
#include "service/request.h"
#include "store/catalogue_board.h"
#include "store/ranking.h"
#include "store/stated.h"

enum { PAGE_PLAYS = 50 };

/* Content-Security-Policy of a page with a script of its own. */
extern const char page_script_policy[];

extern const char page_plain_policy[];

/* What each page has. Texts are borrowed. */
typedef struct page_head {
    bool store;   /* the server keeps replays */
    bool sign_in; /* people can sign in at an issuer */
    const char *heading;
} page_head;
extern const record page_head_record;

page_head page_begin(const request *r, const char *heading);

/* Where people can sign in. */
typedef struct sign_in_link {
    const char *name, *title;
} sign_in_link;
/* Answers with the page on which people choose where to sign in. `to`: the page to go to then. */
http_result page_sign_in(request *r, const char *to);

/* A page that is being made. */
typedef struct page {
    const char *name; /* of its template */
    const record *of;
    void *data;                  /* its struct; the page owns what that owns */
    void (*release)(void *data); /* frees what no list of it owns; NULL: nothing */
} page;

/* Answers with what a step made, unless the client has it; it is asked for again each time. */
http_result page_answer(request *r, const char *type);
/* Makes the answer. Returns false: for the end of a step. This and the others free what the page owns. */
bool page_end(request *r, const page *page);
/* Fails with the problem of the catalogue. Returns false. */
bool page_unavailable(request *r, const page *page, const reel_error *error);
/* Fails with status 404. Returns false. */
bool page_not_found(request *r, const page *page, const char *rule, const char *message);
/* Fails because a template is wrong, or memory ran out. Returns false. */
bool page_failed(request *r, const reel_error *error);

/* ---- parts of pages about boards (boards.c) ----------------------------------------------------------------------------- */

/* A level, as its heading has it. */
typedef struct level_shown {
    const char *author, *detail;
} level_shown;
extern const record level_shown_record;

/* What the template needs to show the values of a board. */
typedef struct board_shown {
    char board[BOARD_NAME], board_title[BOARD_TITLE], game[JOB_NAME], unit[JOB_NAME];
    bool is_time, is_percent, is_number;
} board_shown;
extern const record board_shown_record;
board_shown page_show_board(const board *board);

/* A board with some of its levels, or the number of its players on one. */
typedef struct board_part {
    board_shown board;
    record_list levels; /* of board_row */
    uint64_t players;
} board_part;
extern const record board_part_record;

/* The best play of a player on a board. */
typedef struct best_row {
    board_entry entry;
    board_shown board;
} best_row;
extern const record best_row_record;

/* A play that an import states, with its board (stated.c). */
typedef struct stated_row {
    stated_play play;
    board_shown board;
} stated_row;
extern const record stated_row_record;
/* Adds the first of those of a player, or the best of a level on each board. */
reel_status page_player_stated(request *r, record_list *rows, const char *player, reel_error *error);
reel_status page_level_stated(request *r, record_list *rows, const char *level, reel_error *error);

/* What a player has in a ranking. */
typedef struct page_ranking {
    ranking_total total;
    char title[RANKING_TITLE];
} page_ranking;
extern const record page_ranking_record;
/* Adds the rankings that a player is in. */
reel_status page_player_rankings(request *r, record_list *rankings, const char *player, reel_error *error);

/* Heading of a level, by one of its plays. */
const char *level_heading(const replay_entry *entry, const char *level);
/* Adds the boards that are declared and have levels, each with the first `levels` of them. */
reel_status page_boards(request *r, record_list *boards, unsigned levels, reel_error *error);
/* Adds the boards on which a level has players. */
reel_status page_level_boards(request *r, record_list *boards, const char *level, reel_error *error);
/* Adds the best plays of a player, with their places. */
reel_status page_bests(request *r, record_list *bests, const char *player, reel_error *error);

#endif
