/* SPDX-License-Identifier: MIT
 * The walk through plays made by hand: score, combo, order, conventions, what is and is not handed out. */
#include "made_play.h"

#include <math.h>

#include "core/chunk.h"
#include "insight/run.h"

enum { RED = 30000, BLUE = 30010, LINK = 70000, CHAIN = 60000, PC_BOMB = 19999, QUEST_BOMB = 20039 };

static void counts_a_clean_play(void **state)
{
    (void)state;
    made_play play = made_new();
    for (int i = 0; i < 20; i++) made_note(&play, 1.0f + 0.1f * (float)i, i % 2 ? BLUE : RED, BSOR_GOOD_CUT);
    play.info.score = 11155;
    made_frame(&play, 4.5f); /* the song goes on */
    beatsaber_summary row = made_summary(&play, NULL);
    assert_int_equal(row.score, 11155);
    assert_int_equal(row.max_score, 11155);
    assert_int_equal(row.score_difference, 0);
    assert_near(row.accuracy, 1.0f);
    assert_near(row.fc_accuracy, 1.0f);
    assert_int_equal(row.rank, BEATSABER_SSS);
    assert_int_equal(row.full_combo, 1);
    assert_int_equal(row.won, 1);
    assert_int_equal(row.notes, 20);
    assert_int_equal(row.good_cuts, 20);
    assert_int_equal(row.max_combo, 20);
    assert_true(row.present & BEATSABER_HAS_STREAK);
    assert_int_equal(row.max_streak, 20);
    assert_near(row.final_energy, 0.7f);
    assert_near(row.min_energy, 0.51f);
    assert_near(row.hand_points[0], 115.0f);
    assert_near(row.left_cut[0] + row.left_cut[1] + row.left_cut[2], 115.0f);
    assert_int_equal(row.underswing, 0);
}

/* Score by hand: 115 x1, x2, then a fault each time: the multiplier falls to 1 and has to be earned again. */
static void every_fault_costs_combo_and_multiplier(void **state)
{
    (void)state;
    for (int fault = 0; fault < 4; fault++) {
        made_play play = made_new();
        made_note(&play, 1.0f, RED, BSOR_GOOD_CUT);
        made_note(&play, 2.0f, RED, BSOR_GOOD_CUT);
        if (fault == 0) made_note(&play, 3.0f, BLUE, BSOR_BAD_CUT);
        if (fault == 1) made_note(&play, 3.0f, BLUE, BSOR_MISS);
        if (fault == 2) made_note(&play, 3.0f, PC_BOMB, BSOR_BOMB);
        if (fault == 3) made_wall(&play, 3.0f, 2.9f, 0.4f);
        made_note(&play, 4.0f, RED, BSOR_GOOD_CUT);
        made_note(&play, 5.0f, RED, BSOR_GOOD_CUT);
        beatsaber_summary row = made_summary(&play, NULL);
        bool block = fault < 2;
        assert_int_equal(row.score, 115 * (1 + 2 + 1 + 2));
        assert_int_equal(row.max_score, beatsaber_max_score(block ? 5 : 4));
        assert_int_equal(row.max_combo, 2);
        assert_int_equal(row.final_combo, 2);
        assert_int_equal(row.full_combo, 0);
        assert_int_equal(row.max_streak, block ? 2 : 4);
        static const float energy[] = { 0.52f - 0.1f, 0.52f - 0.15f, 0.52f - 0.15f, 0.4f };
        assert_near(row.min_energy, energy[fault]);
        assert_near(row.final_energy, energy[fault] + 0.02f);
        assert_int_equal(row.bad_cuts, fault == 0);
        assert_int_equal(row.bad_cuts_by_hand[1], fault == 0);
        assert_int_equal(row.misses_by_hand[1], fault == 1);
        assert_int_equal(row.bombs, fault == 2);
        assert_int_equal(row.walls, fault == 3);
    }
}

static void a_lost_note_counts_with_the_accuracy_so_far(void **state)
{
    (void)state;
    made_play play = made_new();
    made_note(&play, 1.0f, RED, BSOR_GOOD_CUT)->cut.after_cut_rating = 0.0f; /* 85 of 115 */
    made_note(&play, 2.0f, RED, BSOR_MISS);
    beatsaber_summary row = made_summary(&play, NULL);
    /* round(230 * (85 / 115)) = 170 */
    assert_near(row.fc_accuracy, (85.0f + 170.0f) / 345.0f);
    assert_near(row.accuracy, 85.0f / 345.0f);
}

static void sorts_events_by_time_and_keeps_file_order_otherwise(void **state)
{
    (void)state;
    made_play play = made_new();
    made_note(&play, 4.0f, RED, BSOR_GOOD_CUT);
    made_note(&play, -1.0f, BLUE, BSOR_GOOD_CUT);
    made_note(&play, 4.0f, BLUE, BSOR_MISS);
    made_note(&play, 2.0f, RED, BSOR_BAD_CUT);
    made_wall(&play, 3.0f, 4.0f, 0.9f); /* counts at 4, before the notes of that time */
    reel_replay *result = made_measure(&play, NULL, NULL);
    size_t count;
    const beatsaber_event *events = reel_rows(result, &beatsaber_events, &count);
    assert_int_equal(count, 5);
    static const struct {
        float time;
        uint32_t row;
        uint8_t kind;
    } want[] = {
        { -1.0f, 1, BEATSABER_GOOD }, { 2.0f, 3, BEATSABER_BAD },  { 4.0f, 0, BEATSABER_WALL },
        { 4.0f, 0, BEATSABER_GOOD },  { 4.0f, 2, BEATSABER_MISS },
    };
    for (size_t i = 0; i < count; i++) {
        assert_near(events[i].time, want[i].time);
        assert_int_equal(events[i].source_row, want[i].row);
        assert_int_equal(events[i].kind, want[i].kind);
    }
    assert_near(events[2].spawn_time, 3.0f);
    assert_near(events[2].energy, 0.9f);
    assert_near(events[4].energy, 0.9f); /* what is left after the contact, with the notes of its first frame */
    assert_false(events[2].present & BEATSABER_HAS_SCORING);
    reel_free(result);
}

static void events_carry_the_state_after_them(void **state)
{
    (void)state;
    made_play play = made_new();
    made_note(&play, 1.0f, 32111, BSOR_GOOD_CUT);
    bsor_note *note = made_note(&play, 2.0f, 33208, BSOR_GOOD_CUT);
    note->cut.before_cut_rating = 0.5f;
    note->cut.cut_distance_to_center = 0.15f;
    made_note(&play, 3.0f, QUEST_BOMB, BSOR_BOMB);
    reel_replay *result = made_measure(&play, NULL, NULL);
    size_t count;
    const beatsaber_event *events = reel_rows(result, &beatsaber_events, &count);
    assert_int_equal(count, 3);
    assert_int_equal(events[0].line, 2);
    assert_int_equal(events[0].layer, 1);
    assert_int_equal(events[0].color, 1);
    assert_int_equal(events[0].direction, 1);
    assert_int_equal(events[0].scoring, BSOR_NORMAL);
    assert_int_equal(events[1].before, 35);
    assert_int_equal(events[1].center, 8);
    assert_int_equal(events[1].after, 30);
    assert_int_equal(events[1].points, 73);
    assert_int_equal(events[1].multiplier, 2);
    assert_int_equal(events[1].score, 115 + 146);
    assert_int_equal(events[1].max_score, 345);
    assert_int_equal(events[1].underswing, 70);
    assert_near(events[1].accuracy, 261.0f / 345.0f);
    assert_int_equal(events[2].combo, 0);
    assert_int_equal(events[2].multiplier, 1);
    assert_near(events[2].accuracy, 261.0f / 345.0f);
    assert_false(events[2].present & (BEATSABER_HAS_COLOR | BEATSABER_HAS_DIRECTION | BEATSABER_HAS_POINTS));
    assert_true(events[2].present & BEATSABER_HAS_POSITION);
    reel_free(result);
}

static void a_second_of_misses_has_no_accuracy(void **state)
{
    (void)state;
    made_play play = made_new();
    made_frame(&play, 4.9f);
    made_note(&play, 1.5f, RED, BSOR_MISS);
    made_note(&play, 3.5f, RED, BSOR_GOOD_CUT);
    reel_replay *result = made_measure(&play, NULL, NULL);
    size_t count;
    const beatsaber_second *graph = reel_rows(result, &beatsaber_graph, &count);
    assert_int_equal(count, 4);
    assert_false(graph[0].present & BEATSABER_HAS_GRAPH_ACCURACY); /* no note yet */
    assert_true(graph[1].present & BEATSABER_HAS_GRAPH_ACCURACY && graph[1].accuracy == 0);
    assert_near(graph[3].accuracy, 115.0f / 345.0f);
    reel_free(result);
}

static void nothing_has_no_statistics(void **state)
{
    (void)state;
    made_play play = made_new();
    play.info.height = 0;
    beatsaber_summary row = made_summary(&play, NULL);
    assert_int_equal(row.present, 0);
    assert_int_equal(row.known & (BEATSABER_KNOWS_RUNS | BEATSABER_KNOWS_FAIL | BEATSABER_KNOWS_SHARE), 0);
    assert_int_equal(row.means, 0);
    assert_true(made_summary(&play, "server").present & BEATSABER_HAS_NOTES);
    made_note(&play, 1.0f, RED, BSOR_GOOD_CUT);
    row = made_summary(&play, NULL);
    assert_true(row.means & BEATSABER_HAS_TIMING && row.timing[0] == 0 && row.timing[1] != row.timing[1]);
    assert_false(row.means & BEATSABER_HAS_RIGHT_CUT);
}

static void modifiers_change_the_score_by_convention(void **state)
{
    (void)state;
    static const struct {
        const char *modifiers, *convention;
        double factor, speed;
    } want[] = { { "FS", "in-game", 1.08, 1.2 },
                 { "FS", "scoresaber", 1, 1.2 },
                 { "SS,GN", "in-game", 0.81, 0.85 },
                 { "SS,GN", "scoresaber", 0.7, 0.85 },
                 { "SF,NO", "beatleader", 0.8, 1.5 },
                 { "SF,NO", "in-game", 1.05, 1.5 },
                 { "NF", "in-game", 1, 1 },
                 { "NB,NA", "beatleader", 0.5, 1 },
                 { "", "in-game", 1, 1 } };
    made_play play = made_new();
    for (int i = 0; i < 20; i++) made_note(&play, 1.0f + 0.1f * (float)i, RED, BSOR_GOOD_CUT);
    for (size_t i = 0; i < sizeof want / sizeof *want; i++) {
        play.info.modifiers = text(want[i].modifiers);
        beatsaber_summary row = made_summary(&play, want[i].convention);
        assert_true(row.present & BEATSABER_HAS_MODIFIED);
        double off = (double)row.modified_score - (double)row.score * want[i].factor; /* fractions of a point are dropped */
        assert_true(off > -1.001 && off < 0.001);
        assert_near(row.song_speed, (float)want[i].speed);
        assert_false(made_summary(&play, NULL).present & BEATSABER_HAS_MODIFIED);
    }
    /* float32 products, as programs compute them: 0.7 of 1000 is not 699 */
    play.note_count = 0;
    for (int i = 0; i < 7; i++) made_note(&play, 1.0f + 0.1f * (float)i, RED, BSOR_GOOD_CUT)->cut.cut_distance_to_center = 1;
    for (int i = 0; i < 7; i++) play.notes[i].cut.before_cut_rating = 0;
    play.notes[6].cut.after_cut_rating = 2 / 3.0f;
    play.notes[5].cut.after_cut_rating = play.notes[6].cut.after_cut_rating;
    play.info.modifiers = text("NA");
    beatsaber_summary slow = made_summary(&play, "in-game");
    for (int i = 0; i < 20 && slow.score % 10; i++) {
        play.notes[0].cut.after_cut_rating -= 1 / 30.0f;
        slow = made_summary(&play, "in-game");
    }
    assert_int_equal(slow.score % 10, 0);
    assert_int_equal(slow.modified_score, slow.score / 10 * 7);
    assert_int_equal(made_summary(&play, "scoresaber").modified_score, slow.score / 10 * 7);
    play.info.modifiers = text("NF"); /* the server of BeatLeader believes it; the game asks whether energy ran out */
    assert_int_equal(made_summary(&play, "beatleader").modified_score, slow.score / 2);
    assert_int_equal(made_summary(&play, "in-game").modified_score, slow.score);
    play.note_count = 0;
    for (int i = 0; i < 40; i++) made_note(&play, (float)i, RED, i < 4 ? BSOR_MISS : BSOR_GOOD_CUT);
    beatsaber_summary row = made_summary(&play, "in-game"), plain = made_summary(&play, NULL);
    assert_int_equal(row.modified_score, plain.score / 2);
    assert_true(row.rank < plain.rank);
    play.info.speed = 0.7f;
    assert_near(made_summary(&play, NULL).song_speed, 0.7f);
}

/* The rates of a play whose user data has these bytes. */
static size_t heart_rates(const uint8_t *value, size_t size, beatsaber_heart_rate *rows)
{
    made_play play = made_new();
    made_note(&play, 1.0f, RED, BSOR_GOOD_CUT);
    reel_memory memory;
    reel_writer *writer;
    assert_int_equal(reel_create(reel_sink_memory(&memory, NULL), &reel_format_bsor, NULL, &writer, NULL), REEL_OK);
    const bsor_user_entry entries[] = { { { "other", 5 }, { value, size } }, { { "HeartBeatQuest", 14 }, { value, size } } };
    reel_append(writer, &bsor_infos, &play.info, 1);
    reel_append(writer, &bsor_notes, play.notes, play.note_count);
    reel_append(writer, &bsor_user_data, entries, 2);
    assert_int_equal(reel_finish(writer, NULL), REEL_OK);
    reel_replay *replay, *result;
    assert_int_equal(reel_load(reel_source_memory(memory.data, memory.size), NULL, &replay, NULL), REEL_OK);
    reel_error error;
    if (reel_insight_run_chunk(&reel_insight_beatsaber, &reel_format_bsor, reel_replay_chunk(replay), NULL, &result, &error) < 0)
        fail_msg("%s", error.message);
    size_t count;
    const beatsaber_heart_rate *found = reel_rows(result, &beatsaber_heart_rates, &count);
    for (size_t i = 0; i < count && i < 2; i++) rows[i] = found[i];
    reel_free(result);
    reel_free(replay);
    reel_memory_free(&memory);
    return count;
}

static void heart_rates_are_rows(void **state)
{
    (void)state;
    uint8_t value[] = { 1, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0x40, 90, 0, 0, 0, 0, 0, 0x40, 0x40, 140, 0, 0, 0, 1, 0, 0, 0, 'x' };
    beatsaber_heart_rate rows[2] = { { 0, 0 } };
    assert_int_equal(heart_rates(value, sizeof value, rows), 2);
    assert_true(rows[0].time == 2 && rows[0].rate == 90 && rows[1].time == 3 && rows[1].rate == 140);
    for (size_t size = 0; size < 24; size++) assert_int_equal(heart_rates(value, size, rows), 0); /* the count does not fit */
    value[0] = 2;
    assert_int_equal(heart_rates(value, sizeof value, rows), 0);
}

static void reads_ids_of_six_digits_by_convention(void **state)
{
    (void)state;
    made_play play = made_new();
    play.info.game_version = text("1.40.9");
    made_note(&play, 1.0f, 102011, BSOR_GOOD_CUT); /* chain link with an arc head: 20 points */
    assert_int_equal(made_summary(&play, "game").score, 20);
    assert_int_equal(made_summary(&play, "server").score, 115);
}

static void gives_bombs_a_hand_on_the_server_alone(void **state)
{
    (void)state;
    made_play play = made_new();
    made_note(&play, 1.0f, PC_BOMB, BSOR_BOMB);
    made_note(&play, 2.0f, QUEST_BOMB, BSOR_BOMB);
    made_note(&play, 3.0f, PC_BOMB, BSOR_MISS); /* the id says bomb */
    beatsaber_summary game = made_summary(&play, "game"), server = made_summary(&play, "server");
    assert_int_equal(game.bombs, 3);
    assert_int_equal(game.misses, 0);
    assert_false(game.present & BEATSABER_HAS_BOMB_HANDS);
    assert_true(server.present & BEATSABER_HAS_BOMB_HANDS);
    assert_int_equal(server.bombs_by_hand[0], 2);
    assert_int_equal(server.bombs_by_hand[1], 1);
}

static void notes_that_come_twice_have_no_streak(void **state)
{
    (void)state;
    made_play play = made_new();
    made_note(&play, 1.0f, RED, BSOR_GOOD_CUT);
    made_note(&play, 1.004f, BLUE, BSOR_GOOD_CUT);
    made_note(&play, 1.02f, RED, BSOR_GOOD_CUT);
    assert_true(made_summary(&play, NULL).present & BEATSABER_HAS_STREAK);
    made_note(&play, 1.021f, BLUE, BSOR_GOOD_CUT);
    made_note(&play, 1.025f, RED, BSOR_GOOD_CUT);
    assert_false(made_summary(&play, NULL).present & BEATSABER_HAS_STREAK);
    assert_false(made_summary(&play, "server").present & BEATSABER_HAS_STREAK);
}

static void chain_links_may_come_close_and_do_not_end_a_streak(void **state)
{
    (void)state;
    made_play play = made_new();
    made_note(&play, 1.0f, RED, BSOR_GOOD_CUT);
    made_note(&play, 1.1f, LINK, BSOR_GOOD_CUT);
    made_note(&play, 1.1f, LINK, BSOR_GOOD_CUT);
    made_note(&play, 1.2f, RED, BSOR_GOOD_CUT);
    beatsaber_summary row = made_summary(&play, NULL);
    assert_true(row.present & BEATSABER_HAS_STREAK);
    assert_int_equal(row.max_streak, 2);
}

static void draws_the_graph_second_by_second(void **state)
{
    (void)state;
    made_play play = made_new();
    made_frame(&play, 5.9f);
    made_note(&play, -2.0f, RED, BSOR_GOOD_CUT);
    made_note(&play, 0.5f, RED, BSOR_MISS);
    made_note(&play, 3.0f, RED, BSOR_MISS); /* belongs to second 3 */
    reel_replay *result = made_measure(&play, NULL, NULL);
    size_t count;
    const beatsaber_second *graph = reel_rows(result, &beatsaber_graph, &count);
    assert_int_equal(count, 5);
    float third = 115.0f / 345.0f, fifth = 115.0f / 575.0f;
    const float want[] = { (1.0f + third) / 2.0f, (1.0f + third) / 2.0f, (1.0f + third) / 2.0f, fifth, fifth };
    for (size_t i = 0; i < count; i++) {
        assert_near(graph[i].time, (float)i);
        assert_near(graph[i].accuracy, want[i]);
        assert_int_equal(graph[i].max_score, i < 3 ? 345 : 575);
    }
    reel_free(result);
}

static void sums_by_hand_place_and_scoring_type(void **state)
{
    (void)state;
    made_play play = made_new();
    bsor_note *note = made_note(&play, 1.0f, RED, BSOR_GOOD_CUT);
    note->cut.time_deviation = 0.02f;
    note->cut.cut_normal.z = -0.5f;
    note = made_note(&play, 2.0f, RED, BSOR_GOOD_CUT);
    note->cut.before_cut_rating = 0.5f;
    note->cut.time_deviation = -0.01f;
    made_note(&play, 3.0f, CHAIN + 3210, BSOR_GOOD_CUT); /* blue, line 3, layer 2: 85 */
    made_note(&play, 4.0f, BLUE, BSOR_BAD_CUT)->cut.saber_type = 0;
    reel_replay *result = made_measure(&play, NULL, NULL);
    size_t count;
    const beatsaber_hand *hands = reel_rows(result, &beatsaber_hands, &count);
    assert_int_equal(count, 2);
    assert_int_equal(hands[0].notes, 2);
    assert_int_equal(hands[0].full_cuts, 1);
    assert_int_equal(hands[0].bad_cuts, 0); /* of the colour of the note */
    assert_int_equal(hands[0].points, 115 + 80);
    assert_int_equal(hands[0].score, 115 + 160);
    assert_int_equal(hands[0].underswing, 70);
    assert_near(hands[0].timing, 0.005f);
    assert_near(hands[0].preswing, 0.75f);
    assert_near(hands[0].time_dependence, 0.25f);
    assert_near(hands[0].before, 52.5f);
    assert_int_equal(hands[1].notes, 2);
    assert_near(hands[1].mean_points, 115.0f);
    assert_near(hands[1].postswing, 0.0f);
    const beatsaber_cell *cells = reel_rows(result, &beatsaber_cells, &count);
    assert_int_equal(count, 12);
    assert_int_equal(cells[0].count, 2);
    assert_near(cells[0].mean_points, 97.5f);
    assert_near(cells[0].mean_by_hand[0], 97.5f);
    assert_int_equal(cells[0].faults, 1);
    assert_int_equal(cells[11].line, 3);
    assert_int_equal(cells[11].layer, 2);
    assert_near(cells[11].mean_points, 85.0f);
    const beatsaber_scoring *scorings = reel_rows(result, &beatsaber_scorings, &count);
    assert_int_equal(count, 2);
    assert_int_equal(scorings[0].scoring, BSOR_NORMAL);
    assert_int_equal(scorings[0].notes, 3);
    assert_int_equal(scorings[0].max_points, 345);
    assert_int_equal(scorings[1].scoring, BSOR_CHAIN_HEAD);
    assert_int_equal(scorings[1].score, 170);
    reel_free(result);
}

static void puts_notes_of_unknown_place_in_no_cell(void **state)
{
    (void)state;
    made_play play = made_new();
    made_note(&play, 1.0f, -1498979, BSOR_GOOD_CUT)->cut.saber_type = 1;
    reel_replay *game = made_measure(&play, "game", NULL), *server = made_measure(&play, "server", NULL);
    size_t count;
    const beatsaber_cell *cells = reel_rows(game, &beatsaber_cells, &count);
    for (size_t i = 0; i < count; i++) assert_int_equal(cells[i].count, 0);
    const beatsaber_hand *hands = reel_rows(game, &beatsaber_hands, &count);
    assert_int_equal(hands[1].good_cuts, 1); /* by the saber, as the colour is unknown */
    cells = reel_rows(server, &beatsaber_cells, &count);
    assert_int_equal(cells[0].count, 1);
    reel_free(game);
    reel_free(server);
}

static void leaves_values_that_are_no_numbers_out_of_the_means(void **state)
{
    (void)state;
    made_play play = made_new();
    made_note(&play, 1.0f, RED, BSOR_GOOD_CUT)->cut.time_deviation = 0.25f;
    bsor_note *note = made_note(&play, 2.0f, RED, BSOR_GOOD_CUT);
    note->cut.time_deviation = INFINITY;
    note->cut.before_cut_rating = NAN;
    made_frame(&play, 1.0f);
    made_frame(&play, 2.0f)->head.position.x = NAN;
    beatsaber_summary game = made_summary(&play, "game"), server = made_summary(&play, "server");
    assert_near(game.timing[0], 0.25f);
    assert_near(game.preswing[0], 1.0f);
    assert_near(game.average_head_position.x, 0.0f);
    assert_int_equal(game.not_finite, 3);
    assert_true(isinf(server.timing[0]));
    assert_near(server.preswing[0], 1.0f);
    assert_true(isnan(server.average_head_position.x));
}

static void counts_pauses_between_first_and_last_note(void **state)
{
    (void)state;
    made_play play = made_new();
    made_note(&play, 1.0f, RED, BSOR_GOOD_CUT);
    made_note(&play, 9.0f, RED, BSOR_GOOD_CUT);
    static const bsor_pause pauses[] = { { 100, 0.5f }, { 20, 1.0f }, { 3, 9.0f }, { 1000, 9.5f } };
    memcpy(play.pauses, pauses, sizeof pauses);
    play.pause_count = 4;
    play.heights[0] = (bsor_height){ 1.5f, 0.0f };
    play.heights[1] = (bsor_height){ 1.7f, 1.0f };
    play.height_count = 2;
    beatsaber_summary row = made_summary(&play, NULL);
    assert_int_equal(row.pauses_in_song, 2);
    assert_int_equal(row.pause_time_in_song, 23);
    assert_near(row.average_height, 1.6f);
}

static void measures_a_play_without_events(void **state)
{
    (void)state;
    made_play play = made_new();
    for (int server = 0; server < 2; server++) {
        beatsaber_summary row = made_summary(&play, server ? "server" : "game");
        assert_int_equal(row.max_score, 0);
        assert_near(row.accuracy, 0.0f);
        assert_int_equal(row.full_combo, 0);
        assert_near(row.min_energy, 0.5f);
        assert_near(row.average_height, 1.75f);
    }
}

static void ends_the_graph_where_the_frames_lie(void **state)
{
    (void)state;
    made_play play = made_new();
    made_frame(&play, 3e30f);
    made_note(&play, NAN, RED, BSOR_GOOD_CUT);
    reel_replay *result = made_measure(&play, NULL, NULL);
    size_t count;
    reel_rows(result, &beatsaber_graph, &count);
    assert_int_equal(count, 86400);
    reel_free(result);
}

static void gives_only_the_tables_that_are_wanted(void **state)
{
    (void)state;
    made_play play = made_new();
    made_note(&play, 1.0f, RED, BSOR_GOOD_CUT);
    made_frame(&play, 2.0f);
    static const reel_table *const wanted[] = { &beatsaber_events, NULL };
    reel_replay *result = made_measure(&play, NULL, wanted);
    for (const reel_table *const *table = reel_insight_beatsaber.tables; *table; table++) {
        size_t count;
        reel_rows(result, *table, &count);
        assert_int_equal(count, *table == &beatsaber_events);
    }
    reel_free(result);
}

/* Rows of frames and notes that lie between two numbers, as a play of its own. */
static made_play part_of(const made_play *play, size_t from, size_t to)
{
    made_play part = made_new();
    for (size_t i = from; i < to && i < play->note_count; i++) part.notes[part.note_count++] = play->notes[i];
    for (size_t i = from; i < to && i < play->frame_count; i++) part.frames[part.frame_count++] = play->frames[i];
    return part;
}

static void chunks_add_up_to_the_whole(void **state)
{
    (void)state;
    made_play play = made_new();
    for (int i = 0; i < 40; i++) {
        bsor_note *note = made_note(&play, 0.05f * (float)(i + 1), i % 3 ? RED : BLUE, i % 11 == 7 ? BSOR_MISS : BSOR_GOOD_CUT);
        note->cut.after_cut_rating = 0.7f;
        made_frame(&play, 0.05f * (float)(i + 1))->left_hand.position.x = i % 2 ? 0.4f : 0.1f;
    }
    reel_replay *whole = made_measure(&play, NULL, NULL);
    insight_run run;
    reel_error error;
    assert_int_equal(reel__insight_begin(&run, &reel_insight_beatsaber, &reel_format_bsor,
                                         &(reel_insight_options){ REEL_SIZED(reel_insight_options) }, NULL, &error),
                     REEL_OK);
    for (size_t from = 0; from < 40; from += 11) {
        made_play part = part_of(&play, from, from + 11);
        reel_replay *replay = made_replay(&part);
        assert_int_equal(reel__insight_chunk(&run, reel_replay_chunk(replay), &error), REEL_OK);
        reel_free(replay);
    }
    assert_int_equal(reel__insight_finish(&run, NULL, &error), REEL_OK);
    reel_chunk *parts = reel__insight_end(&run);
    for (const reel_table *const *table = reel_insight_beatsaber.tables; *table; table++) {
        size_t count, count_parts;
        const void *rows = reel_rows(whole, *table, &count), *rows_parts = reel_chunk_rows(parts, *table, &count_parts);
        assert_int_equal(count_parts, count);
        for (size_t i = 0; i < count; i++)
            for (const reel_field *field = (*table)->fields; field < (*table)->fields + (*table)->field_count; field++) {
                size_t at = i * (*table)->row_size + field->offset;
                assert_memory_equal((const char *)rows_parts + at, (const char *)rows + at,
                                    field->count * reel_type_size(field->type));
            }
    }
    reel__chunk_free(parts);
    reel_free(whole);
}

static void is_found_by_its_id(void **state)
{
    (void)state;
    assert_ptr_equal(reel_insight_by_id("beatsaber"), &reel_insight_beatsaber);
    assert_ptr_equal(reel_insight_by_id("beatsaber-score"), &reel_check_beatsaber_score);
    assert_null(reel_insight_by_id("beat"));
    assert_true(reel_insight_takes(&reel_insight_beatsaber, &reel_format_bsor));
    assert_false(reel_insight_takes(&reel_insight_beatsaber, NULL));
}

static void survives_every_refused_allocation(void **state)
{
    (void)state;
    made_play play = made_new();
    for (int i = 0; i < 40; i++)
        made_note(&play, 1.0f + 0.1f * (float)(i * 7 % 40), RED, BSOR_GOOD_CUT)->cut.before_cut_rating = 0.5f;
    for (int i = 0; i < 40; i++) made_frame(&play, 0.1f + 0.1f * (float)i)->left_hand.position.x = i % 2 ? 0.0f : 0.2f;
    for (int i = 0; i < 3; i++) made_wall(&play, (float)i, (float)i, 0.5f);
    reel_replay *replay = made_replay(&play);
    const reel_insight_options options = { REEL_SIZED(reel_insight_options) };
    insight_without_memory(&reel_insight_beatsaber, replay, &options, 1);
    insight_without_memory(&reel_check_beatsaber_score, replay, &options, 1);
    reel_free(replay);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_a_clean_play),
        cmocka_unit_test(every_fault_costs_combo_and_multiplier),
        cmocka_unit_test(a_lost_note_counts_with_the_accuracy_so_far),
        cmocka_unit_test(sorts_events_by_time_and_keeps_file_order_otherwise),
        cmocka_unit_test(events_carry_the_state_after_them),
        cmocka_unit_test(a_second_of_misses_has_no_accuracy),
        cmocka_unit_test(nothing_has_no_statistics),
        cmocka_unit_test(modifiers_change_the_score_by_convention),
        cmocka_unit_test(heart_rates_are_rows),
        cmocka_unit_test(reads_ids_of_six_digits_by_convention),
        cmocka_unit_test(gives_bombs_a_hand_on_the_server_alone),
        cmocka_unit_test(notes_that_come_twice_have_no_streak),
        cmocka_unit_test(chain_links_may_come_close_and_do_not_end_a_streak),
        cmocka_unit_test(draws_the_graph_second_by_second),
        cmocka_unit_test(sums_by_hand_place_and_scoring_type),
        cmocka_unit_test(puts_notes_of_unknown_place_in_no_cell),
        cmocka_unit_test(leaves_values_that_are_no_numbers_out_of_the_means),
        cmocka_unit_test(counts_pauses_between_first_and_last_note),
        cmocka_unit_test(measures_a_play_without_events),
        cmocka_unit_test(ends_the_graph_where_the_frames_lie),
        cmocka_unit_test(gives_only_the_tables_that_are_wanted),
        cmocka_unit_test(chunks_add_up_to_the_whole),
        cmocka_unit_test(is_found_by_its_id),
        cmocka_unit_test(survives_every_refused_allocation),
    };
    return cmocka_run_group_tests_name("beatsaber_walk", tests, NULL, NULL);
}
