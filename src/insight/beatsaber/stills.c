/* SPDX-License-Identifier: MIT
 * Spans in which a tracker does not move at all: the same position, bit for bit, in every frame. A tracker that is worn never rests like that;
 * it is one that was lost, or a recording that was made otherwise. docs/insight/beatsaber.md, "Tracking". */
#include "insight/beatsaber/motion.h"

#define STILL_LEAST 1.0f /* s: shorter ones are gaps in tracking, or frames that were repeated */

static const reel_pose *pose_of(const bsor_frame *frame, unsigned tracker)
{
    return tracker == LEFT ? &frame->left_hand : tracker == RIGHT ? &frame->right_hand : &frame->head;
}

static bool end_run(play_stills *stills, unsigned tracker, const reel_allocator *allocator)
{
    const play_still_run *run = &stills->runs[tracker];
    if (!stills->started || !(run->end - run->start >= STILL_LEAST)) return true;
    beatsaber_still *span = reel__play_list_grow(&stills->spans, 1, sizeof *span, allocator);
    if (!span) return false;
    *span = (beatsaber_still){ .time = run->start,
                               .end_time = run->end,
                               .frame_row = stills->skipped + run->row,
                               .frames = (uint32_t)(stills->row - run->row),
                               .tracker = (uint8_t)tracker };
    return true;
}

static void begin_run(play_stills *stills, unsigned tracker, const bsor_frame *frame, uint64_t row)
{
    stills->runs[tracker] =
        (play_still_run){ .position = pose_of(frame, tracker)->position, .start = frame->time, .end = frame->time, .row = row };
}

/* Adds a frame. *moved: no tracker is where its run began, so that all runs begin with this frame. */
static bool add_frame(play_stills *stills, const bsor_frame *frame, const reel_allocator *allocator, bool *moved)
{
    *moved = true;
    for (unsigned t = 0; t < PLAY_TRACKERS; t++) {
        play_still_run *run = &stills->runs[t];
        if (stills->started && play_same_position(&pose_of(frame, t)->position, &run->position)) {
            run->end = frame->time;
            *moved = false;
            continue;
        }
        if (!end_run(stills, t, allocator)) return false;
        begin_run(stills, t, frame, stills->row);
    }
    stills->started = true;
    return true;
}

static bool all_moved(const bsor_frame *a, const bsor_frame *b)
{
    return !play_same_position(&a->left_hand.position, &b->left_hand.position) &&
           !play_same_position(&a->right_hand.position, &b->right_hand.position) &&
           !play_same_position(&a->head.position, &b->head.position);
}

/* In nearly all frames everything has moved. Then all runs begin anew, but are written only when a frame follows that needs them: `fresh` is
 * the last frame if they begin with it. */
bool reel__play_still_frames(play_stills *stills, const bsor_frame *frames, size_t count, const reel_allocator *allocator)
{
    const bsor_frame *fresh = NULL;
    const uint64_t begin = stills->row;
    bool written = true, moved;
    for (size_t i = 0; i <= count; i++) {
        if (i < count && !isfinite(frames[i].time)) continue;
        if (i < count && fresh && all_moved(&frames[i], fresh)) {
            fresh = &frames[i];
            written = false;
            continue;
        }
        for (unsigned t = 0; t < PLAY_TRACKERS && !written; t++) begin_run(stills, t, fresh, begin + (uint64_t)(fresh - frames));
        written = true;
        stills->row = begin + i;
        if (i == count) break;
        if (!add_frame(stills, &frames[i], allocator, &moved)) return false;
        fresh = moved ? &frames[i] : NULL;
    }
    return true;
}

/* How many of the sorted keys are below `key`. */
static uint32_t count_below(const play_key *keys, size_t count, uint32_t key)
{
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (keys[middle].key < key)
            low = middle + 1;
        else
            high = middle;
    }
    return (uint32_t)low;
}

/* Counts the cuts of one saber in each span that it is for. */
static bool count_cuts(play_stills *stills, const play_cut_time *cuts, size_t count, unsigned saber,
                       const reel_allocator *allocator)
{
    play_list list = { 0 };
    play_key *keys = reel__play_list_grow(&list, 2 * count + 1, sizeof *keys, allocator);
    if (!keys) return false;
    size_t own = 0;
    for (size_t i = 0; i < count; i++)
        if (cuts[i].saber == saber) keys[own++] = (play_key){ reel__play_key_of(cuts[i].time), 0 };
    reel__play_sort(keys, keys + own, own);
    beatsaber_still *spans = stills->spans.data;
    for (size_t i = 0; i < stills->spans.count; i++) {
        if (spans[i].tracker != saber && spans[i].tracker != PLAY_HEAD) continue;
        uint32_t from = reel__play_key_of(spans[i].time), to = reel__play_key_of(spans[i].end_time);
        spans[i].cuts += count_below(keys, own, to + 1) - count_below(keys, own, from);
    }
    reel__play_list_free(&list, allocator);
    return true;
}

bool reel__play_still_finish(play_stills *stills, const play_cut_time *cuts, size_t count, const reel_allocator *allocator)
{
    for (unsigned t = 0; t < PLAY_TRACKERS; t++)
        if (!end_run(stills, t, allocator)) return false;
    return count_cuts(stills, cuts, count, LEFT, allocator) && count_cuts(stills, cuts, count, RIGHT, allocator);
}
