/* SPDX-License-Identifier: MIT
 * rank_tool WHERE SEED STEPS: adds, hides, shows, replaces and removes random replays, moves players between teams, and changes weights of
 * levels and the declaration of rankings. Some steps later it compares the rankings and the history of the first places with those that a plain
 * scan of the plays that count gives, and with the tables that are computed from nothing. Prints what is different, and "ok STEPS". */
#include "store/catalogue_board.h"
#include "store/catalogue_internal.h"
#include "store/catalogue_place.h"
#include "store/ranking.h"
#include "store/reign.h"
#include "store/reign_keep.h"

#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 3000, PLAYS = 3, BOARDS = 2, LEVELS = 6, PLAYERS = 16, TEAMS = 3, SETS = 2, RULES = 5 };

typedef struct model_play {
    unsigned board, level, player;
    double value;
} model_play;

typedef struct model_replay {
    char id[STORE_ID];
    int64_t number, received;
    bool there, counts;
    size_t count;
    model_play plays[PLAYS];
} model_replay;

static model_replay replays[MOST];
static size_t replay_count;
static double weights[RULES][LEVELS]; /* negative: none */
static unsigned teams[PLAYERS];       /* 0: none */
static unsigned current;              /* set of rankings that is declared */
static uint64_t state;
static reel_error failure;

static const char *const names[RULES] = { "places", "curve", "weights", "season", "ranked" };
static const char *const sets[SETS] = {
    "ranking places\nboard high\npoints place 10 6 3 1\n"
    "ranking curve\nboard high\npoints curve 0:0 0.5:0.1 0.9:0.6 1:1.5\nweight 300\nbest 3\ndecay 0.7\n"
    "ranking weights\nboard low\npoints weight\n"
    "ranking season\nboard high\npoints place 5 2.5\nbest 2\nfrom 1970-01-02\nuntil 1970-01-04\n"
    "ranking ranked\nboard low\npoints curve 0:1 1:0\nlevels ranked\n",
    "ranking places\nboard high\npoints place 10 6 3 1\n"
    "ranking weights\nboard low\npoints weight\nweight 2\nbest 4\n",
};

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

static void differ(const char *why, const char *of)
{
    printf("different: %s: %s\n", why, of);
    exit(1);
}

static const char *player_name(unsigned player)
{
    static char name[16];
    snprintf(name, sizeof name, "player%u", player);
    return name;
}

static const char *level_name(unsigned level)
{
    static char name[16];
    snprintf(name, sizeof name, "level/%u", level);
    return name;
}

/* ---- the model ------------------------------------------------------------------------------------------------------- */

typedef struct best {
    bool found;
    double rank, value;
    int64_t entry;
} best;

static bool is_better(double rank, int64_t entry, const best *than)
{
    return !than->found || rank < than->rank || (rank == than->rank && entry < than->entry);
}

static void scan(const ranking_rule *rule, unsigned level, best bests[PLAYERS])
{
    memset(bests, 0, PLAYERS * sizeof *bests);
    for (size_t i = 0; i < replay_count; i++) {
        const model_replay *r = &replays[i];
        if (!r->there || !r->counts) continue;
        if ((rule->from && r->received < rule->from) || (rule->until && r->received >= rule->until)) continue;
        for (size_t n = 0; n < r->count; n++) {
            const model_play *p = &r->plays[n];
            const double rank = p->board ? p->value : -p->value;
            const int64_t entry = r->number * 1024 + (int64_t)n;
            if (p->level != level || strcmp(rule->board, p->board ? "low" : "high") != 0) continue;
            if (is_better(rank, entry, &bests[p->player])) bests[p->player] = (best){ true, rank, p->value, entry };
        }
    }
}

static int fall(const void *one, const void *other)
{
    const int64_t a = *(const int64_t *)one, b = *(const int64_t *)other;
    return a > b ? -1 : a < b;
}

/* Thousandths of points of each player, and on how many levels. */
static void model_totals(const ranking_rule *rule, unsigned at, int64_t totals[PLAYERS], int64_t levels[PLAYERS])
{
    int64_t points[PLAYERS][LEVELS];
    memset(levels, 0, PLAYERS * sizeof *levels);
    for (unsigned level = 0; level < LEVELS; level++) {
        best bests[PLAYERS];
        const double weight = weights[at][level] >= 0 ? weights[at][level] : rule->ranked_only ? -1 : rule->weight;
        if (weight < 0) continue;
        scan(rule, level, bests);
        for (unsigned who = 0; who < PLAYERS; who++) {
            uint64_t place = 1;
            if (!bests[who].found) continue;
            for (unsigned other = 0; other < PLAYERS; other++)
                place += bests[other].found && is_better(bests[other].rank, bests[other].entry, &bests[who]);
            points[who][levels[who]++] = ranking_points(rule, weight, place, bests[who].value);
        }
    }
    for (unsigned who = 0; who < PLAYERS; who++) {
        size_t count = (size_t)levels[who];
        qsort(points[who], count, sizeof points[who][0], fall);
        if (rule->best && count > rule->best) count = rule->best;
        totals[who] = 0;
        for (size_t i = 0; !rule->best && i < count; i++) totals[who] += points[who][i];
        if (rule->best) totals[who] = ranking_sum(rule, points[who], count);
    }
}

/* ---- what the catalogue says ----------------------------------------------------------------------------------------- */

typedef struct seen_totals {
    ranking_total rows[64];
    size_t count;
} seen_totals;

static void keep_total(void *context, const ranking_total *total)
{
    seen_totals *seen = context;
    if (seen->count == 64) differ("too many members", total->ranking);
    seen->rows[seen->count++] = *total;
}

static void read_group(catalogue *c, const char *ranking, ranking_group group, seen_totals *seen)
{
    ranking_page page = { .ranking = ranking, .group = group, .limit = 3 };
    size_t before;
    seen->count = 0;
    do { /* page by page */
        before = seen->count;
        check(ranking_totals(c, &page, keep_total, seen, &failure), "totals");
        if (!seen->count) return;
        page.has_after = true;
        page.after_rank = seen->rows[seen->count - 1].rank;
        page.after_number = seen->rows[seen->count - 1].number;
    } while (seen->count > before);
    for (size_t i = 0; i < seen->count; i++) {
        if (seen->rows[i].place != i + 1) differ("another place", ranking);
        if (i && seen->rows[i].points > seen->rows[i - 1].points) differ("another order", ranking);
    }
}

static const ranking_total *find(const seen_totals *seen, const char *member)
{
    for (size_t i = 0; i < seen->count; i++)
        if (strcmp(seen->rows[i].member, member) == 0) return &seen->rows[i];
    return NULL;
}

static void compare_ranking(catalogue *c, const ranking_rule *rule)
{
    static seen_totals seen;
    int64_t totals[PLAYERS], levels[PLAYERS], sums[TEAMS + 1] = { 0 }, members[TEAMS + 1] = { 0 };
    unsigned at = 0, expected = 0;
    while (strcmp(names[at], rule->name) != 0) at++;
    model_totals(rule, at, totals, levels);
    read_group(c, rule->name, RANKING_PLAYERS, &seen);
    for (unsigned who = 0; who < PLAYERS; who++) {
        const ranking_total *total = find(&seen, player_name(who));
        if (!total != !levels[who]) differ("a player", rule->name);
        if (!total) continue;
        expected++;
        if (total->parts != levels[who] || -total->rank != (double)totals[who]) differ("points of a player", rule->name);
        sums[teams[who]] += totals[who];
        members[teams[who]]++;
    }
    if (seen.count != expected) differ("players", rule->name);
    read_group(c, rule->name, RANKING_TEAMS, &seen);
    for (unsigned team = 1; team <= TEAMS; team++) {
        char name[16];
        snprintf(name, sizeof name, "team %u", team);
        const ranking_total *total = find(&seen, name);
        if (!total != !members[team]) differ("a team", rule->name);
        if (total && (total->parts != members[team] || -total->rank != (double)sums[team]))
            differ("points of a team", rule->name);
    }
    for (ranking_group group = RANKING_PLAYERS; group < RANKING_COUNTRIES && expected; group++) {
        read_group(c, rule->name, group, &seen);
        if (!seen.count) continue;
        const ranking_total one = seen.rows[any((unsigned)seen.count)];
        const ranking_page page = { .ranking = rule->name, .group = group, .member = one.member, .limit = 1 };
        seen.count = 0;
        check(ranking_totals(c, &page, keep_total, &seen, &failure), "a page around a member");
        if (seen.count != 1 || seen.rows[0].place != one.place) differ("the page around a member", rule->name);
    }
}

typedef struct reigns {
    int64_t entries[MOST];
    size_t count;
    int64_t until;
} reigns;

static void keep_reign(void *context, const reign_entry *entry)
{
    reigns *r = context;
    if (r->count && entry->until != r->until) differ("until when", "reign");
    if (!r->count && entry->until) differ("who holds it now", "reign");
    r->until = entry->entry.replay.received;
    r->entries[r->count++] = entry->entry.number;
}

static void compare_reign(catalogue *c, unsigned board, unsigned level)
{
    static reigns seen;
    static int64_t expected[MOST];
    size_t count = 0;
    best holder = { .found = false };
    seen = (reigns){ .count = 0 };
    for (size_t i = 0; i < replay_count; i++)
        for (size_t n = 0; n < replays[i].count && replays[i].there && replays[i].counts; n++) {
            const model_play *p = &replays[i].plays[n];
            const double rank = board ? p->value : -p->value;
            if (p->board != board || p->level != level || (holder.found && rank >= holder.rank)) continue;
            holder = (best){ true, rank, p->value, 0 };
            expected[count++] = replays[i].number * 1024 + (int64_t)n;
        }
    check(reign_list(c, board ? "low" : "high", level_name(level), 0, MOST, keep_reign, &seen, &failure), "the history");
    if (seen.count != count) differ("how many held it", "reign");
    for (size_t i = 0; i < count; i++)
        if (seen.entries[i] != expected[count - 1 - i]) differ("who held it", "reign");
}

/* ---- tables ---------------------------------------------------------------------------------------------------------- */

static bool add_row(void *context, const sql_value *values, size_t count)
{
    crypto_generichash_state *hash = context;
    for (size_t i = 0; i < count; i++) {
        char text[CATALOGUE_TEXT + 64];
        int size = values[i].kind == SQL_TEXT ? snprintf(text, sizeof text, "%s|", values[i].text)
                                              : snprintf(text, sizeof text, "%.17g|", sql_number(&values[i]) + 0.0); /* -0 is 0 */
        crypto_generichash_update(hash, (const uint8_t *)text, (unsigned long long)size);
    }
    return true;
}

static void hash_tables(sql *db, uint8_t hash[crypto_generichash_BYTES])
{
    static const char *const texts[] = {
        "SELECT ranking, board_level, board_player, rank, best_entry, play_value, points FROM standing ORDER BY 1, 2, 3",
        "SELECT board, board_level, member, rank, number, parts FROM total ORDER BY 1, 2, 3",
        "SELECT board, board_level, entry, rank FROM reign ORDER BY 1, 2, 3",
    };
    crypto_generichash_state all;
    crypto_generichash_init(&all, NULL, 0, crypto_generichash_BYTES);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        check(sql_ask(db, texts[i], NULL, 0, add_row, &all, &failure), "a table");
    crypto_generichash_final(&all, hash, crypto_generichash_BYTES);
}

static reel_status fill_steps(sql *db, void *context, reel_error *error)
{
    int64_t number;
    (void)context;
    reel_status status = catalogue_next_number(db, &number, error);
    if (status >= 0) status = reign_fill(db, error);
    if (status >= 0) status = ranking_fill(db, error);
    return status < 0 ? status : place_fill(db, error);
}

static void compare_with_nothing(catalogue *c, sql *db)
{
    uint8_t before[crypto_generichash_BYTES], after[crypto_generichash_BYTES];
    hash_tables(db, before);
    check(catalogue_transact(c, fill_steps, NULL, &failure), "computing from nothing");
    hash_tables(db, after);
    if (memcmp(before, after, sizeof after) != 0) differ("computed from nothing", "tables");
}

/* ---- steps ----------------------------------------------------------------------------------------------------------- */

static size_t make_plays(model_replay *r, new_play plays[PLAYS])
{
    static char players[PLAYERS][16], levels[LEVELS][16];
    size_t count = 0;
    for (size_t n = any(PLAYS + 1); n; n--) {
        model_play *p = &r->plays[count];
        *p = (model_play){ any(BOARDS), any(LEVELS), any(PLAYERS), any(12) / 10.0 };
        bool taken = false;
        for (size_t i = 0; i < count; i++)
            taken |= r->plays[i].board == p->board && r->plays[i].level == p->level && r->plays[i].player == p->player;
        if (taken) continue;
        snprintf(players[p->player], sizeof players[0], "%s", player_name(p->player));
        snprintf(levels[p->level], sizeof levels[0], "%s", level_name(p->level));
        const char *level = levels[p->level], *player = players[p->player];
        plays[count++] = (new_play){ p->board ? "low" : "high",      level, level, player, player, player, p->value,
                                     p->board ? p->value : -p->value };
    }
    return r->count = count;
}

static void add_replay(catalogue *c)
{
    static const int64_t day = INT64_C(86400000);
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
    r->received = entry.received = day / 2 * any(8) + any(3);
    entry.verdict = r->counts ? VERDICT_ACCEPTED : VERDICT_HELD;
    memcpy(r->id, entry.id, sizeof r->id);
    check(catalogue_add(c, &entry, &more, &result, &failure), "adding");
    check(catalogue_get(c, r->id, &entry, &failure), "getting");
    r->number = entry.number;
}

static void judge_again(catalogue *c, model_replay *r)
{
    new_play plays[PLAYS];
    replay_entry entry;
    new_replay more = { .level_key = "l", .player_key = "" };
    check(catalogue_get(c, r->id, &entry, &failure), "getting");
    const verdict before = (verdict)entry.verdict;
    more.plays = plays;
    more.play_count = make_plays(r, plays);
    entry.verdict = any(2) ? VERDICT_ACCEPTED : VERDICT_HELD;
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
        judge_again(c, r);
    }
}

static void move_player(catalogue *c)
{
    player_profile profile = { .team = "" };
    const unsigned who = any(PLAYERS);
    teams[who] = any(TEAMS + 1);
    snprintf(profile.player, sizeof profile.player, "%s", player_name(who));
    if (teams[who]) snprintf(profile.team, sizeof profile.team, "team %u", teams[who]);
    if (any(2)) snprintf(profile.country, sizeof profile.country, "XX");
    check(ranking_profile_set(c, &profile, "who", 1, &failure), "a profile");
}

static void weigh_level(catalogue *c)
{
    const unsigned rule = any(RULES), level = any(LEVELS);
    const double weight = any(3) ? any(40) / 4.0 : -1;
    const ranking_change change = { names[rule], level_name(level), "who", "why", weight, 1 };
    const reel_status status = ranking_weigh(c, &change, &failure);
    check(status, "weighing");
    if (status == REEL_OK) weights[rule][level] = weight;
}

static void declare(catalogue *c, unsigned set, ranking_set *to)
{
    ranking_problem problem;
    current = set;
    if (!ranking_parse(sets[set], strlen(sets[set]), to, &problem)) differ("the declaration", problem.message);
    check(ranking_declare(c, to, &failure), "declaring");
}

static void step(catalogue *c, sql *db, ranking_set *set)
{
    const unsigned what = any(20);
    if (what < 9 || !replay_count)
        add_replay(c);
    else if (what < 16)
        change_replay(c, db, &replays[any((unsigned)replay_count)], what % 4);
    else if (what < 18)
        move_player(c);
    else if (what < 19 || any(4))
        weigh_level(c);
    else
        declare(c, any(SETS), set);
}

int main(int count, char **arguments)
{
    static ranking_set set;
    catalogue *c = NULL;
    sql *db = NULL;
    if (count != 4 || sodium_init() < 0) return 2;
    state = strtoull(arguments[2], NULL, 10);
    place_width = 2;
    for (unsigned i = 0; i < RULES * LEVELS; i++) weights[i / LEVELS][i % LEVELS] = -1;
    const unsigned steps = (unsigned)strtoul(arguments[3], NULL, 10);
    check(catalogue_open(arguments[1], 2, &c, &failure), "opening");
    check(sql_open(arguments[1], &db, &failure), "opening");
    declare(c, 0, &set);
    for (unsigned n = 0; n < steps && replay_count < MOST; n++) {
        step(c, db, &set);
        if (n % 3 == 0) compare_ranking(c, &set.rankings[any((unsigned)set.count)]);
        if (n % 3 == 1) compare_reign(c, any(BOARDS), any(LEVELS));
        if (n % 25 == 24) compare_with_nothing(c, db);
    }
    for (size_t i = 0; i < replay_count; i++) change_replay(c, db, &replays[i], 2);
    for (size_t i = 0; i < set.count; i++) compare_ranking(c, &set.rankings[i]);
    compare_with_nothing(c, db);
    printf("ok %u\n", steps);
    sql_close(db);
    catalogue_close(c);
    return 0;
}
