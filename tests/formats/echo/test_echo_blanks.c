/* SPDX-License-Identifier: MIT
 * The JSON of a frame may have blanks between its values, and escapes in its keys and texts: the rows are the same. */
#include "support.h"

#include <reel/echoreplay.h>
#include <reel/format.h>

static reel_replay *load(const char *text, size_t size)
{
    reel_replay *replay;
    reel_error error;
    const reel_options options = { REEL_SIZED(reel_options), .format = &reel_format_echoreplay };
    if (reel_load(reel_source_memory(text, size), &options, &replay, &error) < 0) fail_msg("%s", error.message);
    if (reel_replay_damage(replay)) fail_msg("%s", reel_replay_damage(replay)->message);
    return replay;
}

static bool report_it(void *context, const reel_difference *difference)
{
    (void)context;
    print_error("%s.%s\n", difference->table->name, difference->field ? difference->field->name : "row");
    return true;
}

static void assert_same(const char *text, size_t size, const char *other, size_t other_size, const char *what)
{
    reel_replay *one = load(text, size), *two = load(other, other_size);
    uint64_t differences;
    assert_int_equal(reel_diff(one, two, false, report_it, NULL, &differences, NULL), REEL_OK);
    if (differences) fail_msg("%s: %llu differences", what, (unsigned long long)differences);
    size_t count;
    reel_rows(two, &echoreplay_frames, &count);
    assert_true(count > 0);
    reel_free(one);
    reel_free(two);
}

static void blanks_between_values_change_nothing(void **state)
{
    (void)state;
    static const char *const files[] = { "combat", "text" }, *const blanks[] = { " ", "   " }; /* a tab ends the JSON */
    for (size_t f = 0; f < 2; f++) {
        char path[100];
        size_t size;
        snprintf(path, sizeof path, "tests/formats/echo/golden/%s.echoreplay", files[f]);
        char *text = (char *)read_file(project_path(path), &size), *spaced = malloc(12 * size);
        for (size_t b = 0; b < sizeof blanks / sizeof *blanks; b++)
            for (int before = 0; before < 2; before++) {
                size_t made = 0;
                bool inside = false, json = false;
                for (size_t i = 0; i < size; i++) {
                    if (text[i] == '\n') json = false;
                    if (text[i] == '{') json = true;
                    if (text[i] == '"' && text[i - 1] != '\\') inside = !inside;
                    bool wide = json && !inside && strchr("{}[]:,", text[i]);
                    bool last =
                        text[i] == '}' && (i + 1 == size || text[i + 1] == '\r' || text[i + 1] == '\n' || text[i + 1] == '\t');
                    if (wide && before && i && text[i - 1] != '\t') made += (size_t)sprintf(spaced + made, "%s", blanks[b]);
                    spaced[made++] = text[i];
                    if (wide && !before && !last) made += (size_t)sprintf(spaced + made, "%s", blanks[b]);
                }
                assert_same(text, size, spaced, made, files[f]);
            }
        free(spaced);
        free(text);
    }
}

/* Every letter of every key and text, one after another, as an escape. */
static void escapes_in_keys_and_texts_change_nothing(void **state)
{
    (void)state;
    size_t size;
    char *text = (char *)read_file(project_path("tests/formats/echo/golden/combat.echoreplay"), &size),
         *escaped = malloc(size + 10);
    bool inside = false;
    for (size_t i = 0; i < size; i++) {
        if (text[i] == '"' && text[i - 1] != '\\') inside = !inside;
        if (!inside || text[i] < 'a' || text[i] > 'z' || text[i - 1] == '\\') continue;
        memcpy(escaped, text, i);
        int wide = sprintf(escaped + i, "\\u%04x", (unsigned)text[i]);
        memcpy(escaped + i + wide, text + i + 1, size - i - 1);
        assert_same(text, size, escaped, size + (size_t)wide - 1, "an escape");
    }
    free(escaped);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blanks_between_values_change_nothing),
        cmocka_unit_test(escapes_in_keys_and_texts_change_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
