/* SPDX-License-Identifier: MIT
 * A DDNet game in sentences. */
#include "plot/ddnet/game.h"
#include "plot/report.h"

#include <reel/ddnet.h>

/* `begin`: the tick at which time begins. */
static void say_size(plot_report *report, const ddnet_session *sessions, size_t count, const ddnet_online *online, size_t changes,
                     double begin)
{
    double ticks = 0, end = 0;
    int32_t most = 0;
    for (size_t i = 0; i < changes; i++) most = online[i].clients > most ? online[i].clients : most;
    for (size_t i = 0; i < count; i++) {
        ticks += (double)sessions[i].end_tick - (double)sessions[i].start_tick;
        end = sessions[i].end_tick - begin > end ? sessions[i].end_tick - begin : end;
    }
    plot_label line = { "", 0 };
    reel__label_many(&line, count, "session", "sessions");
    reel__label_text(&line, " in ");
    reel__label_clock(&line, ddnet_seconds(end));
    reel__label_text(&line, " (min:s), ");
    reel__label_clock(&line, ddnet_seconds(ticks / (double)count));
    reel__label_text(&line, " long on average; at most ");
    reel__label_many(&line, (uint64_t)most, "client", "clients");
    reel__label_text(&line, " at once.");
    reel__report_say(report, REPORT_FACT, &line);
}

static void say_finish(plot_report *report, report_kind kind, const ddnet_finish *finish, double mean)
{
    double difference = mean - finish->time;
    plot_label line = { "", 0 };
    reel__label_text(&line, kind == REPORT_GOOD ? "Fastest finish: " : "Slowest finish: ");
    reel__label_number(&line, finish->time, 2);
    reel__label_text(&line, " s by ");
    if (finish->kind == DDNET_TEAM) {
        reel__label_text(&line, "team ");
        reel__label_number(&line, finish->team, 0);
    } else {
        reel__ddnet_player_label(&line, finish->name, finish->cid);
    }
    reel__label_text(&line, ", ");
    reel__label_number(&line, difference < 0 ? -difference : difference, 2);
    reel__label_text(&line, difference < 0 ? " s more than the game's average of " : " s less than the game's average of ");
    reel__label_number(&line, mean, 2);
    reel__label_text(&line, " s.");
    reel__report_say(report, kind, &line);
}

static void say_finishes(plot_report *report, const ddnet_finish *finishes, size_t count)
{
    const ddnet_finish *best = NULL, *worst = NULL;
    double sum = 0, counted = 0;
    plot_label line = { "", 0 };
    for (size_t i = 0; i < count; i++) {
        if (finishes[i].practice || finishes[i].of_team || !(finishes[i].time >= 0)) continue; /* a team's run counts once */
        sum += finishes[i].time;
        counted++;
        if (!best || finishes[i].time < best->time) best = &finishes[i];
        if (!worst || finishes[i].time > worst->time) worst = &finishes[i];
    }
    if (!best) {
        reel__label_text(&line, "Nobody finished the map.");
        reel__report_say(report, REPORT_BAD, &line);
        return;
    }
    reel__label_many(&line, (uint64_t)counted, "finish", "finishes");
    reel__label_text(&line, ", each of a player or of a team.");
    reel__report_say(report, REPORT_FACT, &line);
    say_finish(report, REPORT_GOOD, best, sum / counted);
    if (worst->time > best->time) say_finish(report, REPORT_BAD, worst, sum / counted);
}

static double idle_share(const ddnet_activity *activity) { return (double)activity->idle_ticks / (double)activity->ticks; }

static void say_idle(plot_report *report, const ddnet_activity *activities, size_t count)
{
    const ddnet_activity *most = NULL;
    double idle = 0, ticks = 0;
    plot_label line = { "", 0 };
    for (size_t i = 0; i < count; i++) {
        if (activities[i].ticks <= 0) continue;
        idle += (double)activities[i].idle_ticks;
        ticks += (double)activities[i].ticks;
        if (!most || idle_share(&activities[i]) > idle_share(most)) most = &activities[i];
    }
    if (!most || most->idle_ticks <= 0) return;
    reel__label_text(&line, "Longest idle: ");
    reel__ddnet_player_label(&line, most->name, most->cid);
    reel__label_text(&line, ", ");
    reel__label_number(&line, 100 * idle_share(most), 0);
    reel__label_text(&line, " % of the session without input; the average is ");
    reel__label_number(&line, 100 * idle / ticks, 0);
    reel__label_text(&line, " %.");
    reel__report_say(report, REPORT_BAD, &line);
}

static void say_game(plot_report *report, const reel_replay *result)
{
    size_t session_count, change_count, finish_count, activity_count, tees = 0;
    double begin = 0;
    const ddnet_session *sessions = reel_rows(result, &ddnet_sessions, &session_count);
    const ddnet_online *online = reel_rows(result, &ddnet_onlines, &change_count);
    const ddnet_finish *finishes = reel_rows(result, &ddnet_finishes, &finish_count);
    const ddnet_activity *activities = reel_rows(result, &ddnet_activities, &activity_count);
    if (!session_count) return;
#if !defined REEL_WITHOUT_DEMO || !defined REEL_WITHOUT_GHOST
    reel_rows(result, &ddnet_shown_tees, &tees); /* of a demo or a ghost */
#endif
    for (size_t i = 0; tees && i < session_count; i++)
        if (i == 0 || sessions[i].start_tick < begin) begin = sessions[i].start_tick;
    say_size(report, sessions, session_count, online, change_count, begin);
    say_finishes(report, finishes, finish_count);
    say_idle(report, activities, activity_count);
}

static plot_heading name_game(const reel_replay *replay, plot_label *detail)
{
    return reel__ddnet_heading(replay, "", 1, 1, detail);
}

const plot_family reel__ddnet_family = {
    .formats = reel__ddnet_formats,
    .insight = &reel_insight_ddnet,
    .name = name_game,
    .say = say_game,
};
