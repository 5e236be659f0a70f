/* SPDX-License-Identifier: MIT
 * The insight "echo": merges the rows of frames, teams and players, and processes them frame by frame. */
#include "insight/echo/game.h"

#include <math.h>

/* ---- time ----------------------------------------------------------------------------------------------------------------- */

/* Sets g->raw_step to the time since the frame before. Returns it limited to 0 .. ECHO_LONGEST_STEP. */
static double take_time(game *g, double time)
{
    double step = time - g->time;
    g->raw_step = step;
    g->time = time;
    if (!(step >= 0)) return 0;
    g->steps[step * 1000 < STEP_BINS - 1 ? (size_t)(step * 1000 + 0.5) : STEP_BINS - 1]++;
    if (step <= ECHO_LONGEST_STEP) return step;
    g->match.gaps++;
    if (step > g->match.longest_gap) g->match.longest_gap = step;
    return ECHO_LONGEST_STEP;
}

static float rate_around(const game *g, size_t median)
{
    double sum = 0, count = 0;
    for (size_t i = (median + 1) / 2; i <= median + median / 2 && i < STEP_BINS - 1; i++) {
        sum += (double)i * (double)g->steps[i];
        count += (double)g->steps[i];
    }
    return (float)(1000 * count / sum);
}

/* 1 / the mean of the steps around the median, from half of it to one and a half: recorders write whole milliseconds, of which the median
 * alone makes 58.8 frames a second of 60. From the histogram of steps in ms; 0 if there is no median, or if it is 0 or more than a second. */
static float frame_rate(const game *g)
{
    uint64_t count = 0, below = 0;
    for (size_t i = 0; i < STEP_BINS; i++) count += g->steps[i];
    for (size_t i = 0; i < STEP_BINS - 1 && count; i++) {
        below += g->steps[i];
        if (2 * below >= count) return i ? rate_around(g, i) : 0;
    }
    return 0;
}

/* ---- frames --------------------------------------------------------------------------------------------------------------- */

static void settle_frame(game *g)
{
    if (!g->open) return;
    reel__people_settle(g);
    reel__match_settle(g);
    g->open = false;
}

static void take_frame(game *g, const echo_frame *frame)
{
    settle_frame(g);
    double time = isfinite(frame->time) ? frame->time : g->time;
    if (g->serial++ == 0) {
        g->match.recorded = frame->recorded;
        g->first_time = g->time = time;
    } else {
        double seconds = take_time(g, time);
        reel__match_spend(g, seconds);
        reel__people_spend(g, seconds);
    }
    g->open = true;
    g->frame = frame->frame;
    g->extra = (frame_extra){ .scorer_userid = 0 };
    if (g->source->extra) g->source->extra(g, frame, &g->extra);
    echo_frame copy;
    g->lacks = echo_source_frame(g->source, frame, &copy);
    g->clock_known = isfinite(copy.game_clock);
    reel__match_take(g, &copy);
}

lane reel__lane_of(const reel_chunk *chunk, const reel_table *table)
{
    size_t count;
    const uint8_t *rows = reel_chunk_rows(chunk, table, &count);
    return (lane){ rows, count ? rows + count * table->row_size : rows, table->row_size };
}

static void take_teams(game *g, lane *teams, uint32_t frame)
{
    for (; teams->row < teams->end; teams->row += teams->size) {
        const echo_team *team = (const echo_team *)(const void *)teams->row;
        if (team->frame > frame) return;
        if (team->frame == frame) reel__match_team(g, team);
    }
}

static void take_players(game *g, lane *players, uint32_t frame)
{
    for (; players->row < players->end; players->row += players->size) {
        const echo_player *player = (const echo_player *)(const void *)players->row;
        if (player->frame > frame) return;
        if (player->frame == frame) reel__people_take(g, player);
    }
}

static void chunk_walk(game *g, const reel_chunk *chunk)
{
    lane frames = reel__lane_of(chunk, g->source->frames), teams = reel__lane_of(chunk, g->source->teams),
         players = reel__lane_of(chunk, g->source->players);
    if (g->open) { /* the rest of a frame that began in the previous chunk */
        take_teams(g, &teams, g->frame);
        take_players(g, &players, g->frame);
    }
    for (; frames.row < frames.end; frames.row += frames.size) {
        const echo_frame *frame = (const echo_frame *)(const void *)frames.row;
        take_frame(g, frame);
        take_teams(g, &teams, frame->frame);
        take_players(g, &players, frame->frame);
    }
}

/* ---- the insight ------------------------------------------------------------------------------------------------------------ */

static const reel_table *const tables[] = {
    [OUT_MATCH] = &echo_matches,
    [OUT_PLAYERS] = &echo_player_sums,
    [OUT_MOTION] = &echo_motions,
    [OUT_GOALS] = &echo_goals,
    [OUT_ROUNDS] = &echo_rounds,
    [OUT_EVENTS] = &echo_events,
    [OUT_POSSESSION] = &echo_possessions,
    [OUT_THROWS] = &echo_recorder_throws,
    [OUT_RELEASES] = &echo_releases,
    [OUT_STAYS] = &echo_stays,
    [OUT_PAUSES] = &echo_pauses,
    [OUT_LOADOUTS] = &echo_loadouts,
    [OUT_PAYLOAD] = &echo_payload_steps,
    [OUT_DISC] = &echo_disc_speeds,
    [OUTS] = NULL,
};

static void stats_start(game *g, const reel_chunk *chunk)
{
    g->source = reel__echo_source_of(g->analysis->format);
    for (size_t i = 0; i < OUTS; i++) g->rows[i] = reel_chunk_table(g->analysis->result, tables[i]);
    static const char *const loadout[] = { "weapon", "ordnance", "tac_mod", "arm" };
    for (size_t i = 0; i < 4; i++) g->loadouts[i] = reel_table_field(&butter_players, loadout[i])->labels;
    g->goal_types = reel_table_field(&butter_frames, "goal_type")->labels;
    g->holder = g->now_holder = NOBODY;
    g->team = g->now_team = ECHO_NO_TEAM;
    if (g->source->begin) g->source->begin(g, chunk);
}

static reel_status take_chunk(reel_analysis *analysis, const reel_chunk *chunk)
{
    game *g = analysis->state;
    g->analysis = analysis;
    if (!g->source) stats_start(g, chunk);
    chunk_walk(g, chunk);
    return reel_spend(analysis->budget, 0) == REEL_OK ? REEL_OK : reel_fail_budget(analysis->budget, analysis->error, "", 0);
}

static void finding_report(const game *g, const char *rule, reel_severity severity, uint64_t count, const char *message)
{
    reel_finding finding = {
        .rule = rule, .severity = severity, .section = "", .offset = REEL_NO_OFFSET, .row = REEL_NO_ROW, .count = count
    };
    if (count) reel_find(&g->analysis->reporter, finding, "%s", message);
}

static reel_status stats_finish(reel_analysis *analysis)
{
    game *g = analysis->state;
    g->analysis = analysis;
    if (!g->serial) return REEL_OK;
    settle_frame(g);
    g->match.frame_rate = frame_rate(g);
    reel__people_finish(g);
    finding_report(g, "echo.players", REEL_WARNING, g->persons_lost,
                   "more than 256 players: rows of the other players are ignored");
    finding_report(g, "echo.rows", REEL_WARNING, g->rows_lost,
                   "a result table exceeds a million rows: the remaining rows are dropped");
    finding_report(g, "echo.not-finite", REEL_NOTE, g->bad_positions, "head positions that are NaN or infinite are ignored");
    reel__match_finish(g);
    return REEL_OK;
}

const reel_insight reel_insight_echo = {
    .id = "echo",
    .name = "Echo VR",
    .doc = "score, goals, rounds, player events, possession, throws, movement and presence in a match",
    .formats = reel__echo_formats,
    .tables = tables,
    .inputs = reel__echo_inputs,
    .state_size = sizeof(game),
    .chunk = take_chunk,
    .finish = stats_finish,
};
