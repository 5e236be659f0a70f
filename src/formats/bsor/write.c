/* SPDX-License-Identifier: MIT
 * Writes BSOR. With the layout tables, a file that was read is reproduced byte for byte. Without them it is written like a recorder does:
 * sections 0 to 5, then 6 and 7 if they have rows. */
#include "formats/bsor/layout.h"

/* A section to write, and its rows. */
typedef struct part {
    uint8_t id;
    bool bare;
    size_t first, count;
    reel_bytes raw;
} part;

typedef struct job {
    reel_encoder *encoder;
    const reel_chunk *staged;
    part parts[BSOR_ALL_SECTIONS];
    size_t count, most; /* number and maximum of sections; a file that was read to its end may have more than eight */
} job;

static const void *rows_of(const job *j, bsor_section_id id, size_t *count)
{
    return reel_chunk_rows(j->staged, reel__bsor_section_kinds[id].table, count);
}

/* ---- sections and their rows ------------------------------------------------------------------------------------ */

static reel_status add_part(job *j, const part *p)
{
    if (j->count == j->most || (j->count && j->parts[j->count - 1].raw.size))
        return reel_fail(j->encoder->error, REEL_ARGUMENT, "bsor.section-count", "sections", 0,
                         "more than %zu {section|sections} requested: readers ignore the rest", j->count);
    j->parts[j->count++] = *p;
    return REEL_OK;
}

/* Whether nothing can follow a section: it is only an id, or its length is unknown. */
static bool ends_file(const bsor_section *row) { return row->bare || row->id >= BSOR_SECTION_IDS; }

static unsigned section_ids(const job *j)
{
    unsigned ids = 0;
    for (size_t i = 0; i < j->count; i++) ids |= 1u << j->parts[i].id;
    return ids;
}

static bool has_rows(const job *j, bsor_section_id id)
{
    size_t count;
    rows_of(j, id, &count);
    return count > 0;
}

/* Adds sections that are required or have rows but are not in the layout. */
static reel_status add_missing(job *j, unsigned present)
{
    reel_status status = REEL_OK;
    for (unsigned id = 0; id < BSOR_SECTION_IDS && status == REEL_OK; id++)
        if (!(present >> id & 1) && (id < BSOR_NEEDED_SECTIONS || has_rows(j, id)))
            status = add_part(j, &(part){ .id = (uint8_t)id });
    return status;
}

/* Whether a section without a count has no row. It should have exactly one, but may have been truncated. */
static bool is_empty_single(const job *j, bsor_section_id id)
{
    if (reel__bsor_section_kinds[id].count_rule) return false;
    size_t rows, parts = 0;
    rows_of(j, id, &rows);
    for (size_t i = 0; i < j->count; i++) parts += j->parts[i].id == id;
    return parts >= rows;
}

/* Fails unless at most one section ends the file, and a bare id is that of an optional section, without bytes after it. */
static reel_status check_ends(const job *j, const bsor_section *rows, size_t count)
{
    size_t ends = 0;
    for (size_t i = 0; i < count; i++) {
        const bsor_section *row = &rows[i];
        if (row->bare && (row->id < BSOR_NEEDED_SECTIONS || row->id >= BSOR_SECTION_IDS || row->raw.size))
            return reel_fail(j->encoder->error, REEL_ARGUMENT, "bsor.section-bare", "sections", 0,
                             "section %d cannot be a bare id: only 6 and 7 can, at the end of the file", row->id);
        ends += ends_file(row);
    }
    if (ends < 2) return REEL_OK;
    return reel_fail(j->encoder->error, REEL_ARGUMENT, "bsor.section-bare", "sections", 0,
                     "%zu {section ends|sections end} the file; only the last section can", ends);
}

static reel_status follow_layout(job *j)
{
    size_t count;
    const bsor_section *rows = reel_chunk_rows(j->staged, &bsor_sections, &count);
    reel_status status = check_ends(j, rows, count);
    for (size_t i = 0; i < count && status == REEL_OK; i++) {
        if (ends_file(&rows[i]) || is_empty_single(j, rows[i].id)) continue;
        status = add_part(j, &(part){ .id = rows[i].id, .count = rows[i].count, .raw = rows[i].raw });
        if (status == REEL_OK && rows[i].raw.size && j->count != BSOR_MOST_SECTIONS && j->count != BSOR_ALL_SECTIONS)
            status = reel_fail(j->encoder->error, REEL_ARGUMENT, "bsor.trailing-bytes", "sections", 0,
                               "bytes outside any section can only follow the last section that is read");
    }
    unsigned present = section_ids(j);
    if (status == REEL_OK) status = add_missing(j, present);
    for (size_t i = 0; i < count && status == REEL_OK; i++) {
        /* a bare id is dropped if its section now has rows */
        bool replaced = rows[i].bare && rows[i].id < BSOR_SECTION_IDS && !(present >> rows[i].id & 1) && has_rows(j, rows[i].id);
        if (ends_file(&rows[i]) && !replaced)
            status = add_part(j, &(part){ .id = rows[i].id, .bare = rows[i].bare, .raw = rows[i].raw });
    }
    return status;
}

static bool has_body(const part *p) { return p->id < BSOR_SECTION_IDS && !p->bare; }

/* Assigns the rows of a table to its sections. If a section is duplicated, each gets as many rows as the layout states, and the last gets the
 * rest. Sections without a count have one row. */
static reel_status assign_rows(job *j, bsor_section_id id)
{
    const bsor_section_kind *kind = &reel__bsor_section_kinds[id];
    bool single = !kind->count_rule;
    size_t left, assigned = 0, parts = 0;
    rows_of(j, id, &left);
    for (size_t i = 0; i < j->count; i++) parts += has_body(&j->parts[i]) && j->parts[i].id == id;
    for (size_t i = 0; i < j->count; i++) {
        part *p = &j->parts[i];
        if (!has_body(p) || p->id != id) continue;
        parts--;
        size_t wanted = single ? 1 : parts ? p->count : left;
        p->first = assigned;
        p->count = wanted < left ? wanted : left;
        if (p->count > INT32_MAX)
            return reel_fail(j->encoder->error, REEL_LIMIT, kind->count_rule, kind->name, 0,
                             "%zu {row|rows} of %s {exceeds|exceed} the count field of a section", p->count, kind->name);
        assigned += p->count;
        left -= p->count;
    }
    if (left)
        return reel_fail(j->encoder->error, REEL_ARGUMENT, "bsor.too-many-rows", kind->name, 0,
                         "%zu {row|rows} of %s {does|do} not belong to any section of the file", left, kind->name);
    return REEL_OK;
}

/* ---- the bytes -------------------------------------------------------------------------------------------------- */

/* Writes rows of 4-byte words as a block. */
static void write_words(reel_output *out, const void *rows, size_t size)
{
#if BSOR_TURNS_WORDS
    for (size_t at = 0, step; at < size; at += step) {
        step = size - at < 4096 ? size - at : 4096;
        uint8_t *to = reel_put_space(out, step);
        if (!to) return;
        bsor_copy_words(to, (const uint8_t *)rows + at, step);
    }
#else
    reel_put(out, rows, size);
#endif
}

/* The row of the layout about a string, if it is about one of its size. */
static const bsor_length *length_of(const job *j, size_t info, size_t number, reel_string text)
{
    size_t count;
    const bsor_length *rows = reel_chunk_rows(j->staged, &bsor_lengths, &count);
    for (size_t i = 0; i < count; i++)
        if (rows[i].info == info && rows[i].string == number && rows[i].bytes == text.size) return &rows[i];
    return NULL;
}

/* The length to state for a string: the value of the layout if the text has that length in another unit, otherwise its size in bytes. */
static size_t stated_length(const bsor_length *row, reel_string text, const bsor_text_size *measured)
{
    if (!row || row->stated < 0) return text.size;
    size_t stated = (size_t)row->stated;
    return stated == measured->points || stated == measured->units ? stated : text.size;
}

/* Writes a text so that readers find its end: invalid UTF-8 becomes question marks, and a text that is too long is truncated. A recorder must
 * not lose a play because of a name. Returns the number of bytes. Without an output it only counts them. */
static size_t write_readable(reel_output *out, reel_string text)
{
    const uint8_t *at = (const uint8_t *)text.data;
    size_t left = text.size, written = 0;
    while (left) {
        size_t step = reel__bsor_character(at, left), size = step ? step : 1;
        if (written + size > BSOR_MOST_STATED) break;
        if (out) reel_put(out, step ? (const void *)at : "?", size);
        written += size;
        at += size;
        left -= size;
    }
    return written;
}

/* Fails for a text that cannot be written unchanged, if the replay was read from a file. */
static reel_status fail_text(const job *j, size_t number, bool valid)
{
    return reel_fail(j->encoder->error, REEL_ARGUMENT, "bsor.text", "info", 0, "%s: %s", reel__bsor_string_field(number)->name,
                     valid ? "the text exceeds the 1000 bytes that readers accept" : "invalid UTF-8 in the text");
}

static reel_status write_string(const job *j, size_t info, size_t number, reel_string text)
{
    reel_output *out = j->encoder->out;
    size_t laid_out;
    reel_chunk_rows(j->staged, &bsor_sections, &laid_out);
    bsor_text_size measured = reel__bsor_measure(text.data, text.size);
    const bsor_length *row = length_of(j, info, number, text);
    size_t stated = stated_length(row, text, &measured);
    /* this reader takes longer texts than others do, and any bytes: a text that it read is written back */
    bool was_read = row && (size_t)row->stated == text.size && text.size <= BSOR_MOST_TEXT;
    if (was_read || (measured.valid && stated <= BSOR_MOST_STATED)) {
        reel_put_u32le(out, (uint32_t)stated);
        reel_put(out, text.data, text.size);
        return REEL_OK;
    }
    if (laid_out) return fail_text(j, number, measured.valid);
    reel_find(&j->encoder->reporter,
              (reel_finding){ .rule = "bsor.text-changed",
                              .severity = REEL_WARNING,
                              .section = "info",
                              .offset = reel_put_offset(out),
                              .table = &bsor_infos,
                              .row = info },
              "%s: %s", reel__bsor_string_field(number)->name,
              measured.valid ? "truncated the text to the 1000 bytes that readers accept"
                             : "replaced invalid UTF-8 with question marks");
    reel_put_u32le(out, (uint32_t)write_readable(NULL, text));
    write_readable(out, text);
    return REEL_OK;
}

static reel_status write_info(const job *j, const part *p)
{
    size_t count;
    const bsor_info *rows = rows_of(j, BSOR_INFO, &count);
    bsor_info info = p->count ? rows[p->first] : (bsor_info){ 0 };
    reel_output *out = j->encoder->out;
    if (!p->count)
        reel_find(&j->encoder->reporter,
                  (reel_finding){ .rule = "bsor.info-absent",
                                  .severity = REEL_WARNING,
                                  .section = "info",
                                  .offset = REEL_NO_OFFSET,
                                  .table = &bsor_infos,
                                  .row = REEL_NO_ROW },
                  "info is missing: wrote an empty row");
    const reel_field *field = reel__bsor_string_field(0);
    for (size_t i = 0; i < BSOR_STRINGS; i++, field = reel__bsor_next_string(field)) {
        reel_status status = write_string(j, p->first, i, *reel__bsor_info_string(&info, field));
        if (status < 0) return status;
        if (i == BSOR_SCORE_AFTER) reel_put_i32le(out, info.score);
    }
    reel_put_f32le(out, info.jump_distance);
    reel_put_u8(out, info.left_handed);
    reel_put_f32le(out, info.height);
    reel_put_f32le(out, info.start_time);
    reel_put_f32le(out, info.fail_time);
    reel_put_f32le(out, info.speed);
    return REEL_OK;
}

static reel_status write_block(const job *j, const part *p)
{
    const bsor_section_kind *kind = &reel__bsor_section_kinds[p->id];
    size_t count;
    const uint8_t *rows = rows_of(j, p->id, &count);
    if (p->count) write_words(j->encoder->out, rows + p->first * kind->record_bytes, p->count * kind->record_bytes);
    return REEL_OK;
}

static reel_status fail_event(reel_error *error, size_t row, int32_t type)
{
    return reel_fail(error, REEL_ARGUMENT, "bsor.event-type", "notes", 0, "note %zu has unknown event type %d (expected 0 to 3)",
                     row, type);
}

static reel_status fail_entry(reel_error *error, size_t row)
{
    return reel_fail(error, REEL_LIMIT, "bsor.user-data-length", "user_data", 0, "entry %zu is too long for its length field",
                     row);
}

static bool event_is_known(const bsor_note *note) { return note->event_type >= BSOR_GOOD_CUT && note->event_type <= BSOR_BOMB; }

static bool entry_fits(const bsor_user_entry *entry) { return entry->key.size <= INT32_MAX && entry->value.size <= INT32_MAX; }

reel_status reel__bsor_accepts(const reel_table *table, const void *rows, size_t count, reel_error *error)
{
    const bsor_note *notes = table == &bsor_notes ? rows : NULL;
    const bsor_user_entry *entries = table == &bsor_user_data ? rows : NULL;
    for (size_t i = 0; (notes || entries) && i < count; i++) {
        if (notes && !event_is_known(&notes[i])) return fail_event(error, i, notes[i].event_type);
        if (entries && !entry_fits(&entries[i])) return fail_entry(error, i);
    }
    return REEL_OK;
}

static reel_status write_notes(const job *j, const part *p)
{
    size_t count;
    const bsor_note *rows = rows_of(j, BSOR_NOTES, &count);
    for (size_t i = p->first; i < p->first + p->count; i++) {
        const bsor_note *note = &rows[i];
        if (!event_is_known(note)) return fail_event(j->encoder->error, i, note->event_type);
        bool has_cut = bsor_event_has_cut(note->event_type);
        uint8_t *to = reel_put_space(j->encoder->out, has_cut ? BSOR_NOTE_BYTES + BSOR_CUT_BYTES : BSOR_NOTE_BYTES);
        if (!to) return j->encoder->out->status;
        if (has_cut)
            bsor_copy_note(to, note);
        else
            bsor_copy_words(to, note, BSOR_NOTE_BYTES);
    }
    return REEL_OK;
}

static reel_status write_pauses(const job *j, const part *p)
{
    size_t count;
    const bsor_pause *rows = rows_of(j, BSOR_PAUSES, &count);
    for (size_t i = p->first; i < p->first + p->count; i++) {
        reel_put_u64le(j->encoder->out, (uint64_t)rows[i].duration);
        reel_put_f32le(j->encoder->out, rows[i].time);
    }
    return REEL_OK;
}

static reel_status write_user_data(const job *j, const part *p)
{
    size_t count;
    const bsor_user_entry *rows = rows_of(j, BSOR_USER_DATA, &count);
    reel_output *out = j->encoder->out;
    for (size_t i = p->first; i < p->first + p->count; i++) {
        if (!entry_fits(&rows[i])) return fail_entry(j->encoder->error, i);
        reel_put_u32le(out, (uint32_t)rows[i].key.size);
        reel_put(out, rows[i].key.data, rows[i].key.size);
        reel_put_u32le(out, (uint32_t)rows[i].value.size);
        reel_put(out, rows[i].value.data, rows[i].value.size);
    }
    return REEL_OK;
}

static reel_status (*const body_writers[BSOR_SECTION_IDS])(const job *, const part *) = {
    [BSOR_INFO] = write_info,     [BSOR_FRAMES] = write_block,  [BSOR_NOTES] = write_notes,   [BSOR_WALLS] = write_block,
    [BSOR_HEIGHTS] = write_block, [BSOR_PAUSES] = write_pauses, [BSOR_OFFSETS] = write_block, [BSOR_USER_DATA] = write_user_data,
};

static reel_status write_section(const job *j, const part *p)
{
    reel_output *out = j->encoder->out;
    reel_put_u8(out, p->id);
    reel_status status = REEL_OK;
    if (has_body(p)) {
        if (reel__bsor_section_kinds[p->id].count_rule) reel_put_u32le(out, (uint32_t)p->count);
        status = body_writers[p->id](j, p);
    }
    reel_put(out, p->raw.data, p->raw.size);
    return status < 0 ? status : out->status;
}

reel_status reel__bsor_finish(reel_encoder *encoder, const reel_chunk *staged)
{
    job j = { .encoder = encoder, .staged = staged, .most = BSOR_MOST_SECTIONS };
    size_t laid_out;
    reel_chunk_rows(staged, &bsor_sections, &laid_out);
    if (laid_out > BSOR_MOST_SECTIONS) j.most = BSOR_ALL_SECTIONS;
    reel_status status = follow_layout(&j);
    for (unsigned id = 0; id < BSOR_SECTION_IDS && status == REEL_OK; id++) status = assign_rows(&j, id);
    if (status < 0) return status;
    reel_put(encoder->out, BSOR_MAGIC, BSOR_MAGIC_BYTES);
    reel_put_u8(encoder->out, BSOR_VERSION);
    for (size_t i = 0; i < j.count && status == REEL_OK; i++) status = write_section(&j, &j.parts[i]);
    return status < 0 ? status : encoder->out->status;
}
