/* SPDX-License-Identifier: MIT
 * Writing a map: as it was, if the rows are those that were read; otherwise a new datafile of all rows, whose items are in the order of
 * their types and whose blocks are in the order of the items. */
#include "codec/pack/deflate.h"
#include "core/chunk.h"
#include "core/encoder.h"
#include "core/kept.h"
#include "formats/ddnet_map/layout.h"

/* ---- items ------------------------------------------------------------------------------------------------------ */

static void put_ints(map_build *b, const void *ints, size_t size)
{
    if (!b->no_memory && !memory_add(&b->items, ints, size)) b->no_memory = true;
}

/* Adds an item of a row. `references` are its blocks, `count` of them; the others are -1. */
static void put_item(map_build *b, unsigned type, size_t id, void *row, reel_bytes rest, const int32_t *references, size_t count)
{
    item_walk walk = { .writes = true };
    for (size_t i = 0; i < MAP_MOST_REFERENCES; i++) walk.references[i] = i < count ? references[i] : -1;
    reel__ddmap_build_item(b, type, (uint16_t)id);
    reel__ddmap_walk_item(&walk, type, row);
    put_ints(b, walk.ints, walk.used);
    put_ints(b, rest.data, rest.size);
    reel__ddmap_build_item_end(b);
}

static int32_t put_text(map_build *b, reel_string text)
{
    static const uint8_t end[1] = { 0 };
    reel__ddmap_build_block(b);
    reel__ddmap_build_add(b, text.data, text.size);
    reel__ddmap_build_add(b, end, sizeof end);
    return reel__ddmap_build_block_end(b);
}

static int32_t put_settings(map_build *b, const reel_chunk *staged)
{
    static const uint8_t end[1] = { 0 };
    size_t count;
    const ddnet_map_setting *rows = reel_chunk_rows(staged, &ddnet_map_settings, &count);
    if (!count) return -1;
    reel__ddmap_build_block(b);
    for (size_t i = 0; i < count; i++) {
        reel__ddmap_build_add(b, rows[i].text.data, rows[i].text.size);
        reel__ddmap_build_add(b, end, sizeof end);
    }
    return reel__ddmap_build_block_end(b);
}

/* Opaque items of a known type, which follow the one that has rows. */
static void put_opaque(map_build *b, const reel_chunk *staged, unsigned from, unsigned to)
{
    size_t count;
    const ddnet_map_item *rows = reel_chunk_rows(staged, &ddnet_map_items, &count);
    for (size_t i = 0; i < count; i++) {
        if (rows[i].type < from || rows[i].type > to) continue;
        reel__ddmap_build_item(b, rows[i].type, rows[i].id);
        put_ints(b, rows[i].data.data, rows[i].data.size);
        reel__ddmap_build_item_end(b);
    }
}

static void put_info(map_build *b, const reel_chunk *staged, const ddnet_map_info *info)
{
    ddnet_map_info own = *info;
    if (own.present & DDNET_MAP_HAS_ITEMS_VERSION) {
        uint8_t version[4];
        reel_store_u32le(version, (uint32_t)own.items_version);
        reel__ddmap_build_item(b, MAP_ITEM_VERSION, 0);
        put_ints(b, version, sizeof version);
        reel__ddmap_build_item_end(b);
    }
    put_opaque(b, staged, MAP_ITEM_VERSION, MAP_ITEM_VERSION);
    if (own.present & DDNET_MAP_HAS_INFO || own.rest.size) {
        const reel_string texts[] = { own.author, own.map_version, own.credits, own.license };
        int32_t references[5];
        for (size_t i = 0; i < 4; i++)
            references[i] = own.present & reel__ddmap_reference_bit(MAP_ITEM_INFO, i) ? put_text(b, texts[i]) : -1;
        references[4] = put_settings(b, staged);
        put_item(b, MAP_ITEM_INFO, 0, &own, own.rest, references, 5);
    }
    put_opaque(b, staged, MAP_ITEM_INFO, MAP_ITEM_INFO);
}

static void put_media(map_build *b, unsigned type, size_t id, void *row, reel_bytes rest, uint8_t present, reel_string name,
                      reel_bytes data)
{
    int32_t references[] = { present & DDNET_MAP_MEDIA_NAME ? put_text(b, name) : -1, -1 };
    if (present & DDNET_MAP_MEDIA_DATA) references[1] = reel__ddmap_build_whole_block(b, data.data, data.size);
    put_item(b, type, id, row, rest, references, 2);
}

static void put_images(map_build *b, const reel_chunk *staged)
{
    size_t count;
    const ddnet_map_image *rows = reel_chunk_rows(staged, &ddnet_map_images, &count);
    for (size_t i = 0; i < count; i++) {
        ddnet_map_image own = rows[i];
        put_media(b, MAP_ITEM_IMAGE, i, &own, own.rest, own.present, own.name, own.data);
    }
}

static void put_sounds(map_build *b, const reel_chunk *staged)
{
    size_t count;
    const ddnet_map_sound *rows = reel_chunk_rows(staged, &ddnet_map_sounds, &count);
    for (size_t i = 0; i < count; i++) {
        ddnet_map_sound own = rows[i];
        put_media(b, MAP_ITEM_SOUND, i, &own, own.rest, own.present, own.name, own.data);
    }
}

static void put_envelopes(map_build *b, const reel_chunk *staged)
{
    size_t count;
    const ddnet_map_envelope *rows = reel_chunk_rows(staged, &ddnet_map_envelopes, &count);
    for (size_t i = 0; i < count; i++) {
        ddnet_map_envelope own = rows[i];
        put_item(b, MAP_ITEM_ENVELOPE, i, &own, own.rest, NULL, 0);
    }
}

static void put_groups(map_build *b, const reel_chunk *staged)
{
    size_t count;
    const ddnet_map_group *rows = reel_chunk_rows(staged, &ddnet_map_groups, &count);
    for (size_t i = 0; i < count; i++) {
        ddnet_map_group own = rows[i];
        put_item(b, MAP_ITEM_GROUP, i, &own, own.rest, NULL, 0);
    }
}

/* The game has one item of all points, also without any. */
static void put_points(map_build *b, const reel_chunk *staged)
{
    size_t count;
    const ddnet_map_envelope_point *rows = reel_chunk_rows(staged, &ddnet_map_envelope_points, &count);
    reel__ddmap_build_item(b, MAP_ITEM_POINTS, 0);
    for (size_t i = 0; i < count && !b->no_memory; i++) {
        uint8_t bytes[MAP_BEZIER_POINT_BYTES];
        bool bezier = rows[i].present & DDNET_MAP_POINT_TANGENTS;
        reel__ddmap_put_point(bytes, &rows[i], bezier);
        put_ints(b, bytes, bezier ? MAP_BEZIER_POINT_BYTES : MAP_POINT_BYTES);
    }
    reel__ddmap_build_item_end(b);
    put_opaque(b, staged, MAP_ITEM_POINTS, MAP_ITEM_POINTS);
}

/* ---- layers ----------------------------------------------------------------------------------------------------- */

/* Rows that layers have, in the order of the layers, so each is passed once. */
typedef struct layer_rows {
    const ddnet_map_tile *tiles;
    const ddnet_map_quad *quads;
    const ddnet_map_sound_source *sources;
    size_t tile_count, quad_count, source_count;
} layer_rows;

/* The game's editor gives a layer without rows a block of one that nobody counts, for old programs. */
static int32_t put_dummy(map_build *b, size_t size)
{
    static const uint8_t none[MAP_QUAD_BYTES] = { 0 };
    return reel__ddmap_build_whole_block(b, none, size);
}

static int32_t put_quads(map_build *b, layer_rows *rows, uint32_t number, ddnet_map_layer *layer)
{
    layer->count = 0;
    if (!rows->quad_count || rows->quads->layer != number) return put_dummy(b, MAP_QUAD_BYTES);
    reel__ddmap_build_block(b);
    for (; rows->quad_count && rows->quads->layer == number; rows->quads++, rows->quad_count--) {
        uint8_t bytes[MAP_QUAD_BYTES];
        reel__ddmap_put_quad(bytes, rows->quads);
        reel__ddmap_build_add(b, bytes, sizeof bytes);
        layer->count++;
    }
    return reel__ddmap_build_block_end(b);
}

static int32_t put_sources(map_build *b, layer_rows *rows, uint32_t number, ddnet_map_layer *layer)
{
    bool old = layer->type == DDNET_MAP_TYPE_SOUNDS_OLD;
    layer->count = 0;
    if (!rows->source_count || rows->sources->layer != number) return put_dummy(b, old ? MAP_OLD_SOURCE_BYTES : MAP_SOURCE_BYTES);
    reel__ddmap_build_block(b);
    for (; rows->source_count && rows->sources->layer == number; rows->sources++, rows->source_count--) {
        uint8_t bytes[MAP_SOURCE_BYTES];
        reel__ddmap_put_source(bytes, rows->sources, old);
        reel__ddmap_build_add(b, bytes, old ? MAP_OLD_SOURCE_BYTES : MAP_SOURCE_BYTES);
        layer->count++;
    }
    return reel__ddmap_build_block_end(b);
}

/* The block of a physics layer, and the empty tiles for programs that do not know it. */
static void put_tile_blocks(map_build *b, layer_rows *rows, uint32_t number, const ddnet_map_layer *layer, int32_t pitch,
                            int32_t references[MAP_MOST_REFERENCES])
{
    uint8_t kind = reel__ddmap_kind(layer);
    size_t count = 0;
    while (count < rows->tile_count && rows->tiles[count].layer == number) count++;
    size_t own = reel__ddmap_layer_reference(kind);
    references[own] = reel__ddmap_put_tiles(b, layer, kind, pitch, rows->tiles, count);
    if (own) references[0] = reel__ddmap_put_empty_tiles(b, layer);
    if (count) rows->tiles += count;
    rows->tile_count -= count;
}

static void put_layers(map_build *b, const reel_chunk *staged)
{
    layer_rows rows;
    size_t count;
    const ddnet_map_layer *layers = reel_chunk_rows(staged, &ddnet_map_layers, &count);
    rows.tiles = reel_chunk_rows(staged, &ddnet_map_tiles, &rows.tile_count);
    rows.quads = reel_chunk_rows(staged, &ddnet_map_quads, &rows.quad_count);
    rows.sources = reel_chunk_rows(staged, &ddnet_map_sound_sources, &rows.source_count);
    size_t game = reel__ddmap_write_game_layer(staged);
    for (size_t i = 0; i < count; i++) {
        ddnet_map_layer own = layers[i];
        int32_t references[MAP_MOST_REFERENCES] = { -1, -1, -1, -1, -1, -1 };
        switch (reel__ddmap_kind(&own)) {
        case DDNET_MAP_UNKNOWN: own.count = 0; break;
        case DDNET_MAP_QUADS: references[0] = put_quads(b, &rows, (uint32_t)i, &own); break;
        case DDNET_MAP_SOUNDS: references[0] = put_sources(b, &rows, (uint32_t)i, &own); break;
        default:
            put_tile_blocks(b, &rows, (uint32_t)i, &own, reel__ddmap_pitch(&own, game < count ? &layers[game] : NULL),
                            references);
            break;
        }
        put_item(b, MAP_ITEM_LAYER, i, &own, own.rest, references, MAP_MOST_REFERENCES);
    }
}

/* ---- the file --------------------------------------------------------------------------------------------------- */

static const ddnet_map_original *original_of(const reel_chunk *staged)
{
    size_t count;
    const ddnet_map_original *row = reel_chunk_rows(staged, &ddnet_map_originals, &count);
    return count == 1 ? row : NULL;
}

/* What is in the file and in no row: ids, bytes that mean nothing, how blocks were compressed. */
static void report_new_file(const reel_encoder *e)
{
    reel_find(
        &e->reporter, (reel_finding){ .rule = "ddnet-map.rewritten", .severity = REEL_NOTE, .offset = REEL_NO_OFFSET },
        "the rows changed, so the map was written anew: ids of items, unused bytes and the compression of the old file are gone");
}

reel_status reel__ddnet_map_finish(reel_encoder *e, const reel_chunk *staged)
{
    const ddnet_map_original *original = original_of(staged);
    if (original && original->rows && original->rows == reel__kept_sum(staged, reel__ddnet_map_tables, NULL, original->bytes)) {
        reel_put(e->out, original->bytes.data, original->bytes.size);
        return e->out->status;
    }
    reel_status status = reel__ddmap_check_all(e, staged);
    if (status < 0) return status;
    if (original) report_new_file(e);
    size_t infos;
    const ddnet_map_info *info = reel_chunk_rows(staged, &ddnet_map_infos, &infos);
    ddnet_map_info none;
    memset(&none, 0, sizeof none);
    none.datafile_version = MAP_PACKED;
    none.items_version = 1;
    none.present = DDNET_MAP_HAS_ITEMS_VERSION;
    if (!infos) info = &none;
    map_build build;
    reel__ddmap_build_begin(&build, &e->allocator, info->datafile_version);
    put_info(&build, staged, info);
    put_images(&build, staged);
    put_envelopes(&build, staged);
    put_groups(&build, staged);
    put_layers(&build, staged);
    put_points(&build, staged);
    put_sounds(&build, staged);
    put_opaque(&build, staged, MAP_ITEM_KNOWN, MAP_ITEM_UUIDS);
    status = reel__ddmap_build_write(&build, e);
    reel__ddmap_build_free(&build);
    return status;
}
