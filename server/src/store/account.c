/* SPDX-License-Identifier: MIT */
#include "store/account.h"

#include "store/catalogue_internal.h"

typedef struct arrival {
    const account *account;
    const new_session *session;
    bool known; /* the flow was used already */
} arrival;

static reel_status arrive(sql *db, void *context, reel_error *error)
{
    arrival *a = context;
    const account *who = a->account;
    const sql_value values[] = { sql_text(who->name),   sql_text(who->provider),    sql_text(who->subject), sql_text(who->shown),
                                 sql_text(who->player), sql_integer(who->has_role), sql_integer(who->seen) };
    const sql_value session[] = { sql_text(a->session->hash), sql_text(who->name), sql_integer(who->seen),
                                  sql_integer(a->session->ends), sql_text(a->session->flow) };
    uint64_t changed = 0;
    reel_status status =
        sql_do(db,
               "INSERT INTO account (name, provider, subject, shown, player, has_role, created, seen) VALUES ($1, "
               "$2, $3, $4, $5, $6, $7, $7) ON CONFLICT (name) DO UPDATE SET provider = $2, subject = $3, shown = "
               "$4, player = $5, has_role = $6, seen = $7",
               values, 7, NULL, error);
    if (status >= 0)
        status =
            sql_do(db,
                   "INSERT INTO session (hash, account, begun, ends, flow) VALUES ($1, $2, $3, $4, $5) ON CONFLICT (flow) DO "
                   "NOTHING",
                   session, 5, &changed, error);
    a->known = status >= 0 && !changed;
    return a->known ? REEL_END : status; /* undoes all of it */
}

reel_status account_sign_in(catalogue *c, const account *account, const new_session *session, reel_error *error)
{
    arrival a = { account, session, false };
    reel_status status = catalogue_transact(c, arrive, &a, error);
    return status >= 0 && a.known ? REEL_END : status;
}

#define ACCOUNT_COLUMNS "name, provider, subject, shown, player, has_role, created, seen"

static bool read_account(void *context, const sql_value *v, size_t count)
{
    account *to = context;
    (void)count;
    catalogue_copy(to->name, sizeof to->name, &v[0]);
    catalogue_copy(to->provider, sizeof to->provider, &v[1]);
    catalogue_copy(to->subject, sizeof to->subject, &v[2]);
    catalogue_copy(to->shown, sizeof to->shown, &v[3]);
    catalogue_copy(to->player, sizeof to->player, &v[4]);
    to->has_role = v[5].integer != 0;
    to->created = v[6].integer;
    to->seen = v[7].integer;
    return false;
}

reel_status account_of_session(catalogue *c, const char *hash, int64_t now, account *to, reel_error *error)
{
    const sql_value values[] = { sql_text(hash), sql_integer(now) };
    *to->name = '\0';
    reel_status status = catalogue_run(
        c, "SELECT " ACCOUNT_COLUMNS " FROM session JOIN account ON name = session.account WHERE hash = $1 AND ends > $2", values,
        2, read_account, to, NULL, error);
    return status < 0 || *to->name ? status : REEL_END;
}

reel_status account_get(catalogue *c, const char *name, account *to, reel_error *error)
{
    const sql_value value = sql_text(name);
    *to = (account){ .name = "" };
    reel_status status =
        catalogue_run(c, "SELECT " ACCOUNT_COLUMNS " FROM account WHERE name = $1", &value, 1, read_account, to, NULL, error);
    return status < 0 || *to->name ? status : REEL_END;
}

typedef struct account_reader {
    void (*each)(void *context, const account *account);
    void *context;
} account_reader;

static bool read_each_account(void *context, const sql_value *values, size_t count)
{
    const account_reader *reader = context;
    account found;
    read_account(&found, values, count);
    reader->each(reader->context, &found);
    return true;
}

reel_status account_list(catalogue *c, const char *after, unsigned limit, void (*each)(void *context, const account *account),
                         void *context, reel_error *error)
{
    account_reader reader = { each, context };
    const sql_value values[] = { sql_text(after), sql_integer(limit) };
    return catalogue_run(c, "SELECT " ACCOUNT_COLUMNS " FROM account WHERE name > $1 ORDER BY name LIMIT $2", values, 2,
                         read_each_account, &reader, NULL, error);
}

reel_status account_sign_out(catalogue *c, const char *hash, int64_t now, reel_error *error)
{
    const sql_value values[] = { sql_text(hash), sql_integer(now) };
    return catalogue_run(c, "UPDATE session SET ends = $2 WHERE hash = $1 AND ends > $2", values, 2, NULL, NULL, NULL, error);
}

reel_status account_prune(catalogue *c, int64_t before, reel_error *error)
{
    const sql_value value = sql_integer(before);
    return catalogue_run(c, "DELETE FROM session WHERE ends < $1", &value, 1, NULL, NULL, NULL, error);
}

reel_status account_revoke_token(catalogue *c, const char *name, const char *token, int64_t now, reel_error *error)
{
    const sql_value values[] = { sql_text(token), sql_text(name), sql_integer(now) };
    uint64_t changed = 0;
    reel_status status = catalogue_run(c, "UPDATE token SET revoked = $3 WHERE name = $1 AND owner = $2 AND revoked = 0", values,
                                       3, NULL, NULL, &changed, error);
    return status < 0 || changed ? status : REEL_END;
}
