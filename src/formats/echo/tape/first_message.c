/* SPDX-License-Identifier: MIT
 * The fields of the messages of a .nevrcap. */
#include "formats/echo/tape/first.h"

#define M(row, number_, type_, member)                                                                                           \
    {                                                                                                                            \
        .number = (number_), .type = PROTO_##type_, .offset = (uint16_t)offsetof(row, member)                                    \
    }
#define M_IF(row, number_, type_, member, has_, bit_)                                                                            \
    {                                                                                                                            \
        .number = (number_), .type = PROTO_##type_, .offset = (uint16_t)offsetof(row, member),                                   \
        .has = (uint16_t)offsetof(row, has_), .bit = (bit_)                                                                      \
    }
#define PART(row, number_, has_, bit_, list)                                                                                     \
    {                                                                                                                            \
        .number = (number_), .type = PROTO_MESSAGE, .has = (uint16_t)offsetof(row, has_), .bit = (bit_), .message = &(list)      \
    }
#define F(number, type, member) M(echoreplay_frame, number, type, member)
#define VEC(number, member, keys, bit) M_IF(echoreplay_frame, number, F64_AS_VEC3, member, keys, bit)

static const proto_member disc_members[] = {
    VEC(1, common.disc_position, disc_keys, ECHO_KEY_POSITION),
    VEC(2, disc.forward, disc_keys, ECHO_KEY_FORWARD),
    VEC(3, disc.left, disc_keys, ECHO_KEY_LEFT),
    VEC(4, disc.up, disc_keys, ECHO_KEY_UP),
    VEC(5, common.disc_velocity, disc_keys, ECHO_KEY_VELOCITY),
    F(6, I32, bounce_count),
};
static const proto_member root_members[] = {
    VEC(1, vr.left, vr_keys, ECHO_KEY_LEFT),
    VEC(2, common.vr_position, vr_keys, ECHO_KEY_POSITION),
    VEC(3, vr.forward, vr_keys, ECHO_KEY_FORWARD),
    VEC(4, vr.up, vr_keys, ECHO_KEY_UP),
};
#define THROW(number, name) F(number, F64_AS_F32, common.throw_.name)
static const proto_member throw_members[] = {
    THROW(1, arm_speed),
    THROW(2, total_speed),
    THROW(3, off_axis_spin_deg),
    THROW(4, wrist_throw_penalty),
    THROW(5, rot_per_sec),
    THROW(6, pot_speed_from_rot),
    THROW(7, speed_from_arm),
    THROW(8, speed_from_movement),
    THROW(9, speed_from_wrist),
    THROW(10, wrist_align_to_throw_deg),
    THROW(11, throw_align_to_movement_deg),
    THROW(12, off_axis_penalty),
    THROW(13, throw_move_penalty),
};
static const proto_message disc = PROTO_LIST(disc_members), root = PROTO_LIST(root_members),
                           last_throw = PROTO_LIST(throw_members);

#define W(number, member) M(first_frame, number, STRING, member)
#define R(number, type, member) M(first_frame, number, type, row.member)
static const proto_member pause_members[] = {
    R(1, STRING, paused_text),
    W(2, unpaused_team),
    W(3, paused_team),
    R(4, F64_AS_F32, common.unpaused_timer),
    R(5, F64_AS_F32, common.paused_timer),
};
static const proto_member score_members[] = {
    R(1, F64_AS_F32, common.score_disc_speed),
    W(2, score_team),
    R(3, STRING, goal_text),
    M(first_frame, 4, I32, score_points),
    R(5, F64_AS_F32, common.score_distance),
    R(6, STRING, person_scored),
    R(7, STRING, assist_scored),
};
static const proto_message pause_part = PROTO_LIST(pause_members), score_part = PROTO_LIST(score_members);
static const proto_member session_members[] = {
    R(1, BOOL, common.orange_restart),
    R(2, STRING, session_id),
    R(3, STRING, clock_display),
    R(4, STRING, status_text),
    R(5, STRING, session_ip),
    R(6, STRING, match_type),
    R(7, STRING, map_name),
    PART(first_frame, 8, row.common.has, ECHO_HAS_DISC, disc),
    R(11, I32, blue_round_score),
    R(12, I32_AS_F32, common.orange_points),
    R(14, BOOL, private_match),
    R(15, BOOL, common.blue_restart),
    R(16, BOOL, tournament_match),
    R(17, I32, orange_round_score),
    R(18, I32, total_round_count),
    R(19, I32_AS_F32, common.blue_points),
    PART(first_frame, 20, row.common.has, ECHO_HAS_THROW, last_throw),
    PART(first_frame, 21, row.common.has, ECHO_HAS_VR, root),
    PART(first_frame, 22, row.common.has, ECHO_HAS_PAUSE, pause_part),
    R(24, F64_AS_F32, shoulders[0]),
    R(25, F64_AS_F32, shoulders[1]),
    R(26, F64_AS_F32, shoulders[2]),
    R(27, F64_AS_F32, shoulders[3]),
    R(28, STRING, common.rules_changed_by),
    R(29, I64, common.rules_changed_at),
    R(30, STRING, client_name),
    PART(first_frame, 31, row.common.has, ECHO_HAS_SCORE, score_part),
    M_IF(first_frame, 34, F64_AS_F32, row.payload_multiplier, row.common.has, ECHO_HAS_PAYLOAD),
    M_IF(first_frame, 35, I32_AS_U8, row.common.checkpoint, row.common.has, ECHO_HAS_PAYLOAD),
    M_IF(first_frame, 36, F64_AS_F32, row.common.payload_distance, row.common.has, ECHO_HAS_PAYLOAD),
    M_IF(first_frame, 37, I32_AS_U8, row.common.defenders, row.common.has, ECHO_HAS_PAYLOAD),
    M_IF(first_frame, 38, F64_AS_F32, row.common.payload_speed, row.common.has, ECHO_HAS_PAYLOAD),
    R(39, F64_AS_F32, common.game_clock),
    R(40, I32, err_code),
};
const proto_message reel__nevrcap_session_list = PROTO_LIST(session_members);

#define STAT(number, name) M(first_stats, number, I32_AS_U16, counts.name)
static const proto_member stats_members[] = {
    M(first_stats, 1, F64_AS_F32, possession_time),
    STAT(2, points),
    STAT(3, saves),
    STAT(4, goals),
    STAT(5, stuns),
    STAT(6, passes),
    STAT(7, catches),
    STAT(8, steals),
    STAT(9, blocks),
    STAT(10, interceptions),
    STAT(11, assists),
    STAT(12, shots_taken),
};
static const proto_message stats_list = PROTO_LIST(stats_members);

static const proto_member team_members[] = {
    M(first_team, 2, STRING, name),
    M(first_team, 3, BOOL, possession),
    { .number = 4,
      .type = PROTO_MESSAGE,
      .offset = (uint16_t)offsetof(first_team, stats),
      .has = (uint16_t)offsetof(first_team, has),
      .bit = 1,
      .message = &stats_list },
};
const proto_message reel__nevrcap_team_list = PROTO_LIST(team_members);

#define P(number, type, member) M(first_player, number, type, member)
#define POSE(list, first, position, axes, keys, shift)                                                                           \
    static const proto_member list[] = {                                                                                         \
        M_IF(first_player, first, F64_AS_VEC3, row.common.position, row.keys, ECHO_KEY_POSITION << (shift)),                     \
        M_IF(first_player, 3, F64_AS_VEC3, row.axes.forward, row.keys, ECHO_KEY_FORWARD << (shift)),                             \
        M_IF(first_player, 4, F64_AS_VEC3, row.axes.left, row.keys, ECHO_KEY_LEFT << (shift)),                                   \
        M_IF(first_player, 5, F64_AS_VEC3, row.axes.up, row.keys, ECHO_KEY_UP << (shift)),                                       \
    }
POSE(head_members, 2, head, head, pose_keys, 0);
POSE(body_members, 2, body, body, pose_keys, ECHO_KEY_SECOND);
POSE(left_members, 1, left_hand, left_hand, hand_keys, 0);
POSE(right_members, 1, right_hand, right_hand, hand_keys, ECHO_KEY_SECOND);
static const proto_message head_list = PROTO_LIST(head_members), body_list = PROTO_LIST(body_members),
                           left_list = PROTO_LIST(left_members), right_list = PROTO_LIST(right_members);
#define POSE_PART(number_, list)                                                                                                 \
    {                                                                                                                            \
        .number = (number_), .type = PROTO_MESSAGE, .message = &(list)                                                           \
    }
static const proto_member player_members[] = {
    P(1, STRING, weapon),
    P(2, STRING, ordnance),
    P(3, STRING, tac_mod),
    POSE_PART(5, head_list),
    POSE_PART(6, body_list),
    P(7, U64, row.common.userid),
    P(8, STRING, row.common.name),
    P(9, I32, slot),
    P(10, I32, jersey),
    P(11, I32, level),
    P(12, I32, row.common.ping),
    P(13, F64_AS_F32, row.common.packet_loss),
    P(14, BOOL, row.common.stunned),
    P(15, BOOL, row.common.invulnerable),
    P(16, STRING, left),
    P(17, STRING, right),
    P(18, BOOL, row.common.blocking),
    P(19, BOOL, row.common.emote),
    P(20, BOOL, row.common.possession),
    POSE_PART(21, left_list),
    POSE_PART(22, right_list),
    M_IF(first_player, 23, F64_AS_VEC3, row.common.velocity, row.keys, ECHO_KEY_PLAYER_VELOCITY),
    { .number = 24,
      .type = PROTO_MESSAGE,
      .offset = (uint16_t)offsetof(first_player, stats),
      .has = (uint16_t)offsetof(first_player, has),
      .bit = 1,
      .message = &stats_list },
};
const proto_message reel__nevrcap_player_list = PROTO_LIST(player_members);

static const proto_member skeleton_members[] = {
    M(first_skeleton, 2, I32, slot),
};
const proto_message reel__nevrcap_skeleton_list = PROTO_LIST(skeleton_members);
static const proto_member stamp_members[] = { M(tape_stamp, 1, I64, seconds), M(tape_stamp, 2, I32, nanos) };
const proto_message reel__nevrcap_stamp_list = PROTO_LIST(stamp_members);

static const proto_member header_members[] = {
    M(first_header, 1, STRING, capture_id),
    { .number = 2,
      .type = PROTO_MESSAGE,
      .offset = (uint16_t)offsetof(first_header, created),
      .has = (uint16_t)offsetof(first_header, has),
      .bit = 1,
      .message = &reel__nevrcap_stamp_list },
};
const proto_message reel__nevrcap_header_list = PROTO_LIST(header_members);
