/* SPDX-License-Identifier: MIT
 * What the files about rankings share. */
#ifndef SERVER_STORE_RANKING_INTERNAL_H
#define SERVER_STORE_RANKING_INTERNAL_H

#include "store/catalogue_internal.h"
#include "store/ranking_play.h"

/* What a player has on a level. */
typedef struct standing {
    char player[CATALOGUE_TEXT];
    place at;
    double value;
    int64_t points;
} standing;

/* The first places of a level: those that can have points for their place, and the one behind them, which may have lost them. */
typedef struct standing_list {
    standing rows[RANKING_PLACES + 1];
    size_t count;
} standing_list;
/* Adds a row of board_player, rank, best_entry, play_value and points. */
bool ranking_add_standing(void *context, const sql_value *values, size_t count);

/* Calls `each` for the rules of all rankings. Part of a transaction, as are the others. */
reel_status ranking_each_rule(sql *connection, reel_status (*each)(sql *, const ranking_rule *, void *, reel_error *),
                              void *context, reel_error *error);
/* The weight of a level; negative: it does not count. */
reel_status ranking_weight(sql *connection, const ranking_rule *rule, const char *level, double *weight, reel_error *error);
/* Computes a ranking from nothing, but for the marks of its places. */
reel_status ranking_fill_one(sql *connection, const ranking_rule *rule, void *context, reel_error *error);
/* Computes the points of a level, after its weight changed. */
reel_status ranking_settle_level(sql *connection, const ranking_rule *rule, const char *level, reel_error *error);
/* Of equal points, one order for all servers: a number that is made of the name. */
int64_t ranking_number_of(const char *member);
reel_status ranking_set_points(sql *connection, const ranking_rule *rule, const char *level, const char *player, int64_t points,
                               reel_error *error);
/* The sum of the best levels of a player, as a rank. */
reel_status ranking_sum_best(sql *connection, const ranking_rule *rule, const char *player, double *rank, reel_error *error);
/* After points of a player changed: `more`, on so many more levels. */
reel_status ranking_sum_again(sql *connection, const ranking_rule *rule, const char *player, int64_t more, int64_t levels,
                              reel_error *error);
/* Adds to the sums of a player's team and country. */
reel_status ranking_group_sums(sql *connection, const char *ranking, const player_profile *profile, double rank, int64_t members,
                               reel_error *error);
/* Reads team and country into a player_profile. */
bool ranking_read_profile(void *context, const sql_value *values, size_t count);

#endif
