/* SPDX-License-Identifier: MIT
 * Replays and plays, as lists and boards have them. */
#ifndef SERVER_JSON_ENTRY_JSON_H
#define SERVER_JSON_ENTRY_JSON_H

#include "base/text.h"
#include "store/catalogue_board.h"

/* Adds an entry as a JSON object, without its closing brace. */
void begin_entry(text *to, const replay_entry *entry);
/* Adds an entry of a list as a JSON object. */
void add_entry(text *to, const replay_entry *entry);

/* Adds an entry of a board as a JSON object. */
void add_board_entry(text *to, const board_entry *entry);

#endif
