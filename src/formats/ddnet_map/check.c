/* SPDX-License-Identifier: MIT
 * Maps that can be read but not played, and what is unusual in them. */
#include "core/rules.h"
#include "formats/ddnet_map/layout.h"

typedef enum check_id {
    CHECK_VERSION,
    CHECK_NO_GAME,
    CHECK_GAMES,
    CHECK_SHORT,
    CHECK_TYPE,
    CHECK_SIZE,
    CHECK_PHYSICS_SIZE,
    CHECK_GROUP,
    CHECK_NO_GROUP,
    CHECK_IMAGE,
    CHECK_PIXELS,
    CHECK_POINTS,
    CHECK_ANGLE,
    CHECKS
} check_id;

static const struct {
    check_rule rule;
    const reel_table *table;
} rules[CHECKS] = {
    [CHECK_VERSION] = { { "ddnet-map.items-version", REEL_ERROR, "the map has no items of version 1" }, &ddnet_map_infos },
    [CHECK_NO_GAME] = { { "ddnet-map.no-game-layer", REEL_ERROR, "the map has no game layer" }, NULL },
    [CHECK_GAMES] = { { "ddnet-map.game-layers", REEL_NOTE, "%llu more game {layer|layers}; only the last one counts" },
                      &ddnet_map_layers },
    [CHECK_SHORT] = { { "ddnet-map.short-item", REEL_ERROR, "%llu {item is|items are} too short or of an unknown version" },
                      NULL },
    [CHECK_TYPE] = { { "ddnet-map.physics", REEL_ERROR, "%llu {layer has|layers have} no single kind of physics" },
                     &ddnet_map_layers },
    [CHECK_SIZE] = { { "ddnet-map.layer-dimensions", REEL_ERROR,
                       "%llu {layer is|layers are} smaller than 2 by 2 tiles, or too large" },
                     &ddnet_map_layers },
    [CHECK_PHYSICS_SIZE] = { { "ddnet-map.physics-size", REEL_ERROR,
                               "%llu physics {layer has|layers have} fewer tiles than the game layer" },
                             &ddnet_map_layers },
    [CHECK_GROUP] = { { "ddnet-map.group-layers", REEL_ERROR,
                        "%llu {group names|groups name} layers that another group has or that do not exist" },
                      &ddnet_map_groups },
    [CHECK_NO_GROUP] = { { "ddnet-map.layer-group", REEL_NOTE, "%llu {layer is|layers are} in no group" }, &ddnet_map_layers },
    [CHECK_IMAGE] = { { "ddnet-map.image-number", REEL_WARNING,
                        "%llu {layer names an image|layers name images} that {does|do} not exist" },
                      &ddnet_map_layers },
    [CHECK_PIXELS] = { { "ddnet-map.image-data", REEL_WARNING,
                         "%llu embedded {image does|images do} not have the pixels of {its|their} size" },
                       &ddnet_map_images },
    [CHECK_POINTS] = { { "ddnet-map.envelope-points", REEL_WARNING,
                         "%llu {envelope names|envelopes name} points that do not exist" },
                       &ddnet_map_envelopes },
    [CHECK_ANGLE] = { { "ddnet-map.angle", REEL_NOTE, "%llu {speedup has an angle|speedups have angles} outside of 0 to 359" },
                      &ddnet_map_tiles },
};

typedef struct checker {
    rule_count counts[CHECKS];
    bool read; /* a chunk came */
} checker;

static void violated(checker *c, check_id id, uint64_t row) { rule_violated(&c->counts[id], row, REEL_NO_OFFSET); }

static void check_info(checker *c, const reel_chunk *chunk)
{
    size_t count;
    const ddnet_map_info *info = reel_chunk_rows(chunk, &ddnet_map_infos, &count);
    if (count && !(info->present & DDNET_MAP_HAS_ITEMS_VERSION && info->items_version == 1)) violated(c, CHECK_VERSION, 0);
}

static void check_layer(checker *c, const ddnet_map_layer *layer, size_t row, size_t images, const ddnet_map_layer *game)
{
    enum { LEAST = 2 };
    uint8_t kind = reel__ddmap_kind(layer);
    bool known = layer->type == DDNET_MAP_TYPE_TILES || layer->type == DDNET_MAP_TYPE_QUADS ||
                 layer->type == DDNET_MAP_TYPE_SOUNDS || layer->type == DDNET_MAP_TYPE_SOUNDS_OLD;
    if (!(layer->present & DDNET_MAP_BASE) || (known && !(layer->present & DDNET_MAP_LAYER_BODY))) violated(c, CHECK_SHORT, row);
    if (layer->group < 0) violated(c, CHECK_NO_GROUP, row);
    if (layer->present & DDNET_MAP_LAYER_IMAGE && (layer->image < -1 || (layer->image >= 0 && (size_t)layer->image >= images)))
        violated(c, CHECK_IMAGE, row);
    if (!(layer->present & DDNET_MAP_LAYER_TILES)) return;
    if (kind == DDNET_MAP_UNKNOWN) violated(c, CHECK_TYPE, row);
    if (!reel__ddmap_cells(layer) || layer->width < LEAST || layer->height < LEAST) violated(c, CHECK_SIZE, row);
    if (kind & MAP_BY_GAME && game && reel__ddmap_cells(layer) < reel__ddmap_cells(game)) violated(c, CHECK_PHYSICS_SIZE, row);
    if (kind == DDNET_MAP_GAME && layer != game) violated(c, CHECK_GAMES, row);
}

static void check_layers(checker *c, const reel_chunk *chunk)
{
    size_t count, images;
    const ddnet_map_layer *layers = reel_chunk_rows(chunk, &ddnet_map_layers, &count);
    reel_chunk_rows(chunk, &ddnet_map_images, &images);
    size_t game = reel__ddmap_game_layer(layers, count);
    if (game == count) violated(c, CHECK_NO_GAME, REEL_NO_ROW);
    for (size_t i = 0; i < count; i++) check_layer(c, &layers[i], i, images, game < count ? &layers[game] : NULL);
}

static void check_groups(checker *c, const reel_chunk *chunk)
{
    size_t count, layers;
    const ddnet_map_group *groups = reel_chunk_rows(chunk, &ddnet_map_groups, &count);
    reel_chunk_rows(chunk, &ddnet_map_layers, &layers);
    int64_t covered = 0;
    for (size_t i = 0; i < count; i++) {
        const ddnet_map_group *group = &groups[i];
        if (!(group->present & DDNET_MAP_BASE)) {
            violated(c, CHECK_SHORT, REEL_NO_ROW);
            continue;
        }
        int64_t first = group->first_layer, end = first + group->layers;
        if (group->layers == 0) continue;
        if (group->layers < 0 || first < covered || end > (int64_t)layers) violated(c, CHECK_GROUP, i);
        if (end > covered) covered = end;
    }
}

static void check_images(checker *c, const reel_chunk *chunk)
{
    size_t count;
    const ddnet_map_image *images = reel_chunk_rows(chunk, &ddnet_map_images, &count);
    for (size_t i = 0; i < count; i++) {
        const ddnet_map_image *image = &images[i];
        if (!(image->present & DDNET_MAP_BASE)) violated(c, CHECK_SHORT, REEL_NO_ROW);
        if (image->external || !(image->present & DDNET_MAP_BASE)) continue;
        uint64_t pixel = image->present & DDNET_MAP_IMAGE_FORMAT && image->format == 0 ? 3 : 4;
        bool sized = image->width > 0 && image->height > 0 &&
                     image->data.size / pixel / (uint64_t)image->width == (uint64_t)image->height &&
                     image->data.size % (pixel * (uint64_t)image->width) == 0;
        if (!sized) violated(c, CHECK_PIXELS, i);
    }
}

static void check_envelopes(checker *c, const reel_chunk *chunk)
{
    size_t count, points;
    const ddnet_map_envelope *envelopes = reel_chunk_rows(chunk, &ddnet_map_envelopes, &count);
    reel_chunk_rows(chunk, &ddnet_map_envelope_points, &points);
    for (size_t i = 0; i < count; i++) {
        if (!(envelopes[i].present & DDNET_MAP_BASE)) violated(c, CHECK_SHORT, REEL_NO_ROW);
        int64_t first = envelopes[i].first_point, end = first + envelopes[i].points;
        if (first < 0 || envelopes[i].points < 0 || end > (int64_t)points) violated(c, CHECK_POINTS, i);
    }
}

static void check_tiles(checker *c, const reel_chunk *chunk)
{
    size_t count;
    const ddnet_map_tile *tiles = reel_chunk_rows(chunk, &ddnet_map_tiles, &count);
    for (size_t i = 0; i < count; i++)
        if (tiles[i].kind == DDNET_MAP_SPEEDUP && (tiles[i].angle < 0 || tiles[i].angle > 359)) violated(c, CHECK_ANGLE, i);
}

/* A map comes in one chunk. */
static reel_status check_chunk(reel_analysis *analysis, const reel_chunk *chunk)
{
    checker *c = analysis->state;
    size_t layers, infos;
    reel_chunk_rows(chunk, &ddnet_map_layers, &layers);
    reel_chunk_rows(chunk, &ddnet_map_infos, &infos);
    if (c->read || (!layers && !infos)) return REEL_OK;
    c->read = true;
    check_info(c, chunk);
    check_layers(c, chunk);
    check_groups(c, chunk);
    check_images(c, chunk);
    check_envelopes(c, chunk);
    check_tiles(c, chunk);
    return REEL_OK;
}

static reel_status check_finish(reel_analysis *analysis)
{
    const checker *c = analysis->state;
    for (size_t i = 0; i < CHECKS; i++) {
        const reel_table *table = rules[i].table;
        reel__rule_report(&analysis->reporter, &rules[i].rule, table ? table->name : "layers", table, &c->counts[i]);
    }
    return REEL_OK;
}

static const reel_table *const inputs[] = { &ddnet_map_infos,  &ddnet_map_groups,    &ddnet_map_layers,          &ddnet_map_tiles,
                                            &ddnet_map_images, &ddnet_map_envelopes, &ddnet_map_envelope_points, NULL };

const reel_insight reel__ddnet_map_check = {
    .id = "ddnet-map-check",
    .name = "Check of maps",
    .doc = "whether the game would load a map, and what is unusual in it",
    .inputs = inputs,
    .state_size = sizeof(checker),
    .chunk = check_chunk,
    .finish = check_finish,
};
