/* SPDX-License-Identifier: MIT
 * How a tee moves: src/game/gamecore.cpp of ddnet/ddnet. */
#include <string.h>

#include "game/ddnet/curves.h"
#include "game/ddnet/state.h"

enum { HOOK_RETRACT_START = 1, HOOK_RETRACT_END = 3 };

/* Adds, but not beyond the limit; what is beyond it already stays. */
static float add_within(float low, float high, float value, float by)
{
    if (by < 0) {
        if (value < low) return value;
        value = float_add(value, by);
        return value < low ? low : value;
    }
    if (value > high) return value;
    value = float_add(value, by);
    return value > high ? high : value;
}

static float within_speed(float value, float speed, float by) { return add_within(-speed, speed, value, by); }

/* ---- keys ------------------------------------------------------------------------------------------------------- */

int32_t reel__ddnet_core_angle(int32_t x, int32_t y)
{
    float angle = (float)reel__curve_arctangent((double)y, (double)x);
    if (angle < -FLOAT(PI / 2)) angle = float_add(angle, FLOAT(2 * PI));
    return float_truncate(float_mul(angle, 256.0F));
}

/* `jumped`: 1, the key is held since a jump; 2, no jump is left in the air. */
static void core_jump(tee *t, const ddnet_tuning *tuning, bool grounded)
{
    ddnet_tee *out = &t->out;
    if (!t->applied.jump) {
        out->jumped &= ~1;
        return;
    }
    if (out->jumped & 1) return;
    if (grounded && (!(out->jumped & 2) || out->jumps != 0)) {
        t->velocity.y = -tuning_value(tuning, TUNE_GROUND_JUMP);
        out->jumped |= out->jumps > 1 ? 1 : 3;
        out->jumped_total = 0;
    } else if (!(out->jumped & 2)) {
        t->velocity.y = -tuning_value(tuning, TUNE_AIR_JUMP);
        out->jumped |= 3;
        out->jumped_total++;
    }
}

static void core_hook_key(tee *t, const ddnet_tuning *tuning, vec aim)
{
    ddnet_tee *out = &t->out;
    if (!t->applied.hook) {
        out->hooked_cid = -1;
        out->hook_state = DDNET_HOOK_IDLE;
        t->hook = t->position;
    } else if (out->hook_state == DDNET_HOOK_IDLE) {
        out->hook_state = DDNET_HOOK_FLYING;
        t->hook = vec_add(t->position, vec_scale(vec_scale(aim, TEE_SIZE), 1.5F));
        t->hook_direction = aim;
        out->hooked_cid = -1;
        out->hook_tick = float_truncate(float_mul(50.0F, float_sub(1.25F, tuning_value(tuning, TUNE_HOOK_DURATION))));
    }
}

/* ---- hook ------------------------------------------------------------------------------------------------------- */

/* Whether a hook of `t` can reach another tee. */
static bool hook_reaches(const tee *t, const tee *other)
{
    if (tee_flag(t, DDNET_SUPER) || tee_flag(other, DDNET_SUPER)) return true;
    return teams_meet(t, other) && !tee_flag(t, DDNET_SOLO) && !tee_flag(other, DDNET_SOLO);
}

/* The nearest tee on the way of the hook, by client id where two are equally near. */
static void hook_players(ddnet_world *world, tee *t, vec to)
{
    float nearest = 0;
    for (int32_t i = 0; i < world->alive; i++) {
        int32_t cid = world->present[i];
        tee *other = &world->tees[cid];
        vec point;
        if (other->dying || other == t || !hook_reaches(t, other)) continue;
        if (!vec_nearest(t->hook, to, other->position, &point)) continue;
        if (!(vec_distance(other->position, point) < TEE_SIZE + 2.0F)) continue;
        float distance = vec_distance(t->hook, other->position);
        if (t->out.hooked_cid != -1 && !(distance < nearest)) continue;
        t->out.hook_state = DDNET_HOOK_GRABBED;
        t->out.hooked_cid = cid;
        t->hooked_now = 1;
        nearest = distance;
    }
}

static bool hook_tele(ddnet_world *world, tee *t, int number, vec aim)
{
    const map_outs *outs = &world->map->outs[number];
    if (!outs->count) return false;
    vec out = exit_place(outs, reel__ddnet_random(world, outs->count));
    t->hooked_now = 0;
    t->out.hooked_cid = -1;
    t->hook_through = 1;
    t->hook = vec_add(out, vec_scale(vec_scale(aim, TEE_SIZE), 1.5F));
    t->hook_direction = aim;
    t->hook_base = t->hook;
    return true;
}

static void hook_flies(ddnet_world *world, tee *t, const ddnet_tuning *tuning, vec aim)
{
    ddnet_tee *out = &t->out;
    bool new_base = world->rules.version_minor >= DDNET_MINOR_HOOK_BASE;
    vec base = t->hook_through ? t->hook_base : t->position;
    vec to = vec_add(t->hook, vec_scale(t->hook_direction, tuning_value(tuning, TUNE_HOOK_FIRE_SPEED)));
    float length = tuning_value(tuning, TUNE_HOOK_LENGTH);
    if (vec_distance(base, to) > length) {
        out->hook_state = HOOK_RETRACT_START;
        if (!new_base) base = t->position;
        to = vec_add(base, vec_scale(vec_unit(vec_sub(to, base)), length));
    }
    int tele = 0, hit = reel__map_line_hook(world->map, t->hook, to, world->rules.old_tele_hook, &to, &tele);
    bool players = tuning_value(tuning, TUNE_HOOKING) != 0 && !tee_flag(t, DDNET_NO_HOOK);
    if (players && (!new_base || out->hook_state == DDNET_HOOK_FLYING || !t->hook_through)) hook_players(world, t, to);
    if (out->hook_state != DDNET_HOOK_FLYING) return;
    if (hit && hit != TILE_NO_HOOK && hit != TILE_TELE_IN_HOOK)
        out->hook_state = DDNET_HOOK_GRABBED;
    else if (hit == TILE_NO_HOOK)
        out->hook_state = HOOK_RETRACT_START;
    if (hit == TILE_TELE_IN_HOOK && hook_tele(world, t, tele, aim)) return;
    t->hook = to;
}

static void hook_lets_go(tee *t)
{
    t->out.hooked_cid = -1;
    t->out.hook_state = DDNET_HOOK_RETRACTED;
    t->hook = t->position;
}

/* The pull towards a wall: weaker downwards and against the direction that is pressed. */
static void hook_pulls(tee *t, const ddnet_tuning *tuning)
{
    vec pull = vec_scale(vec_unit(vec_sub(t->hook, t->position)), tuning_value(tuning, TUNE_HOOK_ACCEL));
    if (pull.y > 0) pull.y = float_mul(pull.y, 0.3F);
    bool along = (pull.x < 0 && t->out.direction < 0) || (pull.x > 0 && t->out.direction > 0);
    pull.x = float_mul(pull.x, along ? 0.95F : 0.75F);
    vec faster = vec_add(t->velocity, pull);
    float speed = vec_length(faster);
    if (speed < tuning_value(tuning, TUNE_HOOK_SPEED) || speed < vec_length(t->velocity)) t->velocity = faster;
}

static const tee *hooked_tee(const ddnet_world *world, const tee *t)
{
    int32_t cid = t->out.hooked_cid;
    if (cid < 0 || cid >= DDNET_CLIENTS || !world->tees[cid].alive || world->tees[cid].paused || world->tees[cid].dying)
        return NULL;
    return &world->tees[cid];
}

static void hook_holds(ddnet_world *world, tee *t, const ddnet_tuning *tuning)
{
    ddnet_tee *out = &t->out;
    if (out->hooked_cid != -1) {
        const tee *other = hooked_tee(world, t);
        if (other && teams_share(t, other))
            t->hook = other->position;
        else
            hook_lets_go(t);
    }
    if (out->hooked_cid == -1 && vec_distance(t->hook, t->position) > 46.0F) hook_pulls(t, tuning);
    if (out->hook_tick < INT32_MAX) out->hook_tick++;
    if (out->hooked_cid != -1 && (out->hook_tick > TICKS_PER_SECOND + TICKS_PER_SECOND / 5 || !hooked_tee(world, t)))
        hook_lets_go(t);
}

static void core_hook(ddnet_world *world, tee *t, const ddnet_tuning *tuning, vec aim)
{
    ddnet_tee *out = &t->out;
    if (out->hook_state == DDNET_HOOK_IDLE) {
        out->hooked_cid = -1;
        t->hook = t->position;
    } else if (out->hook_state >= HOOK_RETRACT_START && out->hook_state < HOOK_RETRACT_END) {
        out->hook_state++;
    } else if (out->hook_state == HOOK_RETRACT_END) {
        out->hook_state = DDNET_HOOK_RETRACTED;
    } else if (out->hook_state == DDNET_HOOK_FLYING) {
        hook_flies(world, t, tuning, aim);
    }
    if (out->hook_state == DDNET_HOOK_GRABBED) hook_holds(world, t, tuning);
}

/* ---- the first half --------------------------------------------------------------------------------------------- */

void reel__ddnet_core_tick(ddnet_world *world, tee *t)
{
    const ddnet_tuning *tuning = tee_tuning(world, t);
    ddnet_tee *out = &t->out;
    map_doors doors = tee_doors(world, t);
    t->core_stops = reel__map_stops(world->map, t->position, SIZE_MAX, 18.0F, &doors);
    t->hooked_now = 0;

    bool grounded = reel__map_ground(world->map, t->position);
    vec aim = vec_unit((vec){ (float)t->applied.target_x, (float)t->applied.target_y });
    t->velocity.y = float_add(t->velocity.y, tuning_value(tuning, TUNE_GRAVITY));
    float most = tuning_value(tuning, grounded ? TUNE_GROUND_SPEED : TUNE_AIR_SPEED);
    float accel = tuning_value(tuning, grounded ? TUNE_GROUND_ACCEL : TUNE_AIR_ACCEL);
    float friction = tuning_value(tuning, grounded ? TUNE_GROUND_FRICTION : TUNE_AIR_FRICTION);

    out->direction = t->applied.direction;
    out->angle = reel__ddnet_core_angle(t->applied.target_x, t->applied.target_y);
    core_jump(t, tuning, grounded);
    core_hook_key(t, tuning, aim);
    if (grounded) {
        out->jumped &= ~2;
        out->jumped_total = 0;
    }
    if (out->direction < 0) t->velocity.x = within_speed(t->velocity.x, most, -accel);
    if (out->direction > 0) t->velocity.x = within_speed(t->velocity.x, most, accel);
    if (out->direction == 0) t->velocity.x = float_mul(t->velocity.x, friction);
    core_hook(world, t, tuning, aim);
}

/* ---- the deferred half: other tees ------------------------------------------------------------------------------ */

/* Tees push each other where they are nearer than this. */
#define COLLIDE (TEE_SIZE * 1.25F)

/* Whether a distance is that long by one of its sides alone, so that nothing else of it has to be computed: vec_distance is at least as long as each
 * side, as the root of a rounded square is the number itself, and what is added to the square makes it no less. */
static bool is_beyond(vec a, vec b, float distance)
{
    const vec sides = vec_sub(a, b);
    return sides.x >= distance || sides.x <= -distance || sides.y >= distance || sides.y <= -distance;
}

static void core_collide(tee *t, vec away, float distance)
{
    float overlap = float_sub(FLOAT(TEE_SIZE * FLOAT(1.45F)), distance), part = 0.5F;
    /* What it already moves away counts less. The game's 1 - (dot + 1) / 2 in floats. */
    if (vec_length(t->velocity) > FLOAT(0.0001F))
        part = float_sub(1, float_div(float_add(vec_dot(vec_unit(t->velocity), away), 1), 2));
    t->velocity = vec_add(t->velocity, vec_scale(vec_scale(away, overlap), float_mul(part, 0.75F)));
    t->velocity = vec_scale(t->velocity, 0.85F);
}

static void core_drag(tee *t, tee *other, const ddnet_tuning *tuning, vec away, float distance)
{
    if (!(distance > TEE_SIZE * 1.5F)) return;
    float accel = float_mul(tuning_value(tuning, TUNE_HOOK_ACCEL), float_div(distance, tuning_value(tuning, TUNE_HOOK_LENGTH)));
    float speed = tuning_value(tuning, TUNE_HOOK_SPEED);
    vec pulled = { within_speed(other->velocity.x, speed, float_mul(float_mul(accel, away.x), 1.5F)),
                   within_speed(other->velocity.y, speed, float_mul(float_mul(accel, away.y), 1.5F)) };
    other->velocity = reel__map_stop(other->core_stops, pulled);
    vec self = { within_speed(t->velocity.x, speed, float_mul(float_mul(-accel, away.x), 0.25F)),
                 within_speed(t->velocity.y, speed, float_mul(float_mul(-accel, away.y), 0.25F)) };
    t->velocity = reel__map_stop(t->core_stops, self);
}

void reel__ddnet_core_push(ddnet_world *world, tee *t)
{
    const ddnet_tuning *tuning = tee_tuning(world, t);
    for (int32_t i = 0; i < world->alive; i++) {
        int32_t cid = world->present[i];
        tee *other = &world->tees[cid];
        if (t->out.hooked_cid != cid && is_beyond(t->position, other->position, COLLIDE)) continue;
        if (other->dying || other == t || !teams_meet(t, other)) continue;
        bool super = tee_flag(t, DDNET_SUPER) || tee_flag(other, DDNET_SUPER);
        if (!super && (tee_flag(t, DDNET_SOLO) || tee_flag(other, DDNET_SOLO))) continue;
        float distance = vec_distance(t->position, other->position);
        if (!(distance > 0)) continue;
        vec away = vec_unit(vec_sub(t->position, other->position));
        bool collide = super || (!tee_flag(t, DDNET_NO_COLLISION) && !tee_flag(other, DDNET_NO_COLLISION) &&
                                 tuning_value(tuning, TUNE_COLLISION) != 0);
        if (collide && distance < COLLIDE) core_collide(t, away, distance);
        if (!tee_flag(t, DDNET_NO_HOOK) && t->out.hooked_cid == cid && tuning_value(tuning, TUNE_HOOKING) != 0)
            core_drag(t, other, tuning, away, distance);
    }
    if (t->out.hook_state != DDNET_HOOK_FLYING) t->hook_through = 0;
    if (vec_length(t->velocity) > 6000) t->velocity = vec_scale(vec_unit(t->velocity), 6000);
}

/* ---- the move --------------------------------------------------------------------------------------------------- */

static float velocity_ramp(float speed, const ddnet_tuning *tuning)
{
    float start = tuning_value(tuning, TUNE_RAMP_START);
    if (speed < start) return 1;
    float over = float_div(float_sub(speed, start), tuning_value(tuning, TUNE_RAMP_RANGE));
    return float_div(1.0F, (float)reel__curve_power((double)tuning_value(tuning, TUNE_RAMP_CURVATURE), (double)over));
}

/* Another tee that is on the way blocks the rest of it. Those that are too far away for the whole way are left out first. */
static size_t tees_on_way(ddnet_world *world, tee *t, vec to, tee **near)
{
    size_t count = 0;
    float reach = vec_distance(t->position, to) + TEE_SIZE + 1;
    for (int32_t i = 0; i < world->alive; i++) {
        tee *other = &world->tees[world->present[i]];
        if (other->dying || other == t || is_beyond(t->position, other->position, reach)) continue;
        if (!tee_flag(t, DDNET_SUPER) && !tee_flag(other, DDNET_SUPER) &&
            (tee_flag(other, DDNET_SOLO) || tee_flag(other, DDNET_NO_COLLISION) || !teams_meet(t, other)))
            continue;
        if (vec_distance(t->position, other->position) < reach) near[count++] = other;
    }
    return count;
}

static void move_among_tees(ddnet_world *world, tee *t, vec to)
{
    tee *near[DDNET_CLIENTS];
    float distance = vec_distance(t->position, to);
    size_t count = distance > 0 ? tees_on_way(world, t, to, near) : 0;
    vec from = t->position, last = from;
    int32_t steps = count ? float_truncate(float_add(distance, 1)) : 0;
    for (int32_t i = 0; i < steps; i++) {
        float part = float_div((float)i, distance);
        vec at = vec_mix(from, to, part);
        for (size_t k = 0; k < count; k++) {
            if (is_beyond(at, near[k]->position, TEE_SIZE)) continue;
            float between = vec_distance(at, near[k]->position);
            if (!(between < TEE_SIZE)) continue;
            if (part > 0)
                t->position = last;
            else if (vec_distance(to, near[k]->position) > between)
                t->position = to;
            return;
        }
        last = at;
    }
    t->position = to;
}

vec reel__ddnet_core_way(const ddnet_world *world, const tee *t)
{
    float ramp = velocity_ramp(float_mul(vec_length(t->velocity), 50), tee_tuning(world, t));
    return (vec){ float_mul(t->velocity.x, ramp), t->velocity.y };
}

void reel__ddnet_core_move(ddnet_world *world, tee *t)
{
    const ddnet_tuning *tuning = tee_tuning(world, t);
    float ramp = velocity_ramp(float_mul(vec_length(t->velocity), 50), tuning);
    t->velocity.x = float_mul(t->velocity.x, ramp);
    vec to = t->position, before = t->velocity;
    vec elasticity = { tuning_value(tuning, TUNE_ELASTICITY_X), tuning_value(tuning, TUNE_ELASTICITY_Y) };
    if (reel__map_move(world->map, &to, &t->velocity, elasticity)) {
        t->out.jumped &= ~2;
        t->out.jumped_total = 0;
    }
    t->colliding = 0;
    if (t->velocity.x < FLOAT(0.001F) && t->velocity.x > FLOAT(-0.001F))
        t->colliding = before.x > 0 ? 1 : before.x < 0 ? 2 : 0;
    else
        t->left_wall = 1;
    t->velocity.x = float_mul(t->velocity.x, float_div(1.0F, ramp));
    bool among = tee_flag(t, DDNET_SUPER) ||
                 (tuning_value(tuning, TUNE_COLLISION) != 0 && !tee_flag(t, DDNET_NO_COLLISION) && !tee_flag(t, DDNET_SOLO));
    if (among && world->alive > 1)
        move_among_tees(world, t, to);
    else
        t->position = to;
}

/* To the numbers of the network and back, as at the end of each tick. */
void reel__ddnet_core_quantize(tee *t)
{
    ddnet_tee *out = &t->out;
    out->x = float_round(t->position.x), out->y = float_round(t->position.y);
    out->vel_x = float_round(float_mul(t->velocity.x, 256.0F)), out->vel_y = float_round(float_mul(t->velocity.y, 256.0F));
    out->hook_x = float_round(t->hook.x), out->hook_y = float_round(t->hook.y);
    out->hook_dx = float_round(float_mul(t->hook_direction.x, 256.0F));
    out->hook_dy = float_round(float_mul(t->hook_direction.y, 256.0F));
    t->position = (vec){ (float)out->x, (float)out->y };
    t->velocity = (vec){ float_div((float)out->vel_x, 256.0F), float_div((float)out->vel_y, 256.0F) };
    t->hook = (vec){ (float)out->hook_x, (float)out->hook_y };
    t->hook_direction = (vec){ float_div((float)out->hook_dx, 256.0F), float_div((float)out->hook_dy, 256.0F) };
}

void reel__ddnet_core_release(tee *t)
{
    t->out.hooked_cid = -1;
    t->out.hook_state = DDNET_HOOK_RETRACTED;
}
