/* SPDX-License-Identifier: MIT */
#ifndef PAIRS_DDNET_GHOST_H
#define PAIRS_DDNET_GHOST_H

#include "pairs/pair.h"

extern const convert_pair reel__pair_teehistorian_ghost, reel__pair_ghost_demo, reel__pair_demo_ghost;

#endif
