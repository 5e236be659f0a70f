/* SPDX-License-Identifier: MIT
 * GDR2 to GDR1. docs/formats/gdr.md, "Conversion", has the rules. */
#include "codec/number.h"
#include "formats/gdr/carry.h"
#include "pairs/geometrydash/gdr.h"

static reel_string copy_text(gdr_job *g, reel_string text) { return reel_chunk_string(g->job->out, text.data, text.size); }

static reel_string number_text(gdr_job *g, int64_t number)
{
    char text[NUMBER_SIZE];
    return reel_chunk_string(g->job->out, text, reel__number_i64(text, number));
}

/* 22074 becomes 2.2074, rounded to single precision as the bots do. A converter that used the wrong scale wrote 2207 for 2.207. */
static double game_version_of(gdr_job *g, int32_t version)
{
    bool artefact = version >= 2000 && version < 3000;
    if (artefact)
        reel__gdr_note(g, "convert.gdr.game-version", REEL_WARNING, &gdr_infos, 1,
                       "another converter removed the last digit of the game version");
    return (double)(float)((double)version / (artefact ? 1000 : 10000));
}

void reel__gdr_info_to_gdr1(gdr_job *g, const gdr_info *from, gdr_info_v1 *to)
{
    to->author = copy_text(g, from->author);
    to->description = copy_text(g, from->description);
    to->bot_name = copy_text(g, from->bot_name);
    to->bot_version = number_text(g, from->bot_version);
    to->level_name = copy_text(g, from->level_name);
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
    if (g->form == PULL_JSON && !(to->duration - to->duration == 0 && to->framerate - to->framerate == 0)) {
        reel__pair_lose(g->job, &gdr_infos, "framerate", 1, "JSON cannot express infinity or NaN");
        if (!(to->duration - to->duration == 0)) to->duration = 0, to->keys[0] &= (uint8_t)~GDR_KEY_DURATION;
        if (!(to->framerate - to->framerate == 0)) to->framerate = 240, to->keys[0] &= (uint8_t)~GDR_KEY_FRAMERATE;
    }
}

static void write_number(gdr_job *g, const char *name, double value)
{
    if (!(value - value == 0)) return;
    reel__push_string(&g->writer, name, strlen(name));
    reel__push_real(&g->writer, value);
}

/* Converts physics to the key that GDMegaOverlay writes. NaN and infinity are omitted. */
static reel_bytes correction_of(gdr_job *g, const gdr_physics *from, bool player2)
{
    const double values[] = { (double)from->x, (double)from->y, (double)from->rotation, from->x_velocity, from->y_velocity };
    static const char *const names[] = { "xPos", "yPos", "rotation", "xVel", "yVel" };
    uint64_t pairs = 1;
    for (size_t i = 0; i < 5; i++) pairs += values[i] - values[i] == 0;
    reel__gdr_text_begin(g, g->form);
    g->writer.levels[0].map = true;
    reel__push_string(&g->writer, "correction", 10);
    reel__push_map(&g->writer, pairs);
    reel__push_string(&g->writer, "player2", 7);
    reel__push_bool(&g->writer, player2);
    for (size_t i = 0; i < 5; i++) write_number(g, names[i], values[i]);
    reel__push_end(&g->writer);
    return reel__gdr_text_copy(g, g->job->out);
}

size_t reel__gdr_next_input(const gdr_input *rows, size_t count, size_t next[2])
{
    for (size_t p = 0; p < 2; p++)
        while (next[p] < count && (rows[next[p]].player2 != 0) != (p != 0)) next[p]++;
    if (next[0] >= count && next[1] >= count) return count;
    size_t p = next[0] >= count || (next[1] < count && rows[next[1]].frame < rows[next[0]].frame);
    return next[p]++;
}

/* The row of physics of each input, or NULL. Returns NULL if out of memory. */
static const gdr_physics **physics_of(gdr_job *g, const reel_chunk *in, const gdr_input *rows, size_t count)
{
    size_t count_all, next = 0;
    const gdr_physics *all = reel_chunk_rows(in, &gdr_physics_rows, &count_all);
    const gdr_physics **each = reel_chunk_alloc(g->job->out, (count + 1) * sizeof *each);
    for (size_t i = 0; each && i < count; i++) each[i] = rows[i].extra == GDR_PHYSICS && next < count_all ? &all[next++] : NULL;
    return each;
}

reel_status reel__gdr_inputs_to_gdr1(gdr_job *g, const reel_chunk *in)
{
    size_t count, next[2] = { 0, 0 };
    const gdr_input *rows = reel_chunk_rows(in, &gdr_inputs, &count);
    const gdr_physics **physics = physics_of(g, in, rows, count);
    reel_row_list *inputs = reel_chunk_table(g->job->out, &gdr_inputs), *blocks = reel_chunk_table(g->job->out, &gdr_blocks);
    if (!physics) return reel__gdr_no_memory(g);
    for (size_t i; (i = reel__gdr_next_input(rows, count, next)) < count;) {
        gdr_input *row = reel_row_add(inputs);
        gdr_block *block = physics[i] ? reel_row_add(blocks) : NULL;
        if (!row || (physics[i] && !block)) return reel__gdr_no_memory(g);
        *row = rows[i];
        row->player2 = row->player2 != 0;
        row->extra = block ? GDR_BLOCK : GDR_PLAIN;
        if (block) *block = (gdr_block){ row->frame, correction_of(g, physics[i], row->player2) };
    }
    return REEL_OK;
}

/* xdBot's frame fixes are a key in GDR1. */
bool reel__gdr_extension_to_key(gdr_job *g, const gdr_info *info, reel_bytes extension)
{
    static const char name[] = GDR_FIXES_KEY;
    if (!gdr_text_is(info->bot_name, GDR_FIXES_BOT) || !reel__gdr_fixes_from_extension(g, extension)) return false;
    gdr_extension *row = reel_row_add(reel_chunk_table(g->job->out, &gdr_extensions));
    if (row) *row = (gdr_extension){ reel_chunk_string(g->job->out, name, sizeof name - 1), reel__gdr_text_copy(g, g->job->out) };
    reel__gdr_note(g, "convert.gdr.frame-fixes", REEL_NOTE, &gdr_infos, 1, "the replay extension of xdBot became " GDR_FIXES_KEY);
    return true;
}

void reel__gdr_report_losses(gdr_job *g, const gdr_info *info, const reel_chunk *in, bool extension)
{
    size_t count, deaths, blocks;
    const gdr_input *rows = reel_chunk_rows(in, &gdr_inputs, &count);
    const bool implied = gdr_presses_sides(rows, count);
    reel_chunk_rows(in, &gdr_deaths, &deaths);
    reel_chunk_rows(in, &gdr_blocks, &blocks);
    reel__pair_lose(g->job, &gdr_deaths, "frame", deaths, "GDR1 cannot store deaths");
    reel__pair_lose(g->job, &gdr_blocks, "data", blocks, "GDR1 cannot store bot-specific bytes");
    if (!info) return;
    bool physics = info->input_tag.size == 4 && memcmp(info->input_tag.data, "Phys", 4) == 0;
    reel__pair_lose(g->job, &gdr_infos, "replay_extension", extension, "GDR1 cannot store bot-specific bytes");
    reel__pair_lose(g->job, &gdr_infos, "input_tag", info->input_tag.size && !physics, "GDR1 has no such tag");
    reel__pair_lose(g->job, &gdr_infos, "version", info->version != 2, "the version is of GDR2, and is not 2");
    reel__pair_lose(g->job, &gdr_infos, "platformer", info->platformer && !implied,
                    "in GDR1, only presses of left and right express this");
}

reel_status reel__gdr_rows_to_gdr1(gdr_job *g, const reel_chunk *in)
{
    size_t infos, count;
    const gdr_info *from = reel_chunk_rows(in, &gdr_infos, &infos);
    gdr_info_v1 *to = reel_row_add(reel_chunk_table(g->job->out, &gdr_infos_v1));
    if (!to) return reel__gdr_no_memory(g);
    if (infos) reel__gdr_info_to_gdr1(g, from, to);
    reel_chunk_rows(in, &gdr_inputs, &count);
    if (count) to->keys[1] |= GDR_KEY_INPUTS; /* like the reference, which omits the key of an empty list */
    reel_bytes extension = infos ? from->replay_extension : (reel_bytes){ NULL, 0 };
    gdr_carry carry; /* its macro could not be used; the extension before it still can */
    bool carries = reel__gdr_carry_find(extension, &carry), converted = false;
    if (carries) extension = carry.before;
    if (infos && !(carries && gdr_carry_is_placeholder(extension))) converted = reel__gdr_extension_to_key(g, from, extension);
    reel__gdr_report_losses(g, infos ? from : NULL, in, carries || (extension.size && !converted));
    reel_status status = reel__gdr_inputs_to_gdr1(g, in);
    return reel_build_status(g->job->out) < 0 || g->no_memory ? reel__gdr_no_memory(g) : status;
}
