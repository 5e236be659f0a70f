/* SPDX-License-Identifier: MIT
 * The key "bsor" of an XROR file: what its columns do not give back of the BSOR file that it was made from. Other readers keep the key and
 * ignore it. docs/formats/xror.md, "Conversions".
 *
 *   version  int32                            1
 *   info     binary                           section 0 without its id byte
 *   cuts     array of [int32, binary]         index of a note, its cut as in the file; only those that the columns do not give back
 *   wallIDs  array of int32                   one for each wall; only if a float does not hold one of them
 *   fps      array of int32                   one for each frame, likewise
 *   rest     binary                           bytes behind section 5; only if there are any
 *
 *   file     binary                           instead of all these: the whole file, if its sections have another order
 *
 * The way back writes sections 1 to 5 from the columns, puts info before and rest behind them, and reads the result. What was edited since
 * in the XROR file wins. */
#include "codec/number.h"
#include "codec/pull.h"
#include "core/encoder.h"
#include "core/replay.h"
#include "core/rows.h"
#include "formats/xror/reader.h"
#include "pairs/beatsaber/xror.h"

enum { KEPT_VERSION = 1, MOST_KEPT = 128 << 20, KEPT_DEPTH = 4 };

static const char kept_key[] = "bsor";

/* ---- writing ---------------------------------------------------------------------------------------------------- */

void reel__kept_free(bsor_kept *kept)
{
    reel_free(kept->replay);
    reel_memory_free(&kept->file);
}

/* Sections 0 to 5 come first and in order, in every file that a recorder wrote. */
static const bsor_section *leading_sections(const reel_chunk *rows)
{
    size_t count;
    const bsor_section *sections = reel_chunk_rows(rows, &bsor_sections, &count);
    for (size_t i = 0; i < BSOR_NEEDED_SECTIONS; i++)
        if (i >= count || sections[i].id != i || sections[i].bare) return NULL;
    return sections;
}

static bool find_parts(bsor_kept *kept)
{
    const reel_chunk *rows = reel_replay_chunk(kept->replay);
    const bsor_section *sections = leading_sections(rows);
    kept->whole = !sections;
    if (kept->whole) return kept->file.size <= MOST_KEPT;
    size_t end = (size_t)(sections[BSOR_PAUSES].offset + sections[BSOR_PAUSES].size);
    kept->info = (reel_bytes){ kept->file.data + sections->offset + 1, (size_t)sections->size - 1 };
    kept->rest = (reel_bytes){ kept->file.data + end, kept->file.size - end };
    return kept->info.size + kept->rest.size <= MOST_KEPT / 2;
}

reel_status reel__kept_begin(pair_job *job, const reel_chunk *in, bsor_kept *kept)
{
    reel_error error;
    reel_status status = reel__encode_chunk(&reel_format_bsor, in, &job->allocator, &kept->file, &error);
    if (status >= 0)
        status = reel__replay_of(&reel_format_bsor, (reel_bytes){ kept->file.data, kept->file.size }, &job->allocator,
                                 &kept->replay, &error);
    if (status == REEL_MEMORY) return reel__memory_fail(job->error);
    bool found = status >= 0 && find_parts(kept);
    if (!found) {
        reel__kept_free(kept);
        *kept = (bsor_kept){ .replay = NULL };
        reel__report_converted(job, "convert.xror.not-carried", REEL_WARNING, &bsor_infos, 1,
                               "the play has too much data beside its sections to be carried");
    }
    return REEL_OK;
}

/* A BSON document in the making. */
typedef struct bson {
    reel_memory text;
    bool failed;
} bson;

static void put(bson *b, const void *data, size_t size) { b->failed |= !memory_add(&b->text, data, size); }

static void put_number(bson *b, uint32_t number)
{
    uint8_t bytes[4];
    reel_store_u32le(bytes, number);
    put(b, bytes, sizeof bytes);
}

static void put_key(bson *b, uint8_t type, const char *key)
{
    put(b, &type, 1);
    put(b, key, strlen(key) + 1);
}

static void put_index(bson *b, uint8_t type, size_t index)
{
    char text[NUMBER_SIZE];
    text[reel__number_u64(text, index)] = 0;
    put_key(b, type, text);
}

static size_t begin_document(bson *b)
{
    size_t start = b->text.size;
    put_number(b, 0);
    return start;
}

static void end_document(bson *b, size_t start)
{
    put(b, "", 1);
    if (!b->failed) reel_store_u32le(b->text.data + start, (uint32_t)(b->text.size - start));
}

static void put_binary(bson *b, reel_bytes data)
{
    put_number(b, (uint32_t)data.size);
    put(b, "", 1); /* subtype */
    if (data.size) put(b, data.data, data.size);
}

/* Whether the columns give back a cut; `bare`: that of a bad cut is in the garbage. */
static bool cut_survives(const bsor_note *note, bool bare)
{
    uint8_t raw[BSOR_CUT_BYTES], again[BSOR_CUT_BYTES];
    bool bad = note->event_type == BSOR_BAD_CUT;
    if (!note->has_cut || (bad && bare)) return true;
    xror_note note_columns = { .has = XROR_NOTE_CUT | (bad ? XROR_NOTE_FLAGS : 0) };
    reel__note_from_cut(&note_columns, &note->cut);
    bsor_cut cut = reel__cut_from_note(&note_columns);
    reel__raw_of_cut(&note->cut, raw);
    reel__raw_of_cut(&cut, again);
    return memcmp(raw, again, sizeof raw) == 0;
}

static void put_cuts(bson *b, const reel_chunk *rows)
{
    size_t count, made = 0, start = 0;
    const bsor_info *info = reel_chunk_rows(rows, &bsor_infos, &count);
    bool bare = count && reel__text_is(info->platform, "oculus");
    const bsor_note *notes = reel_chunk_rows(rows, &bsor_notes, &count);
    count = reel__bsor_rows_of(rows, BSOR_NOTES);
    for (size_t i = 0; i < count; i++) {
        if (cut_survives(&notes[i], bare)) continue;
        uint8_t raw[BSOR_CUT_BYTES];
        if (!made) {
            put_key(b, BSON_ARRAY, "cuts");
            start = begin_document(b);
        }
        put_index(b, BSON_ARRAY, made++);
        size_t pair = begin_document(b);
        put_index(b, BSON_INT32, 0);
        put_number(b, (uint32_t)i);
        put_index(b, BSON_BINARY, 1);
        reel__raw_of_cut(&notes[i].cut, raw);
        put_binary(b, (reel_bytes){ raw, sizeof raw });
        end_document(b, pair);
    }
    if (made) end_document(b, start);
}

/* Whether a column of floats holds an integer. */
static bool is_exact(int32_t value) { return (double)(float)(uint32_t)value == (double)(uint32_t)value; }

/* Integers of rows that are columns of floats. */
typedef struct integers {
    const char *key;
    bsor_section_id section;
    size_t offset;
} integers;

static const integers columns[] = { { "wallIDs", BSOR_WALLS, offsetof(bsor_wall, wall_id) },
                                    { "fps", BSOR_FRAMES, offsetof(bsor_frame, fps) } };
enum { COLUMNS = sizeof columns / sizeof *columns };

static int32_t *integer_at(const integers *column, const void *rows, size_t row)
{
    return (int32_t *)(void *)((uint8_t *)(uintptr_t)rows + row * reel__bsor_section_kinds[column->section].table->row_size +
                               column->offset);
}

/* Adds the array if a float does not hold one of its values. */
static void put_integers(bson *b, const integers *column, const reel_chunk *rows)
{
    size_t count;
    bool exact = true;
    const void *from = reel_chunk_rows(rows, reel__bsor_section_kinds[column->section].table, &count);
    count = reel__bsor_rows_of(rows, column->section);
    for (size_t i = 0; i < count; i++) exact &= is_exact(*integer_at(column, from, i));
    if (exact) return;
    put_key(b, BSON_ARRAY, column->key);
    size_t start = begin_document(b);
    for (size_t i = 0; i < count; i++) {
        put_index(b, BSON_INT32, i);
        put_number(b, (uint32_t)*integer_at(column, from, i));
    }
    end_document(b, start);
}

static void put_parts(bson *b, const bsor_kept *kept)
{
    const reel_chunk *rows = reel_replay_chunk(kept->replay);
    put_key(b, BSON_BINARY, "info");
    put_binary(b, kept->info);
    put_cuts(b, rows);
    for (size_t i = 0; i < COLUMNS; i++) put_integers(b, &columns[i], rows);
    if (!kept->rest.size) return;
    put_key(b, BSON_BINARY, "rest");
    put_binary(b, kept->rest);
}

reel_status reel__kept_add(pair_job *job, const bsor_kept *kept)
{
    bson b = { .text.allocator = job->allocator };
    size_t start = begin_document(&b);
    put_key(&b, BSON_INT32, "version");
    put_number(&b, KEPT_VERSION);
    if (kept->whole) {
        put_key(&b, BSON_BINARY, "file");
        put_binary(&b, (reel_bytes){ kept->file.data, kept->file.size });
    } else {
        put_parts(&b, kept);
    }
    end_document(&b, start);
    xror_other_key *row = b.failed ? NULL : reel__make_rows(job, &xror_other_keys, 1);
    if (row)
        *row = (xror_other_key){ .key = { kept_key, sizeof kept_key - 1 },
                                 .value = reel_chunk_bytes(job->out, b.text.data, b.text.size),
                                 .place = XROR_TOP,
                                 .kind = BSON_DOCUMENT };
    reel_memory_free(&b.text);
    return b.failed ? reel__memory_fail(job->error) : reel__made_status(job);
}

/* ---- reading ---------------------------------------------------------------------------------------------------- */

/* A document that was parsed. Arrays are read again when they are used. */
typedef struct kept_parts {
    reel_bytes document, info, rest, file, cuts, integers[COLUMNS];
    bool versioned;
} kept_parts;

static bool key_is(const pull_value *key, const char *name)
{
    return key->kind == PULL_STRING && key->size == strlen(name) && memcmp(key->data, name, key->size) == 0;
}

static bool take_member(pull_reader *r, const pull_value *key, kept_parts *parts)
{
    pull_value value;
    if (!reel__pull_next(r, &value)) return false;
    const uint8_t *start = value.start;
    if (!reel__pull_skip(r, &value)) return false;
    reel_bytes whole = { start, (size_t)(r->at - start) }, data = { value.data, value.size };
    if (key_is(key, "version")) parts->versioned = value.kind == PULL_UNSIGNED && value.number == KEPT_VERSION;
    if (key_is(key, "info") && value.kind == PULL_BINARY) parts->info = data;
    if (key_is(key, "file") && value.kind == PULL_BINARY) parts->file = data;
    if (key_is(key, "rest") && value.kind == PULL_BINARY) parts->rest = data;
    if (key_is(key, "cuts") && value.kind == PULL_ARRAY) parts->cuts = whole;
    for (size_t i = 0; i < COLUMNS; i++)
        if (key_is(key, columns[i].key) && value.kind == PULL_ARRAY) parts->integers[i] = whole;
    return true;
}

static bool parse_parts(pull_reader *r, kept_parts *parts)
{
    pull_value key;
    reel__pull_begin_bson(r, BSON_DOCUMENT, parts->document.data, parts->document.size, KEPT_DEPTH);
    if (!reel__pull_next(r, &key) || key.kind != PULL_MAP) return false;
    while (reel__pull_next(r, &key) && key.kind != PULL_END)
        if (!take_member(r, &key, parts)) return false;
    return r->fault == PULL_OK && parts->versioned && (parts->info.size || parts->file.size);
}

/* The next note whose cut was kept: false at the end. */
static bool next_cut(pull_reader *r, uint64_t *note, const uint8_t **raw)
{
    pull_value pair, index, data, end;
    while (reel__pull_next(r, &pair) && pair.kind == PULL_ARRAY) {
        if (!reel__pull_next(r, &index) || index.kind == PULL_END) return false;
        if (!reel__pull_next(r, &data) || data.kind == PULL_END) return false;
        if (!reel__pull_skip(r, &data) || !reel__pull_next(r, &end) || end.kind != PULL_END) return false;
        if (index.kind != PULL_UNSIGNED || data.kind != PULL_BINARY || data.size != BSOR_CUT_BYTES) continue;
        *note = index.number;
        *raw = data.data;
        return true;
    }
    return false;
}

static bool same_cut(const bsor_cut *a, const bsor_cut *b)
{
    uint8_t first[BSOR_CUT_BYTES], second[BSOR_CUT_BYTES];
    reel__raw_of_cut(a, first);
    reel__raw_of_cut(b, second);
    return memcmp(first, second, sizeof first) == 0;
}

/* Puts the kept cuts in, unless their columns were changed since. */
static void restore_cuts(pull_reader *r, const kept_parts *parts, reel_chunk *rows)
{
    pull_value value;
    reel_row_list *notes = reel_chunk_table(rows, &bsor_notes);
    uint64_t index;
    const uint8_t *raw;
    if (!parts->cuts.size || !notes) return;
    reel__pull_begin_bson(r, BSON_ARRAY, parts->cuts.data, parts->cuts.size, KEPT_DEPTH);
    if (!reel__pull_next(r, &value) || value.kind != PULL_ARRAY) return;
    while (next_cut(r, &index, &raw)) {
        if (index >= notes->count) continue;
        bsor_note *note = (bsor_note *)(void *)notes->data + index;
        bsor_cut cut = reel__cut_of_raw(raw);
        xror_note note_columns = { .has = XROR_NOTE_CUT | (note->event_type == BSOR_BAD_CUT ? XROR_NOTE_FLAGS : 0) };
        reel__note_from_cut(&note_columns, &cut);
        bsor_cut expected = reel__cut_from_note(&note_columns);
        if (note->has_cut && same_cut(&expected, &note->cut)) note->cut = cut;
    }
}

/* Puts the kept integers in, unless their columns were changed since. */
static void restore_integers(pull_reader *r, const integers *column, reel_bytes array, reel_chunk *rows)
{
    pull_value value;
    reel_row_list *list = reel_chunk_table(rows, reel__bsor_section_kinds[column->section].table);
    if (!array.size || !list) return;
    reel__pull_begin_bson(r, BSON_ARRAY, array.data, array.size, KEPT_DEPTH);
    if (!reel__pull_next(r, &value) || value.kind != PULL_ARRAY) return;
    for (size_t i = 0; i < list->count && reel__pull_next(r, &value) && value.kind != PULL_END; i++) {
        if (value.kind != PULL_UNSIGNED && value.kind != PULL_NEGATIVE) return;
        int32_t *now = integer_at(column, list->data, i);
        double stored = (double)(float)(uint32_t)value.number;
        if (stored == (double)(uint32_t)*now || (stored > UINT32_MAX && *now == -1)) *now = (int32_t)(uint32_t)value.number;
    }
}

/* The file: section 0 and the rest as they were kept, sections 1 to 5 from rows. */
static reel_status assemble(pair_job *job, const kept_parts *parts, const reel_chunk *rows, reel_memory *file)
{
    reel_memory made;
    reel_replay *replay = NULL;
    reel_status status = reel__encode_chunk(&reel_format_bsor, rows, &job->allocator, &made, job->error);
    if (status < 0) return status;
    status = reel__replay_of(&reel_format_bsor, (reel_bytes){ made.data, made.size }, &job->allocator, &replay, job->error);
    const bsor_section *sections = status >= 0 ? leading_sections(reel_replay_chunk(replay)) : NULL;
    if (sections) {
        size_t start = (size_t)sections[BSOR_FRAMES].offset;
        *file = (reel_memory){ .allocator = job->allocator };
        bool good = reel__memory_room(file, made.size + parts->info.size + parts->rest.size) &&
                    memory_add(file, made.data, BSOR_HEAD_BYTES) && memory_add(file, "", 1) &&
                    memory_add(file, parts->info.data, parts->info.size) &&
                    memory_add(file, made.data + start, made.size - start) &&
                    memory_add(file, parts->rest.data, parts->rest.size);
        if (!good) status = reel__memory_fail(job->error);
    }
    reel_free(replay);
    reel_memory_free(&made);
    return status;
}

/* Copies all rows of a replay, and changes its header where that of the XROR file was changed. */
static reel_status give_rows(pair_job *job, const reel_chunk *in, const reel_replay *replay)
{
    static const xror_wishes kept_wishes = { .full = true, .every = true };
    const reel_chunk *rows = reel_replay_chunk(replay);
    reel_status status = REEL_OK;
    for (size_t t = 0; t < rows->count && status >= 0; t++) {
        const reel_row_list *list = &rows->lists[t];
        status = reel__chunk_append(job->out, list->table, list->data, list->count);
    }
    reel_row_list *infos = reel_chunk_table(job->out, &bsor_infos);
    if (status < 0 || !infos || !infos->count) return status < 0 ? reel__chunk_failure(job->out, 0, job->error) : REEL_OK;
    bsor_info *info = (bsor_info *)(void *)infos->data;
    xror_header now, then;
    reel__header_of_xror(in, &now);
    reel__header_of_bsor(job, info, &kept_wishes, &then);
    reel__header_to_bsor(job, &now, &then, info);
    return reel__made_status(job);
}

static reel_chunk *new_chunk(const pair_job *job, const reel_format *format)
{
    return reel__chunk_new(format->tables, format->tables, UINT64_MAX, &job->allocator);
}

/* Reads a file that was put together, and gives its rows. */
static reel_status give_file(pair_job *job, const reel_chunk *in, reel_bytes file, bool *used)
{
    reel_error error;
    reel_replay *replay = NULL;
    reel_status status = reel__replay_of(&reel_format_bsor, file, &job->allocator, &replay, &error);
    if (status == REEL_MEMORY) return reel__memory_fail(job->error);
    *used = status >= 0;
    status = *used ? give_rows(job, in, replay) : REEL_OK;
    reel_free(replay);
    return status;
}

static reel_status restore_parts(pair_job *job, const reel_chunk *in, pull_reader *r, const kept_parts *parts, bool *used)
{
    pair_job first = *job;
    reel_memory file = { .data = NULL };
    first.out = new_chunk(job, &reel_format_bsor);
    if (!first.out) return reel__memory_fail(job->error);
    reel_status status = reel__convert_xror_bsor(&first, in);
    if (status >= 0) {
        restore_cuts(r, parts, first.out);
        for (size_t i = 0; i < COLUMNS; i++) restore_integers(r, &columns[i], parts->integers[i], first.out);
        status = assemble(job, parts, first.out, &file);
    }
    reel__chunk_free(first.out);
    if (status >= 0 && file.size) status = give_file(job, in, (reel_bytes){ file.data, file.size }, used);
    reel_memory_free(&file);
    return status;
}

/* Whether the file has the motion and the events that the play was converted to: they were not changed since. */
static bool has_rows_of(const reel_chunk *in, const reel_chunk *play)
{
    static const reel_table *const tables[] = { &xror_frames, &xror_frame_rates, &xror_notes,  &xror_garbages,
                                                &xror_walls,  &xror_heights,     &xror_pauses, NULL };
    for (const reel_table *const *table = tables; *table; table++) {
        size_t count, others;
        const void *rows = reel_chunk_rows(in, *table, &count), *wanted = reel_chunk_rows(play, *table, &others);
        if (count != others || !reel__rows_are_equal(*table, rows, wanted, count)) return false;
    }
    return true;
}

static reel_status restore_file(pair_job *job, const reel_chunk *in, reel_bytes file, bool *used)
{
    static const xror_wishes kept_wishes = { .full = true, .every = true };
    reel_error error;
    reel_replay *replay;
    pair_job again = *job;
    reel_status status = reel__replay_of(&reel_format_bsor, file, &job->allocator, &replay, &error);
    if (status < 0) return status == REEL_MEMORY ? reel__memory_fail(job->error) : REEL_OK;
    again.out = new_chunk(job, &reel_format_xror);
    status =
        again.out ? reel__convert_bsor_xror(&again, reel_replay_chunk(replay), &kept_wishes, "") : reel__memory_fail(job->error);
    *used = status >= 0 && has_rows_of(in, again.out);
    if (*used) status = give_rows(job, in, replay);
    reel__chunk_free(again.out);
    reel_free(replay);
    return status;
}

static const xror_other_key *find_key(const reel_chunk *in)
{
    size_t count;
    const xror_other_key *keys = reel_chunk_rows(in, &xror_other_keys, &count);
    for (size_t i = 0; i < count; i++)
        if (keys[i].place == XROR_TOP && keys[i].kind == BSON_DOCUMENT && reel__text_is(keys[i].key, kept_key)) return &keys[i];
    return NULL;
}

reel_status reel__kept_restore(pair_job *job, const reel_chunk *in, bool *used)
{
    const xror_other_key *key = find_key(in);
    *used = false;
    if (!key) return REEL_OK;
    pull_reader *r = reel__memory_new(&job->allocator, sizeof *r);
    if (!r) return reel__memory_fail(job->error);
    kept_parts parts = { .document = key->value };
    reel_status status = REEL_OK;
    if (parse_parts(r, &parts))
        status = parts.file.size ? restore_file(job, in, parts.file, used) : restore_parts(job, in, r, &parts, used);
    reel__memory_drop(&job->allocator, r);
    if (status >= 0 && !*used)
        reel__report_converted(job, "convert.xror.kept", REEL_WARNING, &xror_other_keys, 1,
                               "the key \"bsor\" is not that of this recording, so it is not used");
    return status;
}
