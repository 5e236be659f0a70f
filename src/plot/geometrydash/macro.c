/* SPDX-License-Identifier: MIT
 * The plots of a macro: inputs over time, clicks per second, hold lengths. */
#include "macro.h"

#include <reel/macros.h>

#include <math.h>

enum { RIGHT_MARGIN = 24, PLAYERS = 2, BUTTON_LANES = 4, MOST_BINS = 60, LEAST_BINS = 10, MOST_COLUMNS = 1024 };

static const plot_ink player_inks[PLAYERS] = { INK_LEFT, INK_RIGHT };
static const char *const player_names[PLAYERS] = { "Player 1", "Player 2" };
static const char *const button_names[BUTTON_LANES] = { "no button", "jump", "left", "right" };
static const double longest_time = 86400; /* s: a day; later inputs are not drawn */

/* The results of the insight. */
typedef struct macro_facts {
    reel_canvas *canvas;
    const reel_replay *result;
    const geometrydash_summary *summary;
    const geometrydash_player *players; /* PLAYERS of them */
    const geometrydash_hold *holds;
    const geometrydash_click *clicks;
    size_t hold_count, click_count;
    const reel_replay *replay;
} macro_facts;

/* Runs the insight. Returns REEL_END if there are no presses. */
static reel_status analyse(reel_canvas *canvas, const reel_replay *replay, macro_facts *facts, reel_error *error)
{
    *facts = (macro_facts){ .canvas = canvas, .replay = replay };
    reel_status status = reel__canvas_insight(canvas, &reel_insight_geometrydash, replay, NULL, &facts->result, error);
    if (status < 0) return status;
    size_t summaries, players;
    facts->summary = reel_rows(facts->result, &geometrydash_summaries, &summaries);
    facts->players = reel_rows(facts->result, &geometrydash_players, &players);
    facts->holds = reel_rows(facts->result, &geometrydash_holds, &facts->hold_count);
    facts->clicks = reel_rows(facts->result, &geometrydash_clicks, &facts->click_count);
    if (summaries && players == PLAYERS && facts->click_count) return REEL_OK;
    reel__canvas_drop(canvas, facts->result);
    return REEL_END;
}

static void add_detail(plot_label *detail, const char *before, reel_string text)
{
    if (!text.size) return;
    if (detail->size) reel__label_text(detail, " \xC2\xB7 ");
    reel__label_text(detail, before);
    reel__label_string(detail, text, 72);
}

plot_heading reel__macro_name(const reel_replay *replay, plot_label *detail)
{
    size_t infos, infos_v1;
    const gdr_info *info = reel_rows(replay, &gdr_infos, &infos);
    const gdr_info_v1 *info_v1 = reel_rows(replay, &gdr_infos_v1, &infos_v1);
    plot_heading heading = { .width = 960, .title = string_of("Geometry Dash macro") };
    reel_string level = infos ? info->level_name : infos_v1 ? info_v1->level_name : string_of("");
    *detail = (plot_label){ "", 0 };
    if (level.size) heading.title = level;
    add_detail(detail, "by ", infos ? info->author : infos_v1 ? info_v1->author : string_of(""));
    add_detail(detail, "recorded with ", infos ? info->bot_name : infos_v1 ? info_v1->bot_name : string_of(""));
    heading.detail = (reel_string){ detail->text, detail->size };
    return heading;
}

static plot_heading heading_of(const macro_facts *facts, const char *description, double height, plot_label *detail)
{
    plot_heading heading = reel__macro_name(facts->replay, detail);
    heading.height = height;
    heading.description = description;
    if (detail->size) reel__label_text(detail, " \xC2\xB7 ");
    reel__label_number(detail, facts->summary->framerate, 0);
    reel__label_text(detail, " frames per second");
    heading.detail.size = detail->size;
    return heading;
}

static bool time_usable(double time) { return time >= 0 && time <= longest_time; }

static plot_axis time_axis(const macro_facts *facts, plot_box panel)
{
    double last = fmin(facts->summary->length, longest_time);
    return reel__axis_of(AXIS_CLOCK, 0, fmax(last, 1), panel.x, panel.x + panel.width, 64, false);
}

static plot_box panel_in(plot_box room)
{
    return (plot_box){ room.x + AXIS_LEFT, room.y + 1.5 * AXIS_ABOVE, room.width - AXIS_LEFT - RIGHT_MARGIN,
                       room.height - 1.5 * AXIS_ABOVE - AXIS_BELOW };
}

/* Draws the key of each player with `counts` above 0, and of the click limit if `limit`. */
static void draw_legend(const macro_facts *facts, plot_box panel, const uint64_t counts[PLAYERS], const char *one,
                        const char *many, const plot_pen pens[PLAYERS], bool limit)
{
    plot_label labels[PLAYERS];
    plot_key keys[PLAYERS + 1];
    size_t count = 0;
    for (int p = 0; p < PLAYERS; p++) {
        if (!counts[p]) continue;
        labels[p] = (plot_label){ "", 0 };
        reel__label_text(&labels[p], player_names[p]);
        reel__label_text(&labels[p], ": ");
        reel__label_many(&labels[p], counts[p], one, many);
        keys[count++] = (plot_key){ pens[p], player_inks[p], labels[p].text };
    }
    if (limit) keys[count++] = (plot_key){ PEN_DASH, INK_WARN, "limit of most lists: 15" };
    reel__legend_draw(facts->canvas, panel.x + panel.width, panel.y - 8, keys, count);
}

static void draw_press_legend(const macro_facts *facts, plot_box panel, const plot_pen pens[PLAYERS], bool limit)
{
    const uint64_t presses[PLAYERS] = { facts->players[0].presses, facts->players[1].presses };
    draw_legend(facts, panel, presses, "press", "presses", pens, limit);
}

/* ---- inputs over time ------------------------------------------------------------------------------------------- */

typedef struct macro_lane {
    uint8_t player2, button;
} macro_lane;

static size_t lanes_of(const macro_facts *facts, macro_lane lanes[PLAYERS * BUTTON_LANES])
{
    bool used[PLAYERS][BUTTON_LANES] = { { false } };
    size_t count = 0;
    for (size_t i = 0; i < facts->click_count; i++)
        if (facts->clicks[i].button < BUTTON_LANES) used[facts->clicks[i].player2][facts->clicks[i].button] = true;
    for (int p = 0; p < PLAYERS; p++)
        for (int b = 0; b < BUTTON_LANES; b++)
            if (used[p][b]) lanes[count++] = (macro_lane){ (uint8_t)p, (uint8_t)b };
    return count;
}

/* The span of a hold of a lane. Returns false if the hold is of another lane or its times are implausible. */
static bool hold_span(const macro_facts *facts, const geometrydash_hold *hold, const macro_lane *of, double *from, double *to)
{
    *from = hold->time;
    *to = hold->time + (double)hold->length / facts->summary->framerate;
    return hold->player2 == of->player2 && hold->button == of->button && time_usable(*from) && time_usable(*to);
}

/* Draws holds as bars; bars that touch are merged. */
static void draw_bars(const macro_facts *facts, const plot_axis *time, plot_box lane, const macro_lane *of)
{
    double from = -1, to = -1, start, end;
    reel__path_begin(facts->canvas, PEN_FILL, player_inks[of->player2]);
    for (size_t i = 0; i < facts->hold_count; i++) {
        if (!hold_span(facts, &facts->holds[i], of, &start, &end)) continue;
        double left = reel__axis_at(time, start), right = fmax(reel__axis_at(time, end), left + 0.6);
        if (left - to < 0.6 && from >= 0) {
            to = fmax(to, right);
            continue;
        }
        if (from >= 0) reel__path_rect(facts->canvas, (plot_box){ from, lane.y, to - from, lane.height });
        from = left;
        to = right;
    }
    if (from >= 0) reel__path_rect(facts->canvas, (plot_box){ from, lane.y, to - from, lane.height });
    reel__path_end(facts->canvas);
}

/* The time held in each column of a lane, as differences: a hold changes four values, however many columns it covers. */
typedef struct lane_density {
    double part[MOST_COLUMNS + 1];   /* of the columns in which holds begin and end, in columns */
    int64_t whole[MOST_COLUMNS + 1]; /* +1 where whole columns begin, -1 where they end */
    size_t columns;
} lane_density;

static void density_add(lane_density *density, double from, double to)
{
    double most = (double)density->columns;
    from = fmin(fmax(from, 0), most);
    to = fmin(fmax(to, 0), most);
    size_t first = (size_t)from, last = (size_t)to;
    if (first == last) {
        density->part[first] += to - from;
        return;
    }
    density->part[first] += (double)(first + 1) - from;
    density->part[last] += to - (double)last;
    density->whole[first + 1]++;
    density->whole[last]--;
}

/* Draws the share of each column of time in which the button was held. */
static void draw_density(const macro_facts *facts, const plot_axis *time, plot_box lane, const macro_lane *of)
{
    lane_density density = { .columns = MOST_COLUMNS };
    double scale = MOST_COLUMNS / (time->to - time->from), width = lane.width / MOST_COLUMNS, bottom = lane.y + lane.height;
    double start, end, last = -1;
    for (size_t i = 0; i < facts->hold_count; i++)
        if (hold_span(facts, &facts->holds[i], of, &start, &end))
            density_add(&density, (start - time->from) * scale, (end - time->from) * scale);
    reel__canvas_line(facts->canvas, (plot_point){ lane.x, lane.y }, (plot_point){ lane.x + lane.width, lane.y }, INK_GRID,
                      false);
    reel__canvas_line(facts->canvas, (plot_point){ lane.x, bottom }, (plot_point){ lane.x + lane.width, bottom }, INK_AXIS,
                      false);
    reel__path_begin(facts->canvas, PEN_FILL, player_inks[of->player2]);
    reel__path_move(facts->canvas, lane.x, bottom);
    int64_t whole = 0;
    for (size_t column = 0; column < MOST_COLUMNS; column++) {
        whole += density.whole[column];
        double share = fmin(density.part[column] + (double)whole, 1), x = lane.x + width * (double)column;
        if (fabs(share - last) < 0.01) continue;
        reel__path_line(facts->canvas, x, bottom - lane.height * fmax(last, 0));
        reel__path_line(facts->canvas, x, bottom - lane.height * share);
        last = share;
    }
    reel__path_line(facts->canvas, lane.x + lane.width, bottom - lane.height * fmax(last, 0));
    reel__path_line(facts->canvas, lane.x + lane.width, bottom);
    reel__path_end(facts->canvas);
}

static void name_lane(const macro_facts *facts, plot_box lane, const macro_lane *of, bool dense)
{
    plot_label label = { "", 0 };
    reel__label_text(&label, of->player2 ? "P2 " : "P1 ");
    reel__label_text(&label, button_names[of->button]);
    reel__canvas_text(facts->canvas, lane.x - 8, lane.y + lane.height / 2 + 4, AT_END, INK_TEXT, label.text);
    if (!dense) return;
    reel__canvas_text(facts->canvas, lane.x + lane.width + 6, lane.y + 8, AT_START, INK_MUTED, "100 %");
    reel__canvas_text(facts->canvas, lane.x + lane.width + 6, lane.y + lane.height, AT_START, INK_MUTED, "0 %");
}

/* Single bars cannot be distinguished if a lane has more of them than this. */
static bool is_dense(const macro_facts *facts, const macro_lane *lanes, size_t count)
{
    enum { MOST_BARS = 400 };
    for (size_t lane = 0; lane < count; lane++) {
        size_t bars = 0;
        for (size_t i = 0; i < facts->hold_count; i++)
            bars += facts->holds[i].player2 == lanes[lane].player2 && facts->holds[i].button == lanes[lane].button;
        if (bars > MOST_BARS) return true;
    }
    return false;
}

static void draw_inputs(const macro_facts *facts)
{
    enum { LANE = 40, DENSE_LANE = 76, GAP = 4, DENSE_GAP = 10, DENSE_MARGIN = 24 };
    static const plot_pen solid[PLAYERS] = { PEN_FILL, PEN_FILL };
    macro_lane lanes[PLAYERS * BUTTON_LANES];
    size_t count = lanes_of(facts, lanes);
    bool dense = is_dense(facts, lanes, count);
    plot_label detail;
    plot_heading heading = heading_of(
        facts, dense ? "The share of time for which each player held each button." : "When each player held each button.",
        170 + (dense ? DENSE_LANE : LANE) * (double)count, &detail);
    plot_box panel = panel_in(reel__canvas_begin(facts->canvas, &heading));
    if (dense) panel.width -= DENSE_MARGIN;
    plot_axis time = time_axis(facts, panel);
    reel__axis_draw_below(facts->canvas, &time, panel, "time, min:s");
    reel__canvas_text_bold(facts->canvas, panel.x, panel.y - 8, AT_START, INK_TEXT, dense ? "Share of time held" : "Button held");
    for (size_t i = 0; i < count; i++) {
        double height = panel.height / (double)count, gap = dense ? DENSE_GAP : GAP;
        plot_box lane = { panel.x, panel.y + height * (double)i + gap, panel.width, height - 2 * gap };
        (dense ? draw_density : draw_bars)(facts, &time, lane, &lanes[i]);
        name_lane(facts, lane, &lanes[i], dense);
    }
    draw_press_legend(facts, panel, solid, false);
}

/* ---- clicks per second ------------------------------------------------------------------------------------------ */

/* The presses in the last second as steps: up at each press, down one second later. */
typedef struct rate_walk {
    plot_series series;
    const plot_axis *time, *rate;
    double value;
} rate_walk;

static void rate_step(rate_walk *walk, double time, double value)
{
    double x = reel__axis_at(walk->time, time);
    reel__series_add(&walk->series, x, reel__axis_at(walk->rate, walk->value));
    reel__series_add(&walk->series, x, reel__axis_at(walk->rate, value));
    walk->value = value;
}

/* The next press of a player from row `i` on. */
static size_t next_click(const macro_facts *facts, uint8_t player2, size_t i)
{
    while (i < facts->click_count && (facts->clicks[i].player2 != player2 || !time_usable(facts->clicks[i].time))) i++;
    return i;
}

static void draw_rate(const macro_facts *facts, uint8_t player2, const plot_axis *time, const plot_axis *rate)
{
    rate_walk walk = { reel__series_of(facts->canvas), time, rate, 0 };
    size_t oldest = next_click(facts, player2, 0);
    reel__path_begin(facts->canvas, player2 ? PEN_DASH : PEN_LINE, player_inks[player2]);
    rate_step(&walk, 0, 0);
    for (size_t i = oldest; i < facts->click_count; i = next_click(facts, player2, i + 1)) {
        const geometrydash_click *click = &facts->clicks[i];
        for (; facts->clicks[oldest].time + 1 <= click->time; oldest = next_click(facts, player2, oldest + 1))
            rate_step(&walk, facts->clicks[oldest].time + 1, fmax(walk.value - 1, 0));
        rate_step(&walk, click->time, click->second);
    }
    for (; oldest < facts->click_count; oldest = next_click(facts, player2, oldest + 1))
        rate_step(&walk, facts->clicks[oldest].time + 1, fmax(walk.value - 1, 0));
    reel__series_end(&walk.series);
    reel__path_end(facts->canvas);
}

static void draw_clicks(const macro_facts *facts)
{
    static const plot_pen pens[PLAYERS] = { PEN_LINE, PEN_DASH };
    plot_label detail;
    plot_heading heading = heading_of(facts, "Presses of each player in the last second, over time.", 480, &detail);
    plot_box panel = panel_in(reel__canvas_begin(facts->canvas, &heading));
    uint64_t most = facts->players[0].most_presses > facts->players[1].most_presses ? facts->players[0].most_presses
                                                                                    : facts->players[1].most_presses;
    double end = fmin(facts->summary->length + 1, longest_time);
    plot_axis time = reel__axis_of(AXIS_CLOCK, 0, fmax(end, 1), panel.x, panel.x + panel.width, 64, false);
    plot_axis rate = reel__axis_of(AXIS_COUNT, 0, fmax((double)most, 4), panel.y + panel.height, panel.y, 36, true);
    reel__axis_draw_below(facts->canvas, &time, panel, "time, min:s");
    reel__axis_draw_left(facts->canvas, &rate, panel, "Presses, last second");
    bool limit = rate.to > GEOMETRYDASH_CLICK_LIMIT;
    if (limit) {
        double y = reel__axis_at(&rate, GEOMETRYDASH_CLICK_LIMIT);
        reel__canvas_line(facts->canvas, (plot_point){ panel.x, y }, (plot_point){ panel.x + panel.width, y }, INK_WARN, true);
    }
    reel__canvas_clip_begin(facts->canvas, (plot_box){ panel.x, panel.y - 2, panel.width, panel.height + 3 });
    for (int p = 0; p < PLAYERS; p++)
        if (facts->players[p].presses) draw_rate(facts, (uint8_t)p, &time, &rate);
    reel__canvas_clip_end(facts->canvas);
    draw_press_legend(facts, panel, pens, limit);
}

/* ---- holds ------------------------------------------------------------------------------------------------------ */

typedef struct hold_bins {
    uint64_t counts[PLAYERS][MOST_BINS], beyond;
    int64_t width; /* of a bin, in frames */
    size_t used;
    uint64_t most;
} hold_bins;

/* Chooses the smallest scale that holds all but one in fifty holds. */
static hold_bins bins_of(const macro_facts *facts)
{
    hold_bins bins = { .width = 1, .used = MOST_BINS };
    for (;; bins.width *= 2) {
        uint64_t beyond = 0;
        for (size_t i = 0; i < facts->hold_count; i++) beyond += facts->holds[i].length >= bins.width * MOST_BINS;
        if (beyond * 50 <= facts->hold_count || bins.width > INT64_MAX / (4 * MOST_BINS)) break;
    }
    for (size_t i = 0; i < facts->hold_count; i++) {
        int64_t bin = facts->holds[i].length / bins.width;
        if (bin < 0 || bin >= MOST_BINS) {
            bins.beyond++;
            continue;
        }
        uint64_t count = ++bins.counts[facts->holds[i].player2][bin];
        if (count > bins.most) bins.most = count;
    }
    while (bins.used > LEAST_BINS && !bins.counts[0][bins.used - 1] && !bins.counts[1][bins.used - 1]) bins.used--;
    return bins;
}

static void draw_holds(const macro_facts *facts)
{
    plot_label detail;
    plot_heading heading = heading_of(facts, "Number of holds by length, for each player.", 480, &detail);
    plot_box room = reel__canvas_begin(facts->canvas, &heading), panel = panel_in(room);
    hold_bins bins = bins_of(facts);
    plot_axis length =
        reel__axis_of(AXIS_COUNT, 0, (double)(bins.width * (int64_t)bins.used), panel.x, panel.x + panel.width, 64, false);
    plot_axis number = reel__axis_of(AXIS_COUNT, 0, fmax((double)bins.most, 4), panel.y + panel.height, panel.y, 36, true);
    reel__axis_draw_below(facts->canvas, &length, panel, "hold length, frames");
    reel__axis_draw_left(facts->canvas, &number, panel, "Holds");
    bool both = facts->players[0].holds && facts->players[1].holds;
    for (int p = 0; p < PLAYERS; p++) {
        reel__path_begin(facts->canvas, PEN_FILL, player_inks[p]);
        for (size_t b = 0; b < bins.used; b++) {
            if (!bins.counts[p][b]) continue;
            double left = reel__axis_at(&length, (double)((int64_t)b * bins.width)),
                   right = reel__axis_at(&length, (double)((int64_t)(b + 1) * bins.width));
            double half = (right - left) / (both ? PLAYERS : 1), x = left + (both ? half * p : 0),
                   top = reel__axis_at(&number, (double)bins.counts[p][b]);
            reel__path_rect(facts->canvas, (plot_box){ x, top, fmax(half - 0.6, 0.5), panel.y + panel.height - top });
        }
        reel__path_end(facts->canvas);
    }
    static const plot_pen solid[PLAYERS] = { PEN_FILL, PEN_FILL };
    const uint64_t holds[PLAYERS] = { facts->players[0].holds, facts->players[1].holds };
    draw_legend(facts, panel, holds, "hold", "holds", solid, false);
    if (!bins.beyond) return;
    plot_label note = { "", 0 };
    reel__label_many(&note, bins.beyond, "longer hold", "longer holds");
    reel__label_text(&note, " not shown");
    reel__canvas_text(facts->canvas, room.x, room.y + room.height + 8, AT_START, INK_WARN, note.text);
}

/* ---- the plots -------------------------------------------------------------------------------------------------- */

static reel_status draw_macro_plot(reel_canvas *canvas, const reel_replay *replay, reel_error *error, bool needs_holds,
                                   void (*picture)(const macro_facts *facts))
{
    macro_facts facts;
    reel_status status = analyse(canvas, replay, &facts, error);
    if (status != REEL_OK) return status;
    if (needs_holds && !facts.hold_count) {
        reel__canvas_drop(canvas, facts.result);
        return REEL_END;
    }
    picture(&facts);
    reel__canvas_drop(canvas, facts.result);
    return REEL_OK;
}

static reel_status draw_inputs_plot(reel_canvas *canvas, const reel_replay *replay, reel_error *error)
{
    return draw_macro_plot(canvas, replay, error, true, draw_inputs);
}
static reel_status draw_clicks_plot(reel_canvas *canvas, const reel_replay *replay, reel_error *error)
{
    return draw_macro_plot(canvas, replay, error, false, draw_clicks);
}
static reel_status draw_holds_plot(reel_canvas *canvas, const reel_replay *replay, reel_error *error)
{
    return draw_macro_plot(canvas, replay, error, true, draw_holds);
}

const reel_format *const reel__macro_formats[] = { &reel_format_gdr2, &reel_format_gdr1, &reel_format_gdr1_json, MACROS_FORMATS,
                                                   NULL };

const reel_plot reel__plot_macro_inputs = {
    .id = "inputs",
    .name = "Inputs over time",
    .doc = "when each player held each button",
    .formats = reel__macro_formats,
    .draw = draw_inputs_plot,
};
const reel_plot reel__plot_macro_clicks = {
    .id = "cps",
    .name = "Clicks per second",
    .doc = "presses of each player in the last second, over time",
    .formats = reel__macro_formats,
    .draw = draw_clicks_plot,
};
const reel_plot reel__plot_macro_holds = {
    .id = "holds",
    .name = "Hold lengths",
    .doc = "number of holds by length",
    .formats = reel__macro_formats,
    .draw = draw_holds_plot,
};
