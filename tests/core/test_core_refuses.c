/* SPDX-License-Identifier: MIT
 * What the library is given that it cannot do: outputs that cannot be read back, rows of other formats, blocks of a spool that do not
 * hold what they say. */
#include "core/packing.h"
#include "machinery.h"
#include "toy.h"

#include <reel/bsor.h>
#include <reel/butter.h>
#include <reel/gdr.h>
#include <reel/teehistorian.h>

/* ---- fields ------------------------------------------------------------------------------------------------------------ */

static void a_number_of_every_type_is_read(void **state)
{
    (void)state;
    static const struct {
        uint64_t u64;
        int64_t i64;
        double f64;
        uint32_t u32;
        int32_t i32;
        float f32;
        uint16_t u16;
        int16_t i16;
        uint8_t u8;
        int8_t i8;
        uint8_t no, yes;
    } row = { UINT64_MAX, INT64_MIN, -0.5, UINT32_MAX, INT32_MIN, 1.5f, UINT16_MAX, INT16_MIN, UINT8_MAX, INT8_MIN, 0, 7 };
    const struct {
        reel_type type;
        const void *place;
        double value;
        const char *name;
        size_t size;
    } cases[] = {
        { REEL_U64, &row.u64, 18446744073709551616.0, "u64", 8 },
        { REEL_I64, &row.i64, -9223372036854775808.0, "i64", 8 },
        { REEL_F64, &row.f64, -0.5, "f64", 8 },
        { REEL_U32, &row.u32, 4294967295.0, "u32", 4 },
        { REEL_I32, &row.i32, -2147483648.0, "i32", 4 },
        { REEL_F32, &row.f32, 1.5, "f32", 4 },
        { REEL_U16, &row.u16, 65535, "u16", 2 },
        { REEL_I16, &row.i16, -32768, "i16", 2 },
        { REEL_U8, &row.u8, 255, "u8", 1 },
        { REEL_I8, &row.i8, -128, "i8", 1 },
        { REEL_BOOL, &row.no, 0, "bool", 1 },
        { REEL_BOOL, &row.yes, 1, "bool", 1 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const reel_field field = { .name = "f", .type = cases[i].type, .count = 1 };
        assert_true(reel_field_number(&field, cases[i].place, 0) == cases[i].value);
        assert_string_equal(reel_type_name(cases[i].type), cases[i].name);
        assert_int_equal(reel_type_size(cases[i].type), cases[i].size);
    }
    static const reel_string text = { "7", 1 };
    const reel_field field = { .name = "f", .type = REEL_STRING, .count = 1 };
    assert_true(reel_field_number(&field, &text, 0) == 0); /* no number */
}

static void what_has_no_name_is_unknown(void **state)
{
    (void)state;
    assert_string_equal(reel_type_name((reel_type)0), "unknown");
    assert_string_equal(reel_type_name((reel_type)99), "unknown");
    assert_int_equal(reel_type_size((reel_type)99), 0);
    assert_string_equal(reel_status_name((reel_status)99), "unknown");
    assert_null(reel_format_table(&reel_format_bsor, "inputs"));
    assert_ptr_equal(reel_format_table(&reel_format_bsor, "notes"), &bsor_notes);
    reel_findings_free(NULL);
    reel_discard(NULL);
    reel_findings *findings = reel_findings_new(NULL);
    const reel_finding odd = { .rule = "a", .section = "", .severity = (reel_severity)9, .message = "" };
    reel_findings_report(findings, &odd);
    assert_int_equal(reel_findings_count(findings), 1);
    for (int severity = -1; severity < 4; severity++) assert_int_equal(reel_findings_total(findings, (reel_severity)severity), 0);
    reel_findings_free(findings);
}

/* What unpacks to more may take more memory; what a limit allows less. */
static void a_packed_file_has_a_bound_too(void **state)
{
    (void)state;
    const reel_options few = { REEL_SIZED(reel_options), .limits = { .unpacked_bytes = 1000 } },
                       small = { REEL_SIZED(reel_options), .limits = { .input_bytes = 1000 } };
    for (const reel_format *const *format = reel_formats(); *format; format++) {
        uint64_t plain = reel_memory_bound(*format, 100000, NULL), packed = reel_memory_bound_packed(*format, 100000, NULL);
        assert_true(packed > plain && packed < UINT64_MAX / 2);
        assert_true(reel_memory_bound_packed(*format, 100000, &few) < packed);
        assert_true(reel_memory_bound(*format, 100000, &small) <= plain);
    }
}

/* ---- outputs -------------------------------------------------------------------------------------------------------------- */

static const char *seen_rule;

static void see(void *context, const reel_finding *finding)
{
    (void)context;
    seen_rule = finding->rule;
}

static reel_status convert(const char *path, test_sink *sink, bool reads_back, const reel_convert_options *how, reel_error *error)
{
    size_t size;
    uint8_t *data = read_file(project_path(path), &size);
    reel_sink to = test_sink_of(sink);
    if (!reads_back) to.reopen = NULL;
    const reel_options options = { REEL_SIZED(reel_options), .report = see };
    seen_rule = "";
    reel_status status = reel_convert(reel_source_memory(data, size), &options, NULL, to, how, error);
    if (status == REEL_OK) {
        assert_int_equal(sink->size, size);
        assert_memory_equal(sink->data, data, size);
    }
    free(data);
    return status;
}

static void an_output_that_cannot_be_read_back_is_verified_in_memory_or_not_at_all(void **state)
{
    (void)state;
    static const struct {
        const char *path;
        uint32_t flags;
        const char *rule;
    } cases[] = {
        { "tests/formats/bsor/golden/full.bsor", 0, "" }, /* made in memory first */
        { "tests/formats/bsor/golden/full.bsor", REEL_NO_VERIFY, "" },
        { "tests/formats/teehistorian/golden/two-skips.teehistorian", 0, "convert.unverified" },
        { "tests/formats/teehistorian/golden/two-skips.teehistorian", REEL_NO_VERIFY, "" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const reel_convert_options how = { REEL_SIZED(reel_convert_options), .flags = cases[i].flags };
        for (int fails = 0; fails < 3; fails++) {
            test_sink sink = { .fail_at = fails == 1, .fail_commit = fails == 2 };
            reel_error error;
            assert_int_equal(convert(cases[i].path, &sink, false, &how, &error), fails ? REEL_IO : REEL_OK);
            assert_string_equal(seen_rule, cases[i].rule);
            assert_int_equal(sink.commits, fails != 1);
            assert_int_equal(sink.discards, fails == 1);
            test_sink_free(&sink);
        }
    }
}

static void a_change_that_is_none_leaves_no_output(void **state)
{
    (void)state;
    static const struct {
        const char *path;
        reel_setting setting, operation;
        const char *rule;
    } cases[] = {
        { "tests/formats/bsor/golden/empty-lists.bsor",
          { "controller_offsets.left_position", "1 2 3" },
          { NULL, NULL },
          "edit.field" },
        { "tests/formats/bsor/golden/full.bsor", { "nothing", "1" }, { NULL, NULL }, "edit.field" },
        { "tests/formats/gdr/golden/plain.gdr2", { NULL, NULL }, { "cut", NULL }, "edit.operation" },
        { "tests/formats/gdr/golden/plain.gdr2", { NULL, NULL }, { "merge", NULL }, "edit.operation" },
        { "tests/formats/gdr/golden/plain.gdr2", { NULL, NULL }, { "sort", "1" }, "edit.argument" },
        { "tests/formats/gdr/golden/plain.gdr2", { NULL, NULL }, { "tps", NULL }, "edit.argument" },
        { "tests/formats/echo/golden/nobody.milk", { NULL, NULL }, { NULL, NULL }, "reel.read-only" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const reel_convert_options how = { REEL_SIZED(reel_convert_options), .settings = &cases[i].setting,
                                           .setting_count = cases[i].setting.field != NULL, .operations = &cases[i].operation,
                                           .operation_count = cases[i].operation.field != NULL };
        test_sink sink = { 0 };
        reel_error error = { .rule = "" };
        reel_status status = convert(cases[i].path, &sink, true, &how, &error);
        if (status >= 0 || strcmp(error.rule, cases[i].rule) != 0) fail_msg("%zu: %s: %s", i, error.rule, error.message);
        assert_int_equal(sink.commits, 0);
        assert_int_equal(sink.discards, 1);
        test_sink_free(&sink);
    }
}

/* Two other replays to merge, of which neither is used. */
static void replays_that_cannot_be_merged_are_closed(void **state)
{
    (void)state;
    size_t size;
    uint8_t *data = read_file(project_path("tests/formats/echo/golden/usual.milk"), &size);
    test_source states[2] = { { .data = data, .size = size }, { .data = data, .size = size } };
    reel_source others[3] = { test_source_of(&states[0]), test_source_of(&states[1]), reel_source_memory(data, size) };
    others[2].close = NULL;
    const reel_convert_options how = { REEL_SIZED(reel_convert_options), .merge = others, .merge_count = 3 };
    test_sink sink = { 0 };
    reel_error error;
    assert_int_equal(convert("tests/formats/echo/golden/usual.milk", &sink, true, &how, &error), REEL_UNSUPPORTED);
    assert_string_equal(error.rule, "edit.merge");
    assert_int_equal(states[0].closed, 1);
    assert_int_equal(states[1].closed, 1);
    test_sink_free(&sink);
    free(data);
}

static int flushes;

static reel_status count_flush(void *context, reel_error *error)
{
    (void)context;
    (void)error;
    flushes++;
    return REEL_OK;
}

static void rows_of_another_format_end_the_writer(void **state)
{
    (void)state;
    test_sink sink = { 0 };
    reel_sink to = test_sink_of(&sink);
    reel_writer *writer;
    reel_error error;
    to.flush = count_flush;
    assert_int_equal(reel_create(to, &reel_format_teehistorian, NULL, &writer, NULL), REEL_OK);
    assert_int_equal(reel_flush(writer, NULL), REEL_OK);
    assert_int_equal(flushes, 1);
    static const gdr_input input;
    static const teehistorian_skip skip;
    assert_int_equal(reel_append(writer, &gdr_inputs, &input, 1), REEL_ARGUMENT);
    assert_int_equal(reel_append(writer, &teehistorian_skips, &skip, 1), REEL_ARGUMENT); /* for good */
    assert_int_equal(reel_flush(writer, &error), REEL_ARGUMENT);
    assert_int_equal(reel_finish(writer, &error), REEL_ARGUMENT);
    assert_string_equal(error.rule, "reel.foreign-table");
    assert_int_equal(sink.discards, 1);
    size_t size;
    uint8_t *data = read_file(project_path("tests/formats/gdr/golden/plain.gdr2"), &size);
    reel_replay *replay = load_bytes(data, size, NULL);
    test_sink_free(&sink);
    to.flush = NULL;
    assert_int_equal(reel_write(reel_replay_chunk(replay), &reel_format_bsor, to, NULL, &error), REEL_ARGUMENT);
    assert_string_equal(error.rule, "reel.foreign-table");
    assert_int_equal(sink.discards, 1);
    reel_free(replay);
    free(data);
    test_sink_free(&sink);
}

/* ---- spools --------------------------------------------------------------------------------------------------------------- */

enum { BLOCK_HEAD = 12 };

static uint64_t no_time(void) { return 0; }

/* A spool of a macro with three inputs and texts; its last block begins at *block. */
static void record_spool(test_sink *spool, size_t *block)
{
    test_sink file = { 0 };
    reel_writer *writer;
    const gdr_info info = { .version = 2, .framerate = 240, .author = { "ann", 3 } };
    static const gdr_input inputs[3] = { { .frame = 1, .down = 1 }, { .frame = 5 }, { .frame = 9, .down = 1 } };
    static const gdr_block data = { .frame = 1, .data = { (const uint8_t *)"bytes", 5 } };
    assert_int_equal(reel_create(test_sink_of(&file), &reel_format_gdr2, NULL, &writer, NULL), REEL_OK);
    assert_int_equal(reel_spool(writer, test_sink_of(spool), no_time, NULL), REEL_OK);
    reel_append(writer, &gdr_infos, &info, 1);
    reel_flush(writer, NULL);
    *block = spool->size;
    reel_append(writer, &gdr_inputs, inputs, 3);
    reel_append(writer, &gdr_blocks, &data, 1);
    reel_flush(writer, NULL);
    reel_discard(writer);
    test_sink_free(&file);
}

/* A block whose checksum fits and whose rows do not: what was before it is read. */
static void a_block_that_contradicts_itself_ends_a_spool(void **state)
{
    (void)state;
    test_sink spool = { 0 };
    size_t block, batches = 0, rows = 0;
    record_spool(&spool, &block);
    size_t size = spool.size - block - BLOCK_HEAD;
    uint8_t *packed = spool.data + block + BLOCK_HEAD;
    for (size_t at = 0; at < size; at++)
        for (int change = 0; change < 2; change++) {
            uint8_t before = packed[at];
            packed[at] = change ? 0xff : (uint8_t)(before + 1);
            reel_store_u64le(spool.data + block + 4, reel__packing_checksum(packed, size));
            reel_replay *replay = load_bytes(spool.data, spool.size, NULL);
            const reel_error *damage = reel_replay_damage(replay);
            size_t infos;
            const gdr_info *info = reel_rows(replay, &gdr_infos, &infos);
            assert_int_equal(infos, 1);
            assert_memory_equal(info->author.data, "ann", 3);
            if (damage) {
                assert_int_equal(damage->status, REEL_CORRUPT);
                assert_true(damage->offset >= block && damage->offset <= spool.size);
                batches += !strcmp(damage->rule, "spool.batch");
                rows += !strcmp(damage->rule, "spool.row");
            }
            reel_free(replay);
            packed[at] = before;
        }
    assert_true(batches > 0 && rows > 0);
    test_sink_free(&spool);
}

static void a_recording_without_memory_loses_its_spool_and_says_so(void **state)
{
    (void)state;
    for (size_t fail_at = 1;; fail_at++) {
        test_allocator memory = { .fail_at = fail_at, .fail_once = true };
        reel_allocator allocator = test_allocator_of(&memory);
        test_sink file = { 0 }, spool = { 0 };
        const reel_write_options options = { REEL_SIZED(reel_write_options), .allocator = &allocator, .report = see };
        reel_writer *writer;
        reel_error error;
        seen_rule = "";
        reel_status status = reel_create(test_sink_of(&file), &reel_format_toy, &options, &writer, &error);
        if (status == REEL_OK) {
            status = reel_spool(writer, test_sink_of(&spool), no_time, &error);
            for (int32_t i = 0; status == REEL_OK && i < 300; i++)
                status = reel_append(writer, &toy_points, &(toy_point){ i, i }, 1);
            if (status == REEL_OK)
                status = reel_finish(writer, &error);
            else if (status < 0)
                reel_discard(writer);
        }
        bool met = memory.calls >= fail_at, lost = !strcmp(seen_rule, "spool.lost");
        if (status < 0) assert_int_equal(status, REEL_MEMORY);
        if (met) assert_true(status < 0 || lost); /* the recording goes on */
        if (status == REEL_OK) assert_int_equal(file.size, 8 + 300 * sizeof(toy_point));
        assert_int_equal(memory.live, 0);
        test_sink_free(&file);
        test_sink_free(&spool);
        if (!met) break;
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_number_of_every_type_is_read),
        cmocka_unit_test(what_has_no_name_is_unknown),
        cmocka_unit_test(a_packed_file_has_a_bound_too),
        cmocka_unit_test(an_output_that_cannot_be_read_back_is_verified_in_memory_or_not_at_all),
        cmocka_unit_test(a_change_that_is_none_leaves_no_output),
        cmocka_unit_test(replays_that_cannot_be_merged_are_closed),
        cmocka_unit_test(rows_of_another_format_end_the_writer),
        cmocka_unit_test(a_block_that_contradicts_itself_ends_a_spool),
        cmocka_unit_test(a_recording_without_memory_loses_its_spool_and_says_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
