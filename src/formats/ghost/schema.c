/* SPDX-License-Identifier: MIT
 * The rows of a ghost, field by field. */
#include "formats/ghost/layout.h"

#define INFO(name, type, unit, ...) REEL_FIELD(ghost_info, #name, name, type, unit, __VA_ARGS__)
static const reel_field info_fields[] = {
    INFO(version, I32, "", "version of the file, 4 to 6"),
    INFO(owner, STRING, "", "name of the player", .flags = REEL_FIELD_PERSONAL | REEL_FIELD_PLAYER_NAME),
    INFO(map_name, STRING, "", "map name", .flags = REEL_FIELD_LEVEL),
    INFO(map_crc, STRING, "", "CRC-32 of the map, as 8 hex digits; zeros in version 6"),
    INFO(map_sha256, STRING, "", "SHA-256 of the map, as 64 hex digits; empty before version 6", .flags = REEL_FIELD_LEVEL),
    INFO(ticks, U32, "tick", "number of characters, as the header states it"),
    INFO(race_time, U32, "ms", "time of the run"),
};

static const reel_field start_fields[] = {
    REEL_FIELD(ghost_start, "tick", tick, I32, "tick", "tick of the server at which the run starts"),
};

static const reel_field skin_fields[] = {
    REEL_FIELD(ghost_skin, "skin", skin, STRING, "", "name of the skin", .flags = REEL_FIELD_PERSONAL),
    REEL_FIELD(ghost_skin, "use_custom_color", use_custom_color, I32, "", "1 if the player chose colors"),
    REEL_FIELD(ghost_skin, "color_body", color_body, I32, "", "color of the body: hue, saturation and lightness, 8 bits each"),
    REEL_FIELD(ghost_skin, "color_feet", color_feet, I32, "", "color of the feet"),
};

#define CHARACTER(name, unit, ...) REEL_FIELD(ghost_character, #name, name, I32, unit, __VA_ARGS__)
static const reel_field character_fields[] = {
    CHARACTER(tick, "tick", "tick of the server", REEL_PRESENT_IF(ghost_character, present, GHOST_HAS_TICK),
              .flags = REEL_FIELD_TIME),
    CHARACTER(x, "", "position in units, x"),
    CHARACTER(y, "", "position in units, y"),
    CHARACTER(vel_x, "", "velocity, x; recent clients write 0"),
    CHARACTER(vel_y, "", "velocity, y"),
    CHARACTER(angle, "", "aim in radians * 256"),
    CHARACTER(direction, "", "-1 left, 0 none, 1 right"),
    CHARACTER(weapon, "", "0 hammer, 1 gun, 2 shotgun, 3 grenade, 4 laser, 5 ninja or frozen"),
    CHARACTER(hook_state, "", "-1 retracted, 0 idle, 1 to 3 retracting, 4 flying, 5 grabbed"),
    CHARACTER(hook_x, "", "end of the hook, x"),
    CHARACTER(hook_y, "", "end of the hook, y"),
    CHARACTER(attack_tick, "", "tick of the last shot"),
    REEL_FIELD(ghost_character, "present", present, U8, "", "1 if the row has a tick"),
};

static const reel_field original_fields[] = {
    REEL_FIELD(ghost_original, "bytes", bytes, BYTES, "", "the whole file"),
    REEL_FIELD(ghost_original, "rows", rows, U64, "", "checksum of the rows that were read from the file",
               .flags = REEL_FIELD_DERIVED),
};

const reel_table ghost_infos = REEL_TABLE("info", "the header", ghost_info, info_fields, REEL_TABLE_HEADER | REEL_TABLE_ONE_ROW);
const reel_table ghost_starts = REEL_TABLE("starts", "starts of the run, usually one", ghost_start, start_fields, 0);
const reel_table ghost_skins = REEL_TABLE("skins", "looks of the player, usually one", ghost_skin, skin_fields, 0);
const reel_table ghost_characters = REEL_TABLE("characters", "the player, tick by tick", ghost_character, character_fields, 0);
const reel_table ghost_originals =
    REEL_TABLE("original", "the file as it was read", ghost_original, original_fields, REEL_TABLE_LAYOUT | REEL_TABLE_ONE_ROW);

const reel_table *const reel__ghost_tables[] = { &ghost_infos,      &ghost_starts,    &ghost_skins,
                                                 &ghost_characters, &ghost_originals, NULL };

const uint8_t reel__ghost_ints[GHOST_TYPES] = {
    [GHOST_SKIN] = 9, [GHOST_CHARACTER_OLD] = 11, [GHOST_CHARACTER] = GHOST_ITEM_INTS, [GHOST_START] = 1
};
