/* SPDX-License-Identifier: MIT
 * Reads the decoded JSON. Its header may be anywhere, so opening reads the whole file. Numbers are doubles; null stands for NaN, as
 * JavaScript writes it. docs/formats/scoresaber.md names the rules. */
#include "codec/number.h"
#include "codec/words.h"
#include "core/memory.h"
#include "core/rows.h"
#include "formats/scoresaber/decoded_values.h"

uint64_t reel__decoded_memory_bound(uint64_t size, const reel_limits *limits)
{
    (void)limits;
    /* The worst case is scores of one digit: 2 bytes become a row of 40, without spare capacity. To that add the input buffer, which grows
     * by doubling, and the original file. */
    return 20 * size + 3 * size + 65536;
}

static const struct {
    const char *rule, *message;
} odds[ODDS] = {
    [ODD_KIND] = { "scoresaber-json.kind", "a value has the wrong type (%llu {time|times}), first \"%.*s\" of %s" },
    [ODD_MEMBER] = { "scoresaber-json.member", "unknown member in a frame or height (%llu {time|times}), first \"%.*s\" of %s" },
    [ODD_WHOLE] = { "scoresaber-json.whole-number",
                    "a number is not an integer, or out of range (%llu {time|times}), first \"%.*s\" of %s" },
    [ODD_FRAME] = { "scoresaber-json.frame",
                    "an incomplete item was skipped (%llu {time|times}), the first without \"%.*s\" of %s" },
    [ODD_REPEATED] = { "scoresaber-json.repeated", "a duplicate member was ignored (%llu {time|times}), first \"%.*s\" of %s" },
    [ODD_TEXT] = { "scoresaber-json.text", "invalid UTF-8 in a text (%llu {time|times}), first \"%.*s\" of %s" },
    [ODD_MODIFIER] = { "scoresaber-json.modifier",
                       "a modifier is empty or of several codes, and becomes other ones in another format "
                       "(%llu {time|times}), \"%.*s\" of %s" },
    [ODD_QUOTED] = { "scoresaber-json.other-type", "a number is in quotes, or a text is a number; it was read "
                                                   "(%llu {time|times}), first \"%.*s\" of %s" },
};

/* ---- frames and heights ----------------------------------------------------------------------------------------- */

static bool read_pose(decoded_job *j, uint8_t *pose)
{
    unsigned seen = 0;
    pull_value key;
    if (j->value.kind != PULL_MAP) { /* null is a missing value */
        if (j->value.kind != PULL_NULL) reel__decoded_count_odd(j, ODD_KIND);
        reel__decoded_skip(j);
        return false;
    }
    while (reel__decoded_next_member(j, &key)) {
        const decoded_member *vector = reel__decoded_find_member(&key, reel__decoded_pose_members, DECODED_POSE_MEMBERS);
        if (!vector) {
            reel__decoded_count_odd(j, ODD_MEMBER);
            reel__decoded_skip(j);
            continue;
        }
        unsigned bit = 1u << (vector - reel__decoded_pose_members);
        bool whole = reel__decoded_read_vector(j, (double *)(void *)(pose + vector->offset), vector->count);
        seen = whole ? seen | bit : seen & ~bit;
    }
    return seen == (1u << DECODED_POSE_MEMBERS) - 1;
}

static bool read_value(decoded_job *j, const decoded_member *member, uint8_t *row)
{
    void *to = row + member->offset;
    if (member->kind == DECODED_POSE) return read_pose(j, to);
    if (member->kind == DECODED_NUMBER) return reel__decoded_read_number(j, to);
    const bool null = j->value.kind == PULL_NULL, read = reel__decoded_read_whole(j, INT64_MIN, INT64_MAX, to);
    if (!read && !null) reel__decoded_count_odd(j, ODD_KIND);
    if (read) ((scoresaber_json_frame *)(void *)row)->present |= SCORESABER_JSON_HAS_FPS;
    return read;
}

/* Reads the members of a frame or height, whose object was entered. The last of repeated members counts. Returns true if none is missing. */
static bool read_members(decoded_job *j, const decoded_member *members, size_t count, uint8_t *row)
{
    unsigned missing = 0;
    pull_value key;
    for (size_t i = 0; i < count; i++) missing |= (unsigned)!members[i].optional << i;
    while (reel__decoded_next_member(j, &key)) {
        const decoded_member *member = reel__decoded_find_member(&key, members, count);
        if (member) {
            unsigned bit = member->optional ? 0 : 1u << (member - members);
            missing = read_value(j, member, row) ? missing & ~bit : missing | bit;
        } else if (reel__decoded_skip(j)) {
            reel__decoded_count_odd(j, ODD_MEMBER);
        }
    }
    for (size_t i = count; i-- > 0;)
        if (missing >> i & 1) j->key = (reel_string){ &members[i].key, 1 };
    return !missing;
}

bool reel__decoded_makes_row(decoded_job *scratch, const reel_table *table, reel_bytes item)
{
    union {
        scoresaber_json_frame frame;
        scoresaber_json_height height;
    } row;
    memset(&row, 0, sizeof row);
    reel__pull_begin(&scratch->tree, PULL_JSON, item.data, item.size, PULL_MOST_DEPTH);
    if (!reel__decoded_next_value(scratch) || scratch->value.kind != PULL_MAP) return false;
    return table == &scoresaber_json_frames
               ? read_members(scratch, reel__decoded_frame_members, DECODED_FRAME_MEMBERS, (uint8_t *)&row)
               : read_members(scratch, reel__decoded_height_members, DECODED_HEIGHT_MEMBERS, (uint8_t *)&row);
}

/* ---- fast path: frames as the published decoder writes them ----------------------------------------------------- */

/* Skips the text before a number of a frame. Returns false if the input differs. */
static bool match_text(const decoded_job *j, const uint8_t **at, size_t number)
{
    const decoded_frame_form *form = &j->form;
    size_t size = (size_t)form->starts[number + 1] - form->starts[number];
    if ((size_t)(j->numbers_end - *at) <= size || memcmp(*at, form->text + form->starts[number], size) != 0) return false;
    *at += size;
    return true;
}

/* Reads the next item of the array if it has exactly that form, as nearly all files have. Otherwise returns false and reads nothing.
 *
 * The number parsers do not know the end of the input. They stop at the first byte that cannot be part of a number, and numbers_end is
 * just after the last such byte of the input, so a number that begins before numbers_end cannot run past it. */
static bool read_plain_frame(decoded_job *j, scoresaber_json_frame *frame)
{
    pull_level *level = &j->tree.levels[j->tree.depth];
    const uint8_t *at = j->tree.at;
    if (at >= j->numbers_end || (level->any && *at++ != ',')) return false;
    for (size_t i = 0; i < DECODED_FRAME_NUMBERS; i++) {
        double *to = (double *)(void *)((uint8_t *)frame + j->form.offsets[i]);
        if (at >= j->numbers_end || !match_text(j, &at, i)) return false;
        at = (const uint8_t *)reel__number_read_f64((const char *)at, to);
        if (!at) return false;
    }
    if (!match_text(j, &at, DECODED_FRAME_NUMBERS)) return false;
    const uint8_t *digits = at + (*at == '-');
    if (digits + 1 < j->numbers_end && digits[0] == '0' && digits[1] >= '0' && digits[1] <= '9')
        return false; /* a leading zero is invalid */
    at = (const uint8_t *)reel__number_read_i64((const char *)at, &frame->fps);
    if (!at || at >= j->numbers_end || *at != '}') return false;
    level->any = true;
    j->tree.at = at + 1;
    return true;
}

static void read_plain_frames(decoded_job *j, reel_row_list *rows)
{
    scoresaber_json_frame frame = { .present = SCORESABER_JSON_HAS_FPS };
    while (read_plain_frame(j, &frame)) {
        scoresaber_json_frame *row = reel_row_add(rows);
        if (!row) return;
        *row = frame;
    }
}

/* Reads an array of frames or heights. A row that is interrupted by a fault is not added. */
static void read_objects(decoded_job *j, reel_row_list *rows, bool frames)
{
    for (;;) {
        if (frames && rows) read_plain_frames(j, rows);
        if (!reel__decoded_next_value(j) || j->value.kind == PULL_END) return;
        union {
            scoresaber_json_frame frame;
            scoresaber_json_height height;
        } row;
        memset(&row, 0, sizeof row);
        if (j->value.kind != PULL_MAP) {
            reel__decoded_count_odd(j, ODD_KIND);
            reel__decoded_skip(j);
            continue;
        }
        if (!rows) {
            reel__decoded_skip(j);
            continue;
        }
        bool whole = frames ? read_members(j, reel__decoded_frame_members, DECODED_FRAME_MEMBERS, (uint8_t *)&row)
                            : read_members(j, reel__decoded_height_members, DECODED_HEIGHT_MEMBERS, (uint8_t *)&row);
        if (j->tree.fault != PULL_OK) return;
        if (!whole) {
            reel__decoded_count_odd(j, ODD_FRAME);
            continue;
        }
        void *row_at = reel_row_add(rows);
        if (!row_at) return;
        memcpy(row_at, &row, rows->table->row_size);
    }
}

/* ---- the four lists of notes ------------------------------------------------------------------------------------ */

static void read_item(decoded_job *j, const reel_field *field, scoresaber_json_note *row)
{
    void *to = (uint8_t *)row + field->offset;
    bool taken;
    if (j->value.kind == PULL_NULL) return;
    if (field->type == REEL_I32) {
        int64_t whole;
        taken = reel__decoded_read_whole(j, INT32_MIN, INT32_MAX, &whole);
        if (taken) *(int32_t *)to = (int32_t)whole;
    } else if (field->type == REEL_F64) {
        taken = reel__decoded_read_number(j, to);
    } else {
        taken = reel__decoded_read_text(j, to);
        if (!taken) reel__decoded_skip(j);
    }
    if (taken)
        row->present |= field->present_mask;
    else
        reel__decoded_count_odd(j, ODD_KIND);
}

/* Counts the items before adding rows: a row is 20 times as large as the shortest item, so spare capacity would be expensive. */
static bool reserve_notes(decoded_job *j)
{
    size_t count = j->notes ? reel__decoded_count_values(&j->tree) : 0, there = j->notes ? j->notes->count : 0;
    if (count <= there) return true;
    if (!reel_row_grow(j->notes, count - there, true)) return false;
    j->notes->count = there;
    return true;
}

static void read_list(decoded_job *j, size_t which)
{
    const reel_field *field = &scoresaber_json_notes.fields[which];
    if (!reserve_notes(j)) return;
    while (reel__decoded_next_value(j) && j->value.kind != PULL_END) {
        if (!j->notes) {
            reel__decoded_skip(j);
            continue;
        }
        size_t number = j->items[which];
        if (number == j->notes->count && !reel_row_add(j->notes)) return;
        read_item(j, field, (scoresaber_json_note *)(void *)j->notes->data + number);
        if (j->tree.fault != PULL_OK) return;
        j->items[which]++;
    }
    j->whole[which] = j->tree.fault == PULL_OK;
}

/* Drops rows after the end of a list that was interrupted: they are incomplete. */
static void drop_unfinished(decoded_job *j)
{
    if (!j->notes) return;
    for (size_t i = 0; i < DECODED_LISTS; i++)
        if (!j->whole[i] && j->items[i] < j->notes->count) j->notes->count = j->items[i];
}

/* ---- the outermost object --------------------------------------------------------------------------------------- */

static void read_part(decoded_job *j, const pull_value *key)
{
    decoded_part part = reel__decoded_find_part(decoded_key_text(key));
    j->section = part < DECODED_PARTS ? reel__decoded_parts[part].table->name : scoresaber_json_extras.name;
    if (part == DECODED_PARTS) {
        reel__decoded_store_extra(j, (reel_string){ "", 0 }, key);
        return;
    }
    bool again = j->seen >> part & 1, fits = j->value.kind == (part == DECODED_INFO ? PULL_MAP : PULL_ARRAY);
    j->seen |= 1u << part;
    if (again || !fits) {
        if (again || j->value.kind != PULL_NULL) reel__decoded_count_odd(j, again ? ODD_REPEATED : ODD_KIND);
        reel__decoded_skip(j);
    } else if (part == DECODED_INFO) {
        reel__decoded_read_info(j);
    } else if (part == DECODED_FRAMES || part == DECODED_HEIGHTS) {
        read_objects(j, part == DECODED_FRAMES ? j->frames : j->heights, part == DECODED_FRAMES);
    } else {
        read_list(j, (size_t)(part - DECODED_SCORES));
    }
}

/* Whether the reader stopped at a word that some programs print for numbers that JSON does not have. */
static bool is_number_word(const pull_reader *r)
{
    static const char *const words[] = { "NaN", "nan", "Infinity", "-Infinity", "inf", "-inf" };
    bool word = false;
    for (size_t i = 0; i < sizeof words / sizeof *words && r->fault_at; i++)
        word |= (size_t)(r->end - r->fault_at) >= strlen(words[i]) && memcmp(r->fault_at, words[i], strlen(words[i])) == 0;
    return word;
}

static reel_status fail_reading(const decoded_job *j)
{
    uint64_t offset = j->base + (uint64_t)(j->tree.fault_at - j->tree.start);
    uint64_t end = j->base + (uint64_t)(j->tree.end - j->tree.start);
    switch (j->tree.fault) {
    case PULL_CUT:
        return reel_fail(j->d->error, REEL_TRUNCATED, "scoresaber-json.truncated", j->section, offset,
                         "the file ends at byte %llu, inside its %s", (unsigned long long)end, j->section);
    case PULL_DEEP:
        return reel_fail(j->d->error, REEL_LIMIT, "scoresaber-json.depth", j->section, offset,
                         "values are nested more than %u levels deep", j->tree.most_depth);
    default:
        if (is_number_word(&j->tree))
            return reel_fail(j->d->error, REEL_CORRUPT, "scoresaber-json.syntax", j->section, offset,
                             "invalid JSON: the program that wrote it prints NaN or infinity, where JSON has null");
        return reel_fail(j->d->error, REEL_CORRUPT, "scoresaber-json.syntax", j->section, offset, "invalid JSON");
    }
}

enum { KEY_SHOWN = 40 }; /* bytes of a key in a message */

static void report_odds(const decoded_job *j)
{
    for (size_t i = 0; i < ODDS; i++) {
        const reel_string key = j->odd[i].key;
        const uint64_t count = j->odd[i].count;
        if (!count) continue;
        reel_find(
            &j->d->reporter,
            (reel_finding){
                .rule = odds[i].rule, .severity = REEL_WARNING, .section = "json", .offset = j->odd[i].first, .count = count },
            odds[i].message, (unsigned long long)count, (int)(key.size < KEY_SHOWN ? key.size : KEY_SHOWN),
            key.size ? key.data : "", j->odd[i].section);
    }
}

static reel_status read_all(decoded_job *j)
{
    if (!reel__decoded_next_value(j)) return fail_reading(j);
    if (j->value.kind != PULL_MAP)
        return reel_fail(j->d->error, REEL_UNSUPPORTED, "scoresaber-json.object", "json", j->base,
                         "the outermost value is not an object");
    pull_value key;
    while (reel_build_status(j->d->chunk) == REEL_OK && reel__decoded_next_member(j, &key)) read_part(j, &key);
    if (reel_build_status(j->d->chunk) != REEL_OK) return reel_build_status(j->d->chunk);
    for (size_t i = 0; i < DECODED_LISTS; i++)
        if (!(j->seen >> (DECODED_SCORES + i) & 1)) j->whole[i] = j->tree.fault == PULL_OK;
    if (j->tree.fault != PULL_OK) {
        drop_unfinished(j);
        return fail_reading(j);
    }
    return REEL_OK;
}

/* Reports bytes after the outermost object and returns their number. */
static uint64_t read_tail(decoded_job *j)
{
    const uint8_t *at = j->tree.at;
    while (at < j->tree.end && (*at == ' ' || *at == '\t' || *at == '\n' || *at == '\r')) at++;
    size_t left = (size_t)(j->tree.end - at);
    uint64_t offset = j->base + (uint64_t)(at - j->tree.start);
    if (left)
        reel__scoresaber_warn(j->d, "scoresaber-json.trailing-bytes", "json", offset, left, left,
                              "%llu {byte|bytes} after the end of the JSON");
    return left;
}

/* The end of the last byte that cannot be part of a number. */
static const uint8_t *end_of_numbers(const uint8_t *start, const uint8_t *end)
{
    while (end > start && ((end[-1] >= '0' && end[-1] <= '9') || memchr("+-.eE", end[-1], 5))) end--;
    return end;
}

/* Whether a growing file is complete: its outermost object is closed, or it is corrupt, which more bytes cannot change. */
static bool is_whole(pull_reader *r, const uint8_t *numbers_end)
{
    pull_value value;
    if (reel__pull_next(r, &value) && reel__pull_skip(r, &value)) return true;
    return r->fault != PULL_CUT && r->fault_at < numbers_end;
}

reel_status reel__decoded_open(reel_decoder *d)
{
    decoded_reader *state = d->state;
    reel_status status = reel_fill(d, SIZE_MAX);
    if (status < 0) return status;
    bool grows = status == REEL_AGAIN;
    const uint8_t *start = d->in.at;
    size_t size = reel_left(&d->in), mark = reel__decoded_mark_size(start, size);
    decoded_job *j = d->allocator.alloc(d->allocator.context, sizeof *j);
    if (!j) return reel__memory_fail(d->error);
    memset(j, 0, sizeof *j);
    j->d = d;
    j->base = mark;
    j->section = "json";
    j->frames = reel_chunk_table(d->chunk, &scoresaber_json_frames);
    j->notes = reel_chunk_table(d->chunk, &scoresaber_json_notes);
    j->heights = reel_chunk_table(d->chunk, &scoresaber_json_heights);
    j->extras = reel_chunk_table(d->chunk, &scoresaber_json_extras);
    reel__pull_begin(&j->tree, PULL_JSON, start + mark, size - mark, d->limits.nesting);
    j->numbers_end = end_of_numbers(start + mark, start + size);
    reel__decoded_frame_form_make(&j->form);
    bool mark_begins = size < sizeof reel__decoded_bom && memcmp(start, reel__decoded_bom, size) == 0;
    if (grows && (mark_begins || !is_whole(&j->tree, j->numbers_end))) {
        d->allocator.free(d->allocator.context, j);
        return REEL_AGAIN;
    }
    reel__pull_begin(&j->tree, PULL_JSON, start + mark, size - mark, d->limits.nesting);
    state->status = read_all(j);
    if (state->status == REEL_OK) {
        uint64_t loose = read_tail(j);
        for (size_t i = 0; i < ODDS; i++) loose += j->odd[i].count;
        reel__original_store(d, reel__decoded_tables, start, size, loose);
    }
    report_odds(j);
    d->allocator.free(d->allocator.context, j);
    if (state->status == REEL_MEMORY || state->status == REEL_UNSUPPORTED) return state->status;
    state->error = *d->error;
    d->in.at = d->in.end;
    return reel_build_status(d->chunk);
}

reel_status reel__decoded_next(reel_decoder *d)
{
    decoded_reader *state = d->state;
    if (state->done) return REEL_END;
    state->done = true;
    if (state->status < 0) *d->error = state->error;
    return state->status;
}

static const uint8_t *skip_space(const uint8_t *at, const uint8_t *end)
{
    while (at < end && (*at == ' ' || *at == '\t' || *at == '\n' || *at == '\r')) at++;
    return at;
}

/* Whether a key is in no other format: noteTime, noteInfos, dynamicHeight, noteJumpStartBeatOffset. Sizes are compared first, because this is
 * called for every string near the start of a file. */
static bool is_own_key(reel_string key)
{
    static const reel_string spawn_offset = { DECODED_SPAWN_OFFSET_KEY, sizeof DECODED_SPAWN_OFFSET_KEY - 1 };
    for (size_t part = DECODED_TIMES; part < DECODED_PARTS; part++)
        if (key.size == reel__decoded_parts[part].key.size && reel__text_values_equal(&key, &reel__decoded_parts[part].key))
            return true;
    return key.size == spawn_offset.size && reel__text_values_equal(&key, &spawn_offset);
}

/* A JSON object that starts with a key of the format, or has one of its own keys near its start. */
int reel__decoded_sniff(const uint8_t *head, size_t size)
{
    const uint8_t *at = head, *end = head + size;
    at += reel__decoded_mark_size(at, size);
    at = skip_space(at, end);
    if (at == end || *at++ != '{') return 0;
    const uint8_t *first = skip_space(at, end), *open = word_search_byte(at, end, '"'), *close;
    for (; open != end; open = word_search_byte(open + 1, end, '"')) {
        bool may_be_own = end - open > 1 && (open[1] == 'n' || open[1] == 'd'); /* most strings are not keys that we look for */
        if (open != first && !may_be_own) continue;
        close = word_search_byte(open + 1, end, '"');
        if (close == end) break;
        reel_string key = { (const char *)open + 1, (size_t)(close - open) - 1 };
        if (open == first && reel__decoded_find_part(key) < DECODED_PARTS) return 8 * (int)(key.size + 3);
        if (is_own_key(key)) return 8 * (int)(key.size + 2);
    }
    return 0;
}
