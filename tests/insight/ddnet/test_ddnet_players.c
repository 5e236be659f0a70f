/* SPDX-License-Identifier: MIT
 * The players of a recording are its sessions, their activity, clans and finishes, put together by name in a plain loop: over generated games in
 * which players rejoin, are renamed and practise, and over the files of the project and of the corpus. */
#include "corpus.h"
#include "support.h"

#include <reel/ddnet.h>
#include <reel/teehistorian.h>

#include <math.h>

enum { SLOTS = 5, NAMES = 4, MOST_ROWS = 4096 };

static uint32_t random_state;

static uint32_t below(uint32_t limit)
{
    random_state = random_state * 1664525 + 1013904223;
    return (random_state >> 8) % limit;
}

static bool same_text(reel_string a, reel_string b)
{
    return a.size == b.size && (!a.size || memcmp(a.data, b.data, a.size) == 0);
}

/* ---- the loop ---------------------------------------------------------------------------------------------------- */

static void add_finishes(const reel_replay *result, ddnet_player *player, int32_t session)
{
    size_t count;
    const ddnet_finish *finishes = reel_rows(result, &ddnet_finishes, &count);
    for (size_t i = 0; i < count; i++) {
        if (finishes[i].kind != DDNET_PLAYER || finishes[i].session != session || finishes[i].practice) continue;
        player->finishes++;
        if (!(player->present & DDNET_PLAYER_HAS_BEST) || finishes[i].time_ticks < player->best_time_ticks)
            player->best_time_ticks = finishes[i].time_ticks;
        player->present |= DDNET_PLAYER_HAS_BEST;
    }
}

static void add_clan(const reel_replay *result, ddnet_player *player, int32_t session)
{
    size_t count;
    const ddnet_name *names = reel_rows(result, &ddnet_names, &count);
    for (size_t i = 0; i < count; i++) {
        if (names[i].session != session || !names[i].described) continue;
        player->clan = names[i].clan;
        player->present |= DDNET_PLAYER_HAS_CLAN;
    }
}

static size_t wanted_players(const reel_replay *result, ddnet_player *players)
{
    size_t count, others, found = 0;
    const ddnet_session *sessions = reel_rows(result, &ddnet_sessions, &count);
    const ddnet_activity *activities = reel_rows(result, &ddnet_activities, &others);
    assert_int_equal(count, others);
    for (size_t i = 0; i < count; i++) {
        size_t at = found;
        const reel_string name = sessions[i].last_name;
        for (size_t k = 0; name.size && k < found; k++)
            if (same_text(players[k].name, name)) at = k;
        assert_true(at < MOST_ROWS);
        ddnet_player *player = &players[at];
        if (at == found) {
            found++;
            *player = (ddnet_player){ .name = name, .first_tick = sessions[i].start_tick, .best_time_ticks = -1 };
            player->present = name.size ? DDNET_PLAYER_HAS_NAME : 0;
            player->present |= sessions[i].present & DDNET_HAS_MESSAGES ? DDNET_PLAYER_HAS_INPUTS : 0;
        }
        player->sessions++;
        player->ticks += sessions[i].end_tick - sessions[i].start_tick;
        player->alive_ticks += sessions[i].alive_ticks;
        player->inputs += sessions[i].inputs;
        player->distance += activities[i].distance;
        add_clan(result, player, sessions[i].session);
        add_finishes(result, player, sessions[i].session);
    }
    return found;
}

static void compare_player(const ddnet_player *got, const ddnet_player *want)
{
    assert_true(same_text(got->name, want->name));
    assert_true(same_text(got->clan, want->clan));
    assert_int_equal(got->sessions, want->sessions);
    assert_int_equal(got->first_tick, want->first_tick);
    assert_int_equal(got->ticks, want->ticks);
    assert_int_equal(got->alive_ticks, want->alive_ticks);
    assert_int_equal(got->inputs, want->inputs);
    assert_int_equal(got->finishes, want->finishes);
    assert_int_equal(got->best_time_ticks, want->best_time_ticks);
    assert_true(fabs(got->distance - want->distance) <= 1e-9 * fabs(want->distance));
    assert_int_equal(got->present & ~DDNET_PLAYER_HAS_RATE, want->present);
    assert_int_equal((got->present & DDNET_PLAYER_HAS_RATE) != 0, want->ticks > 0 && want->inputs > 0);
    if (want->ticks > 0 && want->inputs > 0)
        assert_true(fabs(got->inputs_per_second * (double)want->ticks - 50.0 * (double)want->inputs) <=
                    1e-6 * (double)want->ticks);
}

/* The summary is the sum of the players. */
static void compare_summary(const reel_replay *result, const ddnet_player *players, size_t count, bool records_finishes)
{
    size_t rows, sessions, finishes = 0;
    const ddnet_summary *got = reel_rows(result, &ddnet_summaries, &rows);
    int32_t best = INT32_MAX;
    reel_rows(result, &ddnet_sessions, &sessions);
    for (size_t i = 0; i < count; i++) {
        finishes += (size_t)players[i].finishes;
        if (players[i].present & DDNET_PLAYER_HAS_BEST && players[i].best_time_ticks < best) best = players[i].best_time_ticks;
    }
    assert_int_equal(rows, 1);
    assert_int_equal(got->players, count);
    if (sessions) assert_int_equal(got->sessions, sessions); /* of all tables */
    assert_int_equal(got->finishes, finishes);
    assert_int_equal(!!(got->present & DDNET_SUMMARY_HAS_FINISHES), records_finishes || finishes);
    assert_int_equal(!!(got->present & DDNET_SUMMARY_HAS_BEST), best != INT32_MAX);
    assert_true(best == INT32_MAX ? got->best_time == 0 : got->best_time == (double)best / 50);
}

static reel_replay *measured(reel_source source, const reel_table *const *tables)
{
    reel_reader *reader;
    reel_replay *result = NULL;
    reel_error error;
    const reel_insight_options options = { REEL_SIZED(reel_insight_options), .tables = tables };
    if (reel_open(source, NULL, &reader, &error) < 0) return NULL;
    if (reel_insight_takes(&reel_insight_ddnet, reel_reader_format(reader)))
        reel_insight_run(&reel_insight_ddnet, reader, &options, &result, &error);
    reel_close(reader);
    return result;
}

/* Servers since 18.3, whose minor version is 8, do. */
static bool records_finishes(const uint8_t *data, size_t size)
{
    size_t count;
    reel_replay *replay;
    if (reel_load(reel_source_memory(data, size), NULL, &replay, NULL) < 0) return false;
    const teehistorian_header *header = reel_rows(replay, &teehistorian_headers, &count);
    const bool records = count && header->present & TEEHISTORIAN_HAS_VERSION_MINOR && header->version_minor >= 8;
    reel_free(replay);
    return records;
}

/* Compares the players of a file; returns how many there are. */
static size_t compare(const uint8_t *data, size_t size)
{
    static ddnet_player wanted[MOST_ROWS];
    static const reel_table *const alone[] = { &ddnet_players, NULL }, *const summary[] = { &ddnet_summaries, NULL };
    reel_replay *all = measured(reel_source_memory(data, size), NULL);
    if (!all) return 0;
    reel_replay *only = measured(reel_source_memory(data, size), alone);
    size_t count, others;
    const ddnet_player *rows = reel_rows(all, &ddnet_players, &count), *same = reel_rows(only, &ddnet_players, &others);
    assert_int_equal(count, wanted_players(all, wanted));
    assert_int_equal(count, others);
    compare_summary(all, wanted, count, records_finishes(data, size));
    reel_replay *one = measured(reel_source_memory(data, size), summary);
    compare_summary(one, wanted, count, records_finishes(data, size));
    reel_free(one);
    for (size_t i = 0; i < count; i++) {
        compare_player(&rows[i], &wanted[i]);
        compare_player(&same[i], &wanted[i]);
    }
    reel_free(all);
    reel_free(only);
    return count;
}

/* ---- games ------------------------------------------------------------------------------------------------------- */

typedef struct game {
    reel_writer *writer;
    uint64_t seq;
    int32_t tick;
    bool here[SLOTS], alive[SLOTS];
} game;

static void put(game *g, const reel_table *table, const void *row)
{
    assert_int_equal(reel_append(g->writer, table, row, 1), REEL_OK);
    g->seq++;
}

static void act(game *g, int32_t cid)
{
    static const char *const names[NAMES] = { "nameless tee", "nameless", "Zw\xc3\xb6lf", "" };
    const char *name = names[below(NAMES)];
    switch (below(9)) {
    case 0:
    case 1:
        if (g->here[cid]) break;
        put(g, &teehistorian_protocols,
            &(teehistorian_protocol){ .tick = g->tick, .seq = g->seq, .cid = cid, .kind = TEEHISTORIAN_JOINVER6 });
        put(g, &teehistorian_joins, &(teehistorian_join){ .tick = g->tick, .seq = g->seq, .cid = cid });
        g->here[cid] = true;
        break;
    case 2:
        if (!g->here[cid] || g->alive[cid]) break;
        put(g, &teehistorian_drops, &(teehistorian_drop){ .tick = g->tick, .seq = g->seq, .cid = cid, .reason = { "left", 4 } });
        g->here[cid] = false;
        break;
    case 3:
    case 4:
        put(g, &teehistorian_names,
            &(teehistorian_name){ .tick = g->tick, .seq = g->seq, .cid = cid, .name = { name, strlen(name) } });
        break;
    case 5:
        put(g, &teehistorian_finishes,
            &(teehistorian_finish){
                .tick = g->tick, .seq = g->seq, .cid = cid, .time = (int32_t)below(900), .kind = TEEHISTORIAN_PLAYER_FINISH });
        break;
    case 6:
        put(g, &teehistorian_teams,
            &(teehistorian_team){ .tick = g->tick, .seq = g->seq, .cid = cid, .team = (int32_t)below(3) });
        break;
    case 7:
        put(g, &teehistorian_practices,
            &(teehistorian_practice){ .tick = g->tick, .seq = g->seq, .team = (int32_t)below(3), .practice = (int32_t)below(2) });
        break;
    default:
        put(g, &teehistorian_inputs,
            &(teehistorian_input){
                .tick = g->tick, .seq = g->seq, .cid = cid, .kind = TEEHISTORIAN_NEW, .jump = (int32_t)below(2) });
        break;
    }
}

static reel_memory record(uint32_t seed)
{
    const teehistorian_header header = { .version = 2,
                                         .version_minor = 5 + (int32_t)(seed % 6),
                                         .present = TEEHISTORIAN_HAS_VERSION_MINOR | TEEHISTORIAN_HAS_SERVER_PORT |
                                                    TEEHISTORIAN_HAS_MAP_SIZE,
                                         .comment = { "c", 1 },
                                         .game_uuid = { { 1 } },
                                         .server_version = { "0.6, 20.1", 9 },
                                         .start_time = { "2026-01-31T01:25:00+0000", 24 },
                                         .server_name = { "s", 1 },
                                         .game_type = { "DDraceNetwork", 13 },
                                         .map_name = { "m", 1 },
                                         .map_crc = { "00112233", 8 } };
    reel_memory memory;
    reel_error error;
    game g = { .seq = 0 };
    random_state = seed * 2654435761u;
    assert_int_equal(reel_create(reel_sink_memory(&memory, NULL), &reel_format_teehistorian, NULL, &g.writer, &error), REEL_OK);
    reel_append(g.writer, &teehistorian_headers, &header, 1);
    for (g.tick = 1; g.tick <= 60; g.tick++)
        for (int32_t cid = 0; cid < SLOTS; cid++) {
            if (below(3) == 0) act(&g, cid);
            if (!g.here[cid] || below(3)) continue;
            const int32_t step = (int32_t)below(64);
            put(&g, &teehistorian_positions,
                &(teehistorian_position){ .tick = g.tick, .seq = g.seq, .cid = cid, .x = g.tick * 8 + step, .y = step });
            g.alive[cid] = true;
        }
    if (reel_finish(g.writer, &error) != REEL_OK) fail_msg("%s", error.message);
    return memory;
}

static void players_of_generated_games(void **state)
{
    (void)state;
    size_t players = 0;
    for (uint32_t seed = 1; seed <= by_effort(5000, 500, 100); seed++) {
        reel_memory memory = record(seed);
        players += compare(memory.data, memory.size);
        reel_memory_free(&memory);
    }
    assert_true(players > 200);
}

static size_t files_with_players;

static bool compare_file(const char *path, const char *name)
{
    size_t size;
    trying_with(name);
    uint8_t *data = read_file(path, &size);
    files_with_players += compare(data, size) > 0;
    free(data);
    return true;
}

static void players_of_files(void **state)
{
    (void)state;
    file_list golden = files_below(project_path("tests/formats/teehistorian/golden"));
    for (size_t i = 0; i < golden.count; i++) compare_file(golden.paths[i], golden.paths[i]);
    assert_true(files_with_players > 0);
    file_list_free(&golden);
    corpus_compared(corpus_each("samples/teehistorian/recorded", ".teehistorian", compare_file), "recordings with their players");
}

/* A hostile file has a session in each message, all of one name: the work is that of sorting them. */
static void many_sessions_of_one_name(void **state)
{
    (void)state;
    reel_memory memory;
    reel_error error;
    game g = { .seq = 0 };
    const teehistorian_header header = { .version = 2, .map_name = { "m", 1 }, .start_time = { "2026-01-31T01:25:00+0000", 24 } };
    assert_int_equal(reel_create(reel_sink_memory(&memory, NULL), &reel_format_teehistorian, NULL, &g.writer, &error), REEL_OK);
    reel_append(g.writer, &teehistorian_headers, &header, 1);
    enum { SESSIONS = 3000 };
    for (g.tick = 1; g.tick <= SESSIONS; g.tick++) {
        put(&g, &teehistorian_joins, &(teehistorian_join){ .tick = g.tick, .seq = g.seq, .cid = g.tick % SLOTS });
        put(&g, &teehistorian_names,
            &(teehistorian_name){ .tick = g.tick, .seq = g.seq, .cid = g.tick % SLOTS, .name = { "one", 3 } });
    }
    if (reel_finish(g.writer, &error) != REEL_OK) fail_msg("%s", error.message);
    static const reel_table *const alone[] = { &ddnet_players, NULL };
    reel_replay *result = measured(reel_source_memory(memory.data, memory.size), alone);
    size_t count;
    const ddnet_player *rows = reel_rows(result, &ddnet_players, &count);
    assert_int_equal(count, 1);
    assert_int_equal(rows[0].sessions, SESSIONS);
    reel_free(result);
    reel_memory_free(&memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(players_of_generated_games),
        cmocka_unit_test(players_of_files),
        cmocka_unit_test(many_sessions_of_one_name),
    };
    return cmocka_run_group_tests_name("ddnet_players", tests, NULL, NULL);
}
