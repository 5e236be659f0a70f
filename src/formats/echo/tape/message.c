/* SPDX-License-Identifier: MIT
 * The fields of the messages of a .tape. */
#include "formats/echo/tape/message.h"

#define M(row, number_, type_, member)                                                                                           \
    {                                                                                                                            \
        .number = (number_), .type = PROTO_##type_, .offset = (uint16_t)offsetof(row, member)                                    \
    }
#define M_IF(row, number_, type_, member, has_, bit_)                                                                            \
    {                                                                                                                            \
        .number = (number_), .type = PROTO_##type_, .offset = (uint16_t)offsetof(row, member),                                   \
        .has = (uint16_t)offsetof(row, has_), .bit = (bit_)                                                                      \
    }
#define SUB(row, number_, member, has_, bit_, list)                                                                              \
    {                                                                                                                            \
        .number = (number_), .type = PROTO_MESSAGE, .offset = (uint16_t)offsetof(row, member),                                   \
        .has = (uint16_t)offsetof(row, has_), .bit = (bit_), .message = &(list)                                                  \
    }

/* ---- vectors and poses ------------------------------------------------------------------------------------------ */

static const proto_member vec3_members[] = { M(reel_vec3, 1, F32, x), M(reel_vec3, 2, F32, y), M(reel_vec3, 3, F32, z) };
static const proto_message vec3 = PROTO_FLOATS(vec3_members);
static const proto_member quaternion_members[] = { M(reel_quaternion, 1, F32, x), M(reel_quaternion, 2, F32, y),
                                                   M(reel_quaternion, 3, F32, z), M(reel_quaternion, 4, F32, w) };
static const proto_message quaternion = PROTO_FLOATS(quaternion_members);
static const proto_member pose_members[] = {
    SUB(tape_pose, 1, position, has, TAPE_POSE_POSITION, vec3),
    SUB(tape_pose, 2, orientation, has, TAPE_POSE_ORIENTATION, quaternion),
};
static const proto_message pose = PROTO_LIST(pose_members);

/* ---- the header ------------------------------------------------------------------------------------------------- */

static const proto_member stamp_members[] = { M(tape_stamp, 1, I64, seconds), M(tape_stamp, 2, I32, nanos) };
static const proto_message stamp = PROTO_LIST(stamp_members);
static const proto_member header_members[] = {
    M(tape_header, 1, STRING, capture_id), SUB(tape_header, 2, created, has, TAPE_HAS_CREATED, stamp),
    M(tape_header, 3, U32, version),       M(tape_header, 5, U32, minor),
    M(tape_header, 6, U32, patch),         M(tape_header, 7, U32, encoding),
};
const proto_message reel__tape_header_list = PROTO_LIST(header_members);

static const proto_member match_members[] = {
    M(tape_match, 1, STRING, session_id),  M(tape_match, 2, STRING, map_name),    M(tape_match, 3, I32, match_type),
    M(tape_match, 4, STRING, client_name), M(tape_match, 5, BOOL, private_match), M(tape_match, 6, BOOL, tournament),
    M(tape_match, 7, I32, rounds),         M(tape_match, 10, STRING, session_ip), M(tape_match, 11, STRING, rules_by),
    M(tape_match, 12, U64, rules_at),
};
const proto_message reel__tape_match_list = PROTO_LIST(match_members);

static const proto_member person_members[] = {
    M(tape_person, 1, I32, slot), M(tape_person, 2, U64, account), M(tape_person, 3, STRING, name),
    M(tape_person, 4, I32, role), M(tape_person, 5, I32, jersey),  M(tape_person, 6, I32, level),
};
const proto_message reel__tape_person_list = PROTO_LIST(person_members);

/* ---- frames ----------------------------------------------------------------------------------------------------- */

static const proto_member frame_members[] = { M(tape_frame, 1, U32, index), M(tape_frame, 2, U32, offset) };
const proto_message reel__tape_frame_list = PROTO_LIST(frame_members);

static const proto_member disc_members[] = {
    SUB(tape_disc, 1, pose, has, TAPE_DISC_POSE, pose),
    SUB(tape_disc, 2, velocity, has, TAPE_DISC_VELOCITY, vec3),
    M(tape_disc, 3, U32, bounces),
};
static const proto_message disc = PROTO_LIST(disc_members);
static const proto_member payload_members[] = {
    M(tape_payload, 1, F32, multiplier), M(tape_payload, 2, I32, checkpoint), M(tape_payload, 3, F32, distance),
    M(tape_payload, 4, I32, defenders),  M(tape_payload, 5, F32, speed),
};
static const proto_message payload = PROTO_LIST(payload_members);
static const proto_member pause_members[] = {
    M(tape_pause, 1, I32, unpaused_team),
    M(tape_pause, 2, I32, paused_team),
    M(tape_pause, 3, F32, unpaused_timer),
    M(tape_pause, 4, F32, paused_timer),
};
static const proto_message pause_detail = PROTO_LIST(pause_members);
static const proto_member arena_members[] = {
    M(tape_arena, 1, I32, status),
    M(tape_arena, 2, F32, clock),
    M(tape_arena, 3, I32, pause_state),
    SUB(tape_arena, 4, disc, has, TAPE_HAS_DISC, disc),
    M_IF(tape_arena, 7, I32, holder, has, TAPE_HAS_HOLDER),
    SUB(tape_arena, 8, vr, has, TAPE_HAS_VR, pose),
    M(tape_arena, 9, I32, blue_points),
    M(tape_arena, 10, I32, orange_points),
    M(tape_arena, 11, I32, round),
    SUB(tape_arena, 13, payload, has, TAPE_HAS_PAYLOAD, payload),
    M(tape_arena, 14, F32, left),
    M(tape_arena, 15, F32, right),
    M(tape_arena, 16, F32, left2),
    M(tape_arena, 17, F32, right2),
    M(tape_arena, 18, I32, error),
    M(tape_arena, 19, I32, blue_restart),
    M(tape_arena, 20, I32, orange_restart),
    SUB(tape_arena, 21, pause, has, TAPE_HAS_PAUSE, pause_detail),
};
const proto_message reel__tape_arena_list = PROTO_LIST(arena_members);

static const proto_member player_members[] = {
    M(tape_player, 1, I32, slot),
    SUB(tape_player, 2, head, has, TAPE_PLAYER_HEAD, pose),
    SUB(tape_player, 3, body, has, TAPE_PLAYER_BODY, pose),
    SUB(tape_player, 4, left, has, TAPE_PLAYER_LEFT, pose),
    SUB(tape_player, 5, right, has, TAPE_PLAYER_RIGHT, pose),
    SUB(tape_player, 6, velocity, has, TAPE_PLAYER_VELOCITY, vec3),
    M(tape_player, 7, U32, flags),
    M(tape_player, 8, U32, ping),
    M(tape_player, 9, F32, packet_loss),
    M(tape_player, 10, F32, possession_time),
};
const proto_message reel__tape_player_list = PROTO_LIST(player_members);

static const proto_member skeleton_members[] = {
    M(tape_skeleton, 1, I32, slot),
    M_IF(tape_skeleton, 2, BYTE_STRING, positions, has, 1),
    M_IF(tape_skeleton, 3, BYTE_STRING, rotations, has, 2),
};
const proto_message reel__tape_skeleton_list = PROTO_LIST(skeleton_members);

/* ---- events ----------------------------------------------------------------------------------------------------- */

static const proto_member board_members[] = {
    M(tape_board, 1, I32, blue_points),   M(tape_board, 2, I32, orange_points), M(tape_board, 3, I32, blue_rounds),
    M(tape_board, 4, I32, orange_rounds), M(tape_board, 5, STRING, clock),
};
const proto_message reel__tape_board_list = PROTO_LIST(board_members);
static const proto_member switch_members[] = { M(tape_switch, 1, I32, slot), M(tape_switch, 2, I32, role),
                                               M(tape_switch, 3, I32, previous) };
const proto_message reel__tape_switch_list = PROTO_LIST(switch_members);
static const proto_member loadout_members[] = { M(tape_loadout, 1, I32, slot), M(tape_loadout, 2, STRING, weapon),
                                                M(tape_loadout, 3, STRING, ordnance), M(tape_loadout, 4, STRING, tac_mod) };
const proto_message reel__tape_loadout_list = PROTO_LIST(loadout_members);
static const proto_member grab_members[] = { M(tape_grab, 1, I32, slot), M(tape_grab, 2, STRING, left),
                                             M(tape_grab, 3, STRING, right) };
const proto_message reel__tape_grab_list = PROTO_LIST(grab_members);
static const proto_member stats_members[] = {
    M(tape_stats, 1, I32, slot),           M(tape_stats, 2, I32, points),   M(tape_stats, 3, I32, saves),
    M(tape_stats, 4, I32, goals),          M(tape_stats, 5, I32, stuns),    M(tape_stats, 6, I32, passes),
    M(tape_stats, 7, I32, catches),        M(tape_stats, 8, I32, steals),   M(tape_stats, 9, I32, blocks),
    M(tape_stats, 10, I32, interceptions), M(tape_stats, 11, I32, assists), M(tape_stats, 12, I32, shots),
};
const proto_message reel__tape_stats_list = PROTO_LIST(stats_members);
static const proto_member goal_members[] = {
    M(tape_goal, 1, F32, disc_speed), M(tape_goal, 2, I32, team),     M(tape_goal, 3, I32, type),
    M(tape_goal, 4, I32, points),     M(tape_goal, 5, F32, distance), M(tape_goal, 8, STRING, person),
    M(tape_goal, 9, STRING, assist),
};
const proto_message reel__tape_goal_list = PROTO_LIST(goal_members);

#define T(number, name) M(echo_throw, number, F32, name)
static const proto_member details_members[] = {
    T(1, arm_speed),
    T(2, total_speed),
    T(3, off_axis_spin_deg),
    T(4, wrist_throw_penalty),
    T(5, rot_per_sec),
    T(6, pot_speed_from_rot),
    T(7, speed_from_arm),
    T(8, speed_from_movement),
    T(9, speed_from_wrist),
    T(10, wrist_align_to_throw_deg),
    T(11, throw_align_to_movement_deg),
    T(12, off_axis_penalty),
    T(13, throw_move_penalty),
};
static const proto_message throw_details = PROTO_LIST(details_members);
static const proto_member throw_members[] = { M(tape_throw, 1, I32, slot), SUB(tape_throw, 2, details, has, 1, throw_details) };
const proto_message reel__tape_throw_list = PROTO_LIST(throw_members);

/* ---- the footer ------------------------------------------------------------------------------------------------- */

static const proto_member footer_members[] = { M(tape_footer, 1, U32, frames), M(tape_footer, 2, U32, duration),
                                               M(tape_footer, 3, U64, offset) };
const proto_message reel__tape_footer_list = PROTO_LIST(footer_members);
static const proto_member keyframe_members[] = { M(tape_keyframe, 1, U32, frame), M(tape_keyframe, 2, U64, offset) };
const proto_message reel__tape_keyframe_list = PROTO_LIST(keyframe_members);

uint8_t reel__tape_indexed_as(uint32_t event)
{
    static const uint8_t numbers[EVENT_NUMBERS] = {
        [10] = 1,  [11] = 2,  [12] = 3,  [13] = 4,  [14] = 5,  [15] = 6,  [20] = 10, [21] = 11, [22] = 12, [23] = 13,
        [24] = 14, [25] = 15, [26] = 16, [30] = 20, [31] = 21, [32] = 22, [40] = 30, [41] = 31, [50] = 40, [51] = 41,
        [52] = 42, [53] = 43, [54] = 44, [55] = 45, [56] = 46, [57] = 47, [58] = 48, [60] = 50,
    };
    return event < EVENT_NUMBERS ? numbers[event] : 0;
}
