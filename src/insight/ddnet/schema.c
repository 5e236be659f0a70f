/* SPDX-License-Identifier: MIT
 * The field tables of the rows of the insight "ddnet". */
#include <reel/ddnet.h>

#define TIME REEL_FIELD_TIME
#define KEY REEL_FIELD_KEY
#define PERSONAL REEL_FIELD_PERSONAL
#define MEASURE REEL_FIELD_MEASURE

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

#define PRESENT(row, bit) REEL_PRESENT_IF(row, present, DDNET_HAS_##bit)
#define SESSION(name, type, unit, ...) REEL_FIELD(ddnet_session, #name, name, type, unit, __VA_ARGS__)
static const reel_field session_fields[] = {
    SESSION(session, I32, "", "session number, from 0", .flags = KEY),
    SESSION(cid, I32, "", "client id (slot)", .flags = REEL_FIELD_MAIN),
    SESSION(start_tick, I32, "tick", "start of the session", .flags = TIME | REEL_FIELD_MAIN),
    SESSION(start, U8, "", "how the session began", .labels = starts),
    SESSION(end_tick, I32, "tick", "end of the session", .flags = REEL_FIELD_MAIN),
    SESSION(end, U8, "", "how the session ended", .labels = ends, .flags = REEL_FIELD_MAIN),
    SESSION(reason, STRING, "", "reason given for the drop", .flags = PERSONAL),
    SESSION(protocol, U8, "", "network protocol: 6 or 7"),
    SESSION(ready_tick, I32, "tick", "when the client entered the game", PRESENT(ddnet_session, READY_TICK)),
    SESSION(ddnet_version, I32, "", "DDNet version of the client", PRESENT(ddnet_session, DDNET_VERSION)),
    SESSION(connection_id, UUID, "", "connection id of the client", .flags = PERSONAL),
    SESSION(first_name, STRING, "", "first player name", .flags = PERSONAL),
    SESSION(last_name, STRING, "", "last player name", .flags = PERSONAL | REEL_FIELD_MAIN),
    SESSION(characters, I32, "", "characters spawned"),
    SESSION(alive_ticks, I64, "tick", "time with a character alive"),
    SESSION(inputs, I64, "", "number of inputs", PRESENT(ddnet_session, MESSAGES)),
    SESSION(messages, I64, "", "number of network messages", PRESENT(ddnet_session, MESSAGES)),
    SESSION(chat_commands, I64, "", "number of chat commands", PRESENT(ddnet_session, MESSAGES)),
    SESSION(finishes, I32, "", "number of finishes", .flags = REEL_FIELD_MAIN),
    SESSION(best_time_ticks, I32, "tick", "best finish time", PRESENT(ddnet_session, BEST_TIME),
            .flags = REEL_FIELD_MAIN | MEASURE),
};

#define ACTIVITY_HAS(bit) REEL_PRESENT_IF(ddnet_activity, present, DDNET_ACTIVITY_HAS_##bit)
#define ACTIVITY(name, type, unit, ...) REEL_FIELD(ddnet_activity, #name, name, type, unit, __VA_ARGS__)
static const reel_field activity_fields[] = {
    ACTIVITY(session, I32, "", "session number", .flags = KEY),
    ACTIVITY(cid, I32, "", "client id (slot)"),
    ACTIVITY(name, STRING, "", "last player name", .flags = PERSONAL),
    ACTIVITY(ticks, I64, "tick", "length of the session"),
    ACTIVITY(idle_ticks, I64, "tick", "time without a new input, not counting the first ten seconds of each stretch"),
    ACTIVITY(longest_idle_ticks, I64, "tick", "longest stretch without a new input"),
    ACTIVITY(menu_ticks, I64, "tick", "time in the menu", ACTIVITY_HAS(MENU)),
    ACTIVITY(chatting_ticks, I64, "tick", "time typing in the chat", ACTIVITY_HAS(MENU)),
    ACTIVITY(distance, F64, "tile", "distance travelled, excluding teleports and swaps"),
    ACTIVITY(jumps, I64, "", "jump presses; not one that is down at the first input", ACTIVITY_HAS(JUMPS)),
    ACTIVITY(hooks, I64, "", "hook presses; not one that is down at the first input"),
    ACTIVITY(shots, I64, "", "fire presses; not one that is down at the first input"),
    ACTIVITY(direction_changes, I64, "", "direction changes"),
    ACTIVITY(weapon_changes, I64, "", "changes of the requested weapon"),
};

#define FINISH(name, type, unit, ...) REEL_FIELD(ddnet_finish, #name, name, type, unit, __VA_ARGS__)
static const reel_field finish_fields[] = {
    FINISH(tick, I32, "tick", "tick of the message", .flags = TIME),
    FINISH(offset, U64, "bytes", "offset of the message in the file", .flags = KEY),
    FINISH(kind, U8, "", "whether a player or a team finished", .labels = finishers, .flags = REEL_FIELD_MAIN),
    FINISH(cid, I32, "", "client id of the player; missing for a team", PRESENT(ddnet_finish, CID)),
    FINISH(session, I32, "", "session of the player; missing for a team", PRESENT(ddnet_finish, SESSION)),
    FINISH(team, I32, "", "the team, or the team of the player", PRESENT(ddnet_finish, TEAM), .flags = REEL_FIELD_MAIN),
    FINISH(time_ticks, I32, "tick", "finish time"),
    REEL_FIELD(ddnet_finish, "finish_time", time, F64, "s", "finish time", .flags = REEL_FIELD_MAIN),
    FINISH(start_tick, I32, "tick", "when the clock of the run started; missing if a loaded save started it in another game",
           PRESENT(ddnet_finish, START_TICK)),
    FINISH(practice, BOOL, "", "the team was in practice mode, so the time does not count", .flags = REEL_FIELD_MAIN),
    FINISH(of_team, BOOL, "", "of a player whose team finished in this tick; the run is the team's row"),
    FINISH(name, STRING, "", "name of the player", .flags = PERSONAL | REEL_FIELD_MAIN),
};

#define COMMAND(name, type, unit, ...) REEL_FIELD(ddnet_command, #name, name, type, unit, __VA_ARGS__)
static const reel_field command_fields[] = {
    COMMAND(tick, I32, "tick", "tick of the message", .flags = TIME),
    COMMAND(offset, U64, "bytes", "offset of the message in the file", .flags = KEY),
    COMMAND(cid, I32, "", "client id, or a negative value if no client ran it"),
    COMMAND(session, I32, "", "session; missing if no client ran it", PRESENT(ddnet_command, SESSION)),
    COMMAND(flags, I32, "", "flag mask of the call"),
    COMMAND(source, U8, "", "origin of the command", .labels = sources),
    COMMAND(command, STRING, "", "command name"),
    COMMAND(args, STRING, "", "arguments as a JSON array", .flags = PERSONAL),
    COMMAND(level, I32, "",
            "remote console access level of the client: 0 none, 1 helper, 2 moderator, 3 admin; missing if it is not recorded",
            PRESENT(ddnet_command, LEVEL)),
};

#define CALLED REEL_PRESENT_IF(ddnet_vote, called, 1)
#define VOTE(name, type, unit, ...) REEL_FIELD(ddnet_vote, #name, name, type, unit, __VA_ARGS__)
static const reel_field vote_fields[] = {
    VOTE(tick, I32, "tick", "tick of the message", .flags = TIME),
    VOTE(offset, U64, "bytes", "offset of the message in the file", .flags = KEY),
    VOTE(cid, I32, "", "client id (slot)"),
    VOTE(session, I32, "", "session"),
    VOTE(kind, U8, "", "whether a vote was called or cast", .labels = vote_kinds),
    VOTE(vote, I32, "", "-1 no, 0 withdrawn, 1 yes; missing for a call", REEL_PRESENT_IF(ddnet_vote, kind, DDNET_CAST)),
    VOTE(vote_type, STRING, "", "type of the vote: kick, option or spectate", CALLED),
    VOTE(value, STRING, "", "the option, or the client id to kick or move", CALLED, .flags = PERSONAL),
    VOTE(reason, STRING, "", "reason given", CALLED, .flags = PERSONAL),
    VOTE(force, I32, "", "nonzero if the caller asked to skip the vote", CALLED),
};

#define DESCRIBED REEL_PRESENT_IF(ddnet_name, described, 1)
#define NAME(name, type, unit, ...) REEL_FIELD(ddnet_name, #name, name, type, unit, __VA_ARGS__)
static const reel_field name_fields[] = {
    NAME(tick, I32, "tick", "tick of the message", .flags = TIME),
    NAME(offset, U64, "bytes", "offset of the message in the file", .flags = KEY),
    NAME(cid, I32, "", "client id (slot)"),
    NAME(session, I32, "", "session"),
    NAME(origin, U8, "", "message that carried the name", .labels = origins),
    NAME(name, STRING, "", "player name", .flags = PERSONAL),
    NAME(clan, STRING, "", "clan", DESCRIBED, .flags = PERSONAL),
    NAME(country, I32, "", "ISO 3166-1 numeric country code; -1 if the player chose none", DESCRIBED),
    NAME(skin, STRING, "", "skin, or its six parts in protocol 0.7", DESCRIBED),
};

#define TEAM(name, type, unit, ...) REEL_FIELD(ddnet_team, #name, name, type, unit, __VA_ARGS__)
static const reel_field team_fields[] = {
    TEAM(tick, I32, "tick", "tick of the message", .flags = TIME),
    TEAM(offset, U64, "bytes", "offset of the message in the file", .flags = KEY),
    TEAM(kind, U8, "", "what changed", .labels = team_kinds),
    TEAM(cid, I32, "", "client id of the player", REEL_PRESENT_IF(ddnet_team, kind, DDNET_PLAYER_TEAM)),
    TEAM(team, I32, "", "team number"),
    TEAM(practice, I32, "", "1 if the team is in practice mode", REEL_PRESENT_IF(ddnet_team, kind, DDNET_TEAM_PRACTICE)),
};

#define CHARACTER(name, type, unit, ...) REEL_FIELD(ddnet_character, #name, name, type, unit, __VA_ARGS__)
static const reel_field character_fields[] = {
    CHARACTER(session, I32, "", "session the character belongs to", .flags = KEY),
    CHARACTER(cid, I32, "", "client id (slot)"),
    CHARACTER(new_tick, I32, "tick", "tick of the spawn", .flags = TIME | KEY),
    CHARACTER(old_tick, I32, "tick", "tick of the removal; missing if still alive at the end of the file",
              PRESENT(ddnet_character, OLD_TICK)),
};

#define ONLINE(name, unit, ...) REEL_FIELD(ddnet_online, #name, name, I32, unit, __VA_ARGS__)
static const reel_field online_fields[] = {
    ONLINE(tick, "tick", "first tick with these numbers", .flags = TIME | KEY),
    ONLINE(clients, "", "clients online"),
    ONLINE(characters, "", "characters alive"),
};

static const reel_field heat_fields[] = {
    REEL_FIELD(ddnet_heat, "tile_x", tile_x, I32, "tile", "tile column", .flags = KEY),
    REEL_FIELD(ddnet_heat, "tile_y", tile_y, I32, "tile", "tile row, counted downwards", .flags = KEY),
    REEL_FIELD(ddnet_heat, "ticks", ticks, I64, "tick", "time characters spent on the tile"),
};

#define POSITION(name, unit, ...) REEL_FIELD(ddnet_position, #name, name, I32, unit, __VA_ARGS__)
static const reel_field position_fields[] = {
    POSITION(tick, "tick", "tick", .flags = TIME | KEY),
    POSITION(cid, "", "client id (slot)", .flags = KEY),
    POSITION(x, "1/32 tile", "x position of the character"),
    POSITION(y, "1/32 tile", "y position of the character, growing downwards"),
    POSITION(session, "", "session of the character; -1 if none"),
};

#define INPUT(name, unit, ...) REEL_FIELD(ddnet_input, #name, name, I32, unit, __VA_ARGS__)
static const reel_field input_fields[] = {
    INPUT(tick, "tick", "tick", .flags = TIME | KEY),
    INPUT(cid, "", "client id (slot)", .flags = KEY),
    INPUT(direction, "", "-1 left, 0, 1 right"),
    INPUT(target_x, "1/32 tile", "aim x, relative to the character"),
    INPUT(target_y, "1/32 tile", "aim y, relative to the character, growing downwards"),
    INPUT(jump, "", "1 while jump is held"),
    INPUT(fire, "", "counter modulo 64, odd while fire is held"),
    INPUT(hook, "", "1 while hook is held"),
    INPUT(player_flags, "", "bits: 1 playing, 2 menu, 4 chatting, 8 scoreboard, 16 aim line, 32 spectating camera"),
    INPUT(wanted_weapon, "", "requested weapon plus 1; 0 if none"),
    INPUT(next_weapon, "", "counter with the same encoding as fire"),
    INPUT(prev_weapon, "", "counter with the same encoding as fire"),
};

const reel_table ddnet_sessions = REEL_TABLE("sessions", "stays of clients on the server", ddnet_session, session_fields, 0);
#define PLAYER(name, type, unit, ...) REEL_FIELD(ddnet_player, #name, name, type, unit, __VA_ARGS__)
#define PLAYER_HAS(bit) REEL_PRESENT_IF(ddnet_player, present, DDNET_PLAYER_HAS_##bit)
static const reel_field player_fields[] = {
    PLAYER(name, STRING, "", "last name of its sessions; missing if the file has none", PLAYER_HAS(NAME),
           .flags = PERSONAL | REEL_FIELD_KEY),
    PLAYER(clan, STRING, "", "last clan; missing if the file has none", PLAYER_HAS(CLAN), .flags = PERSONAL),
    PLAYER(sessions, I32, "", "number of sessions"),
    PLAYER(first_tick, I32, "tick", "start of the first session"),
    PLAYER(ticks, I64, "tick", "time in the game: lengths of the sessions"),
    PLAYER(alive_ticks, I64, "tick", "time with a character alive"),
    PLAYER(inputs, I64, "", "number of inputs", PLAYER_HAS(INPUTS)),
    PLAYER(inputs_per_second, F64, "1/s", "inputs in a second in the game; missing without inputs", PLAYER_HAS(RATE),
           .flags = MEASURE),
    PLAYER(distance, F64, "tile", "distance travelled, excluding teleports and swaps"),
    PLAYER(finishes, I32, "", "number of finishes outside of practice"),
    PLAYER(best_time_ticks, I32, "tick", "best of their times", PLAYER_HAS(BEST), .flags = MEASURE),
    PLAYER(freeze_ticks, I64, "tick",
           "time on freeze, deep freeze and live freeze tiles; a freeze that lasts longer than that does not count; missing "
           "without the map",
           PLAYER_HAS(LEVEL)),
    PLAYER(solo_ticks, I64, "tick", "time in solo, by the tiles that begin and end it; missing without the map",
           PLAYER_HAS(LEVEL)),
};
const reel_table ddnet_players =
    REEL_TABLE("player_stats", "players, by the name that their sessions end with", ddnet_player, player_fields, 0);

#define TEE(name, type, unit, ...) REEL_FIELD(ddnet_shown_tee, #name, name, type, unit, __VA_ARGS__)
#define TEE_HAS(bit) REEL_PRESENT_IF(ddnet_shown_tee, present, DDNET_SHOWN_HAS_##bit)
static const reel_field tee_fields[] = {
    TEE(session, I32, "", "session number", .flags = KEY),
    TEE(cid, I32, "", "client id (slot)"),
    TEE(name, STRING, "", "last player name; missing if the file has none", TEE_HAS(NAME), .flags = PERSONAL | REEL_FIELD_MAIN),
    TEE(clan, STRING, "", "last clan", TEE_HAS(NAME), .flags = PERSONAL),
    TEE(shown_ticks, I64, "tick", "time with a tee", .flags = REEL_FIELD_MAIN),
    TEE(distance, F64, "tile", "distance travelled, excluding teleports", .flags = REEL_FIELD_MAIN),
    TEE(mean_speed, F64, "tile/s", "distance by the time with a tee; missing without two ticks", TEE_HAS(SPEED),
        .flags = MEASURE),
    TEE(top_speed, F64, "tile/s", "highest speed from one tick that is shown to the next, excluding teleports", TEE_HAS(SPEED),
        .flags = REEL_FIELD_MAIN | MEASURE),
    TEE(hook_ticks, I64, "tick", "time with the hook out: flying or holding"),
    TEE(hold_ticks, I64, "tick", "time with the hook holding on to something"),
    TEE(frozen_ticks, I64, "tick", "time frozen"),
    TEE(hammer_ticks, I64, "tick", "time with the hammer in hand"),
    TEE(gun_ticks, I64, "tick", "time with the gun in hand"),
    TEE(shotgun_ticks, I64, "tick", "time with the shotgun in hand"),
    TEE(grenade_ticks, I64, "tick", "time with the grenade launcher in hand"),
    TEE(laser_ticks, I64, "tick", "time with the laser in hand"),
    TEE(ninja_ticks, I64, "tick", "time with the ninja's sword in hand, which frozen tees are shown with, too"),
    TEE(chat_messages, I64, "", "chat messages of the player that the demo has", TEE_HAS(EVENTS)),
    TEE(kills, I32, "", "others that the player killed, by kill messages", TEE_HAS(EVENTS), .flags = REEL_FIELD_MAIN),
    TEE(deaths, I32, "", "deaths, by kill messages", TEE_HAS(EVENTS), .flags = REEL_FIELD_MAIN),
    TEE(team, I32, "", "last team: -1 spectators, 0 red or the game, 1 blue", TEE_HAS(TEAM)),
    TEE(score, I32, "", "last score; in a race minus the seconds of the best time; missing without a time", TEE_HAS(SCORE),
        .flags = REEL_FIELD_MAIN),
};
const reel_table ddnet_shown_tees =
    REEL_TABLE("tees", "what tees did, as a demo or a ghost shows it", ddnet_shown_tee, tee_fields, 0);

static const reel_label causes[] = {
    { DDNET_BY_GAME, "game" },       { DDNET_BY_SELF, "self" },
    { DDNET_BY_WORLD, "world" },     { DDNET_BY_HAMMER, "hammer" },
    { DDNET_BY_GUN, "gun" },         { DDNET_BY_SHOTGUN, "shotgun" },
    { DDNET_BY_GRENADE, "grenade" }, { DDNET_BY_LASER, "laser" },
    { DDNET_BY_NINJA, "ninja" },     { 0, NULL },
};
#define KILL(name, type, unit, ...) REEL_FIELD(ddnet_kill, #name, name, type, unit, __VA_ARGS__)
#define KILL_HAS(bit) REEL_PRESENT_IF(ddnet_kill, present, DDNET_KILL_HAS_##bit)
static const reel_field kill_fields[] = {
    KILL(tick, I32, "tick", "tick of the message", .flags = TIME | KEY),
    KILL(cid, I32, "", "client id of the killer; the victim's own if nobody else did it"),
    KILL(victim_cid, I32, "", "client id of the victim", .flags = KEY),
    KILL(session, I32, "", "session of the killer; missing without one", KILL_HAS(SESSION)),
    KILL(victim_session, I32, "", "session of the victim; missing without one", KILL_HAS(VICTIM)),
    KILL(cause, I32, "", "weapon or cause", .labels = causes),
    KILL(name, STRING, "", "name of the killer", KILL_HAS(SESSION), .flags = PERSONAL),
    KILL(victim_name, STRING, "", "name of the victim", KILL_HAS(VICTIM), .flags = PERSONAL),
};
const reel_table ddnet_kills = REEL_TABLE("kills", "kill messages of a demo", ddnet_kill, kill_fields, 0);

#define SUMMARY(name, type, unit, ...) REEL_FIELD(ddnet_summary, #name, name, type, unit, __VA_ARGS__)
#define SUMMARY_HAS(bit) REEL_PRESENT_IF(ddnet_summary, present, DDNET_SUMMARY_HAS_##bit)
static const reel_field summary_fields[] = {
    SUMMARY(duration, F64, "s",
            "last tick / 50, of demos and ghosts from the first tick; recordings leave out quiet ticks at their end",
            SUMMARY_HAS(DURATION), .flags = REEL_FIELD_MAIN | MEASURE),
    SUMMARY(players, I32, "", "number of players: of names that sessions end with, and of sessions without a name",
            .flags = REEL_FIELD_MAIN),
    SUMMARY(sessions, I32, "", "number of sessions"),
    SUMMARY(finishes, I32, "",
            "number of finishes of players outside of practice; missing before DDNet 18.3, which recorded none",
            SUMMARY_HAS(FINISHES), .flags = REEL_FIELD_MAIN),
    SUMMARY(best_time, F64, "s", "best of their times; missing without a finish", SUMMARY_HAS(BEST),
            .flags = REEL_FIELD_MAIN | MEASURE),
    REEL_READING_FIELDS(ddnet_summary),
};
const reel_table ddnet_summaries = REEL_TABLE("summary", "the recording in one row", ddnet_summary, summary_fields, 0);

const reel_table ddnet_activities = REEL_TABLE("activity", "player activity per session", ddnet_activity, activity_fields, 0);
const reel_table ddnet_finishes = REEL_TABLE("finishes", "finishes of players and teams", ddnet_finish, finish_fields, 0);
const reel_table ddnet_commands = REEL_TABLE("commands", "commands that were run", ddnet_command, command_fields, 0);
const reel_table ddnet_votes = REEL_TABLE("votes", "votes called and cast", ddnet_vote, vote_fields, 0);
const reel_table ddnet_names = REEL_TABLE("names", "player names requested and assigned", ddnet_name, name_fields, 0);
const reel_table ddnet_teams = REEL_TABLE("teams", "team changes and practice mode", ddnet_team, team_fields, 0);
const reel_table ddnet_characters = REEL_TABLE("lives", "lifetimes of characters", ddnet_character, character_fields, 0);
const reel_table ddnet_onlines = REEL_TABLE("online", "clients and characters over time", ddnet_online, online_fields, 0);
const reel_table ddnet_heats = REEL_TABLE("heat", "time characters spent on each tile", ddnet_heat, heat_fields, 0);
const reel_table ddnet_positions = REEL_TABLE("tick_positions", "position of every character in every tick", ddnet_position,
                                              position_fields, REEL_TABLE_ON_REQUEST);
const reel_table ddnet_inputs =
    REEL_TABLE("tick_inputs", "every input in every tick", ddnet_input, input_fields, REEL_TABLE_ON_REQUEST);

#define FIGURE(name, type, unit, ...) REEL_FIELD(ddnet_input_figure, #name, name, type, unit, __VA_ARGS__)
#define FIGURE_HAS(bit) REEL_PRESENT_IF(ddnet_input_figure, present, DDNET_FIGURE_HAS_##bit)
static const reel_field input_figure_fields[] = {
    FIGURE(session, I32, "", "session", .flags = KEY),
    FIGURE(cid, I32, "", "client id (slot)"),
    FIGURE(name, STRING, "", "last name in the session; missing if the file has none", FIGURE_HAS(NAME), .flags = PERSONAL),
    FIGURE(first_tick, I32, "tick", "first input"),
    FIGURE(last_tick, I32, "tick", "last input"),
    FIGURE(inputs, I64, "", "number of inputs"),
    FIGURE(inputs_most, I32, "", "most inputs in a second"),
    FIGURE(directions_most, I32, "", "most changes of the direction in a second"),
    FIGURE(jumps_most, I32, "", "most jump presses in a second"),
    FIGURE(hooks_most, I32, "", "most hook presses in a second"),
    FIGURE(shots_most, I32, "", "most fire presses in a second"),
    FIGURE(even_presses, I32, "", "most presses of one key in a row that are equally far apart"),
    FIGURE(even_ticks, I32, "tick", "how far these are apart", FIGURE_HAS(EVEN)),
    FIGURE(aims, I64, "", "changes of the aim"),
    FIGURE(aim_median, I32, "deg", "median of their angles, rounded down", FIGURE_HAS(AIM), .flags = MEASURE),
    FIGURE(aim_turns, I32, "", "changes of the aim by 90 degrees and more"),
    FIGURE(aim_flicks, I32, "", "changes by 30 degrees and more for one tick, and back to the same point"),
    FIGURE(repeated, I64, "", "inputs in stretches of 16 that came before, with the same aim, keys and distances in time"),
    FIGURE(repeated_most, I32, "", "most of these in a row"),
};
const reel_table ddnet_input_figures = REEL_TABLE("input_figures", "how keys and aim of each session go", ddnet_input_figure,
                                                  input_figure_fields, REEL_TABLE_ON_REQUEST);

static const reel_label kinds[] = {
    { DDNET_LEVEL_START, "start" },
    { DDNET_LEVEL_FINISH, "finish" },
    { DDNET_LEVEL_FREEZE, "freeze" },
    { DDNET_LEVEL_UNFREEZE, "unfreeze" },
    { DDNET_LEVEL_DEEP_FREEZE, "deep_freeze" },
    { DDNET_LEVEL_DEEP_UNFREEZE, "deep_unfreeze" },
    { DDNET_LEVEL_LIVE_FREEZE, "live_freeze" },
    { DDNET_LEVEL_LIVE_UNFREEZE, "live_unfreeze" },
    { DDNET_LEVEL_DEATH, "death" },
    { 0, NULL },
};
#define LEVEL_HAS(row, mask) REEL_PRESENT_IF(row, present, DDNET_LEVEL_HAS_##mask)
#define LINE(name, type, unit, ...) REEL_FIELD(ddnet_level_finish, #name, name, type, unit, __VA_ARGS__)
static const reel_field level_finish_fields[] = {
    LINE(tick, I32, "tick", "tick of the finish", .flags = TIME | KEY),
    LINE(cid, I32, "", "client id (slot)", .flags = KEY),
    LINE(session, I32, "", "session"),
    LINE(time_ticks, I32, "tick", "time as stated"),
    LINE(start_tick, I32, "tick", "last tick in which the tee touched the start; missing if it did not in this run",
         LEVEL_HAS(ddnet_level_finish, START)),
    LINE(finish_tick, I32, "tick", "last tick in which the tee touched the finish; missing if it did not in this run",
         LEVEL_HAS(ddnet_level_finish, FINISH)),
    LINE(decidable, BOOL, "", "nothing but the tee's own way explains where it is, and its clock"),
};
#define PART(name, type, unit, ...) REEL_FIELD(ddnet_level_checkpoint, #name, name, type, unit, __VA_ARGS__)
static const reel_field level_checkpoint_fields[] = {
    PART(tick, I32, "tick", "tick in which the tee touched it", .flags = TIME | KEY),
    PART(cid, I32, "", "client id (slot)", .flags = KEY),
    PART(session, I32, "", "session"),
    PART(checkpoint, I32, "", "number of the time checkpoint, 0 to 24", .flags = KEY),
    PART(start_tick, I32, "tick", "tick of the start of the run; missing if it is not known",
         LEVEL_HAS(ddnet_level_checkpoint, START)),
    PART(time, F64, "s", "time since the start", LEVEL_HAS(ddnet_level_checkpoint, START), .flags = MEASURE),
};
#define TOUCH(name, type, unit, ...) REEL_FIELD(ddnet_level_tile, #name, name, type, unit, __VA_ARGS__)
static const reel_field level_tile_fields[] = {
    TOUCH(tick, I32, "tick", "tick in which the tee came to it", .flags = TIME | KEY),
    TOUCH(cid, I32, "", "client id (slot)", .flags = KEY),
    TOUCH(session, I32, "", "session"),
    TOUCH(kind, U8, "", "what the tile does", .labels = kinds),
    TOUCH(x, I32, "tile", "tile column"),
    TOUCH(y, I32, "tile", "tile row, counted downwards"),
};
#define OF_LEVEL (REEL_TABLE_LEVEL | REEL_TABLE_ON_REQUEST)
const reel_table ddnet_level_finishes = REEL_TABLE("level_finishes", "finishes of players beside the lines that they touched",
                                                   ddnet_level_finish, level_finish_fields, OF_LEVEL);
const reel_table ddnet_level_checkpoints = REEL_TABLE("level_checkpoints", "time checkpoints that players touched",
                                                      ddnet_level_checkpoint, level_checkpoint_fields, OF_LEVEL);
const reel_table ddnet_level_tiles =
    REEL_TABLE("level_tiles", "lines, freezes and deaths that players came to", ddnet_level_tile, level_tile_fields, OF_LEVEL);

/* ---- evidence ---------------------------------------------------------------------------------------------------- */

static const reel_label supports[] = {
    { DDNET_SHOWS_NOTHING, "none" },
    { DDNET_SHOWS_PART, "partial" },
    { DDNET_SHOWS_ALL, "full" },
    { DDNET_CONTRADICTS, "against" },
    { 0, NULL },
};
static const reel_label agreements[] = {
    { DDNET_TICK_AGREES, "agrees" },
    { DDNET_TICK_DIFFERS, "differs" },
    { DDNET_TICK_IMPOSSIBLE, "impossible" },
    { DDNET_TICK_UNDECIDABLE, "undecidable" },
    { 0, NULL },
};
static const reel_label doubts[] = {
    { DDNET_NO_DOUBT, "none" },   { DDNET_DOUBT_COMMAND, "command" }, { DDNET_DOUBT_STATE, "state" }, { DDNET_DOUBT_TEE, "tee" },
    { DDNET_DOUBT_TILE, "tile" }, { DDNET_DOUBT_SHOT, "shot" },       { DDNET_DOUBT_RULES, "rules" }, { 0, NULL },
};
#define EVIDENCE_HAS(row, mask) REEL_PRESENT_IF(row, present, DDNET_EVIDENCE_HAS_##mask)
#define COUNTS(row, ...)                                                                                                         \
    REEL_FIELD(row, "ticks", ticks, I64, "tick", "ticks of a tee: the next four added up", __VA_ARGS__),                         \
        REEL_FIELD(row, "agreed", agreed, I64, "", "ticks whose position follows from the inputs", __VA_ARGS__),                 \
        REEL_FIELD(row, "differing", differing, I64, "", "ticks whose position another input could have given", __VA_ARGS__),    \
        REEL_FIELD(row, "impossible", impossible, I64, "", "ticks whose position no input gives", __VA_ARGS__),                  \
        REEL_FIELD(row, "undecidable", undecidable, I64, "", "ticks whose position may have another cause", __VA_ARGS__)

#define EVIDENCE(name, type, unit, ...) REEL_FIELD(ddnet_evidence, #name, name, type, unit, __VA_ARGS__)
static const reel_field evidence_fields[] = {
    EVIDENCE(support, U8, "", "how much of the finishes the motion shows; without any, of the ticks", .labels = supports),
    COUNTS(ddnet_evidence, .flags = 0),
    EVIDENCE(share, F64, "", "agreed of all ticks that are decidable; missing without any", EVIDENCE_HAS(ddnet_evidence, SHARE),
             .flags = MEASURE),
    EVIDENCE(exact, BOOL, "", "the physics of the server's release is known in every rule"),
    EVIDENCE(finishes, I32, "", "finishes of players"),
    EVIDENCE(finishes_shown, I32, "", "those of which every tick of the run follows from the inputs"),
    EVIDENCE(finishes_against, I32, "", "those that the motion contradicts"),
};
#define SESSION_EVIDENCE(name, type, unit, ...) REEL_FIELD(ddnet_player_evidence, #name, name, type, unit, __VA_ARGS__)
static const reel_field player_evidence_fields[] = {
    SESSION_EVIDENCE(session, I32, "", "session", .flags = KEY),
    SESSION_EVIDENCE(cid, I32, "", "client id (slot)"),
    SESSION_EVIDENCE(name, STRING, "", "last name in the session; missing if the file has none",
                     EVIDENCE_HAS(ddnet_player_evidence, NAME), .flags = PERSONAL),
    COUNTS(ddnet_player_evidence, .flags = 0),
    SESSION_EVIDENCE(share, F64, "", "agreed of all ticks that are decidable; missing without any",
                     EVIDENCE_HAS(ddnet_player_evidence, SHARE), .flags = MEASURE),
    SESSION_EVIDENCE(thaws, I32, "", "ends of freezes behind which a key changed within a second"),
    SESSION_EVIDENCE(quick_thaws, I32, "", "of these, within three ticks"),
};
#define RUN(name, type, unit, ...) REEL_FIELD(ddnet_finish_evidence, #name, name, type, unit, __VA_ARGS__)
static const reel_field finish_evidence_fields[] = {
    RUN(tick, I32, "tick", "tick of the finish", .flags = TIME | KEY),
    RUN(cid, I32, "", "client id (slot)", .flags = KEY),
    RUN(session, I32, "", "session"),
    RUN(time_ticks, I32, "tick", "time as stated"),
    RUN(support, U8, "", "how much of the run the motion shows", .labels = supports),
    RUN(start_tick, I32, "tick", "last tick in which the tee touched the start; missing if it did not in this recording",
        EVIDENCE_HAS(ddnet_finish_evidence, START)),
    COUNTS(ddnet_finish_evidence, EVIDENCE_HAS(ddnet_finish_evidence, START)),
};
#define ODD(name, type, unit, ...) REEL_FIELD(ddnet_evidence_tick, #name, name, type, unit, __VA_ARGS__)
static const reel_field evidence_tick_fields[] = {
    ODD(tick, I32, "tick", "tick", .flags = TIME | KEY),
    ODD(cid, I32, "", "client id (slot)", .flags = KEY),
    ODD(session, I32, "", "session"),
    ODD(agreement, U8, "", "how it differs", .labels = agreements),
    ODD(doubt, U8, "", "why it is undecidable", .labels = doubts),
    ODD(x, I32, "1/32 tile", "recorded position"),
    ODD(y, I32, "1/32 tile", "recorded position, counted downwards"),
    ODD(predicted_x, I32, "1/32 tile", "position that follows from the inputs"),
    ODD(predicted_y, I32, "1/32 tile", "position that follows from the inputs"),
    ODD(beyond, I32, "1/32 tile", "distance of the recorded position from the nearest possible one; 0 unless impossible"),
};
/* The physics is computed for them, so they are made only if they are asked for by name. */
const reel_table ddnet_evidences = REEL_TABLE("evidence", "whether the motion follows from the inputs, in one row",
                                              ddnet_evidence, evidence_fields, REEL_TABLE_ON_REQUEST);
const reel_table ddnet_player_evidences = REEL_TABLE("player_evidence", "whether the motion follows from the inputs, by session",
                                                     ddnet_player_evidence, player_evidence_fields, REEL_TABLE_ON_REQUEST);
const reel_table ddnet_finish_evidences = REEL_TABLE("finish_evidence", "finishes of players beside the motion of their runs",
                                                     ddnet_finish_evidence, finish_evidence_fields, REEL_TABLE_ON_REQUEST);
const reel_table ddnet_evidence_ticks = REEL_TABLE("evidence_ticks", "ticks whose position does not follow from the inputs",
                                                   ddnet_evidence_tick, evidence_tick_fields, REEL_TABLE_ON_REQUEST);
