/* SPDX-License-Identifier: MIT
 * The plots of a macro: inputs over time, clicks per second, hold lengths. */
#include "macro.h"

#include <math.h>

enum { RIGHT_MARGIN = 24, PLAYERS = 2, BUTTON_LANES = 4, MOST_BINS = 60 };

static const plot_ink player_inks[PLAYERS] = { INK_LEFT, INK_RIGHT };
static const char *const player_names[PLAYERS] = { "Player 1", "Player 2" };
static const char *const button_names[BUTTON_LANES] = { "no button", "jump", "left", "right" };
static const double longest_time = 86400; /* s: a day; later inputs are not drawn */

/* The results of the insight. */
typedef struct macro_facts {
    reel_canvas *canvas;
    reel_replay *result;
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
    reel_status status = canvas_insight(canvas, &reel_insight_geometrydash, replay, NULL, &facts->result, error);
    if (status < 0) return status;
    size_t summaries, players;
    facts->summary = reel_rows(facts->result, &geometrydash_summaries, &summaries);
    facts->players = reel_rows(facts->result, &geometrydash_players, &players);
    facts->holds = reel_rows(facts->result, &geometrydash_holds, &facts->hold_count);
    facts->clicks = reel_rows(facts->result, &geometrydash_clicks, &facts->click_count);
    if (summaries && players == PLAYERS && facts->click_count) return REEL_OK;
    reel_free(facts->result);
    return REEL_END;
}

static void add_detail(plot_label *detail, const char *before, reel_string text)
{
    if (!text.size) return;
    if (detail->size) label_text(detail, " \xC2\xB7 ");
    label_text(detail, before);
    label_string(detail, text, 72);
}

static plot_heading heading_of(const macro_facts *facts, const char *description, double height, plot_label *detail)
{
    size_t infos, infos_v1;
    const gdr_info *info = reel_rows(facts->replay, &gdr_infos, &infos);
    const gdr_info_v1 *info_v1 = reel_rows(facts->replay, &gdr_infos_v1, &infos_v1);
    plot_heading heading = {
        .width = 960, .height = height, .title = string_of("Geometry Dash macro"), .description = description
    };
    reel_string level = infos ? info->level_name : infos_v1 ? info_v1->level_name : string_of("");
    *detail = (plot_label){ "", 0 };
    if (level.size) heading.title = level;
    add_detail(detail, "by ", infos ? info->author : infos_v1 ? info_v1->author : string_of(""));
    add_detail(detail, "recorded with ", infos ? info->bot_name : infos_v1 ? info_v1->bot_name : string_of(""));
    if (detail->size) label_text(detail, " \xC2\xB7 ");
    label_number(detail, facts->summary->framerate, 0);
    label_text(detail, " frames per second");
    heading.detail = (reel_string){ detail->text, detail->size };
    return heading;
}

static bool time_usable(double time) { return time >= 0 && time <= longest_time; }

static plot_axis time_axis(const macro_facts *facts, plot_box panel)
{
    double last = fmin(facts->summary->length, longest_time);
    return axis_of(AXIS_CLOCK, 0, fmax(last, 1), panel.x, panel.x + panel.width, 64, false);
}

static plot_box panel_in(plot_box room)
{
    return (plot_box){ room.x + AXIS_LEFT, room.y + 1.5 * AXIS_ABOVE, room.width - AXIS_LEFT - RIGHT_MARGIN,
                       room.height - 1.5 * AXIS_ABOVE - AXIS_BELOW };
}

static void draw_legend(const macro_facts *facts, plot_box panel)
{
    double x = panel.x + panel.width;
    for (int p = PLAYERS; p-- > 0;) {
        if (!facts->players[p].presses) continue;
        plot_label label = { "", 0 };
        label_text(&label, player_names[p]);
        label_text(&label, ": ");
        label_many(&label, facts->players[p].presses, "press", "presses");
        x -= text_width(label.text, 12) + 8;
        canvas_text(facts->canvas, x, panel.y - 8, AT_START, player_inks[p], label.text);
        x -= 16;
    }
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

/* Draws holds as bars; bars that touch are merged. */
static void draw_lane(const macro_facts *facts, const plot_axis *time, plot_box lane, const macro_lane *of)
{
    double from = -1, to = -1;
    path_begin(facts->canvas, PEN_FILL, player_inks[of->player2]);
    for (size_t i = 0; i < facts->hold_count; i++) {
        const geometrydash_hold *hold = &facts->holds[i];
        double end = hold->time + (double)hold->length / facts->summary->framerate;
        if (hold->player2 != of->player2 || hold->button != of->button || !time_usable(hold->time) || !time_usable(end)) continue;
        double left = axis_at(time, hold->time), right = fmax(axis_at(time, end), left + 0.6);
        if (left - to < 0.6 && from >= 0) {
            to = fmax(to, right);
            continue;
        }
        if (from >= 0) path_rect(facts->canvas, (plot_box){ from, lane.y + 4, to - from, lane.height - 8 });
        from = left;
        to = right;
    }
    if (from >= 0) path_rect(facts->canvas, (plot_box){ from, lane.y + 4, to - from, lane.height - 8 });
    path_end(facts->canvas);
    plot_label label = { "", 0 };
    label_text(&label, of->player2 ? "P2 " : "P1 ");
    label_text(&label, button_names[of->button]);
    canvas_text(facts->canvas, lane.x - 8, lane.y + lane.height / 2 + 4, AT_END, INK_TEXT, label.text);
}

static void draw_inputs(const macro_facts *facts)
{
    enum { LANE = 40 };
    macro_lane lanes[PLAYERS * BUTTON_LANES];
    size_t count = lanes_of(facts, lanes);
    plot_label detail;
    plot_heading heading = heading_of(facts, "When each player held each button.", 170 + LANE * (double)count, &detail);
    plot_box panel = panel_in(canvas_begin(facts->canvas, &heading));
    plot_axis time = time_axis(facts, panel);
    axis_grid_across(facts->canvas, &time, panel);
    axis_draw_below(facts->canvas, &time, panel, "time, min:s");
    for (size_t i = 0; i < count; i++) {
        double height = panel.height / (double)count;
        draw_lane(facts, &time, (plot_box){ panel.x, panel.y + height * (double)i, panel.width, height }, &lanes[i]);
    }
    draw_legend(facts, panel);
}

/* ---- clicks per second ------------------------------------------------------------------------------------------ */

static void draw_rate(const macro_facts *facts, uint8_t player2, const plot_axis *time, const plot_axis *rate)
{
    plot_series series = series_of(facts->canvas);
    path_begin(facts->canvas, player2 ? PEN_DASH : PEN_LINE, player_inks[player2]);
    double last = -2;
    for (size_t i = 0; i < facts->click_count; i++) {
        const geometrydash_click *click = &facts->clicks[i];
        if (click->player2 != player2 || !time_usable(click->time)) continue;
        if (click->time - last > 1) { /* a second without presses: the curve drops to 0 in between */
            if (last >= 0) series_add(&series, axis_at(time, last + 1), axis_at(rate, 0));
            series_add(&series, axis_at(time, click->time), axis_at(rate, 0));
        }
        series_add(&series, axis_at(time, click->time), axis_at(rate, (double)click->second));
        last = click->time;
    }
    series_end(&series);
    path_end(facts->canvas);
}

static void draw_clicks(const macro_facts *facts)
{
    plot_label detail;
    plot_heading heading = heading_of(facts, "Presses of each player in the second before each press.", 480, &detail);
    plot_box panel = panel_in(canvas_begin(facts->canvas, &heading));
    uint64_t most = facts->players[0].most_presses > facts->players[1].most_presses ? facts->players[0].most_presses
                                                                                    : facts->players[1].most_presses;
    plot_axis time = time_axis(facts, panel);
    plot_axis rate = axis_of(AXIS_NUMBER, 0, fmax((double)most, 4), panel.y + panel.height, panel.y, 36, true);
    axis_grid_across(facts->canvas, &time, panel);
    axis_draw_below(facts->canvas, &time, panel, "time, min:s");
    axis_draw_left(facts->canvas, &rate, panel, "Clicks per second");
    if (rate.to > GEOMETRYDASH_CLICK_LIMIT) {
        double y = axis_at(&rate, GEOMETRYDASH_CLICK_LIMIT);
        canvas_line(facts->canvas, (plot_point){ panel.x, y }, (plot_point){ panel.x + panel.width, y }, INK_WARN, true);
    }
    canvas_clip_begin(facts->canvas, panel);
    for (int p = 0; p < PLAYERS; p++)
        if (facts->players[p].presses) draw_rate(facts, (uint8_t)p, &time, &rate);
    canvas_clip_end(facts->canvas);
    draw_legend(facts, panel);
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
    return bins;
}

static void draw_holds(const macro_facts *facts)
{
    plot_label detail;
    plot_heading heading = heading_of(facts, "Number of holds by length, for each player.", 480, &detail);
    plot_box room = canvas_begin(facts->canvas, &heading), panel = panel_in(room);
    hold_bins bins = bins_of(facts);
    plot_axis length = axis_of(AXIS_NUMBER, 0, (double)(bins.width * MOST_BINS), panel.x, panel.x + panel.width, 64, false);
    plot_axis number = axis_of(AXIS_NUMBER, 0, fmax((double)bins.most, 4), panel.y + panel.height, panel.y, 36, true);
    axis_draw_below(facts->canvas, &length, panel, "hold length, frames");
    axis_draw_left(facts->canvas, &number, panel, "Holds");
    for (int p = 0; p < PLAYERS; p++) {
        path_begin(facts->canvas, PEN_FILL, player_inks[p]);
        for (size_t b = 0; b < bins.used; b++) {
            if (!bins.counts[p][b]) continue;
            double left = axis_at(&length, (double)((int64_t)b * bins.width)),
                   right = axis_at(&length, (double)((int64_t)(b + 1) * bins.width));
            double half = (right - left) / PLAYERS, top = axis_at(&number, (double)bins.counts[p][b]);
            path_rect(facts->canvas, (plot_box){ left + half * p, top, fmax(half - 0.6, 0.5), panel.y + panel.height - top });
        }
        path_end(facts->canvas);
    }
    draw_legend(facts, panel);
    if (!bins.beyond) return;
    plot_label note = { "", 0 };
    label_many(&note, bins.beyond, "longer hold", "longer holds");
    label_text(&note, " not shown");
    canvas_text(facts->canvas, room.x, room.y + room.height + 8, AT_START, INK_WARN, note.text);
}

/* ---- the plots -------------------------------------------------------------------------------------------------- */

static reel_status draw_macro_plot(reel_canvas *canvas, const reel_replay *replay, reel_error *error, bool needs_holds,
                                   void (*picture)(const macro_facts *facts))
{
    macro_facts facts;
    reel_status status = analyse(canvas, replay, &facts, error);
    if (status != REEL_OK) return status;
    if (needs_holds && !facts.hold_count) {
        reel_free(facts.result);
        return REEL_END;
    }
    picture(&facts);
    reel_free(facts.result);
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

static const reel_format *const formats[] = { &reel_format_gdr2, &reel_format_gdr1, &reel_format_gdr1_json, NULL };

const reel_plot plot_macro_inputs = {
    .id = "inputs",
    .name = "Inputs over time",
    .doc = "when each player held each button",
    .formats = formats,
    .draw = draw_inputs_plot,
};
const reel_plot plot_macro_clicks = {
    .id = "cps",
    .name = "Clicks per second",
    .doc = "presses per second of each player over time",
    .formats = formats,
    .draw = draw_clicks_plot,
};
const reel_plot plot_macro_holds = {
    .id = "holds",
    .name = "Hold lengths",
    .doc = "number of holds by length",
    .formats = formats,
    .draw = draw_holds_plot,
};
