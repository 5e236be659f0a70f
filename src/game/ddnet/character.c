/* SPDX-License-Identifier: MIT
 * src/game/server/entities/character.cpp of ddnet/ddnet. */
#include "game/ddnet/character.h"

enum { FLAG_CHATTING = 4, FLAG_CAMERA = 32 /* bits of player_flags with which an input does not count */ };

/* ---- inputs ----------------------------------------------------------------------------------------------------- */

/* It is not possible to aim at oneself. */
static ddnet_input with_aim(const ddnet_input *input)
{
    ddnet_input aimed = *input;
    if (!aimed.target_x && !aimed.target_y) aimed.target_y = -1;
    return aimed;
}

static bool input_counts(const tee *t)
{
    return t->alive && t->has_input && !t->paused && !(t->recorded.player_flags & (FLAG_CHATTING | FLAG_CAMERA));
}

void reel__ddnet_character_early_input(ddnet_world *world, tee *t)
{
    (void)world;
    if (!input_counts(t)) return;
    t->latest_before = t->latest;
    t->latest = with_aim(&t->recorded);
    t->inputs++;
    t->latest_before = t->latest;
}

void reel__ddnet_character_input(ddnet_world *world, tee *t)
{
    if (input_counts(t)) {
        if (world->rules.old_inputs) {
            t->saved = t->later;
            t->later = with_aim(&t->recorded);
        } else {
            t->saved = with_aim(&t->recorded);
        }
    }
    t->out.player_flags = t->recorded.player_flags;
}

/* ---- life ------------------------------------------------------------------------------------------------------- */

void reel__ddnet_character_spawn(ddnet_world *world, tee *t)
{
    tee fresh = { .alive = 1,
                  .joined = t->joined,
                  .has_input = t->has_input,
                  .team = t->team,
                  .recorded = t->recorded,
                  .recorded_x = t->recorded_x,
                  .recorded_y = t->recorded_y };
    (void)world;
    fresh.position = fresh.place = fresh.previous = (vec){ (float)t->recorded_x, (float)t->recorded_y };
    fresh.saved = t->recorded;
    fresh.saved.target_x = 0, fresh.saved.target_y = -1;
    fresh.applied = fresh.latest = fresh.latest_before = fresh.later = fresh.saved;
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
    *t = fresh;
}

void reel__ddnet_character_before(ddnet_world *world, tee *t)
{
    t->applied = t->saved;
    reel__ddnet_core_tick(world, t);
    if (!world->rules.no_weak_hook) reel__ddnet_core_push(world, t);
}

void reel__ddnet_character_tick(ddnet_world *world, tee *t)
{
    if (world->rules.no_weak_hook) reel__ddnet_core_push(world, t);
    t->previous = t->position;
}

void reel__ddnet_character_move(ddnet_world *world, tee *t)
{
    reel__ddnet_core_move(world, t);
    t->unrounded = t->position;
    reel__ddnet_core_quantize(t);
    t->place = t->position;
}

void reel__ddnet_character_show(ddnet_world *world, tee *t)
{
    (void)world;
    t->out.target_x = t->applied.target_x, t->out.target_y = t->applied.target_y;
    for (int i = 0; i < DDNET_WEAPONS; i++) tee_set(t, DDNET_HAS_HAMMER << i, t->has[i]);
}
