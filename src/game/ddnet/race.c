/* SPDX-License-Identifier: MIT
 * What the tiles of the race do to a tee that passes them: CCharacter::HandleTiles and HandleSkippableTiles in
 * src/game/server/entities/character.cpp of ddnet/ddnet, CGameControllerDDNet::HandleCharacterTiles in gamemodes/ddnet.cpp. */
#include "game/ddnet/character.h"
#include "game/ddnet/curves.h"

enum {
    TELE_CLOSE = 8,       /* units that a tee may be from where an exit and its speed put it */
    CHECK_IN_ALONE = 1700 /* release since which teleporters to the checkpoint need no number */
};
#define PI_HALF 1.5707963267948966

/* ---- speed-ups -------------------------------------------------------------------------------------------------- */

/* The game's angle of a direction, from 0 to 2 pi, against the clock. It asks whether x is smaller than a small positive number where it
 * means a small negative one; so 0 counts as left. The arctangent of an infinity is a
 * right angle, and a tee without speed has no angle: it gets a speed that is no number, as in the game. */
static float turn_of(vec v)
{
    const float tiny = 0.0000001F, right = FLOAT(PI / 2);
    if (v.x == 0 && v.y == 0) return NAN;
    float angle;
    if (v.x > tiny) {
        angle = -(float)reel__curve_arctangent((double)float_div(v.y, v.x), 1);
    } else if (v.x < tiny) {
        double slope = v.x != 0 ? reel__curve_arctangent((double)float_div(v.y, v.x), 1) : v.y > 0 ? PI_HALF : -PI_HALF;
        angle = float_add((float)slope, FLOAT(2 * right));
    } else {
        angle = v.y > tiny ? right : -right;
    }
    return angle < 0 ? float_add(FLOAT(4 * right), angle) : angle;
}

static vec boost_old(const tee *t, vec direction, int force, int most)
{
    vec v = t->velocity;
    if (force == 255 && most) return vec_scale(direction, (float)(most / 5)); /* not stopped by anything */
    if (most > 0 && most < 5) most = 5;
    float by = (float)force;
    if (most > 0) {
        double sine, cosine;
        float speed = vec_length(v), between = float_sub(turn_of(direction), turn_of(v));
        reel__curve_sine_cosine((double)between, &sine, &cosine);
        float left = float_sub(float_div((float)most, 5.0F), float_mul((float)cosine, speed));
        int32_t whole = float_truncate(left);
        bool beyond = whole != INT32_MIN && (whole < 0 ? -whole : whole) > force; /* INT32_MIN has no absolute value */
        by = !beyond ? left : left > FLOAT(0.0000001F) ? (float)force : (float)-force;
    }
    return reel__map_stop(t->stops, vec_add(v, vec_scale(direction, by)));
}

static vec boost_new(const ddnet_world *world, const tee *t, vec direction, int force, int most)
{
    const ddnet_tuning *tuning = tee_tuning(world, t);
    if (most == 0) { /* as fast as the ramp lets a tee be */
        float curvature = tuning_value(tuning, TUNE_RAMP_CURVATURE);
        double slope = reel__curve_logarithm((double)(curvature > FLOAT(1.01F) ? curvature : FLOAT(1.01F)));
        float ramp = (float)((double)tuning_value(tuning, TUNE_RAMP_RANGE) / (50 * slope));
        float start = float_div(tuning_value(tuning, TUNE_RAMP_START), 50);
        most = float_truncate(float_mul(ramp > start ? ramp : start, 5.0F));
    }
    float along = vec_dot(direction, t->velocity), limit = float_div((float)most, 5.0F), by = (float)force;
    if (float_add(along, by) > limit) by = float_sub(limit, along);
    return reel__map_stop(t->stops, vec_add(t->velocity, vec_scale(direction, by)));
}

static void boost(ddnet_world *world, tee *t, size_t cell)
{
    const ddnet_map *map = world->map;
    int force = map_at(map, PLANE_SPEEDUP_FORCE, cell), most = map_at(map, PLANE_SPEEDUP_MAX, cell);
    if (!force) return;
    int type = map_at(map, PLANE_SPEEDUP, cell);
    unsigned raw = map_at(map, PLANE_SPEEDUP_ANGLE_LOW, cell) | (unsigned)map_at(map, PLANE_SPEEDUP_ANGLE_HIGH, cell) << 8;
    int degrees = raw >= 0x8000 ? (int)raw - 0x10000 : (int)raw;
    double sine, cosine;
    reel__curve_sine_cosine((double)float_mul((float)degrees, FLOAT(PI / 180)), &sine, &cosine);
    vec direction = { (float)cosine, (float)sine };
    t->acted = 1;
    if (world->rules.release < 1901 || type == TILE_BOOST_OLD)
        t->velocity = boost_old(t, direction, force, most);
    else if (type == TILE_BOOST)
        t->velocity = boost_new(world, t, direction, force, most);
}

/* ---- abilities -------------------------------------------------------------------------------------------------- */

typedef struct ability {
    uint8_t on, off; /* tiles of the game and front layers */
    int32_t flag;
    bool inverse; /* the flag says that something is off */
} ability;

static const ability abilities[] = {
    { TILE_ENDLESS_HOOK_ON, TILE_ENDLESS_HOOK_OFF, DDNET_ENDLESS_HOOK, false },
    { TILE_HIT_ON, TILE_HIT_OFF, DDNET_NO_HAMMER | DDNET_NO_SHOTGUN | DDNET_NO_GRENADE | DDNET_NO_LASER, true },
    { TILE_COLLISION_ON, TILE_COLLISION_OFF, DDNET_NO_COLLISION, true },
    { TILE_HOOKING_ON, TILE_HOOKING_OFF, DDNET_NO_HOOK, true },
    { TILE_ENDLESS_JUMP_ON, TILE_ENDLESS_JUMP_OFF, DDNET_ENDLESS_JUMP, false },
    { TILE_JETPACK_ON, TILE_JETPACK_OFF, DDNET_JETPACK, false },
    { TILE_TELEGUN_ON, TILE_TELEGUN_OFF, DDNET_TELEGUN_GUN, false },
    { TILE_TELEGRENADE_ON, TILE_TELEGRENADE_OFF, DDNET_TELEGUN_GRENADE, false },
    { TILE_TELELASER_ON, TILE_TELELASER_OFF, DDNET_TELEGUN_LASER, false },
};

static bool is_tile(int game, int front, int tile) { return game == tile || front == tile; }

static void abilities_change(tee *t, int game, int front)
{
    for (size_t i = 0; i < sizeof abilities / sizeof *abilities; i++) {
        const ability *a = &abilities[i];
        if (is_tile(game, front, a->inverse ? a->off : a->on))
            tee_set(t, a->flag, true);
        else if (is_tile(game, front, a->inverse ? a->on : a->off))
            tee_set(t, a->flag, false);
    }
}

static void freeze_tiles(ddnet_world *world, tee *t, int game, int front)
{
    bool super = tee_flag(t, DDNET_SUPER);
    if (is_tile(game, front, TILE_FREEZE) && !super && !t->deep)
        reel__ddnet_freeze(world, t, world->rules.freeze_delay);
    else if (is_tile(game, front, TILE_UNFREEZE) && !t->deep)
        reel__ddnet_thaw(t);
    if (is_tile(game, front, TILE_DEEP) && !super && !t->deep)
        t->deep = 1;
    else if (is_tile(game, front, TILE_UNDEEP) && !super)
        t->deep = 0;
    if (is_tile(game, front, TILE_LIVE) && !super)
        tee_set(t, DDNET_LIVE_FROZEN, true);
    else if (is_tile(game, front, TILE_UNLIVE) && !super)
        tee_set(t, DDNET_LIVE_FROZEN, false);
}

static void jump_tiles(tee *t, int game, int front)
{
    ddnet_tee *out = &t->out;
    if (is_tile(game, front, TILE_WALL_JUMP) && t->velocity.y > 0 && t->colliding && t->left_wall) {
        t->left_wall = 0;
        out->jumped_total = out->jumps >= 2 ? out->jumps - 2 : 0;
        out->jumped = 1;
    }
    bool refill = is_tile(game, front, TILE_REFILL_JUMPS);
    if (refill && !t->refilled) out->jumped_total = out->jumped = 0;
    t->refilled = refill;
}

/* ---- switches --------------------------------------------------------------------------------------------------- */

static void switch_set(ddnet_world *world, tee *t, int number, bool on, bool timed, int delay)
{
    if (t->team == TEAM_SUPER || !number || !world->switch_on) return;
    size_t i = (size_t)t->team * 256 + (size_t)number;
    world->switch_on[i] = on;
    world->switch_end[i] = timed ? world->tick + 1 + delay * TICKS_PER_SECOND : 0;
    world->switch_type[i] = on ? TILE_SWITCH_TIMED_OPEN : TILE_SWITCH_TIMED_CLOSE;
}

/* A tile that acts while its switch is on; without a number it always does. */
static bool switched(const ddnet_world *world, const tee *t, int number)
{
    return t->team != TEAM_SUPER && (!number || tee_switch_on(world, t, number));
}

static void hit_by_weapon(tee *t, int weapon, bool on)
{
    static const int32_t flags[DDNET_WEAPONS] = { [DDNET_HAMMER] = DDNET_NO_HAMMER,
                                                  [DDNET_SHOTGUN] = DDNET_NO_SHOTGUN,
                                                  [DDNET_GRENADE] = DDNET_NO_GRENADE,
                                                  [DDNET_LASER] = DDNET_NO_LASER };
    if (weapon < DDNET_WEAPONS) tee_set(t, flags[weapon], !on);
}

static void switch_tile(ddnet_world *world, tee *t, size_t cell)
{
    const ddnet_map *map = world->map;
    int type = map_at(map, PLANE_SWITCH, cell), number = map_at(map, PLANE_SWITCH_NUMBER, cell);
    int delay = map_at(map, PLANE_SWITCH_DELAY, cell);
    if (!type) return;
    switch (type) {
    case TILE_SWITCH_OPEN: switch_set(world, t, number, true, false, 0); break;
    case TILE_SWITCH_TIMED_OPEN: switch_set(world, t, number, true, true, delay); break;
    case TILE_SWITCH_TIMED_CLOSE: switch_set(world, t, number, false, true, delay); break;
    case TILE_SWITCH_CLOSE: switch_set(world, t, number, false, false, 0); break;
    case TILE_FREEZE:
        if (switched(world, t, number)) reel__ddnet_freeze(world, t, delay);
        break;
    case TILE_DEEP:
    case TILE_UNDEEP:
        if (switched(world, t, number)) t->deep = type == TILE_DEEP;
        break;
    case TILE_LIVE:
    case TILE_UNLIVE:
        if (switched(world, t, number)) tee_set(t, DDNET_LIVE_FROZEN, type == TILE_LIVE);
        break;
    case TILE_HIT_ON:
    case TILE_HIT_OFF: hit_by_weapon(t, delay, type == TILE_HIT_ON); break;
    case TILE_JUMPS: t->out.jumps = delay == 255 ? -1 : delay; break;
    default: break;
    }
}

/* ---- teleporters ------------------------------------------------------------------------------------------------ */

/* Which of several exits it was, the server's random numbers say; if they are not known, where the recording has the tee at the end of
 * the tick. */
static vec tele_exit(ddnet_world *world, const tee *t, const map_outs *outs, bool random, bool red)
{
    vec step = red ? (vec){ 0, 0 } : reel__ddnet_core_way(world, t);
    vec recorded = { (float)t->recorded_x, (float)t->recorded_y },
        best = exit_place(outs, random ? reel__ddnet_random(world, outs->count) : 0);
    float nearest = vec_distance(vec_add(best, step), recorded);
    if (world->rules.free_running || nearest < TELE_CLOSE) return best;
    nearest = float_sub(nearest, TELE_CLOSE);
    for (size_t i = 0; i < outs->count && i < 4096; i++) {
        vec place = exit_place(outs, i);
        float distance = vec_distance(vec_add(place, step), recorded);
        if (distance < nearest) nearest = distance, best = place;
    }
    return best;
}

static void tele_to(ddnet_world *world, tee *t, vec place, bool red)
{
    t->position = place;
    t->acted = 1;
    if (red) t->velocity = (vec){ 0, 0 };
    if (world->rules.hold_hook) return;
    reel__ddnet_core_release(t);
    t->hook = place;
    if (red) reel__ddnet_release_hooked(world, t);
}

static void tele_checkpoint(ddnet_world *world, tee *t, bool red)
{
    for (int k = t->out.tele_checkpoint; k > 0; k--) {
        if (!world->map->check_outs[k].count) continue;
        tele_to(world, t, tele_exit(world, t, &world->map->check_outs[k], true, red), red);
        return;
    }
    if (world->map->spawns.count) tele_to(world, t, tele_exit(world, t, &world->map->spawns, false, red), red);
}

static void tele_tile(ddnet_world *world, tee *t, size_t cell)
{
    const ddnet_map *map = world->map;
    int type = map_at(map, PLANE_TELE, cell), number = map_at(map, PLANE_TELE_NUMBER, cell);
    bool old = world->rules.old_tele_hook || world->rules.old_tele_guns;
    if (!type || tee_flag(t, DDNET_SUPER)) return;
    if (type == TILE_TELE_IN && !old && number && map->outs[number].count) {
        tele_to(world, t, tele_exit(world, t, &map->outs[number], true, false), false);
        if (world->rules.lose_weapons) reel__ddnet_reset_pickups(t);
    } else if (type == TILE_TELE_IN_RED && number && map->outs[number].count) {
        vec place = tele_exit(world, t, &map->outs[number], true, !old);
        if (old) {
            t->position = place;
            return;
        }
        tele_to(world, t, place, true);
        if (world->rules.lose_weapons) reel__ddnet_reset_pickups(t);
    } else if ((type == TILE_TELE_CHECK_IN || type == TILE_TELE_CHECK_IN_RED) &&
               (number || world->rules.release >= CHECK_IN_ALONE)) {
        tele_checkpoint(world, t, type == TILE_TELE_CHECK_IN_RED);
    }
}

/* ---- a cell ----------------------------------------------------------------------------------------------------- */

/* Start and finish count a third of a tee around it, too. */
static bool tile_near(const ddnet_map *map, vec at, int tile)
{
    const way_corners corners = reel__way_corners(at, map->width, map->height);
    for (int i = 0; i < WAY_CORNERS; i++) {
        const size_t cell = map_corner(map, &corners, i);
        if (map_at(map, PLANE_GAME, cell) == tile || map_at(map, PLANE_FRONT, cell) == tile) return true;
    }
    return false;
}

static void cell_acts(ddnet_world *world, tee *t, size_t cell)
{
    const ddnet_map *map = world->map;
    int game = map_at(map, PLANE_GAME, cell), front = map_at(map, PLANE_FRONT, cell);
    map_doors doors = tee_doors(world, t);
    t->stops = reel__map_stops(map, t->place, cell, 18.0F, &doors);
    if (map_at(map, PLANE_TELE, cell) == TILE_TELE_CHECK && map_at(map, PLANE_TELE_NUMBER, cell))
        t->out.tele_checkpoint = map_at(map, PLANE_TELE_NUMBER, cell);
    if (world->rules.reset_pickups && (is_tile(game, front, TILE_START) || tile_near(map, t->place, TILE_START)))
        reel__ddnet_reset_pickups(t);
    if (t->has_next_team && (is_tile(game, front, TILE_FINISH) || tile_near(map, t->place, TILE_FINISH))) {
        t->has_next_team = 0; /* a team that has finished is left at once */
        t->team = t->next_team;
    }
    if (is_tile(game, front, TILE_SOLO_ON))
        tee_set(t, DDNET_SOLO, true);
    else if (is_tile(game, front, TILE_SOLO_OFF))
        tee_set(t, DDNET_SOLO, false);
    if (game || front) {
        freeze_tiles(world, t, game, front);
        abilities_change(t, game, front);
        t->acted |= (game >= TILE_FREEZE || front >= TILE_FREEZE);
    }
    jump_tiles(t, game, front);
    if (t->velocity.y > 0 && (t->stops & STOP_DOWN)) t->out.jumped = t->out.jumped_total = 0;
    t->velocity = reel__map_stop(t->stops, t->velocity);
    t->acted |= t->stops != 0;
    switch_tile(world, t, cell);
    tele_tile(world, t, cell);
}

/* No cell on the way does anything. */
static void cell_empty(ddnet_world *world, tee *t)
{
    map_doors doors = tee_doors(world, t);
    t->stops = reel__map_stops(world->map, t->place, SIZE_MAX, 18.0F, &doors);
    t->refilled = 0;
}

/* Whether no cell on the way can act: one that is shorter than a cell, along both axes, stays within a cell of its ends. */
static bool way_is_empty(const ddnet_world *world, const tee *t)
{
    enum { SHORT = DDNET_MAP_TILE - 1 };
    const float dx = t->place.x - t->previous.x, dy = t->place.y - t->previous.y;
    if (world->doors.kind || !(dx <= SHORT && dx >= -SHORT && dy <= SHORT && dy >= -SHORT)) return false;
    return !map_place_is_around(world->map, t->previous, AROUND_ACTS) && !map_place_is_around(world->map, t->place, AROUND_ACTS);
}

/* The cells from the place at the end of the tick before the last to that at the end of the last one. */
static void cells_act(ddnet_world *world, tee *t)
{
    const ddnet_map *map = world->map;
    if (way_is_empty(world, t)) {
        cell_empty(world, t);
        return;
    }
    const map_doors doors = tee_doors(world, t);
    tee_way way = reel__way_of(t->previous, t->place, map->width, map->height);
    while (reel__way_next(&way)) {
        if (!reel__map_acts(map, &doors, way.x, way.y)) continue;
        way.acted = true;
        cell_acts(world, t, map_index(map, way.x, way.y));
        if (t->dying) return;
    }
    if (!way.acted) cell_empty(world, t);
}

bool reel__ddnet_race_teleports(const ddnet_world *world, const tee *t)
{
    const ddnet_map *map = world->map;
    if (!map->planes[PLANE_TELE]) return false;
    for (tee_way way = reel__way_of(t->previous, t->place, map->width, map->height); reel__way_next(&way);) {
        const int type = map_at(map, PLANE_TELE, map_index(map, way.x, way.y));
        if (reel__way_tele_acts(type) && type != TILE_TELE_CHECK) return true;
    }
    return false;
}

void reel__ddnet_race_tiles(ddnet_world *world, tee *t)
{
    const ddnet_map *map = world->map;
    if ((reel__map_death(map, t->place) && !tee_flag(t, DDNET_SUPER)) || reel__map_outside(map, t->place)) {
        reel__ddnet_die(world, t);
        return;
    }
    boost(world, t, map_cell_truncate(map, t->place));
    cells_act(world, t);
}
