/* SPDX-License-Identifier: MIT */
#include "game/ddnet/way.h"

enum { LONGEST_WAY = 6000 /* units: as fast as a tee can be */ };
#define CORNER FLOAT(28.0F / 3) /* units: a third of the width of a tee */

way_corners reel__way_corners(vec at, int32_t width, int32_t height)
{
    const float left = float_sub(at.x, CORNER), right = float_add(at.x, CORNER);
    const float top = float_sub(at.y, CORNER), bottom = float_add(at.y, CORNER);
    return (way_corners){ { way_cell(float_round(left), width), way_cell(float_round(right), width) },
                          { way_cell(float_round(top), height), way_cell(float_round(bottom), height) } };
}

tee_way reel__way_of(vec from, vec to, int32_t width, int32_t height)
{
    tee_way way = { .from = from, .to = to, .distance = vec_distance(from, to), .width = width, .height = height };
    if (way.distance > 0 && way.distance <= LONGEST_WAY) way.steps = float_truncate(float_add(way.distance, 1));
    return way;
}

typedef struct cell {
    int32_t x, y;
} cell;

static inline cell sample(const tee_way *way, int32_t at)
{
    const vec place = vec_mix(way->from, way->to, float_div((float)at, way->distance));
    return (cell){ way_cell(float_truncate(place.x), way->width), way_cell(float_truncate(place.y), way->height) };
}

/* A cell is given once for all samples in it that follow each other. The game takes the first cell of the map for one that it has seen. Samples go one
 * way along both axes, so that if the last one is in the cell of the first, all are: most ways of a tick are that short. */
bool reel__way_next(tee_way *way)
{
    while (way->at < way->steps) {
        const bool first = way->at == 0;
        const cell here = sample(way, way->at++);
        const int32_t x = here.x, y = here.y;
        if (first) {
            const cell last = sample(way, way->steps - 1);
            if (last.x == x && last.y == y) way->at = way->steps;
        }
        if (x == way->x && y == way->y) continue;
        way->x = x, way->y = y;
        return true;
    }
    if (way->acted || way->ended) return false;
    way->ended = true;
    way->x = way_cell(float_truncate(way->to.x), way->width);
    way->y = way_cell(float_truncate(way->to.y), way->height);
    return true;
}

bool reel__way_tile_acts(int index)
{
    return (index >= TILE_FREEZE && index <= TILE_TELELASER_OFF) || index == TILE_LIVE || index == TILE_UNLIVE;
}

bool reel__way_tele_acts(int type)
{
    return type == TILE_TELE_IN || type == TILE_TELE_IN_RED || type == TILE_TELE_CHECK_IN_RED || type == TILE_TELE_CHECK ||
           type == TILE_TELE_CHECK_IN;
}

bool reel__way_switch_counts(int type)
{
    return type > TILE_HOOKING_ON || (type >= TILE_JUMPS && type <= TILE_TAKE_TIME) || type == TILE_TELEGUN_HERE ||
           type == TILE_TELEGUN_HERE_BLUE;
}

bool reel__way_row_acts(const ddnet_map_tile *row)
{
    switch (row->kind) {
    case DDNET_MAP_GAME:
    case DDNET_MAP_FRONT: return reel__way_tile_acts(row->index);
    case DDNET_MAP_TELE: return reel__way_tele_acts(row->index);
    case DDNET_MAP_SPEEDUP: return row->force > 0;
    case DDNET_MAP_SWITCH: return reel__way_switch_counts(row->index);
    case DDNET_MAP_TUNE: return row->index && row->number;
    default: return false;
    }
}
