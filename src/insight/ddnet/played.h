/* SPDX-License-Identifier: MIT
 * What the physics needs of a recording that is played again, by evidence and by conversions: the rules and tuning of its header, and its map. */
#ifndef INSIGHT_DDNET_PLAYED_H
#define INSIGHT_DDNET_PLAYED_H

#include "game/ddnet/world.h"

#include <reel/teehistorian.h>

enum { PLAYED_NAME = 32 };
typedef struct played_rules {
    ddnet_rules rules; /* without the seeds of random numbers */
    ddnet_tuning tuning;
    uint32_t release;                 /* as 100 * major + minor; 0: the header states none */
    bool unknown;                     /* the header has a tuning that the physics has no name for: */
    char unknown_tuning[PLAYED_NAME]; /* the first one, cut if it is longer */
} played_rules;

played_rules reel__played_rules(const teehistorian_header *header, const teehistorian_value *values, size_t count);

/* Copies a text with an ending 0. Longer ones are cut: no setting of the physics, and no description of its random numbers, is that long. */
enum { PLAYED_TEXT = 256 };
const char *reel__played_text(reel_string text, char to[PLAYED_TEXT]);
/* The number at the start of a text; 0 without one. */
int32_t reel__played_number(const char *text);

/* The tiles and settings of a level. NULL: out of memory, or a map that no physics can have. */
ddnet_map *reel__played_map(const reel_allocator *allocator, const reel_chunk *level);

#endif
