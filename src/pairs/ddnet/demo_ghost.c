/* SPDX-License-Identifier: MIT
 * demo to ghost: one player of the demo, with a character of each tick at which the demo states where the tee is. Servers since 17.0 state that only
 * where its movement cannot be predicted. With the map the rest is computed, as clients do; without it, a ghost has a straight line there. */
#include "insight/ddnet/evolve.h"
#include "pairs/ddnet/ghost.h"
#include "pairs/ddnet/state.h"

#include "core/memory.h"
#include "formats/demo/layout.h"
#include "formats/ghost/layout.h"
#include "insight/ddnet/played.h"

enum {
    TICK_MS = 20,
    FROZEN_WEAPON = 5,
    NOBODY = -1,
    ITEM_CHARACTER = 9,
    PREDICTED_MOST = 3 * 50 /* ticks: servers state it again then */,
    SHA256_TEXT = 2 * GHOST_SHA256,
    CRC_TEXT = 8
};

typedef struct demo_ghost {
    bool out_of_memory, has_core, has_map, has_client;
    int32_t cid; /* NOBODY: not known yet */
    char map_name[GHOST_MAP], map_crc[CRC_TEXT], map_sha256[SHA256_TEXT];
    size_t map_name_size, crc_size, sha256_size;
    short_text owner, skin;
    int32_t use_custom_color, color_body, color_feet;
    demo_character now; /* what is stated of the tee, or computed from it, at the tick `at` */
    int32_t at;
    int32_t weapon, freeze_end;
    int32_t predicted_left; /* ticks that may be computed */
    bool is_stated;         /* in this snapshot */
    bool holds;             /* it stays as it is stated */
    evolver evolver;
    uint64_t predicted; /* snapshots whose tick has no character */
    reel_memory characters;
} demo_ghost;

static size_t take_text(char *to, size_t room, reel_string text)
{
    const size_t size = text.size < room ? text.size : room;
    if (size) memcpy(to, text.data, size);
    return size;
}

static short_text short_of(reel_string text, size_t most)
{
    short_text to = { .size = 0 };
    to.size = (uint8_t)take_text(to.data, most, text);
    return to;
}

static void take_header(demo_ghost *g, const reel_chunk *in)
{
    size_t count;
    const demo_info *info = reel_chunk_rows(in, &demo_infos, &count);
    if (g->has_map || !count) return;
    g->has_map = true;
    g->cid = NOBODY;
    g->map_name_size = take_text(g->map_name, GHOST_MAP - 1, info->map_name);
    g->crc_size = take_text(g->map_crc, CRC_TEXT, info->map_crc);
    g->sha256_size = take_text(g->map_sha256, SHA256_TEXT, info->map_sha256);
}

/* The player that is asked for, or the one whose client recorded the demo. */
static void choose_player(demo_ghost *g, pair_job *job, const reel_chunk *in)
{
    size_t count;
    const demo_player *row = reel_chunk_rows(in, &demo_players, &count);
    if (job->how && job->how->flags & REEL_FOLLOW) g->cid = job->how->follow;
    for (size_t i = 0; i < count && g->cid == NOBODY; i++)
        if (row[i].present & DEMO_PLAYER_SIX && row[i].local) g->cid = row[i].cid;
    if (g->cid != NOBODY) job->taken = g->cid;
}

static void take_client(demo_ghost *g, const reel_chunk *in)
{
    size_t count;
    const demo_client *row = reel_chunk_rows(in, &demo_clients, &count);
    for (size_t i = 0; i < count && !g->has_client; i++) {
        if (row[i].cid != g->cid) continue;
        g->has_client = true;
        g->owner = short_of(row[i].name, NAME_MOST);
        g->skin = short_of(row[i].skin, SKIN_MOST);
        g->use_custom_color = row[i].use_custom_color;
        g->color_body = row[i].color_body;
        g->color_feet = row[i].color_feet;
    }
}

static void take_state(demo_ghost *g, const demo_character *row)
{
    if (row->present & DEMO_CHARACTER_DDNET) g->freeze_end = row->freeze_end;
    if (!(row->present & DEMO_CHARACTER_CORE)) return;
    const bool is_old = row->item_tick > 0 && row->item_tick < row->tick;
    g->has_core = g->is_stated = true;
    g->weapon = row->weapon;
    g->now = *row;
    g->at = is_old ? row->item_tick : row->tick;
    g->holds = row->item_tick <= 0;
    g->predicted_left = PREDICTED_MOST;
    if (g->evolver.world) reel__evolve_set(&g->evolver, row);
}

/* To the tick of the snapshot, if the map is there. */
static reel_status predict(demo_ghost *g, const pair_job *job, int32_t tick)
{
    if (g->holds) g->at = tick;
    if (!g->evolver.world) return REEL_OK;
    for (; g->at < tick && g->predicted_left; g->at++, g->predicted_left--) {
        if (reel_spend(job->budget, reel__evolve_steps(&g->evolver)) != REEL_OK)
            return reel_fail_budget(job->budget, job->error, "", 0);
        reel__evolve_tick(&g->evolver, &g->now);
    }
    return REEL_OK;
}

/* A character that is stated again is the later of both. */
static void add_character(demo_ghost *g)
{
    const demo_character *now = &g->now;
    const ghost_character row = { .tick = g->at,
                                  .x = now->x,
                                  .y = now->y,
                                  .vel_x = now->vel_x,
                                  .angle = now->angle,
                                  .direction = now->direction,
                                  .weapon = g->freeze_end ? FROZEN_WEAPON : g->weapon,
                                  .hook_state = now->hook_state,
                                  .hook_x = now->hook_x,
                                  .hook_y = now->hook_y,
                                  .attack_tick = now->attack_tick,
                                  .present = GHOST_HAS_TICK };
    ghost_character last = { .tick = INT32_MIN };
    if (g->characters.size) memcpy(&last, g->characters.data + g->characters.size - sizeof row, sizeof row);
    if (row.tick < last.tick) return;
    if (row.tick == last.tick)
        memcpy(g->characters.data + g->characters.size - sizeof row, &row, sizeof row);
    else if (!memory_add(&g->characters, &row, sizeof row))
        g->out_of_memory = true;
}

/* ---- rows, snapshot by snapshot --------------------------------------------------------------------------------- */

typedef struct demo_rows {
    const demo_character *tee, *last_tee;
    const demo_removal *gone, *last_gone;
} demo_rows;

/* Rows that were not read from a file all have the number 0. */
static bool is_of(uint64_t seq, int32_t tick, const demo_snapshot *snapshot)
{
    return seq < snapshot->seq || (seq == snapshot->seq && tick <= snapshot->tick);
}

static reel_status take_snapshot(demo_ghost *g, const pair_job *job, demo_rows *rows, const demo_snapshot *snapshot)
{
    g->is_stated = false;
    for (; rows->gone < rows->last_gone && is_of(rows->gone->seq, rows->gone->tick, snapshot); rows->gone++)
        if (rows->gone->present & DEMO_HAS_TYPE && rows->gone->type == ITEM_CHARACTER && rows->gone->id == g->cid)
            g->has_core = false;
    for (; rows->tee < rows->last_tee && is_of(rows->tee->seq, rows->tee->tick, snapshot); rows->tee++)
        if (rows->tee->cid == g->cid) take_state(g, rows->tee);
    if (snapshot->kind == DEMO_FULL && !g->is_stated) g->has_core = false; /* a whole snapshot states all that there is */
    if (!g->has_core) return REEL_OK;
    const reel_status status = predict(g, job, snapshot->tick);
    g->predicted += g->at < snapshot->tick;
    if (status >= 0 && (g->is_stated || g->at == snapshot->tick)) add_character(g);
    return status;
}

/* The map that the demo names, if one was given. */
static reel_status open_level(demo_ghost *g, const pair_job *job)
{
    const reel_replay *level = job->how ? job->how->level : NULL;
    size_t count;
    if (!level || reel_replay_format(level) != &reel_format_ddnet_map) return REEL_OK;
    const ddnet_map_info *info = reel_chunk_rows(reel_replay_chunk(level), &ddnet_map_infos, &count);
    if (!count || info->width <= 0 || info->height <= 0) return REEL_OK;
    const bool same = g->sha256_size
                          ? info->sha256.size == g->sha256_size && memcmp(info->sha256.data, g->map_sha256, g->sha256_size) == 0
                          : info->crc.size == g->crc_size && memcmp(info->crc.data, g->map_crc, g->crc_size) == 0;
    if (!same) return reel_fail(job->error, REEL_ARGUMENT, "level.other", "", 0, "the map is another one than the demo's");
    ddnet_map *map = reel__played_map(&job->allocator, reel_replay_chunk(level));
    if (!map) return reel__memory_fail(job->error);
    reel__evolve_begin(&g->evolver, &job->allocator, map);
    return g->evolver.world ? REEL_OK : reel__memory_fail(job->error);
}

static reel_status convert_chunk(pair_job *job, const reel_chunk *in)
{
    demo_ghost *g = job->state;
    size_t snapshots, tees, removals;
    const bool first = !g->has_map;
    take_header(g, in);
    g->characters.allocator = job->allocator;
    reel_status status = first && g->has_map ? open_level(g, job) : REEL_OK;
    choose_player(g, job, in);
    take_client(g, in);
    const demo_snapshot *snapshot = reel_chunk_rows(in, &demo_snapshots, &snapshots);
    demo_rows rows;
    rows.tee = reel_chunk_rows(in, &demo_characters, &tees);
    rows.gone = reel_chunk_rows(in, &demo_removals, &removals);
    rows.last_tee = rows.tee ? rows.tee + tees : NULL;
    rows.last_gone = rows.gone ? rows.gone + removals : NULL;
    for (size_t i = 0; i < snapshots && status >= 0; i++) status = take_snapshot(g, job, &rows, &snapshot[i]);
    return status >= 0 && g->out_of_memory ? reel__memory_fail(job->error) : status;
}

static void *add_rows(pair_job *job, const reel_table *table, size_t count)
{
    reel_row_list *list = reel_chunk_table(job->out, table);
    return list ? reel_row_grow(list, count, true) : NULL;
}

static void write_rows(const demo_ghost *g, pair_job *job)
{
    static const char zeros[] = "00000000";
    const size_t count = g->characters.size / sizeof(ghost_character);
    const bool new = g->sha256_size == SHA256_TEXT;
    ghost_info *info = add_rows(job, &ghost_infos, 1);
    ghost_start *start = add_rows(job, &ghost_starts, 1);
    ghost_skin *skin = add_rows(job, &ghost_skins, 1);
    ghost_character *characters = add_rows(job, &ghost_characters, count);
    if (!info || !start || !skin || !characters) return;
    memcpy(characters, g->characters.data, g->characters.size);
    const int64_t ticks = (int64_t)characters[count - 1].tick - characters[0].tick;
    *info = (ghost_info){ .version = new ? GHOST_LAST_VERSION : GHOST_LAST_VERSION - 1,
                          .owner = reel_chunk_string(job->out, g->owner.data, g->owner.size),
                          .map_name = reel_chunk_string(job->out, g->map_name, g->map_name_size),
                          .map_crc = new || g->crc_size != CRC_TEXT ? (reel_string){ zeros, CRC_TEXT }
                                                                    : reel_chunk_string(job->out, g->map_crc, CRC_TEXT),
                          .ticks = (uint32_t)count,
                          .race_time = ticks < UINT32_MAX / TICK_MS ? (uint32_t)ticks *TICK_MS : 0 };
    if (new) info->map_sha256 = reel_chunk_string(job->out, g->map_sha256, SHA256_TEXT);
    *start = (ghost_start){ characters[0].tick - 1 };
    *skin = (ghost_skin){ reel_chunk_string(job->out, g->skin.data, g->skin.size), g->use_custom_color, g->color_body,
                          g->color_feet };
}

static reel_status convert_finish(pair_job *job)
{
    const demo_ghost *g = job->state;
    if (!g->has_map || g->cid == NOBODY)
        return reel_fail(job->error, REEL_ARGUMENT, "convert.run", "", 0,
                         "the demo is not of one player; name the client (reel convert --who)");
    if (!g->characters.size)
        return reel_fail(job->error, REEL_ARGUMENT, "convert.run", "", 0, "client %d has no tee in the demo", (int)g->cid);
    write_rows(g, job);
    if (g->predicted)
        reel_find(&job->reporter,
                  (reel_finding){ .rule = "convert.predicted",
                                  .severity = REEL_WARNING,
                                  .section = "characters",
                                  .offset = REEL_NO_OFFSET,
                                  .count = g->predicted,
                                  .row = REEL_NO_ROW },
                  "in %llu {snapshot|snapshots} the demo leaves the movement to the client; the ghost goes straight there, and "
                  "with the map of the "
                  "demo (--map) does not",
                  (unsigned long long)g->predicted);
    return REEL_OK;
}

static void convert_close(pair_job *job)
{
    demo_ghost *g = job->state;
    reel_memory_free(&g->characters);
    reel__evolve_end(&g->evolver);
}

const convert_pair reel__pair_demo_ghost = {
    .from = &reel_format_demo,
    .to = &reel_format_ghost,
    .state_size = sizeof(demo_ghost),
    .chunk = convert_chunk,
    .finish = convert_finish,
    .close = convert_close,
};
