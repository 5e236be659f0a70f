/* SPDX-License-Identifier: MIT
 * Conversions from .butter. */
#ifndef PAIRS_ECHO_BUTTER_H
#define PAIRS_ECHO_BUTTER_H

#include "pairs/pair.h"

extern const convert_pair pair_butter_echoreplay, pair_echoreplay_butter;

#endif
