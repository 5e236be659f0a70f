/* SPDX-License-Identifier: MIT
 * The row "evidence": counts, differences, and the score from the motion. */
#include "insight/beatsaber/evidence.h"
#include "insight/beatsaber/walk.h"

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
        keys[count++] = (play_key){ reel__play_key_of(value), 0 };
    }
    if (!count) return;
    put_float(&result->sum, what->median, reel__play_median(keys, count));
    put_float(&result->sum, what->most, most);
    result->sum.present |= what->has;
}

/* ---- scores ----------------------------------------------------------------------------------------------------- */

bool reel__evidence_score_of(const play_state *play, const reel__play_note *notes, size_t count, int64_t *score)
{
    play_state other = *play;
    play_walk walk = { 0 };
    other.notes = (play_list){ (void *)(uintptr_t)notes, count, count };
    other.wants_sums = false;
    const bool done = reel__play_walk_run(&walk, &other);
    *score = walk.score;
    reel__play_walk_free(&walk, &play->allocator);
    return done;
}

/* s of the song from the time of a note to that of its fault: 0.18 at most in honest plays. A miss has its event 0.15 s behind. */
#define FAULT_TIME 0.25f
#define MISS_TIME 0.15f

/* A fault that is stated at another time than its note, where a combo loses less, counts at that of the note. */
static void put_fault(reel__play_note *note)
{
    if (note->time >= note->spawn_time - FAULT_TIME && note->time <= note->spawn_time + FAULT_TIME) return;
    if (isfinite(note->spawn_time)) note->time = note->spawn_time + (note->kind == BEATSABER_MISS ? MISS_TIME : 0);
}

/* A cut that is supported may be worth nothing; another one that shows nothing is a miss. */
static void put_shown(reel__play_note *note, const beatsaber_cut *row, uint8_t points)
{
    if (note->kind != BEATSABER_GOOD) {
        put_fault(note);
        return;
    }
    if (!points && row->support != BEATSABER_SUPPORTED) note->kind = BEATSABER_MISS;
    note->center = points;
    note->before = note->after = 0;
}

/* Events of one time count in the order of their notes. Of good cuts, any order is taken to be possible, and of a fault whose note is not
 * the earliest, that it came before or after them: what is worth the least counts, so that the order of rows has no part in it. */
enum { FAULTS_FIRST, FAULTS_LAST, AS_GIVEN, ORDERS };

static bool is_shown(const evidence_judge *j, size_t at)
{
    return ((const reel__play_note *)j->play->notes.data)[at].kind == BEATSABER_GOOD && j->result->rows[at].least_points;
}

/* Marks faults whose notes are before those of all cuts of the same time. */
static void mark_early_faults(const evidence_judge *j, play_key *keys)
{
    for (size_t i = 0; i < j->claim_count; i++) keys[i] = (play_key){ reel__play_key_of(j->claims[i].time), (uint32_t)i };
    reel__play_sort(keys, keys + j->claim_count, j->claim_count);
    for (size_t i = 0, end; i < j->claim_count; i = end) {
        float first = INFINITY;
        for (end = i; end < j->claim_count && keys[end].key == keys[i].key; end++)
            if (is_shown(j, keys[end].index)) first = fminf(first, j->claims[keys[end].index].spawn_time);
        for (size_t k = i; k < end; k++)
            j->claims[keys[k].index].early = !is_shown(j, keys[k].index) && j->claims[keys[k].index].spawn_time < first;
    }
}

static void sort_events(const evidence_judge *j, int order, play_key *keys)
{
    const uint32_t first = 0, shown = 256, last = 512;
    for (size_t i = 0; i < j->claim_count; i++) {
        const uint32_t fault = order == FAULTS_FIRST || j->claims[i].early ? first : last;
        const uint32_t key = is_shown(j, i) ? shown - j->result->rows[i].least_points : fault;
        keys[i] = (play_key){ order == AS_GIVEN ? 0 : key, (uint32_t)i };
    }
    reel__play_sort(keys, keys + j->claim_count, j->claim_count);
}

static bool least_score(const evidence_judge *j, reel__play_note *shown, play_key *keys)
{
    const reel__play_note *notes = j->play->notes.data;
    int64_t *least = &j->result->sum.motion_score;
    mark_early_faults(j, keys);
    for (int order = 0; order < ORDERS; order++) {
        size_t count = 0;
        int64_t score;
        sort_events(j, order, keys);
        for (size_t i = 0; i < j->claim_count; i++) {
            const uint32_t at = keys[i].index;
            if (j->claims[at].shared) continue;
            shown[count] = notes[at];
            put_shown(&shown[count++], &j->result->rows[at], j->result->rows[at].least_points);
        }
        if (!reel__evidence_score_of(j->play, shown, count, &score)) return false;
        if (!order || score < *least) *least = score;
    }
    return true;
}

static bool motion_scores(const evidence_judge *j, play_key *keys)
{
    evidence_result *result = j->result;
    const reel__play_note *notes = j->play->notes.data;
    play_list list = { 0 };
    reel__play_note *shown = reel__play_list_grow(&list, result->count + 1, sizeof *shown, &j->play->allocator);
    if (!shown) return false;
    bool done = least_score(j, shown, keys);
    for (size_t i = 0; i < result->count; i++) {
        shown[i] = notes[i];
        put_shown(&shown[i], &result->rows[i], result->rows[i].most_points);
    }
    done = done && reel__evidence_score_of(j->play, shown, result->count, &result->sum.motion_score_most);
    result->sum.present |= BEATSABER_HAS_MOTION_SCORE;
    reel__play_list_free(&list, &j->play->allocator);
    return done && reel__evidence_score_of(j->play, notes, result->count, &result->sum.event_score);
}

/* ---- the play --------------------------------------------------------------------------------------------------- */

bool reel__evidence_is_against(const beatsaber_evidence *sum)
{
    return sum->not_supported >= EVIDENCE_LEAST &&
           (!sum->rounded || (uint64_t)sum->not_supported * EVIDENCE_ROUNDED_SHARE >= sum->good_cuts);
}

/* In honest plays, one cut in some thousands has points that round the other way. */
enum { ROUNDING = 8, ROUNDED_CUTS = 500, NEXT_TO_NOTHING = 20 /* part of the score */ };

static beatsaber_play_support support_of(const play_state *play, const beatsaber_evidence *sum)
{
    const int64_t stated = play->has_stated_score && sum->stated_score > sum->event_score ? sum->stated_score : sum->event_score;
    const int64_t slack = ROUNDING + (int64_t)(8 * (sum->good_cuts / ROUNDED_CUTS));
    if (reel__evidence_is_against(sum) || sum->slowed_frames || sum->repeated_frames) return BEATSABER_CONTRADICTS;
    if (sum->motion_score <= stated / NEXT_TO_NOTHING) return BEATSABER_SHOWS_NOTHING;
    return sum->not_supported == 0 && sum->motion_score + slack >= stated ? BEATSABER_SHOWS_ALL : BEATSABER_SHOWS_PART;
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
    sum->rounded = fit->rounding.position > 0 || fit->rounding.rotation > 0;
    if (sum->time_rate > 0) sum->present |= BEATSABER_HAS_RATE;
    for (size_t hand = 0; hand < 2; hand++) {
        sum->grip_angle[hand] = (float)reel__space_angle(fit->grips[hand].ahead, reel__swing_grip_plain.ahead);
        sum->grip_distance[hand] = (float)space_length(fit->grips[hand].hilt);
    }
}

bool reel__evidence_sum(const evidence_judge *j, play_key *keys)
{
    evidence_result *result = j->result;
    beatsaber_evidence *sum = &result->sum;
    sum->stated_score = j->play->stated_score;
    sum->odd_frames = j->play->evidence.odd_frames;
    for (size_t i = 0; i < result->count; i++) {
        const beatsaber_cut *row = &result->rows[i];
        if (row->kind != BEATSABER_GOOD) continue;
        result->reasons[row->reason]++;
        sum->good_cuts++;
        sum->supported += row->support == BEATSABER_SUPPORTED;
        sum->not_supported += row->support == BEATSABER_NOT_SUPPORTED;
        sum->undecidable += row->support == BEATSABER_UNDECIDABLE;
        sum->same_points += row->present & BEATSABER_HAS_MOTION_POINTS && row->points == row->motion_points;
    }
    count_reasons(result);
    sum_fit(result);
    for (size_t i = 0; i < sizeof differences / sizeof *differences; i++) sum_difference(result, &differences[i], keys);
    if (!motion_scores(j, keys)) return false;
    sum->support = (uint8_t)support_of(j->play, sum);
    return true;
}
