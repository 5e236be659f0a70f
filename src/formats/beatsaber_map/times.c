/* SPDX-License-Identifier: MIT
 * From beats to seconds: pieces of constant tempo. Between two changes, t(b) = t0 + (b - b0) * 60 / bpm. */
#include "core/memory.h"
#include "core/rank.h"
#include "formats/beatsaber_map/level.h"

enum { MINUTE = 60 };

static bool is_finite(double value) { return value - value == 0; }

static bool comes_before(const void *items, size_t a, size_t b)
{
    const beatsaber_map_bpm_event *events = items;
    return events[a].beat < events[b].beat;
}

static bool counts(const beatsaber_map_bpm_event *event)
{
    return is_finite(event->beat) && is_finite(event->bpm) && event->bpm > 0;
}

/* Adds a tempo from a beat on: the time follows from the one before it. */
static void add_piece(map_tempo *tempo, double beat, double bpm)
{
    map_piece piece = { .beat = beat, .bpm = bpm };
    if (tempo->count) {
        const map_piece *last = &tempo->pieces[tempo->count - 1];
        piece.time = last->time + (beat - last->beat) * MINUTE / last->bpm;
    }
    tempo->pieces[tempo->count++] = piece;
}

/* Events before beat 0 would move the start of the song: until then the first tempo holds. */
static void add_events(map_reading *m, map_tempo *tempo, const beatsaber_map_bpm_event *events, const size_t *order, size_t count)
{
    const double bpm = m->song && m->song->bpm > 0 ? m->song->bpm : m->bpm;
    if (bpm > 0) add_piece(tempo, 0, bpm);
    for (size_t i = 0; i < count; i++) {
        const beatsaber_map_bpm_event *event = &events[order[i]];
        if (!counts(event)) {
            reel__bsmap_count_odd(m, MAP_ODD_TEMPO, NULL);
            continue;
        }
        if (!tempo->count && event->beat != 0) return; /* what was before is not known */
        if (tempo->count == 1 && event->beat == tempo->pieces[0].beat)
            tempo->pieces[0].bpm = event->bpm;
        else
            add_piece(tempo, event->beat, event->bpm);
    }
}

static reel_status make_tempo(map_reading *m, map_tempo *tempo)
{
    size_t count, *order = NULL;
    const beatsaber_map_bpm_event *events = reel__bsmap_rows(m, &beatsaber_map_bpm_events, &count);
    if (m->form == 4 && m->song) {
        events = m->song->regions;
        count = m->song->region_count;
    }
    tempo->pieces = reel__memory_new(&m->d->allocator, (count + 1) * sizeof *tempo->pieces);
    if (!tempo->pieces) return REEL_MEMORY;
    if (count) {
        const reel_status status = reel__rank_items(events, count, comes_before, &m->d->allocator, m->d->budget, &order);
        if (status < 0) return status;
    }
    m->section = beatsaber_map_bpm_events.name;
    add_events(m, tempo, events, order, count);
    reel__memory_drop(&m->d->allocator, order);
    return REEL_OK;
}

/* The piece of a beat: most often the one of the beat before, or the next. */
static size_t find_piece(const map_tempo *tempo, size_t from, double beat)
{
    const map_piece *pieces = tempo->pieces;
    size_t low = 0, high = tempo->count;
    if (from + 1 < high && pieces[from + 1].beat <= beat) from++;
    if (pieces[from].beat <= beat && (from + 1 == high || pieces[from + 1].beat > beat)) return from;
    while (high - low > 1) {
        const size_t middle = low + (high - low) / 2;
        if (pieces[middle].beat <= beat)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static double time_of(const map_tempo *tempo, size_t *piece, double beat)
{
    *piece = find_piece(tempo, *piece, beat);
    const map_piece *at = &tempo->pieces[*piece];
    return at->time + (beat - at->beat) * MINUTE / at->bpm;
}

/* A beat that is not a number has no time. */
static void give_time(const map_tempo *tempo, const reel_table *table, void *row, size_t pieces[2])
{
    const double beat = reel__bsmap_get(table, LIST_BEAT, row);
    map_row *any = row;
    if (!is_finite(beat)) return;
    *reel__bsmap_time(table, row) = time_of(tempo, &pieces[0], beat);
    *reel__bsmap_present(table, row) |= BEATSABER_MAP_HAS_TIME;
    if (table == &beatsaber_map_walls) any->wall.duration = time_of(tempo, &pieces[1], beat + any->wall.beats) - any->wall.time;
    if (table == &beatsaber_map_arcs) any->arc.tail_time = time_of(tempo, &pieces[1], any->arc.tail_beat);
    if (table == &beatsaber_map_chains) any->chain.tail_time = time_of(tempo, &pieces[1], any->chain.tail_beat);
}

reel_status reel__bsmap_give_times(map_reading *m)
{
    map_tempo tempo = { .count = 0 };
    const reel_status status = make_tempo(m, &tempo);
    for (size_t t = 0; t < MAP_LISTS && status == REEL_OK && tempo.count; t++) {
        const reel_table *table = reel__bsmap_lists[t];
        size_t count, pieces[2] = { 0, 0 };
        uint8_t *rows = reel__bsmap_rows(m, table, &count);
        for (size_t i = 0; i < count; i++) give_time(&tempo, table, rows + i * table->row_size, pieces);
    }
    reel__memory_drop(&m->d->allocator, tempo.pieces);
    return status;
}
