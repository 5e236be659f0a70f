/* SPDX-License-Identifier: MIT
 * Archives that are not what they say: refused with a rule, or read with a finding. */
#include "archives.h"

#include "codec/xxh3.h"
#include "containers/archive_record.h"

#include <reel/bsor.h>

enum { REQUIRED = 12, VERSION = 8, CHECK = 20, FRAMES = 50 };

static reel_memory archive;
static char rules[4096];

static void collect(void *context, const reel_finding *finding)
{
    (void)context;
    size_t size = strlen(rules);
    snprintf(rules + size, sizeof rules - size, "%s\n", finding->rule);
}

static int make_archive(void **state)
{
    (void)state;
    reel_writer *writer;
    const reel_archive_options how = { REEL_SIZED(reel_archive_options), .chunk_rows = 10 };
    const reel_write_options options = { REEL_SIZED(reel_write_options), .archive = &how };
    const bsor_info info = { .score = 1 };
    assert_int_equal(reel_create(reel_sink_memory(&archive, NULL), &reel_format_bsor, &options, &writer, NULL), REEL_OK);
    reel_append(writer, &bsor_infos, &info, 1);
    for (int i = 0; i < FRAMES; i++) {
        const bsor_frame frame = { .time = (float)i };
        reel_append(writer, &bsor_frames, &frame, 1);
    }
    assert_int_equal(reel_finish(writer, NULL), REEL_OK);
    rules[0] = 0;
    return 0;
}

static int drop_archive(void **state)
{
    (void)state;
    reel_memory_free(&archive);
    return 0;
}

/* The record of a kind that comes `nth` (from 0). */
static uint8_t *record_of(record_kind kind, size_t nth)
{
    archive_record record;
    for (size_t at = ARCHIVE_HEAD; at < archive.size; at += RECORD_HEAD + record.size) {
        assert_true(reel__record_parse(archive.data + at, &record));
        if (record.kind == kind && nth-- == 0) return archive.data + at;
    }
    fail();
    return NULL;
}

static void seal_record(uint8_t *record)
{
    reel_store_u64le(record + 8, reel__xxh3_64(record + RECORD_HEAD, reel_load_u32le(record + 4), reel_load_u64le(record)));
}

static void seal_head(void) { reel_store_u32le(archive.data + CHECK, (uint32_t)reel__xxh3_64(archive.data, CHECK, 0)); }

static void assert_refused(reel_status status, const char *rule)
{
    reel_replay *replay;
    reel_error error;
    const reel_options options = { REEL_SIZED(reel_options), .flags = REEL_STRICT, .report = collect };
    assert_int_equal(reel_load(reel_source_memory(archive.data, archive.size), &options, &replay, &error), status);
    assert_string_equal(error.rule, rule);
}

static size_t frames_left(reel_status *damage)
{
    const reel_options options = { REEL_SIZED(reel_options), .report = collect };
    reel_replay *replay = load_bytes(archive.data, archive.size, &options);
    size_t count;
    reel_rows(replay, &bsor_frames, &count);
    const reel_error *error = reel_replay_damage(replay);
    *damage = error ? error->status : REEL_OK;
    reel_free(replay);
    return count;
}

static void an_unknown_required_feature_is_unsupported(void **state)
{
    (void)state;
    archive.data[REQUIRED] = 4;
    seal_head();
    assert_refused(REEL_UNSUPPORTED, "archive.feature");
}

static void an_unknown_optional_feature_is_ignored(void **state)
{
    (void)state;
    reel_status damage;
    archive.data[REQUIRED + 4] = 4;
    seal_head();
    assert_int_equal(frames_left(&damage), FRAMES);
    assert_int_equal(damage, REEL_OK);
}

static void another_version_is_unsupported(void **state)
{
    (void)state;
    archive.data[VERSION] = 2;
    seal_head();
    assert_refused(REEL_UNSUPPORTED, "archive.version");
}

static void an_unknown_kind_is_skipped_only_if_it_is_optional(void **state)
{
    (void)state;
    reel_status damage;
    const uint8_t optional[RECORD_HEAD] = { 99, RECORD_OPTIONAL };
    size_t index = (size_t)(record_of(RECORD_INDEX, 0) - archive.data), rest = archive.size - index;
    assert_true(reel__memory_room(&archive, sizeof optional));
    memmove(archive.data + index + sizeof optional, archive.data + index, rest);
    memcpy(archive.data + index, optional, sizeof optional);
    archive.size += sizeof optional;
    seal_record(archive.data + index);
    assert_int_equal(frames_left(&damage), FRAMES);
    assert_int_equal(damage, REEL_OK);
    uint8_t *rows = record_of(RECORD_ROWS, 2);
    rows[0] = 99;
    seal_record(rows);
    assert_refused(REEL_UNSUPPORTED, "archive.record-kind");
}

static void a_damaged_chunk_does_not_hide_the_others(void **state)
{
    (void)state;
    reel_status damage;
    record_of(RECORD_ROWS, 2)[RECORD_HEAD + 5] ^= 1;
    assert_refused(REEL_CORRUPT, "archive.checksum");
    assert_int_equal(frames_left(&damage), FRAMES - 10);
    assert_int_equal(damage, REEL_CORRUPT);
}

/* A record less, with all checksums right: rows are missing in between. */
static void a_chunk_that_was_taken_out_is_missed(void **state)
{
    (void)state;
    uint8_t *record = record_of(RECORD_ROWS, 2);
    size_t size = RECORD_HEAD + reel_load_u32le(record + 4), after = archive.size - (size_t)(record - archive.data) - size;
    memmove(record, record + size, after);
    archive.size -= size;
    assert_refused(REEL_CORRUPT, "archive.rows");
}

static void a_last_chunk_that_was_taken_out_is_missed(void **state)
{
    (void)state;
    uint8_t *record = record_of(RECORD_ROWS, FRAMES / 10 - 1);
    size_t size = RECORD_HEAD + reel_load_u32le(record + 4), after = archive.size - (size_t)(record - archive.data) - size;
    memmove(record, record + size, after);
    archive.size -= size;
    assert_refused(REEL_CORRUPT, "archive.totals");
}

static void an_archive_of_an_unknown_format_is_unsupported(void **state)
{
    (void)state;
    uint8_t *start = record_of(RECORD_START, 0);
    assert_memory_equal(start + RECORD_HEAD + 1, "bsor", 4);
    start[RECORD_HEAD + 1] = 'x';
    seal_record(start);
    assert_refused(REEL_UNSUPPORTED, "archive.format");
}

/* Bytes of a schema that is not compressed, with one field renamed: what is ours is missing, what is theirs is skipped. */
static void renamed_fields_are_skipped_and_reported(void **state)
{
    (void)state;
    uint8_t *start = record_of(RECORD_START, 0);
    reel_cursor in = { .at = start + RECORD_HEAD, .end = start + RECORD_HEAD + reel_load_u32le(start + 4) };
    reel_memory schema, changed;
    reel__payload_get_text(&in);
    reel__payload_get_text(&in);
    reel_get_leb128(&in);
    size_t before = (size_t)(in.at - start);
    assert_int_equal(reel__payload_get_part(&in, NULL, &archive.allocator, &schema, NULL), REEL_OK);
    for (size_t i = 0; i + 3 < schema.size; i++)
        if (memcmp(schema.data + i, "\3fps", 4) == 0) schema.data[i + 1] = 'x';
    changed = (reel_memory){ .allocator = archive.allocator };
    assert_true(memory_add(&changed, archive.data, (size_t)(start - archive.data) + before));
    uint8_t stored = 0;
    assert_true(memory_add(&changed, &stored, 1) && reel__payload_text(&changed, schema.data, schema.size));
    uint8_t *sealed = changed.data + (start - archive.data);
    reel_store_u32le(sealed + 4, (uint32_t)(changed.size - (size_t)(sealed - changed.data) - RECORD_HEAD));
    seal_record(sealed);
    const uint8_t *rest = record_of(RECORD_HEADER, 0);
    assert_true(memory_add(&changed, rest, (size_t)(archive.data + archive.size - rest)));
    reel_memory_free(&archive);
    reel_memory_free(&schema);
    archive = changed;
    const reel_options options = { REEL_SIZED(reel_options), .report = collect };
    reel_replay *replay = load_bytes(archive.data, archive.size, &options);
    size_t count;
    const bsor_frame *frames = reel_rows(replay, &bsor_frames, &count);
    assert_int_equal(count, FRAMES);
    assert_true(frames[7].time == 7 && frames[7].fps == 0);
    assert_string_equal(rules, "archive.fields\narchive.fields\narchive.totals\n"); /* END has the sum of the old START */
    reel_free(replay);
}

static void a_stored_file_with_another_hash_is_corrupt(void **state)
{
    (void)state;
    reel_memory stored, unpacked;
    reel_error error;
    const reel_archive_options how = { REEL_SIZED(reel_archive_options), .stored = true };
    assert_int_equal(reel_pack(reel_source_memory("anything", 8), NULL, &how, reel_sink_memory(&stored, NULL), NULL, NULL),
                     REEL_OK);
    stored.data[9] ^= 1;
    reel_status status =
        reel_unpack(reel_source_memory(stored.data, stored.size), NULL, reel_sink_memory(&unpacked, NULL), &error);
    assert_int_equal(status, REEL_CORRUPT);
    assert_string_equal(error.rule, "unpack.corrupt");
    reel_memory_free(&stored);
}

/* The caller chose no member, so the file is at fault, not the call. */
static void a_name_without_its_file_is_damage(void **state)
{
    (void)state;
    reel_memory named, unpacked;
    reel_error error;
    const reel_archive_options how = { REEL_SIZED(reel_archive_options), .stored = true, .named = true, .id = "a name" };
    assert_int_equal(reel_pack(reel_source_memory("anything", 8), NULL, &how, reel_sink_memory(&named, NULL), NULL, NULL),
                     REEL_OK);
    size_t name = ARCHIVE_HEAD + RECORD_HEAD + reel_load_u32le(named.data + ARCHIVE_HEAD + 4);
    reel_reader *reader;
    named.data[name] = 'x';
    assert_int_equal(reel_open(reel_source_memory(named.data, name + 1), NULL, &reader, &error), REEL_CORRUPT);
    assert_string_equal(error.rule, "archive.member");
    assert_int_equal(error.offset, name);
    assert_int_equal(reel_unpack(reel_source_memory(named.data, name + 1), NULL, reel_sink_memory(&unpacked, NULL), &error),
                     REEL_CORRUPT);
    assert_string_equal(error.rule, "archive.member");
    const reel_options options = { REEL_SIZED(reel_options), .member = "#1" };
    assert_int_equal(reel_unpack(reel_source_memory(named.data, name + 1), &options, reel_sink_memory(&unpacked, NULL), &error),
                     REEL_ARGUMENT);
    reel_memory_free(&named);
}

#define refuses(test) cmocka_unit_test_setup_teardown(test, make_archive, drop_archive)

int main(void)
{
    const struct CMUnitTest tests[] = {
        refuses(an_unknown_required_feature_is_unsupported),
        refuses(an_unknown_optional_feature_is_ignored),
        refuses(another_version_is_unsupported),
        refuses(an_unknown_kind_is_skipped_only_if_it_is_optional),
        refuses(a_damaged_chunk_does_not_hide_the_others),
        refuses(a_chunk_that_was_taken_out_is_missed),
        refuses(a_last_chunk_that_was_taken_out_is_missed),
        refuses(an_archive_of_an_unknown_format_is_unsupported),
        refuses(renamed_fields_are_skipped_and_reported),
        refuses(a_stored_file_with_another_hash_is_corrupt),
        refuses(a_name_without_its_file_is_damage),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
