/* SPDX-License-Identifier: MIT
 * Hostile compact layouts of .echoreplay are refused or ignored, and reading them keeps to its limits. */
#include "made_echoreplay.h"

/* ---- hostile layouts ------------------------------------------------------------------------------------------------ */

/* Writes the rows of a recording with other rows of a layout. Returns the status. */
static reel_status write_with(const reel_memory *file, const echoreplay_line *line, const echoreplay_deflated *deflated,
                              reel_memory *made, reel_error *error)
{
    reel_replay *replay = load(file, REEL_COMPACT_LAYOUT);
    reel_writer *writer;
    assert_int_equal(reel_create(reel_sink_memory(made, NULL), &reel_format_echoreplay, NULL, &writer, error), REEL_OK);
    const reel_table *const tables[] = { &echoreplay_infos,   &echoreplay_frames, &echoreplay_teams,
                                         &echoreplay_players, &echoreplay_bones,  &echoreplay_pieces };
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        size_t count;
        const void *rows = reel_rows(replay, tables[i], &count);
        reel_append(writer, tables[i], rows, count);
    }
    if (line) reel_append(writer, &echoreplay_lines, line, 1);
    if (deflated) reel_append(writer, &echoreplay_deflates, deflated, 1);
    reel_free(replay);
    return finish_unless_refused(writer, error);
}

static void forms_may_be_anything(void **state)
{
    static const char twice[] = "0000/00/00 00:00:00.000\t{\"sessionid\":#,\"sessionid\":#,\"new\":#,\"new\":{\"a\":#}}\t"
                                "{\"user_bones\":[#,{\"bone_t\":#}]}";
    static const char *const forms[] = {
        "#",
        "0000/00/00 00:00:00.000",
        "0000/00/00 00:00:00.000\t",
        "0000/00/00 00:00:00.000\t#",
        "0000/00/00 00:00:00.000\t{",
        "0000/00/00 00:00:00.000\t{}",
        "0000/00/00 00:00:00.000\t{\"sessionid\"",
        "0000/00/00 00:00:00.000\t{\"sessionid\":",
        "0000/00/00 00:00:00.000\t{\"sessionid\":#",
        "0000/00/00 00:00:00.000\t{\"sessionid\":~}",
        "0000/00/00 00:00:00.000\t{\"sessionid\":^}",
        "0000/00/00 00:00:00.000\t{\"sessionid\":#}\n",
        "0000/00/00 00:00:00.000\t{\"sessionid\":#,\"teams\":#}\n",
        "0000/00/00 00:00:00.000\t{\"sessionid\":#,\"teams\":[{\"players\":[{\"name\":#}]}]}\n",
        "0000/00/00 00:00:00.000\t{\"sessionid\":#,\"disc\":{\"position\":[#,#,#,#]}}\n",
        twice,
        "0000/00/00 00:00:00.000\t[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[",
        "2021/11/20 21:15:00.000\t{\"sessionid\":\"0-1-2\"}",
    };
    (void)state;
    const recipe r = { .joining = true };
    reel_memory text = made_text(&r), own, made;
    reel_error error;
    assert_int_equal(write_with(&text, NULL, NULL, &own, &error), REEL_OK);
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        const echoreplay_line line = { .form = 3, .text = { forms[i], strlen(forms[i]) } };
        if (write_with(&text, &line, NULL, &made, &error) < 0) fail_msg("form %zu: %s", i, error.message);
        assert_int_equal(made.size, own.size); /* as if there were no form */
        assert_memory_equal(made.data, own.data, own.size);
        reel_memory_free(&made);
    }
    reel_memory_free(&own);
    reel_memory_free(&text);
}

/* A form that repeats a key cannot make lines of any size. */
static void forms_do_not_multiply(void **state)
{
    (void)state;
    reel_memory form = { .allocator = reel__memory_allocator(NULL) }, text = made_text(&(recipe){ 0 }), made;
    reel_error error;
    char name[8192];
    memset(name, 'x', sizeof name);
    put(&form, "0000/00/00 00:00:00.000\t{\"sessionid\":#");
    for (int i = 0; i < 1500; i++) put(&form, ",\"client_name\":#");
    put(&form, "}\n");
    test_allocator counting = { 0 };
    const reel_allocator allocator = test_allocator_of(&counting);
    reel_writer *writer;
    assert_int_equal(reel_create(reel_sink_memory(&made, NULL), &reel_format_echoreplay,
                                 &(reel_write_options){ REEL_SIZED(reel_write_options), .allocator = &allocator }, &writer,
                                 &error),
                     REEL_OK);
    const echoreplay_frame frame = { .common = { .recorded = 1637442903120, .paused_team = 3, .unpaused_team = 3 },
                                     .session_id = { "0", 1 },
                                     .client_name = { name, sizeof name } };
    const echoreplay_line line = { .form = 1, .text = { (const char *)form.data, form.size } };
    reel_append(writer, &echoreplay_frames, &frame, 1);
    reel_append(writer, &echoreplay_lines, &line, 1);
    if (reel_finish(writer, &error) < 0) fail_msg("%s", error.message);
    assert_true(made.size < 2 * sizeof name);
    assert_true(counting.peak < 2000000);
    reel_memory_free(&made);
    reel_memory_free(&text);
    reel_memory_free(&form);
}

/* Nor can one that has much text of its own: an archive could repeat it for each of its frames, which take a byte. */
static void forms_are_in_proportion_to_their_rows(void **state)
{
    (void)state;
    for (int bytes = 15000; bytes <= 30000; bytes += 15000) {
        reel_memory form = { .allocator = reel__memory_allocator(NULL) }, made;
        reel_error error;
        put(&form, "0000/00/00 00:00:00.000\t{\"sessionid\":#");
        while (form.size < (size_t)bytes) put(&form, "%80s", "");
        put(&form, "}\n");
        reel_writer *writer;
        assert_int_equal(reel_create(reel_sink_memory(&made, NULL), &reel_format_echoreplay, NULL, &writer, &error), REEL_OK);
        const echoreplay_frame frame = { .common = { .recorded = 1637442903120, .paused_team = 3, .unpaused_team = 3 },
                                         .session_id = { "0", 1 } };
        const echoreplay_line line = { .form = 1, .text = { (const char *)form.data, form.size } };
        reel_append(writer, &echoreplay_frames, &frame, 1);
        reel_append(writer, &echoreplay_lines, &line, 1);
        if (reel_finish(writer, &error) < 0) fail_msg("%s", error.message);
        assert_true(made.size < 1024 + 8 * sizeof frame);
        reel_memory_free(&made);
        reel_memory_free(&form);
    }
}

static void numbers_of_a_layout_are_checked(void **state)
{
    (void)state;
    reel_memory text = made_text(&(recipe){ 0 }), zip = made_zip(&text, 6), made;
    reel_error error;
    reel_replay *replay = load(&zip, REEL_COMPACT_LAYOUT);
    size_t count;
    const echoreplay_deflated right = ((const echoreplay_deflated *)reel_rows(replay, &echoreplay_deflates, &count))[0];
    assert_int_equal(count, 1);
    reel_free(replay);
    char *longest = calloc(1, 1 << 16);
    const echoreplay_line lines[] = { { .form = 33 }, { .form = 255 }, { .form = 1, .text = { longest, (1 << 15) + 1 } } };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        assert_int_equal(write_with(&zip, &lines[i], NULL, &made, &error), REEL_ARGUMENT);
        assert_string_equal(error.rule, "echoreplay.form");
    }
    free(longest);
    echoreplay_deflated wrong[] = { right, right, right, right };
    wrong[0].level = 10;
    wrong[1].level = 255;
    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(write_with(&zip, NULL, &wrong[i], &made, &error), REEL_ARGUMENT);
        assert_string_equal(error.rule, "echoreplay.deflated");
    }
    /* These fit the text that the rows say, but neither the pieces nor what is deflated of it. */
    reel_memory lines_text, zipped_lines;
    assert_int_equal(write_with(&text, NULL, NULL, &lines_text, &error), REEL_OK);
    zipped_lines = made_zip(&lines_text, 6);
    reel_replay *own = load(&zipped_lines, REEL_COMPACT_LAYOUT);
    const echoreplay_deflated fits = ((const echoreplay_deflated *)reel_rows(own, &echoreplay_deflates, &count))[0];
    const size_t line_count = layout_of(own).lines;
    assert_int_equal(line_count, FRAMES);
    const struct {
        uint64_t offset, size;
        uint8_t level;
    } bad[] = { { UINT64_MAX, fits.size, 6 },
                { fits.offset, UINT64_MAX, 6 },
                { fits.offset, fits.size + 1, 6 },
                { fits.offset, fits.size, 0 } };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        reel_writer *writer;
        assert_int_equal(reel_create(reel_sink_memory(&made, NULL), &reel_format_echoreplay, NULL, &writer, &error), REEL_OK);
        reel_append_chunk(writer, reel_replay_chunk(own));
        echoreplay_deflated row = fits;
        row.offset = bad[i].offset, row.size = bad[i].size, row.level = bad[i].level;
        reel_append(writer, &echoreplay_deflates, &row, 1);
        assert_int_equal(reel_finish(writer, &error), REEL_ARGUMENT);
        assert_string_equal(error.rule, "echoreplay.deflated");
    }
    reel_free(own);
    reel_memory_free(&lines_text);
    reel_memory_free(&zipped_lines);
    reel_memory_free(&zip);
    reel_memory_free(&text);
}

/* ---- limits --------------------------------------------------------------------------------------------------------- */

static void compact_reading_keeps_to_the_memory_bound(void **state)
{
    (void)state;
    reel_memory text = made_text(&(recipe){ .bones = true, .shortest = true, .joining = true }), zip = made_zip(&text, 6);
    for (size_t size = zip.size; size > 1000; size = size * 3 / 4) {
        test_allocator counting = { 0 };
        const reel_allocator allocator = test_allocator_of(&counting);
        const reel_options options = { REEL_SIZED(reel_options), .flags = REEL_COMPACT_LAYOUT, .allocator = &allocator };
        test_source source = { .data = zip.data, .size = size, .step = 1000 };
        reel_reader *reader;
        const reel_chunk *chunk;
        reel_error error;
        assert_int_equal(reel_open(test_source_of(&source), &options, &reader, &error), REEL_OK);
        while (reel_next(reader, &chunk, &error) == REEL_OK) {
        }
        reel_close(reader);
        assert_int_equal(counting.live, 0);
        assert_true(counting.peak < reel_memory_bound(&reel_format_echoreplay, size, &options));
    }
    reel_memory_free(&zip);
    reel_memory_free(&text);
}

static void failing_allocations_leave_nothing(void **state)
{
    (void)state;
    const recipe r = { .joining = true, .shortest = true };
    reel_memory text = made_text(&r);
    text.size /= FRAMES / 4;
    while (text.data[text.size - 1] != '\n') text.size--;
    reel_memory zip = made_zip(&text, 6);
    reel_status status = REEL_MEMORY;
    for (size_t n = 1; status < 0; n += by_effort(7, 31, 101)) {
        test_allocator failing = { .fail_at = n };
        const reel_allocator allocator = test_allocator_of(&failing);
        reel_memory made;
        reel_error error;
        const reel_options options = { REEL_SIZED(reel_options), .allocator = &allocator };
        status = reel_pack(reel_source_memory(zip.data, zip.size), &options, NULL, reel_sink_memory(&made, NULL), NULL, &error);
        assert_int_equal(failing.live, 0);
        if (status >= 0) {
            reel_memory_free(&made);
        } else {
            assert_int_equal(status, REEL_MEMORY);
        }
    }
    reel_memory_free(&zip);
    reel_memory_free(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(forms_may_be_anything),
        cmocka_unit_test(forms_do_not_multiply),
        cmocka_unit_test(forms_are_in_proportion_to_their_rows),
        cmocka_unit_test(numbers_of_a_layout_are_checked),
        cmocka_unit_test(compact_reading_keeps_to_the_memory_bound),
        cmocka_unit_test(failing_allocations_leave_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
