/* SPDX-License-Identifier: MIT
 * What a recorder can do while it records, and when finishing fails. */
#include "containers/spool.h"
#include "support.h"
#include "toy.h"

#include <reel/bsor.h>

static const reel_format *const toys[] = { &reel_format_toy, &reel_format_toy_stream, NULL };
static uint64_t time_ms;

static uint64_t fake_clock(void) { return time_ms; }

static reel_writer *begin(const reel_format *format, test_sink *file, test_sink *spool, const reel_write_options *options)
{
    reel_writer *writer;
    time_ms = 0;
    assert_int_equal(reel_create(test_sink_of(file), format, options, &writer, NULL), REEL_OK);
    if (spool) assert_int_equal(reel_spool(writer, test_sink_of(spool), fake_clock, NULL), REEL_OK);
    return writer;
}

static void append(reel_writer *writer, int32_t tick)
{
    assert_int_equal(reel_append(writer, &toy_points, &(toy_point){ tick, tick * tick }, 1), REEL_OK);
}

/* The ticks in a file or a spool are `ticks`. */
static void assert_ticks(const uint8_t *data, size_t size, const int32_t *ticks, size_t wanted)
{
    reel_replay *replay;
    const reel_options options = { REEL_SIZED(reel_options), .formats = toys };
    assert_int_equal(reel_load(reel_source_memory(data, size), &options, &replay, NULL), REEL_OK);
    size_t count;
    const toy_point *points = reel_rows(replay, &toy_points, &count);
    assert_int_equal(count, wanted);
    for (size_t i = 0; i < count; i++) assert_int_equal(points[i].tick, ticks[i]);
    reel_free(replay);
}

/* ---- dropped rows ------------------------------------------------------------------------------------------------- */

/* Whatever is appended, dropped and flushed: file and spool hold what a list holds from which the end is dropped. */
static void rows_after_a_checkpoint_are_dropped(void **state)
{
    (void)state;
    uint32_t random = 1;
    for (size_t round = 0; round < by_effort(2000, 300, 50); round++) {
        test_sink file = { 0 }, spool = { 0 };
        reel_writer *writer = begin(&reel_format_toy, &file, &spool, NULL);
        int32_t ticks[64], tick = 0;
        size_t count = 0;
        for (int step = 0; step < 60; step++) {
            random = random * 1664525u + 1013904223u;
            uint32_t kind = random >> 29;
            if (kind == 0) {
                int32_t back = tick - (int32_t)(random >> 8 & 15);
                assert_int_equal(reel_drop_after(writer, back, NULL), REEL_OK);
                while (count && ticks[count - 1] > back) count--;
            } else if (kind == 1) {
                assert_int_equal(reel_flush(writer, NULL), REEL_OK);
            } else {
                ticks[count++] = tick;
                append(writer, tick);
                tick += (int32_t)(random >> 8 & 3) - 1;
            }
        }
        assert_int_equal(reel_flush(writer, NULL), REEL_OK);
        assert_ticks(spool.data, spool.size, ticks, count);
        assert_int_equal(reel_finish(writer, NULL), REEL_OK);
        assert_ticks(file.data, file.size, ticks, count);
        assert_int_equal(spool.discards, 1);
        test_sink_free(&file);
        test_sink_free(&spool);
    }
}

static void rows_that_were_written_are_not_dropped(void **state)
{
    (void)state;
    test_sink file = { 0 };
    reel_error error;
    reel_writer *writer = begin(&reel_format_toy_stream, &file, NULL, NULL);
    append(writer, 1);
    assert_int_equal(reel_drop_after(writer, 0, &error), REEL_UNSUPPORTED);
    assert_string_equal(error.rule, "writer.passed");
    assert_int_equal(reel_finish(writer, NULL), REEL_OK);
    test_sink_free(&file);
}

/* ---- rows that cannot be ------------------------------------------------------------------------------------------ */

static void a_row_that_cannot_be_is_refused_alone(void **state)
{
    (void)state;
    test_sink file = { 0 };
    reel_findings *findings = reel_findings_new(NULL);
    const reel_write_options options = { REEL_SIZED(reel_write_options), .report = reel_findings_report,
                                         .report_context = findings };
    reel_writer *writer = begin(&reel_format_bsor, &file, NULL, &options);
    const bsor_note notes[] = { { .event_type = BSOR_MISS }, { .event_type = 4 } };
    assert_null(reel_writer_error(writer));
    assert_int_equal(reel_append(writer, &bsor_notes, &notes[0], 1), REEL_OK);
    assert_int_equal(reel_append(writer, &bsor_notes, notes, 2), REEL_ARGUMENT);
    assert_string_equal(reel_writer_error(writer)->rule, "bsor.event-type");
    assert_int_equal(reel_writer_error(writer)->status, REEL_ARGUMENT);
    assert_int_equal(reel_append(writer, &bsor_frames, &(bsor_frame){ .fps = 90 }, 1), REEL_OK);
    assert_int_equal(reel_finish(writer, NULL), REEL_OK);
    bool reported = false;
    for (size_t i = 0; i < reel_findings_count(findings); i++)
        reported |= !strcmp(reel_findings_at(findings, i)->rule, "writer.refused") && reel_findings_at(findings, i)->count == 1;
    assert_true(reported);
    reel_replay *replay;
    size_t count;
    assert_int_equal(reel_load(reel_source_memory(file.data, file.size), NULL, &replay, NULL), REEL_OK);
    reel_rows(replay, &bsor_notes, &count);
    assert_int_equal(count, 1);
    reel_rows(replay, &bsor_frames, &count);
    assert_int_equal(count, 1);
    reel_free(replay);
    reel_findings_free(findings);
    test_sink_free(&file);
}

/* ---- finishing again ---------------------------------------------------------------------------------------------- */

static void finishing_is_repeated_elsewhere(void **state)
{
    (void)state;
    static const int32_t ticks[] = { 0, 1, 2, 3, 4 };
    for (int at_commit = 0; at_commit < 2; at_commit++) {
        test_sink file = { .fail_at = at_commit ? 0 : 1, .fail_commit = at_commit }, full = { .fail_at = 1 }, good = { 0 },
                  spool = { 0 };
        reel_sink elsewhere = test_sink_of(&full), last = test_sink_of(&good);
        reel_error error;
        reel_writer *writer = begin(&reel_format_toy, &file, &spool, NULL);
        for (int32_t i = 0; i < 5; i++) append(writer, i);
        assert_int_equal(reel_try_finish(writer, NULL, &error), REEL_IO);
        assert_int_equal(file.commits + file.discards, 1);
        assert_int_equal(reel_try_finish(writer, NULL, &error), REEL_ARGUMENT);
        assert_string_equal(error.rule, "writer.sink");
        assert_int_equal(reel_try_finish(writer, &elsewhere, &error), REEL_IO);
        assert_int_equal(full.discards, 1);
        assert_int_equal(spool.commits + spool.discards, 0);
        assert_int_equal(reel_try_finish(writer, &last, &error), REEL_OK);
        assert_ticks(good.data, good.size, ticks, 5);
        assert_int_equal(spool.discards, 1);
        test_sink_free(&file);
        test_sink_free(&full);
        test_sink_free(&good);
        test_sink_free(&spool);
    }
}

static void a_writer_that_failed_to_finish_is_discarded(void **state)
{
    (void)state;
    test_sink file = { .fail_commit = true }, spool = { 0 };
    reel_writer *writer = begin(&reel_format_toy, &file, &spool, NULL);
    append(writer, 0);
    assert_int_equal(reel_try_finish(writer, NULL, NULL), REEL_IO);
    reel_discard(writer);
    assert_int_equal(file.commits + file.discards, 1);
    assert_int_equal(spool.commits, 1);
    test_sink_free(&file);
    test_sink_free(&spool);
}

/* Rows that are missing cannot be made good by another sink. */
static void a_writer_that_lacks_rows_is_not_finished(void **state)
{
    (void)state;
    test_sink file = { 0 }, other = { 0 };
    reel_sink elsewhere = test_sink_of(&other);
    reel_error error;
    reel_writer *writer = begin(&reel_format_toy, &file, NULL, NULL);
    assert_int_equal(reel_append(writer, &bsor_frames, &(bsor_frame){ 0 }, 1), REEL_ARGUMENT);
    assert_int_equal(reel_try_finish(writer, &elsewhere, &error), REEL_ARGUMENT);
    assert_string_equal(error.rule, "reel.foreign-table");
    assert_int_equal(other.discards, 1);
    reel_discard(writer);
    test_sink_free(&file);
    test_sink_free(&other);
}

static bool not_yet(void *context, const reel_progress *progress) { return progress->read == 0 || *(int *)context != 0; }

static void finishing_reports_progress_and_can_be_stopped(void **state)
{
    (void)state;
    static const int32_t ticks[] = { 7 };
    int go_on = 0;
    test_sink file = { 0 }, good = { 0 };
    reel_sink elsewhere = test_sink_of(&good);
    const reel_write_options options = { REEL_SIZED(reel_write_options), .on_progress = not_yet, .progress_context = &go_on };
    reel_writer *writer = begin(&reel_format_toy, &file, NULL, &options);
    append(writer, 7);
    assert_int_equal(reel_try_finish(writer, NULL, NULL), REEL_CANCELLED);
    go_on = 1;
    assert_int_equal(reel_try_finish(writer, &elsewhere, NULL), REEL_OK);
    assert_ticks(good.data, good.size, ticks, 1);
    test_sink_free(&file);
    test_sink_free(&good);
}

/* ---- versions ----------------------------------------------------------------------------------------------------- */

static void an_option_of_a_newer_library_is_refused(void **state)
{
    (void)state;
    struct {
        reel_write_options known;
        uint64_t newer;
    } writing = { .known = { .struct_size = sizeof writing } };
    struct {
        reel_options known;
        uint64_t newer;
    } reading = { .known = { .struct_size = sizeof reading, .formats = toys } };
    test_sink file = { 0 }, other = { 0 };
    reel_writer *writer = begin(&reel_format_toy, &file, NULL, &writing.known); /* nothing is set there */
    assert_int_equal(reel_finish(writer, NULL), REEL_OK);
    writing.newer = 1;
    reel_error error;
    assert_int_equal(reel_create(test_sink_of(&other), &reel_format_toy, &writing.known, &writer, &error), REEL_UNSUPPORTED);
    assert_string_equal(error.rule, "reel.newer-options");
    assert_null(writer);
    assert_int_equal(other.discards, 1);
    reel_reader *reader;
    assert_int_equal(reel_open(reel_source_memory(file.data, file.size), &reading.known, &reader, &error), REEL_OK);
    reel_close(reader);
    reading.newer = UINT64_MAX;
    assert_int_equal(reel_open(reel_source_memory(file.data, file.size), &reading.known, &reader, &error), REEL_UNSUPPORTED);
    assert_string_equal(error.rule, "reel.newer-options");
    assert_null(reader);
    test_sink_free(&file);
    test_sink_free(&other);
}

static void headers_of_another_version_do_not_fit(void **state)
{
    (void)state;
    assert_true(reel_version_check());
    assert_false(reel_version_fits(REEL_VERSION_MAJOR, REEL_VERSION_MINOR + 1, sizeof(reel_status)));
    assert_false(reel_version_fits(REEL_VERSION_MAJOR + 1, REEL_VERSION_MINOR, sizeof(reel_status)));
    assert_false(reel_version_fits(REEL_VERSION_MAJOR, REEL_VERSION_MINOR, 1)); /* -fshort-enums */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_after_a_checkpoint_are_dropped),
        cmocka_unit_test(rows_that_were_written_are_not_dropped),
        cmocka_unit_test(a_row_that_cannot_be_is_refused_alone),
        cmocka_unit_test(finishing_is_repeated_elsewhere),
        cmocka_unit_test(a_writer_that_failed_to_finish_is_discarded),
        cmocka_unit_test(a_writer_that_lacks_rows_is_not_finished),
        cmocka_unit_test(finishing_reports_progress_and_can_be_stopped),
        cmocka_unit_test(an_option_of_a_newer_library_is_refused),
        cmocka_unit_test(headers_of_another_version_do_not_fit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
