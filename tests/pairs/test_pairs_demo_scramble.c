/* SPDX-License-Identifier: MIT
 * A scrambled demo beside the plain one of the same game: near enough to watch, and without the values that it hides. */
#include "made_game.h"

#include <reel/ghost.h>

enum { PLACE_X = 2, PLACE_Y = 1, LATE = 2, TICKS = 700 };

static const uint8_t one_key[32] = { 1, 2, 3 }, other_key[32] = { 1, 2, 4 };

static reel_memory map_bytes;
static reel_replay *map;
static made_game game;

static reel_memory convert(const void *key, const reel_convert_options *span)
{
    reel_memory out;
    reel_error error;
    reel_convert_options how = *span;
    how.struct_size = sizeof how;
    how.level = map;
    how.scramble_key = key;
    how.scramble_key_size = key ? sizeof one_key : 0;
    if (reel_convert(reel_source_memory(game.memory.data, game.memory.size), NULL, &reel_format_demo,
                     reel_sink_memory(&out, NULL), &how, &error) < 0)
        fail_msg("%s: %s", error.rule, error.message);
    return out;
}

static reel_replay *load(const void *key)
{
    reel_memory bytes = convert(key, &(reel_convert_options){ .flags = 0 });
    reel_replay *replay = load_bytes(bytes.data, bytes.size, NULL);
    reel_memory_free(&bytes);
    return replay;
}

/* ---- what is hidden --------------------------------------------------------------------------------------------- */

/* What a tee had before, in both demos. */
typedef struct history {
    bool is_known;
    demo_character plain, scrambled;
    int32_t directions[LATE + 1]; /* of the last ticks in the plain demo */
} history;

typedef struct counts {
    uint64_t tees, moved, turned, late_keys, late_hooks, leaks;
} counts;

static bool is_near(int64_t a, int64_t b, int64_t by) { return a - b <= by && b - a <= by; }

static bool was_pressed(const history *h, int32_t direction)
{
    for (size_t i = 0; i <= LATE; i++)
        if (h->directions[i] == direction) return true;
    return false;
}

static void compare_speed(const history *h, const demo_character *b)
{
    const bool follows = h->is_known && h->scrambled.tick == b->tick - 1;
    assert_int_equal(b->vel_x, follows ? 256 * (b->x - h->scrambled.x) : 0);
    assert_int_equal(b->vel_y, follows ? 256 * (b->y - h->scrambled.y) : 0);
}

static void compare_tee(history *h, const demo_character *a, const demo_character *b, counts *c)
{
    const bool follows = h->is_known && h->plain.tick == a->tick - 1;
    assert_true(a->tick == b->tick && a->cid == b->cid && a->weapon == b->weapon && a->attack_tick == b->attack_tick);
    assert_true(a->freeze_end == b->freeze_end && a->player_flags == b->player_flags && a->item_tick == b->item_tick);
    if (!is_near(a->x, b->x, PLACE_X) || !is_near(a->y, b->y, PLACE_Y))
        fail_msg("tick %d: tee %d is at %d, %d, stated at %d, %d", a->tick, a->cid, a->x, a->y, b->x, b->y);
    compare_speed(h, b);
    for (size_t i = LATE; i; i--) h->directions[i] = follows ? h->directions[i - 1] : a->direction;
    h->directions[0] = a->direction;
    if (!was_pressed(h, b->direction)) fail_msg("tick %d: tee %d goes %d too late", a->tick, a->cid, b->direction);
    const double turn = (double)a->angle - b->angle;
    if (a->target_x && b->target_x && !(turn < 12 && turn > -12) && !(turn < -1596 || turn > 1596))
        fail_msg("tick %d: tee %d aims at %d, stated %d", a->tick, a->cid, a->angle, b->angle);
    if (b->hook_state <= 0) assert_true(b->hook_x == b->x && b->hook_y == b->y);
    c->tees++;
    c->moved += a->x != b->x || a->y != b->y;
    c->turned += a->angle != b->angle;
    c->late_keys += a->direction != b->direction;
    c->late_hooks += (a->hook_state > 0) != (b->hook_state > 0);
    c->leaks += b->hook_x == a->x && b->hook_y == a->y && (a->x != b->x || a->y != b->y);
    h->is_known = true;
    h->plain = *a;
    h->scrambled = *b;
}

static counts compare(const reel_replay *plain, const reel_replay *scrambled)
{
    static history tees[MADE_CLIENTS];
    counts c = { 0 };
    size_t a_count, b_count;
    const demo_character *a = reel_rows(plain, &demo_characters, &a_count), *b = reel_rows(scrambled, &demo_characters, &b_count);
    memset(tees, 0, sizeof tees);
    assert_int_equal(a_count, b_count);
    for (size_t i = 0; i < a_count; i++) compare_tee(&tees[a[i].cid], &a[i], &b[i], &c);
    return c;
}

static void tees_are_near_and_nothing_says_what_was_pressed(void **state)
{
    (void)state;
    counts sum = { 0 };
    for (uint32_t seed = 1; seed <= by_effort(20, 6, 3); seed++) {
        trying("game %u", seed);
        made_random(&game, map, seed, TICKS);
        reel_replay *plain = load(NULL), *scrambled = load(one_key);
        const counts c = compare(plain, scrambled);
        sum.tees += c.tees, sum.moved += c.moved, sum.turned += c.turned, sum.late_keys += c.late_keys;
        sum.late_hooks += c.late_hooks, sum.leaks += c.leaks;
        reel_free(plain);
        reel_free(scrambled);
        reel_memory_free(&game.memory);
    }
    print_message("of %u tees %u are moved, %u turned, %u press late, %u hook late\n", (unsigned)sum.tees, (unsigned)sum.moved,
                  (unsigned)sum.turned, (unsigned)sum.late_keys, (unsigned)sum.late_hooks);
    assert_true(sum.moved > sum.tees / 2 && sum.turned > sum.tees / 2);
    assert_true(sum.late_keys && sum.late_hooks);
    assert_int_equal(sum.leaks, 0);
}

/* Shots begin where tees are, and point where they aim. */
static void shots_keep_their_number_and_their_place_for_as_long_as_they_fly(void **state)
{
    (void)state;
    size_t a_count, b_count, changed = 0;
    made_random(&game, map, 2, TICKS);
    reel_replay *plain = load(NULL), *scrambled = load(one_key);
    const demo_projectile *a = reel_rows(plain, &demo_projectiles, &a_count),
                          *b = reel_rows(scrambled, &demo_projectiles, &b_count);
    assert_int_equal(a_count, b_count);
    assert_true(a_count > 10);
    for (size_t i = 0; i < a_count; i++) {
        assert_true(a[i].id == b[i].id && a[i].tick == b[i].tick && a[i].start_tick == b[i].start_tick && a[i].type == b[i].type);
        assert_true(is_near(a[i].x, b[i].x, PLACE_X) && is_near(a[i].y, b[i].y, PLACE_Y));
        assert_true(is_near(a[i].vel_x, b[i].vel_x, 4) && is_near(a[i].vel_y, b[i].vel_y, 4));
        changed += a[i].x != b[i].x || a[i].y != b[i].y || a[i].vel_x != b[i].vel_x || a[i].vel_y != b[i].vel_y;
        for (size_t k = 0; k < i; k++) /* a key frame states it again */
            if (b[k].id == b[i].id && a[k].x == a[i].x && a[k].y == a[i].y && a[k].start_tick == a[i].start_tick &&
                a[k].vel_x == a[i].vel_x && a[k].vel_y == a[i].vel_y)
                assert_true(b[k].x == b[i].x && b[k].y == b[i].y && b[k].vel_x == b[i].vel_x && b[k].vel_y == b[i].vel_y);
    }
    assert_true(changed > a_count / 2);
    reel_free(plain);
    reel_free(scrambled);
    reel_memory_free(&game.memory);
}

/* ---- the key ---------------------------------------------------------------------------------------------------- */

static bool are_same(reel_memory a, reel_memory b)
{
    const bool same = a.size == b.size && memcmp(a.data, b.data, a.size) == 0;
    reel_memory_free(&a);
    reel_memory_free(&b);
    return same;
}

/* Two demos of a game tell no more than one, and a game that somebody knows tells nothing of another one. */
static void errors_follow_from_the_key_and_the_game(void **state)
{
    (void)state;
    static const reel_convert_options whole = { .flags = 0 };
    made_random(&game, map, 3, TICKS);
    assert_true(are_same(convert(one_key, &whole), convert(one_key, &whole)));
    assert_false(are_same(convert(one_key, &whole), convert(other_key, &whole)));
    assert_false(are_same(convert(one_key, &whole), convert(NULL, &whole)));
    reel_replay *one = load(one_key);
    reel_memory again;
    reel_error error;
    const reel_convert_options rename = { REEL_SIZED(reel_convert_options),
                                          .settings = &(reel_setting){ "game_uuid", "00000000-0000-0000-0000-000000000005" },
                                          .setting_count = 1 };
    assert_int_equal(reel_convert(reel_source_memory(game.memory.data, game.memory.size), NULL, &reel_format_teehistorian,
                                  reel_sink_memory(&again, NULL), &rename, &error),
                     REEL_OK);
    reel_memory_free(&game.memory);
    game.memory = again;
    reel_replay *other = load(one_key);
    size_t count, others, same = 0;
    const demo_character *a = reel_rows(one, &demo_characters, &count), *b = reel_rows(other, &demo_characters, &others);
    assert_int_equal(count, others);
    for (size_t i = 0; i < count; i++) same += a[i].angle == b[i].angle && a[i].x == b[i].x && a[i].y == b[i].y;
    assert_true(same < count / 4);
    reel_free(one);
    reel_free(other);
    reel_memory_free(&game.memory);
}

static void refuse(const reel_format *to, const void *key, size_t size, reel_status status)
{
    reel_memory out;
    reel_error error;
    const reel_convert_options how = { REEL_SIZED(reel_convert_options), .level = map, .scramble_key = key,
                                       .scramble_key_size = size };
    assert_int_equal(reel_convert(reel_source_memory(game.memory.data, game.memory.size), NULL, to, reel_sink_memory(&out, NULL),
                                  &how, &error),
                     status);
    assert_string_equal(error.rule, "convert.scramble");
}

static void a_short_key_and_other_formats_are_refused(void **state)
{
    (void)state;
    made_random(&game, map, 3, 20);
    refuse(&reel_format_demo, one_key, 15, REEL_ARGUMENT);
    refuse(&reel_format_demo, NULL, 16, REEL_ARGUMENT);
    refuse(&reel_format_ghost, one_key, 16, REEL_UNSUPPORTED);
    refuse(&reel_format_teehistorian, one_key, 16, REEL_UNSUPPORTED);
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
        cmocka_unit_test(tees_are_near_and_nothing_says_what_was_pressed),
        cmocka_unit_test(shots_keep_their_number_and_their_place_for_as_long_as_they_fly),
        cmocka_unit_test(errors_follow_from_the_key_and_the_game),
        cmocka_unit_test(a_short_key_and_other_formats_are_refused),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
