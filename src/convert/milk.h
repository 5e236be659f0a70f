/* SPDX-License-Identifier: MIT
 * The conversions from .milk. */
#ifndef CONVERT_MILK_H
#define CONVERT_MILK_H

#include "convert/pair.h"

extern const convert_pair pair_milk_echoreplay, pair_milk_butter;

#endif
