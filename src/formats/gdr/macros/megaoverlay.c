/* SPDX-License-Identifier: MIT
 * GDMegaOverlay, for game 2.1 and for 2.2: structs of a C++ compiler, written raw. Their padding means nothing, and there is no magic. */
#include "formats/gdr/macros/macros.h"

static const char bot[] = "GDMegaOverlay";

/* ---- game 2.1: f32 fps, u32 inputs, u32 captures of frames, the inputs, the captures --------------------------------- */

enum { OLD_HEAD_BYTES = 12, OLD_BYTES = 24, OLD_CAPTURE_BYTES = 32, OLD_FRAME_AT = 4 };

static bool is_old_record(const uint8_t *p) { return p[0] <= 1 && p[1] <= 1; }

int reel__macros_gdmo21_sniff(const uint8_t *head, size_t size)
{
    macros_bid bid = { 0 };
    if (size < OLD_HEAD_BYTES + OLD_BYTES) return 0;
    const float fps = reel_float_of(reel_load_u32le(head));
    const uint64_t count = reel_load_u32le(head + 4), end = OLD_HEAD_BYTES + OLD_BYTES * count;
    uint32_t before = 0;
    macros_expect(&bid, fps >= 1 && fps <= 1e6f && !(reel_load_u32le(head) & 0xff), 11);
    macros_expect(&bid, count && (size >= MACROS_HEAD_BYTES || end <= size), 8);
    if (size < MACROS_HEAD_BYTES && !reel_load_u32le(head + 8)) macros_expect(&bid, end == size, 8);
    for (size_t at = OLD_HEAD_BYTES; !bid.failed && at < end && size - at >= OLD_BYTES; at += OLD_BYTES) {
        const uint32_t frame = reel_load_u32le(head + at + OLD_FRAME_AT);
        macros_expect(&bid, is_old_record(head + at) && frame >= before && frame < 1u << 28, bid.bits < 48 ? 12 : 0);
        before = frame;
    }
    return macros_bits(&bid);
}

static reel_status gdmo21_head(macros_in *m)
{
    const float fps = reel_get_f32le(&m->c);
    return m->c.failed ? reel__macros_cut(m) : reel__macros_rate(m, (double)fps, 0);
}

static reel_status gdmo21_captures(macros_in *m, uint32_t stated, uint64_t at)
{
    reel_status missing = REEL_OK;
    const uint64_t count = reel__macros_fit(m, stated, OLD_CAPTURE_BYTES, at, &missing);
    for (uint64_t i = 0; i < count; i++) {
        const uint64_t record = reel_offset(&m->c);
        const uint8_t *p = reel_take(&m->c, OLD_CAPTURE_BYTES);
        reel__macros_fix_add(m, (macros_fix){ .frame = (int64_t)reel_load_u32le(p + OLD_FRAME_AT),
                                              .player2 = reel__macros_bool(m, p[0], record),
                                              .has = 7,
                                              .x = reel_float_of(reel_load_u32le(p + 16)),
                                              .y = reel_float_of(reel_load_u32le(p + 20)),
                                              .rotation = reel_float_of(reel_load_u32le(p + 24)),
                                              .y_velocity = reel_double_of(reel_load_u64le(p + 8)) });
    }
    return missing;
}

static reel_status gdmo21_body(macros_in *m)
{
    reel_status missing = REEL_OK;
    const uint64_t at = reel_offset(&m->c);
    const uint32_t stated = reel_get_u32le(&m->c), captures = reel_get_u32le(&m->c);
    if (m->c.failed) return reel__macros_cut(m);
    const uint64_t count = reel__macros_fit(m, stated, OLD_BYTES, at, &missing);
    for (uint64_t i = 0; i < count; i++) {
        const uint64_t record = reel_offset(&m->c);
        const uint8_t *p = reel_take(&m->c, OLD_BYTES);
        const bool down = reel__macros_bool(m, p[0], record);
        reel__macros_physics(m, reel_load_u32le(p + OLD_FRAME_AT), GDR_JUMP, reel__macros_bool(m, p[1], record + 1), down,
                             (gdr_physics){ .x = reel_float_of(reel_load_u32le(p + 16)),
                                            .y = reel_float_of(reel_load_u32le(p + 20)),
                                            .rotation = reel_float_of(MACROS_UNKNOWN_F32),
                                            .x_velocity = reel_double_of(MACROS_UNKNOWN),
                                            .y_velocity = reel_double_of(reel_load_u64le(p + 8)) });
    }
    if (missing < 0) return missing;
    missing = gdmo21_captures(m, captures, at + 4);
    if (missing >= 0) reel__macros_trailing(m);
    return missing;
}

const macros_kind reel__macros_gdmo21 = { bot, gdmo21_head, gdmo21_body };

/* ---- game 2.2: u32 inputs, the inputs, u32 corrections, those. Inputs have times -------------------------------------- */

enum { INPUT_BYTES = 16, SMALL_BYTES = 56, LARGE_BYTES = 9128, FPS = 240 };

static bool is_record(const uint8_t *p, double before)
{
    const double time = reel_double_of(reel_load_u64le(p));
    return time >= before && time < 1e6 && p[12] <= 1 && p[13] <= 1;
}

/* The size of a correction; 0: the file has another. */
static size_t correction_size(uint64_t left, uint64_t count)
{
    if (left == SMALL_BYTES * count) return SMALL_BYTES;
    return left == LARGE_BYTES * count ? LARGE_BYTES : 0;
}

int reel__macros_gdmo_sniff(const uint8_t *head, size_t size)
{
    macros_bid bid = { 0 };
    double before = 0;
    if (size < 4 + INPUT_BYTES) return 0;
    const uint64_t count = reel_load_u32le(head), end = 4 + INPUT_BYTES * count;
    macros_expect(&bid, count && (size >= MACROS_HEAD_BYTES || end + 4 <= size), 4);
    for (size_t at = 4; !bid.failed && at < end && size - at >= INPUT_BYTES; at += INPUT_BYTES) {
        macros_expect(&bid, is_record(head + at, before), bid.bits < 56 ? 16 : 0);
        before = reel_double_of(reel_load_u64le(head + at));
    }
    if (!bid.failed && size < MACROS_HEAD_BYTES)
        macros_expect(&bid, correction_size(size - end - 4, reel_load_u32le(head + end)) != 0, 16);
    return macros_bits(&bid);
}

static reel_status gdmo_head(macros_in *m)
{
    reel__macros_warn(m, MACROS_NOTE_NO_FPS, 0);
    return reel__macros_rate(m, FPS, 0);
}

static reel_status read_input(macros_in *m)
{
    uint64_t frame, at = reel_offset(&m->c);
    const uint8_t *p = reel_take(&m->c, INPUT_BYTES);
    const double time = reel_double_of(reel_load_u64le(p));
    const uint32_t key = reel_load_u32le(p + 8);
    const reel_status status = reel__macros_frame_of(m, time, at, &frame);
    if (status < 0) return status;
    if (key < GDR_JUMP || key > GDR_RIGHT) reel__macros_warn(m, MACROS_NOTE_UNKNOWN_BUTTON, at + 8);
    const bool down = reel__macros_bool(m, p[12], at + 12), player1 = reel__macros_bool(m, p[13], at + 13);
    macros_input(m, frame, key == GDR_LEFT || key == GDR_RIGHT ? (unsigned)key : GDR_JUMP, !player1, down);
    reel__macros_time_add(m, frame, time);
    return REEL_OK;
}

static reel_status read_correction(macros_in *m, size_t size)
{
    uint64_t frame, at = reel_offset(&m->c);
    const uint8_t *p = reel_take(&m->c, size);
    const reel_status status = reel__macros_frame_of(m, reel_double_of(reel_load_u64le(p)), at, &frame);
    if (status < 0) return status;
    reel__macros_fix_add(m, (macros_fix){ .frame = (int64_t)frame,
                                          .player2 = !reel__macros_bool(m, p[8], at + 8),
                                          .has = MACROS_FIX_POSITION | MACROS_FIX_ROTATION | MACROS_FIX_Y_VELOCITY,
                                          .y_velocity = reel_double_of(reel_load_u64le(p + 16)),
                                          .x = reel_float_of(reel_load_u32le(p + 32)),
                                          .y = reel_float_of(reel_load_u32le(p + 36)),
                                          .rotation = reel_float_of(reel_load_u32le(p + 48)) });
    return REEL_OK;
}

static reel_status gdmo_body(macros_in *m)
{
    reel_status missing = REEL_OK, status = REEL_OK;
    uint64_t at = reel_offset(&m->c);
    uint32_t stated = reel_get_u32le(&m->c);
    if (m->c.failed) return reel__macros_cut(m);
    uint64_t count = reel__macros_fit(m, stated, INPUT_BYTES, at, &missing);
    for (uint64_t i = 0; i < count && status >= 0; i++) status = read_input(m);
    if (status < 0 || missing < 0) return status < 0 ? status : missing;
    at = reel_offset(&m->c);
    stated = reel_get_u32le(&m->c);
    if (m->c.failed) return reel__macros_cut(m);
    const bool small = reel__macros_ends_at(m, (uint64_t)SMALL_BYTES * stated),
               large = reel__macros_ends_at(m, (uint64_t)LARGE_BYTES * stated);
    const size_t size = small ? SMALL_BYTES : large ? LARGE_BYTES : 0;
    count = reel__macros_fit(m, stated, size ? size : SMALL_BYTES, at, &missing);
    if (!size && missing >= 0)
        return macros_fail(m, REEL_CORRUPT, "size-mismatch", at, "the size of the file does not fit the count of corrections");
    for (uint64_t i = 0; i < count && size && status >= 0; i++) status = read_correction(m, size);
    return status < 0 ? status : missing;
}

const macros_kind reel__macros_gdmo = { bot, gdmo_head, gdmo_body };
