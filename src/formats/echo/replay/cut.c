/* SPDX-License-Identifier: MIT
 * Cuts a span of time out of a recording. Lines that are no frames have no time: each goes with the frame before it, and those before the first
 * frame with the start, so that parts have each line once. */
#include "core/chunk.h"
#include "formats/echo/replay/replay.h"

#include <float.h>

typedef struct cut_state {
    bool any, kept; /* a frame was met; the latest one is kept */
} cut_state;

static bool is_inside(const reel_change *change, double time) { return time >= change->from && time < change->to; }

static void cut_rows(const reel_change *change, const reel_table *table)
{
    const reel_field *time = reel_table_field(table, "time");
    reel_row_list *list = reel_change_rows(change->chunk, table);
    size_t kept = 0;
    for (size_t i = 0; i < list->count; i++) {
        const uint8_t *row = list->data + i * table->row_size;
        if (!is_inside(change, reel_field_number(time, row, 0))) continue;
        if (kept != i) memcpy(list->data + kept * table->row_size, row, table->row_size);
        kept++;
    }
    reel_tally(change, "edit.cut", REEL_NOTE, table, NULL, list->count - kept, "outside the time range, dropped");
    list->count = kept;
}

static void take_frame(const reel_change *change, cut_state *s, const echoreplay_frame *frame)
{
    s->any = true;
    s->kept = is_inside(change, frame->common.time);
}

static void cut_lines(const reel_change *change, cut_state *s)
{
    size_t count, next = 0, kept = 0;
    const echoreplay_frame *frames = reel_chunk_rows(change->chunk, &echoreplay_frames, &count);
    reel_row_list *list = reel_change_rows(change->chunk, &echoreplay_lines);
    echoreplay_line *lines = (echoreplay_line *)(void *)list->data;
    for (size_t i = 0; i < list->count; i++) {
        const bool frame = lines[i].kind == ECHOREPLAY_FRAME;
        for (; next < count && frames[next].common.frame < lines[i].frame + frame; next++) take_frame(change, s, &frames[next]);
        /* the line of a frame may have the form of those after it: the writer passes it over */
        if (frame || (s->any ? s->kept : !(change->from > -DBL_MAX))) lines[kept++] = lines[i];
    }
    list->count = kept;
    for (; next < count; next++) take_frame(change, s, &frames[next]);
}

static reel_status cut(reel_change *change)
{
    static const reel_table *const tables[] = { &echoreplay_frames, &echoreplay_teams, &echoreplay_players, &echoreplay_bones };
    cut_lines(change, change->state);
    for (size_t t = 0; t < sizeof tables / sizeof *tables; t++) cut_rows(change, tables[t]);
    return REEL_OK;
}

const reel_operation reel__echoreplay_cut = {
    .id = REEL_OPERATION_CUT,
    .doc = "keep a span of time",
    .state_size = sizeof(cut_state),
    .apply = cut,
};
