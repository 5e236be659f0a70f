/* SPDX-License-Identifier: MIT
 * Goals. An increase of a team's points is a goal; the replay's "last goal" fields describe it. docs/insight/echo.md has the
 * rules. */
#include "insight/echo/game.h"

#include <math.h>

/* Points and description of a goal do not always change in one frame, but within this time. */
#define GOAL_SPAN 1.0 /* s */

enum { SELF_GOAL = 5 };

static uint64_t text_hash(uint64_t hash, reel_string text)
{
    return reel__out_hash(reel__out_hash(hash, &text.size, sizeof text.size), text.data, text.size);
}

/* A value that is missing is no other description than one that is not a number. */
static uint32_t bits_if_known(float value, bool lacks)
{
    const uint32_t unknown = 0x7fc00000; /* a NaN: no known value has these bits */
    return lacks || !isfinite(value) ? unknown : reel_float_bits(value);
}

static uint64_t score_hash(const game *g, const echo_frame *frame)
{
    const frame_extra *extra = &g->extra;
    const uint8_t codes[] = { frame->score_team, frame->score_points, frame->goal_type };
    const uint32_t bits[] = { bits_if_known(frame->score_disc_speed, g->lacks & LACKS_SCORE_SPEED),
                              bits_if_known(frame->score_distance, g->lacks & LACKS_SCORE_DISTANCE) };
    const uint64_t ids[] = { extra->scorer_userid, extra->assist_userid };
    uint64_t hash = reel__out_hash(reel__out_hash(reel__out_hash(0, codes, sizeof codes), bits, sizeof bits), ids, sizeof ids);
    return text_hash(text_hash(text_hash(hash, extra->goal_type), extra->scorer), extra->assist);
}

/* Returns true if the description can be of a goal of this team. Before the first goal of a match it is empty. */
static bool goal_matches(const game *g, const echo_frame *frame, uint8_t team)
{
    bool a_goal = frame->has & ECHO_HAS_SCORE && (frame->goal_type || g->extra.scorer.size);
    return a_goal && (frame->score_team == team || frame->goal_type == SELF_GOAL);
}

static void name_person(game *g, reel_string said, uint64_t said_userid, uint8_t team, reel_string *name, uint64_t *userid)
{
    const person *known = said.size ? reel__people_by_name(g, said, team) : NULL;
    *name = known ? known->name : reel__out_text(g, said);
    *userid = said_userid || !known ? said_userid : known->userid;
}

static void describe(game *g, const echo_frame *frame, size_t row, uint8_t team)
{
    echo_goal *goal = reel__out_at(g, OUT_GOALS, row);
    if (!goal) return;
    goal->described = 1;
    goal->present &= (uint8_t) ~(ECHO_GOAL_SPEED | ECHO_GOAL_DISTANCE); /* of the goal before it */
    goal->disc_speed = goal->distance = 0;
    goal->type = reel__out_text(g, g->extra.goal_type);
    if (!(g->lacks & LACKS_SCORE_SPEED)) {
        goal->disc_speed = frame->score_disc_speed;
        goal->present |= ECHO_GOAL_SPEED;
    }
    if (!(g->lacks & LACKS_SCORE_DISTANCE)) {
        goal->distance = frame->score_distance;
        goal->present |= ECHO_GOAL_DISTANCE;
    }
    name_person(g, g->extra.scorer, g->extra.scorer_userid, team, &goal->scorer, &goal->scorer_userid);
    name_person(g, g->extra.assist, g->extra.assist_userid, team, &goal->assist, &goal->assist_userid);
}

static void add_goal(game *g, const echo_frame *frame, uint8_t team, float points)
{
    g->match.goals++;
    if (g->in_round) g->round.goals++;
    echo_goal *row = reel__out_add(g, OUT_GOALS);
    if (row)
        *row = (echo_goal){ .time = g->time,
                            .clock = g->clock_known ? frame->game_clock : 0,
                            .present = g->clock_known ? ECHO_GOAL_CLOCK : 0,
                            .points = points,
                            .blue_points = frame->blue_points,
                            .orange_points = frame->orange_points,
                            .round = g->in_round ? g->round.round : 0,
                            .team = team };
    g->goal = (open_goal){ true, team, reel__out_last(g, OUT_GOALS, row), g->time };
    if (!goal_matches(g, frame, team)) return;
    if (g->score_fresh && g->time - g->score_time <= GOAL_SPAN) {
        describe(g, frame, g->goal.row, team);
        g->score_fresh = g->goal.open = false;
    } else if ((float)frame->score_points == points) {
        describe(g, frame, g->goal.row, team); /* like the goal before it, unless another description follows */
    }
}

static void take_score(game *g, const echo_frame *frame)
{
    if (!(frame->has & ECHO_HAS_SCORE)) return;
    uint64_t hash = score_hash(g, frame);
    const bool begins = !g->has_score && g->source->by_events && g->serial > 1;
    if (begins || (g->has_score && hash != g->score)) {
        g->score_fresh = true;
        g->score_time = g->time;
    }
    g->has_score = true;
    g->score = hash;
}

void reel__goals_take(game *g, const echo_frame *frame)
{
    take_score(g, frame);
    open_goal *goal = &g->goal;
    if (goal->open && g->time - goal->time > GOAL_SPAN) goal->open = false;
    if (goal->open && g->score_fresh && goal_matches(g, frame, goal->team)) {
        describe(g, frame, goal->row, goal->team);
        g->score_fresh = goal->open = false;
    }
    const float points[] = { frame->blue_points, frame->orange_points };
    if (!(frame->has & ECHO_HAS_POINTS) || !isfinite(points[0]) || !isfinite(points[1])) return;
    for (unsigned team = ECHO_BLUE; team <= ECHO_ORANGE; team++) {
        float won = points[team] - g->points[team];
        if (g->has_points && g->match.mode == ECHO_MODE_ARENA && won > 0) add_goal(g, frame, (uint8_t)team, won);
        g->points[team] = points[team];
    }
    g->has_points = true;
}

/* If the file ends within GOAL_SPAN of a goal, the description may still be that of the goal before: remove it. */
void reel__goals_finish(game *g)
{
    echo_goal *goal = g->goal.open && g->time - g->goal.time <= GOAL_SPAN ? reel__out_at(g, OUT_GOALS, g->goal.row) : NULL;
    if (!goal) return;
    *goal = (echo_goal){ .time = goal->time,
                         .clock = goal->clock,
                         .present = goal->present & ECHO_GOAL_CLOCK,
                         .points = goal->points,
                         .blue_points = goal->blue_points,
                         .orange_points = goal->orange_points,
                         .round = goal->round,
                         .team = goal->team };
}
