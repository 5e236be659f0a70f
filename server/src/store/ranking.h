/* SPDX-License-Identifier: MIT
 * Rankings across levels: what is declared and set, and what is shown. ranking_keep.h keeps the points. */
#ifndef SERVER_STORE_RANKING_H
#define SERVER_STORE_RANKING_H

#include "store/board_entry.h"
#include "store/ranking_keep.h"

/* Makes the rankings those of the set: computes what is new or has other rules, and forgets the others. */
reel_status ranking_declare(catalogue *catalogue, const ranking_set *set, reel_error *error);

/* ---- levels, players and teams ----------------------------------------------------------------------------------------- */

typedef struct ranking_level {
    char level[CATALOGUE_TEXT]; /* its key */
    double weight;
    int64_t at; /* when it was set, Unix time in ms */
} ranking_level;

/* Sets the weight of a level, or with a negative one takes it away; `who` and `reason` are for the log. REEL_END: there is no such ranking. */
typedef struct ranking_change {
    const char *ranking, *level, *who, *reason;
    double weight;
    int64_t now;
} ranking_change;
reel_status ranking_weigh(catalogue *catalogue, const ranking_change *change, reel_error *error);
/* Levels that have a weight, by their keys, after `after`. */
reel_status ranking_levels(catalogue *catalogue, const char *ranking, const char *after, unsigned limit,
                           void (*each)(void *context, const ranking_level *level), void *context, reel_error *error);

/* Sets team and country of a player, of which either may be empty; the rest is for the log. */
reel_status ranking_profile_set(catalogue *catalogue, const player_profile *profile, const char *who, int64_t now,
                                reel_error *error);
reel_status ranking_profile_get(catalogue *catalogue, const char *player, player_profile *profile, reel_error *error);
/* The same as setting nothing, as part of a transaction. */
reel_status ranking_profile_forget(sql *connection, const char *player_key, reel_error *error);

/* ---- what is shown ----------------------------------------------------------------------------------------------------- */

typedef struct ranking_entry {
    char name[RANKING_NAME], title[RANKING_TITLE], board[RANKING_NAME];
    ranking_rule rule;
} ranking_entry;
/* The rankings in the order in which they were declared. */
reel_status ranking_list(catalogue *catalogue, void (*each)(void *context, const ranking_entry *ranking), void *context,
                         reel_error *error);
/* REEL_END: not found. */
reel_status ranking_get(catalogue *catalogue, const char *name, ranking_entry *ranking, reel_error *error);

typedef struct ranking_total {
    char ranking[RANKING_NAME];
    char member[CATALOGUE_TEXT];                              /* key of a player, or name of a team or country */
    char player[CATALOGUE_TEXT], player_name[CATALOGUE_TEXT]; /* as the play with the most points has it; of players */
    char team[TOKEN_TEXT], country[TOKEN_TEXT];
    double points, rank; /* rank: minus thousandths of points, as the catalogue sorts */
    int64_t parts;       /* levels of a player; members of others */
    int64_t number;      /* tells those with the same points apart */
    uint64_t place;
} ranking_total;
typedef void ranking_each(void *context, const ranking_total *total);

typedef struct ranking_page {
    const char *ranking;
    ranking_group group;
    const char *member; /* the page around it; NULL: from a place on */
    bool has_after;
    double after_rank;
    int64_t after_number;
    unsigned limit;
} ranking_page;
/* REEL_END: the member of the page is not in the ranking. */
reel_status ranking_totals(catalogue *catalogue, const ranking_page *page, ranking_each *each, void *context, reel_error *error);
/* The totals of a player in all rankings, with places. */
reel_status ranking_of_player(catalogue *catalogue, const char *player, ranking_each *each, void *context, reel_error *error);

/* A level that counts for a player. */
typedef struct ranking_part {
    board_entry entry;
    double points;
    int64_t thousandths; /* of them */
} ranking_part;
/* Those with the most points first: after the one with so many thousandths and this level; INT64_MAX: from the first. */
reel_status ranking_parts(catalogue *catalogue, const char *ranking, const char *player, int64_t after, const char *after_level,
                          unsigned limit, void (*each)(void *context, const ranking_part *part), void *context,
                          reel_error *error);

#endif
