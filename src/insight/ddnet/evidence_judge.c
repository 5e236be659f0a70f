/* SPDX-License-Identifier: MIT
 * A tick is played again and judged. Its position follows from the inputs, or another input could have led there, or none could; or something that
 * the physics does not know may have moved the tee, and then nothing is said. */
#include "insight/ddnet/evidence.h"

#if !defined REEL_WITHOUT_DDNET_MAP && !defined REEL_WITHOUT_EVIDENCE

enum {
    NEAR = 640,       /* units: a hook reaches 380, and what it holds goes on */
    NEAR_TICKS = 10,  /* in which the push of another tee still counts */
    HOLD = 5,         /* ticks after an undecidable one in which the speed is not known */
    KNOWN = 25,       /* ticks in a row that agree: the whole state is known again */
    SETTLED = 2,      /* and here the speed */
    SLACK_MOST = 64,  /* units a tick */
    SHOT_TICKS = 150, /* a grenade flies two seconds, a laser bounces in less than one */
    /* A session of a known release differs too often: */
    DIFFER_LEAST = 10,
    DIFFER_SHARE = 20 /* one tick in so many */
};

/* ---- counting ------------------------------------------------------------------------------------------------------- */

static void keep_first(evidence *e, const evidence_tee *tee)
{
    const ddnet_agreement kind = (ddnet_agreement)tee->last.agreement;
    if (e->all.of[kind] == 1) e->first[kind] = (evidence_first){ tee->last, tee->last_offset, tee->last_row };
}

/* The ticks of a run begin behind the last one that touched the start. */
static void count_run(game *g, int32_t cid, int32_t tick, ddnet_agreement kind)
{
    evidence_tee *tee = &g->evidence->tees[cid];
    if (g->beside->tees[cid].start >= tick)
        tee->run = (evidence_counts){ { 0 } };
    else
        tee->run.of[kind]++;
    if (tee->finish.waits && !tee->finish.counted && tick >= tee->finish.tick) {
        tee->finish.run = tee->run;
        tee->finish.counted = true;
    }
}

void reel__evidence_count(game *g, int32_t cid)
{
    evidence *e = g->evidence;
    evidence_tee *tee = &e->tees[cid];
    if (!tee->waits) return;
    tee->waits = false;
    const ddnet_agreement kind = (ddnet_agreement)tee->last.agreement;
    e->all.of[kind]++;
    if (kind == DDNET_TICK_DIFFERS && tee->from_known) e->known_differing++;
    if (kind == DDNET_TICK_UNDECIDABLE) e->uncertain = tee->last.tick;
    if (tee->counts_session && tee->session != tee->last.session) reel__evidence_flush(g, cid);
    tee->session = tee->last.session;
    if (g->slots[cid].session == tee->session) tee->name = g->slots[cid].name;
    tee->counts_session = true;
    tee->of_session.of[kind]++;
    keep_first(e, tee);
    count_run(g, cid, tee->last.tick, kind);
    if (kind == DDNET_TICK_AGREES) return;
    ddnet_evidence_tick *row = e->rows_ticks ? reel_row_add(e->rows_ticks) : NULL;
    if (row) *row = tee->last;
}

static bool share_of(const evidence_counts *counts, double *share)
{
    const int64_t decidable = evidence_total(counts) - counts->of[DDNET_TICK_UNDECIDABLE];
    *share = decidable ? (double)counts->of[DDNET_TICK_AGREES] / (double)decidable : 0;
    return decidable > 0;
}

#define COUNTS_OF(counts)                                                                                                        \
    .ticks = evidence_total(counts), .agreed = (counts)->of[DDNET_TICK_AGREES], .differing = (counts)->of[DDNET_TICK_DIFFERS],   \
    .impossible = (counts)->of[DDNET_TICK_IMPOSSIBLE], .undecidable = (counts)->of[DDNET_TICK_UNDECIDABLE]

void reel__evidence_flush(game *g, int32_t cid)
{
    evidence *e = g->evidence;
    evidence_tee *tee = &e->tees[cid];
    const evidence_counts counts = tee->of_session;
    const int64_t decidable = evidence_total(&counts) - counts.of[DDNET_TICK_UNDECIDABLE],
                  differs = counts.of[DDNET_TICK_DIFFERS];
    if (!tee->counts_session) return;
    if (e->rules.exact && differs >= DIFFER_LEAST && differs > decidable / DIFFER_SHARE) e->session_differs = true;
    ddnet_player_evidence *row = e->rows_sessions ? reel_row_add(e->rows_sessions) : NULL;
    if (row) {
        const bool named = tee->name.data != NULL;
        *row = (ddnet_player_evidence){ .session = tee->session,
                                        .cid = cid,
                                        .name = tee->name,
                                        .thaws = tee->thaws,
                                        .quick_thaws = tee->quick_thaws,
                                        COUNTS_OF(&counts) };
        row->present =
            (uint8_t)((share_of(&counts, &row->share) ? DDNET_EVIDENCE_HAS_SHARE : 0) | (named ? DDNET_EVIDENCE_HAS_NAME : 0));
    }
    tee->counts_session = false;
    tee->name = (reel_string){ NULL, 0 };
    tee->thaws = tee->quick_thaws = 0;
    tee->of_session = (evidence_counts){ { 0 } };
}

/* ---- finishes ----------------------------------------------------------------------------------------------------------- */

/* A run is shown if the recording has its start and each of its ticks follows from the inputs; one whose clock or ticks cannot be so is contradicted. */
static ddnet_support support_of_run(const evidence *e, const level_judged *lines, const evidence_counts *run)
{
    const int64_t ticks = evidence_total(run), differs = run->of[DDNET_TICK_DIFFERS];
    if (lines->wrong || run->of[DDNET_TICK_IMPOSSIBLE]) return DDNET_CONTRADICTS;
    if (e->rules.exact && differs >= DIFFER_LEAST && differs > ticks / DIFFER_SHARE) return DDNET_CONTRADICTS;
    if (!ticks || lines->start < 0) return DDNET_SHOWS_NOTHING;
    const bool whole = lines->decidable && lines->timed && e->rules.exact && run->of[DDNET_TICK_AGREES] == ticks;
    return whole ? DDNET_SHOWS_ALL : run->of[DDNET_TICK_AGREES] ? DDNET_SHOWS_PART : DDNET_SHOWS_NOTHING;
}

void reel__evidence_finish(game *g, int32_t cid)
{
    evidence *e = g->evidence;
    evidence_tee *tee = &e->tees[cid];
    const evidence_finish *f = &tee->finish;
    const level_judged *lines = &g->beside->tees[cid].judged;
    if (!f->waits) return;
    const evidence_counts run = f->counted ? f->run : tee->run;
    const ddnet_support support = support_of_run(e, lines, &run);
    const bool started = lines->start >= 0;
    e->finishes++;
    e->waiting--;
    e->shown += support == DDNET_SHOWS_ALL;
    e->against += support == DDNET_CONTRADICTS;
    e->part += support == DDNET_SHOWS_PART;
    ddnet_finish_evidence *row = e->rows_finishes ? reel_row_add(e->rows_finishes) : NULL;
    if (row)
        *row = (ddnet_finish_evidence){ .tick = f->tick,
                                        .cid = cid,
                                        .session = f->session,
                                        .time_ticks = f->time,
                                        .start_tick = lines->start,
                                        .support = (uint8_t)support,
                                        .present = started ? DDNET_EVIDENCE_HAS_START : 0,
                                        COUNTS_OF(&run) };
    tee->finish.waits = false;
}

/* Of the finishes; without any, of all ticks. */
ddnet_support reel__evidence_support(const evidence *e)
{
    const int64_t ticks = evidence_total(&e->all);
    if (e->all.of[DDNET_TICK_IMPOSSIBLE] || e->against || e->session_differs) return DDNET_CONTRADICTS;
    if (e->finishes)
        return e->shown == e->finishes && !e->stopped ? DDNET_SHOWS_ALL
               : e->shown || e->part                  ? DDNET_SHOWS_PART
                                                      : DDNET_SHOWS_NOTHING;
    if (!e->all.of[DDNET_TICK_AGREES]) return DDNET_SHOWS_NOTHING;
    return e->rules.exact && !e->stopped && e->all.of[DDNET_TICK_AGREES] == ticks ? DDNET_SHOWS_ALL : DDNET_SHOWS_PART;
}

/* ---- other tees ------------------------------------------------------------------------------------------------------- */

static int64_t apart(int64_t a, int64_t b) { return a < b ? b - a : a - b; }

/* Tees of other teams cannot meet; servers before 15.6 did not record teams. */
static bool are_apart(const game *g, int32_t a, int32_t b)
{
    enum { SUPER_OLD = 64, SUPER = 128 };
    const int32_t one = g->evidence->tees[a].team, other = g->evidence->tees[b].team;
    if (g->minor < DDNET_MINOR_TICK_END || one == other) return false;
    return one != SUPER && other != SUPER && one != SUPER_OLD && other != SUPER_OLD;
}

static bool is_held(const ddnet_world *world, int32_t a, int32_t b)
{
    const ddnet_tee *one = reel__ddnet_world_tee(world, a), *other = reel__ddnet_world_tee(world, b);
    return (one && one->hooked_cid == b) || (other && other->hooked_cid == a);
}

static void find_meetings(game *g, int32_t tick)
{
    evidence *e = g->evidence;
    int32_t there[CLIENTS] = { 0 };
    size_t count = 0;
    for (int32_t cid = 0; cid < CLIENTS; cid++)
        if (e->tees[cid].alive || (int64_t)e->tees[cid].ended >= (int64_t)tick - 1) there[count++] = cid;
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < i; k++) {
            evidence_tee *one = &e->tees[there[i]], *other = &e->tees[there[k]];
            const bool near = apart(one->x, other->x) <= NEAR && apart(one->y, other->y) <= NEAR;
            if ((near && !are_apart(g, there[i], there[k])) || is_held(e->world, there[i], there[k]))
                one->met = other->met = tick;
        }
}

/* ---- judging ------------------------------------------------------------------------------------------------------------ */

static int64_t outside(int64_t at, int64_t low, int64_t high) { return at < low ? low - at : at > high ? at - high : 0; }

static int32_t clamped(int64_t value) { return value > INT32_MAX ? INT32_MAX : (int32_t)value; }

/* Shots follow from the inputs, too, unless the rules are not all known, or the weapon of somebody is not. A weapon that teleports is not judged. */
static bool shots_may_move(const game *g, int32_t tick)
{
    const evidence *e = g->evidence;
    if ((int64_t)tick - e->fired > SHOT_TICKS) return false;
    if (g->beside->map.has_guns) return true;
    return reel__ddnet_map_is_armed(e->map) && (!e->rules.exact || (int64_t)tick - e->uncertain <= SHOT_TICKS);
}

/* Along the way of the tick, which a fast tee passes in one; of a jump, near both ends. */
static bool tiles_may_move(const evidence *e, const evidence_tee *tee)
{
    enum { STEP = 4 * DDNET_MAP_TILE, STEPS = 16 };
    const int64_t dx = (int64_t)tee->next_x - tee->x, dy = (int64_t)tee->next_y - tee->y;
    const int64_t ax = apart(tee->next_x, tee->x), ay = apart(tee->next_y, tee->y), steps = (ax > ay ? ax : ay) / STEP + 1;
    for (int64_t i = 1; i < steps && steps <= STEPS; i++)
        if (reel__ddnet_map_moves_near(e->map, (int32_t)(tee->x + dx * i / steps), (int32_t)(tee->y + dy * i / steps)))
            return true;
    return reel__ddnet_world_acts_near(e->world, tee->x, tee->y) ||
           reel__ddnet_world_acts_near(e->world, tee->next_x, tee->next_y);
}

static ddnet_doubt doubt_of(const game *g, const evidence_tee *tee, const ddnet_reach *reach, int32_t tick)
{
    const evidence *e = g->evidence;
    if (tee->doubtful || !e->rules.official) return DDNET_DOUBT_COMMAND;
    if (!e->rules.known) return DDNET_DOUBT_RULES;
    if (tick <= tee->held) return DDNET_DOUBT_STATE;
    if ((int64_t)tick - tee->met <= NEAR_TICKS) return DDNET_DOUBT_TEE;
    if (!reach->bounded) return DDNET_DOUBT_RULES;
    if (tiles_may_move(e, tee)) return DDNET_DOUBT_TILE;
    return shots_may_move(g, tick) ? DDNET_DOUBT_SHOT : DDNET_NO_DOUBT;
}

/* A position that does not follow. */
static void judge_difference(game *g, evidence_tee *tee, const ddnet_tee *out, const ddnet_reach *reach)
{
    ddnet_evidence_tick *last = &tee->last;
    const int64_t dx = apart(out->predicted_x, tee->next_x), dy = apart(out->predicted_y, tee->next_y), way = dx > dy ? dx : dy;
    last->doubt = (uint8_t)doubt_of(g, tee, reach, last->tick);
    g->evidence->spent += reel__ddnet_world_things(g->evidence->world); /* each machine was asked */
    if (last->doubt) {
        last->agreement = DDNET_TICK_UNDECIDABLE;
        if (last->doubt != DDNET_DOUBT_STATE) tee->held = evidence_after(last->tick, HOLD);
    } else {
        const int64_t ox = outside(tee->next_x, reach->low_x, reach->high_x),
                      oy = outside(tee->next_y, reach->low_y, reach->high_y);
        last->beyond = clamped(ox > oy ? ox : oy);
        last->agreement = last->beyond ? DDNET_TICK_IMPOSSIBLE : DDNET_TICK_DIFFERS;
    }
    tee->slack = way / 2 + 2 < SLACK_MOST ? (int32_t)(way / 2 + 2) : SLACK_MOST;
    tee->agreeing = 0;
}

static void judge(game *g, int32_t cid, int32_t tick, const ddnet_reach *reach)
{
    evidence *e = g->evidence;
    evidence_tee *tee = &e->tees[cid];
    const ddnet_tee *out = reel__ddnet_world_tee(e->world, cid);
    if (!out || tee->appears || !tee->alive || out->cause == DDNET_SPAWNED || out->cause == DDNET_RESPAWNED) {
        tee->doubtful = tee->frozen = false;
        tee->thawed = NEVER;
        tee->held = tick;
        tee->slack = 0;
        tee->agreeing = KNOWN;
        return;
    }
    if (tee->frozen && !out->freeze_end) tee->thawed = tick;
    tee->frozen = out->freeze_end != 0;
    tee->waits = true;
    tee->from_known = tee->agreeing >= KNOWN;
    tee->last = (ddnet_evidence_tick){ .tick = tick,
                                       .cid = cid,
                                       .session = g->slots[cid].session,
                                       .x = tee->next_x,
                                       .y = tee->next_y,
                                       .predicted_x = out->predicted_x,
                                       .predicted_y = out->predicted_y };
    tee->last_offset = tee->next_offset, tee->last_row = tee->next_row;
    if (!out->predicted) {
        judge_difference(g, tee, out, reach);
    } else if (++tee->agreeing >= SETTLED) {
        tee->slack = 0;
        if (tee->agreeing > KNOWN) tee->agreeing = KNOWN;
    }
}

void reel__evidence_step(game *g, int32_t tick)
{
    evidence *e = g->evidence;
    ddnet_reach reaches[CLIENTS] = { { 0 } };
    for (int32_t cid = 0; cid < CLIENTS; cid++)
        if (e->tees[cid].alive) reaches[cid] = reel__ddnet_world_reach(e->world, cid, e->tees[cid].slack);
    find_meetings(g, tick);
    reel__ddnet_world_step(e->world, tick);
    for (int32_t cid = 0; cid < CLIENTS; cid++) {
        evidence_tee *tee = &e->tees[cid];
        reel__evidence_count(g, cid);
        if (tee->next_alive) judge(g, cid, tick, &reaches[cid]);
        if (tee->alive && !tee->next_alive) tee->ended = tick;
        tee->alive = tee->next_alive;
        tee->appears = false;
        tee->x = tee->next_x, tee->y = tee->next_y;
    }
    e->tick = tick;
}

#endif
