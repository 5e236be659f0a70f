/* SPDX-License-Identifier: MIT
 * Conversions from and to captures. */
#ifndef PAIRS_ECHO_TAPE_H
#define PAIRS_ECHO_TAPE_H

#include "pairs/pair.h"

extern const convert_pair reel__pair_tape_echoreplay, reel__pair_echoreplay_tape, reel__pair_nevrcap_tape,
    reel__pair_nevrcap_echoreplay, reel__pair_tape_butter, reel__pair_butter_tape, reel__pair_milk_tape;

/* Adds the header of a capture if the first frame is in the chunk. */
reel_status reel__tape_begin_capture(pair_job *job);

#endif
