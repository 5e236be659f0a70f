/* SPDX-License-Identifier: MIT
 * The local API of Echo VR: /session and /player_bones. */
#ifndef REEL_CLI_GAME_GAME_H
#define REEL_CLI_GAME_GAME_H

#include "args/args.h"

enum { GAME_PORT = 6721 };
/* The recordings of the game, by their ids: a build may lack them. */
#define GAME_TEXT "echoreplay"
#define GAME_CAPTURE "tape"

/* Serves a recording as the game does: `reel serve --as-game FILE`. Returns the exit status. */
int serve_game(const struct arguments *arguments, const char *path);

#endif
