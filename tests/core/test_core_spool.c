/* SPDX-License-Identifier: MIT
 * What a recorder that dies leaves behind. */
#include "containers/spool.h"
#include "support.h"
#include "toy.h"

static const reel_format *const toys[] = { &reel_format_toy, &reel_format_toy_stream, NULL };
static uint64_t time_ms;

static uint64_t fake_clock(void) { return time_ms; }

static reel_writer *begin(test_sink *file, test_sink *spool)
{
    reel_writer *writer;
    reel_error error;
    time_ms = 0;
    assert_int_equal(reel_create(test_sink_of(file), &reel_format_toy, NULL, &writer, &error), REEL_OK);
    assert_int_equal(reel_spool(writer, test_sink_of(spool), fake_clock, &error), REEL_OK);
    return writer;
}

static void append(reel_writer *writer, int32_t from, int32_t to, uint64_t ms_each)
{
    for (int32_t i = from; i < to; i++) {
        time_ms += ms_each;
        const toy_point point = { i, i * i };
        assert_int_equal(reel_append(writer, &toy_points, &point, 1), REEL_OK);
    }
}

/* Loads bytes as whatever they are and says how many points are right; -1 where they do not load. */
static int points_in(const uint8_t *data, size_t size, reel_findings *findings)
{
    const reel_options options = { REEL_SIZED(reel_options), .formats = toys, .report = findings ? reel_findings_report : NULL,
                                   .report_context = findings };
    reel_replay *replay;
    if (reel_load(reel_source_memory(data, size), &options, &replay, NULL) < 0) return -1;
    size_t count;
    const toy_point *points = reel_rows(replay, &toy_points, &count);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(points[i].tick, i);
        assert_int_equal(points[i].value, i * i);
    }
    assert_ptr_equal(reel_replay_format(replay), &reel_format_toy);
    reel_free(replay);
    return (int)count;
}

static void loses_at_most_the_last_second(void **state)
{
    (void)state;
    test_sink file = { 0 }, spool = { 0 };
    reel_writer *writer = begin(&file, &spool);
    append(writer, 0, 500, 11); /* 90 a second */
    int kept = points_in(spool.data, spool.size, NULL);
    assert_in_range(kept, 500 - 1000 / 11 - 1, 500);
    assert_int_equal(reel_flush(writer, NULL), REEL_OK);
    assert_int_equal(points_in(spool.data, spool.size, NULL), 500);
    reel_discard(writer);
    assert_int_equal(spool.commits, 1); /* it stays */
    assert_int_equal(file.discards, 1);
    test_sink_free(&file);
    test_sink_free(&spool);
}

static void goes_when_the_file_is_finished(void **state)
{
    (void)state;
    test_sink file = { 0 }, spool = { 0 };
    reel_writer *writer = begin(&file, &spool);
    append(writer, 0, 100, 50);
    assert_int_equal(reel_finish(writer, NULL), REEL_OK);
    assert_int_equal(file.commits, 1);
    assert_int_equal(spool.discards, 1);
    assert_int_equal(points_in(file.data, file.size, NULL), 100);
    test_sink_free(&file);
    test_sink_free(&spool);
}

static void stays_when_the_file_cannot_be_finished(void **state)
{
    (void)state;
    test_sink file = { .fail_commit = true }, spool = { 0 };
    reel_writer *writer = begin(&file, &spool);
    append(writer, 0, 100, 50);
    reel_error error;
    assert_int_equal(reel_finish(writer, &error), REEL_IO);
    assert_int_equal(spool.commits, 1);
    assert_int_equal(points_in(spool.data, spool.size, NULL), 100); /* the last second too: this was not a crash */
    test_sink_free(&file);
    test_sink_free(&spool);
}

static void whole_blocks_survive_any_cut_and_any_flip(void **state)
{
    (void)state;
    test_sink file = { 0 }, spool = { 0 };
    reel_writer *writer = begin(&file, &spool);
    append(writer, 0, 60, 100);
    reel_discard(writer);
    int last = -1;
    for (size_t size = 0; size <= spool.size; size++) {
        int points = points_in(spool.data, size, NULL);
        assert_true(points >= last); /* more bytes, never fewer points */
        last = points;
    }
    assert_int_equal(last, 60);
    for (size_t bit = 0; bit < 8 * spool.size; bit++) {
        spool.data[bit / 8] ^= (uint8_t)(1 << bit % 8);
        points_in(spool.data, spool.size, NULL); /* what is read of it is right, or nothing is */
        spool.data[bit / 8] ^= (uint8_t)(1 << bit % 8);
    }
    test_sink_free(&file);
    test_sink_free(&spool);
}

static void repairs_into_the_file_that_was_meant(void **state)
{
    (void)state;
    test_sink file = { 0 }, spool = { 0 };
    reel_writer *writer = begin(&file, &spool);
    append(writer, 0, 100, 50);
    assert_int_equal(reel_flush(writer, NULL), REEL_OK);
    reel_discard(writer);
    const reel_options options = { REEL_SIZED(reel_options), .formats = toys };
    const reel_convert_options how = { REEL_SIZED(reel_convert_options), .flags = REEL_REPAIR };
    reel_memory repaired;
    reel_error error;
    assert_int_equal(reel_convert(reel_source_memory(spool.data, spool.size - 3), &options, NULL,
                                  reel_sink_memory(&repaired, NULL), &how, &error),
                     REEL_OK);
    assert_true(points_in(repaired.data, repaired.size, NULL) >= 80);
    assert_memory_equal(repaired.data, "TOY1", 4);
    reel_memory_free(&repaired);
    test_sink_free(&file);
    test_sink_free(&spool);
}

static void says_that_it_is_a_recording_that_was_not_finished(void **state)
{
    (void)state;
    test_sink file = { 0 }, spool = { 0 };
    reel_writer *writer = begin(&file, &spool);
    append(writer, 0, 10, 200);
    reel_discard(writer);
    reel_findings *findings = reel_findings_new(NULL);
    points_in(spool.data, spool.size, findings);
    assert_int_equal(reel_findings_count(findings), 1);
    assert_string_equal(reel_findings_at(findings, 0)->rule, "spool.unfinished");
    reel_findings_free(findings);
    test_sink_free(&file);
    test_sink_free(&spool);
}

static void gives_wanted_tables_only(void **state)
{
    (void)state;
    test_sink file = { 0 }, spool = { 0 };
    reel_writer *writer = begin(&file, &spool);
    append(writer, 0, 10, 200);
    reel_discard(writer);
    const reel_table *const none[] = { NULL };
    const reel_options options = { REEL_SIZED(reel_options), .formats = toys, .tables = none };
    reel_replay *replay;
    size_t count;
    assert_int_equal(reel_load(reel_source_memory(spool.data, spool.size), &options, &replay, NULL), REEL_OK);
    reel_rows(replay, &toy_points, &count);
    assert_int_equal(count, 0);
    reel_free(replay);
    test_sink_free(&file);
    test_sink_free(&spool);
}

static void is_begun_before_the_first_row_or_not_at_all(void **state)
{
    (void)state;
    test_sink file = { 0 }, spool = { 0 };
    reel_writer *writer;
    reel_error error;
    assert_int_equal(reel_create(test_sink_of(&file), &reel_format_toy, NULL, &writer, &error), REEL_OK);
    append(writer, 0, 1, 0);
    assert_int_equal(reel_spool(writer, test_sink_of(&spool), fake_clock, &error), REEL_ARGUMENT);
    assert_int_equal(reel_finish(writer, &error), REEL_OK);
    test_sink_free(&file);
    test_sink_free(&spool);
}

static void full_disk_under_the_spool_is_told_and_the_recording_goes_on(void **state)
{
    (void)state;
    test_sink file = { 0 }, spool = { .fail_at = 3 };
    reel_findings *findings = reel_findings_new(NULL);
    const reel_write_options options = { REEL_SIZED(reel_write_options), .report = reel_findings_report,
                                         .report_context = findings };
    reel_writer *writer;
    reel_error error;
    time_ms = 0;
    assert_int_equal(reel_create(test_sink_of(&file), &reel_format_toy, &options, &writer, &error), REEL_OK);
    assert_int_equal(reel_spool(writer, test_sink_of(&spool), fake_clock, &error), REEL_OK);
    append(writer, 0, 100, 300);
    assert_int_equal(reel_findings_count(findings), 1);
    assert_string_equal(reel_findings_at(findings, 0)->rule, "spool.lost");
    assert_int_equal(spool.commits + spool.discards, 0); /* what it has stays until the file is complete */
    assert_int_equal(reel_finish(writer, &error), REEL_OK);
    assert_int_equal(spool.discards, 1);
    assert_int_equal(points_in(file.data, file.size, NULL), 100);
    reel_findings_free(findings);
    test_sink_free(&file);
    test_sink_free(&spool);
}

typedef struct growing {
    const uint8_t *data;
    size_t size, at;
} growing;

static reel_status read_growing(void *context, void *buffer, size_t capacity, size_t *got, reel_error *error)
{
    growing *g = context;
    (void)error;
    *got = g->size - g->at < capacity ? g->size - g->at : capacity;
    memcpy(buffer, g->data + g->at, *got);
    g->at += *got;
    return *got ? REEL_OK : REEL_AGAIN;
}

static void can_be_followed_while_it_grows(void **state)
{
    (void)state;
    test_sink file = { 0 }, spool = { 0 };
    reel_writer *writer;
    reel_error error;
    time_ms = 0;
    assert_int_equal(reel_create(test_sink_of(&file), &reel_format_toy_stream, NULL, &writer, &error), REEL_OK);
    assert_int_equal(reel_spool(writer, test_sink_of(&spool), fake_clock, &error), REEL_OK);
    append(writer, 0, 60, 100);
    reel_discard(writer);

    growing g = { .data = spool.data, .size = 60 }; /* past the head, within a block */
    const reel_source source = { .context = &g, .size = REEL_UNKNOWN_SIZE, .read = read_growing };
    const reel_options options = { REEL_SIZED(reel_options), .formats = toys };
    reel_reader *reader;
    const reel_chunk *chunk;
    assert_int_equal(reel_open(source, &options, &reader, &error), REEL_OK);
    size_t rows = 0, count;
    for (; g.size <= spool.size; g.size++) { /* byte by byte: no part of a block is taken for all of it */
        reel_status status;
        while ((status = reel_next(reader, &chunk, &error)) == REEL_OK) {
            reel_chunk_rows(chunk, &toy_points, &count);
            rows += count;
        }
        assert_int_equal(status, REEL_AGAIN);
    }
    assert_null(reel_reader_damage(reader));
    assert_int_equal(rows, 60);
    reel_close(reader);
    test_sink_free(&file);
    test_sink_free(&spool);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loses_at_most_the_last_second),
        cmocka_unit_test(goes_when_the_file_is_finished),
        cmocka_unit_test(stays_when_the_file_cannot_be_finished),
        cmocka_unit_test(whole_blocks_survive_any_cut_and_any_flip),
        cmocka_unit_test(repairs_into_the_file_that_was_meant),
        cmocka_unit_test(says_that_it_is_a_recording_that_was_not_finished),
        cmocka_unit_test(gives_wanted_tables_only),
        cmocka_unit_test(is_begun_before_the_first_row_or_not_at_all),
        cmocka_unit_test(full_disk_under_the_spool_is_told_and_the_recording_goes_on),
        cmocka_unit_test(can_be_followed_while_it_grows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
