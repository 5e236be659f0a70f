/* SPDX-License-Identifier: MIT
 * The tables of XROR, field by field. */
#include "formats/xror/layout.h"

#define TIME REEL_FIELD_TIME
#define POSE REEL_FIELD_POSE
#define KEY REEL_FIELD_KEY
#define PERSONAL REEL_FIELD_PERSONAL
#define DERIVED REEL_FIELD_DERIVED

#define INFO_IF(name, type, unit, bit, ...)                                                                                      \
    REEL_FIELD(xror_info, #name, name, type, unit, __VA_ARGS__, REEL_PRESENT_IF(xror_info, keys[(bit) / 8], 1u << (bit) % 8))
/* The start is personal too: together with the song and the score, it identifies the player on a leaderboard. */
static const reel_field info_fields[] = {
    INFO_IF(schema, STRING, "", XROR_SCHEMA, "address of the schema, with its version"),
    INFO_IF(id, STRING, "", XROR_ID, "id of the recording", .flags = PERSONAL),
    INFO_IF(name, STRING, "", XROR_NAME, "name of the recording", .flags = PERSONAL),
    INFO_IF(app_id, STRING, "", XROR_APP_ID, "id of the application, on Steam"),
    INFO_IF(app_name, STRING, "", XROR_APP_NAME, "name of the application", .flags = REEL_FIELD_TITLE),
    INFO_IF(app_version, STRING, "", XROR_APP_VERSION, "version of the application"),
    INFO_IF(environment_id, STRING, "", XROR_ENVIRONMENT_ID, "id of the scene"),
    INFO_IF(environment_name, STRING, "", XROR_ENVIRONMENT_NAME, "name of the scene"),
    INFO_IF(activity_id, STRING, "", XROR_ACTIVITY_ID, "id of the activity"),
    INFO_IF(activity_name, STRING, "", XROR_ACTIVITY_NAME, "name of the activity; in Beat Saber, of the song"),
    INFO_IF(runtime, STRING, "", XROR_RUNTIME, "runtime or platform: SteamVR, steam, oculus", .flags = REEL_FIELD_DEVICE),
    INFO_IF(api, STRING, "", XROR_API, "programming interface: OpenVR, OpenXR", .flags = REEL_FIELD_DEVICE),
    INFO_IF(user_id, STRING, "", XROR_USER_ID, "id of the user", .flags = PERSONAL | REEL_FIELD_PLAYER),
    INFO_IF(user_name, STRING, "", XROR_USER_NAME, "name of the user", .flags = PERSONAL | REEL_FIELD_PLAYER_NAME),
    INFO_IF(song_hash, STRING, "", XROR_SONG_HASH, "hash of the map, usually 40 hex digits", .flags = REEL_FIELD_LEVEL),
    INFO_IF(mapper, STRING, "", XROR_MAPPER, "authors of the map"),
    INFO_IF(difficulty, STRING, "", XROR_DIFFICULTY, "Easy, Normal, Hard, Expert or ExpertPlus; some files have 1, 3, 5, 7 or 9",
            .flags = REEL_FIELD_LEVEL),
    INFO_IF(mode, STRING, "", XROR_MODE, "Standard, OneSaber, NoArrows, 90Degree, 360Degree, Lawless or Lightshow",
            .flags = REEL_FIELD_LEVEL),
    INFO_IF(modifiers, STRING, "", XROR_MODIFIERS, "modifier codes, separated by commas"),
    INFO_IF(timestamp, I64, "unix ms", XROR_TIMESTAMP, "start of the recording, Unix time in milliseconds", .flags = PERSONAL),
    INFO_IF(score, I64, "points", XROR_SCORE, "score as shown, before modifiers"),
    INFO_IF(jump_distance, F64, "m", XROR_JUMP_DISTANCE, "note jump distance"),
    INFO_IF(height, F64, "m", XROR_HEIGHT, "height of the player", .flags = REEL_FIELD_BODY),
    INFO_IF(start_time, F64, "s", XROR_START_TIME, "song time at which practice mode started"),
    INFO_IF(fail_time, F64, "s", XROR_FAIL_TIME, "song time at which the player failed"),
    INFO_IF(speed, F64, "", XROR_SPEED, "song speed in practice mode", .flags = REEL_FIELD_PRACTICE),
    INFO_IF(left_handed, BOOL, "", XROR_LEFT_HANDED, "left-handed mode"),
    REEL_FIELD(xror_info, "keys", keys, U8, "", "bit mask of the keys in the file: schema, id, name, timestamp, and so on"),
};

static const reel_label roles[] = { { XROR_OTHER, "other" },           { XROR_HEAD, "head" },   { XROR_LEFT_HAND, "left_hand" },
                                    { XROR_RIGHT_HAND, "right_hand" }, { XROR_BRUSH, "brush" }, { 0, NULL } };

#define DEVICE(name, type, unit, ...) REEL_FIELD(xror_device, #name, name, type, unit, __VA_ARGS__)
static const reel_field device_fields[] = {
    DEVICE(name, STRING, "", "name of the device", REEL_PRESENT_IF(xror_device, keys, XROR_DEVICE_NAME),
           .flags = REEL_FIELD_DEVICE),
    REEL_FIELD(xror_device, "device_type", type, STRING, "", "HMD, CONTROLLER, TRACKER, STYLUS, BODY, EYE or OTHER",
               REEL_PRESENT_IF(xror_device, keys, XROR_DEVICE_TYPE)),
    DEVICE(joint, STRING, "", "HEAD, HAND_LEFT, HAND_RIGHT or another part of the body",
           REEL_PRESENT_IF(xror_device, keys, XROR_DEVICE_JOINT)),
    DEVICE(first_column, U32, "", "its first column of the motion table; column 0 is the time", .flags = DERIVED),
    DEVICE(axes, U32, "", "number of its columns", .flags = DERIVED),
    DEVICE(role, U8, "", "which typed values its columns have", .labels = roles, .flags = DERIVED),
    DEVICE(keys, U8, "", "bit mask of the keys in the file: name, type, joint"),
};

#define DEVICE_AXIS(name, type, unit, ...) REEL_FIELD(xror_device_axis, #name, name, type, unit, __VA_ARGS__)
static const reel_field device_axis_fields[] = {
    DEVICE_AXIS(device, U32, "", "row of the device", .flags = KEY),
    DEVICE_AXIS(name, STRING, "", "x, y, z position; i, j, k, 1 quaternion; p pressure"),
    DEVICE_AXIS(column, U32, "", "column of the motion table", .flags = DERIVED),
};

#define EXTENSION(name, bit, ...)                                                                                                \
    REEL_FIELD(xror_app_extension, #name, name, STRING, "", __VA_ARGS__, REEL_PRESENT_IF(xror_app_extension, keys, bit))
static const reel_field app_extension_fields[] = {
    EXTENSION(id, XROR_EXTENSION_ID, "id of the extension"),
    EXTENSION(name, XROR_EXTENSION_NAME, "name of the extension: BeatLeader"),
    EXTENSION(version, XROR_EXTENSION_VERSION, "version of the extension"),
    REEL_FIELD(xror_app_extension, "keys", keys, U8, "", "bit mask of the keys in the file: id, name, version"),
};

#define FRAME(name, member, unit, has, ...)                                                                                      \
    REEL_FIELD(xror_frame, name, member, F32, unit, __VA_ARGS__, REEL_PRESENT_IF(xror_frame, poses, has))
static const reel_field frame_fields[] = {
    REEL_FIELD(xror_frame, "time", time, F64, "s", "time since the start; song time in Beat Saber", .flags = TIME | KEY),
    FRAME("head_position", head.position, "m", XROR_HAS_HEAD, "position of the head", .components = "xyz", .flags = POSE),
    FRAME("head_rotation", head.rotation, "", XROR_HAS_HEAD, "rotation of the head, a quaternion", .components = "xyzw"),
    FRAME("left_hand_position", left_hand.position, "m", XROR_HAS_LEFT_HAND, "position of the left hand", .components = "xyz",
          .flags = POSE),
    FRAME("left_hand_rotation", left_hand.rotation, "", XROR_HAS_LEFT_HAND, "rotation of the left hand, a quaternion",
          .components = "xyzw"),
    FRAME("right_hand_position", right_hand.position, "m", XROR_HAS_RIGHT_HAND, "position of the right hand", .components = "xyz",
          .flags = POSE),
    FRAME("right_hand_rotation", right_hand.rotation, "", XROR_HAS_RIGHT_HAND, "rotation of the right hand, a quaternion",
          .components = "xyzw"),
    REEL_FIELD(xror_frame, "poses", poses, U8, "", "bit mask of the poses: head, left hand, right hand", .flags = DERIVED),
};

#define AXIS(name, type, unit, ...) REEL_FIELD(xror_axis, #name, name, type, unit, __VA_ARGS__)
static const reel_field axis_fields[] = {
    AXIS(time, F64, "s", "time of the frame", .flags = TIME | DERIVED),
    AXIS(frame, U32, "", "row of the frame", .flags = KEY),
    AXIS(column, U32, "", "column of the motion table", .flags = KEY),
    AXIS(device, U32, "", "row of the device; the number of devices if no device has the column", .flags = DERIVED),
    AXIS(name, STRING, "", "name of the axis, empty if no device has the column", .flags = DERIVED),
    AXIS(value, F64, "", "value"),
};

#define POINT(name, member, type, unit, ...) REEL_FIELD(xror_point, name, member, type, unit, __VA_ARGS__)
static const reel_field point_fields[] = {
    POINT("time", time, F64, "ms", "time on the clock of the headset", .flags = TIME | KEY),
    POINT("position", pose.position, F32, "dm", "position of the brush", .components = "xyz", .flags = POSE),
    POINT("rotation", pose.rotation, F32, "", "rotation of the controller, a quaternion", .components = "xyzw"),
    POINT("pressure", pressure, F32, "", "pressure, 0 to 1"),
    POINT("stroke", stroke, U32, "", "row of its stroke, 4294967295 before the first", .flags = DERIVED),
};

#define STROKE(name, type, unit, ...) REEL_FIELD(xror_stroke, #name, name, type, unit, __VA_ARGS__)
static const reel_field stroke_fields[] = {
    STROKE(time, F64, "ms", "time of its first point", .flags = TIME | KEY),
    STROKE(color, F64, "", "color", .components = "rgba"),
    STROKE(size, F64, "dm", "size of the brush"),
    STROKE(scale, F64, "", "scale of the brush"),
    STROKE(brush, STRING, "", "id of the brush, a GUID"),
    STROKE(first_point, U32, "", "row of its first point", .flags = DERIVED),
    STROKE(points, U32, "", "number of its points", .flags = DERIVED),
};

static const reel_label note_types[] = {
    { XROR_GOOD_CUT, "good" }, { XROR_BAD_CUT, "bad" }, { XROR_MISS, "miss" }, { XROR_BOMB, "bomb" }, { 0, NULL },
};
static const reel_label sabers[] = { { 0, "left" }, { 1, "right" }, { 0, NULL } };

#define NOTE(name, type, unit, ...) REEL_FIELD(xror_note, #name, name, type, unit, __VA_ARGS__)
#define CUT(name, type, unit, ...)                                                                                               \
    REEL_FIELD(xror_note, #name, name, type, unit, __VA_ARGS__, REEL_PRESENT_IF(xror_note, has, XROR_NOTE_CUT))
#define CUT_FLAG(name, ...)                                                                                                      \
    REEL_FIELD(xror_note, #name, name, BOOL, "", __VA_ARGS__, REEL_PRESENT_IF(xror_note, has, XROR_NOTE_FLAGS))
static const reel_field note_fields[] = {
    NOTE(event_type, U8, "", "result of the note", .labels = note_types),
    NOTE(event_time, F64, "s", "time the note was scored", .flags = TIME | KEY),
    NOTE(note_id, I64, "", "scoring type, line, layer, color and direction, packed in decimal digits", .flags = KEY),
    NOTE(spawn_time, F64, "s", "time of the note in the map", .flags = KEY),
    NOTE(order, I64, "", "index of the note in the original recording", REEL_PRESENT_IF(xror_note, has, XROR_NOTE_ORDER)),
    NOTE(has, U8, "", "bit mask of the values that its type of event has: cut, flags, order", .flags = DERIVED),
    CUT_FLAG(speed_ok, "the saber was fast enough"),
    CUT_FLAG(direction_ok, "the cut direction was correct"),
    CUT_FLAG(saber_type_ok, "the correct saber was used"),
    CUT_FLAG(was_cut_too_soon, "the cut was too early"),
    CUT(saber_speed, F64, "m/s", "speed of the saber"),
    CUT(saber_direction, F64, "", "direction of the saber's movement", .components = "xyz"),
    CUT(saber_type, I64, "", "saber that made the cut", .labels = sabers),
    CUT(time_deviation, F64, "s", "time of the note minus time of the cut"),
    CUT(cut_direction_deviation, F64, "deg", "angle between the cut and the arrow of the note"),
    CUT(cut_point, F64, "m", "point where the saber hit the note", .components = "xyz"),
    CUT(cut_normal, F64, "", "normal of the cut plane", .components = "xyz"),
    CUT(cut_distance_to_center, F64, "m", "distance of the cut from the center of the note"),
    CUT(cut_angle, F64, "deg", "angle of the cut"),
    CUT(before_cut_rating, F64, "", "swing before the cut; 1 is a full swing, not capped"),
    CUT(after_cut_rating, F64, "", "swing after the cut; 1 is a full swing, not capped"),
};

static const reel_field wall_fields[] = {
    REEL_FIELD(xror_wall, "time", time, F64, "s", "start of the contact", .flags = TIME | KEY),
    REEL_FIELD(xror_wall, "wall_id", wall_id, F64, "", "line * 100 + type * 10 + width; rounded above 16777216", .flags = KEY),
    REEL_FIELD(xror_wall, "energy", energy, F64, "", "energy at the end of the contact, 0 to 1"),
    REEL_FIELD(xror_wall, "spawn_time", spawn_time, F64, "s", "time of the wall in the map, or the time it appeared"),
};

static const reel_field height_fields[] = {
    REEL_FIELD(xror_height, "time", time, F64, "s", "time of the measurement", .flags = TIME | KEY),
    REEL_FIELD(xror_height, "height", height, F64, "m", "height of the player", .flags = REEL_FIELD_BODY),
};

static const reel_field pause_fields[] = {
    REEL_FIELD(xror_pause, "time", time, F64, "s", "song time at its start", .flags = TIME | KEY),
    REEL_FIELD(xror_pause, "duration", duration, I64, "s", "duration of the pause"),
};

static const reel_field frame_rate_fields[] = {
    REEL_FIELD(xror_fps, "time", time, F64, "s", "time of the frame", .flags = TIME | KEY),
    REEL_FIELD(xror_fps, "frame_rate", fps, F64, "1/s", "frame rate at that time"),
};

static const reel_field garbage_fields[] = {
    REEL_FIELD(xror_garbage, "time", time, F64, "s", "time of the bad cut", .flags = TIME | KEY),
    REEL_FIELD(xror_garbage, "data", data, BYTES, "", "the cut as the headset wrote it, often uninitialised memory"),
};

static const reel_label event_layouts[] = {
    { XROR_EVENT_GENERAL, "general" },
    { XROR_EVENT_GOOD, "good" },
    { XROR_EVENT_BAD, "bad" },
    { XROR_EVENT_BAD_BARE, "bad_bare" },
    { XROR_EVENT_MISS, "miss" },
    { XROR_EVENT_BOMB, "bomb" },
    { XROR_EVENT_WALL, "wall" },
    { XROR_EVENT_HEIGHT, "height" },
    { XROR_EVENT_PAUSE, "pause" },
    { XROR_EVENT_FPS, "fps" },
    { XROR_EVENT_GARBAGE, "garbage" },
    { XROR_EVENT_STROKE, "stroke" },
    { 0, NULL },
};

#define TYPE(name, type, unit, ...) REEL_FIELD(xror_event_type, #name, name, type, unit, __VA_ARGS__)
static const reel_field event_type_fields[] = {
    TYPE(id, STRING, "", "id of the type", REEL_PRESENT_IF(xror_event_type, keys, XROR_TYPE_ID)),
    TYPE(name, STRING, "", "name of the type", REEL_PRESENT_IF(xror_event_type, keys, XROR_TYPE_NAME)),
    TYPE(columns, U32, "", "number of columns of its float table with the time, 0 if it has none; other attributes are cells"),
    TYPE(count, U32, "", "number of occurrences", .flags = DERIVED),
    TYPE(layout, U8, "", "which rows its occurrences have", .labels = event_layouts, .flags = DERIVED),
    TYPE(keys, U8, "", "bit mask of the keys in the file: id, name, attr"),
};

static const reel_field attribute_fields[] = {
    REEL_FIELD(xror_attribute, "event_type_row", type, U32, "", "row of the type of event", .flags = KEY),
    REEL_FIELD(xror_attribute, "name", name, STRING, "", "name of the attribute"),
};

static const reel_field event_fields[] = {
    REEL_FIELD(xror_event, "time", time, F64, "s", "time of the event", .flags = TIME,
               REEL_PRESENT_IF(xror_event, has_time, 0xff)),
    REEL_FIELD(xror_event, "event_type_row", type, U32, "", "row of the type of event", .flags = KEY),
    REEL_FIELD(xror_event, "index", row, U32, "", "number among the events of its type", .flags = KEY),
    REEL_FIELD(xror_event, "has_time", has_time, BOOL, "", "the float table has a row for it", .flags = DERIVED),
};

static const reel_label value_kinds[] = {
    { XROR_VALUE_FLOAT, "float" },       { XROR_VALUE_DOUBLE, "double" }, { XROR_VALUE_STRING, "string" },
    { XROR_VALUE_DOCUMENT, "document" }, { XROR_VALUE_ARRAY, "array" },   { XROR_VALUE_BINARY, "binary" },
    { XROR_VALUE_BOOL, "bool" },         { XROR_VALUE_DATE, "date" },     { XROR_VALUE_NULL, "null" },
    { XROR_VALUE_INT32, "int32" },       { XROR_VALUE_INT64, "int64" },   { 0, NULL },
};

#define VALUE(name, type, unit, ...) REEL_FIELD(xror_value, #name, name, type, unit, __VA_ARGS__)
#define VALUE_IF(name, type, has_, ...)                                                                                          \
    REEL_FIELD(xror_value, #name, name, type, "", __VA_ARGS__, REEL_PRESENT_IF(xror_value, has, has_))
static const reel_field value_fields[] = {
    VALUE(time, F64, "s", "time of the event", .flags = TIME | DERIVED),
    REEL_FIELD(xror_value, "event_type_row", type, U32, "", "row of the type of event", .flags = KEY),
    REEL_FIELD(xror_value, "index", row, U32, "", "number of the event among those of its type", .flags = KEY),
    VALUE(attribute, U32, "", "number of the attribute", .flags = KEY),
    VALUE(name, STRING, "", "name of the attribute, empty if the type names fewer", .flags = DERIVED),
    VALUE(kind, U8, "", "float for a column of the float table, otherwise the type of BSON", .labels = value_kinds),
    VALUE(has, U8, "", "bit mask of the members with a value: number, integer, data", .flags = DERIVED),
    VALUE_IF(number, F64, XROR_VALUE_HAS_NUMBER, "value of a float or double"),
    VALUE_IF(integer, I64, XROR_VALUE_HAS_INTEGER, "value of an integer, a boolean, or a date in milliseconds since 1970"),
    VALUE_IF(data, BYTES, XROR_VALUE_HAS_DATA, "text of a string, or the value of another type as in the file"),
};

static const reel_label places[] = {
    { XROR_TOP, "top" },
    { XROR_INFO, "info" },
    { XROR_HARDWARE, "hardware" },
    { XROR_DEVICE, "device" },
    { XROR_SOFTWARE, "software" },
    { XROR_APP, "app" },
    { XROR_APP_EXTENSION, "app_extension" },
    { XROR_ENVIRONMENT, "environment" },
    { XROR_ACTIVITY, "activity" },
    { XROR_USER, "user" },
    { XROR_EVENT_TYPE, "event_type" },
    { 0, NULL },
};

#define OTHER(name, type, unit, ...) REEL_FIELD(xror_other_key, #name, name, type, unit, __VA_ARGS__)
static const reel_field other_key_fields[] = {
    OTHER(place, U8, "", "document that has the key", .labels = places, .flags = KEY),
    OTHER(index, U32, "", "row of the device, app extension or event type that has the key", .flags = KEY),
    OTHER(key, STRING, "", "name of the key", .flags = KEY),
    OTHER(kind, U8, "", "type of the value, a number of BSON", .labels = value_kinds),
    REEL_FIELD(xror_other_key, "data", value, BYTES, "", "the value, as in the file", .flags = PERSONAL),
};

static const reel_field document_fields[] = {
    REEL_FIELD(xror_document, "data", data, BYTES, "", "the original file", .flags = PERSONAL),
    REEL_FIELD(xror_document, "sum", sum, U64, "", "sum over the rows and the file, 0 if not all tables were read",
               .flags = DERIVED),
};

const reel_table xror_infos = REEL_TABLE("info", "the recording: software, user and result", xror_info, info_fields,
                                         REEL_TABLE_HEADER | REEL_TABLE_ONE_ROW);
const reel_table xror_devices = REEL_TABLE("devices", "tracked devices", xror_device, device_fields, 0);
const reel_table xror_device_axes = REEL_TABLE("device_axes", "axes of the devices", xror_device_axis, device_axis_fields, 0);
const reel_table xror_app_extensions =
    REEL_TABLE("app_extensions", "extensions of the application", xror_app_extension, app_extension_fields, 0);
const reel_table xror_frames = REEL_TABLE("frames", "poses of head and hands, by frame", xror_frame, frame_fields, 0);
const reel_table xror_axes = REEL_TABLE("axes", "values of other axes, by frame", xror_axis, axis_fields, 0);
const reel_table xror_points = REEL_TABLE("points", "points of a drawing", xror_point, point_fields, 0);
const reel_table xror_strokes = REEL_TABLE("strokes", "strokes of a drawing", xror_stroke, stroke_fields, 0);
const reel_table xror_notes = REEL_TABLE("notes", "notes and bombs, by type of event", xror_note, note_fields, 0);
const reel_table xror_walls = REEL_TABLE("walls", "contacts of the head with walls", xror_wall, wall_fields, 0);
const reel_table xror_heights = REEL_TABLE("heights", "measured heights of the player", xror_height, height_fields, 0);
const reel_table xror_pauses = REEL_TABLE("pauses", "pauses", xror_pause, pause_fields, 0);
const reel_table xror_frame_rates = REEL_TABLE("fps", "frame rates", xror_fps, frame_rate_fields, 0);
const reel_table xror_garbages = REEL_TABLE("garbage", "cuts that may be uninitialised memory", xror_garbage, garbage_fields, 0);
const reel_table xror_event_types = REEL_TABLE("event_types", "types of events", xror_event_type, event_type_fields, 0);
const reel_table xror_attributes =
    REEL_TABLE("attributes", "attributes of the types of events", xror_attribute, attribute_fields, 0);
const reel_table xror_events = REEL_TABLE("events", "events of other types", xror_event, event_fields, 0);
const reel_table xror_values = REEL_TABLE("values", "attributes of these events", xror_value, value_fields, 0);
const reel_table xror_other_keys =
    REEL_TABLE("other_keys", "keys that the format does not define", xror_other_key, other_key_fields, 0);
const reel_table xror_documents =
    REEL_TABLE("document", "the original file", xror_document, document_fields, REEL_TABLE_LAYOUT | REEL_TABLE_ONE_ROW);

const reel_table *const reel__xror_tables[] = {
    &xror_infos,   &xror_devices, &xror_device_axes, &xror_app_extensions, &xror_frames,     &xror_axes,        &xror_points,
    &xror_strokes, &xror_notes,   &xror_walls,       &xror_heights,        &xror_pauses,     &xror_frame_rates, &xror_garbages,
    &xror_events,  &xror_values,  &xror_event_types, &xror_attributes,     &xror_other_keys, &xror_documents,   NULL,
};
