/* SPDX-License-Identifier: MIT
 * What only all rows together show: rows that do not fit each other. */
#include "core/chunk.h"
#include "formats/ddnet_map/layout.h"

static reel_status refuse(reel_error *error, const char *rule, const reel_table *table, size_t number, const char *why)
{
    return reel_fail(error, REEL_ARGUMENT, rule, table->name, 0, "row %zu of %s: %s", number, table->name, why);
}

/* ---- the game layer --------------------------------------------------------------------------------------------- */

size_t reel__ddmap_write_game_layer(const reel_chunk *staged)
{
    size_t groups, count, found;
    const ddnet_map_group *group = reel_chunk_rows(staged, &ddnet_map_groups, &groups);
    const ddnet_map_layer *layers = reel_chunk_rows(staged, &ddnet_map_layers, &count);
    uint64_t covered = 0;
    bool grouped = false;
    found = count;
    for (size_t i = 0; i < groups; i++) {
        if (group[i].first_layer < 0 || group[i].layers <= 0) continue;
        uint64_t first = (uint64_t)group[i].first_layer, end = first + (uint64_t)group[i].layers;
        if (first < covered) first = covered;
        if (end > count) end = count;
        for (uint64_t k = first; k < end; k++) {
            if (reel__ddmap_kind(&layers[k]) != DDNET_MAP_GAME) continue;
            found = (size_t)k;
            grouped = true;
        }
        if (end > covered) covered = end;
    }
    for (size_t i = 0; i < count && !grouped; i++)
        if (reel__ddmap_kind(&layers[i]) == DDNET_MAP_GAME) found = i;
    return found;
}

/* ---- rows of layers --------------------------------------------------------------------------------------------- */

map_tile_check reel__ddmap_check_tiles_of(const reel_chunk *staged)
{
    map_tile_check check = { .layers = NULL };
    check.layers = reel_chunk_rows(staged, &ddnet_map_layers, &check.layer_count);
    check.game = reel__ddmap_write_game_layer(staged);
    return check;
}

static void enter_layer(map_tile_check *check, const ddnet_map_layer *layer)
{
    int32_t pitch = reel__ddmap_pitch(layer, check->game < check->layer_count ? &check->layers[check->game] : NULL);
    check->layer = layer;
    check->kind = reel__ddmap_kind(layer);
    check->pitch = pitch > 0 ? (uint64_t)pitch : 0;
    check->cells = reel__ddmap_cells(layer);
    check->next = 0;
}

static bool tiles_are_equal(const ddnet_map_tile *a, const ddnet_map_tile *b)
{
    uint8_t one[MAP_TILE_BYTES_MOST], other[MAP_TILE_BYTES_MOST];
    reel__ddmap_put_tile(one, a);
    reel__ddmap_put_tile(other, b);
    return memcmp(one, other, sizeof one) == 0;
}

const char *reel__ddmap_tile_fault(map_tile_check *check, const ddnet_map_tile *rows, size_t i)
{
    static const char unsorted[] = "rows are sorted by layer, y and x, and runs do not overlap";
    const ddnet_map_tile *tile = &rows[i];
    if (tile->layer >= check->layer_count) return "there is no such layer";
    const ddnet_map_layer *layer = &check->layers[tile->layer];
    if (check->layer && layer < check->layer) return unsorted;
    if (check->layer != layer) enter_layer(check, layer);
    if (tile->kind != check->kind) return "its kind is not that of its layer";
    uint64_t first = (uint64_t)tile->y * check->pitch + (uint64_t)tile->x;
    if ((uint64_t)tile->x + tile->count > check->pitch) return "the run leaves the row of the layer";
    if (first < check->next) return unsorted;
    if (first + tile->count > check->cells) return "the run leaves the layer";
    if (check->next && first == check->next && tile->x && tiles_are_equal(tile, &rows[i - 1]))
        return "equal tiles side by side are one run";
    check->next = first + tile->count;
    return NULL;
}

static reel_status check_tiles(const reel_chunk *staged, reel_error *error)
{
    size_t count;
    const ddnet_map_tile *rows = reel_chunk_rows(staged, &ddnet_map_tiles, &count);
    map_tile_check check = reel__ddmap_check_tiles_of(staged);
    for (size_t i = 0; i < count; i++) {
        const char *fault = reel__ddmap_tile_fault(&check, rows, i);
        if (fault) return refuse(error, "ddnet-map.tile", &ddnet_map_tiles, i, fault);
    }
    return REEL_OK;
}

/* Whether a row of quads or sources may be in a layer. */
static bool belongs(const ddnet_map_layer *layers, size_t count, uint32_t number, uint8_t kind)
{
    return number < count && reel__ddmap_kind(&layers[number]) == kind;
}

static reel_status check_records(const reel_chunk *staged, reel_error *error)
{
    static const char unsorted[] = "rows are sorted by layer", other[] = "its layer does not hold such rows";
    size_t layers, quads, sources;
    const ddnet_map_layer *layer = reel_chunk_rows(staged, &ddnet_map_layers, &layers);
    const ddnet_map_quad *quad = reel_chunk_rows(staged, &ddnet_map_quads, &quads);
    const ddnet_map_sound_source *source = reel_chunk_rows(staged, &ddnet_map_sound_sources, &sources);
    for (size_t i = 0; i < quads; i++) {
        if (i && quad[i].layer < quad[i - 1].layer) return refuse(error, "ddnet-map.quad", &ddnet_map_quads, i, unsorted);
        if (!belongs(layer, layers, quad[i].layer, DDNET_MAP_QUADS))
            return refuse(error, "ddnet-map.quad", &ddnet_map_quads, i, other);
    }
    for (size_t i = 0; i < sources; i++) {
        if (i && source[i].layer < source[i - 1].layer)
            return refuse(error, "ddnet-map.source", &ddnet_map_sound_sources, i, unsorted);
        if (!belongs(layer, layers, source[i].layer, DDNET_MAP_SOUNDS))
            return refuse(error, "ddnet-map.source", &ddnet_map_sound_sources, i, other);
        bool shaped = layer[source[i].layer].type == DDNET_MAP_TYPE_SOUNDS;
        if (source[i].present != (shaped ? DDNET_MAP_SOURCE_SHAPE : 0))
            return refuse(error, "ddnet-map.source", &ddnet_map_sound_sources, i,
                          "sources of layers of type 10 have a shape, others none");
    }
    return REEL_OK;
}

/* ---- other tables ----------------------------------------------------------------------------------------------- */

static reel_status check_points(const reel_chunk *staged, reel_error *error)
{
    size_t envelopes, points;
    const ddnet_map_envelope *envelope = reel_chunk_rows(staged, &ddnet_map_envelopes, &envelopes);
    const ddnet_map_envelope_point *point = reel_chunk_rows(staged, &ddnet_map_envelope_points, &points);
    uint8_t wanted = 0;
    for (size_t i = 0; i < envelopes; i++)
        if (envelope[i].version >= MAP_BEZIER) wanted = DDNET_MAP_POINT_TANGENTS;
    for (size_t i = 0; i < points; i++)
        if (point[i].present != wanted)
            return refuse(error, "ddnet-map.point", &ddnet_map_envelope_points, i,
                          "points have tangents if an envelope has version 3, else none");
    return REEL_OK;
}

const char *reel__ddmap_item_fault(map_item_check *check, const ddnet_map_item *item)
{
    const uint16_t type = item->type;
    const ddnet_map_info *info = check->info;
    bool seen = check->seen[type / 8] >> type % 8 & 1;
    if ((seen && check->last != type) || reel__ddmap_item_rank(type) < reel__ddmap_item_rank(check->last))
        return "items of a type follow each other, those of the types 0, 1 and 6 before others";
    bool version = info && info->present & DDNET_MAP_HAS_ITEMS_VERSION;
    bool item_of_info = info && (info->present & DDNET_MAP_HAS_INFO || info->rest.size);
    if ((type == MAP_ITEM_VERSION && item->data.size >= 4 && !version) || (type == MAP_ITEM_INFO && !item_of_info))
        return "the first item of its type belongs into info";
    check->seen[type / 8] |= (uint8_t)(1u << type % 8);
    check->last = type;
    return NULL;
}

static reel_status check_items(const reel_chunk *staged, const ddnet_map_info *info, reel_error *error)
{
    size_t count;
    const ddnet_map_item *rows = reel_chunk_rows(staged, &ddnet_map_items, &count);
    map_item_check check = { .info = info };
    for (size_t i = 0; i < count; i++) {
        const char *fault = reel__ddmap_item_fault(&check, &rows[i]);
        if (fault) return refuse(error, "ddnet-map.item-order", &ddnet_map_items, i, fault);
    }
    return REEL_OK;
}

/* Empty tiles have no rows, so the bytes of layers have a limit of their own, which is near what readers unpack of a file of that size. A map that
 * was read without damage is below it: zlib makes of a byte no more than these. */
#define FREE_TILE_BYTES (UINT64_C(1) << 23)
enum { TILE_BYTES_PER_ROW = 16384, TILE_BYTES_PER_BYTE = 1032 + 2 * 1032 /* and of the empty tiles behind physics layers */ };

/* Fails if the layers are too large to be written. */
static reel_status check_sizes(const reel_chunk *staged, reel_error *error)
{
    size_t layers, tiles, originals;
    const ddnet_map_layer *layer = reel_chunk_rows(staged, &ddnet_map_layers, &layers);
    const ddnet_map_original *original = reel_chunk_rows(staged, &ddnet_map_originals, &originals);
    reel_chunk_rows(staged, &ddnet_map_tiles, &tiles);
    uint64_t bytes = 0, most = FREE_TILE_BYTES + TILE_BYTES_PER_ROW * (uint64_t)tiles;
    if (originals) most += TILE_BYTES_PER_BYTE * (uint64_t)original->bytes.size;
    for (size_t i = 0; i < layers; i++) {
        uint8_t kind = reel__ddmap_kind(&layer[i]);
        if (kind == DDNET_MAP_UNKNOWN || kind > DDNET_MAP_DESIGN) continue;
        uint64_t cells = reel__ddmap_cells(&layer[i]);
        bool packed = layer[i].version == MAP_LAYER_PACKED && kind & MAP_DRAWN;
        bytes += packed ? cells / 64 : (reel__ddmap_tile_bytes(kind) + (kind & MAP_DRAWN ? 0 : 4)) * cells;
        if (bytes > most)
            return reel_fail(error, REEL_LIMIT, "ddnet-map.too-large", "layers", 0,
                             "the layers up to %zu have %llu bytes of tiles; with %zu runs at most %llu are written", i,
                             (unsigned long long)bytes, tiles, (unsigned long long)most);
    }
    return REEL_OK;
}

static reel_status check_counts(const reel_chunk *staged, reel_error *error)
{
    for (unsigned type = MAP_ITEM_IMAGE; type < MAP_ITEM_KNOWN; type++) {
        const reel_table *table = reel__ddmap_item_table(type);
        size_t count = 0;
        if (table) reel_chunk_rows(staged, table, &count);
        if (count > UINT16_MAX + 1)
            return reel_fail(error, REEL_LIMIT, "ddnet-map.too-large", table->name, 0,
                             "a map has at most 65536 rows of %s, not %zu", table->name, count);
    }
    return REEL_OK;
}

reel_status reel__ddmap_check_all(const reel_encoder *e, const reel_chunk *staged)
{
    size_t infos, settings;
    const ddnet_map_info *info = reel_chunk_rows(staged, &ddnet_map_infos, &infos);
    reel_chunk_rows(staged, &ddnet_map_settings, &settings);
    if (infos > 1) return refuse(e->error, "ddnet-map.second-info", &ddnet_map_infos, 1, "a map has one");
    reel_status status = reel__ddmap_check_rows(staged, e->error);
    if (status == REEL_OK && settings && !(infos && info->present & DDNET_MAP_HAS_SETTINGS))
        status =
            refuse(e->error, "ddnet-map.settings", &ddnet_map_settings, 0, "the info says that there is no place for settings");
    if (status == REEL_OK) status = check_counts(staged, e->error);
    if (status == REEL_OK) status = check_tiles(staged, e->error);
    if (status == REEL_OK) status = check_records(staged, e->error);
    if (status == REEL_OK) status = check_points(staged, e->error);
    if (status == REEL_OK) status = check_items(staged, infos ? info : NULL, e->error);
    return status == REEL_OK ? check_sizes(staged, e->error) : status;
}
