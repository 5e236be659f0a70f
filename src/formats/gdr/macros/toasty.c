/* SPDX-License-Identifier: MIT
 * ToastyReplay 1 and 2: a header of stated size, then a zlib stream with the inputs first. What follows them (anchors, checkpoints,
 * attempts) is not read. */
#include "formats/gdr/macros/toasty.h"
#include "codec/pack/zip.h"
#include "core/memory.h"

enum { MOST_TEXT = 4096, ZLIB_HEAD = 2, ZLIB_TAIL = 4, MOST_RATIO = 1032, SUM_MOD = 65521, SUM_RUN = 5552 };
#define MOST_UNPACKED (UINT64_C(512) << 20)

static const char bot[] = "ToastyReplay";

/* ---- zlib ------------------------------------------------------------------------------------------------------- */

static uint32_t adler32(const uint8_t *data, size_t size)
{
    uint32_t a = 1, b = 0;
    while (size) {
        size_t run = size < SUM_RUN ? size : SUM_RUN;
        for (size_t i = 0; i < run; i++) {
            a += data[i];
            b += a;
        }
        a %= SUM_MOD;
        b %= SUM_MOD;
        data += run;
        size -= run;
    }
    return b << 16 | a;
}

static reel_status inflate_all(macros_in *m, size_t size)
{
    zip_reader reader = { .allocator = m->d->allocator };
    const uint8_t *at = m->c.at + ZLIB_HEAD, *end = m->c.end;
    size_t made = 0, more;
    uint8_t extra;
    reel_status status = REEL_OK;
    while (status == REEL_OK && made < size) {
        const uint8_t *before = at;
        status = reel__zip_inflate(&reader, &at, end, m->unpacked.data + made, size - made, &more);
        made += more;
        if (status == REEL_OK && !more && at == before) break;
    }
    while (status == REEL_OK && made == size) {
        const uint8_t *before = at;
        status = reel__zip_inflate(&reader, &at, end, &extra, 1, &more);
        if (more) status = REEL_CORRUPT;
        if (status == REEL_OK && at == before) break;
    }
    reel__zip_reader_free(&reader);
    if (status == REEL_MEMORY) return status;
    m->unpacked.size = made;
    bool whole = status == REEL_END && made == size && (size_t)(end - at) >= ZLIB_TAIL &&
                 reel_load_u32be(at) == adler32(m->unpacked.data, made);
    m->c.at = whole ? at + ZLIB_TAIL : end;
    return whole ? REEL_OK : status == REEL_OK ? REEL_TRUNCATED : REEL_CORRUPT;
}

reel_status reel__toasty_unpack(macros_in *m, uint64_t size, uint64_t size_at)
{
    uint64_t at = reel_offset(&m->c), packed = reel_left(&m->c);
    if (size > MOST_UNPACKED || size > packed * MOST_RATIO)
        return macros_fail(m, REEL_LIMIT, "limit", size_at, "%llu bytes packed in %llu are too many", (unsigned long long)size,
                           (unsigned long long)packed);
    if (!reel__zip_known())
        return reel_fail(m->error, REEL_UNSUPPORTED, "unpack.not-built", m->section, at, "zlib is not built in");
    if (reel_spend_unpacked(m->d->budget, size) != REEL_OK) return reel_fail_budget(m->d->budget, m->error, m->section, size_at);
    const uint8_t *p = m->c.at;
    bool zlib = packed > ZLIB_HEAD && (p[0] & 15) == 8 && !(p[1] & 32) && (p[0] * 256u + p[1]) % 31 == 0;
    if (zlib && !reel__memory_room(&m->unpacked, (size_t)size + 1)) return reel__memory_fail(m->error);
    reel_status status = zlib ? inflate_all(m, (size_t)size) : REEL_CORRUPT;
    if (status == REEL_MEMORY) return reel__memory_fail(m->error);
    if (status < 0)
        return macros_fail(m, status, "bad-zlib", at, "the packed bytes are damaged, or have another size than stated");
    reel__macros_trailing(m);
    return REEL_OK;
}

/* ---- shared ----------------------------------------------------------------------------------------------------- */

reel_string reel__toasty_text(macros_in *m, reel_cursor *c)
{
    uint16_t size = reel_get_u16le(c);
    (void)m;
    if (size > MOST_TEXT) reel_take(c, SIZE_MAX);
    const uint8_t *text = reel_take(c, size);
    return text ? (reel_string){ (const char *)text, size } : (reel_string){ NULL, 0 };
}

reel_status reel__toasty_button(macros_in *m, unsigned button, uint64_t at)
{
    if (button >= GDR_JUMP && button <= GDR_RIGHT) return REEL_OK;
    return macros_fail(m, REEL_CORRUPT, "bad-input", at, "unknown button %u", button);
}

/* ---- ToastyReplay 1 and 2 --------------------------------------------------------------------------------------- */

enum {
    FIXED_BYTES = 14,
    FPS_MISSING = 240,
    MOST_TTR2 = 2,
    MOST_TTR = 6,
    FLAG_CBS = 1,
    FLAG_PLATFORMER = 4,
    FLAG_CBF = 32,
    FLAG_SUB_STEP = 64,
    FLAG_EXACT = 128
};

int reel__macros_ttr_sniff(const uint8_t *head, size_t size)
{
    int bits = reel__macros_magic(head, size, "TTR2", 4);
    return bits ? bits : reel__macros_magic(head, size, "TTR\0", 4);
}

static reel_status read_header(macros_in *m, reel_cursor c)
{
    m->info.author = reel__toasty_text(m, &c);
    reel__toasty_text(m, &c);
    m->info.level_name = reel__toasty_text(m, &c);
    m->info.level_id = reel_get_u32le(&c);
    uint64_t at = reel_offset(&c);
    double fps = reel_get_f64le(&c), duration = reel_get_f64le(&c);
    m->info.duration = (float)duration;
    m->info.game_version = reel_get_i32le(&c);
    reel_get_u64le(&c);
    m->header.seed = reel_get_u32le(&c);
    m->header.has_seed = 1;
    reel_get_u64le(&c);
    if (c.failed) return macros_fail(m, REEL_CORRUPT, "bad-meta-size", 10, "the header ends inside its fields");
    if (fps <= 0) reel__macros_warn(m, MACROS_NOTE_NO_FPS, at);
    return reel__macros_rate(m, fps <= 0 ? FPS_MISSING : fps, at);
}

static reel_status ttr_head(macros_in *m)
{
    const uint8_t *magic = reel_take(&m->c, 4);
    if (!magic) return reel__macros_cut(m);
    m->old = memcmp(magic, "TTR2", 4) != 0;
    if (m->old && memcmp(magic, "TTR\0", 4) != 0)
        return macros_fail(m, REEL_CORRUPT, "bad-magic", 0, "the file begins with neither TTR2 nor TTR and 0");
    m->header.version = reel_get_u16le(&m->c);
    m->header.flags = reel_get_u32le(&m->c);
    uint32_t end = reel_get_u32le(&m->c);
    m->info.platformer = (m->header.flags & FLAG_PLATFORMER) != 0;
    if (m->c.failed) return reel__macros_cut(m);
    if (m->header.version == 0 || m->header.version > (m->old ? MOST_TTR : MOST_TTR2))
        return macros_fail(m, REEL_UNSUPPORTED, "bad-version", 4, "unknown version %lu", (unsigned long)m->header.version);
    if (end < FIXED_BYTES || end - FIXED_BYTES > reel_left(&m->c))
        return macros_fail(m, REEL_TRUNCATED, "bad-meta-size", 10, "the header ends at %lu, outside the file",
                           (unsigned long)end);
    reel_cursor header = m->c;
    header.end = m->c.at + (end - FIXED_BYTES);
    header.end_offset = end;
    m->c.at = header.end;
    return read_header(m, header);
}

/* One input of the list; the tick is a step, except in version 1. */
static reel_status read_input(macros_in *m)
{
    bool first = m->old && m->header.version == 1;
    uint64_t step, at = reel_offset(&m->c);
    uint32_t flags = m->header.flags;
    if (first) {
        step = reel_get_u32le(&m->c);
        m->frame = 0;
        if (step > INT32_MAX) return macros_fail(m, REEL_CORRUPT, "negative-frame", at, "a tick is negative");
    } else {
        reel_status status = reel__macros_leb128(m, 10, 62, &step);
        if (status < 0) return status;
    }
    reel_status status = reel__macros_step(m, step, at);
    if (status < 0) return status;
    if (!m->old && flags & (FLAG_CBS | FLAG_CBF)) reel_get_u64le(&m->c);
    uint64_t button_at = reel_offset(&m->c);
    unsigned button = reel_get_u8(&m->c), bits = reel_get_u8(&m->c);
    if (m->old && (first || flags & (FLAG_CBS | FLAG_CBF | FLAG_SUB_STEP))) reel_get_u32le(&m->c);
    if (m->old && m->header.version >= 6 && flags & FLAG_EXACT) reel_get_u32le(&m->c);
    if (m->c.failed) return reel__macros_cut(m);
    status = reel__toasty_button(m, button, button_at);
    if (status >= 0) macros_input(m, m->frame, button, bits & 1, bits >> 1 & 1);
    return status;
}

static reel_status ttr_body(macros_in *m)
{
    reel_status missing = REEL_OK, status = REEL_OK;
    if (!(m->old && m->header.version == 1)) {
        uint64_t size_at = reel_offset(&m->c), size = reel_get_u32le(&m->c);
        if (m->c.failed) return reel__macros_cut(m);
        uint64_t base = reel_offset(&m->c);
        missing = reel__toasty_unpack(m, size, size_at);
        if (!m->unpacked.data) return missing;
        m->c = (reel_cursor){ .at = m->unpacked.data,
                              .end = m->unpacked.data + m->unpacked.size,
                              .end_offset = base + m->unpacked.size };
        if (missing < 0) return missing;
    }
    uint64_t at = reel_offset(&m->c);
    uint32_t count = reel_get_u32le(&m->c);
    if (m->c.failed) return reel__macros_cut(m);
    uint64_t whole = reel__macros_fit(m, count, 3, at, &missing);
    for (uint64_t i = 0; i < whole && status >= 0; i++) status = read_input(m);
    return status < 0 ? status : missing;
}

const macros_kind reel__macros_ttr = { bot, ttr_head, ttr_body };
