/* SPDX-License-Identifier: MIT */
#include "admin.h"

#include "sql.h"
#include "token.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

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
    int64_t now = (int64_t)time(NULL) * 1000;
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
