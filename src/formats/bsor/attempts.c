/* SPDX-License-Identifier: MIT
 * Several attempts in one file: a mod that was not reset when the player started again went on recording. docs/formats/bsor.md, "Several
 * attempts". */
#include "formats/bsor/layout.h"

#include <math.h>

#define BACK_LEAST 1.0f /* s: by how much time goes back at least */
#define NEAR_START 1.0f /* s: an attempt begins where the first one did, in practice, too */

/* Two frames on each side: one alone may have an odd time. */
bool reel__bsor_is_restart(const bsor_frame *frames, size_t count, size_t row)
{
    if (row < 2 || row + 1 >= count) return false;
    const float before = fminf(frames[row - 2].time, frames[row - 1].time);
    const float after = fmaxf(frames[row].time, frames[row + 1].time);
    return after + BACK_LEAST < before && after < frames[0].time + NEAR_START;
}

/* The times of a table of the chunk. */
typedef struct timeline {
    const uint8_t *rows;
    size_t count, size, offset;
} timeline;

static timeline timeline_of(const reel_chunk *chunk, const reel_table *table)
{
    timeline t = { .size = table->row_size, .offset = reel_table_time(table)->offset };
    t.rows = reel_chunk_rows(chunk, table, &t.count);
    return t;
}

static float time_at(const timeline *t, size_t row)
{
    float time;
    memcpy(&time, t->rows + row * t->size + t->offset, sizeof time);
    return time;
}

/* The row after the last step back in time, 0 without one, and the number of steps. */
static size_t after_step_back(const timeline *t, size_t *steps)
{
    size_t first = 0;
    *steps = 0;
    for (size_t i = 1; i < t->count; i++) {
        if (!(time_at(t, i) < time_at(t, i - 1))) continue;
        first = i;
        ++*steps;
    }
    return first;
}

/* Whether the rows end after the frames of the last attempt, so that they are of an earlier one. */
static bool end_after(const timeline *t, float end) { return t->count && time_at(t, t->count - 1) > end + BACK_LEAST; }

/* Where the rows of the last attempt begin. If time does not go back, nothing tells: all are kept, unless they end too late. */
static size_t first_of(const reel_chunk *chunk, const reel_table *table, float end)
{
    size_t steps;
    const timeline t = timeline_of(chunk, table);
    const size_t first = after_step_back(&t, &steps);
    return !first && end_after(&t, end) ? t.count : first;
}

/* Time need not go back where an attempt has few notes, but the last one begins with the note with which the first one began. */
static size_t first_note(const reel_chunk *chunk, float end, size_t attempts)
{
    size_t count, steps;
    const timeline t = timeline_of(chunk, &bsor_notes);
    const bsor_note *notes = reel_chunk_rows(chunk, &bsor_notes, &count);
    const size_t first = after_step_back(&t, &steps);
    if (steps + 1 >= attempts) return first;
    if (end_after(&t, end)) return count;
    for (size_t i = count; i-- > first + 1;)
        if (notes[i].note_id == notes[0].note_id && notes[i].spawn_time == notes[0].spawn_time) return i;
    return first;
}

size_t bsor_attempts(const reel_chunk *chunk, bsor_attempt *last)
{
    size_t count, attempts = 1;
    const bsor_frame *frames = reel_chunk_rows(chunk, &bsor_frames, &count);
    *last = (bsor_attempt){ 0 };
    for (size_t i = 1; i < count; i++) {
        if (frames[i].time >= frames[i - 1].time || !reel__bsor_is_restart(frames, count, i)) continue; /* nearly all go on */
        last->frame = i;
        attempts++;
    }
    if (attempts == 1) return 1;
    const float end = frames[count - 1].time;
    last->note = first_note(chunk, end, attempts);
    last->wall = first_of(chunk, &bsor_walls, end);
    last->height = first_of(chunk, &bsor_heights, end);
    last->pause = first_of(chunk, &bsor_pauses, end);
    return attempts;
}

static void drop_first(const reel_change *change, const reel_table *table, size_t dropped)
{
    reel_row_list *list = reel_change_rows(change->chunk, table);
    list->count -= dropped;
    if (dropped) memmove(list->data, list->data + dropped * table->row_size, list->count * table->row_size);
    reel_tally(change, "edit.last-attempt", REEL_NOTE, table, NULL, dropped, "of earlier attempts, dropped");
}

reel_status reel__bsor_last_attempt(reel_change *change)
{
    bsor_attempt last;
    if (bsor_attempts(change->chunk, &last) == 1)
        return reel_fail(change->error, REEL_ARGUMENT, "bsor.attempts", "frames", 0, "the file has one attempt only");
    drop_first(change, &bsor_frames, last.frame);
    drop_first(change, &bsor_notes, last.note);
    drop_first(change, &bsor_walls, last.wall);
    drop_first(change, &bsor_heights, last.height);
    drop_first(change, &bsor_pauses, last.pause);
    return REEL_OK;
}
