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

reel_string session_take_text(session_rows *r, unsigned slot)
{
    session_cursor *in = &r->in;
    const reel_string *last = &r->texts[slot];
    uint64_t bit = (uint64_t)1 << slot;
    size_t size = last->size;
    bool again = size && r->plain_texts & bit && (size_t)(in->end - in->at) > size + 2 && *in->at == '"' &&
                 in->at[size + 1] == '"' && memcmp(in->at + 1, last->data, size) == 0;
    if (again) {
        in->at += size + 2;
        return *last;
    }
    const char *from = in->at;
    reel_string text = session_string(in);
    bool plain = text.size && text.data == from + 1; /* as it is in the file, without escapes */
    r->plain_texts = plain ? r->plain_texts | bit : r->plain_texts & ~bit;
    return session_keep(r, slot, text);
}

/* ---- members that are none of ours ------------------------------------------------------------------------------ */

void session_extra_add(session_rows *r, size_t begin, reel_string key)
{
    reel_memory *extra = &r->extra;
    reel_allocator *allocator = &r->in.pool.allocator;
    const json_value *value = session_document(&r->in);
    if (!value) return;
    reel_string text = doc_text(value, allocator);
    r->unknown_keys++;
    bool fine = text.data && (extra->size == begin || memory_add(extra, ",", 1)) && session_quote(extra, key) &&
                memory_add(extra, ":", 1) && memory_add(extra, text.data, text.size);
    if (!fine) r->no_memory = true;
    if (text.data) allocator->free(allocator->context, (char *)text.data);
}

reel_string session_extra_take(session_rows *r, size_t begin)
{
    size_t size = r->extra.size - begin;
    r->extra.size = begin;
    return size ? reel_chunk_string(r->chunk, r->extra.data + begin, size) : (reel_string){ NULL, 0 };
}

/* ---- numbers ---------------------------------------------------------------------------------------------------- */

/* A list of `count` numbers without spaces, none of which is out of the ordinary. False: nothing was taken. */
static inline bool take_plain_floats(session_cursor *c, float *to, size_t count)
{
    const char *p = c->at;
    if (*p++ != '[') return false;
    for (size_t i = 0; i < count; i++) {
        double value;
        p = cursor_number(c, p, &value);
        if (!p || *p++ != (i + 1 < count ? ',' : ']')) return false;
        to[i] = (float)value;
    }
    c->at = p;
    return true;
}

size_t session_floats(session_rows *r, float *to, size_t count)
{
    if (take_plain_floats(&r->in, to, count)) return count;
    session_walk w = walk_begin(&r->in);
    size_t found = 0;
    for (size_t i = 0; i < count; i++) to[i] = 0;
    for (; walk_value(&r->in, &w); found++) {
        if (found < count) to[found] = (float)session_number(&r->in);
    }
    if (w.object || found != count) r->bad_values++;
    return found;
}

void session_vec(session_rows *r, reel_vec3 *to)
{
    float v[3];
    session_floats(r, v, 3);
    *to = (reel_vec3){ v[0], v[1], v[2] };
}

uint16_t session_u16(session_rows *r)
{
    int64_t number = session_whole(&r->in);
    if (number >= 0 && number <= UINT16_MAX) return (uint16_t)number;
    r->bad_values++;
    return number < 0 ? 0 : UINT16_MAX;
}

uint8_t session_u8(session_rows *r)
{
    uint16_t number = session_u16(r);
    if (number <= UINT8_MAX) return (uint8_t)number;
    r->bad_values++;
    return UINT8_MAX;
}

int32_t session_i32(session_rows *r)
{
    int64_t number = session_whole(&r->in);
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

void session_pose(session_rows *r, session_pose_kind kind, reel_vec3 *place, echo_axes *axes)
{
    session_walk w = walk_begin(&r->in);
    reel_string key;
    int what;
    size_t hint = 0;
    while (walk_member(&r->in, &w, pose_kinds[kind].keys, pose_kinds[kind].count, &hint, &key, &what)) {
        switch (what) {
        case PLACE: session_vec(r, place); break;
        case FORWARD: session_vec(r, &axes->forward); break;
        case LEFT: session_vec(r, &axes->left); break;
        case UP: session_vec(r, &axes->up); break;
        case VELOCITY: session_vec(r, &r->frame.common.disc_velocity); break;
        case BOUNCES:
            r->frame.bounce_count = session_i32(r);
            r->frame.api |= ECHO_API_BOUNCES;
            break;
        default: r->unknown_keys++;
        }
    }
}

enum { S_POSSESSION = 11 };

/* The game lists them in one order for players and in another for teams. */
/* clang-format off */
static const session_name player_stats[] = {
    KEY("possession_time", S_POSSESSION), KEY("points", 6), KEY("saves", 7), KEY("goals", 3), KEY("stuns", 10), KEY("passes", 5),
    KEY("catches", 2), KEY("steals", 8), KEY("blocks", 1), KEY("interceptions", 4), KEY("assists", 0), KEY("shots_taken", 9),
};
static const session_name team_stats[] = {
    KEY("points", 6), KEY("possession_time", S_POSSESSION), KEY("interceptions", 4), KEY("blocks", 1), KEY("steals", 8),
    KEY("catches", 2), KEY("passes", 5), KEY("saves", 7), KEY("goals", 3), KEY("stuns", 10), KEY("assists", 0), KEY("shots_taken", 9),
};
/* clang-format on */

_Static_assert(COUNT(player_stats) == COUNT(team_stats), "both tables must list the same statistics");

void session_stats(session_rows *r, bool team, echo_stats *stats, float *time)
{
    session_walk w = walk_begin(&r->in);
    reel_string key;
    int what;
    const session_name *keys = team ? team_stats : player_stats;
    uint16_t counts[11] = { 0 };
    size_t hint = 0;
    while (walk_member(&r->in, &w, keys, COUNT(team_stats), &hint, &key, &what)) {
        if (what == S_POSSESSION)
            *time = (float)session_number(&r->in);
        else if (what >= 0)
            counts[what] = session_u16(r);
        else
            r->unknown_keys++;
    }
    memcpy(stats, counts, sizeof counts);
}
