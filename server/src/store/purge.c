/* SPDX-License-Identifier: MIT
 * What goes for good. Entries go first, in a transaction that notes whose bytes are to go; a crash leaves the note. An id that is noted cannot
 * be uploaded until an hour after its bytes went: no upload that put them again is still on its way to its entry then. */
#include "base/fail.h"
#include "store/account.h"
#include "store/audit.h"
#include "store/catalogue_maps.h"
#include "store/events.h"
#include "store/moderation.h"
#include "store/ranking.h"
#include "store/stated.h"
#include "store/upload_quota.h"

#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BATCH = 100, HASH_BYTES = 8 };
#define GRACE_MS (INT64_C(3600) * 1000)

typedef struct id_list {
    char ids[BATCH][STORE_ID];
    int64_t numbers[BATCH];
    size_t count;
} id_list;

static bool read_id(void *context, const sql_value *values, size_t count)
{
    id_list *list = context;
    list->numbers[list->count] = count > 1 ? values[1].integer : 0;
    catalogue_copy(list->ids[list->count++], STORE_ID, &values[0]);
    return list->count < BATCH;
}

/* ---- bytes ----------------------------------------------------------------------------------------------------------- */

/* Removes the bytes of noted ids. */
static reel_status remove_bytes(catalogue *c, store *store, int64_t now, unsigned *count, reel_error *error)
{
    id_list *list = calloc(1, sizeof *list);
    reel_status status = list ? REEL_OK : REEL_MEMORY;
    *count = 0;
    if (status >= 0)
        status = catalogue_run(c, "SELECT id FROM doomed WHERE gone = 0 LIMIT 100", NULL, 0, read_id, list, NULL, error);
    for (size_t i = 0; status >= 0 && i < list->count; i++) {
        const sql_value values[] = { sql_text(list->ids[i]), sql_integer(now) };
        status = store->kind->remove(store, list->ids[i], error);
        if (status >= 0)
            status =
                catalogue_run(c, "UPDATE doomed SET gone = $2 WHERE id = $1 AND gone = 0", values, 2, NULL, NULL, NULL, error);
        *count += status >= 0;
    }
    free(list);
    return status;
}

reel_status catalogue_doom(sql *db, const char *id, reel_error *error)
{
    const sql_value value = sql_text(id);
    return sql_do(db, "INSERT INTO doomed (id, gone) VALUES ($1, 0) ON CONFLICT (id) DO UPDATE SET gone = 0", &value, 1, NULL,
                  error);
}

/* ---- evidence whose time is over ------------------------------------------------------------------------------------- */

typedef struct ending {
    int64_t now;
    id_list list;
} ending;

/* The bytes of an entry are to go, with its plays. */
static reel_status doom(sql *db, const char *id, int64_t number, reel_error *error)
{
    static const char *const texts[] = {
        "DELETE FROM withdrawn WHERE id = $1",
        "DELETE FROM upload_key WHERE id = $1",
    };
    const sql_value value = sql_text(id);
    reel_status status = quota_give(db, id, error);
    if (status >= 0) status = catalogue_drop(db, id, number, error);
    if (status >= 0) status = catalogue_forget_plays(db, number, error);
    if (status >= 0) status = map_forget(db, number, error);
    for (size_t i = 0; i < sizeof texts / sizeof *texts && status >= 0; i++)
        status = sql_do(db, texts[i], &value, 1, NULL, error);
    return status < 0 ? status : catalogue_doom(db, id, error);
}

static reel_status end_steps(sql *db, void *context, reel_error *error)
{
    ending *e = context;
    const sql_value values[] = { sql_integer(e->now), sql_integer(STATE_REMOVED) }, old = sql_integer(e->now - GRACE_MS);
    int64_t number;
    e->list.count = 0;
    reel_status status = catalogue_next_number(db, &number, error);
    if (status >= 0)
        status = sql_ask(db, "SELECT id, number FROM withdrawn WHERE state = $2 AND until > 0 AND until <= $1 LIMIT 100", values,
                         2, read_id, &e->list, error);
    for (size_t i = 0; i < e->list.count && status >= 0; i++) status = doom(db, e->list.ids[i], e->list.numbers[i], error);
    return status < 0 ? status : sql_do(db, "DELETE FROM doomed WHERE gone > 0 AND gone <= $1", &old, 1, NULL, error);
}

reel_status moderation_purge(catalogue *c, store *store, int64_t now, unsigned *count, reel_error *error)
{
    const sql_value values[] = { sql_integer(now), sql_integer(STATE_REMOVED), sql_integer(now - GRACE_MS) };
    int64_t due = 0;
    *count = 0;
    reel_status status = catalogue_run(c,
                                       "SELECT 1 WHERE EXISTS (SELECT 1 FROM withdrawn WHERE state = $2 AND until > 0 AND until "
                                       "<= $1) OR EXISTS (SELECT 1 FROM doomed WHERE gone <= $3)",
                                       values, 3, catalogue_read_integer, &due, NULL, error);
    if (status < 0 || !due) return status;
    ending *e = calloc(1, sizeof *e);
    if (!e) return fail(error, REEL_MEMORY, "catalogue.memory", "out of memory");
    e->now = now;
    status = catalogue_transact(c, end_steps, e, error);
    free(e);
    return status < 0 ? status : remove_bytes(c, store, now, count, error);
}

/* ---- a player -------------------------------------------------------------------------------------------------------- */

typedef struct erasure {
    char key[CATALOGUE_TEXT]; /* of the player; empty: it is an account of none */
    const char *account;      /* whose replays go; NULL: those of the player do */
    const char *who;
    int64_t now;
    uint64_t count; /* of replays so far */
    id_list list;
    bool last; /* no replay is left */
} erasure;

/* Events are found by their player. */
static reel_status erase_events(sql *db, const char *id, reel_error *error)
{
    static const char *const texts[] = {
        "DELETE FROM event WHERE subject = $1 AND event_player = (SELECT player_key FROM replay WHERE id = $1)",
        "DELETE FROM event WHERE subject = $1 AND event_player = (SELECT player_key FROM withdrawn WHERE id = $1)",
    };
    const sql_value value = sql_text(id);
    reel_status status = sql_do(db, texts[0], &value, 1, NULL, error);
    return status < 0 ? status : sql_do(db, texts[1], &value, 1, NULL, error);
}

static reel_status erase_one(sql *db, const char *id, int64_t number, int64_t now, reel_error *error)
{
    event_entry event = { .at = now, .kind = EVENT_ERASED, .state = STATE_REMOVED };
    snprintf(event.id, sizeof event.id, "%s", id);
    reel_status status = doom(db, id, number, error);
    if (status >= 0) status = catalogue_next_number(db, &event.number, error);
    return status < 0 ? status : event_note(db, &event, error);
}

/* The log names a player who asked to be forgotten by a hash only, also in what was noted before: it can be compared, and not read. */
static void name_player(const char *key, char *name, size_t size)
{
    uint8_t hash[crypto_generichash_BYTES_MIN];
    char text[2 * HASH_BYTES + 1];
    crypto_generichash(hash, sizeof hash, (const uint8_t *)key, strlen(key), NULL, 0);
    sodium_bin2hex(text, sizeof text, hash, HASH_BYTES);
    snprintf(name, size, "hash:%s", text);
}

/* What is kept of a player beside replays. */
static reel_status forget_player(sql *db, const char *key, const char *hashed, reel_error *error)
{
    const sql_value names[] = { sql_text(key), sql_text(hashed) };
    reel_status status = sql_do(db, "DELETE FROM challenge WHERE player = $1", names, 1, NULL, error);
    if (status >= 0) status = ranking_profile_forget(db, key, error);
    if (status >= 0) status = stated_forget(db, key, error);
    if (status < 0) return status;
    return sql_do(db,
                  "UPDATE audit_log SET name = $2 WHERE name = $1 AND event IN ('player.ban', 'player.ban-hold', "
                  "'player.unban', 'player.profile')",
                  names, 2, NULL, error);
}

/* What is kept of an account beside replays: its tokens and sessions are valid no longer. */
static reel_status forget_account(sql *db, const char *account, reel_error *error)
{
    static const char *const texts[] = {
        "DELETE FROM upload_key WHERE uploader = $1",
        "DELETE FROM refused WHERE uploader = $1",
        "DELETE FROM uploader WHERE name = $1",
        "DELETE FROM token WHERE owner = $1 AND owner <> ''",
        "DELETE FROM session WHERE account = $1",
        "DELETE FROM account WHERE name = $1",
        "UPDATE map SET uploader = '' WHERE uploader = $1",
    };
    const sql_value name = sql_text(account);
    reel_status status = REEL_OK;
    for (size_t i = 0; i < sizeof texts / sizeof *texts && status >= 0; i++) status = sql_do(db, texts[i], &name, 1, NULL, error);
    return status;
}

static reel_status end_erasure(sql *db, const erasure *e, uint64_t count, reel_error *error)
{
    audit_entry entry = { .at = e->now };
    char hashed[CATALOGUE_TEXT];
    name_player(e->key, hashed, sizeof hashed);
    snprintf(entry.event, sizeof entry.event, "%s", e->account ? "account.erase" : "player.erase");
    snprintf(entry.name, sizeof entry.name, "%s", e->account ? e->account : hashed);
    snprintf(entry.who, sizeof entry.who, "%s", e->who);
    snprintf(entry.detail, sizeof entry.detail, "replays: %" PRIu64, count);
    reel_status status = *e->key ? forget_player(db, e->key, hashed, error) : REEL_OK;
    if (status >= 0 && e->account) status = forget_account(db, e->account, error);
    return status < 0 ? status : audit_note(db, &entry, error);
}

/* The next replays of the account, or of the player, in whatever state. */
static reel_status list_replays(sql *db, erasure *e, reel_error *error)
{
    const sql_value of = sql_text(e->account ? e->account : e->key);
    e->list.count = 0;
    if (e->account)
        return sql_ask(db,
                       "SELECT id, number FROM replay WHERE uploader = $1 UNION ALL SELECT id, number FROM withdrawn WHERE "
                       "uploader = $1 LIMIT 100",
                       &of, 1, read_id, &e->list, error);
    return sql_ask(db,
                   "SELECT id, number FROM replay WHERE player_key = $1 UNION ALL SELECT id, number FROM withdrawn WHERE "
                   "player_key = $1 "
                   "LIMIT 100",
                   &of, 1, read_id, &e->list, error);
}

static reel_status erase_steps(sql *db, void *context, reel_error *error)
{
    erasure *e = context;
    int64_t number;
    reel_status status = catalogue_next_number(db, &number, error);
    if (status >= 0 && !e->account) status = event_erase(db, e->key, error);
    if (status >= 0) status = list_replays(db, e, error);
    for (size_t i = 0; i < e->list.count && status >= 0; i++) {
        if (e->account) status = erase_events(db, e->list.ids[i], error);
        if (status >= 0) status = erase_one(db, e->list.ids[i], e->list.numbers[i], e->now, error);
    }
    e->last = status >= 0 && e->list.count < BATCH;
    return e->last ? end_erasure(db, e, e->count + e->list.count, error) : status;
}

/* All of it, in batches; then the bytes. */
static reel_status erase(catalogue *c, store *store, erasure *e, uint64_t *count, reel_error *error)
{
    unsigned gone = 1;
    reel_status status = REEL_OK;
    while (status >= 0 && !e->last) {
        status = catalogue_transact(c, erase_steps, e, error);
        if (status >= 0) e->count += e->list.count;
    }
    while (status >= 0 && gone) status = remove_bytes(c, store, e->now, &gone, error);
    *count = e->count;
    return status;
}

reel_status moderation_erase(catalogue *c, store *store, const char *player, const char *who, int64_t now, uint64_t *count,
                             reel_error *error)
{
    erasure e = { .who = who, .now = now };
    reel_player_key(player, strlen(player), e.key, sizeof e.key);
    e.last = !*e.key;
    return erase(c, store, &e, count, error);
}

reel_status moderation_erase_account(catalogue *c, store *store, const account *account, const char *who, int64_t now,
                                     uint64_t *count, reel_error *error)
{
    erasure e = { .account = account->name, .who = who, .now = now };
    reel_player_key(account->player, strlen(account->player), e.key, sizeof e.key);
    return erase(c, store, &e, count, error);
}
