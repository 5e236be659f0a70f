/* SPDX-License-Identifier: MIT
 * The rows of a recording on their way to the physics. A tick is played when its positions are complete, and judged when all rows of it are known. */
#include "insight/ddnet/evidence.h"
#include "insight/ddnet/played.h"

#if !defined REEL_WITHOUT_DDNET_MAP && !defined REEL_WITHOUT_EVIDENCE

#include "core/memory.h"

enum {
    SILENCE_MOST =
        250, /* ticks without a row that are played; behind them a tee that moves has stopped, and one that is frozen has thawed */
    SILENCE_HOLD = 50, /* ticks after a longer silence in which states are not known */
    IDLE_MOST = 600 * 50,
    THAW_ANSWERED = 50,
    THAW_QUICK = 3,
    COMMAND_HOLD = 2, /* ticks in which a command shows */
    /* steps of the budget */
    TICK_STEPS = 64,
    TEE_STEPS = 128,
    THING_STEPS = 4,
};
static const uint64_t idle_moves = UINT64_C(1) << 28;
/* Three quarters of the default of reel_limits.work, for rows of three bytes: a recording in which many tees stand is judged in part, and read whole. */
static const uint64_t steps_allowed = UINT64_C(48) << 20;
enum { ROW_STEPS = 3 * 3072 };

static const reel_table *const own[] = { &ddnet_evidences, &ddnet_player_evidences, &ddnet_finish_evidences,
                                         &ddnet_evidence_ticks };

bool reel__evidence_is_wanted(const reel_chunk *result)
{
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        if (reel_chunk_table((reel_chunk *)(uintptr_t)result, own[i])) return true;
    return false;
}

/* ---- time --------------------------------------------------------------------------------------------------------------- */

static bool may_play(game *g)
{
    evidence *e = g->evidence;
    uint64_t tees = 0;
    for (int32_t cid = 0; cid < CLIENTS; cid++) tees += e->tees[cid].alive || e->tees[cid].next_alive;
    const uint64_t steps = TICK_STEPS + TEE_STEPS * tees + THING_STEPS * (uint64_t)reel__ddnet_world_things(e->world);
    e->spent += steps;
    if (e->spent > steps_allowed + ROW_STEPS * e->seen || reel_spend(g->analysis->budget, steps) != REEL_OK) e->stopped = true;
    return !e->stopped;
}

static void close_tick(game *g);

static bool is_empty(const evidence *e)
{
    for (int32_t cid = 0; cid < CLIENTS; cid++)
        if (e->tees[cid].alive || e->tees[cid].next_alive) return false;
    return true;
}

/* While nobody is there, the world moves its things when the next tee comes. */
static void pass_idle(evidence *e, int64_t ticks)
{
    const uint64_t moves = (uint64_t)(ticks < IDLE_MOST ? ticks : IDLE_MOST) * reel__ddnet_world_things(e->world);
    if (moves > e->idle_left)
        e->stopped = true;
    else
        e->idle_left -= moves;
}

static void hold_all(evidence *e, int32_t until)
{
    for (int32_t cid = 0; cid < CLIENTS; cid++)
        if (e->tees[cid].held < until) e->tees[cid].held = until;
}

/* Ticks up to this one without a row. */
static void pass_silence(game *g, int32_t until)
{
    evidence *e = g->evidence;
    if (until <= e->tick) return;
    if (is_empty(e)) {
        pass_idle(e, (int64_t)until - e->tick);
        e->tick = until;
        return;
    }
    const bool is_long = (int64_t)until - e->tick > SILENCE_MOST;
    const int32_t last = is_long ? e->tick + SILENCE_MOST : until;
    while (e->tick < last && may_play(g)) reel__evidence_step(g, e->tick + 1);
    if (!is_long) return;
    for (int32_t cid = 0; cid < CLIENTS; cid++) reel__evidence_count(g, cid);
    e->tick = until;
    hold_all(e, evidence_after(until, SILENCE_HOLD));
}

static void advance(game *g)
{
    evidence *e = g->evidence;
    if (e->stopped || g->tick <= e->open) return;
    close_tick(g);
    if (!e->stopped && e->begun) pass_silence(g, g->tick - 1);
    e->open = g->tick;
}

/* ---- positions ---------------------------------------------------------------------------------------------------------- */

static void begin_playing(evidence *e, int32_t tick)
{
    e->begun = true;
    e->tick = tick - 1;
}

static void process_position(game *g, const void *row)
{
    const teehistorian_position *p = row;
    evidence *e = g->evidence;
    const uint64_t number = e->rows++;
    e->seen++;
    if (!is_client(p->cid) || e->stopped || p->kind == TEEHISTORIAN_STRAY) return;
    advance(g);
    if (!e->begun) begin_playing(e, p->tick);
    evidence_tee *tee = &e->tees[p->cid];
    if (p->kind == TEEHISTORIAN_OLD) {
        tee->next_alive = false;
        reel__ddnet_world_gone(e->world, p->cid);
        return;
    }
    if (p->kind == TEEHISTORIAN_DIFF && !tee->next_alive) return;
    tee->appears |= p->kind == TEEHISTORIAN_NEW;
    tee->next_alive = true;
    tee->next_x = p->x, tee->next_y = p->y;
    tee->next_offset = p->offset, tee->next_row = number;
    reel__ddnet_world_place(e->world, p->cid, p->x, p->y);
}

/* ---- what acts in the next tick --------------------------------------------------------------------------------------- */

/* Rows wait until all of their tick are known: positions may come behind them, and teams count in the tick already. */
static pending *wait_for_tick(game *g, pending_kind kind, int32_t cid)
{
    enum { PENDING_MOST = 1 << 16 }; /* rows of a tick; servers take some inputs of each client */
    evidence *e = g->evidence;
    e->seen++;
    advance(g);
    if (e->stopped) return NULL;
    pending *rows = NULL;
    if (e->pending_count < PENDING_MOST)
        rows = reel__memory_items(&g->analysis->allocator, e->pending, &e->pending_capacity, e->pending_count + 1, sizeof *rows);
    if (!rows) {
        e->stopped = true;
        g->no_memory |= e->pending_count < PENDING_MOST;
        return NULL;
    }
    e->pending = rows;
    rows += e->pending_count++;
    *rows = (pending){ .kind = kind, .cid = cid };
    return rows;
}

static void process_input(game *g, const void *row)
{
    const teehistorian_input *input = row;
    pending *p = is_client(input->cid) ? wait_for_tick(g, PENDING_INPUT, input->cid) : NULL;
    if (p)
        p->input = (ddnet_controls){ input->direction,   input->target_x,   input->target_y,     input->jump,
                                     input->fire,        input->hook,       input->player_flags, input->wanted_weapon,
                                     input->next_weapon, input->prev_weapon };
}

static void process_join(game *g, const void *row) { wait_for_tick(g, PENDING_JOIN, ((const teehistorian_join *)row)->cid); }
static void process_drop(game *g, const void *row) { wait_for_tick(g, PENDING_DROP, ((const teehistorian_drop *)row)->cid); }

static void process_message(game *g, const void *row)
{
    const teehistorian_message *message = row;
    if (teehistorian_net_of(message->data, message->protocol).kind == TEEHISTORIAN_NET_KILL)
        wait_for_tick(g, PENDING_KILL, message->cid);
}

static void process_team(game *g, const void *row)
{
    const teehistorian_team *team = row;
    pending *p = wait_for_tick(g, PENDING_TEAM, team->cid);
    if (p) p->value = team->team;
}

static void process_practice(game *g, const void *row)
{
    pending *p = wait_for_tick(g, PENDING_TEAM_CAUSE, NO_CLIENT);
    if (p) p->value = ((const teehistorian_practice *)row)->team;
}

static void process_save(game *g, const void *row)
{
    pending *p = wait_for_tick(g, PENDING_TEAM_CAUSE, NO_CLIENT);
    if (p) p->value = ((const teehistorian_save *)row)->team;
}

static void process_swap(game *g, const void *row)
{
    const teehistorian_swap *swap = row;
    wait_for_tick(g, PENDING_CAUSE, swap->cid);
    wait_for_tick(g, PENDING_CAUSE, swap->other_cid);
}

/* Commands that change what the physics knows, or may move somebody. */
static void process_command(game *g, const void *row)
{
    enum { CHAT = 128 };
    const teehistorian_command *command = row;
    evidence *e = g->evidence;
    char line[EVIDENCE_LINE];
    reel__evidence_line(command, &e->argument, e->last_argument, line);
    const bool chat = is_client(command->cid) && command->flags & CHAT;
    pending *p = wait_for_tick(g, PENDING_COMMAND, command->cid);
    if (!p) return;
    p->text = e->lines.size;
    if (!memory_add(&e->lines, line, strlen(line) + 1)) {
        e->pending_count--;
        e->stopped = g->no_memory = true;
        return;
    }
    if (reel__evidence_is_harmless(line, chat)) return;
    const bool alone = chat && g->minor >= DDNET_MINOR_TICK_END;
    wait_for_tick(g, alone ? PENDING_CAUSE : PENDING_CAUSE_OF_ALL, command->cid);
}

/* ---- acting ------------------------------------------------------------------------------------------------------------- */

/* Something that the physics does not know. It may be the cause of the tick that was judged last, too. */
static void doubt(evidence *e, int32_t cid, bool lasts)
{
    evidence_tee *tee = is_client(cid) ? &e->tees[cid] : NULL;
    if (!tee) return;
    if (tee->waits && tee->last.agreement != DDNET_TICK_AGREES) {
        tee->last.agreement = DDNET_TICK_UNDECIDABLE;
        tee->last.doubt = DDNET_DOUBT_COMMAND;
        tee->last.beyond = 0;
    }
    if (lasts) tee->doubtful = true;
    if (lasts && tee->alive) e->uncertain = e->tick;
    const int32_t until = evidence_after(e->tick, COMMAND_HOLD);
    if (tee->held < until) tee->held = until;
}

static void doubt_all(evidence *e, bool lasts)
{
    for (int32_t cid = 0; cid < CLIENTS; cid++) doubt(e, cid, lasts);
}

static void take_input(evidence *e, const pending *p)
{
    evidence_tee *tee = &e->tees[p->cid];
    const ddnet_controls *now = &p->input, *before = &tee->input;
    if (now->fire & 1 || !tee->has_input || before->fire != now->fire) e->fired = e->tick;
    if (tee->thawed != NEVER && (now->direction != before->direction || now->jump != before->jump || now->hook != before->hook ||
                                 now->fire != before->fire)) {
        const int64_t after = (int64_t)e->tick - tee->thawed;
        tee->thaws += after <= THAW_ANSWERED;
        tee->quick_thaws += after <= THAW_QUICK;
        tee->thawed = NEVER;
    }
    tee->has_input = true;
    tee->input = *now;
    reel__ddnet_world_input(e->world, p->cid, &p->input);
}

static void take_team(evidence *e, const pending *p)
{
    if (!is_client(p->cid)) return;
    const bool changes = e->tees[p->cid].team != p->value;
    e->tees[p->cid].team = p->value;
    reel__ddnet_world_team(e->world, p->cid, p->value);
    if (changes) doubt_all(e, false); /* others meet it from here on, or do not */
}

static void leave(evidence *e, int32_t cid)
{
    reel__ddnet_world_leave(e->world, cid);
    if (!is_client(cid)) return;
    e->tees[cid].alive = e->tees[cid].next_alive = e->tees[cid].has_input = false;
    e->tees[cid].team = 0;
}

static void act(evidence *e, const pending *p)
{
    switch (p->kind) {
    case PENDING_INPUT: take_input(e, p); break;
    case PENDING_JOIN: reel__ddnet_world_join(e->world, p->cid); break;
    case PENDING_DROP: leave(e, p->cid); break;
    case PENDING_KILL: reel__ddnet_world_kill(e->world, p->cid); break;
    case PENDING_COMMAND: reel__ddnet_world_command(e->world, p->cid, (const char *)e->lines.data + p->text); break;
    case PENDING_TEAM: take_team(e, p); break;
    case PENDING_CAUSE: doubt(e, p->cid, true); break;
    case PENDING_CAUSE_OF_ALL: doubt_all(e, true); break;
    case PENDING_TEAM_CAUSE:
        for (int32_t cid = 0; cid < CLIENTS; cid++)
            if (e->tees[cid].team == p->value) doubt(e, cid, true);
        break;
    }
}

static void act_all(evidence *e)
{
    for (size_t i = 0; i < e->pending_count; i++) act(e, &e->pending[i]);
    e->pending_count = e->lines.size = 0;
}

/* All rows of the tick are there. */
static void close_tick(game *g)
{
    evidence *e = g->evidence;
    for (size_t i = 0; e->begun && i < e->pending_count; i++)
        if (e->pending[i].kind == PENDING_TEAM) reel__ddnet_world_team_after(e->world, e->pending[i].cid, e->pending[i].value);
    if (e->begun && e->open > e->tick && may_play(g)) reel__evidence_step(g, e->open);
    if (!e->stopped) act_all(e);
}

static void process_finish(game *g, const void *row)
{
    const teehistorian_finish *finish = row;
    evidence *e = g->evidence;
    if (finish->kind != TEEHISTORIAN_PLAYER_FINISH || !is_client(finish->cid)) return;
    advance(g);
    if (e->tees[finish->cid].finish.waits) reel__evidence_finish(g, finish->cid);
    e->waiting++;
    e->tees[finish->cid].finish =
        (evidence_finish){ .waits = true, .tick = g->tick, .time = finish->time, .session = g->slots[finish->cid].session };
}

static const struct {
    const reel_table *table;
    game_processor process;
} processors[] = {
    { &teehistorian_positions, process_position }, { &teehistorian_inputs, process_input },
    { &teehistorian_joins, process_join },         { &teehistorian_drops, process_drop },
    { &teehistorian_messages, process_message },   { &teehistorian_commands, process_command },
    { &teehistorian_teams, process_team },         { &teehistorian_practices, process_practice },
    { &teehistorian_saves, process_save },         { &teehistorian_swaps, process_swap },
    { &teehistorian_finishes, process_finish },
};

game_processor reel__evidence_processor(const reel_table *table)
{
    for (size_t i = 0; i < sizeof processors / sizeof *processors; i++)
        if (processors[i].table == table) return processors[i].process;
    return NULL;
}

/* ---- a recording ------------------------------------------------------------------------------------------------------------ */

/* Finishes are judged by their lines one tick after their own (level.c), and by the ticks up to it. */
void reel__evidence_tick(game *g)
{
    evidence *e = g->evidence;
    for (int32_t cid = 0; cid < CLIENTS && e->waiting; cid++)
        if (e->tees[cid].finish.waits && (int64_t)e->tees[cid].finish.tick + 2 < g->tick) reel__evidence_finish(g, cid);
}

bool reel__evidence_begin(game *g, const reel_chunk *chunk)
{
    const reel_allocator *allocator = &g->analysis->allocator;
    size_t headers, values;
    static const teehistorian_header none;
    const teehistorian_header *header = reel_chunk_rows(chunk, &teehistorian_headers, &headers);
    const teehistorian_value *value = reel_chunk_rows(chunk, &teehistorian_values, &values);
    evidence *e = g->evidence = reel__memory_new(allocator, sizeof *e);
    if (!e) return false;
    e->rules = reel__evidence_rules(headers ? header : &none, value, values);
    const bool fits = g->beside->map.whole && reel__ddnet_map_fits(g->beside->map.width, g->beside->map.height);
    e->map = fits ? reel__played_map(allocator, reel_replay_chunk(g->analysis->level)) : NULL;
    e->world = e->map ? reel__ddnet_world_create(allocator, e->map, &e->rules.rules, &e->rules.tuning) : NULL;
    const ddnet_unknown unknown = e->map ? reel__ddnet_map_unknown(e->map) : (ddnet_unknown){ 0, NULL };
    e->rules.known = !unknown.tile && !unknown.setting && !e->rules.unknown;
    e->rules.exact &= e->rules.known;
    e->tick = e->open = e->fired = e->uncertain = NEVER;
    e->idle_left = idle_moves;
    e->lines.allocator = *allocator;
    e->stopped = !e->world;
    for (int32_t cid = 0; cid < CLIENTS; cid++)
        e->tees[cid] = (evidence_tee){ .ended = NEVER, .held = NEVER, .met = NEVER, .thawed = NEVER, .session = NO_ROW };
    e->rows_all = reel_chunk_table(g->analysis->result, &ddnet_evidences);
    e->rows_sessions = reel_chunk_table(g->analysis->result, &ddnet_player_evidences);
    e->rows_finishes = reel_chunk_table(g->analysis->result, &ddnet_finish_evidences);
    e->rows_ticks = reel_chunk_table(g->analysis->result, &ddnet_evidence_ticks);
    return e->world || !fits;
}

void reel__evidence_end(game *g)
{
    evidence *e = g->evidence;
    close_tick(g);
    for (int32_t cid = 0; cid < CLIENTS; cid++) {
        reel__evidence_count(g, cid);
        reel__evidence_flush(g, cid);
        reel__evidence_finish(g, cid);
    }
    ddnet_evidence *row = e->rows_all ? reel_row_add(e->rows_all) : NULL;
    if (!row) return;
    const int64_t decidable = evidence_total(&e->all) - e->all.of[DDNET_TICK_UNDECIDABLE];
    *row = (ddnet_evidence){ .ticks = evidence_total(&e->all),
                             .agreed = e->all.of[DDNET_TICK_AGREES],
                             .differing = e->all.of[DDNET_TICK_DIFFERS],
                             .impossible = e->all.of[DDNET_TICK_IMPOSSIBLE],
                             .undecidable = e->all.of[DDNET_TICK_UNDECIDABLE],
                             .share = decidable ? (double)e->all.of[DDNET_TICK_AGREES] / (double)decidable : 0,
                             .finishes = e->finishes,
                             .finishes_shown = e->shown,
                             .finishes_against = e->against,
                             .support = (uint8_t)reel__evidence_support(e),
                             .exact = e->rules.exact,
                             .present = decidable ? DDNET_EVIDENCE_HAS_SHARE : 0 };
}

void reel__evidence_close(const reel_analysis *analysis, evidence *e)
{
    if (!e) return;
    reel__ddnet_world_free(e->world);
    reel__ddnet_map_free(e->map);
    reel__memory_drop(&analysis->allocator, e->pending);
    reel_memory_free(&e->lines);
    reel__memory_drop(&analysis->allocator, e);
}

#endif
