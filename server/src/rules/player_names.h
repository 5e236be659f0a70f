/* SPDX-License-Identifier: MIT
 * Whose the name of a player is. */
#ifndef SERVER_RULES_PLAYER_NAMES_H
#define SERVER_RULES_PLAYER_NAMES_H

#include "store/catalogue.h"
#include "work/job.h"

/* Players whose ids are bound to other tokens or logins than `uploader` keep the names that they have: puts these into what was inspected,
 * and into its plays. */
reel_status player_names_keep(catalogue *catalogue, const char *uploader, inspection *inspection, board_play *plays, size_t count,
                              reel_error *error);

#endif
