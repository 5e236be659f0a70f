/* SPDX-License-Identifier: MIT
 * Rows of frames that a writer has taken and not yet written. */
#include "formats/echo/replay/waiting.h"
#include "formats/echo/common/schema.h"

const ordered_table reel__waiting_tables[ORDER_TABLES] = {
    [ORDER_FRAMES] = { &echoreplay_frames, offsetof(echoreplay_frame, common.frame) },
    [ORDER_TEAMS] = { &echoreplay_teams, offsetof(echoreplay_team, common.frame) },
    [ORDER_PLAYERS] = { &echoreplay_players, offsetof(echoreplay_player, common.frame) },
    [ORDER_BONES] = { &echoreplay_bones, offsetof(echo_bone, frame) },
};

static const uint8_t *row_at(const waiting_rows *w, unsigned which, size_t index)
{
    return w->rows[which] + index * reel__waiting_tables[which].table->row_size;
}

static uint32_t frame_at(const waiting_rows *w, unsigned which, size_t index)
{
    uint32_t frame;
    memcpy(&frame, row_at(w, which, index) + reel__waiting_tables[which].frame, sizeof frame);
    return frame;
}

waiting_rows reel__waiting_rows(const reel_chunk *chunk)
{
    waiting_rows w = { .used = { 0 } };
    for (unsigned i = 0; i < ORDER_TABLES; i++) w.rows[i] = reel_chunk_rows(chunk, reel__waiting_tables[i].table, &w.count[i]);
    return w;
}

reel_status reel__waiting_add(reel_chunk *chunk, const reel_chunk *batch, row_order *order, reel_error *error)
{
    for (unsigned i = 0; i < ORDER_TABLES; i++) {
        size_t count;
        const void *rows = reel_chunk_rows(batch, reel__waiting_tables[i].table, &count);
        const reel_status status = order ? reel__order_take(order, i, rows, count, error) : REEL_OK;
        if (status < 0) return status;
        if (reel__chunk_append(chunk, reel__waiting_tables[i].table, rows, count) < 0) return reel__memory_fail(error);
    }
    return REEL_OK;
}

bool reel__waiting_frame(const waiting_rows *w, uint64_t end, uint32_t *number)
{
    const size_t next = w->used[ORDER_FRAMES];
    *number = next < w->count[ORDER_FRAMES] ? frame_at(w, ORDER_FRAMES, next) : 0;
    return next < w->count[ORDER_FRAMES] && *number < end;
}

uint64_t reel__waiting_last(const waiting_rows *w, unsigned which, uint64_t none)
{
    return w->count[which] ? frame_at(w, which, w->count[which] - 1) : none;
}

/* Finds the rows of frame `number` in a table. */
static reel_status take_table(waiting_rows *w, unsigned which, uint32_t number, const row_order *order, const void **rows,
                              size_t *count, reel_error *error)
{
    size_t *used = &w->used[which];
    while (*used < w->count[which] && frame_at(w, which, *used) < number) {
        if (order) return reel__order_no_frame(order, which, row_at(w, which, *used), w->count[which] - *used, error);
        ++*used;
    }
    const size_t first = *used;
    while (*used < w->count[which] && frame_at(w, which, *used) == number) ++*used;
    *count = *used - first;
    *rows = *count ? row_at(w, which, first) : NULL;
    return REEL_OK;
}

reel_status reel__waiting_take(waiting_rows *w, row_order *order, line_rows *rows, reel_error *error)
{
    const void *of[ORDER_TABLES] = { row_at(w, ORDER_FRAMES, w->used[ORDER_FRAMES]++) };
    size_t count[ORDER_TABLES] = { 0 };
    const uint32_t number = ((const echoreplay_frame *)of[ORDER_FRAMES])->common.frame;
    reel_status status = REEL_OK;
    for (unsigned i = ORDER_TEAMS; i < ORDER_TABLES && status == REEL_OK; i++)
        status = take_table(w, i, number, order, &of[i], &count[i], error);
    if (status < 0) return status;
    if (order) order->written = (uint64_t)number + 1;
    *rows = (line_rows){ .frame = of[ORDER_FRAMES],
                         .teams = of[ORDER_TEAMS],
                         .players = of[ORDER_PLAYERS],
                         .bones = of[ORDER_BONES],
                         .team_count = count[ORDER_TEAMS],
                         .player_count = count[ORDER_PLAYERS],
                         .bone_count = count[ORDER_BONES] };
    return REEL_OK;
}

static bool move_rest(const reel_table *table, size_t used, const reel_chunk *rows, reel_chunk *spare)
{
    size_t count;
    const uint8_t *from = reel_chunk_rows(rows, table, &count);
    return count <= used || reel__chunk_append(spare, table, from + used * table->row_size, count - used) == REEL_OK;
}

bool reel__waiting_drop(const waiting_rows *w, const reel_table *other, size_t used, reel_chunk **rows, reel_chunk **spare)
{
    bool any = used != 0;
    for (unsigned i = 0; i < ORDER_TABLES; i++) any |= w->used[i] != 0;
    if (!any) return true;
    for (unsigned i = 0; i < ORDER_TABLES; i++)
        if (!move_rest(reel__waiting_tables[i].table, w->used[i], *rows, *spare)) return false;
    if (!move_rest(other, used, *rows, *spare)) return false;
    reel__chunk_reset(*rows);
    reel_chunk *rest = *spare;
    *spare = *rows;
    *rows = rest;
    return true;
}

reel_status reel__waiting_end(const reel_chunk *chunk, const row_order *order, const reel_reporter *reporter, reel_error *error)
{
    const waiting_rows w = reel__waiting_rows(chunk);
    reel_status status = REEL_OK;
    for (unsigned i = ORDER_TEAMS; i < ORDER_TABLES && status == REEL_OK; i++)
        status = reel__order_end(order, i, w.rows[i], w.count[i], reporter, error);
    return status;
}
