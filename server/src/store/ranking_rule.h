/* SPDX-License-Identifier: MIT
 * Rankings across levels, as they are declared: packaging/server/rankings.conf explains the words. */
#ifndef SERVER_STORE_RANKING_RULE_H
#define SERVER_STORE_RANKING_RULE_H

#include "base/declarations.h"

#include <reel/reel.h>

enum {
    RANKING_NAME = 32,
    RANKING_TITLE = 96,
    RANKING_RULES = 4096, /* bytes of the rules of one */
    RANKING_MOST = 64,
    RANKING_PLACES = 100, /* that have points: an upload changes the points of so many players at most */
    RANKING_CURVE = 64,
    RANKING_BEST = 1000 /* levels of a player that count */
};

typedef enum ranking_kind { RANKING_BY_WEIGHT, RANKING_BY_PLACE, RANKING_BY_CURVE, RANKING_KINDS } ranking_kind;
extern const char *const ranking_kind_names[];

typedef struct ranking_rule {
    char name[RANKING_NAME], title[RANKING_TITLE], board[RANKING_NAME];
    ranking_kind kind;
    size_t count; /* of places, or of points of the curve */
    double places[RANKING_PLACES];
    struct {
        double value, factor;
    } curve[RANKING_CURVE];    /* values rise */
    double weight;             /* of a level that has none of its own */
    bool ranked_only;          /* such a level does not count */
    unsigned best;             /* levels of a player that count; 0: all */
    double decay;              /* what each next one of them is worth of the one before */
    int64_t from, until;       /* when plays were received, Unix time in ms; 0: no limit */
    char rules[RANKING_RULES]; /* as they were declared, without the title */
    unsigned line;
} ranking_rule;

typedef struct ranking_set {
    size_t count;
    ranking_rule rankings[RANKING_MOST];
} ranking_set;

typedef declaration_problem ranking_problem;

/* Reads declarations. */
bool ranking_parse(const char *text, size_t size, ranking_set *set, ranking_problem *problem);
/* Reads the rules of one that was declared, as they are kept. False: they are of a newer version. */
bool ranking_parse_rules(const char *rules, ranking_rule *rule);

/* Thousandths of points for a place (from 1) and a value on a level of this weight. */
int64_t ranking_points(const ranking_rule *rule, double weight, uint64_t place, double value);
/* What points of a player give together: `points` are the best ones, falling. */
int64_t ranking_sum(const ranking_rule *rule, const int64_t *points, size_t count);

#endif
