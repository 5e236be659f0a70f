/* SPDX-License-Identifier: MIT
 * How far a tee can come in a tick. Its speed changes by what CCharacterCore::Tick of src/game/gamecore.cpp (ddnet/ddnet@28baa427) adds: gravity, a
 * jump, a key, the pull of a hook; CCharacter::FireWeapon adds a jetpack. Walls and stoppers only take speed away, and friction and freeze, too. */
#include "game/ddnet/state.h"

enum {
    ROUNDED = 1, /* units: positions are stored as whole numbers */
    NINJA = 50,  /* units a tick */
    AROUND = 2,  /* cells that a tee can pass in a tick beside the one that it is in, at a usual speed */
    OUTER = 1024 /* units: what a machine moves in a tick, or is thrown, beyond its range */
};

static float larger(float a, float b) { return a > b ? a : b; }
static float size_of(const ddnet_tuning *tuning, int which)
{
    const float value = tuning_value(tuning, which);
    return value < 0 ? -value : value;
}

/* A span of an axis, around 0. */
typedef struct span {
    float low, high;
} span;

/* What remains of a speed, and may be stopped, and what is added to it. */
static span axis(float speed, float slack, float factor, float added)
{
    const float low = float_sub(speed, slack), high = float_add(speed, slack);
    return (span){ float_sub(float_mul(low < 0 ? low : 0, factor), added),
                   float_add(float_mul(high > 0 ? high : 0, factor), added) };
}

/* A wall may give back a part of the speed. */
static span bounce(span of, float elasticity)
{
    const float back = float_mul(elasticity, larger(-of.low, of.high));
    return (span){ -larger(-of.low, back), larger(of.high, back) };
}

ddnet_reach reel__ddnet_world_reach(const ddnet_world *world, int32_t cid, int32_t slack)
{
    enum { FASTEST = 1 << 20 };
    if (cid < 0 || cid >= DDNET_CLIENTS || !world->tees[cid].alive) return (ddnet_reach){ .bounded = false };
    const tee *t = &world->tees[cid];
    const ddnet_tuning *tuning = &world->zones[reel__map_zone(world->map, t->place)];
    const float pull = float_add(size_of(tuning, TUNE_HOOK_ACCEL), float_div(size_of(tuning, TUNE_JETPACK), 100.0F));
    const float key = larger(size_of(tuning, TUNE_GROUND_ACCEL), size_of(tuning, TUNE_AIR_ACCEL));
    const float friction = larger(1, larger(size_of(tuning, TUNE_GROUND_FRICTION), size_of(tuning, TUNE_AIR_FRICTION)));
    const float jump = larger(size_of(tuning, TUNE_GROUND_JUMP), size_of(tuning, TUNE_AIR_JUMP));
    const bool falls_up = tuning_value(tuning, TUNE_GROUND_JUMP) < 0 || tuning_value(tuning, TUNE_AIR_JUMP) < 0;
    span x = axis(t->velocity.x, (float)slack, friction, float_add(key, pull));
    span y = axis(t->velocity.y, (float)slack, 1, float_add(size_of(tuning, TUNE_GRAVITY), pull));
    y.low = -larger(-y.low, float_add(jump, pull));
    if (falls_up) y.high = larger(y.high, float_add(jump, pull));
    x = bounce(x, size_of(tuning, TUNE_ELASTICITY_X));
    y = bounce(y, size_of(tuning, TUNE_ELASTICITY_Y));
    const float most = larger(larger(-x.low, x.high), larger(-y.low, y.high));
    if (!(most < FASTEST) || tuning_value(tuning, TUNE_RAMP_CURVATURE) < 1 || t->has[DDNET_NINJA] || t->paused || t->watches)
        return (ddnet_reach){ .bounded = false };
    const int64_t wide = ROUNDED + 1 + (world->map->has_ninja ? NINJA : 0); /* 1: the part of a unit that is cut off below */
    return (ddnet_reach){ .low_x = t->out.x + (int64_t)float_truncate(x.low) - wide,
                          .high_x = t->out.x + (int64_t)float_truncate(x.high) + wide,
                          .low_y = t->out.y + (int64_t)float_truncate(y.low) - wide,
                          .high_y = t->out.y + (int64_t)float_truncate(y.high) + wide,
                          .bounded = true };
}

/* ---- what else acts --------------------------------------------------------------------------------------------- */

static bool tile_moves(const ddnet_map *map, size_t cell)
{
    switch (map_at(map, PLANE_TELE, cell)) {
    case TILE_TELE_IN:
    case TILE_TELE_IN_RED:
    case TILE_TELE_CHECK_IN:
    case TILE_TELE_CHECK_IN_RED: return true;
    default: return map_at(map, PLANE_SPEEDUP_FORCE, cell) != 0;
    }
}

static bool machine_near(const ddnet_world *world, int32_t x, int32_t y)
{
    const ddnet_rules *rules = &world->rules;
    const int64_t reach =
        OUTER + (int64_t)(rules->dragger_range > rules->plasma_range ? rules->dragger_range : rules->plasma_range);
    for (size_t i = 0; i < world->machine_count; i++) {
        const machine *m = &world->machines[i];
        const float dx = float_sub(m->at.x, (float)x), dy = float_sub(m->at.y, (float)y);
        if (m->kind != MACHINE_LIGHT && !(dx > (float)reach || dx < (float)-reach || dy > (float)reach || dy < (float)-reach))
            return true;
    }
    return false;
}

bool reel__ddnet_map_moves_near(const ddnet_map *map, int32_t x, int32_t y)
{
    const int32_t column = way_cell(x, map->width), line = way_cell(y, map->height);
    for (int32_t dy = -AROUND; dy <= AROUND; dy++)
        for (int32_t dx = -AROUND; dx <= AROUND; dx++) {
            const int32_t cx = column + dx, cy = line + dy;
            if (cx >= 0 && cy >= 0 && cx < map->width && cy < map->height && tile_moves(map, map_index(map, cx, cy))) return true;
        }
    return false;
}

bool reel__ddnet_world_acts_near(const ddnet_world *world, int32_t x, int32_t y)
{
    return reel__ddnet_map_moves_near(world->map, x, y) || machine_near(world, x, y);
}

bool reel__ddnet_map_is_armed(const ddnet_map *map) { return map->is_armed; }

size_t reel__ddnet_world_things(const ddnet_world *world)
{
    return world->projectile_count + world->laser_count + world->machine_count + world->pickup_count;
}
