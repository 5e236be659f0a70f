/* SPDX-License-Identifier: MIT
 * A play over time: two panels, and below them a lane for each kind of fault. */
#include "play.h"

#include <math.h>

enum { LANE_HEIGHT = 22, RIGHT_MARGIN = 92, MARK_GAP = 3 };

typedef struct play_timeline {
    reel_canvas *canvas;
    const reel_replay *replay;
    play_facts facts;
    const bsor_pause *pauses;
    const scoresaber_pause *other_pauses; /* for formats with these rows */
    const xror_pause *xror_pauses;        /* the same */
    size_t pause_count;
    plot_box room;
    plot_axis time;
    uint64_t outside; /* events with implausible times */
} play_timeline;

/* A lane with marks for one kind of fault. */
typedef struct timeline_lane {
    const char *one, *many;
    beatsaber_event_kind kind;
    plot_shape shape;
} timeline_lane;

static const timeline_lane lanes[] = {
    { "miss", "misses", BEATSABER_MISS, SHAPE_CROSS },
    { "bad cut", "bad cuts", BEATSABER_BAD, SHAPE_TRIANGLE },
    { "bomb", "bombs", BEATSABER_BOMB, SHAPE_DISC },
    { "wall", "walls", BEATSABER_WALL, SHAPE_BAR },
};
enum { LANES = sizeof lanes / sizeof *lanes };

typedef double timeline_value(const beatsaber_event *event);

static double accuracy_of(const beatsaber_event *event)
{
    return event->present & BEATSABER_HAS_ACCURACY ? (double)event->accuracy : NAN;
}
static double fc_accuracy_of(const beatsaber_event *event)
{
    return event->present & BEATSABER_HAS_ACCURACY ? (double)event->fc_accuracy : NAN;
}
static double score_of(const beatsaber_event *event) { return (double)event->score; }
static double max_score_of(const beatsaber_event *event) { return (double)event->max_score; }
static double energy_of(const beatsaber_event *event) { return (double)event->energy; }
static double combo_of(const beatsaber_event *event) { return event->combo; }

/* ---- gathering -------------------------------------------------------------------------------------------------- */

static bsor_pause pause_at(const play_timeline *line, size_t i)
{
    if (line->pauses) return line->pauses[i];
    if (line->xror_pauses) return (bsor_pause){ line->xror_pauses[i].duration, (float)line->xror_pauses[i].time };
    return (bsor_pause){ line->other_pauses[i].duration / 1000, line->other_pauses[i].time }; /* ms there */
}

static bool timeline_open(play_timeline *line, reel_canvas *canvas, const reel_replay *replay)
{
    line->canvas = canvas;
    line->replay = replay;
    line->pauses = reel_rows(replay, &bsor_pauses, &line->pause_count);
    if (!line->pauses) line->xror_pauses = reel_rows(replay, &xror_pauses, &line->pause_count);
    if (!line->pauses && !line->xror_pauses) line->other_pauses = reel_rows(replay, &scoresaber_pauses, &line->pause_count);
    double from = 0, to = 0;
    bool any = false;
    for (size_t i = 0; i < line->facts.event_count; i++) {
        double time = (double)line->facts.events[i].time;
        if (!reel__play_time_usable(time)) {
            line->outside++;
            continue;
        }
        any = true;
        from = fmin(from, time);
        to = fmax(to, time);
    }
    double end = (double)line->facts.summary->end_time;
    if (reel__play_time_usable(end)) to = fmax(to, end);
    line->time = (plot_axis){ .from = from, .to = fmax(to, from + 1) };
    return any;
}

static uint64_t count_of(const play_timeline *line, beatsaber_event_kind kind)
{
    uint64_t count = 0;
    for (size_t i = 0; i < line->facts.event_count; i++) count += line->facts.events[i].kind == kind;
    return count;
}

static bool play_failed(const play_timeline *line)
{
    double time = (double)line->facts.summary->fail_time;
    return time > 0 && time <= line->time.to;
}

static size_t lanes_in_use(const play_timeline *line)
{
    size_t used = (size_t)(line->pause_count > 0) + (size_t)play_failed(line) + (size_t)(line->facts.summary->full_combo != 0);
    for (size_t i = 0; i < LANES; i++) used += count_of(line, lanes[i].kind) > 0;
    return used;
}

/* ---- panels ----------------------------------------------------------------------------------------------------- */

/* Adds a value after each event to the series. With `steps` the value is constant until the next event. */
static void trace_value(const play_timeline *line, timeline_value *value, const plot_axis *y, double unit, bool steps,
                        plot_series *series)
{
    double last = NAN;
    for (size_t i = 0; i < line->facts.event_count; i++) {
        const beatsaber_event *event = &line->facts.events[i];
        if (!reel__play_time_usable((double)event->time)) continue;
        double x = reel__axis_at(&line->time, (double)event->time), at = reel__axis_at(y, value(event) / unit);
        if (steps) reel__series_add(series, x, last);
        reel__series_add(series, x, at);
        last = at;
    }
    reel__series_end(series);
}

static void draw_value(const play_timeline *line, plot_box panel, timeline_value *value, const plot_axis *y, double unit,
                       bool steps, plot_pen pen, plot_ink ink)
{
    reel__canvas_clip_begin(line->canvas, (plot_box){ panel.x, panel.y - 2, panel.width, panel.height + 3 });
    reel__path_begin(line->canvas, pen, ink);
    plot_series series = reel__series_of(line->canvas);
    trace_value(line, value, y, unit, steps, &series);
    if (pen == PEN_AREA && series.begun) {
        reel__path_line(line->canvas, series.to_x, y->low);
        reel__path_line(line->canvas, series.from_x, y->low);
    }
    reel__path_end(line->canvas);
    reel__canvas_clip_end(line->canvas);
}

static double most_of(const play_timeline *line, timeline_value *value)
{
    double most = 0;
    for (size_t i = 0; i < line->facts.event_count; i++) most = fmax(most, value(&line->facts.events[i]));
    return most;
}

/* The range of the accuracy. The first events do not count for its lower end: a bad first note says little about a play and would
 * flatten the rest of the curve. */
static void settled_range(const play_timeline *line, double *from, double *to)
{
    size_t count = line->facts.event_count, skip = count / 12 < 100 ? count / 12 : 100;
    *from = 1;
    *to = 0;
    for (size_t i = 0; i < count; i++) {
        double low = accuracy_of(&line->facts.events[i]), high = fc_accuracy_of(&line->facts.events[i]);
        if (!(low >= 0 && low <= 1)) continue;
        if (i >= skip) *from = fmin(*from, low);
        *to = fmax(*to, high >= low && high <= 1 ? high : low);
    }
    if (*from > *to) *from = 0, *to = 1;
    *from = fmax(*from - 0.005, 0);
    *to = fmin(*to + 0.005, 1);
}

enum { MOST_COLUMNS = 1024 };

/* The columns of a panel with a mark. Pauses may be in any order, so this limits the number of marks a file can cause. */
typedef struct mark_columns {
    double last;
    bool drawn[MOST_COLUMNS];
} mark_columns;

/* Returns true if a mark at `x` is in the panel, not near the last mark, and not in a column that has one. */
static bool mark_fits(mark_columns *columns, plot_box panel, double x)
{
    if (!(x >= panel.x && x <= panel.x + panel.width) || fabs(x - columns->last) < MARK_GAP) return false;
    size_t column = (size_t)(x - panel.x);
    if (column >= MOST_COLUMNS || columns->drawn[column]) return false;
    columns->drawn[column] = true;
    columns->last = x;
    return true;
}

/* Draws pauses and the fail as lines through a panel. */
static void draw_moments(const play_timeline *line, plot_box panel)
{
    mark_columns columns = { .last = -HUGE_VAL };
    for (size_t i = 0; i < line->pause_count; i++) {
        double x = reel__axis_at(&line->time, (double)pause_at(line, i).time);
        if (!mark_fits(&columns, panel, x)) continue;
        reel__canvas_line(line->canvas, (plot_point){ x, panel.y }, (plot_point){ x, panel.y + panel.height }, INK_AXIS, true);
    }
    if (!play_failed(line)) return;
    double x = reel__axis_at(&line->time, (double)line->facts.summary->fail_time);
    reel__canvas_line(line->canvas, (plot_point){ x, panel.y }, (plot_point){ x, panel.y + panel.height }, INK_WARN, false);
}

static void draw_scores(const play_timeline *line, plot_box top, plot_box bottom)
{
    double from, to, most = most_of(line, max_score_of), unit = most >= 20000 ? 1000 : 1;
    settled_range(line, &from, &to);
    plot_axis accuracy = reel__axis_of(AXIS_PERCENT, from, to, top.y + top.height, top.y, 30, true);
    plot_axis score = reel__axis_of(AXIS_COUNT, 0, most / unit, bottom.y + bottom.height, bottom.y, 30, true);
    plot_label accuracy_name = { "", 0 }, score_name = { "", 0 };
    bool has_notes = line->facts.summary->present & BEATSABER_HAS_NOTES;
    reel__label_text(&accuracy_name, has_notes ? "Accuracy so far; final " : "Accuracy: no notes");
    if (has_notes) reel__label_number(&accuracy_name, (double)line->facts.summary->accuracy * 100, 2);
    if (has_notes) reel__label_text(&accuracy_name, " %");
    reel__label_text(&score_name, unit > 1 ? "Score in thousands; final " : "Score; final ");
    reel__label_number(&score_name, (double)line->facts.summary->score, 0);
    reel__axis_draw_left(line->canvas, &accuracy, top, accuracy_name.text);
    reel__axis_draw_left(line->canvas, &score, bottom, score_name.text);
    if (!line->facts.summary->full_combo) draw_value(line, top, fc_accuracy_of, &accuracy, 1, false, PEN_DASH, INK_MUTED);
    draw_value(line, top, accuracy_of, &accuracy, 1, false, PEN_LINE, INK_MAIN);
    draw_value(line, bottom, score_of, &score, unit, true, PEN_AREA, INK_MAIN);
    draw_value(line, bottom, max_score_of, &score, unit, true, PEN_DASH, INK_MUTED);
    draw_value(line, bottom, score_of, &score, unit, true, PEN_LINE, INK_MAIN);
}

static void draw_energies(const play_timeline *line, plot_box top, plot_box bottom)
{
    plot_axis energy = reel__axis_of(AXIS_PERCENT, 0, 1, top.y + top.height, top.y, 30, true);
    plot_axis combo =
        reel__axis_of(AXIS_COUNT, 0, fmax(most_of(line, combo_of), 1), bottom.y + bottom.height, bottom.y, 30, true);
    reel__axis_draw_left(line->canvas, &energy, top, "Energy, %");
    reel__axis_draw_left(line->canvas, &combo, bottom, "Combo, cuts");
    draw_value(line, top, energy_of, &energy, 1, true, PEN_AREA, INK_MAIN);
    draw_value(line, top, energy_of, &energy, 1, true, PEN_LINE, INK_MAIN);
    draw_value(line, bottom, combo_of, &combo, 1, true, PEN_AREA, INK_MAIN);
    draw_value(line, bottom, combo_of, &combo, 1, true, PEN_LINE, INK_MAIN);
}

/* ---- lanes ------------------------------------------------------------------------------------------------------ */

static void lane_label(const play_timeline *line, plot_box lane, plot_ink ink, const char *text)
{
    reel__canvas_text(line->canvas, lane.x + lane.width + 8, lane.y + 0.5 * LANE_HEIGHT + 4, AT_START, ink, text);
}

static void draw_marks(const play_timeline *line, plot_box lane, const timeline_lane *marks, play_side side)
{
    double last = -HUGE_VAL;
    reel__path_begin(line->canvas, marks->shape == SHAPE_CROSS || marks->shape == SHAPE_BAR ? PEN_LINE : PEN_FILL,
                     side == HANDS ? INK_MUTED : reel__play_inks[side]);
    for (size_t i = 0; i < line->facts.event_count; i++) {
        const beatsaber_event *event = &line->facts.events[i];
        if (event->kind != marks->kind || !reel__play_time_usable((double)event->time)) continue;
        if (reel__play_side_of(&line->facts, event) != side) continue;
        double x = reel__axis_at(&line->time, (double)event->time);
        if (fabs(x - last) < MARK_GAP) continue;
        reel__path_shape(line->canvas, marks->shape, x, lane.y + LANE_HEIGHT / 2.0, 4);
        last = x;
    }
    reel__path_end(line->canvas);
}

static void draw_pauses(const play_timeline *line, plot_box lane)
{
    int64_t seconds = 0;
    mark_columns columns = { .last = -HUGE_VAL };
    reel__path_begin(line->canvas, PEN_FILL, INK_MUTED);
    for (size_t i = 0; i < line->pause_count; i++) {
        int64_t duration = pause_at(line, i).duration;
        if (duration > 0 && duration < 1000000 && seconds < INT64_MAX / 2) seconds += duration;
        double x = reel__axis_at(&line->time, (double)pause_at(line, i).time);
        if (!mark_fits(&columns, lane, x)) continue;
        reel__path_rect(line->canvas, (plot_box){ x - 4, lane.y + LANE_HEIGHT / 2.0 - 5, 3, 10 });
        reel__path_rect(line->canvas, (plot_box){ x + 1, lane.y + LANE_HEIGHT / 2.0 - 5, 3, 10 });
    }
    reel__path_end(line->canvas);
    plot_label label = { "", 0 };
    reel__label_text(&label, "paused ");
    reel__label_number(&label, (double)seconds, 0);
    reel__label_text(&label, " s");
    lane_label(line, lane, INK_TEXT, label.text);
}

static void draw_failure(const play_timeline *line, plot_box lane)
{
    double time = (double)line->facts.summary->fail_time;
    reel__path_begin(line->canvas, PEN_FILL, INK_WARN);
    reel__path_shape(line->canvas, SHAPE_DISC, reel__axis_at(&line->time, time), lane.y + LANE_HEIGHT / 2.0, 4);
    reel__path_end(line->canvas);
    plot_label label = { "", 0 };
    reel__label_text(&label, "failed ");
    reel__label_clock(&label, time);
    lane_label(line, lane, INK_WARN, label.text);
}

static void draw_lanes(const play_timeline *line, plot_box room)
{
    plot_box lane = { room.x, room.y, room.width, LANE_HEIGHT };
    for (size_t i = 0; i < LANES; i++) {
        uint64_t count = count_of(line, lanes[i].kind);
        if (!count) continue;
        for (int side = LEFT_HAND; side <= HANDS; side++) draw_marks(line, lane, &lanes[i], (play_side)side);
        plot_label label = { "", 0 };
        reel__label_many(&label, count, lanes[i].one, lanes[i].many);
        lane_label(line, lane, INK_TEXT, label.text);
        lane.y += LANE_HEIGHT;
    }
    if (line->facts.summary->full_combo) {
        lane_label(line, lane, INK_MAIN, "full combo");
        lane.y += LANE_HEIGHT;
    }
    if (line->pause_count) {
        draw_pauses(line, lane);
        lane.y += LANE_HEIGHT;
    }
    if (play_failed(line)) draw_failure(line, lane);
}

/* ---- the plots -------------------------------------------------------------------------------------------------- */

/* Draws the legend of the dashed line of a panel, ending at `right`. */
static void draw_legend(const play_timeline *line, double right, double y, const char *text)
{
    double left = right - reel__text_width(text, 12) - 30;
    reel__path_begin(line->canvas, PEN_DASH, INK_MUTED);
    reel__path_move(line->canvas, left, y - 4);
    reel__path_line(line->canvas, left + 22, y - 4);
    reel__path_end(line->canvas);
    reel__canvas_text(line->canvas, left + 30, y, AT_START, INK_MUTED, text);
}

typedef struct timeline_kind {
    void (*panels)(const play_timeline *line, plot_box top, plot_box bottom);
    const char *description;
    const char *legend_top, *legend_bottom; /* of the dashed lines, or NULL */
} timeline_kind;

static void draw_timeline(play_timeline *line, const timeline_kind *kind)
{
    size_t lane_count = lanes_in_use(line);
    plot_label detail;
    plot_heading heading =
        reel__play_heading(line->replay, kind->description, 960, 520 + (double)(lane_count * LANE_HEIGHT), &detail);
    plot_box room = reel__canvas_begin(line->canvas, &heading);
    double height = (room.height - 4 * AXIS_ABOVE - AXIS_BELOW - (double)(lane_count * LANE_HEIGHT)) / 2;
    plot_box top = { room.x + AXIS_LEFT, room.y + 1.5 * AXIS_ABOVE, room.width - AXIS_LEFT - RIGHT_MARGIN, height };
    plot_box bottom = top, lane_room = top;
    bottom.y += height + 2 * AXIS_ABOVE;
    lane_room.y = bottom.y + height + 6;
    lane_room.height = (double)(lane_count * LANE_HEIGHT);
    line->time = reel__axis_of(AXIS_CLOCK, line->time.from, line->time.to, top.x, top.x + top.width, 64, false);
    reel__axis_grid_across(line->canvas, &line->time, top);
    reel__axis_grid_across(line->canvas, &line->time, bottom);
    reel__axis_draw_below(line->canvas, &line->time, (plot_box){ top.x, lane_room.y, top.width, lane_room.height },
                          "song time, min:s");
    draw_moments(line, top);
    draw_moments(line, bottom);
    draw_moments(line, lane_room);
    kind->panels(line, top, bottom);
    if (kind->legend_top && !line->facts.summary->full_combo) draw_legend(line, top.x + top.width, top.y - 8, kind->legend_top);
    if (kind->legend_bottom) draw_legend(line, bottom.x + bottom.width, bottom.y - 8, kind->legend_bottom);
    draw_lanes(line, lane_room);
    if (line->outside) {
        plot_label note = { "", 0 };
        reel__label_many(&note, line->outside, "event", "events");
        reel__label_text(&note, " not shown: time out of range");
        reel__play_note(line->canvas, room, note.text);
    }
}

static reel_status timeline_draw(reel_canvas *canvas, const reel_replay *replay, const timeline_kind *kind, reel_error *error)
{
    play_timeline line = { 0 };
    reel_status status = reel__play_analyse(canvas, replay, NEEDS_HANDS, &line.facts, error);
    if (status == REEL_OK && !timeline_open(&line, canvas, replay)) status = REEL_END;
    if (status == REEL_OK) draw_timeline(&line, kind);
    reel__play_facts_free(canvas, &line.facts);
    return status;
}

static reel_status draw_score(reel_canvas *canvas, const reel_replay *replay, reel_error *error)
{
    static const timeline_kind kind = { draw_scores, "Accuracy and score after each note, with faults and pauses below.",
                                        "without faults", "maximum" };
    return timeline_draw(canvas, replay, &kind, error);
}

static reel_status draw_energy(reel_canvas *canvas, const reel_replay *replay, reel_error *error)
{
    static const timeline_kind kind = { draw_energies, "Energy and combo after each note, with faults and pauses below.", NULL,
                                        NULL };
    return timeline_draw(canvas, replay, &kind, error);
}

const reel_plot reel__plot_score = {
    .id = "score",
    .name = "Score and accuracy over time",
    .doc = "Accuracy and score after each event compared with the maximum, and lanes for misses, bad cuts, bombs, walls and "
           "pauses.",
    .formats = reel__play_formats,
    .draw = draw_score,
};

const reel_plot reel__plot_energy = {
    .id = "energy",
    .name = "Energy and combo over time",
    .doc = "Energy and combo after each event, and lanes for misses, bad cuts, bombs, walls and pauses.",
    .formats = reel__play_formats,
    .draw = draw_energy,
};
