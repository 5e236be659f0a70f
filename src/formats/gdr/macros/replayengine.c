/* SPDX-License-Identifier: MIT
 * ReplayEngine 1 to 4: structs of a C++ compiler, written raw. Their padding means nothing. The flag is 1 for the first player, except in
 * version 4. */
#include "formats/gdr/macros/macros.h"

enum {
    FIX_BYTES = 32,
    INPUT_BYTES = 16,
    OLD_INPUT_BYTES = 8,
    RE1_HEAD_BYTES = 12,
    RE2_HEAD_BYTES = 7,
    RE21_HEAD_BYTES = 12,
    RE3_HEAD_BYTES = 20,
    RE4_FIX_BYTES = 25,
    RE4_INPUT_BYTES = 14,
    RE2_FPS = 240
};

static const char bot[] = "ReplayEngine";

/* ---- records ---------------------------------------------------------------------------------------------------- */

static bool fix_is_plausible(const uint8_t *p) { return p[24] <= 1 && reel_load_u32le(p) < 1u << 28; }

static bool input_is_plausible(const uint8_t *p)
{
    uint32_t button = reel_load_u32le(p + 8);
    return p[4] <= 1 && p[12] <= 1 && button <= 3 && reel_load_u32le(p) < 1u << 28;
}

/* Expects the records in the head to be plausible. Zeros would be, so padding proves nothing. */
static void expect_records(macros_bid *bid, const uint8_t *head, size_t size, size_t at, uint64_t fixes)
{
    size = reel__macros_data_size(head, size);
    for (; !bid->failed && fixes && at <= size && size - at >= FIX_BYTES; fixes--, at += FIX_BYTES)
        macros_expect(bid, fix_is_plausible(head + at), 1);
    for (; !bid->failed && !fixes && at <= size && size - at >= INPUT_BYTES; at += INPUT_BYTES)
        macros_expect(bid, input_is_plausible(head + at), 1);
}

/* Which list a record is in, if that says whose it is. */
typedef enum list { LIST_OF_BOTH, LIST_OF_P1, LIST_OF_P2 } list;

static bool is_player2(macros_in *m, uint8_t player1, list from, uint64_t at)
{
    bool first = reel__macros_bool(m, player1, at);
    if (from == LIST_OF_BOTH) return !first;
    if (first != (from == LIST_OF_P1)) reel__macros_warn(m, MACROS_NOTE_PLAYER, at);
    return from == LIST_OF_P2;
}

static void read_fix(macros_in *m, list from)
{
    uint64_t at = reel_offset(&m->c);
    const uint8_t *p = reel_take(&m->c, FIX_BYTES);
    if (!p) return;
    reel__macros_fix_add(m, (macros_fix){ .frame = (int64_t)reel_load_u32le(p),
                                          .x = reel_float_of(reel_load_u32le(p + 4)),
                                          .y = reel_float_of(reel_load_u32le(p + 8)),
                                          .rotation = reel_float_of(reel_load_u32le(p + 12)),
                                          .y_velocity = reel_double_of(reel_load_u64le(p + 16)),
                                          .player2 = is_player2(m, p[24], from, at + 24),
                                          .has = MACROS_FIX_POSITION | MACROS_FIX_ROTATION | MACROS_FIX_Y_VELOCITY });
}

/* Sets *button: 0 becomes jump. */
static reel_status check_button(macros_in *m, uint32_t stored, uint64_t at, unsigned *button)
{
    if (stored > GDR_RIGHT) return macros_fail(m, REEL_CORRUPT, "bad-input", at, "unknown button %lu", (unsigned long)stored);
    if (stored == 0) reel__macros_warn(m, MACROS_NOTE_BUTTON, at);
    *button = stored ? stored : GDR_JUMP;
    return REEL_OK;
}

static reel_status read_input(macros_in *m, reel_cursor *c, list from)
{
    unsigned button = GDR_JUMP;
    uint64_t at = reel_offset(c);
    const uint8_t *p = reel_take(c, INPUT_BYTES);
    reel_status status = check_button(m, reel_load_u32le(p + 8), at + 8, &button);
    if (status < 0) return status;
    bool down = reel__macros_bool(m, p[4], at + 4);
    macros_input(m, reel_load_u32le(p), button, is_player2(m, p[12], from, at + 12), down);
    return REEL_OK;
}

/* The flag of a player's list is that player's. */
static bool plain_input(const uint8_t *p, unsigned from, gdr_input *row)
{
    uint32_t button = reel_load_u32le(p + 8);
    *row = (gdr_input){ reel_load_u32le(p), (uint8_t)button, !p[12], p[4], GDR_PLAIN, { 0 } };
    return p[4] <= 1 && p[12] <= 1 && button - GDR_JUMP <= GDR_RIGHT - GDR_JUMP &&
           (from == LIST_OF_BOTH || p[12] == (from == LIST_OF_P1));
}

/* Reads inputs one after the other. */
static reel_status read_inputs(macros_in *m, uint64_t count, list from)
{
    reel_status status = REEL_OK;
    for (uint64_t i = 0; i < count && status >= 0; i++) {
        i += macros_records(m, count - i, INPUT_BYTES, from, plain_input);
        if (i < count) status = read_input(m, &m->c, from);
    }
    return status;
}

static void read_old_input(macros_in *m)
{
    uint64_t at = reel_offset(&m->c);
    const uint8_t *p = reel_take(&m->c, OLD_INPUT_BYTES);
    bool down = reel__macros_bool(m, p[4], at + 4);
    macros_input(m, reel_load_u32le(p), GDR_JUMP, is_player2(m, p[5], LIST_OF_BOTH, at + 5), down);
}

static uint32_t frame_at(const reel_cursor *c) { return reel_load_u32le(c->at); }

/* Reads the lists of both players, merged by frame; the first player's come first on one frame. If the second list is cut, the merge stops
 * behind it: what would come next is not known. */
static reel_status merge_inputs(macros_in *m, uint64_t first, uint64_t second, bool second_is_cut)
{
    if (!second && !second_is_cut) return read_inputs(m, first, LIST_OF_P1);
    reel_cursor one = m->c, other = m->c;
    other.at += first * INPUT_BYTES;
    reel_status status = REEL_OK;
    while ((second_is_cut ? second : first || second) && status >= 0) {
        bool p2 = !first || (second && frame_at(&other) < frame_at(&one));
        status = read_input(m, p2 ? &other : &one, p2 ? LIST_OF_P2 : LIST_OF_P1);
        if (p2)
            second--;
        else
            first--;
    }
    m->c.at = other.at;
    return status;
}

static reel_status size_mismatch(macros_in *m, uint64_t least)
{
    return macros_fail(m, reel_left(&m->c) < least ? REEL_TRUNCATED : REEL_CORRUPT, "size-mismatch", 4,
                       "the size of the file does not fit the counts of its records");
}

/* What a whole framerate in single precision is worth, if nothing else fits: the file is then refused with its sizes. */
enum { DAMAGED_BID = 10 };

/* Whether the file begins with the name of a later version. In one without a name it would be a framerate of 44.57 or the like; inputs of
 * a later version look like fixes, and their count like that of fixes. */
static bool is_named(const uint8_t *head) { return memcmp(head, "RE", 2) == 0 && head[2] >= '2' && head[2] <= '9'; }

/* ---- ReplayEngine 1 --------------------------------------------------------------------------------------------- */

int reel__macros_re1_sniff(const uint8_t *head, size_t size)
{
    if (size < RE1_HEAD_BYTES || is_named(head)) return 0;
    macros_bid bid = { 0 };
    float fps = reel_float_of(reel_load_u32le(head));
    int least = fps >= 60 && fps <= 10000 && !(reel_load_u32le(head) & 0xffff) ? DAMAGED_BID : 0;
    uint64_t fixes = reel_load_u32le(head + 4), inputs = reel_load_u32le(head + 8), whole = RE1_HEAD_BYTES + FIX_BYTES * fixes;
    bool old = size < MACROS_HEAD_BYTES && whole + OLD_INPUT_BYTES * inputs == size && inputs;
    macros_expect(&bid, fps >= 1 && fps <= 1e6f, 3);
    macros_expect_size(&bid, size, whole + (old ? OLD_INPUT_BYTES : INPUT_BYTES) * inputs);
    expect_records(&bid, head, old ? (size_t)whole : size, RE1_HEAD_BYTES, fixes);
    return macros_bits(&bid) ? macros_bits(&bid) : least;
}

/* A file of the newer kind that was cut after half of its inputs has the size of an older one. Then every second record would begin with a
 * button in place of a frame. */
static bool are_old_inputs(const uint8_t *p, uint64_t count)
{
    bool buttons = count >= 2;
    for (uint64_t i = 0; i < count; i++, p += OLD_INPUT_BYTES) {
        if (p[4] > 1 || p[5] > 1) return false;
        if (i % 2 && (reel_load_u32le(p) < GDR_JUMP || reel_load_u32le(p) > GDR_RIGHT)) buttons = false;
    }
    return !buttons;
}

static reel_status re1_head(macros_in *m)
{
    float fps = reel_get_f32le(&m->c);
    m->others = reel_get_u32le(&m->c);
    m->records = reel_get_u32le(&m->c);
    if (m->c.failed) return reel__macros_cut(m);
    uint64_t left = reel_left(&m->c), fixes = FIX_BYTES * m->others;
    uint64_t inputs = fixes + INPUT_BYTES * m->records, old = fixes + OLD_INPUT_BYTES * m->records;
    m->old = m->records && left != inputs && reel__macros_ends_at(m, old) && are_old_inputs(m->c.at + fixes, m->records);
    if (!m->old && !reel__macros_ends_at(m, inputs)) return size_mismatch(m, fixes + OLD_INPUT_BYTES * m->records + 1);
    return reel__macros_rate(m, (double)fps, 0);
}

static reel_status re1_body(macros_in *m)
{
    for (uint64_t i = 0; i < m->others; i++) read_fix(m, LIST_OF_BOTH);
    if (!m->old) return read_inputs(m, m->records, LIST_OF_BOTH);
    for (uint64_t i = 0; i < m->records; i++) read_old_input(m);
    return REEL_OK;
}

const macros_kind reel__macros_re1 = { bot, re1_head, re1_body };

/* ---- ReplayEngine 2 and 2.1 ------------------------------------------------------------------------------------- */

int reel__macros_re2_sniff(const uint8_t *head, size_t size)
{
    if (size < 4 || memcmp(head, "RE", 2) != 0 || head[2] < '0' || head[2] > '9') return 0;
    return head[2] == '2' ? 24 : 16;
}

/* A count of version 2 whose lowest byte is that of '1' looks like version 2.1; the size of the file decides. */
static bool is_re21(const macros_in *m)
{
    const uint8_t *p = m->c.at;
    size_t size = reel_left(&m->c);
    if (size < RE2_HEAD_BYTES || memcmp(p, "RE21", 4) != 0) return false;
    if (!reel__macros_ends_at(m, RE2_HEAD_BYTES + INPUT_BYTES * (uint64_t)reel_load_u32le(p + 3))) return true;
    return size >= RE21_HEAD_BYTES &&
           reel__macros_ends_at(m, RE21_HEAD_BYTES + INPUT_BYTES * ((uint64_t)reel_load_u32le(p + 4) + reel_load_u32le(p + 8)));
}

static reel_status re2_head(macros_in *m)
{
    const uint8_t *p = m->c.at;
    if (reel_left(&m->c) >= 3 && memcmp(p, "RE2", 3) != 0)
        return macros_fail(m, REEL_CORRUPT, "bad-magic", 0, "the file does not begin with RE2");
    m->old = !is_re21(m);
    reel_take(&m->c, m->old ? 3 : 4);
    m->records = reel_get_u32le(&m->c);
    if (!m->old) m->others = reel_get_u32le(&m->c);
    if (m->c.failed) return reel__macros_cut(m);
    return reel__macros_rate(m, RE2_FPS, 0);
}

static reel_status re2_body(macros_in *m)
{
    reel_status missing = REEL_OK, status = REEL_OK;
    uint64_t first = reel__macros_fit(m, m->records, INPUT_BYTES, m->old ? 3 : 4, &missing), second = 0;
    if (!m->old && missing >= 0) {
        reel_cursor all = m->c;
        m->c.at += first * INPUT_BYTES;
        second = reel__macros_fit(m, m->others, INPUT_BYTES, 8, &missing);
        m->c = all;
    } else if (!m->old) {
        return missing; /* where the second player's inputs would come is not known */
    }
    status = m->old ? read_inputs(m, first, LIST_OF_BOTH) : merge_inputs(m, first, second, missing < 0);
    if (missing < 0 || status < 0) return missing < 0 ? missing : status;
    reel__macros_trailing(m);
    return REEL_OK;
}

const macros_kind reel__macros_re2 = { bot, re2_head, re2_body };

/* ---- ReplayEngine 3 --------------------------------------------------------------------------------------------- */

int reel__macros_re3_sniff(const uint8_t *head, size_t size)
{
    if (size < RE3_HEAD_BYTES || is_named(head)) return 0;
    macros_bid bid = { 0 };
    float fps = reel_float_of(reel_load_u32le(head));
    uint64_t fixes = (uint64_t)reel_load_u32le(head + 4) + reel_load_u32le(head + 8);
    uint64_t inputs = (uint64_t)reel_load_u32le(head + 12) + reel_load_u32le(head + 16);
    macros_expect(&bid, fps >= 1 && fps <= 1e6f, 3);
    macros_expect_size(&bid, size, RE3_HEAD_BYTES + FIX_BYTES * fixes + INPUT_BYTES * inputs);
    expect_records(&bid, head, size, RE3_HEAD_BYTES, fixes);
    return macros_bits(&bid);
}

static reel_status re3_head(macros_in *m)
{
    float fps = reel_get_f32le(&m->c);
    reel_take(&m->c, RE3_HEAD_BYTES - 4);
    if (m->c.failed) return reel__macros_cut(m);
    const uint8_t *counts = m->c.at - (RE3_HEAD_BYTES - 4);
    uint64_t whole = 0;
    for (size_t i = 0; i < 4; i++) whole += (i < 2 ? FIX_BYTES : INPUT_BYTES) * (uint64_t)reel_load_u32le(counts + 4 * i);
    if (!reel__macros_ends_at(m, whole)) return size_mismatch(m, whole);
    return reel__macros_rate(m, (double)fps, 0);
}

static reel_status re3_body(macros_in *m)
{
    uint64_t counts[4];
    for (size_t i = 0; i < 4; i++) counts[i] = reel_load_u32le(m->c.at - 16 + 4 * i);
    for (uint64_t i = 0; i < counts[0]; i++) read_fix(m, LIST_OF_P1);
    for (uint64_t i = 0; i < counts[1]; i++) read_fix(m, LIST_OF_P2);
    return merge_inputs(m, counts[2], counts[3], false);
}

const macros_kind reel__macros_re3 = { bot, re3_head, re3_body };

/* ---- ReplayEngine 4 --------------------------------------------------------------------------------------------- */

int reel__macros_re4_sniff(const uint8_t *head, size_t size)
{
    if (size < 15 || memcmp(head, "RE4", 3) != 0) return 0;
    float fps = reel_float_of(reel_load_u32le(head + 3));
    return fps - fps == 0 ? 24 + 8 : 0;
}

static reel_status re4_head(macros_in *m)
{
    const uint8_t *magic = reel_take(&m->c, 3);
    if (!magic) return reel__macros_cut(m);
    if (memcmp(magic, "RE4", 3) != 0) return macros_fail(m, REEL_CORRUPT, "bad-magic", 0, "the file does not begin with RE4");
    float fps = reel_get_f32le(&m->c);
    if (m->c.failed) return reel__macros_cut(m);
    return reel__macros_rate(m, (double)fps, 3);
}

static reel_status check_frame(macros_in *m, uint64_t frame, uint64_t at)
{
    return frame <= MACROS_MOST_FRAME ? REEL_OK : macros_fail(m, REEL_CORRUPT, "frame-overflow", at, "a frame is above 2^62");
}

static reel_status re4_fixes(macros_in *m)
{
    reel_status missing = REEL_OK, status = REEL_OK;
    uint64_t at = reel_offset(&m->c), count = reel_get_u64le(&m->c);
    if (m->c.failed) return reel__macros_cut(m);
    count = reel__macros_fit(m, count, RE4_FIX_BYTES, at, &missing);
    for (uint64_t i = 0; i < count && status >= 0; i++) {
        at = reel_offset(&m->c);
        macros_fix fix = { .frame = reel_get_i64le(&m->c), .has = MACROS_FIX_POSITION | MACROS_FIX_Y_VELOCITY };
        fix.x = reel_get_f32le(&m->c);
        fix.y = reel_get_f32le(&m->c);
        fix.y_velocity = reel_get_f64le(&m->c);
        fix.player2 = reel__macros_bool(m, reel_get_u8(&m->c), at + 24);
        status = check_frame(m, (uint64_t)fix.frame, at);
        if (status >= 0) reel__macros_fix_add(m, fix);
    }
    return missing < 0 ? missing : status;
}

static bool re4_plain(const uint8_t *p, unsigned form, gdr_input *row)
{
    uint64_t frame = reel_load_u64le(p);
    uint32_t button = reel_load_u32le(p + 9);
    (void)form;
    *row = (gdr_input){ (int64_t)frame, (uint8_t)button, p[13], p[8], GDR_PLAIN, { 0 } };
    return frame <= MACROS_MOST_FRAME && p[8] <= 1 && p[13] <= 1 && button - GDR_JUMP <= GDR_RIGHT - GDR_JUMP;
}

static reel_status re4_body(macros_in *m)
{
    reel_status missing = REEL_OK, status = re4_fixes(m);
    if (status < 0) return status;
    uint64_t at = reel_offset(&m->c), count = reel_get_u64le(&m->c);
    if (m->c.failed) return reel__macros_cut(m);
    count = reel__macros_fit(m, count, RE4_INPUT_BYTES, at, &missing);
    for (uint64_t i = 0; i < count && status >= 0; i++) {
        unsigned button = GDR_JUMP;
        i += macros_records(m, count - i, RE4_INPUT_BYTES, 0, re4_plain);
        if (i == count) break;
        at = reel_offset(&m->c);
        const uint8_t *p = reel_take(&m->c, RE4_INPUT_BYTES);
        status = check_frame(m, reel_load_u64le(p), at);
        if (status >= 0) status = check_button(m, reel_load_u32le(p + 9), at + 9, &button);
        if (status < 0) break;
        bool down = reel__macros_bool(m, p[8], at + 8);
        macros_input(m, reel_load_u64le(p), button, reel__macros_bool(m, p[13], at + 13), down);
    }
    if (missing < 0 || status < 0) return missing < 0 ? missing : status;
    reel__macros_trailing(m);
    return REEL_OK;
}

const macros_kind reel__macros_re4 = { bot, re4_head, re4_body };

/* ---- writing ReplayEngine 3 ------------------------------------------------------------------------------------- */

static size_t next_of(const gdr_input *rows, size_t count, size_t at, bool player2)
{
    while (at < count && (rows[at].player2 != 0) != player2) at++;
    return at;
}

/* The file has a list for each player, so the order between them must be the one that reading gives. */
static bool is_merged(const macros_out *w)
{
    size_t next[2] = { next_of(w->inputs, w->input_count, 0, false), next_of(w->inputs, w->input_count, 0, true) };
    for (size_t i = 0; i < w->input_count; i++) {
        bool p2 = next[0] == w->input_count || (next[1] < w->input_count && w->inputs[next[1]].frame < w->inputs[next[0]].frame);
        if (next[p2] != i) return false;
        next[p2] = next_of(w->inputs, w->input_count, i + 1, p2);
    }
    return true;
}

static reel_status check_re3(const void *of, const reel_table *table, const void *row, size_t number, reel_error *error)
{
    enum { ALL = MACROS_FIX_POSITION | MACROS_FIX_ROTATION | MACROS_FIX_Y_VELOCITY };
    (void)of, (void)number;
    if (table != &macros_fixes || ((const macros_fix *)row)->has == ALL) return REEL_OK;
    return reel__macros_refuse(error, "macros.fix", "fixes", "the format needs position, rotation and vertical speed of a fix");
}

static reel_status check_fixes(const macros_out *w)
{
    for (size_t i = 1; i < w->fix_count; i++)
        if (w->fixes[i - 1].player2 && !w->fixes[i].player2)
            return reel__macros_refuse(w->e->error, "macros.order", "fixes", "the fixes of the first player must come first");
    return REEL_OK;
}

static void write_fix(reel_output *out, const macros_fix *fix)
{
    reel_put_u32le(out, (uint32_t)fix->frame);
    reel_put_f32le(out, fix->x);
    reel_put_f32le(out, fix->y);
    reel_put_f32le(out, fix->rotation);
    reel_put_u64le(out, reel_double_bits(fix->y_velocity));
    reel_put_u64le(out, !fix->player2);
}

static void write_inputs(const macros_out *w, bool player2)
{
    for (size_t i = 0; i < w->input_count; i++) {
        const gdr_input *in = &w->inputs[i];
        if ((in->player2 != 0) != player2) continue;
        reel_put_u32le(w->e->out, (uint32_t)in->frame);
        reel_put_u32le(w->e->out, in->down != 0);
        reel_put_u32le(w->e->out, in->button);
        reel_put_u32le(w->e->out, !player2);
    }
}

static reel_status write_re3(macros_out *w)
{
    reel_output *out = w->e->out;
    uint32_t fixes = 0, inputs = 0;
    reel_status status = check_fixes(w);
    if (status < 0) return status;
    if (!is_merged(w))
        return reel__macros_refuse(w->e->error, "macros.order", "inputs",
                                   "the format cannot store this order of the players' inputs; --do sort gives one that it can");
    for (size_t i = 0; i < w->fix_count; i++) fixes += w->fixes[i].player2 != 0;
    for (size_t i = 0; i < w->input_count; i++) inputs += w->inputs[i].player2 != 0;
    reel_put_f32le(out, (float)w->info.framerate);
    reel_put_u32le(out, (uint32_t)w->fix_count - fixes);
    reel_put_u32le(out, fixes);
    reel_put_u32le(out, (uint32_t)w->input_count - inputs);
    reel_put_u32le(out, inputs);
    for (size_t i = 0; i < w->fix_count; i++) write_fix(out, &w->fixes[i]);
    write_inputs(w, false);
    write_inputs(w, true);
    return REEL_OK;
}

const macros_writing reel__macros_write_re3 = {
    .kind = &reel__macros_re3,
    .stores = MACROS_FIXES | MACROS_BUTTONS | MACROS_SINGLE_RATE,
    .most_frame = UINT32_MAX,
    .write = write_re3,
    .check = check_re3,
};
