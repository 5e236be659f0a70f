/* SPDX-License-Identifier: MIT
 * The tables of .dat, field by field. */
#include "formats/scoresaber/layout.h"

#define TIME REEL_FIELD_TIME
#define KEY REEL_FIELD_KEY
#define DERIVED REEL_FIELD_DERIVED

static const reel_label event_types[] = {
    { SCORESABER_NONE, "none" }, { SCORESABER_GOOD_CUT, "good" }, { SCORESABER_BAD_CUT, "bad" },
    { SCORESABER_MISS, "miss" }, { SCORESABER_BOMB, "bomb" },     { 0, NULL },
};
static const reel_label sabers[] = { { 0, "left" }, { 1, "right" }, { 0, NULL } };
static const reel_label colors[] = { { 0, "red" }, { 1, "blue" }, { -1, "bomb" }, { 0, NULL } };
static const reel_label directions[] = {
    { 0, "up" },        { 1, "down" },       { 2, "left" }, { 3, "right" }, { 4, "up_left" }, { 5, "up_right" },
    { 6, "down_left" }, { 7, "down_right" }, { 8, "any" },  { 9, "none" },  { 0, NULL },
};
static const reel_label difficulties[] = {
    { 1, "Easy" }, { 3, "Normal" }, { 5, "Hard" }, { 7, "Expert" }, { 9, "ExpertPlus" }, { 0, NULL },
};

#define INFO(name, type, unit, ...) REEL_FIELD(scoresaber_info, #name, name, type, unit, __VA_ARGS__)
/* Reader and writer walk this table, and those of settings, pauses and offsets, in order: see record.c. */
static const reel_field info_fields[] = {
    INFO(version, STRING, "", "version of the file: 2.0.0, 3.0.0 or 3.1.0"),
    INFO(level_id, STRING, "", "id of the level: custom_level_ and the map hash, or the name of a level of the game",
         .flags = REEL_FIELD_LEVEL),
    INFO(difficulty, I32, "", "difficulty of the map", .labels = difficulties, .flags = REEL_FIELD_LEVEL),
    INFO(characteristic, STRING, "", "Standard, OneSaber, NoArrows, 90Degree, 360Degree, Lawless or Lightshow",
         .flags = REEL_FIELD_LEVEL),
    INFO(environment, STRING, "", "name of the scene"),
    INFO(modifiers, STRING, "",
         "codes of modifiers that were on, separated by commas; SC is small cubes or a fail on saber clash"),
    INFO(note_spawn_offset, F32, "beats", "offset of the note jump, or its duration in seconds if the player chose a fixed one"),
    INFO(left_handed, BOOL, "", "left-handed mode"),
    INFO(initial_height, F32, "m", "height of the player in the settings", .flags = REEL_FIELD_BODY),
    INFO(room_rotation, F32, "deg",
         "rotation of the room in the game's settings, about the vertical axis; poses do not contain it"),
    INFO(room_center, F32, "m", "position of the room in the game's settings", .components = "xyz"),
    INFO(fail_time, F32, "s", "song time at which energy last reached 0; 0: never. With NF the play goes on"),
    INFO(game_version, STRING, "", "version of the game, from 3.1.0 on"),
    INFO(plugin_version, STRING, "", "version of the recording plug-in, from 3.1.0 on"),
    INFO(platform, STRING, "", "PC or Quest, from 3.1.0 on", .flags = REEL_FIELD_DEVICE),
};

#define POSE(name, member, type, unit, ...) REEL_FIELD(scoresaber_pose, name, member, type, unit, __VA_ARGS__)
static const reel_field pose_fields[] = {
    POSE("head_position", head.position, F32, "m", "position of the head in the player's space", .components = "xyz",
         .flags = REEL_FIELD_POSE),
    POSE("head_rotation", head.rotation, F32, "", "rotation of the head, a quaternion", .components = "xyzw"),
    POSE("left_hand_position", left_hand.position, F32, "m", "position of the left hand", .components = "xyz",
         .flags = REEL_FIELD_POSE),
    POSE("left_hand_rotation", left_hand.rotation, F32, "", "rotation of the left hand, a quaternion", .components = "xyzw"),
    POSE("right_hand_position", right_hand.position, F32, "m", "position of the right hand", .components = "xyz",
         .flags = REEL_FIELD_POSE),
    POSE("right_hand_rotation", right_hand.rotation, F32, "", "rotation of the right hand, a quaternion", .components = "xyzw"),
    POSE("fps", fps, I32, "1/s", "frame rate at that time"),
    POSE("time", time, F32, "s", "song time", .flags = TIME | KEY),
};

static const reel_field height_fields[] = {
    REEL_FIELD(scoresaber_height, "height", height, F32, "m", "height of the player", .flags = REEL_FIELD_BODY),
    REEL_FIELD(scoresaber_height, "time", time, F32, "s", "time of the measurement", .flags = TIME | KEY),
};

#define NOTE(name, type, unit, ...) REEL_FIELD(scoresaber_note, #name, name, type, unit, __VA_ARGS__)
#define V3 REEL_PRESENT_IF(scoresaber_note, present, SCORESABER_NOTE_V3)
static const reel_field note_fields[] = {
    NOTE(note_time, F32, "s", "time of the note in the map", .flags = KEY),
    NOTE(layer, I32, "", "layer, 0 to 2 from the bottom", .flags = KEY),
    NOTE(line, I32, "", "line, 0 to 3 from the left", .flags = KEY),
    NOTE(color, I32, "", "color of the note", .labels = colors),
    NOTE(direction, I32, "", "direction of the arrow", .labels = directions),
    NOTE(gameplay_type, I32, "", "kind of note, from version 3 on", V3),
    NOTE(scoring_type, I32, "", "scoring type of the game (that of BSOR minus 2), from version 3 on", V3),
    NOTE(direction_offset, F32, "deg", "rotation of the cut direction, from version 3 on", V3),
    NOTE(event_type, I32, "", "result of the note", .labels = event_types),
    NOTE(cut_point, F32, "m", "point where the saber hit the note", .components = "xyz"),
    NOTE(cut_normal, F32, "", "normal of the cut plane", .components = "xyz"),
    NOTE(saber_direction, F32, "", "direction of the saber's movement", .components = "xyz"),
    NOTE(saber_type, I32, "", "saber that made the cut", .labels = sabers),
    NOTE(direction_ok, BOOL, "", "the cut direction was correct"),
    NOTE(saber_speed, F32, "m/s", "speed of the saber"),
    NOTE(cut_angle, F32, "deg", "angle of the cut"),
    NOTE(cut_distance_to_center, F32, "m", "distance of the cut from the center of the note"),
    NOTE(cut_direction_deviation, F32, "deg", "angle between the cut and the arrow of the note"),
    NOTE(before_cut_rating, F32, "", "swing before the cut; 1 is a full one"),
    NOTE(after_cut_rating, F32, "", "swing after the cut; 1 is a full one"),
    NOTE(event_time, F32, "s", "song time of the cut; of a miss, of the frame in which it was scored", .flags = TIME),
    NOTE(unity_timescale, F32, "", "time scale of the engine"),
    NOTE(time_sync_timescale, F32, "", "time scale of the song"),
    NOTE(time_deviation, F32, "s", "time of the note minus time of the cut, from version 3 on", V3),
    NOTE(world_rotation, F32, "", "rotation of the lane, a quaternion, from version 3 on", .components = "xyzw", V3),
    NOTE(inverse_world_rotation, F32, "", "inverse of that rotation, from version 3 on", .components = "xyzw", V3),
    NOTE(note_rotation, F32, "", "rotation of the note, a quaternion, from version 3 on", .components = "xyzw", V3),
    NOTE(note_position, F32, "m", "position of the note, from version 3 on", .components = "xyz", V3),
    NOTE(present, U8, "", "1 if the record is of version 3", .flags = DERIVED),
};

static const reel_field score_fields[] = {
    REEL_FIELD(scoresaber_score, "score", score, I32, "points", "score, with multipliers and without modifiers"),
    REEL_FIELD(scoresaber_score, "time", time, F32, "s", "song time of the change", .flags = TIME),
    REEL_FIELD(scoresaber_score, "max_score", max_score, I32, "points", "maximum possible score at that time, from version 3 on",
               REEL_PRESENT_IF(scoresaber_score, present, SCORESABER_NOTE_V3)),
    REEL_FIELD(scoresaber_score, "present", present, U8, "", "1 if the record is of version 3", .flags = DERIVED),
};
static const reel_field combo_fields[] = {
    REEL_FIELD(scoresaber_combo, "combo", combo, I32, "", "combo"),
    REEL_FIELD(scoresaber_combo, "time", time, F32, "s", "song time of the change", .flags = TIME),
};
static const reel_field multiplier_fields[] = {
    REEL_FIELD(scoresaber_multiplier, "multiplier", multiplier, I32, "", "multiplier: 1, 2, 4 or 8"),
    REEL_FIELD(scoresaber_multiplier, "progress", progress, F32, "", "progress to the next multiplier, 0 to 1"),
    REEL_FIELD(scoresaber_multiplier, "time", time, F32, "s", "song time of the change", .flags = TIME),
};
static const reel_field energy_fields[] = {
    REEL_FIELD(scoresaber_energy, "energy", energy, F32, "", "energy, 0 to 1"),
    REEL_FIELD(scoresaber_energy, "time", time, F32, "s", "song time of the change", .flags = TIME),
};

#define SETTING(name, type, unit, ...) REEL_FIELD(scoresaber_play_settings, #name, name, type, unit, __VA_ARGS__)
#define COLOR(name, doc_, member, bit)                                                                                           \
    SETTING(name, F32, "", doc_, .components = "rgba", REEL_PRESENT_IF(scoresaber_play_settings, member, bit))
static const reel_field setting_fields[] = {
    SETTING(song_speed, F32, "", "playback speed of the song"),
    SETTING(jump_distance, F32, "m", "note jump distance"),
    COLOR(left_saber, "color of the left saber", present, SCORESABER_HAS_LEFT_SABER),
    COLOR(right_saber, "color of the right saber", present, SCORESABER_HAS_RIGHT_SABER),
    COLOR(obstacles, "color of the walls", present, SCORESABER_HAS_OBSTACLES),
    COLOR(environment_0, "first light color of the scene", present, SCORESABER_HAS_ENVIRONMENT_0),
    COLOR(environment_1, "second light color of the scene", present, SCORESABER_HAS_ENVIRONMENT_1),
    COLOR(environment_w, "white light color of the scene", present, SCORESABER_HAS_ENVIRONMENT_W),
    COLOR(boost_0, "first boost light color of the scene", present, SCORESABER_HAS_BOOST_0),
    COLOR(boost_1, "second boost light color of the scene", present, SCORESABER_HAS_BOOST_1),
    COLOR(boost_w, "white boost light color of the scene", present_boost_w, SCORESABER_HAS_BOOST_W),
    SETTING(boost_colors, BOOL, "", "the scene has boost colors"),
    SETTING(environment, STRING, "", "name of the scene; if not empty, it overrides the one of info"),
    SETTING(filter_default, I32, "", "default effects filter preset"),
    SETTING(filter_expert_plus, I32, "", "effects filter preset for Expert+"),
    SETTING(filter, I32, "", "effects filter preset in use"),
    SETTING(no_texts, BOOL, "", "texts and HUD are hidden"),
    SETTING(trail_intensity, F32, "", "intensity of the sabers' trails"),
    SETTING(hide_spawn_effect, BOOL, "", "the note spawn effect is hidden"),
    SETTING(arc_haptics, BOOL, "", "arcs vibrate the controllers"),
    SETTING(arc_visibility, I32, "", "visibility of arcs"),
    SETTING(present, U8, "", "bit mask of the first eight colors that are present"),
    SETTING(present_boost_w, U8, "", "1 if the last color is present"),
};

static const reel_field pause_fields[] = {
    REEL_FIELD(scoresaber_pause, "time", time, F32, "s", "song time at its start", .flags = TIME | KEY),
    REEL_FIELD(scoresaber_pause, "duration", duration, I64, "ms", "duration of the pause, in time of the room"),
    REEL_FIELD(scoresaber_pause, "began", began, I64, "unix ms", "when it began"),
    REEL_FIELD(scoresaber_pause, "ended", ended, I64, "unix ms", "when it ended"),
};

#define WALL(name, type, unit, ...) REEL_FIELD(scoresaber_wall, #name, name, type, unit, __VA_ARGS__)
static const reel_field wall_fields[] = {
    WALL(time, F32, "s", "song time at which the head entered the wall", .flags = TIME | KEY),
    WALL(exit_time, F32, "s", "song time at which the head had left all walls"),
    WALL(energy, F32, "", "energy at the end of the contact"),
    WALL(obstacle_time, F32, "s", "time of the wall in the map"),
    WALL(obstacle_duration, F32, "s", "duration of the wall"),
    WALL(line, I32, "", "leftmost line of the wall", .flags = KEY),
    WALL(layer, I32, "", "lowest layer of the wall"),
    WALL(width, I32, "", "width of the wall in lines"),
    WALL(height, I32, "", "height of the wall in layers"),
};

#define OFFSET(name, member, unit, bit, ...)                                                                                     \
    REEL_FIELD(scoresaber_controller_offsets, name, member, F32, unit, __VA_ARGS__, .components = "xyz",                         \
               REEL_PRESENT_IF(scoresaber_controller_offsets, present, bit))
static const reel_field offset_fields[] = {
    OFFSET("shared_position", shared.position, "m", SCORESABER_HAS_SHARED, "position of both sabers in the hands"),
    OFFSET("shared_rotation", shared.rotation, "deg", SCORESABER_HAS_SHARED, "rotation of both sabers in the hands"),
    OFFSET("left_position", left.position, "m", SCORESABER_HAS_LEFT, "position of the left saber in the hand"),
    OFFSET("left_rotation", left.rotation, "deg", SCORESABER_HAS_LEFT, "rotation of the left saber in the hand"),
    OFFSET("right_position", right.position, "m", SCORESABER_HAS_RIGHT, "position of the right saber in the hand"),
    OFFSET("right_rotation", right.rotation, "deg", SCORESABER_HAS_RIGHT, "rotation of the right saber in the hand"),
    REEL_FIELD(scoresaber_controller_offsets, "present", present, U8, "", "bit mask of the three offsets that are present"),
};

static const reel_field extension_fields[] = {
    REEL_FIELD(scoresaber_extension, "id", id, STRING, "", "name of the extension", .flags = KEY),
    REEL_FIELD(scoresaber_extension, "layout_version", layout_version, I32, "", "version of its layout"),
    REEL_FIELD(scoresaber_extension, "payload", payload, BYTES, "", "bytes of the extension"),
};

#define KEYFRAME(name, type, unit, ...) REEL_FIELD(scoresaber_keyframe, #name, name, type, unit, __VA_ARGS__)
static const reel_field keyframe_fields[] = {
    KEYFRAME(right_position, F32, "m", "position of the right hand", .components = "xyz"),
    KEYFRAME(left_position, F32, "m", "position of the left hand", .components = "xyz"),
    KEYFRAME(head_position, F32, "m", "position of the head", .components = "xyz"),
    KEYFRAME(right_rotation, F32, "", "rotation of the right hand, a quaternion", .components = "xyzw"),
    KEYFRAME(left_rotation, F32, "", "rotation of the left hand, a quaternion", .components = "xyzw"),
    KEYFRAME(head_rotation, F32, "", "rotation of the head, a quaternion", .components = "xyzw"),
    KEYFRAME(time, F32, "s", "song time", .flags = TIME | KEY),
    KEYFRAME(combo, I32, "", "combo at that time"),
    KEYFRAME(score, I32, "points", "score at that time"),
};

static const reel_label parts[] = {
    { SCORESABER_AFTER_POINTERS, "pointers" },
    { SCORESABER_AFTER_INFO, "info" },
    { SCORESABER_AFTER_POSES, "poses" },
    { SCORESABER_AFTER_HEIGHTS, "heights" },
    { SCORESABER_AFTER_NOTES, "notes" },
    { SCORESABER_AFTER_SCORES, "scores" },
    { SCORESABER_AFTER_COMBOS, "combos" },
    { SCORESABER_AFTER_MULTIPLIERS, "multipliers" },
    { SCORESABER_AFTER_ENERGIES, "energies" },
    { SCORESABER_AFTER_EXTENSIONS, "extensions" },
    { SCORESABER_AFTER_KEYFRAMES, "keyframes" },
    { SCORESABER_AFTER_STREAM, "stream" },
    { 0, NULL },
};
static const reel_field gap_fields[] = {
    REEL_FIELD(scoresaber_gap, "after", after, U8, "", "the part of the file that the bytes follow", .labels = parts),
    REEL_FIELD(scoresaber_gap, "bytes", bytes, BYTES, "", "the bytes"),
};
static const reel_field original_fields[] = {
    REEL_FIELD(scoresaber_original, "bytes", bytes, BYTES, "", "the whole file"),
    REEL_FIELD(scoresaber_original, "loose", loose, U64, "bytes", "bytes of the file that no row represents", .flags = DERIVED),
    REEL_FIELD(scoresaber_original, "rows", rows, U64, "", "checksum of the rows that were read from the file", .flags = DERIVED),
};

const reel_table scoresaber_infos = REEL_TABLE("info", "the map, the player's settings and the result", scoresaber_info,
                                               info_fields, REEL_TABLE_HEADER | REEL_TABLE_ONE_ROW);
const reel_table scoresaber_poses =
    REEL_TABLE("poses", "poses of head and hands, one row per recorded frame", scoresaber_pose, pose_fields, 0);
const reel_table scoresaber_heights = REEL_TABLE("heights", "height of the player", scoresaber_height, height_fields, 0);
const reel_table scoresaber_notes = REEL_TABLE("notes", "result of each note and bomb", scoresaber_note, note_fields, 0);
const reel_table scoresaber_scores = REEL_TABLE("scores", "changes of the score", scoresaber_score, score_fields, 0);
const reel_table scoresaber_combos = REEL_TABLE("combos", "changes of the combo", scoresaber_combo, combo_fields, 0);
const reel_table scoresaber_multipliers =
    REEL_TABLE("multipliers", "changes of the multiplier", scoresaber_multiplier, multiplier_fields, 0);
const reel_table scoresaber_energies = REEL_TABLE("energies", "changes of the energy", scoresaber_energy, energy_fields, 0);
const reel_table scoresaber_play_settings_rows = REEL_TABLE("play_settings", "settings of the player, from the extension block",
                                                            scoresaber_play_settings, setting_fields, REEL_TABLE_ONE_ROW);
const reel_table scoresaber_pauses = REEL_TABLE("pauses", "pauses, from the extension block", scoresaber_pause, pause_fields, 0);
const reel_table scoresaber_walls =
    REEL_TABLE("walls", "walls that the head entered, from the extension block", scoresaber_wall, wall_fields, 0);
const reel_table scoresaber_offsets =
    REEL_TABLE("controller_offsets", "positions and rotations of the sabers in the hands, from the extension block",
               scoresaber_controller_offsets, offset_fields, REEL_TABLE_ONE_ROW);
const reel_table scoresaber_extensions =
    REEL_TABLE("extensions", "extensions without a table of their own, as raw bytes", scoresaber_extension, extension_fields, 0);
const reel_table scoresaber_keyframes =
    REEL_TABLE("keyframes", "key frames, the only data of the oldest files", scoresaber_keyframe, keyframe_fields, 0);
const reel_table scoresaber_gaps =
    REEL_TABLE("gaps", "bytes outside every section", scoresaber_gap, gap_fields, REEL_TABLE_LAYOUT);
const reel_table scoresaber_originals = REEL_TABLE("original", "the original file, for byte-exact writing", scoresaber_original,
                                                   original_fields, REEL_TABLE_LAYOUT | REEL_TABLE_ONE_ROW);

const reel_table *const reel__dat_tables[] = {
    &scoresaber_infos,
    &scoresaber_poses,
    &scoresaber_heights,
    &scoresaber_notes,
    &scoresaber_scores,
    &scoresaber_combos,
    &scoresaber_multipliers,
    &scoresaber_energies,
    &scoresaber_play_settings_rows,
    &scoresaber_pauses,
    &scoresaber_walls,
    &scoresaber_offsets,
    &scoresaber_extensions,
    &scoresaber_keyframes,
    &scoresaber_gaps,
    &scoresaber_originals,
    NULL,
};

const dat_kind reel__dat_kinds[DAT_SECTIONS] = {
    [DAT_METADATA] = { "info", &scoresaber_infos, 0, 0 },
    [DAT_POSES] = { "poses", &scoresaber_poses, 92, 92 },
    [DAT_HEIGHTS] = { "heights", &scoresaber_heights, 8, 8 },
    [DAT_NOTES] = { "notes", &scoresaber_notes, DAT_NOTE_V2_BYTES, DAT_NOTE_V3_BYTES },
    [DAT_SCORES] = { "scores", &scoresaber_scores, 8, 12 },
    [DAT_COMBOS] = { "combos", &scoresaber_combos, 8, 8 },
    [DAT_MULTIPLIERS] = { "multipliers", &scoresaber_multipliers, 12, 12 },
    [DAT_ENERGIES] = { "energies", &scoresaber_energies, 8, 8 },
    [DAT_EXTENSIONS] = { "extensions", &scoresaber_extensions, 0, 0 },
};
