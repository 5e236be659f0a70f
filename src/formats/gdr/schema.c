/* SPDX-License-Identifier: MIT
 * The tables of GDR1 and GDR2, field by field. */
#include "formats/gdr/gdr2.h"

#define TIME REEL_FIELD_TIME
#define KEY REEL_FIELD_KEY
#define PERSONAL REEL_FIELD_PERSONAL
#define DERIVED REEL_FIELD_DERIVED

static const reel_label buttons[] = {
    { GDR_NONE, "none" }, { GDR_JUMP, "jump" }, { GDR_LEFT, "left" }, { GDR_RIGHT, "right" }, { 0, NULL },
};
static const reel_label extras[] = {
    { GDR_PLAIN, "nothing" },
    { GDR_PHYSICS, "physics" },
    { GDR_BLOCK, "block" },
    { 0, NULL },
};

#define INFO(name, type, unit, ...) REEL_FIELD(gdr_info, #name, name, type, unit, __VA_ARGS__)
/* This is also the layout of GDR2's header: reader and writer walk these fields in order. */
static const reel_field info_fields[] = {
    INFO(version, I32, "", "version of the format, 2"),
    INFO(input_tag, STRING, "", "kind of the input blocks: empty for none, Phys, or a bot's own"),
    INFO(author, STRING, "", "author of the recording", .flags = PERSONAL | REEL_FIELD_PLAYER | REEL_FIELD_PLAYER_NAME),
    INFO(description, STRING, "", "free text", .flags = PERSONAL),
    INFO(duration, F32, "s", "duration of the play"),
    INFO(game_version, I32, "", "version of the game: 22074 is 2.2074, 0 unknown; 2207 is a converter's mistake"),
    INFO(framerate, F64, "1/s", "frames per second"),
    INFO(seed, I32, "", "random seed of the game"),
    INFO(coins, I32, "", "coins collected; a bit mask with some bots"),
    INFO(low_detail, BOOL, "", "low detail mode"),
    INFO(platformer, BOOL, "", "a platformer level: inputs keep their buttons"),
    INFO(bot_name, STRING, "", "recording program"),
    INFO(bot_version, I32, "", "version of the recording program"),
    INFO(level_id, U32, "", "id of the level, 0 for unknown or local", .flags = REEL_FIELD_LEVEL),
    INFO(level_name, STRING, "", "name of the level", .flags = REEL_FIELD_LEVEL),
    INFO(replay_extension, BYTES, "", "bot data for the whole replay", .flags = PERSONAL),
};

#define IN0(mask) .present_offset = (uint16_t)offsetof(gdr_info_v1, keys), .present_mask = (mask)
#define IN1(mask) .present_offset = (uint16_t)(offsetof(gdr_info_v1, keys) + 1), .present_mask = (mask)
#define INFO_V1(name, type, unit, doc_, ...) REEL_FIELD(gdr_info_v1, #name, name, type, unit, doc_, __VA_ARGS__)
static const reel_field info_v1_fields[] = {
    INFO_V1(author, STRING, "", "author of the recording", IN0(GDR_KEY_AUTHOR),
            .flags = PERSONAL | REEL_FIELD_PLAYER | REEL_FIELD_PLAYER_NAME),
    INFO_V1(description, STRING, "", "free text", IN0(GDR_KEY_DESCRIPTION), .flags = PERSONAL),
    INFO_V1(duration, F64, "s", "duration of the play; Mega Hack writes the last frame", IN0(GDR_KEY_DURATION)),
    INFO_V1(game_version, F64, "", "version of the game: 2.2074; some bots write 22074", IN0(GDR_KEY_GAME_VERSION)),
    INFO_V1(version, F64, "", "version of the format, 1", IN0(GDR_KEY_VERSION)),
    INFO_V1(framerate, F64, "1/s", "frames per second, 240 if missing", IN0(GDR_KEY_FRAMERATE)),
    INFO_V1(seed, I64, "", "random seed of the game", IN0(GDR_KEY_SEED)),
    INFO_V1(coins, I64, "", "coins collected", IN0(GDR_KEY_COINS)),
    INFO_V1(low_detail, BOOL, "", "low detail mode", IN1(GDR_KEY_LOW_DETAIL)),
    INFO_V1(bot_name, STRING, "", "recording program", IN1(GDR_KEY_BOT_NAME)),
    INFO_V1(bot_version, STRING, "", "version of the recording program; a number in the file becomes its digits",
            IN1(GDR_KEY_BOT_VERSION)),
    INFO_V1(level_id, I64, "", "id of the level, 0 for unknown or local", IN1(GDR_KEY_LEVEL_ID), .flags = REEL_FIELD_LEVEL),
    INFO_V1(level_name, STRING, "", "name of the level", IN1(GDR_KEY_LEVEL_NAME), .flags = REEL_FIELD_LEVEL),
    REEL_FIELD(gdr_info_v1, "keys", keys, U8, "", "bit mask of the keys in the file"),
};

#define INPUT(name, type, unit, ...) REEL_FIELD(gdr_input, #name, name, type, unit, __VA_ARGS__)
static const reel_field input_fields[] = {
    INPUT(frame, I64, "frames", "frame, counted from the start", .flags = TIME | KEY),
    INPUT(button, U8, "", "button", .labels = buttons, .flags = KEY),
    INPUT(player2, BOOL, "", "input of the second player", .flags = KEY | REEL_FIELD_GROUP),
    INPUT(down, BOOL, "", "pressed; otherwise released", .flags = KEY),
    INPUT(extra, U8, "", "further data of the input", .labels = extras),
};

#define PHYSICS(name, type, unit, ...) REEL_FIELD(gdr_physics, #name, name, type, unit, __VA_ARGS__)
static const reel_field physics_fields[] = {
    PHYSICS(frame, U32, "frames", "frame of the input", .flags = TIME | DERIVED),
    PHYSICS(x, F32, "units", "position of the player"),
    PHYSICS(y, F32, "units", "position of the player"),
    PHYSICS(rotation, F32, "deg", "rotation of the player"),
    PHYSICS(x_velocity, F64, "", "speed of the player"),
    PHYSICS(y_velocity, F64, "", "speed of the player"),
};

static const reel_field block_fields[] = {
    REEL_FIELD(gdr_block, "frame", frame, I64, "frames", "frame of the input", .flags = TIME | DERIVED),
    REEL_FIELD(gdr_block, "data", data, BYTES, "", "data of the bot, in its own format"),
};

static const reel_field death_fields[] = {
    REEL_FIELD(gdr_death, "frame", frame, I64, "frames", "frame at which the player died", .flags = TIME | KEY),
};

static const reel_field extension_fields[] = {
    REEL_FIELD(gdr_extension, "key", key, STRING, "", "name of the key", .flags = KEY),
    REEL_FIELD(gdr_extension, "value", value, BYTES, "", "value of the key, as in the file"),
};

static const reel_field document_fields[] = {
    REEL_FIELD(gdr_document, "data", data, BYTES, "", "bytes of the file"),
};

const reel_table gdr_infos = REEL_TABLE("info", "the level, the recording program and the result", gdr_info, info_fields,
                                        REEL_TABLE_HEADER | REEL_TABLE_ONE_ROW);
const reel_table gdr_infos_v1 = REEL_TABLE("info", "the level, the recording program and the result", gdr_info_v1, info_v1_fields,
                                           REEL_TABLE_HEADER | REEL_TABLE_ONE_ROW);
const reel_table gdr_inputs = REEL_TABLE("inputs", "presses and releases, in file order", gdr_input, input_fields, 0);
const reel_table gdr_physics_rows =
    REEL_TABLE("physics", "physics of the player at an input, for inputs that have it", gdr_physics, physics_fields, 0);
const reel_table gdr_blocks = REEL_TABLE("blocks", "bot data of an input, for inputs that have it", gdr_block, block_fields, 0);
const reel_table gdr_deaths = REEL_TABLE("deaths", "deaths of the player", gdr_death, death_fields, 0);
const reel_table gdr_extensions =
    REEL_TABLE("extensions", "keys of the file that the format does not define", gdr_extension, extension_fields, 0);
const reel_table gdr_documents = REEL_TABLE("document", "the original file, if rows cannot represent all of it", gdr_document,
                                            document_fields, REEL_TABLE_LAYOUT | REEL_TABLE_ONE_ROW);
const reel_table gdr_cut_infos = REEL_TABLE("cut_info", "the keys found in a truncated file", gdr_info_v1, info_v1_fields,
                                            REEL_TABLE_LAYOUT | REEL_TABLE_ONE_ROW);
