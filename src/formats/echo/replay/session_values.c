/* SPDX-License-Identifier: MIT
 * What the parts of the game's JSON have in common: words, numbers, poses, statistics. */
#include "formats/echo/replay/session_values.h"

#include "core/memory.h"

/* ---- words ------------------------------------------------------------------------------------------------------ */

int session_code(const reel_label *labels, reel_string word)
{
    for (; labels->name; labels++) {
        size_t i = 0;
        for (; i < word.size && labels->name[i]; i++) {
            char c = word.data[i] == '_' && labels->name[i] == ' ' ? ' ' : word.data[i];
            if (c != labels->name[i]) break;
        }
        if (i == word.size && !labels->name[i]) return (int)labels->value;
    }
    return -1;
}

reel_string session_keep(session_rows *r, unsigned slot, reel_string text)
{
    reel_string *last = &r->texts[slot];
    if (text.size == 0) return (reel_string){ NULL, 0 };
    if (last->size == text.size && memcmp(last->data, text.data, text.size) == 0) return *last;
    return *last = reel_chunk_string(r->chunk, text.data, text.size);
}

/* ---- members that are none of ours ------------------------------------------------------------------------------ */

void session_extra_add(session_rows *r, size_t begin, reel_string key, const json_value *value)
{
    reel_memory *extra = &r->extra;
    reel_string text = doc_text(value, &r->pool.allocator);
    r->unknown_keys++;
    bool fine = text.data && (extra->size == begin || memory_add(extra, ",", 1)) && session_quote(extra, key) &&
                memory_add(extra, ":", 1) && memory_add(extra, text.data, text.size);
    if (!fine) r->no_memory = true;
    if (text.data) r->pool.allocator.free(r->pool.allocator.context, (char *)text.data);
}

reel_string session_extra_take(session_rows *r, size_t begin)
{
    size_t size = r->extra.size - begin;
    r->extra.size = begin;
    return size ? reel_chunk_string(r->chunk, r->extra.data + begin, size) : (reel_string){ NULL, 0 };
}

/* ---- numbers ---------------------------------------------------------------------------------------------------- */

void session_floats(session_rows *r, const json_value *list, float *to, size_t count)
{
    doc_steps steps = doc_begin(list);
    reel_string key;
    const json_value *value;
    if (steps.object || steps.left != count) r->bad_values++;
    for (size_t i = 0; i < count && doc_step(&steps, &key, &value); i++) to[i] = (float)doc_number(value);
}

void session_vec(session_rows *r, const json_value *list, reel_vec3 *to)
{
    float v[3] = { 0, 0, 0 };
    session_floats(r, list, v, 3);
    *to = (reel_vec3){ v[0], v[1], v[2] };
}

uint16_t session_u16(session_rows *r, const json_value *value)
{
    int64_t number = doc_whole(value);
    if (number >= 0 && number <= UINT16_MAX) return (uint16_t)number;
    r->bad_values++;
    return number < 0 ? 0 : UINT16_MAX;
}

uint8_t session_u8(session_rows *r, const json_value *value)
{
    uint16_t number = session_u16(r, value);
    if (number <= UINT8_MAX) return (uint8_t)number;
    r->bad_values++;
    return UINT8_MAX;
}

int32_t session_i32(session_rows *r, const json_value *value)
{
    int64_t number = doc_whole(value);
    if (number >= INT32_MIN && number <= INT32_MAX) return (int32_t)number;
    r->bad_values++;
    return number < 0 ? INT32_MIN : INT32_MAX;
}

enum { PLACE, FORWARD, LEFT, UP, VELOCITY, BOUNCES };

/* clang-format off */
static const session_name place_keys[] = {
    KEY("position", PLACE), KEY("forward", FORWARD), KEY("left", LEFT), KEY("up", UP), KEY("velocity", VELOCITY),
    KEY("bounce_count", BOUNCES),
};
/* clang-format on */
/* clang-format off */
static const session_name hand_keys[] = {
    KEY("pos", PLACE), KEY("forward", FORWARD), KEY("left", LEFT), KEY("up", UP),
};
/* clang-format on */
/* clang-format off */
static const session_name vr_keys[] = {
    KEY("vr_left", LEFT), KEY("vr_position", PLACE), KEY("vr_forward", FORWARD), KEY("vr_up", UP),
};
/* clang-format on */

static const struct {
    const session_name *keys;
    size_t count;
} pose_kinds[] = {
    [POSE_HAND] = { hand_keys, COUNT(hand_keys) },
    [POSE_BODY] = { place_keys, 4 },
    [POSE_DISC] = { place_keys, COUNT(place_keys) },
    [POSE_VR] = { vr_keys, COUNT(vr_keys) },
};

void session_pose(session_rows *r, const json_value *object, session_pose_kind kind, reel_vec3 *place, echo_axes *axes)
{
    doc_steps steps = doc_begin(object);
    reel_string key;
    const json_value *value;
    size_t hint = 0;
    while (doc_step(&steps, &key, &value)) {
        switch (session_key(pose_kinds[kind].keys, pose_kinds[kind].count, key, &hint)) {
        case PLACE: session_vec(r, value, place); break;
        case FORWARD: session_vec(r, value, &axes->forward); break;
        case LEFT: session_vec(r, value, &axes->left); break;
        case UP: session_vec(r, value, &axes->up); break;
        case VELOCITY: session_vec(r, value, &r->frame.common.disc_velocity); break;
        case BOUNCES:
            r->frame.bounce_count = session_i32(r, value);
            r->frame.api |= ECHO_API_BOUNCES;
            break;
        default: r->unknown_keys++;
        }
    }
}

enum { S_POSSESSION = 11 };

/* clang-format off */
static const session_name stats_keys[] = {
    KEY("possession_time", S_POSSESSION), KEY("points", 6), KEY("saves", 7), KEY("goals", 3), KEY("stuns", 10), KEY("passes", 5),
    KEY("catches", 2), KEY("steals", 8), KEY("blocks", 1), KEY("interceptions", 4), KEY("assists", 0), KEY("shots_taken", 9),
};
/* clang-format on */

void session_stats(session_rows *r, const json_value *object, echo_stats *stats, float *time)
{
    doc_steps steps = doc_begin(object);
    reel_string key;
    const json_value *value;
    uint16_t counts[11] = { 0 };
    size_t hint = 0;
    while (doc_step(&steps, &key, &value)) {
        int what = session_key(stats_keys, COUNT(stats_keys), key, &hint);
        if (what == S_POSSESSION)
            *time = (float)doc_number(value);
        else if (what >= 0)
            counts[what] = session_u16(r, value);
        else
            r->unknown_keys++;
    }
    memcpy(stats, counts, sizeof counts);
}
