/* SPDX-License-Identifier: MIT
 * Small things that tiles, weapons and machines do to a tee: src/game/server/entities/character.cpp of ddnet/ddnet. */
#include "game/ddnet/character.h"

bool reel__ddnet_freeze(ddnet_world *world, tee *t, int32_t seconds)
{
    if (seconds <= 0 || tee_flag(t, DDNET_SUPER) || t->freeze_time > seconds * TICKS_PER_SECOND) return false;
    bool again = t->out.freeze_start < world->tick - TICKS_PER_SECOND;
    if (!again && !(world->rules.release >= 1802 && t->freeze_time == 0)) return false;
    t->out.armor = 0;
    t->freeze_time = seconds * TICKS_PER_SECOND;
    t->out.freeze_start = world->tick;
    return true;
}

void reel__ddnet_thaw(tee *t)
{
    if (t->freeze_time <= 0) return;
    t->out.armor = 10;
    if (!t->has[t->out.weapon]) t->out.weapon = DDNET_GUN;
    t->freeze_time = 0;
    t->out.freeze_start = 0;
    t->frozen_last = 1;
}

void reel__ddnet_accelerate(tee *t, vec by)
{
    t->velocity = reel__map_stop(t->stops, vec_add(t->velocity, by));
    t->shot = 1;
}

void reel__ddnet_reset_pickups(tee *t)
{
    for (int i = DDNET_SHOTGUN; i < DDNET_NINJA; i++) {
        t->has[i] = 0;
        if (t->out.weapon == i) t->out.weapon = DDNET_GUN;
    }
}

void reel__ddnet_release_hooked(ddnet_world *world, const tee *t)
{
    for (int32_t i = 0; i < world->alive; i++) {
        tee *other = &world->tees[world->order[i]];
        if (other->out.hooked_cid == tee_cid(world, t) && !tee_flag(other, DDNET_SUPER)) reel__ddnet_core_release(other);
    }
}

/* It is away for everybody else from here on; what the recording says of it is settled at the end of the tick. */
void reel__ddnet_die(ddnet_world *world, tee *t)
{
    (void)world;
    t->dying = 1;
    tee_set(t, DDNET_SOLO, false);
}
