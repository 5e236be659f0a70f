/* SPDX-License-Identifier: MIT
 * Reads BSOR. Section 0 is read when the file is opened; the rest is one chunk. docs/formats/bsor.md names the rules. */
#include "core/input.h"
#include "formats/bsor/layout.h"

uint64_t reel__bsor_memory_bound(uint64_t size, const reel_limits *limits)
{
    (void)limits;
    /* The worst case is notes without a cut: 16 bytes become a row of 92, and for a duplicate section all previous rows may be copied to a
     * larger array. User data entries with a key and a value of one byte are less: 10 bytes become a row of 32 and two allocations of 16.
     * The input buffer grows by doubling if the size is unknown. */
    return 12 * size + 2 * size + 24576;
}

/* ---- sections 1 to 7: all of them are buffered, but for the frames of a file ------------------------------------ */

static void read_pauses(bsor_pause *rows, const uint8_t *bytes, size_t count)
{
    memset(rows, 0, count * sizeof *rows);
    for (size_t i = 0; i < count; i++, bytes += 12) {
        rows[i].duration = (int64_t)reel_load_u64le(bytes);
        rows[i].time = reel_float_of(reel_load_u32le(bytes + 8));
    }
}

/* Reads up to `count` records of a fixed size, as many as are complete. */
static reel_status read_records(reel_decoder *d, bsor_section_id id, uint32_t count, bsor_section *section)
{
    const bsor_section_kind *kind = &reel__bsor_section_kinds[id];
    size_t left = reel_left(&d->in) / kind->record_bytes;
    size_t whole = count < left ? count : left;
    reel_row_list *list = reel_chunk_table(d->chunk, kind->table);
    if (list && whole) {
        void *rows = reel_row_grow(list, whole, true);
        if (!rows) return reel_build_status(d->chunk);
        if (kind->block)
            bsor_copy_words(rows, d->in.at, whole * kind->record_bytes);
        else
            read_pauses(rows, d->in.at, whole);
    }
    d->in.at += whole * kind->record_bytes;
    section->count = (uint32_t)whole;
    return whole == count ? REEL_OK : reel__bsor_fail_rows(d, id, reel_offset(&d->in), (uint32_t)whole, count);
}

/* Whether frames come next of which the file has all, and the window only some: never so in memory, where the window is the file. They are
 * read to their rows then, which have the bytes of the file; the buffer need not hold them. */
static bool frames_follow(const reel_decoder *d)
{
    enum { BEFORE_FRAMES = 5 };
    if (BSOR_TURNS_WORDS || d->input_size == REEL_UNKNOWN_SIZE) return false;
    if (reel_left(&d->in) < BEFORE_FRAMES || *d->in.at != BSOR_FRAMES || !reel_chunk_table(d->chunk, &bsor_frames)) return false;
    uint64_t bytes = (uint64_t)reel_load_u32le(d->in.at + 1) * sizeof(bsor_frame), from = reel_offset(&d->in) + BEFORE_FRAMES;
    return bytes > reel_left(&d->in) - BEFORE_FRAMES && from < d->input_size && bytes <= d->input_size - from;
}

/* Reads the frames of which frames_follow spoke, in pieces, so that memory grows with what was read and not with what the file claims: it
 * may have become shorter since it was opened. Few plays need a second piece. */
static reel_status read_frames(reel_decoder *d, uint32_t count, bsor_section *section)
{
    enum { FIRST_PIECE = (16 << 20) / sizeof(bsor_frame) };
    reel_row_list *list = reel_chunk_table(d->chunk, &bsor_frames);
    uint64_t begin = reel_offset(&d->in);
    reel_status status = REEL_OK;
    while (status == REEL_OK && section->count < count) {
        uint32_t piece = section->count > FIRST_PIECE ? section->count : FIRST_PIECE, left = count - section->count;
        if (piece > left) piece = left;
        void *rows = reel_row_grow(list, piece, true);
        if (!rows) return reel_build_status(d->chunk);
        size_t got;
        status = reel__input_read(d->input, &d->in, rows, piece * sizeof(bsor_frame), &got, d->error);
        uint32_t whole = (uint32_t)(got / sizeof(bsor_frame));
        list->count -= piece - whole;
        section->count += whole;
    }
    if (status != REEL_END) return status;
    return reel__bsor_fail_rows(d, BSOR_FRAMES, begin + section->count * sizeof(bsor_frame), section->count, count);
}

static reel_status read_fixed(reel_decoder *d, bsor_section *section)
{
    const bsor_reader *state = d->state;
    uint32_t count = 0;
    reel_status status = reel__bsor_read_count(d, section->id, &count);
    if (status < 0) return status;
    return state->frames_follow ? read_frames(d, count, section) : read_records(d, section->id, count, section);
}

static reel_status read_offsets(reel_decoder *d, bsor_section *section) { return read_records(d, BSOR_OFFSETS, 1, section); }

/* Reads a length and returns that many bytes, or NULL with the reason in *status. */
static const uint8_t *read_sized(reel_decoder *d, size_t *size, reel_status *status)
{
    uint64_t begin = reel_offset(&d->in);
    *status = REEL_TRUNCATED;
    if (reel_left(&d->in) < 4) return NULL;
    int32_t stated = reel_get_i32le(&d->in);
    *size = (size_t)stated;
    if (stated < 0 || *size > d->limits.input_bytes) {
        *status = reel_fail(d->error, REEL_CORRUPT, "bsor.user-data-length", "user_data", begin, "invalid length: %d", stated);
        return NULL;
    }
    if (*size > d->limits.string_bytes) {
        *status = reel_fail(d->error, REEL_LIMIT, "reel.string-limit", "user_data", begin,
                            "a value of %d bytes exceeds the limit of %llu", stated, (unsigned long long)d->limits.string_bytes);
        return NULL;
    }
    const uint8_t *bytes = reel_take(&d->in, *size);
    if (bytes) *status = REEL_OK;
    return bytes;
}

static reel_status read_user_data(reel_decoder *d, bsor_section *section)
{
    uint32_t count = 0;
    reel_status status = reel__bsor_read_count(d, BSOR_USER_DATA, &count);
    if (status < 0) return status;
    size_t most = reel_left(&d->in) / BSOR_USER_ENTRY_BYTES;
    size_t room = count < most ? count : most;
    reel_row_list *list = reel_chunk_table(d->chunk, &bsor_user_data);
    bsor_user_entry *rows = list && room ? reel_row_grow(list, room, true) : NULL;
    if (list && room && !rows) return reel_build_status(d->chunk);
    const uint8_t *start = d->in.at;
    for (; section->count < count; section->count++, start = d->in.at) {
        size_t key_size, value_size;
        const uint8_t *key = read_sized(d, &key_size, &status);
        const uint8_t *value = key ? read_sized(d, &value_size, &status) : NULL;
        if (!value) break;
        if (rows)
            *rows++ =
                (bsor_user_entry){ reel_chunk_string(d->chunk, key, key_size), reel_chunk_bytes(d->chunk, value, value_size) };
    }
    d->in.at = start;
    if (list) list->count -= room - section->count;
    if (section->count == count) return REEL_OK;
    return status == REEL_TRUNCATED ? reel__bsor_fail_rows(d, BSOR_USER_DATA, reel_offset(&d->in), section->count, count)
                                    : status;
}

/* ---- all sections ----------------------------------------------------------------------------------------------- */

static reel_status (*const section_readers[BSOR_SECTION_IDS])(reel_decoder *, bsor_section *) = {
    [BSOR_INFO] = reel__bsor_read_info, [BSOR_FRAMES] = read_fixed,        [BSOR_NOTES] = reel__bsor_read_notes,
    [BSOR_WALLS] = read_fixed,          [BSOR_HEIGHTS] = read_fixed,       [BSOR_PAUSES] = read_fixed,
    [BSOR_OFFSETS] = read_offsets,      [BSOR_USER_DATA] = read_user_data,
};

static void report_section(reel_decoder *d, const char *rule, reel_severity severity, const bsor_section *section,
                           const char *message)
{
    reel_find(&d->reporter,
              (reel_finding){ .rule = rule,
                              .severity = severity,
                              .section = reel__bsor_section_kinds[section->id].name,
                              .offset = section->offset },
              "%s", message);
}

static reel_bytes store_rest(reel_decoder *d)
{
    bool wanted = reel_chunk_table(d->chunk, &bsor_sections) != NULL;
    reel_bytes rest = { NULL, 0 };
    if (wanted) rest = reel_chunk_bytes(d->chunk, d->in.at, reel_left(&d->in));
    d->in.at = d->in.end;
    return rest;
}

/* Stores a section with an unknown id. Its length is unknown, so nothing after it can be parsed. */
static reel_status store_unknown(reel_decoder *d, bsor_section *section)
{
    section->raw = store_rest(d);
    return reel_fail(d->error, REEL_CORRUPT, "bsor.section-id", "sections", section->offset,
                     "unknown section id %d: the length of its data is unknown", section->id);
}

static void check_order(reel_decoder *d, const bsor_section *section)
{
    bsor_reader *state = d->state;
    if (state->whole >> section->id & 1)
        report_section(d, "bsor.section-repeated", REEL_WARNING, section, "duplicate section: other readers use the last one");
    else if (section->id < state->last_id)
        report_section(d, "bsor.section-order", REEL_NOTE, section, "the section is out of order");
    state->whole |= 1u << section->id;
    state->last_id = section->id;
}

static reel_status read_section(reel_decoder *d)
{
    bsor_reader *state = d->state;
    bsor_section section = { .offset = reel_offset(&d->in) };
    reel_status status = REEL_OK;
    section.id = reel_get_u8(&d->in);
    state->sections++;
    if (section.id >= BSOR_SECTION_IDS) {
        status = store_unknown(d, &section);
    } else if (section.id >= BSOR_NEEDED_SECTIONS && reel_left(&d->in) == 0) {
        section.bare = 1;
        report_section(d, "bsor.section-bare", REEL_WARNING, &section, "the file ends with a section id without a section");
    } else {
        status = section_readers[section.id](d, &section);
        if (status >= 0) check_order(d, &section);
    }
    section.size = reel_offset(&d->in) - section.offset;
    reel_row_list *list = reel_chunk_table(d->chunk, &bsor_sections);
    bsor_section *row = list ? reel_row_add(list) : NULL;
    if (row) *row = section;
    return status;
}

/* Number of sections to read at most. */
static unsigned most_sections(const reel_decoder *d)
{
    bool all = d->convention && strcmp(d->convention, BSOR_READ_ALL) == 0;
    return all ? BSOR_ALL_SECTIONS : BSOR_MOST_SECTIONS;
}

/* Reports bytes after the last section that is read, and stores them with that section. */
static void read_tail(reel_decoder *d)
{
    size_t size = reel_left(&d->in);
    if (size == 0) return;
    reel_find(&d->reporter,
              (reel_finding){ .rule = "bsor.trailing-bytes",
                              .severity = REEL_WARNING,
                              .section = "sections",
                              .offset = reel_offset(&d->in),
                              .length = size,
                              .count = size },
              "%zu {byte|bytes} after section %u of the file, the last that is read", size, most_sections(d));
    reel_row_list *list = reel_chunk_table(d->chunk, &bsor_sections);
    reel_bytes rest = store_rest(d);
    if (list && list->count) ((bsor_section *)(void *)list->data)[list->count - 1].raw = rest;
}

/* ---- padding ---------------------------------------------------------------------------------------------------- */

/* Drops the frames that the padding has, if they were read past the buffer. `size`: of the padding before the buffer. */
static reel_status drop_padded_frames(reel_decoder *d, size_t size)
{
    reel_row_list *list = reel_chunk_table(d->chunk, &bsor_frames);
    reel_row_list *sections = reel_chunk_table(d->chunk, &bsor_sections);
    uint32_t count = (uint32_t)list->count, dropped = (uint32_t)((size + sizeof(bsor_frame) - 1) / sizeof(bsor_frame));
    uint64_t end = reel_offset(&d->in) - dropped * sizeof(bsor_frame);
    list->count -= dropped;
    if (sections && sections->count) {
        bsor_section *section = (bsor_section *)(void *)sections->data + sections->count - 1;
        section->count = count - dropped;
        section->size = end - section->offset;
    }
    d->in.end_offset -= size;
    return reel__bsor_fail_rows(d, BSOR_FRAMES, end, count - dropped, count);
}

/* Ends the input where padding starts. Offsets stay those of the file. `frames_past`: the frames were read past the buffer. */
static reel_status end_at_padding(reel_decoder *d, bool frames_past)
{
    bsor_reader *state = d->state;
    const reel_row_list *frames = frames_past ? reel_chunk_table(d->chunk, &bsor_frames) : NULL;
    padded_bytes before = { 0 };
    if (frames) before = (padded_bytes){ .rest = frames->data, .rest_size = frames->count * sizeof(bsor_frame) };
    padding found = { 0 };
    if (!state->padded.size) found = reel__bsor_find_padding(d, &before, most_sections(d));
    if (!found.size) return REEL_OK;
    size_t left = reel_left(&d->in), here = found.size < left ? found.size : left;
    uint64_t file_end = d->in.end_offset;
    state->padded = found;
    d->in.end -= here;
    d->in.end_offset -= here;
    reel__padding_report(&d->reporter, "bsor.padding", "sections", file_end - found.size, &found);
    return here < found.size ? drop_padded_frames(d, found.size - here) : REEL_OK;
}

/* The failure of a file that ends with padding after its last section. */
static reel_status fail_padded(reel_decoder *d, uint64_t offset)
{
    return reel_fail(d->error, REEL_CORRUPT, "bsor.padding", "sections", offset, "the last %llu bytes are padding, not a section",
                     (unsigned long long)((bsor_reader *)d->state)->padded.size);
}

static reel_status read_sections(reel_decoder *d, bool frames_past)
{
    bsor_reader *state = d->state;
    reel_status padded = end_at_padding(d, frames_past);
    if (padded < 0) return padded;
    while (state->sections < most_sections(d) && reel_left(&d->in)) {
        bool is_info = *d->in.at == BSOR_INFO;
        reel_status status = read_section(d);
        if (status >= 0 && is_info) status = reel__bsor_check_info_end(d);
        if (status >= 0 && is_info) status = end_at_padding(d, false);
        if (status < 0) return status;
    }
    bool ended = reel_left(&d->in) == 0;
    uint64_t begin = reel_offset(&d->in);
    read_tail(d);
    for (unsigned id = 0; id < BSOR_NEEDED_SECTIONS; id++)
        if (!(state->whole >> id & 1))
            return reel_fail(d->error, ended ? REEL_TRUNCATED : REEL_CORRUPT, "bsor.section-missing",
                             reel__bsor_section_kinds[id].name, begin, "section %u (%s) is missing", id,
                             reel__bsor_section_kinds[id].name);
    if (state->padded.size) return fail_padded(d, begin);
    if (state->skipped.status < 0) *d->error = state->skipped;
    return state->skipped.status;
}

/* ---- the interface ---------------------------------------------------------------------------------------------- */

static reel_status read_head(reel_decoder *d)
{
    reel_status status = reel__bsor_fill_at_least(d, BSOR_HEAD_BYTES);
    if (status < 0) return status;
    size_t left = reel_left(&d->in);
    if (left && memcmp(d->in.at, BSOR_MAGIC, left < BSOR_MAGIC_BYTES ? left : BSOR_MAGIC_BYTES) != 0)
        return reel_fail(d->error, REEL_UNSUPPORTED, "bsor.magic", "head", 0,
                         "the file does not start with the BSOR magic number");
    if (status)
        return reel_fail(d->error, REEL_TRUNCATED, "bsor.truncated", "head", 0,
                         "the file ends at byte %llu, inside the magic number and version", (unsigned long long)d->in.end_offset);
    d->in.at += BSOR_MAGIC_BYTES;
    uint8_t version = reel_get_u8(&d->in);
    if (version != BSOR_VERSION)
        return reel_fail(d->error, REEL_UNSUPPORTED, "bsor.version", "head", BSOR_MAGIC_BYTES,
                         "unsupported BSOR version %d; only version %d is supported", version, BSOR_VERSION);
    return REEL_OK;
}

static reel_status open_first(reel_decoder *d)
{
    bsor_reader *state = d->state;
    reel_status status = read_head(d);
    if (status == REEL_OK) status = reel__bsor_fill_at_least(d, 1);
    if (status < 0) return status;
    if (status)
        return reel_fail(d->error, REEL_TRUNCATED, "bsor.section-missing", "info", reel_offset(&d->in),
                         "the file ends after its header, before the first section");
    if (*d->in.at == BSOR_INFO) {
        status = read_section(d);
        return status < 0 ? status : reel__bsor_check_info_end(d);
    }
    /* If section 0 is not the first, the sections before it must be read to find it */
    status = reel_fill(d, SIZE_MAX);
    if (status < 0 || status == REEL_AGAIN) return status;
    state->deferred = true;
    state->status = read_sections(d, false);
    state->error = *d->error;
    return state->whole & 1u << BSOR_INFO ? REEL_OK : state->status;
}

/* A header that ends where a growing file ends for now is not damage. */
reel_status reel__bsor_open(reel_decoder *d)
{
    const reel_status status = open_first(d);
    if (status != REEL_TRUNCATED) return status;
    const reel_error truncated = *d->error;
    const reel_status more = reel_fill(d, reel_left(&d->in) + 1);
    if (more >= 0 && more != REEL_END) return REEL_AGAIN;
    *d->error = truncated;
    return status;
}

reel_status reel__bsor_next(reel_decoder *d)
{
    bsor_reader *state = d->state;
    if (state->done) return REEL_END;
    if (state->deferred) {
        state->done = true;
        *d->error = state->error;
        return state->status;
    }
    bool frames_past = frames_follow(d);
    state->frames_follow = frames_past;
    if (frames_past) {
        reel_status frames = read_section(d);
        state->frames_follow = false;
        state->done = frames < 0;
        if (frames < 0) return frames;
    }
    reel_status status = reel_fill(d, SIZE_MAX);
    if (status < 0 || status == REEL_AGAIN) return status;
    state->done = true;
    status = read_sections(d, frames_past);
    d->in.at = d->in.end;
    return status;
}
