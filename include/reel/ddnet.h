/* SPDX-License-Identifier: MIT
 *
 * Insights into DDNet: what a teehistorian file means. docs/insight/ddnet.md defines every figure. Ticks are fiftieths of a second;
 * -1 stands for what is not known.
 */
#ifndef REEL_DDNET_H
#define REEL_DDNET_H

#include <reel/insight.h>

#ifdef __cplusplus
extern "C" {
#endif

REEL_API extern const reel_insight reel_insight_ddnet;

typedef enum ddnet_start { DDNET_START_JOIN = 0, DDNET_START_REJOIN = 1, DDNET_START_IMPLIED = 2 } ddnet_start;
typedef enum ddnet_end { DDNET_END_OF_FILE = 0, DDNET_END_DROP = 1, DDNET_END_REJOIN = 2, DDNET_END_JOIN = 3 } ddnet_end;

/* One stay of one client in one slot. */
typedef struct ddnet_session {
    int32_t session, cid;
    int32_t start_tick, end_tick;
    uint8_t start, end;      /* ddnet_start, ddnet_end */
    uint8_t protocol;        /* 6 or 7 */
    reel_string reason;      /* of the drop */
    int32_t ready_tick;
    int32_t ddnet_version;
    reel_uuid connection_id; /* nil: not known */
    reel_string first_name, last_name;
    int32_t characters;
    int64_t alive_ticks;
    int64_t inputs, messages, chat_commands;
    int32_t finishes;
    int32_t best_time_ticks;
} ddnet_session;

/* What a session's inputs and positions say. */
typedef struct ddnet_activity {
    int32_t session, cid;
    reel_string name;
    int64_t ticks;              /* from its start to its end */
    int64_t idle_ticks;         /* in stretches of more than ten seconds without a new input, what goes beyond */
    int64_t longest_idle_ticks;
    int64_t menu_ticks, chatting_ticks;
    double distance;            /* tiles, of all steps of less than 8 tiles: larger ones are teleports */
    int64_t jumps, hooks, shots, direction_changes, weapon_changes;
} ddnet_activity;

typedef enum ddnet_finisher { DDNET_PLAYER = 0, DDNET_TEAM = 1 } ddnet_finisher;
typedef struct ddnet_finish {
    int32_t tick;
    uint64_t offset;
    uint8_t kind;            /* ddnet_finisher */
    int32_t cid, session;    /* of a player */
    int32_t team;            /* of a team; of a player the team that it was in */
    int32_t time_ticks;
    double time;             /* s */
    int32_t start_tick;
    uint8_t practice;        /* the team practised: the time does not count */
    reel_string name;
} ddnet_finish;

typedef enum ddnet_source { DDNET_SERVER = 0, DDNET_GAME = 1, DDNET_NO_GAME = 2, DDNET_CHAT = 3, DDNET_RCON = 4 } ddnet_source;
typedef struct ddnet_command {
    int32_t tick;
    uint64_t offset;
    int32_t cid, session, flags;
    uint8_t source;          /* ddnet_source */
    reel_string command;
    reel_string args;        /* a JSON array */
    int32_t level;           /* of the client in the remote console */
} ddnet_command;

typedef enum ddnet_vote_kind { DDNET_CALL = 0, DDNET_CAST = 1 } ddnet_vote_kind;
typedef struct ddnet_vote {
    int32_t tick;
    uint64_t offset;
    int32_t cid, session;
    uint8_t kind;            /* ddnet_vote_kind */
    int32_t vote;            /* of a cast: -1 no, 0, 1 yes */
    reel_string type, value, reason; /* of a call */
    int32_t force;
} ddnet_vote;

typedef enum ddnet_name_origin { DDNET_START_INFO = 0, DDNET_CHANGE_INFO = 1, DDNET_PLAYER_NAME = 2 } ddnet_name_origin;
typedef struct ddnet_name {
    int32_t tick;
    uint64_t offset;
    int32_t cid, session;
    uint8_t origin;          /* ddnet_name_origin */
    reel_string name, clan;
    int32_t country;         /* ISO 3166-1 numeric, -1 none; not of DDNET_PLAYER_NAME */
    reel_string skin;
} ddnet_name;

typedef enum ddnet_team_kind { DDNET_PLAYER_TEAM = 1, DDNET_TEAM_PRACTICE = 2 } ddnet_team_kind;
typedef struct ddnet_team {
    int32_t tick;
    uint64_t offset;
    uint8_t kind;            /* ddnet_team_kind */
    int32_t cid;             /* of a player's team */
    int32_t team;
    int32_t practice;        /* of a team's practice */
} ddnet_team;

typedef struct ddnet_character {
    int32_t session, cid;
    int32_t new_tick;
    int32_t old_tick;        /* -1: still there */
} ddnet_character;

/* A change in how many clients and characters there are. */
typedef struct ddnet_online { int32_t tick, clients, characters; } ddnet_online;

/* Ticks that characters stood on a tile of the map. */
typedef struct ddnet_heat { int32_t tile_x, tile_y; int64_t ticks; } ddnet_heat;

/* Dense: a row for each character in each tick; only on request. */
typedef struct ddnet_position { int32_t tick, cid, x, y, session; } ddnet_position;

/* Dense: a row in each tick for each slot that ever had an input; only on request. */
typedef struct ddnet_input {
    int32_t tick, cid;
    int32_t direction, target_x, target_y, jump, fire, hook, player_flags, wanted_weapon, next_weapon, prev_weapon;
} ddnet_input;

REEL_API extern const reel_table ddnet_sessions, ddnet_activities, ddnet_finishes, ddnet_commands, ddnet_votes, ddnet_names, ddnet_teams,
    ddnet_characters, ddnet_onlines, ddnet_heats, ddnet_positions, ddnet_inputs;

#ifdef __cplusplus
}
#endif

#endif
