/* SPDX-License-Identifier: MIT
 * Players of made matches: who they are, what they do, how they move. */
#include "made_match.h"

#include "insight/run.h"

#include <math.h>

/* ---- who they are ------------------------------------------------------------------------------------------------------- */

static void a_renamed_player_is_one_player(void **state)
{
    (void)state;
    made_match m = made_begin();
    for (int i = 0; i < 10; i++) {
        made_frame(&m, i, ECHO_PLAYING);
        made_player(&m, ECHO_BLUE, 11, i < 5 ? "Ann" : "Anna")->stats.saves = (uint16_t)i;
    }
    made_run(&m);
    const echo_player_sum *player = made_rows(&m, &echo_player_sums, 1);
    same_words(player->name, "Anna");
    assert_int_equal(player->saves, 9);
    made_rows(&m, &echo_stays, 1);
    made_end(&m);
}

/* A .butter does not know who was renamed: the row has no account and no name. */
static void a_player_without_account_is_who_had_the_number(void **state)
{
    (void)state;
    made_match m = made_begin();
    for (int i = 0; i < 10; i++) {
        made_frame(&m, i, ECHO_PLAYING);
        made_player(&m, ECHO_BLUE, 11, "Ann");
        echo_player *row = made_player(&m, ECHO_BLUE, i < 5 ? 12 : 0, i < 5 ? "Ben" : "");
        row->player_id = 2;
        row->stats.passes = (uint16_t)(i / 3);
    }
    made_run(&m);
    const echo_player_sum *players = made_rows(&m, &echo_player_sums, 2);
    same_words(players[1].name, "Ben");
    assert_int_equal(players[1].userid, 12);
    assert_int_equal(players[1].passes, 3);
    near_to(players[1].seconds, 9);
    made_end(&m);
}

static void two_players_of_one_name_are_two_players(void **state)
{
    (void)state;
    made_match m = made_begin();
    for (int i = 0; i < 10; i++) {
        made_frame(&m, i, ECHO_PLAYING);
        made_player(&m, ECHO_BLUE, 11, "Ann")->stats.steals = (uint16_t)i;
        made_player(&m, ECHO_ORANGE, 12, "Ann")->stats.blocks = (uint16_t)(2 * i);
    }
    made_run(&m);
    const echo_player_sum *players = made_rows(&m, &echo_player_sums, 2);
    assert_int_equal(players[0].steals, 9);
    assert_int_equal(players[0].blocks, 0);
    assert_int_equal(players[1].steals, 0);
    assert_int_equal(players[1].blocks, 18);
    made_end(&m);
}

/* A .butter takes two players of one name for one, in every frame. The game's numbers tell them apart, in whatever order. */
static void two_players_of_one_account_are_two_players(void **state)
{
    (void)state;
    made_match m = made_begin();
    for (int i = 0; i < 10; i++) {
        made_frame(&m, i, ECHO_PLAYING);
        for (int j = 0; j < 2; j++) {
            uint8_t number = (uint8_t)(i < 5 ? j : 1 - j);
            echo_player *row = made_player(&m, ECHO_BLUE, 11, "Ann");
            row->player_id = number;
            row->stats.catches = (uint16_t)(number ? i : 0);
        }
    }
    made_run(&m);
    const echo_player_sum *players = made_rows(&m, &echo_player_sums, 2);
    assert_int_equal(players[0].catches, 0);
    assert_int_equal(players[1].catches, 9);
    made_end(&m);
}

static void players_beyond_256_do_not_count(void **state)
{
    (void)state;
    made_match m = made_begin();
    for (int i = 0; i < 3; i++) {
        made_frame(&m, i, ECHO_PLAYING);
        for (uint64_t j = 0; j < 300; j++) made_player(&m, (uint8_t)(j % 3), 1000 + j, "Crowd")->stats.saves = (uint16_t)i;
    }
    made_run(&m);
    const echo_player_sum *players = made_rows(&m, &echo_player_sums, ECHO_MOST_PLAYERS);
    for (size_t i = 0; i < ECHO_MOST_PLAYERS; i++) {
        assert_int_equal(players[i].userid, 1000 + (int64_t)i);
        assert_int_equal(players[i].saves, 2);
    }
    assert_int_equal(made_found(&m, "echo.players"), 3 * 44);
    made_end(&m);
}

/* Nine counters of 256 players in each of 460 frames. */
static void rows_beyond_a_million_are_left_out(void **state)
{
    enum { FRAMES = 460 };
    (void)state;
    made_match m = made_begin();
    for (uint16_t i = 0; i < FRAMES; i++) {
        made_frame(&m, i, ECHO_PLAYING);
        for (uint64_t j = 0; j < ECHO_MOST_PLAYERS; j++)
            made_player(&m, ECHO_BLUE, 1 + j, "Crowd")->stats = (echo_stats){ i, i, i, i, i, i, i, i, i, i, i };
    }
    made_run(&m);
    made_rows(&m, &echo_events, ECHO_MOST_ROWS);
    assert_int_equal(made_found(&m, "echo.rows"), (FRAMES - 1) * 9 * ECHO_MOST_PLAYERS - ECHO_MOST_ROWS);
    const echo_player_sum *players = made_rows(&m, &echo_player_sums, ECHO_MOST_PLAYERS);
    assert_int_equal(players[255].stuns, FRAMES - 1); /* sums go on */
    made_end(&m);
}

static void stays_say_who_came_and_went(void **state)
{
    (void)state;
    made_match m = made_begin();
    for (int i = 0; i < 20; i++) {
        made_frame(&m, i, ECHO_PLAYING);
        made_player(&m, i < 12 ? ECHO_BLUE : ECHO_ORANGE, 11, "Ann");
        if (i >= 5 && i != 10) made_player(&m, ECHO_SPECTATORS, 12, "Ben");
    }
    made_run(&m);
    const echo_stay *stays = made_rows(&m, &echo_stays, 4);
    const uint8_t wanted[][4] = {
        { 0, ECHO_BLUE, ECHO_STAY_FILE_BEGIN, ECHO_STAY_TO_TEAM },
        { 1, ECHO_SPECTATORS, ECHO_STAY_JOINED, ECHO_STAY_LEFT },
        { 1, ECHO_SPECTATORS, ECHO_STAY_JOINED, ECHO_STAY_FILE_END },
        { 0, ECHO_ORANGE, ECHO_STAY_FROM_TEAM, ECHO_STAY_FILE_END },
    };
    static const double times[][2] = { { 0, 11 }, { 5, 9 }, { 11, 19 }, { 12, 19 } };
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(stays[i].player, wanted[i][0]);
        assert_int_equal(stays[i].team, wanted[i][1]);
        assert_int_equal(stays[i].began_by, wanted[i][2]);
        assert_int_equal(stays[i].ended_by, wanted[i][3]);
        near_to(stays[i].start, times[i][0]);
        near_to(stays[i].end, times[i][1]);
    }
    const echo_player_sum *players = made_rows(&m, &echo_player_sums, 2);
    assert_int_equal(players[0].team, ECHO_BLUE); /* for 12 of 19 seconds */
    near_to(players[1].seconds, 13);
    made_end(&m);
}

/* ---- what they do --------------------------------------------------------------------------------------------------------- */

static void only_what_is_added_to_a_counter_counts(void **state)
{
    static const uint16_t stuns[] = { 30, 30, 32, 0, 0, 1, 1, 1, 65535, 2 };
    (void)state;
    made_match m = made_begin();
    for (int i = 0; i < 10; i++) {
        made_frame(&m, i, ECHO_PLAYING);
        echo_player *ann = made_player(&m, ECHO_BLUE, 11, "Ann");
        ann->stats.stuns = stuns[i];
        ann->stats.goals = (uint16_t)(i >= 5);
        ann->stats.points = (uint16_t)(i >= 5 ? 3 : 0);
        if (i >= 4) made_player(&m, ECHO_ORANGE, 12, "Ben")->stats.shots_taken = (uint16_t)(i < 7 ? 20 : 21);
    }
    made_run(&m);
    const echo_event *events = made_rows(&m, &echo_events, 4);
    const uint32_t wanted[][4] = {
        { ECHO_STUN, 0, 2, 2 }, { ECHO_STUN, 0, 1, 5 }, { ECHO_SHOT, 1, 1, 7 }, { ECHO_STUN, 0, 65534, 8 }
    };
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(events[i].kind, wanted[i][0]);
        assert_int_equal(events[i].player, wanted[i][1]);
        assert_int_equal(events[i].count, wanted[i][2]);
        near_to(events[i].time, wanted[i][3]);
    }
    const echo_player_sum *players = made_rows(&m, &echo_player_sums, 2);
    assert_int_equal(players[0].stuns, 2 + 1 + 65534);
    assert_int_equal(players[0].goals, 1);
    assert_int_equal(players[0].points, 3);
    assert_int_equal(players[1].shots, 1);
    made_end(&m);
}

/* Each counter rises once, by another number, in its own frame. */
static void each_counter_has_its_kind(void **state)
{
    static const struct {
        size_t member;
        int kind; /* -1: no event */
    } counters[] = {
        { offsetof(echo_stats, assists), ECHO_ASSIST }, { offsetof(echo_stats, blocks), ECHO_BLOCK },
        { offsetof(echo_stats, catches), ECHO_CATCH },  { offsetof(echo_stats, goals), -1 },
        { offsetof(echo_stats, passes), ECHO_PASS },    { offsetof(echo_stats, interceptions), ECHO_INTERCEPTION },
        { offsetof(echo_stats, points), -1 },           { offsetof(echo_stats, saves), ECHO_SAVE },
        { offsetof(echo_stats, steals), ECHO_STEAL },   { offsetof(echo_stats, shots_taken), ECHO_SHOT },
        { offsetof(echo_stats, stuns), ECHO_STUN },
    };
    enum { COUNTERS = sizeof counters / sizeof *counters };
    (void)state;
    made_match m = made_begin();
    echo_stats stats = { 0 };
    for (uint16_t i = 0; i <= COUNTERS; i++) {
        if (i) memcpy((char *)&stats + counters[i - 1].member, &i, sizeof i);
        made_frame(&m, i, ECHO_PLAYING);
        made_player(&m, ECHO_BLUE, 11, "Ann")->stats = stats;
    }
    made_run(&m);
    const echo_event *event = made_rows(&m, &echo_events, 9);
    for (uint32_t i = 0; i < COUNTERS; i++) {
        if (counters[i].kind < 0) continue;
        assert_int_equal(event->kind, counters[i].kind);
        assert_int_equal(event->count, i + 1);
        near_to(event->time, i + 1);
        event++;
    }
    const echo_player_sum *sum = made_rows(&m, &echo_player_sums, 1);
    const uint32_t sums[COUNTERS] = { sum->assists, sum->blocks, sum->catches, sum->goals, sum->passes, sum->interceptions,
                                      sum->points,  sum->saves,  sum->steals,  sum->shots, sum->stuns };
    for (uint32_t i = 0; i < COUNTERS; i++) assert_int_equal(sums[i], i + 1);
    made_end(&m);
}

static void who_comes_back_begins_anew(void **state)
{
    (void)state;
    made_match m = made_begin();
    for (int i = 0; i < 10; i++) {
        made_frame(&m, i, ECHO_PLAYING);
        if (i == 5) continue;
        echo_player *row = made_player(&m, ECHO_BLUE, 11, "Ann");
        row->has |= ECHO_HAS_LOADOUT;
        row->stats.saves = (uint16_t)(i < 5 ? 1 : 4);
        row->head.x = i < 5 ? 0 : 1;
        row->holding_left = i == 4 ? ECHO_HOLDS_DISC : ECHO_HOLDS_NOTHING;
    }
    made_run(&m);
    made_rows(&m, &echo_events, 0);
    made_rows(&m, &echo_releases, 0);
    made_rows(&m, &echo_loadouts, 2);
    const echo_motion *motion = made_rows(&m, &echo_motions, 1);
    near_to(motion->distance, 0);
    made_end(&m);
}

static void a_replay_without_counters_has_none(void **state)
{
    (void)state;
    made_match m = made_begin();
    for (int i = 0; i < 3; i++) {
        made_frame(&m, i, ECHO_PLAYING)->match_type = words("Echo_Combat");
        made_player(&m, ECHO_BLUE, 11, "Ann")->has = 0;
    }
    made_run(&m);
    const echo_player_sum *player = made_rows(&m, &echo_player_sums, 1);
    assert_int_equal(player->present, 0);
    const echo_motion *motion = made_rows(&m, &echo_motions, 1);
    assert_int_equal(motion->present, ECHO_MOTION_LINE | ECHO_MOTION_LOSS | ECHO_MOTION_MEAN);
    made_end(&m);
}

static void possession_is_the_players_before_the_teams(void **state)
{
    (void)state;
    made_match m = made_begin();
    for (int i = 0; i < 20; i++) {
        made_frame(&m, i, ECHO_PLAYING);
        made_team(&m, ECHO_BLUE, i < 4 || (i >= 8 && i < 10));
        made_team(&m, ECHO_ORANGE, i >= 15);
        made_player(&m, ECHO_BLUE, 11, "Ann")->possession = i < 3;
        made_player(&m, ECHO_ORANGE, 12, "Ben")->possession = i >= 8 && i < 10;
        made_player(&m, ECHO_SPECTATORS, 13, "Cid")->possession = i >= 11 && i < 13; /* who only looks on has nothing */
    }
    made_run(&m);
    const echo_possession *rows = made_rows(&m, &echo_possessions, 4);
    static const double times[][2] = { { 0, 3 }, { 3, 4 }, { 8, 10 }, { 15, 19 } };
    static const uint8_t teams[] = { ECHO_BLUE, ECHO_BLUE, ECHO_ORANGE, ECHO_ORANGE }, players[] = { 1, 0, 1, 0 };
    for (size_t i = 0; i < 4; i++) {
        near_to(rows[i].start, times[i][0]);
        near_to(rows[i].end, times[i][1]);
        assert_int_equal(rows[i].team, teams[i]);
        assert_int_equal(rows[i].has_player, players[i]);
    }
    same_words(rows[2].name, "Ben");
    const echo_match *match = made_rows(&m, &echo_matches, 1);
    near_to(match->blue_possession, 4);
    near_to(match->orange_possession, 6);
    const echo_player_sum *sums = made_rows(&m, &echo_player_sums, 3);
    near_to(sums[0].possession_seconds, 3);
    near_to(sums[1].possession_seconds, 2);
    made_end(&m);
}

static void stunned_and_floating_times_are_those_of_the_flags(void **state)
{
    (void)state;
    made_match m = made_begin();
    for (int i = 0; i < 20; i++) {
        made_frame(&m, i * 0.5, ECHO_PLAYING);
        echo_player *row = made_player(&m, ECHO_BLUE, 11, "Ann");
        row->stunned = i == 0 || i == 3 || i == 4 || i == 9;                      /* the first time began before */
        row->holding_left = i < 6 ? ECHO_HOLDS_GEO : i < 8 ? 3 : ECHO_HOLDS_DISC; /* the arena, a player, the disc */
    }
    made_run(&m);
    const echo_player_sum *player = made_rows(&m, &echo_player_sums, 1);
    assert_int_equal(player->times_stunned, 2);
    near_to(player->stunned_seconds, 2);
    const echo_motion *motion = made_rows(&m, &echo_motions, 1);
    assert_int_equal(motion->present & ECHO_MOTION_HOLDING, ECHO_MOTION_HOLDING);
    near_to(motion->floating_seconds, 5.5);
    made_end(&m);
}

static void a_disc_that_goes_to_another_hand_is_not_released(void **state)
{
    (void)state;
    made_match m = made_begin();
    for (int i = 0; i < 20; i++) {
        made_frame(&m, i, ECHO_PLAYING)->common.disc_velocity = (reel_vec3){ 0, 3, (float)i };
        echo_player *ann = made_player(&m, ECHO_BLUE, 11, "Ann");
        if (i >= 2 && i < 5) ann->holding_left = ECHO_HOLDS_DISC;
        if (i >= 5 && i < 8) ann->holding_right = ECHO_HOLDS_DISC; /* her other hand */
        if (i >= 12 && i < 15) ann->holding_left = ECHO_HOLDS_DISC;
        ann->stunned = i == 15;
        if (i >= 8 && i < 10) made_player(&m, ECHO_ORANGE, 12, "Ben")->holding_right = ECHO_HOLDS_DISC; /* and Ben goes with it */
    }
    made_run(&m);
    const echo_release *release = made_rows(&m, &echo_releases, 1);
    near_to(release->time, 15);
    near_to((double)release->disc_speed, sqrt(9 + 225));
    assert_int_equal(release->hand, 0);
    assert_int_equal(release->stunned, 1);
    same_words(release->name, "Ann");
    made_end(&m);
}

/* The game says that a player has the disc for seconds after a throw, also between plays: what hands hold is counted beside it. */
static void possession_is_more_than_what_hands_hold(void **state)
{
    (void)state;
    made_match m = made_begin();
    for (int i = 0; i < 20; i++) {
        made_frame(&m, i, i < 10 ? ECHO_PLAYING : ECHO_SCORE);
        echo_player *ann = made_player(&m, ECHO_BLUE, 11, "Ann");
        ann->possession = i >= 2 && i < 14;
        if (i >= 2 && i < 5) ann->holding_right = ECHO_HOLDS_DISC;
        if (i >= 16 && i < 18) made_player(&m, ECHO_ORANGE, 12, "Ben")->holding_left = ECHO_HOLDS_DISC;
    }
    made_run(&m);
    const echo_player_sum *ann = made_rows(&m, &echo_player_sums, 2);
    near_to(ann->possession_seconds, 12);
    near_to(ann->possession_in_play, 8);
    near_to(ann->held_seconds, 3);
    const echo_match *match = made_rows(&m, &echo_matches, 1);
    near_to(match->blue_possession, 12);
    near_to(match->blue_possession_in_play, 8);
    near_to(match->blue_held, 3);
    near_to(match->orange_held, 2);
    near_to(match->orange_possession, 0);
    assert_true(match->present & ECHO_MATCH_HELD);
    made_end(&m);
}

/* Recorders write whole milliseconds: 17, 17 and 16 are 60 frames a second. A disc that the game moves is not thrown. A recording of one frame
 * has no rate, and no gap. */
static void figures_of_nothing_are_missing(void **state)
{
    (void)state;
    for (int count = 1; count < 40; count += 30) {
        made_match m = made_begin();
        for (int i = 0; i < count; i++)
            made_frame(&m, floor(i * 1000.0 / 60 + 0.5) / 1000, ECHO_PLAYING)->common.disc_velocity.x = i == 20 ? 400 : 12;
        made_run(&m);
        const echo_match *match = made_rows(&m, &echo_matches, 1);
        assert_int_equal(!(match->present & ECHO_MATCH_RATE), count == 1);
        assert_false(match->present & ECHO_MATCH_GAP);
        assert_true(match->present & ECHO_MATCH_DATE);
        near_to((double)match->max_disc_speed, 12);
        if (count > 1) assert_true(fabs((double)match->frame_rate - 60) < 0.2);
        made_end(&m);
    }
}

static void a_throw_is_a_change_of_its_numbers(void **state)
{
    (void)state;
    made_match m = made_begin();
    for (int i = 0; i < 20; i++) {
        echo_frame *row = &made_frame(&m, i, ECHO_PLAYING)->common;
        if (i == 4) continue; /* without the part nothing is said */
        row->has |= ECHO_HAS_THROW;
        row->throw_ = (echo_throw){ .arm_speed = i < 10 ? 1 : 2, .total_speed = (float)NAN };
    }
    made_run(&m);
    const echo_recorder_throw *throw_ = made_rows(&m, &echo_recorder_throws, 1);
    near_to(throw_->time, 10);
    near_to((double)throw_->throw_.arm_speed, 2);
    made_end(&m);
}

static void loadouts_are_told_when_they_change(void **state)
{
    (void)state;
    made_match m = made_begin();
    for (int i = 0; i < 10; i++) {
        made_frame(&m, i, ECHO_STATUS_UNKNOWN);
        echo_player *row = made_player(&m, ECHO_BLUE, 11, "Ann");
        row->has = ECHO_HAS_LOADOUT;
        row->weapon = i < 5 ? 1 : UINT8_MAX; /* a word that the reader did not know */
        row->tac_mod = 2;
    }
    made_run(&m);
    const echo_loadout *loadouts = made_rows(&m, &echo_loadouts, 2);
    same_words(loadouts[0].weapon, "blaster");
    same_words(loadouts[0].ordnance, "stun");
    same_words(loadouts[0].tac_mod, "heal");
    same_words(loadouts[0].arm, "Left");
    near_to(loadouts[1].time, 5);
    same_words(loadouts[1].weapon, "");
    made_end(&m);
}

/* ---- how they move -------------------------------------------------------------------------------------------------------- */

static void jumps_and_gaps_are_no_way(void **state)
{
    /* 1 m a step, but a respawn in 4, a fast short step in 6, a gap before 8 */
    static const float places[] = { 0, 1, 2, 3, 103, 104, 105.5f, 106, 110, 111 };
    static const double times[] = { 0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.51, 0.6, 5, 5.1 };
    (void)state;
    made_match m = made_begin();
    for (size_t i = 0; i < 10; i++) {
        made_frame(&m, times[i], ECHO_PLAYING);
        echo_player *row = made_player(&m, ECHO_BLUE, 11, "Ann");
        row->head = (reel_vec3){ 0, 0, places[i] };
        row->left_hand = (reel_vec3){ 0, 0.75f, places[i] }; /* the other hand is not known */
        row->velocity = (reel_vec3){ 0, i == 7 ? -12.5f : 1, 0 };
        row->ping = (int16_t)(10 * i);
        row->packet_loss = i == 3 ? 0.5f : 0;
    }
    made_run(&m);
    const echo_motion *motion = made_rows(&m, &echo_motions, 1);
    near_to(motion->distance, 3 + 1 + 1.5 + 0.5 + 1);
    near_to((double)motion->mean_speed, 7 / 0.6);
    near_to((double)motion->max_speed, 12.5);
    near_to((double)motion->max_reach, 0.75);
    near_to((double)motion->mean_ping, 45);
    assert_int_equal(motion->max_ping, 90);
    near_to((double)motion->mean_packet_loss, 0.05);
    made_end(&m);
}

static void places_that_are_no_numbers_do_not_count(void **state)
{
    (void)state;
    made_match m = made_begin();
    for (int i = 0; i < 10; i++) {
        made_frame(&m, i, ECHO_PLAYING);
        echo_player *row = made_player(&m, ECHO_BLUE, 11, "Ann");
        row->head = (reel_vec3){ (float)i, i == 5 ? (float)NAN : 0, i == 7 ? (float)INFINITY : 0 };
        row->left_hand = row->velocity = (reel_vec3){ (float)NAN, 1, 3e38f };
        row->packet_loss = (float)NAN;
    }
    made_run(&m);
    const echo_motion *motion = made_rows(&m, &echo_motions, 1);
    near_to(motion->distance, 4 + 1); /* 0 to 4, 8 to 9 */
    near_to((double)motion->mean_speed, 1);
    near_to((double)motion->max_reach, 0);
    near_to((double)motion->mean_packet_loss, 0);
    assert_int_equal(motion->present & ECHO_MOTION_SPEED, 0);
    assert_int_equal(made_found(&m, "echo.not-finite"), 2);
    made_end(&m);
}

/* ---- where chunks are cut --------------------------------------------------------------------------------------------------- */

static void copy_rows(const made_match *m, const reel_table *table, uint32_t from, uint32_t to, reel_chunk *into)
{
    size_t count, first = 0, last;
    const uint8_t *rows = reel_chunk_rows(m->chunk, table, &count);
    size_t frame_at = reel_table_field(table, "frame")->offset;
    uint32_t frame = 0;
    for (; first < count && (memcpy(&frame, rows + first * table->row_size + frame_at, 4), frame < from); first++) continue;
    for (last = first; last < count && (memcpy(&frame, rows + last * table->row_size + frame_at, 4), frame < to); last++)
        continue;
    if (last > first) assert_int_equal(reel__chunk_append(into, table, rows + first * table->row_size, last - first), REEL_OK);
}

/* The same rows where the chunks are cut before frame `cut`, the rows of players one frame before that. */
static void rows_do_not_depend_on_where_chunks_are_cut(void **state)
{
    (void)state;
    made_match m = made_begin();
    for (int i = 0; i < 12; i++) {
        made_frame(&m, i, ECHO_PLAYING);
        made_team(&m, ECHO_BLUE, i > 4);
        echo_player *row = made_player(&m, ECHO_BLUE, 11, "Ann");
        row->head.x = (float)i;
        row->stats.saves = (uint16_t)i;
        row->holding_left = i % 3 ? ECHO_HOLDS_DISC : ECHO_HOLDS_NOTHING;
    }
    for (uint32_t cut = 1; cut < 12; cut++) {
        insight_run run;
        reel_error error;
        reel_insight_options options = { REEL_SIZED(reel_insight_options), .tables = reel_insight_echo.tables };
        assert_int_equal(reel__insight_begin(&run, &reel_insight_echo, &reel_format_echoreplay, &options, NULL, &error), REEL_OK);
        for (uint32_t part = 0; part < 2; part++) {
            reel_chunk *chunk = reel__chunk_new(made_tables, NULL, UINT64_MAX, &m.allocator);
            assert_non_null(chunk);
            copy_rows(&m, &echoreplay_frames, part ? cut : 0, part ? 12 : cut, chunk);
            copy_rows(&m, &echoreplay_teams, part ? cut : 0, part ? 12 : cut, chunk);
            copy_rows(&m, &echoreplay_players, part ? cut - 1 : 0, part ? 12 : cut - 1, chunk);
            assert_int_equal(reel__insight_chunk(&run, chunk, &error), REEL_OK);
            reel__chunk_free(chunk);
        }
        assert_int_equal(reel__insight_finish(&run, NULL, &error), REEL_OK);
        reel_chunk *result = reel__insight_end(&run);
        size_t count;
        const echo_motion *motion = reel_chunk_rows(result, &echo_motions, &count);
        assert_int_equal(count, 1);
        near_to(motion->distance, 11);
        assert_int_equal((reel_chunk_rows(result, &echo_events, &count), count), 11);
        assert_int_equal((reel_chunk_rows(result, &echo_releases, &count), count), 3);
        assert_int_equal((reel_chunk_rows(result, &echo_stays, &count), count), 1);
        reel__chunk_free(result);
    }
    made_end(&m);
}

static void rows_of_a_frame_that_is_not_there_do_not_count(void **state)
{
    (void)state;
    made_match m = made_begin();
    for (int i = 0; i < 5; i++) {
        made_frame(&m, i, ECHO_PLAYING);
        made_player(&m, ECHO_BLUE, 11, "Ann");
        m.frame++;
        made_team(&m, ECHO_ORANGE, true);
        made_player(&m, ECHO_ORANGE, 12, "Ben");
    }
    made_run(&m);
    made_rows(&m, &echo_player_sums, 1);
    made_rows(&m, &echo_possessions, 0);
    made_end(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_renamed_player_is_one_player),
        cmocka_unit_test(possession_is_more_than_what_hands_hold),
        cmocka_unit_test(figures_of_nothing_are_missing),
        cmocka_unit_test(a_player_without_account_is_who_had_the_number),
        cmocka_unit_test(two_players_of_one_name_are_two_players),
        cmocka_unit_test(two_players_of_one_account_are_two_players),
        cmocka_unit_test(players_beyond_256_do_not_count),
        cmocka_unit_test(rows_beyond_a_million_are_left_out),
        cmocka_unit_test(stays_say_who_came_and_went),
        cmocka_unit_test(only_what_is_added_to_a_counter_counts),
        cmocka_unit_test(each_counter_has_its_kind),
        cmocka_unit_test(who_comes_back_begins_anew),
        cmocka_unit_test(a_replay_without_counters_has_none),
        cmocka_unit_test(possession_is_the_players_before_the_teams),
        cmocka_unit_test(stunned_and_floating_times_are_those_of_the_flags),
        cmocka_unit_test(a_disc_that_goes_to_another_hand_is_not_released),
        cmocka_unit_test(a_throw_is_a_change_of_its_numbers),
        cmocka_unit_test(loadouts_are_told_when_they_change),
        cmocka_unit_test(jumps_and_gaps_are_no_way),
        cmocka_unit_test(places_that_are_no_numbers_do_not_count),
        cmocka_unit_test(rows_do_not_depend_on_where_chunks_are_cut),
        cmocka_unit_test(rows_of_a_frame_that_is_not_there_do_not_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
