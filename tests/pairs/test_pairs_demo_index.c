/* SPDX-License-Identifier: MIT
 * A span of a recording as a demo, by an index: the same bytes as without one, and less to read. */
#include "made_game.h"

enum { GAME_TICKS = MADE_TICKS - 40, SEEDS = 4 };

static reel_memory map_bytes;
static reel_replay *map;
static made_game game;

/* A source that counts what is read of the game. */
typedef struct counted {
    size_t at;
    uint64_t read;
} counted;

static reel_status counted_read(void *context, void *buffer, size_t capacity, size_t *got, reel_error *error)
{
    counted *c = context;
    (void)error;
    *got = game.memory.size - c->at < capacity ? game.memory.size - c->at : capacity;
    memcpy(buffer, game.memory.data + c->at, *got);
    c->at += *got;
    c->read += *got;
    return *got ? REEL_OK : REEL_END;
}

static reel_status counted_seek(void *context, uint64_t offset, reel_error *error)
{
    counted *c = context;
    (void)error;
    assert_true(offset <= game.memory.size);
    c->at = (size_t)offset;
    return REEL_OK;
}

static void report_any(void *context, const reel_finding *finding)
{
    (void)context;
    if (strncmp(finding->rule, "index.", 6) == 0) fail_msg("%s: %s", finding->rule, finding->message);
}

static reel_memory demo_of(const reel_memory *index, int32_t first, int32_t last, uint64_t *read)
{
    counted c = { .at = 0 };
    reel_memory out;
    reel_error error;
    const reel_source source = { .context = &c, .size = game.memory.size, .read = counted_read, .seek = counted_seek };
    const reel_options options = {
        REEL_SIZED(reel_options), .report = report_any, .limits.buffer_bytes = 1 << 15,
        .has_to = true,           .to = last,           .index = { index ? index->data : NULL, index ? index->size : 0 }
    };
    const reel_convert_options how = {
        REEL_SIZED(reel_convert_options), .level = map, .has_from = true, .from = first, .has_to = true, .to = last
    };
    if (reel_convert(source, &options, &reel_format_demo, reel_sink_memory(&out, NULL), &how, &error) < 0)
        fail_msg("%s: %s", error.rule, error.message);
    *read = c.read;
    return out;
}

static reel_memory index_of_game(void)
{
    reel_memory index;
    reel_error error;
    if (reel_index(reel_source_memory(game.memory.data, game.memory.size), NULL, 1, reel_sink_memory(&index, NULL), &error) < 0)
        fail_msg("%s", error.message);
    return index;
}

/* What happens to clients happens in the first seconds; then they only move, and the first of them presses keys. The second one was there before,
 * and is greeted anew; the fourth leaves and is back without a word; the fifth has nothing but inputs, and the last only joins. */
static void made_calm(int32_t minor)
{
    enum { REJOINS = 20, FINISHES = 30, LAST_PRESS = 40, DROPS = 50, RETURNS = 60, MOVING = 4 };
    made_begin(&game, map, minor, 1);
    for (int32_t cid = 0; cid < MADE_CLIENTS; cid++) {
        if (cid != 1 && cid != 4) made_join(&game, cid);
        if (cid < MOVING) made_describe(&game, cid, "tee");
        if (cid < MOVING) made_put(&game, &teehistorian_readies, &(teehistorian_ready){ .cid = cid });
    }
    made_put(&game, &teehistorian_names, &(teehistorian_name){ .cid = 2, .name = { "other", 5 } });
    made_put(&game, &teehistorian_teams, &(teehistorian_team){ .cid = 1, .team = 7 });
    made_put(&game, &teehistorian_auths, &(teehistorian_auth){ .cid = 2, .level = 3, .kind = TEEHISTORIAN_AUTH_LOGIN });
    while (game.tick < GAME_TICKS) {
        made_tee next[MADE_CLIENTS];
        memcpy(next, game.now, sizeof next);
        for (int32_t cid = 0; cid < MOVING; cid++) {
            const bool away = cid == 3 && game.tick >= DROPS && game.tick < RETURNS;
            next[cid] = (made_tee){ true, !away, 200 + 64 * cid + game.tick % 40, 300 + game.tick % 9, 0 };
        }
        if (game.tick == FINISHES)
            made_put(&game, &teehistorian_finishes,
                     &(teehistorian_finish){ .cid = 2, .time = 20, .kind = TEEHISTORIAN_PLAYER_FINISH });
        made_tick(&game, next);
        for (int32_t cid = 0; cid <= MOVING; cid++) {
            const teehistorian_input input = { .direction = game.tick % 3 - 1, .target_x = game.tick % 300, .target_y = -20 };
            if (cid == 0 || (game.tick < LAST_PRESS && cid >= 2)) made_input(&game, cid, input);
        }
        if (game.tick == REJOINS)
            made_put(&game, &teehistorian_protocols, &(teehistorian_protocol){ .cid = 1, .kind = TEEHISTORIAN_REJOINVER6 });
        if (game.tick == DROPS) made_put(&game, &teehistorian_drops, &(teehistorian_drop){ .cid = 3 });
    }
    made_end(&game);
}

static const int32_t firsts[] = { 0, 100, 3000, 4000, 4500, 5000, 5500, 5950 };

static size_t compare_spans(void)
{
    size_t saved = 0;
    reel_memory index = index_of_game();
    for (size_t i = 0; i < sizeof firsts / sizeof *firsts; i++) {
        uint64_t with = 0, without = 0;
        reel_memory a = demo_of(&index, firsts[i], firsts[i] + 200, &with);
        reel_memory b = demo_of(NULL, firsts[i], firsts[i] + 200, &without);
        assert_int_equal(a.size, b.size);
        assert_memory_equal(a.data, b.data, a.size);
        saved += with + 4096 < without;
        reel_memory_free(&a);
        reel_memory_free(&b);
    }
    reel_memory_free(&index);
    reel_memory_free(&game.memory);
    return saved;
}

static void what_was_long_before_is_the_same_with_an_index(void **state)
{
    static const int32_t minors[] = { 2, 6, 22 };
    (void)state;
    for (size_t i = 0; i < sizeof minors / sizeof *minors; i++) {
        made_calm(minors[i]);
        assert_true(compare_spans() >= 2);
    }
}

static void a_span_is_the_same_with_an_index(void **state)
{
    size_t saved = 0;
    (void)state;
    for (uint32_t seed = 0; seed < SEEDS; seed++) {
        made_random(&game, map, seed, GAME_TICKS);
        saved += compare_spans();
    }
    assert_true(saved >= SEEDS);
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
    const struct CMUnitTest tests[] = { cmocka_unit_test(what_was_long_before_is_the_same_with_an_index),
                                        cmocka_unit_test(a_span_is_the_same_with_an_index) };
    return cmocka_run_group_tests(tests, begin, end);
}
