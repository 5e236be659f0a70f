/* SPDX-License-Identifier: MIT
 * Puts right what makes other readers of teehistorian stumble: numbers in odd forms, bytes that belong to nothing, an end without
 * FINISH. What is cut inside a message the reader has left out already. */
#include "formats/teehistorian/layout.h"

/* Layout that the writer does without: it then writes as a server does. */
static void drop_layout(const reel_change *m, const reel_table *table, const char *rule, const char *message)
{
    reel_row_list *list = reel_change_rows(m->chunk, table);
    if (!list) return;
    reel_tally(m, rule, REEL_NOTE, table, NULL, list->count, message);
    list->count = 0;
}

static void mend_ending(const reel_change *m)
{
    reel_row_list *list = reel_change_rows(m->chunk, &teehistorian_endings);
    const teehistorian_ending *rows = (const teehistorian_ending *)(const void *)list->data;
    if (!list->count || rows[list->count - 1].finished) return;
    list->count = 0;
    reel_tally(m, "mend.teehistorian.finish", REEL_NOTE, &teehistorian_endings, NULL, 1, "FINISH is added to the end");
}

/* Changes of characters that are not there say nothing, and other readers fail at them. */
static void drop_strays(const reel_change *m)
{
    reel_row_list *list = reel_change_rows(m->chunk, &teehistorian_positions);
    teehistorian_position *rows = (teehistorian_position *)(void *)list->data;
    size_t kept = 0;
    for (size_t i = 0; i < list->count; i++)
        if (rows[i].kind != TEEHISTORIAN_STRAY) rows[kept++] = rows[i];
    reel_tally(m, "mend.teehistorian.stray", REEL_NOTE, &teehistorian_positions, NULL, list->count - kept,
               "changes of characters that are not there, dropped");
    list->count = kept;
}

/* A recorder may leave the kind of a row open, and say of a character in every tick where it is. The rows become what the writer
 * makes of them, so that they are those of the file. */
static bool settle_position(tee_world *world, teehistorian_position *row)
{
    if (!tee_is_client(row->cid) || row->kind == TEEHISTORIAN_STRAY) return true;
    bool alive = world->alive[row->cid], still = alive && row->x == world->x[row->cid] && row->y == world->y[row->cid];
    if (!row->kind && still) return false;
    if (!row->kind) row->kind = alive ? TEEHISTORIAN_DIFF : TEEHISTORIAN_NEW;
    world->alive[row->cid] = row->kind != TEEHISTORIAN_OLD;
    world->x[row->cid] = row->x;
    world->y[row->cid] = row->y;
    return true;
}

static bool settle_input(tee_world *world, teehistorian_input *row)
{
    int32_t value[10];
    if (!tee_is_client(row->cid)) return true;
    int32_t *last = world->input[row->cid];
    memcpy(value, &row->direction, sizeof value);
    if (!row->kind && world->has_input[row->cid] && memcmp(value, last, sizeof value) == 0) return false;
    if (!row->kind) row->kind = world->has_input[row->cid] ? TEEHISTORIAN_DIFF : TEEHISTORIAN_NEW;
    world->has_input[row->cid] = 1;
    memcpy(last, value, sizeof value);
    return true;
}

static void settle_kinds(const reel_change *m)
{
    reel_row_list *list = reel_change_rows(m->chunk, &teehistorian_positions);
    teehistorian_position *positions = (teehistorian_position *)(void *)list->data;
    size_t kept = 0;
    for (size_t i = 0; i < list->count; i++)
        if (settle_position(m->state, &positions[i])) positions[kept++] = positions[i];
    list->count = kept;
    list = reel_change_rows(m->chunk, &teehistorian_inputs);
    teehistorian_input *inputs = (teehistorian_input *)(void *)list->data;
    kept = 0;
    for (size_t i = 0; i < list->count; i++)
        if (settle_input(m->state, &inputs[i])) inputs[kept++] = inputs[i];
    list->count = kept;
}

reel_status tee_mend(reel_change *m)
{
    drop_layout(m, &teehistorian_forms, "mend.teehistorian.numbers", "messages get numbers in their shortest form");
    drop_layout(m, &teehistorian_tails, "mend.teehistorian.tails", "extensions lose the bytes after their fields");
    drop_layout(m, &teehistorian_skips, "mend.teehistorian.skips", "TICK_SKIP stands now where a server puts it");
    drop_layout(m, &teehistorian_trailings, "mend.teehistorian.trailing", "bytes after FINISH, dropped");
    mend_ending(m);
    drop_strays(m);
    settle_kinds(m);
    return REEL_OK;
}
