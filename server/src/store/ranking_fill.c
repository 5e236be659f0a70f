/* SPDX-License-Identifier: MIT
 * Computes `standing` and `total` from nothing: a whole ranking, or one level. */
#include "base/fail.h"
#include "store/ranking_internal.h"
#include "store/ranking_keep.h"

#include <stdlib.h>
#include <string.h>

/* ---- from nothing ------------------------------------------------------------------------------------------------------ */

/* The points of a level whose rows have none yet, page by page in the order of the places. */
static reel_status fill_points(sql *db, const ranking_rule *rule, double weight, const char *level, reel_error *error)
{
    reel_status status = REEL_OK;
    standing_list *list = malloc(sizeof *list);
    uint64_t at = 0;
    place last = { -1e308, 0, true };
    if (!list) return fail(error, REEL_MEMORY, "catalogue.memory", "out of memory");
    do {
        const sql_value values[] = { sql_text(rule->name), sql_text(level), sql_real(last.rank), sql_integer(last.number),
                                     sql_integer(RANKING_PLACES) };
        list->count = 0;
        status = sql_ask(db,
                         "SELECT board_player, rank, best_entry, play_value, points FROM standing WHERE ranking = $1 AND "
                         "board_level = $2 AND (rank, best_entry) > ($3, $4) ORDER BY rank, best_entry LIMIT $5",
                         values, 5, ranking_add_standing, list, error);
        for (size_t i = 0; i < list->count && status >= 0; i++) {
            const int64_t points = ranking_points(rule, weight, ++at, list->rows[i].value);
            last = list->rows[i].at;
            if (points) status = ranking_set_points(db, rule, level, list->rows[i].player, points, error);
        }
    } while (status >= 0 && list->count == RANKING_PLACES && (rule->kind != RANKING_BY_PLACE || at < rule->count));
    free(list);
    return status;
}

/* The rows of one level (or of all: NULL) without points. */
static reel_status fill_standings(sql *db, const ranking_rule *rule, const char *level, reel_error *error)
{
#define FILL(where)                                                                                                              \
    "INSERT INTO standing (ranking, board_level, board_player, rank, best_entry, play_value, points) SELECT CAST($2 AS TEXT), "  \
    "board_level, board_player, rank, entry, play_value, 0 FROM (SELECT board_level, board_player, rank, entry, play_value, "    \
    "ROW_NUMBER() OVER (PARTITION BY board_level, board_player ORDER BY rank, entry) AS place FROM entry JOIN replay ON "        \
    "number = entry_replay WHERE board = $1 AND counts = 1 AND received >= $3 AND received < $4 " where                          \
    ") AS plays WHERE place = 1 AND (CAST($5 AS INTEGER) = 0 OR EXISTS (SELECT 1 FROM level_weight WHERE ranking = $2 AND "      \
    "level_key = board_level))"
    const sql_value values[] = { sql_text(rule->board),
                                 sql_text(rule->name),
                                 sql_integer(rule->from ? rule->from : INT64_MIN),
                                 sql_integer(rule->until ? rule->until : INT64_MAX),
                                 sql_integer(rule->ranked_only),
                                 sql_text(level) };
    return level ? sql_do(db, FILL("AND board_level = $6"), values, 6, NULL, error)
                 : sql_do(db, FILL(""), values, 5, NULL, error);
#undef FILL
}

typedef struct key_reader {
    char key[CATALOGUE_TEXT];
    bool found;
    int64_t points, count;
} key_reader;

static bool read_key(void *context, const sql_value *values, size_t count)
{
    key_reader *reader = context;
    catalogue_copy(reader->key, sizeof reader->key, &values[0]);
    reader->found = true;
    if (count > 1) reader->points = values[1].integer, reader->count = values[2].integer;
    return false;
}

static reel_status fill_levels(sql *db, const ranking_rule *rule, reel_error *error)
{
    key_reader level = { .key = "" };
    reel_status status;
    do {
        double weight;
        char after[CATALOGUE_TEXT];
        const sql_value values[] = { sql_text(rule->name), sql_text(after) };
        memcpy(after, level.key, sizeof after);
        level.found = false;
        status =
            sql_ask(db, "SELECT board_level FROM standing WHERE ranking = $1 AND board_level > $2 ORDER BY board_level LIMIT 1",
                    values, 2, read_key, &level, error);
        if (status < 0 || !level.found) break;
        status = ranking_weight(db, rule, level.key, &weight, error);
        if (status >= 0) status = fill_points(db, rule, weight, level.key, error);
    } while (status >= 0);
    return status;
}

/* Sums of all players, and then of teams and countries; without marks of places. */
static reel_status fill_sums(sql *db, const ranking_rule *rule, reel_error *error)
{
    key_reader player = { .key = "" };
    reel_status status;
    do {
        char after[CATALOGUE_TEXT];
        const sql_value from[] = { sql_text(rule->name), sql_text(after) };
        memcpy(after, player.key, sizeof after);
        player.found = false;
        status = sql_ask(
            db, "SELECT board_player FROM standing WHERE ranking = $1 AND board_player > $2 ORDER BY board_player LIMIT 1", from,
            2, read_key, &player, error);
        if (status < 0 || !player.found) break;
        const sql_value who[] = { sql_text(rule->name), sql_text(player.key) };
        status = sql_ask(
            db,
            "SELECT board_player, CAST(SUM(points) AS BIGINT), COUNT(*) FROM standing WHERE ranking = $1 AND board_player "
            "= $2 GROUP BY board_player",
            who, 2, read_key, &player, error);
        double rank = 0.0 - (double)player.points;
        if (status >= 0 && rule->best) status = ranking_sum_best(db, rule, player.key, &rank, error);
        const sql_value values[] = { who[0], who[1], sql_real(rank), sql_integer(ranking_number_of(player.key)),
                                     sql_integer(player.count) };
        if (status >= 0)
            status = sql_do(db,
                            "INSERT INTO total (board, board_level, member, rank, number, parts) VALUES ($1, 'player', $2, $3, "
                            "$4, $5)",
                            values, 5, NULL, error);
    } while (status >= 0);
    return status;
}

typedef struct group_reader {
    char key[CATALOGUE_TEXT];
    double rank;
    int64_t members;
    bool found;
} group_reader;

static bool read_group(void *context, const sql_value *values, size_t count)
{
    group_reader *reader = context;
    (void)count;
    catalogue_copy(reader->key, sizeof reader->key, &values[0]);
    reader->rank = sql_number(&values[1]);
    reader->members = values[2].integer;
    reader->found = true;
    return false;
}

static reel_status fill_groups(sql *db, const ranking_rule *rule, ranking_group group, reel_error *error)
{
#define GROUPS(column)                                                                                                           \
    "SELECT " column ", SUM(rank), COUNT(*) FROM profile JOIN total ON board = $1 AND board_level = 'player' AND member = "      \
    "player WHERE " column " > $2 GROUP BY " column " ORDER BY " column " LIMIT 1"
    group_reader reader = { .key = "" };
    reel_status status;
    do {
        char after[CATALOGUE_TEXT];
        const sql_value from[] = { sql_text(rule->name), sql_text(after) };
        memcpy(after, reader.key, sizeof after);
        reader.found = false;
        status = group == RANKING_TEAMS ? sql_ask(db, GROUPS("team"), from, 2, read_group, &reader, error)
                                        : sql_ask(db, GROUPS("country"), from, 2, read_group, &reader, error);
        if (status < 0 || !reader.found) break;
        const sql_value values[] = {
            sql_text(rule->name),  sql_text(ranking_group_names[group]),       sql_text(reader.key),
            sql_real(reader.rank), sql_integer(ranking_number_of(reader.key)), sql_integer(reader.members)
        };
        status = sql_do(db, "INSERT INTO total (board, board_level, member, rank, number, parts) VALUES ($1, $2, $3, $4, $5, $6)",
                        values, 6, NULL, error);
    } while (status >= 0);
    return status;
#undef GROUPS
}

reel_status ranking_fill_one(sql *db, const ranking_rule *rule, void *context, reel_error *error)
{
    const sql_value name = sql_text(rule->name);
    (void)context;
    reel_status status = sql_do(db, "DELETE FROM standing WHERE ranking = $1", &name, 1, NULL, error);
    if (status >= 0) status = sql_do(db, "DELETE FROM total WHERE board = $1", &name, 1, NULL, error);
    if (status >= 0) status = fill_standings(db, rule, NULL, error);
    if (status >= 0) status = fill_levels(db, rule, error);
    if (status >= 0) status = fill_sums(db, rule, error);
    if (status >= 0) status = fill_groups(db, rule, RANKING_TEAMS, error);
    return status < 0 ? status : fill_groups(db, rule, RANKING_COUNTRIES, error);
}

reel_status ranking_fill(sql *db, reel_error *error) { return ranking_each_rule(db, ranking_fill_one, NULL, error); }

/* ---- the weight of a level --------------------------------------------------------------------------------------------- */

static reel_status leave_level(sql *db, const ranking_rule *rule, const char *level, reel_error *error)
{
    const sql_value values[] = { sql_text(rule->name), sql_text(level) };
    reel_status status;
    key_reader row;
    do {
        row = (key_reader){ .found = false };
        status = sql_ask(db,
                         "SELECT board_player, points, 1 FROM standing WHERE ranking = $1 AND board_level = $2 ORDER BY "
                         "board_player LIMIT 1",
                         values, 2, read_key, &row, error);
        if (status < 0 || !row.found) break;
        const sql_value who[] = { values[0], values[1], sql_text(row.key) };
        status =
            sql_do(db, "DELETE FROM standing WHERE ranking = $1 AND board_level = $2 AND board_player = $3", who, 3, NULL, error);
        if (status >= 0) status = ranking_sum_again(db, rule, row.key, -row.points, -1, error);
    } while (status >= 0);
    return status;
}

static reel_status enter_level(sql *db, const ranking_rule *rule, double weight, const char *level, reel_error *error)
{
    key_reader row = { .key = "" };
    reel_status status = fill_standings(db, rule, level, error);
    if (status >= 0) status = fill_points(db, rule, weight, level, error);
    while (status >= 0) {
        char after[CATALOGUE_TEXT];
        const sql_value values[] = { sql_text(rule->name), sql_text(level), sql_text(after) };
        memcpy(after, row.key, sizeof after);
        row.found = false;
        status =
            sql_ask(db,
                    "SELECT board_player, points, 1 FROM standing WHERE ranking = $1 AND board_level = $2 AND board_player > "
                    "$3 ORDER BY board_player LIMIT 1",
                    values, 3, read_key, &row, error);
        if (status < 0 || !row.found) break;
        status = ranking_sum_again(db, rule, row.key, row.points, 1, error);
    }
    return status;
}

reel_status ranking_settle_level(sql *db, const ranking_rule *rule, const char *level, reel_error *error)
{
    double weight;
    reel_status status = leave_level(db, rule, level, error);
    if (status >= 0) status = ranking_weight(db, rule, level, &weight, error);
    return status < 0 || weight < 0 ? status : enter_level(db, rule, weight, level, error);
}
