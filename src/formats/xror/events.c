/* SPDX-License-Identifier: MIT
 * The types of events that have rows of their own: those of Beat Saber and the strokes of Tilt Brush. */
#include "formats/xror/layout.h"

#define MEMBER(row, name, member, type)                                                                                          \
    {                                                                                                                            \
        name, REEL_##type, (uint16_t)offsetof(row, member)                                                                       \
    }
#define NOTE(name, member, type) MEMBER(xror_note, name, member, type)

#define CUT_FLOATS                                                                                                               \
    NOTE("spawnTime", spawn_time, F64), NOTE("saberSpeed", saber_speed, F64), NOTE("saberDirX", saber_direction[0], F64),        \
        NOTE("saberDirY", saber_direction[1], F64), NOTE("saberDirZ", saber_direction[2], F64),                                  \
        NOTE("timeDeviation", time_deviation, F64), NOTE("cutDirDeviation", cut_direction_deviation, F64),                       \
        NOTE("cutPointX", cut_point[0], F64), NOTE("cutPointY", cut_point[1], F64), NOTE("cutPointZ", cut_point[2], F64),        \
        NOTE("cutNormalX", cut_normal[0], F64), NOTE("cutNormalY", cut_normal[1], F64), NOTE("cutNormalZ", cut_normal[2], F64),  \
        NOTE("cutDistanceToCenter", cut_distance_to_center, F64), NOTE("cutAngle", cut_angle, F64)
enum { CUT_FLOAT_COUNT = 15 };

static const xror_member good_members[] = {
    CUT_FLOATS,
    NOTE("beforeCutRating", before_cut_rating, F64),
    NOTE("afterCutRating", after_cut_rating, F64),
    NOTE("noteID", note_id, I64),
    NOTE("saberType", saber_type, I64),
};
static const xror_member bad_members[] = {
    CUT_FLOATS,
    NOTE("beforeCutRating", before_cut_rating, F64),
    NOTE("afterCutRating", after_cut_rating, F64),
    NOTE("noteID", note_id, I64),
    NOTE("speedOK", speed_ok, BOOL),
    NOTE("directionOK", direction_ok, BOOL),
    NOTE("saberTypeOK", saber_type_ok, BOOL),
    NOTE("wasCutTooSoon", was_cut_too_soon, BOOL),
    NOTE("saberType", saber_type, I64),
};
static const xror_member bare_members[] = { NOTE("spawnTime", spawn_time, F64), NOTE("noteID", note_id, I64) };
static const xror_member wall_members[] = { MEMBER(xror_wall, "energy", energy, F64),
                                            MEMBER(xror_wall, "spawnTime", spawn_time, F64),
                                            MEMBER(xror_wall, "wallID", wall_id, F64) };
static const xror_member height_members[] = { MEMBER(xror_height, "height", height, F64) };
static const xror_member pause_members[] = { MEMBER(xror_pause, "duration", duration, I64) };
static const xror_member fps_members[] = { MEMBER(xror_fps, "fps", fps, F64) };
static const xror_member garbage_members[] = { MEMBER(xror_garbage, "data", data, BYTES) };
static const xror_member stroke_members[] = {
    MEMBER(xror_stroke, "color_r", color[0], F64), MEMBER(xror_stroke, "color_g", color[1], F64),
    MEMBER(xror_stroke, "color_b", color[2], F64), MEMBER(xror_stroke, "color_a", color[3], F64),
    MEMBER(xror_stroke, "size", size, F64),        MEMBER(xror_stroke, "scale", scale, F64),
    MEMBER(xror_stroke, "brush", brush, STRING),
};
const xror_member reel__xror_order_member = NOTE("order", order, I64);

_Static_assert(offsetof(xror_note, event_time) == 0 && offsetof(xror_wall, time) == 0 && offsetof(xror_height, time) == 0 &&
                   offsetof(xror_pause, time) == 0 && offsetof(xror_fps, time) == 0 && offsetof(xror_garbage, time) == 0 &&
                   offsetof(xror_stroke, time) == 0,
               "rows of events begin with the time");

#define COUNT(members) (uint8_t)(sizeof(members) / sizeof *(members))
const xror_layout reel__xror_layouts[XROR_EVENT_LAYOUTS] = {
    [XROR_EVENT_GOOD] = { "gc", "Good Cut", &xror_notes, good_members, CUT_FLOAT_COUNT, COUNT(good_members), true, XROR_GOOD_CUT,
                          XROR_NOTE_CUT },
    [XROR_EVENT_BAD] = { "bc", "Bad Cut", &xror_notes, bad_members, CUT_FLOAT_COUNT, COUNT(bad_members), true, XROR_BAD_CUT,
                         XROR_NOTE_CUT | XROR_NOTE_FLAGS },
    [XROR_EVENT_BAD_BARE] = { "bc", "Bad Cut", &xror_notes, bare_members, 1, COUNT(bare_members), true, XROR_BAD_CUT, 0 },
    [XROR_EVENT_MISS] = { "m", "Miss", &xror_notes, bare_members, 1, COUNT(bare_members), true, XROR_MISS, 0 },
    [XROR_EVENT_BOMB] = { "b", "Bomb Cut", &xror_notes, bare_members, 1, COUNT(bare_members), true, XROR_BOMB, 0 },
    [XROR_EVENT_WALL] = { "wh", "Wall Hit", &xror_walls, wall_members, 3, COUNT(wall_members), false, 0, 0 },
    [XROR_EVENT_HEIGHT] = { "h", "Height Change", &xror_heights, height_members, 1, COUNT(height_members), false, 0, 0 },
    [XROR_EVENT_PAUSE] = { "p", "Pause", &xror_pauses, pause_members, 0, COUNT(pause_members), false, 0, 0 },
    [XROR_EVENT_FPS] = { "f", "FPS", &xror_frame_rates, fps_members, 1, COUNT(fps_members), false, 0, 0 },
    [XROR_EVENT_GARBAGE] = { "g", "Garbage", &xror_garbages, garbage_members, 0, COUNT(garbage_members), false, 0, 0 },
    [XROR_EVENT_STROKE] = { "stroke", "Stroke", &xror_strokes, stroke_members, 6, COUNT(stroke_members), false, 0, 0 },
};

static reel_string text_of(const char *text) { return (reel_string){ text, strlen(text) }; }

static void add_attribute(reel_row_list *list, uint32_t type, const char *name)
{
    xror_attribute *row = list ? reel_row_add(list) : NULL;
    if (row) *row = (xror_attribute){ text_of(name), type };
}

static void add_type(reel_row_list *types, reel_row_list *attributes, unsigned number, bool order)
{
    const xror_layout *layout = &reel__xror_layouts[number];
    uint32_t type = (uint32_t)types->count;
    xror_event_type *row = reel_row_add(types);
    if (!row) return;
    *row = (xror_event_type){ .id = text_of(layout->id),
                              .name = text_of(layout->name),
                              .columns = layout->floats + 1u,
                              .layout = (uint8_t)number,
                              .keys = XROR_TYPE_ID | XROR_TYPE_NAME | XROR_TYPE_ATTR };
    for (size_t i = 0; i < layout->count; i++) add_attribute(attributes, type, layout->members[i].name);
    if (order && layout->ordered) add_attribute(attributes, type, reel__xror_order_member.name);
}

reel_status reel__xror_add_beatsaber_types(reel_chunk *chunk, unsigned with)
{
    reel_row_list *types = reel_chunk_table(chunk, &xror_event_types);
    reel_row_list *attributes = reel_chunk_table(chunk, &xror_attributes);
    bool order = with & XROR_WITH_ORDER, bare = with & XROR_WITH_BARE;
    if (!types) return REEL_OK;
    add_type(types, attributes, XROR_EVENT_GOOD, order);
    add_type(types, attributes, bare ? XROR_EVENT_BAD_BARE : XROR_EVENT_BAD, order);
    if (bare && with & XROR_WITH_GARBAGE) add_type(types, attributes, XROR_EVENT_GARBAGE, order);
    for (unsigned number = XROR_EVENT_MISS; number <= XROR_EVENT_PAUSE; number++) add_type(types, attributes, number, order);
    if (with & XROR_WITH_FPS) add_type(types, attributes, XROR_EVENT_FPS, order);
    return reel_build_status(chunk);
}

/* ---- which type ------------------------------------------------------------------------------------------------- */

static bool text_is(reel_string text, const char *word)
{
    return text.size == strlen(word) && memcmp(text.data, word, text.size) == 0;
}

static bool has_order(const xror_layout *layout, const reel_string *names, size_t count)
{
    return layout->ordered && count == layout->count + 1u && text_is(names[count - 1], reel__xror_order_member.name);
}

unsigned reel__xror_find_layout(const xror_event_type *type, const reel_string *names, size_t count)
{
    for (unsigned i = XROR_EVENT_GENERAL + 1; i < XROR_EVENT_LAYOUTS; i++) {
        const xror_layout *layout = &reel__xror_layouts[i];
        size_t same = 0;
        if (!text_is(type->id, layout->id) || (count != layout->count && !has_order(layout, names, count))) continue;
        while (same < layout->count && text_is(names[same], layout->members[same].name)) same++;
        if (same == layout->count) return i;
    }
    return XROR_EVENT_GENERAL;
}

unsigned reel__xror_layout_bits(unsigned layout)
{
    const unsigned bad = 1u << XROR_EVENT_BAD | 1u << XROR_EVENT_BAD_BARE;
    return bad >> layout & 1 ? bad : 1u << layout;
}
