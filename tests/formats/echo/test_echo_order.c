/* SPDX-License-Identifier: MIT
 * Rows that come when their frame is written, and rows without a frame: writers refuse them, with the number of the row. */
#include "machinery.h"

#include <reel/butter.h>
#include <reel/echoreplay.h>
#include <reel/format.h>
#include <reel/tape.h>

enum { FRAMES = 700, BONES = 23 };

typedef struct tables {
    const reel_format *format;
    const reel_table *frames, *teams, *players, *bones;
    const char *rule;
} tables;

static const tables formats[] = {
    { &reel_format_echoreplay, &echoreplay_frames, &echoreplay_teams, &echoreplay_players, &echoreplay_bones,
      "echoreplay.order" },
    { &reel_format_nevrcap, &echoreplay_frames, &echoreplay_teams, &echoreplay_players, &echoreplay_bones, "tape.order" },
    { &reel_format_butter, &butter_frames, &butter_teams, &butter_players, &butter_bones, "butter.order" },
};

/* Rows of all formats begin with those that .butter has. */
static void append(reel_writer *writer, const reel_table *table, uint32_t number, uint8_t team)
{
    uint64_t words[512] = { 0 };
    assert_true(table->row_size <= sizeof words);
    const echo_team row = { .frame = number, .team = team };
    if (strcmp(table->name, "teams") == 0) {
        memcpy(words, &row, sizeof row);
    } else {
        const reel_field *field = reel_table_field(table, "frame");
        memcpy((uint8_t *)words + field->offset, &number, sizeof number);
    }
    reel_append(writer, table, words, 1);
}

static uint64_t left_out;

static void count_left_out(void *context, const reel_finding *finding)
{
    (void)context;
    if (strstr(finding->rule, ".incomplete")) left_out += finding->count;
}

static reel_writer *record(const tables *t, reel_memory *memory)
{
    reel_writer *writer;
    const reel_write_options options = { REEL_SIZED(reel_write_options), .report = count_left_out };
    assert_int_equal(reel_create(reel_sink_memory(memory, NULL), t->format, &options, &writer, NULL), REEL_OK);
    left_out = 0;
    for (uint32_t i = 0; i < FRAMES; i++) {
        append(writer, t->frames, i, 0);
        for (uint8_t team = 0; team < 3; team++) append(writer, t->teams, i, team);
        append(writer, t->players, i, 0);
        assert_int_equal(reel_flush(writer, NULL), REEL_OK);
    }
    return writer;
}

static void assert_refused(const tables *t, reel_writer *writer, const char *what)
{
    reel_error error = { .rule = "" };
    assert_int_equal(reel_finish(writer, &error), REEL_ARGUMENT);
    assert_string_equal(error.rule, t->rule);
    assert_non_null(strstr(error.message, what));
}

static void all_rows_in_order_are_written(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        reel_memory memory;
        reel_error error;
        if (reel_finish(record(&formats[i], &memory), &error) < 0) fail_msg("%s: %s", formats[i].format->id, error.message);
        reel_memory_free(&memory);
    }
}

static void bones_of_a_written_frame_are_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        reel_memory memory;
        reel_writer *writer = record(&formats[i], &memory);
        for (int bone = 0; bone < BONES; bone++) append(writer, formats[i].bones, 1, 0);
        assert_refused(&formats[i], writer, "row 0 of bones, of frame 1, comes too late");
    }
}

static void a_row_without_its_frame_is_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        reel_memory memory;
        reel_writer *writer = record(&formats[i], &memory);
        append(writer, formats[i].players, FRAMES, 0);
        append(writer, formats[i].players, FRAMES + 1, 0);
        assert_refused(&formats[i], writer, "row 700 of players, of frame 700, has no row of frames");
        writer = record(&formats[i], &memory);
        append(writer, formats[i].players, FRAMES, 0);
        append(writer, formats[i].frames, FRAMES + 1, 0);
        assert_refused(&formats[i], writer, "row 700 of players, of frame 700, has no row of frames");
    }
}

/* A recorder that died may have appended the rows of a frame before the frame itself. */
static void rows_of_one_frame_at_the_end_are_left_out(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        reel_memory memory;
        reel_writer *writer = record(&formats[i], &memory);
        append(writer, formats[i].players, FRAMES, 0);
        append(writer, formats[i].players, FRAMES, 0);
        reel_error error;
        if (reel_finish(writer, &error) < 0) fail_msg("%s: %s", formats[i].format->id, error.message);
        assert_int_equal(left_out, 2);
        size_t count;
        reel_options options = machinery_options(NULL);
        options.format = formats[i].format;
        reel_replay *replay = load_bytes(memory.data, memory.size, &options);
        reel_rows(replay, formats[i].frames, &count);
        assert_int_equal(count, FRAMES);
        reel_free(replay);
        reel_memory_free(&memory);
    }
}

static void a_second_row_of_a_frame_or_a_team_is_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        reel_memory memory;
        reel_writer *writer = record(&formats[i], &memory);
        append(writer, formats[i].frames, FRAMES - 1, 0);
        assert_refused(&formats[i], writer, "row 700 of frames, of frame 699, is a second row");
        writer = record(&formats[i], &memory);
        append(writer, formats[i].teams, FRAMES - 1, 2);
        assert_refused(&formats[i], writer, "row 2100 of teams, of frame 699, comes after a row of the same");
        writer = record(&formats[i], &memory);
        append(writer, formats[i].players, FRAMES - 2, 0);
        assert_refused(&formats[i], writer, "row 700 of players, of frame 698, comes");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(all_rows_in_order_are_written),
                                        cmocka_unit_test(bones_of_a_written_frame_are_refused),
                                        cmocka_unit_test(a_row_without_its_frame_is_refused),
                                        cmocka_unit_test(rows_of_one_frame_at_the_end_are_left_out),
                                        cmocka_unit_test(a_second_row_of_a_frame_or_a_team_is_refused) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
