/* SPDX-License-Identifier: MIT
 * How far a tee can come in a tick: no keys, hooks, walls, freezes, jetpacks and tunings bring it further, and what is a little further is outside. */
#include "support.h"

#include "game/ddnet/tiles.h"
#include "game/ddnet/world.h"

enum { WIDTH = 40, HEIGHT = 25, TICKS = 400 };

static uint64_t seed;

/* SplitMix64. */
static int32_t below(uint32_t most)
{
    uint64_t z = seed += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return (int32_t)(((z ^ z >> 31) >> 32) * most >> 32);
}

/* Walls around; blocks, and tiles that take speed away or give abilities, but nothing that moves a tee itself. */
static ddnet_map *make_room(void)
{
    static const uint8_t kinds[] = { TILE_SOLID,        TILE_NO_HOOK,         TILE_FREEZE,    TILE_UNFREEZE, TILE_STOP_TWO,
                                     TILE_REFILL_JUMPS, TILE_ENDLESS_JUMP_ON, TILE_WALL_JUMP, TILE_LIVE,     TILE_ENDLESS_HOOK_ON,
                                     TILE_JETPACK_ON,   TILE_THROUGH_CUT,     TILE_UNLIVE };
    ddnet_map *map = reel__ddnet_map_create(NULL, WIDTH, HEIGHT);
    assert_non_null(map);
    for (int32_t y = 0; y < HEIGHT; y++)
        for (int32_t x = 0; x < WIDTH; x++) {
            const bool border = x == 0 || y == 0 || x == WIDTH - 1 || y == HEIGHT - 1;
            const uint8_t tile = border ? TILE_SOLID : below(12) ? 0 : kinds[below(sizeof kinds)];
            const ddnet_map_tile row = { .x = x, .y = y, .count = 1, .kind = DDNET_MAP_GAME, .index = tile };
            if (tile && (border || x != 5 || y != 5)) assert_true(reel__ddnet_map_tiles(map, &row, 1));
        }
    return map;
}

static ddnet_tuning some_tuning(size_t n)
{
    ddnet_tuning tuning = reel__ddnet_tuning_default();
    for (int i = 0; n % 3 == 1 && i < DDNET_TUNINGS; i++)
        if (below(3) == 0) tuning.value[i] = tuning.value[i] * (50 + below(150)) / 100;
    if (n % 3 != 2) return tuning;
    assert_true(reel__ddnet_tuning_set(&tuning, "gravity", below(200) - 100));
    reel__ddnet_tuning_set(&tuning, "ground_elasticity_x", below(200));
    reel__ddnet_tuning_set(&tuning, "ground_elasticity_y", below(200));
    assert_true(reel__ddnet_tuning_set(&tuning, "air_jump_impulse", below(4000) - 2000));
    return tuning;
}

static void press(ddnet_world *world)
{
    const ddnet_controls input = { .direction = below(3) - 1,
                                   .target_x = below(400) - 200,
                                   .target_y = below(400) - 200,
                                   .jump = below(2),
                                   .hook = below(2),
                                   .fire = below(64) };
    if (below(5) == 0) reel__ddnet_world_input(world, 0, &input);
}

static bool is_in(const ddnet_reach *reach, int64_t x, int64_t y)
{
    return x >= reach->low_x && x <= reach->high_x && y >= reach->low_y && y <= reach->high_y;
}

static void nothing_that_is_pressed_leads_outside(void **state)
{
    (void)state;
    const size_t rooms = by_effort(3000, 600, 150);
    size_t ticks = 0, bounded = 0;
    int64_t wide = 0;
    for (size_t n = 1; n <= rooms; n++) {
        seed = n;
        ddnet_map *map = make_room();
        ddnet_rules rules = reel__ddnet_rules_default(22);
        const ddnet_tuning tuning = some_tuning(n);
        rules.free_running = 1;
        ddnet_world *world = reel__ddnet_world_create(NULL, map, &rules, &tuning);
        assert_non_null(world);
        reel__ddnet_world_join(world, 0);
        reel__ddnet_world_place(world, 0, 5 * 32 + 16, 5 * 32 + 16);
        reel__ddnet_world_step(world, 1);
        for (int32_t tick = 2; tick < TICKS; tick++) {
            press(world);
            const ddnet_reach reach = reel__ddnet_world_reach(world, 0, 0);
            reel__ddnet_world_step(world, tick);
            const ddnet_tee *t = reel__ddnet_world_tee(world, 0);
            if (!t) break;
            ticks++;
            if (!reach.bounded) continue;
            bounded++;
            wide += reach.high_x - reach.low_x;
            if (!is_in(&reach, t->x, t->y))
                fail_msg("room %zu, tick %d: at %d, %d; the reach is %lld to %lld, %lld to %lld", n, tick, t->x, t->y,
                         (long long)reach.low_x, (long long)reach.high_x, (long long)reach.low_y, (long long)reach.high_y);
        }
        reel__ddnet_world_free(world);
        reel__ddnet_map_free(map);
    }
    print_message("%zu ticks in %zu rooms, %zu bounded, %lld units wide on the average: none outside\n", ticks, rooms, bounded,
                  (long long)(wide / (int64_t)bounded));
    assert_true(bounded > ticks / 2);
}

static void what_is_further_is_outside(void **state)
{
    (void)state;
    ddnet_map *map = reel__ddnet_map_create(NULL, WIDTH, HEIGHT);
    ddnet_world *world = reel__ddnet_world_create(NULL, map, NULL, NULL);
    assert_non_null(world);
    reel__ddnet_world_join(world, 0);
    reel__ddnet_world_place(world, 0, 400, 400);
    reel__ddnet_world_step(world, 1);
    const ddnet_reach reach = reel__ddnet_world_reach(world, 0, 0), slack = reel__ddnet_world_reach(world, 0, 7);
    assert_true(reach.bounded && is_in(&reach, 400, 400));
    assert_true(is_in(&reach, 405, 400) && !is_in(&reach, 420, 400) && !is_in(&reach, 380, 400)); /* a key and a hook: 2 and 3 */
    assert_true(is_in(&reach, 400, 387) && !is_in(&reach, 400, 370) && !is_in(&reach, 400, 415)); /* a jump: 13.2 */
    assert_int_equal(slack.high_x, reach.high_x + 7);
    assert_false(reel__ddnet_world_reach(world, 1, 0).bounded);
    assert_false(reel__ddnet_world_reach(world, -1, 0).bounded);
    assert_false(reel__ddnet_world_reach(world, DDNET_CLIENTS, 0).bounded);
    reel__ddnet_world_free(world);
    reel__ddnet_map_free(map);
}

static void what_acts_from_afar_is_known(void **state)
{
    (void)state;
    static const struct {
        uint8_t kind, index;
        bool near, armed;
    } things[] = {
        { DDNET_MAP_TELE, TILE_TELE_IN, true, false },
        { DDNET_MAP_TELE, TILE_TELE_OUT, false, false },
        { DDNET_MAP_SPEEDUP, TILE_BOOST, true, false },
        { DDNET_MAP_GAME, ENTITY_OFFSET + ENTITY_GRENADE, false, true },
        { DDNET_MAP_GAME, ENTITY_OFFSET + ENTITY_DRAGGER_WEAK, true, false },
        { DDNET_MAP_GAME, ENTITY_OFFSET + ENTITY_TURRET_EXPLOSIVE, true, true },
        { DDNET_MAP_GAME, TILE_FREEZE, false, false },
    };
    for (size_t i = 0; i < sizeof things / sizeof *things; i++) {
        ddnet_map *map = reel__ddnet_map_create(NULL, 200, 200);
        const ddnet_map_tile row = {
            .x = 10, .y = 10, .count = 1, .kind = things[i].kind, .index = things[i].index, .number = 1, .force = 3
        };
        assert_true(map && reel__ddnet_map_tiles(map, &row, 1));
        ddnet_world *world = reel__ddnet_world_create(NULL, map, NULL, NULL);
        assert_non_null(world);
        if (reel__ddnet_world_acts_near(world, 12 * 32, 9 * 32) != things[i].near) fail_msg("thing %zu", i);
        assert_false(reel__ddnet_world_acts_near(world, 180 * 32, 180 * 32));
        assert_int_equal(reel__ddnet_map_is_armed(map), things[i].armed);
        reel__ddnet_world_acts_near(world, INT32_MIN, INT32_MAX);
        reel__ddnet_world_free(world);
        reel__ddnet_map_free(map);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_that_is_pressed_leads_outside),
        cmocka_unit_test(what_is_further_is_outside),
        cmocka_unit_test(what_acts_from_afar_is_known),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
