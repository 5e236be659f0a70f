/* SPDX-License-Identifier: MIT
 * A macro in sentences. */
#include "macro.h"

#include "plot/report.h"

static void say_size(plot_report *report, const geometrydash_summary *summary)
{
    plot_label line = { "", 0 };
    label_many(&line, summary->presses, "press", "presses");
    if (summary->has_length) {
        label_text(&line, " in ");
        label_clock(&line, summary->length);
        label_text(&line, " (min:s)");
    }
    label_text(&line, ", ");
    if (summary->has_rate) {
        label_number(&line, summary->presses_per_second, 2);
        label_text(&line, " per second on average, ");
    }
    label_text(&line, "at ");
    label_number(&line, summary->framerate, 0);
    label_text(&line, " frames per second.");
    report_say(report, REPORT_FACT, &line);
}

static void say_attempts(plot_report *report, const geometrydash_summary *summary)
{
    plot_label line = { "", 0 };
    if (summary->attempts < 2) return;
    label_text(&line, "The file has ");
    label_many(&line, summary->attempts, "attempt", "attempts");
    label_text(&line, "; all figures are of the last one.");
    report_say(report, REPORT_FACT, &line);
}

static void say_busiest(plot_report *report, const geometrydash_summary *summary, const geometrydash_click *clicks, size_t count)
{
    const geometrydash_click *busiest = NULL;
    for (size_t i = 0; i < count; i++)
        if (clicks[i].has_second && (!busiest || clicks[i].second > busiest->second)) busiest = &clicks[i];
    if (!busiest) return;
    plot_label line = { "", 0 };
    label_text(&line, "Busiest second: ");
    label_many(&line, busiest->second, "press", "presses");
    label_text(&line, " of one player at ");
    label_clock(&line, busiest->time);
    if (summary->presses_per_second > 0) {
        label_text(&line, ", ");
        label_number(&line, (double)busiest->second / summary->presses_per_second, 1);
        label_text(&line, " times the macro's average");
    }
    label_text(&line, ".");
    report_say(report, REPORT_FACT, &line);
}

static void say_limit(plot_report *report, const geometrydash_summary *summary)
{
    plot_label line = { "", 0 };
    if (!summary->has_framerate) return;
    if (summary->limit_breaks) {
        label_many(&line, summary->limit_breaks, "press makes", "presses make");
        label_text(&line, " more than 15 of one player in a second, which most lists forbid.");
    } else {
        label_text(&line, "No player presses more than 15 times in any second, the limit of most lists.");
    }
    report_say(report, summary->limit_breaks ? REPORT_BAD : REPORT_GOOD, &line);
}

static void say_pairs(plot_report *report, const geometrydash_player *players, size_t count)
{
    uint64_t odd = 0;
    plot_label line = { "", 0 };
    for (size_t i = 0; i < count; i++) odd += players[i].orphan_releases + players[i].presses_while_held;
    if (odd) {
        label_many(&line, odd, "input has", "inputs have");
        label_text(&line, " no counterpart: a release of a button that was not held, or a press of one that was.");
    } else {
        label_text(&line, "Presses and releases alternate: none is without counterpart.");
    }
    report_say(report, odd ? REPORT_BAD : REPORT_GOOD, &line);
}

static void say_signs(plot_report *report, const geometrydash_summary *summary)
{
    plot_label twice = { "", 0 }, bot = { "", 0 };
    if (summary->exact_duplicates) {
        label_many(&twice, summary->exact_duplicates, "input is", "inputs are");
        label_text(&twice, " identical to an earlier one of the same frame.");
        report_say(report, REPORT_BAD, &twice);
    }
    if (!summary->likely_bot) return;
    label_text(&bot, "The inputs look machine-made. This is a heuristic, not a proof.");
    report_say(report, REPORT_FACT, &bot);
}

static void say_macro(plot_report *report, const reel_replay *result)
{
    size_t summaries, player_count, click_count;
    const geometrydash_summary *summary = reel_rows(result, &geometrydash_summaries, &summaries);
    const geometrydash_player *players = reel_rows(result, &geometrydash_players, &player_count);
    const geometrydash_click *clicks = reel_rows(result, &geometrydash_clicks, &click_count);
    if (!summaries || !summary->has_inputs) return;
    say_size(report, summary);
    say_attempts(report, summary);
    say_busiest(report, summary, clicks, click_count);
    say_limit(report, summary);
    say_pairs(report, players, player_count);
    say_signs(report, summary);
}

const plot_family macro_family = {
    .formats = macro_formats,
    .insight = &reel_insight_geometrydash,
    .name = macro_name,
    .say = say_macro,
};
