/* SPDX-License-Identifier: MIT
 * Rows of plays on boards. */
#ifndef SERVER_STORE_CATALOGUE_PLAYS_H
#define SERVER_STORE_CATALOGUE_PLAYS_H

#include "store/board_entry.h"
#include "store/catalogue_internal.h"

/* A play on a board, of the tables replay and entry. */
#define PLAY_COLUMNS                                                                                                             \
    REPLAY_COLUMNS                                                                                                               \
    ", entry.board, entry.play_value, entry.rank, entry.entry, play_player, play_name, play_level, entry.board_level"

/* Calls `each` for each row of PLAY_COLUMNS. */
typedef struct catalogue_plays_reader {
    board_each *each;
    void *context;
    uint64_t place; /* of the next entry; 0: not counted */
} catalogue_plays_reader;
bool catalogue_read_play(void *context, const sql_value *values, size_t count);

#endif
