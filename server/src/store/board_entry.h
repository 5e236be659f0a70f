/* SPDX-License-Identifier: MIT
 * A play on a board, as it is listed. */
#ifndef SERVER_STORE_BOARD_ENTRY_H
#define SERVER_STORE_BOARD_ENTRY_H

#include "store/replay_entry.h"

typedef struct board_entry {
    replay_entry replay; /* with player, name and level of the play */
    char board[JOB_BOARD], level_key[CATALOGUE_TEXT];
    double value, rank;
    uint64_t place; /* from 1; 0: not counted */
    int64_t number; /* in the order in which plays came */
} board_entry;

typedef void board_each(void *context, const board_entry *entry);

#endif
