/* SPDX-License-Identifier: MIT
 * The sums over notes: per hand, grid cell and scoring type. docs/insight/beatsaber.md, "Hands and grid cells". */
#include "insight/beatsaber/play.h"
#include "insight/beatsaber/evidence.h"
#include "insight/beatsaber/frames.h"
#include "insight/beatsaber/motion.h"

#include <math.h>

/* Ratings of this value and above are measurement errors and excluded from means. */
#define RATING_LIMIT 5.0f

/* Adds a value to a sum. Non-finite values are counted; the convention "game" also excludes them from the sum. */
static void add_finite(play_state *play, float *sum, uint32_t *count, float value)
{
    if (!isfinite(value)) {
        play->not_finite++;
        if (!play->server) return;
    }
    *sum += value;
    ++*count;
}

/* Adds one part of a swing: its rating, and its points if the rating counts. */
static void add_swing(play_state *play, float *ratings, float *points, uint32_t *count, float rating, int earned)
{
    uint32_t before = *count;
    if (rating < RATING_LIMIT)
        add_finite(play, ratings, count, rating);
    else if (isnan(rating))
        play->not_finite++;
    if (*count != before) *points += (float)earned;
}

static void add_good_cut(play_state *play, const reel__play_note *note, const play_cut *cut)
{
    const play_traits *traits = reel__play_traits_of(note->scoring);
    int points = note->before + note->center + note->after;
    beatsaber_scoring *scoring = &play->scorings[note->scoring];
    scoring->good_cuts++;
    scoring->points += points;
    play_sums *sums = note->hand == NO_HAND ? NULL : &play->cuts[note->hand];
    if (sums) {
        beatsaber_hand *hand = &play->hands[note->hand];
        hand->good_cuts++;
        hand->points += points;
        hand->full_cuts += points == traits->max;
        if (cut->no_deviation)
            play->not_finite++;
        else if (!play->no_cuts)
            add_finite(play, &sums->timing, &sums->timings, cut->time_deviation);
    }
    if (points == 0) return;
    if (traits->has_center && note->cell != NO_CELL) {
        play->cells[note->cell].count++;
        play->cell_sums[note->cell] += (float)points;
        if (sums) {
            play->cells[note->cell].count_by_hand[note->hand]++;
            play->cell_hand_sums[note->cell][note->hand] += (float)points;
        }
    }
    if (!sums) return;
    if (play->no_cuts) {
        sums->points += (float)points;
        sums->points_count++;
        return;
    }
    if (traits->has_before)
        add_swing(play, &sums->preswing, &sums->before, &sums->befores, note->before_cut_rating, note->before);
    if (traits->has_after) add_swing(play, &sums->postswing, &sums->after, &sums->afters, note->after_cut_rating, note->after);
    if (!traits->has_center) return;
    /* A chain head earns nothing for the swing after the cut: 30 extra points make it comparable. */
    sums->points += (float)(points + (traits->after_max ? 0 : 30) + (traits->before_max ? 0 : 70));
    sums->center += (float)note->center;
    sums->points_count++;
    add_finite(play, &sums->time_dependence, &sums->time_dependences, fabsf(cut->normal.z));
}

static void add_fault(play_state *play, const reel__play_note *note, const play_cut *cut)
{
    beatsaber_scoring *scoring = &play->scorings[note->scoring];
    if (note->kind == BEATSABER_BAD) {
        scoring->bad_cuts++;
        /* the cuts of bad ones are memory that some headsets never filled: the note tells the hand */
        play->hands[play->server || note->hand == NO_HAND ? cut->saber : note->hand].bad_cuts++;
    } else {
        scoring->misses++;
        if (note->hand != NO_HAND) play->hands[note->hand].misses++;
    }
    if (note->cell != NO_CELL) play->cells[note->cell].faults++;
}

static bool collect_cut(play_state *play, const reel__play_note *note, const play_cut *cut)
{
    play_list *cuts = &play->collected.cuts;
    const size_t first = cuts->count;
    if (play->no_cuts || cut->missing || (note->kind != BEATSABER_GOOD && note->kind != BEATSABER_BAD)) return true;
    if (note->row >= first) { /* notes come in the order of their times */
        collected_cut *added = reel__play_list_grow(cuts, note->row + 1 - first, sizeof *added, &play->allocator);
        if (!added) return false;
        memset(added, 0, (note->row + 1 - first) * sizeof *added);
    }
    ((collected_cut *)cuts->data)[note->row] = (collected_cut){ .time_deviation = cut->no_deviation ? NAN : cut->time_deviation,
                                                                .known = true,
                                                                .right = cut->saber == RIGHT };
    return true;
}

bool reel__play_add_note(play_state *play, const reel__play_note *note, const play_cut *cut)
{
    if (play->collected.wanted) return collect_cut(play, note, cut);
    if (play->signs.wanted) return note->kind != BEATSABER_GOOD || reel__play_sign_cut(play, note->scoring, cut);
    if (play->physics.wanted) return reel__play_physics_cut(play, note, cut);
    if (play->stills.wanted && note->kind == BEATSABER_GOOD) {
        play_cut_time *time = reel__play_list_grow(&play->cut_times, 1, sizeof *time, &play->allocator);
        if (!time) return false;
        *time = (play_cut_time){ .time = note->time, .saber = cut->saber };
    }
    reel__play_note *own = reel__play_list_grow(&play->notes, 1, sizeof *own, &play->allocator);
    if (!own) return false;
    *own = *note;
    if (play->evidence.wanted && !reel__play_evidence_note(play, note, cut)) return false;
    if (!play->wants_sums) return true;
    if (play->notes.count == 1 || isnan(play->first_note_time)) play->first_note_time = note->time;
    if (play->server || !isnan(note->time)) play->last_note_time = note->time;
    if (note->kind == BEATSABER_BOMB) {
        play->bombs++;
        if (note->hand != NO_HAND) play->hands[note->hand].bombs++;
        return true;
    }
    int max = beatsaber_max_points(note->scoring);
    play->scorings[note->scoring].notes++;
    play->scorings[note->scoring].max_points += max;
    if (note->hand != NO_HAND) {
        play->hands[note->hand].notes++;
        play->hands[note->hand].max_points += max;
    }
    if (note->kind == BEATSABER_GOOD)
        add_good_cut(play, note, cut);
    else
        add_fault(play, note, cut);
    return true;
}

static float mean(float sum, uint32_t count) { return count ? sum / (float)count : 0.0f; }

/* The means that have values. Those of "server" are 0 without. */
static uint8_t means_of(const play_state *play, const play_sums *sums)
{
    const struct {
        uint32_t count;
        uint8_t mask;
    } means[] = { { sums->timings, BEATSABER_HAS_TIMING },
                  { sums->points_count, BEATSABER_HAS_MEAN_POINTS },
                  { sums->befores, BEATSABER_HAS_PRESWING },
                  { sums->afters, BEATSABER_HAS_POSTSWING },
                  { sums->time_dependences, BEATSABER_HAS_DEPENDENCE } };
    uint8_t mask = 0;
    for (size_t i = 0; i < sizeof means / sizeof *means; i++)
        if (means[i].count || play->server) mask |= means[i].mask;
    return mask;
}

void reel__play_finish_sums(play_state *play)
{
    for (uint8_t i = 0; i < 2; i++) {
        const play_sums *sums = &play->cuts[i];
        beatsaber_hand *hand = &play->hands[i];
        hand->hand = i;
        hand->present = play->server ? BEATSABER_HAS_BOMB_HANDS : 0;
        if (!play->no_cuts) hand->present |= BEATSABER_HAS_UNDERSWING;
        hand->means = means_of(play, sums);
        hand->timing = mean(sums->timing, sums->timings);
        hand->mean_points = mean(sums->points, sums->points_count);
        hand->time_dependence = mean(sums->time_dependence, sums->time_dependences);
        hand->preswing = mean(sums->preswing, sums->befores);
        hand->postswing = mean(sums->postswing, sums->afters);
        hand->before = mean(sums->before, sums->befores);
        hand->center = mean(sums->center, sums->points_count);
        hand->after = mean(sums->after, sums->afters);
    }
    for (int i = 0; i < CELL_COUNT; i++) {
        beatsaber_cell *cell = &play->cells[i];
        cell->line = (uint8_t)(i % 4);
        cell->layer = (uint8_t)(i / 4);
        cell->mean_points = mean(play->cell_sums[i], cell->count);
        cell->present = cell->count || play->server ? BEATSABER_HAS_CELL_MEAN : 0;
        for (int hand = 0; hand < 2; hand++) {
            uint32_t count = cell->count_by_hand[hand];
            bool none = !count && cell->count && !play->server;
            cell->mean_by_hand[hand] = none ? NAN : mean(play->cell_hand_sums[i][hand], count);
        }
    }
    for (int i = 0; i < SCORING_COUNT; i++) {
        beatsaber_scoring *scoring = &play->scorings[i];
        scoring->scoring = (uint8_t)i;
        scoring->present = scoring->good_cuts || play->server ? BEATSABER_HAS_CELL_MEAN : 0;
        if (scoring->good_cuts) scoring->mean_points = (float)((double)scoring->points / scoring->good_cuts);
    }
}

bool reel__play_modifiers_have(reel_string modifiers, const char *code)
{
    size_t length = strlen(code);
    for (size_t i = 0; i + length <= modifiers.size; i++) {
        bool starts = i == 0 || modifiers.data[i - 1] == ',' || modifiers.data[i - 1] == ' ';
        bool ends = i + length == modifiers.size || modifiers.data[i + length] == ',';
        if (starts && ends && memcmp(modifiers.data + i, code, length) == 0) return true;
    }
    return false;
}

const recorder_known_fault *reel__play_fault(const play_state *play, recorder_fault fault)
{
    const reel_string version = { play->mod_version, play->mod_version_size };
    return reel__recorder_fault_of(play->quest ? RECORDER_BEATLEADER_QUEST : RECORDER_BEATLEADER_PC, version, fault);
}

static void store_level_text(char to[PLAY_LEVEL_TEXT], reel_string text)
{
    const size_t size = text.size < PLAY_LEVEL_TEXT ? text.size : PLAY_LEVEL_TEXT - 1;
    if (size) memcpy(to, text.data, size);
    to[size] = '\0';
}

void reel__play_take_level(play_state *play, reel_string difficulty, int64_t rank, reel_string mode, bool left_handed)
{
    const char digit = rank > 0 && rank < 10 ? (char)('0' + rank) : '0';
    if (!difficulty.size && rank > 0 && rank < 10) difficulty = (reel_string){ &digit, 1 };
    store_level_text(play->level.difficulty, difficulty);
    store_level_text(play->level.mode, mode);
    play->level.left_handed = left_handed;
}

void reel__play_add_height(play_state *play, double height)
{
    bool finite = isfinite(height) != 0;
    play->not_finite += !finite;
    if (!finite && !play->server) return;
    play->height_sum += height;
    play->height_count++;
}

bool reel__play_add_pause(play_state *play, float time, int64_t duration)
{
    play_pause *pause = reel__play_list_grow(&play->pauses, 1, sizeof *pause, &play->allocator);
    if (pause) *pause = (play_pause){ play_number(play, time), duration };
    return pause != NULL;
}

void reel__play_free(play_state *play)
{
    reel__play_list_free(&play->collected.frames, &play->allocator);
    reel__play_list_free(&play->collected.cuts, &play->allocator);
    reel__play_list_free(&play->notes, &play->allocator);
    reel__play_list_free(&play->walls, &play->allocator);
    reel__play_list_free(&play->pauses, &play->allocator);
    reel__play_list_free(&play->motion.jitters, &play->allocator);
    reel__play_list_free(&play->motion.resets, &play->allocator);
    reel__play_list_free(&play->signs.cuts, &play->allocator);
    reel__play_list_free(&play->physics.cuts, &play->allocator);
    reel__play_list_free(&play->physics.frames, &play->allocator);
    reel__play_list_free(&play->physics.stills.spans, &play->allocator);
    reel__play_list_free(&play->evidence.claims, &play->allocator);
    reel__play_list_free(&play->evidence.poses, &play->allocator);
    reel__play_list_free(&play->evidence.heights, &play->allocator);
    reel__play_list_free(&play->samples.frames, &play->allocator);
    reel__play_list_free(&play->stills.spans, &play->allocator);
    reel__play_list_free(&play->cut_times, &play->allocator);
    reel__play_list_free(&play->hearts, &play->allocator);
}
