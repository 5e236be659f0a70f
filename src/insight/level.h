/* SPDX-License-Identifier: MIT
 * The level of a run. */
#ifndef INSIGHT_LEVEL_H
#define INSIGHT_LEVEL_H

#include <reel/format.h>

/* Whether analysis->level, if there is one, is what the replay names, by its first chunk. Every insight that uses levels calls it for that
 * chunk: it is not in run.c, so that a program whose insights use none does not contain it. Fails with REEL_ARGUMENT, rule "level.other". If
 * either of them names no level, it reports that, and goes on. */
reel_status reel__insight_level(const reel_analysis *analysis, const reel_chunk *chunk);

#endif
