/* SPDX-License-Identifier: MIT
 * Keeps `standing` and `total`. */
#include "store/ranking_keep.h"

#include "base/fail.h"
#include "store/ranking_internal.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

const char *const ranking_group_names[] = { "player", "team", "country" };

/* ---- rules ------------------------------------------------------------------------------------------------------------- */

typedef struct rule_list {
    ranking_rule *rules;
    size_t count;
    bool failed;
} rule_list;

/* Rules of a newer version are left alone: this server does not start beside them, and one that runs keeps the rankings that it knows. */
static bool add_rule(void *context, const sql_value *values, size_t count)
{
    rule_list *list = context;
    ranking_rule *grown = realloc(list->rules, (list->count + 1) * sizeof *grown);
    (void)count;
    list->failed |= !grown;
    if (!grown) return false;
    list->rules = grown;
    if (!ranking_parse_rules(values[1].text, &grown[list->count])) return true;
    catalogue_copy(grown[list->count].name, RANKING_NAME, &values[0]);
    list->count++;
    return true;
}

/* The rankings of a board; NULL: all. */
static reel_status read_rules(sql *db, const char *board, rule_list *list, reel_error *error)
{
    const sql_value value = sql_text(board);
    *list = (rule_list){ .rules = NULL };
    reel_status status =
        board ? sql_ask(db, "SELECT name, rules FROM ranking WHERE board = $1 ORDER BY place", &value, 1, add_rule, list, error)
              : sql_ask(db, "SELECT name, rules FROM ranking ORDER BY name", NULL, 0, add_rule, list, error);
    if (status >= 0 && list->failed) status = fail(error, REEL_MEMORY, "catalogue.memory", "out of memory");
    if (status < 0) free(list->rules);
    return status;
}

static bool read_real(void *context, const sql_value *values, size_t count)
{
    (void)count;
    *(double *)context = sql_number(&values[0]);
    return false;
}

reel_status ranking_weight(sql *db, const ranking_rule *rule, const char *level, double *weight, reel_error *error)
{
    const sql_value values[] = { sql_text(rule->name), sql_text(level) };
    *weight = rule->ranked_only ? -1 : rule->weight;
    return sql_ask(db, "SELECT weight FROM level_weight WHERE ranking = $1 AND level_key = $2", values, 2, read_real, weight,
                   error);
}

/* ---- sums -------------------------------------------------------------------------------------------------------------- */

/* Of equal points, one order for all servers. */
int64_t ranking_number_of(const char *member)
{
    uint8_t hash[crypto_generichash_BYTES_MIN];
    int64_t number = 0;
    crypto_generichash(hash, sizeof hash, (const uint8_t *)member, strlen(member), NULL, 0);
    for (size_t i = 0; i < sizeof number; i++) number = (int64_t)((uint64_t)number << 8 | hash[i]);
    return number & INT64_MAX;
}

typedef struct sum {
    double rank;
    int64_t parts;
    bool found;
} sum;

static bool read_sum(void *context, const sql_value *values, size_t count)
{
    (void)count;
    *(sum *)context = (sum){ sql_number(&values[0]), values[1].integer, true };
    return false;
}

static reel_status get_sum(sql *db, const char *ranking, ranking_group group, const char *member, sum *found, reel_error *error)
{
    const sql_value values[] = { sql_text(ranking), sql_text(ranking_group_names[group]), sql_text(member) };
    *found = (sum){ .rank = 0 };
    return sql_ask(db, "SELECT rank, parts FROM total WHERE board = $1 AND board_level = $2 AND member = $3", values, 3, read_sum,
                   found, error);
}

/* Replaces a sum, with its place. Without parts there is none. */
static reel_status put_sum(sql *db, const char *ranking, ranking_group group, const char *member, const sum *before,
                           const sum *now, reel_error *error)
{
    const place_list list = { PLACE_TOTALS, ranking, ranking_group_names[group] };
    const int64_t number = ranking_number_of(member);
    const place old = { before->rank, number, true }, at = { now->rank, number, true };
    const sql_value values[] = { sql_text(ranking),       sql_text(ranking_group_names[group]),
                                 sql_text(member),        sql_real(at.rank),
                                 sql_integer(now->parts), sql_integer(number) };
    reel_status status = REEL_OK;
    if (!now->parts) {
        if (before->found) status = place_remove(db, &list, &old, error);
        return status < 0 ? status
                          : sql_do(db, "DELETE FROM total WHERE board = $1 AND board_level = $2 AND member = $3", values, 3, NULL,
                                   error);
    }
    if (!before->found) {
        status = sql_do(db, "INSERT INTO total (board, board_level, member, rank, parts, number) VALUES ($1, $2, $3, $4, $5, $6)",
                        values, 6, NULL, error);
        return status < 0 ? status : place_add(db, &list, &at, error);
    }
    if (before->rank == now->rank && before->parts == now->parts) return REEL_OK;
    status = sql_do(db, "UPDATE total SET rank = $4, parts = $5 WHERE board = $1 AND board_level = $2 AND member = $3", values, 5,
                    NULL, error);
    return status < 0 || before->rank == now->rank ? status : place_move(db, &list, &old, &at, error);
}

/* Adds to the sum of a team or country. `members`: how many more it has. */
static reel_status add_to_group(sql *db, const char *ranking, ranking_group group, const char *member, double rank,
                                int64_t members, reel_error *error)
{
    sum before;
    if (!*member || (rank == 0 && !members)) return REEL_OK;
    reel_status status = get_sum(db, ranking, group, member, &before, error);
    const sum now = { before.rank + rank, before.parts + members, true };
    return status < 0 ? status : put_sum(db, ranking, group, member, &before, &now, error);
}

bool ranking_read_profile(void *context, const sql_value *values, size_t count)
{
    player_profile *profile = context;
    (void)count;
    catalogue_copy(profile->team, sizeof profile->team, &values[0]);
    catalogue_copy(profile->country, sizeof profile->country, &values[1]);
    return false;
}

reel_status ranking_group_sums(sql *db, const char *ranking, const player_profile *profile, double rank, int64_t members,
                               reel_error *error)
{
    reel_status status = add_to_group(db, ranking, RANKING_TEAMS, profile->team, rank, members, error);
    return status < 0 ? status : add_to_group(db, ranking, RANKING_COUNTRIES, profile->country, rank, members, error);
}

typedef struct point_list {
    int64_t points[RANKING_BEST];
    size_t count;
} point_list;

static bool add_points(void *context, const sql_value *values, size_t count)
{
    point_list *list = context;
    (void)count;
    list->points[list->count++] = values[0].integer;
    return list->count < RANKING_BEST;
}

/* The sum of the best levels of a player. */
reel_status ranking_sum_best(sql *db, const ranking_rule *rule, const char *player, double *rank, reel_error *error)
{
    point_list list = { .count = 0 };
    const sql_value values[] = { sql_text(rule->name), sql_text(player), sql_integer(rule->best) };
    reel_status status = sql_ask(db,
                                 "SELECT points FROM standing WHERE ranking = $1 AND board_player = $2 ORDER BY points DESC, "
                                 "board_level LIMIT $3",
                                 values, 3, add_points, &list, error);
    *rank = list.count ? 0.0 - (double)ranking_sum(rule, list.points, list.count) : 0;
    return status;
}

/* After points of a player changed: `more`, on so many more levels. */
reel_status ranking_sum_again(sql *db, const ranking_rule *rule, const char *player, int64_t more, int64_t levels,
                              reel_error *error)
{
    sum before;
    player_profile profile = { .team = "" };
    const sql_value key = sql_text(player);
    reel_status status = get_sum(db, rule->name, RANKING_PLAYERS, player, &before, error);
    sum now = { before.rank - (double)more, before.parts + levels, true };
    if (status >= 0 && rule->best) status = ranking_sum_best(db, rule, player, &now.rank, error);
    if (status >= 0) status = put_sum(db, rule->name, RANKING_PLAYERS, player, &before, &now, error);
    if (status >= 0)
        status =
            sql_ask(db, "SELECT team, country FROM profile WHERE player = $1", &key, 1, ranking_read_profile, &profile, error);
    if (status < 0) return status;
    return ranking_group_sums(db, rule->name, &profile, now.rank - before.rank, (now.parts > 0) - (before.parts > 0), error);
}

/* ---- standings --------------------------------------------------------------------------------------------------------- */

static bool read_standing(void *context, const sql_value *values, size_t count)
{
    standing *s = context;
    s->at = (place){ sql_number(&values[0]), values[1].integer, true };
    s->value = sql_number(&values[2]);
    if (count > 3) s->points = values[3].integer;
    return false;
}

reel_status ranking_set_points(sql *db, const ranking_rule *rule, const char *level, const char *player, int64_t points,
                               reel_error *error)
{
    const sql_value values[] = { sql_text(rule->name), sql_text(level), sql_text(player), sql_integer(points) };
    return sql_do(db, "UPDATE standing SET points = $4 WHERE ranking = $1 AND board_level = $2 AND board_player = $3", values, 4,
                  NULL, error);
}

bool ranking_add_standing(void *context, const sql_value *values, size_t count)
{
    standing_list *list = context;
    standing *s = &list->rows[list->count++];
    read_standing(s, values + 1, count - 1);
    catalogue_copy(s->player, sizeof s->player, &values[0]);
    return list->count <= RANKING_PLACES;
}

/* Gives the places of a level their points. `who` has one more level, or none, and is summed in any case. */
static reel_status settle_places(sql *db, const ranking_rule *rule, double weight, const char *level, const char *who,
                                 int64_t more, int64_t levels, reel_error *error)
{
    standing_list *list = malloc(sizeof *list);
    if (!list) return fail(error, REEL_MEMORY, "catalogue.memory", "out of memory");
    list->count = 0;
    const sql_value values[] = { sql_text(rule->name), sql_text(level), sql_integer((int64_t)rule->count + 1) };
    reel_status status = sql_ask(db,
                                 "SELECT board_player, rank, best_entry, play_value, points FROM standing WHERE ranking = $1 AND "
                                 "board_level = $2 ORDER BY rank, best_entry LIMIT $3",
                                 values, 3, ranking_add_standing, list, error);
    for (size_t i = 0; i < list->count && status >= 0; i++) {
        const standing *s = &list->rows[i];
        const int64_t points = ranking_points(rule, weight, i + 1, s->value);
        const bool is_who = strcmp(s->player, who) == 0;
        if (is_who) more += points - s->points;
        if (points == s->points) continue;
        status = ranking_set_points(db, rule, level, s->player, points, error);
        if (status >= 0 && !is_who) status = ranking_sum_again(db, rule, s->player, points - s->points, 0, error);
    }
    free(list);
    return status < 0 ? status : ranking_sum_again(db, rule, who, more, levels, error);
}

/* After a player has another play on a level, or none any more: `before` is what there was. */
static reel_status settle(sql *db, const ranking_rule *rule, double weight, const char *level, const char *player,
                          const standing *before, const standing *now, reel_error *error)
{
    const int64_t levels = now->at.found - before->at.found;
    reel_status status = REEL_OK;
    if (rule->kind ==
        RANKING_BY_PLACE) { /* the points go with the place: a play that is worse may be behind all that have some */
        if (now->at.found && before->points) status = ranking_set_points(db, rule, level, player, 0, error);
        return status < 0 ? status : settle_places(db, rule, weight, level, player, -before->points, levels, error);
    }
    const int64_t points = now->at.found ? ranking_points(rule, weight, 0, now->value) : 0, more = points - before->points;
    if (now->at.found && more) status = ranking_set_points(db, rule, level, player, points, error);
    return status < 0 || (!more && !levels) ? status : ranking_sum_again(db, rule, player, more, levels, error);
}

static reel_status get_standing(sql *db, const ranking_rule *rule, const ranking_play *play, standing *found, reel_error *error)
{
    const sql_value values[] = { sql_text(rule->name), sql_text(play->level), sql_text(play->player) };
    *found = (standing){ .points = 0 };
    return sql_ask(db,
                   "SELECT rank, best_entry, play_value, points FROM standing WHERE ranking = $1 AND board_level = $2 AND "
                   "board_player = $3",
                   values, 3, read_standing, found, error);
}

static reel_status put_standing(sql *db, const ranking_rule *rule, const ranking_play *play, const standing *s, reel_error *error)
{
    const sql_value values[] = { sql_text(rule->name),      sql_text(play->level), sql_text(play->player), sql_real(s->at.rank),
                                 sql_integer(s->at.number), sql_real(s->value),    sql_integer(s->points) };
    return sql_do(
        db,
        "INSERT INTO standing (ranking, board_level, board_player, rank, best_entry, play_value, points) VALUES ($1, $2, "
        "$3, $4, $5, $6, $7) ON CONFLICT (ranking, board_level, board_player) DO UPDATE SET rank = excluded.rank, "
        "best_entry = excluded.best_entry, play_value = excluded.play_value",
        values, sizeof values / sizeof *values, NULL, error);
}

/* ---- plays ------------------------------------------------------------------------------------------------------------- */

static bool is_in_season(const ranking_rule *rule, int64_t received)
{
    return (!rule->from || received >= rule->from) && (!rule->until || received < rule->until);
}

static reel_status enter(sql *db, const ranking_rule *rule, const ranking_play *play, reel_error *error)
{
    double weight;
    standing before, now = { .at = play->at, .value = play->value };
    reel_status status = ranking_weight(db, rule, play->level, &weight, error);
    if (status < 0 || weight < 0) return status;
    if (rule->from || rule->until) {
        int64_t received = 0;
        const sql_value number = sql_integer(play->replay);
        status =
            sql_ask(db, "SELECT received FROM replay WHERE number = $1", &number, 1, catalogue_read_integer, &received, error);
        if (status < 0 || !is_in_season(rule, received)) return status;
    }
    status = get_standing(db, rule, play, &before, error);
    if (status < 0) return status;
    now.points = before.points;
    if (before.at.found && (before.at.rank < now.at.rank || (before.at.rank == now.at.rank && before.at.number < now.at.number)))
        return status;
    status = put_standing(db, rule, play, &now, error);
    return status < 0 ? status : settle(db, rule, weight, play->level, play->player, &before, &now, error);
}

/* The best play of a player on a level that counts in a ranking. */
static reel_status find_next(sql *db, const ranking_rule *rule, const ranking_play *play, standing *next, reel_error *error)
{
#define NEXT(from, where)                                                                                                        \
    "SELECT rank, entry, play_value FROM " from                                                                                  \
    " WHERE board = $1 AND board_level = $2 AND board_player = $3 AND counts = 1 " where "ORDER BY rank, entry LIMIT 1"
    const sql_value values[] = { sql_text(play->board), sql_text(play->level), sql_text(play->player), sql_integer(rule->from),
                                 sql_integer(rule->until ? rule->until : INT64_MAX) };
    *next = (standing){ .points = 0 };
    if (!rule->from && !rule->until) return sql_ask(db, NEXT("entry", ""), values, 3, read_standing, next, error);
    return sql_ask(db, NEXT("entry JOIN replay ON number = entry_replay", "AND received >= $4 AND received < $5 "), values, 5,
                   read_standing, next, error);
#undef NEXT
}

static reel_status leave(sql *db, const ranking_rule *rule, const ranking_play *play, reel_error *error)
{
    double weight;
    standing before, next;
    const sql_value values[] = { sql_text(rule->name), sql_text(play->level), sql_text(play->player) };
    reel_status status = get_standing(db, rule, play, &before, error);
    if (status < 0 || !before.at.found || before.at.number != play->at.number) return status;
    status = ranking_weight(db, rule, play->level, &weight, error);
    if (status >= 0) status = find_next(db, rule, play, &next, error);
    next.points = before.points;
    if (status >= 0 && next.at.found) status = put_standing(db, rule, play, &next, error);
    if (status >= 0 && !next.at.found)
        status = sql_do(db, "DELETE FROM standing WHERE ranking = $1 AND board_level = $2 AND board_player = $3", values, 3, NULL,
                        error);
    return status < 0 ? status : settle(db, rule, weight, play->level, play->player, &before, &next, error);
}

static reel_status each_rule(sql *db, const ranking_play *play,
                             reel_status (*change)(sql *, const ranking_rule *, const ranking_play *, reel_error *),
                             reel_error *error)
{
    rule_list list;
    reel_status status = read_rules(db, play->board, &list, error);
    if (status < 0) return status;
    for (size_t i = 0; i < list.count && status >= 0; i++) status = change(db, &list.rules[i], play, error);
    free(list.rules);
    return status;
}

reel_status ranking_enter(sql *db, const ranking_play *play, reel_error *error) { return each_rule(db, play, enter, error); }
reel_status ranking_leave(sql *db, const ranking_play *play, reel_error *error) { return each_rule(db, play, leave, error); }

reel_status ranking_each_rule(sql *db, reel_status (*each)(sql *, const ranking_rule *, void *, reel_error *), void *context,
                              reel_error *error)
{
    rule_list list;
    reel_status status = read_rules(db, NULL, &list, error);
    if (status < 0) return status;
    for (size_t i = 0; i < list.count && status >= 0; i++) status = each(db, &list.rules[i], context, error);
    free(list.rules);
    return status;
}
