/* SPDX-License-Identifier: MIT
 * The insight "ddnet-runs": the runs of a recording that states no finishes, by the lines of its map that tees crossed. docs/formats/demo.md has
 * the rule. */
#include "insight/ddnet/level.h"

#include "core/memory.h"

#ifndef REEL_WITHOUT_DDNET_MAP

enum { STEP_MOST = 8 * TEEHISTORIAN_TILE /* tees that move further in a tick were put there */ };

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
    level_map map;
    runner runners[CLIENTS];
    reel_row_list *rows;
} finder;

/* What the cells on the way from one position to the next do. */
static uint8_t cells_between(finder *f, point from, point to)
{
    const vec end = { (float)to.x, (float)to.y }, begin = { (float)from.x, (float)from.y };
    return reel__level_touch(&f->map, vec_distance(begin, end) <= STEP_MOST ? begin : end, end, NULL, NULL);
}

/* ---- the clock -------------------------------------------------------------------------------------------------- */

static bool is_team(int32_t team) { return team > 0 && team < CLIENTS; } /* CLIENTS: super, which has no clock */

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
    if (!analysis->level) return REEL_OK;
    const teehistorian_position *position = reel_chunk_rows(chunk, &teehistorian_positions, &positions);
    const teehistorian_team *team = reel_chunk_rows(chunk, &teehistorian_teams, &teams);
    f->rows = reel_chunk_table(analysis->result, &ddnet_runs);
    if (!f->begun && !reel__level_map_of(analysis->level, &analysis->allocator, &f->map))
        return reel__memory_fail(analysis->error);
    f->begun = true;
    while (p < positions || t < teams) {
        if (t == teams || (p < positions && position[p].seq < team[t].seq))
            take_position(f, &position[p++]);
        else
            take_team(f, &team[t++]);
    }
    return REEL_OK;
}

static void close_finder(reel_analysis *analysis) { reel__level_map_drop(&((finder *)analysis->state)->map); }

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
