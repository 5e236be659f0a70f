/* SPDX-License-Identifier: MIT */
#include "store/bans.h"

#include "base/clock.h"
#include "store/audit.h"

#include <stdio.h>
#include <string.h>

const char *const ban_kind_names[] = { "player", "uploader" }, *const ban_action_names[] = { "none", "hold", "refuse" };

bool ban_read(ban *ban, const char *kind, const char *name, const char *action, const char *who, const char *reason)
{
    memset(ban, 0, sizeof *ban);
    while (ban->kind < BAN_KINDS && strcmp(ban_kind_names[ban->kind], kind) != 0) ban->kind++;
    if (action && !*action) action = ban_action_names[BAN_REFUSE];
    if (action)
        for (ban->action = BAN_HOLD; ban->action < BAN_ACTIONS && strcmp(ban_action_names[ban->action], action) != 0;)
            ban->action++;
    if (ban->kind == BAN_KINDS || ban->action == BAN_ACTIONS || !*name) return false;
    if (strlen(name) >= sizeof ban->name || strlen(reason) >= sizeof ban->reason) return false;
    snprintf(ban->name, sizeof ban->name, "%s", name);
    snprintf(ban->who, sizeof ban->who, "%s", who);
    snprintf(ban->reason, sizeof ban->reason, "%s", reason);
    ban->at = clock_wall_ms();
    return true;
}

/* What a ban is found by. */
static void make_key(const ban *ban, char key[CATALOGUE_TEXT])
{
    if (ban->kind == BAN_PLAYER)
        reel_player_key(ban->name, strlen(ban->name), key, CATALOGUE_TEXT);
    else
        snprintf(key, CATALOGUE_TEXT, "%s", ban->name);
}

typedef struct ban_change {
    const ban *ban;
    bool done;
} ban_change;

static reel_status ban_steps(sql *db, void *context, reel_error *error)
{
    ban_change *change = context;
    const ban *b = change->ban;
    char key[CATALOGUE_TEXT];
    make_key(b, key);
    const sql_value values[] = { sql_text(ban_kind_names[b->kind]),
                                 sql_text(key),
                                 sql_text(b->name),
                                 sql_integer(b->action),
                                 sql_integer(b->at),
                                 sql_text(b->who),
                                 sql_text(b->reason) };
    audit_entry entry = { .at = b->at };
    uint64_t changed = 0;
    snprintf(entry.event, sizeof entry.event, "%s.%s", ban_kind_names[b->kind],
             b->action == BAN_NONE   ? "unban"
             : b->action == BAN_HOLD ? "ban-hold"
                                     : "ban");
    snprintf(entry.name, sizeof entry.name, "%s", key); /* that of a player, so that an erasure finds it */
    snprintf(entry.who, sizeof entry.who, "%s", b->who);
    snprintf(entry.detail, sizeof entry.detail, "%s", b->reason);
    reel_status status = audit_note(db, &entry, error);
    if (status < 0) return status;
    if (b->action == BAN_NONE) {
        status = sql_do(db, "DELETE FROM ban WHERE kind = $1 AND name = $2", values, 2, &changed, error);
        change->done = changed > 0;
        return status < 0 || changed ? status : REEL_END;
    }
    change->done = true;
    return sql_do(db,
                  "INSERT INTO ban (kind, name, shown, action, at, who, reason) VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT "
                  "(kind, name) DO UPDATE SET shown = $3, action = $4, at = $5, who = $6, reason = $7",
                  values, 7, NULL, error);
}

reel_status moderation_ban(catalogue *c, const ban *ban, reel_error *error)
{
    ban_change change = { ban, false };
    reel_status status = catalogue_transact(c, ban_steps, &change, error);
    return status < 0 || change.done ? status : REEL_END;
}

typedef struct ban_reader {
    void (*each)(void *context, const ban *ban);
    void *context;
} ban_reader;

static bool read_ban(void *context, const sql_value *values, size_t count)
{
    const ban_reader *reader = context;
    ban ban = { .action = (ban_action)values[2].integer, .at = values[3].integer };
    (void)count;
    if (values[0].kind == SQL_TEXT && strcmp(values[0].text, ban_kind_names[BAN_UPLOADER]) == 0) ban.kind = BAN_UPLOADER;
    catalogue_copy(ban.name, sizeof ban.name, &values[1]);
    catalogue_copy(ban.who, sizeof ban.who, &values[4]);
    catalogue_copy(ban.reason, sizeof ban.reason, &values[5]);
    reader->each(reader->context, &ban);
    return true;
}

reel_status moderation_bans(catalogue *c, const char *kind, const char *name, unsigned limit,
                            void (*each)(void *context, const ban *ban), void *context, reel_error *error)
{
    ban_reader reader = { each, context };
    const sql_value values[] = { sql_text(kind), sql_text(name), sql_integer(limit) };
    return catalogue_run(c,
                         "SELECT kind, shown, action, at, who, reason FROM ban WHERE (kind, name) > ($1, $2) ORDER BY kind, name "
                         "LIMIT $3",
                         values, 3, read_ban, &reader, NULL, error);
}

reel_status moderation_banned(catalogue *c, const char *player_key, const char *uploader, ban_action *action, reel_error *error)
{
    const sql_value values[] = { sql_text(player_key), sql_text(uploader) };
    int64_t most = 0;
    reel_status status = catalogue_run(c,
                                       "SELECT MAX(action) FROM ban WHERE (kind = 'player' AND name = $1) OR (kind = 'uploader' "
                                       "AND name = $2)",
                                       values, 2, catalogue_read_integer, &most, NULL, error);
    *action = most > 0 && most < BAN_ACTIONS ? (ban_action)most : BAN_NONE;
    return status;
}
