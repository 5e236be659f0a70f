/* SPDX-License-Identifier: MIT
 * The insight "ddnet": merges the rows of all tables into file order and processes them. */
#include "core/memory.h"
#include "insight/ddnet/evidence.h"
#include "insight/ddnet/level.h"
#include "insight/ddnet/level_same.h"

#include <reel/ghost.h>

/* A build without maps, or a small one without what compares a game with them. */
#if !defined REEL_WITHOUT_LEVELS && !defined REEL_WITHOUT_DDNET_MAP
#define HAS_LEVELS 1
#else
#define HAS_LEVELS 0
#endif
#if HAS_LEVELS && !defined REEL_WITHOUT_EVIDENCE
#define HAS_EVIDENCE 1
#else
#define HAS_EVIDENCE 0
#endif

typedef struct lane {
    const uint8_t *row, *end;
    size_t row_size;
    game_processor process, beside,
        evidence; /* what a row does, and before that beside a level and for evidence; NULL: nothing */
} lane;

const reel_table *const reel__game_inputs[] = {
    &teehistorian_headers,
    &teehistorian_positions,
    &teehistorian_inputs,
    &teehistorian_joins,
    &teehistorian_drops,
    &teehistorian_protocols,
    &teehistorian_auths,
    &teehistorian_clients,
    &teehistorian_readies,
    &teehistorian_names,
    &teehistorian_messages,
    &teehistorian_commands,
    &teehistorian_teams,
    &teehistorian_practices,
    &teehistorian_finishes,
    &teehistorian_saves,
    &teehistorian_swaps,
    &teehistorian_arguments,
    &teehistorian_endings,
    &teehistorian_values,
#ifndef REEL_WITHOUT_DEMO
    &demo_infos,
    &demo_snapshots,
    &demo_characters,
    &demo_players,
    &demo_clients,
    &demo_removals,
    &demo_messages,
#endif
#ifndef REEL_WITHOUT_GHOST
    &ghost_infos,
    &ghost_skins,
    &ghost_characters,
#endif
    NULL,
};

enum { FIRST_EVENT = 1, LAST_EVENT = 16, EVENTS = LAST_EVENT - FIRST_EVENT + 1 }; /* tables of messages in that list */

static uint64_t seq_of(const uint8_t *row)
{
    uint64_t seq;
    memcpy(&seq, row, sizeof seq);
    return seq;
}

static int32_t tick_of(const uint8_t *row)
{
    int32_t tick;
    memcpy(&tick, row + offsetof(teehistorian_join, tick), sizeof tick);
    return tick;
}

static void stats_start(game *g, reel_analysis *analysis, const reel_chunk *chunk)
{
    reel_chunk *result = analysis->result;
    size_t count;
    const teehistorian_header *header = reel_chunk_rows(chunk, &teehistorian_headers, &count);
    g->started = true;
    g->minor = count && header->present & TEEHISTORIAN_HAS_VERSION_MINOR ? header->version_minor : -1;
    g->rows_sessions = reel_chunk_table(result, &ddnet_sessions);
    g->rows_activities = reel_chunk_table(result, &ddnet_activities);
    g->rows_finishes = reel_chunk_table(result, &ddnet_finishes);
    g->rows_commands = reel_chunk_table(result, &ddnet_commands);
    g->rows_votes = reel_chunk_table(result, &ddnet_votes);
    g->rows_names = reel_chunk_table(result, &ddnet_names);
    g->rows_teams = reel_chunk_table(result, &ddnet_teams);
    g->rows_characters = reel_chunk_table(result, &ddnet_characters);
    g->rows_online = reel_chunk_table(result, &ddnet_onlines);
    g->rows_heat = reel_chunk_table(result, &ddnet_heats);
    g->rows_positions = reel_chunk_table(result, &ddnet_positions);
    g->rows_inputs = reel_chunk_table(result, &ddnet_inputs);
    g->rows_players = reel_chunk_table(result, &ddnet_players);
    g->rows_summary = reel_chunk_table(result, &ddnet_summaries);
}

/* What judges a game beside its level alone has no use for most tables. */
static size_t open_lanes(const game *g, const reel_chunk *chunk, lane *lanes)
{
    size_t open = 0;
    for (size_t i = FIRST_EVENT; i <= LAST_EVENT; i++) {
        size_t count;
        const reel_table *table = reel__game_inputs[i];
        const uint8_t *rows = reel_chunk_rows(chunk, table, &count);
        if (!count) continue;
        lane own = { rows, rows + count * table->row_size, table->row_size, reel__game_processor(table, g->judges_only), NULL,
                     NULL };
#if HAS_LEVELS
        if (g->beside) own.beside = reel__level_processor(table);
#endif
#if HAS_EVIDENCE
        if (g->evidence) own.evidence = reel__evidence_processor(table);
#endif
        if (g->figures && table == &teehistorian_inputs) own.process = reel__figures_process;
        if (own.process || own.beside || own.evidence) lanes[open++] = own;
    }
    return open;
}

/* The lane with the first row; *until is the lowest sequence number of the other lanes. All rows of the lane up to *until can be
 * processed without another search, so the merge searches once per change of table, not once per row. */
static size_t first_lane(const lane *lanes, size_t count, uint64_t *until)
{
    size_t first = 0;
    *until = UINT64_MAX;
    for (size_t i = 1; i < count; i++) {
        uint64_t seq = seq_of(lanes[i].row), best = seq_of(lanes[first].row);
        if (seq < best) {
            *until = best;
            first = i;
        } else if (seq < *until) {
            *until = seq;
        }
    }
    return first;
}

static inline void process_row(game *g, const lane *from, bool judged)
{
    const int32_t tick = tick_of(from->row);
    if (tick > g->tick) {
        reel__game_advance(g, tick);
#if HAS_EVIDENCE
        if (judged) reel__evidence_tick(g);
#endif
    }
    if (from->beside) from->beside(g, from->row);
    if (judged && from->evidence) from->evidence(g, from->row); /* before the row changes what is known */
    if (from->process) from->process(g, from->row);
}

/* `judged` is constant in each call, so that rows that are not judged do not pay for those that are. */
static inline void merge_lanes(game *g, lane *lanes, size_t count, const bool judged)
{
    while (count) {
        uint64_t until;
        size_t first = first_lane(lanes, count, &until);
        lane *from = &lanes[first];
        do {
            process_row(g, from, judged);
            from->row += from->row_size;
        } while (from->row < from->end && seq_of(from->row) <= until);
        if (from->row < from->end) continue;
        count--;
        memmove(from, from + 1, (count - first) * sizeof *from);
    }
}

static void merge_chunk(game *g, const reel_chunk *chunk)
{
    lane lanes[EVENTS];
    size_t count = open_lanes(g, chunk, lanes), arguments;
    g->argument = reel_chunk_rows(chunk, &teehistorian_arguments, &arguments);
    g->last_argument = g->argument ? g->argument + arguments : NULL;
#if HAS_EVIDENCE
    if (g->evidence) {
        g->evidence->argument = g->argument, g->evidence->last_argument = g->last_argument;
        merge_lanes(g, lanes, count, true);
        return;
    }
#endif
    merge_lanes(g, lanes, count, false);
}

static reel_status stats_status(const game *g)
{
    reel_error *error = g->analysis->error;
    if (g->no_memory) return reel__memory_fail(error);
    return REEL_OK;
}

#if HAS_LEVELS
static reel_status begin_level(game *g, const reel_chunk *chunk)
{
    const reel_analysis *analysis = g->analysis;
    size_t headers, infos;
    if (!analysis->level) return REEL_OK;
    const teehistorian_header *header = reel_chunk_rows(chunk, &teehistorian_headers, &headers);
    const ddnet_map_info *info = reel_rows(analysis->level, &ddnet_map_infos, &infos);
    teehistorian_header shown;
    static const ddnet_map_info no_info;
    if (reel__tees_header(chunk, &shown) || !headers) header = &shown;
    const reel_status status = reel__level_matches(header, infos ? info : &no_info, &analysis->reporter, analysis->error);
    if (status < 0) return status;
    if (!reel__level_begin(g)) return reel__memory_fail(g->analysis->error);
#if HAS_EVIDENCE
    if (g->shown) return REEL_OK; /* the keys of a demo are those that its tees show */
    g->wants_evidence |= reel__evidence_is_wanted(g->analysis->result);
    if (g->wants_evidence && !reel__evidence_begin(g, chunk)) return reel__memory_fail(g->analysis->error);
#endif
    return REEL_OK;
}
#else
static reel_status begin_level(const game *g, const reel_chunk *chunk) { return (void)g, (void)chunk, REEL_OK; }
#endif

reel_status reel__ddnet_chunk(reel_analysis *analysis, const reel_chunk *chunk)
{
    game *g = analysis->state;
    size_t count;
    g->analysis = analysis;
    if (!g->started) {
        teehistorian_header header;
        stats_start(g, analysis, chunk);
        if (reel__tees_header(chunk, &header) && !reel__tees_begin(g, chunk)) return reel__memory_fail(analysis->error);
        if (!g->shown && reel_chunk_table(analysis->result, &ddnet_input_figures) && !reel__figures_begin(g))
            return reel__memory_fail(analysis->error);
        const reel_status status = begin_level(g, chunk);
        if (status < 0) return status;
    }
    if (g->shown) {
        const reel_status status = reel__tees_chunk(g, chunk);
        return status < 0 ? status : stats_status(g);
    }
    merge_chunk(g, chunk);
    const teehistorian_ending *ending = reel_chunk_rows(chunk, &teehistorian_endings, &count);
    if (count && ending->tick > g->tick) {
        reel__write_dense_until(g, ending->tick);
        g->tick = ending->tick;
    }
    return stats_status(g);
}

reel_status reel__ddnet_finish(reel_analysis *analysis)
{
    game *g = analysis->state;
    g->analysis = analysis;
    if (g->shown) reel__tees_finish(g);
#if HAS_LEVELS
    if (g->beside) reel__level_end(g);
#endif
#if HAS_EVIDENCE
    if (g->evidence) reel__evidence_end(g);
#endif
    if (g->figures) reel__figures_end(g);
    reel__game_end(g, g->tick);
    const reel_status status = reel__player_write_rows(g);
    return status < 0 ? status : stats_status(g);
}

void reel__ddnet_close(reel_analysis *analysis)
{
    const game *g = analysis->state;
    reel__figures_close(analysis, g->figures);
    reel__tees_drop(analysis, g->shown);
#if HAS_EVIDENCE
    reel__evidence_close(analysis, g->evidence);
#endif
#if HAS_LEVELS
    reel__level_close(analysis, g->beside);
#endif
    reel__memory_drop(&analysis->allocator, g->heat.cells);
    reel__memory_drop(&analysis->allocator, g->players.sessions);
}

const reel_format *const reel__game_formats[] = { &reel_format_teehistorian, NULL };
const reel_format *const reel__game_formats_shown[] = {
    &reel_format_teehistorian,
#ifndef REEL_WITHOUT_GHOST
    &reel_format_ghost,
#endif
#ifndef REEL_WITHOUT_DEMO
    &reel_format_demo,
#endif
    NULL,
};
#ifndef REEL_WITHOUT_DDNET_MAP
const reel_format *const reel__game_levels[] = { &reel_format_ddnet_map, NULL };
#endif

static const reel_table *const tables[] = {
    &ddnet_summaries,
    &ddnet_sessions,
    &ddnet_activities,
    &ddnet_finishes,
    &ddnet_commands,
    &ddnet_votes,
    &ddnet_names,
    &ddnet_teams,
    &ddnet_characters,
    &ddnet_onlines,
    &ddnet_heats,
    &ddnet_positions,
    &ddnet_inputs,
    &ddnet_players,
#if !defined REEL_WITHOUT_DEMO || !defined REEL_WITHOUT_GHOST
    &ddnet_shown_tees,
    &ddnet_kills,
#endif
    &ddnet_input_figures,
#if HAS_LEVELS
    &ddnet_level_finishes,
    &ddnet_level_checkpoints,
    &ddnet_level_tiles,
#endif
#if HAS_EVIDENCE
    &ddnet_evidences,
    &ddnet_player_evidences,
    &ddnet_finish_evidences,
    &ddnet_evidence_ticks,
#endif
    NULL,
};

const reel_insight reel_insight_ddnet = {
    .id = "ddnet",
    .name = "DDNet",
    .doc = "sessions, names, finishes, teams, commands, votes, movement and activity in a game",
    .formats = reel__game_formats_shown,
    .tables = tables,
    .inputs = reel__game_inputs,
    .state_size = sizeof(game),
    .chunk = reel__ddnet_chunk,
    .finish = reel__ddnet_finish,
    .close = reel__ddnet_close,
#if HAS_LEVELS
    .levels = reel__game_levels,
#endif
};
