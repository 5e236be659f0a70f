/* SPDX-License-Identifier: MIT
 * Whose motion it is: thefts of parts and of single hands are found, and plays of one player of one level are not the same. */
#include "support.h"
#include "thefts.h"

/* A play of a level by a player who swings as an honest one does. */
static habits play_of(uint64_t level, uint64_t player, uint64_t play)
{
    return (habits){ .level = level, .player = player, .play = play, .seconds = 80, .spread = 0.03 };
}

static frames frames_of(habits play) { return habitual_frames(&play); }

static reel_match compare(const reel_motion *query, const reel_motion *stored)
{
    reel_match match;
    assert_int_equal(reel_match_compare(query, reel_motion_fingerprint(stored), &match, NULL), REEL_OK);
    return match;
}

/* Evidence is the sum of parts, the largest first, and all are inside both plays. */
static void check_parts(const reel_match *match, double here, double there)
{
    double last = INFINITY;
    assert_true(match->part_count <= REEL_MATCH_PARTS);
    for (uint32_t i = 0; i < match->part_count; i++) {
        const reel_match_part *part = &match->parts[i];
        assert_true(part->evidence <= last && part->evidence > 0 && part->strokes > 0);
        assert_true(part->from >= 0 && part->from < part->to && part->to <= here);
        assert_true(part->source_from >= 0 && part->source_from < part->source_to && part->source_to <= there);
        assert_true(part->hand < 2 && part->source_hand < 2);
        last = part->evidence;
    }
    assert_true(match->copied >= 0 && match->copied <= 1);
}

/* Of each theft, by each of several players from another one of the same level. */
static void every_theft_is_found(void **state)
{
    (void)state;
    size_t count = by_effort(10, 4, 1);
    for (int which = 0; which < THEFT_COUNT; which++) {
        size_t found = 0;
        const char *name = "";
        for (size_t i = 0; i < count; i++) {
            frames other = frames_of(play_of(i + 1, 10 + i, 0)), own = frames_of(play_of(i + 1, 40 + i, 0));
            reel_motion *stored = motion_of_frames(other);
            name = apply_theft(&own, other, which);
            reel_motion *motion = motion_of_frames(own);
            reel_match match = compare(motion, stored), hands;
            check_parts(&match, last_time(own) + 1, last_time(other) + 1);
            assert_int_equal(reel_match_compare_hands(motion, reel_motion_fingerprint(stored), &hands, NULL), REEL_OK);
            assert_float_equal(hands.evidence, match.evidence, 0);
            found += match.band == REEL_MATCH_SAME || match.band == REEL_MATCH_PART;
            reel_motion_free(motion);
            reel_motion_free(stored);
            free(own.data);
            free(other.data);
        }
        if (10 * found < 9 * count) fail_msg("%s: found %zu of %zu", name, found, count);
    }
}

static void a_stolen_hand_is_named_with_its_span(void **state)
{
    (void)state;
    frames other = frames_of(play_of(3, 13, 0)), own = frames_of(play_of(4, 14, 0)), patched = frames_copy(own);
    reel_motion *stored = motion_of_frames(other);
    take_part(&own, other, 2, 1);
    insert_part(&patched, other, 30, 50, 12);
    reel_motion *hand = motion_of_frames(own), *span = motion_of_frames(patched);
    reel_match match = compare(hand, stored);
    assert_int_equal(match.band, REEL_MATCH_PART);
    for (uint32_t i = 0; i < match.part_count; i++) {
        assert_int_equal(match.parts[i].hand, 1);
        assert_int_equal(match.parts[i].source_hand, 0);
        assert_false(match.parts[i].mirrored);
        assert_float_equal(match.parts[i].from, match.parts[i].source_from, 0.05);
    }
    match = compare(span, stored);
    assert_int_equal(match.band, REEL_MATCH_PART);
    assert_true(match.part_count >= 2 && match.parts[0].hand != match.parts[1].hand);
    for (int i = 0; i < 2; i++) {
        assert_float_equal(match.parts[i].from, 30.5, 1);
        assert_float_equal(match.parts[i].to, 41.5, 1);
        assert_float_equal(match.parts[i].source_from, 50.5, 1);
    }
    mirror(&patched);
    reel_motion *mirrored = motion_of_frames(patched);
    match = compare(mirrored, stored);
    assert_int_equal(match.band, REEL_MATCH_PART);
    assert_true(match.parts[0].mirrored);
    reel_motion_free(mirrored);
    reel_motion_free(hand);
    reel_motion_free(span);
    reel_motion_free(stored);
    free(own.data);
    free(other.data);
    free(patched.data);
}

/* Plays of one level by one player, by two, and of two levels by one. */
static void honest_plays_are_not_the_same(void **state)
{
    (void)state;
    size_t count = by_effort(60, 12, 3);
    enum { PLAYS = 5 };
    for (size_t i = 0; i < count; i++) {
        habits plays[PLAYS] = { play_of(i + 1, 1, 0), play_of(i + 1, 1, 1), play_of(i + 1, 1, 2), play_of(i + 1, 2, 0),
                                play_of(i + 500, 1, 0) };
        reel_motion *motions[PLAYS];
        for (int j = 0; j < PLAYS; j++) {
            reel_match match;
            frames made = frames_of(plays[j]);
            motions[j] = motion_of_frames(made);
            assert_int_equal(reel_match_repeats(motions[j], &match, NULL), REEL_OK);
            assert_int_equal(match.band, REEL_MATCH_NOTHING);
            free(made.data);
        }
        for (int j = 0; j < PLAYS; j++)
            for (int k = 0; k < PLAYS; k++) {
                reel_match match = compare(motions[j], motions[k]);
                if (j != k && match.band != REEL_MATCH_NOTHING)
                    fail_msg("level %zu, plays %d and %d: evidence %.1f, score %.3f", i, j, k, match.evidence, match.score);
            }
        for (int j = 0; j < PLAYS; j++) reel_motion_free(motions[j]);
    }
}

static void motion_repeated_in_a_play_is_found_under_noise(void **state)
{
    (void)state;
    static const double noises[] = { 0, 0.000001, 0.0001, 0.001, 0.003 };
    for (size_t i = 0; i < sizeof noises / sizeof *noises; i++) {
        frames made = frames_of(play_of(7, 17, 0)), before = frames_copy(made);
        insert_part(&made, before, 55, 20, 10);
        change_positions(&made, add_noise, noises[i], 3);
        reel_motion *motion = motion_of_frames(made);
        reel_match match;
        assert_int_equal(reel_match_repeats(motion, &match, NULL), REEL_OK);
        if (match.band != REEL_MATCH_PART) fail_msg("noise of %g m: evidence %.1f", noises[i], match.evidence);
        check_parts(&match, 81, 81);
        assert_float_equal((match.parts[0].from - match.parts[0].source_from), 35, 0.1);
        reel_motion_free(motion);
        free(made.data);
        free(before.data);
    }
}

/* One stroke again and again: as many matches as a search may find, of the most stops that are used. */
static void a_play_of_one_stroke_is_bounded(void **state)
{
    (void)state;
    enum { SECONDS = 700 };
    frames made = made_frames(1, SECONDS);
    test_allocator used = { 0 };
    reel_allocator allocator = test_allocator_of(&used);
    for (size_t i = 0; i < made.count; i++)
        for (int hand = 1; hand <= 2; hand++) {
            double phase = (double)(i % 18) / 18, height = phase < 0.5 ? phase : 1 - phase;
            *axis_of(pose_of(&made.data[i], hand), 1) = (float)(1 + 2 * height * height * (3 - 4 * height));
            *axis_of(pose_of(&made.data[i], hand), 0) = 0;
            *axis_of(pose_of(&made.data[i], hand), 2) = 0;
        }
    reel_memory memory = write_frames(made);
    reel_replay *replay;
    reel_motion *motion;
    reel_match match;
    reel_motion_options how = { REEL_SIZED(reel_motion_options), .allocator = &allocator };
    assert_int_equal(reel_load(reel_source_memory(memory.data, memory.size), NULL, &replay, NULL), REEL_OK);
    assert_int_equal(reel_motion_of(replay, &how, &motion, NULL), REEL_OK);
    assert_true(reel_motion_fingerprint(motion).size <= REEL_FINGERPRINT_BYTES);
    assert_int_equal(reel_match_compare(motion, reel_motion_fingerprint(motion), &match, NULL), REEL_OK);
    assert_int_equal(reel_match_repeats(motion, &match, NULL), REEL_OK);
    assert_true(used.peak < (size_t)64 << 20);
    reel_motion_free(motion);
    assert_int_equal(used.live, 0);
    reel_free(replay);
    reel_memory_free(&memory);
    free(made.data);
}

/* ---- the index ---------------------------------------------------------------------------------------------------- */

typedef struct found {
    char first[32];
    size_t count, same;
} found;

static bool take(void *context, reel_string name, const reel_match *match)
{
    found *result = context;
    if (!result->count++) snprintf(result->first, sizeof result->first, "%.*s", (int)name.size, name.data);
    result->same += match->band == REEL_MATCH_SAME || match->band == REEL_MATCH_PART;
    return true;
}

static void thefts_are_found_among_plays_of_the_level(void **state)
{
    (void)state;
    enum { PLAYS = 40 };
    if (!reel_match_index_is_built()) {
        print_message("the library was built without SQLite\n");
        skip();
    }
    reel_match_index *index;
    assert_int_equal(reel_match_index_open("", REEL_MATCH_ADD, &index, NULL), REEL_OK);
    for (uint64_t i = 0; i < PLAYS; i++) {
        char name[32];
        frames made = frames_of(play_of(9, 100 + i, 0));
        reel_motion *motion = motion_of_frames(made);
        snprintf(name, sizeof name, "play %u", (unsigned)i);
        assert_int_equal(reel_match_index_add(index, (reel_string){ name, strlen(name) }, reel_motion_fingerprint(motion), NULL),
                         REEL_OK);
        reel_motion_free(motion);
        free(made.data);
    }
    size_t missed = 0;
    for (int which = 0; which < THEFT_COUNT; which++) {
        frames other = frames_of(play_of(9, 120, 0)), own = frames_of(play_of(9, 300, 0));
        const char *name = apply_theft(&own, other, which);
        reel_motion *motion = motion_of_frames(own);
        found result = { .count = 0 };
        assert_int_equal(reel_match_index_find(index, motion, (reel_string){ NULL, 0 }, 0, take, &result, NULL), REEL_OK);
        bool right = strcmp(result.first, "play 20") == 0 && result.same == 1;
        if (!right) print_message("%s: '%s', %zu results\n", name, result.first, result.same);
        missed += !right;
        reel_motion_free(motion);
        free(own.data);
        free(other.data);
    }
    if (missed > 2) fail_msg("missed %zu of %d", missed, THEFT_COUNT); /* one patch of 5 s has few keys */
    reel_match_index_close(index);
}

static void add_play(reel_match_index *index, const char *name, frames made)
{
    reel_motion *motion = motion_of_frames(made);
    assert_int_equal(reel_match_index_add(index, (reel_string){ name, strlen(name) }, reel_motion_fingerprint(motion), NULL),
                     REEL_OK);
    reel_motion_free(motion);
}

/* Entries of one level by one player share keys. The play that was stolen from is the last one, so that others come first in each key. */
static void a_theft_is_found_among_plays_that_are_alike(void **state)
{
    (void)state;
    if (!reel_match_index_is_built()) {
        print_message("the library was built without SQLite\n");
        skip();
    }
    reel_match_index *index;
    assert_int_equal(reel_match_index_open("", REEL_MATCH_ADD, &index, NULL), REEL_OK);
    for (uint64_t i = 1, count = by_effort(400, 100, 20); i <= count; i++) {
        char name[32];
        frames made = frames_of(play_of(31, 5, i));
        snprintf(name, sizeof name, "alike %u", (unsigned)i);
        add_play(index, name, made);
        free(made.data);
    }
    frames other = frames_of(play_of(31, 5, 0)), own = frames_of(play_of(32, 6, 0));
    add_play(index, "original", other);
    insert_part(&own, other, 40, 30, 20);
    reel_motion *motion = motion_of_frames(own);
    found result = { .count = 0 };
    assert_int_equal(reel_match_index_find(index, motion, (reel_string){ NULL, 0 }, 1, take, &result, NULL), REEL_OK);
    assert_string_equal(result.first, "original");
    reel_match_index_close(index);
    reel_motion_free(motion);
    free(own.data);
    free(other.data);
}

/* However many entries have the same motion, only so many of them are read and reported, the oldest first. */
static void entries_that_share_motion_are_bounded(void **state)
{
    (void)state;
    enum { COPIES = 300, MOST = 4 };
    if (!reel_match_index_is_built()) {
        print_message("the library was built without SQLite\n");
        skip();
    }
    reel_match_index *index;
    assert_int_equal(reel_match_index_open("", REEL_MATCH_ADD, &index, NULL), REEL_OK);
    frames made = frames_of(play_of(11, 21, 0));
    reel_motion *motion = motion_of_frames(made);
    for (unsigned i = 0; i < COPIES; i++) {
        char name[32];
        snprintf(name, sizeof name, "copy %u", i);
        assert_int_equal(reel_match_index_add(index, (reel_string){ name, strlen(name) }, reel_motion_fingerprint(motion), NULL),
                         REEL_OK);
    }
    found result = { .count = 0 };
    assert_int_equal(reel_match_index_find(index, motion, (reel_string){ NULL, 0 }, SIZE_MAX, take, &result, NULL), REEL_OK);
    assert_string_equal(result.first, "copy 0");
    assert_true(result.count > 0 && result.count <= MOST);
    assert_int_equal(result.same, result.count);
    assert_true(reel_match_index_not_compared(index) >= COPIES / 2);
    assert_true(reel_match_index_not_compared(index) <= COPIES - result.count);
    reel_match_index_close(index);
    reel_motion_free(motion);
    free(made.data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_theft_is_found),
        cmocka_unit_test(a_stolen_hand_is_named_with_its_span),
        cmocka_unit_test(honest_plays_are_not_the_same),
        cmocka_unit_test(motion_repeated_in_a_play_is_found_under_noise),
        cmocka_unit_test(a_play_of_one_stroke_is_bounded),
        cmocka_unit_test(thefts_are_found_among_plays_of_the_level),
        cmocka_unit_test(a_theft_is_found_among_plays_that_are_alike),
        cmocka_unit_test(entries_that_share_motion_are_bounded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
