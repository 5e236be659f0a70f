/* SPDX-License-Identifier: MIT
 * A map comes before or after a replay of it: each of the two transactions takes the lock of catalogue_next_number first, so that the second one
 * sees what the first did, and the replay is judged with the map by its upload or afterwards. */
#include "store/catalogue_maps.h"

#include "store/audit.h"
#include "store/upload_quota.h"

#include <stdio.h>
#include <string.h>

#define MAP_COLUMNS "map_key, format, game, title, author, size, added, uploader, pending, map_number, figures"

/* ---- maps ----------------------------------------------------------------------------------------------------------- */

typedef struct map_reader {
    map_each *each;
    void *context;
    bool found;
} map_reader;

static bool read_map(void *context, const sql_value *v, size_t count)
{
    map_reader *reader = context;
    map_entry map = { .size = v[5].integer, .added = v[6].integer, .pending = v[8].integer != 0, .number = v[9].integer };
    (void)count;
    catalogue_copy(map.hash, sizeof map.hash, &v[0]);
    catalogue_copy(map.format, sizeof map.format, &v[1]);
    catalogue_copy(map.game, sizeof map.game, &v[2]);
    catalogue_copy(map.title, sizeof map.title, &v[3]);
    catalogue_copy(map.author, sizeof map.author, &v[4]);
    catalogue_copy(map.uploader, sizeof map.uploader, &v[7]);
    reader->found = true;
    reader->each(reader->context, &map, v[10].kind == SQL_TEXT ? v[10].text : "{}");
    return true;
}

reel_status map_get(catalogue *c, const char *hash, map_each *each, void *context, reel_error *error)
{
    map_reader reader = { each, context, false };
    const sql_value value = sql_text(hash);
    reel_status status =
        catalogue_run(c, "SELECT " MAP_COLUMNS " FROM map WHERE map_key = $1", &value, 1, read_map, &reader, NULL, error);
    return status < 0 || reader.found ? status : REEL_END;
}

reel_status map_list(catalogue *c, int64_t before, unsigned limit, map_each *each, void *context, reel_error *error)
{
    map_reader reader = { each, context, false };
    const sql_value values[] = { sql_integer(before ? before : INT64_MAX), sql_integer(limit) };
    return catalogue_run(c, "SELECT " MAP_COLUMNS " FROM map WHERE map_number < $1 ORDER BY map_number DESC LIMIT $2", values, 2,
                         read_map, &reader, NULL, error);
}

void map_describe(map_entry *map, const map_facts *facts, const char *format)
{
    snprintf(map->format, sizeof map->format, "%s", format);
    snprintf(map->game, sizeof map->game, "%s", facts->game);
    snprintf(map->title, sizeof map->title, "%s", facts->title);
    snprintf(map->author, sizeof map->author, "%s", facts->author);
}

typedef struct map_addition {
    const map_entry *map;
    const char *figures;
    const upload_quota *quota;
    add_result result;
} map_addition;

/* A map counts as a replay does. */
static reel_status take_quota(sql *db, map_addition *a, reel_error *error)
{
    replay_entry counted = { .size = a->map->size, .received = a->map->added };
    if (!a->quota) return REEL_OK;
    snprintf(counted.uploader, sizeof counted.uploader, "%s", a->map->uploader);
    return quota_take(db, &counted, a->quota, &a->result, error);
}

static reel_status add_steps(sql *db, void *context, reel_error *error)
{
    map_addition *a = context;
    const map_entry *m = a->map;
    int64_t number = 0, known = 0;
    bool erased = false;
    const sql_value hash = sql_text(m->hash);
    reel_status status = catalogue_next_number(db, &number, error);
    a->result = ADD_DONE;
    if (status >= 0)
        status = sql_ask(db, "SELECT map_number FROM map WHERE map_key = $1", &hash, 1, catalogue_read_integer, &known, error);
    if (status >= 0 && known) return a->result = ADD_KNOWN, REEL_END;
    if (status >= 0) status = catalogue_find_erased(db, m->uploader, &erased, error);
    if (status >= 0 && !erased) status = take_quota(db, a, error);
    if (status < 0 || a->result != ADD_DONE) return status < 0 ? status : REEL_END;
    const sql_value values[] = { sql_text(m->hash),     sql_text(m->format),
                                 sql_text(m->game),     sql_text(m->title),
                                 sql_text(m->author),   sql_integer(m->size),
                                 sql_integer(m->added), sql_text(erased ? "" : m->uploader),
                                 sql_text(a->figures),  sql_integer(number) };
    return sql_do(db,
                  "INSERT INTO map (map_key, format, game, title, author, size, added, uploader, figures, map_number, pending, "
                  "judged, turn, owner, lease) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 1, 0, 0, '', 0)",
                  values, sizeof values / sizeof *values, NULL, error);
}

reel_status map_add(catalogue *c, const map_entry *map, const char *figures, const upload_quota *quota, add_result *result,
                    reel_error *error)
{
    map_addition a = { map, figures, quota, ADD_DONE };
    reel_status status = catalogue_transact(c, add_steps, &a, error);
    *result = a.result;
    return status < 0 ? status : REEL_OK;
}

reel_status map_again(catalogue *c, const char *hash, reel_error *error)
{
    const sql_value value = sql_text(hash);
    return catalogue_run(c, "UPDATE map SET judged = 0, pending = 1 WHERE map_key = $1", &value, 1, NULL, NULL, NULL, error);
}

typedef struct map_removal {
    const char *hash, *who, *reason;
    int64_t now;
} map_removal;

static reel_status remove_steps(sql *db, void *context, reel_error *error)
{
    const map_removal *r = context;
    const sql_value hash = sql_text(r->hash);
    audit_entry entry = { .at = r->now, .event = "map.remove" };
    uint64_t changed = 0;
    snprintf(entry.name, sizeof entry.name, "%s", r->hash);
    snprintf(entry.who, sizeof entry.who, "%s", r->who);
    snprintf(entry.detail, sizeof entry.detail, "%s", r->reason);
    reel_status status = audit_note(db, &entry, error);
    if (status >= 0)
        status = sql_do(db,
                        "UPDATE uploader SET bytes = bytes - (SELECT size FROM map WHERE map_key = $1) WHERE name = (SELECT "
                        "uploader FROM map WHERE map_key = $1)",
                        &hash, 1, NULL, error);
    if (status >= 0) status = sql_do(db, "DELETE FROM map WHERE map_key = $1", &hash, 1, &changed, error);
    return status < 0 || changed ? status : REEL_END;
}

reel_status map_remove(catalogue *c, const char *hash, const char *who, const char *reason, int64_t now, reel_error *error)
{
    map_removal removal = { hash, who, reason, now };
    return catalogue_transact(c, remove_steps, &removal, error);
}

/* ---- replays that are judged again ------------------------------------------------------------------------------------- */

typedef struct taken {
    char *hash;
    int64_t *after;
} taken;

static bool read_taken(void *context, const sql_value *values, size_t count)
{
    const taken *t = context;
    (void)count;
    catalogue_copy(t->hash, JOB_MAP, &values[0]);
    *t->after = values[1].integer;
    return false;
}

reel_status map_take(catalogue *c, const char *owner, int64_t now, int64_t lease, char hash[JOB_MAP], int64_t *after,
                     reel_error *error)
{
    taken t = { hash, after };
    uint64_t changed = 0;
    const sql_value nothing[] = { sql_integer(now) };
    hash[0] = '\0';
    *after = 0;
    reel_status status = catalogue_run(c,
                                       "SELECT map_key, judged FROM map WHERE pending = 1 AND lease <= $1 ORDER BY turn, "
                                       "map_number LIMIT 1",
                                       nothing, 1, read_taken, &t, NULL, error);
    if (status < 0 || !*hash) return status < 0 ? status : REEL_END;
    const sql_value values[] = { sql_text(hash), sql_integer(now), sql_text(owner), sql_integer(lease) };
    status = catalogue_run(c, "UPDATE map SET owner = $3, lease = $4 WHERE map_key = $1 AND pending = 1 AND lease <= $2", values,
                           4, NULL, NULL, &changed, error);
    return status < 0 || changed ? status : REEL_END;
}

reel_status map_replays(catalogue *c, const char *hash, int64_t after, unsigned limit,
                        void (*each)(void *context, const replay_entry *entry), void *context, reel_error *error)
{
    entry_reader reader = { each, context };
    const sql_value values[] = { sql_text(hash), sql_integer(after), sql_integer(limit) };
    return catalogue_run(c,
                         "SELECT " REPLAY_COLUMNS " FROM replay_map JOIN replay ON number = replay_map.replay WHERE map_key = $1 "
                         "AND with_map = 0 AND replay_map.replay > $2 ORDER BY replay_map.replay LIMIT $3",
                         values, 3, catalogue_read_each, &reader, NULL, error);
}

typedef struct giving_back {
    const char *hash, *owner;
    int64_t after, last, now;
} giving_back;

static reel_status give_back_steps(sql *db, void *context, reel_error *error)
{
    const giving_back *g = context;
    int64_t number, more = 0, last = g->last, judged = g->after;
    const sql_value hash = sql_text(g->hash);
    reel_status status = catalogue_next_number(db, &number, error);
    if (status >= 0)
        status = sql_ask(db, "SELECT judged FROM map WHERE map_key = $1", &hash, 1, catalogue_read_integer, &judged, error);
    if (judged != g->after) last = judged; /* map_want moved it meanwhile */
    const sql_value from[] = { hash, sql_integer(last) };
    if (status >= 0)
        status =
            sql_ask(db,
                    "SELECT number FROM replay_map JOIN replay ON number = replay_map.replay WHERE map_key = $1 AND with_map "
                    "= 0 AND replay_map.replay > $2 ORDER BY replay_map.replay LIMIT 1",
                    from, 2, catalogue_read_integer, &more, error);
    if (status < 0) return status;
    const sql_value left[] = { hash, from[1], sql_text(g->owner), sql_integer(g->now), sql_integer(more != 0) };
    return sql_do(db,
                  "UPDATE map SET judged = $2, turn = $4, pending = $5, owner = '', lease = 0 WHERE map_key = $1 AND owner = $3",
                  left, 5, NULL, error);
}

reel_status map_give_back(catalogue *c, const char *hash, const char *owner, int64_t after, int64_t last, int64_t now,
                          reel_error *error)
{
    giving_back g = { hash, owner, after, last, now };
    return catalogue_transact(c, give_back_steps, &g, error);
}

reel_status map_judged(catalogue *c, int64_t replay, const char *hash, reel_error *error)
{
    const sql_value values[] = { sql_integer(replay), sql_text(hash) };
    return catalogue_run(c, "UPDATE replay_map SET with_map = 1 WHERE replay = $1 AND map_key = $2", values, 2, NULL, NULL, NULL,
                         error);
}

/* ---- parts of transactions ---------------------------------------------------------------------------------------------- */

reel_status map_note(sql *db, int64_t replay, const char *hash, bool judged, reel_error *error)
{
    const sql_value values[] = { sql_integer(replay), sql_text(hash), sql_integer(judged) };
    if (!hash || !*hash) return REEL_OK;
    return sql_do(db,
                  "INSERT INTO replay_map (replay, map_key, with_map) VALUES ($1, $2, $3) ON CONFLICT (replay) DO UPDATE SET "
                  "map_key = $2, with_map = $3",
                  values, 3, NULL, error);
}

reel_status map_want(sql *db, int64_t replay, reel_error *error)
{
    const sql_value value = sql_integer(replay);
    return sql_do(db,
                  "UPDATE map SET judged = CASE WHEN pending = 1 AND judged < $1 THEN judged ELSE $1 - 1 END, pending = 1 WHERE "
                  "map_key = (SELECT map_key FROM replay_map WHERE replay = $1 AND with_map = 0)",
                  &value, 1, NULL, error);
}

reel_status map_forget(sql *db, int64_t replay, reel_error *error)
{
    const sql_value value = sql_integer(replay);
    return sql_do(db, "DELETE FROM replay_map WHERE replay = $1", &value, 1, NULL, error);
}
