/* SPDX-License-Identifier: MIT
 * What the blocks of layers hold: runs of tiles, quads and sources of sounds. */
#include "codec/words.h"
#include "core/chunk.h"
#include "formats/ddnet_map/layout.h"

/* ---- runs ------------------------------------------------------------------------------------------------------- */

/* Rows under construction. */
typedef struct tile_rows {
    reel_decoder *decoder;
    reel_row_list *list;
    reel_bytes bytes;     /* of the layer */
    bool behind;          /* they are behind the rows in the memory of the list */
    ddnet_map_tile blank; /* of the layer and its kind */
    uint64_t pitch;       /* tiles in a row */
    uint64_t begin, y;    /* the first tile of the last row that had a run, and its number */
    uint64_t count;       /* rows of the layer so far */
    bool failed;
    bool cut;         /* the file ends within its block */
    uint32_t damages; /* of the file before the layer */
} tile_rows;

/* Goes to the row of a tile that is not before it. Most runs are in the row of the one before, or in the next: that takes no division. */
static inline void enter_row(tile_rows *rows, uint64_t cell)
{
    uint64_t past = cell - rows->begin;
    if (past < rows->pitch) return;
    uint64_t more = past < 2 * rows->pitch ? 1 : past / rows->pitch;
    rows->y += more;
    rows->begin += more * rows->pitch;
}

/* Before rows reach bytes of the layer that are not read yet. */
static bool move_out(tile_rows *rows, size_t from)
{
    const uint8_t *bytes = reel__ddmap_block_out(rows->decoder, rows->bytes, from);
    if (!bytes) return reel__chunk_refuse(rows->list->chunk, REEL_MEMORY) != NULL;
    rows->bytes.data = bytes;
    rows->behind = false;
    return true;
}

/* A row that is filled at once, as a whole. Bytes of the layer are needed from offset `from` on. */
static inline ddnet_map_tile *next_row(tile_rows *rows, size_t from)
{
    reel_row_list *list = rows->list;
    if (rows->behind) {
        const uint8_t *end = list->data + (list->count + 1) * sizeof(ddnet_map_tile);
        if (rows->bytes.data + from < end && !move_out(rows, from)) return NULL;
    }
    if (list->count < list->capacity) return (ddnet_map_tile *)(void *)list->data + list->count++;
    return reel_row_grow(list, 1, false);
}

/* Adds `count` equal tiles, whose bytes are at offset `at`, from the one with number `first` on: a row of the table for each row of the layer. */
static inline void add_run(tile_rows *rows, size_t at, uint64_t first, uint64_t count)
{
    while (count && !rows->failed) {
        enter_row(rows, first);
        uint64_t x = first - rows->begin, here = rows->pitch - x < count ? rows->pitch - x : count;
        ddnet_map_tile *row = rows->list ? next_row(rows, at) : NULL;
        if (row) {
            *row = rows->blank;
            row->x = (int32_t)x;
            row->y = (int32_t)rows->y;
            row->count = (uint32_t)here;
            reel__ddmap_get_tile(row, rows->bytes.data + at);
        }
        rows->failed = rows->list && !row;
        rows->count++;
        first += here;
        count -= here;
    }
}

/* The next tile that is not empty. These loops are inlined for each size of a tile. */
static inline size_t skip_empty(const uint8_t *bytes, size_t at, size_t count, size_t size)
{
    static const uint8_t none[MAP_TILE_BYTES_MOST] = { 0 };
    while (at < count && !memcmp(bytes + at * size, none, size)) at++;
    return at;
}

static inline void scan_tiles(tile_rows *rows, size_t count, size_t size)
{
    const uint8_t *bytes = rows->bytes.data;
    for (size_t at = skip_empty(bytes, 0, count, size); at < count && !rows->failed;) {
        const uint8_t *tile = bytes + at * size;
        size_t end = at + 1;
        while (end < count && !memcmp(bytes + end * size, tile, size)) end++;
        add_run(rows, at * size, at, end - at);
        at = skip_empty(bytes, end, count, size);
    }
}

enum { DRAWN_TILE = 4, BITS = 64 };

/* Which of up to 64 drawn tiles have another index or other flags than the one before them. Compilers make vectors of the first loop; the second
 * gathers the lowest bits of eight bytes into one: a product adds byte n, shifted by 7 - n bytes and n bits. */
static inline uint64_t find_changes(const uint8_t *tiles, size_t count)
{
    uint8_t differs[BITS] = { 0 };
    uint64_t changes = 0;
    for (size_t i = 0; i < count; i++)
        differs[i] = (tiles[DRAWN_TILE * i] != *(tiles + DRAWN_TILE * i - DRAWN_TILE)) |
                     (tiles[DRAWN_TILE * i + 1] != *(tiles + DRAWN_TILE * i + 1 - DRAWN_TILE));
    for (size_t i = 0; i < BITS; i += 8) changes |= (reel_load_u64le(differs + i) * UINT64_C(0x0102040810204080) >> 56) << i;
    return changes;
}

/* Tiles that are drawn are most of a map. Where runs end is found for 64 tiles at once, without a branch for each: in a map of many short runs
 * such branches are mispredicted, which takes longer than all else. A tile with index 0 is empty, whatever its flags. */
static void scan_drawn(tile_rows *rows, size_t count)
{
    size_t begin = 0;
    for (size_t first = 1; first < count && !rows->failed; first += BITS) {
        const size_t here = count - first < BITS ? count - first : BITS;
        const uint8_t *tiles = rows->bytes.data + first * DRAWN_TILE;
        for (uint64_t changes = find_changes(tiles, here); changes; changes &= changes - 1) {
            const size_t end = first + word_lowest(changes);
            if (rows->bytes.data[begin * DRAWN_TILE]) add_run(rows, begin * DRAWN_TILE, begin, end - begin);
            begin = end;
        }
    }
    if (begin < count && !rows->failed && rows->bytes.data[begin * DRAWN_TILE])
        add_run(rows, begin * DRAWN_TILE, begin, count - begin);
}

static void read_plain(tile_rows *rows, size_t count)
{
    switch (rows->blank.kind) {
    case DDNET_MAP_TELE:
    case DDNET_MAP_TUNE: scan_tiles(rows, count, 2); break;
    case DDNET_MAP_SPEEDUP: scan_tiles(rows, count, 6); break;
    case DDNET_MAP_SWITCH: scan_tiles(rows, count, 4); break;
    default: scan_drawn(rows, count); break;
    }
}

/* The run that a cut ends may be longer. */
static void drop_cut_run(tile_rows *rows, uint64_t cells)
{
    if (!rows->cut || !rows->count || !rows->list) return;
    const ddnet_map_tile *last = (const ddnet_map_tile *)(const void *)rows->list->data + (rows->list->count - 1);
    if ((uint64_t)last->y * rows->pitch + (uint64_t)last->x + last->count < cells) return;
    rows->list->count--;
    rows->count--;
}

/* ---- layers of version 4 ---------------------------------------------------------------------------------------- */

enum { TILE_SKIP = 2, PACKED_TILE = 4 };

/* Tiles that a packed layer states. Its sum is known before a row is made. */
static uint64_t packed_cells(reel_bytes bytes)
{
    uint64_t cells = 0;
    for (size_t at = 0; at + PACKED_TILE <= bytes.size; at += PACKED_TILE) cells += 1u + bytes.data[at + TILE_SKIP];
    return cells;
}

static void read_packed(tile_rows *rows, uint64_t cells)
{
    const reel_bytes bytes = rows->bytes;
    uint64_t cell = 0;
    for (size_t at = 0; at + PACKED_TILE <= bytes.size && cell < cells && !rows->failed;) {
        const size_t first = at;
        const uint8_t *tile = bytes.data + at;
        uint64_t count = 0;
        for (; at + PACKED_TILE <= bytes.size && !memcmp(bytes.data + at, tile, TILE_SKIP); at += PACKED_TILE)
            count += 1u + bytes.data[at + TILE_SKIP];
        if (count > cells - cell) count = cells - cell;
        if (tile[0]) add_run(rows, first, cell, count);
        cell += count;
    }
}

/* A layer whose block is damaged lacks tiles, too, which says nothing more. */
static reel_status fail_layer(reel_decoder *d, const tile_rows *rows, const char *rule, uint64_t has, uint64_t needs)
{
    const map_reader *r = d->state;
    if (rows->cut || r->damages > rows->damages) return REEL_OK;
    return reel__ddmap_damage(d,
                              reel_fail(d->error, REEL_CORRUPT, rule, "tiles", r->item_at, "layer %u has %llu of its %llu tiles",
                                        rows->blank.layer, (unsigned long long)has, (unsigned long long)needs));
}

static reel_status read_packed_layer(reel_decoder *d, tile_rows *rows, ddnet_map_layer *layer, int32_t block)
{
    uint64_t cells = reel__ddmap_cells(layer);
    reel_bytes bytes;
    reel_status status = reel__ddmap_block(d, block, PACKED_TILE * cells, &bytes);
    if (status < 0) return status;
    uint64_t stated = packed_cells(bytes);
    layer->complete = stated == cells;
    rows->bytes = bytes;
    read_packed(rows, cells);
    if (!layer->complete) drop_cut_run(rows, stated < cells ? stated : cells);
    return layer->complete ? REEL_OK : fail_layer(d, rows, "ddnet-map.skip", stated, cells);
}

/* ---- layers of tiles -------------------------------------------------------------------------------------------- */

/* Tiles of layers that are not packed have no skip. */
static void check_skips(reel_decoder *d, const tile_rows *rows, const uint8_t *bytes, size_t count)
{
    const map_reader *r = d->state;
    if (!(rows->blank.kind & (MAP_DRAWN | DDNET_MAP_FRONT))) return;
    uint32_t odd = 0;
    for (size_t i = 0; i < count; i++) odd |= reel_load_u32le(bytes + 4 * i) >> 16;
    if (odd)
        reel_find(
            &d->reporter,
            (reel_finding){ .rule = "ddnet-map.tile-skip", .severity = REEL_WARNING, .section = "tiles", .offset = r->item_at },
            "layer %u is not packed, but some of its tiles say that equal ones follow", rows->blank.layer);
}

static reel_status read_plain_layer(reel_decoder *d, tile_rows *rows, ddnet_map_layer *layer, int32_t block)
{
    uint64_t cells = reel__ddmap_cells(layer);
    size_t size = reel__ddmap_tile_bytes(rows->blank.kind);
    const bool drawn = rows->blank.kind & (MAP_DRAWN | DDNET_MAP_FRONT);
    reel_status status = reel__ddmap_block_behind(d, block, cells * size, drawn ? rows->list : NULL, &rows->bytes, &rows->behind);
    if (status < 0) return status;
    size_t count = rows->bytes.size / size;
    layer->complete = count == cells;
    check_skips(d, rows, rows->bytes.data, count);
    read_plain(rows, count);
    if (!layer->complete) drop_cut_run(rows, count);
    return layer->complete ? REEL_OK : fail_layer(d, rows, "ddnet-map.layer-size", count, cells);
}

reel_status reel__ddmap_read_tiles(reel_decoder *d, uint32_t number, ddnet_map_layer *layer, int32_t block)
{
    map_reader *r = d->state;
    layer->count = 0;
    if (!reel__ddmap_cells(layer)) {
        if (block == -1) return REEL_OK;
        return reel__ddmap_damage(d, reel_fail(d->error, REEL_CORRUPT, "ddnet-map.layer-size", "layers", r->item_at,
                                               "layer %u has an impossible size of %d by %d tiles", number, layer->width,
                                               layer->height));
    }
    tile_rows rows = { .decoder = d,
                       .list = reel_chunk_table(d->chunk, &ddnet_map_tiles),
                       .blank = { .layer = number, .kind = layer->kind },
                       .damages = r->damages,
                       .cut = reel__ddmap_is_cut(r, block),
                       .pitch = (uint64_t)reel__ddmap_pitch(layer, r->game < r->layer_count ? &r->layers[r->game] : NULL) };
    bool packed = layer->version == MAP_LAYER_PACKED && layer->kind & MAP_DRAWN;
    if (r->layers_cut) return REEL_OK;
    if (block == -1) return fail_layer(d, &rows, "ddnet-map.layer-block", 0, reel__ddmap_cells(layer));
    reel_status status = packed ? read_packed_layer(d, &rows, layer, block) : read_plain_layer(d, &rows, layer, block);
    layer->count = (uint32_t)rows.count;
    r->layers_cut = rows.cut && !layer->complete;
    return status < 0 ? status : reel_build_status(d->chunk);
}

/* ---- layers of quads and sounds --------------------------------------------------------------------------------- */

static bool add_record(reel_row_list *list, uint32_t number, const ddnet_map_layer *layer, const uint8_t *bytes)
{
    if (layer->kind == DDNET_MAP_QUADS) {
        ddnet_map_quad *quad = reel_row_add(list);
        if (!quad) return false;
        quad->layer = number;
        reel__ddmap_get_quad(quad, bytes);
        return true;
    }
    ddnet_map_sound_source *source = reel_row_add(list);
    if (!source) return false;
    source->layer = number;
    reel__ddmap_get_source(source, bytes, layer->type == DDNET_MAP_TYPE_SOUNDS_OLD);
    return true;
}

reel_status reel__ddmap_read_records(reel_decoder *d, uint32_t number, ddnet_map_layer *layer, int32_t block)
{
    map_reader *r = d->state;
    uint32_t damages = r->damages;
    bool cut = reel__ddmap_is_cut(r, block);
    bool quads = layer->kind == DDNET_MAP_QUADS;
    reel_row_list *list = reel_chunk_table(d->chunk, quads ? &ddnet_map_quads : &ddnet_map_sound_sources);
    size_t size = quads ? MAP_QUAD_BYTES : layer->type == DDNET_MAP_TYPE_SOUNDS_OLD ? MAP_OLD_SOURCE_BYTES : MAP_SOURCE_BYTES;
    uint64_t stated = layer->count;
    reel_bytes bytes = { NULL, 0 };
    layer->count = 0;
    if (r->layers_cut) return REEL_OK;
    reel_status status = stated ? reel__ddmap_block(d, block, stated * size, &bytes) : REEL_OK;
    if (status < 0) return status;
    size_t count = bytes.size / size;
    layer->complete = count == stated;
    layer->count = (uint32_t)count;
    for (size_t i = 0; list && i < count; i++)
        if (!add_record(list, number, layer, bytes.data + i * size)) return reel_build_status(d->chunk);
    r->layers_cut = cut && !layer->complete;
    if (layer->complete || cut || r->damages > damages) return REEL_OK;
    return reel__ddmap_damage(d, reel_fail(d->error, REEL_CORRUPT, "ddnet-map.layer-count", quads ? "quads" : "sound_sources",
                                           r->item_at, "layer %u states %llu {row|rows} and has %zu", number,
                                           (unsigned long long)stated, count));
}
