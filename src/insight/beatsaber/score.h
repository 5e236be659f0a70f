/* SPDX-License-Identifier: MIT
 * The rules of points. */
#ifndef INSIGHT_BEATSABER_SCORE_H
#define INSIGHT_BEATSABER_SCORE_H

#include <stdbool.h>
#include <stdint.h>

/* One per beatsaber_scoring. */
enum { SCORING_COUNT = 13 };

/* Maximum points of a scoring type. `has_...`: that part depends on the cut. */
typedef struct play_traits {
    uint8_t before_max, after_max, max;
    bool has_before, has_center, has_after;
} play_traits;

const play_traits *reel__play_traits_of(int scoring);
/* Rounds half to even. For values from 0 to 2^53. */
int64_t reel__play_round(double value);

#endif
