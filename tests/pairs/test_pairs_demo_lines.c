/* SPDX-License-Identifier: MIT
 * Runs by the lines of the map, for recordings that state no finishes: in team 0 the clock starts with the last tick on the start, in another team
 * with the first. */
#include "made_game.h"

#include <reel/ddnet.h>
#include <reel/file.h>

static reel_memory map_bytes;
static reel_replay *map;
static made_game game;

static reel_replay *runs_of(const reel_replay *level)
{
    reel_error error;
    reel_reader *reader;
    reel_replay *result;
    const reel_insight_options how = { REEL_SIZED(reel_insight_options), .level = level };
    assert_int_equal(reel_open(reel_source_memory(game.memory.data, game.memory.size), NULL, &reader, &error), REEL_OK);
    if (reel_insight_run(&reel_insight_ddnet_runs, reader, &how, &result, &error) < 0)
        fail_msg("%s: %s", error.rule, error.message);
    reel_close(reader);
    return result;
}

/* Walks tees from x to x in steps of `speed`, at their own heights. */
static void walk(made_tee *tee, int32_t to, int32_t speed)
{
    while (tee->x != to) {
        const int32_t left = to - tee->x;
        tee->x += left > speed ? speed : left < -speed ? -speed : left;
        made_tick(&game, tee);
    }
}

/* The start is a column of tiles at 10, the finish one at 40: what a tick's tiles do follows from the way of the tick before. */
enum { START_LEFT = 320, START_RIGHT = 352, FINISH_LEFT = 40 * 32, NEAR = 9, LOW = 600 };

static int32_t tick_at(int32_t cid, int32_t x)
{
    int32_t tick = 1;
    while (tick < game.tick && game.ticks[tick][cid].x < x) tick++;
    return tick;
}

/* The first tick in which a corner of the tee touches the line, and the tick behind which none does any more, for a tee that walks right. */
static void alone_the_last_tick_on_the_start_counts(void **state)
{
    (void)state;
    for (int32_t speed = 1; speed < 40; speed++) {
        made_tee tees[MADE_CLIENTS] = { { .online = true, .alive = true, .x = 200, .y = LOW } };
        made_begin(&game, map, 6, 1);
        made_join(&game, 0);
        made_tick(&game, tees);
        walk(tees, 1700, speed);
        made_end(&game);
        size_t count;
        reel_replay *result = runs_of(map);
        const ddnet_run *runs = reel_rows(result, &ddnet_runs, &count);
        assert_int_equal(count, 1);
        assert_int_equal(runs->cid, 0);
        /* the last step that begins before the right side of the start acts one tick later; the first that touches the finish likewise */
        const int32_t left = tick_at(0, START_RIGHT);
        if (runs->start_tick != left + 1) fail_msg("speed %d: start %d, not %d", speed, runs->start_tick, left + 1);
        assert_in_range(runs->tick, tick_at(0, FINISH_LEFT) + 1, tick_at(0, FINISH_LEFT + 1) + 2);
        reel_free(result);
        reel_memory_free(&game.memory);
    }
}

static void in_a_team_the_first_tick_on_the_start_counts(void **state)
{
    (void)state;
    made_tee tees[MADE_CLIENTS] = { { .online = true, .alive = true, .x = 200, .y = LOW },
                                    { .online = true, .alive = true, .x = 200, .y = LOW } };
    made_begin(&game, map, 6, 1);
    for (int32_t cid = 0; cid < 2; cid++) {
        made_join(&game, cid);
        made_put(&game, &teehistorian_teams, &(teehistorian_team){ .cid = cid, .team = 3 });
    }
    made_tick(&game, tees);
    walk(&tees[0], 330, 5); /* stays on the start for a while */
    const int32_t touched = tick_at(0, START_LEFT);
    made_wait(&game, 50);
    walk(&tees[0], 1700, 7);
    const int32_t first = game.tick;
    for (; tees[1].x < 1700; tees[1].x += 10) made_tick(&game, tees);
    made_end(&game);
    size_t count;
    reel_replay *result = runs_of(map);
    const ddnet_run *runs = reel_rows(result, &ddnet_runs, &count);
    assert_int_equal(count, 2);
    assert_int_equal(runs->team, 3);
    assert_int_equal(runs[0].cid + runs[1].cid, 1);
    assert_true(runs[0].tick == runs[1].tick && runs[0].tick > first); /* with the last of its members */
    assert_int_equal(runs[1].start_tick, runs[0].start_tick);
    assert_int_equal(runs->start_tick, touched + 1); /* the way of five units ends on the first one of the tile */
    reel_free(result);
    reel_memory_free(&game.memory);
}

static void without_a_map_there_are_no_runs(void **state)
{
    (void)state;
    made_random(&game, map, 4, 300);
    size_t count;
    reel_replay *result = runs_of(NULL);
    reel_rows(result, &ddnet_runs, &count);
    assert_int_equal(count, 0);
    reel_free(result);
    reel_memory_free(&game.memory);
}

static void jumps_over_both_lines_are_no_runs(void **state)
{
    (void)state;
    made_tee tees[MADE_CLIENTS] = { { .online = true, .alive = true, .x = 200, .y = LOW } };
    made_begin(&game, map, 6, 1);
    made_join(&game, 0);
    for (int32_t i = 0; i < 20; i++) {
        tees[0].x = i % 2 ? 200 : 1700;
        made_tick(&game, tees);
    }
    made_end(&game);
    size_t count;
    reel_replay *result = runs_of(map);
    reel_rows(result, &ddnet_runs, &count);
    assert_int_equal(count, 0);
    reel_free(result);
    reel_memory_free(&game.memory);
}

/* ---- the corpus ------------------------------------------------------------------------------------------------- */

static reel_replay *run_insight(const char *path, const reel_insight *insight, reel_levels *levels)
{
    reel_error error;
    reel_reader *reader;
    reel_source source;
    reel_replay *result = NULL;
    const reel_replay *level = NULL;
    assert_int_equal(reel_source_file(path, 0, &source, &error), REEL_OK);
    if (reel_open(source, NULL, &reader, &error) < 0) return NULL;
    if (reel_reader_format(reader) == &reel_format_teehistorian &&
        reel_levels_find(levels, reel_header(reader), &level, &error) == REEL_OK) {
        const reel_insight_options how = { REEL_SIZED(reel_insight_options), .level = level };
        assert_int_equal(reel_insight_run(insight, reader, &how, &result, &error), REEL_OK);
        reel_levels_release(levels, level);
    }
    reel_close(reader);
    return result;
}

/* Whether the run of a finish is among those by the lines. A team has one run; its members finish in the same tick. */
static bool is_among(const ddnet_finish *finish, const ddnet_run *runs, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (runs[i].tick == finish->tick && runs[i].team == finish->team && runs[i].start_tick == finish->start_tick) return true;
    return false;
}

static void recorded_finishes_are_found_by_the_lines_as_well(void **state)
{
    (void)state;
    size_t compared = 0;
    reel_levels *levels;
    reel_error error;
    const char *maps = corpus_path("samples/teehistorian/maps");
    if (!maps) skip();
    assert_int_equal(reel_levels_open(maps, NULL, &levels, &error), REEL_OK);
    file_list files = files_below(corpus_path("samples/teehistorian"));
    for (size_t i = 0; i < files.count; i++) {
        trying_with(files.paths[i]);
        reel_replay *stated = run_insight(files.paths[i], &reel_insight_ddnet, levels);
        if (!stated) continue;
        reel_replay *crossed = run_insight(files.paths[i], &reel_insight_ddnet_runs, levels);
        size_t count, runs;
        const ddnet_finish *finish = reel_rows(stated, &ddnet_finishes, &count);
        const ddnet_run *run = reel_rows(crossed, &ddnet_runs, &runs);
        for (size_t k = 0; k < count; k++) {
            if (finish[k].kind != DDNET_PLAYER) continue;
            if (!is_among(&finish[k], run, runs))
                fail_msg("%s: the finish of tick %d is not found", files.paths[i], finish[k].tick);
            compared++;
        }
        reel_free(crossed);
        reel_free(stated);
    }
    trying_with("");
    print_message("%zu finishes of the corpus are found by the lines\n", compared);
    file_list_free(&files);
    reel_levels_close(levels);
}

static int begin(void **state)
{
    (void)state;
    map_bytes = made_map(33, 34);
    map = load_bytes(map_bytes.data, map_bytes.size, NULL);
    return 0;
}

static int end(void **state)
{
    (void)state;
    reel_free(map);
    reel_memory_free(&map_bytes);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(alone_the_last_tick_on_the_start_counts),
        cmocka_unit_test(in_a_team_the_first_tick_on_the_start_counts),
        cmocka_unit_test(without_a_map_there_are_no_runs),
        cmocka_unit_test(recorded_finishes_are_found_by_the_lines_as_well),
        cmocka_unit_test(jumps_over_both_lines_are_no_runs),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
