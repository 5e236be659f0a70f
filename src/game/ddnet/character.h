/* SPDX-License-Identifier: MIT
 * What is around the core: inputs, freeze, weapons, tiles; and the things of the map. */
#ifndef GAME_DDNET_CHARACTER_H
#define GAME_DDNET_CHARACTER_H

#include "game/ddnet/state.h"

/* character.c: the parts of a tick, in their order. */
void reel__ddnet_character_spawn(ddnet_world *world, tee *t); /* at its recorded position */
void reel__ddnet_character_early_input(ddnet_world *world, tee *t);
void reel__ddnet_character_input(ddnet_world *world, tee *t);
void reel__ddnet_character_before(ddnet_world *world, tee *t);
void reel__ddnet_character_tick(ddnet_world *world, tee *t);
void reel__ddnet_character_move(ddnet_world *world, tee *t);
void reel__ddnet_character_show(ddnet_world *world, tee *t); /* fills in what `out` has of it */

/* entities.c: things of the map, and what was shot. */
bool reel__ddnet_entities_make(ddnet_world *world); /* false: no memory */
void reel__ddnet_entities_tick(ddnet_world *world);

#endif
