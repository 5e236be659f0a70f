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

#define AXES_IF(R, name, member, what, bit)                                                                                      \
    REEL_FIELD(R, name "_forward", member.forward, F32, "", "where " what " looks", .components = "xyz",                         \
               REEL_PRESENT_IF(R, common.has, bit)),                                                                             \
        REEL_FIELD(R, name "_left", member.left, F32, "", "left direction of " what, .components = "xyz",                        \
                   REEL_PRESENT_IF(R, common.has, bit)),                                                                         \
        REEL_FIELD(R, name "_up", member.up, F32, "", "up direction of " what, .components = "xyz",                              \
                   REEL_PRESENT_IF(R, common.has, bit))
#define AXES(R, name, member, what)                                                                                              \
    REEL_FIELD(R, name "_forward", member.forward, F32, "", "where " what " looks", .components = "xyz"),                        \
        REEL_FIELD(R, name "_left", member.left, F32, "", "left direction of " what, .components = "xyz"),                       \
        REEL_FIELD(R, name "_up", member.up, F32, "", "up direction of " what, .components = "xyz")
#define F(name, type, unit, ...) REEL_FIELD(echoreplay_frame, #name, name, type, unit, __VA_ARGS__)
#define F_IF(bit, name, type, unit, ...) F(name, type, unit, __VA_ARGS__, REEL_PRESENT_IF(echoreplay_frame, api, bit))
#define PERSONAL .flags = REEL_FIELD_PERSONAL
static const reel_field frame_fields[] = {
    ECHO_FRAME_FIELDS(echoreplay_frame, REEL_FIELD_DERIVED, 0),
    AXES_IF(echoreplay_frame, "vr", vr, "the play space", ECHO_HAS_VR),
    AXES_IF(echoreplay_frame, "disc", disc, "the disc", ECHO_HAS_DISC),
    F(api, U8, "",
      "keys in the line: 1 clock, 2 status, 4 possession, 8 bounces, 16 rounds, 32 error, 64 multiplier, 128 shoulders"),
    F_IF(ECHO_API_SHOULDERS, shoulders, F32, "", "shoulder buttons: left, right, second left, second right"),
    F_IF(ECHO_API_POSSESSION, possession, I32, "", "team and player in possession of the disc, -1 none"),
    F_IF(ECHO_API_BOUNCES, bounce_count, I32, "", "number of disc bounces"),
    F_IF(ECHO_API_ROUNDS, blue_round_score, I32, "rounds", "rounds won by the blue team"),
    F_IF(ECHO_API_ROUNDS, orange_round_score, I32, "rounds", "rounds won by the orange team"),
    F_IF(ECHO_API_ROUNDS, total_round_count, I32, "rounds", "rounds in the match"),
    F_IF(ECHO_API_MULTIPLIER, payload_multiplier, F32, "", "Combat: payload multiplier"),
    F_IF(ECHO_API_ERROR, err_code, I32, "", "error code of the game's API, 0 for none"),
    F(err_description, STRING, "", "error description"),
    F(private_match, BOOL, "", "whether the match is private"),
    F(tournament_match, BOOL, "", "whether this is a tournament match"),
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
};

static const reel_field team_fields[] = {
    ECHO_TEAM_FIELDS(echoreplay_team, common., 0),
    REEL_FIELD(echoreplay_team, "name", name, STRING, "", "team name"),
};

static const reel_field player_fields[] = {
    ECHO_PLAYER_FIELDS(echoreplay_player, 0, REEL_FIELD_KEY, REEL_FIELD_DERIVED, 0),
    AXES(echoreplay_player, "head", head, "the head"),
    AXES(echoreplay_player, "body", body, "the body"),
    AXES(echoreplay_player, "left_hand", left_hand, "the left hand"),
    AXES(echoreplay_player, "right_hand", right_hand, "the right hand"),
    REEL_FIELD(echoreplay_player, "extra", extra, STRING, "", "all other members, as JSON"),
};

static const reel_field bone_fields[] = { ECHO_BONE_FIELDS(echo_bone) };

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
    REEL_TABLE("info", "container and entry name", echoreplay_info, info_fields, REEL_TABLE_HEADER);
const reel_table echoreplay_frames = REEL_TABLE("frames", "match state in each frame", echoreplay_frame, frame_fields, 0);
const reel_table echoreplay_teams = REEL_TABLE("teams", "teams in each frame", echoreplay_team, team_fields, 0);
const reel_table echoreplay_players = REEL_TABLE("players", "players in each frame", echoreplay_player, player_fields, 0);
const reel_table echoreplay_bones = REEL_TABLE("bones", "bones in each frame", echo_bone, bone_fields, 0);
const reel_table echoreplay_lines = REEL_TABLE("lines", "original lines", echoreplay_line, line_fields, REEL_TABLE_LAYOUT);
const reel_table echoreplay_pieces =
    REEL_TABLE("pieces", "original bytes of the zip archive", echoreplay_piece, piece_fields, REEL_TABLE_LAYOUT);
const reel_table echoreplay_deflates = REEL_TABLE("deflated", "in an archive: compressed text that is made again",
                                                  echoreplay_deflated, deflated_fields, REEL_TABLE_LAYOUT);
