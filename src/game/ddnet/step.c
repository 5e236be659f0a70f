/* SPDX-License-Identifier: MIT
 * A world: who is there, and the order of a tick. src/engine/server/server.cpp, src/game/server/gameworld.cpp, player.cpp and
 * gamecontroller.cpp of ddnet/ddnet. */
#include "game/ddnet/world.h"

#include <string.h>

#include "core/memory.h"
#include "game/ddnet/character.h"
#include "game/ddnet/state.h"

enum {
    TEAM_SUPER_OLD = 64,
    LAST_TICK = 0x6ffffffe /* that the game can have */,
    CATCH_UP_MOST = 600 * TICKS_PER_SECOND,
    NO_WEAK_LATE = 1606
};

/* ---- making one ------------------------------------------------------------------------------------------------- */

static void apply_settings(ddnet_world *world)
{
    const ddnet_map *map = world->map;
    for (size_t i = 0; i < map->setting_count; i++) {
        const map_setting *setting = &map->settings[i];
        if (setting->zone < 0)
            reel__ddnet_rules_set(&world->rules, setting->name, setting->text);
        else
            reel__ddnet_tuning_set(&world->zones[setting->zone], setting->name, setting->value);
    }
    ddnet_tuning *tuning = &world->zones[0];
    if (map->no_collision) tuning->value[TUNE_COLLISION] = 0;
    if (map->no_hooking) tuning->value[TUNE_HOOKING] = 0;
    if (map->endless_hook) world->rules.endless_drag = 1;
    if (map->no_hit) world->rules.hit = 0;
    if (map->old_laser) world->rules.old_laser = 1;
    if (world->rules.solo_server) tuning->value[TUNE_COLLISION] = tuning->value[TUNE_HOOKING] = 0;
}

static bool make_switches(ddnet_world *world)
{
    if (!world->map->planes[PLANE_SWITCH]) return true;
    size_t count = (size_t)DDNET_TEAMS * SWITCHES;
    world->switch_on = reel__memory_new(&world->allocator, count);
    world->switch_end = reel__memory_new(&world->allocator, count * sizeof *world->switch_end);
    world->switch_type = reel__memory_new(&world->allocator, count);
    if (!world->switch_on || !world->switch_end || !world->switch_type) return false;
    if (!world->map->highest_switch) return true;
    for (size_t i = 0; i < count; i++) world->switch_on[i] = !world->map->open_switches[i % SWITCHES];
    return true;
}

ddnet_world *reel__ddnet_world_create(const reel_allocator *allocator, const ddnet_map *map, const ddnet_rules *rules,
                                      const ddnet_tuning *tuning)
{
    reel_allocator own = reel__memory_allocator(allocator);
    ddnet_world *world = reel__memory_new(&own, sizeof *world);
    if (!world) return NULL;
    world->allocator = own;
    world->zones = reel__memory_new(&own, DDNET_ZONES * sizeof *world->zones);
    if (!map) map = world->empty = reel__ddnet_map_create(&own, 1, 1);
    world->map = map;
    world->rules = rules ? *rules : reel__ddnet_rules_default(22);
    if (!world->rules.release) world->rules.release = reel__ddnet_rules_default(world->rules.version_minor).release;
    if (!map || !world->zones) goto failed;
    for (int i = 0; i < DDNET_ZONES; i++) world->zones[i] = reel__ddnet_tuning_default();
    if (tuning) world->zones[0] = *tuning;
    apply_settings(world);
    reel__ddnet_random_start(world);
    for (int32_t i = 0; i < DDNET_CLIENTS; i++) world->tees[i].team = world->rules.solo_server ? i : 0;
    bool late = world->rules.version_minor < DDNET_MINOR_ONE_INPUT && !world->rules.no_weak_hook && !world->rules.free_running;
    if (late) world->before = reel__memory_new(&own, DDNET_CLIENTS * sizeof *world->before);
    if ((late && !world->before) || !make_switches(world) || !reel__ddnet_machines_make(world)) goto failed;
    return world;
failed:
    reel__ddnet_world_free(world);
    return NULL;
}

void reel__ddnet_world_free(ddnet_world *world)
{
    if (!world) return;
    reel_allocator own = world->allocator;
    void *blocks[] = { world->before,     world->zones,       world->doors.kind,        world->doors.number, world->switch_on,
                       world->switch_end, world->switch_type, world->projectiles,       world->lasers,       world->machines,
                       world->pickups,    world->memory,      world->shown_projectiles, world->shown_lasers };
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) reel__memory_drop(&own, blocks[i]);
    reel__ddnet_map_free(world->empty);
    reel__memory_drop(&own, world);
}

/* ---- teams ------------------------------------------------------------------------------------------------------ */

void reel__ddnet_world_team(ddnet_world *world, int32_t cid, int32_t team)
{
    if (cid < 0 || cid >= DDNET_CLIENTS || team < 0 || team >= DDNET_TEAMS) return;
    if (team == TEAM_SUPER_OLD && world->rules.release < 1900) team = TEAM_SUPER;
    world->tees[cid].team = team;
    tee_set(&world->tees[cid], DDNET_SUPER, team == TEAM_SUPER);
}

void reel__ddnet_world_team_after(ddnet_world *world, int32_t cid, int32_t team)
{
    if (cid < 0 || cid >= DDNET_CLIENTS || team < 0 || team >= DDNET_TEAMS) return;
    world->tees[cid].next_team = team == TEAM_SUPER_OLD && world->rules.release < 1900 ? TEAM_SUPER : team;
    world->tees[cid].has_next_team = 1;
}

/* ---- who is there ----------------------------------------------------------------------------------------------- */

static void list_remove(uint8_t *list, int32_t count, int32_t cid)
{
    int32_t i = 0;
    while (i < count && list[i] != cid) i++;
    if (i < count) memmove(list + i, list + i + 1, (size_t)(count - i - 1));
}

static void order_remove(ddnet_world *world, int32_t cid)
{
    if (world->tees[cid].paused) return; /* it is not there */
    list_remove(world->order, world->alive, cid);
    list_remove(world->present, world->alive, cid);
    world->alive--;
}

static void tee_remove(ddnet_world *world, int32_t cid)
{
    if (!world->tees[cid].alive) return;
    world->tees[cid].alive = 0;
    order_remove(world, cid);
}

static void order_add(ddnet_world *world, int32_t cid)
{
    int32_t at = world->alive;
    while (at > 0 && world->present[at - 1] > cid) at--;
    memmove(world->present + at + 1, world->present + at, (size_t)(world->alive - at));
    memmove(world->order + 1, world->order, (size_t)world->alive);
    world->present[at] = world->order[0] = (uint8_t)cid;
    world->alive++;
}

static void tee_spawn(ddnet_world *world, int32_t cid)
{
    if (world->rules.version_minor < DDNET_MINOR_TICK_END && !world->rules.solo_server) world->tees[cid].team = 0;
    tee_remove(world, cid);
    order_add(world, cid);
    reel__ddnet_character_spawn(world, &world->tees[cid]);
}

void reel__ddnet_world_join(ddnet_world *world, int32_t cid)
{
    if (cid < 0 || cid >= DDNET_CLIENTS) return;
    if (cid >= world->slots) world->slots = cid + 1;
    tee_remove(world, cid);
    world->tees[cid] = (tee){ .joined = 1, .team = world->rules.solo_server ? cid : 0 };
}

void reel__ddnet_world_leave(ddnet_world *world, int32_t cid)
{
    if (cid < 0 || cid >= DDNET_CLIENTS) return;
    tee_remove(world, cid);
    world->tees[cid] = (tee){ .team = world->rules.solo_server ? cid : 0 };
}

void reel__ddnet_world_input(ddnet_world *world, int32_t cid, const ddnet_controls *input)
{
    if (cid < 0 || cid >= DDNET_CLIENTS) return;
    if (cid >= world->slots) world->slots = cid + 1;
    tee *t = &world->tees[cid];
    if (t->is_fresh && world->rules.version_minor < DDNET_MINOR_ONE_INPUT && !world->rules.old_inputs) {
        if (!t->has_first) t->first = t->recorded;
        t->has_first = 1;
        reel__ddnet_character_early_input(world, t);
    }
    t->recorded = *input;
    t->joined = t->has_input = t->is_fresh = 1;
}

void reel__ddnet_world_place(ddnet_world *world, int32_t cid, int32_t x, int32_t y)
{
    if (cid < 0 || cid >= DDNET_CLIENTS) return;
    if (cid >= world->slots) world->slots = cid + 1;
    tee *t = &world->tees[cid];
    t->recorded_x = x, t->recorded_y = y;
    t->placed = t->joined = 1;
    t->going = 0;
}

void reel__ddnet_world_gone(ddnet_world *world, int32_t cid)
{
    if (cid < 0 || cid >= DDNET_CLIENTS) return;
    if (cid >= world->slots) world->slots = cid + 1;
    world->tees[cid].going = 1;
    world->tees[cid].placed = 0;
}

void reel__ddnet_world_kill(ddnet_world *world, int32_t cid)
{
    tee *t = world_tee(world, cid);
    if (!t || t->watches) return;
    if (t->killed_tick && (int64_t)world->tick - t->killed_tick < (int64_t)world->rules.kill_delay * TICKS_PER_SECOND) return;
    t->killed_tick = world->tick;
    t->kill_asked = 1;
}

/* ---- commands --------------------------------------------------------------------------------------------------- */

/* CCharacter::Pause. */
static void tee_leaves_world(ddnet_world *world, int32_t cid)
{
    tee *t = &world->tees[cid];
    if (t->out.hooked_cid != -1) {
        reel__ddnet_core_release(t);
        t->hook = t->position;
        reel__ddnet_release_hooked(world, t);
    }
    order_remove(world, cid);
    t->paused = 1;
    t->paused_tick = world->tick;
}

static void tee_enters_world(ddnet_world *world, int32_t cid)
{
    tee *t = &world->tees[cid];
    order_add(world, cid);
    t->paused = 0;
    t->velocity = (vec){ 0, 0 };
    if (t->out.freeze_start > 0) t->out.freeze_start += world->tick - t->paused_tick;
}

/* A tee whose player watches leaves the world when it stands still: CPlayer::ProcessPause. */
static void tick_watchers(ddnet_world *world)
{
    for (int32_t cid = 0; cid < world->slots; cid++) {
        tee *t = &world->tees[cid];
        if (!t->alive || t->watches != 2 || t->paused || !vec_equal(t->place, t->previous)) continue;
        vec below = { t->place.x, float_add(t->place.y, TEE_SIZE / 2 + 4) };
        if (reel__map_ground(world->map, t->place) || (reel__map_stops(world->map, below, SIZE_MAX, 0, NULL) & STOP_DOWN))
            tee_leaves_world(world, cid);
    }
}

static void watch(ddnet_world *world, int32_t cid, uint8_t how, bool whom)
{
    tee *t = world_tee(world, cid);
    if (!t) return;
    uint8_t wanted = t->watches && !whom ? 0 : how;
    if (wanted != 2 && t->paused) tee_enters_world(world, cid);
    t->watches = wanted;
}

static bool is_command(const char *line, const char *name)
{
    size_t length = strlen(name);
    return !strncmp(line, name, length) && (!line[length] || line[length] == ' ');
}

/* Servers before 15.6 did not record teams: what players asked for is taken to have happened. */
static void join_team(ddnet_world *world, int32_t cid, const char *line)
{
    tee *t = world_tee(world, cid);
    int32_t team = 0;
    for (line += 4; *line == ' '; line++) continue;
    for (; *line >= '0' && *line <= '9' && team < DDNET_TEAMS; line++) team = team * 10 + (*line - '0');
    if (t && team < TEAM_SUPER_OLD && *line != '-') t->team = team;
}

void reel__ddnet_world_command(ddnet_world *world, int32_t cid, const char *line)
{
    map_setting setting;
    bool no_teams = world->rules.version_minor < DDNET_MINOR_TICK_END;
    if (no_teams && is_command(line, "team") && strchr(line, ' ')) {
        join_team(world, cid, line);
        return;
    }
    if (is_command(line, "spec") || is_command(line, "pause")) {
        watch(world, cid, line[0] == 's' ? 2 : 1, strchr(line, ' ') != NULL);
    } else if (is_command(line, "tune_reset")) {
        world->zones[0] = reel__ddnet_tuning_default();
    } else if (reel__map_setting_read(line, &setting)) {
        if (setting.zone < 0)
            reel__ddnet_rules_set(&world->rules, setting.name, setting.text);
        else
            reel__ddnet_tuning_set(&world->zones[setting.zone], setting.name, setting.value);
    }
}

/* ---- recorded positions ----------------------------------------------------------------------------------------- */

enum {
    FASTEST = 6000,
    STEP_CONTINUES = 64, /* units: a difference that a path can have */
    STEP_PUSHED = 16     /* what a tee that is hit moves beyond its speed */
};

static int64_t distance_of(int64_t a, int64_t b) { return a < b ? b - a : a - b; }

static bool is_spawn(const ddnet_map *map, int32_t x, int32_t y)
{
    for (size_t i = 0; i < map->spawns.count && i < 4096; i++) {
        int64_t dx = distance_of(x, map->spawns.places[i].x * 32 + 16), dy = distance_of(y, map->spawns.places[i].y * 32 + 16);
        if ((dx == 0 && (dy == 0 || dy == 32)) || (dy == 0 && dx == 32)) return true;
    }
    return false;
}

static bool other_near(const ddnet_world *world, const tee *t)
{
    for (int32_t i = 0; i < world->alive; i++) {
        const tee *other = &world->tees[world->order[i]];
        if (other == t) continue;
        if (other->out.hooked_cid == tee_cid(world, t) || t->out.hooked_cid == world->order[i] ||
            vec_distance(other->position, t->position) < 2 * TEE_SIZE + 16)
            return true;
    }
    return false;
}

static ddnet_cause cause_of(ddnet_world *world, const tee *t, int64_t dx, int64_t dy)
{
    if ((dx > 2 || dy > 2) && is_spawn(world->map, t->recorded_x, t->recorded_y)) return DDNET_RESPAWNED;
    if (dx > STEP_CONTINUES || dy > STEP_CONTINUES) return DDNET_TELEPORTED;
    if (dx <= 1 && dy <= 1) return DDNET_NUDGED;
    if (t->freeze_time || t->deep || tee_flag(t, DDNET_LIVE_FROZEN)) return DDNET_FROZEN;
    if (t->shot) return DDNET_SHOT;
    if (t->acted) return DDNET_TILE;
    return other_near(world, t) ? DDNET_PUSHED : DDNET_OTHER;
}

/* The speed of an axis that leads to where the recording has it, changed by the least: `at` is the place before rounding, and every place
 * that rounds to the recorded one is as good. */
static float least_change(float velocity, float at, int32_t recorded)
{
    float low = float_sub((float)recorded, 0.375F), high = float_add((float)recorded, 0.375F);
    float by = at < low ? float_sub(low, at) : at > high ? float_sub(high, at) : 0;
    return float_clamp(float_add(velocity, by), -FASTEST, FASTEST);
}

static void tee_correct(ddnet_world *world, tee *t)
{
    ddnet_tee *out = &t->out;
    out->predicted_x = out->x, out->predicted_y = out->y;
    out->predicted = 1, out->cause = DDNET_AGREES;
    if (world->rules.free_running || (out->x == t->recorded_x && out->y == t->recorded_y)) return;
    int64_t dx = distance_of(out->x, t->recorded_x), dy = distance_of(out->y, t->recorded_y);
    out->predicted = 0;
    out->cause = (uint8_t)cause_of(world, t, dx, dy);
    vec to = { (float)t->recorded_x, (float)t->recorded_y }, by = vec_sub(to, t->position);
    if (dx > STEP_CONTINUES || dy > STEP_CONTINUES) {
        t->previous = vec_distance(t->previous, t->position) < FASTEST ? vec_add(t->previous, by) : to;
    } else {
        if (dx) t->velocity.x = least_change(t->velocity.x, t->unrounded.x, t->recorded_x);
        if (dy) t->velocity.y = least_change(t->velocity.y, t->unrounded.y, t->recorded_y);
    }
    if (t->out.hook_state == DDNET_HOOK_IDLE || t->out.hook_state == DDNET_HOOK_RETRACTED) t->hook = vec_add(t->hook, by);
    t->position = t->place = to;
    reel__ddnet_core_quantize(t);
    out->x = t->recorded_x, out->y = t->recorded_y; /* also where a float cannot hold them */
}

/* Before 19.4 an input that came late could be recorded in one tick and move the tee in the next, if another one came in between that
 * differs in nothing. That is tried where the position says so, and no other tee is near enough to have a part in it. */
static void tee_try_late(ddnet_world *world, int32_t cid)
{
    tee *t = &world->tees[cid];
    if (!world->before || !t->is_fresh || !t->alive || t->paused || t->dying || world->rules.free_running) return;
    if ((t->out.x == t->recorded_x && t->out.y == t->recorded_y) || t->out.attack_tick == world->tick || other_near(world, t))
        return;
    tee now = *t, *before = &world->before[cid];
    ddnet_controls late = before->saved;
    before->saved = t->saved_before;
    *t = *before;
    reel__ddnet_character_before(world, t);
    reel__ddnet_character_tick(world, t);
    reel__ddnet_character_move(world, t);
    if (t->dying || t->out.x != t->recorded_x || t->out.y != t->recorded_y)
        *t = now;
    else
        t->saved = late;
}

/* Servers before 15.6 recorded positions before players appeared: a tee is first seen a tick later, after it has moved. */
static void tee_spawn_late(ddnet_world *world, int32_t cid)
{
    static const int32_t around[5][2] = { { 0, 0 }, { -32, 0 }, { 0, -32 }, { 32, 0 }, { 0, 32 } };
    tee *t = &world->tees[cid];
    int32_t x = t->recorded_x, y = t->recorded_y;
    for (size_t i = 0; i < world->map->spawns.count && i < 4096; i++) {
        for (int k = 0; k < 5; k++) {
            int32_t at_x = world->map->spawns.places[i].x * 32 + 16 + around[k][0];
            int32_t at_y = world->map->spawns.places[i].y * 32 + 16 + around[k][1];
            if (distance_of(at_x, x) > 8 || distance_of(at_y, y) > 2) continue;
            t->recorded_x = at_x, t->recorded_y = at_y;
            tee_spawn(world, cid);
            t->recorded_x = x, t->recorded_y = y;
            reel__ddnet_character_before(world, t);
            reel__ddnet_character_tick(world, t);
            reel__ddnet_character_move(world, t);
            tee_correct(world, t);
            t->out.predicted = 1, t->out.cause = DDNET_SPAWNED;
            return;
        }
    }
    tee_spawn(world, cid);
}

static void tee_appear(ddnet_world *world, int32_t cid)
{
    if (world->rules.version_minor < DDNET_MINOR_TICK_END)
        tee_spawn_late(world, cid);
    else
        tee_spawn(world, cid);
}

/* A tee that is gone at the end of the tick, or is where tees appear, far from where it was, died: if no tile killed it, by a command
 * before the tick, so that it was not there for the others. */
static void tee_foresee(ddnet_world *world, int32_t cid)
{
    tee *t = &world->tees[cid];
    if (!t->alive || t->paused || (world->rules.free_running && !t->kill_asked)) return;
    float speed = vec_length(t->velocity);
    vec recorded = { (float)t->recorded_x, (float)t->recorded_y };
    bool jumps = t->placed && vec_distance(recorded, t->place) > float_add(speed, STEP_PUSHED) &&
                 is_spawn(world->map, t->recorded_x, t->recorded_y);
    if (jumps && reel__ddnet_race_teleports(world, t)) jumps = false;
    bool asked = t->kill_asked && is_spawn(world->map, t->recorded_x, t->recorded_y);
    if ((!t->going && !jumps && !asked) || (!asked && reel__map_death(world->map, t->place))) return;
    tee_remove(world, cid);
    t->killed = !t->going;
}

/* What the recording says of a tee at the end of the tick. */
static void tee_settle(ddnet_world *world, int32_t cid)
{
    tee *t = &world->tees[cid];
    bool died = t->killed || t->dying, far = false;
    if (t->going) {
        tee_remove(world, cid);
    } else if (t->alive || t->killed) {
        if (t->dying && t->alive) {
            far = distance_of(t->out.x, t->recorded_x) > STEP_CONTINUES || distance_of(t->out.y, t->recorded_y) > STEP_CONTINUES;
            if (world->rules.free_running) tee_remove(world, cid);
        }
        if (t->alive && !died) tee_try_late(world, cid);
        if (t->alive && (!died || !far)) tee_correct(world, t);
        bool again = t->alive && !world->rules.free_running && t->out.cause == DDNET_RESPAWNED;
        if (again || (died && far) || t->killed) tee_appear(world, cid);
    } else if (t->placed) {
        tee_appear(world, cid);
    }
    t->going = t->placed = t->killed = t->dying = t->is_fresh = t->has_first = t->kill_asked = t->has_next_team = 0;
}

/* ---- a tick ----------------------------------------------------------------------------------------------------- */

/* Timed switches go back: CGameContext::OnTick. */
static void tick_switches(ddnet_world *world)
{
    if (!world->switch_end || !world->map->highest_switch) return;
    for (size_t team = 0; team < DDNET_TEAMS; team++) {
        for (size_t number = 1; number <= world->map->highest_switch; number++) {
            size_t i = team * SWITCHES + number;
            if (!world->switch_end[i] || world->switch_end[i] > world->tick) continue;
            world->switch_on[i] = world->switch_type[i] == TILE_SWITCH_TIMED_CLOSE;
            world->switch_end[i] = 0;
        }
    }
}

/* With sv_no_weak_hook all first halves come before all second ones. */
static void tick_before(ddnet_world *world)
{
    for (int32_t i = 0; i < world->alive; i++) reel__ddnet_character_before(world, &world->tees[world->order[i]]);
}

static void tick_characters(ddnet_world *world)
{
    uint8_t order[DDNET_CLIENTS];
    int32_t count = world->alive;
    memcpy(order, world->order, sizeof order);
    for (int32_t i = 0; i < count; i++) {
        tee *t = &world->tees[order[i]];
        if (world->before && t->is_fresh) world->before[order[i]] = *t;
        if (!world->rules.no_weak_hook) reel__ddnet_character_before(world, t);
        reel__ddnet_character_tick(world, t);
    }
    for (int32_t i = 0; i < count; i++) {
        tee *t = &world->tees[order[i]];
        if (!t->dying) reel__ddnet_character_move(world, t);
    }
}

static void tick_entities(ddnet_world *world)
{
    reel__ddnet_shots_tick(world);
    reel__ddnet_lasers_tick(world);
    reel__ddnet_machines_tick(world);
    reel__ddnet_pickups_tick(world);
}

/* The things of the map move from tick 1 on, before there is a tee. */
static void catch_up(ddnet_world *world, int32_t tick)
{
    bool moving = !world->alive && (world->machine_count || world->projectile_count || world->pickup_count);
    if (moving && tick - world->tick > CATCH_UP_MOST) world->tick = tick - CATCH_UP_MOST;
    while (moving && world->tick < tick) {
        world->tick++;
        tick_entities(world);
    }
    world->tick = tick;
}

/* Which tee acts before which, among those that act; one that appears in this tick is not among them yet. */
static void tick_order(ddnet_world *world)
{
    int32_t next = 0;
    for (int32_t i = 0; i < world->alive; i++)
        if (!world->tees[world->order[i]].dying) world->tees[world->order[i]].out.strong_weak_id = next++;
}

void reel__ddnet_world_step(ddnet_world *world, int32_t tick)
{
    tick = tick < 0 ? 0 : tick > LAST_TICK ? LAST_TICK : tick;
    catch_up(world, tick - 1);
    for (int32_t cid = 0; cid < world->slots; cid++) tee_foresee(world, cid);
    for (int32_t cid = 0; cid < world->slots; cid++) reel__ddnet_character_early_input(world, &world->tees[cid]);
    world->tick = tick;
    for (int32_t cid = 0; cid < world->slots; cid++) reel__ddnet_character_input(world, &world->tees[cid]);
    bool first = world->rules.release < NO_WEAK_LATE; /* the first halves were before everything else */
    if (world->rules.no_weak_hook && first) tick_before(world);
    tick_entities(world);
    if (world->rules.no_weak_hook && !first) tick_before(world);
    tick_characters(world);
    tick_order(world);
    for (int32_t cid = 0; cid < world->slots; cid++) tee_settle(world, cid);
    tick_switches(world);
    tick_watchers(world);
    for (int32_t i = 0; i < world->alive; i++) {
        tee *t = &world->tees[world->order[i]];
        reel__ddnet_character_show(world, t);
    }
    reel__ddnet_shots_show(world);
}

const ddnet_tee *reel__ddnet_world_tee(const ddnet_world *world, int32_t cid)
{
    return cid >= 0 && cid < DDNET_CLIENTS && world->tees[cid].alive ? &world->tees[cid].out : NULL;
}
