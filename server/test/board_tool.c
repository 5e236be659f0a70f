/* SPDX-License-Identifier: MIT
 * board_tool WHERE SEED STEPS: adds, hides, shows, replaces and removes random replays with random plays, and compares after each step what the
 * catalogue says of boards with a plain scan of the plays that a model has. Prints what is different, and "ok STEPS". */
#include "store/catalogue_board.h"
#include "store/catalogue_internal.h"
#include "store/catalogue_place.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 4000, PLAYS = 4, BOARDS = 2, LEVELS = 2, PLAYERS = 24, WIDTH = 2 /* of marks */ };

typedef struct model_replay {
    char id[STORE_ID];
    int64_t number;
    bool there, counts;
    size_t count;
    struct {
        unsigned board, level, player;
        double value;
    } plays[PLAYS];
} model_replay;

static model_replay replays[MOST];
static size_t replay_count;
static const char *const boards[BOARDS] = { "higher", "lower" };
static const char *const levels[LEVELS] = { "level/a", "level b" };
static char players[PLAYERS][16];
static uint64_t state;
static reel_error failure;
static bool marks_count = true;

static unsigned any(unsigned below)
{
    state = state * UINT64_C(6364136223846793005) + 1442695040888963407;
    return (unsigned)(state >> 33) % below;
}

static void check(reel_status status, const char *what)
{
    if (status >= 0) return;
    printf("failed: %s: %s\n", what, failure.message);
    exit(1);
}

/* ---- the model --------------------------------------------------------------------------------------------------- */

typedef struct standing {
    double rank, value;
    size_t replay;
    int64_t play;
    unsigned player;
} standing;

static int compare_standings(const void *one, const void *other)
{
    const standing *a = one, *b = other;
    if (a->rank != b->rank) return a->rank < b->rank ? -1 : 1;
    if (a->replay != b->replay) return a->replay < b->replay ? -1 : 1;
    return a->play < b->play ? -1 : a->play > b->play;
}

/* Every play that counts on a board and level, in order. */
static size_t scan(unsigned board, unsigned level, standing *all)
{
    size_t count = 0;
    for (size_t i = 0; i < replay_count; i++)
        for (size_t n = 0; n < replays[i].count && replays[i].there && replays[i].counts; n++) {
            if (replays[i].plays[n].board != board || replays[i].plays[n].level != level) continue;
            double value = replays[i].plays[n].value;
            all[count++] = (standing){ board ? value : -value, value, i, (int64_t)n, replays[i].plays[n].player };
        }
    qsort(all, count, sizeof *all, compare_standings);
    return count;
}

static size_t keep_bests(standing *all, size_t count)
{
    bool seen[PLAYERS] = { false };
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        if (seen[all[i].player]) continue;
        seen[all[i].player] = true;
        all[kept++] = all[i];
    }
    return kept;
}

/* ---- what the catalogue says --------------------------------------------------------------------------------------- */

typedef struct comparison {
    const standing *expected;
    size_t count, at;
    uint64_t place; /* of the first one */
    bool backward;
} comparison;

static void differ(const char *why)
{
    printf("different: %s\n", why);
    exit(1);
}

static void compare_entry(void *context, const board_entry *entry)
{
    comparison *c = context;
    if (c->at == c->count) differ("one entry too many");
    const standing *s = &c->expected[c->backward ? c->count - 1 - c->at : c->at];
    if (strcmp(entry->replay.id, replays[s->replay].id) != 0) differ("another replay");
    if (strcmp(entry->replay.player, players[s->player]) != 0) differ("another player");
    if (entry->value != s->value || entry->rank != s->rank) differ("another value");
    if (c->place && entry->place != c->place + c->at) differ("another place");
    c->at++;
}

static int compare_by_time(const void *one, const void *other)
{
    const standing *a = one, *b = other;
    if (a->replay != b->replay) return a->replay < b->replay ? -1 : 1;
    return a->play < b->play ? -1 : a->play > b->play;
}

static void compare_page(catalogue *c, board_page page, const standing *expected, size_t count, uint64_t place)
{
    comparison with = { expected, count, 0, place, page.newest };
    page.limit = 2000;
    check(catalogue_board(c, &page, compare_entry, &with, &failure), "a board");
    if (with.at != count) differ("entries are missing");
}

static void compare_player(catalogue *c, board_page page, const standing *best, size_t count, unsigned player)
{
    uint64_t place = 0, expected = 0;
    for (size_t i = 0; i < count; i++)
        if (best[i].player == player) expected = i + 1;
    reel_status status = catalogue_place(c, page.board, page.level, players[player], &place, &failure);
    check(status, "a place");
    if (status == REEL_END ? expected != 0 : place != expected) differ("another place of a player");
    if (!expected) return;
    page.player = players[player];
    page.limit = 3;
    size_t first = expected > 1 ? expected - 2 : 0, shown = count - first < 3 ? count - first : 3;
    comparison with = { best + first, shown, 0, first + 1, false };
    check(catalogue_board(c, &page, compare_entry, &with, &failure), "a page around a player");
    if (with.at != shown) differ("entries around a player are missing");
}

/* A page that begins behind some entry. */
static void compare_after(catalogue *c, board_page page, const standing *expected, size_t count)
{
    if (!count) return;
    const size_t last = any((unsigned)count);
    page.has_after = true;
    page.after_rank = expected[last].rank;
    page.after_number = replays[expected[last].replay].number * 1024 + expected[last].play;
    compare_page(c, page, expected + last + 1, count - last - 1, last + 2);
}

static void compare_board(catalogue *c, unsigned board, unsigned level)
{
    static standing all[MOST * PLAYS], mine[MOST * PLAYS];
    board_page page = { .board = boards[board], .level = levels[level] };
    size_t count = scan(board, level, all), mine_count = 0;
    page.all = true;
    compare_page(c, page, all, count, 1);
    compare_after(c, page, all, count);
    const unsigned player = any(PLAYERS);
    for (size_t i = 0; i < count; i++)
        if (all[i].player == player) mine[mine_count++] = all[i];
    qsort(mine, mine_count, sizeof *mine, compare_by_time);
    comparison progress = { mine, mine_count, 0, 0, false };
    check(catalogue_progress(c, page.board, page.level, players[player], 0, 2000, compare_entry, &progress, &failure),
          "progress");
    if (progress.at != mine_count) differ("plays of a player are missing");
    memcpy(mine, all, count * sizeof *all);
    qsort(mine, count, sizeof *mine, compare_by_time);
    page = (board_page){ .board = boards[board], .level = levels[level], .newest = true };
    compare_page(c, page, mine, count, 0);
    page.newest = false;
    count = keep_bests(all, count);
    compare_page(c, page, all, count, 1);
    compare_after(c, page, all, count);
    compare_player(c, page, all, count, player);
}

static bool count_rows(void *context, const sql_value *values, size_t count)
{
    (void)count;
    *(int64_t *)context = values[0].integer;
    return false;
}

/* The whole table, however it is read: nothing is in it twice, and nothing is left of what went. */
static void compare_tables(sql *db)
{
    static const char best_text[] =
        "SELECT COUNT(*) FROM best LEFT JOIN (SELECT board, board_level, board_player, rank, entry, ROW_NUMBER() OVER (PARTITION "
        "BY board, board_level, board_player ORDER BY rank, entry) AS place FROM entry WHERE counts = 1) AS plays ON plays.place "
        "= "
        "1 AND plays.board = best.board AND plays.board_level = best.board_level AND plays.board_player = best.board_player "
        "WHERE "
        "plays.entry IS NULL OR plays.entry <> best_entry OR plays.rank <> best.rank";
    static const char count_text[] =
        "SELECT (SELECT COUNT(*) FROM best) - (SELECT COUNT(*) FROM (SELECT DISTINCT board, board_level, board_player FROM entry "
        "WHERE counts = 1) AS players)";
    static const char left_text[] =
        "SELECT COUNT(*) FROM entry WHERE NOT EXISTS (SELECT 1 FROM replay WHERE number = entry_replay)";
    /* a mark has as many entries before it as it and the marks before it say; none is far from the next */
#define MARKS(kind, table, number)                                                                                               \
    "SELECT COUNT(*) FROM place_mark AS one WHERE kind = " kind " AND (many < 1 OR many > $1 OR (SELECT SUM(many) FROM "         \
    "place_mark AS other WHERE other.kind = one.kind AND other.board = one.board AND other.board_level = one.board_level AND "   \
    "(other.rank, other.entry) <= (one.rank, one.entry)) <> (SELECT COUNT(*) FROM " table                                        \
    " AND place.board = one.board AND place.board_level = one.board_level AND (place.rank, place." number                        \
    ") < (one.rank, one.entry)))"
    static const char mark_text[] = MARKS("0", "best AS place WHERE 1 = 1", "best_entry");
    static const char all_mark_text[] = MARKS("1", "entry AS place WHERE counts = 1", "entry");
    static const char *const texts[] = { best_text, count_text, left_text, mark_text, all_mark_text };
    const sql_value width = sql_integer(2 * WIDTH);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        int64_t wrong = 0;
        check(sql_ask(db, texts[i], &width, i > 2, count_rows, &wrong, &failure), "a scan");
        if (wrong && (i < 3 || marks_count))
            differ(i > 2 ? "marks do not count" : i == 2 ? "plays without a replay" : "best is not the best");
    }
}

/* A server of an older version adds no marks; what it leaves is as if some were lost. Places are counted all the same, and a server that
 * starts makes the marks anew. */
static void lose_marks(sql *db)
{
    static const char *const texts[] = { "UPDATE reel_sequence SET last = last + 1",
                                         "DELETE FROM place_mark WHERE entry / 1024 % 2 = 0",
                                         "UPDATE place_mark SET many = many + 1 WHERE entry / 1024 % 3 = 0" };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        check(sql_do(db, texts[i], NULL, 0, NULL, &failure), "an older server");
    marks_count = false;
}

static catalogue *restart(catalogue *c, const char *where)
{
    catalogue_close(c);
    check(catalogue_open(where, 2, &c, &failure), "opening again");
    marks_count = true;
    return c;
}

/* ---- steps -------------------------------------------------------------------------------------------------------- */

static size_t make_plays(model_replay *r, new_play plays[PLAYS])
{
    bool taken[BOARDS][LEVELS][PLAYERS] = { { { false } } };
    size_t count = 0;
    for (size_t n = any(PLAYS + 1); n; n--) {
        unsigned board = any(BOARDS), level = any(LEVELS), player = any(PLAYERS);
        if (taken[board][level][player]) continue;
        taken[board][level][player] = true;
        double value = any(6) - 1.5;
        r->plays[count].board = board;
        r->plays[count].level = level;
        r->plays[count].player = player;
        r->plays[count].value = value;
        plays[count++] = (new_play){ boards[board],   levels[level],   levels[level], players[player],
                                     players[player], players[player], value,         board ? value : -value };
    }
    return r->count = count;
}

static void add_replay(catalogue *c)
{
    model_replay *r = &replays[replay_count++];
    new_play plays[PLAYS];
    add_result result;
    replay_entry entry = { .format = "f", .game = "g" };
    for (size_t i = 0; i < STORE_ID - 1; i++) entry.id[i] = "0123456789abcdef"[any(16)];
    new_replay more = { .level_key = "l", .player_key = "", .content = "", .answer = "{}", .fingerprint = "" };
    more.plays = plays;
    more.play_count = make_plays(r, plays);
    r->there = true;
    r->counts = any(4) > 0;
    entry.verdict = r->counts ? VERDICT_ACCEPTED : VERDICT_HELD;
    memcpy(r->id, entry.id, sizeof r->id);
    check(catalogue_add(c, &entry, &more, &result, &failure), "adding");
    check(catalogue_get(c, r->id, &entry, &failure), "getting");
    r->number = entry.number;
}

static void replace_replay(catalogue *c, model_replay *r)
{
    new_play plays[PLAYS];
    replay_entry entry;
    new_replay more = { .level_key = "l", .player_key = "" };
    check(catalogue_get(c, r->id, &entry, &failure), "getting");
    const verdict before = (verdict)entry.verdict;
    more.plays = plays;
    more.play_count = make_plays(r, plays);
    r->counts = entry.verdict == VERDICT_ACCEPTED;
    check(catalogue_replace(c, &entry, &more, before, &failure), "replacing");
}

static void change_replay(catalogue *c, sql *db, model_replay *r, unsigned what)
{
    if (!r->there) return;
    if (what == 0) {
        check(catalogue_unrank(db, r->number, &failure), "hiding");
        r->counts = false;
    } else if (what == 1) {
        check(catalogue_rank_again(db, r->number, &failure), "showing");
        r->counts = true;
    } else if (what == 2) {
        check(catalogue_forget(db, r->id, &failure), "removing");
        r->there = false;
    } else {
        replace_replay(c, r);
    }
}

int main(int count, char **arguments)
{
    catalogue *c = NULL;
    sql *db = NULL;
    if (count != 4) return 2;
    state = strtoull(arguments[2], NULL, 10);
    place_width = WIDTH;
    for (unsigned i = 0; i < PLAYERS; i++) snprintf(players[i], sizeof players[i], "player %u", i);
    const unsigned steps = (unsigned)strtoul(arguments[3], NULL, 10);
    check(catalogue_open(arguments[1], 2, &c, &failure), "opening");
    check(sql_open(arguments[1], &db, &failure), "opening");
    for (unsigned n = 0; n < steps && replay_count < MOST; n++) {
        unsigned what = any(10);
        if (what < 5 || !replay_count)
            add_replay(c);
        else
            change_replay(c, db, &replays[any((unsigned)replay_count)], what < 9 ? what - 5 : any(4));
        if (n % 40 == 25) lose_marks(db);
        if (n % 40 == 35) c = restart(c, arguments[1]);
        compare_board(c, any(BOARDS), any(LEVELS));
        compare_tables(db);
    }
    for (size_t i = 0; i < replay_count; i++) change_replay(c, db, &replays[i], 2);
    compare_tables(db);
    for (unsigned board = 0; board < BOARDS; board++)
        for (unsigned level = 0; level < LEVELS; level++) compare_board(c, board, level);
    printf("ok %u\n", steps);
    sql_close(db);
    catalogue_close(c);
    return 0;
}
