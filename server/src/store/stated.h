/* SPDX-License-Identifier: MIT
 * Plays of which only somebody else's table speaks: what an import states, of each player the best on a level of a board. Nothing here was
 * judged, so none has a place on a board. The best recording of the same player there is looked up when they are listed: it joins when it is
 * accepted, and leaves with the recording. Levels and players are given in any spelling; a level without a slash is also that of all recordings
 * whose level begins with it and a slash, as some games have the hash of a map behind its name. */
#ifndef SERVER_STORE_STATED_H
#define SERVER_STORE_STATED_H

#include "store/catalogue_board.h"

typedef struct stated_play {
    char board[JOB_BOARD], level[CATALOGUE_TEXT], player[CATALOGUE_TEXT], player_name[CATALOGUE_TEXT];
    double value, rank; /* the lower rank is the better */
    int64_t at;         /* Unix time, ms; 0: unknown */
    char source[TOKEN_TEXT];
    /* of those that are listed: */
    uint64_t place; /* among the stated ones, from 1 */
    char level_key[CATALOGUE_TEXT], player_key[CATALOGUE_TEXT];
    char recording[STORE_ID]; /* the best one of the player; empty: none */
    double recorded;          /* its value */
    bool shown;               /* it is as good as what is stated */
} stated_play;

typedef void stated_each(void *context, const stated_play *play);

/* Keeps plays, if they are better than what is kept of their players. *kept: how many were. */
reel_status stated_add(catalogue *catalogue, const stated_play *plays, size_t count, uint64_t *kept, reel_error *error);

/* Where a page begins: after the play with this place, rank and player (a key). Place 0: at the first one. */
typedef struct stated_place {
    uint64_t place;
    double rank;
    const char *player;
} stated_place;
/* The plays of a level, the best to come first, without those of players whose uploads are refused or held. */
reel_status stated_list(catalogue *catalogue, const char *board, const char *level, const stated_place *after, unsigned limit,
                        stated_each *each, void *context, reel_error *error);
/* The levels after the key `after`, each with its best play. */
reel_status stated_levels(catalogue *catalogue, const char *board, const char *after, unsigned limit, stated_each *each,
                          void *context, reel_error *error);
/* The plays of a player, by board and level: of one board, after the level with the key `after`; or, with `board` NULL and `after` "", of all. */
reel_status stated_of_player(catalogue *catalogue, const char *player, const char *board, const char *after, unsigned limit,
                             stated_each *each, void *context, reel_error *error);
/* The level, or the first part of it, if a play on it is stated; `level` NULL: any level of the board. "": none is. */
reel_status stated_find(catalogue *catalogue, const char *board, const char *level, char found[CATALOGUE_TEXT],
                        reel_error *error);
/* What is known of a player or a level by the key: plays that were judged, or held; plays that are only stated; or only stated ones of banned
 * players, which nobody is shown. */
typedef enum stated_name { NAME_PLAYED, NAME_STATED, NAME_BANNED } stated_name;
reel_status stated_what(catalogue *catalogue, bool player, const char *key, stated_name *what, reel_error *error);
/* Forgets those of a player, by its key, with the names that nothing else has. Part of a transaction. */
struct sql;
reel_status stated_forget(struct sql *connection, const char *player_key, reel_error *error);

#endif
