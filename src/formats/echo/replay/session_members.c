/* SPDX-License-Identifier: MIT
 * The lists of members. A key, its type, its offset in the row and the rule for writing it are stated here and nowhere else. */
#include "formats/echo/replay/session_members.h"
#include "core/encoder.h"
#include "formats/echo/common/schema.h"

#define KEY(name) .key = name "\":", .size = sizeof(name) - 1
#define OFFSET(row, member) .offset = (uint16_t)offsetof(row, member)
#define PRESENT(row, member, mask) .present = (uint16_t)offsetof(row, member), .bit = (mask)
#define IF_PRESENT(row, member, mask) PRESENT(row, member, mask), .rule = WRITE_IF_PRESENT
#define KNOWN(row, member, mask) .known = (uint16_t)offsetof(row, member), .known_bit = (mask)
#define OBJECT(list)                                                                                                             \
    {                                                                                                                            \
        .members = list, .count = COUNT(list)                                                                                    \
    }

/* ---- statistics and poses --------------------------------------------------------------------------------------- */

#define STAT(name, keys, bit)                                                                                                    \
    {                                                                                                                            \
        KEY(#name), MEMBER_TYPE(U16), OFFSET(session_stats, counts.name), KNOWN(session_stats, keys, bit)                        \
    }
#define MEMBER_TYPE(name) .type = MEMBER_##name
static const session_member stats_members[] = {
    { KEY("possession_time"), MEMBER_TYPE(F32), OFFSET(session_stats, possession_time), KNOWN(session_stats, more_keys, 8) },
    STAT(points, keys, 64),
    STAT(saves, keys, 128),
    STAT(goals, keys, 8),
    STAT(stuns, more_keys, 4),
    STAT(passes, keys, 32),
    STAT(catches, keys, 4),
    STAT(steals, more_keys, 1),
    STAT(blocks, keys, 2),
    STAT(interceptions, keys, 16),
    STAT(assists, keys, 1),
    STAT(shots_taken, more_keys, 2),
};
/* Objects in objects. */
static const session_object session_payload, session_team, session_player, session_skeletons;
static const session_object session_statistics = OBJECT(stats_members);

#define VEC(name, row, member, keys, bit)                                                                                        \
    {                                                                                                                            \
        KEY(name), MEMBER_TYPE(VEC3), OFFSET(row, member), KNOWN(row, keys, bit)                                                 \
    }
/* Another program writes both keys in all poses. */
#define VEC_TOO(name, row, member, keys, bit)                                                                                    \
    {                                                                                                                            \
        KEY(name), MEMBER_TYPE(VEC3), OFFSET(row, member), KNOWN(row, keys, bit), .rule = WRITE_NEVER                            \
    }
static const session_member hand_members[] = {
    VEC("pos", session_pose, position, keys, ECHO_KEY_POSITION),
    VEC("forward", session_pose, axes.forward, keys, ECHO_KEY_FORWARD),
    VEC("left", session_pose, axes.left, keys, ECHO_KEY_LEFT),
    VEC("up", session_pose, axes.up, keys, ECHO_KEY_UP),
    VEC_TOO("position", session_pose, position, keys, ECHO_KEY_POSITION),
};
static const session_member body_members[] = {
    VEC("position", session_pose, position, keys, ECHO_KEY_POSITION),
    VEC("forward", session_pose, axes.forward, keys, ECHO_KEY_FORWARD),
    VEC("left", session_pose, axes.left, keys, ECHO_KEY_LEFT),
    VEC("up", session_pose, axes.up, keys, ECHO_KEY_UP),
    VEC_TOO("pos", session_pose, position, keys, ECHO_KEY_POSITION),
};
static const session_member disc_members[] = {
    VEC("position", echoreplay_frame, common.disc_position, disc_keys, ECHO_KEY_POSITION),
    VEC("forward", echoreplay_frame, disc.forward, disc_keys, ECHO_KEY_FORWARD),
    VEC("left", echoreplay_frame, disc.left, disc_keys, ECHO_KEY_LEFT),
    VEC("up", echoreplay_frame, disc.up, disc_keys, ECHO_KEY_UP),
    VEC("velocity", echoreplay_frame, common.disc_velocity, disc_keys, ECHO_KEY_VELOCITY),
    { KEY("bounce_count"), MEMBER_TYPE(I32), OFFSET(echoreplay_frame, bounce_count),
      IF_PRESENT(echoreplay_frame, api, ECHO_API_BOUNCES) },
};
static const session_member vr_members[] = {
    VEC("vr_left", echoreplay_frame, vr.left, vr_keys, ECHO_KEY_LEFT),
    VEC("vr_position", echoreplay_frame, common.vr_position, vr_keys, ECHO_KEY_POSITION),
    VEC("vr_forward", echoreplay_frame, vr.forward, vr_keys, ECHO_KEY_FORWARD),
    VEC("vr_up", echoreplay_frame, vr.up, vr_keys, ECHO_KEY_UP),
};
static const session_object hand = OBJECT(hand_members), body = OBJECT(body_members), disc = OBJECT(disc_members),
                            vr = OBJECT(vr_members);

/* ---- the match -------------------------------------------------------------------------------------------------- */

#define THROW(name, keys, bit)                                                                                                   \
    {                                                                                                                            \
        KEY(#name), MEMBER_TYPE(F32), OFFSET(echoreplay_frame, common.throw_.name), KNOWN(echoreplay_frame, keys, bit)           \
    }
static const session_member throw_members[] = {
    THROW(arm_speed, throw_keys, 1),
    THROW(total_speed, throw_keys, 2),
    THROW(off_axis_spin_deg, throw_keys, 4),
    THROW(wrist_throw_penalty, throw_keys, 8),
    THROW(rot_per_sec, throw_keys, 16),
    THROW(pot_speed_from_rot, throw_keys, 32),
    THROW(speed_from_arm, throw_keys, 64),
    THROW(speed_from_movement, throw_keys, 128),
    THROW(speed_from_wrist, throw_more_keys, 1),
    THROW(wrist_align_to_throw_deg, throw_more_keys, 2),
    THROW(throw_align_to_movement_deg, throw_more_keys, 4),
    THROW(off_axis_penalty, throw_more_keys, 8),
    THROW(throw_move_penalty, throw_more_keys, 16),
};

#define FRAME(name, type_, member) KEY(name), MEMBER_TYPE(type_), OFFSET(echoreplay_frame, member)
#define TEXT(name, member, slot_) KEY(name), MEMBER_TYPE(TEXT), OFFSET(echoreplay_frame, member), .slot = (slot_)
#define IF_HAS(mask) IF_PRESENT(echoreplay_frame, common.has, mask)
#define IF_API(mask) IF_PRESENT(echoreplay_frame, api, mask)
#define PRESENT_PART(mask) PRESENT(echoreplay_frame, common.has, mask)
#define PRESENT_API(mask) PRESENT(echoreplay_frame, api, mask)
#define KNOWN_KEY(keys, bit) KNOWN(echoreplay_frame, keys, bit)
#define TEAM .labels = reel__echo_teams, .other = ECHO_NO_TEAM
#define UNLESS_EMPTY .rule = WRITE_IF_NOT_EMPTY
static const session_member score_members[] = {
    { FRAME("disc_speed", F32, common.score_disc_speed), KNOWN_KEY(score_keys, ECHO_KEY_DISC_SPEED) },
    { FRAME("team", WORD, common.score_team), KNOWN_KEY(score_keys, ECHO_KEY_SCORE_TEAM), TEAM },
    { TEXT("goal_type", goal_text, TEXT_GOAL), KNOWN_KEY(score_keys, ECHO_KEY_GOAL_TYPE), UNLESS_EMPTY, .read = reel__read_goal },
    { FRAME("point_amount", U8, common.score_points), KNOWN_KEY(score_keys, ECHO_KEY_SCORE_POINTS) },
    { FRAME("distance_thrown", F32, common.score_distance), KNOWN_KEY(score_keys, ECHO_KEY_SCORE_DISTANCE) },
    { TEXT("person_scored", person_scored, TEXT_PERSON), UNLESS_EMPTY },
    { TEXT("assist_scored", assist_scored, TEXT_ASSIST), UNLESS_EMPTY },
};
static const session_member pause_members[] = {
    { TEXT("paused_state", paused_text, TEXT_PAUSE), KNOWN_KEY(pause_keys, ECHO_KEY_PAUSED_STATE), UNLESS_EMPTY,
      .read = reel__read_pause_state },
    { FRAME("unpaused_team", WORD, common.unpaused_team), KNOWN_KEY(pause_keys, ECHO_KEY_UNPAUSED_TEAM), TEAM },
    { FRAME("paused_requested_team", WORD, common.paused_team), KNOWN_KEY(pause_keys, ECHO_KEY_PAUSED_TEAM), TEAM },
    { FRAME("unpaused_timer", F32, common.unpaused_timer), KNOWN_KEY(pause_keys, ECHO_KEY_UNPAUSED_TIMER) },
    { FRAME("paused_timer", F32, common.paused_timer), KNOWN_KEY(pause_keys, ECHO_KEY_PAUSED_TIMER) },
};
static const session_object throw_object = OBJECT(throw_members), score = OBJECT(score_members),
                            pause_object = OBJECT(pause_members);

enum {
    M_DISC,
    M_ORANGE_RESTART,
    M_SESSION,
    M_CLOCK_DISPLAY,
    M_STATUS,
    M_IP,
    M_MATCH,
    M_MAP,
    M_RIGHT2,
    M_TEAMS,
    M_BLUE_ROUNDS,
    M_ORANGE,
    M_VR,
    M_PRIVATE,
    M_BLUE_RESTART,
    M_TOURNAMENT,
    M_ORANGE_ROUNDS,
    M_ROUNDS,
    M_LEFT2,
    M_LEFT,
    M_PAUSE,
    M_RIGHT,
    M_BLUE,
    M_THROW,
    M_CLIENT,
    M_CLOCK,
    M_POSSESSION,
    M_SCORE,
    M_ERROR,
    M_ERROR_TEXT,
    M_RULES_BY,
    M_RULES_AT,
    M_CONTESTED,
    M_MULTIPLIER,
    M_CHECKPOINT,
    M_DISTANCE,
    M_DEFENDERS,
    M_SPEED,
    M_PAYLOAD
};
static const session_member match_members[] = {
    [M_DISC] = { FRAME("disc", OBJECT, common.time), IF_HAS(ECHO_HAS_DISC), .object = &disc },
    [M_ORANGE_RESTART] = { FRAME("orange_team_restart_request", FLAG, common.orange_restart),
                           KNOWN_KEY(keys, ECHO_KEY_ORANGE_RESTART) },
    [M_SESSION] = { TEXT("sessionid", session_id, TEXT_SESSION), UNLESS_EMPTY, .identifies = true },
    [M_CLOCK_DISPLAY] = { TEXT("game_clock_display", clock_display, TEXT_CLOCK), UNLESS_EMPTY },
    [M_STATUS] = { TEXT("game_status", status_text, TEXT_STATUS), PRESENT(echoreplay_frame, api, ECHO_API_STATUS),
                   .read = reel__read_status, .write = REEL_WRITES(reel__write_status) },
    [M_IP] = { TEXT("sessionip", session_ip, TEXT_IP), UNLESS_EMPTY },
    [M_MATCH] = { TEXT("match_type", match_type, TEXT_MATCH), UNLESS_EMPTY },
    [M_MAP] = { TEXT("map_name", map_name, TEXT_MAP), UNLESS_EMPTY },
    [M_RIGHT2] = { FRAME("right_shoulder_pressed2", SPECIAL, shoulders[3]), IF_API(ECHO_API_SHOULDERS),
                   .read = reel__read_shoulder, .write = REEL_WRITES(reel__write_shoulder) },
    [M_TEAMS] = { FRAME("teams", SPECIAL, common.time), .identifies = true, .object = &session_team, .read = reel__read_teams,
                  .write = REEL_WRITES(reel__write_teams), .form = REEL_WRITES(reel__form_teams) },
    [M_BLUE_ROUNDS] = { FRAME("blue_round_score", I32, blue_round_score), PRESENT_API(ECHO_API_ROUNDS),
                        KNOWN_KEY(round_keys, ECHO_KEY_BLUE_ROUNDS) },
    [M_ORANGE] = { FRAME("orange_points", F32, common.orange_points), PRESENT_PART(ECHO_HAS_POINTS),
                   KNOWN_KEY(keys, ECHO_KEY_ORANGE_POINTS), .write = REEL_WRITES(reel__write_points) },
    [M_VR] = { FRAME("player", OBJECT, common.time), IF_HAS(ECHO_HAS_VR), .object = &vr },
    [M_PRIVATE] = { FRAME("private_match", BOOL, private_match), KNOWN_KEY(keys, ECHO_KEY_PRIVATE) },
    [M_BLUE_RESTART] = { FRAME("blue_team_restart_request", FLAG, common.blue_restart), KNOWN_KEY(keys, ECHO_KEY_BLUE_RESTART) },
    [M_TOURNAMENT] = { FRAME("tournament_match", BOOL, tournament_match), KNOWN_KEY(keys, ECHO_KEY_TOURNAMENT) },
    [M_ORANGE_ROUNDS] = { FRAME("orange_round_score", I32, orange_round_score), PRESENT_API(ECHO_API_ROUNDS),
                          KNOWN_KEY(round_keys, ECHO_KEY_ORANGE_ROUNDS) },
    [M_ROUNDS] = { FRAME("total_round_count", I32, total_round_count), PRESENT_API(ECHO_API_ROUNDS),
                   KNOWN_KEY(round_keys, ECHO_KEY_ROUNDS) },
    [M_LEFT2] = { FRAME("left_shoulder_pressed2", SPECIAL, shoulders[2]), IF_API(ECHO_API_SHOULDERS), .read = reel__read_shoulder,
                  .write = REEL_WRITES(reel__write_shoulder) },
    [M_LEFT] = { FRAME("left_shoulder_pressed", SPECIAL, shoulders[0]), IF_API(ECHO_API_SHOULDERS), .read = reel__read_shoulder,
                 .write = REEL_WRITES(reel__write_shoulder) },
    [M_PAUSE] = { FRAME("pause", OBJECT, common.time), IF_HAS(ECHO_HAS_PAUSE), .object = &pause_object,
                  .read = reel__read_pause },
    [M_RIGHT] = { FRAME("right_shoulder_pressed", SPECIAL, shoulders[1]), IF_API(ECHO_API_SHOULDERS), .read = reel__read_shoulder,
                  .write = REEL_WRITES(reel__write_shoulder) },
    [M_BLUE] = { FRAME("blue_points", F32, common.blue_points), PRESENT_PART(ECHO_HAS_POINTS),
                 KNOWN_KEY(keys, ECHO_KEY_BLUE_POINTS), .write = REEL_WRITES(reel__write_points) },
    [M_THROW] = { FRAME("last_throw", OBJECT, common.time), IF_HAS(ECHO_HAS_THROW), .object = &throw_object },
    [M_CLIENT] = { TEXT("client_name", client_name, TEXT_CLIENT), UNLESS_EMPTY },
    [M_CLOCK] = { FRAME("game_clock", F32, common.game_clock), IF_API(ECHO_API_CLOCK) },
    [M_POSSESSION] = { FRAME("possession", SPECIAL, possession), IF_API(ECHO_API_POSSESSION), .read = reel__read_possession,
                       .write = REEL_WRITES(reel__write_possession) },
    [M_SCORE] = { FRAME("last_score", OBJECT, common.time), IF_HAS(ECHO_HAS_SCORE), .object = &score, .read = reel__read_score },
    [M_ERROR] = { FRAME("err_code", I32, err_code), IF_API(ECHO_API_ERROR) },
    [M_ERROR_TEXT] = { TEXT("err_description", err_description, TEXT_ERROR), UNLESS_EMPTY },
    [M_RULES_BY] = { TEXT("rules_changed_by", common.rules_changed_by, TEXT_RULES), PRESENT_PART(ECHO_HAS_RULES),
                     KNOWN_KEY(keys, ECHO_KEY_RULES_BY) },
    [M_RULES_AT] = { FRAME("rules_changed_at", I64, common.rules_changed_at), PRESENT_PART(ECHO_HAS_RULES),
                     KNOWN_KEY(keys, ECHO_KEY_RULES_AT) },
    [M_CONTESTED] = { FRAME("contested", BOOL, common.contested), PRESENT_PART(ECHO_HAS_PAYLOAD),
                      KNOWN_KEY(round_keys, ECHO_KEY_CONTESTED) },
    [M_MULTIPLIER] = { FRAME("payload_multiplier", F32, payload_multiplier), IF_API(ECHO_API_MULTIPLIER) },
    [M_CHECKPOINT] = { FRAME("payload_checkpoint", U8, common.checkpoint), PRESENT_PART(ECHO_HAS_PAYLOAD),
                       KNOWN_KEY(round_keys, ECHO_KEY_CHECKPOINT) },
    [M_DISTANCE] = { FRAME("payload_distance", F32, common.payload_distance), PRESENT_PART(ECHO_HAS_PAYLOAD),
                     KNOWN_KEY(round_keys, ECHO_KEY_DISTANCE) },
    [M_DEFENDERS] = { FRAME("payload_defenders", U8, common.defenders), PRESENT_PART(ECHO_HAS_PAYLOAD),
                      KNOWN_KEY(round_keys, ECHO_KEY_DEFENDERS) },
    [M_SPEED] = { FRAME("payload_speed", F32, common.payload_speed), PRESENT_PART(ECHO_HAS_PAYLOAD),
                  KNOWN_KEY(round_keys, ECHO_KEY_SPEED) },
    [M_PAYLOAD] = { FRAME("payload", SPECIAL, common.time), .object = &session_payload, .read = reel__read_payload,
                    .form = REEL_WRITES(reel__form_payload) },
};

/* The game's order changes from version to version. This one is reel's own; members that reel does not know follow the payload. */
static const uint8_t match_order[] = {
    M_DISC,         M_SESSION,        M_CLOCK_DISPLAY, M_STATUS,     M_IP,       M_MATCH,     M_MAP,
    M_BLUE_ROUNDS,  M_ORANGE_ROUNDS,  M_ROUNDS,        M_BLUE,       M_ORANGE,   M_PRIVATE,   M_TOURNAMENT,
    M_BLUE_RESTART, M_ORANGE_RESTART, M_LEFT,          M_RIGHT,      M_LEFT2,    M_RIGHT2,    M_CLIENT,
    M_CLOCK,        M_POSSESSION,     M_TEAMS,         M_VR,         M_PAUSE,    M_THROW,     M_SCORE,
    M_RULES_BY,     M_RULES_AT,       M_CONTESTED,     M_CHECKPOINT, M_DISTANCE, M_DEFENDERS, M_SPEED,
    M_MULTIPLIER,   M_ERROR,          M_ERROR_TEXT,
};
const session_object reel__session_match = { match_members, COUNT(match_members), match_order, COUNT(match_order) };

/* Newer servers nest what older ones have in the match itself. It is only read: the text of the whole object is kept. */
static const session_member payload_members[] = {
    { FRAME("checkpoint", U8, common.checkpoint), PRESENT_PART(ECHO_HAS_PAYLOAD), KNOWN_KEY(round_keys, ECHO_KEY_CHECKPOINT) },
    { FRAME("distance", F32, common.payload_distance), PRESENT_PART(ECHO_HAS_PAYLOAD), KNOWN_KEY(round_keys, ECHO_KEY_DISTANCE) },
    { FRAME("speed", F32, common.payload_speed), PRESENT_PART(ECHO_HAS_PAYLOAD), KNOWN_KEY(round_keys, ECHO_KEY_SPEED) },
    { FRAME("defenders", U8, common.defenders), PRESENT_PART(ECHO_HAS_PAYLOAD), KNOWN_KEY(round_keys, ECHO_KEY_DEFENDERS) },
    { FRAME("multiplier", F32, payload_multiplier), IF_API(ECHO_API_MULTIPLIER) },
};
static const session_object session_payload = OBJECT(payload_members);

/* ---- teams, players, bones -------------------------------------------------------------------------------------- */

static const session_member team_members[] = {
    { KEY("players"), MEMBER_TYPE(SPECIAL), .object = &session_player, .read = reel__read_players,
      .write = REEL_WRITES(reel__write_players), .form = REEL_WRITES(reel__form_players) },
    { KEY("team"), MEMBER_TYPE(TEXT), OFFSET(echoreplay_team, name), KNOWN(echoreplay_team, keys, ECHO_KEY_TEAM_NAME),
      UNLESS_EMPTY, .read = reel__read_team_name },
    { KEY("possession"), MEMBER_TYPE(BOOL), OFFSET(echoreplay_team, common.possession),
      KNOWN(echoreplay_team, keys, ECHO_KEY_TEAM_POSSESSION) },
    { KEY("stats"), MEMBER_TYPE(SPECIAL), IF_PRESENT(echoreplay_team, common.has, ECHO_HAS_STATS), .object = &session_statistics,
      .read = reel__read_team_stats, .write = REEL_WRITES(reel__write_team_stats), .form = REEL_WRITES(reel__form_team_stats) },
};
static const session_object session_team = OBJECT(team_members);

#define PLAYER(name, type_, member) KEY(name), MEMBER_TYPE(type_), OFFSET(echoreplay_player, common.member)
#define KNOWN_OF(keys, bit) KNOWN(echoreplay_player, keys, bit)
#define POSE(name, position, axes_, object_, keys, shift, flat)                                                                  \
    {                                                                                                                            \
        PLAYER(name, POSE, position), .axes = (uint16_t)offsetof(echoreplay_player, axes_), .object = &(object_),                \
                                      KNOWN_OF(keys, ECHO_KEY_POSITION << (shift)), PRESENT(echoreplay_player, flat_keys, flat)  \
    }
#define FLAT(name, member, bit)                                                                                                  \
    {                                                                                                                            \
        KEY(name), MEMBER_TYPE(VEC3), OFFSET(echoreplay_player, member), KNOWN_OF(flat_keys, bit)                                \
    }
#define IF_PLAYER_HAS(mask) IF_PRESENT(echoreplay_player, common.has, mask)
#define LOADOUT(name, member, labels_, key)                                                                                      \
    {                                                                                                                            \
        PLAYER(name, WORD, member), PRESENT(echoreplay_player, common.has, ECHO_HAS_LOADOUT), KNOWN_OF(state_keys, key),         \
            .labels = (labels_), .other = UINT8_MAX                                                                              \
    }
static const session_member player_members[] = {
    { PLAYER("name", TEXT, name), KNOWN_OF(keys, ECHO_KEY_NAME), .identifies = true, .read = reel__read_player_name },
    POSE("rhand", right_hand, right_hand, hand, hand_keys, ECHO_KEY_SECOND, ECHO_KEY_FLAT_RIGHT),
    { PLAYER("playerid", U8, player_id), KNOWN_OF(keys, ECHO_KEY_PLAYER_ID) },
    { PLAYER("stats", SPECIAL, stats), IF_PLAYER_HAS(ECHO_HAS_STATS), .object = &session_statistics,
      .read = reel__read_player_stats, .write = REEL_WRITES(reel__write_player_stats),
      .form = REEL_WRITES(reel__form_player_stats) },
    { PLAYER("userid", U64, userid), KNOWN_OF(keys, ECHO_KEY_USERID), .identifies = true },
    { PLAYER("number", U16, number), KNOWN_OF(keys, ECHO_KEY_NUMBER) },
    { PLAYER("level", U16, level), KNOWN_OF(keys, ECHO_KEY_LEVEL) },
    { PLAYER("stunned", BOOL, stunned), KNOWN_OF(state_keys, ECHO_KEY_STUNNED) },
    { PLAYER("ping", I32, ping), KNOWN_OF(keys, ECHO_KEY_PING) },
    { PLAYER("packetlossratio", F32, packet_loss), KNOWN_OF(keys, ECHO_KEY_LOSS) },
    { PLAYER("invulnerable", BOOL, invulnerable), KNOWN_OF(state_keys, ECHO_KEY_INVULNERABLE) },
    { PLAYER("holding_left", SPECIAL, holding_left), IF_PLAYER_HAS(ECHO_HAS_HOLDING), .read = reel__read_holding,
      .write = REEL_WRITES(reel__write_holding) },
    { PLAYER("possession", BOOL, possession), KNOWN_OF(state_keys, ECHO_KEY_POSSESSION) },
    POSE("head", head, head, body, pose_keys, 0, 0),
    POSE("body", body, body, body, pose_keys, ECHO_KEY_SECOND, 0),
    { PLAYER("holding_right", SPECIAL, holding_right), IF_PLAYER_HAS(ECHO_HAS_HOLDING), .read = reel__read_holding,
      .write = REEL_WRITES(reel__write_holding) },
    POSE("lhand", left_hand, left_hand, hand, hand_keys, 0, ECHO_KEY_FLAT_LEFT),
    { PLAYER("blocking", BOOL, blocking), KNOWN_OF(state_keys, ECHO_KEY_BLOCKING) },
    { PLAYER("is_emote_playing", BOOL, emote), .write = REEL_WRITES(reel__write_emote) },
    { PLAYER("velocity", VEC3, velocity), KNOWN_OF(keys, ECHO_KEY_PLAYER_VELOCITY) },
    FLAT("position", position, ECHO_KEY_POSITION),
    FLAT("forward", axes.forward, ECHO_KEY_FORWARD),
    FLAT("left", axes.left, ECHO_KEY_LEFT),
    FLAT("up", axes.up, ECHO_KEY_UP),
    LOADOUT("Weapon", weapon, reel__echo_weapons, ECHO_KEY_WEAPON),
    LOADOUT("Ordnance", ordnance, reel__echo_ordnances, ECHO_KEY_ORDNANCE),
    LOADOUT("TacMod", tac_mod, reel__echo_tac_mods, ECHO_KEY_TAC_MOD),
    LOADOUT("Arm", arm, reel__echo_arms, ECHO_KEY_ARM),
};
static const session_object session_player = OBJECT(player_members);

static const session_member skeleton_members[] = {
    { KEY("bone_t"), MEMBER_TYPE(SPECIAL), OFFSET(session_skeleton, positions), .slot = SKELETON_POSITIONS,
      IF_PRESENT(session_skeleton, keys, 1), .read = reel__read_skeleton_numbers,
      .write = REEL_WRITES(reel__write_skeleton_numbers), .form = REEL_WRITES(reel__form_skeleton_numbers) },
    { KEY("bone_o"), MEMBER_TYPE(SPECIAL), OFFSET(session_skeleton, rotations), .slot = SKELETON_ROTATIONS,
      IF_PRESENT(session_skeleton, keys, 2), .read = reel__read_skeleton_numbers,
      .write = REEL_WRITES(reel__write_skeleton_numbers), .form = REEL_WRITES(reel__form_skeleton_numbers) },
};
static const session_member bones_members[] = {
    { KEY("user_bones"), MEMBER_TYPE(SPECIAL), .object = &session_skeletons, .read = reel__read_skeletons,
      .write = REEL_WRITES(reel__write_skeletons), .form = REEL_WRITES(reel__form_skeletons) },
    { KEY("err_code"), MEMBER_TYPE(SPECIAL), .read = reel__read_nothing, .write = REEL_WRITES(reel__write_zero) },
};
static const session_object session_skeletons = OBJECT(skeleton_members);
const session_object reel__session_bone_lists = OBJECT(bones_members);
