/* SPDX-License-Identifier: MIT
 * Finds how the times of two recordings are related: which pairs of similar windows lie on one line. */
#include "insight/fingerprint/fingerprint.h"

#include <stdlib.h>

enum {
    HITS_PER_WINDOW = 16, /* of a stored window: the most similar ones are kept, so that memory and time are bounded */
    MOST_HITS = HITS_PER_WINDOW * MOST_WINDOWS,
    LINE_HITS = 24, /* lines are drawn through pairs of the best hits */
    HEAD_BITS = 60, /* signs of the head and of the hands */
    HAND_BITS = 68
};

/* s: how far a hit may be off its line; least distance of the two hits that a line is drawn through. */
#define LINE_TOLERANCE 0.06
#define LEAST_LEVER 15.0
/* Lines may differ from real time by this much. */
#define MOST_SPEED 0.12

/* A stored window and a similar one of the query. */
typedef struct hit {
    double query, stored; /* times, s */
    unsigned distance;    /* signs that differ, in thousandths */
    unsigned number;      /* makes the order unique */
} hit;

/* Share of the signs that differ, in thousandths: of the head's or of the hands', whichever are more alike. So copies with an
 * exchanged part are found too. Chance is about 500. */
static unsigned distance_of(const window_code *a, const window_code *b)
{
    uint64_t c = a->c ^ b->c, s = a->s ^ b->s;
    unsigned head = 1000 * (bit_count(c & HEAD_NUMBERS) + bit_count(s & HEAD_NUMBERS)) / HEAD_BITS;
    unsigned hands = 1000 * (bit_count(c & HAND_NUMBERS) + bit_count(s & HAND_NUMBERS)) / HAND_BITS;
    return head < hands ? head : hands;
}

/* The query's windows that are most like a stored one, the best first. */
static size_t find_hits(const reel_motion *motion, const decoded_print *stored, size_t window, bool mirrored, hit *hits)
{
    enum { MOST_DISTANCE = 270 };
    size_t count = 0;
    for (size_t i = 0; i < motion->window_count; i++) {
        const query_window *query = &motion->windows[i];
        unsigned distance = distance_of(&query->codes[mirrored], &stored->codes[window]);
        if (distance > MOST_DISTANCE || (count == HITS_PER_WINDOW && distance >= hits[count - 1].distance)) continue;
        size_t at = count < HITS_PER_WINDOW ? count++ : count - 1;
        for (; at > 0 && hits[at - 1].distance > distance; at--) hits[at] = hits[at - 1];
        hits[at] = (hit){ query->time, stored->times[window], distance, (unsigned)i };
    }
    return count;
}

static int by_offset(const void *a, const void *b)
{
    const hit *one = a, *other = b;
    double x = one->query - one->stored, y = other->query - other->stored;
    if (x != y) return x < y ? -1 : 1;
    return one->query != other->query ? (one->query < other->query ? -1 : 1) : 0;
}

static int by_distance(const void *a, const void *b)
{
    const hit *one = a, *other = b;
    if (one->distance != other->distance) return one->distance < other->distance ? -1 : 1;
    if (one->stored != other->stored) return one->stored < other->stored ? -1 : 1;
    return one->number != other->number ? (one->number < other->number ? -1 : 1) : 0;
}

static bool is_same(const alignment *a, const alignment *b)
{
    double apart = a->center - (b->scale * (a->mean - b->mean) + b->center), speed = a->scale - b->scale;
    return apart > -LINE_TOLERANCE && apart < LINE_TOLERANCE && speed > -0.002 && speed < 0.002;
}

/* Adds an alignment to those found, the best first, unless one like it has as much support. */
static size_t add_alignment(alignment *found, size_t count, alignment item)
{
    if (item.support < LEAST_SUPPORT) return count;
    size_t at = 0;
    while (at < count && !is_same(&found[at], &item)) at++;
    if (at < count && found[at].support >= item.support) return count;
    if (at == count) {
        if (count < MOST_ALIGNMENTS)
            count++;
        else if (found[--at].support >= item.support)
            return count;
    }
    for (; at > 0 && found[at - 1].support < item.support; at--) found[at] = found[at - 1];
    found[at] = item;
    return count;
}

/* Alignments of equal speed: most hits with nearly the same difference of times. */
static size_t align_offsets(hit *hits, size_t hit_count, double mean, alignment *found, size_t count)
{
    qsort(hits, hit_count, sizeof *hits, by_offset);
    size_t end = 0;
    for (size_t i = 0; i < hit_count; i++) {
        double first = hits[i].query - hits[i].stored, sum = 0;
        while (end < hit_count && hits[end].query - hits[end].stored - first <= 2 * LINE_TOLERANCE) end++;
        if (end - i < LEAST_SUPPORT || (count == MOST_ALIGNMENTS && end - i <= found[count - 1].support)) continue;
        for (size_t j = i; j < end; j++) sum += hits[j].query - hits[j].stored;
        count = add_alignment(found, count, (alignment){ 1, mean, mean + sum / (double)(end - i), (unsigned)(end - i) });
    }
    return count;
}

/* Alignments of any speed: lines through pairs of the best hits. */
static size_t align_lines(hit *hits, size_t hit_count, double mean, alignment *found, size_t count)
{
    qsort(hits, hit_count, sizeof *hits, by_distance);
    size_t best = hit_count < LINE_HITS ? hit_count : LINE_HITS;
    for (size_t i = 0; i < best; i++) {
        for (size_t j = i + 1; j < best; j++) {
            double lever = hits[j].stored - hits[i].stored;
            if (lever > -LEAST_LEVER && lever < LEAST_LEVER) continue;
            double scale = (hits[j].query - hits[i].query) / lever;
            if (!(scale > 1 - MOST_SPEED && scale < 1 + MOST_SPEED)) continue;
            alignment line = { scale, mean, hits[i].query + scale * (mean - hits[i].stored), 0 };
            for (size_t k = 0; k < hit_count; k++) {
                double off = hits[k].query - (scale * (hits[k].stored - mean) + line.center);
                line.support += off >= -LINE_TOLERANCE && off <= LINE_TOLERANCE;
            }
            count = add_alignment(found, count, line);
        }
    }
    return count;
}

size_t reel__alignments_find(const reel_motion *motion, const decoded_print *stored, bool mirrored,
                             alignment found[MOST_ALIGNMENTS])
{
    hit *hits = reel__memory_new(&motion->allocator, MOST_HITS * sizeof *hits);
    if (!hits) return SIZE_MAX;
    size_t hit_count = 0;
    double mean = 0;
    for (size_t i = 0; i < stored->count; i++) {
        hit_count += find_hits(motion, stored, i, mirrored, hits + hit_count);
        mean += stored->times[i];
    }
    mean /= (double)stored->count;
    size_t count = align_offsets(hits, hit_count, mean, found, 0);
    count = align_lines(hits, hit_count, mean, found, count);
    reel__memory_drop(&motion->allocator, hits);
    return count;
}
