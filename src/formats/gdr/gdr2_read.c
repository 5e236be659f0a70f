/* SPDX-License-Identifier: MIT
 * Reads GDR2. The header is read when the file is opened; deaths and inputs are one chunk. */
#include "core/padding.h"
#include "core/rows.h"
#include "formats/gdr/cleared.h"
#include "formats/gdr/gdr2.h"

uint64_t reel__gdr2_memory_bound(uint64_t size, const reel_limits *limits)
{
    (void)limits;
    /* The worst case is inputs with a block of one byte. Capacity is one row of 16 for every 2 bytes, one block of 24 for every 3, and one
     * row of physics, 32, for every 30; without blocks it is one row of 16 for every byte. To that add the bytes of the blocks, the
     * document if rows cannot represent the file, and the input buffer, which grows by doubling. */
    return 8 * size + 8 * size + 2 * size + size + size + 2 * size + 16384;
}

/* ---- the header ------------------------------------------------------------------------------------------------- */

static gdr2_scan scan_of(reel_decoder *d)
{
    gdr2_reader *reader = d->state;
    return (gdr2_scan){ .start = d->in.at,
                        .at = d->in.at,
                        .end = d->in.end,
                        .violations = reader->violations,
                        .odd = reader->odd,
                        .error = d->error };
}

static void copy_texts(reel_decoder *d, gdr_info *info)
{
    for (size_t i = 0; i < gdr_infos.field_count; i++) {
        if (!type_is_text(gdr_infos.fields[i].type)) continue;
        uint8_t *slot = (uint8_t *)info + gdr_infos.fields[i].offset;
        reel_bytes bytes = text_value(slot);
        bytes = reel_chunk_bytes(d->chunk, bytes.data, bytes.size);
        memcpy(slot, &bytes, sizeof bytes);
    }
}

/* Does not consume the header: the buffer keeps the file from its start, in case it must be stored as a document. */
reel_status reel__gdr2_open(reel_decoder *d)
{
    gdr2_reader *reader = d->state;
    gdr_info info;
    size_t want = 4096;
    for (;;) {
        reel_status filled = reel_fill(d, want);
        if (filled < 0 || filled == REEL_AGAIN) return filled;
        memset(reader, 0, sizeof *reader);
        memset(&info, 0, sizeof info);
        gdr2_scan scan = scan_of(d);
        reel_status status = reel__gdr2_scan_header(&scan, &info);
        reader->odd = scan.odd;
        reader->header_size = (size_t)(scan.at - scan.start);
        if (status >= 0) break;
        if (filled == REEL_END || status != REEL_TRUNCATED || want == SIZE_MAX) return status;
        want = reel_left(&d->in) > SIZE_MAX / 16 || d->input_size == REEL_UNKNOWN_SIZE ? SIZE_MAX : 4 * reel_left(&d->in);
    }
    reader->tagged = info.input_tag.size != 0;
    reader->physics = reel__gdr2_is_physics(info.input_tag);
    reader->platformer = info.platformer != 0;
    copy_texts(d, &info);
    gdr_info *row = reel_row_add(reel_chunk_table(d->chunk, &gdr_infos));
    if (row) *row = info;
    return reel_build_status(d->chunk);
}

/* ---- inputs ----------------------------------------------------------------------------------------------------- */

enum { SCRATCH_ROWS = 128 };

/* The state while inputs are read. */
typedef struct gdr2_inputs {
    gdr2_scan scan;
    reel_decoder *d;
    const gdr2_reader *reader;
    uint64_t frame; /* of the same player's previous input */
    uint8_t player2;
    uint64_t row;                    /* index of the next input */
    reel_row_list *physics, *blocks; /* NULL: not requested */
    const uint8_t *kept;             /* a copy of the input from `kept_from` on, which blocks point into */
    const uint8_t *kept_from;
} gdr2_inputs;

#define EACH_BYTE(value) (UINT64_C(0x0101010101010101) * (value))
#define HIGH_BITS EACH_BYTE(0x80)

static uint64_t load_word(const uint8_t *at) { return reel_load_u64le(at); }

/* The position of the lowest set bit of a nonzero word. */
static unsigned lowest_bit(uint64_t word)
{
#if defined(__GNUC__)
    return (unsigned)__builtin_ctzll(word);
#else
    unsigned bit = 0;
    for (; !(word & 1); word >>= 1) bit++;
    return bit;
#endif
}

/* Fast path: reads inputs that have a button and are minimal LEB128 numbers of one or two bytes, from eight bytes at a time. Returns the
 * number of rows filled; read_input handles the input that stopped it.
 *
 * In `continued`, the high bit of each byte is set if another byte follows it; shifted by one byte, `follows` marks the second bytes. A
 * second byte that is itself continued starts a number of three or more bytes, and a second byte of 0 is a non-minimal number: such words
 * are left to read_input. `zero` is the usual test for zero bytes, (w - 0x01..) & ~w & 0x80.. . A borrow out of a zero byte can make it
 * also report a byte of 1 above, but never miss a zero, so a false report only costs the fast path. What remains are numbers of one or two
 * bytes, each of which ends at a byte that is not continued. The loop takes these bytes from the lowest up. If the last byte of the word is
 * continued, its number has no end here: `from` stops before it, and the next word starts there. */
static inline size_t read_short_inputs(gdr2_inputs *in, gdr_input *rows, size_t most, const bool platformer)
{
    const gdr_input form = { .button = GDR_JUMP, .player2 = in->player2 };
    const uint8_t *at = in->scan.at;
    uint64_t frame = in->frame;
    const unsigned shift = platformer ? 3 : 1;
    size_t count = 0;
    while (most - count >= 8 && in->scan.end - at >= 8 && frame < (uint64_t)INT64_MAX >> 1) {
        uint64_t word = load_word(at);
        uint64_t continued = word & HIGH_BITS, follows = continued << 8;
        uint64_t zero = (word - EACH_BYTE(1)) & ~word & HIGH_BITS; /* and possibly bytes of 1 above a 0 */
        if (follows & (continued | zero)) break;
        uint64_t ends = continued ^ HIGH_BITS;
        unsigned from = 0;
        bool plain = true;
        while (ends) {
            unsigned end = lowest_bit(ends) + 1;
            unsigned raw = (unsigned)(word >> from) & (0xffffu >> (16 - (end - from)));
            unsigned value = (raw & 0x7f) | (raw >> 8 << 7);
            if (platformer && !(value & 6)) {
                plain = false;
                break;
            }
            frame += value >> shift;
            rows[count] = form;
            rows[count].frame = (int64_t)frame;
            rows[count].down = value & 1;
            if (platformer) rows[count].button = value >> 1 & 3;
            count++;
            from = end;
            ends &= ends - 1;
        }
        at += from / 8;
        if (!plain) break;
    }
    in->scan.at = at;
    in->frame = frame;
    return count;
}

static uint32_t clamp_frame(uint64_t frame) { return frame < UINT32_MAX ? (uint32_t)frame : UINT32_MAX; }

static void fill_physics(gdr_physics *row, const uint8_t *at, uint64_t frame)
{
    row->x_velocity = reel_double_of(reel_load_u64be(at + 12));
    row->y_velocity = reel_double_of(reel_load_u64be(at + 20));
    row->x = reel_float_of(reel_load_u32be(at));
    row->y = reel_float_of(reel_load_u32be(at + 4));
    row->rotation = reel_float_of(reel_load_u32be(at + 8));
    row->frame = clamp_frame(frame);
}

/* The same for inputs with physics of the usual size, one at a time. */
static size_t read_physics_inputs(gdr2_inputs *in, gdr_input *rows, size_t most)
{
    enum { LONGEST = 2 + 1 + GDR2_PHYSICS_BYTES };
    const bool platformer = in->reader->platformer;
    const unsigned shift = platformer ? 3 : 1;
    const uint8_t *at = in->scan.at;
    uint64_t frame = in->frame;
    size_t count = 0, room = in->physics ? in->physics->capacity - in->physics->count : most;
    gdr_physics *physics = in->physics && room ? (gdr_physics *)(void *)in->physics->data + in->physics->count : NULL;
    if (most > room) most = room;
    for (; count < most && in->scan.end - at >= LONGEST && frame < (uint64_t)INT64_MAX >> 1; count++) {
        unsigned value = at[0], size = 1;
        if (value >= 0x80) {
            if (at[1] == 0 || at[1] >= 0x80) break;
            value = (value & 0x7f) | (unsigned)at[1] << 7;
            size = 2;
        }
        if (at[size] != GDR2_PHYSICS_BYTES || (platformer && !(value & 6))) break;
        frame += value >> shift;
        rows[count] = (gdr_input){ .frame = (int64_t)frame,
                                   .button = platformer ? value >> 1 & 3 : GDR_JUMP,
                                   .player2 = in->player2,
                                   .down = value & 1,
                                   .extra = GDR_PHYSICS };
        if (physics) fill_physics(&physics[count], at + size + 1, frame);
        at += size + 1 + GDR2_PHYSICS_BYTES;
    }
    if (in->physics) in->physics->count += count;
    in->scan.at = at;
    in->frame = frame;
    return count;
}

static const uint8_t *copy_block(gdr2_inputs *in, const uint8_t *at)
{
    if (!in->kept) {
        size_t size = (size_t)(in->scan.end - at);
        in->kept = reel_chunk_bytes(in->d->chunk, at, size).data;
        in->kept_from = at;
        if (!in->kept) return NULL;
    }
    return in->kept + (at - in->kept_from);
}

/* Reads the block of an input: its size, then its bytes. */
static reel_status read_block(gdr2_inputs *in, gdr_input *row)
{
    gdr2_scan *scan = &in->scan;
    const uint8_t *begin = scan->at;
    uint64_t size;
    reel_status status = reel__gdr2_scan_varint(scan, "inputs", "the size of an input's block", &size);
    if (status < 0 && status != REEL_TRUNCATED) return status;
    if (status < 0 || size > (uint64_t)(scan->end - scan->at)) {
        scan->at = begin;
        return reel_fail(scan->error, REEL_TRUNCATED, "gdr.input-ext-past-end", "inputs", (uint64_t)(begin - scan->start),
                         "input %llu: the file ends at byte %llu, inside its block", (unsigned long long)in->row,
                         (unsigned long long)(scan->end - scan->start));
    }
    if (in->reader->physics && size != GDR2_PHYSICS_BYTES)
        reel__gdr2_count_violation(scan, GDR2_PHYSICS_SIZE, begin, "inputs", in->row);
    if (in->reader->physics && size == GDR2_PHYSICS_BYTES) {
        row->extra = GDR_PHYSICS;
        gdr_physics *physics = in->physics ? reel_row_add(in->physics) : NULL;
        if (physics) fill_physics(physics, scan->at, (uint64_t)row->frame);
    } else if (size) {
        row->extra = GDR_BLOCK;
        gdr_block *block = in->blocks ? reel_row_add(in->blocks) : NULL;
        const uint8_t *bytes = block ? copy_block(in, scan->at) : NULL;
        if (block) *block = (gdr_block){ .frame = row->frame, .data = { bytes, bytes ? (size_t)size : 0 } };
    }
    scan->at += size;
    return REEL_OK;
}

/* Reads an input of any kind. If inputs are out of order, the step is negative: it was shifted left as a 64-bit number, so its sign is the
 * highest bit that remains after shifting right. */
static reel_status read_input(gdr2_inputs *in, gdr_input *row)
{
    gdr2_scan *scan = &in->scan;
    const uint8_t *begin = scan->at;
    uint64_t packed;
    reel_status status = reel__gdr2_scan_varint(scan, "inputs", "an input", &packed);
    if (status < 0) return status;
    const unsigned shift = in->reader->platformer ? 3 : 1;
    uint64_t step = packed >> shift, sign = UINT64_C(1) << (63 - shift);
    step = (step ^ sign) - sign;
    uint64_t frame = in->frame + step;
    if (frame > INT64_MAX) {
        scan->at = begin;
        return reel_fail(scan->error, REEL_CORRUPT, "gdr.negative-frame", "inputs", (uint64_t)(begin - scan->start),
                         "input %llu is %llu frames before the start", (unsigned long long)in->row,
                         (unsigned long long)(0 - frame));
    }
    if (step > INT64_MAX) reel__gdr2_count_violation(scan, GDR2_NEGATIVE_DELTA, begin, "inputs", in->row);
    *row = (gdr_input){ .frame = (int64_t)frame, .button = GDR_JUMP, .player2 = in->player2, .down = packed & 1 };
    if (in->reader->platformer) row->button = packed >> 1 & 3;
    if (row->button == GDR_NONE) reel__gdr2_count_violation(scan, GDR2_BUTTON_0, begin, "inputs", in->row);
    if (in->reader->tagged && (status = read_block(in, row)) < 0) return status;
    in->frame = frame;
    return REEL_OK;
}

/* Reads up to `count` inputs of one player and returns their number in *done. */
static reel_status read_batch(gdr2_inputs *in, gdr_input *rows, size_t count, size_t *done)
{
    const gdr2_reader *reader = in->reader;
    for (*done = 0; *done < count;) {
        size_t fast = reader->physics      ? read_physics_inputs(in, rows + *done, count - *done)
                      : reader->tagged     ? 0
                      : reader->platformer ? read_short_inputs(in, rows + *done, count - *done, true)
                                           : read_short_inputs(in, rows + *done, count - *done, false);
        in->row += fast;
        *done += fast;
        if (*done == count) break;
        if (in->scan.at == in->scan.end) return REEL_END;
        reel_status status = read_input(in, rows + *done);
        if (status < 0) return status;
        in->row++;
        ++*done;
    }
    return REEL_OK;
}

/* Reads the inputs of one player. If they are not requested, they are read into a scratch buffer. */
static reel_status read_player(gdr2_inputs *in, reel_row_list *list, uint64_t count)
{
    gdr_input scratch[SCRATCH_ROWS];
    reel_status status = REEL_OK;
    in->frame = 0;
    while (count && status == REEL_OK) {
        size_t room = list ? list->capacity - list->count : SCRATCH_ROWS, done;
        /* cppcheck-suppress legacyUninitvar ; only written to */
        gdr_input *rows = list && room ? (gdr_input *)(void *)list->data + list->count : scratch;
        size_t batch = count < room ? (size_t)count : room;
        /* the capacity is the most that the input can hold, so without room it has ended */
        status = batch ? read_batch(in, rows, batch, &done) : REEL_END;
        if (!batch) break;
        if (list) list->count += done;
        count -= done;
    }
    return status;
}

/* Reserves capacity for `count` rows. */
static reel_row_list *reserve_rows(reel_decoder *d, const reel_table *table, uint64_t count)
{
    reel_row_list *list = reel_chunk_table(d->chunk, table);
    if (!list || !count) return list;
    if (!reel_row_grow(list, (size_t)count, true)) return NULL;
    list->count -= (size_t)count;
    return list;
}

static reel_status read_inputs(reel_decoder *d, gdr2_scan *scan)
{
    gdr2_reader *reader = d->state;
    const uint8_t *begin = scan->at;
    uint64_t count, of_first;
    reel_status status = reel__gdr2_scan_varint(scan, "inputs", "the count of inputs", &count);
    if (status < 0) return status;
    if (count > (uint64_t)(scan->end - scan->start))
        return reel_fail(d->error, REEL_CORRUPT, "gdr.count-past-end", "inputs", (uint64_t)(begin - scan->start),
                         "invalid count: %llu {input does|inputs do} not fit in a file of %llu bytes", (unsigned long long)count,
                         (unsigned long long)(scan->end - scan->start));
    const uint8_t *first_begin = scan->at;
    status = reel__gdr2_scan_varint(scan, "inputs", "the count of the first player's inputs", &of_first);
    if (status < 0) return status;
    if (of_first > count) {
        reel__gdr2_count_violation(scan, GDR2_P1_COUNT, first_begin, "inputs", REEL_NO_ROW);
        scan->odd = true;
        of_first = count;
    }
    uint64_t left = (uint64_t)(scan->end - scan->at), most = reader->tagged ? left / 2 : left;
    gdr2_inputs in = { .scan = *scan, .d = d, .reader = reader };
    reel_row_list *list = reserve_rows(d, &gdr_inputs, count < most ? count : most);
    if (reader->physics) in.physics = reserve_rows(d, &gdr_physics_rows, count < left / 30 ? count : left / 30);
    if (reader->tagged) in.blocks = reserve_rows(d, &gdr_blocks, count < left / 3 ? count : left / 3);
    if (reel_build_status(d->chunk) < 0) return reel_build_status(d->chunk);
    status = read_player(&in, list, of_first);
    in.player2 = 1;
    if (status == REEL_OK) status = read_player(&in, list, count - of_first);
    *scan = in.scan;
    if (status == REEL_END)
        return reel_fail(d->error, REEL_TRUNCATED, "gdr.inputs-missing", "inputs", (uint64_t)(scan->end - scan->start),
                         "the file has only %llu of %llu {input|inputs}", (unsigned long long)in.row, (unsigned long long)count);
    return status;
}

/* Inputs that were never written are zeros, which are steps of no frames. */
static reel_status drop_cleared(reel_decoder *d, const gdr2_scan *scan)
{
    reel_row_list *list = reel_chunk_table(d->chunk, &gdr_inputs);
    const uint8_t *end = scan->end;
    while (end > scan->start && end[-1] == 0) end--;
    const bool padded = scan->at > end && (size_t)(scan->end - end) >= PADDING_LEAST;
    const size_t all = list ? list->count : 0;
    for (int player = 0; padded && list && player < 2; player++) /* each has inputs of its own */
        list->count -= reel__gdr_cleared_inputs((const gdr_input *)(const void *)list->data, list->count, 0, true);
    if (!list || list->count == all) return REEL_OK;
    return reel_fail(d->error, REEL_TRUNCATED, "gdr.padding", "inputs", (uint64_t)(end - scan->start),
                     "the last %zu bytes are all 0: the file was not written to its end", (size_t)(scan->end - end));
}

/* ---- deaths ----------------------------------------------------------------------------------------------------- */

static reel_status read_deaths(reel_decoder *d, gdr2_scan *scan)
{
    const uint8_t *begin = scan->at;
    uint64_t count, step;
    reel_status status = reel__gdr2_scan_varint(scan, "deaths", "the count of deaths", &count);
    if (status < 0) return status;
    if (count > (uint64_t)(scan->end - scan->at))
        return reel_fail(d->error, REEL_CORRUPT, "gdr.count-past-end", "deaths", (uint64_t)(begin - scan->start),
                         "invalid count: %llu {death|deaths}, but only %llu bytes follow", (unsigned long long)count,
                         (unsigned long long)(scan->end - scan->at));
    reel_row_list *list = reserve_rows(d, &gdr_deaths, count);
    if (reel_build_status(d->chunk) < 0) return reel_build_status(d->chunk);
    uint64_t frame = 0;
    for (uint64_t i = 0; i < count; i++) {
        begin = scan->at;
        status = reel__gdr2_scan_varint(scan, "deaths", "a death", &step);
        if (status < 0) return status;
        if ((int64_t)(frame + step) < (int64_t)frame) reel__gdr2_count_violation(scan, GDR2_UNSORTED_DEATHS, begin, "deaths", i);
        frame += step;
        if (list) ((gdr_death *)(void *)list->data)[list->count++].frame = (int64_t)frame;
    }
    return REEL_OK;
}

/* ---- the whole -------------------------------------------------------------------------------------------------- */

static const gdr_rule rules[GDR2_RULES] = {
    [GDR2_VERSION_NOT_2] = { { "gdr.version-not-2", REEL_WARNING, "the version is not 2; read as version 2" }, &gdr_infos },
    [GDR2_NONMINIMAL] = { { "gdr.nonminimal-varint", REEL_WARNING, "%llu {number has|numbers have} a non-minimal encoding" },
                          NULL },
    [GDR2_TOO_WIDE] = { { "gdr.field-too-wide", REEL_WARNING,
                          "%llu {number exceeds|numbers exceed} the bits of {its|their} field" },
                        &gdr_infos },
    [GDR2_BOOL] = { { "gdr.bool-not-0-1", REEL_WARNING, "%llu {boolean is|booleans are} not 0 or 1" }, &gdr_infos },
    [GDR2_STRING_TOO_LONG] = { { "gdr.string-too-long", REEL_WARNING,
                                 "%llu {text exceeds|texts exceed} the 65535 bytes that other readers accept" },
                               &gdr_infos },
    [GDR2_BAD_UTF8] = { { "gdr.bad-utf8", REEL_WARNING, "%llu {text has|texts have} invalid UTF-8" }, &gdr_infos },
    [GDR2_NON_FINITE] = { { "gdr.non-finite", REEL_WARNING, "%llu header {number is|numbers are} infinite or NaN" }, &gdr_infos },
    [GDR2_UNSORTED_DEATHS] = { { "gdr.unsorted-deaths", REEL_WARNING,
                                 "%llu {death is|deaths are} earlier than the previous death" },
                               &gdr_deaths },
    [GDR2_P1_COUNT] = { { "gdr.p1-count-gt-total", REEL_WARNING, "the first player's input count exceeds the total" }, NULL },
    [GDR2_NEGATIVE_DELTA] = { { "gdr.negative-delta", REEL_WARNING,
                                "%llu {input is|inputs are} earlier than the previous input; most other readers lose the rest" },
                              &gdr_inputs },
    [GDR2_BUTTON_0] = { { "gdr.button-0", REEL_WARNING, "%llu {input|inputs} without a button" }, &gdr_inputs },
    [GDR2_PHYSICS_SIZE] = { { "gdr.phys-size-not-28", REEL_WARNING, "%llu physics {block does|blocks do} not have 28 bytes" },
                            &gdr_inputs },
    [GDR2_TRAILING] = { { "gdr.trailing-bytes", REEL_WARNING, "%llu {byte|bytes} after the last input" }, NULL },
};

static void store_document(reel_decoder *d)
{
    reel_row_list *list = reel_chunk_table(d->chunk, &gdr_documents);
    gdr_document *row = list ? reel_row_add(list) : NULL;
    if (row) row->data = reel_chunk_bytes(d->chunk, d->in.at, reel_left(&d->in));
}

reel_status reel__gdr2_next(reel_decoder *d)
{
    gdr2_reader *reader = d->state;
    reel_status status = reel_fill(d, SIZE_MAX);
    if (status < 0) return status;
    gdr2_scan scan = scan_of(d);
    scan.at += reader->header_size;
    status = read_deaths(d, &scan);
    if (status >= 0) status = read_inputs(d, &scan);
    if (status >= 0) status = drop_cleared(d, &scan);
    if (status >= 0 && scan.at < scan.end) {
        reel__gdr2_count_violation(&scan, GDR2_TRAILING, scan.at, "inputs", REEL_NO_ROW);
        gdr_violation *trailing = &reader->violations[GDR2_TRAILING];
        trailing->found.count = trailing->found.length = (uint64_t)(scan.end - scan.at);
        scan.odd = true;
    }
    if (status >= 0 && scan.odd) store_document(d);
    if (reel_build_status(d->chunk) >= 0) reel__gdr_report_violations(&d->reporter, rules, reader->violations, GDR2_RULES);
    d->in.at = status >= 0 ? d->in.end : scan.at;
    return status < 0 ? status : REEL_END;
}
