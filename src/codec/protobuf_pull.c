/* SPDX-License-Identifier: MIT
 * Protocol Buffers: fields, and messages by their lists. */
#include "codec/protobuf_pull.h"

#include "codec/number.h"
#include "core/memory.h"
#include "core/text.h"

enum { VARINT_MOST = 10, GROUPS = 64, NESTING = 8, VECTOR = 3 };

bool reel__proto_varint(const uint8_t **at, const uint8_t *end, uint64_t *value)
{
    const uint8_t *p = *at;
    uint64_t bits = 0;
    for (unsigned i = 0; i < VARINT_MOST && p < end; i++, p++) {
        bits |= (uint64_t)(*p & 0x7f) << 7 * i;
        if (*p & 0x80) continue;
        *at = p + 1;
        *value = bits;
        return true;
    }
    return false;
}

/* The same; most have one byte. */
static inline bool short_varint(const uint8_t **at, const uint8_t *end, uint64_t *value)
{
    if (*at >= end || **at >= 0x80) return reel__proto_varint(at, end, value);
    *value = *(*at)++;
    return true;
}

static bool break_off(proto_reader *r, const uint8_t *at)
{
    r->at = at;
    r->broken = true;
    return false;
}

/* A tag and its value, without the content of a group. */
static inline bool next_flat(proto_reader *r, proto_field *f)
{
    uint64_t tag;
    const uint8_t *start = r->at;
    if (!short_varint(&r->at, r->end, &tag) || tag >> 3 == 0 || tag >> 3 > 0x1fffffff) return break_off(r, start);
    *f = (proto_field){ .number = (uint32_t)(tag >> 3), .wire = (proto_wire)(tag & 7), .start = start };
    const size_t left = (size_t)(r->end - r->at);
    switch (f->wire) {
    case PROTO_VARINT: return short_varint(&r->at, r->end, &f->value) || break_off(r, start);
    case PROTO_FIXED64:
        if (left < 8) return break_off(r, start);
        f->value = reel_load_u64le(r->at);
        r->at += 8;
        return true;
    case PROTO_FIXED32:
        if (left < 4) return break_off(r, start);
        f->value = reel_load_u32le(r->at);
        r->at += 4;
        return true;
    case PROTO_BYTES: {
        uint64_t size;
        if (!short_varint(&r->at, r->end, &size) || size > (uint64_t)(r->end - r->at)) return break_off(r, start);
        f->data = r->at;
        f->size = (size_t)size;
        r->at += f->size;
        return true;
    }
    case PROTO_GROUP:
    case PROTO_GROUP_END: return true;
    }
    return break_off(r, start);
}

/* Passes over a group, whose start was read. */
static bool pass_group(proto_reader *r, const proto_field *group)
{
    uint32_t open[GROUPS] = { group->number };
    size_t depth = 1;
    proto_field f;
    while (depth) {
        if (r->at >= r->end || !next_flat(r, &f)) return break_off(r, group->start);
        if (f.wire == PROTO_GROUP_END) {
            if (open[--depth] != f.number) return break_off(r, group->start);
        } else if (f.wire == PROTO_GROUP) {
            if (depth == GROUPS) return break_off(r, group->start);
            open[depth++] = f.number;
        }
    }
    return true;
}

bool reel__proto_next(proto_reader *r, proto_field *f)
{
    if (r->broken || r->at >= r->end || !next_flat(r, f)) return false;
    if (f->wire == PROTO_GROUP_END) return break_off(r, f->start);
    return f->wire != PROTO_GROUP || pass_group(r, f);
}

/* ---- reading by a list ------------------------------------------------------------------------------------------ */

const proto_member *reel__proto_member_of(const proto_message *message, uint32_t number)
{
    /* Numbers ascend, so that a member is where a list without gaps would have it, or before. */
    if (!message->count) return NULL;
    const proto_member *at = message->members + (number < message->count ? number : message->count);
    while (at > message->members && at[-1].number > number) at--;
    return at > message->members && at[-1].number == number ? at - 1 : NULL;
}

static proto_wire wire_of(uint8_t type)
{
    switch ((proto_type)type) {
    case PROTO_F32: return PROTO_FIXED32;
    case PROTO_F64_AS_F32: return PROTO_FIXED64;
    case PROTO_F64_AS_VEC3:
    case PROTO_STRING:
    case PROTO_BYTE_STRING:
    case PROTO_MESSAGE: return PROTO_BYTES;
    default: return PROTO_VARINT;
    }
}

/* The lowest 32 bits count, as in other readers; what a narrow member cannot hold is clamped. */
static int32_t narrow(uint64_t value, int32_t most, proto_notes *notes)
{
    const int32_t number = (int32_t)(uint32_t)value;
    if (number >= 0 && number <= most) return number;
    notes->clamped++;
    return number < 0 ? 0 : most;
}

/* Values are stored with memcpy: members of a struct are known by offset, and have different types. */
#define STORE(type_, value)                                                                                                      \
    do {                                                                                                                         \
        const type_ stored = (value);                                                                                            \
        memcpy(at, &stored, sizeof stored);                                                                                      \
    } while (0)

static float single_of(double value)
{
    /* beyond the range of a float: infinite, which a conversion in C would not define */
    if (value > 3.4028235677973366e38) return reel_float_of(0x7f800000u);
    if (value < -3.4028235677973366e38) return reel_float_of(0xff800000u);
    return (float)value;
}

static void get_scalar(const proto_member *m, const proto_field *f, uint8_t *at, proto_notes *notes)
{
    switch ((proto_type)m->type) {
    case PROTO_U32:
    case PROTO_I32: STORE(uint32_t, (uint32_t)f->value); break;
    case PROTO_U64:
    case PROTO_I64: STORE(uint64_t, f->value); break;
    case PROTO_BOOL: *at = f->value != 0; break;
    case PROTO_F32: STORE(float, reel_float_of((uint32_t)f->value)); break;
    case PROTO_F64_AS_F32: STORE(float, single_of(reel_double_of(f->value))); break;
    case PROTO_I32_AS_U16: STORE(uint16_t, (uint16_t)narrow(f->value, UINT16_MAX, notes)); break;
    case PROTO_I32_AS_U8: *at = (uint8_t)narrow(f->value, UINT8_MAX, notes); break;
    case PROTO_I32_AS_F32: STORE(float, (float)(int32_t)(uint32_t)f->value); break;
    case PROTO_STRING:
    case PROTO_BYTE_STRING:
        if (m->type == PROTO_STRING && !reel__utf8_is_valid(f->data, f->size)) notes->bad_text++;
        STORE(reel_string, ((reel_string){ f->size ? (const char *)f->data : NULL, f->size }));
        break;
    case PROTO_F64_AS_VEC3:
    case PROTO_MESSAGE: break;
    }
}

/* A message that is being read, and what comes after the one inside of it. */
typedef struct proto_level {
    const proto_message *message;
    proto_reader reader;
    uint8_t *to;
    uint64_t others;
    uint64_t filled; /* components of vectors that were read: two bits for each number below 32 */
} proto_level;

/* A list may be packed, in several parts, or of single numbers. Returns true when the vector has all its components. */
static bool add_to_vector(proto_level *level, const proto_member *m, const proto_field *f, proto_notes *notes)
{
    const unsigned shift = 2u * (m->number & 31u);
    const size_t have = level->filled >> shift & 3, size = f->wire == PROTO_BYTES ? f->size : sizeof(double);
    if ((f->wire != PROTO_BYTES && f->wire != PROTO_FIXED64) || size % sizeof(double) || have + size / sizeof(double) > VECTOR) {
        notes->mistyped++;
        return false;
    }
    for (size_t i = 0; i < size / sizeof(double); i++) {
        const uint64_t bits = f->wire == PROTO_BYTES ? reel_load_u64le(f->data + 8 * i) : f->value;
        const float value = single_of(reel_double_of(bits));
        memcpy(level->to + m->offset + (have + i) * sizeof value, &value, sizeof value);
    }
    const size_t now = have + size / sizeof(double);
    level->filled &= ~(UINT64_C(3) << shift);
    if (now < VECTOR) level->filled |= (uint64_t)now << shift;
    return now == VECTOR;
}

/* A vector that lacks components is left out. */
static void drop_parts_of_vectors(proto_level *level, proto_notes *notes)
{
    for (size_t i = 0; level->filled && i < level->message->count; i++) {
        const proto_member *m = &level->message->members[i];
        if (m->type != PROTO_F64_AS_VEC3 || !(level->filled >> 2 * (m->number & 31u) & 3)) continue;
        memset(level->to + m->offset, 0, VECTOR * sizeof(float));
        if (m->bit) level->to[m->has] &= (uint8_t)~m->bit;
        notes->mistyped++;
    }
    level->filled = 0;
}

/* Stores one field. Returns the member of a message that is to be read next, or NULL. */
static const proto_member *store_field(proto_level *level, const proto_field *f, proto_notes *notes)
{
    const proto_member *m = reel__proto_member_of(level->message, f->number);
    if (!m) {
        notes->unknown += f->number >= 64 || !(level->others >> f->number & 1);
        return NULL;
    }
    if (m->type == PROTO_F64_AS_VEC3) {
        if (add_to_vector(level, m, f, notes) && m->bit) level->to[m->has] |= m->bit;
        return NULL;
    }
    if (f->wire != wire_of(m->type)) {
        notes->mistyped++;
        return NULL;
    }
    uint8_t *at = level->to + m->offset;
    get_scalar(m, f, at, notes);
    if (m->bit) level->to[m->has] |= m->bit;
    return m->type == PROTO_MESSAGE ? m : NULL;
}

enum { FLOAT_FIELD = 5, FLOAT_SHIFT = 3, FLOAT_MASK = 0x87 };

/* Moves floats that are fields 1 to `count`, in order. False: they are not, and nothing was moved. */
static inline bool take_vector(const uint8_t *at, unsigned count, uint8_t *to)
{
    unsigned other = 0;
    for (unsigned i = 0; i < count; i++) other |= at[FLOAT_FIELD * i] ^ ((i + 1) << FLOAT_SHIFT | PROTO_FIXED32);
    if (other) return false;
    for (unsigned i = 0; i < count; i++) {
        const float value = reel_float_of(reel_load_u32le(at + FLOAT_FIELD * i + 1));
        memcpy(to + i * sizeof value, &value, sizeof value);
    }
    return true;
}

/* Reads floats of a list that has nothing else, as long as their tags have one byte. Returns where they end. Most are whole vectors of three or
 * rotations, in order. */
static inline const uint8_t *take_floats(const proto_message *message, const uint8_t *at, const uint8_t *end, uint8_t *to)
{
    enum { ROTATION = 4 };
    if (message->count == VECTOR && end - at == VECTOR * FLOAT_FIELD && take_vector(at, VECTOR, to)) return end;
    if (message->count == ROTATION && end - at == ROTATION * FLOAT_FIELD && take_vector(at, ROTATION, to)) return end;
    while (end - at >= FLOAT_FIELD && (*at & FLOAT_MASK) == PROTO_FIXED32) {
        const unsigned index = (*at >> FLOAT_SHIFT) - 1u;
        if (index >= message->count) break;
        const float value = reel_float_of(reel_load_u32le(at + 1));
        memcpy(to + index * sizeof value, &value, sizeof value);
        at += FLOAT_FIELD;
    }
    return at;
}

/* Reads messages of floats in a message, as long as their tags and sizes have one byte and nothing else is in them. */
static const uint8_t *take_parts(const proto_message *message, const uint8_t *at, const uint8_t *end, uint8_t *to)
{
    enum { HEAD = 2, SHIFT = 3, MASK = 0x87, LONG = 0x80 };
    while (end - at >= HEAD && (*at & MASK) == PROTO_BYTES && at[1] < LONG && at[1] <= end - at - HEAD) {
        const size_t index = (*at >> SHIFT) - (size_t)1;
        const proto_member *m = index < message->count ? &message->members[index] : NULL;
        const uint8_t *next = at + HEAD + at[1];
        if (!m || m->number != index + 1 || m->type != PROTO_MESSAGE || !m->message->floats) break;
        if (take_floats(m->message, at + HEAD, next, to + m->offset) != next) break;
        if (m->bit) to[m->has] |= m->bit;
        at = next;
    }
    return at;
}

/* Whether a message is only floats, or messages of floats, and was read. */
static inline bool take_message(const proto_message *message, const uint8_t *at, const uint8_t *end, uint8_t *to)
{
    return at == end || (message->floats ? take_floats : take_parts)(message, at, end, to) == end;
}

/* Reads fields as encoders write them: with a tag of one byte, of a list without gaps up to it. Leaves the reader at what is another one, broken or
 * a message with something else in it. */
static void take_fields(proto_level *level, proto_notes *notes)
{
    enum { SHIFT = 3, WIRE = 7, LONG = 0x80, SINGLE = 4, DOUBLE = 8 };
    const proto_message *const message = level->message;
    const uint8_t *const end = level->reader.end;
    for (const uint8_t *at = level->reader.at; at < end && *at < LONG; level->reader.at = at) {
        const size_t index = (*at >> SHIFT) - (size_t)1;
        const proto_member *m = index < message->count ? &message->members[index] : NULL;
        if (!m || m->number != index + 1 || m->type == PROTO_F64_AS_VEC3 || (*at & WIRE) != wire_of(m->type)) return;
        proto_field f = { .value = 0 };
        at++;
        switch (wire_of(m->type)) {
        case PROTO_VARINT:
            if (!short_varint(&at, end, &f.value)) return;
            break;
        case PROTO_FIXED32:
            if (end - at < SINGLE) return;
            f.value = reel_load_u32le(at);
            at += SINGLE;
            break;
        case PROTO_FIXED64:
            if (end - at < DOUBLE) return;
            f.value = reel_load_u64le(at);
            at += DOUBLE;
            break;
        case PROTO_BYTES:
            if (at == end || *at >= LONG || *at > end - at - 1) return;
            f.size = *at++;
            f.data = at;
            at += f.size;
            if (m->type == PROTO_MESSAGE && !take_message(m->message, f.data, at, level->to + m->offset)) return;
            break;
        default: return;
        }
        get_scalar(m, &f, level->to + m->offset, notes);
        if (m->bit) level->to[m->has] |= m->bit;
    }
}

static bool get_levels(proto_level *levels, size_t depth, proto_notes *notes, const uint8_t **broken_at)
{
    while (depth) {
        proto_level *level = &levels[depth - 1];
        proto_field f;
        take_fields(level, notes);
        if (!reel__proto_next(&level->reader, &f)) {
            if (level->reader.broken) {
                *broken_at = level->reader.at;
                return false;
            }
            drop_parts_of_vectors(level, notes);
            depth--;
            continue;
        }
        const proto_member *m = store_field(level, &f, notes);
        if (!m || depth == NESTING) continue; /* no list is deeper */
        const proto_reader inner = proto_read(f.data, f.size);
        if (!take_message(m->message, inner.at, inner.end, level->to + m->offset))
            levels[depth++] = (proto_level){ m->message, inner, level->to + m->offset, 0, 0 };
    }
    return true;
}

bool reel__proto_get(const proto_message *message, const uint8_t *data, size_t size, void *to, uint64_t others,
                     proto_notes *notes, const uint8_t **broken_at)
{
    proto_level levels[NESTING];
    levels[0] = (proto_level){ message, proto_read(data, size), to, others, 0 };
    return get_levels(levels, 1, notes, broken_at);
}

bool reel__proto_get_field(const proto_message *message, const proto_field *field, void *to, uint64_t others, proto_notes *notes,
                           const uint8_t **broken_at)
{
    proto_level levels[NESTING], own = { message, { NULL, NULL, false }, to, others, 0 };
    const proto_member *m = store_field(&own, field, notes);
    drop_parts_of_vectors(&own, notes);
    if (!m) return true;
    levels[0] = (proto_level){ m->message, proto_read(field->data, field->size), own.to + m->offset, 0, 0 };
    return get_levels(levels, 1, notes, broken_at);
}

/* ---- writing ---------------------------------------------------------------------------------------------------- */

static size_t put_varint(uint8_t *to, uint64_t value)
{
    size_t size = 0;
    for (; value >= 0x80; value >>= 7) to[size++] = (uint8_t)(value | 0x80);
    to[size++] = (uint8_t)value;
    return size;
}

bool reel__proto_put_varint(reel_memory *to, uint64_t value)
{
    uint8_t bytes[VARINT_MOST];
    return memory_add(to, bytes, put_varint(bytes, value));
}

bool reel__proto_put_tag(reel_memory *to, uint32_t number, proto_wire wire)
{
    return reel__proto_put_varint(to, (uint64_t)number << 3 | (unsigned)wire);
}

bool reel__proto_put_bytes(reel_memory *to, uint32_t number, const void *data, size_t size)
{
    return reel__proto_put_tag(to, number, PROTO_BYTES) && reel__proto_put_varint(to, size) && memory_add(to, data, size);
}

bool reel__proto_end(reel_memory *to, size_t start, uint32_t number)
{
    uint8_t head[2 * VARINT_MOST];
    const size_t size = to->size - start;
    size_t tag = put_varint(head, (uint64_t)number << 3 | PROTO_BYTES);
    tag += put_varint(head + tag, size);
    if (!reel__memory_room(to, tag)) return false;
    memmove(to->data + start + tag, to->data + start, size);
    memcpy(to->data + start, head, tag);
    to->size += tag;
    return true;
}

/* The double that has the fewest digits of those that round to a float. */
static double decimal_of(float value)
{
    char text[NUMBER_SIZE];
    double number = (double)value;
    if (value == value && value - value == 0) { /* finite */
        text[reel__number_f32(text, value)] = 0;
        if (!reel__number_read_f64(text, &number)) number = (double)value;
    }
    return number;
}

static bool put_fixed64(reel_memory *to, double value)
{
    uint8_t bytes[8];
    reel_store_u64le(bytes, reel_double_bits(value));
    return memory_add(to, bytes, sizeof bytes);
}

/* A scalar as the 64 bits of a varint, or of a float. */
static uint64_t scalar_bits(const proto_member *m, const uint8_t *at)
{
    uint32_t word;
    uint64_t wide;
    uint16_t half;
    switch ((proto_type)m->type) {
    case PROTO_U32: memcpy(&word, at, sizeof word); return word;
    case PROTO_I32: memcpy(&word, at, sizeof word); return (uint64_t)(int64_t)(int32_t)word;
    case PROTO_U64:
    case PROTO_I64: memcpy(&wide, at, sizeof wide); return wide;
    case PROTO_BOOL: return *at != 0;
    case PROTO_F32:
    case PROTO_F64_AS_F32: memcpy(&word, at, sizeof word); return word;
    case PROTO_I32_AS_U16: memcpy(&half, at, sizeof half); return half;
    case PROTO_I32_AS_U8: return *at;
    case PROTO_I32_AS_F32: {
        float value;
        memcpy(&value, at, sizeof value);
        return value >= -2147483648.0f && value < 2147483648.0f ? (uint64_t)(int64_t)(int32_t)value : 0;
    }
    default: return 0;
    }
}

static bool put_vector(reel_memory *to, const proto_member *m, const uint8_t *at, proto_double *wide)
{
    reel_vec3 v;
    memcpy(&v, at, sizeof v);
    return reel__proto_put_tag(to, m->number, PROTO_BYTES) && reel__proto_put_varint(to, VECTOR * sizeof(double)) &&
           put_fixed64(to, wide(v.x)) && put_fixed64(to, wide(v.y)) && put_fixed64(to, wide(v.z));
}

static bool put_scalar(reel_memory *to, const proto_member *m, const uint8_t *at, bool stated, proto_double *wide)
{
    const uint64_t bits = scalar_bits(m, at);
    if (!bits && !stated) return true;
    if (!reel__proto_put_tag(to, m->number, wire_of(m->type))) return false;
    if (m->type == PROTO_F64_AS_F32) return put_fixed64(to, wide(reel_float_of((uint32_t)bits)));
    if (m->type != PROTO_F32) return reel__proto_put_varint(to, bits);
    uint8_t word[4];
    reel_store_u32le(word, (uint32_t)bits);
    return memory_add(to, word, sizeof word);
}

/* The size of what is being written in front of each message inside of another one. */
typedef struct proto_part {
    const proto_message *message;
    const uint8_t *from;
    size_t next, start;
    uint32_t number; /* in the message around it */
} proto_part;

static bool put_levels(reel_memory *to, const proto_message *message, const void *from, proto_double *wide)
{
    proto_part parts[NESTING] = { { message, from, 0, to->size, 0 } };
    size_t depth = 1;
    bool fine = true;
    while (depth && fine) {
        proto_part *part = &parts[depth - 1];
        if (part->next == part->message->count) {
            if (--depth) fine = reel__proto_end(to, part->start, part->number);
            continue;
        }
        const proto_member *m = &part->message->members[part->next++];
        const uint8_t *at = part->from + m->offset;
        const bool stated = m->bit && part->from[m->has] & m->bit;
        if (m->bit && !stated) continue;
        if (m->type == PROTO_MESSAGE) {
            if (depth == NESTING) return false; /* no list is deeper */
            parts[depth++] = (proto_part){ m->message, at, 0, proto_begin(to), m->number };
        } else if (m->type == PROTO_F64_AS_VEC3) {
            fine = !stated || put_vector(to, m, at, wide);
        } else if (m->type == PROTO_STRING || m->type == PROTO_BYTE_STRING) {
            reel_string text;
            memcpy(&text, at, sizeof text);
            fine = (!text.size && !stated) || reel__proto_put_bytes(to, m->number, text.data, text.size);
        } else {
            fine = put_scalar(to, m, at, stated, wide);
        }
    }
    return fine;
}

bool reel__proto_put(reel_memory *to, const proto_message *message, const void *from)
{
    return reel__proto_put_some(to, message, from, 0, UINT8_MAX, decimal_of);
}

bool reel__proto_put_some(reel_memory *to, const proto_message *message, const void *from, unsigned first, unsigned last,
                          proto_double *wide)
{
    proto_message some = *message;
    if (!wide) wide = decimal_of;
    while (some.count && some.members->number < first) some.members++, some.count--;
    while (some.count && some.members[some.count - 1].number > last) some.count--;
    return put_levels(to, &some, from, wide);
}
