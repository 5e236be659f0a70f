/* SPDX-License-Identifier: MIT
 * Adds fingerprints to an index: an entry and all of its keys in one transaction. */
#include "platform/match_index.h"

#ifdef REEL_WITH_SQLITE

#include <stdlib.h>
#include <string.h>

/* Inserts or deletes the posts of a fingerprint. */
static bool change_posts(reel_match_index *index, reel_bytes fingerprint, int64_t replay, bool remove)
{
    size_t count = reel_match_keys(fingerprint, NULL, 0);
    reel_match_key *keys = malloc((count + 1) * sizeof *keys);
    bool done = keys != NULL;
    if (done) reel_match_keys(fingerprint, keys, count);
    for (size_t i = 0; done && i < count; i++) {
        const key_table *table = reel__match_index_table(keys[i].family);
        sqlite3_stmt *made = reel__match_index_statement(index, remove ? table->remove : table->insert);
        done = made != NULL;
        if (!done) break;
        sqlite3_bind_int64(made, 1, reel__match_index_post(&keys[i], replay));
        if (table->has_check && !remove) sqlite3_bind_int64(made, 2, (int32_t)keys[i].check);
        done = sqlite3_step(made) == SQLITE_DONE;
        sqlite3_reset(made);
    }
    free(keys);
    return done;
}

/* Finds the entry of a name: its number, or 0. Deletes it if its fingerprint is another one; sets *same if not. */
static bool replace(reel_match_index *index, reel_string name, reel_bytes fingerprint, int64_t *old_replay, bool *same)
{
    sqlite3_stmt *made = reel__match_index_statement(index, SQL_BY_NAME);
    *same = false;
    if (!made) return false;
    sqlite3_bind_blob64(made, 1, name.size ? name.data : "", name.size, SQLITE_STATIC);
    int step = sqlite3_step(made);
    bool done = step == SQLITE_DONE;
    if (step == SQLITE_ROW) {
        int64_t replay = sqlite3_column_int64(made, 0);
        reel_bytes old = { sqlite3_column_blob(made, 1), (size_t)sqlite3_column_bytes(made, 1) };
        *old_replay = replay;
        *same = old.size == fingerprint.size && memcmp(old.data, fingerprint.data, old.size) == 0;
        done = *same || (change_posts(index, old, replay, true) && reel__match_index_run(index, SQL_REMOVE, replay));
    }
    if (done) sqlite3_reset(made); /* otherwise it would hide the error */
    return done;
}

static bool add_print(reel_match_index *index, reel_string name, reel_bytes fingerprint, int64_t replay)
{
    sqlite3_stmt *made = reel__match_index_statement(index, SQL_ADD);
    if (!made) return false;
    sqlite3_bind_int64(made, 1, replay);
    sqlite3_bind_blob64(made, 2, name.size ? name.data : "", name.size, SQLITE_STATIC);
    sqlite3_bind_blob64(made, 3, fingerprint.data, fingerprint.size, SQLITE_STATIC);
    bool done = sqlite3_step(made) == SQLITE_DONE;
    sqlite3_reset(made);
    return done && change_posts(index, fingerprint, replay, false);
}

/* An entry that is there already gets its level, too, if an earlier version added it without. */
static bool set_level(reel_match_index *index, int64_t replay, const char *level)
{
    if (!*level || !index->leveled) return true;
    sqlite3_stmt *made = reel__match_index_statement(index, SQL_SET_LEVEL);
    if (!made) return false;
    sqlite3_bind_int64(made, 1, replay);
    sqlite3_bind_text(made, 2, level, -1, SQLITE_STATIC);
    const bool done = sqlite3_step(made) == SQLITE_DONE;
    sqlite3_reset(made);
    return done;
}

static bool add_in_transaction(reel_match_index *index, reel_string name, reel_bytes fingerprint, const char *level,
                               int64_t *replay)
{
    bool same;
    int64_t old;
    if (!replace(index, name, fingerprint, &old, &same)) return false;
    if (same) return set_level(index, old, level);
    sqlite3_stmt *made = reel__match_index_statement(index, SQL_NEXT_ID);
    if (!made || sqlite3_step(made) != SQLITE_ROW) return false;
    *replay = sqlite3_column_int64(made, 0);
    sqlite3_reset(made);
    return *replay > MOST_REPLAYS || (add_print(index, name, fingerprint, *replay) && set_level(index, *replay, level));
}

static reel_status add_entry(reel_match_index *index, reel_string name, reel_bytes fingerprint, const char *level,
                             reel_error *error)
{
    int64_t replay = 0;
    reel_match_key key;
    if (reel_match_keys(fingerprint, &key, 1) == 0)
        return reel_fail(error, REEL_ARGUMENT, "match.fingerprint", "", 0, "not a fingerprint of this version, or without keys");
    if (!reel__match_index_begin(index, SQL_BEGIN)) return reel__match_index_failure(index, error);
    reel_status status = REEL_OK;
    bool added = add_in_transaction(index, name, fingerprint, level, &replay);
    if (added && replay > MOST_REPLAYS)
        status = reel_fail(error, REEL_LIMIT, "match.index-full", "", 0, "the index is full");
    else if (!added || !reel__match_index_run(index, SQL_COMMIT, 0))
        status = reel__match_index_failure(index, error);
    if (status < 0) reel__match_index_run(index, SQL_ROLLBACK, 0);
    return status;
}

reel_status reel_match_index_add(reel_match_index *index, reel_string name, reel_bytes fingerprint, reel_error *error)
{
    return add_entry(index, name, fingerprint, "", error);
}

reel_status reel_match_index_add_motion(reel_match_index *index, reel_string name, const reel_motion *motion, reel_error *error)
{
    return add_entry(index, name, reel_motion_fingerprint(motion), reel_motion_level(motion), error);
}

#endif
