/* SPDX-License-Identifier: MIT
 * Conversions from .butter. */
#ifndef PAIRS_ECHO_BUTTER_H
#define PAIRS_ECHO_BUTTER_H

#include "pairs/pair.h"

extern const convert_pair reel__pair_butter_echoreplay, reel__pair_echoreplay_butter;

#endif
