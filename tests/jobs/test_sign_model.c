/* SPDX-License-Identifier: MIT
 * Forged archives. Archives are put together from any sequence of records of several recordings, signed at any point, with every checksum, every total and
 * every index as a forger would write them. An archive that verifies has, by every door, the rows that were signed. */
#include "codec/xxh3.h"
#include "containers/archive_record.h"
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
    uint64_t state; /* of random numbers */
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
    reel_store_u64le(record + 8, xxh3_64(record + RECORD_HEAD, reel_load_u32le(record + 4), reel_load_u64le(record)));
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
    const reel_archive_options how = { .chunk_rows = rows, .id = id };
    const reel_write_options options = { .archive = &how };
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

/* END as the records since the last START demand it: a forger counts right. */
static void fit_end(reel_memory *file, size_t start)
{
    uint64_t sum = 0, rows[16] = { 0 }, tables = 0;
    reel_memory end = { .allocator = memory_allocator(NULL) };
    archive_record head;
    for (size_t at = start; at < file->size; at += RECORD_HEAD + head.size) {
        if (file->data[at] == archive_magic[0] || !record_parse(file->data + at, &head)) return;
        reel_memory part = { .allocator = memory_allocator(NULL) };
        reel_cursor in = { .at = file->data + at + RECORD_HEAD, .end = file->data + at + RECORD_HEAD + head.size };
        if (head.kind < RECORD_END) sum = record_sum(sum, file->data + at);
        if (head.kind == RECORD_START) {
            const reel_string id = payload_get_text(&in);
            const reel_format *format = id.data[0] == 'b' ? &reel_format_bsor : &reel_format_teehistorian;
            for (tables = 0; format->tables[tables];) tables++;
        }
        if (head.kind == RECORD_HEADER && payload_get_part(&in, NULL, &end.allocator, &part, NULL) == REEL_OK)
            in = (reel_cursor){ .at = part.data, .end = part.data + part.size };
        if (head.kind == RECORD_ROWS || head.kind == RECORD_HEADER)
            for (uint64_t parts = reel_get_leb128(&in); parts && !in.failed; parts--) {
                uint64_t table = reel_get_leb128(&in), first = reel_get_leb128(&in), count = reel_get_leb128(&in);
                if (reel_get_leb128(&in) & 1) reel_take(&in, 16);
                payload_get_text(&in);
                if (table < 16) rows[table] = first + count;
            }
        reel_memory_free(&part);
    }
    assert_true(record_begin(&end) && payload_number(&end, 0) && payload_u64(&end, sum) && payload_number(&end, tables));
    for (size_t t = 0; t < tables; t++) assert_true(payload_number(&end, t < 16 ? rows[t] : 0));
    assert_true(record_seal(&end, RECORD_END) && memory_add(file, end.data, end.size));
    reel_memory_free(&end);
}

/* INDEX and TAIL as they were, at another place: what the index says of END is put right. */
static void fit_tail(reel_memory *file, size_t index)
{
    reel_memory tail = { .allocator = memory_allocator(NULL) };
    assert_true(record_tail(&tail, file->size - index) && memory_add(file, tail.data, tail.size));
    reel_memory_free(&tail);
}

static bytes put_together(const size_t *parts, size_t count)
{
    reel_memory file = { .allocator = memory_allocator(NULL) };
    size_t start = 0, index = 0;
    for (size_t i = 0; i < count; i++) {
        const piece *p = &model.pieces[parts[i]];
        if (p->kind == RECORD_START) start = file.size;
        if (p->kind == RECORD_INDEX) index = file.size;
        if (p->kind == RECORD_END)
            fit_end(&file, start);
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
    reel_memory mark = { .allocator = memory_allocator(NULL) }, made = { .allocator = memory_allocator(NULL) };
    for (size_t at = ARCHIVE_HEAD; at < file.size; at += RECORD_HEAD + head.size) {
        assert_true(record_parse(file.data + at, &head));
        archive_chain_add(&chain, file.data + at, RECORD_HEAD + head.size);
    }
    chain_digest(&chain, digest);
    reel_public_key_text(reel_key_public(model.key), public);
    snprintf(text, sizeof text, "reel:1\tkey:%s", public);
    assert_true(
        minisign_write(&mark, digest, (reel_string){ text, strlen(text) }, reel_key_public(model.key), model.key->secret));
    assert_true(record_begin(&made) && memory_add(&made, mark.data, mark.size) && record_seal(&made, RECORD_SIGNATURE));
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
    const reel_verify_options how = { .keys = reel_key_public(model.key), .key_count = 1 };
    const reel_options options = { .member = member };
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
        assert_true(record_parse(archive->data + at, &head));
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
    archive_put_head(head);
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

/* All sequences of up to `longest` records. */
static void try_all(const size_t *alphabet, size_t letters, size_t longest)
{
    size_t parts[LONGEST] = { 0 }, digits[LONGEST] = { 0 };
    for (size_t length = 1; length <= longest; length++) {
        memset(digits, 0, sizeof digits);
        for (size_t at = 0; at < length;) {
            for (size_t i = 0; i < length; i++) parts[i + 1] = alphabet[digits[i]];
            judge_sequence(parts, length + 1);
            for (at = 0; at < length && ++digits[at] == letters; at++) digits[at] = 0;
        }
    }
}

static void every_short_sequence_of_records_that_verifies_is_what_was_signed(void **state)
{
    (void)state;
    need_library();
    reel_memory a = record(&reel_format_bsor, append_bsor, 100, 16, false),
                b = record(&reel_format_bsor, append_bsor, 200, 16, false);
    size_t first = add_records("a", &a), second = add_records("b", &b);
    sign_records("sign-a", first, records_before_end(first) + 1);
    const size_t alphabet[] = { first,     first + 1,  first + 2,
                                first + 3, /* START, HEADER, ROWS, END */
                                second,    second + 2, model.archives[0].mark };
    try_all(alphabet, sizeof alphabet / sizeof *alphabet, by_effort(7, 6, 5));
    judge_sequence(model.archives[0].parts, model.archives[0].count);
    print_message("%llu sequences, %llu of them fine\n", (unsigned long long)model.tried, (unsigned long long)model.fine);
    assert_true(model.fine > 0);
    reel_memory_free(&a);
    reel_memory_free(&b);
}

/* ---- random edits --------------------------------------------------------------------------------------------------- */

/* An index in which the spans of rows are others: it hides them. */
static void add_false_index(size_t index)
{
    const piece *p = &model.pieces[index];
    reel_cursor in = { .at = p->data + RECORD_HEAD, .end = p->data + p->size };
    reel_memory made = { .allocator = memory_allocator(NULL) }, entries;
    assert_true(record_begin(&made) && payload_number(&made, reel_get_leb128(&in)) && payload_u64(&made, reel_get_u64le(&in)));
    assert_int_equal(payload_get_part(&in, NULL, &made.allocator, &entries, NULL), REEL_OK);
    for (size_t i = 0; i + 8 <= entries.size; i++) /* doubles from 1 to 4 become greater */
        if (entries.data[i + 7] == 0x40 && !entries.data[i]) entries.data[i + 6] |= 0x20;
    assert_true(payload_part(&made, &entries) && record_seal(&made, RECORD_INDEX));
    add_piece("false-index", made.data, made.size, RECORD_INDEX);
    reel_memory_free(&entries);
    reel_memory_free(&made);
}

static void add_oddities(void)
{
    uint8_t optional[RECORD_HEAD + 3] = { 99, RECORD_OPTIONAL, 0, 0, 3 }, required[RECORD_HEAD] = { 98 },
                                   name[RECORD_HEAD + 2] = { RECORD_NAME, RECORD_OPTIONAL,   0,  0, 2, 0, 0,
                                                             0,           [RECORD_HEAD] = 1, 'x' },
                                   head[ARCHIVE_HEAD];
    seal_record(optional);
    seal_record(required);
    seal_record(name);
    add_piece("optional", optional, sizeof optional, 99);
    add_piece("required", required, sizeof required, 98);
    add_piece("name", name, sizeof name, RECORD_NAME);
    add_piece("junk", "junk", 4, 0);
    add_piece("zeros", "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 16, 0);
    archive_put_head(head);
    head[ARCHIVE_OPTIONAL] = 1;
    reel_store_u32le(head + 20, (uint32_t)xxh3_64(head, 20, 0));
    add_piece("odd-head", head, sizeof head, 0);
    head[ARCHIVE_OPTIONAL + 1] = 1;
    add_piece("bad-head", head, sizeof head, 0);
}

static size_t edit(size_t *parts, size_t count)
{
    size_t at = (size_t)random_below(count), other = (size_t)random_below(count), swap;
    const signed_archive *splice = &model.archives[random_below(model.signed_count)];
    switch (random_below(6)) {
    case 0: /* insert */
    case 1:
        if (count >= LONGEST - 1) return count;
        memmove(parts + at + 1, parts + at, (count - at) * sizeof *parts);
        parts[at] = (size_t)random_below(model.count);
        return count + 1;
    case 2: /* delete */
        if (count < 3) return count;
        memmove(parts + at, parts + at + 1, (count - at - 1) * sizeof *parts);
        return count - 1;
    case 3: /* duplicate, somewhere else */
        if (count >= LONGEST - 1) return count;
        swap = parts[other];
        memmove(parts + at + 1, parts + at, (count - at) * sizeof *parts);
        parts[at] = swap;
        return count + 1;
    case 4: /* exchange */
        swap = parts[at];
        parts[at] = parts[other];
        parts[other] = swap;
        return count;
    default: /* go on as another archive */
        other = (size_t)random_below(splice->count);
        for (; at < LONGEST - 1 && other < splice->count; at++, other++) parts[at] = splice->parts[other];
        return at;
    }
}

static void add_recording(const char *prefix, const reel_format *format, append_rows *append, int32_t score, bool corrected)
{
    reel_memory archive = record(format, append, score, 2, corrected);
    size_t first = add_records(prefix, &archive), before = records_before_end(first);
    char name[16];
    snprintf(name, sizeof name, "sign-%s", prefix);
    sign_records(name, first, before + 1);
    snprintf(name, sizeof name, "part-%s", prefix);
    sign_records(name, first, before - 1);
    if (first + before + 1 < model.count && model.pieces[first + before + 1].kind == RECORD_INDEX)
        add_false_index(first + before + 1);
    reel_memory_free(&archive);
}

/* The archive of a signature, with the index and the tail of its recording behind it. */
static size_t honest(const signed_archive *archive, size_t *parts)
{
    size_t count = archive->count, end = archive->parts[count - 2];
    memcpy(parts, archive->parts, count * sizeof *parts);
    for (size_t i = end + 1; i < model.count && (model.pieces[i].kind == RECORD_INDEX || model.pieces[i].kind == RECORD_TAIL);
         i++)
        if (model.pieces[i].kind != RECORD_INDEX || i == end + 1) parts[count++] = i;
    return count;
}

static void edited_archives_that_verify_are_what_was_signed(void **state)
{
    (void)state;
    need_library();
    add_recording("a", &reel_format_bsor, append_bsor, 100, false);
    add_recording("b", &reel_format_bsor, append_bsor, 200, true);
    add_recording("t", &reel_format_teehistorian, append_teehistorian, 10, false);
    add_oddities();
    uint64_t seed = model.state;
    const size_t times = by_effort(300000, 30000, 6000);
    for (size_t i = 0; i < times; i++) {
        size_t parts[LONGEST + 1], edits = (size_t)random_below(4);
        size_t count = honest(&model.archives[random_below(model.signed_count)], parts);
        for (size_t e = 0; e < edits; e++) count = edit(parts, count);
        judge_sequence(parts, count);
    }
    print_message("%llu archives from seed %llu, %llu of them fine\n", (unsigned long long)model.tried, (unsigned long long)seed,
                  (unsigned long long)model.fine);
    assert_true(model.fine > times / 20);
}

/* A reader of a span that finds another index than the records have reads the records, and reports the index. */
static void assert_hides_nothing(const size_t *parts, size_t count)
{
    bytes file = put_together(parts, count);
    const reel_options span = { .has_from = true, .from = 1, .has_to = true, .to = 4 };
    reel_replay *replay;
    size_t frames;
    assert_int_equal(reel_load(reel_source_memory(file.data, file.size), &span, &replay, NULL), REEL_OK);
    reel_rows(replay, &bsor_frames, &frames);
    assert_int_equal(frames, 3);
    assert_non_null(reel_replay_damage(replay));
    assert_string_equal(reel_replay_damage(replay)->rule, "archive.index");
    reel_free(replay);
    free(file.data);
}

/* What was tried on archives of others. */
static void known_forgeries_do_not_verify(void **state)
{
    (void)state;
    need_library();
    add_recording("a", &reel_format_bsor, append_bsor, 100, false);
    const size_t pieces = model.count;
    add_recording("b", &reel_format_bsor, append_bsor, 200, false);
    add_oddities();
    size_t signed_parts[LONGEST], count = honest(&model.archives[0], signed_parts), last = count - 1, parts[LONGEST];
    const struct {
        const char *inserted[4]; /* pieces */
        size_t at;
    } forgeries[] = {
        { { "bS0", "bH1", "bR2" }, 1 },      /* rows of another recording */
        { { "aS0" }, 1 },                    /* START twice */
        { { "false-index" }, last - 1 },     /* in front of the right one */
        { { "false-index", "aT8" }, count }, /* behind it */
        { { "bad-head" }, 0 },
        { { "junk" }, count },
        { { "zeros" }, count },
        { { "optional" }, count - 2 },
        { { "head", "bS0", "bH1", "bR2" }, count },
    };
    for (size_t f = 0; f < sizeof forgeries / sizeof *forgeries; f++) {
        size_t added = 0;
        for (; added < 4 && forgeries[f].inserted[added]; added++)
            for (size_t p = 0; p < model.count; p++)
                if (!strcmp(model.pieces[p].name, forgeries[f].inserted[added])) parts[forgeries[f].at + added] = p;
        memcpy(parts, signed_parts, forgeries[f].at * sizeof *parts);
        memcpy(parts + forgeries[f].at + added, signed_parts + forgeries[f].at, (count - forgeries[f].at) * sizeof *parts);
        judge_sequence(parts, count + added);
        if (model.fine) fail_msg("forgery %zu verifies", f);
    }
    memcpy(parts, signed_parts, count * sizeof *parts);
    for (size_t p = 0; p < pieces; p++)
        if (!strcmp(model.pieces[p].name, "false-index")) parts[last - 1] = p; /* in its place */
    judge_sequence(parts, count);
    assert_int_equal(model.fine, 0);
    assert_hides_nothing(parts, count);
    judge_sequence(signed_parts, count);
    assert_int_equal(model.fine, 1);
}

/* Of an archive of several, each replay is judged for itself. */
static void edited_members_that_verify_are_what_was_signed(void **state)
{
    (void)state;
    need_library();
    add_recording("a", &reel_format_bsor, append_bsor, 100, false);
    add_recording("t", &reel_format_teehistorian, append_teehistorian, 10, false);
    add_oddities();
    for (size_t i = 0, times = by_effort(50000, 10000, 2000); i < times; i++) {
        size_t parts[2][LONGEST + 1], count[2];
        for (size_t m = 0; m < 2; m++) {
            count[m] = honest(&model.archives[random_below(model.signed_count)], parts[m]);
            for (uint64_t edits = random_below(3); edits; edits--) count[m] = edit(parts[m], count[m]);
        }
        bytes one = put_together(parts[0], count[0]), two = put_together(parts[1], count[1]),
              both = { malloc(one.size + two.size), one.size + two.size };
        memcpy(both.data, one.data, one.size);
        memcpy(both.data + one.size, two.data, two.size);
        char what[LONGEST * 20], word[32] = "@";
        describe(what, sizeof what, parts[1], count[1]);
        snprintf(word, sizeof word, "@%zu", one.size);
        judge(both, one.size, word, what);
        describe(what, sizeof what, parts[0], count[0]);
        judge(both, 0, "#1", what);
        free(one.data);
        free(two.data);
        free(both.data);
    }
    assert_true(model.fine > 0);
}

/* ---- bytes ---------------------------------------------------------------------------------------------------------- */

/* Seals the head and every record that is whole. */
static void seal_all(bytes file)
{
    reel_store_u32le(file.data + 20, (uint32_t)xxh3_64(file.data, 20, 0));
    for (size_t at = ARCHIVE_HEAD; at + RECORD_HEAD <= file.size;) {
        size_t size = reel_load_u32le(file.data + at + 4);
        if (size > file.size - at - RECORD_HEAD) return;
        seal_record(file.data + at);
        at += RECORD_HEAD + size;
    }
}

static void changed_bytes_that_verify_change_no_row(void **state)
{
    (void)state;
    need_library();
    add_recording("a", &reel_format_bsor, append_bsor, 100, true);
    add_recording("t", &reel_format_teehistorian, append_teehistorian, 10, false);
    for (size_t a = 0; a < model.signed_count; a++) {
        size_t parts[LONGEST + 1], count = honest(&model.archives[a], parts);
        bytes file = put_together(parts, count), copy = { malloc(file.size), file.size };
        for (size_t at = 0; at < file.size; at++)
            for (size_t change = 0; change < by_effort(20, 6, 2); change++) {
                char what[128];
                memcpy(copy.data, file.data, file.size);
                copy.data[at] ^= change / 2 < 8 ? (uint8_t)(1u << (change / 2 + at) % 8) : (uint8_t)random_below(255) + 1;
                if (change % 2) seal_all(copy);
                snprintf(what, sizeof what, "archive %zu, byte %zu, change %zu", a, at, change);
                judge(copy, 0, NULL, what);
            }
        free(file.data);
        free(copy.data);
    }
}

#define test(name) cmocka_unit_test_setup_teardown(name, begin_model, end_model)

int main(void)
{
    const struct CMUnitTest tests[] = {
        test(every_short_sequence_of_records_that_verifies_is_what_was_signed),
        test(known_forgeries_do_not_verify),
        test(edited_archives_that_verify_are_what_was_signed),
        test(edited_members_that_verify_are_what_was_signed),
        test(changed_bytes_that_verify_change_no_row),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
