/* SPDX-License-Identifier: MIT
 * A datafile under construction: lists, items and blocks in memory, since each is found by an offset that comes before it. */
#include "codec/pack/deflate.h"
#include "core/output.h"
#include "formats/ddnet_map/layout.h"

static void add_bytes(map_build *b, reel_memory *to, const void *data, size_t size)
{
    if (!b->no_memory && !memory_add(to, data, size)) b->no_memory = true;
}

static void add_int(map_build *b, reel_memory *to, uint32_t value)
{
    uint8_t bytes[4];
    reel_store_u32le(bytes, value);
    add_bytes(b, to, bytes, sizeof bytes);
}

static reel_memory *const *all_parts(map_build *b, reel_memory *parts[7])
{
    parts[0] = &b->types;
    parts[1] = &b->item_offsets;
    parts[2] = &b->block_offsets;
    parts[3] = &b->block_sizes;
    parts[4] = &b->items;
    parts[5] = &b->blocks;
    parts[6] = NULL;
    return parts;
}

void reel__ddmap_build_begin(map_build *b, const reel_allocator *allocator, int32_t version)
{
    reel_memory *parts[7];
    *b = (map_build){ .allocator = *allocator, .packs = version == MAP_PACKED, .last_type = -1 };
    for (reel_memory *const *part = all_parts(b, parts); *part; part++) (*part)->allocator = *allocator;
}

void reel__ddmap_build_free(map_build *b)
{
    reel_memory *parts[7];
    for (reel_memory *const *part = all_parts(b, parts); *part; part++) reel_memory_free(*part);
    reel__deflater_free(b->deflater);
}

/* ---- items ------------------------------------------------------------------------------------------------------ */

/* An entry of the list of types is its type, the number of its first item, and their number, which grows. */
static void count_type(map_build *b, unsigned type)
{
    if (b->last_type != (int32_t)type) {
        add_int(b, &b->types, type);
        add_int(b, &b->types, b->item_count);
        add_int(b, &b->types, 0);
        b->last_type = (int32_t)type;
        b->type_count++;
    }
    if (b->no_memory) return;
    uint8_t *count = b->types.data + b->types.size - 4;
    reel_store_u32le(count, reel_load_u32le(count) + 1);
}

void reel__ddmap_build_item(map_build *b, unsigned type, uint16_t id)
{
    count_type(b, type);
    add_int(b, &b->item_offsets, (uint32_t)b->items.size);
    add_int(b, &b->items, (uint32_t)type << 16 | id);
    add_int(b, &b->items, 0);
    b->item_count++;
}

void reel__ddmap_build_item_end(map_build *b)
{
    if (b->no_memory) return;
    size_t at = reel_load_u32le(b->item_offsets.data + b->item_offsets.size - 4);
    reel_store_u32le(b->items.data + at + 4, (uint32_t)(b->items.size - at - MAP_ITEM_HEAD));
}

/* ---- blocks ----------------------------------------------------------------------------------------------------- */

void reel__ddmap_build_block(map_build *b)
{
    add_int(b, &b->block_offsets, (uint32_t)b->blocks.size);
    b->block_size = 0;
    if (b->packs && !b->no_memory) {
        b->deflater = reel__deflater_new_zlib(DEFLATE_USUAL_LEVEL, &b->allocator);
        b->no_memory = !b->deflater;
    }
}

static void add_to_block(map_build *b, const void *data, size_t size, bool last)
{
    if (b->no_memory) return;
    b->block_size += size;
    if (!b->packs)
        add_bytes(b, &b->blocks, data, size);
    else if (!reel__deflater_add(b->deflater, data, size, last, &b->blocks))
        b->no_memory = true;
}

void reel__ddmap_build_add(map_build *b, const void *data, size_t size) { add_to_block(b, data, size, false); }

int32_t reel__ddmap_build_block_end(map_build *b)
{
    add_to_block(b, NULL, 0, true);
    reel__deflater_free(b->deflater);
    b->deflater = NULL;
    if (b->packs) add_int(b, &b->block_sizes, (uint32_t)b->block_size);
    return (int32_t)b->block_count++;
}

int32_t reel__ddmap_build_whole_block(map_build *b, const void *data, size_t size)
{
    reel__ddmap_build_block(b);
    reel__ddmap_build_add(b, data, size);
    return reel__ddmap_build_block_end(b);
}

/* ---- the file --------------------------------------------------------------------------------------------------- */

reel_status reel__ddmap_build_write(map_build *b, reel_encoder *e)
{
    if (b->no_memory) return reel__memory_fail(e->error);
    uint64_t lists = (uint64_t)b->types.size + b->item_offsets.size + b->block_offsets.size + b->block_sizes.size;
    uint64_t size = MAP_HEAD + lists + b->items.size + b->blocks.size;
    if (size > INT32_MAX)
        return reel_fail(e->error, REEL_LIMIT, "ddnet-map.too-large", "", 0,
                         "a map has at most 2 GiB, this one would have %llu bytes", (unsigned long long)size);
    reel_put(e->out, "DATA", MAP_MAGIC);
    reel_put_u32le(e->out, b->packs ? MAP_PACKED : MAP_STORED);
    reel_put_u32le(e->out, (uint32_t)(size - MAP_SIZE_FROM));
    reel_put_u32le(e->out, (uint32_t)(size - MAP_SIZE_FROM - b->blocks.size));
    reel_put_u32le(e->out, b->type_count);
    reel_put_u32le(e->out, b->item_count);
    reel_put_u32le(e->out, b->block_count);
    reel_put_u32le(e->out, (uint32_t)b->items.size);
    reel_put_u32le(e->out, (uint32_t)b->blocks.size);
    reel_memory *parts[7];
    for (reel_memory *const *part = all_parts(b, parts); *part; part++) reel_put(e->out, (*part)->data, (*part)->size);
    return e->out->status;
}
