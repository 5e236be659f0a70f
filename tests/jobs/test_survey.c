/* SPDX-License-Identifier: MIT
 * reel_survey_run: one pass gives what separate calls give. */
#include "machinery.h"

#include <reel/bsor.h>
#include <reel/insight.h>
#include <reel/match.h>
#include <reel/sign.h>

struct seen {
    size_t frames, results, tables;
    bool refuses;
};

static reel_status see(void *context, const reel_format *format, const reel_insight *insight, const reel_chunk *chunk,
                       reel_error *error)
{
    struct seen *seen = context;
    if (seen->refuses) return reel_fail(error, REEL_LOSS, "test.refused", "", 0, "refused");
    seen->results += insight != NULL;
    for (const reel_table *const *table = insight ? insight->tables : format->tables; *table; table++) {
        size_t count;
        reel_chunk_rows(chunk, *table, &count);
        seen->tables += insight && count > 0;
        if (*table == &bsor_frames) seen->frames += count;
    }
    return REEL_OK;
}

static reel_status survey_file(const char *path, struct seen *seen, reel_survey *survey, reel_error *error)
{
    reel_source source;
    *survey = (reel_survey){ REEL_SIZED(reel_survey),
                             .flags = REEL_SURVEY_CHECK | REEL_SURVEY_HASH | REEL_SURVEY_MARK | REEL_SURVEY_MOTION,
                             .insights = reel_insights(), .rows = see, .context = seen };
    assert_int_equal(reel_source_file(path, 0, &source, error), REEL_OK);
    return reel_survey_run(source, NULL, survey, error);
}

static size_t insights_of(const reel_format *format)
{
    size_t count = 0;
    for (const reel_insight *const *insight = reel_insights(); *insight; insight++)
        count += (*insight)->tables && reel_insight_takes(*insight, format);
    return count;
}

/* The motion and the mark that separate calls give. */
static void expect_motion_and_mark(const char *path, const reel_survey *survey)
{
    reel_source source;
    reel_reader *reader;
    reel_motion *motion = NULL;
    reel_mark *mark;
    assert_int_equal(reel_source_file(path, 0, &source, NULL), REEL_OK);
    assert_int_equal(reel_open(source, NULL, &reader, NULL), REEL_OK);
    assert_int_equal(survey->motion != NULL, reel_motion_supports(reel_reader_format(reader)));
    if (survey->motion) {
        assert_int_equal(reel_motion_read(reader, NULL, &motion, NULL), REEL_OK);
        reel_bytes one = reel_motion_fingerprint(motion), other = reel_motion_fingerprint(survey->motion);
        assert_int_equal(one.size, other.size);
        if (one.size) assert_memory_equal(one.data, other.data, one.size);
        reel_motion_free(motion);
    }
    reel_close(reader);
    if (!reel_signing_library()) return;
    assert_int_equal(reel_source_file(path, 0, &source, NULL), REEL_OK);
    assert_int_equal(reel_verify(source, NULL, NULL, &mark, NULL), REEL_OK);
    assert_int_equal(survey->mark == NULL, mark->problems & REEL_MARK_MISSING);
    if (survey->mark) {
        assert_int_equal(survey->mark->problems, mark->problems);
        assert_memory_equal(survey->mark->key.key, mark->key.key, sizeof mark->key.key);
    }
    reel_mark_free(mark);
}

static void drop_results(const reel_survey *survey)
{
    reel_mark_free(survey->mark);
    reel_motion_free(survey->motion);
}

static void survey_gives_rows_statistics_and_hash_of_every_golden_file(void **state)
{
    (void)state;
    size_t compared = 0;
    for (const reel_format *const *format = reel_formats(); *format; format++) {
        char folder[200];
        snprintf(folder, sizeof folder, "tests/formats/%s/golden", (*format)->id);
        file_list files = files_below(project_path(folder));
        for (size_t i = 0; i < files.count; i++) {
            reel_source source;
            reel_error error;
            reel_survey survey;
            struct seen seen = { 0 };
            uint8_t hash[REEL_HASH_SIZE];
            assert_int_equal(reel_source_file(files.paths[i], 0, &source, &error), REEL_OK);
            reel_status hashed = reel_content_hash(source, NULL, hash, &error);
            assert_int_equal(survey_file(files.paths[i], &seen, &survey, &error), hashed < 0 ? hashed : REEL_OK);
            assert_int_equal(survey.has_hash, hashed == REEL_OK);
            assert_memory_equal(survey.hash, hash, sizeof hash);
            if (hashed >= 0) expect_motion_and_mark(files.paths[i], &survey);
            drop_results(&survey);
            if (hashed < 0) continue;
            assert_int_equal(seen.results, insights_of(survey.format));
            compared++;
        }
        file_list_free(&files);
    }
    assert_true(compared > 0);
}

static void survey_of_a_truncated_file_has_the_damage_and_the_rows_before_it(void **state)
{
    (void)state;
    reel_error error;
    reel_survey survey;
    struct seen seen = { 0 };
    assert_int_equal(survey_file(project_path("tests/formats/bsor/bad/cut-note.bsor"), &seen, &survey, &error), REEL_OK);
    assert_ptr_equal(survey.format, &reel_format_bsor);
    assert_int_equal(survey.damage.status, REEL_TRUNCATED);
    assert_true(seen.frames > 0);
    assert_true(survey.has_hash);
    assert_true(seen.tables > 0);
    drop_results(&survey);
}

static void refused_rows_end_the_survey(void **state)
{
    (void)state;
    reel_error error;
    reel_survey survey;
    struct seen seen = { .refuses = true };
    assert_int_equal(survey_file(project_path("tests/formats/bsor/bad/cut-note.bsor"), &seen, &survey, &error), REEL_LOSS);
    assert_string_equal(error.rule, "test.refused");
    assert_ptr_equal(survey.format, &reel_format_bsor);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(survey_gives_rows_statistics_and_hash_of_every_golden_file),
        cmocka_unit_test(survey_of_a_truncated_file_has_the_damage_and_the_rows_before_it),
        cmocka_unit_test(refused_rows_end_the_survey),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
