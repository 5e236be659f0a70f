/* SPDX-License-Identifier: MIT
 * Values over time: points, goals and possession; the speed of the disc. */
#include "match.h"

#include <reel/echo.h>

#include <math.h>

enum { LEGEND = 40, LANE = 26, LANE_ROOM = 210, TEAMS = 2 };

static const char *const team_names[TEAMS] = { "Blue", "Orange" };

static plot_axis time_axis(double end, plot_box panel)
{
    return reel__axis_of(AXIS_CLOCK, 0, fmax(end, 1), panel.x, panel.x + panel.width, 72, false);
}

/* ---- score ------------------------------------------------------------------------------------------------------ */

typedef struct score_facts {
    const reel_replay *result; /* of the insight */
    const echo_possession *possessions;
    size_t possession_count;
    double end, most;
    double points[TEAMS]; /* the last ones */
    uint64_t goals[TEAMS];
    double possession[TEAMS]; /* s */
    bool points_known;
} score_facts;

static double points_of(const echo_frame *frame, size_t team)
{
    return (double)(team ? frame->orange_points : frame->blue_points);
}

/* The next frame with valid points and time; NULL: none. */
static const echo_frame *next_points(const match_view *view, size_t *at)
{
    while (*at < view->frames.count) {
        const echo_frame *frame = match_frame(view, (*at)++);
        if (frame->has & ECHO_HAS_POINTS && match_time_usable(frame->time) && isfinite(frame->blue_points) &&
            isfinite(frame->orange_points))
            return frame;
    }
    return NULL;
}

static score_facts find_score(const match_view *view)
{
    score_facts facts = { .end = reel__match_end(view), .most = 1 };
    size_t at = 0;
    for (const echo_frame *f, *before = NULL; (f = next_points(view, &at)); before = f) {
        facts.points_known = true;
        for (size_t t = 0; t < TEAMS; t++) {
            facts.points[t] = points_of(f, t);
            facts.most = fmax(facts.most, facts.points[t]);
            facts.goals[t] += before && points_of(f, t) > points_of(before, t);
        }
    }
    return facts;
}

/* Possession as the statistics have it: of a team, or of one of its players. */
static reel_status find_possession(score_facts *facts, const reel_canvas *canvas, const reel_replay *replay, reel_error *error)
{
    static const reel_table *const tables[] = { &echo_possessions, NULL };
    reel_status status = reel__canvas_insight(canvas, &reel_insight_echo, replay, tables, &facts->result, error);
    if (status < 0) return status;
    facts->possessions = reel_rows(facts->result, &echo_possessions, &facts->possession_count);
    for (size_t i = 0; i < facts->possession_count; i++) {
        const echo_possession *row = &facts->possessions[i];
        if (row->team < TEAMS && match_time_usable(row->start) && match_time_usable(row->end))
            facts->possession[row->team] += fmax(row->end - row->start, 0);
    }
    return REEL_OK;
}

static void draw_points(reel_canvas *canvas, const match_view *view, size_t team, const plot_axis *across, const plot_axis *up)
{
    size_t at = 0;
    double last = NAN;
    plot_series series = reel__series_of(canvas);
    reel__path_begin(canvas, PEN_LINE, reel__match_inks[team]);
    for (const echo_frame *f; (f = next_points(view, &at)); last = points_of(f, team)) {
        reel__series_add(&series, reel__axis_at(across, f->time), reel__axis_at(up, last));
        reel__series_add(&series, reel__axis_at(across, f->time), reel__axis_at(up, points_of(f, team)));
    }
    reel__series_end(&series);
    reel__path_end(canvas);
}

/* Marks the frames in which the points of a team rose; marks that overlap are merged. */
static void draw_goals(reel_canvas *canvas, const match_view *view, size_t team, const plot_axis *across, const plot_axis *up)
{
    enum { GAP = 3 };
    size_t at = 0;
    double last_x = -HUGE_VAL;
    reel__path_begin(canvas, PEN_FILL, reel__match_inks[team]);
    for (const echo_frame *f, *before = NULL; (f = next_points(view, &at)); before = f) {
        double x = reel__axis_at(across, f->time);
        if (!before || !(points_of(f, team) > points_of(before, team)) || x - last_x < GAP) continue;
        reel__path_shape(canvas, SHAPE_DISC, x, reel__axis_at(up, points_of(f, team)), 4.5);
        last_x = x;
    }
    reel__path_end(canvas);
}

/* Draws bars for the time a team has the disc; bars that touch are merged. */
static void draw_possession(reel_canvas *canvas, const score_facts *facts, size_t team, const plot_axis *across, plot_box lane)
{
    double from = 0, to = -1;
    reel__path_begin(canvas, PEN_FILL, reel__match_inks[team]);
    for (size_t i = 0; i < facts->possession_count; i++) {
        const echo_possession *row = &facts->possessions[i];
        if (row->team != team || !match_time_usable(row->start) || !match_time_usable(row->end)) continue;
        double left = reel__axis_at(across, row->start), right = fmax(reel__axis_at(across, row->end), left + 0.6);
        if (to >= 0 && left - to < 0.6) {
            to = fmax(to, right);
            continue;
        }
        if (to >= 0) reel__path_rect(canvas, (plot_box){ from, lane.y + 4, to - from, lane.height - 8 });
        from = left;
        to = right;
    }
    if (to >= 0) reel__path_rect(canvas, (plot_box){ from, lane.y + 4, to - from, lane.height - 8 });
    reel__path_end(canvas);
}

static void name_lane(reel_canvas *canvas, const score_facts *facts, size_t team, plot_box lane)
{
    plot_label label = { "", 0 };
    double both = facts->possession[0] + facts->possession[1];
    reel__label_text(&label, team_names[team]);
    reel__label_text(&label, " has the disc: ");
    reel__label_clock(&label, facts->possession[team]);
    if (both > 0) {
        reel__label_text(&label, ", ");
        reel__label_number(&label, 100 * facts->possession[team] / both, 0);
        reel__label_text(&label, " %");
    }
    reel__canvas_text(canvas, lane.x + lane.width + 8, lane.y + LANE / 2.0 + 4, AT_START, reel__match_inks[team], label.text);
}

static void draw_score_legend(reel_canvas *canvas, bool arena, const score_facts *facts, plot_box panel)
{
    plot_label labels[TEAMS] = { { "", 0 }, { "", 0 } };
    plot_key keys[TEAMS];
    for (size_t t = 0; t < TEAMS; t++) {
        double points = facts->points[t];
        reel__label_text(&labels[t], team_names[t]);
        reel__label_text(&labels[t], ": ");
        reel__label_number(&labels[t], points, points > floor(points) ? 1 : 0);
        reel__label_text(&labels[t], " points");
        if (arena) {
            reel__label_text(&labels[t], "; ");
            reel__label_many(&labels[t], facts->goals[t], "goal recorded", "goals recorded");
            if (facts->goals[t]) reel__label_text(&labels[t], facts->goals[t] == 1 ? " (dot)" : " (dots)");
        }
        keys[t] = (plot_key){ PEN_LINE, reel__match_inks[t], labels[t].text };
    }
    reel__legend_draw(canvas, panel.x + panel.width, panel.y - 8, keys, TEAMS);
}

static void draw_score_panel(reel_canvas *canvas, const match_view *view, const score_facts *facts, plot_box panel,
                             const plot_axis *across)
{
    plot_axis up = reel__axis_of(AXIS_COUNT, 0, facts->most + 0.5, panel.y + panel.height, panel.y, 40, true);
    reel__axis_draw_left(canvas, &up, panel, "Points");
    reel__canvas_clip_begin(canvas, (plot_box){ panel.x, panel.y - 6, panel.width, panel.height + 8 });
    for (size_t t = 0; t < TEAMS; t++) draw_points(canvas, view, t, across, &up);
    for (size_t t = 0; t < TEAMS && view->arena; t++) draw_goals(canvas, view, t, across, &up);
    reel__canvas_clip_end(canvas);
    draw_score_legend(canvas, view->arena, facts, panel);
}

static void draw_score_picture(reel_canvas *canvas, const match_view *view, const score_facts *facts)
{
    enum { NOTE = 16 };
    bool possession = facts->possession[0] + facts->possession[1] > 0;
    plot_label detail;
    plot_heading heading = reel__match_heading(
        view, possession ? "Points of both teams over time, and who has the disc." : "Points of both teams over time.", 1000,
        possession ? 480 : 420, &detail);
    plot_box room = reel__canvas_begin(canvas, &heading);
    double lanes = possession ? TEAMS * LANE + 8 : 0;
    plot_box panel = { room.x + AXIS_LEFT - 24, room.y + LEGEND, room.width - AXIS_LEFT + 24 - (possession ? LANE_ROOM : 8),
                       room.height - LEGEND - lanes - AXIS_BELOW - (possession ? 0 : NOTE) };
    plot_axis across = time_axis(facts->end, panel);
    plot_box all = { panel.x, panel.y, panel.width, panel.height + lanes };
    reel__canvas_rect(canvas, all, INK_PANEL);
    reel__axis_draw_below(canvas, &across, all, "time since the start of the recording, min:s");
    draw_score_panel(canvas, view, facts, panel, &across);
    for (size_t t = 0; t < TEAMS && possession; t++) {
        plot_box lane = { panel.x, panel.y + panel.height + 8 + (double)t * LANE, panel.width, LANE };
        draw_possession(canvas, facts, t, &across, lane);
        name_lane(canvas, facts, t, lane);
    }
    if (!possession && view->arena)
        reel__canvas_text(canvas, room.x, room.y + room.height + 8, AT_START, INK_MUTED,
                          "The recording does not show who has the disc");
}

static reel_status draw_score(reel_canvas *canvas, const reel_replay *replay, reel_error *error)
{
    match_view view;
    if (!reel__match_open(&view, replay)) return REEL_END;
    score_facts facts = find_score(&view);
    if (!facts.points_known) return REEL_END;
    reel_status status = find_possession(&facts, canvas, replay, error);
    if (status < 0) return status;
    draw_score_picture(canvas, &view, &facts);
    reel__canvas_drop(canvas, facts.result);
    return REEL_OK;
}

const reel_plot reel__plot_echo_score = {
    .id = "score",
    .name = "Points over time",
    .doc = "Points of both teams over time, with goals, and who has the disc if the recording shows it.",
    .formats = reel__match_formats,
    .draw = draw_score,
};

/* ---- the disc's speed ------------------------------------------------------------------------------------------- */

static const double apart_in_time = 0.2; /* s between the positions that a speed is computed from */

typedef struct speed_walk {
    const match_view *view;
    size_t at, before; /* the next frame, and the one its position is compared with */
} speed_walk;

static bool has_disc(const echo_frame *frame) { return frame->has & ECHO_HAS_DISC && match_time_usable(frame->time); }

/* The speed since the latest position that is old enough, without a jump in between; NaN if there is no such position. */
static double speed_between(speed_walk *walk, size_t i)
{
    const echo_frame *now = match_frame(walk->view, i), *last = i ? match_frame(walk->view, i - 1) : now;
    if (reel__match_jumps(last->disc_position, now->disc_position, now->time - last->time)) walk->before = i;
    while (walk->before + 1 < i && now->time - match_frame(walk->view, walk->before + 1)->time >= apart_in_time) walk->before++;
    const echo_frame *then = match_frame(walk->view, walk->before);
    double step = now->time - then->time;
    if (!(step >= apart_in_time && step < 10 * apart_in_time) || !(then->has & ECHO_HAS_DISC)) return NAN;
    return reel__match_distance(now->disc_position, then->disc_position) / step;
}

/* The next frame with a disc and its speed, which may be NaN. Returns false at the end. */
static bool next_speed(speed_walk *walk, double *time, double *speed)
{
    for (; walk->at < walk->view->frames.count; walk->at++) {
        const echo_frame *frame = match_frame(walk->view, walk->at);
        if (!has_disc(frame)) continue;
        *time = frame->time;
        *speed = walk->view->has_speeds ? reel__match_distance(frame->disc_velocity, (reel_vec3){ 0, 0, 0 })
                                        : speed_between(walk, walk->at);
        if (!(*speed <= ECHO_FASTEST_DISC)) *speed = NAN;
        walk->at++;
        return true;
    }
    return false;
}

typedef struct speed_facts {
    double most, most_time, sum;
    uint64_t count, unknown;
} speed_facts;

static speed_facts find_speeds(const match_view *view)
{
    speed_facts facts = { .most = 0 };
    speed_walk walk = { .view = view };
    double time, speed;
    while (next_speed(&walk, &time, &speed)) {
        if (isnan(speed)) {
            facts.unknown += view->has_speeds;
            continue;
        }
        if (speed > facts.most || !facts.count) facts.most = speed, facts.most_time = time;
        facts.sum += speed;
        facts.count++;
    }
    return facts;
}

static void draw_speeds(reel_canvas *canvas, const match_view *view, const plot_axis *across, const plot_axis *up)
{
    speed_walk walk = { .view = view };
    double time, speed;
    plot_series series = reel__series_of(canvas);
    reel__path_begin(canvas, PEN_FINE, INK_MAIN);
    while (next_speed(&walk, &time, &speed)) reel__series_add(&series, reel__axis_at(across, time), reel__axis_at(up, speed));
    reel__series_end(&series);
    reel__path_end(canvas);
}

static void name_speeds(reel_canvas *canvas, const match_view *view, const speed_facts *facts, plot_box room, plot_box panel)
{
    plot_label mean = { "", 0 }, most = { "", 0 };
    reel__label_text(&most, "maximum ");
    reel__label_number(&most, facts->most, 1);
    reel__label_text(&most, " m/s at ");
    reel__label_clock(&most, facts->most_time);
    reel__label_text(&most, " (dot)");
    reel__label_text(&mean, "mean ");
    reel__label_number(&mean, facts->sum / (double)facts->count, 1);
    reel__label_text(&mean, " m/s");
    const plot_key keys[] = { { PEN_LINE, INK_MAIN, most.text }, { PEN_DASH, INK_MUTED, mean.text } };
    reel__legend_draw(canvas, panel.x + panel.width, panel.y - 8, keys, 2);
    plot_label note = { "", 0 };
    if (!view->has_speeds) reel__label_text(&note, "Computed from positions 0.2 s apart: the recording has no speeds");
    if (facts->unknown) {
        reel__label_many(&note, facts->unknown, "speed", "speeds");
        reel__label_text(&note, " not shown: invalid or above 200 m/s");
    }
    if (note.size) reel__canvas_text(canvas, room.x, room.y + room.height + 8, AT_START, INK_MUTED, note.text);
}

static reel_status draw_disc(reel_canvas *canvas, const reel_replay *replay, reel_error *error)
{
    (void)error;
    match_view view;
    if (!reel__match_open(&view, replay)) return REEL_END;
    speed_facts facts = find_speeds(&view);
    if (!facts.count) return REEL_END;
    plot_label detail;
    plot_heading heading = reel__match_heading(&view, "The speed of the disc over time.", 1000, 400, &detail);
    plot_box room = reel__canvas_begin(canvas, &heading);
    plot_box panel = { room.x + AXIS_LEFT - 24, room.y + LEGEND, room.width - AXIS_LEFT + 16,
                       room.height - LEGEND - AXIS_BELOW - 16 };
    plot_axis across = time_axis(reel__match_end(&view), panel);
    plot_axis up = reel__axis_of(AXIS_NUMBER, 0, fmax(facts.most, 1), panel.y + panel.height, panel.y, 40, true);
    reel__canvas_rect(canvas, panel, INK_PANEL);
    reel__axis_draw_left(canvas, &up, panel, "Speed of the disc, m/s");
    reel__axis_draw_below(canvas, &across, panel, "time since the start of the recording, min:s");
    double mean = reel__axis_at(&up, facts.sum / (double)facts.count);
    reel__canvas_line(canvas, (plot_point){ panel.x, mean }, (plot_point){ panel.x + panel.width, mean }, INK_MUTED, true);
    reel__canvas_clip_begin(canvas, panel);
    draw_speeds(canvas, &view, &across, &up);
    reel__canvas_clip_end(canvas);
    reel__path_begin(canvas, PEN_FILL, INK_MAIN);
    reel__path_shape(canvas, SHAPE_DISC, reel__axis_at(&across, facts.most_time), reel__axis_at(&up, facts.most), 4);
    reel__path_end(canvas);
    name_speeds(canvas, &view, &facts, room, panel);
    return REEL_OK;
}

const reel_plot reel__plot_echo_disc = {
    .id = "disc",
    .name = "Speed of the disc",
    .doc = "Speed of the disc over time.",
    .formats = reel__match_formats,
    .draw = draw_disc,
};
