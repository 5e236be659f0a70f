/* SPDX-License-Identifier: MIT
 * The map of a game, beside what is drawn of the game. */
#include "plot/ddnet/map.h"

#ifndef REEL_WITHOUT_DDNET_MAP

#include "core/memory.h"
#include "game/ddnet/tiles.h"

#include <reel/ddnet_map.h>

#include <math.h>

enum {
    MOST_BLOCKS = 400, /* across and down */
    MOST_STRIPS = 3000 /* blocks of one look side by side, of all the map */
};

/* How a tile looks. A block looks like the last of its tiles in this order. */
typedef enum tile_look { LOOK_NONE, LOOK_FREEZE, LOOK_SOLID, LOOK_DEATH, LOOK_START, LOOK_FINISH, LOOKS } tile_look;

static const struct {
    bool shaded;
    int step; /* of a shade */
    plot_ink ink;
} looks[LOOKS] = { [LOOK_FREEZE] = { true, 0, INK_RIGHT },
                   [LOOK_SOLID] = { false, 0, INK_GRID },
                   [LOOK_DEATH] = { true, 1, INK_LEFT },
                   [LOOK_START] = { true, 2, INK_RIGHT },
                   [LOOK_FINISH] = { true, 2, INK_ORANGE } };

static tile_look look_of(const ddnet_map_tile *tile)
{
    if (tile->kind != DDNET_MAP_GAME && tile->kind != DDNET_MAP_FRONT) return LOOK_NONE;
    switch (tile->index) {
    case TILE_SOLID:
    case TILE_NO_HOOK: return tile->kind == DDNET_MAP_GAME ? LOOK_SOLID : LOOK_NONE;
    case TILE_DEATH: return LOOK_DEATH;
    case TILE_FREEZE:
    case TILE_DEEP: return LOOK_FREEZE;
    case TILE_START: return LOOK_START;
    case TILE_FINISH: return LOOK_FINISH;
    default: return LOOK_NONE;
    }
}

typedef struct map_grid {
    uint8_t *looks;                /* tile_look of each block */
    int64_t left, top, wide, high; /* tiles */
    int64_t block;                 /* tiles in a side of a block */
    size_t columns, rows;
} map_grid;

static void grid_fill(map_grid *grid, const ddnet_map_tile *tiles, size_t count)
{
    grid->columns = (size_t)((grid->wide + grid->block - 1) / grid->block);
    grid->rows = (size_t)((grid->high + grid->block - 1) / grid->block);
    memset(grid->looks, 0, grid->columns * grid->rows);
    for (size_t i = 0; i < count; i++) {
        const tile_look look = look_of(&tiles[i]);
        int64_t from = tiles[i].x - grid->left, to = from + (int64_t)tiles[i].count, line = tiles[i].y - grid->top;
        if (look == LOOK_NONE || line < 0 || line >= grid->high) continue;
        if (from < 0) from = 0;
        if (to > grid->wide) to = grid->wide;
        uint8_t *row = grid->looks + (size_t)(line / grid->block) * grid->columns;
        for (int64_t block = from / grid->block; block * grid->block < to; block++)
            if (row[block] < look) row[block] = (uint8_t)look;
    }
}

/* Where the blocks that look like the one at `column` end. */
static size_t strip_end(const map_grid *grid, size_t row, size_t column)
{
    const uint8_t *looks_of = grid->looks + row * grid->columns;
    size_t end = column + 1;
    while (end < grid->columns && looks_of[end] == looks_of[column]) end++;
    return end;
}

static size_t count_strips(const map_grid *grid)
{
    size_t strips = 0;
    for (size_t row = 0; row < grid->rows; row++)
        for (size_t column = 0; column < grid->columns; column = strip_end(grid, row, column))
            strips += grid->looks[row * grid->columns + column] != LOOK_NONE;
    return strips;
}

static void draw_look(reel_canvas *canvas, const map_grid *grid, tile_look look, const plot_axis *across, const plot_axis *down)
{
    if (looks[look].shaded)
        reel__path_begin_shade(canvas, looks[look].step, looks[look].ink);
    else
        reel__path_begin(canvas, PEN_FILL, looks[look].ink);
    for (size_t row = 0; row < grid->rows; row++)
        for (size_t column = 0, end; column < grid->columns; column = end) {
            end = strip_end(grid, row, column);
            if (grid->looks[row * grid->columns + column] != look) continue;
            const double left = reel__axis_at(across, (double)(grid->left + (int64_t)column * grid->block)),
                         right = reel__axis_at(across, (double)(grid->left + (int64_t)end * grid->block)),
                         top = reel__axis_at(down, (double)(grid->top + (int64_t)row * grid->block)),
                         bottom = reel__axis_at(down, (double)(grid->top + (int64_t)(row + 1) * grid->block));
            reel__path_rect(canvas, (plot_box){ left, top, right - left, bottom - top });
        }
    reel__path_end(canvas);
}

reel_status reel__ddnet_map_draw(reel_canvas *canvas, const plot_axis *across, const plot_axis *down, reel_error *error)
{
    size_t count;
    const reel_replay *level = canvas->insight.level;
    const ddnet_map_tile *tiles = level ? reel_rows(level, &ddnet_map_tiles, &count) : NULL;
    if (!tiles || !count || !(fabs(across->from) + fabs(across->to) + fabs(down->from) + fabs(down->to) < INT32_MAX))
        return REEL_OK;
    map_grid grid = { .left = (int64_t)floor(across->from), .top = (int64_t)floor(down->from) };
    grid.wide = (int64_t)ceil(across->to) - grid.left;
    grid.high = (int64_t)ceil(down->to) - grid.top;
    grid.block = ((grid.wide > grid.high ? grid.wide : grid.high) + MOST_BLOCKS - 1) / MOST_BLOCKS;
    grid.looks = reel__memory_new(&canvas->allocator, (size_t)(MOST_BLOCKS * MOST_BLOCKS));
    if (!grid.looks) return reel__memory_fail(error);
    for (grid_fill(&grid, tiles, count); count_strips(&grid) > MOST_STRIPS; grid_fill(&grid, tiles, count)) grid.block *= 2;
    reel__canvas_clip_begin(canvas, (plot_box){ across->low, down->low, across->high - across->low, down->high - down->low });
    for (tile_look look = LOOK_FREEZE; look < LOOKS; look++) draw_look(canvas, &grid, look, across, down);
    reel__canvas_clip_end(canvas);
    reel__memory_drop(&canvas->allocator, grid.looks);
    return REEL_OK;
}

const char *reel__ddnet_map_words(const reel_canvas *canvas)
{
    return canvas->insight.level ? "; walls grey, freeze pale blue, death red, start blue, finish orange" : "";
}

#else

const char *reel__ddnet_map_words(const reel_canvas *canvas)
{
    (void)canvas;
    return "";
}

reel_status reel__ddnet_map_draw(reel_canvas *canvas, const plot_axis *across, const plot_axis *down, reel_error *error)
{
    (void)canvas, (void)across, (void)down, (void)error;
    return REEL_OK;
}

#endif
