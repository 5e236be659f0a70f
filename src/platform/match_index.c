/* SPDX-License-Identifier: MIT
 * An index of fingerprints in a SQLite file.
 *
 *   print  the fingerprints, by number, with their names
 *   post   one row per window and family of poses: the key, the replay and the window are the row number; `c` has more bits
 *   press  the same for presses, without windows
 *
 * A look-up probes the keys of the query, which are sorted, so that it walks through the tree in one direction. Each hit counts for its
 * replay; those with most hits are compared. */
#include <reel/match.h>

#include "core/memory.h"

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

void reel_match_index_close(reel_match_index *index) { (void)index; }

#else

#include <sqlite3.h>
#include <stdlib.h>

enum {
    APPLICATION_ID = 0x7265656c, /* "reel", in the header of the file */
    BUSY_MS = 30000,
    WINDOW_BITS = 6,
    REPLAY_BITS = 28,
    FAMILY_SHIFT = WINDOW_BITS + REPLAY_BITS,
    KEY_SHIFT = FAMILY_SHIFT + 1,
    COMPARED = 20, /* replays of which the fingerprints are compared, per orientation */
    DEFAULT_LIMIT = 20,
    MOST_RESULTS = 2 * COMPARED
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
    SQL_PRESS,
    SQL_UNPRESS,
    SQL_REMOVE,
    SQL_BY_NAME,
    SQL_BY_ID,
    SQL_NEXT_ID,
    SQL_PROBE,
    SQL_PROBE_PRESS,
    SQL_COUNT,
    STATEMENTS
};

static const char *const sql[STATEMENTS] = {
    [SQL_BEGIN] = "BEGIN IMMEDIATE",
    [SQL_BEGIN_READ] = "BEGIN",
    [SQL_COMMIT] = "COMMIT",
    [SQL_ROLLBACK] = "ROLLBACK",
    [SQL_ADD] = "INSERT INTO print(id, name, f) VALUES(?1, ?2, ?3)",
    [SQL_POST] = "INSERT INTO post(k, c) VALUES(?1, ?2)",
    [SQL_UNPOST] = "DELETE FROM post WHERE k = ?1",
    [SQL_PRESS] = "INSERT OR IGNORE INTO press(k) VALUES(?1)",
    [SQL_UNPRESS] = "DELETE FROM press WHERE k = ?1",
    [SQL_REMOVE] = "DELETE FROM print WHERE id = ?1",
    [SQL_BY_NAME] = "SELECT id, f FROM print WHERE name = ?1",
    [SQL_BY_ID] = "SELECT name, f FROM print WHERE id = ?1",
    [SQL_NEXT_ID] = "SELECT coalesce(max(id), 0) + 1 FROM print",
    [SQL_PROBE] = "SELECT k, c FROM post WHERE k BETWEEN ?1 AND ?2",
    [SQL_PROBE_PRESS] = "SELECT k, 0 FROM press WHERE k BETWEEN ?1 AND ?2",
    [SQL_COUNT] = "SELECT count(*) FROM print",
};

static const char schema[] = "CREATE TABLE print(id INTEGER PRIMARY KEY, name BLOB NOT NULL UNIQUE, f BLOB NOT NULL);"
                             "CREATE TABLE post(k INTEGER PRIMARY KEY, c INTEGER NOT NULL);"
                             "CREATE TABLE press(k INTEGER PRIMARY KEY);";

struct reel_match_index {
    sqlite3 *db;
    sqlite3_stmt *statements[STATEMENTS];
};

bool reel_match_index_is_built(void) { return true; }

/* ---- SQLite ----------------------------------------------------------------------------------------------------- */

static reel_status failure(reel_match_index *index, reel_error *error)
{
    const char *why = index->db ? sqlite3_errmsg(index->db) : "out of memory";
    switch (index->db ? sqlite3_errcode(index->db) & 0xff : SQLITE_NOMEM) {
    case SQLITE_OK: /* not SQLite failed, but an allocation here */
    case SQLITE_ROW:
    case SQLITE_DONE:
    case SQLITE_NOMEM: return memory_fail(error);
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

static reel_status damaged(reel_error *error)
{
    return reel_fail(error, REEL_CORRUPT, "match.index-damaged", "", 0, "the index is damaged: an entry is not a fingerprint");
}

/* A prepared statement, ready to be bound; NULL: failed. */
static sqlite3_stmt *statement(reel_match_index *index, int number)
{
    sqlite3_stmt **slot = &index->statements[number];
    if (!*slot && sqlite3_prepare_v3(index->db, sql[number], -1, SQLITE_PREPARE_PERSISTENT, slot, NULL) != SQLITE_OK) return NULL;
    sqlite3_reset(*slot);
    return *slot;
}

/* Runs a statement with at most one number, which returns no rows. */
static bool run(reel_match_index *index, int number, int64_t value)
{
    sqlite3_stmt *made = statement(index, number);
    if (!made) return false;
    if (sqlite3_bind_parameter_count(made) > 0) sqlite3_bind_int64(made, 1, value);
    bool done = sqlite3_step(made) == SQLITE_DONE;
    sqlite3_reset(made);
    return done;
}

/* Begins a transaction, which SQL_ROLLBACK can end even if no memory is left then. */
static bool begin(reel_match_index *index, int number) { return statement(index, SQL_ROLLBACK) && run(index, number, 0); }

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
    if (!begin(index, SQL_BEGIN)) return failure(index, error);
    bool done = pragma_number(index->db, "SELECT count(*) FROM sqlite_master", &tables) &&
                (tables > 0 || (sqlite3_exec(index->db, schema, NULL, NULL, NULL) == SQLITE_OK &&
                                sqlite3_exec(index->db, marks, NULL, NULL, NULL) == SQLITE_OK));
    reel_status status = done && run(index, SQL_COMMIT, 0) ? REEL_OK : failure(index, error);
    if (status < 0) run(index, SQL_ROLLBACK, 0);
    return status;
}

static reel_status check_marks(reel_match_index *index, bool adds, reel_error *error)
{
    int64_t id, version, tables;
    if (!pragma_number(index->db, "SELECT count(*) FROM sqlite_master", &tables)) return failure(index, error);
    reel_status status = tables == 0 && adds ? create(index, error) : REEL_OK;
    if (status < 0) return status;
    if (!pragma_number(index->db, "PRAGMA application_id", &id) || !pragma_number(index->db, "PRAGMA user_version", &version))
        return failure(index, error);
    if (id != APPLICATION_ID)
        return reel_fail(error, REEL_CORRUPT, "match.index-damaged", "", 0, "the file is not an index of fingerprints");
    if (version != REEL_FINGERPRINT_VERSION)
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
    if (!made) return memory_fail(error);
    int how = SQLITE_OPEN_READWRITE | (adds ? SQLITE_OPEN_CREATE : 0); /* a reader may have to finish what a crash left */
    reel_status status = REEL_OK;
    if (sqlite3_open_v2(path, &made->db, how | SQLITE_OPEN_NOMUTEX, NULL) != SQLITE_OK) status = failure(made, error);
    if (status == REEL_OK) {
        sqlite3_busy_timeout(made->db, BUSY_MS);
        sqlite3_exec(made->db, "PRAGMA trusted_schema = OFF; PRAGMA cache_size = -65536", NULL, NULL, NULL);
        status = check_marks(made, adds, error);
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
    sqlite3_stmt *made = statement(index, SQL_COUNT);
    *count = 0;
    if (!made || sqlite3_step(made) != SQLITE_ROW) return failure(index, error);
    *count = (uint64_t)sqlite3_column_int64(made, 0);
    sqlite3_reset(made);
    return REEL_OK;
}

/* ---- adding ----------------------------------------------------------------------------------------------------- */

static int64_t post_of(const reel_match_key *key, int64_t replay)
{
    if (key->family == REEL_MATCH_FAMILIES - 1) return (int64_t)key->key << REPLAY_BITS | replay;
    return (int64_t)key->key << KEY_SHIFT | (int64_t)key->family << FAMILY_SHIFT | replay << WINDOW_BITS | key->window;
}

/* Inserts or deletes the posts of a fingerprint. */
static bool change_posts(reel_match_index *index, reel_bytes fingerprint, int64_t replay, bool remove)
{
    size_t count = reel_match_keys(fingerprint, NULL, 0);
    reel_match_key *keys = malloc((count + 1) * sizeof *keys);
    bool done = keys != NULL;
    if (done) reel_match_keys(fingerprint, keys, count);
    for (size_t i = 0; done && i < count; i++) {
        bool presses = keys[i].family == REEL_MATCH_FAMILIES - 1;
        sqlite3_stmt *made = statement(index, presses ? (remove ? SQL_UNPRESS : SQL_PRESS) : (remove ? SQL_UNPOST : SQL_POST));
        done = made != NULL;
        if (!done) break;
        sqlite3_bind_int64(made, 1, post_of(&keys[i], replay));
        if (!presses && !remove) sqlite3_bind_int64(made, 2, (int32_t)keys[i].check);
        done = sqlite3_step(made) == SQLITE_DONE;
        sqlite3_reset(made);
    }
    free(keys);
    return done;
}

/* Finds the entry of a name: its number, or 0. Deletes it if its fingerprint is another one; sets *same if not. */
static bool replace(reel_match_index *index, reel_string name, reel_bytes fingerprint, bool *same)
{
    sqlite3_stmt *made = statement(index, SQL_BY_NAME);
    *same = false;
    if (!made) return false;
    sqlite3_bind_blob64(made, 1, name.size ? name.data : "", name.size, SQLITE_STATIC);
    int step = sqlite3_step(made);
    bool done = step == SQLITE_DONE;
    if (step == SQLITE_ROW) {
        int64_t replay = sqlite3_column_int64(made, 0);
        reel_bytes old = { sqlite3_column_blob(made, 1), (size_t)sqlite3_column_bytes(made, 1) };
        *same = old.size == fingerprint.size && memcmp(old.data, fingerprint.data, old.size) == 0;
        done = *same || (change_posts(index, old, replay, true) && run(index, SQL_REMOVE, replay));
    }
    if (done) sqlite3_reset(made); /* otherwise it would hide the error */
    return done;
}

static bool add_print(reel_match_index *index, reel_string name, reel_bytes fingerprint, int64_t replay)
{
    sqlite3_stmt *made = statement(index, SQL_ADD);
    if (!made) return false;
    sqlite3_bind_int64(made, 1, replay);
    sqlite3_bind_blob64(made, 2, name.size ? name.data : "", name.size, SQLITE_STATIC);
    sqlite3_bind_blob64(made, 3, fingerprint.data, fingerprint.size, SQLITE_STATIC);
    bool done = sqlite3_step(made) == SQLITE_DONE;
    sqlite3_reset(made);
    return done && change_posts(index, fingerprint, replay, false);
}

static bool add_in_transaction(reel_match_index *index, reel_string name, reel_bytes fingerprint, int64_t *replay)
{
    bool same;
    if (!replace(index, name, fingerprint, &same)) return false;
    if (same) return true;
    sqlite3_stmt *made = statement(index, SQL_NEXT_ID);
    if (!made || sqlite3_step(made) != SQLITE_ROW) return false;
    *replay = sqlite3_column_int64(made, 0);
    sqlite3_reset(made);
    return *replay > MOST_REPLAYS || add_print(index, name, fingerprint, *replay);
}

reel_status reel_match_index_add(reel_match_index *index, reel_string name, reel_bytes fingerprint, reel_error *error)
{
    int64_t replay = 0;
    reel_match_key key;
    if (reel_match_keys(fingerprint, &key, 1) == 0)
        return reel_fail(error, REEL_ARGUMENT, "match.fingerprint", "", 0, "not a fingerprint of this version, or without keys");
    if (!begin(index, SQL_BEGIN)) return failure(index, error);
    reel_status status = REEL_OK;
    bool added = add_in_transaction(index, name, fingerprint, &replay);
    if (added && replay > MOST_REPLAYS)
        status = reel_fail(error, REEL_LIMIT, "match.index-full", "", 0, "the index is full");
    else if (!added || !run(index, SQL_COMMIT, 0))
        status = failure(index, error);
    if (status < 0) run(index, SQL_ROLLBACK, 0);
    return status;
}

/* ---- finding ---------------------------------------------------------------------------------------------------- */

/* Hits of one replay in one orientation. An open hash table; slots with count 0 are empty. */
typedef struct replay_hits {
    int64_t replay; /* and the orientation in bit 0 */
    uint32_t count;
} replay_hits;

typedef struct hit_table {
    replay_hits *slots;
    size_t size, used;
} hit_table;

static replay_hits *slot_of(const hit_table *table, int64_t replay)
{
    size_t at = (size_t)((uint64_t)replay * UINT64_C(0x9e3779b97f4a7c15) >> 32) & (table->size - 1);
    while (table->slots[at].count && table->slots[at].replay != replay) at = (at + 1) & (table->size - 1);
    return &table->slots[at];
}

static bool grow_table(hit_table *table)
{
    enum { FIRST_SIZE = 1 << 12 };
    hit_table larger = { .size = table->size ? 2 * table->size : FIRST_SIZE, .used = table->used };
    larger.slots = calloc(larger.size, sizeof *larger.slots);
    if (!larger.slots) return false;
    for (size_t i = 0; i < table->size; i++)
        if (table->slots[i].count) *slot_of(&larger, table->slots[i].replay) = table->slots[i];
    free(table->slots);
    *table = larger;
    return true;
}

static bool count_hit(hit_table *table, int64_t replay)
{
    if (2 * (table->used + 1) > table->size && !grow_table(table)) return false;
    replay_hits *slot = slot_of(table, replay);
    if (slot->count++ == 0) {
        slot->replay = replay;
        table->used++;
    }
    return true;
}

static unsigned bits_of(uint32_t value)
{
    unsigned count = 0;
    for (; value; value &= value - 1) count++;
    return count;
}

/* Counts the hits of the probes that have one family and key.. */
static bool probe(reel_match_index *index, const reel_match_key *keys, size_t count, hit_table *table)
{
    bool presses = keys->family == REEL_MATCH_FAMILIES - 1;
    sqlite3_stmt *made = statement(index, presses ? SQL_PROBE_PRESS : SQL_PROBE);
    if (!made) return false;
    reel_match_key plain = *keys;
    plain.window = 0;
    int64_t from = post_of(&plain, 0), span = (INT64_C(1) << (presses ? REPLAY_BITS : FAMILY_SHIFT)) - 1;
    sqlite3_bind_int64(made, 1, from);
    sqlite3_bind_int64(made, 2, from | span);
    int step;
    while ((step = sqlite3_step(made)) == SQLITE_ROW) {
        int64_t replay = (sqlite3_column_int64(made, 0) & span) >> (presses ? 0 : WINDOW_BITS);
        uint32_t check = (uint32_t)sqlite3_column_int64(made, 1);
        for (size_t i = 0; i < count; i++) {
            if (!presses && bits_of(check ^ keys[i].check) > REEL_MATCH_CHECK_BITS) continue;
            if (!count_hit(table, replay << 1 | keys[i].mirrored)) return false;
        }
    }
    sqlite3_reset(made);
    return step == SQLITE_DONE;
}

static bool probe_all(reel_match_index *index, const reel_motion *motion, hit_table *table)
{
    size_t count = reel_match_probes(motion, NULL, 0);
    reel_match_key *keys = malloc((count + 1) * sizeof *keys);
    if (!keys) return false;
    reel_match_probes(motion, keys, count);
    bool done = true;
    for (size_t i = 0, same; done && i < count; i += same) {
        for (same = 1; i + same < count && keys[i + same].family == keys[i].family && keys[i + same].key == keys[i].key;) same++;
        done = probe(index, keys + i, same, table);
    }
    free(keys);
    return done;
}

/* The replays with most hits in each orientation, in one list without repetitions; ties go to the older entry. */
static size_t choose(const hit_table *table, int64_t chosen[MOST_RESULTS])
{
    replay_hits best[2][COMPARED];
    size_t counts[2] = { 0, 0 }, total = 0;
    for (size_t i = 0; i < table->size; i++) {
        const replay_hits *slot = &table->slots[i];
        if (!slot->count) continue;
        replay_hits *list = best[slot->replay & 1];
        size_t *count = &counts[slot->replay & 1], at = *count;
        while (at > 0 &&
               (list[at - 1].count < slot->count || (list[at - 1].count == slot->count && list[at - 1].replay > slot->replay)))
            at--;
        if (at == COMPARED) continue;
        if (*count < COMPARED) ++*count;
        memmove(list + at + 1, list + at, (*count - at - 1) * sizeof *list);
        list[at] = *slot;
    }
    for (int side = 0; side < 2; side++) {
        for (size_t i = 0; i < counts[side]; i++) {
            int64_t replay = best[side][i].replay >> 1;
            size_t at = 0;
            while (at < total && chosen[at] != replay) at++;
            if (at == total) chosen[total++] = replay;
        }
    }
    return total;
}

typedef struct found_replay {
    char *name;
    size_t name_size;
    reel_match match;
} found_replay;

/* Compares an entry and adds it to the results, unless it has the name that is left out or nothing in common. */
static reel_status compare_entry(reel_match_index *index, const reel_motion *motion, reel_string except, int64_t replay,
                                 found_replay *results, size_t *count, reel_error *error)
{
    sqlite3_stmt *made = statement(index, SQL_BY_ID);
    if (!made) return failure(index, error);
    sqlite3_bind_int64(made, 1, replay);
    int step = sqlite3_step(made);
    if (step != SQLITE_ROW) return step == SQLITE_DONE ? REEL_OK : failure(index, error);
    size_t size = (size_t)sqlite3_column_bytes(made, 0);
    const char *name = sqlite3_column_blob(made, 0);
    reel_bytes fingerprint = { sqlite3_column_blob(made, 1), (size_t)sqlite3_column_bytes(made, 1) };
    if (except.size == size && size && memcmp(except.data, name, size) == 0) {
        sqlite3_reset(made);
        return REEL_OK;
    }
    found_replay found = { .name_size = size };
    reel_status status = reel_match_compare(motion, fingerprint, &found.match, error);
    if (status < 0) return sqlite3_reset(made), status == REEL_MEMORY ? status : damaged(error);
    if (found.match.windows) {
        found.name = malloc(size + 1);
        if (!found.name) return sqlite3_reset(made), memory_fail(error);
        if (size) memcpy(found.name, name, size);
        size_t at = (*count)++;
        for (; at > 0 && results[at - 1].match.score < found.match.score; at--) results[at] = results[at - 1];
        results[at] = found;
    }
    sqlite3_reset(made);
    return REEL_OK;
}

reel_status reel_match_index_find(reel_match_index *index, const reel_motion *motion, reel_string except, size_t limit,
                                  bool (*each)(void *context, reel_string name, const reel_match *match), void *context,
                                  reel_error *error)
{
    hit_table table = { 0 };
    int64_t chosen[MOST_RESULTS];
    found_replay results[MOST_RESULTS];
    size_t count = 0;
    if (!begin(index, SQL_BEGIN_READ)) return failure(index, error);
    reel_status status = probe_all(index, motion, &table) ? REEL_OK : failure(index, error);
    size_t chosen_count = status == REEL_OK ? choose(&table, chosen) : 0;
    free(table.slots);
    for (size_t i = 0; status == REEL_OK && i < chosen_count; i++)
        status = compare_entry(index, motion, except, chosen[i], results, &count, error);
    run(index, SQL_ROLLBACK, 0);
    bool more = status == REEL_OK;
    for (size_t i = 0; i < count; i++) {
        reel_string name = { results[i].name, results[i].name_size };
        more = more && i < (limit ? limit : DEFAULT_LIMIT) && each(context, name, &results[i].match);
        free(results[i].name);
    }
    return status;
}

#endif
