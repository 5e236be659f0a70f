/* SPDX-License-Identifier: MIT
 * Reads .echoreplay line by line, from plain text or from the text of a zip entry. Lines that are not frames are
 * counted and kept. */
#include "formats/echo/replay/replay.h"

#include "core/memory.h"
#include "core/text.h"
#include "formats/echo/common/date.h"

enum { MOST_LINE = ECHO_LONGEST_LINE, CHUNK_TEXT = 1 << 20, CHUNK_FRAMES = 256 };

static const char line_section[] = "lines";

/* Whether lines come from the zip, and not from the file. */
static bool is_zipped(const text_reader *r) { return r->zip && !r->after; }

/* ---- what it is ------------------------------------------------------------------------------------------------- */

/* Passes over empty lines and blanks. */
static void pass_blanks(const char **text, size_t *size)
{
    while (*size && (**text == ' ' || **text == '\t' || **text == '\r' || **text == '\n')) ++*text, --*size;
}

static int text_bits(const char *text, size_t size)
{
    int64_t ms;
    pass_blanks(&text, &size);
    if (text_has_mark(text, size)) text += sizeof text_mark, size -= sizeof text_mark;
    pass_blanks(&text, &size);
    if (!reel__echo_text_time(text, size, &ms)) return 0;
    if (size < TIME_SIZE + 2) return 48;
    return text[TIME_SIZE] == '\t' ? 64 : 0;
}

int reel__echo_text_sniff(const uint8_t *head, size_t size)
{
    zip_entry entry;
    if (size < ZIP_HEADER) return 0;
    while (reel__zip_header(head, &entry) && !entry.packed_size && !zip_sizes_follow(&entry)) { /* a folder */
        size_t step = ZIP_HEADER + (size_t)entry.name_size + entry.extra_size;
        if (size < step + ZIP_HEADER || head[step] != 'P') break;
        head += step, size -= step;
    }
    if (!reel__zip_header(head, &entry)) return text_has_mark(head, size) ? 0 : text_bits((const char *)head, size);
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
    zip_reader inflater = { .allocator = reel__memory_allocator(NULL) };
    const uint8_t *at = head + start;
    reel__zip_inflate(&inflater, &at, head + size, (uint8_t *)text, sizeof text, &made);
    reel__zip_reader_free(&inflater);
    return text_bits(text, made);
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
    if (is_zipped(r)) {
        size_t before = r->have - r->at;
        *end = r->entry_ended;
        if (*end) return REEL_OK;
        status = reel__text_more_of_zip(d, r);
        *end = r->entry_ended && r->have - r->at == before;
        return status;
    }
    status = reel_fill(d, have < TEXT_STEP ? TEXT_STEP : 2 * have);
    *end = status == REEL_END && reel_left(&d->in) == have;
    return status == REEL_END ? REEL_OK : status;
}

/* The end of the first line in a text, behind LF, CR or both; NULL if it has none, or if it ends with a CR that may be half of an end.
 * *looked: how much is known to be inside of the line. Looks for one in pieces, as one of the two may be in no line. */
static const char *line_end(const char *text, size_t size, bool all, size_t *looked)
{
    for (size_t piece = 64; *looked < size; piece = piece < 4096 ? 2 * piece : piece) {
        const char *at = text + *looked, *lf, *cr;
        size_t some = size - *looked < piece ? size - *looked : piece;
        lf = memchr(at, '\n', some);
        cr = memchr(at, '\r', lf ? (size_t)(lf - at) : some);
        if (cr && cr + 1 == text + size && !all) {
            *looked = (size_t)(cr - text);
            return NULL;
        }
        if (cr) return cr + 1 < text + size && cr[1] == '\n' ? cr + 2 : cr + 1;
        if (lf) return lf + 1;
        *looked += some;
    }
    return NULL;
}

/* Finds the next line, including its end. REEL_END after the last one. Sets `partial` for a part of a line that is too
 * long. */
static reel_status next_line(reel_decoder *d, text_reader *r, text_line *line)
{
    size_t looked = 0;
    for (bool end = false;;) {
        const bool zipped = is_zipped(r);
        const char *at = zipped ? (const char *)r->buffer + r->at : (const char *)d->in.at;
        size_t have = zipped ? r->have - r->at : reel_left(&d->in);
        const char *stop = line_end(at, have, end, &looked);
        size_t size = stop ? (size_t)(stop - at) : have;
        if (stop || end || have >= MOST_LINE) {
            if (!size) return REEL_END;
            *line = (text_line){ at, size > MOST_LINE ? MOST_LINE : size, size > MOST_LINE || (!stop && !end) };
            return REEL_OK;
        }
        reel_status status = more_text(d, r, have, &end);
        if (status != REEL_OK) return status;
    }
}

/* Takes zeros or 0xFF off the end of a line: a file system leaves them where the last part of a file was never written. */
static void drop_padding(text_reader *r, text_line *line)
{
    enum { LEAST = 16 };
    size_t size = line->size;
    const uint8_t last = (uint8_t)line->text[size - 1];
    if (last != 0 && last != 0xff) return;
    while (size && (uint8_t)line->text[size - 1] == last) size--;
    if (line->size - size < LEAST) return;
    text_damage(r, REEL_CORRUPT, "echoreplay.padding", line_section, r->offset + size,
                "the text is padded with bytes that mean nothing: its last part was never written");
    line->size = size;
}

static void skip_line(reel_decoder *d, text_reader *r, size_t size)
{
    r->offset += size;
    if (is_zipped(r))
        r->at += size;
    else
        reel_take(&d->in, size);
}

static bool ends_with_nul(const text_line *line, reel_string answer)
{
    return answer.size && answer.data + answer.size < line->text + line->size && !answer.data[answer.size];
}

static uint8_t read_frame(text_reader *r, const text_line *line, reel_status *status)
{
    int64_t ms;
    reel_string object, bones;
    uint8_t kind = reel__echo_text_split((reel_string){ line->text, line->size }, &ms, &object, &bones);
    if (kind != ECHOREPLAY_FRAME) return kind;
    line_clock clock = r->clock;
    r->rows.frame = (echoreplay_frame){ .common = { .recorded = ms,
                                                    .time = reel__line_clock_take(&clock, ms, r->offset),
                                                    .frame = r->frame,
                                                    .paused_team = ECHO_NO_TEAM,
                                                    .unpaused_team = ECHO_NO_TEAM } };
    r->rows.line_offset = r->offset;
    switch (reel__session_read(&r->rows, object, bones)) {
    case SESSION_FRAME:
        r->clock = clock;
        r->marks += text_has_mark(line->text, line->size);
        r->nuls += ends_with_nul(line, object) || ends_with_nul(line, bones);
        r->odd_dates += !date_possible(ms);
        r->other_calendar += reel__echo_text_calendar((reel_string){ line->text, line->size }) != CALENDAR_GREGORIAN;
        return ECHOREPLAY_FRAME;
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
    return reel__session_line_digest(reel__session_digest(&rows->plans, of->frame, of->teams, of->team_count, of->players,
                                                          of->player_count, of->bones, of->bone_count),
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
    form_result result = reel__form_find(&r->finder, line, rows, &is_new);
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
        if (result == FORM_NO_MEMORY) return reel__memory_fail(d->error);
        if (result == FORM_DONE) return REEL_OK;
    }
    row->offset = r->offset;
    row->digest = kind != ECHOREPLAY_FRAME ? reel__session_line_digest(0, text) : all ? digest_line(&r->rows, &rows, text) : 0;
    row->text = reel_chunk_string(d->chunk, text.data, text.size);
    return REEL_OK;
}

/* Charges a line that is not a frame. They are few in recordings, so that their bytes are limited by those of the file, and not by what these
 * unpack to. */
static bool take_strange(const reel_decoder *d, text_reader *r, uint64_t size)
{
    enum { FREE = 4 << 20, RATIO = 16 };
    r->strange += size;
    return !d->budget || r->strange <= FREE + RATIO * d->budget->read;
}

static reel_status read_line(reel_decoder *d, text_reader *r, const text_line *line, reel_row_list *lines)
{
    session_rows *rows = &r->rows;
    size_t from[4] = { rows->frames ? rows->frames->count : 0, rows->teams ? rows->teams->count : 0,
                       rows->players ? rows->players->count : 0, rows->bones ? rows->bones->count : 0 };
    reel_status status = REEL_OK;
    uint8_t kind = line->partial || r->in_long ? ECHOREPLAY_LONG : read_frame(r, line, &status);
    if (status == REEL_MEMORY) return reel__memory_fail(d->error);
    if (reel_build_status(d->chunk) != REEL_OK) return reel_build_status(d->chunk);
    if (!allowance_take(&r->allowance, d, bytes_since(rows, from) + line->size + sizeof(echoreplay_line)))
        return reel_fail(d->error, REEL_LIMIT, "echoreplay.rows", line_section, r->offset,
                         "the lines and their rows exceed the memory limit for a file of this size");
    if (kind > ECHOREPLAY_EMPTY && !take_strange(d, r, line->size))
        return reel_fail(d->error, REEL_LIMIT, "echoreplay.lines", line_section, r->offset,
                         "too many lines are not frames for a file of this size");
    r->in_long = line->partial;
    if (kind > ECHOREPLAY_EMPTY && !r->odd[kind].count++) {
        r->odd[kind].offset = r->offset;
        r->odd[kind].length = line->size;
    }
    if (lines) status = add_line(d, r, lines, (reel_string){ line->text, line->size }, kind, from);
    if (kind == ECHOREPLAY_FRAME) r->frame++;
    return status;
}

/* ---- the reader ------------------------------------------------------------------------------------------------- */

reel_status reel__echo_text_open(reel_decoder *d)
{
    text_reader *r = d->state;
    reel_status status = reel_fill(d, ZIP_HEADER);
    if (status < 0 || status == REEL_AGAIN) return status;
    r->rows.chunk = d->chunk;
    r->rows.in.pool.allocator = r->rows.in.key_pool.allocator = r->rows.extra.allocator = r->head.allocator = d->allocator;
    r->match.allocator = d->allocator;
    if (ECHO_CAN_COMPACT) reel__form_finder_begin(&r->finder, &d->allocator);
    r->compact = d->flags & REEL_COMPACT_LAYOUT;
    r->zip = reel_left(&d->in) >= 2 && d->in.at[0] == 'P' && d->in.at[1] == 'K';
    echoreplay_info info = { .container = r->zip ? ECHOREPLAY_ZIP : ECHOREPLAY_TEXT };
    status = r->zip ? reel__text_open_zip(d, r, &info) : REEL_OK;
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

/* A recorder writes the same again and again, so each kind is reported once, with its first line. */
static void report_lines(const reel_decoder *d, const text_reader *r)
{
    static const char *const reasons[] = { [ECHOREPLAY_NO_TAB] = "no tab",
                                           [ECHOREPLAY_NO_TIME] = "no timestamp at its start",
                                           [ECHOREPLAY_BROKEN] = "invalid JSON",
                                           [ECHOREPLAY_NO_SESSION] = "the JSON object is not a session",
                                           [ECHOREPLAY_LONG] = "the line is too long" };
    for (unsigned kind = ECHOREPLAY_NO_TAB; kind <= ECHOREPLAY_LONG; kind++) {
        const odd_lines *lines = &r->odd[kind];
        if (!lines->count) continue;
        reel_find(&d->reporter,
                  (reel_finding){ .rule = "echoreplay.line",
                                  .severity = REEL_WARNING,
                                  .section = line_section,
                                  .offset = lines->offset,
                                  .length = lines->length,
                                  .table = &echoreplay_lines,
                                  .row = REEL_NO_ROW,
                                  .count = lines->count },
                  "%llu {line is not a frame|lines are not frames}: %s", (unsigned long long)lines->count, reasons[kind]);
    }
}

static void report_back(const reel_decoder *d, const line_clock *clock)
{
    if (!clock->back) return;
    reel_find(
        &d->reporter,
        (reel_finding){ .rule = "echoreplay.time-backwards",
                        .severity = REEL_WARNING,
                        .section = line_section,
                        .offset = clock->back_offset,
                        .count = clock->back },
        "%llu {frame was|frames were} recorded before an earlier one: the clock was set back, or lines are in the wrong order",
        (unsigned long long)clock->back);
}

/* Adds a row about the compressed text. The first one has only the level, which a writer needs before the text. */
static void add_deflated(reel_decoder *d, const echoreplay_deflated *deflated)
{
    reel_row_list *list = reel_chunk_table(d->chunk, &echoreplay_deflates);
    echoreplay_deflated *row = list ? reel_row_add(list) : NULL;
    if (row) *row = *deflated;
}

static void report_totals(reel_decoder *d, text_reader *r)
{
    report_lines(d, r);
    report_count(d, REEL_WARNING, "echoreplay.time", r->odd_dates,
                 "%llu {frame is|frames are} dated before 2017 or after 2099, when the game was not played");
    report_count(d, REEL_NOTE, "echoreplay.time", r->other_calendar,
                 "%llu {frame is|frames are} dated in the Thai, Persian or Islamic calendar: the dates were converted");
    report_back(d, &r->clock);
    report_count(d, REEL_NOTE, "reel.byte-order-mark", r->marks, "%llu {line begins|lines begin} with a byte order mark");
    report_count(d, REEL_NOTE, "echoreplay.nul", r->nuls,
                 "%llu {frame has|frames have} a NUL behind an answer, as the game wrote until June 2020");
    reel__session_report(&r->rows, &d->reporter, line_section);
}

/* At the end of the text. REEL_OK: more of it follows the zip. */
static reel_status finish_file(reel_decoder *d, text_reader *r)
{
    if (r->zip && !r->zip_ended) {
        reel__text_end_matching(d, r);
        reel_status status = reel__text_end_zip(d, r);
        if (status < 0 || status == REEL_AGAIN) return status;
        if (r->after) return REEL_OK;
    }
    if (!r->ended) {
        r->ended = true;
        if (r->zip && is_compact(r)) {
            r->deflated.offset = r->head.size;
            r->deflated.text_size = r->offset;
            r->deflated.checksum = r->inflater.checksum;
            add_deflated(d, &r->deflated);
        }
        report_totals(d, r);
        if (!r->frame && r->strange)
            text_damage(r, REEL_CORRUPT, "echoreplay.no-frames", line_section, 0, "none of the lines is a frame");
    }
    if (!r->damaged) return REEL_END;
    *d->error = r->damage;
    return r->damage.status;
}

reel_status reel__echo_text_next(reel_decoder *d)
{
    text_reader *r = d->state;
    session_rows *rows = &r->rows;
    if (r->ended) return finish_file(d, r);
    rows->frames = reel_chunk_table(d->chunk, &echoreplay_frames);
    rows->teams = reel_chunk_table(d->chunk, &echoreplay_teams);
    rows->players = reel_chunk_table(d->chunk, &echoreplay_players);
    rows->bones = reel_chunk_table(d->chunk, &echoreplay_bones);
    memset(rows->texts, 0, sizeof rows->texts);
    if (!r->begun) reel__text_store_piece(d, r, r->head.data, r->head.size);
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
        const size_t size = line.size;
        drop_padding(r, &line);
        if (line.size) status = read_line(d, r, &line, lines);
        if (status < 0) return status;
        skip_line(d, r, size);
    }
    if (r->zip && is_compact(r) && start == 0) {
        if (is_matching(r)) reel__deflate_match_settle(&r->match);
        add_deflated(d, &(echoreplay_deflated){ .level = (uint8_t)r->match.level });
    }
    return REEL_OK;
}

void reel__echo_text_close(reel_decoder *d)
{
    text_reader *r = d->state;
    reel__zip_reader_free(&r->inflater);
    if (ECHO_CAN_COMPACT) {
        reel__deflate_match_free(&r->match);
        reel__form_finder_free(&r->finder);
    }
    reel__json_pool_free(&r->rows.in.pool);
    reel__json_pool_free(&r->rows.in.key_pool);
    reel__memory_drop(&d->allocator, r->rows.extra.data);
    reel__memory_drop(&d->allocator, r->head.data);
    reel__memory_drop(&d->allocator, r->buffer);
}

/* A chunk is 1 MiB of text and one more line, all of it kept. `{"name":0},` makes a row of a player, 34 times its size,
 * in a list that doubles. A document takes 16 bytes for each of its bytes, and there are two of at most one line. The
 * rest are windows and buffers. A compact layout takes nine compressors of 300 KB, what they are behind, and forms. */
uint64_t reel__echo_text_memory_bound(uint64_t size, const reel_limits *limits)
{
    uint64_t unpacked = reel_unpacked_most(limits, size), text = unpacked < 2 * CHUNK_TEXT ? unpacked : 2 * CHUNK_TEXT;
    uint64_t line = text < MOST_LINE ? text : MOST_LINE, rows = 72 * text, most = allowance_most(limits, size);
    if (rows > 2 * most) rows = 2 * most;
    return ((uint64_t)9 << 20) + 5 * size + rows + 6 * text + 32 * line;
}
