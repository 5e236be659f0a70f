/* SPDX-License-Identifier: MIT
 * GDR2 to GDR1. docs/formats/gdr.md, "Conversion", has the rules. */
#include "codec/number.h"
#include "pairs/geometrydash/gdr.h"

static reel_string own(gdr_job *g, reel_string text) { return reel_chunk_string(g->job->out, text.data, text.size); }

static reel_string number_text(gdr_job *g, int64_t number)
{
    char text[NUMBER_SIZE];
    return reel_chunk_string(g->job->out, text, number_i64(text, number));
}

/* As the bots write it: 2.2074 in single precision. A converter that takes the wrong scale leaves 2207 of 2.207. */
static double game_version_of(gdr_job *g, int32_t version)
{
    bool artefact = version >= 2000 && version < 3000;
    if (artefact)
        gdr_note(g, "convert.gdr.game-version", REEL_WARNING, &gdr_infos, 1,
                 "the game version has lost its last digit to another converter");
    return (double)(float)((double)version / (artefact ? 1000 : 10000));
}

static void turn_info(gdr_job *g, const gdr_info *from, gdr_info_v1 *to)
{
    to->author = own(g, from->author);
    to->description = own(g, from->description);
    to->bot_name = own(g, from->bot_name);
    to->bot_version = number_text(g, from->bot_version);
    to->level_name = own(g, from->level_name);
    to->duration = (double)from->duration;
    to->game_version = game_version_of(g, from->game_version);
    to->version = 1;
    to->framerate = from->framerate;
    to->seed = from->seed;
    to->coins = from->coins;
    to->level_id = from->level_id;
    to->low_detail = from->low_detail != 0;
    to->keys[0] = 0xff;
    to->keys[1] = GDR_KEY_LOW_DETAIL | GDR_KEY_BOT_NAME | GDR_KEY_BOT_VERSION | GDR_KEY_LEVEL_ID | GDR_KEY_LEVEL_NAME;
    if (g->form == TREE_JSON && !(to->duration - to->duration == 0 && to->framerate - to->framerate == 0)) {
        pair_lose(g->job, &gdr_infos, "framerate", 1, "JSON has no form for numbers that are infinite or none");
        if (!(to->duration - to->duration == 0)) to->duration = 0, to->keys[0] &= (uint8_t)~GDR_KEY_DURATION;
        if (!(to->framerate - to->framerate == 0)) to->framerate = 240, to->keys[0] &= (uint8_t)~GDR_KEY_FRAMERATE;
    }
}

static void put_member(gdr_job *g, const char *name, double value)
{
    if (!(value - value == 0)) return;
    tree_put_string(&g->writer, name, strlen(name));
    tree_put_real(&g->writer, value);
}

/* Physics as the key that GDMegaOverlay writes; numbers that are none are left out. */
static reel_bytes correction_of(gdr_job *g, const gdr_physics *from, bool player2)
{
    const double values[] = { (double)from->x, (double)from->y, (double)from->rotation, from->x_velocity, from->y_velocity };
    static const char *const names[] = { "xPos", "yPos", "rotation", "xVel", "yVel" };
    uint64_t pairs = 1;
    for (size_t i = 0; i < 5; i++) pairs += values[i] - values[i] == 0;
    gdr_text_begin(g, g->form);
    g->writer.levels[0].map = true;
    tree_put_string(&g->writer, "correction", 10);
    tree_put_map(&g->writer, pairs);
    tree_put_string(&g->writer, "player2", 7);
    tree_put_bool(&g->writer, player2);
    for (size_t i = 0; i < 5; i++) put_member(g, names[i], values[i]);
    tree_put_end(&g->writer);
    return gdr_text_take(g, g->job->out);
}

/* The players' inputs come together in the order of time; each player's stay in their order. */
static reel_status turn_inputs(gdr_job *g, const reel_chunk *in)
{
    size_t count, places, place[2] = { 0, 0 }, next[2] = { 0, 0 };
    const gdr_input *rows = reel_chunk_rows(in, &gdr_inputs, &count);
    const gdr_physics *physics = reel_chunk_rows(in, &gdr_physics_rows, &places);
    reel_row_list *inputs = reel_chunk_table(g->job->out, &gdr_inputs), *blocks = reel_chunk_table(g->job->out, &gdr_blocks);
    for (;;) {
        for (int p = 0; p < 2; p++) /* physics are counted over the inputs of both */
            for (; next[p] < count && (rows[next[p]].player2 != 0) != p; next[p]++)
                place[p] += rows[next[p]].extra == GDR_PHYSICS;
        if (next[0] >= count && next[1] >= count) return REEL_OK;
        int p = next[0] >= count || (next[1] < count && rows[next[1]].frame < rows[next[0]].frame);
        const gdr_input *from = &rows[next[p]++];
        bool has = from->extra == GDR_PHYSICS && place[p] < places;
        gdr_input *row = reel_row_add(inputs);
        gdr_block *block = has ? reel_row_add(blocks) : NULL;
        if (!row || (has && !block)) return gdr_no_memory(g);
        *row = *from;
        row->player2 = from->player2 != 0;
        row->extra = has ? GDR_BLOCK : GDR_PLAIN;
        if (block) *block = (gdr_block){ row->frame, correction_of(g, &physics[place[p]], row->player2) };
        place[p] += has;
    }
}

static void tell_losses(gdr_job *g, const gdr_info *info, const reel_chunk *in)
{
    size_t count, deaths, blocks;
    bool implied = false;
    const gdr_input *rows = reel_chunk_rows(in, &gdr_inputs, &count);
    for (size_t i = 0; i < count; i++) implied |= rows[i].button != GDR_JUMP;
    reel_chunk_rows(in, &gdr_deaths, &deaths);
    reel_chunk_rows(in, &gdr_blocks, &blocks);
    pair_lose(g->job, &gdr_deaths, "frame", deaths, "GDR1 has no deaths");
    pair_lose(g->job, &gdr_blocks, "data", blocks, "GDR1 has no place for bytes of a bot's own");
    if (!info) return;
    bool physics = info->input_tag.size == 4 && memcmp(info->input_tag.data, "Phys", 4) == 0;
    pair_lose(g->job, &gdr_infos, "replay_extension", info->replay_extension.size != 0,
              "GDR1 has no place for bytes of a bot's own");
    pair_lose(g->job, &gdr_infos, "input_tag", info->input_tag.size && !physics, "GDR1 has no such tag");
    pair_lose(g->job, &gdr_infos, "version", info->version != 2, "it is that of GDR2, and not even 2");
    pair_lose(g->job, &gdr_infos, "platformer", info->platformer && !implied, "GDR1 says so by other buttons than jump only");
}

reel_status gdr_to_gdr1(gdr_job *g, const reel_chunk *in)
{
    size_t infos, count;
    const gdr_info *from = reel_chunk_rows(in, &gdr_infos, &infos);
    gdr_info_v1 *to = reel_row_add(reel_chunk_table(g->job->out, &gdr_infos_v1));
    if (!to) return gdr_no_memory(g);
    if (infos) turn_info(g, from, to);
    reel_chunk_rows(in, &gdr_inputs, &count);
    if (count) to->keys[1] |= GDR_KEY_INPUTS; /* the reference leaves the key out where there are none */
    tell_losses(g, infos ? from : NULL, in);
    reel_status status = turn_inputs(g, in);
    return reel_build_status(g->job->out) < 0 || g->text.failed ? gdr_no_memory(g) : status;
}
