/* SPDX-License-Identifier: MIT
 * Rows of a recording that come one by one, in order of time. */
#include "insight/ddnet/level.h"

#if !defined REEL_WITHOUT_LEVELS && !defined REEL_WITHOUT_DDNET_MAP
#define HAS_LEVELS 1
#else
#define HAS_LEVELS 0
#endif

void reel__game_advance(game *g, int32_t tick)
{
    if (tick <= g->tick) return;
    reel__write_dense_until(g, tick);
    g->tick = tick;
#if HAS_LEVELS
    if (g->beside) reel__level_tick(g);
#endif
}

void reel__game_take(game *g, const reel_table *table, const void *row)
{
    const game_processor process = reel__game_processor(table, false);
#if HAS_LEVELS
    const game_processor beside = g->beside ? reel__level_processor(table) : NULL;
    if (beside) beside(g, row);
#endif
    if (process) process(g, row);
}
