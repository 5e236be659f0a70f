/* SPDX-License-Identifier: MIT
 * The numbers of the physics and their names: src/game/tuning.h of ddnet/ddnet; what a server changes: src/game/server/gamecontext.cpp.
 * Settings: src/engine/shared/config_variables.h. */
#include "game/ddnet/state.h"

#include <stddef.h>
#include <string.h>

typedef struct tuning_name {
    const char *name;
    int32_t value; /* hundredths */
} tuning_name;

static const tuning_name tunings[DDNET_TUNINGS] = {
    [TUNE_GROUND_SPEED] = { "ground_control_speed", 1000 },
    [TUNE_GROUND_ACCEL] = { "ground_control_accel", 200 },
    [TUNE_GROUND_FRICTION] = { "ground_friction", 50 },
    [TUNE_GROUND_JUMP] = { "ground_jump_impulse", 1320 },
    [TUNE_AIR_JUMP] = { "air_jump_impulse", 1200 },
    [TUNE_AIR_SPEED] = { "air_control_speed", 500 },
    [TUNE_AIR_ACCEL] = { "air_control_accel", 150 },
    [TUNE_AIR_FRICTION] = { "air_friction", 95 },
    [TUNE_HOOK_LENGTH] = { "hook_length", 38000 },
    [TUNE_HOOK_FIRE_SPEED] = { "hook_fire_speed", 8000 },
    [TUNE_HOOK_ACCEL] = { "hook_drag_accel", 300 },
    [TUNE_HOOK_SPEED] = { "hook_drag_speed", 1500 },
    [TUNE_GRAVITY] = { "gravity", 50 },
    [TUNE_RAMP_START] = { "velramp_start", 55000 },
    [TUNE_RAMP_RANGE] = { "velramp_range", 200000 },
    [TUNE_RAMP_CURVATURE] = { "velramp_curvature", 140 },
    [TUNE_GUN_CURVATURE] = { "gun_curvature", 0 },
    [TUNE_GUN_SPEED] = { "gun_speed", 140000 },
    [TUNE_GUN_LIFETIME] = { "gun_lifetime", 200 },
    [TUNE_SHOTGUN_CURVATURE] = { "shotgun_curvature", 0 },
    [TUNE_SHOTGUN_SPEED] = { "shotgun_speed", 50000 },
    [TUNE_SHOTGUN_SPEED_DIFF] = { "shotgun_speeddiff", 0 },
    [TUNE_SHOTGUN_LIFETIME] = { "shotgun_lifetime", 20 },
    [TUNE_GRENADE_CURVATURE] = { "grenade_curvature", 700 },
    [TUNE_GRENADE_SPEED] = { "grenade_speed", 100000 },
    [TUNE_GRENADE_LIFETIME] = { "grenade_lifetime", 200 },
    [TUNE_LASER_REACH] = { "laser_reach", 80000 },
    [TUNE_LASER_DELAY] = { "laser_bounce_delay", 15000 },
    [TUNE_LASER_BOUNCES] = { "laser_bounce_num", 100000 },
    [TUNE_LASER_COST] = { "laser_bounce_cost", 0 },
    [TUNE_LASER_DAMAGE] = { "laser_damage", 500 },
    [TUNE_COLLISION] = { "player_collision", 100 },
    [TUNE_HOOKING] = { "player_hooking", 100 },
    [TUNE_JETPACK] = { "jetpack_strength", 40000 },
    [TUNE_SHOTGUN_STRENGTH] = { "shotgun_strength", 1000 },
    [TUNE_EXPLOSION] = { "explosion_strength", 600 },
    [TUNE_HAMMER] = { "hammer_strength", 100 },
    [TUNE_HOOK_DURATION] = { "hook_duration", 125 },
    [TUNE_HAMMER_DELAY] = { "hammer_fire_delay", 12500 },
    [TUNE_GUN_DELAY] = { "gun_fire_delay", 12500 },
    [TUNE_SHOTGUN_DELAY] = { "shotgun_fire_delay", 50000 },
    [TUNE_GRENADE_DELAY] = { "grenade_fire_delay", 50000 },
    [TUNE_LASER_DELAY_FIRE] = { "laser_fire_delay", 80000 },
    [TUNE_NINJA_DELAY] = { "ninja_fire_delay", 80000 },
    [TUNE_HAMMER_HIT_DELAY] = { "hammer_hit_fire_delay", 32000 },
    [TUNE_ELASTICITY_X] = { "ground_elasticity_x", 0 },
    [TUNE_ELASTICITY_Y] = { "ground_elasticity_y", 0 },
};

ddnet_tuning reel__ddnet_tuning_default(void)
{
    ddnet_tuning tuning;
    for (int i = 0; i < DDNET_TUNINGS; i++) tuning.value[i] = tunings[i].value;
    return tuning;
}

bool reel__ddnet_tuning_set(ddnet_tuning *tuning, const char *name, int32_t hundredths)
{
    for (int i = 0; i < DDNET_TUNINGS; i++) {
        if (!strcmp(tunings[i].name, name)) {
            tuning->value[i] = hundredths;
            return true;
        }
    }
    return false;
}
