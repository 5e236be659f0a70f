/* SPDX-License-Identifier: MIT
 * Writes .dat: the original file if its rows are unchanged, otherwise a new payload from the rows. */
#include "core/encoder.h"
#include "core/memory.h"
#include "formats/scoresaber/layout.h"

/* ---- metadata --------------------------------------------------------------------------------------------------- */

static void write_modifiers(dat_payload *to, reel_string codes)
{
    int32_t count = codes.size ? 1 : 0;
    for (size_t i = 0; i < codes.size; i++) count += codes.data[i] == ',';
    reel__dat_put_i32(to, count);
    for (size_t from = 0; count--; from++) {
        size_t end = from;
        while (end < codes.size && codes.data[end] != ',') end++;
        reel__dat_put_string(to, (reel_string){ codes.data + from, end - from });
        from = end;
    }
}

static void write_metadata(dat_payload *to, const scoresaber_info *info, dat_version version)
{
    for (size_t f = 0; f < dat_info_fields(version); f++) {
        const reel_field *field = &scoresaber_infos.fields[f];
        if (dat_is_modifiers(field))
            write_modifiers(to, info->modifiers);
        else
            reel__dat_put_field(to, field, info);
    }
}

/* ---- lists ------------------------------------------------------------------------------------------------------ */

static void write_note(dat_payload *to, const scoresaber_note *row, bool v2)
{
    const uint8_t *words = (const uint8_t *)row;
    size_t event = offsetof(scoresaber_note, event_type);
    reel__dat_put_words(to, words, v2 ? NOTE_V2_HEAD : NOTE_HEAD);
    if (v2) reel__dat_put_words(to, words + event, NOTE_HEAD - event);
    reel__dat_put_u8(to, row->direction_ok);
    reel__dat_put_words(to, words + NOTE_HEAD, v2 ? NOTE_V2_TAIL : NOTE_TAIL);
}

static void write_score(dat_payload *to, const scoresaber_score *row, bool v2)
{
    reel__dat_put_i32(to, row->score);
    reel__dat_put_f32(to, row->time);
    if (!v2) reel__dat_put_i32(to, row->max_score);
}

static reel_status write_list(reel_encoder *e, dat_payload *to, const reel_chunk *staged, dat_section id, bool v2)
{
    size_t count;
    const void *rows = reel_chunk_rows(staged, reel__dat_kinds[id].table, &count);
    if (count > INT32_MAX)
        return reel_fail(e->error, REEL_LIMIT, "scoresaber.count", reel__dat_kinds[id].name, 0,
                         "%zu {row exceeds|rows exceed} the count field of a list", count);
    reel__dat_put_i32(to, (int32_t)count);
    if (id != DAT_NOTES && id != DAT_SCORES) {
        reel__dat_put_words(to, rows, count * reel__dat_kinds[id].bytes_v3);
        return REEL_OK;
    }
    for (size_t i = 0; i < count; i++) {
        if (id == DAT_NOTES)
            write_note(to, (const scoresaber_note *)rows + i, v2);
        else
            write_score(to, (const scoresaber_score *)rows + i, v2);
    }
    return REEL_OK;
}

/* ---- the file --------------------------------------------------------------------------------------------------- */

static const scoresaber_info *info_of(const reel_encoder *e, const reel_chunk *staged, scoresaber_info *own)
{
    static const char newest[] = "3.1.0";
    size_t count;
    const scoresaber_info *rows = reel_chunk_rows(staged, &scoresaber_infos, &count);
    *own = count ? rows[count - 1] : (scoresaber_info){ 0 };
    if (!count)
        reel_find(&e->reporter,
                  (reel_finding){ .rule = "scoresaber.info-absent",
                                  .severity = REEL_WARNING,
                                  .section = "info",
                                  .offset = REEL_NO_OFFSET,
                                  .table = &scoresaber_infos,
                                  .row = REEL_NO_ROW },
                  "info is missing: wrote an empty row");
    if (!own->version.size) own->version = (reel_string){ newest, sizeof newest - 1 };
    return own;
}

/* Fails for values that this version cannot store. */
static reel_status check_version(const reel_encoder *e, const reel_chunk *staged, const scoresaber_info *info,
                                 dat_version version)
{
    if (!version.recorder && (info->game_version.size || info->plugin_version.size || info->platform.size))
        return reel_fail(e->error, REEL_ARGUMENT, "scoresaber.version-fields", "info", 0,
                         "this version cannot store game_version, plugin_version and platform: 3.1.0 added them");
    size_t notes, scores;
    const scoresaber_note *note = reel_chunk_rows(staged, &scoresaber_notes, &notes);
    const scoresaber_score *score = reel_chunk_rows(staged, &scoresaber_scores, &scores);
    bool fits = true;
    for (size_t i = 0; version.v2 && fits && i < notes; i++) fits = !(note[i].present & SCORESABER_NOTE_V3);
    for (size_t i = 0; version.v2 && fits && i < scores; i++) fits = !(score[i].present & SCORESABER_NOTE_V3);
    if (fits) return REEL_OK;
    return reel_fail(e->error, REEL_ARGUMENT, "scoresaber.version-fields", "notes", 0,
                     "version 2.0.0 cannot store the note and score fields that version 3 added");
}

static reel_status fail_version(reel_string version, reel_error *error)
{
    return reel_fail(error, REEL_ARGUMENT, "scoresaber.version", "info", 0,
                     "writing version %.*s is not supported; versions up to 3.1.0 are",
                     version.size < 20 ? (int)version.size : 20, version.data);
}

static reel_status check_row(const void *of, const reel_table *table, const void *row, size_t number, reel_error *error)
{
    enum { OFFSET_BITS = SCORESABER_HAS_SHARED | SCORESABER_HAS_LEFT | SCORESABER_HAS_RIGHT };
    unsigned unknown = 0;
    (void)of;
    if (table == &scoresaber_infos) {
        const reel_string version = ((const scoresaber_info *)row)->version;
        if (version.size && !reel__dat_version_of(version).known) return fail_version(version, error);
    }
    if (table == &scoresaber_play_settings_rows)
        unknown = ((const scoresaber_play_settings *)row)->present_boost_w & ~(unsigned)SCORESABER_HAS_BOOST_W;
    if (table == &scoresaber_offsets) unknown = ((const scoresaber_controller_offsets *)row)->present & ~(unsigned)OFFSET_BITS;
    if (!unknown) return reel__check_absent(table, row, number, "scoresaber.present", error);
    return reel_fail(error, REEL_ARGUMENT, "scoresaber.present", "extensions", 0,
                     "a row marks a value as present that the format does not have");
}

reel_status reel__dat_accepts(const reel_table *table, const void *rows, size_t count, reel_error *error)
{
    return reel__encoder_check_rows(check_row, NULL, table, rows, count, error);
}

/* Fails if a gap follows a part that this kind of file does not have. */
static reel_status check_gaps(const reel_encoder *e, const reel_chunk *staged, bool keyframes)
{
    size_t count;
    const scoresaber_gap *gaps = reel_chunk_rows(staged, &scoresaber_gaps, &count);
    for (size_t i = 0; i < count; i++) {
        bool fits = keyframes ? gaps[i].after == SCORESABER_AFTER_KEYFRAMES || gaps[i].after == SCORESABER_AFTER_STREAM
                              : gaps[i].after <= SCORESABER_AFTER_STREAM && gaps[i].after != SCORESABER_AFTER_KEYFRAMES;
        if (!fits)
            return reel_fail(e->error, REEL_ARGUMENT, "scoresaber.gap-place", "gaps", 0,
                             "gap %zu follows part %d, which is not in the file", i, gaps[i].after);
    }
    return REEL_OK;
}

/* Fails unless every row can be written exactly. */
static reel_status check_all(const reel_encoder *e, const reel_chunk *staged, const scoresaber_info *info, dat_version version)
{
    reel_status status = check_version(e, staged, info, version);
    if (status == REEL_OK) status = reel__encoder_check_chunk(check_row, NULL, staged, e->error);
    return status == REEL_OK ? reel__dat_check_extensions(staged, e->error) : status;
}

/* Writes the extension block and the bytes after it. Returns its offset, or 0 if there is neither. If the block has no entries any more but
 * bytes follow it, an empty block is written, unless these bytes are themselves a block. */
static size_t write_extensions(dat_payload *to, const reel_chunk *staged)
{
    size_t count, begin = to->bytes.size;
    const scoresaber_gap *gaps = reel_chunk_rows(staged, &scoresaber_gaps, &count), *first = NULL;
    for (size_t i = count; i-- > 0;)
        if (gaps[i].after == SCORESABER_AFTER_EXTENSIONS) first = &gaps[i]; /* one without bytes: a block without entries */
    if (!first && !reel__dat_has_extensions(staged)) return 0;
    if (!first || reel__dat_has_extensions(staged) || !reel__dat_is_foreign_block(first->bytes.data, first->bytes.size))
        reel__dat_put_extensions(to, staged);
    reel__dat_put_gap(to, staged, SCORESABER_AFTER_EXTENSIONS);
    return begin;
}

static reel_status write_payload(reel_encoder *e, dat_payload *to, const reel_chunk *staged)
{
    scoresaber_info own;
    const scoresaber_info *info = info_of(e, staged, &own);
    dat_version version = reel__dat_version_of(info->version);
    if (!version.known) return fail_version(info->version, e->error);
    reel_status status = check_all(e, staged, info, version);
    if (status < 0) return status;
    static const uint8_t no_pointers[DAT_TABLE_BYTES] = { 0 };
    reel__dat_put(to, no_pointers, sizeof no_pointers);
    reel__dat_put_gap(to, staged, SCORESABER_AFTER_POINTERS);
    size_t starts[DAT_SECTIONS] = { to->bytes.size };
    write_metadata(to, info, version);
    reel__dat_put_gap(to, staged, SCORESABER_AFTER_INFO);
    for (size_t id = DAT_POSES; id < DAT_EXTENSIONS && status == REEL_OK; id++) {
        starts[id] = to->bytes.size;
        status = write_list(e, to, staged, (dat_section)id, version.v2);
        reel__dat_put_gap(to, staged, (scoresaber_part)(SCORESABER_AFTER_INFO + id));
    }
    if (status == REEL_OK) starts[DAT_EXTENSIONS] = write_extensions(to, staged);
    for (size_t id = 0; id < DAT_SECTIONS && !to->no_memory; id++)
        reel_store_u32le(to->bytes.data + 4 * id, (uint32_t)starts[id]);
    return status;
}

static bool has_magic(reel_bytes file)
{
    return file.size >= DAT_MAGIC_BYTES && memcmp(file.data, DAT_MAGIC, DAT_MAGIC_BYTES) == 0;
}

/* Whether there are key frames and nothing else, which is the oldest kind of file. If all are gone, the file that was read tells the kind:
 * only the oldest has no magic. */
static bool is_keyframes(const reel_chunk *staged, size_t *count)
{
    reel_bytes original = reel__original_bytes(staged);
    size_t others = 0;
    reel_chunk_rows(staged, &scoresaber_keyframes, count);
    for (size_t i = 0; reel__dat_tables[i]; i++) {
        size_t rows;
        reel_chunk_rows(staged, reel__dat_tables[i], &rows);
        if (reel__dat_tables[i] != &scoresaber_keyframes && reel__dat_tables[i] != &scoresaber_gaps &&
            reel__dat_tables[i] != &scoresaber_originals)
            others += rows;
    }
    return !others && (*count || (original.size && !has_magic(original)));
}

/* Compresses the payload. The magic text and the end mark are written if the original file had them. */
static reel_status compress(reel_encoder *e, const reel_memory *payload, reel_bytes original, bool keyframes)
{
    bool magic = !keyframes, marked = false;
    size_t head = 0;
    if (original.size) {
        magic = has_magic(original);
        head = magic ? DAT_MAGIC_BYTES : 0;
        marked = original.size >= head + LZMA_ALONE_HEAD && reel_load_u64le(original.data + head + 5) == LZMA_ALONE_UNKNOWN;
        reel_find(
            &e->reporter,
            (reel_finding){
                .rule = "scoresaber.repacked", .severity = REEL_NOTE, .section = "compression", .offset = REEL_NO_OFFSET },
            "the rows changed, so the file was compressed again: unchanged rows are equal in content, not in compressed bytes");
    }
    if (magic) reel_put(e->out, DAT_MAGIC, DAT_MAGIC_BYTES);
    return reel__lzma_alone_pack(e->out, payload->data, payload->size, marked, &e->allocator, e->error);
}

static void write_tail(reel_encoder *e, const reel_chunk *staged)
{
    size_t count;
    const scoresaber_gap *gaps = reel_chunk_rows(staged, &scoresaber_gaps, &count);
    for (size_t i = 0; i < count; i++)
        if (gaps[i].after == SCORESABER_AFTER_STREAM) reel_put(e->out, gaps[i].bytes.data, gaps[i].bytes.size);
}

reel_status reel__dat_finish(reel_encoder *e, const reel_chunk *staged)
{
    reel_bytes same = reel__original_of(staged, reel__dat_tables);
    if (same.size) {
        reel_put(e->out, same.data, same.size);
        return e->out->status;
    }
    dat_payload payload = { .bytes.allocator = e->allocator };
    size_t count;
    bool keyframes = is_keyframes(staged, &count);
    reel_status status = REEL_OK;
    if (keyframes && !count)
        return reel_fail(e->error, REEL_ARGUMENT, "scoresaber.keyframes", "keyframes", 0,
                         "a file of the oldest kind needs a key frame, but none is left");
    if (keyframes || !count) status = check_gaps(e, staged, keyframes);
    if (status < 0) return status;
    if (keyframes) {
        reel__dat_put_keyframes(&payload, reel_chunk_rows(staged, &scoresaber_keyframes, &count), count);
        reel__dat_put_gap(&payload, staged, SCORESABER_AFTER_KEYFRAMES);
    } else if (count) {
        status = reel_fail(e->error, REEL_ARGUMENT, "scoresaber.keyframes", "keyframes", 0,
                           "a file with other rows cannot have key frames, but there are %zu", count);
    } else {
        status = write_payload(e, &payload, staged);
    }
    if (status == REEL_OK && payload.no_memory) status = reel__memory_fail(e->error);
    if (status == REEL_OK && payload.bytes.size > DAT_PAYLOAD_LIMIT)
        status = reel_fail(e->error, REEL_LIMIT, "scoresaber.payload-limit", "", 0,
                           "the payload has %zu {byte|bytes}; readers accept at most %llu", payload.bytes.size,
                           (unsigned long long)DAT_PAYLOAD_LIMIT);
    if (status == REEL_OK) status = compress(e, &payload.bytes, reel__original_bytes(staged), keyframes);
    if (status == REEL_OK) write_tail(e, staged);
    reel_memory_free(&payload.bytes);
    return status < 0 ? status : e->out->status;
}
