/* SPDX-License-Identifier: MIT
 * Recordings of DDNet whose few bytes ask for much play, and what plays them: conversions and evidence, with a map. */
#include "../pairs/made_game.h"
#include "hostile.h"

#include <reel/ddnet.h>
#include <reel/ghost.h>
#include <reel/insight.h>

enum {
    EVERYBODY = 128,
    MANY = 32,
    FLOOR = 32 * (MADE_HEIGHT - 1) - 15,
    FIRST_ROWS = 150,
    CROWDED = 5 /* a part of the rows, of which each costs so much more */
};

static made_game game;

static void put_everybody(int32_t tees)
{
    for (int32_t cid = 0; cid < tees; cid++) made_put(&game, &teehistorian_joins, &(teehistorian_join){ .cid = cid });
    game.tick = 1;
    for (int32_t cid = 0; cid < tees; cid++)
        made_put(&game, &teehistorian_positions,
                 &(teehistorian_position){ .cid = cid, .kind = TEEHISTORIAN_NEW, .x = 64 + 13 * cid, .y = FLOOR });
}

/* A client that comes, presses two keys, and leaves: a session of a few bytes. */
static void put_sessions(size_t rows)
{
    put_everybody(1);
    for (size_t i = 0; i < rows; i++) {
        made_put(&game, &teehistorian_joins, &(teehistorian_join){ .cid = 1 });
        for (int32_t key = 0; key < 2; key++) made_input(&game, 1, (teehistorian_input){ .jump = key });
        made_put(&game, &teehistorian_drops, &(teehistorian_drop){ .cid = 1 });
        game.tick += (int32_t)(i % 2);
    }
}

/* Rows behind silences of any length: each of them is a few bytes and asks for minutes. */
static void put_silences(size_t rows)
{
    static const int32_t ticks[] = { 2, 49, 251, 2999, 3001, 600000 };
    put_everybody(EVERYBODY);
    for (size_t i = 0; i < rows / CROWDED; i++) {
        game.tick += ticks[i % (sizeof ticks / sizeof *ticks)];
        made_input(&game, (int32_t)(i % EVERYBODY), (teehistorian_input){ .direction = (int32_t)(i % 3) - 1 });
    }
}

/* Nobody is there, and time passes. */
static void put_emptiness(size_t rows)
{
    for (size_t i = 0; i < rows; i++) {
        made_put(&game, &teehistorian_joins, &(teehistorian_join){ .cid = 0 });
        made_put(&game, &teehistorian_drops, &(teehistorian_drop){ .cid = 0 });
        game.tick += 100000;
    }
}

/* A tick in few bytes, among many tees that stand. */
static void put_crowd(size_t rows)
{
    put_everybody(MANY);
    for (size_t i = 0; i < rows; i++) {
        game.tick++;
        made_put(&game, &teehistorian_positions,
                 &(teehistorian_position){ .cid = 0, .kind = TEEHISTORIAN_DIFF, .x = 64 + game.tick % 9, .y = FLOOR });
    }
}

/* Tees that hook each other and shoot, thrown across the map. */
static void put_fights(size_t rows)
{
    put_everybody(MANY);
    for (size_t i = 0; i < rows; i++) {
        const int32_t cid = (int32_t)(i % MANY);
        game.tick += cid == 0;
        made_put(&game, &teehistorian_positions,
                 &(teehistorian_position){ .cid = cid, .kind = TEEHISTORIAN_DIFF, .x = (int32_t)(i * 7919 % 1800), .y = FLOOR });
        if (i % 3) continue;
        made_input(&game, cid,
                   (teehistorian_input){ .target_x = 400, .target_y = -1, .fire = (int32_t)i, .hook = 1, .wanted_weapon = 2 });
    }
}

void run_games(unsigned scale, hostile_each *each, void *context)
{
    static const struct {
        const char *name;
        void (*put)(size_t rows);
    } kinds[] = { { "sessions", put_sessions },
                  { "silences", put_silences },
                  { "emptiness", put_emptiness },
                  { "crowd", put_crowd },
                  { "fights", put_fights } };
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        hostile_file file;
        made_begin(&game, NULL, 22, 1);
        kinds[i].put(FIRST_ROWS * (size_t)scale);
        made_end(&game);
        file = (hostile_file){ .data = game.memory.data, .size = game.memory.size };
        snprintf(file.name, sizeof file.name, "games %s x%u", kinds[i].name, scale);
        each(context, &file);
        reel_memory_free(&game.memory);
    }
}

/* ---- playing -------------------------------------------------------------------------------------------------------- */

/* Times that the file is read, and most tees of a tick, which may be three bytes: each of them is computed, written and read back. */
enum { READS = 3, TEES_OF_TICK = EVERYBODY };

static reel_status judge(const hostile_file *file, const reel_options *options, const reel_replay *map)
{
    reel_reader *reader;
    reel_replay *result;
    reel_status status = reel_open(reel_source_memory(file->data, file->size), options, &reader, NULL);
    if (status < 0) return status;
    const reel_insight_options how = { REEL_SIZED(reel_insight_options), .allocator = options->allocator, .level = map,
                                       .report = options->report, .report_context = options->report_context };
    status = reel_insight_run(&reel_check_ddnet_motion, reader, &how, &result, NULL);
    if (status >= 0) reel_free(result);
    reel_close(reader);
    return status;
}

reel_status run_play(const hostile_file *file, const reel_allocator *memory, reel_report *report, void *context)
{
    static const reel_format *const targets[] = { &reel_format_demo, &reel_format_ghost };
    const reel_options options = { REEL_SIZED(reel_options), .allocator = memory, .report = report, .report_context = context };
    const reel_format *format;
    reel_status worst = reel_identify(reel_source_memory(file->data, file->size), &options, &format, NULL, NULL);
    if (worst < 0 || format != &reel_format_teehistorian) return worst < 0 ? worst : REEL_UNSUPPORTED;
    reel_memory bytes = made_map(33, 34);
    reel_replay *map;
    assert_int_equal(reel_load(reel_source_memory(bytes.data, bytes.size), NULL, &map, NULL), REEL_OK);
    worst = judge(file, &options, map);
    for (size_t i = 0; i < sizeof targets / sizeof *targets; i++) {
        reel_memory made;
        const reel_convert_options how = {
            REEL_SIZED(reel_convert_options),
            .level = map,
            .flags = REEL_FOLLOW,
            .follow = 1,
            .has_from = i == 1,
            .from = 100,
            .has_to = i == 1,
            .to = 100000,
        };
        const reel_status status = reel_convert(reel_source_memory(file->data, file->size), &options, targets[i],
                                                reel_sink_memory(&made, memory), &how, NULL);
        if (status >= 0) reel_memory_free(&made);
        if (status < 0) worst = status;
    }
    hostile_runs += READS * TEES_OF_TICK;
    reel_free(map);
    reel_memory_free(&bytes);
    return worst;
}
