/* SPDX-License-Identifier: MIT
 * Evidence: each tick of a recording played again from the state before it, and its position compared. docs/evidence.md has the rules. */
#ifndef INSIGHT_DDNET_EVIDENCE_H
#define INSIGHT_DDNET_EVIDENCE_H

#include "game/ddnet/world.h"
#include "insight/ddnet/level.h"
#include "insight/ddnet/played.h"

/* ---- the game that is played again (evidence_world.c) --------------------------------------------------------------- */

typedef struct evidence_rules {
    ddnet_rules rules;
    ddnet_tuning tuning;
    bool official; /* the game is DDNet's own */
    bool known;    /* the physics knows all tiles and settings of its map, and the tuning of its header */
    bool exact;    /* its rules are known in this release, on this map */
    bool unknown;  /* a tuning of the header: */
    char unknown_tuning[PLAYED_NAME];
} evidence_rules;

evidence_rules reel__evidence_rules(const teehistorian_header *header, const teehistorian_value *values, size_t count);
/* A command with its arguments as one line. `next` goes on behind the arguments of the command. */
enum { EVIDENCE_LINE = 256 };
void reel__evidence_line(const teehistorian_command *command, const teehistorian_argument **next,
                         const teehistorian_argument *end, char line[EVIDENCE_LINE]);
/* Whether a command changes nothing that moves a tee, but for what the physics knows. */
bool reel__evidence_is_harmless(const char *line, bool chat);

/* ---- what is counted ------------------------------------------------------------------------------------------------ */

enum { AGREEMENTS = DDNET_TICK_UNDECIDABLE + 1 };
typedef struct evidence_counts {
    int64_t of[AGREEMENTS];
} evidence_counts;

static inline int64_t evidence_total(const evidence_counts *counts)
{
    return counts->of[DDNET_TICK_AGREES] + counts->of[DDNET_TICK_DIFFERS] + counts->of[DDNET_TICK_IMPOSSIBLE] +
           counts->of[DDNET_TICK_UNDECIDABLE];
}

typedef struct evidence_finish {
    bool waits, counted, of_team; /* counted: `run` has the ticks up to the finish */
    int32_t tick, time, session;
    evidence_counts run;
} evidence_finish;

typedef struct evidence_tee {
    int32_t team; /* as recorded last */
    bool has_input, frozen;
    ddnet_controls input;
    int32_t thawed; /* tick in which its freeze ended, until it is answered */
    int32_t thaws, quick_thaws;
    bool alive;               /* at the end of the tick that was played last */
    bool doubtful;            /* until it appears again */
    int32_t x, y;             /* where it was recorded then */
    bool next_alive, appears; /* as recorded for the tick that is open */
    int32_t next_x, next_y;
    uint64_t next_offset, next_row; /* of its position */
    int32_t ended;                  /* last tick in which it was alive before it went */
    int32_t held;                   /* until this tick, its speed is not known */
    int32_t met;                    /* last tick in which another tee was near */
    int32_t slack, agreeing;        /* units a tick; ticks in a row */
    bool waits;                     /* `last` is not counted yet: what comes after the positions of its tick may explain it */
    bool from_known;                /* the state before `last` was known */
    ddnet_evidence_tick last;
    uint64_t last_offset, last_row;
    int32_t session;
    reel_string name;    /* in it */
    bool counts_session; /* there are ticks of `session` */
    evidence_counts of_session, run;
    evidence_finish finish;
} evidence_tee;

/* So many ticks later. */
static inline int32_t evidence_after(int32_t tick, int32_t by) { return tick > INT32_MAX - by ? INT32_MAX : tick + by; }

/* A row that acts in the tick behind its own. */
typedef enum pending_kind {
    PENDING_INPUT,
    PENDING_JOIN,
    PENDING_DROP,
    PENDING_KILL,
    PENDING_COMMAND,
    PENDING_TEAM,
    PENDING_CAUSE, /* something may move the tee */
    PENDING_CAUSE_OF_ALL,
    PENDING_TEAM_CAUSE
} pending_kind;

enum { NO_CLIENT = -1, NEVER = -100000 /* a tick before all of them */ };
typedef struct pending {
    pending_kind kind;
    int32_t cid, value; /* value: a team */
    size_t text;        /* of a command, in `lines` */
    ddnet_controls input;
} pending;

/* The first tick of a kind. */
typedef struct evidence_first {
    ddnet_evidence_tick tick;
    uint64_t offset, row;
} evidence_first;

typedef struct evidence {
    bool begun, stopped; /* stopped: more ticks than may be played */
    evidence_rules rules;
    ddnet_map *map;
    ddnet_world *world;
    int32_t tick, open;   /* the last tick that was played; the one whose positions come */
    int32_t fired;        /* last tick in which a player may have fired */
    int32_t uncertain;    /* last tick in which something moved a tee that the physics does not know */
    uint64_t idle_left;   /* moves of things of the map that may be made while nobody is there */
    uint64_t rows;        /* of positions so far */
    uint64_t seen, spent; /* rows of all tables; steps */
    int32_t waiting;      /* finishes */
    evidence_tee tees[CLIENTS];
    evidence_counts all;
    evidence_first first[AGREEMENTS];
    int64_t known_differing; /* ticks that differ and begin from a known state */
    bool session_differs;    /* too many ticks of a session do not follow from its inputs */
    int32_t finishes, shown, against, part;
    pending *pending; /* of the tick that is open */
    size_t pending_count, pending_capacity;
    reel_memory lines;
    const teehistorian_argument *argument, *last_argument;
    reel_row_list *rows_all, *rows_sessions, *rows_finishes, *rows_ticks;
} evidence;

/* ---- evidence.c ------------------------------------------------------------------------------------------------------- */

/* Whether the result asks for one of its tables. */
bool reel__evidence_is_wanted(const reel_chunk *result);
/* Makes the state. False: out of memory. */
bool reel__evidence_begin(game *g, const reel_chunk *chunk);
/* What a row of a table does, before the game processes it; NULL: nothing. */
game_processor reel__evidence_processor(const reel_table *table);
/* After the tick has changed: finishes whose ticks are all known. */
void reel__evidence_tick(game *g);
void reel__evidence_end(game *g); /* before the game ends */
void reel__evidence_close(const reel_analysis *analysis, evidence *e);

/* ---- evidence_judge.c --------------------------------------------------------------------------------------------------- */

/* Plays the tick, with the positions that were recorded for it, and judges each tee. */
void reel__evidence_step(game *g, int32_t tick);
/* Counts the last tick of a tee; what came since does not explain it. */
void reel__evidence_count(game *g, int32_t cid);
/* Gives the row of its session. */
void reel__evidence_flush(game *g, int32_t cid);
void reel__evidence_finish(game *g, int32_t cid); /* gives the row of its finish */
ddnet_support reel__evidence_support(const evidence *e);

#endif
