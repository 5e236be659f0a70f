/* SPDX-License-Identifier: MIT
 * Reading a map: the header in `open`, all rows in one chunk. Items and blocks are in memory, so the rows of tables that nobody wants cost
 * nothing. */
#include "codec/pack/zlib.h"
#include "codec/sha256.h"
#include "core/chunk.h"
#include "core/kept.h"
#include "core/text.h"
#include "formats/ddnet_map/layout.h"

/* ---- the header ------------------------------------------------------------------------------------------------- */

static reel_string hex(reel_decoder *d, const uint8_t *bytes, size_t size)
{
    char text[2 * SHA256_SIZE];
    hex_text(text, bytes, size);
    return reel_chunk_string(d->chunk, text, 2 * size);
}

/* What names the map is about the whole file, so a part of one has none. */
static void name_file(reel_decoder *d, ddnet_map_info *info)
{
    const map_reader *r = d->state;
    info->size = r->size;
    if (r->truncated) return;
    uint8_t hash[SHA256_SIZE];
    sha256 sha;
    reel__sha256_begin(&sha);
    reel__sha256_add(&sha, r->file, r->size);
    reel__sha256_end(&sha, hash);
    info->sha256 = hex(d, hash, sizeof hash);
    uint32_t crc = reel__zlib_crc32(r->file, r->size);
    const uint8_t bytes[4] = { (uint8_t)(crc >> 24), (uint8_t)(crc >> 16 & 0xff), (uint8_t)(crc >> 8 & 0xff),
                               (uint8_t)(crc & 0xff) };
    info->crc = hex(d, bytes, sizeof bytes);
}

static reel_status read_texts(reel_decoder *d, ddnet_map_info *info, const item_walk *walk)
{
    map_reader *r = d->state;
    reel_string *const texts[] = { &info->author, &info->map_version, &info->credits, &info->license };
    reel_status status = REEL_OK;
    for (size_t i = 0; i < sizeof texts / sizeof *texts && status >= 0; i++) {
        if (walk->references[i] == -1) continue;
        r->info_cut = r->info_cut || reel__ddmap_is_cut(r, walk->references[i]);
        status = reel__ddmap_text_block(d, walk->references[i], "info", texts[i], &info->present,
                                        reel__ddmap_reference_bit(MAP_ITEM_INFO, i));
    }
    return status;
}

/* Settings are kept, since their number is in the header. */
static reel_status read_settings(reel_decoder *d, ddnet_map_info *info, int32_t block)
{
    map_reader *r = d->state;
    reel_bytes bytes;
    const uint64_t most = d->limits.string_bytes;
    reel_status status = reel__ddmap_block(d, block, most + (most < UINT64_MAX), &bytes);
    if (status < 0 || !bytes.size) return status;
    if (bytes.size > most)
        return reel_fail(d->error, REEL_LIMIT, "ddnet-map.block-limit", "settings", r->item_at,
                         "the settings have more than the limit of %llu bytes", (unsigned long long)most);
    r->settings = d->allocator.alloc(d->allocator.context, bytes.size);
    if (!r->settings) return reel__memory_fail(d->error);
    memcpy(r->settings, bytes.data, bytes.size);
    r->settings_size = bytes.size;
    for (size_t i = 0; i < bytes.size; i++) info->settings += !bytes.data[i];
    if (bytes.data[bytes.size - 1] && !r->truncated) {
        info->settings++;
        reel__ddmap_find(d, REEL_WARNING, "ddnet-map.settings-end", "settings", r->item_at,
                         "the last setting does not end with a 0, so it may be cut");
    }
    return REEL_OK;
}

static reel_status read_info_item(reel_decoder *d, ddnet_map_info *info, const map_entry *entry)
{
    item_walk walk;
    reel__ddmap_get_item(&walk, entry, info);
    info->rest = reel_chunk_bytes(d->chunk, info->rest.data, info->rest.size);
    reel_status status = read_texts(d, info, &walk);
    if (status >= 0 && walk.reference_count > 4 && walk.references[4] != -1) status = read_settings(d, info, walk.references[4]);
    return status;
}

/* ---- layers and groups ------------------------------------------------------------------------------------------ */

/* Which group has each layer. Groups follow each other, so a layer that an earlier group has stays there. */
static void read_groups(map_reader *r)
{
    uint64_t covered = 0;
    item_walk walk;
    int32_t number = 0;
    for (uint32_t i = 0; i < r->item_end; i++) {
        const map_entry entry = reel__ddmap_entry(r, i);
        if (entry.type != MAP_ITEM_GROUP) continue;
        ddnet_map_group group = { 0 };
        reel__ddmap_get_item(&walk, &entry, &group);
        if (group.first_layer >= 0 && group.layers > 0) {
            uint64_t first = (uint64_t)group.first_layer, end = first + (uint64_t)group.layers;
            if (first < covered) first = covered;
            if (end > r->layer_count) end = r->layer_count;
            for (uint64_t k = first; k < end; k++) r->layers[k].group = number;
            if (end > covered) covered = end;
        }
        number++;
    }
}

static reel_status read_layers(reel_decoder *d)
{
    map_reader *r = d->state;
    if (!r->layer_count) return REEL_OK;
    r->layers = reel__memory_new(&d->allocator, r->layer_count * sizeof *r->layers);
    if (!r->layers) return reel__memory_fail(d->error);
    size_t number = 0;
    item_walk walk;
    for (uint32_t i = 0; i < r->item_end; i++) {
        const map_entry entry = reel__ddmap_entry(r, i);
        if (entry.type != MAP_ITEM_LAYER) continue;
        ddnet_map_layer *layer = &r->layers[number++];
        reel__ddmap_get_item(&walk, &entry, layer);
        layer->name = (reel_string){ NULL, 0 };
        layer->kind = reel__ddmap_kind(layer);
        layer->group = -1;
    }
    read_groups(r);
    return REEL_OK;
}

/* Counts the items, and finds those of which a map has one. */
static reel_status count_items(reel_decoder *d, ddnet_map_info *info)
{
    map_reader *r = d->state;
    uint32_t *const counts[MAP_ITEM_KNOWN] = { [MAP_ITEM_IMAGE] = &info->images,
                                               [MAP_ITEM_ENVELOPE] = &info->envelopes,
                                               [MAP_ITEM_GROUP] = &info->groups,
                                               [MAP_ITEM_LAYER] = &info->layers,
                                               [MAP_ITEM_SOUND] = &info->sounds };
    bool versions = false, infos = false;
    reel_status status = REEL_OK;
    for (uint32_t i = 0; i < r->item_end && status >= 0; i++) {
        const map_entry entry = reel__ddmap_entry(r, i);
        if (entry.type >= MAP_ITEM_KNOWN) continue;
        if (counts[entry.type]) ++*counts[entry.type];
        if (entry.type == MAP_ITEM_VERSION && !versions && entry.data.size >= 4) {
            versions = true;
            info->items_version = (int32_t)reel_load_u32le(entry.data.data);
            info->present |= DDNET_MAP_HAS_ITEMS_VERSION;
        }
        if (entry.type == MAP_ITEM_INFO && !infos) {
            infos = true;
            r->item_at = reel__ddmap_entry_offset(r, i);
            status = read_info_item(d, info, &entry);
        }
    }
    r->layer_count = info->layers;
    return status;
}

/* Whether the items that the header is made of are before the cut of the file: they have the lowest types. */
static bool header_items_are_there(const map_reader *r)
{
    uint64_t needed = 0;
    for (uint32_t i = 0; i < r->types; i++) {
        const uint8_t *entry = r->file + MAP_HEAD + (size_t)i * MAP_TYPE_ENTRY;
        uint64_t end = (uint64_t)reel_load_u32le(entry + 4) + reel_load_u32le(entry + 8);
        if (reel_load_u32le(entry) <= MAP_ITEM_INFO && end > needed) needed = end;
    }
    return r->item_end >= needed;
}

static reel_status read_header(reel_decoder *d)
{
    map_reader *r = d->state;
    reel_row_list *list = reel_chunk_table(d->chunk, &ddnet_map_infos);
    ddnet_map_info info;
    memset(&info, 0, sizeof info);
    info.datafile_version = r->version;
    reel_status status = count_items(d, &info);
    if (status >= 0) status = read_layers(d);
    if (status < 0) return status;
    r->game = reel__ddmap_game_layer(r->layers, r->layer_count);
    if (r->game < r->layer_count) {
        info.width = r->layers[r->game].width;
        info.height = r->layers[r->game].height;
    }
    if (r->truncated && !header_items_are_there(r)) r->info_cut = true;
    ddnet_map_info *row = list && !r->info_cut ? reel_row_add(list) : NULL;
    if (row) {
        name_file(d, &info);
        memcpy(row, &info, sizeof info);
    }
    return reel_build_status(d->chunk);
}

reel_status reel__ddnet_map_open(reel_decoder *d)
{
    map_reader *r = d->state;
    reel_status filled = reel_fill(d, SIZE_MAX);
    if (filled < 0) return filled;
    r->file = d->in.at;
    r->size = reel_left(&d->in);
    uint64_t announced = reel__ddmap_announced(r->file, r->size);
    r->verifies = reel_chunk_table(d->chunk, &ddnet_map_originals) != NULL;
    if (filled == REEL_AGAIN && (!announced || r->size < announced)) return REEL_AGAIN;
    reel_status status = reel__ddmap_parse(d);
    return status < 0 ? status : read_header(d);
}

/* ---- the rest --------------------------------------------------------------------------------------------------- */

static void store_original(reel_decoder *d)
{
    const map_reader *r = d->state;
    reel_row_list *list = reel_chunk_table(d->chunk, &ddnet_map_originals);
    ddnet_map_original *row = list ? reel_row_add(list) : NULL;
    if (!row) return;
    row->bytes = reel_chunk_bytes(d->chunk, r->file, r->size);
    if (reel__kept_is_whole(d->chunk, reel__ddnet_map_tables))
        row->rows = reel__kept_sum(d->chunk, reel__ddnet_map_tables, NULL, row->bytes);
}

reel_status reel__ddnet_map_next(reel_decoder *d)
{
    map_reader *r = d->state;
    if (r->done) return REEL_END;
    r->done = true;
    d->in.at = d->in.end;
    reel_status status = reel__ddmap_read_items(d);
    if (status < 0) return status;
    if (r->damaged) {
        *d->error = r->damage;
        return r->damage.status;
    }
    store_original(d);
    return reel_build_status(d->chunk);
}

void reel__ddnet_map_close(reel_decoder *d)
{
    map_reader *r = d->state;
    reel__zlib_free(&r->unpacker);
    reel__memory_drop(&d->allocator, r->scratch);
    reel__memory_drop(&d->allocator, r->settings);
    reel__memory_drop(&d->allocator, r->layers);
    reel__memory_drop(&d->allocator, r->uuids);
}

#define WORK_FREE (UINT64_C(64) << 20) /* reel_limits.work by default */
#define WORK_PER_BYTE 4096

uint64_t reel__ddnet_map_memory_bound(uint64_t size, const reel_limits *limits)
{
    /* Rows and strings are charged to the work of the job, byte by byte, and a list that grows exists twice for a moment. Beside them are the input,
     * whose buffer grows by doubling, a block, the settings, the layers (an item of 12 bytes becomes a row), and what zlib takes. */
    uint64_t work = limits->work ? limits->work : WORK_FREE + WORK_PER_BYTE * size;
    return 2 * work + 2 * reel_unpacked_most(limits, size) + 3 * size + size / 12 * sizeof(ddnet_map_layer) + (UINT64_C(1) << 18);
}
