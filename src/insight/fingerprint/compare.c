/* SPDX-License-Identifier: MIT
 * Compares a motion with a fingerprint: aligns them, refines the alignment, and counts the phases that agree. */
#include "insight/fingerprint/fingerprint.h"

#include <math.h>

enum {
    TRIED_WINDOWS = 16, /* windows by which an alignment is refined */
    LEVELS = 4,         /* of the refinement; each halves the steps */
    CLOSE_LEVEL = 2,    /* at which a map begins that is right but for milliseconds */
    PASSES = 6,         /* over the parameters, per level */
    MOST_YAW = 40,      /* steps of 0.9 degrees */
    COARSE_YAW = 16,
    LEAST_WINDOWS = 10 /* for the band SAME */
};

/* m: a number smaller than this counts less, in proportion. */
#define WHOLE_WEIGHT 0.00045
#define FIRST_SHIFT_STEP 0.04 /* s */
/* Mean cosine from which an alignment is worth refining. */
#define LEAST_COSINE 0.3
#define CLOSE_COSINE 0.9
#define STRONG_SCORE 0.8
/* No other alignment is tried after this score. */
#define ENOUGH_SCORE 0.9

/* cos and sin of 22.5 degrees: the centre of the first sector. */
#define CENTRE_LONG 0.9238795325112867
#define CENTRE_SHORT 0.3826834323650898

typedef struct match_trial {
    alignment map;
    bool mirrored;
    int yaw;
    double cosine;
} match_trial;

/* Spectra of the windows of an alignment, where they are in the query. */
typedef struct tried_spectra {
    pose_spectrum of[TRIED_WINDOWS];
    bool inside[TRIED_WINDOWS];
} tried_spectra;

/* Windows of an alignment. Of the two sets of spectra, one is that of the best map, the other that of the map that is tried. */
typedef struct tried_windows {
    size_t count;
    size_t numbers[TRIED_WINDOWS];
    tried_spectra sets[2];
    int best;
} tried_windows;

static double map_time(const alignment *map, double stored) { return map->scale * (stored - map->mean) + map->center; }

/* The component of a number along the centre of its stored sector. */
static double along_sector(const complex_number *number, const window_code *code, int index)
{
    double c = code->b >> index & 1 ? CENTRE_LONG : CENTRE_SHORT, s = code->b >> index & 1 ? CENTRE_SHORT : CENTRE_LONG;
    return (code->c >> index & 1 ? c : -c) * number->c + (code->s >> index & 1 ? s : -s) * number->s;
}

static double size_of_number(const complex_number *number) { return sqrt(number->c * number->c + number->s * number->s); }

static double weight_of(double size) { return size < WHOLE_WEIGHT ? size / WHOLE_WEIGHT : 1; }

/* ---- refinement ------------------------------------------------------------------------------------------------- */

/* Evenly spread windows that are wholly inside the query. */
static void choose_windows(const reel_motion *motion, const decoded_print *stored, const alignment *map, tried_windows *tried)
{
    size_t inside[MOST_WINDOWS], count = 0;
    for (size_t i = 0; i < stored->count; i++)
        if (reel__signal_stretch_at(&motion->signal, map_time(map, stored->times[i]), HALF * map->scale)) inside[count++] = i;
    tried->count = count < TRIED_WINDOWS ? count : TRIED_WINDOWS;
    for (size_t i = 0; i < tried->count; i++) tried->numbers[i] = inside[i * count / tried->count];
}

static void make_spectra(const reel_motion *motion, const decoded_print *stored, const alignment *map, const tried_windows *tried,
                         tried_spectra *spectra)
{
    for (size_t i = 0; i < tried->count; i++)
        spectra->inside[i] = reel__window_spectrum(&motion->signal, motion->basis,
                                                   map_time(map, stored->times[tried->numbers[i]]), map->scale, &spectra->of[i]);
}

/* The mean weighted cosine between the numbers and the centres of their stored sectors. */
static double cosine_of_windows(const decoded_print *stored, const tried_windows *tried, const tried_spectra *spectra,
                                bool mirrored, int yaw)
{
    double sum = 0, weights = 0;
    for (size_t i = 0; i < tried->count; i++) {
        complex_number numbers[NUMBERS];
        if (!spectra->inside[i]) continue;
        reel__window_numbers(&spectra->of[i], mirrored, yaw, numbers);
        for (int n = 0; n < NUMBERS; n++) {
            double size = size_of_number(&numbers[n]);
            if (!(size > 0)) continue;
            double weight = weight_of(size);
            sum += weight * along_sector(&numbers[n], &stored->codes[tried->numbers[i]], n) / size;
            weights += weight;
        }
    }
    return weights > 0 ? sum / weights : 0;
}

/* Moves to another map or yaw if that is better. */
static bool try_map(const reel_motion *motion, const decoded_print *stored, match_trial *best, tried_windows *tried, double shift,
                    double scale)
{
    match_trial next = *best;
    next.map.center += shift;
    next.map.scale += scale;
    tried_spectra *spectra = &tried->sets[!tried->best];
    make_spectra(motion, stored, &next.map, tried, spectra);
    next.cosine = cosine_of_windows(stored, tried, spectra, next.mirrored, next.yaw);
    if (!(next.cosine > best->cosine)) return false;
    tried->best = !tried->best;
    *best = next;
    return true;
}

static bool try_yaw(const decoded_print *stored, match_trial *best, const tried_windows *tried, int step)
{
    int yaw = best->yaw + step;
    if (yaw > MOST_YAW || yaw < -MOST_YAW) return false;
    double cosine = cosine_of_windows(stored, tried, &tried->sets[tried->best], best->mirrored, yaw);
    if (!(cosine > best->cosine)) return false;
    best->yaw = yaw;
    best->cosine = cosine;
    return true;
}

static void refine(const reel_motion *motion, const decoded_print *stored, match_trial *best, tried_windows *tried)
{
    static const int yaw_steps[LEVELS] = { 8, 4, 2, 1 };
    if (tried->count == 0) return;
    /* A step of the scale moves the first and the last window as far as one of the shift. */
    double first = stored->times[tried->numbers[0]], last = stored->times[tried->numbers[tried->count - 1]];
    double shift = FIRST_SHIFT_STEP, lever = (last - first) / 2 + (double)HALF / RATE;
    for (int level = 0; level < LEVELS; level++, shift /= 2) {
        if (best->cosine > CLOSE_COSINE && level < CLOSE_LEVEL) continue;
        double scale = shift / lever;
        for (int pass = 0, better = 1; better && pass < PASSES; pass++) {
            better = try_map(motion, stored, best, tried, shift, 0) || try_map(motion, stored, best, tried, -shift, 0);
            better |= try_map(motion, stored, best, tried, 0, scale) || try_map(motion, stored, best, tried, 0, -scale);
            better |= try_yaw(stored, best, tried, yaw_steps[level]) || try_yaw(stored, best, tried, -yaw_steps[level]);
        }
    }
}

/* ---- the score -------------------------------------------------------------------------------------------------- */

typedef struct part_sum {
    double agreed, all;
} part_sum;

static double share_of(const part_sum *sum) { return sum->all > 0 ? sum->agreed / sum->all : 0; }

/* Adds the weights of a window's numbers, and of those within 30 degrees of the centres of their sectors. */
static void count_window(const complex_number numbers[NUMBERS], const window_code *code, part_sum parts[3])
{
    for (int n = 0; n < NUMBERS; n++) {
        double size = size_of_number(&numbers[n]), weight = weight_of(size), along = along_sector(&numbers[n], code, n);
        part_sum *part = &parts[(HEAD_NUMBERS >> n & 1) ? 0 : (LEFT_NUMBERS >> n & 1) ? 1 : 2];
        part->all += weight;
        if (along > 0 && along * along >= 0.75 * size * size) part->agreed += weight;
    }
}

static void score_trial(const reel_motion *motion, const decoded_print *stored, const match_trial *trial, reel_match *match)
{
    part_sum parts[3] = { { 0, 0 } };
    uint32_t strong = 0, run = 0;
    double run_from = 0;
    *match = (reel_match){ .mirrored = trial->mirrored, .scale = trial->map.scale };
    match->shift = trial->map.center - trial->map.scale * trial->map.mean;
    for (size_t i = 0; i < stored->count; i++) {
        double time = map_time(&trial->map, stored->times[i]);
        pose_spectrum spectrum;
        complex_number numbers[NUMBERS];
        part_sum own[3] = { { 0, 0 } };
        if (!reel__window_spectrum(&motion->signal, motion->basis, time, trial->map.scale, &spectrum)) continue;
        reel__window_numbers(&spectrum, trial->mirrored, trial->yaw, numbers);
        count_window(numbers, &stored->codes[i], own);
        part_sum whole = { own[0].agreed + own[1].agreed + own[2].agreed, own[0].all + own[1].all + own[2].all };
        if (match->windows++ == 0) match->from = time;
        match->to = time;
        bool is_strong = share_of(&whole) >= STRONG_SCORE;
        strong += is_strong;
        run = is_strong ? run + 1 : 0;
        if (run == 1) run_from = time;
        if (run > match->run) {
            match->run = run;
            match->run_from = run_from;
            match->run_to = time;
        }
        for (int part = 0; part < 3; part++) {
            parts[part].agreed += own[part].agreed;
            parts[part].all += own[part].all;
        }
    }
    part_sum whole = { parts[0].agreed + parts[1].agreed + parts[2].agreed, parts[0].all + parts[1].all + parts[2].all };
    match->score = share_of(&whole);
    match->head = share_of(&parts[0]);
    match->left = share_of(&parts[1]);
    match->right = share_of(&parts[2]);
    match->strong = match->windows ? (double)strong / match->windows : 0;
}

/* How good a result is: a score of few windows counts less. */
static double worth_of(const reel_match *match)
{
    return match->windows < LEAST_WINDOWS ? match->score * match->windows / LEAST_WINDOWS : match->score;
}

/* The best of a few yaws. An exchanged hand changes the mean direction of a play. */
static void try_yaws(const reel_motion *motion, const decoded_print *stored, match_trial *trial, tried_windows *tried)
{
    tried_spectra *spectra = &tried->sets[tried->best];
    choose_windows(motion, stored, &trial->map, tried);
    make_spectra(motion, stored, &trial->map, tried, spectra);
    trial->cosine = cosine_of_windows(stored, tried, spectra, trial->mirrored, 0);
    int yaw = 0;
    for (int step = -2; step <= 2; step++) {
        double cosine = cosine_of_windows(stored, tried, spectra, trial->mirrored, step * COARSE_YAW);
        if (!(cosine > trial->cosine)) continue;
        trial->cosine = cosine;
        yaw = step * COARSE_YAW;
    }
    trial->yaw = yaw;
}

/* Whether nothing better need be looked for. */
static bool is_enough(const reel_match *match) { return match->score >= ENOUGH_SCORE && match->windows >= LEAST_WINDOWS; }

/* Alignments without a cosine worth refining have a score like chance, and are left out: most entries of an index cost little. */
void reel__compare_aligned(const reel_motion *motion, const decoded_print *stored, const alignment *map, bool mirrored,
                           reel_match *best)
{
    match_trial trial = { .map = *map, .mirrored = mirrored };
    reel_match match;
    tried_windows tried;
    tried.best = 0;
    try_yaws(motion, stored, &trial, &tried);
    if (!(trial.cosine > LEAST_COSINE)) return;
    refine(motion, stored, &trial, &tried);
    score_trial(motion, stored, &trial, &match);
    if (worth_of(&match) > worth_of(best)) *best = match;
}

static bool compare_oriented(const reel_motion *motion, const decoded_print *stored, bool mirrored, reel_match *best)
{
    alignment found[MOST_ALIGNMENTS];
    size_t count = reel__alignments_find(motion, stored, mirrored, found);
    for (size_t i = 0; i < count && count != SIZE_MAX && !is_enough(best); i++)
        reel__compare_aligned(motion, stored, &found[i], mirrored, best);
    return count != SIZE_MAX;
}

bool reel__compare_poses(const reel_motion *motion, const decoded_print *stored, reel_match *match)
{
    return compare_oriented(motion, stored, false, match) && (is_enough(match) || compare_oriented(motion, stored, true, match));
}
