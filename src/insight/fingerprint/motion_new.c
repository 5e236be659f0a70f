/* SPDX-License-Identifier: MIT
 * Makes and frees the motion of a player. */
#include "insight/fingerprint/fingerprint.h"

reel_motion *motion_new(const reel_allocator *allocator, print_kind kind)
{
    reel_motion *made = memory_new(allocator, sizeof *made);
    if (!made) return NULL;
    made->allocator = made->signal.allocator = made->presses.allocator = made->fingerprint.allocator = *allocator;
    made->kind = kind;
    return made;
}

void reel_motion_free(reel_motion *motion)
{
    for (reel_motion *next; motion; motion = next) {
        reel_allocator allocator = motion->allocator;
        next = motion->next;
        signal_free(&motion->signal);
        presses_free(&motion->presses);
        reel_memory_free(&motion->fingerprint);
        memory_drop(&allocator, motion->basis);
        memory_drop(&allocator, motion->windows);
        memory_drop(&allocator, motion->stops.data);
        strokes_free(&allocator, &motion->strokes);
        memory_drop(&allocator, motion);
    }
}
