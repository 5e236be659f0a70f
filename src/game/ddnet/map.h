/* SPDX-License-Identifier: MIT
 * What stands in the way: the tiles of a map, asked by place. src/game/collision.cpp of ddnet/ddnet. */
#ifndef GAME_DDNET_MAP_H
#define GAME_DDNET_MAP_H

#include "game/ddnet/tiles.h"
#include "game/ddnet/vec.h"
#include "game/ddnet/way.h"
#include "game/ddnet/world.h"

/* A plane of bytes, one a tile; NULL: the map has no such layer. */
typedef enum map_plane {
    PLANE_GAME,
    PLANE_GAME_FLAGS,
    PLANE_FRONT,
    PLANE_FRONT_FLAGS,
    PLANE_TELE,
    PLANE_TELE_NUMBER,
    PLANE_SPEEDUP,
    PLANE_SPEEDUP_FORCE,
    PLANE_SPEEDUP_MAX,
    PLANE_SPEEDUP_ANGLE_LOW,
    PLANE_SPEEDUP_ANGLE_HIGH,
    PLANE_SWITCH,
    PLANE_SWITCH_NUMBER,
    PLANE_SWITCH_DELAY,
    PLANE_SWITCH_FLAGS,
    PLANE_TUNE_ZONE,
    PLANES
} map_plane;

/* A thing that the map has. */
typedef struct map_entity {
    int32_t x, y; /* tile */
    uint8_t kind; /* ENTITY_... */
    uint8_t flags;
    uint8_t layer; /* ddnet_map_kind */
    uint8_t number;
} map_entity;

typedef struct map_place {
    int32_t x, y; /* tile */
} map_place;

enum { SWITCHES = 256 };

typedef struct map_setting {
    int32_t zone;  /* of a tuning; -1: a setting of the server */
    int32_t value; /* hundredths of a tuning */
    char name[32], text[32];
} map_setting;

/* What is in a block of cells or near it, as bits: most blocks have none of it, and their cells need not be searched. What a later row covers still
 * counts. */
enum {
    AROUND_STOP = 1,   /* a stopper, up to one cell away; the game takes the cell behind the end of a line for one beside it */
    AROUND_PICKUP = 2, /* a thing that is picked up, likewise */
    AROUND_DEATH = 4,  /* a tile of death, likewise */
    AROUND_ACTS = 8,   /* a cell up to one cell away acts: see reel__map_acts */
    AROUND_SHIFT = 2   /* blocks of 4 * 4 cells */
};

/* Tiles of one kind and number. */
typedef struct map_outs {
    map_place *places;
    size_t count, capacity;
} map_outs;

struct ddnet_map {
    reel_allocator allocator;
    int32_t width, height;
    uint8_t *planes[PLANES];
    uint8_t *around; /* by block; NULL: nothing */
    map_entity *entities;
    size_t entity_count, entity_capacity;
    map_setting *settings;
    size_t setting_count, setting_capacity;
    uint8_t open_switches[SWITCHES]; /* 1: off when the game starts */
    int32_t unknown_tile;
    char unknown_setting[32];
    map_outs outs[256], check_outs[256]; /* by number */
    map_outs spawns;
    uint8_t highest_switch;
    bool has_stops;
    bool old_laser, no_collision, endless_hook, no_hit, no_hooking; /* for the whole map */
    bool has_ninja, is_armed;                                       /* is_armed: something on it throws tees from afar */
};

/* What a tee may not do: bits of restrictions. */
enum { STOP_RIGHT = 1, STOP_DOWN = 2, STOP_LEFT = 4, STOP_UP = 8 };

/* The beams of a world's doors: planes as above. NULL: none. */
typedef struct map_doors {
    uint8_t *kind; /* TILE_STOP_ALL: a beam */
    uint8_t *number;
    const uint8_t *on; /* by number: is the switch on for the one who asks? NULL: doors do not count */
} map_doors;

static inline size_t map_index(const ddnet_map *map, int32_t column, int32_t line)
{
    return (size_t)line * (size_t)map->width + (size_t)column;
}
static inline size_t map_cell(const ddnet_map *map, int32_t x, int32_t y)
{
    return map_index(map, way_cell(x, map->width), way_cell(y, map->height));
}
/* The cell of a place, rounded, and cut off. */
static inline size_t map_cell_round(const ddnet_map *map, vec at) { return map_cell(map, float_round(at.x), float_round(at.y)); }
static inline size_t map_cell_truncate(const ddnet_map *map, vec at)
{
    return map_cell(map, float_truncate(at.x), float_truncate(at.y));
}
static inline size_t map_corner(const ddnet_map *map, const way_corners *corners, int which)
{
    return map_index(map, corners->x[which & 1], corners->y[which >> 1]);
}
static inline uint8_t map_at(const ddnet_map *map, map_plane plane, size_t cell)
{
    return map->planes[plane] ? map->planes[plane][cell] : 0;
}
static inline size_t map_block(const ddnet_map *map, int32_t column, int32_t line)
{
    return (size_t)(line >> AROUND_SHIFT) * (((size_t)map->width >> AROUND_SHIFT) + 1) + (size_t)(column >> AROUND_SHIFT);
}
static inline bool map_is_around(const ddnet_map *map, int32_t column, int32_t line, int what)
{
    return map->around && (map->around[map_block(map, column, line)] & what) != 0;
}
/* Whether there may be such near a place. Of places that no map reaches, sums are not what they seem. */
static inline bool map_place_is_around(const ddnet_map *map, vec at, int what)
{
    const float limit = 1 << 24;
    if (!map->around) return false;
    if (!(at.x > -limit && at.x < limit && at.y > -limit && at.y < limit)) return true;
    return map_is_around(map, way_cell(float_truncate(at.x), map->width), way_cell(float_truncate(at.y), map->height), what);
}
/* The game layer's tile if it is solid, death or stops lasers. */
static inline int map_solid_kind(const ddnet_map *map, int32_t x, int32_t y)
{
    if (!map->planes[PLANE_GAME]) return 0;
    int tile = map->planes[PLANE_GAME][map_cell(map, x, y)];
    return tile <= TILE_NO_LASER ? tile : 0;
}
static inline bool map_is_solid(const ddnet_map *map, float x, float y)
{
    int tile = map_solid_kind(map, float_round(x), float_round(y));
    return tile == TILE_SOLID || tile == TILE_NO_HOOK;
}

bool reel__map_box(const ddnet_map *map, vec at);    /* a tee's box is in something solid */
bool reel__map_ground(const ddnet_map *map, vec at); /* a tee stands on something */
/* Moves a tee's box, and stops or bounces it. Returns whether it bounced from the ground. */
bool reel__map_move(const ddnet_map *map, vec *position, vec *velocity, vec elasticity);
/* Where a tee at the place may not go; `cell` is the cell at the place itself, SIZE_MAX: the one at it. */
int reel__map_stops(const ddnet_map *map, vec at, size_t cell, float distance, const map_doors *doors);
vec reel__map_stop(int stops, vec velocity);

/* Lines from one place to another. They return the tile that ends it, 0: none, where, and the place one step before. */
int reel__map_line(const ddnet_map *map, vec from, vec to, vec *end, vec *before);
/* TILE_TELE_IN_HOOK or _WEAPON with its number at a teleporter; `every` also takes those for tees. */
int reel__map_line_hook(const ddnet_map *map, vec from, vec to, bool every, vec *end, int *tele);
int reel__map_line_weapon(const ddnet_map *map, vec from, vec to, bool every, vec *end, vec *before, int *tele);
int reel__map_line_laser(const ddnet_map *map, vec from, vec to, bool walls,
                         vec *end); /* what stops lasers; walls: and what is solid */

/* Whether a cell, or a stopper beside it, does something. */
bool reel__map_acts(const ddnet_map *map, const map_doors *doors, int32_t column, int32_t line);
int reel__map_zone(const ddnet_map *map, vec at);               /* the tuning there; 0: that of the server */
bool reel__map_outside(const ddnet_map *map, vec at);           /* so far outside that a tee dies */
bool reel__map_death(const ddnet_map *map, vec at);             /* a tee there touches a death tile */
bool reel__map_mover(const ddnet_map *map, vec at, vec *speed); /* unchanged if there is none */

/* Reads "tune NAME VALUE", "tune_zone ZONE NAME VALUE", "sv_... VALUE". False: it does not concern the physics. */
bool reel__map_setting_read(const char *text, map_setting *setting);

#endif
