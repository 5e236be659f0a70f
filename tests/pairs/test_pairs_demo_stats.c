/* SPDX-License-Identifier: MIT
 * Statistics and plots of demos and ghosts: those of a recording, as far as a demo of the same game shows it. */
#include "made_game.h"

#include "../plot/xml.h"
#include "core/memory.h"

#include <reel/ddnet.h>
#include <reel/ghost.h>
#include <reel/plot.h>

#include <math.h>

enum { SEEDS = 15, TICKS = 2000, FROM = 100, TO = 700 };

static reel_memory map_bytes;
static reel_replay *map;
static made_game game;

static const reel_table *const compared[] = {
    &ddnet_summaries, &ddnet_sessions,       &ddnet_activities,        &ddnet_finishes,    &ddnet_teams,   &ddnet_characters,
    &ddnet_onlines,   &ddnet_heats,          &ddnet_positions,         &ddnet_inputs,      &ddnet_players, &ddnet_shown_tees,
    &ddnet_kills,     &ddnet_level_finishes, &ddnet_level_checkpoints, &ddnet_level_tiles, &ddnet_names,   NULL
};

static reel_replay *stats_of(const reel_replay *replay, const reel_replay *level)
{
    reel_replay *result;
    reel_error error;
    const reel_insight_options options = { REEL_SIZED(reel_insight_options), .level = level, .tables = compared };
    if (reel_insight_run_chunk(&reel_insight_ddnet, reel_replay_format(replay), reel_replay_chunk(replay), &options, &result,
                               &error) < 0)
        fail_msg("%s: %s", error.rule, error.message);
    return result;
}

static reel_replay *converted(const reel_format *to, reel_convert_options how)
{
    reel_memory out;
    reel_error error;
    how.struct_size = sizeof how;
    how.level = map;
    if (reel_convert(reel_source_memory(game.memory.data, game.memory.size), NULL, to, reel_sink_memory(&out, NULL), &how,
                     &error) < 0)
        fail_msg("%s: %s", error.rule, error.message);
    reel_replay *replay = load_bytes(out.data, out.size, NULL);
    reel_memory_free(&out);
    return replay;
}

/* ---- what a demo has of its recording ------------------------------------------------------------------------------- */

/* The rows that a predicate keeps have the same values in both but for one field. */
static size_t expect_same(const reel_replay *a, const reel_replay *b, const reel_table *table, const char *but)
{
    size_t count, others;
    const uint8_t *row = reel_rows(a, table, &count), *other = reel_rows(b, table, &others);
    if (count != others) fail_msg("%s: %zu rows, not %zu", table->name, others, count);
    for (size_t i = 0; i < count; i++)
        for (size_t f = 0; f < table->field_count; f++) {
            const reel_field *field = &table->fields[f];
            if (strcmp(field->name, but) == 0) continue;
            if (memcmp(row + i * table->row_size + field->offset, other + i * table->row_size + field->offset,
                       reel_type_size(field->type)) != 0)
                fail_msg("%s: row %zu differs in %s", table->name, i, field->name);
        }
    return count;
}

/* The ticks of both: a demo may go on for some ticks behind the last row of its recording, in which the tees stand. */
static void expect_same_positions(const reel_replay *a, const reel_replay *b)
{
    size_t count, others;
    const ddnet_position *row = reel_rows(a, &ddnet_positions, &count), *other = reel_rows(b, &ddnet_positions, &others);
    assert_true(count > 1000 && others >= count);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(row[i].tick, other[i].tick);
        assert_int_equal(row[i].cid, other[i].cid);
        assert_int_equal(row[i].x, other[i].x);
        assert_int_equal(row[i].y, other[i].y);
    }
    for (size_t i = count; i < others; i++) assert_true(other[i].tick > row[count - 1].tick);
}

static double distance_of(const reel_replay *stats)
{
    size_t count;
    double sum = 0;
    const ddnet_activity *row = reel_rows(stats, &ddnet_activities, &count);
    for (size_t i = 0; i < count; i++) sum += row[i].distance;
    return sum;
}

static void tees_are_where_the_recording_has_them(void **state)
{
    size_t tiles = 0;
    (void)state;
    for (uint32_t seed = 0; seed < SEEDS; seed++) {
        made_random(&game, map, seed, TICKS);
        reel_replay *recording = load_bytes(game.memory.data, game.memory.size, NULL);
        reel_replay *demo = converted(&reel_format_demo, (reel_convert_options){ .flags = 0 });
        reel_replay *truth = stats_of(recording, map), *shown = stats_of(demo, map), *plain = stats_of(demo, NULL);
        expect_same_positions(truth, shown);
        expect_same_positions(truth, plain); /* each tick is stated, so nothing is left to the map */
        assert_true(expect_same(truth, shown, &ddnet_characters, "session") > 0);
        tiles += expect_same(truth, shown, &ddnet_level_tiles, "session");
        expect_same(truth, shown, &ddnet_level_checkpoints, "session");
        assert_true(fabs(distance_of(truth) - distance_of(shown)) < 1e-6);
        reel_free(plain);
        reel_free(shown);
        reel_free(truth);
        reel_free(demo);
        reel_free(recording);
        reel_memory_free(&game.memory);
    }
    assert_true(tiles > 100);
}

static bool is_text(reel_string text, const char *expected)
{
    return text.size == strlen(expected) && memcmp(text.data, expected, text.size) == 0;
}

/* A tee that runs through the lines, and one that is killed. */
static void make_race(void)
{
    made_tee next[MADE_CLIENTS] = { { .online = true, .alive = true, .x = 64, .y = 400 },
                                    { .online = true, .alive = true, .x = 200, .y = 200 } };
    made_begin(&game, map, 22, 1);
    for (int32_t cid = 0; cid < 2; cid++) made_join(&game, cid);
    made_describe(&game, 0, "ann");
    made_describe(&game, 1, "bob");
    for (int32_t cid = 0; cid < 2; cid++) made_put(&game, &teehistorian_readies, &(teehistorian_ready){ .cid = cid });
    int32_t start = 0, finish = 0;
    for (int32_t tick = 1; tick < 250; tick++) {
        const int32_t before = next[0].x;
        next[0].x += 8;
        next[1].alive = tick != 150;
        if (before < 11 * 32 && next[0].x >= 11 * 32) start = game.tick + 1;
        if (before < 40 * 32 && next[0].x >= 40 * 32) { /* a server writes it before the positions of the tick */
            finish = ++game.tick;
            made_put(&game, &teehistorian_finishes,
                     &(teehistorian_finish){ .cid = 0, .time = finish - start, .kind = TEEHISTORIAN_PLAYER_FINISH });
            game.tick--;
        }
        made_tick(&game, next);
        if (tick == 120) made_put(&game, &teehistorian_teams, &(teehistorian_team){ .cid = 1, .team = 3 });
    }
    assert_true(finish > start && start > 0);
    made_end(&game);
}

static void finishes_names_and_teams_are_those_of_the_recording(void **state)
{
    (void)state;
    make_race();
    size_t count;
    reel_replay *recording = load_bytes(game.memory.data, game.memory.size, NULL);
    reel_replay *demo = converted(&reel_format_demo, (reel_convert_options){ .flags = 0 });
    reel_replay *truth = stats_of(recording, map), *shown = stats_of(demo, map);
    assert_int_equal(expect_same(truth, shown, &ddnet_level_finishes, ""), 1);
    const ddnet_level_finish *line = reel_rows(shown, &ddnet_level_finishes, &count);
    assert_int_equal(line->present, DDNET_LEVEL_HAS_START | DDNET_LEVEL_HAS_FINISH);
    const ddnet_finish *finish = reel_rows(truth, &ddnet_finishes, &count), *same = reel_rows(shown, &ddnet_finishes, &count);
    assert_int_equal(count, 1);
    assert_int_equal(same->tick, finish->tick);
    assert_int_equal(same->time_ticks, finish->time_ticks);
    assert_int_equal(same->start_tick, finish->start_tick);
    assert_true(is_text(same->name, "ann"));
    const ddnet_player *players = reel_rows(shown, &ddnet_players, &count);
    assert_int_equal(count, 2);
    assert_true(is_text(players[0].name, "ann") && is_text(players[0].clan, "clan"));
    assert_int_equal(players[0].present & (DDNET_PLAYER_HAS_INPUTS | DDNET_PLAYER_HAS_RATE), 0);
    assert_int_equal(players[0].finishes, 1);
    const ddnet_team *team = reel_rows(shown, &ddnet_teams, &count);
    assert_true(count >= 1 && team[count - 1].cid == 1 && team[count - 1].team == 3);
    const ddnet_summary *summary = reel_rows(shown, &ddnet_summaries, &count);
    assert_int_equal(summary->players, 2);
    assert_int_equal(summary->finishes, 1);
    const ddnet_shown_tee *tees = reel_rows(shown, &ddnet_shown_tees, &count);
    assert_int_equal(count, 2);
    assert_true(is_text(tees[0].name, "ann") && is_text(tees[0].clan, "clan") && is_text(tees[1].name, "bob"));
    assert_true(fabs(tees[0].top_speed - 8 * 50 / 32.0) < 1e-9); /* 8 units a tick */
    assert_true(tees[0].mean_speed > 0.9 * tees[0].top_speed && tees[0].mean_speed <= tees[0].top_speed);
    assert_int_equal(tees[1].top_speed, 0);
    assert_int_equal(tees[0].score, -(same->time_ticks / 50));
    assert_int_equal(tees[1].present & DDNET_SHOWN_HAS_SCORE, 0);
    reel_rows(truth, &ddnet_shown_tees, &count);
    assert_int_equal(count, 0);
    reel_free(shown);
    reel_free(truth);
    reel_free(demo);
    reel_free(recording);
    reel_memory_free(&game.memory);
}

static void ghosts_have_the_same_run(void **state)
{
    (void)state;
    size_t count;
    make_race();
    const reel_convert_options run = {
        .flags = REEL_FOLLOW, .follow = 0, .has_from = true, .from = FROM / 2, .has_to = true, .to = 200
    };
    reel_replay *demo = converted(&reel_format_demo, run), *ghost = converted(&reel_format_ghost, run);
    reel_replay *of_demo = stats_of(demo, map), *of_ghost = stats_of(ghost, map);
    const ddnet_shown_tee *tee = reel_rows(of_demo, &ddnet_shown_tees, &count),
                          *same = reel_rows(of_ghost, &ddnet_shown_tees, &count);
    assert_int_equal(count, 1);
    assert_true(is_text(same->name, "ann"));
    assert_int_equal(same->shown_ticks, tee->shown_ticks);
    assert_true(same->distance == tee->distance && same->top_speed == tee->top_speed && same->mean_speed == tee->mean_speed);
    assert_int_equal(same->present, DDNET_SHOWN_HAS_NAME | DDNET_SHOWN_HAS_SPEED);
    const ddnet_finish *finish = reel_rows(of_ghost, &ddnet_finishes, &count);
    const ghost_info *info = reel_rows(ghost, &ghost_infos, &count);
    assert_int_equal(finish->time_ticks, info->race_time / 20);
    const ddnet_activity *activity = reel_rows(of_ghost, &ddnet_activities, &count);
    assert_int_equal(count, 1);
    assert_int_equal(activity->present, 0); /* a ghost shows neither jumps nor menus */
    assert_true(activity->distance == same->distance);
    reel_free(of_demo);
    reel_free(of_ghost);
    reel_free(demo);
    reel_free(ghost);
    reel_memory_free(&game.memory);
}

/* ---- what only demos have ------------------------------------------------------------------------------------------- */

static reel_writer *writer;

static void put(const reel_table *table, const void *row) { assert_int_equal(reel_append(writer, table, row, 1), REEL_OK); }

static void put_snapshot(int32_t tick, bool full)
{
    const demo_snapshot snapshot = { .tick = tick, .keyframe = full, .kind = full ? DEMO_FULL : DEMO_DELTA };
    put(&demo_snapshots, &snapshot);
}

static void put_player(int32_t tick, int32_t cid, int32_t score)
{
    const demo_player player = {
        .tick = tick, .cid = cid, .client_id = cid, .team = 0, .score = score, .present = DEMO_PLAYER_CORE | DEMO_PLAYER_SIX
    };
    put(&demo_players, &player);
}

static void put_client(int32_t tick, int32_t cid, const char *name)
{
    const demo_client client = { .tick = tick,
                                 .cid = cid,
                                 .name = { name, strlen(name) },
                                 .clan = { "clan", 4 },
                                 .skin = { "default", 7 },
                                 .country = -1,
                                 .present = DEMO_CLIENT_SIX };
    put(&demo_clients, &client);
}

static void put_tee(int32_t tick, demo_character tee)
{
    tee.tick = tee.item_tick = tick;
    tee.hooked_cid = -1;
    tee.present = DEMO_CHARACTER_CORE | DEMO_CHARACTER_FLAGS;
    put(&demo_characters, &tee);
}

static void put_bytes(int32_t tick, const char *bytes, size_t size)
{
    const demo_message message = { .tick = tick, .data = { (const uint8_t *)bytes, size } };
    put(&demo_messages, &message);
}

static void put_chat(int32_t tick, int cid, const char *text)
{
    char bytes[128] = { 3 << 1, 0, (char)(cid < 0 ? 0x40 : cid) }; /* -1 is stored as ~0 with a sign */
    const size_t size = 3 + strlen(text) + 1, padded = (size + 3) / 4 * 4;
    memcpy(bytes + 3, text, strlen(text));
    put_bytes(tick, bytes, padded);
}

static reel_replay *demo_of(void (*fill)(void))
{
    reel_memory out;
    reel_error error;
    const demo_info info = { .version = 6,
                             .net_version = { "0.6 626fce9a778df4d4", 20 },
                             .map_name = { "room", 4 },
                             .map_crc = { "00000000", 8 },
                             .recorder = { "client", 6 },
                             .timestamp = { "2026-11-28_19-38-24", 19 } };
    assert_int_equal(reel_create(reel_sink_memory(&out, NULL), &reel_format_demo, NULL, &writer, &error), REEL_OK);
    put(&demo_infos, &info);
    fill();
    if (reel_finish(writer, &error) < 0) fail_msg("%s: %s", error.rule, error.message);
    reel_replay *replay = load_bytes(out.data, out.size, NULL);
    reel_memory_free(&out);
    return replay;
}

static void fill_fight(void)
{
    put_snapshot(FROM, true);
    put_player(FROM, 1, 0);
    put_client(FROM, 1, "ann");
    put_tee(FROM, (demo_character){ .cid = 1, .x = 320, .y = 320, .weapon = 1, .attack_tick = 7 });
    for (int32_t tick = FROM + 2; tick < TO; tick += 2) {
        const int32_t age = tick - FROM;
        demo_character tee = { .cid = 1, .x = 320 + 10 * age, .y = 320, .weapon = age < 200 ? 1 : 3, .attack_tick = 7 };
        if (age >= 100 && age < 120) tee.hook_state = 4;
        if (age >= 120 && age < 140) tee.hook_state = 5;
        if (age >= 40 && age < 50) tee.jumped = 1;
        if (age >= 300) tee.attack_tick = tick / 100 * 100;
        if (age >= 400) tee.direction = 1;
        put_snapshot(tick, false);
        if (age == 50) put_player(tick, 2, 0);
        if (age == 50) put_client(tick, 2, "bob");
        if (age == 500) put_player(tick, 1, 17);
        put_tee(tick, tee);
        if (age == 60) put_bytes(tick, "\x08\x01\x02\x03\x00\x00\x00\x00", 8); /* ann kills bob by a grenade */
        if (age == 70) put_bytes(tick, "\x08\x02\x02\x40\x00\x00\x00\x00", 8); /* bob dies by the world */
        if (age == 80) put_chat(tick, 1, "hello");
        if (age == 90) put_chat(tick, -1, "ann finished in: 1 minute(s)  2.34 second(s)");
        if (age == 92) put_chat(tick, 1, "bob finished in: 1 minute(s)  2.34 second(s)"); /* a player says so */
        if (age == 94) put_chat(tick, -1, "ann finished in: 1 minute(s)  2.3 second(s)");
    }
}

static void kills_chat_weapons_and_hooks_are_counted(void **state)
{
    (void)state;
    size_t count;
    reel_replay *demo = demo_of(fill_fight), *stats = stats_of(demo, NULL);
    const ddnet_kill *kill = reel_rows(stats, &ddnet_kills, &count);
    assert_int_equal(count, 2);
    assert_int_equal(kill[0].tick, FROM + 61);
    assert_true(kill[0].cid == 1 && kill[0].victim_cid == 2 && kill[0].cause == DDNET_BY_GRENADE);
    assert_true(is_text(kill[0].name, "ann") && is_text(kill[0].victim_name, "bob"));
    assert_true(kill[1].cid == 2 && kill[1].victim_cid == 2 && kill[1].cause == DDNET_BY_WORLD);
    const ddnet_shown_tee *tee = reel_rows(stats, &ddnet_shown_tees, &count);
    assert_int_equal(count, 2);
    assert_true(tee[0].kills == 1 && tee[0].deaths == 0 && tee[1].kills == 0 && tee[1].deaths == 2);
    assert_true(tee[0].chat_messages == 2 && tee[1].chat_messages == 0);
    assert_true(tee[0].score == 17 && tee[0].present & DDNET_SHOWN_HAS_SCORE);
    assert_int_equal(tee[0].hook_ticks, 40);
    assert_int_equal(tee[0].hold_ticks, 20);
    assert_int_equal(tee[0].gun_ticks + tee[0].grenade_ticks, tee[0].shown_ticks);
    assert_int_equal(tee[0].shown_ticks, TO - 2 - FROM + 1);
    assert_int_equal(tee[0].gun_ticks, 199);
    assert_true(fabs(tee[0].top_speed - 10 * 50 / 32.0) < 1e-9);
    assert_int_equal(tee[1].present & DDNET_SHOWN_HAS_SPEED, 0);
    const ddnet_activity *activity = reel_rows(stats, &ddnet_activities, &count);
    assert_int_equal(activity[0].jumps, 1);
    assert_int_equal(activity[0].hooks, 1);
    assert_int_equal(activity[0].shots, 3); /* of the ticks 400, 500 and 600 */
    assert_int_equal(activity[0].weapon_changes, 1);
    assert_int_equal(activity[0].direction_changes, 1);
    const ddnet_finish *finish = reel_rows(stats, &ddnet_finishes, &count);
    assert_int_equal(count, 1);
    assert_true(finish->cid == 1 && finish->tick == FROM + 91 && finish->time_ticks == 3117);
    const ddnet_session *session = reel_rows(stats, &ddnet_sessions, &count);
    assert_int_equal(count, 2);
    assert_true(session[0].start == DDNET_START_IMPLIED && session[0].start_tick == FROM);
    assert_true(session[1].start == DDNET_START_JOIN && session[1].start_tick == FROM + 50);
    assert_int_equal(session[0].present & DDNET_HAS_MESSAGES, 0);
    const ddnet_summary *summary = reel_rows(stats, &ddnet_summaries, &count);
    assert_true(fabs(summary->duration - (TO - 2 - FROM) / 50.0) < 1e-9);
    reel_free(stats);
    reel_free(demo);
}

/* ---- plots ---------------------------------------------------------------------------------------------------------- */

static void expect_plot(const reel_replay *replay, const char *id, const char *text)
{
    reel_memory svg = { 0 };
    reel_error error;
    const reel_plot_options options = { REEL_SIZED(reel_plot_options), .level = map };
    const reel_plot *plot = reel_plot_by_id(reel_replay_format(replay), id);
    const reel_status status = !strcmp(id, "scene")
                                   ? reel_plot_scene(replay, NAN, reel_sink_memory(&svg, NULL), &options, &error)
                                   : reel_plot_draw(plot, replay, reel_sink_memory(&svg, NULL), &options, &error);
    if (status != REEL_OK) fail_msg("%s: %s", id, status < 0 ? error.message : "nothing to draw");
    const char *wrong = xml_wrong(svg.data, svg.size);
    if (wrong) fail_msg("%s: %s", id, wrong);
    assert_int_equal(memory_add(&svg, "", 1), true);
    if (!strstr((const char *)svg.data, text)) fail_msg("%s lacks %s", id, text);
    reel_memory_free(&svg);
}

static void every_plot_is_drawn(void **state)
{
    static const struct {
        const char *id, *text;
    } plots[] = { { "paths", ">ann<" },        { "routes", ">ann 2" },
                  { "tiles", "walls grey" },   { "online", ">Clients: players connected<" },
                  { "sessions", ">1 finish" }, { "speed", ">ann<" },
                  { "scene", ">ann<" } };
    (void)state;
    make_race();
    reel_replay *recording = load_bytes(game.memory.data, game.memory.size, NULL);
    reel_replay *demo = converted(&reel_format_demo, (reel_convert_options){ .flags = 0 });
    for (size_t i = 0; i < sizeof plots / sizeof *plots; i++) {
        if (strcmp(plots[i].id, "tiles") != 0) expect_plot(recording, plots[i].id, plots[i].text);
        expect_plot(demo, plots[i].id, strcmp(plots[i].id, "tiles") != 0 ? plots[i].text : ">room<");
    }
    const reel_convert_options run = {
        .flags = REEL_FOLLOW, .follow = 0, .has_from = true, .from = 10, .has_to = true, .to = 200
    };
    reel_replay *ghost = converted(&reel_format_ghost, run);
    for (size_t i = 0; i < sizeof plots / sizeof *plots; i++)
        if (strcmp(plots[i].id, "routes") != 0) expect_plot(ghost, plots[i].id, ">room<");
    reel_free(ghost);
    reel_free(demo);
    reel_free(recording);
    reel_memory_free(&game.memory);
}

static int open_map(void **state)
{
    (void)state;
    map_bytes = made_map(33, 34);
    map = load_bytes(map_bytes.data, map_bytes.size, NULL);
    return 0;
}

static int close_map(void **state)
{
    (void)state;
    reel_free(map);
    reel_memory_free(&map_bytes);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tees_are_where_the_recording_has_them),
        cmocka_unit_test(finishes_names_and_teams_are_those_of_the_recording),
        cmocka_unit_test(ghosts_have_the_same_run),
        cmocka_unit_test(kills_chat_weapons_and_hooks_are_counted),
        cmocka_unit_test(every_plot_is_drawn),
    };
    return cmocka_run_group_tests(tests, open_map, close_map);
}
