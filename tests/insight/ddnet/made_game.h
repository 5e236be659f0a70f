/* SPDX-License-Identifier: MIT
 * Made games on made maps: tees that run, jump, hook and shoot, moved by the physics of the game. What follows is written down as a server does. */
#ifndef TESTS_MADE_GAME_H
#define TESTS_MADE_GAME_H

#include "support.h"

#include "game/ddnet/tiles.h"
#include "game/ddnet/world.h"

#include <reel/ddnet.h>
#include <reel/ddnet_map.h>
#include <reel/insight.h>
#include <reel/teehistorian.h>

enum {
    WIDTH = 110,
    HEIGHT = 24,
    TILE = 32,
    START = 12,
    FINISH = 90,
    TEES = 8,
    MOST_TILES = 4000,
    MOST_TICKS = 900,
    MOST_ROWS = TEES * MOST_TICKS + 64,
    FLOOR = HEIGHT - 1
};

static const char made_sha256[] = "fedcba9876543210fedcba9876543210fedcba9876543210fedcba9876543210";

static uint64_t seed;

/* SplitMix64. */
static uint32_t below(uint32_t most)
{
    uint64_t z = seed += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return (uint32_t)(((z ^ z >> 31) >> 32) * most >> 32);
}

/* What a game and its map have. */
typedef struct made_kind {
    bool freezes, teleporters, boosts, weapons, stoppers, together; /* together: all tees are in one team */
    bool tunes, rests; /* the server changes the tuning; nobody presses anything for a time */
    int tees, ticks;
} made_kind;

typedef struct made_map {
    ddnet_map_tile tiles[MOST_TILES];
    size_t count;
    const char *setting; /* NULL: none */
} made_map;

static void made_tile(made_map *map, uint32_t layer, uint8_t kind, int x, int y, uint32_t count, int index)
{
    assert_true(map->count < MOST_TILES);
    map->tiles[map->count++] =
        (ddnet_map_tile){ .layer = layer, .x = x, .y = y, .count = count, .kind = kind, .index = (uint8_t)index };
}

/* A tile of the game layer in a line of the course: air, blocks, and what the kind has. */
static int course_tile(const made_kind *kind, int x, int y)
{
    if (x == 0 || x == WIDTH - 1) return TILE_SOLID;
    if (x == START) return TILE_START;
    if (x == FINISH) return TILE_FINISH;
    if (x < START + 3 || x > FINISH - 3) return 0;
    const uint32_t dice = below(1000);
    if (dice < 25) return TILE_SOLID;
    if (dice < 35) return TILE_NO_HOOK;
    if (kind->freezes && dice < 50 && y < FLOOR - 2) return TILE_FREEZE;
    if (kind->stoppers && dice < 54) return TILE_STOP_TWO;
    if (dice < 58) return TILE_REFILL_JUMPS;
    return 0;
}

static void make_map(made_map *map, const made_kind *kind)
{
    map->count = 0;
    for (int y = 0; y < HEIGHT; y++) {
        if (y == 0 || y == FLOOR) {
            made_tile(map, 0, DDNET_MAP_GAME, 0, y, WIDTH, TILE_SOLID);
            continue;
        }
        for (int x = 0; x < WIDTH; x++) {
            int tile = course_tile(kind, x, y);
            if (x < 8 && x > 2 && y == FLOOR - 1) tile = ENTITY_OFFSET + ENTITY_SPAWN;
            if (kind->weapons && x == 8 && y == FLOOR - 1) tile = ENTITY_OFFSET + ENTITY_GRENADE;
            if (tile) made_tile(map, 0, DDNET_MAP_GAME, x, y, 1, tile);
        }
    }
    for (int i = 0; kind->teleporters && i < 6; i++) {
        const int x = START + 6 + 10 * i;
        made_tile(map, 1, DDNET_MAP_TELE, x, 4 + i, 1, i % 2 ? TILE_TELE_OUT : TILE_TELE_IN);
        map->tiles[map->count - 1].number = 1;
    }
    for (int i = 0; kind->boosts && i < 6; i++) {
        made_tile(map, 2, DDNET_MAP_SPEEDUP, START + 9 + 10 * i, FLOOR - 1, 2, TILE_BOOST);
        map->tiles[map->count - 1].force = 5;
        map->tiles[map->count - 1].max_speed = 100;
    }
}

/* Layers have their tiles in order of lines. */
static reel_replay *map_replay(const made_map *map)
{
    const ddnet_map_info info = { .sha256 = { made_sha256, sizeof made_sha256 - 1 }, .width = WIDTH, .height = HEIGHT };
    const ddnet_map_layer layers[] = {
        { .kind = DDNET_MAP_GAME, .width = WIDTH, .height = HEIGHT, .complete = 1 },
        { .kind = DDNET_MAP_TELE, .width = WIDTH, .height = HEIGHT, .complete = 1 },
        { .kind = DDNET_MAP_SPEEDUP, .width = WIDTH, .height = HEIGHT, .complete = 1 },
    };
    const ddnet_map_setting setting = { .text = { map->setting, map->setting ? strlen(map->setting) : 0 } };
    const reel_own_rows rows[] = { { &ddnet_map_infos, &info, 1 },
                                   { &ddnet_map_layers, layers, 3 },
                                   { &ddnet_map_tiles, map->tiles, map->count },
                                   { &ddnet_map_settings, &setting, map->setting ? 1 : 0 } };
    reel_replay *replay;
    reel_error error;
    if (reel_replay_of_rows(&reel_format_ddnet_map, rows, 4, NULL, &replay, &error) < 0) fail_msg("%s", error.message);
    return replay;
}

/* ---- a game --------------------------------------------------------------------------------------------------------- */

typedef struct made_game {
    const char *version, *game_type;
    int32_t minor; /* 0: none stated */
    teehistorian_position positions[MOST_ROWS];
    teehistorian_input inputs[MOST_ROWS];
    teehistorian_finish finishes[TEES];
    teehistorian_team teams[TEES];
    teehistorian_join joins[TEES];
    teehistorian_command commands[8];
    teehistorian_argument arguments[16];
    teehistorian_value values[4];
    size_t position_count, input_count, finish_count, team_count, join_count, command_count, argument_count, value_count;
    int32_t start[TEES]; /* last tick on the start; -1: none */
    int32_t froze[TEES]; /* first tick that was frozen behind it; -1 */
} made_game;

typedef struct made_player {
    int32_t x, y;
    bool there, finished;
    ddnet_controls input;
} made_player;

/* Keys change now and then, mostly to the right. */
static bool press_keys(made_player *p, bool shoots)
{
    if (below(6)) return false;
    const uint32_t dice = below(10);
    p->input.direction = dice < 7 ? 1 : dice < 8 ? 0 : -1;
    p->input.jump = (int32_t)below(2);
    p->input.hook = below(3) == 0;
    p->input.target_x = (int32_t)below(400) - 100;
    p->input.target_y = -(int32_t)below(300) + 40;
    if (!p->input.target_x && !p->input.target_y) p->input.target_y = -1;
    if (shoots && below(4) == 0) p->input.fire = (p->input.fire + 1) & 63;
    p->input.wanted_weapon = shoots && below(2) ? 1 + DDNET_GRENADE : 0;
    return true;
}

static bool on_column(int32_t from, int32_t to, int column)
{
    const int32_t low = from < to ? from : to, high = from < to ? to : from;
    return low < (column + 1) * TILE && high >= column * TILE;
}

static void note_lines(made_game *g, made_player *p, const ddnet_tee *t, int32_t cid, int32_t tick)
{
    const bool jumped = t->x - p->x > 4 * TILE || p->x - t->x > 4 * TILE;
    const int32_t from = jumped ? t->x : p->x;
    if (on_column(from, t->x, START)) {
        if (p->finished) return;
        g->start[cid] = tick;
        g->froze[cid] = -1;
    } else if (g->start[cid] >= 0 && !p->finished && on_column(from, t->x, FINISH)) {
        p->finished = true;
        g->finishes[g->finish_count++] =
            (teehistorian_finish){ .tick = tick, .cid = cid, .time = tick - g->start[cid], .kind = TEEHISTORIAN_PLAYER_FINISH };
    }
    if (t->freeze_end > tick && g->start[cid] >= 0 && g->froze[cid] < 0) g->froze[cid] = tick;
}

static void add_position(made_game *g, int32_t tick, int32_t cid, int32_t x, int32_t y, teehistorian_kind kind)
{
    assert_true(g->position_count < MOST_ROWS);
    g->positions[g->position_count++] =
        (teehistorian_position){ .tick = tick, .cid = cid, .x = x, .y = y, .kind = (uint8_t)kind };
}

static void begin_game(made_game *g, const made_kind *kind, ddnet_world *world, made_player *players)
{
    for (int32_t cid = 0; cid < kind->tees; cid++) {
        const int32_t team = kind->together ? 0 : cid + 1;
        g->start[cid] = g->froze[cid] = -1;
        g->joins[g->join_count++] = (teehistorian_join){ .tick = 4, .cid = cid };
        g->teams[g->team_count++] = (teehistorian_team){ .tick = 4, .cid = cid, .team = team };
        reel__ddnet_world_join(world, cid);
        reel__ddnet_world_team(world, cid, team);
        players[cid].x = (3 + cid % 5) * TILE + 16;
        players[cid].y = (FLOOR - 1) * TILE + 16;
        players[cid].input = (ddnet_controls){ .target_y = -1 };
        reel__ddnet_world_place(world, cid, players[cid].x, players[cid].y);
    }
}

static void record_tick(made_game *g, const made_kind *kind, const ddnet_world *world, made_player *players, int32_t tick)
{
    for (int32_t cid = 0; cid < kind->tees; cid++) {
        made_player *p = &players[cid];
        const ddnet_tee *t = reel__ddnet_world_tee(world, cid);
        if (!t) {
            if (p->there) add_position(g, tick, cid, 0, 0, TEEHISTORIAN_OLD);
            p->there = false;
            continue;
        }
        if (!p->there || t->x != p->x || t->y != p->y)
            add_position(g, tick, cid, t->x, t->y, p->there ? TEEHISTORIAN_DIFF : TEEHISTORIAN_NEW);
        if (p->there) note_lines(g, p, t, cid, tick);
        p->there = true;
        p->x = t->x, p->y = t->y;
    }
}

static void record_inputs(made_game *g, const made_kind *kind, ddnet_world *world, made_player *players, int32_t tick)
{
    for (int32_t cid = 0; cid < kind->tees; cid++) {
        made_player *p = &players[cid];
        if (!press_keys(p, kind->weapons)) continue;
        const ddnet_controls *c = &p->input;
        assert_true(g->input_count < MOST_ROWS);
        g->inputs[g->input_count++] = (teehistorian_input){ .tick = tick,
                                                            .cid = cid,
                                                            .direction = c->direction,
                                                            .target_x = c->target_x,
                                                            .target_y = c->target_y,
                                                            .jump = c->jump,
                                                            .fire = c->fire,
                                                            .hook = c->hook,
                                                            .player_flags = c->player_flags,
                                                            .wanted_weapon = c->wanted_weapon,
                                                            .next_weapon = c->next_weapon,
                                                            .prev_weapon = c->prev_weapon };
        reel__ddnet_world_input(world, cid, c);
    }
}

/* A command of the server, with at most two arguments, in both. */
static void run_command(made_game *g, ddnet_world *world, int32_t tick, const char *name, const char *first, const char *second)
{
    const char *const texts[] = { first, second };
    char line[64];
    snprintf(line, sizeof line, "%s %s %s", name, first, second);
    reel__ddnet_world_command(world, -1, line);
    for (uint32_t i = 0; i < 2; i++)
        g->arguments[g->argument_count++] = (teehistorian_argument){
            .tick = tick, .cid = (int32_t)g->command_count, .number = i, .text = { texts[i], strlen(texts[i]) }
        };
    g->commands[g->command_count++] =
        (teehistorian_command){ .tick = tick, .cid = -1, .command = { name, strlen(name) }, .arguments = 2 };
}

enum { REST_FROM = 200, REST_TO = 650 };

/* Plays a game on the map. `tuning`: NULL: the game's. */
static void make_game(made_game *g, const made_kind *kind, const made_map *map, const ddnet_tuning *tuning)
{
    made_player players[TEES] = { { 0 } };
    ddnet_map *course = reel__ddnet_map_create(NULL, WIDTH, HEIGHT);
    ddnet_rules rules = reel__ddnet_rules_default(22);
    assert_non_null(course);
    assert_true(reel__ddnet_map_tiles(course, map->tiles, map->count));
    rules.free_running = 1;
    rules.release = 2001;
    ddnet_world *world = reel__ddnet_world_create(NULL, course, &rules, tuning);
    assert_non_null(world);
    *g = (made_game){ .version = "0.6, 20.1", .game_type = "DDraceNetwork", .minor = 22 };
    begin_game(g, kind, world, players);
    for (int32_t tick = 5; tick < 5 + kind->ticks; tick++) {
        reel__ddnet_world_step(world, tick);
        record_tick(g, kind, world, players, tick);
        if (kind->tunes && tick == 150) run_command(g, world, tick, "tune", "gravity", "0.7");
        if (!kind->rests || tick < REST_FROM || tick > REST_TO) record_inputs(g, kind, world, players, tick);
    }
    reel__ddnet_world_free(world);
    reel__ddnet_map_free(course);
}

/* ---- as a recording ------------------------------------------------------------------------------------------------- */

/* The rows of a table that are next in line. */
typedef struct made_lane {
    uint8_t *rows;
    size_t count, size, at;
} made_lane;

/* The first member of a row is its number; joins and teams stand in front of the positions of the next tick, finishes and inputs behind those of theirs. */
static void number_rows(made_game *g)
{
    made_lane lanes[] = { { (uint8_t *)g->positions, g->position_count, sizeof *g->positions, 0 },
                          { (uint8_t *)g->finishes, g->finish_count, sizeof *g->finishes, 0 },
                          { (uint8_t *)g->commands, g->command_count, sizeof *g->commands, 0 },
                          { (uint8_t *)g->inputs, g->input_count, sizeof *g->inputs, 0 },
                          { (uint8_t *)g->joins, g->join_count, sizeof *g->joins, 0 },
                          { (uint8_t *)g->teams, g->team_count, sizeof *g->teams, 0 } };
    for (uint64_t seq = 1;; seq++) {
        made_lane *first = NULL;
        int32_t least = 0;
        for (size_t i = 0; i < sizeof lanes / sizeof *lanes; i++) {
            int32_t tick;
            if (lanes[i].at == lanes[i].count) continue;
            memcpy(&tick, lanes[i].rows + lanes[i].at * lanes[i].size + offsetof(teehistorian_join, tick), sizeof tick);
            if (first && tick >= least) continue;
            first = &lanes[i];
            least = tick;
        }
        if (!first) return;
        memcpy(first->rows + first->at++ * first->size, &seq, sizeof seq);
    }
}

static int by_tick(const void *a, const void *b)
{
    const teehistorian_position *x = a, *y = b;
    if (x->tick != y->tick) return x->tick < y->tick ? -1 : 1;
    return x->cid < y->cid ? -1 : x->cid > y->cid;
}

static int by_tick_of_finish(const void *a, const void *b)
{
    const teehistorian_finish *x = a, *y = b;
    return (x->tick > y->tick) - (x->tick < y->tick);
}

static reel_replay *game_replay(made_game *g)
{
    const teehistorian_header header = { .version = 2,
                                         .version_minor = g->minor,
                                         .present = g->minor ? TEEHISTORIAN_HAS_VERSION_MINOR : 0,
                                         .server_version = { g->version, strlen(g->version) },
                                         .game_type = { g->game_type, strlen(g->game_type) },
                                         .map_sha256 = { made_sha256, sizeof made_sha256 - 1 },
                                         .map_name = { "made", 4 } };
    qsort(g->positions, g->position_count, sizeof *g->positions, by_tick);
    qsort(g->finishes, g->finish_count, sizeof *g->finishes, by_tick_of_finish);
    number_rows(g);
    for (size_t i = 0; i < g->argument_count; i++) { /* `number` was that of the command until here */
        g->arguments[i].seq = g->commands[g->arguments[i].cid].seq;
        g->arguments[i].tick = g->commands[g->arguments[i].cid].tick;
    }
    const reel_own_rows rows[] = {
        { &teehistorian_headers, &header, 1 },
        { &teehistorian_values, g->values, g->value_count },
        { &teehistorian_positions, g->positions, g->position_count },
        { &teehistorian_inputs, g->inputs, g->input_count },
        { &teehistorian_finishes, g->finishes, g->finish_count },
        { &teehistorian_teams, g->teams, g->team_count },
        { &teehistorian_joins, g->joins, g->join_count },
        { &teehistorian_commands, g->commands, g->command_count },
        { &teehistorian_arguments, g->arguments, g->argument_count },
    };
    reel_replay *replay;
    reel_error error;
    if (reel_replay_of_rows(&reel_format_teehistorian, rows, sizeof rows / sizeof *rows, NULL, &replay, &error) < 0)
        fail_msg("%s", error.message);
    return replay;
}

#endif
