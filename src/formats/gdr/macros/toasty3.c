/* SPDX-License-Identifier: MIT
 * ToastyReplay 3: a header, a table of sections, and a payload that may be one zlib stream. Inputs have times, not frames. */
#include "formats/gdr/macros/toasty.h"

enum {
    VERSION = 1,
    FIXED_BYTES = 16,
    SECTION_BYTES = 20,
    INPUT_BYTES = 12,
    ANCHOR_BYTES = 12 + 158 + 8,
    STATE_BYTES = 158,
    FLAG_PLATFORMER = 1 << 2,
    FLAG_PACKED = 1 << 10,
    KNOWN_FLAGS = (1 << 11) - 1,
    MOST_SECTIONS = 4096
};
enum { INPUTS = 1, TPS = 2, ANCHORS = 3, CHECKPOINTS = 4, ATTEMPTS = 5, KINDS = 6 };

static const char bot[] = "ToastyReplay";

int reel__macros_ttr3_sniff(const uint8_t *head, size_t size) { return reel__macros_magic(head, size, "TTR3", 4); }

static reel_status read_fields(macros_in *m, reel_cursor c)
{
    reel_get_u64le(&c); /* format that it was converted from */
    m->info.game_version = (int32_t)reel_get_u64le(&c);
    m->info.level_id = reel_get_u32le(&c);
    m->info.level_name = reel__toasty_text(m, &c);
    m->info.author = reel__toasty_text(m, &c);
    uint64_t at = reel_offset(&c);
    double fps = reel_get_f64le(&c);
    reel_get_u64le(&c); /* start position */
    reel_get_u64le(&c); /* date */
    m->header.seed = reel_get_u32le(&c);
    m->header.has_seed = 1;
    if (c.failed) return macros_fail(m, REEL_CORRUPT, "bad-meta-size", 12, "the header ends inside its fields");
    return reel__macros_rate(m, fps <= 1e6 ? fps : 0, at);
}

static reel_status read_head(macros_in *m)
{
    const uint8_t *magic = reel_take(&m->c, 4);
    if (!magic) return reel__macros_cut(m);
    if (memcmp(magic, "TTR3", 4) != 0) return macros_fail(m, REEL_CORRUPT, "bad-magic", 0, "the file does not begin with TTR3");
    m->header.version = reel_get_u16le(&m->c);
    if (!m->c.failed && m->header.version != VERSION)
        return macros_fail(m, REEL_UNSUPPORTED, "bad-version", 4, "unknown version %lu", (unsigned long)m->header.version);
    reel_get_u16le(&m->c);
    m->header.flags = reel_get_u32le(&m->c);
    uint32_t end = reel_get_u32le(&m->c);
    m->info.platformer = (m->header.flags & FLAG_PLATFORMER) != 0;
    if (m->c.failed) return reel__macros_cut(m);
    if (m->header.flags & ~(uint32_t)KNOWN_FLAGS)
        return macros_fail(m, REEL_UNSUPPORTED, "bad-flags", 8, "unknown flags 0x%lx", (unsigned long)m->header.flags);
    if (end < FIXED_BYTES || end - FIXED_BYTES > reel_left(&m->c))
        return macros_fail(m, REEL_TRUNCATED, "bad-meta-size", 12, "the header ends at %lu, outside the file",
                           (unsigned long)end);
    reel_cursor header = m->c;
    header.end = m->c.at + (end - FIXED_BYTES);
    header.end_offset = end;
    m->c.at = header.end;
    return read_fields(m, header);
}

/* ---- sections --------------------------------------------------------------------------------------------------- */

typedef struct section {
    uint64_t offset, size, at; /* at: of its offset field */
    bool exists;
} section;

/* Reads the table. *end: the largest end of a section; *end_at: the size field that says so. */
static reel_status read_table(macros_in *m, section *sections, uint64_t *end, uint64_t *end_at)
{
    uint64_t table = reel_offset(&m->c);
    unsigned count = reel_get_u16le(&m->c);
    reel_status status = REEL_OK;
    if (m->c.failed) return reel__macros_cut(m);
    reel__macros_fit(m, count, SECTION_BYTES, table, &status);
    *end = 0;
    *end_at = table;
    for (unsigned i = 0; i < count && status >= 0; i++) {
        uint64_t at = reel_offset(&m->c);
        unsigned kind = reel_get_u8(&m->c);
        reel_take(&m->c, 3);
        section one = { .offset = reel_get_u64le(&m->c), .at = at + 4, .exists = true };
        one.size = reel_get_u64le(&m->c);
        if (one.offset < *end || one.size > UINT64_MAX - one.offset)
            return macros_fail(m, REEL_CORRUPT, "section-past-end", at + 4, "a section overlaps the one before, or ends nowhere");
        *end = one.offset + one.size;
        *end_at = at + 12;
        if (kind == 0 || kind >= KINDS) continue;
        if (sections[kind].exists) return macros_fail(m, REEL_CORRUPT, "bad-section", at, "section %u exists twice", kind);
        sections[kind] = one;
    }
    if (status >= 0 && !sections[INPUTS].exists)
        return macros_fail(m, REEL_CORRUPT, "bad-section", table, "the section of inputs is missing");
    for (unsigned kind = TPS; kind < KINDS && status >= 0;
         kind++) { /* their flags: events 8, anchors 5, checkpoints 6, attempts 7 */
        unsigned bit = kind == TPS ? 8 : kind + 2;
        if (sections[kind].exists != (m->header.flags >> bit & 1))
            return macros_fail(m, REEL_CORRUPT, "bad-section", table, "a flag of the header contradicts the table of sections");
    }
    return status;
}

/* The payload, unpacked if it is packed: a cursor whose offsets are those of its first byte in the file and what follows. */
static reel_status open_payload(macros_in *m, uint64_t end, uint64_t end_at, reel_cursor *payload)
{
    uint64_t base = reel_offset(&m->c);
    *payload = m->c;
    if (!(m->header.flags & FLAG_PACKED)) return REEL_OK;
    reel_status status = reel__toasty_unpack(m, end, end_at);
    if (!m->unpacked.data) return status;
    *payload = (reel_cursor){ .at = m->unpacked.data,
                              .end = m->unpacked.data + m->unpacked.size,
                              .end_offset = base + m->unpacked.size };
    return status;
}

static reel_status enter(macros_in *m, const reel_cursor *payload, const section *one)
{
    uint64_t size = reel_left(payload);
    if (one->offset > size || one->size > size - one->offset)
        return macros_fail(m, REEL_TRUNCATED, "section-past-end", one->at, "a section ends behind the file");
    m->c = *payload;
    m->c.at = payload->at + one->offset;
    m->c.end = m->c.at + one->size;
    m->c.end_offset = payload->end_offset - (size - one->offset - one->size);
    return REEL_OK;
}

/* Reads a time that is not before *last. */
static reel_status read_time(macros_in *m, double *last)
{
    uint64_t at = reel_offset(&m->c);
    double time = reel_get_f64le(&m->c);
    if (!(time >= *last && time - time == 0))
        return macros_fail(m, REEL_CORRUPT, "bad-number", at, "a time is negative, infinite, NaN or before the previous one");
    *last = time;
    return REEL_OK;
}

/* ---- inputs ----------------------------------------------------------------------------------------------------- */

/* Reads a list of inputs: of the run, or of an attempt. */
static reel_status read_inputs(macros_in *m, uint64_t *count, bool run, uint32_t attempt)
{
    reel_status missing = REEL_OK;
    uint64_t at = reel_offset(&m->c), frame;
    double time = 0;
    *count = reel_get_u64le(&m->c);
    if (m->c.failed) return reel__macros_cut(m);
    uint64_t whole = reel__macros_fit(m, *count, INPUT_BYTES, at, &missing);
    for (uint64_t i = 0; i < whole; i++) {
        at = reel_offset(&m->c);
        reel_status status = read_time(m, &time);
        if (status >= 0 && run) status = reel__macros_frame_of(m, time, at, &frame);
        if (status < 0) return status;
        unsigned button = reel_get_u8(&m->c), flags = reel_get_u8(&m->c);
        reel_get_u16le(&m->c);
        status = reel__toasty_button(m, button, at + 8);
        if (status < 0) return status;
        if (run) {
            macros_input(m, frame, button, flags & 1, flags >> 1 & 1);
            reel__macros_time_add(m, frame, time);
            continue;
        }
        macros_try *row = m->tries ? reel_row_add(m->tries) : NULL;
        if (row) *row = (macros_try){ attempt, time, (uint8_t)button, flags & 1, flags >> 1 & 1 };
    }
    return missing;
}

/* Reads the changes of the rate. `inputs` are the inputs of the run as in the file: each change comes before the first input that is not
 * earlier. */
static reel_status read_rates(macros_in *m, const uint8_t *inputs, uint64_t input_count)
{
    reel_status status = REEL_OK;
    uint64_t at = reel_offset(&m->c), count = reel_get_u64le(&m->c), before = 0;
    double time = 0;
    if (m->c.failed) return reel__macros_cut(m);
    count = reel__macros_fit(m, count, 16, at, &status);
    for (uint64_t i = 0; i < count; i++) {
        at = reel_offset(&m->c);
        reel_status read = read_time(m, &time);
        if (read >= 0) read = reel__macros_frame_of(m, time, at, &m->frame);
        if (read < 0) return read;
        double tps = reel_get_f64le(&m->c);
        if (!reel__macros_rate_is_valid(tps))
            return macros_fail(m, REEL_CORRUPT, "bad-fps", at + 8, "a change of the rate is infinite, NaN or not positive");
        while (before < input_count && reel_double_of(reel_load_u64le(inputs + before * INPUT_BYTES)) < time) before++;
        macros_event *row = m->events ? reel_row_add(m->events) : NULL;
        if (row) *row = (macros_event){ .frame = (int64_t)m->frame, .tps = tps, .index = (uint32_t)before, .kind = MACROS_TPS };
    }
    return status;
}

/* Skips the anchors of an attempt. */
static reel_status skip_anchors(macros_in *m)
{
    reel_status missing = REEL_OK;
    uint64_t at = reel_offset(&m->c), count = reel_get_u64le(&m->c);
    if (m->c.failed) return reel__macros_cut(m);
    count = reel__macros_fit(m, count, ANCHOR_BYTES, at, &missing);
    if (missing < 0) return missing;
    for (uint64_t i = 0; i < count; i++) {
        reel_take(&m->c, 8);
        unsigned flags = reel_get_u8(&m->c);
        reel_take(&m->c, 3 + STATE_BYTES);
        if (flags & 1) reel_take(&m->c, STATE_BYTES);
        if (flags & 2) reel_take(&m->c, 8);
        reel_take(&m->c, 8);
        if (m->c.failed) return reel__macros_cut(m);
    }
    return reel_spend(m->d->budget, count) == REEL_OK ? REEL_OK : reel_fail_budget(m->d->budget, m->error, m->section, at);
}

static reel_status read_attempts(macros_in *m)
{
    reel_status status = REEL_OK;
    uint64_t at = reel_offset(&m->c), count = reel_get_u64le(&m->c);
    if (m->c.failed) return reel__macros_cut(m);
    count = reel__macros_fit(m, count, 32, at, &status);
    for (uint64_t i = 0; i < count && status >= 0; i++) {
        uint64_t inputs = 0;
        macros_attempt attempt = { .death_time = reel_get_f64le(&m->c) };
        attempt.death_player2 = reel_get_u8(&m->c) != 0;
        reel_take(&m->c, 7);
        if (m->c.failed) return reel__macros_cut(m);
        status = read_inputs(m, &inputs, false, (uint32_t)i);
        attempt.inputs = (uint32_t)inputs;
        macros_attempt *row = m->attempts && status >= 0 ? reel_row_add(m->attempts) : NULL;
        if (row) *row = attempt;
        if (status >= 0) status = skip_anchors(m);
    }
    return status;
}

static reel_status read_body(macros_in *m)
{
    section sections[KINDS] = { { 0 } };
    uint64_t end = 0, end_at = 0, count = 0;
    reel_cursor payload;
    reel_status status = read_table(m, sections, &end, &end_at);
    if (status >= 0) status = open_payload(m, end, end_at, &payload);
    if (status >= 0) status = enter(m, &payload, &sections[INPUTS]);
    const uint8_t *inputs = m->c.at + 8;
    if (status >= 0) status = read_inputs(m, &count, true, 0);
    if (status >= 0 && sections[TPS].exists) {
        status = enter(m, &payload, &sections[TPS]);
        if (status >= 0) status = read_rates(m, inputs, count);
    }
    if (status >= 0 && sections[ATTEMPTS].exists) {
        status = enter(m, &payload, &sections[ATTEMPTS]);
        if (status >= 0) status = read_attempts(m);
    }
    if (status < 0) return status;
    m->c = payload;
    m->c.at += end;
    reel__macros_trailing(m);
    return REEL_OK;
}

const macros_kind reel__macros_ttr3 = { bot, read_head, read_body };
