/* SPDX-License-Identifier: MIT
 * The field tables of the rows of the insight "echo". */
#include <reel/echo.h>

#define TIME REEL_FIELD_TIME
#define KEY REEL_FIELD_KEY
#define MAIN REEL_FIELD_MAIN
#define MEASURE REEL_FIELD_MEASURE
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
#define MATCH_IF(bit, name, type, unit, ...) MATCH(name, type, unit, __VA_ARGS__, REEL_PRESENT_IF(echo_match, present, bit))
static const reel_field match_fields[] = {
    MATCH(map, STRING, "", "name of the map", .flags = REEL_FIELD_MAIN),
    MATCH(mode, U8, "", "game mode", .labels = modes, .flags = REEL_FIELD_MAIN),
    MATCH(private_match, BOOL, "", "true for a private match"),
    MATCH(client_name, STRING, "", "name of the recording player", .flags = PERSONAL),
    MATCH_IF(ECHO_MATCH_DATE, recorded, I64, "local ms",
             "time of the first frame, milliseconds since 1970 on a clock whose zone is not known"),
    MATCH(duration, F64, "s", "time from the first frame to the last", .flags = REEL_FIELD_MAIN),
    MATCH(frames, U32, "", "number of frames"),
    MATCH_IF(ECHO_MATCH_RATE, frame_rate, F32, "1/s", "frames per second: 1 / the mean of the usual times between two frames",
             .flags = MEASURE),
    MATCH(gaps, U32, "", "number of gaps of more than a second between two frames"),
    MATCH_IF(ECHO_MATCH_GAP, longest_gap, F64, "s", "longest gap", .flags = MEASURE),
    MATCH_IF(ECHO_MATCH_POINTS, blue_points, F32, "points", "points of the blue team in the last frame",
             .flags = REEL_FIELD_MAIN),
    MATCH_IF(ECHO_MATCH_POINTS, orange_points, F32, "points", "points of the orange team in the last frame",
             .flags = REEL_FIELD_MAIN),
    MATCH_IF(ECHO_MATCH_ROUNDS, blue_rounds, I32, "rounds", "rounds won by the blue team, as last stated in the replay",
             .flags = REEL_FIELD_MAIN),
    MATCH_IF(ECHO_MATCH_ROUNDS, orange_rounds, I32, "rounds", "rounds won by the orange team, as last stated in the replay",
             .flags = REEL_FIELD_MAIN),
    MATCH(rounds, U32, "", "number of complete and partial rounds in the recording"),
    MATCH_IF(ECHO_MATCH_POINTS, goals, U32, "", "goals scored during the recording", .flags = MAIN),
    MATCH(players, U32, "", "number of players, including spectators", .flags = REEL_FIELD_MAIN),
    MATCH(play_seconds, F64, "s", "time in play"),
    MATCH(paused_seconds, F64, "s", "time paused"),
    MATCH(pauses, U32, "", "number of pauses"),
    MATCH_IF(ECHO_MATCH_DISC, blue_possession, F64, "s", "time the game gives the blue team possession",
             .flags = REEL_FIELD_MAIN),
    MATCH_IF(ECHO_MATCH_DISC, orange_possession, F64, "s", "time the game gives the orange team possession",
             .flags = REEL_FIELD_MAIN),
    MATCH_IF(ECHO_MATCH_DISC, blue_possession_in_play, F64, "s", "the part of blue_possession in play"),
    MATCH_IF(ECHO_MATCH_DISC, orange_possession_in_play, F64, "s", "the part of orange_possession in play"),
    MATCH_IF(ECHO_MATCH_HELD, blue_held, F64, "s", "time a hand of the blue team holds the disc"),
    MATCH_IF(ECHO_MATCH_HELD, orange_held, F64, "s", "time a hand of the orange team holds the disc"),
    MATCH_IF(ECHO_MATCH_SPEED, max_disc_speed, F32, "m/s", "maximum speed of the disc, up to 200 m/s", .flags = MAIN | MEASURE),
    MATCH_IF(ECHO_MATCH_SPEED, max_disc_speed_time, F64, "s", "time of that speed", .flags = MEASURE),
    REEL_READING_FIELDS(echo_match),
};

#define PLAYER(name, type, unit, ...) REEL_FIELD(echo_player_sum, #name, name, type, unit, __VA_ARGS__)
#define PLAYER_IF(bit, name, type, unit, ...)                                                                                    \
    PLAYER(name, type, unit, __VA_ARGS__, REEL_PRESENT_IF(echo_player_sum, present, bit))
#define COUNTED(name, counted, bit, what, flags_)                                                                                \
    PLAYER(name, U32, "", what " during the recording", .flags = flags_, REEL_PRESENT_IF(echo_player_sum, counted, bit))
static const reel_field player_fields[] = {
    PLAYER(player, U32, "", "player number, from 0", .flags = KEY),
    PLAYER(name, STRING, "", "last name used", .flags = PERSONAL | REEL_FIELD_MAIN),
    PLAYER(team, U8, "", "team the player was in for the longest time", .labels = teams, .flags = REEL_FIELD_MAIN),
    COUNTED(points, counted, 64, "points", REEL_FIELD_MAIN),
    COUNTED(goals, counted, 8, "number of goals", REEL_FIELD_MAIN),
    COUNTED(assists, counted, 1, "assists", REEL_FIELD_MAIN),
    COUNTED(saves, counted, 128, "saves", REEL_FIELD_MAIN),
    COUNTED(stuns, more_counted, 4, "players stunned", REEL_FIELD_MAIN),
    COUNTED(shots, more_counted, 2, "shots", 0),
    COUNTED(steals, more_counted, 1, "steals", REEL_FIELD_MAIN),
    COUNTED(blocks, counted, 2, "blocks", REEL_FIELD_MAIN),
    COUNTED(interceptions, counted, 16, "interceptions", 0),
    COUNTED(catches, counted, 4, "catches", 0),
    COUNTED(passes, counted, 32, "passes", 0),
    PLAYER_IF(ECHO_PLAYER_STATES, possession_seconds, F64, "s", "time the game gives the player possession",
              .flags = REEL_FIELD_MAIN),
    PLAYER_IF(ECHO_PLAYER_STATES, possession_in_play, F64, "s", "the part of possession_seconds in play"),
    PLAYER_IF(ECHO_PLAYER_HELD, held_seconds, F64, "s", "time a hand of the player holds the disc"),
    PLAYER_IF(ECHO_PLAYER_STUNNED, times_stunned, U32, "", "number of times the player was stunned"),
    PLAYER_IF(ECHO_PLAYER_STUNNED, stunned_seconds, F64, "s", "time stunned"),
    PLAYER(seconds, F64, "s", "time in the match"),
    PLAYER(first_seen, F64, "s", "time of the first frame with the player"),
    PLAYER(last_seen, F64, "s", "time of the last frame with the player"),
    PLAYER(userid, U64, "", "account id of the player", .flags = PERSONAL),
};

#define MOTION(name, type, unit, ...) REEL_FIELD(echo_motion, #name, name, type, unit, __VA_ARGS__)
#define MOTION_IF(bit, name, type, unit, doc)                                                                                    \
    MOTION(name, type, unit, doc, REEL_PRESENT_IF(echo_motion, present, bit), .flags = MEASURE)
static const reel_field motion_fields[] = {
    MOTION(player, U32, "", "player number", .flags = KEY),
    MOTION(name, STRING, "", "last name used", .flags = PERSONAL),
    MOTION(team, U8, "", "team the player was in for the longest time", .labels = teams),
    MOTION(distance, F64, "m", "distance travelled by the head, excluding jumps", REEL_PRESENT_IF(echo_motion, has_distance, 1)),
    MOTION_IF(ECHO_MOTION_MEAN, mean_speed, F32, "m/s", "distance / time spent covering it"),
    MOTION_IF(ECHO_MOTION_SPEED, max_speed, F32, "m/s", "maximum speed reported by the game"),
    MOTION(floating_seconds, F64, "s", "time with no hand holding the arena or a player",
           REEL_PRESENT_IF(echo_motion, present, ECHO_MOTION_HOLDING)),
    MOTION_IF(ECHO_MOTION_REACH, max_reach, F32, "m", "maximum distance between a hand and the head"),
    MOTION_IF(ECHO_MOTION_LINE, mean_ping, F32, "ms", "mean round trip to the server"),
    MOTION_IF(ECHO_MOTION_LINE, max_ping, I32, "ms", "maximum round trip to the server"),
    MOTION_IF(ECHO_MOTION_LOSS, mean_packet_loss, F32, "", "mean packet loss, 0 to 1"),
    MOTION(userid, U64, "", "account id of the player", .flags = PERSONAL),
};

#define GOAL(name, type, unit, ...) REEL_FIELD(echo_goal, #name, name, type, unit, __VA_ARGS__)
#define DESCRIBED REEL_PRESENT_IF(echo_goal, described, 0xff)
static const reel_field goal_fields[] = {
    GOAL(time, F64, "s", "time at which the points rose", .flags = TIME),
    GOAL(clock, F32, "s", "game clock", .flags = REEL_FIELD_MAIN, REEL_PRESENT_IF(echo_goal, present, ECHO_GOAL_CLOCK)),
    GOAL(round, U32, "", "round number; 0 between rounds", .flags = REEL_FIELD_MAIN),
    GOAL(team, U8, "", "team that scored", .labels = teams, .flags = REEL_FIELD_MAIN),
    REEL_FIELD(echo_goal, "goal_points", points, F32, "points", "points scored", .flags = REEL_FIELD_MAIN),
    GOAL(blue_points, F32, "points", "points of the blue team after the goal"),
    GOAL(orange_points, F32, "points", "points of the orange team after the goal"),
    GOAL(described, BOOL, "", "the replay describes the goal"),
    GOAL(scorer, STRING, "", "name of the scorer", .flags = PERSONAL | REEL_FIELD_MAIN, DESCRIBED),
    GOAL(assist, STRING, "", "name of the assisting player", .flags = PERSONAL | REEL_FIELD_MAIN, DESCRIBED),
    GOAL(type, STRING, "", "kind of shot", DESCRIBED, .flags = REEL_FIELD_MAIN),
    GOAL(disc_speed, F32, "m/s", "speed of the disc", REEL_PRESENT_IF(echo_goal, present, ECHO_GOAL_SPEED)),
    GOAL(distance, F32, "m", "distance of the throw", REEL_PRESENT_IF(echo_goal, present, ECHO_GOAL_DISTANCE)),
    GOAL(scorer_userid, U64, "", "account id of the scorer; 0 if unknown", .flags = PERSONAL, DESCRIBED),
    GOAL(assist_userid, U64, "", "account id of the assisting player; 0 if unknown", .flags = PERSONAL, DESCRIBED),
};

#define SCORED REEL_PRESENT_IF(echo_round, present, ECHO_ROUND_POINTS)
#define ROUND(name, type, unit, ...) REEL_FIELD(echo_round, #name, name, type, unit, __VA_ARGS__)
static const reel_field round_fields[] = {
    ROUND(round, U32, "", "round number in the recording, from 1", .flags = KEY),
    ROUND(start, F64, "s", "time of the first frame", .flags = TIME),
    ROUND(end, F64, "s", "time of the end"),
    ROUND(start_clock, F32, "s", "game clock at the start", REEL_PRESENT_IF(echo_round, present, ECHO_ROUND_START_CLOCK)),
    ROUND(end_clock, F32, "s", "game clock at the end", REEL_PRESENT_IF(echo_round, present, ECHO_ROUND_END_CLOCK)),
    ROUND(blue_points, F32, "points", "points of the blue team at the end", SCORED),
    ROUND(orange_points, F32, "points", "points of the orange team at the end", SCORED),
    ROUND(winner, U8, "", "team with more points; none for a draw; missing if the file ends before the round", .labels = teams,
          REEL_PRESENT_IF(echo_round, present, ECHO_ROUND_WINNER), .flags = MEASURE),
    ROUND(ended_by, U8, "", "how the round ended", .labels = round_ends),
    ROUND(from_start, BOOL, "", "the recording has the start of the round"),
    ROUND(overtime, BOOL, "", "the round had sudden death"),
    ROUND(goals, U32, "", "number of goals", SCORED),
    ROUND(play_seconds, F64, "s", "time in play"),
    ROUND(paused_seconds, F64, "s", "time paused"),
    ROUND(pauses, U32, "", "number of pauses that began in the round"),
};

#define EVENT(name, type, unit, ...) REEL_FIELD(echo_event, #name, name, type, unit, __VA_ARGS__)
static const reel_field event_fields[] = {
    EVENT(time, F64, "s", "time of the first frame with the higher counter", .flags = TIME),
    EVENT(clock, F32, "s", "game clock", REEL_PRESENT_IF(echo_event, has_clock, 1)),
    EVENT(kind, U8, "", "what the player did", .labels = kinds),
    EVENT(count, U32, "", "increase since the frame before"),
    EVENT(team, U8, "", "team of the player", .labels = teams),
    EVENT(player, U32, "", "player number"),
    EVENT(name, STRING, "", "player name", .flags = PERSONAL),
    EVENT(userid, U64, "", "account id of the player", .flags = PERSONAL),
};

#define POSSESSION(name, type, unit, ...) REEL_FIELD(echo_possession, #name, name, type, unit, __VA_ARGS__)
#define HOLDER REEL_PRESENT_IF(echo_possession, has_player, 0xff)
static const reel_field possession_fields[] = {
    POSSESSION(start, F64, "s", "time of the first frame", .flags = TIME),
    POSSESSION(end, F64, "s", "time of the first frame without it"),
    POSSESSION(team, U8, "", "team that has the disc", .labels = teams),
    POSSESSION(has_player, BOOL, "", "a player of the team has the disc"),
    POSSESSION(player, U32, "", "player number", HOLDER),
    POSSESSION(name, STRING, "", "player name", .flags = PERSONAL, HOLDER),
    POSSESSION(userid, U64, "", "account id of the player", .flags = PERSONAL, HOLDER),
};

#define THROW(name, keys, bit, unit, doc)                                                                                        \
    REEL_FIELD(echo_recorder_throw, #name, throw_.name, F32, unit, doc, REEL_PRESENT_IF(echo_recorder_throw, keys, bit))
static const reel_field throw_fields[] = {
    REEL_FIELD(echo_recorder_throw, "time", time, F64, "s", "time of the first frame with these values", .flags = TIME),
    REEL_FIELD(echo_recorder_throw, "clock", clock, F32, "s", "game clock", REEL_PRESENT_IF(echo_recorder_throw, has_clock, 1)),
    THROW(total_speed, keys, 2, "m/s", "speed of the disc"),
    THROW(arm_speed, keys, 1, "m/s", "speed of the arm"),
    THROW(speed_from_arm, keys, 64, "m/s", "part of the speed from the arm"),
    THROW(speed_from_wrist, more_keys, 1, "m/s", "part of the speed from the wrist"),
    THROW(speed_from_movement, keys, 128, "m/s", "part of the speed from the player's movement"),
    THROW(rot_per_sec, keys, 16, "1/s", "rotations per second"),
    THROW(pot_speed_from_rot, keys, 32, "m/s", "potential speed from rotation"),
    THROW(off_axis_spin_deg, keys, 4, "deg", "off-axis spin"),
    THROW(wrist_align_to_throw_deg, more_keys, 2, "deg", "angle between wrist and throw"),
    THROW(throw_align_to_movement_deg, more_keys, 4, "deg", "angle between throw and movement"),
    THROW(off_axis_penalty, more_keys, 8, "m/s", "speed lost to off-axis spin"),
    THROW(wrist_throw_penalty, keys, 8, "m/s", "speed lost to wrist misalignment"),
    THROW(throw_move_penalty, more_keys, 16, "m/s", "speed lost to movement misalignment"),
};

#define RELEASE(name, type, unit, ...) REEL_FIELD(echo_release, #name, name, type, unit, __VA_ARGS__)
static const reel_field release_fields[] = {
    RELEASE(time, F64, "s", "time of the first frame with the disc free", .flags = TIME),
    RELEASE(clock, F32, "s", "game clock", REEL_PRESENT_IF(echo_release, has_clock, 1)),
    RELEASE(disc_speed, F32, "m/s", "speed of the disc in that frame", REEL_PRESENT_IF(echo_release, has_speed, 1)),
    RELEASE(hand, U8, "", "hand that held it", .labels = hands),
    RELEASE(stunned, BOOL, "", "the player is stunned in that frame, so this is not a throw"),
    RELEASE(team, U8, "", "team of the player", .labels = teams),
    RELEASE(player, U32, "", "player number"),
    RELEASE(name, STRING, "", "player name", .flags = PERSONAL),
    RELEASE(userid, U64, "", "account id of the player", .flags = PERSONAL),
};

#define STAY(name, type, unit, ...) REEL_FIELD(echo_stay, #name, name, type, unit, __VA_ARGS__)
static const reel_field stay_fields[] = {
    STAY(player, U32, "", "player number"),
    STAY(name, STRING, "", "player name", .flags = PERSONAL),
    STAY(team, U8, "", "the team", .labels = teams),
    STAY(start, F64, "s", "time of the first frame", .flags = TIME),
    STAY(end, F64, "s", "time of the last frame"),
    STAY(began_by, U8, "", "how the stay began", .labels = stay_begins),
    STAY(ended_by, U8, "", "how the stay ended", .labels = stay_ends),
    STAY(userid, U64, "", "account id of the player", .flags = PERSONAL),
};

#define PAUSE(name, type, unit, ...) REEL_FIELD(echo_pause, #name, name, type, unit, __VA_ARGS__)
static const reel_field pause_fields[] = {
    PAUSE(start, F64, "s", "time of the first frame", .flags = TIME),
    PAUSE(end, F64, "s", "time of the first frame that is not paused, or of the last frame"),
    PAUSE(clock, F32, "s", "game clock", REEL_PRESENT_IF(echo_pause, has_clock, 1)),
    PAUSE(paused_team, U8, "", "team that requested the pause", .labels = teams),
    PAUSE(unpaused_team, U8, "", "team that ended the pause, as stated in its last frame", .labels = teams),
    PAUSE(lasts, BOOL, "", "still paused at the end of the file"),
};

#define LOADOUT(name, type, unit, ...) REEL_FIELD(echo_loadout, #name, name, type, unit, __VA_ARGS__)
static const reel_field loadout_fields[] = {
    LOADOUT(time, F64, "s", "time of the first frame with these values", .flags = TIME),
    LOADOUT(team, U8, "", "team of the player", .labels = teams),
    LOADOUT(player, U32, "", "player number"),
    LOADOUT(name, STRING, "", "player name", .flags = PERSONAL),
    LOADOUT(weapon, STRING, "", "weapon"),
    LOADOUT(ordnance, STRING, "", "ordnance"),
    LOADOUT(tac_mod, STRING, "", "tactical mod"),
    LOADOUT(arm, STRING, "", "arm with the tactical mod"),
    LOADOUT(userid, U64, "", "account id of the player", .flags = PERSONAL),
};

#define PAYLOAD(name, type, unit, ...) REEL_FIELD(echo_payload_step, #name, name, type, unit, __VA_ARGS__)
#define STEP_HAS(part) REEL_PRESENT_IF(echo_payload_step, present, ECHO_STEP_##part)
static const reel_field payload_fields[] = {
    PAYLOAD(time, F64, "s", "time of the first frame with these values", .flags = TIME),
    PAYLOAD(checkpoint, U8, "", "last checkpoint reached", STEP_HAS(CHECKPOINT)),
    PAYLOAD(distance, F32, "m", "distance travelled by the payload", STEP_HAS(DISTANCE)),
    PAYLOAD(speed, F32, "m/s", "speed of the payload", STEP_HAS(SPEED)),
    PAYLOAD(contested, BOOL, "", "both teams contest the payload or point", STEP_HAS(CONTESTED)),
    PAYLOAD(defenders, U8, "", "number of defenders", STEP_HAS(DEFENDERS)),
    PAYLOAD(blue_points, F32, "points", "points of the blue team", STEP_HAS(BLUE_POINTS)),
    PAYLOAD(orange_points, F32, "points", "points of the orange team", STEP_HAS(ORANGE_POINTS)),
};

static const reel_field disc_fields[] = {
    REEL_FIELD(echo_disc_speed, "time", time, F64, "s", "time of the frame", .flags = TIME),
    REEL_FIELD(echo_disc_speed, "clock", clock, F32, "s", "game clock", REEL_PRESENT_IF(echo_disc_speed, has_clock, 1)),
    REEL_FIELD(echo_disc_speed, "speed", speed, F32, "m/s", "speed of the disc"),
};

const reel_table echo_matches = REEL_TABLE("match", "statistics of the recording", echo_match, match_fields, 0);
const reel_table echo_player_sums = REEL_TABLE("player_stats", "statistics per player", echo_player_sum, player_fields, 0);
const reel_table echo_motions = REEL_TABLE("motion", "movement and connection quality per player", echo_motion, motion_fields, 0);
const reel_table echo_goals = REEL_TABLE("goals", "goals", echo_goal, goal_fields, 0);
const reel_table echo_rounds = REEL_TABLE("rounds", "rounds", echo_round, round_fields, 0);
const reel_table echo_events = REEL_TABLE("events", "increases of the game's player counters", echo_event, event_fields, 0);
const reel_table echo_possessions =
    REEL_TABLE("possession", "intervals of disc possession", echo_possession, possession_fields, 0);
const reel_table echo_recorder_throws =
    REEL_TABLE("throws", "throws of the recording player", echo_recorder_throw, throw_fields, 0);
const reel_table echo_releases = REEL_TABLE("releases", "releases of the disc by a hand", echo_release, release_fields, 0);
const reel_table echo_stays = REEL_TABLE("presence", "stays of players in teams", echo_stay, stay_fields, 0);
const reel_table echo_pauses = REEL_TABLE("pauses", "pauses", echo_pause, pause_fields, 0);
const reel_table echo_loadouts = REEL_TABLE("loadouts", "what players carry in Combat", echo_loadout, loadout_fields, 0);
const reel_table echo_payload_steps = REEL_TABLE("payload", "progress of a Combat match", echo_payload_step, payload_fields, 0);
const reel_table echo_disc_speeds =
    REEL_TABLE("disc_speed", "speed of the disc in each frame", echo_disc_speed, disc_fields, REEL_TABLE_ON_REQUEST);
