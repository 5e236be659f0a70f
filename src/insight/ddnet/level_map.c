/* SPDX-License-Identifier: MIT
 * Tiles of a map by their place, from its runs of tiles: nothing is unpacked, however large the map is. */
#include "insight/ddnet/level.h"

#ifndef REEL_WITHOUT_DDNET_MAP

#include "core/memory.h"

/* Cells that are kept, of lines that tees were in: more than any map has that people play. Of others, each cell is put together when it is asked for. */
enum { ROOM = 1 << 24, LINES = 1 << 17 };

static bool is_gun(uint8_t index)
{
    return index == TILE_TELEGUN_ON || index == TILE_TELEGRENADE_ON || index == TILE_TELELASER_ON;
}

static bool is_stop(uint8_t index) { return index == TILE_STOP || index == TILE_STOP_TWO || index == TILE_STOP_ALL; }

/* The runs of a layer: the rows of tiles are sorted by layer. */
static level_layer runs_of(const ddnet_map_tile *tiles, size_t count, uint32_t layer)
{
    size_t ends[2];
    for (size_t side = 0; side < 2; side++) {
        size_t low = 0, high = count;
        while (low < high) {
            const size_t middle = low + (high - low) / 2;
            if (tiles[middle].layer < layer + side)
                low = middle + 1;
            else
                high = middle;
        }
        ends[side] = low;
    }
    return (level_layer){ tiles ? tiles + ends[0] : NULL, ends[1] - ends[0] };
}

static int layer_of(uint8_t kind)
{
    switch (kind) {
    case DDNET_MAP_GAME: return LEVEL_GAME;
    case DDNET_MAP_FRONT: return LEVEL_FRONT;
    case DDNET_MAP_TELE: return LEVEL_TELE;
    case DDNET_MAP_SPEEDUP: return LEVEL_SPEEDUP;
    case DDNET_MAP_SWITCH: return LEVEL_SWITCH;
    case DDNET_MAP_TUNE: return LEVEL_TUNE;
    default: return -1;
    }
}

static void look_at_tiles(level_map *map)
{
    for (size_t layer = LEVEL_GAME; layer <= LEVEL_FRONT; layer++)
        for (size_t i = 0; i < map->layers[layer].count; i++) {
            const uint8_t index = map->layers[layer].tiles[i].index;
            map->has_start |= index == TILE_START;
            map->has_finish |= index == TILE_FINISH;
            map->has_guns |= is_gun(index);
            map->has_stops |= is_stop(index);
        }
    for (size_t i = 0; i < map->layers[LEVEL_SWITCH].count; i++) {
        const uint8_t index = map->layers[LEVEL_SWITCH].tiles[i].index;
        map->changes_time |= index == TILE_ADD_TIME || index == TILE_TAKE_TIME;
    }
}

bool reel__level_map_of(const reel_replay *level, const reel_allocator *allocator, level_map *map)
{
    size_t count, tile_count;
    *map = (level_map){ .whole = !reel_replay_damage(level), .allocator = *allocator, .room = ROOM };
    const ddnet_map_layer *layers = reel_rows(level, &ddnet_map_layers, &count);
    const ddnet_map_tile *tiles = reel_rows(level, &ddnet_map_tiles, &tile_count);
    for (size_t i = 0; i < count && i < UINT32_MAX; i++) {
        const int known = layer_of(layers[i].kind);
        if (known < 0 || layers[i].group < 0) continue;
        map->layers[known] = runs_of(tiles, tile_count, (uint32_t)i); /* of several, the last one counts */
        if (!layers[i].complete) map->whole = false;
        if (known != LEVEL_GAME) continue;
        map->width = layers[i].width;
        map->height = layers[i].height;
    }
    if (map->width < 1 || map->height < 1) {
        map->whole = false;
        map->width = map->height = 1; /* one cell of air, so that each position has one */
    }
    look_at_tiles(map);
    map->most = map->height < LINES ? map->height : LINES;
    map->lines = reel__memory_new(&map->allocator, (size_t)map->most * sizeof *map->lines);
    return map->lines != NULL;
}

void reel__level_map_drop(level_map *map)
{
    for (int32_t y = 0; map->lines && y < map->most; y++) reel__memory_drop(&map->allocator, map->lines[y]);
    reel__memory_drop(&map->allocator, map->lines);
    map->lines = NULL;
}

/* The first run that ends at a cell or behind it. */
static size_t run_at(const level_layer *layer, int32_t x, int32_t y)
{
    size_t low = 0, high = layer->count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        const ddnet_map_tile *tile = &layer->tiles[middle];
        const bool before = tile->y != y ? tile->y < y : (int64_t)tile->x + tile->count <= x;
        if (before)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* ---- cells ------------------------------------------------------------------------------------------------------ */

/* A stretch of a line whose cells are put together. */
typedef struct stretch {
    int32_t y, from, to;
    uint8_t *cells; /* of `from` and on */
} stretch;

static void mark(const stretch *s, int64_t from, int64_t to, uint8_t bits)
{
    const int64_t first = from < s->from ? s->from : from, end = to > s->to ? s->to : to;
    for (int64_t x = first; x < end; x++) s->cells[x - s->from] |= bits;
}

int reel__level_kind_of(uint8_t index)
{
    switch (index) {
    case TILE_FREEZE: return DDNET_LEVEL_FREEZE;
    case TILE_UNFREEZE: return DDNET_LEVEL_UNFREEZE;
    case TILE_DEEP: return DDNET_LEVEL_DEEP_FREEZE;
    case TILE_UNDEEP: return DDNET_LEVEL_DEEP_UNFREEZE;
    case TILE_LIVE: return DDNET_LEVEL_LIVE_FREEZE;
    case TILE_UNLIVE: return DDNET_LEVEL_LIVE_UNFREEZE;
    case TILE_START: return DDNET_LEVEL_START;
    case TILE_FINISH: return DDNET_LEVEL_FINISH;
    default: return -1;
    }
}

static uint8_t bits_of(const ddnet_map_tile *row, size_t layer)
{
    uint8_t bits = reel__way_row_acts(row) ? CELL_ACTS : 0;
    if (layer != LEVEL_GAME && layer != LEVEL_FRONT) return bits;
    const uint8_t index = row->index;
    if (layer == LEVEL_GAME && (index == TILE_SOLID || index == TILE_NO_HOOK)) bits |= CELL_SOLID;
    if (index == TILE_START) bits |= CELL_START;
    if (index == TILE_FINISH) bits |= CELL_FINISH;
    if (reel__level_kind_of(index) >= 0 || index == TILE_SOLO_ON || index == TILE_SOLO_OFF ||
        (index >= TILE_CHECKPOINT && index <= TILE_CHECKPOINT_LAST))
        bits |= CELL_TILES;
    return bits;
}

/* The cells beside stoppers. */
static void mark_stops(const stretch *s, const ddnet_map_tile *row)
{
    const int64_t from = row->x, to = from + row->count;
    if (!is_stop(row->index)) return;
    if (row->y == s->y && way_stops(row->index, row->flags, WAY_RIGHT)) mark(s, from - 1, to - 1, CELL_ACTS);
    if (row->y == s->y && way_stops(row->index, row->flags, WAY_LEFT)) mark(s, from + 1, to + 1, CELL_ACTS);
    if (row->y > s->y && way_stops(row->index, row->flags, WAY_BELOW)) mark(s, from, to, CELL_ACTS);
    if (row->y < s->y && way_stops(row->index, row->flags, WAY_ABOVE)) mark(s, from, to, CELL_ACTS);
}

/* The runs of a line that reach into the stretch, or are beside it. */
static void mark_line(const level_map *map, const stretch *s, size_t number, int32_t y, bool stops)
{
    const level_layer *layer = &map->layers[number];
    for (size_t at = run_at(layer, s->from ? s->from - 1 : 0, y);
         at < layer->count && layer->tiles[at].y == y && layer->tiles[at].x <= s->to; at++) {
        const ddnet_map_tile *row = &layer->tiles[at];
        if (y == s->y) mark(s, row->x, (int64_t)row->x + row->count, bits_of(row, number));
        if (stops) mark_stops(s, row);
    }
}

static void put_together(const level_map *map, const stretch *s)
{
    for (size_t layer = 0; layer < LEVEL_LAYERS; layer++) {
        const bool stops = map->has_stops && layer <= LEVEL_FRONT;
        if (!map->layers[layer].count) continue;
        mark_line(map, s, layer, s->y, stops);
        if (stops && s->y) mark_line(map, s, layer, s->y - 1, true);
        if (stops && s->y + 1 < map->height) mark_line(map, s, layer, s->y + 1, true);
    }
}

uint8_t reel__level_line(level_map *map, int32_t x, int32_t y)
{
    const size_t width = (size_t)map->width;
    uint8_t one = 0;
    uint8_t *line = y < map->most && width <= map->room ? reel__memory_new(&map->allocator, width) : NULL;
    if (!line) {
        put_together(map, &(stretch){ y, x, x + 1, &one });
        return one;
    }
    put_together(map, &(stretch){ y, 0, map->width, line });
    map->room -= width;
    map->lines[y] = line;
    return line[x];
}

/* ---- ways ------------------------------------------------------------------------------------------------------- */

static uint8_t corners_of(level_map *map, vec at)
{
    const way_corners corners = reel__way_corners(at, map->width, map->height);
    uint8_t bits = 0;
    for (int i = 0; i < WAY_CORNERS; i++) bits |= level_cell(map, corners.x[i & 1], corners.y[i >> 1]);
    return bits & (CELL_START | CELL_FINISH);
}

uint8_t reel__level_touch(level_map *map, vec from, vec to, void (*each)(void *context, int32_t x, int32_t y, uint8_t bits),
                          void *context)
{
    uint8_t bits = 0;
    tee_way way = reel__way_of(from, to, map->width, map->height);
    while (reel__way_next(&way)) {
        const uint8_t cell = level_cell(map, way.x, way.y);
        if (!(cell & CELL_ACTS)) continue;
        way.acted = true;
        bits |= cell;
        if (each) each(context, way.x, way.y, cell);
    }
    return way.acted ? (uint8_t)(bits | corners_of(map, to)) : 0;
}

uint8_t reel__level_tile(const level_map *map, size_t number, int32_t x, int32_t y)
{
    const level_layer *layer = &map->layers[number];
    if (!layer->count) return 0;
    const size_t at = run_at(layer, x, y);
    const bool found = at < layer->count && layer->tiles[at].y == y && layer->tiles[at].x <= x;
    return found ? layer->tiles[at].index : 0;
}

bool reel__level_is_near(const level_map *map, size_t number, int32_t x, int32_t y, int32_t reach, bool (*wanted)(uint8_t index))
{
    const level_layer *layer = &map->layers[number];
    for (int32_t row = -reach; row <= reach; row++) {
        const int32_t at_y = (int32_t)((uint32_t)y + (uint32_t)row);
        const int64_t end = (int64_t)x + reach;
        int32_t looked = 0; /* a run covers a cell at least */
        for (size_t at = run_at(layer, (int32_t)((uint32_t)x - (uint32_t)reach), at_y);
             at < layer->count && layer->tiles[at].y == at_y && layer->tiles[at].x <= end && looked <= 2 * reach; at++, looked++)
            if (wanted(layer->tiles[at].index)) return true;
    }
    return false;
}

#endif
