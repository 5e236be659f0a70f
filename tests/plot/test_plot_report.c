/* SPDX-License-Identifier: MIT
 * The report: one sound document that needs nothing else, whatever the replay says. */
#include "support.h"
#include "xml.h"

#include <reel/bsor.h>
#include <reel/plot.h>

/* ---- a play with a weak part ------------------------------------------------------------------------------------ */

enum { NOTES = 400, WEAK_FROM = 200, WEAK_TO = 240 };

static bsor_note note_at(int index)
{
    bool weak = index >= WEAK_FROM && index < WEAK_TO;
    bsor_note note = { .note_id = 30000 + index % 4 * 1000 + index % 3 * 100 + index % 2 * 10 + index % 9,
                       .event_time = (float)(1 + index),
                       .spawn_time = (float)(1 + index),
                       .event_type = index == 399 ? BSOR_MISS : BSOR_GOOD_CUT,
                       .has_cut = index != 399 };
    if (!note.has_cut) return note;
    note.cut = (bsor_cut){ .speed_ok = 1,
                           .direction_ok = 1,
                           .saber_type_ok = 1,
                           .saber_type = index % 2,
                           .cut_distance_to_center = weak ? 0.25f : 0.05f,
                           .before_cut_rating = weak ? 0.5f : 1,
                           .after_cut_rating = 1 };
    return note;
}

/* Without the last `missing` bytes of the file. */
static reel_replay *cut_play_of(const char *name, int notes, size_t missing)
{
    const reel_string text = { name, strlen(name) };
    const bsor_info info = { .timestamp = { "1700000000", 10 }, .player_name = text, .song_name = text, .mapper = text };
    reel_memory memory;
    reel_writer *writer;
    reel_replay *replay;
    reel_error error;
    assert_int_equal(reel_create(reel_sink_memory(&memory, NULL), &reel_format_bsor, NULL, &writer, &error), REEL_OK);
    reel_append(writer, &bsor_infos, &info, 1);
    for (int i = 0; i < notes; i++) {
        const bsor_note note = note_at(i);
        reel_append(writer, &bsor_notes, &note, 1);
    }
    if (reel_finish(writer, &error) < 0) fail_msg("%s", error.message);
    if (reel_load(reel_source_memory(memory.data, memory.size - missing), NULL, &replay, &error) < 0)
        fail_msg("%s", error.message);
    reel_memory_free(&memory);
    return replay;
}

static reel_replay *play_of(const char *name, int notes) { return cut_play_of(name, notes, 0); }

/* ---- the document ----------------------------------------------------------------------------------------------- */

static bool holds(const reel_memory *memory, const char *text)
{
    size_t size = strlen(text);
    for (size_t i = 0; i + size <= memory->size; i++)
        if (memcmp(memory->data + i, text, size) == 0) return true;
    return false;
}

static void report_on(const reel_replay *replay, const reel_plot_options *options, reel_memory *memory)
{
    reel_error error = { 0 };
    *memory = (reel_memory){ 0 };
    if (reel_plot_report(replay, reel_sink_memory(memory, NULL), options, &error) != REEL_OK) fail_msg("%s", error.message);
}

/* Well-formed after its first line, and without anything that a browser would fetch or run. */
static void assert_sound(const reel_memory *memory, const char *what)
{
    static const char *const never[] = { "<script", "javascript:", "href=", "src=", "url(", "@import", "<link", "onload" };
    static const char doctype[] = "<!doctype html>\n";
    assert_memory_equal(memory->data, doctype, sizeof doctype - 1);
    const char *wrong = xml_wrong(memory->data + sizeof doctype - 1, memory->size - sizeof doctype + 1);
    if (wrong) fail_msg("%s: %s", what, wrong);
    for (size_t i = 0; i < sizeof never / sizeof *never; i++)
        if (holds(memory, never[i])) fail_msg("%s has %s", what, never[i]);
}

static void compares_a_play_with_its_own_average(void **state)
{
    (void)state;
    reel_replay *replay = play_of("Song", NOTES);
    reel_memory memory;
    report_on(replay, NULL, &memory);
    assert_sound(&memory, "a play");
    assert_true(holds(&memory, "<h2>At a glance</h2>"));
    assert_true(holds(&memory, "<h2>What went well</h2>"));
    assert_true(holds(&memory, "<h2>What did not</h2>"));
    assert_true(holds(&memory, "Weakest tenth of the play: 3:21 to 4:00 with "));
    assert_true(holds(&memory, " points below the play's average of "));
    assert_true(holds(&memory, "1 miss. Without these faults the accuracy would be "));
    reel_memory_free(&memory);
    reel_free(replay);
}

static void says_that_the_file_is_damaged(void **state)
{
    (void)state;
    reel_replay *whole = play_of("Song", NOTES), *cut = cut_play_of("Song", NOTES, 2000);
    reel_memory memory;
    report_on(whole, NULL, &memory);
    assert_false(holds(&memory, "The file is damaged"));
    reel_memory_free(&memory);
    report_on(cut, NULL, &memory);
    assert_sound(&memory, "a cut play");
    assert_true(holds(&memory, "The file is damaged: "));
    assert_true(holds(&memory, "<h2>At a glance</h2>"));
    reel_memory_free(&memory);
    reel_free(whole);
    reel_free(cut);
}

static void has_every_picture_and_every_table_that_has_rows(void **state)
{
    (void)state;
    reel_replay *replay = play_of("Song", NOTES);
    reel_memory memory;
    report_on(replay, NULL, &memory);
    for (const reel_plot *const *plot = reel_plots(); *plot; plot++) {
        char title[200];
        reel_memory alone;
        if (reel_plot_by_id(&reel_format_bsor, (*plot)->id) != *plot) continue;
        reel_status status = reel_plot_draw(*plot, replay, reel_sink_memory(&alone, NULL), NULL, NULL);
        snprintf(title, sizeof title, "<title>%s: Song</title>", (*plot)->name);
        assert_int_equal(holds(&memory, title), status == REEL_OK);
        if (status == REEL_OK) reel_memory_free(&alone);
    }
    assert_true(holds(&memory, "<summary><b>summary</b>: "));
    assert_true(holds(&memory, "<summary><b>scored_events</b>: "));
    assert_true(holds(&memory, ">300 more rows not shown")); /* of events */
    assert_false(holds(&memory, "<b>jitters</b>"));          /* no rows */
    reel_memory_free(&memory);
    reel_free(replay);
}

static void follows_the_theme_of_the_reader_or_the_caller(void **state)
{
    (void)state;
    reel_replay *replay = play_of("Song", NOTES);
    const struct {
        uint32_t theme;
        bool asks, light, dark;
    } cases[] = { { REEL_PLOT_AUTO, true, true, true },
                  { REEL_PLOT_LIGHT, false, true, false },
                  { REEL_PLOT_DARK, false, false, true } };
    for (size_t i = 0; i < 3; i++) {
        reel_memory memory;
        const reel_plot_options options = { .theme = cases[i].theme };
        report_on(replay, &options, &memory);
        assert_int_equal(holds(&memory, "prefers-color-scheme"), cases[i].asks);
        assert_int_equal(holds(&memory, "color-scheme:light}"), cases[i].light);
        assert_int_equal(holds(&memory, "color-scheme:dark}"), cases[i].dark);
        reel_memory_free(&memory);
    }
    reel_free(replay);
}

static void is_the_same_each_time(void **state)
{
    (void)state;
    reel_replay *replay = play_of("Song", NOTES);
    reel_memory first, second;
    report_on(replay, NULL, &first);
    report_on(replay, NULL, &second);
    assert_int_equal(first.size, second.size);
    assert_memory_equal(first.data, second.data, first.size);
    reel_memory_free(&first);
    reel_memory_free(&second);
    reel_free(replay);
}

static void text_of_the_file_cannot_break_out(void **state)
{
    (void)state;
    static const char *const names[] = { "</title></h1><script>alert(1)</script>", "\"><img src=x>&lt;", "a\x01\x1F\x7F",
                                         "\xE2\x80\xAE evil \xF0\x9F\x8E\xB5", "" };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        reel_replay *replay = play_of(names[i], 10);
        reel_memory memory;
        report_on(replay, NULL, &memory);
        const char doctype = '\n';
        const uint8_t *start = memchr(memory.data, doctype, memory.size);
        assert_non_null(start);
        assert_null(xml_wrong(start + 1, memory.size - (size_t)(start + 1 - memory.data)));
        assert_false(holds(&memory, "<script"));
        assert_false(holds(&memory, "<img"));
        reel_memory_free(&memory);
        reel_free(replay);
    }
}

static void every_family_has_a_report(void **state)
{
    (void)state;
    static const char *const folders[] = { "bsor", "scoresaber", "gdr", "teehistorian", "echo" };
    for (size_t f = 0; f < sizeof folders / sizeof *folders; f++) {
        char folder[200];
        snprintf(folder, sizeof folder, "tests/formats/%s/golden", folders[f]);
        file_list files = files_below(project_path(folder));
        size_t reports = 0;
        for (size_t i = 0; i < files.count; i++) {
            reel_replay *replay;
            reel_memory memory;
            reel_error error;
            if (reel_load_file(files.paths[i], NULL, &replay, &error) < 0) continue; /* the folder has other files too */
            reel_status status = reel_plot_report(replay, reel_sink_memory(&memory, NULL), NULL, &error);
            if (status == REEL_OK) {
                assert_sound(&memory, files.paths[i]);
                reel_memory_free(&memory);
                reports++;
            } else if (strcmp(error.rule, "plot.format") != 0) {
                fail_msg("%s: %s", files.paths[i], error.message);
            }
            reel_free(replay);
        }
        assert_true(reports > 0);
        file_list_free(&files);
    }
}

static void a_long_replay_gives_a_bounded_report(void **state)
{
    (void)state;
    reel_replay *replay = play_of("Song", 50000);
    reel_memory memory;
    report_on(replay, NULL, &memory);
    assert_sound(&memory, "a long play");
    assert_true(memory.size < 1000000);
    reel_memory_free(&memory);
    reel_free(replay);
}

static void refuses_what_it_cannot_report(void **state)
{
    (void)state;
    reel_replay *play = play_of("Song", 10);
    const struct {
        const reel_replay *replay;
        reel_plot_options options;
        const char *rule;
    } cases[] = { { NULL, { 0 }, "plot.argument" },
                  { play, { .theme = 3 }, "plot.theme" },
                  { play, { .width = 4097 }, "plot.size" } };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        test_sink sink = { 0 };
        reel_error error;
        assert_int_equal(reel_plot_report(cases[i].replay, test_sink_of(&sink), &cases[i].options, &error), REEL_ARGUMENT);
        assert_string_equal(error.rule, cases[i].rule);
        assert_int_equal(sink.commits, 0);
        assert_int_equal(sink.discards, 1);
        test_sink_free(&sink);
    }
    reel_free(play);
}

static void every_failing_allocation_is_an_error_without_leak(void **state)
{
    (void)state;
    reel_replay *replay = play_of("Song", 30);
    for (size_t n = 1;; n++) {
        test_allocator counter = { .fail_at = n };
        const reel_allocator allocator = test_allocator_of(&counter);
        const reel_plot_options options = { .allocator = &allocator };
        test_sink sink = { 0 };
        reel_status status = reel_plot_report(replay, test_sink_of(&sink), &options, NULL);
        assert_int_equal(counter.live, 0);
        assert_int_equal(sink.commits + sink.discards, 1);
        test_sink_free(&sink);
        if (counter.calls < n) {
            assert_int_equal(status, REEL_OK);
            break;
        }
        assert_int_equal(status, REEL_MEMORY);
    }
    reel_free(replay);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(compares_a_play_with_its_own_average),
        cmocka_unit_test(says_that_the_file_is_damaged),
        cmocka_unit_test(has_every_picture_and_every_table_that_has_rows),
        cmocka_unit_test(follows_the_theme_of_the_reader_or_the_caller),
        cmocka_unit_test(is_the_same_each_time),
        cmocka_unit_test(text_of_the_file_cannot_break_out),
        cmocka_unit_test(every_family_has_a_report),
        cmocka_unit_test(a_long_replay_gives_a_bounded_report),
        cmocka_unit_test(refuses_what_it_cannot_report),
        cmocka_unit_test(every_failing_allocation_is_an_error_without_leak),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
