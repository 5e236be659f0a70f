/* SPDX-License-Identifier: MIT
 * ghost to demo: one player on a map that the demo names, with a snapshot of each character. What a ghost does not have of a tee is nothing: no
 * jumps, nobody at the hook, no health. */
#include "pairs/ddnet/ghost.h"
#include "pairs/ddnet/state.h"

#include "formats/demo/layout.h"
#include "formats/ghost/layout.h"

enum { NOBODY = -1, NO_RACE = -9999, MS = 1000 };

typedef struct ghost_demo {
    bool started;
    ghost_info info;
    ghost_skin skin;
    int32_t no_tick; /* of the first character, of ghosts without ticks */
    int32_t stated_tick, key_tick;
    size_t characters;
} ghost_demo;

static void *add_row(pair_job *job, const reel_table *table)
{
    reel_row_list *list = reel_chunk_table(job->out, table);
    return list ? reel_row_add(list) : NULL;
}

static int32_t tick_of(const ghost_demo *g, const ghost_character *row, size_t number)
{
    return row->present & GHOST_HAS_TICK ? row->tick : (int32_t)((int64_t)g->no_tick + (int64_t)number);
}

/* Old ghosts have no ticks. The client takes the last shot for a tick, and so do we (CGhost::Load). */
static int32_t guess_tick(const ghost_character *rows, size_t count)
{
    for (size_t i = count; i > 1; i--) {
        const int64_t first = (int64_t)rows[i - 1].attack_tick - (int64_t)(i - 1);
        if (rows[i - 1].attack_tick != rows[i - 2].attack_tick) return first >= 0 && first < DEMO_LAST_TICK ? (int32_t)first : 0;
    }
    return 0;
}

static reel_string copy(pair_job *job, reel_string text) { return reel_chunk_string(job->out, text.data, text.size); }

static reel_string cut_text(reel_string text, size_t most)
{
    if (text.size <= most) return text;
    while (most && ((uint8_t)text.data[most] & 0xc0) == 0x80) most--;
    return (reel_string){ text.data, most };
}

static reel_status start(ghost_demo *g, pair_job *job, const reel_chunk *in)
{
    static const char net_version[] = "0.6 626fce9a778df4d4";
    size_t infos, skins, count;
    const ghost_info *info = reel_chunk_rows(in, &ghost_infos, &infos);
    const ghost_skin *skin = reel_chunk_rows(in, &ghost_skins, &skins);
    const ghost_character *rows = reel_chunk_rows(in, &ghost_characters, &count);
    demo_info *row = add_row(job, &demo_infos);
    if (!row) return reel_build_status(job->out);
    g->started = true;
    g->stated_tick = g->key_tick = NO_TICK;
    if (infos) g->info = *info;
    g->skin = skins ? *skin : (ghost_skin){ .skin = { "default", sizeof "default" - 1 } };
    g->no_tick = guess_tick(rows, count);
    row->version = DEMO_LAST_VERSION;
    row->net_version = (reel_string){ net_version, sizeof net_version - 1 };
    row->map_name = copy(job, cut_text(g->info.map_name, DEMO_MAP_NAME - 1));
    row->map_crc = copy(job, g->info.map_crc);
    row->map_sha256 = copy(job, g->info.map_sha256);
    row->recorder = (reel_string){ "client", sizeof "client" - 1 };
    if (count > 1) {
        const int64_t ticks = (int64_t)tick_of(g, &rows[count - 1], count - 1) - tick_of(g, rows, 0);
        row->length = ticks > 0 ? (uint32_t)(ticks / TEEHISTORIAN_TICKS_PER_SECOND) : 0;
    }
    return REEL_OK;
}

/* What a whole snapshot states besides the tee. */
static void state_player(const ghost_demo *g, pair_job *job, int32_t tick)
{
    demo_game *game = add_row(job, &demo_games);
    demo_player *player = add_row(job, &demo_players);
    demo_client *client = add_row(job, &demo_clients);
    if (!game || !player || !client) return;
    game->tick = player->tick = client->tick = tick;
    game->round_current = 1;
    game->present = DEMO_GAME_RULES | DEMO_GAME_STATE | DEMO_GAME_WARMUP;
    player->cid = player->client_id = client->cid = job->taken;
    player->local = 1;
    player->score = g->info.race_time ? -(int32_t)(g->info.race_time / MS) : NO_RACE;
    player->present = DEMO_PLAYER_CORE | DEMO_PLAYER_SIX;
    client->name = copy(job, cut_text(g->info.owner, NAME_MOST));
    client->skin = copy(job, g->skin.skin);
    client->country = -1;
    client->use_custom_color = g->skin.use_custom_color;
    client->color_body = g->skin.color_body;
    client->color_feet = g->skin.color_feet;
    client->present = DEMO_CLIENT_SIX;
}

static void state_tee(pair_job *job, const ghost_character *ghost, int32_t tick)
{
    demo_character *row = add_row(job, &demo_characters);
    if (!row) return;
    row->tick = row->item_tick = tick;
    row->cid = job->taken;
    row->x = ghost->x;
    row->y = ghost->y;
    row->vel_x = ghost->vel_x;
    row->vel_y = ghost->vel_y;
    row->angle = ghost->angle;
    row->direction = ghost->direction;
    row->weapon = ghost->weapon;
    row->hooked_cid = NOBODY;
    row->hook_state = ghost->hook_state;
    row->hook_x = ghost->hook_x;
    row->hook_y = ghost->hook_y;
    row->attack_tick = ghost->attack_tick;
    row->present = DEMO_CHARACTER_CORE | DEMO_CHARACTER_FLAGS;
}

/* A character at a tick that is not after the one before has no snapshot: reading the demo back shows that it is lost. */
static void state_snapshot(ghost_demo *g, pair_job *job, const ghost_character *ghost, int32_t tick)
{
    if (tick < 0 || tick > DEMO_LAST_TICK || tick <= g->stated_tick) return;
    const bool full = g->stated_tick == NO_TICK || (int64_t)tick - g->key_tick > DEMO_KEY_EVERY;
    demo_snapshot *row = add_row(job, &demo_snapshots);
    if (!row) return;
    row->tick = tick;
    row->keyframe = full;
    row->kind = full ? DEMO_FULL : DEMO_DELTA;
    if (full) state_player(g, job, tick);
    state_tee(job, ghost, tick);
    g->stated_tick = tick;
    if (full) g->key_tick = tick;
}

static reel_status convert_chunk(pair_job *job, const reel_chunk *in)
{
    ghost_demo *g = job->state;
    size_t count;
    const reel_status status = g->started ? REEL_OK : start(g, job, in);
    const ghost_character *rows = reel_chunk_rows(in, &ghost_characters, &count);
    for (size_t i = 0; status >= 0 && i < count; i++) {
        const size_t number = g->characters++;
        state_snapshot(g, job, &rows[i], tick_of(g, &rows[i], number));
    }
    return status;
}

static reel_status convert_finish(pair_job *job)
{
    const ghost_demo *g = job->state;
    if (g->started && g->stated_tick != NO_TICK) return REEL_OK;
    return reel_fail(job->error, REEL_LOSS, "convert.run", "characters", 0,
                     "the ghost has no character at a tick that a demo can have");
}

const convert_pair reel__pair_ghost_demo = {
    .from = &reel_format_ghost,
    .to = &reel_format_demo,
    .state_size = sizeof(ghost_demo),
    .chunk = convert_chunk,
    .finish = convert_finish,
};
