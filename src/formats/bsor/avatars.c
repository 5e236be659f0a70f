/* SPDX-License-Identifier: MIT
 * Frames of several players: a mod of standalone headsets recorded all avatars of a room, each time as many frames. docs/formats/bsor.md,
 * "Several players". */
#include "formats/bsor/layout.h"

#include <math.h>

enum { MOST_AVATARS = 32, LEAST_TIMES = 10, ODD_IN = 20 /* one time in so many may have another number of frames */ };

/* The number of frames from `frames` on that have the time of the first. */
static size_t group_of(const bsor_frame *frames, size_t count)
{
    size_t size = 1;
    while (size < count && frames[size].time == frames[0].time) size++;
    return size;
}

static bool same_place(const bsor_frame *a, const bsor_frame *b)
{
    return a->head.position.x == b->head.position.x && a->head.position.y == b->head.position.y &&
           a->head.position.z == b->head.position.z;
}

size_t reel__bsor_avatars(const bsor_frame *frames, size_t count)
{
    size_t first = 0, avatars = 0, times = 0, odd = 0, alike = 0;
    while (first < count && frames[first].time == 0) first++; /* the first frames of many files share time 0 */
    for (size_t i = first, size; i < count; i += size, times++) {
        size = group_of(frames + i, count - i);
        if (!avatars) avatars = size;
        if (avatars == 1) return 1;
        odd += size != avatars;
        alike += size > 1 && same_place(&frames[i], &frames[i + 1]);
    }
    bool found = avatars > 1 && avatars <= MOST_AVATARS && times >= LEAST_TIMES && odd * ODD_IN <= times && alike * 2 < times;
    return found ? avatars : 1;
}

static double distance(const reel_vec3 *a, const reel_vec3 *b)
{
    double x = (double)a->x - (double)b->x, y = (double)a->y - (double)b->y, z = (double)a->z - (double)b->z;
    return sqrt(x * x + y * y + z * z);
}

size_t reel__bsor_frame_from(const bsor_frame *frames, size_t count, float time)
{
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (frames[middle].time < time)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Which of the players made the cuts: the one whose hands were nearest to the points that were cut. The first, without cuts. */
static size_t find_own(const bsor_frame *frames, size_t count, size_t avatars, const bsor_note *notes, size_t note_count)
{
    double far[MOST_AVATARS] = { 0 };
    for (size_t i = 0; i < note_count; i++) {
        const bsor_cut *cut = &notes[i].cut;
        if (notes[i].event_type != BSOR_GOOD_CUT || cut->saber_type < 0 || cut->saber_type > 1) continue;
        size_t at = reel__bsor_frame_from(frames, count, notes[i].event_time);
        if (at + avatars > count || frames[at].time != frames[at + avatars - 1].time) continue;
        for (size_t a = 0; a < avatars; a++) {
            const reel_pose *hand = cut->saber_type ? &frames[at + a].right_hand : &frames[at + a].left_hand;
            far[a] += distance(&hand->position, &cut->cut_point);
        }
    }
    size_t own = 0;
    for (size_t a = 1; a < avatars; a++)
        if (far[a] < far[own]) own = a;
    return own;
}

size_t bsor_own_frames(const bsor_frame *frames, size_t count, const bsor_note *notes, size_t note_count, bsor_frame *own)
{
    size_t avatars = reel__bsor_avatars(frames, count), kept = 0;
    if (avatars == 1) return count;
    size_t number = own ? find_own(frames, count, avatars, notes, note_count) : 0;
    for (size_t i = 0, size; i < count; i += size, kept++) {
        size = group_of(frames + i, count - i);
        if (own) own[kept] = frames[i + (size > number ? number : size - 1)];
    }
    return kept;
}

reel_status reel__bsor_one_avatar(reel_change *change)
{
    reel_row_list *list = reel_change_rows(change->chunk, &bsor_frames);
    bsor_frame *frames = (bsor_frame *)(void *)list->data;
    size_t count = list->count, note_count;
    const bsor_note *notes = reel_chunk_rows(change->chunk, &bsor_notes, &note_count);
    size_t kept = bsor_own_frames(frames, count, notes, note_count, frames);
    if (kept == count)
        return reel_fail(change->error, REEL_ARGUMENT, "bsor.avatars", "frames", 0, "the file has the frames of one player only");
    list->count = kept;
    reel_tally(change, "edit.one-avatar", REEL_NOTE, &bsor_frames, NULL, count - kept, "of other players, dropped");
    return REEL_OK;
}
