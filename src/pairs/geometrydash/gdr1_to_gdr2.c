/* SPDX-License-Identifier: MIT
 * GDR1 to GDR2. docs/formats/gdr.md, "Conversion", has the rules. */
#include "core/rank.h"
#include "pairs/geometrydash/gdr.h"

#include <float.h>

enum { MOST_STRING = 65535 };

static double wide_of(const pull_value *value)
{
    if (value->kind == PULL_NEGATIVE) return (double)(int64_t)value->number;
    return value->kind == PULL_UNSIGNED ? (double)value->number : value->real;
}

/* ---- the header ------------------------------------------------------------------------------------------------- */

static reel_string shorten_text(gdr_job *g, reel_string text, const char *field)
{
    if (text.size > MOST_STRING) {
        reel__gdr_lose(g, &gdr_infos_v1, field, 1, "GDR2 stores at most 65535 bytes of it");
        for (text.size = MOST_STRING; text.size && ((uint8_t)text.data[text.size] & 0xc0) == 0x80;) text.size--;
    }
    return reel_chunk_string(g->job->out, text.data, text.size);
}

static int32_t narrow_number(gdr_job *g, int64_t number, const char *field)
{
    if (number >= INT32_MIN && number <= INT32_MAX) return (int32_t)number;
    reel__gdr_lose(g, &gdr_infos_v1, field, 1, "GDR2 stores only 32 bits of it");
    return 0;
}

/* 2.2074 becomes 22074. Values of 100 or more already have that scale. */
static int32_t game_version_of(gdr_job *g, double version)
{
    double scaled = version >= 100 ? version : version * 10000;
    if (scaled >= 0 && scaled < 2147483647.0) {
        const double apart = scaled - (double)(int32_t)(scaled + 0.5);
        reel__gdr_lose(g, &gdr_infos_v1, "game_version", apart > 0.01 || apart < -0.01,
                       "GDR2 stores four digits behind the point");
        return (int32_t)(scaled + 0.5);
    }
    reel__gdr_lose(g, &gdr_infos_v1, "game_version", 1, "not a version number");
    return 0;
}

/* The number at the start of the text, or 1 without a number, like the public converter. */
static int32_t bot_version_of(gdr_job *g, reel_string text)
{
    int64_t number = 0;
    size_t digits = 0;
    while (digits < text.size && digits < 9 && text.data[digits] >= '0' && text.data[digits] <= '9')
        number = number * 10 + (text.data[digits++] - '0');
    if (text.size && digits != text.size) {
        reel__gdr_lose(g, &gdr_infos_v1, "bot_version", 1, "GDR2 stores it as one number");
        reel_find(&g->job->reporter,
                  (reel_finding){ .rule = "convert.gdr.bot-version",
                                  .severity = REEL_NOTE,
                                  .offset = REEL_NO_OFFSET,
                                  .table = &gdr_infos_v1,
                                  .row = 0 },
                  "changed the bot version from \"%.*s\" to %d", text.size > 60 ? 60 : (int)text.size, text.data,
                  digits ? (int)number : 1);
    }
    return digits ? (int32_t)number : 1;
}

/* Rounding to single precision is not a loss; a number that single precision has no neighbour of is. */
static float narrow_duration(gdr_job *g, double value)
{
    const double most = (double)FLT_MAX, rounding = (double)FLT_EPSILON, size = value < 0 ? -value : value;
    const bool finite = value - value == 0;
    if (!finite) return (float)value;
    const float narrow = size <= most ? (float)value : 0;
    const double apart = value - (double)narrow;
    reel__gdr_lose(g, &gdr_infos_v1, "duration", (apart < 0 ? -apart : apart) > size * rounding,
                   "GDR2 stores it in single precision");
    return narrow;
}

/* Mega Hack, and some others, write the last frame as the duration. */
static float duration_of(gdr_job *g, const gdr_info_v1 *from, double framerate, int64_t last)
{
    bool frames = gdr_text_is(from->bot_name, "MH_REPLAY") ||
                  (from->keys[1] & GDR_KEY_WHOLE_DURATION && last > 0 && from->duration == (double)last);
    if (!frames || !(framerate > 0)) return narrow_duration(g, from->duration);
    reel__gdr_note(g, "convert.gdr.duration", REEL_NOTE, &gdr_infos_v1, 1, "converted the duration from frames to seconds");
    return narrow_duration(g, from->duration / framerate);
}

static void fill_info(gdr_job *g, const gdr_info_v1 *from, gdr_info *to, double framerate, int64_t last)
{
    to->version = 2;
    reel__gdr_lose(g, &gdr_infos_v1, "version", from->keys[0] & GDR_KEY_VERSION && from->version != 1,
                   "the version is of GDR1, and is not 1");
    to->author = shorten_text(g, from->author, "author");
    to->description = shorten_text(g, from->description, "description");
    to->bot_name = shorten_text(g, from->bot_name, "bot_name");
    to->level_name = shorten_text(g, from->level_name, "level_name");
    to->framerate = framerate;
    to->duration = duration_of(g, from, to->framerate, last);
    to->game_version = game_version_of(g, from->game_version);
    to->seed = narrow_number(g, from->seed, "seed");
    to->coins = narrow_number(g, from->coins, "coins");
    to->low_detail = from->low_detail != 0;
    to->bot_version = bot_version_of(g, from->bot_version);
    if (from->level_id < 0 || from->level_id > UINT32_MAX)
        reel__gdr_lose(g, &gdr_infos_v1, "level_id", 1, "out of range, changed to 0 (unknown)");
    else
        to->level_id = (uint32_t)from->level_id;
}

/* ---- keys of the whole replay ------------------------------------------------------------------------------------ */

static void convert_extensions(gdr_job *g, const reel_chunk *in, gdr_info *to)
{
    size_t count;
    uint64_t lost = 0;
    const gdr_extension *rows = reel_chunk_rows(in, &gdr_extensions, &count);
    for (size_t i = 0; i < count; i++) {
        bool fixes =
            gdr_text_is(rows[i].key, GDR_FIXES_KEY) && gdr_text_is(to->bot_name, GDR_FIXES_BOT) && !to->replay_extension.size;
        if (fixes && reel__gdr_fixes_to_extension(g, rows[i].value, &to->replay_extension))
            reel__gdr_note(g, "convert.gdr.frame-fixes", REEL_NOTE, &gdr_extensions, 1,
                           "frameFixes became the replay extension, in the layout of xdBot");
        else
            lost++;
    }
    reel__gdr_lose(g, &gdr_extensions, "value", lost, "GDR2 cannot store bot-specific keys");
}

/* ---- inputs ----------------------------------------------------------------------------------------------------- */

static gdr_physics no_physics(void)
{
    const float nothing = reel_float_of(0x7fc00000u);
    return (gdr_physics){
        .x_velocity = (double)nothing, .y_velocity = (double)nothing, .x = nothing, .y = nothing, .rotation = nothing
    };
}

/* Stores a member with the position or speed of the player. Returns false for other members. */
static bool store_physics(gdr_physics *to, const pull_value *name, const pull_value *value)
{
    if (!gdr_is_number(value)) return false;
    if (gdr_name_is(name, "mhr_x") || gdr_name_is(name, "xPos"))
        to->x = gdr_real_of(value);
    else if (gdr_name_is(name, "mhr_y") || gdr_name_is(name, "yPos"))
        to->y = gdr_real_of(value);
    else if (gdr_name_is(name, "rotation") || gdr_name_is(name, "rot"))
        to->rotation = gdr_real_of(value);
    else if (gdr_name_is(name, "xVel"))
        to->x_velocity = wide_of(value);
    else if (gdr_name_is(name, "mhr_yvel") || gdr_name_is(name, "yVel"))
        to->y_velocity = wide_of(value);
    else
        return false;
    return true;
}

/* Reads physics from the keys of an input. *lost counts other keys; a correction also names the player, which says nothing more if he is
 * the input's. */
static bool read_physics(gdr_job *g, reel_bytes block, bool player2, gdr_physics *to, uint64_t *lost)
{
    pull_value name, value;
    bool any = false;
    *to = no_physics();
    reel__pull_begin_members(&g->reader, g->form, block.data, block.size);
    while (reel__pull_next(&g->reader, &name)) {
        if (name.kind == PULL_END && g->reader.depth == 0 && g->reader.at == g->reader.end) break;
        if (name.kind == PULL_END) continue; /* end of the correction, whose members are read like those of the input */
        if (!reel__pull_skip(&g->reader, &name) || !reel__pull_next(&g->reader, &value)) break;
        if (gdr_name_is(&name, "correction") && value.kind == PULL_MAP) continue;
        if (!reel__pull_skip(&g->reader, &value)) break;
        bool same = gdr_name_is(&name, "player2") && value.kind == PULL_BOOL && (value.number != 0) == player2;
        if (store_physics(to, &name, &value))
            any = true;
        else if (!same)
            ++*lost;
    }
    return any;
}

static bool earlier(const void *rows, size_t a, size_t b)
{
    return ((const gdr_input *)rows)[a].frame < ((const gdr_input *)rows)[b].frame;
}

/* The indices of the inputs in the order of GDR2, by player and then by time. Inputs that it cannot store are dropped. */
static size_t *order_inputs(gdr_job *g, const gdr_input *rows, size_t count, size_t *kept, uint64_t *moved)
{
    size_t *order = reel_chunk_alloc(g->job->out, (count + 1) * sizeof *order);
    size_t *spare = reel_chunk_alloc(g->job->out, (count + 1) * sizeof *spare);
    uint64_t lost = 0, idle = 0;
    const bool sides = g->middle || gdr_presses_sides(rows, count);
    *kept = 0;
    if (!order || !spare) return NULL;
    for (int player2 = 0; player2 < 2; player2++) {
        size_t start = *kept;
        for (size_t i = 0; i < count; i++) {
            if ((rows[i].player2 != 0) != player2) continue;
            if (rows[i].frame < 0 || rows[i].button > GDR_RIGHT) {
                lost++;
                continue;
            }
            if (!sides && gdr_is_side(&rows[i])) {
                idle++;
                continue;
            }
            *moved += *kept > start && rows[i].frame < rows[order[*kept - 1]].frame;
            order[(*kept)++] = i;
        }
        reel__rank_order(rows, earlier, order + start, spare, *kept - start, NULL);
    }
    reel__gdr_lose(g, &gdr_inputs, "frame", lost, "inputs before the start or with an unknown button were dropped");
    reel__gdr_lose(g, &gdr_inputs, "button", idle, GDR_IDLE_RELEASE);
    return order;
}

/* The block of each input, or NULL. */
static const gdr_block **blocks_of(gdr_job *g, const reel_chunk *in, const gdr_input *rows, size_t count)
{
    size_t blocks, next = 0;
    const gdr_block *all = reel_chunk_rows(in, &gdr_blocks, &blocks);
    const gdr_block **each = reel_chunk_alloc(g->job->out, (count + 1) * sizeof *each);
    for (size_t i = 0; each && i < count; i++) each[i] = rows[i].extra == GDR_BLOCK && next < blocks ? &all[next++] : NULL;
    return each;
}

/* The framerate. If it is missing, it is estimated from the positions at inputs; if that fails, it is 240. */
static reel_status framerate_of(gdr_job *g, const reel_chunk *in, const gdr_info_v1 *info, double *framerate)
{
    size_t count;
    uint64_t other = 0, fitting;
    gdr_rates rates = { .steps = 0 };
    const gdr_input *rows = reel_chunk_rows(in, &gdr_inputs, &count), *before[2] = { NULL, NULL };
    double x[2];
    *framerate = info->framerate;
    if (info->keys[0] & GDR_KEY_FRAMERATE) return REEL_OK;
    const gdr_block **blocks = blocks_of(g, in, rows, count);
    if (!blocks) return reel__gdr_no_memory(g);
    for (size_t i = 0; i < count; i++) {
        gdr_physics physics_at;
        const size_t player = rows[i].player2 != 0;
        if (!blocks[i] || !read_physics(g, blocks[i]->data, rows[i].player2 != 0, &physics_at, &other) ||
            !(physics_at.x == physics_at.x))
            continue;
        if (before[player])
            reel__gdr_rates_add(&rates, (double)physics_at.x - x[player], (double)rows[i].frame - (double)before[player]->frame);
        before[player] = &rows[i];
        x[player] = (double)physics_at.x;
    }
    *framerate = reel__gdr_rates_best(&rates, &fitting);
    const reel_finding finding = { .rule = "convert.gdr.framerate",
                                   .severity = REEL_NOTE,
                                   .offset = REEL_NO_OFFSET,
                                   .table = &gdr_infos_v1,
                                   .row = 0,
                                   .count = 1 };
    if (*framerate > 0)
        reel_find(&g->job->reporter, finding,
                  "the framerate is missing: %d is estimated from the speed of %llu of %llu {step|steps}", (int)*framerate,
                  (unsigned long long)fitting, (unsigned long long)rates.steps);
    else
        reel_find(&g->job->reporter, finding, "the framerate is missing: 240 is assumed");
    if (!(*framerate > 0)) *framerate = 240;
    return REEL_OK;
}

static reel_status convert_inputs(gdr_job *g, const reel_chunk *in, gdr_info *to)
{
    size_t count, kept;
    uint64_t lost = 0, moved = 0, buttons = 0;
    bool physics = false;
    gdr_physics physics_at;
    const gdr_input *rows = reel_chunk_rows(in, &gdr_inputs, &count);
    const gdr_block **blocks = blocks_of(g, in, rows, count);
    const size_t *order = order_inputs(g, rows, count, &kept, &moved);
    if (!blocks || !order) return reel__gdr_no_memory(g);
    for (size_t i = 0; i < count && !physics; i++) {
        uint64_t other = 0;
        physics = blocks[i] && read_physics(g, blocks[i]->data, rows[i].player2 != 0, &physics_at, &other);
    }
    to->platformer = gdr_presses_sides(rows, count);
    if (physics) to->input_tag = reel_chunk_string(g->job->out, "Phys", 4);
    reel_row_list *inputs = reel_chunk_table(g->job->out, &gdr_inputs),
                  *physics_rows = reel_chunk_table(g->job->out, &gdr_physics_rows);
    for (size_t i = 0; i < kept; i++) {
        gdr_input *row = reel_row_add(inputs);
        if (!row) return reel__gdr_no_memory(g);
        *row = rows[order[i]];
        row->extra = physics ? GDR_PHYSICS : GDR_PLAIN;
        row->player2 = row->player2 != 0;
        buttons += row->button == GDR_NONE && !to->platformer;
        if (!to->platformer && !gdr_is_side(row)) row->button = GDR_JUMP;
        physics_at = no_physics();
        if (blocks[order[i]]) read_physics(g, blocks[order[i]]->data, row->player2, &physics_at, &lost);
        gdr_physics *physics_row = physics ? reel_row_add(physics_rows) : NULL;
        if (physics && !physics_row) return reel__gdr_no_memory(g);
        if (physics_row) *physics_row = physics_at;
        if (physics_row) physics_row->frame = row->frame < UINT32_MAX ? (uint32_t)row->frame : UINT32_MAX;
    }
    reel__gdr_note(g, "convert.gdr.sorted", REEL_NOTE, &gdr_inputs, moved,
                   "%llu {input was|inputs were} earlier than the previous one: sorted all inputs");
    reel__gdr_note(g, "convert.gdr.button", REEL_NOTE, &gdr_inputs, buttons,
                   "changed %llu {input|inputs} without a button to jumps");
    if (physics)
        reel__gdr_note(g, "convert.gdr.physics", REEL_NOTE, &gdr_blocks, 1, "positions and speeds at inputs became physics");
    reel__gdr_lose(g, &gdr_blocks, "data", lost, "GDR2 cannot store bot-specific keys");
    return REEL_OK;
}

static reel_status convert_rows(gdr_job *g, const reel_chunk *in, gdr_info *to)
{
    static const gdr_info_v1 nothing = { .framerate = 240 };
    size_t infos, count;
    int64_t last = 0;
    const gdr_info_v1 *from = reel_chunk_rows(in, &gdr_infos_v1, &infos);
    const gdr_input *rows = reel_chunk_rows(in, &gdr_inputs, &count);
    for (size_t i = 0; i < count; i++)
        if (rows[i].frame > last) last = rows[i].frame;
    double framerate;
    if (!infos) from = &nothing;
    reel_status status = framerate_of(g, in, from, &framerate);
    if (status < 0) return status;
    fill_info(g, from, to, framerate, last);
    convert_extensions(g, in, to);
    return convert_inputs(g, in, to);
}

reel_status reel__gdr_rows_to_gdr2(gdr_job *g, const reel_chunk *in, gdr_info **to)
{
    *to = reel_row_add(reel_chunk_table(g->job->out, &gdr_infos));
    reel_status status = *to ? convert_rows(g, in, *to) : reel__gdr_no_memory(g);
    if (status < 0) return status;
    return reel_build_status(g->job->out) < 0 || g->no_memory ? reel__gdr_no_memory(g) : REEL_OK;
}
