/* SPDX-License-Identifier: MIT
 * The figures of ScoreSaber's formats: those of the BSOR that a file was made from, as far as it holds them. */
#include "../../formats/scoresaber/twins.h"

#include <reel/beatsaber.h>

typedef struct told {
    int no_cuts, no_events;
} told;

static void note(void *context, const reel_finding *finding)
{
    told *all = context;
    if (strcmp(finding->rule, "beatsaber.no-cuts") == 0) all->no_cuts++;
    if (strcmp(finding->rule, "beatsaber.no-events") == 0) all->no_events++;
}

static reel_replay *measure(const char *path, told *findings)
{
    reel_reader *reader;
    reel_replay *result;
    reel_error error;
    *findings = (told){ 0 };
    reel_insight_options options = { REEL_SIZED(reel_insight_options), .report = note, .report_context = findings };
    if (reel_open_file(path, NULL, &reader, &error) < 0) fail_msg("%s: %s", path, error.message);
    if (reel_insight_run(&reel_insight_beatsaber, reader, &options, &result, &error) < 0) fail_msg("%s: %s", path, error.message);
    reel_close(reader);
    return result;
}

static const beatsaber_summary *summary_of(const reel_replay *result)
{
    size_t count;
    const beatsaber_summary *row = reel_rows(result, &beatsaber_summaries, &count);
    assert_int_equal(count, 1);
    return row;
}

static void assert_same_play(const beatsaber_summary *a, const beatsaber_summary *b)
{
    assert_true(a->score == b->score && a->max_score == b->max_score && a->stated_score == b->stated_score);
    assert_true(a->notes == b->notes && a->good_cuts == b->good_cuts && a->bad_cuts == b->bad_cuts && a->misses == b->misses);
    assert_true(a->max_combo == b->max_combo && a->final_energy == b->final_energy && a->accuracy == b->accuracy);
    assert_true(a->kept_frames == b->kept_frames && a->end_time == b->end_time && a->average_height == b->average_height);
    assert_memory_equal(&a->average_head_position, &b->average_head_position, sizeof a->average_head_position);
}

static bool compare_with_bsor(const char *dat, const char *bsor, const play *of)
{
    (void)of;
    told findings;
    reel_replay *one = measure(dat, &findings), *other = measure(bsor, &findings);
    const beatsaber_summary *a = summary_of(one), *b = summary_of(other);
    assert_same_play(a, b);
    assert_memory_equal(a->timing, b->timing, sizeof a->timing);
    assert_memory_equal(a->hand_points, b->hand_points, sizeof a->hand_points);
    reel_free(one);
    reel_free(other);
    return true;
}

static void a_dat_has_the_figures_of_its_bsor(void **state)
{
    (void)state;
    corpus_compared(play_each_origin(compare_with_bsor), "files");
}

static bool compare_decoded(const char *json, const char *dat)
{
    told findings;
    reel_replay *whole = measure(dat, &findings);
    assert_int_equal(findings.no_cuts, 0);
    reel_replay *decoded = measure(json, &findings);
    assert_int_equal(findings.no_cuts, 1);
    const beatsaber_summary *a = summary_of(decoded), *b = summary_of(whole);
    assert_same_play(a, b);
    assert_memory_equal(a->hand_points, b->hand_points, sizeof a->hand_points);
    assert_true(a->underswing == 0 && a->timing[0] == 0 && a->preswing[0] == 0);
    reel_free(whole);
    reel_free(decoded);
    return true;
}

static void decoded_json_has_points_but_no_swings(void **state)
{
    (void)state;
    corpus_compared(play_each_decoded(compare_decoded), "files");
}

static void walls_and_bombs_of_decoded_json_end_the_combo(void **state)
{
    (void)state;
    told findings;
    reel_replay *result = measure(project_path("tests/formats/scoresaber/golden/decoded.json"), &findings);
    const beatsaber_summary *row = summary_of(result);
    assert_true(row->score == 115 && row->good_cuts == 1 && row->bad_cuts == 1 && row->misses == 1 && row->bombs == 1);
    assert_true(row->walls == 1 && row->final_combo == 0 && row->max_combo == 1);
    reel_free(result);
}

static void key_frames_have_motion_only(void **state)
{
    (void)state;
    told findings;
    reel_replay *result = measure(project_path("tests/formats/scoresaber/golden/keyframes.dat"), &findings);
    assert_int_equal(findings.no_events, 1);
    assert_int_equal(summary_of(result)->kept_frames, 2);
    assert_true(summary_of(result)->average_head_position.y == 1.75f);
    assert_int_equal(summary_of(result)->stated_score, 230);
    reel_free(result);
}

static void the_least_score_is_measured_and_checked(void **state)
{
    (void)state;
    static const char text[] = "{\"info\":{\"totalScore\":-9223372036854775808},\"scores\":[115],\"combos\":[1],\"noteTime\":[1],"
                               "\"noteInfos\":[\"0010\"],\"frames\":[]}";
    reel_reader *reader;
    reel_replay *result;
    reel_error error;
    assert_int_equal(reel_open(reel_source_memory(text, sizeof text - 1), NULL, &reader, &error), REEL_OK);
    assert_int_equal(reel_insight_run(&reel_insight_beatsaber, reader, NULL, &result, &error), REEL_OK);
    assert_true(summary_of(result)->stated_score == INT64_MIN);
    assert_true(summary_of(result)->score == 115);
    reel_close(reader);
    reel_free(result);
    reel_findings *findings = reel_findings_new(NULL);
    const reel_options options = { REEL_SIZED(reel_options), .report = reel_findings_report, .report_context = findings };
    assert_int_equal(reel_check(reel_source_memory(text, sizeof text - 1), &options, &error), REEL_OK);
    bool found = false;
    for (size_t i = 0; i < reel_findings_count(findings); i++)
        found |= strcmp(reel_findings_at(findings, i)->rule, "beatsaber.score-above-maximum") == 0;
    assert_true(found);
    reel_findings_free(findings);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_dat_has_the_figures_of_its_bsor),
        cmocka_unit_test(decoded_json_has_points_but_no_swings),
        cmocka_unit_test(walls_and_bombs_of_decoded_json_end_the_combo),
        cmocka_unit_test(key_frames_have_motion_only),
        cmocka_unit_test(the_least_score_is_measured_and_checked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
