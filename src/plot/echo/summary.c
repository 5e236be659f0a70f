/* SPDX-License-Identifier: MIT
 * A match of Echo VR in sentences. Players are compared with the average of all players of the match. */
#include "match.h"

#include "plot/report.h"

#include <reel/echo.h>

static void label_points(plot_label *label, float points)
{
    reel__label_number(label, (double)points, (double)points > (double)(int64_t)points ? 1 : 0);
}

static void say_result(plot_report *report, const echo_match *match)
{
    plot_label line = { "", 0 };
    if (match->present & ECHO_MATCH_POINTS && match->blue_points >= 0 && match->blue_points < 1e6f) {
        reel__label_text(&line, "Blue ");
        label_points(&line, match->blue_points);
        reel__label_text(&line, ", orange ");
        label_points(&line, match->orange_points);
        reel__label_text(&line, " points. ");
    }
    if (match->mode == ECHO_MODE_ARENA) {
        reel__label_many(&line, match->goals, "goal", "goals");
        reel__label_text(&line, " recorded, ");
    }
    reel__label_many(&line, match->players, "player", "players");
    reel__label_text(&line, ", ");
    reel__label_clock(&line, match->duration);
    reel__label_text(&line, " (min:s).");
    reel__report_say(report, REPORT_FACT, &line);
}

static void say_possession(plot_report *report, const echo_match *match)
{
    double both = match->blue_possession + match->orange_possession;
    plot_label line = { "", 0 };
    if (!(match->present & ECHO_MATCH_DISC) || !(both > 0)) return;
    reel__label_text(&line, "Blue had possession for ");
    reel__label_number(&line, 100 * match->blue_possession / both, 0);
    reel__label_text(&line, " % of the time that a team had it, orange for ");
    reel__label_number(&line, 100 * match->orange_possession / both, 0);
    reel__label_text(&line, " %.");
    reel__report_say(report, REPORT_FACT, &line);
}

typedef double player_value(const echo_player_sum *player);
static double points_of(const echo_player_sum *player) { return player->points; }
static double saves_of(const echo_player_sum *player) { return player->saves; }
static double steals_of(const echo_player_sum *player) { return player->steals; }
static double stunned_of(const echo_player_sum *player) { return player->times_stunned; }

typedef struct player_record {
    player_value *value;
    uint8_t needs; /* bit of echo_player_sum.present */
    report_kind kind;
    const char *name, *one, *many;
} player_record;

static const player_record records[] = {
    { points_of, ECHO_PLAYER_STATS, REPORT_GOOD, "Most points: ", "point", "points" },
    { saves_of, ECHO_PLAYER_STATS, REPORT_GOOD, "Most saves: ", "save", "saves" },
    { steals_of, ECHO_PLAYER_STATS, REPORT_GOOD, "Most steals: ", "steal", "steals" },
    { stunned_of, ECHO_PLAYER_STATES, REPORT_BAD, "Stunned most often: ", "time", "times" },
};

static void say_record(plot_report *report, const player_record *record, const echo_player_sum *players, size_t count)
{
    const echo_player_sum *best = NULL;
    double sum = 0, counted = 0;
    plot_label line = { "", 0 };
    for (size_t i = 0; i < count; i++) {
        if (players[i].team > ECHO_ORANGE || !(players[i].present & record->needs)) continue;
        sum += record->value(&players[i]);
        counted++;
        if (!best || record->value(&players[i]) > record->value(best)) best = &players[i];
    }
    if (!best || !(record->value(best) * counted > sum)) return;
    reel__label_text(&line, record->name);
    reel__label_string(&line, best->name, 48);
    reel__label_text(&line, best->team ? " (orange) with " : " (blue) with ");
    reel__label_many(&line, (uint64_t)record->value(best), record->one, record->many);
    reel__label_text(&line, "; the match's average is ");
    reel__label_number(&line, sum / counted, 1);
    reel__label_text(&line, ".");
    reel__report_say(report, record->kind, &line);
}

static void say_line(plot_report *report, const echo_motion *motions, size_t count)
{
    static const float slow = 100; /* ms */
    const echo_motion *worst = NULL;
    double sum = 0, counted = 0;
    plot_label line = { "", 0 };
    for (size_t i = 0; i < count; i++) {
        if (motions[i].team > ECHO_ORANGE || !(motions[i].present & ECHO_MOTION_LINE)) continue;
        sum += (double)motions[i].mean_ping;
        counted++;
        if (!worst || motions[i].mean_ping > worst->mean_ping) worst = &motions[i];
    }
    if (!worst || !(worst->mean_ping > slow)) return;
    reel__label_text(&line, "Slowest connection: ");
    reel__label_string(&line, worst->name, 48);
    reel__label_text(&line, " with ");
    reel__label_number(&line, (double)worst->mean_ping, 0);
    reel__label_text(&line, " ms; the match's average is ");
    reel__label_number(&line, sum / counted, 0);
    reel__label_text(&line, " ms.");
    reel__report_say(report, REPORT_BAD, &line);
}

static void say_match(plot_report *report, const reel_replay *result)
{
    size_t matches, player_count, motion_count;
    const echo_match *match = reel_rows(result, &echo_matches, &matches);
    const echo_player_sum *players = reel_rows(result, &echo_player_sums, &player_count);
    const echo_motion *motions = reel_rows(result, &echo_motions, &motion_count);
    if (!matches) return;
    say_result(report, match);
    say_possession(report, match);
    for (size_t i = 0; i < sizeof records / sizeof *records; i++) say_record(report, &records[i], players, player_count);
    say_line(report, motions, motion_count);
}

static plot_heading name_match(const reel_replay *replay, plot_label *detail)
{
    match_view view;
    reel__match_open(&view, replay);
    return reel__match_heading(&view, "", 1, 1, detail);
}

const plot_family reel__match_family = {
    .formats = reel__match_formats,
    .insight = &reel_insight_echo,
    .name = name_match,
    .say = say_match,
};
