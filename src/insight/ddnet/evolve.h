/* SPDX-License-Identifier: MIT
 * What a client makes of a character that its server states only where its movement cannot be predicted: the tee alone in the world, without
 * input, with the usual tuning, tick by tick (CGameClient::Evolve in src/game/client/gameclient.cpp of ddnet/ddnet). */
#ifndef INSIGHT_DDNET_EVOLVE_H
#define INSIGHT_DDNET_EVOLVE_H

#include "game/ddnet/world.h"

#include <reel/demo.h>

typedef struct evolver {
    ddnet_map *map;
    ddnet_world *world; /* NULL: out of memory */
} evolver;

/* Takes the map, which may be NULL. */
void reel__evolve_begin(evolver *e, const reel_allocator *allocator, ddnet_map *map);
void reel__evolve_end(evolver *e);
/* Sets the tee to what a character states; then moves it by one tick, and gives the state after it. */
void reel__evolve_set(evolver *e, const demo_character *from);
uint64_t reel__evolve_steps(const evolver *e); /* what the next tick costs of the budget */
void reel__evolve_tick(evolver *e, demo_character *to);

#endif
