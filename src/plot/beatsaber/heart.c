/* SPDX-License-Identifier: MIT
 * The heart rate of the player over time. */
#include "play.h"

#include <math.h>

/* Monitors send a value about once a second: where none came for longer, nothing is known, and the line has a gap. */
static const double gap_seconds = 10;
/* Beats a minute. */
enum { LEAST_RATE = 20, MOST_RATE = 300, HEIGHT = 360 };

typedef struct heart_line {
    const beatsaber_heart_rate *rows;
    size_t count;
    double from, to, low, high; /* ranges of time and rate */
    double sum;
    uint64_t used, outside;
} heart_line;

bool reel__play_heart_usable(const beatsaber_heart_rate *row)
{
    return reel__play_time_usable((double)row->time) && row->rate >= LEAST_RATE && row->rate <= MOST_RATE;
}

static bool open_line(heart_line *line, const reel_replay *result)
{
    size_t summaries;
    const beatsaber_summary *summary = reel_rows(result, &beatsaber_summaries, &summaries);
    line->rows = reel_rows(result, &beatsaber_heart_rates, &line->count);
    line->low = HUGE_VAL;
    for (size_t i = 0; i < line->count; i++) {
        if (!reel__play_heart_usable(&line->rows[i])) {
            line->outside++;
            continue;
        }
        double time = (double)line->rows[i].time, rate = line->rows[i].rate;
        line->used++;
        line->sum += rate;
        line->from = fmin(line->from, time);
        line->to = fmax(line->to, time);
        line->low = fmin(line->low, rate);
        line->high = fmax(line->high, rate);
    }
    if (summaries && reel__play_time_usable((double)summary->end_time)) line->to = fmax(line->to, (double)summary->end_time);
    return line->used > 0;
}

/* A gap is left where the time since the last value is long, and where a value is missing. Values may be in any order, so a gap that is
 * narrower than a unit is not drawn: this limits the number of pieces. */
static void draw_rates(reel_canvas *canvas, const heart_line *line, const plot_axis *x, const plot_axis *y)
{
    plot_series series = reel__series_of(canvas);
    double last = -HUGE_VAL;
    bool broken = false;
    reel__path_begin(canvas, PEN_LINE, INK_MAIN);
    for (size_t i = 0; i < line->count; i++) {
        const beatsaber_heart_rate *row = &line->rows[i];
        double time = (double)row->time;
        if (!reel__play_heart_usable(row)) {
            broken = true;
            continue;
        }
        if (time < last) continue;
        bool far = reel__axis_at(x, time) - reel__axis_at(x, last) > 1;
        if (series.begun && far && (broken || time - last > gap_seconds)) {
            reel__series_end(&series);
            reel__path_move(canvas, reel__axis_at(x, time), reel__axis_at(y, row->rate));
            series = reel__series_of(canvas);
        }
        reel__series_add(&series, reel__axis_at(x, time), reel__axis_at(y, row->rate));
        last = time;
        broken = false;
    }
    reel__series_end(&series);
    reel__path_end(canvas);
}

static void draw_line(reel_canvas *canvas, const reel_replay *replay, heart_line *line)
{
    plot_label detail, name = { "", 0 };
    plot_heading heading =
        reel__play_heading(replay, "Heart rate of the player, with gaps where it is not known.", 960, HEIGHT, &detail);
    plot_box room = reel__canvas_begin(canvas, &heading);
    plot_box panel = { room.x + AXIS_LEFT, room.y + 1.5 * AXIS_ABOVE, room.width - AXIS_LEFT,
                       room.height - 2 * AXIS_ABOVE - AXIS_BELOW };
    plot_axis x =
        reel__axis_of(AXIS_CLOCK, line->from, fmax(line->to, line->from + 1), panel.x, panel.x + panel.width, 64, false);
    plot_axis y =
        reel__axis_of(AXIS_COUNT, line->low, fmax(line->high, line->low + 10), panel.y + panel.height, panel.y, 30, true);
    double mean = line->sum / (double)line->used;
    reel__label_text(&name, "Beats a minute; mean (dashed) ");
    reel__label_number(&name, mean, 0);
    reel__label_text(&name, ", highest ");
    reel__label_number(&name, line->high, 0);
    reel__axis_draw_left(canvas, &y, panel, name.text);
    reel__axis_draw_below(canvas, &x, panel, "song time, min:s");
    draw_rates(canvas, line, &x, &y);
    reel__canvas_line(canvas, (plot_point){ panel.x, reel__axis_at(&y, mean) },
                      (plot_point){ panel.x + panel.width, reel__axis_at(&y, mean) }, INK_TEXT, true);
    if (!line->outside) return;
    plot_label note = { "", 0 };
    reel__label_many(&note, line->outside, "value", "values");
    reel__label_text(&note, " not shown: no heart rate, or time out of range");
    reel__play_note(canvas, room, note.text);
}

static reel_status draw_heart(reel_canvas *canvas, const reel_replay *replay, reel_error *error)
{
    const reel_table *const tables[] = { &beatsaber_summaries, &beatsaber_heart_rates, NULL };
    const reel_replay *result;
    heart_line line = { 0 };
    reel_status status = reel__canvas_insight(canvas, &reel_insight_beatsaber, replay, tables, &result, error);
    if (status < 0) return status;
    if (open_line(&line, result))
        draw_line(canvas, replay, &line);
    else
        status = REEL_END;
    reel__canvas_drop(canvas, result);
    return status;
}

const reel_plot reel__plot_heart = {
    .id = "heart-rate",
    .name = "Heart rate over time",
    .doc = "Heart rate of the player, if a mod recorded it, with gaps where it is not known.",
    .formats = reel__play_formats,
    .draw = draw_heart,
};
