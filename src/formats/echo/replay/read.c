/* SPDX-License-Identifier: MIT
 * Reads .echoreplay line by line, from plain text or from the text of a zip entry. Lines that are not frames are
 * counted and kept. */
#include "formats/echo/replay/replay.h"

#include "core/memory.h"
#include "formats/echo/common/date.h"

enum { MOST_LINE = ECHO_LONGEST_LINE, CHUNK_TEXT = 1 << 20, CHUNK_FRAMES = 256, STEP = 65536 };

/* Whether the writer that makes the files again is built in. */
#ifdef REEL_READ_ONLY
#define CAN_COMPACT false
#else
#define CAN_COMPACT true
#endif

static const char zip_section[] = "zip", line_section[] = "lines";

static bool is_compact(const text_reader *r) { return CAN_COMPACT && r->compact; }
static bool is_matching(const text_reader *r) { return CAN_COMPACT && r->matching; }

/* ---- what it is ------------------------------------------------------------------------------------------------- */

static int text_bits(const char *text, size_t size)
{
    int64_t ms;
    if (!echo_text_time(text, size, &ms)) return 0;
    if (size < TIME_SIZE + 2) return 48;
    return text[TIME_SIZE] == '\t' ? 64 : 0;
}

int echo_text_sniff(const uint8_t *head, size_t size)
{
    zip_entry entry;
    if (size < ZIP_HEADER) return 0;
    if (!zip_header(head, &entry)) return text_bits((const char *)head, size);
    size_t start = ZIP_HEADER + (size_t)entry.name_size + entry.extra_size;
    const char *name = (const char *)head + ZIP_HEADER;
    static const char ending[] = ".echoreplay";
    size_t ending_size = sizeof ending - 1;
    if (start <= size && entry.name_size >= ending_size && memcmp(name + entry.name_size - ending_size, ending, ending_size) == 0)
        return 40;
    if (start >= size || entry.method > 8) return 0;
    if (entry.method == 0) return text_bits((const char *)head + start, size - start);
    char text[64];
    size_t made;
    zip_reader inflater = { .allocator = memory_allocator(NULL) };
    const uint8_t *at = head + start;
    zip_inflate(&inflater, &at, head + size, (uint8_t *)text, sizeof text, &made);
    zip_reader_free(&inflater);
    return text_bits(text, made);
}

/* ---- the zip ---------------------------------------------------------------------------------------------------- */

static reel_status no_memory(reel_decoder *d)
{
    return reel_fail(d->error, REEL_MEMORY, "reel.memory", "", 0, "no memory for the text");
}

/* Copies the bytes before the text of an entry. */
static reel_status copy_head(reel_decoder *d, text_reader *r, size_t size)
{
    return memory_add(&r->head, reel_take(&d->in, size), size) ? REEL_OK : no_memory(d);
}

static reel_status open_entry(reel_decoder *d, text_reader *r, reel_string *name)
{
    for (;;) {
        uint64_t at = reel_offset(&d->in);
        reel_status status = reel_fill(d, ZIP_HEADER);
        if (status < 0 || status == REEL_AGAIN) return status;
        if (reel_left(&d->in) < ZIP_HEADER || !zip_header(d->in.at, &r->entry))
            return reel_fail(d->error, reel_left(&d->in) < ZIP_HEADER ? REEL_TRUNCATED : REEL_CORRUPT, "echoreplay.no-entry",
                             zip_section, at, "the zip archive is empty");
        size_t size = ZIP_HEADER + (size_t)r->entry.name_size + r->entry.extra_size;
        status = reel_fill(d, size);
        if (status < 0 || status == REEL_AGAIN) return status;
        if (reel_left(&d->in) < size)
            return reel_fail(d->error, REEL_TRUNCATED, "echoreplay.truncated", zip_section, at + reel_left(&d->in),
                             "the file ends inside the zip entry's header");
        status = copy_head(d, r, size);
        if (status < 0) return status;
        zip_extra(&r->entry, r->head.data + r->head.size - r->entry.extra_size);
        *name = (reel_string){ (const char *)r->head.data + r->head.size - r->entry.extra_size - r->entry.name_size,
                               r->entry.name_size };
        bool folder = name->size && name->data[name->size - 1] == '/';
        if (!folder || r->entry.packed_size || zip_sizes_follow(&r->entry)) return REEL_OK;
    }
}

static reel_status open_zip(reel_decoder *d, text_reader *r, echoreplay_info *info)
{
    reel_string name = { NULL, 0 };
    r->inflater.allocator = d->allocator;
    reel_status status = open_entry(d, r, &name);
    if (status != REEL_OK) return status;
    info->entry = reel_chunk_string(d->chunk, name.data, name.size);
    if (r->entry.method == 8 && !zip_known())
        return reel_fail(d->error, REEL_UNSUPPORTED, "echoreplay.not-built", zip_section, 0,
                         "the zip entry is compressed, and this build has no zlib to read it");
    if ((r->entry.method != 0 && r->entry.method != 8) || r->entry.flags & 1 ||
        (r->entry.method == 0 && zip_sizes_follow(&r->entry)))
        return reel_fail(d->error, REEL_UNSUPPORTED, "echoreplay.zip-method", zip_section, 8,
                         "zip compression method %u or encryption is not supported", r->entry.method);
    r->stored_left = r->entry.packed_size;
    r->compact &= r->entry.method == 8;
    r->matching = is_compact(r);
    if (is_matching(r) && !deflate_match_begin(&r->match)) return no_memory(d);
    r->capacity = 2 * STEP;
    r->buffer = d->allocator.alloc(d->allocator.context, r->capacity);
    return r->buffer ? REEL_OK : no_memory(d);
}

static void add_piece(reel_decoder *d, text_reader *r)
{
    reel_row_list *pieces = r->piece_size ? reel_chunk_table(d->chunk, &echoreplay_pieces) : NULL;
    echoreplay_piece *piece = pieces ? reel_row_add(pieces) : NULL;
    if (piece) piece->bytes = reel_chunk_bytes(d->chunk, r->piece, r->piece_size);
    r->piece_size = 0;
}

/* Stores bytes of the zip in pieces of equal size, whatever the size of the reads. */
static void store_piece(reel_decoder *d, text_reader *r, const uint8_t *data, size_t size)
{
    while (size) {
        size_t room = sizeof r->piece - r->piece_size, step = size < room ? size : room;
        memcpy(r->piece + r->piece_size, data, step);
        r->piece_size += step;
        data += step;
        size -= step;
        if (r->piece_size == sizeof r->piece) add_piece(d, r);
    }
}

/* Stores what the chosen level does not make. */
static void end_matching(reel_decoder *d, text_reader *r)
{
    if (!is_matching(r)) return;
    deflate_match_settle(&r->match);
    reel_bytes rest = deflate_match_rest(&r->match);
    store_piece(d, r, rest.data, rest.size);
    r->deflated.size = r->match.equal[r->match.level];
    r->deflated.level = r->deflated.size ? (uint8_t)r->match.level : 0;
    r->matching = false;
    deflate_match_free(&r->match);
}

/* Keeps bytes of the entry, which decompress to `text`. */
static reel_status keep_packed(reel_decoder *d, text_reader *r, reel_bytes packed, reel_bytes text, bool last)
{
    if (!is_matching(r)) {
        store_piece(d, r, packed.data, packed.size);
        return REEL_OK;
    }
    if (reel_spend(d->budget, r->match.count * (uint64_t)text.size) != REEL_OK)
        return reel_fail_budget(d->budget, d->error, zip_section, reel_offset(&d->in));
    if (!deflate_match_add(&r->match, packed.data, packed.size, text.data, text.size, last)) return no_memory(d);
    if (last || !r->match.count) end_matching(d, r);
    return REEL_OK;
}

/* Adds a row about the compressed text. The first one has only the level, which a writer needs before the text. */
static void add_deflated(reel_decoder *d, const echoreplay_deflated *deflated)
{
    reel_row_list *list = reel_chunk_table(d->chunk, &echoreplay_deflates);
    echoreplay_deflated *row = list ? reel_row_add(list) : NULL;
    if (row) *row = *deflated;
}

static reel_status set_damage(reel_decoder *d, text_reader *r, reel_status status, const char *rule, const char *message)
{
    r->damaged = r->entry_ended = true;
    reel_fail(&r->damage, status, rule, zip_section, reel_offset(&d->in), "%s", message);
    return REEL_OK;
}

static reel_status inflate_some(reel_decoder *d, text_reader *r, size_t *made)
{
    const uint8_t *before = d->in.at, *text = r->buffer + r->have;
    size_t room = r->capacity - r->have, left = reel_left(&d->in);
    reel_status status = REEL_OK;
    if (r->entry.method == 0) {
        *made = left < room ? left : room;
        if (*made > r->stored_left) *made = (size_t)r->stored_left;
        memcpy(r->buffer + r->have, d->in.at, *made);
        d->in.at += *made;
        r->stored_left -= *made;
        if (!r->stored_left) status = REEL_END;
    } else {
        status = zip_inflate(&r->inflater, &d->in.at, d->in.end, r->buffer + r->have, room, made);
    }
    r->have += *made;
    reel_bytes packed = { before, (size_t)(d->in.at - before) };
    reel_status kept = keep_packed(d, r, packed, (reel_bytes){ text, *made }, status == REEL_END);
    return kept < 0 ? kept : status;
}

/* Decompresses more text of the zip entry. */
static reel_status more_of_zip(reel_decoder *d, text_reader *r)
{
    if (r->at) {
        memmove(r->buffer, r->buffer + r->at, r->have - r->at);
        r->have -= r->at;
        r->at = 0;
    }
    if (r->have == r->capacity) {
        uint8_t *buffer = d->allocator.resize(d->allocator.context, r->buffer, r->capacity, 2 * r->capacity);
        if (!buffer) return no_memory(d);
        r->buffer = buffer;
        r->capacity *= 2;
    }
    size_t had = r->have;
    while (r->have == had && !r->entry_ended) {
        reel_status status = reel_fill(d, 1);
        size_t made = 0;
        if (status < 0 || status == REEL_AGAIN) return status;
        if (status == REEL_END)
            return set_damage(d, r, REEL_TRUNCATED, "echoreplay.truncated", "the file ends inside the zip entry's text");
        status = inflate_some(d, r, &made);
        if (status == REEL_MEMORY) return no_memory(d);
        if (status == REEL_LIMIT || status == REEL_CANCELLED) return status;
        if (status < 0) return set_damage(d, r, REEL_CORRUPT, "echoreplay.packed", "the text cannot be decompressed");
        if (status == REEL_END) r->entry_ended = true;
        if (reel_spend_unpacked(d->budget, made) != REEL_OK)
            return reel_fail_budget(d->budget, d->error, zip_section, reel_offset(&d->in));
    }
    return REEL_OK;
}

/* ---- lines ------------------------------------------------------------------------------------------------------ */

typedef struct text_line {
    const char *text;
    size_t size;
    bool partial;
} text_line;

static reel_status more_text(reel_decoder *d, text_reader *r, size_t have, bool *end)
{
    reel_status status;
    if (r->zip) {
        size_t before = r->have - r->at;
        *end = r->entry_ended;
        if (*end) return REEL_OK;
        status = more_of_zip(d, r);
        *end = r->entry_ended && r->have - r->at == before;
        return status;
    }
    status = reel_fill(d, have < STEP ? STEP : 2 * have);
    *end = status == REEL_END && reel_left(&d->in) == have;
    return status == REEL_END ? REEL_OK : status;
}

/* Finds the next line, including its end. REEL_END after the last one. Sets `partial` for a part of a line that is too
 * long. */
static reel_status next_line(reel_decoder *d, text_reader *r, text_line *line)
{
    size_t looked = 0;
    for (bool end = false;;) {
        const char *at = r->zip ? (const char *)r->buffer + r->at : (const char *)d->in.at;
        size_t have = r->zip ? r->have - r->at : reel_left(&d->in);
        const char *stop = have > looked ? memchr(at + looked, '\n', have - looked) : NULL;
        size_t size = stop ? (size_t)(stop - at) + 1 : have;
        if (stop || end || have >= MOST_LINE) {
            if (!size) return REEL_END;
            *line = (text_line){ at, size > MOST_LINE ? MOST_LINE : size, size > MOST_LINE || (!stop && !end) };
            return REEL_OK;
        }
        looked = have;
        reel_status status = more_text(d, r, have, &end);
        if (status != REEL_OK) return status;
    }
}

static void skip_line(reel_decoder *d, text_reader *r, size_t size)
{
    r->offset += size;
    if (r->zip)
        r->at += size;
    else
        reel_take(&d->in, size);
}

static uint8_t read_frame(text_reader *r, const text_line *line, reel_status *status)
{
    int64_t ms;
    reel_string object, bones;
    uint8_t kind = echo_text_split((reel_string){ line->text, line->size }, &ms, &object, &bones);
    if (kind != ECHOREPLAY_FRAME) return kind;
    if (r->frame == 0) r->first_time = ms;
    r->rows.frame = (echoreplay_frame){ .common = { .recorded = ms,
                                                    .time = (double)(ms - r->first_time) / 1000,
                                                    .frame = r->frame,
                                                    .paused_team = ECHO_NO_TEAM,
                                                    .unpaused_team = ECHO_NO_TEAM } };
    switch (session_read(&r->rows, object, bones)) {
    case SESSION_FRAME: r->odd_dates += !date_possible(ms); return ECHOREPLAY_FRAME;
    case SESSION_BROKEN: return ECHOREPLAY_BROKEN;
    case SESSION_OTHER: return ECHOREPLAY_NO_SESSION;
    default: *status = REEL_MEMORY; return ECHOREPLAY_BROKEN;
    }
}

static const void *rows_from(const reel_row_list *list, size_t from, size_t *count)
{
    *count = list->count - from;
    return !*count ? NULL : list->data + from * list->table->row_size;
}

/* The rows of the current line. Returns false if not all tables are read. */
static bool rows_of_line(const session_rows *rows, const size_t from[4], line_rows *of)
{
    size_t frames;
    if (!rows->frames || !rows->teams || !rows->players || !rows->bones) return false;
    of->frame = rows_from(rows->frames, from[0], &frames);
    of->teams = rows_from(rows->teams, from[1], &of->team_count);
    of->players = rows_from(rows->players, from[2], &of->player_count);
    of->bones = rows_from(rows->bones, from[3], &of->bone_count);
    return frames == 1;
}

/* The checksum of a line and its rows. */
static uint64_t digest_line(session_rows *rows, const line_rows *of, reel_string line)
{
    return session_line_digest(session_digest(&rows->plans, of->frame, of->teams, of->team_count, of->players, of->player_count,
                                              of->bones, of->bone_count),
                               line);
}

/* Bytes of the rows that were added since `from`. */
static uint64_t bytes_since(const session_rows *rows, const size_t from[4])
{
    const reel_row_list *const lists[4] = { rows->frames, rows->teams, rows->players, rows->bones };
    uint64_t bytes = 0;
    for (size_t i = 0; i < 4; i++)
        if (lists[i]) bytes += (uint64_t)(lists[i]->count - from[i]) * lists[i]->table->row_size;
    return bytes;
}

/* ---- rows of lines ---------------------------------------------------------------------------------------------- */

/* Stores the form of a line instead of its text. Returns FORM_IMPOSSIBLE if it has none. */
static form_result store_form(text_reader *r, echoreplay_line *row, reel_string line, const line_rows *rows)
{
    bool is_new;
    form_result result = form_find(&r->finder, line, rows, &is_new);
    if (result != FORM_DONE) return result;
    const reel_memory *form = &r->finder.forms[r->finder.last];
    row->form = r->finder.last;
    if (is_new) row->text = reel_chunk_string(r->rows.chunk, form->data, form->size);
    return FORM_DONE;
}

static reel_status add_line(reel_decoder *d, text_reader *r, reel_row_list *lines, reel_string text, uint8_t kind,
                            const size_t from[4])
{
    line_rows rows = { 0 };
    echoreplay_line *row = reel_row_add(lines);
    if (!row) return REEL_OK;
    row->frame = r->frame;
    row->kind = kind;
    bool all = kind == ECHOREPLAY_FRAME && rows_of_line(&r->rows, from, &rows);
    if (all && is_compact(r)) {
        /* Each of the three walks takes a step per byte. */
        if (reel_spend(d->budget, 3 * text.size) != REEL_OK)
            return reel_fail_budget(d->budget, d->error, line_section, r->offset);
        form_result result = store_form(r, row, text, &rows);
        if (result == FORM_NO_MEMORY) return no_memory(d);
        if (result == FORM_DONE) return REEL_OK;
    }
    row->offset = r->offset;
    row->digest = kind != ECHOREPLAY_FRAME ? session_line_digest(0, text) : all ? digest_line(&r->rows, &rows, text) : 0;
    row->text = reel_chunk_string(d->chunk, text.data, text.size);
    return REEL_OK;
}

static reel_status read_line(reel_decoder *d, text_reader *r, const text_line *line, reel_row_list *lines)
{
    session_rows *rows = &r->rows;
    size_t from[4] = { rows->frames ? rows->frames->count : 0, rows->teams ? rows->teams->count : 0,
                       rows->players ? rows->players->count : 0, rows->bones ? rows->bones->count : 0 };
    reel_status status = REEL_OK;
    uint8_t kind = line->partial || r->in_long ? ECHOREPLAY_LONG : read_frame(r, line, &status);
    if (status == REEL_MEMORY) return no_memory(d);
    if (reel_build_status(d->chunk) != REEL_OK) return reel_build_status(d->chunk);
    if (!allowance_take(&r->allowance, d, bytes_since(rows, from) + line->size + sizeof(echoreplay_line)))
        return reel_fail(d->error, REEL_LIMIT, "echoreplay.rows", line_section, r->offset,
                         "the lines and their rows exceed the memory limit for a file of this size");
    r->in_long = line->partial;
    r->lines[kind]++;
    if (kind > ECHOREPLAY_EMPTY)
        reel_find(&d->reporter,
                  (reel_finding){ .rule = "echoreplay.line",
                                  .severity = REEL_WARNING,
                                  .section = line_section,
                                  .offset = r->offset,
                                  .length = line->size,
                                  .table = &echoreplay_lines,
                                  .row = REEL_NO_ROW },
                  "a line is not a frame: %s",
                  kind == ECHOREPLAY_NO_TAB       ? "no tab"
                  : kind == ECHOREPLAY_NO_TIME    ? "no timestamp at its start"
                  : kind == ECHOREPLAY_BROKEN     ? "invalid JSON"
                  : kind == ECHOREPLAY_NO_SESSION ? "the JSON object is not a session"
                                                  : "the line is too long");
    if (lines) status = add_line(d, r, lines, (reel_string){ line->text, line->size }, kind, from);
    if (kind == ECHOREPLAY_FRAME) r->frame++;
    return status;
}

/* ---- the reader ------------------------------------------------------------------------------------------------- */

reel_status echo_text_open(reel_decoder *d)
{
    text_reader *r = d->state;
    reel_status status = reel_fill(d, ZIP_HEADER);
    if (status < 0 || status == REEL_AGAIN) return status;
    r->rows.chunk = d->chunk;
    r->rows.in.pool.allocator = r->rows.in.key_pool.allocator = r->rows.extra.allocator = r->head.allocator = d->allocator;
    r->match.allocator = d->allocator;
    if (CAN_COMPACT) form_finder_begin(&r->finder, &d->allocator);
    r->compact = d->flags & REEL_COMPACT_LAYOUT;
    r->zip = reel_left(&d->in) >= 2 && d->in.at[0] == 'P' && d->in.at[1] == 'K';
    echoreplay_info info = { .container = r->zip ? ECHOREPLAY_ZIP : ECHOREPLAY_TEXT };
    status = r->zip ? open_zip(d, r, &info) : REEL_OK;
    if (status != REEL_OK) return status;
    echoreplay_info *row = reel_row_add(reel_chunk_table(d->chunk, &echoreplay_infos));
    if (row) *row = info;
    return REEL_OK;
}

static void report_count(const reel_decoder *d, reel_severity severity, const char *rule, uint64_t count, const char *message)
{
    if (count == 0) return;
    reel_find(
        &d->reporter,
        (reel_finding){ .rule = rule, .severity = severity, .section = line_section, .offset = REEL_NO_OFFSET, .count = count },
        message, (unsigned long long)count);
}

static reel_status finish_file(reel_decoder *d, text_reader *r)
{
    if (!r->ended) {
        r->ended = true;
        end_matching(d, r);
        if (r->zip && !r->damaged) {
            reel_status status = reel_fill(d, SIZE_MAX);
            if (status < 0 || status == REEL_AGAIN) return status;
            size_t left = reel_left(&d->in);
            bool more = left > 4 && zip_sizes_follow(&r->entry) == 0 && memcmp(d->in.at, "PK\3\4", 4) == 0;
            report_count(d, REEL_WARNING, "echoreplay.more-entries", more,
                         "the zip archive has more entries: only the first is read");
            bool differs = r->entry.method == 8 && !zip_sizes_follow(&r->entry) && r->entry.checksum != r->inflater.checksum;
            report_count(d, REEL_WARNING, "echoreplay.checksum", differs, "the text does not match the zip's checksum");
            store_piece(d, r, d->in.at, left);
            add_piece(d, r);
            if (left) reel_take(&d->in, left);
        }
        if (r->zip && is_compact(r)) {
            r->deflated.offset = r->head.size;
            r->deflated.text_size = r->offset;
            r->deflated.checksum = r->inflater.checksum;
            add_deflated(d, &r->deflated);
        }
        report_count(d, REEL_WARNING, "echoreplay.time", r->odd_dates,
                     "%llu {frame is|frames are} dated before 2017 or after 2099, when the game was not played");
        report_count(d, REEL_NOTE, "echoreplay.unknown-keys", r->rows.unknown_keys,
                     "%llu {member with an unknown key is|members with unknown keys are} kept as JSON");
        report_count(d, REEL_WARNING, "echoreplay.unknown-words", r->rows.unknown_words, "%llu unknown {word|words}");
        report_count(d, REEL_WARNING, "echoreplay.values", r->rows.bad_values,
                     "%llu {value is|values are} out of range or of the wrong type");
    }
    if (!r->damaged) return REEL_END;
    *d->error = r->damage;
    return r->damage.status;
}

reel_status echo_text_next(reel_decoder *d)
{
    text_reader *r = d->state;
    session_rows *rows = &r->rows;
    if (r->ended) return finish_file(d, r);
    rows->frames = reel_chunk_table(d->chunk, &echoreplay_frames);
    rows->teams = reel_chunk_table(d->chunk, &echoreplay_teams);
    rows->players = reel_chunk_table(d->chunk, &echoreplay_players);
    rows->bones = reel_chunk_table(d->chunk, &echoreplay_bones);
    memset(rows->texts, 0, sizeof rows->texts);
    if (!r->begun) store_piece(d, r, r->head.data, r->head.size);
    r->begun = true;
    reel_row_list *lines = reel_chunk_table(d->chunk, &echoreplay_lines);
    uint64_t start = r->offset;
    uint32_t first = r->frame;
    while (r->offset - start < CHUNK_TEXT && r->frame - first < CHUNK_FRAMES) {
        text_line line = { NULL, 0, false };
        reel_status status = next_line(d, r, &line);
        if (status == REEL_END) return finish_file(d, r);
        if (status == REEL_AGAIN) return r->offset > start ? REEL_OK : REEL_AGAIN;
        if (status < 0) return status;
        status = read_line(d, r, &line, lines);
        if (status < 0) return status;
        skip_line(d, r, line.size);
    }
    if (r->zip && is_compact(r) && start == 0) {
        if (is_matching(r)) deflate_match_settle(&r->match);
        add_deflated(d, &(echoreplay_deflated){ .level = (uint8_t)r->match.level });
    }
    return REEL_OK;
}

void echo_text_close(reel_decoder *d)
{
    text_reader *r = d->state;
    zip_reader_free(&r->inflater);
    if (CAN_COMPACT) {
        deflate_match_free(&r->match);
        form_finder_free(&r->finder);
    }
    json_pool_free(&r->rows.in.pool);
    json_pool_free(&r->rows.in.key_pool);
    memory_drop(&d->allocator, r->rows.extra.data);
    memory_drop(&d->allocator, r->head.data);
    memory_drop(&d->allocator, r->buffer);
}

/* A chunk is 1 MiB of text and one more line, all of it kept. `{"name":0},` makes a row of a player, 29 times its size,
 * in a list that doubles. A document takes 16 bytes for each of its bytes, and there are two of at most one line. The
 * rest are windows and buffers. A compact layout takes nine compressors of 300 KB, what they are behind, and forms. */
uint64_t echo_text_memory_bound(uint64_t size, const reel_limits *limits)
{
    uint64_t unpacked = reel_unpacked_most(limits, size), text = unpacked < 2 * CHUNK_TEXT ? unpacked : 2 * CHUNK_TEXT;
    uint64_t line = text < MOST_LINE ? text : MOST_LINE, rows = 64 * text, most = allowance_most(limits, size);
    if (rows > 2 * most) rows = 2 * most;
    return ((uint64_t)9 << 20) + 5 * size + rows + 6 * text + 32 * line;
}
