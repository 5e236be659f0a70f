/* SPDX-License-Identifier: MIT
 * Reads Silicate 3: a header of 74 bytes, atoms, a footer. Atom 1 has the actions in sections of steps with 1, 2, 4 or 8 bytes. */
#include "formats/gdr/macros/silicate3.h"

static const char bot[] = "Silicate";

int reel__macros_slc3_sniff(const uint8_t *head, size_t size)
{
    return reel__macros_magic(head, size, SLC3_MAGIC, SLC3_MAGIC_BYTES);
}

static reel_status read_head(macros_in *m)
{
    const uint8_t *magic = reel_take(&m->c, SLC3_MAGIC_BYTES);
    if (!magic) return reel__macros_cut(m);
    if (memcmp(magic, SLC3_MAGIC, SLC3_MAGIC_BYTES) != 0)
        return macros_fail(m, REEL_CORRUPT, "bad-magic", 0, "the file does not begin with " SLC3_MAGIC);
    uint16_t size = reel_get_u16le(&m->c);
    if (!m->c.failed && size != SLC3_META_BYTES)
        return macros_fail(m, REEL_CORRUPT, "bad-meta-size", 8, "the metadata has %u bytes, not 64", (unsigned)size);
    double fps = reel_get_f64le(&m->c);
    m->header.seed = reel_get_u64le(&m->c);
    m->header.has_seed = 1;
    m->header.version = reel_get_u32le(&m->c);
    m->build = reel_get_i32le(&m->c);
    m->header.flags = reel_get_u32le(&m->c);
    reel_take(&m->c, SLC3_PADDING_BYTES);
    if (m->c.failed) return reel__macros_cut(m);
    return reel__macros_rate(m, fps, 10);
}

static inline uint64_t load_state(const uint8_t *p, unsigned w)
{
    switch (w) {
    case 0: return p[0];
    case 1: return (uint64_t)p[0] | (uint64_t)p[1] << 8;
    case 2: return reel_load_u32le(p);
    default: return reel_load_u64le(p);
    }
}

static inline bool is_swift(uint64_t state) { return (state >> 2 & 3) == 0; }

/* Inputs by the lower four bits of their states. */
static const gdr_input forms[] = {
    MACROS_FORM(0, 0, 0), MACROS_FORM(0, 0, 1), MACROS_FORM(0, 1, 0), MACROS_FORM(0, 1, 1),
    MACROS_FORM(1, 0, 0), MACROS_FORM(1, 0, 1), MACROS_FORM(1, 1, 0), MACROS_FORM(1, 1, 1),
    MACROS_FORM(2, 0, 0), MACROS_FORM(2, 0, 1), MACROS_FORM(2, 1, 0), MACROS_FORM(2, 1, 1),
    MACROS_FORM(3, 0, 0), MACROS_FORM(3, 0, 1), MACROS_FORM(3, 1, 0), MACROS_FORM(3, 1, 1),
};

/* Adds the inputs of `states` states without swifts, all at once. */
static inline reel_status add_plain(macros_in *m, const uint8_t *p, size_t states, const unsigned w, uint64_t at)
{
    gdr_input *row = m->inputs ? reel__macros_grow(m, states) : NULL;
    size_t i = 0;
    for (; i < states; i++, p += (size_t)1 << w) {
        uint64_t state = load_state(p, w);
        if (state >> 4 > MACROS_MOST_FRAME - m->frame) break;
        m->frame += state >> 4;
        if (row) macros_set(&row[i], &forms[state & 15], m->frame);
    }
    m->count += i;
    if (row) m->inputs->count -= states - i;
    return i == states ? REEL_OK : reel__macros_step(m, MACROS_MOST_FRAME, at + ((uint64_t)i << w));
}

/* Adds the inputs of `states` states of one section. */
static inline reel_status add_states(macros_in *m, const uint8_t *p, size_t states, const unsigned w, bool swifts, uint64_t at)
{
    if (!swifts) return add_plain(m, p, states, w, at);
    for (size_t i = 0; i < states; i++, p += (size_t)1 << w) {
        uint64_t state = load_state(p, w);
        if (state >> 4 > MACROS_MOST_FRAME - m->frame) return reel__macros_step(m, state >> 4, at + ((uint64_t)i << w));
        m->frame += state >> 4;
        bool player2 = state >> 1 & 1;
        if (is_swift(state)) {
            macros_input(m, m->frame, GDR_JUMP, player2, true);
            macros_input(m, m->frame, GDR_JUMP, player2, false);
        } else {
            macros_input(m, m->frame, state >> 2 & 3, player2, state & 1);
        }
    }
    return REEL_OK;
}

static reel_status add_group(macros_in *m, const uint8_t *p, size_t states, unsigned w, bool swifts, uint64_t at)
{
    switch (w) {
    case 0: return add_states(m, p, states, 0, swifts, at);
    case 1: return add_states(m, p, states, 1, swifts, at);
    case 2: return add_states(m, p, states, 2, swifts, at);
    default: return add_states(m, p, states, 3, swifts, at);
    }
}

/* A section of inputs, or a group of them that repeats. The number of its actions is known before any is made. */
static reel_status read_inputs(macros_in *m, unsigned head, uint64_t at, uint64_t *left)
{
    unsigned w = head >> 12 & 3, r = head >> 14 == SLC3_REPEAT ? head >> 3 & 31 : 0;
    size_t states = (size_t)1 << (head >> 8 & 15);
    uint64_t from = reel_offset(&m->c), group = states;
    const uint8_t *p = reel_take(&m->c, states << w);
    if (!p)
        return macros_fail(m, REEL_TRUNCATED, "section-past-end", at, "a section has %zu states, more than its atom has", states);
    for (size_t i = 0; i < states; i++) group += is_swift(p[i << w]);
    if (group << r > *left)
        return macros_fail(m, REEL_CORRUPT, "count-mismatch", at, "a section has %llu actions, only %llu are missing",
                           (unsigned long long)(group << r), (unsigned long long)*left);
    *left -= group << r;
    /* repeats cost time even if nobody wants the rows */
    if (reel_spend(m->d->budget, group << r) != REEL_OK) return reel_fail_budget(m->d->budget, m->error, m->section, at);
    reel_status status = REEL_OK;
    for (uint64_t i = 0; i < UINT64_C(1) << r && status >= 0; i++) {
        status = add_group(m, p, states, w, group != states, from);
        if (reel_build_status(m->d->chunk) < 0) return reel_build_status(m->d->chunk);
    }
    return status;
}

/* Fast path: reads sections of inputs whose states have at most 4 bytes, without swifts; `left` actions are missing. How many states a
 * section has, and how many bytes a state, cannot be predicted, and a mispredicted branch costs more than a row. Most sections have 1, 2
 * or 4 states, so 4 are always read. Those after the end of the section do not move the frame, and the next section overwrites their
 * rows. */
static reel_status read_short_sections(macros_in *m, uint64_t *left)
{
    enum { STATES = 4, MOST_WIDTH = 2, HEAD_BYTES = 2 };
    static const uint32_t masks[] = { 0xff, 0xffff, UINT32_MAX };
    const uint64_t most_frame = MACROS_MOST_FRAME - (UINT64_C(1) << (28 + 15)); /* 2^15 steps of 28 bits stay below the limit */
    gdr_input scratch[MACROS_SCRATCH];
    size_t room, count = 0;
    gdr_input *rows = macros_room(m, scratch, &room);
    const uint8_t *at = m->c.at, *end = m->c.end;
    uint64_t frame = m->frame;
    if (room > *left) room = (size_t)*left;
    while (room - count >= STATES && end - at >= HEAD_BYTES + (STATES << MOST_WIDTH) && frame <= most_frame) {
        unsigned head = at[0] | (unsigned)at[1] << 8, w = head >> 12 & 3;
        size_t states = (size_t)1 << (head >> 8 & 15);
        if (head >> 14 != SLC3_INPUT || w > MOST_WIDTH) break;
        if (states > STATES && (states > room - count || states << w > (size_t)(end - at) - HEAD_BYTES)) break;
        const uint8_t *p = at + HEAD_BYTES;
        gdr_input *row = rows + count;
        uint64_t next = frame;
        unsigned swifts = 0;
        for (size_t i = 0; i < STATES; i++) {
            uint64_t state = reel_load_u32le(p + (i << w)) & masks[w];
            next += state >> 4;
            swifts |= (unsigned)is_swift(state) << i;
            macros_set(&row[i], &forms[state & 15], next);
        }
        swifts &= (2u << ((states - 1) & (STATES - 1))) - 1; /* only those within the section */
        for (size_t i = STATES; i < states; i++) {
            uint64_t state = load_state(p + (i << w), w);
            next += state >> 4;
            swifts |= is_swift(state);
            macros_set(&row[i], &forms[state & 15], next);
        }
        if (swifts) break;
        at = p + (states << w);
        frame = (uint64_t)row[states - 1].frame;
        count += states;
    }
    m->c.at = at;
    m->frame = frame;
    *left -= count;
    macros_filled(m, count);
    if (reel_spend(m->d->budget, count) == REEL_OK) return REEL_OK;
    return reel_fail_budget(m->d->budget, m->error, m->section, reel_offset(&m->c));
}

static reel_status read_special(macros_in *m, unsigned head, uint64_t at)
{
    static const uint8_t kinds[] = { MACROS_RESTART, MACROS_FULL_RESTART, MACROS_DEATH, MACROS_TPS, MACROS_BUGPOINT };
    unsigned type = head >> 10 & 15, w = head >> 8 & 3;
    if (type >= sizeof kinds) return macros_fail(m, REEL_CORRUPT, "bad-section", at, "unknown kind %u of special action", type);
    uint64_t from = reel_offset(&m->c);
    const uint8_t *p = reel_take(&m->c, (size_t)1 << w);
    macros_event event = { .kind = kinds[type] };
    uint64_t value_at = reel_offset(&m->c), value = event.kind == MACROS_BUGPOINT ? 0 : reel_get_u64le(&m->c);
    if (!p || m->c.failed) return macros_fail(m, REEL_TRUNCATED, "section-past-end", at, "a special action exceeds its atom");
    event.has_seed = event.kind <= MACROS_DEATH;
    if (event.has_seed) event.seed = value;
    if (event.kind == MACROS_TPS) event.tps = reel_double_of(value);
    if (event.kind == MACROS_TPS && !reel__macros_rate_is_valid(event.tps))
        return macros_fail(m, REEL_CORRUPT, "bad-fps", value_at, "a change of the rate is infinite, NaN or not positive");
    reel_status status = reel__macros_step(m, load_state(p, w), from);
    if (status >= 0) reel__macros_event_add(m, event);
    return status;
}

/* The actions of one atom; m->c ends with it. */
static reel_status read_actions(macros_in *m)
{
    uint64_t count_at = reel_offset(&m->c), count = reel_get_u64le(&m->c);
    if (m->c.failed) return reel__macros_cut(m);
    if (count > SLC3_MOST_ACTIONS - m->count)
        return macros_fail(m, REEL_LIMIT, "limit", count_at, "%llu more actions, above the limit of %llu for a file",
                           (unsigned long long)count, (unsigned long long)SLC3_MOST_ACTIONS);
    m->frame = 0;
    reel_status status = REEL_OK;
    for (uint64_t left = count; left && status >= 0;) {
        status = read_short_sections(m, &left);
        if (status < 0 || !left) break;
        uint64_t at = reel_offset(&m->c);
        unsigned head = reel_get_u16le(&m->c);
        if (m->c.failed)
            return macros_fail(m, REEL_TRUNCATED, "section-past-end", at, "the actions end, but %llu are missing",
                               (unsigned long long)left);
        if (head >> 14 == SLC3_SPECIAL) {
            status = read_special(m, head, at);
            left--;
        } else if (head >> 14 > SLC3_SPECIAL) {
            return macros_fail(m, REEL_CORRUPT, "bad-section", at, "unknown kind of section");
        } else {
            status = read_inputs(m, head, at, &left);
        }
    }
    return status;
}

static reel_status past_end(macros_in *m, uint64_t at, uint64_t size)
{
    return macros_fail(m, REEL_TRUNCATED, "atom-past-end", at, "an atom has %llu bytes, the file ends before that",
                       (unsigned long long)size);
}

/* Reads one atom. `end` is the position of the footer. */
static reel_status read_atom(macros_in *m, const uint8_t *end)
{
    const uint8_t *file_end = m->c.end;
    uint64_t size_at = reel_offset(&m->c) + 4, end_offset = m->c.end_offset, at = reel_offset(&m->c);
    if (end - m->c.at < SLC3_ATOM_BYTES)
        return macros_fail(m, REEL_TRUNCATED, "truncated", at, "the file ends inside the header of an atom");
    uint32_t id = reel_get_u32le(&m->c);
    uint64_t size = reel_get_u64le(&m->c) & SLC3_SIZE_MASK, left = (uint64_t)(end - m->c.at);
    bool past = size > left, open_ended = id == SLC3_ACTIONS && size == 0 && left > 0;
    if (id != SLC3_ACTIONS) {
        if (past) return past_end(m, size_at, size);
        m->c.at += size;
        return REEL_OK;
    }
    if (size == 0 && !open_ended) return REEL_OK;
    if (open_ended) reel__macros_warn(m, MACROS_NOTE_ATOM_SIZE, size_at);
    const uint8_t *stop = past ? file_end : open_ended ? end : m->c.at + size;
    m->c.end_offset = end_offset - (uint64_t)(file_end - stop);
    m->c.end = stop;
    reel_status status = read_actions(m);
    bool surplus = status >= 0 && !open_ended && m->c.at != stop;
    uint64_t rest = reel_offset(&m->c);
    m->c.end = file_end;
    m->c.end_offset = end_offset;
    if (past && status != REEL_MEMORY && status != REEL_CANCELLED) return past_end(m, size_at, size);
    if (surplus) return macros_fail(m, REEL_CORRUPT, "bad-size", rest, "bytes follow the actions in their atom");
    return status;
}

static reel_status read_body(macros_in *m)
{
    if (m->c.at == m->c.end)
        return macros_fail(m, REEL_TRUNCATED, "truncated", reel_offset(&m->c), "the file ends before its atoms");
    const uint8_t *end = m->c.end - 1;
    reel_status status = REEL_OK;
    while (m->c.at < end && status >= 0) status = read_atom(m, end);
    if (status < 0) return status;
    if (*end != SLC3_FOOTER)
        return macros_fail(m, REEL_CORRUPT, "bad-footer", reel__macros_at(m, end), "the last byte is 0x%x, not 0xcc",
                           (unsigned)*end);
    m->c.at = m->c.end;
    return REEL_OK;
}

const macros_kind reel__macros_slc3 = { bot, read_head, read_body };
