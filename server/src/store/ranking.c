/* SPDX-License-Identifier: MIT
 * What is declared and set about rankings, and what is shown of them. */
#include "store/ranking.h"

#include "store/audit.h"
#include "store/catalogue_plays.h"
#include "store/ranking_internal.h"

#include <float.h>
#include <stdio.h>
#include <string.h>

/* ---- declarations ------------------------------------------------------------------------------------------------------ */

typedef struct declared {
    char name[RANKING_NAME], board[RANKING_NAME], rules[RANKING_RULES];
    bool found;
} declared;

static bool read_declared(void *context, const sql_value *values, size_t count)
{
    declared *d = context;
    (void)count;
    catalogue_copy(d->name, sizeof d->name, &values[0]);
    catalogue_copy(d->board, sizeof d->board, &values[1]);
    catalogue_copy(d->rules, sizeof d->rules, &values[2]);
    d->found = true;
    return false;
}

static reel_status forget(sql *db, const char *name, reel_error *error)
{
    static const char *const texts[] = { "DELETE FROM standing WHERE ranking = $1", "DELETE FROM total WHERE board = $1",
                                         "DELETE FROM ranking WHERE name = $1" };
    const sql_value value = sql_text(name);
    reel_status status = REEL_OK;
    for (size_t i = 0; i < sizeof texts / sizeof *texts && status >= 0; i++)
        status = sql_do(db, texts[i], &value, 1, NULL, error);
    return status;
}

/* Those that are not declared any more. Their weights of levels stay: a declaration may have been lost by mistake. */
static reel_status forget_others(sql *db, const ranking_set *set, bool *changed, reel_error *error)
{
    declared d = { .name = "" };
    reel_status status;
    do {
        char name[RANKING_NAME];
        const sql_value after = sql_text(name);
        bool stays = false;
        d.found = false;
        memcpy(name, d.name, sizeof name);
        status = sql_ask(db, "SELECT name, board, rules FROM ranking WHERE name > $1 ORDER BY name LIMIT 1", &after, 1,
                         read_declared, &d, error);
        for (size_t i = 0; i < set->count && d.found; i++) stays = stays || strcmp(set->rankings[i].name, d.name) == 0;
        if (status < 0 || !d.found || stays) continue;
        *changed = true;
        status = forget(db, d.name, error);
    } while (status >= 0 && d.found);
    return status;
}

static reel_status declare(sql *db, const ranking_rule *rule, int64_t place, bool *changed, reel_error *error)
{
    declared d = { .found = false };
    const sql_value values[] = { sql_text(rule->name), sql_integer(place), sql_text(rule->board), sql_text(rule->title),
                                 sql_text(rule->rules) };
    reel_status status =
        sql_ask(db, "SELECT name, board, rules FROM ranking WHERE name = $1", values, 1, read_declared, &d, error);
    if (status >= 0)
        status =
            sql_do(db,
                   "INSERT INTO ranking (name, place, board, title, rules) VALUES ($1, $2, $3, $4, $5) ON CONFLICT (name) DO "
                   "UPDATE SET place = excluded.place, board = excluded.board, title = excluded.title, rules = "
                   "excluded.rules",
                   values, 5, NULL, error);
    if (status < 0 || (d.found && strcmp(d.rules, rule->rules) == 0)) return status;
    *changed = true;
    return ranking_fill_one(db, rule, NULL, error);
}

static reel_status declare_steps(sql *db, void *context, reel_error *error)
{
    const ranking_set *set = context;
    bool changed = false;
    int64_t number;
    reel_status status = catalogue_next_number(db, &number, error);
    if (status >= 0) status = forget_others(db, set, &changed, error);
    for (size_t i = 0; i < set->count && status >= 0; i++) status = declare(db, &set->rankings[i], (int64_t)i, &changed, error);
    return status < 0 || !changed ? status : place_fill(db, error);
}

/* What is declared beside what was, in the order of places. */
typedef struct comparison {
    const ranking_set *set;
    size_t same;
    bool differs;
} comparison;

static bool is_text(const sql_value *value, const char *text)
{
    return value->kind == SQL_TEXT && strcmp(value->text, text) == 0;
}

static bool compare_declared(void *context, const sql_value *values, size_t count)
{
    comparison *c = context;
    const ranking_rule *rule = c->same < c->set->count ? &c->set->rankings[c->same] : NULL;
    (void)count;
    c->differs = !rule || values[0].integer != (int64_t)c->same || !is_text(&values[1], rule->name) ||
                 !is_text(&values[2], rule->board) || !is_text(&values[3], rule->title) || !is_text(&values[4], rule->rules);
    c->same++;
    return !c->differs;
}

/* A start with what was declared before writes nothing, so that it needs no room on a full disk. */
reel_status ranking_declare(catalogue *c, const ranking_set *set, reel_error *error)
{
    comparison found = { .set = set };
    const reel_status status = catalogue_run(c, "SELECT place, name, board, title, rules FROM ranking ORDER BY place, name", NULL,
                                             0, compare_declared, &found, NULL, error);
    if (status < 0 || (!found.differs && found.same == set->count)) return status;
    return catalogue_transact(c, declare_steps, (void *)(size_t)set, error);
}

/* ---- levels ------------------------------------------------------------------------------------------------------------- */

typedef struct weighing {
    const ranking_change *change;
    char level[CATALOGUE_TEXT];
    bool found;
} weighing;

static reel_status weigh_rule(sql *db, const ranking_rule *rule, void *context, reel_error *error)
{
    weighing *w = context;
    const ranking_change *change = w->change;
    if (strcmp(rule->name, change->ranking) != 0) return REEL_OK;
    const sql_value values[] = { sql_text(rule->name), sql_text(w->level), sql_real(change->weight), sql_integer(change->now) };
    w->found = true;
    reel_status status =
        change->weight < 0
            ? sql_do(db, "DELETE FROM level_weight WHERE ranking = $1 AND level_key = $2", values, 2, NULL, error)
            : sql_do(db,
                     "INSERT INTO level_weight (ranking, level_key, weight, at) VALUES ($1, $2, $3, $4) ON CONFLICT (ranking, "
                     "level_key) DO UPDATE SET weight = excluded.weight, at = excluded.at",
                     values, 4, NULL, error);
    return status < 0 ? status : ranking_settle_level(db, rule, w->level, error);
}

static reel_status weigh_steps(sql *db, void *context, reel_error *error)
{
    weighing *w = context;
    const ranking_change *change = w->change;
    audit_entry entry = { .at = change->now };
    snprintf(entry.event, sizeof entry.event, "level.%s", change->weight < 0 ? "unrank" : "rank");
    snprintf(entry.name, sizeof entry.name, "%s", w->level);
    snprintf(entry.who, sizeof entry.who, "%s", change->who);
    if (change->weight < 0)
        snprintf(entry.detail, sizeof entry.detail, "%s: %.180s", change->ranking, change->reason);
    else
        snprintf(entry.detail, sizeof entry.detail, "%s, weight %g: %.150s", change->ranking, change->weight, change->reason);
    w->found = false;
    reel_status status = audit_note(db, &entry, error);
    if (status >= 0) status = ranking_each_rule(db, weigh_rule, w, error);
    return status < 0 || w->found ? status : REEL_END;
}

reel_status ranking_weigh(catalogue *c, const ranking_change *change, reel_error *error)
{
    weighing w = { .change = change };
    reel_level_key(change->level, strlen(change->level), w.level, sizeof w.level);
    reel_status status = catalogue_transact(c, weigh_steps, &w, error);
    return status < 0 || w.found ? status : REEL_END;
}

typedef struct level_reader {
    void (*each)(void *context, const ranking_level *level);
    void *context;
} level_reader;

static bool read_level(void *context, const sql_value *values, size_t count)
{
    const level_reader *reader = context;
    ranking_level level = { .weight = sql_number(&values[1]), .at = values[2].integer };
    (void)count;
    catalogue_copy(level.level, sizeof level.level, &values[0]);
    reader->each(reader->context, &level);
    return true;
}

reel_status ranking_levels(catalogue *c, const char *ranking, const char *after, unsigned limit,
                           void (*each)(void *context, const ranking_level *level), void *context, reel_error *error)
{
    level_reader reader = { each, context };
    const sql_value values[] = { sql_text(ranking), sql_text(after), sql_integer(limit) };
    return catalogue_run(
        c,
        "SELECT level_key, weight, at FROM level_weight WHERE ranking = $1 AND level_key > $2 ORDER BY level_key "
        "LIMIT $3",
        values, 3, read_level, &reader, NULL, error);
}

/* ---- teams and countries ------------------------------------------------------------------------------------------------ */

typedef struct profiling {
    player_profile profile;
    const char *who; /* NULL: nothing is noted */
    int64_t now;
} profiling;

typedef struct move {
    const player_profile *from, *to;
} move;

static bool read_rank(void *context, const sql_value *values, size_t count)
{
    (void)count;
    *(place *)context = (place){ sql_number(&values[0]), 0, true };
    return false;
}

/* Moves the points of a player from one team and country to others. */
static reel_status move_sums(sql *db, const ranking_rule *rule, void *context, reel_error *error)
{
    const move *m = context;
    place sum = { 0, 0, false };
    const sql_value values[] = { sql_text(rule->name), sql_text(m->to->player) };
    reel_status status = sql_ask(db, "SELECT rank FROM total WHERE board = $1 AND board_level = 'player' AND member = $2", values,
                                 2, read_rank, &sum, error);
    if (status < 0 || !sum.found) return status;
    status = ranking_group_sums(db, rule->name, m->from, -sum.rank, -1, error);
    return status < 0 ? status : ranking_group_sums(db, rule->name, m->to, sum.rank, 1, error);
}

static reel_status set_profile(sql *db, const player_profile *profile, reel_error *error)
{
    player_profile before = { .team = "" };
    const move move = { &before, profile };
    const sql_value values[] = { sql_text(profile->player), sql_text(profile->team), sql_text(profile->country) };
    const bool nothing = !*profile->team && !*profile->country;
    reel_status status =
        sql_ask(db, "SELECT team, country FROM profile WHERE player = $1", values, 1, ranking_read_profile, &before, error);
    if (status >= 0)
        status = nothing
                     ? sql_do(db, "DELETE FROM profile WHERE player = $1", values, 1, NULL, error)
                     : sql_do(db,
                              "INSERT INTO profile (player, team, country) VALUES ($1, $2, $3) ON CONFLICT (player) DO UPDATE "
                              "SET team = excluded.team, country = excluded.country",
                              values, 3, NULL, error);
    return status < 0 ? status : ranking_each_rule(db, move_sums, (void *)(size_t)&move, error);
}

static reel_status profile_steps(sql *db, void *context, reel_error *error)
{
    const profiling *p = context;
    audit_entry entry = { .at = p->now, .event = "player.profile" };
    snprintf(entry.name, sizeof entry.name, "%s", p->profile.player);
    snprintf(entry.who, sizeof entry.who, "%s", p->who);
    snprintf(entry.detail, sizeof entry.detail, "team %s, country %s", p->profile.team, p->profile.country);
    reel_status status = audit_note(db, &entry, error);
    return status < 0 ? status : set_profile(db, &p->profile, error);
}

reel_status ranking_profile_set(catalogue *c, const player_profile *profile, const char *who, int64_t now, reel_error *error)
{
    profiling p = { *profile, who, now };
    reel_player_key(profile->player, strlen(profile->player), p.profile.player, sizeof p.profile.player);
    return catalogue_transact(c, profile_steps, &p, error);
}

reel_status ranking_profile_forget(sql *db, const char *player_key, reel_error *error)
{
    player_profile nothing = { .team = "" };
    snprintf(nothing.player, sizeof nothing.player, "%s", player_key);
    return set_profile(db, &nothing, error);
}

reel_status ranking_profile_get(catalogue *c, const char *player, player_profile *profile, reel_error *error)
{
    *profile = (player_profile){ .team = "" };
    reel_player_key(player, strlen(player), profile->player, sizeof profile->player);
    const sql_value value = sql_text(profile->player);
    return catalogue_run(c, "SELECT team, country FROM profile WHERE player = $1", &value, 1, ranking_read_profile, profile, NULL,
                         error);
}

/* ---- rankings ----------------------------------------------------------------------------------------------------------- */

#define RANKING_COLUMNS "SELECT name, title, board, rules FROM ranking WHERE "

typedef struct ranking_reader {
    void (*each)(void *context, const ranking_entry *ranking);
    void *context;
} ranking_reader;

static bool read_entry(const sql_value *values, ranking_entry *entry)
{
    *entry = (ranking_entry){ .name = "" };
    if (!ranking_parse_rules(values[3].text, &entry->rule)) return false;
    catalogue_copy(entry->name, sizeof entry->name, &values[0]);
    catalogue_copy(entry->title, sizeof entry->title, &values[1]);
    catalogue_copy(entry->board, sizeof entry->board, &values[2]);
    return true;
}

static bool read_each(void *context, const sql_value *values, size_t count)
{
    const ranking_reader *reader = context;
    ranking_entry entry;
    (void)count;
    if (read_entry(values, &entry)) reader->each(reader->context, &entry);
    return true;
}

reel_status ranking_list(catalogue *c, void (*each)(void *context, const ranking_entry *ranking), void *context,
                         reel_error *error)
{
    ranking_reader reader = { each, context };
    return catalogue_run(c, RANKING_COLUMNS "place >= 0 ORDER BY place, name", NULL, 0, read_each, &reader, NULL, error);
}

static bool read_one(void *context, const sql_value *values, size_t count)
{
    (void)count;
    read_entry(values, context);
    return false;
}

reel_status ranking_get(catalogue *c, const char *name, ranking_entry *ranking, reel_error *error)
{
    const sql_value value = sql_text(name);
    *ranking = (ranking_entry){ .name = "" };
    reel_status status = catalogue_run(c, RANKING_COLUMNS "name = $1", &value, 1, read_one, ranking, NULL, error);
    return status < 0 || *ranking->name ? status : REEL_END;
}

/* ---- pages -------------------------------------------------------------------------------------------------------------- */

/* Of a player, what the play that gives the most points calls it. */
#define BEST_PLAY(column)                                                                                                        \
    "(SELECT " column " FROM entry WHERE entry = (SELECT best_entry FROM standing WHERE ranking = total.board AND "              \
    "standing.board_player = member ORDER BY points DESC, standing.board_level LIMIT 1))"
#define TOTAL_COLUMNS                                                                                                            \
    "total.board, member, total.rank, total.number, parts, COALESCE(team, ''), COALESCE(country, ''), "                          \
    "COALESCE(" BEST_PLAY("play_player") ", member), COALESCE(" BEST_PLAY("play_name") ", '')"
#define FROM_TOTAL " FROM total LEFT JOIN profile ON player = member AND board_level = 'player' WHERE "

typedef struct total_reader {
    ranking_each *each;
    void *context;
    uint64_t place; /* of the next one */
    bool people;
} total_reader;

static bool read_total(void *context, const sql_value *values, size_t count)
{
    total_reader *reader = context;
    ranking_total total = { .points = (0.0 - sql_number(&values[2])) / 1000,
                            .rank = sql_number(&values[2]),
                            .number = values[3].integer,
                            .parts = values[4].integer,
                            .place = reader->place };
    (void)count;
    if (reader->place) reader->place++;
    catalogue_copy(total.ranking, sizeof total.ranking, &values[0]);
    catalogue_copy(total.member, sizeof total.member, &values[1]);
    catalogue_copy(total.team, sizeof total.team, &values[5]);
    catalogue_copy(total.country, sizeof total.country, &values[6]);
    catalogue_copy(total.player, sizeof total.player, reader->people ? &values[7] : &values[1]);
    catalogue_copy(total.player_name, sizeof total.player_name, reader->people ? &values[8] : &values[1]);
    reader->each(reader->context, &total);
    return true;
}

static bool read_at(void *context, const sql_value *values, size_t count)
{
    (void)count;
    *(place *)context = (place){ sql_number(&values[0]), values[1].integer, true };
    return true; /* the last one stays */
}

/* Moves to the place of the page's member, and from there to that of its first entry. */
static reel_status find_page(catalogue *c, const ranking_page *page, const char *group, place *at, reel_error *error)
{
    char key[CATALOGUE_TEXT];
    const bool people = page->group == RANKING_PLAYERS;
    if (people) reel_player_key(page->member, strlen(page->member), key, sizeof key);
    const sql_value who[] = { sql_text(page->ranking), sql_text(group), sql_text(people ? key : page->member) };
    at->found = false;
    reel_status status = catalogue_run(c, "SELECT rank, number FROM total WHERE board = $1 AND board_level = $2 AND member = $3",
                                       who, 3, read_at, at, NULL, error);
    if (status < 0 || !at->found) return status < 0 ? status : REEL_END;
    const sql_value above[] = { who[0], who[1], sql_real(at->rank), sql_integer(at->number), sql_integer((page->limit - 1) / 2) };
    return catalogue_run(c,
                         "SELECT rank, number FROM total WHERE board = $1 AND board_level = $2 AND (rank, number) < ($3, $4) "
                         "ORDER BY rank DESC, number DESC LIMIT $5",
                         above, 5, read_at, at, NULL, error);
}

static reel_status count_before(catalogue *c, const char *ranking, const char *group, const place *at, uint64_t *before,
                                reel_error *error)
{
    int64_t count = 0;
    const sql_value values[PLACE_VALUES] = { sql_text(ranking), sql_text(group), sql_real(at->rank), sql_integer(at->number),
                                             sql_real(-DBL_MAX) };
    reel_status status =
        catalogue_run(c, place_count_text(PLACE_TOTALS), values, PLACE_VALUES, catalogue_read_integer, &count, NULL, error);
    *before = (uint64_t)count;
    return status;
}

reel_status ranking_totals(catalogue *c, const ranking_page *page, ranking_each *each, void *context, reel_error *error)
{
    const char *group = ranking_group_names[page->group];
    total_reader reader = { each, context, 1, page->group == RANKING_PLAYERS };
    place at = { -DBL_MAX, 0, false };
    uint64_t before = 0;
    if (page->has_after) at = (place){ page->after_rank, page->after_number + 1, false };
    reel_status status = page->member ? find_page(c, page, group, &at, error) : REEL_OK;
    if (status != REEL_OK) return status;
    if (page->member || page->has_after) status = count_before(c, page->ranking, group, &at, &before, error);
    if (status < 0) return status;
    reader.place += before;
    const sql_value values[] = { sql_text(page->ranking), sql_text(group), sql_real(at.rank), sql_integer(at.number),
                                 sql_integer(page->limit) };
    return catalogue_run(c,
                         "SELECT " TOTAL_COLUMNS FROM_TOTAL
                         "board = $1 AND board_level = $2 AND (rank, number) >= ($3, $4) ORDER "
                         "BY rank, number LIMIT $5",
                         values, 5, read_total, &reader, NULL, error);
}

typedef struct own_totals {
    ranking_total totals[RANKING_MOST];
    size_t count;
} own_totals;

static void keep_total(void *context, const ranking_total *total)
{
    own_totals *own = context;
    if (own->count < RANKING_MOST) own->totals[own->count++] = *total;
}

reel_status ranking_of_player(catalogue *c, const char *player, ranking_each *each, void *context, reel_error *error)
{
    char key[CATALOGUE_TEXT];
    own_totals own = { .count = 0 };
    total_reader reader = { keep_total, &own, 0, true };
    reel_player_key(player, strlen(player), key, sizeof key);
    const sql_value value = sql_text(key);
    reel_status status =
        catalogue_run(c, "SELECT " TOTAL_COLUMNS FROM_TOTAL "board_level = 'player' AND member = $1 ORDER BY board", &value, 1,
                      read_total, &reader, NULL, error);
    for (size_t i = 0; i < own.count && status >= 0; i++) {
        uint64_t before = 0;
        const place at = { own.totals[i].rank, own.totals[i].number, true };
        status = count_before(c, own.totals[i].ranking, ranking_group_names[RANKING_PLAYERS], &at, &before, error);
        own.totals[i].place = before + 1;
        if (status >= 0) each(context, &own.totals[i]);
    }
    return status;
}

typedef struct part_reader {
    void (*each)(void *context, const ranking_part *part);
    void *context;
} part_reader;

static void keep_entry(void *context, const board_entry *entry) { ((ranking_part *)context)->entry = *entry; }

static bool read_part(void *context, const sql_value *values, size_t count)
{
    const part_reader *reader = context;
    ranking_part part = { .points = sql_number(&values[0]) / 1000, .thousandths = values[0].integer };
    catalogue_plays_reader play = { keep_entry, &part, 0 };
    catalogue_read_play(&play, values + 1, count - 1);
    reader->each(reader->context, &part);
    return true;
}

reel_status ranking_parts(catalogue *c, const char *ranking, const char *player, int64_t after, const char *after_level,
                          unsigned limit, void (*each)(void *context, const ranking_part *part), void *context, reel_error *error)
{
    part_reader reader = { each, context };
    char key[CATALOGUE_TEXT];
    reel_player_key(player, strlen(player), key, sizeof key);

    const sql_value values[] = { sql_text(ranking), sql_text(key), sql_integer(after), sql_text(after_level),
                                 sql_integer(limit) };
    return catalogue_run(c,
                         "SELECT points, " PLAY_COLUMNS
                         " FROM standing JOIN entry ON entry.entry = best_entry JOIN replay ON number "
                         "= entry_replay WHERE ranking = $1 AND standing.board_player = $2 AND (points < $3 OR (points = $3 AND "
                         "standing.board_level > $4)) ORDER BY points DESC, standing.board_level LIMIT $5",
                         values, 5, read_part, &reader, NULL, error);
}
