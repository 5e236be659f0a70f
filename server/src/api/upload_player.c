/* SPDX-License-Identifier: MIT
 * Whose an upload is. */
#include "api/upload_player.h"

#include "api/upload_state.h"
#include "rules/player_names.h"

#include <stdio.h>
#include <string.h>

static bool refuse_player(request *r, unsigned code, const char *message)
{
    return request_refuse(r, code, "server.player", message);
}

static bool is_same_player(const char *key, const char *player)
{
    char other[CATALOGUE_TEXT];
    reel_player_key(player, strlen(player), other, sizeof other);
    return strcmp(key, other) == 0;
}

bool upload_find_player(request *r, inspection *i)
{
    reel_error error;
    char bound[CATALOGUE_TEXT], wanted[CATALOGUE_TEXT];
    const char *player = request_parameter(r, "player"), *name = request_parameter(r, "player_name");
    if (catalogue_token_player(r->server->catalogue, r->token, bound, &error) < 0)
        return request_fail(r, HTTP_SERVICE_UNAVAILABLE, &error);
    if (*r->player) snprintf(bound, sizeof bound, "%s", r->player); /* of a login */
    if (*bound && !player) player = bound;
    if (!player) return true;
    reel_player_key(player, strlen(player), wanted, sizeof wanted);
    if (strspn(wanted, " ") == strlen(wanted)) return refuse_player(r, HTTP_BAD_REQUEST, "the parameter player is blank");
    if (*bound && !is_same_player(wanted, bound))
        return refuse_player(r, HTTP_FORBIDDEN, "the token is of another player than the parameter says");
    if (*i->player_key && strcmp(i->player_key, wanted) != 0)
        return *bound ? refuse_player(r, HTTP_FORBIDDEN, "the token is of another player than the replay")
                      : refuse_player(r, HTTP_UNPROCESSABLE_CONTENT, "the replay is of another player than the parameter says");
    if (*i->player_key) return true;
    snprintf(i->player, sizeof i->player, "%s", player);
    snprintf(i->player_key, sizeof i->player_key, "%s", wanted);
    if (!*i->player_name) snprintf(i->player_name, sizeof i->player_name, "%s", name ? name : player);
    return true;
}

bool upload_keep_names(request *r, upload_state *work)
{
    reel_error error;
    const size_t count = (size_t)work->inspection.plays_size / sizeof *work->plays;
    return player_names_keep(r->server->catalogue, r->token, &work->inspection, work->plays, count, &error) >= 0 ||
           request_fail(r, HTTP_SERVICE_UNAVAILABLE, &error);
}
