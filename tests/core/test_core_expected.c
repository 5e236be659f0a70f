/* SPDX-License-Identifier: MIT
 * What the caller knows of a replay, held against its header. */
#include <reel/bsor.h>

#include "support.h"

static reel_status check(const reel_setting *expected, size_t count, reel_findings *findings)
{
    reel_memory memory;
    reel_writer *writer;
    assert_int_equal(reel_create(reel_sink_memory(&memory, NULL), &reel_format_bsor, NULL, &writer, NULL), REEL_OK);
    const bsor_info info = { .player_name = { "Somebody", 8 }, .score = -12, .jump_distance = 17.25f };
    reel_append(writer, &bsor_infos, &info, 1);
    assert_int_equal(reel_finish(writer, NULL), REEL_OK);
    const reel_options options = { REEL_SIZED(reel_options), .report = reel_findings_report, .report_context = findings,
                                   .expected = expected, .expected_count = count };
    reel_status status = reel_check(reel_source_memory(memory.data, memory.size), &options, NULL);
    reel_memory_free(&memory);
    return status;
}

static size_t mismatches(const reel_setting *expected, size_t count)
{
    reel_findings *findings = reel_findings_new(NULL);
    assert_int_equal(check(expected, count, findings), REEL_OK);
    size_t found = 0;
    for (size_t i = 0; i < reel_findings_count(findings); i++)
        if (strcmp(reel_findings_at(findings, i)->rule, "check.expected") == 0) {
            found++;
            assert_int_equal(reel_findings_at(findings, i)->severity, REEL_ERROR);
        }
    reel_findings_free(findings);
    return found;
}

static void what_is_as_expected_is_no_finding(void **state)
{
    (void)state;
    const reel_setting known[] = { { "player_name", "Somebody" }, { "info.score", "-12" }, { "jump_distance", "17.25" } };
    assert_int_equal(mismatches(known, 3), 0);
}

static void what_is_not_as_expected_is_an_error(void **state)
{
    (void)state;
    const reel_setting known[] = { { "player_name", "Some" }, { "info.score", "12" }, { "jump_distance", "17.25" } };
    assert_int_equal(mismatches(known, 3), 2);
}

static void a_field_that_is_none_is_the_callers_mistake(void **state)
{
    (void)state;
    const reel_setting known = { "time", "1" }; /* of frames, not of the header */
    reel_findings *findings = reel_findings_new(NULL);
    assert_int_equal(check(&known, 1, findings), REEL_ARGUMENT);
    reel_findings_free(findings);
}

static size_t mismatches_of(reel_memory *file, const reel_setting *expected, size_t count)
{
    reel_findings *findings = reel_findings_new(NULL);
    const reel_options options = { REEL_SIZED(reel_options), .report = reel_findings_report, .report_context = findings,
                                   .expected = expected, .expected_count = count };
    assert_int_equal(reel_check(reel_source_memory(file->data, file->size), &options, NULL), REEL_OK);
    size_t found = (size_t)reel_findings_total(findings, REEL_ERROR);
    reel_findings_free(findings);
    return found;
}

static void one_value_of_a_vector_is_set_and_expected_by_its_column(void **state)
{
    (void)state;
    const reel_setting set = { "info.room_center_y", "2.5" };
    const reel_convert_options how = { REEL_SIZED(reel_convert_options), .settings = &set, .setting_count = 1 };
    const reel_setting column[] = { { "room_center_x", "0.5" },
                                    { "info.room_center_y", "2.5" },
                                    { "room_center", "0.5 2.5 -1.0" } };
    const reel_setting wrong[] = { { "room_center_x", "0.25" }, { "room_center_y", "0.0" } }, none = { "room_center_w", "1" };
    reel_source source;
    reel_memory file;
    assert_int_equal(reel_source_file(project_path("tests/formats/scoresaber/golden/decoded-variant.json"), 0, &source, NULL),
                     REEL_OK);
    assert_int_equal(reel_convert(source, NULL, NULL, reel_sink_memory(&file, NULL), &how, NULL), REEL_OK);
    assert_int_equal(mismatches_of(&file, column, 3), 0);
    assert_int_equal(mismatches_of(&file, wrong, 2), 2);
    const reel_options options = { REEL_SIZED(reel_options), .expected = &none, .expected_count = 1 };
    assert_int_equal(reel_check(reel_source_memory(file.data, file.size), &options, NULL), REEL_ARGUMENT);
    reel_memory_free(&file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_as_expected_is_no_finding),
        cmocka_unit_test(what_is_not_as_expected_is_an_error),
        cmocka_unit_test(a_field_that_is_none_is_the_callers_mistake),
        cmocka_unit_test(one_value_of_a_vector_is_set_and_expected_by_its_column),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
