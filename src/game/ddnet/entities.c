/* SPDX-License-Identifier: MIT
 * Things of the map, and what was shot. */
#include "core/memory.h"
#include "game/ddnet/character.h"

bool reel__ddnet_entities_make(ddnet_world *world)
{
    (void)world;
    return true;
}

void reel__ddnet_entities_tick(ddnet_world *world) { (void)world; }

const ddnet_projectile *reel__ddnet_world_projectiles(const ddnet_world *world, size_t *count)
{
    *count = 0;
    return world->shown_projectiles;
}

const ddnet_laser *reel__ddnet_world_lasers(const ddnet_world *world, size_t *count)
{
    *count = 0;
    return world->shown_lasers;
}
