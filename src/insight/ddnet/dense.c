/* SPDX-License-Identifier: MIT
 * What is counted for every tick: the tiles where characters stood, and the dense tables. */
#include "insight/ddnet/game.h"

#include <stdlib.h>

enum { FIRST_CELLS = 1024, MOST_CELLS = 1 << 22, MOST_ROWS = 1 << 26 };

/* ---- tiles -------------------------------------------------------------------------------------------------------- */

static int32_t tile_of(int32_t place) { return place >> 5; } /* arithmetic: rounds down */

static ddnet_heat *cell_of(const heat_map *map, int32_t x, int32_t y)
{
    uint64_t hash = ((uint64_t)(uint32_t)x << 32 | (uint32_t)y) * UINT64_C(0x9e3779b97f4a7c15);
    size_t at = (size_t)(hash >> 32) & (map->capacity - 1);
    while (map->cells[at].ticks && (map->cells[at].tile_x != x || map->cells[at].tile_y != y))
        at = (at + 1) & (map->capacity - 1);
    return &map->cells[at];
}

static bool heat_grow(game *g)
{
    const reel_allocator *allocator = &g->analysis->allocator;
    heat_map *map = &g->heat, fresh = { .capacity = map->capacity ? 2 * map->capacity : FIRST_CELLS, .count = map->count };
    if (fresh.capacity > MOST_CELLS) {
        map->full = true;
        return false;
    }
    fresh.cells = allocator->alloc(allocator->context, fresh.capacity * sizeof *fresh.cells);
    if (!fresh.cells) {
        g->no_memory = true;
        return false;
    }
    memset(fresh.cells, 0, fresh.capacity * sizeof *fresh.cells);
    for (size_t i = 0; i < map->capacity; i++)
        if (map->cells[i].ticks) *cell_of(&fresh, map->cells[i].tile_x, map->cells[i].tile_y) = map->cells[i];
    if (map->cells) allocator->free(allocator->context, map->cells);
    *map = fresh;
    return true;
}

void heat_add(game *g, int32_t x, int32_t y, int32_t ticks)
{
    heat_map *map = &g->heat;
    if (!g->rows_heat || ticks <= 0 || map->full || (2 * map->count >= map->capacity && !heat_grow(g))) return;
    ddnet_heat *cell = cell_of(map, tile_of(x), tile_of(y));
    if (!cell->ticks) *cell = (ddnet_heat){ tile_of(x), tile_of(y), 0 }, map->count++;
    cell->ticks += ticks;
}

static int by_place(const void *a, const void *b)
{
    const ddnet_heat *one = a, *other = b;
    if (one->tile_y != other->tile_y) return one->tile_y < other->tile_y ? -1 : 1;
    return one->tile_x < other->tile_x ? -1 : one->tile_x > other->tile_x;
}

void heat_give(game *g)
{
    const heat_map *map = &g->heat;
    if (!g->rows_heat || !map->count) return;
    ddnet_heat *rows = reel_row_grow(g->rows_heat, map->count, true);
    if (!rows) return;
    size_t count = 0;
    for (size_t i = 0; i < map->capacity; i++)
        if (map->cells[i].ticks) rows[count++] = map->cells[i];
    qsort(rows, count, sizeof *rows, by_place);
}

/* ---- rows for every tick ------------------------------------------------------------------------------------------ */

static bool has_room(game *g, const reel_row_list *list)
{
    if (list->count < MOST_ROWS && !g->too_many) return true;
    g->too_many = true;
    return false;
}

static void put_positions(game *g, int32_t tick)
{
    for (int32_t cid = 0; cid < CLIENTS; cid++) {
        const slot *s = &g->slots[cid];
        if (!s->alive || !has_room(g, g->rows_positions)) continue;
        ddnet_position *row = reel_row_add(g->rows_positions);
        if (row) *row = (ddnet_position){ tick, cid, s->x, s->y, s->character_session };
    }
}

static void put_inputs(game *g, int32_t tick)
{
    for (int32_t cid = 0; cid < CLIENTS; cid++) {
        const slot *s = &g->slots[cid];
        if (!s->has_input || !has_room(g, g->rows_inputs)) continue;
        ddnet_input *row = reel_row_add(g->rows_inputs);
        if (!row) return;
        row->tick = tick, row->cid = cid;
        memcpy(&row->direction, s->input, sizeof s->input);
    }
}

void dense_until(game *g, int32_t tick)
{
    if (!g->rows_positions && !g->rows_inputs) return;
    for (; g->done < tick - 1 && !g->too_many; g->done++) {
        if (g->rows_positions) put_positions(g, g->done + 1);
        if (g->rows_inputs) put_inputs(g, g->done + 1);
    }
}
