/* SPDX-License-Identifier: MIT
 * Makes and frees the motion of a player. */
#include "insight/fingerprint/fingerprint.h"

reel_motion *reel__motion_new(const reel_allocator *allocator, print_kind kind)
{
    reel_motion *made = reel__memory_new(allocator, sizeof *made);
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
        reel__signal_free(&motion->signal);
        reel__presses_free(&motion->presses);
        reel_memory_free(&motion->fingerprint);
        reel__memory_drop(&allocator, motion->basis);
        reel__memory_drop(&allocator, motion->windows);
        reel__memory_drop(&allocator, motion->stops.data);
        reel__strokes_free(&allocator, &motion->strokes);
        reel__memory_drop(&allocator, motion);
    }
}
