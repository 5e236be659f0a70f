/* SPDX-License-Identifier: MIT
 * TCBot 1 and 2: a header of 80 bytes, then a counted list of absolute frames, or steps to the end of the file. */
#include "formats/gdr/macros/macros.h"

enum { MAGIC_BYTES = 16, HEADER_TAIL = 48, FLAG_SEED = 1, FLAG_TPS = 2, FOOTER = 0xcc, FRAME_BITS = 62, MOST_STEP = 5 };

static const char bot[] = "TCBot";
static const char magic[MAGIC_BYTES + 1] = "\x9f\x88\x89\x84\x9f\x3b\x1d\xd8\xcc\xa1\x86\x8a\x88\x99\x84";

int reel__macros_tcm_sniff(const uint8_t *head, size_t size)
{
    int equal = 0;
    for (size_t i = 0; i < MAGIC_BYTES && i < size; i++) equal += head[i] == (uint8_t)magic[i];
    return equal < MAGIC_BYTES - 2 ? 0 : 8 * equal;
}

static reel_status read_rate(macros_in *m)
{
    double rate = (double)reel_get_f32le(&m->c);
    bool seconds = m->header.version == 2 && !(m->header.flags & FLAG_TPS);
    if (m->c.failed) return reel__macros_cut(m);
    return reel__macros_rate(m, seconds && reel__macros_rate_is_valid(rate) ? reel__macros_reciprocal(rate) : rate, 20);
}

static reel_status read_head(macros_in *m)
{
    const uint8_t *start = reel_take(&m->c, MAGIC_BYTES);
    if (!start) return reel__macros_cut(m);
    if (memcmp(start, magic, MAGIC_BYTES) != 0)
        return macros_fail(m, REEL_CORRUPT, "bad-magic", 0, "the file does not begin with the 16 bytes of TCBot");
    m->header.version = reel_get_u8(&m->c);
    if (!m->c.failed && (m->header.version == 0 || m->header.version > 2))
        return macros_fail(m, REEL_UNSUPPORTED, "bad-version", 16, "unknown version %lu", (unsigned long)m->header.version);
    reel_get_u8(&m->c);
    uint8_t flags = reel_get_u8(&m->c);
    if (m->header.version == 2) {
        if (flags & ~(FLAG_SEED | FLAG_TPS))
            return macros_fail(m, REEL_UNSUPPORTED, "bad-flags", 18, "unknown flags 0x%x", (unsigned)flags);
        m->header.flags = flags;
    }
    reel_get_u8(&m->c);
    reel_status status = read_rate(m);
    if (status < 0) return status;
    uint64_t seed = reel_get_u64le(&m->c);
    reel_take(&m->c, HEADER_TAIL);
    if (m->c.failed) return reel__macros_cut(m);
    m->header.has_seed = (m->header.flags & FLAG_SEED) != 0;
    if (m->header.has_seed) m->header.seed = seed;
    return REEL_OK;
}

/* ---- version 1 -------------------------------------------------------------------------------------------------- */

static reel_status read_absolute(macros_in *m)
{
    static const uint8_t kinds[] = { 0, 0, 0, MACROS_RESTART, MACROS_FULL_RESTART, MACROS_DEATH };
    reel_status status = reel__macros_leb128(m, 5, 32, &m->frame);
    if (status < 0) return status;
    uint64_t at = reel_offset(&m->c);
    uint8_t state = reel_get_u8(&m->c);
    if (m->c.failed) return reel__macros_cut(m);
    unsigned type = state & 7;
    if (type >= sizeof kinds) return macros_fail(m, REEL_CORRUPT, "bad-input", at, "unknown kind %u of input", type);
    if (kinds[type])
        reel__macros_event_add(m, (macros_event){ .kind = kinds[type] });
    else
        macros_input(m, m->frame, type + GDR_JUMP, state >> 6 & 1, state >> 7);
    return REEL_OK;
}

/* Fast path: reads inputs, at most `most`. Returns their number. */
static uint64_t read_plain_list(macros_in *m, uint64_t most)
{
    enum { LONGEST = 5 + 1 };
    gdr_input scratch[MACROS_SCRATCH];
    size_t room, count = 0;
    gdr_input *rows = macros_room(m, scratch, &room);
    const uint8_t *at = m->c.at, *end = m->c.end;
    if (most > room) most = room;
    while (count < most && end - at >= LONGEST) {
        uint64_t frame;
        unsigned size = macros_short_leb128(at, &frame), state = at[size], type = state & 7;
        if (!size || type > GDR_RIGHT - GDR_JUMP) break;
        rows[count++] =
            (gdr_input){ (int64_t)frame, (uint8_t)(type + GDR_JUMP), state >> 6 & 1, (uint8_t)(state >> 7), GDR_PLAIN, { 0 } };
        at += size + 1;
    }
    m->c.at = at;
    macros_filled(m, count);
    return count;
}

static reel_status read_list(macros_in *m)
{
    uint64_t count, at = reel_offset(&m->c);
    reel_status missing = REEL_OK, status = reel__macros_leb128(m, 5, 32, &count);
    if (status < 0) return status;
    count = reel__macros_fit(m, count, 2, at, &missing);
    for (uint64_t i = 0; i < count && status >= 0; i++) {
        i += read_plain_list(m, count - i);
        if (i < count) status = read_absolute(m);
    }
    if (missing < 0 || status < 0) return missing < 0 ? missing : status;
    at = reel_offset(&m->c);
    if (reel_left(&m->c) == 0 || m->c.at[0] != FOOTER)
        return macros_fail(m, reel_left(&m->c) ? REEL_CORRUPT : REEL_TRUNCATED, "bad-footer", at,
                           "0xcc does not follow the inputs");
    m->c.at++;
    reel__macros_trailing(m);
    return REEL_OK;
}

/* ---- version 2 -------------------------------------------------------------------------------------------------- */

/* A restart, a death, a change of the rate or a bugpoint. *again: the frame restarts from 0. */
static reel_status read_special(macros_in *m, uint8_t head, bool *again)
{
    static const uint8_t kinds[] = { MACROS_RESTART, MACROS_FULL_RESTART, MACROS_DEATH, MACROS_TPS };
    bool bit = head >> 4 & 1;
    macros_event event = { .kind = kinds[head >> 2 & 3] };
    uint64_t at = reel_offset(&m->c);
    *again = event.kind != MACROS_TPS;
    if (*again && bit) {
        event.has_seed = 1;
        event.seed = reel_get_u64le(&m->c);
    } else if (!*again && bit) {
        event.kind = MACROS_BUGPOINT;
    } else if (!*again) {
        event.tps = (double)reel_get_f32le(&m->c);
    }
    if (m->c.failed) return reel__macros_cut(m);
    if (event.kind == MACROS_TPS && !reel__macros_rate_is_valid(event.tps))
        return macros_fail(m, REEL_CORRUPT, "bad-fps", at, "a change of the rate is infinite, NaN or not positive");
    reel__macros_event_add(m, event);
    return REEL_OK;
}

static void add_input(macros_in *m, uint8_t head)
{
    bool down = head >> 2 & 1, player2 = head >> 3 & 1;
    macros_input(m, m->frame, head & 3, player2, down);
    if (head >> 4 & 1) macros_input(m, m->frame, head & 3, player2, !down);
}

static reel_status read_step(macros_in *m, uint64_t *last)
{
    uint8_t head = reel_get_u8(&m->c);
    bool again = false;
    reel_status status = REEL_OK;
    if (head & 3)
        add_input(m, head);
    else
        status = read_special(m, head, &again);
    if (status < 0) return status;
    uint64_t at = reel_offset(&m->c), step = 0;
    switch (head >> 6) {
    case 0: break;
    case 1: step = reel_get_u8(&m->c); break;
    case 2: step = reel_get_u16le(&m->c); break;
    default: step = reel_get_u32le(&m->c); break;
    }
    if (m->c.failed) return reel__macros_cut(m);
    if (head >> 5 & 1) step += *last;
    if (head >> 6 && step) *last = step;
    if (again) m->frame = 0;
    return reel__macros_step(m, step, at);
}

enum { STEPS = 64 }; /* of a batch */

/* The inputs of the next batch: two rows and MOST_STEP bytes are there for each. Of a small frame and step no batch exceeds the largest
 * frame, since a step is at most 2^32 more than the one before it. */
static size_t batch_of(size_t rows, const uint8_t *at, const uint8_t *end, uint64_t frame, uint64_t last)
{
    if (frame > MACROS_MOST_FRAME / 2 || last > (uint64_t)1 << 40) return 0;
    const size_t left = (size_t)(end - at) / MOST_STEP, most = rows / 2 < left ? rows / 2 : left;
    return most < STEPS ? most : STEPS;
}

/* Fast path: reads inputs with their steps. How many bytes a step has cannot be predicted, so its bytes are taken without a branch: the
 * most that a step can have are there. So are the two rows of a swift. */
static void read_plain_steps(macros_in *m, uint64_t *last_step)
{
    static const uint32_t masks[] = { 0, 0xff, 0xffff, UINT32_MAX };
    static const gdr_input forms[] = {
        MACROS_FORM(0, 0, 0), MACROS_FORM(1, 0, 0), MACROS_FORM(2, 0, 0), MACROS_FORM(3, 0, 0),
        MACROS_FORM(0, 0, 1), MACROS_FORM(1, 0, 1), MACROS_FORM(2, 0, 1), MACROS_FORM(3, 0, 1),
        MACROS_FORM(0, 1, 0), MACROS_FORM(1, 1, 0), MACROS_FORM(2, 1, 0), MACROS_FORM(3, 1, 0),
        MACROS_FORM(0, 1, 1), MACROS_FORM(1, 1, 1), MACROS_FORM(2, 1, 1), MACROS_FORM(3, 1, 1),
    };
    enum { DOWN = 4, FORM = 15 };
    gdr_input scratch[MACROS_SCRATCH];
    size_t room, batch, i;
    gdr_input *rows = macros_room(m, scratch, &room), *row = rows;
    const uint8_t *at = m->c.at, *end = m->padding < m->c.end ? m->padding : m->c.end;
    uint64_t frame = m->frame, last = *last_step;
    do {
        batch = batch_of(room - (size_t)(row - rows), at, end, frame, last);
        for (i = 0; i < batch; i++) {
            const size_t head = *at, size = head >> 6;
            if (!(head & 3)) break;
            uint64_t step = reel_load_u32le(at + 1) & masks[size];
            if (head >> 5 & 1) step += last;
            last = step ? step : last; /* a step without bytes is 0 or the last one */
            macros_set(row++, &forms[head & FORM], frame);
            if (head >> 4 & 1) macros_set(row++, &forms[(head & FORM) ^ DOWN], frame);
            at += size + ((head + 256 + 64) >> 8); /* and one, or two where size is 3 */
            frame += step;
        }
    } while (batch && i == batch);
    m->c.at = at;
    m->frame = frame;
    *last_step = last;
    macros_filled(m, (size_t)(row - rows));
}

static reel_status read_body(macros_in *m)
{
    if (m->header.version == 1) return read_list(m);
    if (reel_left(&m->c) == 0) return REEL_OK;
    uint64_t last = 0;
    reel_status status = reel__macros_leb128(m, 10, FRAME_BITS, &m->frame);
    while (status >= 0 && macros_goes_on(m)) {
        read_plain_steps(m, &last);
        if (macros_goes_on(m)) status = read_step(m, &last);
    }
    return status;
}

const macros_kind reel__macros_tcm = { bot, read_head, read_body };

/* ---- writing ---------------------------------------------------------------------------------------------------- */

/* Inputs and events in their order. */
typedef struct action {
    const gdr_input *input;
    const macros_event *event; /* NULL: an input */
    int64_t frame;
} action;

static bool next_action(const macros_out *w, size_t *input, size_t *event, action *next)
{
    *next = (action){ NULL, NULL, 0 };
    if (*event < w->event_count && (w->events[*event].index <= *input || *input == w->input_count))
        next->event = &w->events[(*event)++], next->frame = next->event->frame;
    else if (*input < w->input_count)
        next->input = &w->inputs[(*input)++], next->frame = next->input->frame;
    else
        return false;
    return true;
}

/* A press and its release, or the other way round, on one frame are one record. */
static bool is_swift(const gdr_input *in, const macros_out *w, size_t next, size_t event)
{
    if (next == w->input_count || (event < w->event_count && w->events[event].index <= next)) return false;
    const gdr_input *other = &w->inputs[next];
    return other->frame == in->frame && other->button == in->button && !other->player2 == !in->player2 &&
           !other->down == !!in->down;
}

static reel_status refuse_order(const macros_out *w)
{
    return reel__macros_refuse(w->e->error, "macros.order", "inputs",
                               "the format cannot store frames that go back, or steps of 2^32; --do sort orders them");
}

static reel_status check_event(const macros_event *event, reel_error *error)
{
    if (event->kind < MACROS_RESTART || event->kind > MACROS_BUGPOINT)
        return reel__macros_refuse(error, "macros.not-stored", "events", "the format cannot store a skip");
    if (event->kind > MACROS_DEATH && event->has_seed)
        return reel__macros_refuse(error, "macros.event", "events", "only restarts and deaths have a seed");
    if (event->kind != MACROS_TPS && reel_double_bits(event->tps))
        return reel__macros_refuse(error, "macros.event", "events", "only a change of the framerate has one");
    if (event->kind == MACROS_TPS && !((double)(float)event->tps == event->tps && reel__macros_rate_is_valid(event->tps)))
        return reel__macros_refuse(error, "macros.event", "events", "a framerate does not fit into single precision");
    return event->frame >= 0 ? REEL_OK : reel__macros_refuse(error, "macros.event", "events", "an event is before the start");
}

static reel_status check_head(const macros_header *header, reel_error *error)
{
    if (header->version < 1 || header->version > 2)
        return reel__macros_refuse(error, "macros.version", "header", "the format has the versions 1 and 2");
    if (header->version == 1 && header->has_seed)
        return reel__macros_refuse(error, "macros.seed", "header", "version 1 of the format cannot store a seed");
    return REEL_OK;
}

/* The real files state the seconds of a frame, which is exact for some rates only. */
static bool is_exact_reciprocal(double fps) { return reel__macros_reciprocal((double)(float)(1 / fps)) == fps; }

static reel_status check_tcm(const void *of, const reel_table *table, const void *row, size_t number, reel_error *error)
{
    (void)of, (void)number;
    if (table == &macros_events) return check_event(row, error);
    if (table == &macros_headers) return check_head(row, error);
    if (table != &gdr_infos) return REEL_OK;
    const double fps = ((const gdr_info *)row)->framerate;
    if (is_exact_reciprocal(fps) || (double)(float)fps == fps) return REEL_OK;
    return reel__macros_refuse(error, "macros.framerate", "header", "the framerate does not fit into single precision");
}

/* Fails for what contradicts the version, which is in another row. */
static reel_status check_version(const macros_out *w, bool as_rate)
{
    reel_error *error = w->e->error;
    const macros_header *header = &w->header;
    bool two = header->version == 2;
    unsigned flags = two ? (header->has_seed ? FLAG_SEED : 0u) | (as_rate ? FLAG_TPS : 0u) : 0;
    for (size_t i = 0; i < w->event_count; i++) {
        bool back = i && w->events[i].index < w->events[i - 1].index;
        if (back || w->events[i].index > w->input_count)
            return reel__macros_refuse(error, "macros.order", "events", "an event is not between the inputs");
        if (!two && (w->events[i].kind > MACROS_DEATH || w->events[i].has_seed))
            return reel__macros_refuse(error, "macros.old-version", "events",
                                       "version 1 stores restarts and deaths without seeds only");
    }
    if (header->flags == flags) return REEL_OK;
    return reel__macros_refuse(error, "macros.flags", "header", "the flags contradict the seed, or the framerate");
}

/* Version 1: absolute frames. */
static reel_status write_list(macros_out *w)
{
    reel_output *out = w->e->out;
    action next;
    reel_put_leb128(out, w->input_count + w->event_count);
    for (size_t input = 0, event = 0; next_action(w, &input, &event, &next);) {
        if (next.frame < 0 || next.frame > UINT32_MAX) return refuse_order(w);
        reel_put_leb128(out, (uint64_t)next.frame);
        reel_put_u8(out, next.event ? (uint8_t)(next.event->kind - MACROS_RESTART + 3)
                                    : (uint8_t)((next.input->button - GDR_JUMP) | (next.input->player2 != 0) << 6 |
                                                (next.input->down != 0) << 7));
    }
    reel_put_u8(out, FOOTER);
    return REEL_OK;
}

/* The smallest of the sizes 0, 1, 2 and 4: plain, or less the last step. Returns the bits of the record's head, and sets *stored. */
static unsigned step_form(uint64_t step, uint64_t last, uint64_t *stored)
{
    static const uint64_t most[] = { 0, UINT8_MAX, UINT16_MAX, UINT32_MAX };
    for (unsigned size = 0; size < 4; size++) {
        *stored = step;
        if (step <= most[size]) return size << 6;
        *stored = step - last;
        if (last && last <= step && step - last <= most[size]) return size << 6 | 1u << 5;
    }
    return 3u << 6;
}

static void put_value(reel_output *out, unsigned size, uint64_t value)
{
    if (size == 1) reel_put_u8(out, (uint8_t)value);
    if (size == 2) {
        reel_put_u8(out, (uint8_t)value);
        reel_put_u8(out, (uint8_t)(value >> 8));
    }
    if (size == 3) reel_put_u32le(out, (uint32_t)value);
}

static void put_special(reel_output *out, const macros_event *event, unsigned form)
{
    bool restarts = event->kind <= MACROS_DEATH, bit = restarts ? event->has_seed : event->kind == MACROS_BUGPOINT;
    unsigned type = restarts ? (unsigned)(event->kind - MACROS_RESTART) : 3;
    reel_put_u8(out, (uint8_t)(form | type << 2 | (unsigned)bit << 4));
    if (restarts && event->has_seed) reel_put_u64le(out, event->seed);
    if (event->kind == MACROS_TPS) reel_put_f32le(out, (float)event->tps);
}

/* Version 2: steps to the next record. After a restart or a death they count from 0. */
static reel_status write_steps(macros_out *w)
{
    reel_output *out = w->e->out;
    action now, next;
    size_t input = 0, event = 0;
    uint64_t last = 0, stored;
    bool any = next_action(w, &input, &event, &now);
    if (any && now.frame < 0) return refuse_order(w);
    if (any) reel_put_leb128(out, (uint64_t)now.frame);
    while (any) {
        bool swift = now.input && is_swift(now.input, w, input, event);
        input += swift;
        any = next_action(w, &input, &event, &next);
        int64_t from = now.event && now.event->kind <= MACROS_DEATH ? 0 : now.frame;
        if (any && (next.frame < from || next.frame - from > UINT32_MAX)) return refuse_order(w);
        uint64_t step = any ? (uint64_t)(next.frame - from) : 0;
        unsigned form = step_form(step, last, &stored);
        if (now.event)
            put_special(out, now.event, form);
        else
            reel_put_u8(out, (uint8_t)(form | now.input->button | (unsigned)(now.input->down != 0) << 2 |
                                       (unsigned)(now.input->player2 != 0) << 3 | (unsigned)swift << 4));
        put_value(out, form >> 6, stored);
        if (form >> 6 && step) last = step;
        now = next;
    }
    return REEL_OK;
}

static reel_status write_tcm(macros_out *w)
{
    reel_output *out = w->e->out;
    const double fps = w->info.framerate;
    const bool two = w->header.version == 2, as_rate = !two || w->header.flags & FLAG_TPS || !is_exact_reciprocal(fps);
    const float rate = (float)(as_rate ? fps : 1 / fps);
    reel_status status = check_version(w, as_rate);
    if (status < 0) return status;
    if (as_rate && (double)rate != fps)
        return reel__macros_refuse(w->e->error, "macros.rate", "header", "the framerate does not fit into single precision");
    reel_put(out, magic, MAGIC_BYTES);
    reel_put_u8(out, (uint8_t)w->header.version);
    reel_put_u8(out, 0);
    reel_put_u8(out, (uint8_t)w->header.flags);
    reel_put_u8(out, 0);
    reel_put_f32le(out, rate);
    reel_put_u64le(out, w->header.has_seed ? w->header.seed : 0);
    for (size_t i = 0; i < HEADER_TAIL; i++) reel_put_u8(out, 0);
    return two ? write_steps(w) : write_list(w);
}

const macros_writing reel__macros_write_tcm = {
    .kind = &reel__macros_tcm,
    .stores = MACROS_BUTTONS | MACROS_OWN_EVENTS | MACROS_VERSION | MACROS_MAY_SEED,
    .most_frame = MACROS_MOST_FRAME,
    .write = write_tcm,
    .check = check_tcm,
    .version = 2,
};
