/* SPDX-License-Identifier: MIT
 * Joins the parts of a replay of Echo VR that was cut. Each file numbers its frames, and counts its time, from its own first frame: those of a
 * part go on behind the part before. */
#include "core/chunk.h"
#include "core/rows.h"
#include "formats/echo/common/schema.h"

enum { MOST_TABLES = 6 };

/* The tables of a format; NULL ends each list. */
typedef struct joined_tables {
    const reel_table *frames;
    const reel_table *headers[3];            /* the same in all parts: written once */
    const reel_table *numbered[MOST_TABLES]; /* with the number of a frame */
    const reel_table *containers[3];         /* bytes of the whole file of a part, which are not those of the joined one */
} joined_tables;

static const joined_tables of_butter = {
    .frames = &butter_frames,
    .headers = { &butter_infos, &butter_roster, NULL },
    .numbered = { &butter_frames, &butter_teams, &butter_players, &butter_bones, &butter_blocks, NULL },
    .containers = { &butter_rests, NULL },
};

static const joined_tables of_echoreplay = {
    .frames = &echoreplay_frames,
    .headers = { &echoreplay_infos, NULL },
    .numbered = { &echoreplay_frames, &echoreplay_teams, &echoreplay_players, &echoreplay_bones, &echoreplay_lines, NULL },
    .containers = { &echoreplay_pieces, &echoreplay_deflates, NULL },
};

typedef struct join_state {
    uint64_t header;     /* a sum over the header of the first part */
    uint32_t base, next; /* numbers of the first frame of this part, and of the next frame */
    int64_t first, last; /* when the first frame of all, and the latest one, were recorded */
    double later;        /* s from the first frame of all to that of this part */
    bool any, begun;     /* a frame was met, and one of this part */
} join_state;

static reel_status refuse(const reel_change *change, const char *section, const char *message)
{
    return reel_fail(change->error, REEL_ARGUMENT, "edit.merge", section, 0, "%s", message);
}

static uint64_t sum_header(const reel_chunk *chunk, const joined_tables *tables)
{
    uint64_t sum = 0;
    for (size_t t = 0; tables->headers[t]; t++) {
        row_plan plan = { 0 };
        size_t count;
        const void *rows = reel_chunk_rows(chunk, tables->headers[t], &count);
        reel__row_sum_add(&sum, &plan, tables->headers[t], rows, count);
    }
    return sum;
}

/* Takes the header of a part, which comes with its first chunk. */
static reel_status take_header(const reel_change *change, const joined_tables *tables, join_state *j)
{
    size_t count;
    reel_chunk_rows(change->chunk, tables->headers[0], &count);
    if (!count) return REEL_OK;
    const uint64_t sum = sum_header(change->chunk, tables);
    j->base = j->next;
    j->begun = false;
    if (!change->other) {
        j->header = sum;
        return REEL_OK;
    }
    for (size_t t = 0; tables->headers[t]; t++) reel_change_rows(change->chunk, tables->headers[t])->count = 0;
    return sum == j->header ? REEL_OK : refuse(change, "header", "the headers differ: only parts of one recording can be joined");
}

static int64_t recorded_at(const reel_field *recorded, const uint8_t *row)
{
    int64_t at;
    memcpy(&at, row + recorded->offset, sizeof at);
    return at;
}

static reel_status take_frames(const reel_change *change, const joined_tables *tables, join_state *j)
{
    const reel_field *recorded = reel_table_field(tables->frames, "recorded");
    size_t count;
    const uint8_t *rows = reel_chunk_rows(change->chunk, tables->frames, &count);
    if (!count) return REEL_OK;
    const int64_t first = recorded_at(recorded, rows);
    if (!j->any) j->first = first;
    if (!j->begun && j->any && first < j->last)
        return refuse(change, "frames", "the frames begin before those of the part before end: join parts in their order");
    if (!j->begun) j->later = ((double)first - (double)j->first) / 1000;
    j->any = j->begun = true;
    j->last = recorded_at(recorded, rows + (count - 1) * tables->frames->row_size);
    return REEL_OK;
}

/* Adds to the numbers and times of a table. */
static reel_status move_rows(const reel_change *change, const reel_table *table, join_state *j)
{
    const reel_field *frame = reel_table_field(table, "frame"), *time = reel_table_field(table, "time");
    if (!frame) frame = reel_table_field(table, "first_frame");
    reel_row_list *list = reel_change_rows(change->chunk, table);
    uint8_t *row = list->data;
    for (size_t i = 0; i < list->count; i++, row += table->row_size) {
        uint32_t number;
        double at;
        memcpy(&number, row + frame->offset, sizeof number);
        if (number >= UINT32_MAX - j->base) return refuse(change, "frames", "the joined replay has too many frames");
        number += j->base;
        memcpy(row + frame->offset, &number, sizeof number);
        if (!time) continue;
        memcpy(&at, row + time->offset, sizeof at);
        at += j->later;
        memcpy(row + time->offset, &at, sizeof at);
    }
    return REEL_OK;
}

/* The number after the last frame. */
static void count_frames(const reel_change *change, const joined_tables *tables, join_state *j)
{
    const reel_field *frame = reel_table_field(tables->frames, "frame");
    size_t count;
    uint32_t number;
    const uint8_t *rows = reel_chunk_rows(change->chunk, tables->frames, &count);
    if (!count) return;
    memcpy(&number, rows + (count - 1) * tables->frames->row_size + frame->offset, sizeof number);
    j->next = number + 1;
}

static reel_status join(reel_change *change, const joined_tables *tables)
{
    join_state *j = change->state;
    reel_status status = take_header(change, tables, j);
    if (status >= 0) status = take_frames(change, tables, j);
    for (size_t t = 0; tables->numbered[t] && status >= 0 && j->base; t++) status = move_rows(change, tables->numbered[t], j);
    if (status < 0) return status;
    count_frames(change, tables, j);
    for (size_t t = 0; tables->containers[t]; t++) {
        reel_row_list *list = reel_change_rows(change->chunk, tables->containers[t]);
        const bool rests = tables->containers[t] == &butter_rests;
        if (rests && !change->other) continue; /* they follow all blocks */
        if (rests)
            reel_tally(change, "edit.merge-dropped", REEL_NOTE, &butter_rests, NULL, list->count,
                       "behind the blocks of a part, dropped");
        list->count = 0;
    }
    return REEL_OK;
}

static reel_status join_butter(reel_change *change) { return join(change, &of_butter); }
static reel_status join_echoreplay(reel_change *change) { return join(change, &of_echoreplay); }

#define JOIN(name, join)                                                                                                         \
    const reel_operation name = {                                                                                                \
        .id = REEL_OPERATION_MERGE,                                                                                              \
        .doc = "join the parts of a replay that was cut",                                                                        \
        .state_size = sizeof(join_state),                                                                                        \
        .apply = join,                                                                                                           \
    }
JOIN(reel__butter_merge, join_butter);
JOIN(reel__echoreplay_merge, join_echoreplay);
