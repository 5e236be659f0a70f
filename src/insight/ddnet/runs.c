/* SPDX-License-Identifier: MIT
 * The insight "ddnet-runs": the runs of a recording that states no finishes, by the lines of its map that tees crossed. docs/formats/demo.md has
 * the rule. */
#include "core/memory.h"

#include <reel/ddnet.h>
#include <reel/ddnet_map.h>
#include <reel/teehistorian.h>

#include <math.h>

#ifndef REEL_WITHOUT_DDNET_MAP

enum {
    CLIENTS = TEEHISTORIAN_CLIENTS,
    TEAMS = CLIENTS + 1,
    TILE_START = 33,
    TILE_FINISH = 34,
    TILES_MOST = 1 << 28,
    STEP_MOST = 8 * TEEHISTORIAN_TILE /* tees that move further in a tick were put there */
};

/* What a cell does. */
enum { CELL_ACTS = 1 << 0, CELL_START = 1 << 1, CELL_FINISH = 1 << 2 };

typedef struct point {
    int32_t x, y;
} point;

typedef struct runner {
    bool alive, started, finished; /* finished: before the others of its team */
    int32_t team, start;
    int32_t tick;     /* of `at` */
    point at, before; /* at the end of that tick, and of the one before */
} runner;

typedef struct finder {
    bool begun, teamed[TEAMS]; /* teamed: the clock of the team runs */
    int32_t team_start[TEAMS];
    int32_t width, height;
    uint8_t *cells;
    runner runners[CLIENTS];
    reel_row_list *rows;
} finder;

/* ---- the map ---------------------------------------------------------------------------------------------------- */

static void add_tile(finder *f, const ddnet_map_tile *tile)
{
    const bool plain = tile->kind == DDNET_MAP_GAME || tile->kind == DDNET_MAP_FRONT;
    if ((!plain && tile->kind >= DDNET_MAP_DESIGN) || tile->y < 0 || tile->y >= f->height || tile->x < 0) return;
    const uint8_t bits = CELL_ACTS | (plain && tile->index == TILE_START ? CELL_START : 0) |
                         (plain && tile->index == TILE_FINISH ? CELL_FINISH : 0);
    for (uint32_t i = 0; i < tile->count && (int64_t)tile->x + i < f->width; i++)
        f->cells[(size_t)tile->y * (size_t)f->width + (size_t)tile->x + i] |= bits;
}

static reel_status take_map(finder *f, reel_analysis *analysis)
{
    const reel_chunk *level = reel_replay_chunk(analysis->level);
    size_t infos, tiles;
    const ddnet_map_info *info = reel_chunk_rows(level, &ddnet_map_infos, &infos);
    const ddnet_map_tile *tile = reel_chunk_rows(level, &ddnet_map_tiles, &tiles);
    if (!infos || info->width <= 0 || info->height <= 0 || (int64_t)info->width * info->height > TILES_MOST) return REEL_OK;
    f->width = info->width;
    f->height = info->height;
    f->cells = reel__memory_new(&analysis->allocator, (size_t)f->width * (size_t)f->height);
    if (!f->cells) return reel__memory_fail(analysis->error);
    if (reel_spend(analysis->budget, (uint64_t)f->width * (uint64_t)f->height) != REEL_OK)
        return reel_fail_budget(analysis->budget, analysis->error, "", 0);
    for (size_t i = 0; i < tiles; i++) add_tile(f, &tile[i]);
    return REEL_OK;
}

static int32_t clamp(int32_t value, int32_t most) { return value < 0 ? 0 : value > most ? most : value; }

/* The cell of a position; those outside count as the ones at the border. */
static uint8_t cell_at(const finder *f, int32_t x, int32_t y)
{
    return f->cells[(size_t)clamp(y / 32, f->height - 1) * (size_t)f->width + (size_t)clamp(x / 32, f->width - 1)];
}

/* Of a tee at the end of its way: the four corners at 28/3 units, rounded. */
static uint8_t corners_at(const finder *f, point at)
{
    enum { NEAR = 9 };
    uint8_t bits = 0;
    for (int corner = 0; corner < 4; corner++) {
        const int64_t x = (int64_t)at.x + (corner & 1 ? NEAR : -NEAR), y = (int64_t)at.y + (corner & 2 ? NEAR : -NEAR);
        if (x >= INT32_MIN && x <= INT32_MAX && y >= INT32_MIN && y <= INT32_MAX) bits |= cell_at(f, (int32_t)x, (int32_t)y);
    }
    return bits;
}

/* What the cells on the way from one position to the next do, sampled each unit: the last point only if the way is whole units long. */
static uint8_t cells_between(const finder *f, point from, point to)
{
    const double dx = (double)to.x - from.x, dy = (double)to.y - from.y, way = sqrt(dx * dx + dy * dy);
    if (!f->cells) return 0;
    uint8_t bits = 0;
    const int32_t steps = way > 0 && way <= STEP_MOST ? (int32_t)way + 1 : 0;
    if (!steps) bits = cell_at(f, to.x, to.y);
    for (int32_t i = 0; i < steps; i++) {
        const double share = i / way;
        bits |= cell_at(f, (int32_t)(from.x + dx * share), (int32_t)(from.y + dy * share));
    }
    return bits & CELL_ACTS ? bits | corners_at(f, to) : 0;
}

/* ---- the clock -------------------------------------------------------------------------------------------------- */

static bool is_team(int32_t team) { return team > 0 && team < TEAMS - 1; }

static void cross_start(finder *f, runner *r, int32_t tick)
{
    if (!is_team(r->team)) {
        r->started = true;
        r->start = tick;
        return;
    }
    if (f->teamed[r->team]) return;
    f->teamed[r->team] = true;
    f->team_start[r->team] = tick;
}

static void add_run(const finder *f, int32_t cid, int32_t tick, int32_t start)
{
    ddnet_run *row = f->rows ? reel_row_add(f->rows) : NULL;
    if (row) *row = (ddnet_run){ .tick = tick, .cid = cid, .team = f->runners[cid].team, .start_tick = start };
}

/* A team finishes with the last of its members. */
static void finish_team(finder *f, int32_t team, int32_t tick)
{
    for (int32_t cid = 0; cid < CLIENTS; cid++)
        if (f->runners[cid].team == team && !f->runners[cid].finished) return;
    for (int32_t cid = 0; cid < CLIENTS; cid++) {
        if (f->runners[cid].team != team) continue;
        add_run(f, cid, tick, f->team_start[team]);
        f->runners[cid].finished = false;
    }
    f->teamed[team] = false;
}

static void cross_finish(finder *f, runner *r, int32_t cid, int32_t tick)
{
    if (is_team(r->team)) {
        if (!f->teamed[r->team] || r->finished) return;
        r->finished = true;
        finish_team(f, r->team, tick);
    } else if (r->started) {
        add_run(f, cid, tick, r->start);
        r->started = false;
    }
}

/* Plays the ticks up to this one. In a tick, the way of the tick before acts. A tee that stands does the same in each. */
static void play_until(finder *f, int32_t cid, int32_t tick)
{
    runner *r = &f->runners[cid];
    while (r->alive && r->tick < tick) {
        const bool stands = r->at.x == r->before.x && r->at.y == r->before.y;
        const uint8_t bits = cells_between(f, r->before, r->at);
        r->tick = stands && !(bits & CELL_FINISH) ? tick : r->tick + 1;
        r->before = r->at;
        if (bits & CELL_START) cross_start(f, r, r->tick);
        if (bits & CELL_FINISH) cross_finish(f, r, cid, r->tick);
        if (stands && bits & CELL_FINISH) r->tick = tick;
    }
    r->tick = tick;
}

/* ---- rows ------------------------------------------------------------------------------------------------------- */

static void take_position(finder *f, const teehistorian_position *row)
{
    if (row->cid < 0 || row->cid >= CLIENTS || row->kind == TEEHISTORIAN_STRAY) return;
    runner *r = &f->runners[row->cid];
    play_until(f, row->cid, row->tick);
    if (row->kind == TEEHISTORIAN_OLD) {
        r->alive = r->started = r->finished = false;
        return;
    }
    r->at = (point){ row->x, row->y };
    if (!r->alive) r->before = r->at;
    r->alive = true;
}

static void take_team(finder *f, const teehistorian_team *row)
{
    if (row->cid < 0 || row->cid >= CLIENTS) return;
    play_until(f, row->cid, row->tick);
    f->runners[row->cid].team = row->team;
    f->runners[row->cid].started = f->runners[row->cid].finished = false;
    if (is_team(row->team)) f->teamed[row->team] = false;
}

static reel_status process_chunk(reel_analysis *analysis, const reel_chunk *chunk)
{
    finder *f = analysis->state;
    size_t positions, teams, p = 0, t = 0;
    const teehistorian_position *position = reel_chunk_rows(chunk, &teehistorian_positions, &positions);
    const teehistorian_team *team = reel_chunk_rows(chunk, &teehistorian_teams, &teams);
    f->rows = reel_chunk_table(analysis->result, &ddnet_runs);
    if (!f->begun && analysis->level) {
        const reel_status status = take_map(f, analysis);
        if (status < 0) return status;
    }
    f->begun = true;
    while (p < positions || t < teams) {
        if (t == teams || (p < positions && position[p].seq < team[t].seq))
            take_position(f, &position[p++]);
        else
            take_team(f, &team[t++]);
    }
    return REEL_OK;
}

static void close_finder(reel_analysis *analysis)
{
    finder *f = analysis->state;
    reel__memory_drop(&analysis->allocator, f->cells);
}

static const reel_field run_fields[] = {
    REEL_FIELD(ddnet_run, "tick", tick, I32, "tick", "tick in which the finish was crossed", .flags = REEL_FIELD_TIME),
    REEL_FIELD(ddnet_run, "cid", cid, I32, "", "client id (slot)"),
    REEL_FIELD(ddnet_run, "team", team, I32, "", "team of the player; 0: none"),
    REEL_FIELD(ddnet_run, "start_tick", start_tick, I32, "tick", "tick in which the clock started"),
};

const reel_table ddnet_runs = REEL_TABLE("runs", "runs by the lines of the map that tees crossed", ddnet_run, run_fields, 0);

static const reel_format *const formats[] = { &reel_format_teehistorian, NULL };
static const reel_format *const levels[] = { &reel_format_ddnet_map, NULL };
static const reel_table *const tables[] = { &ddnet_runs, NULL };
static const reel_table *const inputs[] = { &teehistorian_headers, &teehistorian_positions, &teehistorian_teams, NULL };

const reel_insight reel_insight_ddnet_runs = {
    .id = "ddnet-runs",
    .name = "DDNet runs",
    .doc = "runs by the start and finish lines of the map, for recordings of servers before 18.3, which state no finishes",
    .formats = formats,
    .levels = levels,
    .tables = tables,
    .inputs = inputs,
    .state_size = sizeof(finder),
    .chunk = process_chunk,
    .close = close_finder,
};

#endif
