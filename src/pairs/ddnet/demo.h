/* SPDX-License-Identifier: MIT */
#ifndef PAIRS_DDNET_DEMO_H
#define PAIRS_DDNET_DEMO_H

#include "pairs/pair.h"

extern const convert_pair reel__pair_teehistorian_demo;

#endif
