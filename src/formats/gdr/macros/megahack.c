/* SPDX-License-Identifier: MIT
 * Mega Hack 7, binary: a block of metadata, then events of one size. Only the first player's jump and the second's exist. */
#include "formats/gdr/macros/macros.h"

enum {
    MAGIC_BYTES = 8,
    RESERVED_BYTES = 8,
    LEAST_META = 4,
    LEAST_EVENT = 8,
    PHYSICS_EVENT = 32,
    MOST_EVENT = 4096,
    FOOTER_BYTES = 16
};

#define MAGIC "HACKPRO\x07"
static const uint8_t footer[FOOTER_BYTES] = { 0xfa, 0x67, 0x55, 0x5a, 0x8d, 0x95, 0x94, 0x07,
                                              0xc9, 0x8c, 0xba, 0x7f, 0x75, 0x9c, 0xef, 0x3c };

int reel__macros_mhr_sniff(const uint8_t *head, size_t size)
{
    int bits = reel__macros_magic(head, size, MAGIC, MAGIC_BYTES);
    return bits ? bits : reel__macros_magic(head, size, MAGIC, 4); /* a converter writes another magic, which is refused */
}

static reel_status read_head(macros_in *m)
{
    const uint8_t *magic = reel_take(&m->c, MAGIC_BYTES);
    if (!magic) return reel__macros_cut(m);
    if (memcmp(magic, MAGIC, MAGIC_BYTES) != 0)
        return macros_fail(m, REEL_CORRUPT, "bad-magic", 0, "the file does not begin with HACKPRO and 7");
    uint32_t meta = reel_get_u32le(&m->c);
    if (m->c.failed) return reel__macros_cut(m);
    if (meta < LEAST_META || meta > reel_left(&m->c))
        return macros_fail(m, meta < LEAST_META ? REEL_CORRUPT : REEL_TRUNCATED, "bad-meta-size", 8,
                           "the metadata has %lu bytes, fewer than 4 or more than the file", (unsigned long)meta);
    uint32_t fps = reel_get_u32le(&m->c);
    reel_take(&m->c, meta - LEAST_META);
    reel_take(&m->c, RESERVED_BYTES);
    if (m->c.failed) return reel__macros_cut(m);
    return reel__macros_rate(m, (double)fps, 12);
}

static bool is_all_zero(const uint8_t *p, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (p[i]) return false;
    return true;
}

static reel_status read_event(macros_in *m, const uint8_t *p, uint64_t at, size_t size)
{
    uint32_t frame = reel_load_u32le(p + 4);
    if (frame > INT32_MAX) return macros_fail(m, REEL_CORRUPT, "negative-frame", at + 4, "a frame is negative");
    bool down = reel__macros_bool(m, p[2], at + 2), player2 = reel__macros_bool(m, p[3], at + 3);
    if (size < PHYSICS_EVENT || is_all_zero(p + 8, PHYSICS_EVENT - 8)) {
        macros_input(m, frame, GDR_JUMP, player2, down);
        return REEL_OK;
    }
    reel__macros_physics(m, frame, GDR_JUMP, player2, down,
                         (gdr_physics){ .x = reel_float_of(reel_load_u32le(p + 8)),
                                        .y = reel_float_of(reel_load_u32le(p + 12)),
                                        .rotation = reel_float_of(reel_load_u32le(p + 16)),
                                        .y_velocity = reel_double_of(reel_load_u64le(p + 24)),
                                        .x_velocity = reel_double_of(MACROS_UNKNOWN) });
    return REEL_OK;
}

/* An event without physics. */
static bool plain_event(const uint8_t *p, unsigned size, gdr_input *row)
{
    uint32_t frame = reel_load_u32le(p + 4);
    *row = (gdr_input){ (int64_t)frame, GDR_JUMP, p[3], p[2], GDR_PLAIN, { 0 } };
    if (frame > INT32_MAX || p[2] > 1 || p[3] > 1) return false;
    return size < PHYSICS_EVENT || !(reel_load_u64le(p + 8) | reel_load_u64le(p + 16) | reel_load_u64le(p + 24));
}

static reel_status read_body(macros_in *m)
{
    reel_status missing = REEL_OK, status = REEL_OK;
    uint64_t at = reel_offset(&m->c);
    uint32_t size = reel_get_u32le(&m->c), count = reel_get_u32le(&m->c);
    if (m->c.failed) return reel__macros_cut(m);
    if (size < LEAST_EVENT || size > MOST_EVENT)
        return macros_fail(m, REEL_CORRUPT, "bad-size", at, "events of %lu bytes; 8 to 4096 are possible", (unsigned long)size);
    uint64_t whole = reel__macros_fit(m, count, size, at + 4, &missing);
    for (uint64_t i = 0; i < whole && status >= 0; i++) {
        i += macros_records(m, whole - i, size, size, plain_event);
        if (i == whole) break;
        at = reel_offset(&m->c);
        status = read_event(m, reel_take(&m->c, size), at, size);
    }
    if (missing < 0 || status < 0) return missing < 0 ? missing : status;
    if (reel_left(&m->c) >= FOOTER_BYTES && memcmp(m->c.at, footer, FOOTER_BYTES) == 0)
        m->c.at += FOOTER_BYTES;
    else
        reel__macros_warn(m, MACROS_NOTE_NO_FOOTER, reel_offset(&m->c));
    reel__macros_trailing(m);
    return REEL_OK;
}

const macros_kind reel__macros_mhr = { "Mega Hack", read_head, read_body };
