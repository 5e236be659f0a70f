/* SPDX-License-Identifier: MIT
 * The state of a game while the insight processes its messages. */
#ifndef INSIGHT_DDNET_GAME_H
#define INSIGHT_DDNET_GAME_H

#include <reel/ddnet.h>
#include <reel/demo.h>
#include <reel/teehistorian.h>

enum { CLIENTS = TEEHISTORIAN_CLIENTS, TEAMS = 256, NO_ROW = -1 };

/* A slot of the server and its session. */
typedef struct slot {
    bool open, named, alive, has_input;
    bool has_level;   /* `level` is known: the client joined in this file, or its login is in it */
    bool pressed;     /* the session has had an input */
    uint8_t protocol; /* of the next session; 0: unknown */
    int32_t session;  /* current session, or the last one */
    int32_t level;    /* access level in the remote console */
    int32_t team;
    int32_t started; /* tick of the start of the session */
    int32_t marked;  /* tick of the last input, or of the start of the session */
    int32_t character_session;
    int64_t character_row; /* NO_ROW: none, or not requested */
    int32_t new_tick, x, y;
    int32_t swap_tick, swap_x, swap_y; /* of the last swap: where the tee went */
    int32_t stood;                     /* first tick on the current tile */
    int32_t input[10];
    reel_string name;
} slot;

/* Cells of the map. Several may belong to one tile until they are combined. */
typedef struct heat_map {
    ddnet_heat *cells;
    size_t count, capacity;
} heat_map;

/* A session, for the table of players. */
typedef struct player_session {
    reel_string name, clan;
    bool has_clan, has_best;
    int64_t ticks, alive_ticks, inputs, freeze_ticks, solo_ticks;
    double distance;
    int32_t first_tick, finishes, best_time_ticks;
} player_session;

typedef struct player_list {
    player_session *sessions; /* by their numbers */
    size_t count, capacity;
    player_session none; /* written to if the rows are not requested */
} player_list;

typedef struct game {
    slot slots[CLIENTS];
    uint8_t practice[TEAMS];
    int32_t loaded[TEAMS]; /* tick of the last load of a save; 0: none */
    int32_t minor;
    int32_t tick; /* of the current row */
    int64_t done; /* last tick with its dense rows written */
    int32_t sessions, clients, characters;
    bool knows_tiles;          /* all tiles of the map, which was given */
    bool started, judges_only; /* judges_only: no rows are wanted, see level_check.c */
    reel_analysis *analysis;   /* of the current call */
    reel_row_list *rows_sessions, *rows_activities, *rows_finishes, *rows_commands, *rows_votes, *rows_names, *rows_teams,
        *rows_characters, *rows_online, *rows_heat, *rows_positions, *rows_inputs, *rows_players, *rows_summary, *rows_tees,
        *rows_kills;
    ddnet_session no_session; /* written to if the rows are not requested */
    ddnet_activity no_activity;
    heat_map heat;
    player_list players;
    bool no_memory;
    struct level_game *beside; /* level.h; NULL: without a level */
    bool wants_evidence;
    struct evidence *evidence; /* evidence.h; NULL: not asked for */
    const teehistorian_argument *argument, *last_argument;
    struct figures *figures;                                                          /* figures.c; NULL: not asked for */
    struct tee_game *shown;                                                           /* tees.c; NULL: a recording */
    void (*opens)(struct game *, int32_t cid), (*closes)(struct game *, int32_t cid); /* its sessions; NULL: nothing more to do */
    int32_t first_tick;                                                               /* of a demo or a ghost */
} game;

static inline bool is_client(int32_t cid) { return cid >= 0 && cid < CLIENTS; }

static inline int32_t tile_of(int32_t units) { return units >> 5; } /* arithmetic: rounds down */

/* insight.c: what the insight and the check of levels have in common. Both have a game as their state. */
reel_status reel__ddnet_chunk(reel_analysis *analysis, const reel_chunk *chunk);
reel_status reel__ddnet_finish(reel_analysis *analysis);
void reel__ddnet_close(reel_analysis *analysis);
extern const reel_format *const reel__game_formats[], *const reel__game_levels[];
extern const reel_format *const reel__game_formats_shown[]; /* with demos and ghosts */
extern const reel_table *const reel__game_inputs[];

/* game.c: the effect of each message. `judges_only`: as far as the check beside a level has a use for it. NULL: none. */
typedef void (*game_processor)(game *, const void *);
game_processor reel__game_processor(const reel_table *table, bool judges_only);
void reel__game_end(game *g, int32_t last_tick);
int64_t reel__input_presses(int32_t from, int32_t to); /* of a key whose counter goes from one to the other */

/* dense.c */
void reel__heat_add(game *g, int32_t x, int32_t y, int32_t ticks);
void reel__heat_write_rows(game *g);
void reel__write_dense_until(game *g, int64_t tick); /* writes the missing rows of the ticks before `tick` */

/* players.c */
void reel__player_open(game *g, int32_t tick);
player_session *reel__player_session(game *g, int32_t session);
/* The rows of the players, and the summary of them all. */
reel_status reel__player_write_rows(game *g);

/* figures.c: how inputs go. */
bool reel__figures_begin(game *g);                    /* false: out of memory */
void reel__figures_process(game *g, const void *row); /* an input, in place of the game's processor */
void reel__figures_end(game *g);
void reel__figures_close(const reel_analysis *analysis, struct figures *figures);

/* session.c: sessions and their rows. */
void reel__session_open(game *g, int32_t cid, ddnet_start start);
void reel__session_close(game *g, int32_t cid, ddnet_end end, reel_string reason, int32_t tick);
void reel__session_ensure(game *g, int32_t cid);
ddnet_session *reel__session_row(game *g, int32_t session);
ddnet_activity *reel__activity_row(game *g, int32_t session);
void reel__session_account_time(game *g, int32_t cid, int32_t tick);
void reel__online_update(game *g);
reel_string reel__text_copy(game *g, reel_string text);

/* tees.c: a game that a demo or a ghost shows. */
bool reel__tees_header(const reel_chunk *chunk, teehistorian_header *header); /* as that of a recording; false: it is one */
bool reel__tees_begin(game *g, const reel_chunk *chunk);
reel_status reel__tees_chunk(game *g, const reel_chunk *chunk);
void reel__tees_finish(game *g);
void reel__tees_drop(const reel_analysis *analysis, struct tee_game *shown);
/* take.c: time goes on to a tick; a row of a recording, in order of time. */
void reel__game_advance(game *g, int32_t tick);
void reel__game_take(game *g, const reel_table *table, const void *row);
/* game.c: who a client of a demo is. */
void reel__game_describe(game *g, const demo_client *client);

#endif
