/* SPDX-License-Identifier: MIT
 * A game beside its map: which lines and tiles tees touched. docs/levels.md has the rules. */
#ifndef INSIGHT_DDNET_LEVEL_H
#define INSIGHT_DDNET_LEVEL_H

#include "insight/ddnet/game.h"

#include <reel/ddnet_map.h>

/* ---- the map (level_map.c) ---------------------------------------------------------------------------------------- */

enum { LEVEL_GAME, LEVEL_FRONT, LEVEL_TELE, LEVEL_SPEEDUP, LEVEL_SWITCH, LEVEL_TUNE, LEVEL_LAYERS };

/* The runs of tiles of one physics layer, sorted by y and x. */
typedef struct level_layer {
    const ddnet_map_tile *tiles;
    size_t count;
} level_layer;

typedef struct level_map {
    level_layer layers[LEVEL_LAYERS];
    int32_t width, height; /* of the game layer */
    bool whole;            /* all tiles of these layers could be read */
    bool has_start, has_finish;
    bool changes_time; /* a tile adds or takes time */
    bool has_guns;     /* tiles that let weapons teleport */
} level_map;

level_map reel__level_map_of(const reel_replay *level);
/* The tile of a layer at a cell; 0: none. */
uint8_t reel__level_tile(const level_map *map, size_t layer, int32_t x, int32_t y);
/* Whether a layer has such a tile within `reach` cells of one. */
bool reel__level_is_near(const level_map *map, size_t layer, int32_t x, int32_t y, int32_t reach, bool (*wanted)(uint8_t index));

/* ---- the tees (level.c) ------------------------------------------------------------------------------------------- */

typedef struct level_finish {
    bool waits; /* until the positions of its tick are known */
    int32_t tick, time;
    bool of_team;
} level_finish;

typedef struct level_tee {
    bool alive, doubtful; /* something may have moved it that the recording does not tell */
    bool saved;           /* its clock may be that of a save */
    bool on_start;        /* where it stands touches the start */
    int32_t x, y, tick;   /* the last position, and since when */
    int32_t start, end;   /* ticks in which it last touched the lines; -1: not in this run */
    int32_t explained;    /* until this tick, a jump has a cause */
    int32_t checkpoint;   /* the last one; -1: none in this run */
    uint32_t kinds;       /* of the tiles that it touched last, as a mask of ddnet_level_kind */
    level_finish finish;
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
    int32_t judged;                                /* tick up to which finishes are */
    reel_row_list *rows_finishes, *rows_checkpoints, *rows_tiles;
};

/* Makes the state for the level of the analysis. False: out of memory. */
bool reel__level_begin(game *g);
/* What a row of a table does; before the game processes it. */
void reel__level_process(game *g, const reel_table *table, const void *row);
/* Judges what waits, for all tees. */
void reel__level_end(game *g);

#endif
