/* SPDX-License-Identifier: MIT
 * Goals, rounds and pauses of made matches. */
#include "made_match.h"

#include <math.h>

/* What the frame says of the last goal. */
static void last_goal(echoreplay_frame *row, uint8_t team, uint8_t points, const char *scorer, float speed)
{
    row->common.score_team = team;
    row->common.score_points = points;
    row->common.goal_type = 6;
    row->common.score_disc_speed = speed;
    row->goal_text = words("SLAM DUNK");
    row->person_scored = words(scorer);
}

static void score(echoreplay_frame *row, float blue, float orange)
{
    row->common.blue_points = blue;
    row->common.orange_points = orange;
}

static void an_empty_replay_has_no_rows(void **state)
{
    (void)state;
    made_match m = made_begin();
    made_run(&m);
    for (const reel_table *const *table = reel_insight_echo.tables; *table; table++) made_rows(&m, *table, 0);
    made_end(&m);
}

static void a_recording_from_within_a_match_has_no_goal_of_before(void **state)
{
    (void)state;
    made_match m = made_begin();
    for (int i = 0; i < 3; i++) {
        echoreplay_frame *row = made_frame(&m, i, ECHO_PLAYING);
        score(row, 8, 5);
        last_goal(row, ECHO_BLUE, 2, "Ann", 9);
    }
    made_run(&m);
    made_rows(&m, &echo_goals, 0);
    const echo_match *match = made_rows(&m, &echo_matches, 1);
    assert_int_equal(match->goals, 0);
    assert_int_equal(match->present & ECHO_MATCH_POINTS, ECHO_MATCH_POINTS);
    near_to((double)match->blue_points, 8);
    near_to((double)match->orange_points, 5);
    made_end(&m);
}

/* The points rise in frame 10; the description changes in frame `described`. */
static void goal_described_at(int described)
{
    made_match m = made_begin();
    for (int i = 0; i < 40; i++) {
        echoreplay_frame *row = made_frame(&m, i * 0.1, i < 10 ? ECHO_PLAYING : ECHO_SCORE);
        score(row, i < 10 ? 0 : 2, 0);
        if (i >= described) last_goal(row, ECHO_BLUE, 2, "Ann", 12.5f);
        made_player(&m, ECHO_BLUE, 11, "Ann");
        made_player(&m, ECHO_ORANGE, 12, "Ben");
    }
    made_run(&m);
    const echo_goal *goal = made_rows(&m, &echo_goals, 1);
    near_to(goal->time, 1);
    near_to((double)goal->clock, 599);
    assert_int_equal(goal->team, ECHO_BLUE);
    assert_int_equal(goal->round, 1);
    near_to((double)goal->points, 2);
    near_to((double)goal->blue_points, 2);
    assert_int_equal(goal->described, 1);
    same_words(goal->scorer, "Ann");
    same_words(goal->assist, "");
    same_words(goal->type, "SLAM DUNK");
    assert_int_equal(goal->scorer_userid, 11);
    near_to((double)goal->disc_speed, 12.5);
    made_end(&m);
}

static void a_goal_is_described_before_with_or_after_its_points(void **state)
{
    (void)state;
    goal_described_at(8);
    goal_described_at(10);
    goal_described_at(13);
}

static void two_goals_with_equal_data_are_two_goals(void **state)
{
    (void)state;
    made_match m = made_begin();
    for (int i = 0; i < 60; i++) {
        echoreplay_frame *row = made_frame(&m, i * 0.1, ECHO_PLAYING);
        score(row, 0, i < 10 ? 0 : i < 30 ? 3 : 6);
        if (i >= 10) last_goal(row, ECHO_ORANGE, 3, "Ben", 12.5f);
    }
    made_run(&m);
    const echo_goal *goals = made_rows(&m, &echo_goals, 2);
    near_to(goals[1].time, 3);
    near_to((double)goals[1].orange_points, 6);
    assert_int_equal(goals[1].described, 1);
    same_words(goals[1].scorer, "Ben");
    made_end(&m);
}

static void a_goal_does_not_take_the_description_of_another(void **state)
{
    (void)state;
    made_match m = made_begin();
    for (int i = 0; i < 60; i++) {
        echoreplay_frame *row = made_frame(&m, i * 0.1, ECHO_PLAYING);
        score(row, i < 30 ? 0 : 2, i < 10 ? 0 : 2);
        if (i >= 10) last_goal(row, ECHO_ORANGE, 2, "Ben", 12.5f);
    }
    made_run(&m);
    const echo_goal *goals = made_rows(&m, &echo_goals, 2);
    assert_int_equal(goals[0].described, 1);
    assert_int_equal(goals[1].team, ECHO_BLUE);
    assert_int_equal(goals[1].described, 0);
    made_end(&m);
}

static void a_goal_just_before_the_end_is_not_described_by_the_one_before(void **state)
{
    (void)state;
    made_match m = made_begin();
    for (int i = 0; i < 33; i++) {
        echoreplay_frame *row = made_frame(&m, i * 0.1, ECHO_PLAYING);
        score(row, i < 10 ? 0 : i < 30 ? 2 : 4, 0);
        if (i >= 10) last_goal(row, ECHO_BLUE, 2, "Ann", 9);
    }
    made_run(&m);
    const echo_goal *goals = made_rows(&m, &echo_goals, 2);
    assert_int_equal(goals[0].described, 1);
    assert_int_equal(goals[1].described, 0);
    made_end(&m);
}

/* The scorer is no longer there, and another player has the name. */
static void a_butter_names_people_by_its_roster(void **state)
{
    static const reel_table *const tables[] = { &butter_infos, &butter_roster, &butter_frames, &butter_players, NULL };
    static const butter_entry roster[] = { { 21, { "Ann", 3 }, 1, 0, 0 },
                                           { 22, { "Ben", 3 }, 2, 0, 0 },
                                           { 23, { "Ann", 3 }, 3, 0, 0 } };
    static const butter_info info = { .version = 3, .map = BUTTER_ARENA, .client_name = { "Ben", 3 }, .blue_round_score = 1 };
    (void)state;
    reel_allocator allocator = reel__memory_allocator(NULL);
    reel_chunk *chunk = reel__chunk_new(tables, NULL, UINT64_MAX, &allocator);
    assert_non_null(chunk);
    assert_int_equal(reel__chunk_append(chunk, &butter_infos, &info, 1), REEL_OK);
    assert_int_equal(reel__chunk_append(chunk, &butter_roster, roster, 3), REEL_OK);
    for (uint32_t i = 0; i < 5; i++) {
        butter_frame frame = { .common = { .time = i, .frame = i, .has = ECHO_HAS_POINTS | ECHO_HAS_SCORE, .score_points = 3 } };
        butter_player player = { .common = { .userid = 21, .name = { "Ann", 3 }, .frame = i, .player = 1 } };
        if (i >= 3) {
            frame.common.orange_points = 3;
            frame.common.score_team = ECHO_ORANGE;
            frame.common.goal_type = 4;
            frame.common.score_person = 3;
        }
        assert_int_equal(reel__chunk_append(chunk, &butter_frames, &frame, 1), REEL_OK);
        assert_int_equal(reel__chunk_append(chunk, &butter_players, &player, 1), REEL_OK);
    }
    reel_replay *figures;
    reel_error error;
    size_t count;
    assert_int_equal(reel_insight_run_chunk(&reel_insight_echo, &reel_format_butter, chunk, NULL, &figures, &error), REEL_OK);
    const echo_goal *goal = reel_rows(figures, &echo_goals, &count);
    assert_int_equal(count, 1);
    assert_int_equal(goal->described, 1);
    same_words(goal->scorer, "Ann");
    same_words(goal->type, "LONG SHOT");
    assert_int_equal(goal->scorer_userid, 23);
    assert_int_equal(goal->assist_userid, 0);
    const echo_match *match = reel_rows(figures, &echo_matches, &count);
    same_words(match->map, "mpl_arena_a");
    same_words(match->client_name, "Ben");
    assert_int_equal(match->blue_rounds, 1);
    reel_free(figures);
    reel__chunk_free(chunk);
}

static void points_of_combat_are_no_goals(void **state)
{
    (void)state;
    made_match m = made_begin();
    for (int i = 0; i < 10; i++) {
        echoreplay_frame *row = made_frame(&m, i, ECHO_STATUS_UNKNOWN);
        row->match_type = words("Echo_Combat");
        row->common.has = ECHO_HAS_POINTS | ECHO_HAS_PAYLOAD;
        row->common.payload_distance = (float)i / 4;
        score(row, (float)i / 10, 0);
    }
    made_run(&m);
    made_rows(&m, &echo_goals, 0);
    const echo_payload_step *steps = made_rows(&m, &echo_payload_steps, 3); /* 0, 1 and 2 m */
    near_to(steps[1].time, 4);
    near_to((double)steps[2].distance, 2);
    const echo_match *match = made_rows(&m, &echo_matches, 1);
    assert_int_equal(match->mode, ECHO_MODE_COMBAT);
    near_to((double)match->blue_points, 0.9);
    made_end(&m);
}

static void another_session_begins_anew(void **state)
{
    (void)state;
    made_match m = made_begin();
    for (int i = 0; i < 20; i++) {
        echoreplay_frame *row = made_frame(&m, i, ECHO_PLAYING);
        row->session_id = words(i < 10 ? "one" : "two");
        score(row, i < 10 ? 2 : 9, i < 10 ? 3 : 7);
        last_goal(row, i & 1, 2, i < 10 ? "Ann" : "Ben", 3);
        made_player(&m, ECHO_BLUE, 11, "Ann")->stats.saves = i < 10 ? 1 : 5;
    }
    made_run(&m);
    made_rows(&m, &echo_goals, 0);
    made_rows(&m, &echo_events, 0);
    const echo_round *rounds = made_rows(&m, &echo_rounds, 2);
    assert_int_equal(rounds[0].ended_by, ECHO_END_LEFT);
    near_to((double)rounds[0].orange_points, 3);
    near_to((double)rounds[1].start, 10);
    made_end(&m);
}

/* ---- rounds and pauses -------------------------------------------------------------------------------------------------- */

static void rounds_follow_the_status(void **state)
{
    static const uint8_t statuses[] = { ECHO_PRE_MATCH,   ECHO_ROUND_START,      ECHO_PLAYING,      ECHO_SCORE,
                                        ECHO_ROUND_START, ECHO_PLAYING,          ECHO_ROUND_OVER,   ECHO_ROUND_START,
                                        ECHO_PLAYING,     ECHO_PRE_SUDDEN_DEATH, ECHO_SUDDEN_DEATH, ECHO_POST_SUDDEN_DEATH,
                                        ECHO_POST_MATCH,  ECHO_STATUS_UNKNOWN,   ECHO_PLAYING };
    (void)state;
    made_match m = made_begin();
    for (size_t i = 0; i < sizeof statuses; i++) {
        echoreplay_frame *row = made_frame(&m, (double)i, statuses[i]);
        score(row, i < 3 ? 0 : 2, i < 10 ? 0 : 3);
        if (i >= 9 && i < 12) row->common.game_clock += 100; /* sudden death has a clock of its own */
    }
    made_run(&m);
    const echo_round *rounds = made_rows(&m, &echo_rounds, 3);
    near_to(rounds[0].start, 1);
    near_to(rounds[0].end, 6);
    near_to(rounds[0].play_seconds, 2);
    assert_int_equal(rounds[0].ended_by, ECHO_END_ROUND_OVER);
    assert_int_equal(rounds[0].winner, ECHO_BLUE);
    assert_int_equal(rounds[0].overtime, 0);
    assert_int_equal(rounds[0].from_start, 1);
    assert_int_equal(rounds[0].goals, 1);
    near_to(rounds[1].start, 7);
    near_to((double)rounds[1].end_clock, 588);
    near_to(rounds[1].play_seconds, 2); /* one of them in sudden death */
    assert_int_equal(rounds[1].ended_by, ECHO_END_POST_MATCH);
    assert_int_equal(rounds[1].winner, ECHO_ORANGE);
    assert_int_equal(rounds[1].overtime, 1);
    assert_int_equal(rounds[2].ended_by, ECHO_END_FILE);
    assert_int_equal(rounds[2].winner, ECHO_NO_TEAM);
    const echo_match *match = made_rows(&m, &echo_matches, 1);
    assert_int_equal(match->rounds, 3);
    near_to(match->play_seconds, 4);
    made_end(&m);
}

static void a_restart_ends_the_round_with_the_points_it_had(void **state)
{
    (void)state;
    made_match m = made_begin();
    for (int i = 0; i < 30; i++) {
        echoreplay_frame *row = made_frame(&m, i, ECHO_PLAYING);
        score(row, i < 10 ? 4 : 0, i < 25 ? 2 : 0);
        if (i >= 20) row->common.game_clock += 100;
    }
    made_run(&m);
    made_rows(&m, &echo_goals, 0);
    const echo_round *rounds = made_rows(&m, &echo_rounds, 4);
    near_to(rounds[0].end, 10);
    near_to((double)rounds[0].blue_points, 4);
    near_to((double)rounds[0].end_clock, 591);
    assert_int_equal(rounds[0].from_start, 0);
    assert_int_equal(rounds[0].ended_by, ECHO_END_RESTART);
    near_to(rounds[1].end, 20);
    near_to((double)rounds[2].start_clock, 680);
    near_to(rounds[2].end, 25);
    assert_int_equal(rounds[2].winner, ECHO_ORANGE);
    made_end(&m);
}

static void pauses_are_no_play(void **state)
{
    (void)state;
    made_match m = made_begin();
    for (int i = 0; i < 20; i++) {
        echo_frame *row = &made_frame(&m, i, ECHO_PLAYING)->common;
        if (i < 5) continue;
        row->paused_state = (uint8_t)(i < 8 ? 1 : i < 10 ? 2 : i < 15 ? 5 : 1); /* asked for is not paused yet */
        row->paused_team = ECHO_ORANGE;
        row->unpaused_team = (uint8_t)(i >= 8 && i < 10 ? ECHO_BLUE : ECHO_NO_TEAM);
    }
    made_run(&m);
    const echo_pause *pauses = made_rows(&m, &echo_pauses, 2);
    near_to(pauses[0].start, 5);
    near_to(pauses[0].end, 10);
    near_to((double)pauses[0].clock, 595);
    assert_int_equal(pauses[0].paused_team, ECHO_ORANGE);
    assert_int_equal(pauses[0].unpaused_team, ECHO_BLUE);
    assert_int_equal(pauses[0].lasts, 0);
    near_to(pauses[1].end, 19);
    assert_int_equal(pauses[1].lasts, 1);
    const echo_round *round = made_rows(&m, &echo_rounds, 1);
    assert_int_equal(round->pauses, 2);
    near_to(round->paused_seconds, 9);
    near_to(round->play_seconds, 10);
    made_end(&m);
}

static void a_gap_counts_for_a_second(void **state)
{
    (void)state;
    made_match m = made_begin();
    for (int i = 0; i < 10; i++) made_frame(&m, i < 5 ? i * 0.02 : 60 + i * 0.02, ECHO_PLAYING);
    made_run(&m);
    const echo_match *match = made_rows(&m, &echo_matches, 1);
    near_to(match->duration, 60.18);
    near_to(match->play_seconds, 1.16);
    assert_int_equal(match->gaps, 1);
    near_to(match->longest_gap, 60.02);
    near_to((double)match->frame_rate, 50);
    made_end(&m);
}

static void numbers_that_are_none_do_no_harm(void **state)
{
    (void)state;
    made_match m = made_begin();
    const float none[] = { (float)NAN, (float)INFINITY, -(float)INFINITY, 3e38f, -3e38f };
    for (size_t i = 0; i < 50; i++) {
        float bad = none[i % 5];
        echo_frame *row = &made_frame(&m, i % 7 == 6 ? (double)bad : (double)i, (uint8_t)(3 * i))->common;
        row->has = 255;
        row->game_clock = bad;
        row->blue_points = none[i % 3];
        row->orange_points = none[i % 4];
        row->disc_velocity = (reel_vec3){ bad, bad, bad };
        row->payload_distance = bad;
        row->score_team = row->goal_type = row->paused_team = (uint8_t)(i * 37);
    }
    made_run(&m);
    const echo_match *match = made_rows(&m, &echo_matches, 1);
    assert_int_equal(match->frames, 50);
    assert_true(match->play_seconds >= 0 && match->play_seconds <= 50);
    assert_int_equal(match->present & ECHO_MATCH_DISC, 0); /* no speed is a number */
    made_rows(&m, &echo_disc_speeds, 0);
    made_end(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_empty_replay_has_no_rows),
        cmocka_unit_test(a_recording_from_within_a_match_has_no_goal_of_before),
        cmocka_unit_test(a_goal_is_described_before_with_or_after_its_points),
        cmocka_unit_test(two_goals_with_equal_data_are_two_goals),
        cmocka_unit_test(a_goal_does_not_take_the_description_of_another),
        cmocka_unit_test(a_goal_just_before_the_end_is_not_described_by_the_one_before),
        cmocka_unit_test(a_butter_names_people_by_its_roster),
        cmocka_unit_test(points_of_combat_are_no_goals),
        cmocka_unit_test(another_session_begins_anew),
        cmocka_unit_test(rounds_follow_the_status),
        cmocka_unit_test(a_restart_ends_the_round_with_the_points_it_had),
        cmocka_unit_test(pauses_are_no_play),
        cmocka_unit_test(a_gap_counts_for_a_second),
        cmocka_unit_test(numbers_that_are_none_do_no_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
