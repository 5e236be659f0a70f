/* SPDX-License-Identifier: MIT
 * A play beside its map: how many notes come in a second, with those that were lost; and the accuracy of each tenth of the map. */
#include "play.h"

#ifndef REEL_WITHOUT_BEATSABER_MAP

#include <reel/beatsaber_map.h>

#include <math.h>

static const reel_format *const levels[] = { &reel_format_beatsaber_map, NULL };

/* What the insight says of the play and its map. */
typedef struct map_facts {
    const reel_replay *result;
    const beatsaber_level *level;
    const beatsaber_level_note *notes;
    const beatsaber_level_part *sections;
    size_t note_count, section_count;
} map_facts;

/* Returns REEL_END without a level, or if it is of other notes. */
static reel_status analyse(reel_canvas *canvas, const reel_replay *replay, map_facts *facts, reel_error *error)
{
    static const reel_table *const tables[] = { &beatsaber_levels, &beatsaber_level_notes, &beatsaber_level_sections, NULL };
    size_t count;
    *facts = (map_facts){ .note_count = 0 };
    if (!canvas->insight.level) return REEL_END;
    const reel_status status = reel__canvas_insight(canvas, &reel_insight_beatsaber, replay, tables, &facts->result, error);
    if (status < 0) return status;
    facts->level = reel_rows(facts->result, &beatsaber_levels, &count);
    facts->notes = reel_rows(facts->result, &beatsaber_level_notes, &facts->note_count);
    facts->sections = reel_rows(facts->result, &beatsaber_level_sections, &facts->section_count);
    if (count && facts->section_count) return REEL_OK; /* there are sections if the notes can be compared */
    reel__canvas_drop(canvas, facts->result);
    return REEL_END;
}

/* ---- the map -------------------------------------------------------------------------------------------------------- */

static bool is_drawn(const beatsaber_level_note *note)
{
    return note->present & BEATSABER_LEVEL_HAS_PATTERNS && reel__play_time_usable((double)note->time);
}

static void draw_density(reel_canvas *canvas, const map_facts *facts, const plot_axis *x, const plot_axis *y)
{
    plot_series line = reel__series_of(canvas);
    double last = -HUGE_VAL;
    reel__path_begin(canvas, PEN_LINE, INK_MAIN);
    for (size_t i = 0; i < facts->note_count; i++) {
        const beatsaber_level_note *note = &facts->notes[i];
        const double time = (double)note->time, top = reel__axis_at(y, (double)note->density), bottom = reel__axis_at(y, 0);
        if (!is_drawn(note)) continue;
        /* no notes come in a gap; one narrower than a unit cannot be seen */
        if (time - last > 1 && reel__axis_at(x, time) - reel__axis_at(x, last) > 1 && line.any) {
            reel__series_add(&line, reel__axis_at(x, last + 0.5), bottom);
            reel__series_add(&line, reel__axis_at(x, time - 0.5), bottom);
        }
        reel__series_add(&line, reel__axis_at(x, time), top);
        last = time;
    }
    reel__series_end(&line);
    reel__path_end(canvas);
}

/* What may be lost, and how it is shown. */
static const struct loss {
    uint8_t outcome;
    plot_shape shape;
    const char *one, *many;
} losses[] = {
    { BEATSABER_LEVEL_MISSED, SHAPE_CROSS, "miss (cross)", "misses (crosses)" },
    { BEATSABER_LEVEL_BAD, SHAPE_TRIANGLE, "bad cut (triangle)", "bad cuts (triangles)" },
    { BEATSABER_LEVEL_HIT, SHAPE_DISC, "bomb (disc)", "bombs (discs)" },
    { BEATSABER_LEVEL_NO_EVENT, SHAPE_BAR, "note without an event (bar)", "notes without an event (bars)" },
};
enum { LOSSES = sizeof losses / sizeof *losses };

static bool is_loss(const beatsaber_level_note *note, uint8_t outcome)
{
    return note->outcome == outcome && note->what != BEATSABER_LEVEL_WALL;
}

/* The ink of a hand; of bombs, that of text. */
static plot_ink ink_of(const beatsaber_level_note *note)
{
    return note->what == BEATSABER_LEVEL_BOMB ? INK_TEXT : reel__play_inks[note->color == RIGHT_HAND];
}

/* Marks of one kind, in one ink: one in each two units, so that the size of the picture is bounded. */
static void draw_losses(reel_canvas *canvas, const map_facts *facts, const struct loss *loss, plot_ink ink, const plot_axis *x,
                        const plot_axis *y)
{
    double last = -HUGE_VAL;
    reel__path_begin(canvas, loss->shape == SHAPE_CROSS || loss->shape == SHAPE_BAR ? PEN_LINE : PEN_FILL, ink);
    for (size_t i = 0; i < facts->note_count; i++) {
        const beatsaber_level_note *note = &facts->notes[i];
        if (!is_loss(note, loss->outcome) || ink_of(note) != ink || !reel__play_time_usable((double)note->time)) continue;
        const double at = reel__axis_at(x, (double)note->time);
        if (fabs(at - last) < 2) continue;
        last = at;
        reel__path_shape(canvas, loss->shape, at, reel__axis_at(y, (double)note->density), 4);
    }
    reel__path_end(canvas);
}

static uint64_t count_of(const map_facts *facts, uint8_t outcome)
{
    uint64_t count = 0;
    for (size_t i = 0; i < facts->note_count; i++) count += is_loss(&facts->notes[i], outcome);
    return count;
}

static void name_losses(const map_facts *facts, plot_label *name)
{
    bool any = false;
    reel__label_text(name, "Notes a second: ");
    for (size_t i = 0; i < LOSSES; i++) {
        const uint64_t count = count_of(facts, losses[i].outcome);
        if (!count) continue;
        if (any) reel__label_text(name, ", ");
        reel__label_many(name, count, losses[i].one, losses[i].many);
        any = true;
    }
    if (!any) reel__label_text(name, "nothing was lost");
}

static void map_axes(const map_facts *facts, plot_box panel, plot_axis *x, plot_axis *y)
{
    double from = HUGE_VAL, to = -HUGE_VAL, most = 1;
    for (size_t i = 0; i < facts->note_count; i++) {
        const beatsaber_level_note *note = &facts->notes[i];
        if (!reel__play_time_usable((double)note->time)) continue;
        from = fmin(from, (double)note->time);
        to = fmax(to, (double)note->time);
        most = fmax(most, (double)note->density);
    }
    *x = reel__axis_of(AXIS_CLOCK, from, to, panel.x, panel.x + panel.width, 64, false);
    *y = reel__axis_of(AXIS_COUNT, 0, most, panel.y + panel.height, panel.y, 36, true);
}

static plot_box panel_in(plot_box room)
{
    return (plot_box){ room.x + AXIS_LEFT, room.y + 1.5 * AXIS_ABOVE, room.width - AXIS_LEFT,
                       room.height - 2 * AXIS_ABOVE - AXIS_BELOW };
}

static reel_status draw_map(reel_canvas *canvas, const reel_replay *replay, reel_error *error)
{
    map_facts facts;
    plot_label detail, name = { "", 0 }, note = { "", 0 };
    const reel_status status = analyse(canvas, replay, &facts, error);
    if (status != REEL_OK) return status;
    plot_heading heading = reel__play_heading(
        replay, "Notes of the map in each second, with those that were missed or cut badly.", 1000, 400, &detail);
    const plot_box room = reel__canvas_begin(canvas, &heading), panel = panel_in(room);
    plot_axis x, y;
    map_axes(&facts, panel, &x, &y);
    name_losses(&facts, &name);
    reel__axis_draw_left(canvas, &y, panel, name.text);
    reel__axis_draw_below(canvas, &x, panel, "time in the map, min:s");
    draw_density(canvas, &facts, &x, &y);
    static const plot_ink inks[] = { INK_LEFT, INK_RIGHT, INK_TEXT };
    for (size_t i = 0; i < LOSSES; i++)
        for (size_t ink = 0; ink < sizeof inks / sizeof *inks; ink++) draw_losses(canvas, &facts, &losses[i], inks[ink], &x, &y);
    if (facts.level->not_reached) {
        reel__label_many(&note, facts.level->not_reached, "note was not reached", "notes were not reached");
        reel__play_note(canvas, room, note.text);
    }
    reel__canvas_drop(canvas, facts.result);
    return REEL_OK;
}

const reel_plot reel__plot_map = {
    .id = "map",
    .name = "Map with misses",
    .doc = "Notes of the map in each second, with those that were missed, cut badly or have no event. Needs the map.",
    .formats = reel__play_formats,
    .draw = draw_map,
    .levels = levels,
};

/* ---- sections ------------------------------------------------------------------------------------------------------- */

static double lowest_accuracy(const map_facts *facts)
{
    double lowest = 1;
    for (size_t i = 0; i < facts->section_count; i++)
        if (facts->sections[i].present & BEATSABER_PART_HAS_ACCURACY) lowest = fmin(lowest, (double)facts->sections[i].accuracy);
    return fmax(0, fmin(1, lowest));
}

/* What is written above a bar, and what below it. */
static void label_section(reel_canvas *canvas, const beatsaber_level_part *section, plot_box bar)
{
    plot_label value = { "", 0 }, lost = { "", 0 };
    const double middle = bar.x + bar.width / 2;
    if (section->present & BEATSABER_PART_HAS_ACCURACY) {
        reel__label_number(&value, 100 * (double)section->accuracy, 1);
        reel__label_text(&value, " %");
    } else {
        reel__label_text(&value, "\xE2\x80\x93");
    }
    reel__canvas_text(canvas, middle, bar.y - 6, AT_MIDDLE, INK_TEXT, value.text);
    if (section->missed + section->bad == 0) return;
    reel__label_count(&lost, (uint64_t)section->missed + section->bad);
    reel__label_text(&lost, " lost");
    reel__canvas_text(canvas, middle, bar.y + bar.height - 6, AT_MIDDLE, INK_PAPER, lost.text);
}

static void draw_bars(reel_canvas *canvas, const map_facts *facts, const plot_axis *x, const plot_axis *y)
{
    const double bottom = reel__axis_at(y, y->from);
    for (size_t i = 0; i < facts->section_count; i++) {
        const beatsaber_level_part *section = &facts->sections[i];
        if (!reel__play_time_usable((double)section->time) || !reel__play_time_usable((double)section->end_time)) continue;
        const double left = reel__axis_at(x, (double)section->time), right = reel__axis_at(x, (double)section->end_time);
        const bool known = section->present & BEATSABER_PART_HAS_ACCURACY;
        const double top = known ? reel__axis_at(y, fmin(1, (double)section->accuracy)) : bottom;
        const plot_box bar = { left + 2, top, fmax(1, right - left - 4), fmax(1, bottom - top) };
        if (known) reel__canvas_rect(canvas, bar, INK_MAIN);
        label_section(canvas, section, bar);
    }
}

static reel_status draw_sections(reel_canvas *canvas, const reel_replay *replay, reel_error *error)
{
    map_facts facts;
    plot_label detail;
    const reel_status status = analyse(canvas, replay, &facts, error);
    if (status != REEL_OK) return status;
    plot_heading heading = reel__play_heading(
        replay, "Accuracy in each tenth of the map: points of the cuts, of the greatest points of the notes that came.", 1000,
        360, &detail);
    const plot_box room = reel__canvas_begin(canvas, &heading), panel = panel_in(room);
    const beatsaber_level_part *first = facts.sections, *last = &facts.sections[facts.section_count - 1];
    const double from = reel__play_time_usable((double)first->time) ? (double)first->time : 0,
                 to = reel__play_time_usable((double)last->end_time) ? (double)last->end_time : 0;
    const plot_axis x = reel__axis_of(AXIS_CLOCK, from, to, panel.x, panel.x + panel.width, 64, false);
    const plot_axis y =
        reel__axis_of(AXIS_PERCENT, fmax(0, lowest_accuracy(&facts) - 0.1), 1, panel.y + panel.height, panel.y, 36, true);
    reel__axis_draw_left(canvas, &y, panel, "Accuracy of each tenth, without multiplier");
    reel__axis_draw_below(canvas, &x, panel, "time in the map, min:s");
    draw_bars(canvas, &facts, &x, &y);
    reel__canvas_drop(canvas, facts.result);
    return REEL_OK;
}

const reel_plot reel__plot_sections = {
    .id = "sections",
    .name = "Accuracy by section",
    .doc = "Accuracy of each tenth of the map. Needs the map.",
    .formats = reel__play_formats,
    .draw = draw_sections,
    .levels = levels,
};

#endif
