/* SPDX-License-Identifier: MIT
 * A row for each player of a recording: sessions that end with the same name are one player's. Sessions without a name are rows of their
 * own, because nothing says whose they are. And the summary of them all. */
#include "insight/ddnet/game.h"

#include "core/memory.h"
#include "core/rank.h"

void reel__player_open(game *g, int32_t tick)
{
    player_list *players = &g->players;
    if (!g->rows_players && !g->rows_summary) return;
    player_session *grown =
        reel__memory_items(&g->analysis->allocator, players->sessions, &players->capacity, players->count + 1, sizeof *grown);
    if (!grown) {
        g->no_memory = true;
        return;
    }
    players->sessions = grown;
    grown[players->count++] = (player_session){ .first_tick = tick };
}

player_session *reel__player_session(game *g, int32_t session)
{
    player_list *players = &g->players;
    return session >= 0 && (size_t)session < players->count ? &players->sessions[session] : &players->none;
}

static int compare_names(reel_string a, reel_string b)
{
    const size_t both = a.size < b.size ? a.size : b.size;
    const int order = both ? memcmp(a.data, b.data, both) : 0;
    return order ? order : (a.size > b.size) - (a.size < b.size);
}

/* By name; of one name, in order of the sessions, as the sort is stable. */
static bool is_before(const void *items, size_t a, size_t b)
{
    const player_session *sessions = items;
    return compare_names(sessions[a].name, sessions[b].name) < 0;
}

/* Rows by their first session. */
static bool is_earlier(const void *items, size_t a, size_t b)
{
    const size_t *firsts = items;
    return firsts[a] < firsts[b];
}

/* Whether the session at a place of the order has the name of the one before it. */
static bool is_same(const player_list *players, const size_t *order, size_t at)
{
    if (at == 0 || at >= players->count) return false;
    const reel_string name = players->sessions[order[at]].name;
    return name.size && compare_names(players->sessions[order[at - 1]].name, name) == 0;
}

static void add_session(ddnet_player *row, const player_session *session)
{
    row->ticks += session->ticks;
    row->alive_ticks += session->alive_ticks;
    row->inputs += session->inputs;
    row->distance += session->distance;
    row->freeze_ticks += session->freeze_ticks;
    row->solo_ticks += session->solo_ticks;
    row->sessions++;
    row->finishes += session->finishes;
    if (session->has_best && (!(row->present & DDNET_PLAYER_HAS_BEST) || session->best_time_ticks < row->best_time_ticks))
        row->best_time_ticks = session->best_time_ticks;
    if (session->has_best) row->present |= DDNET_PLAYER_HAS_BEST;
    if (session->has_clan) {
        row->clan = session->clan;
        row->present |= DDNET_PLAYER_HAS_CLAN;
    }
}

static void add_to_summary(ddnet_summary *summary, const ddnet_player *player)
{
    const double best = (double)player->best_time_ticks / TEEHISTORIAN_TICKS_PER_SECOND;
    summary->players++;
    summary->finishes += player->finishes;
    if (!(player->present & DDNET_PLAYER_HAS_BEST)) return;
    if (!(summary->present & DDNET_SUMMARY_HAS_BEST) || best < summary->best_time) summary->best_time = best;
    summary->present |= DDNET_SUMMARY_HAS_BEST;
}

/* The row of the sessions from order[at] on that have one name. False: no room for it. */
static bool add_row(game *g, const size_t *order, size_t at, ddnet_summary *summary)
{
    const player_list *players = &g->players;
    const player_session *first = &players->sessions[order[at]];
    ddnet_player row = { .name = first->name, .first_tick = first->first_tick, .best_time_ticks = -1 };
    do {
        add_session(&row, &players->sessions[order[at++]]);
    } while (is_same(players, order, at));
    if (row.name.size) row.present |= DDNET_PLAYER_HAS_NAME;
    if (!g->shown) row.present |= DDNET_PLAYER_HAS_INPUTS;
    if (!g->shown && row.ticks > 0 && row.inputs > 0) {
        row.inputs_per_second = (double)row.inputs * TEEHISTORIAN_TICKS_PER_SECOND / (double)row.ticks;
        row.present |= DDNET_PLAYER_HAS_RATE;
    }
    if (g->knows_tiles) row.present |= DDNET_PLAYER_HAS_LEVEL;
    add_to_summary(summary, &row);
    if (!g->rows_players) return true;
    ddnet_player *added = reel_row_add(g->rows_players);
    if (added) *added = row;
    return added != NULL;
}

/* `order`: sessions by name. Fills `firsts` with where in it each player begins, then adds their rows by their first sessions. */
static reel_status add_rows(game *g, const size_t *order, size_t *firsts, size_t *starts, ddnet_summary *summary)
{
    const player_list *players = &g->players;
    size_t count = 0, *turns = NULL;
    for (size_t i = 0; i < players->count; i++) {
        if (is_same(players, order, i)) continue;
        starts[count] = i;
        firsts[count++] = order[i];
    }
    const reel_status status = reel__rank_items(firsts, count, is_earlier, &g->analysis->allocator, g->analysis->budget, &turns);
    for (size_t i = 0; status == REEL_OK && i < count && add_row(g, order, starts[turns[i]], summary); i++) {
    }
    reel__memory_drop(&g->analysis->allocator, turns);
    return status;
}

static reel_status write_players(game *g, ddnet_summary *summary)
{
    const player_list *players = &g->players;
    const reel_allocator *allocator = &g->analysis->allocator;
    size_t *order = NULL;
    if (!players->count) return REEL_OK;
    reel_status status = reel__rank_items(players->sessions, players->count, is_before, allocator, g->analysis->budget, &order);
    size_t *places = status == REEL_OK ? reel__memory_new(allocator, 2 * players->count * sizeof *places) : NULL;
    if (status == REEL_OK) status = places ? add_rows(g, order, places, places + players->count, summary) : REEL_MEMORY;
    reel__memory_drop(allocator, places);
    reel__memory_drop(allocator, order);
    if (status == REEL_MEMORY) return reel__memory_fail(g->analysis->error);
    return status < 0 ? reel_fail_budget(g->analysis->budget, g->analysis->error, "", 0) : REEL_OK;
}

enum { MINOR_WITH_FINISHES = 8 }; /* DDNet 18.3 */

reel_status reel__player_write_rows(game *g)
{
    const int64_t ticks = (int64_t)g->tick - g->first_tick;
    ddnet_summary summary = { .sessions = g->sessions, .duration = (double)ticks / TEEHISTORIAN_TICKS_PER_SECOND };
    const reel_status status = write_players(g, &summary);
    ddnet_summary *row = status == REEL_OK && g->rows_summary ? reel_row_add(g->rows_summary) : NULL;
    if (ticks > 0) summary.present |= DDNET_SUMMARY_HAS_DURATION;
    if (g->shown || g->minor >= MINOR_WITH_FINISHES || summary.finishes) summary.present |= DDNET_SUMMARY_HAS_FINISHES;
    summary.reading = *g->analysis->reading;
    if (row) *row = summary;
    return status;
}
