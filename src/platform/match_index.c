/* SPDX-License-Identifier: MIT
 * An index of fingerprints in a SQLite file: opens it, and what its other parts use of SQLite. */
#include "platform/match_index.h"

#include <string.h>

#ifndef REEL_WITH_SQLITE

static reel_status not_built(reel_error *error)
{
    return reel_fail(error, REEL_UNSUPPORTED, "match.not-built", "", 0, "this library was built without SQLite");
}

bool reel_match_index_is_built(void) { return false; }

reel_status reel_match_index_open(const char *path, uint32_t flags, reel_match_index **index, reel_error *error)
{
    (void)path;
    (void)flags;
    *index = NULL;
    return not_built(error);
}

reel_status reel_match_index_add(reel_match_index *index, reel_string name, reel_bytes fingerprint, reel_error *error)
{
    (void)index;
    (void)name;
    (void)fingerprint;
    return not_built(error);
}

reel_status reel_match_index_add_motion(reel_match_index *index, reel_string name, const reel_motion *motion, reel_error *error)
{
    (void)index;
    (void)name;
    (void)motion;
    return not_built(error);
}

reel_status reel_match_index_find(reel_match_index *index, const reel_motion *motion, reel_string except, size_t limit,
                                  bool (*each)(void *context, reel_string name, const reel_match *match), void *context,
                                  reel_error *error)
{
    (void)index;
    (void)motion;
    (void)except;
    (void)limit;
    (void)each;
    (void)context;
    return not_built(error);
}

reel_status reel_match_index_count(reel_match_index *index, uint64_t *count, reel_error *error)
{
    (void)index;
    *count = 0;
    return not_built(error);
}

uint64_t reel_match_index_not_compared(const reel_match_index *index)
{
    (void)index;
    return 0;
}

void reel_match_index_close(reel_match_index *index) { (void)index; }

#else

#include <stdlib.h>

enum {
    APPLICATION_ID = 0x7265656c, /* "reel", in the header of the file */
    BUSY_MS = 30000
};

static const char *const sql[STATEMENTS] = {
    [SQL_BEGIN] = "BEGIN IMMEDIATE",
    [SQL_BEGIN_READ] = "BEGIN",
    [SQL_COMMIT] = "COMMIT",
    [SQL_ROLLBACK] = "ROLLBACK",
    [SQL_ADD] = "INSERT INTO print(id, name, f) VALUES(?1, ?2, ?3)",
    [SQL_POST] = "INSERT INTO post(k, c) VALUES(?1, ?2)",
    [SQL_UNPOST] = "DELETE FROM post WHERE k = ?1",
    [SQL_SWING] = "INSERT OR IGNORE INTO swing(k, c) VALUES(?1, ?2)",
    [SQL_UNSWING] = "DELETE FROM swing WHERE k = ?1",
    [SQL_PRESS] = "INSERT OR IGNORE INTO press(k) VALUES(?1)",
    [SQL_UNPRESS] = "DELETE FROM press WHERE k = ?1",
    [SQL_REMOVE] = "DELETE FROM print WHERE id = ?1",
    [SQL_BY_NAME] = "SELECT id, f FROM print WHERE name = ?1",
    [SQL_BY_ID] = "SELECT name, f FROM print WHERE id = ?1",
    [SQL_NEXT_ID] = "SELECT coalesce(max(id), 0) + 1 FROM print",
    [SQL_PROBE] = "SELECT k, c FROM post WHERE k BETWEEN ?1 AND ?2",
    [SQL_PROBE_SWING] = "SELECT k, c FROM swing WHERE k BETWEEN ?1 AND ?2",
    [SQL_PROBE_PRESS] = "SELECT k, 0 FROM press WHERE k BETWEEN ?1 AND ?2",
    [SQL_COUNT] = "SELECT count(*) FROM print",
    [SQL_LEVEL] = "SELECT hash FROM level WHERE id = ?1",
    [SQL_SET_LEVEL] = "INSERT OR REPLACE INTO level(id, hash) VALUES(?1, ?2)",
};

static const char schema[] = "CREATE TABLE print(id INTEGER PRIMARY KEY, name BLOB NOT NULL UNIQUE, f BLOB NOT NULL);"
                             "CREATE TABLE post(k INTEGER PRIMARY KEY, c INTEGER NOT NULL);"
                             "CREATE TABLE swing(k INTEGER PRIMARY KEY, c INTEGER NOT NULL);"
                             "CREATE TABLE press(k INTEGER PRIMARY KEY);";

/* Programs of earlier versions remove entries without knowing of this table: the trigger is theirs. */
static const char level_schema[] =
    "CREATE TABLE IF NOT EXISTS level(id INTEGER PRIMARY KEY, hash TEXT NOT NULL);"
    "CREATE TRIGGER IF NOT EXISTS unlevel AFTER DELETE ON print BEGIN DELETE FROM level WHERE id = OLD.id; END;";

bool reel_match_index_is_built(void) { return true; }

/* ---- SQLite ----------------------------------------------------------------------------------------------------- */

reel_status reel__match_index_failure(reel_match_index *index, reel_error *error)
{
    const char *why = index->db ? sqlite3_errmsg(index->db) : "out of memory";
    switch (index->db ? sqlite3_errcode(index->db) & 0xff : SQLITE_NOMEM) {
    case SQLITE_OK: /* not SQLite failed, but an allocation here */
    case SQLITE_ROW:
    case SQLITE_DONE:
    case SQLITE_NOMEM: return reel__memory_fail(error);
    case SQLITE_BUSY:
    case SQLITE_LOCKED: return reel_fail(error, REEL_IO, "match.index-busy", "", 0, "the index is in use: %s", why);
    case SQLITE_NOTADB:
    case SQLITE_CORRUPT:
    case SQLITE_CONSTRAINT:
    case SQLITE_ERROR: /* a table is missing */
    case SQLITE_MISMATCH: return reel_fail(error, REEL_CORRUPT, "match.index-damaged", "", 0, "the index is damaged: %s", why);
    default: return reel_fail(error, REEL_IO, "match.index-open", "", 0, "cannot use the index: %s", why);
    }
}

reel_status reel__match_index_damaged(reel_error *error)
{
    return reel_fail(error, REEL_CORRUPT, "match.index-damaged", "", 0, "the index is damaged: an entry is not a fingerprint");
}

sqlite3_stmt *reel__match_index_statement(reel_match_index *index, int number)
{
    sqlite3_stmt **slot = &index->statements[number];
    if (!*slot && sqlite3_prepare_v3(index->db, sql[number], -1, SQLITE_PREPARE_PERSISTENT, slot, NULL) != SQLITE_OK) return NULL;
    sqlite3_reset(*slot);
    return *slot;
}

bool reel__match_index_run(reel_match_index *index, int number, int64_t value)
{
    sqlite3_stmt *made = reel__match_index_statement(index, number);
    if (!made) return false;
    if (sqlite3_bind_parameter_count(made) > 0) sqlite3_bind_int64(made, 1, value);
    bool done = sqlite3_step(made) == SQLITE_DONE;
    sqlite3_reset(made);
    return done;
}

bool reel__match_index_begin(reel_match_index *index, int number)
{
    return reel__match_index_statement(index, SQL_ROLLBACK) && reel__match_index_run(index, number, 0);
}

static bool pragma_number(sqlite3 *db, const char *text, int64_t *value)
{
    sqlite3_stmt *made;
    *value = 0;
    if (sqlite3_prepare_v2(db, text, -1, &made, NULL) != SQLITE_OK) return false;
    int step = sqlite3_step(made);
    if (step == SQLITE_ROW) *value = sqlite3_column_int64(made, 0);
    sqlite3_finalize(made);
    return step == SQLITE_ROW;
}

/* ---- opening ---------------------------------------------------------------------------------------------------- */

/* Makes the tables in a file that is empty. Two processes may try at once: the second one finds them made. */
static reel_status create(reel_match_index *index, reel_error *error)
{
    int64_t tables;
    char marks[120];
    sqlite3_snprintf(sizeof marks, marks, "PRAGMA application_id = %d; PRAGMA user_version = %d;", APPLICATION_ID,
                     REEL_FINGERPRINT_VERSION);
    if (!reel__match_index_begin(index, SQL_BEGIN)) return reel__match_index_failure(index, error);
    bool done = pragma_number(index->db, "SELECT count(*) FROM sqlite_master", &tables) &&
                (tables > 0 || (sqlite3_exec(index->db, schema, NULL, NULL, NULL) == SQLITE_OK &&
                                sqlite3_exec(index->db, marks, NULL, NULL, NULL) == SQLITE_OK));
    reel_status status = done && reel__match_index_run(index, SQL_COMMIT, 0) ? REEL_OK : reel__match_index_failure(index, error);
    if (status < 0) reel__match_index_run(index, SQL_ROLLBACK, 0);
    return status;
}

/* Makes an index of version 1 one of now. Its entries have no swings, and are found by their windows as before. */
static reel_status add_swings(reel_match_index *index, reel_error *error)
{
    char text[200];
    sqlite3_snprintf(sizeof text, text,
                     "CREATE TABLE IF NOT EXISTS swing(k INTEGER PRIMARY KEY, c INTEGER NOT NULL); PRAGMA user_version = %d;",
                     REEL_FINGERPRINT_VERSION);
    if (!reel__match_index_begin(index, SQL_BEGIN)) return reel__match_index_failure(index, error);
    bool done = sqlite3_exec(index->db, text, NULL, NULL, NULL) == SQLITE_OK;
    reel_status status = done && reel__match_index_run(index, SQL_COMMIT, 0) ? REEL_OK : reel__match_index_failure(index, error);
    if (status < 0) reel__match_index_run(index, SQL_ROLLBACK, 0);
    return status;
}

/* Two processes may try at once: the second one finds the table made. */
static reel_status find_levels(reel_match_index *index, bool adds, reel_error *error)
{
    int64_t tables;
    static const char count[] = "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = 'level'";
    if (!pragma_number(index->db, count, &tables)) return reel__match_index_failure(index, error);
    index->leveled = tables > 0 || adds;
    if (tables > 0 || !adds) return REEL_OK;
    if (!reel__match_index_begin(index, SQL_BEGIN)) return reel__match_index_failure(index, error);
    const bool done = sqlite3_exec(index->db, level_schema, NULL, NULL, NULL) == SQLITE_OK;
    const reel_status status =
        done && reel__match_index_run(index, SQL_COMMIT, 0) ? REEL_OK : reel__match_index_failure(index, error);
    if (status < 0) reel__match_index_run(index, SQL_ROLLBACK, 0);
    return status;
}

static reel_status check_marks(reel_match_index *index, bool adds, reel_error *error)
{
    int64_t id, version, tables;
    if (!pragma_number(index->db, "SELECT count(*) FROM sqlite_master", &tables)) return reel__match_index_failure(index, error);
    reel_status status = tables == 0 && adds ? create(index, error) : REEL_OK;
    if (status < 0) return status;
    if (!pragma_number(index->db, "PRAGMA application_id", &id) || !pragma_number(index->db, "PRAGMA user_version", &version))
        return reel__match_index_failure(index, error);
    if (id != APPLICATION_ID)
        return reel_fail(error, REEL_CORRUPT, "match.index-damaged", "", 0, "the file is not an index of fingerprints");
    if (version == MATCH_VERSION_WITHOUT_SWINGS && adds) return add_swings(index, error);
    index->old = version == MATCH_VERSION_WITHOUT_SWINGS;
    if (version != REEL_FINGERPRINT_VERSION && !index->old)
        return reel_fail(error, REEL_UNSUPPORTED, "match.index-version", "", 0,
                         "the index has fingerprints of version %lld; supported: %d. Make a new one", (long long)version,
                         REEL_FINGERPRINT_VERSION);
    return REEL_OK;
}

reel_status reel_match_index_open(const char *path, uint32_t flags, reel_match_index **index, reel_error *error)
{
    bool adds = flags & REEL_MATCH_ADD;
    *index = NULL;
    reel_match_index *made = calloc(1, sizeof *made);
    if (!made) return reel__memory_fail(error);
    int how = SQLITE_OPEN_READWRITE | (adds ? SQLITE_OPEN_CREATE : 0); /* a reader may have to finish what a crash left */
    reel_status status = REEL_OK;
    if (sqlite3_open_v2(path, &made->db, how | SQLITE_OPEN_NOMUTEX, NULL) != SQLITE_OK)
        status = reel__match_index_failure(made, error);
    if (status == REEL_OK) {
        sqlite3_busy_timeout(made->db, BUSY_MS);
        sqlite3_exec(made->db, "PRAGMA trusted_schema = OFF; PRAGMA cache_size = -65536", NULL, NULL, NULL);
        status = check_marks(made, adds, error);
        if (status >= 0) status = find_levels(made, adds, error);
    }
    if (status < 0)
        reel_match_index_close(made);
    else
        *index = made;
    return status;
}

void reel_match_index_close(reel_match_index *index)
{
    if (!index) return;
    for (int i = 0; i < STATEMENTS; i++) sqlite3_finalize(index->statements[i]);
    sqlite3_close(index->db);
    free(index);
}

reel_status reel_match_index_count(reel_match_index *index, uint64_t *count, reel_error *error)
{
    sqlite3_stmt *made = reel__match_index_statement(index, SQL_COUNT);
    *count = 0;
    if (!made || sqlite3_step(made) != SQLITE_ROW) return reel__match_index_failure(index, error);
    *count = (uint64_t)sqlite3_column_int64(made, 0);
    sqlite3_reset(made);
    return REEL_OK;
}

uint64_t reel_match_index_not_compared(const reel_match_index *index) { return index->not_compared; }

bool reel__match_index_is_elsewhere(reel_match_index *index, const reel_motion *motion, int64_t replay)
{
    bool elsewhere = false;
    if (!index->leveled) return false;
    sqlite3_stmt *made = reel__match_index_statement(index, SQL_LEVEL);
    if (made) sqlite3_bind_int64(made, 1, replay);
    const int step = made ? sqlite3_step(made) : SQLITE_ERROR;
    const char *hash = step == SQLITE_ROW ? (const char *)sqlite3_column_text(made, 0) : NULL;
    if (hash) elsewhere = reel_motion_is_elsewhere(motion, hash);
    if (step == SQLITE_ROW || step == SQLITE_DONE)
        sqlite3_reset(made);
    else
        index->failed = true;
    return elsewhere;
}

/* ---- keys ------------------------------------------------------------------------------------------------------- */

const key_table *reel__match_index_table(unsigned family)
{
    static const key_table windows = { SQL_POST, SQL_UNPOST, SQL_PROBE, true },
                           swings = { SQL_SWING, SQL_UNSWING, SQL_PROBE_SWING, true },
                           presses = { SQL_PRESS, SQL_UNPRESS, SQL_PROBE_PRESS, false };
    return family == REEL_MATCH_PRESSES ? &presses : family == REEL_MATCH_SWINGS ? &swings : &windows;
}

bool reel__match_index_is_window(unsigned family) { return family == REEL_MATCH_HEAD || family == REEL_MATCH_HANDS; }

int64_t reel__match_index_post(const reel_match_key *key, int64_t replay)
{
    if (!reel__match_index_is_window(key->family)) return (int64_t)key->key << REPLAY_BITS | replay;
    return (int64_t)key->key << KEY_SHIFT | (int64_t)key->family << FAMILY_SHIFT | replay << WINDOW_BITS | key->window;
}

#endif
