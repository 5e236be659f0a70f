/* SPDX-License-Identifier: MIT
 * Rows that can be in no file. */
#include "core/encoder.h"
#include "core/rows.h"
#include "formats/ddnet_map/layout.h"

/* ---- items ------------------------------------------------------------------------------------------------------ */

/* More than any part of an item has: opaque ints that would be read as a part are among the first of these. */
enum { REST_MOST = 64 };

/* The `rest` of a row of a table of items. */
static reel_bytes *rest_of(unsigned type, void *row)
{
    switch (type) {
    case MAP_ITEM_INFO: return &((ddnet_map_info *)row)->rest;
    case MAP_ITEM_IMAGE: return &((ddnet_map_image *)row)->rest;
    case MAP_ITEM_ENVELOPE: return &((ddnet_map_envelope *)row)->rest;
    case MAP_ITEM_GROUP: return &((ddnet_map_group *)row)->rest;
    case MAP_ITEM_LAYER: return &((ddnet_map_layer *)row)->rest;
    default: return &((ddnet_map_sound *)row)->rest;
    }
}

typedef union any_item {
    ddnet_map_info info;
    ddnet_map_image image;
    ddnet_map_envelope envelope;
    ddnet_map_group group;
    ddnet_map_layer layer;
    ddnet_map_sound sound;
} any_item;

/* What the ints of an item do not hold: they name blocks. */
static void copy_blocks(unsigned type, any_item *to, const any_item *from)
{
    if (type == MAP_ITEM_INFO) {
        to->info.datafile_version = from->info.datafile_version;
        to->info.items_version = from->info.items_version;
        to->info.author = from->info.author;
        to->info.map_version = from->info.map_version;
        to->info.credits = from->info.credits;
        to->info.license = from->info.license;
        to->info.present |= from->info.present & (uint8_t) ~(DDNET_MAP_HAS_INFO | DDNET_MAP_HAS_SETTINGS);
    } else if (type == MAP_ITEM_IMAGE) {
        to->image.name = from->image.name;
        to->image.data = from->image.data;
        to->image.present |= from->image.present & (DDNET_MAP_MEDIA_NAME | DDNET_MAP_MEDIA_DATA);
    } else if (type == MAP_ITEM_SOUND) {
        to->sound.name = from->sound.name;
        to->sound.data = from->sound.data;
        to->sound.present |= from->sound.present & (DDNET_MAP_MEDIA_NAME | DDNET_MAP_MEDIA_DATA);
    }
}

/* Writes the ints of an item and reads them again. */
static bool item_reads_back(unsigned type, const reel_table *table, const void *row)
{
    any_item given, got;
    uint8_t bytes[MAP_ITEM_MOST + REST_MOST];
    memset(&given, 0, sizeof given);
    memset(&got, 0, sizeof got);
    memcpy(&given, row, table->row_size);
    reel_bytes *rest = rest_of(type, &given);
    if (rest->size % 4) return false;
    if (rest->size > REST_MOST) rest->size = REST_MOST;
    item_walk out = { .writes = true };
    reel__ddmap_walk_item(&out, type, &given);
    memcpy(bytes, out.ints, out.used);
    if (rest->size) memcpy(bytes + out.used, rest->data, rest->size);
    const map_entry entry = { (uint16_t)type, 0, { bytes, out.used + rest->size } };
    item_walk in = { .at = entry.data.data, .end = entry.data.data + entry.data.size };
    reel__ddmap_walk_item(&in, type, &got);
    copy_blocks(type, &got, &given);
    return reel__rows_are_equal(table, &given, &got, 1);
}

static unsigned item_type(const reel_table *table)
{
    for (unsigned type = 0; type < MAP_ITEM_KNOWN; type++)
        if (reel__ddmap_item_table(type) == table) return type;
    return MAP_ITEM_KNOWN;
}

/* ---- other rows ------------------------------------------------------------------------------------------------- */

static bool has_zero(reel_string text) { return text.size && memchr(text.data, 0, text.size); }

static const char *media_fault(reel_string name, reel_bytes data, uint8_t present)
{
    if (present & (DDNET_MAP_MEDIA_NAME | DDNET_MAP_MEDIA_DATA) && !(present & DDNET_MAP_BASE))
        return "the item is too short for a name and data";
    if (has_zero(name)) return "a text ends with its first 0";
    return present & DDNET_MAP_MEDIA_DATA && !data.size ? "no block is empty" : NULL;
}

static const char *info_fault(const ddnet_map_info *info)
{
    const uint8_t texts = DDNET_MAP_HAS_AUTHOR | DDNET_MAP_HAS_MAP_VERSION | DDNET_MAP_HAS_CREDITS | DDNET_MAP_HAS_LICENSE;
    if (info->datafile_version != MAP_STORED && info->datafile_version != MAP_PACKED)
        return "only versions 3 and 4 of the datafile can be written";
    if (info->present & texts && !(info->present & DDNET_MAP_HAS_INFO)) return "texts need an info item";
    if (info->present & 0x80) return "the bit 128 of present has no meaning";
    if (has_zero(info->author) || has_zero(info->map_version) || has_zero(info->credits) || has_zero(info->license))
        return "a text ends with its first 0";
    return NULL;
}

static bool tile_is_empty(const ddnet_map_tile *tile)
{
    static const uint8_t none[MAP_TILE_BYTES_MOST] = { 0 };
    uint8_t bytes[MAP_TILE_BYTES_MOST];
    if (tile->kind & (MAP_DRAWN | DDNET_MAP_FRONT)) return !tile->index;
    reel__ddmap_put_tile(bytes, tile);
    return memcmp(bytes, none, sizeof none) == 0;
}

static const char *tile_fault(const ddnet_map_tile *tile)
{
    if (!tile->kind || tile->kind > DDNET_MAP_DESIGN || tile->kind & (tile->kind - 1))
        return "a tile is of one of the kinds 1 to 64";
    if (tile->x < 0 || tile->y < 0 || !tile->count) return "a run has a tile, at a column and a row from 0 on";
    return tile_is_empty(tile) ? "empty tiles have no row" : NULL;
}

static const char *row_fault(const reel_table *table, const void *row)
{
    if (table == &ddnet_map_infos) return info_fault(row);
    if (table == &ddnet_map_tiles) return tile_fault(row);
    if (table == &ddnet_map_settings)
        return has_zero(((const ddnet_map_setting *)row)->text) ? "a text ends with its first 0" : NULL;
    if (table == &ddnet_map_images) {
        const ddnet_map_image *image = row;
        return media_fault(image->name, image->data, image->present);
    }
    if (table == &ddnet_map_sounds) {
        const ddnet_map_sound *sound = row;
        return media_fault(sound->name, sound->data, sound->present);
    }
    if (table == &ddnet_map_layers)
        return reel__ddmap_lacks_block(row) ? "block_fields does not reach the block of the layer's kind" : NULL;
    if (table == &ddnet_map_items) {
        const ddnet_map_item *item = row;
        if (item->data.size % 4) return "an item has whole ints";
        return reel__ddmap_item_rank(item->type) < 0 ? "items of this type have a table of their own" : NULL;
    }
    return NULL;
}

static const char *absent_field(const reel_table *table, const void *row)
{
    for (size_t f = 0; f < table->field_count; f++) {
        const reel_field *field = &table->fields[f];
        if (field->present_mask && !reel_field_present(field, row) && !reel__field_is_zero(field, row)) return field->name;
    }
    return NULL;
}

static reel_status check_row(const void *of, const reel_table *table, const void *row, size_t number, reel_error *error)
{
    (void)of;
    const char *fault = row_fault(table, row), *field = absent_field(table, row);
    if (fault)
        return reel_fail(error, REEL_ARGUMENT, "ddnet-map.row", table->name, 0, "row %zu of %s: %s", number, table->name, fault);
    if (field)
        return reel_fail(error, REEL_ARGUMENT, "ddnet-map.absent", table->name, 0,
                         "row %zu of %s has a value of %s but marks it as missing", number, table->name, field);
    unsigned type = item_type(table);
    if (type == MAP_ITEM_KNOWN || item_reads_back(type, table, row)) return REEL_OK;
    return reel_fail(error, REEL_ARGUMENT, "ddnet-map.item-row", table->name, 0,
                     "row %zu of %s would be read as another: `present` or a name does not fit its item", number, table->name);
}

reel_status reel__ddnet_map_accepts(const reel_table *table, const void *rows, size_t count, reel_error *error)
{
    return reel__encoder_check_rows(check_row, NULL, table, rows, count, error);
}

reel_status reel__ddmap_check_rows(const reel_chunk *staged, reel_error *error)
{
    return reel__encoder_check_chunk(check_row, NULL, staged, error);
}
