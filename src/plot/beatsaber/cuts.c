/* SPDX-License-Identifier: MIT
 * Points and timing of the cuts of each hand. */
#include "play.h"

#include <math.h>

/* ---- points ----------------------------------------------------------------------------------------------------- */

enum { MOST_POINTS = 115, PARTS = 3 };

typedef struct cut_parts {
    double sums[HANDS][PARTS];
    uint64_t counts[HANDS];
} cut_parts;

/* The three parts of a cut in the order of beatsaber_points, with their maximum points. */
static const struct {
    const char *name;
    int most;
} parts[PARTS] = {
    { "before the cut, out of 70 points", 70 },
    { "centre, out of 15 points", 15 },
    { "after the cut, out of 30 points", 30 },
};

/* Returns true if no part of the points is fixed. Arcs and chains have fixed parts, which say nothing about the hand. */
static bool has_free_parts(const beatsaber_event *event)
{
    return !(event->present & BEATSABER_HAS_SCORING) || event->scoring == BSOR_NORMAL_OLD || event->scoring == BSOR_NORMAL;
}

static void gather_points(const play_facts *facts, play_bins *bins, cut_parts *means)
{
    for (size_t i = 0; i < facts->event_count; i++) {
        const beatsaber_event *event = &facts->events[i];
        if (event->kind != BEATSABER_GOOD || !(event->present & BEATSABER_HAS_POINTS)) continue;
        play_side side = reel__play_side_of(facts, event);
        reel__play_bins_add(bins, side, event->points);
        if (side == HANDS || !has_free_parts(event)) continue;
        const uint8_t points[PARTS] = { event->before, event->center, event->after };
        for (size_t part = 0; part < PARTS; part++) means->sums[side][part] += points[part];
        means->counts[side]++;
    }
}

/* Nearly all cuts of a good player are in the upper tenth of the scale. Tens at the low end are hidden while few cuts are there. */
static void hide_low(play_bins *bins)
{
    enum { FEW_IN = 200, TEN = 10 };
    uint64_t few = (reel__play_bins_total(bins, LEFT_HAND) + reel__play_bins_total(bins, RIGHT_HAND)) / FEW_IN, below = 0;
    for (size_t ten = 0; ten + 2 * TEN < MOST_POINTS; ten += TEN) {
        for (size_t i = ten; i < ten + TEN; i++) below += bins->counts[LEFT_HAND][i] + bins->counts[RIGHT_HAND][i];
        if (below > few) return;
        bins->hidden = ten + TEN;
    }
}

static void note_hidden(reel_canvas *canvas, plot_box room, const play_bins *bins)
{
    uint64_t below = 0;
    for (size_t i = 0; i < bins->hidden; i++) below += bins->counts[LEFT_HAND][i] + bins->counts[RIGHT_HAND][i];
    plot_label note = { "", 0 };
    if (below) {
        reel__label_many(&note, below, "cut", "cuts");
        reel__label_text(&note, " below ");
        reel__label_count(&note, bins->hidden);
        reel__label_text(&note, " points not shown (included in the means)");
    }
    if (bins->outside) {
        if (below) reel__label_text(&note, ". ");
        reel__label_many(&note, bins->outside, "cut", "cuts");
        reel__label_text(&note, " by an unknown hand not counted");
    }
    if (note.size) reel__play_note(canvas, room, note.text);
}

static void draw_part(reel_canvas *canvas, plot_box room, const cut_parts *means, size_t part)
{
    enum { BAR = 20, VALUE = 48 };
    reel__canvas_text(canvas, room.x, room.y, AT_START, INK_MUTED, parts[part].name);
    for (size_t side = 0; side < HANDS; side++) {
        plot_box rail = { room.x, room.y + 10 + (double)side * (BAR + 4), room.width - VALUE, BAR };
        reel__canvas_rect(canvas, rail, INK_PANEL);
        plot_label value = { "", 0 };
        double mean = means->counts[side] ? means->sums[side][part] / (double)means->counts[side] : NAN;
        reel__label_number(&value, mean, 1);
        if (means->counts[side])
            reel__canvas_rect(canvas, (plot_box){ rail.x, rail.y, rail.width * mean / parts[part].most, BAR },
                              reel__play_inks[side]);
        reel__canvas_text_bold(canvas, room.x + room.width, rail.y + 15, AT_END, reel__play_inks[side], value.text);
    }
}

static reel_status draw_cuts(reel_canvas *canvas, const reel_replay *replay, reel_error *error)
{
    play_facts facts;
    reel_status status = reel__play_analyse(canvas, replay, NEEDS_HANDS, &facts, error);
    play_bins bins = { .used = MOST_POINTS + 1, .first = -0.5, .width = 1 };
    cut_parts means = { 0 };
    if (status == REEL_OK) gather_points(&facts, &bins, &means);
    reel__play_facts_free(canvas, &facts);
    if (status != REEL_OK) return status;
    if (!reel__play_bins_total(&bins, LEFT_HAND) && !reel__play_bins_total(&bins, RIGHT_HAND)) return REEL_END;

    hide_low(&bins);
    plot_label detail;
    plot_heading heading = reel__play_heading(replay,
                                              "Number of good cuts of each hand by points, and the mean points of the "
                                              "three parts of a cut.",
                                              1000, 600, &detail);
    plot_box room = reel__canvas_begin(canvas, &heading);
    enum { SIDE_WIDTH = 250, GAP = 40 };
    reel__play_bins_draw(canvas, (plot_box){ room.x, room.y, room.width - SIDE_WIDTH - GAP, room.height }, &bins, 1, " points",
                         "points per cut, without multiplier");
    plot_box side = { room.x + room.width - SIDE_WIDTH, room.y + AXIS_ABOVE - 8, SIDE_WIDTH, 0 };
    reel__canvas_text_bold(canvas, side.x, side.y, AT_START, INK_TEXT, "Mean points by part");
    for (size_t part = 0; part < PARTS; part++)
        draw_part(canvas, (plot_box){ side.x, side.y + 28 + (double)part * 92, SIDE_WIDTH, 60 }, &means, part);
    reel__canvas_text(canvas, side.x, side.y + 28 + PARTS * 92, AT_START, INK_MUTED, "notes without arc or chain");
    note_hidden(canvas, room, &bins);
    return REEL_OK;
}

const reel_plot reel__plot_cuts = {
    .id = "cuts",
    .name = "Cut points by hand",
    .doc = "Number of good cuts of each hand by points, and the mean points before the cut, for the centre and after "
           "the cut.",
    .formats = reel__play_formats,
    .draw = draw_cuts,
};

/* ---- timing ----------------------------------------------------------------------------------------------------- */

enum { BIN_MS = 5, FARTHEST_MS = 600, LEAST_MS = 50, SPARE_IN = 200 };

/* The range around 0 that holds all but one in SPARE_IN cuts, as a multiple of the bin width. */
static double reach_of(const play_facts *facts)
{
    uint64_t counts[FARTHEST_MS / BIN_MS] = { 0 }, total = 0, seen = 0;
    enum { BINS = FARTHEST_MS / BIN_MS };
    for (size_t i = 0; i < facts->event_count; i++) {
        const collected_cut *cut = reel__play_cut_of(facts, &facts->events[i]);
        if (facts->events[i].kind != BEATSABER_GOOD || !cut) continue;
        double ms = fabs((double)cut->time_deviation) * 1000;
        if (!(ms < FARTHEST_MS)) continue;
        counts[(size_t)(ms / BIN_MS)]++;
        total++;
    }
    size_t bin = 0;
    while (bin < BINS && (seen += counts[bin]) < total - total / SPARE_IN) bin++;
    double reach = (double)(bin + 1) * BIN_MS;
    return fmin(fmax(reach, LEAST_MS), FARTHEST_MS);
}

static void gather_times(const play_facts *facts, play_bins *bins)
{
    double reach = reach_of(facts);
    *bins = (play_bins){ .used = (size_t)(2 * reach / BIN_MS), .first = -reach, .width = BIN_MS, .has_means = true };
    bool has_means = facts->summary->means & BEATSABER_HAS_TIMING;
    for (size_t side = 0; side < HANDS; side++) bins->mean[side] = has_means ? (double)facts->summary->timing[side] * 1000 : NAN;
    for (size_t i = 0; i < facts->event_count; i++) {
        const beatsaber_event *event = &facts->events[i];
        const collected_cut *cut = reel__play_cut_of(facts, event);
        if (event->kind == BEATSABER_GOOD && cut)
            reel__play_bins_add(bins, reel__play_side_of(facts, event), (double)cut->time_deviation * 1000);
    }
}

static reel_status draw_timing(reel_canvas *canvas, const reel_replay *replay, reel_error *error)
{
    play_facts facts;
    play_bins bins = { 0 };
    reel_status status = reel__play_analyse(canvas, replay, NEEDS_CUTS, &facts, error);
    if (status == REEL_OK) gather_times(&facts, &bins);
    reel__play_facts_free(canvas, &facts);
    if (status != REEL_OK) return status;
    if (!reel__play_bins_total(&bins, LEFT_HAND) && !reel__play_bins_total(&bins, RIGHT_HAND)) return REEL_END;

    plot_label detail;
    plot_heading heading = reel__play_heading(replay, "Timing error of the good cuts of each hand.", 840, 600, &detail);
    plot_box room = reel__canvas_begin(canvas, &heading);
    reel__play_bins_draw(canvas, room, &bins, 1, " ms", "timing error, ms (late \xE2\x86\x90 \xE2\x86\x92 early)");
    if (bins.outside) {
        plot_label note = { "", 0 };
        reel__label_many(&note, bins.outside, "cut", "cuts");
        reel__label_text(&note, " not shown: out of range, invalid, or by an unknown hand. The means are of all valid cuts");
        reel__play_note(canvas, room, note.text);
    }
    return REEL_OK;
}

const reel_plot reel__plot_timing = {
    .id = "timing",
    .name = "Timing by hand",
    .doc = "Timing error of the good cuts of each hand, in steps of 5 ms.",
    .formats = reel__play_formats,
    .draw = draw_timing,
};
