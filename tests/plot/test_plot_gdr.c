/* SPDX-License-Identifier: MIT
 * The pictures of macros: well-formed, the same each time, and none where there is nothing to see. */
#include "picture.h"

#include <reel/gdr.h>

static const char *const ids[] = { "inputs", "cps", "holds" };

static reel_replay *golden(const char *name)
{
    char path[200];
    snprintf(path, sizeof path, "tests/formats/gdr/golden/%s", name);
    reel_replay *replay;
    reel_error error;
    if (reel_load_file(project_path(path), NULL, &replay, &error) < 0) fail_msg("%s: %s", path, error.message);
    return replay;
}

static reel_status draw(const char *id, const reel_replay *replay, reel_memory *memory)
{
    const reel_plot *plot = reel_plot_by_id(reel_replay_format(replay), id);
    assert_non_null(plot);
    return reel_plot_draw(plot, replay, reel_sink_memory(memory, NULL), NULL, NULL);
}

/* A macro of presses `every` frames apart, each held for `held` frames, or with one input per press never released. */
static reel_replay *macro_of(uint32_t presses, uint32_t every, uint32_t held, size_t per_press)
{
    const gdr_info info = { .framerate = 240, .level_name = { "<Steady>", 8 } };
    reel_memory memory;
    reel_writer *writer;
    reel_replay *replay;
    reel_error error;
    assert_int_equal(reel_create(reel_sink_memory(&memory, NULL), &reel_format_gdr2, NULL, &writer, &error), REEL_OK);
    reel_append(writer, &gdr_infos, &info, 1);
    for (uint32_t i = 0; i < presses; i++) {
        const gdr_input inputs[2] = { { .frame = i * every, .button = 1, .down = 1 },
                                      { .frame = i * every + held, .button = 1 } };
        reel_append(writer, &gdr_inputs, inputs, per_press);
    }
    if (reel_finish(writer, &error) < 0) fail_msg("%s", error.message);
    if (reel_load(reel_source_memory(memory.data, memory.size), NULL, &replay, &error) < 0) fail_msg("%s", error.message);
    reel_memory_free(&memory);
    return replay;
}

static reel_replay *steady_macro(uint32_t presses, uint32_t every, uint32_t held) { return macro_of(presses, every, held, 2); }

static void draws_macros_of_all_formats(void **state)
{
    (void)state;
    static const char *const files[] = { "two_players.gdr2", "platformer.gdr2", "unsorted.gdr2", "plain.gdr",
                                         "plain.gdr.json",   "no_numbers.gdr2", "hack.gdr" };
    for (size_t f = 0; f < sizeof files / sizeof *files; f++) {
        reel_replay *replay = golden(files[f]);
        for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
            reel_memory first, second;
            reel_status status = draw(ids[i], replay, &first);
            assert_int_equal(draw(ids[i], replay, &second), status);
            if (status == REEL_END) continue;
            assert_int_equal(status, REEL_OK);
            const char *wrong = xml_wrong(first.data, first.size);
            if (wrong) fail_msg("%s, %s: %s", files[f], ids[i], wrong);
            assert_int_equal(first.size, second.size);
            assert_memory_equal(first.data, second.data, first.size);
            reel_memory_free(&first);
            reel_memory_free(&second);
        }
        reel_free(replay);
    }
}

static void names_level_players_and_buttons(void **state)
{
    (void)state;
    reel_replay *replay = golden("platformer.gdr2");
    reel_memory memory;
    assert_int_equal(draw("inputs", replay, &memory), REEL_OK);
    assert_true(picture_holds(&memory, ">Level<"));
    assert_true(picture_holds(&memory, "P1 jump"));
    assert_true(picture_holds(&memory, "P1 right"));
    assert_true(picture_holds(&memory, "P2 no button"));
    reel_memory_free(&memory);
    reel_free(replay);
}

/* The points of the first path with these classes, in tenths. */
static size_t path_points(const reel_memory *memory, const char *classes, int (*points)[2], size_t most)
{
    char start[80];
    snprintf(start, sizeof start, "<path class=\"%s\" d=\"", classes);
    char *text = calloc(1, memory->size + 1);
    assert_non_null(text);
    memcpy(text, memory->data, memory->size);
    char *at = strstr(text, start);
    assert_non_null(at);
    size_t count = 0;
    for (at += strlen(start); (*at == 'M' || *at == 'l') && count < most; count++) {
        bool relative = *at++ == 'l';
        for (int axis = 0; axis < 2; axis++) {
            double value = strtod(at, &at);
            points[count][axis] = (int)(value * 10 + (value < 0 ? -0.5 : 0.5)) + (relative ? points[count - 1][axis] : 0);
        }
    }
    free(text);
    return count;
}

/* Two presses three seconds apart: up for one second each, and down again. */
static void the_rate_of_presses_falls_back_to_zero(void **state)
{
    (void)state;
    reel_replay *replay = steady_macro(2, 720, 24);
    reel_memory memory;
    int points[32][2] = { { 0 } }, up = 0;
    assert_int_equal(draw("cps", replay, &memory), REEL_OK);
    size_t count = path_points(&memory, "line s-left", points, 32);
    int bottom = points[count - 1][1], second = (points[count - 1][0] - points[0][0]) / 4; /* at 0 to 1 s and at 3 to 4 s */
    assert_int_equal(points[0][1], bottom);
    for (size_t i = 1; i < count; i++) {
        if (points[i][1] == bottom || points[i - 1][1] == bottom) continue;
        up++;
        assert_in_range(points[i][0] - points[i - 1][0], second - 10, second + 10);
    }
    assert_int_equal(up, 2);
    reel_memory_free(&memory);
    reel_free(replay);
}

static void many_presses_are_drawn_as_a_share_of_time(void **state)
{
    (void)state;
    reel_replay *few = steady_macro(100, 40, 20), *many = steady_macro(50000, 40, 20);
    reel_memory memory;
    assert_int_equal(draw("inputs", few, &memory), REEL_OK);
    assert_true(picture_holds(&memory, ">Button held<"));
    reel_memory_free(&memory);
    assert_int_equal(draw("inputs", many, &memory), REEL_OK);
    assert_true(picture_holds(&memory, ">Share of time held<"));
    assert_true(picture_holds(&memory, ">100 %<"));
    assert_true(picture_sound("inputs", many, "many presses"));
    assert_true(picture_sound("cps", many, "many presses"));
    reel_memory_free(&memory);
    reel_free(few);
    reel_free(many);
}

static void dashed_lines_have_a_key(void **state)
{
    (void)state;
    reel_replay *two = golden("two_players.gdr2"), *fast = steady_macro(100, 10, 5);
    reel_memory memory;
    assert_int_equal(draw("cps", fast, &memory), REEL_OK);
    assert_true(picture_holds(&memory, ">limit of most lists: 15<"));
    reel_memory_free(&memory);
    assert_int_equal(draw("cps", two, &memory), REEL_OK);
    assert_true(picture_holds(&memory, ">Player 2: "));
    assert_false(picture_holds(&memory, "limit of most lists")); /* far below it */
    assert_false(picture_holds(&memory, ">0.5<"));
    reel_memory_free(&memory);
    reel_free(two);
    reel_free(fast);
}

static void draws_nothing_where_nothing_was_pressed(void **state)
{
    (void)state;
    reel_replay *replay = golden("least.gdr2");
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
        reel_memory memory;
        assert_int_equal(draw(ids[i], replay, &memory), REEL_END);
    }
    reel_free(replay);
}

static void draws_the_golden_pictures(void **state)
{
    (void)state;
    reel_replay *replay = golden("two_players.gdr2");
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
        char name[64];
        snprintf(name, sizeof name, "macro-%s", ids[i]);
        picture_golden(ids[i], replay, name);
    }
    reel_free(replay);
}

static void every_failing_allocation_is_an_error_without_leak(void **state)
{
    (void)state;
    reel_replay *replay = golden("two_players.gdr2");
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) picture_faults(ids[i], replay);
    reel_free(replay);
}

static void the_report_counts_presses_that_lists_forbid(void **state)
{
    (void)state;
    static const char *const texts[] = { " more than 15 of one player in a second, which most lists forbid.", NULL };
    reel_replay *replay = steady_macro(400, 12, 4);
    picture_report(replay, texts);
    reel_free(replay);
}

static void the_report_counts_inputs_without_counterpart_and_duplicates(void **state)
{
    (void)state;
    static const char *const texts[] = { " no counterpart: a release of a button that was not held, or a press of one that was.",
                                         " identical to an earlier one of the same frame.", NULL };
    reel_replay *replay = macro_of(20, 0, 0, 1); /* the same press, never released */
    picture_report(replay, texts);
    reel_free(replay);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(draws_macros_of_all_formats),
        cmocka_unit_test(names_level_players_and_buttons),
        cmocka_unit_test(the_rate_of_presses_falls_back_to_zero),
        cmocka_unit_test(many_presses_are_drawn_as_a_share_of_time),
        cmocka_unit_test(dashed_lines_have_a_key),
        cmocka_unit_test(draws_the_golden_pictures),
        cmocka_unit_test(the_report_counts_presses_that_lists_forbid),
        cmocka_unit_test(the_report_counts_inputs_without_counterpart_and_duplicates),
        cmocka_unit_test(every_failing_allocation_is_an_error_without_leak),
        cmocka_unit_test(draws_nothing_where_nothing_was_pressed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
