/* SPDX-License-Identifier: MIT
 * Tiles of a map by their place, from its runs of tiles: nothing is unpacked, however large the map is. */
#include "insight/ddnet/level.h"

#ifndef REEL_WITHOUT_DDNET_MAP

/* Indices of tiles and types of switches: ddnet/ddnet@28baa427 src/game/mapitems.h. */
enum { START = 33, FINISH = 34, ADD_TIME = 79, TAKE_TIME = 95 };

static bool is_gun(uint8_t index) { return index == 96 || index == 112 || index == 128; }

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
            map->has_start |= index == START;
            map->has_finish |= index == FINISH;
            map->has_guns |= is_gun(index);
        }
    for (size_t i = 0; i < map->layers[LEVEL_SWITCH].count; i++) {
        const uint8_t index = map->layers[LEVEL_SWITCH].tiles[i].index;
        map->changes_time |= index == ADD_TIME || index == TAKE_TIME;
    }
}

level_map reel__level_map_of(const reel_replay *level)
{
    size_t count, tile_count;
    level_map map = { .whole = !reel_replay_damage(level) };
    const ddnet_map_layer *layers = reel_rows(level, &ddnet_map_layers, &count);
    const ddnet_map_tile *tiles = reel_rows(level, &ddnet_map_tiles, &tile_count);
    for (size_t i = 0; i < count && i < UINT32_MAX; i++) {
        const int known = layer_of(layers[i].kind);
        if (known < 0 || layers[i].group < 0) continue;
        map.layers[known] = runs_of(tiles, tile_count, (uint32_t)i); /* of several, the last one counts */
        if (!layers[i].complete) map.whole = false;
        if (known != LEVEL_GAME) continue;
        map.width = layers[i].width;
        map.height = layers[i].height;
    }
    if (map.width < 1 || map.height < 1) map.whole = false;
    look_at_tiles(&map);
    return map;
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
