/* SPDX-License-Identifier: MIT
 * Tokens, challenges, and keys of uploads. */
#include "base/fail.h"
#include "store/catalogue.h"
#include "store/catalogue_internal.h"

#include <string.h>

/* ---- tokens ------------------------------------------------------------------------------------------------------ */

#define TOKEN_COLUMNS "name, scopes, hash, created, revoked, expires, used, owner, label"

static void read_token(const sql_value *v, token_entry *token)
{
    *token = (token_entry){ .created = v[3].integer, .revoked = v[4].integer, .expires = v[5].integer, .used = v[6].integer };
    catalogue_copy(token->name, sizeof token->name, &v[0]);
    catalogue_copy(token->scopes, sizeof token->scopes, &v[1]);
    catalogue_copy(token->hash, sizeof token->hash, &v[2]);
    catalogue_copy(token->owner, sizeof token->owner, &v[7]);
    catalogue_copy(token->label, sizeof token->label, &v[8]);
}

static bool read_one_token(void *context, const sql_value *values, size_t count)
{
    (void)count;
    read_token(values, context);
    return false;
}

reel_status catalogue_token_add(catalogue *c, const token_entry *token, reel_error *error)
{
    const sql_value values[] = { sql_text(token->name),       sql_text(token->scopes),     sql_text(token->hash),
                                 sql_integer(token->created), sql_integer(token->expires), sql_text(token->owner),
                                 sql_text(token->label) };
    uint64_t changed = 0;
    reel_status status = catalogue_run(
        c,
        "INSERT INTO token (name, scopes, hash, created, revoked, expires, owner, label) VALUES ($1, $2, $3, $4, 0, $5, $6, $7) "
        "ON CONFLICT (name) DO UPDATE SET scopes = $2, hash = $3, created = $4, revoked = 0, expires = $5, owner = $6, label = "
        "$7 "
        "WHERE token.revoked <> 0 OR (token.expires <> 0 AND token.expires <= $4)",
        values, 7, NULL, NULL, &changed, error);
    if (status < 0 || changed) return status;
    return fail(error, REEL_ARGUMENT, "token.exists", "there is a token named '%s'", token->name);
}

reel_status catalogue_token_get(catalogue *c, const char *name, token_entry *token, reel_error *error)
{
    const sql_value value = sql_text(name);
    token->name[0] = '\0';
    reel_status status =
        catalogue_run(c, "SELECT " TOKEN_COLUMNS " FROM token WHERE name = $1", &value, 1, read_one_token, token, NULL, error);
    return status < 0 || *token->name ? status : REEL_END;
}

reel_status catalogue_token_revoke(catalogue *c, const char *name, int64_t now, uint64_t *changed, reel_error *error)
{
    const sql_value values[] = { sql_text(name), sql_integer(now) };
    return catalogue_run(c, "UPDATE token SET revoked = $2 WHERE name = $1 AND revoked = 0", values, 2, NULL, NULL, changed,
                         error);
}

reel_status catalogue_token_rotate(catalogue *c, const token_entry *token, uint64_t *changed, reel_error *error)
{
    const sql_value values[] = { sql_text(token->name), sql_text(token->hash) };
    return catalogue_run(c, "UPDATE token SET hash = $2 WHERE name = $1 AND revoked = 0", values, 2, NULL, NULL, changed, error);
}

reel_status catalogue_token_rehash(catalogue *c, const token_entry *token, const char *hash, reel_error *error)
{
    uint64_t changed;
    const sql_value values[] = { sql_text(token->name), sql_text(token->hash), sql_text(hash) };
    return catalogue_run(c, "UPDATE token SET hash = $3 WHERE name = $1 AND hash = $2", values, 3, NULL, NULL, &changed, error);
}

reel_status catalogue_token_use(catalogue *c, const char *name, int64_t now, reel_error *error)
{
    const sql_value values[] = { sql_text(name), sql_integer(now) };
    return catalogue_run(c, "UPDATE token SET used = $2 WHERE name = $1 AND used < $2", values, 2, NULL, NULL, NULL, error);
}

reel_status catalogue_token_bind(catalogue *c, const char *name, const char *player, reel_error *error)
{
    const sql_value values[] = { sql_text(name), sql_text(player) };
    return catalogue_run(c, "UPDATE token SET player = $2 WHERE name = $1", values, 2, NULL, NULL, NULL, error);
}

static bool read_player(void *context, const sql_value *values, size_t count)
{
    (void)count;
    catalogue_copy(context, CATALOGUE_TEXT, &values[0]);
    return false;
}

reel_status catalogue_token_player(catalogue *c, const char *name, char player[CATALOGUE_TEXT], reel_error *error)
{
    const sql_value value = sql_text(name);
    *player = '\0';
    return catalogue_run(c, "SELECT player FROM token WHERE name = $1 UNION ALL SELECT player FROM account WHERE name = $1",
                         &value, 1, read_player, player, NULL, error);
}

typedef struct token_reader {
    void (*each)(void *context, const token_entry *token, const uploader_use *use);
    void *context;
} token_reader;

static bool read_each_token(void *context, const sql_value *values, size_t count)
{
    const token_reader *reader = context;
    const uploader_use use = { values[9].integer, values[10].integer, values[11].integer };
    token_entry token;
    (void)count;
    read_token(values, &token);
    reader->each(reader->context, &token, &use);
    return true;
}

reel_status catalogue_token_list(catalogue *c, void (*each)(void *context, const token_entry *token, const uploader_use *use),
                                 void *context, reel_error *error)
{
    token_reader reader = { each, context };
    return catalogue_run(c,
                         "SELECT token.name, scopes, hash, created, revoked, expires, used, owner, label, bytes, day, uploads "
                         "FROM token LEFT JOIN "
                         "uploader ON uploader.name = token.name ORDER BY token.name",
                         NULL, 0, read_each_token, &reader, NULL, error);
}

reel_status catalogue_token_of(catalogue *c, const char *owner,
                               void (*each)(void *context, const token_entry *token, const uploader_use *use), void *context,
                               reel_error *error)
{
    token_reader reader = { each, context };
    const sql_value value = sql_text(owner);
    return catalogue_run(c,
                         "SELECT " TOKEN_COLUMNS
                         ", 0, 0, 0 FROM token WHERE owner = $1 AND owner <> '' AND revoked = 0 ORDER BY name "
                         "LIMIT 100",
                         &value, 1, read_each_token, &reader, NULL, error);
}

/* ---- challenges -------------------------------------------------------------------------------------------------- */

reel_status catalogue_end_challenges(catalogue *c, int64_t now, reel_error *error)
{
    const sql_value value = sql_integer(now);
    return catalogue_run(c, "UPDATE challenge SET expires = 0 WHERE expires > 0 AND expires <= $1", &value, 1, NULL, NULL, NULL,
                         error);
}

reel_status catalogue_challenge_add(catalogue *c, const char *id, const char *player, const char *level, int64_t now,
                                    int64_t expires, reel_error *error)
{
    char player_key[CATALOGUE_TEXT], level_key[CATALOGUE_TEXT];
    reel_player_key(player, strlen(player), player_key, sizeof player_key);
    reel_level_key(level, strlen(level), level_key, sizeof level_key);
    const sql_value values[] = { sql_text(id), sql_text(player_key), sql_text(level_key), sql_integer(now),
                                 sql_integer(expires) };
    reel_status status = catalogue_end_challenges(c, now, error);
    if (status < 0) return status;
    return catalogue_run(c,
                         "INSERT INTO challenge (id, player, level, created, expires, used_by) VALUES ($1, $2, $3, $4, $5, '')",
                         values, 5, NULL, NULL, NULL, error);
}

reel_status catalogue_challenge_use(catalogue *c, const char *id, const char *replay, const new_replay *more, int64_t now,
                                    bool *fine, reel_error *error)
{
    const sql_value values[] = { sql_text(id), sql_text(more->player_key), sql_text(more->level_key), sql_integer(now),
                                 sql_text(replay) };
    uint64_t changed = 0;
    reel_status status = catalogue_end_challenges(c, now, error);
    if (status >= 0)
        status = catalogue_run(c,
                               "UPDATE challenge SET used_by = $5 WHERE id = $1 AND player = $2 AND level = $3 AND expires > $4 "
                               "AND (used_by = '' OR used_by = $5)",
                               values, 5, NULL, NULL, &changed, error);
    *fine = status >= 0 && changed == 1;
    return status;
}

/* ---- keys of uploads --------------------------------------------------------------------------------------------- */

typedef struct id_check {
    const char *id;
    bool same;
} id_check;

static bool check_id(void *context, const sql_value *values, size_t count)
{
    id_check *check = context;
    (void)count;
    check->same = strcmp(values[0].text, check->id) == 0;
    return false;
}

static const char erased_text[] = "SELECT 1 FROM audit_log WHERE name = $1 AND event = 'account.erase' AND NOT EXISTS (SELECT 1 "
                                  "FROM account WHERE name = $1) LIMIT 1";

reel_status catalogue_find_erased(sql *db, const char *uploader, bool *erased, reel_error *error)
{
    const sql_value name = sql_text(uploader);
    int64_t found = 0;
    reel_status status = *uploader ? sql_ask(db, erased_text, &name, 1, catalogue_read_integer, &found, error) : REEL_OK;
    *erased = found != 0;
    return status;
}

reel_status catalogue_is_erased(catalogue *c, const char *uploader, bool *erased, reel_error *error)
{
    const sql_value name = sql_text(uploader);
    int64_t found = 0;
    reel_status status = catalogue_run(c, erased_text, &name, 1, catalogue_read_integer, &found, NULL, error);
    *erased = found != 0;
    return status;
}

reel_status catalogue_key_use(catalogue *c, const char *uploader, const char *key, const char *id, int64_t now, int64_t oldest,
                              bool *same, reel_error *error)
{
    const sql_value age = sql_integer(oldest);
    const sql_value values[] = { sql_text(uploader), sql_text(key), sql_text(id), sql_integer(now) };
    id_check check = { id, false };
    reel_status status = catalogue_run(c, "DELETE FROM upload_key WHERE created < $1", &age, 1, NULL, NULL, NULL, error);
    if (status >= 0)
        status = catalogue_run(c,
                               "INSERT INTO upload_key (uploader, name, id, created) VALUES ($1, $2, $3, $4) "
                               "ON CONFLICT (uploader, name) DO NOTHING",
                               values, 4, NULL, NULL, NULL, error);
    if (status >= 0)
        status = catalogue_run(c, "SELECT id FROM upload_key WHERE uploader = $1 AND name = $2", values, 2, check_id, &check,
                               NULL, error);
    *same = check.same;
    return status;
}
