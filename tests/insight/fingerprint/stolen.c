/* SPDX-License-Identifier: MIT
 * Prints the tables of docs/match.md about stolen motion: fingerprint_stolen PLAYS... Each theft is made of each play by the player of
 * the next one, and compared with the play; the plays are compared with each other, and so are made plays of one level by one player.
 * recall.sh calls it with the human plays of the corpus. Shorter plays than SHORTEST are left out. */
#include "thefts.h"

#include <stdio.h>

#define SHORTEST 100.0 /* s */

enum { MOST_PLAYS = 64, LEVELS = 20, REPEATS = 40 /* plays of a level by one player */, LIMITS = 5 };

/* Evidence from which pairs are counted; the last one is that of the band PART. */
static const double limits[LIMITS] = { 8, 12, 16, 20, 30 };

static void fail(const char *what)
{
    fprintf(stderr, "fingerprint_stolen: %s\n", what);
    exit(1);
}

static reel_match compare(const reel_motion *query, const reel_motion *stored)
{
    reel_match match;
    reel_error error;
    if (reel_match_compare(query, reel_motion_fingerprint(stored), &match, &error) < 0) fail(error.message);
    return match;
}

/* ---- thefts ------------------------------------------------------------------------------------------------------- */

static void print_theft(const frames *plays, reel_motion *const *motions, size_t count, int which)
{
    size_t found = 0, same = 0;
    double least = INFINITY;
    const char *name = "";
    for (size_t i = 0; i < count; i++) {
        frames own = frames_copy(plays[(i + 1) % count]);
        name = apply_theft(&own, plays[i], which);
        reel_motion *motion = motion_of_frames(own);
        if (!motion) fail("a theft has no motion");
        const reel_match match = compare(motion, motions[i]);
        found += match.band == REEL_MATCH_SAME || match.band == REEL_MATCH_PART;
        same += match.band == REEL_MATCH_SAME;
        if (match.evidence < least) least = match.evidence;
        reel_motion_free(motion);
        free(own.data);
    }
    printf("| %s | %zu of %zu | %zu | %.0f |\n", name, found, count, same, least);
}

/* ---- honest pairs ------------------------------------------------------------------------------------------------- */

typedef struct pair_count {
    size_t pairs, above[LIMITS];
    double most;
} pair_count;

/* Compares the hands of all ordered pairs. */
static void count_pairs(reel_motion *const *motions, size_t count, pair_count *pairs)
{
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < count; j++) {
            reel_match match;
            reel_error error;
            if (i == j) continue;
            if (reel_match_compare_hands(motions[i], reel_motion_fingerprint(motions[j]), &match, &error) < 0)
                fail(error.message);
            pairs->pairs++;
            for (int limit = 0; limit < LIMITS; limit++) pairs->above[limit] += match.evidence >= limits[limit];
            if (match.evidence > pairs->most) pairs->most = match.evidence;
        }
}

static void print_pairs(const char *what, const pair_count *pairs)
{
    printf("| %s | %zu |", what, pairs->pairs);
    for (int limit = 0; limit < LIMITS; limit++) printf(" %zu |", pairs->above[limit]);
    printf(" %.1f |\n", pairs->most);
}

/* Plays of one level by one player, each stop `spread` (m) off along each axis. */
static void print_repeats(double spread)
{
    pair_count pairs = { 0 };
    char what[64];
    for (uint64_t level = 0; level < LEVELS; level++) {
        reel_motion *motions[REPEATS];
        for (uint64_t play = 0; play < REPEATS; play++) {
            const habits how = { .level = 700 + level, .player = 30 + level, .play = play, .seconds = 80, .spread = spread };
            frames made = habitual_frames(&how);
            if (!(motions[play] = motion_of_frames(made))) fail("a made play has no motion");
            free(made.data);
        }
        count_pairs(motions, REPEATS, &pairs);
        for (int play = 0; play < REPEATS; play++) reel_motion_free(motions[play]);
    }
    snprintf(what, sizeof what, "made: one player, one level; each stop %g cm off", spread * 100);
    print_pairs(what, &pairs);
}

int main(int count, char **words)
{
    static frames plays[MOST_PLAYS];
    static reel_motion *motions[MOST_PLAYS];
    size_t used = 0;
    double shortest = INFINITY, longest = 0;
    for (int i = 1; i < count && used < MOST_PLAYS; i++) {
        plays[used] = frames_of_file(words[i]);
        const double seconds = last_time(plays[used]);
        motions[used] = seconds >= SHORTEST ? motion_of_frames(plays[used]) : NULL;
        if (!motions[used]) {
            printf("left out: play %d, %.0f s\n", i, seconds);
            free(plays[used].data);
            continue;
        }
        if (seconds < shortest) shortest = seconds;
        if (seconds > longest) longest = seconds;
        used++;
    }
    if (used < 2) fail("two plays are needed");
    printf("%zu plays, %.0f to %.0f s\n\n| theft | found | same recording | least evidence |\n| --- | --- | --- | --- |\n", used,
           shortest, longest);
    for (int which = 0; which < THEFT_COUNT; which++) print_theft(plays, motions, used, which);
    printf("\n| pairs of honest plays, by the hands | number |");
    for (int limit = 0; limit < LIMITS; limit++) printf(" %g and more |", limits[limit]);
    printf(" most evidence |\n| --- | --- | --- | --- | --- | --- | --- | --- |\n");
    pair_count pairs = { 0 };
    count_pairs(motions, used, &pairs);
    print_pairs("plays of people", &pairs);
    static const double spreads[] = { 0.05, 0.03, 0.02, 0.015 };
    for (size_t i = 0; i < sizeof spreads / sizeof *spreads; i++) print_repeats(spreads[i]);
    for (size_t i = 0; i < used; i++) reel_motion_free(motions[i]), free(plays[i].data);
    return 0;
}
