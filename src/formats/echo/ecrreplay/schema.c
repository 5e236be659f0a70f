/* SPDX-License-Identifier: MIT
 * The fields of .ecrreplay rows. Of the rows that the formats share, only the fields in the file are listed. */
#include "formats/echo/common/schema.h"
#include "formats/echo/ecrreplay/ecrreplay.h"

#define PERSONAL .flags = REEL_FIELD_PERSONAL
#define INFO(name, type, unit, ...) REEL_FIELD(ecrreplay_info, #name, name, type, unit, __VA_ARGS__)
static const reel_field info_fields[] = {
    INFO(session_id, STRING, "", "match id", PERSONAL),
    INFO(map_name, STRING, "", "map of the match"),
    INFO(start_time, STRING, "local time",
         "when the recording began, on the recorder's clock: year, month, day, hours, minutes, seconds", PERSONAL),
    INFO(framerate, I32, "1/s", "frames per second, as stated; version 1.1 states 10 and takes 20"),
};

#define ENTRY(name, type, unit, ...) REEL_FIELD(ecrreplay_entry, #name, name, type, unit, __VA_ARGS__)
static const reel_field roster_fields[] = {
    ENTRY(player_id, U8, "", "number that rows use for the player, from 0 in order of appearance"),
    ENTRY(userid, U64, "", "player's account id", PERSONAL),
    ENTRY(name, STRING, "", "player's name", PERSONAL),
    ENTRY(number, I32, "", "jersey number when first seen"),
    ENTRY(level, I32, "", "player's level when first seen"),
};

#define ECRREPLAY_TIME(row, member)                                                                                              \
    REEL_FIELD(row, "time", member, F64, "s", "computed time since the first frame: frame / ending.rate",                        \
               .flags = REEL_FIELD_TIME | REEL_FIELD_DERIVED)

static const reel_field frame_fields[] = {
    ECRREPLAY_TIME(echo_frame, time),
    ECHO_NUMBER(echo_frame, frame),
    REEL_FIELD(echo_frame, "recorded", recorded, I64, "local ms",
               "computed recording time since 1970, on the recorder's clock: info.start_time and the time; 0 if that is unknown",
               .flags = REEL_FIELD_DERIVED),
};

static const reel_field team_fields[] = {
    ECRREPLAY_TIME(echo_team, time),
    ECHO_NUMBER(echo_team, frame),
    REEL_FIELD(echo_team, "team", team, U8, "", "team", .labels = reel__echo_teams, .flags = REEL_FIELD_KEY),
    REEL_FIELD(echo_team, "players", players, U8, "", "players on the team in this frame", .flags = REEL_FIELD_DERIVED),
};

#define PLAYER(name, type, unit, ...) PLAYER_(ecrreplay_player, name, type, unit, __VA_ARGS__)
#define AXES(name, member, what)                                                                                                 \
    REEL_FIELD(ecrreplay_player, name "forward", member.forward, F32, "", "where " what " looks", .components = "xyz"),          \
        REEL_FIELD(ecrreplay_player, name "left", member.left, F32, "", "left direction of " what, .components = "xyz"),         \
        REEL_FIELD(ecrreplay_player, name "up", member.up, F32, "", "up direction of " what, .components = "xyz")
static const reel_field player_fields[] = {
    ECRREPLAY_TIME(ecrreplay_player, common.time),
    ECHO_NUMBER(ecrreplay_player, common.frame),
    PLAYER(team, U8, "", "player's team", .labels = reel__echo_teams),
    PLAYER(slot, U8, "", "slot in the team, from 0", .flags = REEL_FIELD_DERIVED),
    PLAYER(player_id, U8, "", "number in the roster", .flags = REEL_FIELD_KEY),
    PLAYER(userid, U64, "", "player's account id, from the roster", .flags = REEL_FIELD_PERSONAL | REEL_FIELD_DERIVED),
    PLAYER(name, STRING, "", "player's name, from the roster", .flags = REEL_FIELD_PERSONAL | REEL_FIELD_DERIVED),
    PLAYER(velocity, F32, "m/s", "velocity", .components = "xyz"),
    PLAYER(head, F32, "m", "position of the head", .components = "xyz"),
    PLAYER(body, F32, "m", "position of the body", .components = "xyz"),
    PLAYER(left_hand, F32, "m", "position of the left hand", .components = "xyz"),
    PLAYER(right_hand, F32, "m", "position of the right hand", .components = "xyz"),
    PLAYER(ping, I32, "ms", "round-trip time to the server; only since version 1.1",
           REEL_PRESENT_IF(ecrreplay_player, keys, ECRREPLAY_HAS_PING)),
    AXES("head_", head_axes, "the head"),
    AXES("body_", body_axes, "the body, as stored: the recorder puts the directions of the head there, so this"),
    AXES("left_hand_", left_hand_axes, "the left hand"),
    AXES("right_hand_", right_hand_axes, "the right hand"),
    REEL_FIELD(ecrreplay_player, "keys", keys, U8, "", "members that only some files have: 1 ping"),
};

#define ENDING(name, type, unit, ...) REEL_FIELD(ecrreplay_ending, #name, name, type, unit, __VA_ARGS__)
static const reel_field ending_fields[] = {
    ENDING(has_version, BOOL, "", "whether the file states the version of the recorder"),
    ENDING(version, F64, "", "version of the recorder", REEL_PRESENT_IF(ecrreplay_ending, has_version, 1)),
    ENDING(rate, U32, "1/s", "frames per second that times are computed with: info.framerate, or 20 since version 1.1",
           .flags = REEL_FIELD_DERIVED),
};

#define ORIGINAL(name, type, unit, ...) REEL_FIELD(ecrreplay_original, #name, name, type, unit, __VA_ARGS__)
static const reel_field original_fields[] = {
    ORIGINAL(rows, U64, "",
             "checksum of the file and its rows: a writer repeats the file only if it still matches; 0: not all rows were read",
             .flags = REEL_FIELD_DERIVED),
    ORIGINAL(unknown, U32, "", "members that no row has", .flags = REEL_FIELD_DERIVED),
    ORIGINAL(bytes, BYTES, "", "the file", PERSONAL),
};

const reel_table ecrreplay_infos = REEL_TABLE("info", "what precedes the frames", ecrreplay_info, info_fields,
                                              REEL_TABLE_HEADER | REEL_TABLE_ONE_ROW | REEL_TABLE_FIRST);
const reel_table ecrreplay_roster =
    REEL_TABLE("roster", "players in the file", ecrreplay_entry, roster_fields, REEL_TABLE_HEADER | REEL_TABLE_FIRST);
const reel_table ecrreplay_frames = REEL_TABLE("frames", "frames", echo_frame, frame_fields, 0);
const reel_table ecrreplay_teams = REEL_TABLE("teams", "teams in each frame", echo_team, team_fields, 0);
const reel_table ecrreplay_players = REEL_TABLE("players", "players in each frame", ecrreplay_player, player_fields, 0);
const reel_table ecrreplay_endings =
    REEL_TABLE("ending", "what follows the frames", ecrreplay_ending, ending_fields, REEL_TABLE_ONE_ROW);
const reel_table ecrreplay_originals =
    REEL_TABLE("original", "the file as it was", ecrreplay_original, original_fields, REEL_TABLE_LAYOUT | REEL_TABLE_ONE_ROW);

const reel_table *const reel__ecrreplay_tables[] = { &ecrreplay_infos,     &ecrreplay_roster,
                                                     &ecrreplay_frames,    &ecrreplay_teams,
                                                     &ecrreplay_players,   &ecrreplay_endings,
                                                     &ecrreplay_originals, NULL };
