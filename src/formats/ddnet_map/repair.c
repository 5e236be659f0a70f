/* SPDX-License-Identifier: MIT
 * What damage left, changed so that it can be written: layers that state a size for which they have no tiles, and rows that do not fit any
 * more. */
#include "core/chunk.h"
#include "formats/ddnet_map/layout.h"

/* The rows and columns that the runs of a layer reach. */
typedef struct reach {
    int32_t width, height;
} reach;

/* `row` is the first row that is not of an earlier layer, and becomes that of the next one: rows are sorted by layer. */
static reach reach_of(const reel_row_list *tiles, size_t layer, size_t *row)
{
    enum { LEAST = 2 };
    const ddnet_map_tile *rows = (const ddnet_map_tile *)(const void *)tiles->data;
    reach found = { LEAST, LEAST };
    for (; *row < tiles->count && rows[*row].layer <= layer; ++*row) {
        const ddnet_map_tile *tile = &rows[*row];
        if (tile->layer < layer) continue;
        int32_t right = (int32_t)((uint32_t)tile->x + tile->count);
        if (right > found.width) found.width = right;
        if (tile->y >= found.height) found.height = tile->y + 1;
    }
    return found;
}

/* Gives large layers that lack tiles the size that the others need: empty tiles compress so well that the file could not be read. */
static void shrink_layers(reel_change *change)
{
    const reel_row_list *list = reel_change_rows(change->chunk, &ddnet_map_layers),
                        *tiles = reel_change_rows(change->chunk, &ddnet_map_tiles);
    ddnet_map_layer *layers = (ddnet_map_layer *)(void *)list->data;
    uint64_t changed = 0;
    size_t row = 0;
    for (size_t i = 0; i < list->count; i++) {
        uint8_t kind = reel__ddmap_kind(&layers[i]);
        if (kind == DDNET_MAP_UNKNOWN || kind > DDNET_MAP_DESIGN || layers[i].complete || !reel__ddmap_cells(&layers[i]))
            continue;
        enum { LARGE = 1 << 20 /* tiles: below that the stated size stays */ };
        if (reel__ddmap_cells(&layers[i]) <= LARGE) continue;
        reach found = reach_of(tiles, i, &row);
        if (found.height < layers[i].height) layers[i].height = found.height;
        if (found.width < layers[i].width) layers[i].width = found.width;
        changed++;
    }
    reel_tally(change, "repair.ddnet-map.layer-size", REEL_WARNING, &ddnet_map_layers, NULL, changed,
               "cut to the tiles that are left, since most were missing");
}

/* A damaged kind may need a block that the item has no place for. */
static void add_block_fields(reel_change *change)
{
    const reel_row_list *list = reel_change_rows(change->chunk, &ddnet_map_layers);
    ddnet_map_layer *layers = (ddnet_map_layer *)(void *)list->data;
    uint64_t changed = 0;
    for (size_t i = 0; i < list->count; i++) {
        if (!reel__ddmap_lacks_block(&layers[i])) continue;
        reel__ddmap_add_block_fields(&layers[i]);
        changed++;
    }
    reel_tally(change, "repair.ddnet-map.block-fields", REEL_WARNING, &ddnet_map_layers, "block_fields", changed,
               "raised to that of the layer's kind, which has no tiles");
}

/* Rows that the writer would refuse. */
static void drop_tiles(reel_change *change)
{
    reel_row_list *list = reel_change_rows(change->chunk, &ddnet_map_tiles);
    ddnet_map_tile *rows = (ddnet_map_tile *)(void *)list->data;
    map_tile_check check = reel__ddmap_check_tiles_of(change->chunk);
    size_t kept = 0;
    for (size_t i = 0; i < list->count; i++) {
        if (kept < i) rows[kept] = rows[i];
        if (!reel__ddmap_tile_fault(&check, rows, kept)) kept++;
    }
    reel_tally(change, "repair.ddnet-map.tile", REEL_WARNING, &ddnet_map_tiles, NULL, list->count - kept,
               "in no layer any more, dropped");
    list->count = kept;
}

static void drop_items(reel_change *change)
{
    reel_row_list *list = reel_change_rows(change->chunk, &ddnet_map_items);
    ddnet_map_item *rows = (ddnet_map_item *)(void *)list->data;
    size_t infos, kept = 0;
    const ddnet_map_info *info = reel_chunk_rows(change->chunk, &ddnet_map_infos, &infos);
    map_item_check check = { .info = infos ? info : NULL };
    for (size_t i = 0; i < list->count; i++)
        if (!reel__ddmap_item_fault(&check, &rows[i])) rows[kept++] = rows[i];
    reel_tally(change, "repair.ddnet-map.item", REEL_WARNING, &ddnet_map_items, NULL, list->count - kept,
               "among items of another type, dropped");
    list->count = kept;
}

reel_status reel__ddnet_map_repair(reel_change *change)
{
    size_t originals;
    reel_chunk_rows(change->chunk, &ddnet_map_originals, &originals);
    if (originals) return REEL_OK; /* the file has no damage */
    shrink_layers(change);
    add_block_fields(change);
    drop_tiles(change);
    drop_items(change);
    return reel_build_status(change->chunk);
}
