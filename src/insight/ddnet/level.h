/* SPDX-License-Identifier: MIT
 * A game beside its map: which lines and tiles tees touched. docs/levels.md has the rules. */
#ifndef INSIGHT_DDNET_LEVEL_H
#define INSIGHT_DDNET_LEVEL_H

#include "game/ddnet/way.h"
#include "insight/ddnet/game.h"

#include <reel/ddnet_map.h>

/* ---- the map (level_map.c) ---------------------------------------------------------------------------------------- */

enum { LEVEL_GAME, LEVEL_FRONT, LEVEL_TELE, LEVEL_SPEEDUP, LEVEL_SWITCH, LEVEL_TUNE, LEVEL_LAYERS };

/* The runs of tiles of one physics layer, sorted by y and x. */
typedef struct level_layer {
    const ddnet_map_tile *tiles;
    size_t count;
} level_layer;

/* What is in a cell of the map, by all layers. */
enum {
    CELL_ACTS = 1 << 0, /* by the rule of game/ddnet/way.h */
    CELL_SOLID = 1 << 1,
    CELL_START = 1 << 2,
    CELL_FINISH = 1 << 3,
    CELL_TILES = 1 << 4 /* checkpoints, freezes, solo, and what ends them: reel__level_tile has which */
};

typedef struct level_map {
    level_layer layers[LEVEL_LAYERS];
    int32_t width, height; /* of the game layer */
    bool whole;            /* all tiles of these layers could be read */
    bool has_start, has_finish;
    bool changes_time; /* a tile adds or takes time */
    bool has_guns;     /* tiles that let weapons teleport */
    bool has_stops;    /* stoppers, which make the cells beside them act */
    reel_allocator allocator;
    uint8_t **lines; /* by line: CELL_... of its cells; NULL: not asked for yet, or there was no room */
    int32_t most;    /* lines that may be kept */
    size_t room;     /* cells that may still be kept */
} level_map;

/* False: out of memory. reel__level_map_drop in either case. */
bool reel__level_map_of(const reel_replay *level, const reel_allocator *allocator, level_map *map);
void reel__level_map_drop(level_map *map);
/* CELL_... of a cell of the map. Lines are put together when they are first asked for. */
uint8_t reel__level_line(level_map *map, int32_t x, int32_t y);
static inline uint8_t level_cell(level_map *map, int32_t x, int32_t y)
{
    return y < map->most && map->lines[y] ? map->lines[y][x] : reel__level_line(map, x, y);
}
/* What a tee touches on its way: the bits of all cells that act, and if there is one, start and finish at its corners. `each` is called for those
 * cells; NULL: none is wanted. */
uint8_t reel__level_touch(level_map *map, vec from, vec to, void (*each)(void *context, int32_t x, int32_t y, uint8_t bits),
                          void *context);
/* Whether a tile of the game or front layer makes a row: ddnet_level_kind; -1: none. */
int reel__level_kind_of(uint8_t index);
/* The tile of a layer at a cell; 0: none. */
uint8_t reel__level_tile(const level_map *map, size_t layer, int32_t x, int32_t y);
/* Whether a layer has such a tile within `reach` cells of one. */
bool reel__level_is_near(const level_map *map, size_t layer, int32_t x, int32_t y, int32_t reach, bool (*wanted)(uint8_t index));

/* ---- the tees (level.c) ------------------------------------------------------------------------------------------- */

typedef struct level_finish {
    bool waits; /* until the positions of its tick are known */
    int32_t tick, time;
    bool of_team, of_nobody; /* of_nobody: the player has no tee that could touch a line */
} level_finish;

/* What the lines say of the last finish. */
typedef struct level_judged {
    bool decidable, timed, wrong; /* timed: it has a start and an end, and nothing changes its time */
    int32_t start;                /* -1: none in this run */
} level_judged;

typedef struct level_tee {
    bool alive, doubtful;  /* something may have moved it that the recording does not tell */
    bool left;             /* it was there, and has gone */
    bool saved;            /* its clock may be that of a save */
    bool on_start;         /* where it stands touches the start */
    bool plain;            /* nothing is in the cell that it is in */
    int32_t x, y;          /* the last position */
    int32_t column, line;  /* and its cell */
    int32_t start, end;    /* ticks in which it last touched the lines; -1: not in this run */
    int32_t explained;     /* until this tick, a jump has a cause */
    int32_t gone;          /* the tick from which it is not there, if it has left */
    int32_t checkpoint;    /* the last one; -1: none in this run */
    uint32_t kinds;        /* of the tiles that it touched last, as a mask of ddnet_level_kind */
    int32_t counted;       /* tick of its last position, up to which its time in freeze and in solo is counted */
    bool solo;             /* after that tick */
    bool froze, in_freeze; /* it touched a freeze in that tick; where it stands does */
    level_finish finish;
    level_judged judged;
} level_tee;

/* What a check counts. */
typedef enum level_fault { LEVEL_SOLID, LEVEL_JUMP, LEVEL_NO_START, LEVEL_NO_FINISH, LEVEL_TIME, LEVEL_FAULTS } level_fault;

typedef struct level_count {
    uint64_t count;
    int32_t tick, cid; /* of the first */
} level_count;

struct level_game {
    level_map map;
    level_tee tees[CLIENTS];
    level_count faults[LEVEL_FAULTS];
    uint64_t positions, jumps, finishes, doubtful; /* doubtful: finishes and jumps that cannot be judged */
    int32_t explained;                             /* for all tees */
    uint32_t waiting;                              /* finishes that are not judged yet */
    reel_row_list *rows_finishes, *rows_checkpoints, *rows_tiles;
};

/* Makes the state for the level of the analysis. False: out of memory. */
bool reel__level_begin(game *g);
/* What a row of a table does, before the game processes it; NULL: nothing. */
game_processor reel__level_processor(const reel_table *table);
/* Judges what waits, as far as all positions of its tick are known by now. */
void reel__level_tick(game *g);
/* Judges what waits, for all tees. */
void reel__level_end(game *g);
void reel__level_close(const reel_analysis *analysis, struct level_game *beside);

#endif
