/* SPDX-License-Identifier: MIT
 * Per-tick results: time on tiles, and the dense tables. The cost is proportional to the result: a span without characters or
 * inputs costs nothing, however long it is. Rows are charged to the budget before they are made. */
#include "insight/ddnet/game.h"

enum { FIRST_CELLS = 1024 };

/* ---- tiles -------------------------------------------------------------------------------------------------------- */

static int order_of(const ddnet_heat *a, const ddnet_heat *b)
{
    if (a->tile_y != b->tile_y) return a->tile_y < b->tile_y ? -1 : 1;
    return a->tile_x < b->tile_x ? -1 : a->tile_x > b->tile_x;
}

/* The bits by which cells are sorted. */
static uint64_t place_of(const ddnet_heat *cell)
{
    const uint32_t sign = UINT32_C(1) << 31;
    return (uint64_t)((uint32_t)cell->tile_y ^ sign) << 32 | ((uint32_t)cell->tile_x ^ sign);
}

static uint8_t byte_of(const ddnet_heat *cell, unsigned shift) { return (uint8_t)(place_of(cell) >> shift); }

static void swap_cells(ddnet_heat *a, ddnet_heat *b)
{
    ddnet_heat swap = *a;
    *a = *b;
    *b = swap;
}

static void heat_sort_few(ddnet_heat *cells, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        const ddnet_heat cell = cells[i];
        const uint64_t place = place_of(&cell);
        size_t at = i;
        for (; at > 0 && place_of(&cells[at - 1]) > place; at--) cells[at] = cells[at - 1];
        cells[at] = cell;
    }
}

/* The bits in which places differ. */
static uint64_t differing_bits(const ddnet_heat *cells, size_t count)
{
    const uint64_t first = place_of(cells);
    uint64_t bits = 0;
    for (size_t i = 1; i < count; i++) bits |= place_of(&cells[i]) ^ first;
    return bits;
}

/* By bytes from the highest: in place and O(n), also for tiles chosen by an attacker. Of the eight bytes most are alike in all cells of a map,
 * and are passed over. */
static void heat_sort(ddnet_heat *cells, size_t count)
{
    enum { BYTES = 256, FEW = 32 };
    if (count <= FEW) {
        heat_sort_few(cells, count);
        return;
    }
    const uint64_t differ = differing_bits(cells, count);
    if (!differ) return;
    unsigned shift = 56;
    while (!(differ >> shift)) shift -= 8;
    size_t next[BYTES], end[BYTES] = { 0 }, at = 0;
    for (size_t i = 0; i < count; i++) end[byte_of(&cells[i], shift)]++;
    for (size_t b = 0; b < BYTES; b++) {
        next[b] = at;
        at = end[b] += at;
    }
    for (size_t b = 0; b < BYTES; b++)
        while (next[b] < end[b]) {
            uint8_t its = byte_of(&cells[next[b]], shift);
            if (its != b) swap_cells(&cells[next[b]], &cells[next[its]]);
            next[its]++;
        }
    for (size_t b = 0, from = 0; b < BYTES && shift; from = end[b++]) heat_sort(cells + from, end[b] - from);
}

/* Sorts the cells and merges those of one tile. */
static void heat_combine(heat_map *map)
{
    size_t kept = 0;
    heat_sort(map->cells, map->count);
    for (size_t i = 1; i < map->count; i++) {
        if (order_of(&map->cells[kept], &map->cells[i]) == 0)
            map->cells[kept].ticks += map->cells[i].ticks;
        else
            map->cells[++kept] = map->cells[i];
    }
    if (map->count) map->count = kept + 1;
}

/* Makes room for a cell. A full list is sorted and cells of one tile are merged; it doubles only if more than half of it remains.
 * So at least half the capacity is free after each sort, and each added cell pays for O(1) steps. Memory is at most four
 * times that of the distinct tiles. */
static bool heat_room(game *g)
{
    const reel_allocator *allocator = &g->analysis->allocator;
    heat_map *map = &g->heat;
    if (map->count < map->capacity) return true;
    heat_combine(map);
    if (map->capacity && map->count <= map->capacity / 2) return true;
    size_t size = sizeof *map->cells, capacity = map->capacity ? 2 * map->capacity : FIRST_CELLS;
    if (capacity > SIZE_MAX / size) g->no_memory = true;
    if (g->no_memory || reel_spend(g->analysis->budget, (uint64_t)capacity * size) != REEL_OK) return false;
    ddnet_heat *cells = allocator->resize(allocator->context, map->cells, map->capacity * size, capacity * size);
    g->no_memory = !cells;
    if (!cells) return false;
    map->cells = cells;
    map->capacity = capacity;
    return true;
}

void reel__heat_add(game *g, int32_t x, int32_t y, int32_t ticks)
{
    if (!g->rows_heat || ticks <= 0 || !heat_room(g)) return;
    g->heat.cells[g->heat.count++] = (ddnet_heat){ tile_of(x), tile_of(y), ticks };
}

void reel__heat_write_rows(game *g)
{
    if (!g->rows_heat || !g->heat.count) return;
    heat_combine(&g->heat);
    ddnet_heat *rows = reel_row_grow(g->rows_heat, g->heat.count, true);
    if (rows) memcpy(rows, g->heat.cells, g->heat.count * sizeof *rows);
}

/* ---- rows for every tick ------------------------------------------------------------------------------------------ */

/* Room for a row of each of `clients` in each of `ticks`, at once, so that too many are refused before one is made. */
static void *reserve_rows(reel_row_list *list, uint64_t ticks, size_t clients)
{
    uint64_t rows = ticks * clients; /* below 2^31 * 128 */
    if (!rows) return NULL;
    return reel_row_grow(list, rows < SIZE_MAX ? (size_t)rows : SIZE_MAX, false);
}

static void write_positions(const game *g, int64_t first, int64_t end)
{
    int32_t clients[CLIENTS] = { 0 };
    size_t count = 0;
    for (int32_t cid = 0; cid < CLIENTS; cid++)
        if (g->slots[cid].alive) clients[count++] = cid;
    ddnet_position *row = reserve_rows(g->rows_positions, (uint64_t)(end - first), count);
    for (int64_t tick = first; row && tick < end; tick++) {
        for (size_t i = 0; i < count; i++, row++) {
            const slot *s = &g->slots[clients[i]];
            memset(row, 0, sizeof *row);
            *row = (ddnet_position){ (int32_t)tick, clients[i], s->x, s->y, s->character_session };
        }
    }
}

static void write_inputs(const game *g, int64_t first, int64_t end)
{
    int32_t clients[CLIENTS] = { 0 };
    size_t count = 0;
    for (int32_t cid = 0; cid < CLIENTS; cid++)
        if (g->slots[cid].has_input) clients[count++] = cid;
    ddnet_input *row = reserve_rows(g->rows_inputs, (uint64_t)(end - first), count);
    for (int64_t tick = first; row && tick < end; tick++) {
        for (size_t i = 0; i < count; i++, row++) {
            memset(row, 0, sizeof *row);
            row->tick = (int32_t)tick, row->cid = clients[i];
            memcpy(&row->direction, g->slots[clients[i]].input, sizeof g->slots[clients[i]].input);
        }
    }
}

void reel__write_dense_until(game *g, int64_t tick)
{
    if (tick <= g->done + 1) return;
    if (g->rows_positions) write_positions(g, g->done + 1, tick);
    if (g->rows_inputs) write_inputs(g, g->done + 1, tick);
    g->done = tick - 1;
}
