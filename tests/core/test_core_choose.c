/* SPDX-License-Identifier: MIT
 * reel_options.choose: what it sets while a replay is opened is the same as what a caller sets who knows the replay before. */
#include "support.h"

#include <reel/archive.h>

typedef struct chooser {
    unsigned calls, headers;
    const reel_format *format;
    const reel_table *tables[2]; /* the first table with a time axis */
    double middle;
    bool late, refuses;
} chooser;

static const reel_table *timed_table(const reel_format *format)
{
    for (const reel_table *const *table = reel_format_tables(format); *table; table++)
        if (reel_table_time(*table) && !((*table)->flags & (REEL_TABLE_HEADER | REEL_TABLE_ON_REQUEST))) return *table;
    return NULL;
}

static reel_status choose(void *context, const reel_format *format, const reel_chunk *header, reel_options *options,
                          reel_error *error)
{
    chooser *c = context;
    c->calls++;
    c->headers += header != NULL;
    c->format = format;
    if (c->refuses) {
        *error = (reel_error){ .status = REEL_UNSUPPORTED, .rule = "test.refused", .section = "" };
        return REEL_UNSUPPORTED;
    }
    if (!header) {
        c->tables[0] = timed_table(format);
        options->tables = c->tables;
    }
    if (!header == !c->late) {
        options->has_from = true;
        options->from = c->middle;
    }
    return REEL_OK;
}

static bool count_difference(void *context, const reel_difference *difference)
{
    (void)difference;
    ++*(unsigned *)context;
    return true;
}

/* The middle of the times of a table; false: it has no rows with a time. */
static bool middle_of(const reel_replay *replay, const reel_table *table, double *middle)
{
    size_t count;
    const uint8_t *rows = reel_rows(replay, table, &count);
    if (!count) return false;
    *middle = reel_field_number(reel_table_time(table), rows + count / 2 * table->row_size, 0);
    return *middle == *middle;
}

/* Loads a file by a chooser and by options that say the same. */
static bool same_both_ways(const uint8_t *data, size_t size, bool late)
{
    reel_replay *whole, *chosen, *told;
    unsigned differences = 0;
    if (reel_load(reel_source_memory(data, size), NULL, &whole, NULL) < 0) return false;
    chooser c = { .late = late };
    const reel_table *table = timed_table(reel_replay_format(whole));
    bool timed = table && middle_of(whole, table, &c.middle);
    reel_free(whole);
    if (!timed) return false;
    reel_options by_choice = { REEL_SIZED(reel_options), .choose = choose, .choose_context = &c };
    assert_int_equal(reel_load(reel_source_memory(data, size), &by_choice, &chosen, NULL), REEL_OK);
    assert_int_equal(c.calls, 2);
    assert_int_equal(c.headers, 1);
    reel_options by_hand = { REEL_SIZED(reel_options), .tables = c.tables, .has_from = true, .from = c.middle };
    assert_int_equal(reel_load(reel_source_memory(data, size), &by_hand, &told, NULL), REEL_OK);
    assert_int_equal(reel_diff(chosen, told, true, count_difference, &differences, NULL, NULL), REEL_OK);
    assert_int_equal(differences, 0);
    reel_free(chosen);
    reel_free(told);
    return true;
}

static void what_is_chosen_is_what_is_read(void **state)
{
    (void)state;
    size_t compared = 0;
    file_list files = files_below(project_path("tests/formats"));
    for (size_t i = 0; i < files.count; i++) {
        size_t size;
        if (!strstr(files.paths[i], "/golden/")) continue;
        uint8_t *data = read_file(files.paths[i], &size);
        compared += same_both_ways(data, size, false);
        same_both_ways(data, size, true);
        free(data);
    }
    file_list_free(&files);
    assert_true(compared > 20);
}

static void a_refusal_ends_the_opening(void **state)
{
    (void)state;
    size_t size;
    uint8_t *data = read_file(project_path("tests/formats/bsor/golden/full.bsor"), &size);
    chooser c = { .refuses = true };
    reel_options options = { REEL_SIZED(reel_options), .choose = choose, .choose_context = &c };
    test_source source = { .data = data, .size = size };
    reel_error error;
    reel_reader *reader;
    assert_int_equal(reel_open(test_source_of(&source), &options, &reader, &error), REEL_UNSUPPORTED);
    assert_string_equal(error.rule, "test.refused");
    assert_int_equal(c.calls, 1);
    assert_int_equal(source.closed, 1);
    reel_packed packed;
    reel_memory memory;
    assert_int_equal(reel_pack(reel_source_memory(data, size), &options, NULL, reel_sink_memory(&memory, NULL), &packed, &error),
                     REEL_UNSUPPORTED);
    assert_string_equal(error.rule, "test.refused");
    reel_archive_options stored = { REEL_SIZED(reel_archive_options), .stored = true };
    assert_int_equal(
        reel_pack(reel_source_memory(data, size), &options, &stored, reel_sink_memory(&memory, NULL), &packed, &error),
        REEL_UNSUPPORTED);
    free(data);
}

static void only_replays_are_packed_on_request(void **state)
{
    (void)state;
    static const char text[] = "no replay";
    reel_packed packed;
    reel_memory memory;
    reel_error error;
    const reel_archive_options how[] = { { REEL_SIZED(reel_archive_options), .only_replays = true },
                                         { REEL_SIZED(reel_archive_options), .only_replays = true, .stored = true } };
    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(
            reel_pack(reel_source_memory(text, sizeof text), NULL, &how[i], reel_sink_memory(&memory, NULL), &packed, &error),
            REEL_UNSUPPORTED);
        assert_string_equal(error.rule, "reel.unknown-format");
    }
    assert_int_equal(
        reel_pack(reel_source_memory(text, sizeof text), NULL, NULL, reel_sink_memory(&memory, NULL), &packed, &error), REEL_OK);
    assert_true(packed.stored);
    reel_memory_free(&memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_chosen_is_what_is_read),
        cmocka_unit_test(a_refusal_ends_the_opening),
        cmocka_unit_test(only_replays_are_packed_on_request),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
