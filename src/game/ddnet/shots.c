/* SPDX-License-Identifier: MIT
 * What weapons shoot: src/game/server/entities/projectile.cpp and laser.cpp, CreateExplosion in gamecontext.cpp, IntersectEntity in
 * gameworld.cpp of ddnet/ddnet. */
#include <string.h>

#include "core/memory.h"
#include "game/ddnet/character.h"

enum { SHOTS_MOST = 1 << 14, LASERS_MOST = 1 << 12 };

/* ---- whom they reach -------------------------------------------------------------------------------------------- */

tee *reel__ddnet_first_tee(ddnet_world *world, vec from, vec to, float radius, vec *at, const tee *without, const tee *with,
                           const tee *only)
{
    float nearest = float_mul(vec_distance(from, to), 100.0F);
    tee *first = NULL;
    for (int32_t i = 0; i < world->alive; i++) {
        tee *t = &world->tees[world->order[i]];
        vec point;
        if (t == without || t->paused || t->dying || (only && t != only) || (with && !teams_meet(t, with))) continue;
        if (!vec_nearest(from, to, t->place, &point)) continue;
        if (!(vec_distance(t->place, point) < float_add(TEE_SIZE, radius))) continue;
        float distance = vec_distance(from, point);
        if (!(distance < nearest)) continue;
        *at = point;
        nearest = distance;
        first = t;
    }
    return first;
}

static tee *owner_of(ddnet_world *world, int32_t cid)
{
    tee *t = world_tee(world, cid);
    return t && !t->dying ? t : NULL;
}

/* A slot's player, alive or not, for the rules about teams. */
static const tee *slot_of(const ddnet_world *world, int32_t cid)
{
    return cid >= 0 && cid < DDNET_CLIENTS ? &world->tees[cid] : NULL;
}

void reel__ddnet_explode(ddnet_world *world, vec at, int32_t owner, bool everybody, int32_t team)
{
    uint8_t done[DDNET_TEAMS] = { 0 };
    tee *shooter = owner_of(world, owner);
    bool hits = shooter ? !tee_flag(shooter, DDNET_NO_GRENADE) : world->rules.hit != 0;
    const ddnet_tuning *tuning = shooter ? tee_tuning(world, shooter) : &world->zones[0];
    for (int32_t i = 0; i < world->alive; i++) {
        tee *t = &world->tees[world->order[i]];
        vec away = vec_sub(t->place, at), direction = { 0, 1 };
        float distance = vec_length(away);
        if (t->paused || t->dying || !(distance < 135.0F + TEE_SIZE)) continue;
        if (distance != 0) direction = vec_unit(away);
        float part = float_sub(1, float_clamp(float_div(float_sub(distance, 48.0F), 135.0F - 48.0F), 0, 1));
        float damage = float_mul(tuning_value(tuning, TUNE_EXPLOSION), part);
        if (!float_truncate(damage) || (!hits && !everybody && owner != world->order[i])) continue;
        if (owner != -1 && slot_of(world, owner) && !teams_meet(t, slot_of(world, owner))) continue;
        if (owner == -1 && team != -1 && t->team != team) continue;
        if (!hits || everybody) { /* once for each team */
            if (t->team >= DDNET_TEAMS - 1 || done[t->team]) continue;
            done[t->team] = 1;
        }
        reel__ddnet_accelerate(t, vec_scale(vec_scale(direction, damage), 2));
    }
}

/* ---- where a teleport by weapon ends ---------------------------------------------------------------------------- */

static bool air_near(const ddnet_map *map, vec at, vec before, vec *out)
{
    for (int k = 0; k < 16 && map_is_solid(map, at.x, at.y); k++) at = vec_sub(at, vec_unit(vec_sub(before, at)));
    int32_t x = float_round(at.x), y = float_round(at.y);
    int32_t in_x = x % DDNET_MAP_TILE, in_y = y % DDNET_MAP_TILE;
    vec middle = { float_add((float)((int64_t)x - in_x), in_x < 16 ? 14.0F : 17.0F),
                   float_add((float)((int64_t)y - in_y), in_y < 16 ? 14.0F : 17.0F) };
    *out = (vec){ middle.x, at.y };
    if (!reel__map_box(map, *out)) return true;
    *out = (vec){ at.x, middle.y };
    if (!reel__map_box(map, *out)) return true;
    *out = middle;
    return !reel__map_box(map, *out);
}

static bool air_above(const ddnet_map *map, vec tee_at, vec *out)
{
    for (int above = 5; above >= -1; above--) {
        *out = (vec){ tee_at.x, float_sub(tee_at.y, (float)above) };
        if (!reel__map_box(map, *out)) return true;
    }
    return false;
}

/* 1: teleport guns work there; 2: those that keep the speed. By the front layer, or a switch for this kind of weapon (delay 1 to 3). */
static int telegun_here(const ddnet_map *map, vec at, int weapon, bool *front)
{
    size_t cell = map_cell_round(map, at);
    int tile = map_at(map, PLANE_FRONT, cell), type = map_at(map, PLANE_SWITCH, cell),
        delay = map_at(map, PLANE_SWITCH_DELAY, cell);
    static const int by_delay[4] = { -1, DDNET_GUN, DDNET_GRENADE, DDNET_LASER };
    bool fits = !delay || delay > 3 || by_delay[delay] == weapon;
    *front = tile == TILE_TELEGUN_HERE || tile == TILE_TELEGUN_HERE_BLUE;
    if (tile == TILE_TELEGUN_HERE_BLUE || (type == TILE_TELEGUN_HERE_BLUE && fits)) return 2;
    return tile == TILE_TELEGUN_HERE || (type == TILE_TELEGUN_HERE && fits) ? 1 : 0;
}

/* ---- bullets and grenades --------------------------------------------------------------------------------------- */

void reel__ddnet_shoot(ddnet_world *world, const shot *fired)
{
    if (world->projectile_count >= SHOTS_MOST) return;
    size_t need = world->projectile_count + 1;
    projectile *all = reel__memory_items(&world->allocator, world->projectiles, &world->projectile_capacity, need, sizeof *all);
    if (!all) return;
    world->projectiles = all;
    all[world->projectile_count++] = (projectile){ .at = fired->at,
                                                   .direction = fired->direction,
                                                   .life = fired->life,
                                                   .switched = fired->switched,
                                                   .out = { .start_tick = world->tick,
                                                            .aim_x = fired->aim_x,
                                                            .aim_y = fired->aim_y,
                                                            .owner = fired->owner,
                                                            .type = fired->type,
                                                            .bouncing = fired->bouncing,
                                                            .explosive = fired->explosive,
                                                            .freeze = fired->freeze,
                                                            .switch_number = fired->number,
                                                            .tune_zone = (uint8_t)reel__map_zone(world->map, fired->at) } };
}

/* Its place some seconds after it began. */
static vec bullet_at(const ddnet_world *world, const projectile *p, float seconds)
{
    static const struct {
        int curvature, speed;
    } which[DDNET_WEAPONS] = { [DDNET_GUN] = { TUNE_GUN_CURVATURE, TUNE_GUN_SPEED },
                               [DDNET_SHOTGUN] = { TUNE_SHOTGUN_CURVATURE, TUNE_SHOTGUN_SPEED },
                               [DDNET_GRENADE] = { TUNE_GRENADE_CURVATURE, TUNE_GRENADE_SPEED } };
    const ddnet_tuning *tuning = &world->zones[p->out.tune_zone];
    float curvature = tuning_value(tuning, which[p->out.type].curvature);
    float time = float_mul(seconds, tuning_value(tuning, which[p->out.type].speed));
    float fall = float_mul(float_div(curvature, 10000), float_mul(time, time));
    return (vec){ float_add(p->at.x, float_mul(p->direction.x, time)),
                  float_add(float_add(p->at.y, float_mul(p->direction.y, time)), fall) };
}

static void bullet_freezes(ddnet_world *world, const projectile *p, vec at)
{
    for (int32_t i = 0; i < world->alive; i++) {
        tee *t = &world->tees[world->order[i]];
        if (t->dying || t->paused || !(vec_distance(t->place, at) < 1.0F + TEE_SIZE)) continue;
        if (p->switched && !(p->out.switch_number && tee_switch_on(world, t, p->out.switch_number))) continue;
        reel__ddnet_freeze(world, t, world->rules.freeze_delay);
    }
}

/* Where a bullet's hit takes its owner, if that has a teleport gun. */
static void bullet_teleports(ddnet_world *world, const projectile *p, tee *owner, const tee *target, bool collide, vec hit,
                             vec before, vec at)
{
    bool front, found;
    bool has = (p->out.type == DDNET_GRENADE && tee_flag(owner, DDNET_TELEGUN_GRENADE)) ||
               (p->out.type == DDNET_GUN && tee_flag(owner, DDNET_TELEGUN_GUN));
    if (!has || reel__map_outside(world->map, hit)) return;
    int here = telegun_here(world->map, target ? target->place : hit, p->out.type, &front);
    if (!here && !target) return;
    vec place;
    if (!collide)
        found = air_above(world->map, target ? target->place : hit, &place);
    else
        found = air_near(world->map, before, at, &place);
    if (!found) return;
    owner->telegun_place = place;
    owner->telegun = here == 2 ? 2 : 1;
}

static void bullet_bounces(ddnet_world *world, projectile *p, vec before)
{
    p->out.start_tick = world->tick;
    p->at = vec_add(before, vec_scale(p->direction, -4));
    if (p->out.bouncing == 1)
        p->direction.x = -p->direction.x;
    else if (p->out.bouncing == 2)
        p->direction.y = -p->direction.y;
    if (p->direction.x < FLOAT(1e-6F) && p->direction.x > FLOAT(-1e-6F)) p->direction.x = 0;
    if (p->direction.y < FLOAT(1e-6F) && p->direction.y > FLOAT(-1e-6F)) p->direction.y = 0;
    p->at = vec_add(p->at, p->direction);
}

/* It hit a tee or a wall, or left the map. */
static void bullet_hits(ddnet_world *world, projectile *p, tee *owner, tee *target, bool collide, vec hit, vec before, vec at)
{
    int32_t team = target ? target->team : -1;
    if (p->out.explosive && (!target || !p->out.freeze || (p->out.type == DDNET_SHOTGUN && collide)))
        reel__ddnet_explode(world, hit, p->out.owner, p->out.owner == -1, team);
    else if (p->out.freeze)
        bullet_freezes(world, p, at);
    else if (target)
        reel__ddnet_accelerate(target, (vec){ 0, 0 });
    if (owner) bullet_teleports(world, p, owner, target, collide, hit, before, at);
    if (collide && p->out.bouncing)
        bullet_bounces(world, p, before);
    else if (p->out.type == DDNET_GUN || !p->out.freeze)
        p->gone = 1;
}

static void bullet_teleported(ddnet_world *world, projectile *p, vec from)
{
    const ddnet_map *map = world->map;
    size_t cell = map_cell_truncate(map, from);
    int type = world->rules.old_tele_guns ? TILE_TELE_IN : TILE_TELE_IN_WEAPON;
    if (map_at(map, PLANE_TELE, cell) != type) return;
    const map_outs *outs = &map->outs[map_at(map, PLANE_TELE_NUMBER, cell)];
    if (!outs->count) return;
    p->at = exit_place(outs, reel__ddnet_random(world, outs->count));
    p->out.start_tick = world->tick;
}

static void bullet_tick(ddnet_world *world, projectile *p)
{
    int32_t age = world->tick - p->out.start_tick;
    vec from = bullet_at(world, p, float_div((float)(age - 1), 50)), at = bullet_at(world, p, float_div((float)age, 50));
    vec hit = at, before = at;
    bool collide = reel__map_line(world->map, from, at, &hit, &before) != 0;
    tee *owner = owner_of(world, p->out.owner), *target = NULL;
    bool hits = owner ? !tee_flag(owner, DDNET_NO_GRENADE) : world->rules.hit != 0;
    if (hits)
        target =
            reel__ddnet_first_tee(world, from, hit, p->out.freeze ? 1.0F : 6.0F, &hit, owner, slot_of(world, p->out.owner), NULL);
    if (p->life > -1) p->life--;
    if (!owner && p->out.owner >= 0 && (p->out.type != DDNET_GRENADE || world->rules.destroy_bullets)) {
        p->gone = 1;
        return;
    }
    bool counts = target && (owner ? hits : (hits || p->out.owner == -1));
    if (counts || collide || reel__map_outside(world->map, at)) bullet_hits(world, p, owner, target, collide, hit, before, at);
    if (p->gone) return;
    if (p->life == -1) {
        if (p->out.explosive) reel__ddnet_explode(world, hit, p->out.owner, p->out.owner == -1, owner ? owner->team : -1);
        p->gone = 1;
        return;
    }
    bullet_teleported(world, p, from);
}

void reel__ddnet_shots_tick(ddnet_world *world)
{
    size_t kept = 0;
    for (size_t i = world->projectile_count; i-- > 0;) bullet_tick(world, &world->projectiles[i]);
    for (size_t i = 0; i < world->projectile_count; i++)
        if (!world->projectiles[i].gone) world->projectiles[kept++] = world->projectiles[i];
    world->projectile_count = kept;
}

/* ---- lasers ----------------------------------------------------------------------------------------------------- */

static bool beam_hits_others(const tee *owner, int type)
{
    return !tee_flag(owner, type == DDNET_LASER ? DDNET_NO_LASER : DDNET_NO_SHOTGUN);
}

static tee *beam_target(ddnet_world *world, const laser *l, tee *owner, vec to, vec *at)
{
    bool not_self = world->rules.old_laser || (l->bounces == 0 && !l->was_tele);
    bool others = owner ? beam_hits_others(owner, l->out.type) : world->rules.hit != 0;
    return reel__ddnet_first_tee(world, l->at, to, 0, at, not_self ? owner : NULL, slot_of(world, l->out.owner),
                                 others ? NULL : owner);
}

/* A shotgun pulls towards where the beam came from, a laser thaws. */
static bool beam_hits(ddnet_world *world, laser *l, vec from, vec to)
{
    tee *owner = owner_of(world, l->out.owner);
    vec at = to;
    tee *target = beam_target(world, l, owner, to, &at);
    if (!target || (!owner && !world->rules.hit)) return false;
    l->from = from, l->at = at, l->energy = -1;
    if (l->out.type == DDNET_LASER) {
        reel__ddnet_thaw(target);
        return true;
    }
    vec origin = world->rules.old_laser ? (owner ? owner->position : target->position) : l->before;
    float strength = tuning_value(&world->zones[l->zone], TUNE_SHOTGUN_STRENGTH);
    if (world->rules.old_laser && !owner)
        reel__ddnet_accelerate(target, (vec){ 0, 0 });
    else if (!vec_equal(origin, target->position))
        reel__ddnet_accelerate(target, vec_scale(vec_unit(vec_sub(origin, target->position)), strength));
    else
        target->velocity = (vec){ -2147483648.0F, -2147483648.0F }; /* a fault of the game that maps are made for */
    return true;
}

/* Turns back from a wall, as the game's MovePoint with full elasticity. */
static void beam_turns(const ddnet_map *map, vec *at, vec *step)
{
    vec next = vec_add(*at, *step);
    if (!map_is_solid(map, next.x, next.y)) {
        *at = next;
        return;
    }
    bool x = map_is_solid(map, next.x, at->y), y = map_is_solid(map, at->x, next.y);
    if (x || !y) step->x = -step->x;
    if (y || !x) step->y = -step->y;
}

static void beam_reflects(ddnet_world *world, laser *l, vec to, int tile, int tele)
{
    l->from = l->at, l->at = to;
    vec at = l->at, step = vec_scale(l->direction, 4.0F);
    beam_turns(world->map, &at, &step);
    l->at = at, l->direction = vec_unit(step);
    float distance = vec_distance(l->from, l->at);
    if (distance == 0 && l->no_distance_before)
        l->energy = -1;
    else
        l->energy = float_sub(l->energy, float_add(distance, tuning_value(&world->zones[l->zone], TUNE_LASER_COST)));
    l->no_distance_before = distance == 0;
    const map_outs *outs = &world->map->outs[tele];
    if (tile == TILE_TELE_IN_WEAPON && outs->count) {
        l->tele = exit_place(outs, reel__ddnet_random(world, outs->count));
        l->was_tele = 1;
    } else {
        if (l->bounces < INT32_MAX) l->bounces++;
        l->was_tele = 0;
    }
    if (l->bounces > float_truncate(tuning_value(&world->zones[l->zone], TUNE_LASER_BOUNCES))) l->energy = -1;
}

/* The end of a beam of a teleport laser takes its owner there, if the last wall allowed it. */
static void beam_teleports(ddnet_world *world, laser *l, vec to, vec wall)
{
    tee *owner = owner_of(world, l->out.owner);
    bool front;
    if (l->energy <= 0 && !l->telegun_off && owner && tee_flag(owner, DDNET_TELEGUN_LASER) && l->out.type == DDNET_LASER) {
        vec at = to, place;
        const tee *target = beam_target(world, l, owner, to, &at);
        bool found = target ? air_above(world->map, target->place, &place) : air_near(world->map, l->at, l->from, &place);
        if (!found) return;
        owner->telegun_place = place;
        owner->telegun = l->telegun_blue ? 2 : 1;
        return;
    }
    if (map_at(world->map, PLANE_TELE, map_cell_round(world->map, wall)) == TILE_TELE_IN_WEAPON) return;
    int here = telegun_here(world->map, wall, DDNET_LASER, &front);
    l->telegun_blue = here == 2;
    l->telegun_off = l->out.type == DDNET_LASER && !here;
}

static void beam_goes_on(ddnet_world *world, laser *l)
{
    l->out.start_tick = world->tick;
    if (l->energy < 0) {
        l->gone = 1;
        return;
    }
    if (l->was_tele) {
        l->at = l->tele;
        l->tele = (vec){ 0, 0 };
    }
    l->before = l->at;
    vec to = vec_add(l->at, vec_scale(l->direction, l->energy)), wall = to;
    int tele = 0, tile = reel__map_line_weapon(world->map, l->at, to, world->rules.old_tele_guns, &wall, &to, &tele);
    if (!beam_hits(world, l, l->at, to)) {
        if (tile)
            beam_reflects(world, l, to, tile, tele);
        else
            l->from = l->at, l->at = to, l->energy = -1;
    }
    beam_teleports(world, l, to, wall);
}

void reel__ddnet_shoot_laser(ddnet_world *world, tee *owner, vec direction, int type)
{
    if (world->laser_count >= LASERS_MOST) return;
    size_t need = world->laser_count + 1;
    laser *all = reel__memory_items(&world->allocator, world->lasers, &world->laser_capacity, need, sizeof *all);
    if (!all) return;
    world->lasers = all;
    all[world->laser_count] = (laser){ .at = owner->place,
                                       .direction = direction,
                                       .energy = tuning_value(tee_tuning(world, owner), TUNE_LASER_REACH),
                                       .zone = reel__map_zone(world->map, owner->place),
                                       .out = { .owner = (int16_t)tee_cid(world, owner), .type = (uint8_t)type } };
    beam_goes_on(world, &all[world->laser_count++]);
}

void reel__ddnet_lasers_tick(ddnet_world *world)
{
    size_t kept = 0;
    for (size_t i = world->laser_count; i-- > 0;) {
        laser *l = &world->lasers[i];
        if (world->rules.destroy_lasers && !owner_of(world, l->out.owner)) l->gone = 1;
        float delay = tuning_value(&world->zones[l->zone], TUNE_LASER_DELAY);
        if ((float)(world->tick - l->out.start_tick) > float_div(float_mul(50, delay), 1000.0F)) beam_goes_on(world, l);
    }
    for (size_t i = 0; i < world->laser_count; i++)
        if (!world->lasers[i].gone) world->lasers[kept++] = world->lasers[i];
    world->laser_count = kept;
}

/* ---- for others to see ------------------------------------------------------------------------------------------ */

void reel__ddnet_shots_show(ddnet_world *world)
{
    if (world->projectile_count) {
        ddnet_projectile *all = reel__memory_items(&world->allocator, world->shown_projectiles, &world->shown_projectile_capacity,
                                                   world->projectile_count, sizeof *all);
        if (all) world->shown_projectiles = all;
    }
    if (world->laser_count) {
        ddnet_laser *all = reel__memory_items(&world->allocator, world->shown_lasers, &world->shown_laser_capacity,
                                              world->laser_count, sizeof *all);
        if (all) world->shown_lasers = all;
    }
    for (size_t i = 0; i < world->projectile_count && i < world->shown_projectile_capacity; i++) {
        const projectile *p = &world->projectiles[i];
        ddnet_projectile *out = &world->shown_projectiles[i];
        *out = p->out;
        out->x = p->at.x, out->y = p->at.y, out->direction_x = p->direction.x, out->direction_y = p->direction.y;
    }
    for (size_t i = 0; i < world->laser_count && i < world->shown_laser_capacity; i++) {
        const laser *l = &world->lasers[i];
        ddnet_laser *out = &world->shown_lasers[i];
        *out = l->out;
        out->x = l->at.x, out->y = l->at.y, out->from_x = l->from.x, out->from_y = l->from.y;
    }
}

const ddnet_projectile *reel__ddnet_world_projectiles(const ddnet_world *world, size_t *count)
{
    *count =
        world->projectile_count < world->shown_projectile_capacity ? world->projectile_count : world->shown_projectile_capacity;
    return world->shown_projectiles;
}

const ddnet_laser *reel__ddnet_world_lasers(const ddnet_world *world, size_t *count)
{
    *count = world->laser_count < world->shown_laser_capacity ? world->laser_count : world->shown_laser_capacity;
    return world->shown_lasers;
}
