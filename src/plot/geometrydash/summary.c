/* SPDX-License-Identifier: MIT
 * A macro in sentences. */
#include "macro.h"

#include "plot/report.h"

static void say_size(plot_report *report, const geometrydash_summary *summary)
{
    plot_label line = { "", 0 };
    reel__label_many(&line, summary->presses, "press", "presses");
    if (summary->has_length) {
        reel__label_text(&line, " in ");
        reel__label_clock(&line, summary->length);
        reel__label_text(&line, " (min:s)");
    }
    reel__label_text(&line, ", ");
    if (summary->has_rate) {
        reel__label_number(&line, summary->presses_per_second, 2);
        reel__label_text(&line, " per second on average, ");
    }
    reel__label_text(&line, "at ");
    reel__label_number(&line, summary->framerate, 0);
    reel__label_text(&line, " frames per second.");
    reel__report_say(report, REPORT_FACT, &line);
}

static void say_attempts(plot_report *report, const geometrydash_summary *summary)
{
    plot_label line = { "", 0 };
    if (summary->attempts < 2) return;
    reel__label_text(&line, "The file has ");
    reel__label_many(&line, summary->attempts, "attempt", "attempts");
    reel__label_text(&line, "; all figures are of the last one.");
    reel__report_say(report, REPORT_FACT, &line);
}

static void say_busiest(plot_report *report, const geometrydash_summary *summary, const geometrydash_click *clicks, size_t count)
{
    const geometrydash_click *busiest = NULL;
    for (size_t i = 0; i < count; i++)
        if (clicks[i].has_second && (!busiest || clicks[i].second > busiest->second)) busiest = &clicks[i];
    if (!busiest) return;
    plot_label line = { "", 0 };
    reel__label_text(&line, "Busiest second: ");
    reel__label_many(&line, busiest->second, "press", "presses");
    reel__label_text(&line, " of one player at ");
    reel__label_clock(&line, busiest->time);
    if (summary->presses_per_second > 0) {
        reel__label_text(&line, ", ");
        reel__label_number(&line, (double)busiest->second / summary->presses_per_second, 1);
        reel__label_text(&line, " times the macro's average");
    }
    reel__label_text(&line, ".");
    reel__report_say(report, REPORT_FACT, &line);
}

static void say_limit(plot_report *report, const geometrydash_summary *summary)
{
    plot_label line = { "", 0 };
    if (!summary->has_framerate) return;
    if (summary->limit_breaks) {
        reel__label_many(&line, summary->limit_breaks, "press makes", "presses make");
        reel__label_text(&line, " more than 15 of one player in a second, which most lists forbid.");
    } else {
        reel__label_text(&line, "No player presses more than 15 times in any second, the limit of most lists.");
    }
    reel__report_say(report, summary->limit_breaks ? REPORT_BAD : REPORT_GOOD, &line);
}

static void say_pairs(plot_report *report, const geometrydash_player *players, size_t count)
{
    uint64_t odd = 0;
    plot_label line = { "", 0 };
    for (size_t i = 0; i < count; i++) odd += players[i].orphan_releases + players[i].presses_while_held;
    if (odd) {
        reel__label_many(&line, odd, "input has", "inputs have");
        reel__label_text(&line, " no counterpart: a release of a button that was not held, or a press of one that was.");
    } else {
        reel__label_text(&line, "Presses and releases alternate: none is without counterpart.");
    }
    reel__report_say(report, odd ? REPORT_BAD : REPORT_GOOD, &line);
}

static void say_signs(plot_report *report, const geometrydash_summary *summary)
{
    plot_label twice = { "", 0 }, bot = { "", 0 };
    if (summary->exact_duplicates) {
        reel__label_many(&twice, summary->exact_duplicates, "input is", "inputs are");
        reel__label_text(&twice, " identical to an earlier one of the same frame.");
        reel__report_say(report, REPORT_BAD, &twice);
    }
    if (!summary->likely_bot) return;
    reel__label_text(&bot, "The inputs look machine-made. This is a heuristic, not a proof.");
    reel__report_say(report, REPORT_FACT, &bot);
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

const plot_family reel__macro_family = {
    .formats = reel__macro_formats,
    .insight = &reel_insight_geometrydash,
    .name = reel__macro_name,
    .say = say_macro,
};
