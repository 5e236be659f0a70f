/* SPDX-License-Identifier: MIT
 * Replays and plays, as lists, boards and pages have them. */
#ifndef SERVER_JSON_ENTRY_JSON_H
#define SERVER_JSON_ENTRY_JSON_H

#include "store/catalogue_board.h"
#include "json/record_json.h"

extern const record entry_record;       /* of replay_entry */
extern const record board_entry_record; /* of board_entry */

#endif
