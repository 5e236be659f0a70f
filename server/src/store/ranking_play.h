/* SPDX-License-Identifier: MIT
 * What counts in rankings, and for whom. */
#ifndef SERVER_STORE_RANKING_PLAY_H
#define SERVER_STORE_RANKING_PLAY_H

#include "store/catalogue_place.h"
#include "store/ranking_rule.h"
#include "store/replay_entry.h"

/* Whose sums: names of `total.board_level`. */
typedef enum ranking_group { RANKING_PLAYERS, RANKING_TEAMS, RANKING_COUNTRIES, RANKING_GROUPS } ranking_group;
extern const char *const ranking_group_names[];

/* A play that counts, or ceased to. Texts are keys. */
typedef struct ranking_play {
    const char *board, *level, *player;
    place at;
    double value;
    int64_t replay; /* its number */
} ranking_play;

/* Of which team and country a player is; either may be empty. */
typedef struct player_profile {
    char player[CATALOGUE_TEXT]; /* its key */
    char team[TOKEN_TEXT], country[TOKEN_TEXT];
} player_profile;

#endif
