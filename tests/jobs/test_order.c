/* SPDX-License-Identifier: MIT
 * Rows of several tables in one order, and replays of rows that a program has. */
#include "support.h"
#include "toy.h"

#include <reel/bsor.h>
#include <reel/format.h>
#include <reel/teehistorian.h>

static reel_replay *load(const char *path)
{
    reel_replay *replay;
    if (reel_load_file(path, NULL, &replay, NULL) < 0) return NULL;
    return replay;
}

/* Walks an order and counts: values do not fall, and every row of a table that has the field comes once, in the table's order. */
static size_t walk(const reel_chunk *chunk, const char *name)
{
    reel_order *order;
    size_t rows = 0, expected = 0, at[64] = { 0 };
    double last = -1;
    if (reel_order_open(chunk, name, NULL, &order, NULL) < 0) return 0;
    const reel_table *const *tables = reel_chunk_tables(chunk);
    const reel_table *table;
    const void *row;
    for (; reel_order_next(order, &table, &row); rows++) {
        size_t index = 0, count;
        while (tables[index] != table) index++;
        const uint8_t *first = reel_chunk_rows(chunk, table, &count);
        assert_true(at[index] < count);
        assert_ptr_equal(row, first + at[index]++ * table->row_size);
        double value = reel_field_number(reel_table_field(table, name), row, 0);
        assert_true(value >= last);
        last = value;
    }
    reel_order_close(order);
    for (size_t i = 0, count; tables[i]; i++) {
        reel_chunk_rows(chunk, tables[i], &count);
        if (reel_table_field(tables[i], name)) expected += count;
    }
    assert_int_equal(rows, expected);
    return rows;
}

static void events_of_a_teehistorian_come_in_the_order_of_the_file(void **state)
{
    (void)state;
    file_list files = files_below(project_path("tests/formats/teehistorian/golden"));
    size_t rows = 0;
    for (size_t i = 0; i < files.count; i++) {
        trying("%s", files.paths[i]);
        reel_replay *replay = load(files.paths[i]);
        if (replay && reel_replay_format(replay) == &reel_format_teehistorian) rows += walk(reel_replay_chunk(replay), "seq");
        reel_free(replay);
    }
    assert_true(rows > 100);
    file_list_free(&files);
}

static void rows_are_ordered_by_time(void **state)
{
    (void)state;
    const bsor_frame frames[] = { { .time = 0 }, { .time = 1 }, { .time = 2 } };
    const bsor_note notes[] = { { .event_time = 0.5f, .event_type = BSOR_MISS }, { .event_time = 2, .event_type = BSOR_MISS } };
    const bsor_pause pauses[] = { { .time = 1, .duration = 3 } };
    const reel_own_rows own[] = { { &bsor_notes, notes, 2 }, { &bsor_frames, frames, 3 }, { &bsor_pauses, pauses, 1 } };
    static const char *const expected[] = { "frames", "notes", "frames", "pauses", "frames", "notes" };
    reel_replay *replay;
    reel_order *order;
    assert_int_equal(reel_replay_of_rows(&reel_format_bsor, own, 3, NULL, &replay, NULL), REEL_OK);
    assert_int_equal(reel_order_open(reel_replay_chunk(replay), NULL, NULL, &order, NULL), REEL_OK);
    const reel_table *table;
    const void *row;
    for (size_t i = 0; i < 6; i++) {
        assert_true(reel_order_next(order, &table, &row));
        assert_string_equal(table->name, expected[i]);
    }
    assert_false(reel_order_next(order, &table, &row));
    reel_order_close(order);
    reel_free(replay);
}

static void rows_of_a_program_are_a_replay(void **state)
{
    (void)state;
    char name[] = "Example";
    const bsor_info info = { .player_name = { name, 7 } };
    const bsor_frame frames[] = { { .fps = 1 }, { .fps = 2 } };
    const reel_own_rows own[] = {
        { &bsor_frames, frames, 1 }, { &bsor_infos, &info, 1 }, { &bsor_frames, frames + 1, 1 }, { &bsor_notes, NULL, 0 }
    };
    reel_replay *replay;
    size_t count;
    assert_int_equal(reel_replay_of_rows(&reel_format_bsor, own, 4, NULL, &replay, NULL), REEL_OK);
    memset(name, '-', sizeof name - 1); /* strings were copied */
    const bsor_frame *rows = reel_rows(replay, &bsor_frames, &count);
    assert_int_equal(count, 2);
    assert_int_equal(rows[1].fps, 2);
    const bsor_info *infos = reel_rows(replay, &bsor_infos, &count);
    assert_memory_equal(infos[0].player_name.data, "Example", 7);
    assert_ptr_equal(reel_replay_format(replay), &reel_format_bsor);
    reel_memory memory;
    assert_int_equal(reel_write(reel_replay_chunk(replay), &reel_format_bsor, reel_sink_memory(&memory, NULL), NULL, NULL),
                     REEL_OK);
    reel_memory_free(&memory);
    reel_free(replay);
}

static void tables_of_another_format_and_unknown_fields_are_refused(void **state)
{
    (void)state;
    const toy_point point = { 1, 2 };
    const reel_own_rows own = { &toy_points, &point, 1 };
    reel_replay *replay;
    reel_order *order;
    reel_error error;
    assert_int_equal(reel_replay_of_rows(&reel_format_bsor, &own, 1, NULL, &replay, &error), REEL_ARGUMENT);
    assert_string_equal(error.rule, "reel.foreign-table");
    assert_null(replay);
    assert_int_equal(reel_replay_of_rows(&reel_format_toy, &own, 1, NULL, &replay, &error), REEL_OK);
    assert_int_equal(reel_order_open(reel_replay_chunk(replay), "no_field", NULL, &order, &error), REEL_ARGUMENT);
    assert_string_equal(error.rule, "order.field");
    assert_null(order);
    reel_free(replay);
}

static void memory_that_runs_out_is_reported(void **state)
{
    (void)state;
    const toy_point points[100] = { { 1, 2 } };
    const reel_own_rows own = { &toy_points, points, 100 };
    for (size_t fail_at = 1;; fail_at++) {
        test_allocator memory = { .fail_at = fail_at };
        reel_allocator allocator = test_allocator_of(&memory);
        reel_replay *replay;
        reel_order *order = NULL;
        reel_error error;
        reel_status status = reel_replay_of_rows(&reel_format_toy, &own, 1, &allocator, &replay, &error);
        if (status == REEL_OK) status = reel_order_open(reel_replay_chunk(replay), NULL, &allocator, &order, &error);
        if (status < 0) assert_int_equal(status, REEL_MEMORY);
        reel_order_close(order);
        reel_free(replay);
        assert_int_equal(memory.live, 0);
        if (status == REEL_OK) break;
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(events_of_a_teehistorian_come_in_the_order_of_the_file),
        cmocka_unit_test(rows_are_ordered_by_time),
        cmocka_unit_test(rows_of_a_program_are_a_replay),
        cmocka_unit_test(tables_of_another_format_and_unknown_fields_are_refused),
        cmocka_unit_test(memory_that_runs_out_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
