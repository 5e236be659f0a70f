/* SPDX-License-Identifier: MIT
 * The field tables of the insight's rows. */
#include <reel/geometrydash.h>

static const reel_label buttons[] = { { 0, "none" }, { 1, "jump" }, { 2, "left" }, { 3, "right" }, { 0, NULL } };

#define MAIN REEL_FIELD_MAIN
#define MEASURE REEL_FIELD_MEASURE

#define SUMMARY(name, type, unit, ...) REEL_FIELD(geometrydash_summary, #name, name, type, unit, __VA_ARGS__)
#define IF(present, name, type, unit, ...)                                                                                       \
    SUMMARY(name, type, unit, __VA_ARGS__, REEL_PRESENT_IF(geometrydash_summary, present, 0xff))
#define SAID(name, type, unit, ...)                                                                                              \
    SUMMARY(name, type, unit, __VA_ARGS__, REEL_PRESENT_IF(geometrydash_summary, has_inputs, 0xff))
static const reel_field summary_fields[] = {
    SUMMARY(content_hash, STRING, "", "SHA-256 of the sorted inputs of all attempts; equal for macros with the same inputs"),
    IF(has_framerate, framerate, F64, "1/s", "frames per second; 240 if the file does not state it", .flags = REEL_FIELD_MAIN),
    IF(has_length, length, F64, "s", "time of the last input", .flags = MAIN | MEASURE),
    IF(has_duration, duration, F64, "s", "duration stated in the header; frames are converted to seconds"),
    SUMMARY(attempts, U64, "", "attempts in the file; the figures are of the last one"),
    SUMMARY(has_inputs, BOOL, "", "the macro has at least one input"),
    SAID(first_frame, I64, "frames", "frame of the first input"),
    SAID(last_frame, I64, "frames", "frame of the last input"),
    SUMMARY(inputs, U64, "", "number of presses and releases"),
    SUMMARY(presses, U64, "", "presses of both players", .flags = REEL_FIELD_MAIN),
    SUMMARY(releases, U64, "", "releases of both players"),
    IF(has_rate, presses_per_second, F64, "1/s", "presses divided by the time of the last input", .flags = MAIN | MEASURE),
    IF(has_length, most_presses, U64, "", "maximum presses of both players in any second", .flags = MAIN | MEASURE),
    SUMMARY(exact_duplicates, U64, "", "inputs identical to an earlier input on the same frame"),
    SUMMARY(same_frame, U64, "", "inputs on the same frame as the player's previous input"),
    IF(has_framerate, limit_breaks, U64, "", "presses with more than 15 of the same player in the second ending there",
       .flags = REEL_FIELD_MAIN),
    SAID(longest_even_run, U64, "", "longest run of presses of one player at equal intervals", .flags = MAIN | MEASURE),
    SUMMARY(platformer, BOOL, "", "the header says so, or left or right is pressed", .flags = REEL_FIELD_MAIN),
    IF(has_verdict, likely_bot, BOOL, "", "the inputs look machine-made (a heuristic)", .flags = MAIN | MEASURE),
    REEL_READING_FIELDS(geometrydash_summary),
};

#define PLAYER(name, type, unit, ...) REEL_FIELD(geometrydash_player, #name, name, type, unit, __VA_ARGS__)
#define HELD(name, type, unit, ...) PLAYER(name, type, unit, __VA_ARGS__, REEL_PRESENT_IF(geometrydash_player, has_holds, 0xff))
static const reel_field player_fields[] = {
    PLAYER(player2, BOOL, "", "true for the second player", .flags = REEL_FIELD_KEY | REEL_FIELD_MAIN),
    PLAYER(presses, U64, "", "presses", .flags = REEL_FIELD_MAIN),
    PLAYER(releases, U64, "", "releases"),
    PLAYER(orphan_releases, U64, "", "releases of a button that was not held"),
    PLAYER(presses_while_held, U64, "", "presses of a button that was already held"),
    PLAYER(held_at_end, U64, "", "buttons still held at the end"),
    PLAYER(holds, U64, "", "presses with a matching release"),
    PLAYER(has_holds, BOOL, "", "the player has at least one hold"),
    HELD(shortest_hold, I64, "frames", "shortest hold", .flags = MAIN | MEASURE),
    HELD(longest_hold, I64, "frames", "longest hold", .flags = MEASURE),
    HELD(mean_hold, F64, "frames", "mean hold length", .flags = MAIN | MEASURE),
    PLAYER(zero_frame_holds, U64, "", "holds that end on the frame they begin on"),
    PLAYER(one_frame_holds, U64, "", "holds of one frame"),
    PLAYER(most_presses, U64, "", "maximum presses in any second", REEL_PRESENT_IF(geometrydash_player, has_presses, 1),
           .flags = MAIN | MEASURE),
};

#define BUTTON(name, type, unit, ...) REEL_FIELD(geometrydash_button, #name, name, type, unit, __VA_ARGS__)
static const reel_field button_fields[] = {
    BUTTON(player2, BOOL, "", "true for the second player", .flags = REEL_FIELD_KEY),
    BUTTON(button, U8, "", "button", .labels = buttons, .flags = REEL_FIELD_KEY),
    BUTTON(presses, U64, "", "presses"),
    BUTTON(releases, U64, "", "releases"),
};

#define HOLD(name, type, unit, ...) REEL_FIELD(geometrydash_hold, #name, name, type, unit, __VA_ARGS__)
static const reel_field hold_fields[] = {
    HOLD(time, F64, "s", "time of the press", .flags = REEL_FIELD_TIME),
    HOLD(frame, I64, "frames", "frame of the press"),
    REEL_FIELD(geometrydash_hold, "hold_frames", length, I64, "frames", "frames from press to release"),
    HOLD(player2, BOOL, "", "true for the second player"),
    HOLD(button, U8, "", "button", .labels = buttons),
};

#define CLICK(name, type, unit, ...) REEL_FIELD(geometrydash_click, #name, name, type, unit, __VA_ARGS__)
static const reel_field click_fields[] = {
    CLICK(time, F64, "s", "time of the press", .flags = REEL_FIELD_TIME),
    CLICK(frame, I64, "frames", "frame of the press"),
    CLICK(player2, BOOL, "", "true for the second player"),
    CLICK(button, U8, "", "button", .labels = buttons),
    CLICK(second, U32, "", "presses of this player in the second ending here",
          REEL_PRESENT_IF(geometrydash_click, has_second, 1)),
};

const reel_table geometrydash_summaries =
    REEL_TABLE("summary", "statistics of the macro", geometrydash_summary, summary_fields, 0);
const reel_table geometrydash_players =
    REEL_TABLE("player_stats", "statistics per player", geometrydash_player, player_fields, 0);
const reel_table geometrydash_buttons =
    REEL_TABLE("buttons", "presses and releases per button", geometrydash_button, button_fields, 0);
const reel_table geometrydash_holds = REEL_TABLE("holds", "presses with their releases", geometrydash_hold, hold_fields, 0);
const reel_table geometrydash_clicks = REEL_TABLE("clicks", "every press: a click track", geometrydash_click, click_fields, 0);
