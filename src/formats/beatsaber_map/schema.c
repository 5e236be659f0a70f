/* SPDX-License-Identifier: MIT
 * The rows of a map, field by field. All lists have the time, the beat and the number of the difficulty first, and `present` last. */
#include "formats/beatsaber_map/layout.h"

#define DERIVED REEL_FIELD_DERIVED
#define TIMED(row) REEL_PRESENT_IF(row, present, BEATSABER_MAP_HAS_TIME)

static const reel_label colors[] = { { 0, "left" }, { 1, "right" }, { 0, NULL } };
static const reel_label directions[] = {
    { 0, "up" },       { 1, "down" },      { 2, "left" },       { 3, "right" }, { 4, "up_left" },
    { 5, "up_right" }, { 6, "down_left" }, { 7, "down_right" }, { 8, "any" },   { 0, NULL },
};
static const reel_label scorings[] = {
    { 3, "note" },
    { 4, "arc head" },
    { 5, "arc tail" },
    { 6, "chain head" },
    { 8, "arc head and tail" },
    { 9, "chain head and arc tail" },
    { 11, "chain head and arc head" },
    { 12, "chain head, arc head and tail" },
    { 0, NULL },
};
static const reel_label wall_types[] = { { 0, "full" }, { 1, "crouch" }, { 2, "free" }, { 0, NULL } };
static const reel_label anchors[] = { { 0, "straight" }, { 1, "clockwise" }, { 2, "counter-clockwise" }, { 0, NULL } };

static const reel_label kinds[] = { { 1, "color" }, { 2, "rotation" }, { 3, "translation" }, { 4, "effect" }, { 0, NULL } };
static const reel_label filters[] = { { 0, "division" }, { 1, "step" }, { 0, NULL } };
static const reel_label spreads[] = { { 1, "in all" }, { 2, "each" }, { 0, NULL } };
static const reel_label axes[] = { { 0, "x" }, { 1, "y" }, { 2, "z" }, { 0, NULL } };
static const reel_label lamp_colors[] = { { 0, "left" }, { 1, "right" }, { 2, "white" }, { 0, NULL } };
static const reel_label turns[] = { { 0, "shortest" }, { 1, "clockwise" }, { 2, "counter-clockwise" }, { 0, NULL } };

#define LIST_FIELDS(row)                                                                                                         \
    REEL_FIELD(row, "time", time, F64, "s", "song time, from the beat and the tempo", .flags = REEL_FIELD_TIME | DERIVED,        \
               TIMED(row)),                                                                                                      \
        REEL_FIELD(row, "beat", beat, F64, "beats", "when it is"),                                                               \
        REEL_FIELD(row, "difficulty_row", difficulty, U32, "", "number of its row in difficulties, from 0")
#define PRESENT_FIELD(row) REEL_FIELD(row, "present", present, U8, "", "bit mask: 1 the tempo is known", .flags = DERIVED)

#define NOTE(...) REEL_FIELD(beatsaber_map_note, __VA_ARGS__)
static const reel_field note_fields[] = {
    LIST_FIELDS(beatsaber_map_note),
    NOTE("line", line, I32, "", "column, 0 to 3 from the left"),
    NOTE("layer", layer, I32, "", "height, 0 to 2 from below"),
    NOTE("color", color, I32, "", "which saber cuts it", .labels = colors),
    NOTE("direction", direction, I32, "", "of the cut", .labels = directions),
    NOTE("angle", angle, I32, "deg", "counter-clockwise, added to the direction; since version 3"),
    NOTE("rotation", rotation, I32, "deg", "of its lane, clockwise; since version 4"),
    NOTE("scoring", scoring, U8, "", "what arcs and chains make of it in the newest game, as in note ids", .labels = scorings,
         .flags = DERIVED),
    NOTE("fake", fake, BOOL, "", "a mod shows it only: it is not counted", .flags = DERIVED),
    PRESENT_FIELD(beatsaber_map_note),
};

#define BOMB(...) REEL_FIELD(beatsaber_map_bomb, __VA_ARGS__)
static const reel_field bomb_fields[] = {
    LIST_FIELDS(beatsaber_map_bomb),
    BOMB("line", line, I32, "", "column, 0 to 3 from the left"),
    BOMB("layer", layer, I32, "", "height, 0 to 2 from below"),
    BOMB("rotation", rotation, I32, "deg", "of its lane, clockwise; since version 4"),
    BOMB("fake", fake, BOOL, "", "a mod shows it only: it is not counted", .flags = DERIVED),
    PRESENT_FIELD(beatsaber_map_bomb),
};

#define WALL(...) REEL_FIELD(beatsaber_map_wall, __VA_ARGS__)
static const reel_field wall_fields[] = {
    LIST_FIELDS(beatsaber_map_wall),
    WALL("seconds", duration, F64, "s", "duration, from its beat to its last one, by the tempo there", .flags = DERIVED,
         TIMED(beatsaber_map_wall)),
    WALL("beats", beats, F64, "beats", "duration"),
    WALL("line", line, I32, "", "leftmost column, 0 to 3"),
    WALL("layer", layer, I32, "", "lowest height; of types 0 and 1 of version 2 what the game takes for them"),
    WALL("width", width, I32, "", "in columns"),
    WALL("height", height, I32, "", "in layers; of types 0 and 1 of version 2 what the game takes for them"),
    WALL("wall_type", type, I32, "", "version 2; mods have types of 1000 and more", .labels = wall_types,
         REEL_PRESENT_IF(beatsaber_map_wall, present, BEATSABER_MAP_HAS_TYPE)),
    WALL("rotation", rotation, I32, "deg", "of its lane, clockwise; since version 4"),
    WALL("fake", fake, BOOL, "", "a mod shows it only: it is not counted", .flags = DERIVED),
    REEL_FIELD(beatsaber_map_wall, "present", present, U8, "", "bit mask: 1 the tempo is known, 2 the wall has a type",
               .flags = DERIVED),
};

#define ARC(...) REEL_FIELD(beatsaber_map_arc, __VA_ARGS__)
static const reel_field arc_fields[] = {
    LIST_FIELDS(beatsaber_map_arc),
    ARC("line", line, I32, "", "column of the head"),
    ARC("layer", layer, I32, "", "height of the head"),
    ARC("color", color, I32, "", "of the notes that it joins", .labels = colors),
    ARC("direction", direction, I32, "", "in which it leaves the head", .labels = directions),
    ARC("multiplier", multiplier, F64, "", "how far it goes in that direction"),
    ARC("tail_time", tail_time, F64, "s", "song time of the tail", .flags = DERIVED, TIMED(beatsaber_map_arc)),
    ARC("tail_beat", tail_beat, F64, "beats", "when the tail is"),
    ARC("tail_line", tail_line, I32, "", "column of the tail"),
    ARC("tail_layer", tail_layer, I32, "", "height of the tail"),
    ARC("tail_direction", tail_direction, I32, "", "in which it reaches the tail", .labels = directions),
    ARC("tail_multiplier", tail_multiplier, F64, "", "from how far it comes in that direction"),
    ARC("anchor", anchor, I32, "", "how it turns between head and tail", .labels = anchors),
    ARC("rotation", rotation, I32, "deg", "of the head's lane, clockwise; since version 4"),
    ARC("tail_rotation", tail_rotation, I32, "deg", "of the tail's lane, clockwise; since version 4"),
    PRESENT_FIELD(beatsaber_map_arc),
};

#define CHAIN(...) REEL_FIELD(beatsaber_map_chain, __VA_ARGS__)
static const reel_field chain_fields[] = {
    LIST_FIELDS(beatsaber_map_chain),
    CHAIN("line", line, I32, "", "column of the head, which is a note of its own"),
    CHAIN("layer", layer, I32, "", "height of the head"),
    CHAIN("color", color, I32, "", "which saber cuts it", .labels = colors),
    CHAIN("direction", direction, I32, "", "of the head", .labels = directions),
    CHAIN("tail_time", tail_time, F64, "s", "song time of the last link", .flags = DERIVED, TIMED(beatsaber_map_chain)),
    CHAIN("tail_beat", tail_beat, F64, "beats", "when the last link is"),
    CHAIN("tail_line", tail_line, I32, "", "column of the last link"),
    CHAIN("tail_layer", tail_layer, I32, "", "height of the last link"),
    CHAIN("parts", parts, I32, "", "number of its parts with the head"),
    CHAIN("squish", squish, F64, "", "how much of the path the links fill"),
    CHAIN("rotation", rotation, I32, "deg", "of the head's lane, clockwise; since version 4"),
    CHAIN("tail_rotation", tail_rotation, I32, "deg", "of the tail's lane, clockwise; since version 4"),
    PRESENT_FIELD(beatsaber_map_chain),
};

static const reel_field bpm_fields[] = {
    LIST_FIELDS(beatsaber_map_bpm_event),
    REEL_FIELD(beatsaber_map_bpm_event, "bpm", bpm, F64, "1/min", "beats per minute from here on"),
    PRESENT_FIELD(beatsaber_map_bpm_event),
};

static const reel_field rotation_fields[] = {
    LIST_FIELDS(beatsaber_map_rotation),
    REEL_FIELD(beatsaber_map_rotation, "degrees", degrees, F64, "deg", "turn of the lanes, clockwise, added to those before"),
    REEL_FIELD(beatsaber_map_rotation, "late", late, I32, "", "0: objects of this beat turn, too; 1: only later ones"),
    PRESENT_FIELD(beatsaber_map_rotation),
};

static const reel_field njs_fields[] = {
    LIST_FIELDS(beatsaber_map_njs_event),
    REEL_FIELD(beatsaber_map_njs_event, "delta", delta, F64, "m/s", "added to the difficulty's note jump speed"),
    REEL_FIELD(beatsaber_map_njs_event, "previous", previous, I32, "", "1: the value of the event before stays"),
    REEL_FIELD(beatsaber_map_njs_event, "easing", easing, I32, "",
               "from the event before to this one: -1 step, 0 linear, 1 and more curves"),
    PRESENT_FIELD(beatsaber_map_njs_event),
};

static const reel_field light_fields[] = {
    LIST_FIELDS(beatsaber_map_light),
    REEL_FIELD(beatsaber_map_light, "type", type, I32, "", "group of lights or effect"),
    REEL_FIELD(beatsaber_map_light, "value", value, I32, "", "what it does"),
    REEL_FIELD(beatsaber_map_light, "float_value", float_value, F64, "", "brightness, of games since 1.18"),
    PRESENT_FIELD(beatsaber_map_light),
};

#define BOX(...) REEL_FIELD(beatsaber_map_light_box, __VA_ARGS__)
/* Boxes are not cut by time: events after them need them. */
static const reel_field box_fields[] = {
    BOX("time", time, F64, "s", "song time of its group, from the beat and the tempo", .flags = DERIVED,
        TIMED(beatsaber_map_light_box)),
    BOX("beat", beat, F64, "beats", "when its group is"),
    BOX("difficulty_row", difficulty, U32, "", "number of its row in difficulties, from 0"),
    BOX("box", box, U32, "", "its number in the difficulty, from 0"),
    BOX("kind", kind, I32, "", "what its events change", .labels = kinds),
    BOX("group", group, I32, "", "group of lamps"),
    BOX("chunks", chunks, I32, "", "sections of the group that are treated as one lamp"),
    BOX("filter_kind", filter, I32, "", "which lamps it is for", .labels = filters),
    BOX("parameter", parameter, I32, "", "of the filter: number of sections, or first lamp"),
    BOX("second_parameter", second_parameter, I32, "", "of the filter: section, or step"),
    BOX("reverse", reverse, I32, "", "1: from the last lamp to the first"),
    BOX("random", random, I32, "", "bit mask: 1 keeps the order, 2 random lamps"),
    BOX("seed", seed, I32, "", "of the random order"),
    BOX("limit", limit, F64, "", "share of the filtered lamps that are used, 0 to 1"),
    BOX("limit_to", limit_to, I32, "", "bit mask of what the limit changes: 1 duration, 2 spread"),
    BOX("spread", spread, F64, "beats", "delay between lamps"),
    BOX("spread_type", spread_type, I32, "", "of the delay", .labels = spreads),
    BOX("value_spread", value_spread, F64, "", "difference of the value between lamps"),
    BOX("value_spread_type", value_spread_type, I32, "", "of the value", .labels = spreads),
    BOX("value_spread_first", value_spread_first, I32, "", "1: the first event is spread, too"),
    BOX("easing", easing, I32, "", "of the spread of the value: 0 linear, 1 and more curves"),
    BOX("axis", axis, I32, "", "of rotations and translations", .labels = axes),
    BOX("flip", flip, I32, "", "1: the axis is inverted"),
    PRESENT_FIELD(beatsaber_map_light_box),
};

#define EVENT(...) REEL_FIELD(beatsaber_map_light_event, __VA_ARGS__)
static const reel_field event_fields[] = {
    EVENT("time", time, F64, "s", "song time, from the beat and the tempo", .flags = REEL_FIELD_TIME | DERIVED,
          TIMED(beatsaber_map_light_event)),
    EVENT("beat", beat, F64, "beats", "of its box, and the beats after it", .flags = DERIVED),
    EVENT("difficulty_row", difficulty, U32, "", "number of its row in difficulties, from 0"),
    EVENT("box", box, U32, "", "number of its box in the difficulty"),
    EVENT("kind", kind, I32, "", "of its box", .labels = kinds, .flags = DERIVED),
    EVENT("group", group, I32, "", "of its box", .flags = DERIVED),
    EVENT("beats_after", beats_after, F64, "beats", "after the beat of its box"),
    EVENT("extend", extend, I32, "", "1: the state of the event before stays"),
    EVENT("easing", easing, I32, "", "from the event before to this one: -1 none, 0 linear, 1 and more curves"),
    EVENT("color", color, I32, "", "of the lamps", .labels = lamp_colors),
    EVENT("value", value, F64, "", "brightness, degrees, distance or value of the effect"),
    EVENT("direction", direction, I32, "", "of a rotation", .labels = turns),
    EVENT("loops", loops, I32, "", "full turns that are added to a rotation"),
    EVENT("strobe", strobe, I32, "", "frequency of the strobe; 0: none"),
    EVENT("strobe_brightness", strobe_brightness, F64, "", "brightness while the strobe is off"),
    EVENT("strobe_fade", strobe_fade, I32, "", "1: the strobe fades"),
    PRESENT_FIELD(beatsaber_map_light_event),
};

#define INFO(...) REEL_FIELD(beatsaber_map_info, __VA_ARGS__)
#define INFO_IF(bit) REEL_PRESENT_IF(beatsaber_map_info, present, BEATSABER_MAP_HAS_##bit)
static const reel_field info_fields[] = {
    INFO("version", version, STRING, "", "version of Info.dat"),
    INFO("song_name", song_name, STRING, "", "name of the song"),
    INFO("song_sub_name", song_sub_name, STRING, "", "second line of the name"),
    INFO("song_author", song_author, STRING, "", "who made the song"),
    INFO("mapper", mapper, STRING, "", "who made the map; since version 4 see difficulties"),
    INFO("level_hash", level_hash, STRING, "", "SHA-1 of the level's files, as Quest computes it",
         .flags = DERIVED | REEL_FIELD_LEVEL, INFO_IF(HASH)),
    INFO("pc_hash", pc_hash, STRING, "", "the same as a PC computes it, if that is another one",
         .flags = DERIVED | REEL_FIELD_LEVEL, INFO_IF(PC_HASH)),
    INFO("music", music, STRING, "", "name of the file with the music"),
    INFO("cover", cover, STRING, "", "name of the file with the picture"),
    INFO("environment", environment, STRING, "", "name of the scene; of several the first"),
    INFO("bpm", bpm, F64, "1/min", "tempo before any change", INFO_IF(SONG_BPM)),
    INFO("song_offset", song_offset, F64, "s", "moves the music, not the notes", INFO_IF(SONG_OFFSET)),
    INFO("present", present, U8, "", "bit mask: 1 the tempo, 2 the offset, 4 the hash, 8 another hash of PC", .flags = DERIVED),
};

#define DIFFICULTY(...) REEL_FIELD(beatsaber_map_difficulty, __VA_ARGS__)
#define SPEEDS REEL_PRESENT_IF(beatsaber_map_difficulty, present, BEATSABER_MAP_HAS_SPEED)
#define JUMPS REEL_PRESENT_IF(beatsaber_map_difficulty, present, BEATSABER_MAP_HAS_JUMP)
#define COUNTED REEL_PRESENT_IF(beatsaber_map_difficulty, present, BEATSABER_MAP_HAS_COUNTS)
static const reel_field difficulty_fields[] = {
    DIFFICULTY("mode", mode, STRING, "", "Standard, OneSaber, NoArrows, 90Degree, 360Degree, Legacy, Lawless or Lightshow"),
    DIFFICULTY("difficulty", difficulty, STRING, "", "Easy, Normal, Hard, Expert or ExpertPlus"),
    DIFFICULTY("map_file", map_file, STRING, "", "name of its file"),
    DIFFICULTY("lights", lights, STRING, "", "name of the file with its lights; version 4"),
    DIFFICULTY("version", version, STRING, "", "version of its file"),
    DIFFICULTY("mappers", mappers, STRING, "", "who made it, separated by commas; version 4"),
    DIFFICULTY("label", label, STRING, "", "name that its maker gave it"),
    DIFFICULTY("requirements", requirements, STRING, "", "mods that it needs, separated by commas"),
    DIFFICULTY("note_jump_speed", note_jump_speed, F64, "m/s", "speed of the notes; 0 is that of the difficulty", SPEEDS),
    DIFFICULTY("note_jump_offset", note_jump_offset, F64, "beats", "added to half of the jump", SPEEDS),
    DIFFICULTY("jump_distance", jump_distance, F64, "m", "length of the jump of a note", .flags = DERIVED, JUMPS),
    DIFFICULTY("reaction_time", reaction_time, F64, "s", "time between the appearance of a note and its own", .flags = DERIVED,
               JUMPS),
    DIFFICULTY("bpm", bpm, F64, "1/min", "tempo that the file itself states, in old files", .flags = DERIVED,
               REEL_PRESENT_IF(beatsaber_map_difficulty, present, BEATSABER_MAP_HAS_BPM)),
    DIFFICULTY("notes", notes, U32, "", "number of notes that count", .flags = DERIVED, COUNTED),
    DIFFICULTY("bombs", bombs, U32, "", "number of bombs that count", .flags = DERIVED, COUNTED),
    DIFFICULTY("walls", walls, U32, "", "number of walls", .flags = DERIVED, COUNTED),
    DIFFICULTY("arcs", arcs, U32, "", "number of arcs", .flags = DERIVED, COUNTED),
    DIFFICULTY("chains", chains, U32, "", "number of chains", .flags = DERIVED, COUNTED),
    DIFFICULTY("max_score", max_score, U64, "points", "greatest score without modifiers", .flags = DERIVED, COUNTED),
    DIFFICULTY("present", present, U8, "", "bit mask: 1 the numbers are known, 2 the tempo, 4 the speed, 8 the jump",
               .flags = DERIVED),
};

static const reel_field original_fields[] = {
    REEL_FIELD(beatsaber_map_original, "bytes", bytes, BYTES, "", "the whole file"),
    REEL_FIELD(beatsaber_map_original, "rows", rows, U64, "", "checksum of the rows that were read from the file",
               .flags = DERIVED),
};

const reel_table beatsaber_map_infos =
    REEL_TABLE("info", "the song and the level", beatsaber_map_info, info_fields, REEL_TABLE_HEADER | REEL_TABLE_ONE_ROW);
const reel_table beatsaber_map_difficulties =
    REEL_TABLE("difficulties", "what can be played", beatsaber_map_difficulty, difficulty_fields, REEL_TABLE_HEADER);
const reel_table beatsaber_map_notes = REEL_TABLE("notes", "notes", beatsaber_map_note, note_fields, 0);
const reel_table beatsaber_map_bombs = REEL_TABLE("bombs", "bombs", beatsaber_map_bomb, bomb_fields, 0);
const reel_table beatsaber_map_walls = REEL_TABLE("walls", "walls", beatsaber_map_wall, wall_fields, 0);
const reel_table beatsaber_map_arcs = REEL_TABLE("arcs", "arcs between notes", beatsaber_map_arc, arc_fields, 0);
const reel_table beatsaber_map_chains = REEL_TABLE("chains", "chains of links", beatsaber_map_chain, chain_fields, 0);
const reel_table beatsaber_map_bpm_events =
    REEL_TABLE("bpm_events", "changes of the tempo", beatsaber_map_bpm_event, bpm_fields, 0);
const reel_table beatsaber_map_rotations =
    REEL_TABLE("rotations", "turns of the lanes", beatsaber_map_rotation, rotation_fields, 0);
const reel_table beatsaber_map_njs_events =
    REEL_TABLE("njs_events", "changes of the note jump speed", beatsaber_map_njs_event, njs_fields, 0);
const reel_table beatsaber_map_lights = REEL_TABLE("lights", "events of lights", beatsaber_map_light, light_fields, 0);
const reel_table beatsaber_map_light_boxes =
    REEL_TABLE("light_boxes", "boxes of groups of lights", beatsaber_map_light_box, box_fields, 0);
const reel_table beatsaber_map_light_events =
    REEL_TABLE("light_events", "events of groups of lights", beatsaber_map_light_event, event_fields, 0);
const reel_table beatsaber_map_originals =
    REEL_TABLE("original", "the file itself, to write it back byte for byte", beatsaber_map_original, original_fields,
               REEL_TABLE_LAYOUT | REEL_TABLE_ONE_ROW);

const reel_table *const reel__bsmap_tables[] = {
    &beatsaber_map_infos,        &beatsaber_map_difficulties, &beatsaber_map_notes,
    &beatsaber_map_bombs,        &beatsaber_map_walls,        &beatsaber_map_arcs,
    &beatsaber_map_chains,       &beatsaber_map_bpm_events,   &beatsaber_map_rotations,
    &beatsaber_map_njs_events,   &beatsaber_map_lights,       &beatsaber_map_light_boxes,
    &beatsaber_map_light_events, &beatsaber_map_originals,    NULL,
};
const reel_table *const reel__bsmap_lists[MAP_LISTS + 1] = {
    &beatsaber_map_notes,  &beatsaber_map_bombs,       &beatsaber_map_walls,        &beatsaber_map_arcs,
    &beatsaber_map_chains, &beatsaber_map_bpm_events,  &beatsaber_map_rotations,    &beatsaber_map_njs_events,
    &beatsaber_map_lights, &beatsaber_map_light_boxes, &beatsaber_map_light_events, NULL,
};
