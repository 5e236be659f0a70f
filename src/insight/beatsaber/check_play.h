/* SPDX-License-Identifier: MIT
 * The play of a check: what the checks of scores, levels and motion have in common. */
#ifndef INSIGHT_BEATSABER_CHECK_PLAY_H
#define INSIGHT_BEATSABER_CHECK_PLAY_H

#include "insight/beatsaber/state.h"

/* The state of such a check begins with it. */
typedef struct check_play {
    play_state play;
    bool started;
} check_play;

/* The play, ready for the first chunk or for an end without any. */
play_state *reel__check_play(reel_analysis *analysis);
/* Adds a chunk, with its frames if `frames` is true. */
reel_status reel__check_play_chunk(reel_analysis *analysis, const reel_chunk *chunk, bool frames);
/* The function `close` of the check. */
void reel__check_play_close(reel_analysis *analysis);
/* All tables that a feed reads of a play, ending with NULL. */
extern const reel_table *const reel__check_play_inputs[];

#endif
