/* SPDX-License-Identifier: MIT
 * Reads .dat. Opening unpacks the start of the payload for the metadata; the rest is one chunk. Offsets of findings after unpacking are
 * those in the payload. docs/formats/scoresaber.md names the rules. */
#include "core/fill.h"
#include "core/padding.h"
#include "core/rows.h"
#include "core/text.h"
#include "formats/scoresaber/layout.h"

uint64_t reel__dat_memory_bound(uint64_t size, const reel_limits *limits)
{
    uint64_t most = reel_unpacked_most(limits, size);
    if (most > DAT_PAYLOAD_LIMIT) most = DAT_PAYLOAD_LIMIT;
    /* The payload and its rows. The worst case for rows is entries of the extension block whose id and payload have one byte each: 14 bytes
     * become a row of 40 and two allocations of 16. Unpacking needs less than that for the dictionary and for moving the payload when its
     * buffer grows. To that add the input buffer, which grows by doubling, the original file, and bytes after the stream. */
    uint64_t rows = most / 7 * 36;
    return most + rows + rows / 64 + 4 * size + (UINT64_C(1) << 17);
}

/* The bytes of the payload between two offsets, as far as they are unpacked. Offsets are those in the payload. */
static reel_cursor dat_window(const dat_reader *state, uint64_t from, uint64_t to)
{
    uint64_t size = state->stream.size;
    if (to > size) to = size;
    if (from > to) from = to;
    const uint8_t *data = state->stream.data;
    if (!data) return (reel_cursor){ 0 };
    return (reel_cursor){ .at = data + from, .end = data + to, .end_offset = to };
}

/* Unpacks the payload up to offset `want`, or as far as possible. If it is damaged, reel__dat_next reports that later. */
static reel_status unpack_until(reel_decoder *d, size_t want)
{
    dat_reader *state = d->state;
    reel_error error;
    reel_status status =
        reel__lzma_alone_more(&state->stream, d->in.at + state->head, reel_left(&d->in) - state->head, want, &error);
    if (status == REEL_MEMORY || status == REEL_UNSUPPORTED) {
        *d->error = error;
        return status;
    }
    return REEL_OK;
}

/* Fails because the payload is too short: with the error of the stream, at its offset in the file, if there is one. */
static reel_status fail_truncated(reel_decoder *d, const char *section, uint64_t offset)
{
    dat_reader *state = d->state;
    if (state->stream.failed < 0) {
        *d->error = state->stream.error;
        d->error->offset += state->head;
        return state->stream.failed;
    }
    return reel_fail(d->error, REEL_TRUNCATED, "scoresaber.truncated", section, offset,
                     "the payload ends at byte %zu, inside its %s", state->stream.size, section);
}

/* ---- opening ---------------------------------------------------------------------------------------------------- */

static reel_status read_magic(reel_decoder *d)
{
    dat_reader *state = d->state;
    size_t left = reel_left(&d->in);
    if (left >= DAT_MAGIC_BYTES && memcmp(d->in.at, DAT_MAGIC, DAT_MAGIC_BYTES) == 0) {
        state->head = DAT_MAGIC_BYTES;
        return REEL_OK;
    }
    if (left >= DAT_LZMA_MAGIC_BYTES && memcmp(d->in.at, DAT_LZMA_MAGIC, DAT_LZMA_MAGIC_BYTES) == 0) return REEL_OK;
    bool begins = left < DAT_MAGIC_BYTES && (left == 0 || memcmp(d->in.at, DAT_MAGIC, left) == 0);
    begins |= left && left < DAT_LZMA_MAGIC_BYTES && memcmp(d->in.at, DAT_LZMA_MAGIC, left) == 0;
    if (begins)
        return reel_fail(d->error, REEL_TRUNCATED, "scoresaber.truncated", "head", left,
                         "the file ends at byte %zu, inside its magic bytes", left);
    return reel_fail(d->error, REEL_UNSUPPORTED, "scoresaber.magic", "head", 0,
                     "the file starts with neither the ScoreSaber magic text nor its LZMA header");
}

/* Sets the offsets of the sections. They are only valid up to the first invalid pointer. */
static void find_sections(dat_reader *state)
{
    uint64_t most = state->stream.ended ? state->stream.size : state->stream.stated;
    if (most > state->stream.limit) most = state->stream.limit;
    uint64_t end = state->pointers[DAT_EXTENSIONS] ? state->pointers[DAT_EXTENSIONS] : most;
    for (size_t i = 0; i < DAT_EXTENSIONS; i++) state->starts[i] = state->pointers[i];
    state->starts[DAT_EXTENSIONS] = end;
    state->starts[DAT_SECTIONS] = most;
}

/* The first section with an invalid pointer, or DAT_SECTIONS. */
static size_t find_bad_pointer(const dat_reader *state)
{
    for (size_t i = 0; i < DAT_SECTIONS; i++) {
        uint64_t least = i ? state->starts[i - 1] : DAT_LEAST_POINTER;
        if (state->starts[i] < least || state->starts[i] > state->starts[DAT_SECTIONS]) return i;
    }
    return DAT_SECTIONS;
}

static reel_status fail_pointer(reel_decoder *d, size_t section)
{
    dat_reader *state = d->state;
    if (state->stream.failed == REEL_LIMIT)
        return fail_truncated(d, "pointers", 4 * section); /* it may be valid beyond the limit */
    return reel_fail(d->error, REEL_CORRUPT, "scoresaber.pointer", "pointers", 4 * section,
                     "the pointer to the %s is %u, not between %llu and %llu", reel__dat_kinds[section].name,
                     state->pointers[section], (unsigned long long)(section ? state->starts[section - 1] : DAT_LEAST_POINTER),
                     (unsigned long long)state->starts[DAT_SECTIONS]);
}

/* Reports and stores unused bytes between a section and the next one. */
static void report_gap(reel_decoder *d, scoresaber_part after, const char *section, uint64_t from, uint64_t to)
{
    dat_reader *state = d->state;
    if (from >= to || state->stream.failed < 0) return;
    const reel_cursor gap = dat_window(state, from, to);
    reel__dat_store_gap(d, after, gap.at, reel_left(&gap));
    reel__scoresaber_warn(d, "scoresaber.gap", section, from, to - from, to - from, "unused bytes after the section");
}

/* Joins the modifier codes to one text, separated by commas. */
static reel_string read_modifiers(reel_decoder *d, reel_cursor *in)
{
    uint64_t begin = reel_offset(in);
    uint32_t count = reel_get_u32le(in);
    if (!reel_count_fits(in, count, 4)) {
        in->failed = true;
        in->failed_at = begin;
        in->at = in->end;
        return (reel_string){ NULL, 0 };
    }
    reel_cursor ahead = *in;
    size_t size = count ? count - 1 : 0;
    uint64_t odd = 0;
    for (uint32_t i = 0; i < count && !ahead.failed; i++) {
        int32_t length = reel_get_i32le(&ahead);
        const uint8_t *text = reel_take(&ahead, length < 0 ? SIZE_MAX : (size_t)length);
        if (text) size += (size_t)length;
        odd += text && length && memchr(text, ',', (size_t)length);
    }
    odd += !ahead.failed && count == 1 && !size;
    if (odd)
        reel__scoresaber_warn(
            d, "scoresaber.modifier", "info", begin, 0, odd,
            "%llu {modifier is|modifiers are} empty or of several codes: the list becomes another one if it is written anew");
    if (ahead.failed || !size) {
        *in = ahead;
        return (reel_string){ NULL, 0 };
    }
    chunk_fill fill = reel__fill_begin(d->chunk, size);
    for (uint32_t i = 0; i < count && fill.data; i++) {
        size_t length = reel_get_u32le(in);
        const uint8_t *text = reel_take(in, length);
        if (i) reel__fill_bytes(&fill, ",", 1);
        reel__fill_bytes(&fill, text, text ? length : 0);
    }
    reel_string joined = reel__fill_text(&fill);
    if (!reel__utf8_is_valid(joined.data, joined.size))
        reel__scoresaber_warn(d, "scoresaber.text", "info", begin, 0, 1, "invalid UTF-8 in a modifier");
    return joined;
}

static void read_info_field(reel_decoder *d, reel_cursor *in, const reel_field *field, scoresaber_info *info)
{
    uint64_t begin = reel_offset(in);
    if (dat_is_modifiers(field)) {
        info->modifiers = read_modifiers(d, in);
        return;
    }
    reel__dat_get_field(in, field, info);
    if (field->type != REEL_STRING) return;
    uint8_t *slot = (uint8_t *)info + field->offset;
    reel_bytes text = text_value(slot);
    if (!reel__utf8_is_valid(text.data, text.size))
        reel__scoresaber_warn(d, "scoresaber.text", "info", begin, 4 + text.size, 4 + text.size, "invalid UTF-8 in the text");
    text = reel_chunk_bytes(d->chunk, text.data, text.size);
    memcpy(slot, &text, sizeof text);
}

static reel_status read_metadata(reel_decoder *d, reel_cursor in)
{
    dat_reader *state = d->state;
    scoresaber_info info = { 0 };
    read_info_field(d, &in, &scoresaber_infos.fields[0], &info);
    if (!in.failed) {
        state->version = reel__dat_version_of(info.version);
        if (!state->version.known)
            return reel_fail(d->error, REEL_UNSUPPORTED, "scoresaber.version", "info", state->starts[DAT_METADATA],
                             "unsupported format version \"%.*s\"; versions up to 3.1.0 are supported",
                             info.version.size < 20 ? (int)info.version.size : 20, info.version.data ? info.version.data : "");
    }
    for (size_t f = 1; f < dat_info_fields(state->version); f++) read_info_field(d, &in, &scoresaber_infos.fields[f], &info);
    if (in.failed) {
        if (state->stream.size < state->starts[DAT_POSES]) return fail_truncated(d, "info", in.failed_at);
        return reel_fail(d->error, REEL_CORRUPT, "scoresaber.metadata", "info", in.failed_at,
                         "the metadata exceeds the space between the pointers");
    }
    report_gap(d, SCORESABER_AFTER_INFO, "info", reel_offset(&in), in.end_offset);
    scoresaber_info *row = reel_row_add(reel_chunk_table(d->chunk, &scoresaber_infos));
    if (row) *row = info;
    return reel_build_status(d->chunk);
}

enum { FIRST_BYTES = 4096 };

static reel_status open_payload(reel_decoder *d)
{
    dat_reader *state = d->state;
    if (state->stream.size < DAT_TABLE_BYTES) return fail_truncated(d, "pointers", state->stream.size);
    reel_cursor in = dat_window(state, 0, DAT_TABLE_BYTES);
    for (size_t i = 0; i < DAT_POINTERS; i++) state->pointers[i] = reel_get_u32le(&in);
    find_sections(state);
    size_t bad = find_bad_pointer(state);
    if (bad == DAT_METADATA) return fail_pointer(d, bad);
    uint64_t end = bad == DAT_POSES ? state->starts[DAT_SECTIONS] : state->starts[DAT_POSES];
    reel_status status = unpack_until(d, (size_t)(bad == DAT_POSES ? FIRST_BYTES : end));
    if (status < 0) return status;
    report_gap(d, SCORESABER_AFTER_POINTERS, "pointers", DAT_TABLE_BYTES, state->starts[DAT_METADATA]);
    return read_metadata(d, dat_window(state, state->starts[DAT_METADATA], end));
}

/* Unpacks the start of the payload. A growing file is unpacked to the end, because it is complete when its stream is. */
static reel_status open_stream(reel_decoder *d, bool grows)
{
    dat_reader *state = d->state;
    reel_status status = read_magic(d);
    if (status == REEL_TRUNCATED && grows) return REEL_AGAIN;
    if (status < 0) return status;
    size_t packed = reel_left(&d->in) - state->head;
    status = reel__lzma_alone_start(&state->stream, d->in.at + state->head, packed, DAT_PAYLOAD_LIMIT, d->budget, &d->allocator,
                                    d->error);
    if (status == REEL_TRUNCATED && grows) return REEL_AGAIN;
    if (status == REEL_TRUNCATED) d->error->offset += state->head;
    if (status >= 0) status = unpack_until(d, grows ? SIZE_MAX : FIRST_BYTES);
    return status >= 0 && grows && state->stream.failed == REEL_TRUNCATED ? REEL_AGAIN : status;
}

/* Ends the input where padding starts: the decoder would turn zeros into rows. */
static void end_at_padding(reel_decoder *d)
{
    dat_reader *state = d->state;
    const padding found = reel__padding_of_file(d->in.at, reel_left(&d->in));
    if (!found.size) return;
    state->padded = found.size;
    reel__padding_report(&d->reporter, "scoresaber.padding", "compression", d->in.end_offset - found.size, &found);
    d->in.end -= found.size;
    d->in.end_offset -= found.size;
}

reel_status reel__dat_open(reel_decoder *d)
{
    dat_reader *state = d->state;
    reel_status status = reel_fill(d, SIZE_MAX);
    if (status == REEL_OK || status == REEL_END) end_at_padding(d);
    if (status >= 0) status = open_stream(d, status == REEL_AGAIN);
    if (status < 0 || status == REEL_AGAIN) return status;
    state->keyframes = reel__dat_is_keyframes(state->stream.data, state->stream.size);
    return state->keyframes ? REEL_OK : open_payload(d);
}

/* ---- the sections ----------------------------------------------------------------------------------------------- */

static void read_notes(scoresaber_note *rows, const uint8_t *from, size_t count, bool v2)
{
    memset(rows, 0, count * sizeof *rows);
    for (size_t i = 0; i < count; i++, from += v2 ? DAT_NOTE_V2_BYTES : DAT_NOTE_V3_BYTES) {
        uint8_t *row = (uint8_t *)&rows[i];
        if (v2) {
            size_t event = offsetof(scoresaber_note, event_type);
            dat_copy_words(row, from, NOTE_V2_HEAD);
            dat_copy_words(row + event, from + NOTE_V2_HEAD, NOTE_HEAD - event);
            rows[i].direction_ok = from[NOTE_V2_HEAD + NOTE_HEAD - event];
            dat_copy_words(row + NOTE_HEAD, from + DAT_NOTE_V2_BYTES - NOTE_V2_TAIL, NOTE_V2_TAIL);
        } else {
            dat_copy_words(row, from, NOTE_HEAD);
            rows[i].direction_ok = from[NOTE_HEAD];
            dat_copy_words(row + NOTE_HEAD, from + NOTE_HEAD + 1, NOTE_TAIL);
            rows[i].present = SCORESABER_NOTE_V3;
        }
    }
}

static void read_scores(scoresaber_score *rows, const uint8_t *from, size_t count, bool v2)
{
    memset(rows, 0, count * sizeof *rows);
    for (size_t i = 0; i < count; i++) {
        rows[i].score = (int32_t)reel_load_u32le(from);
        rows[i].time = reel_float_of(reel_load_u32le(from + 4));
        if (!v2) {
            rows[i].max_score = (int32_t)reel_load_u32le(from + 8);
            rows[i].present = SCORESABER_NOTE_V3;
        }
        from += v2 ? 8 : 12;
    }
}

static reel_status add_rows(reel_decoder *d, dat_section id, const uint8_t *from, size_t count, size_t bytes)
{
    const dat_reader *state = d->state;
    reel_row_list *list = reel_chunk_table(d->chunk, reel__dat_kinds[id].table);
    if (!list || !count) return REEL_OK;
    void *rows = reel_row_grow(list, count, true);
    if (!rows) return reel_build_status(d->chunk);
    if (id == DAT_NOTES)
        read_notes(rows, from, count, state->version.v2);
    else if (id == DAT_SCORES)
        read_scores(rows, from, count, state->version.v2);
    else
        dat_copy_words(rows, from, count * bytes);
    return REEL_OK;
}

/* Reads the complete records of a list, then fails if some are missing. `open_ended`: the end of the section is unknown. */
static reel_status read_list(reel_decoder *d, dat_section id, uint64_t end, bool open_ended)
{
    const dat_reader *state = d->state;
    const char *name = reel__dat_kinds[id].name;
    size_t bytes = state->version.v2 ? reel__dat_kinds[id].bytes_v2 : reel__dat_kinds[id].bytes_v3;
    uint64_t begin = state->starts[id], room = end - begin;
    reel_cursor in = dat_window(state, begin, end);
    if (reel_left(&in) < 4) {
        if (room >= 4) return fail_truncated(d, name, reel_offset(&in));
        return reel_fail(d->error, REEL_CORRUPT, "scoresaber.count", name, begin, "the section is too small for its count");
    }
    int32_t stated = reel_get_i32le(&in);
    size_t available = reel_left(&in) / bytes, count = stated < 0 ? 0 : (size_t)stated;
    const uint8_t *rows = in.at;
    reel_status status = add_rows(d, id, rows, count < available ? count : available, bytes);
    if (status < 0) return status;
    if (stated < 0 || count > (room - 4) / bytes)
        return reel_fail(d->error, REEL_CORRUPT, "scoresaber.count", name, begin,
                         "invalid count: %d %s, but there is space for %llu", stated, name,
                         (unsigned long long)((room - 4) / bytes));
    if (count > available) return fail_truncated(d, name, begin + 4 + available * bytes);
    if (!open_ended) report_gap(d, (scoresaber_part)(SCORESABER_AFTER_INFO + (int)id), name, begin + 4 + count * bytes, end);
    return REEL_OK;
}

/* Continues after damage, so that one bad section does not hide the others, and reports the first damage. */
static reel_status read_sections(reel_decoder *d)
{
    dat_reader *state = d->state;
    find_sections(state);
    size_t bad = find_bad_pointer(state);
    reel_error first = { .status = REEL_OK };
    for (size_t id = DAT_POSES; id < bad && id < DAT_EXTENSIONS; id++) {
        bool last = id + 1 == bad;
        reel_status status = read_list(d, (dat_section)id, state->starts[last ? DAT_SECTIONS : id + 1], last);
        if (status == REEL_MEMORY || status == REEL_LIMIT) return status;
        if (status < 0 && first.status == REEL_OK) first = *d->error;
    }
    if (bad < DAT_SECTIONS) {
        fail_pointer(d, bad);
        if (first.status == REEL_OK) first = *d->error;
    } else if (state->pointers[DAT_EXTENSIONS]) {
        reel_cursor in = dat_window(state, state->starts[DAT_EXTENSIONS], state->starts[DAT_SECTIONS]);
        reel_status status = reel__dat_read_extensions(d, in);
        if (status == REEL_MEMORY) return status;
        if (status < 0 && first.status == REEL_OK) first = *d->error;
    }
    if (state->stream.failed < 0) return fail_truncated(d, "", 0);
    if (first.status < 0) *d->error = first;
    return first.status;
}

/* Reports and stores bytes after the LZMA stream. */
static void read_tail(reel_decoder *d)
{
    dat_reader *state = d->state;
    size_t used = state->head + state->stream.used, left = reel_left(&d->in) - used;
    if (!left) return;
    reel__dat_store_gap(d, SCORESABER_AFTER_STREAM, d->in.at + used, left);
    reel__scoresaber_warn(d, "scoresaber.trailing-bytes", "compression", used, left, left,
                          "%llu {byte|bytes} after the LZMA stream");
}

reel_status reel__dat_next(reel_decoder *d)
{
    dat_reader *state = d->state;
    if (state->done) return REEL_END;
    state->done = true;
    reel_status status = unpack_until(d, SIZE_MAX);
    if (status < 0) return status;
    if (!state->keyframes)
        status = read_sections(d);
    else
        status = reel__dat_read_keyframes(d, dat_window(state, 0, UINT64_MAX));
    if (state->keyframes && status != REEL_MEMORY && state->stream.failed < 0) status = fail_truncated(d, "", 0);
    if (status >= 0) read_tail(d);
    reel__lzma_alone_stop(&state->stream);
    if (status >= 0 && state->padded)
        status = reel_fail(d->error, REEL_CORRUPT, "scoresaber.padding", "compression", d->in.end_offset,
                           "the last %zu bytes are padding, not data", state->padded);
    if (status >= 0) reel__original_store(d, reel__dat_tables, d->in.at, reel_left(&d->in), state->loose);
    d->in.at = d->in.end;
    return status;
}

void reel__dat_close(reel_decoder *d)
{
    dat_reader *state = d->state;
    reel__lzma_alone_stop(&state->stream);
}
