/* SPDX-License-Identifier: MIT
 * Checks frames against the rules of the game, on the rows that all formats share. Each rule is reported once, with the number of
 * rows that break it and the first of them. docs/insight/echo.md has the evidence for every threshold. */
#include "core/rules.h"
#include "insight/echo/game.h"

#include <math.h>

/* Thresholds: the maximum seen in real recordings, with a margin because few are public. */
static const float CLOCK_MOST = 6000.0f;  /* s: the game shows minutes with two digits */
static const float CLOCK_LEAST = -1.0f;   /* s */
static const float CLOCK_RISE = 1.0f;     /* s in one step: .milk records whole seconds */
static const double CLOCK_STRETCH = 10;   /* s of play before the pace of the clock is checked */
static const double CLOCK_PACE = 0.1;     /* maximum deviation from 1 */
static const float PLAYER_SPEED = 50;     /* m/s */
static const float DISC_SPEED_MOST = 100; /* m/s */
static const double JUMP_DISTANCE = 5;    /* m: more than a player covers during a connection delay */
static const double JUMP_SPEED = 100;     /* m/s */
static const float TUBE_BEGIN = 45;       /* m from the middle: players are moved into the launch tubes behind the goals */
static const float GOAL_NEAR = 25;        /* m from the middle: the goals are at 36 m, and the disc covers 25 m in a second */
static const double GOAL_WATCH = 3;       /* s before a goal in which the disc must have been near a goal */
static const float GOAL_POINTS = 3;       /* maximum points of one goal */

enum { SIDES = 2 }; /* teams that play; spectators are exempt */

/* Half the size of the box that holds all players and the disc; 0: unknown. */
static const reel_vec3 arenas[] = {
    [ECHO_MODE_OTHER] = { 0, 0, 0 },
    [ECHO_MODE_ARENA] = { 25, 15, 180 },
    [ECHO_MODE_COMBAT] = { 420, 35, 420 },
};

typedef enum echo_rule {
    CLOCK_RANGE,
    CLOCK_UP,
    POINTS,
    POINTS_BACK,
    POINTS_STEP,
    GOAL,
    DISC_POSITION,
    DISC_SPEED,
    DISC_JUMP,
    OF_FRAMES, /* the rules above apply to frames, those below to players */
    POSITION = OF_FRAMES,
    SPEED,
    JUMP,
    RULES
} echo_rule;

static const check_rule rules[RULES] = {
    [CLOCK_RANGE] = { "echo.clock-range", REEL_WARNING, "the game clock is below 0 or above 99:59 in %llu {frame|frames}" },
    [CLOCK_UP] = { "echo.clock-up", REEL_WARNING, "the game clock goes up during play in %llu {frame|frames}" },
    [POINTS] = { "echo.points", REEL_WARNING, "points are negative or not whole in %llu {frame|frames}" },
    [POINTS_BACK] = { "echo.points-back", REEL_WARNING, "points go down within a round in %llu {frame|frames}" },
    [POINTS_STEP] = { "echo.points-step", REEL_WARNING, "a team gains more than 3 points at once in %llu {frame|frames}" },
    [GOAL] = { "echo.goal-without-disc", REEL_NOTE,
               "%llu {goal was|goals were} scored without the disc near a goal in the 3 s before" },
    [DISC_POSITION] = { "echo.disc-position", REEL_NOTE, "the disc is outside the arena in %llu {frame|frames}" },
    [DISC_SPEED] = { "echo.disc-speed", REEL_NOTE, "the disc is faster than 100 m/s in %llu {frame|frames}" },
    [DISC_JUMP] = { "echo.disc-jump", REEL_NOTE, "the disc jumps by more than 5 m during play in %llu {frame|frames}" },
    [POSITION] = { "echo.position", REEL_NOTE, "%llu player {row has|rows have} a position outside the arena" },
    [SPEED] = { "echo.speed", REEL_NOTE, "%llu player {row has|rows have} a speed above 50 m/s" },
    [JUMP] = { "echo.jump", REEL_NOTE, "players jump by more than 5 m within the arena during play in %llu {row|rows}" },
};

/* The values of a frame that the rules compare. */
typedef struct moment {
    double time;
    float clock, points[SIDES];
    reel_vec3 disc;
    uint64_t session;
    uint8_t mode;
    bool has_points, has_disc;
    bool paused;
    bool playing;  /* the disc is live, and the clock runs */
    bool in_round; /* points can only rise */
} moment;

/* The player last seen in a slot of a team, and the head position. */
typedef struct seen_player {
    uint64_t serial; /* of the frame; 0: never */
    uint64_t userid;
    reel_vec3 head;
    uint8_t player, player_id;
} seen_player;

typedef struct checker {
    const echo_source *source;
    moment now, last;
    uint32_t frame;                    /* number of the current frame */
    uint64_t serial;                   /* of it, from 1 */
    double step;                       /* from the last frame to this one */
    bool follows;                      /* within a second of the last frame, in the same session and mode */
    double disc_watched, disc_in_goal; /* start of the gapless observation of the disc; last time near a goal */
    double play_seconds, clock_seconds;
    rule_count counts[RULES];
    seen_player players[SIDES][SLOTS];
} checker;

static void count_violation(checker *c, echo_rule rule, uint64_t row) { rule_violated(&c->counts[rule], row, REEL_NO_OFFSET); }

/* ---- geometry ----------------------------------------------------------------------------------------------------------- */

/* NaN is neither outside nor too fast: readers report it. */
static bool is_outside(const reel_vec3 *p, const reel_vec3 *box)
{
    return box->x > 0 && (fabsf(p->x) > box->x || fabsf(p->y) > box->y || fabsf(p->z) > box->z);
}

static double square_of(const reel_vec3 *v)
{
    return (double)v->x * (double)v->x + (double)v->y * (double)v->y + (double)v->z * (double)v->z;
}

static bool is_faster(const reel_vec3 *velocity, float most) { return square_of(velocity) > (double)most * (double)most; }

static bool is_jump(const reel_vec3 *from, const reel_vec3 *to, double seconds)
{
    const reel_vec3 step = { to->x - from->x, to->y - from->y, to->z - from->z };
    double most = JUMP_SPEED * seconds;
    return square_of(&step) > JUMP_DISTANCE * JUMP_DISTANCE && square_of(&step) > most * most;
}

/* ---- frames ------------------------------------------------------------------------------------------------------------- */

/* `frame`: a copy of the row, in which missing numbers are NaN. */
static moment moment_of(const checker *c, const echo_frame *frame, const echo_frame *row)
{
    enum { PAUSED = 1, UNPAUSING = 2 };
    bool paused = frame->has & ECHO_HAS_PAUSE && (frame->paused_state == PAUSED || frame->paused_state == UNPAUSING);
    moment m = { .time = frame->time,
                 .clock = frame->game_clock,
                 .points = { frame->blue_points, frame->orange_points },
                 .disc = frame->disc_position,
                 .session = c->now.session,
                 .mode = c->source->frame_mode ? c->source->frame_mode(row) : c->now.mode,
                 .has_points = (frame->has & ECHO_HAS_POINTS) != 0,
                 .has_disc = frame->has & ECHO_HAS_DISC && frame->disc_position.x == frame->disc_position.x,
                 .paused = paused,
                 .playing = frame->status == ECHO_PLAYING && !paused,
                 .in_round = frame->status == ECHO_PLAYING || frame->status == ECHO_SCORE || frame->status == ECHO_SUDDEN_DEATH };
    reel_string session = c->source->session ? c->source->session(row) : (reel_string){ NULL, 0 };
    if (session.size) m.session = reel__out_hash(0, session.data, session.size);
    return m;
}

static void check_clock(checker *c, uint64_t row)
{
    const moment *now = &c->now, *last = &c->last;
    if (now->clock < CLOCK_LEAST || now->clock > CLOCK_MOST) count_violation(c, CLOCK_RANGE, row);
    if (now->mode != ECHO_MODE_ARENA || !c->follows || !now->playing || !last->playing) return;
    if (now->clock - last->clock > CLOCK_RISE) {
        count_violation(c, CLOCK_UP, row);
    } else if (now->clock > 0 && last->clock > 0) { /* at 0 the clock waits for the last throw */
        c->play_seconds += c->step;
        c->clock_seconds += (double)last->clock - (double)now->clock;
    }
}

static bool is_whole_number(float points) { return points >= 0 && points < 1e6f && (float)(int32_t)points == points; }

/* Tracks how long the disc has been visible, and when it was last near a goal. */
static void watch_disc(checker *c)
{
    const moment *now = &c->now;
    if (!c->follows || !now->has_disc || !c->last.has_disc) {
        c->disc_watched = now->time;
        c->disc_in_goal = -INFINITY;
    }
    if (now->has_disc && fabsf(now->disc.z) > GOAL_NEAR) c->disc_in_goal = now->time;
}

static void check_points(checker *c, uint64_t row)
{
    const moment *now = &c->now, *last = &c->last;
    if (now->mode != ECHO_MODE_ARENA || !now->has_points) return;
    if (!is_whole_number(now->points[ECHO_BLUE]) || !is_whole_number(now->points[ECHO_ORANGE])) count_violation(c, POINTS, row);
    if (!c->follows || !last->has_points || !now->in_round || !last->in_round) return;
    for (unsigned team = ECHO_BLUE; team <= ECHO_ORANGE; team++) {
        float won = now->points[team] - last->points[team];
        if (won < 0) count_violation(c, POINTS_BACK, row);
        if (won > GOAL_POINTS) count_violation(c, POINTS_STEP, row);
        if (won > 0 && now->time - c->disc_watched >= GOAL_WATCH && now->time - c->disc_in_goal > GOAL_WATCH)
            count_violation(c, GOAL, row);
    }
}

static void check_disc(checker *c, const echo_frame *frame, uint64_t row)
{
    const moment *now = &c->now, *last = &c->last;
    if (now->mode != ECHO_MODE_ARENA || !now->has_disc) return;
    if (is_outside(&now->disc, &arenas[ECHO_MODE_ARENA])) count_violation(c, DISC_POSITION, row);
    if (now->playing && !c->source->no_speeds && is_faster(&frame->disc_velocity, DISC_SPEED_MOST))
        count_violation(c, DISC_SPEED, row);
    if (c->follows && last->has_disc && now->playing && last->playing && is_jump(&last->disc, &now->disc, c->step))
        count_violation(c, DISC_JUMP, row);
}

static void take_frame(checker *c, const echo_frame *stated, uint64_t row)
{
    echo_frame copy;
    const echo_frame *frame = &copy;
    const unsigned lacks = echo_source_frame(c->source, stated, &copy);
    c->last = c->now;
    c->now = moment_of(c, frame, stated);
    if (lacks & LACKS_PAUSE && c->last.paused) c->now.playing = false, c->now.paused = true;
    if (lacks & (LACKS_BLUE_POINTS | LACKS_ORANGE_POINTS)) c->now.has_points = false;
    c->frame = frame->frame;
    c->step = c->now.time - c->last.time;
    bool same = c->serial++ > 0 && c->now.session == c->last.session && c->now.mode == c->last.mode;
    c->follows = same && c->step > 0 && c->step <= ECHO_LONGEST_STEP;
    watch_disc(c);
    check_clock(c, row);
    check_points(c, row);
    check_disc(c, frame, row);
}

/* ---- players ------------------------------------------------------------------------------------------------------------ */

/* Jumps are checked in Arena only: in Combat players respawn elsewhere, and no flag marks it. */
static void check_jump(checker *c, const echo_player *row, uint64_t number)
{
    seen_player *seen = &c->players[row->team][row->slot];
    bool same = seen->serial && seen->serial + 1 == c->serial && seen->userid == row->userid && seen->player == row->player &&
                seen->player_id == row->player_id;
    bool played = c->follows && c->now.playing && c->last.playing && c->now.mode == ECHO_MODE_ARENA;
    bool within = fabsf(row->head.z) < TUBE_BEGIN && fabsf(seen->head.z) < TUBE_BEGIN;
    if (same && played && within && is_jump(&seen->head, &row->head, c->step)) count_violation(c, JUMP, number);
    *seen = (seen_player){ c->serial, row->userid, row->head, row->player, row->player_id };
}

static void take_player(checker *c, const echo_player *stated, uint64_t number)
{
    echo_player copy;
    uint16_t counters;
    const echo_player *row = &copy;
    echo_source_player(c->source, stated, &copy, &counters);
    const reel_vec3 *box = &arenas[c->now.mode];
    if (row->team >= SIDES) return;
    if (is_outside(&row->head, box) || is_outside(&row->body, box) || is_outside(&row->left_hand, box) ||
        is_outside(&row->right_hand, box))
        count_violation(c, POSITION, number);
    if (is_faster(&row->velocity, PLAYER_SPEED)) count_violation(c, SPEED, number);
    check_jump(c, row, number);
}

/* Checks the players of the current frame; rows without a frame are skipped. */
static void take_players(checker *c, lane *players, uint64_t *number)
{
    for (; players->row < players->end; players->row += players->size, ++*number) {
        const echo_player *player = (const echo_player *)(const void *)players->row;
        if (player->frame > c->frame) return;
        if (player->frame == c->frame) take_player(c, player, *number);
    }
}

/* ---- the check ---------------------------------------------------------------------------------------------------------- */

static reel_status check_chunk(reel_analysis *a, const reel_chunk *chunk)
{
    checker *c = a->state;
    if (!c->source) {
        c->source = reel__echo_source_of(a->format);
        if (c->source->file_mode) c->now.mode = c->source->file_mode(chunk);
    }
    lane frames = reel__lane_of(chunk, c->source->frames), players = reel__lane_of(chunk, c->source->players);
    uint64_t frame_row = reel_chunk_first(chunk, c->source->frames), player_row = reel_chunk_first(chunk, c->source->players);
    if (c->serial) take_players(c, &players, &player_row); /* the rest of a frame that began in the previous chunk */
    for (; frames.row < frames.end; frames.row += frames.size, frame_row++) {
        take_frame(c, (const echo_frame *)(const void *)frames.row, frame_row);
        take_players(c, &players, &player_row);
    }
    return REEL_OK;
}

static void report_pace(const reel_analysis *a, const checker *c)
{
    double pace = c->play_seconds > 0 ? c->clock_seconds / c->play_seconds : 1;
    if (c->source->no_times || c->play_seconds < CLOCK_STRETCH || fabs(pace - 1) <= CLOCK_PACE) return;
    reel_find(&a->reporter,
              (reel_finding){ .rule = "echo.clock-pace",
                              .severity = REEL_NOTE,
                              .section = "frames",
                              .offset = REEL_NO_OFFSET,
                              .table = c->source->frames,
                              .row = REEL_NO_ROW },
              "the game clock runs %f s per second of play, measured over %f s", pace, c->play_seconds);
}

static reel_status check_finish(reel_analysis *a)
{
    checker *c = a->state;
    if (!c->source) return REEL_OK;
    for (unsigned rule = 0; rule < RULES; rule++) {
        const reel_table *table = rule < OF_FRAMES ? c->source->frames : c->source->players;
        reel__rule_report(&a->reporter, &rules[rule], table->name, table, &c->counts[rule]);
    }
    report_pace(a, c);
    return REEL_OK;
}

const reel_insight reel_check_echo = {
    .id = "echo-rules",
    .name = "Rules of Echo VR",
    .doc = "clock values, points, positions, speeds and jumps that are impossible in a match",
    .formats = reel__echo_formats,
    .inputs = reel__echo_inputs,
    .state_size = sizeof(checker),
    .chunk = check_chunk,
    .finish = check_finish,
};
