/* SPDX-License-Identifier: MIT
 * Collects what the check "beatsaber-physics" looks at (physics_check.c): good cuts, and where the hands were in each frame. */
#include "insight/beatsaber/motion.h"

#include <math.h>

bool reel__play_physics_cut(play_state *play, const reel__play_note *note, const play_cut *cut)
{
    if (note->kind != BEATSABER_GOOD || play->no_cuts || !reel__play_traits_of(note->scoring)->has_center) return true;
    play_cut_time *own = reel__play_list_grow(&play->physics.cuts, 1, sizeof *own, &play->allocator);
    if (own) *own = (play_cut_time){ .time = note->time, .point = cut->point, .saber = cut->saber, .cell = note->cell };
    return own != NULL;
}

bool reel__play_physics_frames(play_state *play, const bsor_frame *frames, size_t count)
{
    play_physics *physics = &play->physics;
    reel__play_hands *rows = reel__play_list_grow(&physics->frames, count, sizeof *rows, &play->allocator);
    if (!rows) return false;
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        if (!isfinite(frames[i].time)) continue;
        rows[kept++] = (reel__play_hands){ frames[i].time, { frames[i].left_hand.position, frames[i].right_hand.position } };
        physics->unsorted |= frames[i].time < physics->last_time;
        physics->last_time = frames[i].time;
    }
    physics->frames.count -= count - kept;
    return reel__play_still_frames(&physics->stills, frames, count, &play->allocator);
}
