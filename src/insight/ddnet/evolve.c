/* SPDX-License-Identifier: MIT */
#include "insight/ddnet/evolve.h"
#include "game/ddnet/state.h"

/* A server after all changes of the rules of hooks. No tee is faster than FASTEST units a tick. */
enum { MINOR = 22, SUBUNITS = 256, FASTEST = 6000 };

void reel__evolve_begin(evolver *e, const reel_allocator *allocator, ddnet_map *map)
{
    const ddnet_rules rules = reel__ddnet_rules_default(MINOR);
    const ddnet_tuning tuning = reel__ddnet_tuning_default();
    *e = (evolver){ map, reel__ddnet_world_create(allocator, map, &rules, &tuning) };
    if (e->world) e->world->zones[0] = tuning; /* that of the map does not count for what is predicted */
}

void reel__evolve_end(evolver *e)
{
    reel__ddnet_world_free(e->world);
    reel__ddnet_map_free(e->map);
    *e = (evolver){ NULL, NULL };
}

static vec fraction_of(int32_t x, int32_t y) { return (vec){ float_div((float)x, SUBUNITS), float_div((float)y, SUBUNITS) }; }

/* A move takes as many steps as it is long. */
static vec speed_of(int32_t x, int32_t y)
{
    const vec speed = fraction_of(x, y);
    return (vec){ float_clamp(speed.x, -FASTEST, FASTEST), float_clamp(speed.y, -FASTEST, FASTEST) };
}

/* Keys that are held, so that the tee goes on: a direction, and a hook that is out. */
void reel__evolve_set(evolver *e, const demo_character *from)
{
    tee *t = &e->world->tees[0];
    const int32_t team = t->team;
    *t = (tee){ .team = team,
                .position = { (float)from->x, (float)from->y },
                .velocity = speed_of(from->vel_x, from->vel_y),
                .hook = { (float)from->hook_x, (float)from->hook_y },
                .hook_direction = fraction_of(from->hook_dx, from->hook_dy) };
    t->applied.direction = from->direction;
    t->applied.hook = from->hook_state != DDNET_HOOK_IDLE;
    t->out.jumped = from->jumped;
    t->out.hooked_cid = from->hooked_cid;
    t->out.hook_state = from->hook_state;
    t->out.hook_tick = from->hook_tick;
}

uint64_t reel__evolve_steps(const evolver *e)
{
    enum { TICK_STEPS = 256 };
    const vec speed = e->world->tees[0].velocity;
    const float length = float_clamp(vec_length(speed), 0, 2 * FASTEST);
    return TICK_STEPS + (uint64_t)float_truncate(length);
}

void reel__evolve_tick(evolver *e, demo_character *to)
{
    tee *t = &e->world->tees[0];
    const int32_t held = t->out.jumped & 1;
    reel__ddnet_core_tick(e->world, t);
    reel__ddnet_core_move(e->world, t);
    reel__ddnet_core_quantize(t);
    t->out.jumped |= held;
    to->x = t->out.x, to->y = t->out.y;
    to->vel_x = t->out.vel_x, to->vel_y = t->out.vel_y;
    to->jumped = t->out.jumped;
    to->hooked_cid = t->out.hooked_cid;
    to->hook_state = t->out.hook_state;
    to->hook_tick = t->out.hook_tick;
    to->hook_x = t->out.hook_x, to->hook_y = t->out.hook_y;
    to->hook_dx = t->out.hook_dx, to->hook_dy = t->out.hook_dy;
}
