/* SPDX-License-Identifier: MIT
 * The fields of .milk rows. Of the rows that the formats share, only the fields in the file are listed. */
#include "formats/echo/common/schema.h"

#include <reel/milk.h>

#define PERSONAL .flags = REEL_FIELD_PERSONAL
#define INFO(name, type, unit, ...) REEL_FIELD(milk_info, #name, name, type, unit, __VA_ARGS__)
static const reel_field info_fields[] = {
    INFO(author, STRING, "", "name of the player who recorded",
         .flags = REEL_FIELD_PERSONAL | REEL_FIELD_PLAYER | REEL_FIELD_PLAYER_NAME),
    INFO(flags, U8, "", "bits: 128 private match, 64 not Arena, 32 tournament"),
    INFO(blue_players, U8, "", "players on the blue team"),
    INFO(orange_players, U8, "", "players on the orange team"),
    INFO(rate, U32, "frames", "assumed frames per second: those between the first two statistics records, else 45",
         .flags = REEL_FIELD_DERIVED),
};

#define ENTRY(name, type, unit, ...) REEL_FIELD(milk_entry, #name, name, type, unit, __VA_ARGS__)
static const reel_field roster_fields[] = {
    ENTRY(player, U8, "", "number that rows use for the player, from 1", .flags = REEL_FIELD_DERIVED),
    ENTRY(team, U8, "", "player's team", .labels = reel__echo_teams),
    ENTRY(slot, U8, "", "slot in the team, from 0"),
    ENTRY(name, STRING, "", "player's name", PERSONAL),
    ENTRY(number, U16, "", "jersey number"),
};

#define MILK_TIME(row, member)                                                                                                   \
    REEL_FIELD(row, "time", member, F64, "s", "computed time since the first frame: frame / info.rate",                          \
               .flags = REEL_FIELD_TIME | REEL_FIELD_DERIVED)

static const reel_field frame_fields[] = {
    MILK_TIME(milk_frame, common.time),
    ECHO_NUMBER(milk_frame, common.frame),
    REEL_FIELD(milk_frame, "tally", tally, U32, "", "number of the preceding statistics record, from 0",
               .flags = REEL_FIELD_DERIVED),
    FRAME_(milk_frame, game_clock, F32, "s", "game clock in that statistics record"),
    FRAME_(milk_frame, status, U8, "", "match state", .labels = reel__echo_statuses),
    REEL_FIELD(milk_frame, "state", state, U8, "", "state byte"),
    FRAME_(milk_frame, has, U8, "", "which parts have values: 1 points, 32 disc"),
    FRAME_IF_(milk_frame, ECHO_HAS_POINTS, blue_points, F32, "points", "blue team's points in that statistics record"),
    FRAME_IF_(milk_frame, ECHO_HAS_POINTS, orange_points, F32, "points", "orange team's points in that statistics record"),
    FRAME_IF_(milk_frame, ECHO_HAS_DISC, disc_position, F32, "m", "position of the disc", .components = "xyz"),
};

static const reel_field team_fields[] = {
    MILK_TIME(echo_team, time),
    ECHO_NUMBER(echo_team, frame),
    REEL_FIELD(echo_team, "team", team, U8, "", "team", .labels = reel__echo_teams, .flags = REEL_FIELD_KEY),
    REEL_FIELD(echo_team, "possession", possession, BOOL, "", "whether a player of the team has the disc"),
    REEL_FIELD(echo_team, "players", players, U8, "", "players on the team"),
};

#define PLAYER(name, type, unit, ...) PLAYER_(milk_player, name, type, unit, __VA_ARGS__)
#define AXIS(name, doc) REEL_FIELD(milk_player, #name, axes.name, F32, "", doc, .components = "xyz")
static const reel_field player_fields[] = {
    MILK_TIME(milk_player, common.time),
    ECHO_NUMBER(milk_player, common.frame),
    PLAYER(team, U8, "", "player's team", .labels = reel__echo_teams),
    PLAYER(slot, U8, "", "slot in the team, from 0"),
    PLAYER(player, U8, "", "number in the roster, from 1", .flags = REEL_FIELD_DERIVED | REEL_FIELD_KEY),
    PLAYER(name, STRING, "", "player's name", .flags = REEL_FIELD_PERSONAL | REEL_FIELD_DERIVED),
    PLAYER(number, U16, "", "jersey number", .flags = REEL_FIELD_DERIVED),
    PLAYER(possession, BOOL, "", "whether the player has the disc"),
    PLAYER(blocking, BOOL, "", "whether the player is blocking"),
    PLAYER(stunned, BOOL, "", "whether the player is stunned"),
    PLAYER(velocity, F32, "m/s", "velocity", .components = "xyz"),
    REEL_FIELD(milk_player, "position", common.head, F32, "m", "position of the player; in C rows, of head and body",
               .components = "xyz"),
    PLAYER(left_hand, F32, "m", "position of the left hand", .components = "xyz"),
    PLAYER(right_hand, F32, "m", "position of the right hand", .components = "xyz"),
    AXIS(forward, "direction the player faces"),
    AXIS(left, "player's left direction"),
    AXIS(up, "player's up direction"),
};

#define STATS(name, type, unit, ...) REEL_FIELD(milk_stats, #name, name, type, unit, __VA_ARGS__)
static const reel_field stats_fields[] = {
    MILK_TIME(milk_stats, time),
    ECHO_NUMBER(milk_stats, frame),
    STATS(tally, U32, "", "number of the statistics record, from 0", .flags = REEL_FIELD_DERIVED),
    STATS(offset, U64, "bytes", "offset of the bytes in the file", .flags = REEL_FIELD_DERIVED),
    STATS(team, U8, "", "team", .labels = reel__echo_teams),
    STATS(player, U8, "", "number in the roster, from 1; 0 for the team's own statistics"),
    STATS(bytes, U8, "", "eleven counters and the possession time as a half float, in an undocumented order"),
};

/* Fewest bytes of a chunk and of a player in it. */
enum { CHUNK_BYTES = 12, PLAYER_BYTES = 42 };

const reel_table milk_infos =
    REEL_TABLE("info", "data before the frames", milk_info, info_fields, REEL_TABLE_HEADER | REEL_TABLE_ONE_ROW);
const reel_table milk_roster = REEL_TABLE("roster", "players in the file", milk_entry, roster_fields, REEL_TABLE_HEADER);
const reel_table milk_frames = REEL_TABLE("frames", "match state in each frame", milk_frame, frame_fields, 0);
const reel_table milk_teams = REEL_TABLE("teams", "teams in each frame", echo_team, team_fields, 0);
const reel_table milk_players = REEL_TABLE("players", "players in each frame", milk_player, player_fields, 0);
const reel_table milk_statistics =
    REEL_TABLE("stats", "statistics of teams and players, once per second, as raw bytes", milk_stats, stats_fields, 0);
