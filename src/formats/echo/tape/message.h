/* SPDX-License-Identifier: MIT
 * The messages of a .tape as structs. Their lists of fields, in message.c, are the only place where a field's number is. */
#ifndef ECHO_TAPE_MESSAGE_H
#define ECHO_TAPE_MESSAGE_H

#include "codec/protobuf_pull.h"

#include <reel/butter.h>

/* Fields of an envelope. */
enum { ENVELOPE_HEADER = 1, ENVELOPE_FRAME = 2, ENVELOPE_FOOTER = 3 };
/* Fields that repeat, which lists do not have. */
enum {
    HEADER_METADATA = 4,
    HEADER_ARENA = 10,
    ARENA_ROSTER = 8,
    ARENA_TEAM_NAMES = 13,
    FRAME_ARENA = 10,
    ARENA_PLAYERS = 5,
    ARENA_BONES = 6,
    ARENA_EVENTS = 12,
    FOOTER_KEYFRAMES = 4,
    FOOTER_EVENTS = 5
};

typedef struct tape_stamp {
    int64_t seconds;
    int32_t nanos;
} tape_stamp;

typedef struct tape_header {
    reel_string capture_id;
    tape_stamp created;
    uint32_t version, minor, patch, encoding;
    uint8_t has; /* TAPE_HAS_CREATED, ... */
} tape_header;
enum { TAPE_HAS_CREATED = 1 };

typedef struct tape_match {
    reel_string session_id, map_name, client_name, session_ip, rules_by;
    uint64_t rules_at;
    int32_t match_type, rounds;
    uint8_t private_match, tournament;
} tape_match;

typedef struct tape_person {
    reel_string name;
    uint64_t account;
    int32_t slot, role, jersey, level;
} tape_person;

enum { TAPE_POSE_POSITION = 1, TAPE_POSE_ORIENTATION = 2 };
typedef struct tape_pose {
    reel_vec3 position;
    reel_quaternion orientation;
    uint8_t has; /* TAPE_POSE_POSITION, ... */
} tape_pose;

enum { TAPE_DISC_POSE = 1, TAPE_DISC_VELOCITY = 2 };
typedef struct tape_disc {
    tape_pose pose;
    reel_vec3 velocity;
    uint32_t bounces;
    uint8_t has; /* TAPE_DISC_POSE, ... */
} tape_disc;

enum { TAPE_PLAYER_HEAD = 1, TAPE_PLAYER_BODY = 2, TAPE_PLAYER_LEFT = 4, TAPE_PLAYER_RIGHT = 8, TAPE_PLAYER_VELOCITY = 16 };
enum {
    TAPE_STUNNED = 1,
    TAPE_INVULNERABLE = 2,
    TAPE_BLOCKING = 4,
    TAPE_POSSESSION = 8,
    TAPE_EMOTE = 16,
    TAPE_TEAM_SHIFT = 5,
    TAPE_TEAM = 3 << TAPE_TEAM_SHIFT
};
typedef struct tape_player {
    tape_pose head, body, left, right;
    reel_vec3 velocity;
    int32_t slot;
    uint32_t flags; /* TAPE_STUNNED, ... */
    uint32_t ping;
    float packet_loss, possession_time;
    uint8_t has; /* TAPE_PLAYER_HEAD, ... */
} tape_player;

typedef struct tape_skeleton {
    int32_t slot;
    reel_string positions, rotations; /* floats as they are in memory */
    uint8_t has;                      /* 1 positions, 2 rotations */
} tape_skeleton;

typedef struct tape_payload {
    float multiplier, distance, speed;
    int32_t checkpoint, defenders;
} tape_payload;

typedef struct tape_pause {
    int32_t unpaused_team, paused_team; /* roles */
    float unpaused_timer, paused_timer;
} tape_pause;

enum { TAPE_HAS_DISC = 1, TAPE_HAS_HOLDER = 2, TAPE_HAS_VR = 4, TAPE_HAS_PAYLOAD = 8, TAPE_HAS_PAUSE = 16 };
typedef struct tape_arena {
    tape_disc disc;
    tape_pose vr;
    tape_payload payload;
    tape_pause pause;
    float clock, left, right, left2, right2;
    int32_t status, pause_state, holder, blue_points, orange_points, round, error, blue_restart, orange_restart;
    uint8_t has; /* TAPE_HAS_DISC, ... */
} tape_arena;

typedef struct tape_frame {
    uint32_t index, offset; /* offset: ms since the capture was created */
} tape_frame;

typedef struct tape_footer {
    uint64_t offset;
    uint32_t frames, duration;
} tape_footer;

typedef struct tape_keyframe {
    uint64_t offset;
    uint32_t frame;
} tape_keyframe;

/* Events that change what later frames do not say again. Numbers are those of the fields of EchoEvent. */
enum {
    EVENT_SCOREBOARD = 15,
    EVENT_JOINED = 20,
    EVENT_LEFT = 21,
    EVENT_SWITCHED = 22,
    EVENT_LOADOUT = 24,
    EVENT_GRAB = 25,
    EVENT_INFO = 26,
    EVENT_POSSESSION = 30,
    EVENT_THROWN = 31,
    EVENT_GOAL = 40,
    EVENT_STATS = 58,
    EVENT_NUMBERS = 64 /* above all numbers */
};

typedef struct tape_board {
    int32_t blue_points, orange_points, blue_rounds, orange_rounds;
    reel_string clock;
} tape_board;

typedef struct tape_switch {
    int32_t slot, role, previous;
} tape_switch;

typedef struct tape_loadout {
    reel_string weapon, ordnance, tac_mod;
    int32_t slot;
} tape_loadout;

typedef struct tape_grab {
    reel_string left, right;
    int32_t slot;
} tape_grab;

enum { TAPE_STATS = 11 };
typedef struct tape_stats {
    int32_t slot, points, saves, goals, stuns, passes, catches, steals, blocks, interceptions, assists, shots;
} tape_stats;

typedef struct tape_goal {
    reel_string person, assist;
    float disc_speed, distance;
    int32_t team, type, points;
} tape_goal;

typedef struct tape_throw {
    echo_throw details;
    int32_t slot;
    uint8_t has; /* 1: details */
} tape_throw;

extern const proto_message reel__tape_header_list, reel__tape_match_list, reel__tape_person_list, reel__tape_player_list,
    reel__tape_skeleton_list, reel__tape_arena_list, reel__tape_frame_list, reel__tape_footer_list, reel__tape_keyframe_list,
    reel__tape_board_list, reel__tape_switch_list, reel__tape_loadout_list, reel__tape_grab_list, reel__tape_stats_list,
    reel__tape_goal_list, reel__tape_throw_list;

/* The event that an index calls by another number than the field of EchoEvent: 0 if the index has no name for it. */
uint8_t reel__tape_indexed_as(uint32_t event);
/* Kinds that the recorders before August 2026 do not index: F-6. */
static inline bool tape_is_left_out(unsigned kind) { return (kind >= 14 && kind <= 16) || kind == 48; }

#endif
