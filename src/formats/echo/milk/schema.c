/* SPDX-License-Identifier: MIT
 * The rows of .milk, field by field. Of the rows that the family shares only what the format holds is listed. */
#include "formats/echo/common/schema.h"

#include <reel/milk.h>

#define PERSONAL .flags = REEL_FIELD_PERSONAL
#define INFO(name, type, unit, ...) REEL_FIELD(milk_info, #name, name, type, unit, __VA_ARGS__)
static const reel_field info_fields[] = {
    INFO(author, STRING, "", "name of who recorded", PERSONAL),
    INFO(flags, U8, "", "128 a private match, 64 not one of the Arena, 32 of a tournament"),
    INFO(blue_players, U8, "", "players of the blue team"),
    INFO(orange_players, U8, "", "players of the orange team"),
    INFO(rate, U32, "frames", "frames that are taken as a second: as many as lie between the first two tallies, else 45",
         .flags = REEL_FIELD_DERIVED),
};

#define ENTRY(name, type, unit, ...) REEL_FIELD(milk_entry, #name, name, type, unit, __VA_ARGS__)
static const reel_field roster_fields[] = {
    ENTRY(player, U8, "", "number by which rows name the player, from 1", .flags = REEL_FIELD_DERIVED),
    ENTRY(team, U8, "", "team of the player", .labels = echo_teams),
    ENTRY(slot, U8, "", "place in the team, from 0"),
    ENTRY(name, STRING, "", "name of the player", PERSONAL),
    ENTRY(number, U16, "", "number on the jersey"),
};

#define MILK_TIME(row, member)                                                                                                   \
    REEL_FIELD(row, "time", member, F64, "s", "time since the first frame, which is computed: frame / info.rate",                \
               .flags = REEL_FIELD_TIME | REEL_FIELD_DERIVED)

static const reel_field frame_fields[] = {
    MILK_TIME(milk_frame, common.time),
    ECHO_NUMBER(milk_frame, common.frame),
    REEL_FIELD(milk_frame, "tally", tally, U32, "", "number of the tally before it, from 0", .flags = REEL_FIELD_DERIVED),
    FRAME_(milk_frame, game_clock, F32, "s", "what the game's clock showed in that tally"),
    FRAME_(milk_frame, status, U8, "", "state of the match", .labels = echo_statuses),
    REEL_FIELD(milk_frame, "state", state, U8, "", "the byte that says the state"),
    FRAME_(milk_frame, has, U8, "", "parts that are known: 1 points, 32 disc"),
    FRAME_IF_(milk_frame, ECHO_HAS_POINTS, blue_points, F32, "points", "points of the blue team in that tally"),
    FRAME_IF_(milk_frame, ECHO_HAS_POINTS, orange_points, F32, "points", "points of the orange team in that tally"),
    FRAME_IF_(milk_frame, ECHO_HAS_DISC, disc_position, F32, "m", "place of the disc", .components = "xyz"),
};

static const reel_field team_fields[] = {
    MILK_TIME(echo_team, time),
    ECHO_NUMBER(echo_team, frame),
    REEL_FIELD(echo_team, "team", team, U8, "", "which team", .labels = echo_teams),
    REEL_FIELD(echo_team, "possession", possession, BOOL, "", "a player of the team has the disc"),
    REEL_FIELD(echo_team, "players", players, U8, "", "players of the team"),
};

#define PLAYER(name, type, unit, ...) PLAYER_(milk_player, name, type, unit, __VA_ARGS__)
#define AXIS(name, doc) REEL_FIELD(milk_player, #name, axes.name, F32, "", doc, .components = "xyz")
static const reel_field player_fields[] = {
    MILK_TIME(milk_player, common.time),
    ECHO_NUMBER(milk_player, common.frame),
    PLAYER(team, U8, "", "team of the player", .labels = echo_teams),
    PLAYER(slot, U8, "", "place in the team, from 0"),
    PLAYER(player, U8, "", "number in the roster, from 1", .flags = REEL_FIELD_DERIVED),
    PLAYER(name, STRING, "", "name of the player", .flags = REEL_FIELD_PERSONAL | REEL_FIELD_DERIVED),
    PLAYER(number, U16, "", "number on the jersey", .flags = REEL_FIELD_DERIVED),
    PLAYER(possession, BOOL, "", "the player has the disc"),
    PLAYER(blocking, BOOL, "", "the player blocks"),
    PLAYER(stunned, BOOL, "", "the player is stunned"),
    PLAYER(velocity, F32, "m/s", "velocity", .components = "xyz"),
    REEL_FIELD(milk_player, "position", common.head, F32, "m", "place of the player; in the rows of C that of head and body",
               .components = "xyz"),
    PLAYER(left_hand, F32, "m", "place of the left hand", .components = "xyz"),
    PLAYER(right_hand, F32, "m", "place of the right hand", .components = "xyz"),
    AXIS(forward, "where the player looks"),
    AXIS(left, "what is left of the player"),
    AXIS(up, "what is above the player"),
};

#define STATS(name, type, unit, ...) REEL_FIELD(milk_stats, #name, name, type, unit, __VA_ARGS__)
static const reel_field stats_fields[] = {
    MILK_TIME(milk_stats, time),
    ECHO_NUMBER(milk_stats, frame),
    STATS(tally, U32, "", "number of the tally, from 0", .flags = REEL_FIELD_DERIVED),
    STATS(offset, U64, "bytes", "where the bytes lie in the file", .flags = REEL_FIELD_DERIVED),
    STATS(team, U8, "", "which team", .labels = echo_teams),
    STATS(player, U8, "", "number in the roster, from 1; 0 for the team's own"),
    STATS(bytes, U8, "", "eleven counts and, as a half, the possession time, in an order that the file does not say"),
};

/* Fewest bytes of a chunk and of a player in it. */
enum { CHUNK_BYTES = 12, PLAYER_BYTES = 42 };

const reel_table milk_infos = REEL_TABLE("info", "what stands before the frames", milk_info, info_fields, REEL_TABLE_HEADER);
const reel_table milk_roster = REEL_TABLE("roster", "the players of the file", milk_entry, roster_fields, REEL_TABLE_HEADER);
const reel_table milk_frames = REEL_TABLE("frames", "states of the match", milk_frame, frame_fields, 0);
const reel_table milk_teams = REEL_TABLE("teams", "teams in each frame", echo_team, team_fields, 0);
const reel_table milk_players = REEL_TABLE("players", "players in each frame", milk_player, player_fields, 0);
const reel_table milk_statistics =
    REEL_TABLE("stats", "statistics of teams and players, once a second, as bytes", milk_stats, stats_fields, 0);
