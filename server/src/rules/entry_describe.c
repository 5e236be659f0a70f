/* SPDX-License-Identifier: MIT */
#include "rules/entry_describe.h"

#include <string.h>

void entry_describe(replay_entry *entry, const inspection *found, size_t plays)
{
    memcpy(entry->game, found->game, sizeof entry->game);
    memcpy(entry->player, found->player, sizeof entry->player);
    memcpy(entry->player_name, found->player_name, sizeof entry->player_name);
    memcpy(entry->level, found->level, sizeof entry->level);
    memcpy(entry->title, found->title, sizeof entry->title);
    memcpy(entry->author, found->author, sizeof entry->author);
    memcpy(entry->detail, found->detail, sizeof entry->detail);
    memcpy(entry->modifiers, found->modifiers, sizeof entry->modifiers);
    memcpy(entry->headset, found->headset, sizeof entry->headset);
    entry->has_accuracy = found->has_accuracy;
    entry->accuracy = found->accuracy;
    entry->has_score = found->has_score;
    entry->score = found->score;
    entry->seconds = found->seconds;
    entry->errors = (int64_t)found->errors;
    entry->warnings = (int64_t)found->warnings;
    entry->ranked = plays > 0;
}
