/* SPDX-License-Identifier: MIT
 * The text toy by itself: what its lines mean, and when the spelling of a file is kept. */
#include "machinery.h"
#include "text.h"

static const toy_point expected[] = { { 0, -500 }, { 12, 419 }, { 24, 0 } };

static reel_replay *load(const char *text)
{
    reel_options options = machinery_options(NULL);
    return load_bytes((const uint8_t *)text, strlen(text), &options);
}

static char *golden(const char *name)
{
    char path[4096];
    size_t size;
    snprintf(path, sizeof path, "%s/%s", project_path("tests/toy/golden"), name);
    uint8_t *read = read_file(path, &size);
    char *text = strndup((const char *)read, size);
    free(read);
    assert_non_null(text);
    assert_int_equal(strlen(text), size); /* no NUL in it */
    return text;
}

static void assert_points(const reel_replay *replay, size_t count)
{
    size_t found;
    const toy_point *points = reel_rows(replay, &toy_points, &found);
    assert_ptr_equal(reel_replay_format(replay), &reel_format_toy_text);
    assert_int_equal(found, count);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(points[i].tick, expected[i].tick);
        assert_int_equal(points[i].value, expected[i].value);
    }
}

static void assert_written(const reel_replay *replay, const char *text)
{
    reel_memory made;
    reel_error error;
    if (reel_write(reel_replay_chunk(replay), &reel_format_toy_text, reel_sink_memory(&made, NULL), NULL, &error) < 0)
        fail_msg("%s", error.message);
    assert_int_equal(made.size, strlen(text));
    assert_memory_equal(made.data, text, made.size);
    reel_memory_free(&made);
}

static void all_spellings_mean_the_same_points(void **state)
{
    (void)state;
    static const char *const files[] = { "usual.toyt", "spaced.toyt" };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        char *text = golden(files[i]);
        reel_replay *replay = load(text);
        assert_null(reel_replay_damage(replay));
        assert_points(replay, 3);
        reel_free(replay);
        free(text);
    }
}

static void a_spelling_is_kept_until_a_point_changes(void **state)
{
    (void)state;
    char *text = golden("spaced.toyt"), *usual = golden("usual.toyt");
    reel_replay *replay = load(text);
    size_t count;
    assert_written(replay, text);
    toy_point *points = (toy_point *)(uintptr_t)reel_rows(replay, &toy_points, &count);
    points[1].value = 1;
    assert_written(replay, "toy text\n0 -500\n12 1\n24 0\n");
    points[1].value = 419;
    assert_written(replay, text);
    toy_spelling *spelling = (toy_spelling *)(uintptr_t)reel_rows(replay, &toy_spellings, &count);
    spelling->sum = 0; /* unknown, as in rows that a program made */
    assert_written(replay, usual);
    reel_free(replay);
    free(usual);
    free(text);
}

/* At every byte: a number that is cut off is another number, so it is not given. */
static void a_line_that_is_cut_off_is_no_point(void **state)
{
    (void)state;
    char *text = golden("usual.toyt");
    size_t size = strlen(text);
    for (size_t end = sizeof "toy text"; end < size; end++) {
        size_t whole = 0;
        for (size_t i = sizeof "toy text"; i < end; i++) whole += text[i] == '\n';
        bool between = text[end - 1] == '\n';
        char saved = text[end];
        text[end] = '\0';
        reel_replay *replay = load(text);
        assert_true(between == !reel_replay_damage(replay));
        if (!between) assert_int_equal(reel_replay_damage(replay)->status, REEL_TRUNCATED);
        assert_points(replay, whole);
        reel_free(replay);
        text[end] = saved;
    }
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_spellings_mean_the_same_points),
        cmocka_unit_test(a_spelling_is_kept_until_a_point_changes),
        cmocka_unit_test(a_line_that_is_cut_off_is_no_point),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
