/* SPDX-License-Identifier: MIT
 * Sections that are repeated, missing, unknown or after the eighth. */
#include "load.h"

static void appends_rows_of_repeated_sections(void **state)
{
    (void)state;
    reel_replay *replay = load_made(make_repeated_frames);
    size_t count;
    ROWS(bsor_frame, replay, bsor_frames, &count);
    assert_int_equal(count, 2 * FRAMES);
    const bsor_section *sections = ROWS(bsor_section, replay, bsor_sections, &count);
    assert_int_equal(count, 8);
    assert_true(sections[1].id == 1 && sections[3].id == 1 && sections[1].count == FRAMES && sections[3].count == FRAMES);
    reel_free(replay);
    replay = load_made(make_repeated_info);
    ROWS(bsor_info, replay, bsor_infos, &count);
    assert_int_equal(count, 2);
    reel_free(replay);
}

static void keeps_the_byte_of_a_section_that_is_not_there(void **state)
{
    (void)state;
    reel_replay *replay = load_made(make_bare_06);
    size_t count;
    const bsor_section *sections = ROWS(bsor_section, replay, bsor_sections, &count);
    assert_int_equal(count, 7);
    assert_true(sections[6].id == 6 && sections[6].bare == 1 && sections[6].size == 1);
    ROWS(bsor_controller_offsets, replay, bsor_offsets, &count);
    assert_int_equal(count, 0);
    reel_free(replay);
}

static void keeps_bytes_after_the_eighth_section(void **state)
{
    (void)state;
    reel_replay *replay = load_made(make_trailing);
    size_t count;
    const bsor_section *sections = ROWS(bsor_section, replay, bsor_sections, &count);
    assert_int_equal(count, 8);
    assert_int_equal(sections[7].raw.size, 11);
    assert_memory_equal(sections[7].raw.data, "\x06trailing\x00\xff", 11);
    reel_free(replay);
}

/* ---- reading to the end ----------------------------------------------------------------------------------------- */

static const reel_options to_the_end = { REEL_SIZED(reel_options), .convention = "all" };

static void reads_sections_after_the_eighth_where_it_is_asked_to(void **state)
{
    (void)state;
    size_t count;
    reel_replay *replay = load_made(make_repeated_after_eight);
    ROWS(bsor_frame, replay, bsor_frames, &count);
    assert_int_equal(count, FRAMES);
    const bsor_section *sections = ROWS(bsor_section, replay, bsor_sections, &count);
    assert_int_equal(count, 8);
    assert_int_equal(sections[7].raw.size, 1 + 4 + 92 * FRAMES + 1 + 4 + 12);
    reel_free(replay);
    replay = load(made.data, made.size, &to_the_end);
    const bsor_frame *frames = ROWS(bsor_frame, replay, bsor_frames, &count);
    assert_int_equal(count, 2 * FRAMES);
    assert_memory_equal(frames, frames + FRAMES, sizeof *frames * FRAMES);
    ROWS(bsor_pause, replay, bsor_pauses, &count);
    assert_int_equal(count, 2);
    sections = ROWS(bsor_section, replay, bsor_sections, &count);
    assert_int_equal(count, 10);
    assert_true(sections[7].raw.size == 0 && sections[8].id == 1 && sections[9].id == 5);
    reel_free(replay);
}

/* Writes the file that was made, as it is read to its end. */
static reel_memory written_to_the_end(const reel_convert_options *how)
{
    reel_memory file;
    reel_error error;
    if (reel_convert(reel_source_memory(made.data, made.size), &to_the_end, NULL, reel_sink_memory(&file, NULL), how, &error) < 0)
        fail_msg("%s: %s", error.rule, error.message);
    return file;
}

static void sections_after_the_eighth_are_written_back(void **state)
{
    (void)state;
    const reel_setting setting = { "player_name", "Somebody Else" };
    const reel_convert_options how = { REEL_SIZED(reel_convert_options), .settings = &setting, .setting_count = 1 };
    size_t count;
    make_repeated_after_eight(&made);
    reel_memory same = written_to_the_end(NULL), changed = written_to_the_end(&how);
    assert_int_equal(same.size, made.size);
    assert_memory_equal(same.data, made.data, made.size);
    reel_replay *replay = load(changed.data, changed.size, &to_the_end);
    assert_true(text_is(ROWS(bsor_info, replay, bsor_infos, &count)->player_name, "Somebody Else"));
    ROWS(bsor_frame, replay, bsor_frames, &count);
    assert_int_equal(count, 2 * FRAMES);
    ROWS(bsor_section, replay, bsor_sections, &count);
    assert_int_equal(count, 10);
    reel_free(replay);
    reel_memory_free(&same);
    reel_memory_free(&changed);
}

static void reading_to_the_end_stops_after_64_sections(void **state)
{
    (void)state;
    size_t count;
    make_full(&made);
    for (int i = 0; i < 70; i++) {
        put_byte(&made, 3);
        put_int(&made, 0);
    }
    reel_replay *replay = load(made.data, made.size, &to_the_end);
    const bsor_section *sections = ROWS(bsor_section, replay, bsor_sections, &count);
    assert_int_equal(count, 64);
    assert_int_equal(sections[63].raw.size, 5 * (8 + 70 - 64));
    reel_free(replay);
    reel_memory same = written_to_the_end(NULL);
    assert_int_equal(same.size, made.size);
    assert_memory_equal(same.data, made.data, made.size);
    reel_memory_free(&same);
}

static void damage_after_the_eighth_section_is_found_where_it_is_read(void **state)
{
    (void)state;
    reel_replay *replay;
    reel_error error;
    reel_options options = to_the_end;
    options.flags = REEL_STRICT;
    make_repeated_after_eight(&made);
    reel_free(load(made.data, made.size - 3, NULL));
    assert_int_equal(reel_load(reel_source_memory(made.data, made.size - 3), &options, &replay, &error), REEL_TRUNCATED);
    assert_string_equal(error.rule, "bsor.truncated");
    assert_int_equal(error.offset, made.size - 12);
    make_trailing(&made);
    assert_int_equal(reel_load(reel_source_memory(made.data, made.size), &options, &replay, &error), REEL_TRUNCATED);
    assert_int_equal(error.offset, made.size - 10);
}

static void keeps_what_follows_an_unknown_section(void **state)
{
    (void)state;
    reel_replay *replay = load_made(make_unknown_tail);
    size_t count;
    assert_non_null(reel_replay_damage(replay));
    const bsor_section *sections = ROWS(bsor_section, replay, bsor_sections, &count);
    assert_int_equal(count, 7);
    assert_true(sections[6].id == 0x2a && sections[6].raw.size == 4 && memcmp(sections[6].raw.data, "tail", 4) == 0);
    reel_free(replay);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(appends_rows_of_repeated_sections),
        cmocka_unit_test(keeps_the_byte_of_a_section_that_is_not_there),
        cmocka_unit_test(keeps_bytes_after_the_eighth_section),
        cmocka_unit_test(reads_sections_after_the_eighth_where_it_is_asked_to),
        cmocka_unit_test(sections_after_the_eighth_are_written_back),
        cmocka_unit_test(reading_to_the_end_stops_after_64_sections),
        cmocka_unit_test(damage_after_the_eighth_section_is_found_where_it_is_read),
        cmocka_unit_test(keeps_what_follows_an_unknown_section),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
