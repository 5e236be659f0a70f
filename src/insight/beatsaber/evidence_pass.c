/* SPDX-License-Identifier: MIT
 * One pass of a saber through a place is one cut. A place is a cell of the grid: its notes are in the same line and layer, and come one
 * after the other. Between two of them, the saber turns back, leaves the cell, or stays long enough for the next note. In 26,000 cuts of
 * honest plays no two were in one pass, and no two notes of a cell nearer to each other than 0.11 s of the song. Stacked notes, chains and
 * notes that follow each other closely may share a pass; how many there were, only the level can tell. */
#include "insight/beatsaber/evidence.h"

#include <math.h>

#define TURNED_BACK 20.0 /* degrees that the saber turns against the cut */
#define FAR_AWAY 1.35    /* m, of the blade from the centers of both notes: beyond the corners of their boxes */
#define LINGER 0.075     /* s of the room: a saber that is in the cell longer may cut the next note */
#define SAME_SPAWN 0.01f /* s, of notes that are one */

enum { STACK = 4 /* equal notes that maps stack */, CELLS = NOTE_LINES * NOTE_LAYERS };

static const reel__play_note *note_of(const evidence_judge *j, size_t at)
{
    return (const reel__play_note *)j->play->notes.data + at;
}

/* ---- start layers ----------------------------------------------------------------------------------------------- */

/* Of the notes of one time and line, the lowest starts in the lowest layer, the next one in the next. */
void reel__evidence_find_layers(const evidence_judge *j, play_key *keys)
{
    size_t count = 0;
    for (size_t i = 0; i < j->claim_count; i++) {
        const evidence_claim *claim = &j->claims[i];
        const bool placed = claim->known & BEATSABER_HAS_POSITION && claim->kind <= BEATSABER_MISS;
        if (placed) keys[count++] = (play_key){ (uint32_t)claim->line * NOTE_LAYERS + claim->layer, (uint32_t)i };
    }
    reel__play_sort(keys, keys + count, count);
    for (size_t i = 0; i < count; i++) keys[i].key = reel__play_key_of(j->claims[keys[i].index].spawn_time);
    reel__play_sort(keys, keys + count, count);
    uint8_t layer = 0;
    for (size_t i = 0; i < count; i++) {
        evidence_claim *claim = &j->claims[keys[i].index];
        const evidence_claim *before = i ? &j->claims[keys[i - 1].index] : NULL;
        if (!before || keys[i].key != keys[i - 1].key || before->line != claim->line)
            layer = 0;
        else if (before->layer != claim->layer)
            layer++;
        claim->start_layer = layer;
    }
}

/* ---- notes that are cut twice ----------------------------------------------------------------------------------- */

/* Which of them was the cut is unknown, so that none of them shows anything. */
void reel__evidence_mark_twice(const evidence_judge *j, play_key *keys)
{
    size_t count = 0, run = 0;
    for (size_t i = 0; i < j->claim_count; i++)
        if (j->claims[i].kind == BEATSABER_GOOD)
            keys[count++] = (play_key){ reel__play_key_of(j->claims[i].spawn_time), (uint32_t)i };
    reel__play_sort(keys, keys + count, count);
    for (size_t i = 0; i < count; i++) keys[i].key = note_of(j, keys[i].index)->id;
    reel__play_sort(keys, keys + count, count);
    for (size_t i = 1; i < count; i++) {
        evidence_claim *one = &j->claims[keys[i - 1].index];
        evidence_claim *two = &j->claims[keys[i].index];
        const bool same = keys[i].key == keys[i - 1].key && two->spawn_time - one->spawn_time < SAME_SPAWN;
        run = same ? run + 1 : 0;
        if (same && (run >= STACK || one->time != two->time || one->spawn_time != two->spawn_time))
            one->twice = two->twice = true;
    }
}

/* ---- passes ----------------------------------------------------------------------------------------------------- */

static double blade_distance(const swing_frame *frame, space_vec point)
{
    const space_vec hilt = space_of(&frame->hilt), blade = space_sub(space_of(&frame->tip), hilt), way = space_sub(point, hilt);
    const double along = space_dot(way, blade), at = along < 0 ? 0 : along > 1 ? 1 : along;
    return space_length(space_sub(way, space_scale(blade, at)));
}

/* Whether the saber came back between two cuts of one cell. Cost: the frames between them. */
static bool came_back(const evidence_judge *j, uint32_t one, uint32_t two)
{
    const evidence_claim *first = &j->claims[one], *second = &j->claims[two];
    const swing_frame *frames = j->frames[first->saber];
    const space_vec normal = space_of(&frames[first->frame].normal);
    const space_vec a = space_of(&j->result->rows[one].motion_center), b = space_of(&j->result->rows[two].motion_center);
    double back = 0;
    for (uint32_t at = first->frame + 1; at <= second->frame; at++) {
        const swing_frame *frame = &frames[at];
        if (frame->broken) continue;
        if (space_dot(space_of(&frame->normal), normal) < 0) back += (double)frame->angle;
        if (back >= TURNED_BACK || (blade_distance(frame, a) > FAR_AWAY && blade_distance(frame, b) > FAR_AWAY)) return true;
    }
    return false;
}

/* Whether two cuts of one cell, in order of time, are of one pass. Of those that cannot be compared, only the time tells. */
static bool is_one_pass(const evidence_judge *j, uint32_t one, uint32_t two)
{
    const beatsaber_cut *rows = j->result->rows;
    const uint8_t known = rows[one].present & rows[two].present;
    const double apart = (double)j->claims[two].cut_time - (double)j->claims[one].cut_time;
    if (!(apart < LINGER * j->result->fit.speed)) return false;
    return !(known & BEATSABER_HAS_CENTER) || !came_back(j, one, two);
}

/* All good cuts, also those that show nothing: else a cut whose frame is missing could be replaced by a better one of its pass. */
static size_t sort_cells(const evidence_judge *j, play_key *keys)
{
    size_t count = 0;
    for (size_t i = 0; i < j->claim_count; i++) {
        const evidence_claim *claim = &j->claims[i];
        note_spot spot;
        if (claim->kind == BEATSABER_GOOD && reel__evidence_spot(claim, &spot))
            keys[count++] = (play_key){ reel__play_key_of(claim->cut_time), (uint32_t)i };
    }
    reel__play_sort(keys, keys + count, count);
    for (size_t i = 0; i < count; i++) {
        const evidence_claim *claim = &j->claims[keys[i].index];
        keys[i].key = (uint32_t)claim->saber * CELLS + (uint32_t)claim->layer * NOTE_LINES + claim->line;
    }
    reel__play_sort(keys, keys + count, count);
    return count;
}

/* The cut counts with the first one of its pass. */
static void share(const evidence_judge *j, uint32_t first, uint32_t at)
{
    beatsaber_cut *leader = &j->result->rows[first], *row = &j->result->rows[at];
    if (row->least_points < leader->least_points) leader->least_points = row->least_points;
    row->least_points = 0;
    j->claims[at].shared = true;
    if (row->support != BEATSABER_SUPPORTED) return;
    row->support = BEATSABER_UNDECIDABLE;
    row->reason = BEATSABER_SHARED_PASS;
}

void reel__evidence_share_passes(const evidence_judge *j, play_key *keys)
{
    const size_t count = sort_cells(j, keys);
    uint32_t first = 0;
    for (size_t i = 0; i < count; i++) {
        const uint32_t at = keys[i].index;
        const bool same = i && keys[i].key == keys[i - 1].key && is_one_pass(j, keys[i - 1].index, at);
        if (same)
            share(j, first, at);
        else
            first = at;
    }
}
