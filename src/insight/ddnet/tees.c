/* SPDX-License-Identifier: MIT
 * The game that a demo or a ghost shows: rows of a recording, and what only they have. docs/insight/ddnet.md defines every value. */
#include "codec/teeworlds_int.h"
#include "core/memory.h"
#include "insight/ddnet/game.h"
#include "insight/ddnet/shown.h"

#include <math.h>

#if defined REEL_WITHOUT_DEMO && defined REEL_WITHOUT_GHOST

bool reel__tees_header(const reel_chunk *chunk, teehistorian_header *header) { return reel__shown_header(chunk, header); }
bool reel__tees_begin(game *g, const reel_chunk *chunk) { return (void)g, (void)chunk, true; }
reel_status reel__tees_chunk(game *g, const reel_chunk *chunk) { return (void)g, (void)chunk, REEL_OK; }
void reel__tees_finish(game *g) { (void)g; }
void reel__tees_drop(const reel_analysis *analysis, struct tee_game *shown) { (void)analysis, (void)shown; }

#else

enum { TELEPORT = 8 /* tiles */, HOOK_FLIES = 4, HOOK_HOLDS = 5, NO_TIME = -9999 };

/* A tee between two of its rows. */
typedef struct tee_track {
    bool shown;
    int32_t tick, x, y;
} tee_track;

struct tee_game {
    shown_game shown;
    bool begun, is_ghost;
    ddnet_shown_tee none; /* written to if the rows are not requested */
    tee_track tracks[CLIENTS];
};

static ddnet_shown_tee *tee_row(game *g, int32_t cid)
{
    const slot *s = &g->slots[cid];
    if (!g->rows_tees || !s->open || s->session < 0 || (size_t)s->session >= g->rows_tees->count) return &g->shown->none;
    return (ddnet_shown_tee *)(void *)g->rows_tees->data + s->session;
}

static void open_session(game *g, int32_t cid)
{
    const slot *s = &g->slots[cid];
    ddnet_activity *activity = reel__activity_row(g, s->session);
    ddnet_shown_tee *row = g->rows_tees ? reel_row_add(g->rows_tees) : NULL;
    if (g->shown->is_ghost) activity->present = 0;
    if (g->shown->shown.seven) activity->present &= (uint8_t)~DDNET_ACTIVITY_HAS_MENU;
    ddnet_session *session = reel__session_row(g, s->session);
    if (session != &g->no_session) session->protocol = g->shown->shown.seven ? 7 : 6;
    g->shown->tracks[cid].shown = false;
    if (!row) return;
    row->session = s->session, row->cid = cid;
    if (!g->shown->is_ghost) row->present |= DDNET_SHOWN_HAS_EVENTS;
}

static void close_session(game *g, int32_t cid)
{
    ddnet_shown_tee *row = tee_row(g, cid);
    row->name = g->slots[cid].name;
    if (row->name.data) row->present |= DDNET_SHOWN_HAS_NAME;
    if (row->present & DDNET_SHOWN_HAS_SPEED && row->shown_ticks > 0)
        row->mean_speed = row->distance * TEEHISTORIAN_TICKS_PER_SECOND / (double)row->shown_ticks;
}

/* ---- what tees do --------------------------------------------------------------------------------------------------- */

static void count_weapon(ddnet_shown_tee *row, int32_t weapon, int64_t ticks)
{
    int64_t *const times[] = { &row->hammer_ticks,  &row->gun_ticks,   &row->shotgun_ticks,
                               &row->grenade_ticks, &row->laser_ticks, &row->ninja_ticks };
    if (weapon >= 0 && (size_t)weapon < sizeof times / sizeof *times) *times[weapon] += ticks;
}

static void move(ddnet_shown_tee *row, const tee_track *track, const demo_character *now, int64_t ticks)
{
    const double dx = ((double)now->x - track->x) / TEEHISTORIAN_TILE, dy = ((double)now->y - track->y) / TEEHISTORIAN_TILE;
    const double step = sqrt(dx * dx + dy * dy), speed = step * TEEHISTORIAN_TICKS_PER_SECOND / (double)ticks;
    row->present |= DDNET_SHOWN_HAS_SPEED;
    if (step >= TELEPORT) return;
    row->distance += step;
    if (speed > row->top_speed) row->top_speed = speed;
}

/* A tee at a tick: what it shows goes back to the tick that was shown before. */
static void show(game *g, const demo_character *now)
{
    tee_track *track = &g->shown->tracks[now->cid];
    ddnet_shown_tee *row = tee_row(g, now->cid);
    const bool follows = track->shown && g->slots[now->cid].new_tick <= track->tick && now->tick > track->tick;
    const int64_t ticks = follows ? (int64_t)now->tick - track->tick : 1;
    if (follows) move(row, track, now, ticks);
    row->shown_ticks += ticks;
    if (now->hook_state == HOOK_FLIES || now->hook_state == HOOK_HOLDS) row->hook_ticks += ticks;
    if (now->hook_state == HOOK_HOLDS) row->hold_ticks += ticks;
    if (now->freeze_end) row->frozen_ticks += ticks;
    count_weapon(row, now->weapon, ticks);
    *track = (tee_track){ true, now->tick, now->x, now->y };
}

static void take_client(game *g, const demo_client *client)
{
    reel__game_describe(g, client);
    ddnet_shown_tee *row = tee_row(g, client->cid);
    const bool same = row->clan.size == client->clan.size &&
                      (!row->clan.size || memcmp(row->clan.data, client->clan.data, row->clan.size) == 0);
    if (!same && row != &g->shown->none) row->clan = reel__text_copy(g, client->clan);
}

static void take_player(game *g, const demo_player *player)
{
    reel__session_ensure(g, player->cid);
    ddnet_shown_tee *row = tee_row(g, player->cid);
    row->score = player->score;
    row->present &= (uint8_t) ~(DDNET_SHOWN_HAS_SCORE | DDNET_SHOWN_HAS_TEAM);
    if (player->score != NO_TIME) row->present |= DDNET_SHOWN_HAS_SCORE;
    if (!(player->present & DEMO_PLAYER_SIX)) return;
    row->team = player->team;
    row->present |= DDNET_SHOWN_HAS_TEAM;
}

/* ---- messages ------------------------------------------------------------------------------------------------------- */

static bool is_named(const demo_message *message, const char *name)
{
    return message->name.size == strlen(name) && memcmp(message->name.data, name, message->name.size) == 0;
}

static void take_kill(game *g, const demo_message *message)
{
    int32_t values[4]; /* number of the message, who, whom, with what */
    const uint8_t *at = message->data.data;
    size_t left = message->data.size;
    for (size_t i = 0; i < 4; i++) {
        const size_t step = varint_read(at, left, &values[i]);
        if (!step) return;
        at += step, left -= step;
    }
    const int32_t who = values[1], whom = values[2];
    const bool known = is_client(who) && g->slots[who].open, has_victim = is_client(whom) && g->slots[whom].open;
    if (known && who != whom) tee_row(g, who)->kills++;
    if (has_victim) tee_row(g, whom)->deaths++;
    ddnet_kill *row = g->rows_kills ? reel_row_add(g->rows_kills) : NULL;
    if (!row) return;
    *row =
        (ddnet_kill){ .tick = g->tick, .cid = who, .victim_cid = whom, .session = -1, .victim_session = -1, .cause = values[3] };
    if (known) {
        row->session = g->slots[who].session, row->name = g->slots[who].name;
        row->present |= DDNET_KILL_HAS_SESSION;
    }
    if (!has_victim) return;
    row->victim_session = g->slots[whom].session, row->victim_name = g->slots[whom].name;
    row->present |= DDNET_KILL_HAS_VICTIM;
}

static void take_message(game *g, const demo_message *message)
{
    if (is_named(message, "kill")) take_kill(g, message);
    if (is_named(message, "chat") && message->present & DEMO_HAS_CLIENT && is_client(message->cid) && g->slots[message->cid].open)
        tee_row(g, message->cid)->chat_messages++;
}

/* ---- rows ----------------------------------------------------------------------------------------------------------- */

static void take(game *g, shown_kind kind, const reel_table *table, const void *row)
{
    switch (kind) {
    case SHOWN_RECORDED: reel__game_take(g, table, row); break;
    case SHOWN_CLIENT: take_client(g, row); break;
    case SHOWN_PLAYER: take_player(g, row); break;
    case SHOWN_MESSAGE: take_message(g, row); break;
    case SHOWN_TEE: show(g, row); break;
    }
}

/* Time goes on with snapshots. Of messages behind the last one, it is not known that their tick has ended. */
static void take_row(void *context, shown_kind kind, const reel_table *table, const void *row)
{
    game *g = context;
    struct tee_game *t = g->shown;
    if (!t->begun && !t->shown.in_message) g->first_tick = t->shown.tick;
    t->begun |= !t->shown.in_message;
    if (!t->shown.in_message) reel__game_advance(g, t->shown.tick);
    const int32_t tick = g->tick;
    if (t->shown.in_message && t->shown.tick > tick) g->tick = t->shown.tick;
    take(g, kind, table, row);
    g->tick = t->shown.in_message ? tick : g->tick;
}

/* What the demo or ghost says of its map, as a recording does. */
bool reel__tees_header(const reel_chunk *chunk, teehistorian_header *header) { return reel__shown_header(chunk, header); }

bool reel__tees_begin(game *g, const reel_chunk *chunk)
{
    size_t ghosts = 0;
#ifndef REEL_WITHOUT_GHOST
    reel_chunk_rows(chunk, &ghost_infos, &ghosts);
#endif
    (void)chunk;
    g->shown = reel__memory_new(&g->analysis->allocator, sizeof *g->shown);
    if (!g->shown) return false;
    g->shown->shown.take = take_row;
    g->shown->shown.context = g;
    g->shown->is_ghost = ghosts != 0;
    g->opens = open_session;
    g->closes = close_session;
    g->rows_tees = reel_chunk_table(g->analysis->result, &ddnet_shown_tees);
    g->rows_kills = reel_chunk_table(g->analysis->result, &ddnet_kills);
    return true;
}

reel_status reel__tees_chunk(game *g, const reel_chunk *chunk)
{
    const reel_status status = reel__shown_chunk(&g->shown->shown, g->analysis, chunk);
    reel__game_advance(g, g->shown->shown.tick); /* nothing may have happened for long */
    return status;
}

void reel__tees_finish(game *g) { reel__shown_finish(&g->shown->shown); }

void reel__tees_drop(const reel_analysis *analysis, struct tee_game *shown)
{
    if (shown) reel__shown_close(&shown->shown);
    reel__memory_drop(&analysis->allocator, shown);
}

#endif
