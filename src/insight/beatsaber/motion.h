/* SPDX-License-Identifier: MIT
 * What is called for the frames and the cuts of a play: statistics of the motion (motion.c), and what its checks look at. */
#ifndef INSIGHT_BEATSABER_MOTION_H
#define INSIGHT_BEATSABER_MOTION_H

#include "insight/beatsaber/state.h"
#include "insight/beatsaber/walk.h"

/* Adds frames to the statistics, or to the signs if these are wanted. False: out of memory. */
bool reel__play_add_frames(play_state *play, const bsor_frame *frames, size_t count);
reel_vec3 reel__play_head(const play_motion *motion);
/* Marks jitters within 0.125 s of a note that lost swing points. */
void reel__play_mark_losses(play_state *play, const play_walk *walk);

/* ---- signs of generated plays (signs.c) -------------------------------------------------------------------------- */

/* Called for good cuts and for frames, if play->signs.wanted. False: out of memory. */
bool reel__play_sign_cut(play_state *play, uint8_t scoring, const play_cut *cut);
void reel__play_sign_frames(play_state *play, const bsor_frame *frames, size_t count);

/* ---- spans without motion (stills.c) ---------------------------------------------------------------------------- */

/* Adds frames. False: out of memory. */
bool reel__play_still_frames(play_stills *stills, const bsor_frame *frames, size_t count, const reel_allocator *allocator);
/* Ends the spans and counts the cuts in them. False: out of memory. */
bool reel__play_still_finish(play_stills *stills, const play_cut_time *cuts, size_t count, const reel_allocator *allocator);

/* ---- what cannot be (physics.c) --------------------------------------------------------------------------------- */

/* Called for good cuts and for frames, if play->physics.wanted. False: out of memory. */
bool reel__play_physics_cut(play_state *play, const reel__play_note *note, const play_cut *cut);
bool reel__play_physics_frames(play_state *play, const bsor_frame *frames, size_t count);

#endif
