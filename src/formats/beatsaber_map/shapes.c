/* SPDX-License-Identifier: MIT
 * The lists of each version, key by key. */
#include "formats/beatsaber_map/layout.h"

#define REAL(name, field)                                                                                                        \
    {                                                                                                                            \
        name, sizeof(name) - 1, MAP_REAL, field, false                                                                           \
    }
#define WHOLE(name, field)                                                                                                       \
    {                                                                                                                            \
        name, sizeof(name) - 1, MAP_WHOLE, field, false                                                                          \
    }
#define INDEX(name, field)                                                                                                       \
    {                                                                                                                            \
        name, sizeof(name) - 1, MAP_INDEX, field, false                                                                          \
    }
#define NEEDED(name, field)                                                                                                      \
    {                                                                                                                            \
        name, sizeof(name) - 1, MAP_WHOLE, field, true                                                                           \
    }
#define SHAPE(list_, table_, keys_, form_, ...)                                                                                  \
    {                                                                                                                            \
        .list = list_, .table = table_, .keys = keys_, .key_count = sizeof(keys_) / sizeof *(keys_), .form = form_, __VA_ARGS__  \
    }

/* ---- version 2 ---------------------------------------------------------------------------------------------------- */

/* Events of lights were once written among the notes: an object without a column and a type is not a note. */
static const map_key notes2[] = { REAL("_time", LIST_BEAT), NEEDED("_lineIndex", NOTE_LINE), NEEDED("_lineLayer", NOTE_LAYER),
                                  NEEDED("_type", NOTE_COLOR), WHOLE("_cutDirection", NOTE_DIRECTION) };
static const map_key walls2[] = { REAL("_time", LIST_BEAT),     REAL("_duration", WALL_BEATS), WHOLE("_lineIndex", WALL_LINE),
                                  WHOLE("_type", WALL_TYPE),    WHOLE("_width", WALL_WIDTH),   WHOLE("_lineLayer", WALL_LAYER),
                                  WHOLE("_height", WALL_HEIGHT) };
static const map_key arcs2[] = { WHOLE("_colorType", ARC_COLOR),
                                 REAL("_headTime", LIST_BEAT),
                                 WHOLE("_headLineIndex", ARC_LINE),
                                 WHOLE("_headLineLayer", ARC_LAYER),
                                 REAL("_headControlPointLengthMultiplier", ARC_MULTIPLIER),
                                 WHOLE("_headCutDirection", ARC_DIRECTION),
                                 REAL("_tailTime", ARC_TAIL_BEAT),
                                 WHOLE("_tailLineIndex", ARC_TAIL_LINE),
                                 WHOLE("_tailLineLayer", ARC_TAIL_LAYER),
                                 REAL("_tailControlPointLengthMultiplier", ARC_TAIL_MULTIPLIER),
                                 WHOLE("_tailCutDirection", ARC_TAIL_DIRECTION),
                                 WHOLE("_sliderMidAnchorMode", ARC_ANCHOR) };
static const map_key events2[] = { REAL("_time", LIST_BEAT), WHOLE("_type", LIGHT_TYPE), WHOLE("_value", LIGHT_VALUE),
                                   REAL("_floatValue", LIGHT_FLOAT) };

/* ---- version 3 ---------------------------------------------------------------------------------------------------- */

static const map_key bpm3[] = { REAL("b", LIST_BEAT), REAL("m", BPM_BPM) };
static const map_key rotations3[] = { REAL("b", LIST_BEAT), WHOLE("e", ROTATION_LATE), REAL("r", ROTATION_DEGREES) };
static const map_key notes3[] = { REAL("b", LIST_BEAT),   WHOLE("x", NOTE_LINE),      WHOLE("y", NOTE_LAYER),
                                  WHOLE("c", NOTE_COLOR), WHOLE("d", NOTE_DIRECTION), WHOLE("a", NOTE_ANGLE) };
static const map_key bombs3[] = { REAL("b", LIST_BEAT), WHOLE("x", BOMB_LINE), WHOLE("y", BOMB_LAYER) };
static const map_key walls3[] = { REAL("b", LIST_BEAT),   REAL("d", WALL_BEATS),  WHOLE("x", WALL_LINE),
                                  WHOLE("y", WALL_LAYER), WHOLE("w", WALL_WIDTH), WHOLE("h", WALL_HEIGHT) };
static const map_key arcs3[] = { WHOLE("c", ARC_COLOR),
                                 REAL("b", LIST_BEAT),
                                 WHOLE("x", ARC_LINE),
                                 WHOLE("y", ARC_LAYER),
                                 WHOLE("d", ARC_DIRECTION),
                                 REAL("mu", ARC_MULTIPLIER),
                                 REAL("tb", ARC_TAIL_BEAT),
                                 WHOLE("tx", ARC_TAIL_LINE),
                                 WHOLE("ty", ARC_TAIL_LAYER),
                                 WHOLE("tc", ARC_TAIL_DIRECTION),
                                 REAL("tmu", ARC_TAIL_MULTIPLIER),
                                 WHOLE("m", ARC_ANCHOR) };
static const map_key chains3[] = { WHOLE("c", CHAIN_COLOR),      REAL("b", LIST_BEAT),          WHOLE("x", CHAIN_LINE),
                                   WHOLE("y", CHAIN_LAYER),      WHOLE("d", CHAIN_DIRECTION),   REAL("tb", CHAIN_TAIL_BEAT),
                                   WHOLE("tx", CHAIN_TAIL_LINE), WHOLE("ty", CHAIN_TAIL_LAYER), WHOLE("sc", CHAIN_PARTS),
                                   REAL("s", CHAIN_SQUISH) };
static const map_key lights3[] = { REAL("b", LIST_BEAT), WHOLE("et", LIGHT_TYPE), WHOLE("i", LIGHT_VALUE),
                                   REAL("f", LIGHT_FLOAT) };

/* ---- version 4 ---------------------------------------------------------------------------------------------------- */

static const map_key notes4[] = { REAL("b", LIST_BEAT), WHOLE("r", NOTE_ROTATION), INDEX("i", NOTE_LINE) };
static const map_key bombs4[] = { REAL("b", LIST_BEAT), WHOLE("r", BOMB_ROTATION), INDEX("i", BOMB_LINE) };
static const map_key walls4[] = { REAL("b", LIST_BEAT), WHOLE("r", WALL_ROTATION), INDEX("i", WALL_LINE) };
static const map_key arcs4[] = { REAL("hb", LIST_BEAT),          REAL("tb", ARC_TAIL_BEAT), WHOLE("hr", ARC_ROTATION),
                                 WHOLE("tr", ARC_TAIL_ROTATION), INDEX("hi", ARC_LINE),     INDEX("ti", ARC_TAIL_LINE),
                                 INDEX("ai", ARC_ANCHOR) };
static const map_key chains4[] = { REAL("hb", LIST_BEAT),       REAL("tb", CHAIN_TAIL_BEAT),
                                   WHOLE("hr", CHAIN_ROTATION), WHOLE("tr", CHAIN_TAIL_ROTATION),
                                   INDEX("i", CHAIN_LINE),      INDEX("ci", CHAIN_TAIL_LINE) };
static const map_key rotations4[] = { REAL("b", LIST_BEAT), INDEX("i", ROTATION_LATE) };
static const map_key njs4[] = { REAL("b", LIST_BEAT), INDEX("i", NJS_EASING) };

static const map_key note_data[] = { WHOLE("x", 0), WHOLE("y", 1), WHOLE("c", 2), WHOLE("d", 3), WHOLE("a", 4) };
static const map_key bomb_data[] = { WHOLE("x", 0), WHOLE("y", 1) };
static const map_key wall_data[] = { REAL("d", 0), WHOLE("x", 1), WHOLE("y", 2), WHOLE("w", 3), WHOLE("h", 4) };
static const map_key arc_data[] = { REAL("m", 0), REAL("tm", 1), WHOLE("a", 2) };
static const map_key chain_data[] = { WHOLE("tx", 0), WHOLE("ty", 1), WHOLE("c", 2), REAL("s", 3) };
static const map_key rotation_data[] = { WHOLE("t", 0), REAL("r", 1) };
static const map_key lights4[] = { REAL("b", LIST_BEAT), INDEX("i", LIGHT_TYPE) };
static const map_key light_data[] = { WHOLE("t", 0), WHOLE("i", 1), REAL("f", 2) };
static const map_key njs_data[] = { WHOLE("p", 0), WHOLE("e", 1), REAL("d", 2) };

/* ---- groups of lights --------------------------------------------------------------------------------------------- */

static const map_key filter_keys[] = { WHOLE("c", BOX_CHUNKS),    WHOLE("f", BOX_FILTER),
                                       WHOLE("p", BOX_PARAMETER), WHOLE("t", BOX_SECOND_PARAMETER),
                                       WHOLE("r", BOX_REVERSE),   WHOLE("n", BOX_RANDOM),
                                       WHOLE("s", BOX_SEED),      REAL("l", BOX_LIMIT),
                                       WHOLE("d", BOX_LIMIT_TO) };
static const map_key color_box3[] = { REAL("w", BOX_SPREAD),       WHOLE("d", BOX_SPREAD_TYPE),
                                      REAL("r", BOX_VALUE_SPREAD), WHOLE("t", BOX_VALUE_SPREAD_TYPE),
                                      WHOLE("i", BOX_EASING),      WHOLE("b", BOX_VALUE_SPREAD_FIRST) };
static const map_key box3[] = {
    REAL("w", BOX_SPREAD),  WHOLE("d", BOX_SPREAD_TYPE),        REAL("s", BOX_VALUE_SPREAD), WHOLE("t", BOX_VALUE_SPREAD_TYPE),
    WHOLE("i", BOX_EASING), WHOLE("b", BOX_VALUE_SPREAD_FIRST), WHOLE("a", BOX_AXIS),        WHOLE("r", BOX_FLIP),
};
static const map_key box4[] = {
    REAL("w", BOX_SPREAD),  WHOLE("d", BOX_SPREAD_TYPE),        REAL("s", BOX_VALUE_SPREAD), WHOLE("t", BOX_VALUE_SPREAD_TYPE),
    WHOLE("e", BOX_EASING), WHOLE("b", BOX_VALUE_SPREAD_FIRST), WHOLE("a", BOX_AXIS),        WHOLE("f", BOX_FLIP),
};
enum { PLAIN_BOX_KEYS = 6 }; /* without an axis */
static const map_key color_event3[] = { REAL("b", EVENT_BEATS_AFTER),  WHOLE("i", EVENT_EXTEND),
                                        WHOLE("c", EVENT_COLOR),       REAL("s", EVENT_VALUE),
                                        WHOLE("f", EVENT_STROBE),      REAL("sb", EVENT_STROBE_BRIGHTNESS),
                                        WHOLE("sf", EVENT_STROBE_FADE) };
static const map_key rotation_event3[] = { REAL("b", EVENT_BEATS_AFTER), WHOLE("p", EVENT_EXTEND),    WHOLE("e", EVENT_EASING),
                                           REAL("r", EVENT_VALUE),       WHOLE("o", EVENT_DIRECTION), WHOLE("l", EVENT_LOOPS) };
static const map_key translation_event3[] = { REAL("b", EVENT_BEATS_AFTER), WHOLE("p", EVENT_EXTEND), WHOLE("e", EVENT_EASING),
                                              REAL("t", EVENT_VALUE) };
static const map_key effect_event3[] = { REAL("b", EVENT_BEATS_AFTER), WHOLE("p", EVENT_EXTEND), WHOLE("i", EVENT_EASING),
                                         REAL("v", EVENT_VALUE) };
static const map_key color_event4[] = { WHOLE("p", EVENT_EXTEND),      WHOLE("e", EVENT_EASING),
                                        WHOLE("c", EVENT_COLOR),       REAL("b", EVENT_VALUE),
                                        WHOLE("f", EVENT_STROBE),      REAL("sb", EVENT_STROBE_BRIGHTNESS),
                                        WHOLE("sf", EVENT_STROBE_FADE) };
static const map_key rotation_event4[] = { WHOLE("p", EVENT_EXTEND), WHOLE("e", EVENT_EASING), REAL("r", EVENT_VALUE),
                                           WHOLE("d", EVENT_DIRECTION), WHOLE("l", EVENT_LOOPS) };
static const map_key translation_event4[] = { WHOLE("p", EVENT_EXTEND), WHOLE("e", EVENT_EASING), REAL("t", EVENT_VALUE) };
static const map_key effect_event4[] = { WHOLE("p", EVENT_EXTEND), WHOLE("e", EVENT_EASING), REAL("v", EVENT_VALUE) };

#define KEYS(keys)                                                                                                               \
    {                                                                                                                            \
        keys, sizeof(keys) / sizeof *(keys)                                                                                      \
    }

map_keys reel__bsmap_filter_keys(void) { return (map_keys)KEYS(filter_keys); }

map_keys reel__bsmap_box_keys(unsigned form, int kind)
{
    const bool moves = kind == MAP_ROTATION || kind == MAP_TRANSLATION;
    const map_key *keys = form == 4 ? box4 : kind == MAP_COLOR ? color_box3 : box3;
    return (map_keys){ keys, moves ? sizeof box4 / sizeof *box4 : PLAIN_BOX_KEYS };
}

map_keys reel__bsmap_event_keys(unsigned form, int kind)
{
    static const map_keys three[] = { KEYS(color_event3), KEYS(rotation_event3), KEYS(translation_event3), KEYS(effect_event3) };
    static const map_keys four[] = { KEYS(color_event4), KEYS(rotation_event4), KEYS(translation_event4), KEYS(effect_event4) };
    return form == 4 ? four[kind - MAP_COLOR] : three[kind - MAP_COLOR];
}

#define GROUPS(list_, form_, kind_, ...)                                                                                         \
    {                                                                                                                            \
        .list = list_, .table = &beatsaber_map_light_boxes, .form = form_, .kind = kind_, __VA_ARGS__                            \
    }

static const map_shape shapes[] = {
    SHAPE("_notes", &beatsaber_map_notes, notes2, 2, .mixed = true),
    SHAPE("_obstacles", &beatsaber_map_walls, walls2, 2, .mixed = false),
    SHAPE("_sliders", &beatsaber_map_arcs, arcs2, 2, .mixed = false),
    SHAPE("_events", &beatsaber_map_lights, events2, 2, .mixed = true),
    SHAPE("bpmEvents", &beatsaber_map_bpm_events, bpm3, 3, .mixed = false),
    SHAPE("rotationEvents", &beatsaber_map_rotations, rotations3, 3, .mixed = false),
    SHAPE("colorNotes", &beatsaber_map_notes, notes3, 3, .mixed = false),
    SHAPE("bombNotes", &beatsaber_map_bombs, bombs3, 3, .mixed = false),
    SHAPE("obstacles", &beatsaber_map_walls, walls3, 3, .mixed = false),
    SHAPE("sliders", &beatsaber_map_arcs, arcs3, 3, .mixed = false),
    SHAPE("burstSliders", &beatsaber_map_chains, chains3, 3, .mixed = false),
    SHAPE("basicBeatmapEvents", &beatsaber_map_lights, lights3, 3, .mixed = false),
    SHAPE("colorNotes", &beatsaber_map_notes, notes4, 4, .mixed = false),
    SHAPE("bombNotes", &beatsaber_map_bombs, bombs4, 4, .mixed = false),
    SHAPE("obstacles", &beatsaber_map_walls, walls4, 4, .mixed = false),
    SHAPE("arcs", &beatsaber_map_arcs, arcs4, 4, .mixed = false),
    SHAPE("chains", &beatsaber_map_chains, chains4, 4, .mixed = false),
    SHAPE("spawnRotations", &beatsaber_map_rotations, rotations4, 4, .mixed = false),
    SHAPE("njsEvents", &beatsaber_map_njs_events, njs4, 4, .mixed = false),
    SHAPE("colorNotesData", NULL, note_data, 4, .data = MAP_NOTE_DATA),
    SHAPE("bombNotesData", NULL, bomb_data, 4, .data = MAP_BOMB_DATA),
    SHAPE("obstaclesData", NULL, wall_data, 4, .data = MAP_WALL_DATA),
    SHAPE("arcsData", NULL, arc_data, 4, .data = MAP_ARC_DATA),
    SHAPE("chainsData", NULL, chain_data, 4, .data = MAP_CHAIN_DATA),
    SHAPE("spawnRotationsData", NULL, rotation_data, 4, .data = MAP_ROTATION_DATA),
    SHAPE("njsEventData", NULL, njs_data, 4, .data = MAP_NJS_DATA),
    GROUPS("lightColorEventBoxGroups", 3, MAP_COLOR, .light = false),
    GROUPS("lightRotationEventBoxGroups", 3, MAP_ROTATION, .light = false),
    GROUPS("lightTranslationEventBoxGroups", 3, MAP_TRANSLATION, .light = false),
    GROUPS("vfxEventBoxGroups", 3, MAP_EFFECT, .light = false),
    SHAPE("_fxEventsCollection", NULL, effect_event3, 3, .data = MAP_EVENT_DATA + MAP_EFFECT - MAP_COLOR),
    SHAPE("basicEvents", &beatsaber_map_lights, lights4, 4, .light = true),
    SHAPE("basicEventsData", NULL, light_data, 4, .data = MAP_LIGHT_DATA, .light = true),
    GROUPS("eventBoxGroups", 4, MAP_KINDS, .light = true),
    SHAPE("indexFilters", NULL, filter_keys, 4, .data = MAP_FILTER_DATA, .light = true),
    SHAPE("lightColorEventBoxes", NULL, box4, 4, .data = MAP_BOX_DATA, .light = true),
    SHAPE("lightRotationEventBoxes", NULL, box4, 4, .data = MAP_BOX_DATA + MAP_ROTATION - MAP_COLOR, .light = true),
    SHAPE("lightTranslationEventBoxes", NULL, box4, 4, .data = MAP_BOX_DATA + MAP_TRANSLATION - MAP_COLOR, .light = true),
    SHAPE("fxEventBoxes", NULL, box4, 4, .data = MAP_BOX_DATA + MAP_EFFECT - MAP_COLOR, .light = true),
    SHAPE("lightColorEvents", NULL, color_event4, 4, .data = MAP_EVENT_DATA, .light = true),
    SHAPE("lightRotationEvents", NULL, rotation_event4, 4, .data = MAP_EVENT_DATA + MAP_ROTATION - MAP_COLOR, .light = true),
    SHAPE("lightTranslationEvents", NULL, translation_event4, 4, .data = MAP_EVENT_DATA + MAP_TRANSLATION - MAP_COLOR,
          .light = true),
    SHAPE("floatFxEvents", NULL, effect_event4, 4, .data = MAP_EVENT_DATA + MAP_EFFECT - MAP_COLOR, .light = true),
};
_Static_assert(sizeof shapes / sizeof *shapes == MAP_SHAPES, "the number of lists");

unsigned reel__bsmap_shape_number(const map_shape *shape) { return (unsigned)(shape - shapes); }

const map_shape *reel__bsmap_find_list(unsigned form, const uint8_t *name, size_t size)
{
    for (size_t i = 0; i < MAP_SHAPES; i++) {
        const map_shape *s = &shapes[i];
        if (s->form != form) continue;
        if (strlen(s->list) == size && memcmp(s->list, name, size) == 0) return s;
    }
    return NULL;
}

const map_shape *reel__bsmap_list_of(unsigned form, const reel_table *table)
{
    for (size_t i = 0; i < MAP_SHAPES; i++) {
        const map_shape *s = &shapes[i];
        if (s->form != form || !s->table) continue;
        if (s->table == table || (s->kind && table == &beatsaber_map_light_events)) return s;
        if (s->mixed && s->table == &beatsaber_map_notes && table == &beatsaber_map_bombs) return s;
        if (s->mixed && s->table == &beatsaber_map_lights &&
            (table == &beatsaber_map_rotations || table == &beatsaber_map_bpm_events))
            return s;
    }
    return NULL;
}

const map_shape *reel__bsmap_data_list(map_data data)
{
    for (size_t i = 0; i < MAP_SHAPES; i++)
        if (!shapes[i].table && shapes[i].form == 4 && shapes[i].data == data) return &shapes[i];
    return NULL;
}

const map_shape *reel__bsmap_groups_of(unsigned form, int kind)
{
    for (size_t i = 0; i < MAP_SHAPES; i++)
        if (shapes[i].form == form && shapes[i].kind == kind) return &shapes[i];
    return NULL;
}

#define NONE MAP_NO_FIELD
/* The tail of an arc comes before its head, whose color counts. */
const map_link reel__bsmap_links[] = {
    { &beatsaber_map_notes, NOTE_LINE, MAP_NOTE_DATA, { NOTE_LINE, NOTE_LAYER, NOTE_COLOR, NOTE_DIRECTION, NOTE_ANGLE }, 2 },
    { &beatsaber_map_bombs, BOMB_LINE, MAP_BOMB_DATA, { BOMB_LINE, BOMB_LAYER, NONE, NONE, NONE }, 2 },
    { &beatsaber_map_walls, WALL_LINE, MAP_WALL_DATA, { WALL_BEATS, WALL_LINE, WALL_LAYER, WALL_WIDTH, WALL_HEIGHT }, 2 },
    { &beatsaber_map_arcs, ARC_LINE, MAP_NOTE_DATA, { ARC_LINE, ARC_LAYER, ARC_COLOR, ARC_DIRECTION, NONE }, 4 },
    { &beatsaber_map_arcs, ARC_TAIL_LINE, MAP_NOTE_DATA, { ARC_TAIL_LINE, ARC_TAIL_LAYER, NONE, ARC_TAIL_DIRECTION, NONE }, 5 },
    { &beatsaber_map_arcs, ARC_ANCHOR, MAP_ARC_DATA, { ARC_MULTIPLIER, ARC_TAIL_MULTIPLIER, ARC_ANCHOR, NONE, NONE }, 6 },
    { &beatsaber_map_chains, CHAIN_LINE, MAP_NOTE_DATA, { CHAIN_LINE, CHAIN_LAYER, CHAIN_COLOR, CHAIN_DIRECTION, NONE }, 4 },
    { &beatsaber_map_chains,
      CHAIN_TAIL_LINE,
      MAP_CHAIN_DATA,
      { CHAIN_TAIL_LINE, CHAIN_TAIL_LAYER, CHAIN_PARTS, CHAIN_SQUISH, NONE },
      5 },
    { &beatsaber_map_rotations, ROTATION_LATE, MAP_ROTATION_DATA, { ROTATION_LATE, ROTATION_DEGREES, NONE, NONE, NONE }, 1 },
    { &beatsaber_map_njs_events, NJS_EASING, MAP_NJS_DATA, { NJS_PREVIOUS, NJS_EASING, NJS_DELTA, NONE, NONE }, 1 },
    { &beatsaber_map_lights, LIGHT_TYPE, MAP_LIGHT_DATA, { LIGHT_TYPE, LIGHT_VALUE, LIGHT_FLOAT, NONE, NONE }, 1 },
};
const size_t reel__bsmap_link_count = sizeof reel__bsmap_links / sizeof *reel__bsmap_links;
