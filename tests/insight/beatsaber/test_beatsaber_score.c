/* SPDX-License-Identifier: MIT
 * Points of a cut, multiplier, highest score, rank. */
#include "corpus.h"

#include <math.h>

#include <reel/beatsaber.h>

static void assert_points(int scoring, float before, float after, float distance, int want_before, int want_center,
                          int want_after)
{
    beatsaber_points points = beatsaber_points_of(scoring, before, after, distance);
    if (points.before != want_before || points.center != want_center || points.after != want_after)
        fail_msg("scoring %d, ratings %g %g, distance %g: %d + %d + %d, not %d + %d + %d", scoring, (double)before, (double)after,
                 (double)distance, points.before, points.center, points.after, want_before, want_center, want_after);
    assert_int_equal(points.total, want_before + want_center + want_after);
}

static void rounds_half_to_even(void **state)
{
    (void)state;
    assert_points(BSOR_NORMAL, 0.25f, 0.25f, 0.15f, 18, 8, 8);  /* 17.5, 7.5, 7.5 */
    assert_points(BSOR_NORMAL, 0.75f, 0.75f, 0.15f, 52, 8, 22); /* 52.5, 7.5, 22.5 */
    assert_points(BSOR_NORMAL, 0.35f, 0.05f, 0.0f, 24, 15, 2);  /* 24.5 in float32, 1.5 */
}

static void caps_every_part(void **state)
{
    (void)state;
    assert_points(BSOR_NORMAL, 4.99f, 3.0f, -0.1f, 70, 15, 30);
    assert_points(BSOR_NORMAL, -0.9f, -3.0f, 0.31f, 0, 0, 0);
    assert_points(BSOR_NORMAL, INFINITY, -INFINITY, INFINITY, 70, 0, 0);
    assert_points(BSOR_NORMAL, NAN, NAN, NAN, 0, 0, 0);
}

static void gives_each_scoring_type_its_parts(void **state)
{
    (void)state;
    static const int want[][4] = {
        { BSOR_NORMAL_OLD, 0, 15, 0 },
        { BSOR_NORMAL, 0, 15, 0 },
        { BSOR_ARC_HEAD, 0, 15, 30 },
        { BSOR_ARC_TAIL, 70, 15, 0 },
        { BSOR_CHAIN_HEAD, 0, 15, 0 },
        { BSOR_CHAIN_LINK, 0, 20, 0 },
        { BSOR_ARC_HEAD_ARC_TAIL, 70, 15, 30 },
        { BSOR_CHAIN_HEAD_ARC_TAIL, 70, 15, 30 },
        { BSOR_CHAIN_LINK_ARC_HEAD, 0, 20, 0 },
        { BSOR_CHAIN_HEAD_ARC_HEAD, 0, 15, 30 },
        { BSOR_CHAIN_HEAD_ARC_HEAD_ARC_TAIL, 70, 15, 30 },
    };
    for (size_t i = 0; i < sizeof want / sizeof *want; i++)
        assert_points(want[i][0], 0.0f, 0.0f, 0.0f, want[i][1], want[i][2], want[i][3]);
    assert_int_equal(beatsaber_points_of(BSOR_CHAIN_HEAD, 1.0f, 1.0f, 0.0f).total, 85);
    assert_int_equal(beatsaber_max_points(BSOR_NORMAL), 115);
    assert_int_equal(beatsaber_max_points(BSOR_CHAIN_HEAD), 85);
    assert_int_equal(beatsaber_max_points(BSOR_CHAIN_LINK), 20);
    assert_int_equal(beatsaber_max_points(-1), 115);
    assert_int_equal(beatsaber_max_points(13), 115);
}

static void raises_the_multiplier_before_the_note(void **state)
{
    (void)state;
    static const int want[] = { 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 4, 4, 4, 8, 8, 8 };
    beatsaber_multiplier multiplier = { 1, 0 };
    for (size_t i = 0; i < sizeof want / sizeof *want; i++) {
        beatsaber_multiplier_raise(&multiplier);
        assert_int_equal(multiplier.value, want[i]);
    }
}

static void halves_the_multiplier_on_a_fault(void **state)
{
    (void)state;
    beatsaber_multiplier multiplier = { 8, 0 };
    beatsaber_multiplier_lower(&multiplier);
    assert_int_equal(multiplier.value, 4);
    for (int i = 0; i < 7; i++) beatsaber_multiplier_raise(&multiplier);
    assert_int_equal(multiplier.value, 4);
    beatsaber_multiplier_lower(&multiplier); /* progress is lost too */
    assert_int_equal(multiplier.value, 2);
    for (int i = 0; i < 3; i++) beatsaber_multiplier_raise(&multiplier);
    assert_int_equal(multiplier.value, 2);
    beatsaber_multiplier_raise(&multiplier);
    assert_int_equal(multiplier.value, 4);
    for (int i = 0; i < 5; i++) beatsaber_multiplier_lower(&multiplier);
    assert_int_equal(multiplier.value, 1);
}

static void gives_the_highest_score_in_closed_form(void **state)
{
    (void)state;
    beatsaber_multiplier multiplier = { 1, 0 };
    int64_t score = 0;
    for (uint64_t notes = 0; notes < 60; notes++) {
        assert_int_equal(beatsaber_max_score(notes), score);
        beatsaber_multiplier_raise(&multiplier);
        score += 115 * multiplier.value;
    }
}

/* The game shows SSS for a full score, and a rank above its share of the maximum, not at it. */
static void ranks_as_the_game_does(void **state)
{
    (void)state;
    static const struct {
        int64_t score;
        beatsaber_rank rank;
    } want[] = {
        { 1000, BEATSABER_SSS }, { 999, BEATSABER_SS }, { 901, BEATSABER_SS }, { 900, BEATSABER_S }, { 801, BEATSABER_S },
        { 800, BEATSABER_A },    { 651, BEATSABER_A },  { 650, BEATSABER_B },  { 501, BEATSABER_B }, { 500, BEATSABER_C },
        { 351, BEATSABER_C },    { 350, BEATSABER_D },  { 201, BEATSABER_D },  { 200, BEATSABER_E }, { 0, BEATSABER_E },
    };
    for (size_t i = 0; i < sizeof want / sizeof *want; i++)
        assert_int_equal(beatsaber_rank_of(want[i].score, 1000), want[i].rank);
    assert_int_equal(beatsaber_rank_of(0, 0), BEATSABER_E);
}

static char *next_line(char *line)
{
    line = strchr(line, '\n');
    return line && line[1] ? line + 1 : NULL;
}

static void meets_the_cut_score_vectors(void **state)
{
    (void)state;
    size_t size;
    char *text = corpus_text("expected/bsor/cutscore_vectors.tsv", &size);
    if (!text) skip();
    int lines = 0;
    for (char *line = next_line(text); line; line = next_line(line), lines++) {
        float value[8];
        char *at = line;
        for (int i = 0; i < 8; i++) value[i] = strtof(at, &at);
        assert_points((int)value[0], value[2], value[3], value[1], (int)value[4], (int)value[6], (int)value[5]);
        assert_int_equal(beatsaber_points_of((int)value[0], value[2], value[3], value[1]).total, (int)value[7]);
    }
    corpus_compared((size_t)lines, "cuts");
    free(text);
}

static void meets_the_highest_score_vectors(void **state)
{
    (void)state;
    size_t size;
    char *text = corpus_text("expected/bsor/maxscore_vectors.tsv", &size);
    if (!text) skip();
    int lines = 0;
    for (char *line = next_line(text); line; line = next_line(line), lines++) {
        char *at = line;
        unsigned long notes = strtoul(at, &at, 10);
        long score = strtol(at, &at, 10), value = strtol(at, &at, 10);
        assert_int_equal(beatsaber_max_score(notes), score);
        beatsaber_multiplier multiplier = { 1, 0 };
        for (unsigned long i = 0; i < notes; i++) beatsaber_multiplier_raise(&multiplier);
        assert_int_equal(multiplier.value, value);
    }
    corpus_compared((size_t)lines, "scores");
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rounds_half_to_even),
        cmocka_unit_test(caps_every_part),
        cmocka_unit_test(gives_each_scoring_type_its_parts),
        cmocka_unit_test(raises_the_multiplier_before_the_note),
        cmocka_unit_test(halves_the_multiplier_on_a_fault),
        cmocka_unit_test(gives_the_highest_score_in_closed_form),
        cmocka_unit_test(ranks_as_the_game_does),
        cmocka_unit_test(meets_the_cut_score_vectors),
        cmocka_unit_test(meets_the_highest_score_vectors),
    };
    return cmocka_run_group_tests_name("beatsaber_score", tests, NULL, NULL);
}
