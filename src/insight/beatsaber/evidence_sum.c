/* SPDX-License-Identifier: MIT
 * The row "evidence": counts, differences, and the score from the motion. */
#include "insight/beatsaber/evidence.h"

#include <math.h>

typedef struct difference {
    uint8_t present; /* BEATSABER_HAS_...: what a row needs */
    bool capped;
    size_t value, other; /* offsets in beatsaber_cut; `other` SIZE_MAX: none */
    size_t median, most; /* offsets in beatsaber_evidence */
    uint8_t has;         /* of beatsaber_evidence */
} difference;

#define SAME(member) offsetof(beatsaber_cut, member), SIZE_MAX
#define OF(member) offsetof(beatsaber_evidence, member##_median), offsetof(beatsaber_evidence, member##_max)
static const difference differences[] = {
    { BEATSABER_HAS_FRAME, false, SAME(normal_difference), OF(normal), BEATSABER_HAS_DIFFERENCES },
    { BEATSABER_HAS_FRAME, false, SAME(plane_distance), OF(plane), BEATSABER_HAS_DIFFERENCES },
    { BEATSABER_HAS_CENTER, false, SAME(center_difference), OF(center), BEATSABER_HAS_NOTE_SPEED },
    { BEATSABER_HAS_SWING, true, offsetof(beatsaber_cut, before), offsetof(beatsaber_cut, motion_before), OF(before),
      BEATSABER_HAS_SWINGS },
    { BEATSABER_HAS_SWING, true, offsetof(beatsaber_cut, after), offsetof(beatsaber_cut, motion_after), OF(after),
      BEATSABER_HAS_SWINGS },
};

static float float_at(const void *row, size_t offset)
{
    float value;
    memcpy(&value, (const uint8_t *)row + offset, sizeof value);
    return value;
}

static void put_float(void *row, size_t offset, float value) { memcpy((uint8_t *)row + offset, &value, sizeof value); }

static float capped(float rating) { return rating > 1 ? 1 : rating > 0 ? rating : 0; }

static void sum_difference(evidence_result *result, const difference *what, play_key *keys)
{
    size_t count = 0;
    float most = 0;
    for (size_t i = 0; i < result->count; i++) {
        const beatsaber_cut *row = &result->rows[i];
        if (row->kind != BEATSABER_GOOD || !(row->present & what->present)) continue;
        float value = float_at(row, what->value);
        if (what->capped) value = fabsf(capped(value) - capped(float_at(row, what->other)));
        if (value > most) most = value;
        keys[count++] = (play_key){ play_key_of(value), 0 };
    }
    if (!count) return;
    put_float(&result->sum, what->median, play_median(keys, count));
    put_float(&result->sum, what->most, most);
    result->sum.present |= what->has;
}

/* The play with the points that the motion gives. */
static bool motion_score(play_state *play, evidence_result *result)
{
    play_state other = *play;
    other.notes = (play_list){ 0 };
    play_note *notes = play_list_grow(&other.notes, result->count + 1, sizeof *notes, &play->allocator);
    if (!notes) return false;
    other.notes.count = result->count;
    memcpy(notes, play->notes.data, result->count * sizeof *notes);
    for (size_t i = 0; i < result->count; i++) {
        const beatsaber_cut *row = &result->rows[i];
        if (notes[i].kind != BEATSABER_GOOD) continue;
        if (row->support == BEATSABER_NOT_SUPPORTED) {
            notes[i].kind = BEATSABER_MISS;
        } else if (row->support == BEATSABER_SUPPORTED) {
            notes[i].before = row->motion_points;
            notes[i].center = notes[i].after = 0;
        }
    }
    play_walk walk = { 0 };
    const bool done = play_walk_run(&walk, &other);
    result->sum.motion_score = walk.score;
    result->sum.present |= BEATSABER_HAS_MOTION_SCORE;
    play_walk_free(&walk, &play->allocator);
    play_list_free(&other.notes, &play->allocator);
    return done;
}

static bool event_score(play_state *play, evidence_result *result)
{
    play_state other = *play;
    play_walk walk = { 0 };
    const bool done = play_walk_run(&walk, &other);
    result->sum.event_score = walk.score;
    play_walk_free(&walk, &play->allocator);
    return done;
}

static void count_reasons(evidence_result *result)
{
    beatsaber_evidence *sum = &result->sum;
    for (int pass = 0; pass < 2 && !sum->first_reason; pass++) {
        uint32_t most = 0;
        for (size_t r = pass ? 1 : BEATSABER_BETWEEN_FRAMES; r < (pass ? BEATSABER_BETWEEN_FRAMES : BEATSABER_NO_NUMBERS + 1);
             r++) {
            if (result->reasons[r] <= most) continue;
            most = result->reasons[r];
            sum->first_reason = (uint8_t)r;
        }
    }
}

static void sum_fit(evidence_result *result)
{
    const evidence_fit *fit = &result->fit;
    beatsaber_evidence *sum = &result->sum;
    sum->note_speed = (float)fit->flight.speed;
    sum->note_height = (float)fit->flight.height;
    sum->tilted = fit->flight.tilted;
    sum->rounded = fit->rounded;
    if (sum->time_rate > 0) sum->present |= BEATSABER_HAS_RATE;
    for (size_t hand = 0; hand < 2; hand++) {
        sum->grip_angle[hand] = (float)space_angle(fit->grips[hand].ahead, swing_grip_plain.ahead);
        sum->grip_distance[hand] = (float)space_length(fit->grips[hand].hilt);
    }
}

bool evidence_sum(play_state *play, evidence_result *result)
{
    beatsaber_evidence *sum = &result->sum;
    sum->stated_score = play->stated_score;
    for (size_t i = 0; i < result->count; i++) {
        const beatsaber_cut *row = &result->rows[i];
        if (row->kind != BEATSABER_GOOD) continue;
        sum->good_cuts++;
        sum->supported += row->support == BEATSABER_SUPPORTED;
        sum->not_supported += row->support == BEATSABER_NOT_SUPPORTED;
        sum->undecidable += row->support == BEATSABER_UNDECIDABLE;
        sum->same_points += row->present & BEATSABER_HAS_MOTION_POINTS && row->points == row->motion_points;
    }
    count_reasons(result);
    sum_fit(result);
    play_list list = { 0 };
    play_key *keys = play_list_grow(&list, 2 * result->count + 2, sizeof *keys, &play->allocator);
    if (!keys) return false;
    for (size_t i = 0; i < sizeof differences / sizeof *differences; i++) sum_difference(result, &differences[i], keys);
    play_list_free(&list, &play->allocator);
    return event_score(play, result) && (sum->undecidable == sum->good_cuts || motion_score(play, result));
}
