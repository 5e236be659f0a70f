/* SPDX-License-Identifier: MIT
 * Binary formats of bots that nobody writes any more: Zephyrus, ReplayBot, KD-BOT, Rush, yBot's frames, RBot, DDHOR and Echo. */
#include "formats/gdr/macros/macros.h"

static reel_status bad_magic(macros_in *m, const char *magic)
{
    return macros_fail(m, REEL_CORRUPT, "bad-magic", 0, "the file does not begin with %s", magic);
}

static reel_status odd_record(macros_in *m)
{
    if (!macros_goes_on(m)) return REEL_OK;
    return macros_fail(m, REEL_TRUNCATED, "truncated", reel_offset(&m->c), "the file ends inside a record");
}

static reel_status check_signed(macros_in *m, uint32_t frame, uint64_t at)
{
    return frame <= INT32_MAX ? REEL_OK : macros_fail(m, REEL_CORRUPT, "negative-frame", at, "a frame is negative");
}

static bool rate_is_plausible(float fps) { return fps >= 1 && fps <= 1e6f; }

/* ---- Zephyrus --------------------------------------------------------------------------------------------------- */

enum { ZR_VERSION = 2, ZR_INPUT_BYTES = 5, ZR_FIX_BYTES = 25 };

int reel__macros_zephyrus_sniff(const uint8_t *head, size_t size)
{
    if (size < 3 || memcmp(head, "ZR", 2) != 0 || head[2] > 16) return 0;
    return head[2] == ZR_VERSION ? 24 : 20;
}

static reel_status zr_head(macros_in *m)
{
    const uint8_t *magic = reel_take(&m->c, 2);
    if (!magic) return reel__macros_cut(m);
    if (memcmp(magic, "ZR", 2) != 0) return bad_magic(m, "ZR");
    m->header.version = reel_get_u8(&m->c);
    if (!m->c.failed && m->header.version != ZR_VERSION)
        return macros_fail(m, REEL_UNSUPPORTED, "bad-version", 2, "unknown version %lu", (unsigned long)m->header.version);
    uint32_t fps = reel_get_u32le(&m->c);
    if (m->c.failed) return reel__macros_cut(m);
    return reel__macros_rate(m, (double)fps, 3);
}

static void zr_player(macros_in *m, uint32_t frame, bool player2)
{
    macros_fix fix = { .frame = (int64_t)frame, .player2 = player2, .has = 7 };
    fix.x = reel_get_f32le(&m->c);
    fix.y = reel_get_f32le(&m->c);
    fix.y_velocity = reel_get_f64le(&m->c);
    fix.rotation = reel_get_f32le(&m->c);
    if (!m->c.failed) reel__macros_fix_add(m, fix);
}

static reel_status zr_body(macros_in *m)
{
    reel_status missing = REEL_OK;
    uint64_t at = reel_offset(&m->c);
    uint32_t inputs = reel_get_u32le(&m->c), fixes = reel_get_u32le(&m->c);
    if (m->c.failed) return reel__macros_cut(m);
    uint64_t count = reel__macros_fit(m, inputs, ZR_INPUT_BYTES, at, &missing);
    for (uint64_t i = 0; i < count; i++) {
        uint32_t frame = reel_get_u32le(&m->c);
        uint64_t state_at = reel_offset(&m->c);
        unsigned state = reel_get_u8(&m->c), button = state >> 4 & 3;
        if (!button) return macros_fail(m, REEL_CORRUPT, "bad-input", state_at, "an input has no button");
        macros_input(m, frame, button, state >> 7, state >> 6 & 1);
    }
    if (missing >= 0) count = reel__macros_fit(m, fixes, ZR_FIX_BYTES, at + 4, &missing);
    for (uint64_t i = 0; i < count && missing >= 0; i++) {
        uint32_t frame = reel_get_u32le(&m->c);
        zr_player(m, frame, false);
        uint64_t flag_at = reel_offset(&m->c);
        if (reel__macros_bool(m, reel_get_u8(&m->c), flag_at)) zr_player(m, frame, true);
        if (m->c.failed) return reel__macros_cut(m);
    }
    if (missing >= 0) reel__macros_trailing(m);
    return missing;
}

const macros_kind reel__macros_zephyrus = { "Zephyrus", zr_head, zr_body };

/* ---- ReplayBot -------------------------------------------------------------------------------------------------- */

int reel__macros_replaybot_sniff(const uint8_t *head, size_t size) { return reel__macros_magic(head, size, "RPLY", 4); }

static reel_status replaybot_head(macros_in *m)
{
    const uint8_t *magic = reel_take(&m->c, 4);
    if (!magic) return reel__macros_cut(m);
    if (memcmp(magic, "RPLY", 4) != 0) return bad_magic(m, "RPLY");
    m->header.version = reel_get_u8(&m->c);
    bool frames = m->header.version != 1 && reel_get_u8(&m->c) == 1;
    if (m->c.failed) return reel__macros_cut(m);
    if (m->header.version == 0 || m->header.version > 2)
        return macros_fail(m, REEL_UNSUPPORTED, "bad-version", 4, "unknown version %lu", (unsigned long)m->header.version);
    if (!frames)
        return macros_fail(m, REEL_UNSUPPORTED, "xpos-based", m->header.version == 1 ? 4 : 5,
                           "the inputs have x positions instead of frames");
    float fps = reel_get_f32le(&m->c);
    if (m->c.failed) return reel__macros_cut(m);
    return reel__macros_rate(m, (double)fps, 6);
}

static reel_status packed_body(macros_in *m)
{
    while (reel_left(&m->c) >= 5 && macros_goes_on(m)) {
        uint32_t frame = reel_get_u32le(&m->c);
        unsigned state = reel_get_u8(&m->c);
        macros_input(m, frame, GDR_JUMP, state >> 1, state & 1);
    }
    return odd_record(m);
}

const macros_kind reel__macros_replaybot = { "ReplayBot", replaybot_head, packed_body };

/* ---- KD-BOT and Echo: frame, down, player 2 --------------------------------------------------------------------- */

enum { FLAT_BYTES = 6, ECHO_HEAD_BYTES = 48, ECHO_FPS_AT = 24 };

static reel_status flat_body(macros_in *m)
{
    reel_status status = REEL_OK;
    while (reel_left(&m->c) >= FLAT_BYTES && macros_goes_on(m) && status >= 0) {
        uint64_t at = reel_offset(&m->c);
        const uint8_t *p = reel_take(&m->c, FLAT_BYTES);
        uint32_t frame = reel_load_u32le(p);
        status = check_signed(m, frame, at);
        if (status < 0) break;
        const bool down = reel__macros_bool(m, p[4], at + 4), player2 = reel__macros_bool(m, p[5], at + 5);
        macros_input(m, frame, GDR_JUMP, player2, down);
    }
    return status < 0 ? status : odd_record(m);
}

int reel__macros_kdbot_sniff(const uint8_t *head, size_t size)
{
    macros_bid bid = { 0 };
    if (size < 4 + FLAT_BYTES) return 0;
    uint32_t before = 0;
    macros_expect(&bid, rate_is_plausible(reel_float_of(reel_load_u32le(head))), 3);
    if (size < MACROS_HEAD_BYTES) macros_expect(&bid, (size - 4) % FLAT_BYTES == 0, 2);
    for (size_t at = 4; !bid.failed && size - at >= FLAT_BYTES; at += FLAT_BYTES) {
        uint32_t frame = reel_load_u32le(head + at);
        macros_expect(&bid, head[at + 4] <= 1 && head[at + 5] <= 1 && frame >= before && frame < 1u << 28, bid.bits < 48 ? 4 : 0);
        before = frame;
    }
    return macros_bits(&bid);
}

static reel_status kdbot_head(macros_in *m)
{
    float fps = reel_get_f32le(&m->c);
    return m->c.failed ? reel__macros_cut(m) : reel__macros_rate(m, (double)fps, 0);
}

const macros_kind reel__macros_kdbot = { "KD-BOT", kdbot_head, flat_body };

int reel__macros_echobot_sniff(const uint8_t *head, size_t size)
{
    return size >= 8 && memcmp(head, "META", 4) == 0 && (memcmp(head + 4, "DBG", 4) == 0 || !reel_load_u32le(head + 4)) ? 40 : 0;
}

static reel_status echobot_head(macros_in *m)
{
    const uint8_t *p = reel_take(&m->c, ECHO_HEAD_BYTES);
    if (!p) return reel__macros_cut(m);
    if (memcmp(p, "META", 4) != 0) return bad_magic(m, "META");
    if (memcmp(p + 4, "DBG", 4) == 0)
        return macros_fail(m, REEL_UNSUPPORTED, "bad-flags", 4, "records with physics are not supported: no file is known");
    return reel__macros_rate(m, (double)reel_float_of(reel_load_u32le(p + ECHO_FPS_AT)), ECHO_FPS_AT);
}

const macros_kind reel__macros_echobot = { "Echo", echobot_head, flat_body };

/* ---- Rush ------------------------------------------------------------------------------------------------------- */

enum { RUSH_BYTES = 5 };

int reel__macros_rush_sniff(const uint8_t *head, size_t size)
{
    macros_bid bid = { 0 };
    if (size < 2 + RUSH_BYTES) return 0;
    uint32_t before = 0;
    unsigned fps = head[0] | (unsigned)head[1] << 8;
    macros_expect(&bid, fps >= 30 && fps <= 10000, 2);
    if (size < MACROS_HEAD_BYTES) macros_expect(&bid, (size - 2) % RUSH_BYTES == 0, 2);
    for (size_t at = 2; !bid.failed && size - at >= RUSH_BYTES; at += RUSH_BYTES) {
        uint32_t frame = reel_load_u32le(head + at);
        macros_expect(&bid, head[at + 4] <= 3 && frame >= before && frame < 1u << 28, bid.bits < 36 ? 2 : 0);
        before = frame;
    }
    return macros_bits(&bid);
}

static reel_status rush_head(macros_in *m)
{
    double fps = (double)(int16_t)reel_get_u16le(&m->c);
    return m->c.failed ? reel__macros_cut(m) : reel__macros_rate(m, fps, 0);
}

static reel_status rush_body(macros_in *m)
{
    reel_status status = REEL_OK;
    while (reel_left(&m->c) >= RUSH_BYTES && macros_goes_on(m) && status >= 0) {
        uint64_t at = reel_offset(&m->c);
        uint32_t frame = reel_get_u32le(&m->c);
        unsigned state = reel_get_u8(&m->c);
        status = check_signed(m, frame, at);
        if (status >= 0) macros_input(m, frame, GDR_JUMP, state >> 1, state & 1);
    }
    return status < 0 ? status : odd_record(m);
}

const macros_kind reel__macros_rush = { "Rush", rush_head, rush_body };

/* ---- yBot's frames ---------------------------------------------------------------------------------------------- */

enum { YBF_BYTES = 8 };

static uint32_t ybf_state(const uint8_t *p) { return p[0] ? reel_load_u32le(p) : reel_load_u32be(p); }

int reel__macros_ybot_frame_sniff(const uint8_t *head, size_t size)
{
    macros_bid bid = { 0 };
    size_t magic = size >= 4 && memcmp(head, "ybot", 4) == 0 ? 4 : 0;
    if (size < magic + 8) return 0;
    macros_expect(&bid, rate_is_plausible(reel_float_of(reel_load_u32le(head + magic))), magic ? 34 : 3);
    if (magic) return macros_bits(&bid);
    macros_expect_size(&bid, size, 8 + YBF_BYTES * (uint64_t)reel_load_u32le(head + 4));
    for (size_t at = 8; !bid.failed && size - at >= YBF_BYTES; at += YBF_BYTES)
        macros_expect(&bid, ybf_state(head + at + 4) <= 3, bid.bits < 60 ? 15 : 0);
    return macros_bits(&bid);
}

static reel_status ybf_head(macros_in *m)
{
    if (reel_left(&m->c) >= 4 && memcmp(m->c.at, "ybot", 4) == 0) m->c.at += 4;
    uint64_t at = reel_offset(&m->c);
    float fps = reel_get_f32le(&m->c);
    return m->c.failed ? reel__macros_cut(m) : reel__macros_rate(m, (double)fps, at);
}

static reel_status ybf_body(macros_in *m)
{
    reel_status missing = REEL_OK;
    uint64_t at = reel_offset(&m->c);
    uint32_t count = reel_get_u32le(&m->c);
    if (m->c.failed) return reel__macros_cut(m);
    uint64_t whole = reel__macros_fit(m, count, YBF_BYTES, at, &missing);
    for (uint64_t i = 0; i < whole; i++) {
        at = reel_offset(&m->c);
        const uint8_t *p = reel_take(&m->c, YBF_BYTES);
        uint32_t state = ybf_state(p + 4);
        if (state > 3)
            return macros_fail(m, REEL_CORRUPT, "bad-input", at + 4, "unknown state 0x%lx of an input", (unsigned long)state);
        macros_input(m, reel_load_u32le(p), GDR_JUMP, state & 1, state >> 1);
    }
    if (missing >= 0) reel__macros_trailing(m);
    return missing;
}

const macros_kind reel__macros_ybot_frame = { "yBot", ybf_head, ybf_body };

/* ---- RBot ------------------------------------------------------------------------------------------------------- */

/* Version with fixes, which is packed by gzip: the flag is of player 2. Without them it is of player 1. The library unpacks; what was packed
 * ends with a count of fixes, or was cut, which the library reports. */
enum { RBOT_INPUT_BYTES = 6, RBOT_FIX_BYTES = 17, RBOT_HEAD_BYTES = 8 };

int reel__macros_rbot_sniff(const uint8_t *head, size_t size)
{
    macros_bid bid = { 0 };
    if (size < RBOT_HEAD_BYTES) return 0;
    uint32_t fps = reel_load_u32le(head);
    uint64_t inputs = RBOT_INPUT_BYTES * (uint64_t)reel_load_u32le(head + 4), end = RBOT_HEAD_BYTES + inputs, whole = end;
    macros_expect(&bid, fps >= 1 && fps <= 100000, 15);
    if (size >= 4 && end <= size - 4) whole = end + 4 + RBOT_FIX_BYTES * (uint64_t)reel_load_u32le(head + end);
    macros_expect_size(&bid, size, whole);
    for (size_t at = RBOT_HEAD_BYTES; !bid.failed && at < end && size - at >= RBOT_INPUT_BYTES; at += RBOT_INPUT_BYTES)
        macros_expect(&bid, head[at + 4] <= 1 && head[at + 5] <= 1, bid.bits < 60 ? 7 : 0);
    return macros_bits(&bid);
}

static reel_status rbot_head(macros_in *m)
{
    uint32_t fps = reel_get_u32le(&m->c);
    if (m->c.failed) return reel__macros_cut(m);
    uint64_t count = reel_left(&m->c) >= 4 ? reel_load_u32le(m->c.at) : 0;
    m->old = reel__macros_ends_at(m, 4 + RBOT_INPUT_BYTES * count);
    return reel__macros_rate(m, (double)fps, 0);
}

static void rbot_fix(macros_in *m)
{
    macros_fix fix = { .frame = (int64_t)reel_get_u32le(&m->c), .has = MACROS_FIX_POSITION | MACROS_FIX_ROTATION };
    const uint64_t player_at = reel_offset(&m->c);
    fix.player2 = reel__macros_bool(m, reel_get_u8(&m->c), player_at);
    fix.x = reel_get_f32le(&m->c);
    fix.y = reel_get_f32le(&m->c);
    fix.rotation = reel_get_f32le(&m->c);
    reel__macros_fix_add(m, fix);
}

static reel_status rbot_body(macros_in *m)
{
    reel_status missing = REEL_OK;
    uint64_t at = reel_offset(&m->c);
    uint32_t count = reel_get_u32le(&m->c);
    if (m->c.failed) return reel__macros_cut(m);
    uint64_t whole = reel__macros_fit(m, count, RBOT_INPUT_BYTES, at, &missing);
    for (uint64_t i = 0; i < whole; i++) {
        at = reel_offset(&m->c);
        const uint8_t *p = reel_take(&m->c, RBOT_INPUT_BYTES);
        bool flag = reel__macros_bool(m, p[5], at + 5);
        macros_input(m, reel_load_u32le(p), GDR_JUMP, m->old ? !flag : flag, reel__macros_bool(m, p[4], at + 4));
    }
    if (missing < 0 || m->old) return missing;
    at = reel_offset(&m->c);
    count = reel_get_u32le(&m->c);
    if (m->c.failed) return reel__macros_cut(m);
    whole = reel__macros_fit(m, count, RBOT_FIX_BYTES, at, &missing);
    for (uint64_t i = 0; i < whole; i++) rbot_fix(m);
    if (missing >= 0) reel__macros_trailing(m);
    return missing;
}

const macros_kind reel__macros_rbot = { "RBot", rbot_head, rbot_body };

/* ---- DDHOR ------------------------------------------------------------------------------------------------------ */

enum { DDHOR_BYTES = 5 };

int reel__macros_ddhor_sniff(const uint8_t *head, size_t size) { return reel__macros_magic(head, size, "DDHR", 4); }

static reel_status ddhor_head(macros_in *m)
{
    const uint8_t *magic = reel_take(&m->c, 4);
    if (!magic) return reel__macros_cut(m);
    if (memcmp(magic, "DDHR", 4) != 0) return bad_magic(m, "DDHR");
    double fps = (double)(int16_t)reel_get_u16le(&m->c);
    return m->c.failed ? reel__macros_cut(m) : reel__macros_rate(m, fps, 4);
}

/* Frames are whole numbers. The public version 1 writes x positions at their place. */
static reel_status ddhor_list(macros_in *m, uint32_t count, uint64_t at, bool player2)
{
    reel_status missing = REEL_OK;
    if (count > INT32_MAX) return macros_fail(m, REEL_CORRUPT, "count-past-end", at, "a count is negative");
    uint64_t whole = reel__macros_fit(m, count, DDHOR_BYTES, at, &missing);
    for (uint64_t i = 0; i < whole; i++) {
        at = reel_offset(&m->c);
        double frame = (double)reel_get_f32le(&m->c);
        bool down = reel_get_u8(&m->c) == 0;
        if (!(frame >= 0 && frame < 4611686018427387904.0))
            return macros_fail(m, REEL_CORRUPT, "bad-number", at, "a frame is negative, NaN or too large");
        if (frame != (double)(uint64_t)frame)
            return macros_fail(m, REEL_UNSUPPORTED, "xpos-based", at, "an input has an x position instead of a frame");
        macros_input(m, (uint64_t)frame, GDR_JUMP, player2, down);
    }
    return missing;
}

static reel_status ddhor_body(macros_in *m)
{
    uint64_t at = reel_offset(&m->c);
    uint32_t first = reel_get_u32le(&m->c), second = reel_get_u32le(&m->c);
    if (m->c.failed) return reel__macros_cut(m);
    reel_status status = ddhor_list(m, first, at, false);
    if (status >= 0) status = ddhor_list(m, second, at + 4, true);
    if (status >= 0) reel__macros_trailing(m);
    return status;
}

const macros_kind reel__macros_ddhor = { "DDHOR", ddhor_head, ddhor_body };
