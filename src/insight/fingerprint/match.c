/* SPDX-License-Identifier: MIT
 * Comparisons and keys, for all kinds of motion. */
#include "core/memory.h"
#include "insight/fingerprint/fingerprint.h"

#include <stdlib.h>

/* docs/match.md, "Use". */
#define SAME_SCORE 0.90
#define REVIEW_SCORE 0.75
enum { SAME_WINDOWS = 10, REVIEW_WINDOWS = 4, REVIEW_RUN = 10, SAME_PRESSES = 40, REVIEW_PRESSES = 20 };
#define PART_EVIDENCE 30.0
#define SAME_EVIDENCE 100.0
#define SAME_COPIED 0.6
/* s: what a player repeats sooner is one movement. */
#define LEAST_APART 2.0

const char *reel_match_band_name(reel_match_band band)
{
    static const char *const names[] = { "nothing", "review", "same recording", "part" };
    return band > REEL_MATCH_NOTHING && band <= REEL_MATCH_PART ? names[band] : names[REEL_MATCH_NOTHING];
}

static reel_match_band band_of(const reel_match *match, bool presses)
{
    uint32_t same = presses ? SAME_PRESSES : SAME_WINDOWS, review = presses ? REVIEW_PRESSES : REVIEW_WINDOWS;
    if (match->score >= SAME_SCORE && match->windows >= same) return REEL_MATCH_SAME;
    if (match->evidence >= SAME_EVIDENCE && match->copied >= SAME_COPIED) return REEL_MATCH_SAME;
    if (match->evidence >= PART_EVIDENCE) return REEL_MATCH_PART;
    bool alike = match->score >= REVIEW_SCORE || match->run >= REVIEW_RUN;
    return match->windows >= review && alike ? REEL_MATCH_REVIEW : REEL_MATCH_NOTHING;
}

/* False: out of memory. */
static bool compare_times(const reel_motion *motion, const decoded_print *stored, reel_match *match)
{
    double *times = reel__memory_new(&motion->allocator, stored->count * sizeof *times);
    if (!times) return false;
    for (size_t i = 0; i < stored->count; i++) times[i] = reel__print_press(stored, i);
    bool done = reel__presses_compare(&motion->presses, times, stored->count, match);
    reel__memory_drop(&motion->allocator, times);
    return done;
}

/* False: out of memory. */
static bool compare_hands(const reel_motion *motion, const decoded_print *print, reel_match *match)
{
    stop_list stored;
    bool done = reel__print_stops(&motion->allocator, print, &stored) && reel__parts_find(motion, &stored, 0, match);
    reel__memory_drop(&motion->allocator, stored.data);
    return done;
}

/* The time map of a part, if that is certain. */
static alignment map_of_part(const reel_match_part *part)
{
    const double least = 10; /* s: of a shorter part, the speed is not certain */
    double here = part->to - part->from, there = part->source_to - part->source_from;
    alignment map = { .scale = 1, .mean = (part->source_from + part->source_to) / 2, .center = (part->from + part->to) / 2 };
    if (here >= least && there >= least) map.scale = here / there;
    return map;
}

/* Compares the hands, then windows of the whole body: if the hands have shown something, as they are aligned. */
static bool compare_motion(const reel_motion *motion, const decoded_print *print, reel_match *match)
{
    reel_match hands = *match;
    if (!compare_hands(motion, print, &hands)) return false;
    if (hands.evidence >= PART_EVIDENCE) {
        alignment map = map_of_part(&hands.parts[0]);
        reel__compare_aligned(motion, print, &map, hands.parts[0].mirrored, match);
    }
    if (match->windows == 0 && !reel__compare_poses(motion, print, match)) return false;
    match->evidence = hands.evidence;
    match->copied = hands.copied;
    match->part_count = hands.part_count;
    memcpy(match->parts, hands.parts, sizeof match->parts);
    return true;
}

reel_status reel_match_repeats(const reel_motion *motion, reel_match *match, reel_error *error)
{
    *match = (reel_match){ .scale = 1 };
    if (!reel__parts_find(motion, &motion->stops, LEAST_APART, match)) return reel__memory_fail(error);
    match->band = match->evidence >= PART_EVIDENCE ? REEL_MATCH_PART : REEL_MATCH_NOTHING;
    return REEL_OK;
}

static reel_status compare(const reel_motion *motion, reel_bytes fingerprint, bool hands_only, reel_match *match,
                           reel_error *error)
{
    decoded_print stored;
    *match = (reel_match){ .scale = 1 };
    reel_status status = reel__print_read(fingerprint, &stored, error);
    if (status < 0 || stored.kind != motion->kind) return status;
    bool poses = stored.kind == PRINT_POSES;
    bool done = (!poses ? compare_times : hands_only ? compare_hands : compare_motion)(motion, &stored, match);
    if (!done) return reel__memory_fail(error);
    match->band = band_of(match, !poses);
    return REEL_OK;
}

reel_status reel_match_compare(const reel_motion *motion, reel_bytes fingerprint, reel_match *match, reel_error *error)
{
    return compare(motion, fingerprint, false, match, error);
}

reel_status reel_match_compare_hands(const reel_motion *motion, reel_bytes fingerprint, reel_match *match, reel_error *error)
{
    return compare(motion, fingerprint, true, match, error);
}

/* ---- keys ------------------------------------------------------------------------------------------------------- */

/* Adds the keys of the stops of a hand in a fingerprint. Returns the number of keys so far. */
static size_t add_swing_keys(const decoded_print *stored, int hand, reel_match_key *keys, size_t made, size_t capacity)
{
    hand_stop stops[4] = { { .ms = 0 } };
    stop_place place = reel__print_stops_of(stored, hand);
    for (size_t i = 0; i < stored->stop_counts[hand]; i++) {
        reel_match_key key[MOST_SWING_KEYS];
        memmove(stops, stops + 1, 3 * sizeof *stops);
        stops[3] = reel__print_next_stop(&place);
        if (i < 3 || reel__swing_keys(stops, false, key) == 0) continue;
        if (made < capacity) keys[made] = key[0];
        made++;
    }
    return made;
}

size_t reel_match_keys(reel_bytes fingerprint, reel_match_key *keys, size_t capacity)
{
    decoded_print stored;
    if (reel__print_read(fingerprint, &stored, NULL) < 0) return 0;
    size_t made = 0;
    for (size_t i = 0; stored.kind == PRINT_POSES && i < stored.count; i++) {
        for (unsigned family = 0; family < POSE_FAMILIES; family++, made++) {
            if (made >= capacity) continue;
            keys[made] = reel__key_of(&stored.codes[i], family);
            keys[made].window = (uint8_t)i;
        }
    }
    for (int hand = 0; stored.kind == PRINT_POSES && hand < HANDS; hand++)
        made = add_swing_keys(&stored, hand, keys, made, capacity);
    if (stored.kind != PRINT_POSES) made = reel__presses_keys(&stored, keys, capacity);
    return made;
}

static int by_key(const void *a, const void *b)
{
    const reel_match_key *one = a, *other = b;
    if (one->family != other->family) return one->family < other->family ? -1 : 1;
    if (one->key != other->key) return one->key < other->key ? -1 : 1;
    if (one->check != other->check) return one->check < other->check ? -1 : 1;
    return (int)one->mirrored - (int)other->mirrored;
}

/* The key of a window and those with one or both of its least certain bits flipped. */
static size_t add_probes(const query_window *window, bool mirrored, unsigned family, reel_match_key *keys, size_t room)
{
    reel_match_key key = reel__key_of(&window->codes[mirrored], family);
    const uint8_t *bits = window->weakest[mirrored][family];
    key.mirrored = mirrored;
    for (uint32_t variant = 0; variant < 4 && variant < room; variant++) {
        keys[variant] = key;
        keys[variant].key ^= (variant & 1) << bits[0] ^ (variant >> 1) << bits[1];
    }
    return 4;
}

/* Adds the keys to look up for both hands. Returns the number of keys so far. */
static size_t add_swing_probes(const stop_list *stops, reel_match_key *keys, size_t made, size_t capacity)
{
    enum { PROBED_STOPS = 2048 };
    size_t step = stops->count / PROBED_STOPS + 1;
    for (size_t i = 0; i + 3 < stops->count; i += step) {
        reel_match_key key[MOST_SWING_KEYS];
        bool both = i < stops->left && i + 3 >= stops->left; /* stops of both hands */
        size_t found = both ? 0 : reel__swing_keys(stops->data + i, true, key);
        for (size_t j = 0; j < found; j++, made++)
            if (made < capacity) keys[made] = key[j];
    }
    return made;
}

size_t reel_match_probes(const reel_motion *motion, reel_match_key *keys, size_t capacity)
{
    enum { PROBED_WINDOWS = 16 }; /* a copy of a whole play has more hits than are needed */
    size_t made = 0, stored = 0, next = 0;
    for (size_t i = 0; i < motion->window_count; i++) stored += motion->windows[i].stored;
    const size_t step = stored / PROBED_WINDOWS + 1;
    /* Those of the own fingerprint: a copy has most of the same ones. */
    for (size_t i = 0; i < motion->window_count; i++) {
        if (!motion->windows[i].stored || next++ % step) continue;
        for (int mirrored = 0; mirrored < 2; mirrored++)
            for (unsigned family = 0; family < POSE_FAMILIES; family++)
                made += add_probes(&motion->windows[i], mirrored, family, made < capacity ? keys + made : NULL,
                                   made < capacity ? capacity - made : 0);
    }
    made = add_swing_probes(&motion->stops, keys, made, capacity);
    if (motion->kind != PRINT_POSES) made = reel__presses_probes(&motion->presses, keys, capacity);
    size_t written = made < capacity ? made : capacity;
    if (written) qsort(keys, written, sizeof *keys, by_key);
    return made;
}
