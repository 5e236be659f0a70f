/* SPDX-License-Identifier: MIT
 * Parts of a play that begin after its start. They state the score of their own notes, after each of them; combos, multipliers and energies
 * are those of the play at that time. */
#include "machinery.h"

#include <reel/beatsaber.h>
#include <reel/insight.h>
#include <reel/scoresaber.h>

static size_t parts, errors;

static void count_error(void *context, const reel_finding *finding)
{
    (void)context;
    if (finding->severity < REEL_ERROR) return;
    print_message("%s: %s\n", finding->rule, finding->message);
    errors++;
}

static beatsaber_summary summary_of(const reel_memory *play)
{
    reel_reader *reader;
    reel_replay *result;
    size_t count;
    assert_int_equal(reel_open(reel_source_memory(play->data, play->size), NULL, &reader, NULL), REEL_OK);
    assert_int_equal(reel_insight_run(&reel_insight_beatsaber, reader, NULL, &result, NULL), REEL_OK);
    const beatsaber_summary summary = *(const beatsaber_summary *)reel_rows(result, &beatsaber_summaries, &count);
    reel_free(result);
    reel_close(reader);
    return summary;
}

/* What the part keeps of a state is what the play has at the same times, at its end. */
static void assert_state(const reel_replay *play, const reel_replay *part)
{
    static const reel_table *const states[] = { &scoresaber_combos, &scoresaber_multipliers, &scoresaber_energies };
    for (size_t s = 0; s < sizeof states / sizeof *states; s++) {
        size_t all, kept;
        const uint8_t *whole = reel_rows(play, states[s], &all), *rows = reel_rows(part, states[s], &kept);
        assert_true(kept <= all && kept > 0);
        assert_memory_equal(rows, whole + (all - kept) * states[s]->row_size, kept * states[s]->row_size);
    }
}

static void cut_at(const reel_memory *play, const reel_replay *whole, float from)
{
    reel_memory made;
    reel_error error = { .rule = "" };
    const reel_convert_options how = { REEL_SIZED(reel_convert_options), .has_from = true, .from = (double)from };
    const reel_options options = { REEL_SIZED(reel_options), .report = count_error };
    if (reel_convert(reel_source_memory(play->data, play->size), NULL, NULL, reel_sink_memory(&made, NULL), &how, &error) < 0)
        fail_msg("from %g: %s", (double)from, error.message);
    const beatsaber_summary summary = summary_of(&made);
    assert_true(summary.notes > 0 && summary.score == summary.stated_score);
    assert_int_equal(reel_check(reel_source_memory(made.data, made.size), &options, NULL), REEL_OK);
    reel_replay *part = load_bytes(made.data, made.size, NULL);
    size_t count;
    const scoresaber_score *scores = reel_rows(part, &scoresaber_scores, &count);
    assert_true(count == summary.notes + summary.bombs && scores[0].score <= 115 && scores[0].max_score <= 115);
    for (size_t i = 1; i < count; i++) assert_true(scores[i].score >= scores[i - 1].score);
    assert_state(whole, part);
    reel_free(part);
    reel_memory_free(&made);
    parts++;
}

static void a_part_states_the_score_of_its_notes(void **state)
{
    (void)state;
    size_t size, notes;
    reel_memory play;
    uint8_t *data = read_file(project_path("tests/formats/bsor/golden/full.bsor"), &size);
    assert_int_equal(
        reel_convert(reel_source_memory(data, size), NULL, &reel_format_scoresaber, reel_sink_memory(&play, NULL), NULL, NULL),
        REEL_OK);
    const beatsaber_summary all = summary_of(&play);
    assert_true(all.score > 0 && all.score == all.stated_score);
    reel_replay *whole = load_bytes(play.data, play.size, NULL);
    const scoresaber_note *note = reel_rows(whole, &scoresaber_notes, &notes);
    for (size_t n = 1; n < notes; n++) cut_at(&play, whole, note[n].event_time);
    print_message("%zu parts of a play\n", parts);
    assert_true(parts > 3);
    assert_int_equal(errors, 0);
    reel_free(whole);
    reel_memory_free(&play);
    free(data);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(a_part_states_the_score_of_its_notes) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
