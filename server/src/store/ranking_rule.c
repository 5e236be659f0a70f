/* SPDX-License-Identifier: MIT */
#include "store/ranking_rule.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

const char *const ranking_kind_names[] = { "weight", "place", "curve" };

enum { DATE_LETTERS = 10 };
#define MOST_POINTS 1e9 /* of a level: sums of 2^20 levels fit */

typedef struct reader {
    ranking_set *set;
    ranking_problem *problem;
    ranking_rule *rule;
    unsigned line;
    bool has_points;
} reader;

/* Returns false. */
#define wrong(r, ...) declaration_wrong((r)->problem, (r)->line, __VA_ARGS__)

/* ---- values ---------------------------------------------------------------------------------------------------------- */

static bool is_number(const char *text, double *number, double least, double most)
{
    char *end;
    if (!*text || strspn(text, "0123456789.") != strlen(text)) return false;
    *number = strtod(text, &end);
    return !*end && isfinite(*number) && *number >= least && *number <= most;
}

static bool set_text(reader *r, char *to, size_t size, const char *text)
{
    if (!*text || strlen(text) >= size) return wrong(r, "a value is missing or too long");
    strcpy(to, text);
    return true;
}

static bool read_places(reader *r, char *rest)
{
    ranking_rule *rule = r->rule;
    for (char *word; (word = declaration_word(&rest)); rule->count++) {
        if (rule->count == RANKING_PLACES) return wrong(r, "more than %d places", RANKING_PLACES);
        if (!is_number(word, &rule->places[rule->count], 0, MOST_POINTS))
            return wrong(r, "'%.40s' is not a number of points", word);
        if (rule->count && rule->places[rule->count] > rule->places[rule->count - 1])
            return wrong(r, "a place has more points than the one before it");
    }
    return rule->count || wrong(r, "points place needs the points of the first place");
}

static bool read_curve(reader *r, char *rest)
{
    ranking_rule *rule = r->rule;
    for (char *word; (word = declaration_word(&rest)); rule->count++) {
        char *colon = strchr(word, ':');
        if (rule->count == RANKING_CURVE) return wrong(r, "more than %d points of a curve", RANKING_CURVE);
        if (colon) *colon = '\0';
        double *value = &rule->curve[rule->count].value, *factor = &rule->curve[rule->count].factor;
        if (!colon || !is_number(word, value, 0, MOST_POINTS) || !is_number(colon + 1, factor, 0, MOST_POINTS))
            return wrong(r, "a point of a curve is VALUE:FACTOR");
        if (rule->count && *value <= rule->curve[rule->count - 1].value) return wrong(r, "the values of a curve have to rise");
    }
    return rule->count > 1 || wrong(r, "points curve needs two points");
}

static bool read_points(reader *r, char *rest)
{
    char *word = declaration_word(&rest);
    if (r->has_points) return wrong(r, "points is there twice");
    r->has_points = true;
    for (r->rule->kind = 0; r->rule->kind < RANKING_KINDS; r->rule->kind++)
        if (word && strcmp(word, ranking_kind_names[r->rule->kind]) == 0) break;
    switch (r->rule->kind) {
    case RANKING_BY_WEIGHT: return !declaration_word(&rest) || wrong(r, "points weight takes nothing else");
    case RANKING_BY_PLACE: return read_places(r, rest);
    case RANKING_BY_CURVE: return read_curve(r, rest);
    default: return wrong(r, "points are weight, place or curve");
    }
}

/* YYYY-MM-DD, as the beginning of the day by UTC. */
static bool read_date(reader *r, const char *text, int64_t *ms)
{
    struct tm parts = { .tm_isdst = 0 };
    int size = 0;
    const bool read =
        strlen(text) == DATE_LETTERS && sscanf(text, "%4d-%2d-%2d%n", &parts.tm_year, &parts.tm_mon, &parts.tm_mday, &size) == 3;
    if (!read || size != DATE_LETTERS || parts.tm_year < 1970) return wrong(r, "'%.40s' is not a date: YYYY-MM-DD", text);
    const int month = parts.tm_mon - 1, day = parts.tm_mday;
    parts.tm_year -= 1900;
    parts.tm_mon = month;
    *ms = (int64_t)timegm(&parts) * 1000;
    return (parts.tm_mon == month && parts.tm_mday == day) || wrong(r, "'%.40s' is not a date: YYYY-MM-DD", text);
}

static bool read_best(reader *r, const char *text)
{
    double number;
    if (!is_number(text, &number, 1, RANKING_BEST) || number != (unsigned)number)
        return wrong(r, "best is a number from 1 to %d", RANKING_BEST);
    r->rule->best = (unsigned)number;
    return true;
}

static bool read_levels(reader *r, const char *text)
{
    r->rule->ranked_only = strcmp(text, "ranked") == 0;
    return r->rule->ranked_only || strcmp(text, "all") == 0 || wrong(r, "levels are all or ranked");
}

/* ---- lines ----------------------------------------------------------------------------------------------------------- */

static bool end_ranking(reader *r)
{
    ranking_rule *rule = r->rule;
    if (!rule) return true;
    r->line = rule->line;
    if (!*rule->board || !r->has_points)
        return wrong(r, "the ranking %s lacks %s", rule->name, *rule->board ? "points" : "board");
    if (rule->decay < 1 && !rule->best) rule->best = RANKING_BEST;
    if (rule->from && rule->until && rule->from >= rule->until)
        return wrong(r, "the ranking %s ends before it begins", rule->name);
    if (!*rule->title) snprintf(rule->title, sizeof rule->title, "%s", rule->name);
    return true;
}

static bool begin_ranking(reader *r, const char *name)
{
    const unsigned line = r->line;
    if (!end_ranking(r)) return false;
    r->line = line;
    if (!declaration_is_name(name, RANKING_NAME))
        return wrong(r, "a ranking's name has lower-case letters, digits and dashes, at most %d", RANKING_NAME - 1);
    for (size_t i = 0; i < r->set->count; i++)
        if (strcmp(r->set->rankings[i].name, name) == 0) return wrong(r, "there are two rankings %s", name);
    if (r->set->count == RANKING_MOST) return wrong(r, "more than %d rankings", RANKING_MOST);
    r->rule = &r->set->rankings[r->set->count++];
    *r->rule = (ranking_rule){ .weight = 1, .decay = 1, .line = line };
    r->has_points = false;
    strcpy(r->rule->name, name);
    return true;
}

static bool read_value(reader *r, const char *word, char *rest)
{
    ranking_rule *rule = r->rule;
    if (strcmp(word, "title") == 0) return set_text(r, rule->title, sizeof rule->title, rest);
    if (strcmp(word, "board") == 0) return set_text(r, rule->board, sizeof rule->board, rest);
    if (strcmp(word, "points") == 0) return read_points(r, rest);
    if (strcmp(word, "levels") == 0) return read_levels(r, rest);
    if (strcmp(word, "best") == 0) return read_best(r, rest);
    if (strcmp(word, "from") == 0) return read_date(r, rest, &rule->from);
    if (strcmp(word, "until") == 0) return read_date(r, rest, &rule->until);
    if (strcmp(word, "weight") == 0)
        return is_number(rest, &rule->weight, 0, MOST_POINTS) || wrong(r, "weight is a number, at least 0");
    if (strcmp(word, "decay") == 0) return is_number(rest, &rule->decay, 0, 1) || wrong(r, "decay is a number from 0 to 1");
    return wrong(r, "unknown word '%.40s'", word);
}

/* Keeps a line, so that the rules can be read again. */
static bool keep_line(reader *r, const char *word, const char *rest)
{
    char *rules = r->rule->rules;
    const size_t used = strlen(rules);
    const int size = snprintf(rules + used, RANKING_RULES - used, "%s %s\n", word, rest);
    return (size_t)size < RANKING_RULES - used || wrong(r, "the rules are too long");
}

static bool read_line(void *context, const char *word, char *rest, unsigned number)
{
    reader *r = context;
    r->line = number;
    if (strcmp(word, "ranking") == 0) return begin_ranking(r, rest);
    if (!r->rule) return wrong(r, "'ranking NAME' has to come first");
    return (strcmp(word, "title") == 0 || keep_line(r, word, rest)) && read_value(r, word, rest);
}

bool ranking_parse(const char *text, size_t size, ranking_set *set, ranking_problem *problem)
{
    reader r = { .set = set, .problem = problem };
    set->count = 0;
    *problem = (ranking_problem){ .line = 0 };
    return declaration_lines(text, size, read_line, &r, problem) && end_ranking(&r);
}

bool ranking_parse_rules(const char *rules, ranking_rule *rule)
{
    ranking_problem ignored;
    reader r = { .set = NULL, .problem = &ignored, .rule = rule };
    *rule = (ranking_rule){ .weight = 1, .decay = 1 };
    return declaration_lines(rules, strlen(rules), read_line, &r, &ignored) && end_ranking(&r);
}

/* ---- points ---------------------------------------------------------------------------------------------------------- */

/* The curve at a value: straight lines between its points, and level before and behind them. */
static double factor_at(const ranking_rule *rule, double value)
{
    size_t i = 0;
    if (!(value > rule->curve[0].value)) return rule->curve[0].factor;
    while (i + 1 < rule->count && value >= rule->curve[i + 1].value) i++;
    if (i + 1 == rule->count) return rule->curve[i].factor;
    const double width = rule->curve[i + 1].value - rule->curve[i].value, share = (value - rule->curve[i].value) / width;
    const double rise = rule->curve[i + 1].factor - rule->curve[i].factor;
    return rule->curve[i].factor + share * rise;
}

/* To the nearest whole number; halves are rounded up. */
static int64_t whole(double number) { return number < MOST_POINTS * MOST_POINTS ? (int64_t)(number + 0.5) : INT64_MAX / 2; }

int64_t ranking_points(const ranking_rule *rule, double weight, uint64_t place, double value)
{
    double factor = 1;
    if (rule->kind == RANKING_BY_PLACE) factor = place && place <= rule->count ? rule->places[place - 1] : 0;
    if (rule->kind == RANKING_BY_CURVE) factor = factor_at(rule, value);
    const double points = factor * weight < MOST_POINTS ? factor * weight : MOST_POINTS;
    return whole(points * 1000);
}

int64_t ranking_sum(const ranking_rule *rule, const int64_t *points, size_t count)
{
    double sum = 0, share = 1;
    for (size_t i = 0; i < count; i++) {
        const double part = (double)points[i] * share;
        sum += part;
        share *= rule->decay;
    }
    return whole(sum);
}
