/* SPDX-License-Identifier: MIT
 * Tees beside the map: which cells they went through, where they stood, and what moved them. docs/levels.md has the rules, which are those of
 * the server: ddnet/ddnet@28baa427 src/game/collision.cpp GetMapIndices, src/game/server/entities/character.cpp HandleTiles and
 * HandleSkippableTiles, src/game/server/gamemodes/ddnet.cpp HandleCharacterTiles. */
#include "insight/ddnet/level.h"

#ifndef REEL_WITHOUT_DDNET_MAP

#include "core/memory.h"

enum {
    FAR = 8 * DDNET_MAP_TILE,   /* no tee moves so far in a tick: a jump */
    QUICK = 4 * DDNET_MAP_TILE, /* hardly any does: near a spawn, it is a new life */
    NEAR_OUT = 2,               /* cells from where a teleporter lands, after a tick of flight */
    NEAR_SPAWN = 3,
    AFTER_CAUSE = 2, /* ticks after a command, a swap or a load in which a tee may be elsewhere */
    NONE = -1
};

static bool is_death(uint8_t index) { return index == TILE_DEATH; }
static bool is_out(uint8_t index) { return index == TILE_TELE_OUT || index == TILE_TELE_CHECK_OUT; }
static bool is_spawn(uint8_t index)
{
    return index >= ENTITY_OFFSET + ENTITY_SPAWN && index <= ENTITY_OFFSET + ENTITY_SPAWN_BLUE;
}

/* ---- faults and rows ------------------------------------------------------------------------------------------------ */

static void count_fault(struct level_game *l, level_fault fault, int32_t tick, int32_t cid)
{
    if (!l->faults[fault].count++) l->faults[fault] = (level_count){ 1, tick, cid };
}

static void add_tile(game *g, int32_t cid, ddnet_level_kind kind, int32_t x, int32_t y)
{
    ddnet_level_tile *row = g->beside->rows_tiles ? reel_row_add(g->beside->rows_tiles) : NULL;
    if (row)
        *row = (ddnet_level_tile){
            .tick = g->tick, .cid = cid, .session = g->slots[cid].session, .x = x, .y = y, .kind = (uint8_t)kind
        };
}

static void add_checkpoint(game *g, int32_t cid, int32_t number)
{
    const level_tee *tee = &g->beside->tees[cid];
    ddnet_level_checkpoint *row = g->beside->rows_checkpoints ? reel_row_add(g->beside->rows_checkpoints) : NULL;
    if (!row) return;
    *row = (ddnet_level_checkpoint){
        .tick = g->tick, .cid = cid, .session = g->slots[cid].session, .checkpoint = number, .start_tick = tee->start
    };
    if (tee->start == NONE || tee->saved) return;
    row->time = (double)((int64_t)g->tick - tee->start) / TEEHISTORIAN_TICKS_PER_SECOND;
    row->present |= DDNET_LEVEL_HAS_START;
}

/* The tiles that a tee touched in a tick. */
typedef struct touch {
    game *g;
    int32_t cid;
    uint32_t kinds;
} touch;

/* ---- time in freeze and in solo --------------------------------------------------------------------------------------- */

enum { FREEZES = 1 << DDNET_LEVEL_FREEZE | 1 << DDNET_LEVEL_DEEP_FREEZE | 1 << DDNET_LEVEL_LIVE_FREEZE };

/* Counts the ticks from the last position of a tee to the one before `tick`: it stands where it is, and touches what is there. */
static void count_time(game *g, int32_t cid, int32_t tick)
{
    level_tee *tee = &g->beside->tees[cid];
    const int64_t ticks = (int64_t)tick - tee->counted;
    if (ticks <= 0) return;
    player_session *player = reel__player_session(g, g->slots[cid].character_session);
    player->freeze_ticks += tee->froze + (tee->in_freeze ? ticks - 1 : 0);
    player->solo_ticks += tee->solo ? ticks : 0;
    tee->counted = tick;
    tee->froze = false;
}

/* The tile that begins it goes before the one that ends it, as in CCharacter::HandleTiles. */
static void touch_solo(const level_map *map, level_tee *tee, int32_t x, int32_t y)
{
    const uint8_t index = reel__level_tile(map, LEVEL_GAME, x, y), front = reel__level_tile(map, LEVEL_FRONT, x, y);
    if (index == TILE_SOLO_ON || front == TILE_SOLO_ON)
        tee->solo = true;
    else if (index == TILE_SOLO_OFF || front == TILE_SOLO_OFF)
        tee->solo = false;
}

static void touch_freeze(void *context, int32_t x, int32_t y, uint8_t bits)
{
    const touch *t = context;
    level_tee *tee = &t->g->beside->tees[t->cid];
    if (!(bits & CELL_TILES)) return;
    for (size_t layer = LEVEL_GAME; layer <= LEVEL_FRONT; layer++) {
        const int kind = reel__level_kind_of(reel__level_tile(&t->g->beside->map, layer, x, y));
        tee->in_freeze |= kind != NONE && FREEZES >> kind & 1;
    }
}

/* ---- tiles ---------------------------------------------------------------------------------------------------------- */

static void touch_cell(void *context, int32_t x, int32_t y, uint8_t bits)
{
    touch *t = context;
    level_tee *tee = &t->g->beside->tees[t->cid];
    if (!(bits & CELL_TILES)) return;
    touch_solo(&t->g->beside->map, tee, x, y);
    for (size_t layer = LEVEL_GAME; layer <= LEVEL_FRONT; layer++) {
        const uint8_t index = reel__level_tile(&t->g->beside->map, layer, x, y);
        const int kind = reel__level_kind_of(index), checkpoint = index - TILE_CHECKPOINT;
        if (kind != NONE) {
            if (!((t->kinds | tee->kinds) >> kind & 1)) add_tile(t->g, t->cid, (ddnet_level_kind)kind, x, y);
            t->kinds |= 1u << kind;
        }
        if (index < TILE_CHECKPOINT || index > TILE_CHECKPOINT_LAST || tee->checkpoint == checkpoint) continue;
        tee->checkpoint = checkpoint;
        add_checkpoint(t->g, t->cid, checkpoint);
    }
}

static int64_t distance_of(int64_t dx, int64_t dy)
{
    const int64_t ax = dx < 0 ? -dx : dx, ay = dy < 0 ? -dy : dy;
    return ax > ay ? ax : ay;
}

/* ---- finishes ------------------------------------------------------------------------------------------------------- */

/* A run of a team has the clock of the team, which starts with the first of them, and ends with the last: it is not judged. Positions are those of
 * the tick before the one in which the game saw them. */
enum { SLACK = 2, LATEST = 1 };

static void judge_finish(game *g, int32_t cid)
{
    struct level_game *l = g->beside;
    level_tee *tee = &l->tees[cid];
    const level_finish *f = &tee->finish;
    const bool started = tee->start != NONE, ended = tee->end != NONE;
    const bool known = !tee->doubtful && !tee->saved && !f->of_team && f->tick > l->explained;
    const bool decidable = (known || f->of_nobody) && l->map.whole;
    const bool timed = started && ended && !l->map.changes_time;
    const int64_t own = (int64_t)f->tick - tee->start, apart = own > f->time ? own - f->time : f->time - own;
    ddnet_level_finish *row = l->rows_finishes ? reel_row_add(l->rows_finishes) : NULL;
    l->finishes++;
    l->waiting--;
    tee->finish.waits = false;
    tee->judged = (level_judged){ .decidable = decidable,
                                  .timed = timed,
                                  .wrong = decidable && (!started || !ended || (timed && apart > SLACK)),
                                  .start = tee->start };
    if (row) {
        *row = (ddnet_level_finish){ .tick = f->tick,
                                     .cid = cid,
                                     .session = g->slots[cid].session,
                                     .time_ticks = f->time,
                                     .start_tick = tee->start,
                                     .finish_tick = tee->end,
                                     .decidable = decidable };
        row->present = (uint8_t)((started ? DDNET_LEVEL_HAS_START : 0) | (ended ? DDNET_LEVEL_HAS_FINISH : 0));
    }
    if (!decidable) {
        l->doubtful++;
        return;
    }
    if (!ended) count_fault(l, LEVEL_NO_FINISH, f->tick, cid);
    if (!started) count_fault(l, LEVEL_NO_START, f->tick, cid);
    if (timed && apart > SLACK) count_fault(l, LEVEL_TIME, f->tick, cid);
}

/* ---- movement ------------------------------------------------------------------------------------------------------- */

static bool is_explained(const game *g, const level_tee *tee)
{
    return tee->doubtful || g->tick <= tee->explained || g->tick <= g->beside->explained;
}

static void begin_run(level_tee *tee)
{
    tee->start = tee->end = tee->checkpoint = NONE;
    tee->on_start = tee->saved = false;
    tee->kinds = 0;
}

/* What may have brought a tee so far. True: it did not move there. */
static bool judge_jump(game *g, int32_t cid, int32_t x, int32_t y)
{
    struct level_game *l = g->beside;
    level_tee *tee = &l->tees[cid];
    const int64_t way = distance_of((int64_t)x - tee->x, (int64_t)y - tee->y);
    const bool far = way > FAR;
    if (way > DDNET_MAP_TILE && reel__level_is_near(&l->map, LEVEL_TELE, tile_of(x), tile_of(y), NEAR_OUT, is_out)) return true;
    if (way > QUICK && (reel__level_is_near(&l->map, LEVEL_GAME, tile_of(x), tile_of(y), NEAR_SPAWN, is_spawn) ||
                        reel__level_is_near(&l->map, LEVEL_FRONT, tile_of(x), tile_of(y), NEAR_SPAWN, is_spawn))) {
        begin_run(tee);
        tee->solo = false;
        return true;
    }
    if (!far) return false;
    l->jumps++;
    if (is_explained(g, tee) || l->map.has_guns) {
        l->doubtful++;
        tee->doubtful = true;
    } else {
        count_fault(l, LEVEL_JUMP, g->tick, cid);
    }
    return true;
}

/* While a tee stands on the start, each tick counts. */
static void stand_until(level_tee *tee, int32_t tick)
{
    if (tee->on_start && tick > tee->start) tee->start = tick;
}

static void take_touch(game *g, int32_t cid, uint8_t bits, uint32_t kinds)
{
    level_tee *tee = &g->beside->tees[cid];
    if (bits & CELL_START) {
        const int32_t team = g->slots[cid].team;
        /* the clock begins, whatever was before; but not in practice, and where a run has just ended, that is no fresh start yet */
        tee->doubtful = (team >= 0 && team < TEAMS && g->practice[team]) || tee->finish.waits;
        begin_run(tee);
        tee->start = g->tick;
    }
    tee->kinds = kinds;
    if (bits & CELL_FINISH) tee->end = g->tick;
}

static bool is_plain(level_map *map, int32_t x, int32_t y) { return !(level_cell(map, x, y) & (CELL_ACTS | CELL_SOLID)); }

/* Whether there is nothing in the cells around a short way, which is then done. */
static bool moves_plainly(struct level_game *l, const level_tee *tee, int32_t x, int32_t y, int32_t column, int32_t line)
{
    if (!tee->plain) return false;
    if (column == tee->column && line == tee->line) return true;
    if (distance_of((int64_t)x - tee->x, (int64_t)y - tee->y) > DDNET_MAP_TILE) return false;
    return is_plain(&l->map, column, line) && is_plain(&l->map, tee->column, line) && is_plain(&l->map, column, tee->line);
}

static void judge_solid(const game *g, int32_t cid, int32_t x, int32_t y, uint8_t bits)
{
    struct level_game *l = g->beside;
    const bool inside = x >= 0 && y >= 0 && tile_of(x) < l->map.width && tile_of(y) < l->map.height;
    if (inside && bits & CELL_SOLID && !is_explained(g, &l->tees[cid])) count_fault(l, LEVEL_SOLID, g->tick, cid);
}

/* The whole tick, and where the tee is at its end, which counts until it moves again. */
static void touch_tiles(game *g, int32_t cid, int32_t x, int32_t y, bool is_new)
{
    struct level_game *l = g->beside;
    level_tee *tee = &l->tees[cid];
    touch t = { .g = g, .cid = cid };
    const vec to = { (float)x, (float)y };
    const bool put = is_new || judge_jump(g, cid, x, y);
    const vec from = put ? to : (vec){ (float)tee->x, (float)tee->y };
    const uint8_t way = reel__level_touch(&l->map, from, to, touch_cell, &t);
    tee->in_freeze = false;
    const uint8_t rest = reel__level_touch(&l->map, to, to, t.kinds & FREEZES ? touch_freeze : NULL, &t);
    if (!is_new) judge_solid(g, cid, x, y, level_cell(&l->map, way_cell(x, l->map.width), way_cell(y, l->map.height)));
    take_touch(g, cid, way | rest, t.kinds);
    tee->froze |= (t.kinds & FREEZES) != 0;
    tee->on_start = rest & CELL_START;
}

static void move_tee(game *g, int32_t cid, int32_t x, int32_t y, bool is_new)
{
    struct level_game *l = g->beside;
    level_tee *tee = &l->tees[cid];
    const int32_t column = way_cell(x, l->map.width), line = way_cell(y, l->map.height);
    l->positions++;
    if (tee->alive) count_time(g, cid, g->tick);
    if (!is_new && moves_plainly(l, tee, x, y, column, line)) {
        tee->kinds = 0;
        tee->in_freeze = false;
    } else {
        stand_until(tee, g->tick - 1);
        if (is_new) {
            if (tee->finish.waits) judge_finish(g, cid);
            *tee = (level_tee){ .alive = true, .x = x, .y = y, .finish = tee->finish, .judged = tee->judged };
            begin_run(tee);
            tee->explained = tee->counted = g->tick;
        }
        touch_tiles(g, cid, x, y, is_new);
        tee->plain = is_plain(&l->map, column, line);
    }
    tee->x = x, tee->y = y, tee->column = column, tee->line = line;
}

static void end_tee(game *g, int32_t cid)
{
    struct level_game *l = g->beside;
    level_tee *tee = &l->tees[cid];
    const int32_t x = tile_of(tee->x), y = tile_of(tee->y);
    stand_until(tee, g->tick - 1);
    count_time(g, cid, g->tick);
    if (reel__level_is_near(&l->map, LEVEL_GAME, x, y, 1, is_death) ||
        reel__level_is_near(&l->map, LEVEL_FRONT, x, y, 1, is_death))
        add_tile(g, cid, DDNET_LEVEL_DEATH, x, y);
    tee->alive = false;
    tee->left = true;
    tee->gone = g->tick;
}

static void process_position(game *g, const void *row)
{
    const teehistorian_position *p = row;
    if (!is_client(p->cid)) return;
    level_tee *tee = &g->beside->tees[p->cid];
    if (p->kind == TEEHISTORIAN_OLD) {
        if (tee->alive) end_tee(g, p->cid);
    } else if (p->kind == TEEHISTORIAN_NEW || tee->alive) {
        move_tee(g, p->cid, p->x, p->y, p->kind == TEEHISTORIAN_NEW);
    } else {
        tee->left = false; /* it is there: how it appeared is in a part of the recording that was not read */
    }
}

/* ---- what waits ------------------------------------------------------------------------------------------------------ */

static void judge_waiting(game *g, int64_t until)
{
    for (int32_t cid = 0; cid < CLIENTS && g->beside->waiting; cid++)
        if (g->beside->tees[cid].finish.waits && g->beside->tees[cid].finish.tick + (int64_t)LATEST < until) judge_finish(g, cid);
}

/* Members of a team finish with it, with a tee or without; others by their tee. One that has just died, or is about to appear, says nothing. */
static bool is_absent(const level_tee *tee, int32_t tick)
{
    return tee->left && (int64_t)tick - tee->gone > TEEHISTORIAN_TICKS_PER_SECOND;
}

static void process_finish(game *g, const void *row)
{
    const teehistorian_finish *finish = row;
    if (finish->kind != TEEHISTORIAN_PLAYER_FINISH || !is_client(finish->cid)) return;
    level_tee *tee = &g->beside->tees[finish->cid];
    if (tee->finish.waits) judge_finish(g, finish->cid);
    if (!tee->alive) tee->doubtful = true;
    g->beside->waiting++;
    const bool of_team = g->slots[finish->cid].team != 0, of_nobody = !of_team && is_absent(tee, g->tick);
    if (of_nobody) tee->start = tee->end = NONE;
    tee->finish = (level_finish){ true, g->tick, finish->time, of_team, of_nobody };
}

/* ---- other causes --------------------------------------------------------------------------------------------------- */

static void doubt(game *g, int32_t cid)
{
    level_tee *tee = &g->beside->tees[cid];
    tee->doubtful = true;
    tee->explained = g->tick + AFTER_CAUSE;
}

/* Commands of players may move themselves, those of others anybody. */
static void process_command(game *g, const void *row)
{
    const teehistorian_command *command = row;
    const bool chat = is_client(command->cid) && command->flags & 128;
    if (chat) {
        doubt(g, command->cid);
        return;
    }
    if (!is_client(command->cid)) return; /* the server's own: votes, rotations of maps */
    for (int32_t cid = 0; cid < CLIENTS; cid++) doubt(g, cid);
}

static void process_swap(game *g, const void *row)
{
    const teehistorian_swap *swap = row;
    if (is_client(swap->cid)) doubt(g, swap->cid);
    if (is_client(swap->other_cid)) doubt(g, swap->other_cid);
}

static void doubt_team(game *g, int32_t team, bool saved)
{
    for (int32_t cid = 0; cid < CLIENTS; cid++) {
        if (g->slots[cid].team != team) continue;
        doubt(g, cid);
        g->beside->tees[cid].saved = saved;
    }
}

static void process_save(game *g, const void *row) { doubt_team(g, ((const teehistorian_save *)row)->team, true); }
static void process_practice(game *g, const void *row) { doubt_team(g, ((const teehistorian_practice *)row)->team, false); }

static const struct {
    const reel_table *table;
    game_processor process;
} processors[] = {
    { &teehistorian_positions, process_position }, { &teehistorian_finishes, process_finish },
    { &teehistorian_commands, process_command },   { &teehistorian_swaps, process_swap },
    { &teehistorian_saves, process_save },         { &teehistorian_practices, process_practice },
};

game_processor reel__level_processor(const reel_table *table)
{
    for (size_t i = 0; i < sizeof processors / sizeof *processors; i++)
        if (processors[i].table == table) return processors[i].process;
    return NULL;
}

void reel__level_tick(game *g)
{
    if (g->beside->waiting) judge_waiting(g, g->tick);
}

bool reel__level_begin(game *g)
{
    g->beside = reel__memory_new(&g->analysis->allocator, sizeof *g->beside);
    if (!g->beside || !reel__level_map_of(g->analysis->level, &g->analysis->allocator, &g->beside->map)) return false;
    g->beside->explained = NONE;
    for (size_t i = 0; i < CLIENTS; i++) begin_run(&g->beside->tees[i]);
    g->beside->rows_finishes = reel_chunk_table(g->analysis->result, &ddnet_level_finishes);
    g->beside->rows_checkpoints = reel_chunk_table(g->analysis->result, &ddnet_level_checkpoints);
    g->beside->rows_tiles = reel_chunk_table(g->analysis->result, &ddnet_level_tiles);
    return true;
}

void reel__level_end(game *g)
{
    judge_waiting(g, INT64_MAX);
    for (int32_t cid = 0; cid < CLIENTS; cid++)
        if (g->beside->tees[cid].alive) count_time(g, cid, g->tick);
    g->knows_tiles = g->beside->map.whole;
}

void reel__level_close(const reel_analysis *analysis, struct level_game *beside)
{
    if (!beside) return;
    reel__level_map_drop(&beside->map);
    reel__memory_drop(&analysis->allocator, beside);
}

#endif
