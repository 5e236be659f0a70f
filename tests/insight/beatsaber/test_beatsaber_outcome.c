/* SPDX-License-Identifier: MIT
 * The walk through plays made by hand: energy, and how a play ends. */
#include "made_play.h"

#include "core/chunk.h"
#include "insight/run.h"

#include <reel/gdr.h>

enum { RED = 30000, BLUE = 30010, LINK = 70000 };

static void a_chain_link_gives_energy_in_the_game_alone(void **state)
{
    (void)state;
    made_play play = made_new();
    made_note(&play, 1.0f, LINK, BSOR_GOOD_CUT);
    made_note(&play, 2.0f, LINK, BSOR_MISS);
    made_note(&play, 3.0f, LINK, BSOR_BAD_CUT);
    assert_near(made_summary(&play, "game").final_energy, 0.5f + 0.002f - 0.03f - 0.025f);
    assert_near(made_summary(&play, "server").final_energy, 0.5f - 0.03f - 0.025f);
    assert_int_equal(made_summary(&play, "game").score, 20);
}

static void energy_has_no_floor_on_the_server(void **state)
{
    (void)state;
    made_play play = made_new();
    for (int i = 0; i < 6; i++) made_note(&play, (float)i + 1.0f, RED, BSOR_BAD_CUT);
    beatsaber_summary game = made_summary(&play, "game"), server = made_summary(&play, "server");
    assert_near(game.min_energy, 0.0f);
    assert_near(server.min_energy, -0.1f);
}

static void no_fail_fails_where_energy_runs_out(void **state)
{
    (void)state;
    made_play play = made_new();
    play.info.modifiers = text("DA,NF");
    for (int i = 0; i < 6; i++) made_note(&play, (float)i + 1.0f, RED, BSOR_BAD_CUT);
    assert_near(made_summary(&play, "game").fail_time, 5.0f);
    play.info.modifiers = text("DA");
    assert_near(made_summary(&play, "game").fail_time, 0.0f);
}

static void energy_that_is_gone_stays_gone(void **state)
{
    (void)state;
    made_play play = made_new();
    for (int i = 0; i < 40; i++) made_note(&play, (float)i + 1.0f, RED, i < 4 ? BSOR_MISS : BSOR_GOOD_CUT);
    for (int no_fail = 0; no_fail < 2; no_fail++) {
        play.info.modifiers = text(no_fail ? "NF" : "");
        beatsaber_summary row = made_summary(&play, NULL);
        assert_near(row.final_energy, 0.0f);
        assert_near(made_summary(&play, "server").final_energy, 0.26f);
    }
}

/* Misses and cuts of one frame, in any order: only their sum counts. */
static void changes_of_one_frame_are_summed(void **state)
{
    (void)state;
    for (int first = 0; first < 6; first++) {
        made_play play = made_new();
        for (int i = 0; i < 3; i++) made_note(&play, (float)i + 1.0f, RED, BSOR_MISS); /* 0.05 is left */
        for (int i = 0; i < 6; i++)
            made_note(&play, 5.0f, RED, i == first ? BSOR_BAD_CUT : BSOR_GOOD_CUT); /* -0.1 and 5 * 0.01 */
        for (int i = 0; i < 2; i++) made_note(&play, 5.0f, BLUE, BSOR_GOOD_CUT);
        beatsaber_summary row = made_summary(&play, NULL);
        assert_near(row.min_energy, 0.02f);
        assert_near(row.final_energy, 0.02f);
        assert_near(row.fail_time, 0.0f);
    }
}

static void lives_replace_energy(void **state)
{
    (void)state;
    made_play play = made_new();
    made_note(&play, 1.0f, RED, BSOR_GOOD_CUT);
    made_note(&play, 2.0f, RED, BSOR_MISS);
    made_note(&play, 3.0f, RED, BSOR_GOOD_CUT);
    play.info.modifiers = text("BE");
    assert_near(made_summary(&play, "game").final_energy, 0.75f);
    play.info.modifiers = text("FS,IF");
    assert_near(made_summary(&play, "game").final_energy, 0.0f);
    assert_near(made_summary(&play, "server").final_energy, 0.37f);
    /* a frame costs one life at most, and none if its cuts outweigh its faults */
    for (int cuts = 0; cuts < 32; cuts += 31) {
        play = made_new();
        play.info.modifiers = text("BE");
        for (int i = 0; i < cuts; i++) made_note(&play, 2.0f, BLUE, BSOR_GOOD_CUT);
        for (int i = 0; i < 2; i++) made_note(&play, 2.0f, RED, BSOR_MISS);
        assert_near(made_summary(&play, "game").final_energy, cuts ? 1.0f : 0.75f);
    }
}

static void a_quest_wall_drains_while_it_lasts(void **state)
{
    (void)state;
    made_play play = made_new();
    play.info.platform = text("oculus");
    made_wall(&play, 60.0f, 58.625f, 60.125f);
    assert_near(made_summary(&play, "game").final_energy, 0.5f - 0.1625f);
    assert_near(made_summary(&play, "server").final_energy, 0.5f);
}

static void a_play_that_may_have_been_quit_is_not_won(void **state)
{
    (void)state;
    made_play play = made_new();
    made_note(&play, 10.0f, RED, BSOR_GOOD_CUT);
    made_frame(&play, 10.25f);
    beatsaber_summary row = made_summary(&play, NULL);
    assert_false(row.present & (BEATSABER_HAS_OUTCOME | BEATSABER_HAS_COMBO));
    assert_int_equal(row.won + row.full_combo, 0);
    assert_int_equal(made_summary(&play, "server").won, 1);
    made_frame(&play, 12.0f);
    row = made_summary(&play, NULL);
    assert_true(row.present & BEATSABER_HAS_OUTCOME && row.won && row.full_combo);
    play.info.fail_time = 10.2f;
    row = made_summary(&play, NULL);
    assert_true(row.present & BEATSABER_HAS_OUTCOME && !row.won && !row.full_combo);
}

static void practice_from_the_middle_is_no_clear(void **state)
{
    (void)state;
    for (int middle = 0; middle < 2; middle++) {
        made_play play = made_new();
        play.info.speed = 1;
        play.info.start_time = middle ? 8 : 0;
        made_note(&play, 10.0f, RED, BSOR_GOOD_CUT);
        made_frame(&play, 12.0f);
        beatsaber_summary row = made_summary(&play, NULL);
        assert_true(row.present & BEATSABER_HAS_OUTCOME);
        assert_int_equal(row.won, !middle);
        assert_int_equal(row.full_combo, !middle);
        assert_int_equal(made_summary(&play, "server").won, 1);
    }
}

/* ---- a model of the recorder of a PC ---------------------------------------------------------------------------- */

static uint32_t random_state;

static uint32_t below(uint32_t limit)
{
    random_state = random_state * 1664525 + 1013904223;
    return (random_state >> 8) % limit;
}

typedef struct modelled {
    double energy, lowest;
    bool known, failed; /* `known`: to the player, at the end */
} modelled;

/* Plays until the song or the energy ends. A wall takes 1.3 a second, and the recorder writes the energy once the head has left it: in BeatLeader's
 * ReplayRecorder.LateTick, which runs no more when the level has ended. */
static modelled record(made_play *play, bool no_fail)
{
    modelled m = { .energy = 0.5, .lowest = 1, .known = true };
    const uint32_t count = 5 + below(40), faults = 1 + below(10);
    float time = 1;
    for (uint32_t i = 0; i < count && !m.failed; i++) {
        const bool last = i + 1 == count, wall = below(10) == 0 || (last && below(2));
        time += 0.5f;
        if (wall) {
            const double seconds = 0.05 + below(30) / 100.0;
            bool out = m.energy == 0; /* NF: it cannot sink any more */
            if (!out) m.energy = m.energy - seconds * 1.3 > 1e-5 ? m.energy - seconds * 1.3 : 0;
            bool inside = (last && below(2)) || (m.energy == 0 && !no_fail);
            made_wall(play, time, time - 1, inside ? 0 : (float)m.energy);
            m.known = !(inside && m.energy > 0);
            m.energy = (double)(float)m.energy;
        } else {
            bool good = below(10) >= faults;
            made_note(play, time, RED, good ? BSOR_GOOD_CUT : BSOR_MISS);
            if (m.energy > 0) m.energy += good ? 0.01 : -0.15;
            if (m.energy > 1) m.energy = 1;
            if (m.energy <= 1e-5) m.energy = 0;
        }
        if (m.energy < m.lowest) m.lowest = m.energy;
        m.failed = m.energy == 0 && !no_fail;
    }
    if (m.failed) play->info.fail_time = time + 0.5f;
    if (no_fail && m.energy == 0) play->info.modifiers = text("NF");
    for (float at = 0; at < time + 3; at += 0.25f) made_frame(play, at);
    return m;
}

static void energy_is_what_the_player_had(void **state)
{
    (void)state;
    size_t open = 0, failed = 0;
    for (uint32_t seed = 1; seed <= by_effort(100000, 3000, 300); seed++) {
        random_state = seed * 2654435761u;
        made_play *play = malloc(sizeof *play);
        assert_non_null(play);
        *play = made_new();
        const modelled m = record(play, below(3) == 0);
        reel_replay *result = made_measure(play, NULL, NULL);
        size_t count, events;
        const beatsaber_summary *row = reel_rows(result, &beatsaber_summaries, &count);
        const beatsaber_event *last = reel_rows(result, &beatsaber_events, &events);
        last += events - 1;
        assert_int_equal((row->known & BEATSABER_KNOWS_RUNS) != 0, m.known);
        assert_int_equal((last->present & BEATSABER_HAS_ENERGY) != 0, m.known);
        if (m.known && (fabs((double)row->final_energy - m.energy) > 1e-5 || fabs((double)row->min_energy - m.lowest) > 1e-5))
            fail_msg("seed %u: %g and %g, not %g and %g", seed, (double)row->final_energy, (double)row->min_energy, m.energy,
                     m.lowest);
        if (m.known) assert_near(last->energy, row->final_energy);
        if (play->note_count || m.failed) { /* without notes, nothing tells where the song ended */
            assert_true(row->present & BEATSABER_HAS_OUTCOME);
            assert_int_equal(row->won, !m.failed);
        }
        open += !m.known;
        failed += m.failed;
        reel_free(result);
        reel_replay *replay = made_replay(play);
        reel_findings *findings = reel_findings_new(NULL);
        const reel_insight_options options = { REEL_SIZED(reel_insight_options), .report = reel_findings_report,
                                               .report_context = findings };
        assert_int_equal(reel_insight_run_chunk(&reel_check_beatsaber_score, &reel_format_bsor, reel_replay_chunk(replay),
                                                &options, &result, NULL),
                         REEL_OK);
        if (reel_findings_count(findings)) fail_msg("seed %u: %s", seed, reel_findings_at(findings, 0)->message);
        reel_free(result);
        reel_findings_free(findings);
        reel_free(replay);
        free(play);
    }
    assert_true(open > 0 && failed > 0);
}

/* The same from rows in memory and while reading. */
static beatsaber_summary summary_of_cut(const reel_memory *file, size_t size)
{
    reel_replay *replay, *results[2];
    reel_reader *reader;
    size_t count;
    assert_int_equal(reel_load(reel_source_memory(file->data, size), NULL, &replay, NULL), REEL_OK);
    assert_int_equal(
        reel_insight_run_chunk(&reel_insight_beatsaber, &reel_format_bsor, reel_replay_chunk(replay), NULL, &results[0], NULL),
        REEL_OK);
    assert_int_equal(reel_open(reel_source_memory(file->data, size), NULL, &reader, NULL), REEL_OK);
    assert_int_equal(reel_insight_run(&reel_insight_beatsaber, reader, NULL, &results[1], NULL), REEL_OK);
    beatsaber_summary rows[2];
    for (int i = 0; i < 2; i++) rows[i] = *(const beatsaber_summary *)reel_rows(results[i], &beatsaber_summaries, &count);
    assert_memory_equal(&rows[0], &rows[1], sizeof rows[0]);
    reel_close(reader);
    for (int i = 0; i < 2; i++) reel_free(results[i]);
    reel_free(replay);
    return rows[0];
}

/* NaN is not a time: the last frame and the last note are those before. */
static void a_time_of_nan_changes_no_outcome(void **state)
{
    (void)state;
    for (int frame = 0; frame < 20; frame++)
        for (int note = 0; note < 12; note += 11) {
            made_play play = made_new();
            for (int i = 0; i < 12; i++) made_note(&play, 1 + (float)i, RED, BSOR_GOOD_CUT);
            for (int i = 0; i < 20; i++) made_frame(&play, 1 + (float)i);
            play.frames[frame].time = NAN;
            play.notes[note].event_time = NAN;
            beatsaber_summary row = made_summary(&play, NULL);
            assert_true(row.present & BEATSABER_HAS_OUTCOME && row.won && row.full_combo);
            assert_near(row.end_time, frame == 19 ? 19 : 20);
            assert_int_equal(row.kept_frames, 19);
        }
    made_play play = made_new();
    play.info.speed = INFINITY;
    assert_near(made_summary(&play, NULL).song_speed, 1);
}

/* A crash while the file was written leaves a play whose last notes are missing: nothing says how it ended. */
static void a_file_that_was_cut_off_is_not_won(void **state)
{
    (void)state;
    made_play play = made_new();
    for (int i = 0; i < 12; i++) made_note(&play, (float)i, RED, BSOR_GOOD_CUT);
    for (int i = 0; i < 20; i++) made_frame(&play, (float)i);
    reel_memory file = made_file(&play);
    for (size_t size = file.size - 60; size > 300; size -= 13) {
        beatsaber_summary row = summary_of_cut(&file, size);
        assert_int_equal(row.present & BEATSABER_HAS_OUTCOME, 0);
        assert_true(!row.notes || !(row.present & BEATSABER_HAS_COMBO));
        assert_int_equal(row.won + row.full_combo, 0);
    }
    assert_true(summary_of_cut(&file, file.size).won);
    reel_memory_free(&file);
}

static void what_the_insight_does_not_know_is_refused(void **state)
{
    (void)state;
    const made_play play = made_new();
    reel_replay *replay = made_replay(&play);
    const struct {
        const reel_format *format;
        const char *convention, *rule, *message; /* "": fine */
    } cases[] = { { &reel_format_bsor, NULL, "", "" },
                  { &reel_format_bsor, "server", "", "" },
                  { &reel_format_bsor, "Server", "insight.convention", "insight beatsaber has no convention named Server" },
                  { &reel_format_gdr2, NULL, "insight.format",
                    "insight beatsaber does not support the format Geometry Dash Replay 2" } };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const reel_insight_options options = { REEL_SIZED(reel_insight_options), .convention = cases[i].convention };
        reel_replay *result = NULL;
        reel_error error = { .rule = "", .message = "" };
        reel_status status = reel_insight_run_chunk(&reel_insight_beatsaber, cases[i].format, reel_replay_chunk(replay), &options,
                                                    &result, &error);
        assert_int_equal(status, *cases[i].rule ? REEL_ARGUMENT : REEL_OK);
        if (status == REEL_OK) {
            reel_free(result);
            continue;
        }
        assert_null(result);
        assert_string_equal(error.rule, cases[i].rule);
        assert_string_equal(error.message, cases[i].message);
    }
    reel_free(replay);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_the_insight_does_not_know_is_refused),
        cmocka_unit_test(a_chain_link_gives_energy_in_the_game_alone),
        cmocka_unit_test(energy_has_no_floor_on_the_server),
        cmocka_unit_test(no_fail_fails_where_energy_runs_out),
        cmocka_unit_test(energy_that_is_gone_stays_gone),
        cmocka_unit_test(changes_of_one_frame_are_summed),
        cmocka_unit_test(lives_replace_energy),
        cmocka_unit_test(a_quest_wall_drains_while_it_lasts),
        cmocka_unit_test(a_play_that_may_have_been_quit_is_not_won),
        cmocka_unit_test(practice_from_the_middle_is_no_clear),
        cmocka_unit_test(energy_is_what_the_player_had),
        cmocka_unit_test(a_time_of_nan_changes_no_outcome),
        cmocka_unit_test(a_file_that_was_cut_off_is_not_won),
    };
    return cmocka_run_group_tests_name("beatsaber_outcome", tests, NULL, NULL);
}
