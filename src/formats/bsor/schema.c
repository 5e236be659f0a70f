/* SPDX-License-Identifier: MIT
 * The tables of BSOR, field by field. */
#include "formats/bsor/layout.h"

#define TIME REEL_FIELD_TIME
#define POSE REEL_FIELD_POSE
#define LEVEL REEL_FIELD_LEVEL
#define KEY REEL_FIELD_KEY
#define PERSONAL REEL_FIELD_PERSONAL
#define DERIVED REEL_FIELD_DERIVED

static const reel_label event_types[] = {
    { BSOR_GOOD_CUT, "good" }, { BSOR_BAD_CUT, "bad" }, { BSOR_MISS, "miss" }, { BSOR_BOMB, "bomb" }, { 0, NULL },
};

static const reel_label sabers[] = { { 0, "left" }, { 1, "right" }, { 0, NULL } };

static const reel_label section_names[] = {
    { BSOR_INFO, "info" },
    { BSOR_FRAMES, "frames" },
    { BSOR_NOTES, "notes" },
    { BSOR_WALLS, "walls" },
    { BSOR_HEIGHTS, "heights" },
    { BSOR_PAUSES, "pauses" },
    { BSOR_OFFSETS, "controller_offsets" },
    { BSOR_USER_DATA, "user_data" },
    { 0, NULL },
};

/* The start of the play is personal too: together with the map and the score, it identifies the player on a leaderboard. */
#define INFO(name, type, unit, ...) REEL_FIELD(bsor_info, #name, name, type, unit, __VA_ARGS__)
static const reel_field info_fields[] = {
    INFO(mod_version, STRING, "", "version of the recording mod"),
    INFO(game_version, STRING, "", "version of the game, with build number"),
    INFO(timestamp, STRING, "unix s", "start of the play, Unix time in seconds, as text", .flags = PERSONAL),
    INFO(player_id, STRING, "", "id of the player on the platform", .flags = PERSONAL | REEL_FIELD_PLAYER),
    INFO(player_name, STRING, "", "name of the player", .flags = PERSONAL | REEL_FIELD_PLAYER_NAME),
    INFO(platform, STRING, "", "steam, oculuspc, or oculus for a standalone headset", .flags = REEL_FIELD_DEVICE),
    INFO(tracking_system, STRING, "", "tracking runtime: OpenVR, OpenXR or Oculus", .flags = REEL_FIELD_DEVICE),
    INFO(headset, STRING, "", "name of the headset", .flags = REEL_FIELD_DEVICE),
    INFO(controller, STRING, "", "name of the controllers", .flags = REEL_FIELD_DEVICE),
    INFO(map_hash, STRING, "", "hash of the map, usually 40 hex digits", .flags = LEVEL),
    INFO(song_name, STRING, "", "name of the song"),
    INFO(mapper, STRING, "", "authors of the map, separated by commas; the Quest mod writes the artist of the song"),
    INFO(difficulty, STRING, "", "Easy, Normal, Hard, Expert or ExpertPlus", .flags = LEVEL),
    INFO(score, I32, "points", "score as shown, before modifiers"),
    INFO(mode, STRING, "", "Standard, OneSaber, NoArrows, 90Degree, 360Degree, Lawless or Lightshow", .flags = LEVEL),
    INFO(environment, STRING, "", "name of the scene"),
    INFO(modifiers, STRING, "", "modifier codes, separated by commas"),
    INFO(jump_distance, F32, "m", "note jump distance"),
    INFO(left_handed, BOOL, "", "left-handed mode"),
    INFO(height, F32, "m", "height of the player, 0 if the game measured it during play", .flags = REEL_FIELD_BODY),
    INFO(start_time, F32, "s", "song time at which practice mode started, 0 outside practice mode"),
    INFO(fail_time, F32, "s", "song time at which the player failed, 0 if not failed"),
    INFO(speed, F32, "", "song speed in practice mode, 0 outside practice mode", .flags = REEL_FIELD_PRACTICE),
};

#define FRAME(name, member, type, unit, ...) REEL_FIELD(bsor_frame, name, member, type, unit, __VA_ARGS__)
static const reel_field frame_fields[] = {
    FRAME("time", time, F32, "s", "song time", .flags = TIME | KEY),
    FRAME("fps", fps, I32, "1/s", "frame rate at that time, 0 in derived files"),
    FRAME("head_position", head.position, F32, "m", "position of the head", .components = "xyz", .flags = POSE),
    FRAME("head_rotation", head.rotation, F32, "", "rotation of the head, a quaternion", .components = "xyzw"),
    FRAME("left_hand_position", left_hand.position, F32, "m", "position of the left hand", .components = "xyz", .flags = POSE),
    FRAME("left_hand_rotation", left_hand.rotation, F32, "", "rotation of the left hand, a quaternion", .components = "xyzw"),
    FRAME("right_hand_position", right_hand.position, F32, "m", "position of the right hand", .components = "xyz", .flags = POSE),
    FRAME("right_hand_rotation", right_hand.rotation, F32, "", "rotation of the right hand, a quaternion", .components = "xyzw"),
};

#define NOTE(name, type, unit, ...) REEL_FIELD(bsor_note, #name, name, type, unit, __VA_ARGS__)
#define CUT_IF(bit, name, member, type, unit, ...)                                                                               \
    REEL_FIELD(bsor_note, name, cut.member, type, unit, __VA_ARGS__, REEL_PRESENT_IF(bsor_note, has_cut, BSOR_CUT_ALL | (bit)))
#define CUT(name, member, type, unit, ...)                                                                                       \
    REEL_FIELD(bsor_note, name, cut.member, type, unit, __VA_ARGS__, REEL_PRESENT_IF(bsor_note, has_cut, 0xff))
static const reel_field note_fields[] = {
    NOTE(note_id, I32, "", "scoring type, line, layer, color and direction, packed in decimal digits", .flags = KEY),
    NOTE(event_time, F32, "s", "time the note was scored", .flags = TIME),
    NOTE(spawn_time, F32, "s", "time of the note in the map", .flags = KEY),
    NOTE(event_type, I32, "", "result of the note", .labels = event_types),
    NOTE(has_cut, BOOL, "", "cut fields are present: good and bad cuts only", .flags = DERIVED),
    CUT("speed_ok", speed_ok, BOOL, "", "the saber was fast enough"),
    CUT("direction_ok", direction_ok, BOOL, "", "the cut direction was correct"),
    CUT("saber_type_ok", saber_type_ok, BOOL, "", "the correct saber was used"),
    CUT("was_cut_too_soon", was_cut_too_soon, BOOL, "", "the cut was too early"),
    CUT_IF(BSOR_CUT_SPEED, "saber_speed", saber_speed, F32, "m/s",
           "speed of the saber. Raw: four mod versions store the bits of the float as a number (1e9), which clean rows undo; the "
           "lowest bit may encode the side of the center that was cut"),
    CUT("saber_direction", saber_direction, F32, "", "direction of the saber's movement", .components = "xyz"),
    CUT("saber_type", saber_type, I32, "", "saber that made the cut", .labels = sabers),
    CUT_IF(BSOR_CUT_DEVIATION, "time_deviation", time_deviation, F32, "s",
           "time of the note minus time of the cut. Raw: may be uninitialised memory for bad cuts and chain links"),
    CUT("cut_direction_deviation", cut_direction_deviation, F32, "deg", "angle between the cut and the arrow of the note"),
    CUT("cut_point", cut_point, F32, "m", "point where the saber hit the note", .components = "xyz"),
    CUT("cut_normal", cut_normal, F32, "", "normal of the cut plane", .components = "xyz"),
    CUT("cut_distance_to_center", cut_distance_to_center, F32, "m", "distance of the cut from the center of the note"),
    CUT("cut_angle", cut_angle, F32, "deg", "angle of the cut"),
    CUT_IF(BSOR_CUT_BEFORE, "before_cut_rating", before_cut_rating, F32, "",
           "swing before the cut; 1 is a full swing, not capped"),
    CUT_IF(BSOR_CUT_AFTER, "after_cut_rating", after_cut_rating, F32, "", "swing after the cut; 1 is a full swing, not capped"),
};

#define WALL(name, type, unit, ...) REEL_FIELD(bsor_wall, #name, name, type, unit, __VA_ARGS__)
static const reel_field wall_fields[] = {
    WALL(wall_id, I32, "", "line * 100 + type * 10 + width", .flags = KEY),
    WALL(energy, F32, "", "energy at the end of the contact, 0 to 1; standalone headsets write a song time here"),
    WALL(time, F32, "s", "start of the contact", .flags = TIME | KEY),
    WALL(spawn_time, F32, "s", "time of the wall in the map, or the time it appeared"),
};

static const reel_field height_fields[] = {
    REEL_FIELD(bsor_height, "height", height, F32, "m", "height of the player", .flags = REEL_FIELD_BODY),
    REEL_FIELD(bsor_height, "time", time, F32, "s", "time of the measurement", .flags = TIME | KEY),
};

static const reel_field pause_fields[] = {
    REEL_FIELD(bsor_pause, "duration", duration, I64, "s", "duration of the pause"),
    REEL_FIELD(bsor_pause, "time", time, F32, "s", "song time at its start", .flags = TIME | KEY),
};

#define OFFSET(name, member, unit, ...) REEL_FIELD(bsor_controller_offsets, name, member, F32, unit, __VA_ARGS__)
static const reel_field offset_fields[] = {
    OFFSET("left_position", left.position, "m", "position of the left saber in the hand", .components = "xyz"),
    OFFSET("left_rotation", left.rotation, "", "rotation of the left saber in the hand, a quaternion", .components = "xyzw"),
    OFFSET("right_position", right.position, "m", "position of the right saber in the hand", .components = "xyz"),
    OFFSET("right_rotation", right.rotation, "", "rotation of the right saber in the hand, a quaternion", .components = "xyzw"),
};

/* Other mods store arbitrary data here, such as heart rates with the name of the device. */
static const reel_field user_data_fields[] = {
    REEL_FIELD(bsor_user_entry, "key", key, STRING, "", "name of the mod or of its data", .flags = KEY),
    REEL_FIELD(bsor_user_entry, "data", value, BYTES, "", "the data, as the mod wrote it", .flags = PERSONAL),
};

#define SECTION(name, type, unit, ...) REEL_FIELD(bsor_section, #name, name, type, unit, __VA_ARGS__)
static const reel_field section_fields[] = {
    SECTION(id, U8, "", "id of the section", .labels = section_names),
    SECTION(bare, BOOL, "", "the file ends with this id, without a section body"),
    SECTION(count, U32, "", "number of rows of its table in the section"),
    SECTION(offset, U64, "bytes", "file offset of the id", .flags = DERIVED),
    SECTION(size, U64, "bytes", "size including the id, excluding the bytes of raw after the last section", .flags = DERIVED),
    SECTION(raw, BYTES, "", "bytes up to the end of the file that no row represents"),
};

#define LENGTH(name, type, unit, ...) REEL_FIELD(bsor_length, #name, name, type, unit, __VA_ARGS__)
static const reel_field length_fields[] = {
    LENGTH(string, U32, "", "index of the string in its info section, from 0", .flags = KEY),
    LENGTH(info, U32, "", "row of the info table", .flags = KEY),
    LENGTH(stated, I32, "", "stated length"),
    LENGTH(bytes, U32, "bytes", "actual length"),
    LENGTH(offset, U64, "bytes", "file offset of the length", .flags = DERIVED),
};

const reel_table bsor_infos =
    REEL_TABLE("info", "the player, the map and the result", bsor_info, info_fields, REEL_TABLE_HEADER | REEL_TABLE_ONE_ROW);
const reel_table bsor_frames =
    REEL_TABLE("frames", "poses of head and hands, one row per rendered frame", bsor_frame, frame_fields, 0);
const reel_table bsor_notes = REEL_TABLE("notes", "notes and bombs, in the order they were scored", bsor_note, note_fields, 0);
const reel_table bsor_walls = REEL_TABLE("walls", "contacts of the head with walls", bsor_wall, wall_fields, 0);
const reel_table bsor_heights = REEL_TABLE("heights", "measured heights of the player", bsor_height, height_fields, 0);
const reel_table bsor_pauses = REEL_TABLE("pauses", "pauses", bsor_pause, pause_fields, 0);
const reel_table bsor_offsets = REEL_TABLE("controller_offsets", "positions and rotations of the sabers in the hands",
                                           bsor_controller_offsets, offset_fields, REEL_TABLE_ONE_ROW);
const reel_table bsor_user_data = REEL_TABLE("user_data", "data of other mods, by key", bsor_user_entry, user_data_fields, 0);
const reel_table bsor_sections =
    REEL_TABLE("sections", "layout of the file, in file order", bsor_section, section_fields, REEL_TABLE_LAYOUT);
const reel_table bsor_lengths = REEL_TABLE("lengths", "strings whose stated length differs from their length in bytes",
                                           bsor_length, length_fields, REEL_TABLE_LAYOUT);

const bsor_section_kind reel__bsor_section_kinds[BSOR_SECTION_IDS] = {
    [BSOR_INFO] = { "info", &bsor_infos, NULL, 0, false },
    [BSOR_FRAMES] = { "frames", &bsor_frames, "bsor.frame-count", 92, true },
    [BSOR_NOTES] = { "notes", &bsor_notes, "bsor.note-count", BSOR_NOTE_BYTES, false },
    [BSOR_WALLS] = { "walls", &bsor_walls, "bsor.wall-count", 16, true },
    [BSOR_HEIGHTS] = { "heights", &bsor_heights, "bsor.height-count", 8, true },
    [BSOR_PAUSES] = { "pauses", &bsor_pauses, "bsor.pause-count", 12, false },
    [BSOR_OFFSETS] = { "controller_offsets", &bsor_offsets, NULL, 56, true },
    [BSOR_USER_DATA] = { "user_data", &bsor_user_data, "bsor.user-data-count", BSOR_USER_ENTRY_BYTES, false },
};

/* The strings of section 0 come in the order of the file among the fields. */
static const reel_field *string_from(size_t at)
{
    while (at < bsor_infos.field_count && info_fields[at].type != REEL_STRING) at++;
    return at < bsor_infos.field_count ? &info_fields[at] : NULL;
}

const reel_field *reel__bsor_next_string(const reel_field *field) { return string_from((size_t)(field - info_fields) + 1); }

const reel_field *reel__bsor_string_field(size_t number)
{
    const reel_field *field = string_from(0);
    while (field && number--) field = reel__bsor_next_string(field);
    return field;
}

reel_string *reel__bsor_info_string(bsor_info *info, const reel_field *field)
{
    return (reel_string *)(void *)((uint8_t *)info + field->offset);
}
