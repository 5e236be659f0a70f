/* SPDX-License-Identifier: MIT
 * Shared parts of the reader of the game's JSON: words, texts, numbers, and members by their type. */
#include "formats/echo/replay/session_values.h"

#include "core/memory.h"

/* ---- words ------------------------------------------------------------------------------------------------------ */

static reel_string chunk_text(session_rows *r, unsigned slot, reel_string text)
{
    reel_string *last = &r->texts[slot];
    if (text.size == 0) return (reel_string){ NULL, 0 };
    if (last->size == text.size && memcmp(last->data, text.data, text.size) == 0) return *last;
    return *last = reel_chunk_string(r->chunk, text.data, text.size);
}

reel_string reel__session_read_text(session_rows *r, unsigned slot)
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
    bool plain = text.size && text.data == from + 1; /* without escapes in the file */
    r->plain_texts = plain ? r->plain_texts | bit : r->plain_texts & ~bit;
    return chunk_text(r, slot, text);
}

/* ---- unknown members ------------------------------------------------------------------------------------------- */

void reel__session_extra_add(session_rows *r, size_t begin, reel_string key)
{
    reel_memory *extra = &r->extra;
    reel_allocator *allocator = &r->in.pool.allocator;
    const json_value *value = reel__session_document(&r->in);
    if (!value) return;
    reel_string text = reel__doc_text(value, allocator);
    bool fine = text.data && (extra->size == begin || memory_add(extra, ",", 1)) && reel__session_quote(extra, key) &&
                memory_add(extra, ":", 1) && memory_add(extra, text.data, text.size);
    if (!fine) r->no_memory = true;
    if (text.data) allocator->free(allocator->context, (char *)text.data);
}

reel_string reel__session_extra_take(session_rows *r, size_t begin)
{
    size_t size = r->extra.size - begin;
    r->extra.size = begin;
    return size ? reel_chunk_string(r->chunk, r->extra.data + begin, size) : (reel_string){ NULL, 0 };
}

/* ---- numbers ---------------------------------------------------------------------------------------------------- */

/* Reads a list of `count` ordinary numbers without spaces at `p`. Returns its end, or NULL for any other value. */
static inline const char *plain_floats(const session_cursor *c, const char *p, float *to, size_t count)
{
    if (*p++ != '[') return NULL;
    for (size_t i = 0; i < count; i++) {
        double value;
        p = cursor_number(c, p, &value);
        if (!p || *p++ != (i + 1 < count ? ',' : ']')) return NULL;
        to[i] = (float)value;
    }
    return p;
}

/* Reads such a list at the cursor. Returns false and reads nothing for any other value. */
static inline bool read_plain_floats(session_cursor *c, float *to, size_t count)
{
    const char *end = plain_floats(c, c->at, to, count);
    if (end) c->at = end;
    return end != NULL;
}

size_t reel__session_floats(session_rows *r, float *to, size_t count)
{
    if (read_plain_floats(&r->in, to, count)) return count;
    const bool list = *r->in.at == '[' || *r->in.at == '{'; /* anything else is refused */
    session_walk w = walk_begin(&r->in);
    size_t found = 0;
    for (size_t i = 0; i < count; i++) to[i] = 0;
    for (; walk_value(&r->in, &w); found++) {
        if (found < count) to[found] = (float)session_number(&r->in);
    }
    if (w.object || (list && found != count)) r->in.events |= CURSOR_REFUSED;
    return found;
}

/* A vector that lacks a number is none. */
static void session_vec(session_rows *r, reel_vec3 *to)
{
    float v[3];
    reel__session_floats(r, v, 3);
    if (r->in.events & CURSOR_REFUSED) return;
    *to = (reel_vec3){ v[0], v[1], v[2] };
}

static uint16_t session_u16(session_rows *r)
{
    int64_t number = session_whole(&r->in);
    if (number >= 0 && number <= UINT16_MAX) return (uint16_t)number;
    r->in.events |= CURSOR_ROUNDED;
    return number < 0 ? 0 : UINT16_MAX;
}

static uint8_t session_u8(session_rows *r)
{
    uint16_t number = session_u16(r);
    if (number <= UINT8_MAX) return (uint8_t)number;
    r->in.events |= CURSOR_ROUNDED;
    return UINT8_MAX;
}

int32_t reel__session_i32(session_rows *r)
{
    int64_t number = session_whole(&r->in);
    if (number >= INT32_MIN && number <= INT32_MAX) return (int32_t)number;
    r->in.events |= CURSOR_ROUNDED;
    return number < 0 ? INT32_MIN : INT32_MAX;
}

/* ---- members ---------------------------------------------------------------------------------------------------- */

uint8_t reel__session_label(session_rows *r, reel_string word, const reel_label *labels, uint8_t other)
{
    int code = reel__session_code(labels, word);
    if (code >= 0) return (uint8_t)code;
    if (word.size)
        reel__session_note(r, ODD_WORD, word);
    else
        r->in.events |= CURSOR_EMPTY;
    return other;
}

/* Notes what was odd about the value of a member. Returns false if it says nothing. */
static bool settle_value(session_rows *r)
{
    const uint8_t events = r->in.events;
    r->in.events = 0;
    if (events & (CURSOR_REFUSED | CURSOR_ROUNDED))
        reel__session_note(r, ODD_VALUE, (reel_string){ NULL, 0 });
    else if (events & CURSOR_CONVERTED)
        reel__session_note(r, ODD_TYPE, (reel_string){ NULL, 0 });
    return !(events & (CURSOR_REFUSED | CURSOR_EMPTY));
}

bool reel__session_begin_object(session_rows *r)
{
    session_cursor *c = &r->in;
    if (*c->at == '{') return true;
    if (*c->at == 'n')
        cursor_literal(c, "null", 4);
    else
        session_skip_mistyped(c);
    settle_value(r);
    return false;
}

/* Reads an object that has the first members of its list, in their order and without spaces, and no others: as the game writes
 * a pose. Returns false and reads nothing for any other one, which takes the usual way. */
static bool read_plain_pose(session_cursor *c, const session_object *object, session_pose *pose)
{
    enum { PARTS = 4 };
    const char *p = c->at;
    session_pose made = { .keys = 0 };
    char before = '{';
    for (size_t i = 0; i < PARTS; i++, before = ',') {
        const session_member *m = &object->members[i];
        float v[3];
        if (c->end - p < CURSOR_AHEAD + 2 || p[0] != before || p[1] != '"' || !cursor_is(m, p + 2)) return false;
        p = plain_floats(c, p + m->size + 4, v, 3);
        if (!p) return false;
        memcpy((uint8_t *)&made + m->offset, v, sizeof v);
        made.keys |= m->known_bit;
    }
    if (*p != '}') return false;
    *pose = made;
    c->at = p + 1;
    return true;
}

static void read_pose(session_rows *r, uint8_t *row, const session_member *m)
{
    session_pose pose;
    if (*r->in.at == '{' && read_plain_pose(&r->in, m->object, &pose)) {
        memcpy(row + m->offset, &pose.position, sizeof pose.position);
        memcpy(row + m->axes, &pose.axes, sizeof pose.axes);
        row[m->known] |= (uint8_t)(pose.keys * m->known_bit);
        return;
    }
    pose.keys = 0;
    memcpy(&pose.position, row + m->offset, sizeof pose.position);
    memcpy(&pose.axes, row + m->axes, sizeof pose.axes);
    if (m->bit && *r->in.at == '[') {
        session_vec(r, &pose.position);
        if (settle_value(r)) {
            pose.keys = ECHO_KEY_POSITION;
            row[m->present] |= m->bit;
        }
    } else if (reel__session_begin_object(r)) {
        reel__session_read_object(r, m->object, &pose, SESSION_NO_EXTRA);
    }
    memcpy(row + m->offset, &pose.position, sizeof pose.position);
    memcpy(row + m->axes, &pose.axes, sizeof pose.axes);
    row[m->known] |= (uint8_t)(pose.keys * m->known_bit);
}

/* Values are stored with memcpy: members of a row are known by offset, and have different types. */
#define STORE(type, value)                                                                                                       \
    do {                                                                                                                         \
        const type read_value = (value);                                                                                         \
        memcpy(at, &read_value, sizeof read_value);                                                                              \
    } while (0)

static void read_word(session_rows *r, uint8_t *at, const session_member *m)
{
    const reel_string word = session_string(&r->in);
    const uint8_t code = r->in.events & CURSOR_REFUSED ? m->other : reel__session_label(r, word, m->labels, m->other);
    if (!(r->in.events & (CURSOR_REFUSED | CURSOR_EMPTY))) *at = code;
}

/* Reads a value. Returns false if there is none: null, or what says nothing. */
static inline bool read_value(session_rows *r, uint8_t *row, const session_member *m)
{
    uint8_t *at = row + m->offset;
    switch ((member_type)m->type) {
    case MEMBER_F32: STORE(float, (float)session_number(&r->in)); break;
    case MEMBER_VEC3: session_vec(r, (reel_vec3 *)(void *)at); break;
    case MEMBER_BOOL:
    case MEMBER_FLAG: *at = session_truth(&r->in); break;
    case MEMBER_U8: *at = session_u8(r); break;
    case MEMBER_U16: STORE(uint16_t, session_u16(r)); break;
    case MEMBER_I32: STORE(int32_t, reel__session_i32(r)); break;
    case MEMBER_I64: STORE(int64_t, session_whole(&r->in)); break;
    case MEMBER_U64: STORE(uint64_t, session_natural(&r->in)); break;
    case MEMBER_TEXT:
        if (m->read)
            m->read(r, row, m);
        else
            STORE(reel_string, reel__session_read_text(r, m->slot));
        break;
    case MEMBER_WORD: read_word(r, at, m); break;
    case MEMBER_OBJECT:
        if (!reel__session_begin_object(r)) return false;
        if (m->read)
            m->read(r, row, m);
        else
            reel__session_read_object(r, m->object, at, SESSION_NO_EXTRA);
        return true;
    case MEMBER_POSE: read_pose(r, row, m); return false; /* has set what it has */
    case MEMBER_SPECIAL: m->read(r, row, m); break;
    }
    return !r->in.events || settle_value(r);
}

static inline void read_member(session_rows *r, uint8_t *row, const session_member *m)
{
    if (*r->in.at == 'n') {
        cursor_literal(&r->in, "null", 4);
        return;
    }
    if (!read_value(r, row, m)) return;
    row[m->present] |= m->bit;
    row[m->known] |= m->known_bit;
}

/* Members of a match that the game has, but no row: they are kept as JSON. */
static bool is_kept_key(reel_string key)
{
    static const char *const kept[] = { "packet_loss_ratio", "timers" };
    for (size_t i = 0; i < COUNT(kept); i++)
        if (key.size == strlen(kept[i]) && memcmp(key.data, kept[i], key.size) == 0) return true;
    return false;
}

bool reel__session_read_object(session_rows *r, const session_object *object, void *row, size_t extra)
{
    session_walk w = walk_begin(&r->in);
    reel_string key;
    const session_member *const members = object->members, *const owner = r->member, *found;
    const size_t count = object->count;
    size_t hint = 0;
    bool identified = false;
    while (walk_member(&r->in, &w, members, count, &hint, &key, &found)) {
        r->owner = owner;
        r->member = found;
        if (found) {
            identified |= found->identifies;
            read_member(r, row, found);
        } else {
            if (owner || !is_kept_key(key)) reel__session_note(r, ODD_KEY, key);
            if (extra != SESSION_NO_EXTRA) reel__session_extra_add(r, extra, key);
        }
    }
    return identified;
}
