/* SPDX-License-Identifier: MIT
 * Most blocks of a map have nothing near them that acts on a tee, and their cells are not searched: the answer is that of a search of every cell.
 * The same map, with all blocks marked, is searched everywhere. */
#include "support.h"

#include "game/ddnet/map.h"

#include <math.h>
#include <string.h>

enum { WIDTH = 37, HEIGHT = 26, MAPS = 40, PLACES = 4000, TICKS = 150, TEES = 6 };

static uint32_t state_of_random;

static uint32_t below(uint32_t limit)
{
    state_of_random = state_of_random * 1664525 + 1013904223;
    return (state_of_random >> 8) % limit;
}

static const uint8_t stoppers[] = { TILE_STOP, TILE_STOP_TWO, TILE_STOP_ALL };
static const uint8_t turns[] = { TURN_0, TURN_90, TURN_180, TURN_270, TURN_FLIP };
static const uint8_t pickups[] = {
    ENTITY_ARMOR, ENTITY_HEALTH, ENTITY_SHOTGUN, ENTITY_GRENADE, ENTITY_LASER, ENTITY_ARMOR_LASER
};

static void put_any(ddnet_map *map, int kind, int index, int32_t x, int32_t y)
{
    const ddnet_map_tile row = {
        .x = x, .y = y, .count = 1 + below(3), .kind = (uint8_t)kind, .index = (uint8_t)index, .flags = turns[below(sizeof turns)]
    };
    assert_true(reel__ddnet_map_tiles(map, &row, 1));
}

/* What acts in each layer. */
static ddnet_map_tile any_action(void)
{
    static const uint8_t acting[] = { TILE_FREEZE, TILE_UNFREEZE, TILE_DEEP, TILE_REFILL_JUMPS, TILE_DEATH, TILE_SOLO_ON };
    static const uint8_t kinds[] = { DDNET_MAP_GAME,    DDNET_MAP_FRONT,  DDNET_MAP_TELE,
                                     DDNET_MAP_SPEEDUP, DDNET_MAP_SWITCH, DDNET_MAP_TUNE };
    ddnet_map_tile row = {
        .x = (int32_t)below(WIDTH), .y = (int32_t)below(HEIGHT), .count = 1, .kind = kinds[below(sizeof kinds)]
    };
    row.number = (uint8_t)(1 + below(3));
    switch (row.kind) {
    case DDNET_MAP_TELE: row.index = below(2) ? TILE_TELE_CHECK : TILE_TELE_IN; break;
    case DDNET_MAP_SPEEDUP: row.index = TILE_BOOST, row.force = (uint8_t)below(9), row.max_speed = 20; break;
    case DDNET_MAP_SWITCH: row.index = TILE_FREEZE + (uint8_t)below(100), row.delay = 3; break;
    case DDNET_MAP_TUNE: row.index = 1; break;
    default: row.index = acting[below(sizeof acting)]; break;
    }
    return row;
}

/* Few things, so that most of the map has none; some at its sides, some covered by what comes later. */
static ddnet_map *some_map(uint32_t seed)
{
    static const uint8_t layers[] = { DDNET_MAP_GAME, DDNET_MAP_FRONT, DDNET_MAP_SWITCH };
    ddnet_map *map = reel__ddnet_map_create(NULL, WIDTH, HEIGHT);
    assert_non_null(map);
    state_of_random = seed;
    for (uint32_t i = 0, count = below(12); i < count; i++)
        put_any(map, layers[below(2)], stoppers[below(sizeof stoppers)], (int32_t)below(WIDTH), (int32_t)below(HEIGHT));
    put_any(map, DDNET_MAP_GAME, stoppers[below(sizeof stoppers)], below(2) ? WIDTH - 1 : 0, (int32_t)below(HEIGHT));
    for (uint32_t i = 0, count = below(6); i < count; i++)
        put_any(map, layers[below(3)], ENTITY_OFFSET + pickups[below(sizeof pickups)], (int32_t)below(WIDTH),
                (int32_t)below(HEIGHT));
    for (uint32_t i = 0, count = below(8); i < count; i++) {
        const ddnet_map_tile row = any_action();
        assert_true(reel__ddnet_map_tiles(map, &row, 1));
    }
    for (uint32_t i = 0; i < 20; i++) put_any(map, DDNET_MAP_GAME, TILE_SOLID, (int32_t)below(WIDTH), (int32_t)below(HEIGHT));
    return map;
}

static ddnet_map *searched_everywhere(uint32_t seed)
{
    ddnet_map *map = some_map(seed);
    assert_non_null(map->around);
    memset(map->around, 0xff, (WIDTH / 4 + 1) * (HEIGHT / 4 + 1));
    return map;
}

static float any_coordinate(int32_t cells)
{
    static const float odd[] = { NAN, INFINITY, -INFINITY, 2147483520.0F, -2147483648.0F, 1e9F, -1e9F, 16777215.0F, 0 };
    if (!below(40)) return odd[below(sizeof odd / sizeof *odd)];
    return (float)((int32_t)below((uint32_t)(cells + 8) * 32 * 16) - 4 * 32 * 16) / 16;
}

/* A cell that acts marks those beside it. */
static void assert_acts_around(const ddnet_map *map, int32_t x, int32_t y)
{
    for (int32_t line = y > 0 ? y - 1 : 0; line <= y + 1 && line < HEIGHT; line++)
        for (int32_t column = x > 0 ? x - 1 : 0; column <= x + 1 && column < WIDTH; column++)
            assert_true(map_is_around(map, column, line, AROUND_ACTS));
}

static void what_is_around_is_found_at_every_place(void **state)
{
    size_t found = 0, free_blocks = 0;
    (void)state;
    for (uint32_t seed = 0; seed < MAPS; seed++) {
        ddnet_map *map = some_map(seed), *whole = searched_everywhere(seed);
        for (int i = 0; i < PLACES; i++) {
            const vec at = { any_coordinate(WIDTH), any_coordinate(HEIGHT) };
            const size_t cell = below(2) ? SIZE_MAX : below(WIDTH * HEIGHT);
            const float distance = below(4) ? 18.0F : 0;
            const int stops = reel__map_stops(map, at, cell, distance, NULL);
            assert_int_equal(stops, reel__map_stops(whole, at, cell, distance, NULL));
            assert_int_equal(reel__map_death(map, at), reel__map_death(whole, at));
            found += stops != 0;
        }
        for (int32_t y = 0; y < HEIGHT; y++)
            for (int32_t x = 0; x < WIDTH; x++) {
                assert_int_equal(reel__map_acts(map, NULL, x, y), reel__map_acts(whole, NULL, x, y));
                if (reel__map_acts(whole, NULL, x, y)) assert_acts_around(map, x, y);
                free_blocks += !map_is_around(map, x, y, AROUND_STOP) && !map_is_around(map, x, y, AROUND_ACTS);
            }
        reel__ddnet_map_free(map);
        reel__ddnet_map_free(whole);
    }
    assert_true(found > MAPS * PLACES / 100);
    assert_true(free_blocks > MAPS * WIDTH * HEIGHT / 8);
}

static void press_any(ddnet_world *a, ddnet_world *b)
{
    for (int32_t cid = 0; cid < TEES; cid++) {
        const ddnet_controls input = { .direction = (int32_t)below(3) - 1,
                                       .jump = (int32_t)below(2),
                                       .hook = (int32_t)below(2),
                                       .fire = (int32_t)below(64),
                                       .wanted_weapon = (int32_t)below(6),
                                       .target_x = (int32_t)below(400) - 200,
                                       .target_y = (int32_t)below(400) - 200 };
        reel__ddnet_world_input(a, cid, &input);
        reel__ddnet_world_input(b, cid, &input);
    }
}

static void same_tees(const ddnet_world *a, const ddnet_world *b, size_t *armed)
{
    for (int32_t cid = 0; cid < TEES; cid++) {
        const ddnet_tee *x = reel__ddnet_world_tee(a, cid), *y = reel__ddnet_world_tee(b, cid);
        assert_int_equal(x != NULL, y != NULL);
        if (!x) continue;
        assert_int_equal(x->x, y->x);
        assert_int_equal(x->y, y->y);
        assert_int_equal(x->vel_x, y->vel_x);
        assert_int_equal(x->vel_y, y->vel_y);
        assert_int_equal(x->weapon, y->weapon);
        assert_int_equal(x->flags, y->flags);
        assert_int_equal(x->freeze_end, y->freeze_end);
        assert_int_equal(x->jumped, y->jumped);
        assert_int_equal(x->jumped_total, y->jumped_total);
        assert_int_equal(x->tele_checkpoint, y->tele_checkpoint);
        *armed += x->weapon >= DDNET_SHOTGUN || x->freeze_end != 0;
    }
}

static void tees_play_alike(void **state)
{
    size_t armed = 0;
    (void)state;
    for (uint32_t seed = 0; seed < MAPS; seed++) {
        ddnet_rules rules = reel__ddnet_rules_default(22);
        const ddnet_tuning tuning = reel__ddnet_tuning_default();
        ddnet_map *map = some_map(seed), *whole = searched_everywhere(seed);
        rules.free_running = 1;
        ddnet_world *a = reel__ddnet_world_create(NULL, map, &rules, &tuning);
        ddnet_world *b = reel__ddnet_world_create(NULL, whole, &rules, &tuning);
        assert_true(a && b);
        for (int32_t cid = 0; cid < TEES; cid++) {
            const int32_t x = (int32_t)below(WIDTH * 32), y = (int32_t)below(HEIGHT * 32);
            reel__ddnet_world_join(a, cid);
            reel__ddnet_world_join(b, cid);
            reel__ddnet_world_place(a, cid, x, y);
            reel__ddnet_world_place(b, cid, x, y);
        }
        for (int32_t tick = 1; tick <= TICKS; tick++) {
            if (tick % 5 == 0) press_any(a, b);
            reel__ddnet_world_step(a, tick);
            reel__ddnet_world_step(b, tick);
            same_tees(a, b, &armed);
        }
        reel__ddnet_world_free(a);
        reel__ddnet_world_free(b);
        reel__ddnet_map_free(map);
        reel__ddnet_map_free(whole);
    }
    assert_true(armed > MAPS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_around_is_found_at_every_place),
        cmocka_unit_test(tees_play_alike),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
