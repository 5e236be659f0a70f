/* SPDX-License-Identifier: MIT
 * From a recording of DDNet to a ghost: the player of a demo of the same game. */
#include "game/ddnet/world.h"
#include "made_game.h"

#include <reel/ddnet.h>
#include <reel/ghost.h>

enum { FIRST = 700, END = 1500, SEEDS = 12 };

static reel_memory map_bytes;
static reel_replay *map;
static made_game game;

static reel_status convert(const reel_format *to, reel_convert_options how, reel_memory *out, reel_error *error)
{
    how.struct_size = sizeof how;
    how.level = map;
    return reel_convert(reel_source_memory(game.memory.data, game.memory.size), NULL, to, reel_sink_memory(out, NULL), &how,
                        error);
}

static reel_convert_options run_of(int32_t cid, int32_t first, int32_t end)
{
    return (
        reel_convert_options){ .flags = REEL_FOLLOW, .follow = cid, .has_from = true, .from = first, .has_to = true, .to = end };
}

static reel_replay *load(const reel_format *to, reel_convert_options how)
{
    reel_memory out;
    reel_error error;
    if (convert(to, how, &out, &error) < 0) fail_msg("%s: %s", error.rule, error.message);
    reel_replay *replay = load_bytes(out.data, out.size, NULL);
    reel_memory_free(&out);
    return replay;
}

static void expect_tee(const ghost_character *ghost, const demo_character *tee, int32_t freeze_end)
{
    assert_int_equal(ghost->x, tee->x);
    assert_int_equal(ghost->y, tee->y);
    assert_int_equal(ghost->vel_x, tee->vel_x);
    assert_int_equal(ghost->vel_y, 0);
    assert_int_equal(ghost->angle, tee->angle);
    assert_int_equal(ghost->direction, tee->direction);
    assert_int_equal(ghost->weapon, freeze_end ? 5 : tee->weapon);
    assert_int_equal(ghost->hook_state, tee->hook_state);
    assert_int_equal(ghost->hook_x, tee->hook_x);
    assert_int_equal(ghost->hook_y, tee->hook_y);
    assert_int_equal(ghost->attack_tick, tee->attack_tick);
    assert_int_equal(ghost->present, GHOST_HAS_TICK);
}

/* Compares a ghost with the characters that a demo states of that player. Returns their number. */
static size_t compare(const reel_replay *ghost, const reel_replay *demo, int32_t cid)
{
    size_t count, tees, g = 0;
    int32_t freeze_end = 0;
    const ghost_character *rows = reel_rows(ghost, &ghost_characters, &count);
    const demo_character *tee = reel_rows(demo, &demo_characters, &tees);
    for (size_t i = 0; i < tees; i++) {
        if (tee[i].cid != cid) continue;
        if (tee[i].present & DEMO_CHARACTER_DDNET) freeze_end = tee[i].freeze_end;
        assert_true(g < count);
        assert_int_equal(rows[g].tick, tee[i].tick);
        expect_tee(&rows[g++], &tee[i], freeze_end);
    }
    assert_int_equal(g, count);
    return count;
}

static void check_header(const reel_replay *ghost, const reel_replay *demo, int32_t cid)
{
    size_t count, clients;
    const ghost_info *info = reel_rows(ghost, &ghost_infos, &count);
    assert_int_equal(count, 1);
    assert_int_equal(info->version, 6);
    assert_int_equal(info->race_time, (END - 1 - FIRST) * 20);
    assert_int_equal(info->map_name.size, 4);
    assert_memory_equal(info->map_name.data, "room", 4);
    assert_int_equal(info->map_sha256.size, made_info(map)->sha256.size);
    assert_memory_equal(info->map_sha256.data, made_info(map)->sha256.data, info->map_sha256.size);
    const ghost_start *start = reel_rows(ghost, &ghost_starts, &count);
    assert_int_equal(count, 1);
    assert_int_equal(start->tick, FIRST - 1);
    reel_rows(ghost, &ghost_characters, &count);
    assert_int_equal(info->ticks, count);
    const ghost_skin *skin = reel_rows(ghost, &ghost_skins, &count);
    const demo_client *client = reel_rows(demo, &demo_clients, &clients);
    assert_int_equal(count, 1);
    for (size_t i = 0; i < clients && client[i].tick == FIRST; i++) { /* a slot may have another client later */
        if (client[i].cid != cid) continue;
        assert_int_equal(skin->skin.size, client[i].skin.size);
        assert_memory_equal(skin->skin.data, client[i].skin.data, skin->skin.size);
    }
}

static void ghosts_are_the_players_of_demos(void **state)
{
    size_t compared = 0;
    (void)state;
    for (uint32_t seed = 0; seed < SEEDS; seed++) {
        reel_memory out;
        reel_error error;
        made_random(&game, map, seed, 2000);
        const int32_t cid = (int32_t)(seed % MADE_CLIENTS);
        reel_replay *demo = load(&reel_format_demo, run_of(cid, FIRST, END));
        if (convert(&reel_format_ghost, run_of(cid, FIRST, END), &out, &error) < 0) {
            assert_string_equal(error.rule, "convert.run"); /* the player has no tee in all these ticks */
            assert_int_equal(compare(demo, demo, cid), 0);
        } else {
            reel_replay *ghost = load_bytes(out.data, out.size, NULL);
            reel_memory_free(&out);
            compared += compare(ghost, demo, cid);
            check_header(ghost, demo, cid);
            reel_free(ghost);
        }
        reel_free(demo);
        reel_memory_free(&game.memory);
    }
    assert_true(compared > SEEDS * 100);
}

static void what_is_no_run_is_refused(void **state)
{
    (void)state;
    made_random(&game, map, 1, 500);
    reel_convert_options none = run_of(0, 100, 200), open = none, still = none, long_time = none, nobody = none;
    none.flags = 0;
    open.has_to = false;
    still.to = still.from + 1;
    long_time.to = 1e9;
    nobody.follow = 77;
    const reel_convert_options all[] = { none, open, still, long_time, nobody };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        reel_memory out;
        reel_error error;
        assert_int_equal(convert(&reel_format_ghost, all[i], &out, &error), REEL_ARGUMENT);
        assert_string_equal(error.rule, "convert.run");
    }
    reel_memory_free(&game.memory);
}

/* ---- demos and ghosts ------------------------------------------------------------------------------------------- */

static reel_memory turned(const reel_memory *from, const reel_format *to, int32_t cid, reel_findings *findings)
{
    reel_memory out;
    reel_error error;
    const reel_options options = { REEL_SIZED(reel_options), .report = reel_findings_report, .report_context = findings };
    const reel_convert_options how = { REEL_SIZED(reel_convert_options), .flags = cid >= 0 ? REEL_FOLLOW : 0, .follow = cid };
    if (reel_convert(reel_source_memory(from->data, from->size), &options, to, reel_sink_memory(&out, NULL), &how, &error) < 0)
        fail_msg("%s: %s", error.rule, error.message);
    return out;
}

static void expect_same_characters(const reel_memory *a, const reel_memory *b)
{
    size_t count, other;
    reel_replay *first = load_bytes(a->data, a->size, NULL), *second = load_bytes(b->data, b->size, NULL);
    const ghost_character *rows = reel_rows(first, &ghost_characters, &count);
    const ghost_character *others = reel_rows(second, &ghost_characters, &other);
    assert_int_equal(count, other);
    for (size_t i = 0; i < count; i++)
        for (size_t f = 0; f < ghost_characters.field_count; f++)
            assert_memory_equal((const uint8_t *)&rows[i] + ghost_characters.fields[f].offset,
                                (const uint8_t *)&others[i] + ghost_characters.fields[f].offset,
                                reel_type_size(ghost_characters.fields[f].type));
    reel_free(first);
    reel_free(second);
}

/* Whether a loss of a field was reported, or of a whole table. */
static bool is_lost(const reel_findings *findings, const char *what)
{
    for (size_t i = 0; i < reel_findings_count(findings); i++) {
        const reel_finding *finding = reel_findings_at(findings, i);
        if (strcmp(finding->rule, "convert.loss") == 0 && strncmp(finding->message, what, strlen(what)) == 0) return true;
    }
    return false;
}

static bool has_rule(const reel_findings *findings, const char *rule)
{
    for (size_t i = 0; i < reel_findings_count(findings); i++)
        if (strcmp(reel_findings_at(findings, i)->rule, rule) == 0) return true;
    return false;
}

static void demos_and_ghosts_have_the_same_player(void **state)
{
    (void)state;
    for (uint32_t seed = 0; seed < SEEDS; seed++) {
        reel_memory ghost, demo;
        reel_error error;
        const int32_t cid = (int32_t)(seed % MADE_CLIENTS);
        made_random(&game, map, seed, 2000);
        if (convert(&reel_format_ghost, run_of(cid, FIRST, END), &ghost, &error) >= 0) {
            assert_true(convert(&reel_format_demo, run_of(cid, FIRST, END), &demo, &error) >= 0);
            reel_findings *none = reel_findings_new(NULL), *some = reel_findings_new(NULL);
            reel_memory of_demo = turned(&demo, &reel_format_ghost, seed % 2 ? cid : -1, some);
            expect_same_characters(&ghost, &of_demo); /* the client that is followed is that of the demo */
            reel_memory shown = turned(&ghost, &reel_format_demo, -1, none);
            reel_memory back = turned(&shown, &reel_format_ghost, -1, some);
            expect_same_characters(&ghost, &back);
            assert_false(is_lost(none, "characters"));
            assert_false(is_lost(none, "skins"));
            assert_true(is_lost(some, "characters.hooked_cid") || is_lost(some, "characters.jumped"));
            assert_false(is_lost(some, "characters.x"));
            assert_false(is_lost(some, "characters.hook_x"));
            reel_findings_free(none);
            reel_findings_free(some);
            reel_memory_free(&of_demo);
            reel_memory_free(&shown);
            reel_memory_free(&back);
            reel_memory_free(&demo);
            reel_memory_free(&ghost);
        }
        reel_memory_free(&game.memory);
    }
}

/* ---- what servers leave to clients ------------------------------------------------------------------------------ */

enum { PLAYED = 400, KEYS_EACH = 40, START_X = 300, START_Y = 500 };

/* A tee that runs, jumps, falls, and hooks the ceiling: another of these each while. */
static ddnet_controls keys_of(int32_t tick)
{
    static const ddnet_controls keys[] = { { .direction = 1, .target_x = 100 },
                                           { .direction = 1, .target_x = 100, .jump = 1 },
                                           { .direction = -1, .target_x = -90, .target_y = -200, .hook = 1 },
                                           { .target_x = 10, .target_y = -10 },
                                           { .direction = 1, .target_x = 60, .target_y = -150, .hook = 1, .jump = 1 } };
    return keys[tick / KEYS_EACH % (int32_t)(sizeof keys / sizeof *keys)];
}

static void put_tee(reel_writer *writer, const ddnet_tee *tee, int32_t tick)
{
    const demo_character row = { .tick = tick,
                                 .item_tick = tick,
                                 .cid = 3,
                                 .x = tee->x,
                                 .y = tee->y,
                                 .vel_x = tee->vel_x,
                                 .vel_y = tee->vel_y,
                                 .angle = tee->angle,
                                 .direction = tee->direction,
                                 .jumped = tee->jumped,
                                 .hooked_cid = tee->hooked_cid,
                                 .hook_state = tee->hook_state,
                                 .hook_tick = tee->hook_tick,
                                 .hook_x = tee->hook_x,
                                 .hook_y = tee->hook_y,
                                 .hook_dx = tee->hook_dx,
                                 .hook_dy = tee->hook_dy,
                                 .weapon = 1,
                                 .present = DEMO_CHARACTER_CORE | DEMO_CHARACTER_FLAGS };
    assert_int_equal(reel_append(writer, &demo_characters, &row, 1), REEL_OK);
}

/* A demo of the same game: the tee is stated in each tick, or where keys have changed since the last tick. */
static reel_memory play(bool in_each_tick)
{
    reel_memory out;
    reel_writer *writer;
    reel_error error;
    size_t tiles;
    ddnet_map *room = reel__ddnet_map_create(NULL, MADE_WIDTH, MADE_HEIGHT);
    const ddnet_map_tile *tile = reel_rows(map, &ddnet_map_tiles, &tiles);
    assert_true(reel__ddnet_map_tiles(room, tile, tiles));
    ddnet_rules rules = reel__ddnet_rules_default(22);
    rules.free_running = 1;
    ddnet_world *world = reel__ddnet_world_create(NULL, room, &rules, NULL);
    assert_non_null(world);
    assert_int_equal(reel_create(reel_sink_memory(&out, NULL), &reel_format_demo, NULL, &writer, &error), REEL_OK);
    const demo_info info = { .version = 6,
                             .net_version = { "0.6 626fce9a778df4d4", 20 },
                             .map_name = { "room", 4 },
                             .map_crc = made_info(map)->crc,
                             .map_sha256 = made_info(map)->sha256,
                             .recorder = { "client", 6 } };
    assert_int_equal(reel_append(writer, &demo_infos, &info, 1), REEL_OK);
    reel__ddnet_world_join(world, 3);
    reel__ddnet_world_place(world, 3, START_X, START_Y);
    for (int32_t tick = 1; tick <= PLAYED; tick++) {
        const ddnet_controls keys = keys_of(tick), before = keys_of(tick - 1);
        reel__ddnet_world_input(world, 3, &keys);
        reel__ddnet_world_step(world, tick);
        const ddnet_tee *tee = reel__ddnet_world_tee(world, 3);
        assert_non_null(tee);
        const bool first = tick == 1, changed = first || memcmp(&keys, &before, sizeof keys) != 0;
        const demo_snapshot snapshot = { .tick = tick, .keyframe = first, .kind = first ? DEMO_FULL : DEMO_DELTA };
        const demo_player player = {
            .tick = tick, .cid = 3, .client_id = 3, .local = 1, .present = DEMO_PLAYER_CORE | DEMO_PLAYER_SIX
        };
        assert_int_equal(reel_append(writer, &demo_snapshots, &snapshot, 1), REEL_OK);
        if (first) assert_int_equal(reel_append(writer, &demo_players, &player, 1), REEL_OK);
        if (in_each_tick || changed || tick == 2) put_tee(writer, tee, tick);
    }
    if (reel_finish(writer, &error) < 0) fail_msg("%s", error.message);
    reel__ddnet_world_free(world);
    reel__ddnet_map_free(room);
    return out;
}

static reel_replay *stats_of(const reel_memory *demo, const reel_replay *level)
{
    static const reel_table *const tables[] = { &ddnet_positions, &ddnet_heats, &ddnet_shown_tees, NULL };
    reel_replay *replay = load_bytes(demo->data, demo->size, NULL), *stats;
    const reel_insight_options how = { REEL_SIZED(reel_insight_options), .level = level, .tables = tables };
    assert_int_equal(
        reel_insight_run_chunk(&reel_insight_ddnet, &reel_format_demo, reel_replay_chunk(replay), &how, &stats, NULL), REEL_OK);
    reel_free(replay);
    return stats;
}

static bool have_same_rows(const reel_replay *a, const reel_replay *b, const reel_table *table)
{
    size_t count, others;
    const void *rows = reel_rows(a, table, &count), *other = reel_rows(b, table, &others);
    assert_true(count > 0);
    return count == others && memcmp(rows, other, count * table->row_size) == 0;
}

static void what_clients_compute_is_in_the_statistics_of_a_demo_with_its_map(void **state)
{
    (void)state;
    size_t count;
    reel_memory each = play(true), some = play(false);
    reel_replay *truth = stats_of(&each, map), *shown = stats_of(&some, map), *plain = stats_of(&some, NULL);
    assert_true(have_same_rows(truth, shown, &ddnet_positions));
    assert_true(have_same_rows(truth, shown, &ddnet_heats));
    assert_false(have_same_rows(truth, plain, &ddnet_positions));
    const ddnet_shown_tee *tee = reel_rows(truth, &ddnet_shown_tees, &count), *same = reel_rows(shown, &ddnet_shown_tees, &count);
    assert_int_equal(count, 1);
    assert_true(tee->distance > 10 && tee->hook_ticks > 10);
    assert_true(tee->distance == same->distance && tee->top_speed == same->top_speed);
    assert_true(tee->hook_ticks == same->hook_ticks && tee->hold_ticks == same->hold_ticks);
    reel_free(truth);
    reel_free(shown);
    reel_free(plain);
    reel_memory_free(&each);
    reel_memory_free(&some);
}

static void what_clients_compute_is_in_the_ghost_of_a_demo_with_its_map(void **state)
{
    (void)state;
    reel_findings *findings = reel_findings_new(NULL);
    reel_memory each = play(true), some = play(false), out;
    reel_memory truth = turned(&each, &reel_format_ghost, -1, findings);
    reel_error error;
    const reel_convert_options how = { REEL_SIZED(reel_convert_options), .level = map };
    assert_true(some.size < each.size / 2);
    assert_int_equal(reel_convert(reel_source_memory(some.data, some.size), NULL, &reel_format_ghost,
                                  reel_sink_memory(&out, NULL), &how, &error),
                     REEL_OK);
    expect_same_characters(&truth, &out);
    assert_false(has_rule(findings, "convert.predicted"));
    reel_memory gaps = turned(&some, &reel_format_ghost, -1, findings);
    assert_true(has_rule(findings, "convert.predicted"));
    assert_true(gaps.size < truth.size / 2);
    reel_memory_free(&gaps);
    reel_findings_free(findings);
    reel_memory_free(&each);
    reel_memory_free(&some);
    reel_memory_free(&truth);
    reel_memory_free(&out);
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
    const struct CMUnitTest tests[] = { cmocka_unit_test(ghosts_are_the_players_of_demos),
                                        cmocka_unit_test(demos_and_ghosts_have_the_same_player),
                                        cmocka_unit_test(what_clients_compute_is_in_the_ghost_of_a_demo_with_its_map),
                                        cmocka_unit_test(what_clients_compute_is_in_the_statistics_of_a_demo_with_its_map),
                                        cmocka_unit_test(what_is_no_run_is_refused) };
    return cmocka_run_group_tests(tests, begin, end);
}
