/* SPDX-License-Identifier: MIT
 * The history of the first place of a level on a board: the table `reign` has each play that was better than all before it, of those that count
 * now. When a play ceases to count, the history is as if it had never been there. */
#ifndef SERVER_STORE_REIGN_KEEP_H
#define SERVER_STORE_REIGN_KEEP_H

#include "store/ranking_play.h"

/* What a migration fills the table with. */
#define REIGN_FILL                                                                                                               \
    "INSERT INTO reign (board, board_level, entry, rank) SELECT board, board_level, entry, rank FROM (SELECT board, "            \
    "board_level, entry, rank, MIN(rank) OVER (PARTITION BY board, board_level ORDER BY entry ROWS BETWEEN UNBOUNDED "           \
    "PRECEDING AND 1 PRECEDING) AS before FROM entry WHERE counts = 1) AS plays WHERE before IS NULL OR rank < before"

/* After a play began to count, and after one ceased to. Parts of a transaction. */
reel_status reign_enter(sql *connection, const ranking_play *play, reel_error *error);
reel_status reign_leave(sql *connection, const ranking_play *play, reel_error *error);
/* Makes the table anew. Part of a transaction. */
reel_status reign_fill(sql *connection, reel_error *error);

#endif
