/* SPDX-License-Identifier: MIT
 * The rows of .echoreplay, field by field. */
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
    REEL_FIELD(echoreplay_info, "entry", entry, STRING, "", "its name in the zip"),
};

#define AXES_IF(R, name, member, what, bit)                                                                                      \
    REEL_FIELD(R, name "_forward", member.forward, F32, "", "where " what " looks", .components = "xyz",                         \
               REEL_PRESENT_IF(R, common.has, bit)),                                                                             \
        REEL_FIELD(R, name "_left", member.left, F32, "", "what is left of " what, .components = "xyz",                          \
                   REEL_PRESENT_IF(R, common.has, bit)),                                                                         \
        REEL_FIELD(R, name "_up", member.up, F32, "", "what is above " what, .components = "xyz",                                \
                   REEL_PRESENT_IF(R, common.has, bit))
#define AXES(R, name, member, what)                                                                                              \
    REEL_FIELD(R, name "_forward", member.forward, F32, "", "where " what " looks", .components = "xyz"),                        \
        REEL_FIELD(R, name "_left", member.left, F32, "", "what is left of " what, .components = "xyz"),                         \
        REEL_FIELD(R, name "_up", member.up, F32, "", "what is above " what, .components = "xyz")
#define F(name, type, unit, ...) REEL_FIELD(echoreplay_frame, #name, name, type, unit, __VA_ARGS__)
#define F_IF(bit, name, type, unit, ...) F(name, type, unit, __VA_ARGS__, REEL_PRESENT_IF(echoreplay_frame, api, bit))
#define PERSONAL .flags = REEL_FIELD_PERSONAL
static const reel_field frame_fields[] = {
    ECHO_FRAME_FIELDS(echoreplay_frame, REEL_FIELD_DERIVED, 0),
    AXES_IF(echoreplay_frame, "vr", vr, "the play space", ECHO_HAS_VR),
    AXES_IF(echoreplay_frame, "disc", disc, "the disc", ECHO_HAS_DISC),
    F(api, U8, "",
      "keys that are there: 1 clock, 2 status, 4 possession, 8 bounces, 16 rounds, 32 error, 64 multiplier, 128 shoulders"),
    F_IF(ECHO_API_SHOULDERS, shoulders, F32, "", "shoulder buttons: left, right, left's second, right's second"),
    F_IF(ECHO_API_POSSESSION, possession, I32, "", "team and player that have the disc, -1 none"),
    F_IF(ECHO_API_BOUNCES, bounce_count, I32, "", "bounces of the disc"),
    F_IF(ECHO_API_ROUNDS, blue_round_score, I32, "rounds", "rounds that the blue team won"),
    F_IF(ECHO_API_ROUNDS, orange_round_score, I32, "rounds", "rounds that the orange team won"),
    F_IF(ECHO_API_ROUNDS, total_round_count, I32, "rounds", "rounds of the match"),
    F_IF(ECHO_API_MULTIPLIER, payload_multiplier, F32, "", "Combat: multiplier of the payload"),
    F_IF(ECHO_API_ERROR, err_code, I32, "", "error of the game's interface, 0 for none"),
    F(err_description, STRING, "", "what the error is"),
    F(private_match, BOOL, "", "a private match"),
    F(tournament_match, BOOL, "", "a match of a tournament"),
    F(session_id, STRING, "", "id of the match", PERSONAL),
    F(session_ip, STRING, "", "address of the server", PERSONAL),
    F(client_name, STRING, "", "name of who recorded", PERSONAL),
    F(match_type, STRING, "", "kind of the match"),
    F(map_name, STRING, "", "place of the match"),
    F(status_text, STRING, "", "state of the match as it stands there"),
    F(clock_display, STRING, "", "the clock as the game shows it"),
    F(goal_text, STRING, "", "type of the last goal as it stands there"),
    F(paused_text, STRING, "", "state of the pause as it stands there"),
    F(person_scored, STRING, "", "who made the last goal", PERSONAL),
    F(assist_scored, STRING, "", "who assisted", PERSONAL),
    F(extra, STRING, "", "members that are none of these, as JSON"),
};

static const reel_field team_fields[] = {
    ECHO_TEAM_FIELDS(echoreplay_team, common., 0),
    REEL_FIELD(echoreplay_team, "name", name, STRING, "", "name of the team"),
};

static const reel_field player_fields[] = {
    ECHO_PLAYER_FIELDS(echoreplay_player, 0, REEL_FIELD_DERIVED, 0),
    AXES(echoreplay_player, "head", head, "the head"),
    AXES(echoreplay_player, "body", body, "the body"),
    AXES(echoreplay_player, "left_hand", left_hand, "the left hand"),
    AXES(echoreplay_player, "right_hand", right_hand, "the right hand"),
    REEL_FIELD(echoreplay_player, "extra", extra, STRING, "", "members that are none of these, as JSON"),
};

static const reel_field bone_fields[] = { ECHO_BONE_FIELDS(echo_bone) };

#define LINE(name, type, unit, ...) REEL_FIELD(echoreplay_line, #name, name, type, unit, __VA_ARGS__)
static const reel_field line_fields[] = {
    LINE(offset, U64, "bytes", "where the line begins in the text", .flags = REEL_FIELD_DERIVED),
    LINE(frame, U32, "", "number of its frame, or of the next one"),
    LINE(kind, U8, "", "what the line is", .labels = line_kinds),
    LINE(digest, U64, "",
         "sum of the line and its rows, by which a writer sees that they are what they were; 0 where not all were read",
         .flags = REEL_FIELD_DERIVED),
    LINE(text, STRING, "", "the line with its end", PERSONAL),
};

static const reel_field piece_fields[] = { REEL_FIELD(echoreplay_piece, "bytes", bytes, BYTES, "", "bytes of the zip",
                                                      PERSONAL) };

const reel_table echoreplay_infos = REEL_TABLE("info", "what the file is", echoreplay_info, info_fields, REEL_TABLE_HEADER);
const reel_table echoreplay_frames = REEL_TABLE("frames", "states of the match", echoreplay_frame, frame_fields, 0);
const reel_table echoreplay_teams = REEL_TABLE("teams", "teams in each frame", echoreplay_team, team_fields, 0);
const reel_table echoreplay_players = REEL_TABLE("players", "players in each frame", echoreplay_player, player_fields, 0);
const reel_table echoreplay_bones = REEL_TABLE("bones", "bones in each frame", echo_bone, bone_fields, 0);
const reel_table echoreplay_lines = REEL_TABLE("lines", "lines as they were", echoreplay_line, line_fields, REEL_TABLE_LAYOUT);
const reel_table echoreplay_pieces =
    REEL_TABLE("pieces", "bytes of the zip as they were", echoreplay_piece, piece_fields, REEL_TABLE_LAYOUT);
