/* SPDX-License-Identifier: MIT
 * The rows of a block of a .butter, frame by frame, as they were appended. */
#ifndef ECHO_BUTTER_WALK_H
#define ECHO_BUTTER_WALK_H

#include "formats/echo/butter/file.h"

enum { ECHO_TEAMS = 3 };

extern const ordered_table reel__butter_ordered[ORDER_TABLES];

/* The rows of one block. */
typedef struct block_rows {
    const butter_frame *frames;
    const echo_team *teams;
    const butter_player *players;
    const echo_bone *bones;
    size_t frame_count, team_count, player_count, bone_count;
} block_rows;

/* The rows of a block, and how far they were taken. */
typedef struct block_walk {
    const block_rows *rows;
    const uint8_t *of[ORDER_TABLES];
    size_t count[ORDER_TABLES], at[ORDER_TABLES];
} block_walk;

block_walk reel__walk_begin(const block_rows *rows);
/* Takes the rows of frame `number` of a table. Rows before it have no frame: they are refused, or those of another format reported as lost. */
reel_status reel__walk_table(reel_encoder *e, block_walk *walk, unsigned which, uint32_t number, size_t *first);
/* Rows that are left behind the frames of a block; `last`: no frame follows, see reel__order_end. */
reel_status reel__walk_end(reel_encoder *e, const block_walk *walk, bool last);
/* Every frame of a file has three teams. A recorder appends all of them, or no row of teams at all; then they have no values. */
reel_status reel__walk_check_teams(reel_encoder *e, const block_rows *given);
/* At the end: how many of the last frames lacked some. */
void reel__walk_report_teams(const reel_encoder *e);

#endif
