/* SPDX-License-Identifier: MIT */
#include "json/entry_json.h"

#define TEXT(member) FIELD(replay_entry, member, FIELD_TEXT)
#define WHOLE(member) FIELD(replay_entry, member, FIELD_INT)

RECORD(entry_record, replay_entry, TEXT(id), FIELD_OF(replay_entry, verdict, FIELD_CHOICE, verdict_names), TEXT(format),
       TEXT(game), TEXT(player), TEXT(player_name), TEXT(level), TEXT(title), TEXT(author), TEXT(detail), TEXT(modifiers),
       TEXT(headset), FIELD_IF(replay_entry, score, FIELD_DOUBLE, has_score),
       FIELD_IF(replay_entry, accuracy, FIELD_DOUBLE, has_accuracy), FIELD(replay_entry, ranked, FIELD_BOOL),
       FIELD(replay_entry, seconds, FIELD_DOUBLE), WHOLE(size), WHOLE(received), WHOLE(errors), WHOLE(warnings));

RECORD(board_entry_record, board_entry, FIELDS_OF(board_entry, replay, &entry_record), FIELD(board_entry, board, FIELD_TEXT),
       FIELD(board_entry, value, FIELD_DOUBLE), FIELD_AT(board_entry, place, FIELD_UINT, FIELD_NOT_ZERO | FIELD_LEAVE_OUT, NULL));
