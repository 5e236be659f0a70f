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

/* freeze.c */
bool reel__ddnet_freeze(ddnet_world *world, tee *t, int32_t seconds); /* false: it was frozen, or cannot be */
void reel__ddnet_thaw(tee *t);
void reel__ddnet_accelerate(tee *t, vec by);                       /* what stoppers leave of it */
void reel__ddnet_reset_pickups(tee *t);                            /* takes shotgun, grenade and laser away */
void reel__ddnet_release_hooked(ddnet_world *world, const tee *t); /* all hooks on it let go */
void reel__ddnet_die(ddnet_world *world, tee *t);

/* race.c: what the cells do that a tee passed. */
void reel__ddnet_race_tiles(ddnet_world *world, tee *t);
/* Whether it is on a teleporter, which may lead to where tees appear. */
bool reel__ddnet_race_teleports(const ddnet_world *world, const tee *t);

/* weapons.c */
void reel__ddnet_weapon_switch(tee *t);
void reel__ddnet_weapon_fire(ddnet_world *world, tee *t);
void reel__ddnet_weapons_tick(ddnet_world *world, tee *t);
void reel__ddnet_weapon_give(tee *t, int weapon);
void reel__ddnet_ninja_give(ddnet_world *world, tee *t);

/* shots.c */
typedef struct shot {
    vec at, direction;
    int32_t aim_x, aim_y, life;
    int16_t owner;
    uint8_t type, bouncing, explosive, freeze, number, switched;
} shot;
void reel__ddnet_shoot(ddnet_world *world, const shot *shot);
void reel__ddnet_shoot_laser(ddnet_world *world, tee *owner, vec direction, int type);
void reel__ddnet_shots_tick(ddnet_world *world); /* projectiles */
void reel__ddnet_lasers_tick(ddnet_world *world);
/* `everybody`: also those that the owner cannot hit; team: of whom set it off, -1: none. */
void reel__ddnet_explode(ddnet_world *world, vec at, int32_t owner, bool everybody, int32_t team);
/* The first tee on a line; those that cannot meet `with` are left out (NULL: none is). */
tee *reel__ddnet_first_tee(ddnet_world *world, vec from, vec to, float radius, vec *at, const tee *without, const tee *with,
                           const tee *only);
void reel__ddnet_shots_show(ddnet_world *world);

/* machines.c: lights, draggers, turrets, doors, pickups. */
bool reel__ddnet_machines_make(ddnet_world *world); /* false: no memory */
void reel__ddnet_machines_tick(ddnet_world *world);
void reel__ddnet_pickups_tick(ddnet_world *world);

#endif
