/* SPDX-License-Identifier: MIT
 * Pictures of DDNet games with their map: the map itself, and the routes of the runs on it. To renew the golden pictures after looking at
 * them: REEL_WRITE_GOLDEN=1 test_plot_ddnet_map */
#include "picture.h"

#include <reel/ddnet_map.h>
#include <reel/teehistorian.h>

enum { WIDTH = 60, HEIGHT = 20, TILE = 32, START = 10, FINISH = 40, RUNS = 6, MOST_TILES = 1000 };

static const char sha256[] = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
                  other[] = "fedcba9876543210fedcba9876543210fedcba9876543210fedcba9876543210";
static const char *const names[RUNS] = { "fast", "Ann", "Bob", "Cid", "Dan", "nobody" };

/* ---- a map and a game ------------------------------------------------------------------------------------------------- */

static ddnet_map_tile tiles[MOST_TILES];
static size_t tile_count;

static void add_tile(int x, int y, uint32_t count, uint8_t index)
{
    assert_true(tile_count < MOST_TILES);
    tiles[tile_count++] = (ddnet_map_tile){ .x = x, .y = y, .count = count, .kind = DDNET_MAP_GAME, .index = index };
}

/* Walls around, the lines from top to bottom, a freeze and a place of death. */
static reel_replay *make_map(const char *of)
{
    const ddnet_map_info info = { .sha256 = { of, sizeof sha256 - 1 } };
    const ddnet_map_layer layer = { .kind = DDNET_MAP_GAME, .width = WIDTH, .height = HEIGHT, .complete = 1 };
    tile_count = 0;
    for (int y = 0; y < HEIGHT; y++) {
        if (y == 0 || y == HEIGHT - 1) {
            add_tile(0, y, WIDTH, 1);
            continue;
        }
        add_tile(0, y, 1, 1);
        add_tile(START, y, 1, 33);
        if (y > 12) add_tile(20, y, 3, y > 15 ? 2 : 9);
        add_tile(FINISH, y, 1, 34);
        add_tile(WIDTH - 1, y, 1, 3);
    }
    const reel_own_rows rows[] = { { &ddnet_map_infos, &info, 1 },
                                   { &ddnet_map_layers, &layer, 1 },
                                   { &ddnet_map_tiles, tiles, tile_count } };
    reel_replay *map;
    assert_int_equal(reel_replay_of_rows(&reel_format_ddnet_map, rows, 3, NULL, &map, NULL), REEL_OK);
    return map;
}

static void append(reel_writer *writer, const reel_table *table, const void *row)
{
    assert_int_equal(reel_append(writer, table, row, 1), REEL_OK);
}

/* Tees that run to the right, each on a line of its own and slower than the one before. The last one does not finish. */
static reel_replay *make_game(int32_t ticks)
{
    const teehistorian_header header = { .version = 2,
                                         .version_minor = 22,
                                         .present = TEEHISTORIAN_HAS_VERSION_MINOR,
                                         .map_name = { "made", 4 },
                                         .map_sha256 = { sha256, sizeof sha256 - 1 } };
    reel_memory memory;
    reel_writer *writer;
    reel_replay *replay;
    reel_error error;
    assert_int_equal(reel_create(reel_sink_memory(&memory, NULL), &reel_format_teehistorian, NULL, &writer, &error), REEL_OK);
    append(writer, &teehistorian_headers, &header);
    int32_t started[RUNS] = { 0 };
    for (int32_t tick = 1; tick < ticks; tick++)
        for (int32_t cid = 0; cid < RUNS; cid++) {
            const int32_t speed = 20 - 2 * cid, x = 2 * TILE + 16 + speed * (tick - 1), before = x - speed;
            const teehistorian_join join = { .tick = tick, .cid = cid };
            const teehistorian_name name = { .tick = tick, .cid = cid, .name = { names[cid], strlen(names[cid]) } };
            const teehistorian_position at = { .tick = tick,
                                               .cid = cid,
                                               .x = x,
                                               .y = (3 + 2 * cid) * TILE + 16,
                                               .kind = tick == 1 ? TEEHISTORIAN_NEW : TEEHISTORIAN_DIFF };
            const int32_t line = cid == RUNS - 1 ? FINISH - 5 : WIDTH - 3;
            if (tick == 1) append(writer, &teehistorian_joins, &join);
            if (tick == 1) append(writer, &teehistorian_names, &name);
            if (x < line * TILE) append(writer, &teehistorian_positions, &at);
            if (before < (START + 1) * TILE && x >= (START + 1) * TILE) started[cid] = tick - 1;
            if (before >= FINISH * TILE || x < FINISH * TILE || cid == RUNS - 1) continue;
            const teehistorian_finish finish = {
                .tick = tick, .cid = cid, .kind = TEEHISTORIAN_PLAYER_FINISH, .time = tick - started[cid]
            };
            append(writer, &teehistorian_finishes, &finish);
        }
    if (reel_finish(writer, &error) < 0) fail_msg("%s", error.message);
    if (reel_load(reel_source_memory(memory.data, memory.size), NULL, &replay, &error) < 0) fail_msg("%s", error.message);
    reel_memory_free(&memory);
    return replay;
}

static reel_status draw(const char *id, const reel_replay *replay, const reel_replay *map, const char *who, reel_memory *memory)
{
    const reel_plot_options options = { REEL_SIZED(reel_plot_options), .level = map, .who = who };
    return picture_draw(id, replay, &options, memory);
}

/* ---- tests -------------------------------------------------------------------------------------------------------------- */

static void draws_the_golden_pictures(void **state)
{
    static const char *const ids[] = { "routes", "paths", "tiles" };
    (void)state;
    reel_replay *replay = make_game(200), *map = make_map(sha256);
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
        char name[64];
        snprintf(name, sizeof name, "ddnet-map-%s", ids[i]);
        const reel_plot_options options = { REEL_SIZED(reel_plot_options), .level = map };
        reel_memory picture = picture_golden_of(ids[i], replay, &options, name);
        reel_memory_free(&picture);
    }
    reel_free(map);
    reel_free(replay);
}

static void names_the_fastest_runs_in_their_order(void **state)
{
    (void)state;
    reel_replay *replay = make_game(200), *map = make_map(sha256);
    reel_memory picture;
    assert_int_equal(draw("routes", replay, map, NULL, &picture), REEL_OK);
    assert_true(picture_holds(&picture, ">fast 0.94 s<"));
    for (size_t i = 1; i < 4; i++) assert_true(picture_holds(&picture, names[i]));
    assert_true(picture_holds(&picture, ">others<"));
    assert_false(picture_holds(&picture, ">Dan"));
    assert_true(picture_holds(&picture, "; walls grey, freeze pale blue"));
    reel_memory_free(&picture);
    assert_int_equal(draw("routes", replay, map, "Dan", &picture), REEL_OK);
    assert_true(picture_holds(&picture, ">Dan 1.56 s<") && !picture_holds(&picture, ">others<"));
    reel_memory_free(&picture);
    reel_free(map);
    reel_free(replay);
}

static void a_scene_has_the_map(void **state)
{
    (void)state;
    reel_replay *replay = make_game(200), *map = make_map(sha256);
    const reel_plot_options options = { REEL_SIZED(reel_plot_options), .level = map };
    reel_memory with = picture_golden_of("scene", replay, &options, "ddnet-map-scene"), without;
    assert_int_equal(picture_draw("scene", replay, NULL, &without), REEL_OK);
    assert_false(picture_holds(&with, "shaded"));
    assert_true(picture_holds(&without, " on the map; shaded: where characters were"));
    reel_memory_free(&with);
    reel_memory_free(&without);
    reel_free(map);
    reel_free(replay);
}

static void there_is_nothing_without_a_finish_or_a_map(void **state)
{
    (void)state;
    reel_replay *replay = make_game(200), *brief = make_game(30), *map = make_map(sha256), *wrong = make_map(other);
    reel_memory picture;
    assert_int_equal(draw("routes", replay, NULL, NULL, &picture), REEL_END);
    assert_int_equal(draw("routes", brief, map, NULL, &picture), REEL_END);
    assert_int_equal(draw("routes", replay, map, "nobody", &picture), REEL_END);
    assert_int_equal(draw("routes", replay, wrong, NULL, &picture), REEL_ARGUMENT);
    reel_free(wrong);
    reel_free(map);
    reel_free(brief);
    reel_free(replay);
}

/* A map of as many walls as it can have is drawn in larger blocks; tiles out of any range are not drawn. */
static void any_map_is_a_sound_picture(void **state)
{
    enum { LARGE = 600, ODD = 5 };
    static const int32_t odd[ODD] = { INT32_MIN, -1, 0, LARGE, INT32_MAX };
    (void)state;
    reel_replay *replay = make_game(200), *map;
    const ddnet_map_info info = { .sha256 = { sha256, sizeof sha256 - 1 } };
    const ddnet_map_layer layer = { .kind = DDNET_MAP_GAME, .width = LARGE, .height = LARGE, .complete = 1 };
    ddnet_map_tile *many = calloc((size_t)LARGE * LARGE / 2 + ODD * ODD, sizeof *many);
    size_t count = 0;
    assert_non_null(many);
    for (int y = 0; y < LARGE; y++)
        for (int x = y % 2; x < LARGE; x += 2)
            many[count++] = (ddnet_map_tile){ .x = x, .y = y, .count = 1, .kind = DDNET_MAP_GAME, .index = x % 3 ? 1 : 9 };
    for (int i = 0; i < ODD * ODD; i++)
        many[count++] = (ddnet_map_tile){
            .x = odd[i % ODD], .y = odd[i / ODD], .count = i % 2 ? UINT32_MAX : 1, .kind = DDNET_MAP_FRONT, .index = 34
        };
    const reel_own_rows rows[] = { { &ddnet_map_infos, &info, 1 },
                                   { &ddnet_map_layers, &layer, 1 },
                                   { &ddnet_map_tiles, many, count } };
    assert_int_equal(reel_replay_of_rows(&reel_format_ddnet_map, rows, 3, NULL, &map, NULL), REEL_OK);
    const char *const ids[] = { "paths", "tiles" };
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
        reel_memory picture;
        const reel_status status = draw(ids[i], replay, map, NULL, &picture);
        assert_true(picture_checked(status, &picture, ids[i], "a map of many walls"));
    }
    free(many);
    reel_free(map);
    reel_free(replay);
}

static void every_lack_of_memory_is_an_error(void **state)
{
    (void)state;
    reel_replay *replay = make_game(120), *map = make_map(sha256);
    picture_faults_of("routes", replay, map);
    picture_faults_of("tiles", replay, map);
    picture_faults_of("scene", replay, map);
    reel_free(map);
    reel_free(replay);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(draws_the_golden_pictures),  cmocka_unit_test(names_the_fastest_runs_in_their_order),
        cmocka_unit_test(a_scene_has_the_map),        cmocka_unit_test(there_is_nothing_without_a_finish_or_a_map),
        cmocka_unit_test(any_map_is_a_sound_picture), cmocka_unit_test(every_lack_of_memory_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
