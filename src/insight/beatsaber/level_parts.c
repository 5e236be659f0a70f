/* SPDX-License-Identifier: MIT
 * What was scored of parts of a map: its sections, lanes, patterns and directions, and its notes by what became of them. Points are without
 * multiplier: it depends on the notes before, which are of other parts. */
#include "insight/beatsaber/level.h"

#ifndef REEL_WITHOUT_BEATSABER_MAP

enum { SECTIONS = 10, LANES = 4, PATTERNS = 6, DIRECTIONS = 9, OUTCOMES = 3, MOST_PARTS = SECTIONS };

/* The sums of one part. */
typedef struct part_sums {
    uint32_t notes, cut, bad, missed, intervals, densities;
    int64_t points, cut_most, most; /* of cuts; the greatest of the notes that were cut; of all that were scored */
    double interval, density;
} part_sums;

static void add_to(part_sums *sums, const play_state *play, const level_object *object)
{
    const reel__play_note *notes = play->notes.data;
    const int most = beatsaber_max_points(object->scoring);
    sums->notes++;
    if (object->interval > 0) {
        sums->interval += (double)object->interval;
        sums->intervals++;
    }
    if (object->density > 0) {
        sums->density += (double)object->density;
        sums->densities++;
    }
    sums->bad += object->outcome == BEATSABER_LEVEL_BAD;
    sums->missed += object->outcome == BEATSABER_LEVEL_MISSED;
    if (object->outcome > BEATSABER_LEVEL_MISSED) return; /* not scored */
    sums->most += most;
    if (object->outcome != BEATSABER_LEVEL_CUT) return;
    const reel__play_note *note = &notes[object->event];
    sums->cut++;
    sums->points += note->before + note->center + note->after;
    sums->cut_most += most;
}

static beatsaber_level_part row_of(const part_sums *sums, size_t part)
{
    beatsaber_level_part row = {
        .notes = sums->notes, .cut = sums->cut, .bad = sums->bad, .missed = sums->missed, .part = (uint8_t)part
    };
    if (sums->most) {
        row.accuracy = (float)((double)sums->points / (double)sums->most);
        row.present |= BEATSABER_PART_HAS_ACCURACY;
    }
    if (sums->cut_most) {
        row.cut_accuracy = (float)((double)sums->points / (double)sums->cut_most);
        row.present |= BEATSABER_PART_HAS_CUT_ACCURACY;
    }
    if (sums->intervals) {
        row.interval = (float)(sums->interval / sums->intervals);
        row.present |= BEATSABER_PART_HAS_INTERVAL;
    }
    if (sums->densities) {
        row.density = (float)(sums->density / sums->densities);
        row.present |= BEATSABER_PART_HAS_DENSITY;
    }
    return row;
}

/* ---- which parts a note is of --------------------------------------------------------------------------------------- */

/* The span of the notes, in s. */
typedef struct level_span {
    double first, last;
} level_span;

/* A mask of the parts. */
typedef uint32_t parts_of(const level_object *object, const level_span *span);

static bool is_plain(const level_object *object) { return object->what == BEATSABER_LEVEL_NOTE; }

static uint32_t section_of(const level_object *object, const level_span *span)
{
    const double length = span->last - span->first, at = ((double)object->time - span->first) * SECTIONS;
    const uint32_t section = length > 0 ? (uint32_t)(at / length) : 0;
    return 1u << (section < SECTIONS ? section : SECTIONS - 1);
}

static uint32_t lane_of(const level_object *object, const level_span *span)
{
    (void)span;
    return is_plain(object) && object->line >= 0 && object->line < LANES ? 1u << object->line : 0;
}

static uint32_t patterns_of(const level_object *object, const level_span *span)
{
    (void)span;
    if (!is_plain(object)) return 0;
    return object->patterns ? object->patterns : 1u << BEATSABER_PATTERN_OTHER;
}

static uint32_t direction_of(const level_object *object, const level_span *span)
{
    (void)span;
    return is_plain(object) && object->direction >= 0 && object->direction < DIRECTIONS ? 1u << object->direction : 0;
}

static uint32_t outcome_of(const level_object *object, const level_span *span)
{
    (void)span;
    return is_plain(object) && object->outcome < OUTCOMES ? 1u << object->outcome : 0;
}

static const struct {
    const reel_table *table;
    parts_of *parts;
    size_t count;
} kinds[] = {
    { &beatsaber_level_sections, section_of, SECTIONS },  { &beatsaber_level_lanes, lane_of, LANES },
    { &beatsaber_level_patterns, patterns_of, PATTERNS }, { &beatsaber_level_directions, direction_of, DIRECTIONS },
    { &beatsaber_level_outcomes, outcome_of, OUTCOMES },
};

static level_span span_of(const level_object *objects, size_t count)
{
    level_span span = { 0, 0 };
    bool any = false;
    for (size_t i = 0; i < count; i++) {
        if (objects[i].what == BEATSABER_LEVEL_BOMB) continue;
        if (!any) span.first = (double)objects[i].time;
        span.last = (double)objects[i].time;
        any = true;
    }
    return span;
}

static void place_section(beatsaber_level_part *row, const level_span *span)
{
    const double length = span->last - span->first;
    row->time = (float)(span->first + length * row->part / SECTIONS);
    row->end_time = (float)(span->first + length * (row->part + 1) / SECTIONS);
}

static bool add_rows(const play_state *play, const level_result *result, size_t kind, const level_span *span, reel_row_list *list)
{
    part_sums sums[MOST_PARTS] = { { 0 } };
    const level_object *objects = result->match.map.objects.data;
    for (size_t i = 0; i < result->match.map.objects.count; i++) {
        if (objects[i].what == BEATSABER_LEVEL_BOMB) continue;
        const uint32_t parts = kinds[kind].parts(&objects[i], span);
        for (size_t part = 0; parts >> part; part++)
            if (parts >> part & 1) add_to(&sums[part], play, &objects[i]);
    }
    for (size_t part = 0; part < kinds[kind].count; part++) {
        beatsaber_level_part row = row_of(&sums[part], part), *room = reel_row_add(list);
        if (kinds[kind].table == &beatsaber_level_sections) place_section(&row, span);
        if (!room) return false;
        *room = row;
    }
    return true;
}

bool reel__level_parts(const play_state *play, const level_result *result, reel_chunk *rows)
{
    const uint8_t fit = result->sum.fit;
    const bool known = fit == BEATSABER_LEVEL_FITS || fit == BEATSABER_LEVEL_OTHER || fit == BEATSABER_LEVEL_MIRRORED;
    const level_span span = span_of(result->match.map.objects.data, result->match.map.objects.count);
    bool done = true;
    if (!known || !result->decidable || !result->sum.notes) return true;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds && done; i++) {
        reel_row_list *list = reel_chunk_table(rows, kinds[i].table);
        done = !list || add_rows(play, result, i, &span, list);
    }
    return done;
}

#endif
