/* SPDX-License-Identifier: MIT
 * What the readers of macros share. */
#include "codec/number.h"
#include "codec/words.h"
#include "core/chunk.h"
#include "core/kept.h"
#include "core/memory.h"
#include "formats/gdr/macros/json.h"
#include "formats/gdr/macros/silicate3.h"

#include <math.h>

static const check_rule notes[MACROS_NOTES] = {
    [MACROS_NOTE_ATOM_SIZE] = { "macros.atom-size-0", REEL_WARNING,
                                "the size of the actions is 0; they were read by their count" },
    [MACROS_NOTE_NO_FPS] = { "macros.no-fps", REEL_WARNING, "the framerate is missing; 240 is assumed" },
    [MACROS_NOTE_ANDROID] = { "macros.android", REEL_WARNING,
                              "the file states no framerate but \"android\": 60 is assumed, some versions counted 240" },
    [MACROS_NOTE_NO_FOOTER] = { "macros.no-footer", REEL_WARNING, "the footer is missing" },
    [MACROS_NOTE_SUB_FRAME] = { "macros.sub-frame", REEL_WARNING, "%llu {input is|inputs are} between two frames" },
    [MACROS_NOTE_TRAILING] = { "macros.trailing-bytes", REEL_WARNING, "bytes follow the end" },
    [MACROS_NOTE_BAD_FIX] = { "macros.bad-fix", REEL_WARNING, "%llu position {fix has|fixes have} an unreadable number" },
    [MACROS_NOTE_BOOL] = { "macros.bool", REEL_WARNING, "%llu {flag is|flags are} neither 0 nor 1" },
    [MACROS_NOTE_PLAYER] = { "macros.player-flag", REEL_WARNING, "%llu {record is|records are} in the list of the other player" },
    [MACROS_NOTE_BUTTON] = { "macros.button-0", REEL_WARNING, "%llu {input|inputs} without a button; jump is assumed" },
    [MACROS_NOTE_FIELDS] = { "macros.field-count", REEL_WARNING, "%llu {line has|lines have} an unusual number of fields" },
    [MACROS_NOTE_MARK] = { "macros.byte-order-mark", REEL_NOTE, "the text starts with a byte order mark" },
    [MACROS_NOTE_BLANKS] = { "macros.blanks", REEL_NOTE, "%llu {line has|lines have} blanks before or after the numbers" },
    [MACROS_NOTE_POINT] = { "macros.decimal-point", REEL_NOTE, "%llu whole {number has|numbers have} a decimal point" },
    [MACROS_NOTE_COMMA] = { "macros.decimal-comma", REEL_NOTE, "%llu {line has|lines have} a decimal comma" },
    [MACROS_NOTE_OPEN] = { "macros.open-line", REEL_NOTE, "the last line has no line ending" },
    [MACROS_NOTE_TEXT_NUMBER] = { "macros.text-number", REEL_NOTE, "%llu {number is|numbers are} stored as text" },
    [MACROS_NOTE_NOT_FINITE] = { "macros.not-finite", REEL_WARNING, "%llu {number is|numbers are} infinite or NaN" },
    [MACROS_NOTE_STATED_SIZE] = { "macros.unpacked-size", REEL_WARNING, "the unpacked bytes have another size than stated" },
    [MACROS_NOTE_UNKNOWN_BUTTON] = { "macros.unknown-button", REEL_WARNING,
                                     "%llu {input has|inputs have} an unknown button; jump is assumed" },
    [MACROS_NOTE_SUB_FIX] = { "macros.sub-frame", REEL_WARNING, "%llu position {fix is|fixes are} between two frames" },
    [MACROS_NOTE_NULL] = { "macros.null", REEL_NOTE, "%llu {value is|values are} null, and {counts|count} as missing; first %s" },
    [MACROS_NOTE_RATE] = { "macros.unusual-fps", REEL_WARNING, "the framerate is below 1 or above 1000000" },
};

void reel__macros_warn(macros_in *m, macros_note note, uint64_t at) { rule_violated(&m->notes[note], REEL_NO_ROW, at); }

reel_status reel__macros_cut(macros_in *m)
{
    return macros_fail(m, REEL_TRUNCATED, "truncated", m->c.failed_at, "the file ends inside the %s", m->section);
}

bool reel__macros_rate_is_valid(double fps) { return fps > 0 && fps - fps == 0; }

reel_status reel__macros_rate(macros_in *m, double fps, uint64_t at)
{
    if (!reel__macros_rate_is_valid(fps))
        return macros_fail(m, REEL_CORRUPT, "bad-fps", at, "the framerate is infinite, NaN or not positive");
    if (fps < 1 || fps > 1e6) reel__macros_warn(m, MACROS_NOTE_RATE, at);
    m->fps = fps;
    return REEL_OK;
}

double reel__macros_reciprocal(double x)
{
    double rate = 1 / x, whole = rate > 0 && rate < 1e15 ? trunc(rate + 0.5) : 0;
    return whole > 0 && fabs(rate - whole) <= whole * 1e-6 ? whole : rate;
}

uint64_t reel__macros_fit(macros_in *m, uint64_t count, size_t size, uint64_t at, reel_status *status)
{
    if (reel_count_fits(&m->c, count, size)) return count;
    uint64_t whole = reel_left(&m->c) / size;
    *status =
        reel_fail(&m->missing, REEL_TRUNCATED, "macros.count-past-end", m->section, at,
                  "%llu records were announced, the file ends after %llu", (unsigned long long)count, (unsigned long long)whole);
    *m->error = m->missing;
    return whole;
}

void reel__macros_trailing(macros_in *m)
{
    if (reel_left(&m->c) && !m->notes[MACROS_NOTE_TRAILING].count) reel__macros_warn(m, MACROS_NOTE_TRAILING, reel_offset(&m->c));
}

size_t reel__macros_data_size(const uint8_t *data, size_t size)
{
    size_t end = size;
    if (!size || (data[size - 1] != 0 && data[size - 1] != 0xff)) return size;
    const uint64_t padding = data[size - 1] ? UINT64_MAX : 0;
    while (end >= 8 && reel_load_u64le(data + end - 8) == padding) end -= 8;
    while (end && data[end - 1] == data[size - 1]) end--;
    return size - end < MACROS_PADDING ? size : end;
}

bool reel__macros_ends_at(const macros_in *m, uint64_t size)
{
    uint64_t left = reel_left(&m->c);
    return size == left || (size < left && m->c.at + size >= m->padding);
}

bool reel__macros_bool(macros_in *m, uint8_t value, uint64_t at)
{
    if (value > 1) reel__macros_warn(m, MACROS_NOTE_BOOL, at);
    return value != 0;
}

reel_status reel__macros_leb128(macros_in *m, unsigned most, unsigned bits, uint64_t *value)
{
    uint64_t at = reel_offset(&m->c), whole = 0;
    const uint8_t *p = m->c.at;
    for (unsigned i = 0; 7 * i + 7 <= bits && p + i < m->c.end; i++) { /* most numbers; what is odd about others is found below */
        whole |= (uint64_t)(p[i] & 0x7f) << 7 * i;
        if (i < most && p[i] < 0x80) {
            m->c.at += i + 1;
            *value = whole;
            return REEL_OK;
        }
    }
    *value = 0;
    for (unsigned i = 0; i < most; i++) {
        uint8_t byte = reel_get_u8(&m->c);
        if (m->c.failed) return reel__macros_cut(m);
        uint64_t part = byte & 0x7f;
        if (7 * i >= bits || (7 * i + 7 > bits && part >> (bits - 7 * i))) break;
        *value |= part << 7 * i;
        if (byte < 0x80) return REEL_OK;
    }
    return macros_fail(m, REEL_CORRUPT, "varint-overflow", at, "a number has more than %u bits", bits);
}

reel_status reel__macros_step(macros_in *m, uint64_t step, uint64_t at)
{
    if (step > MACROS_MOST_FRAME - m->frame) return macros_fail(m, REEL_CORRUPT, "frame-overflow", at, "a frame is above 2^62");
    m->frame += step;
    return REEL_OK;
}

/* The 10^-6 is the rule of ToastyReplay's own importer: a time that was a frame / fps comes back to that frame. */
reel_status reel__macros_frame_of(macros_in *m, double time, uint64_t at, uint64_t *frame)
{
    double exact = time * m->fps;
    if (!(exact >= 0 && exact < 4611686018427387904.0))
        return macros_fail(m, REEL_CORRUPT, "frame-overflow", at, "a frame is above 2^62");
    *frame = (uint64_t)(exact + 1e-6);
    if (fabs(exact - (double)*frame) > 1e-4) reel__macros_warn(m, MACROS_NOTE_SUB_FRAME, at);
    return REEL_OK;
}

/* ---- rows ------------------------------------------------------------------------------------------------------- */

gdr_input *reel__macros_grow(macros_in *m, size_t count)
{
    /* more than two inputs for a byte come from repeats, which say nothing about the rest */
    bool repeats = m->count > 2 * reel_offset(&m->c);
    m->d->chunk->read = repeats ? 0 : reel_offset(&m->c);
    m->d->chunk->size = repeats ? 0 : m->c.end_offset;
    return reel_row_grow(m->inputs, count, false);
}

void reel__macros_physics(macros_in *m, uint64_t frame, unsigned button, bool player2, bool down, gdr_physics physics)
{
    macros_input(m, frame, button, player2, down);
    if (reel_build_status(m->d->chunk) < 0) return;
    if (m->inputs) ((gdr_input *)(void *)m->inputs->data)[m->inputs->count - 1].extra = GDR_PHYSICS;
    gdr_physics *row = m->physics ? reel_row_add(m->physics) : NULL;
    if (row) *row = physics;
    if (row) row->frame = frame > UINT32_MAX ? UINT32_MAX : (uint32_t)frame;
}

void reel__macros_event_add(macros_in *m, macros_event event)
{
    macros_event *row = m->events ? reel_row_add(m->events) : NULL;
    event.frame = (int64_t)m->frame;
    event.index = m->count > UINT32_MAX ? UINT32_MAX : (uint32_t)m->count;
    if (row) *row = event;
}

void reel__macros_fix_add(macros_in *m, macros_fix fix)
{
    macros_fix *row = m->fixes ? reel_row_add(m->fixes) : NULL;
    if (row) *row = fix;
}

void reel__macros_time_add(macros_in *m, uint64_t frame, double time)
{
    macros_time *row = m->times ? reel_row_add(m->times) : NULL;
    if (row) *row = (macros_time){ (int64_t)frame, time };
}

/* ---- the whole -------------------------------------------------------------------------------------------------- */

static reel_status start(macros_in *m, reel_decoder *d)
{
    m->d = d;
    m->error = d->error;
    m->section = "header";
    m->unpacked.allocator = d->allocator;
    reel_status status = reel_fill(d, SIZE_MAX);
    m->c = d->in;
    m->padding = m->c.at + reel__macros_data_size(m->c.at, reel_left(&m->c));
    return status < 0 || status == REEL_AGAIN ? status : REEL_OK;
}

static void fill_info(macros_in *m, const macros_kind *kind, gdr_info *info)
{
    reel_chunk *chunk = m->d->chunk;
    *info = m->info;
    info->author = reel_chunk_string(chunk, m->info.author.data, m->info.author.size);
    info->description = reel_chunk_string(chunk, m->info.description.data, m->info.description.size);
    info->level_name = reel_chunk_string(chunk, m->info.level_name.data, m->info.level_name.size);
    info->bot_name = (reel_string){ kind->bot, strlen(kind->bot) };
    if (m->info.bot_name.size) info->bot_name = reel_chunk_string(chunk, m->info.bot_name.data, m->info.bot_name.size);
    info->version = 2;
    info->bot_version = m->build;
    info->framerate = m->fps;
}

reel_status reel__macros_open(reel_decoder *d, const macros_kind *kind)
{
    macros_in *m = d->state;
    reel_status status = start(m, d);
    if (status != REEL_OK) return status;
    status = kind->head(m);
    if (status < 0) return status;
    m->head_size = (size_t)(m->c.at - d->in.at);
    gdr_info *info = reel_row_add(reel_chunk_table(d->chunk, &gdr_infos));
    macros_header *header = reel_row_add(reel_chunk_table(d->chunk, &macros_headers));
    if (header) *header = m->header;
    if (info) fill_info(m, kind, info);
    return reel_build_status(d->chunk);
}

/* Whether the reader ended in the file, and not in bytes that were unpacked. */
static bool macros_is_in_file(const macros_in *m) { return m->c.end == m->d->in.end; }

static void store_document(macros_in *m)
{
    reel_row_list *list = reel_chunk_table(m->d->chunk, &gdr_documents);
    gdr_document *row = list ? reel_row_add(list) : NULL;
    if (row) row->data = reel_chunk_bytes(m->d->chunk, m->d->in.at, reel_left(&m->d->in));
}

/* Reports known members of JSON that are null, with the name of the first. */
static void report_null(const macros_in *m, const check_rule *rule)
{
    const rule_count *nulls = &m->notes[MACROS_NOTE_NULL];
    if (!nulls->count) return;
    reel_find(&m->d->reporter,
              (reel_finding){ .rule = rule->id,
                              .severity = rule->severity,
                              .section = "inputs",
                              .offset = nulls->offset,
                              .row = REEL_NO_ROW,
                              .count = nulls->count },
              rule->message, (unsigned long long)nulls->count, m->null_key);
}

reel_status reel__macros_next(reel_decoder *d, const macros_kind *kind)
{
    macros_in *m = d->state;
    if (m->done) return REEL_END;
    reel_status status = start(m, d);
    if (status != REEL_OK) return status;
    m->c.at += m->head_size;
    m->section = "inputs";
    m->done = true;
    m->inputs = reel_chunk_table(d->chunk, &gdr_inputs);
    m->physics = reel_chunk_table(d->chunk, &gdr_physics_rows);
    m->events = reel_chunk_table(d->chunk, &macros_events);
    m->fixes = reel_chunk_table(d->chunk, &macros_fixes);
    m->times = reel_chunk_table(d->chunk, &macros_times);
    m->attempts = reel_chunk_table(d->chunk, &macros_attempts);
    m->tries = reel_chunk_table(d->chunk, &macros_tries);
    m->missing.status = REEL_OK;
    reel_chunk *own;
    if ((status = reel__macros_see_padding(m, &own)) < 0) return status;
    status = kind->body(m);
    const reel_status built = own && reel_build_status(own) < 0 ? reel_build_status(own) : reel_build_status(d->chunk);
    if (built < 0) {
        reel__chunk_free(own);
        return built == REEL_MEMORY ? reel__memory_fail(d->error) : built;
    }
    if (m->missing.status < 0 && status != REEL_MEMORY &&
        status != REEL_CANCELLED) { /* the first failure; others may follow it */
        *d->error = m->missing;
        status = m->missing.status;
    }
    status = reel__macros_drop_padding(m, status);
    reel__chunk_free(own);
    if (status >= 0 && macros_is_in_file(m)) reel__macros_trailing(m);
    if (status >= 0) store_document(m);
    for (size_t i = 0; i < MACROS_NOTES; i++)
        if (i != MACROS_NOTE_NULL) reel__rule_report(&d->reporter, &notes[i], "inputs", NULL, &m->notes[i]);
    report_null(m, &notes[MACROS_NOTE_NULL]);
    d->in.at = d->in.end;
    return status < 0 ? status : REEL_END;
}

void reel__macros_close(reel_decoder *d)
{
    macros_in *m = d->state;
    if (m->unpacked.data) reel_memory_free(&m->unpacked);
}

/* The window and its copies and the file beside the rows; then rows, in lists that double. An input takes at least 2 bytes (yBot: 1), an
 * event 1 (TCBot 2), and a fix 17; physics come with inputs of 8 bytes. */
static uint64_t bound_of(uint64_t file, uint64_t size)
{
    return 4 * file + 2 * size * (2 * sizeof(gdr_input) + sizeof(macros_event)) + (UINT64_C(1) << 20);
}

uint64_t reel__macros_memory_bound(uint64_t size, const reel_limits *limits)
{
    (void)limits;
    return bound_of(size, size);
}

/* A repeat section turns few bytes into as many inputs as the count allows, whatever the size of the file. */
uint64_t reel__macros_slc3_bound(uint64_t size, const reel_limits *limits)
{
    return reel__macros_memory_bound(size, limits) + 2 * SLC3_MOST_ACTIONS * sizeof(gdr_input);
}

/* The unpacked bytes are beside the file. */
uint64_t reel__macros_ttr_bound(uint64_t size, const reel_limits *limits)
{
    uint64_t unpacked = reel_unpacked_most(limits, size);
    return 2 * unpacked + bound_of(size, size + unpacked);
}

/* ---- text ------------------------------------------------------------------------------------------------------- */

static bool is_blank(char c) { return c == ' ' || c == '\t'; }

static void trim(reel_string *text)
{
    while (text->size && is_blank(text->data[text->size - 1])) text->size--;
    for (; text->size && is_blank(text->data[0]); text->size--) text->data++;
}

bool reel__macros_line(reel_cursor *c, reel_string *line)
{
    if (c->at == c->end) return false;
    const uint8_t *end = word_search(c->at, c->end, '\n', '\r'); /* not memchr: a file without one of them costs linear time */
    const uint8_t *next = end + (end < c->end);
    if (next < c->end && *end == '\r' && *next == '\n') next++;
    *line = (reel_string){ (const char *)c->at, (size_t)(end - c->at) };
    trim(line);
    c->at = next;
    return true;
}

bool reel__macros_text_line(macros_in *m, reel_string *line)
{
    for (const uint8_t *start = m->c.at; reel__macros_line(&m->c, line); start = m->c.at) {
        const uint8_t *end = (const uint8_t *)line->data + line->size;
        bool blanks = (const uint8_t *)line->data != start || (end < m->c.end && is_blank((char)*end));
        if (blanks) reel__macros_warn(m, MACROS_NOTE_BLANKS, reel__macros_at(m, start));
        if (line->size && memchr(line->data, ',', line->size)) reel__macros_warn(m, MACROS_NOTE_COMMA, reel__macros_at(m, start));
        if (line->size) return true;
    }
    return false;
}

static bool has_mark(const uint8_t *data, size_t size) { return size >= 3 && memcmp(data, "\xef\xbb\xbf", 3) == 0; }

/* The size without padding. No text ends with a byte of it, so that one is enough. */
static size_t text_size(const uint8_t *data, size_t size)
{
    while (size && (data[size - 1] == 0 || data[size - 1] == 0xff)) size--;
    return size;
}

void reel__macros_text_begin(macros_in *m)
{
    bool mark = m->c.at == m->d->in.at && has_mark(m->c.at, reel_left(&m->c));
    if (mark) reel__macros_warn(m, MACROS_NOTE_MARK, 0);
    m->c.at += mark ? 3 : 0;
    const uint8_t *end = m->c.at + text_size(m->c.at, reel_left(&m->c));
    if (m->c.end == end) return;
    if (!m->notes[MACROS_NOTE_TRAILING].count) reel__macros_warn(m, MACROS_NOTE_TRAILING, reel__macros_at(m, end));
    m->c.end_offset -= (uint64_t)(m->c.end - end);
    m->c.end = end;
}

/* Without a byte order mark and padding. */
static reel_bytes text_range(const uint8_t *head, size_t size)
{
    size_t from = has_mark(head, size) ? 3 : 0, end = text_size(head, size);
    return (reel_bytes){ head + from, end > from ? end - from : 0 };
}

static bool is_text(reel_bytes text)
{
    for (size_t i = 0; i < text.size; i++) {
        uint8_t c = text.data[i];
        if (c - 0x20u >= 0x5f && !is_blank((char)c) && c != '\n' && c != '\r') return false;
    }
    return true;
}

reel_bytes reel__macros_text_head(const uint8_t *head, size_t size)
{
    reel_bytes text = text_range(head, size);
    return is_text(text) ? text : (reel_bytes){ head, 0 };
}

reel_status reel__macros_open_line(macros_in *m, reel_string line, bool whole)
{
    if (whole) {
        reel__macros_warn(m, MACROS_NOTE_OPEN, reel__macros_at(m, line.data));
        return REEL_OK;
    }
    return macros_fail(m, REEL_TRUNCATED, "truncated", reel__macros_at(m, line.data), "the file ends inside a line");
}

size_t reel__macros_split(reel_string line, char separator, reel_string *fields, size_t most)
{
    size_t count = 0;
    for (size_t at = 0, begin = 0; at <= line.size; at++) { /* not memchr: most fields have one character */
        if (at < line.size && line.data[at] != separator) continue;
        reel_string field = { line.data + begin, at - begin };
        trim(&field);
        begin = at + 1;
        if (separator == ' ' && !field.size) continue; /* several blanks */
        if (count < most) fields[count] = field;
        count++;
    }
    return count;
}

bool reel__macros_integer(reel_string text, uint64_t most, uint64_t *value)
{
    enum { SAFE_DIGITS = 19 }; /* 10^19 - 1 is below 2^64 */
    size_t safe = text.size <= SAFE_DIGITS ? text.size : 0;
    *value = 0;
    for (size_t i = 0; i < safe; i++) {
        unsigned digit = (unsigned)(uint8_t)text.data[i] - '0';
        if (digit > 9) return false;
        *value = *value * 10 + digit;
    }
    if (*value > most) return false;
    for (size_t i = safe; i < text.size; i++) {
        unsigned digit = (unsigned)(uint8_t)text.data[i] - '0';
        if (digit > 9 || *value > (most - digit) / 10) return false;
        *value = *value * 10 + digit;
    }
    return text.size > 0;
}

size_t reel__macros_plain_fields(const uint8_t *at, const uint8_t *end, uint8_t separator, gdr_input *row)
{
    enum { MOST_DIGITS = 9, REST = 6 };
    const uint8_t *p = at;
    unsigned frame = 0, digit;
    if (end - at < MOST_DIGITS + REST) return 0;
    while ((digit = *p - (unsigned)'0') <= 9 && p - at < MOST_DIGITS) {
        frame = frame * 10 + digit;
        p++;
    }
    unsigned down = p[1] - (unsigned)'0', button = p[3] - (unsigned)'0', player1 = p[5] - (unsigned)'0';
    if (p == at || p[0] != separator || p[2] != separator || p[4] != separator) return 0;
    if (down > 1 || player1 > 1 || button - GDR_JUMP > GDR_RIGHT - GDR_JUMP) return 0;
    *row = (gdr_input){ (int64_t)frame, (uint8_t)button, !player1, (uint8_t)down, GDR_PLAIN, { 0 } };
    return (size_t)(p + REST - at);
}

/* Without regard to case. */
static bool begins_with(reel_string text, const char *word, size_t size)
{
    if (text.size < size) return false;
    for (size_t i = 0; i < size; i++) {
        const char c = text.data[i];
        if ((char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c) != word[i]) return false;
    }
    return true;
}

/* The words of C and C++ libraries for what is not a finite number: nan, perhaps with something in brackets, inf and infinity; 1.#IND, 1.#QNAN,
 * 1.#SNAN and 1.#INF by older ones of Microsoft, perhaps with zeros. The sign of NaN means nothing. */
static bool special_number(reel_string text, double *value)
{
    static const struct {
        const char *word;
        bool nan;
        char rest; /* what may follow: 0 nothing */
    } words[] = { { "nan", true, 0 },      { "nan(", true, ')' },    { "infinity", false, 0 }, { "inf", false, 0 },
                  { "1.#ind", true, '0' }, { "1.#qnan", true, '0' }, { "1.#snan", true, '0' }, { "1.#inf", false, '0' } };
    const bool negative = text.size && text.data[0] == '-', sign = text.size && (negative || text.data[0] == '+');
    const reel_string word = { text.data + sign, text.size - sign };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        const size_t size = strlen(words[i].word);
        if (!begins_with(word, words[i].word, size)) continue;
        bool whole = word.size == size || (words[i].rest && word.data[word.size - 1] == words[i].rest);
        for (size_t at = size; words[i].rest == '0' && at < word.size; at++) whole &= word.data[at] == '0';
        if (!whole || (words[i].rest == ')' && word.size == size)) continue;
        *value = words[i].nan ? (double)NAN : (double)INFINITY;
        if (negative && !words[i].nan) *value = -*value;
        return true;
    }
    return false;
}

bool reel__macros_real(reel_string text, double *value)
{
    enum { THOUSANDS = 4 }; /* a comma and three digits: 1,000 may be 1 or 1000 */
    char copy[64];
    if (special_number(text, value)) return true;
    if (text.size == 0 || text.size >= sizeof copy) return false;
    memcpy(copy, text.data, text.size);
    copy[text.size] = 0;
    char *comma = memchr(copy, ',', text.size);
    if (comma && text.size - (size_t)(comma - copy) == THOUSANDS) return false;
    if (comma) *comma = '.';
    const char *end = reel__number_read_f64(copy, value);
    return end == copy + text.size;
}

uint64_t reel__macros_at(const macros_in *m, const void *byte)
{
    return m->c.end_offset - (uint64_t)(m->c.end - (const uint8_t *)byte);
}

bool reel__macros_whole(macros_in *m, reel_string text, uint64_t most, uint64_t *value)
{
    double real;
    if (reel__macros_integer(text, most, value)) return true;
    if (!reel__macros_real(text, &real) || !(real >= 0 && real < 9007199254740992.0) || (double)(uint64_t)real != real)
        return false;
    *value = (uint64_t)real;
    if (*value > most) return false;
    reel__macros_warn(m, MACROS_NOTE_POINT, reel__macros_at(m, text.data));
    return true;
}

/* ---- sniffing --------------------------------------------------------------------------------------------------- */

/* A head may be tried at many ends, and what is short before its padding looks like anything: it has to verify more. */
enum { PADDED_BITS = 16 };

int reel__macros_sniff_padded(const uint8_t *head, size_t size, int (*sniff)(const uint8_t *head, size_t size))
{
    int best = sniff(head, size);
    if (best) return best;
    for (size_t end = reel__macros_data_size(head, size), i = end; best < PADDED_BITS && i < end + MACROS_PADDING && i < size;
         i++)
        best = sniff(head, i);
    return best < PADDED_BITS ? 0 : best;
}

int reel__macros_magic(const uint8_t *head, size_t size, const char *magic, size_t magic_size)
{
    return size >= magic_size && memcmp(head, magic, magic_size) == 0 ? (int)(8 * magic_size) : 0;
}

static bool is_json(const uint8_t *head, size_t size)
{
    size_t at = has_mark(head, size) ? 3 : 0;
    while (at < size && (head[at] == ' ' || head[at] == '\t' || head[at] == '\n' || head[at] == '\r')) at++;
    return at < size && head[at] == '{';
}

/* The first bytes and the lines are looked at before the rest: few files pass that. */
int reel__macros_sniff_text(const uint8_t *head, size_t size, int (*lines)(reel_cursor text))
{
    enum { FIRST = 16, LINES = 1024 };
    size_t mark = has_mark(head, size) ? 3 : 0, first = size - mark < FIRST ? size - mark : FIRST;
    while (first && (head[mark + first - 1] == 0 || head[mark + first - 1] == 0xff)) first--; /* may be padding */
    if (!first || head[mark] == '{' || !is_text((reel_bytes){ head + mark, first })) return 0;
    reel_bytes text = text_range(head, size);
    int bits = lines((reel_cursor){ .at = text.data, .end = text.data + (text.size < LINES ? text.size : LINES) });
    return bits && is_text(text) ? bits : 0;
}

/* Whether a string ends at the quotation mark behind `text`, and a colon follows. */
static bool ends_key(const uint8_t *at, const uint8_t *end)
{
    if (at == end || *at != '"') return false;
    for (at++; at < end && (*at == ' ' || *at == '\n' || *at == '\r' || *at == '\t');) at++;
    return at < end && *at == ':';
}

/* The keys, as a set, of which one begins at `name`. */
static unsigned keys_at(const uint8_t *name, const uint8_t *end, const char *const *keys, size_t count)
{
    unsigned found = 0;
    for (size_t i = 0; i < count; i++) {
        const size_t length = strlen(keys[i]);
        if ((size_t)(end - name) <= length || memcmp(name, keys[i], length) != 0) continue;
        if (ends_key(name + length, end)) found |= 1u << i;
    }
    return found;
}

unsigned reel__macros_json_keys(const uint8_t *head, size_t size, const char *const *keys, size_t count)
{
    if (!is_json(head, size)) return 0;
    const unsigned all = (1u << count) - 1;
    uint32_t first = 0, second = 0; /* letters of keys, by their lowest five bits: most strings have others */
    for (size_t i = 0; i < count; i++) {
        first |= UINT32_C(1) << (keys[i][0] & 31);
        second |= UINT32_C(1) << ((keys[i][1] ? keys[i][1] : '"') & 31);
    }
    unsigned found = 0;
    const uint8_t *end = head + size;
    for (const uint8_t *at = head; found != all && (at = word_search_byte(at, end, '"')) != end;) {
        const uint8_t *name = ++at;
        if (end - name > 1 && first >> (name[0] & 31) & second >> (name[1] & 31) & 1) found |= keys_at(name, end, keys, count);
    }
    return found;
}
