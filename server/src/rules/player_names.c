/* SPDX-License-Identifier: MIT */
#include "rules/player_names.h"

#include <stdio.h>

static reel_status keep_name(catalogue *c, const char *uploader, const char *player, const char *key, char kept[JOB_TEXT],
                             reel_error *error)
{
    char name[CATALOGUE_TEXT];
    const reel_status status = catalogue_bound_name(c, uploader, player, key, name, error);
    if (status == REEL_OK) snprintf(kept, JOB_TEXT, "%s", name);
    return status < 0 ? status : REEL_OK;
}

reel_status player_names_keep(catalogue *c, const char *uploader, inspection *i, board_play *plays, size_t count,
                              reel_error *error)
{
    reel_status status = keep_name(c, uploader, i->player, i->player_key, i->player_name, error);
    for (size_t n = 0; n < count && status >= 0; n++) {
        board_play *play = &plays[n];
        if (!play->header_player) status = keep_name(c, uploader, play->player, play->player_key, play->player_name, error);
    }
    return status;
}
