/* SPDX-License-Identifier: MIT */
#include "command/admin.h"

#include "routes/table.h"
#include "store/audit.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { DAY_TEXT = 32 };
#define DAY_MS (INT64_C(24) * 3600 * 1000)

/* ---- tokens -------------------------------------------------------------------------------------------------------- */

static void print_day(char day[DAY_TEXT], int64_t when)
{
    time_t seconds = (time_t)(when / 1000);
    strftime(day, DAY_TEXT, "%Y-%m-%d", gmtime(&seconds));
}

static void print_token(void *context, const token_entry *token, const uploader_use *use)
{
    char made[DAY_TEXT], ends[DAY_TEXT] = "-", used[DAY_TEXT] = "-";
    int64_t now = *(const int64_t *)context;
    print_day(made, token->created);
    if (token->expires) print_day(ends, token->expires);
    if (token->used) print_day(used, token->used);
    bool expired = token->expires && token->expires <= now;
    printf("%s\t%s\t%s\t%s\t%s\t%s\t%lld\t%lld\n", token->name, token->scopes, made,
           token->revoked ? "revoked"
           : expired      ? "expired"
                          : "valid",
           ends, used, (long long)(use->day == now / DAY_MS ? use->uploads : 0), (long long)use->bytes);
}

/* Whether all words of a list are scopes of routes. */
static bool has_known_scopes(const char *scopes)
{
    char list[SCOPE_TEXT], *rest = list;
    unsigned found = 0;
    if (strlen(scopes) >= sizeof list) return false;
    strcpy(list, scopes);
    for (char *word; (word = strtok_r(rest, " ", &rest)); found++) {
        const route *each = routes;
        while (each->method && !(each->scope && strcmp(each->scope, word) == 0)) each++;
        if (!each->method)
            return fprintf(stderr, "reel-server: no scope '%s'; there are upload, challenge and moderate\n", word), false;
    }
    return found > 0 || (fputs("reel-server: name at least one scope\n", stderr), false);
}

static int print_made(const char whole[TOKEN_WHOLE])
{
    printf("%s\n", whole);
    fputs("reel-server: this is the only time that the token is shown\n", stderr);
    return 0;
}

/* Keeps what the operator did. Returns `status`, or 1 if that failed. */
static int audit(repository *k, const char *event, const char *name, const char *detail, int status)
{
    reel_error error;
    audit_entry entry = { .at = clock_wall_ms(), .who = AUDIT_OPERATOR };
    if (status != 0) return status;
    snprintf(entry.event, sizeof entry.event, "%s", event);
    snprintf(entry.name, sizeof entry.name, "%s", name);
    snprintf(entry.detail, sizeof entry.detail, "%s", detail);
    return audit_add(k->catalogue, &entry, &error) < 0 ? admin_failed(&error) : 0;
}

static int add_token(repository *k, const char *name, int64_t now, const admin_options *options)
{
    char whole[TOKEN_WHOLE];
    reel_error error;
    const char *scopes = options->scopes ? options->scopes : "upload challenge";
    int64_t expires = options->days ? now + options->days * DAY_MS : 0;
    if (!has_known_scopes(scopes)) return 2;
    const new_token wanted = { .name = name, .scopes = scopes, .now = now, .expires = expires };
    if (token_make(k->catalogue, &wanted, whole, &error) < 0) return admin_failed(&error);
    if (catalogue_token_bind(k->catalogue, name, options->player ? options->player : "", &error) < 0) return admin_failed(&error);
    return audit(k, "token.add", name, scopes, print_made(whole));
}

static int rotate_token(repository *k, const char *name)
{
    char whole[TOKEN_WHOLE];
    reel_error error;
    if (token_rotate(k->catalogue, name, whole, &error) < 0) return admin_failed(&error);
    return audit(k, "token.rotate", name, "", print_made(whole));
}

static int revoke_token(repository *k, const char *name, int64_t now)
{
    reel_error error;
    uint64_t changed = 0;
    if (catalogue_token_revoke(k->catalogue, name, now, &changed, &error) < 0) return admin_failed(&error);
    if (changed) return audit(k, "token.revoke", name, "", 0);
    fprintf(stderr, "reel-server: no valid token '%s'\n", name);
    return 1;
}

static int admin_token(repository *k, char **words, const admin_options *options)
{
    const char *action = words[0], *name = words[1];
    reel_error error;
    int64_t now = clock_wall_ms();
    if (strcmp(action, "list") == 0 && !name)
        return catalogue_token_list(k->catalogue, print_token, &now, &error) < 0 ? admin_failed(&error) : 0;
    if (!name) return fputs("reel-server: use token add|rotate|revoke NAME, or token list\n", stderr), 2;
    if (strcmp(action, "add") == 0) return add_token(k, name, now, options);
    if (strcmp(action, "rotate") == 0) return rotate_token(k, name);
    if (strcmp(action, "revoke") == 0) return revoke_token(k, name, now);
    return fprintf(stderr, "reel-server: no command 'token %s'; there are add, rotate, revoke and list\n", action), 2;
}

/* ---- the audit ----------------------------------------------------------------------------------------------------- */

static int admin_audit(repository *k, char **words, const admin_options *options)
{
    enum { PAGE = 1000 };
    reel_error error;
    (void)words, (void)options;
    for (int64_t last = 0, before = -1; before != last;) {
        before = last;
        if (audit_list(k->catalogue, NULL, last, PAGE, admin_print_audit, &last, &error) < 0) return admin_failed(&error);
    }
    return 0;
}

static const admin_command commands[] = {
    { "fsck", 0, 0, false, NULL, admin_fsck },       { "backup", 1, 1, false, NULL, admin_backup },
    { "audit", 0, 0, false, NULL, admin_audit },     { "restore", 1, 1, true, admin_is_backup, admin_restore },
    { "token", 1, 2, true, NULL, admin_token },      { "moderate", 1, 3, false, NULL, admin_moderate },
    { "recheck", 0, 0, false, NULL, admin_recheck }, { "import", 1, 1, true, NULL, NULL },
    { "export", 1, 1, false, NULL, admin_export },   { "account", 1, 2, false, NULL, admin_account },
};

const admin_command *admin_find(const char *name)
{
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (strcmp(commands[i].name, name) == 0) return &commands[i];
    return NULL;
}
