/* SPDX-License-Identifier: MIT
 * Plots of whole plays: what they draw, how they are chosen and styled, and how they fail. To update the golden pictures after looking at
 * them: REEL_WRITE_GOLDEN=1 test_plot */
#include "plays.h"

static void finds_plots_by_id(void **state)
{
    (void)state;
    static const char *const ids[] = { "score", "cuts", "grid", "paths", "energy", "timing", "heart-rate", "evidence" };
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
        const reel_plot *plot = reel_plot_by_id(&reel_format_bsor, ids[i]);
        assert_non_null(plot);
        assert_string_equal(plot->id, ids[i]);
        assert_true(strlen(plot->name) && strlen(plot->doc));
    }
    assert_int_equal(plot_count(), sizeof ids / sizeof *ids);
    assert_null(reel_plot_by_id(&reel_format_bsor, "scores"));
    assert_null(reel_plot_by_id(&reel_format_bsor, NULL));
    assert_null(reel_plot_by_id(NULL, "score"));
}

static void draws_the_golden_pictures(void **state)
{
    (void)state;
    reel_replay *replay = tiny_play();
    for (const reel_plot *const *plot = bsor_plots(); *plot; plot++) picture_golden((*plot)->id, replay, (*plot)->id);
    reel_free(replay);
}

static void draws_the_same_bytes_twice(void **state)
{
    (void)state;
    reel_replay *replay = tiny_play();
    for (const reel_plot *const *plot = bsor_plots(); *plot; plot++)
        for (uint32_t theme = REEL_PLOT_AUTO; theme <= REEL_PLOT_DARK; theme++) {
            const reel_plot_options options = { REEL_SIZED(reel_plot_options), .theme = theme };
            reel_memory first, second;
            assert_int_equal(picture_draw((*plot)->id, replay, &options, &first), REEL_OK);
            assert_int_equal(picture_draw((*plot)->id, replay, &options, &second), REEL_OK);
            assert_int_equal(first.size, second.size);
            assert_memory_equal(first.data, second.data, first.size);
            reel_memory_free(&first);
            reel_memory_free(&second);
        }
    reel_free(replay);
}

static void themes_follow_the_reader_or_the_caller(void **state)
{
    (void)state;
    static const struct {
        uint32_t theme;
        bool light, dark, asks;
    } cases[] = {
        { REEL_PLOT_AUTO, true, true, true },
        { REEL_PLOT_LIGHT, true, false, false },
        { REEL_PLOT_DARK, false, true, false },
    };
    reel_replay *replay = tiny_play();
    for (size_t i = 0; i < 3; i++) {
        const reel_plot_options options = { REEL_SIZED(reel_plot_options), .theme = cases[i].theme };
        reel_memory memory;
        assert_int_equal(picture_draw(bsor_plots()[0]->id, replay, &options, &memory), REEL_OK);
        assert_int_equal(picture_holds(&memory, ".f-paper{fill:#ffffff}"), cases[i].light);
        assert_int_equal(picture_holds(&memory, ".f-paper{fill:#14171c}"), cases[i].dark);
        assert_int_equal(picture_holds(&memory, "prefers-color-scheme"), cases[i].asks);
        assert_false(picture_holds(&memory, "var("));
        reel_memory_free(&memory);
    }
    reel_free(replay);
}

static void screen_readers_get_a_title_and_a_description(void **state)
{
    (void)state;
    reel_replay *replay = tiny_play();
    for (const reel_plot *const *plot = bsor_plots(); *plot; plot++) {
        reel_memory memory;
        char title[200];
        snprintf(title, sizeof title, "<title>%s: A Song &amp; More</title>", (*plot)->name);
        assert_int_equal(picture_draw((*plot)->id, replay, NULL, &memory), REEL_OK);
        assert_true(picture_holds(&memory, "role=\"img\""));
        assert_true(picture_holds(&memory, title));
        assert_true(picture_holds(&memory, "played by Somebody"));
        reel_memory_free(&memory);
    }
    reel_free(replay);
}

static void takes_another_title_and_size(void **state)
{
    (void)state;
    reel_replay *replay = tiny_play();
    reel_memory memory;
    const reel_plot_options larger = { REEL_SIZED(reel_plot_options), .title = "<Mine>", .width = 1600, .height = 900 };
    assert_int_equal(picture_draw(bsor_plots()[0]->id, replay, &larger, &memory), REEL_OK);
    assert_true(picture_holds(&memory, ">&lt;Mine&gt;</text>"));
    assert_false(picture_holds(&memory, "A Song"));
    assert_true(picture_holds(&memory, "width=\"1600\" height=\"900\" viewBox=\"0 0 1600 900\""));
    reel_memory_free(&memory);
    /* labels would collide: the picture is scaled instead */
    const reel_plot_options smaller = { REEL_SIZED(reel_plot_options), .width = 320, .height = 200 };
    assert_int_equal(picture_draw(bsor_plots()[0]->id, replay, &smaller, &memory), REEL_OK);
    assert_true(picture_holds(&memory, "width=\"320\" height=\"200\" viewBox=\"0 0 960 "));
    reel_memory_free(&memory);
    reel_free(replay);
}

static void the_largest_picture_is_bounded_too(void **state)
{
    (void)state;
    reel_replay *replay = tiny_play();
    for (const reel_plot *const *plot = bsor_plots(); *plot; plot++) {
        reel_memory memory;
        const reel_plot_options options = { REEL_SIZED(reel_plot_options), .width = 4096, .height = 4096 };
        assert_int_equal(picture_draw((*plot)->id, replay, &options, &memory), REEL_OK);
        assert_null(xml_wrong(memory.data, memory.size));
        assert_true(memory.size < 1000000);
        reel_memory_free(&memory);
    }
    reel_free(replay);
}

/* A sink that fails from the n-th write on, and counts how it ends. */
typedef struct failing_sink {
    int writes, fail_at, commits, discards;
} failing_sink;

static reel_status failing_write(void *context, const void *data, size_t size, reel_error *error)
{
    failing_sink *sink = context;
    (void)data;
    (void)size;
    if (++sink->writes < sink->fail_at || !sink->fail_at) return REEL_OK;
    if (error) error->status = REEL_IO;
    return REEL_IO;
}

static reel_status failing_commit(void *context, reel_error *error)
{
    (void)error;
    ((failing_sink *)context)->commits++;
    return REEL_OK;
}

static void failing_discard(void *context) { ((failing_sink *)context)->discards++; }

static reel_sink sink_of(failing_sink *sink)
{
    return (reel_sink){ .context = sink, .write = failing_write, .commit = failing_commit, .discard = failing_discard };
}

static void an_empty_replay_is_the_end_and_writes_nothing(void **state)
{
    (void)state;
    const rows r = { .info = sound_info() };
    reel_replay *replay = replay_of(&r);
    for (const reel_plot *const *plot = bsor_plots(); *plot; plot++) {
        failing_sink sink = { 0 };
        reel_error error;
        assert_int_equal(reel_plot_draw(*plot, replay, sink_of(&sink), NULL, &error), REEL_END);
        assert_int_equal(sink.writes, 0);
        assert_int_equal(sink.commits, 0);
        assert_int_equal(sink.discards, 1);
    }
    reel_free(replay);
}

static void refuses_what_it_cannot_draw(void **state)
{
    (void)state;
    reel_replay *replay = tiny_play();
    const reel_plot *plot = bsor_plots()[0];
    static const reel_format *const no_formats[] = { NULL };
    const reel_plot foreign = { .id = "foreign", .name = "Foreign", .doc = "", .formats = no_formats, .draw = plot->draw };
    const struct {
        const reel_plot *plot;
        const reel_replay *replay;
        reel_plot_options options;
        const char *rule;
    } cases[] = {
        { NULL, replay, { REEL_SIZED(reel_plot_options) }, "plot.argument" },
        { plot, NULL, { REEL_SIZED(reel_plot_options) }, "plot.argument" },
        { &foreign, replay, { REEL_SIZED(reel_plot_options) }, "plot.format" },
        { plot, replay, { REEL_SIZED(reel_plot_options), .theme = 3 }, "plot.theme" },
        { plot, replay, { REEL_SIZED(reel_plot_options), .width = 4097 }, "plot.size" },
        { plot, replay, { REEL_SIZED(reel_plot_options), .height = UINT32_MAX }, "plot.size" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        failing_sink sink = { 0 };
        reel_error error;
        reel_status status = reel_plot_draw(cases[i].plot, cases[i].replay, sink_of(&sink), &cases[i].options, &error);
        assert_int_equal(status, REEL_ARGUMENT);
        assert_string_equal(error.rule, cases[i].rule);
        assert_int_equal(sink.commits, 0);
        assert_int_equal(sink.discards, 1);
    }
    reel_free(replay);
}

static void a_failing_sink_is_reported_and_discarded(void **state)
{
    (void)state;
    reel_replay *replay = tiny_play();
    for (const reel_plot *const *plot = bsor_plots(); *plot; plot++) {
        failing_sink sink = { .fail_at = 1 };
        assert_int_equal(reel_plot_draw(*plot, replay, sink_of(&sink), NULL, NULL), REEL_IO);
        assert_int_equal(sink.commits, 0);
        assert_int_equal(sink.discards, 1);
    }
    reel_free(replay);
}

static void every_failing_allocation_is_an_error_without_leak(void **state)
{
    (void)state;
    reel_replay *replay = tiny_play();
    for (const reel_plot *const *plot = bsor_plots(); *plot; plot++) picture_faults((*plot)->id, replay);
    reel_free(replay);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_plots_by_id),
        cmocka_unit_test(draws_the_golden_pictures),
        cmocka_unit_test(draws_the_same_bytes_twice),
        cmocka_unit_test(themes_follow_the_reader_or_the_caller),
        cmocka_unit_test(screen_readers_get_a_title_and_a_description),
        cmocka_unit_test(takes_another_title_and_size),
        cmocka_unit_test(the_largest_picture_is_bounded_too),
        cmocka_unit_test(an_empty_replay_is_the_end_and_writes_nothing),
        cmocka_unit_test(refuses_what_it_cannot_draw),
        cmocka_unit_test(a_failing_sink_is_reported_and_discarded),
        cmocka_unit_test(every_failing_allocation_is_an_error_without_leak),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
