/* SPDX-License-Identifier: MIT
 * Time passes: ticks that the recording says nothing of are played, too. */
#include "pairs/ddnet/state.h"

#include "core/budget.h"
#include "core/memory.h"

/* Of a longer time without a row, only the beginning and the end are written: nothing is pressed, and nobody moves. Without tees, less, and
 * what is between is played all the same, as things of the map move; of a recording that is silent for days, only the first hours. */
enum { SILENCE_MOST = 60 * 50, SILENCE_EMPTY = 4 * 50, SILENCE_END = 50, QUIET_MOST = 3 * 3600 * 50 };

/* A tee that moves further in a tick was killed, if its player asked for that. */
enum { RESPAWN = 4 * TEEHISTORIAN_TILE };

/* What killed a tee, if no player did. */
enum { WEAPON_SELF = -2, WEAPON_WORLD = -1 };

/* What a tick costs, in steps of the budget: a tee that stands, and presses nothing, costs little but its row. Snapshots are written some at a
 * time. */
enum { TICK_STEPS = 64, TEE_STEPS = 1024, IDLE_STEPS = 64, IDLE_ROW = IDLE_STEPS + sizeof(demo_character), PUT_EACH = 50 };

/* What ticks without a row may cost: something, and a part of what the rows allow. Recordings of many tees that stand would need more than that;
 * these ticks are left out, as nothing changes in them. */
enum { SILENT_FREE = 8 << 20, SILENT_PER_ROW = 4096 };

/* ---- the world -------------------------------------------------------------------------------------------------- */

/* Of what was long before, only what an index has counts, so that a demo is the same with and without one: which tees there are, what their
 * players pressed last, and of whom a row speaks. */
static void forget_long_past(remake *d)
{
    d->many = false;
    for (int32_t cid = 0; cid < DDNET_CLIENTS; cid++) {
        tee_slot *slot = &d->slots[cid];
        slot->online = slot->alive || slot->stated;
        slot->has_input = slot->alive && slot->was_pressed;
        if (slot->input_tick < d->played_from) slot->input_tick = d->played_from;
        d->many |= slot->online && cid >= DEMO_OLD_CLIENTS;
    }
}

reel_status reel__remake_begin_world(remake *d)
{
    if (d->played_from) forget_long_past(d);
    d->world = reel__ddnet_world_create(&d->job->allocator, d->map, &d->rules, &d->tuning);
    if (!d->world) return reel__memory_fail(d->job->error);
    for (int32_t cid = 0; cid < DDNET_CLIENTS; cid++) {
        const tee_slot *slot = &d->slots[cid];
        if (slot->online) reel__ddnet_world_join(d->world, cid);
        if (slot->team) reel__ddnet_world_team(d->world, cid, slot->team);
        if (slot->has_input) reel__ddnet_world_input(d->world, cid, &slot->input);
        if (slot->alive) reel__ddnet_world_place(d->world, cid, slot->x, slot->y);
    }
    return REEL_OK;
}

/* A demo begins with the first client. */
static bool is_anyone(const remake *d)
{
    for (int32_t cid = 0; cid < DDNET_CLIENTS; cid++)
        if (d->slots[cid].online) return true;
    return false;
}

/* Tees without a position in the tick, or an input that acts in it. */
static uint64_t idle_tees(const remake *d, int32_t tick)
{
    size_t active = 0;
    for (size_t cid = 0; cid < DDNET_CLIENTS; cid++) active += d->acted[cid] >= tick;
    return d->alive > active ? d->alive - active : 0;
}

/* Plays a tick without a snapshot. */
static reel_status step(remake *d, int32_t tick)
{
    pair_job *job = d->job;
    const reel_status status = d->world ? REEL_OK : reel__remake_begin_world(d);
    if (status < 0) return status;
    const uint64_t idle = idle_tees(d, tick);
    reel__budget_grant(job->budget,
                       idle * IDLE_ROW); /* at most 128 of them a tick, whose number is bounded by the rows: see pass_silence */
    if (reel_spend(job->budget, TICK_STEPS + TEE_STEPS * (d->alive - idle) + IDLE_STEPS * idle) != REEL_OK)
        return reel_fail_budget(job->budget, job->error, "", 0);
    reel__ddnet_world_step(d->world, tick);
    d->tick = tick;
    return REEL_OK;
}

static reel_status play(remake *d, int32_t tick)
{
    const reel_status status = step(d, tick);
    if (status < 0) return status;
    if (tick < d->first || tick > d->last || (d->stated_tick < 0 && !is_anyone(d))) return REEL_OK;
    d->target->snapshot(d);
    if (++d->waiting < PUT_EACH) return REEL_OK;
    d->waiting = 0;
    return reel__pair_put(d->job);
}

/* Nothing is written of these ticks. */
static reel_status pass_quietly(remake *d, int32_t until)
{
    reel_status status = REEL_OK;
    for (; status >= 0 && d->tick < until && !d->alive && d->quiet < QUIET_MOST; d->quiet++) status = step(d, d->tick + 1);
    if (d->tick < until) d->tick = until;
    return status;
}

/* Whether another tick without a row may be played. */
static bool spend_silence(remake *d)
{
    const uint64_t cost = TICK_STEPS + (IDLE_ROW + d->alive) * (uint64_t)d->alive; /* each meets each */
    if (d->silent + cost > SILENT_FREE + SILENT_PER_ROW * d->rows) return false;
    d->silent += cost;
    return true;
}

static reel_status play_until(remake *d, int32_t tick)
{
    reel_status status = REEL_OK;
    while (status >= 0 && d->tick < tick && spend_silence(d)) status = play(d, d->tick + 1);
    if (d->tick < tick) d->left_out += (uint64_t)(tick - d->tick);
    if (status >= 0) d->tick = tick;
    return status;
}

/* Ticks without a row. */
static reel_status pass_silence(remake *d, int32_t until)
{
    if (until > d->last) until = d->last;
    if (d->tick >= until) return REEL_OK;
    if (until < d->played_from) {
        d->tick = until;
        return REEL_OK;
    }
    if (d->tick < d->played_from - 1) d->tick = d->played_from - 1;
    const int32_t most = d->alive ? SILENCE_MOST : SILENCE_EMPTY;
    if ((int64_t)until - d->tick > most) {
        reel_status status = play_until(d, d->tick + most - SILENCE_END);
        if (status >= 0) status = pass_quietly(d, until - SILENCE_END);
        if (status < 0) return status;
    }
    return play_until(d, until);
}

/* ---- positions -------------------------------------------------------------------------------------------------- */

static int64_t distance(int32_t a, int32_t b) { return a < b ? (int64_t)b - a : (int64_t)a - b; }

/* Whether a tee was killed at its own wish in front of this tick. Servers refuse some wishes, and say so to nobody: then it goes on. */
static bool was_killed(const tee_slot *slot, const teehistorian_position *row)
{
    if (slot->kill_tick == NO_TICK || (int64_t)row->tick - slot->kill_tick > 1) return false;
    return row->kind == TEEHISTORIAN_OLD || distance(slot->x, row->x) > RESPAWN || distance(slot->y, row->y) > RESPAWN;
}

static void end_tee(remake *d, tee_slot *slot, const teehistorian_position *row)
{
    if (!slot->alive) return;
    if (!slot->spectates) reel__remake_kill(d, row->cid, was_killed(slot, row) ? WEAPON_SELF : WEAPON_WORLD);
    slot->alive = false;
    d->alive--;
    if (d->world) reel__ddnet_world_gone(d->world, row->cid);
}

void reel__remake_begin_tee(remake *d, int32_t cid)
{
    tee_slot *slot = &d->slots[cid];
    if (!slot->online && d->world) reel__ddnet_world_join(d->world, cid);
    slot->online = true;
    slot->spectates = false;
    d->many |= cid >= DEMO_OLD_CLIENTS;
    if (slot->alive) return;
    slot->alive = true;
    d->alive++;
}

void reel__remake_take_position(remake *d, const teehistorian_position *row)
{
    if (!is_client(row->cid) || row->kind == TEEHISTORIAN_STRAY) return;
    tee_slot *slot = &d->slots[row->cid];
    if (row->kind == TEEHISTORIAN_OLD) {
        end_tee(d, slot, row);
        return;
    }
    if (row->kind == TEEHISTORIAN_DIFF && !slot->alive) return; /* its client is gone */
    if (slot->alive && was_killed(slot, row)) {
        reel__remake_kill(d, row->cid, WEAPON_SELF);
    }
    slot->kill_tick = NO_TICK;
    reel__remake_begin_tee(d, row->cid);
    d->acted[row->cid] = row->tick;
    slot->x = row->x;
    slot->y = row->y;
    if (d->world) reel__ddnet_world_place(d->world, row->cid, row->x, row->y);
}

/* ---- ticks ------------------------------------------------------------------------------------------------------ */

/* All positions of the tick are there: they come before what makes a tick complete. */
reel_status reel__remake_close_tick(remake *d)
{
    if (d->open <= d->tick) return REEL_OK;
    if (d->open > d->last || d->open < d->played_from) {
        d->tick = d->open;
        return REEL_OK;
    }
    return play(d, d->open);
}

reel_status reel__remake_advance(remake *d, int32_t tick)
{
    reel_status status = reel__remake_close_tick(d);
    if (status >= 0) status = pass_silence(d, tick - 1);
    if (tick > d->open) d->open = tick;
    return status;
}
