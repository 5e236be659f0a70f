/* SPDX-License-Identifier: MIT
 * A Beat Saber play in sentences. Parts of the play are compared with the whole play. */
#include "play.h"

#include "insight/beatsaber/evidence_bounds.h"
#include "plot/report.h"

#include <math.h>

static void label_percent(plot_label *label, double share)
{
    reel__label_number(label, share * 100, 2);
    reel__label_text(label, " %");
}

static void say_score(plot_report *report, const beatsaber_summary *summary)
{
    static const char *const ranks[] = { "E", "D", "C", "B", "A", "S", "SS", "SSS" };
    plot_label line = { "", 0 };
    reel__label_text(&line, "Accuracy ");
    label_percent(&line, (double)summary->accuracy);
    if (summary->rank < sizeof ranks / sizeof *ranks) {
        reel__label_text(&line, ", rank ");
        reel__label_text(&line, ranks[summary->rank]);
    }
    reel__label_text(&line, ": a score of ");
    reel__label_number(&line, (double)summary->score, 0);
    reel__label_text(&line, " out of ");
    reel__label_number(&line, (double)summary->max_score, 0);
    reel__label_text(&line, ", before modifiers.");
    reel__report_say(report, REPORT_FACT, &line);

    line = (plot_label){ "", 0 };
    reel__label_many(&line, summary->notes, "note", "notes");
    reel__label_text(&line, ", ");
    reel__label_many(&line, summary->good_cuts, "good cut", "good cuts");
    reel__label_text(&line, ", longest combo ");
    reel__label_count(&line, summary->max_combo);
    reel__label_text(&line, ".");
    reel__report_say(report, REPORT_FACT, &line);
}

/* Times of cuts are of the song; the player's own time runs slower or faster. */
static void say_timing(plot_report *report, const beatsaber_summary *summary)
{
    double speed = summary->song_speed > 0 ? (double)summary->song_speed : 1;
    plot_label line = { "", 0 };
    size_t hands = 0;
    if (!(summary->means & BEATSABER_HAS_TIMING)) return;
    reel__label_text(&line, "Cuts came, on average, ");
    for (size_t side = 0; side < HANDS; side++) {
        double ms = (double)summary->timing[side] * 1000 / speed;
        if (ms != ms) continue; /* this hand has no cuts */
        if (hands++) reel__label_text(&line, " and ");
        reel__label_number(&line, ms < 0 ? -ms : ms, 1);
        reel__label_text(&line, ms < 0 ? " ms late (" : " ms early (");
        reel__label_text(&line, side ? "right hand)" : "left hand)");
    }
    reel__label_text(&line, ".");
    reel__report_say(report, REPORT_FACT, &line);
}

static void say_faults(plot_report *report, const beatsaber_summary *summary)
{
    const struct {
        uint32_t count;
        const char *one, *many;
    } faults[] = { { summary->misses, "miss", "misses" },
                   { summary->bad_cuts, "bad cut", "bad cuts" },
                   { summary->bombs, "bomb", "bombs" },
                   { summary->walls, "wall", "walls" } };
    plot_label line = { "", 0 };
    if (summary->full_combo) {
        reel__label_text(&line, "Full combo: no miss, no bad cut, no bomb and no wall.");
        reel__report_say(report, REPORT_GOOD, &line);
        return;
    }
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        if (!faults[i].count) continue;
        if (line.size) reel__label_text(&line, ", ");
        reel__label_many(&line, faults[i].count, faults[i].one, faults[i].many);
    }
    if (!line.size) return;
    reel__label_text(&line, ". Without these faults the accuracy would be ");
    label_percent(&line, (double)summary->fc_accuracy);
    reel__label_text(&line, ".");
    reel__report_say(report, REPORT_BAD, &line);
}

/* A part of the play, by number of events. */
typedef struct play_stretch {
    double from, to, accuracy;
} play_stretch;

static void say_stretch(plot_report *report, report_kind kind, const play_stretch *stretch, double average)
{
    double difference = (stretch->accuracy - average) * 100;
    plot_label line = { "", 0 };
    reel__label_text(&line, kind == REPORT_GOOD ? "Best tenth of the play: " : "Weakest tenth of the play: ");
    reel__label_clock(&line, stretch->from);
    reel__label_text(&line, " to ");
    reel__label_clock(&line, stretch->to);
    reel__label_text(&line, " with ");
    label_percent(&line, stretch->accuracy);
    reel__label_text(&line, ", ");
    reel__label_number(&line, difference < 0 ? -difference : difference, 2);
    reel__label_text(&line, difference < 0 ? " points below the play's average of " : " points above the play's average of ");
    label_percent(&line, average);
    reel__label_text(&line, ".");
    reel__report_say(report, kind, &line);
}

static void say_stretches(plot_report *report, const beatsaber_event *events, size_t count, double average)
{
    enum { PARTS = 10, LEAST_EVENTS = 100 };
    play_stretch best = { .accuracy = average }, worst = best;
    for (size_t part = 0; part < PARTS && count >= LEAST_EVENTS; part++) {
        size_t first = count * part / PARTS, last = count * (part + 1) / PARTS - 1;
        int64_t score = events[last].score - (first ? events[first - 1].score : 0);
        int64_t most = events[last].max_score - (first ? events[first - 1].max_score : 0);
        if (most <= 0) continue;
        play_stretch here = { (double)events[first].time, (double)events[last].time, (double)score / (double)most };
        if (here.accuracy > best.accuracy) best = here;
        if (here.accuracy < worst.accuracy) worst = here;
    }
    if (best.accuracy > average) say_stretch(report, REPORT_GOOD, &best, average);
    if (worst.accuracy < average) say_stretch(report, REPORT_BAD, &worst, average);
}

static void say_cell(plot_report *report, report_kind kind, const beatsaber_cell *cell, double average)
{
    static const char *const layers[] = { "bottom", "middle", "top" };
    double difference = (double)cell->mean_points - average;
    plot_label line = { "", 0 };
    reel__label_text(&line, kind == REPORT_GOOD ? "Strongest place of the grid: " : "Weakest place of the grid: ");
    reel__label_text(&line, layers[cell->layer]);
    reel__label_text(&line, " row, column ");
    reel__label_count(&line, cell->line + 1u);
    reel__label_text(&line, " from the left, with ");
    reel__label_number(&line, (double)cell->mean_points, 1);
    reel__label_text(&line, " points per cut, ");
    reel__label_number(&line, difference < 0 ? -difference : difference, 1);
    reel__label_text(&line, difference < 0 ? " below the play's average of " : " above the play's average of ");
    reel__label_number(&line, average, 1);
    reel__label_text(&line, ".");
    reel__report_say(report, kind, &line);
}

/* Cells with less than one cut in FEW_IN say little. */
static void say_cells(plot_report *report, const beatsaber_cell *cells, size_t count)
{
    enum { LINES = 4, LAYERS = 3, FEW_IN = 50 };
    const beatsaber_cell *best = NULL, *worst = NULL;
    double points = 0, cuts = 0;
    for (size_t i = 0; i < count; i++) {
        points += (double)cells[i].mean_points * cells[i].count;
        cuts += cells[i].count;
    }
    for (size_t i = 0; i < count; i++) {
        const beatsaber_cell *cell = &cells[i];
        if (cell->line >= LINES || cell->layer >= LAYERS || !cell->count || cell->count * FEW_IN < cuts) continue;
        if (!best || cell->mean_points > best->mean_points) best = cell;
        if (!worst || cell->mean_points < worst->mean_points) worst = cell;
    }
    if (best == worst) return;
    say_cell(report, REPORT_GOOD, best, points / cuts);
    say_cell(report, REPORT_BAD, worst, points / cuts);
}

static void say_hands(plot_report *report, const beatsaber_hand *hands, size_t count)
{
    static const double noticeable = 0.3; /* points */
    plot_label line = { "", 0 };
    if (count != HANDS || !hands[0].good_cuts || !hands[1].good_cuts) return;
    size_t weaker = hands[1].mean_points < hands[0].mean_points;
    double difference = (double)hands[1 - weaker].mean_points - (double)hands[weaker].mean_points;
    reel__label_text(&line, reel__play_hands[weaker]);
    if (difference < noticeable) {
        line = (plot_label){ "", 0 };
        reel__label_text(&line, "Both hands are equally strong: ");
    } else {
        reel__label_text(&line, " weaker by ");
        reel__label_number(&line, difference, 1);
        reel__label_text(&line, " points per cut: ");
    }
    reel__label_number(&line, (double)hands[0].mean_points, 1);
    reel__label_text(&line, " left, ");
    reel__label_number(&line, (double)hands[1].mean_points, 1);
    reel__label_text(&line, " right.");
    reel__report_say(report, difference < noticeable ? REPORT_GOOD : REPORT_BAD, &line);
}

static void say_swings(plot_report *report, const beatsaber_summary *summary)
{
    static const double noticeable = 0.002;
    plot_label line = { "", 0 };
    bool good = (double)summary->underswing_share < noticeable;
    if (!summary->good_cuts || !(summary->known & BEATSABER_KNOWS_SHARE)) return;
    reel__label_text(&line, good ? "Swings were complete: short ones lost only " : "Short swings lost ");
    label_percent(&line, (double)summary->underswing_share);
    reel__label_text(&line, " of the maximum score.");
    reel__report_say(report, good ? REPORT_GOOD : REPORT_BAD, &line);
}

static void say_trouble(plot_report *report, const beatsaber_summary *summary)
{
    plot_label failed = { "", 0 }, jitter = { "", 0 }, lost = { "", 0 }, paused = { "", 0 };
    if (summary->fail_time > 0) {
        reel__label_text(&failed, "Energy ran out at ");
        reel__label_clock(&failed, (double)summary->fail_time);
        reel__label_text(&failed, ".");
        reel__report_say(report, REPORT_BAD, &failed);
    }
    if (summary->pauses_in_song) {
        reel__label_many(&paused, summary->pauses_in_song, "pause", "pauses");
        reel__label_text(&paused, ", ");
        reel__label_number(&paused, (double)summary->pause_time_in_song, 0);
        reel__label_text(&paused, " s in all.");
        reel__report_say(report, REPORT_FACT, &paused);
    }
    if (summary->jitters_with_loss) {
        reel__label_text(&jitter, "Tracking jittered near a note that lost swing points, ");
        reel__label_many(&jitter, summary->jitters_with_loss, "time.", "times.");
        reel__report_say(report, REPORT_BAD, &jitter);
    }
    if (summary->origin_resets) {
        reel__label_text(&lost, "Tracking lost a hand in ");
        reel__label_many(&lost, summary->origin_resets, "frame.", "frames.");
        reel__report_say(report, REPORT_BAD, &lost);
    }
}

static void say_heart(plot_report *report, const beatsaber_heart_rate *rates, size_t count)
{
    double sum = 0, least = 0, most = 0;
    uint64_t used = 0;
    for (size_t i = 0; i < count; i++) {
        double rate = rates[i].rate;
        if (!reel__play_heart_usable(&rates[i])) continue;
        least = used ? fmin(least, rate) : rate;
        most = fmax(most, rate);
        sum += rate;
        used++;
    }
    if (!used) return;
    plot_label line = { "", 0 };
    reel__label_text(&line, "Heart rate ");
    reel__label_number(&line, least, 0);
    reel__label_text(&line, " to ");
    reel__label_number(&line, most, 0);
    reel__label_text(&line, " beats a minute, mean ");
    reel__label_number(&line, sum / (double)used, 0);
    reel__label_text(&line, ".");
    reel__report_say(report, REPORT_FACT, &line);
}

#ifndef REEL_WITHOUT_EVIDENCE
/* docs/evidence.md */
static void say_evidence(plot_report *report, const reel_replay *result)
{
    size_t count;
    const beatsaber_evidence *evidence = reel_rows(result, &beatsaber_evidences, &count);
    if (!count) return;
    plot_label line = { "", 0 };
    if (!(evidence->present & BEATSABER_HAS_MOTION_SCORE)) return;
    reel__label_text(&line, "The motion supports ");
    reel__label_count(&line, evidence->supported);
    reel__label_text(&line, " of ");
    reel__label_many(&line, evidence->good_cuts, "good cut", "good cuts");
    if (evidence->not_supported) {
        reel__label_text(&line, " and contradicts ");
        reel__label_count(&line, evidence->not_supported);
        reel__label_text(&line, ": the score from the motion is ");
        reel__label_number(&line, (double)evidence->motion_score, 0);
    }
    reel__label_text(&line, ".");
    reel__report_say(report, evidence->not_supported >= EVIDENCE_LEAST ? REPORT_BAD : REPORT_FACT, &line);
}
#else
static void say_evidence(plot_report *report, const reel_replay *result) { (void)report, (void)result; }
#endif

static void say_play(plot_report *report, const reel_replay *result)
{
    size_t summaries, event_count, hand_count, cell_count, rate_count;
    const beatsaber_summary *summary = reel_rows(result, &beatsaber_summaries, &summaries);
    const beatsaber_event *events = reel_rows(result, &beatsaber_events, &event_count);
    const beatsaber_hand *hands = reel_rows(result, &beatsaber_hands, &hand_count);
    const beatsaber_cell *cells = reel_rows(result, &beatsaber_cells, &cell_count);
    const beatsaber_heart_rate *rates = reel_rows(result, &beatsaber_heart_rates, &rate_count);
    say_heart(report, rates, rate_count);
    if (!summaries || !summary->notes) return;
    say_score(report, summary);
    say_timing(report, summary);
    say_faults(report, summary);
    say_stretches(report, events, event_count, (double)summary->accuracy);
    say_hands(report, hands, hand_count);
    say_cells(report, cells, cell_count);
    say_swings(report, summary);
    say_trouble(report, summary);
    say_evidence(report, result);
}

static plot_heading name_play(const reel_replay *replay, plot_label *detail)
{
    return reel__play_heading(replay, "", 1, 1, detail);
}

static const reel_table *const asked[] = {
#ifndef REEL_WITHOUT_EVIDENCE
    &beatsaber_cuts,
    &beatsaber_evidences,
#endif
    NULL,
};

const plot_family reel__play_family = {
    .formats = reel__play_formats,
    .insight = &reel_insight_beatsaber,
    .asked = asked,
    .name = name_play,
    .say = say_play,
};
