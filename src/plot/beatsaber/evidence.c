/* SPDX-License-Identifier: MIT
 * How far the cuts of each hand are from what the motion gives, over time. */
#include "play.h"

#include "insight/beatsaber/evidence_bounds.h"

#include <math.h>

#define MOST 4.0 /* times the bound; larger ones are drawn there */

typedef struct evidence_facts {
    const beatsaber_cut *cuts;
    size_t count;
    const beatsaber_evidence *sum;
} evidence_facts;

/* The largest difference of a cut, as a multiple of what honest cuts are allowed; NaN if nothing was compared. */
static double difference_of(const beatsaber_cut *cut)
{
    const evidence_bounds *bounds = &reel__evidence_plain_bounds;
    double most = NAN;
    if (cut->present & BEATSABER_HAS_FRAME)
        most = fmax((double)cut->normal_difference / bounds->normal, (double)cut->plane_distance / bounds->plane);
    if (cut->present & BEATSABER_HAS_CENTER) most = fmax(most, (double)cut->center_difference / bounds->center);
    if (cut->support == BEATSABER_NOT_SUPPORTED) most = fmax(most, 1);
    return fmin(most, MOST);
}

static bool is_of(const beatsaber_cut *cut, play_side side)
{
    return cut->kind == BEATSABER_GOOD && cut->present & BEATSABER_HAS_CUT && cut->hand == side &&
           reel__play_time_usable((double)cut->time);
}

static void draw_marks(reel_canvas *canvas, const evidence_facts *facts, play_side side, const plot_axis *x, const plot_axis *y)
{
    double last = -1;
    reel__path_begin(canvas, PEN_LINE, INK_WARN);
    for (size_t i = 0; i < facts->count; i++) {
        const beatsaber_cut *cut = &facts->cuts[i];
        if (!is_of(cut, side) || cut->support != BEATSABER_NOT_SUPPORTED) continue;
        const double at = reel__axis_at(x, (double)cut->time), difference = difference_of(cut);
        if (fabs(at - last) < 1) continue; /* one per unit of width, so that the size of the picture is bounded */
        last = at;
        reel__path_shape(canvas, SHAPE_CROSS, at, reel__axis_at(y, difference == difference ? difference : MOST), 4);
    }
    reel__path_end(canvas);
}

static void draw_side(reel_canvas *canvas, plot_box panel, const evidence_facts *facts, play_side side, const plot_axis *x)
{
    const plot_axis y = reel__axis_of(AXIS_NUMBER, 0, MOST, panel.y + panel.height, panel.y, 36, true);
    uint64_t counts[BEATSABER_NOT_SUPPORTED + 1] = { 0 }, all = 0;
    plot_label title = { "", 0 };
    plot_series line = reel__series_of(canvas);
    for (size_t i = 0; i < facts->count; i++) {
        if (!is_of(&facts->cuts[i], side)) continue;
        all++;
        if (facts->cuts[i].support <= BEATSABER_NOT_SUPPORTED) counts[facts->cuts[i].support]++;
    }
    reel__label_text(&title, reel__play_hands[side]);
    reel__label_text(&title, ": motion supports ");
    reel__label_count(&title, counts[BEATSABER_SUPPORTED]);
    reel__label_text(&title, " of ");
    reel__label_many(&title, all, "good cut", "good cuts");
    if (counts[BEATSABER_NOT_SUPPORTED]) {
        reel__label_text(&title, ", contradicts ");
        reel__label_count(&title, counts[BEATSABER_NOT_SUPPORTED]);
        reel__label_text(&title, " (crosses)");
    }
    reel__axis_draw_left(canvas, &y, panel, title.text);
    reel__axis_draw_below(canvas, x, panel, side ? "song time" : NULL);
    reel__canvas_line(canvas, (plot_point){ panel.x, reel__axis_at(&y, 1) },
                      (plot_point){ panel.x + panel.width, reel__axis_at(&y, 1) }, INK_TEXT, true);
    reel__path_begin(canvas, PEN_LINE, reel__play_inks[side]);
    for (size_t i = 0; i < facts->count; i++)
        if (is_of(&facts->cuts[i], side))
            reel__series_add(&line, reel__axis_at(x, (double)facts->cuts[i].time),
                             reel__axis_at(&y, difference_of(&facts->cuts[i])));
    reel__series_end(&line);
    reel__path_end(canvas);
    draw_marks(canvas, facts, side, x, &y);
}

static plot_axis time_axis(const evidence_facts *facts, plot_box panel)
{
    double from = INFINITY, to = -INFINITY;
    for (size_t i = 0; i < facts->count; i++) {
        if (!reel__play_time_usable((double)facts->cuts[i].time)) continue;
        from = fmin(from, (double)facts->cuts[i].time);
        to = fmax(to, (double)facts->cuts[i].time);
    }
    return reel__axis_of(AXIS_CLOCK, from, to, panel.x, panel.x + panel.width, 90, false);
}

static void note_score(reel_canvas *canvas, plot_box room, const beatsaber_evidence *sum)
{
    plot_label note = { "", 0 };
    if (sum->undecidable) {
        reel__label_many(&note, sum->undecidable, "good cut", "good cuts");
        reel__label_text(&note, " cannot be compared. ");
    }
    if (sum->present & BEATSABER_HAS_MOTION_SCORE && sum->not_supported) {
        reel__label_text(&note, "The score from the motion is ");
        reel__label_number(&note, (double)sum->motion_score, 0);
        reel__label_text(&note, ", from the events ");
        reel__label_number(&note, (double)sum->event_score, 0);
    }
    if (note.size) reel__play_note(canvas, room, note.text);
}

static reel_status draw_evidence(reel_canvas *canvas, const reel_replay *replay, reel_error *error)
{
    static const reel_table *const tables[] = { &beatsaber_cuts, &beatsaber_evidences, NULL };
    const reel_replay *result;
    reel_status status = reel__canvas_insight(canvas, &reel_insight_beatsaber, replay, tables, &result, error);
    if (status < 0) return status;
    size_t sums;
    evidence_facts facts = { 0 };
    facts.cuts = reel_rows(result, &beatsaber_cuts, &facts.count);
    facts.sum = reel_rows(result, &beatsaber_evidences, &sums);
    if (!sums || !(facts.sum->present & BEATSABER_HAS_DIFFERENCES)) {
        reel__canvas_drop(canvas, result);
        return REEL_END;
    }
    plot_label detail;
    plot_heading heading = reel__play_heading(
        replay, "How far the good cuts of each hand are from the motion, as multiples of what honest cuts are allowed.", 1000,
        600, &detail);
    const plot_box room = reel__canvas_begin(canvas, &heading);
    const double height = (room.height - 2 * AXIS_BELOW - 3 * AXIS_ABOVE) / 2;
    for (size_t side = 0; side < HANDS; side++) {
        const plot_box panel = { room.x + AXIS_LEFT,
                                 room.y + AXIS_ABOVE + (double)side * (height + AXIS_BELOW + 1.5 * AXIS_ABOVE),
                                 room.width - AXIS_LEFT, height };
        const plot_axis x = time_axis(&facts, panel);
        draw_side(canvas, panel, &facts, (play_side)side, &x);
    }
    note_score(canvas, room, facts.sum);
    reel__canvas_drop(canvas, result);
    return REEL_OK;
}

const reel_plot reel__plot_evidence = {
    .id = "evidence",
    .name = "Cuts against the motion",
    .doc = "How far the good cuts of each hand are from what the motion gives, over time; crosses are cuts that it contradicts.",
    .formats = reel__play_formats,
    .draw = draw_evidence,
};
