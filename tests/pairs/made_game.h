/* SPDX-License-Identifier: MIT
 * A map made of letters, and recordings of games on it that nobody played: what is in them is known. */
#ifndef MADE_GAME_H
#define MADE_GAME_H

#include "machinery.h"

#include <reel/ddnet_map.h>
#include <reel/demo.h>
#include <reel/teehistorian.h>

enum { MADE_WIDTH = 60, MADE_HEIGHT = 24, MADE_CLIENTS = 6, MADE_TICKS = 6000 };

/* ---- the map ---------------------------------------------------------------------------------------------------- */

/* A room with a floor; columns of start tiles at 10 and of finish tiles at 40, from the floor to the ceiling. */
static inline reel_memory made_map(uint8_t start, uint8_t finish)
{
    reel_memory memory;
    reel_writer *writer;
    reel_error error;
    assert_int_equal(reel_create(reel_sink_memory(&memory, NULL), &reel_format_ddnet_map, NULL, &writer, &error), REEL_OK);
    const ddnet_map_info info = { .datafile_version = 4, .items_version = 1, .present = DDNET_MAP_HAS_ITEMS_VERSION };
    const ddnet_map_group group = { .version = 3,
                                    .parallax_x = 100,
                                    .parallax_y = 100,
                                    .layers = 1,
                                    .present = DDNET_MAP_BASE | DDNET_MAP_GROUP_CLIP | DDNET_MAP_GROUP_NAME };
    const ddnet_map_layer layer = { .type = DDNET_MAP_TYPE_TILES,
                                    .version = 3,
                                    .width = MADE_WIDTH,
                                    .height = MADE_HEIGHT,
                                    .physics = DDNET_MAP_GAME,
                                    .color_envelope = -1,
                                    .image = -1,
                                    .name = { "Game", 4 },
                                    .kind = DDNET_MAP_GAME,
                                    .present = DDNET_MAP_BASE | DDNET_MAP_LAYER_BODY | DDNET_MAP_LAYER_NAME |
                                               DDNET_MAP_LAYER_TILES | DDNET_MAP_LAYER_IMAGE };
    assert_int_equal(reel_append(writer, &ddnet_map_infos, &info, 1), REEL_OK);
    assert_int_equal(reel_append(writer, &ddnet_map_groups, &group, 1), REEL_OK);
    assert_int_equal(reel_append(writer, &ddnet_map_layers, &layer, 1), REEL_OK);
    for (int32_t y = 0; y < MADE_HEIGHT; y++) {
        const bool solid = y == 0 || y == MADE_HEIGHT - 1;
        const ddnet_map_tile row = { .y = y, .count = MADE_WIDTH, .kind = DDNET_MAP_GAME, .index = 1 };
        const ddnet_map_tile lines[] = { { .x = 10, .y = y, .count = 1, .kind = DDNET_MAP_GAME, .index = start },
                                         { .x = 40, .y = y, .count = 1, .kind = DDNET_MAP_GAME, .index = finish } };
        assert_int_equal(reel_append(writer, &ddnet_map_tiles, solid ? &row : lines, solid ? 1 : 2), REEL_OK);
    }
    assert_int_equal(reel_finish(writer, &error), REEL_OK);
    return memory;
}

static inline const ddnet_map_info *made_info(const reel_replay *map)
{
    size_t count;
    const ddnet_map_info *info = reel_rows(map, &ddnet_map_infos, &count);
    assert_int_equal(count, 1);
    return info;
}

/* ---- the recording ---------------------------------------------------------------------------------------------- */

/* A tee at the end of a tick. */
typedef struct made_tee {
    bool online, alive;
    int32_t x, y, team;
} made_tee;

typedef struct made_game {
    reel_memory memory;
    reel_writer *writer;
    int32_t tick, last; /* last: of a row; a recording does not say how long it is silent at its end */
    uint64_t seq;
    uint32_t random;
    made_tee now[MADE_CLIENTS];
    made_tee ticks[MADE_TICKS][MADE_CLIENTS]; /* the truth */
} made_game;

static inline uint32_t made_below(made_game *g, uint32_t limit)
{
    g->random = g->random * 1664525 + 1013904223;
    return (g->random >> 8) % limit;
}

/* Fills in the origin of a row, which all of them begin with. */
static inline void made_put(made_game *g, const reel_table *table, void *row)
{
    teehistorian_join *origin = row;
    origin->seq = g->seq++;
    origin->tick = g->last = g->tick;
    assert_int_equal(reel_append(g->writer, table, row, 1), REEL_OK);
}

static inline void made_begin(made_game *g, const reel_replay *map, int32_t minor, uint32_t seed)
{
    reel_error error;
    memset(g->now, 0, sizeof g->now);
    memset(g->ticks, 0, sizeof g->ticks);
    g->tick = g->last = 0;
    g->seq = 0;
    g->random = seed;
    assert_int_equal(reel_create(reel_sink_memory(&g->memory, NULL), &reel_format_teehistorian, NULL, &g->writer, &error),
                     REEL_OK);
    teehistorian_header header = { .version = 2, .version_minor = minor, .present = TEEHISTORIAN_HAS_VERSION_MINOR };
    header.comment = (reel_string){ "teehistorian@ddnet.tw", 21 };
    header.server_version = (reel_string){ "0.6, 20.1", 9 };
    header.start_time = (reel_string){ "2020-02-20T20:20:20+0000", 24 };
    header.map_name = (reel_string){ "room", 4 };
    if (map) {
        header.map_sha256 = made_info(map)->sha256;
        header.map_crc = made_info(map)->crc;
    }
    assert_int_equal(reel_append(g->writer, &teehistorian_headers, &header, 1), REEL_OK);
}

static inline void made_join(made_game *g, int32_t cid)
{
    made_put(g, &teehistorian_protocols, &(teehistorian_protocol){ .cid = cid, .kind = TEEHISTORIAN_JOINVER6 });
    made_put(g, &teehistorian_joins, &(teehistorian_join){ .cid = cid });
    g->now[cid] = (made_tee){ .online = true };
}

/* What a client says of itself: NAME, CLAN, country, SKIN, and colors. */
static inline void made_describe(made_game *g, int32_t cid, const char *name)
{
    uint8_t data[64] = { 40 };
    size_t size = 1 + strlen(name) + 1;
    static const char rest[] = "clan\0@skin\0\0\0";
    memcpy(data + 1, name, strlen(name));
    memcpy(data + size, rest, sizeof rest);
    made_put(g, &teehistorian_messages,
             &(teehistorian_message){ .cid = cid, .protocol = 6, .message_id = 20, .data = { data, size + sizeof rest } });
}

static inline void made_input(made_game *g, int32_t cid, teehistorian_input input)
{
    input.cid = cid;
    made_put(g, &teehistorian_inputs, &input);
}

/* Moves to the next tick with positions: those of `next`, which are recorded where they differ. */
static inline void made_tick(made_game *g, const made_tee next[MADE_CLIENTS])
{
    g->tick++;
    assert_true(g->tick < MADE_TICKS);
    for (int32_t cid = 0; cid < MADE_CLIENTS; cid++) {
        made_tee *now = &g->now[cid];
        teehistorian_position row = { .cid = cid, .x = next[cid].x, .y = next[cid].y };
        if (now->alive && !next[cid].alive)
            row.kind = TEEHISTORIAN_OLD;
        else if (!now->alive && next[cid].alive)
            row.kind = TEEHISTORIAN_NEW;
        else if (next[cid].alive && (now->x != next[cid].x || now->y != next[cid].y))
            row.kind = TEEHISTORIAN_DIFF;
        if (row.kind) made_put(g, &teehistorian_positions, &row);
        now->alive = next[cid].alive;
        now->x = next[cid].x;
        now->y = next[cid].y;
    }
    memcpy(g->ticks[g->tick], g->now, sizeof g->now);
}

/* Ticks without a row. */
static inline void made_wait(made_game *g, int32_t ticks)
{
    for (; ticks; ticks--) memcpy(g->ticks[++g->tick], g->now, sizeof g->now);
}

static inline void made_end(made_game *g)
{
    reel_error error;
    if (reel_finish(g->writer, &error) != REEL_OK) fail_msg("%s: %s", error.rule, error.message);
}

/* ---- random games ----------------------------------------------------------------------------------------------- */

/* What a client does behind the positions of a tick. */
static inline void made_act(made_game *g, int32_t cid)
{
    made_tee *tee = &g->now[cid];
    const uint32_t what = made_below(g, 200);
    if (!tee->online) {
        if (what >= 20) return;
        made_join(g, cid);
        if (what < 15) made_describe(g, cid, "tee");
        if (what < 10) made_put(g, &teehistorian_readies, &(teehistorian_ready){ .cid = cid });
    } else if (what == 0) {
        made_put(g, &teehistorian_drops, &(teehistorian_drop){ .cid = cid, .reason = { "bye", 3 } });
        tee->online = false;
        tee->team = 0; /* servers write that, too */
        made_put(g, &teehistorian_teams, &(teehistorian_team){ .cid = cid });
    } else if (what < 3) {
        tee->team = (int32_t)made_below(g, 3);
        made_put(g, &teehistorian_teams, &(teehistorian_team){ .cid = cid, .team = tee->team });
    } else if (what < 5) {
        made_put(g, &teehistorian_names, &(teehistorian_name){ .cid = cid, .name = { "other", 5 } });
    } else if (what < 7) {
        made_put(g, &teehistorian_messages,
                 &(teehistorian_message){ .cid = cid, .protocol = 6, .message_id = 22, .data = { (const uint8_t *)",", 1 } });
    } else if (what < 60) {
        made_input(g, cid,
                   (teehistorian_input){ .direction = (int32_t)made_below(g, 3) - 1,
                                         .target_x = (int32_t)made_below(g, 800) - 400,
                                         .target_y = (int32_t)made_below(g, 800) - 400,
                                         .jump = (int32_t)made_below(g, 2),
                                         .fire = (int32_t)made_below(g, 64),
                                         .hook = (int32_t)made_below(g, 2),
                                         .player_flags = 1,
                                         .wanted_weapon = (int32_t)made_below(g, 7) });
    }
}

static inline void made_move(made_game *g, made_tee *next, bool online)
{
    const uint32_t what = made_below(g, 300);
    if (!online) { /* its tee is gone with the tick in which it left */
        next->alive = false;
    } else if (!next->alive) {
        next->alive = what < 30;
        next->x = 64 + (int32_t)made_below(g, 32 * (MADE_WIDTH - 4));
        next->y = 64 + (int32_t)made_below(g, 32 * (MADE_HEIGHT - 4));
    } else if (what < 2) {
        next->alive = false;
    } else if (what < 6) { /* anywhere, out of the map as well */
        next->x = (int32_t)made_below(g, 4000) - 1000;
        next->y = (int32_t)made_below(g, 4000) - 1000;
    } else if (what < 200) {
        next->x += (int32_t)made_below(g, 21) - 10;
        next->y += (int32_t)made_below(g, 21) - 10;
    }
}

static inline void made_random(made_game *g, const reel_replay *map, uint32_t seed, int32_t ticks)
{
    static const int32_t minors[] = { 2, 3, 6, 8, 22 };
    made_begin(g, map, minors[seed % 5], seed);
    while (g->tick < ticks) {
        made_tee next[MADE_CLIENTS];
        memcpy(next, g->now, sizeof next);
        for (int32_t cid = 0; cid < MADE_CLIENTS; cid++) made_move(g, &next[cid], g->now[cid].online);
        bool leaves = false; /* whose tee goes in the next tick */
        for (int32_t cid = 0; cid < MADE_CLIENTS; cid++) leaves |= g->now[cid].alive && !g->now[cid].online;
        if (made_below(g, 40) == 0 && !leaves)
            made_wait(g, 1 + (int32_t)made_below(g, 30));
        else
            made_tick(g, next);
        for (int32_t cid = 0; cid < MADE_CLIENTS; cid++) made_act(g, cid);
    }
    made_end(g);
}

#endif
