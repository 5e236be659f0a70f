/* SPDX-License-Identifier: MIT
 * Sessions: one stay of one client in one slot. docs/insight/ddnet.md lists what starts and ends one. */
#include "insight/ddnet/game.h"

enum { IDLE_AFTER = 10 * TEEHISTORIAN_TICKS_PER_SECOND };

reel_string reel__text_copy(game *g, reel_string text) { return reel_chunk_string(g->analysis->result, text.data, text.size); }

ddnet_session *reel__session_row(game *g, int32_t session)
{
    if (!g->rows_sessions || session < 0 || (size_t)session >= g->rows_sessions->count) return &g->no_session;
    return (ddnet_session *)(void *)g->rows_sessions->data + session;
}

ddnet_activity *reel__activity_row(game *g, int32_t session)
{
    if (!g->rows_activities || session < 0 || (size_t)session >= g->rows_activities->count) return &g->no_activity;
    return (ddnet_activity *)(void *)g->rows_activities->data + session;
}

void reel__online_update(game *g)
{
    if (!g->rows_online) return;
    ddnet_online *rows = (ddnet_online *)(void *)g->rows_online->data;
    size_t count = g->rows_online->count;
    if (count && rows[count - 1].tick == g->tick) {
        rows[count - 1].clients = g->clients;
        rows[count - 1].characters = g->characters;
        return;
    }
    ddnet_online *row = reel_row_add(g->rows_online);
    if (row) *row = (ddnet_online){ g->tick, g->clients, g->characters };
}

/* Accounts for the time since the last input of the session. */
void reel__session_account_time(game *g, int32_t cid, int32_t tick)
{
    slot *s = &g->slots[cid];
    ddnet_activity *row = reel__activity_row(g, s->session);
    int64_t ticks = (int64_t)tick - s->marked;
    if (ticks > row->longest_idle_ticks) row->longest_idle_ticks = ticks;
    if (ticks > IDLE_AFTER) row->idle_ticks += ticks - IDLE_AFTER;
    if (s->pressed && s->input[6] & TEEHISTORIAN_FLAG_MENU) row->menu_ticks += ticks;
    if (s->pressed && s->input[6] & TEEHISTORIAN_FLAG_CHATTING) row->chatting_ticks += ticks;
    s->marked = tick;
}

void reel__session_open(game *g, int32_t cid, ddnet_start start)
{
    slot *s = &g->slots[cid];
    s->open = true;
    s->named = s->pressed = false;
    s->session = g->sessions;
    if (g->sessions < INT32_MAX) g->sessions++;
    s->marked = s->started = g->tick;
    s->name = (reel_string){ NULL, 0 };
    if (start == DDNET_START_REJOIN) s->protocol = 6;
    g->clients++;
    ddnet_session *row = g->rows_sessions ? reel_row_add(g->rows_sessions) : NULL;
    if (row) {
        row->session = s->session, row->cid = cid, row->start_tick = row->end_tick = g->tick, row->start = (uint8_t)start;
        row->protocol = s->protocol ? s->protocol : 6;
        row->ready_tick = row->ddnet_version = row->best_time_ticks = -1;
        row->present = g->shown ? 0 : DDNET_HAS_MESSAGES;
    }
    ddnet_activity *activity = g->rows_activities ? reel_row_add(g->rows_activities) : NULL;
    if (activity) activity->session = s->session, activity->cid = cid;
    if (activity) activity->present = DDNET_ACTIVITY_HAS_MENU | DDNET_ACTIVITY_HAS_JUMPS;
    if (g->opens) g->opens(g, cid);
    reel__player_open(g, g->tick);
    reel__online_update(g);
}

void reel__session_close(game *g, int32_t cid, ddnet_end end, reel_string reason, int32_t tick)
{
    slot *s = &g->slots[cid];
    ddnet_session *row = reel__session_row(g, s->session);
    ddnet_activity *activity = reel__activity_row(g, s->session);
    reel__session_account_time(g, cid, tick);
    activity->ticks = (int64_t)tick - s->started;
    activity->name = s->name;
    player_session *player = reel__player_session(g, s->session);
    player->ticks = activity->ticks;
    player->name = s->name;
    row->end_tick = tick;
    row->end = (uint8_t)end;
    row->reason = reel__text_copy(g, reason);
    if (g->closes) g->closes(g, cid);
    s->open = false;
    g->clients--;
    if (end != DDNET_END_OF_FILE) reel__online_update(g);
}

void reel__session_ensure(game *g, int32_t cid)
{
    if (is_client(cid) && !g->slots[cid].open) reel__session_open(g, cid, DDNET_START_IMPLIED);
}
