/* SPDX-License-Identifier: MIT
 * The pictures of macros: well-formed, the same each time, and none where there is nothing to see. */
#include "support.h"
#include "xml.h"

#include <reel/gdr.h>
#include <reel/plot.h>

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

static bool holds(const reel_memory *memory, const char *text)
{
    size_t size = strlen(text);
    for (size_t i = 0; i + size <= memory->size; i++)
        if (memcmp(memory->data + i, text, size) == 0) return true;
    return false;
}

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
    assert_true(holds(&memory, ">Level<"));
    assert_true(holds(&memory, "P1 jump"));
    assert_true(holds(&memory, "P1 right"));
    assert_true(holds(&memory, "P2 no button"));
    reel_memory_free(&memory);
    reel_free(replay);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(draws_macros_of_all_formats),
        cmocka_unit_test(names_level_players_and_buttons),
        cmocka_unit_test(draws_nothing_where_nothing_was_pressed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
