/* SPDX-License-Identifier: MIT
 * The fields that all formats of the family share; each format's list begins with them. The arguments of the macros are
 * further flags: ID for fields that identify a player, NUMBER for the number in the roster, TEXT for fields that the text
 * formats state in words as well, HAS for the bits of present parts. */
#ifndef ECHO_COMMON_SCHEMA_H
#define ECHO_COMMON_SCHEMA_H

#include <reel/echoreplay.h>
#include <reel/format.h>

extern const reel_label reel__echo_statuses[], reel__echo_teams[], reel__echo_paused_states[], reel__echo_goal_types[],
    reel__echo_holdings[], reel__echo_weapons[], reel__echo_ordnances[], reel__echo_tac_mods[], reel__echo_arms[],
    reel__echo_maps[];

/* anonymise.c */
extern const reel_operation reel__butter_anonymise, reel__echoreplay_anonymise, reel__ecrreplay_anonymise, reel__butter_repair;
/* merge.c */
extern const reel_operation reel__butter_merge, reel__echoreplay_merge;

#define ECHO_TIME(row, member)                                                                                                   \
    REEL_FIELD(row, "time", member, F64, "s", "time since the first frame of the file",                                          \
               .flags = REEL_FIELD_TIME | REEL_FIELD_DERIVED)
#define ECHO_NUMBER(row, member)                                                                                                 \
    REEL_FIELD(row, "frame", member, U32, "", "number of the frame, from 0", .flags = REEL_FIELD_DERIVED | REEL_FIELD_KEY)

/* When a field has a value: `WHEN(R, has, keys, bit)`. Most formats know it of whole parts, ECHO_WHEN_PART; .echoreplay of each value,
 * ECHO_WHEN_KEY. A part of 0: always. */
#define ECHO_WHEN_PART(R, has, part, keys, bit)                                                                                  \
    .present_offset = (uint16_t)((part) ? offsetof(R, has) : 0), .present_mask = (part)
#define ECHO_WHEN_KEY(R, has, part, keys, bit) REEL_PRESENT_IF(R, keys, bit)

#define FRAME_(R, name, type, unit, ...) REEL_FIELD(R, #name, common.name, type, unit, __VA_ARGS__)
#define FRAME_IF_(R, bit, name, type, unit, ...)                                                                                 \
    REEL_FIELD(R, #name, common.name, type, unit, __VA_ARGS__, REEL_PRESENT_IF(R, common.has, bit))
#define FRAME_WHEN_(R, WHEN, part, keys, key, name, type, unit, ...)                                                             \
    REEL_FIELD(R, #name, common.name, type, unit, __VA_ARGS__, WHEN(R, common.has, part, keys, key))
#define THROW_(R, WHEN, keys, bit, name, unit, doc)                                                                              \
    REEL_FIELD(R, "throw_" #name, common.throw_.name, F32, unit, doc, WHEN(R, common.has, ECHO_HAS_THROW, keys, bit))
#define ECHO_FRAME_FIELDS(R, WHEN, TEXT, HAS)                                                                                    \
    ECHO_TIME(R, common.time), ECHO_NUMBER(R, common.frame),                                                                     \
        FRAME_(R, recorded, I64, "local ms",                                                                                     \
               "recording time since 1970: UTC by Spark since December 2021, else of an unspecified zone"),                      \
        FRAME_WHEN_(R, WHEN, 0, api, ECHO_API_CLOCK, game_clock, F32, "s", "game clock"),                                        \
        FRAME_(R, status, U8, "", "match state", .labels = reel__echo_statuses, .flags = (TEXT)),                                \
        FRAME_(R, has, U8, "",                                                                                                   \
               "which parts have values: 1 points, 2 pause, 4 score, 8 throw, 16 vr, 32 disc, 64 payload, 128 rules",            \
               .flags = (HAS)),                                                                                                  \
        FRAME_WHEN_(R, WHEN, ECHO_HAS_POINTS, keys, ECHO_KEY_BLUE_POINTS, blue_points, F32, "points", "blue team's points"),     \
        FRAME_WHEN_(R, WHEN, ECHO_HAS_POINTS, keys, ECHO_KEY_ORANGE_POINTS, orange_points, F32, "points",                        \
                    "orange team's points"),                                                                                     \
        FRAME_(R, inputs, U8, "", "recorder's shoulder buttons: 1 left, 2 right, 4 second left, 8 second right",                 \
               .flags = (TEXT)),                                                                                                 \
        FRAME_WHEN_(R, WHEN, 0, keys, ECHO_KEY_BLUE_RESTART, blue_restart, BOOL, "",                                             \
                    "whether the blue team requested a restart"),                                                                \
        FRAME_WHEN_(R, WHEN, 0, keys, ECHO_KEY_ORANGE_RESTART, orange_restart, BOOL, "",                                         \
                    "whether the orange team requested a restart"),                                                              \
        FRAME_WHEN_(R, WHEN, ECHO_HAS_PAUSE, pause_keys, ECHO_KEY_PAUSED_STATE, paused_state, U8, "", "pause state",             \
                    .labels = reel__echo_paused_states, .flags = (TEXT)),                                                        \
        FRAME_WHEN_(R, WHEN, ECHO_HAS_PAUSE, pause_keys, ECHO_KEY_PAUSED_TEAM, paused_team, U8, "",                              \
                    "team that requested the pause", .labels = reel__echo_teams),                                                \
        FRAME_WHEN_(R, WHEN, ECHO_HAS_PAUSE, pause_keys, ECHO_KEY_UNPAUSED_TEAM, unpaused_team, U8, "",                          \
                    "team that ended the pause", .labels = reel__echo_teams),                                                    \
        FRAME_WHEN_(R, WHEN, ECHO_HAS_PAUSE, pause_keys, ECHO_KEY_PAUSED_TIMER, paused_timer, F32, "s",                          \
                    "pause timer; in a .butter from the public encoder its increase, 0 in keyframes"),                           \
        FRAME_WHEN_(R, WHEN, ECHO_HAS_PAUSE, pause_keys, ECHO_KEY_UNPAUSED_TIMER, unpaused_timer, F32, "s",                      \
                    "unpause timer; in a .butter from the public encoder its increase, 0 in keyframes"),                         \
        FRAME_WHEN_(R, WHEN, ECHO_HAS_SCORE, score_keys, ECHO_KEY_SCORE_TEAM, score_team, U8, "", "team of the last goal",       \
                    .labels = reel__echo_teams),                                                                                 \
        FRAME_WHEN_(R, WHEN, ECHO_HAS_SCORE, score_keys, ECHO_KEY_SCORE_POINTS, score_points, U8, "points",                      \
                    "points of the last goal"),                                                                                  \
        FRAME_WHEN_(R, WHEN, ECHO_HAS_SCORE, score_keys, ECHO_KEY_GOAL_TYPE, goal_type, U8, "", "type of the last goal",         \
                    .labels = reel__echo_goal_types, .flags = (TEXT)),                                                           \
        FRAME_IF_(R, ECHO_HAS_SCORE, score_person, U8, "", "scorer: number in the roster, 0 if missing", .flags = (TEXT)),       \
        FRAME_IF_(R, ECHO_HAS_SCORE, score_assist, U8, "", "assist: number in the roster, 0 if missing", .flags = (TEXT)),       \
        FRAME_WHEN_(R, WHEN, ECHO_HAS_SCORE, score_keys, ECHO_KEY_DISC_SPEED, score_disc_speed, F32, "m/s",                      \
                    "disc speed at the last goal"),                                                                              \
        FRAME_WHEN_(R, WHEN, ECHO_HAS_SCORE, score_keys, ECHO_KEY_SCORE_DISTANCE, score_distance, F32, "m",                      \
                    "distance of the last goal"),                                                                                \
        THROW_(R, WHEN, throw_keys, 1, arm_speed, "m/s", "last throw: arm speed"),                                               \
        THROW_(R, WHEN, throw_keys, 2, total_speed, "m/s", "last throw: disc speed"),                                            \
        THROW_(R, WHEN, throw_keys, 4, off_axis_spin_deg, "deg", "last throw: off-axis spin"),                                   \
        THROW_(R, WHEN, throw_keys, 8, wrist_throw_penalty, "m/s", "last throw: speed lost to wrist movement"),                  \
        THROW_(R, WHEN, throw_keys, 16, rot_per_sec, "1/s", "last throw: rotations per second"),                                 \
        THROW_(R, WHEN, throw_keys, 32, pot_speed_from_rot, "m/s", "last throw: potential speed from rotation"),                 \
        THROW_(R, WHEN, throw_keys, 64, speed_from_arm, "m/s", "last throw: speed from the arm"),                                \
        THROW_(R, WHEN, throw_keys, 128, speed_from_movement, "m/s", "last throw: speed from the player's own movement"),        \
        THROW_(R, WHEN, throw_more_keys, 1, speed_from_wrist, "m/s", "last throw: speed from the wrist"),                        \
        THROW_(R, WHEN, throw_more_keys, 2, wrist_align_to_throw_deg, "deg", "last throw: angle between wrist and throw"),       \
        THROW_(R, WHEN, throw_more_keys, 4, throw_align_to_movement_deg, "deg", "last throw: angle between throw and movement"), \
        THROW_(R, WHEN, throw_more_keys, 8, off_axis_penalty, "m/s", "last throw: speed lost to spin"),                          \
        THROW_(R, WHEN, throw_more_keys, 16, throw_move_penalty, "m/s", "last throw: speed lost to movement"),                   \
        FRAME_WHEN_(R, WHEN, ECHO_HAS_VR, vr_keys, ECHO_KEY_POSITION, vr_position, F32, "m",                                     \
                    "position of the recorder's play space", .components = "xyz"),                                               \
        FRAME_WHEN_(R, WHEN, ECHO_HAS_DISC, disc_keys, ECHO_KEY_POSITION, disc_position, F32, "m", "position of the disc",       \
                    .components = "xyz"),                                                                                        \
        FRAME_WHEN_(R, WHEN, ECHO_HAS_DISC, disc_keys, ECHO_KEY_VELOCITY, disc_velocity, F32, "m/s", "velocity of the disc",     \
                    .components = "xyz"),                                                                                        \
        FRAME_WHEN_(R, WHEN, ECHO_HAS_PAYLOAD, round_keys, ECHO_KEY_CONTESTED, contested, BOOL, "",                              \
                    "Combat: the point is contested"),                                                                           \
        FRAME_WHEN_(R, WHEN, ECHO_HAS_PAYLOAD, round_keys, ECHO_KEY_CHECKPOINT, checkpoint, U8, "",                              \
                    "Combat: payload checkpoint"),                                                                               \
        FRAME_WHEN_(R, WHEN, ECHO_HAS_PAYLOAD, round_keys, ECHO_KEY_DEFENDERS, defenders, U8, "",                                \
                    "Combat: defenders near the payload"),                                                                       \
        FRAME_WHEN_(R, WHEN, ECHO_HAS_PAYLOAD, round_keys, ECHO_KEY_DISTANCE, payload_distance, F32, "m",                        \
                    "Combat: distance travelled by the payload"),                                                                \
        FRAME_WHEN_(R, WHEN, ECHO_HAS_PAYLOAD, round_keys, ECHO_KEY_SPEED, payload_speed, F32, "m/s", "Combat: payload speed"),  \
        FRAME_WHEN_(R, WHEN, ECHO_HAS_RULES, keys, ECHO_KEY_RULES_AT, rules_changed_at, I64, "",                                 \
                    "when the rules of the private match were changed"),                                                         \
        FRAME_WHEN_(R, WHEN, ECHO_HAS_RULES, keys, ECHO_KEY_RULES_BY, rules_changed_by, STRING, "",                              \
                    "player who changed the rules", .flags = REEL_FIELD_PERSONAL)

#define STAT_(R, WHEN, prefix, keys, bit, name, doc)                                                                             \
    REEL_FIELD(R, #name, prefix stats.name, U16, "", doc, WHEN(R, prefix has, ECHO_HAS_STATS, keys, bit))
#define ECHO_STATS_FIELDS(R, WHEN, prefix)                                                                                       \
    STAT_(R, WHEN, prefix, stats_keys, 1, assists, "assists so far"),                                                            \
        STAT_(R, WHEN, prefix, stats_keys, 2, blocks, "blocks so far"),                                                          \
        STAT_(R, WHEN, prefix, stats_keys, 4, catches, "catches so far"),                                                        \
        STAT_(R, WHEN, prefix, stats_keys, 8, goals, "goals so far"),                                                            \
        STAT_(R, WHEN, prefix, stats_keys, 16, interceptions, "interceptions so far"),                                           \
        STAT_(R, WHEN, prefix, stats_keys, 32, passes, "passes so far"),                                                         \
        STAT_(R, WHEN, prefix, stats_keys, 64, points, "points so far"),                                                         \
        STAT_(R, WHEN, prefix, stats_keys, 128, saves, "saves so far"),                                                          \
        STAT_(R, WHEN, prefix, stats_more_keys, 1, steals, "steals so far"),                                                     \
        STAT_(R, WHEN, prefix, stats_more_keys, 2, shots_taken, "shots so far"),                                                 \
        STAT_(R, WHEN, prefix, stats_more_keys, 4, stuns, "stuns so far"),                                                       \
        REEL_FIELD(R, "possession_time", prefix possession_time, F32, "s", "possession time so far",                             \
                   WHEN(R, prefix has, ECHO_HAS_STATS, stats_more_keys, 8))

#define ECHO_TEAM_FIELDS(R, WHEN, prefix, HAS)                                                                                   \
    ECHO_TIME(R, prefix time), ECHO_NUMBER(R, prefix frame),                                                                     \
        REEL_FIELD(R, "team", prefix team, U8, "", "team", .labels = reel__echo_teams, .flags = REEL_FIELD_KEY),                 \
        REEL_FIELD(R, "possession", prefix possession, BOOL, "", "whether the team has the disc",                                \
                   WHEN(R, prefix has, 0, keys, ECHO_KEY_TEAM_POSSESSION)),                                                      \
        REEL_FIELD(R, "has", prefix has, U8, "", "which parts have values: 1 statistics", .flags = (HAS)),                       \
        REEL_FIELD(R, "players", prefix players, U8, "", "players on the team in this frame", .flags = REEL_FIELD_DERIVED),      \
        ECHO_STATS_FIELDS(R, WHEN, prefix)

#define PLAYER_(R, name, type, unit, ...) REEL_FIELD(R, #name, common.name, type, unit, __VA_ARGS__)
#define PLAYER_IF_(R, bit, name, type, unit, ...)                                                                                \
    REEL_FIELD(R, #name, common.name, type, unit, __VA_ARGS__, REEL_PRESENT_IF(R, common.has, bit))
#define PLAYER_WHEN_(R, WHEN, part, keys, key, name, type, unit, ...)                                                            \
    REEL_FIELD(R, #name, common.name, type, unit, __VA_ARGS__, WHEN(R, common.has, part, keys, key))
#define ECHO_PLAYER_FIELDS(R, WHEN, ID, ACCOUNT, NUMBER, HAS)                                                                    \
    ECHO_TIME(R, common.time), ECHO_NUMBER(R, common.frame),                                                                     \
        PLAYER_(R, team, U8, "", "player's team", .labels = reel__echo_teams),                                                   \
        PLAYER_(R, slot, U8, "", "slot in the team, from 0", .flags = REEL_FIELD_DERIVED),                                       \
        PLAYER_(R, player, U8, "", "number in the roster, from 1; 0 if missing", .flags = (NUMBER)),                             \
        PLAYER_WHEN_(R, WHEN, 0, keys, ECHO_KEY_PLAYER_ID, player_id, U8, "", "player id that the game assigned in the match"),  \
        PLAYER_WHEN_(R, WHEN, 0, keys, ECHO_KEY_USERID, userid, U64, "", "player's account id",                                  \
                     .flags = REEL_FIELD_PERSONAL | (ID) | (ACCOUNT)),                                                           \
        PLAYER_(R, name, STRING, "", "player's name", .flags = REEL_FIELD_PERSONAL | (ID)),                                      \
        PLAYER_WHEN_(R, WHEN, 0, keys, ECHO_KEY_NUMBER, number, U16, "", "jersey number", .flags = (ID)),                        \
        PLAYER_WHEN_(R, WHEN, 0, keys, ECHO_KEY_LEVEL, level, U16, "", "player's level", .flags = (ID)),                         \
        PLAYER_(R, has, U8, "", "which parts have values: 1 statistics, 2 held objects, 4 weapons", .flags = (HAS)),             \
        PLAYER_WHEN_(R, WHEN, 0, state_keys, ECHO_KEY_POSSESSION, possession, BOOL, "", "whether the player has the disc"),      \
        PLAYER_WHEN_(R, WHEN, 0, state_keys, ECHO_KEY_BLOCKING, blocking, BOOL, "", "whether the player is blocking"),           \
        PLAYER_WHEN_(R, WHEN, 0, state_keys, ECHO_KEY_STUNNED, stunned, BOOL, "", "whether the player is stunned"),              \
        PLAYER_WHEN_(R, WHEN, 0, state_keys, ECHO_KEY_INVULNERABLE, invulnerable, BOOL, "",                                      \
                     "whether the player is invulnerable"),                                                                      \
        PLAYER_(R, emote, BOOL, "", "whether the player plays an emote"),                                                        \
        PLAYER_IF_(R, ECHO_HAS_HOLDING, holding_left, U8, "", "object in the left hand: a player's number, or one of these",     \
                   .labels = reel__echo_holdings),                                                                               \
        PLAYER_IF_(R, ECHO_HAS_HOLDING, holding_right, U8, "", "object in the right hand, like holding_left",                    \
                   .labels = reel__echo_holdings),                                                                               \
        PLAYER_WHEN_(R, WHEN, ECHO_HAS_LOADOUT, state_keys, ECHO_KEY_WEAPON, weapon, U8, "", "Combat: weapon",                   \
                     .labels = reel__echo_weapons),                                                                              \
        PLAYER_WHEN_(R, WHEN, ECHO_HAS_LOADOUT, state_keys, ECHO_KEY_ORDNANCE, ordnance, U8, "", "Combat: ordnance",             \
                     .labels = reel__echo_ordnances),                                                                            \
        PLAYER_WHEN_(R, WHEN, ECHO_HAS_LOADOUT, state_keys, ECHO_KEY_TAC_MOD, tac_mod, U8, "", "Combat: tactical mod",           \
                     .labels = reel__echo_tac_mods),                                                                             \
        PLAYER_WHEN_(R, WHEN, ECHO_HAS_LOADOUT, state_keys, ECHO_KEY_ARM, arm, U8, "", "Combat: arm with the tactical mod",      \
                     .labels = reel__echo_arms),                                                                                 \
        ECHO_STATS_FIELDS(R, WHEN, common.),                                                                                     \
        PLAYER_WHEN_(R, WHEN, 0, keys, ECHO_KEY_PING, ping, I32, "ms", "round-trip time to the server"),                         \
        PLAYER_WHEN_(R, WHEN, 0, keys, ECHO_KEY_LOSS, packet_loss, F32, "", "packet loss ratio"),                                \
        PLAYER_WHEN_(R, WHEN, 0, keys, ECHO_KEY_PLAYER_VELOCITY, velocity, F32, "m/s", "velocity", .components = "xyz"),         \
        PLAYER_WHEN_(R, WHEN, 0, pose_keys, ECHO_KEY_POSITION, head, F32, "m", "position of the head", .components = "xyz"),     \
        PLAYER_WHEN_(R, WHEN, 0, pose_keys, ECHO_KEY_POSITION << ECHO_KEY_SECOND, body, F32, "m", "position of the body",        \
                     .components = "xyz"),                                                                                       \
        PLAYER_WHEN_(R, WHEN, 0, hand_keys, ECHO_KEY_POSITION, left_hand, F32, "m", "position of the left hand",                 \
                     .components = "xyz"),                                                                                       \
        PLAYER_WHEN_(R, WHEN, 0, hand_keys, ECHO_KEY_POSITION << ECHO_KEY_SECOND, right_hand, F32, "m",                          \
                     "position of the right hand", .components = "xyz")

#define BONE_(R, name, type, unit, ...) REEL_FIELD(R, #name, name, type, unit, __VA_ARGS__)
#define ECHO_BONE_FIELDS(R, WHEN)                                                                                                \
    ECHO_TIME(R, time), ECHO_NUMBER(R, frame),                                                                                   \
        BONE_(R, player, U8, "", "number of the skeleton in its frame, from 0; the file does not say whose it is",               \
              .flags = REEL_FIELD_DERIVED | REEL_FIELD_KEY),                                                                     \
        BONE_(R, bone, U8, "", "bone number, 0 to 22", .flags = REEL_FIELD_DERIVED | REEL_FIELD_KEY),                            \
        BONE_(R, position, F32, "m", "position in player space", .components = "xyz", WHEN(R, keys, 0, keys, 1)),                \
        BONE_(R, rotation, F32, "", "rotation in player space, a quaternion", .components = "xyzw", WHEN(R, keys, 0, keys, 2))

#endif
