/* SPDX-License-Identifier: MIT
 * The conversions from .butter. */
#ifndef CONVERT_BUTTER_H
#define CONVERT_BUTTER_H

#include "convert/pair.h"

extern const convert_pair pair_butter_echoreplay, pair_echoreplay_butter;

#endif
