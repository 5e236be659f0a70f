/* SPDX-License-Identifier: MIT
 * Conversions from .milk. */
#ifndef PAIRS_ECHO_MILK_H
#define PAIRS_ECHO_MILK_H

#include "pairs/pair.h"

extern const convert_pair reel__pair_milk_echoreplay, reel__pair_milk_butter;

#endif
