/* SPDX-License-Identifier: MIT
 * The order of rows that a writer takes. */
#include "formats/echo/common/order.h"
#include "formats/echo/common/schema.h"

static uint32_t frame_of(const ordered_table *table, const uint8_t *row)
{
    uint32_t frame;
    memcpy(&frame, row + table->frame, sizeof frame);
    return frame;
}

static reel_status refuse(const row_order *order, unsigned which, uint64_t row, uint32_t frame, const char *why,
                          reel_error *error)
{
    const char *name = order->tables[which].table->name;
    return reel_fail(error, REEL_ARGUMENT, order->rule, name, 0, "row %llu of %s, of frame %lu, %s", (unsigned long long)row,
                     name, (unsigned long)frame, why);
}

/* The number of a team is beside that of its frame in every format. */
static uint8_t team_of(const ordered_table *table, const uint8_t *row)
{
    return row[table->frame - offsetof(echo_team, frame) + offsetof(echo_team, team)];
}

reel_status reel__order_take(row_order *order, unsigned which, const void *rows, size_t count, reel_error *error)
{
    const ordered_table *table = &order->tables[which];
    uint64_t number = order->last[which].rows;
    uint32_t last = order->last[which].frame;
    uint8_t team = order->last[which].team;
    const uint8_t *row = rows;
    for (size_t i = 0; i < count; i++, number++, row += table->table->row_size) {
        const uint32_t frame = frame_of(table, row);
        if (frame < order->written) return refuse(order, which, number, frame, "comes too late: the frame is written", error);
        if (number && frame < last) return refuse(order, which, number, frame, "comes after a row of a later frame", error);
        if (number && frame == last && which == ORDER_FRAMES)
            return refuse(order, which, number, frame, "is a second row of the frame", error);
        if (number && frame == last && which == ORDER_TEAMS && team_of(table, row) <= team)
            return refuse(order, which, number, frame, "comes after a row of the same or a later team", error);
        last = frame;
        if (which == ORDER_TEAMS) team = team_of(table, row);
    }
    order->last[which].rows = number;
    order->last[which].frame = last;
    order->last[which].team = team;
    return REEL_OK;
}

reel_status reel__order_no_frame(const row_order *order, unsigned which, const void *row, size_t waiting, reel_error *error)
{
    return refuse(order, which, order->last[which].rows - waiting, frame_of(&order->tables[which], row),
                  "has no row of frames: a frame comes with its rows", error);
}

reel_status reel__order_end(const row_order *order, unsigned which, const void *rows, size_t count, const reel_reporter *reporter,
                            reel_error *error)
{
    if (!count) return REEL_OK;
    const ordered_table *table = &order->tables[which];
    const uint32_t frame = frame_of(table, rows);
    if (frame_of(table, (const uint8_t *)rows + (count - 1) * table->table->row_size) != frame)
        return reel__order_no_frame(order, which, rows, count, error);
    reel_find(reporter,
              (reel_finding){ .rule = order->incomplete,
                              .severity = REEL_WARNING,
                              .section = table->table->name,
                              .offset = REEL_NO_OFFSET,
                              .table = table->table,
                              .row = order->last[which].rows - count,
                              .count = count },
              "the last %llu {row is|rows are} left out: the row of their frame, number %lu, did not come",
              (unsigned long long)count, (unsigned long)frame);
    return REEL_OK;
}
