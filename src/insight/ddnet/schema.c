/* SPDX-License-Identifier: MIT
 * The rows of the insight "ddnet", field by field. */
#include <reel/ddnet.h>

#define TIME REEL_FIELD_TIME
#define KEY REEL_FIELD_KEY
#define PERSONAL REEL_FIELD_PERSONAL

static const reel_label starts[] = {
    { DDNET_START_JOIN, "join" },
    { DDNET_START_REJOIN, "rejoin" },
    { DDNET_START_IMPLIED, "implied" },
    { 0, NULL },
};
static const reel_label ends[] = {
    { DDNET_END_OF_FILE, "end_of_file" },
    { DDNET_END_DROP, "drop" },
    { DDNET_END_REJOIN, "rejoin" },
    { DDNET_END_JOIN, "join" },
    { 0, NULL },
};
static const reel_label finishers[] = { { DDNET_PLAYER, "player" }, { DDNET_TEAM, "team" }, { 0, NULL } };
static const reel_label sources[] = {
    { DDNET_SERVER, "server" }, { DDNET_GAME, "game" }, { DDNET_NO_GAME, "no_game" },
    { DDNET_CHAT, "chat" },     { DDNET_RCON, "rcon" }, { 0, NULL },
};
static const reel_label vote_kinds[] = { { DDNET_CALL, "call" }, { DDNET_CAST, "cast" }, { 0, NULL } };
static const reel_label origins[] = {
    { DDNET_START_INFO, "start_info" },
    { DDNET_CHANGE_INFO, "change_info" },
    { DDNET_PLAYER_NAME, "player_name" },
    { 0, NULL },
};
static const reel_label team_kinds[] = {
    { DDNET_PLAYER_TEAM, "player_team" },
    { DDNET_TEAM_PRACTICE, "team_practice" },
    { 0, NULL },
};

#define SESSION(name, type, unit, ...) REEL_FIELD(ddnet_session, #name, name, type, unit, __VA_ARGS__)
static const reel_field session_fields[] = {
    SESSION(session, I32, "", "number of the session, from 0", .flags = KEY),
    SESSION(cid, I32, "", "slot"),
    SESSION(start_tick, I32, "tick", "when it began", .flags = TIME),
    SESSION(start, U8, "", "what began it", .labels = starts),
    SESSION(end_tick, I32, "tick", "when it ended"),
    SESSION(end, U8, "", "what ended it", .labels = ends),
    SESSION(reason, STRING, "", "reason of the drop", .flags = PERSONAL),
    SESSION(protocol, U8, "", "6 or 7"),
    SESSION(ready_tick, I32, "tick", "when the client entered the game, -1 not known"),
    SESSION(ddnet_version, I32, "", "version of the client, -1 not known"),
    SESSION(connection_id, UUID, "", "connection of the client", .flags = PERSONAL),
    SESSION(first_name, STRING, "", "first name", .flags = PERSONAL),
    SESSION(last_name, STRING, "", "last name", .flags = PERSONAL),
    SESSION(characters, I32, "", "characters that appeared"),
    SESSION(alive_ticks, I64, "tick", "time with a character"),
    SESSION(inputs, I64, "", "inputs"),
    SESSION(messages, I64, "", "network messages"),
    SESSION(chat_commands, I64, "", "commands in the chat"),
    SESSION(finishes, I32, "", "times that the map was finished"),
    SESSION(best_time_ticks, I32, "tick", "shortest time of a finish, -1 none"),
};

#define ACTIVITY(name, type, unit, ...) REEL_FIELD(ddnet_activity, #name, name, type, unit, __VA_ARGS__)
static const reel_field activity_fields[] = {
    ACTIVITY(session, I32, "", "number of the session", .flags = KEY),
    ACTIVITY(cid, I32, "", "slot"),
    ACTIVITY(name, STRING, "", "last name", .flags = PERSONAL),
    ACTIVITY(ticks, I64, "tick", "length of the session"),
    ACTIVITY(idle_ticks, I64, "tick", "time without a new input, beyond the first ten seconds of each stretch"),
    ACTIVITY(longest_idle_ticks, I64, "tick", "longest stretch without a new input"),
    ACTIVITY(menu_ticks, I64, "tick", "time in the menu"),
    ACTIVITY(chatting_ticks, I64, "tick", "time at writing in the chat"),
    ACTIVITY(distance, F64, "tile", "way of the characters, without teleports"),
    ACTIVITY(jumps, I64, "", "presses of jump"),
    ACTIVITY(hooks, I64, "", "presses of hook"),
    ACTIVITY(shots, I64, "", "presses of fire"),
    ACTIVITY(direction_changes, I64, "", "changes of direction"),
    ACTIVITY(weapon_changes, I64, "", "changes of the weapon asked for"),
};

#define FINISH(name, type, unit, ...) REEL_FIELD(ddnet_finish, #name, name, type, unit, __VA_ARGS__)
static const reel_field finish_fields[] = {
    FINISH(tick, I32, "tick", "when it was", .flags = TIME),
    FINISH(offset, U64, "bytes", "place of the message in the file", .flags = KEY),
    FINISH(kind, U8, "", "who finished", .labels = finishers),
    FINISH(cid, I32, "", "slot of the player, -1 of a team"),
    FINISH(session, I32, "", "session of the player, -1 of a team"),
    FINISH(team, I32, "", "the team, or the one that the player was in"),
    FINISH(time_ticks, I32, "tick", "time of the run"),
    FINISH(time, F64, "s", "time of the run"),
    FINISH(start_tick, I32, "tick", "when the run began"),
    FINISH(practice, BOOL, "", "the team practised, so that the time does not count"),
    FINISH(name, STRING, "", "name of the player", .flags = PERSONAL),
};

#define COMMAND(name, type, unit, ...) REEL_FIELD(ddnet_command, #name, name, type, unit, __VA_ARGS__)
static const reel_field command_fields[] = {
    COMMAND(tick, I32, "tick", "when it was", .flags = TIME),
    COMMAND(offset, U64, "bytes", "place of the message in the file", .flags = KEY),
    COMMAND(cid, I32, "", "slot, or below zero where it was no client"),
    COMMAND(session, I32, "", "session, -1 where it was no client"),
    COMMAND(flags, I32, "", "mask of the call"),
    COMMAND(source, U8, "", "where it came from", .labels = sources),
    COMMAND(command, STRING, "", "name of the command"),
    COMMAND(args, STRING, "", "its arguments, a JSON array", .flags = PERSONAL),
    COMMAND(level, I32, "", "rights of the client in the remote console: 0 none, 1 helper, 2 moderator, 3 admin"),
};

#define VOTE(name, type, unit, ...) REEL_FIELD(ddnet_vote, #name, name, type, unit, __VA_ARGS__)
static const reel_field vote_fields[] = {
    VOTE(tick, I32, "tick", "when it was", .flags = TIME),
    VOTE(offset, U64, "bytes", "place of the message in the file", .flags = KEY),
    VOTE(cid, I32, "", "slot"),
    VOTE(session, I32, "", "session"),
    VOTE(kind, U8, "", "what the client did", .labels = vote_kinds),
    VOTE(vote, I32, "", "-1 no, 0 taken back, 1 yes; 0 of a call"),
    VOTE(type, STRING, "", "kick, option or spectate"),
    VOTE(value, STRING, "", "the option, or the slot", .flags = PERSONAL),
    VOTE(reason, STRING, "", "why", .flags = PERSONAL),
    VOTE(force, I32, "", "asked for without a vote"),
};

#define NAME(name, type, unit, ...) REEL_FIELD(ddnet_name, #name, name, type, unit, __VA_ARGS__)
static const reel_field name_fields[] = {
    NAME(tick, I32, "tick", "when it was", .flags = TIME),
    NAME(offset, U64, "bytes", "place of the message in the file", .flags = KEY),
    NAME(cid, I32, "", "slot"),
    NAME(session, I32, "", "session"),
    NAME(origin, U8, "", "what said it", .labels = origins),
    NAME(name, STRING, "", "the name", .flags = PERSONAL),
    NAME(clan, STRING, "", "the clan", .flags = PERSONAL),
    NAME(country, I32, "", "country by its number in ISO 3166-1, -1 none"),
    NAME(skin, STRING, "", "the skin, or the six parts of it"),
};

#define TEAM(name, type, unit, ...) REEL_FIELD(ddnet_team, #name, name, type, unit, __VA_ARGS__)
static const reel_field team_fields[] = {
    TEAM(tick, I32, "tick", "when it was", .flags = TIME),
    TEAM(offset, U64, "bytes", "place of the message in the file", .flags = KEY),
    TEAM(kind, U8, "", "what changed", .labels = team_kinds),
    TEAM(cid, I32, "", "slot of the player", REEL_PRESENT_IF(ddnet_team, kind, DDNET_PLAYER_TEAM)),
    TEAM(team, I32, "", "the team"),
    TEAM(practice, I32, "", "whether it practises", REEL_PRESENT_IF(ddnet_team, kind, DDNET_TEAM_PRACTICE)),
};

#define CHARACTER(name, type, unit, ...) REEL_FIELD(ddnet_character, #name, name, type, unit, __VA_ARGS__)
static const reel_field character_fields[] = {
    CHARACTER(session, I32, "", "session that it belongs to", .flags = KEY),
    CHARACTER(cid, I32, "", "slot"),
    CHARACTER(new_tick, I32, "tick", "when it appeared", .flags = TIME | KEY),
    CHARACTER(old_tick, I32, "tick", "when it was gone, -1 while it is there"),
};

#define ONLINE(name, unit, ...) REEL_FIELD(ddnet_online, #name, name, I32, unit, __VA_ARGS__)
static const reel_field online_fields[] = {
    ONLINE(tick, "tick", "from when on", .flags = TIME | KEY),
    ONLINE(clients, "", "sessions that are open"),
    ONLINE(characters, "", "characters that are there"),
};

static const reel_field heat_fields[] = {
    REEL_FIELD(ddnet_heat, "tile_x", tile_x, I32, "tile", "column of the map", .flags = KEY),
    REEL_FIELD(ddnet_heat, "tile_y", tile_y, I32, "tile", "row of the map, downwards", .flags = KEY),
    REEL_FIELD(ddnet_heat, "ticks", ticks, I64, "tick", "how long characters were there"),
};

#define POSITION(name, unit, ...) REEL_FIELD(ddnet_position, #name, name, I32, unit, __VA_ARGS__)
static const reel_field position_fields[] = {
    POSITION(tick, "tick", "the tick", .flags = TIME | KEY),
    POSITION(cid, "", "slot", .flags = KEY),
    POSITION(x, "1/32 tile", "place of the character"),
    POSITION(y, "1/32 tile", "place of the character, downwards"),
    POSITION(session, "", "session that the character belongs to, -1 none"),
};

#define INPUT(name, unit, ...) REEL_FIELD(ddnet_input, #name, name, I32, unit, __VA_ARGS__)
static const reel_field input_fields[] = {
    INPUT(tick, "tick", "the tick", .flags = TIME | KEY),
    INPUT(cid, "", "slot", .flags = KEY),
    INPUT(direction, "", "-1 left, 0, 1 right"),
    INPUT(target_x, "1/32 tile", "aim, relative to the character"),
    INPUT(target_y, "1/32 tile", "aim, relative to the character, downwards"),
    INPUT(jump, "", "1 while jump is held"),
    INPUT(fire, "", "counter modulo 64, odd while fire is held"),
    INPUT(hook, "", "1 while hook is held"),
    INPUT(player_flags, "", "bits: 1 playing, 2 menu, 4 chatting, 8 scoreboard, 16 aim line, 32 spectating camera"),
    INPUT(wanted_weapon, "", "weapon asked for and 1, or 0"),
    INPUT(next_weapon, "", "counter like fire"),
    INPUT(prev_weapon, "", "counter like fire"),
};

const reel_table ddnet_sessions = REEL_TABLE("sessions", "stays of clients", ddnet_session, session_fields, 0);
const reel_table ddnet_activities =
    REEL_TABLE("activity", "what clients did in their sessions", ddnet_activity, activity_fields, 0);
const reel_table ddnet_finishes = REEL_TABLE("finishes", "finishes of players and teams", ddnet_finish, finish_fields, 0);
const reel_table ddnet_commands = REEL_TABLE("commands", "commands that ran", ddnet_command, command_fields, 0);
const reel_table ddnet_votes = REEL_TABLE("votes", "votes called and cast", ddnet_vote, vote_fields, 0);
const reel_table ddnet_names = REEL_TABLE("names", "names that clients asked for and got", ddnet_name, name_fields, 0);
const reel_table ddnet_teams = REEL_TABLE("teams", "changes of teams and their practice", ddnet_team, team_fields, 0);
const reel_table ddnet_characters = REEL_TABLE("characters", "lives of characters", ddnet_character, character_fields, 0);
const reel_table ddnet_onlines = REEL_TABLE("online", "clients and characters over time", ddnet_online, online_fields, 0);
const reel_table ddnet_heats = REEL_TABLE("heat", "how long characters were on each tile", ddnet_heat, heat_fields, 0);
const reel_table ddnet_positions =
    REEL_TABLE("positions", "every character in every tick", ddnet_position, position_fields, REEL_TABLE_ON_REQUEST);
const reel_table ddnet_inputs =
    REEL_TABLE("inputs", "every input in every tick", ddnet_input, input_fields, REEL_TABLE_ON_REQUEST);
