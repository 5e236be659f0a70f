/* SPDX-License-Identifier: MIT
 * The table `stated`. */
#include "store/stated.h"

#include "base/fail.h"
#include "store/catalogue_internal.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Tables of others have times as floats of 32 bits, printed with six digits. */
#define SAME_AS 1e-5

#define STATED_COLUMNS                                                                                                           \
    "stated.board, stated_level, stated_player, stated.rank, stated_value, stated_at, shown_level, shown_player, shown_name, "   \
    "source"
#define NOT_BANNED "NOT EXISTS (SELECT 1 FROM ban WHERE kind = 'player' AND name = stated_player)"

/* ---- keeping ----------------------------------------------------------------------------------------------------------- */

typedef struct addition {
    const stated_play *plays;
    size_t count;
    uint64_t kept;
} addition;

/* `level_key`: of the play before, and then of this one. */
static reel_status add_one(sql *db, const stated_play *play, char level_key[CATALOGUE_TEXT], uint64_t *kept, reel_error *error)
{
    char level[CATALOGUE_TEXT], player[CATALOGUE_TEXT];
    uint64_t changed = 0;
    reel_level_key(play->level, strlen(play->level), level, sizeof level);
    reel_player_key(play->player, strlen(play->player), player, sizeof player);
    const sql_value values[] = { sql_text(play->board), sql_text(level),        sql_text(player),
                                 sql_real(play->rank),  sql_real(play->value),  sql_integer(play->at),
                                 sql_text(play->level), sql_text(play->player), sql_text(play->player_name),
                                 sql_text(play->source) };
    if (!*level || !*player) return REEL_OK;
    reel_status status = sql_do(
        db,
        "INSERT INTO stated (board, stated_level, stated_player, rank, stated_value, stated_at, shown_level, shown_player, "
        "shown_name, source) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT (board, stated_level, "
        "stated_player) DO UPDATE SET rank = excluded.rank, stated_value = excluded.stated_value, stated_at = "
        "excluded.stated_at, shown_level = excluded.shown_level, shown_player = excluded.shown_player, shown_name = "
        "excluded.shown_name, source = excluded.source WHERE excluded.rank < stated.rank",
        values, sizeof values / sizeof *values, &changed, error);
    *kept += changed;
    const bool same = strcmp(level, level_key) == 0;
    memcpy(level_key, level, sizeof level);
    if (status < 0 || !changed) return status;
    return catalogue_name_stated(db, player, play->player_name, play->player, level, same ? "" : play->level, error);
}

static reel_status add_steps(sql *db, void *context, reel_error *error)
{
    addition *a = context;
    char level_key[CATALOGUE_TEXT] = "";
    reel_status status = REEL_OK;
    a->kept = 0;
    for (size_t i = 0; i < a->count && status >= 0; i++) status = add_one(db, &a->plays[i], level_key, &a->kept, error);
    return status;
}

reel_status stated_add(catalogue *c, const stated_play *plays, size_t count, uint64_t *kept, reel_error *error)
{
    addition a = { plays, count, 0 };
    *kept = 0;
    if (!count) return REEL_OK;
    reel_status status = catalogue_transact(c, add_steps, &a, error);
    *kept = a.kept;
    return status;
}

reel_status stated_forget(sql *db, const char *player_key, reel_error *error)
{
    static const char *const texts[] = {
        "DELETE FROM known_name WHERE kind = 0 AND name_key = $1 AND EXISTS (SELECT 1 FROM stated WHERE stated_player = $1) AND "
        "NOT EXISTS (SELECT 1 FROM replay WHERE player_key = $1) AND NOT EXISTS (SELECT 1 FROM entry WHERE board_player = $1 AND "
        "counts = 1)",
        "DELETE FROM known_name WHERE kind = 1 AND name_key IN (SELECT stated_level FROM stated WHERE stated_player = $1) AND "
        "NOT EXISTS (SELECT 1 FROM stated other WHERE other.stated_level = name_key AND other.stated_player <> $1) AND NOT "
        "EXISTS (SELECT 1 FROM replay WHERE level_key = name_key) AND NOT EXISTS (SELECT 1 FROM stated mine JOIN entry ON "
        "entry.board = mine.board AND board_level = mine.stated_level AND counts = 1 WHERE mine.stated_player = $1 AND "
        "mine.stated_level = name_key)",
        "DELETE FROM stated WHERE stated_player = $1",
    };
    const sql_value value = sql_text(player_key);
    reel_status status = REEL_OK;
    for (size_t i = 0; i < sizeof texts / sizeof *texts && status >= 0; i++)
        status = sql_do(db, texts[i], &value, 1, NULL, error);
    return status;
}

/* ---- recordings -------------------------------------------------------------------------------------------------------- */

static bool read_recording(void *context, const sql_value *values, size_t count)
{
    stated_play *play = context;
    (void)count;
    catalogue_copy(play->recording, sizeof play->recording, &values[0]);
    play->recorded = sql_number(&values[1]);
    play->shown = sql_number(&values[2]) <= play->rank + SAME_AS * fabs(play->rank);
    return false;
}

static reel_status find_recording(catalogue *c, stated_play *play, reel_error *error)
{
    char base[CATALOGUE_TEXT];
    snprintf(base, sizeof base, "%.*s", (int)strcspn(play->level_key, "/"), play->level_key);
    /* the first part is that of both; a level that has more parts is the same level only */
    const bool whole = strcmp(base, play->level_key) != 0;
    const sql_value values[] = { sql_text(play->player_key), sql_text(play->board), sql_text(base), sql_text(play->level_key),
                                 sql_integer(whole) };
    return catalogue_run(c,
                         "SELECT id, play_value, best.rank FROM best JOIN entry ON entry = best_entry JOIN replay ON number = "
                         "entry_replay WHERE best.board_player = $1 AND best.board = $2 AND (" BASE_OF(
                             "best.board_level") ") = $3 AND "
                                                 "(best.board_level = $4 OR $5 = 0) ORDER BY best.rank LIMIT 1",
                         values, 5, read_recording, play, NULL, error);
}

/* ---- lists ------------------------------------------------------------------------------------------------------------- */

enum { PAGE = 100 };

/* What one statement found: their recordings are looked up after it, when its connection is free again. */
typedef struct stated_page {
    size_t count, most;
    stated_play plays[];
} stated_page;

/* NULL: out of memory. */
static stated_page *new_page(unsigned limit, reel_error *error)
{
    const unsigned most = limit < PAGE ? limit : PAGE;
    stated_page *page = malloc(sizeof *page + most * sizeof *page->plays);
    if (page) *page = (stated_page){ 0, most };
    if (!page) fail(error, REEL_MEMORY, "catalogue.memory", "out of memory");
    return page;
}

static bool read_stated(void *context, const sql_value *values, size_t count)
{
    stated_page *page = context;
    (void)count;
    if (page->count == page->most) return false;
    stated_play *play = &page->plays[page->count++];
    *play = (stated_play){ .rank = sql_number(&values[3]), .value = sql_number(&values[4]), .at = values[5].integer };
    catalogue_copy(play->board, sizeof play->board, &values[0]);
    catalogue_copy(play->level_key, sizeof play->level_key, &values[1]);
    catalogue_copy(play->player_key, sizeof play->player_key, &values[2]);
    catalogue_copy(play->level, sizeof play->level, &values[6]);
    catalogue_copy(play->player, sizeof play->player, &values[7]);
    catalogue_copy(play->player_name, sizeof play->player_name, &values[8]);
    catalogue_copy(play->source, sizeof play->source, &values[9]);
    return page->count < page->most;
}

/* `place`: of the first one; 0: they have none. */
static reel_status give(catalogue *c, stated_page *page, uint64_t place, stated_each *each, void *context, reel_error *error)
{
    reel_status status = REEL_OK;
    for (size_t i = 0; i < page->count && status >= 0; i++) {
        page->plays[i].place = place ? place + i : 0;
        status = find_recording(c, &page->plays[i], error);
        if (status >= 0) each(context, &page->plays[i]);
    }
    return status;
}

/* A list of plays that one statement finds, with their recordings. */
static reel_status list_all(catalogue *c, const char *text, const sql_value *values, size_t count, stated_page *page,
                            uint64_t place, stated_each *each, void *context, reel_error *error)
{
    reel_status status = catalogue_run(c, text, values, count, read_stated, page, NULL, error);
    if (status >= 0) status = give(c, page, place, each, context, error);
    free(page);
    return status;
}

reel_status stated_list(catalogue *c, const char *board, const char *level, const stated_place *after, unsigned limit,
                        stated_each *each, void *context, reel_error *error)
{
    char key[CATALOGUE_TEXT];
    stated_page *page = new_page(limit, error);
    const bool first = !after->place;
    if (!page) return REEL_MEMORY;
    reel_level_key(level, strlen(level), key, sizeof key);
    const sql_value values[] = { sql_text(board), sql_text(key), sql_real(first ? -DBL_MAX : after->rank),
                                 sql_text(first ? "" : after->player), sql_integer((int64_t)page->most) };
    return list_all(c,
                    "SELECT " STATED_COLUMNS " FROM stated WHERE stated.board = $1 AND stated_level = $2 AND "
                    "(stated.rank, stated_player) > ($3, $4) AND " NOT_BANNED " ORDER BY stated.rank, stated_player LIMIT $5",
                    values, 5, page, after->place + 1, each, context, error);
}

reel_status stated_of_player(catalogue *c, const char *player, const char *board, const char *after, unsigned limit,
                             stated_each *each, void *context, reel_error *error)
{
    char key[CATALOGUE_TEXT];
    stated_page *page = new_page(limit, error);
    if (!page) return REEL_MEMORY;
    reel_player_key(player, strlen(player), key, sizeof key);
    const sql_value values[] = { sql_text(key), sql_text(board ? board : ""), sql_text(after), sql_integer((int64_t)page->most) };
    return list_all(c,
                    board ? "SELECT " STATED_COLUMNS " FROM stated WHERE stated_player = $1 AND stated.board = $2 AND "
                            "stated_level > $3 AND " NOT_BANNED " ORDER BY stated.board, stated_level LIMIT $4"
                          : "SELECT " STATED_COLUMNS " FROM stated WHERE stated_player = $1 AND (stated.board, stated_level) > "
                            "($2, $3) AND " NOT_BANNED " ORDER BY stated.board, stated_level LIMIT $4",
                    values, 4, page, 0, each, context, error);
}

reel_status stated_levels(catalogue *c, const char *board, const char *after, unsigned limit, stated_each *each, void *context,
                          reel_error *error)
{
    char key[CATALOGUE_TEXT];
    reel_status status = REEL_OK;
    stated_page *page = new_page(1, error);
    if (!page) return REEL_MEMORY;
    snprintf(key, sizeof key, "%s", after);
    for (unsigned i = 0; i < limit && status >= 0; i++) {
        page->count = 0;
        const sql_value values[] = { sql_text(board), sql_text(key) };
        status =
            catalogue_run(c,
                          "SELECT " STATED_COLUMNS " FROM stated WHERE stated.board = $1 AND stated_level > $2 AND " NOT_BANNED
                          " ORDER BY stated_level, stated.rank, stated_player LIMIT 1",
                          values, 2, read_stated, page, NULL, error);
        if (status < 0 || !page->count) break;
        memcpy(key, page->plays[0].level_key, sizeof key);
        status = give(c, page, 0, each, context, error);
    }
    free(page);
    return status;
}

static bool read_level(void *context, const sql_value *values, size_t count)
{
    (void)count;
    catalogue_copy(context, CATALOGUE_TEXT, &values[0]);
    return false;
}

reel_status stated_find(catalogue *c, const char *board, const char *level, char found[CATALOGUE_TEXT], reel_error *error)
{
    char key[CATALOGUE_TEXT] = "", base[CATALOGUE_TEXT];
    if (level) reel_level_key(level, strlen(level), key, sizeof key);
    snprintf(base, sizeof base, "%.*s", (int)strcspn(key, "/"), key);
    const sql_value values[] = { sql_text(board), sql_text(key), sql_text(base) };
    found[0] = '\0';
    if (level)
        return catalogue_run(
            c, "SELECT stated_level FROM stated WHERE board = $1 AND stated_level IN ($2, $3) AND " NOT_BANNED " LIMIT 1", values,
            3, read_level, found, NULL, error);
    return catalogue_run(c, "SELECT stated_level FROM stated WHERE board = $1 AND " NOT_BANNED " LIMIT 1", values, 1, read_level,
                         found, NULL, error);
}

/* ---- names ---------------------------------------------------------------------------------------------------------------- */

static bool note_row(void *context, const sql_value *values, size_t count)
{
    (void)values, (void)count;
    *(bool *)context = true;
    return false;
}

/* Whether a statement about a key finds something. */
static reel_status finds(catalogue *c, const char *text, const char *key, bool *found, reel_error *error)
{
    const sql_value value = sql_text(key);
    *found = false;
    return catalogue_run(c, text, &value, 1, note_row, found, NULL, error);
}

#define PLAYED                                                                                                                   \
    "SELECT 1 FROM replay WHERE player_key = $1 UNION ALL SELECT 1 FROM entry WHERE board_player = $1 AND counts = 1 LIMIT 1"
#define LEVEL_PLAYED                                                                                                             \
    "WITH RECURSIVE few (name) AS (SELECT MIN(board) FROM stated WHERE stated_level = $1 UNION ALL SELECT (SELECT MIN(board) "   \
    "FROM stated WHERE stated_level = $1 AND board > name) FROM few WHERE name IS NOT NULL) SELECT 1 FROM replay WHERE "         \
    "level_key = $1 UNION ALL SELECT 1 FROM few JOIN best ON best.board = name AND board_level = $1 LIMIT 1"

reel_status stated_what(catalogue *c, bool player, const char *key, stated_name *what, reel_error *error)
{
    bool found;
    reel_status status = finds(c, player ? PLAYED : LEVEL_PLAYED, key, &found, error);
    *what = NAME_PLAYED;
    if (status < 0 || found) return status;
    status = finds(c,
                   player ? "SELECT 1 FROM stated WHERE stated_player = $1 AND " NOT_BANNED " LIMIT 1"
                          : "SELECT 1 FROM stated WHERE stated_level = $1 AND " NOT_BANNED " LIMIT 1",
                   key, &found, error);
    *what = NAME_STATED;
    if (status < 0 || found) return status;
    status = finds(c,
                   player ? "SELECT 1 FROM stated WHERE stated_player = $1 LIMIT 1"
                          : "SELECT 1 FROM stated WHERE stated_level = $1 LIMIT 1",
                   key, &found, error);
    *what = found ? NAME_BANNED : NAME_PLAYED;
    return status;
}
