/* SPDX-License-Identifier: MIT
 * What the lists of a ScoreSaber play say of walls, and the order in which its notes counted. Plays are made row by row;
 * recorders.py makes whole ones. */
#include "support.h"

#include <math.h>
#include <reel/beatsaber.h>
#include <reel/scoresaber.h>

enum { ROWS = 32 };

typedef struct made {
    scoresaber_note notes[ROWS];
    scoresaber_combo combos[ROWS];
    scoresaber_multiplier multipliers[ROWS];
    scoresaber_energy energies[ROWS];
    scoresaber_wall walls[ROWS];
    size_t note_count, combo_count, multiplier_count, energy_count, wall_count;
} made;

static scoresaber_note *add_note(made *play, float time, scoresaber_event_type type)
{
    scoresaber_note *note = &play->notes[play->note_count++];
    *note = (scoresaber_note){ .note_time = time, .event_time = time, .event_type = (int32_t)type, .scoring_type = 1 };
    note->present = SCORESABER_NOTE_V3;
    note->line = (int32_t)(play->note_count % 4);
    if (type == SCORESABER_GOOD_CUT) note->before_cut_rating = note->after_cut_rating = 1;
    return note;
}

static void add_combo(made *play, float time, int32_t combo)
{
    play->combos[play->combo_count++] = (scoresaber_combo){ combo, time };
}

static void add_multiplier(made *play, float time, int32_t multiplier, float progress)
{
    play->multipliers[play->multiplier_count++] = (scoresaber_multiplier){ multiplier, progress, time };
}

static void add_energy(made *play, float time, float energy)
{
    play->energies[play->energy_count++] = (scoresaber_energy){ energy, time };
}

/* Two good cuts, at 1 and 2 s, with all that the game says of them. */
static made begin(void)
{
    made play = { .note_count = 0 };
    for (int i = 1; i <= 2; i++) {
        add_note(&play, (float)i, SCORESABER_GOOD_CUT);
        add_combo(&play, (float)i, i);
        add_multiplier(&play, (float)i, i, i == 1 ? 0.5f : 0);
        add_energy(&play, (float)i, 0.5f + 0.01f * (float)i);
    }
    return play;
}

/* The events and the summary. */
static reel_replay *measure(const made *play)
{
    reel_writer *writer;
    reel_memory file;
    reel_replay *replay, *result;
    const scoresaber_info info = { .difficulty = 9 };
    assert_int_equal(reel_create(reel_sink_memory(&file, NULL), &reel_format_scoresaber, NULL, &writer, NULL), REEL_OK);
    reel_append(writer, &scoresaber_infos, &info, 1);
    reel_append(writer, &scoresaber_notes, play->notes, play->note_count);
    reel_append(writer, &scoresaber_combos, play->combos, play->combo_count);
    reel_append(writer, &scoresaber_multipliers, play->multipliers, play->multiplier_count);
    reel_append(writer, &scoresaber_energies, play->energies, play->energy_count);
    reel_append(writer, &scoresaber_walls, play->walls, play->wall_count);
    assert_int_equal(reel_finish(writer, NULL), REEL_OK);
    assert_int_equal(reel_load(reel_source_memory(file.data, file.size), NULL, &replay, NULL), REEL_OK);
    assert_int_equal(
        reel_insight_run_chunk(&reel_insight_beatsaber, &reel_format_scoresaber, reel_replay_chunk(replay), NULL, &result, NULL),
        REEL_OK);
    reel_memory_free(&file);
    reel_free(replay);
    return result;
}

static void expect_walls(const made *play, const float *times, size_t wanted)
{
    reel_replay *result = measure(play);
    size_t count, found = 0;
    const beatsaber_event *events = reel_rows(result, &beatsaber_events, &count);
    for (size_t i = 0; i < count; i++) {
        if (events[i].kind != BEATSABER_WALL) continue;
        if (found >= wanted || !(fabsf(events[i].time - times[found]) < 1e-6f))
            fail_msg("a wall at %f s: number %zu of %zu", (double)events[i].time, found, wanted);
        found++;
    }
    assert_int_equal(found, wanted);
    reel_free(result);
}

static void a_fall_of_the_combo_is_a_wall(void **state)
{
    (void)state;
    made play = begin();
    add_combo(&play, 3, 0);
    expect_walls(&play, (const float[]){ 3 }, 1);
}

/* After a fault the combo is 0 already: only the multiplier can fall. */
static void a_fall_of_the_multiplier_is_a_wall(void **state)
{
    (void)state;
    made play = begin();
    add_multiplier(&play, 3, 1, 0);
    expect_walls(&play, (const float[]){ 3 }, 1);
    play = begin();
    add_multiplier(&play, 2.5f, 2, 0.25f);
    add_multiplier(&play, 3, 2, 0); /* the progress falls */
    expect_walls(&play, (const float[]){ 3 }, 1);
}

static void both_falls_of_a_frame_are_one_wall(void **state)
{
    (void)state;
    made play = begin();
    add_combo(&play, 3, 0);
    add_multiplier(&play, 3.01f, 1, 0);
    expect_walls(&play, (const float[]){ 3 }, 1);
    add_combo(&play, 4, 1);
    add_combo(&play, 5, 0);
    add_multiplier(&play, 5, 1, 0); /* no fall */
    expect_walls(&play, (const float[]){ 3, 5 }, 2);
}

static void faults_explain_falls_of_their_frames(void **state)
{
    (void)state;
    static const scoresaber_event_type faults[] = { SCORESABER_BAD_CUT, SCORESABER_MISS, SCORESABER_BOMB };
    static const float apart[] = { -0.02f, 0, 0.02f };
    for (size_t i = 0; i < 9; i++) {
        made play = begin();
        add_note(&play, 3, faults[i / 3]);
        add_combo(&play, 3 + apart[i % 3], 0);
        add_multiplier(&play, 3 - apart[i % 3], 1, 0);
        expect_walls(&play, NULL, 0);
        add_combo(&play, 3.5f, 1);
        add_combo(&play, 4, 0); /* another one has no fault */
        expect_walls(&play, (const float[]){ 4 }, 1);
    }
}

/* Each fault explains one fall, and the first it can. */
static void two_falls_of_one_fault_are_a_wall(void **state)
{
    (void)state;
    made play = begin();
    add_note(&play, 3, SCORESABER_MISS);
    add_combo(&play, 2.99f, 0);
    add_combo(&play, 3.01f, 0);
    expect_walls(&play, (const float[]){ 3.01f }, 1);
}

/* The combo falls with the cut, the multiplier when the note is 0.15 s away, and the row has one of the times. */
static void an_early_bad_cut_explains_falls_at_two_times(void **state)
{
    (void)state;
    for (int newer = 0; newer < 2; newer++) {
        made play = begin();
        scoresaber_note *note = add_note(&play, newer ? 3 : 3.25f, SCORESABER_BAD_CUT);
        note->note_time = 3.4f;
        note->time_deviation = 0.4f;
        add_combo(&play, 3, 0);
        add_multiplier(&play, 3.25f, 1, 0);
        expect_walls(&play, NULL, 0);
    }
}

static scoresaber_wall wall_row(float time, float exit_time, float energy)
{
    return (scoresaber_wall){ .time = time, .exit_time = exit_time, .energy = energy, .obstacle_time = time - 0.05f, .width = 1 };
}

static void walls_entered_in_another_are_one_contact(void **state)
{
    (void)state;
    made play = begin();
    play.walls[play.wall_count++] = wall_row(3, 3.5f, 0.4f);
    play.walls[play.wall_count++] = wall_row(3.25f, 3.5f, 0.4f);
    play.walls[play.wall_count++] = wall_row(5, 5.1f, 0.3f);
    add_combo(&play, 3, 0);
    add_multiplier(&play, 3, 1, 0);
    expect_walls(&play, (const float[]){ 3, 5 }, 2);
    add_combo(&play, 6, 1);
    add_combo(&play, 7, 0); /* one without a row */
    expect_walls(&play, (const float[]){ 3, 5, 7 }, 3);
}

static float energy_at_end(const made *play)
{
    reel_replay *result = measure(play);
    size_t count;
    const float energy = ((const beatsaber_summary *)reel_rows(result, &beatsaber_summaries, &count))->final_energy;
    reel_free(result);
    return energy;
}

static void energy_is_that_at_the_end_of_the_contact(void **state)
{
    (void)state;
    made play = begin();
    add_combo(&play, 3, 0);
    assert_true(fabsf(energy_at_end(&play) - 0.52f) < 1e-6f); /* no record of it */
    for (int i = 0; i < 10; i++) add_energy(&play, 3 + (float)i / 90, 0.5f - 0.0144f * (float)i);
    assert_true(fabsf(energy_at_end(&play) - (0.5f - 0.0144f * 9)) < 1e-6f);
    add_note(&play, 4, SCORESABER_MISS);
    add_energy(&play, 4, 0.2204f); /* that of the miss */
    assert_true(fabsf(energy_at_end(&play) - 0.2204f) < 1e-5f);
}

static int64_t score_of(const made *play)
{
    reel_replay *result = measure(play);
    size_t count;
    const int64_t score = ((const beatsaber_summary *)reel_rows(result, &beatsaber_summaries, &count))->score;
    reel_free(result);
    return score;
}

/* Rows come as scoring finishes. In one frame a good cut and a miss count by their times in the map. */
static void notes_of_a_frame_count_in_the_order_of_the_map(void **state)
{
    (void)state;
    static const float noise[] = { 0, 0.00003f, -0.00003f };
    for (size_t i = 0; i < 6; i++) {
        made play = begin();
        scoresaber_note *first = add_note(&play, 3, i % 2 ? SCORESABER_MISS : SCORESABER_GOOD_CUT);
        scoresaber_note *second = add_note(&play, 3, i % 2 ? SCORESABER_GOOD_CUT : SCORESABER_MISS);
        first->note_time = 3.02f;
        second->note_time = 2.98f;
        first->event_time += noise[i / 2];
        /* 115 + 2 * 115 before. The miss first: then 1 * 115; the cut first: 2 * 115 */
        assert_int_equal(score_of(&play), 345 + (i % 2 ? 230 : 115));
    }
}

/* Hostile: each fault would have to look past all falls that others have taken. */
static void falls_of_one_time_are_taken_once_each(void **state)
{
    (void)state;
    const size_t count = by_effort(100000, 100000, 20000);
    scoresaber_note *notes = calloc(count, sizeof *notes);
    scoresaber_combo *combos = calloc(count, sizeof *combos);
    scoresaber_energy *energies = calloc(count, sizeof *energies);
    assert_true(notes && combos && energies);
    for (size_t i = 0; i < count; i++) {
        notes[i] = (scoresaber_note){ .event_time = 2, .event_type = SCORESABER_MISS, .present = SCORESABER_NOTE_V3 };
        combos[i] = (scoresaber_combo){ 0, 2 };
        energies[i] = (scoresaber_energy){ 1 - (float)i / (float)count, 2 };
    }
    for (size_t missing = 0; missing < 2; missing++) { /* with and without a fault for each */
        reel_writer *writer;
        reel_memory file;
        reel_replay *replay, *result;
        const reel_options options = { REEL_SIZED(reel_options), .limits = { .unpacked_bytes = UINT64_MAX } };
        const scoresaber_info info = { .difficulty = 9 };
        assert_int_equal(reel_create(reel_sink_memory(&file, NULL), &reel_format_scoresaber, NULL, &writer, NULL), REEL_OK);
        reel_append(writer, &scoresaber_infos, &info, 1);
        reel_append(writer, &scoresaber_notes, notes, missing ? 0 : count);
        reel_append(writer, &scoresaber_combos, combos, count);
        reel_append(writer, &scoresaber_energies, energies, count);
        assert_int_equal(reel_finish(writer, NULL), REEL_OK);
        assert_int_equal(reel_load(reel_source_memory(file.data, file.size), &options, &replay, NULL), REEL_OK);
        assert_int_equal(reel_insight_run_chunk(&reel_insight_beatsaber, &reel_format_scoresaber, reel_replay_chunk(replay), NULL,
                                                &result, NULL),
                         REEL_OK);
        size_t rows;
        assert_int_equal(((const beatsaber_summary *)reel_rows(result, &beatsaber_summaries, &rows))->walls, missing ? count : 0);
        reel_free(result);
        reel_free(replay);
        reel_memory_free(&file);
    }
    free(notes);
    free(combos);
    free(energies);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_fall_of_the_combo_is_a_wall),
        cmocka_unit_test(a_fall_of_the_multiplier_is_a_wall),
        cmocka_unit_test(both_falls_of_a_frame_are_one_wall),
        cmocka_unit_test(faults_explain_falls_of_their_frames),
        cmocka_unit_test(two_falls_of_one_fault_are_a_wall),
        cmocka_unit_test(an_early_bad_cut_explains_falls_at_two_times),
        cmocka_unit_test(walls_entered_in_another_are_one_contact),
        cmocka_unit_test(energy_is_that_at_the_end_of_the_contact),
        cmocka_unit_test(notes_of_a_frame_count_in_the_order_of_the_map),
        cmocka_unit_test(falls_of_one_time_are_taken_once_each),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
