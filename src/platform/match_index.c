/* SPDX-License-Identifier: MIT
 * An index of fingerprints in a SQLite file.
 *
 *   print  the fingerprints, by number, with their names
 *   post   one row per window and family of poses: the key, the replay and the window are the row number; `c` has more bits
 *   swing  the same for swings, without windows
 *   press  the same for presses, without windows and `c`
 *
 * A look-up probes the keys of the query, which are sorted, so that it walks through the tree in one direction. Each hit counts for its
 * replay; those with most hits are compared. However many entries share the motion, only so many are compared, and fewer in full. */
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
    VERSION_WITHOUT_SWINGS = 1,
    BUSY_MS = 30000,
    WINDOW_BITS = 6,
    REPLAY_BITS = 28,
    FAMILY_SHIFT = WINDOW_BITS + REPLAY_BITS,
    KEY_SHIFT = FAMILY_SHIFT + 1,
    COMPARED = 4,   /* replays of which the hands are compared, for each kind of hits */
    IN_FULL = 2,    /* of them that are compared in full */
    FEW_HITS = 4,   /* a part of those of the same motion */
    MOST_ROWS = 32, /* of a key that are read: a key that more entries share tells them little apart */
    RARE_ROWS = 4,  /* of a key that tells much: its hits count RARE_WORTH times */
    RARE_WORTH = 4,
    MOST_ROWS_READ = 14000, /* of all keys of windows, and of swings */
    SHORT_PROBES = 400,     /* probes of a play of half a minute */
    DEFAULT_LIMIT = 20
};

/* Kinds of hits: of windows as they are, of windows mirrored, and of swings. */
enum { HIT_PLAIN, HIT_MIRRORED, HIT_SWING, HIT_KINDS, MOST_RESULTS = HIT_KINDS * COMPARED };

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
};

static const char schema[] = "CREATE TABLE print(id INTEGER PRIMARY KEY, name BLOB NOT NULL UNIQUE, f BLOB NOT NULL);"
                             "CREATE TABLE post(k INTEGER PRIMARY KEY, c INTEGER NOT NULL);"
                             "CREATE TABLE swing(k INTEGER PRIMARY KEY, c INTEGER NOT NULL);"
                             "CREATE TABLE press(k INTEGER PRIMARY KEY);";

struct reel_match_index {
    sqlite3 *db;
    bool old; /* of version 1, without swings, and opened for reading: one that is opened for adding gets their table */
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

/* Makes an index of version 1 one of now. Its entries have no swings, and are found by their windows as before. */
static reel_status add_swings(reel_match_index *index, reel_error *error)
{
    char text[200];
    sqlite3_snprintf(sizeof text, text,
                     "CREATE TABLE IF NOT EXISTS swing(k INTEGER PRIMARY KEY, c INTEGER NOT NULL); PRAGMA user_version = %d;",
                     REEL_FINGERPRINT_VERSION);
    if (!begin(index, SQL_BEGIN)) return failure(index, error);
    bool done = sqlite3_exec(index->db, text, NULL, NULL, NULL) == SQLITE_OK;
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
    if (version == VERSION_WITHOUT_SWINGS && adds) return add_swings(index, error);
    index->old = version == VERSION_WITHOUT_SWINGS;
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

/* The tables of keys: of windows, of swings, of presses. */
typedef struct key_table {
    int insert, remove, probe; /* statements */
    bool has_check;
} key_table;

static const key_table *table_of(unsigned family)
{
    static const key_table windows = { SQL_POST, SQL_UNPOST, SQL_PROBE, true },
                           swings = { SQL_SWING, SQL_UNSWING, SQL_PROBE_SWING, true },
                           presses = { SQL_PRESS, SQL_UNPRESS, SQL_PROBE_PRESS, false };
    return family == REEL_MATCH_PRESSES ? &presses : family == REEL_MATCH_SWINGS ? &swings : &windows;
}

static bool is_window(unsigned family) { return family == REEL_MATCH_HEAD || family == REEL_MATCH_HANDS; }

static int64_t post_of(const reel_match_key *key, int64_t replay)
{
    if (!is_window(key->family)) return (int64_t)key->key << REPLAY_BITS | replay;
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
        const key_table *table = table_of(keys[i].family);
        sqlite3_stmt *made = statement(index, remove ? table->remove : table->insert);
        done = made != NULL;
        if (!done) break;
        sqlite3_bind_int64(made, 1, post_of(&keys[i], replay));
        if (table->has_check && !remove) sqlite3_bind_int64(made, 2, (int32_t)keys[i].check);
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

/* Hits of one replay, of one kind. An open hash table; slots with count 0 are empty. */
typedef struct replay_hits {
    int64_t replay; /* times HIT_KINDS, and the kind */
    uint32_t count, worth;
} replay_hits;

typedef struct hit_table {
    replay_hits *slots;
    size_t size, used;
    size_t rows[HIT_KINDS]; /* that may still be read */
    size_t keys[HIT_KINDS]; /* that are still to be looked up */
} hit_table;

/* A row of a key that is looked up. */
typedef struct key_row {
    int64_t replay;
    uint32_t check;
} key_row;

static replay_hits *slot_of(const hit_table *table, int64_t replay)
{
    size_t at = (size_t)((uint64_t)replay * UINT64_C(0x9e3779b97f4a7c15) >> 32) & (table->size - 1);
    while (table->slots[at].count && table->slots[at].replay != replay) at = (at + 1) & (table->size - 1);
    return &table->slots[at];
}

static bool grow_table(hit_table *table)
{
    enum { FIRST_SIZE = 1 << 12 };
    hit_table larger = *table;
    larger.size = table->size ? 2 * table->size : FIRST_SIZE;
    larger.slots = calloc(larger.size, sizeof *larger.slots);
    if (!larger.slots) return false;
    for (size_t i = 0; i < table->size; i++)
        if (table->slots[i].count) *slot_of(&larger, table->slots[i].replay) = table->slots[i];
    free(table->slots);
    *table = larger;
    return true;
}

static bool count_hit(hit_table *table, int64_t replay, uint32_t worth)
{
    if (2 * (table->used + 1) > table->size && !grow_table(table)) return false;
    replay_hits *slot = slot_of(table, replay);
    slot->worth = slot->count ? slot->worth + worth : worth;
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

static int kind_of(const reel_match_key *key)
{
    return key->family == REEL_MATCH_SWINGS ? HIT_SWING : key->mirrored ? HIT_MIRRORED : HIT_PLAIN;
}

/* Counts the hits of a row for the probes that have its key. */
static bool count_row(const reel_match_key *keys, size_t count, const key_row *row, uint32_t worth, hit_table *table)
{
    for (size_t i = 0; i < count; i++) {
        if (keys->family != REEL_MATCH_PRESSES && bits_of(row->check ^ keys[i].check) > REEL_MATCH_CHECK_BITS) continue;
        if (!count_hit(table, row->replay * HIT_KINDS + kind_of(&keys[i]), worth)) return false;
    }
    return true;
}

/* How many rows of the next key may be read: what is left is shared among the keys that are left, so that none of them goes without. */
static size_t rows_of_key(hit_table *table, int kind)
{
    const size_t keys = table->keys[kind] ? table->keys[kind]-- : 1, share = 2 * table->rows[kind] / keys + 1;
    const size_t most = share < table->rows[kind] ? share : table->rows[kind];
    return most < MOST_ROWS ? most : MOST_ROWS;
}

/* Counts the hits of the probes that have one family and key. The rows of a key are those of the older entries first. */
static bool probe(reel_match_index *index, const reel_match_key *keys, size_t count, hit_table *table)
{
    bool windows = is_window(keys->family);
    sqlite3_stmt *made = statement(index, table_of(keys->family)->probe);
    if (!made) return false;
    reel_match_key plain = *keys;
    plain.window = 0;
    int64_t from = post_of(&plain, 0), span = (INT64_C(1) << (windows ? FAMILY_SHIFT : REPLAY_BITS)) - 1;
    size_t *rows = &table->rows[windows ? HIT_PLAIN : HIT_SWING];
    sqlite3_bind_int64(made, 1, from);
    sqlite3_bind_int64(made, 2, from | span);
    key_row found[MOST_ROWS];
    size_t most = rows_of_key(table, windows ? HIT_PLAIN : HIT_SWING), seen = 0;
    int step = SQLITE_DONE;
    for (; seen < most && (step = sqlite3_step(made)) == SQLITE_ROW; seen++)
        found[seen] = (key_row){ (sqlite3_column_int64(made, 0) & span) >> (windows ? WINDOW_BITS : 0),
                                 (uint32_t)sqlite3_column_int64(made, 1) };
    if (step != SQLITE_DONE && step != SQLITE_ROW) return false;
    sqlite3_reset(made); /* not after a failure, which it would hide */
    *rows -= seen;
    for (size_t i = 0; i < seen; i++)
        if (!count_row(keys, count, &found[i], seen <= RARE_ROWS ? RARE_WORTH : 1, table)) return false;
    return true;
}

/* The keys to look up, in the order of the tables. Computed once, in most cases: they take as long as their probes. */
typedef struct probe_list {
    reel_match_key *keys;
    size_t count;
} probe_list;

static bool find_probes(const reel_motion *motion, probe_list *list)
{
    enum { USUAL = 10000 };
    list->keys = malloc(USUAL * sizeof *list->keys);
    if (!list->keys) return false;
    list->count = reel_match_probes(motion, list->keys, USUAL);
    if (list->count <= USUAL) return true;
    reel_match_key *more = realloc(list->keys, list->count * sizeof *more);
    if (!more) return false;
    list->keys = more;
    reel_match_probes(motion, more, list->count);
    return true;
}

static bool probe_all(reel_match_index *index, const probe_list *list, hit_table *table)
{
    const reel_match_key *keys = list->keys;
    bool done = true;
    for (size_t i = 0; i < list->count; i++) table->keys[is_window(keys[i].family) ? HIT_PLAIN : HIT_SWING]++;
    for (size_t i = 0, same; done && i < list->count; i += same) {
        if (index->old && keys[i].family == REEL_MATCH_SWINGS) break; /* the last family */
        for (same = 1; i + same < list->count && keys[i + same].family == keys[i].family && keys[i + same].key == keys[i].key;)
            same++;
        done = probe(index, keys + i, same, table);
    }
    return done;
}

typedef struct candidate {
    int64_t replay;
    uint32_t worth; /* of its hits, of the kind of which it has the highest rank */
} candidate;

/* The replays with most hits of each kind, at least `least`, in one list without repetitions; ties go to the older entry. */
static size_t choose(const hit_table *table, uint32_t least, candidate chosen[MOST_RESULTS])
{
    replay_hits best[HIT_KINDS][COMPARED];
    size_t counts[HIT_KINDS] = { 0 }, total = 0;
    for (size_t i = 0; i < table->size; i++) {
        const replay_hits *slot = &table->slots[i];
        if (slot->count < least) continue;
        replay_hits *list = best[slot->replay % HIT_KINDS];
        size_t *count = &counts[slot->replay % HIT_KINDS], at = *count;
        while (at > 0 &&
               (list[at - 1].worth < slot->worth || (list[at - 1].worth == slot->worth && list[at - 1].replay > slot->replay)))
            at--;
        if (at == COMPARED) continue;
        if (*count < COMPARED) ++*count;
        memmove(list + at + 1, list + at, (*count - at - 1) * sizeof *list);
        list[at] = *slot;
    }
    for (size_t rank = 0; rank < COMPARED; rank++) {
        for (int kind = 0; kind < HIT_KINDS; kind++) {
            if (rank >= counts[kind]) continue;
            int64_t replay = best[kind][rank].replay / HIT_KINDS;
            size_t at = 0;
            while (at < total && chosen[at].replay != replay) at++;
            if (at == total) chosen[total++] = (candidate){ replay, best[kind][rank].worth };
        }
    }
    return total;
}

typedef struct found_replay {
    int64_t replay;
    reel_match match;
} found_replay;

/* Reads an entry. REEL_END: there is none, or it has the name that is left out. *made is to be reset after REEL_OK. */
static reel_status read_entry(reel_match_index *index, int64_t replay, reel_string except, sqlite3_stmt **made, reel_string *name,
                              reel_bytes *fingerprint, reel_error *error)
{
    *made = statement(index, SQL_BY_ID);
    if (!*made) return failure(index, error);
    sqlite3_bind_int64(*made, 1, replay);
    int step = sqlite3_step(*made);
    if (step != SQLITE_ROW) return step == SQLITE_DONE ? REEL_END : failure(index, error);
    *name = (reel_string){ sqlite3_column_blob(*made, 0), (size_t)sqlite3_column_bytes(*made, 0) };
    *fingerprint = (reel_bytes){ sqlite3_column_blob(*made, 1), (size_t)sqlite3_column_bytes(*made, 1) };
    if (except.size != name->size || !name->size || memcmp(except.data, name->data, name->size) != 0) return REEL_OK;
    sqlite3_reset(*made);
    return REEL_END;
}

/* Puts a result where it belongs: those whose hands have more in common first, then those with a better score. */
static void place_result(found_replay *results, size_t count, found_replay found)
{
    size_t at = count;
    for (; at > 0; at--) {
        const reel_match *before = &results[at - 1].match;
        double ahead = found.match.score - before->score + (found.match.evidence - before->evidence) * 1e-3;
        if (!(ahead > 0)) break;
        results[at] = results[at - 1];
    }
    results[at] = found;
}

/* Compares an entry, the hands only or in full. */
static reel_status compare_entry(reel_match_index *index, const reel_motion *motion, reel_string except, bool in_full,
                                 found_replay *found, reel_error *error)
{
    sqlite3_stmt *made;
    reel_string name;
    reel_bytes fingerprint;
    reel_status status = read_entry(index, found->replay, except, &made, &name, &fingerprint, error);
    if (status != REEL_OK) return status;
    status = (in_full ? reel_match_compare : reel_match_compare_hands)(motion, fingerprint, &found->match, error);
    sqlite3_reset(made);
    return status == REEL_OK || status == REEL_MEMORY ? status : damaged(error);
}

/* Compares the hands with those that were chosen, then the best of them in full. Of a copy of a whole play, entries with far fewer hits are
 * not compared: hardly anything is left of which they could be the source. */
static reel_status compare_chosen(reel_match_index *index, const reel_motion *motion, reel_string except, const candidate *chosen,
                                  size_t chosen_count, found_replay *results, size_t *count, reel_error *error)
{
    found_replay first[MOST_RESULTS];
    size_t found = 0;
    uint32_t known = 0; /* worth of the hits of an entry that has the same motion */
    for (size_t i = 0; i < chosen_count; i++) {
        found_replay each = { .replay = chosen[i].replay };
        if (chosen[i].worth < known / FEW_HITS) continue;
        reel_status status = compare_entry(index, motion, except, false, &each, error);
        if (status < 0) return status;
        if (status != REEL_OK) continue;
        if (each.match.band == REEL_MATCH_SAME && chosen[i].worth > known) known = chosen[i].worth;
        place_result(first, found++, each);
    }
    for (size_t i = 0; i < found; i++) {
        const bool is_known = i > 0 && results[0].match.band == REEL_MATCH_SAME; /* whose motion it is */
        if (i < IN_FULL && !is_known) {
            reel_status status = compare_entry(index, motion, except, true, &first[i], error);
            if (status < 0) return status;
        }
        if (first[i].match.windows || first[i].match.part_count) place_result(results, (*count)++, first[i]);
    }
    return REEL_OK;
}

typedef struct result_name {
    char *data;
    size_t size;
} result_name;

/* Copies the names of the results, which are to be freed also after a failure. */
static reel_status read_names(reel_match_index *index, const found_replay *results, size_t count, result_name *names,
                              reel_error *error)
{
    for (size_t i = 0; i < count; i++) {
        sqlite3_stmt *made;
        reel_string name;
        reel_bytes fingerprint;
        reel_status status = read_entry(index, results[i].replay, (reel_string){ NULL, 0 }, &made, &name, &fingerprint, error);
        if (status != REEL_OK) return status < 0 ? status : damaged(error);
        names[i].data = malloc(name.size + 1);
        names[i].size = name.size;
        if (names[i].data && name.size) memcpy(names[i].data, name.data, name.size);
        sqlite3_reset(made);
        if (!names[i].data) return memory_fail(error);
    }
    return REEL_OK;
}

reel_status reel_match_index_find(reel_match_index *index, const reel_motion *motion, reel_string except, size_t limit,
                                  bool (*each)(void *context, reel_string name, const reel_match *match), void *context,
                                  reel_error *error)
{
    hit_table table = { .rows = { MOST_ROWS_READ, 0, MOST_ROWS_READ } };
    candidate chosen[MOST_RESULTS];
    found_replay results[MOST_RESULTS];
    result_name names[MOST_RESULTS] = { { NULL, 0 } };
    size_t count = 0;
    probe_list list = { NULL, 0 };
    reel_status status = find_probes(motion, &list) ? REEL_OK : memory_fail(error);
    if (status == REEL_OK && !begin(index, SQL_BEGIN_READ)) status = failure(index, error);
    if (status < 0) {
        free(list.keys);
        return status;
    }
    status = probe_all(index, &list, &table) ? REEL_OK : failure(index, error);
    /* one hit may be chance, but a short play has few */
    size_t chosen_count = status == REEL_OK ? choose(&table, list.count > SHORT_PROBES ? 2 : 1, chosen) : 0;
    free(table.slots);
    free(list.keys);
    if (status == REEL_OK) status = compare_chosen(index, motion, except, chosen, chosen_count, results, &count, error);
    if (count > (limit ? limit : DEFAULT_LIMIT)) count = limit ? limit : DEFAULT_LIMIT;
    if (status == REEL_OK) status = read_names(index, results, count, names, error);
    run(index, SQL_ROLLBACK, 0);
    bool more = status == REEL_OK;
    for (size_t i = 0; i < count; i++) {
        more = more && each(context, (reel_string){ names[i].data, names[i].size }, &results[i].match);
        free(names[i].data);
    }
    return status;
}

#endif
