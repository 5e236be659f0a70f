/* SPDX-License-Identifier: MIT
 * teehistorian to ghost: one player of the game that is played again, from the first tick of the span to the last. The client writes ghosts of
 * races that it plays (CGhost in src/game/client/components/ghost.cpp); so what it leaves out, such as the speed downwards, is left out. */
#include "pairs/ddnet/ghost.h"
#include "pairs/ddnet/state.h"

#include "core/memory.h"
#include "formats/ghost/layout.h"

enum { TICK_MS = 1000 / TEEHISTORIAN_TICKS_PER_SECOND, FROZEN_WEAPON = 5, ZERO_CRC = 8 };

/* A ghost of which the number of characters comes first: they wait. */
typedef struct ghost_remake {
    remake game;
    reel_string map_name, map_sha256; /* of the level and of the first chunk */
    char name[GHOST_MAP];
    reel_memory characters;
    bool out_of_memory, is_known;
    short_text owner, skin;
    int32_t use_custom_color, color_body, color_feet;
} ghost_remake;

static void take_header(remake *d, const teehistorian_header *header, const level_file *file)
{
    ghost_remake *g = (ghost_remake *)(void *)d;
    size_t name = header->map_name.size < GHOST_MAP ? header->map_name.size : GHOST_MAP - 1;
    while (name < header->map_name.size && name && ((uint8_t)header->map_name.data[name] & 0xc0) == 0x80) name--;
    if (name) memcpy(g->name, header->map_name.data, name);
    g->map_name = (reel_string){ g->name, name };
    g->map_sha256 = file->sha256; /* of the level, which outlives the conversion */
    g->characters.allocator = d->job->allocator;
}

/* Who the player is at the first of these ticks. */
static void take_owner(ghost_remake *g, const tee_slot *slot)
{
    if (g->is_known) return;
    g->is_known = true;
    g->owner = slot->name;
    g->skin = slot->skin;
    g->use_custom_color = slot->use_custom_color;
    g->color_body = slot->color_body;
    g->color_feet = slot->color_feet;
}

static void add_character(remake *d)
{
    ghost_remake *g = (ghost_remake *)(void *)d;
    const int32_t cid = d->job->how->follow;
    const ddnet_tee *tee = d->slots[cid].alive ? reel__ddnet_world_tee(d->world, cid) : NULL;
    if (!tee) return;
    take_owner(g, &d->slots[cid]);
    const ghost_character row = { .tick = d->tick,
                                  .x = tee->x,
                                  .y = tee->y,
                                  .vel_x = tee->vel_x,
                                  .angle = tee->angle,
                                  .direction = tee->direction,
                                  .weapon = tee->freeze_end ? FROZEN_WEAPON : tee->weapon,
                                  .hook_state = tee->hook_state,
                                  .hook_x = tee->hook_x,
                                  .hook_y = tee->hook_y,
                                  .attack_tick = tee->attack_tick,
                                  .present = GHOST_HAS_TICK };
    if (!memory_add(&g->characters, &row, sizeof row)) g->out_of_memory = true;
}

/* What no ghost can have. */
static const remake_loss losses[] = {
    { &teehistorian_inputs, "fire", "a ghost has what the tee did, not what was pressed" },
    { &teehistorian_messages, "data", "a ghost has no messages" },
    { &teehistorian_commands, "command", "a ghost has no commands" },
    { &teehistorian_teams, "team", "a ghost has no teams" },
    { &teehistorian_saves, "save", "a ghost has no saves" },
    { NULL, NULL, NULL },
};

static void lose_others(pair_job *job, const reel_chunk *in)
{
    const remake *d = job->state;
    size_t count, others = 0;
    const teehistorian_position *row = reel_chunk_rows(in, &teehistorian_positions, &count);
    for (size_t i = 0; i < count; i++)
        others += row[i].cid != job->how->follow && row[i].tick >= d->first && row[i].tick <= d->last;
    if (others) reel__pair_lose(job, &teehistorian_positions, "cid", others, "a ghost has one player");
}

static const remake_target ghost_target = { .header = take_header, .snapshot = add_character };

static reel_status convert_chunk(pair_job *job, const reel_chunk *in)
{
    const reel_convert_options *how = job->how;
    enum { MOST = 7 * 24 * 3600 }; /* seconds: a longer time would not fit, and is no run */
    if (how->has_from && how->has_to &&
        !(how->to - how->from >= 2 && how->to - how->from <= (double)MOST * TEEHISTORIAN_TICKS_PER_SECOND))
        return reel_fail(job->error, REEL_ARGUMENT, "convert.run", "", 0, "a ghost has two ticks at least, and a week at most");
    if (!(how->flags & REEL_FOLLOW) || !is_client(how->follow) || !how->has_from || !how->has_to)
        return reel_fail(job->error, REEL_ARGUMENT, "convert.run", "", 0,
                         "a ghost is one run of one player; name it (reel convert --finish, or --who, --after and --before)");
    const reel_status status = reel__remake_chunk(job, &ghost_target, in);
    reel__remake_lose(job, in, losses);
    lose_others(job, in);
    return status;
}

static void *add_row(pair_job *job, const reel_table *table, size_t count)
{
    reel_row_list *list = reel_chunk_table(job->out, table);
    return list ? reel_row_grow(list, count, true) : NULL;
}

/* The client sees the start a tick before the server does, and states that tick. */
static void add_rows(ghost_remake *g, pair_job *job)
{
    static const char zeros[ZERO_CRC + 1] = "00000000";
    const remake *d = &g->game;
    const size_t count = g->characters.size / sizeof(ghost_character);
    ghost_info *info = add_row(job, &ghost_infos, 1);
    ghost_start *start = add_row(job, &ghost_starts, 1);
    ghost_skin *skin = add_row(job, &ghost_skins, 1);
    ghost_character *characters = add_row(job, &ghost_characters, count);
    if (!info || !start || !skin || !characters) return;
    *info = (ghost_info){ .version = GHOST_LAST_VERSION,
                          .owner = reel_chunk_string(job->out, g->owner.data, g->owner.size),
                          .map_name = reel_chunk_string(job->out, g->map_name.data, g->map_name.size),
                          .map_crc = { zeros, ZERO_CRC },
                          .map_sha256 = g->map_sha256,
                          .ticks = (uint32_t)count,
                          .race_time = (uint32_t)(d->last - d->first) * TICK_MS };
    *start = (ghost_start){ d->first - 1 };
    *skin = (ghost_skin){ reel_chunk_string(job->out, g->skin.data, g->skin.size), g->use_custom_color, g->color_body,
                          g->color_feet };
    memcpy(characters, g->characters.data, g->characters.size);
}

static reel_status convert_finish(pair_job *job)
{
    ghost_remake *g = job->state;
    const reel_status status = reel__remake_rest(job);
    if (status < 0) return status;
    if (g->out_of_memory) return reel__memory_fail(job->error);
    if (!g->is_known)
        return reel_fail(job->error, REEL_ARGUMENT, "convert.run", "", 0, "client %d has no tee in these ticks",
                         (int)job->how->follow);
    add_rows(g, job);
    return REEL_OK;
}

static void convert_close(pair_job *job)
{
    ghost_remake *g = job->state;
    reel_memory_free(&g->characters);
    reel__remake_close(job);
}

const convert_pair reel__pair_teehistorian_ghost = {
    .from = &reel_format_teehistorian,
    .to = &reel_format_ghost,
    .state_size = sizeof(ghost_remake),
    .chunk = convert_chunk,
    .finish = convert_finish,
    .close = convert_close,
    .cuts = true,
    .warm_up = REMAKE_WARM_UP,
    .earlier = reel__remake_earlier,
    .enter = reel__remake_enter_at,
};
