/* SPDX-License-Identifier: MIT
 * What handlers read from the parameters of a request. */
#ifndef SERVER_SERVICE_QUERY_H
#define SERVER_SERVICE_QUERY_H

#include "service/request.h"
#include "store/catalogue_board.h"
#include "store/ranking.h"
#include "store/stated.h"

/* Copies a name that is a parameter. NULL is an empty one. False: it is too long. */
bool copy_name(char to[JOB_NAME], const char *name);
/* Reads a whole number that is not negative; NULL leaves it as it is. */
bool read_whole(const char *text, int64_t *number);
/* A number from 1 to `most` from the parameter "limit". 0: the request was answered. */
unsigned read_limit(request *request, unsigned usual, unsigned most);
/* Fills the filter of a list from the parameters. False: the request was answered. */
bool read_filter(request *request, replay_filter *filter);
/* Adds the parameter that the page after this entry begins at, with a NUL after it: &NAME=VALUE. */
void add_place(text *to, const replay_filter *filter, const replay_entry *last);
/* The board of this name, or the first of this game. False: not found. */
bool find_board(request *request, const char *name, board *found);
/* For a step: the board that the path names first. False: the request has failed. */
bool find_board_of_path(request *request, board *found);
/* Fills the page from the parameters. False: the request was answered. */
bool read_board_page(request *request, const char *level, board_page *page);
/* The same for a page of a ranking: by, player, after and limit. */
bool read_ranking_page(request *request, const char *ranking, ranking_page *page);
/* Where the levels of a player in a ranking go on: THOUSANDTHS:LEVEL. NULL is the first page. False: it is not of this form. */
bool read_part_place(const char *text, int64_t *thousandths, char level[CATALOGUE_TEXT]);
/* Where a list of stated plays goes on: PLACE:RANK:PLAYER. NULL is the first page. False: it is not of this form. */
enum { STATED_PLACE = CATALOGUE_TEXT + 64 };
bool read_stated_place(const char *text, stated_place *after);
void write_stated_place(const stated_play *last, char place[STATED_PLACE]);
/* The levels of a board with stated plays, each with its best, or the one of the parameter `player`. `after`: a level's key; NULL: none. */
reel_status list_stated_levels(request *request, const board *board, const char *after, unsigned limit, stated_each *each,
                               void *context, reel_error *error);
/* The place in the list of refused uploads that the member next has: TIME:SLOT. False: it is not of this form. NULL is the first page. */
bool read_refused_place(const char *text, refused_upload *before);

#endif
