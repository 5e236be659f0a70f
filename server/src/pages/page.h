/* SPDX-License-Identifier: MIT
 * What the pages for people have in common: a page is JSON, such as the API gives, in a template. */
#ifndef SERVER_PAGES_PAGE_H
#define SERVER_PAGES_PAGE_H

#include "service/request.h"

enum { PAGE_PLAYS = 50 };

/* Content-Security-Policy of a page with a script of its own. */
extern const char page_script_policy[];

extern const char page_plain_policy[];

/* Begins the values of a page, an object that page_end closes. It needs a heading. Of two members with one name the first counts. */
void page_begin(const request *r, text *values);
/* Fills a template, which becomes the answer, and frees the values. Returns false: for the end of a step. */
bool page_end(request *r, text *values, const char *name);
/* Fails because a template or its values are wrong, or memory ran out. Returns false. */
bool page_failed(request *r, const reel_error *error);
/* Fails with the problem of the catalogue. Frees the values. Returns false. */
bool page_unavailable(request *r, text *values, const reel_error *error);

/* Fails with status 404. Frees the values. Returns false. */
bool page_not_found(request *r, text *values, const char *rule, const char *message);

/* ---- parts of pages about boards (boards.c) ----------------------------------------------------------------------------- */

/* Adds the heading, author and detail of a level, by one of its plays. */
void page_level(text *values, const replay_entry *entry, const char *level);
/* Adds the member boards: those that are declared and have levels, each with the first `levels` of them. */
reel_status page_boards(request *r, text *values, unsigned levels, reel_error *error);
/* Adds the member boards: those on which a level has players. */
reel_status page_level_boards(request *r, text *values, const char *level, reel_error *error);
/* Adds the member bests: the best plays of a player, with their places. */
reel_status page_bests(request *r, text *values, const char *player, reel_error *error);

#endif
