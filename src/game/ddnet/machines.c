/* SPDX-License-Identifier: MIT
 * Things of the map: src/game/server/entities/light.cpp, door.cpp, dragger.cpp, dragger_beam.cpp, gun.cpp, plasma.cpp and pickup.cpp,
 * OnEntity in gamecontroller.cpp of ddnet/ddnet. Those that were made last act first. */
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "game/ddnet/character.h"
#include "game/ddnet/curves.h"

enum {
    MACHINES_MOST = 1 << 13,
    MOVES_EACH = 7,             /* ticks between two moves of what moves */
    MEMORY = 2 * DDNET_CLIENTS, /* numbers that a dragger or turret keeps: by team, by client */
    PLASMA_LIFE = 75
};

/* ---- making them ------------------------------------------------------------------------------------------------ */

static int entity_at(const ddnet_map *map, int32_t x, int32_t y, int layer)
{
    map_plane plane = layer == DDNET_MAP_GAME ? PLANE_GAME : layer == DDNET_MAP_FRONT ? PLANE_FRONT : PLANE_SWITCH;
    if (x < 0 || y < 0 || x >= map->width || y >= map->height) return 0;
    return map_at(map, plane, (size_t)y * (size_t)map->width + (size_t)x) - ENTITY_OFFSET;
}

/* The eight sides in the order of the game, against the clock from below. */
static const struct {
    int8_t x, y;
} sides[8] = { { 0, 1 }, { 1, 1 }, { 1, 0 }, { 1, -1 }, { 0, -1 }, { -1, -1 }, { -1, 0 }, { -1, 1 } };

static vec entity_place(const map_entity *e) { return (vec){ (float)e->x * 32.0F + 16.0F, (float)e->y * 32.0F + 16.0F }; }

static vec ray(float rotation)
{
    double sine, cosine;
    reel__curve_sine_cosine((double)rotation, &sine, &cosine);
    return (vec){ (float)sine, (float)cosine };
}

static machine *machine_new(ddnet_world *world)
{
    if (world->machine_count >= 2 * MACHINES_MOST) return NULL;
    size_t need = world->machine_count + 1;
    machine *all = reel__memory_items(&world->allocator, world->machines, &world->machine_capacity, need, sizeof *all);
    if (!all) return NULL;
    world->machines = all;
    all[world->machine_count] = (machine){ .memory = -1 };
    return &all[world->machine_count++];
}

/* A door closes the cells on its way to the first thing that is solid. */
static void door_make(ddnet_world *world, const map_entity *e, float rotation, int length)
{
    const ddnet_map *map = world->map;
    vec at = entity_place(e), direction = ray(rotation);
    size_t here = map_cell_truncate(map, at);
    int front = map_at(map, PLANE_FRONT, here);
    if (!world->doors.kind || map_solid_kind(map, float_truncate(at.x), float_truncate(at.y)) || front == TILE_DEATH ||
        front == TILE_NO_LASER)
        return;
    for (int i = 0; i < length - 1; i++) {
        vec place = vec_add(at, vec_scale(direction, (float)i));
        if (map_is_solid(map, place.x, place.y)) break;
        size_t cell = map_cell_round(map, place);
        world->doors.kind[cell] = TILE_STOP_ALL;
        world->doors.number[cell] = e->number;
    }
}

static bool light_make(ddnet_world *world, const map_entity *e, int side, int length)
{
    static const float speeds[4] = { 0, FLOAT(PI / 360), FLOAT(PI / 180), FLOAT(PI / 90) };
    int kind = e->kind - ENTITY_LIGHT_STOP;
    int far = entity_at(world->map, e->x + 2 * sides[side].x, e->y + 2 * sides[side].y, e->layer);
    machine *m = machine_new(world);
    if (!m) return false;
    m->kind = MACHINE_LIGHT;
    m->at = m->end = entity_place(e);
    m->number = e->number, m->switched = e->layer == DDNET_MAP_SWITCH;
    m->rotation = float_mul(FLOAT(PI / 4), (float)side);
    m->turning = kind < 0 ? speeds[-kind] : -speeds[kind];
    m->length = length;
    m->curve = length;
    if (far >= ENTITY_CLOSING_SLOW && far <= ENTITY_CLOSING_FAST)
        m->speed = 1 + (far - ENTITY_CLOSING_SLOW) * 2;
    else if (far >= ENTITY_OPENING_SLOW && far <= ENTITY_OPENING_FAST)
        m->speed = 1 + (far - ENTITY_OPENING_SLOW) * 2, m->curve = 0;
    return true;
}

/* Doors and lights have a beam for each side on which its length is. */
static bool beams_make(ddnet_world *world, const map_entity *e)
{
    for (int side = 0; side < 8; side++) {
        int beam = entity_at(world->map, e->x + sides[side].x, e->y + sides[side].y, e->layer);
        if (beam < ENTITY_BEAM_SHORT || beam > ENTITY_BEAM_LONG) continue;
        int length = 32 * 3 + 32 * (beam - ENTITY_BEAM_SHORT) * 3;
        if (e->kind == ENTITY_DOOR)
            door_make(world, e, float_mul(FLOAT(PI / 4), (float)side), length);
        else if (!light_make(world, e, side, length))
            return false;
    }
    return true;
}

static bool dragger_make(ddnet_world *world, const map_entity *e)
{
    machine *m = machine_new(world);
    if (!m) return false;
    m->kind = MACHINE_DRAGGER;
    m->at = entity_place(e);
    m->number = e->number, m->switched = e->layer == DDNET_MAP_SWITCH;
    m->walls = e->kind >= ENTITY_DRAGGER_WEAK_WALLS;
    m->strength = (float)(e->kind - (m->walls ? ENTITY_DRAGGER_WEAK_WALLS : ENTITY_DRAGGER_WEAK) + 1);
    m->memory = 0;
    return true;
}

static bool turret_make(ddnet_world *world, const map_entity *e)
{
    machine *m = machine_new(world);
    if (!m) return false;
    m->kind = MACHINE_TURRET;
    m->at = entity_place(e);
    m->number = e->number, m->switched = e->layer == DDNET_MAP_SWITCH;
    m->freeze = e->kind == ENTITY_TURRET_FREEZE || e->kind == ENTITY_TURRET_BOTH;
    m->explosive = e->kind == ENTITY_TURRET_EXPLOSIVE || e->kind == ENTITY_TURRET_BOTH;
    m->memory = 0;
    return true;
}

/* A bullet that flies to and fro for ever. */
static void bullet_make(ddnet_world *world, const map_entity *e)
{
    int turn = !e->flags ? 0 : e->flags == TURN_90 ? 1 : e->flags == TURN_180 ? 2 : 3;
    shot fired = { .at = entity_place(e),
                   .direction = ray(float_mul((float)turn, FLOAT(PI / 2))),
                   .life = -2,
                   .owner = -1,
                   .type = DDNET_SHOTGUN,
                   .freeze = 1,
                   .explosive = e->kind == ENTITY_BULLET_EXPLOSIVE,
                   .bouncing = (uint8_t)(2 - turn % 2),
                   .number = e->number,
                   .switched = e->layer == DDNET_MAP_SWITCH };
    reel__ddnet_shoot(world, &fired);
}

static bool moves(const ddnet_map *map, const map_entity *e)
{
    vec speed;
    return reel__map_mover(map, entity_place(e), &speed);
}

static void pickup_make(ddnet_world *world, const map_entity *e)
{
    if (!moves(world->map, e)) {
        world->has_pickups = true;
        return;
    }
    if (world->pickup_count < MACHINES_MOST)
        world->pickups[world->pickup_count++] =
            (pickup){ .at = entity_place(e), .kind = e->kind, .number = e->number, .switched = e->layer == DDNET_MAP_SWITCH };
}

static bool entity_make(ddnet_world *world, const map_entity *e)
{
    if (entity_is_pickup(e->kind)) pickup_make(world, e);
    if (world->machine_count + 8 > MACHINES_MOST) return true;
    if (e->kind == ENTITY_DOOR || (e->kind >= ENTITY_LIGHT_FIRST && e->kind <= ENTITY_LIGHT_LAST)) return beams_make(world, e);
    if (e->kind >= ENTITY_DRAGGER_WEAK && e->kind <= ENTITY_DRAGGER_STRONG_WALLS) return dragger_make(world, e);
    if (e->kind >= ENTITY_TURRET_EXPLOSIVE && e->kind <= ENTITY_TURRET_UNFREEZE) return turret_make(world, e);
    if (e->kind == ENTITY_BULLET || e->kind == ENTITY_BULLET_EXPLOSIVE) bullet_make(world, e);
    return true;
}

static int layer_rank(int layer) { return layer == DDNET_MAP_GAME ? 0 : layer == DDNET_MAP_FRONT ? 1 : 2; }

/* Line by line; in a cell the game layer, the front layer, the switch layer. */
static int by_place(const void *one, const void *two)
{
    const map_entity *a = one, *b = two;
    if (a->y != b->y) return a->y < b->y ? -1 : 1;
    if (a->x != b->x) return a->x < b->x ? -1 : 1;
    return layer_rank(a->layer) - layer_rank(b->layer);
}

static bool memory_make(ddnet_world *world)
{
    size_t users = 0;
    for (size_t i = 0; i < world->machine_count; i++) users += world->machines[i].memory == 0;
    if (!users) return true;
    world->memory = reel__memory_new(&world->allocator, users * MEMORY * sizeof *world->memory);
    if (!world->memory) return false;
    int32_t next = 0;
    for (size_t i = 0; i < world->machine_count; i++) {
        machine *m = &world->machines[i];
        if (m->memory) continue;
        m->memory = next;
        next += MEMORY;
        if (m->kind == MACHINE_DRAGGER) /* no target in any team */
            for (int k = 0; k < DDNET_CLIENTS; k++) world->memory[m->memory + k] = -1;
    }
    return true;
}

static bool doors_make(ddnet_world *world)
{
    const ddnet_map *map = world->map;
    size_t cells = (size_t)map->width * (size_t)map->height, count = 0;
    for (size_t i = 0; i < map->entity_count; i++) count += map->entities[i].kind == ENTITY_DOOR;
    if (!count || !map->planes[PLANE_SWITCH]) return true;
    world->doors.kind = reel__memory_new(&world->allocator, cells);
    world->doors.number = reel__memory_new(&world->allocator, cells);
    return world->doors.kind && world->doors.number;
}

bool reel__ddnet_machines_make(ddnet_world *world)
{
    const ddnet_map *map = world->map;
    size_t count = map->entity_count, moving = 0;
    if (!count) return true;
    for (size_t i = 0; i < count; i++) moving += entity_is_pickup(map->entities[i].kind) && moves(map, &map->entities[i]);
    if (moving > MACHINES_MOST) moving = MACHINES_MOST;
    if (moving) world->pickups = reel__memory_new(&world->allocator, moving * sizeof *world->pickups);
    map_entity *sorted = reel__memory_new(&world->allocator, count * sizeof *sorted);
    bool fine = sorted && (!moving || world->pickups) && doors_make(world);
    if (fine) {
        memcpy(sorted, map->entities, count * sizeof *sorted);
        qsort(sorted, count, sizeof *sorted, by_place);
    }
    for (size_t i = 0; fine && i < count; i++) fine = entity_make(world, &sorted[i]);
    reel__memory_drop(&world->allocator, sorted);
    world->machine_fixed = world->machine_count;
    return fine && memory_make(world);
}

/* ---- what they have in common ----------------------------------------------------------------------------------- */

static bool is_off(const ddnet_world *world, const machine *m, const tee *t)
{
    return m->switched && m->number && !tee_switch_on(world, t, m->number);
}

static tee *target_of(ddnet_world *world, int32_t cid)
{
    tee *t = world_tee(world, cid);
    return t && !t->dying ? t : NULL;
}

static bool reachable(const ddnet_world *world, const machine *m, const tee *t)
{
    vec end;
    return !reel__map_line_laser(world->map, m->at, t->place, !m->walls, &end);
}

/* ---- lights ----------------------------------------------------------------------------------------------------- */

static void light_step(ddnet_world *world, machine *m)
{
    if (m->speed) {
        if ((m->curve >= m->length && m->speed > 0) || (m->curve <= 0 && m->speed < 0)) m->speed = -m->speed;
        m->curve += m->speed * MOVES_EACH + m->rest;
        m->rest = m->curve > m->length ? m->curve - m->length : m->curve < 0 ? m->curve : 0;
        m->curve -= m->rest;
    }
    m->rotation = float_add(m->rotation, float_mul(m->turning, MOVES_EACH));
    if (m->rotation > FLOAT(PI * 2))
        m->rotation = float_sub(m->rotation, FLOAT(PI * 2));
    else if (m->rotation < 0)
        m->rotation = float_add(m->rotation, FLOAT(PI * 2));
    vec to = vec_add(m->at, vec_scale(vec_unit(ray(m->rotation)), (float)m->curve));
    reel__map_line_laser(world->map, m->at, to, true, &m->end);
}

static void light_tick(ddnet_world *world, machine *m)
{
    if (world->tick % MOVES_EACH == 0) light_step(world, m);
    for (int32_t i = 0; i < world->alive; i++) {
        tee *t = &world->tees[world->order[i]];
        vec point;
        if (t->dying || t->paused || !vec_nearest(m->at, m->end, t->place, &point) || !(vec_distance(t->place, point) < TEE_SIZE))
            continue;
        if (!is_off(world, m, t)) reel__ddnet_freeze(world, t, world->rules.freeze_delay);
    }
}

/* ---- draggers --------------------------------------------------------------------------------------------------- */

static void beam_end(ddnet_world *world, machine *beam)
{
    beam->gone = 1;
    world->memory[world->machines[beam->owner].memory + DDNET_CLIENTS + beam->client] = 0;
}

static void beam_tick(ddnet_world *world, machine *beam)
{
    const machine *dragger = &world->machines[beam->owner];
    tee *t = target_of(world, beam->client);
    if (beam->gone) return;
    beam->at = dragger->at;
    if (!t || (world->tick % MOVES_EACH == 0 && is_off(world, beam, t))) {
        beam_end(world, beam);
        return;
    }
    float distance = vec_distance(t->place, beam->at);
    if (distance >= (float)world->rules.dragger_range || !reachable(world, beam, t))
        beam_end(world, beam);
    else if (distance > 28) {
        reel__ddnet_accelerate(t, vec_scale(vec_unit(vec_sub(beam->at, t->place)), beam->strength));
        t->shot = 0, t->acted = 1;
    }
}

/* Whom it can drag: those in solo parts each for themselves, of the others the nearest of each team, kept as long as it can be. */
static void dragger_targets(ddnet_world *world, const machine *m, bool *is_target)
{
    int32_t *kept = world->memory + m->memory, nearest[DDNET_CLIENTS], distances[DDNET_CLIENTS] = { 0 };
    bool possible[DDNET_CLIENTS] = { false };
    for (int i = 0; i < DDNET_CLIENTS; i++) nearest[i] = -1;
    for (int32_t i = 0; i < world->alive; i++) {
        const tee *t = &world->tees[world->order[i]];
        int32_t cid = world->order[i], team = t->team;
        float range = (float)world->rules.dragger_range - TEE_SIZE + TEE_SIZE;
        if (team >= DDNET_TEAMS - 1 || t->dying || t->paused || !(vec_distance(t->place, m->at) < range)) continue;
        if (is_off(world, m, t) || !reachable(world, m, t)) continue;
        if (tee_flag(t, DDNET_SOLO)) {
            is_target[cid] = true;
            continue;
        }
        int32_t distance = float_truncate(vec_distance(t->place, m->at));
        if (!distances[team] || distances[team] > distance) distances[team] = distance, nearest[team] = cid;
        possible[cid] = true;
    }
    for (int team = 0; team < DDNET_CLIENTS; team++) {
        if (kept[team] == -1 || !possible[kept[team]]) kept[team] = nearest[team];
        if (kept[team] != -1) is_target[kept[team]] = true;
    }
}

static void dragger_looks(ddnet_world *world, size_t index)
{
    bool is_target[DDNET_CLIENTS] = { false };
    dragger_targets(world, &world->machines[index], is_target);
    int32_t *beams = world->memory + world->machines[index].memory + DDNET_CLIENTS; /* by client: number of its beam + 1 */
    for (int cid = 0; cid < DDNET_CLIENTS; cid++) {
        if (is_target[cid] && !beams[cid]) {
            machine *beam = machine_new(world);
            if (!beam) continue;
            const machine *m = &world->machines[index]; /* may have moved */
            *beam = (machine){ .kind = MACHINE_BEAM,
                               .at = m->at,
                               .strength = m->strength,
                               .walls = m->walls,
                               .number = m->number,
                               .switched = m->switched,
                               .owner = (int32_t)index,
                               .client = cid,
                               .memory = -1 };
            beams[cid] = 1;
            beam_tick(world, beam);
        } else if (!is_target[cid] && beams[cid]) {
            for (size_t i = world->machine_fixed; i < world->machine_count; i++) {
                machine *beam = &world->machines[i];
                if (beam->kind == MACHINE_BEAM && beam->owner == (int32_t)index && beam->client == cid && !beam->gone)
                    beam_end(world, beam);
            }
        }
    }
}

/* ---- turrets ---------------------------------------------------------------------------------------------------- */

static void plasma_make(ddnet_world *world, size_t turret, int32_t cid)
{
    const tee *t = target_of(world, cid);
    machine *plasma = t ? machine_new(world) : NULL;
    if (!plasma) return;
    const machine *m = &world->machines[turret];
    *plasma = (machine){ .kind = MACHINE_PLASMA,
                         .at = m->at,
                         .core = vec_unit(vec_sub(t->place, m->at)),
                         .freeze = m->freeze,
                         .explosive = m->explosive,
                         .client = cid,
                         .life = PLASMA_LIFE,
                         .memory = -1 };
}

static void turret_fires(ddnet_world *world, size_t index)
{
    const machine *m = &world->machines[index];
    int32_t *team_fired = world->memory + m->memory, *solo_fired = team_fired + DDNET_CLIENTS, nearest[DDNET_CLIENTS];
    int32_t distances[DDNET_CLIENTS] = { 0 }, pause = 0;
    bool is_target[DDNET_CLIENTS] = { false };
    if (world->rules.plasma_per_second <= 0) return;
    pause = TICKS_PER_SECOND / world->rules.plasma_per_second;
    for (int i = 0; i < DDNET_CLIENTS; i++) nearest[i] = -1;
    for (int32_t i = 0; i < world->alive; i++) {
        const tee *t = &world->tees[world->order[i]];
        int32_t cid = world->order[i], team = t->team;
        vec end, before;
        bool solo = tee_flag(t, DDNET_SOLO);
        if (team >= DDNET_TEAMS - 1 || t->dying || t->paused || is_off(world, m, t)) continue;
        if (!(vec_distance(t->place, m->at) < (float)world->rules.plasma_range + TEE_SIZE)) continue;
        if ((solo ? solo_fired[cid] : team_fired[team]) + pause > world->tick) continue;
        if (reel__map_line(world->map, m->at, t->place, &end, &before)) continue;
        if (solo) {
            is_target[cid] = true;
            solo_fired[cid] = world->tick;
            continue;
        }
        int32_t distance = float_truncate(vec_distance(t->place, m->at));
        if (!distances[team] || distances[team] > distance) distances[team] = distance, nearest[team] = cid;
    }
    for (int team = 0; team < DDNET_CLIENTS; team++)
        if (nearest[team] != -1) is_target[nearest[team]] = true, team_fired[team] = world->tick;
    for (int cid = 0; cid < DDNET_CLIENTS; cid++)
        if (is_target[cid]) plasma_make(world, index, cid);
}

static void plasma_tick(ddnet_world *world, machine *m)
{
    tee *t = target_of(world, m->client);
    vec point, end;
    if (!m->life || !t) {
        m->gone = 1;
        return;
    }
    m->life--;
    m->at = vec_add(m->at, m->core);
    m->core = vec_scale(m->core, 1.1F);
    vec next = vec_add(m->at, m->core);
    tee *hit = reel__ddnet_first_tee(world, m->at, next, 0, &point, NULL, t, NULL);
    if (hit && hit->team < DDNET_TEAMS - 1) {
        if (m->freeze)
            reel__ddnet_freeze(world, hit, world->rules.freeze_delay);
        else
            reel__ddnet_thaw(hit);
        if (m->explosive) reel__ddnet_explode(world, m->at, m->client, true, t->team);
        m->gone = 1;
    }
    if (reel__map_line_laser(world->map, m->at, next, true, &end)) {
        if (m->explosive) reel__ddnet_explode(world, m->at, m->client, true, t->team);
        m->gone = 1;
    }
}

/* ---- all of them ------------------------------------------------------------------------------------------------ */

static void machine_tick(ddnet_world *world, size_t index)
{
    machine *m = &world->machines[index];
    if (m->kind <= MACHINE_TURRET && world->tick % MOVES_EACH == 0) {
        reel__map_mover(world->map, m->at, &m->core);
        m->at = vec_add(m->at, m->core);
        if (m->kind == MACHINE_DRAGGER) dragger_looks(world, index);
    }
    switch (world->machines[index].kind) {
    case MACHINE_LIGHT: light_tick(world, m); break;
    case MACHINE_TURRET: turret_fires(world, index); break;
    case MACHINE_BEAM: beam_tick(world, m); break;
    case MACHINE_PLASMA: plasma_tick(world, m); break;
    default: break;
    }
}

void reel__ddnet_machines_tick(ddnet_world *world)
{
    size_t kept = world->machine_fixed;
    for (size_t i = world->machine_count; i-- > 0;) machine_tick(world, i);
    for (size_t i = kept; i < world->machine_count; i++)
        if (!world->machines[i].gone) world->machines[kept++] = world->machines[i];
    world->machine_count = kept;
}

/* ---- pickups ---------------------------------------------------------------------------------------------------- */

static void take_ninja(tee *t)
{
    t->ninja_direction = (vec){ 0, 0 };
    t->out.ninja_activation_tick = -500;
    t->ninja_time = 0;
}

static void take_weapon(tee *t, int weapon)
{
    if (t->has[weapon]) t->has[weapon] = 0, t->ammo[weapon] = 0, t->last_weapon = DDNET_GUN;
    if (t->out.weapon == weapon) t->out.weapon = DDNET_HAMMER;
}

static void take_all(tee *t)
{
    bool any = false;
    for (int i = DDNET_SHOTGUN; i < DDNET_WEAPONS; i++) any |= t->has[i] != 0, t->has[i] = 0, t->ammo[i] = 0;
    take_ninja(t);
    if (any) t->last_weapon = DDNET_GUN;
    if (t->out.weapon >= DDNET_SHOTGUN) t->out.weapon = DDNET_HAMMER;
}

static void pickup_acts(ddnet_world *world, tee *t, int kind)
{
    static const uint8_t weapons[] = {
        [ENTITY_SHOTGUN] = DDNET_SHOTGUN,       [ENTITY_GRENADE] = DDNET_GRENADE,       [ENTITY_LASER] = DDNET_LASER,
        [ENTITY_ARMOR_SHOTGUN] = DDNET_SHOTGUN, [ENTITY_ARMOR_GRENADE] = DDNET_GRENADE, [ENTITY_ARMOR_LASER] = DDNET_LASER
    };
    bool super = t->team >= DDNET_TEAMS - 1;
    t->acted = 1;
    switch (kind) {
    case ENTITY_HEALTH: reel__ddnet_freeze(world, t, world->rules.freeze_delay); break;
    case ENTITY_ARMOR:
        if (!super) take_all(t);
        break;
    case ENTITY_ARMOR_SHOTGUN:
    case ENTITY_ARMOR_GRENADE:
    case ENTITY_ARMOR_LASER:
        if (!super) take_weapon(t, weapons[kind]);
        break;
    case ENTITY_ARMOR_NINJA:
        if (!super) take_ninja(t);
        break;
    case ENTITY_SHOTGUN:
    case ENTITY_GRENADE:
    case ENTITY_LASER: reel__ddnet_weapon_give(t, weapons[kind]); break;
    case ENTITY_NINJA: reel__ddnet_ninja_give(world, t); break;
    default: break;
    }
}

static bool pickup_reaches(const tee *t, vec at)
{
    return !t->dying && !t->paused && vec_distance(t->place, at) < 20.0F + TEE_SIZE;
}

/* Those that do not move are found by the cells around a tee, the last first. Two cells away they are 48 units away, which is too far. */
static void pickups_around(ddnet_world *world, tee *t)
{
    static const int layers[3] = { DDNET_MAP_SWITCH, DDNET_MAP_FRONT, DDNET_MAP_GAME };
    const ddnet_map *map = world->map;
    int32_t column = way_cell(float_truncate(t->place.x), map->width), line = way_cell(float_truncate(t->place.y), map->height);
    if (!map_is_around(map, column, line, AROUND_PICKUP)) return;
    for (int32_t y = line + 1; y >= line - 1; y--) {
        for (int32_t x = column + 1; x >= column - 1; x--) {
            for (int i = 0; i < 3; i++) {
                int kind = entity_at(map, x, y, layers[i]);
                if (kind <= 0 || !entity_is_pickup(kind)) continue;
                size_t cell = (size_t)y * (size_t)map->width + (size_t)x;
                int game = map_at(map, PLANE_GAME, cell), number = map_at(map, PLANE_SWITCH_NUMBER, cell);
                vec at = { (float)x * 32.0F + 16.0F, (float)y * 32.0F + 16.0F };
                if (game == TILE_MOVER || game == TILE_MOVER_FAST || !pickup_reaches(t, at)) continue;
                if (layers[i] == DDNET_MAP_SWITCH && number && !tee_switch_on(world, t, number)) continue;
                pickup_acts(world, t, kind);
            }
        }
    }
}

void reel__ddnet_pickups_tick(ddnet_world *world)
{
    for (size_t i = world->pickup_count; i-- > 0;) {
        pickup *p = &world->pickups[i];
        if (world->tick % MOVES_EACH == 0) {
            reel__map_mover(world->map, p->at, &p->core);
            p->at = vec_add(p->at, p->core);
        }
        for (int32_t k = 0; k < world->alive; k++) {
            tee *t = &world->tees[world->order[k]];
            if (!pickup_reaches(t, p->at) || (p->switched && p->number && !tee_switch_on(world, t, p->number))) continue;
            pickup_acts(world, t, p->kind);
        }
    }
    for (int32_t k = 0; world->has_pickups && k < world->alive; k++) pickups_around(world, &world->tees[world->order[k]]);
}
