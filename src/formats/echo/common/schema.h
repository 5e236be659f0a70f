/* SPDX-License-Identifier: MIT
 * The fields that all formats of the family have; each format's list begins with them. What is added to the flags: `ID`, of
 * the fields that say who a player is; `NUMBER`, of that in the roster; `TEXT`, of what a text says in words of its own; `HAS`, of the bits
 * that say which parts there are. */
#ifndef ECHO_COMMON_SCHEMA_H
#define ECHO_COMMON_SCHEMA_H

#include <reel/echoreplay.h>
#include <reel/format.h>

extern const reel_label echo_statuses[], echo_teams[], echo_paused_states[], echo_goal_types[], echo_holdings[], echo_weapons[],
    echo_ordnances[], echo_tac_mods[], echo_arms[], echo_maps[];

/* anonymise.c */
extern const reel_operation butter_anonymise, echoreplay_anonymise;

#define ECHO_TIME(row, member)                                                                                                   \
    REEL_FIELD(row, "time", member, F64, "s", "time since the first frame of the file",                                          \
               .flags = REEL_FIELD_TIME | REEL_FIELD_DERIVED)
#define ECHO_NUMBER(row, member)                                                                                                 \
    REEL_FIELD(row, "frame", member, U32, "", "number of the frame, from 0", .flags = REEL_FIELD_DERIVED)

#define FRAME_(R, name, type, unit, ...) REEL_FIELD(R, #name, common.name, type, unit, __VA_ARGS__)
#define FRAME_IF_(R, bit, name, type, unit, ...)                                                                                 \
    REEL_FIELD(R, #name, common.name, type, unit, __VA_ARGS__, REEL_PRESENT_IF(R, common.has, bit))
#define THROW_(R, name, unit, doc)                                                                                               \
    REEL_FIELD(R, "throw_" #name, common.throw_.name, F32, unit, doc, REEL_PRESENT_IF(R, common.has, ECHO_HAS_THROW))
#define ECHO_FRAME_FIELDS(R, TEXT, HAS)                                                                                                     \
    ECHO_TIME(R, common.time), ECHO_NUMBER(R, common.frame),                                                                     \
        FRAME_(R, recorded, I64, "ms", "when it was recorded, since 1970; whose clock and zone is not said"),                    \
        FRAME_(R, game_clock, F32, "s", "what the game's clock shows"),                                                          \
        FRAME_(R, status, U8, "", "state of the match", .labels = echo_statuses, .flags = (TEXT)),                                                \
        FRAME_(R, has, U8, "",                                                                                                   \
               "parts that are known: 1 points, 2 pause, 4 score, 8 throw, 16 vr, 32 disc, 64 payload, 128 rules", .flags = (HAS)),              \
        FRAME_IF_(R, ECHO_HAS_POINTS, blue_points, F32, "points", "points of the blue team"),                                    \
        FRAME_IF_(R, ECHO_HAS_POINTS, orange_points, F32, "points", "points of the orange team"),                                \
        FRAME_(R, inputs, U8, "", "shoulder buttons of who recorded: 1 left, 2 right, 4 left's second, 8 right's second", .flags = (TEXT)),       \
        FRAME_(R, blue_restart, BOOL, "", "the blue team asked for a restart"),                                                  \
        FRAME_(R, orange_restart, BOOL, "", "the orange team asked for a restart"),                                              \
        FRAME_IF_(R, ECHO_HAS_PAUSE, paused_state, U8, "", "whether the match pauses", .labels = echo_paused_states, .flags = (TEXT)),            \
        FRAME_IF_(R, ECHO_HAS_PAUSE, paused_team, U8, "", "team that asked for the pause", .labels = echo_teams),                \
        FRAME_IF_(R, ECHO_HAS_PAUSE, unpaused_team, U8, "", "team that ended the pause", .labels = echo_teams),                  \
        FRAME_IF_(R, ECHO_HAS_PAUSE, paused_timer, F32, "s",                                                                     \
                  "timer of the pause; of a .butter by the public encoder what it grew by, 0 in keyframes"),                     \
        FRAME_IF_(R, ECHO_HAS_PAUSE, unpaused_timer, F32, "s",                                                                   \
                  "timer of its end; of a .butter by the public encoder what it grew by, 0 in keyframes"),                       \
        FRAME_IF_(R, ECHO_HAS_SCORE, score_team, U8, "", "team of the last goal", .labels = echo_teams),                         \
        FRAME_IF_(R, ECHO_HAS_SCORE, score_points, U8, "points", "points of the last goal"),                                     \
        FRAME_IF_(R, ECHO_HAS_SCORE, goal_type, U8, "", "type of the last goal", .labels = echo_goal_types, .flags = (TEXT)),                     \
        FRAME_IF_(R, ECHO_HAS_SCORE, score_person, U8, "", "who scored: number in the roster, 0 where it is not there", .flags = (TEXT)),         \
        FRAME_IF_(R, ECHO_HAS_SCORE, score_assist, U8, "", "who assisted: number in the roster, 0 where it is not there", .flags = (TEXT)),       \
        FRAME_IF_(R, ECHO_HAS_SCORE, score_disc_speed, F32, "m/s", "speed of the disc in the last goal"),                        \
        FRAME_IF_(R, ECHO_HAS_SCORE, score_distance, F32, "m", "distance of the last goal"),                                     \
        THROW_(R, arm_speed, "m/s", "last throw: speed of the arm"),                                                             \
        THROW_(R, total_speed, "m/s", "last throw: speed of the disc"),                                                          \
        THROW_(R, off_axis_spin_deg, "deg", "last throw: spin beside the axis"),                                                 \
        THROW_(R, wrist_throw_penalty, "m/s", "last throw: speed lost by the wrist"),                                            \
        THROW_(R, rot_per_sec, "1/s", "last throw: turns in a second"),                                                          \
        THROW_(R, pot_speed_from_rot, "m/s", "last throw: speed that the turning could give"),                                   \
        THROW_(R, speed_from_arm, "m/s", "last throw: speed from the arm"),                                                      \
        THROW_(R, speed_from_movement, "m/s", "last throw: speed from the player's own movement"),                               \
        THROW_(R, speed_from_wrist, "m/s", "last throw: speed from the wrist"),                                                  \
        THROW_(R, wrist_align_to_throw_deg, "deg", "last throw: angle of wrist and throw"),                                      \
        THROW_(R, throw_align_to_movement_deg, "deg", "last throw: angle of throw and movement"),                                \
        THROW_(R, off_axis_penalty, "m/s", "last throw: speed lost by spin"),                                                    \
        THROW_(R, throw_move_penalty, "m/s", "last throw: speed lost by movement"),                                              \
        FRAME_IF_(R, ECHO_HAS_VR, vr_position, F32, "m", "place of the recorder's play space", .components = "xyz"),             \
        FRAME_IF_(R, ECHO_HAS_DISC, disc_position, F32, "m", "place of the disc", .components = "xyz"),                          \
        FRAME_IF_(R, ECHO_HAS_DISC, disc_velocity, F32, "m/s", "velocity of the disc", .components = "xyz"),                     \
        FRAME_IF_(R, ECHO_HAS_PAYLOAD, contested, BOOL, "", "Combat: both teams hold the place"),                                \
        FRAME_IF_(R, ECHO_HAS_PAYLOAD, checkpoint, U8, "", "Combat: checkpoint of the payload"),                                 \
        FRAME_IF_(R, ECHO_HAS_PAYLOAD, defenders, U8, "", "Combat: defenders at the payload"),                                   \
        FRAME_IF_(R, ECHO_HAS_PAYLOAD, payload_distance, F32, "m", "Combat: way of the payload"),                                \
        FRAME_IF_(R, ECHO_HAS_PAYLOAD, payload_speed, F32, "m/s", "Combat: speed of the payload"),                               \
        FRAME_IF_(R, ECHO_HAS_RULES, rules_changed_at, I64, "", "when the rules of a private match were changed"),               \
        FRAME_IF_(R, ECHO_HAS_RULES, rules_changed_by, STRING, "", "who changed them", .flags = REEL_FIELD_PERSONAL)

#define STAT_(R, prefix, name, doc)                                                                                              \
    REEL_FIELD(R, #name, prefix stats.name, U16, "", doc, REEL_PRESENT_IF(R, prefix has, ECHO_HAS_STATS))
#define ECHO_STATS_FIELDS(R, prefix)                                                                                             \
    STAT_(R, prefix, assists, "assists so far"), STAT_(R, prefix, blocks, "blocks so far"),                                      \
        STAT_(R, prefix, catches, "catches so far"), STAT_(R, prefix, goals, "goals so far"),                                    \
        STAT_(R, prefix, interceptions, "interceptions so far"), STAT_(R, prefix, passes, "passes so far"),                      \
        STAT_(R, prefix, points, "points so far"), STAT_(R, prefix, saves, "saves so far"),                                      \
        STAT_(R, prefix, steals, "steals so far"), STAT_(R, prefix, shots_taken, "shots so far"),                                \
        STAT_(R, prefix, stuns, "stuns so far"),                                                                                 \
        REEL_FIELD(R, "possession_time", prefix possession_time, F32, "s", "time with the disc so far",                          \
                   REEL_PRESENT_IF(R, prefix has, ECHO_HAS_STATS))

#define ECHO_TEAM_FIELDS(R, prefix, HAS)                                                                                              \
    ECHO_TIME(R, prefix time), ECHO_NUMBER(R, prefix frame),                                                                     \
        REEL_FIELD(R, "team", prefix team, U8, "", "which team", .labels = echo_teams),                                          \
        REEL_FIELD(R, "possession", prefix possession, BOOL, "", "the team has the disc"),                                       \
        REEL_FIELD(R, "has", prefix has, U8, "", "parts that are known: 1 statistics", .flags = (HAS)),                                          \
        REEL_FIELD(R, "players", prefix players, U8, "", "players of the team in this frame", .flags = REEL_FIELD_DERIVED), ECHO_STATS_FIELDS(R, prefix)

#define PLAYER_(R, name, type, unit, ...) REEL_FIELD(R, #name, common.name, type, unit, __VA_ARGS__)
#define PLAYER_IF_(R, bit, name, type, unit, ...)                                                                                \
    REEL_FIELD(R, #name, common.name, type, unit, __VA_ARGS__, REEL_PRESENT_IF(R, common.has, bit))
#define ECHO_PLAYER_FIELDS(R, ID, NUMBER, HAS)                                                                                                \
    ECHO_TIME(R, common.time), ECHO_NUMBER(R, common.frame),                                                                     \
        PLAYER_(R, team, U8, "", "team of the player", .labels = echo_teams),                                                    \
        PLAYER_(R, slot, U8, "", "place in the team, from 0", .flags = REEL_FIELD_DERIVED),                                                                   \
        PLAYER_(R, player, U8, "", "number in the roster, from 1; 0 where there is none", .flags = (NUMBER)),                                       \
        PLAYER_(R, player_id, U8, "", "the game's own number in the match"),                                                     \
        PLAYER_(R, userid, I64, "", "account of the player", .flags = REEL_FIELD_PERSONAL | (ID)),                               \
        PLAYER_(R, name, STRING, "", "name of the player", .flags = REEL_FIELD_PERSONAL | (ID)),                                 \
        PLAYER_(R, number, U16, "", "number on the jersey", .flags = (ID)),                                                      \
        PLAYER_(R, level, U16, "", "level of the player", .flags = (ID)),                                                        \
        PLAYER_(R, has, U8, "", "parts that are known: 1 statistics, 2 what the hands hold, 4 weapons", .flags = (HAS)),                         \
        PLAYER_(R, possession, BOOL, "", "the player has the disc"), PLAYER_(R, blocking, BOOL, "", "the player blocks"),        \
        PLAYER_(R, stunned, BOOL, "", "the player is stunned"),                                                                  \
        PLAYER_(R, invulnerable, BOOL, "", "the player cannot be stunned"),                                                      \
        PLAYER_(R, emote, BOOL, "", "the player plays an emote"),                                                                \
        PLAYER_IF_(R, ECHO_HAS_HOLDING, holding_left, U8, "", "what the left hand holds: a player's number, or one of these",    \
                   .labels = echo_holdings),                                                                                     \
        PLAYER_IF_(R, ECHO_HAS_HOLDING, holding_right, U8, "", "what the right hand holds", .labels = echo_holdings),            \
        PLAYER_IF_(R, ECHO_HAS_LOADOUT, weapon, U8, "", "Combat: weapon", .labels = echo_weapons),                               \
        PLAYER_IF_(R, ECHO_HAS_LOADOUT, ordnance, U8, "", "Combat: ordnance", .labels = echo_ordnances),                         \
        PLAYER_IF_(R, ECHO_HAS_LOADOUT, tac_mod, U8, "", "Combat: tactical mod", .labels = echo_tac_mods),                       \
        PLAYER_IF_(R, ECHO_HAS_LOADOUT, arm, U8, "", "Combat: arm that has the mod", .labels = echo_arms),                       \
        ECHO_STATS_FIELDS(R, common.), PLAYER_(R, ping, I16, "ms", "round trip to the server"),                                  \
        PLAYER_(R, packet_loss, F32, "", "share of packets that are lost"),                                                      \
        PLAYER_(R, velocity, F32, "m/s", "velocity", .components = "xyz"),                                                       \
        PLAYER_(R, head, F32, "m", "place of the head", .components = "xyz"),                                                    \
        PLAYER_(R, body, F32, "m", "place of the body", .components = "xyz"),                                                    \
        PLAYER_(R, left_hand, F32, "m", "place of the left hand", .components = "xyz"),                                          \
        PLAYER_(R, right_hand, F32, "m", "place of the right hand", .components = "xyz")

#define BONE_(R, name, type, unit, ...) REEL_FIELD(R, #name, name, type, unit, __VA_ARGS__)
#define ECHO_BONE_FIELDS(R)                                                                                                      \
    ECHO_TIME(R, time), ECHO_NUMBER(R, frame),                                                                                   \
        BONE_(R, player, U8, "", "number of the skeleton in its frame, from 0; players are not named", .flags = REEL_FIELD_DERIVED),                          \
        BONE_(R, bone, U8, "", "number of the bone, 0 to 22", .flags = REEL_FIELD_DERIVED),                                                                   \
        BONE_(R, position, F32, "m", "place in the player's own space", .components = "xyz"),                                    \
        BONE_(R, rotation, F32, "", "rotation in the player's own space, a quaternion", .components = "xyzw")

#endif
