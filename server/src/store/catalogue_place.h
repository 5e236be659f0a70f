/* SPDX-License-Identifier: MIT
 * How many entries of a level are before a place, without counting all of them: `place_mark` has a mark in every few hundred entries of a level,
 * with the number of entries from the mark before it, or from the first entry, up to it. What is behind the last mark is counted.
 *
 * A server of an older version may still run beside this one, and knows no marks. It takes numbers of reel_sequence without `counted`: as long
 * as that is behind, places are counted entry by entry. The next server that starts makes the marks anew. */
#ifndef SERVER_STORE_CATALOGUE_PLACE_H
#define SERVER_STORE_CATALOGUE_PLACE_H

#include "store/sql.h"

/* A place on a board: the entries before it have a lower rank, or an equal one and a lower number. */
typedef struct place {
    double rank;
    int64_t number;
    bool found;
} place;

static inline bool place_is_before(const place *one, const place *other)
{
    return one->rank < other->rank || (one->rank == other->rank && one->number < other->number);
}

/* Lists that are sorted by rank and number. `board` and `level` name one of them. */
typedef enum place_kind {
    PLACE_BESTS,  /* the best entries of a level on a board */
    PLACE_PLAYS,  /* all that count */
    PLACE_TOTALS, /* who has points in a ranking: `board` is its name, `level` says players, teams or countries (ranking.h) */
    PLACE_KINDS
} place_kind;
typedef struct place_list {
    place_kind kind;
    const char *board, *level; /* its key */
} place_list;

/* Twice as many entries without a mark get one. Tests make it small; it may change at any time. */
extern int64_t place_width;

/* The statement that counts has the parameters board, level, rank, number, and the lowest rank there is. */
enum { PLACE_VALUES = 5 };
const char *place_count_text(place_kind kind);

/* After an entry was added, and before or after one was removed. Part of a transaction that has a number of its own (catalogue_next_number). */
reel_status place_add(sql *connection, const place_list *list, const place *at, reel_error *error);
reel_status place_remove(sql *connection, const place_list *list, const place *at, reel_error *error);
/* After an entry moved from one place to another. */
reel_status place_move(sql *connection, const place_list *list, const place *from, const place *to, reel_error *error);
/* Makes all marks anew. Part of such a transaction. */
reel_status place_fill(sql *connection, reel_error *error);
/* Whether a server of an older version wrote, which knows no marks. Part of a transaction. */
reel_status place_is_behind(sql *connection, bool *behind, reel_error *error);

#endif
