/* SPDX-License-Identifier: MIT
 * Lists. Each list that is offered has a statement and an index of its own, so that a page costs what is on it, however many replays
 * there are: test_plans.py reads how the databases run every statement. */
#include "base/file_text.h"
#include "store/catalogue.h"
#include "store/catalogue_maps.h"
#include "store/upload_quota.h"

#include <float.h>
#include <stdio.h>
#include <string.h>

/* ---- lists ------------------------------------------------------------------------------------------------------- */

#define LIST(where)                                                                                                              \
    "SELECT " REPLAY_COLUMNS " FROM replay WHERE " where "number < $1 AND number >= $2 AND received >= $3 ORDER BY number DESC " \
    "LIMIT $4"
/* In the order of replay_kind. */
#define LISTS(where, next)                                                                                                       \
    {                                                                                                                            \
        LIST(where), LIST(where "game = " next " AND "), LIST(where "format = " next " AND "),                                   \
            LIST(where "verdict = " next " AND "), LIST(where "uploader = " next " AND "),                                       \
            LIST(where "modifiers = " next " AND "), LIST(where "headset = " next " AND ")                                       \
    }
/* By player and level: neither, the player, the level, both. */
static const char *const lists[4][KINDS] = { LISTS("", "$5"), LISTS("player_key = $5 AND ", "$6"),
                                             LISTS("level_key = $5 AND ", "$6"),
                                             LISTS("player_key = $5 AND level_key = $6 AND ", "$7") };

static int64_t verdict_of(const char *name)
{
    for (int i = 0; i <= VERDICT_ACCEPTED; i++)
        if (strcmp(name, verdict_names[i]) == 0) return i;
    return -1;
}

/* What a column of the kind has. The word for no modifiers is "none". */
static sql_value kind_value(const replay_filter *f, char codes[JOB_TEXT])
{
    if (f->kind == KIND_VERDICT) return sql_integer(verdict_of(f->value));
    if (f->kind != KIND_MODIFIERS) return sql_text(f->value);
    snprintf(codes, JOB_TEXT, "%s", strcmp(f->value, "none") == 0 ? "" : f->value);
    order_codes(codes);
    return sql_text(codes);
}

/* By a value, of a player or a level; replays without it are not in the list. */
#define RANKED(where, by)                                                                                                        \
    "SELECT " REPLAY_COLUMNS " FROM replay WHERE " where " = $1 AND (" by ", number) < ($2, $3) ORDER BY " by " DESC, number "   \
    "DESC LIMIT $4"
static const char *const ranked_lists[2][ORDERS] = {
    { NULL, RANKED("player_key", "score"), RANKED("player_key", "accuracy") },
    { NULL, RANKED("level_key", "score"), RANKED("level_key", "accuracy") },
};

static reel_status list_by_value(catalogue *c, const replay_filter *f, entry_reader *reader, reel_error *error)
{
    char key[CATALOGUE_TEXT];
    if (f->player)
        reel_player_key(f->player, strlen(f->player), key, sizeof key);
    else
        reel_level_key(f->level, strlen(f->level), key, sizeof key);
    const sql_value values[] = { sql_text(key), sql_real(f->before ? f->after : DBL_MAX),
                                 sql_integer(f->before ? f->before : INT64_MAX), sql_integer(f->limit) };
    return catalogue_run(c, ranked_lists[f->player ? 0 : 1][f->order], values, 4, catalogue_read_each, reader, NULL, error);
}

enum { SLACK = 1000 /* replays may get their numbers in another order than their times, by so many at most */ };

/* The number from which on replays were received at `since` or later. REEL_END if there are none. */
static reel_status first_since(catalogue *c, int64_t since, int64_t *number, reel_error *error)
{
    const sql_value value = sql_integer(since);
    int64_t first = -1;
    *number = 0;
    if (!since) return REEL_OK;
    reel_status status = catalogue_run(c, "SELECT number FROM replay WHERE received >= $1 ORDER BY received, number LIMIT 1",
                                       &value, 1, catalogue_read_integer, &first, NULL, error);
    if (first > SLACK) *number = first - SLACK;
    return status < 0 ? status : first < 0 ? REEL_END : REEL_OK;
}

reel_status catalogue_list(catalogue *c, const replay_filter *f, void (*each)(void *context, const replay_entry *entry),
                           void *context, reel_error *error)
{
    entry_reader reader = { each, context };
    char player[CATALOGUE_TEXT], level[CATALOGUE_TEXT], codes[JOB_TEXT];
    int64_t from;
    if (f->order != ORDER_DATE) return list_by_value(c, f, &reader, error);
    reel_status status = first_since(c, f->since, &from, error);
    if (status != REEL_OK) return status < 0 ? status : REEL_OK;
    sql_value values[7] = { sql_integer(f->before ? f->before : INT64_MAX), sql_integer(from), sql_integer(f->since),
                            sql_integer(f->limit) };
    size_t count = 4;
    if (f->player) {
        reel_player_key(f->player, strlen(f->player), player, sizeof player);
        values[count++] = sql_text(player);
    }
    if (f->level) {
        reel_level_key(f->level, strlen(f->level), level, sizeof level);
        values[count++] = sql_text(level);
    }
    if (f->kind != KIND_ANY) values[count++] = kind_value(f, codes);
    const char *text = lists[(f->player ? 1 : 0) + (f->level ? 2 : 0)][f->kind];
    return catalogue_run(c, text, values, count, catalogue_read_each, &reader, NULL, error);
}

/* The newest accepted replay of one level, and of any level of which the text is the first part, such as a map's. */
static const char find_level[] =
    "SELECT " REPLAY_COLUMNS " FROM replay WHERE player_key = $1 AND level_key = $2 AND verdict = $3 "
    "ORDER BY number DESC LIMIT 1";
static const char find_part[] =
    "SELECT " REPLAY_COLUMNS " FROM replay WHERE player_key = $1 AND " LEVEL_BASE
    " = $4 AND verdict = $3 AND substr(level_key, 1, length(CAST($2 AS TEXT)) + 1) = CAST($2 AS TEXT) "
    "|| '/' ORDER BY number DESC LIMIT 1";

reel_status catalogue_find(catalogue *c, const char *player, const char *level, replay_entry *entry, reel_error *error)
{
    char player_key[CATALOGUE_TEXT], level_key[CATALOGUE_TEXT], base[CATALOGUE_TEXT];
    replay_entry part = { .id = "" };
    reel_player_key(player, strlen(player), player_key, sizeof player_key);
    reel_level_key(level, strlen(level), level_key, sizeof level_key);
    snprintf(base, sizeof base, "%.*s", (int)strcspn(level_key, "/"), level_key);
    const sql_value values[] = { sql_text(player_key), sql_text(level_key), sql_integer(VERDICT_ACCEPTED), sql_text(base) };
    entry->id[0] = '\0';
    reel_status status = catalogue_run(c, find_level, values, 3, catalogue_read_entry, entry, NULL, error);
    if (status >= 0) status = catalogue_run(c, find_part, values, 4, catalogue_read_entry, &part, NULL, error);
    if (*part.id && (!*entry->id || part.number > entry->number)) *entry = part;
    return status < 0 || *entry->id ? status : REEL_END;
}

/* ---- removal ----------------------------------------------------------------------------------------------------- */

/* Runs statements about one entry. */
static reel_status run_all(sql *db, const char *const *texts, size_t count, const char *id, reel_error *error)
{
    reel_status status = REEL_OK;
    const sql_value value = sql_text(id);
    for (size_t i = 0; i < count && status >= 0; i++) status = sql_do(db, texts[i], &value, 1, NULL, error);
    return status;
}

reel_status catalogue_drop(sql *db, const char *id, int64_t number, reel_error *error)
{
    static const char *const texts[] = {
        "DELETE FROM motion WHERE replay = (SELECT number FROM replay WHERE id = $1)",
        "DELETE FROM replay_text WHERE replay = (SELECT number FROM replay WHERE id = $1)",
        "DELETE FROM known_name WHERE kind = 0 AND name_key = (SELECT player_key FROM replay WHERE id = $1) AND NOT EXISTS "
        "(SELECT 1 "
        "FROM replay other WHERE other.player_key = known_name.name_key AND other.id <> $1) AND NOT EXISTS (SELECT 1 FROM entry "
        "WHERE board_player = known_name.name_key AND counts = 1) AND NOT EXISTS (SELECT 1 FROM stated WHERE stated_player = "
        "known_name.name_key)",
        "DELETE FROM known_name WHERE kind = 1 AND name_key = (SELECT level_key FROM replay WHERE id = $1) AND NOT EXISTS "
        "(SELECT 1 "
        "FROM replay other WHERE other.level_key = known_name.name_key AND other.id <> $1) AND NOT EXISTS (SELECT 1 FROM stated "
        "WHERE stated_level = known_name.name_key)",
        "DELETE FROM replay WHERE id = $1",
    };
    reel_status status = catalogue_unrank(db, number, error);
    return status < 0 ? status : run_all(db, texts, sizeof texts / sizeof *texts, id, error);
}

reel_status catalogue_forget(sql *db, const char *id, reel_error *error)
{
    static const char *const withdrawn[] = { "DELETE FROM withdrawn WHERE id = $1" };
    reel_error ignored;
    int64_t number = -1, next;
    const sql_value value = sql_text(id);
    reel_status status = sql_do(db, "BEGIN", NULL, 0, NULL, error);
    if (status < 0) return status;
    status = catalogue_next_number(db, &next, error);
    if (status >= 0)
        status = sql_ask(db, "SELECT number FROM replay WHERE id = $1 UNION ALL SELECT number FROM withdrawn WHERE id = $1",
                         &value, 1, catalogue_read_integer, &number, error);
    if (status >= 0) status = quota_give(db, id, error);
    if (status >= 0 && number >= 0) status = catalogue_drop(db, id, number, error);
    if (status >= 0 && number >= 0) status = catalogue_forget_plays(db, number, error);
    if (status >= 0 && number >= 0) status = map_forget(db, number, error);
    if (status >= 0) status = run_all(db, withdrawn, 1, id, error);
    if (status >= 0) return sql_do(db, "COMMIT", NULL, 0, NULL, error);
    sql_do(db, "ROLLBACK", NULL, 0, NULL, &ignored);
    return status;
}
