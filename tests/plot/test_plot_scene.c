/* SPDX-License-Identifier: MIT
 * Scenes: what they show at a time, and that they draw nothing broken whatever a replay says. */
#include "plays.h"

static reel_replay *load(const char *path)
{
    reel_replay *replay;
    reel_error error;
    if (reel_load_file(project_path(path), NULL, &replay, &error) < 0) fail_msg("%s: %s", path, error.message);
    return replay;
}

static reel_status draw_at(const reel_replay *replay, double time, uint32_t width, reel_memory *memory, reel_error *error)
{
    const reel_plot_options options = { REEL_SIZED(reel_plot_options), .width = width };
    *memory = (reel_memory){ 0 };
    return reel_plot_scene(replay, time, reel_sink_memory(memory, NULL), &options, error);
}

/* Whether the scene at a time holds a text. */
static bool holds_at(const reel_replay *replay, double time, const char *text)
{
    reel_memory memory;
    assert_int_equal(draw_at(replay, time, 0, &memory, NULL), REEL_OK);
    bool holds = picture_holds(&memory, text);
    reel_memory_free(&memory);
    return holds;
}

/* ---- what they show -------------------------------------------------------------------------------------------------- */

static void draws_the_golden_pictures(void **state)
{
    (void)state;
    static const char *const files[][2] = { { "tests/formats/echo/golden/arena.butter", "scene-echo" },
                                            { "tests/formats/echo/golden/combat.butter", "scene-combat" },
                                            { "tests/formats/gdr/golden/two_players.gdr2", "scene-macro" },
                                            { "tests/formats/teehistorian/golden/every-message.teehistorian", "scene-ddnet" } };
    reel_replay *play = tiny_play();
    picture_golden("scene", play, "scene-play");
    reel_free(play);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        reel_replay *replay = load(files[i][0]);
        picture_golden("scene", replay, files[i][1]);
        reel_free(replay);
    }
}

/* The name of the plot says nothing that a scene does not show, and nothing is drawn over the time: its text is the last thing. */
static void headings_are_plain_and_the_time_is_on_top(void **state)
{
    (void)state;
    static const char *const files[] = { "tests/formats/bsor/golden/full.bsor", "tests/formats/echo/golden/arena.butter",
                                         "tests/formats/echo/golden/combat.butter", "tests/formats/gdr/golden/plain.gdr2",
                                         "tests/formats/teehistorian/golden/every-message.teehistorian" };
    for (size_t f = 0; f < sizeof files / sizeof *files; f++) {
        reel_memory memory;
        reel_replay *replay = load(files[f]);
        assert_int_equal(draw_at(replay, NAN, 0, &memory, NULL), REEL_OK);
        assert_false(picture_holds(&memory, ">Scene \xC2\xB7"));
        const char *document = (const char *)memory.data, *last = NULL;
        for (size_t i = 0; i + 5 < memory.size; i++)
            if (document[i] == '<' && document[i + 1] != '/') last = document + i;
        assert_non_null(last);
        assert_memory_equal(last, "<text ", 6);
        const char *text = strchr(last, '>') + 1;
        assert_true(strspn(text, "\xE2\x88\x92"
                                 "0123456789:.") >= 7); /* 0:00.00, maybe after a minus */
        reel_memory_free(&memory);
        reel_free(replay);
    }
}

static void the_time_decides_what_is_there(void **state)
{
    (void)state;
    reel_replay *play = tiny_play();
    assert_true(holds_at(play, 4.55, ">miss<")); /* the eighth note is missed at 4.5 s */
    assert_false(holds_at(play, 4.45, ">miss<"));
    assert_true(holds_at(play, 4.45, ">0:04.45<"));
    assert_true(holds_at(play, 0.5, "combo 0"));
    assert_true(holds_at(play, 3.1, "combo 5"));
    reel_free(play);
}

/* The busiest moment of a play of sparse notes with one cluster is the cluster. */
static void a_thumbnail_shows_where_much_happens(void **state)
{
    (void)state;
    enum { NOTES = 40, CLUSTER = 20, FIRST = 25 };
    bsor_note notes[NOTES];
    bsor_frame frame = { .time = 0 };
    for (int i = 0; i < NOTES; i++) {
        notes[i] = note_at(i, BSOR_MISS);
        float time = i < FIRST ? 3 * (float)i : 3 * (float)FIRST + (float)(i - FIRST) / 64 + (i >= FIRST + CLUSTER ? 100 : 0);
        notes[i].event_time = notes[i].spawn_time = time;
    }
    const rows all = { .info = sound_info(), .frames = &frame, .frame_count = 1, .notes = notes, .note_count = NOTES };
    reel_replay *replay = replay_of(&all);
    assert_true(holds_at(replay, NAN, ">1:14.85<"));
    reel_free(replay);
}

static void nothing_is_there_long_before_and_after(void **state)
{
    (void)state;
    static const char *const files[] = { "tests/formats/bsor/golden/full.bsor", "tests/formats/echo/golden/arena.butter",
                                         "tests/formats/gdr/golden/plain.gdr2",
                                         "tests/formats/teehistorian/golden/every-message.teehistorian" };
    static const double times[] = { -1e300, -1e9, -100, 1e6, 1e9, 1e300 };
    reel_memory memory;
    for (size_t f = 0; f < sizeof files / sizeof *files; f++) {
        reel_replay *replay = load(files[f]);
        for (size_t t = 0; t < sizeof times / sizeof *times; t++)
            assert_int_equal(draw_at(replay, times[t], 0, &memory, NULL), REEL_END);
        reel_free(replay);
    }
}

static void a_smaller_width_keeps_the_size_of_texts(void **state)
{
    (void)state;
    reel_replay *play = tiny_play();
    reel_memory memory;
    assert_int_equal(draw_at(play, 3, 480, &memory, NULL), REEL_OK);
    assert_true(picture_holds(&memory, "width=\"480\" height=\"260\" viewBox=\"0 0 480 260\""));
    reel_memory_free(&memory);
    reel_free(play);
}

/* ---- what they refuse ------------------------------------------------------------------------------------------------ */

static void refusals_have_a_rule(void **state)
{
    (void)state;
    reel_memory memory;
    reel_error error;
    reel_replay *play = tiny_play(), *game = load("tests/formats/echo/golden/arena.butter");
    assert_int_equal(draw_at(NULL, 0, 0, &memory, &error), REEL_ARGUMENT);
    assert_string_equal(error.rule, "plot.argument");
    assert_int_equal(draw_at(play, 0, 5000, &memory, &error), REEL_ARGUMENT);
    assert_string_equal(error.rule, "plot.size");
    const reel_plot_options nobody = { REEL_SIZED(reel_plot_options), .who = "nobody of this name" };
    assert_int_equal(reel_plot_scene(play, 0, reel_sink_memory(&memory, NULL), &nobody, &error), REEL_ARGUMENT);
    assert_string_equal(error.rule, "plot.who");
    assert_int_equal(reel_plot_scene(game, 0, reel_sink_memory(&memory, NULL), &nobody, &error), REEL_ARGUMENT);
    assert_string_equal(error.rule, "plot.who");
    reel_free(play);
    reel_free(game);
}

/* ---- whatever a replay says ------------------------------------------------------------------------------------------- */

static const double times[] = { NAN, 0, 1, -1, 12.5, 1e5, 1e300, -1e300, HUGE_VAL, -HUGE_VAL };
static const uint32_t widths[] = { 0, 1, 400, 4096 };

static size_t draw_everywhere(const reel_replay *replay, const char *what)
{
    size_t drawn = 0;
    for (size_t t = 0; t < sizeof times / sizeof *times; t++)
        for (size_t w = 0; w < sizeof widths / sizeof *widths; w += by_effort(1, 2, 3)) {
            reel_memory memory;
            reel_status status = draw_at(replay, times[t], widths[w], &memory, NULL);
            drawn += picture_checked(status, &memory, "scene", what);
        }
    return drawn;
}

static void every_small_file_makes_sound_scenes_or_none(void **state)
{
    (void)state;
    static const char *const folders[] = { "tests/formats/bsor", "tests/formats/gdr",        "tests/formats/teehistorian",
                                           "tests/formats/echo", "tests/formats/scoresaber", "tests/formats/xror" };
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        file_list files = files_below(project_path(folders[i]));
        size_t drawn = 0, step = by_effort(1, 3, 7);
        for (size_t f = 0; f < files.count; f += step) {
            reel_replay *replay;
            if (reel_load_file(files.paths[f], NULL, &replay, NULL) < 0) continue;
            drawn += draw_everywhere(replay, files.paths[f]);
            reel_free(replay);
        }
        assert_true(drawn > 0);
        file_list_free(&files);
    }
}

static uint32_t next_random(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*seed >> 33);
}

/* A usual number, or one that is none, or huge. */
static float hostile_number(uint64_t *seed)
{
    static const float numbers[] = { 0, -0.0f, 1, -1, 0.5f, 1.7f, 1e-30f, 9.99f, 500, 1e9f, -1e30f, HUGE_VALF, -HUGE_VALF, NAN };
    return numbers[next_random(seed) % (sizeof numbers / sizeof *numbers)];
}

static void hostile_pose(uint64_t *seed, reel_pose *pose)
{
    pose->position = (reel_vec3){ hostile_number(seed), hostile_number(seed), hostile_number(seed) };
    pose->rotation = (reel_quaternion){ hostile_number(seed), hostile_number(seed), hostile_number(seed), hostile_number(seed) };
}

static void hostile_plays_make_sound_scenes(void **state)
{
    (void)state;
    enum { FRAMES = 60, NOTES = 300 };
    uint64_t seed = 36;
    for (size_t turn = by_effort(400, 60, 15); turn--;) {
        static bsor_frame frames[FRAMES];
        static bsor_note notes[NOTES];
        for (int i = 0; i < FRAMES; i++) {
            frames[i].time = turn % 2 ? (float)i / 10 : hostile_number(&seed);
            hostile_pose(&seed, &frames[i].head);
            hostile_pose(&seed, &frames[i].left_hand);
            hostile_pose(&seed, &frames[i].right_hand);
        }
        for (int i = 0; i < NOTES; i++) {
            notes[i] = note_at(i, (int)(next_random(&seed) % 4));
            notes[i].note_id = (int32_t)next_random(&seed) % 100000;
            notes[i].event_time = turn % 3 ? (float)i / 100 : hostile_number(&seed);
            notes[i].spawn_time = turn % 3 ? (float)i / 100 : hostile_number(&seed);
        }
        const rows all = { .info = sound_info(),
                           .frames = frames,
                           .frame_count = turn % 5 ? FRAMES : turn % 2,
                           .notes = notes,
                           .note_count = turn % 7 ? NOTES : 1 };
        reel_replay *replay = replay_of(&all);
        draw_everywhere(replay, "a hostile play");
        reel_free(replay);
    }
}

static void every_failing_allocation_is_an_error_without_leak(void **state)
{
    (void)state;
    static const char *const files[] = { "tests/formats/echo/golden/arena.butter", "tests/formats/gdr/golden/two_players.gdr2" };
    reel_replay *play = tiny_play();
    picture_faults("scene", play);
    reel_free(play);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        reel_replay *replay = load(files[i]);
        picture_faults("scene", replay);
        reel_free(replay);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(draws_the_golden_pictures),
        cmocka_unit_test(headings_are_plain_and_the_time_is_on_top),
        cmocka_unit_test(the_time_decides_what_is_there),
        cmocka_unit_test(a_thumbnail_shows_where_much_happens),
        cmocka_unit_test(nothing_is_there_long_before_and_after),
        cmocka_unit_test(a_smaller_width_keeps_the_size_of_texts),
        cmocka_unit_test(refusals_have_a_rule),
        cmocka_unit_test(every_small_file_makes_sound_scenes_or_none),
        cmocka_unit_test(hostile_plays_make_sound_scenes),
        cmocka_unit_test(every_failing_allocation_is_an_error_without_leak),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
