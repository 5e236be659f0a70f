/* SPDX-License-Identifier: MIT
 * The conversions that there are. */
#ifndef CONVERT_PAIRS_H
#define CONVERT_PAIRS_H

#include "convert/pair.h"

extern const convert_pair pair_butter_echoreplay, pair_echoreplay_butter;

#endif
