/* SPDX-License-Identifier: MIT
 * Presses of a macro: copies have the same intervals, whatever the frame rate and the format. */
#include "insight/fingerprint/fingerprint.h"

#include <stdlib.h>

enum {
    MOST_PRESSES = 1 << 20, /* that are read; the earliest REEL_FINGERPRINT_PRESSES of them count */
    TRIED_PRESSES = 256,    /* by which a shift is found */
    BINS = 1 << 20,         /* of the histogram of differences */
    PATTERN = 3,            /* intervals of a key */
    LINE_HITS = 48,
    LINE_PRESSES = 64, /* by which a line is judged */
    PROBED = 512       /* presses of a query that are looked up */
};

#define TOLERANCE 0.0125    /* s: between two presses that are the same */
#define KEY_STEP 0.033      /* s: intervals are rounded to it in keys */
#define MOST_SPEED 0.12     /* difference of speeds */
#define PATTERN_SPREAD 0.03 /* of the ratios of intervals in two like patterns */
#define LEAST_LEVER 5.0     /* s */
#define LARGEST_TIME 1e6

bool reel__presses_add(press_track *presses, double time)
{
    if (!(time >= -LARGEST_TIME && time <= LARGEST_TIME) || presses->count == MOST_PRESSES) {
        presses->after++;
        return true;
    }
    double *grown =
        reel__memory_items(&presses->allocator, presses->times, &presses->capacity, presses->count + 1, sizeof *grown);
    if (!grown) return false;
    presses->times = grown;
    grown[presses->count++] = time;
    return true;
}

static int by_time(const void *a, const void *b)
{
    double one = *(const double *)a, other = *(const double *)b;
    return one < other ? -1 : one > other;
}

bool reel__presses_finish(press_track *presses)
{
    if (presses->count == 0) return true;
    qsort(presses->times, presses->count, sizeof *presses->times, by_time);
    size_t kept = 0;
    while (kept < presses->count && kept < REEL_FINGERPRINT_PRESSES && presses->times[kept] - presses->times[0] <= MOST_SECONDS)
        kept++;
    presses->after += presses->count - kept;
    presses->count = kept;
    return true;
}

void reel__presses_free(press_track *presses) { reel__memory_drop(&presses->allocator, presses->times); }

/* ---- comparing -------------------------------------------------------------------------------------------------- */

typedef struct press_line {
    double scale, shift;
} press_line;

typedef struct press_pair {
    double query, stored, spread;
} press_pair;

/* Number of stored presses that have a press of the query at scale * time + shift; each press counts once. `step`: only every so
 * many of them are asked for. */
static size_t count_matched(const press_track *query, const double *stored, size_t count, press_line line, size_t step)
{
    size_t matched = 0, at = 0;
    for (size_t i = 0; i < count; i += step) {
        double time = line.scale * stored[i] + line.shift;
        while (at < query->count && query->times[at] < time - TOLERANCE) at++;
        if (at < query->count && query->times[at] <= time + TOLERANCE) {
            matched++;
            at++;
        }
    }
    return matched;
}

/* The shift that most presses agree on, at equal speed. Differences fall into bins of twice the tolerance; two neighbours count. */
static double best_shift(const press_track *query, const double *stored, size_t count, uint16_t *bins)
{
    size_t step = query->count / TRIED_PRESSES + 1, most = 0;
    double base = query->times[0] - stored[count - 1], best = 0, width = 2 * TOLERANCE;
    memset(bins, 0, BINS * sizeof *bins);
    for (size_t i = 0; i < query->count; i += step) {
        for (size_t j = 0; j < count; j++) {
            size_t bin = (size_t)((query->times[i] - stored[j] - base) / width);
            if (bin < BINS - 1) bins[bin]++;
        }
    }
    for (size_t bin = 0; bin + 1 < BINS; bin++) {
        if ((size_t)bins[bin] + bins[bin + 1] <= most) continue;
        most = (size_t)bins[bin] + bins[bin + 1];
        best = base + (double)(bin + 1) * width;
    }
    return best;
}

/* Moves the shift to the middle of those with which most presses match. */
static double settle(const press_track *query, const double *stored, size_t count, press_line line)
{
    enum { STEPS = 8 };
    int first = 0, last = 0;
    size_t most = 0;
    for (int i = -STEPS; i <= STEPS; i++) {
        press_line moved = { line.scale, line.shift + i * (TOLERANCE / 4) };
        size_t matched = count_matched(query, stored, count, moved, 1);
        if (matched < most) continue;
        if (matched > most) first = i;
        most = matched;
        last = i;
    }
    return line.shift + (first + last) * (TOLERANCE / 8);
}

/* How far the ratios of the next intervals are apart; a large value if the patterns are not alike. */
static double pattern_spread(const double *query, const double *stored)
{
    double least = 1 + MOST_SPEED, most = 1 - MOST_SPEED;
    for (int i = 0; i < PATTERN + 1; i++) {
        double interval = stored[i + 1] - stored[i];
        if (!(interval > TOLERANCE)) return 1;
        double ratio = (query[i + 1] - query[i]) / interval;
        if (ratio < least) least = ratio;
        if (ratio > most) most = ratio;
    }
    return most - least;
}

static size_t find_pairs(const press_track *query, const double *stored, size_t count, press_pair pairs[LINE_HITS])
{
    size_t found = 0, step = query->count / TRIED_PRESSES + 1;
    for (size_t i = 0; i + PATTERN + 1 < query->count; i += step) {
        for (size_t j = 0; j + PATTERN + 1 < count; j++) {
            double spread = pattern_spread(query->times + i, stored + j);
            if (!(spread < PATTERN_SPREAD) || (found == LINE_HITS && spread >= pairs[found - 1].spread)) continue;
            size_t at = found < LINE_HITS ? found++ : found - 1;
            for (; at > 0 && pairs[at - 1].spread > spread; at--) pairs[at] = pairs[at - 1];
            pairs[at] = (press_pair){ query->times[i], stored[j], spread };
        }
    }
    return found;
}

/* The line through two pairs that most presses agree on. */
static press_line best_line(const press_track *query, const double *stored, size_t count)
{
    press_pair pairs[LINE_HITS];
    press_line best = { 1, 0 };
    size_t found = find_pairs(query, stored, count, pairs), most = 0, step = count / LINE_PRESSES + 1;
    for (size_t i = 0; i < found; i++) {
        for (size_t j = i + 1; j < found; j++) {
            double lever = pairs[j].stored - pairs[i].stored;
            if (lever > -LEAST_LEVER && lever < LEAST_LEVER) continue;
            double scale = (pairs[j].query - pairs[i].query) / lever;
            if (!(scale > 1 - MOST_SPEED && scale < 1 + MOST_SPEED)) continue;
            press_line line = { scale, pairs[i].query - scale * pairs[i].stored };
            size_t matched = count_matched(query, stored, count, line, step);
            if (matched <= most) continue;
            most = matched;
            best = line;
        }
    }
    return best;
}

static size_t count_within(const double *times, size_t count, double scale, double shift, double from, double to)
{
    size_t within = 0;
    for (size_t i = 0; i < count; i++) {
        double time = scale * times[i] + shift;
        within += time >= from && time <= to;
    }
    return within;
}

/* How good a result is: a score of few presses counts less. */
static double worth_of(const reel_match *match)
{
    enum { ENOUGH = 40 };
    return match->windows < ENOUGH ? match->score * match->windows / ENOUGH : match->score;
}

/* The score is 2 m / (a + b): m presses match of a and b in the span that both have. A few presses among many do not score. */
static void score_line(const press_track *query, const double *stored, size_t count, press_line line, reel_match *best)
{
    line.shift = settle(query, stored, count, line);
    reel_match match = { .scale = line.scale, .shift = line.shift };
    double from = line.scale * stored[0] + line.shift, to = line.scale * stored[count - 1] + line.shift;
    match.from = from > query->times[0] ? from : query->times[0];
    match.to = to < query->times[query->count - 1] ? to : query->times[query->count - 1];
    from = match.from - TOLERANCE;
    to = match.to + TOLERANCE;
    size_t matched = count_matched(query, stored, count, line, 1);
    size_t here = count_within(query->times, query->count, 1, 0, from, to);
    size_t there = count_within(stored, count, line.scale, line.shift, from, to);
    if (here + there == 0) return;
    match.windows = (uint32_t)(here < there ? here : there);
    match.score = 2 * (double)matched / (double)(here + there);
    if (match.score > 1) match.score = 1;
    match.strong = match.score;
    if (worth_of(&match) > worth_of(best)) *best = match;
}

bool reel__presses_compare(const press_track *presses, const double *stored, size_t count, reel_match *match)
{
    enum { ENOUGH = 90 }; /* percent: another speed need not be tried */
    if (presses->count == 0 || count == 0) return true;
    uint16_t *bins = reel__memory_new(&presses->allocator, BINS * sizeof *bins);
    if (!bins) return false;
    press_line line = { 1, best_shift(presses, stored, count, bins) };
    reel__memory_drop(&presses->allocator, bins);
    score_line(presses, stored, count, line, match);
    if (match->score * 100 < ENOUGH) score_line(presses, stored, count, best_line(presses, stored, count), match);
    return true;
}

/* ---- keys ------------------------------------------------------------------------------------------------------- */

/* Three intervals, in steps of KEY_STEP. `variant` has a bit per interval: round it the other way. */
static reel_match_key pattern_key(const double *times, unsigned variant)
{
    enum { MOST_STEPS = 511, STEP_BITS = 9 };
    uint32_t key = 0;
    for (unsigned i = 0; i < PATTERN; i++) {
        double steps = (times[i + 1] - times[i]) / KEY_STEP + 0.5;
        uint32_t whole = steps < MOST_STEPS ? (uint32_t)steps : MOST_STEPS;
        if (variant >> i & 1) whole = steps - (double)whole < 0.5 ? whole - (whole > 0) : whole + (whole < MOST_STEPS);
        key = key << STEP_BITS | whole;
    }
    return (reel_match_key){ .key = key, .family = FAMILY_PRESSES };
}

size_t reel__presses_keys(const double *times, size_t count, reel_match_key *keys, size_t capacity)
{
    size_t made = 0;
    for (size_t i = 0; i + PATTERN < count; i++, made++)
        if (made < capacity) keys[made] = pattern_key(times + i, 0);
    return made;
}

size_t reel__presses_probes(const press_track *presses, reel_match_key *keys, size_t capacity)
{
    size_t made = 0, step = presses->count / PROBED + 1;
    for (size_t i = 0; i + PATTERN < presses->count; i += step)
        for (unsigned variant = 0; variant < 1u << PATTERN; variant++, made++)
            if (made < capacity) keys[made] = pattern_key(presses->times + i, variant);
    return made;
}
