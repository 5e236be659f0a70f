/* SPDX-License-Identifier: MIT
 * A demo or a ghost as rows of a recording: what it shows of the tees, tick by tick, in the words of teehistorian. So statistics and plots
 * have one source. docs/insight/ddnet.md says what of a recording a demo shows. */
#ifndef INSIGHT_DDNET_SHOWN_H
#define INSIGHT_DDNET_SHOWN_H

#include "insight/ddnet/evolve.h"

#include <reel/demo.h>
#include <reel/ghost.h>
#include <reel/insight.h>
#include <reel/teehistorian.h>

/* A tee as it is shown. */
typedef struct shown_tee {
    bool alive, has_player, is_stated;
    bool holds;             /* it stays as it is stated */
    int32_t at;             /* the tick of `now` */
    int32_t predicted_left; /* ticks that may be computed */
    int32_t team;
    int32_t finished; /* tick of the last finish; 0: none */
    char name[16];
    uint8_t name_size;
    int32_t x, y; /* of the last row */
    demo_character now;
    teehistorian_input keys; /* of the last row; kind 0: none */
} shown_tee;

/* What a row is: one of joins, drops, positions, inputs, teams or finishes of a recording; a client, player or message as the demo has it; or a tee,
 * a demo_character of each tick that is shown, with the state at that tick. */
typedef enum shown_kind { SHOWN_RECORDED, SHOWN_CLIENT, SHOWN_PLAYER, SHOWN_MESSAGE, SHOWN_TEE } shown_kind;

/* Takes a row; `table` is that of a recorded one, else NULL. */
typedef void shown_take(void *context, shown_kind kind, const reel_table *table, const void *row);

typedef struct shown_game {
    shown_take *take;
    void *context;
    bool in_message;                     /* the row is of a message: it was sent in `tick`, of which the snapshot follows */
    bool begun;                          /* there was a snapshot, or a character of a ghost */
    bool seven;                          /* protocol 0.7 */
    bool opened;                         /* the map, if there is one */
    bool is_shown[TEEHISTORIAN_CLIENTS]; /* players that a whole snapshot states */
    int32_t tick;                        /* of the last snapshot; -1: none yet */
    uint64_t seq;
    evolver evolver;
    shown_tee tees[TEEHISTORIAN_CLIENTS];
    int32_t ghost_tick; /* of the next character of a ghost without ticks */
    uint32_t race_time; /* of a ghost, ms */
} shown_game;

/* Processes a chunk. `s` begins as zeros but for `take` and `context`. */
reel_status reel__shown_chunk(shown_game *s, const reel_analysis *analysis, const reel_chunk *chunk);
/* Behind the last chunk: what a ghost has at its end. */
void reel__shown_finish(shown_game *s);
void reel__shown_close(shown_game *s);

/* The map that a demo or a ghost names, as the header of a recording does, and its date. False: it is neither. */
bool reel__shown_header(const reel_chunk *chunk, teehistorian_header *header);

/* An insight that is used by plots alone: positions and inputs, as rows of a recording. */
extern const reel_insight reel__shown_motion;

#endif
