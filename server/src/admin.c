/* SPDX-License-Identifier: MIT */
#include "admin.h"

#include "clock.h"
#include "sql.h"
#include "token.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { PAGE = 1000, COPY = 1 << 16 };

int admin_failed(const reel_error *error)
{
    fprintf(stderr, "reel-server: %s\n", error->message);
    return 1;
}

bool admin_has_hash(int file, const char *id, uint64_t *size)
{
    static uint8_t data[COPY];
    crypto_hash_sha256_state state;
    uint8_t hash[crypto_hash_sha256_BYTES];
    char text[STORE_ID];
    ssize_t count;
    crypto_hash_sha256_init(&state);
    for (*size = 0; (count = pread(file, data, sizeof data, (off_t)*size)) > 0; *size += (uint64_t)count)
        crypto_hash_sha256_update(&state, data, (unsigned long long)count);
    crypto_hash_sha256_final(&state, hash);
    sodium_bin2hex(text, sizeof text, hash, sizeof hash);
    return count == 0 && strcmp(text, id) == 0;
}

/* ---- entries ------------------------------------------------------------------------------------------------------- */

typedef struct page {
    char ids[PAGE][STORE_ID];
    uint64_t sizes[PAGE];
    size_t count;
} page;

static bool read_row(void *context, const sql_value *values, size_t count)
{
    page *p = context;
    (void)count;
    if (p->count < PAGE && values[0].kind == SQL_TEXT && store_is_id(values[0].text)) {
        strcpy(p->ids[p->count], values[0].text);
        p->sizes[p->count++] = (uint64_t)values[1].integer;
    }
    return true;
}

reel_status admin_each_entry(const char *database,
                             reel_status (*each)(void *context, const char *id, uint64_t size, reel_error *error), void *context,
                             reel_error *error)
{
    sql *db;
    char last[STORE_ID] = "";
    page *p = malloc(sizeof *p);
    reel_status status = p ? sql_open(database, &db, error) : REEL_MEMORY;
    if (status < 0) return free(p), status;
    do {
        const sql_value from = sql_text(last);
        p->count = 0;
        status = sql_ask(db, "SELECT id, size FROM replay WHERE id > $1 ORDER BY id LIMIT 1000", &from, 1, read_row, p, error);
        for (size_t i = 0; status >= 0 && i < p->count; i++) status = each(context, p->ids[i], p->sizes[i], error);
        if (p->count) strcpy(last, p->ids[p->count - 1]);
    } while (status >= 0 && p->count == PAGE);
    sql_close(db);
    free(p);
    return status;
}

/* ---- tokens -------------------------------------------------------------------------------------------------------- */

static void print_token(void *context, const token_entry *token)
{
    char made[32];
    time_t when = (time_t)(token->created / 1000);
    (void)context;
    strftime(made, sizeof made, "%Y-%m-%d", gmtime(&when));
    printf("%s\t%s\t%s\t%s\n", token->name, token->scopes, made, token->revoked ? "revoked" : "valid");
}

static int print_made(const char whole[TOKEN_WHOLE])
{
    printf("%s\n", whole);
    fputs("reel-server: this is the only time that the token is shown\n", stderr);
    return 0;
}

int admin_token(keeper *k, char **words, const admin_options *options)
{
    const char *action = words[0], *name = words[1];
    char whole[TOKEN_WHOLE];
    reel_error error;
    uint64_t changed = 0;
    int64_t now = clock_wall_ms();
    if (strcmp(action, "list") == 0 && !name)
        return catalogue_token_list(k->catalogue, print_token, NULL, &error) < 0 ? admin_failed(&error) : 0;
    if (!name) return fputs("reel-server: use token add|rotate|revoke NAME, or token list\n", stderr), 2;
    if (strcmp(action, "add") == 0) {
        const char *scopes = options->scopes ? options->scopes : "upload challenge";
        return token_make(k->catalogue, name, scopes, now, whole, &error) < 0 ? admin_failed(&error) : print_made(whole);
    }
    if (strcmp(action, "rotate") == 0)
        return token_rotate(k->catalogue, name, whole, &error) < 0 ? admin_failed(&error) : print_made(whole);
    if (strcmp(action, "revoke") != 0)
        return fprintf(stderr, "reel-server: no command 'token %s'; there are add, rotate, revoke and list\n", action), 2;
    if (catalogue_token_revoke(k->catalogue, name, now, &changed, &error) < 0) return admin_failed(&error);
    if (changed) return 0;
    fprintf(stderr, "reel-server: no valid token '%s'\n", name);
    return 1;
}

static const admin_command commands[] = {
    { "fsck", 0, admin_fsck },
    { "backup", 1, admin_backup },
    { "restore", 1, admin_restore },
    { "token", 2, admin_token },
};

const admin_command *admin_find(const char *name)
{
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (strcmp(commands[i].name, name) == 0) return &commands[i];
    return NULL;
}
