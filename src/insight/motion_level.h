/* SPDX-License-Identifier: MIT
 * The levels of a motion, for indexes. */
#ifndef INSIGHT_MOTION_LEVEL_H
#define INSIGHT_MOTION_LEVEL_H

#include <reel/match.h>

/* The hash of the level that the replay names; "": none. */
const char *reel__motion_level(const reel_motion *motion);
/* Whether the motion was read with a level that has a hash, and whether this is one of its hashes. */
bool reel__motion_has_level(const reel_motion *motion);
bool reel__motion_is_of(const reel_motion *motion, const char *hash);

#endif
