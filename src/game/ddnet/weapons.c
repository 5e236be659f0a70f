/* SPDX-License-Identifier: MIT
 * Weapons in the hand: src/game/server/entities/character.cpp of ddnet/ddnet. Durations: datasrc/content.py. */
#include "game/ddnet/character.h"

enum {
    NINJA_TICKS = 15 * TICKS_PER_SECOND,
    NINJA_MOVE_TICKS = 10,
    NINJA_SPEED = 50,
    NINJA_HITS_OLD = 10, /* before 19.6 */
    FASTEST = 6000
};

/* ---- switching -------------------------------------------------------------------------------------------------- */

/* Presses between two states of a counter modulo 64. */
static int presses(int32_t before, int32_t now)
{
    uint32_t from = (uint32_t)before & 63, steps = ((uint32_t)now - (uint32_t)before) & 63;
    return (int)((steps + !(from & 1)) / 2);
}

static void weapon_set(tee *t, int weapon)
{
    if (weapon == t->out.weapon) return;
    t->last_weapon = t->out.weapon;
    t->queued_weapon = -1;
    t->out.weapon = weapon;
}

static void switch_now(tee *t)
{
    if (t->reload || t->queued_weapon == -1 || t->has[DDNET_NINJA] || !t->has[t->queued_weapon]) return;
    weapon_set(t, t->queued_weapon);
}

/* The next weapon that it has, `count` times. */
static int weapon_step(const tee *t, int weapon, int count, int by)
{
    if (count >= 128) return weapon;
    while (count > 0) {
        weapon = (weapon + by + DDNET_WEAPONS) % DDNET_WEAPONS;
        if (t->has[weapon]) count--;
    }
    return weapon;
}

void reel__ddnet_weapon_switch(tee *t)
{
    int wanted = t->queued_weapon != -1 ? t->queued_weapon : t->out.weapon;
    bool any = false;
    for (int i = 0; i < DDNET_NINJA; i++) any |= t->has[i] != 0;
    if (!any) return;
    wanted = weapon_step(t, wanted, presses(t->latest_before.next_weapon, t->latest.next_weapon), 1);
    wanted = weapon_step(t, wanted, presses(t->latest_before.prev_weapon, t->latest.prev_weapon), -1);
    /* Whether one is wanted, the latest input says; which, the one that counts in this tick. */
    if (t->latest.wanted_weapon && t->applied.wanted_weapon > INT32_MIN) wanted = t->applied.wanted_weapon - 1;
    if (wanted >= 0 && wanted < DDNET_WEAPONS && wanted != t->out.weapon && t->has[wanted]) t->queued_weapon = wanted;
    switch_now(t);
}

void reel__ddnet_weapon_give(tee *t, int weapon)
{
    t->ammo[weapon] = -1;
    t->has[weapon] = 1;
}

/* ---- hammer ----------------------------------------------------------------------------------------------------- */

static void hammer(ddnet_world *world, tee *t, vec start)
{
    const ddnet_tuning *tuning = tee_tuning(world, t);
    bool hit = false;
    if (tee_flag(t, DDNET_NO_HAMMER)) return;
    for (int32_t i = 0; i < world->alive; i++) {
        tee *other = &world->tees[world->order[i]];
        if (other == t || other->paused || other->dying || !teams_meet(t, other)) continue;
        if (!(vec_distance(other->place, start) < TEE_SIZE * 0.5F + TEE_SIZE)) continue;
        vec towards = vec_sub(other->place, t->place), direction = { 0, -1 };
        if (vec_length(towards) > 0) direction = vec_unit(towards);
        vec up = vec_scale(vec_unit(vec_add(direction, (vec){ 0, -1.1F })), 10.0F);
        vec force = vec_sub(reel__map_stop(other->stops, vec_add(other->velocity, up)), other->velocity);
        reel__ddnet_accelerate(other, vec_scale(vec_add((vec){ 0, -1.0F }, force), tuning_value(tuning, TUNE_HAMMER)));
        reel__ddnet_thaw(other);
        hit = true;
    }
    if (hit) t->reload = float_truncate(float_div(float_mul(tuning_value(tuning, TUNE_HAMMER_HIT_DELAY), 50), 1000));
}

/* ---- ninja ------------------------------------------------------------------------------------------------------ */

void reel__ddnet_ninja_give(ddnet_world *world, tee *t)
{
    t->out.ninja_activation_tick = world->tick;
    t->has[DDNET_NINJA] = 1;
    t->ammo[DDNET_NINJA] = -1;
    if (t->out.weapon != DDNET_NINJA) t->last_weapon = t->out.weapon;
    t->out.weapon = DDNET_NINJA;
}

static void ninja_end(const ddnet_world *world, tee *t)
{
    t->ninja_time = 0;
    if (world->rules.release >= 1700) {
        t->ninja_direction = (vec){ 0, 0 };
        t->out.ninja_activation_tick = 0;
        t->ninja_speed = 0;
        t->ammo[DDNET_NINJA] = 0;
    }
    t->has[DDNET_NINJA] = 0;
    t->out.weapon = t->last_weapon;
}

static void ninja_hits(ddnet_world *world, tee *t, vec before)
{
    bool old = world->rules.release < 1607;
    int hits = 0;
    if (tee_flag(t, DDNET_SOLO)) return;
    vec around = old ? vec_add(before, vec_scale(vec_sub(t->place, before), 0.5F)) : before;
    for (int i = 0; i < DDNET_CLIENTS; i++) hits += t->ninja_hit[i];
    for (int32_t i = 0; i < world->alive; i++) {
        tee *other = &world->tees[world->order[i]];
        if (!(vec_distance(other->place, around) < TEE_SIZE * 2 + TEE_SIZE)) continue;
        if (other == t || other->dying || other->paused || other->team != t->team) continue;
        if (tee_flag(other, DDNET_SOLO)) {
            if (old) return;
            continue;
        }
        if (t->ninja_hit[world->order[i]] || vec_distance(other->place, t->place) > TEE_SIZE * 2) continue;
        if (world->rules.version_minor >= DDNET_MINOR_NINJA_HITS || hits < NINJA_HITS_OLD)
            t->ninja_hit[world->order[i]] = 1, hits++;
        reel__ddnet_accelerate(other, (vec){ 0, -10.0F });
    }
}

static void ninja_tick(ddnet_world *world, tee *t)
{
    if (t->out.weapon != DDNET_NINJA) return;
    if ((int64_t)world->tick - t->out.ninja_activation_tick > NINJA_TICKS) {
        ninja_end(world, t);
        return;
    }
    int64_t left = (int64_t)t->out.ninja_activation_tick + NINJA_TICKS - world->tick;
    int64_t armor = 10 - left / 15;
    t->out.armor = (int32_t)(armor < 0 ? 0 : armor > 10 ? 10 : armor);
    if (t->ninja_time > INT32_MIN) t->ninja_time--;
    if (t->ninja_time == 0) t->velocity = vec_scale(t->ninja_direction, (float)t->ninja_speed);
    if (t->ninja_time <= 0) return;
    const ddnet_tuning *tuning = tee_tuning(world, t);
    vec elasticity = { tuning_value(tuning, TUNE_ELASTICITY_X), tuning_value(tuning, TUNE_ELASTICITY_Y) };
    t->velocity = vec_scale(t->ninja_direction, NINJA_SPEED);
    vec before = t->place;
    reel__map_move(world->map, &t->position, &t->velocity, elasticity);
    t->velocity = (vec){ 0, 0 };
    ninja_hits(world, t, before);
}

static void ninja_fire(const ddnet_world *world, tee *t, vec direction)
{
    for (int i = 0; i < DDNET_CLIENTS; i++) t->ninja_hit[i] = 0;
    t->ninja_direction = direction;
    t->ninja_time = NINJA_MOVE_TICKS;
    /* Whole units; limited since 19.6. */
    t->ninja_speed = float_truncate(vec_length(t->velocity));
    if (world->rules.release >= 1906 && t->ninja_speed > FASTEST) t->ninja_speed = FASTEST;
}

/* ---- firing ----------------------------------------------------------------------------------------------------- */

static bool is_automatic(const tee *t)
{
    int weapon = t->out.weapon;
    return weapon == DDNET_GRENADE || weapon == DDNET_SHOTGUN || weapon == DDNET_LASER ||
           (tee_flag(t, DDNET_JETPACK) && weapon == DDNET_GUN);
}

static bool will_fire(const tee *t, bool automatic)
{
    return presses(t->latest_before.fire, t->latest.fire) || (automatic && (t->latest.fire & 1) && t->ammo[t->out.weapon]);
}

static void bullet(ddnet_world *world, tee *t, vec start, vec direction, int type, int lifetime)
{
    shot fired = { .at = start,
                   .direction = direction,
                   .aim_x = t->latest.target_x,
                   .aim_y = t->latest.target_y,
                   .life = float_truncate(float_mul(50, tuning_value(tee_tuning(world, t), lifetime))),
                   .owner = (int16_t)tee_cid(world, t),
                   .type = (uint8_t)type,
                   .explosive = type == DDNET_GRENADE };
    reel__ddnet_shoot(world, &fired);
}

void reel__ddnet_weapon_fire(ddnet_world *world, tee *t)
{
    if (t->reload) return;
    switch_now(t);
    vec direction = vec_unit((vec){ (float)t->latest.target_x, (float)t->latest.target_y });
    if (!world->rules.deepfly && t->out.weapon == DDNET_HAMMER && t->deep) return;
    if (!will_fire(t, is_automatic(t) || t->frozen_last) || t->freeze_time || !t->ammo[t->out.weapon]) return;
    vec start = vec_add(t->place, vec_scale(vec_scale(direction, TEE_SIZE), 0.75F));
    switch (t->out.weapon) {
    case DDNET_HAMMER: hammer(world, t, start); break;
    case DDNET_GUN: bullet(world, t, start, direction, DDNET_GUN, TUNE_GUN_LIFETIME); break;
    case DDNET_GRENADE: bullet(world, t, start, direction, DDNET_GRENADE, TUNE_GRENADE_LIFETIME); break;
    case DDNET_SHOTGUN:
    case DDNET_LASER: reel__ddnet_shoot_laser(world, t, direction, t->out.weapon); break;
    default: ninja_fire(world, t, direction); break;
    }
    t->out.attack_tick = world->tick;
    if (!t->reload) {
        float delay = tuning_value(tee_tuning(world, t), TUNE_HAMMER_DELAY + t->out.weapon);
        t->reload = world->rules.release < 1700 ? float_truncate(float_div(float_mul(delay, 50), 1000))
                                                : float_truncate(float_mul(float_div(delay, 1000), 50));
    }
}

static void jetpack(ddnet_world *world, tee *t)
{
    if (!tee_flag(t, DDNET_JETPACK) || t->out.weapon != DDNET_GUN) return;
    if (!will_fire(t, true) || !t->ammo[DDNET_GUN] || t->freeze_time) return;
    vec direction = vec_unit((vec){ (float)t->latest.target_x, (float)t->latest.target_y });
    float strength = float_div(float_div(tuning_value(tee_tuning(world, t), TUNE_JETPACK), 100.0F), 6.11F);
    reel__ddnet_accelerate(t, vec_scale(vec_scale(direction, -1.0F), strength));
    t->shot = 0;
    t->acted = 1;
}

void reel__ddnet_weapons_tick(ddnet_world *world, tee *t)
{
    ninja_tick(world, t);
    jetpack(world, t);
    if (t->reload) {
        if (t->reload > INT32_MIN) t->reload--;
        return;
    }
    reel__ddnet_weapon_fire(world, t);
}
