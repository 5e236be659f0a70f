/* SPDX-License-Identifier: MIT
 * The rows of the decoded JSON, field by field, and its keys. The reader and the writer walk these tables. */
#include "core/rows.h"
#include "formats/scoresaber/layout.h"

#define TIME REEL_FIELD_TIME
#define KEY REEL_FIELD_KEY

static const reel_label difficulties[] = {
    { 1, "Easy" }, { 3, "Normal" }, { 5, "Hard" }, { 7, "Expert" }, { 9, "ExpertPlus" }, { 0, NULL },
};

/* The members of "info": key, field, type, unit, byte and bit of `present`, documentation. */
#define INFO_MEMBERS(MEMBER)                                                                                                     \
    MEMBER("version", version, STRING, "", 0, VERSION, "version of the replay that was decoded")                                 \
    MEMBER("hash", hash, STRING, "", 0, HASH,                                                                                    \
           "id of the level: custom_level_ and the map hash, or the name of a level of the game", .flags = REEL_FIELD_LEVEL)     \
    MEMBER("difficulty", difficulty, I64, "", 0, DIFFICULTY, "difficulty of the map", .labels = difficulties,                    \
           .flags = REEL_FIELD_LEVEL)                                                                                            \
    MEMBER("mode", mode, STRING, "", 0, MODE, "Standard, OneSaber, NoArrows, 90Degree, 360Degree, Lawless or Lightshow",         \
           .flags = REEL_FIELD_LEVEL)                                                                                            \
    MEMBER("environment", environment, STRING, "", 0, ENVIRONMENT, "name of the scene")                                          \
    MEMBER("modifiers", modifiers, STRING, "", 0, MODIFIERS, "codes of modifiers that were on, separated by commas")             \
    MEMBER(DECODED_SPAWN_OFFSET_KEY, note_spawn_offset, F64, "beats", 0, SPAWN_OFFSET, "note jump start beat offset")            \
    MEMBER("leftHanded", left_handed, BOOL, "", 0, LEFT_HANDED, "left-handed mode")                                              \
    MEMBER("height", height, F64, "m", 1, HEIGHT, "height of the player")                                                        \
    MEMBER("rr", room_rotation, F64, "deg", 1, ROOM_ROTATION, "rotation of the room in the game's settings, rr")                 \
    MEMBER("room", room_center, F64, "m", 1, ROOM_CENTER, "position of the room in the game's settings, room",                   \
           .components = "xyz")                                                                                                  \
    MEMBER("st", fail_time, F64, "s", 1, FAIL_TIME, "song time at which energy last reached 0, st")                              \
    MEMBER("totalScore", total_score, I64, "points", 1, TOTAL_SCORE, "score at the end")

#define INFO_FIELD(key, name, type, unit, byte, bit, ...)                                                                        \
    REEL_FIELD(scoresaber_json_info, #name, name, type, unit, __VA_ARGS__,                                                       \
               REEL_PRESENT_IF(scoresaber_json_info, present[byte], SCORESABER_JSON_##bit)),
static const reel_field info_fields[] = { INFO_MEMBERS(INFO_FIELD) REEL_FIELD(scoresaber_json_info, "present", present, U8, "",
                                                                              "bit mask of the fields that are present") };

#define INFO_KEY(key, ...) { key, sizeof(key) - 1 },
const reel_string reel__decoded_info_keys[DECODED_INFO_KEYS] = { INFO_MEMBERS(INFO_KEY) };
_Static_assert(sizeof info_fields / sizeof *info_fields == DECODED_INFO_KEYS + 1, "each field of info but `present` has a key");

#define FRAME(name, member, type, unit, ...) REEL_FIELD(scoresaber_json_frame, name, member, type, unit, __VA_ARGS__)
static const reel_field frame_fields[] = {
    FRAME("head_position", head.position, F64, "m", "position of the head, h.p", .components = "xyz"),
    FRAME("head_rotation", head.rotation, F64, "", "rotation of the head, a quaternion, h.r", .components = "xyzw"),
    FRAME("left_hand_position", left_hand.position, F64, "m", "position of the left hand, l.p", .components = "xyz"),
    FRAME("left_hand_rotation", left_hand.rotation, F64, "", "rotation of the left hand, l.r", .components = "xyzw"),
    FRAME("right_hand_position", right_hand.position, F64, "m", "position of the right hand, r.p", .components = "xyz"),
    FRAME("right_hand_rotation", right_hand.rotation, F64, "", "rotation of the right hand, r.r", .components = "xyzw"),
    FRAME("time", time, F64, "s", "song time, a", .flags = TIME | KEY),
    FRAME("fps", fps, I64, "1/s", "frame rate at that time, i",
          REEL_PRESENT_IF(scoresaber_json_frame, present, SCORESABER_JSON_HAS_FPS)),
    /* derived: what it says is compared and hashed as the presence of fps */
    FRAME("present", present, U8, "", "1 if the frame has a frame rate", .flags = REEL_FIELD_DERIVED),
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

const reel_table scoresaber_json_infos = REEL_TABLE("info", "the map, the player's settings and the result", scoresaber_json_info,
                                                    info_fields, REEL_TABLE_HEADER | REEL_TABLE_ONE_ROW);
const reel_table scoresaber_json_frames =
    REEL_TABLE("frames", "poses of head and hands, one row per recorded frame", scoresaber_json_frame, frame_fields, 0);
const reel_table scoresaber_json_notes =
    REEL_TABLE("notes", "result of each note, bomb and wall", scoresaber_json_note, note_fields, 0);
const reel_table scoresaber_json_heights =
    REEL_TABLE("heights", "height of the player", scoresaber_json_height, height_fields, 0);
const reel_table scoresaber_json_extras =
    REEL_TABLE("extras", "members that are not documented", scoresaber_json_extra, extra_fields, 0);

const reel_table *const reel__decoded_tables[] = {
    &scoresaber_json_infos,
    &scoresaber_json_frames,
    &scoresaber_json_notes,
    &scoresaber_json_heights,
    &scoresaber_json_extras,
    &scoresaber_originals,
    NULL,
};

#define PART(key_, table_)                                                                                                       \
    {                                                                                                                            \
        .key = { key_, sizeof(key_) - 1 }, .table = &(table_)                                                                    \
    }
const decoded_part_key reel__decoded_parts[DECODED_PARTS] = {
    [DECODED_FRAMES] = PART("frames", scoresaber_json_frames),
    [DECODED_INFO] = PART("info", scoresaber_json_infos),
    [DECODED_SCORES] = PART("scores", scoresaber_json_notes),
    [DECODED_COMBOS] = PART("combos", scoresaber_json_notes),
    [DECODED_TIMES] = PART("noteTime", scoresaber_json_notes),
    [DECODED_NOTES] = PART("noteInfos", scoresaber_json_notes),
    [DECODED_HEIGHTS] = PART("dynamicHeight", scoresaber_json_heights),
};

decoded_part reel__decoded_find_part(reel_string key)
{
    size_t part = 0;
    while (part < DECODED_PARTS && !reel__text_values_equal(&key, &reel__decoded_parts[part].key)) part++;
    return (decoded_part)part;
}

const reel_field *reel__decoded_find_info_field(reel_string key)
{
    for (size_t i = 0; i < DECODED_INFO_KEYS; i++)
        if (reel__text_values_equal(&key, &reel__decoded_info_keys[i])) return &info_fields[i];
    return NULL;
}

/* ---- frames, poses and heights ---------------------------------------------------------------------------------- */

const char reel__decoded_components[5] = "xyzw";

#define POSE(letter, member)                                                                                                     \
    {                                                                                                                            \
        .key = letter, .kind = DECODED_POSE, .offset = (uint16_t)offsetof(scoresaber_json_frame, member)                         \
    }
#define VECTOR(letter, member, components)                                                                                       \
    {                                                                                                                            \
        .key = letter, .kind = DECODED_VECTOR, .count = components, .offset = (uint16_t)offsetof(scoresaber_json_pose, member)   \
    }
#define NUMBER(letter, row, member)                                                                                              \
    {                                                                                                                            \
        .key = letter, .kind = DECODED_NUMBER, .offset = (uint16_t)offsetof(row, member)                                         \
    }

const decoded_member reel__decoded_frame_members[DECODED_FRAME_MEMBERS] = {
    POSE('h', head),
    POSE('l', left_hand),
    POSE('r', right_hand),
    NUMBER('a', scoresaber_json_frame, time),
    { .key = 'i', .kind = DECODED_WHOLE, .optional = true, .offset = (uint16_t)offsetof(scoresaber_json_frame, fps) },
};
const decoded_member reel__decoded_pose_members[DECODED_POSE_MEMBERS] = { VECTOR('r', rotation, 4), VECTOR('p', position, 3) };
const decoded_member reel__decoded_height_members[DECODED_HEIGHT_MEMBERS] = {
    NUMBER('h', scoresaber_json_height, height),
    NUMBER('a', scoresaber_json_height, time),
};

/* Builds a decoded_frame_form. */
typedef struct form_maker {
    decoded_frame_form *form;
    size_t size, numbers;
} form_maker;

static void add_text(form_maker *m, const char *text)
{
    memcpy(m->form->text + m->size, text, strlen(text));
    m->size += strlen(text);
}

/* Adds a key, preceded by the opening brace of its object or by a comma. */
static void add_key(form_maker *m, bool first, char letter)
{
    const char key[] = { first ? '{' : ',', '"', letter, '"', ':', 0 };
    add_text(m, key);
}

static void add_number(form_maker *m, size_t offset)
{
    m->form->offsets[m->numbers++] = (uint16_t)offset;
    m->form->starts[m->numbers] = (uint16_t)m->size;
}

static void add_pose(form_maker *m, size_t offset)
{
    for (size_t i = 0; i < DECODED_POSE_MEMBERS; i++) {
        const decoded_member *vector = &reel__decoded_pose_members[i];
        add_key(m, i == 0, vector->key);
        for (size_t k = 0; k < vector->count; k++) {
            add_key(m, k == 0, reel__decoded_components[k]);
            add_number(m, offset + vector->offset + k * sizeof(double));
        }
        add_text(m, "}");
    }
    add_text(m, "}");
}

void reel__decoded_frame_form_make(decoded_frame_form *form)
{
    form_maker m = { .form = form };
    form->starts[0] = 0;
    for (size_t i = 0; i < DECODED_FRAME_MEMBERS; i++) {
        const decoded_member *member = &reel__decoded_frame_members[i];
        add_key(&m, i == 0, member->key);
        if (member->kind == DECODED_POSE)
            add_pose(&m, member->offset);
        else
            add_number(&m, member->offset);
    }
}
