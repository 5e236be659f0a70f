/* SPDX-License-Identifier: MIT
 * reel-server moderate: what moderators do over HTTP, by the operator. */
#include "base/clock.h"
#include "command/admin.h"
#include "json/moderation_json.h"

#include <inttypes.h>
#include <string.h>

enum { PAGE = 100, USAGE = 2 };
#define DAY_MS (INT64_C(24) * 3600 * 1000)

static int finish(reel_status status, const reel_error *error, const char *missing)
{
    if (status < 0) return admin_failed(error);
    if (status == REEL_OK) return 0;
    fprintf(stderr, "reel-server: %s\n", missing);
    return 1;
}

/* Prints an object as a line. */
static void print_line(text *line)
{
    if (line->failed)
        fputs("reel-server: out of memory\n", stderr);
    else
        printf("%.*s\n", (int)line->size, line->data);
    text_free(line);
}

/* ---- replays ---------------------------------------------------------------------------------------------------------- */

static void print_entry(void *context, const moderated_entry *entry)
{
    text line = { .data = NULL };
    add_moderated(&line, entry);
    print_line(&line);
    if (context) *(int64_t *)context = entry->replay.number;
}

static int print_queue(repository *k)
{
    reel_error error;
    for (int64_t last = 0, before = -1; before != last;) {
        before = last;
        if (moderation_queue(k->catalogue, last, PAGE, print_entry, &last, &error) < 0) return admin_failed(&error);
    }
    return 0;
}

static int show(repository *k, const char *id)
{
    reel_error error;
    int64_t last = 0;
    int status = finish(moderation_get(k->catalogue, id, print_entry, NULL, &error), &error, "no such replay");
    if (status) return status;
    return finish(audit_list(k->catalogue, id, 0, PAGE, admin_print_audit, &last, &error), &error, "");
}

/* ACTS: undoes the last act. */
static int apply(repository *k, moderation_act act, const char *id, const admin_options *options)
{
    reel_error error;
    replay_state state;
    bool refused;
    const int64_t now = clock_wall_ms(), days = options->keep_removed;
    const moderation m = { .act = act,
                           .id = id,
                           .who = AUDIT_OPERATOR,
                           .reason = options->reason ? options->reason : "",
                           .now = now,
                           .until = days ? now + days * DAY_MS : 0 };
    reel_status status = act == ACTS ? moderation_undo(k->catalogue, &m, 0, &state, &refused, &error)
                                     : moderation_apply(k->catalogue, &m, &state, &refused, &error);
    if (refused && act == ACTS) return fputs("reel-server: nothing was done to the replay\n", stderr), 1;
    if (refused) return fprintf(stderr, "reel-server: the replay is %s\n", state_names[state]), 1;
    if (status == REEL_OK) printf("%s\t%s\n", id, state_names[state]);
    return finish(status, &error, "no such replay");
}

/* ---- bans ------------------------------------------------------------------------------------------------------------- */

static void print_ban(void *context, const ban *ban)
{
    text line = { .data = NULL };
    record_add(&line, &ban_record, ban);
    print_line(&line);
    *(struct ban *)context = *ban;
}

static int print_bans(repository *k)
{
    reel_error error;
    ban last = { .name = "" }, before;
    const char *kind = "";
    do {
        before = last;
        if (moderation_bans(k->catalogue, kind, before.name, PAGE, print_ban, &last, &error) < 0) return admin_failed(&error);
        kind = ban_kind_names[last.kind];
    } while (before.kind != last.kind || strcmp(before.name, last.name) != 0);
    return 0;
}

static int change_ban(repository *k, ban_action action, const char *kind, const char *name, const admin_options *options)
{
    reel_error error;
    ban ban = { .action = action, .at = clock_wall_ms(), .who = AUDIT_OPERATOR };
    while (ban.kind < BAN_KINDS && strcmp(ban_kind_names[ban.kind], kind) != 0) ban.kind++;
    if (ban.kind == BAN_KINDS) return fputs("reel-server: use player NAME or uploader NAME\n", stderr), USAGE;
    snprintf(ban.name, sizeof ban.name, "%s", name);
    snprintf(ban.reason, sizeof ban.reason, "%s", options->reason ? options->reason : "");
    return finish(moderation_ban(k->catalogue, &ban, &error), &error, "no such ban");
}

/* ---- webhooks ---------------------------------------------------------------------------------------------------------- */

static void print_letter(void *context, const dead_letter *letter)
{
    text line = { .data = NULL };
    add_letter(&line, letter);
    print_line(&line);
    *(dead_letter *)context = *letter;
}

static int print_letters(repository *k)
{
    reel_error error;
    dead_letter last = { .url = "" };
    int64_t number;
    do {
        char url[HOOK_URL];
        memcpy(url, last.url, sizeof url);
        number = last.number;
        if (hook_dead(k->catalogue, url, number, PAGE, print_letter, &last, &error) < 0) return admin_failed(&error);
        if (strcmp(url, last.url) != 0) number = last.number - 1; /* it went on */
    } while (number != last.number);
    return 0;
}

/* ---- what goes -------------------------------------------------------------------------------------------------------- */

static int purge(repository *k)
{
    reel_error error;
    unsigned count = 1;
    uint64_t all = 0;
    reel_status status = REEL_OK;
    for (; status >= 0 && count; all += count) status = moderation_purge(k->catalogue, k->store, clock_wall_ms(), &count, &error);
    if (status >= 0) printf("%" PRIu64 " replays are gone\n", all);
    return finish(status, &error, "");
}

static bool write_out(void *context, const void *data, size_t size) { return fwrite(data, 1, size, context) == size; }

static int export(repository *k, const char *player)
{
    reel_error error;
    return finish(player_data_write(k, player, write_out, stdout, &error), &error, "cannot write the data");
}

static int erase(repository *k, const char *player)
{
    reel_error error;
    uint64_t count = 0;
    reel_status status = moderation_erase(k->catalogue, k->store, player, AUDIT_OPERATOR, clock_wall_ms(), &count, &error);
    if (status >= 0) printf("%" PRIu64 " replays are gone\n", count);
    return finish(status, &error, "");
}

int admin_moderate(repository *k, char **words, const admin_options *options)
{
    static const struct {
        const char *name;
        ban_action action;
    } bans[] = { { "ban", BAN_REFUSE }, { "ban-hold", BAN_HOLD }, { "unban", BAN_NONE } };
    const char *what = words[0], *one = words[1], *two = one ? words[2] : NULL;
    moderation_act act = moderation_find_act(what);
    if (!one && strcmp(what, "queue") == 0) return print_queue(k);
    if (!one && strcmp(what, "bans") == 0) return print_bans(k);
    if (!one && strcmp(what, "letters") == 0) return print_letters(k);
    if (!one && strcmp(what, "purge") == 0) return purge(k);
    if (one && !two && (act != ACTS || strcmp(what, MODERATION_UNDO) == 0)) return apply(k, act, one, options);
    if (one && !two && strcmp(what, "show") == 0) return show(k, one);
    if (one && !two && strcmp(what, "export") == 0) return export(k, one);
    if (one && !two && strcmp(what, "erase") == 0) return erase(k, one);
    for (size_t i = 0; two && !words[3] && i < sizeof bans / sizeof *bans; i++)
        if (strcmp(what, bans[i].name) == 0) return change_ban(k, bans[i].action, one, two, options);
    fputs("reel-server: use moderate queue|bans|letters|purge, approve|hold|hide|remove|restore|undo|show ID, ban|ban-hold|unban "
          "player|uploader "
          "NAME, or export|erase PLAYER\n",
          stderr);
    return USAGE;
}
