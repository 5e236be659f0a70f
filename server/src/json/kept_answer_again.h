/* SPDX-License-Identifier: MIT
 * The answer that an upload got, after the replay was judged again with its map. */
#ifndef SERVER_JSON_KEPT_ANSWER_AGAIN_H
#define SERVER_JSON_KEPT_ANSWER_AGAIN_H

#include "store/catalogue_board.h"
#include "json/evidence_json.h"
#include "json/kept_answer.h"

/* On which boards and levels a replay has plays, as the members boards and plays_left_out. They are in the order of the boards. */
void upload_boards_add(text *to, const new_play *plays, size_t count, uint64_t left_out);

/* What was found this time. */
typedef struct kept_again {
    const replay_entry *entry; /* as the catalogue has it now */
    const char *map;           /* hash of the map */
    const json_report *statistics;
    const evidence_report *evidence;
    const findings *findings;
    const hold_reason *reason; /* why it is held from now on; NULL: its verdict is as it was */
    const new_play *plays;
    size_t play_count;
    uint64_t plays_left_out;
} kept_again;

/* Adds a kept answer with what was found this time in place of what an upload had found, with a NUL. Fails as kept_answer_write does. */
reel_status kept_answer_again(text *to, const char *kept, const kept_again *again, reel_error *error);

#endif
