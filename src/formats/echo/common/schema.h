/* SPDX-License-Identifier: MIT
 * The fields that all formats of the family share; each format's list begins with them. The arguments of the macros are
 * further flags: ID for fields that identify a player, NUMBER for the number in the roster, TEXT for fields that the text
 * formats state in words as well, HAS for the bits of present parts. */
#ifndef ECHO_COMMON_SCHEMA_H
#define ECHO_COMMON_SCHEMA_H

#include <reel/echoreplay.h>
#include <reel/format.h>

extern const reel_label echo_statuses[], echo_teams[], echo_paused_states[], echo_goal_types[], echo_holdings[], echo_weapons[],
    echo_ordnances[], echo_tac_mods[], echo_arms[], echo_maps[];

/* anonymise.c */
extern const reel_operation butter_anonymise, echoreplay_anonymise, butter_repair;

#define ECHO_TIME(row, member)                                                                                                   \
    REEL_FIELD(row, "time", member, F64, "s", "time since the first frame of the file",                                          \
               .flags = REEL_FIELD_TIME | REEL_FIELD_DERIVED)
#define ECHO_NUMBER(row, member)                                                                                                 \
    REEL_FIELD(row, "frame", member, U32, "", "number of the frame, from 0", .flags = REEL_FIELD_DERIVED | REEL_FIELD_KEY)

#define FRAME_(R, name, type, unit, ...) REEL_FIELD(R, #name, common.name, type, unit, __VA_ARGS__)
#define FRAME_IF_(R, bit, name, type, unit, ...)                                                                                 \
    REEL_FIELD(R, #name, common.name, type, unit, __VA_ARGS__, REEL_PRESENT_IF(R, common.has, bit))
#define THROW_(R, name, unit, doc)                                                                                               \
    REEL_FIELD(R, "throw_" #name, common.throw_.name, F32, unit, doc, REEL_PRESENT_IF(R, common.has, ECHO_HAS_THROW))
#define ECHO_FRAME_FIELDS(R, TEXT, HAS)                                                                                          \
    ECHO_TIME(R, common.time), ECHO_NUMBER(R, common.frame),                                                                     \
        FRAME_(R, recorded, I64, "local ms", "recording time since 1970; the clock and time zone are unspecified"),              \
        FRAME_(R, game_clock, F32, "s", "game clock"),                                                                           \
        FRAME_(R, status, U8, "", "match state", .labels = echo_statuses, .flags = (TEXT)),                                      \
        FRAME_(R, has, U8, "",                                                                                                   \
               "which parts have values: 1 points, 2 pause, 4 score, 8 throw, 16 vr, 32 disc, 64 payload, 128 rules",            \
               .flags = (HAS)),                                                                                                  \
        FRAME_IF_(R, ECHO_HAS_POINTS, blue_points, F32, "points", "blue team's points"),                                         \
        FRAME_IF_(R, ECHO_HAS_POINTS, orange_points, F32, "points", "orange team's points"),                                     \
        FRAME_(R, inputs, U8, "", "recorder's shoulder buttons: 1 left, 2 right, 4 second left, 8 second right",                 \
               .flags = (TEXT)),                                                                                                 \
        FRAME_(R, blue_restart, BOOL, "", "whether the blue team requested a restart"),                                          \
        FRAME_(R, orange_restart, BOOL, "", "whether the orange team requested a restart"),                                      \
        FRAME_IF_(R, ECHO_HAS_PAUSE, paused_state, U8, "", "pause state", .labels = echo_paused_states, .flags = (TEXT)),        \
        FRAME_IF_(R, ECHO_HAS_PAUSE, paused_team, U8, "", "team that requested the pause", .labels = echo_teams),                \
        FRAME_IF_(R, ECHO_HAS_PAUSE, unpaused_team, U8, "", "team that ended the pause", .labels = echo_teams),                  \
        FRAME_IF_(R, ECHO_HAS_PAUSE, paused_timer, F32, "s",                                                                     \
                  "pause timer; in a .butter from the public encoder its increase, 0 in keyframes"),                             \
        FRAME_IF_(R, ECHO_HAS_PAUSE, unpaused_timer, F32, "s",                                                                   \
                  "unpause timer; in a .butter from the public encoder its increase, 0 in keyframes"),                           \
        FRAME_IF_(R, ECHO_HAS_SCORE, score_team, U8, "", "team of the last goal", .labels = echo_teams),                         \
        FRAME_IF_(R, ECHO_HAS_SCORE, score_points, U8, "points", "points of the last goal"),                                     \
        FRAME_IF_(R, ECHO_HAS_SCORE, goal_type, U8, "", "type of the last goal", .labels = echo_goal_types, .flags = (TEXT)),    \
        FRAME_IF_(R, ECHO_HAS_SCORE, score_person, U8, "", "scorer: number in the roster, 0 if missing", .flags = (TEXT)),       \
        FRAME_IF_(R, ECHO_HAS_SCORE, score_assist, U8, "", "assist: number in the roster, 0 if missing", .flags = (TEXT)),       \
        FRAME_IF_(R, ECHO_HAS_SCORE, score_disc_speed, F32, "m/s", "disc speed at the last goal"),                               \
        FRAME_IF_(R, ECHO_HAS_SCORE, score_distance, F32, "m", "distance of the last goal"),                                     \
        THROW_(R, arm_speed, "m/s", "last throw: arm speed"), THROW_(R, total_speed, "m/s", "last throw: disc speed"),           \
        THROW_(R, off_axis_spin_deg, "deg", "last throw: off-axis spin"),                                                        \
        THROW_(R, wrist_throw_penalty, "m/s", "last throw: speed lost to wrist movement"),                                       \
        THROW_(R, rot_per_sec, "1/s", "last throw: rotations per second"),                                                       \
        THROW_(R, pot_speed_from_rot, "m/s", "last throw: potential speed from rotation"),                                       \
        THROW_(R, speed_from_arm, "m/s", "last throw: speed from the arm"),                                                      \
        THROW_(R, speed_from_movement, "m/s", "last throw: speed from the player's own movement"),                               \
        THROW_(R, speed_from_wrist, "m/s", "last throw: speed from the wrist"),                                                  \
        THROW_(R, wrist_align_to_throw_deg, "deg", "last throw: angle between wrist and throw"),                                 \
        THROW_(R, throw_align_to_movement_deg, "deg", "last throw: angle between throw and movement"),                           \
        THROW_(R, off_axis_penalty, "m/s", "last throw: speed lost to spin"),                                                    \
        THROW_(R, throw_move_penalty, "m/s", "last throw: speed lost to movement"),                                              \
        FRAME_IF_(R, ECHO_HAS_VR, vr_position, F32, "m", "position of the recorder's play space", .components = "xyz"),          \
        FRAME_IF_(R, ECHO_HAS_DISC, disc_position, F32, "m", "position of the disc", .components = "xyz"),                       \
        FRAME_IF_(R, ECHO_HAS_DISC, disc_velocity, F32, "m/s", "velocity of the disc", .components = "xyz"),                     \
        FRAME_IF_(R, ECHO_HAS_PAYLOAD, contested, BOOL, "", "Combat: the point is contested"),                                   \
        FRAME_IF_(R, ECHO_HAS_PAYLOAD, checkpoint, U8, "", "Combat: payload checkpoint"),                                        \
        FRAME_IF_(R, ECHO_HAS_PAYLOAD, defenders, U8, "", "Combat: defenders near the payload"),                                 \
        FRAME_IF_(R, ECHO_HAS_PAYLOAD, payload_distance, F32, "m", "Combat: distance travelled by the payload"),                 \
        FRAME_IF_(R, ECHO_HAS_PAYLOAD, payload_speed, F32, "m/s", "Combat: payload speed"),                                      \
        FRAME_IF_(R, ECHO_HAS_RULES, rules_changed_at, I64, "", "when the rules of the private match were changed"),             \
        FRAME_IF_(R, ECHO_HAS_RULES, rules_changed_by, STRING, "", "player who changed the rules", .flags = REEL_FIELD_PERSONAL)

#define STAT_(R, prefix, name, doc)                                                                                              \
    REEL_FIELD(R, #name, prefix stats.name, U16, "", doc, REEL_PRESENT_IF(R, prefix has, ECHO_HAS_STATS))
#define ECHO_STATS_FIELDS(R, prefix)                                                                                             \
    STAT_(R, prefix, assists, "assists so far"), STAT_(R, prefix, blocks, "blocks so far"),                                      \
        STAT_(R, prefix, catches, "catches so far"), STAT_(R, prefix, goals, "goals so far"),                                    \
        STAT_(R, prefix, interceptions, "interceptions so far"), STAT_(R, prefix, passes, "passes so far"),                      \
        STAT_(R, prefix, points, "points so far"), STAT_(R, prefix, saves, "saves so far"),                                      \
        STAT_(R, prefix, steals, "steals so far"), STAT_(R, prefix, shots_taken, "shots so far"),                                \
        STAT_(R, prefix, stuns, "stuns so far"),                                                                                 \
        REEL_FIELD(R, "possession_time", prefix possession_time, F32, "s", "possession time so far",                             \
                   REEL_PRESENT_IF(R, prefix has, ECHO_HAS_STATS))

#define ECHO_TEAM_FIELDS(R, prefix, HAS)                                                                                         \
    ECHO_TIME(R, prefix time), ECHO_NUMBER(R, prefix frame),                                                                     \
        REEL_FIELD(R, "team", prefix team, U8, "", "team", .labels = echo_teams, .flags = REEL_FIELD_KEY),                       \
        REEL_FIELD(R, "possession", prefix possession, BOOL, "", "whether the team has the disc"),                               \
        REEL_FIELD(R, "has", prefix has, U8, "", "which parts have values: 1 statistics", .flags = (HAS)),                       \
        REEL_FIELD(R, "players", prefix players, U8, "", "players on the team in this frame", .flags = REEL_FIELD_DERIVED),      \
        ECHO_STATS_FIELDS(R, prefix)

#define PLAYER_(R, name, type, unit, ...) REEL_FIELD(R, #name, common.name, type, unit, __VA_ARGS__)
#define PLAYER_IF_(R, bit, name, type, unit, ...)                                                                                \
    REEL_FIELD(R, #name, common.name, type, unit, __VA_ARGS__, REEL_PRESENT_IF(R, common.has, bit))
#define ECHO_PLAYER_FIELDS(R, ID, ACCOUNT, NUMBER, HAS)                                                                          \
    ECHO_TIME(R, common.time), ECHO_NUMBER(R, common.frame), PLAYER_(R, team, U8, "", "player's team", .labels = echo_teams),    \
        PLAYER_(R, slot, U8, "", "slot in the team, from 0", .flags = REEL_FIELD_DERIVED),                                       \
        PLAYER_(R, player, U8, "", "number in the roster, from 1; 0 if missing", .flags = (NUMBER)),                             \
        PLAYER_(R, player_id, U8, "", "player id that the game assigned in the match"),                                          \
        PLAYER_(R, userid, I64, "", "player's account id", .flags = REEL_FIELD_PERSONAL | (ID) | (ACCOUNT)),                     \
        PLAYER_(R, name, STRING, "", "player's name", .flags = REEL_FIELD_PERSONAL | (ID)),                                      \
        PLAYER_(R, number, U16, "", "jersey number", .flags = (ID)),                                                             \
        PLAYER_(R, level, U16, "", "player's level", .flags = (ID)),                                                             \
        PLAYER_(R, has, U8, "", "which parts have values: 1 statistics, 2 held objects, 4 weapons", .flags = (HAS)),             \
        PLAYER_(R, possession, BOOL, "", "whether the player has the disc"),                                                     \
        PLAYER_(R, blocking, BOOL, "", "whether the player is blocking"),                                                        \
        PLAYER_(R, stunned, BOOL, "", "whether the player is stunned"),                                                          \
        PLAYER_(R, invulnerable, BOOL, "", "whether the player is invulnerable"),                                                \
        PLAYER_(R, emote, BOOL, "", "whether the player plays an emote"),                                                        \
        PLAYER_IF_(R, ECHO_HAS_HOLDING, holding_left, U8, "", "object in the left hand: a player's number, or one of these",     \
                   .labels = echo_holdings),                                                                                     \
        PLAYER_IF_(R, ECHO_HAS_HOLDING, holding_right, U8, "", "object in the right hand, like holding_left",                    \
                   .labels = echo_holdings),                                                                                     \
        PLAYER_IF_(R, ECHO_HAS_LOADOUT, weapon, U8, "", "Combat: weapon", .labels = echo_weapons),                               \
        PLAYER_IF_(R, ECHO_HAS_LOADOUT, ordnance, U8, "", "Combat: ordnance", .labels = echo_ordnances),                         \
        PLAYER_IF_(R, ECHO_HAS_LOADOUT, tac_mod, U8, "", "Combat: tactical mod", .labels = echo_tac_mods),                       \
        PLAYER_IF_(R, ECHO_HAS_LOADOUT, arm, U8, "", "Combat: arm with the tactical mod", .labels = echo_arms),                  \
        ECHO_STATS_FIELDS(R, common.), PLAYER_(R, ping, I32, "ms", "round-trip time to the server"),                             \
        PLAYER_(R, packet_loss, F32, "", "packet loss ratio"),                                                                   \
        PLAYER_(R, velocity, F32, "m/s", "velocity", .components = "xyz"),                                                       \
        PLAYER_(R, head, F32, "m", "position of the head", .components = "xyz"),                                                 \
        PLAYER_(R, body, F32, "m", "position of the body", .components = "xyz"),                                                 \
        PLAYER_(R, left_hand, F32, "m", "position of the left hand", .components = "xyz"),                                       \
        PLAYER_(R, right_hand, F32, "m", "position of the right hand", .components = "xyz")

#define BONE_(R, name, type, unit, ...) REEL_FIELD(R, #name, name, type, unit, __VA_ARGS__)
#define ECHO_BONE_FIELDS(R)                                                                                                      \
    ECHO_TIME(R, time), ECHO_NUMBER(R, frame),                                                                                   \
        BONE_(R, player, U8, "", "number of the skeleton in its frame, from 0; the file does not say whose it is",               \
              .flags = REEL_FIELD_DERIVED | REEL_FIELD_KEY),                                                                     \
        BONE_(R, bone, U8, "", "bone number, 0 to 22", .flags = REEL_FIELD_DERIVED | REEL_FIELD_KEY),                            \
        BONE_(R, position, F32, "m", "position in player space", .components = "xyz"),                                           \
        BONE_(R, rotation, F32, "", "rotation in player space, a quaternion", .components = "xyzw")

#endif
