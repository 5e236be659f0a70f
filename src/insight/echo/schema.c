/* SPDX-License-Identifier: MIT
 * The rows of the insight "echo", field by field. */
#include <reel/echo.h>

#define TIME REEL_FIELD_TIME
#define KEY REEL_FIELD_KEY
#define PERSONAL REEL_FIELD_PERSONAL

static const reel_label modes[] = {
    { ECHO_MODE_OTHER, "other" }, { ECHO_MODE_ARENA, "arena" }, { ECHO_MODE_COMBAT, "combat" }, { 0, NULL }
};
static const reel_label teams[] = {
    { ECHO_BLUE, "blue" }, { ECHO_ORANGE, "orange" }, { ECHO_SPECTATORS, "spectators" }, { ECHO_NO_TEAM, "none" }, { 0, NULL }
};
static const reel_label round_ends[] = {
    { ECHO_END_FILE, "end_of_file" },
    { ECHO_END_ROUND_OVER, "round_over" },
    { ECHO_END_POST_MATCH, "post_match" },
    { ECHO_END_PRE_MATCH, "pre_match" },
    { ECHO_END_RESTART, "restart" },
    { ECHO_END_LEFT, "left" },
    { 0, NULL },
};
static const reel_label kinds[] = {
    { ECHO_ASSIST, "assist" }, { ECHO_BLOCK, "block" },
    { ECHO_CATCH, "catch" },   { ECHO_INTERCEPTION, "interception" },
    { ECHO_PASS, "pass" },     { ECHO_SAVE, "save" },
    { ECHO_STEAL, "steal" },   { ECHO_SHOT, "shot" },
    { ECHO_STUN, "stun" },     { 0, NULL },
};
static const reel_label hands[] = { { 0, "left" }, { 1, "right" }, { 0, NULL } };
static const reel_label stay_begins[] = {
    { ECHO_STAY_FILE_BEGIN, "begin_of_file" }, { ECHO_STAY_JOINED, "joined" }, { ECHO_STAY_FROM_TEAM, "from_team" }, { 0, NULL }
};
static const reel_label stay_ends[] = {
    { ECHO_STAY_FILE_END, "end_of_file" }, { ECHO_STAY_LEFT, "left" }, { ECHO_STAY_TO_TEAM, "to_team" }, { 0, NULL }
};

#define MATCH(name, type, unit, ...) REEL_FIELD(echo_match, #name, name, type, unit, __VA_ARGS__)
#define MATCH_IF(bit, name, type, unit, doc) MATCH(name, type, unit, doc, REEL_PRESENT_IF(echo_match, present, bit))
static const reel_field match_fields[] = {
    MATCH(map, STRING, "", "place of the match"),
    MATCH(mode, U8, "", "what is played there", .labels = modes),
    MATCH(private_match, BOOL, "", "a private match"),
    MATCH(client_name, STRING, "", "name of who recorded", .flags = PERSONAL),
    MATCH(recorded, I64, "ms", "when the first frame was recorded, since 1970"),
    MATCH(duration, F64, "s", "from the first frame to the last"),
    MATCH(frames, U32, "", "frames"),
    MATCH(frame_rate, F32, "1/s", "frames in a second: 1 over the median time between two"),
    MATCH(gaps, U32, "", "times that more than a second is between two frames"),
    MATCH(longest_gap, F64, "s", "the longest of them"),
    MATCH_IF(ECHO_MATCH_POINTS, blue_points, F32, "points", "points of the blue team in the last frame"),
    MATCH_IF(ECHO_MATCH_POINTS, orange_points, F32, "points", "points of the orange team in the last frame"),
    MATCH_IF(ECHO_MATCH_ROUNDS, blue_rounds, I32, "rounds", "rounds that the blue team won, as the replay last says it"),
    MATCH_IF(ECHO_MATCH_ROUNDS, orange_rounds, I32, "rounds", "rounds that the orange team won, as the replay last says it"),
    MATCH(rounds, U32, "", "rounds that are in the recording, whole or in part"),
    MATCH(goals, U32, "", "goals while the recording ran"),
    MATCH(players, U32, "", "players, spectators among them"),
    MATCH(play_seconds, F64, "s", "time at play"),
    MATCH(paused_seconds, F64, "s", "time in pauses"),
    MATCH(pauses, U32, "", "pauses"),
    MATCH_IF(ECHO_MATCH_DISC, blue_possession, F64, "s", "time in which the blue team has the disc"),
    MATCH_IF(ECHO_MATCH_DISC, orange_possession, F64, "s", "time in which the orange team has the disc"),
    MATCH_IF(ECHO_MATCH_SPEED, max_disc_speed, F32, "m/s", "greatest speed of the disc"),
    MATCH_IF(ECHO_MATCH_SPEED, max_disc_speed_time, F64, "s", "when it had that speed"),
};

#define PLAYER(name, type, unit, ...) REEL_FIELD(echo_player_sum, #name, name, type, unit, __VA_ARGS__)
#define PLAYER_IF(bit, name, type, unit, doc) PLAYER(name, type, unit, doc, REEL_PRESENT_IF(echo_player_sum, present, bit))
#define COUNTED(name, what) PLAYER_IF(ECHO_PLAYER_STATS, name, U32, "", what " while the recording ran")
static const reel_field player_fields[] = {
    PLAYER(player, U32, "", "number of the player, from 0", .flags = KEY),
    PLAYER(name, STRING, "", "the last name", .flags = PERSONAL),
    PLAYER(team, U8, "", "team that the player was in for longest", .labels = teams),
    COUNTED(points, "points"),
    COUNTED(goals, "goals"),
    COUNTED(assists, "assists"),
    COUNTED(saves, "saves"),
    COUNTED(stuns, "others stunned"),
    COUNTED(shots, "shots"),
    COUNTED(steals, "steals"),
    COUNTED(blocks, "blocks"),
    COUNTED(interceptions, "interceptions"),
    COUNTED(catches, "catches"),
    COUNTED(passes, "passes"),
    PLAYER_IF(ECHO_PLAYER_STATES, possession_seconds, F64, "s", "time with the disc"),
    PLAYER_IF(ECHO_PLAYER_STATES, times_stunned, U32, "", "times that the player was stunned"),
    PLAYER_IF(ECHO_PLAYER_STATES, stunned_seconds, F64, "s", "time stunned"),
    PLAYER(seconds, F64, "s", "time in the match"),
    PLAYER(first_seen, F64, "s", "first frame with the player"),
    PLAYER(last_seen, F64, "s", "last frame with the player"),
    PLAYER(userid, I64, "", "account of the player", .flags = PERSONAL),
};

#define MOTION(name, type, unit, ...) REEL_FIELD(echo_motion, #name, name, type, unit, __VA_ARGS__)
#define MOTION_IF(bit, name, type, unit, doc) MOTION(name, type, unit, doc, REEL_PRESENT_IF(echo_motion, present, bit))
static const reel_field motion_fields[] = {
    MOTION(player, U32, "", "number of the player", .flags = KEY),
    MOTION(name, STRING, "", "the last name", .flags = PERSONAL),
    MOTION(team, U8, "", "team that the player was in for longest", .labels = teams),
    MOTION(distance, F64, "m", "way of the head, without jumps"),
    MOTION(mean_speed, F32, "m/s", "distance over the time in which it was gone"),
    MOTION(max_speed, F32, "m/s", "greatest speed that the game says", REEL_PRESENT_IF(echo_motion, present, ECHO_MOTION_SPEED)),
    MOTION(floating_seconds, F64, "s", "time in which no hand holds the arena or a player",
           REEL_PRESENT_IF(echo_motion, present, ECHO_MOTION_HOLDING)),
    MOTION(max_reach, F32, "m", "greatest distance of a hand from the head"),
    MOTION_IF(ECHO_MOTION_LINE, mean_ping, F32, "ms", "mean round trip to the server"),
    MOTION_IF(ECHO_MOTION_LINE, max_ping, I16, "ms", "longest round trip to the server"),
    MOTION_IF(ECHO_MOTION_LINE, mean_packet_loss, F32, "", "mean share of packets that are lost"),
    MOTION(userid, I64, "", "account of the player", .flags = PERSONAL),
};

#define GOAL(name, type, unit, ...) REEL_FIELD(echo_goal, #name, name, type, unit, __VA_ARGS__)
#define DESCRIBED REEL_PRESENT_IF(echo_goal, described, 0xff)
static const reel_field goal_fields[] = {
    GOAL(time, F64, "s", "when the points rose", .flags = TIME),
    GOAL(clock, F32, "s", "the game's clock"),
    GOAL(round, U32, "", "number of the round, 0 between rounds"),
    GOAL(team, U8, "", "team that won the points", .labels = teams),
    GOAL(points, F32, "points", "points that it won"),
    GOAL(blue_points, F32, "points", "points of the blue team after it"),
    GOAL(orange_points, F32, "points", "points of the orange team after it"),
    GOAL(described, BOOL, "", "the replay says more of it"),
    GOAL(scorer, STRING, "", "who scored", .flags = PERSONAL, DESCRIBED),
    GOAL(assist, STRING, "", "who assisted", .flags = PERSONAL, DESCRIBED),
    GOAL(type, STRING, "", "what kind of shot it was", DESCRIBED),
    GOAL(disc_speed, F32, "m/s", "speed of the disc", DESCRIBED),
    GOAL(distance, F32, "m", "how far it was thrown", DESCRIBED),
    GOAL(scorer_userid, I64, "", "account of who scored, 0 not known", .flags = PERSONAL, DESCRIBED),
    GOAL(assist_userid, I64, "", "account of who assisted, 0 not known", .flags = PERSONAL, DESCRIBED),
};

#define ROUND(name, type, unit, ...) REEL_FIELD(echo_round, #name, name, type, unit, __VA_ARGS__)
static const reel_field round_fields[] = {
    ROUND(round, U32, "", "number of the round in the recording, from 1", .flags = KEY),
    ROUND(start, F64, "s", "its first frame", .flags = TIME),
    ROUND(end, F64, "s", "when it was over"),
    ROUND(start_clock, F32, "s", "the game's clock at the start"),
    ROUND(end_clock, F32, "s", "the game's clock at the end"),
    ROUND(blue_points, F32, "points", "points of the blue team at the end"),
    ROUND(orange_points, F32, "points", "points of the orange team at the end"),
    ROUND(winner, U8, "", "who has more points, none where the file ended before the round", .labels = teams),
    ROUND(ended_by, U8, "", "what ended it", .labels = round_ends),
    ROUND(from_start, BOOL, "", "its start is in the recording"),
    ROUND(overtime, BOOL, "", "sudden death was in it"),
    ROUND(goals, U32, "", "goals"),
    ROUND(play_seconds, F64, "s", "time at play"),
    ROUND(paused_seconds, F64, "s", "time in pauses"),
    ROUND(pauses, U32, "", "pauses that began in it"),
};

#define EVENT(name, type, unit, ...) REEL_FIELD(echo_event, #name, name, type, unit, __VA_ARGS__)
static const reel_field event_fields[] = {
    EVENT(time, F64, "s", "first frame that counts it", .flags = TIME),
    EVENT(clock, F32, "s", "the game's clock"),
    EVENT(kind, U8, "", "what the player did", .labels = kinds),
    EVENT(count, U32, "", "how often since the frame before"),
    EVENT(team, U8, "", "team of the player", .labels = teams),
    EVENT(player, U32, "", "number of the player"),
    EVENT(name, STRING, "", "name of the player", .flags = PERSONAL),
    EVENT(userid, I64, "", "account of the player", .flags = PERSONAL),
};

#define POSSESSION(name, type, unit, ...) REEL_FIELD(echo_possession, #name, name, type, unit, __VA_ARGS__)
#define HOLDER REEL_PRESENT_IF(echo_possession, has_player, 0xff)
static const reel_field possession_fields[] = {
    POSSESSION(start, F64, "s", "first frame", .flags = TIME),
    POSSESSION(end, F64, "s", "first frame in which it is otherwise"),
    POSSESSION(team, U8, "", "team that has the disc", .labels = teams),
    POSSESSION(has_player, BOOL, "", "one of its players has it"),
    POSSESSION(player, U32, "", "number of the player", HOLDER),
    POSSESSION(name, STRING, "", "name of the player", .flags = PERSONAL, HOLDER),
    POSSESSION(userid, I64, "", "account of the player", .flags = PERSONAL, HOLDER),
};

#define THROW(name, unit, doc) REEL_FIELD(echo_recorder_throw, #name, throw_.name, F32, unit, doc)
static const reel_field throw_fields[] = {
    REEL_FIELD(echo_recorder_throw, "time", time, F64, "s", "first frame that says it", .flags = TIME),
    REEL_FIELD(echo_recorder_throw, "clock", clock, F32, "s", "the game's clock"),
    THROW(total_speed, "m/s", "speed of the disc"),
    THROW(arm_speed, "m/s", "speed of the arm"),
    THROW(speed_from_arm, "m/s", "speed from the arm"),
    THROW(speed_from_wrist, "m/s", "speed from the wrist"),
    THROW(speed_from_movement, "m/s", "speed from the player's own movement"),
    THROW(rot_per_sec, "1/s", "turns in a second"),
    THROW(pot_speed_from_rot, "m/s", "speed that the turning could give"),
    THROW(off_axis_spin_deg, "deg", "spin beside the axis"),
    THROW(wrist_align_to_throw_deg, "deg", "angle of wrist and throw"),
    THROW(throw_align_to_movement_deg, "deg", "angle of throw and movement"),
    THROW(off_axis_penalty, "m/s", "speed lost by spin"),
    THROW(wrist_throw_penalty, "m/s", "speed lost by the wrist"),
    THROW(throw_move_penalty, "m/s", "speed lost by movement"),
};

#define RELEASE(name, type, unit, ...) REEL_FIELD(echo_release, #name, name, type, unit, __VA_ARGS__)
static const reel_field release_fields[] = {
    RELEASE(time, F64, "s", "first frame in which the disc is free", .flags = TIME),
    RELEASE(clock, F32, "s", "the game's clock"),
    RELEASE(disc_speed, F32, "m/s", "speed of the disc in that frame"),
    RELEASE(hand, U8, "", "hand that held it", .labels = hands),
    RELEASE(stunned, BOOL, "", "the player is stunned in that frame: no throw"),
    RELEASE(team, U8, "", "team of the player", .labels = teams),
    RELEASE(player, U32, "", "number of the player"),
    RELEASE(name, STRING, "", "name of the player", .flags = PERSONAL),
    RELEASE(userid, I64, "", "account of the player", .flags = PERSONAL),
};

#define STAY(name, type, unit, ...) REEL_FIELD(echo_stay, #name, name, type, unit, __VA_ARGS__)
static const reel_field stay_fields[] = {
    STAY(player, U32, "", "number of the player"),
    STAY(name, STRING, "", "name of the player", .flags = PERSONAL),
    STAY(team, U8, "", "the team", .labels = teams),
    STAY(start, F64, "s", "first frame", .flags = TIME),
    STAY(end, F64, "s", "last frame"),
    STAY(began_by, U8, "", "what began it", .labels = stay_begins),
    STAY(ended_by, U8, "", "what ended it", .labels = stay_ends),
    STAY(userid, I64, "", "account of the player", .flags = PERSONAL),
};

#define PAUSE(name, type, unit, ...) REEL_FIELD(echo_pause, #name, name, type, unit, __VA_ARGS__)
static const reel_field pause_fields[] = {
    PAUSE(start, F64, "s", "first frame", .flags = TIME),
    PAUSE(end, F64, "s", "first frame that is not paused, or the last of the file"),
    PAUSE(clock, F32, "s", "the game's clock"),
    PAUSE(paused_team, U8, "", "team that asked for it", .labels = teams),
    PAUSE(unpaused_team, U8, "", "team that ended it, as its last frame says", .labels = teams),
    PAUSE(lasts, BOOL, "", "still paused at the end of the file"),
};

#define LOADOUT(name, type, unit, ...) REEL_FIELD(echo_loadout, #name, name, type, unit, __VA_ARGS__)
static const reel_field loadout_fields[] = {
    LOADOUT(time, F64, "s", "first frame with it", .flags = TIME),
    LOADOUT(team, U8, "", "team of the player", .labels = teams),
    LOADOUT(player, U32, "", "number of the player"),
    LOADOUT(name, STRING, "", "name of the player", .flags = PERSONAL),
    LOADOUT(weapon, STRING, "", "weapon"),
    LOADOUT(ordnance, STRING, "", "ordnance"),
    LOADOUT(tac_mod, STRING, "", "tactical mod"),
    LOADOUT(arm, STRING, "", "arm that has the mod"),
    LOADOUT(userid, I64, "", "account of the player", .flags = PERSONAL),
};

#define PAYLOAD(name, type, unit, ...) REEL_FIELD(echo_payload_step, #name, name, type, unit, __VA_ARGS__)
static const reel_field payload_fields[] = {
    PAYLOAD(time, F64, "s", "first frame with it", .flags = TIME),
    PAYLOAD(checkpoint, U8, "", "checkpoint that was reached"),
    PAYLOAD(distance, F32, "m", "way of the payload"),
    PAYLOAD(speed, F32, "m/s", "speed of the payload"),
    PAYLOAD(contested, BOOL, "", "both teams hold the place"),
    PAYLOAD(defenders, U8, "", "defenders at it"),
    PAYLOAD(blue_points, F32, "points", "points of the blue team"),
    PAYLOAD(orange_points, F32, "points", "points of the orange team"),
};

static const reel_field disc_fields[] = {
    REEL_FIELD(echo_disc_speed, "time", time, F64, "s", "when it was", .flags = TIME),
    REEL_FIELD(echo_disc_speed, "clock", clock, F32, "s", "the game's clock"),
    REEL_FIELD(echo_disc_speed, "speed", speed, F32, "m/s", "speed of the disc"),
};

const reel_table echo_matches = REEL_TABLE("match", "the recording in figures", echo_match, match_fields, 0);
const reel_table echo_player_sums = REEL_TABLE("players", "each player in figures", echo_player_sum, player_fields, 0);
const reel_table echo_motions =
    REEL_TABLE("motion", "how each player moved, and the line to the server", echo_motion, motion_fields, 0);
const reel_table echo_goals = REEL_TABLE("goals", "goals", echo_goal, goal_fields, 0);
const reel_table echo_rounds = REEL_TABLE("rounds", "rounds", echo_round, round_fields, 0);
const reel_table echo_events =
    REEL_TABLE("events", "what the game counts of players, as it counts it", echo_event, event_fields, 0);
const reel_table echo_possessions = REEL_TABLE("possession", "who has the disc", echo_possession, possession_fields, 0);
const reel_table echo_recorder_throws =
    REEL_TABLE("throws", "throws of the player who recorded", echo_recorder_throw, throw_fields, 0);
const reel_table echo_releases = REEL_TABLE("releases", "hands that let the disc go", echo_release, release_fields, 0);
const reel_table echo_stays = REEL_TABLE("presence", "stays of players in teams", echo_stay, stay_fields, 0);
const reel_table echo_pauses = REEL_TABLE("pauses", "pauses", echo_pause, pause_fields, 0);
const reel_table echo_loadouts = REEL_TABLE("loadouts", "what players carry in Combat", echo_loadout, loadout_fields, 0);
const reel_table echo_payload_steps =
    REEL_TABLE("payload", "how far a match of Combat is", echo_payload_step, payload_fields, 0);
const reel_table echo_disc_speeds =
    REEL_TABLE("disc_speed", "speed of the disc in each frame", echo_disc_speed, disc_fields, REEL_TABLE_ON_REQUEST);
