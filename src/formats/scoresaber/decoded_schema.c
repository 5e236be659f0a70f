/* SPDX-License-Identifier: MIT
 * The rows of the decoded JSON, field by field, and the members of its object "info". */
#include "formats/scoresaber/layout.h"

#define TIME REEL_FIELD_TIME
#define KEY REEL_FIELD_KEY

static const reel_label difficulties[] = {
    { 1, "Easy" }, { 3, "Normal" }, { 5, "Hard" }, { 7, "Expert" }, { 9, "ExpertPlus" }, { 0, NULL },
};

#define INFO(name, type, unit, byte, bit, ...)                                                                                   \
    REEL_FIELD(scoresaber_json_info, #name, name, type, unit, __VA_ARGS__,                                                       \
               REEL_PRESENT_IF(scoresaber_json_info, present[byte], SCORESABER_JSON_##bit))
static const reel_field info_fields[] = {
    INFO(version, STRING, "", 0, VERSION, "version of the replay that was decoded"),
    INFO(hash, STRING, "", 0, HASH, "id of the level: custom_level_ followed by the map hash"),
    INFO(difficulty, I64, "", 0, DIFFICULTY, "difficulty of the map", .labels = difficulties),
    INFO(mode, STRING, "", 0, MODE, "Standard, OneSaber, NoArrows, 90Degree, 360Degree, Lawless or Lightshow"),
    INFO(environment, STRING, "", 0, ENVIRONMENT, "name of the scene"),
    INFO(modifiers, STRING, "", 0, MODIFIERS, "modifier codes, separated by commas"),
    INFO(note_spawn_offset, F64, "beats", 0, SPAWN_OFFSET, "note jump start beat offset"),
    INFO(left_handed, BOOL, "", 0, LEFT_HANDED, "left-handed mode"),
    INFO(height, F64, "m", 1, HEIGHT, "height of the player"),
    INFO(room_rotation, F64, "deg", 1, ROOM_ROTATION, "rotation of the player's room, rr"),
    INFO(room_center, F64, "m", 1, ROOM_CENTER, "position of the player's room, room", .components = "xyz"),
    INFO(fail_time, F64, "s", 1, FAIL_TIME, "song time at which the player failed, st"),
    INFO(total_score, I64, "points", 1, TOTAL_SCORE, "score at the end"),
    REEL_FIELD(scoresaber_json_info, "present", present, U8, "", "bit mask of the fields that are present"),
};

#define FRAME(name, member, type, unit, ...) REEL_FIELD(scoresaber_json_frame, name, member, type, unit, __VA_ARGS__)
static const reel_field frame_fields[] = {
    FRAME("head_position", head.position, F64, "m", "position of the head, h.p", .components = "xyz"),
    FRAME("head_rotation", head.rotation, F64, "", "rotation of the head, a quaternion, h.r", .components = "xyzw"),
    FRAME("left_hand_position", left_hand.position, F64, "m", "position of the left hand, l.p", .components = "xyz"),
    FRAME("left_hand_rotation", left_hand.rotation, F64, "", "rotation of the left hand, l.r", .components = "xyzw"),
    FRAME("right_hand_position", right_hand.position, F64, "m", "position of the right hand, r.p", .components = "xyz"),
    FRAME("right_hand_rotation", right_hand.rotation, F64, "", "rotation of the right hand, r.r", .components = "xyzw"),
    FRAME("time", time, F64, "s", "song time, a", .flags = TIME | KEY),
    FRAME("fps", fps, I64, "1/s", "frame rate at that time, i"),
};

#define NOTE(name, type, unit, bit, ...)                                                                                         \
    REEL_FIELD(scoresaber_json_note, #name, name, type, unit, __VA_ARGS__,                                                       \
               REEL_PRESENT_IF(scoresaber_json_note, present, SCORESABER_JSON_HAS_##bit))
static const reel_field note_fields[] = {
    NOTE(score, I32, "points", SCORE, "points of a good cut, or -2 bad cut, -3 miss, -4 bomb, -5 wall; from scores"),
    NOTE(combo, I32, "", COMBO, "combo after the event; from combos"),
    NOTE(time, F64, "s", TIME, "time of the event; from noteTime", .flags = TIME),
    NOTE(note, STRING, "", NOTE, "line, layer, direction and color; from noteInfos"),
    REEL_FIELD(scoresaber_json_note, "present", present, U8, "", "bit mask of the fields that are present"),
};

static const reel_field height_fields[] = {
    REEL_FIELD(scoresaber_json_height, "height", height, F64, "m", "height of the player, h"),
    REEL_FIELD(scoresaber_json_height, "time", time, F64, "s", "time of the measurement, a", .flags = TIME | KEY),
};

static const reel_field extra_fields[] = {
    REEL_FIELD(scoresaber_json_extra, "object", object, STRING, "",
               "object that contains the member: empty for the outermost object, or info", .flags = KEY),
    REEL_FIELD(scoresaber_json_extra, "key", key, STRING, "", "key of the member, as written between the quotes", .flags = KEY),
    REEL_FIELD(scoresaber_json_extra, "json", json, STRING, "", "value of the member, as written"),
};

const reel_table scoresaber_json_infos =
    REEL_TABLE("info", "the map, the player's settings and the result", scoresaber_json_info, info_fields, REEL_TABLE_HEADER);
const reel_table scoresaber_json_frames =
    REEL_TABLE("frames", "poses of head and hands, one row per recorded frame", scoresaber_json_frame, frame_fields, 0);
const reel_table scoresaber_json_notes =
    REEL_TABLE("notes", "result of each note, bomb and wall", scoresaber_json_note, note_fields, 0);
const reel_table scoresaber_json_heights =
    REEL_TABLE("heights", "height of the player", scoresaber_json_height, height_fields, 0);
const reel_table scoresaber_json_extras =
    REEL_TABLE("extras", "members that are not documented", scoresaber_json_extra, extra_fields, 0);

const reel_table *const decoded_tables[] = {
    &scoresaber_json_infos,
    &scoresaber_json_frames,
    &scoresaber_json_notes,
    &scoresaber_json_heights,
    &scoresaber_json_extras,
    &scoresaber_originals,
    NULL,
};

#define MEMBER(key, kind, name, byte, bit)                                                                                       \
    {                                                                                                                            \
        key, kind, offsetof(scoresaber_json_info, name), byte, SCORESABER_JSON_##bit                                             \
    }
const decoded_member decoded_members[DECODED_MEMBERS] = {
    MEMBER("version", DECODED_TEXT, version, 0, VERSION),
    MEMBER("hash", DECODED_TEXT, hash, 0, HASH),
    MEMBER("difficulty", DECODED_WHOLE, difficulty, 0, DIFFICULTY),
    MEMBER("mode", DECODED_TEXT, mode, 0, MODE),
    MEMBER("environment", DECODED_TEXT, environment, 0, ENVIRONMENT),
    MEMBER("modifiers", DECODED_TEXTS, modifiers, 0, MODIFIERS),
    MEMBER("noteJumpStartBeatOffset", DECODED_NUMBER, note_spawn_offset, 0, SPAWN_OFFSET),
    MEMBER("leftHanded", DECODED_FLAG, left_handed, 0, LEFT_HANDED),
    MEMBER("height", DECODED_NUMBER, height, 1, HEIGHT),
    MEMBER("rr", DECODED_NUMBER, room_rotation, 1, ROOM_ROTATION),
    MEMBER("room", DECODED_POINT, room_center, 1, ROOM_CENTER),
    MEMBER("st", DECODED_NUMBER, fail_time, 1, FAIL_TIME),
    MEMBER("totalScore", DECODED_WHOLE, total_score, 1, TOTAL_SCORE),
};
