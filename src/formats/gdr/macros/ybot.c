/* SPDX-License-Identifier: MIT
 * yBot 2, zBot and uvBot. In the first two the flag of the player is 1 for the first. */
#include "formats/gdr/macros/macros.h"

/* ---- yBot 2 ----------------------------------------------------------------------------------------------------- */

enum { YBOT_FPS_AT = 24, YBOT_MOST_VERSION = 0xffff, YBOT_FPS = 240 };

int reel__macros_ybot_sniff(const uint8_t *head, size_t size)
{
    if (size < 8 || memcmp(head, "ybot", 4) != 0) return 0;
    return reel_load_u32le(head + 4) <= YBOT_MOST_VERSION ? 48 : 0;
}

static reel_status ybot_head(macros_in *m)
{
    const uint8_t *magic = reel_take(&m->c, 4);
    if (!magic) return reel__macros_cut(m);
    if (memcmp(magic, "ybot", 4) != 0) return macros_fail(m, REEL_CORRUPT, "bad-magic", 0, "the file does not begin with ybot");
    m->header.version = reel_get_u32le(&m->c);
    uint32_t meta = reel_get_u32le(&m->c);
    m->records = reel_get_u32le(&m->c);
    if (m->c.failed) return reel__macros_cut(m);
    uint64_t at = reel_offset(&m->c);
    const uint8_t *p = reel_take(&m->c, meta);
    if (!p)
        return macros_fail(m, REEL_TRUNCATED, "bad-meta-size", 8, "the metadata has %lu bytes, more than the file",
                           (unsigned long)meta);
    if (meta >= YBOT_FPS_AT + 4)
        return reel__macros_rate(m, (double)reel_float_of(reel_load_u32le(p + YBOT_FPS_AT)), at + YBOT_FPS_AT);
    reel__macros_warn(m, MACROS_NOTE_NO_FPS, at);
    return reel__macros_rate(m, YBOT_FPS, at);
}

static reel_status ybot_action(macros_in *m)
{
    uint64_t value, at = reel_offset(&m->c);
    reel_status status = reel__macros_leb128(m, 10, 64, &value);
    if (status >= 0) status = reel__macros_step(m, value >> 4, at);
    if (status < 0) return status;
    if (value >> 2 & 3) {
        macros_input(m, m->frame, value >> 2 & 3, !(value & 1), value >> 1 & 1);
        return REEL_OK;
    }
    at = reel_offset(&m->c);
    double tps = (double)reel_get_f32le(&m->c);
    if (m->c.failed) return reel__macros_cut(m);
    if (!reel__macros_rate_is_valid(tps))
        return macros_fail(m, REEL_CORRUPT, "bad-fps", at, "a change of the rate is infinite, NaN or not positive");
    reel__macros_event_add(m, (macros_event){ .kind = MACROS_TPS, .tps = tps });
    return REEL_OK;
}

static reel_status ybot_body(macros_in *m)
{
    reel_status status = REEL_OK;
    for (uint64_t i = 0; i < m->records; i++) {
        uint64_t at = reel_offset(&m->c);
        uint32_t size = reel_get_u32le(&m->c);
        if (m->c.failed) return reel__macros_cut(m);
        if (!reel_take(&m->c, size))
            return macros_fail(m, REEL_TRUNCATED, "blob-past-end", at, "a blob has %lu bytes, more than the file",
                               (unsigned long)size);
    }
    if (reel_spend(m->d->budget, m->records) != REEL_OK) return reel_fail_budget(m->d->budget, m->error, m->section, 12);
    while (status >= 0 && macros_goes_on(m)) status = ybot_action(m);
    return status;
}

const macros_kind reel__macros_ybot = { "yBot", ybot_head, ybot_body };

/* ---- zBot ------------------------------------------------------------------------------------------------------- */

enum { ZBF_HEAD_BYTES = 8, ZBF_RECORD_BYTES = 6 };

static bool is_digit_flag(uint8_t byte) { return byte == '0' || byte == '1'; }

/* No magic: every record has two flags that are the digits 0 or 1. One of eight may be wrong, so that damage is found where it is. Any
 * file is sniffed by this: it stops as soon as too many are wrong, whatever the others are. */
int reel__macros_zbf_sniff(const uint8_t *head, size_t size)
{
    if (size == ZBF_HEAD_BYTES) { /* no inputs: the time of a frame at a whole rate, at the usual speed or with the version */
        const double rate = reel__macros_reciprocal((double)reel_float_of(reel_load_u32le(head)));
        const float second = reel_float_of(reel_load_u32le(head + 4));
        const bool usual = second == 1 || second == MACROS_ZBF_VERSION;
        return rate >= 30 && rate <= 1e6 && rate == (double)(uint32_t)rate && usual ? 40 : 0;
    }
    size_t records = size < ZBF_HEAD_BYTES ? 0 : (size - ZBF_HEAD_BYTES) / ZBF_RECORD_BYTES, right = 0;
    for (size_t i = 0; i < records; i++) {
        const uint8_t *record = head + ZBF_HEAD_BYTES + i * ZBF_RECORD_BYTES;
        right += is_digit_flag(record[4]) && is_digit_flag(record[5]);
        size_t wrong = i + 1 - right;
        if (wrong * 8 > records - wrong) return 0;
    }
    return right > 4 ? 56 : (int)(14 * right);
}

/* The second number is the speed of the game in files of the first zBot, and the version of the format in those of the public one. */
static reel_status zbf_head(macros_in *m)
{
    double delta = (double)reel_get_f32le(&m->c), speed = (double)reel_get_f32le(&m->c);
    if (speed == MACROS_ZBF_VERSION) speed = 1;
    if (m->c.failed) return reel__macros_cut(m);
    if (!reel__macros_rate_is_valid(delta)) return reel__macros_rate(m, delta, 0);
    if (!(speed >= 0 && speed - speed == 0)) return reel__macros_rate(m, -1, 4);
    return reel__macros_rate(m, reel__macros_reciprocal(delta * (speed == 0 ? 1 : speed)), 0);
}

static bool zbf_plain(const uint8_t *p, unsigned form, gdr_input *row)
{
    uint32_t frame = reel_load_u32le(p);
    (void)form;
    *row = (gdr_input){ frame, GDR_JUMP, p[5] == '0', p[4] == '1', GDR_PLAIN, { 0 } };
    return frame <= INT32_MAX && is_digit_flag(p[4]) && is_digit_flag(p[5]);
}

static reel_status zbf_body(macros_in *m)
{
    for (;;) {
        macros_records(m, UINT64_MAX, ZBF_RECORD_BYTES, 0, zbf_plain);
        if (reel_left(&m->c) < ZBF_RECORD_BYTES || !macros_goes_on(m)) break;
        uint64_t at = reel_offset(&m->c);
        const uint8_t *p = reel_take(&m->c, ZBF_RECORD_BYTES);
        uint32_t frame = reel_load_u32le(p);
        if (frame > INT32_MAX) return macros_fail(m, REEL_CORRUPT, "negative-frame", at, "a frame is negative");
        for (size_t i = 4; i < 6; i++)
            if (!is_digit_flag(p[i])) return macros_fail(m, REEL_CORRUPT, "bad-input", at + i, "a flag is neither 0 nor 1");
        macros_input(m, frame, GDR_JUMP, p[5] == '0', p[4] == '1');
    }
    if (!macros_goes_on(m)) return REEL_OK;
    return macros_fail(m, REEL_TRUNCATED, "size-mismatch", reel_offset(&m->c), "the file ends inside a record");
}

const macros_kind reel__macros_zbf = { "zBot", zbf_head, zbf_body };

/* ---- uvBot ------------------------------------------------------------------------------------------------------ */

enum { UV_INPUT_BYTES = 9, UV_FIX_BYTES = 28, UV_FPS = 240, UV_MAGIC_BYTES = 5 };

int reel__macros_uv_sniff(const uint8_t *head, size_t size) { return reel__macros_magic(head, size, "UVBOT", UV_MAGIC_BYTES); }

static reel_status uv_head(macros_in *m)
{
    const uint8_t *magic = reel_take(&m->c, UV_MAGIC_BYTES);
    if (!magic) return reel__macros_cut(m);
    if (memcmp(magic, "UVBOT", UV_MAGIC_BYTES) != 0)
        return macros_fail(m, REEL_CORRUPT, "bad-magic", 0, "the file does not begin with UVBOT");
    m->header.version = reel_get_u8(&m->c);
    if (!m->c.failed && (m->header.version == 0 || m->header.version > 2))
        return macros_fail(m, REEL_UNSUPPORTED, "bad-version", UV_MAGIC_BYTES, "unknown version %lu",
                           (unsigned long)m->header.version);
    uint64_t at = reel_offset(&m->c);
    double fps = m->header.version == 2 ? (double)reel_get_f32le(&m->c) : UV_FPS;
    if (m->c.failed) return reel__macros_cut(m);
    return reel__macros_rate(m, fps, at);
}

static reel_status uv_frame(macros_in *m, uint64_t *frame)
{
    uint64_t at = reel_offset(&m->c);
    *frame = reel_get_u64le(&m->c);
    return *frame <= MACROS_MOST_FRAME ? REEL_OK : macros_fail(m, REEL_CORRUPT, "frame-overflow", at, "a frame is above 2^62");
}

static reel_status uv_input(macros_in *m)
{
    uint64_t frame;
    reel_status status = uv_frame(m, &frame);
    if (status < 0) return status;
    uint64_t at = reel_offset(&m->c);
    unsigned flags = reel_get_u8(&m->c), which = flags >> 1;
    if (which > 5) return macros_fail(m, REEL_CORRUPT, "bad-input", at, "unknown button %u", which);
    macros_input(m, frame, which % 3 + GDR_JUMP, which >= 3, flags & 1);
    return REEL_OK;
}

static reel_status uv_fix(macros_in *m, bool player2)
{
    uint64_t frame;
    reel_status status = uv_frame(m, &frame);
    macros_fix fix = { .frame = (int64_t)frame, .player2 = player2, .has = 7 };
    fix.x = reel_get_f32le(&m->c);
    fix.y = reel_get_f32le(&m->c);
    fix.rotation = reel_get_f32le(&m->c);
    fix.y_velocity = reel_get_f64le(&m->c);
    if (status >= 0) reel__macros_fix_add(m, fix);
    return status;
}

static bool uv_plain(const uint8_t *p, unsigned form, gdr_input *row)
{
    uint64_t frame = reel_load_u64le(p);
    unsigned which = p[8] >> 1;
    (void)form;
    *row = (gdr_input){ (int64_t)frame, (uint8_t)(which % 3 + GDR_JUMP), which >= 3, p[8] & 1, GDR_PLAIN, { 0 } };
    return frame <= MACROS_MOST_FRAME && which <= 5;
}

/* Reads list `number` of inputs or fixes: `count` is what the file says. */
static reel_status uv_list(macros_in *m, unsigned number, uint32_t count, uint64_t at)
{
    reel_status missing = REEL_OK, status = REEL_OK;
    if (count > INT32_MAX) return macros_fail(m, REEL_CORRUPT, "count-past-end", at, "a count is negative");
    uint64_t whole = reel__macros_fit(m, count, number ? UV_FIX_BYTES : UV_INPUT_BYTES, at, &missing);
    for (uint64_t i = 0; i < whole && status >= 0; i++) {
        if (!number) i += macros_records(m, whole - i, UV_INPUT_BYTES, 0, uv_plain);
        if (i < whole) status = number ? uv_fix(m, number == 2) : uv_input(m);
    }
    return missing < 0 ? missing : status;
}

static reel_status uv_body(macros_in *m)
{
    uint64_t at = reel_offset(&m->c);
    uint32_t counts[3];
    reel_status status = REEL_OK;
    for (unsigned i = 0; i < 3; i++) counts[i] = reel_get_u32le(&m->c);
    if (m->c.failed) return reel__macros_cut(m);
    for (unsigned i = 0; i < 3 && status >= 0; i++) status = uv_list(m, i, counts[i], at + 4 * i);
    if (status < 0) return status;
    at = reel_offset(&m->c);
    const uint8_t *footer = reel_take(&m->c, UV_MAGIC_BYTES);
    if (!footer || memcmp(footer, "TOBVU", UV_MAGIC_BYTES) != 0)
        return macros_fail(m, footer ? REEL_CORRUPT : REEL_TRUNCATED, "bad-footer", at, "TOBVU does not follow the fixes");
    reel__macros_trailing(m);
    return REEL_OK;
}

const macros_kind reel__macros_uv = { "uvBot", uv_head, uv_body };
