/* SPDX-License-Identifier: MIT
 * A model of a server plays games with what players of DDNet do: they stay over a change of the map without a JOIN, log in, load and save teams,
 * swap tees and finish. The model knows what is true; the statistics and the check must not say anything else. The rules are those of
 * src/game/server in ddnet/ddnet: CGameTeams::OnCharacterStart, CGameTeams::SwapTeamCharacters, CSaveTee::Save and Load. */
#include "support.h"

#include <reel/ddnet.h>
#include <reel/teehistorian.h>

#include <math.h>

enum { CLIENTS = 6, TICKS = 120, PENALTY = 60 * 50, MOST = 4096 };

static uint32_t random_state;

static uint32_t below(uint32_t limit)
{
    random_state = random_state * 1664525 + 1013904223;
    return (random_state >> 8) % limit;
}

/* A tee as the server has it. */
typedef struct tee {
    bool joined, on_server, acts, knows_level;
    int32_t level, team, start; /* `start`: the tick of the clock's start, also before the game */
    bool start_is_here;         /* the clock was started in this game */
    int32_t x, y, seen_x, seen_y;
    double walked; /* tiles */
} tee;

typedef struct game {
    tee tees[CLIENTS];
    reel_writer *writer;
    int32_t tick;
    uint64_t seq;
    size_t commands, finishes;
    int32_t levels[MOST], starts[MOST]; /* what is right for each command and finish: -1 is missing */
} game;

static void put(game *g, const reel_table *table, const void *row)
{
    assert_int_equal(reel_append(g->writer, table, row, 1), REEL_OK);
    g->seq++;
}

static void join(game *g, int32_t cid, bool recorded)
{
    tee *t = &g->tees[cid];
    *t = (tee){ .joined = recorded, .on_server = true, .knows_level = recorded, .level = recorded ? 0 : -1, .start = -1 };
    t->x = t->seen_x = (int32_t)below(4000), t->y = t->seen_y = (int32_t)below(4000);
    if (!recorded) return;
    put(g, &teehistorian_protocols,
        &(teehistorian_protocol){ .tick = g->tick, .seq = g->seq, .cid = cid, .kind = TEEHISTORIAN_JOINVER6 });
    put(g, &teehistorian_joins, &(teehistorian_join){ .tick = g->tick, .seq = g->seq, .cid = cid });
}

static void act(game *g, int32_t cid)
{
    tee *t = &g->tees[cid], *other = &g->tees[below(CLIENTS)];
    const int32_t other_cid = (int32_t)(other - g->tees);
    switch (below(10)) {
    case 0:
        t->level = (int32_t)(1 + below(3));
        t->knows_level = true;
        put(g, &teehistorian_auths,
            &(teehistorian_auth){ .tick = g->tick,
                                  .seq = g->seq,
                                  .cid = cid,
                                  .kind = TEEHISTORIAN_AUTH_LOGIN,
                                  .level = t->level,
                                  .key_name = { "k", 1 } });
        break;
    case 1:
    case 2:
        if (g->commands == MOST) break;
        g->levels[g->commands++] = t->knows_level ? t->level : -1;
        put(g, &teehistorian_commands,
            &(teehistorian_command){ .tick = g->tick, .seq = g->seq, .cid = cid, .flags = 128, .command = { "rank", 4 } });
        break;
    case 3:
        if (t->start >= 0 || t->team) break;
        t->start = g->tick;
        t->start_is_here = true;
        break;
    case 4: /* a team of one: who joins a team has not started */
        if (t->team) break;
        t->team = cid + 1;
        t->start_is_here = false;
        t->start = INT32_MIN;
        put(g, &teehistorian_teams, &(teehistorian_team){ .tick = g->tick, .seq = g->seq, .cid = cid, .team = t->team });
        break;
    case 5: /* the time in a save may be longer than the game */
        if (!t->team) break;
        t->start = g->tick - (int32_t)(1 + below(300));
        t->start_is_here = false;
        put(g, &teehistorian_saves,
            &(teehistorian_save){
                .tick = g->tick, .seq = g->seq, .team = t->team, .kind = TEEHISTORIAN_LOAD_SUCCESS, .save = { "save", 4 } });
        break;
    case 6: /* a save that fails is loaded back, with the penalty */
        if (!t->team || t->start == INT32_MIN) break;
        t->start -= PENALTY;
        t->start_is_here = false;
        put(g, &teehistorian_saves,
            &(teehistorian_save){ .tick = g->tick, .seq = g->seq, .team = t->team, .kind = TEEHISTORIAN_SAVE_FAILURE });
        break;
    case 7: /* tees swap their places; their clocks would go with them, so those who run are left alone */
        if (abs(other->x - t->x) < 100 || !other->acts || !t->acts || t->start_is_here || other->start_is_here || t->team ||
            other->team)
            break;
        put(g, &teehistorian_swaps, &(teehistorian_swap){ .tick = g->tick, .seq = g->seq, .cid = cid, .other_cid = other_cid });
        const tee place = *t;
        t->x = other->x, t->y = other->y;
        other->x = place.x, other->y = place.y;
        break;
    case 8:
        if (t->team && t->start == INT32_MIN) { /* the team starts here */
            t->start = g->tick;
            t->start_is_here = true;
            break;
        }
        if (g->finishes == MOST || t->start == INT32_MIN || (t->start < 0 && !t->team) || t->start >= g->tick) break;
        g->starts[g->finishes++] = t->start_is_here ? t->start : -1;
        put(g, &teehistorian_finishes,
            &(teehistorian_finish){
                .tick = g->tick, .seq = g->seq, .cid = cid, .time = g->tick - t->start, .kind = TEEHISTORIAN_PLAYER_FINISH });
        t->start = t->team ? INT32_MIN : -1;
        t->start_is_here = false;
        break;
    default: break;
    }
}

static void move(game *g, int32_t cid)
{
    tee *t = &g->tees[cid];
    const int32_t dx = (int32_t)below(41) - 20, dy = (int32_t)below(41) - 20;
    if (t->acts) t->walked += sqrt((double)(dx * dx + dy * dy)) / TEEHISTORIAN_TILE;
    t->x += dx, t->y += dy;
    if (t->acts && t->x == t->seen_x && t->y == t->seen_y) return;
    t->acts = true;
    t->seen_x = t->x, t->seen_y = t->y;
    put(g, &teehistorian_positions, &(teehistorian_position){ .tick = g->tick, .seq = g->seq, .cid = cid, .x = t->x, .y = t->y });
}

static reel_memory play(game *g)
{
    const teehistorian_header header = { .version = 2,
                                         .version_minor = 22,
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
    assert_int_equal(reel_create(reel_sink_memory(&memory, NULL), &reel_format_teehistorian, NULL, &g->writer, &error), REEL_OK);
    reel_append(g->writer, &teehistorian_headers, &header, 1);
    for (int32_t cid = 0; cid < CLIENTS; cid++) join(g, cid, below(3) > 0);
    for (g->tick = 1; g->tick <= TICKS; g->tick++) {
        for (int32_t cid = 0; cid < CLIENTS; cid++) move(g, cid);
        for (int32_t cid = 0; cid < CLIENTS; cid++)
            if (below(4) == 0) act(g, cid);
    }
    assert_int_equal(reel_finish(g->writer, &error), REEL_OK);
    return memory;
}

static void compare(const game *g, const reel_replay *result)
{
    size_t count;
    const ddnet_command *commands = reel_rows(result, &ddnet_commands, &count);
    assert_int_equal(count, g->commands);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal((commands[i].present & DDNET_HAS_LEVEL) != 0, g->levels[i] >= 0);
        if (g->levels[i] >= 0) assert_int_equal(commands[i].level, g->levels[i]);
    }
    const ddnet_finish *finishes = reel_rows(result, &ddnet_finishes, &count);
    assert_int_equal(count, g->finishes);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal((finishes[i].present & DDNET_HAS_START_TICK) != 0, g->starts[i] >= 0);
        if (g->starts[i] >= 0) assert_int_equal(finishes[i].start_tick, g->starts[i]);
    }
    const ddnet_activity *activities = reel_rows(result, &ddnet_activities, &count);
    assert_int_equal(count, CLIENTS);
    for (size_t i = 0; i < count; i++) assert_true(fabs(activities[i].distance - g->tees[activities[i].cid].walked) < 1e-6);
}

/* The note about clients without a JOIN, and no other finding. */
static void check(const game *g, const reel_memory *memory)
{
    size_t without = 0;
    for (size_t cid = 0; cid < CLIENTS; cid++) without += !g->tees[cid].joined;
    reel_findings *findings = reel_findings_new(NULL);
    const reel_options options = { REEL_SIZED(reel_options), .report = reel_findings_report, .report_context = findings };
    assert_int_equal(reel_check(reel_source_memory(memory->data, memory->size), &options, NULL), REEL_OK);
    for (size_t i = 0; i < reel_findings_count(findings); i++) {
        assert_string_equal(reel_findings_at(findings, i)->rule, "teehistorian.no-join");
        assert_int_equal(reel_findings_at(findings, i)->count, without);
    }
    assert_int_equal(reel_findings_count(findings), without > 0);
    reel_findings_free(findings);
}

static void what_the_server_did_is_what_is_counted(void **state)
{
    (void)state;
    size_t missing_levels = 0, missing_starts = 0, finishes = 0, commands = 0;
    for (uint32_t seed = 1; seed <= by_effort(100000, 3000, 300); seed++) {
        game *g = calloc(1, sizeof *g);
        assert_non_null(g);
        random_state = seed * 2654435761u;
        reel_memory memory = play(g);
        reel_reader *reader;
        reel_replay *result;
        reel_error error;
        assert_int_equal(reel_open(reel_source_memory(memory.data, memory.size), NULL, &reader, &error), REEL_OK);
        assert_int_equal(reel_insight_run(&reel_insight_ddnet, reader, NULL, &result, &error), REEL_OK);
        compare(g, result);
        check(g, &memory);
        for (size_t i = 0; i < g->commands; i++) missing_levels += g->levels[i] < 0;
        for (size_t i = 0; i < g->finishes; i++) missing_starts += g->starts[i] < 0;
        commands += g->commands;
        finishes += g->finishes;
        reel_free(result);
        reel_close(reader);
        reel_memory_free(&memory);
        free(g);
    }
    print_message("%zu of %zu finishes without a start, %zu of %zu commands without a level\n", missing_starts, finishes,
                  missing_levels, commands);
    assert_true(missing_starts && missing_starts < finishes && missing_levels && missing_levels < commands);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(what_the_server_did_is_what_is_counted) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
