/* SPDX-License-Identifier: MIT
 * A demo does not depend on where the chunks of its recording end, nor on how many tees stand around. */
#include "made_game.h"

static reel_memory map_bytes;
static reel_replay *map;
static made_game game;

/* A source that gives a few bytes at a time. */
typedef struct drops {
    size_t at, most;
} drops;

static reel_status read_drop(void *context, void *buffer, size_t capacity, size_t *got, reel_error *error)
{
    drops *d = context;
    (void)error;
    const size_t left = game.memory.size - d->at;
    *got = capacity < d->most ? capacity : d->most;
    if (*got > left) *got = left;
    memcpy(buffer, game.memory.data + d->at, *got);
    d->at += *got;
    return *got ? REEL_OK : REEL_END;
}

static uint64_t notes;

static void count_notes(void *context, const reel_finding *finding)
{
    (void)context;
    notes += strcmp(finding->rule, "convert.silence") == 0;
}

static reel_memory demo_of(size_t most)
{
    drops d = { .most = most };
    reel_memory out;
    reel_error error;
    const reel_source source = { .context = &d, .size = REEL_UNKNOWN_SIZE, .read = read_drop };
    const reel_options options = { REEL_SIZED(reel_options), .report = count_notes };
    const reel_convert_options how = { REEL_SIZED(reel_convert_options), .level = map };
    notes = 0;
    if (reel_convert(source, &options, &reel_format_demo, reel_sink_memory(&out, NULL), &how, &error) < 0)
        fail_msg("%s: %s", error.rule, error.message);
    return out;
}

/* Positions in front of and behind other rows of their tick, and teams at its end. */
static void play_in_any_order(uint32_t seed)
{
    enum { ROUNDS = 3, EACH = MADE_CLIENTS / ROUNDS };
    made_begin(&game, map, 22, seed);
    for (int32_t cid = 0; cid < MADE_CLIENTS; cid++) made_join(&game, cid);
    for (int32_t tick = 1; tick < 300; tick++) {
        for (int32_t round = 0; round < ROUNDS; round++) {
            made_tee next[MADE_CLIENTS];
            memcpy(next, game.now, sizeof next);
            for (int32_t cid = EACH * round; cid < EACH * (round + 1); cid++) made_move(&game, &next[cid], true);
            game.tick = tick - 1;
            made_tick(&game, next);
            for (int32_t cid = 0; cid < MADE_CLIENTS; cid++)
                if (made_below(&game, 3) == 0)
                    made_input(&game, cid,
                               (teehistorian_input){ .direction = (int32_t)made_below(&game, 3) - 1,
                                                     .target_x = (int32_t)made_below(&game, 90) - 45,
                                                     .target_y = -1,
                                                     .hook = (int32_t)made_below(&game, 2),
                                                     .fire = (int32_t)made_below(&game, 64) });
        }
        for (int32_t cid = 0; cid < MADE_CLIENTS; cid++)
            if (made_below(&game, 8) == 0)
                made_put(&game, &teehistorian_teams, &(teehistorian_team){ .cid = cid, .team = (int32_t)made_below(&game, 3) });
    }
    made_end(&game);
}

static void a_demo_does_not_depend_on_where_chunks_end(void **state)
{
    (void)state;
    static const size_t sizes[] = { 7, 61, 500, 4001 };
    for (uint32_t seed = 1; seed <= by_effort(12, 4, 2); seed++) {
        play_in_any_order(seed);
        reel_memory whole = demo_of(SIZE_MAX);
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
            trying("game %u in parts of %zu bytes", seed, sizes[i]);
            reel_memory part = demo_of(sizes[i]);
            if (part.size != whole.size || memcmp(part.data, whole.data, whole.size) != 0)
                fail_msg("game %u is another demo in parts of %zu bytes", seed, sizes[i]);
            reel_memory_free(&part);
        }
        reel_memory_free(&whole);
        reel_memory_free(&game.memory);
    }
}

/* ---- many tees that stand ------------------------------------------------------------------------------------------- */

enum { EVERYBODY = 128 };

static void fill_server(void)
{
    made_begin(&game, map, 22, 1);
    for (int32_t cid = 0; cid < EVERYBODY; cid++) made_put(&game, &teehistorian_joins, &(teehistorian_join){ .cid = cid });
    game.tick = 1;
    for (int32_t cid = 0; cid < EVERYBODY; cid++)
        made_put(&game, &teehistorian_positions,
                 &(teehistorian_position){
                     .cid = cid, .kind = TEEHISTORIAN_NEW, .x = 64 + 13 * cid, .y = 32 * (MADE_HEIGHT - 1) - 15 });
}

static const demo_snapshot *snapshots_of(reel_replay **demo, size_t *count)
{
    reel_memory bytes = demo_of(SIZE_MAX);
    *demo = load_bytes(bytes.data, bytes.size, NULL);
    reel_memory_free(&bytes);
    return reel_rows(*demo, &demo_snapshots, count);
}

/* One of them moves: a few bytes a tick, for as long as any limit that does not grow with the ticks is passed. */
static void idle_tees_do_not_exceed_the_limit_of_work(void **state)
{
    (void)state;
    enum { LAST = 1500 };
    reel_replay *demo;
    size_t count;
    fill_server();
    while (game.tick < LAST) {
        game.tick++;
        made_put(&game, &teehistorian_positions,
                 &(teehistorian_position){
                     .cid = 0, .kind = TEEHISTORIAN_DIFF, .x = 64 + game.tick % 9, .y = 32 * (MADE_HEIGHT - 1) - 15 });
    }
    made_end(&game);
    const demo_snapshot *snapshot = snapshots_of(&demo, &count);
    assert_int_equal(count, LAST);
    assert_int_equal(snapshot[count - 1].tick, LAST);
    assert_int_equal(notes, 0);
    reel_free(demo);
    reel_memory_free(&game.memory);
}

/* All stand, and say something from time to time: ticks between are left out, and that is reported. */
static void silences_of_many_tees_are_cut_and_the_rest_is_there(void **state)
{
    (void)state;
    enum { TIMES = 5, APART = 6000 };
    reel_replay *demo;
    size_t count, said = 0;
    fill_server();
    for (int32_t i = 0; i < TIMES; i++) {
        game.tick += APART;
        made_put(&game, &teehistorian_names, &(teehistorian_name){ .cid = i, .name = { "afk", 3 } });
        made_put(&game, &teehistorian_inputs, &(teehistorian_input){ .cid = i, .player_flags = 1 });
    }
    made_end(&game);
    const demo_snapshot *snapshot = snapshots_of(&demo, &count);
    for (size_t i = 0; i < count; i++) said += snapshot[i].tick > 1 && snapshot[i].tick % APART == 1;
    assert_int_equal(said, TIMES);
    assert_int_equal(snapshot[count - 1].tick, 1 + TIMES * APART);
    assert_true(count < 3000);
    assert_int_equal(notes, 1);
    reel_free(demo);
    reel_memory_free(&game.memory);
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
        cmocka_unit_test(a_demo_does_not_depend_on_where_chunks_end),
        cmocka_unit_test(idle_tees_do_not_exceed_the_limit_of_work),
        cmocka_unit_test(silences_of_many_tees_are_cut_and_the_rest_is_there),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
