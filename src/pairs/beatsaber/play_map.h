/* SPDX-License-Identifier: MIT
 * From a play to the map that was played, as far as its events tell. docs/levels.md says what they do not. */
#ifndef PAIRS_BEATSABER_PLAY_MAP_H
#define PAIRS_BEATSABER_PLAY_MAP_H

#include "pairs/pair.h"

extern const convert_pair reel__pair_bsor_map, reel__pair_scoresaber_map, reel__pair_scoresaber_json_map, reel__pair_xror_map;

#endif
