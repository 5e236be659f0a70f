/* SPDX-License-Identifier: MIT
 * The figures of macros against the decoded files, and what the check says of made ones. */
#include "../../formats/gdr/truth.h"

#include <math.h>
#include <reel/geometrydash.h>

/* The value of `key` behind the place `from`; NaN where it is null. */
static double value_of(const char *from, const char *key)
{
    char quoted[64];
    snprintf(quoted, sizeof quoted, "\"%s\":", key);
    const char *at = from ? strstr(from, quoted) : NULL;
    if (!at) fail_msg("no %s", key);
    at += strlen(quoted);
    at += strspn(at, " ");
    return strncmp(at, "null", 4) == 0 ? (double)NAN : strtod(at, NULL);
}

static void same(const char *path, const char *key, const char *from, double value, bool there)
{
    double wanted = value_of(from, key);
    if (isnan(wanted) != !there) fail_msg("%s: %s %s a value", path, key, there ? "has" : "lacks");
    if (there && !(fabs(value - wanted) <= 1e-9 * fmax(1, fabs(wanted))))
        fail_msg("%s: %s is %.12g, not %.12g", path, key, value, wanted);
}

static reel_replay *figures_of(const char *path)
{
    size_t size;
    uint8_t *data = read_sample(path, &size);
    reel_reader *reader;
    reel_replay *result;
    reel_error error;
    if (reel_open(reel_source_memory(data, size), NULL, &reader, &error) < 0) fail_msg("%s: %s", path, error.message);
    if (reel_insight_run(&reel_insight_geometrydash, reader, NULL, &result, &error) < 0) fail_msg("%s: %s", path, error.message);
    reel_close(reader);
    free(data);
    return result;
}

static void compare_player(const char *path, const char *stats, const geometrydash_player *p)
{
    const char *from = strstr(stats, p->player2 ? "\"p2\":" : "\"p1\":");
    same(path, "presses", from, (double)p->presses, true);
    same(path, "releases", from, (double)p->releases, true);
    same(path, "orphan_releases", from, (double)p->orphan_releases, true);
    same(path, "presses_while_held", from, (double)p->presses_while_held, true);
    same(path, "held_at_end", from, (double)p->held_at_end, true);
    same(path, "holds", from, (double)p->holds, true);
    same(path, "shortest_hold_frames", from, (double)p->shortest_hold, p->has_holds);
    same(path, "longest_hold_frames", from, (double)p->longest_hold, p->has_holds);
    same(path, "mean_hold_frames", from, p->mean_hold, p->has_holds);
    same(path, "zero_frame_holds", from, (double)p->zero_frame_holds, true);
    same(path, "one_frame_holds", from, (double)p->one_frame_holds, true);
}

static bool compare_stats(const char *path, const char *truth)
{
    size_t size;
    char *json = corpus_text(truth, &size);
    if (!json) return false;
    const char *stats = strstr(json, "\"stats\":");
    assert_non_null(stats);
    reel_replay *figures = figures_of(path);
    size_t count;
    const geometrydash_summary *first = reel_rows(figures, &geometrydash_summaries, &count);
    if (first->attempts > 1) { /* the decoded figures are of all attempts at once */
        assert_true(first->most_presses <= (uint64_t)value_of(strstr(stats, "\"all\":"), "max_presses_in_1s_window"));
        reel_free(figures);
        free(json);
        return false;
    }
    const geometrydash_player *players = reel_rows(figures, &geometrydash_players, &count);
    assert_int_equal(count, 2);
    compare_player(path, stats, &players[0]);
    compare_player(path, stats, &players[1]);
    const geometrydash_summary *s = reel_rows(figures, &geometrydash_summaries, &count);
    const char *all = strstr(stats, "\"all\":");
    same(path, "presses", all, (double)s->presses, true);
    same(path, "first_frame", all, (double)s->first_frame, s->has_inputs);
    same(path, "last_frame", all, (double)s->last_frame, s->has_inputs);
    same(path, "exact_duplicates", all, (double)s->exact_duplicates, true);
    same(path, "max_presses_in_1s_window", all, (double)s->most_presses, true);
    same(path, "presses_per_second", all, s->presses_per_second, s->has_rate);
    const char *buttons = strstr(all, "\"buttons\":");
    size_t rows;
    const geometrydash_button *button = reel_rows(figures, &geometrydash_buttons, &rows);
    uint64_t sums[256] = { 0 };
    for (size_t i = 0; i < rows; i++) sums[button[i].button] += button[i].presses + button[i].releases;
    for (int b = 0; b < 256; b++) {
        char key[8];
        snprintf(key, sizeof key, "%d", b);
        if (sums[b]) same(path, key, buttons, (double)sums[b], true);
    }
    const char *hash = strstr(json, "\"inputs_sha256_sorted\": \"");
    if (hash && memcmp(hash + strlen("\"inputs_sha256_sorted\": \""), s->content_hash.data, 64)) fail_msg("%s: other hash", path);
    reel_free(figures);
    free(json);
    return true;
}

static bool compare_row(const truth_row *row)
{
    const char *path = truth_cell(row, "path"), *name = strrchr(path, '/') + 1;
    char truth[600];
    if (strcmp(truth_cell(row, "verdict"), "error") == 0) return false;
    snprintf(truth, sizeof truth, "expected/gdr/%.4s/%.*s__%s.json", path, (int)(name - 1 - (path + 5)), path + 5, name);
    return compare_stats(path, truth);
}

static void figures_are_those_of_the_decoded_files(void **state)
{
    (void)state;
    truth_each("expected/gdr/verdicts.tsv", compare_row);
}

/* ---- made macros ------------------------------------------------------------------------------------------------ */

static reel_memory make_macro(const gdr_info *info, const gdr_input *inputs, size_t count)
{
    reel_memory memory;
    reel_writer *writer;
    reel_error error;
    assert_int_equal(reel_create(reel_sink_memory(&memory, NULL), &reel_format_gdr2, NULL, &writer, &error), REEL_OK);
    reel_append(writer, &gdr_infos, info, 1);
    reel_append(writer, &gdr_inputs, inputs, count);
    if (reel_finish(writer, &error) < 0) fail_msg("%s", error.message);
    return memory;
}

static geometrydash_summary summary_of(const gdr_info *info, const gdr_input *inputs, size_t count)
{
    reel_memory memory = make_macro(info, inputs, count);
    reel_reader *reader;
    reel_replay *result;
    size_t rows;
    assert_int_equal(reel_open(reel_source_memory(memory.data, memory.size), NULL, &reader, NULL), REEL_OK);
    assert_int_equal(reel_insight_run(&reel_insight_geometrydash, reader, NULL, &result, NULL), REEL_OK);
    geometrydash_summary summary = *(const geometrydash_summary *)reel_rows(result, &geometrydash_summaries, &rows);
    summary.content_hash = (reel_string){ NULL, 0 };
    reel_close(reader);
    reel_free(result);
    reel_memory_free(&memory);
    return summary;
}

/* Practice attempts, each of which presses twice in the same second. */
static void figures_are_of_the_last_attempt(void **state)
{
    (void)state;
    enum { ATTEMPTS = 30 };
    const gdr_info info = { .version = 2, .framerate = 240, .bot_version = 1 };
    gdr_input inputs[4 * ATTEMPTS];
    for (int i = 0; i < ATTEMPTS; i++) {
        inputs[4 * i] = (gdr_input){ 100, GDR_JUMP, 0, 1, 0, { 0 } };
        inputs[4 * i + 1] = (gdr_input){ 130, GDR_JUMP, 0, 0, 0, { 0 } };
        inputs[4 * i + 2] = (gdr_input){ 160, GDR_JUMP, 0, 1, 0, { 0 } };
        inputs[4 * i + 3] = (gdr_input){ 190, GDR_JUMP, 0, 0, 0, { 0 } };
    }
    geometrydash_summary s = summary_of(&info, inputs, 4 * ATTEMPTS);
    assert_int_equal(s.attempts, ATTEMPTS);
    assert_int_equal(s.presses, 2);
    assert_int_equal(s.most_presses, 2);
    assert_int_equal(s.limit_breaks, 0);
    assert_int_equal(s.likely_bot, 0);
    for (int i = 0; i < ATTEMPTS; i++) inputs[4 * i + 2].frame = 127; /* one behind the other: a wrong order, no attempt */
    s = summary_of(&info, inputs, 4);
    assert_int_equal(s.attempts, 1);
    assert_int_equal(s.inputs, 4);
}

static void a_platformer_is_what_its_header_says(void **state)
{
    (void)state;
    gdr_info info = { .version = 2, .framerate = 240, .bot_version = 1, .platformer = 1 };
    const gdr_input jumps[] = { { 5, GDR_JUMP, 0, 1, 0, { 0 } }, { 9, GDR_JUMP, 0, 0, 0, { 0 } } };
    assert_int_equal(summary_of(&info, jumps, 2).platformer, 1);
    info.platformer = 0;
    assert_int_equal(summary_of(&info, jumps, 2).platformer, 0);
}

static void figures_of_nothing_are_missing(void **state)
{
    (void)state;
    const gdr_info info = { .version = 2, .framerate = 240, .bot_version = 1 };
    geometrydash_summary s = summary_of(&info, NULL, 0);
    static const char *const missing[] = {
        "length", "duration", "first_frame", "presses_per_second", "most_presses", "likely_bot"
    };
    for (size_t i = 0; i < sizeof missing / sizeof *missing; i++)
        assert_false(reel_field_present(reel_table_field(&geometrydash_summaries, missing[i]), &s));
    assert_int_equal(s.attempts, 0);
    const gdr_input first = { 0, GDR_JUMP, 0, 1, 0, { 0 } };
    s = summary_of(&info, &first, 1);
    assert_false(reel_field_present(reel_table_field(&geometrydash_summaries, "presses_per_second"), &s)); /* in no time */
}

static void a_framerate_of_nothing_gives_no_times(void **state)
{
    (void)state;
    static const double rates[] = { 0, -60, NAN, INFINITY, 1e12 };
    static const char *const missing[] = { "framerate",    "length",       "presses_per_second",
                                           "most_presses", "limit_breaks", "likely_bot" };
    static const char *const others[] = { "first_frame", "inputs", "presses", "longest_even_run", "attempts" };
    const gdr_input inputs[] = { { 5, GDR_JUMP, 0, 1, 0, { 0 } },
                                 { 9, GDR_JUMP, 0, 0, 0, { 0 } },
                                 { 12, GDR_JUMP, 0, 1, 0, { 0 } } };
    for (size_t r = 0; r < sizeof rates / sizeof *rates; r++) {
        const gdr_info info = { .version = 2, .framerate = rates[r], .bot_version = 1 };
        const geometrydash_summary s = summary_of(&info, inputs, 3);
        for (size_t i = 0; i < sizeof missing / sizeof *missing; i++)
            assert_false(reel_field_present(reel_table_field(&geometrydash_summaries, missing[i]), &s));
        for (size_t i = 0; i < sizeof others / sizeof *others; i++)
            assert_true(reel_field_present(reel_table_field(&geometrydash_summaries, others[i]), &s));
        assert_int_equal(s.presses, 2);
    }
}

/* 97,114 "seconds" for 6:45. */
static void a_duration_in_frames_is_converted(void **state)
{
    (void)state;
    gdr_info info = { .version = 2, .framerate = 240, .bot_version = 1, .duration = 97114 };
    const gdr_input inputs[] = { { 5, GDR_JUMP, 0, 1, 0, { 0 } }, { 97114, GDR_JUMP, 0, 0, 0, { 0 } } };
    geometrydash_summary s = summary_of(&info, inputs, 2);
    assert_true(s.duration > 404 && s.duration < 405);
    info.duration = 405;
    s = summary_of(&info, inputs, 2);
    assert_true(s.duration == 405);
}

static void check_made(const gdr_info *info, const gdr_input *inputs, const gdr_physics *physics, size_t count, seen_list *found)
{
    reel_memory memory;
    reel_writer *writer;
    reel_error error;
    assert_int_equal(reel_create(reel_sink_memory(&memory, NULL), &reel_format_gdr2, NULL, &writer, &error), REEL_OK);
    reel_append(writer, &gdr_infos, info, 1);
    reel_append(writer, &gdr_inputs, inputs, count);
    if (physics) reel_append(writer, &gdr_physics_rows, physics, count);
    if (reel_finish(writer, &error) < 0) fail_msg("%s", error.message);
    reel_options options = { REEL_SIZED(reel_options), .report = see, .report_context = found };
    found->count = 0;
    assert_int_equal(reel_check(reel_source_memory(memory.data, memory.size), &options, &error), REEL_OK);
    reel_memory_free(&memory);
}

static const seen *found_rule(const seen_list *list, const char *rule)
{
    for (size_t i = 0; i < list->count; i++)
        if (strcmp(list->items[i].rule, rule) == 0) return &list->items[i];
    return NULL;
}

static void check_tells_presses_that_do_not_fit(void **state)
{
    (void)state;
    const gdr_info info = { .version = 2, .framerate = 30, .bot_version = 1, .duration = 1, .game_version = 2207 };
    const gdr_input inputs[] = { { 5, 1, 0, 0, 0, { 0 } },  { 6, 1, 0, 1, 0, { 0 } }, { 7, 1, 0, 1, 0, { 0 } },
                                 { 7, 1, 0, 1, 0, { 0 } },  { 8, 1, 0, 0, 0, { 0 } }, { 90, 1, 1, 1, 0, { 0 } },
                                 { 90, 1, 1, 0, 0, { 0 } }, { 91, 1, 1, 1, 0, { 0 } } };
    seen_list found;
    check_made(&info, inputs, NULL, 8, &found);
    assert_int_equal(found_rule(&found, "gdr.orphan-release")->count, 1);
    assert_int_equal(found_rule(&found, "gdr.press-while-held")->count, 2);
    assert_int_equal(found_rule(&found, "gdr.duplicate")->count, 1);
    assert_int_equal(found_rule(&found, "gdr.swift-click")->count, 1);
    assert_int_equal(found_rule(&found, "gdr.held-at-end")->count, 1);
    assert_int_equal(found_rule(&found, "gdr.beyond-duration")->count, 3);
    assert_non_null(found_rule(&found, "gdr.framerate-low"));
    assert_non_null(found_rule(&found, "gdr.game-version-scale"));
}

static void check_tells_empty_macros_and_frames_for_seconds(void **state)
{
    (void)state;
    seen_list found;
    gdr_info info = { .version = 2, .framerate = 240, .bot_version = 1, .duration = 1 };
    check_made(&info, NULL, NULL, 0, &found);
    assert_non_null(found_rule(&found, "gdr.no-inputs"));
    const gdr_input inputs[] = { { 5, GDR_JUMP, 0, 1, 0, { 0 } }, { 97114, GDR_JUMP, 0, 0, 0, { 0 } } };
    info.duration = 97114;
    check_made(&info, inputs, NULL, 2, &found);
    assert_non_null(found_rule(&found, "gdr.duration-frames"));
    assert_null(found_rule(&found, "gdr.no-inputs"));
}

static void check_tells_a_rate_that_the_places_deny(void **state)
{
    (void)state;
    enum { COUNT = 40 };
    gdr_info info = { .version = 2, .framerate = 240, .bot_version = 1, .input_tag = { "Phys", 4 } };
    gdr_input inputs[COUNT];
    gdr_physics physics[COUNT];
    for (int i = 0; i < COUNT; i++) {
        inputs[i] = (gdr_input){ 7 * i + i * i, GDR_JUMP, 0, !(i & 1), GDR_PHYSICS, { 0 } };
        physics[i] = (gdr_physics){ .x = (float)(311.58 / 360 * (double)inputs[i].frame), .y = 105 };
    }
    seen_list found;
    check_made(&info, inputs, physics, COUNT, &found);
    assert_non_null(found_rule(&found, "gdr.framerate-places"));
    info.framerate = 360;
    check_made(&info, inputs, physics, COUNT, &found);
    assert_null(found_rule(&found, "gdr.framerate-places"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(figures_are_those_of_the_decoded_files),
        cmocka_unit_test(check_tells_presses_that_do_not_fit),
        cmocka_unit_test(figures_are_of_the_last_attempt),
        cmocka_unit_test(a_platformer_is_what_its_header_says),
        cmocka_unit_test(figures_of_nothing_are_missing),
        cmocka_unit_test(a_framerate_of_nothing_gives_no_times),
        cmocka_unit_test(a_duration_in_frames_is_converted),
        cmocka_unit_test(check_tells_empty_macros_and_frames_for_seconds),
        cmocka_unit_test(check_tells_a_rate_that_the_places_deny),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
