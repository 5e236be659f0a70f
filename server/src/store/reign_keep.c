/* SPDX-License-Identifier: MIT */
#include "store/reign_keep.h"

#include "store/catalogue_internal.h"

#include <float.h>

static bool read_place(void *context, const sql_value *values, size_t count)
{
    (void)count;
    *(place *)context = (place){ sql_number(&values[0]), values[1].integer, true };
    return false;
}

static reel_status insert(sql *db, const ranking_play *play, const place *at, reel_error *error)
{
    const sql_value values[] = { sql_text(play->board), sql_text(play->level), sql_integer(at->number), sql_real(at->rank) };
    return sql_do(db, "INSERT INTO reign (board, board_level, entry, rank) VALUES ($1, $2, $3, $4)", values, 4, NULL, error);
}

/* Who held the place when a play came. */
static reel_status find_before(sql *db, const ranking_play *play, place *before, reel_error *error)
{
    const sql_value values[] = { sql_text(play->board), sql_text(play->level), sql_integer(play->at.number) };
    *before = (place){ DBL_MAX, 0, false };
    return sql_ask(
        db, "SELECT rank, entry FROM reign WHERE board = $1 AND board_level = $2 AND entry < $3 ORDER BY entry DESC LIMIT 1",
        values, 3, read_place, before, error);
}

reel_status reign_enter(sql *db, const ranking_play *play, reel_error *error)
{
    place before;
    const sql_value values[] = { sql_text(play->board), sql_text(play->level), sql_integer(play->at.number),
                                 sql_real(play->at.rank) };
    reel_status status = find_before(db, play, &before, error);
    if (status < 0 || (before.found && before.rank <= play->at.rank)) return status;
    /* those that came later and were not better; there are some only if the play began to count again */
    status = sql_do(db, "DELETE FROM reign WHERE board = $1 AND board_level = $2 AND entry > $3 AND rank >= $4", values, 4, NULL,
                    error);
    return status < 0 ? status : insert(db, play, &play->at, error);
}

reel_status reign_leave(sql *db, const ranking_play *play, reel_error *error)
{
    place at, next = { 0, INT64_MAX, false };
    uint64_t changed = 0;
    const sql_value values[] = { sql_text(play->board), sql_text(play->level), sql_integer(play->at.number) };
    reel_status status =
        sql_do(db, "DELETE FROM reign WHERE board = $1 AND board_level = $2 AND entry = $3", values, 3, &changed, error);
    if (status < 0 || !changed) return status;
    status = find_before(db, play, &at, error);
    if (status >= 0)
        status = sql_ask(
            db, "SELECT rank, entry FROM reign WHERE board = $1 AND board_level = $2 AND entry > $3 ORDER BY entry LIMIT 1",
            values, 3, read_place, &next, error);
    at.number = play->at.number;
    for (at.found = true; status >= 0 && at.found;) { /* plays between the two that were better than all before */
        const sql_value between[] = { values[0], values[1], sql_integer(at.number), sql_integer(next.number), sql_real(at.rank) };
        at.found = false;
        status = sql_ask(db,
                         "SELECT rank, entry FROM entry WHERE board = $1 AND board_level = $2 AND counts = 1 AND entry > $3 AND "
                         "entry < $4 AND rank < $5 ORDER BY entry LIMIT 1",
                         between, 5, read_place, &at, error);
        if (status >= 0 && at.found) status = insert(db, play, &at, error);
    }
    return status;
}

reel_status reign_fill(sql *db, reel_error *error)
{
    reel_status status = sql_do(db, "DELETE FROM reign", NULL, 0, NULL, error);
    return status < 0 ? status : sql_do(db, REIGN_FILL, NULL, 0, NULL, error);
}
