/* SPDX-License-Identifier: MIT
 * Inputs of a macro that were edited: in reel-full.wasm only. The rows that belong to an input stay with it. */
#include "module.h"

#include <math.h>
#include <reel/archive.h>
#include <reel/macros.h>
#include <stdlib.h>

/* An input as src/edit.ts packs it. `source` is the row of the input that it was, or negative for a new one. */
typedef struct web_input {
    double frame;
    int32_t source;
    uint8_t button, player2, down, unused;
} web_input;
_Static_assert(sizeof(web_input) == 16, "src/edit.ts packs 16 bytes");

/* The rows of the replay, and those that take their place. */
typedef struct editing {
    const web_replay *replay;
    const web_input *edits;
    size_t count;
    const gdr_input *old;
    size_t old_count;
    const gdr_physics *old_physics;
    const gdr_block *old_blocks;
    const macros_time *old_times;
    size_t old_time_count;
    double rate;
    size_t *extra; /* of each old input: the row of physics or blocks that belongs to it */
    gdr_input *inputs;
    gdr_physics *physics;
    gdr_block *blocks;
    macros_time *times;
    macros_event *events;
    size_t input_count, physics_count, block_count, event_count;
} editing;

static const void *rows_of(const editing *e, const reel_table *table, size_t *count)
{
    return reel_chunk_rows(e->replay->rows.chunk, table, count);
}

static double framerate(const editing *e)
{
    size_t count;
    const gdr_info *info = rows_of(e, &gdr_infos, &count);
    return count ? info->framerate : 0;
}

/* The n-th input with physics has the n-th row of physics, and the same for blocks. */
static reel_status find_extras(editing *e)
{
    size_t physics, blocks, next[] = { 0, 0, 0 };
    e->old = rows_of(e, &gdr_inputs, &e->old_count);
    e->old_physics = rows_of(e, &gdr_physics_rows, &physics);
    e->old_blocks = rows_of(e, &gdr_blocks, &blocks);
    e->old_times = rows_of(e, &macros_times, &e->old_time_count);
    e->rate = framerate(e);
    if (!(e->extra = calloc(e->old_count + 1, sizeof *e->extra))) return fail_memory();
    for (size_t i = 0; i < e->old_count; i++)
        if (e->old[i].extra <= GDR_BLOCK) e->extra[i] = next[e->old[i].extra]++;
    bool times = e->old_time_count == 0 || e->old_time_count == e->old_count;
    if (next[GDR_PHYSICS] == physics && next[GDR_BLOCK] == blocks && times) return REEL_OK;
    return reel_fail(&last_error, REEL_CORRUPT, "edit.macro-rows", "inputs", 0,
                     "the inputs and the rows that belong to them do not match; repair the macro first");
}

static reel_status wrong_input(size_t at, const char *what)
{
    return reel_fail(&last_error, REEL_ARGUMENT, "edit.input", "inputs", 0, "input %zu %s", at, what);
}

static bool is_moved(const editing *e, const web_input *edit)
{
    return edit->source < 0 || (double)e->old[edit->source].frame != edit->frame;
}

static reel_status check_edits(const editing *e)
{
    for (size_t i = 0; i < e->count; i++) {
        const web_input *edit = &e->edits[i];
        if (edit->source >= 0 && (size_t)edit->source >= e->old_count)
            return wrong_input(i, "comes from a row that does not exist");
        if (is_moved(e, edit) && !(edit->frame >= 0 && edit->frame <= 0x1p53 && floor(edit->frame) == edit->frame))
            return wrong_input(i, "has a frame that is not a whole number from 0");
    }
    return REEL_OK;
}

/* A time of the frame: readers round time * rate down. */
static double time_of(const editing *e, double frame) { return e->rate > 0 ? (frame + 0.5) / e->rate : 0; }

static void put_input(editing *e, const web_input *edit)
{
    const gdr_input *from = edit->source < 0 ? NULL : &e->old[edit->source];
    gdr_input row = from ? *from : (gdr_input){ .extra = GDR_PLAIN };
    if (is_moved(e, edit)) row.frame = (int64_t)edit->frame;
    row.button = edit->button;
    row.player2 = edit->player2;
    row.down = edit->down;
    if (row.extra == GDR_PHYSICS) {
        e->physics[e->physics_count] = e->old_physics[e->extra[edit->source]];
        e->physics[e->physics_count++].frame = row.frame > UINT32_MAX ? UINT32_MAX : (uint32_t)row.frame;
    }
    if (row.extra == GDR_BLOCK)
        e->blocks[e->block_count++] = (gdr_block){ row.frame, e->old_blocks[e->extra[edit->source]].data };
    if (e->old_time_count) {
        double time = is_moved(e, edit) ? time_of(e, edit->frame) : e->old_times[edit->source].time;
        e->times[e->input_count] = (macros_time){ row.frame, time };
    }
    e->inputs[e->input_count++] = row;
}

/* GDR2 alone has the inputs of the first player before those of the second. */
static void put_inputs(editing *e)
{
    bool by_player = e->replay->rows.format == &reel_format_gdr2;
    for (int pass = 0; pass < 1 + by_player; pass++)
        for (size_t i = 0; i < e->count; i++)
            if (!by_player || (e->edits[i].player2 != 0) == pass) put_input(e, &e->edits[i]);
}

/* An event belongs behind the inputs that were before it, and behind those that were moved there. */
static reel_status put_events(editing *e)
{
    const macros_event *old = rows_of(e, &macros_events, &e->event_count);
    if (!e->event_count) return REEL_OK;
    /* How many edits there are up to the last that was before each old row. */
    size_t *behind = calloc(e->old_count + 1, sizeof *behind), at = 0;
    if (!behind || !(e->events = calloc(e->event_count, sizeof *e->events))) {
        free(behind);
        return fail_memory();
    }
    for (size_t i = 0; i < e->count; i++)
        if (!is_moved(e, &e->edits[i])) behind[e->edits[i].source + 1] = i + 1;
    for (size_t i = 1; i <= e->old_count; i++)
        if (behind[i] < behind[i - 1]) behind[i] = behind[i - 1];
    for (size_t n = 0; n < e->event_count; n++) {
        size_t index = old[n].index < e->old_count ? old[n].index : e->old_count;
        if (at < behind[index]) at = behind[index];
        while (at < e->count && is_moved(e, &e->edits[at]) && e->edits[at].frame <= (double)old[n].frame) at++;
        e->events[n] = old[n];
        e->events[n].index = (uint32_t)at;
    }
    free(behind);
    return REEL_OK;
}

static reel_status make_rows(editing *e)
{
    reel_status status = find_extras(e);
    if (status >= 0) status = check_edits(e);
    if (status < 0) return status;
    size_t room = e->count + 1;
    e->inputs = calloc(room, sizeof *e->inputs);
    e->physics = calloc(room, sizeof *e->physics);
    e->blocks = calloc(room, sizeof *e->blocks);
    e->times = calloc(room, sizeof *e->times);
    if (!e->inputs || !e->physics || !e->blocks || !e->times) return fail_memory();
    put_inputs(e);
    return put_events(e);
}

/* The rows of a table of the edited macro. */
static const void *new_rows(const editing *e, const reel_table *table, size_t *count)
{
    const struct {
        const reel_table *table;
        const void *rows;
        size_t count;
    } all[] = { { &gdr_inputs, e->inputs, e->input_count },
                { &gdr_physics_rows, e->physics, e->physics_count },
                { &gdr_blocks, e->blocks, e->block_count },
                { &macros_times, e->times, e->old_time_count ? e->input_count : 0 },
                { &macros_events, e->events, e->event_count } };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        if (all[i].table != table) continue;
        *count = all[i].count;
        return all[i].rows;
    }
    return rows_of(e, table, count);
}

static reel_status write_archive(const editing *e)
{
    const reel_archive_options archive = { REEL_SIZED(reel_archive_options), .level = REEL_ARCHIVE_RECORD };
    const reel_write_options how = { REEL_SIZED(reel_write_options), .archive = &archive };
    reel_writer *writer;
    reel_status status = reel_create(result_sink(), e->replay->rows.format, &how, &writer, &last_error);
    if (status < 0) return status;
    for (const reel_table *const *table = e->replay->rows.tables; *table && status >= 0; table++) {
        size_t count;
        const void *rows = new_rows(e, *table, &count);
        if (count) status = reel_append(writer, *table, rows, count);
    }
    if (status >= 0) return reel_finish(writer, &last_error);
    last_error = *reel_writer_error(writer);
    last_error.status = status;
    reel_discard(writer);
    return status;
}

static bool has_inputs(const row_set *set)
{
    const reel_table *const *table = set->tables;
    while (*table && *table != &gdr_inputs) table++;
    return *table != NULL;
}

/* The result is an archive of the replay with `count` other inputs, in this order. */
EXPORT(replay_edit) int replay_edit(const web_replay *replay, const web_input *inputs, size_t count)
{
    const reel_error *damage = reel_replay_damage(replay->replay);
    if (!has_inputs(&replay->rows))
        return reel_fail(&last_error, REEL_UNSUPPORTED, "edit.format", "", 0, "%s has no inputs of a macro",
                         replay->rows.format->name);
    if (damage) {
        last_error = *damage;
        return damage->status;
    }
    editing e = { .replay = replay, .edits = inputs, .count = count };
    reel_status status = make_rows(&e);
    if (status >= 0) status = write_archive(&e);
    free(e.extra);
    free(e.inputs);
    free(e.physics);
    free(e.blocks);
    free(e.times);
    free(e.events);
    return status;
}
