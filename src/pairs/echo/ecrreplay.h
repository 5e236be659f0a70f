/* SPDX-License-Identifier: MIT
 * Conversions from .ecrreplay. */
#ifndef PAIRS_ECHO_ECRREPLAY_H
#define PAIRS_ECHO_ECRREPLAY_H

#include "pairs/pair.h"

extern const convert_pair reel__pair_ecrreplay_echoreplay, reel__pair_ecrreplay_tape;

#endif
