/* SPDX-License-Identifier: MIT
 * Whose an upload is. */
#ifndef SERVER_API_UPLOAD_PLAYER_H
#define SERVER_API_UPLOAD_PLAYER_H

#include "service/request.h"

/* A player with a token of the login does what is of them, and only that; other tokens do it for any player. */
bool is_own_player(const request *request, const char *player);
/* A file that does not name its player gets the one of the upload's parameter; a token of a player is for that one only. False: the request
 * has failed. For a step. */
bool upload_find_player(request *request, inspection *inspection);

#endif
