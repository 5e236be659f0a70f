/* SPDX-License-Identifier: MIT
 * src/game/server/entities/character.cpp of ddnet/ddnet. */
#include "game/ddnet/character.h"

enum { FLAG_CHATTING = 4, FLAG_CAMERA = 32 /* bits of player_flags with which an input does not count */ };

/* ---- inputs ----------------------------------------------------------------------------------------------------- */

/* It is not possible to aim at oneself. */
static ddnet_controls with_aim(const ddnet_controls *input)
{
    ddnet_controls aimed = *input;
    if (!aimed.target_x && !aimed.target_y) aimed.target_y = -1;
    return aimed;
}

static bool input_counts(const tee *t, const ddnet_controls *input)
{
    return t->alive && t->has_input && !t->watches && !(input->player_flags & (FLAG_CHATTING | FLAG_CAMERA));
}

void reel__ddnet_character_early_input(ddnet_world *world, tee *t)
{
    /* Servers before 12 fired as soon as an input came. */
    const ddnet_controls *input = world->rules.old_inputs && world->rules.release >= 1200 ? &t->due : &t->recorded;
    if (!input_counts(t, input)) return;
    t->latest_before = t->latest;
    t->latest = with_aim(input);
    if (t->inputs < 2) t->inputs++;
    if (t->inputs > 1) { /* the first one after it appeared fires nothing */
        reel__ddnet_weapon_switch(t);
        reel__ddnet_weapon_fire(world, t);
    }
    t->latest_before = t->latest;
}

void reel__ddnet_character_input(ddnet_world *world, tee *t)
{
    const ddnet_controls *input = world->rules.old_inputs ? &t->due : &t->recorded;
    t->saved_before = t->saved;
    if (t->has_first && !world->rules.old_inputs) input = &t->first;
    if (input_counts(t, input)) t->saved = with_aim(input);
    t->out.player_flags = input->player_flags;
    t->due = t->recorded;
}

/* ---- life ------------------------------------------------------------------------------------------------------- */

void reel__ddnet_character_spawn(ddnet_world *world, tee *t)
{
    tee fresh = { .alive = 1,
                  .joined = t->joined,
                  .watches = t->watches,
                  .killed_tick = t->killed_tick,
                  .has_input = t->has_input,
                  .team = t->team,
                  .recorded = t->recorded,
                  .due = t->due,
                  .recorded_x = t->recorded_x,
                  .recorded_y = t->recorded_y };
    fresh.position = fresh.place = fresh.previous = (vec){ (float)t->recorded_x, (float)t->recorded_y };
    fresh.saved = t->recorded;
    fresh.saved.target_x = 0, fresh.saved.target_y = -1;
    fresh.applied = fresh.latest = fresh.latest_before = fresh.saved;
    fresh.last_weapon = DDNET_HAMMER, fresh.queued_weapon = -1;
    fresh.has[DDNET_HAMMER] = fresh.has[DDNET_GUN] = 1;
    fresh.ammo[DDNET_HAMMER] = fresh.ammo[DDNET_GUN] = -1;
    fresh.out = (ddnet_tee){ .x = t->recorded_x,
                             .y = t->recorded_y,
                             .predicted_x = t->recorded_x,
                             .predicted_y = t->recorded_y,
                             .predicted = 1,
                             .cause = DDNET_SPAWNED,
                             .direction = t->recorded.direction,
                             .hooked_cid = -1,
                             .weapon = DDNET_GUN,
                             .health = 10,
                             .jumps = 2,
                             .player_flags = t->recorded.player_flags };
    tee_set(&fresh, DDNET_ENDLESS_HOOK, world->rules.endless_drag);
    tee_set(&fresh, DDNET_NO_HAMMER | DDNET_NO_SHOTGUN | DDNET_NO_GRENADE | DDNET_NO_LASER, !world->rules.hit);
    tee_set(&fresh, DDNET_SUPER, t->team == DDNET_TEAMS - 1);
    fresh.zone = reel__map_zone(world->map, fresh.place);
    *t = fresh;
}

/* ---- a tick ----------------------------------------------------------------------------------------------------- */

/* What freezes takes keys away; CCharacter::DDRaceTick. */
static void frozen_keys(tee *t)
{
    t->applied = t->saved;
    int32_t armor = 10 - t->freeze_time / 15;
    t->out.armor = armor < 0 ? 0 : armor;
    if (tee_flag(t, DDNET_LIVE_FROZEN) && !tee_flag(t, DDNET_SUPER)) t->applied.direction = t->applied.jump = 0;
    if (t->freeze_time <= 0) return;
    t->freeze_time--;
    t->applied.direction = t->applied.jump = t->applied.hook = 0;
    if (t->freeze_time == 1) reel__ddnet_thaw(t);
}

static bool freezes(int tile) { return tile == TILE_FREEZE || tile == TILE_DEEP || tile == TILE_LIVE; }

static bool is_in_freeze(const ddnet_world *world, const tee *t)
{
    const ddnet_map *map = world->map;
    size_t cell = map_cell_round(map, t->place);
    int game = map_at(map, PLANE_GAME, cell), front = map_at(map, PLANE_FRONT, cell);
    if (freezes(game) || freezes(front) || freezes(map_at(map, PLANE_SWITCH, cell))) return true;
    return world->rules.release >= 1700 && (game == TILE_DEATH || front == TILE_DEATH || reel__map_death(map, t->place));
}

void reel__ddnet_character_before(ddnet_world *world, tee *t)
{
    if (t->paused) return;
    t->acted = 0;
    frozen_keys(t);
    t->zone = reel__map_zone(world->map, t->place);
    tee_set(t, DDNET_IN_FREEZE, is_in_freeze(world, t));
    reel__ddnet_core_tick(world, t);
    if (!world->rules.no_weak_hook) reel__ddnet_core_push(world, t);
}

/* How many jumps are left; CCharacter::DDRacePostCoreTick. */
static void count_jumps(tee *t)
{
    ddnet_tee *out = &t->out;
    if (out->jumps == -1 || out->jumps == 0 || (out->jumps == 1 && out->jumped > 0))
        out->jumped |= 2;
    else if (out->jumped_total < out->jumps - 1 && out->jumped > 1)
        out->jumped = 1;
    if ((tee_flag(t, DDNET_SUPER) || tee_flag(t, DDNET_ENDLESS_JUMP)) && out->jumped > 1) out->jumped = 1;
}

static void teleport_by_weapon(tee *t)
{
    if (!t->telegun) return;
    t->position = t->telegun_place;
    if (t->telegun == 1) t->velocity = (vec){ 0, 0 };
    t->telegun = 0;
    t->acted = 1;
}

void reel__ddnet_character_tick(ddnet_world *world, tee *t)
{
    if (t->paused) return;
    if (world->rules.no_weak_hook) reel__ddnet_core_push(world, t);
    reel__ddnet_weapons_tick(world, t);
    if (tee_flag(t, DDNET_ENDLESS_HOOK)) t->out.hook_tick = 0;
    t->frozen_last = 0;
    if (t->deep && !tee_flag(t, DDNET_SUPER)) reel__ddnet_freeze(world, t, world->rules.freeze_delay);
    count_jumps(t);
    reel__ddnet_race_tiles(world, t);
    if (t->dying) return;
    teleport_by_weapon(t);
    t->previous = t->position;
}

void reel__ddnet_character_move(ddnet_world *world, tee *t)
{
    if (t->paused) return;
    reel__ddnet_core_move(world, t);
    t->unrounded = t->position;
    reel__ddnet_core_quantize(t);
    t->place = t->position;
}

void reel__ddnet_character_show(ddnet_world *world, tee *t)
{
    t->out.target_x = t->applied.target_x, t->out.target_y = t->applied.target_y;
    t->out.direction = t->applied.direction;
    t->out.freeze_end = t->deep ? -1 : t->freeze_time ? world->tick + t->freeze_time : 0;
    for (int i = 0; i < DDNET_NINJA; i++) tee_set(t, DDNET_HAS_HAMMER << i, t->has[i]);
    tee_set(t, DDNET_HAS_NINJA, t->out.weapon == DDNET_NINJA);
    t->shot = 0;
}
