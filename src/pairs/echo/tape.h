/* SPDX-License-Identifier: MIT
 * Conversions from and to captures. */
#ifndef PAIRS_ECHO_TAPE_H
#define PAIRS_ECHO_TAPE_H

#include "pairs/pair.h"

extern const convert_pair pair_tape_echoreplay, pair_echoreplay_tape, pair_nevrcap_tape, pair_nevrcap_echoreplay,
    pair_tape_butter, pair_butter_tape, pair_milk_tape;

/* Adds the header of a capture if the first frame is in the chunk. */
reel_status tape_begin_capture(pair_job *job);

#endif
