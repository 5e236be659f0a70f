/* SPDX-License-Identifier: MIT
 * The tables that macros have beside those of GDR. */
#include "formats/gdr/macros/macros.h"

static const reel_label kinds[] = {
    { MACROS_RESTART, "restart" },
    { MACROS_FULL_RESTART, "full restart" },
    { MACROS_DEATH, "death" },
    { MACROS_TPS, "tps" },
    { MACROS_BUGPOINT, "bugpoint" },
    { MACROS_SKIP, "skip" },
    { 0, NULL },
};
static const reel_label buttons[] = {
    { GDR_NONE, "none" }, { GDR_JUMP, "jump" }, { GDR_LEFT, "left" }, { GDR_RIGHT, "right" }, { 0, NULL },
};

#define HEADER(name, type, ...) REEL_FIELD(macros_header, #name, name, type, "", __VA_ARGS__)
static const reel_field header_fields[] = {
    HEADER(version, U32, "version of the format, 0 if the file has none"),
    HEADER(flags, U32, "flags of the format"),
    HEADER(has_seed, BOOL, "the file has a seed"),
    HEADER(seed, U64, "random seed of the game", REEL_PRESENT_IF(macros_header, has_seed, 0xff)),
};

#define EVENT(name, type, unit, ...) REEL_FIELD(macros_event, #name, name, type, unit, __VA_ARGS__)
static const reel_field event_fields[] = {
    EVENT(frame, I64, "frames", "frame of the event", .flags = REEL_FIELD_TIME | REEL_FIELD_KEY),
    EVENT(index, U32, "", "number of inputs before it in the file"),
    EVENT(kind, U8, "", "kind of event", .labels = kinds, .flags = REEL_FIELD_KEY),
    EVENT(has_seed, BOOL, "", "the event has a seed"),
    EVENT(seed, U64, "", "random seed from here on", REEL_PRESENT_IF(macros_event, has_seed, 0xff)),
    EVENT(tps, F64, "1/s", "frames per second from here on, for a change of the rate"),
};

#define FIX(name, type, unit, ...) REEL_FIELD(macros_fix, #name, name, type, unit, __VA_ARGS__)
static const reel_field fix_fields[] = {
    FIX(frame, I64, "frames", "frame of the fix", .flags = REEL_FIELD_TIME | REEL_FIELD_KEY),
    FIX(player2, BOOL, "", "the second player", .flags = REEL_FIELD_KEY),
    FIX(has, U8, "", "which values are known: 1 position, 2 rotation, 4 y velocity"),
    FIX(x, F32, "units", "position", REEL_PRESENT_IF(macros_fix, has, MACROS_FIX_POSITION)),
    FIX(y, F32, "units", "position", REEL_PRESENT_IF(macros_fix, has, MACROS_FIX_POSITION)),
    FIX(rotation, F32, "deg", "rotation", REEL_PRESENT_IF(macros_fix, has, MACROS_FIX_ROTATION)),
    FIX(y_velocity, F64, "", "vertical speed", REEL_PRESENT_IF(macros_fix, has, MACROS_FIX_Y_VELOCITY)),
};

static const reel_field time_fields[] = {
    REEL_FIELD(macros_time, "frame", frame, I64, "frames", "frame of the input", .flags = REEL_FIELD_TIME | REEL_FIELD_DERIVED),
    REEL_FIELD(macros_time, "time", time, F64, "s", "time of the input as in the file"),
};

static const reel_field attempt_fields[] = {
    REEL_FIELD(macros_attempt, "death_time", death_time, F64, "s", "when the player died, from the start of the attempt"),
    REEL_FIELD(macros_attempt, "death_player2", death_player2, BOOL, "", "the second player died"),
    REEL_FIELD(macros_attempt, "inputs", inputs, U32, "", "number of its inputs"),
};

static const reel_field ending_fields[] = {
    REEL_FIELD(macros_ending, "seed", seed, U64, "", "random seed of the game"),
};

#define TRY(name, type, unit, ...) REEL_FIELD(macros_try, #name, name, type, unit, __VA_ARGS__)
static const reel_field try_fields[] = {
    TRY(attempt, U32, "", "number of the attempt, from 0"),
    TRY(time, F64, "s", "time of the input, from the start of the attempt"),
    TRY(button, U8, "", "button", .labels = buttons),
    TRY(player2, BOOL, "", "input of the second player"),
    TRY(down, BOOL, "", "pressed; otherwise released"),
};

const reel_table macros_headers =
    REEL_TABLE("header", "what the info has no field for", macros_header, header_fields, REEL_TABLE_HEADER | REEL_TABLE_ONE_ROW);
const reel_table macros_events =
    REEL_TABLE("events", "restarts, deaths and changes of the rate between the inputs", macros_event, event_fields, 0);
const reel_table macros_fixes = REEL_TABLE("fixes", "positions to which the bot puts a player back", macros_fix, fix_fields, 0);
const reel_table macros_times =
    REEL_TABLE("times", "times of the inputs, if the format stores times", macros_time, time_fields, 0);
const reel_table macros_attempts = REEL_TABLE("attempts", "failed attempts before the run", macros_attempt, attempt_fields, 0);
const reel_table macros_tries = REEL_TABLE("attempt_inputs", "inputs of the failed attempts", macros_try, try_fields, 0);

const reel_table macros_endings = REEL_TABLE("ending", "what follows the inputs", macros_ending, ending_fields, 0);

const reel_table *const reel__macros_tables[] = {
    &gdr_infos,    &macros_headers,  &gdr_inputs,   &gdr_physics_rows, &macros_events, &macros_fixes,
    &macros_times, &macros_attempts, &macros_tries, &macros_endings,   &gdr_documents, NULL,
};
