/* SPDX-License-Identifier: MIT
 * The rules of DDNet, alone: tees on small maps that are made here. The numbers are those of the game's rules, by hand: velocities are
 * stored in 1/256 units, positions in whole units, 50 ticks a second. */
#include "support.h"

#include "game/ddnet/curves.h"
#include "game/ddnet/tiles.h"
#include "game/ddnet/world.h"

#include <math.h>

/* ---- a small course --------------------------------------------------------------------------------------------- */

enum { WIDTH = 40, HEIGHT = 20, FLOOR = HEIGHT - 1, STANDS = FLOOR * 32 - 15 /* y of a tee on the floor */ };

typedef struct course {
    ddnet_map *map;
    ddnet_world *world;
    ddnet_rules rules;
    ddnet_tuning tuning;
    int32_t tick;
} course;

static int32_t middle(int32_t tile) { return tile * 32 + 16; }

static void put_row(course *c, ddnet_map_tile row) { assert_true(reel__ddnet_map_tiles(c->map, &row, 1)); }
static void put(course *c, int kind, int index, int32_t x, int32_t y, int number)
{
    put_row(c, (ddnet_map_tile){
                   .x = x, .y = y, .count = 1, .kind = (uint8_t)kind, .index = (uint8_t)index, .number = (uint8_t)number });
}
static void put_turned(course *c, int index, int32_t x, int32_t y, int flags)
{
    put_row(c, (ddnet_map_tile){
                   .x = x, .y = y, .count = 1, .kind = DDNET_MAP_GAME, .index = (uint8_t)index, .flags = (uint8_t)flags });
}
static void put_switch(course *c, int index, int32_t x, int32_t y, int number, int delay)
{
    put_row(c, (ddnet_map_tile){ .x = x,
                                 .y = y,
                                 .count = 1,
                                 .kind = DDNET_MAP_SWITCH,
                                 .index = (uint8_t)index,
                                 .number = (uint8_t)number,
                                 .delay = (uint8_t)delay });
}
static void put_boost(course *c, int index, int32_t x, int32_t y, int angle, int force, int most)
{
    put_row(c, (ddnet_map_tile){ .x = x,
                                 .y = y,
                                 .count = 1,
                                 .kind = DDNET_MAP_SPEEDUP,
                                 .index = (uint8_t)index,
                                 .angle = (int16_t)angle,
                                 .force = (uint8_t)force,
                                 .max_speed = (uint8_t)most });
}

/* A room with a floor, a ceiling and walls. */
static course room(uint32_t minor)
{
    course c = { .rules = reel__ddnet_rules_default(minor), .tuning = reel__ddnet_tuning_default() };
    c.map = reel__ddnet_map_create(NULL, WIDTH, HEIGHT);
    assert_non_null(c.map);
    const ddnet_map_tile rows[] = { { .x = 0, .y = 0, .count = WIDTH, .kind = DDNET_MAP_GAME, .index = TILE_SOLID },
                                    { .x = 0, .y = FLOOR, .count = WIDTH, .kind = DDNET_MAP_GAME, .index = TILE_SOLID } };
    assert_true(reel__ddnet_map_tiles(c.map, rows, 2));
    for (int32_t y = 1; y < FLOOR; y++) {
        put(&c, DDNET_MAP_GAME, TILE_SOLID, 0, y, 0);
        put(&c, DDNET_MAP_GAME, TILE_SOLID, WIDTH - 1, y, 0);
    }
    return c;
}

/* What follows is played without positions. */
static void open(course *c)
{
    c->rules.free_running = 1;
    c->world = reel__ddnet_world_create(NULL, c->map, &c->rules, &c->tuning);
    assert_non_null(c->world);
}
static void done(course *c)
{
    reel__ddnet_world_free(c->world);
    reel__ddnet_map_free(c->map);
}
static void step(course *c, int ticks)
{
    for (int i = 0; i < ticks; i++) reel__ddnet_world_step(c->world, ++c->tick);
}
static const ddnet_tee *tee_of(const course *c, int32_t cid)
{
    const ddnet_tee *t = reel__ddnet_world_tee(c->world, cid);
    assert_non_null(t);
    return t;
}
static void spawn(course *c, int32_t cid, int32_t x, int32_t y)
{
    reel__ddnet_world_join(c->world, cid);
    reel__ddnet_world_place(c->world, cid, x, y);
    step(c, 1);
}

static const ddnet_controls nothing = { .target_y = -100 };
static void press(course *c, int32_t cid, ddnet_controls input)
{
    if (!input.target_x && !input.target_y) input.target_y = -100;
    reel__ddnet_world_input(c->world, cid, &input);
}

/* ---- walking, jumping ------------------------------------------------------------------------------------------- */

static void a_tee_falls_and_lands(void **state)
{
    (void)state;
    course c = room(22);
    open(&c);
    spawn(&c, 3, middle(5), middle(10));
    assert_int_equal(tee_of(&c, 3)->y, middle(10));
    step(&c, 1);
    assert_int_equal(tee_of(&c, 3)->vel_y, 128); /* gravity 0.5 */
    assert_int_equal(tee_of(&c, 3)->y, middle(10) + 1);
    step(&c, 3);
    assert_int_equal(tee_of(&c, 3)->vel_y, 512);
    step(&c, 100);
    assert_int_equal(tee_of(&c, 3)->y, STANDS);
    assert_int_equal(tee_of(&c, 3)->x, middle(5));
    done(&c);
}

static void keys_accelerate_up_to_a_speed(void **state)
{
    (void)state;
    course c = room(22);
    open(&c);
    spawn(&c, 0, middle(5), STANDS);
    press(&c, 0, (ddnet_controls){ .direction = 1 });
    for (int i = 1; i <= 8; i++) {
        step(&c, 1);
        assert_int_equal(tee_of(&c, 0)->vel_x, i < 5 ? i * 512 : 2560); /* 2 a tick up to 10 */
    }
    press(&c, 0, nothing);
    step(&c, 1);
    assert_int_equal(tee_of(&c, 0)->vel_x, 1280); /* friction 0.5 */
    assert_int_equal(tee_of(&c, 0)->direction, 0);
    done(&c);
}

static void a_tee_jumps_from_the_ground_and_once_in_the_air(void **state)
{
    (void)state;
    course c = room(22);
    open(&c);
    spawn(&c, 0, middle(5), STANDS);
    press(&c, 0, (ddnet_controls){ .jump = 1 });
    step(&c, 1);
    assert_int_equal(tee_of(&c, 0)->vel_y, -3379); /* 13.2 */
    assert_int_equal(tee_of(&c, 0)->jumped, 1);
    step(&c, 1);
    assert_int_equal(tee_of(&c, 0)->vel_y, -3251); /* the key is held: no second jump */
    press(&c, 0, nothing);
    step(&c, 1);
    press(&c, 0, (ddnet_controls){ .jump = 1 });
    step(&c, 1);
    assert_int_equal(tee_of(&c, 0)->vel_y, -3072); /* 12 */
    assert_int_equal(tee_of(&c, 0)->jumped, 3);
    assert_int_equal(tee_of(&c, 0)->jumped_total, 1);
    press(&c, 0, nothing);
    step(&c, 1);
    press(&c, 0, (ddnet_controls){ .jump = 1 });
    step(&c, 1);
    assert_int_equal(tee_of(&c, 0)->vel_y, -2816); /* none is left */
    step(&c, 200);
    assert_int_equal(tee_of(&c, 0)->jumped, 1); /* the ground gives it back, the key is still held */
    done(&c);
}

static void the_angle_is_that_of_the_aim(void **state)
{
    (void)state;
    static const struct {
        int32_t x, y, angle;
    } aims[] = { { 100, 0, 0 },      { 0, 100, 402 }, { -100, 0, 804 }, { 0, -100, -402 },
                 { -1, -100, 1203 }, { 1, -1, -201 }, { 3, 4, 237 } };
    course c = room(22);
    open(&c);
    spawn(&c, 0, middle(5), STANDS);
    for (size_t i = 0; i < sizeof aims / sizeof *aims; i++) {
        press(&c, 0, (ddnet_controls){ .target_x = aims[i].x, .target_y = aims[i].y });
        step(&c, 1);
        assert_int_equal(tee_of(&c, 0)->angle, aims[i].angle);
    }
    done(&c);
}

/* ---- hook ------------------------------------------------------------------------------------------------------- */

static void a_hook_flies_holds_and_pulls(void **state)
{
    (void)state;
    course c = room(22);
    open(&c);
    spawn(&c, 0, middle(5), middle(8));
    press(&c, 0, (ddnet_controls){ .target_x = 100, .hook = 1 });
    step(&c, 1);
    assert_int_equal(tee_of(&c, 0)->hook_state, DDNET_HOOK_FLYING);
    assert_int_equal(tee_of(&c, 0)->hook_x, middle(5) + 42 + 80);
    assert_int_equal(tee_of(&c, 0)->hook_dx, 256);
    step(&c, 3); /* 380 away it is at its end */
    assert_int_equal(tee_of(&c, 0)->hook_state, 4);
    step(&c, 1);
    assert_int_equal(tee_of(&c, 0)->hook_state, 1);
    press(&c, 0, nothing);
    step(&c, 1);
    press(&c, 0, (ddnet_controls){ .target_y = -100, .hook = 1 });
    step(&c, 2);
    assert_int_equal(tee_of(&c, 0)->hook_state, 4);
    step(&c, 2);
    assert_int_equal(tee_of(&c, 0)->hook_state, DDNET_HOOK_GRABBED);
    int32_t before = tee_of(&c, 0)->vel_y;
    assert_int_equal(tee_of(&c, 0)->hook_y, 31); /* the ceiling */
    step(&c, 1);
    assert_int_equal(tee_of(&c, 0)->vel_y, before + 128 - 768); /* gravity, and 3 upwards */
    done(&c);
}

static void a_hook_does_not_hold_on_what_cannot_be_hooked(void **state)
{
    (void)state;
    course c = room(22);
    for (int32_t x = 1; x < WIDTH - 1; x++) put(&c, DDNET_MAP_GAME, TILE_NO_HOOK, x, 0, 0);
    open(&c);
    spawn(&c, 0, middle(5), middle(4));
    press(&c, 0, (ddnet_controls){ .target_y = -100, .hook = 1 });
    for (int i = 0; i < 5; i++) {
        step(&c, 1);
        assert_int_not_equal(tee_of(&c, 0)->hook_state, DDNET_HOOK_GRABBED);
    }
    assert_int_equal(tee_of(&c, 0)->hook_state, DDNET_HOOK_RETRACTED);
    done(&c);
}

static void a_hook_goes_through_what_lets_it(void **state)
{
    (void)state;
    for (int through = 0; through < 2; through++) {
        course c = room(22);
        put(&c, DDNET_MAP_GAME, TILE_SOLID, 10, 10, 0);
        if (through) put(&c, DDNET_MAP_FRONT, TILE_THROUGH_CUT, 10, 10, 0);
        open(&c);
        spawn(&c, 0, middle(5), middle(10));
        press(&c, 0, (ddnet_controls){ .target_x = 100, .hook = 1 });
        step(&c, 3);
        assert_int_equal(tee_of(&c, 0)->hook_state, through ? 4 : 5);
        done(&c);
    }
}

static void a_hook_holds_a_tee_for_sixty_ticks(void **state)
{
    (void)state;
    course c = room(22);
    c.tuning.value[12] = 0; /* gravity */
    open(&c);
    spawn(&c, 0, middle(5), middle(8));
    spawn(&c, 1, middle(10), middle(8));
    press(&c, 0, (ddnet_controls){ .target_x = 100, .hook = 1 });
    step(&c, 2);
    assert_int_equal(tee_of(&c, 0)->hooked_cid, 1);
    assert_int_equal(tee_of(&c, 0)->hook_x, middle(10));
    assert_true(tee_of(&c, 1)->vel_x < 0);
    assert_true(tee_of(&c, 0)->vel_x > 0);
    step(&c, 59);
    assert_int_equal(tee_of(&c, 0)->hooked_cid, 1);
    step(&c, 1);
    assert_int_equal(tee_of(&c, 0)->hooked_cid, -1);
    assert_int_equal(tee_of(&c, 0)->hook_state, DDNET_HOOK_RETRACTED);
    done(&c);
}

/* ---- other tees ------------------------------------------------------------------------------------------------- */

static void tees_push_each_other_unless_they_are_apart(void **state)
{
    (void)state;
    for (int apart = 0; apart < 3; apart++) { /* not, by team, by a solo tile */
        course c = room(22);
        if (apart == 2) put(&c, DDNET_MAP_GAME, TILE_SOLO_ON, 5, FLOOR - 1, 0);
        open(&c);
        spawn(&c, 0, middle(5), STANDS);
        step(&c, 1);
        spawn(&c, 1, middle(5) + 20, STANDS);
        if (apart == 1) reel__ddnet_world_team(c.world, 1, 2);
        step(&c, 1);
        if (apart)
            assert_int_equal(tee_of(&c, 0)->vel_x, 0);
        else
            assert_true(tee_of(&c, 0)->vel_x < 0 && tee_of(&c, 1)->vel_x > 0);
        if (apart == 2) assert_true(tee_of(&c, 0)->flags & DDNET_SOLO);
        done(&c);
    }
}

static void the_newest_tee_acts_first(void **state)
{
    (void)state;
    course c = room(22);
    open(&c);
    for (int32_t cid = 0; cid < 5; cid++) spawn(&c, cid, middle(3 + 4 * cid), STANDS);
    step(&c, 1);
    for (int32_t cid = 0; cid < 5; cid++) assert_int_equal(tee_of(&c, cid)->strong_weak_id, 4 - cid);
    done(&c);
}

/* A press is a number that grows: odd while the key is held. */
static void fire(course *c, int32_t cid, ddnet_controls input)
{
    static int32_t counter = 1;
    input.fire = counter;
    counter = (counter + 2) & 63;
    press(c, cid, input);
    step(c, 1);
}

static void a_hammer_throws_and_thaws(void **state)
{
    (void)state;
    course c = room(22);
    put(&c, DDNET_MAP_GAME, TILE_FREEZE, 6, FLOOR - 1, 0);
    open(&c);
    spawn(&c, 0, middle(5), STANDS);
    spawn(&c, 1, middle(6) + 8, STANDS);
    press(&c, 0, (ddnet_controls){ .target_x = 100, .wanted_weapon = 1 });
    press(&c, 1, nothing);
    step(&c, 3);
    assert_int_equal(tee_of(&c, 0)->weapon, DDNET_HAMMER);
    assert_int_not_equal(tee_of(&c, 1)->freeze_end, 0);
    fire(&c, 0, (ddnet_controls){ .target_x = 100, .wanted_weapon = 1 });
    assert_int_equal(tee_of(&c, 0)->attack_tick, c.tick - 1);
    assert_true(tee_of(&c, 1)->vel_y < -2000); /* up and away */
    assert_true(tee_of(&c, 1)->vel_x > 500);
    done(&c);
}

/* ---- freeze ----------------------------------------------------------------------------------------------------- */

static void frozen_tees_do_nothing_for_three_seconds(void **state)
{
    (void)state;
    course c = room(22);
    put(&c, DDNET_MAP_GAME, TILE_FREEZE, 5, 10, 0);
    open(&c);
    spawn(&c, 0, middle(5), middle(10));
    step(&c, 1);
    assert_int_equal(tee_of(&c, 0)->freeze_start, c.tick);
    assert_int_equal(tee_of(&c, 0)->freeze_end, c.tick + 150);
    press(&c, 0, (ddnet_controls){ .direction = 1, .jump = 1, .hook = 1, .target_x = 100 });
    step(&c, 60); /* it has fallen out of the tile */
    assert_int_equal(tee_of(&c, 0)->vel_x, 0);
    assert_int_equal(tee_of(&c, 0)->hook_state, 0);
    assert_int_equal(tee_of(&c, 0)->x, middle(5));
    int32_t left = tee_of(&c, 0)->freeze_end - c.tick;
    assert_true(left > 80 && left < 150);
    step(&c, left - 2);
    assert_int_equal(tee_of(&c, 0)->vel_x, 0);
    step(&c, 2); /* the last tick of a freeze is free */
    assert_int_equal(tee_of(&c, 0)->freeze_end, 0);
    assert_true(tee_of(&c, 0)->vel_x > 0);
    done(&c);
}

/* Before, not within a second of the start of the last one, which is tick 0 for a tee that was not frozen yet. */
static void a_freeze_may_start_again_at_once_since_18_2(void **state)
{
    (void)state;
    for (int recent = 0; recent < 2; recent++) {
        course c = room(recent ? 22 : 6);
        put(&c, DDNET_MAP_GAME, TILE_FREEZE, 5, FLOOR - 1, 0);
        open(&c);
        spawn(&c, 0, middle(5), STANDS);
        step(&c, 1);
        assert_int_equal(tee_of(&c, 0)->freeze_start, recent ? c.tick : 0);
        step(&c, 60);
        assert_int_equal(tee_of(&c, 0)->freeze_start, recent ? 2 + 50 + 1 : 51);
        done(&c);
    }
}

static void kinds_of_freeze_last_as_long_as_they_should(void **state)
{
    (void)state;
    course c = room(22);
    put(&c, DDNET_MAP_GAME, TILE_DEEP, 5, FLOOR - 1, 0);
    put(&c, DDNET_MAP_GAME, TILE_LIVE, 15, FLOOR - 1, 0);
    put(&c, DDNET_MAP_GAME, TILE_UNFREEZE, 25, FLOOR - 1, 0);
    put(&c, DDNET_MAP_GAME, TILE_FREEZE, 25, FLOOR - 3, 0);
    open(&c);
    spawn(&c, 0, middle(5), STANDS);
    spawn(&c, 1, middle(15), STANDS);
    spawn(&c, 2, middle(25), middle(FLOOR - 3));
    for (int32_t cid = 0; cid < 3; cid++) press(&c, cid, nothing);
    step(&c, 300);
    assert_int_equal(tee_of(&c, 0)->freeze_end, -1);
    assert_true(tee_of(&c, 1)->flags & DDNET_LIVE_FROZEN);
    assert_int_equal(tee_of(&c, 2)->freeze_end, 0); /* it fell onto the tile that thaws */
    press(&c, 1, (ddnet_controls){ .direction = 1, .jump = 1, .hook = 1 });
    step(&c, 2);
    assert_int_equal(tee_of(&c, 1)->vel_x, 0);
    assert_int_not_equal(tee_of(&c, 1)->hook_state, 0); /* it may hook */
    done(&c);
}

/* ---- tiles ------------------------------------------------------------------------------------------------------ */

static void teleporters_lead_to_their_exits(void **state)
{
    (void)state;
    for (int red = 0; red < 2; red++) {
        course c = room(22);
        put(&c, DDNET_MAP_TELE, red ? TILE_TELE_IN_RED : TILE_TELE_IN, 5, 12, 7);
        put(&c, DDNET_MAP_TELE, TILE_TELE_OUT, 20, 4, 7);
        open(&c);
        spawn(&c, 0, middle(5), middle(11));
        int32_t speed = 0;
        while (tee_of(&c, 0)->x == middle(5) && c.tick < 100) {
            speed = tee_of(&c, 0)->vel_y;
            step(&c, 1);
        }
        assert_int_equal(tee_of(&c, 0)->x, middle(20));
        assert_int_equal(tee_of(&c, 0)->vel_y, red ? 0 : speed + 128);
        assert_int_equal(tee_of(&c, 0)->y, red ? middle(4) : middle(4) + (speed + 128 + 128) / 256);
        done(&c);
    }
}

static void an_exit_of_many_is_the_recorded_one(void **state)
{
    (void)state;
    for (int which = 0; which < 3; which++) {
        course c = room(22);
        put(&c, DDNET_MAP_TELE, TILE_TELE_IN_RED, 5, FLOOR - 1, 1);
        for (int32_t i = 0; i < 3; i++) put(&c, DDNET_MAP_TELE, TILE_TELE_OUT, 10 + 8 * i, 4, 1);
        c.world = reel__ddnet_world_create(NULL, c.map, &c.rules, NULL);
        spawn(&c, 0, middle(5), STANDS);
        reel__ddnet_world_place(c.world, 0, middle(10 + 8 * which), middle(4));
        step(&c, 1);
        assert_true(tee_of(&c, 0)->predicted);
        assert_int_equal(tee_of(&c, 0)->x, middle(10 + 8 * which));
        done(&c);
    }
}

static void random_exits_are_those_of_the_games_numbers(void **state)
{
    (void)state;
    ddnet_rules rules = reel__ddnet_rules_default(22);
    assert_false(reel__ddnet_rules_random(&rules, "pcg-xsh-rr:unseeded"));
    assert_false(reel__ddnet_rules_random(&rules, "pcg-xsh-rr:0123456789abcdef:0123456789abcde"));
    assert_false(reel__ddnet_rules_random(&rules, "mt19937:0123456789abcdef:0123456789abcdef"));
    assert_true(reel__ddnet_rules_random(&rules, "pcg-xsh-rr:000000000000002a:0000000000000036"));
    assert_true(rules.random_seed[0] == 42 && rules.random_seed[1] == 54);
    /* The generator's published example, seeded with 42 and 54, begins a15c02b7 7b47f409 ba1d3330 83d2f293 bfa4784b cbed606e. */
    static const uint32_t published[] = { 0xa15c02b7, 0x7b47f409, 0xba1d3330, 0x83d2f293, 0xbfa4784b, 0xcbed606e };
    course c = room(22);
    c.rules = rules;
    put(&c, DDNET_MAP_TELE, TILE_TELE_IN_RED, 5, FLOOR - 1, 1);
    for (int32_t i = 0; i < 7; i++) put(&c, DDNET_MAP_TELE, TILE_TELE_OUT, 8 + 4 * i, FLOOR - 1, 1);
    open(&c);
    for (size_t i = 0; i < sizeof published / sizeof *published; i++) {
        spawn(&c, (int32_t)i, middle(5), STANDS);
        step(&c, 1);
        assert_int_equal(tee_of(&c, (int32_t)i)->x / 32, 8 + 4 * (int32_t)(published[i] % 7));
        reel__ddnet_world_leave(c.world, (int32_t)i);
    }
    done(&c);
}

static void speedups_push_by_the_rules_of_their_time(void **state)
{
    (void)state;
    course c = room(22);
    put_boost(&c, TILE_BOOST, 5, FLOOR - 1, 0, 4, 30);
    put_boost(&c, TILE_BOOST_OLD, 20, FLOOR - 1, 0, 4, 30);
    put_boost(&c, TILE_BOOST_OLD, 30, FLOOR - 1, 180, 255, 50);
    open(&c);
    spawn(&c, 0, middle(5), STANDS);
    step(&c, 1);
    assert_int_equal(tee_of(&c, 0)->vel_x, 1024); /* 4 */
    step(&c, 1);
    assert_int_equal(tee_of(&c, 0)->vel_x, 1536); /* half of it, and 4 */
    step(&c, 1);
    assert_int_equal(tee_of(&c, 0)->vel_x, 1536); /* up to 30 / 5 */
    spawn(&c, 1, middle(20), STANDS);
    step(&c, 1);
    assert_int_equal(tee_of(&c, 1)->vel_x, 1024);
    spawn(&c, 2, middle(30), STANDS);
    step(&c, 1);
    assert_int_equal(tee_of(&c, 2)->vel_x, -2560); /* 50 / 5 at once */
    done(&c);
}

static void stoppers_stop_their_way(void **state)
{
    (void)state;
    for (int turn = 0; turn < 3; turn++) { /* stops falling, all, two ways sideways: does not stop falling */
        static const int indexes[3] = { TILE_STOP, TILE_STOP_ALL, TILE_STOP_TWO }, flags[3] = { TURN_0, TURN_0, TURN_90 };
        course c = room(22);
        for (int32_t x = 4; x < 7; x++) put_turned(&c, indexes[turn], x, 12, flags[turn]);
        open(&c);
        spawn(&c, 0, middle(5), middle(9));
        step(&c, 100);
        assert_int_equal(tee_of(&c, 0)->y < middle(12), turn < 2);
        if (turn < 2) assert_int_equal(tee_of(&c, 0)->jumped, 0);
        done(&c);
    }
}

static void doors_are_closed_while_their_switch_is_on(void **state)
{
    (void)state;
    course c = room(22);
    put_switch(&c, ENTITY_OFFSET + ENTITY_DOOR, 4, 12, 3, 0);
    put_switch(&c, ENTITY_OFFSET + ENTITY_BEAM_SHORT, 5, 12, 0, 0);
    put_switch(&c, TILE_SWITCH_TIMED_CLOSE, 20, FLOOR - 1, 3, 1);
    open(&c);
    spawn(&c, 0, middle(5), middle(9));
    step(&c, 60);
    assert_true(tee_of(&c, 0)->y < middle(12)); /* it stands on the beam */
    spawn(&c, 1, middle(20), STANDS);
    step(&c, 30); /* the other one is on the tile that turns the switch off, for a second each time */
    assert_true(tee_of(&c, 0)->y > middle(12));
    reel__ddnet_world_leave(c.world, 1);
    spawn(&c, 2, middle(6), middle(9));
    step(&c, 120);
    assert_true(tee_of(&c, 2)->y > middle(12)); /* it fell before the second was over */
    spawn(&c, 4, middle(5), middle(9));
    step(&c, 60);
    assert_true(tee_of(&c, 4)->y < middle(12)); /* and closed it is again */
    done(&c);
}

/* A setting of the map has a door open when the game starts; a tile closes it. */
static void doors_may_be_open_at_the_start(void **state)
{
    (void)state;
    for (int number = 2; number <= 3; number++) {
        course c = room(22);
        char setting[32];
        snprintf(setting, sizeof setting, "switch_open %d", number);
        put_switch(&c, ENTITY_OFFSET + ENTITY_DOOR, 4, 12, 3, 0);
        put_switch(&c, ENTITY_OFFSET + ENTITY_BEAM_SHORT, 5, 12, 0, 0);
        put_switch(&c, TILE_SWITCH_OPEN, 20, FLOOR - 1, 3, 0);
        assert_true(reel__ddnet_map_setting(c.map, setting));
        assert_null(reel__ddnet_map_unknown(c.map).setting);
        open(&c);
        spawn(&c, 0, middle(5), middle(9));
        step(&c, 60);
        assert_int_equal(tee_of(&c, 0)->y > middle(12), number == 3);
        spawn(&c, 1, middle(20), STANDS); /* on the tile that turns the switch on */
        step(&c, 5);
        spawn(&c, 2, middle(5), middle(9));
        step(&c, 60);
        assert_true(tee_of(&c, 2)->y < middle(12));
        done(&c);
    }
}

static void jumps_can_be_given_and_refilled(void **state)
{
    (void)state;
    course c = room(22);
    put_switch(&c, TILE_JUMPS, 5, FLOOR - 1, 0, 5);
    put(&c, DDNET_MAP_GAME, TILE_ENDLESS_JUMP_ON, 15, FLOOR - 1, 0);
    open(&c);
    spawn(&c, 0, middle(5), STANDS);
    spawn(&c, 1, middle(15), STANDS);
    step(&c, 2);
    assert_int_equal(tee_of(&c, 0)->jumps, 5);
    for (int i = 0; i < 12; i++) {
        for (int32_t cid = 0; cid < 2; cid++) press(&c, cid, (ddnet_controls){ .jump = 1 });
        step(&c, 1);
        for (int32_t cid = 0; cid < 2; cid++) press(&c, cid, nothing);
        step(&c, 1);
        assert_true(tee_of(&c, 1)->jumped < 2);
    }
    assert_int_equal(tee_of(&c, 0)->jumped_total, 4); /* after the one from the ground */
    assert_int_equal(tee_of(&c, 0)->jumped, 2);
    assert_int_equal(tee_of(&c, 1)->jumped_total, 11);
    done(&c);
}

static void zones_have_their_own_tuning(void **state)
{
    (void)state;
    course c = room(22);
    put(&c, DDNET_MAP_TUNE, 68, 20, 5, 4);
    assert_true(reel__ddnet_map_setting(c.map, "tune_zone 4 gravity -0.25"));
    assert_true(reel__ddnet_map_setting(c.map, "tune gravity 1"));
    assert_true(reel__ddnet_map_setting(c.map, "sv_freeze_delay 7"));
    assert_false(reel__ddnet_map_setting(c.map, "tune nothing 1"));
    assert_false(reel__ddnet_map_setting(c.map, "sv_name \"a server\""));
    open(&c);
    spawn(&c, 0, middle(20), middle(5));
    spawn(&c, 1, middle(5), middle(5));
    step(&c, 1);
    assert_int_equal(tee_of(&c, 0)->vel_y, -128); /* two ticks */
    assert_int_equal(tee_of(&c, 1)->vel_y, 256);
    reel__ddnet_world_command(c.world, -1, "tune gravity 0.5");
    step(&c, 1);
    assert_int_equal(tee_of(&c, 1)->vel_y, 256 + 128);
    done(&c);
}

static void pickups_give_and_take(void **state)
{
    (void)state;
    course c = room(22);
    put(&c, DDNET_MAP_GAME, ENTITY_OFFSET + ENTITY_GRENADE, 5, FLOOR - 1, 0);
    put(&c, DDNET_MAP_GAME, ENTITY_OFFSET + ENTITY_NINJA, 15, FLOOR - 1, 0);
    put(&c, DDNET_MAP_GAME, ENTITY_OFFSET + ENTITY_HEALTH, 25, FLOOR - 1, 0);
    put(&c, DDNET_MAP_GAME, ENTITY_OFFSET + ENTITY_ARMOR, 30, FLOOR - 1, 0);
    open(&c);
    for (int32_t cid = 0; cid < 4; cid++) {
        static const int32_t columns[4] = { 5, 15, 25, 30 };
        spawn(&c, cid, middle(columns[cid]), STANDS);
        press(&c, cid, nothing);
    }
    step(&c, 2);
    assert_int_equal(tee_of(&c, 0)->flags & (DDNET_HAS_HAMMER << DDNET_GRENADE), DDNET_HAS_HAMMER << DDNET_GRENADE);
    assert_int_equal(tee_of(&c, 1)->weapon, DDNET_NINJA);
    assert_int_equal(tee_of(&c, 2)->freeze_end, tee_of(&c, 2)->freeze_start + 149); /* it was before the tee's part of the tick */
    assert_int_equal(tee_of(&c, 3)->weapon, DDNET_GUN);
    fire(&c, 1, (ddnet_controls){ .target_x = 100 });
    int32_t before = tee_of(&c, 1)->x;
    step(&c, 1);
    assert_int_equal(tee_of(&c, 1)->x, before + 50);
    done(&c);
}

/* ---- shots ------------------------------------------------------------------------------------------------------ */

static void bullets_fly_their_formula(void **state)
{
    (void)state;
    course c = room(22);
    open(&c);
    spawn(&c, 0, middle(5), middle(8));
    press(&c, 0, nothing);
    step(&c, 1);
    fire(&c, 0, (ddnet_controls){ .target_x = 100 });
    size_t count;
    const ddnet_projectile *shots = reel__ddnet_world_projectiles(c.world, &count);
    assert_int_equal(count, 1);
    assert_int_equal(shots[0].start_tick, c.tick - 1);
    assert_int_equal(shots[0].type, DDNET_GUN);
    assert_int_equal(shots[0].owner, 0);
    assert_true(shots[0].direction_x == 1 && shots[0].direction_y == 0);
    assert_true(shots[0].x == (float)middle(5) + 21); /* 0.75 of a tee ahead */
    step(&c, 39);                                     /* 1400 units a second: at the wall, 34 tiles away */
    reel__ddnet_world_projectiles(c.world, &count);
    assert_int_equal(count, 0);
    done(&c);
}

static void grenades_throw_lasers_thaw_and_shotguns_pull(void **state)
{
    (void)state;
    course c = room(22);
    for (int weapon = DDNET_SHOTGUN; weapon <= DDNET_LASER; weapon++)
        put(&c, DDNET_MAP_GAME, ENTITY_OFFSET + (weapon == DDNET_LASER ? ENTITY_LASER : ENTITY_SHOTGUN + weapon - DDNET_SHOTGUN),
            3 + weapon, FLOOR - 3, 0);
    put(&c, DDNET_MAP_GAME, TILE_FREEZE, 20, FLOOR - 1, 0);
    open(&c);
    spawn(&c, 0, middle(6), middle(FLOOR - 3));
    spawn(&c, 1, middle(20), STANDS);
    for (int32_t cid = 0; cid < 2; cid++) press(&c, cid, nothing);
    step(&c, 60);
    assert_int_not_equal(tee_of(&c, 1)->freeze_end, 0);
    size_t count;
    press(&c, 0, (ddnet_controls){ .target_x = 100, .wanted_weapon = DDNET_SHOTGUN + 1 });
    step(&c, 3);
    fire(&c, 0, (ddnet_controls){ .target_x = 100, .wanted_weapon = DDNET_SHOTGUN + 1 });
    assert_true(tee_of(&c, 1)->vel_x < -1000); /* towards the one who shot */
    const ddnet_laser *beams = reel__ddnet_world_lasers(c.world, &count);
    assert_true(count >= 1 && beams[0].type == DDNET_SHOTGUN && beams[0].owner == 0);
    press(&c, 0, (ddnet_controls){ .target_x = 100, .wanted_weapon = DDNET_LASER + 1 });
    step(&c, 40);
    int32_t end = tee_of(&c, 1)->freeze_end;
    fire(&c, 0, (ddnet_controls){ .target_x = 100, .wanted_weapon = DDNET_LASER + 1 });
    assert_int_not_equal(tee_of(&c, 1)->freeze_end, end);
    press(&c, 0, (ddnet_controls){ .target_y = 100, .wanted_weapon = DDNET_GRENADE + 1 });
    step(&c, 60);
    fire(&c, 0, (ddnet_controls){ .target_y = 100, .wanted_weapon = DDNET_GRENADE + 1 });
    int32_t highest = 0;
    for (int i = 0; i < 5; i++) {
        step(&c, 1);
        if (tee_of(&c, 0)->vel_y < highest) highest = tee_of(&c, 0)->vel_y;
    }
    assert_true(highest < -2000); /* a jump by its own grenade */
    done(&c);
}

static void draggers_turrets_and_lights_reach_tees(void **state)
{
    (void)state;
    course c = room(22);
    put(&c, DDNET_MAP_GAME, ENTITY_OFFSET + ENTITY_DRAGGER_WEAK + 1, 5, 10, 0);
    put(&c, DDNET_MAP_GAME, TILE_SOLID, 18, 10, 0);
    put(&c, DDNET_MAP_GAME, ENTITY_OFFSET + ENTITY_LIGHT_STOP, 33, FLOOR - 1, 0);
    put(&c, DDNET_MAP_GAME, ENTITY_OFFSET + ENTITY_BEAM_SHORT, 34, FLOOR - 1, 0);
    for (int32_t y = 1; y < FLOOR; y++) put(&c, DDNET_MAP_GAME, TILE_SOLID, 24, y, 0);
    open(&c);
    spawn(&c, 0, middle(5) + 100, STANDS);
    spawn(&c, 1, middle(35), STANDS);
    press(&c, 0, nothing);
    step(&c, 30);
    assert_true(tee_of(&c, 0)->y < STANDS); /* 2 units a tick upwards are more than gravity */
    assert_int_not_equal(tee_of(&c, 1)->freeze_end, 0);
    done(&c);

    c = room(22);
    put(&c, DDNET_MAP_GAME, ENTITY_OFFSET + ENTITY_TURRET_FREEZE, 10, FLOOR - 4, 0);
    open(&c);
    spawn(&c, 0, middle(14), STANDS);
    step(&c, 60);
    assert_int_not_equal(tee_of(&c, 0)->freeze_end, 0);
    done(&c);
}

/* ---- what is recorded ------------------------------------------------------------------------------------------- */

static void recorded_positions_win(void **state)
{
    (void)state;
    course c = room(22);
    put(&c, DDNET_MAP_GAME, ENTITY_OFFSET + ENTITY_SPAWN, 30, FLOOR - 1, 0);
    c.world = reel__ddnet_world_create(NULL, c.map, &c.rules, NULL);
    spawn(&c, 0, middle(5), middle(10));
    assert_int_equal(tee_of(&c, 0)->cause, DDNET_SPAWNED);
    reel__ddnet_world_place(c.world, 0, middle(5), middle(10) + 1);
    step(&c, 1);
    assert_true(tee_of(&c, 0)->predicted);
    assert_int_equal(tee_of(&c, 0)->cause, DDNET_AGREES);
    reel__ddnet_world_place(c.world, 0, middle(5) + 3, middle(10) + 2);
    step(&c, 1);
    assert_false(tee_of(&c, 0)->predicted);
    assert_int_equal(tee_of(&c, 0)->x, middle(5) + 3);
    assert_int_equal(tee_of(&c, 0)->predicted_x, middle(5));
    assert_int_equal(tee_of(&c, 0)->vel_x, 672); /* 2.625 units is the least that leads there */
    assert_int_equal(tee_of(&c, 0)->vel_y, 256); /* the axis that agrees keeps its speed */
    reel__ddnet_world_place(c.world, 0, middle(20), middle(10));
    step(&c, 1);
    assert_int_equal(tee_of(&c, 0)->cause, DDNET_TELEPORTED);
    assert_int_equal(tee_of(&c, 0)->vel_y, 384);
    reel__ddnet_world_place(c.world, 0, middle(30), middle(FLOOR - 1));
    step(&c, 1);
    assert_int_equal(tee_of(&c, 0)->cause, DDNET_SPAWNED); /* it was killed, and appeared again */
    assert_int_equal(tee_of(&c, 0)->vel_y, 0);
    reel__ddnet_world_gone(c.world, 0);
    step(&c, 1);
    assert_null(reel__ddnet_world_tee(c.world, 0));
    done(&c);
}

static void watching_players_tees_wait(void **state)
{
    (void)state;
    course c = room(22);
    open(&c);
    spawn(&c, 0, middle(5), STANDS);
    press(&c, 0, nothing);
    step(&c, 3);
    reel__ddnet_world_command(c.world, 0, "spec");
    step(&c, 2);
    spawn(&c, 1, middle(5) + 10, STANDS); /* where the first one is, which is out of the world */
    press(&c, 0, (ddnet_controls){ .direction = 1 });
    step(&c, 10);
    assert_int_equal(tee_of(&c, 0)->x, middle(5));
    assert_int_equal(tee_of(&c, 1)->x, middle(5) + 10);
    reel__ddnet_world_command(c.world, 0, "spec");
    step(&c, 3);
    assert_true(tee_of(&c, 0)->x != middle(5));
    done(&c);
}

static void death_tiles_kill(void **state)
{
    (void)state;
    course c = room(22);
    put(&c, DDNET_MAP_GAME, TILE_DEATH, 5, FLOOR - 1, 0);
    open(&c);
    spawn(&c, 0, middle(5), middle(FLOOR - 3));
    for (int i = 0; i < 60 && reel__ddnet_world_tee(c.world, 0); i++) step(&c, 1);
    assert_null(reel__ddnet_world_tee(c.world, 0));
    reel__ddnet_world_place(c.world, 0, middle(9), STANDS);
    step(&c, 1);
    assert_int_equal(tee_of(&c, 0)->x, middle(9));
    done(&c);
}

/* ---- numbers ---------------------------------------------------------------------------------------------------- */

static void curves_are_those_of_the_c_library(void **state)
{
    (void)state;
    for (int i = -3000; i <= 3000; i++) {
        double x = i * 0.01 + 0.003, sine, cosine;
        reel__curve_sine_cosine(x, &sine, &cosine);
        assert_true(fabs(sine - sin(x)) < 1e-14 && fabs(cosine - cos(x)) < 1e-14);
        assert_true(fabs(reel__curve_arctangent(x, 7) - atan2(x, 7)) < 1e-15);
        assert_true(fabs(reel__curve_arctangent(x, -0.2) - atan2(x, -0.2)) < 1e-15);
        double power = pow(1.4, x), mine = reel__curve_power(1.4, x);
        assert_true(fabs(mine - power) < 1e-13 * power);
        assert_true(fabs(reel__curve_logarithm(fabs(x)) - log(fabs(x))) < 1e-13);
    }
    assert_true(reel__curve_power(-2, 3) > -8.0000001 && reel__curve_power(-2, 3) < -7.9999999);
    assert_true(isnan(reel__curve_power(-2, 0.5)) && isnan(reel__curve_power(2, (double)NAN)));
    assert_true(reel__curve_power(0, 2) == 0 && reel__curve_power(5, 0) == 1);
}

static uint32_t draw(uint32_t *seed)
{
    *seed ^= *seed << 13, *seed ^= *seed >> 17, *seed ^= *seed << 5;
    return *seed;
}

/* A map of random tiles of every kind. */
static course chaos(uint32_t seed, uint32_t minor)
{
    course c = room(minor);
    uint32_t s = seed * 2654435761u + 1;
    for (int i = 0; i < 400; i++) {
        static const uint8_t kinds[6] = { DDNET_MAP_GAME,    DDNET_MAP_FRONT,  DDNET_MAP_TELE,
                                          DDNET_MAP_SPEEDUP, DDNET_MAP_SWITCH, DDNET_MAP_TUNE };
        ddnet_map_tile row = { .x = (int32_t)(draw(&s) % 44) - 2,
                               .y = (int32_t)(draw(&s) % 24) - 2,
                               .count = 1 + draw(&s) % 3,
                               .kind = kinds[draw(&s) % 6],
                               .index = (uint8_t)draw(&s),
                               .flags = (uint8_t)(draw(&s) & 11),
                               .number = (uint8_t)(draw(&s) % 8),
                               .delay = (uint8_t)(draw(&s) % 5),
                               .force = (uint8_t)draw(&s),
                               .max_speed = (uint8_t)draw(&s),
                               .angle = (int16_t)draw(&s) };
        if (row.index == TILE_DEATH) row.index = TILE_FREEZE;
        put_row(&c, row);
    }
    static const char *const settings[] = { "tune_zone 1 gravity -900000",      "tune_zone 2 velramp_curvature -1.5",
                                            "tune_zone 3 hook_length 1e9",      "tune_zone 4 ground_elasticity_y 3",
                                            "tune_zone 5 player_collision -1",  "tune_zone 6 gun_fire_delay -99999999",
                                            "tune_zone 7 laser_reach -20000000" };
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) reel__ddnet_map_setting(c.map, settings[i]);
    c.rules.has_random = 1;
    return c;
}

static ddnet_controls any_input(uint32_t *s, bool wild)
{
    int32_t wide = wild ? INT32_MAX : 300;
    ddnet_controls input = { .direction = (int32_t)(draw(s) % 3) - 1,
                             .target_x = (int32_t)(draw(s) % (uint32_t)wide) - wide / 2,
                             .target_y = (int32_t)(draw(s) % (uint32_t)wide) - wide / 2,
                             .jump = (int32_t)(draw(s) & 1),
                             .fire = (int32_t)(draw(s) & 63),
                             .hook = (int32_t)(draw(s) & 1),
                             .wanted_weapon = (int32_t)(draw(s) % 7),
                             .next_weapon = (int32_t)(draw(s) & 3),
                             .prev_weapon = (int32_t)(draw(s) & 3) };
    if (wild && draw(s) % 8 == 0) input.direction = input.fire = input.wanted_weapon = (int32_t)draw(s);
    if (wild && draw(s) % 8 == 0) input.target_x = INT32_MIN, input.target_y = INT32_MAX, input.next_weapon = INT32_MIN;
    return input;
}

/* FNV-1a over the fields of all tees. */
static uint64_t digest(const ddnet_world *world, uint64_t hash)
{
    for (int32_t cid = 0; cid < DDNET_CLIENTS; cid++) {
        const ddnet_tee *t = reel__ddnet_world_tee(world, cid);
        if (!t) continue;
        const int32_t numbers[] = { cid,       t->x,           t->y,          t->vel_x,  t->vel_y,  t->angle,
                                    t->jumped, t->hooked_cid,  t->hook_state, t->hook_x, t->hook_y, t->weapon,
                                    t->flags,  t->attack_tick, t->freeze_end, t->jumps };
        for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
            hash = (hash ^ (uint32_t)numbers[i]) * UINT64_C(1099511628211);
    }
    return hash;
}

static uint64_t play(uint32_t seed, uint32_t minor, int ticks, int32_t tees, bool wild)
{
    course c = chaos(seed, minor);
    uint32_t s = seed * 747796405u + 3;
    c.rules.free_running = !wild;
    c.rules.no_weak_hook = seed % 5 == 0;
    c.world = reel__ddnet_world_create(NULL, c.map, &c.rules, &c.tuning);
    assert_non_null(c.world);
    uint64_t hash = UINT64_C(14695981039346656037);
    for (int i = 0; i < ticks; i++) {
        for (int32_t cid = 0; cid < tees; cid++) {
            if (draw(&s) % 4 == 0) {
                ddnet_controls input = any_input(&s, wild);
                reel__ddnet_world_input(c.world, cid, &input);
            }
            uint32_t what = draw(&s) % 64;
            int32_t x = (int32_t)(draw(&s) % (WIDTH * 32)), y = (int32_t)(draw(&s) % (HEIGHT * 32));
            if (wild && what < 8) x = (int32_t)draw(&s), y = (int32_t)draw(&s);
            if (wild && what == 9) x = INT32_MIN, y = INT32_MAX;
            if (!reel__ddnet_world_tee(c.world, cid) || (wild && what < 12)) reel__ddnet_world_place(c.world, cid, x, y);
            if (what == 20) reel__ddnet_world_gone(c.world, cid);
            if (what == 21) reel__ddnet_world_team(c.world, cid, (int32_t)(draw(&s) % (wild ? 200 : 3)));
            if (what == 22) reel__ddnet_world_kill(c.world, cid);
            if (what == 23) reel__ddnet_world_command(c.world, cid, draw(&s) & 1 ? "spec" : "pause");
            if (wild && what == 24) reel__ddnet_world_leave(c.world, cid);
        }
        c.tick += wild && i % 50 == 0 ? 1000 : 1;
        reel__ddnet_world_step(c.world, wild && i == ticks / 2 ? INT32_MAX : c.tick);
        hash = digest(c.world, hash);
    }
    done(&c);
    return hash;
}

/* The same bits on every machine, with every compiler. Where rules change, so do these. */
static void states_are_the_same_everywhere(void **state)
{
    (void)state;
    static const uint64_t known[] = { 0x0cf600fc380c043f, 0xf7170792387df634, 0x4d95ed65cf32ea0c, 0x48e2eafbd106a780 };
    size_t wrong = 0;
    for (uint32_t i = 0; i < sizeof known / sizeof *known; i++) {
        uint64_t hash = play(i + 1, i % 2 ? 4 : 22, 300, 8, false);
        if (hash != known[i]) print_message("course %u: %08x%08x\n", i, (unsigned)(hash >> 32), (unsigned)hash);
        wrong += hash != known[i];
    }
    assert_int_equal(wrong, 0);
}

static void nothing_overflows_whatever_is_recorded(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < by_effort(60, 20, 4); i++) {
        trying("wild course %u", i);
        play(100 + i, (uint32_t[]){ 0, 3, 4, 6, 8, 22 }[i % 6], 120, i % 3 ? 16 : 128, true);
    }
}

static void sizes_and_client_ids_are_checked(void **state)
{
    (void)state;
    assert_null(reel__ddnet_map_create(NULL, 0, 5));
    assert_null(reel__ddnet_map_create(NULL, 5, -1));
    assert_null(reel__ddnet_map_create(NULL, 100000, 100000));
    ddnet_world *world = reel__ddnet_world_create(NULL, NULL, NULL, NULL);
    static const int32_t ids[] = { -1, 128, INT32_MIN, INT32_MAX };
    for (size_t i = 0; i < 4; i++) {
        reel__ddnet_world_join(world, ids[i]);
        reel__ddnet_world_place(world, ids[i], 0, 0);
        reel__ddnet_world_input(world, ids[i], &nothing);
        reel__ddnet_world_gone(world, ids[i]);
        reel__ddnet_world_kill(world, ids[i]);
        reel__ddnet_world_team(world, ids[i], 1);
        reel__ddnet_world_team_after(world, ids[i], 1);
        reel__ddnet_world_command(world, ids[i], "spec");
        reel__ddnet_world_leave(world, ids[i]);
        reel__ddnet_world_step(world, ids[i]);
        assert_null(reel__ddnet_world_tee(world, ids[i]));
    }
    reel__ddnet_world_free(world);
    reel__ddnet_world_free(NULL);
    reel__ddnet_map_free(NULL);
}

/* Every allocation fails once, and for ever after: nothing leaks, and what could be made works. */
static void memory_may_run_out(void **state)
{
    (void)state;
    for (int once = 0; once < 2; once++) {
        for (size_t fail = 1; fail < 200; fail++) {
            test_allocator counts = { .fail_at = fail, .fail_once = once };
            reel_allocator allocator = test_allocator_of(&counts);
            ddnet_map *map = reel__ddnet_map_create(&allocator, WIDTH, HEIGHT);
            const ddnet_map_tile rows[] = {
                { .x = 2, .y = 2, .count = 3, .kind = DDNET_MAP_GAME, .index = ENTITY_OFFSET + ENTITY_TURRET_FREEZE },
                { .x = 3, .y = 9, .count = 2, .kind = DDNET_MAP_GAME, .index = ENTITY_OFFSET + ENTITY_SPAWN },
                { .x = 8, .y = 2, .count = 1, .kind = DDNET_MAP_GAME, .index = ENTITY_OFFSET + ENTITY_BULLET },
                { .x = 5, .y = 5, .count = 1, .kind = DDNET_MAP_SWITCH, .index = ENTITY_OFFSET + ENTITY_DOOR, .number = 2 },
                { .x = 5, .y = 6, .count = 1, .kind = DDNET_MAP_SWITCH, .index = ENTITY_OFFSET + ENTITY_BEAM_SHORT },
                { .x = 9, .y = 9, .count = 2, .kind = DDNET_MAP_TELE, .index = TILE_TELE_OUT, .number = 1 },
            };
            bool fine = map && reel__ddnet_map_tiles(map, rows, sizeof rows / sizeof *rows);
            if (fine) reel__ddnet_map_setting(map, "tune gravity 0.25");
            ddnet_rules rules = reel__ddnet_rules_default(6);
            ddnet_world *world = fine ? reel__ddnet_world_create(&allocator, map, &rules, NULL) : NULL;
            for (int32_t tick = 1; world && tick < 60; tick++) {
                ddnet_controls input = { .target_x = 5, .fire = tick & 63, .wanted_weapon = tick / 7 % 6 };
                if (tick == 1) reel__ddnet_world_place(world, 0, 200, 200);
                reel__ddnet_world_input(world, 0, &input);
                reel__ddnet_world_step(world, tick);
            }
            reel__ddnet_world_free(world);
            reel__ddnet_map_free(map);
            assert_int_equal(counts.live, 0);
            if (counts.calls < fail) return;
        }
    }
    fail_msg("there were more than 200 allocations");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_tee_falls_and_lands),
        cmocka_unit_test(keys_accelerate_up_to_a_speed),
        cmocka_unit_test(a_tee_jumps_from_the_ground_and_once_in_the_air),
        cmocka_unit_test(the_angle_is_that_of_the_aim),
        cmocka_unit_test(a_hook_flies_holds_and_pulls),
        cmocka_unit_test(a_hook_does_not_hold_on_what_cannot_be_hooked),
        cmocka_unit_test(a_hook_goes_through_what_lets_it),
        cmocka_unit_test(a_hook_holds_a_tee_for_sixty_ticks),
        cmocka_unit_test(tees_push_each_other_unless_they_are_apart),
        cmocka_unit_test(the_newest_tee_acts_first),
        cmocka_unit_test(a_hammer_throws_and_thaws),
        cmocka_unit_test(frozen_tees_do_nothing_for_three_seconds),
        cmocka_unit_test(a_freeze_may_start_again_at_once_since_18_2),
        cmocka_unit_test(kinds_of_freeze_last_as_long_as_they_should),
        cmocka_unit_test(teleporters_lead_to_their_exits),
        cmocka_unit_test(an_exit_of_many_is_the_recorded_one),
        cmocka_unit_test(random_exits_are_those_of_the_games_numbers),
        cmocka_unit_test(speedups_push_by_the_rules_of_their_time),
        cmocka_unit_test(stoppers_stop_their_way),
        cmocka_unit_test(doors_are_closed_while_their_switch_is_on),
        cmocka_unit_test(doors_may_be_open_at_the_start),
        cmocka_unit_test(jumps_can_be_given_and_refilled),
        cmocka_unit_test(zones_have_their_own_tuning),
        cmocka_unit_test(pickups_give_and_take),
        cmocka_unit_test(bullets_fly_their_formula),
        cmocka_unit_test(grenades_throw_lasers_thaw_and_shotguns_pull),
        cmocka_unit_test(draggers_turrets_and_lights_reach_tees),
        cmocka_unit_test(recorded_positions_win),
        cmocka_unit_test(watching_players_tees_wait),
        cmocka_unit_test(death_tiles_kill),
        cmocka_unit_test(curves_are_those_of_the_c_library),
        cmocka_unit_test(states_are_the_same_everywhere),
        cmocka_unit_test(nothing_overflows_whatever_is_recorded),
        cmocka_unit_test(sizes_and_client_ids_are_checked),
        cmocka_unit_test(memory_may_run_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
