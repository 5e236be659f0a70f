/* SPDX-License-Identifier: MIT
 * What a replay states against what its events say. */
#include "made_play.h"

enum { RED = 30000 };

/* The rules that are found, with spaces between; "!" before errors, "?" before warnings. Static until the next call. */
static const char *found(const made_play *play)
{
    static char text_found[256];
    reel_replay *replay = made_replay(play), *none;
    reel_findings *findings = reel_findings_new(NULL);
    reel_insight_options options = { REEL_SIZED(reel_insight_options), .report = reel_findings_report,
                                     .report_context = findings };
    reel_error error;
    assert_int_equal(reel_insight_run_chunk(&reel_check_beatsaber_score, &reel_format_bsor, reel_replay_chunk(replay), &options,
                                            &none, &error),
                     REEL_OK);
    text_found[0] = 0;
    for (size_t i = 0; i < reel_findings_count(findings); i++) {
        const reel_finding *finding = reel_findings_at(findings, i);
        assert_true(strncmp(finding->rule, "beatsaber.", 10) == 0);
        const char *mark = finding->severity == REEL_ERROR ? "!" : finding->severity == REEL_WARNING ? "?" : "";
        size_t used = strlen(text_found);
        snprintf(text_found + used, sizeof text_found - used, "%s%s%s", i ? " " : "", mark, finding->rule + 10);
    }
    reel_findings_free(findings);
    reel_free(none);
    reel_free(replay);
    return text_found;
}

/* 20 notes, the first without its swing after the cut: 30 points below the maximum of 11155. */
static made_play clean_play(void)
{
    made_play play = made_new();
    for (int i = 0; i < 20; i++) made_note(&play, 1.0f + 0.1f * (float)i, RED, BSOR_GOOD_CUT);
    play.notes[0].cut.after_cut_rating = 0.0f;
    play.info.score = 11125;
    return play;
}

static void says_nothing_of_a_sound_play(void **state)
{
    (void)state;
    made_play play = clean_play();
    assert_string_equal(found(&play), "");
}

static void warns_of_a_score_that_is_a_little_off(void **state)
{
    (void)state;
    made_play play = clean_play();
    play.info.score = 11125 - 111;
    assert_string_equal(found(&play), "?score-mismatch");
    play.info.score = 11125 + 30;
    assert_string_equal(found(&play), "?score-mismatch");
}

static void refuses_a_score_that_is_more_than_a_hundredth_off(void **state)
{
    (void)state;
    made_play play = clean_play();
    play.info.score = 11125 - 112;
    assert_string_equal(found(&play), "!score-mismatch");
}

static void refuses_a_score_above_the_maximum(void **state)
{
    (void)state;
    made_play play = clean_play();
    play.info.score = 11156;
    assert_string_equal(found(&play), "!score-above-maximum");
}

static void drops_the_sign_and_knows_no_stated_score_of_zero(void **state)
{
    (void)state;
    made_play play = clean_play();
    play.info.score = -11125;
    assert_string_equal(found(&play), "");
    play.info.score = 0;
    assert_string_equal(found(&play), "");
    play.info.score = INT32_MIN;
    assert_string_equal(found(&play), "!score-above-maximum");
}

static void wants_energy_to_run_out_where_a_play_failed(void **state)
{
    (void)state;
    made_play play = clean_play();
    play.info.fail_time = 3.0f;
    assert_string_equal(found(&play), "?fail-with-energy");
    for (int i = 0; i < 5; i++) made_note(&play, 4.0f + (float)i, RED, BSOR_MISS);
    assert_string_equal(found(&play), "");
    play.info.fail_time = 0.0f;
    assert_string_equal(found(&play), "?fail-not-stated");
    play.info.modifiers = text("NF");
    assert_string_equal(found(&play), "");
}

/* With fail on saber clash the game takes all energy at once; no event of a replay shows it. */
static void a_saber_clash_fails_a_play_with_energy(void **state)
{
    (void)state;
    made_play play = clean_play();
    play.info.fail_time = 3.0f;
    play.info.modifiers = text("DA,CS");
    assert_string_equal(found(&play), "");
    play.info.modifiers = text("DA,SC"); /* small cubes: in BSOR, the two have codes of their own */
    assert_string_equal(found(&play), "?fail-with-energy");
}

static void notes_a_no_fail_that_saved_nothing(void **state)
{
    (void)state;
    made_play play = clean_play();
    play.info.modifiers = text("NF");
    assert_string_equal(found(&play), "no-fail-unused");
}

/* Sabers that touch end a play with the modifier CS, whatever energy is left. */
static void knows_that_sabers_can_clash(void **state)
{
    (void)state;
    made_play play = clean_play();
    play.info.fail_time = 3.0f;
    play.info.modifiers = text("DA,CS");
    assert_string_equal(found(&play), "");
    play.info.modifiers = text("DA,SC");
    assert_string_equal(found(&play), "?fail-with-energy");
}

/* A fault of a version of a recorder is named as such, and is none of a later version. */
static void names_the_known_faults_of_recorders(void **state)
{
    (void)state;
    static const struct {
        const char *platform, *version, *score, *fail; /* what is found of a modified score, and of a fail with energy left */
    } cases[] = { { "oculus", "0.1.0", "modified-score", "lives-not-recorded" },
                  { "oculus", "0.1", "modified-score", "lives-not-recorded" },
                  { "oculus", "0.1.1", "!score-above-maximum", "lives-not-recorded" },
                  { "oculus", "0.2.0", "!score-above-maximum", "lives-not-recorded" },
                  { "oculus", "0.5.8", "!score-above-maximum", "lives-not-recorded" },
                  { "oculus", "0.5.9", "!score-above-maximum", "?fail-with-energy" },
                  { "oculus", "0.10.0", "!score-above-maximum", "?fail-with-energy" },
                  { "oculus", "1.0.1", "!score-above-maximum", "?fail-with-energy" },
                  { "oculus", "0.X.X", "!score-above-maximum", "?fail-with-energy" },
                  { "oculus", "0.", "!score-above-maximum", "?fail-with-energy" },
                  { "oculus", "", "!score-above-maximum", "?fail-with-energy" },
                  { "steam", "0.1.0", "!score-above-maximum", "?fail-with-energy" } };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        made_play play = clean_play();
        play.info.platform = text(cases[i].platform);
        play.info.mod_version = text(cases[i].version);
        play.info.modifiers = text("FS");
        play.info.score = 12015; /* 11125 * 1.08 */
        assert_string_equal(found(&play), cases[i].score);
        play.info.score = 11125;
        play.info.fail_time = 3.0f;
        assert_string_equal(found(&play), cases[i].fail);
    }
}

static void says_nothing_without_notes(void **state)
{
    (void)state;
    made_play play = made_new();
    play.info.score = 1000;
    play.info.fail_time = 3.0f;
    assert_string_equal(found(&play), "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(says_nothing_of_a_sound_play),
        cmocka_unit_test(warns_of_a_score_that_is_a_little_off),
        cmocka_unit_test(refuses_a_score_that_is_more_than_a_hundredth_off),
        cmocka_unit_test(refuses_a_score_above_the_maximum),
        cmocka_unit_test(drops_the_sign_and_knows_no_stated_score_of_zero),
        cmocka_unit_test(wants_energy_to_run_out_where_a_play_failed),
        cmocka_unit_test(a_saber_clash_fails_a_play_with_energy),
        cmocka_unit_test(notes_a_no_fail_that_saved_nothing),
        cmocka_unit_test(knows_that_sabers_can_clash),
        cmocka_unit_test(names_the_known_faults_of_recorders),
        cmocka_unit_test(says_nothing_without_notes),
    };
    return cmocka_run_group_tests_name("beatsaber_check", tests, NULL, NULL);
}
