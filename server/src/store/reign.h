/* SPDX-License-Identifier: MIT
 * The history of the first place of a level on a board: the table `reign` has each play that was better than all before it, of those that count
 * now. When a play ceases to count, the history is as if it had never been there. */
#ifndef SERVER_STORE_REIGN_H
#define SERVER_STORE_REIGN_H

#include "store/catalogue_board.h"
#include "store/ranking.h"

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

/* Who held the first place of a level, and until when. */
typedef struct reign_entry {
    board_entry entry;
    int64_t until; /* Unix time, ms: when the next one took it; 0: holds it now */
} reign_entry;
typedef void reign_each(void *context, const reign_entry *entry);
/* The last to come first: those before the number `before`; 0: from the last. */
reel_status reign_list(catalogue *catalogue, const char *board, const char *level, int64_t before, unsigned limit,
                       reign_each *each, void *context, reel_error *error);
/* The newest first places of all levels of a board, or of all boards (NULL). */
reel_status reign_newest(catalogue *catalogue, const char *board, unsigned limit, board_each *each, void *context,
                         reel_error *error);

#endif
