/* SPDX-License-Identifier: MIT
 * Rankings across levels. The table `standing` has the best play of each player on each level that counts in a ranking, with its points;
 * `total` has the sums of players, and of the teams and countries that they are of. What counts and ceases to count changes only what it
 * concerns, and the result is that of computing all from nothing (ranking_fill). */
#ifndef SERVER_STORE_RANKING_KEEP_H
#define SERVER_STORE_RANKING_KEEP_H

#include "store/ranking_play.h"

/* After a play began to count, and after one ceased to. Parts of a transaction that has a number of its own (catalogue_next_number). */
reel_status ranking_enter(sql *connection, const ranking_play *play, reel_error *error);
reel_status ranking_leave(sql *connection, const ranking_play *play, reel_error *error);
/* Computes all rankings from nothing, but for the marks of places. Part of such a transaction. */
reel_status ranking_fill(sql *connection, reel_error *error);

#endif
