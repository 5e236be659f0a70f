/* SPDX-License-Identifier: MIT
 * Which cells of the map a tee touches in a tick, and which of them do something: one rule for the physics, the check of a game beside its map,
 * and the runs of recordings that state none. ddnet/ddnet@28baa427: CCollision::GetMapIndices and TileExists of src/game/collision.cpp,
 * CCharacter::HandleTiles of src/game/server/entities/character.cpp, CGameControllerDDNet::HandleCharacterTiles of gamemodes/ddnet.cpp. */
#ifndef GAME_DDNET_WAY_H
#define GAME_DDNET_WAY_H

#include "game/ddnet/tiles.h"
#include "game/ddnet/vec.h"

#include <reel/ddnet_map.h>

/* ---- cells ------------------------------------------------------------------------------------------------------ */

/* The column or the line of a position, of so many; what is outside of the map counts as its border. */
static inline int32_t way_cell(int32_t units, int32_t cells)
{
    const int32_t n = units / DDNET_MAP_TILE;
    return n < 0 ? 0 : n >= cells ? cells - 1 : n;
}

/* The cells of a tee's corners, rounded: where it dies, and where start and finish also count if a cell that it touches does something. */
enum { WAY_CORNERS = 4 };
typedef struct way_corners {
    int32_t x[2], y[2]; /* corner n is at x[n & 1], y[n >> 1] */
} way_corners;
way_corners reel__way_corners(vec at, int32_t width, int32_t height);

/* ---- the way ---------------------------------------------------------------------------------------------------- */

/* Gives the cells under the straight line from one position to the next, sampled each unit. Set `acted` if one does something: if none does, the
 * last one given is the cell that the tee is in, which the samples may not reach.
 *
 *     for (tee_way way = reel__way_of(from, to, width, height); reel__way_next(&way);) ... way.x, way.y ... */
typedef struct tee_way {
    vec from, to;
    float distance;
    int32_t width, height; /* of the map, at least 1 */
    int32_t at, steps;     /* samples */
    int32_t x, y;          /* the cell */
    bool acted, ended;
} tee_way;

tee_way reel__way_of(vec from, vec to, int32_t width, int32_t height);
bool reel__way_next(tee_way *way);

/* ---- what acts -------------------------------------------------------------------------------------------------- */

/* Whether the game calls a cell with this tile one that exists: of the game and the front layer by the index, of the others by the row. */
bool reel__way_tile_acts(int index);
bool reel__way_tele_acts(int type);
bool reel__way_switch_counts(int type); /* types that the game keeps */
bool reel__way_row_acts(const ddnet_map_tile *row);

/* Sides of a cell. A stopper there makes the cell one that exists. */
typedef enum way_side { WAY_RIGHT, WAY_LEFT, WAY_BELOW, WAY_ABOVE, WAY_SIDES } way_side;

enum { WAY_NO_FLAGS = -1 }; /* of doors */

/* Whether a tile of the game or the front layer, or a door, stops what comes from the cell that has it on this side. */
static inline bool way_stops(int index, int flags, way_side side)
{
    static const uint8_t turns[WAY_SIDES] = { TURN_270, TURN_90, TURN_0, TURN_180 };
    return index == TILE_STOP_ALL || index == TILE_STOP_TWO || (index == TILE_STOP && flags == turns[side]);
}

#endif
