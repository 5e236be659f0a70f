/* SPDX-License-Identifier: MIT
 * The tables `entry` and `best`. An entry is a play of a replay on a board; those of one replay have numbers that follow one another. `best` has
 * the entry with the lowest rank of each player among those that count; of equal ones, the first. Uploads and removals keep it so, so that
 * boards, places and pages around a player are look-ups. */
#include "store/catalogue_board.h"

#include "store/catalogue.h"
#include "store/catalogue_place.h"
#include "store/catalogue_plays.h"
#include "store/ranking_keep.h"
#include "store/reign_keep.h"

#include <float.h>
#include <stdio.h>
#include <string.h>

enum { SLOTS = 1024 /* numbers of entries for each replay */ };
_Static_assert((int)JOB_PLAYS <= (int)SLOTS, "the plays of a replay have numbers");

/* ---- rows ------------------------------------------------------------------------------------------------------------ */

#define FROM_ENTRY " FROM entry JOIN replay ON number = entry_replay WHERE "
#define FROM_BEST " FROM best JOIN entry ON entry = best_entry JOIN replay ON number = entry_replay WHERE "

static bool read_place(void *context, const sql_value *values, size_t count)
{
    (void)count;
    *(place *)context = (place){ sql_number(&values[0]), values[1].integer, true };
    return true; /* the last one stays */
}

static sql_value level_of(const char *level, char key[CATALOGUE_TEXT])
{
    reel_level_key(level, strlen(level), key, CATALOGUE_TEXT);
    return sql_text(key);
}

static sql_value player_of(const char *player, char key[CATALOGUE_TEXT])
{
    reel_player_key(player, strlen(player), key, CATALOGUE_TEXT);
    return sql_text(key);
}

/* ---- a board --------------------------------------------------------------------------------------------------------- */

static const char best_text[] = "SELECT rank, best_entry FROM best WHERE board = $1 AND board_level = $2 AND board_player = $3";

static reel_status find_place(catalogue *c, const sql_value who[3], place *at, reel_error *error)
{
    reel_status status = catalogue_run(c, best_text, who, 3, read_place, at, NULL, error);
    return status < 0 || at->found ? status : REEL_END;
}

/* How many entries are before a place: of the best ones, or of all. */
static reel_status count_before(catalogue *c, const sql_value at[4], bool all, uint64_t *before, reel_error *error)
{
    int64_t count = 0;
    const sql_value values[PLACE_VALUES] = { at[0], at[1], at[2], at[3], sql_real(-DBL_MAX) };
    reel_status status = catalogue_run(c, place_count_text(all ? PLACE_PLAYS : PLACE_BESTS), values, PLACE_VALUES,
                                       catalogue_read_integer, &count, NULL, error);
    *before = (uint64_t)count;
    return status;
}

/* Moves `at` from the place of the page's player to that of its first entry. */
static reel_status find_page(catalogue *c, const board_page *page, sql_value level, place *at, reel_error *error)
{
    char player[CATALOGUE_TEXT];
    const sql_value who[] = { sql_text(page->board), level, player_of(page->player, player) };
    reel_status status = find_place(c, who, at, error);
    if (status != REEL_OK) return status;
    const sql_value above[] = { sql_text(page->board), level, sql_real(at->rank), sql_integer(at->number),
                                sql_integer((page->limit - 1) / 2) };
    return catalogue_run(
        c,
        page->all ? "SELECT rank, entry FROM entry WHERE board = $1 AND board_level = $2 AND counts = 1 AND (rank, entry) < "
                    "($3, $4) ORDER BY rank DESC, entry DESC LIMIT $5"
                  : "SELECT rank, best_entry FROM best WHERE board = $1 AND board_level = $2 AND (rank, best_entry) < ($3, $4) "
                    "ORDER BY rank DESC, best_entry DESC LIMIT $5",
        above, 5, read_place, at, NULL, error);
}

static reel_status newest_plays(catalogue *c, const board_page *page, sql_value level, catalogue_plays_reader *reader,
                                reel_error *error)
{
    const sql_value values[] = { sql_text(page->board), level, sql_integer(page->has_after ? page->after_number : INT64_MAX),
                                 sql_integer(page->limit) };
    reader->place = 0;
    return catalogue_run(c,
                         "SELECT " PLAY_COLUMNS FROM_ENTRY "entry.board = $1 AND entry.board_level = $2 AND counts = 1 AND "
                         "entry < $3 ORDER BY entry DESC LIMIT $4",
                         values, 4, catalogue_read_play, reader, NULL, error);
}

reel_status catalogue_board(catalogue *c, const board_page *page, board_each *each, void *context, reel_error *error)
{
    catalogue_plays_reader reader = { each, context, 1 };
    char key[CATALOGUE_TEXT];
    uint64_t before = 0;
    const sql_value level = level_of(page->level, key);
    if (page->newest) return newest_plays(c, page, level, &reader, error);
    place at = { -DBL_MAX, 0, false };
    if (page->has_after) at = (place){ page->after_rank, page->after_number + 1, false };
    reel_status status = page->player ? find_page(c, page, level, &at, error) : REEL_OK;
    if (status != REEL_OK) return status;
    const sql_value values[] = { sql_text(page->board), level, sql_real(at.rank), sql_integer(at.number),
                                 sql_integer(page->limit) };
    if (page->player || page->has_after) status = count_before(c, values, page->all, &before, error);
    if (status < 0) return status;
    reader.place += before;
    return catalogue_run(c,
                         page->all ? "SELECT " PLAY_COLUMNS FROM_ENTRY
                                     "entry.board = $1 AND entry.board_level = $2 AND counts = 1 "
                                     "AND (entry.rank, entry) >= ($3, $4) ORDER BY entry.rank, entry LIMIT $5"
                                   : "SELECT " PLAY_COLUMNS FROM_BEST "best.board = $1 AND best.board_level = $2 AND (best.rank, "
                                     "best_entry) >= ($3, $4) ORDER BY best.rank, best_entry LIMIT $5",
                         values, 5, catalogue_read_play, &reader, NULL, error);
}

reel_status catalogue_place(catalogue *c, const char *board, const char *level, const char *player, uint64_t *found,
                            reel_error *error)
{
    char level_key[CATALOGUE_TEXT], player_key[CATALOGUE_TEXT];
    const sql_value who[] = { sql_text(board), level_of(level, level_key), player_of(player, player_key) };
    place at = { 0, 0, false };
    *found = 0;
    reel_status status = find_place(c, who, &at, error);
    if (status != REEL_OK) return status;
    const sql_value values[] = { who[0], who[1], sql_real(at.rank), sql_integer(at.number) };
    status = count_before(c, values, false, found, error);
    ++*found;
    return status;
}

reel_status catalogue_progress(catalogue *c, const char *board, const char *level, const char *player, int64_t after,
                               unsigned limit, board_each *each, void *context, reel_error *error)
{
    catalogue_plays_reader reader = { each, context, 0 };
    char level_key[CATALOGUE_TEXT], player_key[CATALOGUE_TEXT];
    const sql_value values[] = { sql_text(board), level_of(level, level_key), player_of(player, player_key), sql_integer(after),
                                 sql_integer(limit) };
    return catalogue_run(c,
                         "SELECT " PLAY_COLUMNS FROM_ENTRY "entry.board = $1 AND entry.board_level = $2 AND entry.board_player = "
                         "$3 AND counts = 1 AND entry > $4 ORDER BY entry LIMIT $5",
                         values, 5, catalogue_read_play, &reader, NULL, error);
}

/* ---- players and levels ---------------------------------------------------------------------------------------------- */

reel_status catalogue_bests(catalogue *c, const char *player, const char *after_board, const char *after_level, unsigned limit,
                            board_each *each, void *context, reel_error *error)
{
    catalogue_plays_reader reader = { each, context, 0 };
    char key[CATALOGUE_TEXT];
    const sql_value values[] = { player_of(player, key), sql_text(after_board), sql_text(after_level), sql_integer(limit) };
    return catalogue_run(c,
                         "SELECT " PLAY_COLUMNS FROM_BEST "best.board_player = $1 AND (best.board, best.board_level) > ($2, $3) "
                         "ORDER BY best.board, best.board_level LIMIT $4",
                         values, 4, catalogue_read_play, &reader, NULL, error);
}

reel_status catalogue_recent(catalogue *c, const char *player, int64_t before, unsigned limit, board_each *each, void *context,
                             reel_error *error)
{
    catalogue_plays_reader reader = { each, context, 0 };
    char key[CATALOGUE_TEXT];
    const sql_value values[] = { player_of(player, key), sql_integer(before ? before : INT64_MAX), sql_integer(limit) };
    return catalogue_run(c,
                         "SELECT " PLAY_COLUMNS FROM_ENTRY "entry.board_player = $1 AND counts = 1 AND entry < $2 ORDER BY entry "
                         "DESC LIMIT $3",
                         values, 3, catalogue_read_play, &reader, NULL, error);
}

typedef struct level_reader {
    char level[CATALOGUE_TEXT]; /* key of the last one */
    bool found;
    board_each *each;
    void *context;
} level_reader;

static void note_level(void *context, const board_entry *entry)
{
    level_reader *levels = context;
    memcpy(levels->level, entry->level_key, sizeof levels->level);
    levels->found = true;
    levels->each(levels->context, entry);
}

/* One look-up for each level, since a level may have any number of players. */
reel_status catalogue_levels(catalogue *c, const char *board, const char *after, unsigned limit, board_each *each, void *context,
                             reel_error *error)
{
    level_reader levels = { .found = true, .each = each, .context = context };
    catalogue_plays_reader reader = { note_level, &levels, 0 };
    reel_status status = REEL_OK;
    snprintf(levels.level, sizeof levels.level, "%s", after);
    for (unsigned i = 0; i < limit && levels.found && status >= 0; i++) {
        char from[CATALOGUE_TEXT];
        memcpy(from, levels.level, sizeof from);
        const sql_value values[] = { sql_text(board), sql_text(from) };
        levels.found = false;
        status = catalogue_run(c,
                               "SELECT " PLAY_COLUMNS FROM_BEST "best.board = $1 AND best.board_level > $2 ORDER BY "
                               "best.board_level, best.rank, best_entry LIMIT 1",
                               values, 2, catalogue_read_play, &reader, NULL, error);
    }
    return status;
}

static reel_status count_some(catalogue *c, const char *text, const char *board, sql_value of, unsigned most, uint64_t *count,
                              reel_error *error)
{
    int64_t found = 0;
    const sql_value values[] = { sql_text(board), of, sql_integer(most) };
    reel_status status = catalogue_run(c, text, values, 3, catalogue_read_integer, &found, NULL, error);
    *count = (uint64_t)found;
    return status;
}

reel_status catalogue_count_players(catalogue *c, const char *board, const char *level, unsigned most, uint64_t *count,
                                    reel_error *error)
{
    char key[CATALOGUE_TEXT];
    return count_some(c, "SELECT COUNT(*) FROM (SELECT 1 FROM best WHERE board = $1 AND board_level = $2 LIMIT $3) AS few", board,
                      level_of(level, key), most, count, error);
}

reel_status catalogue_count_levels(catalogue *c, const char *board, const char *player, unsigned most, uint64_t *count,
                                   reel_error *error)
{
    char key[CATALOGUE_TEXT];
    return count_some(c, "SELECT COUNT(*) FROM (SELECT 1 FROM best WHERE board = $1 AND board_player = $2 LIMIT $3) AS few",
                      board, player_of(player, key), most, count, error);
}

reel_status catalogue_plays(catalogue *c, int64_t number, board_each *each, void *context, reel_error *error)
{
    catalogue_plays_reader reader = { each, context, 0 };
    const sql_value values[] = { sql_integer(number * SLOTS), sql_integer(number * SLOTS + SLOTS - 1) };
    return catalogue_run(c, "SELECT " PLAY_COLUMNS FROM_ENTRY "entry BETWEEN $1 AND $2 ORDER BY entry", values, 2,
                         catalogue_read_play, &reader, NULL, error);
}

/* ---- keeping `best` -------------------------------------------------------------------------------------------------- */

/* What of a play decides where it is on a board. */
typedef struct ranked_play {
    char board[JOB_BOARD], level[CATALOGUE_TEXT], player[CATALOGUE_TEXT]; /* keys */
    place at;
    double value;
} ranked_play;

static bool read_play(void *context, const sql_value *values, size_t count)
{
    ranked_play *play = context;
    (void)count;
    catalogue_copy(play->board, sizeof play->board, &values[0]);
    catalogue_copy(play->level, sizeof play->level, &values[1]);
    catalogue_copy(play->player, sizeof play->player, &values[2]);
    play->at = (place){ sql_number(&values[3]), values[4].integer, true };
    play->value = sql_number(&values[5]);
    return false;
}

/* The best play of a player becomes this one. `before`: the place of the one that was it; NULL if there was none. */
static reel_status put_best(sql *db, const ranked_play *play, const place *before, reel_error *error)
{
    const place_list list = { PLACE_BESTS, play->board, play->level };
    const sql_value values[] = { sql_text(play->board), sql_text(play->level), sql_text(play->player), sql_real(play->at.rank),
                                 sql_integer(play->at.number) };
    reel_status status =
        sql_do(db,
               "INSERT INTO best (board, board_level, board_player, rank, best_entry) VALUES ($1, $2, $3, $4, $5) ON CONFLICT "
               "(board, board_level, board_player) DO UPDATE SET rank = excluded.rank, best_entry = excluded.best_entry",
               values, sizeof values / sizeof *values, NULL, error);
    if (status < 0) return status;
    return before ? place_move(db, &list, before, &play->at, error) : place_add(db, &list, &play->at, error);
}

/* After a play was added that counts, or one that is there began to. */
static reel_status enter_play(sql *db, const ranked_play *play, reel_error *error)
{
    const place_list all = { PLACE_PLAYS, play->board, play->level };
    const sql_value who[] = { sql_text(play->board), sql_text(play->level), sql_text(play->player) };
    place best = { 0, 0, false };
    reel_status status = place_add(db, &all, &play->at, error);
    if (status >= 0) status = sql_ask(db, best_text, who, 3, read_place, &best, error);
    if (status < 0 || (best.found && !place_is_before(&play->at, &best))) return status;
    return put_best(db, play, best.found ? &best : NULL, error);
}

/* After a play ceased to count: if it was the best of its player, the next one is. */
static reel_status leave_play(sql *db, const ranked_play *play, reel_error *error)
{
    const place_list all = { PLACE_PLAYS, play->board, play->level }, bests = { PLACE_BESTS, play->board, play->level };
    const sql_value who[] = { sql_text(play->board), sql_text(play->level), sql_text(play->player) };
    const sql_value number = sql_integer(play->at.number);
    ranked_play next = *play;
    uint64_t was_best = 0;
    next.at.found = false;
    reel_status status = place_remove(db, &all, &play->at, error);
    if (status >= 0) status = sql_do(db, "DELETE FROM best WHERE best_entry = $1", &number, 1, &was_best, error);
    if (status < 0 || !was_best) return status;
    status = place_remove(db, &bests, &play->at, error);
    if (status >= 0)
        status =
            sql_ask(db,
                    "SELECT rank, entry FROM entry WHERE board = $1 AND board_level = $2 AND board_player = $3 AND counts = 1 "
                    "ORDER BY rank, entry LIMIT 1",
                    who, 3, read_place, &next.at, error);
    return status < 0 || !next.at.found ? status : put_best(db, &next, NULL, error);
}

/* Plays that count in rankings and in the history of a level. */
static reel_status count_play(sql *db, const ranked_play *play, bool counts, reel_error *error)
{
    const ranking_play at = { play->board, play->level, play->player, play->at, play->value, play->at.number / SLOTS };
    reel_status status = counts ? enter_play(db, play, error) : leave_play(db, play, error);
    if (status >= 0) status = counts ? reign_enter(db, &at, error) : reign_leave(db, &at, error);
    return status < 0 ? status : counts ? ranking_enter(db, &at, error) : ranking_leave(db, &at, error);
}

/* Makes the plays of a replay count, or not, one after the other. */
static reel_status set_counts(sql *db, int64_t number, bool counts, reel_error *error)
{
    ranked_play play = { .at = { 0, number * SLOTS - 1, true } };
    reel_status status = REEL_OK;
    while (status >= 0 && play.at.found) {
        const sql_value range[] = { sql_integer(play.at.number), sql_integer(number * SLOTS + SLOTS), sql_integer(!counts) };
        play.at.found = false;
        status = sql_ask(
            db,
            "SELECT board, board_level, board_player, rank, entry, play_value FROM entry WHERE entry > $1 AND entry < $2 AND "
            "counts = $3 ORDER BY entry LIMIT 1",
            range, 3, read_play, &play, error);
        if (status < 0 || !play.at.found) break;
        const sql_value values[] = { sql_integer(play.at.number), sql_integer(counts) };
        status = sql_do(db, "UPDATE entry SET counts = $2 WHERE entry = $1", values, 2, NULL, error);
        if (status >= 0) status = count_play(db, &play, counts, error);
    }
    return status;
}

static reel_status rank_play(sql *db, const new_play *p, int64_t replay, int64_t number, bool counts, reel_error *error)
{
    ranked_play play = { .at = { p->rank, number, true }, .value = p->value };
    const sql_value values[] = { sql_integer(number),    sql_integer(replay),     sql_integer(counts),     sql_text(p->board),
                                 sql_text(p->level_key), sql_text(p->player_key), sql_real(p->rank),       sql_real(p->value),
                                 sql_text(p->level),     sql_text(p->player),     sql_text(p->player_name) };
    reel_status status = sql_do(db,
                                "INSERT INTO entry (entry, entry_replay, counts, board, board_level, board_player, rank, "
                                "play_value, play_level, play_player, play_name) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, "
                                "$10, $11)",
                                values, sizeof values / sizeof *values, NULL, error);
    if (status < 0 || !counts) return status;
    snprintf(play.board, sizeof play.board, "%s", p->board);
    snprintf(play.level, sizeof play.level, "%s", p->level_key);
    snprintf(play.player, sizeof play.player, "%s", p->player_key);
    return count_play(db, &play, true, error);
}

reel_status catalogue_rank(sql *db, const replay_entry *e, const new_replay *more, int64_t number, reel_error *error)
{
    reel_status status = REEL_OK;
    for (size_t i = 0; i < more->play_count && i < SLOTS && status >= 0; i++) {
        const new_play *p = &more->plays[i];
        if (*p->player_key && *p->level_key)
            status = rank_play(db, p, number, number * SLOTS + (int64_t)i, e->verdict == VERDICT_ACCEPTED, error);
    }
    return status < 0 || !more->play_count ? status : catalogue_name_plays(db, number * SLOTS, number * SLOTS + SLOTS - 1, error);
}

reel_status catalogue_unrank(sql *db, int64_t number, reel_error *error)
{
    reel_status status = set_counts(db, number, false, error);
    return status < 0 ? status : catalogue_unname_plays(db, number * SLOTS, number * SLOTS + SLOTS - 1, error);
}

reel_status catalogue_rank_again(sql *db, int64_t number, reel_error *error)
{
    reel_status status = set_counts(db, number, true, error);
    return status < 0 ? status : catalogue_name_plays(db, number * SLOTS, number * SLOTS + SLOTS - 1, error);
}

reel_status catalogue_forget_plays(sql *db, int64_t number, reel_error *error)
{
    const sql_value range[] = { sql_integer(number * SLOTS), sql_integer(number * SLOTS + SLOTS - 1) };
    reel_status status = catalogue_unrank(db, number, error);
    return status < 0 ? status : sql_do(db, "DELETE FROM entry WHERE entry BETWEEN $1 AND $2", range, 2, NULL, error);
}

/* ---- names of boards ------------------------------------------------------------------------------------------------- */

typedef struct naming {
    const char *game, *board;
} naming;

static reel_status name_steps(sql *db, void *context, reel_error *error)
{
    static const char fill_best[] =
        "INSERT INTO best (board, board_level, board_player, rank, best_entry) SELECT board, board_level, board_player, rank, "
        "entry FROM (SELECT board, board_level, board_player, rank, entry, ROW_NUMBER() OVER (PARTITION BY board_level, "
        "board_player ORDER BY rank, entry) AS place FROM entry WHERE board = $1 AND counts = 1) AS plays WHERE place = 1 ON "
        "CONFLICT (board, board_level, board_player) DO UPDATE SET rank = excluded.rank, best_entry = excluded.best_entry";
    const naming *n = context;
    const sql_value values[] = { sql_text(n->game), sql_text(n->board) };
    int64_t number;
    reel_status status = catalogue_next_number(db, &number, error);
    if (status >= 0) status = sql_do(db, "UPDATE entry SET board = $2 WHERE board = $1", values, 2, NULL, error);
    if (status >= 0) status = sql_do(db, "DELETE FROM best WHERE board = $1", values, 1, NULL, error);
    if (status >= 0) status = sql_do(db, fill_best, values + 1, 1, NULL, error);
    if (status >= 0) status = reign_fill(db, error);
    if (status >= 0) status = ranking_fill(db, error);
    return status < 0 ? status : place_fill(db, error);
}

reel_status catalogue_name_board(catalogue *c, const char *game, const char *board, reel_error *error)
{
    naming n = { game, board };
    int64_t found = 0;
    const sql_value value = sql_text(game);
    reel_status status =
        catalogue_run(c, "SELECT 1 FROM entry WHERE board = $1 LIMIT 1", &value, 1, catalogue_read_integer, &found, NULL, error);
    return status < 0 || !found ? status : catalogue_transact(c, name_steps, &n, error);
}
