/* SPDX-License-Identifier: MIT
 * Items and records, int by int. Each item is described once, by a function that walks its ints and its row side by side. */
#include "formats/ddnet_map/layout.h"

/* ---- the walk --------------------------------------------------------------------------------------------------- */

static size_t ints_left(const item_walk *w) { return (size_t)(w->end - w->at) / 4; }

static int32_t get_int(item_walk *w)
{
    int32_t value = (int32_t)reel_load_u32le(w->at);
    w->at += 4;
    return value;
}

static void put_int(item_walk *w, int32_t value)
{
    if (w->used + 4 > sizeof w->ints) return; /* no item has as many */
    reel_store_u32le(w->ints + w->used, (uint32_t)value);
    w->used += 4;
}

static void walk_int(item_walk *w, int32_t *value)
{
    if (w->writes)
        put_int(w, *value);
    else
        *value = get_int(w);
}

/* Whether the item has a part of so many ints: `bit` of `present`. Parts follow each other, so none comes after one that is missing. */
static bool walk_part(item_walk *w, uint8_t *present, uint8_t bit, size_t ints)
{
    if (w->writes) return *present & bit;
    w->ended = w->ended || ints_left(w) < ints;
    if (!w->ended) *present |= bit;
    return !w->ended;
}

/* The number of a block. */
static void walk_reference(item_walk *w) { walk_int(w, &w->references[w->reference_count++]); }

/* Text in ints: four bytes in each, the first in the highest bits, each 128 too large; the last byte is 0. */
static void walk_name(item_walk *w, reel_string *name, size_t ints)
{
    if (w->writes) {
        uint8_t bytes[MAP_NAME_MOST] = { 0 };
        size_t size = name->size < 4 * ints ? name->size : 4 * ints - 1;
        if (size) memcpy(bytes, name->data, size);
        for (size_t i = 0; i < 4 * ints; i++) bytes[i] ^= 0x80;
        if (size < 4 * ints) bytes[4 * ints - 1] = 0;
        for (size_t i = 0; i < ints; i++) put_int(w, (int32_t)reel_load_u32be(bytes + 4 * i));
        return;
    }
    uint32_t any = 0;
    for (size_t i = 0; i < ints; i++) {
        uint32_t word = (uint32_t)get_int(w);
        any |= word;
        for (size_t b = 0; b < 4; b++) w->text[4 * i + b] = (char)((word >> (24 - 8 * b) & 0xff) ^ 0x80);
    }
    w->text[any ? 4 * ints - 1 : 0] = 0; /* editors left zeros where nobody gave a name */
    *name = (reel_string){ w->text, strlen(w->text) };
}

static void walk_rest(item_walk *w, reel_bytes *rest)
{
    if (w->writes) return;
    *rest = (reel_bytes){ w->at, 4 * ints_left(w) };
    w->at = w->end;
}

/* ---- items ------------------------------------------------------------------------------------------------------ */

static void walk_info(item_walk *w, ddnet_map_info *row)
{
    if (walk_part(w, &row->present, DDNET_MAP_HAS_INFO, 5)) {
        walk_int(w, &row->info_version);
        for (size_t i = 0; i < 4; i++) walk_reference(w);
    }
    if (walk_part(w, &row->present, DDNET_MAP_HAS_SETTINGS, 1)) walk_reference(w);
    walk_rest(w, &row->rest);
}

static void walk_image(item_walk *w, ddnet_map_image *row)
{
    if (walk_part(w, &row->present, DDNET_MAP_BASE, 6)) {
        walk_int(w, &row->version);
        walk_int(w, &row->width);
        walk_int(w, &row->height);
        walk_int(w, &row->external);
        walk_reference(w);
        walk_reference(w);
    }
    if (walk_part(w, &row->present, DDNET_MAP_IMAGE_FORMAT, 1)) walk_int(w, &row->format);
    walk_rest(w, &row->rest);
}

static void walk_sound(item_walk *w, ddnet_map_sound *row)
{
    if (walk_part(w, &row->present, DDNET_MAP_BASE, 5)) {
        walk_int(w, &row->version);
        walk_int(w, &row->external);
        walk_reference(w);
        walk_reference(w);
        walk_int(w, &row->stated_size);
    }
    walk_rest(w, &row->rest);
}

static void walk_envelope(item_walk *w, ddnet_map_envelope *row)
{
    if (walk_part(w, &row->present, DDNET_MAP_BASE, 4)) {
        walk_int(w, &row->version);
        walk_int(w, &row->channels);
        walk_int(w, &row->first_point);
        walk_int(w, &row->points);
    }
    if (walk_part(w, &row->present, DDNET_MAP_ENVELOPE_NAME, MAP_ENVELOPE_NAME_INTS))
        walk_name(w, &row->name, MAP_ENVELOPE_NAME_INTS);
    if (walk_part(w, &row->present, DDNET_MAP_ENVELOPE_SYNCHRONIZED, 1)) walk_int(w, &row->synchronized);
    walk_rest(w, &row->rest);
}

static void walk_group(item_walk *w, ddnet_map_group *row)
{
    if (walk_part(w, &row->present, DDNET_MAP_BASE, 7)) {
        walk_int(w, &row->version);
        walk_int(w, &row->offset_x);
        walk_int(w, &row->offset_y);
        walk_int(w, &row->parallax_x);
        walk_int(w, &row->parallax_y);
        walk_int(w, &row->first_layer);
        walk_int(w, &row->layers);
    }
    if (walk_part(w, &row->present, DDNET_MAP_GROUP_CLIP, 5)) {
        walk_int(w, &row->clips);
        walk_int(w, &row->clip_x);
        walk_int(w, &row->clip_y);
        walk_int(w, &row->clip_width);
        walk_int(w, &row->clip_height);
    }
    if (walk_part(w, &row->present, DDNET_MAP_GROUP_NAME, MAP_NAME_INTS)) walk_name(w, &row->name, MAP_NAME_INTS);
    walk_rest(w, &row->rest);
}

/* ---- layers ----------------------------------------------------------------------------------------------------- */

enum { FIRST_TILES = 2, LAST_TILES = 4, NAMED_TILES = 3, TILES_INTS = 12, BLOCK_FIELDS = 5 };

/* Versions differ in where the ints are, so those of an unknown one stay opaque. */
static bool tiles_are_known(const item_walk *w, const ddnet_map_layer *row)
{
    int32_t version = w->writes ? row->version : ints_left(w) ? (int32_t)reel_load_u32le(w->at) : 0;
    return version >= FIRST_TILES && version <= LAST_TILES;
}

static void walk_tiles(item_walk *w, ddnet_map_layer *row)
{
    if (!tiles_are_known(w, row) || !walk_part(w, &row->present, DDNET_MAP_LAYER_BODY, TILES_INTS)) {
        w->ended = true;
        return;
    }
    if (!w->writes) row->present |= DDNET_MAP_LAYER_TILES | DDNET_MAP_LAYER_IMAGE;
    walk_int(w, &row->version);
    walk_int(w, &row->width);
    walk_int(w, &row->height);
    walk_int(w, &row->physics);
    for (size_t i = 0; i < 4; i++) walk_int(w, &row->color[i]);
    walk_int(w, &row->color_envelope);
    walk_int(w, &row->color_envelope_offset);
    walk_int(w, &row->image);
    walk_reference(w);
    if (row->version >= NAMED_TILES && walk_part(w, &row->present, DDNET_MAP_LAYER_NAME, MAP_NAME_INTS))
        walk_name(w, &row->name, MAP_NAME_INTS);
    if (w->ended) return;
    if (!w->writes) row->block_fields = (uint8_t)(ints_left(w) < BLOCK_FIELDS ? ints_left(w) : BLOCK_FIELDS);
    for (size_t i = 0; i < row->block_fields && i < BLOCK_FIELDS; i++) walk_reference(w);
}

static void walk_quads(item_walk *w, ddnet_map_layer *row)
{
    if (!walk_part(w, &row->present, DDNET_MAP_LAYER_BODY, 4)) return;
    if (!w->writes) row->present |= DDNET_MAP_LAYER_IMAGE;
    int32_t count = (int32_t)row->count;
    walk_int(w, &row->version);
    walk_int(w, &count);
    walk_reference(w);
    walk_int(w, &row->image);
    if (!w->writes) row->count = count > 0 ? (uint32_t)count : 0;
    if (walk_part(w, &row->present, DDNET_MAP_LAYER_NAME, MAP_NAME_INTS)) walk_name(w, &row->name, MAP_NAME_INTS);
}

static void walk_sources(item_walk *w, ddnet_map_layer *row)
{
    if (!walk_part(w, &row->present, DDNET_MAP_LAYER_BODY, 4)) return;
    if (!w->writes) row->present |= DDNET_MAP_LAYER_SOUND;
    int32_t count = (int32_t)row->count;
    walk_int(w, &row->version);
    walk_int(w, &count);
    walk_reference(w);
    walk_int(w, &row->sound);
    if (!w->writes) row->count = count > 0 ? (uint32_t)count : 0;
    if (walk_part(w, &row->present, DDNET_MAP_LAYER_NAME, MAP_NAME_INTS)) walk_name(w, &row->name, MAP_NAME_INTS);
}

static void walk_layer(item_walk *w, ddnet_map_layer *row)
{
    if (walk_part(w, &row->present, DDNET_MAP_BASE, 3)) {
        int32_t unused = 0; /* some editors left it as it was in memory */
        walk_int(w, &unused);
        walk_int(w, &row->type);
        walk_int(w, &row->flags);
        if (row->type == DDNET_MAP_TYPE_TILES) walk_tiles(w, row);
        if (row->type == DDNET_MAP_TYPE_QUADS) walk_quads(w, row);
        if (row->type == DDNET_MAP_TYPE_SOUNDS || row->type == DDNET_MAP_TYPE_SOUNDS_OLD) walk_sources(w, row);
    }
    walk_rest(w, &row->rest);
}

uint8_t reel__ddmap_kind(const ddnet_map_layer *layer)
{
    if (!(layer->present & DDNET_MAP_LAYER_BODY)) return DDNET_MAP_UNKNOWN;
    switch (layer->type) {
    case DDNET_MAP_TYPE_QUADS: return DDNET_MAP_QUADS;
    case DDNET_MAP_TYPE_SOUNDS:
    case DDNET_MAP_TYPE_SOUNDS_OLD: return DDNET_MAP_SOUNDS;
    case DDNET_MAP_TYPE_TILES: break;
    default: return DDNET_MAP_UNKNOWN;
    }
    switch (layer->physics) {
    case 0: return DDNET_MAP_DESIGN;
    case DDNET_MAP_GAME:
    case DDNET_MAP_TELE:
    case DDNET_MAP_SPEEDUP:
    case DDNET_MAP_FRONT:
    case DDNET_MAP_SWITCH:
    case DDNET_MAP_TUNE: return (uint8_t)layer->physics;
    default: return DDNET_MAP_UNKNOWN;
    }
}

size_t reel__ddmap_layer_reference(uint8_t kind)
{
    switch (kind) {
    case DDNET_MAP_TELE: return 1;
    case DDNET_MAP_SPEEDUP: return 2;
    case DDNET_MAP_FRONT: return 3;
    case DDNET_MAP_SWITCH: return 4;
    case DDNET_MAP_TUNE: return 5;
    default: return 0;
    }
}

bool reel__ddmap_lacks_block(const ddnet_map_layer *layer)
{
    return reel__ddmap_layer_reference(reel__ddmap_kind(layer)) > layer->block_fields && reel__ddmap_cells(layer);
}

void reel__ddmap_add_block_fields(ddnet_map_layer *layer)
{
    if (layer->version >= NAMED_TILES) layer->present |= DDNET_MAP_LAYER_NAME; /* the ints are behind it */
    layer->block_fields = (uint8_t)reel__ddmap_layer_reference(reel__ddmap_kind(layer));
    layer->rest = (reel_bytes){ NULL, 0 };
}

#define MOST_CELLS INT32_MAX /* the game counts them in an int */

uint64_t reel__ddmap_cells(const ddnet_map_layer *layer)
{
    if (layer->width <= 0 || layer->height <= 0) return 0;
    uint64_t cells = (uint64_t)layer->width * (uint64_t)layer->height;
    return cells <= (uint64_t)MOST_CELLS ? cells : 0;
}

size_t reel__ddmap_game_layer(const ddnet_map_layer *layers, size_t count)
{
    size_t found = count;
    for (size_t i = 0; i < count; i++)
        if (reel__ddmap_kind(&layers[i]) == DDNET_MAP_GAME && (found == count || layers[i].group >= layers[found].group))
            found = i;
    return found;
}

int32_t reel__ddmap_pitch(const ddnet_map_layer *layer, const ddnet_map_layer *game)
{
    return reel__ddmap_kind(layer) & MAP_BY_GAME && game && reel__ddmap_cells(game) ? game->width : layer->width;
}

void reel__ddmap_walk_item(item_walk *walk, unsigned type, void *row)
{
    switch (type) {
    case MAP_ITEM_INFO: walk_info(walk, row); break;
    case MAP_ITEM_IMAGE: walk_image(walk, row); break;
    case MAP_ITEM_ENVELOPE: walk_envelope(walk, row); break;
    case MAP_ITEM_GROUP: walk_group(walk, row); break;
    case MAP_ITEM_LAYER: walk_layer(walk, row); break;
    default: walk_sound(walk, row); break;
    }
}

void reel__ddmap_get_item(item_walk *walk, const map_entry *entry, void *row)
{
    *walk = (item_walk){ .at = entry->data.data, .end = entry->data.data + entry->data.size };
    for (size_t i = 0; i < MAP_MOST_REFERENCES; i++) walk->references[i] = -1;
    reel__ddmap_walk_item(walk, entry->type, row);
}

int reel__ddmap_item_rank(uint16_t type)
{
    switch (type) {
    case MAP_ITEM_VERSION: return 0;
    case MAP_ITEM_INFO: return 1;
    case MAP_ITEM_POINTS: return 2;
    default: return type < MAP_ITEM_KNOWN ? -1 : 3;
    }
}

const reel_table *reel__ddmap_item_table(unsigned type)
{
    switch (type) {
    case MAP_ITEM_INFO: return &ddnet_map_infos;
    case MAP_ITEM_IMAGE: return &ddnet_map_images;
    case MAP_ITEM_ENVELOPE: return &ddnet_map_envelopes;
    case MAP_ITEM_GROUP: return &ddnet_map_groups;
    case MAP_ITEM_LAYER: return &ddnet_map_layers;
    case MAP_ITEM_SOUND: return &ddnet_map_sounds;
    default: return NULL;
    }
}

uint8_t reel__ddmap_reference_bit(unsigned type, size_t reference)
{
    static const uint8_t info[] = { DDNET_MAP_HAS_AUTHOR, DDNET_MAP_HAS_MAP_VERSION, DDNET_MAP_HAS_CREDITS,
                                    DDNET_MAP_HAS_LICENSE };
    static const uint8_t media[] = { DDNET_MAP_MEDIA_NAME, DDNET_MAP_MEDIA_DATA };
    if (type == MAP_ITEM_INFO) return reference < sizeof info ? info[reference] : 0;
    return (type == MAP_ITEM_IMAGE || type == MAP_ITEM_SOUND) && reference < sizeof media ? media[reference] : 0;
}

/* ---- records ---------------------------------------------------------------------------------------------------- */

/* The ints of a record and the members of its row, both ways. */
typedef struct record_walk {
    const uint8_t *from;
    uint8_t *to; /* NULL: reading */
} record_walk;

static void record_ints(record_walk *w, int32_t *values, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (w->to) {
            reel_store_u32le(w->to, (uint32_t)values[i]);
            w->to += 4;
        } else {
            values[i] = (int32_t)reel_load_u32le(w->from);
            w->from += 4;
        }
    }
}

static void record_pairs(record_walk *w, int32_t *xs, int32_t *ys, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        record_ints(w, &xs[i], 1);
        record_ints(w, &ys[i], 1);
    }
}

static void walk_quad(record_walk w, ddnet_map_quad *quad)
{
    record_pairs(&w, quad->corner_x, quad->corner_y, 4);
    record_pairs(&w, &quad->pivot_x, &quad->pivot_y, 1);
    record_ints(&w, quad->color_0, 4);
    record_ints(&w, quad->color_1, 4);
    record_ints(&w, quad->color_2, 4);
    record_ints(&w, quad->color_3, 4);
    record_pairs(&w, quad->texture_x, quad->texture_y, 4);
    record_ints(&w, &quad->position_envelope, 1);
    record_ints(&w, &quad->position_envelope_offset, 1);
    record_ints(&w, &quad->color_envelope, 1);
    record_ints(&w, &quad->color_envelope_offset, 1);
}

static void walk_source(record_walk w, ddnet_map_sound_source *source, bool old)
{
    record_pairs(&w, &source->x, &source->y, 1);
    record_ints(&w, &source->loop, 1);
    if (!old) record_ints(&w, &source->pan, 1);
    record_ints(&w, &source->delay, 1);
    record_ints(&w, &source->falloff, 1);
    record_ints(&w, &source->position_envelope, 1);
    record_ints(&w, &source->position_envelope_offset, 1);
    record_ints(&w, &source->sound_envelope, 1);
    record_ints(&w, &source->sound_envelope_offset, 1);
    if (old) return;
    record_ints(&w, &source->shape, 1);
    record_ints(&w, &source->width_or_radius, 1);
    record_ints(&w, &source->height, 1);
}

static void walk_point(record_walk w, ddnet_map_envelope_point *point, bool bezier)
{
    record_ints(&w, &point->time, 1);
    record_ints(&w, &point->curve, 1);
    record_ints(&w, point->values, 4);
    if (!bezier) return;
    record_ints(&w, point->in_x, 4);
    record_ints(&w, point->in_y, 4);
    record_ints(&w, point->out_x, 4);
    record_ints(&w, point->out_y, 4);
}

void reel__ddmap_get_quad(ddnet_map_quad *quad, const uint8_t *bytes) { walk_quad((record_walk){ bytes, NULL }, quad); }

void reel__ddmap_put_quad(uint8_t *bytes, const ddnet_map_quad *quad)
{
    ddnet_map_quad own = *quad;
    walk_quad((record_walk){ NULL, bytes }, &own);
}

void reel__ddmap_get_source(ddnet_map_sound_source *source, const uint8_t *bytes, bool old)
{
    walk_source((record_walk){ bytes, NULL }, source, old);
    source->present = old ? 0 : DDNET_MAP_SOURCE_SHAPE;
}

void reel__ddmap_put_source(uint8_t *bytes, const ddnet_map_sound_source *source, bool old)
{
    ddnet_map_sound_source own = *source;
    walk_source((record_walk){ NULL, bytes }, &own, old);
}

void reel__ddmap_get_point(ddnet_map_envelope_point *point, const uint8_t *bytes, bool bezier)
{
    walk_point((record_walk){ bytes, NULL }, point, bezier);
    point->present = bezier ? DDNET_MAP_POINT_TANGENTS : 0;
}

void reel__ddmap_put_point(uint8_t *bytes, const ddnet_map_envelope_point *point, bool bezier)
{
    ddnet_map_envelope_point own = *point;
    walk_point((record_walk){ NULL, bytes }, &own, bezier);
}

/* ---- tiles ------------------------------------------------------------------------------------------------------ */

size_t reel__ddmap_tile_bytes(uint8_t kind)
{
    switch (kind) {
    case DDNET_MAP_TELE:
    case DDNET_MAP_TUNE: return 2;
    case DDNET_MAP_SPEEDUP: return MAP_TILE_BYTES_MOST;
    default: return 4;
    }
}

void reel__ddmap_get_tile(ddnet_map_tile *tile, const uint8_t *bytes)
{
    switch (tile->kind) {
    case DDNET_MAP_TELE:
    case DDNET_MAP_TUNE:
        tile->number = bytes[0];
        tile->index = bytes[1];
        break;
    case DDNET_MAP_SPEEDUP:
        tile->force = bytes[0];
        tile->max_speed = bytes[1];
        tile->index = bytes[2];
        tile->angle = (int16_t)reel_load_u16le(bytes + 4);
        break;
    case DDNET_MAP_SWITCH:
        tile->number = bytes[0];
        tile->index = bytes[1];
        tile->flags = bytes[2];
        tile->delay = bytes[3];
        break;
    default:
        tile->index = bytes[0];
        tile->flags = bytes[1];
        break;
    }
}

/* Bytes that no member has are 0. */
void reel__ddmap_put_tile(uint8_t *bytes, const ddnet_map_tile *tile)
{
    memset(bytes, 0, MAP_TILE_BYTES_MOST);
    switch (tile->kind) {
    case DDNET_MAP_TELE:
    case DDNET_MAP_TUNE:
        bytes[0] = tile->number;
        bytes[1] = tile->index;
        break;
    case DDNET_MAP_SPEEDUP:
        bytes[0] = tile->force;
        bytes[1] = tile->max_speed;
        bytes[2] = tile->index;
        bytes[4] = (uint8_t)((uint16_t)tile->angle & 0xff);
        bytes[5] = (uint8_t)((uint16_t)tile->angle >> 8);
        break;
    case DDNET_MAP_SWITCH:
        bytes[0] = tile->number;
        bytes[1] = tile->index;
        bytes[2] = tile->flags;
        bytes[3] = tile->delay;
        break;
    default:
        bytes[0] = tile->index;
        bytes[1] = tile->flags;
        break;
    }
}
