/* SPDX-License-Identifier: MIT
 * A model of archives: pieces of several recordings, signed at some points, which are put together in any order, with every checksum, every total and every
 * index as a forger would write them. */
#ifndef REEL_TEST_ARCHIVE_MODEL_H
#define REEL_TEST_ARCHIVE_MODEL_H

#include "codec/xxh3.h"
#include "containers/archive_index.h"
#include "jobs/sign/chain.h"
#include "jobs/sign/key.h"
#include "jobs/sign/minisign.h"

#include "doors.h"

#include <reel/archive.h>
#include <reel/bsor.h>
#include <reel/teehistorian.h>

enum { PIECES = 64, LONGEST = 24, SIGNED = 8 };

/* Pieces of archives: records, and what may be between them. */
typedef struct piece {
    char name[16];
    uint8_t *data;
    size_t size;
    uint8_t kind; /* 0: no record */
} piece;

typedef struct signed_archive {
    bytes file;
    door_rows rows;
    bool whole;  /* it has an end: it may verify */
    size_t mark; /* piece with its signature */
    size_t parts[LONGEST], count;
} signed_archive;

static struct {
    reel_key *key;
    piece pieces[PIECES];
    size_t count;
    signed_archive archives[SIGNED];
    size_t signed_count;
    uint64_t tried, fine;
    const char *format; /* of the records that are fitted */
    uint64_t state;     /* of random numbers */
} model;

static uint64_t random_below(uint64_t limit)
{
    model.state ^= model.state << 13;
    model.state ^= model.state >> 7;
    model.state ^= model.state << 17;
    return model.state % limit;
}

static void seal_record(uint8_t *record)
{
    reel_store_u64le(record + 8, reel__xxh3_64(record + RECORD_HEAD, reel_load_u32le(record + 4), reel_load_u64le(record)));
}

/* ---- recordings ----------------------------------------------------------------------------------------------------- */

static void append_bsor(reel_writer *writer, int32_t score, bool corrected)
{
    const bsor_info info = { .player_id = { "76561198000000001", 17 }, .score = score };
    reel_append(writer, &bsor_infos, &info, 1);
    for (int32_t i = 0; i < 5; i++) {
        const bsor_frame frame = { .time = (float)i, .fps = score + i };
        const bsor_note note = { .note_id = score + i, .event_time = (float)i };
        reel_append(writer, &bsor_frames, &frame, 1);
        reel_append(writer, &bsor_notes, &note, 1);
    }
    if (!corrected) return;
    const bsor_info other = { .player_id = { "76561198000000001", 17 }, .score = score + 1 };
    assert_int_equal(reel_flush(writer, NULL), REEL_OK);
    reel_append(writer, &bsor_infos, &other, 1);
}

/* A format that streams, and so cannot correct a header whose rows it returned. */
static void append_teehistorian(reel_writer *writer, int32_t score, bool corrected)
{
    const teehistorian_value value = { .key = { "name", 4 }, .value = { "server", 6 } };
    reel_append(writer, &teehistorian_values, &value, 1);
    for (int32_t i = 0; i < 3; i++) {
        const teehistorian_finish finish = { .tick = i, .time = score + i };
        reel_append(writer, &teehistorian_finishes, &finish, 1);
        assert_int_equal(reel_flush(writer, NULL), REEL_OK);
    }
    if (corrected) reel_append(writer, &teehistorian_values, &value, 1);
}

typedef void append_rows(reel_writer *writer, int32_t score, bool corrected);

static reel_memory record(const reel_format *format, append_rows *append, int32_t score, size_t rows, bool corrected)
{
    reel_memory archive;
    reel_writer *writer;
    char id[16];
    snprintf(id, sizeof id, "%d", (int)score);
    const reel_archive_options how = { REEL_SIZED(reel_archive_options), .chunk_rows = rows, .id = id };
    const reel_write_options options = { REEL_SIZED(reel_write_options), .archive = &how };
    assert_int_equal(reel_create(reel_sink_memory(&archive, NULL), format, &options, &writer, NULL), REEL_OK);
    append(writer, score, corrected);
    assert_int_equal(reel_finish(writer, NULL), REEL_OK);
    return archive;
}

static size_t add_piece(const char *name, const void *data, size_t size, uint8_t kind)
{
    assert_true(model.count < PIECES);
    piece *added = &model.pieces[model.count];
    snprintf(added->name, sizeof added->name, "%s", name);
    added->data = malloc(size);
    assert_non_null(added->data);
    memcpy(added->data, data, size);
    added->size = size;
    added->kind = kind;
    return model.count++;
}

/* ---- sequences ------------------------------------------------------------------------------------------------------ */

/* What the records behind the last START make of END and INDEX: a forger counts right. */
typedef struct fitting {
    uint64_t sum, rows[16], tables, end, end_checksum, count;
    reel_memory entries;
} fitting;

/* The entry of a ROWS or HEADER record: the heads of its parts, without bounds, as they are few rows. */
static void fit_parts(fitting *fit, uint8_t kind, uint64_t offset, reel_cursor in)
{
    uint64_t parts = reel_get_leb128(&in);
    if (in.failed || parts > 16) return;
    assert_true(memory_add(&fit->entries, &kind, 1) && reel__payload_number(&fit->entries, offset) &&
                reel__payload_number(&fit->entries, parts));
    fit->count++;
    for (; parts && !in.failed; parts--) {
        const uint8_t *begin = in.at, no_bounds = 0;
        uint64_t table = reel_get_leb128(&in), first = reel_get_leb128(&in), count = reel_get_leb128(&in);
        if (reel_get_leb128(&in) & PART_SPAN) reel_take(&in, strcmp(model.format, "bsor") ? 2 : 16); /* ticks are whole numbers */
        assert_true(memory_add(&fit->entries, begin, (size_t)(in.at - begin)) && memory_add(&fit->entries, &no_bounds, 1));
        reel__payload_get_text(&in);
        if (table < 16) fit->rows[table] = first + count;
    }
}

static void fit_records(fitting *fit, const reel_memory *file, size_t base, size_t start)
{
    archive_record head;
    *fit = (fitting){ .entries.allocator = reel__memory_allocator(NULL) };
    for (size_t at = start; at + RECORD_HEAD <= file->size; at += RECORD_HEAD + head.size) {
        if (!reel__record_parse(file->data + at, &head) || head.size > file->size - at - RECORD_HEAD) return;
        reel_memory part = { .allocator = reel__memory_allocator(NULL) };
        reel_cursor in = { .at = file->data + at + RECORD_HEAD, .end = file->data + at + RECORD_HEAD + head.size };
        if (head.kind < RECORD_END) fit->sum = reel__record_sum(fit->sum, file->data + at);
        if (head.kind == RECORD_START) {
            const reel_string id = reel__payload_get_text(&in);
            const reel_format *format = id.data[0] == 'b' ? &reel_format_bsor : &reel_format_teehistorian;
            model.format = format->id;
            for (fit->tables = 0; format->tables[fit->tables];) fit->tables++;
        } else if (head.kind == RECORD_END) {
            fit->end = at - base;
            fit->end_checksum = head.checksum;
        } else if (head.kind == RECORD_HEADER && reel__payload_get_part(&in, NULL, &part.allocator, &part, NULL) == REEL_OK) {
            in = (reel_cursor){ .at = part.data, .end = part.data + part.size };
        }
        if (head.kind == RECORD_ROWS || head.kind == RECORD_HEADER) fit_parts(fit, head.kind, at - base, in);
        reel_memory_free(&part);
    }
}

static void fit_end(reel_memory *file, size_t base, size_t start)
{
    fitting fit;
    reel_memory end = { .allocator = reel__memory_allocator(NULL) };
    fit_records(&fit, file, base, start);
    assert_true(reel__record_begin(&end) && reel__payload_number(&end, 0) && reel__payload_u64(&end, fit.sum) &&
                reel__payload_number(&end, fit.tables));
    for (size_t t = 0; t < fit.tables; t++) assert_true(reel__payload_number(&end, t < 16 ? fit.rows[t] : 0));
    assert_true(reel__record_seal(&end, RECORD_END) && memory_add(file, end.data, end.size));
    reel_memory_free(&fit.entries);
    reel_memory_free(&end);
}

static void fit_index(reel_memory *file, size_t base, size_t start)
{
    fitting fit;
    reel_memory index = { .allocator = reel__memory_allocator(NULL) }, entries = { .allocator = reel__memory_allocator(NULL) };
    fit_records(&fit, file, base, start);
    assert_true(reel__payload_number(&entries, fit.count) && memory_add(&entries, fit.entries.data, fit.entries.size));
    assert_true(reel__record_begin(&index) && reel__payload_number(&index, fit.end) &&
                reel__payload_u64(&index, fit.end_checksum) && reel__payload_part(&index, &entries) &&
                reel__record_seal(&index, RECORD_INDEX) && memory_add(file, index.data, index.size));
    reel_memory_free(&fit.entries);
    reel_memory_free(&entries);
    reel_memory_free(&index);
}

static void fit_tail(reel_memory *file, size_t index)
{
    reel_memory tail = { .allocator = reel__memory_allocator(NULL) };
    assert_true(reel__record_tail(&tail, file->size - index) && memory_add(file, tail.data, tail.size));
    reel_memory_free(&tail);
}

static bytes put_together(const size_t *parts, size_t count)
{
    reel_memory file = { .allocator = reel__memory_allocator(NULL) };
    size_t base = 0, start = 0, index = 0;
    for (size_t i = 0; i < count; i++) {
        const piece *p = &model.pieces[parts[i]];
        if (p->kind == RECORD_START) start = file.size;
        if (p->size == ARCHIVE_HEAD && reel__archive_begins(p->data, p->size)) base = file.size;
        if (p->kind == RECORD_INDEX) index = file.size;
        if (p->kind == RECORD_END)
            fit_end(&file, base, start);
        else if (p->kind == RECORD_INDEX && strcmp(p->name, "false-index") != 0)
            fit_index(&file, base, start);
        else if (p->kind == RECORD_TAIL)
            fit_tail(&file, index);
        else
            assert_true(memory_add(&file, p->data, p->size));
    }
    return (bytes){ file.data, file.size };
}

static void describe(char *text, size_t size, const size_t *parts, size_t count)
{
    size_t used = 0;
    for (size_t i = 0; i < count && used + 20 < size; i++)
        used += (size_t)snprintf(text + used, size - used, "%s%s", i ? " " : "", model.pieces[parts[i]].name);
}

/* ---- signing -------------------------------------------------------------------------------------------------------- */

static reel_memory signature_of(bytes file)
{
    char text[300], public[REEL_PUBLIC_KEY_TEXT];
    uint8_t digest[SEAL_DIGEST];
    archive_chain chain = { .value = { 0 } };
    archive_record head;
    reel_memory mark = { .allocator = reel__memory_allocator(NULL) }, made = { .allocator = reel__memory_allocator(NULL) };
    for (size_t at = ARCHIVE_HEAD; at < file.size; at += RECORD_HEAD + head.size) {
        assert_true(reel__record_parse(file.data + at, &head));
        reel__archive_chain_add(&chain, file.data + at, RECORD_HEAD + head.size);
    }
    reel__chain_digest(&chain, digest);
    reel_public_key_text(reel_key_public(model.key), public);
    snprintf(text, sizeof text, "reel:1\tkey:%s", public);
    assert_true(
        reel__minisign_write(&mark, digest, (reel_string){ text, strlen(text) }, reel_key_public(model.key), model.key->secret));
    assert_true(reel__record_begin(&made) && memory_add(&made, mark.data, mark.size) &&
                reel__record_seal(&made, RECORD_SIGNATURE));
    reel_memory_free(&mark);
    return made;
}

/* Signs a sequence of pieces, and adds the signature to the pieces. */
static void sign_sequence(const char *name, const size_t *parts, size_t count)
{
    signed_archive *archive = &model.archives[model.signed_count++];
    assert_true(model.signed_count <= SIGNED);
    bytes file = put_together(parts, count);
    reel_memory made = signature_of(file);
    archive->whole = model.pieces[parts[count - 1]].kind == RECORD_END;
    archive->mark = add_piece(name, made.data, made.size, RECORD_SIGNATURE);
    archive->count = count + 1;
    memcpy(archive->parts, parts, count * sizeof *parts);
    archive->parts[count] = archive->mark;
    free(file.data);
    reel_memory_free(&made);
    archive->file = put_together(archive->parts, archive->count);
    door_begin(&archive->rows);
    if (archive->whole) door_load(&archive->rows, &(door_view){ .file = archive->file });
    assert_false(archive->rows.failed);
}

static uint32_t problems_by(reel_source source, const char *member, reel_mark **mark)
{
    const reel_verify_options how = { REEL_SIZED(reel_verify_options), .keys = reel_key_public(model.key), .key_count = 1 };
    const reel_options options = { REEL_SIZED(reel_options), .member = member };
    return reel_verify(source, &options, &how, mark, NULL) < 0 ? UINT32_MAX : (*mark)->problems;
}

/* Which archive's signature a sequence has last: that is what verifies. */
static const signed_archive *signed_by(bytes file, const reel_mark *mark)
{
    const uint8_t *at = file.data + mark->offset;
    for (size_t i = 0; i < model.signed_count; i++) {
        const piece *p = &model.pieces[model.archives[i].mark];
        if (mark->size == p->size && !memcmp(at, p->data, p->size)) return &model.archives[i];
    }
    return NULL;
}

static void judge(bytes file, size_t base, const char *member, const char *what)
{
    reel_mark *mark = NULL, *again = NULL;
    test_source pipe = { .data = file.data, .size = file.size, .step = 13 };
    uint32_t problems = problems_by(reel_source_memory(file.data, file.size), member, &mark);
    model.tried++;
    if (!problems) {
        const bytes own = { file.data + base, file.size - base };
        const signed_archive *archive = signed_by(own, mark);
        model.fine++;
        if (!archive || !archive->whole) fail_msg("%s verifies by no signature of a whole archive", what);
        assert_doors(&(door_view){ .file = file, .member = member }, &archive->rows, what);
        if (!member && problems_by(test_source_of(&pipe), NULL, &again))
            fail_msg("%s verifies in memory, but not from a pipe", what);
    }
    reel_mark_free(mark);
    reel_mark_free(again);
}

static void judge_sequence(const size_t *parts, size_t count)
{
    char what[LONGEST * 20] = "nothing";
    bytes file = put_together(parts, count);
    describe(what, sizeof what, parts, count);
    if (file.data) judge(file, 0, NULL, what);
    free(file.data);
}

/* ---- the model ------------------------------------------------------------------------------------------------------ */

/* Adds the records of an archive; returns the first of them. The head of the archive is piece 0. */
static size_t add_records(const char *prefix, const reel_memory *archive)
{
    static const char letters[] = "?SRHEGIT";
    archive_record head;
    size_t first = model.count, number = 0;
    for (size_t at = ARCHIVE_HEAD; at < archive->size; at += RECORD_HEAD + head.size) {
        char name[16];
        assert_true(reel__record_parse(archive->data + at, &head));
        snprintf(name, sizeof name, "%s%c%zu", prefix, letters[head.kind], number++);
        add_piece(name, archive->data + at, RECORD_HEAD + head.size, head.kind);
    }
    return first;
}

static int begin_model(void **state)
{
    (void)state;
    memset(&model, 0, sizeof model);
    if (!reel_signing_library()) return 0;
    model.state = 88172645463325252u;
    uint8_t head[ARCHIVE_HEAD];
    reel__archive_put_head(head);
    add_piece("head", head, sizeof head, 0);
    return reel_key_new(&model.key, NULL) < 0;
}

static int end_model(void **state)
{
    (void)state;
    for (size_t i = 0; i < model.count; i++) free(model.pieces[i].data);
    for (size_t i = 0; i < model.signed_count; i++) {
        free(model.archives[i].file.data);
        door_free(&model.archives[i].rows);
    }
    reel_key_free(model.key);
    return 0;
}

/* Signs the records of `count` pieces from `first` on, up to their END, behind the head. */
static void sign_records(const char *name, size_t first, size_t count)
{
    size_t parts[LONGEST] = { 0 };
    for (size_t i = 0; i < count; i++) parts[i + 1] = first + i;
    sign_sequence(name, parts, count + 1);
}

static size_t records_before_end(size_t first)
{
    size_t count = 0;
    while (model.pieces[first + count].kind != RECORD_END) count++;
    return count;
}

#endif
