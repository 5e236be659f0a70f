/* SPDX-License-Identifier: MIT
 * The fields of .echoreplay rows. */
#include "formats/echo/common/schema.h"

static const reel_label containers[] = { { ECHOREPLAY_TEXT, "text" }, { ECHOREPLAY_ZIP, "zip" }, { 0, NULL } };

static const reel_label line_kinds[] = {
    { ECHOREPLAY_FRAME, "frame" },   { ECHOREPLAY_EMPTY, "empty" },
    { ECHOREPLAY_NO_TAB, "no_tab" }, { ECHOREPLAY_NO_TIME, "no_time" },
    { ECHOREPLAY_BROKEN, "broken" }, { ECHOREPLAY_NO_SESSION, "no_session" },
    { ECHOREPLAY_LONG, "too_long" }, { 0, NULL },
};

static const reel_field info_fields[] = {
    REEL_FIELD(echoreplay_info, "container", container, U8, "", "whether the text is in a zip", .labels = containers),
    REEL_FIELD(echoreplay_info, "entry", entry, STRING, "", "name of the zip entry"),
};

#define AXES(R, name, member, what, keys, shift)                                                                                 \
    REEL_FIELD(R, name "forward", member.forward, F32, "", "where " what " looks", .components = "xyz",                          \
               REEL_PRESENT_IF(R, keys, ECHO_KEY_FORWARD << (shift))),                                                           \
        REEL_FIELD(R, name "left", member.left, F32, "", "left direction of " what, .components = "xyz",                         \
                   REEL_PRESENT_IF(R, keys, ECHO_KEY_LEFT << (shift))),                                                          \
        REEL_FIELD(R, name "up", member.up, F32, "", "up direction of " what, .components = "xyz",                               \
                   REEL_PRESENT_IF(R, keys, ECHO_KEY_UP << (shift)))
#define F(name, type, unit, ...) REEL_FIELD(echoreplay_frame, #name, name, type, unit, __VA_ARGS__)
#define F_IF(bit, name, type, unit, ...) F(name, type, unit, __VA_ARGS__, REEL_PRESENT_IF(echoreplay_frame, api, bit))
#define F_KEY(keys, bit, name, type, unit, ...) F(name, type, unit, __VA_ARGS__, REEL_PRESENT_IF(echoreplay_frame, keys, bit))
#define KEYS(row, name, doc) REEL_FIELD(row, #name, name, U8, "", doc)
#define STATED(row)                                                                                                              \
    REEL_FIELD(row, "from_line", from_line, BOOL, "", "whether the row is from a line, and has only the members of its keys",    \
               .flags = REEL_FIELD_DERIVED)
#define PERSONAL .flags = REEL_FIELD_PERSONAL
static const reel_field frame_fields[] = {
    ECHO_FRAME_FIELDS(echoreplay_frame, ECHO_WHEN_KEY, REEL_FIELD_DERIVED, 0),
    AXES(echoreplay_frame, "vr_", vr, "the play space", vr_keys, 0),
    AXES(echoreplay_frame, "disc_", disc, "the disc", disc_keys, 0),
    F(api, U8, "",
      "keys in the line: 1 clock, 2 status, 4 possession, 8 bounces, 16 rounds, 32 error, 64 multiplier, 128 shoulders"),
    F_IF(ECHO_API_SHOULDERS, shoulders, F32, "", "shoulder buttons: left, right, second left, second right; NaN if missing"),
    F_IF(ECHO_API_POSSESSION, possession, I32, "", "team and player in possession of the disc, -1 none"),
    F_IF(ECHO_API_BOUNCES, bounce_count, I32, "", "number of disc bounces"),
    F_KEY(round_keys, ECHO_KEY_BLUE_ROUNDS, blue_round_score, I32, "rounds", "rounds won by the blue team"),
    F_KEY(round_keys, ECHO_KEY_ORANGE_ROUNDS, orange_round_score, I32, "rounds", "rounds won by the orange team"),
    F_KEY(round_keys, ECHO_KEY_ROUNDS, total_round_count, I32, "rounds", "rounds in the match"),
    F_IF(ECHO_API_MULTIPLIER, payload_multiplier, F32, "", "Combat: payload multiplier"),
    F_IF(ECHO_API_ERROR, err_code, I32, "", "error code of the game's API, 0 for none"),
    F(err_description, STRING, "", "error description"),
    F_KEY(keys, ECHO_KEY_PRIVATE, private_match, BOOL, "", "whether the match is private"),
    F_KEY(keys, ECHO_KEY_TOURNAMENT, tournament_match, BOOL, "", "whether this is a tournament match"),
    F(session_id, STRING, "", "match id", PERSONAL),
    F(session_ip, STRING, "", "server address", PERSONAL),
    F(client_name, STRING, "", "name of the player who recorded", PERSONAL),
    F(match_type, STRING, "", "match type"),
    F(map_name, STRING, "", "map of the match"),
    F(status_text, STRING, "", "match state as written in the file"),
    F(clock_display, STRING, "", "game clock as the game displays it"),
    F(goal_text, STRING, "", "type of the last goal as written in the file"),
    F(paused_text, STRING, "", "pause state as written in the file"),
    F(person_scored, STRING, "", "name of the scorer", PERSONAL),
    F(assist_scored, STRING, "", "name of the assisting player", PERSONAL),
    F(extra, STRING, "", "all other members, as JSON"),
    KEYS(echoreplay_frame, keys,
         "members in the line: 1 blue_restart, 2 orange_restart, 4 private_match, 8 tournament_match, 16 blue_points, 32 "
         "orange_points, 64 rules_changed_at, 128 rules_changed_by"),
    KEYS(echoreplay_frame, round_keys,
         "members in the line: 1 blue_round_score, 2 orange_round_score, 4 total_round_count, 8 contested, 16 checkpoint, 32 "
         "payload_distance, 64 defenders, 128 payload_speed"),
    KEYS(echoreplay_frame, disc_keys, "members of the disc: 1 position, 2 forward, 4 left, 8 up, 16 velocity"),
    KEYS(echoreplay_frame, vr_keys, "members of the play space: 1 position, 2 forward, 4 left, 8 up"),
    KEYS(echoreplay_frame, pause_keys,
         "members of the pause: 1 paused_state, 2 paused_team, 4 unpaused_team, 8 paused_timer, 16 unpaused_timer"),
    KEYS(echoreplay_frame, score_keys,
         "members of the last goal: 1 score_team, 2 score_points, 4 goal_type, 8 score_disc_speed, 16 score_distance"),
    KEYS(echoreplay_frame, throw_keys, "members of the last throw: a bit for each of the first eight"),
    KEYS(echoreplay_frame, throw_more_keys, "members of the last throw: a bit for each of the last five"),
    STATED(echoreplay_frame),
};

static const reel_field team_fields[] = {
    ECHO_TEAM_FIELDS(echoreplay_team, ECHO_WHEN_KEY, common., 0),
    REEL_FIELD(echoreplay_team, "name", name, STRING, "", "team name"),
    KEYS(echoreplay_team, keys, "members in the line: 1 possession, 2 name"),
    KEYS(echoreplay_team, stats_keys, "statistics in the line: a bit for each of the first eight"),
    KEYS(echoreplay_team, stats_more_keys, "statistics in the line: 1 steals, 2 shots_taken, 4 stuns, 8 possession_time"),
    STATED(echoreplay_team),
};

static const reel_field player_fields[] = {
    ECHO_PLAYER_FIELDS(echoreplay_player, ECHO_WHEN_KEY, 0, REEL_FIELD_KEY, REEL_FIELD_DERIVED, 0),
    AXES(echoreplay_player, "head_", head, "the head", pose_keys, 0),
    AXES(echoreplay_player, "body_", body, "the body", pose_keys, ECHO_KEY_SECOND),
    AXES(echoreplay_player, "left_hand_", left_hand, "the left hand", hand_keys, 0),
    AXES(echoreplay_player, "right_hand_", right_hand, "the right hand", hand_keys, ECHO_KEY_SECOND),
    REEL_FIELD(echoreplay_player, "position", position, F32, "m",
               "position of the player, until mid-2020 instead of head and body", .components = "xyz",
               REEL_PRESENT_IF(echoreplay_player, flat_keys, ECHO_KEY_POSITION)),
    AXES(echoreplay_player, "", axes, "the head, until mid-2020", flat_keys, 0),
    REEL_FIELD(echoreplay_player, "extra", extra, STRING, "", "all other members, as JSON"),
    KEYS(echoreplay_player, keys,
         "members in the line: 1 player_id, 2 userid, 4 number, 8 level, 16 ping, 32 packet_loss, 64 velocity, 128 name"),
    KEYS(echoreplay_player, state_keys,
         "members in the line: 1 stunned, 2 invulnerable, 4 possession, 8 blocking, 16 weapon, 32 ordnance, 64 tac_mod, 128 arm"),
    KEYS(echoreplay_player, flat_keys,
         "poses of the API until mid-2020: 1 position, 2 forward, 4 left, 8 up, 16 left_hand and 32 right_hand are a "
         "position alone"),
    KEYS(echoreplay_player, pose_keys, "members of head and body, 4 bits each: position, forward, left, up"),
    KEYS(echoreplay_player, hand_keys, "members of the left and the right hand, 4 bits each: position, forward, left, up"),
    KEYS(echoreplay_player, stats_keys, "statistics in the line: a bit for each of the first eight"),
    KEYS(echoreplay_player, stats_more_keys, "statistics in the line: 1 steals, 2 shots_taken, 4 stuns, 8 possession_time"),
    STATED(echoreplay_player),
};

static const reel_field bone_fields[] = {
    ECHO_BONE_FIELDS(echo_bone, ECHO_WHEN_KEY),
    KEYS(echo_bone, keys, "lists of the skeleton: 1 positions, 2 rotations"),
    STATED(echo_bone),
};

#define LINE(name, type, unit, ...) REEL_FIELD(echoreplay_line, #name, name, type, unit, __VA_ARGS__)
static const reel_field line_fields[] = {
    LINE(offset, U64, "bytes", "offset of the line in the text", .flags = REEL_FIELD_DERIVED),
    LINE(frame, U32, "", "number of the line's frame, or of the next one"),
    LINE(kind, U8, "", "kind of line", .labels = line_kinds),
    LINE(digest, U64, "",
         "checksum of the line and its rows: a writer repeats the line only if it still matches; 0 if not all rows were read",
         .flags = REEL_FIELD_DERIVED),
    LINE(form, U8, "", "number of the line's form in an archive, 0 none", .flags = REEL_FIELD_DERIVED),
    LINE(text, STRING, "", "the line with its line ending; in an archive, a new form", PERSONAL),
};

static const reel_field piece_fields[] = { REEL_FIELD(echoreplay_piece, "bytes", bytes, BYTES, "", "bytes of the zip",
                                                      PERSONAL) };

#define DEFLATED(name, type, unit, doc) REEL_FIELD(echoreplay_deflated, #name, name, type, unit, doc)
static const reel_field deflated_fields[] = {
    DEFLATED(offset, U64, "bytes", "offset in the zip of the bytes that are not in pieces"),
    DEFLATED(size, U64, "bytes", "number of these bytes, the first ones of the compressed text"),
    DEFLATED(text_size, U64, "bytes", "size of the whole text"),
    DEFLATED(checksum, U32, "", "CRC-32 of the whole text"),
    DEFLATED(level, U8, "", "level of zlib that makes them, 0 none"),
};

const reel_table echoreplay_infos =
    REEL_TABLE("info", "container and entry name", echoreplay_info, info_fields, REEL_TABLE_HEADER | REEL_TABLE_ONE_ROW);
const reel_table echoreplay_frames = REEL_TABLE("frames", "match state in each frame", echoreplay_frame, frame_fields, 0);
const reel_table echoreplay_teams = REEL_TABLE("teams", "teams in each frame", echoreplay_team, team_fields, 0);
const reel_table echoreplay_players = REEL_TABLE("players", "players in each frame", echoreplay_player, player_fields, 0);
const reel_table echoreplay_bones = REEL_TABLE("bones", "bones in each frame", echo_bone, bone_fields, 0);
const reel_table echoreplay_lines = REEL_TABLE("lines", "original lines", echoreplay_line, line_fields, REEL_TABLE_LAYOUT);
const reel_table echoreplay_pieces =
    REEL_TABLE("pieces", "original bytes of the zip archive", echoreplay_piece, piece_fields, REEL_TABLE_LAYOUT);
const reel_table echoreplay_deflates = REEL_TABLE("deflated", "in an archive: compressed text that is made again",
                                                  echoreplay_deflated, deflated_fields, REEL_TABLE_LAYOUT);
