/* SPDX-License-Identifier: MIT
 * The rows that the insight gives, field by field. */
#include <reel/geometrydash.h>

static const reel_label buttons[] = { { 0, "none" }, { 1, "jump" }, { 2, "left" }, { 3, "right" }, { 0, NULL } };

#define SUMMARY(name, type, unit, ...) REEL_FIELD(geometrydash_summary, #name, name, type, unit, __VA_ARGS__)
#define SAID(name, type, unit, doc) SUMMARY(name, type, unit, doc, REEL_PRESENT_IF(geometrydash_summary, has_inputs, 0xff))
static const reel_field summary_fields[] = {
    SUMMARY(content_hash, STRING, "", "SHA-256 of the sorted inputs: equal where two macros press the same"),
    SUMMARY(framerate, F64, "1/s", "frames per second, 240 where the file does not say"),
    SUMMARY(length, F64, "s", "time of the last input"),
    SUMMARY(duration, F64, "s", "what the header says"),
    SUMMARY(has_inputs, BOOL, "", "there is an input at all"),
    SAID(first_frame, I64, "frames", "frame of the first input"),
    SAID(last_frame, I64, "frames", "frame of the last input"),
    SUMMARY(inputs, U64, "", "presses and releases"),
    SUMMARY(presses, U64, "", "presses of both players"),
    SUMMARY(releases, U64, "", "releases of both players"),
    SAID(presses_per_second, F64, "1/s", "presses over the time of the last input"),
    SUMMARY(most_presses, U64, "", "most presses of both players in any second"),
    SUMMARY(exact_duplicates, U64, "", "inputs that are there already"),
    SUMMARY(same_frame, U64, "", "inputs on the frame of the same player's input before"),
    SUMMARY(limit_breaks, U64, "", "presses that end a second with more than 15 of one player"),
    SUMMARY(longest_even_run, U64, "", "most presses of one player in a row at one distance"),
    SUMMARY(platformer, BOOL, "", "there are other buttons than jump"),
    SUMMARY(likely_bot, BOOL, "", "more than a hand can do: a rule of thumb"),
};

#define PLAYER(name, type, unit, ...) REEL_FIELD(geometrydash_player, #name, name, type, unit, __VA_ARGS__)
#define HELD(name, type, unit, doc) PLAYER(name, type, unit, doc, REEL_PRESENT_IF(geometrydash_player, has_holds, 0xff))
static const reel_field player_fields[] = {
    PLAYER(player2, BOOL, "", "the second player", .flags = REEL_FIELD_KEY),
    PLAYER(presses, U64, "", "presses"),
    PLAYER(releases, U64, "", "releases"),
    PLAYER(orphan_releases, U64, "", "releases of a button that was not held"),
    PLAYER(presses_while_held, U64, "", "presses of a button that was held"),
    PLAYER(held_at_end, U64, "", "buttons still held at the end"),
    PLAYER(holds, U64, "", "presses with their release"),
    PLAYER(has_holds, BOOL, "", "there is a hold at all"),
    HELD(shortest_hold, I64, "frames", "the shortest hold"),
    HELD(longest_hold, I64, "frames", "the longest hold"),
    HELD(mean_hold, F64, "frames", "mean of the holds"),
    PLAYER(zero_frame_holds, U64, "", "holds that end on the frame where they begin"),
    PLAYER(one_frame_holds, U64, "", "holds of one frame"),
    PLAYER(most_presses, U64, "", "most presses in any second"),
};

#define BUTTON(name, type, unit, ...) REEL_FIELD(geometrydash_button, #name, name, type, unit, __VA_ARGS__)
static const reel_field button_fields[] = {
    BUTTON(player2, BOOL, "", "the second player", .flags = REEL_FIELD_KEY),
    BUTTON(button, U8, "", "which button", .labels = buttons, .flags = REEL_FIELD_KEY),
    BUTTON(presses, U64, "", "presses"),
    BUTTON(releases, U64, "", "releases"),
};

#define HOLD(name, type, unit, ...) REEL_FIELD(geometrydash_hold, #name, name, type, unit, __VA_ARGS__)
static const reel_field hold_fields[] = {
    HOLD(time, F64, "s", "when the press was", .flags = REEL_FIELD_TIME),
    HOLD(frame, I64, "frames", "frame of the press"),
    HOLD(length, I64, "frames", "frames from press to release"),
    HOLD(player2, BOOL, "", "of the second player"),
    HOLD(button, U8, "", "which button", .labels = buttons),
};

#define CLICK(name, type, unit, ...) REEL_FIELD(geometrydash_click, #name, name, type, unit, __VA_ARGS__)
static const reel_field click_fields[] = {
    CLICK(time, F64, "s", "when the press was", .flags = REEL_FIELD_TIME),
    CLICK(frame, I64, "frames", "frame of the press"),
    CLICK(player2, BOOL, "", "of the second player"),
    CLICK(button, U8, "", "which button", .labels = buttons),
    CLICK(second, U32, "", "presses of this player in the second that ends here"),
};

const reel_table geometrydash_summaries =
    REEL_TABLE("summary", "the macro in figures", geometrydash_summary, summary_fields, 0);
const reel_table geometrydash_players = REEL_TABLE("players", "each player in figures", geometrydash_player, player_fields, 0);
const reel_table geometrydash_buttons =
    REEL_TABLE("buttons", "how often each button was used", geometrydash_button, button_fields, 0);
const reel_table geometrydash_holds = REEL_TABLE("holds", "every press with its release", geometrydash_hold, hold_fields, 0);
const reel_table geometrydash_clicks = REEL_TABLE("clicks", "every press: a click track", geometrydash_click, click_fields, 0);
