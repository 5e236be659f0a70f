/* SPDX-License-Identifier: MIT
 * Teams of a table that has a row for each of their players, in any order: they are kept in a file of SQLite without a name until the table ends,
 * so memory is bounded. */
#ifndef SERVER_COMMAND_IMPORT_TEAMS_H
#define SERVER_COMMAND_IMPORT_TEAMS_H

#include "store/stated.h"

typedef struct import_teams import_teams;

/* NULL: out of memory, or no file can be made. */
import_teams *teams_new(void);
void teams_free(import_teams *teams);
/* Keeps a play of a player of the team with this key. False: no room. */
bool teams_add(import_teams *teams, const char *team, const stated_play *play);
/* Calls `each` for each team, until it returns false, with the team's first play; its player is the names of all, as boards of teams write them. Teams
 * of one player are left out and counted in *alone. Returns false if the file cannot be read. */
bool teams_each(import_teams *teams, bool (*each)(void *context, const stated_play *play), void *context, uint64_t *alone);

#endif
