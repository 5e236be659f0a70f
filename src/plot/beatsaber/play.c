/* SPDX-License-Identifier: MIT
 * Functions shared by the plots of Beat Saber plays. */
#include "play.h"

#include "core/memory.h"

#include <math.h>

const reel_format *const reel__play_formats[] = { &reel_format_bsor, &reel_format_scoresaber, &reel_format_scoresaber_json,
                                                  &reel_format_xror, NULL };
const plot_ink reel__play_inks[HANDS] = { INK_LEFT, INK_RIGHT };
const char *const reel__play_hands[HANDS] = { "Left hand", "Right hand" };

static void add_detail(plot_label *detail, const char *before, reel_string text)
{
    enum { MOST_BYTES = 72 };
    if (!text.size) return;
    if (detail->size) reel__label_text(detail, " \xC2\xB7 ");
    reel__label_text(detail, before);
    reel__label_string(detail, text, MOST_BYTES);
}

/* ScoreSaber's files have neither the name of the song nor that of the player. */
static void add_level(const reel_replay *replay, plot_label *detail)
{
    size_t count, decoded_count;
    const scoresaber_info *info = reel_rows(replay, &scoresaber_infos, &count);
    const scoresaber_json_info *decoded = reel_rows(replay, &scoresaber_json_infos, &decoded_count);
    if (count) {
        add_detail(detail, "", info->level_id);
        add_detail(detail, "with ", info->modifiers);
    } else if (decoded_count) {
        add_detail(detail, "", decoded->hash);
        add_detail(detail, "with ", decoded->modifiers);
    }
}

static void add_play(plot_label *detail, reel_string difficulty, reel_string player, reel_string mapper, reel_string modifiers)
{
    add_detail(detail, "", difficulty);
    add_detail(detail, "played by ", player);
    add_detail(detail, "mapped by ", mapper);
    add_detail(detail, "with ", modifiers);
}

plot_heading reel__play_heading(const reel_replay *replay, const char *description, double width, double height,
                                plot_label *detail)
{
    size_t count, recordings;
    const bsor_info *info = reel_rows(replay, &bsor_infos, &count);
    *detail = (plot_label){ "", 0 };
    plot_heading heading = {
        .width = width, .height = height, .title = string_of("Beat Saber play"), .description = description
    };
    const xror_info *recording = count ? NULL : reel_rows(replay, &xror_infos, &recordings);
    if (count) {
        if (info->song_name.size) heading.title = info->song_name;
        add_play(detail, info->difficulty, info->player_name, info->mapper, info->modifiers);
    } else if (recording) {
        if (recording->activity_name.size) heading.title = recording->activity_name;
        add_play(detail, recording->difficulty, recording->user_name, recording->mapper, recording->modifiers);
    } else {
        add_level(replay, detail);
    }
    heading.detail = (reel_string){ detail->text, detail->size };
    return heading;
}

void reel__play_note(reel_canvas *canvas, plot_box room, const char *text)
{
    reel__canvas_text(canvas, room.x, room.y + room.height + 8, AT_START, INK_WARN, text);
}

/* Whether the hand of an event has to be taken from its cut. */
static bool lacks_hands(const play_facts *facts)
{
    for (size_t i = 0; i < facts->event_count; i++)
        if (!(facts->events[i].present & BEATSABER_HAS_COLOR)) return true;
    return false;
}

reel_status reel__play_analyse(reel_canvas *canvas, const reel_replay *replay, play_need need, play_facts *facts,
                               reel_error *error)
{
    static const reel_table *const tables[] = { &beatsaber_summaries, &beatsaber_events, NULL };
    const bool sums = need != NEEDS_FRAMES; /* a scene shows none, and they need the motion of the whole play */
    *facts = (play_facts){ 0 };
    reel_status status =
        reel__canvas_insight(canvas, &reel_insight_beatsaber, replay, sums ? tables : tables + 1, &facts->result, error);
    if (status < 0) return status;
    size_t summaries;
    facts->summary = reel_rows(facts->result, &beatsaber_summaries, &summaries);
    facts->events = reel_rows(facts->result, &beatsaber_events, &facts->event_count);
    const bool collects = need != NEEDS_HANDS || lacks_hands(facts);
    if (collects && !reel__play_collect(replay, need == NEEDS_FRAMES, &canvas->allocator, &facts->collected))
        return reel__memory_fail(error);
    return (summaries || !sums) && facts->event_count ? REEL_OK : REEL_END;
}

void reel__play_facts_free(const reel_canvas *canvas, play_facts *facts)
{
    reel__canvas_drop(canvas, facts->result);
    reel__play_collected_free(&facts->collected, &canvas->allocator);
    *facts = (play_facts){ 0 };
}

const collected_cut *reel__play_cut_of(const play_facts *facts, const beatsaber_event *event)
{
    if (event->kind == BEATSABER_WALL || event->source_row >= facts->collected.cut_count) return NULL;
    const collected_cut *cut = &facts->collected.cuts[event->source_row];
    return cut->known ? cut : NULL;
}

play_side reel__play_side_of(const play_facts *facts, const beatsaber_event *event)
{
    if (event->present & BEATSABER_HAS_COLOR) return event->color ? RIGHT_HAND : LEFT_HAND;
    const collected_cut *cut = reel__play_cut_of(facts, event);
    return !cut ? HANDS : cut->right ? RIGHT_HAND : LEFT_HAND;
}

bool reel__play_time_usable(double time)
{
    static const double day = 86400;
    return fabs(time) <= day;
}

/* ---- histograms ------------------------------------------------------------------------------------------------- */

void reel__play_bins_add(play_bins *bins, play_side side, double value)
{
    double bin = floor((value - bins->first) / bins->width);
    if (side == HANDS || !(bin >= 0 && bin < (double)bins->used)) {
        bins->outside++;
        return;
    }
    bins->counts[side][(size_t)bin]++;
    bins->sum[side] += value;
}

uint64_t reel__play_bins_total(const play_bins *bins, play_side side)
{
    uint64_t total = 0;
    for (size_t i = 0; i < bins->used; i++) total += bins->counts[side][i];
    return total;
}

static void draw_bars(reel_canvas *canvas, const play_bins *bins, play_side side, const plot_axis *x, const plot_axis *y)
{
    reel__path_begin(canvas, PEN_FILL, reel__play_inks[side]);
    for (size_t i = bins->hidden; i < bins->used; i++) {
        if (!bins->counts[side][i]) continue;
        double left = reel__axis_at(x, bins->first + (double)i * bins->width);
        double right = reel__axis_at(x, bins->first + (double)(i + 1) * bins->width);
        double top = fmin(reel__axis_at(y, (double)bins->counts[side][i]), y->low - 1); /* a single value stays visible */
        reel__path_rect(canvas, (plot_box){ left + 0.5, top, right - left - 1, y->low - top });
    }
    reel__path_end(canvas);
}

static void draw_hand(reel_canvas *canvas, plot_box panel, const play_bins *bins, play_side side, double most, int decimals,
                      const char *unit, const char *name)
{
    plot_axis x = reel__axis_of(AXIS_NUMBER, bins->first + (double)bins->hidden * bins->width,
                                bins->first + (double)bins->used * bins->width, panel.x, panel.x + panel.width, 44, false);
    plot_axis y = reel__axis_of(AXIS_COUNT, 0, most, panel.y + panel.height, panel.y, 36, true);
    plot_label title = { "", 0 };
    uint64_t total = reel__play_bins_total(bins, side);
    double mean = bins->has_means ? bins->mean[side] : bins->sum[side] / (double)(total ? total : 1);
    reel__label_text(&title, reel__play_hands[side]);
    reel__label_text(&title, ": ");
    reel__label_many(&title, total, "cut", "cuts");
    if (total && !isnan(mean)) {
        reel__label_text(&title, ", mean (dashed) ");
        reel__label_number(&title, mean, decimals);
        reel__label_text(&title, unit);
    }
    reel__axis_draw_left(canvas, &y, panel, title.text);
    reel__axis_draw_below(canvas, &x, panel, name);
    draw_bars(canvas, bins, side, &x, &y);
    if (!total) return;
    double at = reel__axis_at(&x, mean);
    if (!(at >= panel.x && at <= panel.x + panel.width)) return;
    reel__canvas_line(canvas, (plot_point){ at, panel.y }, (plot_point){ at, panel.y + panel.height }, INK_TEXT, true);
}

void reel__play_bins_draw(reel_canvas *canvas, plot_box room, const play_bins *bins, int decimals, const char *unit,
                          const char *name)
{
    uint64_t most = 1;
    for (size_t side = 0; side < HANDS; side++)
        for (size_t i = 0; i < bins->used; i++)
            if (bins->counts[side][i] > most) most = bins->counts[side][i];
    double height = (room.height - 2 * AXIS_BELOW - 3 * AXIS_ABOVE) / 2;
    for (size_t side = 0; side < HANDS; side++) {
        plot_box panel = { room.x + AXIS_LEFT, room.y + AXIS_ABOVE + (double)side * (height + AXIS_BELOW + 1.5 * AXIS_ABOVE),
                           room.width - AXIS_LEFT, height };
        draw_hand(canvas, panel, bins, (play_side)side, (double)most, decimals, unit, side ? name : NULL);
    }
}
