/* SPDX-License-Identifier: MIT */
#include "store/catalogue_plays.h"

bool catalogue_read_play(void *context, const sql_value *values, size_t count)
{
    catalogue_plays_reader *reader = context;
    const sql_value *play = values + REPLAY_VALUES;
    board_entry entry = { .place = reader->place };
    if (reader->place) reader->place++;
    catalogue_read_entry(&entry.replay, values, count);
    catalogue_copy(entry.board, sizeof entry.board, &play[0]);
    entry.value = sql_number(&play[1]);
    entry.rank = sql_number(&play[2]);
    entry.number = play[3].integer;
    catalogue_copy(entry.replay.player, sizeof entry.replay.player, &play[4]);
    catalogue_copy(entry.replay.player_name, sizeof entry.replay.player_name, &play[5]);
    catalogue_copy(entry.replay.level, sizeof entry.replay.level, &play[6]);
    catalogue_copy(entry.level_key, sizeof entry.level_key, &play[7]);
    reader->each(reader->context, &entry);
    return true;
}
