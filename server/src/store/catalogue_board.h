/* SPDX-License-Identifier: MIT
 * Plays on boards, and the best of each player. Levels and players are given in any spelling. */
#ifndef SERVER_STORE_CATALOGUE_BOARD_H
#define SERVER_STORE_CATALOGUE_BOARD_H

#include "store/board_entry.h"
#include "store/catalogue.h"

/* A play of a replay on a board. Of the ranks of a board, a lower one is better. */
typedef struct new_play {
    const char *board, *level, *level_key, *player, *player_key, *player_name;
    double value, rank;
} new_play;

/* A page of a board. */
typedef struct board_page {
    const char *board, *level;
    const char *player; /* the page around this player; NULL: from a place on */
    bool all;           /* every play, and not only the best of each player */
    bool newest;        /* every play, the last to come first */
    bool has_after;
    double after_rank; /* the page after the entry with this rank and number */
    int64_t after_number;
    unsigned limit;
} board_page;

/* REEL_END: the player of the page is not on the board. */
reel_status catalogue_board(catalogue *catalogue, const board_page *page, board_each *each, void *context, reel_error *error);
/* The place of a player. REEL_END: none. */
reel_status catalogue_place(catalogue *catalogue, const char *board, const char *level, const char *player, uint64_t *place,
                            reel_error *error);
/* All plays of a player on a level, the first to come first: those after the number `after`. */
reel_status catalogue_progress(catalogue *catalogue, const char *board, const char *level, const char *player, int64_t after,
                               unsigned limit, board_each *each, void *context, reel_error *error);

/* The best plays of a player by board and level, from `after_board` and `after_level` on (keys; "": from the first). */
reel_status catalogue_bests(catalogue *catalogue, const char *player, const char *after_board, const char *after_level,
                            unsigned limit, board_each *each, void *context, reel_error *error);
/* The plays of a player on any board, the last to come first: those before the number `before`, 0: from the last. */
reel_status catalogue_recent(catalogue *catalogue, const char *player, int64_t before, unsigned limit, board_each *each,
                             void *context, reel_error *error);

/* The levels of a board by their keys, each with its best entry: those after the key `after`. */
reel_status catalogue_levels(catalogue *catalogue, const char *board, const char *after, unsigned limit, board_each *each,
                             void *context, reel_error *error);

/* How many players a level has on a board, and on how many levels of a board a player is: counted up to `most`. */
reel_status catalogue_count_players(catalogue *catalogue, const char *board, const char *level, unsigned most, uint64_t *count,
                                    reel_error *error);
reel_status catalogue_count_levels(catalogue *catalogue, const char *board, const char *player, unsigned most, uint64_t *count,
                                   reel_error *error);

/* Replays are checked again in the order of their numbers. `rules`: what they are checked by; of other rules, nothing was done yet. */
reel_status catalogue_recheck_begin(catalogue *catalogue, const char *rules, int64_t *last, reel_error *error);
/* All up to the number `last` are done; 0: all there are. */
reel_status catalogue_recheck_end(catalogue *catalogue, const char *rules, int64_t last, reel_error *error);
/* Calls `each` for the replays after the number `after`, the first to come first. */
reel_status catalogue_after(catalogue *catalogue, int64_t after, unsigned limit,
                            void (*each)(void *context, const replay_entry *entry), void *context, reel_error *error);
/* The plays of a replay, by its number, whether they count or not. */
reel_status catalogue_plays(catalogue *catalogue, int64_t number, board_each *each, void *context, reel_error *error);
/* Replaces what the entry with this number says, and its plays. REEL_END: it is not there any more, or its verdict is not `before`. */
reel_status catalogue_replace(catalogue *catalogue, const replay_entry *entry, const new_replay *more, verdict before,
                              reel_error *error);

/* Gives plays that an older version ranked by the score alone, under the name of the game, to a board. */
reel_status catalogue_name_board(catalogue *catalogue, const char *game, const char *board, reel_error *error);

#endif
