/* SPDX-License-Identifier: MIT
 * The statistics of real replays against what the public code computes for them. */
#include "corpus.h"

#include <math.h>

#include <reel/beatsaber.h>

/* The truth is one JSON object a line, whose member names come once each: so a member is found by its name. */
static const char *member(const char *line, const char *name)
{
    char key[64];
    snprintf(key, sizeof key, "\"%s\": ", name);
    const char *at = strstr(line, key);
    if (!at) fail_msg("no member %s in %.60s", name, line);
    return at + strlen(key);
}

/* A number, true, false, null (as not-a-number), "nan" or "inf"; *at moves behind it. */
static double scan_value(const char **at)
{
    static const struct {
        const char *text;
        double value;
    } words[] = {
        { "true", 1 },
        { "false", 0 },
        { "null", (double)NAN },
        { "\"nan\"", (double)NAN },
        { "\"inf\"", (double)INFINITY },
        { "\"-inf\"", -(double)INFINITY },
    };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        size_t length = strlen(words[i].text);
        if (strncmp(*at, words[i].text, length) != 0) continue;
        *at += length;
        return words[i].value;
    }
    char *end;
    double value = strtod(*at, &end);
    if (end == *at) fail_msg("no value at %.40s", *at);
    *at = end;
    return value;
}

static bool near(double got, double want)
{
    if (isnan(want) || isnan(got)) return isnan(want) && isnan(got);
    if (isinf(want) || isinf(got)) return !(got < want) && !(got > want);
    double apart = fabs(got - want);
    return apart <= 2e-5 * fabs(want);
}

static void expect(const char *line, const char *name, double got)
{
    const char *at = member(line, name);
    double want = scan_value(&at);
    if (!near(got, want)) fail_msg("%s: %.9g, not %.9g in %.60s", name, got, want, line);
}

static void expect_count(const char *line, const char *name, int64_t got)
{
    const char *at = member(line, name);
    double want = scan_value(&at);
    if (isnan(want) || (int64_t)want != got) fail_msg("%s: %lld, not %.9g in %.60s", name, (long long)got, want, line);
}

static void expect_list(const char *line, const char *name, const float *got, size_t count, size_t stride)
{
    const char *at = member(line, name);
    size_t index = 0;
    for (at++; *at != ']'; index++) {
        double want = scan_value(&at);
        if (index < count && !near((double)got[index * stride], want))
            fail_msg("%s[%zu]: %.9g, not %.9g in %.60s", name, index, (double)got[index * stride], want, line);
        if (*at == ',') at += 2;
    }
    if (index != count) fail_msg("%s: %zu values, not %zu in %.60s", name, count, index, line);
}

static void compare_hits(const char *line, const beatsaber_summary *row)
{
    expect_count(line, "maxCombo", row->max_combo);
    expect(line, "maxStreak", row->present & BEATSABER_HAS_STREAK ? (double)row->max_streak : (double)NAN);
    expect(line, "leftTiming", (double)row->timing[0]);
    expect(line, "rightTiming", (double)row->timing[1]);
    expect_count(line, "leftMiss", row->misses_by_hand[0]);
    expect_count(line, "rightMiss", row->misses_by_hand[1]);
    expect_count(line, "leftBadCuts", row->bad_cuts_by_hand[0]);
    expect_count(line, "rightBadCuts", row->bad_cuts_by_hand[1]);
    expect_count(line, "leftBombs", row->bombs_by_hand[0]);
    expect_count(line, "rightBombs", row->bombs_by_hand[1]);
}

static void compare_accuracy(const char *line, const beatsaber_summary *row)
{
    expect(line, "accLeft", (double)row->hand_points[0]);
    expect(line, "accRight", (double)row->hand_points[1]);
    expect(line, "leftPreswing", (double)row->preswing[0]);
    expect(line, "rightPreswing", (double)row->preswing[1]);
    expect(line, "leftPostswing", (double)row->postswing[0]);
    expect(line, "rightPostswing", (double)row->postswing[1]);
    expect(line, "leftTimeDependence", (double)row->time_dependence[0]);
    expect(line, "rightTimeDependence", (double)row->time_dependence[1]);
    expect_list(line, "leftAverageCut", row->left_cut, 3, 1);
    expect_list(line, "rightAverageCut", row->right_cut, 3, 1);
    expect(line, "fcAcc", (double)row->fc_accuracy);
}

static void compare_outcome(const char *line, const beatsaber_summary *row)
{
    expect_count(line, "infoScore", row->stated_score);
    expect_count(line, "won", row->won);
    expect(line, "endTime", (double)row->end_time);
    expect(line, "failTime", (double)row->fail_time);
    expect_count(line, "nbOfPause", row->pauses_in_song);
    expect_count(line, "totalPauseDuration", row->pause_time_in_song);
    expect(line, "jumpDistance", (double)row->jump_distance);
    expect(line, "averageHeight", (double)row->average_height);
    expect_list(line, "averageHeadPosition", &row->average_head_position.x, 3, 1);
    expect_count(line, "totalScore", row->score);
    expect_count(line, "maxScore", row->max_score);
    expect(line, "lastEnergy", (double)row->final_energy);
    expect(line, "minEnergy", (double)row->min_energy);
    expect_count(line, "finalCombo", row->final_combo);
    expect_count(line, "framesKept", row->kept_frames);
    expect_count(line, "walls", row->walls);
}

/* NULL, after a report, if the corpus does not have it. */
static reel_replay *load_sample(const char *path)
{
    char name[512];
    snprintf(name, sizeof name, "samples/bsor/%s", path);
    reel_replay *replay;
    reel_error error;
    const char *full = corpus_path(name);
    if (!full) return NULL;
    if (reel_load_file(full, NULL, &replay, &error) < 0) fail_msg("%s: %s", path, error.message);
    return replay;
}

static reel_replay *measure(const reel_replay *replay, const char *convention)
{
    reel_insight_options options = { REEL_SIZED(reel_insight_options), .convention = convention };
    reel_replay *result;
    reel_error error;
    if (reel_insight_run_chunk(&reel_insight_beatsaber, &reel_format_bsor, reel_replay_chunk(replay), &options, &result, &error) <
        0)
        fail_msg("%s", error.message);
    return result;
}

static bool compare(const char *line)
{
    const char *path = member(line, "path") + 1;
    char name[256];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(path, "\""), path);
    reel_replay *replay = load_sample(name);
    if (!replay) return false;
    reel_replay *result = measure(replay, "server");
    size_t count;
    const beatsaber_summary *summary = reel_rows(result, &beatsaber_summaries, &count);
    assert_int_equal(count, 1);
    compare_hits(line, summary);
    compare_accuracy(line, summary);
    compare_outcome(line, summary);
    const beatsaber_cell *cells = reel_rows(result, &beatsaber_cells, &count);
    expect_list(line, "gridAcc", &cells->mean_points, count, sizeof *cells / sizeof(float));
    const beatsaber_second *graph = reel_rows(result, &beatsaber_graph, &count);
    expect_list(line, "scoreGraph", count ? &graph->accuracy : NULL, count, sizeof *graph / sizeof(float));
    reel_rows(result, &beatsaber_events, &count);
    expect_count(line, "notes", (int64_t)count - summary->walls);
    reel_free(result);
    reel_free(replay);
    return true;
}

static void server_convention_gives_the_public_statistics(void **state)
{
    (void)state;
    size_t size, compared = 0;
    char *text = corpus_text("expected/bsor/stats.jsonl", &size);
    if (!text) skip();
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) compared += compare(line);
    corpus_compared(compared, "files");
    free(text);
}

/* Whether a note's id has a scoring type of two digits: the public code reads such an id as one of Mapping Extensions, the game does
 * not. */
static bool has_wide_scoring(const reel_replay *replay)
{
    size_t count, infos;
    const bsor_note *notes = reel_rows(replay, &bsor_notes, &count);
    const bsor_info *info = reel_rows(replay, &bsor_infos, &infos);
    for (size_t i = 0; i < count; i++)
        if (bsor_note_parts_of(notes[i].note_id, info->game_version).scoring >= 10) return true;
    return false;
}

static void assert_score(const char *path, const reel_replay *replay, const char *convention, long long stated, long long wanted)
{
    size_t count;
    reel_replay *result = measure(replay, convention);
    const beatsaber_summary *row = reel_rows(result, &beatsaber_summaries, &count);
    if (row->score != wanted) fail_msg("%s, %s: %lld, not %lld", path, convention, (long long)row->score, wanted);
    assert_int_equal(row->stated_score, stated);
    assert_int_equal(row->score_difference, wanted - stated);
    reel_free(result);
}

/* Both conventions: where they part, the truth has the server's; the score that a generated file states is the game's. */
static void counts_the_score_of_every_sample(void **state)
{
    (void)state;
    tsv table;
    size_t compared = 0;
    if (!corpus_table("expected/bsor/rescore.tsv", &table)) skip();
    for (size_t i = 0; i < table.rows; i++) {
        const char *path = tsv_cell(&table, i, "path");
        long long stated = strtoll(tsv_cell(&table, i, "infoScore"), NULL, 10),
                  counted = strtoll(tsv_cell(&table, i, "recomputed"), NULL, 10);
        reel_replay *replay = load_sample(path);
        if (!replay) continue;
        bool wide = has_wide_scoring(replay);
        assert_score(path, replay, "server", stated, counted);
        if (!wide) assert_score(path, replay, "game", stated, counted);
        if (wide && strcmp(corpus_index("bsor", path, "kind"), "generated") == 0)
            assert_score(path, replay, "game", stated, stated);
        reel_free(replay);
        compared++;
    }
    corpus_compared(compared, "scores");
    tsv_free(&table);
}

static bool finds_no_error(const char *path, const char *name)
{
    if (strcmp(corpus_index("bsor", name, "kind"), "real") != 0) return false;
    reel_replay *replay, *none;
    reel_error error;
    assert_int_equal(reel_load_file(path, NULL, &replay, &error), REEL_OK);
    reel_findings *findings = reel_findings_new(NULL);
    reel_insight_options options = { REEL_SIZED(reel_insight_options), .report = reel_findings_report,
                                     .report_context = findings };
    assert_int_equal(reel_insight_run_chunk(&reel_check_beatsaber_score, &reel_format_bsor, reel_replay_chunk(replay), &options,
                                            &none, &error),
                     REEL_OK);
    if (reel_findings_total(findings, REEL_ERROR) || reel_findings_total(findings, REEL_WARNING))
        fail_msg("%s: %s", name, reel_findings_at(findings, 0)->message);
    reel_findings_free(findings);
    reel_free(none);
    reel_free(replay);
    return true;
}

static void finds_no_error_in_human_plays(void **state)
{
    (void)state;
    corpus_need("samples/bsor");
    corpus_compared(corpus_each("samples/bsor", ".bsor", finds_no_error), "plays");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(server_convention_gives_the_public_statistics),
        cmocka_unit_test(counts_the_score_of_every_sample),
        cmocka_unit_test(finds_no_error_in_human_plays),
    };
    return cmocka_run_group_tests_name("beatsaber_stats", tests, NULL, NULL);
}
