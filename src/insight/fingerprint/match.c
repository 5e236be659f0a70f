/* SPDX-License-Identifier: MIT
 * Comparisons and keys, for all kinds of motion. */
#include "core/memory.h"
#include "insight/fingerprint/fingerprint.h"

#include <stdlib.h>

/* docs/match.md, "Use". */
#define SAME_SCORE 0.90
#define REVIEW_SCORE 0.75
#define PART_SCORE 0.85
enum { SAME_WINDOWS = 10, REVIEW_WINDOWS = 4, REVIEW_RUN = 10, SAME_PRESSES = 40, REVIEW_PRESSES = 20 };

const char *reel_match_band_name(reel_match_band band)
{
    return band == REEL_MATCH_SAME ? "same recording" : band == REEL_MATCH_REVIEW ? "review" : "nothing";
}

static reel_match_band band_of(const reel_match *match, bool presses)
{
    uint32_t same = presses ? SAME_PRESSES : SAME_WINDOWS, review = presses ? REVIEW_PRESSES : REVIEW_WINDOWS;
    if (match->score >= SAME_SCORE && match->windows >= same) return REEL_MATCH_SAME;
    int parts = (match->head >= PART_SCORE) + (match->left >= PART_SCORE) + (match->right >= PART_SCORE);
    bool alike = match->score >= REVIEW_SCORE || parts >= 2 || match->run >= REVIEW_RUN;
    return match->windows >= review && alike ? REEL_MATCH_REVIEW : REEL_MATCH_NOTHING;
}

/* False: out of memory. */
static bool compare_times(const reel_motion *motion, const decoded_print *stored, reel_match *match)
{
    double *times = memory_new(&motion->allocator, stored->count * sizeof *times);
    if (!times) return false;
    for (size_t i = 0; i < stored->count; i++) times[i] = print_press(stored, i);
    bool done = presses_compare(&motion->presses, times, stored->count, match);
    memory_drop(&motion->allocator, times);
    return done;
}

reel_status reel_match_compare(const reel_motion *motion, reel_bytes fingerprint, reel_match *match, reel_error *error)
{
    decoded_print stored;
    *match = (reel_match){ .scale = 1 };
    reel_status status = print_read(fingerprint, &stored, error);
    if (status < 0 || stored.kind != motion->kind) return status;
    bool done = (stored.kind == PRINT_POSES ? compare_poses : compare_times)(motion, &stored, match);
    if (!done) return memory_fail(error);
    match->band = band_of(match, stored.kind != PRINT_POSES);
    return REEL_OK;
}

size_t reel_match_keys(reel_bytes fingerprint, reel_match_key *keys, size_t capacity)
{
    decoded_print stored;
    if (print_read(fingerprint, &stored, NULL) < 0) return 0;
    size_t made = 0;
    for (size_t i = 0; stored.kind == PRINT_POSES && i < stored.count; i++) {
        for (unsigned family = 0; family < POSE_FAMILIES; family++, made++) {
            if (made >= capacity) continue;
            keys[made] = key_of(&stored.codes[i], family);
            keys[made].window = (uint8_t)i;
        }
    }
    double times[4];
    for (size_t i = 0; stored.kind != PRINT_POSES && i + 3 < stored.count; i++, made++) {
        for (size_t j = 0; j < 4; j++) times[j] = print_press(&stored, i + j);
        if (made < capacity) presses_keys(times, 4, &keys[made], 1);
    }
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
    reel_match_key key = key_of(&window->codes[mirrored], family);
    const uint8_t *bits = window->weakest[mirrored][family];
    key.mirrored = mirrored;
    for (uint32_t variant = 0; variant < 4 && variant < room; variant++) {
        keys[variant] = key;
        keys[variant].key ^= (variant & 1) << bits[0] ^ (variant >> 1) << bits[1];
    }
    return 4;
}

size_t reel_match_probes(const reel_motion *motion, reel_match_key *keys, size_t capacity)
{
    enum { PROBED_WINDOWS = 256 };
    size_t made = 0, step = motion->window_count / PROBED_WINDOWS + 1;
    for (size_t i = 0; i < motion->window_count; i += step)
        for (int mirrored = 0; mirrored < 2; mirrored++)
            for (unsigned family = 0; family < POSE_FAMILIES; family++)
                made += add_probes(&motion->windows[i], mirrored, family, made < capacity ? keys + made : NULL,
                                   made < capacity ? capacity - made : 0);
    if (motion->kind != PRINT_POSES) made = presses_probes(&motion->presses, keys, capacity);
    size_t written = made < capacity ? made : capacity;
    if (written) qsort(keys, written, sizeof *keys, by_key);
    return made;
}
