/* SPDX-License-Identifier: MIT
 * Whose the name of a player is. */
#ifndef SERVER_PLAYER_NAMES_H
#define SERVER_PLAYER_NAMES_H

#include "catalogue.h"
#include "job.h"

/* Players whose ids are bound to other tokens or logins than `uploader` keep the names that they have: puts these into what was inspected,
 * and into its plays. */
reel_status player_names_keep(catalogue *catalogue, const char *uploader, inspection *inspection, board_play *plays, size_t count,
                              reel_error *error);

#endif
