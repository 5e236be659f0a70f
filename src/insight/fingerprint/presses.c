/* SPDX-License-Identifier: MIT
 * Presses of a macro: copies have the same intervals, whatever the frame rate and the format. */
#include "insight/fingerprint/fingerprint.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_PRESSES = 1 << 20, /* that are read; the earliest REEL_FINGERPRINT_PRESSES of them count */
    TRIED_PRESSES = 256,    /* by which a shift is found */
    MOST_TRIED = 1 << 20,   /* pairs of presses by which a speed is found */
    BINS = 1 << 20,         /* of the histogram of differences */
    PATTERN = 3,            /* intervals of a key */
    LONG_PATTERN = 9,       /* intervals of a long one */
    LONGEST_PATTERN = 16,   /* and of one in a rhythm so even that many macros share all shorter ones */
    MOST_CELLS = 1 << 16,   /* of a long pattern */
    LONG_KEYS = 1 << 27,    /* the bit of their keys; those of three intervals have the lower ones */
    LONGEST_KEYS = 1 << 26, /* the bit of those of LONGEST_PATTERN beside it */
    LINE_HITS = 48,
    LINE_PRESSES = 64, /* by which a line is judged */
    PROBED = 512,      /* presses of a query that are looked up */
    AT_ONCE = 64       /* presses that a vectorized loop takes */
};

#define CELL_LARGEST 1.4142 /* a cell of a long pattern, in times of KEY_STEP; the smallest one is half of it */
#define NEAR_CELL 0.25      /* of a cell: presses that are closer to the next one are tried in both */
#define LEAST_SPAN 0.2      /* s: of a long pattern */
#define TOLERANCE 0.0125    /* s: between two presses that are the same */
#define KEY_STEP 0.033      /* s: intervals are rounded to it in keys */
#define MOST_SPEED 0.12     /* difference of speeds */
#define PATTERN_SPREAD 0.03 /* of the ratios of intervals in two like patterns */
#define ROUNDING 1e-9       /* more than the ratio of two intervals is rounded by */
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

/* The first press from `at` on that is not before a time: steps that double, then halves, as few are passed in most cases. */
static size_t first_from(const press_track *query, size_t at, double time)
{
    size_t step = 1, end = at;
    while (end < query->count && query->times[end] < time) {
        at = end + 1;
        end = query->count - end > step ? end + step : query->count;
        step *= 2;
    }
    while (at < end) {
        const size_t middle = at + (end - at) / 2;
        if (query->times[middle] < time)
            at = middle + 1;
        else
            end = middle;
    }
    return at;
}

/* Number of stored presses that have a press of the query at scale * time + shift; each press counts once. `step`: only every so
 * many of them are asked for. `least`: once fewer than these can match, less than that is returned: most lines are poor, and show it soon. */
static size_t count_matched(const press_track *query, const double *stored, size_t count, press_line line, size_t step,
                            size_t least)
{
    const size_t asked = (count + step - 1) / step, spare = asked > least ? asked - least : 0;
    size_t missed = 0, at = 0;
    for (size_t i = 0; i < count; i += step) {
        double time = line.scale * stored[i] + line.shift;
        at = first_from(query, at, time - TOLERANCE);
        if (at < query->count && query->times[at] <= time + TOLERANCE)
            at++;
        else if (missed++ == spare)
            return least - 1;
    }
    return asked - missed;
}

/* Counts the differences between a time and up to AT_ONCE others. The bins are computed in a loop of their own, which compilers vectorize:
 * a division takes longer than all the rest. Two times are at most 2 * LARGEST_TIME apart, which is no more than 2^31 bins. */
static void count_bins(double time, const double *others, size_t count, double base, uint16_t *bins, size_t most)
{
    int32_t at[AT_ONCE];
    const double width = 2 * TOLERANCE;
    for (size_t i = 0; i < count; i++) at[i] = (int32_t)((time - others[i] - base) / width);
    for (size_t i = 0; i < count; i++)
        if ((size_t)at[i] < most) bins[at[i]]++;
}

/* The shift that most presses agree on, at equal speed. Differences fall into bins of twice the tolerance; two neighbours count. */
static double best_shift(const press_track *query, const double *stored, size_t count, uint16_t *bins)
{
    size_t step = query->count / TRIED_PRESSES + 1, most = 0;
    double base = query->times[0] - stored[count - 1], best = 0, width = 2 * TOLERANCE;
    const double last = (query->times[query->count - 1] - stored[0] - base) / width;
    const size_t used = last > 0 ? last < BINS - 2 ? (size_t)last + 2 : BINS : 2; /* one more than differences fall into */
    memset(bins, 0, used * sizeof *bins);
    for (size_t i = 0; i < query->count; i += step)
        for (size_t j = 0; j < count; j += AT_ONCE)
            count_bins(query->times[i], stored + j, count - j < AT_ONCE ? count - j : AT_ONCE, base, bins, used - 1);
    for (size_t bin = 0; bin + 1 < used; bin++) {
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
    for (int number = 0; number <= 2 * STEPS; number++) { /* from the middle, where most match, outwards */
        const int i = number % 2 ? -(number + 1) / 2 : number / 2;
        press_line moved = { line.scale, line.shift + i * (TOLERANCE / 4) };
        size_t matched = count_matched(query, stored, count, moved, 1, most);
        if (matched < most) continue;
        if (matched > most || i < first) first = i;
        if (matched > most || i > last) last = i;
        most = matched;
    }
    return line.shift + (first + last) * (TOLERANCE / 8);
}

/* How far the ratios of the next intervals are apart, of those that decide; at least `limit` if they are not closer than that, or if the
 * patterns are not alike. */
static double pattern_spread(const double *query, const double *stored, double limit)
{
    double least = 1 + MOST_SPEED, most = 1 - MOST_SPEED;
    for (int i = 0; i < PATTERN + 1 && most - least < limit; i++) {
        double interval = stored[i + 1] - stored[i];
        if (!(interval > TOLERANCE)) return 1;
        double ratio = (query[i + 1] - query[i]) / interval;
        if (ratio < least) least = ratio;
        if (ratio > most) most = ratio;
    }
    return most - least;
}

/* A cheap test of up to AT_ONCE patterns of the stored presses: `over` is below 0 if the ratios of the first two intervals, q/s and r/t, may
 * be closer than `limit`: if |q t - r s| < limit s t. Compilers vectorize it, and it needs no division. What passes is compared as well. */
static void screen_patterns(const double *query, const double *stored, size_t count, double limit, double over[AT_ONCE])
{
    const double first = query[1] - query[0], second = query[2] - query[1], most = limit + ROUNDING;
    for (size_t i = 0; i < count; i++) {
        const double one = stored[i + 1] - stored[i], two = stored[i + 2] - stored[i + 1];
        over[i] = fabs(first * two - second * one) - most * (one * two);
    }
}

/* The pairs of presses after which the ratios of intervals differ least. */
typedef struct pair_list {
    press_pair data[LINE_HITS];
    size_t count;
    double limit; /* of the spread: once the list is full, the largest in it */
} pair_list;

static void try_pair(pair_list *pairs, const double *query, const double *stored)
{
    const double first = query[1] - query[0], other = stored[1] - stored[0];
    if (first < 0.8 * other || first > 1.2 * other) return; /* another speed than any that is tried */
    const double spread = pattern_spread(query, stored, pairs->limit);
    if (!(spread < pairs->limit)) return;
    size_t at = pairs->count < LINE_HITS ? pairs->count++ : LINE_HITS - 1;
    for (; at > 0 && pairs->data[at - 1].spread > spread; at--) pairs->data[at] = pairs->data[at - 1];
    pairs->data[at] = (press_pair){ *query, *stored, spread };
    if (pairs->count == LINE_HITS) pairs->limit = pairs->data[LINE_HITS - 1].spread;
}

static void find_pairs(const press_track *query, const double *stored, size_t count, pair_list *pairs)
{
    const size_t tried = count < MOST_TRIED / TRIED_PRESSES ? TRIED_PRESSES : MOST_TRIED / count;
    const size_t step = query->count / tried + 1, patterns = count > PATTERN + 1 ? count - PATTERN - 1 : 0;
    double over[AT_ONCE];
    pairs->count = 0;
    pairs->limit = PATTERN_SPREAD;
    for (size_t i = 0; i + PATTERN + 1 < query->count; i += step) {
        for (size_t j = 0; j < patterns; j += AT_ONCE) {
            const size_t some = patterns - j < AT_ONCE ? patterns - j : AT_ONCE;
            screen_patterns(query->times + i, stored + j, some, pairs->limit, over);
            for (size_t k = 0; k < some; k++)
                if (over[k] < 0) try_pair(pairs, query->times + i, stored + j + k);
        }
    }
}

/* The line through two pairs that most presses agree on. */
static press_line best_line(const press_track *query, const double *stored, size_t count)
{
    pair_list list;
    press_line best = { 1, 0 };
    size_t most = 0, step = count / LINE_PRESSES + 1;
    find_pairs(query, stored, count, &list);
    const press_pair *const pairs = list.data;
    for (size_t i = 0; i < list.count; i++) {
        for (size_t j = i + 1; j < list.count; j++) {
            double lever = pairs[j].stored - pairs[i].stored;
            if (lever > -LEAST_LEVER && lever < LEAST_LEVER) continue;
            double scale = (pairs[j].query - pairs[i].query) / lever;
            if (!(scale > 1 - MOST_SPEED && scale < 1 + MOST_SPEED)) continue;
            press_line line = { scale, pairs[i].query - scale * pairs[i].stored };
            size_t matched = count_matched(query, stored, count, line, step, most + 1);
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
    size_t matched = count_matched(query, stored, count, line, 1, 0);
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
    const reel_allocator *allocator = &presses->allocator;
    uint16_t *bins = allocator->alloc(allocator->context, BINS * sizeof *bins); /* best_shift clears what it uses */
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

/* ---- long patterns: presses in cells of their own span, so that a copy of another speed has the same ---- */

/* The number of cells of a span: the power of two for which they come closest to KEY_STEP. *other is another one that a copy of another
 * speed may have, or the same. */
static uint32_t cells_of(double span, uint32_t *other)
{
    uint32_t cells = 1;
    while (cells < MOST_CELLS && span > cells * (KEY_STEP * CELL_LARGEST)) cells *= 2;
    const double width = span / cells;
    *other = cells;
    if (width * (1 + MOST_SPEED) > KEY_STEP * CELL_LARGEST) *other = 2 * cells;
    if (cells > 1 && 2 * width * (1 - MOST_SPEED) <= KEY_STEP * CELL_LARGEST) *other = cells / 2;
    return cells;
}

/* A pattern as it is rounded: the cell of each press but the first and the last. */
typedef struct rounded_pattern {
    unsigned length; /* intervals */
    uint32_t cells[LONGEST_PATTERN - 1];
    unsigned near[2];    /* the presses that are closest to another cell */
    bool up[2];          /* it is the next one */
    unsigned near_count; /* that are close enough to be tried */
} rounded_pattern;

static rounded_pattern round_pattern(const double *times, unsigned length, uint32_t count)
{
    rounded_pattern result = { .length = length };
    const double scale = count / (times[length] - times[0]);
    double least[2] = { NEAR_CELL, NEAR_CELL };
    for (unsigned i = 0; i + 1 < length; i++) {
        const double from = (times[i + 1] - times[0]) * scale,
                     at = from > 0 ? from < count ? from : count : 0; /* if not in order */
        const uint32_t cell = (uint32_t)at;
        const bool up = at - cell > 0.5;
        const double away = up ? 1 - (at - cell) : at - cell;
        result.cells[i] = cell;
        unsigned rank = 2;
        while (rank > 0 && away < least[rank - 1]) rank--;
        if (rank == 2) continue;
        if (rank == 0) least[1] = least[0], result.near[1] = result.near[0], result.up[1] = result.up[0];
        least[rank] = away, result.near[rank] = i, result.up[rank] = up;
        if (result.near_count < 2) result.near_count++;
    }
    return result;
}

/* The key of a rounded pattern. `variant` has a bit for each press that is put into the other cell. */
static reel_match_key long_key(const rounded_pattern *pattern, unsigned variant)
{
    uint64_t hash = 0;
    for (unsigned i = 0; i + 1 < pattern->length; i++) {
        uint32_t cell = pattern->cells[i];
        for (unsigned j = 0; j < pattern->near_count; j++)
            if ((variant >> j & 1) && pattern->near[j] == i) cell += pattern->up[j] ? 1 : UINT32_MAX;
        hash = (hash ^ cell) * UINT64_C(0x9e3779b97f4a7c15);
        hash ^= hash >> 29;
    }
    const bool longest = pattern->length == LONGEST_PATTERN;
    return (reel_match_key){ .key = LONG_KEYS | (longest ? LONGEST_KEYS : 0) | (uint32_t)(hash & (LONGEST_KEYS - 1)),
                             .family = FAMILY_PRESSES,
                             .check = longest ? 2 : 1 };
}

/* Adds the keys of a long pattern: those of the copies that round it in another way if `tried` is set, else its own. One key of two is
 * kept, chosen by the key itself. */
static size_t add_long_keys(const double *times, unsigned length, bool tried, reel_match_key *keys, size_t made, size_t capacity)
{
    const double span = times[length] - times[0];
    if (!(span > LEAST_SPAN)) return made;
    uint32_t counts[2];
    counts[0] = cells_of(span, &counts[1]);
    for (int i = 0; i < (tried && counts[1] != counts[0] ? 2 : 1); i++) {
        const rounded_pattern pattern = round_pattern(times, length, counts[i]);
        for (unsigned variant = 0; variant < (tried ? 1u << pattern.near_count : 1); variant++) {
            const reel_match_key key = long_key(&pattern, variant);
            if (key.key & 1) continue;
            if (made < capacity) keys[made] = key;
            made++;
        }
    }
    return made;
}

size_t reel__presses_keys(const decoded_print *print, reel_match_key *keys, size_t capacity)
{
    double times[LONGEST_PATTERN + 1] = { 0 }; /* from one press before the next pattern on */
    size_t made = 0;
    for (size_t i = 0; i < LONGEST_PATTERN && i < print->count; i++) times[i + 1] = reel__print_press(print, i);
    for (size_t i = 0; i + PATTERN < print->count; i++, made++) {
        memmove(times, times + 1, sizeof times - sizeof *times);
        if (i + LONGEST_PATTERN < print->count) times[LONGEST_PATTERN] = reel__print_press(print, i + LONGEST_PATTERN);
        if (i + LONG_PATTERN < print->count) made = add_long_keys(times, LONG_PATTERN, false, keys, made, capacity);
        if (i + LONGEST_PATTERN < print->count) made = add_long_keys(times, LONGEST_PATTERN, false, keys, made, capacity);
        if (made < capacity) keys[made] = pattern_key(times, 0);
    }
    return made;
}

size_t reel__presses_probes(const press_track *presses, reel_match_key *keys, size_t capacity)
{
    const double *const times = presses->times;
    size_t made = 0, step = presses->count / PROBED + 1;
    for (size_t i = 0; i + PATTERN < presses->count; i += step) {
        for (unsigned variant = 0; variant < 1u << PATTERN; variant++, made++)
            if (made < capacity) keys[made] = pattern_key(times + i, variant);
        if (i + LONG_PATTERN < presses->count) made = add_long_keys(times + i, LONG_PATTERN, true, keys, made, capacity);
        if (i + LONGEST_PATTERN < presses->count) made = add_long_keys(times + i, LONGEST_PATTERN, true, keys, made, capacity);
    }
    return made;
}
