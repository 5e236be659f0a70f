/* SPDX-License-Identifier: MIT
 * What plots are drawn with: words, axes, lines over time, inks. */
#include "support.h"

#include <math.h>

#include "core/output.h"
#include "plot/axis.h"
#include "xml.h"

/* ---- a place to write to ---------------------------------------------------------------------------------------- */

typedef struct desk {
    reel_memory memory;
    reel_sink sink;
    reel_output out;
    reel_error error;
    reel_allocator allocator;
    test_allocator state;
    reel_canvas canvas;
} desk;

static void desk_open(desk *d)
{
    memset(d, 0, sizeof *d);
    d->allocator = test_allocator_of(&d->state);
    d->sink = reel_sink_memory(&d->memory, &d->allocator);
    assert_true(reel__output_open(&d->out, &d->sink, &d->allocator, &d->error));
    d->canvas.out = &d->out;
}

/* What was written, NUL-terminated, until desk_close. */
static const char *desk_text(desk *d)
{
    reel_put(&d->out, "", 1);
    assert_int_equal(reel__output_flush(&d->out), REEL_OK);
    reel__output_close(&d->out, &d->allocator);
    assert_int_equal(d->sink.commit(d->sink.context, &d->error), REEL_OK);
    return (const char *)d->memory.data;
}

static void desk_close(desk *d)
{
    reel_memory_free(&d->memory);
    assert_int_equal(d->state.live, 0);
}

/* ---- words ------------------------------------------------------------------------------------------------------ */

static void assert_put(const char *text, size_t size, double width, const char *expected)
{
    desk d;
    desk_open(&d);
    reel__put_text(&d.out, (reel_string){ text, size }, 10, width);
    assert_string_equal(desk_text(&d), expected);
    desk_close(&d);
}

static void escapes_what_xml_takes_as_markup(void **state)
{
    (void)state;
    assert_put("<b>&\"x\"</b>", 12, 0, "&lt;b&gt;&amp;&quot;x&quot;&lt;/b&gt;");
    assert_put("]]>", 3, 0, "]]&gt;");
}

static void drops_controls_and_marks_of_direction(void **state)
{
    (void)state;
    assert_put("a\0b\x1B\n\x7F"
               "c",
               7, 0, "abc");
    assert_put("a\xE2\x80\xAE"
               "b\xC2\x85"
               "c\xEF\xBF\xBF"
               "d",
               12, 0, "abcd");
}

static void replaces_bad_utf8(void **state)
{
    (void)state;
    assert_put("\xFFz", 2, 0, "\xEF\xBF\xBDz");
    assert_put("\xC3", 1, 0, "\xEF\xBF\xBD");
    assert_put("\xC0\xAF", 2, 0, "\xEF\xBF\xBD\xEF\xBF\xBD");
    assert_put("\xED\xA0\x80", 3, 0, "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD");
    assert_put("\xF4\x90\x80\x80", 4, 0, "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD");
    assert_put("\xE3\x83\xA6\xC3\xA9\xF0\x9F\x8E\xB5", 9, 0, "\xE3\x83\xA6\xC3\xA9\xF0\x9F\x8E\xB5");
}

static void cuts_text_to_a_width(void **state)
{
    (void)state;
    assert_put("aaaaaaaaaa", 10, 0, "aaaaaaaaaa");
    assert_put("aaaaaaaaaa", 10, 64.5, "aaaaaaaaaa");
    assert_put("aaaaaaaaaa", 10, 33, "aaaa\xE2\x80\xA6");
    assert_put("aaaaaaaaaa", 10, 1, "\xE2\x80\xA6");
}

static void assert_number(double value, int decimals, const char *expected)
{
    plot_label label = { "", 0 };
    reel__label_number(&label, value, decimals);
    assert_string_equal(label.text, expected);
}

static void writes_numbers_for_people(void **state)
{
    (void)state;
    assert_number(0, 0, "0");
    assert_number(-0.2, 0, "0");
    assert_number(1234567.0, 0, "1,234,567");
    assert_number(999.96, 1, "1,000.0");
    assert_number(-3.25, 2,
                  "\xE2\x88\x92"
                  "3.25");
    assert_number(0.05, 3, "0.050");
    assert_number((double)NAN, 1, "\xE2\x80\x93");
    assert_number(-(double)INFINITY, 1, "\xE2\x80\x93");
    assert_number(1e300, 0, "\xE2\x80\x93");
}

static void assert_clock(double seconds, const char *expected)
{
    plot_label label = { "", 0 };
    reel__label_clock(&label, seconds);
    assert_string_equal(label.text, expected);
}

static void writes_times_as_minutes_and_seconds(void **state)
{
    (void)state;
    assert_clock(0, "0:00");
    assert_clock(9.6, "0:10");
    assert_clock(187, "3:07");
    assert_clock(-5, "\xE2\x88\x92"
                     "0:05");
    assert_clock(86400, "1,440:00");
    assert_clock((double)NAN, "\xE2\x80\x93");
}

static void a_label_never_runs_over(void **state)
{
    (void)state;
    char text[1000];
    memset(text, 'x', sizeof text);
    plot_label label = { "", 0 };
    reel__label_string(&label, (reel_string){ text, sizeof text }, 100);
    assert_int_equal(label.size, 103);
    for (int i = 0; i < 20; i++) reel__label_string(&label, (reel_string){ text, sizeof text }, 100);
    assert_true(label.size < sizeof label.text);
    assert_int_equal(strlen(label.text), label.size);
}

static void a_long_name_is_cut_between_characters(void **state)
{
    (void)state;
    plot_label label = { "", 0 };
    reel__label_string(&label, string_of("\xE3\x83\xA6\xE3\x83\xA6"), 4);
    assert_string_equal(label.text, "\xE3\x83\xA6\xE2\x80\xA6");
}

static void writes_tenths(void **state)
{
    (void)state;
    static const int32_t values[] = { 0, 5, -5, 10, -123, 1000, INT32_MIN };
    desk d;
    desk_open(&d);
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        reel__put_tenths(&d.out, values[i]);
        reel__put_literal(&d.out, " ");
    }
    assert_string_equal(desk_text(&d), "0 0.5 -0.5 1 -12.3 100 -214748364.8 ");
    desk_close(&d);
}

/* ---- axes ------------------------------------------------------------------------------------------------------- */

static void assert_near(double value, double expected)
{
    if (!(fabs(value - expected) <= fabs(expected) * 1e-9)) fail_msg("%g is not %g", value, expected);
}

static int ticks_of(const plot_axis *axis)
{
    int count = 0;
    double value;
    while (reel__axis_tick(axis, count, &value)) {
        assert_true(value >= axis->from - axis->step / 1e6 && value <= axis->to + axis->step / 1e6);
        count++;
    }
    return count;
}

static void ticks_are_round_and_as_many_as_fit(void **state)
{
    (void)state;
    static const struct {
        double from, to, step;
        int decimals;
    } cases[] = {
        { 0, 1, 0.1, 1 },   { 0, 115, 20, 0 },        { -0.37, 0.81, 0.2, 1 },
        { 0, 3e6, 5e5, 0 }, { 0.93, 0.98, 0.005, 3 }, { 0, 7, 1, 0 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        plot_axis axis = reel__axis_of(AXIS_NUMBER, cases[i].from, cases[i].to, 0, 500, 50, false);
        assert_near(axis.step, cases[i].step);
        assert_int_equal(axis.decimals, cases[i].decimals);
        assert_in_range(ticks_of(&axis), 4, 11);
    }
}

static void times_are_marked_at_steps_of_a_clock(void **state)
{
    (void)state;
    static const double cases[][2] = { { 29.8, 5 }, { 187, 30 }, { 1000, 300 }, { 7000, 900 }, { 86400, 18000 } };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        plot_axis axis = reel__axis_of(AXIS_CLOCK, 0, cases[i][0], 0, 800, 90, false);
        assert_near(axis.step, cases[i][1]);
    }
}

static void impossible_axes_are_put_right(void **state)
{
    (void)state;
    const double odd[] = { 0, 1, -1, 1e-30, 1e30, -1e30, 1e308, -1e308, (double)NAN, (double)INFINITY, -(double)INFINITY };
    enum { ODD = sizeof odd / sizeof *odd };
    for (size_t a = 0; a < ODD; a++)
        for (size_t b = 0; b < ODD; b++)
            for (int kind = AXIS_NUMBER; kind <= AXIS_PERCENT; kind++)
                for (int round = 0; round < 2; round++) {
                    plot_axis axis = reel__axis_of((plot_axis_kind)kind, odd[a], odd[b], 400, 10, 30, round != 0);
                    assert_true(axis.from < axis.to);
                    assert_true(axis.step > 0);
                    assert_in_range(ticks_of(&axis), 0, 20);
                    assert_near(reel__axis_at(&axis, axis.from), 400);
                    assert_near(reel__axis_at(&axis, axis.to), 10);
                }
}

/* ---- lines ------------------------------------------------------------------------------------------------------ */

static void a_long_series_takes_a_bounded_number_of_bytes(void **state)
{
    (void)state;
    desk d;
    desk_open(&d);
    reel__path_begin(&d.canvas, PEN_LINE, INK_MAIN);
    plot_series series = reel__series_of(&d.canvas);
    uint32_t seed = 1;
    for (int i = 0; i < 2000000; i++) {
        seed = seed * 1664525u + 1013904223u;
        reel__series_add(&series, i / 2500.0, (seed >> 8) % 400);
    }
    reel__series_end(&series);
    reel__path_end(&d.canvas);
    size_t size = strlen(desk_text(&d));
    assert_in_range(size, 800 * 10, 800 * 4 * 14);
    desk_close(&d);
}

static void a_series_keeps_the_extremes_of_what_falls_together(void **state)
{
    (void)state;
    desk d;
    desk_open(&d);
    reel__path_begin(&d.canvas, PEN_LINE, INK_MAIN);
    plot_series series = reel__series_of(&d.canvas);
    static const double values[] = { 5, 6, 90, 40, 1, 30, 7 };
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) reel__series_add(&series, 10 + (double)i / 10, values[i]);
    reel__series_add(&series, 20, 8);
    reel__series_end(&series);
    reel__path_end(&d.canvas);
    assert_string_equal(desk_text(&d), "<path class=\"line s-main\" d=\"M10 5l0 85l0-89l0 6l10 1\"/>\n");
    desk_close(&d);
}

static void a_series_leaves_out_what_is_no_number_and_never_goes_back(void **state)
{
    (void)state;
    desk d;
    desk_open(&d);
    reel__path_begin(&d.canvas, PEN_LINE, INK_MAIN);
    plot_series series = reel__series_of(&d.canvas);
    reel__series_add(&series, (double)NAN, 1);
    reel__series_add(&series, 10, 10);
    reel__series_add(&series, 20, (double)INFINITY);
    reel__series_add(&series, 30, 20);
    reel__series_add(&series, 5, 40);
    reel__series_end(&series);
    reel__path_end(&d.canvas);
    assert_string_equal(desk_text(&d), "<path class=\"line s-main\" d=\"M10 10l20 10l0 20\"/>\n");
    desk_close(&d);
}

static void coordinates_stay_within_bounds(void **state)
{
    (void)state;
    desk d;
    desk_open(&d);
    reel__path_begin(&d.canvas, PEN_FINE, INK_LEFT);
    reel__path_move(&d.canvas, (double)NAN, (double)INFINITY);
    reel__path_line(&d.canvas, -1e300, 1e300);
    reel__path_end(&d.canvas);
    assert_string_equal(desk_text(&d), "<path class=\"fine s-left\" d=\"M0 1000000l-1000000 0\"/>\n");
    desk_close(&d);
}

/* ---- inks ------------------------------------------------------------------------------------------------------- */

static double channel(const char *color, int index)
{
    unsigned value;
    assert_int_equal(sscanf(color + 1 + 2 * index, "%2x", &value), 1);
    double part = value / 255.0;
    return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4);
}

/* The contrast of WCAG 2: 1 to 21. */
static double contrast(const char *a, const char *b)
{
    double light[2];
    const char *const colors[] = { a, b };
    for (int i = 0; i < 2; i++)
        light[i] = 0.2126 * channel(colors[i], 0) + 0.7152 * channel(colors[i], 1) + 0.0722 * channel(colors[i], 2) + 0.05;
    return light[0] > light[1] ? light[0] / light[1] : light[1] / light[0];
}

static void text_can_be_read_in_both_themes(void **state)
{
    (void)state;
    static const plot_ink text[] = { INK_TEXT, INK_MUTED, INK_LEFT, INK_RIGHT, INK_ORANGE, INK_MAIN, INK_WARN };
    static const plot_ink grounds[] = { INK_PAPER, INK_PANEL };
    for (size_t i = 0; i < sizeof text / sizeof *text; i++)
        for (size_t g = 0; g < 2; g++) {
            assert_true(contrast(reel__canvas_inks[text[i]].light, reel__canvas_inks[grounds[g]].light) >= 4.5);
            assert_true(contrast(reel__canvas_inks[text[i]].dark, reel__canvas_inks[grounds[g]].dark) >= 4.5);
        }
    for (size_t i = 0; i < HEAT_STEPS; i++) assert_true(contrast(reel__canvas_heat[i].fill, reel__canvas_heat[i].text) >= 4.5);
}

static void heat_gets_steadily_lighter(void **state)
{
    (void)state;
    for (size_t i = 1; i < HEAT_STEPS; i++)
        assert_true(contrast(reel__canvas_heat[i].fill, "#000000") > contrast(reel__canvas_heat[i - 1].fill, "#000000") * 1.2);
}

/* ---- the checker itself ----------------------------------------------------------------------------------------- */

static void the_checker_refuses_what_is_not_well_formed(void **state)
{
    (void)state;
    static const char *const bad[] = {
        "",
        "x",
        "<a>\n",
        "<a></b>\n",
        "<a><b></a></b>\n",
        "<a x=\"1\" x=\"2\"/>\n",
        "<a x=1/>\n",
        "<a>&</a>\n",
        "<a>&nbsp;</a>\n",
        "<a>\x01</a>\n",
        "<a>\xFF</a>\n",
        "<a>\xC0\x80</a>\n",
        "<a/><b/>\n",
        "<a x=\"<\"/>\n",
        "<a>\n</a>",
        "<a",
        "<a x=\"1\n",
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (!xml_wrong(bad[i], strlen(bad[i]))) fail_msg("taken for XML: %s", bad[i]);
    static const char good[] = "<a x=\"1\" y=\"&lt;\">t\xC3\xA9<b/>&amp;\n<c>\n</c></a>\n";
    assert_null(xml_wrong(good, sizeof good - 1));
}

static void dates_are_written_as_people_write_them(void **state)
{
    (void)state;
    static const char *const dates[][2] = {
        { "2026-11-21T01:24:08+0000", "21 November 2026, 01:24 UTC" },
        { "2026-11-21 01:24:08 +0000", "21 November 2026, 01:24 UTC" },
        { "2020-01-02T23:59:59-0330", "2 January 2020, 23:59 UTC-0330" },
        { "2020-01-02T23:59", "2 January 2020, 23:59" },
        { "2020-13-02T23:59", "2020-13-02T23:59" },
        { "2020-12-32T23:59", "2020-12-32T23:59" },
        { "2020-12-1xT23:59", "2020-12-1xT23:59" },
        { "yesterday", "yesterday" },
        { "", "" },
    };
    for (size_t i = 0; i < sizeof dates / sizeof *dates; i++) {
        plot_label label = { "", 0 };
        reel__label_date(&label, (reel_string){ dates[i][0], strlen(dates[i][0]) });
        assert_string_equal(label.text, dates[i][1]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dates_are_written_as_people_write_them),
        cmocka_unit_test(escapes_what_xml_takes_as_markup),
        cmocka_unit_test(drops_controls_and_marks_of_direction),
        cmocka_unit_test(replaces_bad_utf8),
        cmocka_unit_test(cuts_text_to_a_width),
        cmocka_unit_test(writes_numbers_for_people),
        cmocka_unit_test(writes_times_as_minutes_and_seconds),
        cmocka_unit_test(a_label_never_runs_over),
        cmocka_unit_test(a_long_name_is_cut_between_characters),
        cmocka_unit_test(writes_tenths),
        cmocka_unit_test(ticks_are_round_and_as_many_as_fit),
        cmocka_unit_test(times_are_marked_at_steps_of_a_clock),
        cmocka_unit_test(impossible_axes_are_put_right),
        cmocka_unit_test(a_long_series_takes_a_bounded_number_of_bytes),
        cmocka_unit_test(a_series_keeps_the_extremes_of_what_falls_together),
        cmocka_unit_test(a_series_leaves_out_what_is_no_number_and_never_goes_back),
        cmocka_unit_test(coordinates_stay_within_bounds),
        cmocka_unit_test(text_can_be_read_in_both_themes),
        cmocka_unit_test(heat_gets_steadily_lighter),
        cmocka_unit_test(the_checker_refuses_what_is_not_well_formed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
