/* SPDX-License-Identifier: MIT
 * Reads Silicate 2, whose inputs are in blobs of one width each, and Silicate 1, a list of absolute frames. */
#include "formats/gdr/macros/macros.h"

enum { SLC2_META_BYTES = 64, SLC2_BLOB_BYTES = 24, SLC1_HEAD_BYTES = 12, SLC1_INPUT_BYTES = 4, SEED_BYTES = 8 };

static const char bot[] = "Silicate";

/* ---- Silicate 2 ------------------------------------------------------------------------------------------------- */

int reel__macros_slc2_sniff(const uint8_t *head, size_t size) { return reel__macros_magic(head, size, "SILL", 4); }

static reel_status slc2_head(macros_in *m)
{
    const uint8_t *magic = reel_take(&m->c, 4);
    if (!magic) return reel__macros_cut(m);
    if (memcmp(magic, "SILL", 4) != 0) return macros_fail(m, REEL_CORRUPT, "bad-magic", 0, "the file does not begin with SILL");
    double fps = reel_get_f64le(&m->c);
    uint64_t meta = reel_get_u64le(&m->c);
    if (m->c.failed) return reel__macros_cut(m);
    if (meta > reel_left(&m->c))
        return macros_fail(m, REEL_TRUNCATED, "bad-meta-size", 12, "the metadata has %llu bytes, more than the file",
                           (unsigned long long)meta);
    reel_cursor c = m->c;
    if (meta == SLC2_META_BYTES) {
        m->header.seed = reel_get_u64le(&c);
        m->header.has_seed = 1;
    }
    m->c.at += meta;
    return reel__macros_rate(m, fps, 4);
}

static inline uint64_t load_width(const uint8_t *p, size_t width)
{
    uint64_t value = 0;
    for (size_t i = 0; i < width; i++) value |= (uint64_t)p[i] << 8 * i;
    return value;
}

static reel_status slc2_input(macros_in *m, size_t width)
{
    static const uint8_t kinds[] = { MACROS_SKIP, 0, 0, 0, MACROS_RESTART, MACROS_FULL_RESTART, MACROS_DEATH, MACROS_TPS };
    uint64_t at = reel_offset(&m->c);
    const uint8_t *p = reel_take(&m->c, width);
    if (!p) return reel__macros_cut(m);
    uint64_t state = load_width(p, width);
    unsigned type = state >> 2 & 7;
    macros_event event = { .kind = kinds[type] };
    if (event.kind == MACROS_TPS) {
        uint64_t tps_at = reel_offset(&m->c);
        event.tps = reel_get_f64le(&m->c);
        if (m->c.failed) return reel__macros_cut(m);
        if (!reel__macros_rate_is_valid(event.tps))
            return macros_fail(m, REEL_CORRUPT, "bad-fps", tps_at, "a change of the rate is infinite, NaN or not positive");
    }
    reel_status status = reel__macros_step(m, state >> 5, at);
    if (status < 0) return status;
    if (event.kind)
        reel__macros_event_add(m, event);
    else
        macros_input(m, m->frame, type, state >> 1 & 1, state & 1);
    return REEL_OK;
}

/* Fast path: reads inputs of one width, at most `most`. Returns their number. */
FORCE_INLINE uint64_t slc2_plain_inputs(macros_in *m, uint64_t most, const size_t width)
{
    gdr_input scratch[MACROS_SCRATCH];
    size_t room, count = 0, left = reel_left(&m->c) / width;
    gdr_input *rows = macros_room(m, scratch, &room);
    const uint8_t *at = m->c.at;
    uint64_t frame = m->frame;
    if (most > room) most = room;
    if (most > left) most = left;
    for (; count < most; count++, at += width) {
        uint64_t state = load_width(at, width);
        unsigned type = state >> 2 & 7;
        if (type - GDR_JUMP > GDR_RIGHT - GDR_JUMP || state >> 5 > MACROS_MOST_FRAME - frame) break;
        frame += state >> 5;
        rows[count] = (gdr_input){ (int64_t)frame, (uint8_t)type, state >> 1 & 1, state & 1, GDR_PLAIN, { 0 } };
    }
    m->c.at = at;
    m->frame = frame;
    macros_filled(m, count);
    return count;
}

static uint64_t slc2_plain(macros_in *m, uint64_t most, uint64_t width)
{
    switch (width) {
    case 1: return slc2_plain_inputs(m, most, 1);
    case 2: return slc2_plain_inputs(m, most, 2);
    case 4: return slc2_plain_inputs(m, most, 4);
    default: return slc2_plain_inputs(m, most, 8);
    }
}

/* Checks one row of the table of blobs; `done` inputs are in the blobs before it. */
static reel_status slc2_blob(macros_in *m, reel_cursor *table, uint64_t count, uint64_t done, uint64_t *width, uint64_t *length)
{
    uint64_t at = reel_offset(table);
    *width = reel_get_u64le(table);
    uint64_t first = reel_get_u64le(table);
    *length = reel_get_u64le(table);
    if (*width != 1 && *width != 2 && *width != 4 && *width != 8)
        return macros_fail(m, REEL_CORRUPT, "bad-width", at, "inputs of %llu bytes; only 1, 2, 4 and 8 are known",
                           (unsigned long long)*width);
    if (first != done)
        return macros_fail(m, REEL_CORRUPT, "bad-blob", at + 8, "a blob starts at input %llu, not %llu",
                           (unsigned long long)first, (unsigned long long)done);
    if (*length > count - done)
        return macros_fail(m, REEL_CORRUPT, "bad-blob", at + 16, "a blob has %llu inputs, only %llu are missing",
                           (unsigned long long)*length, (unsigned long long)(count - done));
    return REEL_OK;
}

static reel_status slc2_check_table(macros_in *m, reel_cursor table, uint64_t count, uint64_t blobs)
{
    uint64_t done = 0;
    for (uint64_t i = 0; i < blobs; i++) {
        uint64_t width, length;
        reel_status status = slc2_blob(m, &table, count, done, &width, &length);
        if (status < 0) return status;
        done += length;
    }
    if (done == count) return REEL_OK;
    return macros_fail(m, REEL_CORRUPT, "bad-blob", reel_offset(&table), "the blobs have %llu inputs, not %llu",
                       (unsigned long long)done, (unsigned long long)count);
}

static reel_status slc2_footer(macros_in *m)
{
    uint64_t at = reel_offset(&m->c);
    const uint8_t *footer = reel_take(&m->c, 3);
    if (!footer) return reel__macros_cut(m);
    if (memcmp(footer, "EOM", 3) != 0) return macros_fail(m, REEL_CORRUPT, "bad-footer", at, "the inputs do not end with EOM");
    reel__macros_trailing(m);
    return REEL_OK;
}

static reel_status slc2_body(macros_in *m)
{
    uint64_t at = reel_offset(&m->c), count = reel_get_u64le(&m->c), blobs = reel_get_u64le(&m->c);
    reel_status status = REEL_OK;
    if (m->c.failed) return reel__macros_cut(m);
    reel__macros_fit(m, count, 1, at, &status);
    if (status >= 0) reel__macros_fit(m, blobs, SLC2_BLOB_BYTES, at + 8, &status);
    if (status < 0) return status;
    reel_cursor table = m->c;
    status = slc2_check_table(m, table, count, blobs);
    if (reel_spend(m->d->budget, blobs) != REEL_OK) return reel_fail_budget(m->d->budget, m->error, m->section, at);
    m->c.at += blobs * SLC2_BLOB_BYTES;
    for (uint64_t i = 0, done = 0; i < blobs && status >= 0; i++) {
        uint64_t width, length;
        status = slc2_blob(m, &table, count, done, &width, &length);
        for (uint64_t j = 0; j < length && status >= 0; j++) {
            j += slc2_plain(m, length - j, width);
            if (j < length) status = slc2_input(m, (size_t)width);
        }
        done += length;
    }
    return status < 0 ? status : slc2_footer(m);
}

const macros_kind reel__macros_slc2 = { bot, slc2_head, slc2_body };

/* ---- Silicate 1 ------------------------------------------------------------------------------------------------- */

/* The tail of the file behind `count` inputs: nothing, or a seed. */
static bool slc1_fits(uint64_t size, uint64_t count)
{
    uint64_t inputs = SLC1_HEAD_BYTES + SLC1_INPUT_BYTES * count;
    return size == inputs || size == inputs + SEED_BYTES;
}

/* No magic: a whole framerate, whose lower half is 0, the count, and frames that rise with a button each. */
int reel__macros_slc1_sniff(const uint8_t *head, size_t size)
{
    enum { LEAST = SLC1_HEAD_BYTES };
    if (size < LEAST) return 0;
    macros_bid bid = { 0 };
    double fps = reel_double_of(reel_load_u64le(head));
    uint64_t count = reel_load_u32le(head + 8), before = 0;
    bool whole = size < MACROS_HEAD_BYTES;
    macros_expect(&bid, fps >= 1 && fps <= 1e6, 7);
    if (reel_load_u32le(head) == 0)
        bid.bits += 20;
    else if (!whole || !slc1_fits(size, count))
        return 0;
    if (whole && slc1_fits(size, count)) bid.bits += 16;
    for (size_t i = 0; !bid.failed && i < count && LEAST + (i + 1) * SLC1_INPUT_BYTES <= size; i++) {
        uint32_t input = reel_load_u32le(head + LEAST + i * SLC1_INPUT_BYTES);
        macros_expect(&bid, (input >> 1 & 3) != 0 && input >> 4 >= before, 0);
        before = input >> 4;
    }
    return macros_bits(&bid);
}

static reel_status slc1_head(macros_in *m)
{
    double fps = reel_get_f64le(&m->c);
    uint64_t count = reel_get_u32le(&m->c);
    if (m->c.failed) return reel__macros_cut(m);
    m->records = count;
    return reel__macros_rate(m, fps, 0);
}

static bool slc1_plain(const uint8_t *p, unsigned form, gdr_input *row)
{
    uint32_t input = reel_load_u32le(p);
    (void)form;
    *row = (gdr_input){ input >> 4, input >> 1 & 3, input >> 3 & 1, input & 1, GDR_PLAIN, { 0 } };
    return (input >> 1 & 3) != 0;
}

static reel_status slc1_body(macros_in *m)
{
    for (uint64_t i = 0; i < m->records; i++) {
        i += macros_records(m, m->records - i, SLC1_INPUT_BYTES, 0, slc1_plain);
        if (i == m->records) break;
        uint64_t at = reel_offset(&m->c);
        uint32_t input = reel_get_u32le(&m->c);
        if (m->c.failed) return reel__macros_cut(m);
        if ((input >> 1 & 3) == 0) return macros_fail(m, REEL_CORRUPT, "bad-input", at, "an input has no button");
        macros_input(m, input >> 4, input >> 1 & 3, input >> 3 & 1, input & 1);
    }
    size_t left = reel_left(&m->c);
    if (left == 0) return REEL_OK;
    bool padded = left > SEED_BYTES && m->c.at + SEED_BYTES >= m->padding;
    if (padded && m->c.at >= m->padding) return REEL_OK;
    if (left == SEED_BYTES || padded) {
        reel_row_list *list = reel_chunk_table(m->d->chunk, &macros_endings);
        macros_ending *row = list ? reel_row_add(list) : NULL;
        if (row) row->seed = reel_load_u64le(m->c.at);
        m->c.at += SEED_BYTES;
        return REEL_OK;
    }
    return macros_fail(m, REEL_CORRUPT, "trailing-bytes", reel_offset(&m->c), "%zu bytes follow the inputs, not 0 or 8", left);
}

const macros_kind reel__macros_slc1 = { bot, slc1_head, slc1_body };
