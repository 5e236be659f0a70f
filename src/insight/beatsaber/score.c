/* SPDX-License-Identifier: MIT
 * The scoring rules: points of a cut, multiplier, maximum score, rank. docs/insight/beatsaber.md, "Points". */
#include "insight/beatsaber/score.h"

#include <reel/beatsaber.h>

/* Minimum and maximum points of each part. If they are equal, the part does not depend on the cut. */
typedef struct definition {
    uint8_t center, before_min, before_max, after_min, after_max, fixed;
    play_traits traits;
} definition;

#define DEFINITION(center, before_min, before_max, after_min, after_max, fixed)                                                  \
    {                                                                                                                            \
        center, before_min, before_max, after_min, after_max, fixed,                                                             \
        {                                                                                                                        \
            before_max, after_max, (before_max) + (center) + (after_max) + (fixed), (before_min)<(before_max), (center)> 0,      \
                (after_min) < (after_max)                                                                                        \
        }                                                                                                                        \
    }

static const definition definitions[SCORING_COUNT] = {
    [BSOR_NORMAL_OLD] = DEFINITION(15, 0, 70, 0, 30, 0),
    [BSOR_IGNORE] = DEFINITION(15, 0, 70, 0, 30, 0),
    [BSOR_NO_SCORE] = DEFINITION(15, 0, 70, 0, 30, 0),
    [BSOR_NORMAL] = DEFINITION(15, 0, 70, 0, 30, 0),
    [BSOR_ARC_HEAD] = DEFINITION(15, 0, 70, 30, 30, 0),
    [BSOR_ARC_TAIL] = DEFINITION(15, 70, 70, 0, 30, 0),
    [BSOR_CHAIN_HEAD] = DEFINITION(15, 0, 70, 0, 0, 0),
    [BSOR_CHAIN_LINK] = DEFINITION(0, 0, 0, 0, 0, 20),
    [BSOR_ARC_HEAD_ARC_TAIL] = DEFINITION(15, 70, 70, 30, 30, 0),
    [BSOR_CHAIN_HEAD_ARC_TAIL] = DEFINITION(15, 70, 70, 30, 30, 0),
    [BSOR_CHAIN_LINK_ARC_HEAD] = DEFINITION(0, 0, 0, 0, 0, 20),
    [BSOR_CHAIN_HEAD_ARC_HEAD] = DEFINITION(15, 0, 70, 30, 30, 0),
    [BSOR_CHAIN_HEAD_ARC_HEAD_ARC_TAIL] = DEFINITION(15, 70, 70, 30, 30, 0),
};

static const definition *definition_of(int scoring)
{
    return &definitions[scoring >= 0 && scoring < SCORING_COUNT ? scoring : BSOR_NORMAL];
}

int64_t reel__play_round(double value)
{
    int64_t whole = (int64_t)value;
    double rest = value - (double)whole;
    return whole + ((rest > 0.5) | ((rest == 0.5) & (whole & 1))); /* without branches, which the processor would guess wrong */
}

/* The product is a float32, as in the game. Storing it in a float drops any excess precision. */
static int swing_points(int least, int most, float rating)
{
    float points = (float)most * rating;
    points = points > (float)least ? points : (float)least;
    points = points < (float)most ? points : (float)most;
    return (int)reel__play_round((double)points);
}

static int center_points(int most, float distance)
{
    float share = distance / (float)0.3f; /* the cast matters on targets with wider float arithmetic, such as s390x */
    if (share < 0.0f) share = 0.0f;
    if (!(share <= 1.0f)) share = 1.0f;
    float rest = 1.0f - share;
    return (int)reel__play_round((double)most * (double)rest);
}

beatsaber_points beatsaber_points_of(int scoring, float before_cut_rating, float after_cut_rating, float cut_distance_to_center)
{
    const definition *rule = definition_of(scoring);
    beatsaber_points points = {
        .before = swing_points(rule->before_min, rule->before_max, before_cut_rating),
        .center = rule->fixed ? rule->fixed : center_points(rule->center, cut_distance_to_center),
        .after = swing_points(rule->after_min, rule->after_max, after_cut_rating),
    };
    points.total = points.before + points.center + points.after;
    return points;
}

int beatsaber_max_points(int scoring) { return definition_of(scoring)->traits.max; }

const play_traits *reel__play_traits_of(int scoring) { return &definition_of(scoring)->traits; }

void beatsaber_multiplier_raise(beatsaber_multiplier *multiplier)
{
    if (multiplier->value >= 8) return;
    if (++multiplier->progress < 2 * multiplier->value) return;
    multiplier->value *= 2;
    multiplier->progress = 0;
}

void beatsaber_multiplier_lower(beatsaber_multiplier *multiplier)
{
    multiplier->progress = 0;
    if (multiplier->value > 1) multiplier->value /= 2;
}

/* The multiplier is 1 for note 1, 2 for notes 2 to 5, 4 for notes 6 to 13, and 8 from there on. */
int64_t beatsaber_max_score(uint64_t notes)
{
    static const struct {
        uint64_t before;
        int64_t units;
        int64_t multiplier;
    } steps[] = {
        { 13, 41, 8 },
        { 5, 9, 4 },
        { 1, 1, 2 },
        { 0, 0, 1 },
    };
    size_t step = 0;
    while (notes < steps[step].before) step++;
    return 115 * (steps[step].units + steps[step].multiplier * (int64_t)(notes - steps[step].before));
}

/* The game compares a quotient of floats. Storing it in one drops any excess precision. */
beatsaber_rank beatsaber_rank_of(int64_t score, int64_t max_score)
{
    static const float above[] = { [BEATSABER_D] = 0.2f,  [BEATSABER_C] = 0.35f, [BEATSABER_B] = 0.5f,
                                   [BEATSABER_A] = 0.65f, [BEATSABER_S] = 0.8f,  [BEATSABER_SS] = 0.9f };
    if (max_score <= 0) return BEATSABER_E;
    if (score >= max_score) return BEATSABER_SSS;
    float share = (float)score / (float)max_score;
    int rank = BEATSABER_SS;
    while (rank > BEATSABER_E && !(share > above[rank])) rank--;
    return (beatsaber_rank)rank;
}
