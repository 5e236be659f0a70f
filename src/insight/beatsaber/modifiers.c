/* SPDX-License-Identifier: MIT
 * What modifiers do to the score and to the speed of the song. docs/insight/beatsaber.md, "Modifiers", names the sources. */
#include "insight/beatsaber/play.h"

#include <math.h>

/* Each code with what it adds to the factor of 1: in the game, on BeatLeader (the default of its server), on ScoreSaber's ranked maps, where
 * modifiers that raise the score do not count. */
static const struct {
    char code[3];
    float added[PLAY_FACTORS]; /* by play_factors */
} factors[] = {
    { "DA", { 0, 0.07f, 0, 0 } },         { "FS", { 0, 0.08f, 0.2f, 0 } },        { "SF", { 0, 0.1f, 0.36f, 0 } },
    { "SS", { 0, -0.3f, -0.3f, -0.3f } }, { "GN", { 0, 0.11f, 0.04f, 0 } },       { "NA", { 0, -0.3f, -0.3f, -0.3f } },
    { "NB", { 0, -0.1f, -0.2f, -0.1f } }, { "NO", { 0, -0.05f, -0.2f, -0.05f } }, { "OP", { 0, 0, -0.5f, 0 } },
    { "NF", { 0, -0.5f, -0.5f, -0.5f } },
};
enum { FACTORS = sizeof factors / sizeof *factors }; /* NF is the last */

/* The share that modifiers which raise the score add to 1, and those that lower it. `no_fail`: with NF. Programs add float32 numbers; each
 * sum is stored in one. */
static void sum_factors(const play_state *play, bool no_fail, float *raised, float *lowered)
{
    *raised = *lowered = 1.0f;
    for (size_t i = 0; i < (size_t)FACTORS - !no_fail; i++) {
        float added = factors[i].added[play->factors], *sum = added > 0 ? raised : lowered;
        if (!(play->modifiers >> i & 1)) continue;
        float next = *sum + added;
        *sum = next;
    }
}

/* The product as float32, without its fraction. */
static int64_t share_of(int64_t score, float factor)
{
    float value = (float)score;
    float product = value * factor;
    return factor > 0 ? (int64_t)product : 0;
}

static int64_t modify(const play_state *play, int64_t score, int64_t max_score, bool no_fail)
{
    float raised, lowered;
    sum_factors(play, no_fail, &raised, &lowered);
    float more = raised - 1.0f;
    /* BeatLeader lets modifiers that raise the score close a part of the gap to the maximum instead */
    if (play->factors == PLAY_FACTORS_BEATLEADER) return share_of(score + share_of(max_score - score, more), lowered);
    float factor = more + lowered;
    return share_of(score, factor);
}

play_modified reel__play_modify(const play_state *play, int64_t score, int64_t max_score, bool empty)
{
    /* the game counts NF only if energy ran out, and not for the maximum that it ranks by; BeatLeader whenever its mod wrote it, which does so
     * only if energy ran out */
    bool no_fail = empty || (play->factors == PLAY_FACTORS_BEATLEADER && !play->no_fail_is_setting);
    play_modified modified = { .score = modify(play, score, max_score, no_fail) };
    modified.rank = beatsaber_rank_of(modified.score, modify(play, max_score, max_score, false));
    return modified;
}

static float speed_of(reel_string modifiers)
{
    return reel__play_modifiers_have(modifiers, "SF")   ? 1.5f
           : reel__play_modifiers_have(modifiers, "FS") ? 1.2f
           : reel__play_modifiers_have(modifiers, "SS") ? 0.85f
                                                        : 1.0f;
}

float reel__play_practice_speed(reel_string modifiers, float speed)
{
    return isfinite(speed) && speed > 0 && fabs((double)speed - (double)speed_of(modifiers)) > 1e-3 ? speed : 0;
}

float reel__play_slowness(const play_state *play)
{
    return play->song_speed > 0 && play->song_speed < 1 ? play->song_speed : 1.0f;
}

void reel__play_take_modifiers(play_state *play, reel_string modifiers, float speed)
{
    play->modifiers = 0;
    for (size_t i = 0; i < FACTORS; i++) play->modifiers |= (uint32_t)reel__play_modifiers_have(modifiers, factors[i].code) << i;
    play->level.no_arrows = reel__play_modifiers_have(modifiers, "NA");
    play->level.no_bombs = reel__play_modifiers_have(modifiers, "NB");
    play->level.no_walls = reel__play_modifiers_have(modifiers, "NO");
    play->song_speed = speed > 0 && isfinite(speed) ? speed : speed_of(modifiers);
}
