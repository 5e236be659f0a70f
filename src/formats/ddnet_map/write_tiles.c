/* SPDX-License-Identifier: MIT
 * Blocks of layers of tiles from runs. Tiles pass through a small buffer into the compressor, so that memory does not depend on the size of
 * the layer. */
#include "formats/ddnet_map/layout.h"

enum { BUFFER = 65532, MOST_SKIP = 255 }; /* a multiple of each size of a tile */

typedef struct tile_out {
    map_build *build;
    size_t size;                       /* of a tile */
    bool packed;                       /* with skips */
    uint64_t cell;                     /* number of the next tile */
    uint8_t tile[MAP_TILE_BYTES_MOST]; /* pending: so many equal ones */
    uint64_t pending;
    size_t used;
    uint8_t buffer[BUFFER];
} tile_out;

static void flush_buffer(tile_out *out)
{
    reel__ddmap_build_add(out->build, out->buffer, out->used);
    out->used = 0;
}

static void put_bytes(tile_out *out, const uint8_t *tile)
{
    if (out->used + out->size > BUFFER) flush_buffer(out);
    memcpy(out->buffer + out->used, tile, out->size);
    out->used += out->size;
}

/* Writes the pending tiles: of a packed layer each with the number of equal ones that follow it. */
static void flush_pending(tile_out *out)
{
    while (out->pending && !out->build->no_memory) {
        uint64_t here = 1;
        uint8_t tile[MAP_TILE_BYTES_MOST];
        memcpy(tile, out->tile, sizeof tile);
        if (out->packed) {
            here = out->pending > MOST_SKIP ? MOST_SKIP + 1 : out->pending;
            tile[2] = (uint8_t)(here - 1);
        }
        put_bytes(out, tile);
        out->pending -= here;
    }
    out->pending = 0;
}

static void put_tiles(tile_out *out, const uint8_t *tile, uint64_t count)
{
    if (!count) return;
    if (out->pending && memcmp(out->tile, tile, sizeof out->tile) != 0) flush_pending(out);
    memcpy(out->tile, tile, sizeof out->tile);
    out->pending += count;
    out->cell += count;
}

int32_t reel__ddmap_put_tiles(map_build *build, const ddnet_map_layer *layer, uint8_t kind, int32_t pitch,
                              const ddnet_map_tile *rows, size_t count)
{
    static const uint8_t empty[MAP_TILE_BYTES_MOST] = { 0 };
    uint64_t cells = reel__ddmap_cells(layer);
    tile_out *out = cells ? reel__memory_new(&build->allocator, sizeof *out) : NULL;
    if (!cells) return -1;
    if (!out) {
        build->no_memory = true;
        return -1;
    }
    out->build = build;
    out->size = reel__ddmap_tile_bytes(kind);
    out->packed = layer->version == MAP_LAYER_PACKED && kind & MAP_DRAWN;
    reel__ddmap_build_block(build);
    for (size_t i = 0; i < count; i++) {
        uint8_t tile[MAP_TILE_BYTES_MOST];
        reel__ddmap_put_tile(tile, &rows[i]);
        uint64_t first = (uint64_t)rows[i].y * (uint64_t)pitch + (uint64_t)rows[i].x;
        put_tiles(out, empty, first - out->cell);
        put_tiles(out, tile, rows[i].count);
    }
    put_tiles(out, empty, cells - out->cell);
    flush_pending(out);
    flush_buffer(out);
    reel__memory_drop(&build->allocator, out);
    return reel__ddmap_build_block_end(build);
}

int32_t reel__ddmap_put_empty_tiles(map_build *build, const ddnet_map_layer *layer)
{
    return reel__ddmap_put_tiles(build, layer, DDNET_MAP_DESIGN, layer->width, NULL, 0);
}
