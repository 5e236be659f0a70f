/* SPDX-License-Identifier: MIT
 * Every macro can be converted to every format of a macro that is written, if need be through GDR2, with the same inputs; or it is refused
 * because of what it holds. */
#include "truth.h"

#include <reel/format.h>
#include <reel/macros.h>

static int order(const void *a, const void *b)
{
    const gdr_input *one = a, *other = b;
    if (one->frame != other->frame) return one->frame < other->frame ? -1 : 1;
    return (int)one->player2 - (int)other->player2;
}

/* Inputs in one order for all formats: by frame, then by player. qsort is not stable, so inputs that are equal in both count as equal. */
static bool same_inputs(const reel_replay *a, const reel_replay *b)
{
    size_t count, other, ups = 0, downs = 0;
    const gdr_input *from = reel_rows(a, &gdr_inputs, &count), *to = reel_rows(b, &gdr_inputs, &other);
    if (count != other) return false;
    gdr_input *x = malloc((count + 1) * sizeof *x), *y = malloc((count + 1) * sizeof *y);
    if (count) memcpy(x, from, count * sizeof *x);
    if (count) memcpy(y, to, count * sizeof *y);
    qsort(x, count, sizeof *x, order);
    qsort(y, count, sizeof *y, order);
    bool same = true;
    for (size_t i = 0; i < count; i++) {
        same &= x[i].frame == y[i].frame && (x[i].player2 != 0) == (y[i].player2 != 0);
        ups += x[i].down != 0;
        downs += y[i].down != 0;
    }
    free(x);
    free(y);
    return same && ups == downs;
}

/* Converts, and adds the rules that were reported to `found`. */
static reel_replay *convert_to(const uint8_t *data, size_t size, const reel_format *to, seen_list *found, reel_error *error)
{
    reel_memory made;
    reel_replay *replay;
    reel_options options = { REEL_SIZED(reel_options), .report = see, .report_context = found };
    reel_convert_options how = { REEL_SIZED(reel_convert_options) };
    if (reel_convert(reel_source_memory(data, size), &options, to, reel_sink_memory(&made, NULL), &how, error) < 0) return NULL;
    if (reel_load(reel_source_memory(made.data, made.size), NULL, &replay, error) < 0) fail_msg("%s: %s", to->id, error->message);
    reel_memory_free(&made);
    return replay;
}

static void every_macro_goes_to_every_format_of_a_macro(void **state)
{
    (void)state;
    size_t converted = 0, refused = 0;
    file_list files = files_below(project_path("tests/formats/gdr/golden"));
    for (size_t i = 0; i < files.count; i++) {
        size_t size;
        uint8_t *data = read_file(files.paths[i], &size);
        reel_replay *source;
        if (reel_load(reel_source_memory(data, size), NULL, &source, NULL) < 0) fail_msg("%s", files.paths[i]);
        for (const reel_format *const *format = reel_formats(); *format; format++) {
            if (strcmp((*format)->game, "Geometry Dash") != 0 || !(*format)->writer) continue;
            reel_error error;
            seen_list found = { .count = 0 };
            reel_replay *hub = convert_to(data, size, &reel_format_gdr2, &found, &error);
            if (!hub) continue; /* a macro that GDR2 cannot hold */
            reel_replay *replay = convert_to(data, size, *format, &found, &error);
            if (!replay && strncmp(error.rule, "convert.", 8) == 0)
                fail_msg("%s to %s: %s", files.paths[i], (*format)->id, error.message);
            if (replay && !same_inputs(hub, replay) && !same_inputs(source, replay))
                fail_msg("%s to %s: other inputs", files.paths[i], (*format)->id);
            converted += replay != NULL;
            refused += !replay;
            reel_free(replay);
            reel_free(hub);
        }
        reel_free(source);
        free(data);
    }
    print_message("%zu conversions, %zu refused\n", converted, refused);
    assert_true(converted > 400);
    file_list_free(&files);
}

static uint64_t count_of(const seen_list *list, const char *rule)
{
    for (size_t i = 0; i < list->count; i++)
        if (strcmp(list->items[i].rule, rule) == 0) return list->items[i].count;
    return 0;
}

static void both_steps_report_their_losses(void **state)
{
    (void)state;
    /* a fix, which GDR2 cannot store, and a second player in front of the first on one frame */
    static const char text[] = "240\n10|1|1|0\n10|1|1|1\n20|0|1|0\n20|0|1|1\n"
                               "30|0|0|0|1|5.5|1.0|0|3.5|-80085|0.0|6.5|2.0|0|0.0|-80085|0.0\n";
    reel_error error;
    seen_list one = { .count = 0 }, both = { .count = 0 };
    reel_replay *hub = convert_to((const uint8_t *)text, sizeof text - 1, &reel_format_gdr2, &one, &error);
    reel_replay *replay = convert_to((const uint8_t *)text, sizeof text - 1, &reel_format_macro_text, &both, &error);
    assert_non_null(hub);
    assert_non_null(replay);
    assert_true(count_of(&one, "convert.loss") >= 4); /* two fixes, two inputs */
    assert_true(count_of(&both, "convert.loss") > count_of(&one, "convert.loss"));
    reel_free(hub);
    reel_free(replay);
}

/* GDR2 has a list for each player: the order of inputs of both on one frame is lost, and nothing else is reported. */
static void an_order_that_is_lost_is_no_lost_value(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t reordered;
    } macros[] = {
        { "240\n10|1|1|0\n10|1|2|1\n20|0|1|0\n20|0|2|1\n", 2 }, /* the second player first, with other buttons */
        { "240\n10|1|2|1\n10|1|1|0\n20|0|2|1\n20|0|1|0\n", 0 },
        { "240\n10|1|1|0\n11|1|2|1\n", 0 },
    };
    for (size_t i = 0; i < sizeof macros / sizeof *macros; i++) {
        reel_memory made;
        reel_findings *findings = reel_findings_new(NULL);
        const reel_options options = { REEL_SIZED(reel_options), .report = reel_findings_report, .report_context = findings };
        assert_int_equal(reel_convert(reel_source_memory(macros[i].text, strlen(macros[i].text)), &options, &reel_format_gdr2,
                                      reel_sink_memory(&made, NULL), NULL, NULL),
                         REEL_OK);
        uint64_t found = 0;
        for (size_t f = 0; f < reel_findings_count(findings); f++) {
            const reel_finding *finding = reel_findings_at(findings, f);
            if (finding->table != &gdr_inputs) continue;
            assert_non_null(strstr(finding->message, "in another order"));
            found += finding->count;
        }
        assert_int_equal(found, macros[i].reordered);
        reel_findings_free(findings);
        reel_memory_free(&made);
    }
}

/* What GDMegaOverlay writes about the player of an input is the input's own. */
static void physics_come_back_without_an_alarm(void **state)
{
    (void)state;
    size_t size;
    reel_memory made;
    reel_error error;
    seen_list found = { .count = 0 };
    reel_convert_options how = { REEL_SIZED(reel_convert_options) };
    uint8_t *data = read_file(project_path("tests/formats/gdr/golden/physics.gdr2"), &size);
    assert_int_equal(
        reel_convert(reel_source_memory(data, size), NULL, &reel_format_gdr1, reel_sink_memory(&made, NULL), &how, &error),
        REEL_OK);
    reel_replay *replay = convert_to(made.data, made.size, &reel_format_gdr2, &found, &error);
    assert_non_null(replay);
    assert_int_equal(count_of(&found, "convert.loss"), 0);
    reel_free(replay);
    reel_memory_free(&made);
    free(data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_macro_goes_to_every_format_of_a_macro),
        cmocka_unit_test(both_steps_report_their_losses),
        cmocka_unit_test(an_order_that_is_lost_is_no_lost_value),
        cmocka_unit_test(physics_come_back_without_an_alarm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
