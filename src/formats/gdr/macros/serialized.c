/* SPDX-License-Identifier: MIT
 * Structs that bots written in Rust store by a serializer: OmegaBot 2 (bincode: numbers of fixed size), OmegaBot 3 and qBot (DLHN: numbers of
 * variable size, whose first byte tells by its leading ones how many follow). None has a magic. */
#include "formats/gdr/macros/macros.h"

/* ---- numbers of variable size ----------------------------------------------------------------------------------- */

/* `bits` is 32 or 64: five or nine bytes at most. The value bits of the first byte are the lowest. Sticky as the cursor. */
static uint64_t get_varint(reel_cursor *c, unsigned bits)
{
    const unsigned most = bits / 8;
    const unsigned first = reel_get_u8(c);
    unsigned more = 0;
    uint64_t rest = 0;
    while (more < most && first >> (7 - more % 8) & 1 && more < 8) more++;
    const uint8_t *p = reel_take(c, more);
    if (!p) return 0;
    for (unsigned i = 0; i < more; i++) rest |= (uint64_t)p[i] << 8 * i;
    if (more == most) return rest;
    const unsigned own = 7 - more; /* value bits in the first byte */
    return rest << own | (first & ((1u << own) - 1));
}

static bool is_rate(float fps) { return fps >= 1 && fps <= 1e6f; }

static float f32_at(const uint8_t *p) { return reel_float_of(reel_load_u32le(p)); }

/* The bits that two framerates at the start verify. */
enum { RATES_BITS = 12, RATE_BYTES = 8, MOST_BITS = 56 };

static bool begins_with_rates(const uint8_t *head, size_t size)
{
    return size >= RATE_BYTES && is_rate(f32_at(head)) && is_rate(f32_at(head + 4));
}

static reel_status read_rates(macros_in *m)
{
    const double fps = (double)reel_get_f32le(&m->c);
    reel_get_f32le(&m->c); /* of the last input */
    return m->c.failed ? reel__macros_cut(m) : reel__macros_rate(m, fps, 0);
}

/* ---- clicks ----------------------------------------------------------------------------------------------------- */

/* What an entry of OmegaBot does, by the number that stands for it. */
typedef enum click_kind { CLICK_NONE, CLICK_FPS, CLICK_P1_DOWN, CLICK_P1_UP, CLICK_P2_DOWN, CLICK_P2_UP, CLICKS } click_kind;

static reel_status add_click(macros_in *m, click_kind what, uint64_t frame, uint64_t at)
{
    m->frame = frame;
    if (what == CLICK_FPS) {
        const double fps = (double)reel_get_f32le(&m->c);
        if (m->c.failed) return reel__macros_cut(m);
        if (!reel__macros_rate_is_valid(fps))
            return macros_fail(m, REEL_CORRUPT, "bad-fps", at, "a change of the rate is infinite, NaN or not positive");
        reel__macros_event_add(m, (macros_event){ .kind = MACROS_TPS, .tps = fps });
    } else if (what != CLICK_NONE) {
        macros_input(m, frame, GDR_JUMP, what >= CLICK_P2_DOWN, what == CLICK_P1_DOWN || what == CLICK_P2_DOWN);
    }
    return REEL_OK;
}

/* ---- OmegaBot 2 ------------------------------------------------------------------------------------------------- */

enum { OMEGA2_HEAD_BYTES = 28, OMEGA2_TYPE_AT = 8, OMEGA2_COUNT_AT = 20, OMEGA2_LEAST = 8, TYPE_FRAMES = 1, AT_FRAME = 1 };

static int sniff_omegabot2(const uint8_t *head, size_t size)
{
    macros_bid bid = { 0 };
    if (size < OMEGA2_HEAD_BYTES || !begins_with_rates(head, size)) return 0;
    const uint64_t count = reel_load_u64le(head + OMEGA2_COUNT_AT);
    macros_expect(&bid, reel_load_u32le(head + OMEGA2_TYPE_AT) <= TYPE_FRAMES, RATES_BITS + 16);
    macros_expect(&bid, count < UINT32_MAX && reel_load_u64le(head + OMEGA2_TYPE_AT + 4) <= count, 8);
    size_t at = OMEGA2_HEAD_BYTES;
    for (uint64_t i = 0; i < count && !bid.failed && size - at >= 3 * 4; i++) {
        const bool framed = reel_load_u32le(head + at) == AT_FRAME;
        const uint32_t what = reel_load_u32le(head + at + (framed ? 8 : 4));
        macros_expect(&bid, reel_load_u32le(head + at) <= AT_FRAME && what < CLICKS, bid.bits < MOST_BITS ? 8 : 0);
        at += (framed ? 12 : 8) + (what == CLICK_FPS ? 4u : 0u);
        if (at > size) break;
    }
    return macros_bits(&bid);
}

/* The public program puts a byte before what it serializes: 0, or 1 before the records of all frames, which are not read. */
static bool has_standard_byte(const uint8_t *head, size_t size)
{
    return size > 1 && head[0] == 0 && !sniff_omegabot2(head, size) && sniff_omegabot2(head + 1, size - 1);
}

int reel__macros_omegabot2_sniff(const uint8_t *head, size_t size)
{
    return has_standard_byte(head, size) ? sniff_omegabot2(head + 1, size - 1) : sniff_omegabot2(head, size);
}

static reel_status omegabot2_head(macros_in *m)
{
    const size_t size = reel_left(&m->c);
    if (has_standard_byte(m->c.at, size < MACROS_HEAD_BYTES ? size : MACROS_HEAD_BYTES)) reel_take(&m->c, 1);
    const uint64_t type_at = reel_offset(&m->c) + OMEGA2_TYPE_AT;
    reel_status status = read_rates(m);
    if (status < 0) return status;
    const uint32_t type = reel_get_u32le(&m->c);
    reel_get_u64le(&m->c); /* the click that comes next */
    if (m->c.failed) return reel__macros_cut(m);
    if (type == 0)
        return macros_fail(m, REEL_UNSUPPORTED, "xpos-based", type_at, "the inputs have x positions instead of frames");
    if (type != TYPE_FRAMES) return macros_fail(m, REEL_CORRUPT, "bad-flags", type_at, "unknown type %lu", (unsigned long)type);
    return REEL_OK;
}

static reel_status omegabot2_body(macros_in *m)
{
    reel_status missing = REEL_OK, status = REEL_OK;
    uint64_t at = reel_offset(&m->c), count = reel_get_u64le(&m->c);
    if (m->c.failed) return reel__macros_cut(m);
    count = reel__macros_fit(m, count, OMEGA2_LEAST, at, &missing);
    for (uint64_t i = 0; i < count && status >= 0; i++) {
        at = reel_offset(&m->c);
        const uint32_t kind = reel_get_u32le(&m->c), frame = kind == AT_FRAME ? reel_get_u32le(&m->c) : 0;
        const uint32_t what = reel_get_u32le(&m->c);
        if (m->c.failed) return reel__macros_cut(m);
        if (kind > AT_FRAME || what >= CLICKS)
            return macros_fail(m, REEL_CORRUPT, "bad-input", at, "an input has an unknown place or click");
        if (kind != AT_FRAME)
            return macros_fail(m, REEL_UNSUPPORTED, "xpos-based", at, "an input has an x position instead of a frame");
        status = add_click(m, (click_kind)what, frame, at);
    }
    if (status >= 0 && missing >= 0) reel__macros_trailing(m);
    return status < 0 ? status : missing;
}

const macros_kind reel__macros_omegabot2 = { "OmegaBot", omegabot2_head, omegabot2_body };

/* ---- OmegaBot 3 ------------------------------------------------------------------------------------------------- */

/* Its clicks are in another order. */
static const uint8_t omega3_clicks[CLICKS] = { CLICK_NONE, CLICK_P1_DOWN, CLICK_P1_UP, CLICK_P2_DOWN, CLICK_P2_UP, CLICK_FPS };

int reel__macros_omegabot3_sniff(const uint8_t *head, size_t size)
{
    macros_bid bid = { 0 };
    if (!begins_with_rates(head, size)) return 0;
    reel_cursor c = { .at = head + RATE_BYTES, .end = head + size };
    const uint64_t count = get_varint(&c, 64);
    uint64_t before = 0, done = 0;
    macros_expect(&bid, !c.failed && count < UINT32_MAX, RATES_BITS);
    for (; done < count && reel_left(&c) && !bid.failed; done++) {
        const uint64_t frame = get_varint(&c, 32), what = get_varint(&c, 32);
        if (!c.failed && what < CLICKS && omega3_clicks[what] == CLICK_FPS) reel_get_f32le(&c);
        if (c.failed) break;
        macros_expect(&bid, what < CLICKS && frame >= before && frame < 1u << 28, bid.bits < MOST_BITS ? 4 : 0);
        before = frame;
    }
    if (size < MACROS_HEAD_BYTES) macros_expect(&bid, done == count && !reel_left(&c) && !c.failed, 4);
    return macros_bits(&bid);
}

static reel_status omegabot3_head(macros_in *m) { return read_rates(m); }

static reel_status omegabot3_body(macros_in *m)
{
    enum { LEAST = 2 };
    reel_status missing = REEL_OK, status = REEL_OK;
    uint64_t at = reel_offset(&m->c), count = get_varint(&m->c, 64);
    if (m->c.failed) return reel__macros_cut(m);
    count = reel__macros_fit(m, count, LEAST, at, &missing);
    for (uint64_t i = 0; i < count && status >= 0; i++) {
        const uint64_t frame = get_varint(&m->c, 32);
        at = reel_offset(&m->c);
        const uint64_t what = get_varint(&m->c, 32);
        if (m->c.failed) return reel__macros_cut(m);
        if (what >= CLICKS) return macros_fail(m, REEL_CORRUPT, "bad-input", at, "unknown click %llu", (unsigned long long)what);
        status = add_click(m, (click_kind)omega3_clicks[what], frame, at);
    }
    if (status >= 0 && missing >= 0) reel__macros_trailing(m);
    return status < 0 ? status : missing;
}

const macros_kind reel__macros_omegabot3 = { "OmegaBot", omegabot3_head, omegabot3_body };

/* ---- qBot ------------------------------------------------------------------------------------------------------- */

enum { QBOT_BUTTON = 0, QBOT_FPS = 1, QBOT_BUTTONS = 3, QBOT_LEAST = 1 + 8 + 1 + 4 - 1 + 16 + 1 };

/* An entry of the list; false if its values are not those of one, or if it is cut. */
typedef struct qbot_click {
    uint64_t frame, action, button;
    double time, x_velocity, y_velocity;
    float fps, x, y, rotation;
    uint8_t player2, down, placed;
} qbot_click;

static bool get_qbot_click(reel_cursor *c, qbot_click *k)
{
    *k = (qbot_click){ .frame = get_varint(c, 32), .time = 0 };
    k->time = reel_get_f64le(c);
    k->action = get_varint(c, 32);
    if (k->action == QBOT_BUTTON) {
        k->player2 = reel_get_u8(c);
        k->down = reel_get_u8(c);
        k->button = get_varint(c, 32);
    } else if (k->action == QBOT_FPS) {
        k->fps = reel_get_f32le(c);
    }
    k->x_velocity = reel_get_f64le(c);
    k->y_velocity = reel_get_f64le(c);
    k->placed = reel_get_u8(c);
    if (k->placed == 1) {
        k->x = reel_get_f32le(c);
        k->y = reel_get_f32le(c);
        k->rotation = reel_get_f32le(c);
    }
    return !c->failed && k->action <= QBOT_FPS && k->button < QBOT_BUTTONS && k->player2 <= 1 && k->down <= 1 && k->placed <= 1;
}

int reel__macros_qbot_sniff(const uint8_t *head, size_t size)
{
    macros_bid bid = { 0 };
    qbot_click click;
    if (!begins_with_rates(head, size)) return 0;
    reel_cursor c = { .at = head + RATE_BYTES, .end = head + size };
    get_varint(&c, 64);
    const uint64_t count = get_varint(&c, 64);
    uint64_t before = 0, done = 0;
    macros_expect(&bid, !c.failed && count && count < UINT32_MAX, RATES_BITS);
    for (; done < count && reel_left(&c) && !bid.failed; done++) {
        const bool is_click = get_qbot_click(&c, &click);
        if (c.failed) break;
        macros_expect(&bid, is_click && click.frame >= before && click.time >= 0, bid.bits < MOST_BITS ? 24 : 0);
        before = click.frame;
    }
    if (size < MACROS_HEAD_BYTES) macros_expect(&bid, done == count && !reel_left(&c) && !c.failed, 4);
    return done || size >= MACROS_HEAD_BYTES ? macros_bits(&bid) : 0;
}

static reel_status qbot_head(macros_in *m)
{
    reel_status status = read_rates(m);
    if (status < 0) return status;
    get_varint(&m->c, 64); /* the click that comes next */
    return m->c.failed ? reel__macros_cut(m) : REEL_OK;
}

static reel_status add_qbot_click(macros_in *m, const qbot_click *k, uint64_t at)
{
    m->frame = k->frame;
    if (k->action == QBOT_FPS) {
        if (!reel__macros_rate_is_valid((double)k->fps))
            return macros_fail(m, REEL_CORRUPT, "bad-fps", at, "a change of the rate is infinite, NaN or not positive");
        reel__macros_event_add(m, (macros_event){ .kind = MACROS_TPS, .tps = (double)k->fps });
        return REEL_OK;
    }
    const float unknown = reel_float_of(MACROS_UNKNOWN_F32);
    reel__macros_physics(m, k->frame, (unsigned)k->button + GDR_JUMP, k->player2, k->down,
                         (gdr_physics){ .x = k->placed ? k->x : unknown,
                                        .y = k->placed ? k->y : unknown,
                                        .rotation = k->placed ? k->rotation : unknown,
                                        .x_velocity = k->x_velocity,
                                        .y_velocity = k->y_velocity });
    return REEL_OK;
}

static reel_status qbot_body(macros_in *m)
{
    reel_status missing = REEL_OK, status = REEL_OK;
    qbot_click click;
    uint64_t at = reel_offset(&m->c), count = get_varint(&m->c, 64);
    if (m->c.failed) return reel__macros_cut(m);
    count = reel__macros_fit(m, count, QBOT_LEAST, at, &missing);
    for (uint64_t i = 0; i < count && status >= 0; i++) {
        at = reel_offset(&m->c);
        const bool is_click = get_qbot_click(&m->c, &click);
        if (m->c.failed) return reel__macros_cut(m);
        if (!is_click) return macros_fail(m, REEL_CORRUPT, "bad-input", at, "an input has an unknown action, button or flag");
        status = add_qbot_click(m, &click, at);
    }
    if (status >= 0 && missing >= 0) reel__macros_trailing(m);
    return status < 0 ? status : missing;
}

const macros_kind reel__macros_qbot = { "qBot", qbot_head, qbot_body };
