/* SPDX-License-Identifier: MIT */
#include "store/catalogue_place.h"

#include <float.h>

int64_t place_width = 256;

typedef struct mark {
    place at;
    int64_t many;
} mark;

#define BESTS "best WHERE board = $1 AND board_level = $2"
#define PLAYS "entry WHERE board = $1 AND board_level = $2 AND counts = 1"
#define TOTALS "total WHERE board = $1 AND board_level = $2"
#define MARKS_OF(kind) "FROM place_mark WHERE kind = " kind " AND board = $1 AND board_level = $2"
/* Those that are not behind a place, if they count everything. */
#define MARKS_BEFORE(kind) MARKS_OF(kind) " AND (rank, entry) <= ($3, $4) AND (SELECT counted - last FROM reel_sequence) = 0"
#define SUM(kind) "(SELECT COALESCE(SUM(many), 0) " MARKS_BEFORE(kind) ")"
#define LAST(kind, column) "(SELECT place_mark." column " " MARKS_BEFORE(kind) " ORDER BY rank DESC, entry DESC LIMIT 1)"
#define FROM_LAST(kind) "(COALESCE(" LAST(kind, "rank") ", $5), COALESCE(" LAST(kind, "entry") ", 0))"

const char *place_count_text(place_kind kind)
{
    static const char bests[] =
        "SELECT CAST(" SUM("0") " + (SELECT COUNT(*) FROM " BESTS " AND (rank, best_entry) < ($3, $4) AND "
                                "(rank, best_entry) >= " FROM_LAST("0") ") AS BIGINT)";
    static const char plays[] = "SELECT CAST(" SUM("1") " + (SELECT COUNT(*) FROM " PLAYS " AND (rank, entry) < ($3, $4) AND "
                                                        "(rank, entry) >= " FROM_LAST("1") ") AS BIGINT)";
    static const char totals[] = "SELECT CAST(" SUM("2") " + (SELECT COUNT(*) FROM " TOTALS " AND (rank, number) < ($3, $4) AND "
                                                         "(rank, number) >= " FROM_LAST("2") ") AS BIGINT)";
    static const char *const texts[PLACE_KINDS] = { bests, plays, totals };
    return texts[kind];
}

/* ---- marks --------------------------------------------------------------------------------------------------------- */

static bool read_mark(void *context, const sql_value *values, size_t count)
{
    *(mark *)context = (mark){ { sql_number(&values[0]), values[1].integer, true }, count > 2 ? values[2].integer : 0 };
    return false;
}

enum { LIST_VALUES = 5 };

static void list_values(const place_list *list, const place *at, int64_t more, sql_value values[LIST_VALUES])
{
    values[0] = sql_text(list->board);
    values[1] = sql_text(list->level);
    values[2] = sql_real(at->rank);
    values[3] = sql_integer(at->number);
    values[4] = sql_integer(more);
}

/* The first mark behind a place, or the last one that is not. */
static reel_status find_mark(sql *db, const place_list *list, const place *at, bool behind, mark *found, reel_error *error)
{
    static const char *const texts[PLACE_KINDS][2] = {
        { "SELECT rank, entry, many " MARKS_OF("0") " AND (rank, entry) <= ($3, $4) ORDER BY rank DESC, entry DESC LIMIT 1",
          "SELECT rank, entry, many " MARKS_OF("0") " AND (rank, entry) > ($3, $4) ORDER BY rank, entry LIMIT 1" },
        { "SELECT rank, entry, many " MARKS_OF("1") " AND (rank, entry) <= ($3, $4) ORDER BY rank DESC, entry DESC LIMIT 1",
          "SELECT rank, entry, many " MARKS_OF("1") " AND (rank, entry) > ($3, $4) ORDER BY rank, entry LIMIT 1" },
        { "SELECT rank, entry, many " MARKS_OF("2") " AND (rank, entry) <= ($3, $4) ORDER BY rank DESC, entry DESC LIMIT 1",
          "SELECT rank, entry, many " MARKS_OF("2") " AND (rank, entry) > ($3, $4) ORDER BY rank, entry LIMIT 1" },
    };
    sql_value values[LIST_VALUES];
    list_values(list, at, 0, values);
    *found = (mark){ .at = { -DBL_MAX, 0, false } };
    return sql_ask(db, texts[list->kind][behind], values, 4, read_mark, found, error);
}

static reel_status change_mark(sql *db, const place_list *list, const mark *m, int64_t by, reel_error *error)
{
    sql_value values[LIST_VALUES + 1];
    list_values(list, &m->at, by, values);
    values[LIST_VALUES] = sql_integer(list->kind);
    return sql_do(
        db,
        m->many + by ? "UPDATE place_mark SET many = many + $5 WHERE kind = $6 AND board = $1 AND board_level = $2 AND rank = $3 "
                       "AND entry = $4"
                     : "DELETE FROM place_mark WHERE kind = $6 AND board = $1 AND board_level = $2 AND rank = $3 AND entry = $4 "
                       "AND many + $5 = 0",
        values, LIST_VALUES + 1, NULL, error);
}

/* The entry that so many others are before, from a place on. */
static reel_status find_entry(sql *db, const place_list *list, const place *from, int64_t before, place *found, reel_error *error)
{
    static const char *const texts[PLACE_KINDS] = {
        "SELECT rank, best_entry FROM " BESTS " AND (rank, best_entry) >= ($3, $4) ORDER BY rank, best_entry LIMIT 1 OFFSET $5",
        "SELECT rank, entry FROM " PLAYS " AND (rank, entry) >= ($3, $4) ORDER BY rank, entry LIMIT 1 OFFSET $5",
        "SELECT rank, number FROM " TOTALS " AND (rank, number) >= ($3, $4) ORDER BY rank, number LIMIT 1 OFFSET $5",
    };
    sql_value values[LIST_VALUES];
    mark m = { .at = { 0, 0, false } };
    list_values(list, from, before, values);
    reel_status status = sql_ask(db, texts[list->kind], values, LIST_VALUES, read_mark, &m, error);
    *found = m.at;
    return status;
}

/* A mark in the middle of the entries between the last mark that is not behind a place and `next`. */
static reel_status split(sql *db, const place_list *list, const place *at, const mark *next, reel_error *error)
{
    mark from;
    place middle = { .found = true };
    sql_value values[LIST_VALUES + 1];
    reel_status status = find_mark(db, list, at, false, &from, error);
    if (status >= 0 && !next->at.found) status = find_entry(db, list, &from.at, 2 * place_width, &middle, error);
    if (status < 0 || !middle.found) return status;
    status = find_entry(db, list, &from.at, place_width, &middle, error);
    if (status < 0 || !middle.found) return status;
    list_values(list, &middle, place_width, values);
    values[LIST_VALUES] = sql_integer(list->kind);
    /* there may be one if marks do not count everything */
    status =
        sql_do(db,
               "INSERT INTO place_mark (kind, board, board_level, rank, entry, many) VALUES ($6, $1, $2, $3, $4, $5) ON CONFLICT "
               "(kind, board, board_level, rank, entry) DO NOTHING",
               values, LIST_VALUES + 1, NULL, error);
    return status < 0 || !next->at.found ? status : change_mark(db, list, next, -place_width, error);
}

reel_status place_add(sql *db, const place_list *list, const place *at, reel_error *error)
{
    mark next;
    reel_status status = find_mark(db, list, at, true, &next, error);
    if (status >= 0 && next.at.found) {
        status = change_mark(db, list, &next, 1, error);
        next.many++;
    }
    return status < 0 || (next.at.found && next.many <= 2 * place_width) ? status : split(db, list, at, &next, error);
}

reel_status place_remove(sql *db, const place_list *list, const place *at, reel_error *error)
{
    mark next;
    reel_status status = find_mark(db, list, at, true, &next, error);
    return status < 0 || !next.at.found ? status : change_mark(db, list, &next, -1, error);
}

/* The number before each mark is the same unless the entry passed one, which few do. */
reel_status place_move(sql *db, const place_list *list, const place *from, const place *to, reel_error *error)
{
    mark next;
    const bool onward = place_is_before(from, to);
    reel_status status = find_mark(db, list, onward ? from : to, true, &next, error);
    if (status < 0 || !next.at.found || place_is_before(onward ? to : from, &next.at)) return status;
    status = place_remove(db, list, from, error);
    return status < 0 ? status : place_add(db, list, to, error);
}

reel_status place_fill(sql *db, reel_error *error)
{
    static const char *const texts[] = {
        "DELETE FROM place_mark",
        "INSERT INTO place_mark (kind, board, board_level, rank, entry, many) SELECT 0, board, board_level, rank, best_entry, "
        "CAST($1 AS BIGINT) FROM (SELECT board, board_level, rank, best_entry, ROW_NUMBER() OVER (PARTITION BY board, "
        "board_level ORDER BY rank, best_entry) AS place FROM best) AS places WHERE place > 1 AND (place - 1) % CAST($1 AS "
        "BIGINT) = 0",
        "INSERT INTO place_mark (kind, board, board_level, rank, entry, many) SELECT 1, board, board_level, rank, entry, "
        "CAST($1 AS BIGINT) FROM (SELECT board, board_level, rank, entry, ROW_NUMBER() OVER (PARTITION BY board, board_level "
        "ORDER BY rank, "
        "entry) AS place FROM entry WHERE counts = 1) AS places WHERE place > 1 AND (place - 1) % CAST($1 AS BIGINT) = 0",
        "INSERT INTO place_mark (kind, board, board_level, rank, entry, many) SELECT 2, board, board_level, rank, number, "
        "CAST($1 AS BIGINT) FROM (SELECT board, board_level, rank, number, ROW_NUMBER() OVER (PARTITION BY board, board_level "
        "ORDER BY rank, number) AS place FROM total) AS places WHERE place > 1 AND (place - 1) % CAST($1 AS BIGINT) = 0",
        "UPDATE reel_sequence SET counted = last",
    };
    const sql_value width = sql_integer(place_width);
    reel_status status = REEL_OK;
    for (size_t i = 0; i < sizeof texts / sizeof *texts && status >= 0; i++)
        status = sql_do(db, texts[i], &width, i >= 1 && i <= 3, NULL, error);
    return status;
}

static bool read_behind(void *context, const sql_value *values, size_t count)
{
    (void)count;
    *(bool *)context = values[0].integer != 0;
    return false;
}

reel_status place_is_behind(sql *db, bool *behind, reel_error *error)
{
    *behind = false;
    return sql_ask(db, "SELECT last - counted FROM reel_sequence", NULL, 0, read_behind, behind, error);
}
