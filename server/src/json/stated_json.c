/* SPDX-License-Identifier: MIT */
#include "json/stated_json.h"

#define TEXT(member) FIELD(stated_play, member, FIELD_TEXT)

RECORD(stated_record, stated_play, TEXT(board), TEXT(level), TEXT(player), TEXT(player_name),
       FIELD(stated_play, value, FIELD_DOUBLE), FIELD_AT(stated_play, at, FIELD_INT, FIELD_NOT_ZERO, NULL), TEXT(source),
       FIELD_AT(stated_play, place, FIELD_UINT, FIELD_NOT_ZERO | FIELD_LEAVE_OUT, NULL),
       FIELD_AT(stated_play, recording, FIELD_TEXT, FIELD_NOT_ZERO, NULL),
       FIELD_IF(stated_play, recorded, FIELD_DOUBLE, recording), FIELD(stated_play, shown, FIELD_BOOL));
