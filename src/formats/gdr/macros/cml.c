/* SPDX-License-Identifier: MIT
 * XDBot 2.7: LEB128 numbers and steps between frames. Versions 5 and 6 pack all but the version with gzip. Texts may be hidden: each byte
 * is combined with a number that follows from its place. */
#include "formats/gdr/macros/cml.h"
#include "core/memory.h"

static const char bot[] = "xdBot";

const uint8_t reel__cml_hidden_magic[CML_MAGIC_BYTES] = { 0xd7, 0x8a, 0x3e, 0x91 };
const uint8_t reel__cml_plain_magic[CML_MAGIC_BYTES] = { 'C', 'M', 'L', 0 };

enum { MOST_LEB128 = 10, INPUT_BYTES = 2, FIX_BYTES = 1, GROUP_BYTES = 2 };

static bool is_magic(const uint8_t *head, const uint8_t *magic) { return memcmp(head, magic, CML_MAGIC_BYTES) == 0; }

int reel__macros_cml_sniff(const uint8_t *head, size_t size)
{
    if (size < CML_MAGIC_BYTES) return 0;
    return is_magic(head, reel__cml_hidden_magic) || is_magic(head, reel__cml_plain_magic) ? 8 * CML_MAGIC_BYTES : 0;
}

/* ---- numbers and texts ------------------------------------------------------------------------------------------ */

static reel_status read_number(macros_in *m, uint64_t *value) { return reel__macros_leb128(m, MOST_LEB128, 64, value); }

reel_status reel__cml_zigzag(macros_in *m, int64_t *value)
{
    uint64_t stored;
    const reel_status status = read_number(m, &stored);
    *value = (int64_t)(stored >> 1 ^ (0 - (stored & 1)));
    return status;
}

void reel__cml_hide(uint8_t *text, size_t size)
{
    for (size_t i = 0; i < size; i++) text[i] ^= (uint8_t)(61 * i + 167 + 17 * (i / 2));
}

static reel_status read_text(macros_in *m, reel_string *text)
{
    uint64_t size, at = reel_offset(&m->c);
    const reel_status status = read_number(m, &size);
    if (status < 0) return status;
    if (size > reel_left(&m->c))
        return macros_fail(m, REEL_TRUNCATED, "count-past-end", at, "a text has %llu bytes, more than the file",
                           (unsigned long long)size);
    *text = (reel_string){ (const char *)reel_take(&m->c, (size_t)size), (size_t)size };
    return REEL_OK;
}

int32_t reel__cml_version_number(reel_string text)
{
    enum { MOST_DIGITS = 9 };
    int32_t number = 0;
    for (size_t i = 0; i < text.size && i < MOST_DIGITS && text.data[i] >= '0' && text.data[i] <= '9'; i++)
        number = number * 10 + (text.data[i] - '0');
    return number;
}

/* ---- the header ------------------------------------------------------------------------------------------------- */

reel_status reel__cml_read_front(macros_in *m, uint64_t *stated)
{
    uint64_t version, at;
    const uint8_t *magic = reel_take(&m->c, CML_MAGIC_BYTES);
    *stated = 0;
    if (!magic) return reel__macros_cut(m);
    if (!is_magic(magic, reel__cml_hidden_magic) && !is_magic(magic, reel__cml_plain_magic))
        return macros_fail(m, REEL_CORRUPT, "bad-magic", 0, "the file begins with neither of the two magics of XDBot");
    m->header.flags = is_magic(magic, reel__cml_hidden_magic) ? CML_HIDDEN : 0;
    at = reel_offset(&m->c);
    reel_status status = read_number(m, &version);
    if (status < 0) return status;
    if (!cml_knows(version))
        return macros_fail(m, REEL_UNSUPPORTED, "bad-version", at, "unknown version %llu", (unsigned long long)version);
    m->header.version = (uint32_t)version;
    return cml_is_packed(version) ? read_number(m, stated) : REEL_OK;
}

reel_status reel__cml_read_header(macros_in *m, cml_header *header)
{
    reel_status status = read_text(m, &header->author);
    if (status >= 0) status = read_text(m, &header->description);
    if (status < 0) return status;
    header->accuracy = reel_get_f32le(&m->c);
    header->duration = reel_get_f32le(&m->c);
    header->speed = reel_get_f32le(&m->c);
    header->fps_at = reel_offset(&m->c);
    header->fps = reel_get_f32le(&m->c);
    if (m->c.failed) return reel__macros_cut(m);
    status = reel__cml_zigzag(m, &header->unknown[0]);
    if (status >= 0) status = reel__cml_zigzag(m, &header->unknown[1]);
    if (status < 0) return status;
    header->flag = reel_get_u8(&m->c);
    if (m->c.failed) return reel__macros_cut(m);
    status = reel__cml_zigzag(m, &header->last_frame);
    if (status >= 0) status = read_text(m, &header->bot);
    if (status >= 0) status = read_text(m, &header->bot_version);
    if (status >= 0) status = read_number(m, &header->seed);
    return status < 0 ? status : read_text(m, &header->name);
}

/* Unpacks the body into m->unpacked. A failure is kept in m->others, as what was unpacked before it is read first. */
static reel_status unpack(macros_in *m, uint64_t stated)
{
    block_reader block = { .allocator = m->d->allocator, .codec = BLOCK_GZIP, .budget = m->d->budget };
    uint64_t at = reel_offset(&m->c);
    reel_status status = reel__block_start(&block, m->c.at, reel_left(&m->c), UINT64_MAX);
    if (status == REEL_OK) status = reel__block_unpack(&block, SIZE_MAX);
    m->unpacked.data = block.buffer;
    m->unpacked.size = block.made;
    m->unpacked.capacity = block.capacity;
    const uint8_t *end = block.at;
    block.buffer = NULL;
    reel__block_free(&block);
    if (status == REEL_MEMORY) return reel__memory_fail(m->error);
    if (status == REEL_UNSUPPORTED)
        return reel_fail(m->error, REEL_UNSUPPORTED, "unpack.not-built", m->section, at, "zlib is not built in");
    if (reel_spend_unpacked(m->d->budget, 0) < 0) return reel_fail_budget(m->d->budget, m->error, m->section, at);
    m->others = status < 0 ? (uint64_t)-status : 0;
    if (status >= 0 && m->unpacked.size != stated) reel__macros_warn(m, MACROS_NOTE_STATED_SIZE, CML_MAGIC_BYTES + 1);
    if (status >= 0 && end < m->c.end) reel__macros_warn(m, MACROS_NOTE_TRAILING, at + (uint64_t)(end - m->c.at));
    m->c =
        (reel_cursor){ .at = m->unpacked.data, .end = m->unpacked.data + m->unpacked.size, .end_offset = at + m->unpacked.size };
    return REEL_OK;
}

static reel_status fail_unpacking(macros_in *m)
{
    const reel_status status = (reel_status) - (int)m->others;
    return macros_fail(m, status, "bad-zlib", m->records,
                       status == REEL_TRUNCATED ? "the packed bytes end too early" : "the packed bytes are damaged");
}

/* A text of the header as rows have it. Those of a plain body are copied to m->unpacked, which has room for them. */
static reel_string show_text(macros_in *m, reel_string stored)
{
    if (!(m->header.flags & CML_HIDDEN) || !stored.size) return stored;
    uint8_t *text = (uint8_t *)(uintptr_t)stored.data;
    if (!cml_is_packed(m->header.version)) {
        text = m->unpacked.data + m->unpacked.size;
        memcpy(text, stored.data, stored.size);
        m->unpacked.size += stored.size;
    }
    reel__cml_hide(text, stored.size);
    return (reel_string){ (const char *)text, stored.size };
}

static bool make_room(macros_in *m, const cml_header *h)
{
    size_t size = h->author.size + h->description.size + h->bot.size + h->bot_version.size;
    return cml_is_packed(m->header.version) || !size || reel__memory_room(&m->unpacked, size);
}

static reel_status take_header(macros_in *m, const cml_header *h)
{
    if (!make_room(m, h)) return reel__memory_fail(m->error);
    m->info.author = show_text(m, h->author);
    m->info.description = show_text(m, h->description);
    m->info.bot_name = show_text(m, h->bot);
    m->build = reel__cml_version_number(show_text(m, h->bot_version));
    m->info.duration = h->duration;
    m->header.seed = h->seed;
    m->header.has_seed = 1;
    if (h->flag > 1) reel__macros_warn(m, MACROS_NOTE_BOOL, h->fps_at);
    return reel__macros_rate(m, (double)h->fps, h->fps_at);
}

/* The inputs of a packed body begin at m->body; the cursor goes back to the file. */
static reel_status read_head(macros_in *m)
{
    cml_header header = { .flag = 0 };
    uint64_t stated;
    const reel_cursor file = m->c;
    reel_status status = reel__cml_read_front(m, &stated);
    if (status < 0) return status;
    m->records = reel_offset(&m->c);
    const bool packed = cml_is_packed(m->header.version);
    if (packed && (status = unpack(m, stated)) < 0) return status;
    status = reel__cml_read_header(m, &header);
    if (status < 0) return status != REEL_MEMORY && m->others ? fail_unpacking(m) : status;
    status = take_header(m, &header);
    if (!packed) return status;
    m->body = (size_t)(m->c.at - m->unpacked.data);
    m->c = file;
    return status;
}

/* ---- inputs ----------------------------------------------------------------------------------------------------- */

/* Adds a step to a place, which stays a frame of 32 bits. */
static reel_status step(macros_in *m, int64_t change, uint64_t at, int64_t *place)
{
    const int64_t parts = cml_is_packed(m->header.version) ? CML_FRAME_PARTS : 1,
                  most = (int64_t)UINT32_MAX * parts + (parts - 1);
    if (change < -*place) return macros_fail(m, REEL_CORRUPT, "negative-frame", at, "a frame is negative");
    if (change > most - *place) return macros_fail(m, REEL_CORRUPT, "frame-overflow", at, "a frame is above 2^32");
    *place += change;
    m->frame = (uint64_t)(*place / parts);
    return REEL_OK;
}

static unsigned button_of(macros_in *m, unsigned stored, uint64_t at)
{
    if (stored > GDR_RIGHT) reel__macros_warn(m, MACROS_NOTE_UNKNOWN_BUTTON, at);
    return stored == GDR_LEFT || stored == GDR_RIGHT ? stored : GDR_JUMP;
}

/* Whether an input is between two frames: then all of them have times. */
static bool has_parts(const macros_in *m, uint64_t count)
{
    macros_in copy = { .c = m->c, .error = m->error, .section = m->section, .header = m->header };
    int64_t place = 0, change;
    if (!cml_is_packed(m->header.version)) return false;
    for (uint64_t i = 0; i < count; i++) {
        if (reel__cml_zigzag(&copy, &change) < 0 || step(&copy, change, 0, &place) < 0 || !reel_take(&copy.c, 1)) return false;
        if (place % CML_FRAME_PARTS) return true;
    }
    return false;
}

static reel_status read_inputs(macros_in *m, uint64_t count)
{
    enum { FLAG_DOWN = 1, FLAG_PLAYER2 = 2 };
    int64_t place = 0, change;
    const bool timed = has_parts(m, count);
    reel_status status = REEL_OK;
    for (uint64_t i = 0; i < count; i++) {
        uint64_t at = reel_offset(&m->c);
        if ((status = reel__cml_zigzag(m, &change)) < 0 || (status = step(m, change, at, &place)) < 0) return status;
        at = reel_offset(&m->c);
        const unsigned flags = reel_get_u8(&m->c);
        if (m->c.failed) return reel__macros_cut(m);
        const unsigned button = button_of(m, flags >> CML_BUTTON_BITS & CML_BUTTON_MASK, at);
        macros_input(m, m->frame, button, (flags & FLAG_PLAYER2) != 0, (flags & FLAG_DOWN) != 0);
        if (!timed) continue;
        reel__macros_time_add(m, m->frame, (double)place / CML_FRAME_PARTS / m->fps);
        if (place % CML_FRAME_PARTS) reel__macros_warn(m, MACROS_NOTE_SUB_FRAME, at);
    }
    return status;
}

/* ---- fixes ------------------------------------------------------------------------------------------------------ */

/* The values stay from fix to fix; a fix states those that change. */
typedef struct fix_state {
    int64_t parts[CML_VALUES];
    bool valid[2];
} fix_state;

static void add_fix(macros_in *m, const fix_state *state, bool player2)
{
    const int64_t *parts = state->parts + (player2 ? CML_VALUES / 2 : 0);
    if (!state->valid[player2] || (player2 && !parts[0] && !parts[1] && !parts[2])) return;
    reel__macros_fix_add(m, (macros_fix){ .frame = (int64_t)m->frame,
                                          .player2 = player2,
                                          .has = MACROS_FIX_POSITION | MACROS_FIX_ROTATION,
                                          .x = cml_value(parts[0]),
                                          .y = cml_value(parts[1]),
                                          .rotation = cml_value(parts[2]) });
}

static reel_status read_fix(macros_in *m, fix_state *state)
{
    int64_t change;
    const unsigned flags = reel_get_u8(&m->c);
    if (m->c.failed) return reel__macros_cut(m);
    for (unsigned i = 0; i < CML_VALUES; i++) {
        if (!(flags >> i & 1)) continue;
        const reel_status status = reel__cml_zigzag(m, &change);
        if (status < 0) return status;
        state->parts[i] = (int64_t)((uint64_t)state->parts[i] + (uint64_t)change);
    }
    for (unsigned player = 0; player < 2; player++) {
        if (!(flags & (unsigned)CML_SET_VALID << player)) continue;
        const uint64_t at = reel_offset(&m->c);
        const uint8_t valid = reel_get_u8(&m->c);
        if (m->c.failed) return reel__macros_cut(m);
        state->valid[player] = reel__macros_bool(m, valid, at);
    }
    add_fix(m, state, false);
    add_fix(m, state, true);
    return REEL_OK;
}

/* A group: a step to a frame, and in versions 2 and 3 the number of fixes from there on, one for each frame. */
static reel_status read_group(macros_in *m, fix_state *state, int64_t *place)
{
    uint64_t count = 1, at = reel_offset(&m->c);
    int64_t change;
    reel_status status = reel__cml_zigzag(m, &change), missing = REEL_OK;
    if (status >= 0) status = step(m, change, at, place);
    if (status < 0) return status;
    if (cml_is_packed(m->header.version) && *place % CML_FRAME_PARTS) reel__macros_warn(m, MACROS_NOTE_SUB_FIX, at);
    if (cml_has_runs(m->header.version)) {
        at = reel_offset(&m->c);
        if ((status = read_number(m, &count)) < 0) return status;
        count = reel__macros_fit(m, count, FIX_BYTES, at, &missing);
    }
    for (uint64_t i = 0; i < count && status >= 0; i++) {
        if (i) status = step(m, 1, at, place);
        if (status >= 0) status = read_fix(m, state);
    }
    return status < 0 ? status : missing;
}

static reel_status read_fixes(macros_in *m)
{
    fix_state state = { .valid = { true, true } };
    int64_t place = 0;
    uint64_t count, at = reel_offset(&m->c);
    reel_status missing = REEL_OK, status = read_number(m, &count);
    if (status < 0) return status;
    count = reel__macros_fit(m, count, GROUP_BYTES, at, &missing);
    for (uint64_t i = 0; i < count && status >= 0; i++) {
        if (reel_spend(m->d->budget, 1) != REEL_OK) return reel_fail_budget(m->d->budget, m->error, m->section, at);
        status = read_group(m, &state, &place);
    }
    return status < 0 ? status : missing;
}

static reel_status read_rows(macros_in *m)
{
    uint64_t count, at = reel_offset(&m->c);
    reel_status missing = REEL_OK, status = read_number(m, &count);
    if (status < 0) return status;
    count = reel__macros_fit(m, count, INPUT_BYTES, at, &missing);
    status = read_inputs(m, count);
    if (status < 0 || missing < 0) return status < 0 ? status : missing;
    status = read_fixes(m);
    if (status >= 0) reel__macros_trailing(m);
    return status;
}

static reel_status read_body(macros_in *m)
{
    if (!cml_is_packed(m->header.version)) return read_rows(m);
    m->c = (reel_cursor){ .at = m->unpacked.data + m->body,
                          .end = m->unpacked.data + m->unpacked.size,
                          .end_offset = m->records + m->unpacked.size };
    const reel_status status = read_rows(m);
    if (!m->others || status == REEL_MEMORY || status == REEL_CANCELLED || status == REEL_LIMIT) return status;
    m->missing.status = REEL_OK; /* because the packed bytes end */
    return fail_unpacking(m);
}

const macros_kind reel__macros_cml = { bot, read_head, read_body };

/* The rows of the unpacked bytes, beside these and the file. A fix of one byte can repeat the values of both players. Lists double, and are
 * copied when they do. */
uint64_t reel__macros_cml_bound(uint64_t size, const reel_limits *limits)
{
    const uint64_t unpacked = size + reel_unpacked_most(limits, size);
    return reel__macros_memory_bound(size, limits) + 4 * unpacked + 3 * unpacked * (2 * sizeof(macros_fix) + sizeof(macros_time));
}
