/* SPDX-License-Identifier: MIT
 * An index of fingerprints in a SQLite file: what its parts share. docs/match.md has the tables.
 *
 *   print  the fingerprints, by number, with their names
 *   post   one row per window and family of poses: the key, the replay and the window are the row number; `c` has more bits
 *   swing  the same for swings, without windows
 *   press  the same for presses, without windows and `c`
 *   level  the hash of the level of a fingerprint, by its number, if it is known; files of earlier versions do not have the table */
#ifndef PLATFORM_MATCH_INDEX_H
#define PLATFORM_MATCH_INDEX_H

#include <reel/match.h>

#include "core/memory.h"

#ifdef REEL_WITH_SQLITE

#include <sqlite3.h>

enum {
    WINDOW_BITS = 6,
    REPLAY_BITS = 28,
    FAMILY_SHIFT = WINDOW_BITS + REPLAY_BITS,
    KEY_SHIFT = FAMILY_SHIFT + 1,
    MATCH_VERSION_WITHOUT_SWINGS = 1
};

#define MOST_REPLAYS ((INT64_C(1) << REPLAY_BITS) - 1)

enum {
    SQL_BEGIN,
    SQL_BEGIN_READ,
    SQL_COMMIT,
    SQL_ROLLBACK,
    SQL_ADD,
    SQL_POST,
    SQL_UNPOST,
    SQL_SWING,
    SQL_UNSWING,
    SQL_PRESS,
    SQL_UNPRESS,
    SQL_REMOVE,
    SQL_BY_NAME,
    SQL_BY_ID,
    SQL_NEXT_ID,
    SQL_PROBE,
    SQL_PROBE_SWING,
    SQL_PROBE_PRESS,
    SQL_COUNT,
    SQL_LEVEL,
    SQL_SET_LEVEL,
    STATEMENTS
};
struct reel_match_index {
    sqlite3 *db;
    bool leveled; /* has the table of levels */
    bool failed;  /* a level could not be read */
    bool old;     /* of version 1, without swings, and opened for reading: one that is opened for adding gets their table */
    uint64_t not_compared; /* of the last look-up: see reel_match_index_not_compared */
    sqlite3_stmt *statements[STATEMENTS];
};

/* ---- SQLite (match_index.c) -------------------------------------------------------------------------------------- */

/* Fills *error by what SQLite has failed with, or an allocation. */
reel_status reel__match_index_failure(reel_match_index *index, reel_error *error);
/* An entry is not a fingerprint. */
reel_status reel__match_index_damaged(reel_error *error);
/* A prepared statement, ready to be bound; NULL: failed. */
sqlite3_stmt *reel__match_index_statement(reel_match_index *index, int number);
/* Runs a statement with at most one number, which returns no rows. */
bool reel__match_index_run(reel_match_index *index, int number, int64_t value);
/* Begins a transaction, which SQL_ROLLBACK can end even if no memory is left then. */
bool reel__match_index_begin(reel_match_index *index, int number);

/* The tables of keys: of windows, of swings, of presses. */
typedef struct key_table {
    int insert, remove, probe; /* statements */
    bool has_check;
} key_table;

const key_table *reel__match_index_table(unsigned family);
bool reel__match_index_is_window(unsigned family);
/* The row number of a key. */
int64_t reel__match_index_post(const reel_match_key *key, int64_t replay);

/* Whether an entry is one of another level than the motion's. Sets index->failed if that could not be found out. */
bool reel__match_index_is_elsewhere(reel_match_index *index, const reel_motion *motion, int64_t replay);

/* ---- candidates (match_index_probe.c) ---------------------------------------------------------------------------- */

/* Kinds of hits: of windows as they are, of windows mirrored, and of swings. Of presses: of three, nine and sixteen intervals. */
enum { HIT_PLAIN, HIT_MIRRORED, HIT_SWING, HIT_KINDS, HIT_LONG = HIT_MIRRORED, HIT_LONGEST = HIT_SWING };
enum {
    CHOSEN = 4, /* entries of each kind of hits */
    MOST_CHOSEN = HIT_KINDS * CHOSEN
};

typedef struct candidate {
    int64_t replay;
    uint32_t worth; /* of its hits, of the kind of which they are worth most */
    bool by_window; /* it has hits of windows, too */
} candidate;

enum { FEW_HITS = 4 }; /* a part of the hits of the same motion */

typedef struct candidate_list {
    candidate data[MOST_CHOSEN]; /* in the order of their worth */
    size_t count;
    size_t alike; /* entries whose hits are worth at least a FEW_HITS-th of those of the first one, chosen or not */
    size_t each;  /* what a comparison costs whatever the size, as bytes */
    size_t crowd; /* of a byte of a fingerprint, how much more it costs to compare than one of a play whose swings differ */
} candidate_list;

/* Looks up the keys of a motion, and chooses the entries whose hits are worth most. `except`: one that is not asked for, or 0. */
reel_status reel__match_index_candidates(reel_match_index *index, const reel_motion *motion, int64_t except, candidate_list *list,
                                         reel_error *error);

#endif
#endif
