/* SPDX-License-Identifier: MIT
 * The state of the match from frames: rounds, pauses, possession, the disc, the payload. docs/insight/echo.md has the rules. */
#include "insight/echo/game.h"

#include <float.h>
#include <math.h>

#define CLOCK_RESTART 10.0f /* s: the clock of a round only falls; a larger rise starts another round */

static bool is_overtime(uint8_t status) { return status >= ECHO_PRE_SUDDEN_DEATH && status <= ECHO_POST_SUDDEN_DEATH; }

void reel__match_spend(game *g, double seconds)
{
    echo_match *match = &g->match;
    double paused = g->paused ? seconds : 0, played = match_is_played(g) ? seconds : 0;
    match->paused_seconds += paused;
    match->play_seconds += played;
    if (g->in_round) {
        g->round.paused_seconds += paused;
        g->round.play_seconds += played;
    }
    if (g->team == ECHO_BLUE) match->blue_possession += seconds, match->blue_possession_in_play += played;
    if (g->team == ECHO_ORANGE) match->orange_possession += seconds, match->orange_possession_in_play += played;
    if (g->held[ECHO_BLUE]) match->blue_held += seconds;
    if (g->held[ECHO_ORANGE]) match->orange_held += seconds;
}

/* ---- rounds ------------------------------------------------------------------------------------------------------------- */

static bool opens_round(uint8_t status)
{
    return (status >= ECHO_ROUND_START && status <= ECHO_SCORE) || status == ECHO_PRE_SUDDEN_DEATH || status == ECHO_SUDDEN_DEATH;
}

static void close_round(game *g, echo_round_end ended_by, float clock)
{
    echo_round *round = &g->round;
    if (!g->in_round) return;
    g->in_round = false;
    round->end = g->time;
    round->end_clock = isfinite(clock) ? clock : 0;
    if (isfinite(clock) && (g->has_clock || g->clock_known)) round->present |= ECHO_ROUND_END_CLOCK;
    round->blue_points = g->points[ECHO_BLUE];
    round->orange_points = g->points[ECHO_ORANGE];
    round->ended_by = (uint8_t)ended_by;
    if (g->has_points) round->present |= ECHO_ROUND_POINTS;
    if (g->has_points && ended_by != ECHO_END_FILE) round->present |= ECHO_ROUND_WINNER;
    bool decided = ended_by != ECHO_END_FILE && g->points[ECHO_BLUE] != g->points[ECHO_ORANGE];
    round->winner = !decided ? ECHO_NO_TEAM : g->points[ECHO_BLUE] > g->points[ECHO_ORANGE] ? ECHO_BLUE : ECHO_ORANGE;
    echo_round *row = reel__out_add(g, OUT_ROUNDS);
    if (row) *row = *round;
}

/* Call before updating the points: those of the ending round are still needed. */
static void restart_round(game *g, const echo_frame *frame)
{
    bool arena = g->match.mode == ECHO_MODE_ARENA && g->has_points && frame->has & ECHO_HAS_POINTS;
    bool known = isfinite(frame->blue_points) && isfinite(frame->orange_points);
    bool fell = arena && known && (frame->blue_points < g->points[ECHO_BLUE] || frame->orange_points < g->points[ECHO_ORANGE]);
    bool rewound = !is_overtime(frame->status) && g->has_clock && isfinite(frame->game_clock) &&
                   frame->game_clock - g->clock > CLOCK_RESTART;
    if (fell || rewound) close_round(g, ECHO_END_RESTART, g->clock);
}

static void take_status(game *g, const echo_frame *frame)
{
    switch (frame->status) {
    case ECHO_ROUND_OVER: close_round(g, ECHO_END_ROUND_OVER, frame->game_clock); break;
    case ECHO_POST_MATCH: close_round(g, ECHO_END_POST_MATCH, frame->game_clock); break;
    case ECHO_PRE_MATCH: close_round(g, ECHO_END_PRE_MATCH, frame->game_clock); break;
    case ECHO_STATUS_EMPTY: close_round(g, ECHO_END_LEFT, frame->game_clock); break;
    default: break;
    }
    if (!g->in_round && opens_round(frame->status)) {
        g->in_round = true;
        g->round = (echo_round){ .start = g->time,
                                 .start_clock = g->clock_known ? frame->game_clock : 0,
                                 .round = ++g->match.rounds,
                                 .from_start = g->serial > 1,
                                 .present = g->clock_known ? ECHO_ROUND_START_CLOCK : 0 };
    }
    if (g->in_round && is_overtime(frame->status)) g->round.overtime = 1;
    g->status = frame->status;
}

/* ---- pauses --------------------------------------------------------------------------------------------------------------- */

static void close_pause(game *g, bool lasts)
{
    g->pause.end = g->time;
    g->pause.lasts = lasts;
    echo_pause *row = reel__out_add(g, OUT_PAUSES);
    if (row) *row = g->pause;
}

static void take_pause(game *g, const echo_frame *frame)
{
    enum { PAUSED = 1, UNPAUSING = 2 };
    if (g->lacks & LACKS_PAUSE) return; /* as it was */
    bool paused = frame->has & ECHO_HAS_PAUSE && (frame->paused_state == PAUSED || frame->paused_state == UNPAUSING);
    if (paused && !g->paused) {
        g->pause = (echo_pause){ .start = g->time, .paused_team = frame->paused_team };
        g->pause.clock = g->clock_known ? frame->game_clock : 0;
        g->pause.has_clock = g->clock_known;
        g->match.pauses++;
        if (g->in_round) g->round.pauses++;
    } else if (!paused && g->paused) {
        close_pause(g, false);
    }
    if (paused) g->pause.unpaused_team = frame->unpaused_team;
    g->paused = paused;
}

/* ---- the disc, the payload, throws ---------------------------------------------------------------------------------------- */

static void take_disc(game *g, const echo_frame *frame)
{
    if (g->source->no_speeds) {
        if (frame->has & ECHO_HAS_DISC) g->match.present |= ECHO_MATCH_DISC;
        return;
    }
    const reel_vec3 *v = &frame->disc_velocity;
    double exact = sqrt((double)v->x * (double)v->x + (double)v->y * (double)v->y + (double)v->z * (double)v->z);
    const bool lacks_speed = g->lacks & LACKS_DISC_SPEED;
    g->has_disc = frame->has & ECHO_HAS_DISC && (exact <= (double)FLT_MAX || lacks_speed);
    g->has_speed = g->has_disc && !lacks_speed;
    if (g->has_disc) g->match.present |= ECHO_MATCH_DISC;
    if (!g->has_speed) return;
    float speed = g->disc_speed = (float)exact;
    bool thrown = exact <= ECHO_FASTEST_DISC;
    if (thrown && (!(g->match.present & ECHO_MATCH_SPEED) || speed > g->match.max_disc_speed)) {
        g->match.max_disc_speed = speed;
        g->match.max_disc_speed_time = g->time;
        g->match.present |= ECHO_MATCH_SPEED;
    }
    echo_disc_speed *row = reel__out_add(g, OUT_DISC);
    if (row) *row = (echo_disc_speed){ g->time, g->clock_known ? frame->game_clock : 0, speed, g->clock_known };
}

/* The integral part; 0 for NaN and values out of range. */
static int32_t integral_part(float value) { return value > -1e9f && value < 1e9f ? (int32_t)floorf(value) : 0; }

static bool same_step(const echo_payload_step *a, const echo_payload_step *b)
{
    return a->present == b->present && a->checkpoint == b->checkpoint && a->contested == b->contested &&
           a->defenders == b->defenders && integral_part(a->distance) == integral_part(b->distance) &&
           integral_part(a->blue_points) == integral_part(b->blue_points) &&
           integral_part(a->orange_points) == integral_part(b->orange_points);
}

static float known_or_0(float value) { return value == value ? value : 0; }

static void take_payload(game *g, const echo_frame *frame)
{
    if (!(frame->has & ECHO_HAS_PAYLOAD)) return;
    echo_payload_step now = { .time = g->time,
                              .distance = known_or_0(frame->payload_distance),
                              .speed = known_or_0(frame->payload_speed),
                              .checkpoint = frame->checkpoint,
                              .contested = frame->contested != 0,
                              .defenders = frame->defenders };
    if (frame->payload_distance == frame->payload_distance) now.present |= ECHO_STEP_DISTANCE;
    if (frame->payload_speed == frame->payload_speed) now.present |= ECHO_STEP_SPEED;
    if (!(g->lacks & LACKS_CHECKPOINT)) now.present |= ECHO_STEP_CHECKPOINT;
    if (!(g->lacks & LACKS_CONTESTED)) now.present |= ECHO_STEP_CONTESTED;
    if (!(g->lacks & LACKS_DEFENDERS)) now.present |= ECHO_STEP_DEFENDERS;
    const bool points = frame->has & ECHO_HAS_POINTS;
    if (points && !(g->lacks & LACKS_BLUE_POINTS)) {
        now.blue_points = frame->blue_points;
        now.present |= ECHO_STEP_BLUE_POINTS;
    }
    if (points && !(g->lacks & LACKS_ORANGE_POINTS)) {
        now.orange_points = frame->orange_points;
        now.present |= ECHO_STEP_ORANGE_POINTS;
    }
    if (g->has_payload && same_step(&g->payload, &now)) return;
    g->has_payload = true;
    g->payload = now;
    echo_payload_step *row = reel__out_add(g, OUT_PAYLOAD);
    if (row) *row = now;
}

/* A value that a frame lacks, or that is not finite, stays as it was. */
static void take_throw(game *g, const echo_frame *frame)
{
    uint32_t now[THROWS], last[THROWS];
    unsigned known = frame->has & ECHO_HAS_THROW ? ALL_THROWS & ~(g->lacks / LACKS_THROW) : 0;
    bool changed = false;
    memcpy(now, &frame->throw_, sizeof now);
    memcpy(last, &g->throw_, sizeof last);
    for (unsigned i = 0; i < THROWS; i++) {
        if (!isfinite(reel_float_of(now[i]))) known &= ~(1u << i);
        if (!(known >> i & 1)) continue;
        changed |= g->throw_known >> i & 1 && now[i] != last[i];
        last[i] = now[i];
    }
    memcpy(&g->throw_, last, sizeof last);
    g->throw_known |= known;
    echo_recorder_throw *row = changed ? reel__out_add(g, OUT_THROWS) : NULL;
    if (row)
        *row = (echo_recorder_throw){ .time = g->time,
                                      .clock = g->clock_known ? frame->game_clock : 0,
                                      .throw_ = g->throw_,
                                      .keys = (uint8_t)g->throw_known,
                                      .more_keys = (uint8_t)(g->throw_known >> 8),
                                      .has_clock = g->clock_known };
}

/* ---- possession ----------------------------------------------------------------------------------------------------------- */

void reel__match_team(game *g, const echo_team *team)
{
    if (team->possession && team->team <= ECHO_ORANGE && g->now_team == ECHO_NO_TEAM) g->now_team = team->team;
}

static void close_possession(game *g)
{
    if (g->team == ECHO_NO_TEAM) return;
    g->possession.end = g->time;
    echo_possession *row = reel__out_add(g, OUT_POSSESSION);
    if (row) *row = g->possession;
}

void reel__match_settle(game *g)
{
    const person *holder = g->now_holder == NOBODY ? NULL : &g->persons[g->now_holder];
    uint8_t team = holder ? holder->team : g->now_team;
    if (g->now_holder != g->holder || team != g->team) {
        close_possession(g);
        g->possession = (echo_possession){ .start = g->time, .team = team, .has_player = holder != NULL };
        if (holder) {
            g->possession.userid = holder->userid;
            g->possession.name = holder->name;
            g->possession.player = holder->sum.player;
        }
    }
    g->holder = g->now_holder;
    g->team = team;
    g->now_holder = NOBODY;
    g->now_team = ECHO_NO_TEAM;
    memcpy(g->held, g->now_held, sizeof g->held);
    memset(g->now_held, 0, sizeof g->now_held);
}

/* ---- all of it ------------------------------------------------------------------------------------------------------------ */

/* In another session, values are not compared with those of the last one. */
static void take_session(game *g, const echo_frame *frame)
{
    uint64_t session = g->extra.session.size ? reel__out_hash(0, g->extra.session.data, g->extra.session.size) : g->session;
    if (g->session && session != g->session) {
        close_round(g, ECHO_END_LEFT, g->clock);
        g->has_points = g->has_score = g->score_fresh = false;
        g->throw_known = 0;
        g->goal.open = false;
        if (isfinite(frame->game_clock)) g->clock = frame->game_clock;
        if (g->paused && g->lacks & LACKS_PAUSE) {
            close_pause(g, false);
            g->paused = false;
        }
        reel__people_reset(g);
    }
    g->session = session;
}

void reel__match_take(game *g, const echo_frame *frame)
{
    take_session(g, frame);
    restart_round(g, frame);
    reel__goals_take(g, frame);
    take_status(g, frame);
    take_pause(g, frame);
    take_throw(g, frame);
    take_payload(g, frame);
    take_disc(g, frame);
    if (!g->clock_known) return;
    g->clock = frame->game_clock;
    g->has_clock = true;
}

void reel__match_finish(game *g)
{
    echo_match *match = &g->match;
    reel__goals_finish(g);
    close_possession(g);
    close_round(g, ECHO_END_FILE, g->clock);
    if (g->paused) close_pause(g, true);
    match->duration = g->time - g->first_time;
    match->frames = g->serial < UINT32_MAX ? (uint32_t)g->serial : UINT32_MAX;
    match->players = g->person_count;
    if (match->gaps) match->present |= ECHO_MATCH_GAP;
    if (match->frame_rate > 0) match->present |= ECHO_MATCH_RATE;
    if (!g->source->no_times || (g->source->dated && match->recorded)) match->present |= ECHO_MATCH_DATE;
    if (g->has_points) {
        match->blue_points = g->points[ECHO_BLUE];
        match->orange_points = g->points[ECHO_ORANGE];
        match->present |= ECHO_MATCH_POINTS;
    }
    match->reading = *g->analysis->reading;
    echo_match *row = reel__out_add(g, OUT_MATCH);
    if (row) *row = *match;
}
