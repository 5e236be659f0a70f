/* SPDX-License-Identifier: MIT
 * .nevrcap, version 1. */
#ifndef ECHO_TAPE_FIRST_H
#define ECHO_TAPE_FIRST_H

#include "formats/echo/replay/session.h"
#include "formats/echo/tape/tape.h"

/* Fields that repeat or are messages of their own, which lists do not have. */
enum {
    FIRST_NOTES = 3,
    FIRST_INDEX = 1,
    FIRST_STAMP = 2,
    FIRST_EVENTS = 3,
    FIRST_SESSION = 4,
    FIRST_BONES = 5,
    SESSION_POSSESSION = 23,
    SESSION_TEAMS = 32,
    PAYLOAD_FIRST = 34,
    PAYLOAD_LAST = 38,
    TEAM_PLAYERS = 1,
    BONES_PLAYERS = 1
};

/* Words are read beside the row that has their codes. */
typedef struct first_frame {
    echoreplay_frame row;
    reel_string score_team, unpaused_team, paused_team;
    int32_t score_points;
} first_frame;

typedef struct first_stats {
    echo_stats counts;
    float possession_time;
} first_stats;

typedef struct first_team {
    first_stats stats;
    reel_string name;
    uint8_t possession, has;
} first_team;

typedef struct first_player {
    echoreplay_player row;
    first_stats stats;
    reel_string weapon, ordnance, tac_mod, left, right;
    int32_t slot, jersey, level;
    uint8_t has, words; /* has: 1 stats. words: 1 to 4 the loadout, 8 and 16 the hands */
} first_player;

typedef struct first_skeleton {
    reel_string positions, rotations;
    int32_t slot;
} first_skeleton;

typedef struct first_header {
    reel_string capture_id;
    tape_stamp created;
    uint8_t has;
} first_header;

extern const proto_message reel__nevrcap_session_list, reel__nevrcap_team_list, reel__nevrcap_player_list,
    reel__nevrcap_skeleton_list, reel__nevrcap_stamp_list, reel__nevrcap_header_list;

/* Reads a frame, as reel__tape_read_frame does. */
bool reel__nevrcap_read_frame(tape_state *state, tape_rows *rows, reel_bytes body);
/* What its header says of the capture. REEL_CORRUPT: it is no message. The id borrows it. */
reel_status reel__nevrcap_header(tape_state *state, reel_bytes body, tape_info *info);
/* The metadata of the header. */
bool reel__nevrcap_each_note(reel_bytes header, tape_on_note *call, void *context);

/* How the answers of the game are written. */
typedef struct first_style {
    bool ascending;     /* all fields by their numbers, none for 0; else lists after single values */
    proto_double *wide; /* doubles of floats; NULL: with the fewest digits */
    const reel_bytes
        *slots; /* of skeletons, a varint each, 0 if one has none or the list ends; NULL: those of the players in order */
} first_style;
/* first_put.c: both answers of a frame, as fields. */
bool reel__nevrcap_put_answers(reel_memory *to, const line_rows *rows, const first_style *style);
/* The content of a frame from its rows. `old`: the one that they were read from, or NULL; `people`: its events about people are
 * kept. */
bool reel__nevrcap_put_frame(reel_memory *to, const line_rows *rows, const reel_bytes *old, uint32_t number, bool people);
bool reel__nevrcap_put_header(reel_memory *to, const tape_info *info, const reel_chunk *notes, const reel_bytes *old);

#endif
